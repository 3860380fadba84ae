"""``minibac rules``: a rulebook as a table plays it, one clause and what proves it, one ruling."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import click

from minibac.cli.common import Command, OwnWords, WithJson, WithRules, argument, asks, fail, option
from minibac.voice.said import said, words_of


class Topic(OwnWords):
    """A rulebook, a clause, a ruling or a control by its id."""

    name = "topic"

    def words(self, _ctx: click.Context, incomplete: str) -> Iterable[str]:
        from minibac.rules.clauses import inventory
        from minibac.rules.rulebook import RULEBOOKS

        return (*RULEBOOKS, *(inventory() if "/" in incomplete else ()))


class Ask(WithRules, WithJson):
    """What to show, and under which options."""

    topic: str | None = argument(type=Topic(), required=False, metavar="[RULEBOOK|CLAUSE|RULING|CONTROL]")
    coverage: bool = option(
        is_flag=True,
        help="How many clauses are enforced, attested and shown, each proven, and those that are out or missing.",
    )
    proofs: bool = option(
        is_flag=True, help="Every clause in a row: how it is held, the entry, the tests of both cases."
    )
    controls: bool = option(is_flag=True, help="The controls of regulators and test labs, and which tests prove them.")


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
        "minibac rules seneca --proofs",
        "minibac rules --controls",
    ),
)
@asks(Ask)
def rules(ask: Ask) -> None:
    """Show a rulebook, its options, what it borrows and its rulings; a ruling; a clause or control and what proves it.

    Without an argument it lists the four rulebooks.
    """
    from minibac.cli import rules_text
    from minibac.rules import plain
    from minibac.rules.clauses import UnknownClauseError

    topic, rulebook = ask.topic, _rulebook_id(ask.topic)
    if rulebook is None and (ask.sets or ask.house_file):
        fail(
            said(
                "--set and --house choose the options of a rulebook: name one, as minibac rules section-42 --set "
                "decks=6"
            )
        )
    if ask.controls:
        if topic or ask.coverage or ask.proofs:
            fail(said("--controls counts all controls and stands alone; minibac rules R7 shows one"))
        told, text = plain.controls_plain(), rules_text.controls_text
    elif ask.coverage or ask.proofs:
        if topic and not rulebook:
            no_book = said(
                "--coverage counts the clauses of a rulebook, or of all without one, and '{word}' is no rulebook"
            )
            fail(no_book.about(word=topic))
        if ask.coverage and ask.proofs:
            fail(said("--coverage counts what --proofs lists: ask for one of them"))
        if ask.sets or ask.house_file:
            fail(said("--coverage and --proofs are about the rulebook as printed: leave --set and --house out"))
        told, text = plain.coverage_plain(rulebook), rules_text.coverage_text
        if ask.proofs:
            told, text = plain.proofs_plain(rulebook), rules_text.proofs_text
    elif topic is None:
        told, text = plain.books_plain(), rules_text.books_text
    elif rulebook:
        sample = ask.house_file is None
        told, text = plain.book_plain(ask.house_rules(rulebook)), partial(rules_text.book_text, sample=sample)
    else:
        try:
            told, text = plain.entry_plain(topic), rules_text.entry_text
        except UnknownClauseError as error:
            fail(said("{fault}; minibac rules lists the rulebooks", fault=words_of(error)))
    ask.tell(lambda: told, lambda: text(told))


def _rulebook_id(topic: str | None) -> str | None:
    """The rulebook a topic names, by its id in any letter case or by the first word of its clauses."""
    from minibac.rules.rulebook import PREFIXES, RULEBOOKS

    word = (topic or "").lower()
    return word if word in RULEBOOKS else PREFIXES.get(word)
