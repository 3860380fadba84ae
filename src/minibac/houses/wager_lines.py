"""The lines of a wager, read from a file: the one syntax of house files, wager files and the catalogue.

A line says under ``when`` what it asks for, and what becomes of the stake. ``when`` names facts with the answers that
fit; ``any``, ``all`` and ``not`` join conditions. Every fact has a list of answers, so whatever is written comes down
to rows that list, for some facts, the answers that fit; a line with ``any`` becomes several rows that end alike.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, product
from typing import Literal, cast

from minibac.houses.file_reader import BARE_KEY, Place, is_whole, shown
from minibac.rules.options import read_number, typed
from minibac.rules.rulebook import Row, Value
from minibac.rules.wager_facts import (
    NONE,
    RANKS,
    SEVERAL_COUPS,
    FactError,
    WagerFact,
    rank_word,
    read_fact,
    several_coups,
)
from minibac.voice.said import Fact, many, said

Condition = Mapping[str, tuple[Value, ...]]
"""Facts with the answers that fit, all of them at once."""

Ways = list[Condition]
"""Conditions of which any one is enough."""

ALWAYS: Ways = [{}]
JOINING = ("any", "all", "not")
SPAN = ("from", "to")
LIST_EXAMPLE = "[{ dragon_7 = true }, { panda_8 = true }]"
SPAN_EXAMPLE, NOT_EXAMPLE = "{ from = 1, to = 3 }", "{ not = 3 }"
OUTCOMES = ("win", "lose", "push")
MOST_WAYS = 2000
"""No wager that people play needs more; it keeps a slip of the hand from becoming a wait."""
DEEPEST = 40
"""So many names stand before a condition at most; it keeps nobody's file from being read to its end."""

NO_ODDS = said('{value} is no odds; write a number or a fraction over 0, such as 12 or "1/2"')
LINES_ARE_FOR = said("they say when the wager wins, loses or is returned")


def check_id(place: Place, wager: str) -> None:
    """Refuse an id that accounts, columns and the command line could not tell from what stands beside it."""
    if not BARE_KEY.fullmatch(wager):
        wrong = said("{wager} is no id of a wager: write letters, digits, - and _, as lucky-6", wager=shown(wager))
        place.fault("", wrong)


def read_hand(place: Place) -> Literal["player", "banker"] | None:
    """The hand that a wager is on, where it is on one."""
    return cast(Literal["player", "banker"] | None, place.choice("hand", ("player", "banker")))


def read_lines(place: Place, hand: str | None, decides: str = "") -> list[Row]:
    """The rows that the lines of a wager come to; what is wrong with them is written down at its place."""
    _one_coup(place)
    lines = place.rows("lines", LINES_ARE_FOR)
    if lines is None:
        return []
    rows = [row for line in lines for row in _read_line(line, hand, decides)]
    if not lines or lines[-1].values.get("when"):
        place.fault("lines", said("the last line has no conditions, so that it decides everything else"))
    for line in lines[:-1]:
        if not line.values.get("when"):
            number = re.sub("[^0-9]", "", line.path[-1])  # its own: what is no line at all is not among these
            early = said("line {line} has no conditions, so the lines after it never apply", line=number)
            place.fault("lines", early)
    return rows


def _one_coup(place: Place) -> None:
    """Refuse a wager over several coups by the words it uses."""
    beyond = [key for key in place.values if re.search(SEVERAL_COUPS, key)]
    for key in beyond:
        place.fault(key, several_coups(key))
    place.values = {key: value for key, value in place.values.items() if key not in beyond}


def _read_line(place: Place, hand: str | None, decides: str) -> Iterator[Row]:
    ways = ALWAYS
    if (when := place.table("when")) is not None:
        ways = _ways(when, hand)
    outcome = place.choice("outcome", OUTCOMES, said("a line says what becomes of the stake"))
    odds = _odds(place, outcome)
    part = _part(place, outcome)
    place.unknown()
    for way in ways:
        yield Row(
            outcome=cast(Literal["win", "lose", "push"], outcome or "lose"),
            decides=decides,
            when=way,
            odds=odds,
            part=part,
        )


def _odds(place: Place, outcome: str | None) -> str | None:
    """The odds of a win to 1, or the cell of a paytable that has them."""
    odds = place.values.get("odds")
    place.known.append("odds")
    if (outcome == "win") != (odds is not None) and outcome:
        place.fault("odds", said("a win states its odds, and only a win does"))
    if odds is None or (isinstance(odds, str) and odds.startswith("paytable:")):
        return odds
    number = read_number(str(odds)) if is_whole(odds) or isinstance(odds, str | float) else None
    if number is None or number <= 0:
        place.fault("odds", NO_ODDS.about(value=shown(odds)))
        return None
    return str(number)


def _part(place: Place, outcome: str | None) -> str | None:
    """How much of the stake a loss takes, where it is not all of it."""
    part = place.values.get("part")
    place.known.append("part")
    if part is None:
        return None
    if outcome in ("win", "push"):
        place.fault("part", said("only a line that loses takes a part of the stake"))
        return None
    number = read_number(str(part)) if isinstance(part, str | float) else None
    if number is None or not 0 < number < 1:
        wrong = said(
            '{value} is no part of a stake; write a fraction between 0 and 1, such as "1/2"', value=shown(part)
        )
        place.fault("part", wrong)
        return None
    return str(number)


# ---------------------------------------------------------------------------------------------------------- conditions


