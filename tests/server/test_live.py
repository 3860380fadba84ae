"""One connection: repeated ids, wrong messages, slow readers, pings, presence, peeling, coming back."""

import json
import socket
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from minibac.machine.roles import THE_HOUSE, Role
from minibac.people.sessions import COOKIE
from minibac.server.connection import QUEUE_MESSAGES
from minibac.table import commands as c
from minibac.table.automatic import AUTOMATIC
from tests.server.malformed_messages import messages
from tests.server.running import HOUR_MS, PATIENT, WAIT, Live, RunningServer, came_to, running, wait_until

ROLES = (
    "guest",
    "spectator",
    "dealer",
    "floorperson",
    "pit-boss",
    "shift-manager",
    "pit-clerk",
    "surveillance",
    "accounting",
)


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    """Whose tables nobody has sat at."""
    with running(timing=PATIENT) as found:
        yield found


@pytest.fixture(scope="module")
def patient() -> Iterator[RunningServer]:
    with running(timing=PATIENT) as found:
        yield found


def to_betting(page: Live, seat: int) -> None:
    """Sit down, and help the table to the first betting."""
    page.sit(seat)
    while page.view["phase"] != "betting":
        asks = (page.yours or {}).get("asks", ())
        if "look" in asks:
            page.give("DoStep", step="look", ok=False)
        elif "cut" in asks:
            page.give("AnswerCut", accept=False)
        else:
            page.read()


def test_a_command_sent_twice_counts_once_and_has_the_same_answer(patient: RunningServer) -> None:
    with patient.guest() as guest:
        table = patient.training(guest, "section-42")
        page = guest.live(table)
        to_betting(page, 4)
        before = page.yours["chips_cents"]  # type: ignore[index]
        first = page.give("PlaceWager", "the same", seat=4, wager="player", cents=5_000)
        again = page.give("PlaceWager", "the same", seat=4, wager="player", cents=5_000)
        assert first == again
        assert page.yours["chips_cents"] == before - 5_000  # type: ignore[index]
        other = guest.live(table)
        assert other.give("PlaceWager", "the same", seat=4, wager="player", cents=5_000) == first, (
            "on another connection"
        )
        with patient.guest("Eve") as eve:  # an id belongs to its person
            stranger = eve.live(table)
            assert stranger.give("PlaceWager", "the same", seat=4, wager="player", cents=5_000)["ok"] is False
        late = page.give("AnswerCut", "late", accept=True)
        assert late["refusal"]["code"] == "not-now"
        assert late["refusal"]["clause"]
        page.ok("WithdrawWager", seat=4, wager="player")
        page.ok("LeaveSeat", seat=4)


def test_an_id_that_was_used_is_for_no_other_command(patient: RunningServer) -> None:
    """Also where the door refuses a command the second time: a dealer who went off duty is no dealer any more."""
    with patient.guest() as guest:
        page = guest.live(patient.training(guest, "section-42"))
        assert page.give("TakeSeat", "s1", seat=3)["ok"]
        other = page.give("TakeSeat", "s1", seat=5)
        assert (other["ok"], other["refusal"]["code"]) == (False, "illegal-value")
        assert [seat["seat"] for seat in page.view["seats"]] == [3]
    with patient.guest("Dee") as dee:
        desk = dee.live(patient.training(dee, "section-42", dealer="me"), "dealer")
        desk.ok("AssignStaff", duty="calling")
        off = desk.give("AssignStaff", "off", duty="calling", person="automatic dealer")
        assert off["ok"]
        assert desk.give("AssignStaff", "off", duty="calling", person="automatic dealer") == off
        assert not desk.give("AssignStaff", "off", duty="wagers", person="automatic dealer")["ok"]


def test_only_who_opens_a_training_table_to_deal_it_is_its_dealer(patient: RunningServer) -> None:
    with patient.guest("Gus") as gus, patient.guest("Eve") as eve:
        played = patient.training(gus, "seneca", dealer="automatic")
        dealt = patient.training(gus, "seneca", dealer="me")
        for who, table in ((gus, played), (eve, dealt)):
            with pytest.raises(ConnectionClosed) as closed:
                who.live(table, "dealer")
            assert closed.value.rcvd is not None
            assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4003, "you are not dealer at this table")
        gus.live(dealt, "dealer").ok("AssignStaff", duty="calling")
        gus.live(played).ok("TakeSeat", seat=1)


