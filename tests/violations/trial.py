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
from typing import Any, NamedTuple, TypeVar

from minibac.house.hosted_table import HostedTable
from minibac.sample_day.day import grand_house
from minibac.table.state import Phase, TableState
from tests.page.guests import hosted_at, next_cards, time_passes, time_passes_until, waiting_house
from tests.server.running import Client, Live, RunningServer, wait_until

T = TypeVar("T")
REMEDIED = "remedied"
"""The code of what had happened already, and was put right."""


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


def remedied(page: Live, event: str) -> Refused:
    """What the house did about it, as a page was told: the last event of a kind, with the clauses it cites."""
    while True:
        told = [found for message in page.told for found in message.get("events", ()) if found["event"] == event]
        if told:
            return Refused(REMEDIED, tuple(told[-1]["clauses"]), str(told[-1]["says"]))
        page.read()


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
        self._kept: tuple[str, Any, Callable[[Any], int], int] | None = None
        self._keeps = False
        self._grand: TriedHouse | None = None

    def person(self, role: str, name: str = "", *, pit: str = "") -> Client:
        """Somebody with a role, the same person whenever the role and the name are the same."""
        key = (role, name)
        if key not in self._people:
            known = self.server.guest(name or "Ann") if role == "guest" else self.server.staff(role, name, pit=pit)
            self._people[key] = self._stack.enter_context(known)
        return self._people[key]

    def kept(self, name: str, make: Callable[[], T], version: Callable[[T], int]) -> T:
        """What the last violation left as it was, if it is called so; otherwise it is made anew."""
        self._keeps = True
        if self._kept is None or self._kept[0] != name:
            self._leave()
            found = make()
            self._kept = name, found, version, version(found)
        kept: T = self._kept[1]
        return kept

    @property
    def moved(self) -> bool:
        """Whether what is kept is no longer as it was."""
        return self._kept is not None and self._kept[2](self._kept[1]) != self._kept[3]

    def pages_close(self) -> None:
        """Everybody goes away from the tables, unless they are kept; the people stay known, with their roles."""
        if not self._keeps or self.moved:
            self._leave()
        self._keeps = False

    def _leave(self) -> None:
        self._kept = None
        for person in self._people.values():
            person.leave_tables()

    @property
    def grand(self) -> "TriedHouse":
        """The larger sample house beside it, where vigorish may be owed; people stay at its tables to the end."""
        if self._grand is None:
            server = self._stack.enter_context(waiting_house(houses=[grand_house()]))
            self._grand = TriedHouse(server, self._stack)
        return self._grand

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
