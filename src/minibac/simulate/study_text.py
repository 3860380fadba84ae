"""Studies in words, as plain values for JSON, and as CSV."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from minibac import __version__
from minibac.odds.plain import beside_plain, head_plain
from minibac.odds.prices import Odds
from minibac.odds.unreached import unreached_said
from minibac.rules.names import rulebook_name, wager_name, wager_said
from minibac.rules.options import read_value
from minibac.rules.words import named
from minibac.simulate.bankroll import QUANTILES, Paths, Staking, units
from minibac.simulate.counting import Count
from minibac.simulate.findings import Finding, Measure, share_interval
from minibac.simulate.study import AtDepth, Shoes
from minibac.simulate.text import options_said, outside, table
from minibac.voice.languages import render
from minibac.voice.said import NOTHING, Said, many, said

BURNS = ("unseen", "seen", "none")
BURN_SAID = (
    said("the burn is not seen by the guests"), said("the burn is seen by the guests"), said("no card is burned"),
)  # fmt: skip
"""By whether the burn is seen, and last where there is none."""

DIVISOR_SAID = {
    "half": said("the decks left are taken to the nearest half deck"),
    "whole": said("the decks left are taken to the nearest whole deck"),
}
ROUNDING_SAID = {
    "down": said("the true count is rounded down"),
    "nearest": said("the true count is rounded to the nearest whole number"),
    "zero": said("the true count is rounded towards zero"),
}


def treatment_said(system: Count) -> list[Said]:
    """How a system divides and rounds, where it does so otherwise than exactly."""
    if system.running:
        return []
    words = (DIVISOR_SAID.get(system.divisor), ROUNDING_SAID.get(system.rounding))
    return [each for each in words if each is not None]


class Subject(NamedTuple):
    """What a study was about."""

    odds: Odds
    shoes: Shoes
    burn_seen: int
    system: Count | None = None

    def plain(self) -> dict[str, Any]:
        told = {"minibac": __version__, **head_plain(self.odds), "seed": self.shoes.seed}
        told |= {"first_shoe": self.shoes.first_shoe, "burn": BURNS[self.burn_seen]}
        told |= beside_plain(self.odds)
        if self.system is not None:
            told["count"] = {
                "wager": self.system.wager,
                "tags": list(self.system.tags),
                "trigger": self.system.trigger,
                "kind": "running" if self.system.running else "true",
                "unseen_burn_in_divisor": self.system.burn_in_divisor,
                **named(self.system, "divisor", "rounding"),
            }
        return told

    @property
    def title(self) -> Said:
        """The first line of a report."""
        name = rulebook_name(self.odds.rules.rulebook.id)
        of = said("{rulebook}: {decks:deck|decks}{outside}, seed {seed}", rulebook=name, decks=self.odds.decks_in_shoe)
        return of.about(outside=outside(self.odds), seed=str(self.shoes.seed))

    @property
    def head(self) -> list[Said]:
        """The first lines of a report."""
        lines = [self.title, BURN_SAID[self.burn_seen]]
        if self.system is not None:
            if self.system.running:
                tags = said("tags {tags}; a bet on {wager} from a running count of {trigger} on")
            else:
                tags = said("tags {tags}; a bet on {wager} from a true count of {trigger} on")
            tags = tags.about(tags=" ".join(f"{tag:g}" for tag in self.system.tags), trigger=f"{self.system.trigger:g}")
            lines.append(tags.about(wager=wager_name(self.system.wager)))
            if not self.burn_seen and not self.system.running:
                lines.append(
                    said("unseen burned cards are among the decks left that divide the count")
                    if self.system.burn_in_divisor
                    else said("unseen burned cards are not among the decks left that divide the count")
                )
            lines += treatment_said(self.system)
        return lines

    def foot(self, *changed: str) -> list[Said]:
        """The last lines: what a reader should know, what is not the rulebook's, the options but for those changed."""
        options = said("minibac {version}; {options}", version=__version__, options=options_said(self.odds, changed))
        notes = [said("Note: {note}.", note=note) for note in unreached_said(self.odds)]
        return [*notes, options] if self.odds.own_said is NOTHING else [*notes, self.odds.own_said, options]


HEADS = (
    said("wager"), said("bet on"), said("average edge"), said("units a shoe"), said("units per 100 coups"),
    said("won a shoe"),
)  # fmt: skip


