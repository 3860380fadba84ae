"""``minibac study``: questions about whole shoes. Counting systems, perfect play, bankrolls, cutting cards, wagers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from minibac.cli.common import Command, Group, asks, fail, option, restated
from minibac.cli.study_asks import DRAGON, Numbers, Steps, Study, WithCount, WithDevice, WithWagers
from minibac.cli.study_wager import wager
from minibac.cli.text import language
from minibac.voice.said import said

if TYPE_CHECKING:
    from minibac.simulate.bankroll import Staking
    from minibac.simulate.counting import Count

EZ = "massachusetts --set vigorish_type=ez --wager dragon-7"
COUNT_DRAGON = f"minibac study count {EZ} --tags {DRAGON} --trigger 4"


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
        "minibac study wager section-42 perfect-pair",
    ),
)
def study() -> None:
    """Questions about whole shoes: what a count is worth, how good perfect play is, what a bankroll lives through."""


study.add_command(wager)


ONE_WAGER = option("--wager", required=True, help="What to bet on.")
SOME_WAGERS = option("--wager", multiple=True, help="What to look at; may be repeated. All wagers without it.")


# -------------------------------------------------------------------------------------------------------- the studies


class CountStudy(WithCount, WithWagers):
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

        found = (count_study(ask.rules, system, shoes, ask.own_wagers),)
    ask.tell_findings(f"Counting for {ask.wager}", found, system)


class PerfectStudy(WithDevice, WithWagers):
    """What ``study perfect`` is asked."""

    wagers: tuple[str, ...] = SOME_WAGERS
    shoes: int = restated(Study.shoes, default=10_000, help="How many shoes to study.")


@study.command(
    cls=Command,
    examples=(
        "minibac study perfect section-42 --own perfect-pair --shoes 2000",
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

        found = tuple(perfect_study(ask.rules, ask.wagers, shoes, ask.device, ask.own_wagers))
    ask.tell_findings("Perfect play", found)


class DepthStudy(WithCount, WithDevice, WithWagers):
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

        found = tuple(depth_study(ask.rules, ask.depths, shoes, system, ask.wagers, ask.device, ask.own_wagers))
    from minibac.simulate import study_chart, study_text

    subject = ask.subject(system)
    ask.tell_all(
        lambda: study_text.depth_plain(subject, found),
        lambda: study_text.depth_text(subject, found, language()),
        lambda: study_text.findings_csv(subject, found),
        lambda: study_chart.depth_chart(f"Depth of the cutting card: {subject.title}", found),
    )


class BankrollStudy(WithCount, WithWagers):
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

        found = bankroll_study(ask.rules, ask.wager, staking, ask.bankroll, ask.paths, shoes, system, ask.own_wagers)
    from minibac.simulate import study_chart, study_text

    subject = ask.subject(system)
    title = f"{ask.paths:,} paths on {ask.wager}: {subject.title}"
    ask.tell_all(
        lambda: study_text.paths_plain(subject, staking, found),
        lambda: study_text.paths_text(subject, staking, found, language()),
        lambda: study_text.paths_csv(subject, found),
        lambda: study_chart.paths_chart(title, found),
    )
