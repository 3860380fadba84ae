"""Irregularities: what has already happened is reported, and the rulebook's remedy is carried out.

The remedy is a row of rulebook data keyed by what happened (kind, disclosed or not, must the Banker draw). The state
holds the stray card, the carried card, the burn that is due and the simulated round that is due.
"""

from collections.abc import Iterator

from minibac.cards.card import burn_count
from minibac.machine.kinds import noted, signed
from minibac.machine.roles import SUPERVISORS
from minibac.machine.who import same_person
from minibac.play.coup import Hand, next_draw
from minibac.play.settlement import EMPTY, Settlement, void
from minibac.rules.citing import Clauses
from minibac.rules.names import hand_name
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.remedies import Mishap, RemedyStep
from minibac.rules.rulebook import Remedy
from minibac.rules.words import did_you_mean
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.checks import Decision, decides, not_now, reasoned, turned_cards
from minibac.table.dealing import (
    SIMULATED,
    after_round,
    cash_first,
    dealt_to,
    hand_clauses,
    hand_due,
    known_hand,
    next_position,
    no_cards,
    remedy_first,
    waived,
)
from minibac.table.fold import apply_all
from minibac.table.names import incident_name, remedy_name
from minibac.table.phases import COUP_PHASES, CUT_PHASES, DRAW_OR_RESULT, IN_HAND, IN_PLAY, UNCALLED
from minibac.table.settling import reopen
from minibac.table.state import CARDS, Phase, Stray, TableState
from minibac.table.steps import (
    F14,
    ORDER_LOST,
    book_of,
    incident_clauses,
    order_lost,
    plain_to_see,
    remedy_of,
    round_step,
    standing_still,
    stray_clauses,
    too_few,
)
from minibac.voice.said import Said, many, said

ALIASES: dict[str, Mishap] = {
    Mishap.BURN_TOO_MANY: Mishap.CARD_IN_ERROR,
    Mishap.THIRD_CARD_TO_BANKER: Mishap.CARD_IN_ERROR,
}
"""A card drawn in error under another name: a surplus burn (F05), a third card that the Banker is not due (F03)."""

STRAYS = (Mishap.THIRD_CARD_TO_PLAYER, Mishap.CARD_IN_ERROR, Mishap.FACE_UP_IN_SHOE, *ALIASES)
MOST_STRAYS = 10
"""As many as a burn takes; the prints speak of a card, and cards found together are counted together (A36)."""

INCIDENTS: dict[str, bool] = {
    Mishap.WAGER_TOUCHED: False,
    Mishap.CARD_HANDLED: False,
    Mishap.HOUSE_MONEY_TOUCHED: False,
    Mishap.CARD_MISUSED: True,
    Mishap.OMITTED_CARD: True,
    Mishap.FOREIGN_BACK: True,
    Mishap.UNCOLLECTED: False,
    Mishap.CASH_OVERDUE: False,
    Mishap.OTHER: True,
    Mishap.ORDER_LOST: False,
    Mishap.UNFINISHABLE: True,
}
"""Cases for a supervisor, and whether play stands still until they are resolved."""

ATTESTED = (Mishap.UNFINISHABLE, Mishap.UNCOLLECTED)
"""Cases in which a second person has to say the same before anything moves."""

SEEN = (Mishap.EXPOSED_IN_DEALING, Mishap.CARD_EXPOSED)
"""A card on the layout that somebody saw: it lies there whether play stands still or not."""

KINDS = (*STRAYS, Mishap.WRONG_HAND, *SEEN, Mishap.TOO_FEW_CARDS, *INCIDENTS)

PLACE = RemedyStep.PLACE
"""A card drawn early waits until the counts say whose it is (F02)."""


