"""What a stranger on the network cannot do: name another address or another house, or bring a script along."""

import json
import socket
from contextlib import ExitStack

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tests.server.running import RunningServer, running


@pytest.fixture
def server():
    with running() as found:
        yield found


def page_of(server: RunningServer, lines: ExitStack, name: str = "localhost", said_address: str = "") -> str:
    """Open a page of the house under a name; what it is told first, or why it is not opened."""
    url = f"ws://{name}:{server.port}/api/tables/s42-1/live"
    headers = {"X-Forwarded-For": said_address} if said_address else None
    try:
        line = socket.create_connection(("127.0.0.1", server.port))
        page = lines.enter_context(connect(url, sock=line, additional_headers=headers))
        return str(json.loads(page.recv(60))["tell"])
    except InvalidStatus as refused:
        return str(refused.response.status_code)
    except ConnectionClosed as closed:
        return closed.rcvd.reason if closed.rcvd else ""


def test_nobody_else_is_believed_about_an_address() -> None:
    """The settings name no proxy: whatever a caller says, its pages are of the address that it has."""
    with running(connections_per_address=2) as server, ExitStack() as lines:
        told = [page_of(server, lines, said_address=f"10.0.0.{host}") for host in range(3)]
    assert told == ["welcome", "welcome", "503"]


def test_a_house_goes_by_its_own_names_alone() -> None:
    """A site that has its name lead to this machine hears nothing of the house in somebody's browser."""
    with running(allowed_hosts=("house.example",)) as server, server.client() as client, ExitStack() as lines:
        for name, status in (("house.example", 200), ("localhost", 200), ("127.0.0.1", 200), ("other.example", 403)):
            assert client.request("GET", "/api/house", headers={"Host": name}).status_code == status, name
        assert page_of(server, lines, "house.example") == "welcome"
        assert page_of(server, lines, "other.example") == "the page is from another origin"


@pytest.mark.parametrize("path", ["/", "/table/s42-1", "/api/house", "/api/nothing", "/static/js/api.js", "/manual/"])
def test_every_answer_forbids_scripts_of_others_and_frames(server: RunningServer, path: str) -> None:
    with server.client() as client:
        headers = client.request("GET", path).headers
    policy = {rule.split()[0]: rule.split()[1:] for rule in headers["content-security-policy"].split(";")}
    assert policy["default-src"] in (["'self'"], ["'none'"])
    assert policy.get("script-src", policy["default-src"]) == ["'self'"]
    assert policy["frame-ancestors"] == ["'none'"]
    assert headers["x-frame-options"] == "DENY"
    assert headers["x-content-type-options"] == "nosniff"
