"""Day-end reports as they were signed.

The report is kept in the log of the house: its sheet, from which text, HTML and PDF are made again as they were, and
its figures.
"""

from typing import Any

import msgspec
from msgspec.structs import replace

from minibac.books.day_end import DayEnd
from minibac.books.day_sheet import sheet_plain
from minibac.books.signatures import Signature, signature_plain, signature_words
from minibac.books.signed_figures import as_written, figures
from minibac.voice.languages import render
from minibac.voice.said import introduced


def report_text(report: DayEnd) -> str:
    """The report as it is kept when it is signed."""
    return as_written({"figures": figures(report), "sheet": sheet_plain(_numbers_alone(report))}).decode()


def _numbers_alone(report: DayEnd) -> DayEnd:
    """The report without the names of people: a chain of hashes lets nobody take one out (decision 15)."""
    rows = (replace(row, said=introduced(row.said, lambda _: ""), names={}) for row in report.exceptions)
    forms = tuple(replace(form, name=form.guest) for form in report.forms)
    return report._replace(signatures=(), names=str, exceptions=tuple(rows), forms=forms)


def kept_sheet(signature: Signature, language: str = "en") -> dict[str, Any]:
    """The sheet of a report as it was signed, with who signed it and when: as templates want it."""
    sheet: dict[str, Any] = msgspec.json.decode(signature.report)["sheet"]
    return sheet | {"signed": render(signature_words(signature), language)}


def kept_plain(signature: Signature) -> dict[str, Any]:
    """A report as it was signed, as JSON has it: who signed it, and what."""
    return {**signature_plain(signature), **msgspec.json.decode(signature.report)}
