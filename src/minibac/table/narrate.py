"""What has happened at a table, told in sentences that a floorperson could follow.

>>> str(told(e.CardsHanded(hand="player", seat=5)))
"The Player's cards go face down to seat 5."
"""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from minibac.machine.names import duty_name, role_name
from minibac.rules.names import hand_name, procedure_name, rulebook_name, step_name, wager_name
from minibac.rules.options import typed
from minibac.rules.remedies import RemedyStep
from minibac.table import events as e
from minibac.table.names import incident_name, reason_words
from minibac.voice.said import Cards, Fact, Money, Said, many, said

E_ = TypeVar("E_", bound=e.Event)
TELLERS: dict[type[e.Event], Callable[[Any], Said]] = {}

MOVES = {
    "collect": said("takes {sum} from seat {seat} on {wager}"),
    "pay": said("pays {sum} to seat {seat} on {wager}"),
    "return": said("returns {sum} to seat {seat} on {wager}"),
    "vigorish": said("takes vigorish of {sum} from seat {seat} on {wager}"),
    "mark": said("marks vigorish of {sum} for seat {seat} on {wager}"),
}
REMEDIES: dict[str, Said] = {
    RemedyStep.BURN_COUNTED: said("it and as many cards as it counts are to be burned face up"),
    RemedyStep.DISCARD_TWO: said("it and one more card are to go to the discard rack"),
    RemedyStep.SIMULATED_ROUND: said("it is to begin a simulated round"),
    RemedyStep.CARRY: said("it is the first card of the next hand"),
    RemedyStep.BANKER_THIRD: said("it is the third card of the Banker's Hand"),
    RemedyStep.PLACE: said("it waits until the counts say whose it is"),
}
MANY: dict[str, Said] = {
    RemedyStep.BURN_COUNTED: said("they and as many cards as they count together are to be burned face up"),
    RemedyStep.SIMULATED_ROUND: said("they are to begin a simulated round"),
    RemedyStep.CARRY: said("they are the first cards of the next hand"),
    RemedyStep.PLACE: said("they wait until the counts say whose they are"),
}


def tells(kind: type[E_]) -> Callable[[Callable[[E_], Said]], Callable[[E_], Said]]:
    """Register what is said of an event."""

    def register(function: Callable[[E_], Said]) -> Callable[[E_], Said]:
        TELLERS[kind] = function
        return function

    return register


def told(event: e.Event) -> Said:
    """The event in one sentence, or a few short ones."""
    return TELLERS[type(event)](event)


def who(seat: int) -> Said:
    return said("seat {seat}", seat=seat) if seat else said("the dealer")


def card(name: str | None) -> Fact:
    return Cards((name,)) if name else said("face down")


def cards(names: Iterable[str]) -> Cards:
    return Cards(tuple(names))


def in_a_row(*sentences: Said | None) -> Said:
    """Sentences one after the other, those that are said."""
    row = [one for one in sentences if one]
    return row[0] if len(row) == 1 else said("{sentences}", sentences=many(row, " "))


# ------------------------------------------------------------------------------------------------- staff and opening


@tells(e.TableOpened)
def _(event: e.TableOpened) -> Said:
    return said("Table {table} opens under {rulebook}.", table=event.table, rulebook=rulebook_name(event.rulebook))


@tells(e.StaffAssigned)
def _(event: e.StaffAssigned) -> Said:
    return said("{person} goes on duty: {duty}.", person=event.person, duty=duty_name(event.duty))


@tells(e.ProcedureStarted)
def _(event: e.ProcedureStarted) -> Said:
    procedure = procedure_name(event.procedure)
    if not event.reason:
        return said("The {procedure} begins.", procedure=procedure)
    return said("The {procedure} begins: {reason:.}.", procedure=procedure, reason=reason_words(event.reason))


@tells(e.ProcedureFinished)
def _(event: e.ProcedureFinished) -> Said:
    return said("The {procedure} is done.", procedure=procedure_name(event.procedure))


@tells(e.StepDone)
def _(event: e.StepDone) -> Said:
    facts = {"step": step_name(event.step), "batch": event.batch}
    if event.ok:
        answered = said("{step:^}, batch {batch}", **facts)
    elif event.step == "look":
        answered = said("{step:^}, batch {batch}, declined", **facts)
    else:
        answered = said("{step:^}, batch {batch}, and it is not so", **facts)
    if not event.note:
        return said("{answered}.", answered=answered)
    return said("{answered}: {note}.", answered=answered, note=event.note)


