"""``minibac study``: questions about whole shoes. Counting systems, perfect play, bankrolls, the cutting card."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from minibac.cli.common import (
    FILE,
    HELP_SETTINGS,
    REFUSED,
    WRONG_CALL,
    Command,
    Group,
    OwnWords,
    Sets,
    did_you_mean,
    fail,
    json_option,
    print_json,
    rulebook_argument,
    rules_options,
)
from minibac.cli.long_work import progress_bar, rules_with_decks
from minibac.cli.output_files import check_name, check_writable, written
from minibac.rules.words import how_to_install

if TYPE_CHECKING:
    from minibac.rules.house_rules import HouseRules
    from minibac.simulate.bankroll import Staking
    from minibac.simulate.counting import Count
    from minibac.simulate.study import Shoes
    from minibac.simulate.study_text import Subject

F = TypeVar("F", bound=Callable[..., Any])

DRAGON = "0,0,0,-1,-1,-1,-1,2,2,0"
EZ = "massachusetts --set vigorish_type=ez --wager dragon-7"
COUNT_DRAGON = f"minibac study count {EZ} --tags {DRAGON} --trigger 4"
DEVICES = ("auto", "cpu", "gpu")
BURNS = ("rulebook", "seen", "unseen")


class Numbers(OwnWords):
    """Numbers with commas or spaces between them."""

    name = "numbers"

    def __init__(self, example: str, *, whole: bool = False) -> None:
        self.example, self.whole = example, whole

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, ...]:
        if isinstance(value, tuple):
            return value
        try:
            return tuple((int if self.whole else float)(word) for word in str(value).replace(",", " ").split())
        except ValueError:
            name = param.opts[0] if param else "a list"
            kind = "whole numbers" if self.whole else "numbers"
            self.fail(f"{name} {value} cannot be read: write {kind} as {name} {self.example}", param, ctx)


class Steps(OwnWords):
    """Steps of a spread, each a count and a stake."""

    name = "count:stake,…"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[tuple[float, float], ...]:
        if isinstance(value, tuple):
            return value
        try:
            words = [word.split(":") for word in str(value).replace(",", " ").split()]
            return tuple((float(at), float(stake)) for at, stake in words)
        except ValueError:
            self.fail(f"--spread {value} cannot be read: write counts and stakes as --spread 4:1,6:2,8:4", param, ctx)


class Studies(Group):
    """The studies, with one sentence for a wrong one."""

    no_such = "there is no study {name!r}{hint}; minibac study --help lists them"

    def format_epilog(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        Command.write_examples(
            formatter,
            (
                COUNT_DRAGON,
                "minibac study perfect seminole --shoes 200",
                "minibac study depth section-42 --wager tie --depths 14,52,104 --shoes 200",
                "minibac study bankroll section-42 --wager banker --bankroll 100 --shoes 20",
            ),
        )


@click.group(cls=Studies, context_settings=HELP_SETTINGS, no_args_is_help=False, invoke_without_command=True)
@click.pass_context
def study(ctx: click.Context) -> None:
    """Questions about whole shoes: what a count is worth, how good perfect play is, what a bankroll lives through."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


# ------------------------------------------------------------------------------------------------- what studies share


def shoe_options(shoes: int, what: str) -> Callable[[F], F]:
    """The options of every study: which shoes, on how many threads, and where the results go."""
    file = FILE
    options = (
        click.option("--shoes", type=int, default=shoes, show_default=True, metavar="N", help=what),
        click.option(
            "--seed", type=int, default=1, show_default=True, help="The stock of shoes; the same seed deals the same."
        ),
        click.option("--first-shoe", type=int, default=0, show_default=True, help="The number of the first shoe."),
        click.option("--decks", type=int, metavar="N", help="Study 1 to 16 decks, whatever the rulebook allows."),
        click.option(
            "--burn",
            default="rulebook",
            show_default=True,
            metavar="|".join(BURNS),
            help="Whether the guest sees the burned cards.",
        ),
        click.option("--threads", type=int, metavar="N", help="Threads; one for each core without it."),
        click.option("--csv", "csv_file", type=file, metavar="FILE", help="Write the results as CSV."),
        click.option("--chart", "chart_file", type=file, metavar="FILE.svg", help="Draw the results."),
        rules_options,
        json_option,
    )

    def decorated(function: F) -> F:
        for option in reversed(options):
            function = option(function)
        return function

    return decorated


