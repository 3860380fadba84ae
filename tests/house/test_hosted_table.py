"""A table of a running house, on every store: decide, store, apply, tell; its dealer, its deadlines, its people."""

import asyncio
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from minibac.house.hosted_table import HostedTable
from minibac.house.news import Answer, Kept, decode_kept, digest_of, encode_kept
from minibac.house.training_tables import PACES
from minibac.house.wallets import wallet
from minibac.machine.roles import THE_HOUSE, Actor, Duty, Role
from minibac.play.chips import other_heap
from minibac.records.checksum import with_checksum
from minibac.records.memory import MemoryStore
from minibac.records.store import Written
from minibac.records.upcast import read_event
from minibac.rules.refusal import Code
from minibac.rules.rulebook import RULEBOOKS
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.automatic import AUTOMATIC
from minibac.table.state import Phase
from tests.house.hosting import (
    QUICK,
    STORES,
    Desk,
    Hands,
    guest,
    hosting,
    open_store,
    place,
    replayed,
    take_seat,
)


async def _betting(desk: Desk, table: HostedTable) -> None:
    await desk.until(lambda: table.state.phase is Phase.BETTING)


@pytest.mark.parametrize("kind", STORES)
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_table_plays_by_itself_and_equals_its_replay(kind, rulebook, tmp_path, request):
    """Three coups with nobody but guests who wager: state, log, ledger and balances say the same."""

    async def play() -> None:
        async with open_store(kind, tmp_path, request) as store, hosting(store, rulebooks=[rulebook]) as desk:
            table = desk.table(rulebook)
            await desk.seat(table, 1, 3, 7)
            for coup in range(1, 4):
                await desk.until(lambda coup=coup: table.state.phase is Phase.BETTING and table.state.coup_no == coup)  # type: ignore[misc]
                await desk.bet(table, 1, "banker")
                await desk.bet(table, 3, "player", 50_00)
                await desk.bet(table, 7, "tie", 20_00)
            await desk.until(lambda: table.state.coup_no == 4)
            assert await replayed(table) == table.state
            assert table.version == (await store.version(table.stream)).version
            kept = {account: cents for account, cents in (await store.balances(table.stream)).items() if cents}
            wallets = await store.balances()
            assert {k: v for k, v in kept.items() if k != "cage"} == {
                k: v for k, v in table.state.balances.items() if k != "cage"
            }
            assert sum(wallets.values()) == 0

    asyncio.run(play())


def test_news_comes_after_the_commit_and_in_the_order_of_the_log():
    async def play() -> None:
        store = MemoryStore()
        async with hosting(store) as desk:
            table = desk.table()
            versions: list[int] = []

            def told(news):
                if news.stream != table.stream:
                    return  # the automatic people of the pit open the day
                assert len(store._lines[news.stream]) >= news.version  # on disk before anybody hears of it
                assert news.state is table.state
                versions.append(news.version)

            desk.house.listen(told)
            await desk.seat(table, 2)
            await desk.until(lambda: table.state.coup_no == 3)
            assert all(before < after for before, after in pairwise(versions))
            assert versions[-1] == table.version
            told_events = [event for news in desk.news if news.stream == table.stream for event in news.events]
            assert told_events == [read_event(line.bytes) for line in await table.lines(after=1)]

    asyncio.run(play())


@pytest.mark.control("R22")
@pytest.mark.parametrize("kind", STORES)
def test_an_accepted_command_sent_again_changes_nothing_and_gets_the_same_answer(kind, tmp_path, request):
    """At once, later, when it would be refused by now, and after the house was opened anew."""

    async def play() -> None:
        async with open_store(kind, tmp_path, request) as store:
            hands = Hands()
            async with hosting(store, hands=hands) as desk:
                table = desk.table()
                await desk.seat(table, 5)
                await _betting(desk, table)
                first = await table.command(place(5), "w-1")
                again = await table.command(place(5), "w-1")
                twice = await asyncio.gather(*(table.command(place(5), "w-2") for _ in range(5)))
                assert (first.ok, first.version) == (again.ok, again.version)
                assert again.repeated
                assert not first.repeated
                assert len({answer.version for answer in twice}) == 1
                assert table.state.wagers[5, "banker"].stake_cents == 200_00
                await desk.until(lambda: table.state.phase is Phase.DEALING)
                late = await table.command(place(5), "w-1")
                assert (late.ok, late.version, late.repeated) == (True, first.version, True)
                refused = await table.command(place(5), "w-3")
                assert refused.refusal is not None
                assert refused.refusal.code is Code.BETTING_CLOSED
            async with hosting(store, hands=hands) as desk:
                again = await desk.table().command(place(5), "w-1")
                assert (again.ok, again.version, again.repeated) == (True, first.version, True)

    asyncio.run(play())