@decides(c.Report)
def report(state: TableState, command: c.Report) -> Decision:
    """Say what has happened; what follows is the rulebook's remedy, or an incident for a supervisor."""
    if command.kind == ORDER_LOST:
        return _order_lost(state, command)
    if command.kind not in KINDS:
        sentence = said(
            "'{kind}' is no irregularity{did_you_mean}: {kinds}",
            kind=command.kind,
            did_you_mean=did_you_mean(command.kind, KINDS),
            kinds=many(KINDS),
        )
        return refuse(
            Code.UNKNOWN_REPORT, sentence, *remedy_of(state, Mishap.THIRD_CARD_TO_PLAYER).clauses, allowed=KINDS
        )
    if command.kind in INCIDENTS:
        return _incident(state, command)
    if state.phase not in IN_PLAY:
        return not_now(state, said("reporting {kind}", kind=incident_name(command.kind)))
    if refusal := exposure_first(state):
        return refusal
    if command.kind not in SEEN and (refusal := standstill(state)):
        return refusal  # it takes a card out of the shoe, or the wagers off the layout
    if command.kind == Mishap.TOO_FEW_CARDS:
        return _too_few(state, command)
    if command.kind == Mishap.WRONG_HAND:
        return _wrong_hand(state, command)
    if command.kind == Mishap.EXPOSED_IN_DEALING:
        return _in_dealing(state, command)
    if command.kind == Mishap.CARD_EXPOSED:
        return _exposed(state, command)
    return _stray(state, command)


def remedy_for(state: TableState, kind: str, *, disclosed: bool, banker_draws: bool) -> Remedy:
    """The row of the rulebook for what happened."""
    rows = _rows(state, kind, disclosed=disclosed)
    return next(remedy for remedy in rows if remedy.banker_draws in (None, banker_draws))


def _rows(state: TableState, kind: str, *, disclosed: bool) -> Iterator[Remedy]:
    """The rows for what happened, whether the Banker draws or not."""
    for remedy in state.rules.rulebook.remedy:
        if remedy.kind == kind and remedy.disclosed in (None, disclosed) and state.rules.applies(remedy.only):
            yield remedy


def banker_must_draw(state: TableState) -> bool:
    """Whether the Banker is obliged to draw although the Player took no third card; with a natural it is not (A17)."""
    if state.coup is None or state.phase not in DRAW_OR_RESULT:
        return False
    coup = state.coup_so_far()
    return len(state.coup.player) == len(state.coup.banker) == 2 and next_draw(coup) is Hand.BANKER


def is_disclosed(state: TableState, command: c.Report) -> bool:
    """Whether the cards of a report lie face up: they say so, were found so, or were burned where a burn is shown."""
    shown_burn = command.kind == Mishap.BURN_TOO_MANY and state.rules.rulebook.fixed["burn_exposure"].value == "all"
    return bool(command.disclosed) or command.kind == Mishap.FACE_UP_IN_SHOE or shown_burn


def strays_found(command: c.Report) -> int:
    """How many cards a report is about; a third card is one."""
    return 1 if command.kind.startswith("third-card") else max(1, command.count)


def _stray(state: TableState, command: c.Report) -> Decision:
    """A card, or cards, out of the shoe that no hand is due."""
    kind = ALIASES.get(command.kind, command.kind)
    found, disclosed = strays_found(command), is_disclosed(state, command)
    third = kind == Mishap.THIRD_CARD_TO_PLAYER
    remedy = remedy_for(state, kind, disclosed=disclosed, banker_draws=third and banker_must_draw(state))
    if refusal := _misreported(state, command, remedy):
        return refusal
    if command.disclosed is None and not disclosed:
        sentence = said("say whether anybody has seen the card: the remedy turns on it")
        return refuse(Code.STEP_MISSING, sentence, *remedy.clauses, allowed=("disclosed",))
    if state.cards_left < found:
        return not_now(state, said("a stray card from an empty shoe"), *remedy.clauses)
    if found > MOST_STRAYS:
        sentence = said("{found:card|cards} out of the shoe at once is no slip: at most {most} are reported")
        return refuse(Code.ILLEGAL_VALUE, sentence.about(found=found, most=MOST_STRAYS), *remedy.clauses)
    if refusal := turned_cards(state, command.cards, found if disclosed else 0, *remedy.clauses):
        return refusal
    positions = tuple(range(state.next_index, state.next_index + found))
    cards = dict(zip(positions, command.cards, strict=False))
    cut_card = _cuts(state, found)
    if kind in (Mishap.CARD_IN_ERROR, Mishap.THIRD_CARD_TO_PLAYER) and _early(state):
        rows = (row for row in _rows(state, kind, disclosed=disclosed) if third or row is remedy)
        clauses = (*round_step(state, "third-cards").clauses, *(clause for row in rows for clause in row.clauses))
        return (_strayed(command, tuple(dict.fromkeys(clauses)), kind, cards, (PLACE,), positions, cut_card),)
    strayed = _strayed(command, remedy.clauses, kind, cards, remedy.do, positions, cut_card)
    return (strayed, *_at_once(state, command, strayed, remedy))


