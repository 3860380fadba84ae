"""``minibac books figures`` and ``minibac books dealers``: what an analyst asks the books."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from minibac.cli import text as show
from minibac.cli.books import Ask, Page, books, known_name
from minibac.cli.common import FILE, REFUSED, fail
from minibac.cli.output_files import cannot_be_written, check_name, check_writable, no_report
from minibac.cli.text import language, say
from minibac.voice.said import said

if TYPE_CHECKING:
    from minibac.books.dealers import DealerVariance
    from minibac.books.figures import Figure

BY = ("table", "pit", "shift", "dealer", "day", "week", "month")
since = click.option("--from", "start", default="", metavar="YYYY-MM-DD", help="The first gaming day.")
until = click.option("--to", "end", default="", metavar="YYYY-MM-DD", help="The last gaming day.")


def between(start: str, end: str) -> None:
    """Both are days where they are given, and the first is not after the last."""
    from minibac.houses.calendar import is_day

    for day in (start, end):
        if day and not is_day(day):
            fail(said("'{day}' is no day; write it as 2026-11-15", day=day))
    if start and end and start > end:
        fail(said("the first day {start} comes after the last, {end}", start=start, end=end))


@books.command(
    cls=Page,
    examples=(
        "minibac books figures --by table --from 2026-11-14 --to 2026-11-20",
        "minibac books figures --by day --table s42-1 --html trend.html",
    ),
)
@click.option("--by", type=click.Choice(BY), default="day", show_default=True, help="What a row is.")
@since
@until
@click.option("--table", default="", metavar="ID", help="One table.")
@click.option("--pit", default="", metavar="ID", help="One pit.")
@click.option("--svg", type=FILE, metavar="FILE.svg", help="Write a chart of drop, win and hold.")
@click.option("--html", type=FILE, metavar="FILE.html", help="Write the chart with its table beside it.")
def figures(ask: Ask, by: str, start: str, end: str, table: str, pit: str, svg: Path | None, html: Path | None) -> None:
    """Drop, win, hold and coups an hour, by table, pit, shift, dealer, day, week or month.

    Hold is win divided by drop. Win is by count where a table was counted, and by the ledger otherwise, for a shift and
    for a dealer. Hours are those a table was open.
    """
    from minibac.books.figures import CSV_HEADS, figure_csv, figure_plain
    from minibac.books.figures import figures as asked

    check_name(said("{format}", format="SVG"), svg, ".svg")
    check_name(said("{format}", format="HTML"), html, ".html", ".htm")
    check_writable(svg, html)
    between(start, end)
    ledgers = ask.read()
    known_name(said("table"), table, ledgers.tables)
    known_name(said("pit"), pit, ledgers.pits)
    rows = asked(ledgers, by, start=start, end=end, table=table, pit=pit)
    if svg or html:
        _draw(rows, by, svg, html, ledgers.name)
    ask.tell(
        lambda: {"by": by, "from": start or None, "to": end or None, "figures": [*map(figure_plain, rows)]},
        (CSV_HEADS, map(figure_csv, rows)),
        lambda: figures_text(rows, by),
    )


def figures_text(rows: Sequence[Figure], by: str) -> str:
    if not rows:
        return say("No Activity")
    return f"{show.table(*_cells(rows, by), right=range(1, 9))}\n\n{show.wrapped(say(NOTE))}"


NOTE = said(
    "Win by count is closer + credits + drop − opener − fills; by ledger it is what the coups came to. "
    "Hold is win divided by drop; hours are those a table was open."
)


def _cells(rows: Sequence[Figure], by: str) -> tuple[list[list[str]], list[str]]:
    from minibac.books.figures import HOUR_MS, SHOWN_BY, WIN_BY

    cells = [
        [
            row.name or row.key or say(said("together")),
            f"{row.open_ms / HOUR_MS:,.1f}",
            f"{row.coups_count:,}",
            "-" if row.coups_per_hour is None else f"{row.coups_per_hour:.1f}",
            show.money(row.staked_cents),
            show.money(row.drop_cents),
            show.money(row.win_cents),
            "-" if row.hold is None else f"{row.hold:.2%}",
            show.money(row.ledger_cents),
            say(WIN_BY[row.win_by]),
        ]
        for row in rows
    ]
    heads = show.heads("Hours", "Rounds", "An hour", "Staked", "Drop", "Win", "Hold", "Win by ledger", "Win is")
    return cells, [say(SHOWN_BY[by]), *heads]


def _draw(rows: Sequence[Figure], by: str, svg: Path | None, html: Path | None, house: str) -> None:
    try:
        from minibac.books.figures_chart import figures_html, figures_svg
    except ImportError as missing:
        fail(no_report(missing), REFUSED)
    titles = (say(said("Drop")), say(said("Win")), say(said("Hold")))
    drawn = figures_svg(rows[:-1], titles)
    cells, heads = _cells(rows, by)
    alt = said("Drop and win as bars, hold as a line, from {first} to {last}; the table below has the numbers")
    first, last = (rows[0].key, rows[-2].key) if len(rows) > 1 else ("", "")
    sheet = {
        "language": "zh-Hans" if language() == "zh" else language(),
        "title": say(said("Drop, win and hold")),
        "subtitle": house,
        "heads": heads,
        "rows": cells,
        "note": say(NOTE),
        "play_chips": say(said("Play chips only: nothing here moves real money.")),
    }
    for path, made in ((svg, drawn), (html, figures_html(drawn, say(alt.about(first=first, last=last)), **sheet))):
        if path is None:
            continue
        try:
            path.write_bytes(made)
        except OSError as error:
            fail(cannot_be_written(path, error), REFUSED)
        click.echo(say(said("{path} is written", path=str(path))), err=True)


@books.command(cls=Page, examples=("minibac books dealers --from 2026-11-14 --to 2026-11-20",))
@since
@until
@click.option("--table", default="", metavar="ID", help="One table.")
def dealers(ask: Ask, start: str, end: str, table: str) -> None:
    """Variances by dealer: counts that were over or short, corrected payments, and how far from chance they are."""
    from minibac.books.dealers import CSV_HEADS, dealer_csv, dealer_plain, dealer_variances

    between(start, end)
    ledgers = ask.read()
    known_name(said("table"), table, ledgers.tables)
    rows = dealer_variances(ledgers, start=start, end=end, table=table)
    ask.tell(
        lambda: {"dealers": [*map(dealer_plain, rows)]}, (CSV_HEADS, map(dealer_csv, rows)), lambda: _dealers(rows)
    )


def _dealers(rows: Sequence[DealerVariance]) -> str:
    if not rows:
        return say("No Activity")

    def number(value: float | None) -> str:
        return "-" if value is None else f"{value:+.1f}"

    cells = [
        [
            row.name,
            f"{row.coups_count:,}",
            str(row.counts_count),
            str(row.off_count),
            show.money(row.over_cents, sign=True),
            number(row.t),
            str(row.corrections_count),
            f"{row.expected_count:.1f}",
            show.money(row.corrected_cents, sign=True),
            number(row.z),
        ]
        for row in rows
    ]
    heads = ("Dealer", "Rounds", "Counts", "Off", "Over or short", "t", "Corrected", "Expected", "To guests", "z")
    note = said(
        "t is the mean of over and short divided by its standard error, z how many standard deviations corrections are "
        "from the rate of all dealers. Beyond 2 chance goes once in twenty times; with fewer than ten counts more "
        "often."
    )
    return f"{show.table(cells, show.heads(*heads), right=range(1, 10))}\n\n{show.wrapped(say(note))}"
