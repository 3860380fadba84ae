"""The environment for learning: Gymnasium's own checker, real shoes, and many tables side by side."""

import subprocess
import sys
from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

if not find_spec("gymnasium"):
    pytest.skip("the environment for learning needs the extra learn", allow_module_level=True)

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import SyncVectorEnv

from minibac.cards.card import ALL_CARDS, RANKS
from minibac.houses.types import Limit
from minibac.learn import BaccaratEnv, BaccaratVectorEnv, shoes
from minibac.odds.own_wagers import read_own_wagers
from minibac.play.results import Result, Winner
from minibac.play.settlement import settle, settle_house_money
from minibac.play.wagers import Wager
from minibac.rules.house_rules import house_rules
from minibac.rules.rulebook import RULEBOOKS
from minibac.simulate.plan import By, SimulationError, plan
from minibac.simulate.shown import show_shoe

NAME = "minibac.learn.env:minibac/Baccarat-v0"


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_gymnasiums_own_checker_passes(rulebook: str) -> None:
    check_env(gymnasium.make(NAME, rules=rulebook, render_mode="ansi").unwrapped)


def test_a_continuous_shuffler_shows_nothing() -> None:
    env = BaccaratEnv("section-42", shuffler="continuous")
    check_env(env, skip_render_check=True)
    observation, _ = env.reset(seed=1)
    assert not observation["seen"].any()
    assert not env.step(env.action_space.sample())[0]["seen"].any()


@pytest.mark.parametrize("rulebook", ["section-42", "massachusetts"])
def test_an_episode_is_the_shoe_that_the_engine_deals(rulebook: str) -> None:
    env = BaccaratEnv(rulebook)
    rules = house_rules(rulebook)
    env.reset(seed=7)
    observation, info = env.reset()
    assert info == {"seed": 7, "shoe": 1}
    shown = show_shoe(rules, plan(rules, By.RANKS), 7, 1)
    assert shown.burn is not None
    seen = Counter(card.rank for card in shown.burn.shown)
    assert observation["face_down"] == [shown.burn.cards_count - len(shown.burn.shown)]
    nothing = np.zeros(len(env.stakes.wagers), np.int64)
    for coup_no, coup in enumerate(shown.coups, start=1):
        assert observation["seen"].tolist() == [seen[rank] for rank in RANKS]
        assert observation["coup_no"] == [coup_no]
        observation, reward, terminated, truncated, info = env.step(nothing)
        assert (reward, truncated, info["code"]) == (0.0, False, coup.result.code)
        assert terminated == (coup_no == len(shown.coups))
        seen.update(card.rank for card in (*coup.player, *coup.banker))
    assert observation["seen"].tolist() == [seen[rank] for rank in RANKS]
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(nothing)


def test_the_reward_is_what_the_wagers_come_to() -> None:
    """A Banker win of 1010 cents owes 50.5 cents of vigorish, which this house rounds up to 55."""
    env = BaccaratEnv("section-42", vigorish_rounding="up-to-5c", limits={"banker": Limit(1010, 50_000)})
    assert env.stakes.wagers == ("player", "banker", "tie")
    assert env.stakes.unit_cents == 500
    action = np.array([0, 1, 2])
    env.reset(seed=1)
    seen = set()
    for _ in range(60):
        _, reward, _, _, info = env.step(action)
        assert info["staked_cents"] == {"banker": 1010, "tie": 1000}
        winner = Result.from_code(info["code"]).winner
        cents = {Winner.BANKER: 1010 - 55 - 1000, Winner.PLAYER: -2010, Winner.TIE: 8000}[winner]
        assert reward == cents / 500
        seen.add(winner)
    assert seen == set(Winner)


def test_stakes_keep_to_the_limits() -> None:
    assert BaccaratEnv("seminole", wagers="tie").stakes.wagers == ("tie",)
    env = BaccaratEnv("seminole", wagers=["tie", "player-pair"], limits={"tie": Limit(1000, 7000)}, unit_cents=1000)
    assert env.stakes.cents[0] == (0, 1000, 2000, 5000, 7000)
    assert env.stakes.cents[1][:3] == (0, 500, 1000)
    assert env.action_space.shape == (2,)
    with pytest.raises(SimulationError, match="did you mean tie"):
        BaccaratEnv("seminole", wagers=["tye"])
    with pytest.raises(SimulationError, match="splitting a cent"):
        BaccaratEnv("section-42", wagers=["banker"], limits={"banker": Limit(7, 9)})


