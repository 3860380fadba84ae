"""``minibac audit``: what is wrong in anybody's shoes?"""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from minibac.cli.common import (
    REFUSED,
    Command,
    RulebookName,
    WithJson,
    WithRules,
    argument,
    asks,
    chosen,
    fail,
    option,
)
from minibac.cli.output_files import cannot_be_written, check_name, check_writable, written
from minibac.cli.progress import progress_bar
from minibac.cli.shoe_files import (
    WithShoeFiles,
    cannot_be_read,
    check_readable,
    opened,
    place_in,
    size_of,
    tell_guess,
    watched,
)
from minibac.cli.text import language, say
from minibac.voice.extras import how_to_install
from minibac.voice.said import said, words_of

if TYPE_CHECKING:
    from minibac.audit.auditor import Auditor, HoldAgainst
    from minibac.audit.finding import Finding
    from minibac.audit.report import Listener, Report
    from minibac.shoes.mapping import ShoeMapping

TABLE = "table/"
"""How the logs of tables are named in a house's data."""
TOLD = 50
"""Findings that are told on a terminal; --csv, --html and --json have more."""
LONG_BYTES = 5_000_000
"""A longer notation takes more than ten seconds in plain Python."""
COLUMNS = ("file", "shoe", "coup", "line", "code", "clause", "sentence")


class Ask(WithShoeFiles, WithRules, WithJson):
    """Files with shoes, and what they are held against."""

    files: tuple[Path, ...] = argument(type=click.Path(path_type=Path), metavar="FILES…", nargs=-1, required=True)
    as_rulebook: str | None = option(
        "--as",
        type=RulebookName(),
        metavar="RULEBOOK",
        help="The rulebook to hold the shoes against, whatever they state.",
    )
    csv_file: Path | None = option(
        "--csv", type=click.Path(path_type=Path), metavar="FILE", help="Write every finding as a line of CSV."
    )
    html_file: Path | None = option(
        "--html", type=click.Path(path_type=Path), metavar="FILE", help="Write a page with each wrong coup drawn."
    )


@click.command(
    cls=Command,
    short_help="What is wrong in anybody's shoes.",
    examples=(
        "minibac audit scorecards.shoe shoe-3.jsonl",
        "minibac audit ./grand-house",
        "minibac audit strangers.shoe --as section-42 --set decks=6 --html wrong.html",
        "echo BPPTBb | minibac audit --from results - --json",
    ),
)
@asks(Ask)
def audit(ask: Ask) -> None:
    """Hold shoes against the rulebook they state: draws, totals, winners, pairs, payments, copies, burn, cutting card.

    FILES are shoe notations, shoe records of ours, rows of results, or tables and logs of others as minibac shoes
    import reads them; - is standard input. A folder is the data of a house of ours: every table of it is audited from
    its first event on, and a line is the number of an event. What can be known from what was noted is looked at, the
    rest is said to be unknown. The exit status is 1 when something is wrong.
    """
    from minibac.audit.auditor import Auditor
    from minibac.audit.page import page

    check_name(said("a list of findings"), ask.csv_file, ".csv")
    check_name(said("a page"), ask.html_file, ".html", ".htm")
    check_readable(ask.files)
    check_writable(ask.csv_file, ask.html_file, read=ask.files)
    mapping, asked = ask.read_mapping(), _asked(ask)
    kinds = [_house_data(file) if file.is_dir() else ask.kind_of(file, mapping) for file in ask.files]
    with ExitStack() as stack:
        listeners = [_csv(ask.csv_file, stack)] if ask.csv_file else []
        auditor = Auditor(asked, listeners)
        for file, kind in zip(ask.files, kinds, strict=True):
            _read(auditor, file, kind, mapping)
        report = auditor.done()
    faults = written(ask.html_file, lambda: page(report, say, language()))
    ask.tell(report.plain, lambda: _text(report))
    if faults:
        fail(faults, REFUSED)
    if report.findings_count:
        raise click.exceptions.Exit(REFUSED)


