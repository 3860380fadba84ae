"""Lines of a wager that no coup comes to: their conditions exclude each other, or the lines before take all of it.

Such a line is told and not refused. Every coup of a depleted shoe is one of the full shoe too, so what a full shoe
never reaches is never paid; but pay tables are printed with such lines, and with another number of decks a line may be
reached: one deck has no suited pair.
"""

from collections.abc import Iterator, Mapping
from copy import copy
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING

from minibac.cards.composition import decks
from minibac.houses.file_reader import key_word, shown
from minibac.odds.by_cards import tally_cards
from minibac.play.propositions import Outcome, Priced
from minibac.play.results import Result
from minibac.rules.house_rules import HouseRules
from minibac.rules.names import wager_name
from minibac.rules.rulebook import Value
from minibac.voice.said import Said, said

if TYPE_CHECKING:
    from minibac.odds.prices import Odds

Ends = tuple[str, Fraction, Fraction]


def unreached_said(odds: "Odds") -> Iterator[Said]:
    """A sentence for each line that no coup of the full shoe comes to, of one's own wagers and of a house's."""
    if not odds.printed or odds.composition != decks(odds.decks_in_shoe):
        return
    for name, laid in odds.laid.items():
        for row in _unreached(odds, laid.wager) if laid.own or name in approved(odds.rules) else ():
            yield _said(name, laid.wager.lines[row][0])


def _said(name: str, when: Mapping[str, tuple[Value, ...]]) -> Said:
    if not when:
        return said(
            "no coup of this shoe comes to the last line of {wager}: the lines before it take all of them",
            wager=wager_name(name),
        )
    return said(
        "no coup of this shoe comes to the line of {wager} that asks {conditions}: they exclude each other, or "
        "the lines before it take all of it",
        wager=wager_name(name),
        conditions=_written(when),
    )


def approved(rules: HouseRules) -> list[str]:
    """The further wagers of a table, which its house wrote down."""
    return [each.wager.id for each in rules.approved]


def _unreached(odds: "Odds", wager: Priced) -> list[int]:
    """The first row of each such line; rows that follow one another and end alike are one line, as from ``any``."""
    lines = [[place for place, _ in rows] for _, rows in groupby(enumerate(wager.lines), lambda row: _ends(row[1][1]))]
    if not wager.asks_cards:
        counts = (odds.joint if wager.asks_pairs else odds.table).by_code
        reached = {wager.line(Result.from_code(code)) for code, draws in enumerate(counts) if draws}
        return [rows[0] for rows in lines if reached.isdisjoint(rows)]
    ends = {(gross.kind, gross.odds, gross.lost) for gross in odds.tally(wager.id)}
    by_line = [_ends(wager.lines[rows[0]][1]) for rows in lines]
    if any(end in ends and by_line.count(end) > 1 for end in by_line):
        # Lines apart from one another end alike: count again with an end of its own for each.
        apart = copy(wager)
        apart.lines = tuple(
            (when, outcome._replace(kind="win", odds=Fraction(line), lost=Fraction(1)))
            for line, rows in enumerate(lines)
            for when, outcome in wager.lines[rows[0] : rows[-1] + 1]
        )
        tally = tally_cards([apart], odds.by_card(wager), odds.rules.drawing)
        found = {int(end[0][0].odds) for end in tally if end is not None}
        return [rows[0] for line, rows in enumerate(lines) if line not in found]
    return [rows[0] for rows, end in zip(lines, by_line, strict=True) if end not in ends]


def _written(when: Mapping[str, tuple[Value, ...]]) -> str:
    """Conditions as a file has them."""
    asked = ((name, values[0] if len(values) == 1 else list(values)) for name, values in when.items())
    return ", ".join(f"{key_word(name)} = {shown(value)}" for name, value in asked)


def _ends(outcome: Outcome) -> Ends:
    return outcome.kind, outcome.odds, outcome.lost
