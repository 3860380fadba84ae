"""The report as a page that stands alone: each wrong coup drawn, small, in light and dark, without a script."""

from collections.abc import Callable, Iterable
from html import escape
from itertools import chain, repeat

from minibac.audit.finding import CHECKS, LEVELS, Check, Finding, Level
from minibac.audit.readings import Origin
from minibac.audit.report import Report, Wrong
from minibac.audit.statistics import REMARKABLE
from minibac.rules.names import rulebook_name
from minibac.shoes.noted import HIDDEN, UNREAD, NotedCard, NotedCoup
from minibac.voice.said import Said, many, said

Say = Callable[[Said], str]

SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
BACK = "▒"

STYLE = """
:root { color-scheme: light dark; --ink: #22272e; --quiet: #5b6470; --line: #d4d8dd; --paper: #fff; --card: #fff;
  --red: #b3261e; --felt: #14532d; --tint: #f4f6f4; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ec; --quiet: #a2abb5; --line: #3a424b; --paper: #16191d;
  --card: #23282e; --red: #ff8a80; --felt: #7fc79a; --tint: #1d2226; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 2rem 1rem 4rem; color: var(--ink); background: var(--paper);
  font: 15px/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", "Noto Sans SC", Arial, sans-serif; }
h1 { font-size: 1.6rem; margin: 0; border-bottom: 3px solid var(--felt); padding-bottom: .6rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .4rem; color: var(--felt); }
table { border-collapse: collapse; font-size: .9rem; }
th, td { text-align: left; padding: .2rem 1.2rem .2rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--quiet); font-weight: 600; }
.n { text-align: right; font-variant-numeric: tabular-nums; }
article { border: 1px solid var(--line); border-radius: .4rem; background: var(--tint); margin: .6rem 0;
  padding: .6rem .8rem; break-inside: avoid; }
article h3 { font-size: .85rem; font-weight: 600; color: var(--quiet); margin: 0 0 .4rem; }
.hands { display: flex; flex-wrap: wrap; gap: .8rem 1.6rem; align-items: center; margin-bottom: .4rem; }
.hand { display: flex; gap: .25rem; align-items: center; }
.hand b { font-size: .8rem; color: var(--quiet); font-weight: 600; margin-right: .2rem; }
.card { display: inline-block; min-width: 1.9rem; padding: .25rem .2rem; text-align: center; border-radius: .25rem;
  border: 1px solid var(--line); background: var(--card); font-weight: 600; font-size: .95rem; line-height: 1.1; }
.red { color: var(--red); }
.third { transform: rotate(90deg); margin: 0 .35rem; }
ul { margin: 0; padding-left: 1.1rem; }
code { color: var(--quiet); font-size: .85em; }
"""


def page(report: Report, say: Say, language: str) -> str:
    """The whole page."""
    title = escape(say(said("What an audit found")))
    return (
        f'<!doctype html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
        + "".join(_parts(report, say))
        + "</main>\n</body>\n</html>\n"
    )


def _parts(report: Report, say: Say) -> Iterable[str]:
    yield f"<p>{escape(say(summary(report)))}</p>\n"
    if held := held_against(report):
        yield f"<p>{escape(say(held))}</p>\n"
    yield "".join(f"<p><strong>{escape(say(told))}</strong></p>\n" for told in other_rules(report))
    levels = [(say(LEVELS[level]), report.levels[level]) for level in Level if report.levels[level]]
    yield _table(say, said("What is known"), (said("level"), said("coups")), levels)
    checks = [(say(CHECKS[check]), report.looked[check], report.unknown_of(check)) for check in Check]
    heads: tuple[Said, ...] = (said("what"), said("looked at"), said("not known"))
    yield _table(say, said("What was looked at"), heads, checks)
    if report.tested:
        heads = (said("frequencies"), said("coups"), said("p"), said("p by Holm"))
        tests = ((say(test.said), test.coups, f"{test.chance:.2g}", f"{test.corrected:.2g}") for test in report.tested)
        yield f"{_table(say, said('Statistics'), heads, tests)}<p>{escape(say(statistics(report)))}</p>\n"
    if report.wrong:
        yield f"<h2>{escape(say(said('What is wrong')))}</h2>\n"
        yield from (_wrong(wrong, say) for wrong in report.wrong)
    if report.left_out:
        yield f"<p>{escape(say(left_out(report)))}</p>\n"


def _table(say: Say, title: Said, heads: Iterable[Said], rows: Iterable[tuple[str, *tuple[int | str, ...]]]) -> str:
    kinds = chain([""], repeat(" class=n"))
    head = "".join(f'<th scope="col"{kind}>{escape(say(name))}</th>' for name, kind in zip(heads, kinds, strict=False))
    body = "".join(
        f"<tr><td>{escape(name)}</td>{''.join(f'<td class=n>{_figure(number)}</td>' for number in numbers)}</tr>\n"
        for name, *numbers in rows
    )
    return f"<h2>{escape(say(title))}</h2>\n<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>\n"


def _figure(number: int | str) -> str:
    return number if isinstance(number, str) else f"{number:,}"


def _wrong(wrong: Wrong, say: Say) -> str:
    said_of_it = "".join(
        f"<li>{escape(say(finding.said))}{f' <code>{escape(finding.clause)}</code>' if finding.clause else ''}</li>"
        for finding in wrong.findings
    )
    drawn = _hands(wrong.coup, say) if wrong.coup else ""
    return f"<article><h3>{escape(say(place(wrong.first)))}</h3>{drawn}<ul>{said_of_it}</ul></article>\n"


