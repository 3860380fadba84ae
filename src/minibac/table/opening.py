"""Opening, shuffle, dead table: procedures that the rulebook states step by step."""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from minibac.cards.card import ALL_CARDS
from minibac.cards.share import mixed
from minibac.houses.papers import PRESHUFFLED, PRESHUFFLED_CARDS
from minibac.machine.kinds import noted, signed
from minibac.machine.roles import Actor, Duty, Role
from minibac.machine.who import ROLE_OF, same_person
from minibac.rules.house_rules import HouseRules, of_another
from minibac.rules.names import step_name
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.rulebook import Step
from minibac.rules.words import did_you_mean
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.checks import Decision, decides, nobodys_time, not_now, reasoned, seated, time_left
from minibac.table.fold import apply_all
from minibac.table.guests import deferred, offer_cut
from minibac.table.phases import PROCEDURES
from minibac.table.state import HeldBack, Phase, TableState
from minibac.table.steps import (
    F14,
    ORDER_LOST,
    active_steps,
    all_are_asked,
    batch_names,
    cut_step,
    has_answered,
    missing_steps,
    order_lost,
    random_clauses,
    remedy_to_come,
    round_step,
    shuffle_clauses,
    step_batches,
    stray_clauses,
    too_few,
    unanswered,
    wishes,
)
from minibac.voice.said import NOTHING, Said, many, said

ON_ARRIVAL = ("turn-up",)
"""Steps of the dealer that wait until a guest is there to see them."""
HEX = re.compile(r"(?:[0-9a-fA-F]{2})*")
HEX_64 = re.compile(r"[0-9a-f]{64}")
LACE_TOLERANCE = 13
"""About one deck: 52 cards, a quarter of a deck more or less (A47)."""
HOUR_MS = 60 * 60 * 1000
F12 = "F12"
"""The ruling on leaving: who has left owes nothing there any more."""


@decides(c.AssignStaff)
def assign_staff(state: TableState, command: c.AssignStaff) -> Decision:
    """Put somebody on duty, or change the dealer in mid-shoe. Who checks is never who deals (s42/d/1/verify)."""
    clauses = duty_clauses(state, command.duty)
    if command.duty not in list(Duty):
        sentence = said(
            "there is no duty '{duty}'{did_you_mean}: {duties}",
            duty=command.duty,
            did_you_mean=did_you_mean(command.duty, list(Duty)),
            duties=many(list(Duty), "and"),
        )
        return refuse(Code.WRONG_STEP, sentence, *clauses, allowed=tuple(Duty))
    if not command.person:
        return refuse(Code.NO_REASON, said("say who goes on duty"), *clauses)
    role = ROLE_OF[Duty(command.duty)]
    others = [person for duty, person in state.staff.items() if ROLE_OF[Duty(duty)] is not role]
    if refusal := same_person(Actor(command.person, role), others, *clauses):
        return refusal
    return (noted(e.StaffAssigned, command, clauses),)


def duty_clauses(state: TableState, duty: str) -> tuple[str, ...]:
    """The clauses behind a duty: the calling dealer's inspection, the floorperson's check, the wagers' settlement, and
    what a casino supervisor may order."""
    if duty in (Duty.PIT, Duty.SHIFT):
        return cut_step(state, "recut").clauses
    if duty == Duty.WAGERS:
        return round_step(state, "settle").clauses.led_by("duty")
    steps = {step.id: step.clauses for step in state.rules.rulebook.procedure["opening"]}
    return steps["verify"] if duty == Duty.FLOOR else steps["inspect"]


