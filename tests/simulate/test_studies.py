"""Studies: what a guest knows before each coup, what counting systems and perfect play are worth, and bankrolls."""

from collections import Counter
from importlib.util import find_spec

import numpy as np
import pytest

from minibac.cards.card import ALL_CARDS, RANKS, Card
from minibac.odds import read_own_wagers
from minibac.odds.prices import Odds
from minibac.play.results import POINT_CODES
from minibac.rules.rulebook import RULEBOOKS
from minibac.simulate import card_trace, known
from minibac.simulate.bankroll import Staking, bankroll_study, walk
from minibac.simulate.compiling import with_callees
from minibac.simulate.counting import Count
from minibac.simulate.cpu import card_tables_of
from minibac.simulate.dealing import ROWS
from minibac.simulate.findings import Finding, sums_of
from minibac.simulate.plan import By, SimulationError, plan
from minibac.simulate.pricing import Pricing
from minibac.simulate.shown import ShownShoe, show_shoe
from minibac.simulate.study import Shoes, at_depth, count_study, depth_study, perfect_study
from minibac.simulate.trace import trace
from tests.simulate.shoes import altered, house

pytestmark = pytest.mark.skipif(find_spec("numba") is None, reason="studies need the extra fast")

SEED = 0xABCDEF_12345678
EZ = house("massachusetts", vigorish_type="ez")
DRAGON = Count("dragon-7", (0, 0, 0, -1, -1, -1, -1, 2, 2, 0), trigger=4)


def composition(cards: list[Card], decks: int, by: By) -> list[int]:
    """What is left of whole decks without these cards."""
    seen = Counter(card.rank for card in cards)
    by_rank = [4 * decks - seen[rank] for rank in RANKS]
    return by_rank if by is By.RANKS else [sum(by_rank[9:]), *by_rank[:9]]


def shown_compositions(shown: ShownShoe, decks: int, by: By, *, burn_seen: bool) -> list[list[int]]:
    """The same, coup after coup, from the cards of a shoe that was dealt through the engine."""
    assert shown.burn is not None
    seen = [shown.burn.first, *(shown.burn.others if burn_seen else ())]
    found = []
    for coup in shown.coups:
        found.append(composition(seen, decks, by))
        seen += [*coup.player, *coup.banker]
    return found


# --------------------------------------------------------------------------------------------------- what a guest knows


@pytest.mark.parametrize("by", By)
@pytest.mark.parametrize("burn_seen", [False, True])
@pytest.mark.parametrize(("decks", "depth"), [(8, 14), (6, 100), (1, 14)])
def test_a_trace_is_what_somebody_at_the_table_would_write_down(
    by: By, burn_seen: bool, decks: int, depth: int
) -> None:
    rules = house("massachusetts", cut_card_depth=depth if decks > 1 else 14)
    shoes = plan(rules, by, decks)
    traced = trace(shoes, SEED, 5, 4, burn_seen=burn_seen)
    for index in range(4):
        shown = show_shoe(rules, shoes, SEED, 5 + index)
        rows = slice(int(traced.starts[index]), int(traced.ends[index]))
        codes = shown.codes if by is By.RANKS else [code % POINT_CODES for code in shown.codes]
        assert traced.codes[rows].tolist() == codes
        assert traced.compositions[rows].tolist() == shown_compositions(shown, decks, by, burn_seen=burn_seen)
        assert shown.burn is not None
        assert traced.burned[index] == len(shown.burn.others)
        assert set(traced.unseen_burned[rows]) == {0 if burn_seen else len(shown.burn.others)}


def test_a_continuous_shuffler_tells_nothing() -> None:
    shoes = plan(house(shuffler="continuous"), By.POINTS)
    traced = trace(shoes, SEED, 0, 2, burn_seen=True)
    assert len(traced.codes) == 2 * shoes.coups
    assert (traced.compositions == [128, *[32] * 9]).all()
    assert traced.burned.tolist() == [0, 0]


