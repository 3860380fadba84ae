"""What only a dealer sees: the next right step, what else is at hand, what to pay, what could go wrong.

A school deals from it and a trainee is compared with it, so all of it is the table's own knowledge: the automatic
dealer's next command, the settlement in the rulebook's order, the rulebook's remedies.
"""

from collections.abc import Iterable, Sequence

import msgspec

from minibac.machine.roles import Actor, Role
from minibac.play.chips import worth
from minibac.play.results import Winner
from minibac.play.settlement import CHARGES
from minibac.rules.names import step_name, wager_called
from minibac.rules.refusal import Refusal
from minibac.rules.remedies import Mishap
from minibac.rules.rulebook import Remedy
from minibac.table import commands as c
from minibac.table.automatic import next_command
from minibac.table.dealing import HANDS
from minibac.table.irregular import ALIASES, INCIDENTS, confirm_clauses
from minibac.table.machine import decide
from minibac.table.narrate import Either, Row, say
from minibac.table.offered import TO_BE_SAID, collectable, report_asks, reports, steps_by_hand
from minibac.table.phases import COUP_PHASES, OF_NOBODY
from minibac.table.settling import right_settlement
from minibac.table.state import Phase, TableState
from minibac.table.steps import active_steps, batch_names, due, instruction, stray_clauses
from minibac.table.tray import shut
from minibac.table.view_types import (
    CashPart,
    DealerYours,
    IrregularityPart,
    PayoutPart,
    PlainCommand,
    RemedyPart,
    StepPart,
    TrayPart,
)
from minibac.voice.said import NOTHING, Said, said

ASIDE = (c.CallNoMoreBets, c.RackCards, c.CallLastHand, c.EndShoe, c.TuckBanker, c.DeclareDead)
"""Commands without a question that turn no card, offered whenever the table would take them."""

REPORTS: dict[str, Said] = {
    Mishap.THIRD_CARD_TO_PLAYER: said("A third card went to the Player's Hand in error"),
    Mishap.THIRD_CARD_TO_BANKER: said("A third card went to the Banker's Hand in error"),
    Mishap.CARD_IN_ERROR: said("A card was drawn in error"),
    Mishap.WRONG_HAND: said("A card went to the wrong hand"),
    Mishap.EXPOSED_IN_DEALING: said("A card turned over as it was dealt"),
    Mishap.CARD_EXPOSED: said("A card on its area was shown"),
    Mishap.FACE_UP_IN_SHOE: said("A card lies face up in the shoe"),
    Mishap.BURN_TOO_MANY: said("Too many cards were burned"),
    Mishap.OMITTED_CARD: said("A third card was left out"),
    Mishap.TOO_FEW_CARDS: said("The shoe cannot complete the round"),
    Mishap.WAGER_TOUCHED: said("A guest touched a wager after the call"),
    Mishap.CARD_HANDLED: said("A guest handled the cards"),
    Mishap.HOUSE_MONEY_TOUCHED: said("A guest touched House Money"),
    Mishap.CARD_MISUSED: said("A card was put to another use"),
    Mishap.FOREIGN_BACK: said("A card has a foreign back"),
    Mishap.UNCOLLECTED: said("Vigorish cannot be collected"),
    Mishap.CASH_OVERDUE: said("The cash of a spoken wager is overdue"),
    Mishap.UNFINISHABLE: said("The round cannot be completed"),
    Mishap.OTHER: said("Something else"),
}
"""What can be reported, as a dealer would say it; the cards first."""
SPECIAL = ("dragon_7", "panda_8")
"""Results that a rulebook has a call of its own for."""


