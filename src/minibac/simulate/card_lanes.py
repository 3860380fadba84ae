"""Many shoes side by side, dealt by card, and how wagers on cards end beside the result codes.

The shoes are those of :mod:`~minibac.simulate.lanes`, dealt by ranks with the same numbers. A number that takes a card
of some rank also says which of them it is: in the pool's row the cards of a rank lie suit by suit, and what the number
is over the prefix below it is a place among them. So beside the pool there is one word for each rank and lane, with a
byte for how many of its cards left are spades, how many spades or hearts, and how many no clubs; one subtraction holds
a place against all three. What a wager on cards comes to is looked up in its tables
(:mod:`~minibac.simulate.sights`).
"""

from minibac.play.results import POINT_CODES
from minibac.rules.drawing import STOOD
from minibac.simulate.dealing import (
    BURN,
    BY_RANKS,
    LEFT,
    NO_CARD,
    NUMBERS,
    PREFIX,
    Row,
    bit,
    narrow,
    one_digit,
    row_for,
    value_of,
)
from minibac.simulate.lanes import (
    COUPS,
    LANES,
    LIMIT,
    OVER,
    STAGE,
    WORK_ROWS,
    Table,
    count_row,
    draw_row,
    open_row,
    refill_row,
    shoes_left,
)

CARDS = 52
RANKS = BY_RANKS + 1
RANK = WORK_ROWS
"""Rows: the rank of each card of a coup, by its place in the pool's row."""

WITHIN = RANK + NUMBERS
"""Rows: its place among the cards of the rank that are left; ``NO_CARD`` where no card was taken."""

PLAYER_DREW = WITHIN + NUMBERS
"""Row: whether the fifth card is the Player's."""

CARD_ROWS = PLAYER_DREW + 1

SUITS_BELOW = 0x030201
"""The word of a rank with one deck: one spade, two spades or hearts, three cards that are no clubs."""

BYTES, TOPS = 0x010101, 0x808080
"""A one in each byte of a word, and its topmost bit."""

FIRST, THIRD, PLAYER, PLAYER_TOLD, BANKER, BANKER_TOLD, END, CLASSES, THIRDS, TOLD, ENDS = range(11)
"""Where the tables of a wager lie in the one array that has them all, and its sizes."""


def take_rank(work: Row, lane: int, card: int, number: int) -> int:
    """Take the card at this place out of the pool's row: gives its rank, and notes its place among its rank."""
    above_count = narrow(0)
    below = narrow(0)
    for k in range(BY_RANKS):
        place = (PREFIX + k) * LANES + lane
        prefix = work[place]
        above = prefix > number
        below = narrow(below if above else prefix)
        work[place] = prefix - above
        above_count = narrow(above_count + above)
    rank = narrow(BY_RANKS - above_count)
    work[(RANK + card) * LANES + lane] = rank
    work[(WITHIN + card) * LANES + lane] = narrow(number - below if number != NO_CARD else NO_CARD)
    return rank


