"""``minibac odds``: the exact price of every wager, for any cards left."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from minibac.cli.common import (
    FILE,
    REFUSED,
    SETTING,
    Command,
    OwnWords,
    Sets,
    fail,
    house_rules,
    json_option,
    print_json,
    rulebook_argument,
    rules_options,
)
from minibac.cli.output_files import check_name, check_writable
from minibac.rules.words import how_to_install

if TYPE_CHECKING:
    from minibac.odds.prices import Odds
    from minibac.rules.house_rules import HouseRules
    from minibac.rules.rulebook import Proposition

MOST_STAKES = 10_000


class Stakes(OwnWords):
    """A stake in whole cents, or a range of them as ``500-10000:500``."""

    name = "cents"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> range:
        if isinstance(value, range):
            return value
        span, _, step = str(value).partition(":")
        low, dash, high = span.partition("-")
        numbers = [low, *([high] if dash else []), *([step] if step else [])]
        if not all(number.strip().isdigit() and int(number) > 0 for number in numbers) or (step and not dash):
            self.fail(
                f"--stake {value} cannot be read: write whole cents as 2500, or a range as 500-10000:500", param, ctx
            )
        found = range(int(low), int(high if dash else low) + 1, int(step or 1))
        if not 0 < len(found) <= MOST_STAKES:
            self.fail(f"--stake {value} is {len(found)} stakes: 1 to {MOST_STAKES} can be priced", param, ctx)
        return found


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
        "minibac odds massachusetts --report prices.pdf",
    ),
)
@rulebook_argument()
@click.option(
    "--removed", metavar="CARDS", help="Cards that have gone, as A,K,9 or Ah,Kd: from the full shoe, or from --counts."
)
@click.option(
    "--counts", metavar="A,2,…,K", help="How many cards are left of each rank, thirteen numbers, Ace to King."
)
@click.option("--decks", type=int, metavar="N", help="Study N decks, also where the rulebook does not allow them.")
@click.option("--wager", "wagers", multiple=True, metavar="ID", help="Only this wager; may be repeated.")
@click.option(
    "--own",
    "own_file",
    type=FILE,
    metavar="FILE",
    help="Price wagers of your own beside the printed ones, from a TOML file.",
)
@click.option(
    "--stake",
    "stakes",
    type=Stakes(),
    multiple=True,
    metavar="CENTS",
    help="Price vigorish as it is rounded at this stake; several, or a range as 500-10000:500, give a table.",
)
@click.option("--effects", is_flag=True, help="The effect of removing a card of each rank, and the counts it implies.")
@click.option("--covariances", is_flag=True, help="How the wagers of one coup move together.")
@click.option("--house-money", "exposed", is_flag=True, help="The House Money choice for each four exposed cards.")
@click.option("--all", "everything", is_flag=True, help="Every combination of the options that change a price.")
@click.option(
    "--compare",
    "compared",
    type=SETTING,
    multiple=True,
    metavar="OPTION=VALUE",
    help="Set a second table beside the first, with this option chosen otherwise; may be repeated.",
)
@click.option(
    "--compositions",
    "compositions_file",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    metavar="FILE",
    help="Price each composition of a CSV file, thirteen counts a line (- reads standard input); prints CSV.",
)
@click.option(
    "--report",
    "report_file",
    type=FILE,
    metavar="FILE.html|FILE.pdf",
    help="Write a report that somebody else can check and reproduce (extra report).",
)
@click.option("--coups", type=click.IntRange(min=1), metavar="N", help="Coups for the expected hold of a report.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@rules_options
@json_option
def odds(
    rulebook: str,
    removed: str | None,
    counts: str | None,
    decks: int | None,
    wagers: tuple[str, ...],
    own_file: Path | None,
    stakes: tuple[range, ...],
    effects: bool,
    covariances: bool,
    exposed: bool,
    everything: bool,
    compared: Sets,
    compositions_file: Path | None,
    report_file: Path | None,
    coups: int | None,
    as_csv: bool,
    sets: Sets,
    house_file: Path | None,
    as_json: bool,
) -> None:
    """Price every wager a table offers: edge, variance, and every outcome, as exact fractions.

    The edge is the house's share of the stake, positive for the house. Without --removed and --counts the shoe is full.
    Table limits do not apply.
    """
    from minibac.cards.card import CardError
    from minibac.cards.composition import CompositionError
    from minibac.odds.prices import OddsError
    from minibac.play.propositions import PropositionError

    further = effects or covariances or exposed
    one_of(all=everything, compare=compared, compositions=compositions_file, report=report_file)
    if further and (everything or compared or compositions_file or report_file):
        fail("--effects, --covariances and --house-money go with the prices of one table: ask for them alone")
    if as_csv and as_json:
        fail("--csv and --json are two ways to print: choose one")
    if coups is not None and report_file is None:
        fail("--coups is for a report: give --report FILE.html or FILE.pdf with it")
    ask = _Ask(rulebook, sets, house_file, removed, counts, decks, wagers, own_file, stakes)
    try:
        if everything:
            _everything(ask, as_json=as_json, as_csv=as_csv)
        elif compared:
            _comparison(ask, compared, as_json=as_json)
        elif compositions_file is not None:
            _compositions(ask, compositions_file, as_json=as_json)
        elif report_file is not None:
            _report(ask, report_file, coups)
        else:
            _one(ask, effects=effects, covariances=covariances, exposed=exposed, as_json=as_json, as_csv=as_csv)
    except (OddsError, CardError, CompositionError, PropositionError) as error:
        fail(str(error))


def one_of(**asked: object) -> None:
    """Refuse two questions at once."""
    named = [f"--{name}" for name, given in asked.items() if given]
    if len(named) > 1:
        fail(f"{' and '.join(named)} are two questions: ask one at a time")


class _Ask:
    """What the command line asks for: a table, the cards left, and the wagers of interest."""

    def __init__(
        self,
        rulebook: str,
        sets: Sets,
        house_file: Path | None,
        removed: str | None,
        counts: str | None,
        decks: int | None,
        wagers: tuple[str, ...],
        own_file: Path | None,
        stakes: tuple[range, ...],
    ) -> None:
        self.rulebook, self.sets, self.house_file = rulebook, sets, house_file
        self.removed, self.counts, self.decks = removed, counts, decks
        self.wagers = wagers or None
        self.own_file = own_file
        self.stakes = [stake for span in stakes for stake in span]

    def rules(self) -> tuple[HouseRules, bool]:
        """The rules of the table, and whether its number of decks lies outside the rulebook."""
        if self.decks is None:
            return house_rules(self.rulebook, self.sets, self.house_file), False
        from minibac.odds.compositions import MOST_DECKS
        from minibac.rules.house_rules import build

        if not 1 <= self.decks <= MOST_DECKS:
            fail(f"--decks {self.decks} makes no shoe: 1 to {MOST_DECKS} decks can be studied")
        if any(name == "decks" for name, _ in self.sets):
            fail("--decks and --set decks both say how many: choose one")
        rules = house_rules(self.rulebook, self.sets, self.house_file)
        if rules.options["shuffler"] == "automatic" and self.decks % 2:
            fail(
                f"--decks {self.decks} makes no two batches, which an automatic shuffler needs: the number must be even"
            )
        if self.decks == rules.options["decks"]:
            return rules, False
        if self.house_file is None:
            legal = build(rules.rulebook, {**dict(self.sets), "decks": self.decks})
            if not isinstance(legal, tuple):
                return legal, False
        return rules, True

    def own(self, rules: HouseRules) -> tuple[Proposition, ...]:
        if self.own_file is None:
            return ()
        from minibac.odds.own_wagers import load_own_wagers

        return load_own_wagers(self.own_file, rules.rulebook)

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
        return Odds(
            found,
            composition,
            stake_cents=stake,
            wagers=self.wagers,
            own=self.own(found),
            outside_rulebook=outside,
            decks_in_shoe=in_shoe,
        )

    def whole_shoe_only(self, what: str) -> None:
        if self.removed is not None or self.counts is not None:
            fail(f"{what}: leave --removed and --counts out")

    @property
    def one_stake(self) -> int | None:
        """The stake to price at, where only one makes sense."""
        if len(self.stakes) > 1:
            fail(f"one stake can be priced here, and --stake names {len(self.stakes)}")
        return self.stakes[0] if self.stakes else None


def _one(ask: _Ask, *, effects: bool, covariances: bool, exposed: bool, as_json: bool, as_csv: bool) -> None:
    priced = ask.odds(stake=ask.stakes[0] if len(ask.stakes) == 1 else None)
    from minibac.odds import plain

    by_stake = None
    if len(ask.stakes) > 1:
        from minibac.odds.stakes import by_stake as price_stakes

        by_stake = price_stakes(priced, ask.stakes)
    choice = None
    if exposed or "house-money" in priced.laid:
        from minibac.odds.house_money import house_money_choice

        choice = house_money_choice(priced.rules, priced.composition)
    removed = None
    if effects:
        from minibac.odds.removal import removal

        removed = removal(priced)
    if as_csv:
        _print_csv(PRICE_HEADS, ([*_price_cells(price)] for price in priced))
        return
    if not as_json:
        from minibac.cli.odds_text import odds_text

        told = odds_text(
            priced, by_stake=by_stake, choice=choice, every_four=exposed, removed=removed, covariances=covariances
        )
        click.echo(told)
        return
    found = plain.odds_plain(priced)
    if covariances:
        found |= plain.covariances_plain(priced)
    if by_stake is not None:
        found["by_stake"] = plain.stakes_plain(by_stake)
    if choice is not None:
        found["house_money_choice"] = plain.house_money_plain(choice, every=exposed)
    if removed is not None:
        found["removal"] = plain.removal_plain(removed)
    print_json(found)


PRICE_HEADS = ("wager", "edge", "edge_exact", "variance_exact", "standard_deviation", "hit_frequency", "combinations")


def _price_cells(price: Any) -> Iterator[str]:
    yield price.wager
    yield repr(float(price.edge))
    yield str(price.edge)
    yield str(price.variance)
    yield repr(price.standard_deviation)
    yield repr(float(price.hit_frequency))
    yield str(price.total)


def _everything(ask: _Ask, *, as_json: bool, as_csv: bool) -> None:
    from minibac.odds.catalogue import every_price
    from minibac.odds.stakes import SAMPLE_STAKES_CENTS
    from minibac.play.wagers import WAGER_IDS
    from minibac.rules.price_options import price_options
    from minibac.rules.words import did_you_mean, listed

    ask.whole_shoe_only("--all prices full shoes")
    if ask.house_file is not None or ask.decks is not None:
        fail("--all goes through the options by itself: leave --house and --decks out, and hold options with --set")
    rules, _ = ask.rules()
    own = ask.own(rules)
    known = [*price_options(rules.rulebook), *(proposition.id for proposition in own)]
    for name in ask.wagers or ():
        if name in known:
            continue
        if name in WAGER_IDS:
            fail(f"{rules.rulebook.short} knows no wager {name}; it has {listed(known, 'and')}")
        fail(
            f"there is no wager {name!r}{did_you_mean(name, known)}; {rules.rulebook.short} has {listed(known, 'and')}"
        )
    entries = list(
        every_price(
            rules.rulebook,
            dict(ask.sets),
            wagers=ask.wagers,
            own=own,
            stakes_cents=ask.stakes or SAMPLE_STAKES_CENTS,
        )
    )
    if as_json:
        from minibac.odds.plain import catalogue_plain

        print_json({"rulebook": rules.rulebook.id, "prices": catalogue_plain(entries)})
        return
    names = list(dict.fromkeys(name for entry in entries for name in entry.options))
    if as_csv:
        from minibac.rules.options import typed

        rows = (
            [
                entry.wager,
                *(typed(entry.options[name]) if name in entry.options else "" for name in names),
                "" if entry.stake_cents is None else str(entry.stake_cents),
                *list(_price_cells(entry.price))[1:],
            ]
            for entry in entries
        )
        _print_csv(("wager", *names, "stake_cents", *PRICE_HEADS[1:]), rows)
        return
    from minibac.cli.odds_text import catalogue_text

    click.echo(catalogue_text(rules.rulebook, entries))


def _comparison(ask: _Ask, compared: Sets, *, as_json: bool) -> None:
    from minibac.rules.house_rules import HouseRules, build
    from minibac.rules.refusal import Code

    if ask.house_file is not None or ask.decks is not None:
        fail("--compare chooses options of the rulebook: leave --house and --decks out")
    base, _ = ask.rules()
    other = {**dict(ask.sets), **dict(compared)}
    built = build(base.rulebook, other)
    if not isinstance(built, HouseRules):
        # What --set chose for the first table may mean nothing at the second.
        idle = {r.sentence.partition(" ")[0] for r in built if r.code is Code.IDLE_OPTION} - dict(compared).keys()
        built = build(base.rulebook, {name: value for name, value in other.items() if name not in idle})
    if not isinstance(built, HouseRules):
        fail(map(str, built))
    stake = ask.one_stake
    wanted, ask.wagers = ask.wagers, None
    sides = [ask.odds(rules=rules, stake=stake) for rules in (base, built)]
    if wanted:
        for name in wanted:
            if not any(name in side.laid for side in sides):
                sides[0][name]  # says why not
        for side in sides:
            side.laid = {name: laid for name, laid in side.laid.items() if name in wanted}
    if as_json:
        from minibac.odds.plain import comparison_plain

        print_json(comparison_plain(*sides))
        return
    from minibac.cli.odds_text import comparison_text

    click.echo(comparison_text(*sides))


def _compositions(ask: _Ask, path: Path, *, as_json: bool) -> None:
    from minibac.cards.card import RANKS
    from minibac.odds.compositions import Line, read_lines
    from minibac.odds.many import price_many

    ask.whole_shoe_only("--compositions says which cards are left")
    priced = ask.odds(full_shoe=True, stake=ask.one_stake)
    try:
        text = sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        fail(f"{path} cannot be read: {reason}")
    lines: list[Line] = list(read_lines(text.splitlines(), priced.decks_in_shoe))
    if not lines:
        fail(f"{path} has no composition: write thirteen counts on a line, Ace to King")
    answers = price_many(priced, [line.composition for line in lines])
    if as_json:
        from minibac.odds.plain import head_plain, number

        rows = [
            {
                **line.kept,
                "counts": dict(zip((rank.value for rank in RANKS), line.composition, strict=True)),
                "cards": each.cards,
                "outcomes": {name: number(value) for name, value in each.outcomes.items()},
                "edges": {price.wager: number(price.edge) for price in each},
                "best": None if each.ends_no_coup else each.best.wager,
            }
            for line, each in zip(lines, answers, strict=True)
        ]
        print_json({**head_plain(priced), "compositions": rows})
        return
    names = list(priced.laid)
    heads = [*lines[0].kept, *(rank.value for rank in RANKS), "cards", "banker", "player", "tie", "void"]
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


def _report(ask: _Ask, path: Path, coups: int | None) -> None:
    check_name("a report", path, ".html", ".pdf")
    check_writable(path)
    priced = ask.odds(stake=ask.one_stake)
    try:
        from minibac.odds.report import DEFAULT_COUPS, write_report
    except ImportError as missing:
        fail(f"a report needs the extra report, and {missing.name} is missing; {how_to_install('report')}", REFUSED)
    try:
        write_report(priced, path, coups=coups or DEFAULT_COUPS)
    except OSError as error:
        fail(f"{path} cannot be written: {(error.strerror or str(error)).lower()}", REFUSED)
    click.echo(f"{path} is written")


def _print_csv(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    import csv

    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(heads)
    out.writerows(rows)
