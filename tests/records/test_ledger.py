"""The ledger: listed causes, entries from events, and books that are held against themselves."""

import ast
import asyncio
import sqlite3
from itertools import count
from pathlib import Path

import pytest

from minibac.house.live_table import LiveTable
from minibac.house.vault import PracticeVault
from minibac.machine.roles import THE_HOUSE, Actor, Role
from minibac.play.postings import moved
from minibac.records import postgres_reader, sqlite
from minibac.records.ledger import CAUSES, never_negative, postings_of
from minibac.records.memory import MemoryStore
from minibac.records.questions import ledger_query
from minibac.records.store import StoreError, Write
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.rulebook import load
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.accounts import KINDS, kind
from minibac.table.state import Phase
from tests.records.ledger_check import verify_ledger
from tests.records.stores import Place, buy_in, grant, one, wager

SOURCE = Path(__file__).parents[2] / "src" / "minibac"
TABLE = "table/s42-1"


def written_steps(folder: str) -> set[str]:
    """The steps of every posting that the source of a package writes."""
    found = set()
    for file in (SOURCE / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            first: ast.AST | None = None
            if isinstance(node, ast.Call) and ast.unparse(node.func) in {"Posting", "moved", "self._post"}:
                first = node.args[0]
            elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("posting._replace"):
                first = next((word.value for word in node.keywords if word.arg == "step"), None)
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                found.add(first.value)
    return found


@pytest.mark.control("R37")
def test_the_causes_are_those_of_the_program_and_no_others() -> None:
    of_the_table = written_steps("table") | written_steps("play")
    assert {"buy-in", "wager", "collect", "pay", "void", "leave"} <= of_the_table  # the reading finds them
    of_the_house = {"transfer"}  # between wallet and cage: the house's own
    of_a_pit = {"opener", "fill", "credit", "drop", "post-complimentary", "recover-vigorish"}
    assert set(CAUSES) == of_the_table | of_a_pit | {"correction", "grant", "redeem"} | of_the_house


def test_every_cause_moves_kinds_of_accounts_that_exist() -> None:
    for cause in CAUSES.values():
        assert set(cause.moves) <= set(KINDS)
        assert cause.why


@pytest.mark.parametrize(
    ("account", "word", "never"),
    [
        ("seat/1/chips", "chips", True),
        ("seat/1/owed", "owed", False),
        ("layout/2/chips", "layout", True),
        ("layout/2/banker", "layout", True),
        ("tray", "tray", False),
        ("table/s42-1/tray", "tray", False),
        ("guest/ann/wallet", "wallet", True),
        ("guest/ann/comps", "comps", False),
        ("cage", "cage", False),
    ],
)
def test_kinds_of_accounts(account: str, word: str, *, never: bool) -> None:
    assert kind(account) == word
    assert never_negative(account) is never


def test_the_ledger_gets_the_postings_of_each_event() -> None:
    lines = moved("buy-in", 5, "tray", "seat/1/chips", "a", 1)
    events = [e.CutOffered(seat=1), e.ChipsBought(seat=1, cents=5, transfer="t", postings=lines)]
    assert postings_of(events) == ((), lines)


@pytest.mark.control("R37")
@pytest.mark.parametrize(
    ("rulebook", "options"),
    [
        ("section-42", {"vigorish_collection": "deferred"}),
        ("massachusetts", {"house_money": True, "dragon_bonus": True}),
        ("seminole", {}),
        ("seneca", {}),
    ],
)
def test_a_night_at_a_table_goes_into_the_books(rulebook: str, options: dict[str, object]) -> None:
    """Everything a table posts is taken by the ledger, and the balances are those of the table's own state."""
    rules = build(load(rulebook), options)
    assert isinstance(rules, HouseRules)
    ticks = count(1_800_000_000_000, 50)
    table = LiveTable("t", rules, PracticeVault(7), lambda: next(ticks))
    for seat in (1, 2, 3):
        table.handle(c.TakeSeat(by=THE_HOUSE, at=next(ticks), seat=seat, guest=f"g{seat}", age=40, attested_by="Fay"))
        table.handle(c.BuyIn(by=THE_HOUSE, at=next(ticks), seat=seat, cents=10**7, transfer="1"))
    offered = [proposition.id for proposition in rules.propositions]
    while table.state.coup_no < 25:
        if table.state.phase is Phase.BETTING and not table.state.wagers:
            for seat in (1, 2, 3):
                by = Actor(f"g{seat}", Role.GUEST, seat)
                name = offered[(seat + table.state.coup_no) % len(offered)]
                table.handle(c.PlaceWager(by=by, at=next(ticks), seat=seat, wager=name, cents=20_00))
        table.step()

    async def go() -> None:
        store = MemoryStore()
        lines = tuple(map(e.encode, table.log))
        await store.append(Write(stream="table/t", after=0, events=lines, postings=postings_of(table.log)))
        await verify_ledger(store)
        kept = {account: cents for account, cents in (await store.balances("table/t")).items() if cents}
        assert kept == {account: cents for account, cents in table.state.balances.items() if cents}

    asyncio.run(go())


DAMAGED = {
    "a changed row": ("UPDATE ledger SET amount_cents = amount_cents + 1 WHERE number = 2", "its rows sum to 1 cents"),
    "a row less": ("DELETE FROM ledger WHERE number = 1", "does not balance"),
    "a changed balance": ("UPDATE balances SET cents = 7 WHERE account = 'tray'", "the balance of tray of table/s42-1"),
    "a balance less": ("DELETE FROM balances WHERE account = 'guest/ann/wallet'", "guest/ann/wallet of the house"),
    "an unheard-of cause": ("UPDATE ledger SET step = 'gift'", "by 'gift'"),
    "a negative seat": (
        """UPDATE ledger SET amount_cents = 10 * amount_cents WHERE step = 'wager';
        UPDATE balances SET cents = 0 WHERE owner = 'table/s42-1'""",
        "takes seat/1/chips to -400 cents",
    ),
}


@pytest.mark.control("R20", "R25")
@pytest.mark.parametrize("name", DAMAGED)
def test_books_that_were_changed_by_hand_are_found(sqlite_place: Place, name: str) -> None:
    script, words = DAMAGED[name]
    address = sqlite_place.address()

    async def fill() -> None:
        async with sqlite_place.opened(address) as store:
            await store.append(one(TABLE, 0, *buy_in(1, 100)))
            await store.append(one(TABLE, 1, *wager(1, 50)))
            await store.append(one("house", 0, *grant("ann", 30)))
            await verify_ledger(store)

    async def look() -> None:
        async with sqlite_place.opened(address) as store:
            await verify_ledger(store)

    asyncio.run(fill())
    db = sqlite3.connect(address)
    db.executescript("DROP TRIGGER ledger_stays; DROP TRIGGER ledger_remains;" + script)
    db.close()
    with pytest.raises(StoreError, match=words):
        asyncio.run(look())


@pytest.mark.parametrize("stream", [None, TABLE])
@pytest.mark.parametrize("account", [None, "tray", "guest/Ann/wallet"])
def test_both_databases_are_asked_the_same(stream: str | None, account: str | None) -> None:
    """One question, in two dialects that differ in the name of a value and in the words of one index."""
    asked = []
    for dialect in (sqlite.DIALECT, postgres_reader.DIALECT):
        query = ledger_query(dialect, stream=stream, account=account)
        for name in ("after", "stream", "account", "last", "version", "number"):
            query = query.replace(dialect.value.format(name), f"<{name}>")
        asked.append(query.replace(dialect.guests, "<guests>"))
    assert asked[0] == asked[1]
    assert ("<guests>" in asked[0]) == (account == "guest/Ann/wallet")
    assert ("stream = <stream>" in asked[0]) == (stream is not None)
