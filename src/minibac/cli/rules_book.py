"""A rulebook for a person to read: what the document says, under the options of one table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from minibac.cli import text as show
from minibac.rules.drawing import THIRD_CARDS
from minibac.rules.options import typed
from minibac.rules.words import listed


def book_text(told: Mapping[str, Any]) -> str:
    """A rulebook as ``rules.plain`` tells it, in sections and tables."""
    sections = [
        show.bold(told["title"]) + show.faint(f"  {told['rulebook']}, a {told['kind']}"),
        _section("Options", _options_text(told["options"])),
        _section("Wagers", _wagers_text(told["wagers"])),
    ]
    if told["not_offered"]:
        sections.append(_section("Wagers under other options", _not_offered_text(told["not_offered"])))
    sections += [_section(f"Paytable {name}", _paytable_text(table)) for name, table in told["paytables"].items()]
    sections.append(_section("Vigorish", _vigorish_text(told["vigorish"])))
    sections.append(_section("Who draws", _drawing_text(told["drawing"])))
    if told["terms"]:
        rows = [[term["term"], ", ".join(term["clauses"]), term["says"]] for term in told["terms"]]
        sections.append(_section("Terms", show.table(rows, ["term", "clause", "means"])))
    rows = [[_happened(remedy), ", ".join(remedy["clauses"]), remedy["says"]] for remedy in told["remedies"]]
    sections.append(_section("When something goes wrong", show.table(rows, ["what", "clause", "remedy"])))
    if told["borrowed"]:
        rows = [[b["what"], b["entry"], ", ".join(b["clauses"])] for b in told["borrowed"]]
        sections.append(_section("Borrowed, where the guide is silent", show.table(rows, ["what", "ruling", "from"])))
    sections.append(_section("Layout", _layout_text(told["layout"])))
    if told["signs"]:
        rows = [[sign["where"], sign["clauses"][0], sign["text"]] for sign in told["signs"]]
        sections.append(_section("Written at the table", show.table(rows, ["on", "clause", "words"])))
    rows = [[c["text"], ", ".join(c["clauses"])] for c in told["announcements"]]
    sections.append(_section("Announcements", show.table(rows, ["the dealer calls", "clause"])))
    book = told["rulebook"]
    rows = [[entry["id"], ", ".join(entry["options"].get(book, ())), entry["title"]] for entry in told["rulings"]]
    sections.append(_section("Rulings", show.table(rows, ["ruling", "option", "about"])))
    return "\n\n".join(sections)


def _section(title: str, body: str) -> str:
    return f"{show.heading(title)}\n{body}"


def _options_text(options: Sequence[Mapping[str, Any]]) -> str:
    rows = []
    for option in options:
        if option["value"] is None:
            value = show.faint("idle: needs " + _needs(option["needs"]))
        else:
            value = show.bold(typed(option["value"])) if option["chosen"] else typed(option["value"])
        notes = [
            "chosen" if option["chosen"] else "",
            f"default {typed(option['default'])}" if option["chosen"] and option["default"] is not None else "",
            "borrowed" if option["borrowed"] else "",
            option["ruling"] or "",
        ]
        rows.append(
            [option["name"], value, option["clause"], listed(option["values"]), ", ".join(n for n in notes if n)]
        )
    idle = [row for row in rows if "idle" in row[1]]
    active = [[*row[:3], row[3] + (f"  [{row[4]}]" if row[4] else "")] for row in rows if row not in idle]
    lines = [show.table(active, ["option", "value", "clause", "allowed"])]
    if idle:
        quiet = [[row[0], row[2], row[1].replace("idle: ", "")] for row in idle]
        lines.append(show.table(quiet, ["without meaning here", "clause", "why"]))
    return "\n\n".join(lines)


def _needs(needs: Mapping[str, Sequence[str]]) -> str:
    return listed((f"{name}={listed(values)}" for name, values in needs.items()), "and")


def _wagers_text(wagers: Sequence[Mapping[str, Any]]) -> str:
    rows = []
    for wager in wagers:
        name = show.bold(wager["id"])
        for line in wager["lines"]:
            pays = f"{line['outcome']} {line['odds'] or ''}".rstrip()
            rows.append([name, pays, (line["clauses"] or [""])[0], line["when"] or "otherwise"])
            name = ""
    return show.table(rows, ["wager", "", "clause", "when"])


def _vigorish_text(types: Sequence[Mapping[str, Any]]) -> str:
    """What each type takes; where a type takes nothing, the clauses that say so."""
    rows = []
    for kind in types:
        takes = "nothing"
        if kind["wager"]:
            takes = f"{kind['rate']} of the {kind['base']} of {kind['wager']} on a {kind['on']}"
        name = show.bold(kind["type"]) if kind["chosen"] else kind["type"]
        rows.append([name, takes, ", ".join(kind["clauses"])])
    return show.table(rows, ["type", "takes", "clause"])


def _happened(remedy: Mapping[str, Any]) -> str:
    """What went wrong: the kind, whether the card was disclosed, and whether the Banker's Hand draws."""
    words = [remedy["kind"]]
    for name, yes, no in (("disclosed", "disclosed", "face down"), ("banker_draws", "Banker draws", "Banker stays")):
        if remedy[name] is not None:
            words.append(yes if remedy[name] else no)
    return ", ".join(words)


def _not_offered_text(wagers: Sequence[Mapping[str, Any]]) -> str:
    return show.table([[w["id"], w["label"], _needs(w["needs"])] for w in wagers], ["wager", "", "needs"])


def _paytable_text(paytable: Mapping[str, Any]) -> str:
    rows = [[name, *(f"{odds} to 1" for odds in row)] for name, row in paytable["rows"].items()]
    heads = [paytable["option"], *map(str, paytable["columns"])]
    return show.table(rows, heads, right=range(1, len(heads)))


def _drawing_text(drawing: Mapping[str, Any]) -> str:
    stays = [total for total in "01234567" if total not in drawing["player"]]
    first = [
        f"  Naturals: {listed(drawing['natural'])} in two cards of either hand end the drawing.",
        f"  The Player's Hand draws on {listed(drawing['player'])} and stays on {listed(stays)}.",
        "  The Banker's Hand draws (D) or stays (·), by the Player's third card; – is a Player's Hand that stood:",
    ]
    columns = THIRD_CARDS[-1] + THIRD_CARDS[:-1]
    cited = drawing["clauses"]["rows"]
    rows = [
        [
            total,
            *(show.bold("D") if third in draws else "·" for third in columns),
            ", ".join(cited[total]),
        ]
        for total, draws in drawing["banker"].items()
        if total not in drawing["natural"]
    ]
    return "\n".join(first) + "\n\n" + show.table(rows, ["Banker", *columns.replace("-", "–"), "clause"], right=[0])


def _layout_text(felt: Mapping[str, Any]) -> str:
    rows = [
        [a["id"], "each seat" if a["per_seat"] else "once", ", ".join(a["clauses"]), a["label"]] for a in felt["areas"]
    ]
    table = show.table(rows, ["area", "for", "clause", "printed"])
    return f"  {felt['seats']} seats, numbered from the dealer's right\n\n{table}"