def test_a_place_in_the_log_that_is_no_number_is_said(patient: RunningServer) -> None:
    """The page is welcomed as one that has seen nothing, and hears why."""
    with patient.client() as client:
        page = Live(client, "s42-1", "spectator", None, {"after": "abc"})
        try:
            assert page.until("welcome")["missed"] == {"events": [], "left_out": 0}
            assert "after" in page.until("wrong")["sentence"]
        finally:
            page.close()


def test_nobody_acts_for_another_seat(patient: RunningServer) -> None:
    with patient.guest("Ann") as ann, patient.guest("Eve") as eve:
        table = patient.training(ann, "seminole")
        mine, other = ann.live(table), eve.live(table)
        to_betting(mine, 2)
        other.sit(3)
        for kind, facts in (
            ("PlaceWager", {"seat": 2, "wager": "player", "cents": 5_000}),
            ("BuyIn", {"seat": 2, "cents": 5_000}),
            ("LeaveSeat", {"seat": 2}),
            ("ChangeSeat", {"seat": 2, "to": 7}),
            ("TakeSeat", {"seat": 2}),
            ("TakeSeat", {"seat": 5}),
        ):
            assert other.give(kind, **facts)["ok"] is False
        wrong = other.give("TakeSeat", seat=6, by={"id": ann.person["id"], "role": "guest", "seat": 2})
        assert wrong["tell"] == "wrong"
        assert patient.call(patient.front.people.wallet_cents(ann.person["id"])) == 900_000


@pytest.mark.control("R23")
@pytest.mark.parametrize("role", ROLES)
def test_messages_without_sense_change_nothing(patient: RunningServer, role: str) -> None:
    client = patient.client() if role == "spectator" else patient.guest() if role == "guest" else patient.staff(role)
    count, table, counted = 300, patient.house.tables["sen-1"], patient.front.metrics.wrong._value
    patient.front.most_wrong = 10 * count
    with client:
        page = client.live("sen-1", role)
        version, wrong = table.version, counted.get()
        for message in messages(seed=len(role), count=count):
            page.send(message)
            assert page.until("wrong")["sentence"]
        assert counted.get() - wrong == count
        assert table.version == version
        assert client.get("/health") == {"ok": True}


def test_wrong_messages_are_told_logged_and_at_last_too_many(
    server: RunningServer, caplog: pytest.LogCaptureFixture
) -> None:
    with server.client() as nobody:
        page = nobody.live("ma-1", "spectator")
        page.send('{"do": "dance"}')
        assert "dance" in page.until("wrong")["sentence"]
        page.send({"do": "peel", "hand": "player", "card": 0, "edge": "top", "how": 0.5})
        assert "holds the cards" in page.until("wrong")["sentence"]
        with suppress(ConnectionClosed):  # ended before the last of them
            for _ in range(60):
                page.send("{}")
        assert page.until_closed() == 4029


def test_a_page_that_sends_too_much_is_ended() -> None:
    with running(messages_per_second=5) as server, server.client() as nobody:
        page = nobody.live("ma-1", "spectator")
        with suppress(ConnectionClosed):  # ended before the last of them
            for _ in range(2_000):
                page.send({"do": "pong"})
                time.sleep(0.001)  # what is thrown at a closed door makes the caller miss the last word: a reset
        assert page.until_closed() == 4029


