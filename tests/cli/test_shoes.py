"""``minibac shoes``: from what people have to the notation, and to records; what cannot be read is set aside."""

import json
from pathlib import Path
from typing import Any

from minibac.cli.shoe_files import FILE_KINDS
from minibac.shoes.reading import KINDS
from minibac.shoes.record import make_record
from tests.records.shoes import played, record


def test_a_record_becomes_a_notation_that_stays_as_it_is(minibac: Any, tmp_path: Path) -> None:
    given, once, again = tmp_path / "shoe.jsonl", tmp_path / "once.shoe", tmp_path / "again.shoe"
    given.write_bytes(record("section-42"))
    for source, goes_to in ((given, once), (once, again)):
        result = minibac("shoes", "convert", str(source), str(goes_to))
        assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    assert once.read_text(encoding="utf-8").startswith('shoe-notation 1\n[shoe "T1/1"]\n[rulebook "section-42"]\n')
    assert again.read_bytes() == once.read_bytes()


def test_results_come_from_standard_input(minibac: Any) -> None:
    result = minibac("shoes", "convert", "--from", "results", "-", input="# Friday\nBPb,T\n\nPP\n")
    assert result.exit_code == 0
    assert result.stdout == (
        'shoe-notation 1\n# Friday\n[shoe "1"]\n1. = B\n2. = Pb\n3. = T\n[shoe "2"]\n1. = P\n2. = P\n'
    )


def test_what_cannot_be_read_is_named_and_the_rest_is_kept(minibac: Any, tmp_path: Path) -> None:
    given, out = tmp_path / "a.shoe", tmp_path / "b.shoe"
    given.write_bytes(b"shoe-notation 1\n1. = P\n2. Zz | Kh\n3. = B ; \xff\n")
    result = minibac("shoes", "convert", str(given), str(out))
    assert result.exit_code == 1
    assert "line 3: 'Zz' is no card" in result.stderr
    assert "1 line was set aside" in result.stderr
    assert out.read_text(encoding="utf-8") == "shoe-notation 1\n1. = P\n3. = B ; \ufffd\n"


