"""The drawing rules of all four documents, clause by clause, as each of them prints them.

Every clause is restated here in its own terms: the Banker totals and Player third cards it speaks of, and on which of
them the hand draws. The program must decide so, cite the clause in exactly these cases and in no other, and refuse the
opposite with it. ``-`` stands for a Player's Hand that took no third card.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import cycle, product
from typing import NamedTuple

import pytest

from minibac.cards.card import ALL_CARDS, RANKS, Card, Rank, Suit, parse_cards
from minibac.play.coup import START, Coup, Hand, next_draw, take
from minibac.play.deal import Explained, deal
from minibac.play.decisions import Decision, check_draw, decisions
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.refusal import Code, Refusal
from minibac.rules.rulebook import PREFIXES, RULEBOOKS, Rulebook, load
from minibac.table import commands as c
from minibac.table.state import Phase
from tests.naive import dealer
from tests.play.felt import Felt
from tests.sightings import Sightings

POINTS = "A23456789T"
"""A rank for each Value 1, 2 … 9, 0."""

FILL = parse_cards("Kd")
"""A card that changes no count, for a hand that has another one to come."""

ALL_COLUMNS = "-0123456789"
THIRD_CARDS = "0123456789"


def card(rank: str) -> Card:
    return Card(Rank(rank), Suit.HEARTS)


def value(rank: str) -> int:
    return dealer.card_value(rank)


PAIRS = [(first, second) for first, second in product(RANKS, RANKS)]
HANDS: dict[int, list[tuple[Rank, Rank]]] = {
    total: [pair for pair in PAIRS if (value(pair[0]) + value(pair[1])) % 10 == total] for total in range(10)
}
"""Every ordered pair of ranks by its two-card total."""


def dealt(book: Rulebook, player: tuple[str, str], banker: tuple[str, str], third: str | None = None) -> Coup:
    """A coup with these first four cards, and the Player's third card if one is given."""
    coup = START
    for rank in (player[0], banker[0], player[1], banker[1], *((third,) if third else ())):
        coup = take(coup, card(rank), book.tableau)
    return coup


@cache
def house(rulebook_id: str) -> HouseRules:
    rules = build(load(rulebook_id))
    assert isinstance(rules, HouseRules)
    return rules


def told(book: Rulebook, coup: Coup, number: int = -1) -> Explained:
    """How ``deal`` explains a decision of this coup: the last one, or the one of that number. It is the same one."""
    third = coup.player[2:]
    order = (coup.player[0], coup.banker[0], coup.player[1], coup.banker[1], *third, *(() if third else FILL), *FILL)
    made = [line for line in deal(house(book.id), order, ()).explanation if line.step in ("draw", "stand")]
    decision = decisions(coup, book)[number]
    line = made[0 if number == 0 else len(decisions(coup, book)) - 1]
    assert (line.step == "draw", line.text, line.clauses) == (decision.draws, decision.text, decision.clauses)
    return line


def answered(book: Rulebook, coup: Coup, claim: Hand | None) -> Refusal:
    """What a table says to a dealer who deals the next card of this coup to a hand, or calls the result instead."""
    order = (coup.player[0], coup.banker[0], coup.player[1], coup.banker[1], *coup.player[2:], *FILL, *FILL)
    felt = Felt(house(book.id), order)
    felt.to(
        lambda state: (
            state.phase in (Phase.DRAWING, Phase.RESULT)
            and state.on_layout.cards("player") == coup.player
            and state.on_layout.cards("banker") == coup.banker
        )
    )
    right = check_draw(coup, claim, book)
    assert right is not None
    if claim:
        refusal = felt.no(c.DealCard, hand=claim.value)
    else:
        refusal = felt.no(c.CallResult, player=total_of(coup.player), banker=total_of(coup.banker), result="tie")
    assert (refusal.code, refusal.said, refusal.allowed) == (right.code, right.said, right.allowed)
    assert set(right.clauses) <= set(refusal.clauses)
    return refusal


class Moment(NamedTuple):
    """A coup that has come to the Banker's decision, the cell of the table it has come to, and the decision."""

    coup: Coup
    banker_total: int
    column: str
    decision: Decision


