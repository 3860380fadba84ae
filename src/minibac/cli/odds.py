"""``minibac odds``: the exact price of every wager, for any cards left."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from minibac.cli.common import (
    FILE,
    REFUSED,
    Command,
    OptionValue,
    OwnError,
    OwnWords,
    Sets,
    WithDecks,
    WithJson,
    asks,
    fail,
    option,
    print_json,
)
from minibac.cli.output_files import cannot_be_written, check_name, check_writable, no_report
from minibac.cli.own_wagers import WithOwn
from minibac.cli.text import language, say
from minibac.voice.said import Fact, Said, many, said, words_of

if TYPE_CHECKING:
    from minibac.odds.prices import Odds, Price
    from minibac.rules.house_rules import HouseRules
    from minibac.rules.rulebook import Proposition

MOST_DECKS = 10_000
"""Beyond this nobody asks for a shoe; it keeps a slip of the finger from becoming a wait."""

MOST_STAKES = 10_000


class Stakes(OwnWords):
    """A stake in whole cents, or a range of them as ``500-10000:500``."""

    name = "cents"

    def convert(self, value: Any, _param: click.Parameter | None, ctx: click.Context | None) -> range:
        if isinstance(value, range):
            return value
        span, _, step = str(value).partition(":")
        low, dash, high = span.partition("-")
        numbers = [low, *([high] if dash else []), *([step] if step else [])]
        if not all(number.strip().isdigit() and int(number) > 0 for number in numbers) or (step and not dash):
            misread = said("--stake {text} cannot be read: write whole cents as 2500, or a range as 500-10000:500")
            raise OwnError(misread.about(text=str(value)), ctx)
        found = range(int(low), int(high if dash else low) + 1, int(step or 1))
        if not 0 < len(found) <= MOST_STAKES:
            too_many = said("--stake {text} is {stakes} stakes: 1 to {most} can be priced", text=str(value))
            raise OwnError(too_many.about(stakes=str(len(found)), most=str(MOST_STAKES)), ctx)
        return found


class Ask(WithDecks, WithOwn, WithJson):
    """What the command line asks for: a table, the cards left, the wagers of interest, and how to tell it."""

    removals: tuple[str, ...] = option(
        "--removed",
        multiple=True,
        metavar="CARDS",
        help="Cards that have gone, as A,K,9 or Ah,Kd: from the full shoe, or from --counts; may be repeated.",
    )
    counts: str | None = option(
        metavar="A,2,…,K",
        help="How many cards are left of each rank, thirteen numbers, Ace to King; 52 where suits matter, spades, "
        "hearts, diamonds, clubs.",
    )
    decks: int | None = option(
        type=int, metavar="N", help="Study N decks, also where the rulebook does not allow them."
    )
    wagers: tuple[str, ...] = option("--wager", multiple=True, metavar="ID", help="Only this wager; may be repeated.")
    catalogue: str | None = option(
        is_flag=False,
        flag_value="",
        metavar="[NAME]",
        help="Wagers that are played elsewhere, with the edge that others publish beside ours; with a NAME only those.",
    )
    spans: tuple[range, ...] = option(
        "--stake",
        type=Stakes(),
        multiple=True,
        metavar="CENTS",
        help="Price vigorish as it is rounded at this stake; several, or a range as 500-10000:500, give a table.",
    )
    effects: bool = option(is_flag=True, help="The effect of removing a card of each rank, and the counts it implies.")
    covariances: bool = option(is_flag=True, help="How the wagers of one coup move together.")
    exposed: bool = option("--house-money", is_flag=True, help="The House Money choice for each four exposed cards.")
    everything: bool = option("--all", is_flag=True, help="Every combination of the options that change a price.")
    compared: Sets = option(
        "--compare",
        type=OptionValue(),
        multiple=True,
        metavar="OPTION=VALUE",
        help="Set a second table beside the first, with this option chosen otherwise; may be repeated.",
    )
    compositions_file: Path | None = option(
        "--compositions",
        type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
        metavar="FILE",
        help="Price each composition of a CSV file, thirteen counts a line (- reads standard input); prints CSV.",
    )
    report_file: Path | None = option(
        "--report",
        type=FILE,
        metavar="FILE.html|FILE.pdf",
        help="Write a report that somebody else can check and reproduce (extra report).",
    )
    coups: int | None = option(type=click.IntRange(min=1), metavar="N", help="Coups for the expected hold of a report.")
    as_csv: bool = option("--csv", is_flag=True, help="Print CSV.")

    def check(self) -> None:
        """Refuse two questions at once."""
        questions = {
            "--all": self.everything,
            "--compare": self.compared,
            "--compositions": self.compositions_file,
            "--report": self.report_file,
            "--catalogue": self.catalogue is not None,
        }
        named = [name for name, given in questions.items() if given]
        if self.catalogue and named == ["--catalogue"]:
            named = []
        if self.catalogue is not None and (self.own_names or self.wagers):
            fail(said("--catalogue chooses the wagers: leave --own and --wager out"))
        if len(named) > 1:
            all_of_them: Fact = named[0]
            for other in named[1:]:
                all_of_them = said("options|{one} and {other}", one=all_of_them, other=other)
            fail(said("{options} are two questions: ask one at a time", options=all_of_them))
        if named and (self.effects or self.covariances or self.exposed):
            fail(said("--effects, --covariances and --house-money go with the prices of one table: ask for them alone"))
        if self.as_csv and self.as_json:
            fail(said("choose --json or --csv, not both"))
        further = {
            "--effects": self.effects,
            "--covariances": self.covariances,
            "--house-money": self.exposed,
            "--compare": self.compared,
            "--report": self.report_file,
            "--stake": len(self.stakes) > 1,
        }
        if self.as_csv and (asked := [name for name, given in further.items() if given]):
            fail(said("--csv prints prices and no more: leave it out, or {options}", options=many(asked)))
        if self.as_json and self.report_file is not None:
            fail(said("--report writes a file and prints no prices: leave --json out"))
        if self.coups is not None and self.report_file is None:
            fail(said("--coups is for a report: give --report FILE.html or FILE.pdf with it"))

    def rules(self) -> tuple[HouseRules, bool]:
        """The rules of the table, and whether its number of decks lies outside the rulebook."""
        return self.rules_with_decks(MOST_DECKS, both_batches=True)

    def own(self, rules: HouseRules) -> tuple[Proposition, ...]:
        if self.catalogue is not None:
            from minibac.odds import known_wagers

            return known_wagers.named(self.catalogue) if self.catalogue else known_wagers.catalogue().wagers
        return super().own(rules)

    def odds(self, *, full_shoe: bool = False, rules: HouseRules | None = None, stake: int | None = None) -> Odds:
        """The prices asked for."""
        from minibac.odds.prices import Odds

        found, outside = (rules, False) if rules is not None else self.rules()
        in_shoe = found.decks_in_shoe
        if outside and self.decks:
            in_shoe = self.decks // (2 if found.options["shuffler"] == "automatic" else 1)
        composition = None
        if not full_shoe and (self.removed is not None or self.counts is not None):
            from minibac.odds.compositions import left

            composition = left(in_shoe, counts=self.counts, removed=self.removed)
        priced = Odds(
            found,
            composition,
            stake_cents=stake,
            wagers=self.wagers or None,
            own=self.own(found),
            printed=self.catalogue is None,
            outside_rulebook=outside,
            decks_in_shoe=in_shoe,
        )
        _tell_waits(priced)
        return priced

    @property
    def removed(self) -> str | None:
        """The cards that have gone, however often the option stands there."""
        return ",".join(self.removals) if self.removals else None

    def whole_shoe_only(self, what: Said) -> None:
        if self.removed is not None or self.counts is not None:
            fail(said("{what}: leave --removed and --counts out", what=what))

    @property
    def stakes(self) -> list[int]:
        """Every stake of every range."""
        return [stake for span in self.spans for stake in span]

    @property
    def one_stake(self) -> int | None:
        """The stake to price at, where only one makes sense."""
        if len(self.stakes) > 1:
            names = said("one stake can be priced here, and --stake names {stakes}", stakes=str(len(self.stakes)))
            fail(names)
        return self.stakes[0] if self.stakes else None


def _tell_waits(priced: Odds) -> None:
    """Say which wagers ask so much that counting them takes minutes, before anybody waits."""
    for name, laid in priced.laid.items():
        if laid.wager.asks_cards:
            from minibac.odds.by_cards import takes_minutes
            from minibac.rules.names import wager_name

            if takes_minutes(laid.wager, priced.by_card(laid.wager), priced.rules.drawing):
                waits = said("{wager} asks so much of both hands at once that its price takes minutes")
                click.echo(say(waits.about(wager=wager_name(name))), err=True)


@click.command(
    cls=Command,
    short_help="The exact price of every wager, for any cards left.",
    examples=(
        "minibac odds section-42",
        "minibac odds massachusetts --set vigorish_type=ez --json",
        "minibac odds section-42 --removed A,A,9,9,Kd --wager banker",
        "minibac odds massachusetts --counts 4,4,4,4,4,4,4,4,4,4,4,4,4 --effects",
        "minibac odds massachusetts --set vigorish_rounding=up-to-25c --stake 3300",
        "minibac odds massachusetts --all --csv",
        "minibac odds section-42 --compare vigorish_type=tie-25",
        "minibac odds section-42 --own side-bet.toml --wager lucky-6",
        "minibac odds section-42 --catalogue",
        "minibac odds section-42 --catalogue perfect-pair --effects",
        "minibac odds massachusetts --report prices.pdf",
    ),
)
@asks(Ask)
def odds(ask: Ask) -> None:
    """Price every wager a table offers: edge, variance, and every outcome, as exact fractions.

    The edge is the house's share of the stake, positive for the house. Without --removed and --counts the shoe is full.
    Table limits do not apply.
    """
    from minibac.cards.card import CardError
    from minibac.cards.composition import CompositionError
    from minibac.odds.prices import OddsError
    from minibac.play.propositions import PropositionError

    ask.check()
    try:
        if ask.everything:
            _everything(ask)
        elif ask.compared:
            _comparison(ask)
        elif ask.compositions_file is not None:
            _compositions(ask, ask.compositions_file)
        elif ask.report_file is not None:
            _report(ask, ask.report_file)
        elif ask.catalogue == "":
            _catalogue(ask)
        else:
            _one(ask)
    except (OddsError, CardError, CompositionError, PropositionError) as error:
        fail(getattr(error, "faults", None) or error)


def _one(ask: Ask) -> None:
    from minibac.cli.odds_text import known_text, odds_text
    from minibac.odds import plain

    priced = ask.odds(stake=ask.stakes[0] if len(ask.stakes) == 1 else None)
    by_stake = None
    if len(ask.stakes) > 1:
        from minibac.odds.stakes import by_stake as price_stakes

        by_stake = price_stakes(priced, ask.stakes)
    choice = None
    if ask.exposed or "house-money" in priced.laid:
        from minibac.odds.house_money import house_money_choice

        choice = house_money_choice(priced.rules, priced.composition)
    removed = None
    if ask.effects:
        from minibac.odds.removal import removal

        removed = removal(priced)
    if ask.as_csv:
        _print_csv(PRICE_HEADS, map(_price_cells, priced))
        return

    def found() -> dict[str, Any]:
        told = plain.odds_plain(priced)
        if ask.catalogue:
            told["catalogue"] = plain.known_plain(priced)
        if ask.covariances:
            told |= plain.covariances_plain(priced)
        if by_stake is not None:
            told["by_stake"] = plain.stakes_plain(by_stake)
        if choice is not None:
            told["house_money_choice"] = plain.house_money_plain(choice, every=ask.exposed)
        if removed is not None:
            told["removal"] = plain.removal_plain(removed)
        return told

    def text() -> str:
        prices = odds_text(priced, by_stake, choice, removed, exposed=ask.exposed, covariances=ask.covariances)
        return f"{prices}\n\n{known_text(priced)}" if ask.catalogue else prices

    ask.tell(found, text)


PRICE_HEADS = (
    "wager", "edge", "edge_exact", "variance_exact", "standard_deviation", "hit_frequency", "combinations", "own",
)  # fmt: skip


def _price_cells(price: Price) -> list[str]:
    return [
        price.wager,
        repr(float(price.edge)),
        str(price.edge),
        str(price.variance),
        repr(price.standard_deviation),
        repr(float(price.hit_frequency)),
        str(price.total),
        str(price.own).lower(),
    ]


def _everything(ask: Ask) -> None:
    from minibac.cli.odds_text import catalogue_text
    from minibac.odds.catalogue import every_price
    from minibac.odds.plain import beside_plain, catalogue_plain
    from minibac.odds.prices import Odds
    from minibac.odds.stakes import SAMPLE_STAKES_CENTS
    from minibac.play.wagers import WAGER_IDS
    from minibac.rules.names import rulebook_name
    from minibac.rules.price_options import price_options
    from minibac.rules.words import did_you_mean

    ask.whole_shoe_only(said("--all prices full shoes"))
    if ask.house_file is not None or ask.decks is not None:
        fail(
            said("--all goes through the options by itself: leave --house and --decks out, and hold options with --set")
        )
    rules, _ = ask.rules()
    own = ask.own(rules)
    known = [*price_options(rules.rulebook), *(proposition.id for proposition in own)]
    for name in ask.wagers:
        if name in known:
            continue
        unknown = said("there is no wager '{wager}'{did_you_mean}; {rulebook} has {wagers}")
        if name in WAGER_IDS:
            unknown = said("{rulebook} knows no wager {wager}; it has {wagers}")
        unknown = unknown.about(wager=name, did_you_mean=did_you_mean(name, known), wagers=many(known, "and"))
        fail(unknown.about(rulebook=rulebook_name(rules.rulebook.id)))
    stakes_cents = ask.stakes or SAMPLE_STAKES_CENTS
    wagers = ask.wagers or None
    entries = list(every_price(rules.rulebook, dict(ask.sets), wagers=wagers, own=own, stakes_cents=stakes_cents))
    if ask.as_csv:
        from minibac.rules.options import typed

        names = list(dict.fromkeys(name for entry in entries for name in entry.options))
        rows = (
            [
                entry.wager,
                *(typed(entry.options[name]) if name in entry.options else "" for name in names),
                "" if entry.stake_cents is None else str(entry.stake_cents),
                *_price_cells(entry.price)[1:],
            ]
            for entry in entries
        )
        _print_csv(("wager", *names, "stake_cents", *PRICE_HEADS[1:]), rows)
        return
    mine = [proposition.id for proposition in own if wagers is None or proposition.id in wagers]
    beside = Odds(rules, wagers=mine, own=own) if mine else None
    ask.tell(
        lambda: {
            "rulebook": rules.rulebook.id,
            **(beside_plain(beside) if beside else {}),
            "prices": catalogue_plain(entries),
        },
        lambda: catalogue_text(rules.rulebook, entries, beside),
    )


def _catalogue(ask: Ask) -> None:
    from minibac.cli.odds_text import head_text, known_table
    from minibac.odds.known_wagers import comparable
    from minibac.odds.plain import beside_plain, head_plain, known_plain

    priced = ask.odds(stake=ask.one_stake)
    if ask.as_csv:
        rows = []
        for price in priced:
            told = comparable(priced, price.wager)
            rows.append([*_price_cells(price), told.edge if told else "", told.source if told else ""])
        _print_csv((*PRICE_HEADS, "published_percent", "source"), rows)
        return
    ask.tell(
        lambda: {**head_plain(priced), **beside_plain(priced), "catalogue": known_plain(priced)},
        lambda: f"{head_text(priced)}\n\n{known_table(priced)}",
    )


def _comparison(ask: Ask) -> None:
    from minibac.cli.odds_text import comparison_text
    from minibac.odds.plain import comparison_plain
    from minibac.rules.house_rules import HouseRules, build
    from minibac.rules.refusal import Code

    if ask.house_file is not None or ask.decks is not None:
        fail(said("--compare chooses options of the rulebook: leave --house and --decks out"))
    base, _ = ask.rules()
    compared = dict(ask.compared)
    other = {**dict(ask.sets), **compared}
    built = build(base.rulebook, other)
    if not isinstance(built, HouseRules):
        # What --set chose for the first table may mean nothing at the second.
        idle = {r.sentence.partition(" ")[0] for r in built if r.code is Code.IDLE_OPTION} - compared.keys()
        built = build(base.rulebook, {name: value for name, value in other.items() if name not in idle})
    if not isinstance(built, HouseRules):
        fail(built)
    stake = ask.one_stake
    wanted, ask.wagers = ask.wagers, ()
    sides = [ask.odds(rules=rules, stake=stake) for rules in (base, built)]
    if wanted:
        for name in wanted:
            if not any(name in side.laid for side in sides):
                sides[0][name]  # says why not
        for side in sides:
            side.laid = {name: laid for name, laid in side.laid.items() if name in wanted}
    ask.tell(lambda: comparison_plain(*sides), lambda: comparison_text(*sides))


def _compositions(ask: Ask, path: Path) -> None:
    from minibac.odds.compositions import Line, count_names, read_lines
    from minibac.odds.many import price_many

    ask.whole_shoe_only(said("--compositions says which cards are left"))
    priced = ask.odds(full_shoe=True, stake=ask.one_stake)
    try:
        text = sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        fail(said("{path} cannot be read: {why}", path=str(path), why=words_of(error)))
    lines: list[Line] = list(read_lines(text.splitlines(), priced.decks_in_shoe))
    if not lines:
        none = said("{path} has no composition: write thirteen counts on a line, Ace to King", path=str(path))
        fail(none)
    answers = price_many(priced, [line.composition for line in lines])
    if ask.as_json:
        from minibac.odds.plain import beside_plain, head_plain, number

        rows = [
            {
                **line.kept,
                "counts": dict(zip(count_names(line.composition), line.composition, strict=True)),
                "cards": each.cards,
                "outcomes": {name: number(value) for name, value in each.outcomes.items()},
                "edges": {price.wager: number(price.edge) for price in each},
                "best": None if each.ends_no_coup else each.best.wager,
            }
            for line, each in zip(lines, answers, strict=True)
        ]
        print_json({**head_plain(priced), **beside_plain(priced), "compositions": rows})
        return
    names = list(priced.laid)
    heads = [*lines[0].kept, *count_names(lines[0].composition), "cards", "banker", "player", "tie", "void"]
    heads += [f"edge_{name}" for name in names] + ["best"]
    _print_csv(
        heads,
        (
            [
                *line.kept.values(),
                *map(str, line.composition),
                str(each.cards),
                *(repr(float(each.outcomes.get(name, 0))) for name in ("banker", "player", "tie", "void")),
                *(repr(float(each[name].edge)) for name in names),
                "" if each.ends_no_coup else each.best.wager,
            ]
            for line, each in zip(lines, answers, strict=True)
        ),
    )


def _report(ask: Ask, path: Path) -> None:
    check_name(said("a report"), path, ".html", ".pdf")
    check_writable(path)
    priced = ask.odds(stake=ask.one_stake)
    try:
        from minibac.odds.report import DEFAULT_COUPS, write_report
    except ImportError as missing:
        fail(no_report(missing), REFUSED)
    try:
        coups = ask.coups or DEFAULT_COUPS
        own = ask.meant(priced.rules)
        write_report(priced, path, coups=coups, language=language(), own=own, house=ask.house_file)
    except OSError as error:
        fail(cannot_be_written(path, error), REFUSED)
    click.echo(say(said("{path} is written", path=str(path))))


def _print_csv(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    import csv

    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(heads)
    out.writerows(rows)