def test_coups_of_a_shoe_without_a_name_are_those_of_one_shoe(minibac: Any, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("player,banker,winner\n9h 2s,3c 4d,P\n2h 6s,3c 5d,T\n", encoding="utf-8")
    result = minibac("shoes", "import", str(tmp_path / "a.csv"), str(tmp_path / "a.shoe"))
    assert result.stdout == "1 shoe, 2 coups read\n"


def test_wrong_calls_are_one_sentence_and_write_nothing(refused: Any, tmp_path: Path) -> None:
    given = tmp_path / "a.shoe"
    given.write_text("shoe-notation 1\n", encoding="utf-8")
    (tmp_path / "a.jsonl").write_text("{}\n", encoding="utf-8")
    (tmp_path / "a.csv").write_text("", encoding="utf-8")
    (tmp_path / "a.xls").write_text("", encoding="utf-8")
    out = str(tmp_path / "b.shoe")
    for words, status, sentence in (
        ((str(tmp_path / "no.shoe"), out), 2, "cannot be read"),
        ((str(tmp_path / "no.xls"), out), 2, "no.xls cannot be read: no such file"),
        ((str(tmp_path), out), 2, "cannot be read: it is a folder"),
        (("-", out), 2, "standard input: its ending does not say what it holds"),
        ((str(given), str(tmp_path / "b.txt")), 2, "ends in .shoe or .jsonl"),
        ((str(given), out, "--mapping", str(tmp_path / "no.toml")), 2, "no.toml cannot be read"),
        ((str(given), out, "--mapping", str(given)), 2, "this is no TOML"),
        ((str(tmp_path / "a.xls"), out), 2, "--from says it"),
        ((str(tmp_path / "a.csv"), out), 1, "it has no row that can be read"),
        ((str(tmp_path / "a.jsonl"), out), 1, "a shoe record has a header"),
        ((str(given), str(tmp_path / "nowhere" / "b.shoe")), 1, "there is no folder"),
    ):
        (said,) = refused("shoes", "convert", *words, status=status)
        assert sentence in said
    assert not Path(out).exists()


def records() -> list[bytes]:
    return [line for shoe_no in (1, 2) for line in make_record(played("seneca"), shoe_no)]


def test_several_records_in_a_file_become_a_notation_and_records_again(minibac: Any, tmp_path: Path) -> None:
    given, once, back, again = (tmp_path / name for name in ("a.jsonl", "b.shoe", "c.jsonl", "d.shoe"))
    given.write_bytes(b"".join(records()))
    for source, goes_to in ((given, once), (once, back), (back, again)):
        result = minibac("shoes", "convert", str(source), str(goes_to))
        assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    assert again.read_bytes() == once.read_bytes()
    assert once.read_text(encoding="utf-8").count("[shoe ") == 2


def test_a_broken_record_among_others_costs_only_itself(minibac: Any, tmp_path: Path) -> None:
    given, out = tmp_path / "a.jsonl", tmp_path / "b.shoe"
    lines = records()
    lines[5] = b'{"event":"Nonsense"}\n'
    given.write_bytes(b"".join(lines))
    result = minibac("shoes", "convert", str(given), str(out))
    assert result.exit_code == 1
    assert "a.jsonl, line 6: " in result.stderr
    assert "1 line was set aside" in result.stderr
    assert '[shoe "T1/2"]' in out.read_text(encoding="utf-8")


def test_a_notation_that_is_no_record_is_told_and_what_is_left_out_too(minibac: Any, tmp_path: Path) -> None:
    given, out = tmp_path / "a.shoe", tmp_path / "b.jsonl"
    head = '[rulebook "seneca"]\ncut 200\nburn As 2h\n'
    shoes = [f'[shoe "{number}"]\n{head}1. 9h Kd | Qd 4c = {winner}\n' for number, winner in (("1", "P"), ("2", "B"))]
    given.write_text("shoe-notation 1\n" + "# A comment\n".join(shoes), encoding="utf-8")
    result = minibac("shoes", "convert", str(given), str(out))
    assert result.exit_code == 1
    assert "a shoe record has no place for these, and they are left out: comment (1)" in result.stderr
    assert "line 12: shoe 2 becomes no record: coup 1: winner would be" in result.stderr
    assert out.read_bytes().count(b'{"format":') == 1
    verified = minibac("verify", str(out))
    assert verified.exit_code == 0, verified.stderr


TABLE = "Shoe;P1;P2;P3;B1;B2;B3;Result\n1;K;2;3;Q;3;;Player\n1;9;K;;4;4;;P\n1;9;Z;;4;4;;P\n"


def test_a_table_is_imported_audited_and_its_guess_can_be_corrected(minibac: Any, tmp_path: Path) -> None:
    given, out, mapping = tmp_path / "a.csv", tmp_path / "a.shoe", tmp_path / "a.toml"
    given.write_text(TABLE, encoding="utf-8")
    result = minibac("shoes", "import", str(given), str(out), "--write-mapping", str(mapping), "--json")
    told = json.loads(result.stdout)
    assert (result.exit_code, told["shoes"], told["coups"], told["set_aside"]) == (1, 1, 2, 1)
    assert told["lines_set_aside"] == [{"line": 4, "text": "1,9,Z,,4,4,,P", "sentence": "'Z' is no card"}]
    assert told["mapping"]["player"] == ["P1", "P2", "P3"]
    assert "column Result is taken as the winner" in told["guessed"]
    assert "this was guessed; --mapping says it for certain" in result.stderr
    again = minibac("shoes", "import", str(given), "--mapping", str(mapping))
    assert again.stdout == out.read_text(encoding="utf-8")
    assert again.stdout == 'shoe-notation 1\n[shoe "1"]\nK 2 3 | Q 3 = P\n9 K | 4 4 = P\n'
    assert again.stderr == f"minibac: {given}, line 4: 'Z' is no card; 1 line was set aside\n"
    audited = json.loads(minibac("audit", str(given), "--mapping", str(mapping), "--json").stdout)
    assert [(one["line"], one["code"]) for one in audited["findings"]] == [
        (2, "banker-should-have-drawn"), (4, "line-unread"),
    ]  # fmt: skip


def test_lines_of_json_are_a_log_where_a_mapping_says_so(minibac: Any, tmp_path: Path) -> None:
    given, mapping = tmp_path / "log.jsonl", tmp_path / "log.toml"
    given.write_text('{"w":"B"}\n{"w":"P"}\n', encoding="utf-8")
    mapping.write_text('winner = "w"\n', encoding="utf-8")
    result = minibac("shoes", "import", str(given), "--mapping", str(mapping))
    assert (result.exit_code, result.stdout) == (0, "shoe-notation 1\n= B\n= P\n")


def test_json_and_the_notation_do_not_share_standard_output(refused: Any, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(TABLE, encoding="utf-8")
    (said,) = refused("shoes", "import", str(tmp_path / "a.csv"), "--json", status=2)
    assert "name a file" in said


def test_the_command_line_knows_every_kind() -> None:
    assert {*FILE_KINDS} == {*KINDS.values()}
