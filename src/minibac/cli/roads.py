"""``minibac roads``: the five scoreboards of a shoe."""

import shutil
import sys

import click

from minibac.cli.common import Command, WithJson, argument, asks, fail, option, print_json
from minibac.voice.said import said

PLAIN_WIDTH = 100
"""How wide the roads are drawn where no terminal says how wide it is."""


class Ask(WithJson):
    """The coups of a shoe, and how its streaks turn."""

    coups: tuple[str, ...] = argument(nargs=-1, metavar="BPTB…")
    tail: str = option(
        type=click.Choice(["down", "sticky"]),
        default="down",
        show_default=True,
        help="What a streak does after it has turned right: try down again at every step, or keep to its row.",
    )


@click.command(
    cls=Command,
    short_help="The five scoreboards of a shoe.",
    examples=(
        "minibac roads BPPTBB",
        "minibac roads Bb,P,Pbp,T,B --tail sticky",
        "minibac roads BPPPB --json",
        "echo BPBPPT | minibac roads -",
    ),
)
@asks(Ask)
def roads(ask: Ask) -> None:
    """Draw bead plate, big road, big eye boy, small road and cockroach pig from the coups of one shoe.

    A coup is B, P or T; a pair is a lower-case letter right after its coup, b for the Banker's and p for the Player's.
    Spaces and commas may stand between coups. A single - reads them from standard input.
    """
    from minibac.play.roads import Tail, parse_marks, roads_json
    from minibac.play.roads import roads as draw

    if not ask.coups:
        fail(said("the coups are missing: write them as minibac roads BPPTB, or - to read them from standard input"))
    text = sys.stdin.read() if ask.coups == ("-",) else " ".join(ask.coups)
    try:
        board = draw(parse_marks(text), Tail(ask.tail))
    except ValueError as error:
        fail(error)
    if ask.as_json:
        print_json(roads_json(board))
        return
    from minibac.cli.roads_text import coloured, roads_lines

    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else PLAIN_WIDTH
    click.echo(coloured(roads_lines(board, width)))
