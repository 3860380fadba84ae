"""Own wagers: priced like the printed ones, and refused in sentences."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from minibac.cards.card import RANKS
from minibac.cli import cli
from minibac.odds import OddsError, every_price, load_own_wagers, prices, read_own_wagers
from minibac.odds.known_wagers import named
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
[wager.my-dragon-7]
lines = [{ when = { dragon_7 = true }, outcome = "win", odds = 40 }, { outcome = "lose" }]

[wager.my-panda]
hand = "player"
[[wager.my-panda.lines]]
when = { winner = "player", own_cards = 3, own_total = [8] }
outcome = "win"
odds = "25"
[[wager.my-panda.lines]]
outcome = "lose"

[wager.my-bonus]
hand = "banker"
same_lines_as = "dragon-bonus-player"

[wager.my-house-money]
lines = [
  { when = { player_pair = [true], banker_pair = [true] }, outcome = "win", odds = 15 },
  { when = { player_pair = { not = false } }, outcome = "win", odds = 3 },
  { when = { banker_pair = [true], winner = ["player", "banker", "tie"] }, outcome = "win", odds = 3 },
  { outcome = "lose" },
]

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


LOSE = "lines = [{ outcome = 'lose' }]"
BAD = [
    ("wager = 3", "wager: 3 is not a table, as [wager]"),
    ("", "wager: is not stated; a wager is written under its id, as [wager.lucky-6]"),
    ("[[wager]]\nid = 'x'", "wager: is a list; write each wager under its id"),
    ("[wagers.x]\n[wager.x]\n" + LOSE, "wagers: there is no such key (did you mean wager?)"),
    ("[wager.x]\nodds = 3\n" + LOSE, "wager.x.odds: there is no such key"),
    ("[wager.x]", "wager.x.lines: is not stated"),
    ("[wager.x]\nlines = []", "the last line has no conditions"),
    ("[wager.x]\nlines = 3", "3 is not a list of tables"),
    ("[wager.x]\nhand = 'dealer'\n" + LOSE, '"dealer" is not known; write player or banker'),
    ("[wager.x]\nlines = [{ outcome = 'loose' }]", "(did you mean lose?); write win, lose or push"),
    ("[wager.x]\nlines = [{ outcome = 'win' }]", "a win states its odds, and only a win does"),
    ("[wager.x]\nlines = [{ outcome = 'lose', odds = 1 }]", "a win states its odds, and only a win does"),
    ("[wager.x]\nlines = [{ outcome = 'win', odds = 'five' }]", '"five" is no odds'),
    ("[wager.x]\nlines = [{ outcome = 'win', odds = 0 }]", "0 is no odds"),
    ("[wager.x]\nlines = [{ outcome = 'push', part = '1/2' }]", "only a line that loses takes a part of the stake"),
    ("[wager.x]\nlines = [{ outcome = 'lose', part = '3/2' }]", '"3/2" is no part of a stake'),
    ("[wager.x]\nlines = [{ outcome = 'win', odds = 'paytable:a/b' }]", "there is no [paytable.a]"),
    ("[wager.x]\nlines = [{ outcome = 'push' }, { outcome = 'lose' }]", "so the lines after it never apply"),
    ("[wager.x]\nsame_lines_as = 'panda'", "there is no wager 'panda' (did you mean panda-8?) in Massachusetts"),
    ("[wager.x]\nsame_lines_as = 'banker'", "the lines of banker hang on options of the table"),
    (f"[wager.x]\n{LOSE}\n[paytable.a]\ncolumns=['A','B']\nrows={{x=[1]}}", "has 1 odds for 2 columns"),
    ("[wager.x]\nlines=[{outcome='win',odds='paytable:a/y'}]\n[paytable.a]\nrows={x=1}", "has no row 'y'"),
    ("[wager.x]\ncoups = 3\n" + LOSE, "'coups' looks beyond one coup"),
    (f"[wager.x]\n{LOSE}\n[published.y]", "the file has no wager 'y'"),
    (f"[wager.x]\nsame_lines_as = 'panda-8'\n{LOSE}", "are stated beside same_lines_as"),
    (f"[wager.'']\n{LOSE}", '"" is no id of a wager: write letters, digits, - and _, as lucky-6'),
    (f"[wager.'my/wager']\n{LOSE}", '"my/wager" is no id of a wager'),
]
ASKED = [
    ("winer = 'banker'", "there is no fact 'winer' (did you mean winner?)"),
    ("own_total = 3", "'own_total' is seen from a hand"),
    ("winner = 'bank'", 'winner is never "bank"; it is player, banker or tie'),
    ("player_total = 12", "player_total is never 12; it is 0 to 9"),
    ("player_pair = 1", "player_pair is never 1; it is true or false"),
    ("player_total = { from = 8, to = 2 }", "player_total is never from 8 to 2; it is 0 to 9"),
    ("player_total = { from = 12 }", "player_total is never 12 or more; it is 0 to 9"),
    ("margin = { to = -1 }", "margin is never -1 or less; it is 0 to 9"),
    ("player_total = { form = 8 }", "write { from = 1, to = 3 }, one end or both, or { not = 3 }"),
    ("winner = { from = 1 }", "winner has no span [1]; it is player, banker or tie"),
    ("player_first_rank = 'X'", 'player_first_rank is never "X"; it is A, 2,'),
    ("player_third_value = 10", "player_third_value is never 10; it is 0 to 9 or none"),
    ("previous_winner = 'tie'", "'previous_winner' looks beyond one coup"),
    ("wins_in_a_row = 3", "'wins_in_a_row' looks beyond one coup"),
    ("'count Z in coup' = 1", "'Z' is no kind of card"),
    ("'count heart in coup' = 1", "(did you mean hearts?)"),
    ("'count K in hand' = 1", "cards are counted in player, banker, coup,"),
    ("'player_total + winner' = 1", "winner is no number"),
    ("'player_total is winner' = true", "player_total is never winner"),
    ("any = { player_pair = true }", "a table with player_pair is not a list of tables"),
    ("any = []", "is empty; write a list of conditions, as [{ dragon_7 = true }, { panda_8 = true }]"),
    ("winner = 'tie', not = { winner = 'tie' }", "no coup can meet all of these conditions at once"),
]
BAD += [
    (f"[wager.x]\nlines = [{{ when = {{ {asked} }}, outcome = 'push' }}, {{ outcome = 'lose' }}]", sentence)
    for asked, sentence in ASKED
]


@pytest.mark.parametrize(("text", "sentence"), BAD)
def test_what_is_wrong_is_said_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(OwnWagerError) as error:
        read_own_wagers(text, load("massachusetts"), "mine.toml")
    (fault,) = error.value.faults
    assert sentence in str(fault)
    assert str(fault).startswith("mine.toml: ")


def test_every_fault_of_a_file_is_told_at_once(tmp_path: Path) -> None:
    file = tmp_path / "broken.toml"
    file.write_text(
        """
