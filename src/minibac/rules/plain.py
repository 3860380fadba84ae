"""The rules as plain data: a rulebook as one table plays it, a clause, a ruling, a control, and how much is proven.

There is no other telling of them: the command line, the server and the pages show what is made here.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from minibac.rules.clauses import Clause, UnknownClauseError, find_clause, inventory
from minibac.rules.controls import Control, control_coverage, control_proofs, controls
from minibac.rules.drawing import THIRD_CARDS
from minibac.rules.house_rules import HouseRules
from minibac.rules.layout import layout
from minibac.rules.option_names import named_options
from minibac.rules.options import allowed_words, open_words, typed
from minibac.rules.price_options import price_options
from minibac.rules.proofs import Coverage, Proof, by_document, coverage, proofs
from minibac.rules.rulebook import RULEBOOKS, Option, Proposition, Row, Rulebook, Value, Vigorish, load
from minibac.rules.rulings import Ruling, rulings
from minibac.rules.wager_words import OUTCOMES, odds_text, odds_words, vigorish_rate, vigorish_sign, when_words
from minibac.rules.words import did_you_mean, listed, named
from minibac.voice.said import NOTHING, Said, many, said

Plain = dict[str, Any]


def book_plain(rules: HouseRules) -> Plain:
    """A rulebook as one table plays it, and the clauses it cites."""
    book, felt = rules.rulebook, layout(rules)
    offered = [proposition.id for proposition in rules.propositions]
    told = {
        "rulebook": book.id,
        "held": {name: count for name, count in coverage(document=book.id)._asdict().items() if name != "missing"},
        "name": book.short,
        "title": book.title,
        "kind": book.kind,
        "options": [_option(rules, option) for option in _one_of_each(rules)],
        "choices": _choices(book),
        "names": named_options((*(option.name for option in book.option), *_ruled(book))),
        "fixed": {name: fixed.value for name, fixed in book.fixed.items()},
        "wagers": [_wager(rules, proposition) for proposition in rules.propositions],
        "not_offered": [
            {"id": p.id, "label": p.label, "needs": _needs(p.only)} for p in book.wager if p.id not in offered
        ],
        "paytables": {
            name: {
                "option": paytable.option,
                "columns": list(map(typed, paytable.columns)),
                "rows": paytable.rows,
                "said": {row: _paytable_row(row) for row in paytable.rows},
            }
            for name, paytable in book.paytable.items()
        },
        "drawing": drawing_plain(book),
        "vigorish": [_vigorish(rules, name, vigorish) for name, vigorish in book.vigorish.items()],
        "terms": [
            {"term": t.text, "says": " ".join(find_clause(c).says for c in t.clauses), "clauses": t.clauses}
            for t in book.terms.values()
        ],
        "procedures": {
            name: [named(step, "id", "says", "clauses") for step in steps if rules.applies(step.only)]
            for name, steps in book.procedure.items()
        },
        "remedies": [
            named(remedy, "kind", "disclosed", "banker_draws", "do", "says", "clauses")
            for remedy in book.remedy
            if rules.applies(remedy.only)
        ],
        "layout": {
            "seats": len(felt.seats),
            "areas": [area._asdict() for area in felt.areas],
            "left_out": [area._asdict() for area in felt.left_out],
            "sides": {"seats": "one", "clauses": felt.sides_clauses},
        },
        "signs": [line._asdict() for line in felt.inscriptions],
        "announcements": [
            {"name": name, **named(call, "text", "clauses")} for name, call in book.announcements.items()
        ],
        "borrowed": [named(borrowed, "what", "clauses", "entry") for borrowed in book.borrow],
        "rulings": [ruling_plain(rulings()[entry]) for entry in _entries(book)],
    }
    return told | {"clauses": _clauses(book.id, told)}


def _ruled(book: Rulebook) -> Iterator[str]:
    """What a ruling gives one value."""
    return (name for name, fixed in book.fixed.items() if fixed.ruling)


def _one_of_each(rules: HouseRules) -> Iterable[Option]:
    """Each option once: the statement of it that applies under the chosen values, or the first where none does."""
    stated: dict[str, Option] = {}
    for option in rules.rulebook.option:
        if option.name not in stated or (not rules.applies(stated[option.name].when) and rules.applies(option.when)):
            stated[option.name] = option
    return stated.values()


def _option(rules: HouseRules, option: Option) -> Plain:
    """An option as it stands at the table; one that the others make idle has no value."""
    setting = next((setting for setting in rules.settings if setting.name == option.name), None)
    clauses = (*(setting.clauses if setting else ()), option.clause, *([option.ruling] if option.ruling else []))
    return {
        "name": option.name,
        "value": setting.value if setting else None,
        "chosen": bool(setting and setting.chosen),
        "default": option.default,
        "values": allowed_words(option),
        "said": open_words(option) or None,
        "clauses": tuple(dict.fromkeys(clauses)),
        **named(option, "clause", "ruling", "borrowed"),
        "needs": _needs(option.when),
    }


def _choices(book: Rulebook) -> list[Plain]:
    """Every statement of an option as printed, with its legal values, what it needs, and whether it changes a price."""
    pricing = {name for names in price_options(book).values() for name in names} | {"shuffler"}
    return [
        {
            **named(option, "name", "type"),
            "values": allowed_words(option),
            "said": open_words(option) or None,
            **named(option, "default", "clause", "ruling"),
            "needs": _needs(option.when),
            "least": option.at_least,
            **named(option, "above", "below", "step"),
            "prices": option.name in pricing,
        }
        for option in book.option
    ]


def _needs(only: Mapping[str, tuple[Value, ...]]) -> dict[str, list[str]]:
    return {name: list(map(typed, values)) for name, values in only.items()}


def _wager(rules: HouseRules, proposition: Proposition) -> Plain:
    rows = proposition.lines
    return {
        "id": proposition.id,
        "label": proposition.label,
        "odds": str(odds_text(rules, proposition.id)),
        "said": odds_text(rules, proposition.id),
        "clauses": proposition.clauses,
        "lines": [
            _line(rules, row)
            for number, row in enumerate(rows)
            if row.when not in [earlier.when for earlier in rows[:number]]  # the first that applies decides
        ],
    }


def _line(rules: HouseRules, row: Row) -> Plain:
    when, outcome = when_words(row.when), OUTCOMES[row.outcome]
    odds = odds_words(rules.odds(row.odds)) if row.odds else NOTHING
    return {
        "when": str(when),
        "facts": {fact: list(values) for fact, values in row.when.items()},
        "result": row.outcome,
        "outcome": str(outcome),
        "odds": str(odds) or None,
        "said": {"when": when, "outcome": outcome, "odds": odds},
        "clauses": row.clauses,
    }


def _paytable_row(row: str) -> Said:
    """What a row of a paytable is for: ``win-by-4`` or ``natural``."""
    points = row.removeprefix("win-by-")
    return said("natural") if points == row else said("win by {points}", points=int(points))


def drawing_plain(book: Rulebook) -> Plain:
    """Who draws: the lines that say it, and the tableau of the Banker, a row for each total that is no natural."""
    drawing = book.drawing
    cited = drawing.clauses
    totals = [str(total) for total in range(10) if str(total) not in drawing.natural]
    natural = said("{natural} in two cards of either hand is a natural: nobody draws.", natural=many(drawing.natural))
    player = said(
        "The Player’s Hand draws on {draws} and stays on {stays}.",
        draws=many(drawing.player),
        stays=many(total for total in totals if total not in drawing.player),
    )
    banker = said(
        "The Banker’s Hand draws or stays by its own total and the Player’s third card. "
        "A dash is a Player’s Hand that took none."
    )
    lines = ((natural, cited.natural), (player, cited.player), (banker, cited.banker))
    return {
        "natural": drawing.natural,
        "player": drawing.player,
        "lines": [{"says": str(words), "said": words, "clauses": clauses} for words, clauses in lines],
        "third": THIRD_CARDS[-1] + THIRD_CARDS[:-1],
        "banker": [
            {
                "total": total,
                "draws": drawing.banker.get(total, ""),
                "clauses": list(dict.fromkeys((*cited.rows[total].draws, *cited.rows[total].stands))),
            }
            for total in totals
        ],
    }


def _vigorish(rules: HouseRules, name: str, vigorish: Vigorish) -> Plain:
    """One type of vigorish; that of the table with the words of its sign."""
    chosen = rules.options["vigorish_type"] == name
    rate = vigorish_rate(rules) if chosen else str(vigorish.rate or "")
    if vigorish.rate_option and not chosen:
        rate = listed(allowed_words(next(o for o in rules.rulebook.option if o.name == vigorish.rate_option)))
    return {
        "type": name,
        "chosen": chosen,
        **named(vigorish, "wager", "on", "base"),
        "rate": rate,
        "sign": str(vigorish_sign(rules)) if chosen else None,
        "clauses": (*vigorish.clauses, *vigorish.rounding_clauses),
    }


def _entries(book: Rulebook) -> Iterable[str]:
    """The rulings a rulebook needs: those behind its options first, then its own, then those it borrows by."""
    options, fixed = (option.ruling for option in book.option), (one.ruling for one in book.fixed.values())
    settings = (ruling for ruling in (*options, *fixed) if ruling)
    return dict.fromkeys((*settings, *book.rulings, *(lent.entry for lent in book.borrow if lent.entry)))


def _clauses(document: str, told: object) -> list[Plain]:
    """The document's own clauses in print order, then those of others that something cites."""
    cited, known = set(_words(told)), inventory().values()
    own = [clause for clause in known if clause.document == document]
    lent = [clause for clause in known if clause.document != document and clause.id in cited]
    return [named(clause, "id", "kind", "says", "document") for clause in (*own, *lent)]


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


