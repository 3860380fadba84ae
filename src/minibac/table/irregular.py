"""Irregularities: what has already happened is reported, and the rulebook's remedy is carried out.

The remedy is a row of rulebook data keyed by what happened (kind, disclosed or not, must the Banker draw). The state
holds the stray card, the carried card, the burn that is due and the simulated round that is due.
"""

from minibac.cards.card import burn_count, parse_card
from minibac.play.coup import Hand, next_draw
from minibac.play.decisions import decisions
from minibac.play.settlement import EMPTY, Posting, Settlement, void
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.rulebook import Remedy
from minibac.rules.words import did_you_mean, listed
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.apply import apply_all
from minibac.table.dealing import hand_due, known_hand, next_position
from minibac.table.desk import (
    Decision,
    dealer_on_duty,
    decides,
    not_now,
    not_yours,
    reasoned,
    round_step,
    rows,
    signed,
    supervisor,
    turned_cards,
)
from minibac.table.roles import SUPERVISORS, Duty, Role
from minibac.table.settling import reopen
from minibac.table.state import COUP_PHASES, Phase, TableState

STRAYS = ("third-card-to-player", "card-in-error", "face-up-in-shoe")
INCIDENTS = {
    "wager-touched": False,
    "card-handled": False,
    "house-money-touched": False,
    "omitted-card": True,
    "foreign-back": True,
    "uncollected": False,
    "other": True,
}
"""Cases for a supervisor, and whether play stands still until they are resolved."""

KINDS = (*STRAYS, "wrong-hand", "card-exposed", "burn-too-many", "too-few-cards", *INCIDENTS)


@decides(c.Report)
def report(state: TableState, command: c.Report) -> Decision:
    """Say what has happened; what follows is the rulebook's remedy, or an incident for a supervisor."""
    if command.by.role is not Role.DEALER and command.by.role not in SUPERVISORS:
        return not_yours(state, command, ("dealer", *SUPERVISORS))
    if command.kind not in KINDS:
        sentence = f"{command.kind!r} is no irregularity{did_you_mean(command.kind, KINDS)}: {listed(KINDS)}"
        return refuse(Code.UNKNOWN_REPORT, sentence, *state.rules.rulebook.remedy[0].clauses, allowed=KINDS)
    if command.kind in INCIDENTS:
        return _incident(state, command, command.kind, command.note, stops=INCIDENTS[command.kind])
    if state.phase in (Phase.OPENING, Phase.SHUFFLE, Phase.COMMIT, Phase.DEAD, Phase.CLOSED, Phase.SHOE_OVER):
        return not_now(state, f"reporting {command.kind}")
    if command.kind == "too-few-cards":
        return _too_few(state, command)
    if command.kind == "wrong-hand":
        return _wrong_hand(state, command)
    if command.kind == "card-exposed":
        return _exposed(state, command)
    return _stray(state, command)


def remedy_for(state: TableState, kind: str, *, disclosed: bool, banker_draws: bool) -> Remedy:
    """The row of the rulebook for what happened."""
    return next(
        remedy
        for remedy in state.rules.rulebook.remedy
        if remedy.kind == kind
        and remedy.disclosed in (None, disclosed)
        and remedy.banker_draws in (None, banker_draws)
        and state.rules.applies(remedy.only)
    )


def banker_must_draw(state: TableState) -> bool:
    """Whether the Banker is obliged to draw although the Player took no third card; with a natural it is not (A17)."""
    if state.coup is None or state.phase not in (Phase.DRAWING, Phase.RESULT):
        return False
    coup = state.coup_so_far()
    return len(coup.player) == 2 and next_draw(coup) is Hand.BANKER


