"""The day-end report as HTML or PDF (extra ``report``). The same books and the same time give the same bytes."""

from importlib.resources import files

from minibac.books.day_end import DayEnd
from minibac.books.day_sheet import sheet_plain
from minibac.voice.documents import environment, pdf

TEMPLATES = files("minibac.books").joinpath("templates")


def html_report(found: DayEnd, language: str = "en") -> bytes:
    """The report as one HTML file."""
    template = environment(TEMPLATES).get_template("day.html.jinja")
    return template.render(**sheet_plain(found, language)).encode()


def pdf_report(found: DayEnd) -> bytes:
    """The report as PDF, set by Typst, in English: it claims the time it was generated at."""
    return pdf(TEMPLATES, "day", sheet_plain(found), found.generated_at // 1000)
