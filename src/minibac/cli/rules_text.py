"""Rulebooks, clauses, rulings and controls for a person to read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from minibac.cli import text as show
from minibac.cli.text import say
from minibac.rules.names import wager_name
from minibac.rules.options import typed
from minibac.rules.rulebook import load
from minibac.rules.rulings import rulings
from minibac.table.names import incident_name
from minibac.voice.said import Fact, Many, Said, many, said


def book_text(told: Mapping[str, Any], *, sample: bool = False) -> str:
    """A rulebook as ``rules.plain`` tells it, in sections and tables; of a ``sample`` house, it says so."""
    kind = say(said("a regulation")) if told["kind"] == "regulation" else say(said("a guests’ guide"))
    kind += f", {say(said('as its SAMPLE house plays it'))}" if sample else ""
    sections = [
        show.bold(say(told["title"])) + show.faint(f"  {told['rulebook']}, {kind}"),
        _section(said("Options"), _options_text(told["options"])),
        _section(said("Wagers"), _wagers_text(told["wagers"])),
    ]
    if told["not_offered"]:
        rows = [[w["id"], say(w["label"]), say(said("{needs}", needs=_needs(w["needs"])))] for w in told["not_offered"]]
        heads = show.heads("Wager", "Label", "Needs")
        sections.append(_section(said("Wagers under other options"), show.table(rows, heads)))
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


# ------------------------------------------------------------------------- the four books, one clause, what is proven


def books_text(told: Mapping[str, Any]) -> str:
    rows = [
        [
            show.bold(b["rulebook"]),
            say(b["kind"]),
            str(b["clauses"]),
            str(b["proven"]),
            str(len(b["wagers"])),
            say(b["title"]),
        ]
        for b in told["rulebooks"]
    ]
    heads = show.heads("Rulebook", "Kind", "Clauses", "Proven", "Wagers", "Title")
    hint = said("minibac rules section-42 shows a rulebook, minibac rules s42/c/3 a clause, minibac rules A17 a ruling")
    return f"{show.table(rows, heads, right=[2, 3, 4])}\n\n{show.wrapped(say(hint))}"


def coverage_text(told: Mapping[str, Any]) -> str:
    whole = say(said("all"))
    lines = [*told["documents"].items(), *([(whole, told)] if len(told["documents"]) > 1 else [])]
    columns = ("clauses", "proven", "enforced", "attested", "shown", "out")
    rows = [[name, *(str(c[column]) for column in columns), str(len(c["missing"]))] for name, c in lines]
    heads = show.heads("Document", "Clauses", "Proven", "Enforced", "Attested", "Shown", "Out", "Missing")
    parts = [show.table(rows, heads, right=range(1, 8))]
    if told["out_clauses"]:
        out = show.sheet([(each["clause"], f"{each['says']} {each['why']}") for each in told["out_clauses"]])
        parts.append(f"{show.heading(say(said('Out: nothing for a program to do')))}\n{out}")
    missing = ", ".join(told["missing"]) or say(said("none"))
    parts.append(f"{show.heading(say(said('Missing: not proven yet')))}\n{show.wrapped(missing, '  ')}")
    return "\n\n".join(parts)


def proofs_text(told: Mapping[str, Any]) -> str:
    """Every clause: how it is held, and under it the entries and the tests of both cases."""
    return "\n".join(
        f"{show.bold(row['id'])}  {say(HELD_WORDS[row['held']])}\n"
        + show.sheet(
            [
                *((say(said("Entry")), ", ".join(row["entries"])) for _ in row["entries"][:1]),
                *((say(said("Kept in")), test) for test in row["keeps"]),
                *((say(said("Broken in")), test) for test in row["breaks"]),
                *((say(said("Why")), row["out"]) for _ in "x" if row["out"]),
            ]
        )
        for row in told["clauses"]
    )


HELD_WORDS = {
    "enforced": said("enforced"),
    "attested": said("attested"),
    "shown": said("shown"),
    "out": said("out"),
}


def _standing(told: Mapping[str, Any]) -> str:
    """Whether something is proven, in a word or two."""
    if told["out"]:
        return say(said("out"))
    return say(said("proven") if told["proven"] else said("Not proven yet"))


def entry_text(told: Mapping[str, Any]) -> str:
    """A clause, a ruling or a control."""
    return {"ruling": _ruling_text, "control": _control_text}.get(told["kind"], _clause_text)(told)


def _entry(told: Mapping[str, Any], title: str, lines: Mapping[str, Sequence[str]]) -> str:
    """The id and the title, and under them each name with its lines."""
    rows = [(say(name), line) for name, under in lines.items() for line in under]
    return f"{show.bold(told['id'])}  {title}\n\n{show.sheet(rows)}"


def _clause_text(told: Mapping[str, Any]) -> str:
    entries = rulings()
    lines = {
        "Kind": [say(told["kind"])],
        "Says": [told["says"]],
        "What the program does": [told["software"]],
        "Values": [", ".join(told["values"])],
        "Depends on": [", ".join(told["depends"])],
        "Capability": [", ".join(told["capability"])],
        "Options": [", ".join(told["options"])],
        "Printed": [say(said("lines {lines} of the document", lines=told["lines"]))],
        "Ruling": [f"{entry} {say(entries[entry].title)}" for entry in told["rulings"]],
        "Held": [say(HELD_WORDS[told["held"]])],
        "Proof": [_standing(told)],
        "Entry": [", ".join(told["entries"])],
        "Kept in": told["keeps"],
        "Broken in": told["breaks"],
    }
    return _entry(told, say(load(told["document"]).title), lines)


def _ruling_text(told: Mapping[str, Any]) -> str:
    lines = {
        "Problem": [told["says"]],
        "Resolution": [told["software"]],
        "Why": [told["why"]],
        "Clauses": [", ".join(told["clauses"])],
        "Rulebooks": [", ".join(told["rulebooks"])],
        "Choice": [say(said("a regulator could decide otherwise"))] if told["choice"] else [],
        "Option": [_setting(book, each) for book, found in told["settings"].items() for each in found],
    }
    return _entry(told, say(told["title"]), lines)


def _setting(book: str, setting: Mapping[str, Any]) -> str:
    """An option that answers a ruling: what it is without a choice, and what it may be."""
    facts: dict[str, Fact] = {"rulebook": book, "option": setting["name"], "default": typed(setting["default"])}
    if len(setting["values"]) == 1 and setting["values"][0] == facts["default"]:
        told = said("{rulebook}: {option}={default}, the only value", **facts)
    else:
        told = said("{rulebook}: {option}={default} unless chosen: {values}", **facts, values=many(setting["values"]))
    return say(said("{told}, with {needs}", told=told, needs=_needs(setting["needs"])) if setting["needs"] else told)


def controls_text(told: Mapping[str, Any]) -> str:
    rows = [[show.bold(c["id"]), _standing(c), str(len(c["keeps"])), c["says"]] for c in told["list"]]
    table = show.table(rows, show.heads("Control", "Proof", "Tests", "Requirement"), right=[2])
    counted = said(
        "{controls} controls, {proven} proven, {out} out, {missing} missing.",
        controls=told["controls"],
        proven=told["proven"],
        out=told["out"],
        missing=len(told["missing"]),
    )
    hint = show.faint(say(said("minibac rules R7 shows one and its tests.")))
    return f"{table}\n\n{say(counted)} {hint}"


def _control_text(told: Mapping[str, Any]) -> str:
    lines = {
        "Requirement": [told["says"]],
        "Note": [told["software"]],
        "Source": [told["source"]],
        "Proof": [f"{_standing(told)}: {told['out']}" if told["out"] else _standing(told)],
        "Test": told["keeps"],
    }
    return _entry(told, say(said("a control of trusted gaming systems")), lines)