def _strayed(
    command: c.Command,
    clauses: tuple[str, ...],
    kind: str,
    cards: dict[int, str],
    do: tuple[str, ...],
    positions: tuple[int, ...],
    cut_card: bool = False,
) -> e.CardStrayed:
    """The event of a stray card: a counted burn sums the cards found together (A36), ten for tens and faces (A35)."""
    counted = sum(burn_count(CARDS[card].rank) for card in cards.values()) if RemedyStep.BURN_COUNTED in do else 0
    return signed(
        e.CardStrayed,
        command,
        clauses,
        kind=kind,
        positions=positions,
        disclosed=bool(cards),
        cards=cards,
        do=do,
        burn_count=1 if RemedyStep.DISCARD_TWO in do else counted,
        cut_card=cut_card,
    )


def _at_once(state: TableState, command: c.Command, strayed: e.CardStrayed, remedy: Remedy) -> tuple[e.Event, ...]:
    """The remedies that need no further step: the card is the Banker's third, or waits for the next coup."""
    if remedy.do[0] == RemedyStep.BANKER_THIRD:
        position = strayed.positions[0]
        card = strayed.cards.get(position)
        moved = signed(e.CardMoved, command, remedy.clauses, position=position, hand="banker", card=card)
        return (moved, *waived(apply_all(state, [strayed]), moved, command))
    if remedy.do[0] == RemedyStep.CARRY:
        return (signed(e.CardCarried, command, remedy.clauses, positions=strayed.positions),)
    return ()


def _early(state: TableState) -> bool:
    """Whether a card came out before the counts say whose it is: a fifth card before the announcement (F02)."""
    coup = state.coup
    if coup is None or coup.simulated:
        return False
    unknown = state.phase is Phase.DRAWING and hand_due(state) is None and len(coup.banker) == 2
    return unknown or state.phase in (Phase.TURNING, Phase.HOUSE_MONEY)


def _cuts(state: TableState, count: int) -> bool:
    """Whether the cutting card comes out with that many cards."""
    return not state.cut_card_seen and state.depth > 0 and state.cards_left - count < state.depth


def _misreported(state: TableState, command: c.Report, remedy: Remedy) -> Refusal | None:
    """Why what is reported cannot have happened here, or is something else, or ``None``."""
    due, coup = hand_due(state), state.coup
    if command.kind == Mishap.THIRD_CARD_TO_PLAYER:
        over = (state.phase in DRAW_OR_RESULT and due != "player") or _early(state)
        if coup is None or coup.simulated or not over or len(coup.player) != 2:
            return not_now(state, said("a third card to the Player's Hand in error"), *remedy.clauses)
    elif command.kind == Mishap.BURN_TOO_MANY:
        burned = state.phase is Phase.BETTING and bool(state.burned) and not state.rack and not state.carried
        if not burned:
            return not_now(state, said("a surplus card of the burn"), *remedy.clauses)
    elif command.kind != Mishap.FACE_UP_IN_SHOE and due is not None:
        step = round_step(state, "four-cards" if state.phase is Phase.DEALING else "third-cards")
        sentence = said(
            "a card is due to {hand} Hand, so the card is its: deal it, or report the wrong hand", hand=hand_name(due)
        )
        return refuse(Code.WRONG_HAND, sentence, *step.clauses, *remedy.clauses, allowed=(due,))
    elif command.kind == Mishap.THIRD_CARD_TO_BANKER and (coup is None or len(coup.banker) != 2):
        return not_now(state, said("a third card to the Banker's Hand in error"), *remedy.clauses)
    if state.strays and state.strays[0].do != SIMULATED and not after_round(state, state.strays[0]):
        return not_now(state, said("a second stray card before the first is dealt with"), *stray_clauses(state))
    if coup is not None and coup.simulated and SIMULATED in remedy.do:
        return not_now(state, said("a disclosed card in a simulated round, where it is simply dealt"), *remedy.clauses)
    return None