# ---------------------------------------------------------------------------------- a clause, a ruling, a control


def entry_plain(entry_id: str) -> Plain:
    """Whatever can be cited, in any letter case: a clause, a ruling (``B10``) or a control (``R13``).

    >>> entry_plain("r13")["kind"], entry_plain("S42/B/1/I/a")["id"]
    ('control', 's42/b/1/i/A')
    """
    if entry_id.upper() in controls():
        return control_plain(controls()[entry_id.upper()])
    if entry_id.upper() in rulings():
        return ruling_plain(rulings()[entry_id.upper()])
    folded = {clause_id.lower(): clause_id for clause_id in inventory()}
    known = entry_id if entry_id in inventory() else folded.get(entry_id.lower())
    if known is None:
        near = did_you_mean(entry_id, (*RULEBOOKS, *inventory(), *rulings(), *controls()))
        unknown = said("there is no clause, ruling or control '{entry}'{did_you_mean}", entry=entry_id)
        raise UnknownClauseError(unknown.about(did_you_mean=near))
    return clause_plain(inventory()[known])


def clause_plain(clause: Clause) -> Plain:
    """A clause, what the program does with it, and what proves it. One that is out has nothing to prove."""
    proof = proofs().get(clause.id, Proof())
    options = (
        option.name
        for option in load(clause.document).option
        if clause.id in (option.clause, *(cited for more in option.clauses.values() for cited in more))
    )
    return {
        **named(
            clause, "id", "document", "kind", "held", "says", "software", "depends", "capability", "values", "lines"
        ),
        "options": list(dict.fromkeys(options)),
        "rulings": [entry.id for entry in rulings().values() if clause.id in entry.clauses],
        "out": clause.is_out,
        "proven": not clause.is_out and proof.proves(clause),
        **named(proof, "keeps", "breaks", "entries"),
    }