@decides(c.DoStep)
def do_step(state: TableState, command: c.DoStep) -> Decision:
    """Do the named step, if it is its turn; the refusal names the step that is missing."""
    unsaid = {name for name in ("ok", "cards_count") if getattr(command, name) is None}
    command = replace(command, ok=command.ok is not False)
    if state.phase not in PROCEDURES:
        return _see_cards(state, command)
    steps = {step.id: step for step in active_steps(state)}
    step = steps.get(command.step)
    if step is None:
        first = missing_steps(state)[0][0]
        known = list(steps)
        sentence = said(
            "'{step}' is no step here{did_you_mean}: {steps}",
            step=command.step,
            did_you_mean=did_you_mean(command.step, known),
            steps=many(known, "and"),
        )
        return refuse(Code.WRONG_STEP, sentence, *first.clauses, allowed=tuple(known))
    refusal = _second(state, command, step) or _turn(state, command, step) or _silent(step, unsaid)
    if refusal := refusal or _finding(state, command, step):
        return refusal
    if all_are_asked(step) and not (step.starts and command.ok):
        others = [seat for seat in unanswered(state) if seat != command.by.seat]
        if command.by.role is Role.GUEST and others:
            by = {"seat": command.by.seat, "guest": command.by.id}
            return (noted(e.GuestAnswered, command, step.clauses, **by),)
        early = time_left(state, command, state.timing.look_ms, *step.clauses)
        if command.by.role is Role.HOUSE and others and early:
            return early
    if step.id in ("inspect", "verify") and not command.ok:
        note = command.note or "a defect was found"
        return (signed(e.DecksRejected, command, step.clauses, batch=command.batch, note=note),)
    if step.fails and not command.ok:
        reason = command.note or f"not so: {step.says.rstrip('.')}"
        facts = {"procedure": step.fails, "reason": reason, "by_hand": state.hand_shuffle}
        return (signed(e.ProcedureStarted, command, step.clauses, **facts),)
    late = step.usually_first and state.done
    note = command.note or (f"usually the first step, here number {len(state.done) + 1}" if late else "")
    facts = {"procedure": state.procedure, "note": note}
    events: list[e.Event] = [noted(e.StepDone, command, step.clauses, **facts)]
    if step.id == "swap":
        other = next(name for name in batch_names(state) if name != state.in_play)
        events.append(signed(e.BatchesSwapped, command, step.clauses, in_play=other))
    if step.starts and command.ok:
        started = signed(e.ProcedureStarted, command, step.clauses, procedure=step.starts, reason=step.says)
        return (*events, started)
    after = apply_all(state, events)
    if not missing_steps(after):
        events += _finished(state, command)
    return tuple(events)


def _see_cards(state: TableState, command: c.DoStep) -> Decision:
    """Until the first card leaves the shoe a guest may have a batch spread that came shuffled from the device."""
    step = next((step for step in active_steps(state) if step.id == command.step and step.id in wishes(state)), None)
    if step is None or step.starts is None or command.by.role is not Role.GUEST or not command.ok:
        return not_now(state, command)
    if refusal := seated(state, command.by.seat):
        return refusal
    reason = "a guest asks to see the cards"
    return (signed(e.ShoeEnded, command, step.clauses, shoe_no=state.shoe_no, then=step.starts, reason=reason),)


def _second(state: TableState, command: c.DoStep, step: Step) -> Refusal | None:
    """Why this person cannot be the one who does this step, although the role may: a guest without a seat, a check of
    one's own work."""
    if step.roles == ("guest",) and command.by.role is Role.GUEST:
        asks = step.optional or (step.starts and command.ok)
        if refusal := seated(state, command.by.seat):
            return refusal
        if not asks and has_answered(state, command.by.seat):
            sentence = said("you have answered already; the others have their time")
            return refuse(Code.WRONG_STEP, sentence, *step.clauses)
        return None
    if step.roles == ("floorperson",):
        return same_person(command.by, checked_people(state, step, command.batch), *step.clauses)
    return None


def checked_people(state: TableState, step: Step, batch: str) -> tuple[str, ...]:
    """Whose work a step checks: of its own batch, where each batch is inspected apart; the whole procedure, where one
    that fails begins it again."""
    if step.fails:
        return state.worked
    done = (key.rpartition("/") for key in state.done_by)
    kept = [(name, of) for name, _, of in done if name in step.needs and (of == batch or not step.per_batch)]
    return tuple(state.done_by[f"{name}/{of}"] for name, of in kept)


