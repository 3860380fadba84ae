"""What events do to the shoe: opening, shuffle, cut, burn, and the end of a shoe."""

from msgspec.structs import replace

from minibac.rules.house_rules import HouseRules, build
from minibac.rules.limit_options import MINIMUM, limit_of
from minibac.table import events as e
from minibac.table.applies import applies
from minibac.table.state import NOBODY, HeldBack, Share, TableState

# ---------------------------------------------------------------------------------------------------- staff and opening


@applies(e.StaffAssigned)
def _(state: TableState, event: e.StaffAssigned) -> TableState:
    return replace(state, staff={**state.staff, event.duty: event.person})


@applies(e.ProcedureStarted)
def _(state: TableState, event: e.ProcedureStarted) -> TableState:
    fresh = True if event.procedure == "opening" else state.fresh
    begun = replace(state, procedure=event.procedure, done=(), done_by={}, worked=(), answers=())
    return replace(begun, fresh=fresh, hand_shuffle=event.by_hand)


@applies(e.StepDone)
def _(state: TableState, event: e.StepDone) -> TableState:
    done_by = {**state.done_by, f"{event.step}/{event.batch}": event.by}
    since = {**state.decks_since, event.batch: event.at} if event.step == "receive" else state.decks_since
    done = (*state.done, (event.step, event.batch))
    worked = tuple(dict.fromkeys((*state.worked, event.by)))
    return replace(state, done=done, done_by=done_by, worked=worked, answers=(), decks_since=since)


@applies(e.GuestAnswered)
def _(state: TableState, event: e.GuestAnswered) -> TableState:
    return replace(state, answers=(*state.answers, event.guest))


@applies(e.DecksRejected)
def _(state: TableState, event: e.DecksRejected) -> TableState:
    return replace(state, done=tuple(step for step in state.done if step[1] != event.batch))


@applies(e.ProcedureFinished)
def _(state: TableState, event: e.ProcedureFinished) -> TableState:
    return replace(state, procedure=event.procedure, shares={}, share_seed="")


@applies(e.BatchesSwapped)
def _(state: TableState, event: e.BatchesSwapped) -> TableState:
    return replace(state, in_play=event.in_play)


@applies(e.ShareStated)
def _(state: TableState, event: e.ShareStated) -> TableState:
    return replace(state, share=event.times)


@applies(e.ShareCommitted)
def _(state: TableState, event: e.ShareCommitted) -> TableState:
    return replace(state, shares={**state.shares, event.seat: Share(event.by, event.hash)})


@applies(e.ShareRevealed)
def _(state: TableState, event: e.ShareRevealed) -> TableState:
    shown = replace(state.shares[event.seat], value=event.value)
    return replace(state, shares={**state.shares, event.seat: shown})


@applies(e.StackMixed)
def _(state: TableState, event: e.StackMixed) -> TableState:
    return replace(state, share_seed=event.seed)


@applies(e.StackCommitted)
def _(state: TableState, event: e.StackCommitted) -> TableState:
    return replace(
        state,
        shoe_no=event.shoe_no,
        cards_count=event.cards_count,
        commitment=event.commitment,
        next_index=event.carried_count,
        carried=tuple(range(event.carried_count)),
        depth=0,
        cut_seat=NOBODY,
        cut_asked=(),
        cut_words=(),
        cut_position=0,
        cut_by="",
        recut=False,
        cut_card_seen=False,
        last_hand_due=False,
        last_hand_called=False,
        last_hand_played=False,
        void_for=(),
        rack=(),
        burned=(),
        shown={},
        results=state.results if state.continuous else (),
    )


@applies(e.ShoeRevealed)
def _(state: TableState, event: e.ShoeRevealed) -> TableState:
    if event.shoe_no != state.shoe_no:
        return replace(state, held_back=tuple(shoe for shoe in state.held_back if shoe.shoe_no != event.shoe_no))
    return replace(state, commitment="")