@cache
def all_moments(rulebook_id: str) -> tuple[Moment, ...]:
    """Every Banker pair of 0 to 7 against a Player pair of each total, with every third card it may draw."""
    book, found = load(rulebook_id), []
    for banker_total in range(8):
        for number, banker in enumerate(HANDS[banker_total]):
            for player_total in range(8):
                player = HANDS[player_total][number % len(HANDS[player_total])]
                four = dealt(book, player, banker)
                thirds = RANKS if player_total < 6 else ()
                coups = [(take(four, card(rank), book.tableau), str(value(rank))) for rank in thirds] or [(four, "-")]
                found += [Moment(coup, banker_total, column, decisions(coup, book)[-1]) for coup, column in coups]
    return tuple(found)


def moments(book: Rulebook, banker_totals: Iterable[int], columns: str) -> Iterator[Moment]:
    """The moments in some rows and columns of the table."""
    totals = set(banker_totals)
    return (m for m in all_moments(book.id) if m.banker_total in totals and m.column in columns)


def other(claim: Hand | None) -> Hand | None:
    """The opposite of the Banker's decision."""
    return None if claim is Hand.BANKER else Hand.BANKER


# --- the Banker's rows -----------------------------------------------------------------------------------------------


class BankerRule(NamedTuple):
    """A clause on the Banker's third card: the cells it speaks of, and those of them that draw."""

    clause: str
    totals: str
    columns: str
    draws: str


BANKER_RULES = [
    # Section 42 (i)(3), Table 2, row by row and its column "If No 3rd Card"
    BankerRule("s42/i/3/no-third", "01234567", "-", "-"),
    BankerRule("s42/i/3/b0-2", "012", THIRD_CARDS, THIRD_CARDS),
    BankerRule("s42/i/3/b3", "3", THIRD_CARDS, "012345679"),
    BankerRule("s42/i/3/b4", "4", THIRD_CARDS, "234567"),
    BankerRule("s42/i/3/b5", "5", THIRD_CARDS, "4567"),
    BankerRule("s42/i/3/b6", "6", THIRD_CARDS, "67"),
    BankerRule("s42/i/3/b7-9", "7", THIRD_CARDS, ""),
    # Massachusetts 10(c) and its Table 1
    BankerRule("ma/10/c/1", "01234567", "-", "-"),
    BankerRule("ma/10/c/2/i", "012", THIRD_CARDS, THIRD_CARDS),
    BankerRule("ma/10/c/2/ii", "7", THIRD_CARDS, ""),
    BankerRule("ma/10/t1/0-2", "012", THIRD_CARDS, THIRD_CARDS),
    BankerRule("ma/10/t1/3", "3", THIRD_CARDS, "012345679"),
    BankerRule("ma/10/t1/4", "4", THIRD_CARDS, "234567"),
    BankerRule("ma/10/t1/5", "5", THIRD_CARDS, "4567"),
    BankerRule("ma/10/t1/6", "6", THIRD_CARDS, "67"),
    BankerRule("ma/10/t1/7", "7", THIRD_CARDS, ""),
    # Seminole: a list of third cards that draw and a list of those that do not
    BankerRule("sem/banker-player-stands", "01234567", "-", "-"),
    BankerRule("sem/banker-0-2", "012", THIRD_CARDS, THIRD_CARDS),
    BankerRule("sem/banker-3", "3", "123456790", "123456790"),
    BankerRule("sem/banker-3-no", "3", "8", ""),
    BankerRule("sem/banker-4", "4", "234567", "234567"),
    BankerRule("sem/banker-4-no", "4", "1890", ""),
    BankerRule("sem/banker-5", "5", "4567", "4567"),
    BankerRule("sem/banker-5-no", "5", "123890", ""),
    BankerRule("sem/banker-6", "6", "67", "67"),
    BankerRule("sem/banker-6-no", "6", "12345890", ""),
    BankerRule("sem/banker-7", "7", THIRD_CARDS, ""),
    # Seneca: the same lists; the 6 in the second one is struck out (D01)
    BankerRule("sen/banker-draws-0-2", "012", ALL_COLUMNS, ALL_COLUMNS),
    BankerRule("sen/banker-3", "3", "123456790", "123456790"),
    BankerRule("sen/banker-3-no", "3", "8", ""),
    BankerRule("sen/banker-4", "4", "234567", "234567"),
    BankerRule("sen/banker-4-no", "4", "1890", ""),
    BankerRule("sen/banker-5", "5", "4567", "4567"),
    BankerRule("sen/banker-5-no", "5", "123890", ""),
    BankerRule("sen/banker-6", "6", "67", "67"),
    BankerRule("sen/banker-6-no", "6", "12345890", ""),
    BankerRule("sen/banker-7", "7", ALL_COLUMNS, ""),
    BankerRule("sen/banker-stands-7-9", "7", ALL_COLUMNS, ""),
]
NO_THIRD = ("s42/i/3/no-third", "ma/10/c/1", "sem/banker-player-stands")
"""These draw on 0 to 5 and stay on 6 and 7, in the one column they speak of."""


