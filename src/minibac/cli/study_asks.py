"""What the studies of ``minibac study`` are asked alike: which shoes, which counting system, on which device."""

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
    OwnError,
    OwnWords,
    WithDecks,
    WithJson,
    fail,
    option,
)
from minibac.cli.output_files import check_name, check_writable, written
from minibac.cli.own_wagers import WithOwn
from minibac.cli.progress import progress_bar
from minibac.cli.simulate import check_seed, check_shoes, no_device
from minibac.cli.text import language
from minibac.rules.words import did_you_mean
from minibac.voice.extras import how_to_install
from minibac.voice.said import many, said

if TYPE_CHECKING:
    from minibac.rules.house_rules import HouseRules
    from minibac.rules.rulebook import Proposition
    from minibac.simulate.counting import Count
    from minibac.simulate.findings import Finding
    from minibac.simulate.study import Shoes
    from minibac.simulate.study_text import Subject

DRAGON = "0,0,0,-1,-1,-1,-1,2,2,0"
DEVICES = ("auto", "cpu", "gpu")
BURNS = ("rulebook", "seen", "unseen", "none")


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


class Study(WithDecks, WithJson):
    """What every study is asked: which shoes, on how many threads, and where the results go."""

    shoes: int = option(type=int, show_default=True, metavar="N")
    seed: int = option(type=int, default=1, show_default=True, help="The stock of shoes; the same seed deals the same.")
    first_shoe: int = option(type=int, default=0, show_default=True, help="The number of the first shoe.")
    decks: int | None = option(type=int, metavar="N", help="Study 1 to 16 decks, whatever the rulebook allows.")
    burn: str = option(
        default="rulebook",
        show_default=True,
        metavar="|".join(BURNS),
        help="Whether the guest sees the burned cards; none studies shoes of which no card is burned.",
    )
    threads: int | None = option(type=int, metavar="N", help="Threads; one for each core without it.")
    csv_file: Path | None = option("--csv", type=FILE, metavar="FILE", help="Write the results as CSV.")
    chart_file: Path | None = option("--chart", type=FILE, metavar="FILE.svg", help="Draw the results.")

    rules: HouseRules
    dealt: Shoes
    outside: bool
    own_wagers: tuple[Proposition, ...] = ()
    """Wagers that are not the rulebook's."""

    def check(self) -> None:
        """Say what is wrong with the call, or know the rules of the table and the shoes to deal."""
        from minibac.simulate.plan import MOST_DECKS

        check_seed(self.seed)
        check_shoes(self.shoes, self.first_shoe)
        if self.threads is not None and self.threads < 1:
            fail(said("--threads {threads} does nothing: ask for 1 or more", threads=str(self.threads)))
        if self.burn not in BURNS:
            misread = said("--burn {word} cannot be read{did_you_mean}: choose {words}", word=self.burn)
            fail(misread.about(did_you_mean=did_you_mean(self.burn, BURNS), words=many(BURNS)))
        check_name(said("a chart"), self.chart_file, ".svg")
        self.rules, self.outside = self.rules_with_decks(MOST_DECKS)
        self.read_wagers()
        if not importlib.util.find_spec("numba"):
            fail(said("a study needs the extra fast; {how}", how=how_to_install("fast")), REFUSED)
        from minibac.simulate.known import NO_BURN
        from minibac.simulate.study import Shoes

        seen = {"rulebook": None, "unseen": False, "seen": True, "none": NO_BURN}[self.burn]
        decks = self.decks if self.outside else None
        self.dealt = Shoes(self.shoes, self.seed, self.first_shoe, decks, None, seen, self.threads)

    def read_wagers(self) -> None:
        """Read what is not the rulebook's. The faults of a file are told before it is asked what is installed."""

    def subject(self, count: Count | None = None) -> Subject:
        from minibac.odds.prices import Odds
        from minibac.simulate.study_text import Subject

        odds = Odds(self.rules, own=self.own_wagers, outside_rulebook=self.outside, decks_in_shoe=self.dealt.decks)
        return Subject(odds, self.dealt, self.dealt.sees_burn(self.rules), count)

    @contextmanager
    def watched(self, times: float = 1) -> Iterator[Shoes]:
        """The shoes, with a bar that moves; what is refused ends in a sentence."""
        from minibac.odds.prices import OddsError
        from minibac.simulate.plan import SimulationError, WrongRequestError

        check_writable(self.csv_file, self.chart_file)
        try:
            with progress_bar(round(self.shoes * times)) as moved:
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

    def tell_findings(self, title: str, findings: tuple[Finding, ...], system: Count | None = None) -> None:
        """What a wager came to under a counting system, or each of them under perfect play."""
        from minibac.simulate import study_chart, study_text
        from minibac.simulate.study import AtDepth

        subject = self.subject(system)
        depth = int(self.rules.options.get("cut_card_depth", 0))
        self.tell_all(
            lambda: study_text.findings_plain(subject, findings),
            lambda: study_text.findings_text(subject, findings, language()),
            lambda: study_text.findings_csv(subject, [AtDepth(depth, findings)]),
            lambda: study_chart.findings_chart(f"{title}: {subject.title}", findings),
        )


class WithWagers(Study, WithOwn):
    """What is asked about wagers that are not the rulebook's."""

    def read_wagers(self) -> None:
        from minibac.odds.prices import OddsError

        try:
            self.own_wagers = self.own(self.rules)
        except OddsError as error:
            fail(getattr(error, "faults", None) or error)


class WithCount(Study):
    """What is asked about a counting system."""

    tags: tuple[float, ...] | None = option(
        type=Numbers(DRAGON),
        metavar="A,2,…,9,T",
        help="A tag for each value, Ace to nine and then tens, or for each rank, Ace to King; for a wager on cards "
        "also 52, spades to clubs and each Ace to King.",
    )
    trigger: float | None = option(type=float, metavar="COUNT", help="Bet from this count on.")
    running: bool = option(is_flag=True, help="Take the count as it runs, not divided by the decks left.")
    burn_in_divisor: bool = option(
        "--burn-in-divisor/--burn-out-of-divisor",
        default=True,
        show_default=True,
        help="Whether unseen burned cards count among the decks left.",
    )
    divisor: str = option(
        default="exact",
        show_default=True,
        metavar="exact|half|whole",
        help="The decks left to the card, or to the nearest half or whole deck.",
    )
    rounding: str = option(
        default="none",
        show_default=True,
        metavar="none|down|nearest|zero",
        help="What becomes of a true count: nothing, or the whole number below, nearest, towards zero.",
    )

    def system(self, wager: str) -> Count | None:
        """The counting system that was asked for, if one was; the study says whether it suits the wager."""
        from minibac.simulate.counting import Count

        if self.tags is None:
            if self.trigger is not None or self.running:
                fail(said("--trigger and --running belong to a counting system: give its --tags too"))
            return None
        if self.trigger is None:
            fail(said("--trigger COUNT is missing: say from which count on to bet"))
        asked = Count(wager, self.tags, self.trigger, self.running, self.burn_in_divisor)
        return asked._replace(divisor=self.divisor, rounding=self.rounding)


class WithDevice(Study):
    """What is asked about perfect play."""

    device: str = option(default="auto", metavar="|".join(DEVICES), help="What prices; auto takes a GPU if it can.")

    def check(self) -> None:
        super().check()
        if self.device not in DEVICES:
            fail(no_device(self.device, DEVICES))
