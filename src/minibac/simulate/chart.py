"""A simulation as a picture: SVG written by hand, so that it needs nothing and looks the same everywhere."""

from html import escape

from minibac.rules.words import counted
from minibac.simulate.report import Followed, Report

WIDTH, MARGIN, ROW, LABELS = 760, 24, 34, 190
HISTOGRAM_HEIGHT = 150
BARS = 61
INK, SOFT, BAND, MARK = "#222", "#777", "#e4ebf5", "#1f5fa8"


def chart(report: Report) -> str:
    """Every estimate in standard errors from the exact edge, and below it the results of shoes that were followed."""
    parts: list[str] = []
    at = MARGIN + 20
    rules, histogram = report.odds.rules, report.histogram
    dealt = f"{counted(histogram.coups, 'coup')} in {counted(histogram.shoes, 'shoe')}"
    title = f"{rules.rulebook.short}: {dealt} of seed {report.seed}"
    parts.append(_text(MARGIN, at, title, size=16))
    parts.append(_text(MARGIN, at + 20, "edge seen, in standard errors from the exact edge of a fresh shoe", fill=SOFT))
    at += 44
    left, right = MARGIN + LABELS, WIDTH - MARGIN - 90
    centre, step = (left + right) / 2, (right - left) / 10
    rows = report.estimates
    bottom = at + ROW * len(rows)
    parts.append(_box(centre - 2 * step, at, 4 * step, bottom - at, BAND))
    for errors in range(-4, 5):
        x = centre + errors * step
        parts.append(f'<path d="M{x:.1f} {at}V{bottom}" stroke="{SOFT}" stroke-width="{1 if errors == 0 else 0.3}"/>')
        parts.append(_text(x, bottom + 16, f"{errors:+d}" if errors else "exact", anchor="middle", fill=SOFT))
    for row, estimate in enumerate(rows):
        y = at + ROW * row + ROW / 2
        x = centre + max(-5.0, min(5.0, estimate.z)) * step
        parts.append(_text(MARGIN, y + 4, estimate.label))
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{MARK}"/>')
        parts.append(_text(WIDTH - MARGIN, y + 4, f"{float(estimate.mean):.4%}", anchor="end"))
    at = bottom + 40
    for each in report.followed:
        parts.append(_followed(each, at))
        at += HISTOGRAM_HEIGHT + 70
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {at}" width="{WIDTH}" height="{at}" '
        f'font-family="sans-serif" font-size="13">\n<title>{escape(title)}</title>\n'
        f'<rect width="100%" height="100%" fill="white"/>\n{body}\n</svg>\n'
    )


def _followed(each: Followed, top: float) -> str:
    """How many shoes came to which result."""
    low, high = min(each.shoes), max(each.shoes)
    wide = max(1, -(-(high - low + 1) // BARS))
    bars = [0] * ((high - low) // wide + 1)
    for result, shoes in each.shoes.items():
        bars[(result - low) // wide] += shoes
    bar = (WIDTH - 2 * MARGIN) / len(bars)
    highest = max(bars)
    base = top + 24 + HISTOGRAM_HEIGHT
    parts = [
        _text(
            MARGIN,
            top + 10,
            f"one unit on {each.wager} in every coup of a shoe: mean {float(each.mean):+.2f}, "
            f"standard deviation {each.standard_deviation:.2f}, ahead in {each.share(1):.1%} of shoes",
        )
    ]
    for index, shoes in enumerate(bars):
        height = HISTOGRAM_HEIGHT * shoes / highest
        parts.append(_box(MARGIN + bar * index, base - height, bar * 0.9, height, MARK))
    for result, anchor in ((low, "start"), (high, "end")):
        parts.append(
            _text(MARGIN if anchor == "start" else WIDTH - MARGIN, base + 16, _units(each, result), anchor, SOFT)
        )
    if low < 0 < high:
        x = MARGIN + bar * (-low / wide + 0.5)
        parts.append(f'<path d="M{x:.1f} {base}V{top + 24}" stroke="{INK}" stroke-dasharray="3 3"/>')
        parts.append(_text(x, base + 16, "0", "middle", SOFT))
    return "\n".join(parts)


def _units(each: Followed, result: int) -> str:
    return f"{float(result * each.unit):+.4g}"


def _text(x: float, y: float, words: str, anchor: str = "start", fill: str = INK, size: int = 13) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{fill}" font-size="{size}">{escape(words)}</text>'
    )


def _box(x: float, y: float, width: float, height: float, fill: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{fill}"/>'
