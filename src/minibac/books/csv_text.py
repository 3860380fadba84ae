"""Lists as CSV: a head line, amounts in whole cents, and no text that a spreadsheet would take for a formula."""

import csv
import io
from collections.abc import Iterable, Sequence

FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_text(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Rows under their heads.

    >>> csv_text(("name", "cents"), [("=1+1", -5), (None, 7)])
    "name,cents\\n'=1+1,-5\\n,7\\n"
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows([[plain_cell(cell) for cell in row] for row in rows])
    return out.getvalue()


def plain_cell(cell: object) -> object:
    """A cell that no spreadsheet takes for a formula."""
    if isinstance(cell, str) and cell.startswith(FORMULA):
        return f"'{cell}"
    return "" if cell is None else cell
