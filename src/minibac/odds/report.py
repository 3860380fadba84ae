"""A report of prices that somebody else can check and reproduce, as HTML or PDF (extra ``report``).

The same call gives the same bytes: no dates, no random ids, no fonts of the machine. The report names the rulebook and
every option with its clause, prints each price as an exact fraction with its combinations, and ends with hashes of
the program, the rulebook, the options and the numbers.
"""

import hashlib
import math
from base64 import b64encode
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from shlex import quote
from typing import Any

import msgspec

from minibac import __version__
from minibac.cards.card import RANKS
from minibac.cards.composition import decks
from minibac.odds.charts import Chart, charts
from minibac.odds.plain import odds_plain, options_plain, pays
from minibac.odds.prices import Odds, Price
from minibac.odds.removal import CARDS_FOR_ZERO_SUM, Removal, removal
from minibac.play.results import PAIR_LAYERS, POINT_CODES
from minibac.rules.house_rules import Setting
from minibac.rules.options import typed
from minibac.rules.rulebook import Row
from minibac.rules.rulings import rulings
from minibac.rules.words import counted
from minibac.voice.documents import environment, pdf

TEMPLATES = files("minibac.odds").joinpath("templates")
DEFAULT_COUPS = 100_000
LEVELS = {"95": 1.959963984540054, "99": 2.5758293035489004}
"""Two-sided intervals of the normal distribution, and how many standard deviations they span."""

PROGRAM = ("rulebooks", "rules", "cards", "play", "odds")
"""The packages that a price comes from; their sources are hashed."""

PDF_TIMESTAMP = 946684800
"""Every report claims the first second of 2000, so that the day of printing leaves no trace."""


def write_report(odds: Odds, path: Path, *, coups: int = DEFAULT_COUPS) -> None:
    """Write a report to a file; its name says in which form."""
    render = pdf_report if path.suffix.lower() == ".pdf" else html_report
    path.write_bytes(render(odds, coups=coups))


def html_report(odds: Odds, *, coups: int = DEFAULT_COUPS) -> bytes:
    """The report as one HTML file with its pictures inside."""
    effects = removal(odds)
    pictures = [
        _picture(chart, f"data:image/svg+xml;base64,{b64encode(chart.svg).decode()}") for chart in charts(odds, effects)
    ]
    template = environment(TEMPLATES).get_template("report.html.jinja")
    return template.render(**report_data(odds, effects, coups), charts=pictures).encode()


def pdf_report(odds: Odds, *, coups: int = DEFAULT_COUPS) -> bytes:
    """The report as PDF, set by Typst."""
    effects = removal(odds)
    drawn = charts(odds, effects)
    pictures = [_picture(chart, f"{chart.name}.svg") for chart in drawn]
    data = report_data(odds, effects, coups) | {"charts": pictures}
    return pdf(TEMPLATES, "report", data, PDF_TIMESTAMP, {f"{chart.name}.svg": chart.svg for chart in drawn})


def _picture(chart: Chart, source: str) -> dict[str, str]:
    return {"name": chart.name, "caption": chart.caption, "alt": chart.alt, "source": source}


# -------------------------------------------------------------------------------------------------------- what it says


