"""The books over HTTP: who may read them, and that they say what the command line does."""

import secrets
from collections.abc import Iterator

import msgspec
import pytest

from tests.command_line import calling
from tests.server.running import PASSWORD, RunningServer, running

ROUTES = (
    "/api/books/statements",
    "/api/books/exceptions",
    "/api/books/forms",
    "/api/books/day/last",
    "/api/books/figures",
    "/api/books/dealers",
)


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with running() as found:
        yield found


@pytest.mark.control("R31")
@pytest.mark.parametrize("route", ROUTES)
def test_the_books_are_for_those_who_answer_for_them(server, route):
    with server.guest("Ann") as ann:
        assert ann.http.get(route).status_code == 403
    with server.staff("surveillance") as eye, server.staff("accounting") as accountant:
        for person in (eye, accountant):
            assert person.http.get(route).status_code in (200, 404)
            assert person.http.get(route, params={"format": "csv"}).status_code in (200, 404)
    with server.staff("dealer") as dealer:
        assert dealer.http.get(route).status_code == 403


def test_a_guest_reads_the_own_statement_and_nobody_elses(server):
    with server.guest("Ben") as ben:
        me = ben.http.get("/api/session").json()["person"]["id"]
        mine = ben.http.get("/api/books/statements", params={"guest": me})
        assert mine.status_code == 200
        assert mine.json()["of"] == me
        assert ben.http.get("/api/books/statements", params={"guest": "somebody"}).status_code == 403
        assert ben.http.get("/api/books/statements", params={"guest": me, "table": "s42-1"}).status_code == 403


def test_what_the_books_do_not_know_is_not_there(server):
    with server.staff("accounting") as accountant:
        for asked in ({"table": "nowhere"}, {"pit": "nowhere"}):
            assert accountant.http.get("/api/books/statements", params=asked).status_code == 404
        assert accountant.http.get("/api/books/day/1999-01-01").status_code == 404
        assert accountant.http.get("/api/books/statements", params={"day": "soon"}).status_code == 400


def order(person, command, status=200, **facts):
    asked = {"id": secrets.token_hex(8), "command": {"command": command, **facts}}
    return person.post("/api/house/commands", asked, status=status)


def test_an_exception_is_followed_up_by_two_people(server):
    """It has a name for good, its states can be asked for, and who explains it does not close it."""
    change = {"name": "n", "before": "a", "after": "b", "reason": "r"}
    with server.staff("dealer") as dealer:
        order(dealer, "ChangeParameter", 403, **change)
        trace = dealer.person["id"]
    with server.staff("surveillance") as eye, server.staff("accounting") as accountant:

        def listed(state=""):
            found = accountant.get(f"/api/books/exceptions?state={state}")
            return found, {row["id"]: row for row in found["exceptions"] if row["staff"].get("by") == trace}

        found, rows = listed("new")
        ((wanted, row),) = rows.items()
        assert row["state"] == "new"
        assert found["reviewers"][eye.person["id"]] == eye.person["name"]
        about = {"exception": wanted}
        order(accountant, "LookAtException", 404, exception="0f0f")
        with server.staff("dealer") as other:
            order(other, "LookAtException", 403, **about)
        order(accountant, "AssignException", to=eye.person["id"], **about)
        assert listed("assigned")[1][wanted]["review"]["assigned_to"] == eye.person["id"]
        order(eye, "ExplainException", explanation="a wrong button", **about)
        refusal = order(eye, "CloseException", 409, **about)["refusal"]
        assert "another person closes" in refusal["sentence"]
        assert wanted in listed("open")[1]
        before = listed()[0]["open_count"]
        order(accountant, "CloseException", **about)
        assert wanted not in listed("open")[1]
        assert listed("closed")[1][wanted]["review"]["explanation"] == "a wrong button"
        assert listed()[0]["open_count"] == before - 1
        accountant.get("/api/books/exceptions?state=lost", status=400)
        table = accountant.http.get("/api/books/exceptions", params={"state": "closed", "format": "csv"}).text
        assert f"{wanted},closed," in table