@pytest.mark.parametrize("burn_seen", [False, True])
def test_the_plain_function_runs_uncompiled_too(burn_seen: bool) -> None:
    shoes = altered(plan(house(), By.RANKS, decks=2))
    traced = trace(shoes, 9, 3, 1, burn_seen=burn_seen)
    compositions = np.zeros((shoes.most_coups, 13), np.int64)
    codes = [0] * shoes.most_coups
    told = known.trace_shoe(
        [0] * ROWS, compositions, codes, 0, 1, shoes.prefixes, 3, 9, 0, shoes.decks, shoes.depth, shoes.coups,
        shoes.natural, shoes.player_rule, shoes.banker_rules, burn_seen,
    )  # fmt: skip
    coups, burned = told & 0xFFFF, told >> known.BURN_SHIFT
    assert codes[:coups] == traced.codes.tolist()
    assert compositions[:coups, known.RANKS_FROM_POOL].tolist() == traced.compositions.tolist()
    assert burned == traced.burned[0]


def test_the_rulebook_says_who_sees_the_burn() -> None:
    assert {name: known.burn_is_seen(house(name)) for name in RULEBOOKS} == {
        "section-42": True,
        "massachusetts": False,
        "seminole": True,
        "seneca": True,
    }


# ----------------------------------------------------------------------------------------------------- counting systems


def test_the_published_study_of_dragon_7_comes_out_again() -> None:
    """Tags 0 0 0 -1 -1 -1 -1 2 2 0, true count 4, 8 decks, burn unseen and in the divisor: 9.2 %, 8.0 %, 0.60 units."""
    found = count_study(EZ, DRAGON, Shoes(30_000, seed=11))
    for measure, published, rounding in (
        (found.bet_share, 0.092, 0.0005),
        (found.average_edge, 0.080, 0.0005),
        (found.units_per_shoe, 0.60, 0.005),
    ):
        assert 0 < measure.error < 0.02
        assert abs(measure.value - published) < 4 * measure.error + rounding
    assert abs(found.won_per_shoe.value - found.units_per_shoe.value) < 4 * found.won_per_shoe.error
    assert found.units_per_100_coups.value == pytest.approx(
        100 * found.units_per_shoe.value * found.shoes / found.coups
    )


def test_a_count_is_the_tags_of_the_cards_seen_for_each_deck_left() -> None:
    shoes = plan(EZ, By.POINTS)
    traced = trace(shoes, 3, 0, 1, burn_seen=False)
    row = 40
    left = traced.compositions[row].tolist()
    running = sum(tag * (32 - left[value]) for value, tag in zip(range(1, 10), DRAGON.tags, strict=False))
    decks_left, without_burn = sum(left) / 52, (sum(left) - int(traced.burned[0])) / 52
    assert DRAGON.counts(traced, shoes)[row] == pytest.approx(running / decks_left)
    assert DRAGON._replace(burn_in_divisor=False).counts(traced, shoes)[row] == pytest.approx(running / without_burn)
    assert DRAGON._replace(running=True).counts(traced, shoes)[row] == running
    seen = trace(shoes, 3, 0, 1, burn_seen=True)
    assert DRAGON.counts(seen, shoes).tolist() == DRAGON._replace(burn_in_divisor=False).counts(seen, shoes).tolist()


def test_ten_tags_and_thirteen_say_the_same() -> None:
    by_rank = DRAGON._replace(tags=(*DRAGON.tags, 0, 0, 0))
    one, other = (count_study(EZ, count, Shoes(300)) for count in (DRAGON, by_rank))
    assert one.sums.totals == pytest.approx(other.sums.totals)
    assert one.bets == other.bets


def test_a_burn_that_is_seen_is_worth_something() -> None:
    """The same shoes, the same system: what the guest knows changes, and with it where bets are made."""
    unseen, seen = (count_study(EZ, DRAGON, Shoes(2000, burn_seen=burn_seen)) for burn_seen in (False, True))
    assert unseen.coups == seen.coups
    assert unseen.bets != seen.bets
    assert seen == count_study(EZ, DRAGON._replace(burn_in_divisor=False), Shoes(2000, burn_seen=True))


