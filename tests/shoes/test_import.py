"""Shoes as others write them: tables and logs by a mapping or by a guess; a broken row is named and costs no other."""

import io
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minibac.shoes import by_table
from minibac.shoes.foreign_words import RowError, card_in, cards_in, cents_in
from minibac.shoes.mapping import MappingError, ShoeMapping, mapping_text, read_mapping
from minibac.shoes.notation import item_of, line_of
from minibac.shoes.noted import Unread
from minibac.shoes.reading import ShoeFile, read_shoes
from tests.records.shoes import record
from tests.shoes.foreign_files import lines_of, shoe_file

TABLE = """\
Shoe ID;Hand No;P1;P2;P3;B1;B2;B3;Result;Dealer
1;1;Kh;2s;3♦;Qd;5c;;Tie;Ann
1;2;9s;10d;;4h;4c;-;Player;Ann
2;1;9s;Zz;;4h;4c;-;Player;Ann
2;2;9s;
2;3;9s;;9c;4h;4c;-;Player;Ann
2;4;9s;9d;;4h;4c;-;Nobody;Bo
2;5;"7";8 ;;4;4;-;banker wins;"Bo; the second"
"""


def test_a_table_is_guessed_by_the_names_of_its_columns_and_told() -> None:
    found = shoe_file("csv", TABLE)
    assert found.guess is not None
    assert [str(word) for word in found.guess.words[:3]] == [
        "column Shoe ID is taken as the shoe",
        "column Hand No is taken as the number of the coup",
        "column P1 is taken as the Player's cards",
    ]
    right = [
        '[shoe "1"]',
        '1. Kh 2s 3d | Qd 5c = T dealer="Ann"',
        '2. 9s Td | 4h 4c = P dealer="Ann"',
        "4: 'Zz' is no card",
        "5: 4 cells, where the first line has 10",
        "6: P3 has a card, and the place before it has none",
        "7: 'Nobody' is no winner: B, P, T, or what [winners] of the mapping names",
        '[shoe "2"]',
        '5. 7 8 | 4 4 = B dealer="Bo; the second"',
    ]
    assert lines_of(found) == right
    assert lines_of(shoe_file("csv", TABLE, mapping_text(found.guess.mapping))) == right


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("player,banker,result\n5,6,B\n", ["= B 5:6"]),
        ("B\nP\nT\n", ["= B", "= P", "= T"]),
        ("id,outcome,player\n7,tie,John\n", ['= T id="7" player="John"']),
        ("round,winner,playerpair,bankerpair\n1,P,yes,no\n2,B,,1\n", ["1. = Pp", '2. = B banker-pair="yes"']),
        ("p1,p2,b1,b2,winner\n0,8,2,5,P\n", ['? 8 | 2 5 = P player-values="0 8"']),
        ("p1,p2,b1,b2,winner\n9.0,0.0,2.0,5.00,P\n", ['9 ? | 2 5 = P player-values="9.0 0.0"']),
        ("hand,bet_made\n1,Player\n2,Banker\n", ['1. bet_made="Player"', '2. bet_made="Banker"']),
        ("player,banker,result\n12,6,B\n9,6,P\n", ["= B 12:6", "= P 9:6"]),
        ("靴號,局號,闲1,闲2,闲3,庄家牌,結果,备注,好\n1,2,K,9,,4 4,閒贏,甲,乙\n", [
            '[shoe "1"]', '2. K 9 | 4 4 = P column-8="甲" column-9="乙"',
        ]),
        ("Joueur,Banque,Table\nR 9,4 4,3\n9 D,4 4,3\n10 9,4 4,3\n2 5,4 4,3\n2 3,4 4,3\n", [
            "2: 'R' is no card", "3: '9 D' is one card or two, and a hand has two or three",
            'T 9 | 4 4 table="3"', '2 5 | 4 4 table="3"', '2 3 | 4 4 table="3"',
        ]),
        ("p1,p2,p3,b1,b2,b3,winner\nK,9,N/A,4,4,nan,P\nK,2,3,4,A,none,T\n", ["K 9 | 4 4 = P", "K 2 3 | 4 A = T"]),
        ("time,winner\n1700000000,B\n", ['= B at="2023-11-14T22:13:20Z"']),
        ('note,winner\n"two\nlines",B\n"broken,P\nx,T\n', [
            '= B note="two\\nlines"', "4: this is no line of a table: unexpected end of data", '= T note="x"',
        ]),
    ],
)  # fmt: skip
def test_tables_of_many_shapes(text: str, right: list[str]) -> None:
    assert lines_of(shoe_file("csv", text)) == right


