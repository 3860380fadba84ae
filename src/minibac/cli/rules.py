"""``minibac rules``: a rulebook as a table plays it, one clause and what proves it, one ruling."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from minibac.cli.common import Command, OwnWords, Sets, fail, house_rules, json_option, print_json, rules_options

if TYPE_CHECKING:
    from minibac.rules.clauses import Clause
    from minibac.rules.controls import Control
    from minibac.rules.proofs import Coverage
    from minibac.rules.rulings import Ruling


class Topic(OwnWords):
    """A rulebook, a clause, a ruling or a control by its id."""

    name = "topic"

    def words(self, _ctx: click.Context, incomplete: str) -> Iterable[str]:
        from minibac.rules.clauses import inventory
        from minibac.rules.rulebook import RULEBOOKS

        return (*RULEBOOKS, *(inventory() if "/" in incomplete else ()))


@click.command(
    cls=Command,
    short_help="A rulebook, a clause or a control and what proves it, or a ruling.",
    examples=(
        "minibac rules",
        "minibac rules massachusetts --set vigorish_type=ez",
        "minibac rules ma/13/c/1",
        "minibac rules A17",
        "minibac rules R7",
        "minibac rules --coverage --json",
        "minibac rules --controls",
    ),
)
@click.argument("topic", type=Topic(), required=False, metavar="[RULEBOOK|CLAUSE|RULING|CONTROL]")
@click.option(
    "--coverage", is_flag=True, help="How many clauses are proven, and each that is out, with the reason, or missing."
)
@click.option("--controls", is_flag=True, help="The controls of regulators and test labs, and which tests prove them.")
@rules_options
@json_option
def rules(
    topic: str | None, coverage: bool, controls: bool, sets: Sets, house_file: Path | None, as_json: bool
) -> None:
    """Show a rulebook, its options, what it borrows and its rulings; a ruling; a clause or control and what proves it.

    Without an argument it lists the four rulebooks.
    """
    rulebook = _rulebook_id(topic)
    if rulebook is None and (sets or house_file):
        fail("--set and --house choose the options of a rulebook: name one, as minibac rules section-42 --set decks=6")
    if controls:
        if topic or coverage:
            fail("--controls counts all controls and stands alone; minibac rules R7 shows one")
        told, text = controls_json(), _controls_text
    elif coverage:
        if topic and not rulebook:
            fail(f"--coverage counts the clauses of a rulebook, or of all without one, and {topic!r} is no rulebook")
        told, text = coverage_json(rulebook), _coverage_text
    elif topic is None:
        told, text = books_json(), _books_text
    elif rulebook:
        told, text = _book(rulebook, sets, house_file), _book_text
    else:
        told, text = _entry(topic)
    if as_json:
        print_json(told)
    else:
        click.echo(text(told))


def _rulebook_id(topic: str | None) -> str | None:
    """The rulebook a topic names, by its id in any letter case or by the first word of its clauses."""
    from minibac.rules.rulebook import PREFIXES, RULEBOOKS

    word = (topic or "").lower()
    return word if word in RULEBOOKS else PREFIXES.get(word)


def _book(rulebook: str, sets: Sets, house_file: Path | None) -> dict[str, Any]:
    from minibac.cli.rules_book import book_json

    return book_json(house_rules(rulebook, sets, house_file))


def _book_text(told: dict[str, Any]) -> str:
    from minibac.cli.rules_book import book_text

    return book_text(told)


def _entry(topic: str) -> tuple[dict[str, Any], Any]:
    from minibac.rules.clauses import inventory
    from minibac.rules.controls import controls
    from minibac.rules.rulebook import RULEBOOKS
    from minibac.rules.rulings import rulings
    from minibac.rules.words import did_you_mean

    known_rulings, known_clauses = rulings(), inventory()
    if topic.upper() in known_rulings:
        return ruling_json(known_rulings[topic.upper()]), _ruling_text
    if topic.upper() in controls():
        return control_json(controls()[topic.upper()]), _control_text
    if topic in known_clauses:
        return clause_json(known_clauses[topic]), _clause_text
    folded = {clause_id.lower(): clause for clause_id, clause in known_clauses.items()}
    if topic.lower() in folded:
        return clause_json(folded[topic.lower()]), _clause_text
    near = did_you_mean(topic, [*RULEBOOKS, *known_clauses, *known_rulings, *controls()])
    return fail(f"there is no rulebook, clause, ruling or control {topic!r}{near}; minibac rules lists the rulebooks")


# ------------------------------------------------------------------------------------------------------- the four books


def books_json() -> dict[str, Any]:
    """The four rulebooks in short."""
    from minibac.rules.proofs import by_document
    from minibac.rules.rulebook import RULEBOOKS, load

    counted = by_document()
    return {
        "rulebooks": [
            {
                "rulebook": name,
                "title": load(name).title,
                "kind": load(name).kind,
                "wagers": [wager.id for wager in load(name).wager],
                "clauses": counted[name].clauses,
                "proven": counted[name].proven,
            }
            for name in RULEBOOKS
        ]
    }


def _books_text(told: dict[str, Any]) -> str:
    from minibac.cli import text as show

    rows = [
        [show.bold(b["rulebook"]), b["kind"], str(b["clauses"]), str(b["proven"]), str(len(b["wagers"])), b["title"]]
        for b in told["rulebooks"]
    ]
    books = show.table(rows, ["rulebook", "kind", "clauses", "proven", "wagers", "title"], right=[2, 3, 4])
    hint = "minibac rules section-42 shows a rulebook, minibac rules s42/c/3 a clause, minibac rules A17 a ruling."
    return f"{books}\n\n{show.wrapped(hint)}"


# ------------------------------------------------------------------------------------------------------------- coverage


def coverage_json(document: str | None = None) -> dict[str, Any]:
    """How much of the inventory is proven, in all and for each document, and every clause that is not."""
    from minibac.rules.proofs import by_document, coverage

    documents = by_document() if document is None else by_document([document])
    return {
        **_counted(coverage(document=document), document),
        "documents": {name: _counted(counted, name) for name, counted in documents.items()},
    }


def _counted(counted: Coverage, document: str | None) -> dict[str, Any]:
    from minibac.rules.clauses import inventory

    out = [clause for clause in inventory().values() if clause.is_out and document in (None, clause.document)]
    return {
        **counted._asdict(),
        "missing": list(counted.missing),
        "out_clauses": [{"clause": clause.id, "says": clause.says, "why": clause.software} for clause in out],
    }


def _coverage_text(told: dict[str, Any]) -> str:
    from minibac.cli import text as show

    lines = [*told["documents"].items(), *([("all", told)] if len(told["documents"]) > 1 else [])]
    rows = [[name, str(c["clauses"]), str(c["proven"]), str(c["out"]), str(len(c["missing"]))] for name, c in lines]
    counted = show.table(rows, ["document", "clauses", "proven", "out", "missing"], right=[1, 2, 3, 4])
    parts = [counted]
    if told["out_clauses"]:
        out = show.sheet([(each["clause"], f"{each['says']} {each['why']}") for each in told["out_clauses"]])
        parts.append(f"{show.heading('Out: nothing for a program to do')}\n{out}")
    missing = ", ".join(told["missing"]) or "none"
    parts.append(f"{show.heading('Missing: not proven yet')}\n{show.wrapped(missing, '  ')}")
    return "\n\n".join(parts)


# ------------------------------------------------------------------------------------------------------------- a clause


def clause_json(clause: Clause) -> dict[str, Any]:
    """A clause, what the program does with it, and what proves it."""
    from minibac.rules.proofs import Proof, proofs
    from minibac.rules.rulebook import load
    from minibac.rules.rulings import rulings

    proof = proofs().get(clause.id, Proof())
    book = load(clause.document)
    options = [
        option.name
        for option in book.option
        if clause.id in (option.clause, *(cited for more in option.clauses.values() for cited in more))
    ]
    return {
        "clause": clause.id,
        "document": clause.document,
        "kind": clause.kind,
        "says": clause.says,
        "software": clause.software,
        "depends": list(clause.depends),
        "capability": list(clause.capability),
        "values": list(clause.values),
        "lines": clause.lines,
        "options": list(dict.fromkeys(options)),
        "rulings": [entry.id for entry in rulings().values() if clause.id in entry.clauses],
        "out": clause.is_out,
        "proven": not clause.is_out and proof.proves(clause),
        "proof": {"keeps": list(proof.keeps), "breaks": list(proof.breaks)},
    }


def _clause_text(told: dict[str, Any]) -> str:
    from minibac.cli import text as show
    from minibac.rules.rulebook import load
    from minibac.rules.rulings import rulings

    entries = rulings()
    state = "out: nothing for a program to do" if told["out"] else "proven" if told["proven"] else "not proven yet"
    rows = [
        ("kind", told["kind"]),
        ("says", told["says"]),
        ("software", told["software"]),
        ("values", ", ".join(told["values"])),
        ("depends on", ", ".join(told["depends"])),
        ("capability", ", ".join(told["capability"])),
        ("options", ", ".join(told["options"])),
        ("printed", f"{'lines' if '-' in told['lines'] else 'line'} {told['lines']} of the document"),
        *(("ruling", f"{entry} {entries[entry].title}") for entry in told["rulings"]),
        ("proof", state),
        *(("kept in", test) for test in told["proof"]["keeps"]),
        *(("broken in", test) for test in told["proof"]["breaks"]),
    ]
    return f"{show.bold(told['clause'])}  {load(told['document']).title}\n\n{show.sheet(rows)}"


# ------------------------------------------------------------------------------------------------------------- a ruling


def ruling_json(entry: Ruling) -> dict[str, Any]:
    """A ruling, and the options that put it into the house's hands."""
    from minibac.rules.rulebook import RULEBOOKS, load

    options = {
        name: list(dict.fromkeys(option.name for option in load(name).option if option.ruling == entry.id))
        for name in RULEBOOKS
    }
    return {
        "ruling": entry.id,
        "title": entry.title,
        "clauses": list(entry.clauses),
        "problem": entry.problem,
        "resolution": entry.resolution,
        "why": entry.why,
        "choice": entry.is_choice,
        "rulebooks": [name for name in RULEBOOKS if entry.id in load(name).rulings],
        "options": {name: found for name, found in options.items() if found},
    }


