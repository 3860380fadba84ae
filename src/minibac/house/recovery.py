"""What the house finds when it comes up, and what it does about it (R17).

Nothing was lost: the log ends with the last command that anybody was told about, or with one whose answer was still on
its way. So a coup that was in progress simply goes on where it stood, with its wagers held; the automatic dealer
completes it. Only where the secret order of the shoe cannot be opened any more the coup cannot be completed, and two
people return its wagers (F14). Everybody was disconnected, and the table knows it.
"""

from collections.abc import Callable

from minibac.house.hosted_table import HostedTable
from minibac.machine.automatic_people import is_automatic
from minibac.machine.roles import THE_HOUSE
from minibac.records.store import Unsound
from minibac.table import commands as c
from minibac.table.automatic import wants_cards
from minibac.table.names import phase_name
from minibac.table.phases import COUP_PHASES
from minibac.table.state import TableState
from minibac.table.steps import ORDER_LOST
from minibac.voice.said import NOTHING, Money, Said, many, said

CHECK, RESTORE = "minibac books check", "minibac serve --restore"
"""What somebody can do about a log that is broken."""

Present = Callable[[str, str], bool]
"""Whether a guest (second) is connected to a table (first) through this process."""


async def recover(table: HostedTable, present: Present) -> tuple[Said, ...]:
    """Bring a table up that somebody left in the middle of things; what was found and done, in sentences."""
    found: list[Said] = []
    before = table.state
    if table.lost:
        answer = await table.report_lost()
        assert answer is not None
        found.append(_lost(before) if answer.ok else said("{table}: {why}", why=str(answer.refusal)))
    elif incident := next((i for i in before.incidents.values() if i.kind == ORDER_LOST), None):
        words = "the order of the shoe is found again"
        await table.give(c.ResolveIncident(by=THE_HOUSE, at=0, number=incident.number, resolution=words))
        found.append(said("{table}: the secret order of shoe {shoe} is found again", shoe=str(before.shoe_no)))
    elif before.phase in COUP_PHASES:
        stands = said("{stakes} held", stakes=_stakes(before)) if before.wagers else said("no wagers on it")
        stopped = said(
            "{table}: round {round} of shoe {shoe} was interrupted ({phase}), with {stands}; it goes on where it stood",
            shoe=str(before.shoe_no),
            phase=phase_name(before.phase),
            stands=stands,
        )
        found.append(stopped)
    elif before.wagers:
        betting = said(
            "{table}: the betting for round {round} was interrupted, with {stakes} held; it goes on where it stood"
        )
        found.append(betting.about(stakes=_stakes(before)))
    if gone := await say_gone(table, present):
        lost = said("{table}: the connection of seat {seats} was lost; the seat is kept for a while")
        found.append(lost.about(seats=many(gone, "and")))
    return tuple(each.about(table=table.name, round=str(before.coup_no)) for each in found)


def stays_closed(fault: Unsound) -> Said:
    """Why nothing is dealt on a log, and what to do about it."""
    closed = said("{log} stays closed: {what}; '{check}' looks at everything that is kept, '{restore}' opens a backup")
    if fault.version:
        closed = said(
            "{log} stays closed, for its event {version}: {what}; '{check}' looks at everything that is kept, "
            "'{restore}' opens a backup",
            version=str(fault.version),
        )
    log = fault.stream or said("the house")
    return closed.about(log=log, what=fault.said, check=CHECK, restore=RESTORE)


async def say_gone(table: HostedTable, present: Present) -> list[int]:
    """Say of everybody who has no page here that the connection was lost; where another process has one, it says so."""
    there = {
        seat: sits.guest for seat, sits in table.state.seats.items() if sits.connected and not is_automatic(sits.guest)
    }
    gone = [seat for seat, guest in there.items() if not present(table.id, guest)]
    for seat in gone:
        await table.give(c.SayConnection(by=THE_HOUSE, at=0, seat=seat, connected=False))
    return gone


def _lost(before: TableState) -> Said:
    """What became of a table whose order is gone."""
    if wants_cards(before):
        held = said(", with {stakes} held", stakes=_stakes(before)) if before.wagers else NOTHING
        stuck = said(
            "{table}: the secret order of shoe {shoe} cannot be opened, so round {round} cannot be completed{held}"
        )
        return stuck.about(shoe=str(before.shoe_no), held=held)
    no_more = said(
        "{table}: the secret order of shoe {shoe} cannot be opened, so no further card of it is dealt and the cards "
        "are reshuffled"
    )
    return no_more.about(shoe=str(before.shoe_no))


def _stakes(state: TableState) -> Said:
    cents = sum(wager.stake_cents + wager.added_cents for wager in state.wagered)
    return said("{wagers:wager|wagers} of {sum} in all", wagers=len(state.wagers), sum=Money(cents))
