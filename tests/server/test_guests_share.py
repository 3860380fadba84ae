"""The guests' share of the shuffle over the wire: guests' programs give it by themselves, and find it in the record."""

import asyncio
import urllib.request
from collections.abc import Iterator

import pytest

from minibac.cards.share import read_shares, shares_text
from minibac.client import Client, HouseSaysNoError
from minibac.client.live import ClientTable
from minibac.shoes.check import Checked, check_record
from minibac.shoes.record import SHARED_FORMAT, read_record
from minibac.table.timing import ShareTimes
from tests.server.running import WAIT, RunningServer, running

PATIENT_MS = 120_000
SHORT = {"rulebook": "section-42", "clock": False, "depth": 399, "guests_share": True}
"""A shoe that is over after a round or two."""


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    """A house that waits for shares until a test moves its clock."""
    with pytest.MonkeyPatch.context() as patient:
        patient.setattr("minibac.house.hosted_table.USUAL_SHARE", ShareTimes(PATIENT_MS, PATIENT_MS))
        with running() as house:
            yield house


async def shoe_over(table: ClientTable) -> None:
    """Play along until the first shoe has been shown."""
    async for heard in table:
        events = heard["events"] if heard["tell"] == "news" else []
        if any(event["event"] == "ShoeRevealed" for event in events):
            return
        mine = table.seated
        if mine and mine["asks"]:
            await table.answer(mine["asks"][0], -1 if mine["asks"][0] == "look" else 0)
        elif mine and table.view["betting"] and mine["ready"] and not mine["ready"]["said"]:
            await table.ready()


def recorded(
    server: RunningServer,
    table_id: str,
    share: str | None = None,
    commitment: str | None = None,
    given: dict[int, str] | None = None,
) -> tuple[str, Checked]:
    """The format of the record of the first shoe, and what a check of it finds."""
    with urllib.request.urlopen(f"{server.base}/api/tables/{table_id}/shoes/1/record") as answer:
        record = read_record(answer.read())
    return record.header.format, check_record(record, commitment, share=share, given=given)


def test_two_programs_give_their_share_and_find_it_in_the_record(server: RunningServer) -> None:
    async def play() -> None:
        async with Client(server.base) as ann, Client(server.base) as bob:
            await ann.guest("Ann", age=40)
            await bob.guest("Bob", age=40)
            table_id = (await ann.post("/api/tables", SHORT))["table"]
            (row,) = [row for row in await bob.tables() if row["id"] == table_id]
            assert row["guests_share"]
            async with ann.table(table_id) as one, bob.table(table_id) as other:
                await one.sit(2, chips_cents=100_000)
                await other.sit(5, chips_cents=100_000)  # until both have looked at the cards nothing is shuffled
                await asyncio.gather(shoe_over(one), shoe_over(other))
                shares = [next(iter(table.shares.items())) for table in (one, other)]  # the next shuffle asks again
                sealed = [table.commitments[name] for (name, _), table in zip(shares, (one, other), strict=True)]
                given = [table.given[name] for (name, _), table in zip(shares, (one, other), strict=True)]
        for (_, share), commitment in zip(shares, sealed, strict=True):
            format_, checked = recorded(server, table_id, share, commitment)
            assert format_ == SHARED_FORMAT
            assert checked.faults == ()
            assert (checked.shares, checked.withheld) == ((2, 5), ())
        assert given[0] == given[1] == shares_text({2: shares[0][0], 5: shares[1][0]})
        assert not recorded(server, table_id, given=read_shares(given[0]))[1].faults
        (made_up,) = recorded(server, table_id, given={2: shares[0][0]})[1].faults
        assert made_up.sentence.startswith("seat 5 had given nothing when your share was shown, and has given ")
        assert recorded(server, table_id, "0" * 64)[1].faults
        resealed = recorded(server, table_id, commitment="0" * 64)[1]
        assert resealed.faults, "another order was sealed when the values were known"

    asyncio.run(asyncio.wait_for(play(), WAIT))


def test_a_program_that_withholds_its_value_is_named(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """It saw what the other showed and says no more: the table goes on without it, and the record says whose it was."""

    async def play() -> None:
        async with Client(server.base) as ann, Client(server.base) as bob:
            await ann.guest("Ann", age=40)
            await bob.guest("Bob", age=40)
            table_id = (await ann.post("/api/tables", SHORT))["table"]
            hosted = server.house.tables[table_id]
            async with ann.table(table_id) as one, bob.table(table_id) as other:
                given = other._share

                def withholding() -> None:
                    if other.seated and other.seated["share"] and other.seated["share"]["asks"] == "hash":
                        given()

                monkeypatch.setattr(other, "_share", withholding)
                await one.sit(2, chips_cents=100_000)
                await other.sit(5, chips_cents=100_000)
                playing = asyncio.gather(shoe_over(one), shoe_over(other))
                while not playing.done():
                    await asyncio.sleep(0.01)
                    shares = hosted.state.shares
                    if 2 in shares and shares[2].value:
                        server.clock.ahead += PATIENT_MS
                        server.do(hosted.wake)
                        break
                await playing
                mine = next(iter(one.shares.values()))
        _, checked = recorded(server, table_id, mine)
        assert checked.faults == ()
        assert (checked.shares, checked.withheld) == ((2, 5), (5,))

    asyncio.run(asyncio.wait_for(play(), WAIT))


def test_a_continuous_device_cannot_have_it_and_the_answer_says_why(server: RunningServer) -> None:
    async def ask() -> None:
        async with Client(server.base) as ann:
            await ann.guest("Ann", age=40)
            with pytest.raises(HouseSaysNoError, match="a continuous device shuffles for each round") as no:
                await ann.training_table("massachusetts", guests_share=True, shuffler="continuous")
            assert no.value.refusal["code"] == "illegal-equipment"

    asyncio.run(asyncio.wait_for(ask(), WAIT))
