"""Studies in words, as plain values for JSON, and as CSV."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from minibac import __version__
from minibac.odds.plain import head_plain
from minibac.odds.prices import Odds
from minibac.rules.words import counted, named
from minibac.simulate.bankroll import QUANTILES, Paths, Staking
from minibac.simulate.counting import Count
from minibac.simulate.findings import Finding, Measure
from minibac.simulate.study import AtDepth, Shoes
from minibac.simulate.text import options_text, table


class Subject(NamedTuple):
    """What a study was about."""

    odds: Odds
    shoes: Shoes
    burn_seen: bool
    system: Count | None = None

    def plain(self) -> dict[str, Any]:
        told = {"minibac": __version__, **head_plain(self.odds), "seed": self.shoes.seed}
        told |= {"first_shoe": self.shoes.first_shoe, "burn": "seen" if self.burn_seen else "unseen"}
        if self.system is not None:
            told["count"] = {
                "wager": self.system.wager,
                "tags": list(self.system.tags),
                "trigger": self.system.trigger,
                "kind": "running" if self.system.running else "true",
                "unseen_burn_in_divisor": self.system.burn_in_divisor,
            }
        return told

    @property
    def head(self) -> list[str]:
        """The first lines of a report."""
        rules = self.odds.rules
        outside = " (outside the rulebook)" if self.odds.outside_rulebook else ""
        lines = [f"{rules.rulebook.short}: {counted(self.odds.decks_in_shoe, 'deck')}{outside}, seed {self.shoes.seed}"]
        lines.append(f"the burn is {'seen' if self.burn_seen else 'not seen'} by the guests")
        if self.system is not None:
            kind = "running count" if self.system.running else "true count"
            tags = " ".join(f"{tag:g}" for tag in self.system.tags)
            lines.append(f"tags {tags}; a bet on {self.system.wager} from a {kind} of {self.system.trigger:g} on")
            if not self.burn_seen and not self.system.running:
                among = "are" if self.system.burn_in_divisor else "are not"
                lines.append(f"unseen burned cards {among} among the decks left that divide the count")
        return lines

    @property
    def foot(self) -> list[str]:
        return ["", f"minibac {__version__}; {options_text(self.odds)}"]


HEADS = ("wager", "bet on", "average edge", "units a shoe", "units per 100 coups", "won a shoe")


def findings_text(subject: Subject, findings: Sequence[Finding]) -> str:
    """A study as a person reads it."""
    first = findings[0]
    lines = [
        *subject.head,
        f"{counted(first.coups, 'coup')} in {counted(first.shoes, 'shoe')}",
        "",
        *table(HEADS, [(each.wager, *_cells(each)) for each in findings]),
        "",
        "± is one standard error, between shoes; edges and units are exact expectations of the coups bet on, for a",
        "stake of one unit; what was won is how these coups fell",
    ]
    return "\n".join([*lines, *subject.foot])


def depth_text(subject: Subject, depths: Sequence[AtDepth]) -> str:
    """A study at several depths as a person reads it."""
    rows = [
        (f"{at.depth}", each.wager, f"{each.coups_per_shoe.value:.2f}", *_cells(each))
        for at in depths
        for each in at.findings
    ]
    lines = [
        *subject.head,
        f"{counted(depths[0].findings[0].shoes, 'shoe')} at each depth of the cutting card",
        "",
        *table(("depth", "wager", "coups a shoe", *HEADS[1:]), rows),
    ]
    return "\n".join([*lines, *subject.foot])


def _cells(finding: Finding) -> tuple[str, ...]:
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
    told = [{"depth": at.depth, "wagers": [finding_plain(each) for each in at.findings]} for at in depths]
    return {**subject.plain(), "depths": told}


def findings_csv(subject: Subject, depths: Iterable[AtDepth]) -> str:
    """A line for each wager, and for each depth where several were studied."""
    rows = []
    for at in depths:
        for finding in at.findings:
            row: dict[str, Any] = {"depth": at.depth, **finding_plain(finding)}
            for name in MEASURES:
                measure = row.pop(name)
                row |= {name: measure["mean"], f"{name}_error": measure["standard_error"]}
            rows.append(row | _tail(subject))
    return _csv(rows)


def _tail(subject: Subject) -> dict[str, Any]:
    return {"seed": subject.shoes.seed, "rulebook": subject.odds.rules.rulebook.id, "minibac": __version__}


def _csv(rows: Sequence[Mapping[str, Any]]) -> str:
    lines = [",".join(rows[0])]
    lines += [",".join(map(str, row.values())) for row in rows]
    return "\n".join(lines) + "\n"


def paths_text(subject: Subject, staking: Staking, paths: Paths) -> str:
    """Paths of a bankroll as a person reads them."""
    ruined, final = paths.ruined, paths.final
    ends = [f"{level:.1f}" for level in paths.quantiles()[:, -1]]
    walked = f"{counted(paths.number, 'path')} of {counted(paths.shoes, 'shoe')} on {paths.wager}"
    lines = [
        *subject.head,
        f"{walked}, each with {counted(paths.bankroll, 'unit')}",
        f"stakes: {staking_words(staking)}",
        "",
        f"ruined: {_share(ruined)} of the paths",
        f"at the end: {final.value:.2f} ± {final.error:.2f} units, ahead on {paths.ahead:.2%} of the paths",
        f"{paths.bets.mean():,.1f} bets and {paths.staked.mean():,.1f} units staked on a path",
        "",
        *table([f"{part:.0%} end below" for part in QUANTILES], [ends]),
        "",
        "± is one standard error; a guest who cannot put down the smallest stake is ruined",
    ]
    return "\n".join([*lines, *subject.foot])


def staking_words(staking: Staking) -> str:
    if staking.spread:
        return ", ".join(f"{stake:g} from a count of {at:g}" for at, stake in staking.spread)
    if staking.fraction is not None:
        return f"{staking.fraction:.3%} of the bankroll, in steps of {staking.stake:g}"
    return f"{staking.stake:g} flat"


def paths_plain(subject: Subject, staking: Staking, paths: Paths) -> dict[str, Any]:
    """Paths of a bankroll as ``--json`` prints them."""
    return {
        **subject.plain(),
        **named(paths, "wager", "bankroll"),
        "staking": {"stake": staking.stake, "fraction": staking.fraction, "spread": [list(s) for s in staking.spread]},
        "paths": paths.number,
        "shoes": paths.shoes,
        "ruined": paths.ruined.plain,
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
        {"shoes": int(mark), **dict(zip(columns, levels.tolist(), strict=True)), **_tail(subject)}
        for mark, levels in zip(paths.marks, paths.quantiles().T, strict=True)
    ]
    return _csv(rows)
