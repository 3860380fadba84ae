"""A dossier in words, as plain values for JSON, and as CSV."""

import math
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from minibac import __version__
from minibac.cards.card import ALL_CARDS, RANKS
from minibac.lab.case import WagerCase
from minibac.lab.dossier import Dossier, SystemFound, Varied, fewer_priced
from minibac.odds.plain import head_plain, number, price_plain
from minibac.odds.unreached import unreached_said
from minibac.rules.words import named
from minibac.simulate.counting import KINDS, VALUES, Count
from minibac.simulate.findings import Finding, Measure, share_interval
from minibac.simulate.study_text import BURN_SAID, BURNS, Subject, chance_said, csv_text, tail, treatment_said
from minibac.simulate.text import table
from minibac.voice.languages import render
from minibac.voice.said import Said, said

VOLATILITY = 1.6448536269514722
"""The volatility index is so many standard deviations: nine results in ten lie that near to the mean, over many."""

MEASURES = ("bet_share", "average_edge", "units_per_100_coups", "units_per_shoe", "coups_per_shoe")

WHAT = {"depth": said("cutting card"), "decks": said("decks"), "burn": said("burn")}
BURN_WORDS = (said("burn|unseen"), said("burn|seen"), said("burn|none"))


class Source(NamedTuple):
    """Where the wager was written down."""

    kind: str
    """``file``, ``catalogue``, ``rulebook``, or ``house`` for one that a house had approved."""
    name: str
    sha256: str
    """Of the file, byte by byte."""


def tag_names(tags: int) -> list[str]:
    """What each tag of a system is for.

    >>> tag_names(10)
    ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T']
    """
    if tags == KINDS:
        return [str(card) for card in ALL_CARDS]
    return [rank.value for rank in RANKS[:tags]]


# ---------------------------------------------------------------------------------------------------------------- JSON


def dossier_plain(dossier: Dossier, source: Source) -> dict[str, Any]:
    """A dossier as ``--json`` prints it."""
    case, asked = dossier.case, dossier.asked
    price = case.price
    return {
        "minibac": __version__,
        **head_plain(case.odds),
        "source": source._asdict(),
        "seed": asked.shoes.seed,
        "first_shoe": asked.shoes.first_shoe,
        "shoes": asked.shoes.shoes,
        "burn": BURNS[asked.shoes.sees_burn(case.rules)],
        "coups_per_hour": asked.coups_per_hour,
        "coups_priced_exactly": dossier.coups_priced,
        "notes": [str(note) for note in unreached_said(case.odds.with_wager(case.wager))],
        "wager": {
            **price_plain(price),
            "label": price.label,
            "volatility_index": VOLATILITY * price.standard_deviation,
        },
        "covariances": {
            other: {"covariance": number(covariance), "correlation": case.correlation_with(other)}
            for other, covariance in case.covariances.items()
        },
        "effects": effects_plain(case),
        "systems": [_system_plain(dossier, each) for each in dossier.systems],
        "given": _system_plain(dossier, dossier.given) if dossier.given else None,
        "closely": _system_plain(dossier, dossier.closely) if dossier.closely else None,
        "by_count": [
            {
                "from": _end(at.least),
                "below": _end(at.most),
                **_measures(dossier, at.here),
                "from_here": _measures(dossier, at.from_here),
            }
            for at in dossier.by_count
        ],
        "perfect": _worth_plain(dossier, dossier.perfect),
        "depends": {
            what: [_varied_plain(dossier, each) for each in dossier.varied if each.what == what]
            for what in ("depth", "decks", "burn")
        },
        "bankroll": _ruin_plain(dossier),
        "simulation": {
            **named(dossier.check, "seed", "shoes", "coups", "agrees"),
            "edge": float(dossier.check.estimate.mean),
            "exact": number(dossier.check.estimate.exact),
            **named(dossier.check.estimate, "standard_error", "z"),
        },
    }


def effects_plain(case: WagerCase) -> dict[str, Any]:
    effects = case.effects
    told: dict[str, Any] = {"by_rank": {rank: number(effect) for rank, effect in effects.effects.items()}}
    if effects.by_card:
        told["by_card"] = {card: number(effect) for card, effect in effects.by_card.items()}
    return told | {"weighted_sum": number(effects.weighted_sum)}


def _system_plain(dossier: Dossier, each: SystemFound) -> dict[str, Any]:
    count = each.sought.system
    return {
        "size": each.sought.size,
        "kind": "running" if count.running else "true",
        "tags": dict(zip(tag_names(len(count.tags)), count.tags, strict=True)),
        "trigger": count.trigger,
        "unseen_burn_in_divisor": count.burn_in_divisor,
        **named(count, "divisor", "rounding"),
        "correlation": each.sought.correlation,
        **_worth_plain(dossier, each.finding),
    }


