"""Dealing: four cards, turning and calling them, third cards, the right to turn that passes from seat to seat."""

from minibac.machine.kinds import noted, signed
from minibac.machine.roles import Role
from minibac.play.coup import Hand, next_draw
from minibac.play.decisions import check_count, check_draw, count_of, decisions
from minibac.rules.names import hand_name
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.remedies import Mishap, RemedyStep
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.checks import Decision, another_time, decides, not_now, time_left, turned_cards
from minibac.table.fold import apply_all
from minibac.table.names import remedy_name
from minibac.table.phases import HANDED
from minibac.table.state import CoupInPlay, Phase, Stray, TableState
from minibac.table.steps import book_of, round_step, stray_clauses, too_few
from minibac.table.wagering import highest, holder
from minibac.voice.said import Cards, Said, said

HANDS = ("player", "banker")
SIMULATED = RemedyStep.SIMULATED_ROUND
UNLOADED = (Phase.OPENING, Phase.SHUFFLE, Phase.CUT_OFFER, Phase.CUT, Phase.CUT_DONE, Phase.COMPLETED, Phase.DEAD)
"""Phases in which the cards are not in the shoe."""
FOUR_CARDS = ("player", "banker", "player", "banker")


def known_hand(state: TableState, hand: str) -> Refusal | None:
    """Why there is no such hand, or ``None``: there are two, whatever the number of seats."""
    if hand in HANDS:
        return None
    step = round_step(state, "four-cards")
    sentence = said("there is no hand '{hand}': player and banker", hand=hand)
    return refuse(Code.WRONG_HAND, sentence, *step.clauses, allowed=HANDS)


def mode(state: TableState) -> str:
    """How the cards lie. A simulated round is dealt like any other: it has no bettors, so the dealer turns it (A40)."""
    return book_of(state.rules).deal_mode


def under_shoe(state: TableState) -> bool:
    """Whether the Banker's first two cards wait under the right corner of the shoe."""
    coup = state.coup
    if coup is None or coup.handed == "banker" or not any(p not in coup.known for p in coup.banker[:2]):
        return False
    return coup.tucked if mode(state) == "handed" else mode(state) == "tucked"


def like_any_other(state: TableState) -> tuple[str, ...]:
    """The clauses that have a simulated round dealt like any other; none for a live one."""
    simulated = state.coup is not None and state.coup.simulated
    return state.rules.rulebook.simulated.dealt if simulated else ()


def arrives_face_up(state: TableState, hand: str) -> bool:
    """Whether the next card of this hand is dealt face up."""
    if state.phase is Phase.DEALING:
        return mode(state) == "face-up"
    return mode(state) != "handed" or state.on_layout.holders.get(hand, 0) == 0


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
    """Where the next card comes from: one carried over to this coup, one set aside for a simulated round, the shoe."""
    coup = state.coup
    if coup is not None and coup.waiting:
        return coup.waiting[0]
    if coup is not None and coup.simulated and state.strays and state.strays[0].do == SIMULATED:
        return state.strays[0].positions[0]
    return state.next_index


def cash_first(state: TableState) -> bool:
    """Whether the cash of a spoken wager has to become chips before the first card; a simulated round has no wagers."""
    return bool(state.spoken) and state.coup is not None and not state.coup.simulated


def after_round(state: TableState, stray: Stray) -> bool:
    """Whether a remedy waits until the round on the layout is over: a simulated round (B29), or, where the house chose
    so, the burn for a card found face up (A37)."""
    chosen = state.rules.options.get("face_up_in_round") == "after-round" and stray.kind == Mishap.FACE_UP_IN_SHOE
    begun = state.coup is not None and not state.coup.simulated and bool(state.coup.player or state.coup.banker)
    return begun and (chosen or stray.do == SIMULATED)


def remedy_first(state: TableState) -> Refusal | None:
    """Why the next card waits: a burn, a discard or a card drawn early comes first (F02), what is done after the round
    only before its first card (A37, B29)."""
    if not state.strays or state.coup is None or state.coup.simulated:
        return None
    stray = state.strays[0]
    if after_round(state, stray):
        return None
    sentence = said("the remedy of the irregularity comes first: {remedy}", remedy=remedy_name(stray.do))
    return refuse(Code.STEP_MISSING, sentence, *stray_clauses(state), allowed=(stray.do,))