def _turn(state: TableState, command: c.DoStep, step: Step) -> Refusal | None:
    """Why it is not yet, or no longer, the turn of this step."""
    if step.id in ON_ARRIVAL and not state.seats:
        sentence = said("{step} waits until a guest arrives", step=step_name(step.id))
        return refuse(Code.STEP_MISSING, sentence, *step.clauses)
    batches = step_batches(state, step)
    if command.batch not in batches:
        sentence = said(
            "there is no batch '{batch}' for {step}: {batches}",
            batch=command.batch,
            step=step_name(step.id),
            batches=many(batches),
        )
        return refuse(Code.WRONG_BATCH, sentence, *step.clauses, allowed=batches)
    asked_again = step.starts and command.ok  # a guest who said no may still ask
    if (step.id, command.batch) in state.done and not step.repeat and not asked_again:
        return refuse(Code.WRONG_STEP, said("{step} has been done already", step=step_name(step.id)), *step.clauses)
    steps = {s.id: s for s in active_steps(state)}
    names = {name for name, _ in state.done}
    if over := next((s for s in steps.values() if step.id in s.needs and s.id in names and step.repeat), None):
        sentence = said(
            "{step} comes before {later}, and that is done: only a check that fails or a directed shuffle starts again",
            step=step_name(step.id),
            later=step_name(over.id),
        )
        return refuse(Code.WRONG_STEP, sentence, *over.clauses, *step.clauses)
    undone = _undone(state, steps, step, command.batch)
    if undone:
        need = first = undone[0]
        while earlier := _undone(state, steps, steps[first], command.batch):
            first = earlier[0]
        later = said("{later} comes after {need}")
        if first != need:
            later = said("{later} comes after {need}, and {next} is next", next=step_name(first))
        later = later.about(later=step_name(step.id), need=step_name(need))
        clauses = dict.fromkeys((*steps[need].clauses, *step.clauses, *steps[first].clauses))
        sentence = said("{later}: {step:.}", later=later, step=Said(steps[first].says))
        return refuse(Code.STEP_MISSING, sentence, *clauses, allowed=(need,))
    counts = [name for name, _ in state.done]
    for name, times in step.after.items():
        if counts.count(name) < times:
            sentence = said(
                "{step} comes after {before} was done {times:time|times}, and it was done {count:time|times}",
                step=step_name(step.id),
                times=times,
                before=step_name(name),
                count=counts.count(name),
            )
            return refuse(Code.STEP_MISSING, sentence, *step.clauses, allowed=(name,))
    last = steps.get(counts[-1]) if counts else None
    if last is not None and last.then and step.id != last.then:
        sentence = said("{step} is followed by {then} at once", step=step_name(last.id), then=step_name(last.then))
        return refuse(Code.STEP_MISSING, sentence, *last.clauses, *step.clauses, allowed=(last.then,))
    return None


def _undone(state: TableState, steps: Mapping[str, Step], step: Step, batch: str) -> list[str]:
    """The steps this one waits for, of its own batch where both are done batch by batch."""
    found = []
    for need in step.needs:
        if need not in steps:
            continue
        wanted = (batch,) if step.per_batch and steps[need].per_batch else step_batches(state, steps[need])
        if any((need, each) not in state.done for each in wanted):
            found.append(need)
    return found


def _silent(step: Step, unsaid: set[str]) -> Refusal | None:
    """Why a step does not count as done: what it asks was not said, and silence attests nothing."""
    if not (missing := [name for name in step.asks if name in unsaid]):
        return None
    ask = said("how many cards there are") if missing == ["cards_count"] else said("whether it is so")
    sentence = said("{what} must be said with it: {step:.}", what=ask, step=Said(step.says))
    return refuse(Code.STEP_MISSING, sentence, *step.clauses, allowed=tuple(missing))


