"""The whole API held against its own description: no fault of the house, no answer that is not described."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from minibac.people.sessions import COOKIE
from tests.server.running import WAIT, Client, RunningServer, running

CHECKS = (not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance)
EXAMPLES = 4
ENDS_THE_SESSION = (("DELETE", "/api/me"), ("DELETE", "/api/session"), ("POST", "/api/session/lock"))
REAL = {"table_id": "s42-1", "pit_id": "seneca-main", "rulebook": "seneca", "shoe": 1, "coup": 1, "number": 1}
"""Half of the questions are about something that is there."""
bounded = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with running() as found:
        yield found


def operations(server: RunningServer) -> Iterator[Any]:
    schema = schemathesis.openapi.from_url(f"{server.base}/api/schema/openapi.json")
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        yield found.ok()


def ask_everything(server: RunningServer, client: Client | None) -> int:
    """Ask each route a few times, as a stranger or as somebody who is signed in; how many routes were asked."""
    asked, turns = 0, [0]
    for operation in operations(server):
        if client and (operation.method.upper(), operation.path) in ENDS_THE_SESSION:
            continue
        asked += 1

        @bounded
        @given(case=operation.as_strategy())
        def ask(case: Any) -> None:
            if client:
                case.headers["X-CSRF-Token"] = client.csrf
                case.cookies = {COOKIE: client.http.cookies[COOKIE]}
            turns[0] += 1
            for name, real in REAL.items():
                if name in (case.path_parameters or {}) and turns[0] % 2:
                    case.path_parameters[name] = real
            case.call_and_validate(checks=CHECKS, timeout=WAIT)

        ask()
    return asked


def test_a_stranger_asks_anything(server: RunningServer) -> None:
    assert ask_everything(server, None) > 30


def test_a_guest_asks_anything(server: RunningServer) -> None:
    with server.guest("Gwen") as gwen:
        assert ask_everything(server, gwen) > 30
        assert gwen.get("/api/session")["person"]["name"] == "Gwen"


def test_the_administrator_asks_anything(server: RunningServer) -> None:
    with server.staff("admin", "Ada") as ada:
        assert ask_everything(server, ada) > 30
        assert ada.get("/api/session")["person"]["name"] == "Ada"


def test_every_route_is_described(server: RunningServer) -> None:
    with server.client() as client:
        paths = json.loads(client.get("/api/schema/openapi.json"))["paths"]
        assert {"/api/session", "/api/tables/{table_id}", "/api/odds", "/metrics", "/health"} <= paths.keys()
        for path, found in paths.items():
            for method, operation in found.items():
                assert operation.get("description") or operation.get("summary"), (path, method)
                assert {"400", "429"} <= operation["responses"].keys(), (path, method)
