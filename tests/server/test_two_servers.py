"""Two ``minibac serve`` on one PostgreSQL database: guests at both, one house; and one of them is killed in a round."""

import asyncio
import signal
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

from minibac.house.news import decode_kept
from minibac.people.sessions import COOKIE
from minibac.records.postgres import PostgresStore
from minibac.records.upcast import read_event
from minibac.table import events as e
from tests.house.crash_play import audit
from tests.served import ServedHouse
from tests.server.running import PASSWORD, Client, Live, came_to, stakes, wait_until
from tests.server.two_servers import SETTINGS, TABLE, at, guest, two_servers, wager

PATIENCE = 60.0
LOOK = 0.3
STEPS, WINDOWS = 12, 4


@pytest.mark.control("R17", "R19")
def test_when_the_owner_is_killed_in_a_round_the_other_plays_on_and_nothing_is_lost(
    postgres_database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with two_servers(postgres_database, tmp_path) as pair, ExitStack() as people:
        owner, other = pair.settled_owner()
        ann, bob = people.enter_context(guest(owner, "Ann")), people.enter_context(guest(other, "Bob"))
        eve = people.enter_context(Client(other))
        ann_page, bob_page = ann.live(TABLE), bob.live(TABLE)
        eve_page = eve.live(TABLE, "spectator")
        ann_page.sit(3)
        bob_page.sit(5)  # at the process that does not own the table: the command is passed on, and answered

        sent = {"ann": wager(ann_page, 3, "banker", 20_00)}
        sent["bob"] = wager(bob_page, 5, "player", 30_00)
        coup = bob_page.view["coup_no"]
        both = {(5, "player"): 30_00} | ({(3, "banker"): 20_00} if sent["ann"][0] == f"banker-{coup}" else {})
        for page in (ann_page, bob_page, eve_page):
            page.until_view(lambda view: view["coup_no"] == coup and view["phase"] == "dealing" and _cards(view) >= 2)
            assert stakes(page.view) == both

        before, wallet = ann_page.version, ann.get("/api/session")["person"]["wallet_cents"]
        owner.process.send_signal(signal.SIGKILL)
        killed = time.monotonic()
        owner.process.wait()
        assert _gone(ann_page)
        head = _version(postgres_database)

        again = people.enter_context(at(other, ann))  # the cookie counts there, and the page says what it has seen
        page = again.live(TABLE, after=before)
        assert page.welcome["you"]["seat"] == 3
        missed = [event["v"] for event in page.welcome["missed"]["events"]]
        assert missed == list(range(before + 1, page.welcome["version"] + 1))
        assert stakes(page.view) == both or page.version > head

        wait_until(lambda: pair.owner() is other)
        leased = time.monotonic() - killed
        while bob_page.version <= head:
            bob_page.read(PATIENCE)
        played = time.monotonic() - killed
        for living in (page, bob_page, eve_page):
            living.until_view(lambda view: view["last"] is not None and view["last"]["coup_no"] == coup)
            assert living.view["last"]["status"] == "settled"
            assert {place: stake for place, (_, stake, _) in came_to(living.view).items()} == both
        with capsys.disabled():
            lease = SETTINGS["lease_ms"]
            print(f"\n  takeover after SIGKILL: lease {leased:.2f} s, play {played:.2f} s (lease_ms {lease}) ", end="")

        name, version = sent["bob"]
        repeated = bob_page.give("PlaceWager", name, seat=5, wager="player", cents=30_00)
        assert (repeated["ok"], repeated["version"]) == (True, version)
        name, version = sent["ann"]
        repeated = page.give("PlaceWager", name, seat=3, wager="banker", cents=20_00)
        assert (repeated["ok"], repeated["version"]) == (True, version)
        assert again.get("/api/session")["person"]["wallet_cents"] == wallet
        page.ok("LeaveSeat", seat=3)
        ids = {f"{ann.person['id']}:{sent['ann'][0]}": 3, f"{bob.person['id']}:{sent['bob'][0]}": 5}
    asyncio.run(_audited(postgres_database, ids))


def _cards(view: dict[str, Any]) -> int:
    return len(view["coup"]["player"]) + len(view["coup"]["banker"]) if view["coup"] else 0


def _gone(page: Live) -> bool:
    """The page of a process that was killed ends."""
    try:
        while True:
            page.read(PATIENCE)
    except ConnectionClosed:
        return True


def _version(address: str) -> int:
    with psycopg.connect(address) as database:
        row = database.execute("SELECT version FROM minibac.streams WHERE stream = %s", [f"table/{TABLE}"]).fetchone()
    assert row is not None
    return int(row[0])


async def _audited(address: str, ids: dict[str, int]) -> None:
    """Chips are conserved, the chain holds, and each acknowledged wager is in the log once, and no other."""
    store = await PostgresStore.open(address)
    try:
        stream = f"table/{TABLE}"
        await audit(store, stream, {}, whole=False)
        placed: Counter[int] = Counter()
        events = [read_event(line.bytes) async for line in store.read(stream)]
        for event in events:
            if isinstance(event, e.WagerPlaced):
                placed[event.seat] += 1
        assert placed == Counter(ids.values())
        for command, seat in ids.items():
            kept = await store.answer(stream, command)
            assert kept is not None
            event = events[decode_kept(kept).version - 1]
            assert isinstance(event, e.WagerPlaced)
            assert event.seat == seat
    finally:
        await store.close()


@pytest.mark.control("R22")
def test_what_is_done_at_one_process_counts_at_the_other(postgres_database: str, tmp_path: Path) -> None:
    with two_servers(postgres_database, tmp_path) as pair, ExitStack() as people:
        owner, other = pair.settled_owner()
        links = pair.links()

        # A link counts once, though two people ask for it at two processes in the same moment.
        admins = _at_once(owner, other, links["admin"])
        assert sorted(answer.status_code for answer in admins.values()) == [201, 404]
        first = next(house for house, answer in admins.items() if answer.status_code == 201)
        second = other if first is owner else owner
        admin = people.enter_context(Client(first))
        admin.http.cookies.set(COOKIE, admins[first].cookies[COOKIE])
        admin.signed(admin.get("/api/session"))

        # Who signs in at one is signed in at the other, with every role, at once.
        there = people.enter_context(at(second, admin))
        assert [role["role"] for role in there.person["roles"]] == ["admin"]
        made = there.post("/api/invitations", {"role": "dealer"}, status=201)
        dealer = people.enter_context(Client(first))
        facts = {"name": "Dora", "password": PASSWORD}
        dealer.signed(dealer.post(f"/api/invitations/{made['token']}", facts, status=201))
        elsewhere = people.enter_context(at(second, dealer))
        desk = elsewhere.live(TABLE, "dealer")
        assert desk.welcome["you"]["role"] == "dealer"

        # A guest plays at one process and is seen at the other.
        ann, eve = people.enter_context(guest(other, "Ann")), people.enter_context(Client(owner))
        page, watching = ann.live(TABLE), eve.live(TABLE, "spectator")
        page.sit(4)
        for seen in (watching, desk):
            seen.until_view(lambda view: any(seat["seat"] == 4 and seat["connected"] for seat in view["seats"]))
        assert people.enter_context(at(owner, ann)).person["wallet_cents"] == ann.person["wallet_cents"] - 100_000
        late = people.enter_context(Client(owner)).live(TABLE, "spectator")
        assert late.until("presence")["seats"] == [4]

        # A table that was made at one is there at the other, and both hear the same.
        table = ann.post("/api/tables", {"rulebook": "massachusetts"}, status=201)["table"]
        visitor = people.enter_context(guest(owner, "Bo"))
        assert visitor.get(f"/api/tables/{table}")["view"]["table"] == table
        guest_page, own_page = visitor.live(table), ann.live(table)
        guest_page.ok("TakeSeat", seat=2)
        own_page.until_view(lambda view: [seat["seat"] for seat in view["seats"]] == [2])

        _one_exam_at_both(people, admin, first, second)

        # Who is locked out at one has no open page at the other either.
        there.post(f"/api/people/{dealer.person['id']}/disable?reason=test")
        assert elsewhere.request("GET", "/api/session").json() == {"person": None}
        with suppress(ConnectionClosed):  # an open page is held against the store when it speaks, now and then
            for _ in range(int(PATIENCE / LOOK)):
                desk.give("AssignStaff", duty="calling")
                time.sleep(LOOK)
        assert desk.until_closed() == 4001


def _one_exam_at_both(people: ExitStack, admin: Client, first: ServedHouse, second: ServedHouse) -> None:
    """A trainee with two windows, each at a process of its own: every step is taken once, and a test is marked once."""
    ina = people.enter_context(Client(second))
    link = admin.post("/api/invitations", {"role": "instructor"}, status=201)["token"]
    ina.signed(ina.post(f"/api/invitations/{link}", {"name": "Ina Frost", "password": PASSWORD}, status=201))
    made = ina.post("/api/school/classes", {"title": "Spring", "rulebook": "seneca"}, status=201)["class"]
    code = ina.post(f"/api/school/classes/{made}/invitations", {}, status=201)["code"]
    tom = people.enter_context(Client(first))
    tom.signed(tom.post(f"/api/invitations/{code}", {"name": "Tom Lee", "password": PASSWORD}, status=201))
    windows = (tom, people.enter_context(at(second, tom)))
    exam = tom.post("/api/exams", {"scenario": "first-rounds-seneca"}, status=201)["id"]

    def of(number: int, path: str, body: dict[str, Any]) -> httpx.Response:
        return windows[number % 2].request("POST", path, body)

    with ThreadPoolExecutor(WINDOWS) as hands:
        steps = [hands.submit(of, number, f"/api/exams/{exam}/steps", {"step": "floor"}) for number in range(STEPS)]
        assert {done.result().status_code for done in steps} == {200}
        seen = [window.get(f"/api/exams/{exam}") for window in windows]
        assert [one["steps"] for one in seen] == [STEPS, STEPS]
        ends = [hands.submit(of, number, f"/api/exams/{exam}/end", {}) for number in range(2)]
        assert sorted(done.result().status_code for done in ends) == [200, 409]
        test = tom.post("/api/drills/burn", {"rulebook": "seneca", "test": True})["test"]
        handed = [
            hands.submit(of, number, "/api/drills/burn/finish", {"test": test, "answers": []}) for number in (0, 1)
        ]
        answers = [done.result() for done in handed]
    assert sum(answer.status_code == 200 and answer.json()["noted"] for answer in answers) == 1
    told = ina.get(f"/api/school/trainees/{tom.person['id']}")["attempts"]
    assert [(one["number"], one["way"], one["handed_in"]) for one in told] == [(1, "table", True), (2, "test", True)]
    faults = ina.get(f"/api/exams/{exam}")["result"]["faults"]
    assert [one["number"] for one in faults] == list(range(1, STEPS + 1))


def _at_once(one: ServedHouse, two: ServedHouse, token: str) -> dict[ServedHouse, httpx.Response]:
    """Two people take one link, each at a process of their own."""
    answers: dict[ServedHouse, httpx.Response] = {}

    def take(house: ServedHouse, name: str) -> None:
        facts = {"name": name, "password": PASSWORD}
        answers[house] = httpx.post(f"{house.base}/api/invitations/{token}", json=facts, timeout=PATIENCE)

    threads = [threading.Thread(target=take, args=pair) for pair in ((one, "Ada"), (two, "Abe"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers
