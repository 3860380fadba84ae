"""``minibac study``: questions about whole shoes. Counting systems, perfect play, bankrolls, the cutting card."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from minibac.cli.common import (
    FILE,
    REFUSED,
    WRONG_CALL,
    Command,
    Group,
    OwnError,
    OwnWords,
    WithDecks,
    WithJson,
    asks,
    fail,
    option,
    restated,
)
from minibac.cli.output_files import check_name, check_writable, written
from minibac.cli.simulate import no_device, no_seed, progress_bar
from minibac.cli.text import language
from minibac.rules.words import did_you_mean, how_to_install
from minibac.voice.said import many, said

if TYPE_CHECKING:
    from minibac.rules.house_rules import HouseRules
    from minibac.simulate.bankroll import Staking
    from minibac.simulate.counting import Count
    from minibac.simulate.findings import Finding
    from minibac.simulate.study import Shoes
    from minibac.simulate.study_text import Subject

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
            misread = said("{option} {text} cannot be read: write numbers as {option} {example}")
            if self.whole:
                misread = said("{option} {text} cannot be read: write whole numbers as {option} {example}")
            raise OwnError(misread.about(option=name, text=str(value), example=self.example), ctx) from None


class Steps(OwnWords):
    """Steps of a spread, each a count and a stake."""

    name = "count:stake,…"

    def convert(
        self, value: Any, _param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[tuple[float, float], ...]:
        if isinstance(value, tuple):
            return value
        try:
            words = [word.split(":") for word in str(value).replace(",", " ").split()]
            return tuple((float(at), float(stake)) for at, stake in words)
        except ValueError:
            misread = said("--spread {text} cannot be read: write counts and stakes as --spread 4:1,6:2,8:4")
            raise OwnError(misread.about(text=str(value)), ctx) from None


class Studies(Group):
    """The studies, with one sentence for a wrong one."""

    no_such = said("there is no study '{name}'{did_you_mean}; minibac study --help lists them")


@click.group(
    cls=Studies,
    examples=(
        COUNT_DRAGON,
        "minibac study perfect seminole --shoes 200",
        "minibac study depth section-42 --wager tie --depths 14,52,104 --shoes 200",
        "minibac study bankroll section-42 --wager banker --bankroll 100 --shoes 20",
    ),
)
def study() -> None:
    """Questions about whole shoes: what a count is worth, how good perfect play is, what a bankroll lives through."""


# ------------------------------------------------------------------------------------------------- what studies share


class Study(WithDecks, WithJson):
    """What every study is asked: which shoes, on how many threads, and where the results go."""

    shoes: int = option(type=int, show_default=True, metavar="N")
    seed: int = option(type=int, default=1, show_default=True, help="The stock of shoes; the same seed deals the same.")
    first_shoe: int = option(type=int, default=0, show_default=True, help="The number of the first shoe.")
    decks: int | None = option(type=int, metavar="N", help="Study 1 to 16 decks, whatever the rulebook allows.")
    burn: str = option(
        default="rulebook", show_default=True, metavar="|".join(BURNS), help="Whether the guest sees the burned cards."
    )
    threads: int | None = option(type=int, metavar="N", help="Threads; one for each core without it.")
    csv_file: Path | None = option("--csv", type=FILE, metavar="FILE", help="Write the results as CSV.")
    chart_file: Path | None = option("--chart", type=FILE, metavar="FILE.svg", help="Draw the results.")

    rules: HouseRules
    dealt: Shoes
    outside: bool

    def check(self) -> None:
        """Say what is wrong with the call, or know the rules of the table and the shoes to deal."""
        from minibac.simulate.philox import SEEDS
        from minibac.simulate.plan import MOST_DECKS

        if self.shoes < 1:
            fail(said("--shoes {shoes} is nothing to deal: ask for 1 or more", shoes=str(self.shoes)))
        if not 0 <= self.seed < SEEDS:
            fail(no_seed(self.seed))
        if self.first_shoe < 0:
            fail(said("--first-shoe {shoe} is no shoe: they are numbered from 0", shoe=str(self.first_shoe)))
        if self.threads is not None and self.threads < 1:
            fail(said("--threads {threads} does nothing: ask for 1 or more", threads=str(self.threads)))
        if self.burn not in BURNS:
            misread = said("--burn {word} cannot be read{did_you_mean}: choose {words}", word=self.burn)
            fail(misread.about(did_you_mean=did_you_mean(self.burn, BURNS), words=many(BURNS)))
        check_name(said("a chart"), self.chart_file, ".svg")
        self.rules, self.outside = self.rules_with_decks(MOST_DECKS)
        if not importlib.util.find_spec("numba"):
            fail(said("a study needs the extra fast; {how}", how=how_to_install("fast")), REFUSED)
        from minibac.simulate.study import Shoes

        seen = None if self.burn == "rulebook" else self.burn == "seen"
        decks = self.decks if self.outside else None
        self.dealt = Shoes(self.shoes, self.seed, self.first_shoe, decks, None, seen, self.threads)

    def subject(self, count: Count | None = None) -> Subject:
        from minibac.odds.prices import Odds
        from minibac.simulate.study_text import Subject

        odds = Odds(self.rules, outside_rulebook=self.outside, decks_in_shoe=self.dealt.decks)
        return Subject(odds, self.dealt, self.dealt.sees_burn(self.rules), count)

    @contextmanager
    def watched(self, times: int = 1) -> Iterator[Shoes]:
        """The shoes, with a bar that moves; what is refused ends in a sentence."""
        from minibac.odds.prices import OddsError
        from minibac.simulate.plan import SimulationError, WrongRequestError

        check_writable(self.csv_file, self.chart_file)
        try:
            with progress_bar(self.shoes * times) as moved:
                yield self.dealt._replace(progress=moved)
        except (WrongRequestError, OddsError) as error:
            fail(error, WRONG_CALL)
        except SimulationError as error:
            fail(error, REFUSED)

    def tell_all(
        self, plain: Callable[[], Any], text: Callable[[], str], csv: Callable[[], str], chart: Callable[[], str]
    ) -> None:
        """Write the files that were asked for, and print; what was found is printed even where it cannot be written."""
        faults = [*written(self.csv_file, csv), *written(self.chart_file, chart)]
        self.tell(plain, text)
        if faults:
            fail(faults, REFUSED)

    def tell_findings(self, title: str, found: tuple[Finding, ...], system: Count | None = None) -> None:
        """What a wager came to under a counting system, or each of them under perfect play."""
        from minibac.simulate import study_chart, study_text
        from minibac.simulate.study import AtDepth

        subject = self.subject(system)
        depth = int(self.rules.options.get("cut_card_depth", 0))
        self.tell_all(
            lambda: study_text.findings_plain(subject, found),
            lambda: study_text.findings_text(subject, found, language()),
            lambda: study_text.findings_csv(subject, [AtDepth(depth, found)]),
            lambda: study_chart.findings_chart(f"{title}: {subject.title}", found),
        )


class WithCount(Study):
    """What is asked about a counting system."""

    tags: tuple[float, ...] | None = option(
        type=Numbers(DRAGON),
        metavar="A,2,…,9,T",
        help="A tag for each value, Ace to nine and then tens, or for each rank, Ace to King.",
    )
    trigger: float | None = option(type=float, metavar="COUNT", help="Bet from this count on.")
    running: bool = option(is_flag=True, help="Take the count as it runs, not divided by the decks left.")
    burn_in_divisor: bool = option(
        "--burn-in-divisor/--burn-out-of-divisor",
        default=True,
        show_default=True,
        help="Whether unseen burned cards count among the decks left.",
    )

    def system(self, wager: str) -> Count | None:
        """The counting system that was asked for, if one was."""
        from minibac.simulate.counting import Count
        from minibac.simulate.plan import SimulationError

        if self.tags is None:
            if self.trigger is not None or self.running:
                fail(said("--trigger and --running belong to a counting system: give its --tags too"))
            return None
        if self.trigger is None:
            fail(said("--trigger COUNT is missing: say from which count on to bet"))
        try:
            return Count(wager, self.tags, self.trigger, self.running, self.burn_in_divisor).checked()
        except SimulationError as error:
            fail(error)


class WithDevice(Study):
    """What is asked about perfect play."""

    device: str = option(default="auto", metavar="|".join(DEVICES), help="What prices; auto takes a GPU if it can.")

    def check(self) -> None:
        super().check()
        if self.device not in DEVICES:
            fail(no_device(self.device, DEVICES))


ONE_WAGER = option("--wager", required=True, help="What to bet on.")
SOME_WAGERS = option("--wager", multiple=True, help="What to look at; may be repeated. All wagers without it.")


# -------------------------------------------------------------------------------------------------------- the studies


class CountStudy(WithCount):
    """What ``study count`` is asked."""

    wager: str = ONE_WAGER
    tags: tuple[float, ...] | None = restated(WithCount.tags, required=True)
    trigger: float | None = restated(WithCount.trigger, required=True)
    shoes: int = restated(Study.shoes, default=100_000, help="How many shoes to study.")


@study.command(
    cls=Command,
    examples=(
        COUNT_DRAGON,
        "minibac study count seminole --wager player-pair --tags 1,1,1,1,1,1,1,1,1,1,1,1,-12 --trigger 9",
    ),
)
@asks(CountStudy)
def count(ask: CountStudy) -> None:
    """A counting system: how often it bets, at what edge, and what that is worth.

    The count is of the cards the guest has seen, each with its tag, for each deck left. Every coup bet on is priced
    exactly, so a hundred thousand shoes say as much as many millions whose coups are only watched.
    """
    ask.check()
    system = ask.system(ask.wager)
    assert system is not None
    with ask.watched() as shoes:
        from minibac.simulate.study import count_study

        found = (count_study(ask.rules, system, shoes),)
    ask.tell_findings(f"Counting for {ask.wager}", found, system)


class PerfectStudy(WithDevice):
    """What ``study perfect`` is asked."""

    wagers: tuple[str, ...] = SOME_WAGERS
    shoes: int = restated(Study.shoes, default=10_000, help="How many shoes to study.")


@study.command(
    cls=Command,
    examples=(
        "minibac study perfect massachusetts --set vigorish_type=ez",
        "minibac study perfect seminole --wager player-pair --wager tie --shoes 50000 --chart perfect.svg",
    ),
)
@asks(PerfectStudy)
def perfect(ask: PerfectStudy) -> None:
    """Perfect play: the exact expectation of every wager before every coup, and a unit wherever it is positive.

    No counting system can do better on the same wager.
    """
    ask.check()
    with ask.watched() as shoes:
        from minibac.simulate.study import perfect_study

        found = perfect_study(ask.rules, ask.wagers, shoes, ask.device)
    ask.tell_findings("Perfect play", found)


class DepthStudy(WithCount, WithDevice):
    """What ``study depth`` is asked."""

    depths: tuple[int, ...] = option(
        type=Numbers("14,26,52", whole=True), required=True, help="Cards behind the cutting card."
    )
    wagers: tuple[str, ...] = SOME_WAGERS
    shoes: int = restated(Study.shoes, default=10_000, help="How many shoes to study at each depth.")


@study.command(
    cls=Command,
    examples=(
        f"minibac study depth {EZ} --depths 14,26,52,104",
        f"minibac study depth seneca --wager tie --depths 14,40,80 --tags {DRAGON} --trigger 2 --chart depth.svg",
    ),
)
@asks(DepthStudy)
def depth(ask: DepthStudy) -> None:
    """The depth of the cutting card: what a counting system, or perfect play, is worth when more cards stay back."""
    ask.check()
    if ask.tags is not None and len(ask.wagers) != 1:
        fail(said("a counting system bets on one wager: give one --wager"))
    system = ask.system(ask.wagers[0] if ask.wagers else "")
    with ask.watched(len(set(ask.depths))) as shoes:
        from minibac.simulate.study import depth_study

        found = depth_study(ask.rules, ask.depths, shoes, system, ask.wagers, ask.device)
    from minibac.simulate import study_chart, study_text

    subject = ask.subject(system)
    ask.tell_all(
        lambda: study_text.depth_plain(subject, found),
        lambda: study_text.depth_text(subject, found, language()),
        lambda: study_text.findings_csv(subject, found),
        lambda: study_chart.depth_chart(f"Depth of the cutting card: {subject.title}", found),
    )


class BankrollStudy(WithCount):
    """What ``study bankroll`` is asked."""

    wager: str = ONE_WAGER
    bankroll: float = option(
        type=float, default=100.0, show_default=True, metavar="UNITS", help="What a path starts with."
    )
    stake: float = option(type=float, default=1.0, show_default=True, metavar="UNITS", help="The stake of each bet.")
    fraction: float | None = option(
        type=float, metavar="PART", help="Stake this part of the bankroll, in steps of --stake."
    )
    spread: tuple[tuple[float, float], ...] = option(
        type=Steps(), default=(), help="From which count on which stake, as 4:1,6:2,8:4."
    )
    paths: int = option(type=int, default=1000, show_default=True, metavar="N", help="How many paths to follow.")
    shoes: int = restated(Study.shoes, default=100, help="How many shoes a path has.")

    def staking(self, system: Count | None) -> Staking:
        """Flat stakes, a part of the bankroll, or a spread by the count."""
        from minibac.simulate.bankroll import Staking
        from minibac.simulate.plan import SimulationError

        try:
            return Staking(self.stake, self.fraction, self.spread).checked(system)
        except SimulationError as error:
            fail(error)


@study.command(
    cls=Command,
    examples=(
        "minibac study bankroll section-42 --wager banker --bankroll 100 --shoes 20",
        f"minibac study bankroll seneca --wager tie --tags {DRAGON} --spread 4:1,6:2 --bankroll 50 --chart tie.svg",
    ),
)
@asks(BankrollStudy)
def bankroll(ask: BankrollStudy) -> None:
    """What a bankroll lives through: the risk of ruin, where paths end, and some paths as they went.

    A bet on every coup, or with --tags and --trigger where a counting system says so. Stakes are flat, a part of the
    bankroll, or spread by the count.
    """
    ask.check()
    if ask.spread and ask.tags is not None and ask.trigger is None:
        ask.trigger = ask.spread[0][0]
    system = ask.system(ask.wager)
    staking = ask.staking(system)
    with ask.watched(max(1, ask.paths)) as shoes:
        from minibac.simulate.bankroll import bankroll_study

        found = bankroll_study(ask.rules, ask.wager, staking, ask.bankroll, ask.paths, shoes, system)
    from minibac.simulate import study_chart, study_text

    subject = ask.subject(system)
    title = f"{ask.paths:,} paths on {ask.wager}: {subject.title}"
    ask.tell_all(
        lambda: study_text.paths_plain(subject, staking, found),
        lambda: study_text.paths_text(subject, staking, found, language()),
        lambda: study_text.paths_csv(subject, found),
        lambda: study_chart.paths_chart(title, found),
    )
