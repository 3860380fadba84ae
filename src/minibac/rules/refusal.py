"""An ordinary no: why something is pushed back, and the clause that says so.

A refusal is a value, not an exception. It names what was wrong, what is allowed, and the clause it would break, in
one sentence that a guest or a floorperson can read. Where somebody asks for a thing that then cannot be given, such as
house rules by their options, :class:`Refused` is raised and carries every refusal.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from minibac.voice.said import Said, said


class Code(StrEnum):
    """The stable wire name of each kind of refusal."""

    UNKNOWN_OPTION = "unknown-option"
    IDLE_OPTION = "idle-option"
    ILLEGAL_VALUE = "illegal-value"
    MISSING_CHOICE = "missing-choice"
    MISSING_REFERENCE = "missing-reference"
    ILLEGAL_EQUIPMENT = "illegal-equipment"
    ILLEGAL_LAYOUT = "illegal-layout"
    PER_SEAT = "per-seat"
    HOUSE_FILE = "house-file"

    NOT_OFFERED = "not-offered"
    NO_SUCH_SEAT = "no-such-seat"
    BAD_STAKE = "bad-stake"
    SPLIT_CENT = "split-cent"
    ABOVE_MAXIMUM = "above-maximum"
    BELOW_MINIMUM = "below-minimum"
    COUPON = "coupon"
    ADDITION = "addition"

    NOT_NOW = "not-now"
    NOT_YOURS = "not-yours"
    STEP_MISSING = "step-missing"
    WRONG_STEP = "wrong-step"
    BETTING_CLOSED = "betting-closed"
    SEAT_TAKEN = "seat-taken"
    NOT_SEATED = "not-seated"
    NOT_ELIGIBLE = "not-eligible"
    NOT_ENOUGH_CHIPS = "not-enough-chips"
    TRAY_CLOSED = "tray-closed"
    TRAY_SHORT = "tray-short"
    VIGORISH_OWED = "vigorish-owed"
    NOTHING_OWED = "nothing-owed"
    WRONG_HOLDER = "wrong-holder"
    CUT_OUT_OF_TURN = "cut-out-of-turn"
    RECUT_TOO_LATE = "recut-too-late"
    DECKS_TOO_OLD = "decks-too-old"
    WRONG_BATCH = "wrong-batch"
    INCIDENT_OPEN = "incident-open"
    NO_REASON = "no-reason"
    UNKNOWN_REPORT = "unknown-report"

    WRONG_COUNT = "wrong-count"
    WRONG_HAND = "wrong-hand"
    WRONG_RESULT = "wrong-result"
    WRONG_PAYMENT = "wrong-payment"
    WRONG_ORDER = "wrong-order"
    WRONG_CUT = "wrong-cut"
    WRONG_BURN = "wrong-burn"
    WRONG_SHARE = "wrong-share"
    WRONG_CARD = "wrong-card"
    TOO_FEW_CARDS = "too-few-cards"

    NOT_FOUND = "not-found"
    NO_NOTICE = "no-notice"
    TOO_EARLY = "too-early"
    DIFFERS_FROM_PIT = "differs-from-pit"
    WRONG_SERIAL = "wrong-serial"
    WRONG_SIGNATURE = "wrong-signature"
    INCOMPLETE_FORM = "incomplete-form"
    CUSTODY = "custody"
    ONE_COPY = "one-copy"
    DAY_NOT_OPEN = "day-not-open"
    STILL_OPEN = "still-open"
    DUTIES_CONFLICT = "duties-conflict"


class Refusal(NamedTuple):
    """Why the house says no. ``clause`` is the leading citation, ``also`` the further ones it rests on."""

    code: Code
    said: Said
    clause: str | None = None
    allowed: tuple[str, ...] = ()
    also: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """What was wrong and what is allowed, in English."""
        return str(self.said)

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause the refusal cites, the leading one first."""
        return (*((self.clause,) if self.clause else ()), *self.also)

    def __str__(self) -> str:
        return f"{self.sentence} ({self.clause})" if self.clause else self.sentence


class Refused(ValueError):  # noqa: N818 - a no of the rulebook is an answer, and no error of the program
    """What was asked for is not allowed. The message is every reason in a sentence, with its clause."""

    refusals: tuple[Refusal, ...]
    """Every reason."""

    def __init__(self, refusals: Sequence[Refusal]) -> None:
        super().__init__("; ".join(map(str, refusals)))
        self.refusals = tuple(refusals)

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause that stands in the way, once."""
        return tuple(dict.fromkeys(clause for refusal in self.refusals for clause in refusal.clauses))


def as_it_is(error: object) -> Said:
    """What an error of a library or of a file says of itself: nobody has it in another language."""
    return said("{error}", error=str(error))


def refuse(code: Code, sentence: Said, clause: str | None = None, *also: str, allowed: tuple[str, ...] = ()) -> Refusal:
    """A refusal that leads with ``clause`` and rests on the others too."""
    return Refusal(code, sentence, clause, allowed, also)
