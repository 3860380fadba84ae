"""``minibac simulate``: faithful shoes, as many as you like."""

from __future__ import annotations

import importlib.util
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from minibac.cli.common import FILE, REFUSED, WRONG_CALL, Command, WithDecks, WithJson, Wrong, asks, fail, option
from minibac.cli.output_files import cannot_be_written, check_name, check_writable, written
from minibac.cli.own_wagers import WithOwn
from minibac.cli.progress import progress_bar
from minibac.cli.text import language, say
from minibac.rules.words import did_you_mean
from minibac.voice.extras import how_to_install
from minibac.voice.said import Said, many, said, words_of

if TYPE_CHECKING:
    from minibac.odds.prices import Odds
    from minibac.simulate.checkpoint import Checkpoint
    from minibac.simulate.plan import Plan, SimulationError
    from minibac.simulate.report import Report
    from minibac.simulate.runs import BackEnd, Chunk, Range

INTERRUPTED = 130
LONG_SECONDS = 10.0
"""Who would wait longer in plain Python is told what is faster."""
SAVE_SECONDS = 10.0
"""Time between two checkpoints of a long run."""

DEVICES = ("auto", "pure", "cpu", "gpu")


def check_seed(seed: int) -> None:
    """Say what is wrong with a seed outside of the range."""
    from minibac.simulate.philox import SEEDS

    if not 0 <= seed < SEEDS:
        told = said("--seed {seed} is no seed: a seed is a whole number from 0 to {last}", seed=str(seed))
        fail(told.about(last=str(SEEDS - 1)))


def check_shoes(shoes: int | None, first_shoe: int) -> None:
    """Say what is wrong with the number of shoes, where one is given, and with the number of the first."""
    if shoes is not None and shoes < 1:
        fail(said("--shoes {shoes} is nothing to deal: ask for 1 or more", shoes=str(shoes)))
    if first_shoe < 0:
        fail(said("--first-shoe {shoe} is no shoe: they are numbered from 0", shoe=str(first_shoe)))


def no_device(device: str, known: Sequence[str]) -> Said:
    """What is wrong with a device nobody knows."""
    told = said("there is no device '{device}'{did_you_mean}: choose {devices}", device=device, devices=many(known))
    return told.about(did_you_mean=did_you_mean(device, known))


