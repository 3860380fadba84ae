"""Our own engine in the words of the kit: a question in, an answer out, both plain JSON values.

The vectors are made of these answers, and ``minibac kit engine`` gives them over standard input and output.

>>> answer({"ask": "coup", "cards": ["7h", "9s", "3c", "2d", "Kd", "5c"]})["winner"]
'banker'
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import msgspec

from minibac import __version__
from minibac.cards.card import CardError, parse_card
from minibac.cards.shoe import OutOfCardsError, Shoe, burn
from minibac.kit.scripts import ScriptError, dealt_script
from minibac.odds.prices import Odds
from minibac.play.coup import Coup, Stage, play
from minibac.play.deal import DealtCoup, deal
from minibac.play.roads import LETTERS, Cell, DerivedRoad, Tail, parse_marks, roads
from minibac.play.shoe_life import coups
from minibac.play.wagers import Coupon, Wager
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.refusal import Refused
from minibac.rules.remedies import Mishap
from minibac.rules.rulebook import Remedy, load
from minibac.voice.said import said

KIT = 2
"""The version of the vectors and of the protocol."""

GAME = "section-42"
"""Whose drawing rules a coup is dealt by where no rulebook is named: all four share them."""

Question = Mapping[str, Any]
Plain = dict[str, Any]


class QuestionError(ValueError):
    """A question that has no answer here. The message is a sentence."""


def answer(question: Question) -> Plain:
    """What our engine answers."""
    kind = str(question.get("ask"))
    if kind not in ANSWERS:
        unknown = said("this engine is not asked '{kind}': {kinds}", kind=kind, kinds=", ".join(ANSWERS))
        raise QuestionError(unknown)
    try:
        return ANSWERS[kind](question)
    except (CardError, OutOfCardsError, ScriptError) as error:
        raise QuestionError(str(error)) from None
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        if isinstance(error, QuestionError):
            raise
        raise QuestionError(said("the question cannot be read ({error})", error=repr(error))) from None


def house_of(question: Question) -> HouseRules:
    """The house rules that a question states."""
    return _house(question.get("rulebook", GAME), msgspec.json.encode(question.get("options", {}), order="sorted"))


@cache
def _house(rulebook: str, options: bytes) -> HouseRules:
    """House rules are worked out once, however many questions state them."""
    built = build(load(rulebook), msgspec.json.decode(options))
    if isinstance(built, HouseRules):
        return built
    raise QuestionError("; ".join(map(str, built)))


def _hello(_: Question) -> Plain:
    return {
        "kit": KIT,
        "engine": "minibac",
        "version": __version__,
        "answers": [kind for kind in ANSWERS if kind != "hello"],
    }


def _coup(question: Question) -> Plain:
    return coup_plain(play(map(parse_card, question["cards"]), house_of(question).drawing))


def coup_plain(coup: Coup) -> Plain:
    """A coup as the kit writes it; one that the cards did not complete is void, and has no winner."""
    hands: Plain = {"player": list(map(str, coup.player)), "banker": list(map(str, coup.banker))}
    if coup.stage is Stage.VOID:
        return hands | {"winner": "void"}
    result = coup.result
    return hands | {
        "player_total": result.player_total,
        "banker_total": result.banker_total,
        "winner": result.winner.value,
        "player_pair": result.player_pair,
        "banker_pair": result.banker_pair,
    }


def _settle(question: Question) -> Plain:
    dealt = dealt_for(question)
    fields = ("seat", "wager", "outcome", "winnings_cents", "vigorish_cents", "net_cents")
    return {
        "winner": dealt.outcome,
        "wagers": [{name: getattr(settled, name) for name in fields} for settled in dealt.settlement.wagers],
        "actions": [list(action) for action in dealt.settlement.actions],
    }


def dealt_for(question: Question) -> DealtCoup:
    """The coup of a question about settlement, dealt and settled."""
    rules, cards = house_of(question), list(map(parse_card, question["cards"]))
    wagers = list(map(_wager, question["wagers"]))
    additions = {int(seat): target for seat, target in question.get("add", {}).items()}
    try:
        return deal(rules, cards, wagers, additions)
    except Refused as error:
        raise QuestionError(str(error)) from None


def _wager(stated: Mapping[str, Any]) -> Wager:
    face = stated.get("coupon_cents", 0)
    coupon = Coupon(face, f"{stated['seat']}/{stated['wager']}") if face else None
    return Wager(stated["seat"], stated["wager"], stated["stake_cents"], coupon)


def _roads(question: Question) -> Plain:
    board = roads(parse_marks(question["coups"]), Tail(question["tail"]))
    asked = board.ask._asdict()
    return {
        "bead_plate": list(map(_cell, board.bead_plate)),
        "big_road": list(map(_cell, board.big_road)),
        "big_eye_boy": _derived(board.big_eye_boy),
        "small_road": _derived(board.small_road),
        "cockroach_pig": _derived(board.cockroach_pig),
        "ask": {name: "".join(mark or "-" for mark in (ask.banker, ask.player)) for name, ask in asked.items()},
    }


def _cell(cell: Cell) -> list[Any]:
    return [cell.column, cell.row, LETTERS[cell.mark] if cell.mark else None, cell.ties]


def _derived(road: DerivedRoad) -> list[list[Any]]:
    return [[*position, mark.value] for position, mark in zip(road.cells, road.marks, strict=True)]


def _odds(question: Question) -> Plain:
    odds = Odds(house_of(question), question["counts"])
    told: Plain = {name: exact(share) for name, share in odds.outcomes.items()}
    if "rulebook" in question:
        told = {"edges": {price.wager: exact(price.edge) for price in odds}}
    return told


def exact(share: Fraction) -> str:
    """A fraction in lowest terms, with its denominator."""
    return f"{share.numerator}/{share.denominator}"


def _shoe(question: Question) -> Plain:
    rules = house_of(question)
    burned, shoe = burn(rules, loaded(question))
    return shoe_plain(rules, shoe, burned.cards_count)


def loaded(question: Question, gone: int = 0) -> Shoe:
    """The shoe of a question, after so many of its cards."""
    return Shoe(tuple(map(parse_card, question["cards"][gone:])), question["depth"])


def shoe_plain(rules: HouseRules, shoe: Shoe, burned: int) -> Plain:
    """A shoe dealt to its end, as the kit writes it."""
    dealt = list(coups(rules, shoe))
    return {
        "burned": burned,
        "coups": [coup_plain(one.coup) for one in dealt],
        "cutting_card": next((one.coup_no for one in dealt if one.cut_card_came_out), None),
        "last_hand": next((one.coup_no for one in dealt if one.last_hand), None),
    }


def _remedy(question: Question) -> Plain:
    return {"do": [step.value for step in remedy_of(question).do]}


def remedy_of(question: Question) -> Remedy:
    """The row of the rulebook for what a question says has happened."""
    rules, kind = house_of(question), Mishap(question["mishap"])
    for remedy in rules.rulebook.remedy:
        known = (remedy.disclosed, question.get("disclosed")), (remedy.banker_draws, question.get("banker_draws"))
        if remedy.kind == kind and rules.applies(remedy.only) and all(row in (None, told) for row, told in known):
            return remedy
    raise QuestionError(said("{rulebook} has no remedy for this", rulebook=rules.rulebook.short))


def _script(question: Question) -> Plain:
    cards, happens = question["cards"], question["happens"]
    return dealt_script(house_of(question), cards, happens, question["rounds"], ends=question["ends"]).told


ANSWERS: Mapping[str, Callable[[Question], Plain]] = {
    "hello": _hello,
    "coup": _coup,
    "settle": _settle,
    "roads": _roads,
    "odds": _odds,
    "shoe": _shoe,
    "remedy": _remedy,
    "script": _script,
}
"""What can be asked."""
