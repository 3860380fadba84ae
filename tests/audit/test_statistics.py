"""Frequencies over many shoes: fair ones are not remarkable, a shoe that favours a card or a rhythm is, and by name."""

import random

from minibac.audit.auditor import Auditor
from minibac.audit.course import Shuffles
from minibac.audit.statistics import Compared, Frequencies, holm
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
        "drift",
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
    assert list(tests) == ["runs", "drift"]
    assert tests["runs"].remarkable


def test_remarkable_is_as_rare_as_stated() -> None:
    """Results drawn with the exact chances of eight decks, four hundred times: a few at most are remarkable."""
    rng, drawing = random.Random(2), load("seneca").tableau
    remarkable = 0
    for _ in range(400):
        seen = Frequencies()
        seen.decks[8] = 1_000
        for letter in rng.choices("BPT", (0.458597, 0.446247, 0.095156), k=1_000):
            seen.winners[letter] += 1
        (test,) = holm(seen.tested(drawing, {}))
        remarkable += test.remarkable
    assert remarkable <= 12


def test_few_coups_are_not_judged() -> None:
    assert compared_in(shoes(5, 5)) == {}


def results_of(dealers: dict[str, str], seed: int, shoes_count: int = 30) -> list[str]:
    """Shoes of results alone, a dealer each by turns; each deals with these weights of Banker, Player and tie."""
    rng, lines = random.Random(seed), ["shoe-notation 1"]
    for number in range(shoes_count):
        name = list(dealers)[number % len(dealers)]
        weights = [float(weight) for weight in dealers[name].split()]
        lines.append(f'[shoe "pit/{number + 1}"]')
        lines += [f'= {letter} dealer="{name}"' for letter in rng.choices("BPT", weights, k=COUPS_IN_SHOE)]
    return lines


FAIR = "0.458597 0.446247 0.095156"


def test_a_dealer_unlike_the_others_is_named_and_the_others_are_not() -> None:
    fair = dict.fromkeys(("Ann", "Bo", "Cleo"), FAIR)
    assert not any(test.remarkable for test in compared_in(results_of(fair, 4)).values())
    tests = compared_in(results_of({**fair, "Cleo": "0.36 0.36 0.28"}, 4))
    remarkable = [name for name, test in tests.items() if test.remarkable]
    assert min(remarkable, key=lambda name: tests[name].chance) == "dealer:Cleo"
    assert {"dealer:Ann", "dealer:Bo", "table-drift:pit", "drift"} <= tests.keys()
    assert not any("drift" in name for name in remarkable)


def test_a_device_that_drifts_is_named() -> None:
    lines = [*results_of({"Ann": FAIR}, 4, 15), *results_of({"Ann": "0.3 0.3 0.4"}, 5, 15)[1:]]
    lines[1:1] = ['[device "A-17"]']
    tests = compared_in([line.replace(' dealer="Ann"', "") for line in lines])
    assert tests["device-drift:A-17"].remarkable
    assert not any(name.startswith("dealer") for name in tests)


def test_a_shuffle_that_remembers_is_named_and_a_fair_one_is_not() -> None:
    rng, cards = random.Random(3), [rank + suit for rank in RANKS for suit in "shdc"] * 8

    def shuffled(riffles: int) -> float:
        seen, stack = Shuffles(), rng.sample(cards, len(cards))
        for _ in range(21):
            seen.see(stack[:340], 8)
            for _ in range(riffles):
                halves = iter(stack[: len(stack) // 2]), iter(stack[len(stack) // 2 :])
                stack = [next(half) for half in rng.sample(halves * (len(stack) // 2), len(stack))]
            if not riffles:
                rng.shuffle(stack)
        (test,) = seen.tested()
        return test.chance

    assert shuffled(3) < 1e-6
    assert shuffled(0) > 0.01


def test_shuffles_of_several_tables_are_held_against_the_shoe_before_at_the_same_table() -> None:
    """Two tables by turns; the second lays every shoe as the one before it."""
    rng, cards = random.Random(3), [rank + suit for rank in RANKS for suit in "shdc"] * 8
    seen, same = Shuffles(), rng.sample(cards, len(cards))
    for _ in range(30):
        seen.see(rng.sample(cards, 340), 8, "T1")
        seen.see(same[:340], 8, "T2")
    (test,) = seen.tested()
    assert test.coups == 58
    assert test.chance < 1e-6


def test_shoes_of_six_and_of_eight_decks_are_tested_together() -> None:
    lines = [*shoes(10, 6), '[rulebook "section-42"]', '[option.decks "6"]', *shoes(10, 5)[2:]]
    auditor = Auditor()
    auditor.audit("many.shoe", placed("notation", lines))
    assert dict(auditor.frequencies.decks) == {8: 700, 6: 700}
    tests = {test.id: test for test in auditor.done().tested}
    assert {"results", "naturals", "player-pair", "banker-pair"} <= tests.keys()
    assert not any(test.remarkable for test in tests.values())


def test_results_without_shoes_are_tested_where_their_decks_are_known() -> None:
    rng = random.Random(9)
    lines = [f"= {letter}" for letter in rng.choices("BPT", (0.4, 0.4, 0.2), k=2_000)]
    tests = compared_in(["shoe-notation 1", '[rulebook "seneca"]', *lines])
    assert tests["results"].remarkable