def draws(rule: BankerRule, banker_total: int, column: str) -> bool:
    if rule.clause in NO_THIRD:
        return banker_total <= 5
    return column in rule.draws


def rulebook_of(clause: str) -> Rulebook:
    return load(PREFIXES[clause.partition("/")[0]])


def by_clause(rules: Iterable[NamedTuple], *, breaks: bool = False) -> list[object]:
    marks = {"breaks": True} if breaks else {}
    return [pytest.param(rule, marks=pytest.mark.clause(rule[0], **marks), id=rule[0]) for rule in rules]


@pytest.mark.parametrize("rule", by_clause(BANKER_RULES))
def test_the_banker_draws_and_stays_as_the_row_is_printed(rule: BankerRule, saw: Sightings) -> None:
    book = rulebook_of(rule.clause)
    cells: dict[tuple[int, str], Coup] = {}
    for coup, banker_total, column, decision in moments(book, range(8), ALL_COLUMNS):
        if str(banker_total) in rule.totals and column in rule.columns:
            assert decision.hand is Hand.BANKER
            assert decision.draws == draws(rule, banker_total, column), (rule, banker_total, column)
            assert rule.clause in decision.clauses
            assert (next_draw(coup) is Hand.BANKER) == decision.draws
            cells.setdefault((banker_total, column), coup)
        else:
            assert rule.clause not in decision.clauses, f"cited for Banker {banker_total} against {column}"
    assert cells
    saw([told(book, coup) for coup in cells.values()])


@pytest.mark.parametrize("rule", by_clause(BANKER_RULES, breaks=True))
def test_a_banker_decision_against_the_row_is_refused(rule: BankerRule, saw: Sightings) -> None:
    book = rulebook_of(rule.clause)
    cells: set[tuple[int, str]] = set()
    for coup, banker_total, column, _ in moments(book, map(int, rule.totals), rule.columns):
        right = Hand.BANKER if draws(rule, banker_total, column) else None
        assert check_draw(coup, right, book) is None
        refusal = check_draw(coup, other(right), book)
        assert refusal is not None
        assert refusal.code is Code.WRONG_HAND
        assert rule.clause in refusal.clauses
        assert refusal.allowed == (right.value if right else "none",)
        if (banker_total, column) not in cells:
            saw(answered(book, coup, other(right)))
            cells.add((banker_total, column))


# --- the Banker's table as a whole -----------------------------------------------------------------------------------

TABLE_2 = {  # Section 42 (i)(3) as printed: no third card, then 0 to 9; the merged cells of 0-2 and 7-9 filled in (A20)
    0: "DDDDDDDDDDD",
    1: "DDDDDDDDDDD",
    2: "DDDDDDDDDDD",
    3: "DDDDDDDDDSD",
    4: "DSSDDDDDDSS",
    5: "DSSSSDDDDSS",
    6: "SSSSSSSDDSS",
    7: "SSSSSSSSSSS",
    8: "SSSSSSSSSSS",
    9: "SSSSSSSSSSS",
}

WHOLE_TABLE = [
    # clause, the columns it governs
    ("s42/i/3", range(8), ALL_COLUMNS),
    ("s42/i/6", range(8), ALL_COLUMNS),
    ("s42/i/7", range(8), THIRD_CARDS),
    ("ma/10/c", range(8), ALL_COLUMNS),
    ("ma/10/c/2", range(8), THIRD_CARDS),
    ("ma/10/c/2/iii", range(3, 7), THIRD_CARDS),
    ("sem/charts", range(8), ALL_COLUMNS),
    ("sen/rules", range(8), ALL_COLUMNS),
]


def whole_table(*, breaks: bool = False) -> list[object]:
    marks = {"breaks": True} if breaks else {}
    return [pytest.param(*row, marks=pytest.mark.clause(row[0], **marks), id=row[0]) for row in WHOLE_TABLE]


