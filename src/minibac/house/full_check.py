"""Everything that is kept, held against itself and against heads that were told before: the check of a live house.

It reads at one moment, writes nothing and remembers no more than balances, streams and people. Each log is folded from
its first event (:mod:`minibac.house.stream_check`); then comes what the logs say about each other, the balances, the
answers and the seals. A log that was cut at its end, or written anew with a sound chain, agrees with itself: only heads
that were written down before tell, in the house's own log (``BooksChecked``) or with somebody outside.
"""

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec

from minibac.books.refused import REFUSED
from minibac.books.tray_papers import TOLD, Numbered, TrayPapers
from minibac.house.keys import MARK, mark_of
from minibac.house.leaf_check import Kept, read_leaves
from minibac.house.news import decode_kept
from minibac.house.sealed_vault import break_open, seal_name, shoes_kept
from minibac.house.stream_check import OWN, PITS, TABLES, Beside, Folded, check_stream
from minibac.house.training_tables import KIND as TRAINING
from minibac.house.vault import commitment
from minibac.houses.types import Inventory
from minibac.machine.roles import THE_HOUSE
from minibac.pits import house_events as h
from minibac.pits.house_state import TRAINING_PIT, HouseState
from minibac.pits.pit_state import PitState
from minibac.records.leaves import OPEN_LOG
from minibac.records.ledger import never_negative
from minibac.records.store import Unsound, Whole
from minibac.records.verify import unlike_fault
from minibac.shoes.shoe_list import KIND as SHOES
from minibac.shoes.shoe_list import ListedShoes
from minibac.shoes.starts import KIND as SHOE_START
from minibac.shoes.starts import mark_at
from minibac.table.state import TableState
from minibac.voice.said import Said, said

A_HEAD = re.compile(
    r"(?<![\w/])(house|school|(?:table|pit|refused)/[^\s\"'<>,]+)\D{1,60}?(\d[\d,]*)\D{1,60}?(?<![0-9a-f])([0-9a-f]{64})(?![0-9a-f])"
)
"""A log, its last event and its hash, as a report, a check or the house's log file writes them."""
MODULUS = 1 << 256


class Head(NamedTuple):
    """Where a log stood, and who says so."""

    stream: str
    version: int
    head: str
    told: Said


class Report:
    """What a check found, and where everything stood."""

    def __init__(self) -> None:
        self.findings: list[Unsound] = []
        self.folded: dict[str, Folded] = {}
        self.answers_count = 0
        self.answers_sum = 0
        """The sum of the hashes of all answers, in whatever order they come."""
        self.opened = False
        """Whether sealed orders were opened: the key was there."""
        self.granted: set[str] = set()
        """The guests that the house gave play chips."""
        self.tray_papers: defaultdict[str, TrayPapers] = defaultdict(TrayPapers)
        self.tray_events: defaultdict[str, list[Numbered]] = defaultdict(list)
        """What each pit and each table wrote of trays, by the name of its log."""
        self.listed = 0
        """How many entries the exclusion lists have."""
        self.admitted: set[str] = set()
        """People that the house itself let in, with an account."""
        self.checked: dict[str, Head] = {}
        """The heads that earlier checks wrote into the house's log, the newest of each."""
        self.answers_told = ""
        """What the last of them said about the answers."""

    def found(self, stream: str, version: int, what: Said) -> None:
        """Something does not agree."""
        self.findings.append(Unsound(stream, version, what))

    @property
    def events_count(self) -> int:
        return sum(folded.head.version for folded in self.folded.values())

    @property
    def rows_count(self) -> int:
        return sum(folded.rows_count for folded in self.folded.values())

    @property
    def house(self) -> HouseState | None:
        """The state of the house's own log."""
        own = self.folded.get(OWN)
        return own.state if own else None

    def states(self, kind: type[Any]) -> list[tuple[str, Any]]:
        """The logs of a kind that could be folded, with their states."""
        return [(name, each.state) for name, each in self.folded.items() if isinstance(each.state, kind)]


def heads_in(text: str, told: Said) -> tuple[Head, ...]:
    """The heads that a text names, whatever it is: a day-end report, the JSON of a check, the log file of the house.

    >>> heads_in(f'{{"stream": "table/s42-1", "version": 1042, "head": "{"0a" * 32}"}}', said("a report"))[0][:2]
    ('table/s42-1', 1042)
    >>> heads_in(f"school  7  {'0a' * 32}", said("a report"))[0][:2]
    ('school', 7)
    """
    return tuple(Head(m[1], int(m[2].replace(",", "")), m[3], told) for m in A_HEAD.finditer(text))


