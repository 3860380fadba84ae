"""Drills on the cards: Point Counts, the tableau, who draws, naturals, the burn, the last hand, the rack, the calls."""

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random

from minibac.cards.card import ALL_CARDS, POINTS, RANKS, Card, Suit
from minibac.cards.shoe import Shoe, burn
from minibac.play.coup import START, Coup, Hand, next_draw, play, take
from minibac.play.deal import announced
from minibac.play.decisions import count_of, decisions, values_of
from minibac.play.shoe_life import ShoeCoup, coups
from minibac.rules.drawing import STOOD
from minibac.rules.house_rules import HouseRules
from minibac.school.answers import CARDS, NUMBER, WORDS, numbers, words_for
from minibac.school.items import Item, Lesson, called, unique
from minibac.table.steps import book_of
from minibac.voice.said import Cards, Said, many, said

DRAW = words_for(d=said("drill|draw"), s=said("drill|stand"))
WHO = words_for(p=said("drill|Player"), b=said("drill|Banker"), n=said("drill|nobody"))
NATURAL = words_for(p=said("drill|Player"), b=said("drill|Banker"), t=said("drill|both"), n=said("drill|neither"))
AFTER = words_for(g=said("drill|play goes on"), l=said("drill|last hand"), s=said("drill|shuffle"))

Cell = tuple[str, int, int]
"""A cell of the tableau: whose, its Point Count, and the worth of the Player's third card, or that there is none."""
INITIAL, MOST_CARDS = 2, 6
SMALL_SHOE = 60
"""Cards in a shoe whose end is asked about: a few rounds."""


def some(chance: Random, number: int) -> tuple[Card, ...]:
    """Cards out of a shoe of many decks."""
    return tuple(chance.choice(ALL_CARDS) for _ in range(number))


def shown(hand: tuple[Card, ...]) -> Cards:
    return Cards(tuple(map(str, hand)))


def named(cards: tuple[Card, ...]) -> list[str]:
    return list(map(str, cards))


def counts(lesson: Lesson, chance: Random, level: int) -> Iterator[Item]:
    book = lesson.rules.rulebook
    while True:
        hands = [some(chance, chance.choice((2, 3)) if level > 2 else level + 1) for _ in range(2 if level > 2 else 1)]
        counted = [count_of(hand, book) for hand in hands]
        first, last = hands[0], hands[-1]
        if level > 2:
            question = said("Player's Hand {player}, Banker's Hand {banker}: both Point Counts?")
            question = question.about(player=shown(first), banker=shown(last))
        else:
            question = said("{cards}: what is the Point Count?", cards=shown(first))
        yield Item(
            question,
            numbers(2) if level > 2 else NUMBER,
            (" ".join(str(one.number) for one in counted),),
            said("{counts}", counts=many((one.text for one in counted), ";")),
            unique(*(one.clauses for one in counted), *(values_of(hand, book) for hand in hands)),
            {"hands": [named(hand) for hand in hands]},
        )


def hand_of(total: int, chance: Random) -> tuple[Card, Card]:
    """Two cards with this Point Count."""
    first = chance.choice(ALL_CARDS)
    ranks = [rank for rank in RANKS if (POINTS[rank] + first.points) % 10 == total]
    return first, Card(chance.choice(ranks), chance.choice(tuple(Suit)))


def dealt(cards: tuple[Card, ...], rules: HouseRules) -> Coup:
    """A coup as far as these cards go."""
    coup = START
    for card in cards:
        coup = take(coup, card, rules.drawing)
    return coup


def tableau(lesson: Lesson, chance: Random, level: int) -> Iterator[Item]:
    """Every cell: the Player's row and a Banker's Hand whose opponent stood, then each third card, then all of them."""
    rules, drawing = lesson.rules, lesson.rules.drawing
    quiet = [total for total in range(10) if not drawing.natural[total]]
    draws = [total for total in quiet if drawing.player_draws[total]]
    stands = [total for total in quiet if not drawing.player_draws[total]]
    rows: list[Cell] = [("player", total, STOOD) for total in quiet]
    rows += [("banker", total, STOOD) for total in quiet]
    third: list[Cell] = [("banker", total, column) for total, column in product(quiet, range(10))]
    cells = {1: rows, 2: third, 3: rows + third}[level]
    chance.shuffle(cells)
    for hand, total, column in cells:
        if hand == "player":
            player, banker = hand_of(total, chance), hand_of(chance.choice(quiet), chance)
            question = said("The Player's Hand has {total}, and nobody has a natural: draw or stand?", total=total)
        else:
            player = hand_of(chance.choice(stands if column == STOOD else draws), chance)
            banker = hand_of(total, chance)
            question = said("Banker {total}, the Player stood: draw or stand?", total=total)
        cards: tuple[Card, ...] = (player[0], banker[0], player[1], banker[1])
        if column != STOOD:
            cards = (*cards, chance.choice([card for card in ALL_CARDS if card.points == column]))
            question = said("Banker {total}, the Player's third card is worth {points}: draw or stand?")
            question = question.about(total=total, points=column)
        made = {str(one.hand): one for one in decisions(dealt(cards, rules), rules.rulebook)}
        decision, asked = made[hand], {"cards": named(cards), "hand": hand}
        yield Item(question, DRAW, ("d" if decision.draws else "s",), decision.text, decision.clauses, asked)