def test_stakes_on_a_wager_of_ones_own_come_to_whole_cents() -> None:
    own = read_own_wagers("""
[wager.third-back]
lines = [
  { when = { winner = "tie" }, outcome = "win", odds = "5/2" },
  { when = { player_first_suit = "hearts" }, outcome = "lose", part = "1/3" },
  { outcome = "lose" },
]""")
    env = BaccaratEnv("section-42", wagers=["third-back"], own=own)
    assert env.stakes.cents[0][:4] == (0, 504, 1002, 2502)


@pytest.mark.parametrize("rulebook", ["massachusetts", "seminole"])
def test_tables_side_by_side_are_tables_of_their_own(rulebook: str) -> None:
    alone = SyncVectorEnv([lambda: BaccaratEnv(rulebook)] * 3)
    together = gymnasium.make_vec(NAME, num_envs=3, rules=rulebook)
    assert isinstance(together.unwrapped, BaccaratVectorEnv)
    together.action_space.seed(4)
    one, _ = alone.reset(seed=5)
    other, _ = together.reset(seed=5)
    ends = 0
    for _ in range(200):
        assert all((one[name] == other[name]).all() for name in one)
        assert together.observation_space.contains(other)
        actions = together.action_space.sample()
        one, rewards, over, _, _ = alone.step(actions)
        other, other_rewards, other_over, truncated, _ = together.step(actions)
        assert rewards.tolist() == pytest.approx(other_rewards.tolist())
        assert over.tolist() == other_over.tolist()
        assert not truncated.any()
        ends += over.sum()
    assert ends >= 6


def test_seeds_of_tables() -> None:
    tables = BaccaratVectorEnv(2)
    first, _ = tables.reset(seed=[3, 4])
    same, _ = tables.reset(seed=3)
    assert (first["seen"] == same["seen"]).all()
    following, _ = tables.reset()
    assert tables._numbers == [1, 1]
    assert following["coup_no"].tolist() == [[1], [1]]
    unseeded = BaccaratVectorEnv(2)
    unseeded.step(unseeded.action_space.sample())
    assert len(set(unseeded._seeds)) == 2


def test_shoes_are_the_same_without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    for burn_seen in (False, True):
        kind = plan(house_rules("section-42"), By.RANKS, decks=1)
        fast = shoes.deal(kind, 9, 2, burn_seen=burn_seen)
        with monkeypatch.context() as patch:
            patch.setattr(shoes, "find_spec", lambda _name: None)
            plain = shoes.deal(kind, 9, 2, burn_seen=burn_seen)
        assert fast.seen.tolist() == plain.seen.tolist()
        assert fast.codes.tolist() == plain.codes.tolist()
        assert fast.face_down == plain.face_down


def test_without_gymnasium_the_sentence_names_the_extra() -> None:
    program = "import sys; sys.modules['gymnasium'] = None\nfrom minibac.learn import BaccaratEnv"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "ImportError: the environment for learning needs the extra learn; "
        "in a checkout: python3 go.py extra learn; elsewhere: pip install 'minibac[learn]'"
    )


OWN = read_own_wagers("""
[wager.suited]
lines = [
  { when = { player_suited = true }, outcome = "win", odds = 2 },
  { when = { coup_colour = "black" }, outcome = "lose", part = "1/2" },
  { outcome = "lose" },
]
""")


