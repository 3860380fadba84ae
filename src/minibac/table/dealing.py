"""Dealing: four cards, turning and calling them, third cards, the right to turn that passes from seat to seat."""

from minibac.play.coup import Hand, next_draw
from minibac.play.decisions import check_count, check_draw, count_of, decisions
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.apply import apply_all
from minibac.table.desk import (
    Decision,
    dealer_on_duty,
    decides,
    not_now,
    not_yours,
    round_step,
    signed,
    stopped,
    turned_cards,
)
from minibac.table.roles import Duty, Role
from minibac.table.state import CoupInPlay, Phase, TableState

HANDS = ("player", "banker")
FOUR_CARDS = ("player", "banker", "player", "banker")


def known_hand(state: TableState, hand: str) -> Refusal | None:
    """Why there is no such hand, or ``None``: there are two, whatever the number of seats."""
    if hand in HANDS:
        return None
    step = round_step(state, "four-cards")
    return refuse(Code.WRONG_HAND, f"there is no hand {hand!r}: player and banker", *step.clauses, allowed=HANDS)


def mode(state: TableState) -> str:
    """How the cards of this coup lie; a simulated round has no bettors, so the dealer deals it face up."""
    simulated = state.coup is not None and state.coup.simulated
    return "face-up" if simulated else str(state.rules.options["deal_mode"])


def arrives_face_up(state: TableState, hand: str) -> bool:
    """Whether the next card of this hand is dealt face up."""
    assert state.coup is not None
    if state.phase is Phase.DEALING:
        return mode(state) == "face-up"
    return mode(state) != "handed" or state.coup.holders.get(hand, 0) == 0


def hand_due(state: TableState) -> str | None:
    """The hand that the next card goes to, or ``None`` while no card is due."""
    coup = state.coup
    if coup is None:
        return None
    if state.phase is Phase.DEALING:
        return FOUR_CARDS[len(coup.player) + len(coup.banker)]
    if state.phase is not Phase.DRAWING or coup.handed or face_down(coup):
        return None
    due = next_draw(state.coup_so_far())
    return due.value if due else None


def face_down(coup: CoupInPlay) -> str | None:
    """The first hand with a card that still lies face down."""
    return next((hand for hand in HANDS if any(p not in coup.known for p in coup.hand(hand))), None)


def next_position(state: TableState) -> int:
    """Where the next card comes from: the one carried over for the first card of a coup, otherwise the shoe."""
    coup = state.coup
    first = coup is not None and not coup.player and not coup.banker
    return state.carried if first and state.carried is not None else state.next_index


@decides(c.DealCard)
def deal_card(state: TableState, command: c.DealCard) -> Decision:
    """Deal the next card to the hand that is due one; it lies as the dealing mode says."""
    book = state.rules.rulebook
    step = round_step(state, "four-cards" if state.phase is Phase.DEALING else "third-cards")
    refusal = dealer_on_duty(state, command, Duty.CALLING, *step.clauses) or known_hand(state, command.hand)
    if refusal:
        return refusal
    if state.phase not in (Phase.DEALING, Phase.DRAWING):
        if state.phase is Phase.RESULT:
            claimed = Hand(command.hand)
            return check_draw(state.coup_so_far(), claimed, book) or not_now(state, "a card")
        return not_now(state, "dealing a card", *round_step(state, "no-more-bets").clauses[:1])
    if refusal := stopped(state):
        return refusal
    due = hand_due(state)
    if due is None:
        return not_now(state, "a further card while one is face down", *book.handed.player_third)
    if command.hand != due:
        if state.phase is Phase.DRAWING:
            return check_draw(state.coup_so_far(), Hand(command.hand), book) or not_now(state, "a card")
        sentence = f"the next card is the {due.title()}'s: the four cards go alternately, Player first"
        return refuse(Code.WRONG_HAND, sentence, *reversed(step.clauses), allowed=(due,))
    position = next_position(state)
    if position >= state.cards_count:
        remedy = next(r for r in book.remedy if r.kind == "too-few-cards")
        return refuse(Code.TOO_FEW_CARDS, f"no card is left: {remedy.says}", *remedy.clauses)
    mode_clauses = deal_clauses(state, command.hand)
    face_up = arrives_face_up(state, command.hand)
    if refusal := turned_cards(state, command.cards, 1 if face_up else 0, *mode_clauses, *step.clauses):
        return refusal
    drawn = decisions(state.coup_so_far(), book) if state.phase is Phase.DRAWING else ()
    reasons = drawn[-1].clauses if drawn else ()
    last = round_step(state, "last-hand").clauses[:1] if state.cut_card_next else ()
    dealt = signed(
        e.CardDealt,
        command,
        dict.fromkeys((*step.clauses, *mode_clauses, *reasons, *last, *book.cut.shoe_clauses)),
        position=position,
        hand=command.hand,
        card=command.cards[0] if face_up else None,
        cut_card=position == state.next_index and state.cut_card_next,
    )
    return (dealt, *_waived(apply_all(state, [dealt]), command))