@decides(c.DealCard)
def deal_card(state: TableState, command: c.DealCard) -> Decision:
    """Deal the next card to the hand that is due one; it lies as the dealing mode says."""
    book = state.rules.rulebook
    step = round_step(state, "four-cards" if state.phase is Phase.DEALING else "third-cards")
    if refusal := known_hand(state, command.hand) or remedy_first(state):
        return refusal
    if cash_first(state):
        sentence = said(
            "the cash of the spoken wager at seat {seat} is not converted into chips yet", seat=state.spoken[0].seat
        )
        return refuse(Code.STEP_MISSING, sentence, *book.verbal.convert)
    due = hand_due(state)
    if due is None:
        out = _third_back(state, (state.coup and face_down(state.coup)) or command.hand)
        return not_now(state, said("a further card while one is face down"), *out)
    if command.hand != due:
        if state.phase is Phase.DRAWING:
            return _wrong_draw(state, command.hand)
        sentence = said("the next card is {hand}: the four cards go alternately, Player first", hand=hand_name(due))
        return refuse(
            Code.WRONG_HAND, sentence, *step.clauses.led_by("alternate"), *like_any_other(state), allowed=(due,)
        )
    position = next_position(state)
    if position >= state.cards_count:
        return no_cards(state)
    mode_clauses = deal_clauses(state, command.hand)
    face_up = arrives_face_up(state, command.hand)
    disclosed = state.shown.get(position)
    if disclosed:
        if command.cards != (disclosed,):
            sentence = said("the card that was set aside is {card}", card=Cards((disclosed,)))
            return refuse(Code.WRONG_CARD, sentence, *mode_clauses, allowed=(disclosed,))
    elif refusal := turned_cards(state, command.cards, 1 if face_up else 0, *mode_clauses, *step.clauses):
        return refusal
    drawn = decisions(state.coup_so_far(), book) if state.phase is Phase.DRAWING else ()
    reasons = drawn[-1].clauses if drawn else ()
    clauses = (*step.clauses, *mode_clauses, *reasons, *_occasion(state, position), *book.cut.shoe_clauses)
    return dealt_to(state, command, clauses, position, due, command.cards[0] if command.cards else None)


def dealt_to(
    state: TableState, command: c.Command, clauses: tuple[str, ...], position: int, hand: str, card: str | None
) -> tuple[e.Event, ...]:
    """The card is dealt to a hand, and with it perhaps the cutting card comes out."""
    cut_card = position == state.next_index and state.cut_card_next
    dealt = signed(e.CardDealt, command, clauses, position=position, hand=hand, card=card, cut_card=cut_card)
    return (dealt, *waived(state, dealt, command))


def _occasion(state: TableState, position: int) -> tuple[str, ...]:
    """What else this card stands for: the cutting card came out with it, it was carried over, House Money is settled,
    the round is a simulated one."""
    coup = state.on_layout
    cut_card = position == state.next_index and state.cut_card_next
    return (
        *((round_step(state, "last-hand").clauses.named("cutting_card"),) if cut_card else ()),
        *(state.carried_clauses if position in coup.waiting else ()),
        *((round_step(state, "house-money").clauses.named("then"),) if coup.house_money_done else ()),
        *like_any_other(state),
    )


@another_time(c.DealCard)
def no_card_now(state: TableState, command: c.DealCard) -> Refusal:
    """Why no card is dealt in this phase."""
    if refusal := known_hand(state, command.hand):
        return refusal
    if state.phase is Phase.RESULT:
        return _wrong_draw(state, command.hand)
    if state.phase is Phase.TURNING:
        next_call = uncalled(state)
        sentence = said(
            "four cards are out: {hand} count is announced before another is dealt", hand=hand_name(next_call)
        )
        clauses = (*call_clauses(state, next_call), round_step(state, "four-cards").clauses.named("four"))
        return refuse(Code.STEP_MISSING, sentence, *clauses, *like_any_other(state), allowed=(next_call,))
    first = round_step(state, "no-more-bets").clauses.named("call")
    if state.phase in UNLOADED:
        return not_now(state, command, *state.rules.rulebook.cut.shoe_clauses)
    return not_now(state, command, *((first,) if state.phase is Phase.BETTING else ()))