def _hands(coup: NotedCoup, say: Say) -> str:
    hands = [(say(said("hand|Player")), coup.player), (say(said("hand|Banker")), coup.banker)]
    drawn = "".join(
        f'<span class="hand"><b>{escape(name)}</b>{"".join(_card(card, at) for at, card in enumerate(cards))}</span>'
        for name, cards in hands
        if cards
    )
    if coup.over:
        drawn += f'<span class="hand"><b>+</b>{"".join(_card(card, 0) for card in coup.over)}</span>'
    result = coup.winner + ("" if coup.pairs is None else coup.pairs or "-")
    counts = "{}:{}".format(*coup.counts) if coup.counts else ""
    noted = " ".join(filter(None, (coup.status, result, counts, *(f"{{{remark}}}" for remark in coup.remarks))))
    return f'<div class="hands">{drawn}<code>{escape(noted)}</code></div>'


def _card(card: NotedCard, at: int) -> str:
    kind = ["card"] + ["third"] * (at == 2) + ["red"] * (card.face[1:] in ("h", "d"))
    rank = {"T": "10", HIDDEN: BACK, UNREAD: "?"}.get(card.face[0], card.face[0])
    return f'<span class="{" ".join(kind)}">{rank}{SUITS.get(card.face[1:], "")}</span>'


# ------------------------------------------------------------------------------------ what every form of a report says


def summary(report: Report) -> Said:
    """What was read, and how much of it is wrong."""
    if not report.findings_count:
        told = said("{files:file|files}, {shoes:shoe|shoes}, {coups:coup|coups}: nothing wrong in what is known")
    else:
        told = said(
            "{files:file|files}, {shoes:shoe|shoes}, {coups:coup|coups}: "
            "{findings:thing is|things are} wrong, {wrong:coup|coups} among them"
        )
        told = told.about(findings=report.findings_count, wrong=report.wrong_coups)
    return told.about(files=len(report.files), shoes=report.shoes, coups=report.coups)


def held_against(report: Report) -> Said | None:
    """By which rulebooks: a page is read by whoever did not ask for it."""
    if report.asked:
        told = said("Held against {rulebook}, whatever is stated.", rulebook=rulebook_name(report.asked))
        if report.choices:
            options = many([f"{name}={value}" for name, value in report.choices.items()], "and")
            told = said("Held against {rulebook} with {options}, whatever else is stated.", options=options)
        return told.about(rulebook=rulebook_name(report.asked))
    if not report.rulebooks:
        return None
    one = said("{rulebook} ({shoes:shoe|shoes})")
    books = [one.about(rulebook=rulebook_name(name), shoes=shoes) for name, shoes in sorted(report.rulebooks.items())]
    return said("Held against what is stated: {rulebooks}.", rulebooks=many(books, "and"))


def other_rules(report: Report) -> list[Said]:
    """The misreadings that explain what is wrong, in whole sentences."""
    whole = said("These shoes obey another rule than the one stated: {rule}.")
    part = said("The shoes of {source} obey another rule than the one stated: {rule}.")
    surely = said("{sentence} It explains {wrong:wrong coup|wrong coups} and contradicts none of {coups}.")
    nearly = said(
        "{sentence} It explains {wrong:wrong coup|wrong coups} of {coups}, and {slips:coup does|coups do} not agree "
        "with it: so few may be slips."
    )
    told = []
    for one in report.explained:
        sentence = (part.about(source=_source(one.source)) if one.source.file else whole).about(rule=one.said)
        ends = nearly.about(slips=one.contradicted) if one.contradicted else surely
        told.append(ends.about(sentence=sentence, wrong=one.wrong, coups=one.coups))
    return told


def _source(source: Origin) -> Said:
    """A part of what was read."""
    told = said("source|{file}")
    if source.table and source.device:
        told = said("table {table} and device {device} in {file}")
    elif source.table or source.device:
        told = said("table {table} in {file}") if source.table else said("device {device} in {file}")
    return told.about(**source._asdict())


def statistics(report: Report) -> Said:
    """What the tests came to, in a sentence."""
    if remarkable := [test for test in report.tested if test.remarkable]:
        named = (said("{what} (p = {p})", what=test.said, p=f"{test.corrected:.2g}") for test in remarkable)
        told = said("Remarkable at {level}, corrected by Holm for {tests:test|tests}: {what}.", what=many(named, "and"))
    else:
        told = said("Nothing is remarkable at {level}, corrected by Holm for {tests:test|tests}.")
    return told.about(tests=len(report.tested), level=f"{REMARKABLE:.0%}")


def place(finding: Finding) -> Said:
    """Where a finding stands."""
    told = said("{file}, shoe {shoe}, coup {coup}, line {line}")
    if not finding.line:
        told = said("{file}, shoe {shoe}") if finding.shoe else said("{file}")
        told = said("{file}, shoe {shoe}, coup {coup}") if finding.coup else told
    elif not finding.coup:
        told = said("{file}, shoe {shoe}, line {line}") if finding.shoe else said("{file}, line {line}")
    elif not finding.shoe:
        told = said("{file}, coup {coup}, line {line}")
    return told.about(file=finding.file, shoe=finding.shoe, coup=str(finding.coup), line=str(finding.line))


def left_out(report: Report) -> Said:
    """That there are more findings than are told."""
    return said("{more:more thing is|more things are} wrong and counted above; --csv lists all.", more=report.left_out)
