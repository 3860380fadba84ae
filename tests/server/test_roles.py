"""Every role with every command over the wire: only what is allowed, and the reason for everything else."""

from collections.abc import Iterator
from typing import Any

import pytest

from minibac.books.refused import read_refused, stream_of
from minibac.house.sealed_vault import seal_name
from minibac.machine.roles import Actor, Role
from minibac.people.roster import AT_TABLES
from minibac.server.acting import read_command
from minibac.table import commands as c
from tests.server.role_lists import MAY, READERS, ROLES, facts_of
from tests.server.running import PATIENT, Live, RunningServer, running, wait_until


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with running(timing=PATIENT) as found:
        found.open_trays()  # before somebody has accounting, whose the days are then
        yield found


def connect(server: RunningServer, role: str, table: str) -> tuple[Any, Live]:
    client = server.client() if role == "spectator" else server.guest(role) if role == "guest" else server.staff(role)
    return client, client.live(table, role)


def to_betting(page: Live) -> None:
    page.sit(3)
    while page.view["phase"] != "betting":
        asks = (page.yours or {}).get("asks", ())
        if "look" in asks:
            page.give("DoStep", step="look", ok=False)
        elif "cut" in asks:
            page.give("AnswerCut", accept=False)
        else:
            page.read()


@pytest.mark.control("R31")
@pytest.mark.parametrize("moment", ["opening", "betting", "dealing"])
def test_every_role_with_every_command(server: RunningServer, moment: str) -> None:
    """What is accepted is in the role's list; who reads changes nothing, and the house's own steps are nobody's."""
    accepted: dict[str, set[str]] = {role: set() for role in ROLES}
    for role in ROLES:
        with server.guest("Host") as host:
            table = server.training(host, "massachusetts", clock=False)
            seat = host.live(table)
            if moment != "opening":
                to_betting(seat)
                seat.ok("PlaceWager", seat=3, wager="player", cents=2_500)
            if moment == "dealing":
                dealer = server.staff("dealer", f"caller for {role}")
                with dealer:
                    desk = dealer.live(table, "dealer")
                    desk.ok("AssignStaff", duty="calling")
                    desk.ok("CallNoMoreBets")
                    desk.ok("AssignStaff", duty="calling", person="automatic dealer")
            client, page = connect(server, role, table)
            with client:
                hosted = server.house.tables[table]
                for kind in c.KINDS:
                    name, before = kind.__name__, hosted.version
                    answer = page.give(name, **facts_of(kind, seat=6 if role == "guest" else 3))
                    assert answer["tell"] in ("answer", "wrong"), answer
                    if answer.get("ok"):
                        accepted[role].add(name)
                    elif answer["tell"] == "answer":
                        assert answer["refusal"]["sentence"]
                        if role in READERS:
                            assert answer["refusal"]["code"] == "not-yours"
                            assert hosted.version == before or moment != "opening"
    for role, found in accepted.items():
        assert found <= MAY[role], (role, found - MAY[role])
    if moment == "betting":
        assert "BuyIn" not in accepted["dealer"], "a wallet is its guest's own"
        assert "AssignStaff" in accepted["floorperson"]
        assert {"TakeSeat", "LeaveSeat"} <= accepted["guest"]


def test_every_command_can_be_tried() -> None:
    """The arguments above make a command of every kind, so a refusal is about the role and the moment."""
    for kind in c.KINDS:
        made = read_command({"command": kind.__name__, **facts_of(kind)}, Actor("x", Role.DEALER), 1, "id")
        assert type(made) is kind


