"""The program's doors, watched while a test runs: the only things that the fixture ``saw`` takes a citation from.

A door is a *product entry*: a machine's ``decide`` and its first event, ``build`` and the reading of a house file,
``deal`` with its check, the command line, a route. Each of these functions keeps its place and its name and gets a
body that calls the old one and notes what it gave, so whoever imported it is seen, and nothing in ``src`` knows.

A refusal must leave everything as it was: the state that was handed in is compared with itself.
"""

from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any, NamedTuple

import msgspec
from click.testing import CliRunner, Result
from httpx import Client, Response
from websockets.sync.client import ClientConnection

from minibac.cli import cli
from minibac.house import law
from minibac.house.open_house import OpenHouse
from minibac.houses import house as houses
from minibac.machine.machine import Machine
from minibac.pits import house as house_machine
from minibac.pits import pit_opening
from minibac.play import deal
from minibac.rules import house_rules
from minibac.rules.house_rules import HouseRules
from minibac.rules.refusal import Refusal


class Returned(NamedTuple):
    """What came out of a door, and which door it was."""

    thing: object
    entry: str


RETURNED: list[Returned] = []
"""What came out while the running test ran; nothing while no test looks."""
BUILT: list[Returned] = []
NEW: list[Returned] = []
"""House rules are made once and used by many tests: what ``build`` gave is kept as long as the tests run. What is new
has not been looked at yet."""


class Watch:
    """Whether the running test looks at what comes out."""

    on = False


def _machine(args: tuple[Any, ...]) -> str:
    return f"the {args[0].fold.name}"


def _words(args: tuple[Any, ...]) -> str:
    return f"minibac {args[2][0]}"


def _route(args: tuple[Any, ...]) -> str:
    return f"{args[1]} {str(args[2]).partition('?')[0]}"


def _always(entry: str) -> Callable[[tuple[Any, ...]], str]:
    return lambda args: entry


DOORS: dict[str, tuple[Callable[..., Any], Callable[[tuple[Any, ...]], str]]] = {
    "decide": (Machine.decide, _machine),
    "trace": (Machine.trace, _machine),
    "opening": (law.opening, _always("the table")),
    "open_pit": (pit_opening.open_pit, _always("the pit")),
    "open_house": (house_machine.open_house, _always("the house")),
    "build": (house_rules.build, _always("build")),
    "read_house": (houses.read_house, _always("the house file")),
    "deal": (deal.deal, _always("deal")),
    "check_deal": (deal.check_deal, _always("deal")),
    "command line": (CliRunner.invoke, _words),
    "route": (Client.request, _route),
    "start": (OpenHouse._does_not, _always("the start of a house")),
    "live": (ClientConnection.recv, _always("the socket of a table")),
}
"""Each door with what it is called in the table of proofs."""

SMALL = 40

BODIES: dict[str, FunctionType] = {}
"""What each door did before it was watched."""


def passing(door: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Go through a door, and note what comes out."""
    if not Watch.on and door not in ("build", "read_house"):
        return BODIES[door](*args, **kwargs)
    before = _facts(args[1]) if door == "decide" else None
    thing = BODIES[door](*args, **kwargs)
    if door == "start":  # it keeps what it says
        thing = args[0].not_taken
    if isinstance(thing, Refusal) and before is not None:
        assert before == _facts(args[1]), f"a refusal moved the state: {thing}"
    if door != "command line" or args[1] is cli:
        entry = DOORS[door][1](args)
        (NEW if door in ("build", "read_house") else RETURNED).append(Returned(thing, entry))
    return thing


def _facts(state: Any) -> list[object]:
    """What a state holds, one level deep: a small dictionary in it is copied, since it could be changed in place."""
    values = [getattr(state, name) for name in state.__struct_fields__]
    copied = [value.copy() if len(value) < SMALL else len(value) for value in values if type(value) is dict]
    return [*values, *copied]


def _copied(function: FunctionType) -> FunctionType:
    copy = FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )
    copy.__kwdefaults__ = function.__kwdefaults__
    return copy


def _watch() -> None:
    for door, (function, _) in DOORS.items():
        assert isinstance(function, FunctionType)
        body = getattr(function, "__wrapped__", None) or _copied(function)  # watched before this module came anew
        made: dict[str, Any] = {}
        exec(
            "def through(*args, **kwargs):\n"
            "    from tests.entries import passing\n"
            f"    return passing({door!r}, args, kwargs)\n",
            made,
        )
        BODIES[door] = body
        function.__code__ = made["through"].__code__
        function.__defaults__, function.__kwdefaults__ = None, None
        function.__wrapped__ = body  # type: ignore[attr-defined]


if not BODIES:
    _watch()


def cited(thing: object) -> tuple[str, ...]:
    """The clauses that one thing of the program's own making cites, or none."""
    if not type(thing).__module__.startswith("minibac."):
        return ()
    clauses, clause = getattr(thing, "clauses", None), getattr(thing, "clause", None)
    named = clauses if isinstance(clauses, tuple) and all(isinstance(item, str) for item in clauses) else ()
    return (*named, *((clause,) if isinstance(clause, str) and clause else ()))


SCALARS = frozenset({str, int, bool, float, type(None), bytes})


def citing(thing: object) -> Iterator[object]:
    """Whatever cites in a thing that came out of a door; data of the rulebook and of states are nobody's answer."""
    left = [thing]
    while left:
        one = left.pop()
        kind = type(one)
        if kind in SCALARS:
            continue
        if kind in (Result, Response) or cited(one):
            yield one
        if kind is HouseRules:
            left += one.settings  # type: ignore[attr-defined]
        elif isinstance(one, dict):
            left += one.keys()
            left += one.values()
        elif isinstance(one, tuple | list | set | frozenset):
            left += one
        elif isinstance(one, msgspec.Struct) and not kind.__module__.startswith("minibac.rules."):
            left += (getattr(one, name) for name in one.__struct_fields__)
