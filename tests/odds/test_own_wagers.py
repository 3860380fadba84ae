"""Own wagers: priced like the printed ones, and refused in sentences."""

import random
from pathlib import Path
from typing import Any

import pytest

from minibac.cards.card import RANKS
from minibac.odds import load_own_wagers, prices, read_own_wagers
from minibac.odds.own_wagers import OwnWagerError
from minibac.rules.rulebook import load

EXAMPLE = Path(__file__).parents[2] / "docs/examples/side-bet.toml"


def test_the_example_with_its_published_edges() -> None:
    """Lucky 6 at 12 and 20 to 1: 16.68 %. Either Pair at 5 to 1: 13.71 % (Wizard of Odds, baccarat side bets)."""
    odds = prices("section-42", own=load_own_wagers(EXAMPLE))
    assert list(odds.by_wager)[3:] == ["lucky-6", "either-pair-a", "either-pair-b", "paired-natural"]
    assert f"{float(odds['lucky-6'].edge):.2%}" == "16.68%"
    assert f"{float(odds['either-pair-b'].edge):.2%}" == "13.71%"
    assert odds["lucky-6"].own
    assert not odds["banker"].own
    assert odds["paired-natural"].edge_ties_excluded == odds["paired-natural"].edge / (1 - odds.outcomes["tie"])


PRINTED_AGAIN = """
[[wager]]
id = "my-dragon-7"
row = [{ when = { dragon_7 = true }, outcome = "win", odds = 40 }, { outcome = "lose" }]

[[wager]]
id = "my-panda"
hand = "player"
[[wager.row]]
when = { winner = "player", own_cards = 3, own_total = [8] }
outcome = "win"
odds = "25"
[[wager.row]]
outcome = "lose"

[[wager]]
id = "my-bonus"
hand = "banker"
same_rows_as = "dragon-bonus-player"

[[wager]]
id = "my-house-money"
[[wager.row]]
when = { player_pair = [true], banker_pair = [true] }
outcome = "win"
odds = 15
[[wager.row]]
when = { player_pair = [true] }
outcome = "win"
odds = 3
[[wager.row]]
when = { banker_pair = [true], winner = ["player", "banker", "tie"] }
outcome = "win"
odds = 3
[[wager.row]]
outcome = "lose"

[paytable.dragon-bonus.rows]
win-by-9 = 30
win-by-8 = 10
win-by-7 = 6
win-by-6 = 4
win-by-5 = 2
win-by-4 = 1
natural = "1/1"
"""


@pytest.mark.parametrize("seed", range(6))
def test_a_printed_wager_written_again_has_its_price(seed: int) -> None:
    """Also through the joint table: the last one asks for points and pairs without need."""
    rng = random.Random(seed)
    composition = [32] * 13 if seed == 0 else [rng.randint(0, rng.choice([1, 3, 32])) for _ in RANKS]
    own = read_own_wagers(PRINTED_AGAIN, load("massachusetts"))
    options: dict[str, Any] = {"vigorish_type": "ez", "dragon_bonus": True, "house_money": True}
    odds = prices("massachusetts", composition, own=own, **options)
    for mine, printed in (
        ("my-dragon-7", "dragon-7"),
        ("my-panda", "panda-8"),
        ("my-bonus", "dragon-bonus-banker"),
        ("my-house-money", "house-money"),
    ):
        assert odds[mine].outcomes == odds[printed].outcomes
        assert odds.covariance(mine, "player") == odds.covariance(printed, "player")


BAD = [
    ("wager = 3", "the file has no wager"),
    ("[[wager]]\nid = 'x'\nnot toml", "this is no TOML"),
    ("[[wagers]]\nid = 'x'", "has 'wagers' (did you mean wager?)"),
    ("[[wager]]\nlabel = 'x'", "wager 1 has no id"),
    ("[[wager]]\nid = 'x'\nodds = 3", "the wager x has 'odds'"),
    ("[[wager]]\nid = 'x'", "the wager x needs a last line"),
    ("[[wager]]\nid = 'x'\nhand = 'dealer'\nrow = [{outcome='lose'}]", "a hand is player or banker"),
    ("[[wager]]\nid = 'x'\nrow = [{outcome='loose'}]", "an outcome is win, lose or push"),
    ("[[wager]]\nid = 'x'\nrow = [{outcome='win'}]", "a win states its odds"),
    ("[[wager]]\nid = 'x'\nrow = [{outcome='win', odds='five'}]", "odds to 1 are a number or a fraction"),
    ("[[wager]]\nid = 'x'\nrow = [{outcome='win', odds=0}]", "a win pays more than nothing"),
    ("[[wager]]\nid = 'x'\nrow = [{outcome='win', odds='paytable:a/b'}]", "the file has none"),
    (
        "[[wager]]\nid = 'x'\nrow = [{when={winer='banker'}, outcome='lose'}, {outcome='lose'}]",
        "(did you mean winner?)",
    ),
    (
        "[[wager]]\nid = 'x'\nrow = [{when={winner='bank'}, outcome='lose'}, {outcome='lose'}]",
        "which is never so: it is player, banker or tie",
    ),
    (
        "[[wager]]\nid = 'x'\nrow = [{when={player_total=12}, outcome='lose'}, {outcome='lose'}]",
        "which is never so: it is 0 to 9",
    ),
    (
        "[[wager]]\nid = 'x'\nrow = [{when={player_pair=1}, outcome='lose'}, {outcome='lose'}]",
        "which is never so: it is true or false",
    ),
    ("[[wager]]\nid = 'x'\nrow = [{outcome='push'}, {outcome='lose'}]", "the lines after it never apply"),
    ("[[wager]]\nid = 'x'\nrow = [{outcome='lose'}]\n[[wager]]\nid = 'x'\nrow = [{outcome='lose'}]", "is there twice"),
    ("[[wager]]\nid = 'x'\nsame_rows_as = 'panda'", "does not print"),
    ("[[wager]]\nid = 'x'\nsame_rows_as = 'banker'", "they hang on options of the table"),
    ("[[wager]]\nid = 'x'\nrow = [{outcome='lose'}]\n[paytable.a]\ncolumns=['A','B']\nrows={x=[1]}", "1 odds for 2"),
    ("[[wager]]\nid='x'\nrow=[{outcome='win',odds='paytable:a/y'}]\n[paytable.a]\nrows={x=1}", "asks for the row 'y'"),
]


@pytest.mark.parametrize(("text", "sentence"), BAD)
def test_what_is_wrong_is_said_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(OwnWagerError) as error:
        read_own_wagers(text, load("massachusetts"))
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(OwnWagerError, match="cannot be read: No such file"):
        load_own_wagers(tmp_path / "none.toml")


def test_an_id_that_the_rulebook_has() -> None:
    own = read_own_wagers("[[wager]]\nid = 'tie'\nrow = [{outcome='lose'}]")
    with pytest.raises(ValueError, match="two wagers 'tie'"):
        prices("section-42", own=own)
