"""Doors for whoever tries Massachusetts and Seminole: a house file at the command line, options at the route, and
people who do what is right at a table until the moment at which something else is tried."""

import itertools
import re
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from click.testing import CliRunner

import minibac.rulebooks
from minibac.cli import cli
from minibac.machine.roles import Role
from minibac.table.automatic import next_command
from minibac.table.state import TableState
from tests.server.running import Live, wait_until
from tests.violations.trial import Refused, TriedHouse, TriedTable, refused

HOUSES = Path(minibac.rulebooks.__file__).parent / "houses"
CLAUSES = re.compile(r" \(((?:(?:ma|sem|s42|sen)/[^ ,)]+(?:, )?)+)\)$")
MANY = 400
"""More steps than a coup, an opening or a shuffle has."""

TABLES = itertools.count()

Holds = Callable[[TableState], bool]


def file_refused(rulebook: str, *changes: tuple[str, str], without: str = "") -> Refused:
    """Somebody runs the house by a file that differs from the sample in this, or lacks a paper: what is said to it."""
    text = (HOUSES / f"{rulebook}.toml").read_text(encoding="utf-8").replace("SAMPLE-", "No. ").replace("SAMPLE ", "")
    for before, after in changes:
        assert before in text, f"the sample house says nothing like {before!r}"
        text = text.replace(before, after)
    if without:
        text, found = re.subn(rf"(?ms)^\[references\.{without}\].*?\n\n", "", text)
        assert found == 1, f"the sample house holds no {without}"
    with TemporaryDirectory() as folder:
        file = Path(folder) / "house.toml"
        file.write_text(text, encoding="utf-8")
        answer = CliRunner().invoke(cli, ["rules", rulebook, "--house", str(file)])
    assert answer.exit_code == 2, f"the house accepted it: {answer.stdout[:200]}"
    said = [line.removeprefix("minibac: house.toml: ") for line in answer.stderr.splitlines()]
    cited = [clause for line in said for found in CLAUSES.findall(line) for clause in found.split(", ")]
    return Refused("house-file", tuple(cited), CLAUSES.sub("", said[0]))


def options_refused(house: TriedHouse, rulebook: str, **options: Any) -> Refused:
    """Somebody opens a table with these options."""
    owner = house.person("guest", "Owner")
    return refused(owner.request("POST", "/api/tables", {"rulebook": rulebook, "options": options}).json())


class Table:
    """A training table at which everything is done by people: Dora deals, Fred is its floorperson.

    With ``guests`` they come when the automatic people have opened it and betting is open; without, to a closed table.
    """

    def __init__(
        self,
        house: TriedHouse,
        rulebook: str = "massachusetts",
        *,
        guests: tuple[int, ...] = (),
        depth: int | None = None,
        **options: Any,
    ) -> None:
        house.pages_close()  # nobody stays at a table of before: the clock will move
        owner = house.person("guest", "Owner")
        name = house.server.training(owner, rulebook, options, clock=True, dealer="me", depth=depth)
        self.house, self.tried = house, TriedTable(house, name)
        self._number = next(TABLES)
        self.guests: dict[int, Live] = {}
        for seat in guests:
            self.sit(seat)
        if guests:
            self.tried.to("betting")
        self.dealer = self.tried.staff("dealer", "Dora")
        self.floor = self.tried.staff("floorperson", "Fred")
        self.floor.ok("AssignStaff", duty="floor")

    @property
    def state(self) -> TableState:
        return self.tried.state

    def sit(self, seat: int, name: str = "") -> Live:
        """A guest sits down with chips: the same at this seat of forty tables, as far as a wallet goes."""
        self.guests[seat] = self.tried.guest(seat, name or f"Guest {seat} {self._number // 40}", 20_000)
        return self.guests[seat]

    def go(self, holds: Holds | str) -> None:
        """Everybody does what is right, until something holds or the table is in a phase."""
        reached: Holds = (lambda state: state.phase.value == holds) if isinstance(holds, str) else holds
        for _ in range(MANY):
            if reached(self.state):
                return
            self.step()
        raise AssertionError("the table never came to that")

    def step(self) -> None:
        """The next right thing is done by whoever's it is; committing and revealing is the house's own."""
        wanted = next_command(self.state, 0)
        if wanted is None:
            before = self.tried.hosted.version
            wait_until(lambda: self.tried.hosted.version > before)
            return
        facts = msgspec.to_builtins(wanted.command)
        by = facts.pop("by")
        facts.pop("at")
        page = self.guests[by["seat"]] if wanted.role is Role.GUEST else self._staff(wanted.role)
        page.ok(facts.pop("command", type(wanted.command).__name__), **facts)

    def _staff(self, role: Role) -> Live:
        return self.floor if role is Role.FLOORPERSON else self.dealer

    def coup(self, cards: str, holds: Holds | str, **wagers: int) -> None:
        """These cards come out next, the guests wager (``banker_3=5_000`` is seat 3), and the coup goes on so far."""
        self.go("betting")
        for name, cents in wagers.items():
            wager, _, seat = name.rpartition("_")
            self.guests[int(seat)].ok("PlaceWager", seat=int(seat), wager=wager.replace("_", "-"), cents=cents)
        self.tried.next_cards(cards)
        self.dealer.ok("CallNoMoreBets")
        self.go(holds)
