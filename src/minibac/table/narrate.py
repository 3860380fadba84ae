"""What has happened at a table, told in sentences that a floorperson could follow.

>>> sentence(e.CardsHanded(hand="player", seat=5))
"The Player's cards go face down to seat 5."
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from minibac.rules.options import typed
from minibac.rules.refusal import Refusal
from minibac.rules.words import listed
from minibac.table import events as e

E_ = TypeVar("E_", bound=e.Event)
TELLERS: dict[type[e.Event], Callable[[Any], str]] = {}

DAY_MS = 24 * 60 * 60 * 1000
VERBS = {
    "collect": "takes {} from seat {} on {}",
    "pay": "pays {} to seat {} on {}",
    "return": "returns {} to seat {} on {}",
    "vigorish": "takes vigorish of {} from seat {} on {}",
    "mark": "marks vigorish of {} for seat {} on {}",
}
REMEDIES = {
    "burn-counted": "it and as many cards as it counts are to be burned face up",
    "discard-two": "it and one more card are to go to the discard rack",
    "simulated-round": "it is to begin a simulated round",
    "carry": "it is the first card of the next hand",
    "banker-third": "it is the third card of the Banker's Hand",
    "place": "it waits until the counts say whose it is",
}


MANY = {
    "burn-counted": "they and as many cards as they count together are to be burned face up",
    "simulated-round": "they are to begin a simulated round",
    "carry": "they are the first cards of the next hand",
    "place": "they wait until the counts say whose they are",
}


def tells(kind: type[E_]) -> Callable[[Callable[[E_], str]], Callable[[E_], str]]:
    """Register the sentence of an event."""

    def register(function: Callable[[E_], str]) -> Callable[[E_], str]:
        TELLERS[kind] = function
        return function

    return register


def sentence(event: e.Event) -> str:
    """The event in one sentence, or a few short ones."""
    return TELLERS[type(event)](event)


def line(event: e.Event) -> str:
    """Time, person, sentence and clauses, in columns."""
    clauses = f"  [{' '.join(event.clauses)}]" if event.clauses else ""
    return f"{clock(event.at)}  {event.by:<22} {sentence(event)}{clauses}"


def refused_line(refusal: Refusal, at: int, by: str) -> str:
    """A refused command beside the events: what was wrong, and the clauses it would have broken."""
    return f"{clock(at)}  {by:<22} REFUSED: {refusal.sentence}.  [{' '.join(refusal.clauses)}]"


def story(events: Iterable[e.Event]) -> Iterator[str]:
    """A log, line by line."""
    return map(line, events)


def clock(ms: int) -> str:
    """The time of day, in the zone in which the log was written (UTC).

    >>> clock(1_800_000_000_000)
    '08:00:00'
    """
    seconds = ms % DAY_MS // 1000
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def money(cents: int) -> str:
    """Dollars and cents."""
    return f"${cents / 100:,.2f}"


def hand_name(hand: str) -> str:
    return f"the {hand.title()}'s"


def cards_text(cards: Iterable[str]) -> str:
    return " ".join(cards)


def who(seat: int) -> str:
    return f"seat {seat}" if seat else "the dealer"


def count_of(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


# ------------------------------------------------------------------------------------------------- staff and opening


@tells(e.TableOpened)
def _(event: e.TableOpened) -> str:
    return f"Table {event.table} opens under {event.rulebook}."


@tells(e.StaffAssigned)
def _(event: e.StaffAssigned) -> str:
    return f"{event.person} goes on duty: {event.duty}."


@tells(e.ProcedureStarted)
def _(event: e.ProcedureStarted) -> str:
    reason = event.reason.rstrip(".")
    return f"The {event.procedure.replace('-', ' ')} begins{': ' if reason else ''}{reason}."


@tells(e.ProcedureFinished)
def _(event: e.ProcedureFinished) -> str:
    return f"The {event.procedure.replace('-', ' ')} is done."


@tells(e.StepDone)
def _(event: e.StepDone) -> str:
    answer = "" if event.ok else ", declined" if event.step == "look" else ", and it is not so"
    note = f": {event.note}" if event.note else ""
    return f"{event.step.replace('-', ' ').capitalize()}, batch {event.batch}{answer}{note}."


@tells(e.DecksRejected)
def _(event: e.DecksRejected) -> str:
    return f"The decks of batch {event.batch} are rejected: {event.note}."


@tells(e.BatchesSwapped)
def _(event: e.BatchesSwapped) -> str:
    return f"The batches change places: {event.in_play} is on the table, the other is in the shuffler."


@tells(e.StackCommitted)
def _(event: e.StackCommitted) -> str:
    waits = f", {count_of(event.carried_count, 'card')} of it already on the layout" if event.carried_count else ""
    seal = f"; its order is sealed as {event.commitment[:12]}…" if event.commitment else ""
    return f"Shoe {event.shoe_no}: a stack of {event.cards_count} cards{waits}{seal}."


@tells(e.ShoeRevealed)
def _(event: e.ShoeRevealed) -> str:
    if not event.order:
        return f"Shoe {event.shoe_no} is over; its cards were dealt by hand."
    return f"The order of shoe {event.shoe_no} is shown; before the cut it began {cards_text(event.order[:6])} …"


@tells(e.TableClosed)
def _(_event: e.TableClosed) -> str:
    return "The table is closed."


@tells(e.OptionsChanged)
def _(event: e.OptionsChanged) -> str:
    now = [f"{name.replace('_', ' ')} {typed(value)}" for name, value in event.changed.items() if value != ""]
    gone = [name.replace("_", " ") for name, value in event.changed.items() if value == ""]
    left = f"; no {listed(gone)} any more" if gone else ""
    return f"From now on this table has {listed(now, 'and')}{left}."


# ----------------------------------------------------------------------------------------------------- cut and burn


@tells(e.CutOffered)
def _(event: e.CutOffered) -> str:
    return f"The cut is offered to seat {event.seat}." if event.seat else "Nobody takes the cut: the dealer cuts."


@tells(e.CutAnswered)
def _(event: e.CutAnswered) -> str:
    return f"Seat {event.seat} {'takes' if event.accept else 'declines'} the cut."


@tells(e.StackCut)
def _(event: e.StackCut) -> str:
    return f"{who(event.seat).capitalize()} cuts under {event.position} cards."


@tells(e.RecutOrdered)
def _(event: e.RecutOrdered) -> str:
    return f"A re-cut is ordered: {event.reason}."


@tells(e.CutCompleted)
def _(event: e.CutCompleted) -> str:
    return f"The front goes to the back; the cutting card goes in {event.depth} cards from the end."


@tells(e.ShoeLoaded)
def _(event: e.ShoeLoaded) -> str:
    return f"The stack goes into the dealing shoe, batch {event.batch}."


@tells(e.CardsBurned)
def _(event: e.CardsBurned) -> str:
    shown = cards_text(event.shown.values())
    return f"{count_of(len(event.positions), 'card')} burned; shown: {shown}."


# ----------------------------------------------------------------------------------------------------------- guests


@tells(e.SeatTaken)
def _(event: e.SeatTaken) -> str:
    return f"{event.name or event.guest} sits down at seat {event.seat}."


@tells(e.SeatLeft)
def _(event: e.SeatLeft) -> str:
    return f"Seat {event.seat} leaves the table with {money(event.cents)}."


@tells(e.SeatChanged)
def _(event: e.SeatChanged) -> str:
    return f"Seat {event.seat} moves to seat {event.to}."


@tells(e.ConnectionSaid)
def _(event: e.ConnectionSaid) -> str:
    return f"The connection of seat {event.seat} is {'back' if event.connected else 'lost'}."


@tells(e.ChipsBought)
def _(event: e.ChipsBought) -> str:
    return f"Seat {event.seat} buys chips for {money(event.cents)}."


@tells(e.PartnersDeclared)
def _(event: e.PartnersDeclared) -> str:
    return f"Seats {listed(event.seats, 'and')} bet together."


@tells(e.TurningWaived)
def _(event: e.TurningWaived) -> str:
    return f"Seat {event.seat} {'leaves its cards to the dealer' if event.waive else 'will turn its cards itself'}."


# ----------------------------------------------------------------------------------------------------------- wagers


@tells(e.BettingOpened)
def _(event: e.BettingOpened) -> str:
    return f"Round {event.coup_no}: betting is open."


@tells(e.WagerPlaced)
def _(event: e.WagerPlaced) -> str:
    coupon = f"a coupon of {money(event.coupon_cents)}, {event.coupon_serial}" if event.coupon_serial else ""
    if coupon and not event.cents:  # beside chips that lie there already: alone it is no wager
        return f"Seat {event.seat} puts {coupon}, on {event.wager}."
    return f"Seat {event.seat} puts {money(event.cents)} on {event.wager}{f' with {coupon}' if coupon else ''}."


@tells(e.WagerWithdrawn)
def _(event: e.WagerWithdrawn) -> str:
    return f"Seat {event.seat} takes {money(event.cents)} back from {event.wager}."


@tells(e.WagerSpoken)
def _(event: e.WagerSpoken) -> str:
    return f"Seat {event.seat} says {money(event.cents)} on {event.wager}, with {money(event.cash_cents)} in cash."


@tells(e.SpokenConfirmed)
def _(event: e.SpokenConfirmed) -> str:
    counts = "it counts" if event.accepted else "another confirmation is needed"
    return f"The {event.role} confirms the spoken wager of seat {event.seat} on {event.wager}: {counts}."


@tells(e.SpokenReturned)
def _(event: e.SpokenReturned) -> str:
    return f"The spoken wager of seat {event.seat} on {event.wager} does not count: {money(event.cash_cents)} go back."


@tells(e.CashConverted)
def _(event: e.CashConverted) -> str:
    return f"{money(event.cash_cents)} of seat {event.seat} become chips, on {event.wager}."


@tells(e.BettingClosed)
def _(event: e.BettingClosed) -> str:
    holders = [
        f"seat {seat} will turn {hand_name(hand)} cards"
        for hand, seat in (("player", event.player_holder), ("banker", event.banker_holder))
        if seat
    ]
    said = listed(holders, "and")
    return f'"{event.announcement}."' + (f" {said[:1].upper()}{said[1:]}." if said else "")


# ---------------------------------------------------------------------------------------------------------- dealing


@tells(e.CardDealt)
def _(event: e.CardDealt) -> str:
    cut = "The cutting card comes out and is put aside. " if event.cut_card else ""
    return f"{cut}Card {event.position + 1}, {event.card or 'face down'}, to {hand_name(event.hand)} Hand."


@tells(e.BankerTucked)
def _(_event: e.BankerTucked) -> str:
    return "The Banker's Hand goes under the right corner of the shoe."


@tells(e.CardsHanded)
def _(event: e.CardsHanded) -> str:
    return f"{hand_name(event.hand)[:1].upper()}{hand_name(event.hand)[1:]} cards go face down to seat {event.seat}."


@tells(e.CardsTurned)
def _(event: e.CardsTurned) -> str:
    cards = cards_text(event.cards.values())
    if event.exposed:
        return f"Turned over in dealing, to stay among {hand_name(event.hand)} cards: {cards}."
    return f"{who(event.seat).capitalize()} turns {hand_name(event.hand)} cards: {cards}."


@tells(e.RightSurrendered)
def _(event: e.RightSurrendered) -> str:
    then = f"it is offered to seat {event.offered}" if event.offered else "the dealer will turn them"
    return f"Seat {event.seat} gives up the right to {hand_name(event.hand)} cards ({event.reason}): {then}."


@tells(e.RightAnswered)
def _(event: e.RightAnswered) -> str:
    if event.accept:
        return f"Seat {event.seat} takes {hand_name(event.hand)} cards for the rest of the round."
    then = f"they are offered to seat {event.offered}" if event.offered else "the dealer will turn them"
    return f"Seat {event.seat} does not want {hand_name(event.hand)} cards: {then}."


@tells(e.CountCalled)
def _(event: e.CountCalled) -> str:
    return f'"{event.announcement}."'


@tells(e.HouseMoneyChosen)
def _(event: e.HouseMoneyChosen) -> str:
    what = "takes the House Money" if event.choice == "take" else f"adds the House Money to {event.choice}"
    return f"Seat {event.seat} {what}."


@tells(e.HouseMoneySettled)
def _(event: e.HouseMoneySettled) -> str:
    if event.outcome == "lose":
        return f"House Money of seat {event.seat} loses and is taken."
    added = f", of which {money(event.added_cents)} go to {event.added_to}" if event.added_to else ""
    return f"House Money of seat {event.seat} wins {money(event.payout_cents)}{added}."


@tells(e.ResultCalled)
def _(event: e.ResultCalled) -> str:
    return f'"{event.announcement}."'


@tells(e.ActionsTaken)
def _(event: e.ActionsTaken) -> str:
    moves = [VERBS[step].format(money(cents), seat, wager) for step, seat, wager, cents in event.actions]
    return f"The dealer {'; '.join(moves)}."


@tells(e.CardsRacked)
def _(event: e.CardsRacked) -> str:
    kind = "simulated round" if event.simulated else "void round" if event.voided else "round"
    cards = len(event.player) + len(event.banker)
    return f"The {count_of(cards, 'card')} of the {kind} go to the discard rack."


@tells(e.LastHandCalled)
def _(event: e.LastHandCalled) -> str:
    return f'"{event.announcement}."'


@tells(e.ShoeEnded)
def _(event: e.ShoeEnded) -> str:
    why = f" ({event.reason})" if event.reason else ""
    held = "; a card of it waits on the layout, so its order is not shown yet" if event.held_back else ""
    return f"Shoe {event.shoe_no} is over{why}: next comes the {event.then.replace('-', ' ')}{held}."


@tells(e.ScoreboardRestarted)
def _(event: e.ScoreboardRestarted) -> str:
    return f"The scoreboard starts anew: {event.reason}."


@tells(e.VigorishCollected)
def _(event: e.VigorishCollected) -> str:
    return f"Seat {event.seat} pays vigorish of {money(event.cents)}; its marker button goes."


@tells(e.VigorishCleared)
def _(event: e.VigorishCleared) -> str:
    return f"Vigorish of {money(event.cents)} at seat {event.seat} is cleared by {event.reference}."


@tells(e.CardCorrected)
def _(event: e.CardCorrected) -> str:
    return f"A card of the {event.hand.title()}'s Hand was named {event.before} in error: it is {event.card}."


@tells(e.PaymentCorrected)
def _(event: e.PaymentCorrected) -> str:
    verb = "receives" if event.cents > 0 else "gives back"
    what = f"{money(abs(event.cents))} on {event.wager} of round {event.coup_no}"
    return f"Seat {event.seat} {verb} {what}: {event.reason}."


# --------------------------------------------------------------------------------------------------- irregularities


@tells(e.CardStrayed)
def _(event: e.CardStrayed) -> str:
    cut = " The cutting card came out with it." if event.cut_card else ""
    shown = cards_text(event.cards.values()) if event.cards else "face down"
    number = f"{count_of(len(event.positions), 'card')} out of the shoe ({shown})"
    one = len(event.positions) == 1
    remedy = REMEDIES[event.do[0]] if one else MANY[event.do[0]]
    return f"Irregularity, {event.kind.replace('-', ' ')}: {number}; {remedy}.{cut}"


@tells(e.CardMoved)
def _(event: e.CardMoved) -> str:
    return f"Card {event.position + 1}, {event.card or 'face down'}, goes to {hand_name(event.hand)} Hand."


@tells(e.CardCarried)
def _(event: e.CardCarried) -> str:
    return f"{count_of(len(event.positions), 'card')} put down on the layout, face down, for the next hand."


@tells(e.StrayDiscarded)
def _(event: e.StrayDiscarded) -> str:
    cut = " The cutting card came out with them." if event.cut_card else ""
    shown = f"; drawn face up: {cards_text(event.shown.values())}" if event.shown else ""
    return f"{count_of(len(event.positions), 'card')} to the discard rack{shown}.{cut}"


@tells(e.SimulatedRoundStarted)
def _(event: e.SimulatedRoundStarted) -> str:
    return f"A simulated round without wagers begins; its first card is {event.card}."


@tells(e.CoupReconstructed)
def _(event: e.CoupReconstructed) -> str:
    hands = f"Player {cards_text(event.player_cards)}, Banker {cards_text(event.banker_cards)}"
    return f"Round {event.coup_no} is rebuilt from the discard rack: {hands}."


@tells(e.CoupVoided)
def _(event: e.CoupVoided) -> str:
    then = " Nothing is dealt until the whole set is reshuffled." if event.reshuffle else ""
    return f"The round is void ({event.reason}): every wager is returned.{then}"


@tells(e.IncidentOpened)
def _(event: e.IncidentOpened) -> str:
    stops = " Play stands still." if event.stops_play else ""
    return f"Incident {event.number}, {event.kind.replace('-', ' ')}: {event.note}.{stops}"


@tells(e.IncidentResolved)
def _(event: e.IncidentResolved) -> str:
    return f"Incident {event.number} is resolved: {event.resolution}."
