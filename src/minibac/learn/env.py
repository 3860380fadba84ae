"""One guest at one table, as a Gymnasium environment."""

from collections.abc import Iterable, Mapping
from operator import index
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from minibac.houses.types import Limit
from minibac.learn.shoes import FIRST_FOUR, Shoe, deal, deal_by_card
from minibac.learn.stakes import Stakes, stakes
from minibac.odds.prices import Odds, Own
from minibac.play.results import Result
from minibac.rules.house_rules import CARDS_IN_DECK, LONGEST_BURN, HouseRules, build, house_rules
from minibac.rules.rulebook import Value
from minibac.simulate.known import burn_is_seen
from minibac.simulate.plan import MOST_DECKS, By, Plan, SimulationError, plan
from minibac.simulate.runs import check
from minibac.simulate.sights import sights_of

RANKS, CARDS = 13, 52
MOST_CENTS = 1 << 53
"""More than any bankroll comes to."""

Observation = dict[str, Any]
"""Arrays of whole numbers by name."""

ENV_ID = "minibac/Baccarat-v0"


class Table:
    """What one environment and many side by side share: the shoes, the stakes, the spaces."""

    def __init__(
        self,
        rules: HouseRules | str,
        wagers: Iterable[str],
        limits: Mapping[str, Limit] | None,
        unit_cents: int | None,
        decks: int | None,
        own: Own,
        bankroll_cents: int | None,
        options: Mapping[str, Value],
    ) -> None:
        if not isinstance(rules, str) and options:
            raise SimulationError(f"house rules have chosen their options: {', '.join(options)} cannot be set again")
        if bankroll_cents is not None and not 1 <= (whole(bankroll_cents) or 0) <= MOST_CENTS:
            raise SimulationError(
                f"a bankroll of {bankroll_cents} cents is none: a whole number from 1 to {MOST_CENTS} makes one"
            )
        if decks is not None and not 1 <= (whole(decks) or 0) <= MOST_DECKS:
            raise SimulationError(f"{decks} decks make no shoe for study: a whole number from 1 to {MOST_DECKS} does")
        self.rules = house_rules(rules, **options) if isinstance(rules, str) else rules
        odds = Odds(self.rules, own=own, decks_in_shoe=decks)
        self.plan: Plan = plan(self.rules, By.RANKS, decks, sights_of(odds))
        self.burn_seen = burn_is_seen(self.rules)
        self.stakes: Stakes = stakes(odds, wagers, limits, unit_cents)
        self.bankroll_cents = bankroll_cents

    @property
    def observation_space(self) -> spaces.Dict:
        seen: dict[str, spaces.Space[Any]] = {
            "seen": spaces.Box(0, 4 * self.plan.decks, (self.kinds,), np.int64),
            "face_down": spaces.Box(0, LONGEST_BURN - 1, (1,), np.int64),
            "coup_no": spaces.Box(1, self.plan.most_coups + 1, (1,), np.int64),
        }
        if self.bankroll_cents is not None:
            seen["bankroll"] = spaces.Box(0, MOST_CENTS, (1,), np.int64)
        if self.stakes.house_money:
            seen["exposed"] = spaces.Box(0, RANKS, (FIRST_FOUR,), np.int64)
        return spaces.Dict(seen)

    @property
    def kinds(self) -> int:
        """How finely cards are seen: by rank, or by card where a wager looks at cards."""
        return CARDS if self.plan.sights else RANKS

    @property
    def action_space(self) -> spaces.MultiDiscrete:
        return spaces.MultiDiscrete(self.stakes.sizes)

    @property
    def beside(self) -> dict[str, Any]:
        """Which of the wagers are not the rulebook's, where there are any, and whether so many decks are not."""
        own = list(self.stakes.own)
        return ({"own": own} if own else {}) | ({"outside_rulebook": True} if self.outside_rulebook else {})

    @property
    def outside_rulebook(self) -> bool:
        """Whether the rulebook does not allow so many decks in the shoe."""
        decks = self.plan.decks
        if decks == self.rules.decks_in_shoe:
            return False
        batches = 2 if self.rules.options["shuffler"] == "automatic" else 1
        chosen = {setting.name: setting.value for setting in self.rules.settings if setting.chosen}
        return isinstance(build(self.rules.rulebook, chosen | {"decks": batches * decks}), tuple)

    def shoe(self, seed: int, number: int) -> Shoe:
        if self.plan.sights or self.stakes.house_money:
            return deal_by_card(self.rules, self.plan, seed, number)
        return deal(self.plan, seed, number, burn_seen=self.burn_seen)

    def checked(self, actions: Any) -> NDArray[np.int64]:
        """Rows of choices; raises with a sentence where one is no choice."""
        chosen = np.asarray(actions)
        whole = chosen.astype(np.int64) if chosen.dtype.kind in "iub" else np.empty(0, np.int64)
        if wrong := self.stakes.wrong(whole):
            raise gymnasium.error.InvalidAction(wrong)
        return whole