@pytest.mark.parametrize("cell", ["12", "13", "9 D", "D,9", "10-H", "s 4", "1 c"])
def test_a_whole_hand_that_can_be_one_card_or_two_is_not_read(cell: str) -> None:
    """A queen or an ace and a deuce; a nine of diamonds or, in much of Europe, a nine and a queen."""
    with pytest.raises(RowError, match="is one card or two, and a hand has two or three"):
        cards_in(cell)
    assert card_in(cell)
    assert cards_in("9 D", {"D": "Q"}) == ["9", "Q"]
    assert cards_in("12", {"12": "Q"}) == ["Q"]


def test_two_numbers_in_a_cell_are_two_cards() -> None:
    for cell in ("1 2", "1,2", "1-2"):
        assert cards_in(cell) == ["A", "2"]
        with pytest.raises(RowError, match="is no card"):
            card_in(cell)
    assert cards_in("1/0 3") == ["A", "?", "3"]


def test_cards_of_several_words_stand_beside_each_other() -> None:
    assert cards_in("King of hearts; 10 of Spades; TWO_CLUBS") == ["Kh", "Ts", "2c"]
    assert cards_in("4,12") == ["4", "Q"]
    with pytest.raises(RowError, match="one card or two"):
        cards_in("D 9, 5")


def test_signs_of_another_code_are_told() -> None:
    for text in ("Résultat;Joueur;Banque\nBanque;2 5;4 4\n", "winner;player\nÉgalité;2 5\nBanque;2 3\n"):
        guess = shoe_file("csv", text.encode("latin-1").decode(errors="replace")).guess
        assert guess is not None
        assert any("code in a mapping says what" in str(word) for word in guess.words)


def test_whose_cards_they_are_is_never_guessed() -> None:
    found = shoe_file("csv", "Kh,2s,B\nQd,3c,P\n")
    assert found.guess is not None
    assert [str(word) for word in found.guess.words] == [
        "column 3 is taken as the winner",
        "nothing is taken from 1 and 2",
    ]
    assert lines_of(found) == ['= B column-1="Kh" column-2="2s"', '= P column-1="Qd" column-2="3c"']


FLOOR = """\
Table,Shoe,Hand,Croupier,Device,Result
A,1,1,Ann,A-17,B
B,1,1,Bo,A-18,P
A,1,2,Ann,A-17,T
B,1,2,Bo,A-18,Nobody
A,2,1,Cleo,A-17,P
B,1,3,Bo,A-18,P
,1,4,Bo,A-18,P
B,2,1,Ann,A-19,B
"""


def test_rows_of_several_tables_by_turns_are_shoes_of_each_table() -> None:
    found = shoe_file("csv", FLOOR)
    right = [
        '[shoe "A/1"]', '[device "A-17"]', '1. = B dealer="Ann"', '2. = T dealer="Ann"',
        '[shoe "B/1"]', '[device "A-18"]', '1. = P dealer="Bo"',
        "5: 'Nobody' is no winner: B, P, T, or what [winners] of the mapping names",
        '3. = P dealer="Bo"', "8: Table is empty: which shoe it is of is not told",
        '[shoe "A/2"]', '[device "A-17"]', '1. = P dealer="Cleo"',
        '[shoe "B/2"]', '[device "A-19"]', '1. = B dealer="Ann"',
    ]  # fmt: skip
    assert lines_of(found) == right
    assert found.guess is not None
    assert lines_of(shoe_file("csv", FLOOR, mapping_text(found.guess.mapping))) == right
    by_device = ShoeMapping(winner="Result", dealer="Device", keep=False)
    assert line_of(next(iter(read_shoes("csv", io.StringIO(FLOOR), by_device).items)).item) == '= B dealer="A-17"'  # type: ignore[arg-type]