def test_the_command_line_says_what_becomes_of_an_exception(server, monkeypatch):
    """Through the door of the house, by the person who signs in; the house refuses what it refuses on the page."""
    with server.staff("dealer") as dealer:
        order(dealer, "ChangeParameter", 403, name="n", before="a", after="b", reason="r")
        trace = dealer.person["id"]
    with server.staff("surveillance") as eye, server.staff("accounting") as accountant:
        rows = accountant.get("/api/books/exceptions?state=new")["exceptions"]
        wanted = next(row["id"] for row in rows if row["staff"].get("by") == trace)
        call = calling("books", "review", wanted)
        monkeypatch.setenv("MINIBAC_PASSWORD", PASSWORD)

        def says(person, *words, status=0):
            result = call(*words, "--name", person.person["name"], "--house", server.base)
            assert result.exit_code == status, result.output
            return result.output

        assert "needs --because" in says(eye, "explained", status=2)
        assert "takes no --to" in says(eye, "looked-at", "--to", "Ada", status=2)
        assert "looks into no exceptions" in says(eye, "assigned", "--to", "Nobody", status=1)
        assert f"exception {wanted}: assigned" in says(accountant, "assigned", "--to", eye.person["name"])
        assert f"exception {wanted}: looked-at" in says(eye, "looked-at")
        assert f"exception {wanted}: explained" in says(eye, "explained", "--because", "a wrong button")
        assert "another person closes" in says(eye, "closed", status=1)
        told = msgspec.json.decode(says(accountant, "closed", "--json"))
        assert (told["state"], told["review"]["closed_by"]) == ("closed", accountant.person["id"])
        assert f"exception {wanted}: " in says(accountant, "reopened", "--because", "not the whole story")
        monkeypatch.setenv("MINIBAC_PASSWORD", "something else")
        assert "the name or the password is not right" in says(eye, "looked-at", status=1)
        assert "no house answers at" in call("closed", "--name", "Eve", "--house", "http://localhost:1").output


@pytest.mark.control("R38")
def test_the_cage_is_counted_blind_and_the_others_see_what_must_be_there(server):
    with (
        server.staff("accounting") as books,
        server.staff("cage") as first,
        server.staff("cage") as second,
        server.guest("Cora") as guest,
    ):
        assert guest.http.get("/api/house/cage").status_code == 403
        if not books.get("/api/house/cage")["day"]:
            order(books, "OpenHouseDay", day=server.day)
        seen = first.get("/api/house/cage")
        assert (seen["may"], seen["holds"], seen["counts"]) == ("opener", None, [])
        assert 10_000 in seen["known_cash"]
        heaps = {"kind": "opener", "chips": {"500": 9_000, "2500": 40}, "cash": {"10000": 20}}
        order(books, "CountCage", 403, **heaps)
        assert "$3.33" in order(first, "CountCage", 409, **heaps | {"chips": {"333": 1}})["refusal"]["sentence"]
        order(first, "CountCage", **heaps)
        assert first.get("/api/house/cage")["may"] == ""
        waits = second.get("/api/house/cage")
        assert (waits["sealed_by"], waits["may"], waits["holds"]) == (first.person["name"], "opener", None)
        assert "9000" not in str(waits), "nobody is told what the first has found"
        order(second, "CountCage", **heaps | {"cash": {"10000": 19}})
        assert second.get("/api/house/cage")["sealed_by"] == "", "they differ: both count again"
        for one in (second, first):
            order(one, "CountCage", **heaps)
        told = books.get("/api/house/cage")
        assert [count["by"] for count in told["counts"]] == [[second.person["name"], first.person["name"]]]
        assert {"of": "cash", "cents": 100_00, "number": 20} in told["holds"]
        assert first.get("/api/house/cage")["holds"] is None
