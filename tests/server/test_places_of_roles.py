"""One place of a role is taken, or all of it; chips come from the mint in one way; security keeps its lists."""

from contextlib import ExitStack

import pytest

from minibac.house.wallets import wallet
from minibac.machine.roles import Actor, Role
from minibac.pits import house_commands as pc
from minibac.records.store import Posted
from tests.server.running import Client, RunningServer, running


def _places(client: Client, person: str) -> list[tuple[str, str | None, str | None]]:
    (row,) = [row for row in client.get("/api/people")["people"] if row["id"] == person]
    return [(line["role"], line["pit"], line["table"]) for line in row["roles"]]


@pytest.mark.control("R30")
def test_one_place_of_a_role_is_taken_and_the_others_stay() -> None:
    with running() as server, server.staff("admin") as admin, server.staff("dealer", "Flo") as flo:
        person = flo.person["id"]
        path = f"/api/people/{person}/roles"
        for place in ({"pit": "seneca-main"}, {"pit": "seminole-main"}, {"table": "s42-1"}):
            admin.post(path, {"role": "floorperson", **place})
        admin.delete(f"{path}?role=floorperson&pit=section-42-main", status=404)
        admin.delete(f"{path}?role=dealer&pit=seneca-main", status=404)  # held in the whole house
        admin.delete(f"{path}?role=floorperson&pit=seneca-main", status=200)
        left = [("floorperson", "seminole-main", None), ("floorperson", None, "s42-1")]
        assert [place for place in _places(admin, person) if place[0] == "floorperson"] == left
        admin.delete(f"{path}?role=floorperson&table=s42-1", status=200)
        admin.delete(f"{path}?role=floorperson&pit=seminole-main", status=200)  # the last place takes the role
        assert _places(admin, person) == [("dealer", None, None)]
        admin.delete(f"{path}?role=floorperson", status=404)  # there is none left to take


def _rows(server: RunningServer, account: str) -> list[Posted]:
    async def read() -> list[Posted]:
        return [row async for row in server.front.house.store.ledger(account=account)]

    return server.call(read())


@pytest.mark.control("R37")
def test_there_is_one_way_of_minting_chips() -> None:
    """A guest's first chips, a wallet filled again and what the cage grants: the same cause, out of the same mint."""
    with running() as server, ExitStack() as people:
        ann, cage = people.enter_context(server.guest("Ann")), people.enter_context(server.staff("cage"))
        cashier = Actor(cage.person["id"], Role.CAGE)
        page = ann.live("s42-1")
        page.ok("TakeSeat", seat=3)
        page.ok("BuyIn", seat=3, cents=1_000_000)
        ann.post("/api/guests/top-up")
        grant = pc.GrantChips(by=cashier, at=0, guest=ann.person["id"], cents=5_000, transfer="by hand")
        assert server.call(server.front.house.own.command(grant, "by hand")).ok
        rows = [row for row in _rows(server, wallet(ann.person["id"])) if row.posting.step != "buy-in"]
        assert [(row.stream, row.posting.step, row.posting.amount_cents) for row in rows] == [
            ("house", "grant", 1_000_000),
            ("house", "grant", 1_000_000),
            ("house", "grant", 5_000),
        ]
        minted = _rows(server, "mint")
        assert {(row.stream, row.posting.step) for row in minted} == {("house", "grant")}
        assert sum(row.posting.amount_cents for row in minted) == -sum(row.posting.amount_cents for row in rows)


def test_security_sees_the_guests_whose_ages_it_attests_and_nobody_else() -> None:
    with running() as server, server.guest("Ann") as ann, server.staff("security") as security:
        rows = security.get("/api/people")["people"]
        assert [row["id"] for row in rows] == [ann.person["id"]]
        ann.get("/api/people", status=403)