def proofs_plain(document: str | None = None) -> Plain:
    """Every clause in a row: how it is held, by which entries it was seen, and the tests of both cases."""
    chosen = [clause for clause in inventory().values() if document in (None, clause.document)]
    return {"clauses": [_proof_row(clause) for clause in chosen]}


def _proof_row(clause: Clause) -> Plain:
    proof = proofs().get(clause.id, Proof())
    return {
        **named(clause, "id", "held"),
        **named(proof, "entries", "keeps", "breaks"),
        "proven": not clause.is_out and proof.proves(clause),
        "out": clause.software if clause.is_out else None,
    }


def ruling_plain(entry: Ruling) -> Plain:
    """A ruling, and the options that put it into the house's hands: their defaults and legal values, or the one."""
    settings = {name: list(_settings(load(name), entry.id)) for name in RULEBOOKS}
    return {
        "id": entry.id,
        "document": "rulings",
        "kind": "ruling",
        "title": entry.title,
        "says": entry.problem,
        "software": entry.resolution,
        "why": entry.why,
        "clauses": entry.clauses,
        "choice": entry.is_choice,
        "rulebooks": [name for name in RULEBOOKS if settings[name] or entry.id in load(name).rulings],
        "options": {
            name: list(dict.fromkeys(setting["name"] for setting in found)) for name, found in settings.items() if found
        },
        "settings": {name: found for name, found in settings.items() if found},
        "out": False,
        "proven": False,
        "keeps": (),
        "breaks": (),
    }


def _settings(book: Rulebook, ruling: str) -> Iterator[Plain]:
    """The options of a rulebook that answer a ruling, and what has one value there."""
    for option in book.option:
        if option.ruling == ruling:
            legal = {"values": allowed_words(option), "said": open_words(option) or None, "needs": _needs(option.when)}
            yield {**named(option, "name", "default"), **legal}
    for name, fixed in book.fixed.items():
        if fixed.ruling == ruling:
            yield {"name": name, "default": fixed.value, "values": (typed(fixed.value),), "said": None, "needs": {}}


def control_plain(entry: Control) -> Plain:
    """A control, where it comes from, and the tests that prove it."""
    tests = control_proofs().get(entry.id, ())
    return {
        "id": entry.id,
        "document": "controls",
        "kind": "control",
        "says": entry.requirement,
        "software": entry.note,
        "source": entry.source,
        "out": entry.out or None,
        "proven": bool(tests) and not entry.out,
        "keeps": tests,
        "breaks": (),
    }


# ----------------------------------------------------------------------------------------------- how much is proven


def books_plain() -> Plain:
    """The four rulebooks in short."""
    return {
        "rulebooks": [
            {
                "rulebook": name,
                **named(load(name), "title", "kind"),
                "wagers": [wager.id for wager in load(name).wager],
                **named(counted, "clauses", "proven"),
            }
            for name, counted in by_document().items()
        ]
    }


def coverage_plain(document: str | None = None) -> Plain:
    """How much of the inventory is proven, in all and for each document, and every clause that is not."""
    documents = by_document() if document is None else by_document([document])
    return {
        **_counted(coverage(document=document), document),
        "documents": {name: _counted(counted, name) for name, counted in documents.items()},
    }


def _counted(counted: Coverage, document: str | None) -> Plain:
    out = [clause for clause in inventory().values() if clause.is_out and document in (None, clause.document)]
    return {
        **counted._asdict(),
        "out_clauses": [{"clause": clause.id, "says": clause.says, "why": clause.software} for clause in out],
    }


def controls_plain() -> Plain:
    """How many controls are proven, and each of them with its tests."""
    return {**control_coverage()._asdict(), "list": [control_plain(entry) for entry in controls().values()]}