def _stray(state: TableState, command: c.Report) -> Decision:
    """A card, or cards, out of the shoe that no hand is due."""
    kind = "card-in-error" if command.kind == "burn-too-many" else command.kind
    third = kind == "third-card-to-player"
    if third:
        coup = state.coup
        wrong = coup is None or state.phase not in (Phase.DRAWING, Phase.RESULT) or hand_due(state) == "player"
        if wrong or coup is None or len(coup.player) != 2:
            return not_now(state, "a third card to the Player's Hand in error", *state.rules.rulebook.remedy[0].clauses)
    found = max(1, command.count, len(command.cards) if kind == "face-up-in-shoe" else 1)
    disclosed = command.disclosed or kind == "face-up-in-shoe"
    remedy = remedy_for(state, kind, disclosed=disclosed, banker_draws=third and banker_must_draw(state))
    if state.cards_left < found:
        return not_now(state, "a stray card from an empty shoe", *remedy.clauses)
    if refusal := turned_cards(state, command.cards, found if disclosed else 0, *remedy.clauses):
        return refusal
    if state.strays:
        return not_now(state, "a second stray card before the first is dealt with", *remedy.clauses)
    positions = tuple(range(state.next_index, state.next_index + found))
    cards = dict(zip(positions, command.cards, strict=False))
    burns = sum(burn_count(parse_card(card).rank) for card in cards.values()) if "burn-counted" in remedy.do else 0
    strayed = signed(
        e.CardStrayed,
        command,
        remedy.clauses,
        kind=kind,
        positions=positions,
        disclosed=disclosed,
        cards=cards,
        do=remedy.do,
        burn_count=1 if "discard-two" in remedy.do else burns,
        cut_card=not state.cut_card_seen and state.depth > 0 and state.cards_left - found < state.depth,
    )
    if remedy.do[0] == "banker-third":
        moved = signed(
            e.CardMoved, command, remedy.clauses, position=positions[0], hand="banker", card=cards.get(positions[0])
        )
        return (strayed, moved)
    if remedy.do[0] == "carry":
        return (strayed, signed(e.CardCarried, command, remedy.clauses, position=positions[0]))
    return (strayed,)


def _wrong_hand(state: TableState, command: c.Report) -> Decision:
    """A card that was due lies on the wrong area: it belongs to the hand that was due it (F02)."""
    step = round_step(state, "four-cards" if state.phase is Phase.DEALING else "third-cards")
    due = hand_due(state)
    if refusal := known_hand(state, command.hand):
        return refusal
    if due is None or command.hand == due:
        return not_now(state, "a card on the wrong hand", *step.clauses)
    position = next_position(state)
    if position >= state.cards_count:
        return _no_cards(state)
    if refusal := turned_cards(state, command.cards, len(command.cards[:1]), *step.clauses):
        return refusal
    dealt = signed(
        e.CardDealt,
        command,
        step.clauses,
        position=position,
        hand=due,
        card=command.cards[0] if command.cards else None,
        cut_card=position == state.next_index and state.cut_card_next,
    )
    logged = _opened(
        state, command, "wrong-hand", f"a card lay on the {command.hand}'s area and was moved", stops=False
    )
    return (
        dealt,
        logged,
        signed(e.IncidentResolved, command, number=logged.number, resolution="moved to the hand due (F02)"),
    )


def _exposed(state: TableState, command: c.Report) -> Decision:
    """A card that was due has turned over in dealing: it is exposed and stays in its hand (B28)."""
    coup = state.coup
    if refusal := known_hand(state, command.hand):
        return refusal
    clauses = (
        state.rules.rulebook.handed.player_third
        if command.hand == "player"
        else state.rules.rulebook.handed.banker_third
    )
    down = [p for p in coup.hand(command.hand) if p not in coup.known] if coup else []
    if coup is None or not down or state.phase not in COUP_PHASES:
        return not_now(state, "an exposed card", *clauses)
    if refusal := turned_cards(state, command.cards, len(down), *clauses):
        return refusal
    return (
        signed(e.CardsTurned, command, clauses, hand=command.hand, cards=dict(zip(down, command.cards, strict=True))),
    )


def _too_few(state: TableState, command: c.Report) -> Decision:
    """The shoe cannot complete the coup: it is void, and everything goes back."""
    remedy = next(r for r in state.rules.rulebook.remedy if r.kind == "too-few-cards")
    due = hand_due(state)
    if state.coup is None or due is None or next_position(state) < state.cards_count:
        return not_now(state, "a void round while the shoe can complete it", *remedy.clauses)
    return (void_coup(state, command, "too few cards", remedy.clauses),)


def _no_cards(state: TableState) -> Refusal:
    remedy = next(r for r in state.rules.rulebook.remedy if r.kind == "too-few-cards")
    return refuse(Code.TOO_FEW_CARDS, f"no card is left: {remedy.says}", *remedy.clauses)


def void_coup(state: TableState, command: c.Command, reason: str, clauses: tuple[str, ...]) -> e.CoupVoided:
    """Return every wager, and reverse what House Money moved unless the house lets it stand (B10)."""
    assert state.coup is not None
    money = EMPTY
    wagers = state.wagered
    if state.coup.house_money_done:
        money = Settlement((), tuple(Posting(*row) for row in state.coup.house_money_postings), (), {})
        if state.rules.options.get("house_money_on_void", "reverse") == "reverse":
            wagers = (*wagers, *state.coup.house_money_wagers)
    returned = void(state.rules, wagers, money)
    return signed(
        e.CoupVoided, command, clauses, coup_no=state.coup.no, reason=reason, postings=rows(returned.postings)
    )