def _ruling_text(told: dict[str, Any]) -> str:
    from minibac.cli import text as show

    rows = [
        ("problem", told["problem"]),
        ("resolution", told["resolution"]),
        ("why", told["why"]),
        ("clauses", ", ".join(told["clauses"])),
        ("rulebooks", ", ".join(told["rulebooks"])),
        ("choice", "a regulator could decide otherwise" if told["choice"] else ""),
        *(("option", f"{', '.join(names)} of {book}") for book, names in told["options"].items()),
    ]
    return f"{show.bold(told['ruling'])}  {told['title']}\n\n{show.sheet(rows)}"


# ------------------------------------------------------------------------------------------------------------- controls


def controls_json() -> dict[str, Any]:
    """How many controls are proven, and each of them with its tests."""
    from minibac.rules.controls import control_coverage, controls

    counted = control_coverage()
    return {
        **counted._asdict(),
        "missing": list(counted.missing),
        "list": [control_json(entry) for entry in controls().values()],
    }


def control_json(entry: Control) -> dict[str, Any]:
    """A control, where it comes from, and the tests that prove it."""
    from minibac.rules.controls import control_proofs

    tests = control_proofs().get(entry.id, ())
    return {
        "control": entry.id,
        "requirement": entry.requirement,
        "source": entry.source,
        "note": entry.note,
        "out": entry.out or None,
        "proven": bool(tests) and not entry.out,
        "tests": list(tests),
    }


def _controls_text(told: dict[str, Any]) -> str:
    from minibac.cli import text as show

    rows = [[show.bold(c["control"]), _standing(c), str(len(c["tests"])), c["requirement"]] for c in told["list"]]
    listed = show.table(rows, ["control", "", "tests", "requirement"], right=[2])
    counted = (
        f"{told['controls']} controls, {told['proven']} proven, {told['out']} out, {len(told['missing'])} missing."
    )
    return f"{listed}\n\n{counted} {show.faint('minibac rules R7 shows one and its tests.')}"


def _standing(told: dict[str, Any]) -> str:
    return "out" if told["out"] else "proven" if told["proven"] else "missing"


def _control_text(told: dict[str, Any]) -> str:
    from minibac.cli import text as show

    rows = [
        ("requirement", told["requirement"]),
        ("note", told["note"]),
        ("source", told["source"]),
        ("proof", f"out: {told['out']}" if told["out"] else "proven" if told["proven"] else "not proven yet"),
        *(("test", test) for test in told["tests"]),
    ]
    return f"{show.bold(told['control'])}  a control of trusted gaming systems\n\n{show.sheet(rows)}"