def _wrong_hand(state: TableState, command: c.Report) -> Decision:
    """A card that was due lies on the wrong area: it belongs to the hand that was due it (F02)."""
    step = round_step(state, "four-cards" if state.phase is Phase.DEALING else "third-cards")
    due = hand_due(state)
    if refusal := known_hand(state, command.hand) or remedy_first(state):
        return refusal  # it deals the card that is due
    if due is None or command.hand == due or cash_first(state):
        return not_now(state, said("a card on the wrong hand"), *step.clauses)
    position = next_position(state)
    if position >= state.cards_count:
        return no_cards(state)
    if position not in state.shown and (
        refusal := turned_cards(state, command.cards, len(command.cards[:1]), *step.clauses)
    ):
        return refusal
    card = state.shown.get(position) or next(iter(command.cards), None)
    dealt = dealt_to(state, command, step.clauses, position, due, card)
    whose = {"player": "Player"}.get(command.hand, command.hand)
    note = f"a card lay on the {whose}'s area and was moved"
    logged = _opened(state, command, Mishap.WRONG_HAND, note, step.clauses)
    words = "moved to the hand due (F02)"
    resolved = signed(e.IncidentResolved, command, step.clauses, number=logged.number, resolution=words)
    return (*dealt, logged, resolved)


def just_dealt(state: TableState) -> int | None:
    """The card that was dealt last, while it lies face down and nothing has been done since (B28)."""
    coup = state.coup
    if coup is None or state.phase not in IN_HAND or coup.handed:
        return None
    if state.phase is Phase.TURNING and (coup.tucked or coup.called):
        return None
    out, later = coup.in_order(), max((p for stray in state.strays for p in stray.positions), default=-1)
    return out[-1] if out and out[-1] not in coup.known and out[-1] > later else None


def exposure_remedy(state: TableState) -> Remedy | None:
    """What the rulebook, and the option filed, have for a card that turns over as it is dealt; without it, it stays."""
    rows = (row for row in state.rules.rulebook.remedy if row.kind == Mishap.EXPOSED_IN_DEALING)
    return next((row for row in rows if state.rules.applies(row.only)), None)


def _in_dealing(state: TableState, command: c.Report) -> Decision:
    """A card has turned over as it was dealt: it begins a simulated round, or stays in its hand (B28).

    Not a card that the rulebook deals face up, nor one of a simulated round, which is simply dealt.
    """
    coup, position, remedy = state.coup, just_dealt(state), exposure_remedy(state)
    clauses = remedy.clauses if remedy else book_of(state.rules).deal_clauses
    if coup is None or position is None:
        return not_now(state, said("a card turned over in dealing"), *clauses)
    if refusal := turned_cards(state, command.cards, 1, *clauses):
        return refusal
    hand = "player" if position in coup.player else "banker"
    if remedy and not coup.simulated:
        facts = {"position": position, "hand": hand, "card": command.cards[0]}
        return (signed(e.ExposureReported, command, clauses, **facts),)
    return _stays(state, command, hand, {position: command.cards[0]}, book_of(state.rules).deal_clauses)


