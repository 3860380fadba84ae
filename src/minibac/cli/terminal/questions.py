"""What a guest is asked when the next move is theirs: the cut, the right to turn, House Money, a look at the cards."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from minibac.cli.terminal.asks import KeyedAnswer, Prompt
from minibac.cli.terminal.words import short_name
from minibac.rules.names import hand_name
from minibac.table import commands as c
from minibac.table.guests import least_age
from minibac.table.settling import additions
from minibac.table.steps import due
from minibac.voice.said import Said, said

if TYPE_CHECKING:
    from minibac.cli.terminal.game import Game


def question(game: "Game", command: c.Command) -> Prompt | None:
    """What you are asked when the next move is yours; nothing where keys do it: wagers, cards in your hands."""
    _, clauses = due(game.state)
    if isinstance(command, c.AnswerCut):
        title = said("The cut is offered to you. Do you cut?")
        return yes_or_no(title, clauses, lambda yes: game.send(c.AnswerCut, accept=yes))
    if isinstance(command, c.CutStack) and not game.you_deal:
        return where_to_cut(game, clauses)
    if isinstance(command, c.AnswerRight):
        hand, offer = command.hand, game.rules.rulebook.handed.offer
        title = said("The right to turn {whose} cards is offered to you. Do you take it?", whose=hand_name(hand))
        return yes_or_no(title, offer, lambda yes: game.send(c.AnswerRight, hand=hand, accept=yes))
    if isinstance(command, c.ChooseHouseMoney) and not game.you_deal:
        return house_money(game)
    if isinstance(command, c.DoStep) and not game.you_deal:
        step, title = command.step, said("You are the first guest. Do you look at the cards?")
        if "spread" in game.asks:
            title = said("Cards come from the shuffler. Are they to be spread and shuffled again first?")
        return yes_or_no(title, clauses, lambda yes: game.send(c.DoStep, step=step, ok=yes))
    return None


def yes_or_no(title: Said, clauses: tuple[str, ...], send: Callable[[bool], object]) -> Prompt:
    """A question that whoever turns away from it answers with no."""
    answers = (KeyedAnswer("y", said("yes"), "y"), KeyedAnswer("n", said("answer|no"), "n"))

    def answer(text: str) -> None:
        send(text == "y")

    return Prompt(title, answer, answers, clauses=clauses, escape="n")


def where_to_cut(game: "Game", clauses: tuple[str, ...]) -> Prompt:
    near = game.rules.rulebook.cut.cards_from_either_end
    low, high = near, game.state.cards_count - near

    def answer(text: str) -> None:
        text = text.strip()
        if not text:
            text = str(game.chance.randint(low, high))
        if not (text.isascii() and text.isdecimal() and len(text) < 7):
            game.notice = said("'{text}' is no number of cards.", text=text)
            return
        game.send(c.CutStack, position=int(text))

    return Prompt(
        said("Where do you cut?"),
        answer,
        note=said(
            "{count} cards: a number from {low} to {high}, or Enter for anywhere.",
            count=game.state.cards_count,
            low=low,
            high=high,
        ),
        clauses=clauses,
        example=str(game.state.cards_count // 2),
        escape="",
    )


def house_money(game: "Game") -> Prompt:
    choices = [KeyedAnswer("t", said("take it"), "take")]
    places = additions(game.state, game.you.seat)
    choices += [KeyedAnswer(wager[0], said("add it to {wager}", wager=short_name(wager)), wager) for wager in places]

    def answer(choice: str) -> None:
        game.send(c.ChooseHouseMoney, seat=game.you.seat, choice=choice)

    clauses = game.rules.rulebook.settlement.house_money_choice
    return Prompt(
        said("Your House Money wins. Where does it go?"), answer, tuple(choices), clauses=clauses, escape="take"
    )


def how_old(game: "Game") -> Prompt:
    """The rulebook of this table states an age, so it is asked for, in years; without it nobody sits down."""
    seating, least = game.rules.rulebook.seating, least_age(game.state)

    def answer(text: str) -> Prompt | None:
        text = text.strip()
        if text.isascii() and text.isdecimal() and len(text) < 4:
            game.sit_down(int(text))
            return None
        game.notice = said("'{text}' is no age in years.", text=text)
        return how_old(game)

    title = said("This table is for guests of {least} or more. How old are you, in years?", least=least)
    return Prompt(title, answer, clauses=seating.age, escape="")
