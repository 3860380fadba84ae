"""Events of an exam beside those of its table: mistakes, what became of them, and what was put before the trainee.

The log of an exam holds both kinds. The table's events alone are the log of a table at which everything went by the
book: what was done wrongly stands there as the irregularity that it is, or was set right, and here as a fault.
"""

from minibac.machine import kinds
from minibac.rules.rulebook import Value
from minibac.voice.said import NOTHING, Said


class ExamEvent(kinds.Event, frozen=True):
    """Something that happened in an exam and is no event of the table."""


class ExamBegun(ExamEvent, frozen=True):
    """The trainee is on duty, and from here on mistakes happen."""

    trainee: str
    scenario: str
    seed: str
    options: dict[str, Value]


class FaultMade(ExamEvent, frozen=True):
    """A mistake; ``clauses`` are those it breaks."""

    number: int
    kind: str
    did: Said
    """What was done, or left out."""
    right: Said
    """What was right."""
    coup_no: int = 0
    seat: int = 0
    wager: str = ""
    hand: str = ""
    step: str = ""
    positions: tuple[int, ...] = ()
    """Cards that lie where they do not belong."""
    cents: int = 0
    """What the guest has too much of, and with a minus too little."""
    move: tuple[str, int, str, int] | None = None
    """The move of a settlement that came before its turn."""


class FaultNoticed(ExamEvent, frozen=True):
    """Whoever made the mistake has said so, or put it right, or called the floor about it; or a guest objected."""

    number: int
    after_ms: int


class FaultPutRight(ExamEvent, frozen=True):
    """A mistake that was noticed is put right; ``by`` says by whom."""

    number: int


class FaultStood(ExamEvent, frozen=True):
    """Nobody has noticed the mistake in time. A card is put right by the house, money lies where it is."""

    number: int


class MoneyMoved(ExamEvent, frozen=True):
    """Chips were given to a guest, or taken back, to put something right: not all of it, or too much."""

    number: int
    cents: int


class MovesMade(ExamEvent, frozen=True):
    """Moves of the settlement as the trainee made them, and the right ones that they stand for."""

    made: tuple[tuple[str, int, str, int], ...]
    stand_for: tuple[tuple[str, int, str, int], ...]


class TakenAsDone(ExamEvent, frozen=True):
    """The last so many events of the table stand for what was left out or done wrongly: nobody did so."""

    events_count: int


class ChipsLaid(ExamEvent, frozen=True):
    """A guest has put chips down that the table does not take: too late, too few, too many."""

    seat: int
    wager: str
    chips_cents: int
    late: bool
    why: Said


class ChipsPushedBack(ExamEvent, frozen=True):
    """The dealer does not take them."""

    seat: int
    wager: str


class ChipsKept(ExamEvent, frozen=True):
    """The game went on with them on the layout."""

    seat: int
    wager: str


class MishapSeen(ExamEvent, frozen=True):
    """Something irregular happens before everybody's eyes."""

    kind: str
    says: Said
    seat: int = 0
    hand: str = ""


class MishapTaken(ExamEvent, frozen=True):
    """It has been reported, by whoever ``by`` says."""

    kind: str


class PaymentDisputed(ExamEvent, frozen=True):
    """A guest says that a wager was paid wrongly."""

    seat: int
    coup_no: int


class DisputeHeard(ExamEvent, frozen=True):
    """The floor has looked into it; or nobody has called the floor and the guest gives up."""

    seat: int


class FloorCalled(ExamEvent, frozen=True):
    """The dealer calls the floorperson."""

    about: str
    seat: int = 0


class ExamEnded(ExamEvent, frozen=True):
    """Nothing more is recorded."""

    reason: Said = NOTHING
    finished: bool = False
    """Whether it was dealt to its end, and not given up."""


# ------------------------------------------------------------------------------------------ from the instructor's board


class ExamPaused(ExamEvent, frozen=True):
    """The instructor has stopped the exam; until it goes on nothing counts, and its clock stands still."""


class ExamResumed(ExamEvent, frozen=True):
    """It goes on. The times in the log leave out how long it stood."""

    stood_ms: int


class NoteWhispered(ExamEvent, frozen=True):
    """The instructor has whispered something; without words the last note is taken back."""

    text: str


class IrregularityInjected(ExamEvent, frozen=True):
    """What happens next was let happen by the instructor, and by no scenario."""

    kind: str
    seat: int


class NextCardsSet(ExamEvent, frozen=True):
    """The instructor has put these cards next in the shoe."""

    cards: tuple[str, ...]


OF_THE_BOARD: tuple[type[ExamEvent], ...] = (ExamPaused, ExamResumed, NoteWhispered, IrregularityInjected, NextCardsSet)
"""What an instructor did; a result lists each of them."""