def test_a_shoe_that_is_longer_than_any_and_more_tables_than_any_house_has_are_read_in_pieces(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(by_table, "MOST_ROWS", 2)
    monkeypatch.setattr(by_table, "MOST_TABLES", 2)
    text = "Table,Shoe,Result\n" + "A,1,B\n" * 3 + "B,1,P\nC,1,T\nA,1,T\n"
    assert lines_of(shoe_file("csv", text)) == [
        '[shoe "A/1"]', "= B", "= B", "= B", '[shoe "B/1"]', "= P", '[shoe "C/1"]', "= T", '[shoe "A/1"]', "= T",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "falls"),
    [
        ("hand,winner\n4,B\n3,P\n2,T\n1,B\n", True),
        ("time,winner\n2026-11-14T20:04,B\n2026-11-14T20:03,P\n2026-11-14T20:02,T\n2026-11-14T20:01,B\n", True),
        ("time,winner\n1700000400,B\n1700000300,P\n1700000200,T\n1700000100,B\n", True),
        ("hand,winner\n4,B\n3,P\n2,T\n5,B\n", False),
        ("hand,winner\n1,B\n1,P\n1,T\n1,B\n", False),
        ("shoe,hand,winner\n2,2,B\n2,1,P\n1,3,T\n1,2,B\n1,1,B\n", True),
    ],
)
def test_rows_from_the_newest_to_the_oldest_are_told_and_read_in_the_order_of_dealing(text: str, falls: bool) -> None:
    found = shoe_file("csv", text)
    assert found.guess is not None
    assert found.guess.mapping.newest_first == falls
    assert ("its rows go from the newest to the oldest" in map(str, found.guess.words)) == falls
    read = [line for line in lines_of(found) if " = " in line or line.startswith("=")]
    by_mapping = lines_of(shoe_file("csv", text, mapping_text(found.guess.mapping)))
    assert [line for line in by_mapping if "=" in line] == read
    if falls:
        assert [line.split("=")[1][1] for line in read] == ["P", "B", "B", "B", "T"] if "shoe" in text else list("BTPB")


LOG = """\
[ {"shoe": 3, "rounds": [{"n": 1, "player": {"cards": [{"r": "K", "s": "hearts"}, {"r": 2, "s": "♠"}]}, "banker":
   {"cards": [{"r": 10, "s": "d"}, {"r": 7, "s": "c"}]}, "win": 1, "bet": 25, "pay": "-25.00"}, 7]},
  {"shoe": "a \\"}{", "rounds": [{"n": 1, "win": 2, "at": "15/11/2026 20:11"}]}, {"shoe": 5},
  {"shoe": 6, "rounds": [{"n": 1, "win": 9}, {"n": 2, "win": 2, "bet": "lots"}, {"n": "first", "win": 2}]}]
"""
LOG_MAPPING = """\
coups = "rounds"
shoe = "shoe"
coup = "n"
at = "at"
at_format = "%d/%m/%Y %H:%M"
player = "player.cards"
banker = "banker.cards"
card_rank = "r"
card_suit = "s"
winner = "win"
[winners]
1 = "B"
2 = "P"
[facts]
rulebook = "seneca"
[[wagers]]
wager = "player"
seat = 2
stake = "bet"
net = "pay"
"""


def test_a_log_is_read_by_its_mapping() -> None:
    assert lines_of(shoe_file("json", LOG, LOG_MAPPING)) == [
        '[rulebook "seneca"]',
        '[shoe "3"]',
        "1. Kh 2s | Td 7c = B $2 player 25.00 -25.00",
        "1: number 2 of rounds is no object",
        '[shoe "a \\"}{"]',
        '1. = P at="2026-11-15T20:11:00"',
        "3: there is no list rounds",
        "4: '9' is no winner: B, P, T, or what [winners] of the mapping names",
        "4: 'lots' is no amount, as 25.00",
        "4: 'first' is no number of a coup: a whole number up to 99,999,999",
    ]


def test_coups_lie_in_lists_of_objects_of_a_list() -> None:
    text = """{"table": 4, "day": {"shoes": [
      {"id": "a", "rounds": [{"w": "B"}, {"w": "P"}]}, 5, {"id": "b", "rounds": [{"w": "T"}]}, {"id": "c"}]}}"""
    assert lines_of(shoe_file("json", text, 'coups = "day.shoes.rounds"\nshoe = "id"\nwinner = "w"')) == [
        '[shoe "a"]', '= B table="4"', '= P table="4"', "1: number 2 of shoes is no object", '[shoe "b"]',
        '= T table="4"', "1: there is no list rounds",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("25,00", 2500),
        ("-1.025,50", -102550),
        ("€1.000.000,05", 100000005),
        ("1,025", 102500),
        ("1,025.5", 102550),
        ("1,02", 102),
    ],
)
def test_an_amount_with_a_decimal_comma_is_read_where_it_can_mean_one_thing(text: str, cents: int) -> None:
    assert cents_in(text) == cents