@pytest.mark.control("R31")
def test_surveillance_sees_everything_but_undealt_cards(server: RunningServer) -> None:
    """It hears who did what and every note, at every table, and nobody can shut it out."""
    with server.guest("Ann") as ann, server.staff("surveillance") as eye, server.staff("floorperson", "Fay") as floor:
        page = ann.live("sem-1")
        watcher = eye.live("sem-1", "surveillance")
        desk = floor.live("sem-1", "floorperson")
        page.sit(3)
        desk.ok("Report", kind="other", note="a guest photographed the table")
        watcher.told_of("news", version=desk.version)
        told = [event for message in watcher.told if message["tell"] == "news" for event in message["events"]]
        opened = next(event for event in told if event["event"] == "IncidentOpened")
        assert opened["note"] == "a guest photographed the table"
        assert opened["by"] == floor.person["id"]
        assert watcher.yours is not None
        assert watcher.yours["guests"] == {"3": ann.person["id"]}
        noted = [m["yours"]["incidents"] for m in watcher.told if (m.get("yours") or {}).get("incidents")]
        assert noted[0][0]["note"] == "a guest photographed the table"
        page.told_of("news", version=desk.version)
        heard = [event for message in page.told if message["tell"] == "news" for event in message["events"]]
        assert not any("photographed" in str(event) or "by" in event for event in heard)
        events = eye.get("/api/tables/sem-1/events?limit=1000")["events"]
        assert any(event.get("note") == "a guest photographed the table" for event in events)
        assert not any(
            "photographed" in str(event) for event in ann.get("/api/tables/sem-1/events?limit=1000")["events"]
        )
        eye.get("/api/house/log")
        eye.get("/api/pits/seminole-main")
        ann.get("/api/house/log", status=403)


def test_one_role_at_a_time(server: RunningServer) -> None:
    with server.staff("admin") as admin, server.staff("dealer", "Two Hats") as both:
        admin.post(f"/api/people/{both.person['id']}/roles", {"role": "floorperson"})
        page = both.live("s42-1", "dealer")
        with pytest.raises(Exception, match="one role at a time"):
            both.live("ma-1", "floorperson")
        both.live("ma-1", "dealer").close()
        page.close()
        wait_until(lambda: not server.front.works_elsewhere(both.person["id"], Role.FLOORPERSON))
        both.live("ma-1", "floorperson")


@pytest.mark.control("R10")
def test_no_role_sees_the_undealt_order_and_who_tries_is_written_down(server: RunningServer) -> None:
    """Neither by the house's own command nor by the record of a shoe that is still sealed; nor does a store."""
    with server.guest("Gil") as ann, server.staff("surveillance") as eye:
        page = ann.live("s42-1")
        to_betting(page)
        hosted = server.house.tables["s42-1"]
        path = f"/api/tables/s42-1/shoes/{hosted.state.shoe_no}/record"
        undealt = hosted._vault._dealt[-20:]
        assert len(undealt) == 20
        ann.get(path, status=409)
        asked = {}
        for role in (*AT_TABLES, Role.ADMIN):
            with server.staff(role.value) as person:
                refused = person.request("GET", path)
                assert refused.status_code == 409
                assert undealt[-1] not in refused.text
                asked[role] = person.person["id"]
                if role in AT_TABLES:
                    answer = person.live("s42-1", role.value).give("RevealShoe", **facts_of(c.RevealShoe))
                    assert answer["refusal"]["code"] == "not-yours"
        log = eye.get("/api/house/log?limit=1000")["events"]
        tried = [event for event in log if event.get("command") == "record"]
        assert {event["by"] for event in tried} == set(asked.values())
        assert all(event["clauses"] == ["R10"] for event in tried)

        async def kept() -> tuple[list[Any], bytes]:
            store = server.house.store
            lines = [read_refused(line.bytes) async for line in store.read(stream_of("s42-1"))]
            return lines, await store.seal(seal_name("table/s42-1", hosted.state.shoe_no)) or b""

        wait_until(lambda: len(server.call(kept())[0]) >= len(AT_TABLES))
        attempts, sealed = server.call(kept())
        assert {found.by for found in attempts if found.command == "RevealShoe"} == {asked[role] for role in AT_TABLES}
        assert len(sealed) > 416
        assert not any(card.encode() + between in sealed for card in set(undealt) for between in (b",", b'"'))
