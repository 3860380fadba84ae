"""Cards of a real table, typed in as they are turned, and named again when one was mistyped."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from minibac.cards.card import CardError, parse_cards
from minibac.cli.terminal.asks import KeyedAnswer, Prompt, listed_choices
from minibac.house.by_hand import ByHand
from minibac.rules.names import hand_name
from minibac.rules.refusal import Code
from minibac.table import commands as c
from minibac.table.automatic import AUTOMATIC
from minibac.table.corrections import correctable
from minibac.voice.said import NOTHING, Cards, Fact, said

if TYPE_CHECKING:
    from minibac.cli.terminal.game import Game

PAUSE = "pause"
AGAIN = "-"
"""Typed in place of a card: the last one was another."""


def which_card(game: "Game", command: c.Command, position: int) -> Prompt:
    """At a real table somebody has to say which card was turned."""
    hand = getattr(command, "hand", "")
    whose = said("{whose} card", whose=hand_name(hand)) if hand else said("the card")
    counted = command.by == game.you and game.you_deal

    def answer(text: str) -> None:
        if text.strip() == AGAIN:
            game.ask = name_again(game) or which_card(game, command, position)
            return
        if text == PAUSE:
            game.paused = not game.you_deal
            game.notice = said("No card was named. Enter goes on.") if game.paused else NOTHING
            return
        try:
            cards = parse_cards(text)
        except CardError as problem:
            game.complain(problem.said)
            game.ask = which_card(game, command, position)
            return
        assert isinstance(game.vault, ByHand)
        game.vault.name(map(str, cards))
        refusal = game.attempt(replace(command, at=game.now()))
        if counted and game.ask is None and (refusal is None or refusal.code is not Code.WRONG_CARD):
            game.count_step(refusal)

    again = said(" {sign} names an earlier one again.", sign=AGAIN) if correctable(game.state) else NOTHING
    return Prompt(
        said("Which is {whose}? (number {number} of the shoe)", whose=whose, number=position + 1),
        answer,
        note=said("Rank and suit, as 7h, Td or As. Several at once are taken in order.{again}", again=again),
        example="7h",
        escape=PAUSE,
    )


def cards_right(game: "Game") -> Prompt:
    """Before the result is announced, a last look at what was typed: afterwards the wagers rest on it."""
    coup = game.state.coup
    assert coup is not None
    player, banker = (Cards(tuple(coup.known[p] for p in coup.hand(hand))) for hand in ("player", "banker"))

    def answer(text: str) -> Prompt | None:
        if text == "n":
            return name_again(game)
        game.confirmed = game.state.coup_no
        return None

    return Prompt(
        said("Player {player}, Banker {banker}: are these the cards?", player=player, banker=banker),
        answer,
        (KeyedAnswer("y", said("yes"), "y"), KeyedAnswer("n", said("no, one is another"), "n")),
        escape="y",
    )


def name_again(game: "Game") -> Prompt | None:
    """Which of the cards was mistyped, where there are several; the latest stands first."""
    coup, open_ones = game.state.coup, correctable(game.state)
    if coup is None or not open_ones:
        game.notice = said(
            "No card of this round can be named again: another card, House Money or the result rests on it."
        )
        return None
    if len(open_ones) == 1:
        return _which_instead(game, open_ones[0])
    labels: dict[str, Fact] = {}
    for position in open_ones:
        hand = "player" if position in coup.player else "banker"
        labels[str(position)] = said("{whose} {card}", whose=hand_name(hand), card=Cards((coup.known[position],)))
    return Prompt(said("Which card was it?"), lambda text: _which_instead(game, int(text)), listed_choices(labels))


def _which_instead(game: "Game", position: int) -> Prompt:
    coup = game.state.coup
    assert coup is not None
    before = coup.known[position]

    def answer(text: str) -> Prompt | None:
        try:
            cards = parse_cards(text)
        except CardError as problem:
            game.complain(problem.said)
            return _which_instead(game, position)
        if len(cards) != 1:
            game.notice = said("One card takes the place of one.")
            return _which_instead(game, position)
        card, by = str(cards[0]), game.you if game.you_deal else AUTOMATIC.dealer
        if game.attempt(c.CorrectCard(by=by, at=game.now(), position=position, card=card)) is None:
            assert isinstance(game.vault, ByHand)
            game.vault.correct(position, card)
        return None

    return Prompt(
        said("It was named {card}. Which card is it?", card=Cards((before,))),
        answer,
        note=said("Both names stay in the log."),
        example="7h",
    )
