"""A toy machine: a turnstile that a guard unlocks for a coin, and that a jam stops until it is mended."""

from enum import StrEnum

import msgspec
from msgspec.structs import replace

from minibac.machine.fold import Fold, Register
from minibac.machine.kinds import Command, Event, kinds_of, reader, signed
from minibac.machine.machine import Decision, Machine, Traces
from minibac.machine.phases import Choice, Phases
from minibac.machine.roles import Actor, Duty, Role
from minibac.machine.who import Who, named_seat
from minibac.play.postings import Posting, moved
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.voice.said import Said, said


class Gate(StrEnum):
    LOCKED = "locked"
    OPEN = "open"


class GateCommand(Command, frozen=True):
    pass


class PayCoin(GateCommand, frozen=True):
    seat: int
    cents: int = 25


class Push(GateCommand, frozen=True):
    pass


class Jam(GateCommand, frozen=True):
    jammed: bool


class Relieve(GateCommand, frozen=True):
    person: str


class GateEvent(Event, frozen=True):
    pass


class GateBuilt(GateEvent, frozen=True):
    pass


class CoinPaid(GateEvent, frozen=True):
    postings: tuple[Posting, ...]


class Passed(GateEvent, frozen=True):
    pass


class Jammed(GateEvent, frozen=True):
    jammed: bool


class Relieved(GateEvent, frozen=True):
    person: str


class GateRefused(GateEvent, frozen=True):
    command: str
    role: str
    code: str
    said: Said
    severity: str
    coins: int


class Sitting(msgspec.Struct, frozen=True):
    guest: str


class GateState(msgspec.Struct, frozen=True):
    phase: Gate = Gate.LOCKED
    at: int = 0
    since: int = 0
    coins: int = 0
    jammed: bool = False
    staff: dict[str, str] = {}
    seats: dict[int, Sitting] = {}
    balances: dict[str, int] = {}


decides = Register[GateState, Decision[GateEvent]]()
applies = Register[GateState, GateState]()


@decides(PayCoin)
def pay(state: GateState, command: PayCoin) -> Decision[GateEvent]:
    del state
    postings = moved("coin", command.cents, "purse", "gate", None)
    return (signed(CoinPaid, command, ("g/1", "g/1", "g/2"), postings=postings),)


@decides(Push)
def push(state: GateState, command: Push) -> Decision[GateEvent]:
    del state
    return (signed(Passed, command),)


@decides(Jam)
def jam(state: GateState, command: Jam) -> Decision[GateEvent]:
    if state.jammed is command.jammed:
        return ()
    return (signed(Jammed, command, jammed=command.jammed),)


@decides(Relieve)
def relieve(state: GateState, command: Relieve) -> Decision[GateEvent]:
    del state
    return (signed(Relieved, command, person=command.person),)


@applies(CoinPaid)
def _(state: GateState, event: CoinPaid) -> GateState:
    del event
    return replace(state, coins=state.coins + 1)


@applies(Passed)
def _(state: GateState, event: Passed) -> GateState:
    del event
    return replace(state, coins=state.coins - 1)


@applies(Jammed)
def _(state: GateState, event: Jammed) -> GateState:
    return replace(state, jammed=event.jammed)


@applies(Relieved)
def _(state: GateState, event: Relieved) -> GateState:
    return replace(state, staff={Duty.CALLING: event.person})


@applies(GateRefused)
def _(state: GateState, event: GateRefused) -> GateState:
    del event
    return state


def opened(event: GateBuilt) -> GateState:
    return GateState(at=event.at, since=event.at, seats={1: Sitting("Ann")})


def _left(state: GateState, event: Passed) -> Gate:
    del event
    return Gate.OPEN if state.coins else Gate.LOCKED


def _stands(state: GateState, command: GateCommand) -> Refusal | None:
    if state.jammed and isinstance(command, Push):
        return refuse(Code.INCIDENT_OPEN, said("the gate is jammed"), "g/4")
    return None


PHASES = Phases(
    rows={
        (Gate.LOCKED, CoinPaid): Gate.OPEN,
        (Gate.OPEN, CoinPaid): Gate.OPEN,
        (Gate.OPEN, Passed): Choice("coins left?", (Gate.OPEN, Gate.LOCKED), _left),
    },
    anywhere=frozenset((Jammed, Relieved, GateRefused)),
    anew=frozenset((CoinPaid,)),
    fits={Push: frozenset((Gate.OPEN,))},
)

GATE = Machine[GateState, GateCommand, GateEvent](
    fold=Fold[GateState, GateEvent]("gate", GateBuilt, opened, applies.functions, PHASES),
    who={
        PayCoin: Who((Role.GUEST, Role.HOUSE), ("g/1",), seat=named_seat),
        Push: Who((Role.DEALER,), lambda state, command: ("g/2", f"g/2/{state.phase}"), duty=(Duty.CALLING,)),
        Jam: lambda state, command: Who((Role.SECURITY,) if command.jammed else (Role.FLOORPERSON,), ("g/3",)),
        Relieve: Who((Role.HOUSE,)),
    },
    deciders=decides.functions,
    read=reader(kinds_of(GateEvent)),
    read_command=reader(kinds_of(GateCommand)),
    late=("g/0",),
    not_now=lambda state, command: refuse(Code.NOT_NOW, said("the gate is {phase}", phase=state.phase), "g/2"),
    stopped=_stands,
    traces=Traces(GateRefused, {Code.NOT_YOURS: "high"}, lambda state, command: {"coins": state.coins}),
)

ANN = Actor("Ann", Role.GUEST, 1)
GUARD = Actor("Gus", Role.DEALER)