def _stays(
    state: TableState, command: c.Command, hand: str, cards: dict[int, str], clauses: tuple[str, ...]
) -> tuple[e.Event, ...]:
    """Exposed cards stay in their hand; that a guest would have turned them is an incident, unless the floorperson has
    judged what the dealer reported. One person's word alone takes no right away unseen."""
    turned = signed(e.CardsTurned, command, clauses, hand=hand, cards=cards, exposed=True)
    events = (turned, *waived(state, turned, command))
    seat = state.on_layout.holders.get(hand, 0) if state.phase in IN_HAND else 0
    if not seat or state.seats[seat].waives or isinstance(command, c.ConfirmExposure):
        return events
    note = "the cards were shown before the guest could turn them"
    return (*events, _opened(state, command, Mishap.CARD_EXPOSED, note, (*hand_clauses(state, hand), *clauses), seat))


def standstill(state: TableState) -> Refusal | None:
    """Why play stands still, or ``None``: an incident that a supervisor resolves first."""
    if (incident := state.stopped) is None:
        return None
    sentence = said(
        "play stands still until a supervisor resolves incident {number} ({kind}): {note}",
        number=incident.number,
        kind=incident_name(incident.kind),
        note=incident.note,
    )
    clauses = incident_clauses(state, incident.kind) or standing_still(state)
    return refuse(Code.INCIDENT_OPEN, sentence, *clauses, allowed=(str(incident.number),))


def exposure_first(state: TableState) -> Refusal | None:
    """Why everything waits: the floorperson has not said yet how a card was disclosed."""
    if state.coup is None or state.coup.exposed is None:
        return None
    sentence = said("the floorperson says first whether the card turned over as it was dealt")
    return refuse(Code.STEP_MISSING, sentence, *confirm_clauses(state), allowed=("confirm-exposure",))


def confirm_clauses(state: TableState) -> tuple[str, ...]:
    """The clauses under which the floorperson confirms an exposure."""
    remedy = exposure_remedy(state)
    return remedy.clauses if remedy else book_of(state.rules).deal_clauses


@decides(c.ConfirmExposure)
def confirm_exposure(state: TableState, command: c.ConfirmExposure) -> Decision:
    """The floorperson confirms that a card was disclosed as it was dealt, or finds that it lay on its area before."""
    coup, clauses = state.coup, confirm_clauses(state)
    if coup is None or coup.exposed is None:
        return not_now(state, command, *clauses)
    if refusal := same_person(command.by, (coup.exposed_by,), *clauses):
        return refusal
    card = {coup.exposed: coup.known[coup.exposed]}
    if not command.in_dealing:
        hand = "player" if coup.exposed in coup.player else "banker"
        return _stays(state, command, hand, card, book_of(state.rules).deal_clauses)
    remedy = exposure_remedy(state)
    assert remedy is not None, "an exposure waits for the floor only where a remedy follows"
    return (_strayed(command, remedy.clauses, Mishap.EXPOSED_IN_DEALING, card, remedy.do, (coup.exposed,)),)


def _exposed(state: TableState, command: c.Report) -> Decision:
    """A card that lay on its area has been shown: it is exposed and stays in its hand (B28)."""
    coup = state.coup
    if refusal := known_hand(state, command.hand):
        return refusal
    handed = state.rules.rulebook.handed
    third = handed.player_third if command.hand == "player" else handed.banker_third
    clauses = third if state.phase is Phase.DRAWING else book_of(state.rules).deal_clauses
    down = [p for p in coup.hand(command.hand) if p not in coup.known] if coup else []
    if coup is None or not down or state.phase not in COUP_PHASES:
        return not_now(state, said("an exposed card"), *clauses)
    if refusal := turned_cards(state, command.cards, len(down), *clauses):
        return refusal
    return _stays(state, command, command.hand, dict(zip(down, command.cards, strict=True)), clauses)


def _too_few(state: TableState, command: c.Report) -> Decision:
    """The shoe cannot complete the coup: it is void, and everything goes back."""
    remedy = too_few(state)
    due = hand_due(state)
    if state.coup is None or due is None or next_position(state) < state.cards_count:
        return not_now(state, said("a void round while the shoe can complete it"), *remedy.clauses)
    return void_coup(state, command, "too few cards", state.rules.rulebook.settlement.void, *remedy.clauses)


