"""The charts of a report: SVG that comes out the same, byte for byte, each time (extra ``report``)."""

import io
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from minibac.cards.card import ALL_CARDS
from minibac.odds.prices import Odds, OddsError
from minibac.odds.removal import Removal
from minibac.odds.stakes import StakePrice, by_stake
from minibac.play.results import POINT_CODES, Result
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.rulebook import Value
from minibac.voice.said import Said, many, said

# No date, no random ids, letters as outlines: nothing in the file hangs on the day or the machine's fonts.
STYLE: Any = {
    "svg.hashsalt": "minibac",
    "svg.fonttype": "path",
    "font.family": "DejaVu Sans",
    "font.size": 8.5,
    "axes.edgecolor": "#5b6470",
    "axes.labelcolor": "#2a2f36",
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 9,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.axisbelow": True,
    "grid.color": "#e3e6ea",
    "grid.linewidth": 0.7,
    "text.color": "#2a2f36",
    "xtick.color": "#5b6470",
    "ytick.color": "#5b6470",
}
PLAYER, BANKER, TIE, INK, QUIET = "#1d4f91", "#b3262e", "#2b7a4b", "#2a2f36", "#8a94a0"
COLOURS = {"player": PLAYER, "banker": BANKER, "tie": TIE}
DECKS_SHOWN = range(1, 13)
STAKES_SHOWN = range(500, 10_100, 100)
WIDTH = 7.2


RESULTS = {"player": said("Player"), "banker": said("Banker"), "tie": said("Tie"), "void": said("result|Void")}


class Chart(NamedTuple):
    """A picture, what stands under it, and what it says to somebody who cannot see it."""

    name: str
    caption: Said
    alt: Said
    svg: bytes


def _drawn(draw: Callable[[Figure], None], height: float) -> bytes:
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        draw(figure)
        out = io.BytesIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    return out.getvalue()


def _percent(value: float, _position: int = 0) -> str:
    return f"{value:g} %"


def distribution_chart(odds: Odds) -> Chart:
    """The final totals of both hands."""
    grid = [[0.0] * 10 for _ in range(10)]
    for code in range(POINT_CODES):
        result = Result.from_code(code)
        grid[result.player_total][result.banker_total] += 100 * odds.table.by_code[code] / odds.table.total

    def draw(figure: Figure) -> None:
        cells, bars = figure.subplots(1, 2, width_ratios=[1.15, 1])
        top = max(map(max, grid)) or 1.0
        for player in range(10):
            for banker in range(10):
                share = grid[player][banker]
                colour = TIE if player == banker else PLAYER if player > banker else BANKER
                cells.add_patch(
                    mpl.patches.Rectangle(
                        (banker - 0.5, player - 0.5), 1, 1, facecolor=colour, alpha=0.08 + 0.9 * share / top, lw=0
                    )
                )
                cells.text(
                    banker, player, f"{share:.2f}", ha="center", va="center", fontsize=6.2,
                    color="white" if share > 0.45 * top else INK,
                )  # fmt: skip
        cells.set(xlim=(-0.5, 9.5), ylim=(-0.5, 9.5), xlabel="Banker's Point Count", ylabel="Player's Point Count")
        cells.set(xticks=range(10), yticks=range(10), title="Final totals, % of coups", aspect="equal")
        cells.spines[:].set_visible(False)
        cells.tick_params(length=0)
        margins = [sum(grid[p][b] for p in range(10) for b in range(10) if p - b == lead) for lead in range(-9, 10)]
        colours = [BANKER if lead < 0 else TIE if lead == 0 else PLAYER for lead in range(-9, 10)]
        bars.bar(range(-9, 10), margins, color=colours, width=0.8)
        bars.set(title="By how much", xlabel="Banker ahead   ←   points   →   Player ahead")
        bars.set_xticks(range(-9, 10, 3), [str(abs(lead)) for lead in range(-9, 10, 3)])
        bars.yaxis.set_major_formatter(FuncFormatter(_percent))
        bars.grid(axis="y")

    shares = (
        said("{result} {share}", result=RESULTS[name], share=f"{float(value):.4%}")
        for name, value in odds.outcomes.items()
    )
    return Chart(
        "distribution",
        said("Distribution of results with the cards left: final Point Counts of both hands, and the winning margin."),
        said("Heat map of final totals and bars of the winning margin. {shares}.", shares=many(shares, ",")),
        _drawn(draw, 3.5),
    )