def dealer_part(
    state: TableState, at: int, actor: Actor, chips_cents: Sequence[int], *, practice: bool = False
) -> DealerYours:
    """Everything a dealer sees beyond the table itself.

    ``practice``: at a training table every step can be tried, right or wrong; elsewhere those are offered that the
    table would take.
    """
    kinds = REPORTS if practice else reports(state, at, actor, REPORTS)
    part: DealerYours = {
        "next": next_step(state, at),
        "instruction": {"says": line.says, "clauses": list(line.clauses)} if (line := instruction(state)) else None,
        "at_hand": at_hand(state, at, actor),
        "payouts": payouts(state, chips_cents),
        "irregularities": irregularities(state, kinds),
        "practice": practice,
        "by_hand": [] if practice else steps_by_hand(state, at, actor),
        "collects": collectable(state, at, actor),
        "winners": WINNERS,
        "calls": calls(state),
    }
    if part["next"] is None:
        part["waits"] = waits(state)
    if state.kept and (state.phase not in COUP_PHASES or state.fill_asked):  # in a round payouts take the room
        part["tray"] = tray_part(state)
    if cash := cash_unnamed(state):
        part["cash"] = cash
    return part


WINNERS = [winner.value for winner in Winner]
"""What can be called at the end of a round."""


def calls(state: TableState) -> list[str]:
    """What this table calls beside the winner of a round."""
    return [p.id for p in state.rules.propositions if p.id.replace("-", "_") in SPECIAL]


def cash_unnamed(state: TableState) -> list[CashPart]:
    """The cash of which the person who deals has still to say which notes it was."""
    waits = sorted(state.cash_unnamed.items())
    return [{"seat": seat, "cents": worth(n), "notes": sorted(n.items(), reverse=True)} for seat, n in waits]


def tray_part(state: TableState) -> TrayPart | None:
    """The tray as whoever stands at it sees it: its chips, the highest first, and the fill it has asked for."""
    if not state.kept:
        return None
    chips, fill = (sorted(heap.items(), reverse=True) for heap in (state.tray, state.fill_asked))
    return {"open": state.tray_open, "chips": chips, "fill": fill}


def command_plain(command: c.Command) -> PlainCommand:
    """A command as a page sends it: without the person and the time, which the house knows."""
    plain: PlainCommand = msgspec.to_builtins(command)
    del plain["by"], plain["at"]
    return plain


def next_step(state: TableState, at: int) -> StepPart | None:
    """The next right command and whose it is, with the words and clauses of what is due."""
    following = next_command(state, at)
    if following is None:
        return None
    words, clauses = due(state)
    if isinstance(following.command, c.ConfirmExposure):
        words, clauses = said("A card turned over as it was dealt"), confirm_clauses(state)
    told = label(following.command) or words
    if isinstance(following.command, c.CarryOut):
        clauses = stray_clauses(state)  # the remedy comes before what the phase would have next
    step: StepPart = {
        "label": str(told),
        "said": told,
        "clauses": list(clauses),
        "role": following.role.value,
        "command": command_plain(following.command),
    }
    if asks := must_say(state, following.command):
        step["asks"], step["says"] = asks, words
    if following.role is Role.GUEST and not isinstance(following.command, OF_ALL):
        seat = following.command.by.seat
        step["name"], step["seat"] = state.seats[seat].name, seat
    return step


OF_ALL = (c.DoStep, c.CommitShare, c.RevealShare)
"""What any of the guests may do, or the programs of all of them."""


def waits(state: TableState) -> Said:
    """What a table waits for that has no next command: nobody here can do anything about it, or somebody must come."""
    if state.phase in OF_NOBODY:
        return said("The house seals the order of the cards")
    if not state.seats:
        return said("A guest must sit first: nobody is at the table yet")
    if state.incidents:
        return said("Somebody of the floor must look into what has happened")
    if not state.attended:
        return said("A guest is just arriving")
    if shut(state):
        return said("The tray is closed: it is counted first")
    if state.owing:
        return said("Seat {seat} still owes vigorish", seat=state.owing[0])
    return said("Somebody else acts first")


def must_say(state: TableState, command: c.Command) -> list[str]:
    """The fields of a command that whoever gives it has to say: what was found, counted or seen."""
    two = len(batch_names(state)) > 1
    if isinstance(command, c.DoStep):
        return [name for step in active_steps(state) if step.id == command.step for name in step.asks]
    if isinstance(command, c.LoadShoe):
        return ["cutting_cards", *(["batch"] if two else [])]
    if isinstance(command, c.BurnCards):
        return ["rack_batch"] if two else []
    return ["in_dealing"] if isinstance(command, c.ConfirmExposure) else []


