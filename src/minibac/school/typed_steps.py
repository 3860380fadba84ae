"""A dealer's steps as they are typed: one line, a word for the step and what is said with it.

Nothing here looks at what is due. A line that can be read is a step that is taken, right or wrong.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from minibac.machine.kinds import Command, reader
from minibac.machine.roles import Actor, Role
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.words import did_you_mean
from minibac.school import exam_commands as xc
from minibac.school.answers import cents_of
from minibac.school.fault_kinds import ABOUT
from minibac.table import commands as c
from minibac.voice.misread import in_our_words
from minibac.voice.said import Said, many, said

HANDS = {"p": "player", "player": "player", "b": "banker", "banker": "banker"}
WINNERS = {**HANDS, "t": "tie", "tie": "tie"}
CALLS = ("dragon-7", "panda-8")
SO = {"yes": True, "no": False}
SEEN = {"seen": True, "unseen": False}


class NotAStep(Exception):  # noqa: N818
    """A line that is no step, with the sentence that says why."""

    def __init__(self, why: Said) -> None:
        super().__init__(str(why))
        self.why = why


class Words:
    """The words after a step, taken one by one."""

    def __init__(self, words: Sequence[str]) -> None:
        self.left = list(words)

    def word(self, what: Said) -> str:
        if not self.left:
            raise NotAStep(said("something is missing: {what}", what=what))
        return self.left.pop(0)

    def number(self, what: Said) -> int:
        word = self.word(what)
        if not word.isascii() or not word.isdecimal() or len(word) > 6:
            raise NotAStep(said("'{word}' is not {right}", word=word, right=what))
        return int(word)

    def amount(self) -> int:
        word = self.word(said("an amount in dollars, as 25 or 12.50"))
        cents = cents_of(word)
        if cents is None or cents < 0:
            raise NotAStep(
                said("'{word}' is not {right}", word=word, right=said("an amount in dollars, as 25 or 12.50"))
            )
        return cents

    def one_of(self, known: dict[str, Any], what: Said) -> Any:
        word = self.word(what)
        if word not in known:
            raise NotAStep(said("'{word}' is not {right}", word=word, right=what))
        return known[word]

    def maybe(self, known: dict[str, Any]) -> Any:
        """The next word where it is one of these."""
        return known[self.left.pop(0)] if self.left and self.left[0] in known else None

    def maybe_number(self) -> int | None:
        return int(self.left.pop(0)) if self.left and self.left[0].isdecimal() and len(self.left[0]) < 7 else None

    def hand(self) -> str:
        return str(self.one_of(HANDS, said("a hand, player or banker")))

    def seat(self) -> int:
        return self.number(said("the number of a seat"))

    def cards(self) -> int:
        return self.number(said("a number of cards"))


Facts = dict[str, Any]


class TypedStep(NamedTuple):
    """A step that can be typed: what follows the word, and the command it is."""

    usage: str
    kind: type[Command]
    facts: Callable[[Words], Facts] = lambda _: {}


def _count(words: Words) -> Facts:
    return {"hand": words.hand(), "count": words.number(said("a Point Count"))}


def _result(words: Words) -> Facts:
    counts = {hand: words.number(said("a Point Count")) for hand in ("player", "banker")}
    winner = words.one_of(WINNERS, said("player, banker or tie"))
    return {**counts, "result": winner, "call": words.maybe({call: call for call in CALLS}) or ""}


def _move(step: str) -> Callable[[Words], Facts]:
    def facts(words: Words) -> Facts:
        return {"actions": ((step, words.seat(), words.word(said("a wager")), words.amount()),)}

    return facts


def _house_money(words: Words) -> Facts:
    seat = words.seat()
    steps = {step: step for step in ("collect", "pay", "return", "add")}
    moves: list[tuple[str, int, str, int]] = []
    while not moves or words.left:
        step = words.one_of(steps, said("collect, pay, return or add"))
        moves.append((step, seat, "house-money", words.amount()))
    return {"seat": seat, "actions": tuple(moves)}


def _procedure(words: Words) -> Facts:
    step = words.word(said("the name of a step"))
    batch = words.maybe({"A": "A", "B": "B"}) or "A"
    return {"step": step, "batch": batch, "ok": words.maybe(SO), "cards_count": words.maybe_number()}


def _load(words: Words) -> Facts:
    return {"cutting_cards": words.cards(), "batch": words.maybe({"A": "A", "B": "B"}) or ""}


def _burn(words: Words) -> Facts:
    return {"burned_count": words.cards(), "rack_batch": words.maybe({"A": "A", "B": "B", "none": "none"}) or ""}


def _report(words: Words) -> Facts:
    kind = words.word(said("what happened"))
    facts = {"disclosed": words.maybe(SEEN), "hand": words.maybe(HANDS) or "", "seat": words.maybe_number() or 0}
    note = " ".join(words.left) or kind
    words.left.clear()
    return {"kind": kind, **facts, "note": note}


def _floor(words: Words) -> Facts:
    return {"about": words.maybe({about: about for about in ABOUT}) or "", "seat": words.maybe_number() or 0}


def _moved(sign: int) -> Callable[[Words], Facts]:
    def facts(words: Words) -> Facts:
        return {"seat": words.seat(), "wager": words.word(said("a wager")), "cents": sign * words.amount()}

    return facts


def _revoke(words: Words) -> Facts:
    hand = words.hand()
    reason = " ".join(words.left) or "delay"
    words.left.clear()
    return {"hand": hand, "reason": reason}


STEPS: dict[str, TypedStep] = {
    "nmb": TypedStep("nmb", c.CallNoMoreBets),
    "deal": TypedStep("deal p|b", c.DealCard, lambda words: {"hand": words.hand()}),
    "tuck": TypedStep("tuck", c.TuckBanker),
    "hand": TypedStep("hand p|b SEAT", c.HandCards, lambda words: {"hand": words.hand(), "seat": words.seat()}),
    "turn": TypedStep("turn p|b", c.TurnCards, lambda words: {"hand": words.hand()}),
    "count": TypedStep("count p|b N", c.CallCount, _count),
    "result": TypedStep("result P B p|b|t [dragon-7|panda-8]", c.CallResult, _result),
    "house-money": TypedStep("house-money SEAT pay|collect|return|add AMOUNT", c.SettleHouseMoney, _house_money),
    "collect": TypedStep("collect SEAT WAGER AMOUNT", c.TakeActions, _move("collect")),
    "pay": TypedStep("pay SEAT WAGER AMOUNT", c.TakeActions, _move("pay")),
    "return": TypedStep("return SEAT WAGER AMOUNT", c.TakeActions, _move("return")),
    "vigorish": TypedStep("vigorish SEAT banker AMOUNT", c.TakeActions, _move("vigorish")),
    "mark": TypedStep("mark SEAT banker AMOUNT", c.TakeActions, _move("mark")),
    "rack": TypedStep("rack", c.RackCards),
    "last-hand": TypedStep("last-hand", c.CallLastHand),
    "owed": TypedStep("owed SEAT AMOUNT", c.CollectVigorish, lambda w: {"seat": w.seat(), "cents": w.amount()}),
    "end-shoe": TypedStep("end-shoe", c.EndShoe),
    "step": TypedStep("step NAME [A|B] [yes|no] [CARDS]", c.DoStep, _procedure),
    "cut": TypedStep("cut CARDS", c.CutStack, lambda words: {"position": words.cards()}),
    "complete": TypedStep("complete CARDS", c.CompleteCut, lambda words: {"depth": words.cards()}),
    "load": TypedStep("load CUTTING-CARDS [A|B]", c.LoadShoe, _load),
    "burn": TypedStep("burn CARDS [A|B|none]", c.BurnCards, _burn),
    "revoke": TypedStep("revoke p|b [REASON]", c.RevokeRight, _revoke),
    "report": TypedStep("report WHAT [seen|unseen] [p|b] [SEAT] [WORDS]", c.Report, _report),
    "remedy": TypedStep("remedy WHAT", c.CarryOut, lambda words: {"do": words.word(said("a remedy"))}),
    "floor": TypedStep("floor [cards|money|wagers|calls|steps|people] [SEAT]", xc.CallFloor, _floor),
    "refuse": TypedStep(
        "refuse SEAT WAGER", xc.RefuseWager, lambda words: {"seat": words.seat(), "wager": words.word(said("a wager"))}
    ),
    "give": TypedStep("give SEAT WAGER AMOUNT", xc.PutRight, _moved(1)),
    "take": TypedStep("take SEAT WAGER AMOUNT", xc.PutRight, _moved(-1)),
}
"""Every step that can be typed, in the order of a table's day."""