class Ask(WithDecks, WithOwn, WithJson):
    """What is to be simulated, on what, and where the results go."""

    shoes: int | None = option(type=int, metavar="N", help="How many shoes to deal.")
    seed: int = option(type=int, default=1, show_default=True, help="The stock of shoes; the same seed deals the same.")
    first_shoe: int = option(type=int, default=0, show_default=True, help="The number of the first shoe of the seed.")
    decks: int | None = option(
        type=int, metavar="N", help="Study 1 to 16 decks in the shoe, whatever the rulebook allows."
    )
    device: str = option(
        default="auto", metavar="|".join(DEVICES), help="What deals; auto takes the fastest installed."
    )
    threads: int | None = option(type=int, metavar="N", help="Threads of the device cpu; one for each core without it.")
    cluster: str | None = option(metavar="auto|ADDRESS", help="Deal on a Ray cluster.")
    ranks: bool = option(
        is_flag=True, help="Count by ranks, so that pairs are seen; done by itself where a wager asks."
    )
    per_shoe: tuple[str, ...] = option(
        multiple=True, metavar="WAGER", help="Follow one unit on this wager through each shoe."
    )
    show_shoe: int | None = option(type=int, metavar="I", help="Deal shoe I of the seed again, card by card.")
    checkpoint_file: Path | None = option(
        "--checkpoint", type=FILE, metavar="FILE", help="Keep the run in a file, and continue the one that is there."
    )
    merged_files: tuple[Path, ...] = option(
        "--merge", type=FILE, multiple=True, metavar="FILE", help="Add the run in this file; may be repeated."
    )
    csv_file: Path | None = option("--csv", type=FILE, metavar="FILE", help="Write the estimates as CSV.")
    coup_rows: Path | None = option(
        type=FILE, metavar="FILE.csv|parquet", help="Write every coup of the shoes, and what each wager came to."
    )
    shoe_rows: Path | None = option(
        type=FILE, metavar="FILE.csv|parquet", help="Write a row for each shoe, with what each wager came to."
    )
    chart_file: Path | None = option("--chart", type=FILE, metavar="FILE.svg", help="Draw the result.")

    @property
    def row_files(self) -> list[Path]:
        """The lists of coups and of shoes that are asked for."""
        return [path for path in (self.coup_rows, self.shoe_rows) if path is not None]

    @property
    def followed(self) -> tuple[str, ...]:
        """Each wager to follow, once."""
        return tuple(dict.fromkeys(self.per_shoe))

    def subject(self) -> tuple[Odds, Plan]:
        """The exact prices of the table, and how its shoes are dealt."""
        from minibac.odds.prices import Odds
        from minibac.simulate.plan import MOST_DECKS, By, plan
        from minibac.simulate.sights import sights_of

        rules, outside = self.rules_with_decks(MOST_DECKS)
        in_shoe = self.decks if outside else None
        odds = Odds(rules, own=self.own(rules), outside_rulebook=outside, decks_in_shoe=in_shoe)
        ranks = self.ranks or any(laid.wager.asks_pairs for laid in odds.laid.values())
        return odds, plan(rules, By.RANKS if ranks else By.POINTS, in_shoe, sights_of(odds))

    def check(self) -> None:
        """Say what is wrong with the call itself, before anything is dealt."""
        check_seed(self.seed)
        if self.shoes is None and not self.merged_files:
            fail(said("--shoes N is missing: say how many shoes to deal"))
        check_shoes(self.shoes, self.first_shoe)
        if self.row_files and self.shoes is None:
            fail(said("--shoes N is missing: say of how many shoes the rows are"))
        if self.device not in DEVICES:
            fail(no_device(self.device, DEVICES))
        if self.threads is not None and self.threads < 1:
            fail(said("--threads {threads} deals nothing: ask for 1 or more", threads=str(self.threads)))
        if self.cluster is not None and (self.device != "auto" or self.threads is not None):
            fail(said("--cluster uses what its machines have: leave --device and --threads out"))


@click.command(
    cls=Command,
    examples=(
        "minibac simulate section-42 --shoes 1000000",
        "minibac simulate massachusetts --set vigorish_type=ez --shoes 1000000000 --checkpoint ez.json",
        "minibac simulate seminole --shoes 100000 --per-shoe banker --chart banker.svg",
        "minibac simulate section-42 --shoes 100000 --own side-bet.toml --per-shoe lucky-6",
        "minibac simulate section-42 --seed 1 --show-shoe 7",
        "minibac simulate section-42 --merge first.json --merge second.json --json",
    ),
)
@asks(Ask)
def simulate(ask: Ask) -> None:
    """Deal faithful shoes and hold what was seen against the exact odds.

    Burn, cutting card, last hand, reshuffle: every shoe is dealt as the rulebook says. Shoe I of a seed is the same
    shoe on any device, with any number of threads or workers. A run that is stopped with Ctrl-C keeps its checkpoint.
    """
    from minibac.odds.prices import OddsError
    from minibac.simulate.plan import SimulationError, WrongRequestError

    check_name(said("a chart"), ask.chart_file, ".svg")
    for path in ask.row_files:
        check_name(said("a list of rows"), path, ".csv", ".parquet")
        if path.suffix == ".parquet" and not importlib.util.find_spec("duckdb"):
            needs = said("Parquet needs the extra data, and {module} is missing; {how}", module="duckdb")
            fail(needs.about(how=how_to_install("data")), REFUSED)
    try:
        odds, plan = ask.subject()
        if ask.show_shoe is not None:
            _show(ask, odds, plan, ask.show_shoe)
            return
        ask.check()
        job = _Job(ask, odds, plan)
        check_writable(ask.csv_file, ask.chart_file, ask.checkpoint_file, *ask.row_files)
        result = job.result()
    except (WrongRequestError, OddsError) as error:
        fail(getattr(error, "faults", None) or error, WRONG_CALL)
    except SimulationError as error:
        fail(error, REFUSED)
    from minibac.simulate.chart import chart
    from minibac.simulate.text import report_text

    written_csv = written(ask.csv_file, lambda: _csv(result))
    written_csv += _rows(ask, odds, plan)
    faults: list[Wrong] = [*job.faults, *written_csv, *written(ask.chart_file, lambda: chart(result))]
    ask.tell(result.plain, lambda: "\n\n".join(filter(None, (report_text(result, language()), job.kept_more))))
    if faults:
        fail(faults, REFUSED)


