"""The day-end report as HTML or PDF (extra ``report``). The same books and the same time give the same bytes."""

from importlib.resources import files
from typing import Any

from minibac.voice.documents import environment, pdf

TEMPLATES = files("minibac.books").joinpath("templates")


def html_sheet(made: dict[str, Any]) -> bytes:
    """A sheet as one HTML file, also that of a report as it was signed."""
    from markupsafe import Markup

    drawn = day_picture(made).decode()
    picture = Markup(drawn[drawn.index("<svg") :]) if drawn else ""
    return environment(TEMPLATES).get_template("day.html.jinja").render(**made | {"picture": picture}).encode()


def pdf_sheet(made: dict[str, Any], generated_at: int) -> bytes:
    """A sheet as PDF, set by Typst: it claims the time it was generated at."""
    drawn = day_picture(made)
    pictures = {"tables.svg": drawn} if drawn else {}
    return pdf(TEMPLATES, "day", made | {"picture": bool(drawn)}, generated_at // 1000, pictures)


def day_picture(made: dict[str, Any]) -> bytes:
    """Drop, win and hold by table; nothing where no table was counted."""
    if not made.get("bars"):  # a report that was signed without one has none
        return b""
    from minibac.books.day_sheet import DrawnTable
    from minibac.books.figures_chart import figures_svg

    _, *words, _ = made["bar_words"]
    drop, win, hold = words if "".join(words).isascii() else ("Drop", "Win", "Hold")  # its face has Latin letters alone
    return figures_svg([DrawnTable(**bar) for bar in made["bars"]], (drop, win, hold))
