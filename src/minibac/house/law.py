"""The law of the house: one command, the cards it turns, and the house's own steps that follow from it.

``act`` is the one statement of it, for a table in memory and for a table that is stored. It works on a state and a
vault, and gives every event with the state after it; nothing is kept and nobody is told.
"""

from typing import NamedTuple

from msgspec.structs import replace

from minibac.house.times import Clock
from minibac.house.vault import Vault
from minibac.machine.roles import THE_HOUSE
from minibac.rules.house_rules import HouseRules, SampleReferences, rules_of
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.changes import may_open, opening_clauses
from minibac.table.machine import apply, decide
from minibac.table.phases import OF_THE_VAULT
from minibac.table.reveals import cards_wanted
from minibac.table.state import Phase, TableState
from minibac.table.timing import USUAL, Timing
from minibac.voice.said import said

TURNING = (c.BurnCards, c.DealCard, c.ReturnCards, c.TurnCards, c.Report, c.CarryOut)
"""Commands that can turn cards."""


class Taken(NamedTuple):
    """An event, and the table after it."""

    event: e.Event
    state: TableState


def act(state: TableState, command: c.Command, vault: Vault, clock: Clock) -> tuple[Taken, ...] | Refusal:
    """What a command leads to, with the commitment or the reveal that is due after it. The vault goes along."""
    decision = decide(state, filled(state, command, vault))
    if isinstance(decision, Refusal):
        return decision
    if isinstance(command, TURNING) and command.cards and not vault.by_hand:
        return refuse(Code.WRONG_CARD, said("nobody names cards at this table: the sealed shoe shows them itself"))
    steps: list[Taken] = []
    _take(state, decision, vault, steps)
    while (now := steps[-1].state if steps else state).phase in OF_THE_VAULT:
        decision = decide(now, _house_step(now, vault, max(clock(), now.at)))
        assert not isinstance(decision, Refusal), decision
        _take(now, decision, vault, steps)
    return tuple(steps)


def filled(state: TableState, command: c.Command, vault: Vault) -> c.Command:
    """Fill in the cards a command turns; a burn is asked twice, since its first card says how many follow.

    Nobody else names a card: what a command of a table that is dealt by hand brings along is left out.
    """
    if not isinstance(command, TURNING):
        return command
    if command.cards:
        command = replace(command, cards=())
    while len(wanted := cards_wanted(state, command)) > len(command.cards):
        command = replace(command, cards=tuple(vault.card(position) for position in wanted))
    return command


def opening(
    table: str,
    rules: HouseRules | str,
    at: int,
    *,
    minimum_cents: dict[str, int] | None = None,
    maximum_cents: dict[str, int] | None = None,
    minimum_age: int = 0,
    by_hand: bool = False,
    timing: Timing = USUAL,
    kept: bool = False,
) -> e.TableOpened:
    """The first event of a table. It says everything about the rules, so that a log stands alone."""
    rules = rules_of(rules)
    if refusal := may_open(rules):
        raise ValueError(str(refusal))
    return e.TableOpened(
        at=at,
        by=THE_HOUSE.id,
        table=table,
        rulebook=rules.rulebook.id,
        options=dict(rules.options),
        minimum_cents=minimum_cents or {},
        maximum_cents=maximum_cents or {},
        minimum_age=minimum_age,
        by_hand=by_hand,
        timing=timing,
        kept=kept,
        references=None if isinstance(rules.references, SampleReferences) else dict(rules.references),
        approved=rules.approved,
        clauses=opening_clauses(rules),
    )


def _take(state: TableState, events: tuple[e.Event, ...], vault: Vault, steps: list[Taken]) -> None:
    for event in events:
        state = apply(state, event)
        if isinstance(event, e.StackMixed):
            vault.mix(event.seed)
        elif isinstance(event, e.StackCut):
            vault.cut(event.position)
        steps.append(Taken(event, state))


def _house_step(state: TableState, vault: Vault, at: int) -> c.Command:
    """Commit to a fresh order, or reveal a finished one."""
    if state.phase is Phase.COMMIT:
        drawn = vault.draw(state.rules.decks_in_shoe, on_top=state.carried)
        return c.CommitStack(by=THE_HOUSE, at=at, commitment=drawn)
    order, salt = vault.reveal()
    oldest = state.held_back[0].shoe_no if state.held_back else state.shoe_no
    return c.RevealShoe(by=THE_HOUSE, at=at, order=order, salt=salt, shoe_no=oldest)
