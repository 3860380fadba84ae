"""Lines of a wager that no coup comes to are told, and only those."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from minibac.cli import cli
from minibac.odds import prices
from minibac.odds.own_wagers import read_own_wagers
from tests.rules.houses import further_text
from tests.server.serve_command import served

TIE = '{ when = { winner = "tie" }, outcome = "win", odds = 8 },'
SUITED = "{{ when = {{ {} = true }}, outcome = 'win', odds = 2 }},"
TOLD = "no coup of this shoe comes to the line of mine that asks "


def notes(lines: str) -> list[str]:
    """What is told of a wager with these lines, short of the words that are always the same."""
    own = read_own_wagers(f'[wager.mine]\nlines = [{lines} {{ outcome = "lose" }}]')
    told = prices("section-42", own=own, wagers=["mine"]).notes
    assert all(note.startswith(TOLD) for note in told)
    return [note.removeprefix(TOLD).partition(":")[0] for note in told]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (TIE, []),
        (TIE + '{ when = { winner = "tie", player_total = 6 }, outcome = "win", odds = 30 },', ['winner = "tie"']),
        ("{ when = { player_cards = 3, banker_natural = true }, outcome = 'push' },", ["player_cards = 3"]),
        (
            "{ when = { player_pair = true, player_two_card_total = 3 }, outcome = 'push' },",
            ["player_pair = true"],
        ),
        ("{ when = { any = [{ player_cards = 3 }, { margin = 9 }] }, outcome = 'win', odds = 1 },", []),
        # Lines apart from one another that end alike.
        (
            SUITED.format("player_suited")
            + "{ when = { margin = 1 }, outcome = 'push' },"
            + SUITED.format("player_suited_pair"),
            ["player_suited_pair = true"],
        ),
    ],
)
def test_a_line_that_no_coup_comes_to_is_told(lines: str, told: list[str]) -> None:
    found = notes(lines)
    assert len(found) == len(told)
    assert all(note.startswith(begin) for note, begin in zip(found, told, strict=True))


def test_a_last_line_that_nothing_is_left_for_is_told_as_that() -> None:
    won = "{{ when = {{ winner = '{}' }}, outcome = 'win', odds = 1 }},"
    own = read_own_wagers(
        "[wager.mine]\nlines = ["
        + "".join(won.format(winner) for winner in ("player", "banker", "tie"))
        + "{ outcome = 'lose' }]"
    )
    (note,) = prices("section-42", own=own, wagers=["mine"]).notes
    assert note == "no coup of this shoe comes to the last line of mine: the lines before it take all of them"


def test_it_hangs_on_the_shoe_and_is_said_of_a_full_one() -> None:
    """One deck has no suited pair; of cards that are gone nothing is said."""
    own = read_own_wagers(
        "[wager.mine]\nlines = [{ when = { player_suited_pair = true }, outcome = 'win', odds = 25 },"
        "{ outcome = 'lose' }]"
    )
    full = prices("section-42", own=own, wagers=["mine"])
    assert not full.notes
    assert len(full.with_decks(1).notes) == 1
    assert not full.with_cards([1] * 40 + [0] * 12).notes


def test_it_is_told_on_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        "[wager.mine]\nlines = [{ when = { player_cards = 2, player_third_suit = 'hearts' }, outcome = 'push' },"
        "{ when = { winner = 'tie' }, outcome = 'win', odds = 9 }, { outcome = 'lose' }]",
        encoding="utf-8",
    )
    shown = CliRunner().invoke(cli, ["odds", "section-42", "--own", str(file), "--wager", "mine"])
    assert shown.exit_code == 0
    text = " ".join(shown.stdout.split())
    assert "Note: no coup of this shoe comes to the line of mine that asks player_cards = 2" in text


def test_a_simulation_tells_it_too(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        "[wager.mine]\nlines = [{ when = { player_cards = 3, banker_natural = true }, outcome = 'push' },"
        "{ outcome = 'lose' }]",
        encoding="utf-8",
    )
    call = ["simulate", "section-42", "--own", str(file), "--shoes", "2", "--device", "pure"]
    shown = CliRunner().invoke(cli, call)
    text = " ".join(shown.stdout.split())
    assert "Note: no coup of this shoe comes to the line of mine that asks player_cards = 3" in text
    notes = json.loads(CliRunner().invoke(cli, [*call, "--json"]).stdout)["notes"]
    assert [note.startswith(TOLD) for note in notes] == [True]
    assert "notes" not in json.loads(CliRunner().invoke(cli, [*call[:2], *call[4:], "--json"]).stdout)


NEVER = "{ when = { player_cards = 3, banker_natural = true }, outcome = 'push' }"
STUDIES = (
    ("count", "--tags", "0,0,0,-1,-1,-1,-1,2,2,0", "--trigger", "2", "--shoes", "4"),
    ("perfect", "--device", "cpu", "--shoes", "2"),
    ("depth", "--device", "cpu", "--depths", "52", "--shoes", "2"),
    ("bankroll", "--shoes", "1", "--paths", "2"),
)


@pytest.mark.parametrize("words", STUDIES, ids=lambda words: words[0])
def test_every_study_tells_it_too(words: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(f"[wager.mine]\nlines = [{NEVER}, {{ outcome = 'lose' }}]", encoding="utf-8")
    kind, *rest = words
    call = ["study", kind, "section-42", "--wager", "mine", "--own", str(file), *rest]
    shown = CliRunner().invoke(cli, call)
    assert "Note: no coup of this shoe comes to the line of mine that asks player_cards = 3" in " ".join(
        shown.stdout.split()
    )
    notes = json.loads(CliRunner().invoke(cli, [*call, "--json"]).stdout)["notes"]
    assert [note.startswith(TOLD) for note in notes] == [True]
    file.write_text(f"[wager.mine]\nlines = [{TIE} {{ outcome = 'lose' }}]", encoding="utf-8")
    assert "notes" not in json.loads(CliRunner().invoke(cli, [*call, "--json"]).stdout)


def house_file(folder: Path, lines: str) -> Path:
    """The sample house of Section 42 with a further wager of these lines."""
    file = folder / "house.toml"
    file.write_text(further_text(lines), encoding="utf-8")
    return file


def test_it_is_told_of_what_a_house_approved(tmp_path: Path) -> None:
    """By what prices the wager, and by the house that opens with it, once for all its tables."""
    file = house_file(tmp_path, NEVER)
    for call in (["odds", "section-42"], ["simulate", "section-42", "--shoes", "2", "--device", "pure"]):
        found = CliRunner().invoke(cli, [*call, "--house", str(file), "--json"])
        assert found.exit_code == 0, found.stderr
        assert [note.startswith(TOLD) for note in json.loads(found.stdout)["notes"]] == [True]
    with served("--data", tmp_path / "data", "--house", file) as house:
        (note,) = (line for line in house.lines if line.startswith("Note: "))
    assert note.startswith(f"Note: {TOLD}player_cards = 3, banker_natural = true: they exclude each other")


def test_nothing_is_told_of_what_a_house_approved_where_every_line_pays(tmp_path: Path) -> None:
    file = house_file(tmp_path, "{ when = { margin = 9 }, outcome = 'win', odds = 9 }")
    found = CliRunner().invoke(cli, ["odds", "section-42", "--house", str(file), "--json"])
    assert found.exit_code == 0, found.stderr
    assert TOLD not in found.stdout
