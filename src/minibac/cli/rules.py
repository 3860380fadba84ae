"""``minibac rules``: a rulebook as a table plays it, one clause and what proves it, one ruling."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from minibac.cli.common import Command, OwnWords, Sets, fail, house_rules, json_option, print_json, rules_options


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
    from minibac.rules import plain
    from minibac.rules.clauses import UnknownClauseError

    rulebook = _rulebook_id(topic)
    if rulebook is None and (sets or house_file):
        fail("--set and --house choose the options of a rulebook: name one, as minibac rules section-42 --set decks=6")
    if controls:
        if topic or coverage:
            fail("--controls counts all controls and stands alone; minibac rules R7 shows one")
        told, text = plain.controls_plain(), _controls_text
    elif coverage:
        if topic and not rulebook:
            fail(f"--coverage counts the clauses of a rulebook, or of all without one, and {topic!r} is no rulebook")
        told, text = plain.coverage_plain(rulebook), _coverage_text
    elif topic is None:
        told, text = plain.books_plain(), _books_text
    elif rulebook:
        told, text = plain.book_plain(house_rules(rulebook, sets, house_file)), _book_text
    else:
        try:
            told, text = plain.entry_plain(topic), _entry_text
        except UnknownClauseError as error:
            fail(f"{error}; minibac rules lists the rulebooks")
    if as_json:
        print_json(told)
    else:
        click.echo(text(told))


def _rulebook_id(topic: str | None) -> str | None:
    """The rulebook a topic names, by its id in any letter case or by the first word of its clauses."""
    from minibac.rules.rulebook import PREFIXES, RULEBOOKS

    word = (topic or "").lower()
    return word if word in RULEBOOKS else PREFIXES.get(word)


def _book_text(told: dict[str, Any]) -> str:
    from minibac.cli.rules_book import book_text

    return book_text(told)


def _entry_text(told: dict[str, Any]) -> str:
    return {"ruling": _ruling_text, "control": _control_text}.get(told["kind"], _clause_text)(told)


# ------------------------------------------------------------------------------------------------------- the four books


def _books_text(told: dict[str, Any]) -> str:
    from minibac.cli import text as show
    from minibac.voice.said import said

    rows = [
        [
            show.bold(b["rulebook"]),
            show.say(b["kind"]),
            str(b["clauses"]),
            str(b["proven"]),
            str(len(b["wagers"])),
            show.say(b["title"]),
        ]
        for b in told["rulebooks"]
    ]
    heads = show.heads("Rulebook", "Kind", "Clauses", "Proven", "Wagers", "Title")
    hint = said("minibac rules section-42 shows a rulebook, minibac rules s42/c/3 a clause, minibac rules A17 a ruling")
    return f"{show.table(rows, heads, right=[2, 3, 4])}\n\n{show.wrapped(show.say(hint))}"


def _coverage_text(told: dict[str, Any]) -> str:
    from minibac.cli import text as show
    from minibac.voice.said import said

    whole = show.say(said("all"))
    lines = [*told["documents"].items(), *([(whole, told)] if len(told["documents"]) > 1 else [])]
    rows = [[name, str(c["clauses"]), str(c["proven"]), str(c["out"]), str(len(c["missing"]))] for name, c in lines]
    counted = show.table(rows, show.heads("Document", "Clauses", "Proven", "Out", "Missing"), right=[1, 2, 3, 4])
    parts = [counted]
    if told["out_clauses"]:
        out = show.sheet([(each["clause"], f"{each['says']} {each['why']}") for each in told["out_clauses"]])
        parts.append(f"{show.heading(show.say(said('Out: nothing for a program to do')))}\n{out}")
    missing = ", ".join(told["missing"]) or show.say(said("none"))
    parts.append(f"{show.heading(show.say(said('Missing: not proven yet')))}\n{show.wrapped(missing, '  ')}")
    return "\n\n".join(parts)


def _standing(told: dict[str, Any]) -> str:
    """Whether something is proven, in a word or two."""
    from minibac.cli.text import say
    from minibac.voice.said import said

    if told["out"]:
        return say(said("out"))
    return say(said("proven") if told["proven"] else said("Not proven yet"))


def _clause_text(told: dict[str, Any]) -> str:
    from minibac.cli import text as show
    from minibac.rules.rulebook import load
    from minibac.rules.rulings import rulings
    from minibac.voice.said import said

    entries = rulings()
    names = show.heads(
        "Kind", "Says", "What the program does", "Values", "Depends on", "Capability", "Options", "Printed", "Ruling",
        "Proof", "Kept in", "Broken in",
    )  # fmt: skip
    values = [
        [show.say(told["kind"])],
        [told["says"]],
        [told["software"]],
        [", ".join(told["values"])],
        [", ".join(told["depends"])],
        [", ".join(told["capability"])],
        [", ".join(told["options"])],
        [show.say(said("lines {lines} of the document", lines=told["lines"]))],
        [f"{entry} {show.say(entries[entry].title)}" for entry in told["rulings"]],
        [_standing(told)],
        told["keeps"],
        told["breaks"],
    ]
    rows = [(name, line) for name, lines in zip(names, values, strict=True) for line in lines]
    return f"{show.bold(told['id'])}  {show.say(load(told['document']).title)}\n\n{show.sheet(rows)}"


def _ruling_text(told: dict[str, Any]) -> str:
    from minibac.cli import text as show
    from minibac.voice.said import said

    choice = show.say(said("a regulator could decide otherwise")) if told["choice"] else ""
    names = show.heads("Problem", "Resolution", "Why", "Clauses", "Rulebooks", "Choice", "Option")
    values = [
        [told["says"]],
        [told["software"]],
        [told["why"]],
        [", ".join(told["clauses"])],
        [", ".join(told["rulebooks"])],
        [choice],
        [f"{book}: {', '.join(options)}" for book, options in told["options"].items()],
    ]
    rows = [(name, line) for name, lines in zip(names, values, strict=True) for line in lines]
    return f"{show.bold(told['id'])}  {show.say(told['title'])}\n\n{show.sheet(rows)}"


def _controls_text(told: dict[str, Any]) -> str:
    from minibac.cli import text as show
    from minibac.voice.said import said

    rows = [[show.bold(c["id"]), _standing(c), str(len(c["keeps"])), c["says"]] for c in told["list"]]
    table = show.table(rows, show.heads("Control", "Proof", "Tests", "Requirement"), right=[2])
    counted = said(
        "{controls} controls, {proven} proven, {out} out, {missing} missing.",
        controls=told["controls"],
        proven=told["proven"],
        out=told["out"],
        missing=len(told["missing"]),
    )
    hint = show.faint(show.say(said("minibac rules R7 shows one and its tests.")))
    return f"{table}\n\n{show.say(counted)} {hint}"


def _control_text(told: dict[str, Any]) -> str:
    from minibac.cli import text as show
    from minibac.voice.said import said

    names = show.heads("Requirement", "Note", "Source", "Proof", "Test")
    proof = f"{_standing(told)}: {told['out']}" if told["out"] else _standing(told)
    values = [[told["says"]], [told["software"]], [told["source"]], [proof], told["keeps"]]
    rows = [(name, line) for name, lines in zip(names, values, strict=True) for line in lines]
    title = show.say(said("a control of trusted gaming systems"))
    return f"{show.bold(told['id'])}  {title}\n\n{show.sheet(rows)}"
