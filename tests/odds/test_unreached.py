"""Lines of a wager that no coup comes to are told, and only those."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from minibac.cli import cli
from minibac.odds import prices
from minibac.odds.own_wagers import read_own_wagers

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
