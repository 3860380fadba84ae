"""A running house that somebody tries to play against the print, over HTTP and the WebSocket, as a person would.

    @violation("s42/b/4/i", "A guest adds to a wager after the call of no more bets.", "section-42")
    def adding_after_the_call(house: TriedHouse) -> Refused:
        table = house.open("section-42")
        ...
        return refused(ann.give("PlaceWager", seat=3, wager="player", cents=5_000))

Each is tried by the tests; what the house answered stands in ``docs/violations.md``.
"""

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, NamedTuple

from minibac.house.hosted_table import HostedTable
from minibac.table.state import Phase, TableState
from tests.page.guests import hosted_at, next_cards, time_passes, time_passes_until
from tests.server.running import Client, Live, RunningServer, wait_until


class Refused(NamedTuple):
    """A no, as the house said it."""

    code: str
    clauses: tuple[str, ...]
    sentence: str


class Violation(NamedTuple):
    """Something the print forbids, and how it is tried."""

    clause: str
    """The clause that forbids it; empty where a ruling or a control of our own does."""
    tries: str
    play: "Play"

    @property
    def name(self) -> str:
        return self.play.__name__


VIOLATIONS: list[Violation] = []


def violation(clause: str, tries: str) -> "Callable[[Play], Play]":
    """Register what is tried."""

    def take(play: "Play") -> "Play":
        VIOLATIONS.append(Violation(clause, tries, play))
        return play

    return take


def refused(answer: dict[str, Any]) -> Refused:
    """The refusal in an answer of the WebSocket or of a route; an acceptance fails the test."""
    assert "refusal" in answer, f"the house accepted it: {answer}"
    no = answer["refusal"]
    cited = (no.get("clause") or "", *(no.get("also") or ()))
    return Refused(no["code"], tuple(clause for clause in cited if clause), no["sentence"])


class TriedTable:
    """A training table with people at it, none of them automatic unless nobody came for the part."""

    def __init__(self, house: "TriedHouse", id: str) -> None:  # noqa: A002
        self.house, self.id = house, id

    @property
    def hosted(self) -> HostedTable:
        return hosted_at(self.house.server, self.id)

    @property
    def state(self) -> TableState:
        return self.hosted.state

    def guest(self, seat: int, name: str = "Ann", chips_cents: int = 500_000) -> Live:
        """A guest who sits down with chips."""
        page = self.house.person("guest", name).live(self.id)
        page.sit(seat, chips_cents)
        return page

    def staff(self, role: str, name: str = "") -> Live:
        """Somebody at the table in a role; a dealer goes on duty for the calls and the wagers."""
        page = self.house.person(role, name).live(self.id, role)
        if role == "dealer":
            page.ok("AssignStaff", duty="calling")
            page.ok("AssignStaff", duty="wagers")
        return page

    def to(self, phase: str) -> None:
        """Let the automatic people go on, and time pass, until the table is there."""
        time_passes_until(self.house.server, self.id, lambda: self.state.phase is Phase(phase))

    def until(self, holds: Callable[[TableState], bool]) -> None:
        """Wait until the house has brought it about, without time passing."""
        wait_until(lambda: holds(self.state))

    def time_passes(self) -> None:
        """The clock at this table runs out."""
        time_passes(self.house.server, self.id)

    def next_cards(self, cards: str) -> None:
        """Put these cards next in the shoe."""
        self.house.server.do(lambda: next_cards(self.hosted, cards))


class TriedHouse:
    """The running house, and the people who came to it."""

    def __init__(self, server: RunningServer, stack: ExitStack) -> None:
        self.server, self._stack = server, stack
        self._people: dict[tuple[str, str], Client] = {}
        self._ids = 0

    def person(self, role: str, name: str = "", *, pit: str = "") -> Client:
        """Somebody with a role, the same person whenever the role and the name are the same."""
        key = (role, name)
        if key not in self._people:
            known = self.server.guest(name or "Ann") if role == "guest" else self.server.staff(role, name, pit=pit)
            self._people[key] = self._stack.enter_context(known)
        return self._people[key]

    def pages_close(self) -> None:
        """Everybody goes away from the tables; the people stay known, with their roles."""
        for person in self._people.values():
            person.leave_tables()

    def open(self, rulebook: str, **options: Any) -> TriedTable:
        """A training table of a rulebook with these options, whose clocks run out only when it is told to."""
        owner = self.person("guest", "Owner")
        return TriedTable(self, self.server.training(owner, rulebook, options, clock=True))

    def live(self, table: str) -> TriedTable:
        """A table of the house itself: ``s42-1``, ``ma-1``, ``sem-1``, ``sen-1``."""
        return TriedTable(self, table)

    def pit(self, person: Client, pit: str, command: str, role: str = "", **facts: Any) -> dict[str, Any]:
        """Give a command to a pit (``section-42-main`` …), and hear its answer."""
        self._ids += 1
        body = {"id": f"v{self._ids}", "role": role, "command": {"command": command, **facts}}
        answer: dict[str, Any] = person.request("POST", f"/api/pits/{pit}/commands", body).json()
        return answer


Play = Callable[[TriedHouse], Refused]
