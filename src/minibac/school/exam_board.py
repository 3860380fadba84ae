"""What an instructor does to somebody's exam: stop it and let it go on, whisper, let something happen, set cards.

Nobody else gives these commands, and nobody gives them in an exam of their own. Each leaves an event in the log of the
exam, and the result lists it.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from minibac.cards.card import CardError, parse_cards
from minibac.machine.kinds import Command
from minibac.machine.roles import Actor, Role
from minibac.play.wagers import MAIN
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.remedies import Mishap
from minibac.school import exam_commands as xc
from minibac.school import exam_events as x
from minibac.school.exam_happens import MISHAPS, NOT_TAKEN, dispute, lay, show
from minibac.school.exam_sitting import Sitting
from minibac.school.exam_state import Intervention
from minibac.table import commands as c
from minibac.table.automatic import guest
from minibac.table.dealer_view import REPORTS
from minibac.table.phases import IN_PLAY
from minibac.table.state import Phase
from minibac.voice.said import Cards, Said, many, said

LONGEST_NOTE = 300
MOST_CARDS = 24
LATE, SHORT, DISPUTE = "late-wager", "short-wager", "disputed-payment"
INJECTED: dict[str, Said] = {
    **{str(kind): REPORTS[kind] for kind in MISHAPS},
    LATE: said("A guest puts chips down after the call"),
    SHORT: said("A guest puts too few chips down"),
    DISPUTE: said("A guest objects to the last payment"),
}
"""What an instructor can let happen, as somebody who looks on would say it."""
OF_A_SEAT = (Mishap.WAGER_TOUCHED, Mishap.CARD_HANDLED, LATE, SHORT, DISPUTE)
IN_A_ROUND = (Mishap.WAGER_TOUCHED, Mishap.CARD_HANDLED)
RESUME = "resume"
INSTRUCTORS = said("that is for an instructor, in the exam of somebody else")


def may_intervene(by: Actor, trainee: str) -> bool:
    """An instructor, and never in an exam of their own."""
    return by.role is Role.INSTRUCTOR and by.id != trainee


def intervene(sitting: Sitting, command: Command) -> Refusal | None:
    """A command from the board."""
    if not may_intervene(command.by, sitting.state.trainee):
        return refuse(Code.NOT_YOURS, INSTRUCTORS)
    return _BOARD[type(command)](sitting, command)


def _pause(sitting: Sitting, command: xc.PauseExam) -> Refusal | None:
    del command
    if sitting.state.paused:
        return refuse(Code.NOT_NOW, said("the exam stands already"))
    sitting.note(x.ExamPaused)
    return None


def _resume(sitting: Sitting, command: xc.ResumeExam) -> Refusal | None:
    if not sitting.state.paused:
        return refuse(Code.NOT_NOW, said("the exam does not stand: it goes on"))
    sitting.note(x.ExamResumed, stood_ms=command.stood_ms)
    return None


def _whisper(sitting: Sitting, command: xc.WhisperNote) -> Refusal | None:
    text = " ".join(command.text.split())
    if not text and not sitting.state.note:
        return refuse(Code.ILLEGAL_VALUE, said("say what is whispered"))
    if len(text) > LONGEST_NOTE:
        sentence = said("a note has {most} signs at most, and this one {length}", most=LONGEST_NOTE, length=len(text))
        return refuse(Code.ILLEGAL_VALUE, sentence)
    sitting.note(x.NoteWhispered, text=text)
    return None


def _inject(sitting: Sitting, command: xc.InjectIrregularity) -> Refusal | None:
    """The same happens as where a scenario lets it happen, and only where it can happen now."""
    state, kind = sitting.state, command.kind
    if kind not in INJECTED:
        sentence = said("'{kind}' cannot be let happen: {kinds}", kind=kind, kinds=many(INJECTED))
        return refuse(Code.UNKNOWN_REPORT, sentence, allowed=tuple(INJECTED))
    if state.mishap is not None or state.disputed or state.laid:
        return refuse(Code.NOT_NOW, said("something waits for the trainee already: one thing after the other"))
    seats = sitting.table.occupied
    seat = command.seat or (next(iter(seats), 0) if kind in OF_A_SEAT else 0)
    if seat and seat not in seats:
        return refuse(Code.NOT_SEATED, said("nobody sits at seat {seat}", seat=seat))
    sitting.note(x.IrregularityInjected, kind=kind, seat=seat)
    signed: dict[str, Any] = {"by": command.by, "at": command.at, "seat": seat}
    if kind == DISPUTE:
        if sitting.table.phase is not Phase.BETTING or not state.coups:
            return refuse(Code.NOT_NOW, said("a guest objects between two rounds, once one has been paid"))
        return dispute(sitting, xc.DisputePayment(**signed))
    coup = sitting.table.coup
    if kind in IN_A_ROUND and (coup is None or not coup.player):
        return refuse(Code.NOT_NOW, said("no card is on the layout: a guest touches it, or a wager, once one is"))
    if kind in (LATE, SHORT):
        return _chips(sitting, seat, late=kind == LATE)
    return show(sitting, xc.ShowMishap(**signed, kind=kind, hand=command.hand))


def _chips(sitting: Sitting, seat: int, *, late: bool) -> Refusal | None:
    """Chips of a guest that the table does not take, because they come too late or are too few."""
    table = sitting.table
    free = (wager for wager in ("tie", *MAIN) if (seat, wager) not in table.wagers)
    wager = "tie" if late else next(free, "")
    least = table.minimum_cents.get(wager, 0)
    cents = least or 1000 if late else least // 2
    if not wager or not cents:
        return refuse(Code.NOT_NOW, said("seat {seat} has no area left for too few chips", seat=seat))
    lays = c.PlaceWager(by=guest(table, seat), at=sitting.given.at, seat=seat, wager=wager, cents=cents)
    refusal = sitting.take(lays)
    if refusal is None or (late and refusal.code is not Code.BETTING_CLOSED):
        return refuse(Code.NOT_NOW, said("no more bets has not been called: chips are not too late"))
    if refusal.code not in NOT_TAKEN or (not late and refusal.code is Code.BETTING_CLOSED):
        return refuse(Code.NOT_NOW, said("too few chips come while wagers are made"))
    lay(sitting, lays, refusal)
    return None


def _cards(sitting: Sitting, command: xc.SetNextCards) -> Refusal | None:
    """Whether they are still in the shoe is the vault's to say, which alone knows its order."""
    try:
        cards = parse_cards(command.cards)
    except CardError as error:
        return refuse(Code.ILLEGAL_VALUE, error.said)
    if not cards or len(cards) > MOST_CARDS:
        return refuse(Code.ILLEGAL_VALUE, said("name the next cards, {most} at most", most=MOST_CARDS))
    if sitting.table.phase not in (*IN_PLAY, Phase.LOADED):
        return refuse(Code.NOT_NOW, said("no shoe is loaded: cards are set once there is one"))
    sitting.note(x.NextCardsSet, cards=tuple(map(str, cards)))
    return None


