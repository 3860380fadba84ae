"""What cards and hands are worth, under the clauses of each document."""

from functools import cache
from itertools import combinations_with_replacement, permutations, product
from typing import NamedTuple

import pytest

from minibac.cards.card import ALL_CARDS, POINTS, RANKS, Card, Rank, Suit, burn_count, parse_cards, points, total
from minibac.play.coup import hand_total
from minibac.play.deal import Explained, deal
from minibac.play.decisions import check_count, count_of, value_of
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.refusal import Code, Refusal
from minibac.rules.rulebook import RULEBOOKS, Rulebook, load
from minibac.table import commands as c
from minibac.table.state import Phase
from tests.play.felt import Felt
from tests.sightings import Sightings

PRINTED = dict(zip("A23456789TJQK", (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0), strict=True))
"""As all four documents print it: an ace one, 2 to 9 their face, tens and faces nothing."""

EVERY_RANK = "A23456789TJQK"


class ValueClause(NamedTuple):
    """A clause on the Value of cards, and the ranks it speaks of."""

    clause: str
    ranks: str


VALUE_CLAUSES = [
    ValueClause("s42/a/2", EVERY_RANK),
    ValueClause("s42/a/2/i", "23456789"),
    ValueClause("s42/a/2/ii", "TJQK"),
    ValueClause("s42/a/2/iii", "A"),
    ValueClause("ma/6/a", EVERY_RANK),
    ValueClause("ma/6/a/1", "23456789"),
    ValueClause("ma/6/a/2", "TJQK"),
    ValueClause("ma/6/a/3", "A"),
    ValueClause("sem/values", "23456789"),  # "all cards", but the next sentences take ace, tens and faces out (C02)
    ValueClause("sem/values-ace-deuce", "A2"),
    ValueClause("sem/values-tens", "TJQK"),
    ValueClause("sen/values-zero", "TJQK"),
    ValueClause("sen/values-ace", "A"),
    ValueClause("sen/values-face", "23456789"),
]


def book_of(clause: str) -> Rulebook:
    prefix = clause.partition("/")[0]
    return next(load(rulebook_id) for rulebook_id in RULEBOOKS if load(rulebook_id).prefix == prefix)


@cache
def house_of(clause: str) -> HouseRules:
    rules = build(book_of(clause))
    assert isinstance(rules, HouseRules)
    return rules


def hand(ranks: str) -> tuple[Card, ...]:
    """A hand of these ranks; suits go round, since they never matter."""
    return tuple(Card(Rank(rank), list(Suit)[index % 4]) for index, rank in enumerate(ranks))


def marked(rows: list[ValueClause], *, breaks: bool = False) -> list[object]:
    marks = {"breaks": True} if breaks else {}
    return [pytest.param(row, marks=pytest.mark.clause(row.clause, **marks), id=row.clause) for row in rows]


def test_the_table_of_values_is_the_printed_one_and_the_only_one() -> None:
    for card in ALL_CARDS:
        assert card.points == points(card.rank) == POINTS[card.rank] == PRINTED[card.rank.value]


FILL = parse_cards("Kd")


def told(clause: str, ranks: str) -> Explained:
    """How ``deal`` counts a Player's Hand of two or three cards of these ranks, against a Banker of seven."""
    order = dealt_order(ranks)
    coup = deal(house_of(clause), order, ())
    assert [card.rank.value for card in coup.coup.player[: len(ranks)]] == [card.rank.value for card in player(order)]
    lines = [line for line in coup.explanation if line.step == "count"]
    return lines[0 if len(ranks) == 2 else 2]


def dealt_order(ranks: str) -> tuple[Card, ...]:
    """The order of the shoe that gives the Player's Hand these ranks."""
    first, second, *third = next(p for p in permutations(ranks) if len(p) == 2 or raw_sum("".join(p[:2])) % 10 < 6)
    cards = hand(first + second + "".join(third))
    return (cards[0], *FILL, cards[1], *parse_cards("7c"), *cards[2:], *FILL, *FILL)


def player(order: tuple[Card, ...]) -> tuple[Card, ...]:
    return (order[0], order[2], *(order[4:5] if order[4:5] != FILL else ()))