def test_what_changed_nothing_when_it_was_accepted_changes_nothing_when_it_is_sent_again() -> None:
    """A guest has said twice to be ready; the second word comes once more, in the next round."""

    async def play() -> None:
        async with hosting(MemoryStore()) as desk:
            table = desk.table()
            for seat in (3, 5):
                await desk.seat(table, seat)
            await _betting(desk, table)
            ready = c.SayReady(by=guest(5), at=0, seat=5)
            coup = table.state.coup_no
            assert (await table.command(ready, "r-1")).ok
            second = await table.command(ready, "r-2")
            assert second.ok
            await desk.until(lambda: table.state.coup_no > coup and table.state.phase is Phase.BETTING)
            late = await table.command(ready, "r-2")
            assert (late.ok, late.version, late.repeated) == (True, second.version, True)
            assert not table.state.ready
            await table.command(c.LeaveSeat(by=guest(5), at=0, seat=5), "l-1")
            assert (await table.command(ready, "r-2")).ok

    asyncio.run(play())


@pytest.mark.control("R22")
@pytest.mark.parametrize("kind", STORES)
def test_another_command_under_a_used_id_is_refused_and_not_done(kind, tmp_path, request):
    """Nobody is told that something was done which was not: at once, together with others, and after a restart."""

    async def play() -> None:
        async with open_store(kind, tmp_path, request) as store:
            hands = Hands()
            async with hosting(store, hands=hands) as desk:
                table = desk.table()
                await desk.seat(table, 5, 6)
                sat = await table.command(take_seat(3), "s1")
                other = await table.command(take_seat(4), "s1")
                assert (sat.ok, other.ok, other.repeated) == (True, False, False)
                assert other.refusal is not None
                assert other.refusal.code is Code.ILLEGAL_VALUE
                assert "this id was used for another command" in other.refusal.sentence
                assert 4 not in table.state.seats
                await _betting(desk, table)
                both = place(5), place(5, "player")
                first, second = await asyncio.gather(*(table.command(command, "w") for command in both))
                assert (first.ok, second.ok) == (True, False)
                assert (5, "player") not in table.state.wagers
            async with hosting(store, hands=hands) as desk:
                table = desk.table()
                again, other = await table.command(take_seat(3), "s1"), await table.command(take_seat(4), "s1")
                assert (again.ok, again.version, again.repeated) == (True, sat.version, True)
                assert (other.ok, 4 in table.state.seats) == (False, False)
                excluded = replace(take_seat(3), excluded=True, name="Another name")
                assert (await table.command(excluded, "s1")).repeated, "what the door fills in is not the command"

    asyncio.run(play())


def test_an_answer_that_an_older_house_kept_without_a_digest_is_given_again():
    kept = decode_kept(b'{"ok":true,"version":7}')
    assert kept.again("whatever it was", 9) == Answer(True, 7, repeated=True)
    newer = Kept(True, 7, digest_of(place(3)))
    assert decode_kept(encode_kept(newer)) == newer
    assert digest_of(replace(place(3), at=99, by=THE_HOUSE)) == newer.digest
    assert digest_of(place(3, cents=50_00)) != newer.digest


@pytest.mark.control("R22")
def test_commands_at_the_same_moment_are_taken_one_after_the_other():
    """Nine guests press everything at once; each command is decided on the state the one before has left."""

    async def play() -> None:
        async with hosting(MemoryStore()) as desk:
            table = desk.table()
            await desk.seat(table, *range(1, 10))
            await _betting(desk, table)
            commands = [place(seat, wager, 50_00) for seat in range(1, 10) for wager in ("player", "banker", "tie")]
            before = table.version
            answers = await asyncio.gather(*(table.command(command, f"c{n}") for n, command in enumerate(commands)))
            assert all(answer.ok for answer in answers)
            assert sorted(answer.version for answer in answers) == list(range(before + 1, before + 28))
            assert await replayed(table) == table.state

    asyncio.run(play())