def label(command: c.Command) -> Said:
    """A command in a few words."""
    return say(command, LABELS.get(type(command), NOTHING))


def _step(command: c.DoStep) -> Said:
    step = said("{step:^}", step=step_name(command.step))
    return step if command.batch == "A" else said("{step}, batch {batch}", step=step, batch=command.batch)


def _first_move(command: c.TakeActions) -> Said:
    move, seat, wager, _ = command.actions[0]
    return said("{move}: {wager} at seat {seat}", move=MOVES[move], wager=wager_called(wager), seat=seat)


MOVES = {
    "collect": said("Take"),
    "pay": said("Pay"),
    "return": said("Return"),
    "add": said("Add"),
    "mark": said("Mark vigorish"),
    "vigorish": said("Take vigorish"),
}
LABELS: dict[type[c.Command], Row] = {
    c.DoStep: _step,
    c.DealCard: said("A card to {hand} Hand"),
    c.TurnCards: said("Turn {hand} cards"),
    c.HandCards: said("Hand {hand} cards to seat {seat}"),
    c.RevokeRight: said("Take {hand} cards back: {reason}"),
    c.CallCount: said("Call {hand} count"),
    c.TakeActions: Either("actions", _first_move),
    c.CarryOut: said("Remedy: {remedy}"),
    c.ConfirmExposure: said("Confirm that the card turned over in dealing"),
    c.SettleHouseMoney: said("Settle House Money of seat {seat}"),
    c.CollectVigorish: said("Collect the vigorish of seat {seat}"),
    c.ConfirmSpoken: said("Confirm the spoken wager of seat {seat}"),
    c.ConvertCash: said("Chips for the cash of seat {seat}"),
    c.CallNoMoreBets: said("No more bets"),
    c.RackCards: said("Cards to the discard rack"),
    c.CallLastHand: said("Call last hand"),
    c.EndShoe: said("End the shoe"),
    c.TuckBanker: said("Tuck the Banker's Hand"),
    c.BurnCards: said("Burn"),
    c.CompleteCut: said("Front to back, cutting card in"),
    c.LoadShoe: said("Load the shoe"),
    c.CutStack: said("Cut the stack"),
    c.CallResult: said("Announce the result"),
    c.DeclareDead: said("Declare the table dead"),
    c.Report: said("Report: {kind}"),
    c.ResolveIncident: said("Look into what has happened"),
    c.ChangeDecks: said("Fresh decks"),
    c.WithdrawWager: said("Give the wager of seat {seat} back"),
    c.ClearVigorish: said("Clear the vigorish of seat {seat}"),
    c.ConfirmUnfinishable: said("Confirm that the round cannot be completed"),
}


def at_hand(state: TableState, at: int, actor: Actor) -> list[StepPart]:
    """What the table would take from this person now, of the things that need no further question."""
    if state.phase in (Phase.OPENING, Phase.SHUFFLE):
        return []
    found = []
    plain_steps = (kind(by=actor, at=at) for kind in ASIDE)
    for command in (*plain_steps, *lying_open(state, at, actor)):
        answer = decide(state, command)
        if not isinstance(answer, Refusal):
            found.append(offered(command, dict.fromkeys(clause for event in answer for clause in event.clauses)))
    return found


def offered(command: c.Command, clauses: Iterable[str] = (), asks: list[str] | None = None) -> StepPart:
    """A command that somebody may choose; a note that must be said with it is asked for, and what ``asks`` names."""
    told, plain = label(command), command_plain(command)
    step: StepPart = {"label": str(told), "said": told, "clauses": list(clauses)[:4], "command": plain}
    if plain.get("note"):
        step["asks"], step["command"] = ["note"], plain | {"note": ""}
    if asks:
        step["asks"] = asks
    return step