def miscalled(clause: str, ranks: str, claimed: int) -> Refusal:
    """What a table says to a dealer who announces another count for such a hand."""
    felt = Felt(house_of(clause), dealt_order(ranks))
    if len(ranks) == 2:
        felt.to(lambda state: state.phase is Phase.TURNING and state.on_layout.cards("player") is not None)
        return felt.no(c.CallCount, hand="player", count=claimed)
    felt.at(Phase.RESULT)
    return felt.no(c.CallResult, player=claimed, banker=7, result="banker")


@pytest.mark.parametrize("row", marked(VALUE_CLAUSES))
def test_a_rank_has_its_printed_value(row: ValueClause, saw: Sightings) -> None:
    for rank in EVERY_RANK:
        line = told(row.clause, rank + rank)
        assert value_of(Rank(rank), book_of(row.clause)).number == PRINTED[rank]
        assert (row.clause in line.clauses) == (rank in row.ranks)
        saw(line)


@pytest.mark.parametrize("row", marked(VALUE_CLAUSES, breaks=True))
def test_a_hand_counted_with_another_value_is_refused(row: ValueClause, saw: Sightings) -> None:
    """An ace for eleven, a king for ten, one too many or too few: the count that follows from it is refused."""
    for rank in row.ranks:
        right = 2 * PRINTED[rank] % 10
        for value in {1, 10, 11, PRINTED[rank] + 1, PRINTED[rank] - 1} - {PRINTED[rank]}:
            claimed = PRINTED[rank] + value  # one card right, the other not
            if claimed % 10 == right and claimed < 10:
                continue
            refusal = miscalled(row.clause, rank + rank, claimed)
            assert (refusal.code, refusal.allowed) == (Code.WRONG_COUNT, (str(right),))
            saw(refusal)


def all_hands() -> list[str]:
    """Every hand of one, two or three ranks, in sorted order."""
    return ["".join(ranks) for size in (1, 2, 3) for ranks in combinations_with_replacement(EVERY_RANK, size)]


def raw_sum(ranks: str) -> int:
    return sum(PRINTED[rank] for rank in ranks)


COUNT_CLAUSES = {
    # clause: the sums it speaks of
    "s42/a/3": range(28),
    "s42/a/3/drop-left": range(10, 28),
    "ma/6/b": range(28),
    "ma/6/b/drop-left": range(10, 28),
    "sem/values-examples": range(28),  # this guide shows the count by example alone (C03)
    "sen/values-combination": range(10, 28),  # "totalling ten" is read as every two-digit total (D11)
}


@pytest.mark.parametrize("clause", [pytest.param(c, marks=pytest.mark.clause(c), id=c) for c in COUNT_CLAUSES])
def test_the_point_count_is_the_right_digit_of_the_sum(clause: str, saw: Sightings) -> None:
    book = book_of(clause)
    for ranks in all_hands():
        counted = count_of(hand(ranks), book)
        assert counted.number == int(str(raw_sum(ranks))[-1])
        assert 0 <= counted.number <= 9
        assert (clause in counted.clauses) == (raw_sum(ranks) in COUNT_CLAUSES[clause])
    for ranks in SOME_HANDS:
        line = told(clause, ranks)
        assert (clause in line.clauses) == (raw_sum(ranks) in COUNT_CLAUSES[clause])
        saw(line)


@pytest.mark.parametrize(
    "clause", [pytest.param(c, marks=pytest.mark.clause(c, breaks=True), id=c) for c in COUNT_CLAUSES]
)
def test_any_other_count_is_refused(clause: str, saw: Sightings) -> None:
    """A count kept with two digits, or one off, is refused with the clause that decides it."""
    book = book_of(clause)
    for ranks in all_hands():
        right = raw_sum(ranks) % 10
        assert check_count(hand(ranks), right, book) is None
        for claimed in {raw_sum(ranks), (right + 1) % 10, (right - 1) % 10} - {right}:
            refusal = check_count(hand(ranks), claimed, book)
            assert refusal is not None
            assert refusal.code is Code.WRONG_COUNT
            assert refusal.allowed == (str(right),)
            if raw_sum(ranks) in COUNT_CLAUSES[clause]:
                assert clause in refusal.clauses
    for ranks in SOME_HANDS:
        right = raw_sum(ranks) % 10
        for claimed in {raw_sum(ranks), (right + 1) % 10} - {right}:
            refusal = miscalled(clause, ranks, claimed)
            assert (clause in refusal.clauses) == (raw_sum(ranks) in COUNT_CLAUSES[clause])
            saw(refusal)


