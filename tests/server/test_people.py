"""The door: links, passwords, lockout, locks, tokens, origins, the list of people, and leaving for good."""

import asyncio
import csv
import io
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from minibac.machine.roles import Role
from minibac.people.people import TOP_UPS_PER_HOUR
from minibac.people.sessions import COOKIE
from minibac.records.store import StoreError
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.server.connection import LOCKED, NOBODY
from minibac.table.events import SeatTaken, decode
from minibac.voice.said import said
from tests.server.running import PASSWORD, WAIT, Client, RunningServer, running, wait_until

MINUTE_MS = 60_000


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with running() as found:
        yield found


def sign_in(client: Client, name: str, password: str, status: int = 200) -> dict:  # type: ignore[type-arg]
    body: dict = client.post("/api/session", {"name": name, "password": password}, status=status)  # type: ignore[type-arg]
    if status == 200:
        client.signed(body)
    return body


def test_a_link_makes_one_account_once(server: RunningServer) -> None:
    token = server.call(server.front.people.invitations.make("dealer", "test", pit="section-42-main"))
    with server.client() as first, server.client() as second:
        offered = first.get(f"/api/invitations/{token}")
        assert offered == {"role": "dealer", "pit": "section-42-main", "table": None, "house": "minibac, SAMPLE houses"}
        weak = first.post(f"/api/invitations/{token}", {"name": "Dan", "password": "short"}, status=400)
        assert "8 to 256" in weak["refusal"]["sentence"]
        first.signed(first.post(f"/api/invitations/{token}", {"name": "Dan Dealer", "password": PASSWORD}, status=201))
        assert first.person["roles"] == [{"role": "dealer", "pit": "section-42-main", "table": None}]
        second.get(f"/api/invitations/{token}", status=404)
        second.post(f"/api/invitations/{token}", {"name": "Eve", "password": PASSWORD}, status=404)
        other = server.call(server.front.people.invitations.make("dealer", "test"))
        taken = second.post(f"/api/invitations/{other}", {"name": " dan  DEALER", "password": PASSWORD}, status=409)
        assert "taken" in taken["refusal"]["sentence"]
        assert sign_in(second, "dan dealer", PASSWORD)["person"]["name"] == "Dan Dealer"


