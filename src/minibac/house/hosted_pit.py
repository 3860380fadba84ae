"""The log of a pit and the log of the house itself, hosted as a table is: decide, store, apply, tell.

A refused attempt that matters leaves its trace in the log, though nothing changed. Facts that live elsewhere, what a
seat owes, what should lie in a tray, are filled in here: nobody who counts is believed about what was expected.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Union

import msgspec
from msgspec.structs import replace

from minibac.books.tray import in_drop_box, in_tray
from minibac.house.hosted_stream import HostedStream, Outcome
from minibac.house.premises import Premises
from minibac.houses.types import House
from minibac.machine.roles import THE_HOUSE
from minibac.pits import commands as pc
from minibac.pits import events as pe
from minibac.pits import house_log, pit
from minibac.pits.house_state import HouseState
from minibac.pits.papers import Count
from minibac.pits.pit_opening import open_pit_of
from minibac.pits.pit_state import PitState
from minibac.records.ledger import postings_of
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.words import listed
from minibac.table.state import TableState
from minibac.voice.said import said

TableOf = Callable[[str], TableState | None]

_PIT_COMMANDS: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Union[pc.PIT_KINDS])  # noqa: UP007


class WriteDown(pc.Command, frozen=True):
    """The house itself writes down what happened: an attempt somewhere else, a clock that was turned."""

    attempt: pe.HouseAttemptRefused | None = None
    parameter: pe.ParameterChanged | None = None


_HOUSE_COMMANDS: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Union[(*pc.HOUSE_KINDS, WriteDown)])


def _outcome(events: Sequence[Any], state: Any, snapshot: bytes = b"") -> Outcome:
    return Outcome(tuple(events), state, postings=postings_of(events), snapshot=snapshot)


class HostedPit(HostedStream[PitState]):
    """One pit: its notices, forms, slips and gaming days."""

    def __init__(self, premises: Premises, id: str, table_of: TableOf) -> None:  # noqa: A002
        super().__init__(premises, f"pit/{id}")
        self.id = id
        self.heard: Callable[[tuple[Any, ...]], None] = lambda _: None
        """The house, which brings what a pit decides to its tables."""
        self._table_of = table_of

    def first_event(self, house: House, described: str) -> pe.PitOpened | tuple[Refusal, ...]:
        """The first event of the pit as a house file describes it, or every reason why it cannot open."""
        first = open_pit_of(house, described, self.premises.clock())
        return first if isinstance(first, tuple) else replace(first, pit=self.id)

    async def open_first(self, first: pe.PitOpened) -> None:
        """Open the pit for the first time."""
        await self.begin(Outcome((first,), pit.opened(first)))

    def _prepared(self, command: Any, id: str) -> Any:  # noqa: A002, ARG002
        if isinstance(command, pc.PrepareForm):
            return replace(command, owed_cents=self._owed(command.table, command.seat))
        if isinstance(command, pc.DropOriginal | pc.ReleaseMarker):
            form = self.state.forms.get(command.serial)
            return replace(command, owed_cents=self._owed(form.table, form.seat) if form else 0)
        if isinstance(command, pc.CountInventory):
            expected = None if command.kind == Count.OPENER else self._lies_in(command.table, in_tray)
            return replace(command, expected_cents=expected)
        if isinstance(command, pc.CountDrop):
            return replace(command, expected_cents=self._lies_in(command.table, in_drop_box))
        return command

    def _owed(self, table: str, seat: int) -> int:
        state = self._table_of(table)
        return state.owed(seat) if state else 0

    def _lies_in(self, table: str, where: Callable[[str, Mapping[str, int], Mapping[str, int]], int]) -> int | None:
        """What the table's log and this one say together lies in the tray, or in the drop box."""
        state = self._table_of(table)
        return None if state is None else where(table, state.balances, self.state.balances)

    def _decide(self, command: Any) -> Outcome | Refusal:
        decision = pit.decide(self.state, command)
        if isinstance(decision, Refusal):
            return decision
        return _outcome(decision, pit.apply_all(self.state, decision))

    def _trace(self, command: Any, refusal: Refusal) -> Outcome | None:
        left = pit.trace(self.state, command, refusal)
        return _outcome(left, pit.apply_all(self.state, left)) if left else None

    def _folded(self, state: PitState | None, event: Any) -> PitState:
        return pit.apply(state, event) if state is not None else pit.opened(event)

    def _read(self, line: bytes) -> Any:
        return pe.decode(line)

    def _written(self, event: Any) -> bytes:
        return pe.encode(event)

    def _read_command(self, command: bytes) -> Any:
        return _PIT_COMMANDS.decode(command)

    def _told(self, events: tuple[Any, ...]) -> None:
        self.heard(events)


