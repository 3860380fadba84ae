"""What the house finds when it comes up, and what it does about it (R17).

Nothing was lost: the log ends with the last command that anybody was told about, or with one whose answer was still on
its way. So a coup that was in progress simply goes on where it stood, with its wagers held; the automatic dealer
completes it. Only where the secret order of the shoe cannot be opened any more the coup is void, as the rulebook
says of a coup that the shoe cannot complete, and everything is reshuffled. Everybody was disconnected, and the table
knows it.
"""

from collections.abc import Callable

from minibac.house.automatic_people import is_automatic
from minibac.house.hosted_table import HostedTable
from minibac.machine.roles import THE_HOUSE
from minibac.rules.words import listed
from minibac.table import commands as c
from minibac.table.phases import COUP_PHASES
from minibac.table.state import Phase, TableState

Present = Callable[[str, str], bool]
"""Whether a guest (second) is connected to a table (first) through this process."""


async def recover(table: HostedTable, present: Present) -> tuple[str, ...]:
    """Bring a table up that somebody left in the middle of things; what was found and done, in sentences."""
    said: list[str] = []
    before = table.state
    if table.lost:
        answer = await table.report_lost()
        assert answer is not None
        said.append(_lost(table, before) if answer.ok else f"{table.name}: {answer.refusal}")
    elif before.phase in COUP_PHASES:
        stands = f"{_stakes(before)} held" if before.wagers else "no wagers on it"
        said.append(
            f"{table.name}: round {before.coup_no} of shoe {before.shoe_no} was interrupted ({before.phase}), "
            f"with {stands}; it goes on where it stood"
        )
    elif before.wagers:
        said.append(
            f"{table.name}: the betting for round {before.coup_no} was interrupted, with {_stakes(before)} held; "
            "it goes on where it stood"
        )
    there = {seat: sits.guest for seat, sits in before.seats.items() if sits.connected and not is_automatic(sits.guest)}
    gone = [seat for seat, guest in there.items() if not present(table.id, guest)]
    for seat in gone:
        await table.give(c.SayConnection(by=THE_HOUSE, at=0, seat=seat, connected=False))
    if gone:
        said.append(
            f"{table.name}: the connection of seat {listed(gone, 'and')} was lost; the seat is kept for a while"
        )
    return tuple(said)


def _lost(table: HostedTable, before: TableState) -> str:
    """What became of a table whose order is gone."""
    after = table.state
    shoe = f"{table.name}: the secret order of shoe {before.shoe_no} cannot be opened"
    if before.phase in COUP_PHASES and after.phase is Phase.RACKING and before.phase is not Phase.RACKING:
        returned = f"; {_stakes(before)} went back" if before.wagers else ""
        return f"{shoe}, so round {before.coup_no} is void{returned} and the cards are reshuffled"
    return f"{shoe}, so no further card of it is dealt and the cards are reshuffled"


def _stakes(state: TableState) -> str:
    cents = sum(wager.stake_cents + wager.added_cents for wager in state.wagered)
    count = len(state.wagers)
    return f"{count} wager{'' if count == 1 else 's'} of ${cents / 100:,.2f} in all"