def test_a_wager_of_ones_own_on_cards_is_seen_and_settled_by_card() -> None:
    env = BaccaratEnv("section-42", wagers=["suited"], own=OWN, decks=1)
    check_env(env, skip_render_check=True)
    observation, info = env.reset(seed=3, options={"shoe": 2})
    assert info == {"seed": 3, "shoe": 2, "own": ["suited"], "outside_rulebook": True}
    rules = house_rules("section-42")
    shown = show_shoe(rules, plan(rules, By.RANKS, decks=1), 3, 2)
    assert shown.burn is not None
    seen, falls = Counter(shown.burn.shown), set()
    for coup in shown.coups:
        assert observation["seen"].tolist() == [seen[card] for card in ALL_CARDS]
        observation, reward, _, _, _ = env.step(np.array([2]))
        seen.update((*coup.player, *coup.banker))
        suited = coup.player[0].suit == coup.player[1].suit
        black = all(card.suit.value in "sc" for card in (*coup.player, *coup.banker))
        assert reward == (4 if suited else -1 if black else -2)
        falls.add(reward)
    assert len(falls) > 1
    tables = BaccaratVectorEnv(2, "section-42", wagers=["suited", "banker"], own=OWN)
    alone = SyncVectorEnv([lambda: BaccaratEnv("section-42", wagers=["suited", "banker"], own=OWN)] * 2)
    assert tables.stakes.own == ("suited",)
    for each in (tables, alone):
        each.reset(seed=5)
    for _ in range(5):
        one, rewards, *_ = tables.step(np.array([[1, 1], [2, 0]]))
        other, the_same, *_ = alone.step(np.array([[1, 1], [2, 0]]))
        assert (one["seen"] == other["seen"]).all()
        assert rewards.tolist() == the_same.tolist()


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ([-1, 0, 0], "-1 chooses no stake on player: 0 is none, 1 to 9 are 1000, 2000"),
        ([0, 99, 0], "99 chooses no stake on banker"),
        ([0, 0], "a whole number for each of 3 wagers: player, banker, tie"),
        ([0.5, 0, 0], "a whole number for each of 3 wagers"),
        ("player", "a whole number for each of 3 wagers"),
    ],
)
def test_a_wrong_action_is_an_error_that_says_so_and_deals_nothing(action: Any, why: str) -> None:
    env = BaccaratEnv("section-42")
    before, _ = env.reset(seed=1)
    with pytest.raises(gymnasium.error.InvalidAction, match=why):
        env.step(action)
    after, *_ = env.step(np.zeros(3, np.int64))
    assert after["coup_no"] == before["coup_no"] + 1
    tables = BaccaratVectorEnv(2)
    tables.reset(seed=1)
    with pytest.raises(gymnasium.error.InvalidAction, match=why):
        tables.step(np.array([action, action]))
    with pytest.raises(gymnasium.error.InvalidAction, match="3 actions are not one for each of 2 tables"):
        tables.step(np.zeros((3, 3), np.int64))


def test_a_bankroll_bounds_what_is_staked_and_ends_the_episode() -> None:
    env = BaccaratEnv("section-42", wagers=["tie"], bankroll_cents=1500)
    check_env(env, skip_render_check=True)
    assert env.reset(seed=2)[0]["bankroll"] == [1500]
    _, reward, over, _, info = env.step(np.array([3]))
    assert (reward, over, info["staked_cents"]) == (0.0, False, {})
    assert info["refused"] == "more was staked than the bankroll of 1500 cents"
    left, steps, over = 1500, 0, False
    while not over:
        observation, reward, over, _, _ = env.step(np.array([1]))
        left += int(reward * 500)
        steps += 1
        assert observation["bankroll"] == [left]
    assert left < 500 or steps > 60
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(np.array([1]))
    assert env.reset()[0]["bankroll"] == [1500]
    tables = BaccaratVectorEnv(3, wagers=["tie"], bankroll_cents=1500)
    tables.reset(seed=2)
    _, rewards, _, _, info = tables.step(np.array([[3], [1], [0]]))
    assert info["refused"].tolist() == [True, False, False]
    assert rewards[0] == 0.0


@pytest.mark.parametrize(
    ("rulebook", "options", "decks", "outside"),
    [
        ("section-42", {}, 6, False),
        ("section-42", {}, 5, True),
        ("section-42", {"shuffler": "automatic", "decks": 12}, 8, False),
        ("section-42", {"shuffler": "automatic", "decks": 12}, 5, True),
    ],
)
def test_decks_that_the_rulebook_does_not_allow_are_told(
    rulebook: str, options: dict[str, Any], decks: int, outside: bool
) -> None:
    env = BaccaratEnv(house_rules(rulebook, **options), decks=decks)
    assert env.reset(seed=1)[1].get("outside_rulebook", False) is outside