@pytest.mark.parametrize(
    ("count", "sentence"),
    [
        (DRAGON._replace(tags=(1, 2)), "2 tags are no counting system"),
        (DRAGON._replace(tags=(0.0,) * 10), "sees nothing"),
        (DRAGON._replace(trigger=float("nan")), "plain numbers"),
        (DRAGON._replace(wager="dragon-8"), "did you mean dragon-7"),
        (DRAGON._replace(wager="player-pair"), "knows no wager player-pair"),
    ],
)
def test_a_system_that_means_nothing_is_refused(count: Count, sentence: str) -> None:
    with pytest.raises(SimulationError, match=sentence):
        count_study(EZ, count, Shoes(10))


# --------------------------------------------------------------------------------------------------------- perfect play


def test_perfect_play_is_at_least_as_good_as_counting() -> None:
    shoes = Shoes(1500, seed=5)
    (perfect,) = perfect_study(EZ, ["dragon-7"], shoes)
    for trigger in (2, 4, 6):
        counted = count_study(EZ, DRAGON._replace(trigger=trigger), shoes)
        assert perfect.coups == counted.coups
        assert perfect.units_per_shoe.value > counted.units_per_shoe.value
    assert perfect.average_edge.value > 0


def test_every_wager_is_worth_what_the_exact_odds_say() -> None:
    rules = house("seminole")
    shoes = plan(rules, By.RANKS)
    odds = Odds(rules)
    pricing = Pricing.over(odds)
    assert pricing.by is By.RANKS
    traced = trace(shoes, 8, 0, 1, burn_seen=True)
    rows = traced.compositions[[0, 30, -1]]
    expected = pricing.expected(rows, shoes.drawing)
    for row, found in zip(rows.tolist(), expected, strict=True):
        there = odds.with_cards(row)
        assert found == pytest.approx([float(there[name].expectation) for name in pricing.wagers], abs=1e-13)


ON_CARDS = """
[wager.red]
lines = [{ when = { player_first_colour = "red" }, outcome = "win", odds = 1 }, { outcome = "lose" }]
[wager.twins]
lines = [{ when = { banker_suited_pair = true }, outcome = "win", odds = 60 }, { outcome = "lose" }]
[wager.pair-tie]
lines = [{ when = { player_pair = true, winner = "tie" }, outcome = "win", odds = 130 }, { outcome = "lose" }]
"""
OWN = read_own_wagers(ON_CARDS)


@pytest.mark.parametrize("burn_seen", [0, 1, known.NO_BURN])
def test_a_trace_by_card_is_what_somebody_with_an_eye_for_suits_would_write_down(burn_seen: int) -> None:
    """The cards left by card, and how each wager on cards fell, as the engine deals and settles the same shoe."""
    rules = house("massachusetts")
    pricing = Pricing.over(Odds(rules, own=OWN))
    shoes = plan(rules, By.RANKS, sights=pricing.sights)
    traced = trace(shoes, SEED, 5, 3, burn_seen=burn_seen)
    by_rank = trace(shoes._replace(sights=()), SEED, 5, 3, burn_seen=burn_seen)
    assert traced.codes.tolist() == by_rank.codes.tolist()
    assert traced.compositions.reshape(-1, 4, 13).sum(axis=1).tolist() == by_rank.compositions.tolist()
    assert (traced.ends.tolist(), traced.burned.tolist()) == (by_rank.ends.tolist(), by_rank.burned.tolist())
    if burn_seen == known.NO_BURN:
        return
    won = pricing.won(traced)
    for index in range(3):
        shown = show_shoe(rules, shoes, SEED, 5 + index)
        assert shown.burn is not None
        gone = Counter([shown.burn.first, *(shown.burn.others if burn_seen else ())])
        for row, coup in enumerate(shown.coups, int(traced.starts[index])):
            assert traced.compositions[row].tolist() == [8 - gone[card] for card in ALL_CARDS]
            gone.update([*coup.player, *coup.banker])
            outcomes = [each.wager.outcome(coup.result, (coup.player, coup.banker)) for each in pricing.laid[-3:]]
            assert won[row, -3:].tolist() == [float(each.pays) for each in outcomes]


