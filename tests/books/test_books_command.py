"""``minibac books``: what a newcomer types, what comes out, and one sentence for each mistake."""

import asyncio
import csv
import io

import pytest

from minibac.books.books import Books, read_books
from minibac.books.exceptional import CSV_HEADS
from minibac.books.exceptions import exceptions
from minibac.books.form_register import form_register, printed_twice
from minibac.pits import pit_commands as c
from minibac.records.memory import MemoryStore
from minibac.sample_day.day import ACCOUNTANT
from tests.books.days import DAY, GENERATED, write_day


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_alone_it_lists_what_the_books_have(minibac):
    text = minibac("books").stdout
    for name in ("statement", "forms", "notices", "reconcile", "exceptions", "day", "example"):
        assert f"\n  {name} " in text


def test_a_statement_of_a_table_a_pit_a_guest_and_the_house(minibac, told, data):
    where = ("--data", str(data))
    for scope in (("--table", "s42-1"), ("--pit", "south"), ("--guest", "guest-1"), ("--guest", "ann"), ()):
        found = told("books", "statement", *where, *scope, "--day", DAY)
        assert found["activity"] is True
        assert found["sum_cents"] == 0 or "--guest" in scope
        text = minibac("books", "statement", *where, *scope).stdout
        assert "opening" in text
        assert "closing" in text
    assert (
        "what the ledger expects in the tray"
        in minibac("books", "statement", *where, "--table", "s42-1", "--day", DAY).stdout
    )
    table = rows(minibac("books", "statement", *where, "--table", "s42-1", "--csv").stdout)
    assert {row["scope"] for row in table} == {"table"}
    assert sum(int(row["cents"]) for row in table if row["cause"] not in ("opening", "closing")) == 0


def test_forms_by_number_guest_and_day(minibac, told, data):
    where = ("--data", str(data))
    forms = told("books", "forms", *where)["forms"]
    form = next(form for form in forms if form["guest"])
    assert told("books", "forms", *where, "--number", form["serial"][-4:], "--guest", form["name"]) == {"forms": [form]}
    assert told("books", "forms", *where, "--guest", "nobody at all") == {"forms": []}
    assert form["serial"] in minibac("books", "forms", *where, "--day", DAY).stdout
    assert {row["number"] for row in rows(minibac("books", "forms", *where, "--csv").stdout)} == {
        form["serial"] for form in forms
    }
    printed = minibac("books", "forms", *where, "--number", form["serial"], "--print").stdout
    assert f"{form['serial']} (original) COPY" in printed
    assert minibac("books", "forms", *where, "--number", "zzz").stdout == "No Activity\n"


@pytest.mark.control("R36")
def test_the_register_has_every_number_of_the_house_once(minibac, told, data):
    where = ("--data", str(data))
    found = told("books", "forms", *where, "--register")
    used = [number["serial"] for line in found["series"] for number in line["numbers"]]
    assert sorted(used) == sorted(form["serial"] for form in told("books", "forms", *where)["forms"])
    assert len(set(used)) == len(used)
    assert found["twice"] == []
    first = found["series"][0]
    assert first["used"] + first["void"] + first["unused"] == 50
    text = minibac("books", "forms", *where, "--register").stdout
    assert first["first"] in text
    table = rows(minibac("books", "forms", *where, "--register", "--csv").stdout)
    assert [row["first"] for row in table] == [line["first"] for line in found["series"]]
    wrong = minibac("books", "forms", *where, "--register", "--number", "7")
    assert "leave out what chooses" in wrong.stderr


@pytest.mark.control("R36")
def test_a_number_that_two_pits_have_all_the_same_is_found_in_their_logs():
    async def day() -> Books:
        store = MemoryStore()
        house = await write_day(store)
        north, south = list(house.pits.values())[:2]
        for pit in (north, south):  # neither is told of the other
            series = c.RegisterSeries(by=ACCOUNTANT, at=house.at(), kind="fill", prefix="TW", first=1, last=5)
            await pit.must(series)
        return await read_books(store)

    books = asyncio.run(day())
    ((one, other),) = printed_twice(form_register(books))
    assert (one.first, other.last) == ("TW-000001", "TW-000005")
    (row,) = [row for row in exceptions(books) if row.kind == "number-twice"]
    assert row.severity == "high"
    assert "TW-000001 to TW-000005" in row.sentence