def deal_card_row(work: Row, codes: Row, no_coup: int, natural: int, player_rule: int, banker_rules: Row) -> None:
    """Deal a coup in all lanes as :func:`~minibac.simulate.dealing.deal_coup` does, and write down its codes."""
    for lane in range(LANES):
        player_1 = take_rank(work, lane, 0, work[0 * LANES + lane])
        banker_1 = take_rank(work, lane, 1, work[1 * LANES + lane])
        player_2 = take_rank(work, lane, 2, work[2 * LANES + lane])
        banker_2 = take_rank(work, lane, 3, work[3 * LANES + lane])
        player = one_digit(narrow(value_of(player_1, BY_RANKS) + value_of(player_2, BY_RANKS)))
        banker = one_digit(narrow(value_of(banker_1, BY_RANKS) + value_of(banker_2, BY_RANKS)))

        banker_rule = row_for(banker_rules, banker)
        live = (bit(natural, player) | bit(natural, banker)) == 0
        player_draws = live & (bit(player_rule, player) == 1)
        banker_alone = live & (bit(player_rule, player) == 0) & (bit(banker_rule, STOOD) == 1)
        number = work[4 * LANES + lane]
        number = narrow(number if player_draws | banker_alone else NO_CARD)
        fifth = value_of(take_rank(work, lane, 4, number), BY_RANKS)
        banker_after = player_draws & (bit(banker_rule, fifth) == 1)
        number = work[5 * LANES + lane]
        number = narrow(number if banker_after else NO_CARD)
        sixth = value_of(take_rank(work, lane, 5, number), BY_RANKS)

        player = one_digit(narrow(player + narrow(fifth if player_draws else 0)))
        banker = one_digit(narrow(banker + narrow(fifth if banker_alone else sixth if banker_after else 0)))
        code = narrow((player * 10 + banker) * 4 + player_draws * 2 + (banker_alone | banker_after))
        code = narrow(code + POINT_CODES * ((player_1 == player_2) + 2 * (banker_1 == banker_2)))
        work[PLAYER_DREW * LANES + lane] = player_draws

        dealt = narrow(narrow(4 + (player_draws | banker_alone)) + banker_after)
        left = narrow(max(NUMBERS, narrow(work[LEFT * LANES + lane] - dealt)))  # one that is over stays above zero
        stage = work[STAGE * LANES + lane]
        played = stage < OVER
        codes[lane] = narrow(code if played else no_coup)
        work[LEFT * LANES + lane] = left
        work[STAGE * LANES + lane] = stage + (left < work[LIMIT * LANES + lane])
        work[COUPS * LANES + lane] += played


def burn_card_row(work: Row, depth: int) -> None:
    """Burn in all lanes, as :func:`~minibac.simulate.dealing.burn_first_card` does."""
    for lane in range(LANES):
        burned = value_of(take_rank(work, lane, 0, work[lane]), BY_RANKS)
        work[LEFT * LANES + lane] -= 1
        work[LIMIT * LANES + lane] = narrow(depth + narrow(burned if burned > 0 else 10))


def take_suit(work: Row, words: Row, lane: int, card: int) -> int:
    """Which card of its rank was taken: gives the place of its kind in the pool's row, ``CARDS`` for no card."""
    within = work[(WITHIN + card) * LANES + lane] + 0
    rank = work[(RANK + card) * LANES + lane] + 0
    place = narrow(rank * LANES + lane)
    drawn = within != NO_CARD
    word = words[place] + 0
    above = (((word | TOPS) - (within + 1) * BYTES & TOPS) >> 7) * drawn
    words[place] = word - above
    return rank * 4 + 3 - ((above * BYTES) >> 16 & 3) if drawn else CARDS


def fill_words(words: Row, decks: int) -> None:
    """All suits of whole decks."""
    for place in range(RANKS * LANES):
        words[place] = decks * SUITS_BELOW


def suit_row(work: Row, words: Row, kinds: Row) -> None:
    """Say for every lane which cards the coup took: four, the Player's third, the Banker's third."""
    for lane in range(LANES):
        kinds[0 * LANES + lane] = take_suit(work, words, lane, 0)
        kinds[1 * LANES + lane] = take_suit(work, words, lane, 1)
        kinds[2 * LANES + lane] = take_suit(work, words, lane, 2)
        kinds[3 * LANES + lane] = take_suit(work, words, lane, 3)
        fifth = take_suit(work, words, lane, 4)
        sixth = take_suit(work, words, lane, 5)
        players = work[PLAYER_DREW * LANES + lane] == 1
        kinds[4 * LANES + lane] = fifth if players else CARDS
        kinds[5 * LANES + lane] = sixth if players else fifth


def rank_row(work: Row, kinds: Row) -> None:
    """The same where no wager looks at suits: a spade stands for every card of its rank."""
    for lane in range(LANES):
        for card in range(4):
            kinds[card * LANES + lane] = 4 * work[(RANK + card) * LANES + lane]
        fifth = narrow(4 * work[(RANK + 4) * LANES + lane] if work[(WITHIN + 4) * LANES + lane] != NO_CARD else CARDS)
        sixth = narrow(4 * work[(RANK + 5) * LANES + lane] if work[(WITHIN + 5) * LANES + lane] != NO_CARD else CARDS)
        players = work[PLAYER_DREW * LANES + lane] == 1
        kinds[4 * LANES + lane] = narrow(fifth if players else CARDS)
        kinds[5 * LANES + lane] = narrow(sixth if players else fifth)


