"""What must hold after every step, kept by somebody who shares no state with the house.

It sees every commit as the disk has it, folds each log a second time, adds the ledger up by itself, and looks at every
message before it goes on the wire. The first broken promise ends the simulation.
"""

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

import msgspec

from minibac.house.news import decode_answer
from minibac.machine.roles import Role
from minibac.play.postings import Posting
from minibac.records.upcast import read_event
from minibac.table import events as e
from minibac.table.machine import TABLE
from minibac.table.state import TableState
from minibac.table.table_view import PARTS
from tests.simulation.network import Wire
from tests.simulation.shuffles import Shuffle, wrong_shoes

CARD = re.compile(rb'"([A2-9TJQK][shdc])"')
ENCODER = msgspec.json.Encoder()
GENESIS = bytes(32)
NONE: frozenset[str] = frozenset()
OF_SHARES = e.ShareCommitted | e.ShareRevealed
MADE = e.SeatTaken | e.ChipsBought | e.WagerPlaced | OF_SHARES
"""What guests, and nobody else, do."""
KEPT_STATES = 600
"""How many states of a table are remembered: a page that is behind more is behind by minutes."""
OURS = ("TakeSeat", "BuyIn", "PlaceWager", "LeaveSeat", "CommitShare", "RevealShare")
"""Commands of guests that always leave an event."""


BROKEN: list[str] = []
"""What was broken in the simulation that runs: whoever catches an exception of ours does not hide it."""