def _ways(place: Place, hand: str | None) -> Ways:
    """A table of conditions, all of which have to hold."""
    if len(place.path) > DEEPEST:
        place.fault("", said("these conditions stand too deep within one another: say it with fewer"))
        return []
    held = ALWAYS
    faults = len(place.faults)
    for key in place.values:
        place.known.append(key)
        held = _both(held, _asked(place, key, hand))
        if len(held) > MOST_WAYS:
            return _too_many(place, "")
    if not held and len(place.faults) == faults:
        place.fault("", said("no coup can meet all of these conditions at once"))
    return held


def _too_many(place: Place, key: str) -> Ways:
    place.fault(key, said("these conditions can hold in more than {most} ways: say it with fewer", most=MOST_WAYS))
    return []


def _asked(place: Place, key: str, hand: str | None) -> Ways:
    if key == "not":
        inside = place.table(key)
        return _not(_ways(inside, hand), hand) if inside is not None else []
    if key in JOINING:
        faults = len(place.faults)
        tables = place.rows(key) or []
        each = [_ways(table, hand) for table in tables]
        if not each:
            if len(place.faults) == faults:
                place.fault(key, said("is empty; write a list of conditions, as {example}", example=LIST_EXAMPLE))
            return []
        if key == "any":
            return list(chain.from_iterable(each))
        held = ALWAYS
        for ways in each:
            held = _both(held, ways)
            if len(held) > MOST_WAYS:
                return _too_many(place, key)
        return held
    try:
        fact = read_fact(key, hand)
    except FactError as error:
        for fault in error.faults:
            place.fault("", fault)
        return []
    values = _fitting(place, key, fact, place.values[key])
    return [{fact.name: values}] if values else []


def _fitting(place: Place, key: str, fact: WagerFact, asked: object) -> tuple[Value, ...]:
    """The answers that fit: one, any of a list, a span ``from`` … ``to``, or all that are ``not`` something."""
    if isinstance(asked, list):
        each = [set(_fitting(place, key, fact, item)) for item in asked]
        return tuple(answer for answer in fact.answers if any(answer in fitting for fitting in each))
    if isinstance(asked, Mapping):
        return _spanned(place, key, fact, asked)
    answer = _answer(fact, asked)
    # TOML's true is no 1, although Python thinks so.
    if any(answer == right and type(answer) is type(right) for right in fact.answers):
        return (cast(Value, answer),)
    never = said("{fact} is never {answer}; it is {right}", fact=fact.name, answer=shown(asked), right=_right(fact))
    place.fault("", never)
    return ()


def _spanned(place: Place, key: str, fact: WagerFact, asked: Mapping[str, object]) -> tuple[Value, ...]:
    if set(asked) == {"not"}:
        fitting = _fitting(place, key, fact, asked["not"])
        return tuple(answer for answer in fact.answers if answer not in fitting) if fitting else ()
    numbers = [answer for answer in fact.answers if type(answer) is int]
    if not asked or set(asked) - set(SPAN):
        wrong = said("{value} says nothing of {fact}; write {span}, one end or both, or {other}", value=shown(asked))
        place.fault("", wrong.about(fact=fact.name, span=SPAN_EXAMPLE, other=NOT_EXAMPLE))
        return ()
    if not numbers or not all(is_whole(end) for end in asked.values()):
        wrong = said("{fact} has no span {value}; it is {right}", fact=fact.name, value=shown(list(asked.values())))
        place.fault("", wrong.about(right=_right(fact)))
        return ()
    least, most = (cast(int, asked.get(end, numbers[side])) for end, side in zip(SPAN, (0, -1), strict=True))
    inside = tuple(answer for answer in numbers if least <= answer <= most)
    if not inside:
        never = said("{fact} is never from {least} to {most}; it is {right}")
        if "to" not in asked:
            never = said("{fact} is never {least} or more; it is {right}")
        elif "from" not in asked:
            never = said("{fact} is never {most} or less; it is {right}")
        place.fault("", never.about(fact=fact.name, least=str(least), most=str(most), right=_right(fact)))
    return inside


def _answer(fact: WagerFact, asked: object) -> object:
    """An answer as people write it: ranks as numbers, small letters, ``10``."""
    if fact.answers[0] in RANKS or fact.answers[0] == "As":
        word = rank_word(str(asked)) if type(asked) in (int, str) and asked != NONE else asked
        return word if word in fact.answers else asked
    return asked


def _right(fact: WagerFact) -> Fact:
    words = [str(answer).lower() if isinstance(answer, bool) else typed(answer) for answer in fact.answers]
    numbers = [answer for answer in fact.answers if type(answer) is int]
    if len(numbers) > 3:
        span = said("{least} to {most}", least=str(numbers[0]), most=str(numbers[-1]))
        return said("{one} or {other}", one=span, other=NONE) if NONE in fact.answers else span
    return many([*words[:13], "…", words[-1]] if len(words) > 14 else words)


def _both(one: Sequence[Condition], other: Sequence[Condition]) -> Ways:
    """Ways in which both hold; not all of them where there are more than anybody needs."""
    together: Ways = []
    for a, b in product(one, other):
        joined = {**a, **b}
        for name in a.keys() & b.keys():
            joined[name] = tuple(value for value in a[name] if value in b[name])
        if all(joined.values()):
            together.append(joined)
            if len(together) > MOST_WAYS:
                break
    return together


def _not(ways: Sequence[Condition], hand: str | None) -> Ways:
    """Ways in which none of these holds: of each, one answer is another."""
    held = ALWAYS
    for way in ways:
        others = (
            {name: tuple(answer for answer in read_fact(name, hand).answers if answer not in values)}
            for name, values in way.items()
        )
        held = _both(held, list(others))
        if len(held) > MOST_WAYS:
            break
    return held
