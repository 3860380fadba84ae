"""The dealer who makes no mistake: what a trainee should do now at an exam table."""

from msgspec.structs import replace

from minibac.cards.card import burn_count
from minibac.machine.kinds import Command
from minibac.machine.roles import SUPERVISORS, Actor, Role
from minibac.play.settlement import settle_house_money
from minibac.play.wagers import MAIN
from minibac.school import exam_commands as xc
from minibac.school.exam_moves import plain
from minibac.school.exam_state import ExamState
from minibac.table import commands as c
from minibac.table.automatic import next_command
from minibac.table.settling import TAKE, pairs
from minibac.table.state import CARDS, TableState


def right_command(state: ExamState, at: int, first_card: str | None) -> Command | None:
    """The next right step of the trainee, or ``None`` while the table waits for a guest. ``first_card``: that of a
    loaded shoe, which everybody sees before the burn."""
    table, by = state.table, Actor(state.trainee, Role.DEALER)
    if state.laid:
        laid = state.laid[0]
        return xc.RefuseWager(by=by, at=at, seat=laid.seat, wager=laid.wager)
    if mishap := state.mishap:
        note = str(mishap.says)
        return c.Report(by=by, at=at, kind=mishap.kind, note=note, hand=mishap.hand, seat=mishap.seat)
    if state.disputed:
        return xc.CallFloor(by=by, at=at, about="money", seat=state.disputed)
    wanted = next_command(table, at)
    if wanted is None or wanted.role in (Role.GUEST, Role.HOUSE):
        return None
    if wanted.role in SUPERVISORS:
        return xc.CallFloor(by=by, at=at)
    command = wanted.command
    if isinstance(command, c.BurnCards) and first_card:
        return replace(command, burned_count=burn_count(CARDS[first_card].rank))
    if isinstance(command, c.TakeActions):  # the table waits for the turn of moves that were made too early
        return replace(command, actions=tuple(move for move in command.actions if tuple(move) not in state.stand_for))
    if isinstance(command, c.SettleHouseMoney):
        return replace(command, actions=_house_money(table, command.seat))
    return command


def _house_money(state: TableState, seat: int) -> tuple[tuple[str, int, str, int], ...]:
    """The moves that settle the House Money of a seat."""
    mine = [wager for wager in state.wagered if wager.seat_no == seat]
    choice = state.on_layout.choices.get(seat, TAKE)
    additions = {seat: choice} if choice in MAIN else {}
    settled, _ = settle_house_money(state.rules, *pairs(state), mine, additions, state.maximum_cents)
    return tuple(map(plain, settled.actions))