def findings_text(subject: Subject, findings: Sequence[Finding], language: str = "en") -> str:
    """A study as a person reads it."""
    say = partial(render, language=language)
    first = findings[0]
    lines = [
        *map(say, subject.head),
        say(said("{coups:coup|coups} in {shoes:shoe|shoes}", coups=first.coups, shoes=first.shoes)),
        "",
        *table(map(say, HEADS), [(say(wager_said(each.wager)), *_cells(each)) for each in findings]),
        "",
        say(
            said(
                "± is one standard error, between shoes; edges and units are exact expectations of the coups bet on, "
                "for a\nstake of one unit; what was won is how these coups fell"
            )
        ),
        "",
        *map(say, subject.foot()),
    ]
    return "\n".join(lines)


def depth_text(subject: Subject, depths: Sequence[AtDepth], language: str = "en") -> str:
    """A study at several depths as a person reads it."""
    say = partial(render, language=language)
    rows = [
        (f"{at.depth}", say(wager_said(each.wager)), f"{each.coups_per_shoe.value:.2f}", *_cells(each))
        for at in depths
        for each in at.findings
    ]
    lines = [
        *map(say, subject.head),
        say(said("{shoes:shoe|shoes} at each depth of the cutting card", shoes=depths[0].findings[0].shoes)),
        "",
        *table(map(say, (said("depth"), said("wager"), said("coups a shoe"), *HEADS[1:])), rows),
        "",
    ]
    if beyond := [str(at.depth) for at in depths if not _allowed(subject, at.depth)]:
        note = said("Note: outside the rulebook: a cutting card {depths} cards from the back.", depths=many(beyond))
        lines.append(say(note))
    return "\n".join([*lines, *map(say, subject.foot("cut_card_depth"))])


def _allowed(subject: Subject, depth: int) -> bool:
    """Whether the rulebook lets the cutting card lie there."""
    options = subject.odds.rules.rulebook.option
    return any(read_value(option, depth) is not None for option in options if option.name == "cut_card_depth")


def _cells(finding: Finding) -> tuple[str, ...]:
    if not finding.bets:  # nothing seen is no zero: coups of one shoe are alike, so a shoe counts once
        most = share_interval(0, finding.shoes)[1]
        return (f"< {100 * most:.3f} %", *["-"] * (len(HEADS) - 2))
    units = (finding.units_per_shoe, finding.units_per_100_coups, finding.won_per_shoe)
    return (_share(finding.bet_share), _share(finding.average_edge), *map(_units, units))


def _share(measure: Measure) -> str:
    return f"{100 * measure.value:.3f} ± {100 * measure.error:.3f} %"


def _units(measure: Measure) -> str:
    return f"{measure.value:+.4f} ± {measure.error:.4f}"


MEASURES = ("bet_share", "average_edge", "units_per_shoe", "units_per_100_coups", "won_per_shoe", "coups_per_shoe")


def finding_plain(finding: Finding) -> dict[str, Any]:
    """One wager of a study."""
    return named(finding, "wager", "shoes", "coups", "bets") | {name: getattr(finding, name).plain for name in MEASURES}


def findings_plain(subject: Subject, findings: Iterable[Finding]) -> dict[str, Any]:
    """A study as ``--json`` prints it."""
    return {**subject.plain(), "wagers": [finding_plain(each) for each in findings]}


def depth_plain(subject: Subject, depths: Iterable[AtDepth]) -> dict[str, Any]:
    """A study at several depths as ``--json`` prints it; of the options but the depth, which none of its shoes had."""
    told = [
        {
            "depth": at.depth,
            **({} if _allowed(subject, at.depth) else {"outside_rulebook": True}),
            "wagers": [finding_plain(each) for each in at.findings],
        }
        for at in depths
    ]
    plain = subject.plain()
    plain["options"] = {name: value for name, value in plain["options"].items() if name != "cut_card_depth"}
    return {**plain, "depths": told}


def findings_csv(subject: Subject, depths: Iterable[AtDepth]) -> str:
    """A line for each wager, and for each depth where several were studied."""
    rows = []
    for at in depths:
        for finding in at.findings:
            row: dict[str, Any] = {"depth": at.depth, **finding_plain(finding)}
            for name in MEASURES:
                measure = row.pop(name)
                row |= {name: measure["mean"], f"{name}_error": measure["standard_error"]}
            rows.append(row | tail(subject))
    return csv_text(rows)


