"""A rulebook on the page: what the document says, under the options of one table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from minibac.cli import text as show
from minibac.play.wager_words import OUTCOMES, odds_words, when_words
from minibac.rules.clauses import find_clause
from minibac.rules.drawing import THIRD_CARDS
from minibac.rules.house_rules import HouseRules
from minibac.rules.layout import layout
from minibac.rules.options import allowed_words, typed
from minibac.rules.rulebook import Cited, Option, Proposition, Value, Vigorish
from minibac.rules.rulings import rulings
from minibac.rules.words import listed


def book_json(rules: HouseRules) -> dict[str, Any]:
    """Everything a reader wants to know of a rulebook, as plain data."""
    book = rules.rulebook
    felt = layout(rules)
    offered = {proposition.id: proposition for proposition in rules.propositions}
    by_options = list(dict.fromkeys(option.ruling for option in book.option if option.ruling))
    known = rulings()
    return {
        "rulebook": book.id,
        "title": book.title,
        "kind": book.kind,
        "options": [_option(rules, option) for option in _one_of_each(rules)],
        "fixed": {name: fixed.value for name, fixed in book.fixed.items()},
        "wagers": [_wager(rules, proposition) for proposition in offered.values()],
        "not_offered": [
            {"wager": p.id, "label": p.label, "needs": {name: list(values) for name, values in p.only.items()}}
            for p in book.wager
            if p.id not in offered
        ],
        "paytables": {
            name: {"option": paytable.option, "columns": list(paytable.columns), "rows": dict(paytable.rows)}
            for name, paytable in book.paytable.items()
        },
        "drawing": {
            "natural": book.drawing.natural,
            "player": book.drawing.player,
            "banker": {str(total): book.drawing.banker.get(str(total), "") for total in range(10)},
            "clauses": {
                total: list(dict.fromkeys((*row.draws, *row.stands)))
                for total, row in book.drawing.clauses.rows.items()
            },
        },
        "vigorish": [_vigorish(rules, name, vigorish) for name, vigorish in book.vigorish.items()],
        "terms": [_term(term) for term in book.terms.values()],
        "remedies": [
            {
                "kind": remedy.kind,
                "disclosed": remedy.disclosed,
                "banker_draws": remedy.banker_draws,
                "do": list(remedy.do),
                "says": remedy.says,
                "clauses": list(remedy.clauses),
            }
            for remedy in book.remedy
            if rules.applies(remedy.only)
        ],
        "borrows": [{"what": b.what, "clauses": list(b.clauses), "ruling": b.entry} for b in book.borrow],
        "rulings": [
            {"ruling": entry, "title": known[entry].title, "options": _options_of(rules, entry)}
            for entry in dict.fromkeys((*by_options, *book.rulings))
        ],
        "layout": {
            "seats": len(felt.seats),
            "areas": [
                {"area": a.id, "label": a.label, "per_seat": a.per_seat, "clauses": list(a.clauses)} for a in felt.areas
            ],
        },
        "signs": [{"text": i.text, "where": i.where, "clauses": list(i.clauses)} for i in felt.inscriptions],
        "announcements": {
            name: {"text": call.text, "clauses": list(call.clauses)} for name, call in book.announcements.items()
        },
    }


def _one_of_each(rules: HouseRules) -> Iterable[Option]:
    """Each option once: the statement of it that applies under the chosen values, or the first where none does."""
    found: dict[str, Option] = {}
    for option in rules.rulebook.option:
        if option.name not in found or (not rules.applies(found[option.name].when) and rules.applies(option.when)):
            found[option.name] = option
    return found.values()


def _option(rules: HouseRules, option: Option) -> dict[str, Any]:
    setting = next((setting for setting in rules.settings if setting.name == option.name), None)
    return {
        "option": option.name,
        "value": setting.value if setting else None,
        "chosen": bool(setting and setting.chosen),
        "default": option.default,
        "allowed": list(allowed_words(option)),
        "clause": option.clause,
        "ruling": option.ruling,
        "borrowed": option.borrowed,
        "needs": {name: list(values) for name, values in option.when.items()},
    }


def _wager(rules: HouseRules, proposition: Proposition) -> dict[str, Any]:
    return {
        "wager": proposition.id,
        "label": proposition.label,
        "clauses": list(proposition.clauses),
        "lines": [
            {
                "outcome": row.outcome,
                "odds": str(rules.odds(row.odds)) if row.odds else None,
                "when": {name: list(values) for name, values in row.when.items()},
                "clauses": list(row.clauses),
            }
            for number, row in enumerate(proposition.row)
            if row.when not in [earlier.when for earlier in proposition.row[:number]]  # the first that applies decides
        ],
    }


def _vigorish(rules: HouseRules, name: str, vigorish: Vigorish) -> dict[str, Any]:
    chosen = rules.options["vigorish_type"] == name
    rate = str(vigorish.rate or "")
    if vigorish.rate_option:
        rates = (option for option in rules.rulebook.option if option.name == vigorish.rate_option)
        rate = str(rules.options[vigorish.rate_option]) if chosen else listed(allowed_words(next(rates)))
    return {
        "type": name,
        "chosen": chosen,
        "wager": vigorish.wager,
        "on": vigorish.on,
        "base": vigorish.base,
        "rate": rate,
        "clauses": [*vigorish.clauses, *vigorish.rounding_clauses],
    }


def _term(term: Cited) -> dict[str, Any]:
    """A term of the document and what its clause says it means."""
    said = [find_clause(clause).says for clause in term.clauses]
    return {"term": term.text, "says": " ".join(said), "clauses": list(term.clauses)}


def _options_of(rules: HouseRules, entry: str) -> list[str]:
    return list(dict.fromkeys(option.name for option in rules.rulebook.option if option.ruling == entry))


# ----------------------------------------------------------------------------------------------------------------- text


def book_text(told: Mapping[str, Any]) -> str:
    """The same for a person to read."""
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
    if told["borrows"]:
        rows = [[b["what"], b["ruling"], ", ".join(b["clauses"])] for b in told["borrows"]]
        sections.append(_section("Borrowed, where the guide is silent", show.table(rows, ["what", "ruling", "from"])))
    sections.append(_section("Layout", _layout_text(told["layout"])))
    if told["signs"]:
        rows = [[sign["where"], sign["clauses"][0], sign["text"]] for sign in told["signs"]]
        sections.append(_section("Written at the table", show.table(rows, ["on", "clause", "words"])))
    rows = [[c["text"], ", ".join(c["clauses"])] for c in told["announcements"].values()]
    sections.append(_section("Announcements", show.table(rows, ["the dealer calls", "clause"])))
    rows = [[entry["ruling"], ", ".join(entry["options"]), entry["title"]] for entry in told["rulings"]]
    sections.append(_section("Rulings", show.table(rows, ["ruling", "option", "about"])))
    return "\n\n".join(sections)


def table_text(rules: HouseRules) -> str:
    """What a guest at the table asks for: what the wagers pay, and who draws."""
    told = book_json(rules)
    return (
        f"{_section('Wagers', _wagers_text(told['wagers']))}\n\n{_section('Who draws', _drawing_text(told['drawing']))}"
    )


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
            [option["option"], value, option["clause"], listed(option["allowed"]), ", ".join(n for n in notes if n)]
        )
    idle = [row for row in rows if "idle" in row[1]]
    active = [[*row[:3], row[3] + (f"  [{row[4]}]" if row[4] else "")] for row in rows if row not in idle]
    lines = [show.table(active, ["option", "value", "clause", "allowed"])]
    if idle:
        quiet = [[row[0], row[2], row[1].replace("idle: ", "")] for row in idle]
        lines.append(show.table(quiet, ["without meaning here", "clause", "why"]))
    return "\n\n".join(lines)


def _needs(needs: Mapping[str, Sequence[Value]]) -> str:
    return listed((f"{name}={listed(map(typed, values))}" for name, values in needs.items()), "and")


def _wagers_text(wagers: Sequence[Mapping[str, Any]]) -> str:
    rows = []
    for wager in wagers:
        name = show.bold(wager["wager"])
        for line in wager["lines"]:
            pays = OUTCOMES[line["outcome"]]
            if line["odds"]:
                pays += f" {odds_words(Fraction(line['odds']))}"
            rows.append([name, pays, (line["clauses"] or [""])[0], when_words(line["when"]) or "otherwise"])
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
    return show.table([[w["wager"], w["label"], _needs(w["needs"])] for w in wagers], ["wager", "", "needs"])


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
    rows = [
        [total, *(show.bold("D") if third in draws else "·" for third in columns), ", ".join(drawing["clauses"][total])]
        for total, draws in drawing["banker"].items()
        if total not in drawing["natural"]
    ]
    return "\n".join(first) + "\n\n" + show.table(rows, ["Banker", *columns.replace("-", "–"), "clause"], right=[0])


def _layout_text(felt: Mapping[str, Any]) -> str:
    rows = [
        [a["area"], "each seat" if a["per_seat"] else "once", ", ".join(a["clauses"]), a["label"]]
        for a in felt["areas"]
    ]
    table = show.table(rows, ["area", "for", "clause", "printed"])
    return f"  {felt['seats']} seats, numbered from the dealer's right\n\n{table}"