def count_options(required: bool) -> Callable[[F], F]:
    """The options of a counting system."""
    options = (
        click.option(
            "--tags",
            type=Numbers(DRAGON),
            required=required,
            metavar="A,2,…,9,T",
            help="A tag for each value, Ace to nine and then tens, or for each rank, Ace to King.",
        ),
        click.option("--trigger", type=float, required=required, metavar="COUNT", help="Bet from this count on."),
        click.option("--running", is_flag=True, help="Take the count as it runs, not divided by the decks left."),
        click.option(
            "--burn-in-divisor/--burn-out-of-divisor",
            default=True,
            show_default=True,
            help="Whether unseen burned cards count among the decks left.",
        ),
    )

    def decorated(function: F) -> F:
        for option in reversed(options):
            function = option(function)
        return function

    return decorated


class _Asked(NamedTuple):
    """What every study is asked."""

    rules: HouseRules
    shoes: Shoes
    outside: bool
    csv_file: Path | None
    chart_file: Path | None
    as_json: bool

    @classmethod
    def of(
        cls,
        rulebook: str,
        shoes: int,
        seed: int,
        first_shoe: int,
        decks: int | None,
        burn: str,
        threads: int | None,
        csv_file: Path | None,
        chart_file: Path | None,
        sets: Sets,
        house_file: Path | None,
        as_json: bool,
    ) -> _Asked:
        from minibac.simulate.philox import SEEDS

        if shoes < 1:
            fail(f"--shoes {shoes} is nothing to deal: ask for 1 or more")
        if not 0 <= seed < SEEDS:
            fail(f"--seed {seed} is no seed: a seed is a whole number from 0 to {SEEDS - 1}")
        if first_shoe < 0:
            fail(f"--first-shoe {first_shoe} is no shoe: they are numbered from 0")
        if threads is not None and threads < 1:
            fail(f"--threads {threads} does nothing: ask for 1 or more")
        if burn not in BURNS:
            fail(f"--burn {burn} cannot be read{did_you_mean(burn, BURNS)}: choose rulebook, seen or unseen")
        check_name("a chart", chart_file, ".svg")
        rules, outside = rules_with_decks(rulebook, sets, house_file, decks)
        _check_extra()
        from minibac.simulate.study import Shoes

        seen = None if burn == "rulebook" else burn == "seen"
        asked = Shoes(shoes, seed, first_shoe, decks if outside else None, None, seen, threads)
        return cls(rules, asked, outside, csv_file, chart_file, as_json)

    def subject(self, count: Count | None = None) -> Subject:
        from minibac.odds.prices import Odds
        from minibac.simulate.study_text import Subject

        odds = Odds(self.rules, outside_rulebook=self.outside, decks_in_shoe=self.shoes.decks)
        return Subject(odds, self.shoes, self.shoes.sees_burn(self.rules), count)

    @contextmanager
    def watched(self, times: int = 1) -> Iterator[Shoes]:
        """The shoes, with a bar that moves; what is refused ends in a sentence."""
        from minibac.odds.prices import OddsError
        from minibac.simulate.plan import SimulationError, WrongRequestError

        check_writable(self.csv_file, self.chart_file)
        try:
            with progress_bar(self.shoes.shoes * times) as moved:
                yield self.shoes._replace(progress=moved)
        except (WrongRequestError, OddsError) as error:
            fail(str(error), WRONG_CALL)
        except SimulationError as error:
            fail(str(error), REFUSED)

    def tell(
        self,
        plain: Callable[[], Any],
        text: Callable[[], str],
        csv: Callable[[], str],
        chart: Callable[[], str],
    ) -> None:
        """Write the files that were asked for, and print; what was found is printed even where it cannot be written."""
        faults = [*written(self.csv_file, csv), *written(self.chart_file, chart)]
        if self.as_json:
            print_json(plain())
        else:
            click.echo(text())
        if faults:
            fail(faults, REFUSED)


def _check_extra() -> None:
    from importlib.util import find_spec

    if not find_spec("numba"):
        fail(f"a study needs the extra fast; {how_to_install('fast')}", REFUSED)