@pytest.mark.parametrize("text", ["9" * 5_000, "1" + ",000" * 2_000, "9" * 5_000 + ",00"])
def test_an_amount_longer_than_any_number_costs_its_row_alone(text: str) -> None:
    with pytest.raises(RowError, match="is no amount"):
        cents_in(text)
    mapping = 'winner = "w"\n[[wagers]]\nwager = "tie"\nstake = "s"'
    first, second = lines_of(shoe_file("csv", f"w;s\nB;{text}\nP;5\n", mapping))
    assert first.startswith("2: '")
    assert second == "= P $1 tie 5.00"


@pytest.mark.parametrize("text", ["1.025", "25,0", "1.02,50"])
def test_an_amount_that_can_mean_two_things_is_not_read(text: str) -> None:
    with pytest.raises(RowError, match="is no amount"):
        cents_in(text)


def test_a_row_that_tells_its_shoe_alone_is_no_coup() -> None:
    text = '{"shoe":"1","event":"start"}\n{"shoe":"1","winner":"B"}\n{"shoe":"2"}\n{"shoe":"2","winner":"P"}'
    right = ['[shoe "1"]', 'noted event="start"', "= B", '[shoe "2"]', "= P"]
    assert lines_of(shoe_file("json", text, 'shoe = "shoe"\nwinner = "winner"')) == right


def test_lines_of_json_with_a_broken_one_among_them() -> None:
    text = '{"winner":"B","player":{"cards":["Kh","3s"]}}\n{"winner":"P", "note": "{\n{"winner":"T"}\nword\n{"winner"'
    assert lines_of(shoe_file("json", text)) == [
        "Kh 3s | = B", "2: this is no JSON, from byte 25 on", "= T", "4: this is no JSON, from byte 0 on",
        "5: this is no JSON: it breaks off",
    ]  # fmt: skip


OF_OBJECTS = """\
{"Player": [{"rank": "K", "suit": "H"}, {"rank": 9, "suit": "s"}], "Banker": [{"rank": "Z"}, {"rank": 2}]}
{"Player": [], "Banker": [{"rank": 4, "suit": "D"}], "result": "T"}
{"Player": [{"rank": "10", "suit": "♣"}, {"rank": "ACE", "suit": "SPADES"}],
 "Banker": [{"rank": 4, "suit": "D"}, {"rank": 4, "suit": "C"}], "result": "B"}
"""


def test_cards_that_are_objects_are_guessed_and_told() -> None:
    found = shoe_file("json", OF_OBJECTS)
    assert found.guess is not None
    assert "a card is an object: rank is taken as its rank, suit as its suit" in map(str, found.guess.words)
    assert lines_of(found) == ["1: 'Z' is no card", "| 4d = T", "Tc As | 4d 4c = B"]
    assert lines_of(shoe_file("json", OF_OBJECTS, mapping_text(found.guess.mapping))) == lines_of(
        shoe_file("json", OF_OBJECTS)
    )
    found = shoe_file("json", '{"player": {"cards": [{"suit": "?", "code": "KH"}, {"code": "9S"}]}, "winner": "P"}')
    assert lines_of(found) == ["Kh 9s | = P"]
    assert found.guess
    assert "a card is an object, and code is taken as what it is" in map(str, found.guess.words)


def test_a_number_that_may_be_the_value_of_a_king_is_no_ten() -> None:
    found = shoe_file("json", '{"player": [{"value": 10}, {"value": 9}], "winner": "P"}')
    assert lines_of(found) == ['= P player="{\\"value\\": 10} {\\"value\\": 9}"']


def test_what_tells_nothing_of_a_coup_is_none() -> None:
    """A log has other things in it than coups, a table a line of sums; a mapping may name a place that is not there."""
    text = '{"event":"start"}\n{"winner":"B"}\n{"event":"stop","winner":null}\n'
    right = "it tells nothing of a coup: nothing stands in winner"
    assert lines_of(shoe_file("json", text, 'winner = "winner"')) == [f"1: {right}", "= B", f"3: {right}"]
    assert lines_of(shoe_file("csv", "note,winner\nfirst,B\n1 coup,\n")) == ['= B note="first"', f"3: {right}"]
    missed = lines_of(shoe_file("json", '{"winner":"B"}\n', 'winner = "result"\nplayer = ["p1", "p2"]'))
    assert missed == ["1: it tells nothing of a coup: nothing stands in p1, p2, result"]