def _asked(ask: Ask) -> HoldAgainst:
    from minibac.audit.auditor import HoldAgainst

    if ask.as_rulebook is None:
        if ask.sets or ask.house_file:
            fail(said("--set and --house choose among the options of a rulebook; say which with --as RULEBOOK"))
        return HoldAgainst()
    rules = ask.house_rules(ask.as_rulebook)
    return HoldAgainst(ask.as_rulebook, chosen(ask.sets), rules if ask.house_file else None)


def _read(auditor: Auditor, file: Path, kind: str | Path, mapping: ShoeMapping | None) -> None:
    """Read a file to its end. What cannot be read of it is a finding as any other, and the next file is read."""
    if isinstance(kind, Path):
        _read_house(auditor, file, kind)
        return
    from minibac.shoes.noted import Unread

    report = auditor.report
    files, *before = len(report.files), report.coups, report.shoes, report.findings_count
    fault = "the file is empty" if file.is_file() and not file.stat().st_size else ""
    try:
        fault = fault or _read_shoes(auditor, file, kind, mapping)
    except OSError as error:
        fault = str(cannot_be_read(file, error))
    if not fault and before == [report.coups, report.shoes, report.findings_count]:
        fault = "no coup stands in it"
    if len(report.files) == files:
        auditor.begin(str(file))
    if fault:
        auditor.see(Unread(1, "", fault), 1)


def _read_shoes(auditor: Auditor, file: Path, kind: str, mapping: ShoeMapping | None) -> str:
    """Read a notation many coups at a time where the extra ``fast`` is there, and anything else item by item.

    Gives why the file tells nothing, where that is so.
    """
    from minibac.shoes.reading import broken_off, unpacked_file
    from minibac.shoes.unpacked import UTF_8, code_of, unpacked

    with ExitStack() as stack:
        raw = opened(file, stack)
        stream, packed = unpacked(raw)
        if kind == "notation" and code_of(stream) == UTF_8:
            with suppress(ImportError):
                from minibac.audit.fast import audit_notation

                before = auditor.report.coups
                with progress_bar(size_of(file)) as moved:
                    reading = _Reading(stream, lambda: moved(place_in(raw), auditor.report.coups - before))
                    lines = audit_notation(auditor, str(file), reading)
                if packed and packed.broken:
                    auditor.see(broken_off(max(lines, 1)), lines)
                return ""
            _tell_of_fast(file)
        shoes = unpacked_file(kind, stream, packed, mapping, stack)
        fault = tell_guess(file, shoes.guess) if shoes.guess else None
        if fault is None:
            auditor.audit(str(file), watched(shoes.items, file, raw, stack))
    return str(fault) if fault else ""


class _Reading:
    """A stream that says how far it is whenever more of it is wanted."""

    def __init__(self, stream: BinaryIO, moved: Callable[[], None]) -> None:
        self._stream, self._moved = stream, moved

    def read(self, size: int, /) -> bytes:
        """So many bytes at most."""
        data = self._stream.read(size)
        self._moved()
        return data


def _tell_of_fast(file: Path) -> None:
    """Who would wait long is told what is faster, where somebody is watching."""
    if sys.stderr.isatty() and size_of(file) > LONG_BYTES:
        slow = said("{path}: this is plain Python; the extra fast audits a notation many times as fast; {how}")
        click.echo(say(slow.about(path=str(file), how=how_to_install("fast"))), err=True)


def _house_data(folder: Path) -> Path:
    """The data of a house in a folder."""
    from minibac.cli.serve import house_settings

    path = house_settings(folder).sqlite_path
    if not path.is_file():
        fail(said("{folder} holds no data of a house, and an audit reads files or such a folder", folder=str(folder)))
    return path