def test_notices_with_their_times(minibac, told, data):
    (notice,) = told("books", "notices", "--data", str(data))["notices"]
    assert notice["received_at"] > notice["given_at"]
    assert notice["effective_at"] - notice["received_at"] >= 30 * 60_000
    assert notice["late"] is False
    assert "to surveillance" in minibac("books", "notices", "--data", str(data)).stdout
    assert rows(minibac("books", "notices", "--data", str(data), "--csv").stdout)[0]["late"] == "False"


def test_reconciliation_names_what_does_not_agree_and_ends_with_status_1(minibac, data):
    result = minibac("books", "reconcile", "--data", str(data), "--day", DAY)
    assert result.exit_code == 1
    assert "missing-original" in result.stdout
    assert "count-discrepancy" in result.stdout
    assert f"{DAY} The ledger balances, and the counts do not agree with it" in " ".join(result.stdout.split())
    assert "the closer was counted" in result.stdout
    found = rows(minibac("books", "reconcile", "--data", str(data), "--csv").stdout)
    assert sorted(row["kind"] for row in found) == ["count-discrepancy", "missing-original"]
    assert '"agrees":false' in minibac("books", "reconcile", "--data", str(data), "--json").stdout


def test_exceptions_as_text_csv_and_json(minibac, told, data):
    where = ("--data", str(data))
    listed = told("books", "exceptions", *where)["exceptions"]
    kinds = sorted(row["kind"] for row in listed)
    assert {"count-discrepancy", "late-wager", "missing-original"} < set(kinds)
    table = rows(minibac("books", "exceptions", *where, "--csv").stdout)
    assert sorted(row["kind"] for row in table) == kinds
    assert tuple(table[0]) == CSV_HEADS
    text = minibac("books", "exceptions", *where).stdout
    assert text.endswith(f"{len(listed)} exceptions\n")
    high = told("books", "exceptions", *where, "--severity", "high", "--day", DAY)["exceptions"]
    assert {row["severity"] for row in high} == {"high"}
    late = next(row for row in listed if row["kind"] == "late-wager")
    assert late in told("books", "exceptions", *where, "--table", late["table"])["exceptions"]


def test_the_day_as_text_json_csv_html_and_pdf(minibac, told, data, tmp_path):
    where = ("--data", str(data), "--generated", str(GENERATED))
    text = minibac("books", "day", *where).stdout
    for words in ("Day-end report", "Grand SAMPLE House", "Table win", "Theoretical against actual", "Exceptions"):
        assert words in text
    plain = told("books", "day", DAY, *where)
    assert plain["balanced"] is False
    assert "the closer was counted" in plain["headline"]
    assert plain["headline"] in " ".join(text.split())
    assert len(rows(minibac("books", "day", *where, "--csv").stdout)) == 6
    files = [tmp_path / name for name in ("one.html", "one.pdf", "two.html", "two.pdf")]
    for html, pdf in (files[:2], files[2:]):
        result = minibac("books", "day", *where, "--html", str(html), "--pdf", str(pdf))
        assert (result.exit_code, result.stdout) == (0, f"{html} is written\n{pdf} is written\n")
    beside = minibac("books", "day", *where, "--html", str(files[0]), "--csv")
    assert (len(rows(beside.stdout)), beside.stderr) == (6, f"{files[0]} is written\n")
    assert files[0].read_bytes() == files[2].read_bytes()
    assert files[1].read_bytes() == files[3].read_bytes()
    assert plain["headline"] in files[0].read_text(encoding="utf-8")
    broken = minibac("books", "day", *where, "--html", str(tmp_path / "no" / "such.html"))
    assert broken.exit_code == 1
    assert "cannot be written" in broken.stderr
    for option, name in (("--html", "day.docx"), ("--pdf", "day.html")):
        wrong = minibac("books", "day", *where, option, str(tmp_path / name))
        assert (wrong.exit_code, wrong.stdout, wrong.stderr.count("\n")) == (2, "", 1)
        assert f"is written to a file that ends in {'.html or .htm' if option == '--html' else '.pdf'}" in wrong.stderr
        assert not (tmp_path / name).exists()