@pytest.mark.parametrize(("clause", "totals", "columns"), whole_table())
def test_every_cell_is_that_of_table_2(clause: str, totals: range, columns: str, saw: Sightings) -> None:
    book = rulebook_of(clause)
    cells: dict[tuple[int, str], Coup] = {}
    for coup, banker_total, column, decision in moments(book, range(8), ALL_COLUMNS):
        assert decision.draws == (TABLE_2[banker_total][ALL_COLUMNS.index(column)] == "D")
        assert (clause in decision.clauses) == (banker_total in totals and column in columns)
        cells.setdefault((banker_total, column), coup)
    saw([told(book, coup) for coup in cells.values()])


@pytest.mark.parametrize(("clause", "totals", "columns"), whole_table(breaks=True))
def test_any_cell_read_otherwise_is_refused(clause: str, totals: range, columns: str, saw: Sightings) -> None:
    book = rulebook_of(clause)
    cells: dict[tuple[int, str], Coup] = {}
    for coup, banker_total, column, _ in moments(book, totals, columns):
        refusal = check_draw(coup, other(next_draw(coup)), book)
        assert refusal is not None
        assert clause in refusal.clauses
        cells.setdefault((banker_total, column), coup)
    for coup in cells.values():
        saw(answered(book, coup, other(next_draw(coup))))


def test_all_110_cells_of_the_data_are_those_of_table_2() -> None:
    for rulebook_id in RULEBOOKS:
        table = load(rulebook_id).tableau.banker_draws
        for banker_total, row in TABLE_2.items():
            printed = row[1:] + row[0]  # the data keeps "no third card" last
            assert table[banker_total] == tuple(cell == "D" for cell in printed), (rulebook_id, banker_total)


@pytest.mark.clause("s42/i/4")
def test_the_row_is_the_bankers_count_on_its_first_two_cards(saw: Sightings) -> None:
    """Any two cards of one count read the same row, and a third card does not move it."""
    book = load("section-42")
    for banker_total, third in product(range(8), POINTS):
        read = set()
        for banker in HANDS[banker_total]:
            coup = dealt(book, ("A", "A"), banker, third)
            before = decisions(coup, book)[-1]
            read.add(before.draws)
            assert "s42/i/4" in before.clauses
            for rank in POINTS if next_draw(coup) else "":
                assert decisions(take(coup, card(rank), book.tableau), book)[-1] == before
        assert len(read) == 1
        saw(told(book, dealt(book, ("A", "A"), HANDS[banker_total][0], third)))


@pytest.mark.clause("s42/i/4", breaks=True)
def test_a_row_read_after_the_third_card_is_refused(saw: Sightings) -> None:
    """Banker 5 must draw against a 4. With an ace it would have 6, whose row stays: no reason to stand."""
    book = load("section-42")
    coup = dealt(book, ("A", "A"), ("2", "3"), "4")
    refusal = answered(book, coup, None)
    assert "Banker's Hand has 5" in refusal.sentence
    saw(refusal)


@pytest.mark.clause("s42/i/5")
def test_the_column_is_the_value_of_the_third_card_and_not_the_players_count(saw: Sightings) -> None:
    book = load("section-42")
    for banker_total, third in product(range(8), RANKS):
        read = set()
        for player_total in range(6):
            for player in HANDS[player_total]:
                coup = dealt(book, player, HANDS[banker_total][0], third)
                read.add(next_draw(coup))
        column = ALL_COLUMNS.index(str(value(third)))  # a ten or a face selects column 0
        assert read == {Hand.BANKER if TABLE_2[banker_total][column] == "D" else None}
    coup = dealt(book, ("2", "3"), ("A", "3"), "K")
    assert not decisions(coup, book)[-1].draws
    saw(told(book, coup))
    stood = decisions(dealt(book, ("3", "3"), ("A", "3")), book)[-1]
    assert "s42/i/5" not in stood.clauses


@pytest.mark.clause("s42/i/5", breaks=True)
def test_a_column_read_by_the_players_count_is_refused(saw: Sightings) -> None:
    """Wherever the column of the count would decide otherwise, that decision is refused."""
    book = load("section-42")
    told_apart = 0
    for banker_total, third, player_total in product(range(8), POINTS, range(6)):
        row = TABLE_2[banker_total]
        by_value, by_count = row[1 + value(third)], row[1 + (player_total + value(third)) % 10]
        if by_value == by_count:
            continue
        told_apart += 1
        coup = dealt(book, HANDS[player_total][0], HANDS[banker_total][0], third)
        claim = Hand.BANKER if by_count == "D" else None
        refusal = check_draw(coup, claim, book)
        assert refusal is not None
        assert "s42/i/5" in refusal.clauses
        if told_apart % 5 == 0:
            saw(answered(book, coup, claim))
    assert told_apart > 50