class HostedHouseLog(HostedStream[HouseState]):
    """The house's own log: people and roles, play chips, days, parameters. It is the authority on who may do what."""

    def __init__(self, premises: Premises) -> None:
        super().__init__(premises, "house")

    async def open_first(self, houses: Sequence[House], pits: Sequence[str]) -> None:
        """Open the house for the first time."""
        name = houses[0].name if len(houses) == 1 else "minibac"
        references = {name: held for house in houses for name, held in house.references.items()}
        first = house_log.open_house(name, pits, self.premises.clock(), references)
        await self.begin(Outcome((first,), house_log.opened(first)))

    async def write_down(self, **what: Any) -> None:
        """Keep what the house itself has noticed."""
        await self.carry_out(WriteDown(by=THE_HOUSE, at=0, **what))

    def _decide(self, command: Any) -> Outcome | Refusal:
        decision: tuple[Any, ...] | Refusal
        noticed = isinstance(command, WriteDown)
        decision = self._noticed(command) if noticed else house_log.decide(self.state, command)
        if isinstance(decision, Refusal):
            return decision
        return _outcome(decision, house_log.apply_all(self.state, decision))

    def _noticed(self, command: WriteDown) -> tuple[Any, ...] | Refusal:
        if command.by != THE_HOUSE:
            return refuse(Code.NOT_YOURS, said("only the house itself writes this down"))
        found = (event for event in (command.attempt, command.parameter) if event is not None)
        return tuple(replace(event, at=command.at) for event in found)

    def _trace(self, command: Any, refusal: Refusal) -> Outcome | None:
        left = () if isinstance(command, WriteDown) else house_log.trace(self.state, command, refusal)
        return _outcome(left, house_log.apply_all(self.state, left)) if left else None

    def _folded(self, state: HouseState | None, event: Any) -> HouseState:
        return house_log.apply(state, event) if state is not None else house_log.opened(event)

    def _read(self, line: bytes) -> Any:
        return pe.decode(line)

    def _written(self, event: Any) -> bytes:
        return pe.encode(event)

    def _read_command(self, command: bytes) -> Any:
        return _HOUSE_COMMANDS.decode(command)


def pit_names(houses: Sequence[House]) -> dict[tuple[int, str], str]:
    """A name for every pit of every house: its own, with the rulebook of its first table where two would be the same.

    >>> from minibac.houses.house import sample_house
    >>> sorted(pit_names([sample_house("seminole"), sample_house("seneca")]).values())
    ['seminole-main', 'seneca-main']
    """
    counts: dict[str, int] = {}
    for house in houses:
        for name in house.pits:
            counts[name] = counts.get(name, 0) + 1
    names: dict[tuple[int, str], str] = {}
    for number, house in enumerate(houses):
        for name in house.pits:
            books = [table.rules.rulebook.id for table in house.tables.values() if table.pit == name]
            full = f"{books[0]}-{name}" if counts[name] > 1 and books else name
            names[number, name] = full if full not in names.values() else f"{full}-{number + 1}"
    return names


def told(refusals: Iterable[Refusal]) -> str:
    """Refusals in one sentence, for a log."""
    return listed([str(refusal) for refusal in refusals], "and")
