"""A rulebook for a person to read: what the document says, under the options of one table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from minibac.cli import text as show
from minibac.cli.text import say
from minibac.rules.names import wager_name
from minibac.rules.options import typed
from minibac.table.names import incident_name
from minibac.voice.said import Fact, Many, Said, many, said


def book_text(told: Mapping[str, Any]) -> str:
    """A rulebook as ``rules.plain`` tells it, in sections and tables."""
    kind = say(said("a regulation")) if told["kind"] == "regulation" else say(said("a guests’ guide"))
    sections = [
        show.bold(say(told["title"])) + show.faint(f"  {told['rulebook']}, {kind}"),
        _section(said("Options"), _options_text(told["options"])),
        _section(said("Wagers"), _wagers_text(told["wagers"])),
    ]
    if told["not_offered"]:
        sections.append(_section(said("Wagers under other options"), _not_offered_text(told["not_offered"])))
    for name, paytable in told["paytables"].items():
        sections.append(_section(said("Paytable of {name}", name=name.replace("-", " ")), _paytable_text(paytable)))
    sections.append(_section(said("Vigorish"), _vigorish_text(told["vigorish"])))
    sections.append(_section(said("Who draws"), _drawing_text(told["drawing"])))
    if told["terms"]:
        rows = [[term["term"], ", ".join(term["clauses"]), term["says"]] for term in told["terms"]]
        sections.append(_section(said("Terms"), show.table(rows, show.heads("Term", "Clause", "Means"))))
    rows = [[_happened(remedy), ", ".join(remedy["clauses"]), say(remedy["says"])] for remedy in told["remedies"]]
    heads = show.heads("What", "Clause", "Remedy")
    sections.append(_section(said("When something goes wrong"), show.table(rows, heads)))
    if told["borrowed"]:
        rows = [[say(b["what"]), b["entry"], ", ".join(b["clauses"])] for b in told["borrowed"]]
        heads = show.heads("What", "Ruling", "From")
        sections.append(_section(said("Borrowed, where the guide is silent"), show.table(rows, heads)))
    sections.append(_section(said("Layout"), _layout_text(told["layout"])))
    if told["signs"]:
        rows = [[say(sign["where"]), sign["clauses"][0], say(sign["text"])] for sign in told["signs"]]
        sections.append(_section(said("Written at the table"), show.table(rows, show.heads("On", "Clause", "Words"))))
    rows = [[say(c["text"]), ", ".join(c["clauses"])] for c in told["announcements"]]
    sections.append(_section(said("What the dealer announces"), show.table(rows, show.heads("Words", "Clause"))))
    book = told["rulebook"]
    rows = [[entry["id"], ", ".join(entry["options"].get(book, ())), say(entry["title"])] for entry in told["rulings"]]
    sections.append(_section(said("Rulings"), show.table(rows, show.heads("Ruling", "Option", "About"))))
    return "\n\n".join(sections)


def _section(title: Said, body: str) -> str:
    return f"{show.heading(say(title))}\n{body}"


def _options_text(options: Sequence[Mapping[str, Any]]) -> str:
    """Those that mean something, with what is legal; then those that the others make idle, and why."""
    active, idle = [], []
    for option in options:
        if option["value"] is None:
            idle.append([option["name"], option["clause"], say(said("needs {needs}", needs=_needs(option["needs"])))])
            continue
        value = typed(option["value"])
        notes = [
            say(said("chosen")) if option["chosen"] else "",
            say(said("default {value}", value=typed(option["default"])))
            if option["chosen"] and option["default"] is not None
            else "",
            say(said("borrowed")) if option["borrowed"] else "",
            option["ruling"] or "",
        ]
        noted = ", ".join(filter(None, notes))
        legal = say(said("{values}", values=many(option["values"]))) + (f"  [{noted}]" if noted else "")
        active.append([option["name"], show.bold(value) if option["chosen"] else value, option["clause"], legal])
    lines = [show.table(active, show.heads("Option", "At this table", "Clause", "Legal values"))]
    if idle:
        lines.append(show.table(idle, show.heads("Without meaning here", "Clause", "Why")))
    return "\n\n".join(lines)


def _needs(needs: Mapping[str, Sequence[str]]) -> Many:
    return many((said("{name}={values}", name=name, values=many(values)) for name, values in needs.items()), "and")


def _wagers_text(wagers: Sequence[Mapping[str, Any]]) -> str:
    rows = []
    for wager in wagers:
        name = show.bold(wager["id"])
        for line in wager["lines"]:
            spoken = line["said"]
            pays = f"{say(spoken['outcome'])} {say(spoken['odds'])}".rstrip()
            rows.append([name, pays, (line["clauses"] or [""])[0], say(spoken["when"] or said("otherwise"))])
            name = ""
    return show.table(rows, show.heads("Wager", "Pays", "Clause", "When"))


BASES = {"winnings": said("the winnings"), "stake": said("the stake")}
CHARGED = {"win": said("a win"), "tie": said("a tie")}


def _vigorish_text(types: Sequence[Mapping[str, Any]]) -> str:
    """What each type takes; where a type takes nothing, the clauses that say so."""
    rows = []
    for kind in types:
        takes = said("nothing")
        if kind["wager"]:
            takes = said(
                "{rate} of {base} of {wager} on {outcome}",
                rate=kind["rate"],
                base=BASES[kind["base"]],
                wager=wager_name(kind["wager"]),
                outcome=CHARGED[kind["on"]],
            )
        name = show.bold(kind["type"]) if kind["chosen"] else kind["type"]
        rows.append([name, say(takes), ", ".join(kind["clauses"])])
    return show.table(rows, show.heads("Type", "Takes", "Clause"))


def _happened(remedy: Mapping[str, Any]) -> str:
    """What went wrong: the kind, whether the card was disclosed, and whether the Banker's Hand draws."""
    words: list[Fact] = [incident_name(remedy["kind"])]
    if remedy["disclosed"] is not None:
        words.append(said("disclosed") if remedy["disclosed"] else said("face down"))
    if remedy["banker_draws"] is not None:
        words.append(said("Banker draws") if remedy["banker_draws"] else said("Banker stays"))
    return say(said("{words}", words=many(words, ",")))


