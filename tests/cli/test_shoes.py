"""``minibac shoes convert``: from what people have to the notation; what cannot be read is named and set aside."""

from pathlib import Path
from typing import Any

from tests.records.shoes import record


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


def test_wrong_calls_are_one_sentence_and_write_nothing(refused: Any, tmp_path: Path) -> None:
    given = tmp_path / "a.shoe"
    given.write_text("shoe-notation 1\n", encoding="utf-8")
    (tmp_path / "a.jsonl").write_text("{}\n", encoding="utf-8")
    (tmp_path / "a.csv").write_text("", encoding="utf-8")
    out = str(tmp_path / "b.shoe")
    for words, status, sentence in (
        ((str(tmp_path / "no.shoe"), out), 2, "cannot be read"),
        ((str(given), str(tmp_path / "b.txt")), 2, "ends in .shoe"),
        ((str(tmp_path / "a.csv"), out), 2, "--from says it"),
        ((str(tmp_path / "a.jsonl"), out), 1, "a shoe record has a header"),
        ((str(given), str(tmp_path / "nowhere" / "b.shoe")), 1, "there is no folder"),
    ):
        (said,) = refused("shoes", "convert", *words, status=status)
        assert sentence in said
    assert not Path(out).exists()