def _order_lost(state: TableState, command: c.Report) -> Decision:
    """The house cannot open the order of the shoe: an incident, which ends with the shoe or when the order is found.

    It moves no wager: a coup that it keeps from being completed follows F14, by two people.
    """
    if refusal := reasoned(command.note, F14):
        return refusal
    if not state.commitment or order_lost(state):
        return not_now(state, said("the loss of an order"), F14)
    opened = _opened(state, command, ORDER_LOST, command.note, (F14,))
    if state.phase in CUT_PHASES:
        return (opened, signed(e.ShoeEnded, command, (F14,), shoe_no=state.shoe_no, reason=command.note))
    return (opened,)


def void_coup(
    state: TableState, command: c.Command, reason: str, grounds: Clauses, *clauses: str
) -> tuple[e.Event, ...]:
    """Return every wager, also one that was spoken and whose cash still lies there, and reverse what House Money moved
    unless the house lets it stand (B10).

    The whole set is reshuffled before anything else is dealt.
    """
    cash = (noted(e.SpokenReturned, command, grounds, spoken) for spoken in state.spoken)
    money, wagers, stands = EMPTY, state.wagered, state.on_layout.house_money_settled
    if stands:
        money = Settlement((), state.on_layout.house_money_postings, (), {})
        if state.rules.options.get("house_money_on_void", "reverse") == "reverse":
            wagers, stands = (*wagers, *state.on_layout.house_money_wagers), ()
    returned = void(state.rules, wagers, money, grounds)
    voided = signed(
        e.CoupVoided,
        command,
        (*clauses, *grounds),
        coup_no=state.on_layout.no,
        reason=reason,
        wagers=(*stands, *returned.wagers),
        postings=returned.postings,
    )
    return (*cash, voided)


# --------------------------------------------------------------------------------------------------- carrying it out


def remedy_ready(state: TableState) -> bool:
    """Whether the remedy of the first stray card can be carried out now, or has to wait for the coup."""
    if not state.strays or (state.coup is not None and state.coup.simulated):
        return False
    do, coup = state.strays[0].do, state.coup
    if do == PLACE:
        return not _early(state)
    return not after_round(state, state.strays[0]) and (do != SIMULATED or coup is None or _waits_closed(state))


def _waits_closed(state: TableState) -> bool:
    """Whether betting is closed and no card of the coup has been dealt."""
    coup = state.coup
    return state.phase is Phase.DEALING and coup is not None and not (coup.player or coup.banker)


@decides(c.CarryOut)
def carry_out(state: TableState, command: c.CarryOut) -> Decision:
    """Carry out the remedy that is due: the counted burn, the two-card discard, the simulated round, the early card."""
    due = state.strays[0] if state.strays else None
    clauses = stray_clauses(state)
    if due is None and (state.remedied or state.carried_clauses):
        sentence = said(
            "the card has its place: {remedy} is another use of it than the rules make", remedy=remedy_name(command.do)
        )
        return refuse(Code.WRONG_STEP, sentence, *clauses)
    if due is None or (state.coup is not None and state.coup.simulated):
        return not_now(state, command, *clauses)
    if command.do != due.do:
        sentence = said(
            "the remedy is {remedy}, not {wrong}", remedy=remedy_name(due.do), wrong=remedy_name(command.do)
        )
        return refuse(Code.WRONG_STEP, sentence, *clauses, allowed=(due.do,))
    if due.do == SIMULATED:
        return _simulated(state, command, clauses)
    if due.do == PLACE:
        return _place(state, command, due)
    if after_round(state, due):
        return not_now(state, said("the burn before the round is over"), *clauses)
    burned = min(due.burn_count, state.cards_left)
    shown_count = burned if due.do == RemedyStep.BURN_COUNTED else 0
    if refusal := turned_cards(state, command.cards, shown_count, *clauses):
        return refusal
    fresh = tuple(range(state.next_index, state.next_index + burned))
    discarded = signed(
        e.StrayDiscarded,
        command,
        clauses,
        positions=(*due.positions, *fresh),
        shown=dict(zip(fresh, command.cards, strict=False)),
        cut_card=_cuts(state, burned),
    )
    return (discarded, *reopen(apply_all(state, [discarded]), command))


