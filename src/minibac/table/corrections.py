"""What a real table gave and was named wrong: a card before anything rests on it, a payment after the round.

A table that follows a real one knows its cards by what somebody says. The card on the felt was another all the time,
so no rule of the game is touched: the record is corrected, keeps both names, and the count is announced anew. It can be
done until a card is drawn, House Money is settled or the result is announced on the strength of the wrong name. After
that the hands are rebuilt from the discard rack, and a supervisor brings each seat to what they give (F06). Where the
cards come from a committed order nothing is ever paid but what they give, and there is nothing to correct.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from minibac.cards.card import total
from minibac.machine.kinds import noted
from minibac.machine.who import same_person
from minibac.play.postings import Posting, moved
from minibac.play.results import Result
from minibac.play.settlement import TRAY, VIGORISH, SettledWager, settled_again
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.checks import Decision, another_time, decides, reasoned, seated, turned_cards
from minibac.table.phases import UNCALLED
from minibac.table.state import CARDS, Racked, TableState
from minibac.table.steps import book_of, random_clauses, round_step
from minibac.voice.said import Money, said

F06 = "F06"
"""The ruling on a wrong payment, cited where it asks for more than the prints do."""


def correctable(state: TableState) -> tuple[int, ...]:
    """The positions whose cards could still be named again, the latest first."""
    coup = state.coup
    if not state.by_hand or coup is None or state.phase not in UNCALLED:
        return ()
    dealt = coup.in_order()
    first = 4 if coup.house_money_done else 0
    if len(dealt) > 4:
        first = len(dealt) - 1  # a third card was drawn by what the cards before it count
    return tuple(position for position in reversed(dealt[first:]) if position in coup.known)


@decides(c.CorrectCard)
def correct_card(state: TableState, command: c.CorrectCard) -> Decision:
    """Name a card of the round again, while nothing rests on it."""
    coup, clauses = state.coup, naming_clauses(state, command.position)
    if coup is None or command.position not in correctable(state):
        return _too_late(state, command)
    before = coup.known[command.position]
    if command.card == before:
        return ()
    others = {position: card for position, card in state.shown.items() if position != command.position}
    if refusal := turned_cards(replace(state, shown=others), (command.card,), 1, *clauses):
        return refusal
    hand = "player" if command.position in coup.player else "banker"
    return (noted(e.CardCorrected, command, clauses, hand=hand, before=before),)


def naming_clauses(state: TableState, position: int) -> tuple[str, ...]:
    """The clauses of the step by which a card came out: a third card's, or those of the first four."""
    coup = state.coup
    third = coup is not None and position in (*coup.player[2:], *coup.banker[2:])
    return round_step(state, "third-cards" if third else "four-cards").clauses


@another_time(c.CorrectCard)
def _too_late(state: TableState, command: c.CorrectCard) -> Refusal:
    if not state.by_hand:
        sentence = said("the cards of this shoe come from its committed order: nobody names them")
        return refuse(Code.NOT_NOW, sentence, *random_clauses(state))
    can, clauses = correctable(state), naming_clauses(state, command.position)
    sentence = said(
        "a card is named again only in its round, and before another card, House Money or the result rests on it"
    )
    return refuse(Code.NOT_NOW, sentence, *clauses, allowed=tuple(map(str, can)))


# ---------------------------------------------------------------------------------------------------------- payments


