"""What stands on the dealer's desk: the next right step, what else is at hand, what to pay, what could go wrong.

A school deals from it and a trainee is compared with it, so all of it is the table's own knowledge: the automatic
dealer's next command, the settlement in the rulebook's order, the rulebook's remedies.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from minibac.machine.roles import Actor
from minibac.play.settlement import CHARGES
from minibac.rules.refusal import Refusal
from minibac.table import commands as c
from minibac.table.automatic import AUTOMATIC, Staff, next_command
from minibac.table.irregular import INCIDENTS, KINDS, STRAYS
from minibac.table.machine import decide
from minibac.table.settling import right_settlement
from minibac.table.state import Phase, TableState
from minibac.table.steps import due, stray_clauses

ASIDE = (
    c.CallNoMoreBets, c.RackCards, c.CallLastHand, c.EndShoe, c.TuckBanker, c.BurnCards, c.DeclareDead,
)  # fmt: skip
"""Commands without a question, offered whenever the table would take them."""

REPORTS = {
    "third-card-to-player": "A third card went to the Player's Hand in error",
    "third-card-to-banker": "A third card went to the Banker's Hand in error",
    "card-in-error": "A card was drawn in error",
    "burn-too-many": "Too many cards were burned",
    "face-up-in-shoe": "A card lies face up in the shoe",
    "wrong-hand": "A card went to the wrong hand",
    "card-exposed": "A card turned over in dealing",
    "too-few-cards": "The shoe cannot complete the round",
    "wager-touched": "A guest touched a wager after the call",
    "card-handled": "A guest handled the cards",
    "house-money-touched": "A guest touched House Money",
    "card-misused": "A card was put to another use",
    "omitted-card": "A third card was left out",
    "foreign-back": "A card has a foreign back",
    "uncollected": "Vigorish cannot be collected",
    "cash-overdue": "The cash of a spoken wager is overdue",
    "other": "Something else",
}
HANDS = ("player", "banker")


def desk(
    state: TableState, at: int, actor: Actor, chips_cents: Sequence[int], staff: Staff = AUTOMATIC
) -> dict[str, Any]:
    """Everything a dealer sees beyond the table itself."""
    return {
        "next": next_step(state, at, staff),
        "at_hand": at_hand(state, at, actor),
        "payouts": payouts(state, chips_cents),
        "irregularities": irregularities(state),
    }


def command_plain(command: c.Command) -> dict[str, Any]:
    """A command as a page sends it: without the person and the time, which the house knows."""
    plain: dict[str, Any] = msgspec.to_builtins(command)
    del plain["by"], plain["at"]
    return plain


def next_step(state: TableState, at: int, staff: Staff = AUTOMATIC) -> dict[str, Any] | None:
    """The next right command and whose it is, with the words and clauses of what is due."""
    found = next_command(state, at, staff)
    if found is None:
        return None
    words, clauses = due(state)
    if isinstance(found.command, c.CarryOut):
        clauses = stray_clauses(state)  # the remedy comes before what the phase would have next
    return {
        "label": label(found.command) or words,
        "clauses": list(clauses),
        "role": found.role.value,
        "command": command_plain(found.command),
    }


def label(command: c.Command) -> str:
    """A command in a few words."""
    match command:
        case c.DoStep():
            batch = f", batch {command.batch}" if command.batch != "A" else ""
            return f"{command.step.replace('-', ' ').capitalize()}{batch}"
        case c.DealCard():
            return f"A card to the {command.hand.title()}'s Hand"
        case c.TurnCards():
            return f"Turn the {command.hand.title()}'s cards"
        case c.HandCards():
            return f"Hand the {command.hand.title()}'s cards to seat {command.seat}"
        case c.CallCount():
            return f"Call the {command.hand.title()}'s count"
        case c.TakeActions() if command.actions:
            step, seat, wager, _ = command.actions[0]
            return f"{step.capitalize()} {wager.replace('-', ' ')} at seat {seat}"
        case c.SettleHouseMoney():
            return f"Settle House Money of seat {command.seat}"
        case c.CollectVigorish():
            return f"Collect the vigorish of seat {command.seat}"
        case c.CarryOut():
            return f"Remedy: {command.do.replace('-', ' ')}"
    return NAMES.get(type(command), "")


NAMES: dict[type[c.Command], str] = {
    c.CallNoMoreBets: "No more bets",
    c.RackCards: "Cards to the discard rack",
    c.CallLastHand: "Call last hand",
    c.EndShoe: "End the shoe",
    c.TuckBanker: "Tuck the Banker's Hand",
    c.BurnCards: "Burn",
    c.CompleteCut: "Front to back, cutting card in",
    c.LoadShoe: "Load the shoe",
    c.CutStack: "Cut the stack",
    c.CallResult: "Announce the result",
    c.DeclareDead: "Declare the table dead",
}


def at_hand(state: TableState, at: int, actor: Actor) -> list[dict[str, Any]]:
    """What the table would take from this person now, of the things that need no further question."""
    if state.phase in (Phase.OPENING, Phase.SHUFFLE):
        return []
    found = []
    for command in _candidates(state, at, actor):
        answer = decide(state, command)
        if not isinstance(answer, Refusal):
            clauses = list(dict.fromkeys(clause for event in answer for clause in event.clauses))[:4]
            found.append({"label": label(command), "clauses": clauses, "command": command_plain(command)})
    return found


def _candidates(state: TableState, at: int, actor: Actor) -> Iterable[c.Command]:
    """Commands that turn no card: what a turned card would be, nobody asks before it is turned."""
    for kind in ASIDE:
        if kind is not c.BurnCards:
            yield kind(by=actor, at=at)
    for hand in HANDS:
        if state.coup is not None and state.coup.handed == hand:
            for reason in state.rules.rulebook.handed.reasons:
                yield c.RevokeRight(by=actor, at=at, hand=hand, reason=reason)
    for spoken in state.spoken:
        yield c.ConfirmSpoken(by=actor, at=at, seat=spoken.seat, wager=spoken.wager)
        yield c.ConvertCash(by=actor, at=at, seat=spoken.seat, wager=spoken.wager)
    for seat in state.occupied:
        if owed := state.owed(seat):
            yield c.CollectVigorish(by=actor, at=at, seat=seat, cents=owed)


def payouts(state: TableState, chips_cents: Sequence[int]) -> list[dict[str, Any]]:
    """Every move of the settlement that is due, in order, each with its chips by denomination.

    Nine seats with seven wagers each are a long list, so whatever a move is not is left out of it.
    """
    if state.phase is not Phase.SETTLING or state.coup is None:
        return []
    right = right_settlement(state)
    made = set(state.coup.moves)
    return [
        {
            "action": list(action),
            "chips": chips(action.amount_cents, chips_cents),
            "clauses": list(right.grounds[action].clauses),
        }
        | ({"done": True} if tuple(action) in made else {})
        | ({"vigorish": True} if action.step in CHARGES else {})
        for action in right.actions
    ]


def chips(cents: int, denominations: Sequence[int]) -> list[list[int]]:
    """An amount in the fewest chips, from the highest down: ``[denomination, how many]``; what is left stands last.

    >>> chips(37_25, (25, 100, 500, 2500))
    [[2500, 1], [500, 2], [100, 2], [25, 1]]
    >>> chips(30, (25,))
    [[25, 1], [5, 1]]
    """
    found = []
    for value in sorted(denominations, reverse=True):
        count, cents = divmod(cents, value)
        if count:
            found.append([value, count])
    return [*found, [cents, 1]] if cents else found


def irregularities(state: TableState) -> list[dict[str, Any]]:
    """What can be reported, the questions each report asks, and the remedies the rulebook has for it."""
    remedies = state.rules.rulebook.remedy
    return [
        {
            "kind": kind,
            "label": REPORTS.get(kind, kind.replace("-", " ").capitalize()),
            "asks": _asks(kind),
            "stops_play": INCIDENTS.get(kind, False),
            "remedies": [
                {
                    "says": row.says,
                    "clauses": list(row.clauses),
                    "disclosed": row.disclosed,
                    "banker_draws": row.banker_draws,
                }
                for row in remedies
                if row.kind == kind and state.rules.applies(row.only)
            ],
        }
        for kind in KINDS
    ]


def _asks(kind: str) -> list[str]:
    """The fields of a report that somebody must answer."""
    if kind == "face-up-in-shoe":
        return ["count"]
    if kind in STRAYS:
        return ["disclosed"]
    if kind in ("wrong-hand", "card-exposed"):
        return ["hand"]
    if kind in ("uncollected", "cash-overdue"):
        return ["seat", "note"]
    return [] if kind == "too-few-cards" else ["note"]