@pytest.mark.control("R22")
def test_a_sender_that_goes_away_loses_nothing():
    """A connection ends while its command is on its way to the disk: the command counts, and the table goes on."""

    async def play() -> None:
        async with hosting(MemoryStore()) as desk:
            table = desk.table()
            await desk.seat(table, 4)
            await _betting(desk, table)
            sent = asyncio.create_task(table.command(place(4), "gone"))
            await asyncio.sleep(0)
            sent.cancel()
            await desk.quiet()
            assert sent.cancelled()
            assert table.state.wagers[4, "banker"].stake_cents == 100_00
            assert (await table.command(place(4), "gone")).repeated
            assert await replayed(table) == table.state

    asyncio.run(play())


@pytest.mark.control("R20")
@pytest.mark.parametrize("kind", STORES)
def test_no_wallet_and_no_chips_go_below_zero(kind, tmp_path, request):
    """Chips come out of the wallet in the same write; two tables cannot spend the same wallet."""

    async def play() -> None:
        async with (
            open_store(kind, tmp_path, request) as store,
            hosting(store, rulebooks=["section-42", "massachusetts"]) as desk,
        ):
            one, two = desk.table("section-42"), desk.table("massachusetts")
            await desk.grant("guest-2", 1_000_00)
            await desk.yes(one, take_seat(2))
            await desk.yes(two, take_seat(2))
            answers = await asyncio.gather(
                one.command(c.BuyIn(by=guest(2), at=0, seat=2, cents=700_00, transfer=""), "b1"),
                two.command(c.BuyIn(by=guest(2), at=0, seat=2, cents=700_00, transfer=""), "b2"),
            )
            assert sorted(answer.ok for answer in answers) == [False, True]
            refused = next(answer.refusal for answer in answers if not answer.ok)
            assert refused is not None
            assert refused.code is Code.NOT_ENOUGH_CHIPS
            assert refused.sentence == "the wallet is $400.00 short of that"
            assert await store.balance(wallet("guest-2")) == 300_00
            has = one if answers[0].ok else two
            await _betting(desk, has)
            assert (await desk.no(has, place(2, "banker", 700_05))).code is not None
            await desk.yes(has, c.LeaveSeat(by=guest(2), at=0, seat=2))
            assert await store.balance(wallet("guest-2")) == 1_000_00
            assert sum((await store.balances()).values()) == 0

    asyncio.run(play())


def test_the_house_takes_the_notes_that_it_has_named():
    async def play() -> None:
        async with hosting(MemoryStore()) as desk:
            table = desk.table()
            await desk.seat(table, 1)
            table.house_table = table.house_table._replace(notes_cents=(5_00, 20_00))
            cash = dict(table.state.cash)
            buys = c.BuyIn(by=guest(1), at=0, seat=1, cents=25_00, transfer="")
            refused = await desk.no(table, replace(buys, notes={10_00: 1, 5_00: 3}))
            assert str(refused.said) == "the house takes no $10.00: its notes are $5.00 and $20.00"
            refused = await desk.no(table, replace(buys, cents=24_00))
            assert str(refused.said) == "$24.00 cannot be paid in the notes of the house: $5.00 and $20.00"
            assert table.state.cash == cash
            await desk.yes(table, buys)
            assert other_heap(table.state.cash, cash) == {20_00: 1, 5_00: 1}

    asyncio.run(play())


