"""The pits over HTTP: who sees what, who may do what, and that a no carries its clause."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests.server.running import PATIENT, Client, RunningServer, running

PIT, TABLE = "section-42-main", "s42-1"


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with running(timing=PATIENT) as found:
        with found.staff("accounting") as books:
            give(books, "OpenDay", day=found.day)
        yield found


def give(person: Client, command: str, status: int = 200, role: str = "", pit: str = PIT, **facts: Any) -> Any:
    give.count += 1  # type: ignore[attr-defined]
    body = {"id": f"c{give.count}", "role": role, "command": {"command": command, **facts}}  # type: ignore[attr-defined]
    return person.post(f"/api/pits/{pit}/commands", body, status=status)


give.count = 0  # type: ignore[attr-defined]


def test_a_pit_shows_its_staff_the_day_and_what_they_may_do(server: RunningServer) -> None:
    with server.staff("pit-boss", "Paula") as boss:
        view = boss.get(f"/api/pits/{PIT}")
        assert view["day"] == server.day
        assert view["roles"] == ["pit-boss"]
        assert "GiveNotice" in view["may"]
        assert "PrepareForm" not in view["may"]
        assert [table["id"] for table in view["tables"]] == [TABLE]
        assert "Vigorish" in view["tables"][0]["sign"]["says"]
        hosted = server.front.table(TABLE)
        assert hosted is not None
        assert view["tables"][0]["chips_cents"] == list(hosted.house_table.chips_cents)
        boss.get("/api/pits/nowhere", status=404)


def test_a_pit_is_not_for_strangers_and_shows_guests_their_own_forms_alone(server: RunningServer) -> None:
    with server.client() as nobody, server.guest() as guest, server.staff("admin") as admin:
        nobody.get(f"/api/pits/{PIT}", status=401)
        assert set(guest.get(f"/api/pits/{PIT}")) >= {"forms"}
        assert "exceptions" not in guest.get(f"/api/pits/{PIT}")
        guest.get(f"/api/pits/{PIT}/events", status=403)
        assert give(guest, "OpenDay", status=403, day="2026-11-16")["refusal"]["clause"]
        assert admin.get(f"/api/pits/{PIT}")["may"] == []


def test_a_guest_cannot_fill_the_log_of_a_pit(server: RunningServer) -> None:
    """Every attempt is refused; the same one leaves a trace five times in an hour."""
    pit = server.front.house.pits[PIT]
    with server.guest("Flo") as guest:
        before = pit.version
        for _ in range(30):
            give(guest, "OpenDay", status=403, day="2026-11-16")
        assert pit.version == before + 5
        server.clock.ahead += 13 * 60_000
        try:
            give(guest, "OpenDay", status=403, day="2026-11-16")
        finally:
            server.clock.ahead -= 13 * 60_000
        assert pit.version == before + 6


def test_a_role_elsewhere_is_no_role_here(server: RunningServer) -> None:
    with server.staff("pit-boss", pit="seneca-main") as boss:
        boss.get(f"/api/pits/{PIT}", status=403)
        refused = give(boss, "GiveNotice", status=403, options={"settlement_order": "ii"}, text="from tonight")
        assert "s42/j/3/ii" in (refused["refusal"]["clause"], *refused["refusal"]["also"])
        boss.get("/api/pits/seneca-main")


@pytest.mark.control("R38")
def test_a_count_is_sealed_until_another_person_has_counted_the_same(server: RunningServer) -> None:
    with server.staff("dealer") as dealer, server.staff("floorperson") as floor, server.staff("surveillance") as eye:
        away = give(dealer, "CountInventory", status=403, table=TABLE, kind="opener", chips={"500": 20})["refusal"]
        assert away["clause"] == "R38", "somebody else deals there"
        dealer.live(TABLE, "dealer").ok("AssignStaff", duty="calling")
        give(dealer, "CountInventory", table=TABLE, kind="opener", chips={"500": 20})
        seen = {name: one.get(f"/api/pits/{PIT}")["slips"][0] for name, one in (("dealer", dealer), ("floor", floor))}
        assert seen["dealer"]["cents"] == 10_000
        assert seen["floor"]["cents"] is None
        assert seen["floor"]["chips"] is None
        floor.get(f"/api/pits/{PIT}/events", status=403)
        assert eye.get(f"/api/pits/{PIT}/events")["events"]
        assert seen["dealer"]["over_cents"] is None, "nor is the dealer told what was expected"
        give(floor, "AttestCount", slip=1, chips={"500": 19})
        for one in (dealer, floor):  # they differ: both are void, and nobody is told by how much
            view = one.get(f"/api/pits/{PIT}")
            assert view["slips"] == []
            assert [row["kind"] for row in view["exceptions"]] == ["counts-differ"]
            assert "95" not in json.dumps(view["exceptions"])
        no = give(floor, "AttestCount", status=404, slip=1, chips={"500": 20})["refusal"]
        assert no["clause"] == "R38", "a second guess at the first count"
        give(dealer, "CountInventory", table=TABLE, kind="opener", chips={"500": 20})
        give(floor, "AttestCount", slip=2, chips={"500": 20})
        assert floor.get(f"/api/pits/{PIT}")["slips"][0]["cents"] == 10_000
        with server.staff("security") as guard:
            early = give(guard, "RemoveDropBox", status=409, table=TABLE, box="7")["refusal"]
            assert (early["code"], early["clause"]) == ("still-open", "R38"), "it stays until the closer"


@pytest.mark.control("R30", "R38")
def test_a_drop_box_is_counted_by_two_who_are_told_nothing_of_each_other(server: RunningServer) -> None:
    with (
        server.staff("security") as guard,
        server.staff("count-team") as first,
        server.staff("count-team") as second,
        server.staff("accounting") as books,
    ):
        pit, table = "seneca-main", next(iter(server.front.house.pits["seneca-main"].state.tables))
        there: dict[str, Any] = {"pit": pit, "table": table}
        give(books, "OpenDay", pit=pit, day=server.day)
        give(guard, "RemoveDropBox", **there, box="7")
        assert give(books, "CountDrop", status=403, **there, notes={})["refusal"]["also"][-1] == "R30"
        give(first, "CountDrop", **there, notes={"500": 1})
        seen = {name: one.get(f"/api/pits/{pit}") for name, one in (("first", first), ("second", second))}
        assert seen["first"]["drops"][table]["cash_cents"] == 5_00
        assert seen["second"]["drops"][table]["cash_cents"] is None
        assert "drop-discrepancy" not in json.dumps(seen["first"]), "the box should be empty, and nobody is told so"
        assert seen["second"]["forms"] == []
        give(second, "CountDrop", **there, notes={"100": 5})
        assert second.get(f"/api/pits/{pit}")["drops"][table]["sealed_by"] == "", "they differ: both count again"
        for one in (second, first):
            give(one, "CountDrop", **there, notes={})
        assert second.get(f"/api/pits/{pit}")["drops"][table]["counted_by"] == first.person["id"]


@pytest.mark.control("R36")
def test_a_number_is_printed_once_in_the_house(server: RunningServer) -> None:
    with server.staff("accounting") as books:
        series = {"command": "RegisterSeries", "kind": "fill", "prefix": "HF", "first": 1, "last": 20}
        books.post("/api/pits/seneca-main/commands", {"id": "hf", "command": series})
        no = give(books, "RegisterSeries", status=409, kind="credit", prefix="hf", first=20, last=40)["refusal"]
        assert "HF-000001 to HF-000020 in the pit seneca-main" in no["sentence"]
        lie: dict[str, Any] = {"elsewhere": [], "first": 5, "last": 6, "prefix": "HF", "kind": "fill"}
        give(books, "RegisterSeries", status=409, **lie)  # what the other pits have is the house's to say
        give(books, "RegisterSeries", kind="credit", prefix="HF", first=21, last=40)


def test_surveillance_receives_and_does_nothing_else(server: RunningServer) -> None:
    with server.staff("pit-boss", "Petra") as boss, server.staff("surveillance") as eye:
        give(boss, "GiveNotice", options={"settlement_order": "ii"}, text="from tonight")
        number = eye.get(f"/api/pits/{PIT}")["notices"][-1]["number"]
        assert eye.get(f"/api/pits/{PIT}")["may"] == ["ReceiveNotice"]
        give(eye, "ReceiveNotice", notice=number)
        found = boss.get(f"/api/pits/{PIT}")
        assert found["notices"][-1]["received_at"]
        assert found["people"][boss.person["id"]] == "Petra"
        assert give(eye, "GiveNotice", status=403, options={}, text="x")["refusal"]["clause"]


def test_what_makes_no_sense_is_refused_in_a_sentence(server: RunningServer) -> None:
    with server.staff("pit-boss") as boss:
        for body in (
            {"id": "", "command": {"command": "TellTime"}},
            {"id": "a", "command": {"command": "Dance"}},
            {"id": "a", "command": {"command": "CancelChange", "change": 1, "reason": "x", "by": "me"}},
            {"id": "a", "command": {"command": "CancelChange", "change": "one", "reason": "x"}},
            {"id": "a", "command": {"command": "CancelChange", "change": 10**15, "reason": "x"}},
            {"id": "a", "command": {"command": "CancelChange", "change": 1, "reason": "x" * 1000}},
            {"id": "a", "command": {}, "more": 1},
        ):
            assert boss.post(f"/api/pits/{PIT}/commands", body, status=400)["refusal"]["sentence"]
        give(boss, "CancelChange", status=403, role="surveillance", change=1, reason="x")
        give(boss, "CancelChange", status=404, change=99, reason="x")


def test_a_command_sent_twice_counts_once(server: RunningServer) -> None:
    with server.staff("pit-boss") as boss:
        facts = {"command": "GiveNotice", "options": {"settlement_order": "iii"}, "text": "twice"}
        first = boss.post(f"/api/pits/{PIT}/commands", {"id": "same", "command": facts})
        again = boss.post(f"/api/pits/{PIT}/commands", {"id": "same", "command": facts})
        assert first == again


def test_the_house_log_is_for_those_who_watch(server: RunningServer) -> None:
    with server.staff("surveillance") as eye, server.staff("dealer") as dealer, server.staff("accounting") as books:
        events = eye.get("/api/house/log?limit=1000")["events"]
        assert {"HouseOpened", "PitDayTold"} <= {event["event"] for event in events}
        dealer.get("/api/house/log", status=403)
        day = {"id": "d", "command": {"command": "OpenHouseDay", "day": server.day}}
        assert books.post("/api/house/commands", day)["ok"]
        shut = {"id": "s", "command": {"command": "CloseHouseDay", "day": server.day}}
        assert "not closed in" in books.post("/api/house/commands", shut, status=409)["refusal"]["sentence"]
        grant = {"id": "g", "command": {"command": "GrantChips", "guest": "x", "cents": 5, "transfer": "t"}}
        books.post("/api/house/commands", grant, status=400)
        dealer.post("/api/house/commands", day | {"id": "x"}, status=403)


@pytest.mark.control("R29")
def test_people_have_names_wherever_somebody_reads_of_them_with_the_number_beside(server: RunningServer) -> None:
    """Exceptions, the log of the pit, forms and their copies, the spreadsheet; the log itself keeps the number."""
    with ExitStack() as stack:
        wanda = stack.enter_context(server.staff("floorperson", "Wanda Lee"))
        boss = stack.enter_context(server.staff("pit-boss", "Bo Diaz"))
        cage = stack.enter_context(server.staff("cage", "Cy Moon"))
        eye = stack.enter_context(server.staff("surveillance", "Eve Park"))
        books = stack.enter_context(server.staff("accounting", "Ada Ito"))
        number = {who.person["name"]: who.person["id"] for who in (wanda, boss, cage)}
        assert all(re.fullmatch(r"p-\d{4}", each) for each in number.values())
        full = {name: f"{name} ({each})" for name, each in number.items()}
        give(books, "RegisterSeries", kind="fill", prefix="NF", first=1, last=9)
        give(wanda, "RequestTransfer", kind="fill", table=TABLE, chips={"500": 1})
        give(cage, "PrepareSlip", request=server.front.house.pits[PIT].state.request_no)
        serial = list(server.front.house.pits[PIT].state.forms)[-1]
        give(wanda, "SignForm", status=409, serial=serial)  # it has not come that far
        give(cage, "SignForm", serial=serial)
        give(boss, "SignVoid", serial=serial, reason="torn in two")
        give(cage, "VoidForm", serial=serial, reason="torn in two")
        server.clock.ahead += 3_000  # the books that were read a moment ago are read anew
        rows = {row["kind"]: row for row in eye.get("/api/books/exceptions")["exceptions"] if row["serial"] == serial}
        tried = rows["refused-wrong-order"]
        assert tried["sentence"].startswith(f"{full['Wanda Lee']} (floorperson) was refused")
        assert (tried["staff"]["by"], tried["names"][number["Wanda Lee"]]) == (number["Wanda Lee"], "Wanda Lee")
        assert full["Cy Moon"] in eye.http.get("/api/books/exceptions?format=csv").text
        events = eye.get(f"/api/pits/{PIT}/events?limit=1000")["events"]
        voided = next(event for event in events if event["event"] == "FormVoided" and event["serial"] == serial)
        assert voided["by"] == number["Cy Moon"]
        assert voided["who"]["facts"]["who"]["name"] == "Cy Moon"
        (form,) = (row for row in books.get("/api/books/forms")["forms"] if row["serial"] == serial)
        assert f"Signed as cage: {full['Cy Moon']}" in form["reprint"]
        assert f"Void, signed by {full['Bo Diaz']} and {full['Cy Moon']}: torn in two" in form["reprint"]
        assert form["people"][number["Bo Diaz"]] == "Bo Diaz"
        lines = server.call(server.front.house.pits[PIT].lines())
        assert not any(b"Wanda" in line.bytes for line in lines), "the log keeps the number alone"
        assert eye.get("/api/books/day/last")["operator"] == server.front.house.own.state.name, (
            "four houses, no one operator"
        )


def test_a_page_offers_what_the_house_would_take_and_nothing_else(server: RunningServer) -> None:
    """Every offer is taken, what is not offered is refused, and looking leaves no trace."""
    with ExitStack() as stack:
        role = {name: stack.enter_context(server.staff(name)) for name in ("floorperson", "cage", "security", "dealer")}
        books = stack.enter_context(server.staff("accounting"))
        pit = server.front.house.pits[PIT]
        person = role["dealer"].person["id"]
        role["floorperson"].live(TABLE, "floorperson").ok("AssignStaff", duty="calling", person=person)

        def offered(name: str) -> dict[str, list[Any]]:
            found: dict[str, list[Any]] = role[name].get(f"/api/pits/{PIT}")["offers"]
            return found

        give(books, "RegisterSeries", kind="fill", prefix="OF", first=1, last=9)
        assert offered("floorperson")["RequestTransfer"] == [TABLE]
        assert "RequestTransfer" not in offered("cage")
        give(role["floorperson"], "RequestTransfer", kind="fill", table=TABLE, chips={"500": 1})
        assert offered("cage")["PrepareSlip"] == [pit.state.request_no]
        give(role["cage"], "PrepareSlip", request=pit.state.request_no)
        serial = list(pit.state.forms)[-1]
        version = pit.version
        for name in ("cage", "security", "dealer", "floorperson"):  # the journey of a fill
            waiting = [other for other in role if serial in offered(other).get("SignForm", ())]
            assert name in waiting, "who comes next is asked to sign"
            for other in set(role) - set(waiting):
                assert serial not in offered(other).get("SignForm", ())
            assert pit.version == version, "whoever looks leaves nothing in the log"
            give(role[name], "SignForm", serial=serial)
            version = pit.version
        assert pit.state.forms[serial].completed
        assert all(serial not in offered(name).get("SignForm", ()) for name in role)
        assert "CloseDay" not in books.get(f"/api/pits/{PIT}")["may"], "a day with something open"
        assert give(books, "CloseDay", status=409, day=server.day)["refusal"]["code"] == "still-open"


@pytest.mark.control("R30")
def test_two_roles_that_may_be_joined_are_worked_in_one_at_a_time(server: RunningServer) -> None:
    with server.staff("admin") as admin, server.staff("floorperson", "Two Hats") as two:
        person = two.person["id"]
        admin.post(f"/api/people/{person}/roles", {"role": "dealer"})
        for apart in ("accounting", "count-team"):
            no = admin.post(f"/api/people/{person}/roles", {"role": apart}, status=409)["refusal"]
            assert no["clause"] == "R30"
        view = two.get(f"/api/pits/{PIT}")
        assert view["works_as"] == ["floorperson", "dealer"]
        desk = two.live(TABLE, "floorperson")
        assert two.get(f"/api/pits/{PIT}")["works_as"] == ["floorperson"]
        give(two, "CountInventory", status=403, role="dealer", table=TABLE, kind="shift", chips={"500": 1})
        desk.close()
    with server.staff("accounting") as books, server.staff("admin") as admin:
        no = admin.post(f"/api/people/{books.person['id']}/roles", {"role": "count-team"}, status=409)["refusal"]
        assert "who closes the books writes no entry in them" in no["sentence"]
