"""``minibac play``: a table in the terminal, alone."""

import os
import sys
from pathlib import Path

import click

from minibac.cli.common import Command, Sets, fail, house_rules, rulebook_argument, rules_options

DECKS_MAX = 64
"""More decks than this are no shoe that anybody would shuffle at a terminal."""


@click.command(
    cls=Command,
    short_help="A table of your own in the terminal, with play chips.",
    examples=(
        "minibac play",
        "minibac play massachusetts --set vigorish_type=ez",
        "minibac play seminole --fast --bankroll 5000",
    ),
)
@rulebook_argument(required=False)
@click.option("--bankroll", metavar="DOLLARS", default="1000", show_default=True, help="Play chips to begin with.")
@click.option("--fast", is_flag=True, help="Deal without pauses.")
@click.option(
    "--tail", type=click.Choice(["down", "sticky"]), default="down", help="How long streaks turn on the roads."
)
@rules_options
def play(rulebook: str | None, bankroll: str, fast: bool, tail: str, sets: Sets, house_file: Path | None) -> None:
    """Play at a table of your own: wager play chips, watch the cards, see why each wager won or lost.

    Without RULEBOOK it asks which one. Shoes are shuffled with the operating system's randomness, you may cut them, and
    one follows the other until you leave with quit, Ctrl-D or Ctrl-C.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        fail("minibac play needs a terminal; minibac deal plays a round from given cards without one")

    from minibac.cli.play_session import AmountError, Session, choose_rulebook, read_dollars
    from minibac.play.roads import Tail

    try:
        bankroll_cents = read_dollars(bankroll)
    except AmountError as error:
        fail(f"--bankroll: {error}")
    try:
        chosen = rulebook or choose_rulebook(_read, click.echo)
    except (EOFError, KeyboardInterrupt):
        click.echo()
        return
    rules = house_rules(chosen, sets, house_file)
    if rules.decks_in_shoe > DECKS_MAX:
        fail(f"a shoe of {rules.decks_in_shoe} decks is too long for a terminal: at most {DECKS_MAX} are shuffled here")
    session = Session(
        rules,
        _read,
        _write,
        os.urandom,
        bankroll_cents=bankroll_cents,
        pause=_no_pause if fast else _sleep,
        tail=Tail(tail),
    )
    session.run()


def _read(prompt: str) -> str:
    import contextlib

    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  # editing and history of the lines typed

    return input(prompt)


def _write(text: str) -> None:
    from minibac.cli import text as show

    click.echo(show.flowed(text, show.width()))


def _sleep(seconds: float) -> None:
    import time

    time.sleep(seconds)


def _no_pause(_: float) -> None:
    pass