@tells(e.DecksRejected)
def _(event: e.DecksRejected) -> Said:
    return said("The decks of batch {batch} are rejected: {note}.", batch=event.batch, note=reason_words(event.note))


@tells(e.BatchesSwapped)
def _(event: e.BatchesSwapped) -> Said:
    return said(
        "The batches change places: {batch} is on the table, the other is in the shuffler.", batch=event.in_play
    )


@tells(e.StackCommitted)
def _(event: e.StackCommitted) -> Said:
    facts: dict[str, Fact] = {"shoe": event.shoe_no, "cards_count": event.cards_count}
    stack = said("Shoe {shoe}: a stack of {cards_count} cards", **facts)
    if event.carried_count:
        waiting = event.carried_count
        stack = said("{stack}, {waiting:card|cards} of it already on the layout", stack=stack, waiting=waiting)
    if event.commitment:
        return said("{stack}; its order is sealed as {seal}….", stack=stack, seal=event.commitment[:12])
    return said("{stack}.", stack=stack)


@tells(e.ShoeRevealed)
def _(event: e.ShoeRevealed) -> Said:
    if not event.order:
        return said("Shoe {shoe} is over; its cards were dealt by hand.", shoe=event.shoe_no)
    return said(
        "The order of shoe {shoe} is shown; before the cut it began {cards} …",
        shoe=event.shoe_no,
        cards=cards(event.order[:6]),
    )


@tells(e.TableClosed)
def _(_event: e.TableClosed) -> Said:
    return said("The table is closed.")


@tells(e.OptionsChanged)
def _(event: e.OptionsChanged) -> Said:
    changed = event.changed.items()
    now = [f"{name.replace('_', ' ')} {typed(value)}" for name, value in changed if value != ""]
    gone = [name.replace("_", " ") for name, value in changed if value == ""]
    if gone:
        return said(
            "From now on this table has {options}; no {gone} any more.", options=many(now, "and"), gone=many(gone)
        )
    return said("From now on this table has {options}.", options=many(now, "and"))


# ----------------------------------------------------------------------------------------------------- cut and burn


@tells(e.CutOffered)
def _(event: e.CutOffered) -> Said:
    if event.seat:
        return said("The cut is offered to seat {seat}.", seat=event.seat)
    return said("Nobody takes the cut: the dealer cuts.")


@tells(e.CutAnswered)
def _(event: e.CutAnswered) -> Said:
    if event.accept:
        return said("Seat {seat} takes the cut.", seat=event.seat)
    return said("Seat {seat} declines the cut.", seat=event.seat)


@tells(e.StackCut)
def _(event: e.StackCut) -> Said:
    return said("{who:^} cuts under {position} cards.", who=who(event.seat), position=event.position)


@tells(e.RecutOrdered)
def _(event: e.RecutOrdered) -> Said:
    return said("A re-cut is ordered: {reason}.", reason=event.reason)


@tells(e.CutCompleted)
def _(event: e.CutCompleted) -> Said:
    return said("The front goes to the back; the cutting card goes in {depth} cards from the end.", depth=event.depth)


@tells(e.ShoeLoaded)
def _(event: e.ShoeLoaded) -> Said:
    return said("The stack goes into the dealing shoe, batch {batch}.", batch=event.batch)


@tells(e.CardsBurned)
def _(event: e.CardsBurned) -> Said:
    burned = len(event.positions)
    return said("{burned:card|cards} burned; shown: {shown}.", burned=burned, shown=cards(event.shown.values()))


# ----------------------------------------------------------------------------------------------------------- guests


@tells(e.SeatTaken)
def _(event: e.SeatTaken) -> Said:
    return said("{guest} sits down at seat {seat}.", guest=event.name or event.guest, seat=event.seat)


@tells(e.SeatLeft)
def _(event: e.SeatLeft) -> Said:
    return said("Seat {seat} leaves the table with {sum}.", seat=event.seat, sum=Money(event.cents))


@tells(e.SeatChanged)
def _(event: e.SeatChanged) -> Said:
    return said("Seat {seat} moves to seat {to}.", seat=event.seat, to=event.to)


@tells(e.ConnectionSaid)
def _(event: e.ConnectionSaid) -> Said:
    if event.connected:
        return said("The connection of seat {seat} is back.", seat=event.seat)
    return said("The connection of seat {seat} is lost.", seat=event.seat)