def _place(state: TableState, command: c.CarryOut, stray: Stray) -> Decision:
    """A card that was drawn early goes to the hand that is due it; if none is, it was drawn in error (F02).

    A third card that lay on the Player's Hand is the Player's if one is due there; otherwise it follows its own rule.
    """
    if _early(state):
        return not_now(state, said("placing a card before the counts say whose it is"), *stray_clauses(state))
    position = stray.positions[0]
    due, third = hand_due(state), stray.kind == Mishap.THIRD_CARD_TO_PLAYER
    if due == "player" or (due is not None and not third):
        clauses = round_step(state, "third-cards").clauses
        card = stray.cards.get(position)
        moved = signed(e.CardMoved, command, clauses, position=position, hand=due, card=card)
        return (moved, *waived(state, moved, command))
    remedy = remedy_for(state, stray.kind, disclosed=stray.disclosed, banker_draws=third and banker_must_draw(state))
    cards = {p: stray.cards[p] for p in stray.positions if p in stray.cards}
    strayed = _strayed(command, remedy.clauses, stray.kind, cards, remedy.do, stray.positions)
    events = (strayed, *_at_once(state, command, strayed, remedy))
    return (*events, *reopen(apply_all(state, events), command))


def _simulated(state: TableState, command: c.CarryOut, clauses: tuple[str, ...]) -> Decision:
    """Open a simulated round with the disclosed card; a live round with a card on the layout is finished first (B29).

    Before the first card of a live round the simulated one goes first: the wagers stay as they are and the round is
    dealt after it, or, where the house chose so, the call is cancelled and betting opens again.
    """
    waits = _waits_closed(state)
    if not remedy_ready(state):
        return not_now(state, said("the simulated round before the live round is over"), *clauses)
    position = state.strays[0].positions[0]
    frozen = state.rules.options.get("wagers_before_simulated") == "frozen"
    resume = "deal" if waits and frozen else "bet" if waits or state.phase is Phase.BETTING else ""
    card = state.strays[0].cards.get(position)
    clauses = (*clauses, *state.rules.rulebook.simulated.wagers)
    return (signed(e.SimulatedRoundStarted, command, clauses, position=position, card=card, resume=resume),)


# --------------------------------------------------------------------------------------------------------- incidents


def _opened(
    state: TableState, command: c.Command, kind: str, note: str, clauses: tuple[str, ...], seat: int = 0
) -> e.IncidentOpened:
    stops_play = INCIDENTS.get(kind, False)
    facts = {"number": state.incident_no + 1, "kind": kind, "note": note, "stops_play": stops_play, "seat": seat}
    facts["role"] = command.by.role.value if kind in ATTESTED else ""
    return signed(e.IncidentOpened, command, clauses, **facts, staff=dict(state.staff))


def _incident(state: TableState, command: c.Report) -> Decision:
    kind = command.kind
    about = incident_clauses(state, kind) or standing_still(state)
    if refusal := reasoned(command.note, *about):
        return refusal
    if kind == Mishap.UNFINISHABLE and (refusal := _finishable(state)):
        return refusal
    if kind == Mishap.OMITTED_CARD and state.phase is Phase.DRAWING:  # before the settlement it is simply dealt (F04)
        step = round_step(state, "third-cards")
        return refuse(Code.NOT_NOW, said("the card is due now: {step:.}", step=Said(step.says)), *step.clauses)
    if kind == Mishap.CARD_MISUSED and not (state.strays or state.remedied or state.carried_clauses):
        sentence = said("no card is out of the shoe in error that could have been put to another use")
        return refuse(Code.NOT_NOW, sentence, *stray_clauses(state))
    if kind == Mishap.UNCOLLECTED and not state.owed(command.seat):
        clauses = state.rules.rulebook.owed.leaving
        return refuse(Code.NOTHING_OWED, said("seat {seat} owes no vigorish", seat=command.seat), *clauses)
    if kind == Mishap.CASH_OVERDUE and not any(spoken.seat == command.seat for spoken in state.spoken):
        sentence = said("seat {seat} has no cash of a spoken wager on the table", seat=command.seat)
        return refuse(Code.NOT_NOW, sentence, *state.rules.rulebook.verbal.convert)
    return (_opened(state, command, kind, command.note, about, command.seat),)


