"""The five roads inside a session: in colour on a terminal, plain elsewhere."""

import sys

from minibac.cli import text as show
from minibac.cli.roads_text import roads_text
from minibac.play.roads import Roads


def roads_lines(board: Roads) -> str:
    """The roads as a text that can be written like any other."""
    drawn = roads_text(board, show.width())
    if not sys.stdout.isatty():
        return drawn.plain
    from rich.console import Console

    console = Console(highlight=False, width=show.width())
    with console.capture() as captured:
        console.print(drawn, end="")
    return captured.get()