OF_A_TRAINEE: tuple[type[Command], ...] = (
    *{step.kind: None for step in STEPS.values()}, c.Reconstruct, c.ConfirmSpoken, c.ConvertCash,
)  # fmt: skip
NO_CARDS = refuse(Code.WRONG_STEP, said("nobody names cards at this table: the sealed shoe shows them itself"))
_read: Callable[[bytes | str], Command] = reader(OF_A_TRAINEE)
_read_of_the_board: Callable[[bytes | str], Command] = reader(xc.OF_AN_INSTRUCTOR)


def read_step(line: str, by: Actor, at: int) -> Command | Refusal:
    """The step in a line, in words or as the JSON of its command, or the sentence that says why it is none."""
    if line.lstrip().startswith("{"):
        command = _from_json(line, by, at)
        return NO_CARDS if getattr(command, "cards", ()) else command
    word, *rest = line.split() or [""]
    word = {"no-more-bets": "nmb", "last": "last-hand"}.get(word.lower(), word.lower())
    step = STEPS.get(word)
    if step is None:
        unknown = said("'{word}' is no step{did_you_mean}: {steps}", word=word, steps=many(STEPS))
        return refuse(Code.WRONG_STEP, unknown.about(did_you_mean=did_you_mean(word, STEPS)), allowed=tuple(STEPS))
    words = Words([each if each in ("A", "B") else each.lower() for each in rest])
    try:
        facts = step.facts(words)
        if words.left:
            raise NotAStep(said("'{word}' is too much", word=words.left[0]))
    except NotAStep as unread:
        return refuse(Code.WRONG_STEP, said("{why}; write {usage}", why=unread.why, usage=step.usage))
    return step.kind(by=by, at=at, **facts)


def read_intervention(line: str, by: str, at: int) -> Command | Refusal:
    """What an instructor gives from the board, as the JSON of its command."""
    return _from_json(line, Actor(by, Role.INSTRUCTOR), at, _read_of_the_board)


def _from_json(line: str, by: Actor, at: int, read: Callable[[bytes], Command] = _read) -> Command | Refusal:
    try:
        values = msgspec.json.decode(line, type=dict[str, Any])
        signed = {**values, "by": {"id": by.id, "role": by.role.value}, "at": at}
        return read(msgspec.json.encode(signed))
    except (msgspec.MsgspecError, RecursionError) as error:
        return refuse(Code.WRONG_STEP, said("the line is no command: {why}", why=in_our_words(error)))