@tells(e.ChipsBought)
def _(event: e.ChipsBought) -> Said:
    return said("Seat {seat} buys chips for {sum}.", seat=event.seat, sum=Money(event.cents))


@tells(e.PartnersDeclared)
def _(event: e.PartnersDeclared) -> Said:
    return said("Seats {seats} bet together.", seats=many(event.seats, "and"))


@tells(e.TurningWaived)
def _(event: e.TurningWaived) -> Said:
    if event.waive:
        return said("Seat {seat} leaves its cards to the dealer.", seat=event.seat)
    return said("Seat {seat} will turn its cards itself.", seat=event.seat)


# ----------------------------------------------------------------------------------------------------------- wagers


@tells(e.BettingOpened)
def _(event: e.BettingOpened) -> Said:
    return said("Round {round}: betting is open.", round=event.coup_no)


@tells(e.WagerPlaced)
def _(event: e.WagerPlaced) -> Said:
    facts: dict[str, Fact] = {"seat": event.seat, "wager": wager_name(event.wager)}
    if not event.coupon_serial:
        return said("Seat {seat} puts {stake} on {wager}.", stake=Money(event.cents), **facts)
    facts["coupon"] = said("a coupon of {sum}, {serial}", sum=Money(event.coupon_cents), serial=event.coupon_serial)
    if not event.cents:  # beside chips that lie there already: alone it is no wager
        return said("Seat {seat} puts {coupon}, on {wager}.", **facts)
    return said("Seat {seat} puts {stake} on {wager} with {coupon}.", stake=Money(event.cents), **facts)


@tells(e.WagerWithdrawn)
def _(event: e.WagerWithdrawn) -> Said:
    wager = wager_name(event.wager)
    return said("Seat {seat} takes {sum} back from {wager}.", seat=event.seat, sum=Money(event.cents), wager=wager)


@tells(e.WagerSpoken)
def _(event: e.WagerSpoken) -> Said:
    return said(
        "Seat {seat} says {stake} on {wager}, with {cash} in cash.",
        seat=event.seat,
        stake=Money(event.cents),
        wager=wager_name(event.wager),
        cash=Money(event.cash_cents),
    )


@tells(e.SpokenConfirmed)
def _(event: e.SpokenConfirmed) -> Said:
    facts: dict[str, Fact] = {"role": role_name(event.role), "seat": event.seat, "wager": wager_name(event.wager)}
    if event.accepted:
        return said("The {role} confirms the spoken wager of seat {seat} on {wager}: it counts.", **facts)
    return said(
        "The {role} confirms the spoken wager of seat {seat} on {wager}: another confirmation is needed.", **facts
    )


@tells(e.SpokenReturned)
def _(event: e.SpokenReturned) -> Said:
    return said(
        "The spoken wager of seat {seat} on {wager} does not count: {cash} go back.",
        seat=event.seat,
        wager=wager_name(event.wager),
        cash=Money(event.cash_cents),
    )


@tells(e.CashConverted)
def _(event: e.CashConverted) -> Said:
    cash, wager = Money(event.cash_cents), wager_name(event.wager)
    return said("{cash} of seat {seat} become chips, on {wager}.", cash=cash, seat=event.seat, wager=wager)


@tells(e.BettingClosed)
def _(event: e.BettingClosed) -> Said:
    holders = [
        said("seat {seat} will turn {hand} cards", seat=seat, hand=hand_name(hand))
        for hand, seat in (("player", event.player_holder), ("banker", event.banker_holder))
        if seat
    ]
    call = called(event.announcement)
    return in_a_row(call, said("{holders:^}.", holders=many(holders, "and"))) if holders else call


def called(words: Said) -> Said:
    """What the dealer says aloud."""
    return said('"{words}."', words=words)


# ---------------------------------------------------------------------------------------------------------- dealing


@tells(e.CardDealt)
def _(event: e.CardDealt) -> Said:
    return in_a_row(
        said("The cutting card comes out and is put aside.") if event.cut_card else None,
        said(
            "Card {number}, {card}, to {hand} Hand.",
            number=event.position + 1,
            card=card(event.card),
            hand=hand_name(event.hand),
        ),
    )


@tells(e.BankerTucked)
def _(_event: e.BankerTucked) -> Said:
    return said("The Banker's Hand goes under the right corner of the shoe.")


