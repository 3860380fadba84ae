"""``minibac play``: a table in the terminal, alone."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from minibac.cli.common import Command, Sets, WithRulebook, asks, chosen, fail, option, restated
from minibac.voice.said import said

if TYPE_CHECKING:
    from minibac.cli.terminal.setup import Setup
    from minibac.rules.refusal import Refusal

DECKS_MAX = 64
"""More decks than this are no shoe that anybody would shuffle at a terminal."""

OTHERS_BESIDE_YOU, GUESTS_OF_YOURS = 2, 4
"""How many seats automatic guests take unless it is said: beside a guest, and in front of a dealer.

A guest who follows a real table sits alone."""

SMALLEST_CHIP_CENTS, MOST_CHIPS = 100, 6


class Ask(WithRulebook):
    """Which table, who deals it, and how."""

    rulebook: str = restated(WithRulebook.rulebook, required=False)
    dealer: str = option(
        "--deal",
        type=click.Choice(["auto", "me"]),
        default="auto",
        show_default=True,
        help="Who deals: the automatic dealer, or you, with every error named by its clause.",
    )
    cards: str = option(
        type=click.Choice(["shoe", "typed"]),
        default="shoe",
        show_default=True,
        help="Where cards come from: a shuffled shoe, or typed in, to follow a real table.",
    )
    others: int | None = option(
        "--seats",
        type=click.IntRange(0, 20),
        metavar="N",
        help="Seats taken by automatic guests; 2 beside you, 4 when you deal, unless you say.",
    )
    bankroll: str = option(metavar="DOLLARS", default="1000", show_default=True, help="Play chips to begin with.")
    age: int | None = option(
        type=click.IntRange(1, 130), metavar="YEARS", help="Your age, for a rulebook that asks; else you are asked."
    )
    speed: str = option(
        type=click.Choice(["slow", "normal", "fast"]), default="normal", show_default=True, help="Pauses."
    )
    seed: int | None = option(type=click.IntRange(0), metavar="S", help="Practice: the same shoes again.")


@click.command(
    cls=Command,
    short_help="A table in the terminal: play at it, or deal it.",
    examples=(
        "minibac play",
        "minibac play massachusetts --set vigorish_type=ez",
        "minibac play section-42 --deal me",
        "minibac play seneca --cards typed",
    ),
)
@asks(Ask)
def play(ask: Ask) -> None:
    """Sit down at a table of your own: wager play chips and watch the cards, or deal them yourself.

    Without RULEBOOK it asks which one. Shoes are shuffled with the operating system's randomness and committed to
    before you may cut them. With --deal me the screen offers every step, wrong ones included, and names the clause you
    break.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        fail(said("minibac play needs a terminal; minibac deal plays a round from given cards without one"))

    from minibac.cli.terminal.app import TableApp
    from minibac.cli.terminal.console import read_cents
    from minibac.cli.terminal.pace import Pace

    bankroll_cents = read_cents(ask.bankroll)
    if not bankroll_cents:
        fail(said("--bankroll: '{amount}' is no amount: write dollars, as 100 or 12.50", amount=ask.bankroll))
    asked = partial(
        set_up,
        sets=ask.sets,
        house_file=ask.house_file,
        others=ask.others,
        bankroll_cents=bankroll_cents,
        age=ask.age,
    )
    you_deal, typed = ask.dealer == "me", ask.cards == "typed"
    setup = None
    if ask.rulebook is not None:
        made = asked(ask.rulebook, you_deal=you_deal, typed=typed)
        if isinstance(made, tuple):
            fail(made)
        setup = made
    app = TableApp(setup, asked, you_deal=you_deal, typed=typed, seed=ask.seed, pace=Pace(ask.speed))
    last_words = app.run()
    if app.fault is not None:
        raise app.fault
    for line in last_words or []:
        click.echo(line)


def set_up(
    rulebook_id: str,
    sets: Sets = (),
    house_file: Path | None = None,
    *,
    you_deal: bool = False,
    typed: bool = False,
    others: int | None = None,
    bankroll_cents: int = 1000_00,
    age: int | None = None,
) -> Setup | tuple[Refusal, ...]:
    """The table that was asked for, with the limits and chips of its house, or every reason why it cannot be."""
    from datetime import UTC, datetime

    from minibac.cli.terminal.setup import Setup
    from minibac.cli.text import language
    from minibac.houses.house import House, load_house, sample_house
    from minibac.rules.house_rules import HouseRules
    from minibac.rules.refusal import Code, refuse

    house = sample_house(rulebook_id) if house_file is None else load_house(house_file, datetime.now(UTC))
    if not isinstance(house, House):
        return house
    rules = house.rules_with(rulebook_id, chosen(sets))
    table = house.table_for(rulebook_id)
    if not isinstance(rules, HouseRules) or table is None:
        assert isinstance(rules, tuple)
        return rules
    if rules.decks_in_shoe > DECKS_MAX:
        decks = rules.decks_in_shoe
        sentence = said(
            "a shoe of {decks} decks is too long for a terminal: at most {most} are shuffled here",
            decks=decks,
            most=DECKS_MAX,
        )
        return (refuse(Code.ILLEGAL_VALUE, sentence),)
    chips = [cents for cents in table.chips_cents if cents >= SMALLEST_CHIP_CENTS] or list(table.chips_cents)
    return Setup(
        rules,
        language=language(),
        you_deal=you_deal,
        typed=typed,
        others=others if others is not None else GUESTS_OF_YOURS if you_deal else 0 if typed else OTHERS_BESIDE_YOU,
        bankroll_cents=bankroll_cents,
        age=age,
        chips_cents=tuple(sorted(chips)[-MOST_CHIPS:]),
        minimum_cents=table.minimum_cents,
        maximum_cents=table.maximum_cents,
    )
