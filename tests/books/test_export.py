"""Row by row out of a house: what is written is what the books say, and the queries of the docs run on it."""

import csv
import re
from pathlib import Path
from typing import Any

import pytest

from minibac.books.export import FILES
from tests.books.days import DAY
from tests.command_line import calling
from tests.missing import missing

QUERIES = Path(__file__).parents[2] / "docs" / "queries.md"


@pytest.fixture(scope="module")
def duckdb() -> Any:
    try:
        import duckdb
    except ImportError:
        missing("DuckDB, of the extra data")
    return duckdb


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory, data: Path, duckdb: Any) -> Path:
    """The rows of the day as Parquet."""
    del duckdb
    folder = tmp_path_factory.mktemp("rows") / "parquet"
    result = calling()("books", "export", str(folder), "--data", str(data), "--format", "parquet")
    assert result.exit_code == 0, result.output
    return folder


def test_each_file_has_its_columns_and_they_are_told(rows, duckdb):
    text = QUERIES.read_text(encoding="utf-8")
    with (rows / "columns.csv").open(encoding="utf-8", newline="") as file:
        told = [*csv.DictReader(file)]
    for name, columns in FILES.items():
        found = duckdb.sql(f"DESCRIBE SELECT * FROM '{rows}/{name}.parquet'").fetchall()
        assert [row[:2] for row in found] == [(column.name, column.type) for column in columns]
        assert [row["column"] for row in told if row["file"] == name] == [column.name for column in columns]
        for column in columns:
            assert f"| `{column.name}` | {column.type} | {column.says} |" in text
    assert [path.name for path in rows.glob("*.csv")] == ["columns.csv"]


def test_the_rows_are_what_the_books_say(rows, duckdb, told, data):
    where = ("--data", str(data))
    sums = duckdb.sql(f"SELECT kind, cause, sum(cents) FROM '{rows}/postings.parquet' GROUP BY ALL").fetchall()
    lines = told("books", "statement", *where)["movements"]
    assert sorted(sums) == sorted((line["account"], line["cause"], line["cents"]) for line in lines)
    assert sum(cents for _, _, cents in sums) == 0
    *tables, _ = told("books", "figures", *where, "--by", "table")["figures"]
    played = duckdb.sql(
        f"""SELECT "table", count(*) FILTER (status = 'settled'), sum(staked_cents) FILTER (status = 'settled')
        FROM '{rows}/coups.parquet' WHERE day = '{DAY}' GROUP BY ALL ORDER BY ALL"""
    ).fetchall()
    assert played == [(row["key"], row["coups"], row["staked_cents"]) for row in tables]
    won = duckdb.sql(f"SELECT sum(won_cents) FROM '{rows}/coups.parquet'").fetchall()
    assert won == duckdb.sql(f"SELECT -sum(net_cents) FROM '{rows}/wagers.parquet'").fetchall()
    ids = duckdb.sql(f"SELECT id FROM '{rows}/incidents.parquet'").fetchall()
    listed = told("books", "exceptions", *where)["exceptions"]
    assert sorted(ids) == sorted((row["id"],) for row in listed)


@pytest.mark.parametrize("query", re.findall(r"## (.*?)\n", QUERIES.read_text(encoding="utf-8")))
def test_the_queries_of_the_docs_run(query, rows, duckdb, monkeypatch):
    monkeypatch.chdir(rows)
    text = QUERIES.read_text(encoding="utf-8").partition(f"## {query}\n")[2]
    found = re.search(r"```sql\n(.*?)```", text, re.DOTALL)
    assert found
    answer = duckdb.sql(found[1]).fetchall()
    assert bool(answer) != query.startswith("Does the ledger sum to zero"), answer[:3]


def test_as_csv_and_one_sentence_for_a_mistake(minibac, told, data, tmp_path):
    folder, where = tmp_path / "as csv", ("--data", str(data))
    result = minibac("books", "export", str(folder), *where)
    assert result.exit_code == 0
    assert "rows of postings" in result.stdout
    files = {}
    for name, columns in FILES.items():
        with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            files[name] = [*csv.DictReader(file)]
        assert [*files[name][0]] == [column.name for column in columns]
    assert sum(int(row["cents"]) for row in files["postings"]) == 0
    settled = [row for row in files["coups"] if row["status"] == "settled"]
    together = told("books", "figures", *where)["figures"][-1]
    assert (len(settled), sum(int(row["staked_cents"]) for row in settled)) == (
        together["coups"],
        together["staked_cents"],
    )
    assert len(files["incidents"]) == len(told("books", "exceptions", *where)["exceptions"])
    again = minibac("books", "export", str(folder), *where)
    assert (again.exit_code, again.stderr.count("\n")) == (2, 1)
    assert "is there already" in again.stderr