@another_time(c.CallResult)
def no_result_yet(state: TableState, command: c.CallResult) -> Refusal:
    """Why no result is announced in this phase: a hand that must draw has not drawn."""
    if hand_due(state) is None or state.phase is not Phase.DRAWING:
        return not_now(state, command, *state.rules.rulebook.result.announced)
    return _wrong_draw(state, None)


def _wrong_draw(state: TableState, hand: str | None) -> Refusal:
    """The refusal of a third card that the rules do not give to this hand now, or of standing where they give one."""
    book = state.rules.rulebook
    wrong = check_draw(state.coup_so_far(), Hand(hand) if hand else None, book)
    assert wrong is not None
    at_most = book.drawing.clauses.one_at_most
    order = round_step(state, "third-cards").clauses
    if state.phase is Phase.DRAWING:
        broken = tuple(clause for clause in order if clause not in at_most)
    else:
        broken = (order.named("decision"),)  # no card is due: only the decision is wrong
    settled = round_step(state, "house-money").clauses.named("then") if state.on_layout.house_money_done else None
    clauses = dict.fromkeys((*wrong.clauses, *broken, *((settled,) if settled else ()), *like_any_other(state)))
    return refuse(wrong.code, wrong.said, *clauses, allowed=wrong.allowed)


def no_cards(state: TableState) -> Refusal:
    """The refusal of a card that the shoe no longer holds: the coup is void."""
    remedy = too_few(state)
    return refuse(Code.TOO_FEW_CARDS, said("no card is left: {remedy}", remedy=Said(remedy.says)), *remedy.clauses)


def deal_clauses(state: TableState, hand: str) -> tuple[str, ...]:
    """The clauses of the way this card is dealt: the mode's for the first four, those of a third card after them.

    A third card of a hand that nobody holds is the dealer's to turn, so it lies face up (B11).
    """
    book = state.rules.rulebook
    if state.phase is not Phase.DRAWING:
        tucked = book.tucked.tuck if mode(state) == "tucked" and hand == "banker" else ()
        return (*book_of(state.rules).deal_clauses, *tucked)
    if mode(state) != "handed":
        return ()
    if not state.on_layout.holders.get(hand, 0):
        return book.handed.dealer_turns
    return book.handed.player_third if hand == "player" else book.handed.banker_third


def _third_back(state: TableState, hand: str) -> tuple[str, ...]:
    handed = state.rules.rulebook.handed
    return handed.player_third_back if hand == "player" else handed.banker_third_back


def waived(state: TableState, event: e.Event, command: c.Command) -> tuple[e.Event, ...]:
    """When the cards come to a seat that has waived the right to turn them (F11), or has given it up before a card of
    the hand turned over (B28), the right is offered on at once."""
    given_up = state.coup is not None and state.coup.given_up
    if book_of(state.rules).deal_mode != "handed" or not (
        given_up or any(seat.waives for seat in state.seats.values())
    ):
        return ()
    state = apply_all(state, [event])
    coup = state.coup
    if coup is None or mode(state) != "handed" or state.phase not in HANDED:
        return ()
    hand = turn_due(state)
    if hand is None or coup.handed or coup.offering:
        return ()
    seat = coup.holders[hand]
    if seat not in state.seats:
        return ()
    why = next((reason for *held, reason in coup.given_up if held == [hand, seat]), "")
    reason = "standing waiver" if state.seats[seat].waives else why
    if not reason:
        return ()
    return (_surrender(state, command, hand, seat, reason, state.rules.rulebook.handed.offer),)


# ---------------------------------------------------------------------------------------------------------- turning


def turn_due(state: TableState) -> str | None:
    """The hand whose cards are to be handed or turned next."""
    coup = state.coup
    if coup is None or state.phase not in HANDED:
        return None
    down = face_down(coup)
    if down == "banker" and state.phase is Phase.TURNING and "player" not in coup.called:
        return None
    return down


@decides(c.TuckBanker)
def tuck_banker(state: TableState, command: c.TuckBanker) -> Decision:
    clauses = state.rules.rulebook.handed.tuck
    coup = state.coup
    if coup is None or mode(state) != "handed" or coup.tucked or coup.called:
        return not_now(state, command, *clauses)
    return (signed(e.BankerTucked, command, clauses),)