def test_wrong_options_are_refused() -> None:
    with pytest.raises(SimulationError, match="house rules have chosen their options: tie_odds"):
        BaccaratEnv(house_rules("section-42"), decks=None, tie_odds=9)
    with pytest.raises(ValueError, match="did you mean"):
        BaccaratEnv("section-42", tie_ods=9)
    for decks in (0, -1, 17, 3.5, "6"):
        with pytest.raises(SimulationError, match=f"{decks} decks make no shoe for study: a whole number from 1 to 16"):
            BaccaratEnv("section-42", decks=decks)  # type: ignore[arg-type]
    with pytest.raises(SimulationError, match="is none: a whole number from 1 to"):
        BaccaratEnv("section-42", bankroll_cents=10**20)
    tables = BaccaratVectorEnv(3)
    with pytest.raises(SimulationError, match="2 seeds are not one for each of 3 tables"):
        tables.reset(seed=[1, 2])
    with pytest.raises(SimulationError, match="-5 is no seed"):
        tables.reset(seed=[1, 2, -5])
    with pytest.raises(SimulationError, match="reset has no option 'shoo'"):
        BaccaratEnv().reset(options={"shoo": 3})
    with pytest.raises(SimulationError, match="there is no shoe -3"):
        BaccaratEnv().reset(options={"shoe": -3})
    for limits in (Limit(500, 100), Limit(0, 100)):
        with pytest.raises(SimulationError, match="limits of tie are a minimum and a maximum"):
            BaccaratEnv("section-42", limits={"tie": limits})
    with pytest.raises(SimulationError, match="did you mean tie"):
        BaccaratEnv("section-42", limits={"tye": Limit(5, 10)})
    with pytest.raises(SimulationError, match="rewards cannot be counted in 0 cents"):
        BaccaratEnv("section-42", unit_cents=0)
    mine = read_own_wagers("[wager.mine]\nlines = [{ outcome = 'lose' }]")
    with pytest.raises(
        SimulationError, match=r"'mime' \(did you mean mine\?\); this table takes player, banker, tie, mine"
    ):
        BaccaratEnv("section-42", wagers=["mime"], own=mine)
    for cents in (0, 100.5, "much"):
        with pytest.raises(SimulationError, match=f"a bankroll of {cents} cents is none"):
            BaccaratEnv(bankroll_cents=cents)  # type: ignore[arg-type]
    tables = BaccaratVectorEnv(2)
    for each in (BaccaratEnv(), tables):
        for shoe, why in ((1.5, "there is no shoe 1.5"), (-1, "there is no shoe -1")):
            with pytest.raises(SimulationError, match=why):
                each.reset(seed=3, options={"shoe": shoe})
    with pytest.raises(SimulationError, match="reset has no option 'shoo'"):
        tables.reset(options={"shoo": 3})


def test_many_tables_are_dealt_the_shoe_that_is_asked_for_and_the_next() -> None:
    tables, alone = BaccaratVectorEnv(2, wagers=["tie"]), BaccaratEnv(wagers=["tie"])
    for seed, place in ((4, 0), (5, 1)):
        tables.reset(seed=np.int64(4), options={"shoe": 6})  # type: ignore[arg-type]
        alone.reset(seed=seed, options={"shoe": 6})
        for _ in range(10):
            assert tables.step(np.array([[1], [1]]))[4]["code"][place] == alone.step(np.array([1]))[4]["code"]
        seen, _ = tables.reset()
        assert seen["seen"][place].tolist() == alone.reset()[0]["seen"].tolist()


