"""What a house holds before the first card: papers with a number and a date, and notices that have run their time.

The documents say who gives a paper and how long a notice runs. That a paper has a number and a date, that the date is
not to come, and that it is no sample, is our own demand, which cites no clause. The time is an argument: what was
right when a file was written may be too early, and is never too late.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta

from minibac.rules.house_rules import SAMPLE, HouseRules, Reference
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.rulebook import Rulebook, load
from minibac.voice.said import many, said

SURVEILLANCE_NOTICE = timedelta(minutes=30)
LAYOUT_APPROVAL = "layout-approval"
PRESHUFFLED_CARDS = "preshuffled-cards"
PRESHUFFLED = "preinspected-preshuffled"
"""How cards come to a table that skips the inspection by one paper, and the first shuffle by another (B14)."""
NO_VIGORISH = "none-banker-6"


def moment_of(ms: int) -> datetime:
    """A time of the house, in milliseconds since 1970."""
    return datetime.fromtimestamp(ms / 1000, UTC)


def ms_of(moment: datetime | None) -> int | None:
    """A moment as the logs write it."""
    return None if moment is None else round(moment.timestamp() * 1000)


# --------------------------------------------------------------------------------------------------------------- papers


def paper_faults(paper: Reference, now: datetime, *, sample: bool = False) -> Iterator[Refusal]:
    """What is wrong with a paper whoever gave it: no number, no date, a date to come where ``now`` is the time of the
    house, or that it is a sample."""
    if lacks := [name for name in ("reference", "date") if not getattr(paper, name).strip()]:
        sentence = said("{names} not stated; a reference has an authority, a reference and a date")
        yield refuse(Code.MISSING_REFERENCE, sentence.about(names=many(lacks, "and")))
    if paper.date.strip():
        try:
            to_come = date.fromisoformat(paper.date.strip()) > now.date()
        except ValueError:
            yield refuse(Code.MISSING_REFERENCE, said("{value} is not a date such as 2026-01-01", value=paper.date))
        else:
            if to_come:
                sentence = said("is dated {date}, which is still to come: it fulfils nothing yet", date=paper.date)
                yield refuse(Code.TOO_EARLY, sentence)
    if paper.is_sample and not sample:
        sentence = said("still says {sample}: a house of one's own holds papers of its own", sample=SAMPLE)
        yield refuse(Code.MISSING_REFERENCE, sentence)


# -------------------------------------------------------------------------------------------------------------- notices


def pit_text(book: Rulebook) -> Rulebook | None:
    """The document whose word on pits a table follows: its own, or for a guide the one it borrows from (E36)."""
    if book.house.pit_options:
        return book
    return load("section-42") if book.kind == "guide" else None


def told_before(rules: HouseRules) -> tuple[str, ...]:
    """Why surveillance is told before such a table opens: its order of settlement, and a reshuffle after lacing."""
    pit = pit_text(rules.rulebook)
    told = pit.house.surveillance_notice if pit else {}
    return tuple(clause for name, clause in told.items() if rules.options.get(name, "none") != "none")


def posted_before(rules: HouseRules) -> tuple[str, ...]:
    """Why such a table is posted before it opens: the game without vigorish is offered after a notice."""
    clauses = rules.rulebook.house.vigorish_notice
    return (clauses.named("type"),) if clauses and rules.options["vigorish_type"] == NO_VIGORISH else ()


def not_told(given: datetime | None, now: datetime, clauses: Sequence[str]) -> Refusal | None:
    """Why surveillance does not know in time, or ``None``."""
    if not clauses:
        return None
    if given is None:
        sentence = said("surveillance is told in writing 30 minutes ahead or more, and no notice is stated")
        return refuse(Code.NO_NOTICE, sentence, *clauses, allowed=("30 minutes",))
    if (earliest := given + SURVEILLANCE_NOTICE) > now:
        sentence = said("surveillance is told 30 minutes ahead or more: not before {earliest}", earliest=str(earliest))
        return refuse(Code.TOO_EARLY, sentence, *clauses, allowed=(str(earliest),))
    return None


def not_posted(posted: datetime | None, days: int | None, now: datetime, clauses: Sequence[str]) -> Refusal | None:
    """Why the notice at a table has not run its period, or ``None``."""
    if not clauses or days is None:
        return None  # that the period is not stated is said elsewhere
    if posted is None:
        sentence = said("the game without vigorish is posted {days} days ahead, and no notice is stated", days=days)
        return refuse(Code.NO_NOTICE, sentence, *clauses)
    if (earliest := posted + timedelta(days=days)) > now:
        sentence = said("the game without vigorish is posted for {days} days: not before {earliest}", days=days)
        sentence = sentence.about(earliest=str(earliest))
        return refuse(Code.TOO_EARLY, sentence, *clauses, allowed=(str(earliest),))
    return None
