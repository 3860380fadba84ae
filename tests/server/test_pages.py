"""Pages and files: headers, caches, the build, and nothing outside the folder."""

import asyncio
import json
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from minibac.records.store import StoreError
from minibac.rules.clauses import inventory
from minibac.rules.rulebook import RULEBOOKS
from minibac.server.routes_pages import PAGES
from tests.server.running import RunningServer, running


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with running() as found:
        yield found


def test_every_answer_carries_the_headers(server: RunningServer) -> None:
    with server.client() as client:
        for path in ("/", "/api/house", "/api/nowhere", "/static/nothing.js", "/metrics", "/table/s42-1"):
            headers = client.request("GET", path).headers
            policy = headers["content-security-policy"]
            assert "script-src 'self'" in policy
            assert "unsafe" not in policy
            assert "frame-ancestors 'none'" in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            assert "camera=()" in headers["permissions-policy"]
            assert "server" not in headers


@pytest.mark.parametrize("page", PAGES)
def test_every_page_answers_without_sign_in(server: RunningServer, page: str) -> None:
    path = PAGES[page][0]
    for name, value in {
        "table_id": "s42-1",
        "pit_id": "main",
        "rulebook_id": "seneca",
        "token": "x",
        "shoe": "1",
    }.items():
        path = path.replace(f"{{{name}:str}}", value)
    with server.client() as client:
        answer = client.request("GET", path.replace("{coup:str}", "1"))
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert "__BUILD__" not in answer.text


