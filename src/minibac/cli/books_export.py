"""``minibac books export``: the rows behind the books as files."""

from __future__ import annotations

from pathlib import Path

import click

from minibac.cli.books import WHERE, Ask, books
from minibac.cli.common import REFUSED, Command, fail
from minibac.cli.output_files import cannot_be_written, new_folder
from minibac.cli.text import say
from minibac.voice.extras import how_to_install
from minibac.voice.said import many, said


class ExportedRows(Command):
    """A command of the books that writes files: where the house is comes before its own options."""

    def __init__(self, *, params: list[click.Parameter], **how: object) -> None:
        super().__init__(params=[*params[:1], *WHERE, *params[1:]], **how)  # type: ignore[arg-type]


@books.command(
    cls=ExportedRows,
    examples=("minibac books export rows --data grand-house --format parquet", "minibac books export rows"),
)
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option(
    "--format", "form", type=click.Choice(("csv", "parquet")), default="csv", show_default=True, help="What is written."
)
def export(folder: Path, data: Path | None, database: str | None, form: str) -> None:
    """Write postings, coups, wagers, cash, the cage and incidents row by row into a new folder, as CSV or Parquet.

    columns.csv beside them says what stands in each column. Amounts are whole cents, times milliseconds since 1970.
    """
    from minibac.books.export import write_export

    if form == "parquet":
        try:
            import duckdb  # noqa: F401
        except ImportError as missing:
            needs = said("Parquet needs the extra data, and {module} is missing; {how}", module=str(missing.name))
            fail(needs.about(how=how_to_install("data")), REFUSED)
    ask = Ask(data=data, database=database, as_json=False, as_csv=False)
    try:
        with new_folder(folder):
            counts = ask.ask(lambda store: write_export(store, folder, form))
    except OSError as error:
        fail(cannot_be_written(folder, error), REFUSED)
    rows = many((said("{count:row|rows} of {name}", count=count, name=name) for name, count in counts.items()), "and")
    click.echo(say(said("{rows} are in {folder}.", rows=rows, folder=str(folder))))