def test_the_cash_of_a_spoken_wager_comes_out_of_the_wallet_and_goes_back():
    async def play() -> None:
        store = MemoryStore()
        async with hosting(store) as desk:
            made = await desk.house.add_training_table(
                "massachusetts", {"verbal_wagers": "true"}, name="T", by="x", timing=None, depth=None
            )
            assert isinstance(made, HostedTable)
            await desk.seat(made, 1)
            await _betting(desk, made)
            before = await store.balance(wallet("guest-1"))
            speak = c.SpeakWager(by=guest(1), at=0, seat=1, wager="player", cents=100_00, cash_cents=100_00)
            await desk.yes(made, speak)
            assert await store.balance(wallet("guest-1")) == before - 100_00
            await desk.yes(made, c.WithdrawWager(by=guest(1), at=0, seat=1, wager="player"))
            assert await store.balance(wallet("guest-1")) == before
            await desk.yes(made, speak)
            refused = await desk.no(made, replace(speak, wager="banker", cash_cents=before, cents=100_00))
            assert refused.code is Code.NOT_ENOUGH_CHIPS
            await desk.until(lambda: made.state.phase is Phase.DEALING)
            assert await store.balance(wallet("guest-1")) == before - 100_00
            assert sum((await store.balances()).values()) == 0

    asyncio.run(play())


def test_the_automatic_dealer_waits_until_a_seat_is_taken():
    async def play() -> None:
        async with hosting(MemoryStore()) as desk:
            table = desk.table()
            await desk.pass_ms(3_600_000)
            assert table.version == 1
            await desk.yes(table, take_seat(1))
            await _betting(desk, table)
            assert table.version > 10

    asyncio.run(play())


def test_the_automatic_dealer_gives_guests_their_time_and_keeps_its_pace():
    """The cut is offered for as long as the house says; then the betting stays open for as long as it says."""

    async def play() -> None:
        async with hosting(MemoryStore()) as desk:
            table = desk.table()
            await desk.seat(table, 6)
            await desk.until(lambda: table.state.phase is Phase.CUT_OFFER)
            offered = desk.hands.now
            await desk.until(lambda: table.state.phase is not Phase.CUT_OFFER)
            assert desk.hands.now - offered == QUICK.timing.cut_ms
            await _betting(desk, table)
            opened = table.state.since
            due = next(iter(table.deadlines()), None)
            assert due is not None
            assert due.at == opened + QUICK.timing.betting_ms
            await desk.until(lambda: table.state.phase is Phase.DEALING)
            assert desk.hands.now == due.at
            times = []
            desk.house.listen(lambda news: times.append(desk.hands.now))
            await desk.until(lambda: table.state.phase is Phase.RACKING)
            settled = desk.hands.now
            await desk.until(lambda: table.state.coup_no == 2)
            assert min(after - before for before, after in pairwise(times)) >= QUICK.pace_ms
            assert min(time for time in times if time > settled) == settled + 5 * QUICK.pace_ms  # a result stands

    asyncio.run(play())


@pytest.mark.control("R18")
def test_a_guest_who_sits_on_the_cards_blocks_nobody():
    """The right to turn is taken back after its time, by the house's dealer, and the record says why."""

    async def play() -> None:
        async with hosting(MemoryStore(), rulebooks=["massachusetts"]) as desk:
            table = desk.table("massachusetts")
            await desk.seat(table, 3, 8)
            await _betting(desk, table)
            await desk.bet(table, 3, "player")
            await desk.bet(table, 8, "banker", 50_00)
            await desk.until(lambda: table.state.coup is not None and table.state.coup.handed == "player")
            handed = desk.hands.now
            held = table.held_cards(guest(3))
            assert len(held) == 2
            assert table.held_cards(guest(8)) == {}
            assert table.held_cards(Actor("Eve", Role.SURVEILLANCE)) == {}
            await desk.until(lambda: table.state.coup is None or table.state.coup.handed != "player")
            assert desk.hands.now - handed == QUICK.timing.turning_ms
            await desk.until(lambda: table.state.coup_no == 2)
            events = [read_event(line.bytes) for line in await table.lines()]
            given_up = next(event for event in events if isinstance(event, e.RightSurrendered))
            assert given_up.by == "automatic dealer"
            assert given_up.reason

    asyncio.run(play())


