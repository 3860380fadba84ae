"""The dossier as a document that a laboratory can file, set by Typst, in English (extra ``report``).

It carries no date: the same call gives the same bytes. Hashes and fractions are plain text that can be copied; the hash
of the wager is that of its file, and the hash of the numbers is that of what ``--json`` prints.
"""

import math
from collections.abc import Sequence
from importlib.resources import files
from shlex import quote
from typing import Any, NamedTuple

import msgspec

from minibac import __version__
from minibac.lab.dossier import Dossier
from minibac.lab.dossier_chart import count_chart, drawn_steps, effects_chart
from minibac.lab.dossier_text import (
    STEP_HEADS,
    VOLATILITY,
    WORTH_HEADS,
    Source,
    bankroll_said,
    check_said,
    dossier_plain,
    effects_lines,
    hour_said,
    kind_said,
    nothing_said,
    priced_said,
    steps,
    tag_names,
    tag_rows,
    tags_word,
    varied_word,
    worth_cells,
)
from minibac.lab.dossier_text import WHAT as VARIED
from minibac.odds.plain import options_plain, pays
from minibac.odds.report import PDF_TIMESTAMP, PROGRAM, in_lines, line_words, percent, program_hash, sha256, sheet
from minibac.odds.unreached import unreached_said
from minibac.rules.drawing import STOOD
from minibac.rules.names import OUTCOMES
from minibac.rules.options import typed
from minibac.simulate.counting import VALUES
from minibac.simulate.findings import Measure
from minibac.simulate.study_text import BURN_SAID, Subject, chance_said, treatment_said
from minibac.voice.documents import pdf
from minibac.voice.said import Said, said

TEMPLATES = files("minibac.lab").joinpath("templates")

COUPS = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
"""The hold is told over so many coups."""

LEVELS = {"90 %": VOLATILITY, "95 %": 1.959963984540054, "99 %": 2.5758293035489004}

PACKAGES = (*PROGRAM, "simulate", "lab")
"""The sources of everything that a dossier says."""

BLANK = "…"
"""Stands where a line is to be filled in."""


class Filed(NamedTuple):
    """What a laboratory writes on the first page."""

    client: str = ""
    game: str = ""
    game_version: str = ""
    author: str = ""


def pdf_dossier(dossier: Dossier, subject: Subject, source: Source, filed: Filed, options: Sequence[str]) -> bytes:
    """The document."""
    title = f"{dossier.case.price.label}: {subject.title}"
    charts = {"effects.svg": effects_chart(dossier.case, title)} if any(dossier.case.by_column) else {}
    if drawn_steps(dossier):
        charts["count.svg"] = count_chart(dossier, title)
    data = dossier_data(dossier, subject, source, filed, options) | {"charts": list(charts)}
    beside = {name: drawn.encode() for name, drawn in charts.items()}
    return pdf(TEMPLATES, "dossier", data, PDF_TIMESTAMP, beside | sheet())


def dossier_data(
    dossier: Dossier, subject: Subject, source: Source, filed: Filed, options: Sequence[str]
) -> dict[str, Any]:
    """Everything it says, as words and numbers ready to be set."""
    case, asked, price = dossier.case, dossier.asked, dossier.case.price
    rules, asked_of = case.rules, case.laid.wager.proposition
    return {
        "title": f"{price.label}: price, hold and vulnerability to counting",
        "subtitle": f"{subject.title}, wager {case.wager}{'' if case.own is None else ', not a wager of the rulebook'}",
        "filed": [
            ("Client", filed.client or BLANK),
            ("Game", filed.game or price.label),
            ("Version", filed.game_version or BLANK),
            ("Author", filed.author or BLANK),
        ],
        "facts": [
            ("Rulebook", f"{rules.rulebook.title} ({rules.rulebook.id})"),
            ("Wager", f"{source.name}, {source.kind}"),
            ("Shoe", f"{case.decks} decks, {case.odds.cards} cards; {BURN_SAID[subject.burn_seen]}"),
            ("Ordered draws", f"{price.total:,}"),
            ("Program", f"minibac {__version__}, seed {asked.shoes.seed}"),
        ],
        "key": [
            ("House edge", percent(price.edge, 4)),
            ("Hit frequency", percent(price.hit_frequency, 4)),
            ("Standard deviation", f"{price.standard_deviation:.4f}"),
            ("Volatility index, 90 %", f"{VOLATILITY * price.standard_deviation:.4f}"),
            ("Best count found, units per 100 coups", _best(dossier)),
            ("Perfect play, units per 100 coups", worth_cells(dossier, dossier.perfect)[2]),
        ],
        "options": [[each.name, typed(options_plain(case.odds)[each.name])] for each in rules.settings],
        "drawing": _drawing(dossier),
        "lines": [line_words(case.odds, row, asked_of.hand, "en")[:3] for row in asked_of.lines],
        "outcomes": [
            [
                str(OUTCOMES[one.outcome]),
                pays(one.pays),
                f"{one.combinations:,}",
                percent(one.probability),
                str(one.probability),
            ]
            for one in price.outcomes
        ],
        "exact": [
            ("House edge", percent(price.edge, 8), str(price.edge)),
            ("Hit frequency", percent(price.hit_frequency, 8), str(price.hit_frequency)),
            ("Variance", f"{float(price.variance):.8f}", str(price.variance)),
        ],
        "levels": list(LEVELS),
        "hold": [_hold(float(price.edge), price.standard_deviation, coups) for coups in COUPS],
        "covariances": [
            [case.odds[other].label, f"{float(value):+.6f}", f"{case.correlation_with(other):+.4f}", str(value)]
            for other, value in case.covariances.items()
        ],
        "check": sentence(check_said(dossier)),
        "agrees": dossier.check.agrees,
        "effects": [line.split() for line in effects_lines(case)],
        "weighted_sum": str(case.effects.weighted_sum),
        "worth_heads": list(map(str, WORTH_HEADS)),
        "systems": _systems(dossier),
        "nothing": "" if dossier.systems else sentence(nothing_said(dossier)),
        "closely": _closely(dossier),
        "step_heads": list(map(str, STEP_HEADS)),
        "steps": steps(dossier),
        "depends": [
            [
                str(VARIED[each.what]),
                str(varied_word(each)),
                *(worth_cells(dossier, each.system)[:3] if each.system else ["-"] * 3),
                *worth_cells(dossier, each.perfect)[::2][:2],
            ]
            for each in dossier.varied
        ],
        "bankroll": _bankroll(dossier),
        "notes": [
            str(hour_said(dossier)),
            *([] if case.quick else [str(priced_said(dossier))]),
            *(str(said("{note:^}.", note=note)) for note in unreached_said(case.odds.with_wager(case.wager))),
        ],
        "quick": case.quick,
        "command": in_lines(command_line(dossier, source, options)),
        "hashes": [
            (f"Wager: {source.name}", source.sha256),
            (f"Rulebook: {rules.rulebook.id}.toml", _book_hash(rules.rulebook.id)),
            ("Program: its sources", program_hash(PACKAGES)),
            ("Numbers: this command with --json", sha256(_json(dossier_plain(dossier, source)))),
        ],
    }