# --------------------------------------------------------------------------------------------------------- cut and burn


@applies(e.CutOffered)
def _(state: TableState, event: e.CutOffered) -> TableState:
    return replace(state, cut_seat=event.seat)


@applies(e.CutAnswered)
def _(state: TableState, event: e.CutAnswered) -> TableState:
    return replace(state, cut_asked=(*state.cut_asked, event.seat), cut_words=(*state.cut_words, event.word))


@applies(e.StackCut)
def _(state: TableState, event: e.StackCut) -> TableState:
    words = (*state.cut_words, str(event.position))
    by = event.by if event.seat else ""
    return replace(state, cut_position=event.position, cut_seat=event.seat, cut_by=by, cut_words=words)


@applies(e.RecutOrdered)
def _(state: TableState, event: e.RecutOrdered) -> TableState:
    """Who cut last is not the next to cut, wherever that guest sits by now."""
    return replace(state, recut=True, depth=0, cut_asked=state.seats_of((state.cut_by,)))


@applies(e.CutCompleted)
def _(state: TableState, event: e.CutCompleted) -> TableState:
    return replace(state, depth=event.depth)


@applies(e.ShoeLoaded)
def _(state: TableState, event: e.ShoeLoaded) -> TableState:
    return replace(state, last_batch=event.batch, fresh=False)


@applies(e.CardsBurned)
def _(state: TableState, event: e.CardsBurned) -> TableState:
    return replace(
        state,
        next_index=state.next_index + len(event.positions),
        burned=(*state.burned, *event.positions),
        shown={**state.shown, **event.shown},
        cut_card_seen=state.cut_card_seen or state.cards_left - len(event.positions) < state.depth,
    )


@applies(e.OptionsChanged)
def _(state: TableState, event: e.OptionsChanged) -> TableState:
    """What was settled before is not settled anew by it: rounds in the rack keep what they were settled under."""
    before = state.rules
    rules = build(before.rulebook, event.options, references=before.references, approved=before.approved)
    if not isinstance(rules, HouseRules):
        raise ValueError(f"a log changes a table to options that are no house rules: {rules[0]}")
    low, high = dict(state.minimum_cents), dict(state.maximum_cents)
    for name, value in event.changed.items():
        if limit := limit_of(name):
            (low if limit.kind == MINIMUM else high)[limit.wager] = int(value)
    under = {"options": dict(before.options), "maximum_cents": state.maximum_cents}
    rack = tuple(replace(racked, **under) if racked.paid and not racked.options else racked for racked in state.rack)
    return replace(state, rules=rules, minimum_cents=low, maximum_cents=high, rack=rack)


@applies(e.TimesStated)
def _(state: TableState, event: e.TimesStated) -> TableState:
    return replace(state, timing=event.timing)


# ---------------------------------------------------------------------------------------------------- the end of a shoe


@applies(e.LastHandCalled)
def _(state: TableState, event: e.LastHandCalled) -> TableState:
    return replace(state, last_hand_called=True, last_hand_due=False)


@applies(e.ShoeEnded)
def _(state: TableState, event: e.ShoeEnded) -> TableState:
    over = replace(
        state,
        shoe_then=event.then,
        strays=(),
        remedied=(),
        coup=None,
        suspended=None,
        resume="",
        rack=(),
        burned=(),
        shown={},
    )
    if not event.held_back:
        return replace(over, carried=(), carried_clauses=(), shown=state.shown)
    held = HeldBack(state.shoe_no, state.commitment, state.cut_position, state.shown, state.share_seed)
    return replace(over, held_back=(*state.held_back, held))


@applies(e.ScoreboardRestarted)
def _(state: TableState, event: e.ScoreboardRestarted) -> TableState:
    return replace(state, results=())


@applies(e.TableClosed, e.VigorishCollected, e.SharesClosed)
def _(state: TableState, event: e.Event) -> TableState:
    """Nothing but the phase, or the ledger, moves."""
    return state
