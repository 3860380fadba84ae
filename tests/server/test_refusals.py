"""How the door says no: a status and a code that fit each other, and a sentence of our own for whatever came in."""

import json
import socket
from collections.abc import Iterator

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from minibac.rules.refusal import Code, refuse
from minibac.server.answers import CODES, SENTENCES, no, refused
from minibac.server.connection import NOT_YOURS
from minibac.voice.said import said
from tests.server.running import RunningServer, running

LIBRARY_WORDS = ("`", "got ", "jSON", "codec", "regex", "enum", "NoneType", "malformed")
"""What gives away that a library spoke."""


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with running() as found:
        yield found


ASKED = (
    (
        "/api/odds?rulebook=section-42&counts=1,2",
        400,
        "illegal-value",
        "13 counts, A to K, or 52 by card",
    ),
    ("/api/odds?rulebook=section-42&stake=abc", 400, "illegal-value", "stake: a whole number or nothing is expected"),
    ("/api/odds?rulebook=section-42&stake=0", 400, "illegal-value", "stake: a whole number is expected, 1 or more"),
    ("/api/odds?rulebook=section-42&set=decks", 400, "illegal-value", "set=decks cannot be read"),
    ("/api/odds?rulebook=section-42&set=dekcs=6", 400, "unknown-option", "did you mean decks?"),
    ("/api/odds?rulebook=section-42&set=decks=1", 409, "illegal-value", "decks=1 is not allowed under Section 42"),
    ("/api/odds", 400, "illegal-value", "rulebook is missing"),
    ("/api/odds?rulebook=nothing", 404, "not-found", "there is no such rulebook"),
    ("/api/tables/nowhere", 404, "not-found", "there is no such table"),
    ("/api/tables/s42-1/coups/1/99", 404, "not-found", "there is no such round"),
    ("/api/tables/s42-1/events?after=abc", 400, "illegal-value", "after: a whole number is expected, not a text"),
    ("/api/tables/s42-1/odds", 409, "not-now", "this table gives no odds"),
    ("/api/clauses/nothing", 404, "not-found", "there is no clause"),
    ("/api/people?format=xml", 400, "illegal-value", "format is json or csv"),
    ("/api/books/exceptions?day=today", 400, "illegal-value", "day is a date as 2026-11-15"),
    ("/api/nothing", 404, "not-found", "there is nothing here"),
    ("/api/people", 401, "not-yours", "nobody is signed in"),
)


@pytest.mark.parametrize(("path", "status", "code", "words"), ASKED)
def test_what_is_asked_in_vain(server: RunningServer, path: str, status: int, code: str, words: str) -> None:
    with server.client() as client:
        _held(client.get(path, status=status), code, words)


SENT = (
    ("/api/guests", b"nope", 400, "illegal-value", "this is no JSON, from byte 4 on"),
    ("/api/guests", b"", 400, "illegal-value", "the request says nothing"),
    ("/api/guests", b"\xff", 400, "illegal-value", "this is no JSON"),
    ("/api/guests", b'"\xff"', 400, "illegal-value", "this is no text in UTF-8"),
    ("/api/guests", b'{"name": "\xff", "of_age": true}', 400, "illegal-value", "this is no text in UTF-8"),
    ("/api/session", b'{"\xc3(": 1}', 400, "illegal-value", "this is no text in UTF-8"),
    ("/api/guests", b'{"name": "Ann', 400, "illegal-value", "this is no JSON: it breaks off"),
    (
        "/api/guests",
        b'{"name": ' + b"[" * 1_200 + b"]" * 1_200 + b"}",
        400,
        "illegal-value",
        "this is nested too deeply",
    ),
    ("/api/session", b'{"a":' * 5_000 + b"1" + b"}" * 5_000, 400, "illegal-value", "this is nested too deeply"),
    ("/api/guests", b"[]", 400, "illegal-value", "an object is expected, not a list"),
    ("/api/guests", b'{"name": 5}', 400, "illegal-value", "name: a text is expected, not a whole number"),
    ("/api/guests", b'{"name": "", "of_age": true}', 400, "illegal-value", "a name has 1 to 40 characters"),
    ("/api/guests", json.dumps({"name": "x" * 41}).encode(), 400, "illegal-value", "a name has 1 to 40 characters"),
    ("/api/guests", b'{"name": "Ann"}', 409, "not-eligible", "a guest says to be of age"),
    ("/api/guests", b'{"name": "Ann", "ages": 4}', 400, "illegal-value", "there is no ages"),
    ("/api/guests", b'{"of_age": true}', 400, "illegal-value", "name is missing"),
    ("/api/tables", b'{"rulebook": "nothing"}', 400, "illegal-value", "there is no rulebook 'nothing': the four"),
    ("/api/tables", b'{"rulebook": "seneca", "guests": 99}', 400, "illegal-value", "15 at most"),
    ("/api/tables", b'{"rulebook": "seneca", "dealer": "Bob"}', 400, "illegal-value", "dealer is automatic or me"),
    ("/api/tables", b'{"rulebook": "seneca", "pace": "wild"}', 400, "illegal-value", "pace is slow, usual or fast"),
    ("/api/tables", b'{"rulebook": "section-42", "options": {"decks": 1}}', 409, "illegal-value", "decks=1 is not"),
    ("/api/house/commands", b'{"id": "x", "command": {}}', 403, "not-yours", "you have no duty here"),
    ("/api/pits/nowhere/commands", b'{"id": "x", "command": {}}', 404, "not-found", "there is no such pit"),
)