@decides(c.CorrectPayment)
def correct_payment(state: TableState, command: c.CorrectPayment) -> Decision:
    """Bring a seat to what the settlement says of the rebuilt coup: the program says how much, nobody else."""
    clauses = round_step(state, "discard").clauses.led_by("reconstruct")
    if refusal := reasoned(command.reason, *clauses) or seated(state, command.seat):
        return refusal
    seat, facts = command.seat, {"round": command.coup_no, "seat": command.seat}
    racked = next((r for r in state.rack if r.coup_no == command.coup_no and not r.simulated), None)
    if racked is None:
        sentence = said("round {round} is not in the discard rack: it cannot be rebuilt")
        return refuse(Code.WRONG_PAYMENT, sentence.about(**facts), *clauses)
    wrong = _paid_wrong(state, racked, seat)
    if not wrong:
        sentence = said("round {round} was settled at seat {seat} as its cards say: there is nothing to correct")
        return refuse(Code.WRONG_PAYMENT, sentence.about(**facts), *clauses)
    if racked.guests.get(seat) != state.seats[seat].guest:
        sentence = said("another guest sits at seat {seat} than in round {round}")
        return refuse(Code.NOT_SEATED, sentence.about(**facts), F06)
    owed, events, chips = state.owed(seat), [], state.chips(seat)
    for paid, right in wrong:
        postings, owed = _brought(state, paid, right, owed)
        more = right.net_cents - paid.net_cents
        corrected = {"wager": right.wager, "cents": more, "settled": right, "postings": postings}
        events.append(noted(e.PaymentCorrected, command, clauses, **corrected))
        chips += sum(p.amount_cents for p in postings if p.account == f"seat/{seat}/chips")
    leaves = state.chips(seat) - chips
    if leaves > 0 and (refusal := same_person(command.by, (racked.rebuilt_by,), F06)):
        return refusal
    if chips < 0:
        sentence = said("seat {seat} has too few chips to give {sum} back: the overpayment stands", sum=Money(leaves))
        return refuse(Code.NOT_ENOUGH_CHIPS, sentence.about(**facts), F06)
    return tuple(events)


def _paid_wrong(state: TableState, racked: Racked, seat: int) -> list[tuple[SettledWager, SettledWager]]:
    """The wagers of a seat that came to something else than the cards in the rack give; the guest's gains first."""
    player, banker = ([CARDS[state.shown[p]] for p in hand] for hand in (racked.player, racked.banker))
    paid = [one for one in racked.paid if one.seat == seat]
    if not paid:
        return []
    pairs = (player[0].rank == player[1].rank, banker[0].rank == banker[1].rank)
    result = Result(total(player), total(banker), len(player), len(banker), *pairs)
    rules, most = _settled_under(state, racked)
    right = {one.wager: one for one in settled_again(rules, result, (player, banker), paid, most)}
    wrong = [(one, right[one.wager]) for one in paid if one != right[one.wager]]
    return sorted(wrong, key=lambda both: both[0].net_cents - both[1].net_cents)


def _settled_under(state: TableState, racked: Racked) -> tuple[HouseRules, Mapping[str, int]]:
    """The rules and the limits of a round, which are not those of the table where it has changed them since."""
    if not racked.options:
        return state.rules, state.maximum_cents
    now = state.rules
    rules = build(now.rulebook, racked.options, references=now.references, approved=now.approved)
    assert isinstance(rules, HouseRules), "a round was settled under house rules"
    return rules, racked.maximum_cents


def _brought(
    state: TableState, paid: SettledWager, right: SettledWager, owed_cents: int
) -> tuple[tuple[Posting, ...], int]:
    """The postings from what was paid to what is right, and what the seat then owes.

    Vigorish is marked or given back as it was taken: from the marker button as far as it still shows it.
    """
    charge, seat, clause = book_of(state.rules).charge, paid.seat, round_step(state, "discard").clauses.named("rack")
    chips, owed, place = f"seat/{seat}/chips", f"seat/{seat}/owed", (seat, paid.wager)
    gain = (right.net_cents + right.vigorish_cents) - (paid.net_cents + paid.vigorish_cents)
    more = right.vigorish_cents - paid.vigorish_cents
    marked = 0 if charge is None or not charge.deferred else max(more, -owed_cents)
    postings = (
        *moved("correct", gain, TRAY, chips, clause, *place),
        *moved("correct", marked, owed, VIGORISH, clause, *place),
        *moved("correct", more - marked, chips, VIGORISH, clause, *place),
    )
    return postings, owed_cents + marked