@pytest.mark.parametrize("step", ["admit", "grant"])
def test_a_link_that_the_store_left_half_taken_is_taken_again_under_that_name(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    roster, name = server.front.people.roster, f"Hal {step}"
    link = lambda: server.call(server.front.people.invitations.make("floorperson", "test"))  # noqa: E731
    token, mine = link(), {"name": name, "password": PASSWORD}
    with server.client() as hal, server.client() as other:

        async def fails(*_: object, **__: object) -> None:
            raise StoreError("the disk is full")

        with monkeypatch.context() as patch:
            patch.setattr(roster, step, fails)
            hal.post(f"/api/invitations/{token}", mine, status=503)
        sign_in(hal, name, PASSWORD, status=401 if step == "admit" else 200)
        if step == "grant":  # the link counts no more before it gives a role
            hal.post(f"/api/invitations/{token}", mine, status=404)
            token = link()
        other.post(f"/api/invitations/{token}", {"name": name, "password": "another horse"}, status=409)
        hal.signed(hal.post(f"/api/invitations/{token}", mine, status=201))
        assert [row["role"] for row in hal.person["roles"]] == ["floorperson"]
        again = other.post(f"/api/invitations/{link()}", mine, status=409)
        assert "taken" in again["refusal"]["sentence"]


def test_a_link_whose_role_could_not_be_given_is_sent_again(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The refusal asks for it: another process has the house, and did not answer."""
    roster = server.front.people.roster
    token = server.call(server.front.people.invitations.make("floorperson", "test"))
    mine = {"name": "Ida Again", "password": PASSWORD}

    async def unanswered(*_: object, **__: object) -> Refusal:
        return refuse(Code.NOT_NOW, said("send it again"))

    with server.client() as ida, server.client() as other:
        with monkeypatch.context() as patch:
            patch.setattr(roster, "grant", unanswered)
            ida.post(f"/api/invitations/{token}", mine, status=409)
        ida.signed(ida.post(f"/api/invitations/{token}", mine, status=201))
        assert [row["role"] for row in ida.person["roles"]] == ["floorperson"]
        other.post(f"/api/invitations/{token}", {"name": "Eve", "password": PASSWORD}, status=404)


def test_the_cookie_is_out_of_reach_and_the_store_holds_no_secret(server: RunningServer) -> None:
    with server.staff("dealer", "Sam Secret") as client:
        answer = client.request("POST", "/api/session", {"name": "Sam Secret", "password": PASSWORD})
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        token = answer.cookies[COOKIE]
        kept: dict[str, bytes] = {}
        for kind in ("session", "account", "account-name", "failures", "invitation", "roles"):
            kept |= {f"{kind}/{key}": data for key, data in server.call(server.store.all(kind)).items()}
        everything = b"".join(key.encode() + data for key, data in kept.items())
        assert token.encode() not in everything
        assert PASSWORD.encode() not in everything
        assert b"$argon2id$" in everything


@pytest.mark.control("R27")
def test_three_failures_close_a_name_and_every_reason_has_the_same_words(server: RunningServer) -> None:
    with server.staff("floorperson", "Flora") as flora, server.client() as stranger:
        words = {
            sign_in(stranger, "Nobody At All", "wrong password", 401)["refusal"]["sentence"],
            *(sign_in(stranger, "Flora", "wrong password", 401)["refusal"]["sentence"] for _ in range(3)),
            sign_in(stranger, "Flora", PASSWORD, 401)["refusal"]["sentence"],  # right, but the name is closed
        }
        assert len(words) == 1
        assert flora.get("/api/session")["person"]["name"] == "Flora", "who is in stays in"
        server.clock.ahead += 16 * MINUTE_MS
        try:
            assert sign_in(stranger, "flora", PASSWORD)["person"]["name"] == "Flora"
        finally:
            server.clock.ahead = 0


@pytest.mark.control("R27")
def test_of_many_passwords_at_once_three_are_tried(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    lockout = server.front.people.lockout
    tried: list[str] = []
    failed = lockout.failed

    async def counted(name: str) -> bool:
        tried.append(name)
        return await failed(name)

    monkeypatch.setattr(lockout, "failed", counted)
    with server.staff("floorperson", "Fred"), ThreadPoolExecutor(25) as crowd:

        def guess(number: int) -> int:
            facts = {"name": "Fred", "password": f"wrong password {number}"}
            return httpx.post(f"{server.base}/api/session", json=facts, timeout=WAIT).status_code

        assert set(crowd.map(guess, range(25))) == {401}
    assert tried == ["Fred"] * 3


@pytest.mark.control("R28")
def test_a_dealer_console_locks_after_five_minutes(server: RunningServer) -> None:
    with server.staff("dealer", "Dora") as dora, server.guest("Gus") as gus:
        table = server.training(gus, "section-42")
        page = dora.live(table, "dealer")
        assert page.ok("AssignStaff", duty="calling")
        server.clock.ahead += 5 * MINUTE_MS + 1_000
        try:
            page.post("CallNoMoreBets")
            assert page.until_closed() == LOCKED
            assert dora.get("/api/session")["locked"] is True
            refused = dora.post("/api/tables", {"rulebook": "seneca"}, status=423)
            assert refused["refusal"]["clause"] == "R28"
            dora.post("/api/session/unlock", {"password": "no, not that"}, status=401)
            assert dora.post("/api/session/unlock", {"password": PASSWORD})["locked"] is False
            assert dora.live(table, "dealer").give("CallNoMoreBets")["refusal"]["clause"] != "R28"
        finally:
            server.clock.ahead = 0


@pytest.mark.control("R28")
def test_a_guest_signs_in_again_after_thirty_minutes(server: RunningServer) -> None:
    token = server.call(server.front.people.invitations.make("guest", "test"))
    with server.client() as regular, server.guest("Gil") as passing:
        regular.signed(
            regular.post(f"/api/invitations/{token}", {"name": "Reg", "password": PASSWORD, "of_age": True}, status=201)
        )
        server.clock.ahead += 6 * MINUTE_MS
        try:
            assert regular.get("/api/session")["locked"] is False
            server.clock.ahead += 25 * MINUTE_MS
            assert regular.get("/api/session")["locked"] is True
            assert regular.post("/api/session/unlock", {"password": PASSWORD})["locked"] is False
            passing.post("/api/session/unlock", {"password": ""}, status=401)
            assert passing.get("/api/session") == {"person": None}
        finally:
            server.clock.ahead = 0


def test_a_locked_console_learns_it_by_itself() -> None:
    with running(heartbeat_seconds=1.0) as server, server.staff("dealer") as dealer:
        page = dealer.live("ma-1", "dealer")
        server.clock.ahead += 6 * MINUTE_MS
        assert page.until_closed() == LOCKED


def test_a_change_without_the_token_or_from_another_origin_is_refused(server: RunningServer) -> None:
    with server.guest() as guest:
        assert guest.request("POST", "/api/guests/top-up", headers={"X-CSRF-Token": "guess"}).status_code == 403
        assert guest.request("DELETE", "/api/me", headers={"X-CSRF-Token": ""}).status_code == 403
        elsewhere = {"Origin": "https://elsewhere.example"}
        assert guest.request("POST", "/api/guests/top-up", headers=elsewhere).status_code == 403
        assert (
            guest.request("POST", "/api/session", {"name": "a", "password": "b"}, headers=elsewhere).status_code == 403
        )
        assert guest.request("POST", "/api/guests/top-up", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
        own = {"Origin": server.base}
        assert guest.request("POST", "/api/guests/top-up", headers=own).status_code == 409, "the wallet is full"


def test_the_live_table_asks_for_token_and_origin_too(server: RunningServer) -> None:
    with server.guest() as guest:
        cookie = {"Cookie": f"{COOKIE}={guest.http.cookies[COOKIE]}"}
        url = f"{server.base.replace('http', 'ws', 1)}/api/tables/s42-1/live"
        for query, headers, code in (
            (f"?csrf={guest.csrf}", {**cookie, "Origin": "https://elsewhere.example"}, 4003),
            ("?csrf=guess", cookie, 4003),
            ("?as=guest", {}, 4001),
            (f"?as=dealer&csrf={guest.csrf}", cookie, 4003),
            (f"?as=house&csrf={guest.csrf}", cookie, 4003),
            (f"?csrf={guest.csrf}&build=old", cookie, 4009),
        ):
            opened = connect(url + query, additional_headers=headers, open_timeout=WAIT)
            with opened as socket, pytest.raises(ConnectionClosed) as closed:
                socket.recv(WAIT)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == code, query
        opened = connect(url.replace("s42-1", "nowhere"), open_timeout=WAIT)
        with opened as socket, pytest.raises(ConnectionClosed) as closed:
            socket.recv(WAIT)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4004


def test_a_role_is_for_its_pit_and_its_table(server: RunningServer) -> None:
    with server.staff("dealer", table="ma-1") as dealer:
        dealer.live("ma-1", "dealer")
        with pytest.raises(ConnectionClosed, match="4003"):
            dealer.live("s42-1", "dealer")


def test_a_page_that_opens_many_tables_at_once_begins_to_work_once(tmp_path: Path) -> None:
    """The second socket comes before the first one is written down: none is refused, and no exception raised."""
    with running(folder=tmp_path) as server, server.staff("surveillance", "Argus") as eye:
        roster, person = server.front.people.roster, eye.person["id"]

        async def at_once() -> list[Refusal | None]:
            asked = [roster.work_as(person, Role.SURVEILLANCE, elsewhere=False) for _ in range(5)]
            return await asyncio.gather(*asked)

        assert server.call(at_once()) == [None] * 5
        log = [event["event"] for event in eye.get("/api/house/log?limit=1000")["events"]]
        assert log.count("ProfileStarted") == 1
        assert "HouseAttemptRefused" not in log


def test_duties_that_must_be_apart_are_refused(server: RunningServer) -> None:
    with server.staff("admin") as admin, server.staff("dealer") as dealer:
        person = dealer.person["id"]
        for role in ("surveillance", "accounting", "admin"):
            refused = admin.post(f"/api/people/{person}/roles", {"role": role}, status=409)
            assert refused["refusal"]["clause"] == "R30"
        admin.post(f"/api/people/{person}/roles", {"role": "floorperson"})
        dealer.post(f"/api/people/{person}/roles", {"role": "pit-boss"}, status=403)
        admin.delete(f"/api/people/{person}/roles?role=floorperson", status=200)
        assert dealer.get("/api/session") == {"person": None}, "who loses a role signs in again"


def test_a_disabled_person_is_out_at_once(server: RunningServer) -> None:
    with server.staff("admin") as admin, server.staff("dealer", "Dot") as dealer:
        admin.post(f"/api/people/{dealer.person['id']}/disable")
        assert dealer.get("/api/session") == {"person": None}
        sign_in(dealer, "Dot", PASSWORD, 401)
        admin.post(f"/api/people/{dealer.person['id']}/enable")
        sign_in(dealer, "Dot", PASSWORD)
        admin.post(f"/api/people/{admin.person['id']}/disable", status=409)


@pytest.mark.control("R29")
def test_the_list_of_people_can_be_taken_away(server: RunningServer) -> None:
    with server.staff("admin") as admin, server.staff("surveillance") as eye, server.guest("=Gas()") as guest:
        rows = eye.get("/api/people")["people"]
        mine = next(row for row in rows if row["id"] == guest.person["id"])
        assert {"name", "roles", "functions", "created", "last_access", "disabled"} <= mine.keys()
        assert mine["last_access"] >= mine["created"] > 0
        table = list(csv.DictReader(io.StringIO(admin.get("/api/people?format=csv"))))
        line = next(row for row in table if row["id"] == guest.person["id"])
        assert line["name"] == "'=Gas()", "no spreadsheet takes a name for a formula"
        assert line["disabled"] == "False"
        assert line["created"].endswith("+00:00"), "a time is a time"
        guest.get("/api/people", status=403)


def test_an_account_can_be_taken_away_and_removed(server: RunningServer) -> None:
    with server.guest("Ria") as ria:
        page = ria.live("sen-1")
        page.sit(2)
        kept = ria.get("/api/me/export")
        assert kept["account"]["name"] == "Ria"
        assert [row["cents"] for row in kept["wallet"]] == [1_000_000, -100_000]
        assert "leave the seat" in ria.delete("/api/me", status=409)["refusal"]["sentence"]
        page.ok("LeaveSeat", seat=2)
        assert ria.get("/api/session")["person"]["wallet_cents"] == 1_000_000
        ria.delete("/api/me")
        assert ria.get("/api/session") == {"person": None}
        assert server.call(server.front.people.accounts.get(ria.person["id"])) is None


def test_a_wallet_is_filled_again_when_it_is_low(server: RunningServer) -> None:
    with server.guest() as guest:
        page = guest.live("sem-1")
        page.ok("TakeSeat", seat=9)
        page.ok("BuyIn", seat=9, cents=980_000)
        page.told_of("wallet", cents=20_000)
        assert guest.post("/api/guests/top-up") == {"wallet_cents": 1_000_000}
        page.told_of("wallet", cents=1_000_000)
        refused = page.give("BuyIn", seat=9, cents=2_000_000)
        assert refused["refusal"]["code"] == "not-enough-chips"
        page.ok("LeaveSeat", seat=9)


def test_where_the_rulebook_asks_for_an_age_it_is_asked_for_and_stays_with_the_person(server: RunningServer) -> None:
    this_year = datetime.fromtimestamp(server.front.house.now() / 1000, tz=UTC).year
    with server.client() as kim, server.staff("security") as guard, server.staff("floorperson") as floor:
        kim.signed(kim.post("/api/guests", {"name": "Kim", "of_age": True}, status=201))
        page, path = kim.live("sem-1"), f"/api/people/{kim.person['id']}/age"
        asked = page.give("TakeSeat", seat=5, age=40)["refusal"]
        assert (asked["code"], asked["clause"]) == ("not-eligible", "sem/age-21")
        kim.post("/api/me/age", {}, status=400)
        kim.post("/api/me/age", {"born": f"{this_year - 20}-01-01"})
        young = page.give("TakeSeat", seat=5)["refusal"]
        assert young["clause"] == "sem/age-21"
        kim.post("/api/me/age", {"age": 40}, status=403)  # the first word stands until the staff has looked
        floor.post(path, {"age": 40}, status=403)
        guard.post(path, {"age": 40})
        page.ok("TakeSeat", seat=5)
        row = next(row for row in guard.get("/api/people")["people"] if row["id"] == kim.person["id"])
        assert (row["age"], row["age_by"]) == (40, guard.person["id"])
        (line,) = [
            line.bytes for line in server.call(server.front.house.tables["sem-1"].lines()) if b"Kim" in line.bytes
        ]
        taken = decode(line)
        assert isinstance(taken, SeatTaken)
        assert (taken.least_age, taken.attested_by) == (21, guard.person["id"])
        assert 40 not in [getattr(taken, name) for name in taken.__struct_fields__], "the log does not say how old"
        table = server.front.house.tables["sem-1"]
        guard.post(path, {"age": 20})  # looked at once more
        wait_until(lambda: 5 not in table.state.seats)
        assert page.give("TakeSeat", seat=5)["refusal"]["clause"] == "sem/age-21"
        guard.post(path, {"age": 21})
        page.ok("TakeSeat", seat=5)
        assert not table.state.seats[5].excluded
        page.ok("LeaveSeat", seat=5)


def test_a_guest_says_to_be_of_age_and_has_a_name(server: RunningServer) -> None:
    with server.client() as client:
        client.post("/api/guests", {"name": "Kim", "of_age": False}, status=409)
        for name in ("", " ", "x" * 41, "automatic dealer", "house", "a\u202eb"):
            client.post("/api/guests", {"name": name, "of_age": True}, status=400)
        client.post("/api/guests", {"name": 5, "of_age": True}, status=400)
        for wrong in ({"age": 0}, {"age": 131}, {"age": "old"}, {"born": "yesterday"}, {"born": "2999-01-01"}):
            client.post("/api/guests", {"name": "Kim", "of_age": True, **wrong}, status=400)
        client.post("/api/guests", {"name": "Kim", "of_age": True, "age": 30, "born": "1990-12-31"}, status=400)


def test_only_the_administrator_makes_links(server: RunningServer) -> None:
    with server.staff("admin") as admin, server.staff("pit-boss") as boss, server.client() as stranger:
        made = admin.post("/api/invitations", {"role": "pit-clerk", "pit": "seneca-main"}, status=201)
        assert stranger.get(f"/api{made['path'].replace('/join', '/invitations')}")["role"] == "pit-clerk"
        boss.post("/api/invitations", {"role": "admin"}, status=403)
        stranger.post("/api/invitations", {"role": "admin"}, status=401)
        admin.post("/api/invitations", {"role": "house"}, status=400)
        admin.post("/api/invitations", {"role": "dealer", "table": "nowhere"}, status=400)


def test_an_address_that_asks_too_often_waits() -> None:
    with running(requests_per_minute=1) as server, server.client() as client:
        statuses = [client.request("GET", "/api/house").status_code]
        while statuses[-1] == 200 and len(statuses) < 40:
            statuses.append(client.request("GET", "/api/house").status_code)
        assert statuses[0] == 200
        assert statuses[-1] == 429
        assert client.request("GET", "/health").status_code == 200


# --- at the same moment -----------------------------------------------------------------------------------------------


def test_who_signs_in_while_being_put_on_a_list_is_on_it(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The moment of the last access is written down beside what else is kept, and takes nothing back."""
    token = server.call(server.front.people.invitations.make("guest", "test"))
    with server.client() as guest, server.staff("admin") as admin, ThreadPoolExecutor(2) as crowd:
        guest.signed(
            guest.post(f"/api/invitations/{token}", {"name": "Lou", "password": PASSWORD, "of_age": True}, status=201)
        )
        person, read = guest.person["id"], server.store.get

        async def slowly(kind: str, key: str) -> bytes | None:
            found = await read(kind, key)
            await asyncio.sleep(0.05 if kind == "account" else 0)
            return found

        monkeypatch.setattr(server.store, "get", slowly)
        for age in (31, 32, 33):
            signing_in = crowd.submit(sign_in, guest, "Lou", PASSWORD)
            admin.post(f"/api/people/{person}/age", {"age": age})
            signing_in.result(WAIT)
            rows = {row["id"]: row for row in admin.get("/api/people")["people"]}
            assert rows[person]["age"] == age


def test_who_signs_out_while_the_password_is_looked_at_stays_signed_out(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    passwords = server.front.people.passwords
    with server.staff("dealer", "Dru") as dealer, ThreadPoolExecutor(1) as other:
        dealer.post("/api/session/lock")
        cookies, fits, asked, out = dict(dealer.http.cookies), passwords.fits, asyncio.Event(), asyncio.Event()

        async def slowly(password: str, known: str) -> bool:
            asked.set()
            await out.wait()
            return await fits(password, known)

        monkeypatch.setattr(passwords, "fits", slowly)
        unlocking = other.submit(dealer.request, "POST", "/api/session/unlock", {"password": PASSWORD})
        server.call(asked.wait())
        dealer.delete("/api/session")
        server.do(out.set)
        unlocking.result(WAIT)
        dealer.http.cookies.update(cookies)
        assert dealer.get("/api/session") == {"person": None}


# --- what outlives a person -------------------------------------------------------------------------------------------


def test_the_links_of_an_administrator_go_with_the_office(server: RunningServer) -> None:
    with server.staff("admin") as admin, server.staff("admin") as other, server.client() as friend:
        token = other.post("/api/invitations", {"role": "admin"}, status=201)["token"]
        facts = {"name": "A friend", "password": PASSWORD}
        admin.post(f"/api/people/{other.person['id']}/disable")
        friend.get(f"/api/invitations/{token}", status=404)
        friend.post(f"/api/invitations/{token}", facts, status=404)
        admin.post(f"/api/people/{other.person['id']}/enable")
        assert friend.get(f"/api/invitations/{token}")["role"] == "admin"
        admin.delete(f"/api/people/{other.person['id']}/roles?role=admin", status=200)
        friend.post(f"/api/invitations/{token}", facts, status=404)


def test_a_page_does_not_outlive_the_longest_session(server: RunningServer) -> None:
    with server.guest("Old") as guest:
        page = guest.live("s42-1")
        server.clock.ahead += 31 * 24 * 60 * MINUTE_MS
        try:
            server.call(server.front.people.sweep())
            assert page.until_closed() == NOBODY
        finally:
            server.clock.ahead = 0


# --- what strangers can do to somebody --------------------------------------------------------------------------------


def test_wrong_passwords_elsewhere_do_not_keep_a_console_locked(server: RunningServer) -> None:
    with server.staff("dealer", "Dilys") as dot, server.client() as stranger:
        dot.post("/api/session/lock")
        for _ in range(3):
            sign_in(stranger, "Dilys", "a wrong password", 401)
        sign_in(stranger, "Dilys", PASSWORD, 401)
        assert dot.post("/api/session/unlock", {"password": PASSWORD})["locked"] is False
        dot.post("/api/session/lock")
        for _ in range(3):
            dot.post("/api/session/unlock", {"password": "a wrong password"}, status=401)
        dot.post("/api/session/unlock", {"password": PASSWORD}, status=401)


def test_a_wallet_is_filled_so_often_and_no_more(server: RunningServer) -> None:
    with server.guest("Spender") as guest:
        page = guest.live(server.training(guest, "section-42"))
        page.ok("TakeSeat", seat=3)
        for _ in range(TOP_UPS_PER_HOUR):
            page.ok("BuyIn", seat=3, cents=1_000_000)
            guest.post("/api/guests/top-up")
        page.ok("BuyIn", seat=3, cents=1_000_000)
        assert "12 times in an hour" in guest.post("/api/guests/top-up", status=409)["refusal"]["sentence"]