@tells(e.CardsHanded)
def _(event: e.CardsHanded) -> Said:
    return said("{hand:^} cards go face down to seat {seat}.", hand=hand_name(event.hand), seat=event.seat)


@tells(e.CardsTurned)
def _(event: e.CardsTurned) -> Said:
    hand, shown = hand_name(event.hand), cards(event.cards.values())
    if event.exposed:
        return said("Turned over in dealing, to stay among {hand} cards: {cards}.", hand=hand, cards=shown)
    return said("{who:^} turns {hand} cards: {cards}.", who=who(event.seat), hand=hand, cards=shown)


@tells(e.RightSurrendered)
def _(event: e.RightSurrendered) -> Said:
    facts: dict[str, Fact] = {
        "seat": event.seat,
        "hand": hand_name(event.hand),
        "reason": reason_words(event.reason),
    }
    if event.offered:
        return said(
            "Seat {seat} gives up the right to {hand} cards ({reason}): it is offered to seat {offered}.",
            offered=event.offered,
            **facts,
        )
    return said("Seat {seat} gives up the right to {hand} cards ({reason}): the dealer will turn them.", **facts)


@tells(e.RightAnswered)
def _(event: e.RightAnswered) -> Said:
    facts: dict[str, Fact] = {"seat": event.seat, "hand": hand_name(event.hand)}
    if event.accept:
        return said("Seat {seat} takes {hand} cards for the rest of the round.", **facts)
    if event.offered:
        facts["offered"] = event.offered
        return said("Seat {seat} does not want {hand} cards: they are offered to seat {offered}.", **facts)
    return said("Seat {seat} does not want {hand} cards: the dealer will turn them.", **facts)


@tells(e.CountCalled)
def _(event: e.CountCalled) -> Said:
    return called(event.announcement)


@tells(e.HouseMoneyChosen)
def _(event: e.HouseMoneyChosen) -> Said:
    if event.choice == "take":
        return said("Seat {seat} takes the House Money.", seat=event.seat)
    return said("Seat {seat} adds the House Money to {wager}.", seat=event.seat, wager=wager_name(event.choice))


@tells(e.HouseMoneySettled)
def _(event: e.HouseMoneySettled) -> Said:
    if event.wager.outcome == "lose":
        return said("House Money of seat {seat} loses and is taken.", seat=event.seat)
    facts: dict[str, Fact] = {"seat": event.seat, "payout": Money(event.wager.winnings_cents)}
    if not event.added_to:
        return said("House Money of seat {seat} wins {payout}.", **facts)
    return said(
        "House Money of seat {seat} wins {payout}, of which {added} go to {wager}.",
        added=Money(event.added_cents),
        wager=wager_name(event.added_to),
        **facts,
    )


@tells(e.ResultCalled)
def _(event: e.ResultCalled) -> Said:
    return called(event.announcement)


@tells(e.ActionsTaken)
def _(event: e.ActionsTaken) -> Said:
    moves = [
        MOVES[step].about(sum=Money(cents), seat=seat, wager=wager_name(wager))
        for step, seat, wager, cents in event.actions
    ]
    return said("The dealer {moves}.", moves=many(moves, ";"))


@tells(e.CoupSettled)
def _(_event: e.CoupSettled) -> Said:
    return said("The round is settled.")


@tells(e.CardsRacked)
def _(event: e.CardsRacked) -> Said:
    number = len(event.player) + len(event.banker)
    if event.simulated:
        return said("The {number:card|cards} of the simulated round go to the discard rack.", number=number)
    if event.voided:
        return said("The {number:card|cards} of the void round go to the discard rack.", number=number)
    return said("The {number:card|cards} of the round go to the discard rack.", number=number)


@tells(e.LastHandCalled)
def _(event: e.LastHandCalled) -> Said:
    return called(event.announcement)


@tells(e.ShoeEnded)
def _(event: e.ShoeEnded) -> Said:
    shoe = said("Shoe {shoe} is over", shoe=event.shoe_no)
    if event.reason:
        shoe = said("{shoe} ({reason})", shoe=shoe, reason=reason_words(event.reason))
    facts: dict[str, Fact] = {"shoe": shoe, "procedure": procedure_name(event.then)}
    if event.held_back:
        return said(
            "{shoe}: next comes the {procedure}; a card of it waits on the layout, so its order is not shown yet.",
            **facts,
        )
    return said("{shoe}: next comes the {procedure}.", **facts)