def _finding(state: TableState, command: c.DoStep, step: Step) -> Refusal | None:
    """Why what was found or counted does not let the step count as done."""
    size = state.rules.cards_in_shoe
    counted = command.cards_count
    if step.reference and command.ok and (refusal := lacks_paper(state, step)):
        return refusal
    if step.id == "receive" and not command.ok:
        sentence = said("nobody attests it, so the table cannot open: {step:.}", step=Said(step.says))
        return refuse(Code.ILLEGAL_EQUIPMENT, sentence, *step.clauses.led_by("attested"))
    if step.id in ("receive", "spread", "stack") and counted is not None and counted != size:
        sentence = said("{counted} cards were counted; the batch has {size}", counted=counted, size=size)
        return refuse(Code.WRONG_CARD, sentence, *step.clauses, allowed=(str(size),))
    if step.id == "spread" and not command.ok and state.procedure == "opening":
        sentence = said("the spread is out of order: by deck, by suit and in sequence, so that a missing card shows")
        return refuse(Code.WRONG_STEP, sentence, *step.clauses.led_by("sequence"))
    deck = len(ALL_CARDS)
    if step.id == "lace" and counted is not None and abs(counted - deck) > LACE_TOLERANCE:
        sentence = said(
            "{counted} cards were laced; about one deck is laced, {least} to {most}",
            counted=counted,
            least=deck - LACE_TOLERANCE,
            most=deck + LACE_TOLERANCE,
        )
        return refuse(Code.WRONG_STEP, sentence, *step.clauses, allowed=(str(deck),))
    return None


def lacks_paper(state: TableState, step: Step) -> Refusal | None:
    """Why nobody can attest a step: the procedures it speaks of were never submitted to whom the document names."""
    held = state.rules.references
    if step.reference is None:
        return None
    if step.reference in held:
        return of_another(held[step.reference], step.reference_authority, *step.clauses)
    sentence = said(
        "{step} rests on the reference {reference}, and the house holds none",
        step=step_name(step.id),
        reference=step.reference,
    )
    return refuse(Code.MISSING_REFERENCE, sentence, *step.clauses, allowed=(step.reference,))


def _finished(state: TableState, command: c.DoStep) -> list[e.Event]:
    """What follows when the last step of a procedure is done."""
    options = state.rules.options
    if state.procedure in ("shuffle", "released-batch"):
        return [signed(e.ProcedureFinished, command, random_clauses(state), procedure=state.procedure)]
    received = state.procedure == "opening" and options.get("decks_received") == PRESHUFFLED
    preshuffled = received and PRESHUFFLED_CARDS in state.rules.references  # without it they are shuffled (B14)
    swapped = state.procedure == "dead-table" and options["shuffler"] == "automatic"
    if preshuffled or swapped or state.continuous:
        setting = state.rules.setting("decks_received" if preshuffled else "shuffler")
        return [signed(e.ProcedureFinished, command, setting.clauses, procedure=state.procedure)]
    return [signed(e.ProcedureStarted, command, shuffle_clauses(state), procedure="shuffle")]


@decides(c.StateTimes)
def state_times(state: TableState, command: c.StateTimes) -> Decision:
    """Tell guests how long they have from now on; the same times are no news."""
    return () if command.timing == state.timing else (noted(e.TimesStated, command),)