def draws(lesson: Lesson, chance: Random, level: int) -> Iterator[Item]:
    """Who takes the next card, from the cards alone: after four, after the Player's third, or at any moment."""
    rules = lesson.rules
    while True:
        cards = some(chance, 4)
        coup = dealt(cards, rules)
        if level > 1 and next_draw(coup) is Hand.PLAYER and (level == 2 or chance.random() < 0.7):
            cards = (*cards, *some(chance, 1))
            coup = dealt(cards, rules)
        elif level == 2:
            continue
        due = next_draw(coup)
        made = decisions(coup, rules.rulebook)
        question = said("Player's Hand {player}, Banker's Hand {banker}: who takes the next card?")
        yield Item(
            question.about(player=shown(coup.player), banker=shown(coup.banker)),
            WHO,
            ({Hand.PLAYER: "p", Hand.BANKER: "b", None: "n"}[due],),
            said("{reasons}", reasons=many((one.text for one in made), ";")),
            unique(*(one.clauses for one in made)),
            {"cards": named(cards)},
        )


def naturals(lesson: Lesson, chance: Random, level: int) -> Iterator[Item]:
    """Who has a natural: from the counts, from four cards, and among finished hands of three cards too."""
    rules = lesson.rules
    high = [total for total in range(10) if rules.drawing.natural[total]]
    while True:
        often = [chance.choice((chance.choice(high), chance.randrange(10))) for _ in range(2)]
        player, banker = (hand_of(total, chance) for total in often)
        coup = play((player[0], banker[0], player[1], banker[1], *some(chance, 2)), rules.drawing)
        made = decisions(coup, rules.rulebook)
        seen = coup.result.player_natural, coup.result.banker_natural
        if level < 3:
            coup = coup._replace(player=player, banker=banker)
        question = said("Player's Hand {player}, Banker's Hand {banker}: who has a natural?")
        if level == 1:
            question = question.about(
                player=said("{count}", count=coup.player_total), banker=said("{count}", count=coup.banker_total)
            )
            question = said("Two cards each. {question}", question=question)
        else:
            question = question.about(player=shown(coup.player), banker=shown(coup.banker))
        yield Item(
            question,
            NATURAL,
            ({(True, False): "p", (False, True): "b", (True, True): "t", (False, False): "n"}[seen],),
            said("{reasons}", reasons=many((one.text for one in made), ";")),
            unique(*(one.clauses for one in made)),
            {"player": named(coup.player), "banker": named(coup.banker)},
        )


def burns(lesson: Lesson, chance: Random, level: int) -> Iterator[Item]:
    """The burn: how many more, how many in all, how many are left in the shoe."""
    rules = lesson.rules
    ranks = list(RANKS)
    chance.shuffle(ranks)
    questions = {
        1: said("The first card out of the shoe is {card}: how many more are burned?"),
        2: said("The first card out of the shoe is {card}: how many cards are burned in all, it among them?"),
        3: said("A shoe of {cards_count:card|cards} is burned; the first is {card}. How many are left in it?"),
    }
    for rank in ranks:
        first = Card(rank, chance.choice(tuple(Suit)))
        burned, _ = burn(rules, Shoe((first, *some(chance, 10)), depth=0))
        whole = rules.cards_in_shoe
        answer = {1: len(burned.others), 2: burned.cards_count, 3: whole - burned.cards_count}[level]
        question = questions[level].about(card=shown((first,)), cards_count=whole)
        why = said("{card} counts {number}, and is burned itself", card=shown((first,)), number=len(burned.others))
        asked = {"first": str(first), "cards_in_shoe": whole}
        yield Item(question, NUMBER, (str(answer),), why, burned.clauses, asked)


def last_hands(lesson: Lesson, chance: Random, level: int) -> Iterator[Item]:
    """What follows a round near the end of a shoe: play goes on, last hand is announced, or the cards are shuffled."""
    rules = lesson.rules
    if rules.options["shuffler"] == "continuous":  # it has no shoe that ends (F10)
        return
    clauses = book_of(rules).steps["round", "last-hand"].clauses
    while True:
        order, depth = some(chance, SMALL_SHOE), 14 if level == 1 else chance.randrange(14, 25)
        _, shoe = burn(rules, Shoe(order, depth))
        rounds = list(coups(rules, shoe))
        near = rounds[-3:] if level < 3 else rounds[-2:]
        for one in chance.sample(near, len(near)):
            yield Item(
                _round_told(one, depth, level),
                AFTER,
                ("s" if one.last_hand else "l" if one.cut_card_came_out else "g",),
                _round_means(one),
                tuple(clauses),
                {"order": named(order), "depth": depth, "round": one.coup_no},
            )
        if level == 1:
            return