def sentence(words: Said | str) -> str:
    """Words with which a sentence begins."""
    return str(words)[:1].upper() + str(words)[1:]


def _json(told: dict[str, Any]) -> bytes:
    """What ``--json`` prints into a file, to its last byte."""
    return msgspec.json.encode(told) + b"\n"


def _best(dossier: Dossier) -> str:
    best = max(dossier.systems, key=lambda each: each.finding.units_per_100_coups.value, default=None)
    return worth_cells(dossier, best.finding)[2] if best else "none"


def _drawing(dossier: Dossier) -> list[list[str]]:
    """The tableau as it was counted: who draws on which total."""
    drawing = dossier.case.rules.drawing
    natural = [str(total) for total, ends in enumerate(drawing.natural) if ends]
    rows = [
        ["Either hand", f"{' and '.join(natural)} in two cards", "ends the round"],
        ["Player's Hand", " ".join(str(total) for total, draws in enumerate(drawing.player_draws) if draws), "draws"],
    ]
    for total, row in enumerate(drawing.banker_draws):
        if any(row):
            thirds = [str(third) for third in range(STOOD) if row[third]]
            shown = "any third card" if len(thirds) == STOOD else " ".join(thirds)
            alone = ", and when the Player's Hand stands" if row[STOOD] else ""
            rows.append(["Banker's Hand", str(total), f"draws against {shown}{alone}"])
    return rows


def _hold(edge: float, deviation: float, coups: int) -> list[str]:
    """The hold that the house expects over so many coups, and how far chance may carry it."""
    spread = deviation / math.sqrt(coups)
    spans = [f"{100 * (edge - z * spread):+.4f} to {100 * (edge + z * spread):+.4f} %" for z in LEVELS.values()]
    return [f"{coups:,}", f"{coups * edge:,.1f}", f"{coups * spread:,.1f}", *spans]


def _systems(dossier: Dossier) -> list[list[str]]:
    rows = []
    for each in [*dossier.systems, *([dossier.given] if dossier.given else [])]:
        count = each.sought.system
        kind = "as given" if each is dossier.given else str(kind_said(count))
        rows.append(
            [
                kind,
                str(each.sought.size),
                tags_word(count),
                f"{count.trigger:g}",
                f"{each.sought.correlation:.3f}",
                *worth_cells(dossier, each.finding),
            ]
        )
    return [*rows, ["perfect play", "", "", "", "", *worth_cells(dossier, dossier.perfect)]]


def _closely(dossier: Dossier) -> dict[str, Any] | None:
    if dossier.closely is None:
        return None
    sought = dossier.closely.sought
    count = sought.system
    how = [f"{kind_said(count)}, size {sought.size}, a bet from {count.trigger:g} on", *map(str, treatment_said(count))]
    if not count.running:
        among = "" if count.burn_in_divisor else "not "
        how.append(f"unseen burned cards are {among}among the decks left that divide the count")
    names = tag_names(VALUES if len(count.tags) == VALUES else 13)
    return {"words": sentence("; ".join(how)), "heads": ["", *names], "tags": tag_rows(count)}


def _bankroll(dossier: Dossier) -> dict[str, Any] | None:
    if dossier.ruin is None:
        return None
    ruin = dossier.ruin
    needed = f"{ruin.bets_to_show:,.0f} bets" if math.isfinite(ruin.bets_to_show) else "never"
    return {
        "words": sentence(bankroll_said(dossier)),
        "needed": needed,
        "rows": [
            [str(each.bankroll), str(chance_said(Measure(each.share, 0.0), each.interval)), each.ever_word]
            for each in ruin.risks
        ],
    }


def _book_hash(rulebook: str) -> str:
    return sha256(files("minibac.rulebooks").joinpath(f"{rulebook}.toml").read_bytes())


def command_line(dossier: Dossier, source: Source, options: Sequence[str]) -> str:
    """The command that gives this document again."""
    rules = dossier.case.rules
    name = source.name if source.kind == "file" else dossier.case.wager
    words = ["minibac", "study", "wager", rules.rulebook.id, name]
    for setting in rules.settings:
        if setting.chosen:
            words += ["--set", f"{setting.name}={typed(setting.value)}"]
    if source.kind == "house":
        words += ["--house", source.name]
    return " ".join(map(quote, [*words, *options, "--pdf", f"{dossier.case.wager}.pdf"]))
