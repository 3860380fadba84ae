"""Papers of a school as PDF (extra ``report``): a sealed paper gives the same bytes, always.

The PDF carries the sealed paper itself as an attached file, so ``minibac verify`` needs nothing else.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable
from importlib.resources import files
from typing import Any

import msgspec

from minibac import __version__
from minibac.rules.rulebook import load
from minibac.school.drills import DRILLS
from minibac.school.passing import Progress, passes
from minibac.school.record_events import NotedIntervention
from minibac.school.record_state import NotedAttempt, measured
from minibac.school.school_paper import SchoolPaper, SealedPaper
from minibac.voice.documents import pdf
from minibac.voice.signs import NoSignError
from minibac.voice.times import day_of, full_moment, moment

TEMPLATES = files("minibac.school").joinpath("templates")
MOST_CLAUSES = 12
"""So many clauses are listed to be looked up again."""
WRITER = re.compile(rb"/(?:Creator|Keywords) ?\((.*?)\)")
"""Where a PDF says which versions of Typst and of this program wrote it."""
PAGE = 2
"""One more with each change to what a page shows: nobody has altered a paper that an older page was made for."""
TITLES = {"transcript": "Transcript", "certificate": "Certificate"}
LACKED = "\N{WHITE SQUARE}"
"""Stands for a sign that the fonts of the page lack."""
NOT_SHOWN = (
    f"names, and signs ({LACKED}), that the fonts of this page lack; they were signed, and travel in this file: "
    "minibac verify tells them"
)


def paper_sheet(sealed: SealedPaper) -> bytes:
    """The PDF of a sealed paper, in English: the fonts that come with Typst have no Chinese signs. Who has a name in
    signs that they lack goes by the number on the page; the name was signed, and travels in the file."""
    paper = msgspec.json.decode(sealed.paper, type=SchoolPaper)
    attached = {"paper.json": msgspec.json.encode(sealed)}
    told, lacked = _told(paper, sealed), set[str]()
    while True:
        try:
            return pdf(TEMPLATES, "school-paper", told, paper.at // 1000, attached, standard="a-3b")
        except NoSignError as error:
            if lacked.issuperset(error.signs):
                raise
            lacked.update(error.signs)
            told = _without(lacked, paper, sealed)


def _without(signs: Collection[str], paper: SchoolPaper, sealed: SealedPaper) -> dict[str, Any]:
    """What a page tells whose fonts lack these signs."""

    def shown(name: str) -> bool:
        return not any(sign in name for sign in signs)

    named = {person: name for person, name in paper.signers.items() if shown(name)}
    paper = msgspec.structs.replace(paper, name=paper.name if shown(paper.name) else "", signers=named)
    told = _told(paper, sealed)
    text = msgspec.json.encode(told | {"facts": [*told["facts"], ["Not shown", NOT_SHOWN]]}).decode()
    for sign in signs:
        text = text.replace(sign, LACKED)
    return msgspec.json.decode(text, type=dict[str, Any])


def page_is_same(data: bytes, sealed: SealedPaper) -> bool | None:
    """Whether a PDF is, to the byte, what the sealed paper makes; ``None`` where another version wrote it."""
    made = paper_sheet(sealed)
    if made == data:
        return True
    return False if WRITER.findall(made) == WRITER.findall(data) else None


def _told(paper: SchoolPaper, sealed: SealedPaper) -> dict[str, Any]:
    clocked = _hours(measured(paper.attempts))
    facts = [
        ["School", paper.school],
        ["Name", paper.name or f"number {paper.trainee}"],
        ["Number", paper.trainee],
        ["Rulebook", load(paper.rulebook).title],
        ["As of", full_moment(paper.at, paper.time_zone)],
        ["Hours", f"{_hours(60 * paper.minutes)} of teaching, {clocked} measured at drills and tables"],
        ["Marks", paper.marks.name],
    ]
    if open_ones := paper.record.not_handed_in:
        facts.append(["Not handed in", f"{open_ones} of {len(paper.attempts)} attempts"])
    return {
        "made_by": f"minibac {__version__}, page {PAGE}",
        "title": TITLES[paper.kind],
        "certificate": paper.kind == "certificate",
        "who": paper.name or paper.trainee,
        "rulebook": load(paper.rulebook).title,
        "school": paper.school,
        "facts": facts,
        "competencies": [_competency(paper, row) for row in paper.rows],
        "attempts": [_attempt(paper, attempt) for attempt in paper.attempts],
        "clauses": _clauses(paper),
        "says": paper.says,
        "code": sealed.code,
        "key": sealed.key,
    }


def _hours(seconds: int) -> str:
    return f"{seconds // 3600} h {seconds % 3600 // 60:02d} min"


def _competency(paper: SchoolPaper, row: Progress) -> list[str]:
    numbers = ", ".join(f"{what} ({f'no. {number}' if number else 'open'})" for what, number in row.passed_by.items())
    signed = ""
    if row.signed is not None:
        who = paper.signers.get(row.signed.by, "")
        who = f"{who} ({row.signed.by})" if who else row.signed.by
        signed = f"{who}, {row.signed.role}, {day_of(row.signed.at, paper.time_zone)}"
    return [row.title, numbers, "passed" if row.passed else "open", signed or "not signed"]


def _attempt(paper: SchoolPaper, attempt: NotedAttempt) -> list[str]:
    tried = attempt.tried
    drill = DRILLS.get(tried.what)
    counted = Counter(fault.severity for fault in tried.faults)
    score = f"{tried.right} of {tried.asked}" if tried.asked else f"{tried.coups} rounds"
    if tried.overpaid:
        score += f"; {tried.overpaid} overpaid"
    if tried.false_alarms:
        score += f"; false alarms: {tried.false_alarms}"
    if not tried.handed_in:
        score = "begun, not handed in"
    elif tried.way == "table":
        score += "; faults: " + ", ".join(f"{counted[kind]} {kind}" for kind in ("critical", "major", "minor"))
    if tried.interventions:
        score += "; the instructor intervened: " + _interventions(tried.interventions)
    return [
        str(attempt.number),
        moment(attempt.at, paper.time_zone),
        f"{tried.way}: {drill.about if drill else tried.what}",
        f"{tried.seed}/{tried.level or '-'}" if tried.handed_in else "",
        score,
        f"{tried.seconds} s",
        "passes" if passes(tried, paper.marks) else "",
    ]


def _interventions(deeds: Iterable[NotedIntervention]) -> str:
    """What was done, and in which rounds; who it was stands in what was signed."""
    rounds: dict[str, list[str]] = {}
    for deed in deeds:
        rounds.setdefault(deed.what or deed.kind, []).append(str(deed.round_no))
    return ", ".join(f"{name} (round {', '.join(numbers)})" for name, numbers in rounds.items())


def _clauses(paper: SchoolPaper) -> list[list[str]]:
    """The clauses that were wrong most often."""
    wrong: Counter[str] = Counter()
    for attempt in paper.attempts:
        wrong.update({clause: tally.asked - tally.right for clause, tally in attempt.tried.by_clause.items()})
        wrong.update(fault.clause for fault in attempt.tried.faults if fault.clause)
    return [[clause, str(count)] for clause, count in wrong.most_common(MOST_CLAUSES) if count > 0]