def _worth_plain(dossier: Dossier, finding: Finding) -> dict[str, Any]:
    per_hour = finding.units_per_100_coups.times(dossier.per_hour)
    return {**_measures(dossier, finding), "units_per_hour": per_hour.plain}


def _measures(dossier: Dossier, finding: Finding) -> dict[str, Any]:
    told: dict[str, Any] = {"bets": finding.bets} | {name: getattr(finding, name).plain for name in MEASURES}
    told["bet_share"]["interval"] = list(share_of_bets(dossier, finding))
    return told


def share_of_bets(dossier: Dossier, finding: Finding) -> tuple[float, float]:
    """Where the share of coups bet on lies, with 95 % confidence; where none was seen, its upper end says something.

    Coups of one shoe are alike, so a shoe counts once; and no more was seen than was priced.
    """
    if not finding.bets:
        priced = finding.shoes if dossier.case.quick else fewer_priced(dossier.asked)
        return share_interval(0, min(finding.shoes, priced))
    share = finding.bet_share
    return max(0.0, share.value - 1.96 * share.error), min(1.0, share.value + 1.96 * share.error)


def _varied_plain(dossier: Dossier, each: Varied) -> dict[str, Any]:
    return {
        each.what: BURNS[each.value] if each.what == "burn" else each.value,
        "system": _worth_plain(dossier, each.system) if each.system else None,
        "perfect": _worth_plain(dossier, each.perfect),
    }


def _ruin_plain(dossier: Dossier) -> dict[str, Any] | None:
    ruin = dossier.ruin
    if ruin is None:
        return None
    return {
        "paths": dossier.asked.paths,
        "shoes": dossier.asked.path_shoes,
        "bets": ruin.bets,
        "edge": ruin.edge,
        "standard_deviation": ruin.deviation,
        "bets_to_one_deviation": _end(ruin.bets_to_show),
        "gain": ruin.final.plain,
        "risks": [
            {
                "bankroll": risk.bankroll,
                "ruined": risk.ruined,
                "share": risk.share,
                "interval": list(risk.interval),
                "ever_at_most": risk.ever,
            }
            for risk in ruin.risks
        ],
    }


def _end(value: float) -> float | None:
    return value if math.isfinite(value) else None


# ----------------------------------------------------------------------------------------------------------------- CSV


def dossier_csv(dossier: Dossier, subject: Subject) -> str:
    """A line for each system, for perfect play, for each step of the count, and for whatever was tried otherwise."""
    return csv_text([row | tail(subject) for row in _rows(dossier)])


def _rows(dossier: Dossier) -> Iterator[dict[str, Any]]:
    systems = [*dossier.systems, *([dossier.given] if dossier.given else [])]
    for each in systems:
        count = each.sought.system
        part = "given" if each is dossier.given else "running" if count.running else "true"
        yield _row(part, str(each.sought.size), " ".join(f"{tag:g}" for tag in count.tags), count.trigger, each.finding)
    yield _row("perfect", "", "", "", dossier.perfect)
    for at in dossier.by_count:
        yield _row("count", "" if math.isinf(at.least) else f"{at.least:g}", "", "", at.here)
    for other in dossier.varied:
        value = BURNS[other.value] if other.what == "burn" else str(other.value)
        if other.system is not None:
            yield _row(other.what, value, "", "", other.system)
        yield _row(f"{other.what}-perfect", value, "", "", other.perfect)


def _row(part: str, value: str, tags: str, trigger: object, finding: Finding) -> dict[str, Any]:
    row: dict[str, Any] = {"part": part, "value": value, "tags": tags, "trigger": trigger, "bets": finding.bets}
    for name in MEASURES:
        measure = getattr(finding, name)
        row |= {name: measure.value, f"{name}_error": measure.error}
    return row


# --------------------------------------------------------------------------------------------------------------- words