# --------------------------------------------------------------------------------------------------- carrying it out


@decides(c.CarryOut)
def carry_out(state: TableState, command: c.CarryOut) -> Decision:
    """Carry out the remedy that is due: the counted burn, the two-card discard, the simulated round."""
    due = state.strays[0] if state.strays else None
    clauses = _stray_clauses(state)
    if refusal := dealer_on_duty(state, command, Duty.CALLING, *clauses):
        return refusal
    if due is None or due.do == "carry":
        return not_now(state, f"carrying out {command.do!r}", *clauses)
    if command.do != due.do:
        sentence = f"the remedy is {due.do}, not {command.do}"
        return refuse(Code.WRONG_STEP, sentence, *clauses, allowed=(due.do,))
    if due.do == "simulated-round":
        return _simulated(state, command, clauses)
    burned = min(due.burn_count, state.cards_left)
    shown_count = burned if due.do == "burn-counted" else 0
    if refusal := turned_cards(state, command.cards, shown_count, *clauses):
        return refusal
    fresh = tuple(range(state.next_index, state.next_index + burned))
    discarded = signed(
        e.StrayDiscarded,
        command,
        clauses,
        positions=(*due.positions, *fresh),
        shown=dict(zip(fresh, command.cards, strict=False)),
        cut_card=not state.cut_card_seen and state.depth > 0 and state.cards_left - burned < state.depth,
    )
    return (discarded, *reopen(apply_all(state, [discarded]), command))


def _stray_clauses(state: TableState) -> tuple[str, ...]:
    book = state.rules.rulebook
    if not state.strays:
        return book.remedy[0].clauses
    stray = state.strays[0]
    return next(
        (r.clauses for r in book.remedy if r.kind == stray.kind and stray.do in r.do and state.rules.applies(r.only)),
        book.remedy[0].clauses,
    )


def _simulated(state: TableState, command: c.CarryOut, clauses: tuple[str, ...]) -> Decision:
    """Open a simulated round with the disclosed card; a live round is finished first (B29)."""
    if state.phase not in (Phase.BETWEEN, Phase.BETTING):
        return not_now(state, "the simulated round before the live round is over", *clauses)
    stray = state.strays[0]
    position = stray.positions[0]
    return (signed(e.SimulatedRoundStarted, command, clauses, position=position, card=stray.cards.get(position)),)


# --------------------------------------------------------------------------------------------------------- incidents


def _opened(state: TableState, command: c.Command, kind: str, note: str, *, stops: bool) -> e.IncidentOpened:
    book = state.rules.rulebook
    clauses = {
        "wager-touched": book.handling.wagers,
        "card-handled": book.handling.cards,
        "house-money-touched": book.settlement.house_money_untouched,
        "foreign-back": book.equipment.batch_clauses or book.equipment.backs_clauses,
        "uncollected": book.owed.leaving,
        "omitted-card": round_step(state, "third-cards").clauses,
        "wrong-hand": round_step(state, "four-cards").clauses,
    }.get(kind, ())
    number = state.incident_no + 1
    return signed(e.IncidentOpened, command, clauses, number=number, kind=kind, note=note, stops_play=stops)


def _incident(state: TableState, command: c.Report, kind: str, note: str, *, stops: bool) -> Decision:
    if refusal := reasoned(note, *state.rules.rulebook.handling.cards):
        return refusal
    return (_opened(state, command, kind, note, stops=stops),)


@decides(c.ResolveIncident)
def resolve_incident(state: TableState, command: c.ResolveIncident) -> Decision:
    """A supervisor resolves an incident, in words; where nothing else helps the coup is voided."""
    clauses = state.rules.rulebook.handling.cards
    if refusal := supervisor(state, command, *clauses) or reasoned(command.resolution, *clauses):
        return refusal
    if command.number not in state.incidents:
        open_ones = listed(state.incidents, "and") or "none"
        return refuse(
            Code.UNKNOWN_REPORT, f"there is no open incident {command.number}; open are {open_ones}", *clauses
        )
    resolved = signed(e.IncidentResolved, command, clauses, number=command.number, resolution=command.resolution)
    if not command.void_coup:
        return (resolved,)
    if state.coup is None or state.phase not in COUP_PHASES or state.phase in (Phase.SETTLING, Phase.RACKING):
        return not_now(state, "voiding the round", *clauses)
    return (resolved, void_coup(state, command, command.resolution, clauses))


def decision_words(state: TableState) -> str:
    """Why the coup goes on as it does, for a dealer who wants to know."""
    made = decisions(state.coup_so_far(), state.rules.rulebook)
    return made[-1].text if made else ""
