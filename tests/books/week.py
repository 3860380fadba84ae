"""A week of the larger sample house, and what a second bookkeeper finds in it: for the tests and for the campaign."""

from collections.abc import Sequence
from typing import Any

from minibac.records.store import Store
from minibac.sample_day.day import GamingDays, Injected
from minibac.sample_day.errors import ERRORS, NEED_A_FORM
from tests.books.recount import Recount

DAYS = 7
OF_A_TABLE = (
    "opener_cents", "fills_cents", "credits_cents", "cash_cents", "forms_cents", "drop_cents", "closer_cents",
    "win_cents", "vigorish_cents", "ledger_cents", "difference_cents",
)  # fmt: skip


def planted_on(day_index: int) -> list[str]:
    """The errors of a day of the week; in the week each is there once, but for the form that some of them need."""
    mine = list(ERRORS)[day_index::DAYS]
    return ["walks-away", *mine] if set(mine) & set(NEED_A_FORM) and "walks-away" not in mine else mine


async def play_week(store: Store, seed: int, coups: int, planted: bool) -> list[Injected]:
    """Seven days, each closed by the book; the errors that went into them."""
    house = GamingDays(store, seed)
    await house.open()
    injected: list[Injected] = []
    for number in range(DAYS):
        injected += await house.run_day([ERRORS[name] for name in planted_on(number) if planted], coups)
    return injected


async def recounted(store: Store) -> Recount:
    """The second bookkeeper, before everything that is stored."""
    return Recount({name: [line.bytes async for line in store.read(name)] for name in await store.streams()})


def disagreements(report: dict[str, Any], second: Recount) -> list[str]:
    """Every figure of a day-end report (as JSON) that the second bookkeeper has otherwise."""
    day, wrong = report["day"], []

    def same(what: str, here: object, there: object) -> None:
        if here != there:
            wrong.append(f"{day}, {what}: the report has {here}, the events {there}")

    tables = {row["table"]: row for row in report["tables"]}
    same("tables", sorted(tables), sorted(second.pit_of))
    for table, row in tables.items():
        figures = second.table(table, day)
        for name in OF_A_TABLE:
            same(f"{table} {name}", row[name], figures[name])
        cash = {line["note_cents"]: [line["fell"], line["counted"]] for line in row["cash"]}
        same(f"{table} cash", cash, second.cash(table, day))
        same(f"{table} reported", row["reported_cents"], figures["win_cents"])
        same(f"{table} forms", {form["serial"]: form["cents"] for form in row["forms"]}, second.forms(table, day))
        same(
            f"{table} differences", {d["kind"]: d["cents"] for d in row["differences"]}, second.differences(table, day)
        )
    cage: dict[str, dict[str, int]] = {"chips": {}, "cash": {}}
    for line in report["cage"]["lines"]:
        cage[line["of"]][line["kind"]] = line["cents"]
    found = {of: {k: c for k, c in lines.items() if c or k in cage[of]} for of, lines in second.cage(day).items()}
    same("cage", cage, found)
    sums = [second.table(table, day) for table in second.pit_of]
    for name in ("win_cents", "ledger_cents", "drop_cents"):
        same(name, report[name], sum(figures[name] for figures in sums))
    same("commission", report["commission_cents"], sum(figures["vigorish_cents"] for figures in sums))
    same("rounds", report["coups"], second.coups(day))
    listed = [(row["stream"], row["version"]) for row in report["exceptions"]]
    same("exceptions", sorted(listed), sorted(found[:2] for found in second.exceptions() if found.day == day))
    same("open exceptions", report["open_exceptions"], len(listed))
    return wrong


def unnamed(rows: Sequence[dict[str, Any]], second: Recount) -> list[str]:
    """Exceptions that do not say the name of the person who did it."""
    did = {found[:2]: found.by for found in second.exceptions()}
    return [
        row["sentence"]
        for row in rows
        if (by := did[row["stream"], row["version"]]) and row["names"].get(by) != second.names[by]
    ]