@pytest.mark.parametrize(("path", "body", "status", "code", "words"), SENT)
def test_what_is_sent_in_vain(
    server: RunningServer, path: str, body: bytes, status: int, code: str, words: str
) -> None:
    with server.guest() as guest:
        headers = {"X-CSRF-Token": guest.csrf, "Content-Type": "application/json"}
        answer = guest.http.post(path, content=body, headers=headers)
        assert answer.status_code == status, answer.text
        _held(answer.json(), code, words)


def test_messages_without_sense_are_answered_in_our_words(server: RunningServer) -> None:
    said = {
        "nope": "this is no JSON, from byte 4 on",
        "[]": "an object is expected, not a list",
        "{}": "do is missing; it is command, peel or pong",
        '{"do": "dance"}': "do: there is no 'dance' to choose; it is command, peel or pong",
        '{"do": "command", "id": 5, "command": {}}': "id: a text is expected, not a whole number",
        '{"do": "command", "id": "a", "command": {"command": "TakeSeat", "seat": "x"}}': (
            "TakeSeat: seat: a whole number is expected, not a text"
        ),
        '{"do": "command", "id": "a", "command": {"command": "TakeSeat"}}': "TakeSeat: seat is missing",
    }
    with server.guest() as guest:
        page = guest.live("s42-1")
        for message, sentence in said.items():
            page.send(message)
            assert page.until("wrong")["sentence"] == sentence


def _held(body: dict[str, dict[str, str]], code: str, words: str) -> None:
    refusal = body["refusal"]
    assert refusal["code"] == code
    assert words in refusal["sentence"]
    assert not any(word in refusal["sentence"] for word in LIBRARY_WORDS)


def test_every_status_has_its_code_and_every_code_its_status() -> None:
    for status in SENTENCES:
        assert no(status).refusal.code is CODES.get(status, Code.NOT_NOW)
    for code, status in {Code.ILLEGAL_VALUE: 400, Code.NOT_FOUND: 404, Code.NOT_YOURS: 403, Code.NOT_NOW: 409}.items():
        assert refused(refuse(code, said("no"))).status_code == status
    assert refused(refuse(Code.ILLEGAL_VALUE, said("no"), "s42/a/1")).status_code == 409
    assert refused(refuse(Code.NOT_YOURS, said("no"), "R30")).status_code == 403
    assert refused(refuse(Code.NOT_YOURS, said("no")), 401).status_code == 401


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8042", "localhost.evil.example"])
def test_a_name_that_is_made_to_lead_here_is_none_of_this_house(server: RunningServer, host: str) -> None:
    """Otherwise a page elsewhere, whose name its owner points at this machine, would be a page of this house."""
    for path in ("/", "/api/tables/s42-1", "/api/session"):
        answer = httpx.get(f"{server.base}{path}", headers={"Host": host})
        assert answer.status_code == 403, path
    address = server.base.removeprefix("http://").split(":")
    with (
        socket.create_connection((address[0], int(address[1]))) as line,
        connect(f"ws://{host}/api/tables/s42-1/live", sock=line) as live,
        pytest.raises(ConnectionClosed) as ended,
    ):
        live.recv()
    assert ended.value.rcvd is not None
    assert ended.value.rcvd.code == NOT_YOURS


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("http://{host}", 409),
        ("https://{host}", 403),
        ("http://evil.example", 403),
        ("null", 403),
        ("HTTP://{HOST}", 409),
    ],
)
def test_a_change_comes_from_a_page_of_this_house_with_its_scheme(
    server: RunningServer, origin: str, status: int
) -> None:
    host = server.base.removeprefix("http://")
    header = {"Origin": origin.format(host=host, HOST=host.upper())}
    assert httpx.post(f"{server.base}/api/guests", json={"name": "Ann"}, headers=header).status_code == status


def test_the_staff_are_told_of_each_other_by_name(server: RunningServer) -> None:
    with server.guest("Una") as owner, server.staff("dealer", "Dora") as dora, server.staff("dealer", "Dan") as dan:
        table = server.training(owner, "section-42", clock=True)
        dora.live(table, "dealer").ok("AssignStaff", duty="calling")
        no = dan.live(table, "dealer").give("CallNoMoreBets")["refusal"]
        one, other = (f"{who.person['name']} ({who.person['id']})" for who in (dan, dora))
        assert no["sentence"] == f"{one} is not the dealer on duty for calling: {other} is"
        assert no["said"]["facts"]["person"] == {"is": "person", "id": dan.person["id"], "name": "Dan"}
        assert no["allowed"] == [dora.person["id"]], "a program is told the id"
