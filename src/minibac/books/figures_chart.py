"""Figures as a picture and as a page: SVG that comes out the same, byte for byte, each time (extra ``report``)."""

import io
from collections.abc import Sequence
from typing import Any, Protocol

import matplotlib as mpl
from markupsafe import Markup
from matplotlib.figure import Figure as Picture

from minibac.books.day_report import TEMPLATES
from minibac.voice.documents import environment

STYLE: Any = {
    "svg.hashsalt": "minibac",
    "svg.fonttype": "path",
    "font.family": "DejaVu Sans",
    "font.size": 8.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 9,
    "axes.titlelocation": "left",
    "axes.axisbelow": True,
}
FELT, GOLD, INK = "#14532d", "#b8860b", "#2a2f36"
MOST_NAMES = 16
"""So many names stand under the bars; of more rows every second, third … is named."""


class Charted(Protocol):
    """What is drawn of a row."""

    @property
    def key(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def drop_cents(self) -> int: ...
    @property
    def win_cents(self) -> int: ...
    @property
    def hold(self) -> float | None: ...


def figures_svg(rows: Sequence[Charted], titles: tuple[str, str, str]) -> bytes:
    """Drop and win as bars in dollars, hold below in per cent; ``titles`` name drop, win and hold."""
    drop, win, hold = titles
    places = range(len(rows))
    with mpl.rc_context(STYLE):
        picture = Picture(figsize=(7.2, 4.2), layout="constrained")
        above, below = picture.subplots(2, 1, sharex=True, height_ratios=(3, 2))
        above.bar([x - 0.2 for x in places], [row.drop_cents / 100 for row in rows], 0.4, color=GOLD, label=drop)
        above.bar([x + 0.2 for x in places], [row.win_cents / 100 for row in rows], 0.4, color=FELT, label=win)
        above.axhline(0, color=INK, linewidth=0.7)
        above.yaxis.set_major_formatter(lambda value, _: f"${value:,.0f}")
        above.legend(frameon=False, ncols=2)
        shown = [(x, row.hold * 100) for x, row in zip(places, rows, strict=True) if row.hold is not None]
        below.plot([x for x, _ in shown], [value for _, value in shown], color=INK, marker="o", markersize=3)
        below.axhline(0, color=INK, linewidth=0.7)
        below.set_title(hold)
        below.yaxis.set_major_formatter(lambda value, _: f"{value:g} %")
        named = [*places][:: -(-len(rows) // MOST_NAMES) or 1]
        below.set_xticks(named, [rows[x].name or rows[x].key for x in named], rotation=30, ha="right")
        out = io.BytesIO()
        picture.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    return out.getvalue()


def figures_html(svg: bytes, alt: str, **sheet: Any) -> bytes:
    """The picture with its table beside it, as one file."""
    drawn = svg.decode()
    picture = Markup(drawn[drawn.index("<svg") :])
    template = environment(TEMPLATES).get_template("figures.html.jinja")
    return template.render(picture=picture, alt=alt, **sheet).encode()