@pytest.mark.clause("s42/i/7/example")
def test_the_printed_example_of_reading_the_table(saw: Sightings) -> None:
    """The Point Count of the Banker's Hand after two cards is 5 and the third card is worth 4: it draws."""
    book = load("section-42")
    cited = []
    for banker_total, third in product(range(8), RANKS):
        coup = dealt(book, ("A", "A"), HANDS[banker_total][0], third)
        decision = decisions(coup, book)[-1]
        if "s42/i/7/example" in decision.clauses:
            cited.append((banker_total, third, decision.draws))
            saw(told(book, coup))
    assert cited == [(5, Rank.FOUR, True)]


@pytest.mark.clause("s42/i/7/example", breaks=True)
def test_the_printed_example_read_otherwise_is_refused(saw: Sightings) -> None:
    book = load("section-42")
    saw(answered(book, dealt(book, ("A", "A"), ("2", "3"), "4"), None))


# --- the Player's rule -----------------------------------------------------------------------------------------------


class PlayerRule(NamedTuple):
    """A clause on the Player's third card: the totals it speaks of, and whether they draw."""

    clause: str
    totals: str
    draws: str


PLAYER_RULES = [
    PlayerRule("s42/i/2", "01234567", "012345"),
    PlayerRule("s42/i/2/t1/0-5", "012345", "012345"),
    PlayerRule("s42/i/2/t1/6-9", "67", ""),  # 8 and 9 are naturals and never come here (A18)
    PlayerRule("ma/10/b", "01234567", "012345"),
    PlayerRule("ma/10/b/1", "012345", "012345"),
    PlayerRule("ma/10/b/2", "67", ""),
    PlayerRule("sem/player-draws", "012345", "012345"),
    PlayerRule("sem/player-stands", "67", ""),
    PlayerRule("sem/chart-player-draw", "012345", "012345"),
    PlayerRule("sem/chart-player-stand", "67", ""),
    PlayerRule("sen/player-draws", "012345", "012345"),
    PlayerRule("sen/player-stands", "67", ""),
    PlayerRule("sen/chart-player-draw", "123450", "123450"),
    PlayerRule("sen/chart-player-stand", "67", ""),
]


def first_four(book: Rulebook, player_totals: Iterable[int], banker_totals: Iterable[int]) -> Iterator[Coup]:
    """Every pair of ranks of the Player's totals against a pair of each of the Banker's totals."""
    for player_total, banker_total in product(player_totals, banker_totals):
        yield from fours(book.id, player_total, banker_total)


@cache
def fours(rulebook_id: str, player_total: int, banker_total: int) -> tuple[Coup, ...]:
    bankers = cycle(HANDS[banker_total])
    return tuple(dealt(load(rulebook_id), player, next(bankers)) for player in HANDS[player_total])


def total_of(hand: tuple[Card, ...]) -> int:
    return dealer.point_count([str(card) for card in hand])


@pytest.mark.parametrize("rule", by_clause(PLAYER_RULES))
def test_the_player_draws_and_stays_as_printed(rule: PlayerRule, saw: Sightings) -> None:
    book = rulebook_of(rule.clause)
    totals: dict[int, Coup] = {}
    for coup in first_four(book, range(10), range(10)):
        made = decisions(coup, book)
        total, natural = total_of(coup.player), max(total_of(coup.player), total_of(coup.banker)) >= 8
        if natural or str(total) not in rule.totals:
            assert rule.clause not in made[0].clauses
            continue
        assert made[0].hand is Hand.PLAYER
        assert made[0].draws == (str(total) in rule.draws)
        assert rule.clause in made[0].clauses
        assert (next_draw(coup) is Hand.PLAYER) == made[0].draws
        totals.setdefault(total, coup)
    saw([told(book, coup, 0) for coup in totals.values()])


