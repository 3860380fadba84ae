"""A simulation as a picture: SVG written by hand, so that it needs nothing and looks the same everywhere."""

from collections.abc import Sequence
from html import escape

from minibac.odds.prices import Price
from minibac.rules.words import counted
from minibac.simulate.report import Followed, Report

WIDTH, MARGIN, ROW, LABELS = 760, 24, 34, 190
HISTOGRAM_HEIGHT = 150
BARS = 61
INK, SOFT, BAND, MARK = "#222", "#777", "#e4ebf5", "#1f5fa8"


def chart(report: Report) -> str:
    """Every estimate in standard errors from the exact edge, and below it the results of shoes that were followed."""
    parts: list[str] = []
    rules, histogram = report.odds.rules, report.histogram
    dealt = f"{counted(histogram.coups, 'coup')} in {counted(histogram.shoes, 'shoe')}"
    title = f"{rules.rulebook.short}: {dealt} of seed {report.seed}"
    at = MARGIN + 64
    parts.append(text(MARGIN, at - 24, "edge seen, in standard errors from the exact edge of a fresh shoe", fill=SOFT))
    left, right = MARGIN + LABELS, WIDTH - MARGIN - 90
    centre, step = (left + right) / 2, (right - left) / 10
    rows = report.estimates
    bottom = at + ROW * len(rows)
    parts.append(box(centre - 2 * step, at, 4 * step, bottom - at, BAND))
    for errors in range(-4, 5):
        x = centre + errors * step
        parts.append(f'<path d="M{x:.1f} {at}V{bottom}" stroke="{SOFT}" stroke-width="{1 if errors == 0 else 0.3}"/>')
        parts.append(text(x, bottom + 16, f"{errors:+d}" if errors else "exact", anchor="middle", fill=SOFT))
    for row, estimate in enumerate(rows):
        y = at + ROW * row + ROW / 2
        x = centre + max(-5.0, min(5.0, estimate.z)) * step
        parts.append(text(MARGIN, y + 4, estimate.label))
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{MARK}"/>')
        parts.append(text(WIDTH - MARGIN, y + 4, f"{float(estimate.mean):.4%}", anchor="end"))
    at = bottom + 40
    for each in report.followed:
        parts.append(_followed(each, at, _step(report.odds[each.wager], each)))
        at += HISTOGRAM_HEIGHT + 70
    return page(title, parts, at)


def _step(price: Price, each: Followed) -> int:
    """How far one coup that ends otherwise moves the result of a shoe, between its two likeliest ends.

    Results lie in heaps that far apart; bars of another width would fall now on one heap and now on two.
    """
    likely = sorted(price.outcomes, key=lambda chance: -chance.combinations)[:2]
    return max(1, int(abs(likely[0].pays - likely[-1].pays) / each.unit))


def _followed(each: Followed, top: float, step: int) -> str:
    """How many shoes came to which result."""
    low, high = min(each.shoes), max(each.shoes)
    wide = step * max(1, -(-(high - low + 1) // (BARS * step)))
    bars = [0] * ((high - low) // wide + 1)
    for result, shoes in each.shoes.items():
        bars[(result - low) // wide] += shoes
    bar = (WIDTH - 2 * MARGIN) / len(bars)
    highest = max(bars)
    base = top + 24 + HISTOGRAM_HEIGHT
    words = (
        f"one unit on {each.wager} in every coup of a shoe: mean {float(each.mean):+.2f}, "
        f"standard deviation {each.standard_deviation:.2f}, ahead in {each.share(1):.1%} of shoes"
    )
    parts = [text(MARGIN, top + 10, words)]
    for index, shoes in enumerate(bars):
        height = HISTOGRAM_HEIGHT * shoes / highest
        parts.append(box(MARGIN + bar * index, base - height, bar * 0.9, height, MARK))
    for result, x, anchor in ((low, MARGIN, "start"), (high, WIDTH - MARGIN, "end")):
        parts.append(text(x, base + 16, f"{float(result * each.unit):+.4g}", anchor, SOFT))
    if low < 0 < high:
        zero = MARGIN + bar * (-low / wide + 0.5)
        parts.append(f'<path d="M{zero:.1f} {base}V{top + 24}" stroke="{INK}" stroke-dasharray="3 3"/>')
        parts.append(text(zero, base + 16, "0", "middle", SOFT))
    return "\n".join(parts)


def page(title: str, parts: Sequence[str], height: float) -> str:
    """The whole picture, its title first."""
    body = "\n".join([text(MARGIN, MARGIN + 20, title, size=16), *parts])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}" '
        f'height="{height:.0f}" font-family="sans-serif" font-size="13">\n<title>{escape(title)}</title>\n'
        f'<rect width="100%" height="100%" fill="white"/>\n{body}\n</svg>\n'
    )


def text(x: float, y: float, words: str, anchor: str = "start", fill: str = INK, size: int = 13) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{fill}" font-size="{size}">{escape(words)}</text>'
    )


def box(x: float, y: float, width: float, height: float, fill: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{fill}"/>'
