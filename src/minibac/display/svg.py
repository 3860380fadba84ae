"""Pictures for a notebook: small SVG by hand, on paper of its own, so that it reads in light and in dark alike.

A picture carries its title, which a screen reader says and which appears under a resting pointer. Colour is never the
only difference.
"""

from collections.abc import Iterable
from html import escape

PAPER, INK, SOFT, LINE = "#fffdf7", "#222222", "#5c5c5c", "#d8d3c4"
RED, BLUE, GREEN = "#b3261e", "#1f4fa3", "#1b6e3a"


def picture(title: str, width: float, height: float, parts: Iterable[str]) -> str:
    """A whole picture; it shrinks with a narrow page."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" style="max-width:100%;height:auto;vertical-align:middle" font-family="sans-serif" '
        f'font-size="12">'
        f"<title>{escape(title)}</title>"
        f'<rect width="{width:g}" height="{height:g}" rx="6" fill="{PAPER}"/>{"".join(parts)}</svg>'
    )


def text(
    x: float, y: float, words: str, *, anchor: str = "start", fill: str = INK, size: float = 12, bold: bool = False
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:.4g}" y="{y:.4g}" text-anchor="{anchor}" fill="{fill}" font-size="{size:g}"{weight}>'
        f"{escape(words)}</text>"
    )


def box(
    x: float, y: float, width: float, height: float, *, fill: str = "none", stroke: str = "", round_by: float = 0
) -> str:
    edge = f' stroke="{stroke}"' if stroke else ""
    corner = f' rx="{round_by:g}"' if round_by else ""
    return f'<rect x="{x:.4g}" y="{y:.4g}" width="{width:.4g}" height="{height:.4g}" fill="{fill}"{edge}{corner}/>'


def line(path: str, stroke: str, width: float = 1, *, fill: str = "none") -> str:
    """A path through points, as SVG writes it."""
    return f'<path d="{path}" fill="{fill}" stroke="{stroke}" stroke-width="{width:g}"/>'


def disc(x: float, y: float, radius: float, *, fill: str = "none", stroke: str = "") -> str:
    edge = f' stroke="{stroke}" stroke-width="2"' if stroke else ""
    return f'<circle cx="{x:.4g}" cy="{y:.4g}" r="{radius:.4g}" fill="{fill}"{edge}/>'