@decides(c.CommitStack)
def commit_stack(state: TableState, command: c.CommitStack) -> Decision:
    """Write down the hash of the order before anybody cuts it."""
    clauses = random_clauses(state)
    if not state.by_hand and not HEX_64.fullmatch(command.commitment):
        sentence = said("a commitment is the SHA-256 of salt and order, in 64 hexadecimal digits")
        return refuse(Code.WRONG_CARD, sentence, *clauses)
    if state.by_hand and command.commitment:
        sentence = said("the cards come from a real shoe: the house knows no order to commit to")
        return refuse(Code.WRONG_CARD, sentence, *clauses)
    counts = {"cards_count": state.rules.cards_in_shoe, "carried_count": len(state.carried)}
    committed = noted(e.StackCommitted, command, clauses, shoe_no=state.shoe_no + 1, **counts)
    if state.continuous:  # each round is dealt from the full set, uncut (F10)
        clauses = state.rules.setting("shuffler").clauses
        return (committed, signed(e.BettingOpened, command, clauses, coup_no=state.coup_no + 1))
    after = apply_all(state, [committed])
    return (committed,) if after.phase is Phase.MIXING else (committed, offer_cut(after, command))


@decides(c.RevealShoe)
def reveal_shoe(state: TableState, command: c.RevealShoe) -> Decision:
    """Show the order of the finished shoe; it must hash to the commitment and agree with every card turned."""
    clauses = random_clauses(state)
    now = due_to_show(state)
    due = state.held_back[0] if state.held_back else now
    if command.shoe_no != due.shoe_no and (command.shoe_no or due is not now):
        sentence = said("shoe {shoe} is the one to be shown now", shoe=due.shoe_no)
        return refuse(Code.WRONG_ORDER, sentence, *clauses, allowed=(str(due.shoe_no),))
    lost = not command.order and order_lost(state)
    if not state.by_hand and not lost and (problem := check_reveal(state.rules, due, command.order, command.salt)):
        return refuse(Code.WRONG_CARD, problem, *clauses)
    if state.by_hand and command.order:
        sentence = said("the cards came from a real shoe: the house has no order to show")
        return refuse(Code.WRONG_CARD, sentence, *clauses)
    shown = signed(e.ShoeRevealed, command, clauses, shoe_no=due.shoe_no, order=tuple(command.order), salt=command.salt)
    return (shown, *_found_lost(state, command), *_after_shoe(state, command)) if due is now else (shown,)


def due_to_show(state: TableState) -> HeldBack:
    """The shoe on the table, as its order will be held against it."""
    return HeldBack(state.shoe_no, state.commitment, state.cut_position, state.shown, state.share_seed)


def _found_lost(state: TableState, command: c.Command) -> Iterator[e.Event]:
    """With the end of a shoe whose order was lost, its incident is over."""
    for incident in state.incidents.values():
        if incident.kind == ORDER_LOST:
            words = "the shoe is over; its order stays unknown"
            yield signed(e.IncidentResolved, command, (F14,), number=incident.number, resolution=words)


def check_reveal(rules: HouseRules, shoe: HeldBack, order: Sequence[str], salt: str) -> Said:
    """What is wrong with a revealed order, in a sentence, or nothing: the decks, the commitment, every card shown."""
    if not HEX.fullmatch(salt):
        return said("the salt is written in hexadecimal digits")
    if sorted(order) != sorted(map(str, ALL_CARDS * rules.decks_in_shoe)):
        return said("the order is not that of {decks} whole decks", decks=rules.decks_in_shoe)
    if hashlib.sha256(bytes.fromhex(salt) + ",".join(order).encode()).hexdigest() != shoe.commitment:
        return said("the order and salt do not hash to the commitment of this shoe")
    stack = mixed(order, shoe.seed) if shoe.seed else order
    dealt = (*stack[shoe.cut_position :], *stack[: shoe.cut_position])
    wrong = next((position for position, card in shoe.shown.items() if dealt[position] != card), None)
    if wrong is None:
        return NOTHING
    return said("card {number} of the shoe was shown as another card", number=wrong + 1)


