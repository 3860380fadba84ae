"""The ledger: double entry, append only, by listed causes alone.

Every row belongs to an event, the rows of an event sum to zero, and each names its cause: the step that moved the
money. A table's inventory changes by the causes listed here and by nothing else (R37); the store refuses the rest.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from minibac.play.postings import Posting
from minibac.records.store import NEVER_NEGATIVE, Write
from minibac.table.accounts import KINDS, LAYOUT, kind

HOUSE = ""
"""Who holds an account that belongs to no stream: the house."""

HOUSE_WIDE = "guest/"
"""How such accounts begin: a guest's wallet is one account, whichever table the guest plays at."""

MOST_CENTS = 2**63 - 1
"""The largest amount both databases hold."""


class Cause(NamedTuple):
    """Why money may move, and between which kinds of accounts."""

    moves: tuple[str, ...]
    why: str


CAUSES: Mapping[str, Cause] = {
    # Steps of the table, in the order in which a guest meets them.
    "buy-in": Cause(("wallet", "cage", "drop-box", "tray", "chips"), "cash goes into the drop box, chips to the seat"),
    "wager": Cause(("chips", LAYOUT), "chips are put on an area of the layout, or taken back before the call"),
    "cash": Cause(("cage", "drop-box", "tray", LAYOUT, "chips"), "the cash of a spoken wager becomes chips"),
    "collect": Cause((LAYOUT, "tray"), "a losing wager is taken"),
    "pay": Cause(("tray", LAYOUT, "chips"), "a winning wager is paid, and goes back with its winnings"),
    "add": Cause(("tray", LAYOUT), "House Money is put to a main wager"),
    "return": Cause((LAYOUT, "chips"), "a wager that neither won nor lost goes back"),
    "vigorish": Cause((LAYOUT, "chips", "vigorish"), "vigorish is taken at the payout"),
    "mark": Cause(("owed", "vigorish"), "vigorish is marked, to be collected later"),
    "void": Cause(("tray", LAYOUT, "chips"), "what a void coup had moved is reversed"),
    "collect-vigorish": Cause(("chips", "owed", "vigorish"), "what a marker button shows is collected"),
    "clear-vigorish": Cause(("comps", "owed"), "vigorish leaves the layout by a form, or at the house's expense"),
    "correct": Cause(("tray", "chips", "owed", "vigorish"), "a payment is brought to what the rebuilt round gives"),
    "move": Cause(("chips",), "a guest takes another seat"),
    "leave": Cause(("chips", "cage", "wallet"), "a guest leaves the table with what is in front of the seat"),
    # Causes of the pit and the house.
    "opener": Cause(("cage", "tray"), "the inventory a table opens with"),
    "fill": Cause(("cage", "tray"), "chips come to a table"),
    "credit": Cause(("tray", "cage"), "chips go back from a table"),
    "drop": Cause(("drop-box", "cage", "comps"), "the drop box is counted, or a form goes into it"),
    "post-complimentary": Cause(("comps",), "vigorish that the house has paid is recorded to the patron"),
    "recover-vigorish": Cause(("owed", "comps", "cage", "drop-box", "tray", "vigorish"), "it is paid after all"),
    "correction": Cause(KINDS, "a correction with reason, before and after, and two people"),
    "grant": Cause(("mint", "wallet"), "play chips are minted for a guest"),
    "redeem": Cause(("wallet", "mint"), "a guest's chips are redeemed at the cage, or forfeited"),
    "transfer": Cause(("wallet", "cage"), "chips go between a guest's wallet and the cage"),
}
"""Every cause an entry may name. An entry with another one, or between other accounts, is refused."""


@lru_cache(maxsize=65536)
def never_negative(account: str) -> bool:
    """Whether an account may never go below zero: a guest's chips and wallet, and the areas of the layout (R20)."""
    return kind(account) in (*NEVER_NEGATIVE, LAYOUT)


def holder(stream: str, account: str) -> str:
    """Who holds an account: its stream, or the house."""
    return HOUSE if account.startswith(HOUSE_WIDE) else stream


def postings_of(events: Iterable[object]) -> tuple[tuple[Posting, ...], ...]:
    """The lines of the ledger that each event carries."""
    return tuple(getattr(event, "postings", ()) for event in events)


def refusal(write: Write) -> str | None:
    """Why the entries of a write do not belong in the ledger, in one sentence; ``None`` when they do."""
    if len(write.postings) != len(write.events):
        return f"{len(write.events)} events come with the lines of {len(write.postings)}"
    for number, postings in enumerate(write.postings, 1):
        total = 0
        for step, _, _, account, cents, clause in postings:
            if not cents or not -MOST_CENTS <= cents <= MOST_CENTS:
                return f"{cents} cents is no amount for an entry of {account}"
            if step not in CAUSES:
                return f"{step!r} is no listed cause of the ledger"
            if kind(account) not in CAUSES[step].moves:
                return f"{step} does not move {account}"
            if not account.isprintable() or (clause and not clause.isprintable()):
                return f"an entry of {account!r} holds characters that cannot be printed"
            total += cents
        if total:
            return f"the entries of event {number} of the write sum to {total} cents instead of 0"
    return None
