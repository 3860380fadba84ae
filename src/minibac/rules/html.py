"""How rules look in a notebook: what a rulebook leaves open, every option of a table with its clause, a clause."""

from minibac.display.tables import facts_html, table_html
from minibac.rules.clauses import Clause
from minibac.rules.house_rules import HouseRules
from minibac.rules.options import allowed_words, typed
from minibac.rules.rulebook import Rulebook


def house_rules_html(rules: HouseRules) -> str:
    """What the table plays: each option, its value, where that comes from, and the clauses that allow it."""
    rows = []
    for setting in rules.settings:
        came = "chosen" if setting.chosen else "borrowed" if setting.borrowed else "default"
        cited = (*setting.clauses, *((setting.ruling,) if setting.ruling else ()))
        rows.append((setting.name, typed(setting.value), came, " ".join(cited)))
    wagers = ", ".join(proposition.label for proposition in rules.propositions)
    caption = f"{rules.rulebook.short}: {wagers}"
    return table_html(("option", "value", "from", "clauses"), rows, caption, 4)


def rulebook_html(book: Rulebook) -> str:
    """What the document leaves to a house: each option, its legal values, its default, and where it counts."""
    rows = []
    for option in book.option:
        default = "" if option.default is None else typed(option.default)
        when = "; ".join(f"{name}={' or '.join(map(typed, values))}" for name, values in option.when.items())
        rows.append((option.name, ", ".join(allowed_words(option)), default, when, option.clause))
    wagers = ", ".join(proposition.label for proposition in book.wager)
    return table_html(("option", "may be", "unless told", "where", "clause"), rows, f"{book.title}: {wagers}", 5)


def clause_html(clause: Clause) -> str:
    """What a clause says, and what the program does with it."""
    held = {"says": clause.says, "here": clause.software, "held": clause.held, "kind": clause.kind}
    more = {"values": ", ".join(clause.values), "depends on": ", ".join(clause.depends)}
    return facts_html(
        {name: said for name, said in {**held, **more}.items() if said}, f"{clause.id}, {clause.document}"
    )