class BrokenPromiseError(AssertionError):
    """Something that the house promises is not so."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        BROKEN.append(words)


def promise(holds: object, what: str, *facts: object) -> None:
    if not holds:
        raise BrokenPromiseError(" ".join([what, *map(str, facts)]))


class Told(msgspec.Struct):
    """A message to a page, as far as it is looked at."""

    tell: str
    version: int = 0
    set: dict[str, msgspec.Raw] = {}
    view: dict[str, msgspec.Raw] = {}
    yours: msgspec.Raw = msgspec.Raw(b"")
    events: list[dict[str, Any]] = []
    id: str = ""
    ok: bool = False
    missed: dict[str, Any] = {}
    cents: int = 0


READ = msgspec.json.Decoder(Told)


class TableTruth:
    """One table as its log says it is."""

    def __init__(self, stream: str) -> None:
        self.stream = stream
        self.state: TableState | None = None
        self.states: dict[int, TableState] = {}
        self.faces: dict[int, frozenset[str]] = {}
        """The cards that each event turned, by its version."""
        self.since: dict[int, tuple[int, int]] = {}
        """Where the round before the one of a version began, and where the shoe before did."""
        self._began, self._shoe = [1, 1], [1, 1]
        self.parts: tuple[int, dict[str, bytes]] = (0, {})
        self._known: dict[bool, tuple[int, int, frozenset[str]]] = {}
        """Which cards were asked for last: from which version to which, and what they are."""
        self.coups = 0
        self.revealed: list[int] = []
        """The shoes whose order was shown."""
        self.shuffle = Shuffle()

    def take(self, version: int, line: bytes) -> e.Event:
        event: e.Event = read_event(line)
        before = self.state
        if before is None:
            self.state = TABLE.opened(event)
        else:
            self.state = TABLE.fold.apply(before, event)
        if isinstance(event, e.BettingClosed | e.StackCommitted):
            self._began = [self._began[-1], version]
        if isinstance(event, e.StackCommitted):
            self._shoe = [self._shoe[-1], version]
        self.coups += isinstance(event, e.CardsRacked)
        if isinstance(event, e.ShoeRevealed):
            self.revealed.append(event.shoe_no)
        self.states[version] = self.state
        self.faces[version] = frozenset(face.decode() for face in CARD.findall(line))
        self.since[version] = self._began[0], self._shoe[0]
        for kept in (self.states, self.since):
            if len(kept) > KEPT_STATES:
                del kept[next(iter(kept))]
        return event

    def expected(self, version: int) -> dict[str, bytes]:
        """Each part of the view at a version, as it goes on the wire."""
        if self.parts[0] != version:
            state = self.states[version]
            self.parts = version, {name: ENCODER.encode(part.make(state)) for name, part in PARTS.items()}
        return self.parts[1]

    def known(self, version: int, *, shoe: bool = False) -> frozenset[str]:
        """The cards that may be seen at a version: those of the round, of the one before, and of what lies between; or
        those of the shoe, and of the one before."""
        first = self.since[version][shoe]
        since, until, found = self._known.get(shoe, (0, 0, frozenset()))
        if since != first or until > version:
            until, found = first - 1, frozenset()
        if until < version:
            found = found.union(*(self.faces.get(number, NONE) for number in range(until + 1, version + 1)))
            self._known[shoe] = first, version, found
        return found


class Oracle:
    """Everything that was kept, and everything that was told."""

    def __init__(self) -> None:
        self.versions: dict[str, int] = defaultdict(int)
        self.heads: dict[str, bytes] = defaultdict(lambda: GENESIS)
        self.lines: dict[str, list[bytes]] = defaultdict(list)
        self.balances: Counter[tuple[str, str]] = Counter()
        self.answers: dict[tuple[str, str], int] = {}
        self.tables: dict[str, TableTruth] = {}
        self.made: dict[str, dict[int, e.Event]] = defaultdict(dict)
        """What guests did, by table and version."""
        self.wallets: Counter[str] = Counter()
        """What each guest has in the wallet, by what was granted, bought and taken away."""
        self.commits = 0
        self.checked = Counter[str]()
        self.digest = hashlib.sha256()
        self.held: Any = lambda table, shoe_no, position: None
        """The card at a position of a shoe, by whoever has the vault."""
        self.handed: dict[tuple[str, int, int], str] = {}
        """What guests were handed, by table, shoe and position: a page may be told of it when that shoe is over."""
        self.story: list[str] = []

    # --- what is kept

    def line(self, stream: str, version: int, line: bytes, head: bytes) -> None:
        promise(version == self.versions[stream] + 1, "an event is missing or doubled:", stream, version)
        made = hashlib.sha256(self.heads[stream] + line).digest()
        promise(head == made, "the chain is broken:", stream, version)
        self.versions[stream], self.heads[stream] = version, head
        self.lines[stream].append(line)
        self.digest.update(head)
        if stream.startswith("table/"):
            table = self.tables.get(stream) or self.tables.setdefault(stream, TableTruth(stream))
            before = table.state
            event = table.take(version, line)
            self._wallets(before, event)
            promise(before is None or event.at >= before.at, "time runs back:", stream, version, event.at)
            promise(b'"kind":"order-lost"' not in line, "the order of a shoe is lost:", stream, version)
            wrong = table.shuffle.wrong(stream.removeprefix("table/"), event)
            promise(not wrong, wrong, stream, version, event)
            if isinstance(event, MADE):
                self.made[stream][version] = event

    def _wallets(self, before: TableState | None, event: e.Event) -> None:
        if isinstance(event, e.ChipsBought) and before is not None:
            self.wallets[before.seats[event.seat].guest] -= event.cents
        elif isinstance(event, e.SeatLeft):
            self.wallets[event.guest] += event.cents

    def row(self, stream: str, posting: Posting, owner: str) -> None:
        if posting.step == "grant" and posting.account.startswith("guest/"):
            self.wallets[posting.account.split("/")[1]] += posting.amount_cents
        self.balances[owner, posting.account] += posting.amount_cents

    def postings(self, stream: str, version: int, rows: Iterable[Posting]) -> None:
        promise(sum(row.amount_cents for row in rows) == 0, "postings do not come to nothing:", stream, version)

    def balance(self, owner: str, account: str, cents: int) -> None:
        """A balance as it is kept is the sum of the rows, and nothing that must not is below zero."""
        mine = self.balances[owner, account]
        promise(cents == mine, "a balance is not the sum of its rows:", owner, account, cents, mine)
        last = account.rpartition("/")[2]
        promise(
            cents >= 0 or (last not in ("chips", "wallet") and not account.startswith("layout/")),
            "an account is overdrawn:",
            owner,
            account,
            cents,
        )

    def answer(self, stream: str, command: str, kept: bytes) -> None:
        version = decode_answer(kept).version
        known = self.answers.setdefault((stream, command), version)
        promise(known == version, "an answer was changed:", stream, command, known, version)

    def after_commit(self) -> None:
        """Chips are conserved, and each table's state agrees with the ledger."""
        self.commits += 1
        promise(sum(self.balances.values()) == 0, "chips came from nowhere:", sum(self.balances.values()))
        for guest, cents in self.wallets.items():
            kept = self.balances["", f"guest/{guest}/wallet"]
            promise(kept == cents, "a wallet is not what came and went:", guest, kept, cents)
        for stream, table in self.tables.items():
            if table.state is not None and self.checked[stream] != self.versions[stream]:
                self.checked[stream] = self.versions[stream]
                self._agrees(stream, table.state)
                self._hands(stream.removeprefix("table/"), table.state)

    def _hands(self, table: str, state: TableState) -> None:
        coup = state.coup
        if coup is not None and coup.handed:
            for position in coup.hand(coup.handed):
                place = table, state.shoe_no, position
                if place not in self.handed and (card := self.held(*place)):
                    self.handed[place] = card

    def _agrees(self, stream: str, state: TableState) -> None:
        for account, cents in state.balances.items():
            if account == "cage":  # what left it for a wallet is in the ledger alone
                continue
            mine = self.balances[stream, account]
            promise(cents == mine, "the log and the ledger differ:", stream, account, cents, mine)

    # --- what is told

    def sees(self, wire: Wire, text: str) -> None:
        """A message on its way to a page."""
        self.digest.update(text.encode())
        told = READ.decode(text)
        self.checked["messages"] += 1
        stream = f"table/{wire.table}"
        if told.tell == "answer":
            if told.ok:
                self._answered(wire, stream, told)
            return
        if told.tell not in ("welcome", "news"):
            promise(not CARD.search(text.encode()), "a card in a message about something else:", text[:200])
            return
        promise(told.version <= self.versions[stream], "told before it was kept:", stream, told.version, text[:300])
        if told.tell == "welcome":
            wire.welcome, wire.sent_yours = True, told.yours
            wire.sent_view = {name: bytes(part) for name, part in told.view.items()}
            events = told.missed.get("events", [])
        else:
            wire.sent_view |= {name: bytes(part) for name, part in told.set.items()}
            promise(
                told.version > wire.sent_version or not told.events,
                "news is out of order:",
                wire.table,
                wire.sent_version,
                told.version,
            )
            if told.events:
                numbers = list(range(wire.sent_version + 1, told.version + 1))
                promise(
                    len(told.events) == len(numbers), "news left something out:", wire.table, numbers, len(told.events)
                )
            if told.yours:
                wire.sent_yours = told.yours
            events = told.events
        wire.sent_version = told.version
        self._looks(wire, stream, told, events, text)

    def _answered(self, wire: Wire, stream: str, told: Told) -> None:
        if told.id.partition("-")[0] not in OURS:
            return
        kept = self.answers.get((stream, f"{wire.person}:{told.id}"))
        promise(kept is not None, "acknowledged before it was kept:", stream, wire.person, told.id)
        promise(kept == told.version, "acknowledged with another version:", told.id, kept, told.version)

    def _looks(self, wire: Wire, stream: str, told: Told, events: list[dict[str, Any]], text: str) -> None:
        truth, version = self.tables[stream], told.version
        if version not in truth.states:
            return
        state = truth.states[version]
        for name, wanted in truth.expected(version).items():
            seen = wire.sent_view.get(name, b"")
            if seen != wanted:
                promise(False, "a page sees something else than the fold:", wire.table, version, name, seen, wanted)
        for event in events:
            number = event.get("v", 0)
            faces = set(CARD.findall(ENCODER.encode(event)))
            if number in truth.faces:
                extra = {face.decode() for face in faces} - truth.faces[number]
                promise(not extra, "an event tells a card that it did not turn:", stream, number, extra)
        known = truth.known(version)
        self._looks_everywhere(wire, text, truth, version, events)
        for name, part in (told.view or told.set).items():
            faces = {face.decode() for face in CARD.findall(bytes(part))}
            if faces - known and (name == "coup" or faces - truth.known(version, shoe=True)):
                promise(False, "a page knows a card too early:", wire.table, wire.role, version, name, faces - known)
        self._looks_at_yours(wire, state, told, known)

    def _looks_everywhere(
        self, wire: Wire, text: str, truth: TableTruth, version: int, events: list[dict[str, Any]]
    ) -> None:
        """Whatever field a card stands in: it is of this shoe, of the one before, of an event, or of an own hand."""
        faces = {face.decode() for face in CARD.findall(text.encode())} - truth.known(version, shoe=True)
        if (faces and wire.role not in ("guest", "dealer")) or not faces:
            told = {face.decode() for face in CARD.findall(ENCODER.encode(events))} if faces else set()
            promise(not faces - told, "a page knows a card too early:", wire.table, wire.role, version, faces - told)

    def _looks_at_yours(self, wire: Wire, state: TableState, told: Told, known: frozenset[str]) -> None:
        if not told.yours or bytes(told.yours) == b"null":
            return
        faces = {face.decode() for face in CARD.findall(bytes(told.yours))}
        if wire.role == Role.GUEST:
            yours = msgspec.json.decode(told.yours)
            seat = next((no for no, sits in state.seats.items() if sits.guest == wire.person), 0)
            promise(
                yours["seat"] == seat, "a page is told of another seat:", wire.table, wire.person, yours["seat"], seat
            )
            if seat:
                chips = state.chips(seat)
                promise(yours["chips_cents"] == chips, "chips of somebody else:", wire.table, seat, chips)
            allowed = set(known)
            coup = state.coup
            if coup is not None and coup.handed and coup.holders[coup.handed] == seat:
                self._hands(wire.table, state)  # whoever handed it out may have died of that very commit
                places = ((wire.table, state.shoe_no, position) for position in coup.hand(coup.handed))
                allowed |= {self.handed.get(place, "") for place in places}
            promise(not faces - allowed, "a guest knows a card too early:", wire.table, wire.person, faces - allowed)
        elif wire.role == Role.DEALER:
            promise(not faces - known, "a dealer knows a card too early:", wire.table, faces - known)

    # --- at the end

    def each_shoe(self, stream: str) -> None:
        """The record of every shoe that was shown is right."""
        wrong = [*wrong_shoes(self.lines[stream], self.tables[stream].revealed)]
        promise(not wrong, "the record of a shoe is wrong:", stream, *wrong)

    def acknowledged(self, stream: str, name: str, version: int) -> None:
        """What a guest was told is there, under its id, as that event."""
        kept = self.answers.get((stream, name))
        promise(kept is not None, "acknowledged, and lost:", stream, name)
        promise(kept == version, "acknowledged with one version, kept with another:", stream, name, version, kept)

    def each_once(self, stream: str, sent: dict[str, tuple[str, str, dict[str, Any]]]) -> None:
        """Every thing that guests did belongs to exactly one command that somebody sent."""
        by_version: dict[int, str] = {}
        for (where, name), version in self.answers.items():
            if where == stream and name in sent:
                before = by_version.get(version)
                promise(before is None, "two commands became one event:", stream, version, before, name)
                by_version[version] = name
        for version, event in self.made[stream].items():
            kept = version
            if isinstance(event, OF_SHARES):  # who speaks last closes the shares with it, in one write
                kept = min((last for last in by_version if last >= version), default=0)
            name = by_version.get(kept, "")
            promise(name, "nobody sent what is there: it counts twice:", stream, version, event)
            kind, person, facts = sent[name]
            promise(_done_by(event, kind, person, facts), "a command became something else:", stream, name, event)


def _done_by(event: e.Event, kind: str, person: str, facts: dict[str, Any]) -> bool:
    if isinstance(event, e.SeatTaken):
        return kind == "TakeSeat" and event.guest == person and event.seat == facts["seat"]
    if isinstance(event, e.ChipsBought):
        return kind == "BuyIn" and (event.seat, event.cents) == (facts["seat"], facts["cents"])
    if isinstance(event, e.ShareCommitted):
        return kind == "CommitShare" and (event.seat, event.hash) == (facts["seat"], facts["hash"])
    if isinstance(event, e.ShareRevealed):  # of the seat where the hash was given, though its owner may sit elsewhere
        return kind == "RevealShare" and event.value == facts["value"]
    assert isinstance(event, e.WagerPlaced)
    return kind == "PlaceWager" and (event.seat, event.wager, event.cents) == (
        facts["seat"],
        facts["wager"],
        facts["cents"],
    )
