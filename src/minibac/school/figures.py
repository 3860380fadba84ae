"""Drills on figures: sums in the head, a buy-in in cash, the count of a tray from opener to closer."""

from collections.abc import Iterator, Mapping
from random import Random

from minibac.houses.types import NOTES_CENTS
from minibac.pits.days import Win
from minibac.play.chips import handed, in_chips, put_together, without, worth
from minibac.rules.refusal import Refusal
from minibac.school.answers import CHIPS, MONEY, NUMBER, heap, unheaped
from minibac.school.items import Item, Lesson, in_dollars, unique
from minibac.table.cash import brought
from minibac.table.names import chips_said
from minibac.table.tray import COUNTS, SLIPS
from minibac.voice.said import Money, said

TWO_DIGITS = (10, 99)
MOST_FACTOR = 12
MOST_NOTES = {1: 6, 2: 12, 3: 24}
MOST_CHIPS = 40
"""Of one denomination in a tray that somebody counts."""


def sums(_lesson: Lesson, chance: Random, level: int) -> Iterator[Item]:
    """Sums of two-digit numbers; differences and three numbers; a number so many times. No clause asks for them."""
    while True:
        one, other, third = (chance.randint(*TWO_DIGITS) for _ in range(3))
        if level == 1 or (level == 2 and chance.random() < 0.5):
            terms = (one, other) if level == 1 else (one, other, third)
            told, worked = " + ".join(map(str, terms)), sum(terms)
        elif level == 2:
            told, worked = f"{max(one, other)} - {min(one, other)}", abs(one - other)
        else:
            factor = chance.randint(2, MOST_FACTOR)
            told, worked = f"{factor} x {one}", factor * one
        why = said("{sum} is {number}", sum=told, number=worked)
        yield Item(said("{sum} =", sum=told), NUMBER, (str(worked),), why, (), {"sum": told})


# ------------------------------------------------------------------------------------------------------------ a buy-in


def buy_in(lesson: Lesson, chance: Random, level: int) -> Iterator[Item]:
    """A guest lays cash on the table: what it is, which chips it buys, and which of a tray that lacks some."""
    clauses = (COUNTS, *lesson.rules.rulebook.wagers.chips)
    while True:
        notes = _notes(chance, level, min(lesson.chips_cents))
        cents = worth(notes)
        if isinstance(brought(cents, notes), Refusal):
            continue
        asked = {"notes": {str(note): number for note, number in notes.items()}}
        if level == 1:
            question = said("A guest lays down {notes}: how much is it?", notes=chips_said(notes))
            why = said("{notes} are {sum}", notes=chips_said(notes), sum=Money(cents))
            yield Item(question, MONEY, in_dollars(cents), why, clauses, asked)
            continue
        tray = _tray(lesson, chance, scarce=level == 3)
        bought = handed(tray, {}, cents)
        if bought is None:
            continue
        _left, chips = bought
        question = said("A guest lays down {notes}. The tray holds {tray}: which chips does the guest get, the fewest?")

        def as_right(written: str, tray: Mapping[int, int] = tray, chips: Mapping[int, int] = chips) -> bool:
            given = unheaped(written)
            enough = worth(given) == worth(chips) and without(tray, given) is not None
            return enough and sum(given.values()) <= sum(chips.values())

        yield Item(
            question.about(notes=chips_said(notes), tray=chips_said(tray)),
            CHIPS,
            (heap(chips),),
            said("the largest that lie there come first: {chips}", chips=heap(chips)),
            clauses,
            asked | {"tray": {str(chip): number for chip, number in tray.items()}},
            judge=as_right,
        )


def _notes(chance: Random, level: int, least_cents: int) -> dict[int, int]:
    """Notes that somebody brings, none below the smallest chip."""
    known = [note for note in NOTES_CENTS if note >= max(100, least_cents)]
    notes: dict[int, int] = {}
    for _ in range(chance.randint(2, MOST_NOTES[level])):
        notes = put_together(notes, {chance.choice(known): 1})
    return dict(sorted(notes.items(), reverse=True))


def _tray(lesson: Lesson, chance: Random, *, scarce: bool) -> dict[int, int]:
    """A tray; a scarce one has few of its large chips, and of some none."""
    values = sorted(lesson.chips_cents, reverse=True)
    whole = dict.fromkeys(values, MOST_CHIPS)
    return (
        {value: chance.randint(0, 6) or 1 for value in values[:2]} | {value: whole[value] for value in values[2:]}
        if scarce
        else whole
    )


# ---------------------------------------------------------------------------------------------------- opener and closer


def tray_counts(lesson: Lesson, chance: Random, level: int) -> Iterator[Item]:
    """The count of a tray; the difference to what was expected; the win of a table from its opener to its closer."""
    values = sorted(lesson.chips_cents, reverse=True)
    while True:
        chips = {value: number for value in values if (number := chance.randint(0, MOST_CHIPS))}
        counted = worth(chips)
        asked: dict[str, object] = {"chips": {str(value): number for value, number in chips.items()}}
        if level == 1:
            question = said("The tray holds {chips}: what does the opener come to?", chips=chips_said(chips))
            why = said("{chips} are {sum}", chips=chips_said(chips), sum=Money(counted))
            yield Item(question, MONEY, in_dollars(counted), why, (COUNTS,), asked)
        elif level == 2:
            off = chance.choice((-1, 0, 0, 1)) * chance.choice(values) * chance.randint(1, 4)
            expected = counted + off
            question = said(
                "The closer was {closer}. The opener of the next day finds {chips}: how much is it over, or short?"
            )
            why = said("{counted} were counted, and {expected} expected").about(
                counted=Money(counted), expected=Money(expected)
            )
            asked |= {"expected": expected}
            question = question.about(closer=Money(expected), chips=chips_said(chips))
            yield Item(question, MONEY, in_dollars(counted - expected), why, (COUNTS,), asked)
        else:
            yield _win(counted, chance, values)


def _win(closer: int, chance: Random, values: list[int]) -> Item:
    """The win of a table: closer, credits and drop, less opener and fills."""
    opener, fills, credits_ = (worth(in_chips(chance.randrange(100_000, 2_000_000), tuple(values))) for _ in range(3))
    fills, credits_ = chance.choice((0, fills)), chance.choice((0, credits_))
    cash = 100 * chance.randrange(0, 20_000)
    win = Win(opener, closer, fills, credits_, cash, 0, ())
    question = said(
        "Opener {opener}, fills {fills}, credits {credits}, closer {closer}, cash in the drop box {cash}: "
        "what has the table won?"
    )
    facts = {"opener": opener, "fills": fills, "credits": credits_, "closer": closer, "cash": cash}
    why = said("closer, credits and drop box, less opener and fills")
    told = {name: Money(cents) for name, cents in facts.items()}
    return Item(question.about(**told), MONEY, in_dollars(win.win_cents), why, unique((COUNTS, SLIPS)), facts)
