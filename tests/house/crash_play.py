"""Guests who play through crashes, and the auditor who comes afterwards.

Nine guests put wagers down in every coup, each under an id of its own, and write down what they were told. When the
house dies they come back, send again what nobody answered, under the same id, and play on. The auditor then holds the
log against what they were told: nothing acknowledged is lost, nothing counts twice, money is conserved, the chain
holds, and the state is the replay of the log.
"""

import asyncio
import hashlib
from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

from minibac.house.hosted_table import HostedTable
from minibac.house.news import decode_answer
from minibac.house.open_house import OpenHouse
from minibac.machine.roles import THE_HOUSE
from minibac.records.store import Store
from minibac.records.upcast import read_event
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.machine import replay
from minibac.table.state import Phase, TableState
from tests.house.hosting import grant, guest, place, take_seat

LOOK_S = 0.001
CHIPS = 20_000_00
WAGERS = ("banker", "player", "tie")
Acked = Callable[[str, int], None]


class Sent(NamedTuple):
    """A command that a guest sends, and its id."""

    id: str
    command: c.Command


def plan(coup: int, seat: int) -> Sent:
    """The wager of a seat in a coup; every amount a whole number of chips."""
    wager = WAGERS[(coup + seat) % len(WAGERS)]
    return Sent(f"coup-{coup}-seat-{seat}", place(seat, wager, (2 + (coup * 7 + seat) % 5) * 10_00))


class Guests:
    """What the guests know: which commands were answered, and with which version."""

    def __init__(self, seats: int = 9, acked: Acked = lambda name, version: None) -> None:
        self.seats = seats
        self.answers: dict[str, int] = {}
        self.open: list[Sent] = []
        """Sent, and not answered when the house went."""
        self._acked = acked

    async def send(self, table: HostedTable, sent: Sent) -> bool:
        """Send a command until it is answered; whether it was accepted."""
        if sent.id in self.answers:
            return True
        if sent not in self.open:
            self.open.append(sent)
        answer = await table.command(sent.command, sent.id)
        while answer.unknown:
            answer = await table.command(sent.command, sent.id)
        self.open.remove(sent)
        if answer.ok:
            self._acked(sent.id, answer.version)
            self.answers[sent.id] = answer.version
        return answer.ok

    async def arrive(self, store: Store, table: HostedTable) -> None:
        """Sit down and buy chips; come back where the seat is still theirs."""
        for sent in list(self.open):
            await self.send(table, sent)
        for seat in range(1, self.seats + 1):
            sits = table.state.seats.get(seat)
            if sits is None:
                if await store.balance(f"guest/guest-{seat}/wallet") == 0 and f"buy-{seat}" not in self.answers:
                    await grant(store, f"guest-{seat}", CHIPS)
                await self.send(table, sent_by_id(f"sit-{seat}"))
            elif not sits.connected:
                await table.command(c.SayConnection(by=THE_HOUSE, at=0, seat=seat, connected=True), "")
            await self.send(table, sent_by_id(f"buy-{seat}"))

    async def play(self, house: OpenHouse, table: HostedTable, coups: int) -> None:
        """Wager in every coup until that many are over."""
        await self.arrive(house.store, table)
        while table.state.coup_no <= coups:
            if table.state.phase is Phase.BETTING:
                coup = table.state.coup_no
                await asyncio.gather(*(self.send(table, plan(coup, seat)) for seat in range(1, self.seats + 1)))
                while table.state.coup_no == coup and table.state.phase is Phase.BETTING:  # noqa: ASYNC110
                    await asyncio.sleep(LOOK_S)
            await asyncio.sleep(LOOK_S)


