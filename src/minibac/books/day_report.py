"""The day-end report as HTML or PDF (extra ``report``). The same books and the same time give the same bytes."""

import tempfile
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import msgspec

from minibac.books.day_end import DayEnd
from minibac.books.day_sheet import sheet_plain
from minibac.voice.documents import environment


def html_report(found: DayEnd, language: str = "en") -> bytes:
    """The report as one HTML file."""
    template = environment(_templates()).get_template("day.html.jinja")
    return template.render(**sheet_plain(found, language)).encode()


def pdf_report(found: DayEnd) -> bytes:
    """The report as PDF, set by Typst, in English: it claims the time it was generated at."""
    import typst

    with tempfile.TemporaryDirectory() as folder:
        sheets = Path(folder)
        (sheets / "day.json").write_bytes(msgspec.json.encode(sheet_plain(found)))
        (sheets / "day.typ").write_bytes(_templates().joinpath("day.typ").read_bytes())
        made = typst.compile(
            sheets / "day.typ",
            root=sheets,
            format="pdf",
            ignore_system_fonts=True,
            timestamp=found.generated_at // 1000,
            pdf_standards=["a-2b"],
        )
    assert isinstance(made, bytes)
    return made


def _templates() -> Traversable:
    return files("minibac.books").joinpath("templates")
