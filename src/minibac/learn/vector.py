"""Many tables side by side, as one Gymnasium vector environment: every table deals a coup at each step."""

from collections.abc import Iterable, Mapping
from operator import index
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from minibac.houses.types import Limit
from minibac.learn.env import Observation, Table, asked_shoe, whole
from minibac.learn.shoes import FIRST_FOUR
from minibac.odds.prices import Own
from minibac.rules.house_rules import HouseRules
from minibac.rules.rulebook import Value
from minibac.simulate.plan import SimulationError
from minibac.simulate.runs import check


class BaccaratVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """``num_envs`` tables of one kind; see :class:`~minibac.learn.env.BaccaratEnv` for what is seen and done at each.

    ``reset(seed=7)`` deals shoe 0 of seed 7 at the first table, shoe 0 of seed 8 at the second, and so on, as
    environments of their own would; every table goes on with the next shoe of its seed. A shoe that is over is
    followed by a step in which the table shuffles: its action counts for nothing, as Gymnasium's next-step autoreset
    has it.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int,
        rules: HouseRules | str = "section-42",
        wagers: Iterable[str] = (),
        limits: Mapping[str, Limit] | None = None,
        unit_cents: int | None = None,
        decks: int | None = None,
        own: Own = (),
        bankroll_cents: int | None = None,
        **options: Value,
    ) -> None:
        self.table = Table(rules, wagers, limits, unit_cents, decks, own, bankroll_cents, options)
        self.stakes = self.table.stakes
        self.num_envs = num_envs
        self.single_observation_space = self.table.observation_space
        self.single_action_space = self.table.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        most = self.table.plan.most_coups
        self._seen = np.zeros((num_envs, most + 1, self.table.kinds), np.int64)
        self._codes = np.zeros((num_envs, most, len(self.table.plan.sights) + 1), np.int64)
        self._bankroll = np.zeros(num_envs, np.int64)
        self._face_down = np.zeros((num_envs, 1), np.int64)
        self._coups = np.zeros(num_envs, np.int64)
        self._at = np.zeros(num_envs, np.int64)
        self._seeds: list[int] = []
        self._numbers = [0] * num_envs
        self._over = np.zeros(num_envs, np.bool_)
        self._rows = np.arange(num_envs)
        self._exposed = np.zeros((num_envs, most, FIRST_FOUR), np.int64)
        self._asked = np.zeros(num_envs, np.bool_)
        """Where the guest is asked what becomes of House Money, and the stakes that lie."""
        self._lying = np.zeros((num_envs, len(self.stakes.sizes)), np.int64)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Shuffle and burn at every table: the next shoe, with a seed the first, or shoe ``options["shoe"]``."""
        shoe = asked_shoe(options)
        first = whole(seed)
        super().reset(seed=first, options=options)
        if first is not None:
            self._seeds = [first + place for place in range(self.num_envs)]
        elif isinstance(seed, list) or not self._seeds:
            given = seed if isinstance(seed, list) else [None] * self.num_envs
            if len(given) != self.num_envs:
                raise SimulationError(f"{len(given)} seeds are not one for each of {self.num_envs} tables")
            self._seeds = [int(self.np_random.integers(0, 1 << 63)) if one is None else index(one) for one in given]
        for one in self._seeds:
            check(one, [])
        if seed is not None or self._coups[0] == 0:
            self._numbers = [-1] * self.num_envs
        if shoe is not None:
            check(self._seeds[0], [(shoe, 1)])
            self._numbers = [shoe - 1] * self.num_envs
        for place in range(self.num_envs):
            self._shuffle(place)
        self._over[:] = self._asked[:] = False
        return self._observation(), {}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Put the stakes down and deal a coup at every table; where the shoe was over, shuffle."""
        if not self._seeds:
            self.reset()
        shuffles = self._over
        codes = self._codes[self._rows, np.minimum(self._at, self._coups - 1)]
        given = self.table.checked(actions)
        if len(given) != self.num_envs:
            raise gymnasium.error.InvalidAction(f"{len(given)} actions are not one for each of {self.num_envs} tables")
        answers = self._asked
        chosen = np.where(answers[:, None], self._lying, given)
        limited = self.table.bankroll_cents is not None
        refused = ~shuffles & ~answers & limited & (self.stakes.staked_cents(chosen) > self._bankroll)
        asked = ~shuffles & ~answers & ~refused & self.stakes.asks(chosen, codes)
        cents = self.stakes.reward(chosen, codes)
        cents[shuffles | refused | asked] = 0
        for place in np.flatnonzero(answers).tolist():
            more, why = self.stakes.added(chosen[place], int(codes[place, 0]), int(given[place, -1]))
            cents[place] += more
            refused[place] = bool(why)
        self._bankroll += cents
        self._at += ~shuffles & ~asked
        self._asked, self._lying = asked, chosen
        for place in np.flatnonzero(shuffles).tolist():
            self._shuffle(place)
        ruined = limited & (self._bankroll < self.stakes.least_cents)
        self._over = ~asked & ((self._at == self._coups) | ruined)
        settled = ~shuffles & ~asked
        info = {"code": np.where(settled, codes[:, 0], -1), "_code": settled, "refused": refused}
        rewards = cents / self.stakes.unit_cents
        return self._observation(), rewards, self._over.copy(), np.zeros(self.num_envs, np.bool_), info

    def _shuffle(self, place: int) -> None:
        self._numbers[place] += 1
        shoe = self.table.shoe(self._seeds[place], self._numbers[place])
        coups = len(shoe.codes)
        self._seen[place, : coups + 1] = shoe.seen
        self._codes[place, :coups] = shoe.codes
        self._exposed[place, :coups] = shoe.exposed
        self._face_down[place] = shoe.face_down
        self._coups[place] = coups
        self._at[place] = 0
        self._bankroll[place] = self.table.bankroll_cents or 0

    def _observation(self) -> Observation:
        bankroll = {} if self.table.bankroll_cents is None else {"bankroll": self._bankroll[:, None].copy()}
        return {
            "seen": self._seen[self._rows, self._at],
            "face_down": self._face_down.copy(),
            "coup_no": (self._at + 1)[:, None],
            **bankroll,
            **({"exposed": self._open_cards()} if self.stakes.house_money else {}),
        }

    def _open_cards(self) -> NDArray[np.int64]:
        """The four open cards where the guest is asked."""
        return self._exposed[self._rows, np.minimum(self._at, self._coups - 1)] * self._asked[:, None]
