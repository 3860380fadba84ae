"""A simulation in words: the report, and a shoe card by card."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from minibac import __version__
from minibac.cards.card import Card, format_cards
from minibac.odds.plain import head_plain
from minibac.odds.prices import Odds
from minibac.play.coup import Coup
from minibac.rules.names import rulebook_name, wager_name, wager_said
from minibac.rules.options import typed
from minibac.simulate.plan import By
from minibac.simulate.report import Followed, Report
from minibac.simulate.shown import ShownShoe
from minibac.voice.languages import columns, render
from minibac.voice.said import NOTHING, Said, said

HEADS = (said("wager"), said("edge seen"), said("exact"), said("standard error"), said("95 % interval"))


def report_text(report: Report, language: str = "en") -> str:
    """The report as a person reads it."""
    say = partial(render, language=language)
    histogram, plan = report.histogram, report.plan
    of = said("{rulebook}: {coups:coup|coups} in {shoes:shoe|shoes} of seed {seed}", coups=histogram.coups)
    of = of.about(rulebook=rulebook_name(report.odds.rules.rulebook.id), shoes=histogram.shoes, seed=str(report.seed))
    if plan.coups:
        shoe = said("a continuous shuffler with {decks:deck|decks}; {coups} coups are counted as one shoe{outside}")
    else:
        shoe = said("{decks:deck|decks}, the cutting card {depth} cards from the back{outside}")
    shoe = shoe.about(decks=plan.decks, coups=str(plan.coups), depth=str(plan.depth), outside=outside(report.odds))
    lines = [
        say(of),
        say(shoe),
        "",
        *table(
            (*map(say, HEADS), "z"),
            [
                (
                    say(wager_said(each.wager)),
                    f"{float(each.mean):.5%}",
                    f"{float(each.exact):.5%}",
                    f"{each.standard_error:.5%}",
                    say(_interval(*each.interval)),
                    f"{each.z:+.2f}",
                )
                for each in report.estimates
            ],
        ),
        "",
        say(
            said(
                "{mean} coups a shoe, standard error {error}",
                mean=f"{histogram.coups_per_shoe:.3f}",
                error=f"{histogram.coups_per_shoe_error:.3f}",
            )
        ),
    ]
    if plan.by is By.POINTS and len(report.estimates) < len(report.odds):
        lines.append(say(said("pairs are seen with --ranks")))
    if own := say(report.odds.own_said):
        lines.append(own)
    lines += [say(said("Note: {note}.", note=note)) for note in report.notes]
    for followed in report.followed:
        lines += ["", *map(say, _followed(followed))]
    pace = said("{pace} coups a second on {device}; minibac {version}", pace=f"{report.coups_per_second:,.0f}")
    lines += ["", say(pace.about(device=report.device, version=__version__)), say(options_said(report.odds))]
    return "\n".join(lines)


def _interval(low: float, high: float) -> Said:
    return said("{least} to {most}", least=f"{low:.5%}", most=f"{high:.5%}")


def _followed(followed: Followed) -> Iterable[Said]:
    """What one unit on a wager came to, shoe by shoe."""
    low, middle, high = (f"{float(followed.quantile(part)):+.2f}" for part in (0.05, 0.5, 0.95))
    ahead, level, behind = (f"{followed.share(sign):.2%}" for sign in (1, 0, -1))
    yield said(
        "one unit on {wager} in every coup: {mean} units a shoe, standard deviation {spread}",
        wager=wager_name(followed.wager),
        mean=f"{float(followed.mean):+.3f}",
        spread=f"{followed.standard_deviation:.3f}",
    )
    shares = said("  ahead in {ahead} of shoes, level in {level}, behind in {behind}", ahead=ahead, level=level)
    yield shares.about(behind=behind)
    ends = said("  half the shoes end below {middle}, nine in ten from {low} to {high}", middle=middle)
    yield ends.about(low=low, high=high)


def outside(odds: Odds) -> Said:
    """A remark for the end of a line, where the rulebook does not allow so many decks."""
    return said(" (outside the rulebook)") if odds.outside_rulebook else NOTHING


def options_said(odds: Odds, without: Sequence[str] = ()) -> Said:
    """The options of a table, as a report ends with them; without those that it studied otherwise."""
    options = {name: value for name, value in head_plain(odds)["options"].items() if name not in without}
    return said("options: {options}", options=", ".join(f"{name}={typed(value)}" for name, value in options.items()))


def table(heads: Iterable[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns, the first to the left and the others to the right.

    >>> print("\\n".join(table(("wager", "z"), [("tie", "-1.2"), ("banker", "+0.4")])))
    wager      z
    tie     -1.2
    banker  +0.4
    """
    lines = [[*heads], *rows]
    widths = [max(map(columns, column)) for column in zip(*lines, strict=True)]

    def padded(place: int, cell: str) -> str:
        space = " " * (widths[place] - columns(cell))
        return space + cell if place else cell + space

    return ["  ".join(padded(*each) for each in enumerate(row)).rstrip() for row in lines]


def shown_text(shown: ShownShoe, language: str = "en") -> str:
    """A shoe, a line for each coup."""
    say = partial(render, language=language)
    of = said("shoe {number} of seed {seed}: {coups} coups", number=str(shown.number), seed=str(shown.seed))
    lines = [say(of.about(coups=str(len(shown.coups))))]
    if (burn := shown.burn) is not None:
        down = said(", face down {cards}", cards=format_cards(burn.others)) if len(burn.shown) == 1 else NOTHING
        told = said("burn: {cards} ({count} cards{down})", cards=format_cards(burn.shown), count=burn.cards_count)
        lines.append(say(told.about(down=down)))
    hands = [(_hand(coup.player, coup.player_total), _hand(coup.banker, coup.banker_total)) for coup in shown.coups]
    width = max(len(player) for player, _ in hands)
    cut = shown.cut_card_coup_no or len(hands)
    for coup_no, (coup, (player, banker)) in enumerate(zip(shown.coups, hands, strict=True), start=1):
        note = NOTHING
        if coup_no > cut:
            note = said("last hand")
        elif coup_no == shown.cut_card_coup_no:
            note = said("the cutting card comes out")
        winner = say(wager_said(coup.result.winner.value))
        winner += " " * (6 - columns(winner))
        lines.append(f"{coup_no:>3}  {player:<{width}}  {banker:<{width}}  {winner}  {say(note)}".rstrip())
    return "\n".join(lines)


def _hand(cards: tuple[Card, ...], total: int) -> str:
    return f"{' '.join(map(str, cards))} = {total}"


def shown_plain(odds: Odds, shown: ShownShoe) -> dict[str, Any]:
    """A shoe as ``--show-shoe --json`` prints it."""
    return {
        "minibac": __version__,
        **head_plain(odds),
        "seed": shown.seed,
        "shoe": shown.number,
        "order": [str(card) for card in shown.order],
        "burn": [str(card) for card in (shown.burn.first, *shown.burn.others)] if shown.burn else [],
        "cut_card_coup": shown.cut_card_coup_no,
        "coups": [_coup_plain(coup_no, coup) for coup_no, coup in enumerate(shown.coups, start=1)],
    }


def _coup_plain(coup_no: int, coup: Coup) -> dict[str, Any]:
    result = coup.result
    return {
        "coup": coup_no,
        "player": {"cards": [str(card) for card in coup.player], "total": result.player_total},
        "banker": {"cards": [str(card) for card in coup.banker], "total": result.banker_total},
        "result": result.winner.value,
        "code": result.code,
    }