def look_row(kinds: Row, codes: Row, ends: Row, no_coup: int, tables: Row, at: Row) -> None:
    """Look up how a wager on cards ended in every lane; where no coup was played it ended in none of its ways."""
    first, third, classes, thirds = at[FIRST], at[THIRD], at[CLASSES], at[THIRDS]
    for lane in range(LANES):
        player = tables[first + kinds[0 * LANES + lane]] * classes + tables[first + kinds[2 * LANES + lane]]
        banker = tables[first + kinds[1 * LANES + lane]] * classes + tables[first + kinds[3 * LANES + lane]]
        player = tables[at[PLAYER] + player] * thirds + tables[third + kinds[4 * LANES + lane]]
        banker = tables[at[BANKER] + banker] * thirds + tables[third + kinds[5 * LANES + lane]]
        end = tables[at[END] + tables[at[PLAYER_TOLD] + player] * at[TOLD] + tables[at[BANKER_TOLD] + banker]]
        ends[lane] = at[ENDS] if codes[lane] == no_coup else end


def deal_card_shoes(
    work: Row, words: Row, kinds: Row, codes: Table, counts: Table, sums: Row, worth: Table, wagers: int, results:
    Table, tables: Row, at: Table, sights: int, height: int, suits: int, first_shoe: int, shoes: int, seed_low: int,
    seed_high: int, decks: int, depth: int, coups: int, no_coup: int, natural: int, player_rule: int, banker_rules: Row,
) -> None:  # fmt: skip
    """Deal shoes as :func:`~minibac.simulate.lanes.deal_shoes` does, by card.

    ``codes`` has ``height`` rows for the result codes of each coup, and as many again for the ends of each of the
    ``sights`` wagers on cards; ``counts`` a row for the result codes and one for each of these wagers, and ``worth``
    the worth of all of them one behind the other. Where none of these wagers looks at ``suits``, they are left out.
    """
    doubtful = (52 * decks) * (52 * decks) >> 16
    for start in range(0, shoes, LANES):
        first = first_shoe + start
        open_row(work, shoes - start, decks)
        fill_words(words, decks)
        if coups == 0:
            draw_row(work, BURN, first, seed_low, seed_high, doubtful)
            burn_card_row(work, depth)
            for lane in range(LANES):
                take_suit(work, words, lane, 0)
        coup = 0
        while coup < coups or (coups == 0 and shoes_left(work) > 0):
            coup += 1
            if coups > 0:
                refill_row(work, decks)
                fill_words(words, decks)
            draw_row(work, coup, first, seed_low, seed_high, doubtful)
            deal_card_row(work, codes[coup], no_coup, natural, player_rule, banker_rules)
            if suits > 0:
                suit_row(work, words, kinds)
            else:
                rank_row(work, kinds)
            for sight in range(sights):
                look_row(kinds, codes[coup], codes[(sight + 1) * height + coup], no_coup, tables, at[sight])
        for column in range(sights + 1):
            for row in range(1, coup + 1):
                count_row(codes[column * height + row], counts[column])
        for lane in range(min(LANES, shoes - start)):
            dealt = work[COUPS * LANES + lane] + 0
            sums[0] += dealt
            sums[1] += dealt * dealt
            for wager in range(wagers):
                result = 0
                for row in range(1, dealt + 1):
                    result += worth[wager][codes[row][lane]]
                    behind = no_coup
                    for sight in range(sights):
                        result += worth[wager][behind + codes[(sight + 1) * height + row][lane]]
                        behind += at[sight][ENDS]
                results[start + lane][wager] = result


IN_LINE = (take_rank, take_suit)
APART = (refill_row, deal_card_row, burn_card_row, fill_words, suit_row, rank_row, look_row)
"""What is compiled below ``deal_card_shoes``, callees first: some into their callers, the others by themselves."""
