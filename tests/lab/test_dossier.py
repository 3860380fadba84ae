"""The dossier's parts: published counts are found again, sums stay true, a risk that was not seen is no zero."""

import math
from importlib.util import find_spec

import numpy as np
import pytest

from minibac.odds.known_wagers import named
from minibac.odds.own_wagers import read_own_wagers
from minibac.simulate.findings import share_interval
from minibac.simulate.known import NO_BURN
from minibac.simulate.study import Shoes, count_study
from tests.simulate.shoes import house

pytestmark = pytest.mark.skipif(find_spec("numba") is None, reason="studies need the extra fast")

if find_spec("numba"):
    from minibac.lab.case import WagerCase
    from minibac.lab.ruin import ruin
    from minibac.lab.sample import Sample, chosen, deal
    from minibac.lab.search import best_systems, correlation
    from minibac.simulate.counting import Count

EZ = house("massachusetts", vigorish_type="ez")
DRAGON = (0, 0, 0, -1, -1, -1, -1, 2, 2, 0)


@pytest.fixture(scope="module")
def dragon() -> "Sample":
    """Shoes for the search, with every coup priced."""
    return deal(WagerCase(EZ, "dragon-7"), Shoes(300, first_shoe=4000), 0)


def test_the_search_finds_the_counts_that_were_published_for_the_dragon_7(dragon: "Sample") -> None:
    """Tags of size 2 by what they win: the balanced ones and the unbalanced ones, with the trigger at 32."""
    true, running = best_systems(dragon, [2])
    assert (true.system.tags, true.system.running, true.balanced) == (DRAGON, False, True)
    assert 3 <= true.system.trigger <= 4
    assert (running.system.tags, running.system.running) == ((1, *DRAGON[1:]), True)
    assert abs(running.system.trigger - 32) <= 1
    assert math.isclose(true.correlation, dragon.case.effects.count(2).correlation)


def test_tags_that_win_most_win_more_than_those_that_follow_closest(dragon: "Sample") -> None:
    """In the shoes that were searched no tags of that size win more, those that follow the effects among them."""
    for found in best_systems(dragon, [1]):
        closest = dragon.case.effects.count(1)
        tags = tuple(closest.tags[name] for name in ("A", *"23456789", "T"))
        best = max(
            dragon.played(Count("dragon-7", tags, trigger / 2, found.system.running)).units_per_100_coups.value
            for trigger in range(0, 60, 4)
        )
        assert dragon.played(found.system).units_per_100_coups.value >= best - 1e-12


def test_larger_tags_never_win_less_in_the_shoes_that_are_searched() -> None:
    """Smaller tags are of their size too. In these five shoes a search that forgets them ends lower at size 3."""
    few = deal(WagerCase(EZ, "dragon-7"), Shoes(5, first_shoe=4000), 0)
    by_kind: dict[bool, list[float]] = {False: [], True: []}
    for found in best_systems(few):
        by_kind[found.system.running].append(few.played(found.system).units_per_100_coups.value)
    for worths in by_kind.values():
        assert len(worths) == 4
        assert worths == sorted(worths)


@pytest.mark.parametrize(
    ("wager", "tags", "trigger", "depth", "share", "edge", "per_100", "per_shoe"),
    [
        ("dragon-7", DRAGON, 4, 15, 0.0916, 0.0803, None, 0.597),
        ("big-tiger", (0, 0, -1, -1, -1, -2, 1, 2, 2, 0), 8, 15, 0.03536, 0.07227, 0.256, None),
        ("panda-8", (1, 1, -2, -2, -2, -1, -1, -2, 4, 1), 11, 15, None, None, None, 0.237),
    ],
)
def test_published_counts_lie_within_three_standard_errors(
    wager: str,
    tags: tuple[int, ...],
    trigger: int,
    depth: int,
    share: float,
    edge: float,
    per_100: float,
    per_shoe: float,
) -> None:
    own = None if wager != "big-tiger" else named(wager)[0]
    played = deal(WagerCase(EZ, wager, own), Shoes(1200, depth=depth), 0).played(Count(wager, tags, trigger))
    measures = (played.bet_share, played.average_edge, played.units_per_100_coups, played.units_per_shoe)
    for measure, published in zip(measures, (share, edge, per_100, per_shoe), strict=True):
        if published is not None:
            assert abs(measure.value - published) < 3 * measure.error


def test_a_dossier_plays_a_system_as_the_study_of_counts_does(dragon: "Sample") -> None:
    system = Count("dragon-7", DRAGON, 4, divisor="half", rounding="nearest")
    known = count_study(EZ, system, Shoes(300, first_shoe=4000))
    found = dragon.played(system)
    assert (found.bets, found.coups) == (known.bets, known.coups)
    assert math.isclose(found.units_per_shoe.value, known.units_per_shoe.value)
    assert math.isclose(found.average_edge.error, known.average_edge.error)