def _round_told(one: ShoeCoup, depth: int, level: int) -> Said:
    left = one.shoe.left_count
    before = said("Last hand was announced before this round") if one.last_hand else said("No cutting card so far")
    came = said("the cutting card came out during it") if one.cut_card_came_out else said("it shows no cutting card")
    question = said("{before}; {now}. What follows this round?", before=before, now=came)
    if level > 1 and not one.last_hand:
        now = said(
            "the cutting card lies before the last {depth}, the round takes {cards_count:card|cards} "
            "and leaves {left} in the shoe"
        )
        question = question.about(now=now.about(depth=depth, cards_count=len(one.cards), left=left))
    elif one.last_hand:
        question = said("{before}. What follows this round?", before=before)
    return question


def _round_means(one: ShoeCoup) -> Said:
    if one.last_hand:
        return said("one round is played after last hand, and this was it: the cards are shuffled")
    if one.cut_card_came_out:
        return said("the round in which the cutting card comes out is completed; then last hand, and one more")
    return said("the cutting card has not come out")


def rack(lesson: Lesson, chance: Random, level: int) -> Iterator[Item]:
    """Rebuild the hands of a round from the cards in the rack, which lie there as they left the shoe."""
    rules = lesson.rules
    clause = book_of(rules).steps["round", "discard"].clauses.named("reconstruct")
    while True:
        rounds = []
        for _ in range(level):
            coup = play(some(chance, MOST_CARDS), rules.drawing)
            rounds.append(coup)
        asked_round = level
        coup = rounds[-1]
        hand = chance.choice(tuple(Hand))
        lie = tuple(card for one in rounds for card in in_order(one))
        which = said("the Player's Hand") if hand is Hand.PLAYER else said("the Banker's Hand")
        question = said("Since the burn these cards came: {cards}. Which were {hand} of round {round}?")
        cards = coup.player if hand is Hand.PLAYER else coup.banker
        made = decisions(coup, rules.rulebook)
        yield Item(
            question.about(cards=shown(lie), hand=which, round=asked_round),
            CARDS,
            (" ".join(map(str, cards)),),
            said("{reasons}", reasons=many((one.text for one in made), ";")),
            unique((clause,), *(one.clauses for one in made)),
            {"cards": named(lie), "round": asked_round, "hand": hand.value},
        )


def in_order(coup: Coup) -> tuple[Card, ...]:
    """The cards of a finished coup as they left the shoe."""
    first = [card for pair in zip(coup.player[:INITIAL], coup.banker[:INITIAL], strict=True) for card in pair]
    return (*first, *coup.player[INITIAL:], *coup.banker[INITIAL:])


def announcements(lesson: Lesson, chance: Random, level: int) -> Iterator[Item]:
    """The calls, word for word: those without a number, the counts of the hands, the end of the round."""
    rules, calls = lesson.rules, lesson.rules.rulebook.announcements
    if level == 1:
        moments = {
            "no_more_bets": said("Betting ends: what does the dealer call?"),
            "last_hand": said("The round in which the cutting card came out has ended: what does the dealer call?"),
        }
        for name, question in moments.items():
            yield _call(question, Said(calls[name].text), calls[name].clauses, {"call": name})
    if level < 3:
        totals = list(product(("player", "banker"), range(10)))
        chance.shuffle(totals)
        for hand, total in totals:
            two = hand_of(total, chance)
            which = said("the Player's Hand") if hand == "player" else said("the Banker's Hand")
            question = said("{hand:^} shows {cards}: what does the dealer call?", hand=which, cards=shown(two))
            call = calls[f"{hand}_count"]
            asked = {"call": f"{hand}_count", "hand": named(two)}
            yield _call(question, Said(call.text, {hand: total}), call.clauses, asked)
        return
    while True:
        cards = some(chance, MOST_CARDS)
        coup = play(cards, rules.drawing)
        question = said("Player's Hand {player}, Banker's Hand {banker}: what does the dealer call at the end?")
        told = announced(rules, coup.result)
        asked = {"call": "result", "cards": named(cards), "vigorish_type": str(rules.options["vigorish_type"])}
        yield _call(
            question.about(player=shown(coup.player), banker=shown(coup.banker)), told.text, told.clauses, asked
        )


def _call(question: Said, words: Said, clauses: tuple[str, ...], asked: Mapping[str, object]) -> Item:
    return Item(question, WORDS, called(words), said("the call is: {words}", words=words), tuple(clauses), asked)