@pytest.mark.parametrize("document", RULEBOOKS)
def test_every_clause_has_an_address_that_leads_to_its_place_among_the_rules(
    server: RunningServer, document: str
) -> None:
    found = [clause.id for clause in inventory().values() if clause.document == document]
    with server.client() as client:
        for clause in found[:: max(1, len(found) // 10)]:
            answer = client.request("GET", f"/rules/{clause}")
            assert (answer.status_code, answer.headers["location"]) == (302, f"/rules/{document}#{clause}")
        assert client.request("GET", "/rules/ma/99/z").status_code == 404


def test_files_are_kept_under_the_name_of_the_build(server: RunningServer) -> None:
    build = server.front.web.build
    with server.client() as client:
        kept = client.request("GET", f"/static/{build}/verify_shoe.py")
        assert kept.status_code == 200
        assert "immutable" in kept.headers["cache-control"]
        face = client.request("GET", f"/static/{build}/fonts/sans.woff2", headers={"Accept-Encoding": "gzip"})
        assert (face.headers["content-type"], face.headers.get("content-encoding")) == ("font/woff2", None)
        assert face.headers["cache-control"] == kept.headers["cache-control"]
        again = client.request("GET", "/static/verify_shoe.py")
        assert again.headers["cache-control"] == "no-cache"
        assert again.content == kept.content
        same = client.request("GET", "/static/verify_shoe.py", headers={"If-None-Match": again.headers["etag"]})
        assert same.status_code == 304
        assert not same.content
        other = client.request("GET", f"/static/{'0' * len(build)}/verify_shoe.py")
        assert other.headers["cache-control"] == "no-cache"


def test_the_style_sheets_of_a_page_come_as_one_in_their_order(server: RunningServer) -> None:
    static = Path(str(files("minibac"))) / "web" / "static"
    shell = (static.parent / "pages" / "table.html").read_text(encoding="utf-8")
    named = re.findall(r"css/[\w-]+[.]css", shell)
    assert len(named) > 1
    with server.client() as client:
        page = client.http.get("/table/s42-1").text
        assert re.findall(r"css/[\w/-]+[.]css", page.partition("css/head.css")[2]) == ["css/of/table.css"]
        sheet = client.http.get(f"/static/{server.front.web.build}/css/of/table.css")
        assert (sheet.headers["content-type"], sheet.headers["content-encoding"]) == ("text/css; charset=utf-8", "gzip")
        assert sheet.text == "\n".join((static / name).read_text(encoding="utf-8") for name in named)


@pytest.mark.parametrize(
    "path",
    [
        "/static/../pages/lobby.html",
        "/static/%2e%2e/pages/lobby.html",
        "/static/..%2fpages%2flobby.html",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/%00",
        "/static/",
        "/static/css/of/nowhere.css",
        "/static/css/of/..%2fpages%2flobby.css",
    ],
)
def test_nothing_outside_the_folder_is_sent(server: RunningServer, path: str) -> None:
    with server.client() as client:
        answer = client.http.get(path)
        assert answer.status_code in (400, 404)
        assert "root:" not in answer.text


@pytest.mark.control("R14")
def test_the_house_says_that_it_plays_with_chips_alone(server: RunningServer) -> None:
    """And no message of the protocol is about money: no deposit, no withdrawal, no transfer to anybody."""
    with server.guest() as guest:
        assert guest.get("/api/house")["play_chips"] is True
        for table in server.house.tables:
            assert guest.get(f"/api/tables/{table}")["view"]["play_chips"] is True
        described = json.loads(guest.get("/api/schema/openapi.json"))
        words = [
            *described["paths"],
            *(op.get("operationId", "") for p in described["paths"].values() for op in p.values()),
        ]
        from minibac.server.acting import KINDS

        for word in (*words, *KINDS):
            assert not any(
                bad in word.lower() for bad in ("deposit", "withdrawal", "payment-method", "payout-to", "card-number")
            )


@pytest.mark.parametrize("trouble", [StoreError("away"), None], ids=["away", "silent"])
def test_a_house_whose_store_does_not_answer_is_not_ready(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch, trouble: StoreError | None
) -> None:
    async def no_answer(_kind: str, _key: str) -> None:
        if trouble:
            raise trouble
        await asyncio.Event().wait()

    monkeypatch.setattr("minibac.server.routes_pages.READY_S", 0.05)
    with server.client() as client:
        monkeypatch.setattr(server.store, "get", no_answer)
        answer = client.get("/ready", status=503)
        assert answer["refusal"]["sentence"] == "the store of the house does not answer"
        monkeypatch.undo()
        assert client.get("/ready")["ok"] is True


def test_health_readiness_and_figures(server: RunningServer) -> None:
    with server.client() as client:
        assert client.get("/health") == {"ok": True}
        assert client.get("/ready")["ok"] is True
        figures = client.get("/metrics")
        assert "minibac_tables 4.0" in figures
        server.do(lambda: server.house.premises.stop("test", "a reason"))
        try:
            assert client.get("/ready") == {"ok": False, "paused": "a reason", "found": [], "tables": 4}
            assert "minibac_paused 1.0" in client.get("/metrics")
        finally:
            server.do(lambda: server.house.premises.go_on("test"))


@pytest.mark.parametrize("path", ["/", "/table/s42-1", "/api/house", "/static/verify_shoe.py", "/health", "/nowhere"])
def test_whatever_answers_get_answers_head_with_the_same_headers(server: RunningServer, path: str) -> None:
    with server.client() as client:
        got, head = client.request("GET", path), client.request("HEAD", path)
        assert head.status_code == got.status_code
        assert head.content == b""
        same = ["content-type", "etag", "content-security-policy", "cache-control"]
        if path != "/api/house":  # the time is in it
            same.append("content-length")
        assert [head.headers.get(name) for name in same] == [got.headers.get(name) for name in same]
        assert client.request("GET", "/health").json() == {"ok": True}  # the connection is still in step


def test_an_address_with_nothing_behind_it_is_a_page_for_people_and_a_refusal_for_programs(
    server: RunningServer,
) -> None:
    browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    with server.client() as client:
        page = client.request("GET", "/nowhere/at/all", headers=browser)
        assert page.status_code == 404
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert 'href="/"' in page.text
        assert "__BUILD__" not in page.text
        assert "script-src 'self'" in page.headers["content-security-policy"]
        for path, headers in (("/nowhere", {}), ("/api/nowhere", browser), ("/static/nothing.js", browser)):
            told = client.request("GET", path, headers=headers)
            assert told.status_code == 404
            assert told.json()["refusal"]["sentence"] == "there is nothing here"