[wager.first]
hnd = "player"
lines = [{ when = { winer = "tie", player_total = 12 }, outcome = "win" }, { outcome = "lost" }]
[wager.second]
lines = [{ when = { streak = 3 }, outcome = "win", odds = -1 }]
[paytables.a]
[published.first]
[published.third]
""",
        encoding="utf-8",
    )
    told = CliRunner().invoke(cli, ["odds", "section-42", "--own", str(file)])
    assert told.exit_code == 2
    faults = told.stderr.splitlines()
    assert all(fault.startswith("minibac: broken.toml: ") for fault in faults)
    words = (
        "paytables",
        "hnd",
        "winer",
        "is never 12",
        "states its odds",
        '"lost"',
        "beyond one coup",
        "-1",
        "the last line",
        "no wager 'third'",
    )
    assert len(faults) == len(words)
    for word in words:
        assert sum(word in fault for fault in faults) == 1, word


def test_lines_beside_one_that_is_none_are_read_all_the_same() -> None:
    lines = "[{ when = { winner = 'tei' }, outcome = 'win', odds = 8 }, 5, { outcome = 'loose' }, { outcome = 'lose' }]"
    with pytest.raises(OwnWagerError) as error:
        read_own_wagers(f"[wager.x]\nlines = {lines}")
    no_list, *others = map(str, error.value.faults)
    assert "is not a list of tables" in no_list
    assert ['wager.x."lines[1]".when' in others[0], 'wager.x."lines[3]".outcome' in others[1]] == [True, True]


def test_a_line_that_takes_everything_has_its_own_number_beside_one_that_is_none() -> None:
    with pytest.raises(OwnWagerError, match="line 2 has no conditions, so the lines after it never apply"):
        read_own_wagers("[wager.x]\nlines = [5, { outcome = 'push' }, { outcome = 'lose' }]")


@pytest.mark.parametrize(
    ("fact", "sentences"),
    [
        ("count Z,heart in copu", ("'Z' is no kind of card", "did you mean hearts?", "counts nothing")),
        ("player_totl + bankr_total - player_totl", ("did you mean player_total?", "did you mean banker_total?")),
        ("player_frist_rank is count 8 in shoo", ("did you mean player_first_rank?", "counts nothing")),
    ],
)
def test_each_fault_of_one_fact_is_told(fact: str, sentences: tuple[str, ...]) -> None:
    with pytest.raises(OwnWagerError) as error:
        read_own_wagers(
            f"[wager.x]\nlines = [{{ when = {{ '{fact}' = 1 }}, outcome = 'push' }}, {{ outcome = 'lose' }}]"
        )
    for sentence, fault in zip(sentences, error.value.faults, strict=True):
        assert sentence in str(fault)


def test_conditions_of_too_many_ways_are_refused_before_they_are_laid_out() -> None:
    """Ten choices of ten, all of which hold: ten thousand million ways."""
    of_a_hand = ("total", "first_value", "second_value", "third_value", "two_card_total")
    facts = [f"{hand}_{name}" for hand in ("player", "banker") for name in of_a_hand]
    each = ", ".join(f"{{ any = [{', '.join(f'{{ {fact} = {n} }}' for n in range(10))}] }}" for fact in facts)
    text = "[wager.x]\nlines = [{ when = { %s }, outcome = 'push' }, { outcome = 'lose' }]"
    for asked in (f"all = [{each}]", f"any = [{{ all = [{each}] }}]"):
        with pytest.raises(OwnWagerError, match=r"can hold in more than 2,000 ways") as error:
            read_own_wagers(text % asked)
        assert len(error.value.faults) == 1


@pytest.mark.parametrize(
    ("conditions", "sentence"),
    [
        ("when = " + "{ not = " * 3000 + "{ winner = 'tie' }" + " }" * 3000, "mine.toml is nested too deep"),
        ("when." + "not." * 3000 + "winner = 'tie'", "these conditions stand too deep within one another"),
    ],
)
def test_conditions_within_conditions_without_end_are_a_sentence(conditions: str, sentence: str) -> None:
    text = f"[[wager.x.lines]]\noutcome = 'push'\n{conditions}\n[[wager.x.lines]]\noutcome = 'lose'"
    with pytest.raises(OddsError, match=sentence):
        read_own_wagers(text, file="mine.toml")


def test_a_sum_may_be_written_without_spaces() -> None:
    text = "[wager.x]\nlines = [{ when = { '%s' = 3 }, outcome = 'win', odds = 1 }, { outcome = 'lose' }]"
    close, apart = (read_own_wagers(text % f"player_total{sign}banker_total") for sign in ("+", " + "))
    assert close == apart
    with pytest.raises(OwnWagerError, match="there is no fact '-player_total'"):
        read_own_wagers(text % "-player_total")


def test_a_program_names_wagers_as_the_command_line_does(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        f"[wager.mine]\nsame_lines_as = 'panda-8'\n[wager.lost]\n{LOSE}",
        encoding="utf-8",
    )
    edges = prices("massachusetts", own=[file, "quik", *named("perfect-pair")])
    assert list(edges.laid)[3:] == ["mine", "lost", "quik", "perfect-pair"]
    for word in (file, str(file)):
        assert prices("massachusetts", own=word)["mine"].edge == edges["mine"].edge
    assert [entry.wager for entry in every_price(load("section-42"), {"decks": 8}, own="quik")][-1] == "quik"
    with pytest.raises(OddsError, match=r"no wager 'quick' \(did you mean quik\?\)"):
        prices("section-42", own="quick")
    with pytest.raises(OddsError, match="cannot be read: no such file"):
        prices("section-42", own=tmp_path / "none.toml")


def test_several_files_and_names_stand_beside_one_another_on_the_command_line() -> None:
    for command in (["odds", "section-42"], ["simulate", "section-42", "--shoes", "5", "--device", "pure"]):
        ran = CliRunner().invoke(cli, [*command, "--own", str(EXAMPLE), "--own", "quik", "--own", "bad-beat", "--json"])
        assert ran.exit_code == 0, ran.output
        own = [each["wager"] for each in json.loads(ran.stdout)["wagers"] if each.get("own")]
        assert own == ["lucky-6", "either-pair-a", "either-pair-b", "paired-natural", "quik", "bad-beat"]


def test_no_toml_at_all() -> None:
    with pytest.raises(OddsError, match="this is no TOML"):
        read_own_wagers("[wager.x]\nnot toml")


def test_a_table_in_braces_over_several_lines_is_told_as_what_it_is() -> None:
    text = "[wager.x]\nlines = [\n  { when = { winner = 'tie', # {\n    player_total = 6 }, outcome = 'push' },\n%s]"
    with pytest.raises(OddsError, match="a table in braces ends on the line where it begins"):
        read_own_wagers(text % "  { outcome = 'lose' },\n")
    with pytest.raises(OddsError) as error:
        read_own_wagers("[wager.x]\nlines = [{ outcome = 'lo{se' } # {\n")
    assert "braces" not in str(error.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(OddsError, match="cannot be read: no such file"):
        load_own_wagers(tmp_path / "none.toml")


def test_an_id_that_the_rulebook_has() -> None:
    own = read_own_wagers("[wager.tie]\nlines = [{ outcome = 'lose' }]")
    with pytest.raises(ValueError, match="two wagers 'tie'"):
        prices("section-42", own=own)