def whole(value: Any) -> int | None:
    """A whole number, NumPy's too; nothing where it is none."""
    try:
        return index(value)
    except TypeError:
        return None


def asked_shoe(options: Mapping[str, Any] | None) -> int | None:
    """The number of the shoe that the options of a reset ask for, if they do."""
    asked = dict(options or {})
    shoe = asked.pop("shoe", None)
    if asked:
        raise SimulationError(f"reset has no option {next(iter(asked))!r}: there is shoe, the number of the shoe")
    if shoe is not None and whole(shoe) is None:
        raise SimulationError(f"there is no shoe {shoe}: shoes are numbered from 0")
    return whole(shoe)


class BaccaratEnv(gymnasium.Env[Observation, NDArray[np.int64]]):
    """A real shoe, the rulebook's wagers, the house's limits. An episode is a shoe; a step is a coup.

    **Observation**: ``seen``, the cards seen so far by rank, A to K, those of a shown burn among them; ``face_down``,
    how many were burned unseen; ``coup_no``, the coup about to be dealt. With a continuous shuffler nothing stays seen.
    Where a wager of one's own (``own``) looks at cards, ``seen`` has all 52, spades to clubs and each Ace to King. With
    ``bankroll_cents`` each episode begins with such a ``bankroll``, and ends when no stake is left in it.

    **Action**: for each wager one of its stakes, 0 for none; ``env.stakes`` has the list. Anything else is an
    ``InvalidAction`` that says why. Stakes beyond the bankroll are refused together: nothing lies in that coup, and
    ``info["refused"]`` says so.

    **House Money**: where it is among the wagers, an action has one number more. A coup in which House Money has won
    beside a wager on Player or Banker takes two steps: after the first nothing is settled yet, ``exposed`` has the
    ranks of the four open cards (A is 1, K 13; the Player's two, then the Banker's; else zeros), and of the next action
    the last number counts alone: 0 takes the payout, 1 adds it to the wager on Player, 2 on Banker.

    Which of the wagers are not the rulebook's, ``env.stakes.own`` says, and ``info["own"]`` of each ``reset``; where
    the rulebook does not allow so many ``decks``, that has ``outside_rulebook`` too.

    **Reward**: what the wagers came to, in units of the smallest minimum, vigorish as the house rounds it.

    ``reset(seed=7)`` deals shoe 0 of seed 7, and every further ``reset()`` the next shoe of that seed: those that
    ``minibac simulate --seed 7 --show-shoe 0`` shows.

    ``gymnasium.make("minibac.learn.env:minibac/Baccarat-v0", rules="seminole")`` makes it by name.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        rules: HouseRules | str = "section-42",
        wagers: Iterable[str] = (),
        limits: Mapping[str, Limit] | None = None,
        unit_cents: int | None = None,
        decks: int | None = None,
        render_mode: str | None = None,
        own: Own = (),
        bankroll_cents: int | None = None,
        **options: Value,
    ) -> None:
        self.table = Table(rules, wagers, limits, unit_cents, decks, own, bankroll_cents, options)
        self.stakes = self.table.stakes
        self.observation_space = self.table.observation_space
        self.action_space = self.table.action_space
        self.render_mode = render_mode
        self._seed: int | None = None
        self._number = -1
        self._shoe: Shoe | None = None
        self._coup = 0
        self._bankroll = bankroll_cents or 0
        self._asked: NDArray[np.int64] | None = None
        """The stakes that lie while the guest is asked what becomes of House Money."""

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Shuffle and burn: the next shoe, or with a seed its first, or shoe ``options["shoe"]``."""
        super().reset(seed=seed)
        shoe = asked_shoe(options)
        if seed is not None or self._seed is None:
            self._seed = seed if seed is not None else int(self.np_random.integers(0, 1 << 63))
            self._number = -1
        self._number = self._number + 1 if shoe is None else shoe
        check(self._seed, [(self._number, 1)])
        self._shoe = self.table.shoe(self._seed, self._number)
        self._coup = 0
        self._asked = None
        self._bankroll = self.table.bankroll_cents or 0
        return self._observation(self._shoe), {"seed": self._seed, "shoe": self._number, **self.table.beside}

    def step(self, action: NDArray[np.int64]) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Put the stakes down and deal a coup; or say what becomes of House Money, and see the end of it."""
        shoe = self._shoe
        if shoe is None or self._coup >= len(shoe.codes) or self._ruined:
            raise gymnasium.error.ResetNeeded("the shoe is over, or none has been shuffled yet: call reset() first")
        chosen = self.table.checked(np.asarray(action)[None])
        codes = shoe.codes[self._coup]
        code = int(codes[0])
        more, refused = 0, ""
        if self._asked is not None:
            more, refused = self.stakes.added(self._asked[0], code, int(chosen[0, -1]))
            chosen, self._asked = self._asked, None
        else:
            if self.table.bankroll_cents is not None and int(self.stakes.staked_cents(chosen)[0]) > self._bankroll:
                chosen, refused = chosen * 0, f"more was staked than the bankroll of {self._bankroll} cents"
            if self.stakes.asks(chosen, codes[None])[0]:
                self._asked = chosen
                return self._observation(shoe), 0.0, False, False, {"staked_cents": self.stakes.staked(chosen[0])}
        won = int(self.stakes.reward(chosen, codes[None])[0]) + more
        self._bankroll += won
        self._coup += 1
        result = Result.from_code(code)
        info = {
            "code": code,
            "winner": result.winner.value,
            "player_total": result.player_total,
            "banker_total": result.banker_total,
            "staked_cents": self.stakes.staked(chosen[0]),
        }
        if refused:
            info["refused"] = refused
        over = self._coup == len(shoe.codes) or self._ruined
        return self._observation(shoe), won / self.stakes.unit_cents, over, False, info

    @property
    def _ruined(self) -> bool:
        """No stake is left."""
        return self.table.bankroll_cents is not None and self._bankroll < self.stakes.least_cents

    def render(self) -> str | None:
        """The shoe so far, in a line."""
        if self.render_mode != "ansi" or self._shoe is None:
            return None
        winners = [Result.from_code(int(code)).winner.value[0].upper() for code in self._shoe.codes[: self._coup, 0]]
        left = CARDS_IN_DECK * self.table.plan.decks - int(self._shoe.seen[self._coup].sum())
        return f"shoe {self._number} of seed {self._seed}: {''.join(winners)} ({left} cards not seen)"

    def _observation(self, shoe: Shoe) -> Observation:
        bankroll = {} if self.table.bankroll_cents is None else {"bankroll": np.array([self._bankroll], np.int64)}
        return {
            "seen": shoe.seen[self._coup].copy(),
            "face_down": np.array([shoe.face_down], np.int64),
            "coup_no": np.array([self._coup + 1], np.int64),
            **bankroll,
            **({"exposed": self._exposed(shoe)} if self.stakes.house_money else {}),
        }

    def _exposed(self, shoe: Shoe) -> NDArray[np.int64]:
        """The four open cards while the guest is asked."""
        return np.zeros(FIRST_FOUR, np.int64) if self._asked is None else shoe.exposed[self._coup].copy()


gymnasium.register(
    ENV_ID, entry_point="minibac.learn.env:BaccaratEnv", vector_entry_point="minibac.learn.vector:BaccaratVectorEnv"
)