def _system(
    wager: str, tags: tuple[float, ...] | None, trigger: float | None, running: bool, burn_in_divisor: bool
) -> Count | None:
    """The counting system that was asked for, if one was."""
    from minibac.simulate.counting import Count
    from minibac.simulate.plan import SimulationError

    if tags is None:
        if trigger is not None or running:
            fail("--trigger and --running belong to a counting system: give its --tags too")
        return None
    if trigger is None:
        fail("--trigger COUNT is missing: say from which count on to bet")
    try:
        return Count(wager, tags, trigger, running, burn_in_divisor).checked()
    except SimulationError as error:
        fail(str(error))


# -------------------------------------------------------------------------------------------------------- the studies


@study.command(
    cls=Command,
    examples=(
        COUNT_DRAGON,
        "minibac study count seminole --wager player-pair --tags 1,1,1,1,1,1,1,1,1,1,1,1,-12 --trigger 9",
    ),
)
@rulebook_argument()
@click.option("--wager", required=True, help="What to bet on.")
@count_options(required=True)
@shoe_options(100_000, "How many shoes to study.")
def count(
    rulebook: str,
    wager: str,
    tags: tuple[float, ...],
    trigger: float,
    running: bool,
    burn_in_divisor: bool,
    **shared: Any,
) -> None:
    """A counting system: how often it bets, at what edge, and what that is worth.

    The count is of the cards the guest has seen, each with its tag, for each deck left. Every coup bet on is priced
    exactly, so a hundred thousand shoes say as much as many millions whose coups are only watched.
    """
    asked = _Asked.of(rulebook, **shared)
    system = _system(wager, tags, trigger, running, burn_in_divisor)
    assert system is not None
    with asked.watched() as shoes:
        from minibac.simulate.study import AtDepth, count_study

        found = (count_study(asked.rules, system, shoes),)
    from minibac.simulate import study_chart, study_text

    subject = asked.subject(system)
    depth = int(asked.rules.options.get("cut_card_depth", 0))
    asked.tell(
        lambda: study_text.findings_plain(subject, found),
        lambda: study_text.findings_text(subject, found),
        lambda: study_text.findings_csv(subject, [AtDepth(depth, found)]),
        lambda: study_chart.findings_chart(f"Counting for {wager}: {subject.head[0]}", found),
    )


@study.command(
    cls=Command,
    examples=(
        "minibac study perfect massachusetts --set vigorish_type=ez",
        "minibac study perfect seminole --wager player-pair --wager tie --shoes 50000 --chart perfect.svg",
    ),
)
@rulebook_argument()
@click.option("--wager", "wagers", multiple=True, help="What to look at; may be repeated. All wagers without it.")
@click.option("--device", default="auto", metavar="|".join(DEVICES), help="What prices; auto takes a GPU if it can.")
@shoe_options(10_000, "How many shoes to study.")
def perfect(rulebook: str, wagers: tuple[str, ...], device: str, **shared: Any) -> None:
    """Perfect play: the exact expectation of every wager before every coup, and a unit wherever it is positive.

    No counting system can do better on the same wager.
    """
    asked = _Asked.of(rulebook, **shared)
    _check_device(device)
    with asked.watched() as shoes:
        from minibac.simulate.study import AtDepth, perfect_study

        found = perfect_study(asked.rules, wagers, shoes, device)
    from minibac.simulate import study_chart, study_text

    subject = asked.subject()
    depth = int(asked.rules.options.get("cut_card_depth", 0))
    asked.tell(
        lambda: study_text.findings_plain(subject, found),
        lambda: study_text.findings_text(subject, found),
        lambda: study_text.findings_csv(subject, [AtDepth(depth, found)]),
        lambda: study_chart.findings_chart(f"Perfect play: {subject.head[0]}", found),
    )


def _check_device(device: str) -> None:
    if device not in DEVICES:
        fail(f"there is no device {device!r}{did_you_mean(device, DEVICES)}: choose auto, cpu or gpu")