def test_an_object_nested_deeper_than_any_is_set_aside() -> None:
    deep = '{"note": ' + "[" * 900 + "]" * 900 + ', "winner": "B"}'
    text = f'{deep}\n{{"winner":"P"}}\n'
    right = ["1: this is nested too deeply", "= P"]
    assert lines_of(shoe_file("json", text, 'winner = "winner"')) == right
    assert lines_of(shoe_file("json", text)) == right


@settings(max_examples=40)
@given(st.text(max_size=60), st.sampled_from(["csv", "json", "results", "notation", "record"]))
def test_nothing_that_is_read_stops_the_reading(text: str, kind: str) -> None:
    mapping = ShoeMapping(winner="a", player="b", coup="c", at="d") if kind in ("csv", "json") else None
    file = io.StringIO(f"a,b,c,d\n{text}\n" if kind == "csv" else text)
    for item, _ in read_shoes(kind, file, mapping).items:
        assert isinstance(item, Unread) or item_of(line_of(item)) == item


@given(st.text(max_size=12) | st.from_regex(r"[0-9AJQKTajqkt♠♥hsdc ,-]{0,12}", fullmatch=True))
def test_any_text_is_cards_or_a_sentence(text: str) -> None:
    with suppress(RowError):
        assert all(len(face) <= 2 for face in cards_in(text))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("winner = ", "this is no TOML"),
        ("victor = 'x'", "victor"),
        ("shoe = 'x'", "it tells nothing of a coup"),
        ("winner = 3", "winner: a text is expected, not a whole number"),
        ("winner = 'x'\ntable = 'y'", "there is no shoe"),
        ("winner = 'x'\namounts = 'pounds'", "dollars or cents"),
        ("winner = 'x'\ndelimiter = '::'", "one character"),
        ("winner = 'x'\ncode = 'klingon'", "code is one of utf-8"),
        ("winner = 'x'\n[winners]\n1 = 'Z'", "P, B, T, not 'Z'"),
    ],
)
def test_a_wrong_mapping_is_one_sentence(text: str, says: str) -> None:
    with pytest.raises(MappingError, match=says):
        read_mapping(text.encode())


# ------------------------------------------------------------------------------------------------ constant memory


class Repeated(io.RawIOBase):
    """A file that begins with one text and then repeats another until it has a size; nobody holds it whole."""

    def __init__(self, first: bytes, again: bytes, size: int) -> None:
        self._parts = self._made(first, again, size)
        self._left = b""

    @staticmethod
    def _made(first: bytes, again: bytes, size: int) -> Iterator[bytes]:
        yield from filter(None, [first])
        for _ in range(size // len(again)):
            yield again

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        self._left = self._left or next(self._parts, b"")
        count = min(len(buffer), len(self._left))
        buffer[:count], self._left = self._left[:count], self._left[count:]
        return count


def peak(source: Callable[[int], ShoeFile], size: int) -> int:
    """The most bytes that reading a file of this size held at a time."""
    tracemalloc.start()
    try:
        count = 0
        for item, _ in source(size).items:
            assert not isinstance(item, Unread), item
            count += 1
        assert count > 50
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


WINNER = ShoeMapping(winner="winner")
LONG = b"many words " * 180
"""Long rows: there are few of them then, and reading them is quick."""
LONG_FILES: dict[str, tuple[str, bytes, bytes, ShoeMapping | None]] = {
    "notation": ("notation", b"shoe-notation 1\n", b"Kh 2s 3d | Qd 5c = T- ; " + LONG + b"\n", None),
    "table": ("csv", b"winner,note\n", b"B," + LONG + b"\n", WINNER),
    "tables by turns": (
        "csv",
        b"table,shoe,winner,note\n",
        b"".join(b"%s,%d,B," % (table, shoe) + LONG + b"\n" for shoe in (1, 2) for table in (b"one", b"two")),
        ShoeMapping(table="table", shoe="shoe", winner="winner"),
    ),
    "list in one line": ("json", b'[{"winner":"B"}', b',{"winner":"B","note":"\\"}{' + LONG + b'"}', WINNER),
    "records": ("record", b"", record("seneca"), None),
}


@pytest.mark.parametrize("name", LONG_FILES)
def test_a_file_four_times_as_long_needs_no_more_memory(name: str) -> None:
    kind, first, again, mapping = LONG_FILES[name]

    def source(size: int) -> ShoeFile:
        return read_shoes(kind, io.TextIOWrapper(io.BufferedReader(Repeated(first, again, size))), mapping)

    small, large = 240_000, 840_000
    peak(source, small)  # what is read once and kept, such as the events' readers
    growth = peak(source, large) - peak(source, small)
    assert growth < (large - small) / 4