def report_data(odds: Odds, effects: Removal, coups: int) -> dict[str, Any]:
    """Everything a report says, as words and numbers ready to be set."""
    rules, book = odds.rules, odds.rules.rulebook
    whole = "" if odds.composition == decks(odds.decks_in_shoe) else f" of {52 * odds.decks_in_shoe}"
    shoe = counted(odds.decks_in_shoe, "deck") + (", outside the rulebook" if odds.outside_rulebook else "")
    facts = [
        ("Rulebook", f"{book.title} ({book.id})"),
        ("Shoe", f"{shoe}, {counted(odds.cards, 'card')} left{whole}"),
        ("Cards left, A to K", " ".join(map(str, odds.composition))),
        ("Ordered draws", f"{odds.table.total:,}"),
        ("Program", f"minibac {__version__}"),
    ]
    if odds.stake_cents is not None:
        facts.insert(3, ("Stake", f"{odds.stake_cents} cents; vigorish as rounded at it"))
    return {
        "title": f"Prices of the wagers of {book.short}",
        "subtitle": f"{shoe}, {counted(odds.cards, 'card')}" + (f", {choices}" if (choices := _chosen(odds)) else ""),
        "facts": facts,
        "notes": [f"{note[0].upper()}{note[1:]}." for note in odds.notes],
        "winners": [
            [name.capitalize(), _percent(odds.outcomes[name]), f"{count:,}", str(odds.outcomes[name])]
            for name, count in odds.combinations.items()
        ],
        "prices": [
            [
                price.label,
                _percent(price.edge),
                "-" if price.edge_ties_excluded is None else _percent(price.edge_ties_excluded),
                f"{price.standard_deviation:.6f}",
                _percent(price.hit_frequency),
                str(price.edge),
            ]
            for price in odds
        ],
        "wagers": [_wager(odds, price) for price in odds],
        "options": [
            [each.name, typed(options_plain(odds)[each.name]), ", ".join(each.clauses), _whence(each)]
            for each in rules.settings
        ],
        "rulings": [
            [entry.id, entry.title, ", ".join(entry.clauses), entry.resolution.replace("`", "")]
            for entry in (rulings()[name] for name in book.rulings)
        ],
        "hold": _hold(odds, coups),
        "coups": f"{coups:,}",
        "effects": _effects(effects),
        "house_money": _house_money(odds),
        "checks": _checks(odds, effects),
        "hashes": _hashes(odds),
        "command": command_line(odds, coups),
    }


def _percent(value: Fraction | float, digits: int = 6) -> str:
    return f"{100 * float(value):.{digits}f} %"


def _chosen(odds: Odds) -> str:
    defaults = {(option.name, option.default) for option in odds.rules.rulebook.option}
    return ", ".join(
        f"{setting.name}={typed(setting.value)}"
        for setting in odds.rules.settings
        if (setting.name, setting.value) not in defaults
    )


def _whence(setting: Setting) -> str:
    words = ["chosen" if setting.chosen else "default"]
    words += ["borrowed"] if setting.borrowed else []
    words += [f"ruling {setting.ruling}"] if setting.ruling else []
    return ", ".join(words)


def _wager(odds: Odds, price: Price) -> dict[str, Any]:
    proposition = odds.laid[price.wager].wager.proposition
    own = " (the reader's own wager)" if price.own else ""
    return {
        "id": price.wager,
        "label": f"{price.label}{own}",
        "clauses": ", ".join(proposition.clauses),
        "edge": _percent(price.edge, 8),
        "edge_exact": str(price.edge),
        "variance": f"{float(price.variance):.8f}",
        "variance_exact": str(price.variance),
        "outcomes": [
            [
                chance.outcome,
                pays(chance.pays),
                f"{chance.combinations:,}",
                _percent(chance.probability),
                str(chance.probability),
            ]
            for chance in price.outcomes
        ],
        "lines": [_line(odds, row) for row in proposition.row],
    }


def _line(odds: Odds, row: Row) -> list[str]:
    """One line of a wager: when it applies, what becomes of the stake, the odds, and the clauses."""

    def words(name: str, values: Iterable[object]) -> str:
        shown = [str(value).lower() if isinstance(value, bool) else str(value) for value in values]
        return f"{name.replace('_', ' ')}: {' or '.join(shown)}"

    when = "; ".join(words(name, values) for name, values in row.when.items()) or "everything else"
    pays = f"{odds.rules.odds(row.odds)} to 1" if row.odds else ""
    return [when, row.outcome, pays, ", ".join(row.clauses)]


def _hold(odds: Odds, coups: int) -> list[list[str]]:
    """What the house expects to keep of one unit on each of so many coups, and how far chance may carry it."""
    rows = []
    for price in odds:
        spread = price.standard_deviation / math.sqrt(coups)
        edge = float(price.edge)
        spans = (f"{100 * (edge - z * spread):+.4f} to {100 * (edge + z * spread):+.4f} %" for z in LEVELS.values())
        rows.append([price.label, f"{coups * edge:,.1f}", f"{spread * coups:,.1f}", *spans])
    return rows


def _effects(effects: Removal) -> dict[str, Any]:
    ranks = [rank.value for rank in RANKS if any(rank.value in each.effects for each in effects)]
    return {
        "ranks": ranks,
        "rows": [[each.wager, *(f"{10000 * float(each.effects[rank]):+.2f}" for rank in ranks)] for each in effects],
        "counts": [
            [
                each.wager,
                *(f"{count.tags[rank]:+d}" if count.tags[rank] else "0" for rank in ranks),
                f"{count.correlation:.3f}",
                "never" if count.trigger is None else f"{count.trigger:.1f}",
            ]
            for each in effects
            if any(each.effects.values())
            for count in [each.count(2)]
        ],
    }


