"""Frequencies over many shoes: fair ones are not remarkable, a shoe that favours a card or a rhythm is, and by name."""

import random

from minibac.audit.auditor import Auditor
from minibac.audit.statistics import Compared, Frequencies
from minibac.rules.rulebook import load
from minibac.shoes.reading import placed
from tests.audit.planted import RANKS
from tests.naive import dealer as naive

COUPS_IN_SHOE = 70


def shoes(count: int, seed: int, *, aces_first: bool = False) -> list[str]:
    """Shoes of eight decks as lines of a notation; where aces are favoured, the best of two cards comes first."""
    rng, lines = random.Random(seed), ["shoe-notation 1", '[rulebook "seneca"]']
    for number in range(count):
        lines.append(f'[shoe "{number}"]')
        left = [rank for rank in RANKS for _ in range(32)]
        rng.shuffle(left)
        for _ in range(COUPS_IN_SHOE):
            if aces_first and rng.random() < 0.3 and "A" in left[:12]:
                left.insert(0, left.pop(left.index("A")))
            player, banker, left, _ = naive.deal_hands("seneca", left)
            counts = naive.point_count(player), naive.point_count(banker)
            winner = "T" if counts[0] == counts[1] else "P" if counts[0] > counts[1] else "B"
            lines.append(f"{' '.join(player)} | {' '.join(banker)} = {winner}")
    return lines


def compared_in(lines: list[str]) -> dict[str, Compared]:
    auditor = Auditor()
    auditor.audit("many.shoe", placed("notation", lines))
    report = auditor.done()
    assert report.found == {}
    return {test.id: test for test in report.tested}


def test_fair_shoes_are_not_remarkable() -> None:
    tests = compared_in(shoes(20, 5))
    assert list(tests) == [
        "results", "naturals", "player-pair", "banker-pair", "ranks-1", "ranks-2", "ranks-3", "ranks-4", "runs",
    ]  # fmt: skip
    assert not any(test.remarkable for test in tests.values())
    assert all(test.chance <= test.corrected for test in tests.values())


def test_a_card_that_comes_too_often_in_one_place_is_named() -> None:
    tests = compared_in(shoes(20, 5, aces_first=True))
    assert tests["ranks-1"].remarkable
    assert min(tests.values(), key=lambda test: test.chance).id == "ranks-1"


def test_results_that_alternate_are_named() -> None:
    lines = ["shoe-notation 1", *(line for shoe in range(20) for line in (f'[shoe "{shoe}"]', *["= B", "= P"] * 35))]
    tests = compared_in(lines)
    assert list(tests) == ["runs"]
    assert tests["runs"].remarkable


def test_remarkable_is_as_rare_as_stated() -> None:
    """Results drawn with the exact chances of eight decks, four hundred times: a few at most are remarkable."""
    rng, drawing = random.Random(2), load("seneca").tableau
    remarkable = 0
    for _ in range(400):
        seen = Frequencies()
        seen.decks = {8}
        for letter in rng.choices("BPT", (0.458597, 0.446247, 0.095156), k=1_000):
            seen.winners[letter] += 1
        (test,) = seen.tested(drawing, {})
        remarkable += test.remarkable
    assert remarkable <= 12


def test_few_coups_are_not_judged() -> None:
    assert compared_in(shoes(5, 5)) == {}
