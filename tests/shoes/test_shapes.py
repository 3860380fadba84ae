"""Tables in which a row is no coup: a card of one, a wager on one, or a whole shoe of results."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minibac.shoes import rows_of_a_coup
from minibac.shoes.mapping import MappingError, mapping_text, read_mapping
from minibac.shoes.notation import item_of, line_of
from minibac.shoes.noted import Unread
from tests.command_line import minibac  # noqa: F401
from tests.shoes.foreign_files import lines_of, shoe_file

CARDS = """\
shoe,coup,whose,no,card
1,1,player,1,Kh
1,1,banker,2,Qd
1,1,player,3,2s
1,1,banker,4,5c
1,1,player,5,3d
1,2,player,1,9s
1,2,banker,2,4h
1,2,player,3,Kd
1,2,banker,4,4c
2,1,player,1,7s
2,1,banker,2,8h
2,1,player,3,Kd
2,1,banker,4,Kc
"""
BY_CARDS = 'shoe = "shoe"\ncoup = "coup"\ncard = "card"\nhand = "whose"\nkeep = false\n'
RIGHT = ['[shoe "1"]', "1. Kh 2s 3d | Qd 5c", "2. 9s Kd | 4h 4c", '[shoe "2"]', "1. 7s Kd | 8h Kc"]


def test_a_row_for_each_card_is_guessed_and_told() -> None:
    found = shoe_file("csv", CARDS)
    assert found.guess is not None
    told = list(map(str, found.guess.words))
    assert "rows beside each other with the same number are taken as one coup" in told
    assert {"column card is taken as a card", "column whose is taken as the hand it is of"} <= set(told)
    assert lines_of(found) == RIGHT
    assert lines_of(shoe_file("csv", CARDS, mapping_text(found.guess.mapping))) == RIGHT
    assert lines_of(shoe_file("csv", CARDS, BY_CARDS)) == RIGHT


def test_the_order_in_which_cards_left_the_shoe_is_read_where_it_is_told() -> None:
    """Three rows of a log by hands, and an engine that deals hand by hand."""
    table = "coup,whose,no,card\n1,P,1,9s\n1,P,2,Kd\n1,B,3,4h\n1,B,4,4c\n"
    mapping = 'coup = "coup"\ncard = "card"\nhand = "whose"\ndrawn = "no"'
    assert lines_of(shoe_file("csv", table, mapping)) == ["1. 9s@1 Kd@2 | 4h@3 4c@4"]


def changed(line: int, old: str, new: str) -> str:
    lines = CARDS.splitlines()
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new)
    return "\n".join(lines)


SET_ASIDE = "2: not every row of coup 1 can be read: the others are set aside with it"


@pytest.mark.parametrize(
    ("table", "right"),
    [
        (changed(4, "2s", "Zz"), ["4: 'Zz' is no card", SET_ASIDE, RIGHT[0], *RIGHT[2:]]),
        (changed(4, "player", "nobody"), ["4: 'nobody' is no hand: P, B, or what [hands] of the mapping names",
                                          SET_ASIDE, RIGHT[0], *RIGHT[2:]]),
        # of which coup it is nobody knows: of the one before it, or of the one after
        (changed(7, "1,2", "1,two"), [
            "7: 'two' is no number of a coup: a whole number up to 99,999,999", SET_ASIDE,
            "8: not every row of coup 2 can be read: the others are set aside with it", *RIGHT[3:]]),
        (changed(7, "1,2", "1,"), [
            "7: coup is empty: which coup it is of is not told", SET_ASIDE,
            "8: not every row of coup 2 can be read: the others are set aside with it", *RIGHT[3:]]),
        (CARDS + "2,2,player,1,7s\n2,1,banker,5,7d\n", [
            *RIGHT, "2. 7s", "16: other rows of coup 1 stand elsewhere"]),
    ],
)  # fmt: skip
def test_a_coup_of_which_a_row_is_missing_is_set_aside_whole(table: str, right: list[str]) -> None:
    """Without one of its cards it would be another coup, dealt against the rules."""
    assert lines_of(shoe_file("csv", table, BY_CARDS)) == right


BETS = """\
Hand;P1;P2;P3;B1;B2;B3;Won;Seat;Bet;Laid;Paid;Time
1;Kh;2s;3d;Qd;5c;;T;1;player;25;0;20:01
1;Kh;2s;3d;Qd;5c;;T;2;BANK;25;0;20:02
1;Kh;2s;3d;Qd;5c;;T;3;Unentschieden;5;40;20:03
2;9s;Kd;;4h;4c;;P;1;Banker;25;-25;20:04
2;9s;Kd;;4h;4c;;B;3;Player;25;25;20:04
2;9s;Kd;;4h;4c;;P;4;Lucky;25;25;20:04
2;9s;Kd;;4h;4c;;P;5;Banker Pair;10;110;20:04
"""
BY_BETS = """\
coup = "Hand"
player = ["P1", "P2", "P3"]
banker = ["B1", "B2", "B3"]
winner = "Won"
keep = false
[facts]
rulebook = "section-42"
[[wagers]]
wager_in = "Bet"
seat = "Seat"
stake = "Laid"
net = "Paid"
"""


def test_a_row_for_each_wager_is_a_wager_on_its_coup() -> None:
    assert lines_of(shoe_file("csv", BETS, BY_BETS)) == [
        '[rulebook "section-42"]',
        "1. Kh 2s 3d | Qd 5c = T $1 player 25.00 +0.00 $2 banker 25.00 +0.00 $3 tie 5.00 +40.00",
        "6: it tells coup 2 otherwise than line 5: its winner",
        "7: 'Lucky' is no wager: its id, as player-pair, or what [bets] of the mapping names",
        "2. 9s Kd | 4h 4c = P $1 banker 25.00 -25.00 $5 banker-pair 10.00 +110.00",
    ]
    named = lines_of(shoe_file("csv", BETS, BY_BETS + '[bets]\nLucky = "player"'))
    assert named[-1].endswith("$4 player 25.00 +25.00 $5 banker-pair 10.00 +110.00")


def test_what_rows_of_a_coup_tell_alike_is_kept_and_guessed() -> None:
    table = "Hand,Result,Pit,Bet\n1,B,A,x\n1,B,A,y\n2,P,A,x\n2,P,A,y\n2,P,A,z\n"
    found = shoe_file("csv", table)
    assert found.guess is not None
    assert found.guess.mapping.together
    assert lines_of(found) == ['1. = B pit="A"', '2. = P pit="A"']
    slips = "Hand,Result\n1,B\n1,P\n2,P\n3,B\n3,B\n4,T\n5,B\n"
    assert len(lines_of(shoe_file("csv", slips))) == 7


def test_a_coup_of_more_rows_than_any_has_is_no_burden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows_of_a_coup, "MOST_ROWS", 2)
    table = "Hand,Result\n" + "1,B\n" * 3
    assert lines_of(shoe_file("csv", table, 'coup = "Hand"\nwinner = "Result"\ntogether = true')) == [
        "4: coup 1 has more than 2 rows", "1. = B",
    ]  # fmt: skip
    monkeypatch.setattr(rows_of_a_coup, "MOST_ROWS", 9_000)
    bets = "Hand,Bet,Laid\n" + "1,tie,5\n" * 6_000
    mapping = 'coup = "Hand"\nwinner = ""\nstatus = ""\nplayer_pair = "Hand"\n'
    mapping += '[[wagers]]\nwager_in = "Bet"\nstake = "Laid"'
    (only,) = lines_of(shoe_file("csv", bets, mapping))
    assert "is longer" in only or "characters" in only


@pytest.mark.parametrize(
    ("table", "mapping", "right"),
    [
        ("Shoe,Row\nA,BPpT\nB,\n,P\n", 'shoe = "Shoe"\nresults = "Row"',
         ['[shoe "A"]', "1. = B", "2. = Pp", "3. = T", "4: Shoe is empty: which shoe it is of is not told"]),
        ("B,P,T\nBanker,,\nB,,P\nB,X,\n", 'header = false\nresults = ["1", "2", "3"]',
         ['[shoe "1"]', "1. = B", "2. = P", "3. = T", '[shoe "2"]', "1. = B",
          "3: 3 has a result, and 2 before it has none", "4: 'X' at position 1 cannot be read"]),
        ("Day,Row\nMonday,庄 闲 和\n", 'results = "Row"',
         ['[shoe "1"]', 'noted day="Monday"', "1. = B", "2. = P", "3. = T"]),
        ("Row,Ann\n1-2,Bo\n", 'results = "Row"\ndealer = "Ann"\n[winners]\n1 = "B"\n2 = "P"',
         ['[shoe "1"]', '1. = B dealer="Bo"', '2. = P dealer="Bo"']),
    ],
)  # fmt: skip
def test_a_row_that_is_a_shoe(table: str, mapping: str, right: list[str]) -> None:
    found = lines_of(shoe_file("csv", table, mapping))
    assert len(found) == len(right)
    assert all(one.startswith(other) for one, other in zip(found, right, strict=True)), found


@pytest.mark.parametrize(
    ("table", "told", "right"),
    [
        ("No,Day,Outcome\n7,Monday,BPpTBB\n8,Tuesday,PPBXP\n9,Friday,TTTTT\n", ["No", "Outcome"],
         ['[shoe "7"]', 'noted day="Monday"', "1. = B", "2. = Pp", "3. = T", "4. = B", "5. = B",
          "3: 'X' at position 4 cannot be read",
          '[shoe "9"]', 'noted day="Friday"', *(f"{number}. = T" for number in range(1, 6))]),
        ("BPTPB\nPPPPP\n", ["1"],
         ['[shoe "1"]', "1. = B", "2. = P", "3. = T", "4. = P", "5. = B",
          '[shoe "2"]', *(f"{number}. = P" for number in range(1, 6))]),
        ("shoe,next,done\nA,BBBBB,庄 闲 和 庄 闲\n", ["shoe", "done"],
         ['[shoe "A"]', 'noted next="BBBBB"', "1. = B", "2. = P", "3. = T", "4. = B", "5. = P"]),
    ],
)  # fmt: skip
def test_a_row_that_is_a_shoe_is_guessed_and_told(table: str, told: list[str], right: list[str]) -> None:
    found = shoe_file("csv", table)
    assert found.guess is not None
    words = list(map(str, found.guess.words))
    names = ["the shoe", "all results of a shoe"][-len(told) :]
    assert {f"column {name} is taken as {what}" for name, what in zip(told, names, strict=True)} <= {*words}
    lines = lines_of(found)
    assert [line.partition(": a coup is")[0] for line in lines] == right
    assert lines_of(shoe_file("csv", table, mapping_text(found.guess.mapping))) == lines


@pytest.mark.parametrize("table", ["shoe,a,b\n1,BPTBP,BPTBB\n", "hand,letters\n1,BP\n2,PT\n", "a,b\nBPTBP,7\nX,7\n"])
def test_two_columns_of_results_short_ones_and_few_are_no_shoes(table: str) -> None:
    found = shoe_file("csv", table)
    assert found.guess is not None
    assert not found.guess.mapping.tells


def test_wagers_lie_in_a_list_of_each_coup() -> None:
    log = [
        {"n": 1, "won": "P", "bets": [{"who": 2, "on": "player", "for": 25, "got": "25.00"},
                                      {"who": 3, "on": "tie", "for": 5, "got": -5}]},
        {"n": 2, "won": "B"},
        {"n": 3, "won": "B", "bets": [{"who": 2, "on": "moon", "for": 25}]},
        {"n": 4, "won": "B", "bets": "many"},
    ]  # fmt: skip
    mapping = 'coup = "n"\nwinner = "won"\n[[wagers]]\neach = "bets"\nwager_in = "on"\nseat = "who"\n'
    mapping += 'stake = "for"\nnet = "got"'
    assert lines_of(shoe_file("json", json.dumps(log), mapping)) == [
        "1. = P $2 player 25.00 +25.00 $3 tie 5.00 -5.00",
        "2. = B",
        "1: 'moon' is no wager: its id, as player-pair, or what [bets] of the mapping names",
        "1: bets is no list of objects, each a wager",
    ]


@pytest.mark.parametrize(
    ("mapping", "says"),
    [
        ('card = "c"\nhand = "h"', "coup says where it is told"),
        ('card = "c"\ncoup = "n"', "one needs the other"),
        ('drawn = "c"\ncoup = "n"\nwinner = "w"', "one needs the other"),
        ('card = "c"\nhand = "h"\ncoup = "n"\nplayer = "p"', "a row is one card, or"),
        ('results = "r"\nwinner = "w"\ncoup = "n"', "coup, winner cannot be told of it"),
        ('winner = "w"\n[[wagers]]\nstake = "s"', "a wager has its id"),
        ('winner = "w"\n[[wagers]]\nstake = "s"\nwager_in = "b"', "coup says where it is told"),
        ('card = "c"\nhand = "h"\ncoup = "n"\n[hands]\n1 = "T"', "P, B, not 'T'"),
    ],
)
def test_a_mapping_that_says_two_things_of_a_row_is_one_sentence(mapping: str, says: str) -> None:
    with pytest.raises(MappingError, match=says):
        read_mapping(mapping.encode())


@settings(max_examples=60)
@given(
    st.text(max_size=80),
    st.sampled_from([BY_CARDS, 'results = "whose"', 'coup = "no"\nwinner = "whose"\ntogether = true']),
)
def test_nothing_in_such_a_table_stops_the_reading(text: str, mapping: str) -> None:
    for item, _ in shoe_file(
        "csv", f"shoe,coup,whose,no,card\n1,1,player,1,Kh\n{text}\n1,1,banker,1,2s\n", mapping
    ).items:
        assert isinstance(item, Unread) or item_of(line_of(item)) == item


def test_at_the_front_doors(minibac: Any, tmp_path: Path) -> None:  # noqa: F811
    """A log by cards with a third card that nobody should have drawn is audited as the coup it is."""
    (tmp_path / "cards.csv").write_text(CARDS + "2,1,player,5,2d\n", encoding="utf-8")
    (tmp_path / "cards.toml").write_text(BY_CARDS, encoding="utf-8")
    for mapping in ((), ("--mapping", str(tmp_path / "cards.toml"))):
        result = minibac("audit", str(tmp_path / "cards.csv"), *mapping, "--json")
        told = json.loads(result.stdout)
        assert (result.exit_code, told["coups"], told["found"]) == (1, 3, {"player-should-have-stayed": 1})
        assert (told["findings"][0]["shoe"], told["findings"][0]["coup"]) == ("2", 1)