def test_the_trace_by_card_runs_uncompiled_too() -> None:
    shoes = plan(house(), By.RANKS, 2, Pricing.over(Odds(house(), own=OWN[:1])).sights)
    traced = trace(shoes, 9, 3, 1, burn_seen=1)
    tables, at = card_tables_of(shoes.sights)
    compositions, codes = np.zeros((shoes.most_coups, 52), np.int64), np.zeros((shoes.most_coups, 1), np.int64)
    fell, ends, burned = np.zeros((shoes.most_coups, 1, 1), np.int64), np.zeros(1, np.int64), np.zeros(1, np.int64)
    work = [[0] * rows for rows in card_trace.WORK]
    plain = with_callees(card_trace.trace_card_shoes, card_trace.in_one_lane(lambda each: each, lambda each: each))
    plain(
        *work, compositions, codes, fell, ends, burned, tables.tolist(), at.tolist(), 3, 9, 0, *shoes.numbers,
        shoes.banker_rules, shoes.codes, 1,
    )  # fmt: skip
    coups = int(ends[0])
    assert codes[:coups, 0].tolist() == traced.codes.tolist()
    assert compositions[:coups, card_trace.CARDS_FROM_POOL].tolist() == traced.compositions.tolist()
    assert fell[:coups, :, 0].tolist() == traced.fell.tolist()
    assert burned[0] == traced.burned[0]


def test_wagers_on_cards_are_studied_beside_those_of_the_table() -> None:
    """Each is worth what the exact odds say; the others are worth what they are worth without them."""
    rules = house()
    odds = Odds(rules, own=OWN)
    pricing = Pricing.over(odds)
    shoes = plan(rules, By.RANKS, sights=pricing.sights)
    rows = trace(shoes, 8, 0, 1, burn_seen=True).compositions[[0, 40, -1]]
    for row, worth in zip(rows.tolist(), pricing.expected(rows, shoes.drawing), strict=True):
        there = odds.with_cards(row)
        assert worth == pytest.approx([float(there[name].expectation) for name in pricing.wagers], abs=1e-12)
    perfect = {each.wager: each for each in perfect_study(rules, [], Shoes(60), own=OWN)}
    assert list(perfect) == ["player", "banker", "tie", "red", "twins", "pair-tie"]
    (alone,) = perfect_study(rules, ["tie"], Shoes(60))
    assert alone.sums.totals == pytest.approx(perfect["tie"].sums.totals)
    tags = tuple(-1.0 if card.suit.value in "hd" else 1.0 for card in ALL_CARDS)
    counted = count_study(rules, Count("red", tags, 0.001), Shoes(60), OWN)
    assert counted.bets == perfect["red"].bets > 0, "whoever counts colours knows all about a red first card"
    assert counted.sums.totals == pytest.approx(perfect["red"].sums.totals)
    assert abs(counted.won_per_shoe.value - counted.units_per_shoe.value) < 4 * counted.won_per_shoe.error
    paths = bankroll_study(rules, "red", Staking(), 500, 4, Shoes(5), Count("red", tags, 0.001), OWN)
    assert set(paths.levels.ravel() % 1) == {0.0}
    with pytest.raises(SimulationError, match="52 tags are no counting system"):
        count_study(rules, Count("tie", tags, 1), Shoes(1), OWN)
    with pytest.raises(SimulationError, match="asks for pairs or cards, and the GPU prices Point Counts"):
        perfect_study(rules, ["red"], Shoes(1), "gpu", OWN)


def test_pairs_are_studied_by_ranks() -> None:
    rules = house("seminole")
    found = {each.wager: each for each in perfect_study(rules, [], Shoes(200))}
    assert list(found) == ["player", "banker", "tie", "player-pair", "banker-pair"]
    assert found["player-pair"].bets == found["banker-pair"].bets > 0
    (alone,) = perfect_study(rules, ["tie"], Shoes(200))
    assert alone.sums.totals == pytest.approx(found["tie"].sums.totals)


