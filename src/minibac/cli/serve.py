"""``minibac serve``: a house with a table for each rulebook, in the browser."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from minibac.cli.common import FILE, Command, CommandLine, asks, fail, option
from minibac.cli.text import say
from minibac.voice.said import said

if TYPE_CHECKING:
    from minibac.house.settings import Settings


class Ask(CommandLine):
    """Where the house is to be, and what else to do than to open it."""

    host: str | None = option(metavar="ADDRESS", help="The address to listen at; 127.0.0.1 unless told.")
    port: int | None = option(type=click.IntRange(0, 65_535), metavar="NUMBER", help="The port; 8042 unless told.")
    data: Path | None = option(
        type=click.Path(path_type=Path), metavar="DIR", help="The folder of the database and the key."
    )
    houses: tuple[Path, ...] = option(
        "--house",
        type=FILE,
        multiple=True,
        metavar="FILE",
        help="A house file in place of the four sample houses; may be repeated.",
    )
    database: str | None = option(
        metavar="ADDRESS", help="A PostgreSQL database in place of SQLite in the data folder."
    )
    config: Path | None = option(
        type=FILE,
        metavar="FILE",
        help="Settings in TOML; MINIBAC_… in the environment and the options here override them.",
    )
    links: bool = option(
        is_flag=True, help="Make a new link for each role and end, while the house is closed or on PostgreSQL."
    )
    restore: Path | None = option(
        type=click.Path(exists=True, path_type=Path),
        metavar="BACKUP",
        help="Make the house of a backup again, in a data folder or database that is empty, and end.",
    )
    prove: Path | None = option(
        type=click.Path(exists=True, path_type=Path),
        metavar="BACKUP",
        help="Restore a backup into a place that goes again, check everything in it, and end: status 1 where it fails.",
    )


@click.command(
    "serve",
    cls=Command,
    examples=(
        "minibac serve",
        "minibac serve --port 9000 --data ./house",
        "minibac serve --house corner.toml --database postgresql://house@localhost/minibac",
        "minibac serve --links",
        "minibac serve --restore backups/minibac-2026-11-15T06-00-00-000.sqlite --data ./again",
        "minibac serve --prove backups/minibac-2026-11-15T06-00-00-000.sqlite",
    ),
)
@asks(Ask)
def serve(ask: Ask) -> None:
    """Open a house: a table for each rulebook, in the browser, on SQLite or PostgreSQL. Play chips only.

    The first run prints one link for each role. Guests need none: they open the address and sit down.
    """
    import asyncio

    from minibac.server import serving
    from minibac.server.book_checks import placed

    houses = [str(house) for house in ask.houses] or None
    if [ask.links, ask.restore is not None, ask.prove is not None].count(True) > 1:
        fail(said("--links, --restore and --prove open no house: ask for one of them"))
    settings = house_settings(ask.data, ask.config, host=ask.host, port=ask.port, houses=houses, database=ask.database)
    try:
        if ask.links:
            _print_links(settings, asyncio.run(serving.make_links(settings)))
        elif ask.prove is not None:
            click.echo(say(asyncio.run(serving.prove(settings, str(ask.prove)))))
        elif ask.restore is not None:
            report = asyncio.run(serving.restore_from(settings, str(ask.restore)))
            if report.findings:
                unlike = said(
                    "the house of {backup} is restored, but not all of it agrees; look at it before you open it"
                )
                fail((*map(placed, report.findings), unlike.about(backup=str(ask.restore))), 1)
            restored = said(
                "the house of {backup} is restored; put its vault.key beside it, or the shoes in play are voided"
            )
            click.echo(say(restored.about(backup=str(ask.restore))))
        else:
            with asyncio.Runner(loop_factory=loop_factory()) as runner:
                runner.run(serving.serve(settings, lambda told: click.echo(say(told))))
    except serving.CannotServeError as error:
        fail(error.sentences, error.status)


def house_settings(data: Path | None, config: Path | None = None, **given: Any) -> Settings:
    """The settings of a house, from a file, the environment and as given; its data lies with the user's unless told."""
    from minibac.house.settings import Settings, load_settings

    environ = {name: value for name, value in os.environ.items() if name not in OWN_VARIABLES}
    if "MINIBAC_DATA" not in environ and data is None and not _states_data(config):
        data = data_folder()
    settings = load_settings(config, environ, {"data": str(data) if data else None, **given})
    if not isinstance(settings, Settings):
        fail(settings)
    return settings


OWN_VARIABLES = ("MINIBAC_TRACEBACK", "MINIBAC_LANGUAGE")
"""Variables of the program that are no settings of a house."""


def _states_data(config: Path | None) -> bool:
    import tomllib

    try:
        return config is not None and "data" in tomllib.loads(config.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError):
        return True  # the settings will say what is wrong with it


def data_folder() -> Path:
    """Where this system keeps a user's data."""
    import sys

    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "minibac"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "minibac"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "minibac"


def loop_factory() -> Any:
    """The fastest event loop there is here; ``None``: the one that Python has."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def _print_links(settings: Settings, tokens: Mapping[str, str]) -> None:
    from minibac.server.serving import door

    width = max(map(len, tokens))
    for role, token in tokens.items():
        click.echo(f"{role:<{width}}  {door(settings, settings.port)}/join/{token}")
