"""The contract of a store: the same tests over memory, SQLite and PostgreSQL."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from msgspec.structs import replace

from minibac.play.postings import Posting
from minibac.records.chain import GENESIS, link
from minibac.records.store import (
    Conflict,
    Line,
    Overdrawn,
    Posted,
    Repeated,
    Store,
    StoreError,
    Write,
    Written,
)
from tests.postings import line as posting
from tests.records.chain_check import check_chain
from tests.records.ledger_check import verify_ledger
from tests.records.stores import Place, buy_in, grant, one, wager

TABLE = "table/s42-1"


def run(place: Place, work: Callable[[Store], Awaitable[None]]) -> None:
    """Run a test in a fresh store."""

    async def go() -> None:
        async with place.fresh() as store:
            await work(store)

    asyncio.run(go())


async def lines(store: Store, stream: str = TABLE, after: int = 0, until: int | None = None) -> list[Line]:
    return [line async for line in store.read(stream, after, until)]


async def rows(store: Store, stream: str | None = None, account: str | None = None, after: int = 0) -> list[Posted]:
    return [row async for row in store.ledger(stream=stream, account=account, after=after)]


async def unchanged(store: Store, write: Write, error: type[StoreError], words: str) -> StoreError:
    """A write is refused with these words, and the store is as it was."""
    streams = await store.streams()
    before = [await lines(store, stream) for stream in streams], await store.balances(), await rows(store)
    with pytest.raises(error, match=words) as caught:
        await store.append(write)
    assert await store.streams() == streams
    assert before == ([await lines(store, stream) for stream in streams], await store.balances(), await rows(store))
    for name, _ in write.seals:
        assert await store.seal(name) is None
    return caught.value


# ------------------------------------------------------------------------------------------------------------ the log


def test_a_stream_keeps_its_lines_in_order_and_chained(place: Place) -> None:
    async def work(store: Store) -> None:
        assert await store.version(TABLE) == Written(0, GENESIS)
        assert await store.streams() == ()
        first = await store.append(Write(stream=TABLE, after=0, events=(b"one", b"two")))
        second = await store.append(Write(stream=TABLE, after=2, events=(b"three",)))
        h1, h2 = link(GENESIS, b"one"), link(link(GENESIS, b"one"), b"two")
        assert first == Written(2, h2)
        assert second == Written(3, link(h2, b"three")) == await store.version(TABLE)
        kept = await lines(store)
        assert kept == [Line(1, b"one", h1), Line(2, b"two", h2), Line(3, b"three", second.head)]
        assert check_chain(kept, head=second.head) is None
        assert all(type(line.bytes) is bytes and type(line.head) is bytes for line in kept)

    run(place, work)


def test_a_part_of_a_stream_can_be_read(place: Place) -> None:
    async def work(store: Store) -> None:
        await store.append(Write(stream=TABLE, after=0, events=tuple(b"%d" % number for number in range(1, 1202))))
        for after in (0, 1, 499, 500, 501, 1200, 1201, 5000):
            assert [line.version for line in await lines(store, after=after)] == list(range(after + 1, 1202))
        assert [line.version for line in await lines(store, after=3, until=5)] == [4, 5]
        assert await lines(store, after=3, until=3) == []
        assert await lines(store, until=0) == []
        assert await lines(store, "table/nobody") == []

    run(place, work)


def test_streams_stand_apart(place: Place) -> None:
    async def work(store: Store) -> None:
        for stream in ("table/b", "house", "pit/main", "table/ä", "table/a"):
            await store.append(one(stream, 0))
        assert await store.streams() == ("house", "pit/main", "table/a", "table/b", "table/ä")
        assert [line.bytes for line in await lines(store, "house")] == [b"house 1"]

    run(place, work)


def test_somebody_who_missed_an_event_is_told_so(place: Place) -> None:
    async def work(store: Store) -> None:
        await store.append(one(TABLE, 0))
        await unchanged(store, one(TABLE, 0), Conflict, "is at version 1, not 0")
        await unchanged(store, one(TABLE, 2), Conflict, "is at version 1, not 2")
        await unchanged(store, one("table/other", 7), Conflict, "is at version 0, not 7")

    run(place, work)


def test_of_many_who_write_at_once_one_is_first(place: Place) -> None:
    async def work(store: Store) -> None:
        tries = [store.append(one(TABLE, 0, line=b"%d" % number)) for number in range(20)]
        told = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(isinstance(answer, Written) for answer in told) == 1
        assert sum(isinstance(answer, Conflict) for answer in told) == 19
        assert len(await lines(store)) == 1

    run(place, work)


@pytest.mark.parametrize("line", [b"\x00", bytes(range(256)), "Ø ‖ 百家乐 🂡\n'\"\\".encode(), b"x" * 3_000_000])
def test_bytes_come_back_as_they_were(place: Place, line: bytes) -> None:
    async def work(store: Store) -> None:
        await store.append(
            replace(one(TABLE, 0, line=line, command="ü/🂡"), answer=line, snapshot=line, seals=(("s", line),))
        )
        assert [kept.bytes for kept in await lines(store)] == [line]
        assert await store.answer(TABLE, "ü/🂡") == line
        assert await store.snapshot(TABLE) == (1, line)
        assert await store.seal("s") == line

    run(place, work)


@pytest.mark.parametrize("events", [(), (b"",), (b"one", b"")])
def test_a_write_without_an_event_is_none(place: Place, events: tuple[bytes, ...]) -> None:
    async def work(store: Store) -> None:
        await unchanged(store, Write(stream=TABLE, after=0, events=events), StoreError, "without an event")

    run(place, work)


def test_a_stream_has_a_name(place: Place) -> None:
    async def work(store: Store) -> None:
        await unchanged(store, one("", 0, line=b"x"), StoreError, "name of its stream")

    run(place, work)


@pytest.mark.parametrize("odd", ["a\0", "a\nb", "\ud800"])
def test_a_name_can_be_printed(place: Place, odd: str) -> None:
    async def work(store: Store) -> None:
        await unchanged(store, one(odd, 0, line=b"x"), StoreError, "cannot be printed")
        await unchanged(store, one(TABLE, 0, command=odd), StoreError, "cannot be printed")
        await unchanged(
            store, one(TABLE, 0, *buy_in(1, 5)[:3], posting("cage", 5, "buy-in", odd)), StoreError, "cannot"
        )
        wallet = (posting("mint", -1, "grant"), posting(f"guest/{odd}/wallet", 1, "grant"))
        await unchanged(store, one(TABLE, 0, *wallet), StoreError, "cannot be printed")
        with pytest.raises(StoreError, match="cannot be printed"):
            await store.append(replace(one(TABLE, 0), seals=((odd, b"x"),)))
        with pytest.raises(StoreError, match="cannot be printed"):
            await store.put("session", [("a", b"b"), (odd, b"b")])
        assert await store.all("session") == {}
        assert await store.get("session", odd) is None
        assert await store.answer(TABLE, odd) is None

    run(place, work)


# ----------------------------------------------------------------------------------------------------------- commands


@pytest.mark.control("R22")
def test_a_command_sent_twice_changes_nothing_and_gets_the_same_answer(place: Place) -> None:
    async def work(store: Store) -> None:
        first = one(TABLE, 0, *buy_in(1, 100), command="c1")
        await store.append(first)
        again = await unchanged(store, first, Repeated, "accepted before")
        assert isinstance(again, Repeated)
        assert again.answer == b"answer c1"
        late = await unchanged(store, one(TABLE, 1, *buy_in(1, 100), command="c1"), Repeated, "accepted before")
        assert isinstance(late, Repeated)
        assert late.answer == b"answer c1"
        assert await store.answer(TABLE, "c1") == b"answer c1"
        assert await store.answer(TABLE, "c2") is None
        assert await store.answer("table/other", "c1") is None
        await store.append(one("table/other", 0, command="c1"))  # an id is accepted once in a stream

    run(place, work)


def test_a_command_sent_twice_at_once_is_accepted_once(place: Place) -> None:
    async def work(store: Store) -> None:
        tries = [store.append(one(TABLE, 0, *buy_in(1, 100), command="c1")) for _ in range(10)]
        told = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(isinstance(answer, Written) for answer in told) == 1
        assert [answer.answer for answer in told if isinstance(answer, Repeated)] == [b"answer c1"] * 9
        assert (await store.balances(TABLE))["seat/1/chips"] == 100

    run(place, work)


# ------------------------------------------------------------------------------------------------------------- ledger


def test_balances_follow_the_entries(place: Place) -> None:
    async def work(store: Store) -> None:
        await store.append(one(TABLE, 0, *buy_in(3, 500)))
        await store.append(one(TABLE, 1, *wager(3, 200)))
        await store.append(one("table/other", 0, *buy_in(3, 70)))
        own = await store.balances(TABLE)
        assert own == {"tray": -500, "cage": -500, "drop-box": 500, "seat/3/chips": 300, "layout/3/banker": 200}
        assert (await store.balances())["seat/3/chips"] == 370
        assert await store.balance("seat/3/chips") == 370
        assert await store.balance("seat/4/chips") == 0
        kept = await rows(store, TABLE, after=1)
        assert kept == [
            Posted(TABLE, 2, posting("seat/3/chips", -200, "wager", "s42/b/2")),
            Posted(TABLE, 2, posting("layout/3/banker", 200, "wager", "s42/b/2")),
        ]
        assert [(row.stream, row.posting.amount_cents) for row in await rows(store, account="tray")] == [
            (TABLE, -500),
            ("table/other", -70),
        ]
        assert [row.stream for row in await rows(store)] == ["table/other"] * 4 + [TABLE] * 6
        await verify_ledger(store)

    run(place, work)


def test_the_ledger_can_be_long(place: Place) -> None:
    async def work(store: Store) -> None:
        postings = (buy_in(1, 100),) * 400
        events = tuple(b"%d" % number for number in range(400))
        for stream in ("table/a", "table/b"):
            await store.append(Write(stream=stream, after=0, events=events, postings=postings))
        assert len(await rows(store)) == 3200
        assert [row.version for row in await rows(store, "table/b")] == [number // 4 + 1 for number in range(1600)]
        assert len(await rows(store, account="tray")) == 800
        await verify_ledger(store)

    run(place, work)


def test_a_wallet_is_one_account_of_the_house(place: Place) -> None:
    async def work(store: Store) -> None:
        await store.append(one("house", 0, *grant("ann", 1000)))
        pay = (posting("guest/ann/wallet", -600, "transfer"), posting("cage", 600, "transfer"))
        await store.append(one(TABLE, 0, *pay, *buy_in(1, 600)))
        assert await store.balance("guest/ann/wallet") == 400
        assert await store.balances("") == {"guest/ann/wallet": 400}
        assert "guest/ann/wallet" not in await store.balances(TABLE)
        assert [row.posting.amount_cents for row in await rows(store, account="guest/ann/wallet")] == [1000, -600]
        over = await unchanged(store, one("table/other", 0, *pay), Overdrawn, "guest/ann/wallet would go to -200 cents")
        assert isinstance(over, Overdrawn)
        assert (over.account, over.balance) == ("guest/ann/wallet", -200)
        await verify_ledger(store)

    run(place, work)


def test_a_wallet_is_spent_once_however_many_tables_ask_at_once(place: Place) -> None:
    async def work(store: Store) -> None:
        await store.append(one("house", 0, *grant("ann", 1000)))
        pay = (posting("guest/ann/wallet", -300, "transfer"), posting("cage", 300, "transfer"))
        told = await asyncio.gather(
            *(store.append(one(f"table/{number}", 0, *pay)) for number in range(9)), return_exceptions=True
        )
        assert sum(isinstance(answer, Written) for answer in told) == 3
        assert sum(isinstance(answer, Overdrawn) for answer in told) == 6
        assert await store.balance("guest/ann/wallet") == 100
        await verify_ledger(store)

    run(place, work)


@pytest.mark.control("R20")
@pytest.mark.parametrize(
    ("postings", "words"),
    [
        ((wager(1, 101), ()), "seat/1/chips would go to -1 cents"),
        (
            ((posting("layout/1/banker", -1, "collect"), posting("tray", 1, "collect")), ()),
            "layout/1/banker would go to -1",
        ),
        ((grant("ann", -1), ()), "guest/ann/wallet would go to -1 cents"),
        ((wager(1, 150), buy_in(1, 50)), "seat/1/chips would go to -50 cents"),  # too late, in the event after
    ],
)
def test_no_account_is_overdrawn_and_nothing_of_the_write_is_kept(
    place: Place, postings: tuple[tuple[Posting, ...], ...], words: str
) -> None:
    async def work(store: Store) -> None:
        await store.append(one(TABLE, 0, *buy_in(1, 100)))
        write = Write(
            stream=TABLE,
            after=1,
            events=(b"one", b"two"),
            postings=postings,
            command="c",
            answer=b"yes",
            seals=(("order", b"secret"),),
            snapshot=b"state",
        )
        await unchanged(store, write, Overdrawn, words)
        assert await store.answer(TABLE, "c") is None
        assert await store.snapshot(TABLE) is None
        await store.append(one(TABLE, 1, *wager(1, 100)))  # to zero is allowed
        assert (await store.balances(TABLE))["seat/1/chips"] == 0

    run(place, work)


@pytest.mark.control("R37")
@pytest.mark.parametrize(
    ("postings", "words"),
    [
        (((posting("tray", 5, "gift"), posting("cage", -5, "gift")), ()), "'gift' is no listed cause"),
        (((posting("tray", 5, "pay"), posting("mint", -5, "pay")), ()), "pay does not move mint"),
        (((posting("seat/1/chips", 5, "fill"), posting("cage", -5, "fill")), ()), "fill does not move seat/1/chips"),
        (((posting("pocket", 5, "correction"), posting("cage", -5, "correction")), ()), "does not move pocket"),
        (((posting("tray", 5, "fill"), posting("cage", -4, "fill")), ()), "event 1 of the write sum to 1 cents"),
        (((posting("tray", 5, "fill"),), (posting("cage", -5, "fill"),)), "event 1 of the write sum to 5 cents"),
        (((posting("tray", 0, "fill"),), ()), "0 cents is no amount"),
        (((posting("tray", 5, "fill"), posting("cage", -5, "fill")),), "2 events come with the lines of 1"),
        (((), (), (posting("tray", 5, "fill"), posting("cage", -5, "fill"))), "2 events come with the lines of 3"),
        (((posting("tray", 2**63, "fill"), posting("cage", -(2**63), "fill")), ()), "is no amount"),
    ],
)
def test_money_moves_by_listed_causes_alone(
    place: Place, postings: tuple[tuple[Posting, ...], ...], words: str
) -> None:
    async def work(store: Store) -> None:
        write = Write(stream=TABLE, after=0, events=(b"one", b"two"), postings=postings)
        await unchanged(store, write, StoreError, words)

    run(place, work)


def test_a_balance_has_room_for_whole_numbers_of_64_bits(place: Place) -> None:
    async def work(store: Store) -> None:
        most = 2**63 - 1
        await store.append(one(TABLE, 0, posting("tray", most, "fill"), posting("cage", -most, "fill")))
        more = one(TABLE, 1, posting("tray", 1, "fill"), posting("cage", -1, "fill"))
        await unchanged(store, more, StoreError, "more than the ledger can hold")
        assert (await store.balances())["tray"] == most

    run(place, work)


# --------------------------------------------------------------------------------------- snapshots, seals, documents


def test_the_newest_snapshot_is_kept(place: Place) -> None:
    async def work(store: Store) -> None:
        assert await store.snapshot(TABLE) is None
        await store.append(replace(one(TABLE, 0), snapshot=b"first"))
        await store.append(one(TABLE, 1))
        assert await store.snapshot(TABLE) == (1, b"first")
        await store.append(replace(one(TABLE, 2), snapshot=b"third"))
        assert await store.snapshot(TABLE) == (3, b"third")
        assert await store.snapshot("table/other") is None

    run(place, work)


def test_seals_come_and_go_with_a_write(place: Place) -> None:
    async def work(store: Store) -> None:
        await store.append(replace(one(TABLE, 0), seals=(("order/1", b"a"), ("order/2", b"b"))))
        assert await store.seal("order/1") == b"a"
        await store.append(replace(one(TABLE, 1), seals=(("order/1", None), ("order/2", b"c"), ("nobody", None))))
        assert await store.seal("order/1") is None
        assert await store.seal("order/2") == b"c"

    run(place, work)


def test_documents(place: Place) -> None:
    async def work(store: Store) -> None:
        assert await store.get("session", "x") is None
        assert await store.all("session") == {}
        await store.put("session", [("b", b"1"), ("a", b"2"), ("b", b"3")])
        await store.put("invitation", [("b", b"other")])
        assert await store.all("session") == {"a": b"2", "b": b"3"}
        await store.put("session", [("b", None), ("nobody", None), ("c", b"")])
        assert await store.get("session", "b") is None
        assert await store.get("session", "c") == b""
        assert await store.all("invitation") == {"b": b"other"}
        await store.put("session", [])

    run(place, work)


# ------------------------------------------------------------------------------------------------------- concurrency


def test_many_tables_write_at_once(place: Place) -> None:
    async def work(store: Store) -> None:
        async def table(number: int) -> None:
            stream, after = f"table/{number}", 0
            for turn in range(15):
                entries = buy_in(number % 9 + 1, 100) if turn % 2 == 0 else wager(number % 9 + 1, 50)
                after = (await store.append(one(stream, after, *entries, command=f"c{turn}"))).version

        await asyncio.gather(*(table(number) for number in range(30)))
        assert len(await store.streams()) == 30
        for number in range(30):
            kept = await lines(store, f"table/{number}")
            assert len(kept) == 15
            assert check_chain(kept) is None
        await verify_ledger(store)

    run(place, work)


def test_a_refused_write_does_not_spoil_its_neighbours(place: Place) -> None:
    async def work(store: Store) -> None:
        await store.append(one("table/0", 0, command="c"))
        writes = [
            one("table/1", 0, *buy_in(1, 100)),
            one("table/2", 0, *wager(1, 1)),
            one("table/3", 9),
            one("table/0", 1, command="c"),
            one("table/4", 0, posting("tray", 1, "fill")),
            one("table/5", 0, *buy_in(1, 100)),
        ]
        told = await asyncio.gather(*map(store.append, writes), return_exceptions=True)
        assert [type(answer) for answer in told] == [Written, Overdrawn, Conflict, Repeated, StoreError, Written]
        assert await store.streams() == ("table/0", "table/1", "table/5")

    run(place, work)


def test_somebody_who_stops_waiting_leaves_a_sound_store(place: Place) -> None:
    async def work(store: Store) -> None:
        task = asyncio.ensure_future(store.append(one(TABLE, 0, *buy_in(1, 100))))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await store.append(one("table/other", 0))
        kept = await lines(store)
        assert len(kept) in (0, 1)
        assert (await store.balances(TABLE)).get("seat/1/chips", 0) == 100 * len(kept)
        await store.append(one(TABLE, len(kept)))
        await verify_ledger(store)

    run(place, work)


# -------------------------------------------------------------------------------------------------- leases and fences


def test_a_lease_has_one_owner(place: Place) -> None:
    async def work(store: Store) -> None:
        fence = await store.claim(TABLE, "left", 60_000)
        assert fence
        assert await store.claim(TABLE, "right", 60_000) is None
        assert await store.claim(TABLE, "left", 60_000) == fence  # renewed
        await store.release(TABLE, "right")  # not theirs to give
        assert await store.claim(TABLE, "right", 60_000) is None
        await store.release(TABLE, "left")
        later = await store.claim(TABLE, "right", 60_000)
        assert later is not None
        assert later > fence
        assert await store.claim("table/other", "left", 60_000)
        assert await store.streams() == ()

    run(place, work)


def test_a_lease_that_ran_out_can_be_taken(place: Place) -> None:
    async def work(store: Store) -> None:
        fence = await store.claim(TABLE, "left", 0)
        assert fence
        await unchanged(store, one(TABLE, 0, fence=fence), Conflict, "under a lease that has ended")
        later = await store.claim(TABLE, "left", 0)  # the same owner again, after it ran out: another number
        taken = await store.claim(TABLE, "right", 60_000)
        assert later
        assert taken
        assert fence < later < taken

    run(place, work)


def test_a_lease_is_handed_on(place: Place) -> None:
    async def work(store: Store) -> None:
        heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        stop = store.listen(lambda name, number: heard.put_nowait((name, number)))
        assert await store.pass_on(TABLE, "left", "right", 60_000) is None  # nobody has it
        fence = await store.claim(TABLE, "left", 60_000)
        assert fence
        assert await store.leases() == {TABLE: "left"}
        assert await store.pass_on(TABLE, "right", "left", 60_000) is None  # not theirs to give
        later = await store.pass_on(TABLE, "left", "right", 60_000)
        assert later
        assert later > fence
        assert await asyncio.wait_for(heard.get(), 30) == (f"lease/{TABLE}", later)
        assert await store.leases() == {TABLE: "right"}
        await unchanged(store, one(TABLE, 0, fence=fence), Conflict, "under a lease that somebody else holds")
        assert await store.claim(TABLE, "left", 60_000) is None
        assert await store.claim(TABLE, "right", 60_000) == later  # renewed
        await store.append(one(TABLE, 0, fence=later))
        assert await store.claim("table/other", "left", 0)
        assert await store.leases() == {TABLE: "right"}  # that one has run out
        assert await store.pass_on("table/other", "left", "right", 60_000) is None
        stop()

    run(place, work)


def test_only_the_owner_writes(place: Place) -> None:
    async def work(store: Store) -> None:
        await store.append(one(TABLE, 0))
        first = await store.claim(TABLE, "left", 60_000)
        assert first
        await store.append(one(TABLE, 1, fence=first))
        await unchanged(store, one(TABLE, 2), Conflict, "under a lease that somebody else holds")
        await store.release(TABLE, "left")
        second = await store.claim(TABLE, "right", 60_000)
        assert second
        await unchanged(store, one(TABLE, 2, fence=first), Conflict, "under a lease that somebody else holds")
        await store.append(one(TABLE, 2, fence=second))
        await store.release(TABLE, "right")
        await unchanged(store, one(TABLE, 3, fence=second), Conflict, "under a lease that has ended")
        await store.append(one(TABLE, 3))
        await store.append(one("table/other", 0))

    run(place, work)


# --------------------------------------------------------------------------------------------------- notes and news


def test_notes_and_replies(place: Place) -> None:
    async def work(store: Store) -> None:
        first, second = await store.send(TABLE, b"one"), await store.send(TABLE, b"two")
        other = await store.send("table/other", b"three")
        assert first < second < other
        assert await store.notes(TABLE) == ((first, b"one"), (second, b"two"))
        assert await store.replied(first) is None
        await store.reply(first, b"yes")
        assert await store.notes(TABLE) == ((second, b"two"),)
        assert await store.replied(first) == b"yes"
        assert await store.replied(first) is None
        await store.reply(first, b"again")  # there is no such note any more
        assert await store.replied(first) is None

    run(place, work)


def test_news_is_told_after_the_commit(place: Place) -> None:
    async def work(store: Store) -> None:
        heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        stop = store.listen(lambda stream, version: heard.put_nowait((stream, version)))
        await store.append(Write(stream=TABLE, after=0, events=(b"one", b"two")))
        assert await asyncio.wait_for(heard.get(), 30) == (TABLE, 2)
        with pytest.raises(Conflict):
            await store.append(one(TABLE, 0))
        number = await store.send(TABLE, b"note")
        assert await asyncio.wait_for(heard.get(), 30) == (f"note/{TABLE}", number)
        await store.reply(number, b"reply")
        assert await asyncio.wait_for(heard.get(), 30) == ("reply", number)
        stop()
        again = store.listen(lambda stream, version: heard.put_nowait(("again", version)))
        await store.append(one(TABLE, 2))
        assert await asyncio.wait_for(heard.get(), 30) == ("again", 3)
        assert heard.empty()
        again()
        again()  # to stop twice does no harm

    run(place, work)


# -------------------------------------------------------------------------------------------------------------- close


def test_a_closed_store_says_so(place: Place) -> None:
    async def work(store: Store) -> None:
        await store.append(one(TABLE, 0))
        await store.close()
        await store.close()
        with pytest.raises(StoreError, match="closed"):
            await store.append(one(TABLE, 1))
        with pytest.raises(StoreError, match="closed"):
            await store.version(TABLE)
        with pytest.raises(StoreError, match="closed"):
            await store.put("session", [("a", b"b")])

    run(place, work)


def test_what_was_accepted_is_there_after_opening_again(place: Place) -> None:
    if place.kind == "memory":
        return

    async def go() -> None:
        address = place.address()
        async with place.opened(address) as store:
            pending = [
                asyncio.ensure_future(store.append(one(f"table/{number}", 0, *buy_in(1, 100)))) for number in range(20)
            ]
            await asyncio.sleep(0)
        assert all(isinstance(answer, Written) for answer in await asyncio.gather(*pending))
        async with place.opened(address) as store:
            assert len(await store.streams()) == 20
            await store.append(one("table/1", 1, *wager(1, 100)))
            with pytest.raises(Overdrawn):
                await store.append(one("table/1", 2, *wager(1, 1)))
            await verify_ledger(store)

    asyncio.run(go())