def tail(subject: Subject) -> dict[str, Any]:
    return {"seed": subject.shoes.seed, "rulebook": subject.odds.rules.rulebook.id, "minibac": __version__}


def csv_text(rows: Sequence[Mapping[str, Any]]) -> str:
    lines = [",".join(rows[0])]
    lines += [",".join(map(str, row.values())) for row in rows]
    return "\n".join(lines) + "\n"


def paths_text(subject: Subject, staking: Staking, paths: Paths, language: str = "en") -> str:
    """Paths of a bankroll as a person reads them."""
    say = partial(render, language=language)
    final, wager = paths.final, wager_name(paths.wager)
    ends = [f"{level:.1f}" for level in paths.quantiles()[:, -1]]
    walked = said("{paths:path|paths} of {shoes:shoe|shoes} on {wager}, each with {units}", wager=wager)
    ended = said("at the end: {mean} ± {error} units, ahead on {ahead} of the paths", mean=f"{final.value:.2f}")
    staked = said("{bets} bets and {units} units staked on a path", bets=f"{paths.bets.mean():,.1f}")
    lines = [
        *map(say, subject.head),
        say(walked.about(paths=paths.number, shoes=paths.shoes, units=units(paths.bankroll))),
        say(said("stakes: {stakes}", stakes=staking_said(staking))),
        "",
        say(said("ruined: {share} of the paths", share=chance_said(paths.ruined, paths.ruined_interval))),
        say(ended.about(error=f"{final.error:.2f}", ahead=f"{paths.ahead:.2%}")),
        say(staked.about(units=f"{paths.staked.mean():,.1f}")),
        "",
        *table([say(said("{share} end below", share=f"{part:.0%}")) for part in QUANTILES], [ends]),
        "",
        say(said("± is one standard error; a guest who cannot put down the smallest stake is ruined")),
        "",
        *map(say, subject.foot()),
    ]
    return "\n".join(lines)


def chance_said(chance: Measure, interval: tuple[float, float]) -> Said:
    """A share that was seen, with where it lies; nothing seen is no zero."""
    low, high = (f"{end:.2%}" for end in interval)
    if not chance.value:
        return said("none seen, so at most {most}", most=high)
    return said("{share}, with 95 % confidence {least} to {most}", share=f"{chance.value:.2%}", least=low, most=high)


def staking_said(staking: Staking) -> Said:
    """How stakes are chosen."""
    stake = f"{staking.stake:g}"
    if staking.spread:
        steps = (said("{stake} from a count of {at}", stake=f"{put:g}", at=f"{at:g}") for at, put in staking.spread)
        return said("{steps}", steps=many(steps, ","))
    if staking.fraction is not None:
        part = said("{part} of the bankroll, in steps of {stake}", part=f"{staking.fraction:.3%}")
        return part.about(stake=stake)
    return said("{stake} flat", stake=stake)


def paths_plain(subject: Subject, staking: Staking, paths: Paths) -> dict[str, Any]:
    """Paths of a bankroll as ``--json`` prints them."""
    return {
        **subject.plain(),
        **named(paths, "wager", "bankroll"),
        "staking": {"stake": staking.stake, "fraction": staking.fraction, "spread": [list(s) for s in staking.spread]},
        "paths": paths.number,
        "shoes": paths.shoes,
        "ruined": {**paths.ruined.plain, "interval": list(paths.ruined_interval)},
        "final": paths.final.plain,
        "ahead": paths.ahead,
        "bets": float(paths.bets.mean()),
        "staked": float(paths.staked.mean()),
        "marks": paths.marks.tolist(),
        "quantiles": dict(zip(map(str, QUANTILES), paths.quantiles().tolist(), strict=True)),
        "samples": paths.samples.tolist(),
    }


def paths_csv(subject: Subject, paths: Paths) -> str:
    """A line for each mark: the quantiles of the bankroll there."""
    columns = [f"quantile_{part:g}" for part in QUANTILES]
    rows = [
        {"shoes": int(mark), **dict(zip(columns, levels.tolist(), strict=True)), **tail(subject)}
        for mark, levels in zip(paths.marks, paths.quantiles().T, strict=True)
    ]
    return csv_text(rows)
