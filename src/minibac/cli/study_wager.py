"""``minibac study wager``: the dossier of one wager, from its lines to a document that can be filed."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from minibac.cli.common import FILE, REFUSED, Command, CommandLine, argument, asks, fail, option, restated
from minibac.cli.output_files import cannot_be_written, check_name, check_writable, no_report
from minibac.cli.study_asks import Study, WithCount
from minibac.cli.text import language
from minibac.voice.said import many, said
from minibac.voice.signs import NoSignError

if TYPE_CHECKING:
    from minibac.lab.case import WagerCase
    from minibac.lab.dossier import Dossier, DossierRequest
    from minibac.lab.dossier_text import Source
    from minibac.odds.known_wagers import Meant
    from minibac.rules.rulebook import Proposition

MOST_SHOES = 100_000
"""A dossier holds the coups of its shoes in memory."""

QUICK_SHOES, CARD_SHOES, SLOW_SHOES = 5000, 2000, 500
"""Shoes where results decide, where four cards do, and where third cards do, so that only some coups are priced."""


class WithWager(CommandLine):
    """``FILE``, which stands behind the rulebook."""

    name: str = argument(metavar="FILE")


class WagerStudy(WithCount, WithWager):
    """What ``study wager`` is asked."""

    chosen: str | None = option("--wager", metavar="ID", help="Which wager of the file, where it has several.")
    shoes: int = restated(
        Study.shoes,
        default=QUICK_SHOES,
        show_default=False,
        help=f"How many shoes judge; {QUICK_SHOES}, or {CARD_SHOES} for a wager on cards, {SLOW_SHOES} where it looks "
        "at third cards.",
    )
    size: int = option(
        type=click.IntRange(1, 4), default=2, show_default=True, help="The size of the tags that are looked at closely."
    )
    coups_per_hour: int = option(
        type=click.IntRange(min=1), default=70, show_default=True, help="How many coups an hour has."
    )
    priced: int | None = option(
        type=click.IntRange(min=2),
        help="Coups priced exactly, where pricing all of them is slow; as many as take about a second without it.",
    )
    paths: int = option(type=click.IntRange(min=1), default=2000, show_default=True, help="Paths of a bankroll.")
    path_shoes: int = option(type=click.IntRange(min=1), default=100, show_default=True, help="Shoes of each path.")
    check_shoes: int = option(
        type=click.IntRange(min=1), default=20_000, show_default=True, help="Shoes simulated to check the price."
    )
    pdf_file: Path | None = option(
        "--pdf", type=FILE, metavar="FILE.pdf", help="Write the report that a laboratory files (extra report)."
    )
    client: str = option(default="", metavar="TEXT", help="For whom the report is.")
    game: str = option(default="", metavar="TEXT", help="The game as the report calls it.")
    game_version: str = option(default="", metavar="TEXT", help="The version of the game or of its rules.")
    author: str = option(default="", metavar="TEXT", help="Who signs the report.")

    source: Source
    meant: Meant
    one: Proposition | None = None
    """The wager, where it is not one of the table."""

    @staticmethod
    def by_default(name: str) -> bool:
        """Whether nobody said."""
        return click.get_current_context().get_parameter_source(name) is ParameterSource.DEFAULT

    def read_wagers(self) -> None:
        """The wager under study: of a file, of the table, or of the catalogue."""
        from minibac.odds.known_wagers import meant
        from minibac.odds.prices import OddsError

        if any(each.id == self.name for each in self.rules.propositions):
            return
        try:
            self.meant = meant(self.name, self.rules.rulebook)
        except OddsError as error:
            fail(getattr(error, "faults", None) or error)
        self.one = self.one_of(self.meant.wagers)
        self.own_wagers = (self.one,)

    def case(self) -> WagerCase:
        from minibac.lab.case import WagerCase
        from minibac.lab.dossier_text import Source
        from minibac.odds.prices import OddsError

        decks = self.decks if self.outside else None
        if self.one is None:
            self.source = self.printed_source()
            return WagerCase(self.rules, self.name, None, decks, outside_rulebook=self.outside)
        self.source = Source(self.meant.kind, self.meant.file, self.meant.sha256)
        try:
            return WagerCase(self.rules, self.one.id, self.one, decks, outside_rulebook=self.outside)
        except OddsError as error:
            fail(error)

    def printed_source(self) -> Source:
        """Where a wager of the table is written down: in the rulebook, or by a house that had it approved."""
        from minibac.lab.dossier_text import Source

        if self.house_file is not None and any(each.wager.id == self.name for each in self.rules.approved):
            return Source("house", self.house_file.name, hashlib.sha256(self.house_file.read_bytes()).hexdigest())
        book = f"{self.rules.rulebook.id}.toml"
        data = files("minibac.rulebooks").joinpath(book).read_bytes()
        return Source("rulebook", book, hashlib.sha256(data).hexdigest())

    def one_of(self, wagers: Sequence[Proposition]) -> Proposition:
        """The wager that is meant."""
        ids = [each.id for each in wagers]
        if self.chosen is None and len(wagers) == 1:
            return wagers[0]
        if self.chosen is None:
            several = said("{file} has several wagers: choose one with --wager, {wagers}", file=self.name)
            fail(several.about(wagers=many(ids)))
        if self.chosen not in ids:
            missing = said("{file} has no wager '{wager}': it has {wagers}", file=self.name, wager=self.chosen)
            fail(missing.about(wagers=many(ids, "and")))
        return wagers[ids.index(self.chosen)]

    def asked(self, case: WagerCase) -> DossierRequest:
        from minibac.lab.dossier import DossierRequest
        from minibac.simulate.plan import SimulationError

        system = self.system(case.wager)
        try:
            if system is not None:
                system.checked(suits=case.suited)
        except SimulationError as error:
            fail(error)
        return DossierRequest(
            self.dealt,
            self.size,
            system,
            self.coups_per_hour,
            self.priced or case.most_priced,
            self.paths,
            self.path_shoes,
            self.check_shoes,
        )

    def check_words(self, label: str) -> None:
        """End before the work where the report could not be set, or could not show what it is told."""
        try:
            from minibac.voice.documents import check_signs

            check_signs((label, self.client, self.game, self.game_version, self.author, self.source.name))
        except ImportError as error:
            fail(no_report(error), REFUSED)
        except NoSignError as error:
            fail(error.said)

    def write_pdf(self, dossier: Dossier) -> None:
        from minibac.lab.report import Filed, pdf_dossier

        assert self.pdf_file is not None
        filed = Filed(self.client, self.game, self.game_version, self.author)
        self.pdf_file.write_bytes(pdf_dossier(dossier, self.subject(), self.source, filed, self.given_words()))

    def given_words(self) -> list[str]:
        """The options of this call that change the numbers, for the command that a report prints."""
        context = click.get_current_context()
        words = []
        for param in context.command.params:
            if not isinstance(param, click.Option) or param.name in LEFT_OUT or param.name is None:
                continue
            value = context.params[param.name]
            if self.by_default(param.name):
                continue
            if param.is_flag:
                words.append(param.opts[0] if value else param.secondary_opts[0])
            elif isinstance(value, tuple):
                words += [param.opts[0], ",".join(map(_typed, value))]
            else:
                words += [param.opts[0], _typed(value)]
        return words


def _typed(value: object) -> str:
    """A value as somebody types it."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


