"""Opening, shuffle, dead table: procedures that the rulebook states step by step."""

import hashlib

from minibac.cards.card import ALL_CARDS
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.rulebook import Step
from minibac.rules.words import did_you_mean, listed
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.apply import apply_all
from minibac.table.desk import (
    Decision,
    active_steps,
    batch_names,
    dealer_on_duty,
    decides,
    floor_on_duty,
    missing_steps,
    not_now,
    not_yours,
    reasoned,
    seated,
    signed,
    step_batches,
    supervisor,
)
from minibac.table.guests import offer_cut
from minibac.table.roles import Duty, Role
from minibac.table.state import Phase, TableState

PROCEDURE_PHASES = (Phase.OPENING, Phase.SHUFFLE, Phase.DEAD)
LACE_TOLERANCE = 13
"""About one deck: 52 cards, a quarter of a deck more or less (A47)."""
DAY_MS = 24 * 60 * 60 * 1000


@decides(c.AssignStaff)
def assign_staff(state: TableState, command: c.AssignStaff) -> Decision:
    if command.by.role is not Role.HOUSE and (refusal := supervisor(state, command)):
        return refusal
    if command.duty not in list(Duty):
        sentence = (
            f"there is no duty {command.duty!r}{did_you_mean(command.duty, list(Duty))}: {listed(list(Duty), 'and')}"
        )
        return refuse(Code.WRONG_STEP, sentence, *active_steps(state, "opening")[0].clauses, allowed=tuple(Duty))
    if not command.person:
        return refuse(Code.NO_REASON, "say who goes on duty", *active_steps(state, "opening")[0].clauses)
    return (signed(e.StaffAssigned, command, duty=command.duty, person=command.person),)


@decides(c.DoStep)
def do_step(state: TableState, command: c.DoStep) -> Decision:
    """Do the named step, if it is its turn; the refusal names the step that is missing."""
    if state.phase not in PROCEDURE_PHASES:
        return not_now(state, f"the step {command.step!r}")
    steps = {step.id: step for step in active_steps(state)}
    step = steps.get(command.step)
    if step is None:
        first = missing_steps(state)[0][0]
        known = list(steps)
        sentence = f"{command.step!r} is no step here{did_you_mean(command.step, known)}: {listed(known, 'and')}"
        return refuse(Code.WRONG_STEP, sentence, *first.clauses, allowed=tuple(known))
    refusal = _who(state, command, step) or _turn(state, command, step) or _finding(state, command, step)
    if refusal:
        return refusal
    if step.id == "inspect" and not command.ok:
        note = command.note or "a defect was found"
        return (signed(e.DecksRejected, command, step.clauses, batch=command.batch, note=note),)
    if step.id == "feather-check" and not command.ok:
        return (signed(e.ProcedureStarted, command, step.clauses, procedure="shuffle", reason="uneven distribution"),)
    events: list[e.Event] = [
        signed(
            e.StepDone,
            command,
            step.clauses,
            procedure=state.procedure,
            step=step.id,
            batch=command.batch,
            ok=command.ok,
            note=command.note,
        )
    ]
    if step.id == "swap":
        other = next(name for name in batch_names(state) if name != state.in_play)
        events.append(signed(e.BatchesSwapped, command, step.clauses, in_play=other))
    after = apply_all(state, events)
    if not missing_steps(after):
        events += _finished(state, command)
    return tuple(events)


def _who(state: TableState, command: c.DoStep, step: Step) -> Refusal | None:
    if step.roles == ("guest",):
        if command.by.role is not Role.GUEST:
            return not_yours(state, command, step.roles, *step.clauses)
        return seated(state, command.by.seat)
    if step.roles == ("floorperson",):
        refusal = floor_on_duty(state, command, *step.clauses)
        if refusal is None and command.by.id in (state.done_by.get("inspect"), state.done_by.get("feather")):
            sentence = f"{command.by.id} cannot check what {command.by.id} did: a second person confirms it"
            return refuse(Code.NOT_YOURS, sentence, *step.clauses)
        return refusal
    return dealer_on_duty(state, command, Duty.CALLING, *step.clauses)