def deal_clauses(state: TableState, hand: str) -> tuple[str, ...]:
    """The clauses of the way this card is dealt: the mode's, and in the handed mode those of a third card."""
    if state.phase is Phase.DRAWING and mode(state) == "handed":
        return (
            state.rules.rulebook.handed.player_third if hand == "player" else state.rules.rulebook.handed.banker_third
        )
    setting = next(setting for setting in state.rules.settings if setting.name == "deal_mode")
    return setting.clauses


def _waived(state: TableState, command: c.Command) -> tuple[e.Event, ...]:
    """When the cards come to a seat that has waived the right to turn them, the right is offered on at once (F11)."""
    coup = state.coup
    if coup is None or mode(state) != "handed" or state.phase not in (Phase.TURNING, Phase.DRAWING):
        return ()
    hand = turn_due(state)
    if hand is None or coup.handed or coup.offering:
        return ()
    seat = coup.holders[hand]
    if seat == 0 or seat not in state.seats or not state.seats[seat].waives:
        return ()
    return (_surrender(state, command, hand, seat, "standing waiver", state.rules.rulebook.handed.offer),)


# ---------------------------------------------------------------------------------------------------------- turning


def turn_due(state: TableState) -> str | None:
    """The hand whose cards are to be handed or turned next."""
    coup = state.coup
    if coup is None or state.phase not in (Phase.TURNING, Phase.DRAWING):
        return None
    down = face_down(coup)
    if down == "banker" and state.phase is Phase.TURNING and "player" not in coup.called:
        return None
    return down


@decides(c.TuckBanker)
def tuck_banker(state: TableState, command: c.TuckBanker) -> Decision:
    clauses = state.rules.rulebook.handed.tuck
    if refusal := dealer_on_duty(state, command, Duty.CALLING, *clauses):
        return refusal
    coup = state.coup
    if state.phase is not Phase.TURNING or coup is None or mode(state) != "handed" or coup.tucked or coup.called:
        return not_now(state, "putting the Banker's Hand under the shoe", *clauses)
    return (signed(e.BankerTucked, command, clauses),)


@decides(c.HandCards)
def hand_cards(state: TableState, command: c.HandCards) -> Decision:
    """Hand the cards face down to the bettor who has the right to turn them, and to nobody else."""
    handed = state.rules.rulebook.handed
    third = state.phase is Phase.DRAWING
    clauses = _hand_clauses(state, command.hand, third=third)
    refusal = dealer_on_duty(state, command, Duty.CALLING, *clauses) or known_hand(state, command.hand)
    if refusal:
        return refusal
    coup = state.coup
    if coup is None or mode(state) != "handed" or coup.handed or coup.offering or turn_due(state) != command.hand:
        return not_now(state, f"handing out the {command.hand.title()}'s cards", *clauses)
    if state.phase is Phase.TURNING and not coup.tucked:
        return refuse(Code.STEP_MISSING, "the Banker's Hand goes under the shoe first", *handed.tuck, *clauses)
    right = coup.holders[command.hand]
    if command.seat != right or right == 0:
        tie = handed.player_tie if command.hand == "player" else handed.banker_tie
        who = f"seat {right}" if right else "nobody: the dealer turns them"
        sentence = f"the {command.hand.title()}'s cards go to {who}, not to seat {command.seat}"
        return refuse(Code.WRONG_HOLDER, sentence, *clauses, *tie, *handed.remainder, allowed=(str(right),))
    tie = handed.player_tie if command.hand == "player" else handed.banker_tie
    return (signed(e.CardsHanded, command, (*clauses, *tie, *handed.remainder), hand=command.hand, seat=right),)