def _after_shoe(state: TableState, command: c.Command) -> tuple[e.Event, ...]:
    """What follows a finished shoe: the shuffle, the dead table, fresh decks, or the end of the day."""
    then, clauses = state.shoe_then, shuffle_clauses(state)
    if then == "closed":
        return (signed(e.TableClosed, command, active_steps(state, "opening")[0].clauses),)
    if then != "shuffle":
        return (signed(e.ProcedureStarted, command, active_steps(state, then)[0].clauses, procedure=then),)
    if state.continuous:
        return (signed(e.ProcedureFinished, command, clauses, procedure="shuffle"),)
    void = not set(state.void_for).isdisjoint(too_few(state).clauses)
    if void and state.rules.options.get("void_reshuffle") == "same-set":
        clauses = (*state.rules.setting("void_reshuffle").clauses, *shuffle_clauses(replace(state, hand_shuffle=True)))
        return (signed(e.ProcedureStarted, command, clauses, procedure="shuffle", by_hand=True),)
    started = signed(e.ProcedureStarted, command, clauses, procedure="shuffle")
    if len(batch_names(state)) == 1:
        return (started,)
    other = next(name for name in batch_names(state) if name != state.in_play)
    alternate = state.rules.rulebook.equipment.alternate_clauses
    return (signed(e.BatchesSwapped, command, alternate, in_play=other), started)  # they alternate (A15, A16)


@decides(c.DirectShuffle)
def direct_shuffle(state: TableState, command: c.DirectShuffle) -> Decision:
    """A shuffle between coups, ordered by a floorperson or above where the book has it so; vigorish is due first (B18).

    Elsewhere the cards are shuffled when a shoe is completed, which is one hand after "last hand". A continuous device
    stands in place of all that.
    """
    cut = state.rules.rulebook.cut
    if state.continuous:
        sentence = said("the device reshuffles by itself, in place of the dealer: nobody directs another shuffle here")
        return refuse(Code.NOT_NOW, sentence, *state.rules.setting("shuffler").clauses)
    clauses = cut.directed_clauses
    if not clauses:
        sentence = said("the cards are shuffled before play and after each shoe: nobody directs another shuffle here")
        last = state.last_hand_due or state.last_hand_called
        one_more = round_step(state, "last-hand").clauses.led_by("one_more") if last else ()
        return refuse(Code.NOT_NOW, sentence, *cut.undirected_clauses, *one_more)
    if refusal := reasoned(command.reason, *clauses) or _card_waits(state, command, *clauses):
        return refusal
    return _end_shoe_early(state, command, "shuffle", command.reason, clauses)


def _card_waits(state: TableState, command: c.Command, *clauses: str) -> Refusal | None:
    """Why the next hand is dealt first: a card in error is its first, as long as these decks may deal one (A34)."""
    if not state.carried or state.shoe_is_over or order_lost(state) or decks_too_old(state, command.at):
        return None
    sentence = said("a card that was drawn in error is the first of the next hand: that hand is dealt before")
    return refuse(Code.STEP_MISSING, sentence, *state.carried_clauses, *clauses)


@decides(c.ChangeDecks)
def change_decks(state: TableState, command: c.ChangeDecks) -> Decision:
    """Fresh decks, at the latest after 24 hours where the rulebook says so (B33); elsewhere between two shoes."""
    cut = state.rules.rulebook.cut
    if state.rack and not state.shoe_is_over and not cut.directed_clauses:
        sentence = said("fresh decks come to the table between two shoes: this one is not completed")
        return refuse(Code.NOT_NOW, sentence, *cut.undirected_clauses, *decks_clauses(state))
    if refusal := _card_waits(state, command, *decks_clauses(state)):
        return refusal
    return _end_shoe_early(state, command, "opening", "change of decks", decks_clauses(state))


def decks_clauses(state: TableState) -> tuple[str, ...]:
    """What wants fresh decks: the hours after which they are changed, or else the opening."""
    fixed = state.rules.rulebook.fixed.get("deck_change_hours")
    return (fixed.clause,) if fixed else active_steps(state, "opening")[0].clauses