def dossier_text(dossier: Dossier, subject: Subject, source: Source, language: str = "en") -> str:
    """A dossier as a person reads it."""
    say = partial(render, language=language)
    case, price = dossier.case, dossier.case.price
    shown = said("{label} ({wager}), house edge {edge}, wins {hits}, standard deviation {deviation}")
    shown = shown.about(label=price.label, wager=case.wager, edge=f"{float(price.edge):.4%}")
    shown = shown.about(hits=f"{float(price.hit_frequency):.4%}", deviation=f"{price.standard_deviation:.4f}")
    lines = [
        say(subject.title),
        say(BURN_SAID[subject.burn_seen]),
        say(shown),
        say(said("edge {edge}, exactly", edge=str(price.edge))),
        say(said("{file}, SHA-256 {hash}", file=source.name, hash=source.sha256)),
        "",
        say(said("effect of removing a card, in hundredths of a percent of the stake")),
        *effects_lines(case),
        "",
        say(said("counting systems by what they win in {shoes:shoe|shoes}", shoes=dossier.asked.shoes.shoes)),
        *_systems(dossier, language),
        "",
        *_closely(dossier, language),
        say(said("what it depends on, whatever the rulebook allows")),
        *_depends(dossier, language),
        "",
        *_bankroll(dossier, language),
        say(check_said(dossier)),
        "",
        say(hour_said(dossier)),
    ]
    if not case.quick:
        lines.append(say(priced_said(dossier)))
    return "\n".join([*lines, *map(say, subject.foot())])


def hour_said(dossier: Dossier) -> Said:
    return said(
        "± is one standard error, between shoes; units are exact expectations for a stake of one unit; an hour has "
        "{coups} coups;\ntags were found in other shoes than those that judge them",
        coups=dossier.asked.coups_per_hour,
    )


def priced_said(dossier: Dossier) -> Said:
    """How a wager was priced that the batch engine does not know."""
    return said(
        "{priced} coups were priced exactly, late ones more often; between them stands what the effects of removal say",
        priced=dossier.coups_priced,
    )


def check_said(dossier: Dossier) -> Said:
    check, estimate = dossier.check, dossier.check.estimate
    return said(
        "simulated: edge {edge} ± {error} in {coups:coup|coups} of seed {seed}, {z} standard errors from the exact one",
        edge=f"{float(estimate.mean):.4%}",
        error=f"{estimate.standard_error:.4%}",
        coups=check.coups,
        seed=str(check.seed),
        z=f"{estimate.z:+.2f}",
    )


def effects_lines(case: WagerCase) -> list[str]:
    """A line for the ranks, or one for each suit where suits matter."""
    effects = case.effects
    names = [rank.value for rank in RANKS]
    rows = [["", *(f"{10000 * float(effects.effects[name]):+.2f}" for name in names)]]
    if effects.by_card:
        suits = [ALL_CARDS[start : start + len(RANKS)] for start in range(0, KINDS, len(RANKS))]
        rows = [
            [suit[0].suit.value, *(f"{10000 * float(effects.by_card[str(card)]):+.2f}" for card in suit)]
            for suit in suits
        ]
    return table(["", *names], rows)


def worth_cells(dossier: Dossier, finding: Finding) -> list[str]:
    """How often, at what edge, and what it wins in 100 coups, a shoe and an hour."""
    if not finding.bets:
        return [f"< {share_of_bets(dossier, finding)[1]:.2%}", "-", "-", "-", "-"]
    per_100, share, edge = finding.units_per_100_coups, finding.bet_share, finding.average_edge
    return [
        f"{share.value:.3%}",
        edge_word(edge),
        *(_units(each) for each in (per_100, finding.units_per_shoe, per_100.times(dossier.per_hour))),
    ]


def edge_word(edge: Measure) -> str:
    """An edge with its error, which bets in one shoe alone cannot tell."""
    error = f"{100 * edge.error:.2f}" if edge.error > 1e-12 else "?"
    return f"{100 * edge.value:+.2f} ± {error} %"


def _units(measure: Measure) -> str:
    return f"{measure.value:+.4f} ± {measure.error:.4f}"


WORTH_HEADS = (
    said("bet on"), said("average edge"), said("units per 100 coups"), said("units a shoe"), said("units an hour"),
)  # fmt: skip


def _systems(dossier: Dossier, language: str) -> list[str]:
    say = partial(render, language=language)
    systems = [*dossier.systems, *([dossier.given] if dossier.given else [])]
    rows = [
        [
            say(kind_said(each.sought.system)) if each is not dossier.given else say(said("as given")),
            str(each.sought.size),
            tags_word(each.sought.system, language),
            f"{each.sought.system.trigger:g}",
            f"{each.sought.correlation:.3f}",
            *worth_cells(dossier, each.finding),
        ]
        for each in systems
    ]
    rows.append([say(said("perfect play")), "", "", "", "", *worth_cells(dossier, dossier.perfect)])
    heads = (said("count"), said("size"), said("tags"), said("from"), said("follows"), *WORTH_HEADS)
    lines = table(map(say, heads), rows)
    if not dossier.systems:
        lines += [say(nothing_said(dossier))]
    return lines


