"""The log: what has happened, told by :mod:`minibac.table.narrate`, with suits; and the next step in a few words."""

import re
from typing import NamedTuple

from minibac.cli.terminal.faces import name as card_name
from minibac.cli.terminal.words import short_name
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.dealer_view import label
from minibac.table.narrate import sentence

CARD = re.compile(r"\b[A2-9TJQK][shdc]\b")
WHOLE = re.compile(r"(?<=\d)\.00\b")
QUOTED = re.compile(r'"([^"]*)"')


class Told(NamedTuple):
    """A line of the log."""

    text: str
    clauses: tuple[str, ...]
    tone: str = ""


def told(event: e.Event, *, batches: bool = False) -> Told:
    """The line of an event, a little shorter than the record has it; ``batches`` where there are two of them.

    >>> told(e.CardsTurned(hand="player", cards={3: "7h", 5: "Td"}, seat=2)).text
    "Seat 2 turns the Player's cards: 7♥ 10♦."
    >>> told(e.WagerPlaced(seat=2, wager="tie", cents=5_00)).text
    'Seat 2 puts $5 on tie.'
    """
    text = CARD.sub(lambda found: card_name(found.group()), sentence(event))
    text = WHOLE.sub("", text).replace("You sits", "You sit")
    if not batches:
        text = text.replace(", batch A", "")
    tone = "said" if getattr(event, "announcement", "") else ""
    return Told(QUOTED.sub(r"“\1”", text), event.clauses, tone)


def next_words(command: c.Command) -> str:
    """The next right step in a few words, where the rulebook's sentence leaves something open."""
    match command:
        case c.DoStep():
            return f"Step: {command.step.replace('-', ' ')}."
        case c.DealCard() | c.TurnCards() | c.HandCards() | c.CallCount():
            return f"{label(command)}."
        case c.TuckBanker():
            return "The Banker's Hand goes under the shoe."
        case c.TakeActions() if command.actions:
            step, seat, wager, _ = command.actions[0]
            return f"{step.capitalize()} {short_name(wager)} at seat {seat}."
        case c.CollectVigorish() | c.SettleHouseMoney():
            return f"Seat {command.seat}."
        case c.CarryOut():
            return f"Remedy: {command.do.replace('-', ' ')}."
        case c.EndShoe():
            return "The shoe is over."
    return ""