@decides(c.ResolveIncident)
def resolve_incident(state: TableState, command: c.ResolveIncident) -> Decision:
    """A supervisor resolves an incident, in words; it moves no chip and no card."""
    incident = state.incidents.get(command.number)
    clauses = incident_clauses(state, incident.kind) if incident else ()
    cited = clauses or standing_still(state)
    if refusal := reasoned(command.resolution, *cited):
        return refusal
    if incident is None:
        open_ones = many(state.incidents, "and") if state.incidents else said("none")
        sentence = said("there is no open incident {number}; open are {open}", number=command.number, open=open_ones)
        return refuse(Code.UNKNOWN_REPORT, sentence, *cited)
    if incident.kind == Mishap.UNCOLLECTED and state.owed(incident.seat):  # B37: collection, or the house bears it
        sentence = said(
            "seat {seat} still owes: the vigorish is collected, or cleared at the house's expense", seat=incident.seat
        )
        return refuse(Code.VIGORISH_OWED, sentence, *state.rules.rulebook.owed.stays, *clauses)
    return (noted(e.IncidentResolved, command, cited),)


# ----------------------------------------------------------------------------------- a coup that cannot be completed


def _finishable(state: TableState) -> Refusal | None:
    """Why nothing is returned of this coup, or ``None``: there is none, or everybody sees how it ends (F14)."""
    coup = state.coup
    if coup is not None and state.phase in UNCALLED:
        if not plain_to_see(state):
            return None
        sentence = said("every card of the round lies face up: its counts are announced, and nothing is returned")
        return refuse(Code.NOT_NOW, sentence, F14)
    if state.phase not in COUP_PHASES:
        return not_now(state, said("a round that cannot be completed"), F14)
    sentence = said("the final counts are announced: every wager is settled by them, and nothing is returned")
    return refuse(Code.NOT_NOW, sentence, *round_step(state, "settle").clauses)


def waits(state: TableState) -> bool:
    """Whether a coup that cannot be completed waits at this table until it can (F14)."""
    return state.rules.options["unfinishable_coup"] == "wait"


@decides(c.ConfirmUnfinishable)
def confirm_unfinishable(state: TableState, command: c.ConfirmUnfinishable) -> Decision:
    """A second person confirms that the coup cannot be completed: every wager at every seat goes back, whole (F14)."""
    incident = state.incidents.get(command.number)
    if incident is None or incident.kind != Mishap.UNFINISHABLE:
        sentence = said("nobody has reported, as incident {number}, that the round cannot be completed")
        return refuse(Code.UNKNOWN_REPORT, sentence.about(number=command.number), F14)
    if refusal := _finishable(state):
        return refusal
    if waits(state):
        sentence = said("a round that cannot be completed waits at this table until it can: no wager is returned")
        return refuse(Code.NOT_NOW, sentence, F14)
    by = command.by
    if refusal := same_person(by, (incident.by,), F14):
        return refusal
    if not by.is_supervisor and incident.role not in SUPERVISORS:
        sentence = said("one of the two who say so is a floorperson or above")
        return refuse(Code.NOT_YOURS, sentence, F14, allowed=SUPERVISORS)
    words = "every wager is returned"
    resolved = signed(e.IncidentResolved, command, (F14,), number=incident.number, resolution=words)
    return (resolved, *void_coup(state, command, incident.note, Clauses({"decides": F14})))