@tells(e.ScoreboardRestarted)
def _(event: e.ScoreboardRestarted) -> Said:
    return said("The scoreboard starts anew: {reason}.", reason=reason_words(event.reason))


@tells(e.VigorishCollected)
def _(event: e.VigorishCollected) -> Said:
    return said("Seat {seat} pays vigorish of {sum}; its marker button goes.", seat=event.seat, sum=Money(event.cents))


@tells(e.VigorishCleared)
def _(event: e.VigorishCleared) -> Said:
    return said(
        "Vigorish of {sum} at seat {seat} is cleared by {reference}.",
        sum=Money(event.cents),
        seat=event.seat,
        reference=event.reference,
    )


@tells(e.CardCorrected)
def _(event: e.CardCorrected) -> Said:
    return said(
        "A card of {hand} Hand was named {before} in error: it is {card}.",
        hand=hand_name(event.hand),
        before=card(event.before),
        card=card(event.card),
    )


@tells(e.PaymentCorrected)
def _(event: e.PaymentCorrected) -> Said:
    facts: dict[str, Fact] = {
        "seat": event.seat,
        "sum": Money(abs(event.cents)),
        "wager": wager_name(event.wager),
        "round": event.coup_no,
        "reason": event.reason,
    }
    if event.cents > 0:
        return said("Seat {seat} receives {sum} on {wager} of round {round}: {reason}.", **facts)
    return said("Seat {seat} gives back {sum} on {wager} of round {round}: {reason}.", **facts)


# --------------------------------------------------------------------------------------------------- irregularities


@tells(e.CardStrayed)
def _(event: e.CardStrayed) -> Said:
    number = len(event.positions)
    return in_a_row(
        said(
            "Irregularity, {kind}: {number:card|cards} out of the shoe ({shown}); {remedy}.",
            kind=incident_name(event.kind),
            number=number,
            shown=cards(event.cards.values()) if event.cards else said("face down"),
            remedy=(REMEDIES if number == 1 else MANY)[event.do[0]],
        ),
        said("The cutting card came out with it.") if event.cut_card else None,
    )


@tells(e.CardMoved)
def _(event: e.CardMoved) -> Said:
    return said(
        "Card {number}, {card}, goes to {hand} Hand.",
        number=event.position + 1,
        card=card(event.card),
        hand=hand_name(event.hand),
    )


@tells(e.CardCarried)
def _(event: e.CardCarried) -> Said:
    return said(
        "{number:card|cards} put down on the layout, face down, for the next hand.", number=len(event.positions)
    )


@tells(e.StrayDiscarded)
def _(event: e.StrayDiscarded) -> Said:
    number = len(event.positions)
    discarded = (
        said(
            "{number:card|cards} to the discard rack; drawn face up: {shown}.",
            number=number,
            shown=cards(event.shown.values()),
        )
        if event.shown
        else said("{number:card|cards} to the discard rack.", number=number)
    )
    return in_a_row(discarded, said("The cutting card came out with them.") if event.cut_card else None)


@tells(e.SimulatedRoundStarted)
def _(event: e.SimulatedRoundStarted) -> Said:
    return said("A simulated round without wagers begins; its first card is {card}.", card=card(event.card))


@tells(e.CoupReconstructed)
def _(event: e.CoupReconstructed) -> Said:
    return said(
        "Round {round} is rebuilt from the discard rack: Player {player}, Banker {banker}.",
        round=event.coup_no,
        player=cards(event.player_cards),
        banker=cards(event.banker_cards),
    )


@tells(e.CoupVoided)
def _(event: e.CoupVoided) -> Said:
    return in_a_row(
        said("The round is void ({reason}): every wager is returned.", reason=reason_words(event.reason)),
        said("Nothing is dealt until the whole set is reshuffled.") if event.reshuffle else None,
    )


@tells(e.IncidentOpened)
def _(event: e.IncidentOpened) -> Said:
    kind, note = incident_name(event.kind), reason_words(event.note)
    return in_a_row(
        said("Incident {number}, {kind}: {note}.", number=event.number, kind=kind, note=note),
        said("Play stands still.") if event.stops_play else None,
    )


@tells(e.IncidentResolved)
def _(event: e.IncidentResolved) -> Said:
    resolution = reason_words(event.resolution)
    return said("Incident {number} is resolved: {resolution}.", number=event.number, resolution=resolution)