def decks_chart(odds: Odds) -> Chart:
    """The edge of each wager by number of decks."""
    batches = 2 if odds.rules.options["shuffler"] == "automatic" else 1
    legal = [number for number in DECKS_SHOWN if _with(odds.rules, decks=number * batches) is not None]
    edges = {name: [] for name in odds.laid}  # type: dict[str, list[float]]
    for number in DECKS_SHOWN:
        full = odds.with_cards((number,) * len(ALL_CARDS))
        for price in full:
            edges[price.wager].append(100 * float(price.edge))

    def draw(figure: Figure) -> None:
        for axes, (name, values) in zip(_panels(figure, len(edges)), edges.items(), strict=False):
            colour = COLOURS.get(name, INK)
            axes.plot(DECKS_SHOWN, values, color=colour, lw=1.2)
            for number, value in zip(DECKS_SHOWN, values, strict=True):
                inside = number in legal
                axes.plot(
                    number, value, "o", ms=4.2, color=colour, mfc=colour if inside else "white", mew=1,
                )  # fmt: skip
            axes.set_title(name)
            axes.yaxis.set_major_formatter(FuncFormatter(_percent))
            axes.yaxis.set_major_locator(MaxNLocator(4))
            axes.set_xticks(range(2, 13, 2))
            axes.grid()
        figure.supxlabel("decks in a full shoe", fontsize=8.5, color=INK)

    allowed = said("{numbers}", numbers=many(map(str, legal), ",")) if legal else said("none of these")
    filled = said("Edge by number of decks, full shoes. Filled points are numbers the rulebook allows ({allowed}).")
    return Chart(
        "decks",
        filled.about(allowed=allowed),
        said("Edge of each wager for one to twelve decks."),
        _drawn(draw, _panel_height(len(edges))),
    )


def stakes_chart(odds: Odds) -> Chart | None:
    """The edge of the charged wager by stake, under each rounding the rulebook allows, where there are several."""
    curves: dict[str, list[StakePrice]] = {}
    for name, rules in roundings(odds.rules).items():
        rounded = Odds(rules, odds.composition, decks_in_shoe=odds.decks_in_shoe)
        try:
            curves[name] = by_stake(rounded, STAKES_SHOWN)
        except OddsError:
            return None
    if len(curves) < 2:
        return None

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        for (name, rows), colour in zip(curves.items(), (QUIET, BANKER, PLAYER), strict=False):
            edges = [100 * float(row.price.edge) for row in rows]
            label = "not rounded" if name == "none" else f"rounded {name.replace('-', ' ')}"
            axes.plot([row.stake_cents / 100 for row in rows], edges, color=colour, lw=1.1, label=label)
        axes.set(xlabel="stake in dollars", title="Edge of the Banker wager by stake")
        axes.yaxis.set_major_formatter(FuncFormatter(_percent))
        axes.legend(frameon=False)
        axes.set_xlim(0, 100)
        axes.grid()

    return Chart(
        "stakes",
        said("Edge of the wager that vigorish is taken from, at whole dollars from 5 up, under each rounding allowed."),
        said("Saw-tooth curve: rounding up costs most at small stakes and nothing where vigorish is a whole multiple."),
        _drawn(draw, 2.6),
    )


def effects_chart(effects: Removal) -> Chart:
    """Effects of removal by rank."""
    shown = [each for each in effects if any(each.effects.values())]

    def draw(figure: Figure) -> None:
        for axes, each in zip(_panels(figure, len(shown)), shown, strict=False):
            values = [100 * float(effect) for effect in each.effects.values()]
            axes.bar(list(each.effects), values, width=0.75, color=[TIE if value > 0 else BANKER for value in values])
            axes.axhline(0, color="#5b6470", lw=0.8)
            axes.set_title(each.wager)
            axes.yaxis.set_major_formatter(FuncFormatter(_percent))
            axes.yaxis.set_major_locator(MaxNLocator(4))
            axes.tick_params(axis="x", length=0, labelsize=7)
            axes.grid(axis="y")

    return Chart(
        "effects",
        said("Effect of removing one card of each rank on the guest's expectation, in percent of the stake."),
        said("Bars by rank for each wager; upward is good for the guest."),
        _drawn(draw, _panel_height(len(shown))),
    )


def charts(odds: Odds, effects: Removal) -> list[Chart]:
    """All charts of a report that say something about this table."""
    found = [distribution_chart(odds), decks_chart(odds), stakes_chart(odds)]
    if any(any(each.effects.values()) for each in effects):
        found.append(effects_chart(effects))
    return [chart for chart in found if chart is not None]


def roundings(rules: HouseRules) -> dict[str, HouseRules]:
    """The same table under each rounding of vigorish that the rulebook allows."""
    if "vigorish_rounding" not in rules.options:
        return {}
    values = [
        value for option in rules.rulebook.option if option.name == "vigorish_rounding" for value in option.values
    ]
    rounded = {str(value): _with(rules, vigorish_rounding=value, vigorish_rounded_at=None) for value in values}
    return {name: built for name, built in rounded.items() if built is not None}


def _with(rules: HouseRules, **changed: Value | None) -> HouseRules | None:
    """The same table with some options chosen anew, or left open, where the rulebook allows it."""
    chosen = {setting.name: setting.value for setting in rules.settings if setting.chosen} | changed
    wanted = {name: value for name, value in chosen.items() if value is not None}
    built = build(rules.rulebook, wanted, references=rules.references)
    return built if isinstance(built, HouseRules) else None


def _panels(figure: Figure, number: int) -> Sequence[Any]:
    columns = min(3, max(1, number))
    rows = -(-number // columns)
    axes = figure.subplots(rows, columns, squeeze=False)
    flat = [each for row in axes for each in row]
    for spare in flat[number:]:
        spare.set_visible(False)
    return flat[:number]


def _panel_height(number: int) -> float:
    return 0.35 + 1.55 * -(-number // 3)
