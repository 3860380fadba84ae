"""A rulebook on the wire: what a document says under the options of one table, with every clause of it.

The rules page is made from this and from nothing else, and so is the list of options in the odds lab.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from minibac.play.propositions import priced
from minibac.play.reasons import odds_text
from minibac.play.wager_words import OUTCOMES, odds_words, when_words
from minibac.rules.clauses import find_clause, inventory
from minibac.rules.controls import control_proofs, controls
from minibac.rules.house_rules import HouseRules
from minibac.rules.layout import layout
from minibac.rules.options import allowed_words, typed
from minibac.rules.proofs import Proof, proofs
from minibac.rules.rulebook import Option, Row
from minibac.rules.rulings import Ruling, rulings


def rules_plain(rules: HouseRules) -> dict[str, Any]:
    """A rulebook as one table plays it."""
    book = rules.rulebook
    offered = {wager: price.proposition for wager, price in priced(rules).items()}
    felt = layout(rules)
    told = {
        "rulebook": book.id,
        "name": book.short,
        "title": book.title,
        "kind": book.kind,
        "options": [
            {"name": s.name, "value": s.value, "clauses": s.clauses, "chosen": s.chosen, "borrowed": s.borrowed}
            for s in rules.settings
        ],
        "choices": choices_plain(rules),
        "wagers": [
            {
                "id": wager,
                "label": proposition.label,
                "odds": odds_text(rules, wager),
                "clauses": proposition.clauses,
                "lines": [_line(rules, row) for row in proposition.row],
            }
            for wager, proposition in offered.items()
        ],
        "not_offered": [
            {"id": p.id, "label": p.label, "needs": {name: list(map(typed, values)) for name, values in p.only.items()}}
            for p in book.wager
            if p.id not in offered
        ],
        "paytables": {
            name: {"option": paytable.option, "columns": list(map(typed, paytable.columns)), "rows": paytable.rows}
            for name, paytable in book.paytable.items()
        },
        "drawing": {
            "natural": book.drawing.natural,
            "player": book.drawing.player,
            "banker": dict(book.drawing.banker),
            "clauses": {
                "natural": book.drawing.clauses.natural,
                "player": book.drawing.clauses.player,
                "banker": book.drawing.clauses.banker,
                "rows": {
                    total: list(dict.fromkeys((*row.draws, *row.stands)))
                    for total, row in book.drawing.clauses.rows.items()
                },
            },
        },
        "procedures": {
            name: [{"id": s.id, "says": s.says, "clauses": s.clauses} for s in steps if rules.applies(s.only)]
            for name, steps in book.procedure.items()
        },
        "remedies": [{"kind": r.kind, "says": r.says, "clauses": r.clauses} for r in book.remedy],
        "announcements": [{"text": call.text, "clauses": call.clauses} for call in book.announcements.values()],
        "signs": [{"text": line.text, "where": line.where, "clauses": line.clauses} for line in felt.inscriptions],
        "borrowed": [{"what": b.what, "clauses": b.clauses, "entry": b.entry} for b in book.borrow],
        "rulings": [_ruling(rules, r) for r in rulings().values() if r.id in _entries(rules)],
    }
    return told | {"clauses": _clauses(book.id, told)}


def choices_plain(rules: HouseRules) -> list[dict[str, Any]]:
    """Every option of the rulebook as printed, with its legal values, what it needs, and whether it changes a price."""
    from minibac.odds.catalogue import price_options

    pricing = {name for names in price_options(rules.rulebook).values() for name in names} | {"shuffler"}
    return [_choice(option, pricing) for option in rules.rulebook.option]


def _choice(option: Option, pricing: set[str]) -> dict[str, Any]:
    return {
        "name": option.name,
        "type": option.type,
        "values": allowed_words(option),
        "default": option.default,
        "clause": option.clause,
        "ruling": option.ruling,
        "needs": {name: list(map(typed, values)) for name, values in option.when.items()},
        "least": option.at_least,
        "above": option.above,
        "below": option.below,
        "step": option.step,
        "prices": option.name in pricing,
    }


def _line(rules: HouseRules, row: Row) -> dict[str, Any]:
    return {
        "when": when_words(row.when),
        "facts": {fact: list(values) for fact, values in row.when.items()},
        "result": row.outcome,
        "outcome": OUTCOMES[row.outcome],
        "odds": odds_words(rules.odds(row.odds)) if row.odds else None,
        "clauses": row.clauses,
    }


def _entries(rules: HouseRules) -> set[str]:
    book = rules.rulebook
    return {*book.rulings, *(o.ruling for o in book.option if o.ruling), *(b.entry for b in book.borrow if b.entry)}


def _ruling(rules: HouseRules, entry: Ruling) -> dict[str, Any]:
    return {
        "id": entry.id,
        "title": entry.title,
        "problem": entry.problem,
        "resolution": entry.resolution,
        "why": entry.why,
        "clauses": entry.clauses,
        "options": list(dict.fromkeys(o.name for o in rules.rulebook.option if o.ruling == entry.id)),
    }


def _clauses(document: str, told: object) -> list[dict[str, Any]]:
    """The document's own clauses in print order, then those of others that something cites."""
    cited = set(_words(told))
    known = inventory().values()
    found = [c for c in known if c.document == document]
    found += [c for c in known if c.document != document and c.id in cited]
    return [{"id": c.id, "kind": c.kind, "says": c.says, "document": c.document} for c in found]


def _words(told: object) -> Iterator[str]:
    """Every text in a plain value, however deep."""
    if isinstance(told, str):
        yield told
    elif isinstance(told, Mapping):
        for value in told.values():
            yield from _words(value)
    elif isinstance(told, list | tuple):
        for value in told:
            yield from _words(value)


def clause_plain(clause_id: str) -> dict[str, Any]:
    """Whatever a refusal may cite: a clause, a ruling (``B10``) or a control (``R13``), and what proves it."""
    if clause_id in controls():
        entry = controls()[clause_id]
        tests = control_proofs().get(clause_id, ())
        return _looked_up(
            clause_id, "controls", "control", entry.requirement, entry.note, proven=bool(tests), keeps=tests
        )
    if clause_id in rulings():
        found = rulings()[clause_id]
        return _looked_up(clause_id, "rulings", "ruling", f"{found.title}. {found.problem}", found.resolution)
    clause = find_clause(clause_id)
    proof = proofs().get(clause.id, Proof())
    return _looked_up(
        clause.id,
        clause.document,
        clause.kind,
        clause.says,
        clause.software,
        depends=clause.depends,
        proven=clause.is_out or proof.proves(clause),
        keeps=proof.keeps,
        breaks=proof.breaks,
    )


def _looked_up(
    clause_id: str,
    document: str,
    kind: str,
    says: str,
    software: str,
    *,
    depends: tuple[str, ...] = (),
    proven: bool = False,
    keeps: tuple[str, ...] = (),
    breaks: tuple[str, ...] = (),
) -> dict[str, Any]:
    return {
        "id": clause_id,
        "document": document,
        "kind": kind,
        "says": says,
        "software": software,
        "depends": depends,
        "proven": proven,
        "keeps": keeps,
        "breaks": breaks,
    }