def _hand_clauses(state: TableState, hand: str, *, third: bool) -> tuple[str, ...]:
    handed = state.rules.rulebook.handed
    if third:
        return handed.player_third if hand == "player" else handed.banker_third
    return handed.player if hand == "player" else handed.banker


@decides(c.ReturnCards)
def return_cards(state: TableState, command: c.ReturnCards) -> Decision:
    """The bettor gives the cards back, face up."""
    handed = state.rules.rulebook.handed
    if state.phase is Phase.DRAWING:
        clauses = handed.player_third if command.hand == "player" else handed.banker_third
    else:
        clauses = handed.player_back if command.hand == "player" else handed.banker_back
    if refusal := known_hand(state, command.hand):
        return refusal
    coup = state.coup
    if coup is None or coup.handed != command.hand:
        return not_now(state, f"returning the {command.hand.title()}'s cards", *clauses)
    seat = coup.holders[command.hand]
    if command.by.role is not Role.GUEST or command.by.seat != seat:
        return not_yours(state, command, (f"the guest at seat {seat}",), *clauses, *state.rules.rulebook.handling.cards)
    return _turned(state, command, command.hand, command.cards, seat, clauses)


@decides(c.TurnCards)
def turn_cards(state: TableState, command: c.TurnCards) -> Decision:
    """The dealer turns a hand: in the tucked mode, and where nobody has the right or takes it."""
    book = state.rules.rulebook
    setting = next(setting for setting in state.rules.settings if setting.name == "deal_mode")
    clauses = book.handed.dealer_turns if mode(state) == "handed" else setting.clauses
    refusal = dealer_on_duty(state, command, Duty.CALLING, *clauses) or known_hand(state, command.hand)
    if refusal:
        return refusal
    coup = state.coup
    if coup is None or turn_due(state) != command.hand or coup.handed:
        return not_now(state, f"turning the {command.hand.title()}'s cards", *clauses)
    if mode(state) == "handed" and (coup.holders[command.hand] or coup.offering):
        who = coup.offered if coup.offering else coup.holders[command.hand]
        sentence = f"seat {who} has the right to turn the {command.hand.title()}'s cards"
        return refuse(Code.WRONG_HOLDER, sentence, *clauses, *book.handed.offer, allowed=(str(who),))
    if mode(state) == "handed" and state.phase is Phase.TURNING and not coup.tucked:
        return refuse(Code.STEP_MISSING, "the Banker's Hand goes under the shoe first", *book.handed.tuck)
    return _turned(state, command, command.hand, command.cards, 0, clauses)


def _turned(
    state: TableState, command: c.Command, hand: str, cards: tuple[str, ...], seat: int, clauses: tuple[str, ...]
) -> Decision:
    assert state.coup is not None
    down = [position for position in state.coup.hand(hand) if position not in state.coup.known]
    if refusal := turned_cards(state, cards, len(down), *clauses):
        return refusal
    turned = signed(e.CardsTurned, command, clauses, hand=hand, cards=dict(zip(down, cards, strict=True)), seat=seat)
    return (turned, *_waived(apply_all(state, [turned]), command))


# -------------------------------------------------------------------------------------------------- the right to turn


def _surrender(
    state: TableState, command: c.Command, hand: str, seat: int, reason: str, clauses: tuple[str, ...]
) -> e.RightSurrendered:
    return signed(
        e.RightSurrendered,
        command,
        (*clauses, *state.rules.rulebook.handed.remainder),
        hand=hand,
        seat=seat,
        reason=reason,
        offered=next_offer(state, seat, (seat,)),
    )


def next_offer(state: TableState, after: int, asked: tuple[int, ...]) -> int:
    """The seat to which the right to turn is offered next: to the right, then on counterclockwise (A41); 0 for none.

    The player immediately to the right of a seat is the next counterclockwise: the next higher number (F01).
    """
    live = {w.seat_no for w in state.wagered} | {s.seat for s in state.spoken if s.accepted}
    ring = [*range(after + 1, state.rules.seats + 1), *range(1, after)]
    willing = (seat for seat in ring if seat in live and seat not in asked and not state.seats[seat].waives)
    return next(willing, 0)