def lying_open(state: TableState, at: int, actor: Actor) -> Iterable[c.Command]:
    """Commands about what lies open on the table: cards in a guest's hands, incidents, spoken wagers, debts.

    None of them turns a card: what a turned card would be, nobody asks before it is turned.
    """
    for hand in HANDS:
        if state.coup is not None and state.coup.handed == hand:
            for reason in state.rules.rulebook.handed.reasons:
                delay = reason == state.rules.rulebook.handed.delay
                late = max(
                    at, state.since + state.timing.turning_ms
                )  # it is at hand, and says how long it is too early
                note = "" if delay else TO_BE_SAID
                yield c.RevokeRight(by=actor, at=late if delay else at, hand=hand, reason=reason, note=note)
    for incident in state.incidents.values():
        yield c.ConfirmUnfinishable(by=actor, at=at, number=incident.number)
    for spoken in state.spoken:
        yield c.ConfirmSpoken(by=actor, at=at, seat=spoken.seat, wager=spoken.wager)
        yield c.ConvertCash(by=actor, at=at, seat=spoken.seat, wager=spoken.wager)
    for seat in state.occupied:
        if owed := state.owed(seat):
            yield c.CollectVigorish(by=actor, at=at, seat=seat, cents=owed)


def payouts(state: TableState, chips_cents: Sequence[int]) -> list[PayoutPart]:
    """Every move of the settlement that is due, in order, each with its chips by denomination.

    Nine seats with seven wagers each are a long list, so whatever a move is not is left out of it.
    """
    if state.phase is not Phase.SETTLING or state.coup is None:
        return []
    right = right_settlement(state)
    made = set(state.coup.moves)
    rows: list[PayoutPart] = []
    for action in right.actions:
        clauses = list(right.grounds[action].clauses)
        row: PayoutPart = {"action": action, "chips": chips(action.amount_cents, chips_cents), "clauses": clauses}
        if tuple(action) in made:
            row["done"] = True
        if action.step in CHARGES:
            row["vigorish"] = True
        rows.append(row)
    return rows


def chips(cents: int, denominations: Sequence[int]) -> list[tuple[int, int]]:
    """An amount in the fewest chips, from the highest down: denomination and how many; what is left stands last.

    >>> chips(37_25, (25, 100, 500, 2500))
    [(2500, 1), (500, 2), (100, 2), (25, 1)]
    >>> chips(30, (25,))
    [(25, 1), (5, 1)]
    """
    found = []
    for value in sorted(denominations, reverse=True):
        count, cents = divmod(cents, value)
        if count:
            found.append((value, count))
    return [*found, (cents, 1)] if cents else found


def irregularities(state: TableState, kinds: Iterable[str]) -> list[IrregularityPart]:
    """These reports, the questions each asks, and the remedies the rulebook has for it, or what else.

    None of these words has a fact in it, so each is its own template and travels once.
    """
    return [_remedied(state, kind) for kind in kinds]


def bare_report(kind: str) -> IrregularityPart:
    """One kind of report, and what it asks."""
    return {"kind": kind, "label": str(REPORTS[kind]), "asks": report_asks(kind)}


def _remedied(state: TableState, kind: str) -> IrregularityPart:
    """One kind of report, and what follows it; what is not so is left out."""
    part = bare_report(kind)
    remedies = [
        _remedy(row)
        for row in state.rules.rulebook.remedy
        if row.kind == ALIASES.get(kind, kind) and state.rules.applies(row.only)
    ]
    if INCIDENTS.get(kind):
        part["stops_play"] = True
    if remedies:
        part["remedies"] = remedies
    else:
        part["otherwise"] = str(_otherwise(kind))
    return part


def _remedy(row: Remedy) -> RemedyPart:
    part: RemedyPart = {"says": row.says, "clauses": list(row.clauses)}
    if row.disclosed is not None:
        part["disclosed"] = row.disclosed
    if row.banker_draws is not None:
        part["banker_draws"] = row.banker_draws
    return part


def _otherwise(kind: str) -> Said:
    """What follows a report without a remedy."""
    if kind == Mishap.WRONG_HAND:
        return said("The card is moved to the hand that was due it.")
    if kind in (Mishap.EXPOSED_IN_DEALING, Mishap.CARD_EXPOSED):
        return said("It stays in its hand.")
    if INCIDENTS.get(kind):
        return said("A supervisor decides; play stands still.")
    return said("A supervisor decides; play goes on.")