@decides(c.HandCards)
def hand_cards(state: TableState, command: c.HandCards) -> Decision:
    """Hand the cards face down to the bettor who has the right to turn them, and to nobody else."""
    handed = state.rules.rulebook.handed
    clauses = hand_clauses(state, command.hand)
    if refusal := known_hand(state, command.hand):
        return refusal
    if mode(state) != "handed":
        option = next(option for option in state.rules.rulebook.option if option.name == "deal_mode")
        sentence = said("the dealer deals and turns all the cards at this table: nobody is handed any")
        return refuse(
            Code.WRONG_HOLDER, sentence, *book_of(state.rules).deal_clauses, *option.clauses.get("handed", ())
        )
    coup = state.coup
    if coup is None or coup.handed or coup.offering or turn_due(state) != command.hand:
        waits = call_clauses(state, "player") if command.hand == "banker" and _player_uncalled(state) else ()
        return not_now(state, command, *waits, *clauses)
    if state.phase is Phase.TURNING and not coup.tucked:
        return refuse(Code.STEP_MISSING, said("the Banker's Hand goes under the shoe first"), *handed.tuck, *clauses)
    right = coup.holders[command.hand]
    clauses = (*clauses, *_why_held(state, command.hand))
    if command.seat != right or right == 0:
        words = (
            said("{hand} cards go to seat {right}, not to seat {seat}", right=right, seat=command.seat)
            if right
            else said("nobody is handed {hand} cards: the dealer turns them")
        )
        sentence = words.about(hand=hand_name(command.hand))
        return refuse(Code.WRONG_HOLDER, sentence, *clauses, allowed=(str(right),))
    return (signed(e.CardsHanded, command, clauses, hand=command.hand, seat=right),)


def hand_clauses(state: TableState, hand: str) -> tuple[str, ...]:
    """The clauses under which the cards of a hand are handed to a bettor."""
    handed = state.rules.rulebook.handed
    if state.phase is Phase.DRAWING:
        return handed.player_third_hand if hand == "player" else handed.banker_third_hand
    return handed.player if hand == "player" else handed.banker


def _why_held(state: TableState, hand: str) -> tuple[str, ...]:
    """Why this seat has the right and no other: it passed on for this round, or of the highest it is the nearest."""
    handed = state.rules.rulebook.handed
    right = state.on_layout.holders[hand]
    if right != holder(state, hand):
        return handed.remainder if right else handed.dealer_turns
    tie = handed.player_tie if hand == "player" else handed.banker_tie
    return tie if len(highest(state, hand)) > 1 else ()


@decides(c.ReturnCards)
def return_cards(state: TableState, command: c.ReturnCards) -> Decision:
    """The bettor gives the cards back, face up."""
    clauses = back_clauses(state, command.hand)
    if refusal := known_hand(state, command.hand):
        return refusal
    coup = state.coup
    if coup is None or coup.handed != command.hand:
        return not_now(state, command, *clauses)
    return _turned(state, command, command.hand, command.cards, coup.holders[command.hand], clauses)


def back_clauses(state: TableState, hand: str) -> tuple[str, ...]:
    """The clauses under which a bettor returns the cards of a hand."""
    if state.phase is Phase.DRAWING:
        return _third_back(state, hand)
    handed = state.rules.rulebook.handed
    return handed.player_back if hand == "player" else handed.banker_back


@decides(c.TurnCards)
def turn_cards(state: TableState, command: c.TurnCards) -> Decision:
    """The dealer turns a hand: in the tucked mode, and where nobody has the right or takes it."""
    book = state.rules.rulebook
    clauses = turn_clauses(state, command.hand)
    if refusal := known_hand(state, command.hand):
        return refusal
    coup = state.coup
    if coup is None or turn_due(state) != command.hand or coup.handed:
        tucked = book.handed.tuck if mode(state) == "handed" else book.tucked.tuck
        waits = tucked if command.hand == "banker" and _player_uncalled(state) else ()
        return not_now(state, command, *waits, *clauses)
    if mode(state) == "handed" and (coup.holders[command.hand] or coup.offering):
        who = coup.offered if coup.offering else coup.holders[command.hand]
        sentence = said("seat {seat} has the right to turn {hand} cards", seat=who, hand=hand_name(command.hand))
        due = () if coup.offering else hand_clauses(state, command.hand)
        return refuse(Code.WRONG_HOLDER, sentence, *clauses, *book.handed.offer, *due, allowed=(str(who),))
    if mode(state) == "handed" and state.phase is Phase.TURNING and not coup.tucked:
        return refuse(Code.STEP_MISSING, said("the Banker's Hand goes under the shoe first"), *book.handed.tuck)
    return _turned(state, command, command.hand, command.cards, 0, clauses)