SOME_HANDS = ("34", "55", "9K", "69", "A24", "A29", "KQ9", "289")
"""Two cards and three, with sums of one digit and of two."""

EXAMPLES = [
    ("s42/a/3/i", "A24", 7),
    ("s42/a/3/ii", "A29", 2),
    ("ma/6/b/1", "A24", 7),
    ("ma/6/b/2", "A29", 2),
    ("sem/values-examples", "95", 4),
    ("sem/values-examples", "JA", 1),
]


@pytest.mark.parametrize(
    ("clause", "ranks", "count"),
    [pytest.param(*row, marks=pytest.mark.clause(row[0]), id=f"{row[0]}-{row[1]}") for row in EXAMPLES],
)
def test_the_printed_examples(clause: str, ranks: str, count: int, saw: Sightings) -> None:
    counted = count_of(hand(ranks), book_of(clause))
    assert counted.number == count
    assert counted.clauses[0] == clause
    assert count_of(hand(ranks[::-1]), book_of(clause))[0::2] == counted[0::2], "the order of the cards does not matter"
    line = told(clause, ranks)
    assert line.clauses[0] == clause
    saw(line)


@pytest.mark.parametrize(
    ("clause", "ranks", "count"),
    [pytest.param(*row, marks=pytest.mark.clause(row[0], breaks=True), id=f"{row[0]}-{row[1]}") for row in EXAMPLES],
)
def test_the_printed_examples_counted_otherwise_are_refused(
    clause: str, ranks: str, count: int, saw: Sightings
) -> None:
    for claimed in {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14} - {count}:
        refusal = miscalled(clause, ranks, claimed)
        assert clause in refusal.clauses
        saw(refusal)


def test_the_examples_are_cited_for_their_own_cards_alone() -> None:
    for clause, ranks, _ in EXAMPLES:
        if clause == "sem/values-examples":
            continue
        for other in all_hands():
            assert (clause in count_of(hand(other), book_of(clause)).clauses) == (sorted(other) == sorted(ranks))


@pytest.mark.parametrize("ranks", ["", "A234"])
def test_a_hand_has_one_two_or_three_cards(ranks: str) -> None:
    with pytest.raises(ValueError, match="one, two or three cards"):
        count_of(hand(ranks), load("section-42"))


def test_the_largest_sum_counts_seven() -> None:
    assert total(hand("999")) == hand_total(hand("999")) == 7


def test_suits_never_matter() -> None:
    for rank, (one, other) in product(RANKS, product(Suit, Suit)):
        assert total([Card(rank, one)]) == total([Card(rank, other)]) == burn_count(rank) % 10


@pytest.mark.parametrize(
    ("rulebook_id", "examples"),
    [
        ("section-42", [("A24", 7, "s42/a/3/i"), ("A29", 2, "s42/a/3/ii")]),
        ("massachusetts", [("A24", 7, "ma/6/b/1"), ("A29", 2, "ma/6/b/2")]),
        ("seminole", [("95", 4, "sem/values-examples"), ("JA", 1, "sem/values-examples")]),
        ("seneca", []),
    ],
)
def test_the_examples_in_the_data_are_the_printed_ones(rulebook_id: str, examples: list[tuple[str, int, str]]) -> None:
    stated = load(rulebook_id).values.example
    assert [("".join(example.cards), example.total, example.clause) for example in stated] == examples
    for ranks, count, _ in examples:
        assert total(hand(ranks)) == count


def test_what_the_guides_say_of_counts() -> None:
    """Seminole counts by its examples (C03); Seneca prints a rule for ten and borrows the rest (D11)."""
    for ranks, clauses in (("34", ("s42/a/3",)), ("55", ("sen/values-combination", "s42/a/3"))):
        assert count_of(hand(ranks), load("seneca")).clauses == clauses
    for ranks in ("34", "55"):
        assert count_of(hand(ranks), load("seminole")).clauses == ("sem/values-examples",)
