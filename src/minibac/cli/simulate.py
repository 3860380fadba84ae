"""``minibac simulate``: faithful shoes, as many as you like."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from minibac.cli.common import (
    FILE,
    REFUSED,
    WRONG_CALL,
    Command,
    Sets,
    fail,
    json_option,
    print_json,
    rulebook_argument,
)
from minibac.cli.common import rules_options as set_and_house
from minibac.cli.long_work import progress_bar, rules_with_decks
from minibac.cli.output_files import check_name, check_writable, written
from minibac.rules.words import did_you_mean

if TYPE_CHECKING:
    from minibac.odds.prices import Odds
    from minibac.rules.house_rules import HouseRules
    from minibac.simulate.checkpoint import Checkpoint
    from minibac.simulate.plan import Plan
    from minibac.simulate.report import Report
    from minibac.simulate.runs import BackEnd, Chunk, Range

INTERRUPTED = 130
SAVE_SECONDS = 10.0
"""Time between two checkpoints of a long run."""

DEVICES = ("auto", "pure", "cpu", "gpu")


@click.command(
    cls=Command,
    examples=(
        "minibac simulate section-42 --shoes 1000000",
        "minibac simulate massachusetts --set vigorish_type=ez --shoes 1000000000 --checkpoint ez.json",
        "minibac simulate seminole --shoes 100000 --per-shoe banker --chart banker.svg",
        "minibac simulate section-42 --seed 1 --show-shoe 7",
        "minibac simulate section-42 --merge first.json --merge second.json --json",
    ),
)
@rulebook_argument()
@click.option("--shoes", type=int, metavar="N", help="How many shoes to deal.")
@click.option(
    "--seed", type=int, default=1, show_default=True, help="The stock of shoes; the same seed deals the same."
)
@click.option("--first-shoe", type=int, default=0, show_default=True, help="The number of the first shoe of the seed.")
@click.option("--decks", type=int, metavar="N", help="Study 1 to 16 decks in the shoe, whatever the rulebook allows.")
@click.option(
    "--device", default="auto", metavar="|".join(DEVICES), help="What deals; auto takes the fastest installed."
)
@click.option("--threads", type=int, metavar="N", help="Threads of the device cpu; one for each core without it.")
@click.option("--cluster", metavar="auto|ADDRESS", help="Deal on a Ray cluster.")
@click.option(
    "--ranks", is_flag=True, help="Count by ranks, so that pairs are seen; done by itself where a wager asks."
)
@click.option(
    "--per-shoe", "followed", multiple=True, metavar="WAGER", help="Follow one unit on this wager through each shoe."
)
@click.option("--show-shoe", type=int, metavar="I", help="Deal shoe I of the seed again, card by card.")
@click.option(
    "--checkpoint",
    "checkpoint_file",
    type=FILE,
    metavar="FILE",
    help="Keep the run in a file, and continue the one that is there.",
)
@click.option(
    "--merge",
    "merged_files",
    type=FILE,
    multiple=True,
    metavar="FILE",
    help="Add the run in this file; may be repeated.",
)
@click.option(
    "--csv",
    "csv_file",
    type=FILE,
    metavar="FILE",
    help="Write the estimates as CSV.",
)
@click.option(
    "--chart",
    "chart_file",
    type=FILE,
    metavar="FILE.svg",
    help="Draw the result.",
)
@set_and_house
@json_option
def simulate(
    rulebook: str,
    shoes: int | None,
    seed: int,
    first_shoe: int,
    decks: int | None,
    device: str,
    threads: int | None,
    cluster: str | None,
    ranks: bool,
    followed: tuple[str, ...],
    show_shoe: int | None,
    checkpoint_file: Path | None,
    merged_files: tuple[Path, ...],
    csv_file: Path | None,
    chart_file: Path | None,
    sets: Sets,
    house_file: Path | None,
    as_json: bool,
) -> None:
    """Deal faithful shoes and hold what was seen against the exact odds.

    Burn, cutting card, last hand, reshuffle: every shoe is dealt as the rulebook says. Shoe I of a seed is the same
    shoe on any device, with any number of threads or workers. A run that is stopped with Ctrl-C keeps its checkpoint.
    """
    from minibac.odds.prices import OddsError
    from minibac.simulate.plan import SimulationError, WrongRequestError

    check_name("a chart", chart_file, ".svg")
    rules, outside = rules_with_decks(rulebook, sets, house_file, decks)
    try:
        asked = _Asked.of(rules, outside, decks, seed, ranks, tuple(dict.fromkeys(followed)))
        if show_shoe is not None:
            _show(asked, show_shoe, as_json=as_json)
            return
        _check_call(shoes, seed, first_shoe, merged_files, device, threads, cluster)
        job = _Job(asked, device, threads, cluster, checkpoint_file)
        check_writable(csv_file, chart_file, checkpoint_file)
        result = job.result(first_shoe, shoes, merged_files)
    except (WrongRequestError, OddsError) as error:
        fail(str(error), WRONG_CALL)
    except SimulationError as error:
        fail(str(error), REFUSED)
    from minibac.simulate.chart import chart
    from minibac.simulate.text import report_text

    faults = [*job.faults, *written(csv_file, lambda: _csv(result)), *written(chart_file, lambda: chart(result))]
    if as_json:
        print_json(result.plain())
    else:
        click.echo(report_text(result))
        if job.kept_more:
            click.echo(f"\n{job.kept_more}")
    if faults:
        fail(faults, REFUSED)


def _check_call(
    shoes: int | None,
    seed: int,
    first_shoe: int,
    merged_files: tuple[Path, ...],
    device: str,
    threads: int | None,
    cluster: str | None,
) -> None:
    """Say what is wrong with the call itself, before anything is dealt."""
    from minibac.rules.words import listed
    from minibac.simulate.philox import SEEDS

    if not 0 <= seed < SEEDS:
        fail(f"--seed {seed} is no seed: a seed is a whole number from 0 to {SEEDS - 1}")
    if shoes is None and not merged_files:
        fail("--shoes N is missing: say how many shoes to deal")
    if shoes is not None and shoes < 1:
        fail(f"--shoes {shoes} is nothing to deal: ask for 1 or more")
    if first_shoe < 0:
        fail(f"--first-shoe {first_shoe} is no shoe: they are numbered from 0")
    if device not in DEVICES:
        fail(f"there is no device {device!r}{did_you_mean(device, DEVICES)}: choose {listed(DEVICES)}")
    if threads is not None and threads < 1:
        fail(f"--threads {threads} deals nothing: ask for 1 or more")
    if cluster is not None and (device != "auto" or threads is not None):
        fail("--cluster uses what its machines have: leave --device and --threads out")


class _Asked(NamedTuple):
    """What is to be simulated."""

    rules: HouseRules
    odds: Odds
    plan: Plan
    seed: int
    followed: tuple[str, ...]

    @classmethod
    def of(
        cls,
        rules: HouseRules,
        outside: bool,
        decks: int | None,
        seed: int,
        ranks: bool,
        followed: tuple[str, ...],
    ) -> _Asked:
        from minibac.odds.prices import Odds
        from minibac.simulate.plan import By, plan

        in_shoe = decks if outside else None
        odds = Odds(rules, outside_rulebook=outside, decks_in_shoe=in_shoe)
        ranks = ranks or any(laid.wager.asks_pairs for laid in odds.laid.values())
        return cls(rules, odds, plan(rules, By.RANKS if ranks else By.POINTS, in_shoe), seed, followed)


class _Job:
    """A run from the command line: a device, a checkpoint, a bar that moves."""

    def __init__(
        self, asked: _Asked, device: str, threads: int | None, cluster: str | None, checkpoint_file: Path | None
    ) -> None:
        from minibac.odds.plain import options_plain
        from minibac.simulate.checkpoint import Subject, continued, start
        from minibac.simulate.histogram import empty
        from minibac.simulate.report import followed_worth
        from minibac.simulate.runs import back_end

        self.asked = asked
        self.threads, self.cluster, self.file = threads, cluster, checkpoint_file
        self.faults: list[str] = []
        """Why the checkpoint is not up to date, at the end of the run."""
        self.kept_more = ""
        """A sentence where more is reported than was asked for, since the checkpoint has it."""
        plan = asked.plan
        self.units, self.worth = followed_worth(asked.odds, plan, asked.followed)
        subject = Subject.of(asked.rules.rulebook.id, options_plain(asked.odds), plan, asked.seed, asked.followed)
        if checkpoint_file is not None and checkpoint_file.exists():
            self.checkpoint = continued(subject, checkpoint_file)
        else:
            self.checkpoint = start(subject, empty(plan.codes, len(self.worth)))
        self.back_end: BackEnd | None = None
        self.device = "cluster"
        if cluster is None:
            # Results of single shoes are followed on the processor.
            self.back_end = back_end("cpu" if self.worth and device == "auto" and _numba() else device)
            self.device = self.back_end.NAME

    def result(self, first_shoe: int, shoes: int | None, merged_files: tuple[Path, ...]) -> Report:
        """Merge what is to be merged, deal what is missing, and report."""
        from minibac.simulate.checkpoint import load, merged
        from minibac.simulate.report import Followed, Report

        for path in merged_files:
            self.checkpoint = merged(self.checkpoint, load(path))
        before = self.checkpoint.histogram.shoes
        ranges = self.checkpoint.missing(first_shoe, shoes) if shoes is not None else []
        if ranges:
            self._deal(ranges)
        elif merged_files:
            self._save()
        histogram = self.checkpoint.histogram
        if shoes is not None and histogram.shoes > shoes:
            dealt = histogram.shoes - before
            source = "the runs merged" if merged_files else f"the checkpoint {self.file}"
            self.kept_more = (
                f"{shoes:,} shoes were asked for and {dealt:,} dealt; the report is of all {histogram.shoes:,}, "
                f"for {source} had {before:,} of them"
            )
        named = zip(self.asked.followed, self.units, histogram.results, strict=True)
        return Report(
            self.asked.odds,
            self.asked.plan,
            self.asked.seed,
            histogram,
            self.device,
            self.checkpoint.seconds,
            tuple(Followed(*each) for each in named),
        )

    def _deal(self, ranges: list[Range]) -> None:
        from minibac.simulate.histogram import Histogram, empty

        wanted = sum(shoes for _, shoes in ranges)
        self._estimate(wanted)
        counted: Histogram = empty(self.asked.plan.codes, len(self.worth))
        if self.back_end is not None:
            self.back_end.deal(self.asked.plan, 0, 0, 1)  # what there is to compile or to load is no time spent dealing
        fresh: list[Range] = []
        begun = saved = time.monotonic()

        def keep() -> Checkpoint:
            return self.checkpoint.plus(fresh, counted, time.monotonic() - begun)

        try:
            with progress_bar(wanted) as moved:
                for step in self._steps(ranges):
                    counted += step.histogram
                    fresh.append((step.first_shoe, step.shoes))
                    moved(counted.shoes, counted.coups)
                    if time.monotonic() - saved > SAVE_SECONDS:
                        saved = time.monotonic()
                        self._save(keep())
        except KeyboardInterrupt:
            self._save(keep())
            kept = f"kept in {self.file}" if self.file else "not kept; --checkpoint FILE would keep them"
            kept = f"not kept: {self.faults[0]}" if self.faults else kept
            fail(f"stopped after {counted.shoes} of {wanted} shoes, {kept}", INTERRUPTED)
        except BaseException:
            self._save(keep())
            raise
        self.checkpoint = keep()
        self._save()

    def _steps(self, ranges: list[Range]) -> Iterator[Chunk]:
        asked = self.asked
        if self.cluster is not None:
            from minibac.simulate import cluster

            return cluster.run(asked.plan, asked.seed, ranges, self.cluster, self.worth)
        from minibac.simulate.runs import run

        assert self.back_end is not None
        return run(asked.plan, asked.seed, ranges, self.back_end, self.threads, self.worth)

    def _estimate(self, wanted: int) -> None:
        """Say beforehand how long it will take, where somebody is watching."""
        if self.back_end is None or not sys.stderr.isatty():
            return
        from minibac.simulate.runs import coups_per_second

        plan = self.asked.plan
        pace = coups_per_second(plan, self.back_end, self.threads)
        coups = wanted * self.back_end.deal(plan, 0, 0, 64).coups / 64
        took = f"{coups / pace:,.0f} s" if coups < 120 * pace else f"{coups / pace / 60:,.0f} min"
        click.echo(f"about {coups:,.0f} coups on {self.device} at {pace:,.0f} a second: {took}", err=True)

    def _save(self, checkpoint: Checkpoint | None = None) -> None:
        """Keep the run. A full disk ends no run: what is found is still reported, and the fault with it."""
        from minibac.simulate.checkpoint import save
        from minibac.simulate.plan import SimulationError

        if self.file is None:
            return
        try:
            save(checkpoint or self.checkpoint, self.file)
            self.faults = []
        except SimulationError as error:
            self.faults = [str(error)]


def _numba() -> bool:
    from importlib.util import find_spec

    return find_spec("numba") is not None


def _csv(report: Report) -> str:
    from minibac import __version__

    lines = ["wager,mean,exact,standard_error,low,high,z,shoes,coups,seed,rulebook,minibac"]
    histogram = report.histogram
    tail = f"{histogram.shoes},{histogram.coups},{report.seed},{report.odds.rules.rulebook.id},{__version__}"
    for each in report.estimates:
        low, high = each.interval
        numbers = (float(each.mean), float(each.exact), each.standard_error, low, high, each.z)
        lines.append(f"{each.wager},{','.join(map(repr, numbers))},{tail}")
    return "\n".join(lines) + "\n"


def _show(asked: _Asked, number: int, *, as_json: bool) -> None:
    from minibac.simulate.runs import check
    from minibac.simulate.shown import show_shoe

    check(asked.seed, [(number, 1)])
    shown = show_shoe(asked.rules, asked.plan, asked.seed, number)
    if as_json:
        from minibac.simulate.text import shown_plain

        print_json(shown_plain(asked.odds, shown))
        return
    from minibac.simulate.text import shown_text

    click.echo(shown_text(shown))
