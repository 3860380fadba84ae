"""What has happened at a table, told in sentences that a floorperson could follow.

>>> str(told(e.CardsHanded(hand="player", seat=5)))
"The Player's cards go face down to seat 5."

An event has a row in :data:`SAYS`: a sentence whose facts are fields of the event, one of two by such a field, several
one after the other, or a function where that is not enough.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from typing import Any, NamedTuple

from minibac.machine.names import duty_name, role_name
from minibac.play.chips import worth
from minibac.rules.limit_options import limit_of
from minibac.rules.names import hand_name, procedure_name, rulebook_name, step_name, wager_called
from minibac.rules.option_names import option_name, value_name
from minibac.rules.options import typed
from minibac.rules.remedies import RemedyStep
from minibac.rules.rulebook import Value
from minibac.table import events as e
from minibac.table.apply_tray import Carried
from minibac.table.commands import Command
from minibac.table.names import chips_said, incident_name, reason_words, remedy_name
from minibac.voice.said import NOTHING, Cards, Fact, Money, Said, Somebody, many, parts, said


class Either(NamedTuple):
    """One of two sentences, by whether a fact of the event is so; without the other nothing is said."""

    fact: str
    so: Any
    otherwise: Any = NOTHING


Row = Said | Either | list[Any] | Callable[[Any], Said]
"""How an event is told; a list is told one after the other."""


def told(event: e.Event) -> Said:
    """The event in one sentence, or a few short ones."""
    return say(event, SAYS[type(event)])


def say(event: e.Event | Command, row: Row) -> Said:
    """What a row says of an event, or of a command."""
    if isinstance(row, Said):
        facts = _facts(type(event), row.template)
        return row.about(**{name: words(getattr(event, field)) for name, field, words in facts})
    if isinstance(row, Either):
        return say(event, row.so if getattr(event, row.fact) else row.otherwise)
    if isinstance(row, list):
        sentences = [sentence for sentence in (say(event, each) for each in row) if sentence]
        return sentences[0] if len(sentences) == 1 else said("{sentences}", sentences=many(sentences, " "))
    return row(event)


@cache
def _facts(kind: type[e.Event | Command], template: str) -> tuple[tuple[str, str, Callable[[Any], Fact]], ...]:
    """The facts of a template, each with its field: one of that name as it is, or as the lists of facts say it."""
    names = (name for _, name, _ in parts(template) if name)
    return tuple((name, *(FACTS_OF.get((kind, name)) or FACTS.get(name) or (name, plain))) for name in names)


# ------------------------------------------------------------------------------------------------------------ facts


def plain(value: Fact) -> Fact:
    return value


def who(seat: int) -> Said:
    return said("seat {seat}", seat=seat) if seat else said("the dealer")


def card(name: str | None) -> Fact:
    return Cards((name,)) if name else said("face down")


def cards(names: Iterable[str]) -> Cards:
    return Cards(tuple(names))


def shown(turned: Mapping[int, str]) -> Cards:
    """The cards of these positions."""
    return cards(turned.values())


def from_one(position: int) -> int:
    """Which card of the shoe that is."""
    return position + 1


def moves(actions: Iterable[tuple[str, int, str, int]]) -> Fact:
    """What the dealer does in the settlement, one move after the other."""
    return many(
        (
            MOVES[step].about(sum=Money(cents), seat=seat, wager=wager_called(wager))
            for step, seat, wager, cents in actions
        ),
        ";",
    )


MOVES = {
    "collect": said("takes {sum} from seat {seat} on {wager}"),
    "pay": said("pays {sum} to seat {seat} on {wager}"),
    "return": said("returns {sum} to seat {seat} on {wager}"),
    "vigorish": said("takes vigorish of {sum} from seat {seat} on {wager}"),
    "mark": said("marks vigorish of {sum} for seat {seat} on {wager}"),
}

FACTS: dict[str, tuple[str, Callable[[Any], Fact]]] = {
    "banker": ("banker_cards", cards),
    "before": ("before", card),
    "burned": ("positions", len),
    "card": ("card", card),
    "cards": ("cards", shown),
    "cash": ("cash_cents", Money),
    "chips": ("chips", chips_said),
    "duty": ("duty", duty_name),
    "hand": ("hand", hand_name),
    "kind": ("kind", incident_name),
    "moves": ("actions", moves),
    "note": ("note", reason_words),
    "person": ("person", Somebody),
    "player": ("player_cards", cards),
    "procedure": ("procedure", procedure_name),
    "reason": ("reason", reason_words),
    "remedy": ("do", remedy_name),
    "resolution": ("resolution", reason_words),
    "role": ("role", role_name),
    "round": ("coup_no", plain),
    "rulebook": ("rulebook", rulebook_name),
    "seats": ("seats", partial(many, last="and")),
    "shoe": ("shoe_no", plain),
    "shown": ("shown", shown),
    "stake": ("cents", Money),
    "sum": ("cents", Money),
    "wager": ("wager", wager_called),
    "who": ("seat", who),
    "words": ("announcement", plain),
}
"""Facts that have another name than their field, or are said in other words than they are kept."""

FACTS_OF: dict[tuple[type, str], tuple[str, Callable[[Any], Fact]]] = {
    (e.BatchesSwapped, "batch"): ("in_play", plain),
    (e.CardCarried, "number"): ("positions", len),
    (e.CardDealt, "number"): ("position", from_one),
    (e.CardMoved, "number"): ("position", from_one),
    (e.ExposureReported, "number"): ("position", from_one),
    (e.PaymentCorrected, "reason"): ("reason", plain),
    (e.PaymentCorrected, "sum"): ("cents", lambda cents: Money(abs(cents))),
    (e.RecutOrdered, "reason"): ("reason", plain),
    (e.ShoeRevealed, "cards"): ("order", lambda order: cards(order[:6])),
    (e.StrayDiscarded, "number"): ("positions", len),
}
"""Facts that are another thing in one kind of event; a reason that somebody gave is in that person's own words."""


