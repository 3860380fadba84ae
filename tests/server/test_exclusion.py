"""The lists of the house: who is on one does not play, security and compliance learn who tried, and nobody else why."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from minibac.table.state import Phase, TableState
from tests.page.guests import time_passes_until
from tests.server.running import PATIENT, Client, RunningServer, running, wait_until

BORN = "1980-02-03"
WHY = "seen on the list of the commission"
SEAT = 3
SENTENCE = "this person cannot play here; the house tells them why in private"


class Floor:
    """A house with somebody of every role that could learn too much."""

    def __init__(self, server: RunningServer, stack: ExitStack) -> None:
        self.server, self.stack = server, stack
        roles = ("security", "compliance", "admin", "surveillance", "accounting", "cage", "pit-boss", "shift-manager")
        self.staff = {role: stack.enter_context(server.staff(role)) for role in roles}
        self.security, self.compliance, self.cage = (self.staff[role] for role in ("security", "compliance", "cage"))

    def guest(self, name: str, **facts: Any) -> Client:
        client = self.stack.enter_context(self.server.client())
        client.signed(client.post("/api/guests", {"name": name, "of_age": True, **facts}, status=201))
        return client

    def listed(self, by: Client | None = None, status: int = 201, **facts: Any) -> dict[str, Any]:
        body = {"name": "Zoë Müller", "born": BORN, "kind": "banned", "reason": WHY, **facts}
        answer: dict[str, Any] = (by or self.security).post("/api/exclusions", body, status=status)
        return answer

    def alerts(self) -> list[tuple[str, bool, str]]:
        """What was tried, whether it surely was the person, and by which name; the oldest first."""
        rows = self.compliance.get("/api/exclusions")["alerts"]
        return [(row["attempt"], row["sure"], row["name"]) for row in reversed(rows)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("exclusions")


@pytest.fixture(scope="module")
def house(folder: Path) -> Iterator[Floor]:
    with (
        running(folder, timing=PATIENT, guest_idle_minutes=10**6, console_idle_minutes=10**6) as server,
        ExitStack() as stack,
    ):
        server.open_trays()
        yield Floor(server, stack)


@pytest.fixture
def floor(house: Floor) -> Iterator[Floor]:
    """The house with nobody on its lists."""
    yield house
    house.server.front.house.excluded_chips = "redeemable"
    for entry in house.security.get("/api/exclusions")["entries"]:
        if entry["in_force"]:
            house.security.post(f"/api/exclusions/{entry['id']}/end", {"reason": "the test is over"})
        house.security.delete(f"/api/exclusions/{entry['id']}")


@pytest.mark.control("R26")
def test_a_person_without_an_account_is_listed_by_name_and_birth_and_gets_none(floor: Floor) -> None:
    wrongs: list[dict[str, Any]] = [{"born": ""}, {"born": "03.02.1980"}, {"name": " - "}, {"reason": " "}]
    for wrong in (*wrongs, {"until": "2001-01-01"}, {"born": "2999-01-01"}):
        floor.listed(status=400, **wrong)
    floor.listed(status=400, kind="disliked")
    entry = floor.listed()
    assert (entry["in_force"], entry["account"], entry["by"]) == (True, "", floor.security.person["id"])

    with floor.server.client() as nobody:  # in another order, without accents, in capitals: the same person
        body = {"name": "MULLER,  zoe", "born": BORN, "of_age": True}
        refusal = nobody.post("/api/guests", body, status=409)["refusal"]
        assert (refusal["code"], refusal["sentence"], refusal["clause"]) == ("not-eligible", SENTENCE, None)
    near = floor.guest("Zoe Mueller", born=BORN)
    near.live("s42-1").ok("TakeSeat", seat=1)
    floor.guest("Zoe Müller", born="1991-07-30")  # somebody else
    floor.guest("Zoe Müller", age=30)  # nor this one
    assert floor.alerts() == [
        ("account", True, "MULLER, zoe"),
        ("account", False, "Zoe Mueller"),
        ("seat", False, "Zoe Mueller"),
    ]

    # Somebody of whom only the name is known may be the one; once the day of birth is known, surely is.
    unsure = floor.guest("Zoe Müller")
    seated = unsure.live("sem-1")
    unsure.post("/api/me/age", {"born": BORN})
    assert seated.give("TakeSeat", seat=SEAT)["refusal"]["sentence"] == SENTENCE
    assert [row[:2] for row in floor.alerts()][3:] == [("account", False), ("account", True), ("seat", True)]
    alert = floor.compliance.get("/api/exclusions")["alerts"][0]
    floor.compliance.post(f"/api/exclusions/alerts/{alert['id']}/seen")
    floor.compliance.post("/api/exclusions/alerts/none/seen", status=404)
    assert floor.compliance.get("/api/exclusions")["alerts"][0]["seen_by"] == floor.compliance.person["id"]

    # Ended with a reason by the other of the two, and deleted for good with everything that was told about it.
    path = f"/api/exclusions/{entry['id']}"
    floor.compliance.delete(path, status=409)
    floor.compliance.post(f"{path}/end", {"reason": " "}, status=400)
    ended = floor.compliance.post(f"{path}/end", {"reason": "the wrong Zoë"})
    assert (ended["in_force"], ended["removed_by"]) == (False, floor.compliance.person["id"])
    seated.ok("TakeSeat", seat=SEAT)
    seated.ok("LeaveSeat", seat=SEAT)
    floor.compliance.delete(path, status=204)
    floor.compliance.delete(path, status=404)
    assert floor.security.get("/api/exclusions")["entries"] == []
    assert floor.alerts() == []


@pytest.mark.control("R26")
def test_a_seated_person_plays_no_more_and_nobody_but_security_and_compliance_learns_why(
    floor: Floor, folder: Path
) -> None:
    sure = uuid4().hex  # like nobody else
    ann = floor.guest(f"Ann {sure}", born=BORN)
    person = ann.person["id"]
    seated = ann.live("sem-1")
    seated.sit(SEAT, 500_00)

    def state() -> TableState:
        return floor.server.front.house.tables["sem-1"].state

    time_passes_until(floor.server, "sem-1", lambda: state().phase is Phase.BETTING)
    seated.ok("PlaceWager", seat=SEAT, wager="player", cents=100_00)
    boss = floor.staff["pit-boss"].live("sem-1", "pit-boss")
    for nobody in ("admin", "surveillance", "accounting", "cage", "pit-boss", "shift-manager"):
        floor.staff[nobody].get("/api/exclusions", status=403)
        floor.listed(floor.staff[nobody], 403, name=f"Ann {sure}")
    floor.listed(floor.compliance, kind="self-excluded", name=f"{sure} Ann")
    assert state().seats[SEAT].excluded
    assert state().wagers[SEAT, "player"].stake_cents == 100_00, "what lies on the layout stands"
    for command, facts in (("PlaceWager", {"wager": "tie", "cents": 5_00}), ("BuyIn", {"cents": 100_00})):
        refusal = seated.give(command, seat=SEAT, **facts)["refusal"]
        assert (refusal["code"], refusal["clause"], refusal["also"]) == (
            "not-eligible",
            "sem/banned",
            ["sem/self-excluded", *(["sem/age-21"] if command == "PlaceWager" else [])],
        ), "which list it is is not told"
    boss.until_view(lambda _: (boss.yours or {})["may_not_play"] == [SEAT])

    # The round is settled, the seat is left by the house, and the chips are counted into the wallet.
    time_passes_until(floor.server, "sem-1", lambda: SEAT not in state().seats)
    assert sum(state().balances.values()) == 0
    assert seated.give("TakeSeat", seat=SEAT)["refusal"]["sentence"] == SENTENCE
    ann.post("/api/guests/top-up", status=409)
    ann.delete("/api/me", status=409)
    assert ann.get("/api/session")["person"]["may_play"] is False
    assert [row[0] for row in floor.alerts()] == ["entry", "wager", "buy-in", "seat"]

    # At the cage: a number, an amount, no name; everything once.
    told = ann.post("/api/me/redemption")
    wallet = ann.get("/api/session")["person"]["wallet_cents"]
    assert (told["cents"], told["redeemable"]) == (wallet, True)
    path = f"/api/cage/redemptions/{told['number']}"
    ann.post(path, status=403)
    floor.security.post(path, status=403)
    floor.cage.post("/api/cage/redemptions/0", status=404)
    assert floor.cage.get(path) == told
    assert floor.cage.post(path) == {"cents": wallet}
    assert ann.get("/api/session")["person"]["wallet_cents"] == 0
    floor.cage.post(path, status=409)

    # Nothing that others read says who it was, on which list, or why.
    def rows() -> list[dict[str, Any]]:
        listed = floor.staff["surveillance"].get("/api/books/exceptions")["exceptions"]
        return [row for row in listed if row["kind"] == "excluded-person"]

    wait_until(lambda: len(rows()) >= 3)
    assert {(row["severity"], row["guest"]) for row in rows()} == {("high", "")}
    assert all("Ann" not in str(row) and person not in str(row) for row in rows())
    everywhere = [
        floor.staff["admin"].get("/api/house/log?limit=1000"),
        floor.staff["admin"].get("/api/people"),
        floor.staff["surveillance"].get("/api/people"),
        rows(),
        boss.view,
        boss.yours,
        ann.get("/api/me/export"),
    ]
    for text in map(str, everywhere):
        assert WHY not in text
        assert "self-excluded" not in text.replace("sem/self-excluded", "")
    change = next(event for event in everywhere[0]["events"] if event["event"] == "ParameterChanged")
    assert change["name"] == "exclusion list"
    assert (change["before"], change["after"]) == ("0", "1")
    logged = (folder / "logs" / "house.jsonl").read_text(encoding="utf-8").splitlines()
    alerts = [line for line in map(json.loads, logged) if line.get("kind") == "excluded person"]
    assert {line["attempt"] for line in alerts} >= {"entry", "wager", "buy-in", "seat", "chips"}
    assert not any(person in str(line) or WHY in str(line) for line in alerts)


@pytest.mark.parametrize("chips", ["held", "forfeited"])
def test_chips_are_held_or_forfeited_where_the_house_says_so(floor: Floor, chips: str) -> None:
    floor.server.front.house.excluded_chips, name = chips, uuid4().hex
    ann = floor.guest(f"Bo {name}", born=BORN)
    entry = floor.listed(name=f"{name} Bo")
    path = f"/api/exclusions/{entry['id']}"
    redeem = f"/api/cage/redemptions/{ann.post('/api/me/redemption')['number']}"
    refusal = floor.cage.post(redeem, status=409)["refusal"]
    assert refusal["sentence"] == "these chips are not redeemed now: security is asked"
    wallet = ann.get("/api/session")["person"]["wallet_cents"]
    if chips == "held":
        floor.security.post(f"{path}/forfeit", status=409)
        floor.cage.post(f"{path}/release", status=403)
        floor.security.post(f"{path}/release")
        assert floor.cage.post(redeem) == {"cents": wallet}
    else:
        assert floor.compliance.post(f"{path}/forfeit") == {"cents": wallet}
    assert ann.get("/api/session")["person"]["wallet_cents"] == 0


def test_an_entry_holds_from_its_first_day_to_its_last(floor: Floor) -> None:
    later = floor.listed(since="2099-01-01")
    over = floor.listed(since="2001-01-01", until="2001-12-31")
    assert not later["in_force"]
    assert not over["in_force"]
    zoe = floor.guest("Zoë Müller", born=BORN)
    zoe.live("sem-1").ok("TakeSeat", seat=SEAT + 1)
    assert floor.alerts() == []
    floor.security.delete(f"/api/exclusions/{over['id']}", status=204)
