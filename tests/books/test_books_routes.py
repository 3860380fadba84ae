"""The books over HTTP: who may read them, and that they say what the command line does."""

from collections.abc import Iterator

import pytest

from tests.server.running import RunningServer, running

ROUTES = ("/api/books/statements", "/api/books/exceptions", "/api/books/forms", "/api/books/day/last")


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