def turn_clauses(state: TableState, hand: str) -> tuple[str, ...]:
    """The clauses under which the dealer turns a hand in this mode; but for the handed one a third card is face up."""
    book = state.rules.rulebook
    if mode(state) == "handed":
        return book.handed.dealer_turns
    if state.phase is Phase.DRAWING:
        return round_step(state, "third-cards").clauses
    return book.tucked.turn if mode(state) == "tucked" and hand == "banker" else book_of(state.rules).deal_clauses


def _player_uncalled(state: TableState) -> bool:
    """Whether the Banker's cards must stay where they are, because the Player's Hand has not been called."""
    return state.phase is Phase.TURNING and uncalled(state) == "player"


def _turned(
    state: TableState, command: c.Command, hand: str, cards: tuple[str, ...], seat: int, clauses: tuple[str, ...]
) -> Decision:
    down = [position for position in state.on_layout.hand(hand) if position not in state.on_layout.known]
    if refusal := turned_cards(state, cards, len(down), *clauses):
        return refusal
    turned = signed(e.CardsTurned, command, clauses, hand=hand, cards=dict(zip(down, cards, strict=True)), seat=seat)
    return (turned, *waived(state, turned, command))


# -------------------------------------------------------------------------------------------------- the right to turn


def _surrender(
    state: TableState, command: c.Command, hand: str, seat: int, reason: str, clauses: tuple[str, ...], note: str = ""
) -> e.RightSurrendered:
    return signed(
        e.RightSurrendered,
        command,
        (*clauses, *state.rules.rulebook.handed.remainder),
        hand=hand,
        seat=seat,
        reason=reason,
        offered=next_offer(state, hand, seat, (seat,)),
        note=note,
    )


def next_offer(state: TableState, hand: str, after: int, asked: tuple[int, ...]) -> int:
    """The seat to which the right to turn is offered next: to the right, then on counterclockwise (A41); 0 for none.

    The player immediately to the right of a seat is the next counterclockwise: the next higher number (F01). Who has
    given up this hand in this round is not asked again: that lasts to its end.
    """
    asked += tuple(seat for of, seat, _ in state.on_layout.given_up if of == hand)
    live = {w.seat_no for w in state.wagered} | {s.seat for s in state.spoken if s.accepted}
    ring = [*range(after + 1, state.rules.seats + 1), *range(1, after)]
    willing = (seat for seat in ring if seat in live and seat not in asked and not state.seats[seat].waives)
    return next(willing, 0)


@decides(c.Relinquish)
def relinquish(state: TableState, command: c.Relinquish) -> Decision:
    """The bettor gives up the right to turn the cards."""
    offer = state.rules.rulebook.handed.offer
    seat = _held_by(state, command, offer)
    if isinstance(seat, Refusal):
        return seat
    return (_surrender(state, command, command.hand, seat, "given up", offer),)


def _held_by(state: TableState, command: c.Relinquish | c.RevokeRight, clauses: tuple[str, ...]) -> int | Refusal:
    """The seat with the right to turn a hand, or why it cannot be given up or taken now."""
    if refusal := known_hand(state, command.hand):
        return refusal
    coup = state.coup
    if coup is None or mode(state) != "handed" or coup.offering or turn_due(state) != command.hand:
        return not_now(state, command, *clauses)
    if seat := coup.holders[command.hand]:
        return seat
    dealer_turns = state.rules.rulebook.handed.dealer_turns
    return refuse(Code.WRONG_HOLDER, said("nobody has that right: the dealer turns the cards"), *dealer_turns)


