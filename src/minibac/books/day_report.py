"""The day-end report as HTML or PDF (extra ``report``). The same books and the same time give the same bytes."""

from importlib.resources import files
from typing import Any

from minibac.voice.documents import environment, pdf

TEMPLATES = files("minibac.books").joinpath("templates")


def html_sheet(made: dict[str, Any]) -> bytes:
    """A sheet as one HTML file, also that of a report as it was signed."""
    return environment(TEMPLATES).get_template("day.html.jinja").render(**made).encode()


def pdf_sheet(made: dict[str, Any], generated_at: int) -> bytes:
    """A sheet as PDF, set by Typst: it claims the time it was generated at."""
    return pdf(TEMPLATES, "day", made, generated_at // 1000)