_BOARD: dict[type[Command], Callable[[Sitting, Any], Refusal | None]] = {
    xc.PauseExam: _pause,
    xc.ResumeExam: _resume,
    xc.WhisperNote: _whisper,
    xc.InjectIrregularity: _inject,
    xc.SetNextCards: _cards,
}


# ------------------------------------------------------------------------------------------------------------ in words


class Deed(NamedTuple):
    """An intervention as records name it, and in words."""

    kind: str
    what: str
    """Which irregularity; a word, and nothing that somebody wrote."""
    said: Said


def in_words(done: x.ExamEvent) -> Deed:
    """What an instructor did."""
    if isinstance(done, x.ExamPaused):
        return Deed("pause", "", said("The instructor stops the exam."))
    if isinstance(done, x.ExamResumed):
        return Deed(RESUME, "", said("It goes on after {seconds} s.", seconds=done.stood_ms // 1000))
    if isinstance(done, x.NoteWhispered):
        taken_back = said("The instructor takes the note back.")
        return Deed("note", "", said("The instructor whispers: “{text}”", text=done.text) if done.text else taken_back)
    if isinstance(done, x.IrregularityInjected):
        return Deed("irregularity", done.kind, said("The instructor lets happen: {what}.", what=INJECTED[done.kind]))
    assert isinstance(done, x.NextCardsSet)
    return Deed("cards", "", said("The instructor sets the next cards: {cards}.", cards=Cards(done.cards)))


def intervention_json(one: Intervention) -> dict[str, Any]:
    """An intervention as plain data."""
    kind, what, words = in_words(one.done)
    facts = {"kind": kind, "what": what or None, "round": one.round_no, "at": one.done.at, "by": one.done.by}
    return {**facts, "says": str(words)}