def test_divisors_and_rounding(dragon: "Sample") -> None:
    cards = dragon.left.sum(axis=1)
    plain = Count("dragon-7", DRAGON, 4)
    running = dragon.counts(plain._replace(running=True))
    assert np.array_equal(dragon.counts(plain), running * 52 / cards)
    decks = {
        "half": np.maximum(np.floor(cards / 26 + 0.5) / 2, 0.5),
        "whole": np.maximum(np.floor(cards / 52 + 0.5), 1),
    }
    for divisor, left in decks.items():
        assert np.array_equal(dragon.counts(plain._replace(divisor=divisor)), running / left)
    true = dragon.counts(plain)
    assert np.array_equal(dragon.counts(plain._replace(rounding="down")), np.floor(true))
    assert np.array_equal(dragon.counts(plain._replace(rounding="zero")), np.trunc(true))
    assert np.array_equal(dragon.counts(plain._replace(rounding="nearest")), np.floor(true + 0.5))


def test_without_a_burn_the_first_coup_has_all_cards() -> None:
    unburned = deal(WagerCase(EZ, "dragon-7"), Shoes(3, burn_seen=NO_BURN), 0)
    assert set(unburned.left.sum(axis=1)[unburned.starts]) == {416}
    assert not unburned.unseen_burned.any()


def test_suits_are_dealt_so_that_ranks_stay_what_they_were() -> None:
    """By card a shoe loses the same ranks; each card leaves once and none comes back."""
    (red,) = read_own_wagers(
        '[wager.red]\nlines=[{when={player_first_colour="red"},outcome="win",odds=1},{outcome="lose"}]'
    )
    case = WagerCase(house(), "red", red)
    sample = deal(case, Shoes(2), 9)
    by_rank = deal(WagerCase(house(), "tiger-pair", named("tiger-pair")[0]), Shoes(2), 0)
    assert np.array_equal(sample.left.reshape(-1, 4, 13).sum(axis=1), by_rank.left)
    for start, end in zip(sample.starts, [*sample.starts[1:], sample.coups], strict=True):
        assert (np.diff(sample.left[start:end], axis=0) <= 0).all()
    assert sample.left.min() >= 0
    assert sample.left.max() <= 8
    assert (sample.case.suited, sample.case.quick, by_rank.case.suited) == (True, True, False)
    reds = sample.left[sample.priced, 13:39].sum(axis=1) / sample.left[sample.priced].sum(axis=1)
    assert np.allclose(sample.chances[:, 0], reds), "the first card is red as often as cards left are"
    assert np.allclose(sample.case.in_line(sample.left[sample.priced]), 2 * reds - 1), "and effects say all of it"


def test_coups_that_were_priced_stand_for_all_of_them() -> None:
    left = np.repeat(np.arange(400, 10, -5)[:, None], 1, axis=1)
    rows, weights = chosen(left, 30)
    assert math.isclose(weights @ (1 / left[rows, 0]), (1 / left[:, 0]).sum())
    assert rows.mean() > len(left) / 2, "late coups are priced more often"


def test_what_effects_say_is_exact_for_one_card_less() -> None:
    """And the exact engine says the same of suits as of points, where a wager can be written both ways."""
    case = WagerCase(EZ, "dragon-7")
    one_less = np.array([[128, *[32] * 9]]) - np.eye(10, dtype=np.int64)
    exact = case.expected(case.chances(one_less))
    assert np.allclose(case.in_line(one_less), exact, atol=1e-12)
    (again,) = read_own_wagers(
        '[wager.seven]\nlines=[{when={winner="banker",banker_total=7,banker_third_value={not="none"}},outcome="win",odds=40},'
        '{outcome="lose"}]'
    )
    by_cards = WagerCase(EZ, "seven", again)
    assert not by_cards.quick
    left = np.array([[3, 0, 2, 5, 1, 4, 2, 1, 0, 6, 2, 3, 1]])
    by_value = np.concatenate(([[left[0, 9:].sum()]], left[:, :9]), axis=1)
    assert np.allclose(by_cards.chances(left), case.chances(by_value), atol=1e-15)


def test_a_wager_to_which_all_cards_are_alike_has_no_count() -> None:
    case = WagerCase(house(), "tiger-pair", named("tiger-pair")[0])
    assert best_systems(deal(case, Shoes(2), 0)) == []
    assert correlation(case, Count("tiger-pair", DRAGON, 0)) == 0


def test_a_share_that_was_never_seen_has_an_upper_bound() -> None:
    assert share_interval(0, 2000) == pytest.approx((0, 1 - 0.025 ** (1 / 2000)))
    assert share_interval(2000, 2000)[1] == 1
    low, high = share_interval(5, 2000)
    assert low < 5 / 2000 < high


def test_the_risk_of_ruin() -> None:
    """An even-money game at p: whoever never stops with b units is ruined with (q / p) ** b at most; paths are less."""
    fair = ruin([1.0, -1.0], np.array([0.55, 0.45]), bets=2000, paths=400, seed=1)
    root = math.log(0.55 / 0.45)
    assert fair.risks[0].ever == pytest.approx(math.exp(-root * 49))
    assert all(risk.interval[1] > 0 for risk in fair.risks)
    assert fair.risks[-1].ruined == 0
    assert fair.edge == pytest.approx(0.1)
    assert fair.final.value == pytest.approx(200, abs=4 * fair.final.error)
    assert fair.risks[-1].ever_word == "0.01%", "a bound is not nothing"
    losing = ruin([1.0, -1.0], np.array([0.3, 0.7]), bets=500, paths=50, seed=1)
    assert (losing.risks[0].ruined, losing.risks[0].ever, losing.bets_to_show) == (50, 1, math.inf)
    assert ruin([1.0, -1.0], np.array([0.3, 0.7]), bets=500, paths=50, seed=1) == losing