def nothing_said(dossier: Dossier) -> Said:
    """Why there is no count."""
    if len(set(dossier.case.by_column)) < 2:
        return said("no card does more to this wager than another, so no count of tags can follow it")
    return said("no count of tags wins anything")


def kind_said(count: Count) -> Said:
    return said("unbalanced, running") if count.running else said("balanced, true")


def tags_word(count: Count, language: str = "en") -> str:
    """Tags as they are written; by card they are too many for a line."""
    if len(count.tags) == KINDS:
        return render(said("by card"), language)
    return " ".join(f"{tag:g}" for tag in count.tags)


def tag_rows(count: Count) -> list[list[str]]:
    """The tags in rows of ranks: one, or one for each suit."""
    width = len(RANKS) if len(count.tags) == KINDS else len(count.tags)
    rows = [count.tags[start : start + width] for start in range(0, len(count.tags), width)]
    suits = [ALL_CARDS[start].suit.value for start in range(0, KINDS, len(RANKS))] if len(rows) > 1 else [""]
    return [[suit, *(f"{tag:+g}" if tag else "0" for tag in row)] for suit, row in zip(suits, rows, strict=True)]


def steps(dossier: Dossier) -> list[list[str]]:
    """The table by count, without its heads."""
    rows = []
    for at in dossier.by_count:
        edge, worth = at.here.average_edge, at.from_here.units_per_100_coups
        rows.append(
            [
                f"< {at.most:g}" if math.isinf(at.least) else f"{at.least:g}",
                f"{at.here.bet_share.value:.3%}",
                edge_word(edge) if at.here.bets else "-",
                f"{at.from_here.bet_share.value:.3%}",
                f"{100 * at.from_here.average_edge.value:+.2f} %",
                _units(worth),
            ]
        )
    return rows


STEP_HEADS = (
    said("count"), said("share of coups"), said("average edge"), said("from here on"), said("edge there"),
    said("units per 100 coups"),
)  # fmt: skip


def _closely(dossier: Dossier, language: str) -> list[str]:
    if dossier.closely is None:
        return []
    say = partial(render, language=language)
    count = dossier.closely.sought.system
    closer = said("{kind}, size {size}, a bet from {trigger} on", kind=kind_said(count), trigger=f"{count.trigger:g}")
    return [
        say(closer.about(size=dossier.closely.sought.size)),
        *map(say, treatment_said(count)),
        *table(["", *(tag_names(VALUES if len(count.tags) == VALUES else len(RANKS)))], tag_rows(count)),
        *table(map(say, STEP_HEADS), steps(dossier)),
        "",
    ]


def varied_word(each: Varied) -> Said | str:
    return BURN_WORDS[each.value] if each.what == "burn" else str(each.value)


def _depends(dossier: Dossier, language: str) -> list[str]:
    say = partial(render, language=language)
    rows: list[Sequence[str]] = []
    for each in dossier.varied:
        system = worth_cells(dossier, each.system) if each.system else ["-"] * 5
        perfect = worth_cells(dossier, each.perfect)
        shown = say(said("{what} {value}", what=WHAT[each.what], value=varied_word(each)))
        rows.append([shown, *system[:3], perfect[0], perfect[2]])
    heads = (said("with"), *WORTH_HEADS[:3], said("perfect play bets on"), said("units per 100 coups"))
    return table(map(say, heads), rows)


def _bankroll(dossier: Dossier, language: str) -> list[str]:
    ruin = dossier.ruin
    if ruin is None:
        return []
    say = partial(render, language=language)
    rows = [
        [str(risk.bankroll), say(chance_said(Measure(risk.share, 0.0), risk.interval)), risk.ever_word]
        for risk in ruin.risks
    ]
    heads = (said("units"), said("ruined, with 95 % confidence"), said("ever, at most"))
    return [say(bankroll_said(dossier)), *table(map(say, heads), rows), ""]


def bankroll_said(dossier: Dossier) -> Said:
    assert dossier.ruin is not None
    return said(
        "a bankroll through {shoes:shoe|shoes}, {bets} bets of one unit at an edge of {edge}, standard deviation "
        "{deviation}, on {paths} paths; bets are drawn one by one as those found here end on average",
        shoes=dossier.asked.path_shoes,
        bets=dossier.ruin.bets,
        edge=f"{dossier.ruin.edge:.2%}",
        deviation=f"{dossier.ruin.deviation:.3f}",
        paths=dossier.asked.paths,
    )
