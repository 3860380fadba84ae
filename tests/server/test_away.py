"""A store that is away while people come in and play: they are told so, nothing is a program error, and it passes."""

import io
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from minibac.house import logs
from minibac.house.hosted_table import HostedTable
from minibac.machine.roles import THE_HOUSE
from minibac.records.store import Line, StoreError
from minibac.table import commands as c
from tests.server.running import RunningServer, running, wait_until

TABLE = "s42-1"
SENTENCE = "the store of the house does not answer"


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with running(heartbeat_seconds=0.1) as found:
        yield found


async def away(*_: object, **__: object) -> Any:
    raise StoreError("the database does not answer")


def test_a_request_is_told_that_the_store_is_away(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    log = io.StringIO()
    logs.configure(None, stream=log)
    with server.guest() as ann:
        monkeypatch.setattr(server.store, "get", away)
        assert ann.get("/api/session", status=503)["refusal"]["sentence"] == SENTENCE
        monkeypatch.undo()
        assert ann.get("/api/session")["person"]["name"] == "Ann"
    assert "outage" in log.getvalue()
    assert "program error" not in log.getvalue()


@pytest.mark.parametrize("what", ["get", "read"])
def test_a_page_that_finds_the_store_away_comes_back_and_is_welcome(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    table = {"get": "ma-1", "read": "sem-1"}[what]  # nobody was there before: its latest rounds are read now
    with server.guest() as ann:
        monkeypatch.setattr(server.store, what, _no_lines if what == "read" else away)
        with pytest.raises(ConnectionClosed) as closed:
            ann.live(table)
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1013, SENTENCE)
        monkeypatch.undo()
        assert ann.live(table).view["table"] == table


async def _no_lines(*_: object, **__: object) -> AsyncIterator[Line]:
    for line in await away():
        yield line


def test_a_command_in_that_time_is_answered_and_can_be_sent_again(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server.guest() as ann:
        page = ann.live(TABLE)
        monkeypatch.setattr(server.store, "get", away)
        answer = page.give("TakeSeat", "sit", seat=3)
        assert answer["refusal"]["code"] == "not-now"
        assert answer["refusal"]["sentence"].startswith(SENTENCE)
        monkeypatch.undo()
        assert page.give("TakeSeat", "sit", seat=3)["ok"]
        page.ok("LeaveSeat", seat=3)


def test_a_refusal_in_that_time_is_no_program_error(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a command that would be refused was accepted before is asked of the store."""
    log = io.StringIO()
    logs.configure(None, stream=log)
    with server.guest() as ann:
        page = ann.live(TABLE)
        monkeypatch.setattr(server.store, "answer", away)
        assert page.give("TakeSeat", "nowhere", seat=99)["refusal"]["sentence"].startswith(SENTENCE)
        monkeypatch.undo()
        assert page.give("TakeSeat", "nowhere", seat=99)["refusal"]["code"] == "no-such-seat"
    assert "Traceback" not in log.getvalue()


def test_what_the_house_does_beside_is_told_in_a_sentence(server: RunningServer) -> None:
    log = io.StringIO()
    logs.configure(None, stream=log)
    server.do(lambda: server.house.premises.spawn(away(), "a command to a table"))
    wait_until(lambda: "a command to a table failed: the database does not answer" in log.getvalue())
    assert "Traceback" not in log.getvalue()


def test_a_guest_who_is_here_is_said_to_be_here_though_the_first_word_of_it_was_lost(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server.guest() as ann:
        page = ann.live(TABLE)
        page.sit(3)
        table, command = server.house.tables[TABLE], HostedTable.command
        lost: list[c.SayConnection] = []

        async def loses_the_first(self: HostedTable, given: Any, name: str = "") -> Any:
            if isinstance(given, c.SayConnection) and not lost:
                lost.append(given)
                raise StoreError("the database does not answer")
            return await command(self, given, name)

        monkeypatch.setattr(HostedTable, "command", loses_the_first)
        server.call(table.give(c.SayConnection(by=THE_HOUSE, at=0, seat=3, connected=False)))
        page.until_view(lambda view: not view["seats"][0]["connected"])
        page.until_view(lambda view: view["seats"][0]["connected"])
        assert lost
        page.until_view(lambda view: not view["wagers"])
        page.ok("LeaveSeat", seat=3)
