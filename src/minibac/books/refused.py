"""Refused attempts that surveillance wants to see: a late wager, a wrong payment, a step that is somebody else's.

A refusal changes nothing at a table, so it is no event of the table's log. Those that tell something about people are
kept in a stream beside it, ``refused/TABLE``, by the process that owns the table.
"""

import msgspec

from minibac.machine.automatic_people import is_automatic
from minibac.machine.roles import Role
from minibac.rules.refusal import Code, Refusal
from minibac.rules.remedies import Mishap
from minibac.table import commands as c
from minibac.table.state import TableState
from minibac.voice.said import Said

UNNAMED = ""
"""Nobody's name: this log is chained, and a list of persons is none that can never be deleted."""

REFUSED = "refused/"
"""How the names of these streams begin."""

KEPT: dict[Code, str] = {
    Code.BETTING_CLOSED: "medium",
    Code.VIGORISH_OWED: "medium",
    Code.NOT_YOURS: "medium",
    Code.WRONG_PAYMENT: "medium",
    Code.WRONG_ORDER: "low",
    Code.WRONG_STEP: "low",
    Code.WRONG_HAND: "medium",
    Code.WRONG_COUNT: "low",
    Code.WRONG_RESULT: "medium",
    Code.WRONG_BURN: "medium",
    Code.WRONG_CUT: "low",
    Code.WRONG_BATCH: "medium",
    Code.WRONG_CARD: "high",
    Code.WRONG_HOLDER: "low",
    Code.CUT_OUT_OF_TURN: "low",
    Code.RECUT_TOO_LATE: "medium",
    Code.DECKS_TOO_OLD: "medium",
    Code.NOT_ELIGIBLE: "high",
    Code.INCIDENT_OPEN: "low",
    Code.COUPON: "medium",
    Code.TRAY_CLOSED: "medium",
}
"""The refusals that are kept, and how much they weigh. A stake that is too small is nobody's business, a step at
another moment is a slip of the hand, and a tray that lacks chips says so itself when it asks for a fill."""

TURNS_A_SHOE = (c.DirectShuffle, c.DeclareDead, c.ChangeDecks)
"""What gives the table other cards than those that lie in the shoe."""
RETURNS_WAGERS = (Mishap.UNFINISHABLE, Mishap.TOO_FEW_CARDS)
"""What takes every wager of a round back."""


class RefusedAttempt(msgspec.Struct, frozen=True, kw_only=True, tag=True, tag_field="event"):
    """Somebody tried something at a table. It was refused, and this is its trace."""

    at: int
    by: str
    role: str
    table: str
    command: str
    code: str
    said: Said
    clauses: tuple[str, ...] = ()
    seat: int = 0
    shoe_no: int = 0
    coup_no: int = 0
    staff: dict[str, str] = {}
    """Who was on duty at the table, by duty."""
    excluded: bool = False
    """Whether it was somebody whom the house does not let play: who that is, only security and compliance are told."""


_DECODER = msgspec.json.Decoder(RefusedAttempt)


def stream_of(table: str) -> str:
    """The stream beside a table."""
    return f"{REFUSED}{table}"


def refused(state: TableState, command: c.Command, refusal: Refusal) -> RefusedAttempt | None:
    """The trace of a refusal, or ``None`` where it leaves none."""
    by, role = command.by.id, command.by.role
    if refusal.code not in KEPT and not (refusal.code is Code.NOT_NOW and _without_power(command)):
        return None
    if refusal.code is Code.TRAY_CLOSED and (role is Role.HOUSE or is_automatic(by)):
        return None  # the house itself tries again when the tray is open
    if isinstance(command, c.TakeSeat) and role is Role.HOUSE:  # the door brings a guest to a seat
        by, role = command.guest, Role.GUEST
    excluded = refusal.code is Code.NOT_ELIGIBLE and may_not_play(state, command)
    return RefusedAttempt(
        at=command.at,
        by=UNNAMED if excluded else by,
        role=role.value,
        table=state.table,
        command=type(command).__name__,
        code=refusal.code.value,
        said=refusal.said,
        clauses=refusal.clauses,
        seat=command.by.seat or int(getattr(command, "seat", 0) or 0),
        shoe_no=state.shoe_no,
        coup_no=state.coup_no,
        staff=dict(state.staff),
        excluded=excluded,
    )


def _without_power(command: c.Command) -> bool:
    """Whether a person has tried to end a shoe, or to have a round returned, where nothing gives that power."""
    if is_automatic(command.by.id) or command.by.role is Role.HOUSE:
        return False
    returns = isinstance(command, c.Report) and command.kind in RETURNS_WAGERS
    return returns or isinstance(command, (*TURNS_A_SHOE, c.ConfirmUnfinishable))


def may_not_play(state: TableState, command: c.Command) -> bool:
    """Whether the house does not let somebody play: as the door says it, or as the table has heard meanwhile."""
    sits = state.seats.get(int(getattr(command, "seat", 0) or 0))
    return bool(getattr(command, "excluded", False)) or bool(sits and sits.excluded)


def write_refused(found: RefusedAttempt) -> bytes:
    """A trace as a line of its stream."""
    return msgspec.json.encode(found)


def read_refused(line: bytes) -> RefusedAttempt:
    """A line of the stream read back."""
    return _DECODER.decode(line)
