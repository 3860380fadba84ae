"""Snapshots: a table's state as bytes, so that opening an old table does not replay its life.

A snapshot is a convenience, never the truth: the log is. It carries a fingerprint of the shape it was written in, and a
program of another shape does not guess: :func:`thaw` gives ``None`` and the house replays the log.

The house rules do not go in as they are, with a whole rulebook inside. What goes in is what ``TableOpened`` says about
them, and they are built from it again, as a replay builds them.
"""

import hashlib
from functools import cache
from typing import Any, Final, get_type_hints

import msgspec
from msgspec.structs import FieldInfo, fields, replace

from minibac.play.wagers import Wager
from minibac.rules.house_rules import SampleReferences
from minibac.table.events import TableOpened
from minibac.table.fold import opened
from minibac.table.state import TableState
from minibac.voice.misread import UNREADABLE

SCHEMA: Final = 1
"""Goes up when the same fields come to mean something else; a change of the fields themselves shows by itself."""

_OPENING: Final = ("table", "rules", "minimum_cents", "maximum_cents", "minimum_age", "by_hand", "kept")
"""What a table has had since it was opened."""

_HINTS: Final = {
    name: hint for name, hint in get_type_hints(TableState).items() if name not in _OPENING and not name.startswith("_")
} | {"wagers": tuple[Wager, ...]}
"""What changes afterwards. JSON has no pair as a key, so the wagers are a list: each says where it lies."""


def _default(field: FieldInfo) -> object:
    """What is left out because it is usual."""
    if field.name == "wagers":
        return ()
    return field.default if field.default is not msgspec.NODEFAULT else msgspec.field(default_factory=dict)


_Rest: Any = msgspec.defstruct(
    "_Rest",
    [(field.name, _HINTS[field.name], _default(field)) for field in fields(TableState) if field.name in _HINTS],
    frozen=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
)


class _Snapshot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A snapshot as it is written."""

    shape: str
    opening: TableOpened
    rest: _Rest


class _Shape(msgspec.Struct):
    """What is read of a snapshot that this program cannot thaw."""

    shape: str


_DECODER: Final = msgspec.json.Decoder(_Snapshot)
_ENCODER: Final = msgspec.json.Encoder()


@cache
def shape() -> str:
    """The fingerprint of every field that a snapshot holds, with its type, and of :data:`SCHEMA`."""
    described = msgspec.json.schema(_Snapshot)
    return hashlib.sha256(msgspec.json.encode([SCHEMA, described], order="sorted")).hexdigest()[:16]


def freeze(state: TableState) -> bytes:
    """A state as bytes: JSON, a few kilobytes."""
    rules = state.rules
    opening = TableOpened(
        table=state.table,
        rulebook=rules.rulebook.id,
        options=dict(rules.options),
        minimum_cents=dict(state.minimum_cents),
        maximum_cents=dict(state.maximum_cents),
        minimum_age=state.minimum_age,
        by_hand=state.by_hand,
        kept=state.kept,
        references=None if isinstance(rules.references, SampleReferences) else dict(rules.references),
        approved=rules.approved,
    )
    rest = {name: getattr(state, name) for name in _HINTS}
    return _ENCODER.encode(_Snapshot(shape(), opening, _Rest(**rest | {"wagers": state.wagered})))


def thaw(data: bytes) -> TableState | None:
    """The state that was frozen, or ``None`` where this program cannot be sure of it: then the log is replayed."""
    try:
        found = _DECODER.decode(data)
    except UNREADABLE:
        return None
    if found.shape != shape():
        return None
    try:
        first = opened(found.opening)
    except (LookupError, ValueError):  # the rulebook does not know these options any more
        return None
    rest = {name: getattr(found.rest, name) for name in _HINTS}
    wagers = {(wager.seat_no, wager.proposition): wager for wager in found.rest.wagers}
    return replace(first, **rest | {"wagers": wagers})


def outdated(data: bytes) -> bool:
    """Whether a program of another shape wrote a snapshot: then nobody reads it, and nothing is wrong with it."""
    try:
        return msgspec.json.decode(data, type=_Shape).shape != shape()
    except UNREADABLE:
        return False
