"""Holds a store's ledger against itself, row by row."""

from collections import Counter
from collections.abc import Mapping, Sequence

from minibac.records.ledger import CAUSES, HOUSE, holder, never_negative
from minibac.records.store import Posted, Store, StoreError
from minibac.table.accounts import kind


async def verify_ledger(store: Store) -> None:
    """Hold the books against themselves: every event sums to zero, nothing went below zero, balances equal the fold.

    Raises :class:`StoreError` with the first thing that is wrong.
    """
    house: Counter[str] = Counter()
    for stream in await store.streams():
        own: Counter[str] = Counter()
        step: list[Posted] = []
        async for row in store.ledger(stream=stream):
            if step and step[0].version != row.version:
                _fold(step, own, house)
                step = []
            step.append(row)
        _fold(step, own, house)
        _compare(stream, await store.balances(stream), own)
    _compare("the house", await store.balances(HOUSE), house)
    for account, cents in house.items():  # one by one they cannot be looked at: the streams they move in interleave
        if never_negative(account) and cents < 0:
            raise StoreError(f"the ledger takes {account} to {cents} cents")
    if total := sum((await store.balances()).values()):
        raise StoreError(f"the sum of all accounts is {total} cents instead of 0")


def _fold(step: Sequence[Posted], own: Counter[str], house: Counter[str]) -> None:
    """Add the rows of one event to the balances of its stream and of the house."""
    if not step:
        return
    where = f"{step[0].stream}, version {step[0].version}"
    if total := sum(row.posting.amount_cents for row in step):
        raise StoreError(f"the ledger does not balance at {where}: its rows sum to {total} cents")
    for stream, _, (cause, _, _, account, cents, _) in step:
        if cause not in CAUSES or kind(account) not in CAUSES[cause].moves:
            raise StoreError(f"the ledger moves {account} by {cause!r} at {where}")
        (house if holder(stream, account) == HOUSE else own)[account] += cents
    for row in step:
        account = row.posting.account
        if own[account] < 0 and never_negative(account):
            raise StoreError(f"the ledger takes {account} to {own[account]} cents at {where}")


def _compare(whose: str, kept: Mapping[str, int], folded: Mapping[str, int]) -> None:
    for account in sorted({*kept, *folded}):
        if kept.get(account, 0) != folded.get(account, 0):
            sums = f"{kept.get(account, 0)} cents, and its rows sum to {folded.get(account, 0)}"
            raise StoreError(f"the balance of {account} of {whose} is kept as {sums}")