def _turn(state: TableState, command: c.DoStep, step: Step) -> Refusal | None:
    """Why it is not yet, or no longer, the turn of this step."""
    batches = step_batches(state, step)
    if command.batch not in batches:
        sentence = f"there is no batch {command.batch!r} for {step.id}: {listed(batches)}"
        return refuse(Code.WRONG_BATCH, sentence, *step.clauses, allowed=batches)
    if (step.id, command.batch) in state.done and not step.repeat:
        return refuse(Code.WRONG_STEP, f"{step.id} has been done already", *step.clauses)
    steps = {s.id: s for s in active_steps(state)}
    for need in step.needs:
        if need not in steps:
            continue
        wanted = (command.batch,) if step.per_batch and steps[need].per_batch else step_batches(state, steps[need])
        if any((need, batch) not in state.done for batch in wanted):
            sentence = f"{step.id} comes after {need}: {steps[need].says.rstrip('.')}"
            return refuse(Code.STEP_MISSING, sentence, *steps[need].clauses, *step.clauses, allowed=(need,))
    counts = [name for name, _ in state.done]
    for name, times in step.after.items():
        if counts.count(name) < times:
            sentence = f"{step.id} comes after {times} times {name}, and there were {counts.count(name)}"
            return refuse(Code.STEP_MISSING, sentence, *step.clauses, allowed=(name,))
    last = steps.get(counts[-1]) if counts else None
    if last is not None and last.then and step.id != last.then:
        sentence = f"{last.id} is followed by {last.then} at once"
        return refuse(Code.STEP_MISSING, sentence, *last.clauses, *step.clauses, allowed=(last.then,))
    return None


def _finding(state: TableState, command: c.DoStep, step: Step) -> Refusal | None:
    """Why what was found or counted does not let the step count as done."""
    size = state.rules.cards_in_shoe
    counted = command.cards_count
    if step.id == "receive" and not command.attested:
        sentence = "a deck without the attestation that it meets the card standard cannot be received"
        return refuse(Code.ILLEGAL_EQUIPMENT, sentence, *reversed(step.clauses))
    if step.id in ("receive", "stack") and counted is not None and counted != size:
        sentence = f"{counted} cards were counted; the batch has {size}"
        return refuse(Code.WRONG_CARD, sentence, *step.clauses, allowed=(str(size),))
    if step.id == "spread" and not command.ok and state.procedure == "opening":
        sentence = "the spread is out of order: by deck, by suit and in sequence, so that a missing card shows"
        return refuse(Code.WRONG_STEP, sentence, *reversed(step.clauses))
    deck = len(ALL_CARDS)
    if step.id == "lace" and counted is not None and abs(counted - deck) > LACE_TOLERANCE:
        sentence = (
            f"{counted} cards were laced; about one deck is laced, {deck - LACE_TOLERANCE} to {deck + LACE_TOLERANCE}"
        )
        return refuse(Code.WRONG_STEP, sentence, *step.clauses, allowed=(str(deck),))
    return None


def _finished(state: TableState, command: c.DoStep) -> list[e.Event]:
    """What follows when the last step of a procedure is done."""
    options = state.rules.options
    if state.procedure == "shuffle":
        return [signed(e.ProcedureFinished, command, procedure="shuffle")]
    preshuffled = state.procedure == "opening" and options.get("decks_received") == "preinspected-preshuffled"
    swapped = state.procedure == "dead-table" and options["shuffler"] == "automatic"
    if swapped and not command.attested:  # the conditions for not spreading it do not hold
        return [
            signed(e.ProcedureStarted, command, procedure="dead-table", reason="the batch is spread and reshuffled")
        ]
    if preshuffled or swapped or options["shuffler"] == "continuous":
        return [signed(e.ProcedureFinished, command, procedure=state.procedure)]
    return [signed(e.ProcedureStarted, command, procedure="shuffle")]


@decides(c.CommitStack)
def commit_stack(state: TableState, command: c.CommitStack) -> Decision:
    """Write down the hash of the order before anybody cuts it."""
    shuffle = active_steps(state, "shuffle")
    clauses = shuffle[0].clauses if shuffle else state.rules.rulebook.cut.shoe_clauses
    if command.by.role is not Role.HOUSE:
        return not_yours(state, command, ("house",), *clauses)
    if state.phase is not Phase.COMMIT:
        return not_now(state, "committing to the order of the stack")
    if len(command.commitment) != hashlib.sha256().digest_size * 2:
        return refuse(
            Code.WRONG_CARD, "a commitment is the SHA-256 of salt and order, in 64 hexadecimal digits", *clauses
        )
    committed = signed(
        e.StackCommitted,
        command,
        clauses,
        shoe_no=state.shoe_no + 1,
        cards_count=state.rules.cards_in_shoe,
        commitment=command.commitment,
    )
    if state.rules.options["shuffler"] == "continuous":  # each round is dealt from the full set, uncut (F10)
        return (committed, signed(e.BettingOpened, command, coup_no=state.coup_no + 1))
    return (committed, offer_cut(apply_all(state, [committed]), command))