async def full_check(
    store: Whole, key: bytes | None, outside: Iterable[Head] = (), checkpoints: Iterable[Kept] = ()
) -> Report:
    """Check everything; ``outside`` are heads and ``checkpoints`` checkpoints of the open log that somebody kept
    elsewhere, ``key`` opens the sealed orders."""
    report = Report()
    beside, training = await _documents(store)
    leaves = await read_leaves(store, report.found, checkpoints)
    for name in sorted(await store.names(), key=lambda name: (name != OWN, name)):
        if name == OPEN_LOG:
            report.folded[name] = Folded(leaves.head, None, 0)
            continue
        hear = _hearing_house(report) if name == OWN else _hearing_trays(report, name)
        kept = beside[name]._replace(leaves=leaves)
        report.folded[name] = await check_stream(store, name, report.found, kept, hear)
    leaves.rest(report.found)
    _logs_of_each_other(report, training)
    _trays(report)
    for head in (*report.checked.values(), *outside):
        await _stands(store, report, head)
    await _balances(store, report)
    await _answers(store, report)
    await _seals(store, report, key)
    for trace in await store.traces():
        report.found("", 0, trace)
    return report


async def _documents(store: Whole) -> tuple[defaultdict[str, Beside], list[str]]:
    """What is kept beside each log, and the training tables there are."""
    marks: defaultdict[str, dict[int, str]] = defaultdict(dict)
    shoes: dict[str, ListedShoes] = {}
    training = []
    async for kind, name, document in store.rows("documents"):
        if kind == SHOE_START:
            marks[name.rpartition("/")[0]][mark_at(document)] = name
        elif kind == SHOES:
            try:
                shoes[name] = msgspec.json.decode(document, type=ListedShoes)
            except msgspec.DecodeError:
                shoes[name] = ListedShoes(until=1, shoes=[])
        elif kind == TRAINING:
            training.append(name)
    found: defaultdict[str, Beside] = defaultdict(Beside)
    for name in {*marks, *shoes}:
        found[f"{TABLES}{name}"] = Beside(marks[name], shoes.get(name, ListedShoes()))
    return found, training


def _hearing_trays(report: Report, name: str) -> Any:
    """Of other logs, what their state does not say: what a pit has counted and carried, what a table did by it."""
    papers, events = report.tray_papers[name], report.tray_events[name]

    def hear(version: int, event: object, _state: object) -> None:
        if isinstance(event, TOLD):
            events.append((version, event))
        else:
            papers.hear(version, event)

    return hear


def _trays(report: Report) -> None:
    """Trays are opened, closed, filled and emptied as the slips of the pits have it."""
    for name, pit in report.states(PitState):
        for table in pit.tables if pit.inventory is not Inventory.NONE else ():
            stream = f"{TABLES}{table}"
            for wrong in report.tray_papers[name].differences(table, report.tray_events[stream]):
                where = (stream, wrong.table_version) if wrong.table_version else (name, wrong.pit_version)
                report.found(*where, wrong.said)


def _hearing_house(report: Report) -> Any:
    def hear(version: int, event: object, _state: object) -> None:
        if isinstance(event, h.ChipsGranted):
            report.granted.add(event.guest)
        elif isinstance(event, h.PersonAdmitted) and event.by == THE_HOUSE.id:
            report.admitted.add(event.person)
        elif isinstance(event, h.ParameterChanged) and event.name == EXCLUSION_LIST:
            report.listed = int(event.after) if event.after.isdecimal() else -1  # somebody has written there
        elif isinstance(event, h.BooksChecked) and event.heads:
            told = said("the check that the house's log holds as event {version}", version=str(version))
            for stream, (last, head) in event.heads.items():
                report.checked[stream] = Head(stream, last, head, told)
            report.answers_told = event.answers

    return hear


EXCLUSION_LIST = "exclusion list"
"""What the house's log calls the exclusion lists: how many entries there are, and who changed that; no name."""

# ------------------------------------------------------------------------------------------ what logs say of each other


def _logs_of_each_other(report: Report, training: Iterable[str]) -> None:
    """The house names its pits and their days, a pit its tables, a training table has a log."""
    there = {name for name, folded in report.folded.items() if folded.head.version}
    if there and OWN not in there:
        report.found(OWN, 0, said("the house's own log is gone"))
    wanted: dict[str, str] = {f"{TABLES}{table}": "documents" for table in training}
    wanted |= {f"{TABLES}{name.removeprefix(REFUSED)}": name for name in there if name.startswith(REFUSED)}
    for name, pit in report.states(PitState):
        wanted |= {f"{TABLES}{table}": name for table in pit.tables}
    if (house := report.house) is not None:
        wanted |= {f"{PITS}{pit}": OWN for pit in house.pits if pit != TRAINING_PIT}
        for name, (day, closed) in house.pit_days.items():
            folded = report.folded.get(f"{PITS}{name}")
            if folded and folded.state and not _knows(folded.state, day, closed=closed):
                lags = said(
                    "the house's log knows that the gaming day {day} was opened or closed there; this one does not"
                )
                report.found(f"{PITS}{name}", folded.head.version, lags.about(day=day))
    for name, by in wanted.items():
        if name not in there:
            report.found(name, 0, said("the whole log is gone, and {by} names it", by=by))