@pytest.mark.parametrize("rule", by_clause(PLAYER_RULES, breaks=True))
def test_a_player_decision_against_the_rule_is_refused(rule: PlayerRule, saw: Sightings) -> None:
    """Where it draws, neither standing nor a card for the Banker is right; where it stays, no card is the Player's."""
    book = rulebook_of(rule.clause)
    totals: dict[int, Coup] = {}
    for coup in first_four(book, map(int, rule.totals), range(8)):
        draws = str(total_of(coup.player)) in rule.draws
        for claim in (None, Hand.BANKER) if draws else (Hand.PLAYER,):
            refusal = check_draw(coup, claim, book)
            assert refusal is not None
            assert rule.clause in refusal.clauses
            if totals.setdefault(total_of(coup.player), coup) is coup:
                saw(answered(book, coup, claim))


# --- naturals --------------------------------------------------------------------------------------------------------


class NaturalRule(NamedTuple):
    """A clause on naturals, and in which hand it looks for one."""

    clause: str
    hands: str


NATURAL_RULES = [
    NaturalRule("s42/i/1", "either"),
    NaturalRule("ma/1/natural", "either"),
    NaturalRule("ma/10/a", "either"),
    NaturalRule("ma/10/t1/8-9", "banker"),
    NaturalRule("sem/natural", "either"),
    NaturalRule("sem/chart-player-natural", "player"),
    NaturalRule("sem/banker-8-9", "banker"),
    NaturalRule("sen/natural", "either"),
    NaturalRule("sen/player-natural", "player"),
    NaturalRule("sen/chart-player-natural", "player"),
    NaturalRule("sen/banker-natural", "banker"),
    NaturalRule("sen/banker-8-9", "banker"),
]


def has_natural(coup: Coup, hands: str) -> bool:
    player, banker = total_of(coup.player[:2]) in (8, 9), total_of(coup.banker[:2]) in (8, 9)
    return {"player": player, "banker": banker, "either": player or banker}[hands]


@pytest.mark.parametrize("rule", by_clause(NATURAL_RULES))
def test_a_natural_ends_the_drawing_for_both_hands(rule: NaturalRule, saw: Sightings) -> None:
    """Also where a table by itself would draw: Player 0 to 5, or Banker 0 to 5 against a natural 8 (A17, A19)."""
    book = rulebook_of(rule.clause)
    naturals: dict[tuple[int, int], Coup] = {}
    for coup in first_four(book, range(10), range(10)):
        made = decisions(coup, book)
        if not has_natural(coup, rule.hands):
            assert rule.clause not in {clause for decision in made for clause in decision.clauses}
            continue
        assert made == (made[0],)
        assert not made[0].draws
        assert rule.clause in made[0].clauses
        assert coup.over
        totals = total_of(coup.player), total_of(coup.banker)
        if sum(totals) % 3 == 0 and naturals.setdefault(totals, coup) is coup:
            saw(told(book, coup))


@pytest.mark.parametrize("rule", by_clause(NATURAL_RULES, breaks=True))
def test_a_card_drawn_against_a_natural_is_refused(rule: NaturalRule, saw: Sightings) -> None:
    book = rulebook_of(rule.clause)
    naturals: dict[tuple[int, int], Coup] = {}
    for coup in first_four(book, range(10), range(10)):
        if has_natural(coup, rule.hands):
            totals = total_of(coup.player), total_of(coup.banker)
            for hand in Hand:
                refusal = check_draw(coup, hand, book)
                assert refusal is not None
                assert rule.clause in refusal.clauses
                if sum(totals) % 3 == 0 and naturals.setdefault(totals, coup) is coup:
                    saw(answered(book, coup, hand))


def test_a_three_card_8_or_9_is_no_natural() -> None:
    book = load("massachusetts")
    for player, banker, third in (("A5", "23", "2"), ("A5", "23", "3")):
        coup = dealt(book, (player[0], player[1]), (banker[0], banker[1]))
        assert "ma/1/natural" not in decisions(coup, book)[0].clauses
        assert third
    coup = START
    for dealt_card in parse_cards("As,2h,4c,3d,3s,Kd"):  # Player 5 draws a 3: a three-card 8
        coup = take(coup, dealt_card, book.tableau) if not coup.over else coup
    assert coup.result.player_total == 8
    assert coup.result.player_cards == 3
    assert not coup.result.player_natural


# --- nobody has a choice ---------------------------------------------------------------------------------------------

NO_DISCRETION = [("sem/fixed-rules",), ("sem/no-options",), ("sen/no-options",)]