# ------------------------------------------------------------------------------------------ what takes more than a row


def _carried(event: e.ChipsCarried) -> Said:
    facts: dict[str, Fact] = {"sum": Money(worth(event.chips)), "request": event.request}
    words = {
        Carried.FILL: said("A fill of {sum} comes into the tray (request {request})."),
        Carried.CREDIT: said("{sum} are taken out of the tray for a credit (request {request})."),
        Carried.AWAY: said("The {sum} of the credit are carried away (request {request})."),
        Carried.BACK: said("The {sum} of the credit go back into the tray (request {request})."),
    }
    return words[Carried(event.kind)].about(**facts)


def _step_done(event: e.StepDone) -> Said:
    facts = {"step": step_name(event.step), "batch": event.batch}
    if event.ok:
        answered = said("{step:^}, batch {batch}", **facts)
    elif event.step in ("look", "ask-spread"):
        answered = said("{step:^}, batch {batch}, declined", **facts)
    else:
        answered = said("{step:^}, batch {batch}, and it is not so", **facts)
    if not event.note:
        return said("{answered}.", answered=answered)
    return said("{answered}: {note}.", answered=answered, note=event.note)


def _shares_closed(event: e.SharesClosed) -> Said:
    if not event.seats:
        return said("No guest has a share in this shuffle.")
    return said("Seats with a share in this shuffle: {seats}.", seats=many(map(str, event.seats), "and"))


def _stack_mixed(event: e.StackMixed) -> Said:
    if not event.withheld:
        return said("The stack is mixed by the guests' shares.")
    return said(
        "The stack is mixed by the guests' shares; withheld by seat: {seats}.",
        seats=many(map(str, event.withheld), "and"),
    )


def _stack_committed(event: e.StackCommitted) -> Said:
    stack = said("Shoe {shoe}: a stack of {cards_count} cards", shoe=event.shoe_no, cards_count=event.cards_count)
    if event.carried_count:
        waiting = event.carried_count
        stack = said("{stack}, {waiting:card|cards} of it already on the layout", stack=stack, waiting=waiting)
    if event.commitment:
        return said("{stack}; its order is sealed as {seal}….", stack=stack, seal=event.commitment[:12])
    return said("{stack}.", stack=stack)


def _options_changed(event: e.OptionsChanged) -> Said:
    changed = event.changed.items()
    now = many((_has(name, value) for name, value in changed if value != ""), "and")
    gone = [name.replace("_", " ") for name, value in changed if value == ""]
    if gone:
        return said("From now on this table has {options}; no {gone} any more.", options=now, gone=many(gone))
    return said("From now on this table has {options}.", options=now)


