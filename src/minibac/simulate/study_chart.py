"""Studies as pictures: SVG written by hand, so that it needs nothing and looks the same everywhere."""

import math
from collections.abc import Callable, Sequence

from minibac.simulate.bankroll import Paths
from minibac.simulate.chart import BAND, INK, MARGIN, MARK, SOFT, WIDTH, box, page, text
from minibac.simulate.findings import Finding, Measure
from minibac.simulate.study import AtDepth

LABELS, ROW, PLOT = 150, 30, 300
COLOURS = ("#1f5fa8", "#b5482a", "#3c7d3c", "#7a4fa3", "#9a7b1c", "#2a8a8a", "#a33f6f")
ERRORS = 2
"""Whiskers reach this many standard errors to either side."""

Place = Callable[[float], float]
"""Where a number lies on the paper."""


def findings_chart(title: str, findings: Sequence[Finding]) -> str:
    """For each wager how often it was bet on, at what edge, and what it came to."""
    columns: tuple[tuple[str, Callable[[Finding], Measure], str], ...] = (
        ("coups bet on", lambda each: each.bet_share.times(100), "%"),
        ("average edge", lambda each: each.average_edge.times(100), "%"),
        ("units per 100 coups", lambda each: each.units_per_100_coups, ""),
    )
    top = MARGIN + 60
    height = top + ROW * len(findings) + MARGIN
    wide = (WIDTH - 2 * MARGIN - LABELS) / len(columns)
    parts = [text(MARGIN, top + ROW * row + 19, each.wager) for row, each in enumerate(findings)]
    for column, (label, measure, unit) in enumerate(columns):
        left = MARGIN + LABELS + wide * column
        measures = [measure(each) for each in findings]
        most = max(abs(each.value) + ERRORS * each.error for each in measures) or 1.0
        parts.append(text(left, top - 12, label, fill=SOFT))
        for row, each in enumerate(measures):
            y = top + ROW * row
            reach = (wide - 90) / most
            parts.append(box(left, y + 6, abs(each.value) * reach, ROW - 14, MARK if each.value >= 0 else COLOURS[1]))
            low, high = (abs(each.value) + side * ERRORS * each.error for side in (-1, 1))
            parts.append(line([(left + max(0.0, low) * reach, y + 14), (left + high * reach, y + 14)], INK))
            parts.append(text(left + high * reach + 6, y + 19, f"{each.value:.3g} {unit}".strip(), fill=SOFT))
    return page(title, parts, height)


def depth_chart(title: str, depths: Sequence[AtDepth]) -> str:
    """Units per 100 coups against the depth of the cutting card, a line for each wager."""
    at = [each.depth for each in depths]
    names = [finding.wager for finding in depths[0].findings]
    series = [[each.findings[place].units_per_100_coups for each in depths] for place in range(len(names))]
    ends = [one.value + side * ERRORS * one.error for row in series for one in row for side in (-1, 1)]
    x, y, parts = axes((min(at), max(at)), (min(0.0, *ends), max(ends)), "cards behind the cutting card")
    parts.append(text(MARGIN, MARGIN + 44, "units per 100 coups", fill=SOFT))
    for place, (name, row) in enumerate(zip(names, series, strict=True)):
        colour = COLOURS[place % len(COLOURS)]
        parts.append(line([(x(depth), y(each.value)) for depth, each in zip(at, row, strict=True)], colour, 2))
        for depth, each in zip(at, row, strict=True):
            reach = ERRORS * each.error
            parts.append(line([(x(depth), y(each.value - reach)), (x(depth), y(each.value + reach))], colour))
            parts.append(f'<circle cx="{x(depth):.1f}" cy="{y(each.value):.1f}" r="4" fill="{colour}"/>')
        parts.append(text(WIDTH - MARGIN, MARGIN + 44 + 18 * place, name, "end", colour))
    return page(title, parts, PLOT + 140)


def paths_chart(title: str, paths: Paths) -> str:
    """The quantiles of a bankroll shoe after shoe, and some paths as they went."""
    quantiles, samples = paths.quantiles(), paths.samples
    marks = paths.marks.tolist()
    high = max(float(quantiles.max()), float(samples.max()))
    x, y, parts = axes((0, paths.shoes), (0.0, high), "shoes")
    words = "bankroll in units: nine paths in ten lie in the band, half of them in its dark part"
    parts.append(text(MARGIN, MARGIN + 44, words, fill=SOFT))
    for low, top, fill in ((quantiles[0], quantiles[4], BAND), (quantiles[1], quantiles[3], "#c3d3ea")):
        outline = [(x(mark), y(level)) for mark, level in zip(marks, top, strict=True)]
        outline += [(x(mark), y(level)) for mark, level in zip(reversed(marks), reversed(low), strict=True)]
        parts.append(f'<path d="{_steps(outline)}Z" fill="{fill}"/>')
    for sample in samples:
        parts.append(line([(x(mark), y(level)) for mark, level in zip(marks, sample, strict=True)], SOFT, 0.6))
    parts.append(line([(x(mark), y(level)) for mark, level in zip(marks, quantiles[2], strict=True)], MARK, 2.5))
    parts.append(line([(x(0), y(paths.bankroll)), (x(paths.shoes), y(paths.bankroll))], INK, 0.5))
    low, high = paths.ruined_interval
    ruined = f"ruined: {paths.ruined.value:.2%}, with 95 % confidence {low:.2%} to {high:.2%}"
    parts.append(text(WIDTH - MARGIN, MARGIN + 62, ruined, "end"))
    return page(title, parts, PLOT + 140)


def axes(across: tuple[float, float], up: tuple[float, float], label: str) -> tuple[Place, Place, list[str]]:
    """The frame of a plot: where numbers lie, and its lines and figures."""
    left, right, top, bottom = MARGIN + 60, WIDTH - MARGIN, MARGIN + 70, MARGIN + 70 + PLOT

    def x(value: float) -> float:
        return left + (right - left) * (value - across[0]) / ((across[1] - across[0]) or 1)

    def y(value: float) -> float:
        return bottom - (bottom - top) * (value - up[0]) / ((up[1] - up[0]) or 1)

    parts = []
    for value in ticks(*up):
        parts.append(line([(left, y(value)), (right, y(value))], SOFT, 0.3))
        parts.append(text(left - 8, y(value) + 4, f"{value:.4g}", "end", SOFT))
    parts += [text(x(place), bottom + 18, f"{place:.4g}", "middle", SOFT) for place in ticks(*across)]
    parts.append(text((left + right) / 2, bottom + 36, label, "middle", SOFT))
    return x, y, parts


def ticks(low: float, high: float) -> list[float]:
    """Round numbers between two others.

    >>> ticks(0, 4709), ticks(14, 104)
    ([0.0, 1000.0, 2000.0, 3000.0, 4000.0], [20.0, 40.0, 60.0, 80.0, 100.0])
    """
    wide = (high - low) or 1.0
    step = 10.0 ** math.floor(math.log10(wide))
    step = next(step * part for part in (2, 1, 0.5, 0.2, 0.1) if wide / (step * part) >= 4)
    return [step * place for place in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


def line(points: Sequence[tuple[float, float]], colour: str, width: float = 1) -> str:
    return f'<path d="{_steps(points)}" fill="none" stroke="{colour}" stroke-width="{width}"/>'


def _steps(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