@decides(c.RevokeRight)
def revoke_right(state: TableState, command: c.RevokeRight) -> Decision:
    """The dealer or the floorperson takes the right from a bettor, for one of the rulebook's reasons (A42)."""
    handed = state.rules.rulebook.handed
    seat = _held_by(state, command, handed.revoke)
    if isinstance(seat, Refusal):
        return seat
    if command.reason not in handed.reasons:
        sentence = said("'{reason}' is no reason to take the right to turn the cards", reason=command.reason)
        return refuse(Code.NO_REASON, sentence, *handed.revoke, allowed=handed.reasons)
    if command.reason == handed.delay:  # nobody delays the game within the time that the table has stated
        if state.on_layout.handed != command.hand:
            sentence = said("nobody delays the game whose cards have not been handed over yet")
            return refuse(Code.NO_REASON, sentence, *handed.revoke)
        if early := time_left(state, command, state.timing.turning_ms, *handed.revoke):
            return early
    elif not command.note.strip():
        return refuse(Code.NO_REASON, said("say what the guest did: a breach is named, and kept in the record"))
    return (
        _surrender(state, command, command.hand, seat, command.reason, (*handed.revoke, *handed.offer), command.note),
    )


@decides(c.AnswerRight)
def answer_right(state: TableState, command: c.AnswerRight) -> Decision:
    """The guest to whom the right is offered takes it for the rest of the round, or declines."""
    handed = state.rules.rulebook.handed
    coup = state.coup
    if coup is None or not coup.offering or coup.offering != command.hand:
        return not_now(state, command, *handed.offer)
    if command.by.role is Role.HOUSE and (early := time_left(state, command, state.timing.offer_ms, *handed.offer)):
        return early
    seat = coup.offered
    following = 0 if command.accept else next_offer(state, command.hand, seat, (*coup.asked, seat))
    clauses = handed.offer if following or command.accept else (*handed.offer, *handed.dealer_turns)
    return (noted(e.RightAnswered, command, (*clauses, *handed.remainder), seat=seat, offered=following),)


# ---------------------------------------------------------------------------------------------------------- calling


def _face_up_clauses(state: TableState, hand: str) -> tuple[str, ...]:
    """The clauses by which the first two cards of a hand come face up before it is called."""
    handed = state.rules.rulebook.handed
    if state.coup is None or mode(state) != "handed" or not state.coup.holders[hand]:
        return turn_clauses(state, hand)
    return handed.player_back if hand == "player" else handed.banker_back


def uncalled(state: TableState) -> str:
    """The hand whose count is announced next: the Player's, then the Banker's."""
    return "banker" if "player" in state.on_layout.called else "player"


def call_clauses(state: TableState, hand: str) -> tuple[str, ...]:
    """The clauses under which the count of a hand is announced in this mode."""
    book = state.rules.rulebook
    if mode(state) == "handed":
        return book.handed.player_announce if hand == "player" else book.handed.banker_announce
    return book.announcements[f"{hand}_count"].clauses


@decides(c.CallCount)
def call_count(state: TableState, command: c.CallCount) -> Decision:
    """Announce the Point Count of a hand: Player's first, and the right number."""
    book = state.rules.rulebook
    step = round_step(state, "announce-counts")
    if refusal := known_hand(state, command.hand):
        return refusal
    coup = state.on_layout
    wanted = call_clauses(state, command.hand)
    if command.hand in coup.called or (command.hand == "banker" and "player" not in coup.called):
        sentence = said("the Player's count is announced first, then the Banker's, once each")
        return refuse(Code.WRONG_ORDER, sentence, *dict.fromkeys((*step.clauses, *wanted)))
    cards = coup.cards(command.hand)
    if cards is None or coup.handed == command.hand:
        what = said("announcing {hand} count before its cards are face up", hand=hand_name(command.hand))
        return not_now(state, what, *_face_up_clauses(state, command.hand), *wanted)
    if refusal := check_count(cards, command.count, book):
        return refuse(refusal.code, refusal.said, *refusal.clauses, *wanted, allowed=refusal.allowed)
    words = Said(book.announcements[f"{command.hand}_count"].text, {command.hand: command.count})
    clauses = (*wanted, *step.clauses, *like_any_other(state), *count_of(cards, book).clauses)
    called = signed(e.CountCalled, command, clauses, hand=command.hand, count=command.count, announcement=words)
    return (called, *waived(state, called, command))