def test_a_slow_reader_is_dropped_and_can_come_back(server: RunningServer) -> None:
    """It costs nobody else anything: the queue of the others stays short."""
    with server.guest() as guest, server.client() as other:
        quick = other.live("sen-1", "spectator")
        slow = guest.live("sen-1")
        host, port = "127.0.0.1", server.port
        raw = socket.socket()
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.connect((host, port))
        raw.sendall(
            f"GET /api/tables/sen-1/live?as=spectator HTTP/1.1\r\nHost: {host}:{port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        try:
            hub = server.front.hubs["sen-1"]
            while len(hub.connections) < 3:
                quick.until("presence")
            stuck = list(hub.connections)[-1]
            text = json.dumps({"tell": "wrong", "sentence": "x" * 30_000})
            for _ in range(QUEUE_MESSAGES + 1_000):
                server.do(lambda: hub.relay(text, slow))  # type: ignore[arg-type]
                quick.until("wrong")
                if stuck.closing:
                    break
            assert stuck.closing == 4008
            assert all(each.closing == 0 for each in hub.connections if each is not stuck)
        finally:
            raw.close()
        page = guest.live("sen-1")
        page.ok("TakeSeat", seat=1)
        seen = page.version
        page.ok("BuyIn", seat=1, cents=50_000)
        page.ok("LeaveSeat", seat=1)
        back = guest.live("sen-1", after=seen)
        missed = back.welcome["missed"]
        assert [event["v"] for event in missed["events"]][:2] == [seen + 1, seen + 2]
        assert missed["left_out"] == 0
        assert {"ChipsBought", "SeatLeft"} <= {event["event"] for event in missed["events"]}
        old = guest.live("sen-1", after=0).welcome
        assert len(old["missed"]["events"]) + old["missed"]["left_out"] == old["version"]


def test_pings_that_stay_unanswered_end_a_connection() -> None:
    with running(heartbeat_seconds=0.05) as server:
        address = f"{server.base.replace('http', 'ws', 1)}/api/tables/ma-1/live?as=spectator"
        told = []
        with connect(address, open_timeout=WAIT) as mute, suppress(ConnectionClosed):
            while True:
                told.append(json.loads(mute.recv(WAIT))["tell"])
        assert told.count("ping") == 2
        assert mute.close_code == 4010


def test_presence_and_a_lost_connection(patient: RunningServer) -> None:
    with patient.guest("Ann") as ann, patient.client() as nobody:
        table = patient.training(ann, "massachusetts")
        watcher = nobody.live(table, "spectator")
        page = ann.live(table)
        watcher.told_of("presence", watching=2, seats=[])
        page.sit(7)
        watcher.told_of("presence", watching=1, seats=[7])
        assert next(row["watching"] for row in nobody.get("/api/house")["tables"] if row["id"] == table) == 1
        second = ann.live(table)
        page.close()
        watcher.until_view(lambda view: view["seats"] and view["seats"][0]["connected"])
        second.close()
        watcher.until_view(lambda view: view["seats"] and not view["seats"][0]["connected"])
        back = ann.live(table)
        back.until_view(lambda view: view["seats"][0]["connected"])
        assert back.welcome["you"]["seat"] == 7


def test_how_far_a_card_is_peeled_is_seen_by_the_others(patient: RunningServer) -> None:
    with patient.guest("Ann") as ann, patient.client() as nobody:
        table = patient.training(ann, "massachusetts", clock=False)
        page, watcher = ann.live(table), nobody.live(table, "spectator")
        to_betting(page, 3)
        page.ok("PlaceWager", seat=3, wager="player", cents=5_000)
        with patient.staff("dealer") as dealer:
            desk = dealer.live(table, "dealer")
            desk.ok("AssignStaff", duty="calling")
            desk.ok("AssignStaff", duty="wagers")
            while "turn" not in page.yours["asks"]:  # type: ignore[index]
                desk.until_view(lambda view: view["staffed"])
                step = dict(desk.yours["next"]["command"])  # type: ignore[index]
                desk.give(step.pop("command"), **{k: v for k, v in step.items() if k != "cards"})
                while page.version < desk.version:
                    page.read()
            page.send({"do": "peel", "hand": "player", "card": 1, "edge": "right", "how": 0.25})
            told = watcher.until("peel")
            assert told == {"tell": "peel", "hand": "player", "card": 1, "edge": "right", "how": 0.25, "seat": 3}
            assert all(page.yours["cards"]["player"])  # type: ignore[index]
            assert watcher.view["coup"]["player"] == [None, None]
            # The clock may be quicker than a guest: what comes too late spoils nothing that is asked after it.
            page.ok("ReturnCards", hand="player")
            page.send({"do": "peel", "hand": "player", "card": 1, "edge": "right", "how": 0.75})
            assert page.give("SayReady", seat=3)["tell"] == "answer"
            watcher.until_view(lambda view: None not in view["coup"]["player"])
            assert [told["how"] for told in watcher.told if told["tell"] == "peel"] == [0.25]


def test_the_house_says_goodbye() -> None:
    with running() as server:
        client = server.client()
        page = client.live("s42-1", "spectator")
        server.do(lambda: server.front.hubs["s42-1"].close("the table is gone"))
        assert page.until("closing")["sentence"] == "the table is gone"
        assert page.until_closed() == 1001
        client.close()


def test_a_cookie_alone_is_no_seat(server: RunningServer) -> None:
    """A page of the staff has no seat, and a guest has no desk."""
    with server.staff("dealer") as dealer, server.guest() as guest:
        with pytest.raises(ConnectionClosed, match="4003"):
            dealer.live("ma-1", "guest")
        with pytest.raises(ConnectionClosed, match="4003"):
            guest.live("ma-1", "floorperson")
        assert guest.http.cookies[COOKIE]


def test_a_dealer_who_goes_away_is_relieved(patient: RunningServer) -> None:
    """And the automatic one goes on; who comes back in time stays on duty."""
    with patient.guest("Ann") as ann, patient.staff("dealer", "Dee") as dee:
        table = patient.training(ann, "section-42")
        page = ann.live(table)
        hub = patient.front.hubs[table]
        hub._relief_seconds = HOUR_MS  # until the test says that the time is over
        desk = dee.live(table, "dealer")
        desk.ok("AssignStaff", duty="calling")
        page.until_view(lambda view: view["staffed"])
        assert desk.yours is not None
        desk.close()
        back = dee.live(table, "dealer")
        hub._relief_seconds = 0
        patient.call(hub._relieve(dee.person["id"], Role.DEALER, patient.house.now()))
        assert patient.house.tables[table].staffed, "who is back is not relieved"
        assert back.view["staffed"] is True
        back.close()
        page.until_view(lambda view: not view["staffed"])
        page.sit(1)
        page.until_view(lambda view: view["phase"] != "opening" or bool((page.yours or {}).get("asks")))


def test_who_deals_no_more_and_has_the_floor_keeps_it(patient: RunningServer) -> None:
    with patient.guest("Ann") as ann, patient.staff("dealer", "Dot") as dot:
        table = patient.training(ann, "section-42")
        desk, hub, hosted = dot.live(table, "dealer"), patient.front.hubs[table], patient.house.tables[table]
        desk.ok("AssignStaff", duty="calling")
        person = dot.person["id"]
        floor = c.AssignStaff(by=THE_HOUSE, at=0, duty="floor", person=person)
        patient.call(hosted.carry_out(c.AssignStaff(by=THE_HOUSE, at=0, duty="calling", person="Dan")))
        assert patient.call(hosted.carry_out(floor)).ok
        hub._relief_seconds = 0
        desk.close()
        wait_until(lambda: not hub._others(person, Role.DEALER))
        patient.call(hub._relieve(person, Role.DEALER, patient.house.now()))
        assert hosted.state.staff["floor"] == person
        patient.call(hub._relieve(person, Role.FLOORPERSON, patient.house.now()))
        assert hosted.state.staff["floor"] == AUTOMATIC.floor.id


def test_a_dealer_deals_a_round_from_the_desk(patient: RunningServer) -> None:
    """The desk says the next right step, and every payout in chips; following it settles a round."""
    with patient.guest("Ann") as ann, patient.staff("dealer", "Del") as dealer:
        table = patient.training(ann, "section-42", clock=False)
        page = ann.live(table)
        to_betting(page, 2)
        page.ok("PlaceWager", seat=2, wager="banker", cents=10_000)
        desk = dealer.live(table, "dealer")
        desk.ok("AssignStaff", duty="calling")
        desk.ok("AssignStaff", duty="wagers")
        paid = []
        while desk.view["last"] is None or desk.view["phase"] != "betting":
            assert desk.yours is not None
            step = dict(desk.yours["next"]["command"])
            assert desk.yours["next"]["clauses"]
            paid += desk.yours["payouts"]
            kind = step.pop("command")
            desk.ok(kind, **{name: value for name, value in step.items() if name != "cards"})
        assert paid
        for payout in paid:
            cents = payout["action"][3]
            assert sum(value * count for value, count in payout["chips"]) == cents
        assert {row["kind"] for row in desk.yours["irregularities"]} >= {"card-in-error", "wrong-hand", "other"}  # type: ignore[index]
        assert list(came_to(desk.view)) == [(2, "banker")]
