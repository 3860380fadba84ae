"""Wallets: what a guest has in the house, beside the chips in front of a seat.

Only a buy-in, the cash of a spoken wager and leaving a seat touch a wallet, and each does so in the very write that
moves the chips. Cash is what a guest takes out of the wallet at the cage, so the cage is the other side. An automatic
guest has no wallet: what it plays with is as much practice as its play.
"""

from collections.abc import Iterator, Sequence

from minibac.machine.automatic_people import is_automatic
from minibac.play.postings import Posting, moved
from minibac.table import events as e
from minibac.table.state import TableState

CAGE = "cage"


def wallet(guest: str) -> str:
    """The account of a guest."""
    return f"guest/{guest}/wallet"


def with_wallets(before: TableState, steps: Sequence[tuple[e.Event, TableState]]) -> tuple[tuple[Posting, ...], ...]:
    """The lines of the ledger that each event of a table makes: its own, and those in wallets.

    The cash of a spoken wager leaves the wallet when it is put on the table, and comes back when the wager does not
    count, in whatever way that happens.
    """
    lines = []
    for event, after in steps:
        lines.append((*getattr(event, "postings", ()), *_in_wallets(before, event, after)))
        before = after
    return tuple(lines)


def _in_wallets(before: TableState, event: e.Event, after: TableState) -> Iterator[Posting]:
    if isinstance(event, e.ChipsBought):
        yield from _paid(before.seats[event.seat].guest, -event.cents, "buy-in")
    elif isinstance(event, e.SeatLeft):
        yield from _paid(event.guest, event.cents, "leave")
    elif isinstance(event, e.WagerSpoken):
        yield from _paid(before.seats[event.seat].guest, -event.cash_cents, "transfer")
    elif before.spoken and not isinstance(event, e.CashConverted):
        left = {(spoken.seat, spoken.wager) for spoken in after.spoken}
        for spoken in before.spoken:
            if (spoken.seat, spoken.wager) not in left:
                yield from _paid(before.seats[spoken.seat].guest, spoken.cash_cents, "transfer")


def _paid(guest: str, cents: int, step: str) -> tuple[Posting, ...]:
    return () if is_automatic(guest) else moved(step, cents, CAGE, wallet(guest), None)