def _has(name: str, value: Value) -> Fact:
    if limit_of(name):
        return said("{option}: {value}", option=option_name(name), value=value_name(name, value))
    return f"{name.replace('_', ' ')} {typed(value)}"


def _seat_taken(event: e.SeatTaken) -> Said:
    guest, least, by = event.name or event.guest, event.least_age, event.attested_by
    sits = said("{guest} sits down at seat {seat}.", guest=guest, seat=event.seat)
    if not least:
        return sits
    if by == event.guest:
        return said("{sits} {least} or older, by the guest's own word.", sits=sits, least=least)
    return said("{sits} {least} or older, as {person} attests.", sits=sits, least=least, person=Somebody(by))


def _wager_placed(event: e.WagerPlaced) -> Said:
    facts: dict[str, Fact] = {"seat": event.seat, "wager": wager_called(event.wager)}
    if not event.coupon_serial:
        return said("Seat {seat} puts {stake} on {wager}.", stake=Money(event.cents), **facts)
    facts["coupon"] = said("a coupon of {sum}, {serial}", sum=Money(event.coupon_cents), serial=event.coupon_serial)
    if not event.cents:  # beside chips that lie there already: alone it is no wager
        return said("Seat {seat} puts {coupon}, on {wager}.", **facts)
    return said("Seat {seat} puts {stake} on {wager} with {coupon}.", stake=Money(event.cents), **facts)


def _holders(event: e.BettingClosed) -> Said:
    """Who will turn which cards, where a guest does."""
    holders = [
        said("seat {seat} will turn {hand} cards", seat=seat, hand=hand_name(hand))
        for hand, seat in (("player", event.player_holder), ("banker", event.banker_holder))
        if seat
    ]
    return said("{holders:^}.", holders=many(holders, "and")) if holders else NOTHING


def _house_money_chosen(event: e.HouseMoneyChosen) -> Said:
    if event.choice == "take":
        return said("Seat {seat} takes the House Money.", seat=event.seat)
    return said("Seat {seat} adds the House Money to {wager}.", seat=event.seat, wager=wager_called(event.choice))


def _house_money_settled(event: e.HouseMoneySettled) -> Said:
    if event.wager.outcome == "lose":
        return said("House Money of seat {seat} loses and is taken.", seat=event.seat)
    facts: dict[str, Fact] = {"seat": event.seat, "payout": Money(event.wager.winnings_cents)}
    if not event.added_to:
        return said("House Money of seat {seat} wins {payout}.", **facts)
    facts |= {"added": Money(event.added_cents), "wager": wager_called(event.added_to)}
    return said("House Money of seat {seat} wins {payout}, of which {added} go to {wager}.", **facts)


def _cards_racked(event: e.CardsRacked) -> Said:
    number = len(event.player) + len(event.banker)
    if event.simulated:
        return said("The {number:card|cards} of the simulated round go to the discard rack.", number=number)
    if event.voided:
        return said("The {number:card|cards} of the void round go to the discard rack.", number=number)
    return said("The {number:card|cards} of the round go to the discard rack.", number=number)


def _shoe_ended(event: e.ShoeEnded) -> Said:
    shoe = said("Shoe {shoe} is over", shoe=event.shoe_no)
    if event.reason:
        shoe = said("{shoe} ({reason})", shoe=shoe, reason=reason_words(event.reason))
    template = said("{shoe}: next comes the {procedure}.")
    if event.held_back:
        template = said(
            "{shoe}: next comes the {procedure}; a card of it waits on the layout, so its order is not shown yet."
        )
    return template.about(shoe=shoe, procedure=procedure_name(event.then))


def _card_strayed(event: e.CardStrayed) -> Said:
    number = len(event.positions)
    return said(
        "Irregularity, {kind}: {number:card|cards} out of the shoe ({shown}); {remedy}.",
        kind=incident_name(event.kind),
        number=number,
        shown=shown(event.cards) if event.cards else said("face down"),
        remedy=(REMEDIES if number == 1 else MANY)[event.do[0]],
    )


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


def _payment_corrected(event: e.PaymentCorrected) -> Said:
    if event.cents > 0:
        return say(event, said("Seat {seat} receives {sum} on {wager} of round {round}: {reason}."))
    return say(event, said("Seat {seat} gives back {sum} on {wager} of round {round}: {reason}."))


# -------------------------------------------------------------------------------------------------------------- rows

