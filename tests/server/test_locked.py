"""A locked console (R28): every route of the app and every part at a table is closed to it, until it is unlocked."""

import inspect
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from litestar.routes import HTTPRoute
from websockets.exceptions import ConnectionClosed

from minibac.people.roster import AT_TABLES
from minibac.server.connection import LOCKED, NOBODY
from tests.server.running import PASSWORD, Client, Live, RunningServer, running

MINUTE_MS = 60_000
STAYS_OPEN = {"GET /api/session", "DELETE /api/session", "POST /api/session/unlock", "POST /api/session/lock"}
"""Who is here, sign out, say the password again."""
BEGINS = {"POST /api/session", "POST /api/guests", "POST /api/invitations/{token:str}"}
"""Where somebody else signs in at the same browser."""
PLACES = {
    "table_id": "s42-1", "pit_id": "section-42-main", "rulebook": "section-42", "rulebook_id": "section-42",
    "day": "last",
}  # fmt: skip
"""What stands in a path for one of its parts; a number where nothing is said here."""


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with running() as found:
        yield found


def routes(server: RunningServer) -> Iterator[tuple[str, str, bool]]:
    """Every method and path of the app, a path that can be asked, and whether the route learns who asks."""
    for route in server.app.routes:
        if isinstance(route, HTTPRoute):
            parts = (part if isinstance(part, str) else PLACES.get(part.name, "1") for part in route.path_components)
            asked = "/" + "/".join(parts) + "?role=dealer"
            for method, (handler, _) in route.route_handler_map.items():
                yield f"{method} {route.path}", asked, "asking" in inspect.signature(handler.fn).parameters


@pytest.mark.control("R28")
@pytest.mark.parametrize("role", ["surveillance", "admin", "guest"])
def test_no_route_tells_a_locked_console_what_a_stranger_does_not_hear(server: RunningServer, role: str) -> None:
    with server.staff(role) as console, server.client() as stranger:
        console.post("/api/session/lock")
        walked = 0
        for name, path, learns in routes(server):
            method = name.split()[0]
            if method == "OPTIONS" or name in STAYS_OPEN | BEGINS:
                continue
            answer = console.request(method, path, {} if method == "POST" else None)
            if learns:
                assert answer.status_code == 423, (name, answer.text[:200])
                assert answer.json()["refusal"]["clause"] == "R28"
            else:
                assert answer.status_code == stranger.request(method, path).status_code, name
            walked += 1
        assert walked > 50
        assert console.get("/api/session")["locked"] is True
        assert console.post("/api/session/unlock", {"password": PASSWORD})["locked"] is False
        console.delete("/api/session")


@pytest.mark.control("R28")
@pytest.mark.parametrize("role", AT_TABLES)
def test_an_open_page_is_closed_with_the_lock_and_a_locked_console_opens_none(server: RunningServer, role: str) -> None:
    with server.staff(role) as console:
        page = console.live("s42-1", role)
        console.post("/api/session/lock")
        assert page.until_closed() == LOCKED
        assert closed_at_the_door(console, role) == LOCKED
        assert closed_at_the_door(console, "spectator") == 0, "what everybody sees is shown to everybody"
        console.post("/api/session/unlock", {"password": PASSWORD})
        assert closed_at_the_door(console, role) == 0


def closed_at_the_door(client: Client, role: str) -> int:
    """The code with which a connection ends before its welcome; 0 for a welcome."""
    page = Live(client, "s42-1", role, None, {})
    try:
        page.until("welcome")
    except ConnectionClosed:
        return page.closed_with
    finally:
        page.close()
    return 0


def test_who_has_no_password_cannot_lock_and_begins_anew_after_being_away(server: RunningServer) -> None:
    with server.guest("Gil") as guest:
        page = guest.live("s42-1")
        assert "sign out instead" in guest.post("/api/session/lock", status=409)["refusal"]["sentence"]
        server.clock.ahead += 31 * MINUTE_MS
        try:
            assert guest.get("/api/tables/s42-1/coups")["coups"] == [], "as a stranger reads it"
            assert page.until_closed() == NOBODY
        finally:
            server.clock.ahead = 0
        assert guest.get("/api/session") == {"person": None}


@pytest.mark.parametrize("comes", ["signs in", "takes a link", "sits down"])
def test_whoever_signs_in_at_a_browser_ends_the_session_that_was_there(server: RunningServer, comes: str) -> None:
    with server.staff("surveillance") as before, server.staff("dealer", f"Dee {comes}"), server.client() as thief:
        thief.http.cookies.update(before.http.cookies)
        page = before.live("s42-1", "surveillance")
        link = server.call(server.front.people.invitations.make("dealer", "test"))
        ways: dict[str, tuple[str, dict[str, Any]]] = {
            "signs in": ("/api/session", {"name": f"Dee {comes}", "password": PASSWORD}),
            "takes a link": (f"/api/invitations/{link}", {"name": f"Dan {comes}", "password": PASSWORD}),
            "sits down": ("/api/guests", {"name": "Gus", "of_age": True}),
        }
        path, facts = ways[comes]
        before.request("POST", path, facts | ({"password": "a wrong one"} if comes == "signs in" else {"name": ""}))
        assert thief.get("/api/session")["person"], "who fails to come in changes nothing"
        assert before.request("POST", path, facts).is_success
        assert page.until_closed() == NOBODY
        assert thief.get("/api/session") == {"person": None}
        assert before.get("/api/session")["person"]["id"] != before.person["id"]


def test_the_pages_of_a_person_end_with_the_account(server: RunningServer) -> None:
    """At once, and not at the next beat of the house."""
    with server.staff("admin") as admin, ExitStack() as people:
        for what in ("disable", "roles?role=dealer", "me"):
            dealer = people.enter_context(server.staff("dealer", f"Dot {what[:5]}"))
            page = dealer.live("s42-1", "dealer")
            if what == "me":
                dealer.delete("/api/me")
            else:
                method = "POST" if what == "disable" else "DELETE"
                assert admin.request(method, f"/api/people/{dealer.person['id']}/{what}").is_success
            assert page.until_closed() == NOBODY
            assert dealer.get("/api/session") == {"person": None}