@decides(c.Relinquish)
def relinquish(state: TableState, command: c.Relinquish) -> Decision:
    """The bettor gives up the right to turn the cards."""
    offer = state.rules.rulebook.handed.offer
    if refusal := known_hand(state, command.hand):
        return refusal
    coup = state.coup
    if coup is None or mode(state) != "handed" or coup.offering or turn_due(state) != command.hand:
        return not_now(state, "giving up the right to turn the cards", *offer)
    seat = coup.holders[command.hand]
    if seat == 0 or command.by.role is not Role.GUEST or command.by.seat != seat:
        return not_yours(state, command, (f"the guest at seat {seat}",), *offer)
    return (_surrender(state, command, command.hand, seat, "given up", offer),)


@decides(c.RevokeRight)
def revoke_right(state: TableState, command: c.RevokeRight) -> Decision:
    """The dealer or the floorperson takes the right from a bettor, for one of the rulebook's reasons (A42)."""
    handed = state.rules.rulebook.handed
    if command.by.role not in (Role.DEALER, Role.FLOORPERSON):
        return not_yours(state, command, ("dealer", "floorperson"), *handed.revoke)
    if refusal := known_hand(state, command.hand):
        return refusal
    coup = state.coup
    if coup is None or mode(state) != "handed" or coup.offering or turn_due(state) != command.hand:
        return not_now(state, "taking the right to turn the cards", *handed.revoke)
    seat = coup.holders[command.hand]
    if seat == 0:
        return refuse(Code.WRONG_HOLDER, "nobody has that right: the dealer turns the cards", *handed.dealer_turns)
    if command.reason not in handed.reasons:
        sentence = f"{command.reason!r} is no reason to take the right to turn the cards"
        return refuse(Code.NO_REASON, sentence, *handed.revoke, allowed=handed.reasons)
    return (_surrender(state, command, command.hand, seat, command.reason, (*handed.revoke, *handed.offer)),)


@decides(c.AnswerRight)
def answer_right(state: TableState, command: c.AnswerRight) -> Decision:
    """The guest to whom the right is offered takes it for the rest of the round, or declines."""
    handed = state.rules.rulebook.handed
    coup = state.coup
    if coup is None or not coup.offering or coup.offering != command.hand:
        return not_now(state, "answering the offer to turn the cards", *handed.offer)
    if command.by.role is not Role.GUEST or command.by.seat != coup.offered:
        return not_yours(state, command, (f"the guest at seat {coup.offered}",), *handed.offer, *handed.remainder)
    seat = coup.offered
    following = 0 if command.accept else next_offer(state, seat, (*coup.asked, seat))
    clauses = handed.offer if following or command.accept else (*handed.offer, *handed.dealer_turns)
    return (
        signed(
            e.RightAnswered,
            command,
            (*clauses, *handed.remainder),
            hand=command.hand,
            seat=seat,
            accept=command.accept,
            offered=following,
        ),
    )


# ---------------------------------------------------------------------------------------------------------- calling


@decides(c.CallCount)
def call_count(state: TableState, command: c.CallCount) -> Decision:
    """Announce the Point Count of a hand: Player's first, and the right number."""
    book = state.rules.rulebook
    step = round_step(state, "announce-counts")
    refusal = dealer_on_duty(state, command, Duty.CALLING, *step.clauses) or known_hand(state, command.hand)
    if refusal:
        return refusal
    coup = state.coup
    announcement = book.announcements["player_count" if command.hand == "player" else "banker_count"]
    if state.phase is not Phase.TURNING or coup is None:
        return not_now(state, "announcing a count", *announcement.clauses)
    if command.hand in coup.called or (command.hand == "banker" and "player" not in coup.called):
        sentence = "the Player's count is announced first, then the Banker's, once each"
        return refuse(Code.WRONG_ORDER, sentence, *step.clauses, *announcement.clauses)
    cards = coup.cards(command.hand)
    if cards is None or coup.handed == command.hand:
        return not_now(
            state, f"announcing the {command.hand.title()}'s count before its cards are face up", *announcement.clauses
        )
    if refusal := check_count(cards, command.count, book):
        return refuse(refusal.code, refusal.sentence, *refusal.clauses, *announcement.clauses, allowed=refusal.allowed)
    words = announcement.text.format(player=command.count, banker=command.count)
    clauses = (*announcement.clauses, *step.clauses, *count_of(cards, book).clauses)
    called = signed(
        e.CountCalled, command, dict.fromkeys(clauses), hand=command.hand, count=command.count, announcement=words
    )
    return (called, *_waived(apply_all(state, [called]), command))
