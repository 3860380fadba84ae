"""Random writes: SQLite and PostgreSQL answer as the store in memory does, and hold the same afterwards."""

import asyncio
from collections.abc import Iterator
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from minibac.play.postings import Posting, moved
from minibac.records.memory import MemoryStore
from minibac.records.store import Repeated, Store, StoreError, Write
from tests.postings import line
from tests.records.ledger_check import verify_ledger
from tests.records.stores import Place

STREAMS = ("table/a", "table/b", "house")
ACCOUNTS = ("seat/1/chips", "seat/2/chips", "layout/1/banker", "tray", "guest/ann/wallet", "guest/bob/wallet")

amounts = st.sampled_from((1, 2, 3, 50, 100, 1000))


@st.composite
def writes(draw: st.DrawFn) -> Write:
    """A write that is often good: ``after`` is counted from where the stream stands, and mostly 0."""
    events = draw(st.lists(st.binary(min_size=1, max_size=8), min_size=1, max_size=3))
    postings: list[list[Posting]] = [[] for _ in events]
    for _ in range(draw(st.integers(0, 3))):
        offset, cents = draw(st.integers(0, len(events) - 1)), draw(amounts)
        giver, taker = draw(st.sampled_from(ACCOUNTS)), draw(st.sampled_from((*ACCOUNTS, "cage")))
        source = draw(st.sampled_from((giver, "cage", "mint")))
        postings[offset] += moved("correction", cents, source, taker, None)
    if draw(st.integers(0, 19)) == 0:
        postings[0].append(line("tray", 1, "correction"))
    return Write(
        stream=draw(st.sampled_from(STREAMS)),
        after=draw(st.sampled_from((0, 0, 0, 0, 0, 1, -1))),
        events=tuple(events),
        postings=tuple(map(tuple, postings)) if any(postings) else (),
        command=draw(st.sampled_from(("", "", "c1", "c2", "c3", "c4"))),
        answer=draw(st.binary(max_size=4)),
        seals=tuple(
            draw(st.dictionaries(st.sampled_from("xy"), st.none() | st.binary(max_size=4), max_size=2)).items()
        ),
        snapshot=draw(st.sampled_from((b"", b"", b"state"))),
    )


def named(write: Write, example: int) -> Write:
    """The same write in streams, wallets and seals of an example's own, so that one store serves them all."""
    postings = tuple(
        tuple(p._replace(account=p.account.replace("guest/", f"guest/{example}-")) for p in each)
        for each in write.postings
    )
    seals = tuple((f"{example}/{name}", sealed) for name, sealed in write.seals)
    return replace(write, stream=f"{example}/{write.stream}", postings=postings, seals=seals)


async def told(store: Store, write: Write) -> object:
    try:
        return await store.append(write)
    except Repeated as error:
        return "repeated", error.answer
    except StoreError as error:
        return type(error).__name__, str(error)


async def everything(store: Store, example: int) -> object:
    streams = [f"{example}/{stream}" for stream in STREAMS]
    return [
        [[line async for line in store.read(stream)] for stream in streams],
        [[row async for row in store.ledger(stream=stream)] for stream in streams],
        [{name: cents for name, cents in (await store.balances(stream)).items() if cents} for stream in streams],
        [await store.balance(f"guest/{example}-{guest}/wallet") for guest in ("ann", "bob")],
        [await store.snapshot(stream) for stream in streams],
        [await store.seal(f"{example}/{name}") for name in "xy"],
        [await store.answer(stream, f"c{number}") for stream in streams for number in range(1, 5)],
    ]


@pytest.fixture(params=["sqlite", "postgres"])
def long_lived(request: pytest.FixtureRequest) -> Iterator[tuple[asyncio.Runner, Store]]:
    """One store for all examples of a test, in an event loop that stays."""
    place: Place = request.getfixturevalue(f"{request.param}_place")
    with asyncio.Runner() as runner:
        context = place.fresh()
        store = runner.run(context.__aenter__())
        yield runner, store
        runner.run(context.__aexit__(None, None, None))


calm = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
examples = count(1)


@calm
@given(sequence=st.lists(writes(), min_size=1, max_size=12))
def test_one_after_another(long_lived: tuple[asyncio.Runner, Store], sequence: list[Write]) -> None:
    runner, store = long_lived
    example = next(examples)

    async def go() -> None:
        model = MemoryStore()
        for write in sequence:
            stream = f"{example}/{write.stream}"
            at = (await model.version(stream)).version
            given_write = named(replace(write, after=at + write.after), example)
            assert await told(store, given_write) == await told(model, given_write)
        assert await everything(store, example) == await everything(model, example)
        await verify_ledger(model)

    runner.run(go())


@calm
@given(batches=st.lists(st.lists(writes(), min_size=1, max_size=6), min_size=1, max_size=4))
def test_several_at_once(long_lived: tuple[asyncio.Runner, Store], batches: list[list[Write]]) -> None:
    """Writes handed in together are judged in the order in which they came, as if each had come alone."""
    runner, store = long_lived
    example = next(examples)

    async def go() -> None:
        model = MemoryStore()
        for batch in batches:
            ready = []
            for write in batch:
                at = (await model.version(f"{example}/{write.stream}")).version
                ready.append(named(replace(write, after=at + write.after), example))
            answers = await asyncio.gather(*(told(store, write) for write in ready))
            assert answers == [await told(model, write) for write in ready]
        assert await everything(store, example) == await everything(model, example)

    runner.run(go())
    runner.run(verify_ledger(store)) if example % 20 == 0 else None