@pytest.mark.parametrize("threads", [2, 3])
def test_a_study_is_the_same_with_any_number_of_threads(threads: int) -> None:
    one, many = Shoes(400, threads=1), Shoes(400, threads=threads)
    assert count_study(EZ, DRAGON, one) == count_study(EZ, DRAGON, many)
    assert perfect_study(EZ, ["tie", "panda-8"], one) == perfect_study(EZ, ["tie", "panda-8"], many)
    paths = [bankroll_study(EZ, "tie", Staking(), 20, 7, shoes._replace(shoes=6)) for shoes in (one, many)]
    assert paths[0].levels.tolist() == paths[1].levels.tolist()


def test_progress_is_told_to_the_last_shoe() -> None:
    told: list[tuple[int, int]] = []
    found = count_study(EZ, DRAGON, Shoes(300, progress=lambda shoes, coups: told.append((shoes, coups))))
    assert told == sorted(told)
    assert told[-1] == (300, found.coups)


def test_measures_and_their_errors_are_those_of_the_shoes() -> None:
    shoes = np.array([[80, 8, 0.4, 1], [82, 0, 0, 0], [78, 10, 0.9, -2], [84, 2, 0.1, 3]], np.float64)
    found = Finding("tie", sums_of(shoes[:2]) + sums_of(shoes[2:]))
    assert found.bet_share.value == pytest.approx(20 / 324)
    assert found.average_edge.value == pytest.approx(1.4 / 20)
    assert found.units_per_shoe == pytest.approx((0.35, np.std([0.4, 0, 0.9, 0.1], ddof=1) / 2))
    left = shoes[:, 1] - 20 / 324 * shoes[:, 0]
    assert found.bet_share.error == pytest.approx(np.sqrt((left**2).sum() / 3 / 4) / 81)


def test_a_wager_that_is_never_bet_on_has_no_edge() -> None:
    (found,) = perfect_study(house(shuffler="continuous"), ["banker"], Shoes(2))
    assert (found.bets, found.average_edge.value, found.units_per_shoe.value) == (0, 0, 0)


# ----------------------------------------------------------------------------------------------------- the cutting card


def test_the_deeper_the_cutting_card_the_less_there_is_to_win() -> None:
    shoes = Shoes(600, seed=2)
    found = depth_study(EZ, [14, 60, 150], shoes, wagers=["dragon-7"])
    units = [at.findings[0].units_per_100_coups.value for at in found]
    assert units == sorted(units, reverse=True)
    assert found[0].findings == perfect_study(EZ, ["dragon-7"], shoes)
    coups = [at.findings[0].coups for at in found]
    assert coups == sorted(coups, reverse=True)
    (counted,) = depth_study(EZ, [60], shoes, DRAGON)
    assert counted.findings == (
        count_study(house("massachusetts", vigorish_type="ez", cut_card_depth=60), DRAGON, shoes),
    )


def test_depths_without_room_are_refused_before_anything_is_dealt() -> None:
    for depths, sentence in (([14, 11], "cannot be studied"), ([400], "12 to 399 can"), ([], "no depth")):
        with pytest.raises(SimulationError, match=sentence):
            depth_study(EZ, depths, Shoes(10**9), DRAGON)
    with pytest.raises(SimulationError, match="continuous shuffler"):
        at_depth(plan(house(shuffler="continuous")), 14)


# ------------------------------------------------------------------------------------------------------------- bankroll


def walked(
    stakes: list[float], pays: list[float], bankroll: float, fraction: float = 0.0, least: float = 1.0
) -> list[float]:
    state, levels = [bankroll, bankroll, 0.0, 0.0, 0.0, 0.0], [0.0]
    walk(stakes, pays, [len(pays)], fraction, least, state, levels)  # type: ignore[arg-type]
    assert levels == state[:1]
    return state