def test_a_person_on_duty_replaces_the_automatic_dealer():
    async def play() -> None:
        async with hosting(MemoryStore()) as desk:
            table = desk.table()
            await desk.seat(table, 1)
            await _betting(desk, table)
            staffed = [table.staffed]
            boss = AUTOMATIC.boss
            await desk.yes(table, c.AssignStaff(by=boss, at=0, duty=Duty.CALLING, person="dora"))
            staffed.append(table.staffed)
            assert next(iter(table.deadlines()), None) is None
            await desk.pass_ms(600_000)
            phases = [table.state.phase]
            dora = Actor("dora", Role.DEALER)
            await desk.yes(table, c.CallNoMoreBets(by=dora, at=0))
            await desk.pass_ms(600_000)
            assert [*phases, table.state.phase] == [Phase.BETTING, Phase.DEALING]
            await desk.yes(table, c.DealCard(by=dora, at=0, hand="player"))
            await desk.yes(table, c.AssignStaff(by=boss, at=0, duty=Duty.CALLING, person="automatic dealer"))
            assert [*staffed, table.staffed] == [False, True, False]
            await desk.until(lambda: table.state.coup_no == 2)

    asyncio.run(play())


def test_a_seat_whose_connection_stays_lost_is_left_and_the_dealer_waits_again():
    async def play() -> None:
        store = MemoryStore()
        async with hosting(store) as desk:
            table = desk.table()
            await desk.seat(table, 1)
            await _betting(desk, table)
            await desk.yes(table, c.SayConnection(by=THE_HOUSE, at=0, seat=1, connected=False))
            lost = desk.hands.now
            await desk.until(lambda: not table.state.seats)
            assert desk.hands.now == lost + QUICK.timing.lost_ms
            assert table.state.coup_no == 1  # nobody was there to play another
            assert await store.balance(wallet("guest-1")) == 20_000_00
            before = table.version
            await desk.pass_ms(3_600_000)
            assert table.version == before

    asyncio.run(play())


@pytest.mark.control("R24")
def test_one_clock_stamps_everything_and_never_runs_backwards():
    """What a sender claims about the time is not asked; a clock that is turned back is noticed and written down."""

    async def play() -> None:
        hands = Hands()
        async with hosting(MemoryStore(), hands=hands) as desk:
            table = desk.table()
            await desk.yes(table, replace(take_seat(1), at=4_000_000_000_000))
            assert table.state.at == hands.now
            hands.now -= 3_600_000
            await desk.yes(table, replace(take_seat(2), at=5))
            assert desk.house.premises.clock_changes == [(hands.now + 3_600_000, hands.now)]
            stamps = [read_event(line.bytes).at for line in await table.lines()]
            assert stamps == sorted(stamps)

    asyncio.run(play())


def test_a_training_table_has_its_own_options_and_goes_when_it_is_taken_away():
    async def play() -> None:
        store = MemoryStore()
        hands = Hands()
        async with hosting(store, hands=hands) as desk:
            made = await desk.house.add_training_table(
                "massachusetts", {"tie_odds": "9"}, name="Mine", by="ann", timing=None, depth=60
            )
            assert isinstance(made, HostedTable)
            assert (made.training, made.odds_allowed, made.name) == (True, True, "Mine")
            assert (made.state.rules.options["tie_odds"], made.state.rules.options["cut_card_depth"]) == (9, 60)
            wrong = await desk.house.add_training_table(
                "massachusetts", {"tie_odds": "7", "deck": "8"}, name="", by="ann", timing=None, depth=None
            )
            assert isinstance(wrong, tuple)
            assert len(wrong) == 2
            await desk.seat(made, 1)
        async with hosting(store, hands=hands) as desk:
            again = desk.house.tables[made.id]
            assert again.state.rules.options["tie_odds"] == 9
            await desk.house.remove_table(made.id)
            assert await store.balance(wallet("guest-1")) == 20_000_00
        async with hosting(store, hands=hands) as desk:
            assert made.id not in desk.house.tables

    asyncio.run(play())


def _past_the_first(table: HostedTable) -> bool:
    return table.state.coup_no > 1


