"""What the counts say: edges near the exact ones, the length of shoes, results of single shoes."""

from collections import Counter
from fractions import Fraction

import pytest

from minibac.odds.prices import Odds
from minibac.play.results import Result, Winner
from minibac.rules.rulebook import RULEBOOKS
from minibac.simulate.histogram import Histogram
from minibac.simulate.plan import By, SimulationError, plan
from minibac.simulate.pure import shoe_codes
from minibac.simulate.report import Followed, Report, estimates, followed_worth
from minibac.simulate.runs import back_end, run, simulate
from minibac.simulate.text import report_text
from tests.simulate.shoes import house
from tests.simulate.totals import total

TABLES: list[tuple[str, dict[str, object]]] = [
    *((rulebook, {}) for rulebook in RULEBOOKS),
    ("section-42", {"vigorish_type": "tie-25"}),
    ("section-42", {"vigorish_type": "none-banker-6", "decks": 6}),
    ("massachusetts", {"vigorish_type": "ez", "dragon_bonus_paytable": "B"}),
    ("massachusetts", {"house_money": "on", "shuffler": "continuous"}),
]


@pytest.mark.parametrize(("rulebook", "options"), TABLES)
def test_every_wager_comes_near_its_exact_edge(rulebook: str, options: dict[str, object]) -> None:
    rules = house(rulebook, **options)
    found = estimates(rules, simulate(rules, 40_000, seed=2, by=By.RANKS))
    assert [estimate.wager for estimate in found] == [proposition.id for proposition in rules.propositions]
    for estimate in found:
        assert abs(estimate.z) < 4, estimate
        low, high = estimate.interval
        assert low < float(estimate.mean) < high


@pytest.mark.parametrize(("decks", "coups"), [(8, 81.48), (6, 60.43)])
def test_shoes_are_as_long_as_they_should_be(decks: int, coups: float) -> None:
    counted = simulate(house(decks=decks), 60_000, seed=4)
    assert abs(counted.coups_per_shoe - coups) < 4 * counted.coups_per_shoe_error + 0.005
    assert counted.coups_per_shoe_error < 0.01


def test_pairs_need_ranks() -> None:
    rules = house("seminole")
    by_points = estimates(rules, simulate(rules, 100, by=By.POINTS))
    assert [estimate.wager for estimate in by_points] == ["player", "banker", "tie"]
    by_ranks = estimates(rules, simulate(rules, 100, by=By.RANKS))
    assert [estimate.wager for estimate in by_ranks[3:]] == ["player-pair", "banker-pair"]
    assert by_ranks[:3] == by_points


def test_a_mean_is_the_edge_of_the_coups_that_fell() -> None:
    """Ten coups by hand: six for the Banker, three for the Player, one tie."""
    banker, player, tie = Result(5, 6, 2, 2).code, Result(7, 6, 2, 2).code, Result(6, 6, 2, 2).code
    fallen = Counter({banker: 6, player: 3, tie: 1})
    counted = Histogram(tuple(fallen[code] for code in range(400)), 1, 100)
    means = {estimate.wager: estimate.mean for estimate in estimates(house(), counted)}
    assert means == {"banker": Fraction(3 * 20 - 6 * 19, 200), "player": Fraction(3, 10), "tie": Fraction(1, 10)}


def test_following_a_wager_adds_up_its_results() -> None:
    rules = house()
    shoes = plan(rules)
    units, worth = followed_worth(Odds(rules), shoes, ["banker", "tie"])
    assert units == [Fraction(1, 20), Fraction(1)]
    steps = run(shoes, 8, [(0, 300)], back_end("cpu"), worth=worth)
    counted = total((step.histogram for step in steps), shoes.codes, 2)
    by_hand: Counter[int] = Counter()
    for number in range(300):
        winners = Counter(Result.from_code(code).winner for code in shoe_codes(shoes, 8, number))
        by_hand[19 * winners[Winner.BANKER] - 20 * winners[Winner.PLAYER]] += 1
    assert counted.results[0] == by_hand
    followed = Followed("banker", units[0], counted.results[0])
    means = {estimate.wager: estimate.mean for estimate in estimates(rules, counted)}
    assert followed.mean == -means["banker"] * counted.coups / counted.shoes
    assert followed.share(1) + followed.share(0) + followed.share(-1) == pytest.approx(1)
    assert followed.quantile(0) <= followed.quantile(0.5) <= followed.quantile(1) == max(by_hand) * units[0]


def test_a_wager_that_is_not_there_is_not_followed() -> None:
    rules = house()
    with pytest.raises(SimulationError, match="Section 42 knows no wager dragon-7"):
        followed_worth(Odds(rules), plan(rules), ["dragon-7"])
    seminole = house("seminole")
    with pytest.raises(SimulationError, match="followed by ranks"):
        followed_worth(Odds(seminole), plan(seminole), ["player-pair"])


def test_nothing_dealt_is_nothing_to_estimate() -> None:
    with pytest.raises(SimulationError, match="no coup"):
        estimates(house(), Histogram((0,) * 400, 0, 0))


def test_from_many_coups_on_a_note_says_what_the_cutting_card_does() -> None:
    def notes(shuffler: str, times: int) -> list[str]:
        rules = house(shuffler=shuffler)
        found = simulate(rules, 5, seed=1)
        by_code = tuple(times * coups for coups in found.by_code)
        found = Histogram(by_code, times * found.shoes, times * found.coups_squared)
        report = Report(Odds(rules), plan(rules), 1, found, "pure", 1.0)
        told = [*map(str, report.plain().get("notes", []))]
        assert all(note in report_text(report) for note in told)
        return told

    (note,) = notes("manual", 10**6)
    assert note.startswith("over so many coups the cutting card shows")
    assert notes("manual", 1) == notes("continuous", 10**6) == []
