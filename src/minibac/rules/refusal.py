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
    """There is no such option, or nothing of the kind that may be changed there."""
    IDLE_OPTION = "idle-option"
    """The option has no effect beside what else was chosen."""
    ILLEGAL_VALUE = "illegal-value"
    """A value that the option, the field or the rulebook does not have."""
    MISSING_CHOICE = "missing-choice"
    """Something that the house has to choose or to state is not stated."""
    MISSING_REFERENCE = "missing-reference"
    """A paper with its authority, number and date is needed, and none fits."""
    ILLEGAL_EQUIPMENT = "illegal-equipment"
    """Decks, batches, cutting cards or a shuffler that the rulebook does not allow."""
    ILLEGAL_LAYOUT = "illegal-layout"
    """The layout, the signs or the seats are not as the rulebook has them."""
    PER_SEAT = "per-seat"
    """What holds for the whole table was stated seat by seat."""
    HOUSE_FILE = "house-file"
    """A line of a house file that cannot be read, or that contradicts another one."""

    NOT_OFFERED = "not-offered"
    """The table has no such wager, or does not offer what was asked for."""
    NO_SUCH_SEAT = "no-such-seat"
    """The table has no seat of that number."""
    BAD_STAKE = "bad-stake"
    """The sum is none that can be put down: nothing at all, less than a chip, or other cash than was said."""
    SPLIT_CENT = "split-cent"
    """A payment could come to a part of a cent, or to less than the smallest chip."""
    ABOVE_MAXIMUM = "above-maximum"
    """More than the table takes on the wager."""
    BELOW_MINIMUM = "below-minimum"
    """Less than the table takes on the wager."""
    COUPON = "coupon"
    """The match play coupon is not good, or not good here."""
    ADDITION = "addition"
    """House Money that cannot go where it was to go."""

    NOT_NOW = "not-now"
    """The table takes it at another moment."""
    NOT_YOURS = "not-yours"
    """It is for another person, or another role, to do."""
    STEP_MISSING = "step-missing"
    """A step that has to come first has not been done."""
    WRONG_STEP = "wrong-step"
    """Another step is due, or this one is none of this table."""
    BETTING_CLOSED = "betting-closed"
    """No more bets has been called."""
    SEAT_TAKEN = "seat-taken"
    """Somebody has the seat, the name, or a seat at this table already."""
    NOT_SEATED = "not-seated"
    """Nobody sits at that seat, or nothing of that guest lies there."""
    NOT_ELIGIBLE = "not-eligible"
    """This person may not play: too young, on a list of the house, or one of its staff."""
    NOT_ENOUGH_CHIPS = "not-enough-chips"
    """The guest has fewer chips, or less in the wallet."""
    TRAY_CLOSED = "tray-closed"
    """The chips of the table's tray have not been counted: its opener is missing, or its closer is made."""
    TRAY_SHORT = "tray-short"
    """The tray, or the cage, does not hold these chips."""
    VIGORISH_OWED = "vigorish-owed"
    """Vigorish is owed and stands in the way."""
    NOTHING_OWED = "nothing-owed"
    """Nothing is owed there."""
    WRONG_HOLDER = "wrong-holder"
    """The cards of that hand are not with this guest, or are not to be handed to anybody."""
    CUT_OUT_OF_TURN = "cut-out-of-turn"
    """The cut was offered to another seat, or to nobody."""
    RECUT_TOO_LATE = "recut-too-late"
    """The first card is out: the cards are not cut again."""
    DECKS_TOO_OLD = "decks-too-old"
    """The decks have been used for as long as they may be: fresh ones come to the table."""
    WRONG_BATCH = "wrong-batch"
    """The other batch of cards is due."""
    INCIDENT_OPEN = "incident-open"
    """Something has happened that a supervisor resolves first."""
    NO_REASON = "no-reason"
    """A reason has to be stated, and is not."""
    UNKNOWN_REPORT = "unknown-report"
    """There is no such irregularity to report, or not at this table."""

    WRONG_COUNT = "wrong-count"
    """The Point Count, or a count of chips, is another."""
    WRONG_HAND = "wrong-hand"
    """The next card goes to another hand, or to none."""
    WRONG_RESULT = "wrong-result"
    """The result is another."""
    WRONG_PAYMENT = "wrong-payment"
    """A payment, a collection or a return that is not what the settlement says."""
    WRONG_ORDER = "wrong-order"
    """It is right, and not its turn."""
    WRONG_CUT = "wrong-cut"
    """The cut, or the place of the cutting card, is too near an end."""
    WRONG_BURN = "wrong-burn"
    """Other cards are burned, by their number or by how they are shown."""
    WRONG_SHARE = "wrong-share"
    """A share in the shuffle that is not as it has to be, or not the one that was sealed."""
    WRONG_CARD = "wrong-card"
    """The card cannot be where it is said to be."""
    TOO_FEW_CARDS = "too-few-cards"
    """There are not enough cards."""

    NOT_FOUND = "not-found"
    """What was named is not there."""
    NO_NOTICE = "no-notice"
    """Surveillance, or the guests, have to be told first, and no notice says so."""
    TOO_EARLY = "too-early"
    """The time that has to pass has not passed."""
    DIFFERS_FROM_PIT = "differs-from-pit"
    """The tables of a pit do this alike, and this one would not."""
    WRONG_SERIAL = "wrong-serial"
    """The serial number is not the next one, or of no registered series."""
    WRONG_SIGNATURE = "wrong-signature"
    """Another person, or another role, signs here."""
    INCOMPLETE_FORM = "incomplete-form"
    """The form lacks something that it has to say."""
    CUSTODY = "custody"
    """A paper is with somebody else than is said, or may not go there."""
    ONE_COPY = "one-copy"
    """A part of the form is missing, or is there twice."""
    DAY_NOT_OPEN = "day-not-open"
    """No gaming day is open there."""
    STILL_OPEN = "still-open"
    """Something has to be closed, or paid, before this is."""
    DUTIES_CONFLICT = "duties-conflict"
    """One person may not have both duties."""


class Refusal(NamedTuple):
    """Why the house says no. ``clause`` is the leading citation, ``also`` the further ones it rests on."""

    code: Code
    """What a program looks at."""
    said: Said
    """The sentence as template and facts, for other languages."""
    clause: str | None = None
    """What it would break."""
    allowed: tuple[str, ...] = ()
    """What would be taken, where that can be listed."""
    also: tuple[str, ...] = ()
    """Further clauses it rests on."""

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
    """A refusal that leads with ``clause`` and rests on the others too, each named once."""
    return Refusal(code, sentence, clause, allowed, tuple(each for each in dict.fromkeys(also) if each != clause))
