"""``minibac load``: guests and spectators by the hundred against a running house, and how long they wait."""

from typing import TYPE_CHECKING, Any

import click

from minibac.cli.common import Command, WithJson, argument, asks, fail, option
from minibac.cli.text import say
from minibac.voice.said import NOTHING, Said, many, said

if TYPE_CHECKING:
    from minibac.cli.load_guests import Measured

LOCAL = ("localhost", "127.0.0.1", "::1")
ENOUGH_SECONDS = 60
"""What a house at its usual pace needs for a shuffle and some coups, with time to spare."""
MOST_TABLES, MOST_SEATS, MOST_SPECTATORS, MOST_SECONDS = 500, 9, 5_000, 3_600


class Ask(WithJson):
    """Which house, and how many come to it for how long."""

    address: str = argument(default="http://localhost:8042", metavar="[ADDRESS]")
    tables: int = option(type=click.IntRange(1, MOST_TABLES), default=4, show_default=True, help="How many tables.")
    seats: int = option(
        type=click.IntRange(1, MOST_SEATS), default=7, show_default=True, help="How many guests at each table."
    )
    spectators: int = option(
        type=click.IntRange(0, MOST_SPECTATORS),
        default=0,
        show_default=True,
        help="How many watch the first of the tables besides.",
    )
    seconds: int = option(
        type=click.IntRange(1, MOST_SECONDS), default=30, show_default=True, help="How long, at most."
    )
    coups: int | None = option(type=click.IntRange(1), default=None, help="End earlier, after so many coups in all.")


@click.command(
    cls=Command,
    short_help="Play against a running house and measure it.",
    examples=(
        "minibac load",
        "minibac load http://localhost:8042 --tables 10 --seats 7 --seconds 60",
        "minibac load --spectators 1000 --json",
    ),
)
@asks(Ask)
def load(ask: Ask) -> None:
    """Seat guests at the tables of a house on this machine, let them wager in every round, and report what they waited.

    Tables that the house lacks are opened as training tables. Guests leave when the time is up; nobody else's game is
    touched, but the seats they take are taken. A house that is to be loaded wants higher limits of pace:
    MINIBAC_REQUESTS_PER_MINUTE=100000 MINIBAC_PACE_MS=0 minibac serve
    """
    import asyncio

    from minibac.cli.load_page import HouseAnswerError
    from minibac.cli.load_run import play
    from minibac.cli.serve import loop_factory

    base = _base(ask.address)
    crowd = {"tables": ask.tables, "seats": ask.seats, "spectators": ask.spectators}
    try:
        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            measured = runner.run(play(base, **crowd, seconds=ask.seconds, coups=ask.coups))
    except HouseAnswerError as error:
        fail(error, status=1)
    except KeyboardInterrupt:
        fail(said("stopped before the time was up; nothing was measured"), status=1)
    report = summary(measured, **crowd)
    ask.tell(lambda: report, lambda: "\n".join(map(say, lines(report))))
    if not report["coups"]:
        fail(too_short(ask.seconds), status=1)


def too_short(seconds: int) -> Said:
    """Why no coup was played, and what to do about it."""
    return said(
        "no coup was begun in {seconds:second|seconds}: a table that opens shuffles its cards first, at the pace of "
        "the house; try --seconds {longer}, or a house with MINIBAC_PACE_MS=0",
        seconds=seconds,
        longer=str(max(ENOUGH_SECONDS, 2 * seconds)),
    )


def _base(address: str) -> str:
    """The address, if it is one of this machine's."""
    from urllib.parse import urlsplit

    parts = urlsplit(address if "//" in address else f"http://{address}")
    try:
        port = parts.port
    except ValueError:
        port = -1
    if parts.scheme != "http" or not parts.hostname or port == -1:
        fail(said("{address} is no address of a house; write it as http://localhost:8042", address=address))
    if parts.hostname not in LOCAL:
        other = said("{machine} is another machine; a load is for a house on this one: {local}", machine=parts.hostname)
        fail(other.about(local=", ".join(LOCAL)))
    return f"{parts.scheme}://{parts.netloc}"


def summary(measured: "Measured", *, tables: int, seats: int, spectators: int) -> dict[str, Any]:
    """What was measured, as ``--json`` prints it."""
    wagers = sorted(measured.wager_seconds)
    news = sorted(measured.news_ms)
    return {
        "tables": tables,
        "seats": seats,
        "spectators": spectators,
        "seconds": round(measured.seconds, 2),
        "coups": len(measured.coups),
        "commands": measured.commands,
        "commands_per_second": round(measured.commands / measured.seconds, 1) if measured.seconds else 0.0,
        "wagers": len(wagers),
        "wager_ms": _spread([1000 * value for value in wagers]),
        "news": len(news),
        "news_ms": _spread([float(value) for value in news]),
        "messages": measured.messages,
        "megabytes": round(measured.received_bytes / 1e6, 2),
        "largest_view_bytes": measured.largest_view_bytes,
        "refused": dict(measured.refused),
        "connections_lost": dict(measured.lost),
    }


def _spread(ordered: list[float]) -> dict[str, float] | None:
    if not ordered:
        return None
    last = len(ordered) - 1
    points = {"p50": 0.50, "p90": 0.90, "p99": 0.99, "max": 1.0}
    return {name: round(ordered[round(share * last)], 2) for name, share in points.items()}


WAITS = {
    "wager_ms": said("  from wager to answer: {spread}"),
    "news_ms": said("  from the house's stamp to the page: {spread}"),
}


def lines(report: dict[str, Any]) -> list[Said]:
    """The report for people."""
    watching = said(" and {count} spectators", count=str(report["spectators"])) if report["spectators"] else NOTHING
    crowd = said(
        "{tables:table|tables} with {seats:guest|guests} each{watching}, {seconds} seconds: {coups} coups, {commands} "
        "commands, {messages} messages heard ({megabytes} MB)",
        tables=report["tables"],
        seats=report["seats"],
        watching=watching,
    )
    told = ("seconds", "coups", "commands", "messages", "megabytes")
    lines = [crowd.about(**{name: str(report[name]) for name in told})]
    for name, wait in WAITS.items():
        if spread := report[name]:
            lines.append(wait.about(spread=", ".join(f"{key} {value} ms" for key, value in spread.items())))
    if report["refused"]:
        codes = ", ".join(f"{code} {count}" for code, count in report["refused"].items())
        lines.append(said("  refused: {codes}", codes=codes))
    if report["connections_lost"]:
        lost = (
            said("{count} with {code}", count=str(count), code=str(code))
            for code, count in report["connections_lost"].items()
        )
        lines.append(said("  connections the house ended: {lost}", lost=many(lost, ",")))
    return lines