def test_an_example_can_be_written_and_read_at_once(minibac, told, tmp_path):
    folder = tmp_path / "new house"
    result = minibac("books", "example", str(folder), "--coups", "3", "--errors", "2", "--seed", "3")
    assert result.exit_code == 0
    assert "minibac books day --data" in result.stdout
    report = told("books", "day", "--data", str(folder))
    assert report["activity"] is True
    assert report["verdict"] in ("balance", "differ"), "what was signed is what the books say"
    assert report["signed"].startswith("signed by Ada at 2026-11-14 ")
    again = minibac("books", "example", str(folder))
    assert again.exit_code == 2
    assert "is there already" in again.stderr


@pytest.mark.parametrize("is_there", [False, True])
def test_an_example_that_is_stopped_leaves_nothing_behind(minibac, tmp_path, monkeypatch, is_there):
    async def stopped(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("minibac.sample_day.day.GamingDays.run_day", stopped)
    folder = tmp_path / "house"
    if is_there:
        folder.mkdir()
    assert minibac("books", "example", str(folder)).exit_code == 130
    assert [*tmp_path.iterdir()] == ([folder] if is_there else [])
    assert [*tmp_path.rglob("*.*")] == []


@pytest.mark.parametrize(
    ("words", "status", "sentence"),
    [
        (("statment",), 2, "the books have no 'statment' (did you mean statement?)"),
        (("statement", "--table", "s42-9"), 1, "the books know no table 's42-9'"),
        (("statement", "--pit", "noth"), 1, "the books know no pit 'noth' (did you mean north?)"),
        (("statement", "--guest", "guesst-1"), 1, "the books know no guest 'guesst-1' (did you mean guest-1?)"),
        (("exceptions", "--day", "1999-01-01"), 1, f"the books have no gaming day 1999-01-01; the last ones are {DAY}"),
        (("exceptions", "--json", "--csv"), 2, "choose --json or --csv, not both"),
        (("exceptions", "--severity", "grave"), 2, "--severity"),
        (("day", "yesterday"), 1, "the books have no gaming day yesterday"),
    ],
)
def test_a_mistake_is_one_sentence(minibac, data, words, status, sentence):
    where = ("--data", str(data)) if len(words) > 1 else ()
    result = minibac("books", *words, *where)
    assert result.exit_code == status
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


def test_a_folder_without_a_house_is_one_sentence(minibac, tmp_path, monkeypatch):
    result = minibac("books", "day", "--data", str(tmp_path))
    assert result.exit_code == 2
    assert "holds no data of a house; minibac books example" in result.stderr
    (tmp_path / "minibac.sqlite").write_text(
        "something else entirely, and long enough to be no database" * 20, encoding="utf-8"
    )
    result = minibac("books", "day", "--data", str(tmp_path))
    assert result.exit_code == 1
    assert "is no data of minibac" in result.stderr
    monkeypatch.setenv("MINIBAC_DATA", str(tmp_path / "elsewhere"))
    assert "elsewhere holds no data" in minibac("books", "day").stderr


def test_the_books_in_chinese(minibac, data, tmp_path):
    """Reports and exceptions speak the language of the command line; numbers, ids and JSON are the same in each."""
    where = ("--data", str(data))
    text = minibac("--language", "zh", "books", "exceptions", *where).stdout
    assert "项异常" in text
    assert "was not collected" not in text
    page = tmp_path / "day.html"
    minibac("--language", "zh", "books", "day", DAY, *where, "--html", str(page))
    assert '<html lang="zh-Hans">' in page.read_text(encoding="utf-8")
    assert "赌桌赢额" in minibac("--language", "zh", "books", "day", DAY, *where).stdout
    asked = ("books", "exceptions", *where, "--json")
    assert minibac("--language", "zh", *asked).stdout == minibac(*asked).stdout