def drawing_moments(book: Rulebook) -> Iterator[tuple[Coup, Decision]]:
    """Every decision without a natural: a Player and a Banker pair of each total, and every third card."""
    for player_total, banker_total in product(range(8), range(8)):
        coup = dealt(book, HANDS[player_total][0], HANDS[banker_total][0])
        yield coup, decisions(coup, book)[-1]
        for rank in POINTS if player_total < 6 else "":
            after = take(coup, card(rank), book.tableau)
            yield after, decisions(after, book)[-1]


@pytest.mark.parametrize(
    "clause", [pytest.param(row[0], marks=pytest.mark.clause(row[0]), id=row[0]) for row in NO_DISCRETION]
)
def test_each_decision_follows_from_the_cards_alone(clause: str, saw: Sightings) -> None:
    book = rulebook_of(clause)
    for number, (coup, decision) in enumerate(drawing_moments(book)):
        assert clause in decision.clauses
        assert check_draw(coup, next_draw(coup), book) is None
        assert decisions(coup, book)[-1] == decision  # asked again, it answers the same
        if number % 7 == 0:
            saw(told(book, coup))


@pytest.mark.parametrize(
    "clause", [pytest.param(row[0], marks=pytest.mark.clause(row[0], breaks=True), id=row[0]) for row in NO_DISCRETION]
)
def test_a_wish_to_draw_or_stand_otherwise_is_refused(clause: str, saw: Sightings) -> None:
    book = rulebook_of(clause)
    for number, (coup, _) in enumerate(drawing_moments(book)):
        for wish in (None, *Hand):
            refusal = check_draw(coup, wish, book)
            assert (refusal is None) == (wish is next_draw(coup))
            if refusal:
                assert clause in refusal.clauses
                if number % 17 == 0:
                    saw(answered(book, coup, wish))


# --- citations outside the tables ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rulebook_id", "clause"),
    [("section-42", "s42/h/4"), ("massachusetts", "ma/9/d"), ("seminole", "sem/one-additional"), ("seneca", "s42/h/4")],
)
def test_a_fourth_card_for_a_hand_is_refused_as_one_too_many(rulebook_id: str, clause: str) -> None:
    book = load(rulebook_id)
    coup = dealt(book, ("A", "A"), ("A", "A"), "5")
    refused = check_draw(coup, Hand.PLAYER, book)
    assert refused is not None
    assert refused.clause == clause
    full = take(coup, card("2"), book.tableau)
    for hand in Hand:
        refused = check_draw(full, hand, book)
        assert refused is not None
        assert refused.clause == clause


@pytest.mark.parametrize(
    ("rulebook_id", "clause"),
    [
        ("section-42", "s42/g/3/alternate"),
        ("massachusetts", "ma/8/c/alternate"),
        ("seminole", "sem/alternate"),
        ("seneca", "s42/g/3/alternate"),
    ],
)
def test_the_first_four_cards_alternate(rulebook_id: str, clause: str) -> None:
    book, coup = load(rulebook_id), START
    for due, wrong in ((Hand.PLAYER, Hand.BANKER), (Hand.BANKER, Hand.PLAYER)) * 2:
        assert check_draw(coup, due, book) is None
        refused = check_draw(coup, wrong, book)
        assert refused is not None
        assert clause in refused.clauses
        coup = take(coup, ALL_CARDS[9], book.tableau)


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
def test_d02_seneca_borrows_the_missing_row_and_the_others_print_it(rulebook_id: str) -> None:
    """D02: when the Player stands, Seneca prints nothing for Banker 3 to 6. It draws on 3, 4, 5 and stands on 6."""
    book = load(rulebook_id)
    for banker_total in range(3, 7):
        coup = dealt(book, ("3", "3"), HANDS[banker_total][0])
        decision = decisions(coup, book)[-1]
        assert decision.draws == (banker_total <= 5)
        own = {"section-42": "s42/i/3/no-third", "massachusetts": "ma/10/c/1", "seminole": "sem/banker-player-stands"}
        assert decision.clauses[0] == own.get(rulebook_id, "s42/i/3/no-third")


def test_d01_seneca_banker_6_draws_against_a_6() -> None:
    """D01: the no-draw list of Banker 6 prints a 6 that the draw list has too; the draw list prevails."""
    book = load("seneca")
    decision = decisions(dealt(book, ("A", "A"), ("3", "3"), "6"), book)[-1]
    assert decision.draws
    assert "sen/banker-6" in decision.clauses
    assert "sen/banker-6-no" not in decision.clauses
