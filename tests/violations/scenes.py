"""Tables with people at them, brought to the moment at which something is tried, and the other doors of a house.

A refusal moves nothing, so what is tried at the same moment is tried at the same table, one after the other.
"""

import re
import time
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec

from minibac.machine.roles import Role
from minibac.table.automatic import next_command
from minibac.table.state import TableState
from tests.command_line import calling
from tests.server.running import Live
from tests.violations.trial import Refused, TriedHouse, TriedTable, refused

CHIPS = 5_000
"""What a guest of a scene has: little, so that the same guest can come again and again."""
CLAUSES = re.compile(r" \((\S+(?:, \S+)*)\)$")
Holds = Callable[[TableState], bool]


def step_done(step: str) -> Holds:
    """Whether a step of the procedure has been done."""
    return lambda state: any(done == step for done, _ in state.done)


def player_has(cards: int) -> Holds:
    """Whether the Player's Hand has so many cards."""
    return lambda state: state.coup is not None and len(state.coup.player) == cards


def counts_called(state: TableState) -> bool:
    """Both counts are announced: a third card is due, or the result."""
    return state.phase.value in ("drawing", "result")


class Scene(NamedTuple):
    """A table with Ann at seat 3, Bob at seat 5, a dealer and a floorperson on duty."""

    table: TriedTable
    ann: Live
    bob: Live
    dealer: Live
    floor: Live

    @property
    def state(self) -> TableState:
        return self.table.state

    def step(self, page: Live, step: str, **facts: Any) -> dict[str, Any]:
        """Somebody does a step of a procedure, and says with it what it asks."""
        return page.give("DoStep", **self._said(step) | facts)

    def _said(self, step: str) -> dict[str, Any]:
        """A step with what must be said with it, as it should be."""
        counted = {"receive": self.state.rules.cards_in_shoe, "lace": 52}.get(step)
        return {"step": step, "ok": True} | ({"cards_count": counted} if counted else {})

    def steps(self, *steps: str) -> None:
        """The right people do these steps, as they should."""
        for step in steps:
            self.on(step_done(step))

    def on(self, until: str | Holds) -> None:
        """Dealer and floorperson go on as they should, and guests say nothing, until a phase is reached or it holds."""
        holds = until if callable(until) else lambda state: state.phase.value == until
        while not holds(self.state):
            version, right = self.table.hosted.version, next_command(self.state, 0)
            page = {Role.DEALER: self.dealer, Role.FLOORPERSON: self.floor}.get(right.role) if right else None
            if right is None or page is None:
                time.sleep(0.002)
                if self.table.hosted.version == version:
                    self.table.time_passes()
                continue
            facts = msgspec.to_builtins(right.command, str_keys=True)
            kind = type(right.command).__name__
            page.ok(kind, **{name: facts[name] for name in facts if name not in ("command", "by", "at", "cards")})

    def wagers(self, **cents: int) -> None:
        """Chips on areas: ``ann_player=1000``."""
        for name, stake in cents.items():
            who, wager = name.split("_")
            page, seat = (self.ann, 3) if who == "ann" else (self.bob, 5)
            page.ok("PlaceWager", seat=seat, wager=wager, cents=stake)

    def dealt(self, cards: str, until: str | Holds) -> None:
        """The call, these cards, and on."""
        self.table.next_cards(cards)
        self.dealer.ok("CallNoMoreBets")
        self.on(until)

    def moves(self, *actions: tuple[str, int, str, int]) -> Refused:
        """The dealer makes moves of the settlement, of which the last is refused."""
        return refused(self.dealer.give("TakeActions", actions=actions))


def staffed(house: TriedHouse, rulebook: str = "section-42", **options: Any) -> Scene:
    """Betting is open, and people stand behind the table."""
    table = house.open(rulebook, **options)
    ann, bob = table.guest(3, "Ann", CHIPS), table.guest(5, "Bob", CHIPS)
    table.to("betting")
    dealer, floor = table.staff("dealer", "Dora"), table.staff("floorperson", "Flo")
    floor.ok("AssignStaff", duty="floor")
    return Scene(table, ann, bob, dealer, floor)


def scene(house: TriedHouse, name: str, make: Callable[[Scene], object] = lambda _: None, **options: Any) -> Scene:
    """The scene of a name, as it was left by what was refused there, or a new one."""

    def made() -> Scene:
        new = staffed(house, **options)
        make(new)
        return new

    found: Scene = house.kept(name, made, lambda kept: kept.table.hosted.version)
    return found


def fresh_decks(steps: str = "") -> Callable[[Scene], None]:
    """Fresh decks are at the table; the steps that are named have been done with them."""

    def make(at: Scene) -> None:
        at.floor.ok("ChangeDecks")
        at.table.until(lambda state: state.phase.value == "opening")
        at.steps(*steps.split())

    return make


def round_with(cards: str, until: str | Holds, **cents: int) -> Callable[[Scene], None]:
    """A round with these wagers and cards, as far as that."""

    def make(at: Scene) -> None:
        at.wagers(**cents)
        at.dealt(cards, until)

    return make


# ------------------------------------------------------------------------------------------------------- other doors


def option(house: TriedHouse, rulebook: str = "section-42", **options: Any) -> Refused:
    """A table is asked for with options, and the house does not open it."""
    body = {"rulebook": rulebook, "options": options}
    return refused(house.person("guest", "Owner").request("POST", "/api/tables", body).json())


def house_file(rulebook: str, *changes: tuple[str, str]) -> Refused:
    """A house file of one's own, the sample with these changes, is given to the program: ``--house FILE``.

    Its papers are no samples any more, so that nothing but the changes can be what is refused.
    """
    text = files("minibac.rulebooks").joinpath("houses", f"{rulebook}.toml").read_text(encoding="utf-8")
    text = text.replace("SAMPLE-", "No. ").replace("SAMPLE ", "")
    for printed, wanted in changes:
        assert printed in text, printed
        text = text.replace(printed, wanted, 1)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "house.toml"
        path.write_text(text, encoding="utf-8")
        result = calling("rules")(rulebook, "--house", str(path))
    assert result.exit_code == 2, f"the house file was accepted: {changes}"
    lines = [line.removeprefix("minibac: house.toml: ") for line in result.stderr.splitlines()]
    cited = [clause for line in lines if (found := CLAUSES.search(line)) for clause in found[1].split(", ")]
    return Refused("house-file", tuple(cited), CLAUSES.sub("", lines[0]))
