"""A house that goes down and comes up: people stay signed in, answers stay the same, the log has what mattered."""

import json
from contextlib import ExitStack
from pathlib import Path

import pytest

from minibac.people.sessions import COOKIE
from tests.server.running import PATIENT, Client, Live, RunningServer, running, stakes


def again(server: RunningServer, before: Client) -> Client:
    """The same cookie at the house that came up again."""
    client = server.client()
    client.http.cookies.set(COOKIE, before.http.cookies[COOKIE])
    client.signed(client.get("/api/session"))
    return client


def to_betting(page: Live, seat: int) -> None:
    page.sit(seat)
    while page.view["phase"] != "betting":
        asks = (page.yours or {}).get("asks", ())
        if "look" in asks:
            page.give("DoStep", step="look", ok=False)
        elif "cut" in asks:
            page.give("AnswerCut", accept=False)
        else:
            page.read()


def test_sessions_answers_and_the_last_result_outlive_a_restart(tmp_path: Path) -> None:
    with running(tmp_path, timing=PATIENT) as first:
        ann = first.guest("Ann")
        page = ann.live("s42-1")
        to_betting(page, 3)
        answer = page.give("PlaceWager", "kept", seat=3, wager="player", cents=2_500)
        version = page.version
        token = first.call(first.front.people.invitations.make("dealer", "test"))
        goodbye = ann.live("s42-1", "spectator")
        ann_before = ann
    assert goodbye.until("closing")["sentence"]
    ann_before.close()
    with running(tmp_path, timing=PATIENT) as second:
        ann = again(second, ann_before)
        assert ann.person["name"] == "Ann"
        assert ann.get(f"/api/invitations/{token}")["role"] == "dealer"
        page = ann.live("s42-1", after=version)
        assert page.welcome["you"]["seat"] == 3
        assert page.give("PlaceWager", "kept", seat=3, wager="player", cents=2_500) == answer
        assert stakes(page.view) == {(3, "player"): 2_500}
        ann.close()


@pytest.mark.control("R26")
def test_significant_events_are_in_the_log(tmp_path: Path) -> None:
    """Failed sign-ins with their address, refusals, incidents, corrections, large wagers, starts and stops."""
    with running(tmp_path, timing=PATIENT) as server, ExitStack() as people:
        ann, flo, admin = server.guest("Ann"), server.staff("floorperson", "Flo"), server.staff("admin")
        for client in (ann, flo, admin):
            people.enter_context(client)
        ann.request("POST", "/api/session", {"name": "Flo", "password": "not the password"})
        page, desk = ann.live("s42-1"), flo.live("s42-1", "floorperson")
        page.ok("TakeSeat", seat=3)
        page.ok("BuyIn", seat=3, cents=900_000)
        while page.view["phase"] != "betting":
            asks = (page.yours or {}).get("asks", ())
            if "look" in asks:
                page.give("DoStep", step="look", ok=False)
            elif "cut" in asks:
                page.give("AnswerCut", accept=False)
            else:
                page.read()
        page.ok("PlaceWager", seat=3, wager="player", cents=500_000)
        assert page.give("PlaceWager", seat=5, wager="player", cents=500)["ok"] is False
        page.send("no message")
        page.until("wrong")
        desk.ok("Report", kind="other", note="the lights went out")
        admin.post("/api/selfcheck")
        admin.request("GET", "/api/people/none/roles")
    lines = [json.loads(line) for line in (tmp_path / "logs" / "house.jsonl").read_text(encoding="utf-8").splitlines()]
    kinds = {line.get("kind") for line in lines}
    assert {"start", "stop", "failed sign-in", "large wager", "incident", "balance", "account"} <= kinds
    failed = next(line for line in lines if line.get("kind") == "failed sign-in")
    assert failed["address"] == "127.0.0.1"
    assert failed["name"] == "Flo"
    assert any(line["event"] == "refused" and line["code"] == "not-yours" for line in lines)
    assert any(line["event"] == "message not understood" for line in lines)
    assert all(line["timestamp"].endswith("Z") for line in lines)
    assert "not the password" not in (tmp_path / "logs" / "house.jsonl").read_text(encoding="utf-8")


def test_an_unforeseen_error_is_told_in_one_sentence_and_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from minibac.server import routes_house

    def broken(*_asked: object) -> object:
        raise ZeroDivisionError("a secret detail")

    with running(tmp_path) as server, server.client() as client:
        monkeypatch.setattr(routes_house, "house_plain", broken)
        answer = client.request("GET", "/api/house")
        assert answer.status_code == 500
        assert "secret" not in answer.text
        assert answer.json()["refusal"]["sentence"].startswith("this is a fault of the house")
    text = (tmp_path / "logs" / "house.jsonl").read_text(encoding="utf-8")
    assert "ZeroDivisionError" in text
    assert '"kind": "program error"' in text


def test_a_dealer_who_does_not_come_back_after_a_restart_is_relieved(tmp_path: Path) -> None:
    with running(tmp_path, timing=PATIENT) as first, first.staff("dealer", "Dot") as dot:
        desk = dot.live("s42-1", "dealer")
        desk.ok("AssignStaff", duty="calling")
        desk.ok("AssignStaff", duty="wagers")
    with running(tmp_path, timing=PATIENT, heartbeat_seconds=1.0) as second:
        table = second.house.tables["s42-1"]
        with second.client() as client:
            page = client.live("s42-1", "spectator")
            assert page.view["staffed"] is True
            assert second.do(lambda: table.staffed), "she has a minute to come back"
            second.clock.ahead = 120_000
            page.until_view(lambda view: view["staffed"] is False)
