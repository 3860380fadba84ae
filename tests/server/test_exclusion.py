"""The lists of the house: who is on one is neither seated nor sold chips, and security learns that they tried."""

import json
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.server.running import PATIENT, running, wait_until


@pytest.mark.control("R26")
@pytest.mark.parametrize("listed", ["banned", "self-excluded"])
def test_who_is_on_a_list_cannot_play_and_the_attempt_is_an_alert(tmp_path: Path, listed: str) -> None:
    with running(tmp_path, timing=PATIENT) as server, ExitStack() as people:
        ann, admin = server.guest("Ann"), server.staff("admin")
        security, eye = server.staff("security"), server.staff("surveillance")
        for client in (ann, admin, security, eye):
            people.enter_context(client)
        path = f"/api/people/{ann.person['id']}/exclusion"
        seated = ann.live("sem-1")
        seated.ok("TakeSeat", seat=3)
        seated.ok("BuyIn", seat=3, cents=50_000)
        elsewhere = ann.live("s42-1")
        elsewhere.ok("TakeSeat", seat=3)
        body = {"list": listed, "reason": "seen\n on the list of the commission"}
        for nobody in (ann, eye):  # surveillance reads everything and changes nothing (R31)
            nobody.post(path, body, status=403)
        security.post(path, {"list": "whatever", "reason": "x"}, status=400)
        security.post(path, {"list": listed, "reason": "  "}, status=400)
        security.post(f"/api/people/{eye.person['id']}/exclusion", body, status=409)
        security.post("/api/people/nobody/exclusion", body, status=404)
        assert security.post(path, body) == {"excluded": listed}

        # At once, at every table where the person sits: no further wager, and no chips.
        table = server.front.house.tables["sem-1"]
        assert table.state.seats[3].excluded == listed
        own = elsewhere.give("BuyIn", seat=3, cents=50_000)["refusal"]
        assert (own["code"], own["clause"]) == ("not-eligible", None), "the list is the house's own there"
        elsewhere.ok("LeaveSeat", seat=3)
        for page in (seated, eye.live("sem-1", "spectator")):
            assert listed not in str(page.view)

        # At the next buy-in, and at every seat, of a live table and of a training table.
        answer = seated.give("BuyIn", seat=3, cents=50_000)
        seated.ok("LeaveSeat", seat=3)
        tries = [answer, seated.give("TakeSeat", seat=3), seated.give("TakeSeat", seat=3)]
        training = server.training(ann, "seminole")
        tries.append(ann.live(training).give("TakeSeat", seat=1))
        for answer in tries:
            assert answer["refusal"]["code"] == "not-eligible"
            assert answer["refusal"]["clause"] == f"sem/{listed}"
            assert listed not in answer["refusal"]["sentence"]
        ann.delete("/api/me", status=409)

        def seen() -> list[dict[str, Any]]:
            rows = eye.get("/api/books/exceptions")["exceptions"]
            return [row for row in rows if row["kind"] == "excluded-person"]

        wait_until(lambda: len(seen()) >= 3)
        alerts = seen()
        assert {row["severity"] for row in alerts} == {"high"}
        assert {row["guest"] for row in alerts} == {ann.person["id"]}
        tables = sorted(row["table"] for row in alerts)
        assert tables == ["s42-1", "sem-1", "sem-1"], "a buy-in and a seat; the same attempt in a round is told once"
        log = admin.get("/api/house/log?limit=1000")["events"]
        (change,) = [event for event in log if event["event"] == "ParameterChanged"]
        assert (change["before"], change["after"]) == ("none", listed)
        assert change["reason"] == "seen on the list of the commission"
        assert change["by"] == security.person["id"]
        mine = next(row for row in eye.get("/api/people")["people"] if row["id"] == ann.person["id"])
        assert mine["excluded"] == listed

        assert admin.post(path, {"list": "none", "reason": "the wrong Ann"}) == {"excluded": None}
        seated.ok("TakeSeat", seat=4)
    lines = [json.loads(line) for line in (tmp_path / "logs" / "house.jsonl").read_text(encoding="utf-8").splitlines()]
    alerts = [line for line in lines if line.get("kind") == "excluded person"]
    assert [line["table"] for line in alerts] == ["s42-1", "sem-1", "sem-1", "sem-1", training]
    assert {line["list"] for line in alerts} == {listed}
