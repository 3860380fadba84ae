"""What was simulated or studied, as a notebook shows it."""

from collections.abc import Sequence

from minibac.display import svg
from minibac.display.tables import table_html, together
from minibac.play.results import CODES, Result, Winner
from minibac.simulate.histogram import Histogram

COLOURS = {Winner.BANKER: svg.RED, Winner.PLAYER: svg.BLUE, Winner.TIE: svg.GREEN}
WIDE, HIGH, MARGIN = 620, 150, 14
MOST = 9
"""A coup is won by nine points at most."""


def histogram_html(counted: Histogram) -> str:
    """How the coups of some shoes ended, and by how many points."""
    won = dict.fromkeys((Winner.BANKER, Winner.PLAYER, Winner.TIE), 0)
    margins = [0] * (2 * MOST + 1)
    for code, count in enumerate(counted.by_code[:CODES]):
        if count:
            result = Result.from_code(code)
            won[result.winner] += count
            margins[MOST + result.player_total - result.banker_total] += count
    coups = counted.coups
    if not coups:
        return table_html(("result", "coups", "share"), (), "No coup has been counted yet")
    rows = [(winner.value, f"{count:,}", f"{count / coups:.4%}") for winner, count in won.items()]
    error = f" ± {counted.coups_per_shoe_error:.2f}" if counted.shoes > 1 else ""
    caption = f"{coups:,} coups in {counted.shoes:,} shoes, {counted.coups_per_shoe:.2f}{error} in a shoe"
    return together(table_html(("result", "coups", "share"), rows, caption), margins_svg(margins))


def margins_svg(margins: Sequence[int]) -> str:
    """How many coups were won by how many points: Banker's to the left, ties in the middle, Player's to the right."""
    coups, highest = sum(margins), max(margins)
    bar = (WIDE - 2 * MARGIN) / len(margins)
    base = MARGIN + 24 + HIGH
    parts = [svg.text(MARGIN, MARGIN + 10, "points by which a coup was won", bold=True)]
    for place, count in enumerate(margins):
        x, points = MARGIN + place * bar, place - MOST
        winner = Winner.TIE if not points else Winner.PLAYER if points > 0 else Winner.BANKER
        height = HIGH * count / highest
        parts.append(svg.box(x + 2, base - height, bar - 4, height, fill=COLOURS[winner]))
        parts.append(svg.text(x + bar / 2, base + 14, str(abs(points)) if points else "tie", anchor="middle"))
    for words, anchor, x, winner in (
        ("Banker by", "start", MARGIN, Winner.BANKER),
        ("Player by", "end", WIDE - MARGIN, Winner.PLAYER),
    ):
        parts.append(svg.text(x, base + 30, words, anchor=anchor, fill=COLOURS[winner], bold=True))
    shares = ", ".join(
        f"{who} by {abs(place - MOST)} {count / coups:.2%}" if place != MOST else f"tie {count / coups:.2%}"
        for place, count in enumerate(margins)
        if count
        for who in ("Player" if place > MOST else "Banker",)
    )
    return svg.picture(f"How {coups:,} coups ended: {shares}", WIDE, base + 40, parts)


def paths_svg(title: str, marks: Sequence[int], quantiles: Sequence[Sequence[float]], begun: float) -> str:
    """A bankroll over shoes: between which levels half and nine tenths of the paths lie, and their middle."""
    low = min(0.0, *(min(row) for row in quantiles))
    high = max(begun, *(max(row) for row in quantiles))
    left, top, right, bottom = MARGIN + 44, MARGIN + 26, WIDE - MARGIN, MARGIN + 26 + HIGH

    def x(mark: int) -> float:
        return left + (right - left) * mark / (marks[-1] or 1)

    def y(level: float) -> float:
        return bottom - (bottom - top) * (level - low) / ((high - low) or 1)

    def along(levels: Sequence[float], *, back: bool = False) -> str:
        points = [f"{x(mark):.1f} {y(level):.1f}" for mark, level in zip(marks, levels, strict=True)]
        return "L".join(reversed(points) if back else points)

    outer_low, inner_low, middle, inner_high, outer_high = quantiles
    parts = [svg.text(MARGIN, MARGIN + 10, title, bold=True)]
    for lower, upper, fill in ((outer_low, outer_high, "#dbe5f4"), (inner_low, inner_high, "#a9c1e6")):
        parts.append(svg.line(f"M{along(lower)}L{along(upper, back=True)}z", "none", fill=fill))
    parts.append(svg.line(f"M{along(middle)}", svg.BLUE, 2))
    for level in dict.fromkeys((low, begun, high)):
        parts.append(svg.line(f"M{left:g} {y(level):.1f}H{right:g}", svg.SOFT, 0.5))
        parts.append(svg.text(left - 6, y(level) + 4, f"{level:.4g}", anchor="end", fill=svg.SOFT))
    parts.append(svg.text(left, bottom + 18, "0", anchor="middle", fill=svg.SOFT))
    parts.append(svg.text(right, bottom + 18, f"{marks[-1]:,} shoes", anchor="end", fill=svg.SOFT))
    legend = "line: the middle path; dark: half of all paths; light: nine of ten"
    parts.append(svg.text((left + right) / 2, bottom + 18, legend, anchor="middle", fill=svg.SOFT, size=11))
    return svg.picture(f"{title}. {legend}", WIDE, bottom + 30, parts)