def test_wagers_of_ones_own_may_be_named(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[wager.mine]\nlines = [{ outcome = 'lose' }]", encoding="utf-8")
    env = BaccaratEnv(wagers=["mine", "perfect-pair"], own=[file, "perfect-pair"])
    assert env.stakes.own == ("mine", "perfect-pair")
    with pytest.raises(ValueError, match=r"no wager 'perfct-pair' \(did you mean perfect-pair\?\)"):
        BaccaratVectorEnv(1, own="perfct-pair")


# ------------------------------------------------------------------------------------------------ House Money's choice

MONEY: dict[str, Any] = {"rules": "massachusetts", "house_money": True, "wagers": ["player", "banker", "house-money"]}


def test_house_money_is_chosen_with_four_cards_open() -> None:
    """What a step comes to is what the engine settles: the payout taken, or added to the wager on either hand."""
    env = BaccaratEnv(**MONEY)
    check_env(env, skip_render_check=True)
    rules = env.table.rules
    observation, _ = env.reset(seed=3)
    shown = show_shoe(rules, plan(rules, By.RANKS), 3, 0)
    stakes = {1: "player", 2: "banker", 3: "house-money"}
    answered = Counter[int]()
    for coup in shown.coups:
        assert not observation["exposed"].any()
        observation, reward, _, _, info = env.step(np.array([1, 1, 1, 2]))
        staked = info["staked_cents"]
        choice = 0
        if coup.result.player_pair or coup.result.banker_pair:
            assert (reward, "code" in info) == (0.0, False)
            cards = (*coup.player[:2], *coup.banker[:2])
            assert observation["exposed"].tolist() == [RANKS.index(card.rank) + 1 for card in cards]
            choice = answered.total() % 3
            answered[choice] += 1
            observation, reward, _, _, info = env.step(np.array([0, 2, 0, choice]))
            assert info["staked_cents"] == staked, "the stakes lie where they lay"
        wagers = [Wager(1, name, staked[name]) for name in stakes.values()]
        pairs = coup.result.player_pair, coup.result.banker_pair
        adds = {1: stakes[choice]} if choice else {}
        money, live = settle_house_money(rules, *pairs, wagers, adds, {"player": 500_000, "banker": 500_000})
        settled = (*money.wagers, *settle(rules, coup.result, live, (coup.player, coup.banker)).wagers)
        assert reward * env.stakes.unit_cents == sum(one.net_cents for one in settled)
    assert min(answered[choice] for choice in range(3)) > 1


def test_house_money_is_taken_where_there_is_nothing_to_add_it_to() -> None:
    env = BaccaratEnv(**MONEY)
    env.reset(seed=3)
    asked = 0
    for _ in range(60):
        observation, reward, _, _, info = env.step(np.array([0, 0, 1, 1]))
        assert "code" in info, "no main wager lies, so nobody is asked"
        _, _, _, _, info = env.step(np.array([1, 0, 1, 0]))
        if "code" not in info:
            asked += 1
            _, reward, _, _, info = env.step(np.array([0, 0, 0, 2]))
            assert info["refused"] == "there is no wager on banker to which House Money could be added: it was taken"
            assert reward in (1.0, 3.0, 5.0, 13.0, 15.0, 17.0)
        if not observation["coup_no"][0] < 70:
            break
    assert asked
    with pytest.raises(gymnasium.error.InvalidAction, match="3 is no choice of House Money: 0 takes it, 1 adds it"):
        env.step(np.array([0, 0, 0, 3]))
    with pytest.raises(gymnasium.error.InvalidAction, match="and one for the choice of House Money"):
        env.step(np.array([0, 0, 0]))


def test_house_money_at_many_tables() -> None:
    alone = SyncVectorEnv([lambda: BaccaratEnv(**MONEY)] * 2)
    together = BaccaratVectorEnv(2, **MONEY)
    together.action_space.seed(4)
    one, _ = alone.reset(seed=5)
    other, _ = together.reset(seed=5)
    for _ in range(130):
        assert all((one[name] == other[name]).all() for name in one)
        actions = together.action_space.sample()
        one, rewards, over, _, _ = alone.step(actions)
        other, other_rewards, other_over, _, _ = together.step(actions)
        assert rewards.tolist() == pytest.approx(other_rewards.tolist())
        assert over.tolist() == other_over.tolist()