CALLED = said('"{words}."')
"""What the dealer says aloud."""

SAYS: dict[type[e.Event], Row] = {
    # staff and opening
    e.TableOpened: said("Table {table} opens under {rulebook}."),
    e.StaffAssigned: said("{person} goes on duty: {duty}."),
    e.ProcedureStarted: [
        Either("reason", said("The {procedure} begins: {reason:.}."), said("The {procedure} begins.")),
        Either("by_hand", said("The set is shuffled by hand: the device holds the other batch.")),
    ],
    e.ProcedureFinished: said("The {procedure} is done."),
    e.StepDone: _step_done,
    e.GuestAnswered: Either(
        "ok", said("Seat {seat} has looked at the cards."), said("Seat {seat} has no wish to see the cards.")
    ),
    e.DecksRejected: said("The decks of batch {batch} are rejected: {note}."),
    e.BatchesSwapped: said("The batches change places: {batch} is on the table, the other is in the shuffler."),
    e.StackCommitted: _stack_committed,
    e.ShareStated: Either(
        "times",
        said("Guests have a share in the shuffle from now on."),
        said("Guests have no share in the shuffle any more."),
    ),
    e.ShareCommitted: Either(
        "hash",
        said("Seat {seat} gives a share of the shuffle, sealed."),
        said("Seat {seat} gives no share of the shuffle."),
    ),
    e.SharesClosed: _shares_closed,
    e.ShareRevealed: Either(
        "value", said("Seat {seat} shows its share."), said("Seat {seat} withholds the value of its share.")
    ),
    e.StackMixed: _stack_mixed,
    e.ShoeRevealed: Either(
        "order",
        said("The order of shoe {shoe} is shown; before the cut it began {cards} …"),
        said("Shoe {shoe} is over; its cards were dealt by hand."),
    ),
    e.TableClosed: said("The table is closed."),
    e.OptionsChanged: _options_changed,
    e.TimesStated: said("Guests have new times for their answers."),
    e.TrayOpened: said("The tray is open for {day}, by count {slip}."),
    e.ChipsCarried: _carried,
    e.FillAsked: said("The table asks for a fill: {chips}."),
    e.TrayClosed: said("The tray is closed, by count {slip}."),
    # cut and burn
    e.CutOffered: Either(
        "seat", said("The cut is offered to seat {seat}."), said("Nobody takes the cut: the dealer cuts.")
    ),
    e.CutAnswered: Either("accept", said("Seat {seat} takes the cut."), said("Seat {seat} declines the cut.")),
    e.StackCut: said("{who:^} cuts under {position} cards."),
    e.RecutOrdered: said("A re-cut is ordered: {reason}."),
    e.CutCompleted: said("The front goes to the back; the cutting card goes in {depth} cards from the end."),
    e.ShoeLoaded: said("The stack goes into the dealing shoe, batch {batch}."),
    e.CardsBurned: said("{burned:card|cards} burned; shown: {shown}."),
    # guests
    e.SeatTaken: _seat_taken,
    e.GuestExcluded: Either(
        "excluded",
        said("The guest at seat {seat} may not play: no further wager is taken."),
        said("The guest at seat {seat} may play again."),
    ),
    e.SeatLeft: [
        said("Seat {seat} leaves the table with {sum}."),
        Either("owed_cents", said("Its marker button stays.")),
    ],
    e.SeatChanged: said("Seat {seat} moves to seat {to}."),
    e.ConnectionSaid: Either(
        "connected", said("The connection of seat {seat} is back."), said("The connection of seat {seat} is lost.")
    ),
    e.ChipsBought: said("Seat {seat} buys chips for {sum}."),
    e.NotesNamed: said("The notes of seat {seat} are named."),
    e.PartnersDeclared: Either(
        "counts",
        said("Seats {seats} bet together."),
        said("Seats {seats} are to bet together: not every partner has said so yet."),
    ),
    e.PartnersDissolved: Either(
        "seats", said("Seats {seats} do not bet together any more."), said("Partners who are not here bet apart again.")
    ),
    e.GuestArrived: said("Seat {seat} is at the game."),
    e.ReadySaid: Either("ready", said("Seat {seat} is ready."), said("Seat {seat} is not ready any more.")),
    e.TurningWaived: Either(
        "waive", said("Seat {seat} leaves its cards to the dealer."), said("Seat {seat} will turn its cards itself.")
    ),
    # wagers
    e.BettingOpened: said("Round {round}: betting is open."),
    e.WagerPlaced: _wager_placed,
    e.WagerWithdrawn: said("Seat {seat} takes {sum} back from {wager}."),
    e.WagerSpoken: said("Seat {seat} says {stake} on {wager}, with {cash} in cash."),
    e.SpokenConfirmed: Either(
        "accepted",
        said("The {role} confirms the spoken wager of seat {seat} on {wager}: it counts."),
        said("The {role} confirms the spoken wager of seat {seat} on {wager}: another confirmation is needed."),
    ),
    e.SpokenReturned: said("The spoken wager of seat {seat} on {wager} does not count: {cash} go back."),
    e.CashConverted: said("{cash} of seat {seat} become chips, on {wager}."),
    e.BettingClosed: [CALLED, _holders],
    # dealing
    e.CardDealt: [
        Either("cut_card", said("The cutting card comes out and is put aside.")),
        said("Card {number}, {card}, to {hand} Hand."),
    ],
    e.BankerTucked: said("The Banker's Hand goes under the right corner of the shoe."),
    e.CardsHanded: said("{hand:^} cards go face down to seat {seat}."),
    e.CardsTurned: Either(
        "exposed",
        said("Shown by mistake, to stay among {hand} cards: {cards}."),
        said("{who:^} turns {hand} cards: {cards}."),
    ),
    e.RightSurrendered: Either(
        "offered",
        said("Seat {seat} gives up the right to {hand} cards ({reason}): it is offered to seat {offered}."),
        said("Seat {seat} gives up the right to {hand} cards ({reason}): the dealer will turn them."),
    ),
    e.RightAnswered: Either(
        "accept",
        said("Seat {seat} takes {hand} cards for the rest of the round."),
        Either(
            "offered",
            said("Seat {seat} does not want {hand} cards: they are offered to seat {offered}."),
            said("Seat {seat} does not want {hand} cards: the dealer will turn them."),
        ),
    ),
    e.CountCalled: CALLED,
    # from the counts to the discard rack
    e.HouseMoneyChosen: _house_money_chosen,
    e.HouseMoneySettled: _house_money_settled,
    e.ResultCalled: CALLED,
    e.ActionsTaken: Either("chips", said("The dealer {moves}, in {chips}."), said("The dealer {moves}.")),
    e.CoupSettled: said("The round is settled."),
    e.CardsRacked: _cards_racked,
    e.LastHandCalled: CALLED,
    e.ShoeEnded: _shoe_ended,
    e.ScoreboardRestarted: said("The scoreboard starts anew: {reason}."),
    e.VigorishCollected: said("Seat {seat} pays vigorish of {sum}; its marker button goes. Receipt {receipt}."),
    e.VigorishCleared: said("Vigorish of {sum} at seat {seat} is cleared by {reference}."),
    e.CardCorrected: said("A card of {hand} Hand was named {before} in error: it is {card}."),
    e.PaymentCorrected: _payment_corrected,
    # irregularities
    e.CardStrayed: [_card_strayed, Either("cut_card", said("The cutting card came out with it."))],
    e.ExposureReported: said("Card {number}, {card}, turned over as it was dealt to {hand} Hand: the floor looks."),
    e.CardMoved: said("Card {number}, {card}, goes to {hand} Hand."),
    e.CardCarried: said("{number:card|cards} put down on the layout, face down, for the next hand."),
    e.StrayDiscarded: [
        Either(
            "shown",
            said("{number:card|cards} to the discard rack; drawn face up: {shown}."),
            said("{number:card|cards} to the discard rack."),
        ),
        Either("cut_card", said("The cutting card came out with them.")),
    ],
    e.SimulatedRoundStarted: said("A simulated round without wagers begins; its first card is {card}."),
    e.CoupReconstructed: said("Round {round} is rebuilt from the discard rack: Player {player}, Banker {banker}."),
    e.CoupVoided: [
        said("The round is void ({reason}): every wager is returned."),
        said("Nothing is dealt until the whole set is reshuffled."),
    ],
    e.IncidentOpened: [said("Incident {number}, {kind}: {note:.}."), Either("stops_play", said("Play stands still."))],
    e.IncidentResolved: said("Incident {number} is resolved: {resolution:.}."),
}
"""One row for each event of a table."""
