"""A campaign of the school that was stopped goes on where it was, and tells of the whole."""

from pathlib import Path
from unittest import mock

import pytest

from minibac.school.items import Item
from tests.campaigns import drills
from tests.school.second_opinion import disagreement


def run(*words: str) -> int:
    with mock.patch("sys.argv", ["drills", "--items", "2", *words]):
        return drills.main()


def test_a_campaign_goes_on_after_what_is_through(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "done.json")
    judged: list[tuple[str, str]] = []

    def doubting(rulebook: str, item: Item, steps: dict[tuple[str, str], str]) -> str | None:
        judged.append((rulebook, item.drill))
        return "so it is not" if (rulebook, item.drill) == stops_at else disagreement(rulebook, item, steps)

    with mock.patch.object(drills, "disagreement", doubting):
        stops_at = ("seneca", "order")
        assert run("--done", file) == 1
        assert "seneca, order, level 2: so it is not" in capsys.readouterr().out
        stops_at, before = ("", ""), set(judged)
        judged.clear()
        assert run("--done", file) == 0
    assert not set(judged) & (before - {("seneca", "order")}), "what was through is not asked again"
    whole = capsys.readouterr().out.partition(" (")[0]
    assert run() == 0
    assert capsys.readouterr().out.partition(" (")[0] == whole, "and it is told as one campaign"


@pytest.mark.parametrize(
    ("kept", "told"), [("", "is no file that --done has written"), (None, "items 2, seed campaign")]
)
def test_a_file_of_something_else_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kept: str | None, told: str
) -> None:
    file = tmp_path / "done.json"
    if kept is None:
        assert run("--done", str(file)) == 0
    else:
        file.write_text(kept, encoding="utf-8")
    with pytest.raises(SystemExit, match="2"):
        run("--done", str(file), "--seed", "another")
    assert told in capsys.readouterr().err
