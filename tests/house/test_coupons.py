"""A match play coupon is known in the house by its number: given out, for its face, on one layout, and played once."""

import asyncio
from importlib.resources import files
from typing import Any

from minibac.houses.house import SAMPLE_DAY, House, packaged_house, parse_house
from minibac.machine.roles import THE_HOUSE, Actor, Role
from minibac.pits import house_commands as pc
from minibac.pits.coupons import coupon_register
from minibac.records.memory import MemoryStore
from minibac.rules.refusal import Code
from minibac.table import commands as c
from minibac.table.state import Phase
from tests.house.hosting import Desk, Hands, guest, hosting
from tests.page.guests import next_cards

BOOKS = Actor("Abe", Role.ACCOUNTING)
SERIES: dict[str, Any] = {"prefix": "MP", "first": 1, "last": 50, "face_cents": 25_00}


def coupon(serial: str, cents: int = 25_00, wager: str = "player") -> c.PlaceWager:
    facts: dict[str, Any] = {"coupon_cents": cents, "coupon_serial": serial}
    return c.PlaceWager(by=guest(1), at=0, seat=1, wager=wager, cents=25_00, **facts)


async def _round(desk: Desk, table: Any, cards: str) -> None:
    next_cards(table, cards)
    await desk.until(lambda: table.state.phase is Phase.BETTING and not table.state.wagers)


def test_a_coupon_plays_once_in_the_house_for_the_face_it_was_given_out_with():
    async def play() -> None:
        store, hands, house = MemoryStore(), Hands(), packaged_house("grand")
        async with hosting(store, houses=[house], hands=hands, crash=True) as desk:
            own = desk.house.own
            table = next(t for t in desk.house.tables.values() if t.house_table.rules.options.get("match_play"))
            await desk.seat(table, 1)
            await desk.until(lambda: table.state.phase is Phase.BETTING)
            unknown = await desk.no(table, coupon("MP-000007"))
            assert (unknown.code, unknown.clauses) == (Code.COUPON, ("A44",)), "our own control, and no clause"
            assert unknown.sentence == "the house has given out no coupon MP-000007"
            by_guest = await own.carry_out(pc.RegisterCoupons(by=guest(1), at=0, **SERIES))
            assert by_guest.refusal is not None
            for other, why in (
                ({"prefix": "XY"}, "the house file issues no coupons XY: MP"),
                ({"face_cents": 50_00}, "the house file issues coupons MP for $25.00, not for $50.00"),
            ):
                outside = (await own.carry_out(pc.RegisterCoupons(by=BOOKS, at=0, **SERIES | other))).refusal
                assert outside is not None
                assert (outside.code, outside.sentence, outside.allowed) == (Code.COUPON, why, ("MP=2500",))
            assert (await own.carry_out(pc.RegisterCoupons(by=BOOKS, at=0, **SERIES))).ok
            twice = await own.carry_out(pc.RegisterCoupons(by=BOOKS, at=0, **SERIES | {"first": 50, "last": 60}))
            assert twice.refusal is not None
            assert "a number is there once in the house" in twice.refusal.sentence
            wrong = await desk.no(table, coupon("MP-000007", 50_00))
            assert wrong.allowed == ("2500",)
            assert (await desk.no(table, coupon("MP-7"))).code is Code.COUPON

            await desk.yes(table, coupon("MP-000007"), "once")
            await desk.yes(table, coupon("MP-000007"), "once")  # sent again, and counted once
            (listed,) = coupon_register(own.state)
            assert (listed["played"], listed["lying"]) == (0, [{"serial": "MP-000007", "table": table.id}])
            elsewhere = await own.claim_coupon("s42-9", "MP-000007", 25_00)
            assert elsewhere is not None
            assert elsewhere.sentence == f"the coupon MP-000007 lies on the layout of table {table.id}"
            await _round(desk, table, "2h 2d 7h 7d")  # a tie: it comes back
            assert own.state.coupons_out == {}
            await desk.yes(table, coupon("MP-000007"))
            await _round(desk, table, "2h 9d 3h Kd")
            assert (own.state.coupons_out, dict(own.state.coupons_played)) == ({}, {"MP-000007": table.id})
            (listed,) = coupon_register(own.state)
            assert (listed["played"], listed["lying"]) == (1, [])
            played = await own.claim_coupon("s42-9", "MP-000007", 25_00)
            assert played is not None
            assert played.sentence == "the coupon MP-000007 has been played and surrendered"
            tie = await desk.no(table, coupon("MP-000008", wager="tie"))
            assert tie.code is Code.COUPON
            assert own.state.coupons_out == {}, "what the table refuses is not claimed"
            assert (await own.carry_out(_claimed(table.id))).ok  # and the process ends before it lies on the layout
        async with hosting(store, houses=[house], hands=hands) as desk:
            own, table = desk.house.own, desk.house.tables[table.id]
            await desk.until(lambda: table.state.phase is Phase.BETTING)
            await desk.bet(table, 1, "player", 25_00)
            await desk.until(lambda: own.state.coupons_out == {})
            await desk.until(lambda: table.state.phase is Phase.BETTING and not table.state.wagers)
            await desk.yes(table, coupon("MP-000009"))
            own.coupons.clear()  # the house file issues them no longer
            gone = await own.claim_coupon(table.id, "MP-000010", 25_00)
            assert gone is not None
            assert gone.sentence == "the house file issues no coupons MP: it names none"

    asyncio.run(play())


def test_a_house_file_names_its_coupons_by_prefix_and_face():
    text = files("minibac.rulebooks").joinpath("houses", "grand.toml").read_text(encoding="utf-8")
    wrong = text.replace("MP = 2500", 'mp = 2500\nXY = "five"')
    refusals = parse_house(wrong, "corner.toml", SAMPLE_DAY, sample=True)
    assert not isinstance(refusals, House)
    places = [str(refusal).split(": ")[1] for refusal in refusals]
    assert places == ["coupons.mp", "coupons.XY"]


def _claimed(table: str) -> pc.ClaimCoupon:
    return pc.ClaimCoupon(by=THE_HOUSE, at=0, serial="MP-000009", face_cents=25_00, table=table)
