"""The ledger under random writes and random play: zero after every event, balances the fold, nothing below zero."""

import asyncio
import contextlib
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minibac.play.postings import Posting
from minibac.records.ledger import CAUSES, holder, never_negative
from minibac.records.memory import MemoryStore
from minibac.records.store import Overdrawn, StoreError, Write
from minibac.table.accounts import kind
from tests.books.days import write_day
from tests.campaigns.ledger import Second, _part
from tests.postings import line
from tests.records.ledger_check import verify_ledger

ACCOUNTS = (
    "tray", "drop-box", "vigorish", "comps", "cage", "mint", "corrections", "seat/1/chips", "seat/2/chips",
    "seat/1/owed", "layout/1/banker", "layout/2/tie", "guest/ann/wallet", "guest/ben/wallet", "guest/ann/comps",
    "guest/ben/owed", "table/one/tray", "table/one/drop-box",
)  # fmt: skip
CENTS = st.integers(-500, 500)


@st.composite
def moves(draw: st.DrawFn) -> tuple[Posting, ...]:
    """The rows of one event: a listed cause, or none; accounts that it moves, or others; zero in all, or not quite."""
    cause = draw(st.sampled_from([*CAUSES, "gift"]))
    listed = CAUSES[cause].moves if cause in CAUSES else ()
    fitting = [account for account in ACCOUNTS if kind(account) in listed]
    accounts = draw(st.lists(st.sampled_from(fitting or ACCOUNTS), min_size=1, max_size=4))
    cents = [draw(CENTS) for _ in accounts]
    if draw(st.integers(0, 9)):
        cents.append(-sum(cents))
        accounts.append(draw(st.sampled_from(fitting or ACCOUNTS)))
    return tuple(line(account, amount, cause) for account, amount in zip(accounts, cents, strict=True))


@pytest.mark.control("R37", "R20")
@settings(max_examples=150)
@given(st.lists(st.tuples(st.sampled_from(("table/one", "table/two", "pit/main", "house")), moves()), max_size=30))
def test_whatever_is_tried_the_sum_is_zero_and_balances_are_the_fold(tried):
    async def work() -> None:
        store, second = MemoryStore(), Second()
        for stream, entries in tried:
            after = (await store.version(stream)).version
            with contextlib.suppress(StoreError):
                await store.append(Write(stream=stream, after=after, events=(b"{}",), postings=(entries,)))
                second.take(stream, (entries,))
            assert sum((await store.balances()).values()) == 0
        kept: Counter[tuple[str, str]] = Counter()
        for stream in ("", "table/one", "table/two", "pit/main", "house"):
            kept.update({(stream, account): cents for account, cents in (await store.balances(stream)).items()})
        assert +kept + -kept == +second.balances + -second.balances
        assert all(cents >= 0 for (_, account), cents in kept.items() if never_negative(account))
        await verify_ledger(store)

    asyncio.run(work())


@pytest.mark.control("R37")
@pytest.mark.parametrize("cause", [*CAUSES, "gift", ""])
def test_an_account_changes_by_listed_causes_alone(cause):
    """Every cause against every kind of account: what is not listed is refused, and leaves nothing behind."""

    async def work() -> None:
        for account in ACCOUNTS:
            store = MemoryStore()
            entries = (line(account, 5, cause), line(account, -5, cause))
            allowed = cause in CAUSES and kind(account) in CAUSES[cause].moves
            try:
                await store.append(Write(stream="table/one", after=0, events=(b"{}",), postings=(entries,)))
            except StoreError:
                assert not allowed
                assert (await store.version("table/one")).version == 0
            else:
                assert allowed

    asyncio.run(work())


@pytest.mark.control("R20")
@pytest.mark.parametrize("account", [account for account in ACCOUNTS if never_negative(account)])
def test_no_cause_takes_an_account_below_zero_that_must_not_be(account):
    async def work() -> None:
        for cause in CAUSES:
            if kind(account) not in CAUSES[cause].moves:
                continue
            other = next(a for a in ACCOUNTS if kind(a) in CAUSES[cause].moves and a != account)
            store = MemoryStore()
            entries = (line(account, -1, cause), line(other, 1, cause))
            with pytest.raises(Overdrawn):
                await store.append(Write(stream="table/one", after=0, events=(b"{}",), postings=(entries,)))
            assert holder("table/one", account) in ("", "table/one")

    asyncio.run(work())


@pytest.mark.parametrize("seed", [1, 2])
def test_random_play_through_real_decisions_keeps_every_promise(seed):
    """A small part of the campaign ``ledger``: all rulebooks, a second fold beside the store."""
    second = asyncio.run(_part("memory", seed, 3_000))
    assert second.postings >= 3_000


def test_a_whole_gaming_day_verifies():
    async def work() -> None:
        store = MemoryStore()
        await write_day(store, "walks-away", "miscount", "drop-short", "correction", "void-round")
        await verify_ledger(store)
        assert sum((await store.balances()).values()) == 0

    asyncio.run(work())
