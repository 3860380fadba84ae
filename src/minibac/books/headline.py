"""Whether the books of a day balance, in one sentence: the same on the page, the terminal, paper, CSV and JSON.

They balance where the ledger sums to zero, the logs are whole, and every table was counted and found as the ledger has
it. Where count and ledger differ, the difference and its cause stand in the sentence; exceptions that are open are
counted in it, always.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from minibac.books.cage import CageDay
from minibac.books.exceptional import Exceptional
from minibac.books.exceptions import OPEN, in_state
from minibac.books.signed_figures import Changed
from minibac.books.table_win import TableWin
from minibac.pits.pit_checks import over_or_short
from minibac.records.store import Unsound
from minibac.voice.said import Fact, Money, Said, many, said

MOST_NAMED = 6
"""So many differences, or tables that nobody counted, are named each; of the rest the number is told."""

VERDICTS = {
    "balance": said("The books balance: {facts}."),
    "differ": said("The ledger balances, and the counts do not agree with it: {facts}."),
    "not-counted": said("The books are not balanced yet: {facts}."),
    "changed": said("THIS IS NOT WHAT WAS SIGNED: {facts}."),
    "broken": said("THE BOOKS DO NOT BALANCE: {facts}."),
    "nothing": said("No Activity"),
}
"""What is said first, by how it stands."""


class Headline(NamedTuple):
    """The sentence above a day, and how it stands."""

    verdict: str
    """One of :data:`VERDICTS`."""
    said: Said
    open_exceptions: int

    @property
    def balances(self) -> bool:
        """Whether the books balance: counted, whole, and every count as the ledger has it."""
        return self.verdict == "balance"


def headline(
    *,
    sum_cents: int,
    faults: Sequence[Unsound],
    wins: Sequence[TableWin],
    exceptions: Sequence[Exceptional],
    activity: bool,
    closed: bool,
    changed: Changed | None = None,
    cage: CageDay | None = None,
) -> Headline:
    """What the figures of a day come to; ``exceptions`` are those of the day, the open ones are counted here."""
    waiting = in_state(exceptions, OPEN)
    broken = [*_faults(faults), *_sums(sum_cents, wins)]
    differ = [said("table {table}: {why}", table=win.table, why=d.said) for win in wins for d in win.differences]
    differ += [*_corrected(wins), *_cage(cage)]
    missing = [win.table for win in wins if win.win_cents is None]
    facts: list[Said] = [*broken, *_since(changed), *_first(differ)]
    if missing:
        facts.append(said("not counted: {tables}", tables=many(_first(missing), ",")))
    if not wins:
        facts.append(said("no table was counted"))
    if not closed:
        facts.append(said("the day is not closed"))
    if not broken:
        facts.append(said("the ledger sums to zero and the logs are whole"))
    if wins and not missing and not differ and not broken:
        facts.append(said("count and ledger agree at {count:table|tables}", count=len(wins)))
    facts.append(_exceptions(exceptions, waiting))
    if broken:
        verdict = "broken"
    elif changed:
        verdict = "changed"
    elif not activity:
        verdict = "nothing"
    elif differ:
        verdict = "differ"
    else:
        verdict = "not-counted" if missing or not wins or not closed else "balance"
    return Headline(verdict, VERDICTS[verdict].about(facts=many(facts, ";")), len(waiting))


def _corrected(wins: Sequence[TableWin]) -> list[Said]:
    """Trays that the ledger has otherwise than they were counted, because somebody corrected it afterwards."""
    words = said("table {table}: the tray was corrected by {sum} after its closer was counted")
    return [words.about(table=win.table, sum=Money(win.corrected_cents)) for win in wins if win.corrected_cents]


def _cage(cage: CageDay | None) -> list[Said]:
    """What was counted in the cage otherwise than it must be there."""
    off = [line.cents for line in cage.lines if line.kind == "difference" and line.cents] if cage else []
    words = said("the cage was counted {what} when it was closed")
    return [words.about(what=over_or_short(cents)) for cents in off]


def _exceptions(rows: Sequence[Exceptional], waiting: Sequence[Exceptional]) -> Said:
    """How many exceptions there are, how many of them are open, and how many of those weigh the most."""
    if not rows:
        return said("no exceptions")
    counts = {"count": len(rows), "open": len(waiting), "high": sum(row.severity == "high" for row in waiting)}
    if not counts["high"]:
        return said("{count:exception|exceptions}, {open} open", **counts)
    return said("{count:exception|exceptions}, {open} open, {high} of high weight", **counts)


def _since(changed: Changed | None) -> list[Said]:
    """What the books say otherwise than the report that was signed."""
    if changed is None:
        return []
    words = said("since revision {revision} was signed, other figures: {parts}", revision=str(changed.revision))
    return [words.about(parts=many(changed.parts, ","))]


def _faults(faults: Sequence[Unsound]) -> list[Said]:
    """A log or a ledger that is not as it was written: how many faults, and the first of them."""
    if not faults:
        return []
    stream, version, what = faults[0]
    where = said("{stream}, event {version}", stream=stream, version=str(version)) if version else said("{stream}")
    words = said("{count:fault|faults} in the logs, the first in {where}: {what}", count=len(faults), what=what)
    return [words.about(where=where.about(stream=stream or said("the house")))]


def _sums(sum_cents: int, wins: Sequence[TableWin]) -> list[Said]:
    words = [said("the ledger of the day sums to {sum} instead of 0", sum=Money(sum_cents))] if sum_cents else []
    for win in wins:
        if win.unexplained_cents:
            nameless = said("{sum} between count and ledger of table {table} has no name", table=win.table)
            words.append(nameless.about(sum=Money(win.unexplained_cents)))
        if None not in (win.win_cents, win.reported_cents) and win.win_cents != win.reported_cents:
            words.append(said("the win that was reported for table {table} is not what was counted", table=win.table))
    return words


def _first(facts: Sequence[Any]) -> list[Any]:
    left = len(facts) - MOST_NAMED
    more: list[Fact] = [said("and {count} more", count=left)] if left > 0 else []
    return [*facts[:MOST_NAMED], *more]


def headline_plain(told: Headline) -> dict[str, Any]:
    """The headline as JSON has it: the English sentence, and the template with its facts."""
    return {
        "headline": str(told.said),
        "headline_said": told.said,
        "verdict": told.verdict,
        "balanced": told.balances,
        "open_exceptions": told.open_exceptions,
    }