def _read_house(auditor: Auditor, folder: Path, path: Path) -> None:
    """Every table of a house, from its first event on, as it stands now; the house may go on meanwhile."""
    import asyncio

    from minibac.records.sqlite_reader import SqliteReader
    from minibac.records.store import StoreError
    from minibac.records.upcast import UnreadableError, read_event
    from minibac.shoes.noted import Unread
    from minibac.shoes.noted_log import NotedLog

    async def read() -> None:
        store = await SqliteReader.open(path)
        try:
            for stream in sorted(await store.streams()):
                if not stream.startswith(TABLE):
                    continue
                table = stream.removeprefix(TABLE)
                noted = NotedLog(table)
                auditor.begin(str(folder / table))
                async for line in store.read(stream):
                    try:
                        for item in noted.past(read_event(line.bytes)):
                            auditor.see(item, line.version)
                    except UnreadableError as error:
                        auditor.see(Unread(line.version, "", str(error)), line.version)
                auditor.end_shoe()
        finally:
            await store.close()

    try:
        asyncio.run(read())
    except StoreError as error:
        auditor.begin(str(folder))
        auditor.see(Unread(1, "", str(words_of(error))), 1)


def _csv(path: Path, stack: ExitStack) -> Listener:
    """Every finding as a line, written when it is found."""
    from minibac.books.csv_text import plain_cell

    try:
        out = stack.enter_context(path.open("w", encoding="utf-8", newline=""))
    except OSError as error:
        fail(cannot_be_written(path, error), REFUSED)
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)

    def listen(finding: Finding) -> None:
        told = finding.plain()
        writer.writerow([plain_cell(told[name]) for name in COLUMNS])

    return listen


def _text(report: Report) -> str:
    from minibac.audit.finding import CHECKS, LEVELS, OF_A_SHOE, Check, FindingCode, Level
    from minibac.audit.page import other_rules, place, statistics, summary
    from minibac.cli import text as show

    lines = [show.bold(say(summary(report))), ""]
    shown = 0
    for wrong in report.wrong:
        if shown >= TOLD:
            break
        lines.append(show.wrapped(say(place(wrong.first)), "  "))
        for finding in wrong.findings:
            shown += 1
            clause = f" ({finding.clause})" if finding.clause else ""
            lines.append(show.wrapped(say(finding.said) + clause, "    ", "    "))
    if report.findings_count > shown:
        more = said("and {more:more thing|more things}; --csv, --html and --json tell them")
        lines.append(show.wrapped(say(more.about(more=report.findings_count - shown)), "  "))
    if shown:
        lines.append("")
    for told in other_rules(report):
        lines += [show.bold(show.wrapped(say(told))), ""]
    levels = [(say(LEVELS[level]), f"{report.levels[level]:,}") for level in Level if report.levels[level]]
    if levels:
        lines += [show.table(levels, show.heads("known", "coups"), right=(1,)), ""]
    rows = []
    for check in Check:
        of = said("shoes") if check in OF_A_SHOE else said("coups")
        rows.append((say(CHECKS[check]), f"{report.looked[check]:,}", f"{report.unknown_of(check):,}", say(of)))
    lines.append(show.table(rows, show.heads("what", "looked at", "not known", "of"), right=(1, 2)))
    if report.tested:
        tests = [
            (say(test.said), f"{test.coups:,}", f"{test.chance:.2g}", f"{test.corrected:.2g}") for test in report.tested
        ]
        heads = show.heads("frequencies", "coups", "p", "p by Holm")
        lines += ["", show.table(tests, heads, right=(1, 2, 3)), "", show.wrapped(say(statistics(report)))]
    if report.not_stated:
        unstated = said(
            "{coups:coup states|coups state} no rulebook: payments and copies of cards are not known then; "
            "--as RULEBOOK says one."
        )
        if report.found[FindingCode.UNKNOWN_RULEBOOK] or report.found[FindingCode.OPTIONS_REFUSED]:
            unstated = said(
                "{coups:coup states|coups state} no rulebook, or one that is refused as it is stated: payments and "
                "copies of cards are not known then; --as RULEBOOK says one."
            )
        lines += ["", show.wrapped(say(unstated.about(coups=report.not_stated)))]
    return "\n".join(lines)