@study.command(
    cls=Command,
    examples=(
        f"minibac study depth {EZ} --depths 14,26,52,104",
        f"minibac study depth seneca --wager tie --depths 14,40,80 --tags {DRAGON} --trigger 2 --chart depth.svg",
    ),
)
@rulebook_argument()
@click.option("--depths", type=Numbers("14,26,52", whole=True), required=True, help="Cards behind the cutting card.")
@click.option("--wager", "wagers", multiple=True, help="What to look at; may be repeated. All wagers without it.")
@count_options(required=False)
@click.option("--device", default="auto", metavar="|".join(DEVICES), help="What prices; auto takes a GPU if it can.")
@shoe_options(10_000, "How many shoes to study at each depth.")
def depth(
    rulebook: str,
    depths: tuple[int, ...],
    wagers: tuple[str, ...],
    tags: tuple[float, ...] | None,
    trigger: float | None,
    running: bool,
    burn_in_divisor: bool,
    device: str,
    **shared: Any,
) -> None:
    """The depth of the cutting card: what a counting system, or perfect play, is worth when more cards stay back."""
    asked = _Asked.of(rulebook, **shared)
    _check_device(device)
    if tags is not None and len(wagers) != 1:
        fail("a counting system bets on one wager: give one --wager")
    system = _system(wagers[0] if wagers else "", tags, trigger, running, burn_in_divisor)
    with asked.watched(len(set(depths))) as shoes:
        from minibac.simulate.study import depth_study

        found = depth_study(asked.rules, depths, shoes, system, wagers, device)
    from minibac.simulate import study_chart, study_text

    subject = asked.subject(system)
    asked.tell(
        lambda: study_text.depth_plain(subject, found),
        lambda: study_text.depth_text(subject, found),
        lambda: study_text.findings_csv(subject, found),
        lambda: study_chart.depth_chart(f"Depth of the cutting card: {subject.head[0]}", found),
    )


@study.command(
    cls=Command,
    examples=(
        "minibac study bankroll section-42 --wager banker --bankroll 100 --shoes 20",
        f"minibac study bankroll seneca --wager tie --tags {DRAGON} --spread 4:1,6:2 --bankroll 50 --chart tie.svg",
    ),
)
@rulebook_argument()
@click.option("--wager", required=True, help="What to bet on.")
@click.option(
    "--bankroll", type=float, default=100.0, show_default=True, metavar="UNITS", help="What a path starts with."
)
@click.option("--stake", type=float, default=1.0, show_default=True, metavar="UNITS", help="The stake of each bet.")
@click.option("--fraction", type=float, metavar="PART", help="Stake this part of the bankroll, in steps of --stake.")
@click.option("--spread", type=Steps(), default=(), help="From which count on which stake, as 4:1,6:2,8:4.")
@click.option("--paths", type=int, default=1000, show_default=True, metavar="N", help="How many paths to follow.")
@count_options(required=False)
@shoe_options(100, "How many shoes a path has.")
def bankroll(
    rulebook: str,
    wager: str,
    bankroll: float,
    stake: float,
    fraction: float | None,
    spread: tuple[tuple[float, float], ...],
    paths: int,
    tags: tuple[float, ...] | None,
    trigger: float | None,
    running: bool,
    burn_in_divisor: bool,
    **shared: Any,
) -> None:
    """What a bankroll lives through: the risk of ruin, where paths end, and some paths as they went.

    A bet on every coup, or with --tags and --trigger where a counting system says so. Stakes are flat, a part of the
    bankroll, or spread by the count.
    """
    asked = _Asked.of(rulebook, **shared)
    if spread and tags is not None and trigger is None:
        trigger = spread[0][0]
    system = _system(wager, tags, trigger, running, burn_in_divisor)
    staking = _staking(stake, fraction, spread, system)
    with asked.watched(max(1, paths)) as shoes:
        from minibac.simulate.bankroll import bankroll_study

        found = bankroll_study(asked.rules, wager, staking, bankroll, paths, shoes, system)
    from minibac.simulate import study_chart, study_text

    subject = asked.subject(system)
    title = f"{paths:,} paths on {wager}: {subject.head[0]}"
    asked.tell(
        lambda: study_text.paths_plain(subject, staking, found),
        lambda: study_text.paths_text(subject, staking, found),
        lambda: study_text.paths_csv(subject, found),
        lambda: study_chart.paths_chart(title, found),
    )


def _staking(
    stake: float, fraction: float | None, spread: tuple[tuple[float, float], ...], system: Count | None
) -> Staking:
    from minibac.simulate.bankroll import Staking
    from minibac.simulate.plan import SimulationError

    try:
        return Staking(stake, fraction, spread).checked(system)
    except SimulationError as error:
        fail(str(error))
