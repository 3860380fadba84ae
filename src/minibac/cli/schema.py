"""``minibac schema``: the protocol of a house for machines, printed or written to files."""

from collections.abc import Callable
from pathlib import Path

import click

from minibac.cli.common import REFUSED, Command, CommandLine, argument, asks, fail, option, print_json
from minibac.cli.output_files import cannot_be_written
from minibac.voice.said import said

DOCUMENTS = ("protocol", "asyncapi", "openapi")


class Ask(CommandLine):
    """One document, or a folder for all of them."""

    document: str | None = argument(required=False, type=click.Choice(DOCUMENTS))
    write: Path | None = option(
        metavar="FOLDER",
        type=click.Path(file_okay=False, path_type=Path),
        help="Write all of them there, as protocol.json, asyncapi.json and openapi.json.",
    )


@click.command(
    cls=Command,
    short_help="The protocol of a house, for machines.",
    examples=("minibac schema protocol", "minibac schema openapi", "minibac schema --write docs/schemas"),
)
@asks(Ask)
def schema(ask: Ask) -> None:
    """Print what a house speaks: protocol is JSON Schema of every message, command, event and part of a view, asyncapi
    the WebSocket of a table, openapi the routes.

    A running house serves the same under /api/schema/. They are made from the types of the program.
    """
    from minibac.server.app import openapi
    from minibac.server.schemas import Schema, asyncapi, protocol_schema, written

    made: dict[str, Callable[[], Schema]] = {"protocol": protocol_schema, "asyncapi": asyncapi, "openapi": openapi}
    if (ask.document is None) == (ask.write is None):
        fail(said("name protocol, asyncapi or openapi, or a folder with --write"))
    if ask.write is None:
        print_json(made[str(ask.document)]())
        return
    try:
        ask.write.mkdir(parents=True, exist_ok=True)
        for name, make in made.items():
            (ask.write / f"{name}.json").write_text(written(make()), encoding="utf-8")
    except OSError as error:
        fail(cannot_be_written(ask.write, error), REFUSED)
