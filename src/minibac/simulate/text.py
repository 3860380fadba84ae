"""A simulation in words: the report, and a shoe card by card."""

from collections.abc import Sequence
from typing import Any

from minibac import __version__
from minibac.cards.card import Card, format_cards
from minibac.odds.plain import head_plain
from minibac.odds.prices import Odds
from minibac.play.coup import Coup
from minibac.rules.options import typed
from minibac.rules.words import counted
from minibac.simulate.plan import By
from minibac.simulate.report import Report
from minibac.simulate.shown import ShownShoe


def report_text(report: Report) -> str:
    """The report as a person reads it."""
    histogram, plan = report.histogram, report.plan
    name = report.odds.rules.rulebook.short
    outside = " (outside the rulebook)" if report.odds.outside_rulebook else ""
    shoe = (
        f"a continuous shuffler with {counted(plan.decks, 'deck')}; {plan.coups} coups are counted as one shoe"
        if plan.coups
        else f"{counted(plan.decks, 'deck')}, the cutting card {plan.depth} cards from the back"
    )
    lines = [
        f"{name}: {counted(histogram.coups, 'coup')} in {counted(histogram.shoes, 'shoe')} of seed {report.seed}",
        f"{shoe}{outside}",
        "",
        *table(
            ("wager", "edge seen", "exact", "standard error", "95 % interval", "z"),
            [
                (
                    each.wager,
                    f"{float(each.mean):.5%}",
                    f"{float(each.exact):.5%}",
                    f"{each.standard_error:.5%}",
                    "{:.5%} to {:.5%}".format(*each.interval),
                    f"{each.z:+.2f}",
                )
                for each in report.estimates
            ],
        ),
        "",
        f"{histogram.coups_per_shoe:.3f} coups a shoe, standard error {histogram.coups_per_shoe_error:.3f}",
    ]
    if plan.by is By.POINTS and len(report.estimates) < len(report.odds):
        lines.append("pairs are seen with --ranks")
    for followed in report.followed:
        low, middle, high = (float(followed.quantile(part)) for part in (0.05, 0.5, 0.95))
        spread = f"standard deviation {followed.standard_deviation:.3f}"
        ahead, level, behind = (followed.share(sign) for sign in (1, 0, -1))
        lines += [
            "",
            f"one unit on {followed.wager} in every coup: {float(followed.mean):+.3f} units a shoe, {spread}",
            f"  ahead in {ahead:.2%} of shoes, level in {level:.2%}, behind in {behind:.2%}",
            f"  half the shoes end below {middle:+.2f}, nine in ten from {low:+.2f} to {high:+.2f}",
        ]
    lines += [
        "",
        f"{report.coups_per_second:,.0f} coups a second on {report.device}; minibac {__version__}",
        options_text(report.odds),
    ]
    return "\n".join(lines)


def options_text(odds: Odds) -> str:
    """The options of a table, as a report ends with them."""
    return "options: " + ", ".join(f"{name}={typed(value)}" for name, value in head_plain(odds)["options"].items())


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns, the first to the left and the others to the right.

    >>> print("\\n".join(table(("wager", "z"), [("tie", "-1.2"), ("banker", "+0.4")])))
    wager      z
    tie     -1.2
    banker  +0.4
    """
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in (heads, *rows)
    ]


def shown_text(shown: ShownShoe) -> str:
    """A shoe, a line for each coup."""
    lines = [f"shoe {shown.number} of seed {shown.seed}: {len(shown.coups)} coups"]
    if shown.burn is not None:
        others = f", face down {format_cards(shown.burn.others)}" if len(shown.burn.shown) == 1 else ""
        lines.append(f"burn: {format_cards(shown.burn.shown)} ({shown.burn.cards_count} cards{others})")
    hands = [(_hand(coup.player, coup.player_total), _hand(coup.banker, coup.banker_total)) for coup in shown.coups]
    width = max(len(player) for player, _ in hands)
    cut = shown.cut_card_coup_no or len(hands)
    for coup_no, (coup, (player, banker)) in enumerate(zip(shown.coups, hands, strict=True), start=1):
        note = "the cutting card comes out" if coup_no == shown.cut_card_coup_no else ""
        note = "last hand" if coup_no > cut else note
        winner = coup.result.winner.value
        lines.append(f"{coup_no:>3}  {player:<{width}}  {banker:<{width}}  {winner:<6}  {note}".rstrip())
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
