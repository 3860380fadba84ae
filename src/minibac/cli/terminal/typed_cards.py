"""Cards of a real table, typed in as they are turned, and named again when one was mistyped."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from minibac.cards.card import CardError, parse_cards
from minibac.cli.terminal.asks import Ask, Choice, listed_choices
from minibac.cli.terminal.words import article
from minibac.house.by_hand import ByHand
from minibac.rules.refusal import Code
from minibac.table import commands as c
from minibac.table.automatic import AUTOMATIC
from minibac.table.corrections import correctable

if TYPE_CHECKING:
    from minibac.cli.terminal.game import Game

PAUSE = "pause"
AGAIN = "-"
"""Typed in place of a card: the last one was another."""


def which_card(game: "Game", command: c.Command, position: int) -> Ask:
    """At a real table somebody has to say which card was turned."""
    hand = getattr(command, "hand", "")
    whose = f"the {hand.title()}'s card" if hand else "the card"
    counted = command.by == game.you and game.you_deal

    def answer(text: str) -> None:
        if text.strip() == AGAIN:
            game.ask = name_again(game) or which_card(game, command, position)
            return
        if text == PAUSE:
            game.paused = not game.you_deal
            game.notice = "No card was named. Enter goes on." if game.paused else ""
            return
        try:
            cards = parse_cards(text)
        except CardError as problem:
            game.notice = article(str(problem))
            game.ask = which_card(game, command, position)
            return
        assert isinstance(game.vault, ByHand)
        game.vault.name(map(str, cards))
        refusal = game.attempt(replace(command, at=game.now()))
        if counted and game.ask is None and (refusal is None or refusal.code is not Code.WRONG_CARD):
            game.count_step(refusal)

    again = f" {AGAIN} names an earlier one again." if correctable(game.state) else ""
    return Ask(
        f"Which is {whose}? (number {position + 1} of the shoe)",
        answer,
        note=f"Rank and suit, as 7h, Td or As. Several at once are taken in order.{again}",
        example="7h",
        escape=PAUSE,
    )


def cards_right(game: "Game") -> Ask:
    """Before the result is announced, a last look at what was typed: afterwards the wagers rest on it."""
    coup = game.state.coup
    assert coup is not None
    hands = (f"{hand.title()} {' '.join(coup.known[p] for p in coup.hand(hand))}" for hand in ("player", "banker"))

    def answer(text: str) -> Ask | None:
        if text == "n":
            return name_again(game)
        game.confirmed = game.state.coup_no
        return None

    return Ask(
        f"{', '.join(hands)}: are these the cards?",
        answer,
        (Choice("y", "yes", "y"), Choice("n", "no, one is another", "n")),
        escape="y",
    )


def name_again(game: "Game") -> Ask | None:
    """Which of the cards was mistyped, where there are several; the latest stands first."""
    coup, open_ones = game.state.coup, correctable(game.state)
    if coup is None or not open_ones:
        game.complain("no card of this round can be named again: another card, House Money or the result rests on it")
        return None
    if len(open_ones) == 1:
        return _which_instead(game, open_ones[0])
    labels = {}
    for position in open_ones:
        hand = "player" if position in coup.player else "banker"
        labels[str(position)] = f"the {hand.title()}'s {coup.known[position]}"
    return Ask("Which card was it?", lambda text: _which_instead(game, int(text)), listed_choices(labels))


def _which_instead(game: "Game", position: int) -> Ask:
    coup = game.state.coup
    assert coup is not None
    before = coup.known[position]

    def answer(text: str) -> Ask | None:
        try:
            cards = parse_cards(text)
        except CardError as problem:
            game.notice = article(str(problem))
            return _which_instead(game, position)
        if len(cards) != 1:
            game.notice = "One card takes the place of one."
            return _which_instead(game, position)
        card, by = str(cards[0]), game.you if game.you_deal else AUTOMATIC.dealer
        if game.attempt(c.CorrectCard(by=by, at=game.now(), position=position, card=card)) is None:
            assert isinstance(game.vault, ByHand)
            game.vault.correct(position, card)
        return None

    return Ask(f"It was named {before}. Which card is it?", answer, note="Both names stay in the log.", example="7h")