LEFT_OUT = ("sets", "house_file", "as_json", "csv_file", "chart_file", "pdf_file", "threads")
"""Options that are told otherwise in a report, or change no number."""


@click.command(
    cls=Command,
    examples=(
        "minibac study wager section-42 tiger-pair.toml --pdf tiger-pair.pdf",
        "minibac study wager massachusetts dragon-7 --set vigorish_type=ez",
        "minibac study wager section-42 big-tiger --tags 0,0,-1,-1,-1,-2,1,2,2,0 --trigger 8 --shoes 20000",
    ),
)
@asks(WagerStudy)
def wager(ask: WagerStudy) -> None:
    """The dossier of a wager: exact price, counting systems by what they win, perfect play, bankroll, simulation.

    FILE is a wager file of your own (docs/wagers.md), the id of a wager of the table, or a name from the catalogue.
    With --pdf it is set as a report that can be filed; the same call gives the same bytes.
    """
    if ask.shoes > MOST_SHOES:
        fail(said("--shoes {shoes} are too many for a dossier: {most} at most", shoes=str(ask.shoes), most=MOST_SHOES))
    check_name(said("a report"), ask.pdf_file, ".pdf")
    ask.check()
    case = ask.case()
    if ask.by_default("shoes") and case.batch is not None:
        ask.shoes = CARD_SHOES if case.quick else SLOW_SHOES
        ask.dealt = ask.dealt._replace(shoes=ask.shoes)
    asked = ask.asked(case)
    check_writable(ask.pdf_file)
    if ask.pdf_file is not None:
        ask.check_words(case.price.label)
    from minibac.lab.dossier import shoes_dealt, study_wager

    with ask.watched(shoes_dealt(ask.shoes) / ask.shoes) as watched:
        dossier = study_wager(case, asked._replace(shoes=watched))
    from minibac.lab import dossier_chart, dossier_text

    subject = ask.subject()._replace(odds=case.odds.with_wager(case.wager))
    if ask.pdf_file is not None:
        try:
            ask.write_pdf(dossier)
        except ImportError as error:
            fail(no_report(error), REFUSED)
        except OSError as error:
            fail(cannot_be_written(ask.pdf_file, error), REFUSED)
    ask.tell_all(
        lambda: dossier_text.dossier_plain(dossier, ask.source),
        lambda: dossier_text.dossier_text(dossier, subject, ask.source, language()),
        lambda: dossier_text.dossier_csv(dossier, subject),
        lambda: dossier_chart.dossier_chart(dossier, f"{case.price.label}: {subject.title}"),
    )