def test_a_training_table_is_dealt_at_its_own_pace_and_a_result_stands_as_long_as_anywhere():
    async def play() -> None:
        settings = replace(QUICK, pace_ms=1_000, result_pace_ms=3_500)
        store, hands = MemoryStore(), Hands()
        card, stands, betting, tables = {}, {}, {}, {}
        async with hosting(store, hands=hands, settings=settings) as desk:
            for number, pace in enumerate(PACES, 1):
                made = await desk.house.add_training_table("section-42", {}, by="ann", pace=pace)
                assert isinstance(made, HostedTable)
                tables[pace] = made.id
                await desk.seat(made, number)
                await desk.until(partial(_past_the_first, made))
                events = [read_event(line.bytes) for line in await made.lines()]
                first, second = [event.at for event in events if isinstance(event, e.CardDealt)][:2]
                settled = next(event.at for event in events if isinstance(event, e.CoupSettled))
                racked = next(event.at for event in events if isinstance(event, e.CardsRacked))
                card[pace], stands[pace] = second - first, racked - settled
                betting[pace] = made.state.timing.betting_ms
        assert card == {"slow": 2_000, "usual": 1_000, "fast": 500}
        assert stands == dict.fromkeys(PACES, 3_500)
        assert betting == {"slow": 4_000, "usual": 2_000, "fast": 2_000}
        async with hosting(store, hands=hands, settings=settings) as desk:
            assert {pace: desk.house.tables[name].pace for pace, name in tables.items()} == PACES

    asyncio.run(play())


def test_snapshots_spare_the_replay_and_are_never_the_truth():
    """Opening reads the snapshot and the rest; a snapshot of another shape is left alone and the log replayed."""

    async def play() -> None:
        store = MemoryStore()
        hands = Hands()
        few = replace(QUICK, snapshot_events=40)
        async with hosting(store, hands=hands, settings=few) as desk:
            table = desk.table()
            await desk.seat(table, 1, 2)
            await desk.until(lambda: table.state.coup_no == 6)
            state, version = table.state, table.version
        kept = await store.snapshot(table.stream)
        assert kept is not None
        assert 0 <= version - kept[0] < 80
        read: list[int] = []
        plain = store.read

        def counted(stream, after=0, until=None):
            if stream == table.stream:
                read.append(after)
            return plain(stream, after, until)

        store.read = counted  # type: ignore[method-assign]
        async with hosting(store, hands=hands, settings=few, crash=True) as desk:
            assert desk.table().version >= version
            assert min(read) >= kept[0] - 1  # the line at which it was taken
        at = Written(kept[0], store._lines[table.stream][kept[0] - 1].head)
        store._snapshots[table.stream] = kept[0], with_checksum(table.stream, at, b'{"shape":"another"}')
        async with hosting(store, hands=hands, settings=few, crash=True) as desk:
            assert await replayed(desk.table()) == desk.table().state
            assert desk.table().state.coup_no == state.coup_no

    asyncio.run(play())


def test_chips_are_bought_as_they_are_made():
    async def play() -> None:
        async with hosting(MemoryStore()) as desk:
            table = desk.table()
            await desk.seat(table, 1)
            least = min(table.house_table.chips_cents)
            refusal = await desk.no(table, c.BuyIn(by=guest(1), at=0, seat=1, cents=least * 5 + 1, transfer=""))
            assert (refusal.code, refusal.allowed) == (Code.BAD_STAKE, (str(least),))
            assert "the smallest is" in refusal.sentence
            await desk.yes(table, c.BuyIn(by=guest(1), at=0, seat=1, cents=least * 5, transfer=""))

    asyncio.run(play())


def test_nothing_lies_on_an_area_that_is_no_chip():
    async def play() -> None:
        async with hosting(MemoryStore()) as desk:
            table = desk.table()
            await desk.seat(table, 1)
            await desk.until(lambda: table.state.phase is Phase.BETTING)
            least = min(table.house_table.chips_cents)
            player: dict[str, Any] = {"by": guest(1), "at": 0, "seat": 1, "wager": "player"}
            await desk.bet(table, 1, "player", 20_00 + least)
            for odd in (
                c.PlaceWager(**player, cents=10_00 + least - 1),
                c.WithdrawWager(**player, cents=1),
                c.SpeakWager(**player, cents=10_00 + 1, cash_cents=20_00),
                c.SpeakWager(**player, cents=10_00, cash_cents=20_00 + 1),
            ):
                refusal = await desk.no(table, odd)
                assert (refusal.code, refusal.allowed) == (Code.BAD_STAKE, (str(least),))
                assert "s42/b/3" in refusal.clauses
            await desk.yes(table, c.WithdrawWager(**player, cents=least))
            await desk.yes(table, c.WithdrawWager(**player, cents=20_00))
            assert not table.state.wagers

    asyncio.run(play())