class _Job:
    """A run from the command line: a device, a checkpoint, a bar that moves."""

    def __init__(self, ask: Ask, odds: Odds, plan: Plan) -> None:
        from minibac.odds.plain import options_plain
        from minibac.simulate.checkpoint import Subject, continued, start
        from minibac.simulate.histogram import empty
        from minibac.simulate.report import followed_as, followed_worth
        from minibac.simulate.runs import back_end_for

        self.ask, self.odds, self.plan, self.file = ask, odds, plan, ask.checkpoint_file
        self.faults: list[SimulationError] = []
        """Why the checkpoint is not up to date, at the end of the run."""
        self.kept_more = ""
        """A sentence where more is reported than was asked for, since the checkpoint has it."""
        self.units, self.worth = followed_worth(odds, plan, ask.followed)
        followed = (followed_as(odds.laid[name]) for name in ask.followed)
        on_cards = (followed_as(odds.laid[sight.wager]) for sight in plan.sights)
        subject = Subject.of(odds.rules.rulebook.id, options_plain(odds), plan, ask.seed, followed, on_cards)
        if self.file is not None and self.file.exists():
            self.checkpoint = continued(subject, self.file)
        else:
            self.checkpoint = start(subject, empty(plan.codes, len(self.worth), plan.ends))
        self.back_end: BackEnd | None = None
        self.device = "cluster"
        if ask.cluster is None:
            self.back_end = back_end_for(plan, ask.device, self.worth)
            self.device = self.back_end.NAME

    def result(self) -> Report:
        """Merge what is to be merged, deal what is missing, and report."""
        from minibac.simulate.checkpoint import load, merged
        from minibac.simulate.report import Followed, Report

        ask = self.ask
        for path in ask.merged_files:
            self.checkpoint = merged(self.checkpoint, load(path))
        before = self.checkpoint.histogram.shoes
        ranges = self.checkpoint.missing(ask.first_shoe, ask.shoes) if ask.shoes is not None else []
        if ranges:
            self._deal(ranges)
        elif ask.merged_files:
            self._save()
        histogram = self.checkpoint.histogram
        if ask.shoes is not None and histogram.shoes > ask.shoes:
            merged_runs = said("the runs merged")
            self.kept_more = say(
                said(
                    "{asked} shoes were asked for and {dealt} dealt; the report is of all {all}, for {source} had "
                    "{before} of them",
                    asked=ask.shoes,
                    dealt=histogram.shoes - before,
                    all=histogram.shoes,
                    source=merged_runs if ask.merged_files else said("the checkpoint {path}", path=str(self.file)),
                    before=before,
                )
            )
        named = zip(ask.followed, self.units, histogram.results, strict=True)
        followed = tuple(Followed(*each) for each in named)
        return Report(self.odds, self.plan, ask.seed, histogram, self.device, self.checkpoint.seconds, followed)

    def _deal(self, ranges: list[Range]) -> None:
        from minibac.simulate.histogram import Histogram, empty

        missing = sum(shoes for _, shoes in ranges)
        wanted = self.ask.shoes or missing
        kept_before = wanted - missing
        self._estimate(missing)
        counted: Histogram = empty(self.plan.codes, len(self.worth), self.plan.ends)
        if self.back_end is not None:
            self.back_end.deal(self.plan, 0, 0, 1)  # what there is to compile or to load is no time spent dealing
        fresh: list[Range] = []
        begun = time.monotonic()
        saved = begun - SAVE_SECONDS  # the first shoes are kept at once, so that a place that fails is seen

        def keep() -> Checkpoint:
            return self.checkpoint.plus(fresh, counted, time.monotonic() - begun)

        try:
            with progress_bar(wanted, kept_before) as moved:
                for step in self._steps(ranges):
                    counted += step.histogram
                    fresh.append((step.first_shoe, step.shoes))
                    moved(kept_before + counted.shoes, counted.coups)
                    if time.monotonic() - saved > SAVE_SECONDS:
                        saved = time.monotonic()
                        self._save(keep())
        except KeyboardInterrupt:
            self._save(keep())
            kept = said("not kept; --checkpoint FILE would keep them")
            if self.file:
                kept = said("kept in {path}", path=str(self.file))
            if self.faults:
                kept = said("not kept: {why}", why=words_of(self.faults[0]))
            stopped = said("stopped after {shoes} of {wanted} shoes, {kept}", wanted=str(wanted), kept=kept)
            fail(stopped.about(shoes=str(kept_before + counted.shoes)), INTERRUPTED)
        except BaseException:
            self._save(keep())
            raise
        self.checkpoint = keep()
        self._save()

    def _steps(self, ranges: list[Range]) -> Iterator[Chunk]:
        ask = self.ask
        if ask.cluster is not None:
            from minibac.simulate import cluster

            return cluster.run(self.plan, ask.seed, ranges, ask.cluster, self.worth)
        from minibac.simulate.runs import run

        assert self.back_end is not None
        return run(self.plan, ask.seed, ranges, self.back_end, ask.threads, self.worth)

    def _estimate(self, wanted: int) -> None:
        """Say beforehand how long it will take, where somebody is watching."""
        if self.back_end is None or not sys.stderr.isatty():
            return
        from minibac.simulate.runs import coups_per_second

        pace = coups_per_second(self.plan, self.back_end, self.ask.threads)
        coups = wanted * self.back_end.deal(self.plan, 0, 0, 64).coups / 64
        took = f"{coups / pace:,.0f} s" if coups < 120 * pace else f"{coups / pace / 60:,.0f} min"
        told = said("about {coups} coups on {device} at {pace} a second: {took}", coups=f"{coups:,.0f}", took=took)
        click.echo(say(told.about(device=self.device, pace=f"{pace:,.0f}")), err=True)
        if self.device == "pure" and self.ask.device == "auto" and coups > LONG_SECONDS * pace:
            slow = said("this is plain Python; the extra fast deals the same shoes many times as fast; {how}")
            click.echo(say(slow.about(how=how_to_install("fast"))), err=True)

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
            self.faults = [error]


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


def _rows(ask: Ask, odds: Odds, plan: Plan) -> list[Said]:
    """Write the shoes that were asked for row by row, and give what went wrong."""
    from minibac.simulate.rows import ShoeRows, write_rows

    faults = []
    for path in ask.row_files:
        rows = ShoeRows(odds, plan, ask.seed, ask.first_shoe, ask.shoes or 0)
        by_coup = path == ask.coup_rows
        try:
            if by_coup:
                write_rows(path, rows.coup_columns, rows.by_coup())
            else:
                write_rows(path, rows.shoe_columns, rows.by_shoe())
        except OSError as error:
            faults.append(cannot_be_written(path, error))
    return faults


def _show(ask: Ask, odds: Odds, plan: Plan, number: int) -> None:
    from minibac.simulate.runs import check
    from minibac.simulate.shown import show_shoe
    from minibac.simulate.text import shown_plain, shown_text

    check(ask.seed, [(number, 1)])
    shown = show_shoe(odds.rules, plan, ask.seed, number)
    ask.tell(lambda: shown_plain(odds, shown), lambda: shown_text(shown, language()))
