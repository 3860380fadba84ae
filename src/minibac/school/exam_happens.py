"""What happens before the eyes of a trainee: something irregular, chips that cannot be taken, a guest who objects.

A scenario lets it happen, or an instructor does.
"""

from minibac.machine.roles import Role
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.remedies import Mishap
from minibac.school import exam_commands as xc
from minibac.school import exam_events as x
from minibac.school.exam_sitting import CANNOT, Sitting
from minibac.table import commands as c
from minibac.table.automatic import crew
from minibac.table.dealer_view import REPORTS
from minibac.table.steps import due, incident_clauses, remedy_of, round_step
from minibac.voice.said import many, said

NOT_TAKEN = (Code.BETTING_CLOSED, Code.BELOW_MINIMUM, Code.ABOVE_MAXIMUM, Code.SPLIT_CENT, Code.BAD_STAKE)
"""Why chips that a guest puts down have to be pushed back."""
MISHAPS = (
    Mishap.FACE_UP_IN_SHOE, Mishap.WAGER_TOUCHED, Mishap.CARD_HANDLED, Mishap.FOREIGN_BACK, Mishap.OTHER,
)  # fmt: skip
"""What can be let happen before the eyes of a trainee."""


def lay(sitting: Sitting, wager: c.PlaceWager, why: Refusal) -> None:
    """Chips lie there that the table does not take."""
    facts = {"seat": wager.seat, "wager": wager.wager, "chips_cents": wager.cents}
    sitting.note(x.ChipsLaid, why.clauses, **facts, late=why.code is Code.BETTING_CLOSED, why=why.said)


def show(sitting: Sitting, command: xc.ShowMishap) -> Refusal | None:
    """Something irregular happens; the trainee has to report it."""
    if command.kind not in MISHAPS:
        sentence = said("'{kind}' cannot be let happen: {kinds}", kind=command.kind, kinds=many(MISHAPS))
        return refuse(Code.UNKNOWN_REPORT, sentence, allowed=MISHAPS)
    if sitting.state.mishap is not None or command.by.role is Role.DEALER:
        return CANNOT
    table = sitting.table
    trial = c.Report(
        by=crew(table).floor, at=command.at, kind=command.kind, seat=command.seat, hand=command.hand, note="?",
        disclosed=command.kind == Mishap.FACE_UP_IN_SHOE or None,
    )  # fmt: skip
    before = sitting.state, len(sitting.events)
    refusal = sitting.take(trial)  # only what the table has a remedy for at this moment
    sitting.state, kept = before
    del sitting.events[kept:]
    if refusal is not None:
        return refusal
    stray = command.kind == Mishap.FACE_UP_IN_SHOE
    clauses = remedy_of(table, command.kind).clauses if stray else incident_clauses(table, command.kind)
    cited = clauses or due(table)[1]
    says = REPORTS[Mishap(command.kind)]
    sitting.note(x.MishapSeen, cited, kind=command.kind, says=says, seat=command.seat, hand=command.hand)
    return None


def dispute(sitting: Sitting, command: xc.DisputePayment) -> Refusal | None:
    """A guest objects to a payment."""
    if sitting.state.disputed or command.seat not in sitting.table.seats or not sitting.table.rack:
        return CANNOT
    coup_no = sitting.table.rack[-1].coup_no
    clauses = round_step(sitting.table, "discard").clauses.led_by("reconstruct")
    sitting.note(x.PaymentDisputed, clauses, seat=command.seat, coup_no=coup_no)
    return None