def _knows(pit: PitState, day: str, *, closed: bool) -> bool:
    return day < pit.day or (day == pit.day and (not closed or bool(pit.reopened))) or day <= pit.last_day


async def _stands(store: Whole, report: Report, told: Head) -> None:
    """A log must still have what it had when somebody wrote its head down."""
    kept = ""
    async for line in store.read(told.stream, told.version - 1, told.version):
        kept = line.head.hex()
    if kept == told.head:
        return
    what = said("{told} has the hash {head} for this event, and {kept} is stored: the log was written anew")
    if not kept:
        what = said("{told} knows event {version} of this log, which is gone: its end was cut off")
    what = what.about(told=told.told, version=str(told.version), head=told.head, kept=kept)
    report.found(told.stream, told.version, what)


# --------------------------------------------------------------------------------------- balances, answers, seals


async def _balances(store: Whole, report: Report) -> None:
    for unlike in await store.unlike_ledger():
        report.found(unlike.owner, 0, unlike_fault(unlike))
    async for owner, account, _, guarded in store.rows("balances"):
        if bool(guarded) != never_negative(account):
            lets = said("the account {account} is not marked as it should be: whether it may go below zero")
            report.found(owner, 0, lets.about(account=account))


async def _answers(store: Whole, report: Report) -> None:
    """Each answer is what an accepted command leaves, and none is missing that an earlier check has seen."""
    before = 0
    async for stream, command, version, answer in store.rows("answers"):
        row = msgspec.msgpack.encode((stream, command, version, answer))
        number = int.from_bytes(hashlib.sha256(row).digest(), "big")
        report.answers_count += 1
        report.answers_sum = (report.answers_sum + number) % MODULUS
        if stream in report.checked and version <= report.checked[stream].version:
            before = (before + number) % MODULUS
        folded = report.folded.get(stream)
        try:
            kept = decode_kept(answer)
        except msgspec.DecodeError:
            kept = None
        if kept is None or not kept.ok or kept.version != version:
            report.found(stream, version, said("the answer to command {command} is not one", command=command))
        elif folded is None or not 0 < version <= folded.head.version:
            beyond = said("the answer to command {command} is of event {version}, and the log ends before")
            report.found(stream, version, beyond.about(command=command, version=str(version)))
    if report.answers_told and report.answers_told != f"{before:064x}":
        report.found("", 0, said("answers were added, changed or taken away since the last check in the house's log"))


async def _seals(store: Whole, report: Report, key: bytes | None) -> None:
    """Sealed orders are those of the shoes in play, and with the key they open to what was committed to."""
    due = {
        seal_name(name, number): (name, number, committed)
        for name, state in report.states(TableState)
        for number, committed in shoes_kept(state).items()
        if committed
    }
    mark = await store.get(MARK, "mark")
    if key and mark is not None and mark != mark_of(key):
        another = said("the key at hand is not the one that this house had last: sealed orders were not opened")
        report.found("", 0, another)
        key = None
    report.opened = key is not None
    async for name, sealed in store.rows("seals"):
        stream, number, committed = due.pop(name, ("", 0, ""))
        order = break_open(key, name, sealed) if key and committed else None
        if not committed:
            report.found("", 0, said("{name} is sealed, and no shoe in play is of that name", name=name))
        elif key and (order is None or commitment(order.order, order.salt) != committed):
            cannot = said("the sealed order of shoe {number} does not open to the commitment {committed}")
            report.found(stream, 0, cannot.about(number=number, committed=committed))
    for stream, number, _ in due.values() if key else ():
        report.found(stream, 0, said("the sealed order of shoe {number} is gone", number=number))


# ------------------------------------------------------------------------------------------------------- as plain data

HEAD = ("stream", "version", "head")
FINDING_CSV_HEADS = ("log", "event", "sentence")


def finding_csv(finding: Unsound) -> tuple[object, ...]:
    """A finding as a row under :data:`FINDING_CSV_HEADS`."""
    return finding.stream, finding.version, str(finding.said)


def check_plain(report: Report) -> dict[str, Any]:
    """A check as plain data. ``heads`` is what to keep somewhere else; the house's log has those ``known``."""
    heads = [(name, folded.head.version, folded.head.head.hex()) for name, folded in sorted(report.folded.items())]
    told = {head[:3] for head in report.checked.values()}
    return {
        "agrees": not report.findings,
        "events": report.events_count,
        "rows": report.rows_count,
        "answers": report.answers_count,
        "answers_sum": f"{report.answers_sum:064x}",
        "seals_opened": report.opened,
        "heads": [dict(zip(HEAD, head, strict=True)) | {"known": head in told} for head in heads],
        "findings": [
            {"stream": stream, "version": version, "sentence": str(what), "said": msgspec.to_builtins(what)}
            for stream, version, what in report.findings
        ],
    }