def test_a_small_bankroll_by_hand() -> None:
    """Level, lowest, the coup of ruin, bets, staked, coups."""
    assert walked([1, 1, 1], [-1, -1, 1], 2) == [0, 0, 2, 2, 2, 3]  # the third coup comes too late
    assert walked([1, 0, 1], [-1, -1, 1], 2) == [2, 1, 0, 2, 2, 3]  # one coup was not bet on
    assert walked([4, 1], [-1, 1], 2) == [0, 0, 1, 1, 2, 2]  # no more than there is can be staked
    assert walked([1, 1], [-1, 8], 20, fraction=0.25) == [15 + 3 * 8, 15, 0, 2, 5 + 3, 2]  # a quarter, in whole units
    assert walked([1], [0.95], 3, fraction=0.1) == [3.95, 3, 0, 1, 1, 1]  # at least the smallest stake
    assert walked([1] * 21, [-1, *[0.05] * 20], 2) == pytest.approx([2, 1, 0, 21, 21, 21])


def test_a_path_is_what_its_shoes_come_to() -> None:
    rules = house()
    shoes = Shoes(3, seed=4, first_shoe=7)
    paths = bankroll_study(rules, "banker", Staking(), 1000, 2, shoes)
    assert (paths.number, paths.marks.tolist()) == (2, [0, 1, 2, 3])
    pays = Pricing.over(Odds(rules), ["banker"]).pays[:, 0]
    for number, levels in enumerate(paths.levels):
        traced = trace(plan(rules), 4, 7 + 3 * number, 3, burn_seen=True)
        won = np.add.reduceat(pays[traced.codes], traced.starts)
        assert levels.tolist() == pytest.approx([1000, *(1000 + won.cumsum())])
        assert paths.bets[number] == len(traced.codes)
    assert paths.ruined == (0, 0)


def test_a_spread_follows_the_count() -> None:
    shoes = Shoes(5, seed=4)
    spread = Staking(spread=((4, 1), (6, 3)))
    paths = bankroll_study(EZ, "dragon-7", spread, 10_000, 3, shoes, DRAGON)
    for number in range(3):
        traced = trace(plan(EZ), 4, 5 * number, 5, burn_seen=False)
        counts = DRAGON.counts(traced, plan(EZ))
        assert paths.bets[number] == (counts >= 4).sum()
        assert paths.staked[number] == (counts >= 4).sum() + 2 * (counts >= 6).sum()


def test_ruin_and_quantiles() -> None:
    paths = bankroll_study(house(), "tie", Staking(), 10, 60, Shoes(3, seed=2))
    share = paths.ruined.value
    assert 0.2 < share < 1
    assert paths.ruined.error == pytest.approx((share * (1 - share) / 60) ** 0.5)
    assert ((paths.lowest < 1) == (paths.ruined_coups > 0)).all()
    quantiles = paths.quantiles()
    assert (np.diff(quantiles, axis=0) >= 0).all()
    assert (quantiles[:, 0] == 10).all()
    assert paths.samples.tolist() == paths.levels[:8].tolist()
    long = bankroll_study(house(), "tie", Staking(), 10, 1, Shoes(300))
    assert (len(long.marks), long.marks[-1]) == (101, 300)


@pytest.mark.parametrize(
    ("staking", "bankroll", "paths", "sentence"),
    [
        (Staking(stake=0), 10, 1, "is no stake"),
        (Staking(fraction=1.5), 10, 1, "lies in 0 to 1"),
        (Staking(spread=((4, 1),)), 10, 1, "needs a counting system"),
        (Staking(stake=5), 4, 1, "does not cover the smallest stake"),
        (Staking(), 10, 0, "0 paths"),
    ],
)
def test_a_plan_that_means_nothing_is_refused(staking: Staking, bankroll: float, paths: int, sentence: str) -> None:
    with pytest.raises(SimulationError, match=sentence):
        bankroll_study(house(), "tie", staking, bankroll, paths, Shoes(1))
    for wrong in (Staking(fraction=0.1, spread=((1, 1),)), Staking(spread=((4, 1), (3, 2)))):
        with pytest.raises(SimulationError):
            wrong.checked(DRAGON)
