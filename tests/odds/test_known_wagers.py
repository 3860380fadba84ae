"""The catalogue: every published figure to its last printed digit."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from minibac.cli import cli
from minibac.odds import OddsError
from minibac.odds.known_wagers import FOLDER, catalogue, named
from minibac.odds.prices import Odds
from minibac.rules.house_rules import house_rules

PUBLISHED = {
    "dragon-7": "7.6113",
    "panda-8": "10.1876",
    "lucky-6": "16.6836",
    "tiger": "11.6985",
    "super-6-12": "29.98",
    "super-6-15": "13.8",
    "big-tiger": "15.2533",
    "small-tiger": "14.3325",
    "tiger-tie-35": "30.7354",
    "tiger-tie-45": "11.4952",
    "egalite-0": "12.4527",
    "egalite-1": "11.4150",
    "egalite-2": "9.5412",
    "egalite-3": "10.5243",
    "egalite-4": "12.1401",
    "egalite-5": "11.8732",
    "egalite-6": "11.4952",
    "egalite-7": "6.3899",
    "egalite-8": "11.0669",
    "egalite-9": "10.6348",
    "small": "5.2829",
    "big": "4.3457",
    "five-cards": "8.9667",
    "six-cards": "4.6938",
    "8-over-6": "21.7887",
    "9-over-7": "8.1032",
    "three-card-9-over-1": "13.8686",
    "three-card-9-over-7": "11.8869",
    "88-89-98-99": "7.3724",
    "bad-beat": "8.4585",
    "quik": "8.1550",
    "fabulous-4-player": "1.6041",
    "fabulous-4-banker": "1.5472",
    "fabulous-pair": "11.33",
    "one-pair": "10.3614",
    "either-pair": "13.7099",
    "perfect-pair": "8.0470",
    "perfect-pair-flat": "13.0294",
    "tiger-pair": "16.1217",
    "3-giving-8": "8.6823",
    "majestic-match": "6.4597",
}
"""Edges in percent from eight decks (Wizard of Odds; Eliot Jacobson), typed here once more apart from the files."""

MATCHING_DRAGON = {
    "a": "3372235347405820 1376864854298620 227334747041792 20748232028160 1174231511040 40210759680 652458240",
    "4": "3376297590838270 1365203603582970 237624138319872 18841460736000 431482026240 0 0",
    "6": "3360312058915840 1398234533609470 219826491219968 18905100472320 1079228067840 40210759680 652458240",
    "8": "3341662250324990 1429319839928320 212157913151488 14755316551680 502955546880 0 0",
}
"""Combinations of none to six cards of a rank, eight decks (Wizard of Odds, Matching Dragon), cut after 15 digits."""


@pytest.fixture(scope="module")
def odds() -> Odds:
    return Odds(house_rules("section-42"), own=catalogue().wagers, printed=False)


def minibac(*args: str) -> Result:
    return CliRunner().invoke(cli, ["odds", *args])


@pytest.mark.parametrize(("wager", "edge"), PUBLISHED.items())
def test_the_published_edge_to_its_last_digit(odds: Odds, wager: str, edge: str) -> None:
    digits = len(edge.partition(".")[2])
    assert f"{100 * float(odds[wager].edge):.{digits}f}" == edge
    assert catalogue().published[wager].edge == edge


@pytest.mark.parametrize(("rank", "printed"), MATCHING_DRAGON.items())
def test_the_published_combinations_of_the_matching_dragon(odds: Odds, rank: str, printed: str) -> None:
    pays = {1: 1, 2: 3, 3: 20, 4: 40, 5: 60, 6: 100, 0: -1}
    ways = {int(chance.pays): chance.combinations for chance in odds[f"matching-dragon-{rank}"].outcomes}
    for count, combinations in enumerate(printed.split()):
        assert abs(ways.get(pays[count], 0) - int(combinations)) < 10


def test_a_figure_is_published_of_every_wager_or_it_is_said_why_not() -> None:
    for wager in catalogue().wagers:
        told = catalogue().published[wager.id]
        assert (told.edge and told.source) or told.note, wager.id
    assert set(PUBLISHED) == {name for name, told in catalogue().published.items() if told.edge}


def test_the_catalogue_on_the_command_line() -> None:
    shown = minibac("section-42", "--catalogue")
    assert shown.exit_code == 0
    assert "DIFFERS" not in shown.stdout
    assert shown.stdout.count(" agrees") == len(PUBLISHED)
    for name in PUBLISHED:
        assert f" {name} " in shown.stdout


def test_one_wager_of_the_catalogue_is_priced_like_any_other() -> None:
    told = json.loads(minibac("massachusetts", "--set", "vigorish_type=ez", "--catalogue", "dragon-7", "--json").stdout)
    assert [wager["wager"] for wager in told["wagers"]] == ["dragon-7"]
    assert told["catalogue"][0]["agrees"] is True
    text = minibac("section-42", "--catalogue", "perfect-pair", "--removed", "Kh", "--removed", "8s,8s").stdout
    assert "413 cards left" in text
    assert "agrees" not in text
    assert "published by Wizard of Odds" in text
    assert "royal-match: No edge is at hand" in minibac("section-42", "--catalogue", "royal-match").stdout


def test_effects_are_by_card_where_suits_matter() -> None:
    text = minibac("section-42", "--catalogue", "all-red", "--effects").stdout
    by_card = text.partition("The same by card, where suits matter")[2].splitlines()[2:6]
    assert [line.split()[-14] for line in by_card] == ["s", "h", "d", "c"]
    assert by_card[1].split()[-13:] == by_card[2].split()[-13:] != by_card[3].split()[-13:]
    assert "by card" not in minibac("section-42", "--catalogue", "quik", "--effects").stdout


def test_other_decks_have_no_published_figure() -> None:
    told = json.loads(minibac("section-42", "--set", "decks=6", "--catalogue", "egalite", "--json").stdout)
    assert len(told["catalogue"]) == 10
    assert {row["agrees"] for row in told["catalogue"]} == {None}
    assert told["catalogue"][0]["published"]["edge"] == "12.4527"


def test_csv_of_the_catalogue() -> None:
    lines = minibac("section-42", "--catalogue", "--csv").stdout.splitlines()
    assert lines[0].endswith(",published_percent,source")
    assert len(lines) == len(catalogue().wagers) + 1


def test_a_file_of_the_catalogue_is_a_wager_file() -> None:
    file = Path(str(FOLDER)) / "pairs.toml"
    told = json.loads(minibac("section-42", "--own", str(file), "--wager", "tiger-pair", "--json").stdout)
    assert told["wagers"][0]["own"] is True


def test_what_the_catalogue_does_not_have(tmp_path: Path) -> None:
    with pytest.raises(OddsError, match=r"no wager 'perfct-pair' \(did you mean perfect-pair\?\)"):
        named("perfct-pair")
    assert "leave --own and --wager out" in minibac("section-42", "--catalogue", "--wager", "tie").stderr
    assert "are two questions" in minibac("section-42", "--catalogue", "--all").stderr
    text = "[wager.x]\nlines = [{ outcome = 'lose' }]\n[published.y]\n[published.x]\nedge = 'much'\nyear = 3"
    file = tmp_path / "wagers.toml"
    file.write_text(text, encoding="utf-8")
    stderr = minibac("section-42", "--own", str(file)).stderr
    assert "published.y: the file has no wager 'y'" in stderr
    assert '"much" is no edge' in stderr
    assert "published.x.year: there is no such key" in stderr