@decides(c.RevealShoe)
def reveal_shoe(state: TableState, command: c.RevealShoe) -> Decision:
    """Show the order of the finished shoe; it must hash to the commitment and agree with every card turned."""
    clauses = active_steps(state, "shuffle")[0].clauses if active_steps(state, "shuffle") else ()
    if command.by.role is not Role.HOUSE:
        return not_yours(state, command, ("house",), *clauses)
    if state.phase is not Phase.SHOE_OVER:
        return not_now(state, "revealing the shoe")
    digest = hashlib.sha256(bytes.fromhex(command.salt) + ",".join(command.order).encode()).hexdigest()
    if digest != state.commitment:
        return refuse(Code.WRONG_CARD, "the order and salt do not hash to the commitment of this shoe", *clauses)
    dealt = (*command.order[state.cut_position :], *command.order[: state.cut_position])
    if wrong := [position for position, card in state.shown.items() if dealt[position] != card]:
        return refuse(Code.WRONG_CARD, f"card {wrong[0] + 1} of the shoe was shown as another card", *clauses)
    events: list[e.Event] = [
        signed(e.ShoeRevealed, command, clauses, shoe_no=state.shoe_no, order=command.order, salt=command.salt)
    ]
    if state.shoe_then == "closed":
        return (*events, signed(e.TableClosed, command))
    automatic = state.rules.options["shuffler"] == "automatic"
    if automatic and state.shoe_then == "shuffle":  # the batches alternate: the shuffled one comes out (A15, A16)
        other = next(name for name in batch_names(state) if name != state.in_play)
        events.append(signed(e.BatchesSwapped, command, in_play=other))
    if state.rules.options["shuffler"] == "continuous" and state.shoe_then == "shuffle":
        return (*events, signed(e.ProcedureFinished, command, procedure="shuffle"))
    return (*events, signed(e.ProcedureStarted, command, procedure=state.shoe_then))


@decides(c.DirectShuffle)
def direct_shuffle(state: TableState, command: c.DirectShuffle) -> Decision:
    """A shuffle between coups, ordered by a floorperson or above; vigorish is due first (B18)."""
    clauses = state.rules.rulebook.cut.directed_clauses
    return _end_shoe_early(state, command, "shuffle", command.reason, clauses)


@decides(c.ChangeDecks)
def change_decks(state: TableState, command: c.ChangeDecks) -> Decision:
    """Fresh decks, at the latest after 24 hours where the rulebook says so (B33)."""
    fixed = state.rules.rulebook.fixed.get("deck_change_hours")
    clauses = (fixed.clause,) if fixed else active_steps(state, "opening")[0].clauses
    return _end_shoe_early(state, command, "opening", "change of decks", clauses)


@decides(c.DeclareDead)
def declare_dead(state: TableState, command: c.DeclareDead) -> Decision:
    """No gaming activity: the cards come out of shoe and rack and are spread (A45, A46)."""
    clauses = state.rules.rulebook.procedure["dead-table"][0].clauses
    return _end_shoe_early(state, command, "dead-table", "no gaming activity", clauses)


@decides(c.CloseTable)
def close_table(state: TableState, command: c.CloseTable) -> Decision:
    clauses = active_steps(state, "opening")[0].clauses
    return _end_shoe_early(state, command, "closed", "the table closes", clauses)


def _end_shoe_early(
    state: TableState, command: c.Command, then: str, reason: str, clauses: tuple[str, ...]
) -> Decision:
    refusal = supervisor(state, command, *clauses) or reasoned(reason, *clauses)
    if refusal:
        return refusal
    if state.phase not in (Phase.BETTING, Phase.BETWEEN) or state.wagers or state.spoken:
        return not_now(state, f"ending the shoe ({reason})", *clauses)
    if refusal := nothing_owed(state):
        return refusal
    return (signed(e.ShoeEnded, command, clauses, shoe_no=state.shoe_no, then=then, reason=reason),)


def nothing_owed(state: TableState) -> Refusal | None:
    """Why the cards may not go to the shuffle: a marker button is still on the layout."""
    owing = [seat for seat in range(1, state.rules.seats + 1) if state.owed(seat)]
    if not owing:
        return None
    sentence = f"vigorish is owed at seat {listed(owing, 'and')}: it is collected before the cards are reshuffled"
    return refuse(
        Code.VIGORISH_OWED, sentence, *state.rules.rulebook.owed.before_reshuffle, allowed=tuple(map(str, owing))
    )


def decks_too_old(state: TableState, at: int) -> Refusal | None:
    """Why no further coup is dealt with these decks, or ``None``: they are changed every 24 hours (ma/3/c)."""
    fixed = state.rules.rulebook.fixed.get("deck_change_hours")
    if fixed is None or at - state.decks_since < int(fixed.value) * 60 * 60 * 1000:
        return None
    sentence = f"the decks have been in use for {fixed.value} hours and are changed first"
    return refuse(Code.DECKS_TOO_OLD, sentence, fixed.clause)