def _house_money(odds: Odds) -> dict[str, Any] | None:
    if "house-money" not in odds.laid:
        return None
    from minibac.odds.house_money import TARGETS, house_money_choice

    choice = house_money_choice(odds.rules, odds.composition)
    return {
        "portion": "all" if choice.portion == 1 else str(choice.portion),
        "rows": [
            [
                target.capitalize(),
                _percent(choice.worth(target)),
                _percent(choice.edge(target)),
                _percent(choice.frequency(target), 2),
                choice.sentence(target),
            ]
            for target in TARGETS
        ],
    }


def _checks(odds: Odds, effects: Removal) -> list[list[str]]:
    """What the program verified while it wrote this report."""
    joint = [odds.joint.by_code[layer * POINT_CODES : (layer + 1) * POINT_CODES] for layer in range(PAIR_LAYERS)]
    expected = math.perm(odds.cards, min(6, odds.cards))
    pairs_left_out = tuple(map(sum, zip(*joint, strict=True)))
    added_up = [sum(chance.combinations for chance in price.outcomes) for price in odds]
    checks = [
        ("The result table counts every ordered draw once", sum(odds.table.by_code) + odds.table.void == expected),
        ("Outcomes of each wager add up to all draws", all(each == expected for each in added_up)),
        ("The table with pairs, pairs left out, is the table without", pairs_left_out == odds.table.by_code),
    ]
    if odds.cards >= CARDS_FOR_ZERO_SUM:
        checks.append(
            ("Count times effect of removal adds up to zero", all(each.weighted_sum == 0 for each in effects))
        )
    return [[what, "holds exactly" if holds else "FAILS"] for what, holds in checks]


def _hashes(odds: Odds) -> list[list[str]]:
    book = files("minibac.rulebooks").joinpath(f"{odds.rules.rulebook.id}.toml").read_bytes()
    own = [laid.wager.proposition for laid in odds.laid.values() if laid.own]
    rows = [
        ["Program (sources of rules, cards, play and odds)", program_hash()],
        ["Rulebook", _sha256(book)],
        ["Options", _sha256(msgspec.json.encode(options_plain(odds), order="sorted"))],
        ["Numbers (JSON, keys sorted)", _sha256(msgspec.json.encode(odds_plain(odds), order="sorted"))],
    ]
    if own:
        rows.insert(3, ["Own wagers", _sha256(msgspec.json.encode(own, order="sorted"))])
    return rows


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@cache
def program_hash() -> str:
    """One hash over the sources that a price comes from: names and contents, in the order of names."""
    digest = hashlib.sha256()
    for package in PROGRAM:
        for name, source in sorted(_sources(files("minibac").joinpath(package), package)):
            digest.update(f"{name} {_sha256(source)}\n".encode())
    return digest.hexdigest()


def _sources(folder: Traversable, place: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        name = f"{place}/{entry.name}"
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from _sources(entry, name)
        elif entry.name.endswith((".py", ".toml", ".typ", ".jinja")):
            yield name, entry.read_bytes()


def command_line(odds: Odds, coups: int) -> str:
    """The command that gives these numbers again."""
    words = ["minibac", "odds", odds.rules.rulebook.id]
    for setting in odds.rules.settings:
        if setting.chosen:
            words += ["--set", f"{setting.name}={typed(setting.value)}"]
    if odds.outside_rulebook:
        words += ["--decks", str(options_plain(odds)["decks"])]
    if odds.composition != decks(odds.decks_in_shoe):
        words += ["--counts", ",".join(map(str, odds.composition))]
    if odds.stake_cents is not None:
        words += ["--stake", str(odds.stake_cents)]
    if any(laid.own for laid in odds.laid.values()):
        words += ["--own", "FILE.toml"]
    if len(odds.laid) < len(odds.rules.propositions):
        words += [word for name in odds.laid for word in ("--wager", name)]
    if coups != DEFAULT_COUPS:
        words += ["--coups", str(coups)]
    return " ".join(quote(word) for word in [*words, "--report", "prices.pdf"])