def _not_offered_text(wagers: Sequence[Mapping[str, Any]]) -> str:
    rows = [[w["id"], say(w["label"]), say(said("{needs}", needs=_needs(w["needs"])))] for w in wagers]
    return show.table(rows, show.heads("Wager", "Label", "Needs"))


def _paytable_text(paytable: Mapping[str, Any]) -> str:
    rows = [[name, *(say(said("{odds} to 1", odds=odds)) for odds in row)] for name, row in paytable["rows"].items()]
    heads = [paytable["option"], *map(str, paytable["columns"])]
    return show.table(rows, heads, right=range(1, len(heads)))


def _drawing_text(drawing: Mapping[str, Any]) -> str:
    rows = [
        [row["total"], *(show.bold("D") if third in row["draws"] else "·" for third in drawing["third"]),
         ", ".join(row["clauses"])]
        for row in drawing["banker"]
    ]  # fmt: skip
    heads = [say(said("Banker")), *drawing["third"].replace("-", "–"), say(said("Clause"))]
    lines = "\n".join(show.wrapped(say(line["said"]), "  ") for line in drawing["lines"])
    return f"{lines}\n\n{show.table(rows, heads, right=[0])}"


def _layout_text(felt: Mapping[str, Any]) -> str:
    rows = [
        [a["id"], say(said("each seat") if a["per_seat"] else said("once")), ", ".join(a["clauses"]), a["label"]]
        for a in felt["areas"]
    ]
    table = show.table(rows, show.heads("Area", "For", "Clause", "Printed"))
    seats = say(said("{seats:seat|seats}, numbered from the dealer's right", seats=felt["seats"]))
    return f"  {seats}\n\n{table}"