async def audit(
    store: Store,
    stream: str,
    answers: dict[str, int],
    unanswered: Iterable[str] = (),
    state: TableState | None = None,
    *,
    whole: bool = True,
) -> Counter[str]:
    """Hold the log against what guests were told. The counts of what was found, for a report.

    Every command that was acknowledged is at the version it was acknowledged with; every wager, buy-in and seat in the
    log belongs to exactly one command that somebody sent; all of them are looked at where the ids given are the
    ``whole`` of what was sent.
    """
    head = bytes(32)
    events: list[e.Event] = []
    known = await store.version(stream)  # a table that plays on writes while it is read
    async for line in store.read(stream):
        assert line.version == len(events) + 1
        head = hashlib.sha256(head + line.bytes).digest()
        assert line.head == head, "the chain is broken"
        assert line.version != known.version or line.head == known.head
        events.append(read_event(line.bytes))
    assert len(events) >= known.version, "the end of the log is missing"
    final = replay(events)
    if state is not None:
        assert final == state, "the state is not the replay of the log"
    claimed: dict[int, str] = {}
    for id in {*answers, *unanswered}:  # noqa: A001
        kept = await store.answer(stream, id)
        if kept is None:
            assert id not in answers, f"{id} was acknowledged and is lost"
            continue
        version = decode_answer(kept).version
        assert answers.get(id, version) == version, f"{id} was acknowledged with another version"
        assert version not in claimed, f"{id} and {claimed[version]} are one event"
        claimed[version] = id
        assert _done_by(events[version - 1], id), f"{id} became {events[version - 1]}"
    made = {n for n, event in enumerate(events, 1) if isinstance(event, e.WagerPlaced | e.ChipsBought | e.SeatTaken)}
    assert claimed.keys() <= made
    assert not whole or made == claimed.keys(), (
        f"nobody sent what is at {sorted(made ^ claimed.keys())}: it counts twice"
    )
    await _money(store, stream, final)
    wagers = sum(isinstance(event, e.WagerPlaced) for event in events)
    return Counter(events=len(events), wagers=wagers, coups=final.coup_no)


def _done_by(event: e.Event, id: str) -> bool:  # noqa: A002
    """Whether an event is what the command under an id asked for."""
    command = sent_by_id(id).command
    if isinstance(command, c.PlaceWager):
        wanted: e.Event = e.WagerPlaced(seat=command.seat, wager=command.wager, cents=command.cents)
        facts = ("seat", "wager", "cents")
    elif isinstance(command, c.BuyIn):
        wanted = e.ChipsBought(seat=command.seat, cents=command.cents, transfer=command.transfer)
        facts = ("seat", "cents", "transfer")
    else:
        assert isinstance(command, c.TakeSeat)
        wanted = e.SeatTaken(seat=command.seat, guest=command.guest, name=command.name)
        facts = ("seat", "guest", "name")
    return type(event) is type(wanted) and all(getattr(event, fact) == getattr(wanted, fact) for fact in facts)


def sent_by_id(id: str) -> Sent:  # noqa: A002
    """The command that a guest sends under an id."""
    words = id.split("-")
    if words[0] == "coup":
        return plan(int(words[1]), int(words[3]))
    seat = int(words[1])
    if words[0] == "sit":
        return Sent(id, take_seat(seat))
    return Sent(id, c.BuyIn(by=guest(seat), at=0, seat=seat, cents=CHIPS, transfer=id))


async def _money(store: Store, stream: str, final: TableState) -> None:
    """Chips are conserved: the ledger sums to zero, agrees with the state, and nothing went below zero."""
    everything = await store.balances()
    assert sum(everything.values()) == 0, "the ledger does not sum to zero"
    own = await store.balances(stream)
    for account in {*own, *final.balances} - {"cage"}:
        assert own.get(account, 0) == final.balances.get(account, 0), f"{account} differs from the state"
    minted = -everything.get("mint", 0)
    held = sum(cents for account, cents in everything.items() if account.endswith(("wallet", "chips")))
    staked = sum(cents for account, cents in everything.items() if account.startswith("layout/"))
    rest = sum(everything.get(account, 0) for account in ("cage", "drop-box", "vigorish", "comps"))
    rest += sum(cents for account, cents in everything.items() if account.endswith(("tray", "/drop-box")))
    owed = sum(cents for account, cents in everything.items() if account.endswith("owed"))
    assert held + staked + rest + owed == minted, f"chips were made or lost: {everything}"
    assert all(cents >= 0 for account, cents in everything.items() if account.endswith(("wallet", "chips")))
    assert {(w.seat_no, w.proposition): w.stake_cents + w.added_cents for w in final.wagered} == {
        (int(account.split("/")[1]), account.split("/")[2]): cents
        for account, cents in own.items()
        if account.startswith("layout/") and cents
    }, "the layout does not hold the wagers"
