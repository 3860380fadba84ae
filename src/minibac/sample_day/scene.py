"""The stage of a simulated gaming day: streams in a store, a clock that somebody turns, dice that a seed gives again.

Everything goes through the real decisions of tables, pits and the house, and into a real store, as in a house that
runs; only the people are made up, and the shoes are practice shoes.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from minibac.books.refused import refused, stream_of, write_refused
from minibac.books.tray import fallen, in_tray
from minibac.cards.shuffle import SeededBytes, below, draw_order
from minibac.house.cage_moves import filled_in, moved
from minibac.house.hosted_pit import at_table, chips_of, notes_of
from minibac.house.law import act, opening
from minibac.house.vault import PracticeVault
from minibac.house.wallets import with_wallets
from minibac.houses.types import House, HouseTable, Inventory
from minibac.machine.kinds import Command, Event, encode
from minibac.machine.machine import Decision, Machine
from minibac.pits.cage import holds
from minibac.pits.house import HOUSE
from minibac.pits.house_commands import CountCage, HouseCommand, RedeemChips
from minibac.pits.house_events import HouseEvent, HouseOpened
from minibac.pits.house_state import HouseState
from minibac.pits.pit import PIT
from minibac.pits.pit_checks import placed
from minibac.pits.pit_commands import (
    AttestCount,
    CountDrop,
    CountInventory,
    PitCommand,
    PrepareSlip,
    RemoveDropBox,
    RequestTransfer,
)
from minibac.pits.pit_events import PitEvent, PitOpened
from minibac.pits.pit_state import PitState
from minibac.play.chips import Chips
from minibac.play.postings import Posting
from minibac.records.ledger import postings_of
from minibac.records.store import Store, Write
from minibac.records.upcast import write_event
from minibac.rules.refusal import Refusal
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.machine import opened
from minibac.table.state import TableState

T = TypeVar("T")
S = TypeVar("S")
C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)


class Dice:
    """Chance that a seed gives again."""

    def __init__(self, seed: int) -> None:
        self._entropy = SeededBytes(seed)

    def below(self, bound: int) -> int:
        """A whole number under ``bound``."""
        return below(bound, self._entropy)

    def between(self, least: int, most: int) -> int:
        """A whole number from one to the other, both among them."""
        return least + self.below(most - least + 1)

    def one_of(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def some_of(self, items: Sequence[T], count: int) -> list[T]:
        """So many of them, in the order they have."""
        chosen = sorted(draw_order(len(items), self._entropy)[:count])
        return [items[index] for index in chosen]


class Clock:
    """A clock that goes on a little with every command."""

    def __init__(self, now: int) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now

    def tick(self, ms: int = 1_000) -> int:
        self.now += ms
        return self.now


class Stream:
    """A stream of the store, and where it stands."""

    def __init__(self, store: Store, name: str) -> None:
        self.store = store
        self.name = name
        self.version = 0

    async def keep(self, lines: Sequence[bytes], postings: tuple[tuple[Posting, ...], ...] = ()) -> None:
        write = Write(stream=self.name, after=self.version, events=tuple(lines), postings=postings)
        self.version = (await self.store.append(write)).version


class Scene(Generic[C, E]):
    """Whatever on the stage commands are given to."""

    async def give(self, command: C) -> Decision[E]:
        """Answer a command, right or wrong."""
        raise NotImplementedError

    async def must(self, command: C) -> tuple[E, ...]:
        """Answer a command that is right."""
        answer = await self.give(command)
        assert not isinstance(answer, Refusal), f"{command} was refused: {answer}"
        return answer

    async def refuses(self, command: C) -> Refusal:
        """Answer a command that is wrong."""
        answer = await self.give(command)
        assert isinstance(answer, Refusal), f"{type(command).__name__} was not refused: {answer}"
        return answer


class SceneTable(Scene[c.Command, e.Event]):
    """A table on the stage."""

    def __init__(self, store: Store, clock: Clock, house_table: HouseTable, seed: int, house: House) -> None:
        self.id, self.pit = house_table.id, house_table.pit
        self.house_table = house_table
        self.clock = clock
        self._stream = Stream(store, f"table/{self.id}")
        self._refused = Stream(store, stream_of(self.id))
        self._vault = PracticeVault(seed)
        self._first = opening(
            self.id,
            house_table.rules,
            clock(),
            minimum_cents=house_table.minimum_cents,
            maximum_cents=house_table.maximum_cents,
            minimum_age=house.eligibility.minimum_age,
            kept=house.inventory is not Inventory.NONE,
        )
        self.state: TableState = opened(self._first)

    async def open(self) -> None:
        """Write the first event."""
        await self._stream.keep([write_event(self._first)])

    async def give(self, command: c.Command) -> tuple[e.Event, ...] | Refusal:
        """Answer a command; a refusal that tells something is kept beside the log."""
        steps = act(self.state, command, self._vault, self.clock)
        if isinstance(steps, Refusal):
            if found := refused(self.state, command, steps):
                await self._refused.keep([write_refused(found)])
            return steps
        if steps:
            events = tuple(step.event for step in steps)
            await self._stream.keep([write_event(event) for event in events], with_wallets(self.state, steps))
            self.state = steps[-1].state
        return tuple(step.event for step in steps)


class SceneLog(Scene[C, E], Generic[S, C, E]):
    """A pit, or the house itself, on the stage."""

    def __init__(self, store: Store, machine: Machine[S, C, E], stream: str, first: E) -> None:
        self._stream = Stream(store, stream)
        self._machine = machine
        self._first = first
        self.state = machine.opened(first)

    async def open(self) -> None:
        """Write the first event."""
        await self._stream.keep([encode(self._first)])

    def prepared(self, command: C) -> C:
        """The command with what the house knows and its sender does not say."""
        return command

    async def give(self, command: C) -> Decision[E]:
        """Answer a command; a refused attempt leaves its trace."""
        command = self.prepared(command)
        answer = self._machine.decide(self.state, command)
        events = self._machine.trace(self.state, command, answer) if isinstance(answer, Refusal) else answer
        if events:
            await self._stream.keep([encode(event) for event in events], postings_of(events))
            self.state = self._machine.apply_all(self.state, events)
        return answer


class ScenePit(SceneLog[PitState, PitCommand, PitEvent]):
    """A pit on the stage."""

    def __init__(
        self, store: Store, first: PitOpened, tables: Mapping[str, SceneTable], cage: Callable[[], Chips | None]
    ) -> None:
        super().__init__(store, PIT, f"pit/{first.pit}", first)
        self.id = first.pit
        self._tables, self._cage = tables, cage

    def prepared(self, command: PitCommand) -> PitCommand:
        tables = self._tables
        whole: PitCommand = placed(
            self.state,
            command,
            lambda table: tables[table].state.staff,
            lambda table: at_table(tables[table].state),
        )
        if isinstance(whole, RemoveDropBox):
            fell = fallen(tables[whole.table].state.cash, self.state.fell.get(whole.table, {}))
            whole = replace(whole, expected_notes=fell)
        if isinstance(whole, CountDrop):
            known = notes_of(tables[whole.table].house_table, self.state.drops.get(whole.table))
            whole = replace(whole, known_cents=known)
        if isinstance(whole, CountInventory | RequestTransfer):
            whole = replace(whole, known_cents=chips_of(tables[whole.table].house_table, tables[whole.table].state))
        if isinstance(whole, PrepareSlip):
            whole = replace(whole, cage_chips=self._cage())
        if isinstance(whole, AttestCount) and (slip := self.state.slips.get(whole.slip)):
            lies = in_tray(slip.table, tables[slip.table].state.balances, self.state.balances)
            whole = replace(whole, expected_cents=lies, cage_chips=self._cage())
        return whole


class SceneHouse(SceneLog[HouseState, HouseCommand, HouseEvent]):
    """The house's own log on the stage."""

    def __init__(
        self, store: Store, first: HouseOpened, pits: Mapping[str, "ScenePit"], tables: Mapping[str, SceneTable]
    ) -> None:
        super().__init__(store, HOUSE, "house", first)
        self._pits, self._tables = pits, tables

    def streams(self) -> dict[str, Any]:
        """What moves the cage."""
        tables = [(table.house_table, table.state) for table in self._tables.values()]
        return {"pits": [pit.state for pit in self._pits.values()], "tables": tables}

    def prepared(self, command: HouseCommand) -> HouseCommand:
        if isinstance(command, CountCage):
            return replace(command, **filled_in(self.state, **self.streams()))
        if isinstance(command, RedeemChips):
            there = holds(self.state, moved(**self.streams()))
            return replace(command, cage_cash=there.cash if there else None)
        return command