@decides(c.DeclareDead)
def declare_dead(state: TableState, command: c.DeclareDead) -> Decision:
    """No gaming activity: the cards come out of shoe and rack and are spread (A45, A46).

    Where guests sit, that is a whole betting time in which nobody has come, bought chips or wagered, though they could.
    """
    clauses = state.rules.rulebook.procedure["dead-table"][0].clauses
    quiet_ms = command.at - max(state.since, state.active_at)
    if refusal := nothing_owed(state):
        return refusal
    if state.seats and state.phase is not Phase.BETTING:
        return not_now(state, command, *clauses)
    if state.seats and (refusal := nobodys_time(state, *clauses)):
        return refusal
    if state.seats and not state.wagers and quiet_ms < state.timing.betting_ms:
        sentence = said(
            "guests sit here: a table is dead when nobody has come, bought chips or wagered for {seconds} seconds",
            seconds=str(state.timing.betting_ms // 1000),
        )
        return refuse(Code.NOT_NOW, sentence, *clauses)
    return _end_shoe_early(state, command, "dead-table", "no gaming activity", clauses)


@decides(c.CloseTable)
def close_table(state: TableState, command: c.CloseTable) -> Decision:
    """Close the table, once nobody sits at it: at once while no shoe is in play, otherwise after the reveal."""
    clauses = active_steps(state, "opening")[0].clauses
    if refusal := nothing_owed(state):
        return refusal
    if state.seats:
        sentence = said(
            "guests sit at seat {seats}: a table closes when nobody sits at it any more",
            seats=many(state.occupied, "and"),
        )
        return refuse(Code.NOT_NOW, sentence, F12, allowed=tuple(map(str, state.occupied)))
    if state.phase in PROCEDURES:
        return (signed(e.TableClosed, command, clauses),)
    return _end_shoe_early(state, command, "closed", "the table closes", clauses)


def _end_shoe_early(
    state: TableState, command: c.Command, then: str, reason: str, clauses: tuple[str, ...]
) -> Decision:
    """End the shoe between coups, while nothing is staked and every card in error has its remedy."""
    if state.wagers or state.spoken:
        return not_now(state, command, *clauses)
    if remedy_to_come(state):
        sentence = said("the remedy of the irregularity comes first")
        return refuse(Code.STEP_MISSING, sentence, *stray_clauses(state), *clauses, allowed=(state.strays[0].do,))
    if refusal := nothing_owed(state):
        return refusal
    directed = (*clauses, *(state.rules.rulebook.owed.before_reshuffle if deferred(state) else ()))
    return (signed(e.ShoeEnded, command, directed, shoe_no=state.shoe_no, then=then, reason=reason),)


def nothing_owed(state: TableState) -> Refusal | None:
    """Why the cards may not go to the shuffle: a marker button is still on the layout."""
    owing = state.owing
    if not owing:
        return None
    sentence = said(
        "vigorish is owed at seat {seats}: it is collected before the cards are reshuffled", seats=many(owing, "and")
    )
    return refuse(
        Code.VIGORISH_OWED, sentence, *state.rules.rulebook.owed.before_reshuffle, allowed=tuple(map(str, owing))
    )


def decks_due_at(state: TableState) -> int | None:
    """When the decks of the older batch must have been changed, or ``None`` where no clause says so (ma/3/c)."""
    fixed = state.rules.rulebook.fixed.get("deck_change_hours")
    return min(state.decks_since.values()) + int(fixed.value) * HOUR_MS if fixed and state.decks_since else None


def decks_too_old(state: TableState, at: int) -> Refusal | None:
    """Why no further coup is dealt with these decks, or ``None``: a round is never interrupted for it (B33)."""
    due = decks_due_at(state)
    if due is None or at < due:
        return None
    fixed = state.rules.rulebook.fixed["deck_change_hours"]
    sentence = said("the decks have been in use for {hours} hours and are changed first", hours=fixed.value)
    return refuse(Code.DECKS_TOO_OLD, sentence, fixed.clause)
