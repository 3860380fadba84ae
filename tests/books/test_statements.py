"""Statements of tables, pits, guests and the house: opening, every movement, closing."""

import asyncio

import pytest

from minibac.books.books import Books, read_books
from minibac.books.statements import Statement, statement, statement_csv, statement_plain
from minibac.records.memory import MemoryStore
from minibac.sample_day.day import GamingDays
from tests.books.days import DAY, day_with


def balances(found: Statement) -> dict[str, tuple[int, int]]:
    return {each.account: (each.opening_cents, each.closing_cents) for each in found.balances}


def test_every_statement_runs_from_its_opening_through_its_movements_to_its_closing():
    books = day_with("walks-away")
    scopes = [{}, *({"table": t} for t in books.tables), *({"pit": p} for p in books.pits)]
    for scope in (*scopes, *({"guest": g} for g in books.guests)):
        for day in ("", DAY):
            found = statement(books, **scope, day=day)
            for balance in found.balances:
                moved = sum(line.cents for line in found.lines if line.account == balance.account)
                assert balance.opening_cents + moved == balance.closing_cents
            assert "guest" in scope or found.sum_cents == 0
            rows = statement_csv(found)
            bridge = found.bridge.rows if found.bridge else ()
            assert bool(bridge) == bool("table" in scope and day)
            assert len(rows) == len(found.lines) + 2 * len(found.balances) + len(bridge)
            assert statement_plain(found)["activity"] == bool(found.lines)


def test_tables_sum_to_their_pit_and_pits_and_grants_to_the_house():
    books = day_with("walks-away", "void-fill")

    def totals(**scope: str) -> dict[tuple[str, str], int]:
        return {(line.account, line.cause): line.cents for line in statement(books, **scope).lines}

    def added(parts: list[dict[tuple[str, str], int]]) -> dict[tuple[str, str], int]:
        keys = {key for part in parts for key in part}
        return {key: sum(part.get(key, 0) for part in parts) for key in keys}

    for pit, book in books.pits.items():
        assert added([totals(table=table) for table in book.tables]) == totals(pit=pit)
    whole = {key: cents for key, cents in totals().items() if key[1] not in ("grant", "redeem")}
    assert added([totals(pit=pit) for pit in books.pits]) == whole


@pytest.fixture(scope="module")
def two_days() -> Books:
    async def work() -> Books:
        store = MemoryStore()
        house = GamingDays(store, 4)
        await house.open()
        await house.run_day([], 3)
        await house.run_day([], 3)
        return await read_books(store)

    return asyncio.run(work())


def test_a_day_opens_where_the_one_before_closed(two_days):
    first, second = two_days.days
    for scope in ({}, {"table": "s42-1"}, {"pit": "south"}):
        before, after = (balances(statement(two_days, **scope, day=day)) for day in (first, second))
        closed = {account: cents for account, (_, cents) in before.items() if cents}
        opened = {account: cents for account, (cents, _) in after.items() if cents}
        # A guest who is given play chips before a table opens is in between two days.
        assert {a: c for a, c in closed.items() if a not in ("wallet", "mint")} == {
            a: c for a, c in opened.items() if a not in ("wallet", "mint")
        }


def test_a_guest_has_what_was_granted_less_what_was_lost(two_days):
    for guest in two_days.guests:
        found = balances(statement(two_days, guest=guest))
        assert found["wallet"][1] >= 0
        assert found.get("chips", (0, 0))[1] == 0
        assert found.get("layout", (0, 0))[1] == 0
        assert found.get("owed", (0, 0))[1] == 0


def test_a_guest_who_walked_away_has_the_comp_on_the_statement():
    books = day_with("walks-away", "lost-original", seed=11)
    forms = [form for pit in books.pits.values() for form in pit.forms.values() if form.posted]
    assert forms
    for form in forms:
        found = balances(statement(books, guest=form.guest))
        assert found["guest-comps"] == (0, -sum(f.cents for f in forms if f.guest == form.guest))


def test_what_nobody_knows_has_no_activity():
    found = statement(day_with(), guest="nobody")
    assert not found.activity
    assert found.balances == () == found.lines
