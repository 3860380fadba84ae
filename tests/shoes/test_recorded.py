"""From a notation to a shoe record and back: whatever both can say is the same afterwards, and the record verifies."""

import random
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minibac.house.recorded import RecordLines, recorded
from minibac.rules.rulebook import RULEBOOKS, load
from minibac.shoes.check import check_record
from minibac.shoes.notation import line_of, read_notation
from minibac.shoes.noted import Fact, Item, NotedCoup, NotedMoment, Unread
from minibac.shoes.noted_record import noted, timed
from minibac.shoes.reading import placed
from minibac.shoes.record import make_record, read_record
from minibac.table.state import Phase
from tests.naive import dealer as naive
from tests.records.shoes import record, stored
from tests.table.helpers import Table
from tests.table.scenarios import SCENARIOS

SUITED = [rank + suit for rank in "A23456789TJQK" for suit in "shdc"]
BURNS = {"A": 1, **{str(n): n for n in range(2, 10)}, **dict.fromkeys("TJQK", 10)}


def records_of(items: Iterable[Item | Unread]) -> list[RecordLines | Unread]:
    return list(recorded((item, line_no) for line_no, item in enumerate(items, start=2)))


def one_record(items: Iterable[Item | Unread]) -> bytes:
    (made,) = records_of(items)
    assert isinstance(made, RecordLines), made
    return b"".join(made.lines)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_our_records_come_back_from_their_notation(rulebook: str) -> None:
    for shoe_no in (1, 2):
        items = list(noted(read_record(record(rulebook, shoe_no))))
        again = read_record(one_record(items))
        assert list(noted(again)) == items
        checked = check_record(again)
        assert (checked.faults, checked.not_replayed) == ((), "")
        assert checked.committed


def test_every_wager_and_house_money_come_back() -> None:
    table = Table("massachusetts", seed=3, cut_card_depth=340, house_money="on", dragon_bonus="on")
    chance = random.Random(3)
    while table.state.shoe_no <= 1:
        if table.at(Phase.BETTING) and not table.state.wagers:
            for seat in table.state.occupied:
                for wager in table.rules.propositions:
                    if chance.random() < 0.5:
                        table.bet(seat, wager.id)
        table.step()
    items = list(noted(read_record(b"".join(make_record(stored(table.log), 1)))))
    assert {wager.wager for item in items if isinstance(item, NotedCoup) for wager in item.wagers} > {"house-money"}
    assert list(noted(read_record(one_record(items)))) == items


@pytest.mark.parametrize("name", ["last-hand-section-42", "last-hand-massachusetts"])
def test_a_cutting_card_that_lay_deeper_than_the_least_comes_out_in_the_same_coup(name: str) -> None:
    items = list(noted(read_record(b"".join(make_record(stored(SCENARIOS[name]().log), 1)))))
    assert any(isinstance(item, NotedMoment) for item in items)
    assert list(noted(read_record(one_record(items)))) == items


VERSIONS = Path(__file__).parents[1] / "data" / "versions"


@pytest.mark.parametrize("version", ["0.1.0", "0.2.0"])
def test_records_of_former_versions_come_back_also_where_guests_had_a_share_in_the_shuffle(version: str) -> None:
    data = (VERSIONS / version / "shoe.jsonl").read_bytes()
    items = list(noted(read_record(data)))
    made = one_record(items)
    assert made.partition(b",")[0] == data.partition(b",")[0]  # minibac-shoe/2, and 3 with shares
    again = read_record(made)
    assert list(noted(again)) == items
    assert check_record(again).faults == ()
    shares = [item for item in items if isinstance(item, Fact) and item.name == "shares"]
    assert bool(shares) == (version == "0.2.0")
    for told, says in (("1:", "withheld a share"), ("one", "cannot be read"), ("1:ab", "64 hexadecimal digits")):
        altered = [Fact("shares", told) if item in shares else item for item in items]
        (found,) = records_of(altered) if shares else (Unread(1, "", says),)
        assert isinstance(found, Unread)
        assert says in found.why


def test_a_coup_that_could_not_be_completed_comes_back_and_one_that_somebody_noted_as_void_too() -> None:
    table = SCENARIOS["void-with-house-money-massachusetts"]()
    items = list(noted(read_record(b"".join(make_record(stored(table.log), 1)))))
    (void,) = [item for item in items if isinstance(item, NotedCoup) and item.status == "void"]
    assert void.remarks == ("incident unfinishable",)
    assert list(noted(read_record(one_record(items)))) == items
    head = ("shoe-notation 1", *HEAD, "1. 9h Kd | Qd 4c = P")
    for lines in (["2. void 9s | Kd $3 banker 5.00 push"], ["2. void 2h 2d | Qd 3c {misdeal}"]):
        made = read_record(one_record(read_notation([*head, *lines])))
        assert check_record(made).faults == ()
        last = [item for item in noted(made) if isinstance(item, NotedCoup)][-1]
        assert line_of(last).replace("{incident unfinishable}", "").startswith(lines[0].partition(" {")[0])


# ------------------------------------------------------------------------------ shoes of a real table, without an order


@st.composite
def real_shoes(draw: st.DrawFn) -> list[str]:
    """A shoe that somebody noted at a real table, dealt by the naive dealer: with times or without."""
    rulebook = draw(st.sampled_from(RULEBOOKS))
    chance = random.Random(draw(st.integers(0, 10**6)))
    cards = SUITED * 8
    chance.shuffle(cards)
    coups, are_timed = draw(st.integers(0, 4)), draw(st.booleans())
    clock = iter(range(1_800_000_000_000, 1_900_000_000_000, draw(st.integers(1, 10**7))))

    def at() -> str:
        return f' at="{timed(next(clock))}"' if are_timed else ""

    burned = cards[: 1 + BURNS[cards[0][0]]]
    shown = len(burned) if load(rulebook).fixed["burn_exposure"].value == "all" else 1
    lines = [f'[shoe "{draw(st.sampled_from(["pit-2/", ""]))}{draw(st.integers(1, 40))}"]', f'[rulebook "{rulebook}"]']
    lines.append(f"cut {draw(st.integers(30, 380))}{at()}")
    lines.append("burn " + " ".join([*burned[:shown], *"x" * (len(burned) - shown)]) + at())
    left, number = cards[len(burned) :], draw(st.integers(1, 500))
    for coup_no in range(number, number + coups):
        player, banker, left, _ = naive.deal_hands(rulebook, left)
        counts = naive.point_count(player), naive.point_count(banker)
        winner = "T" if counts[0] == counts[1] else "P" if counts[0] > counts[1] else "B"
        pairs = "b" * (banker[0][0] == banker[1][0]) + "p" * (player[0][0] == player[1][0])
        if draw(st.booleans()):
            misread = next(card for card in SUITED if card not in (*player, *banker))
            player = [f"({misread}){player[0]}", *player[1:]] if len(player) + len(banker) == 4 else player
        hands = f"{' '.join(player)} | {' '.join(banker)}"
        lines.append(f"{coup_no}. {hands} = {winner}{pairs or '-'} {counts[0]}:{counts[1]}{at()}")
    return lines


@settings(max_examples=12, deadline=None)
@given(real_shoes())
def test_what_was_noted_at_a_real_table_comes_back(lines: list[str]) -> None:
    items = list(read_notation(["shoe-notation 1", *lines]))
    made = one_record(items)
    again = noted(read_record(made))
    assert [item for item in again if not str(getattr(item, "name", "")).startswith("option.")] == items
    assert check_record(read_record(made)).faults == ()


def aside(*lines: str) -> str:
    (found,) = recorded(placed("notation", ["shoe-notation 1", *lines]))
    assert isinstance(found, Unread)
    return f"{found.line_no}: {found.why}"


HEAD = ('[shoe "T/1"]', '[rulebook "seneca"]', "cut 200", "burn As 2h")


@pytest.mark.parametrize(
    ("lines", "line_no", "says"),
    [
        (("1. Kh 2s 3d | Qd 5c = T-", "2. 9s Kd | 4 4c = P"), 7, "rank and suit of every card that is turned, and 4"),
        (("1. Kh 2s 3d | Qd 4c = P-",), 6, "card 8 of the shoe is not noted"),
        (("1. 9h Kd | Qd 4c = B",), 6, 'coup 1: winner would be "P" by the rulebook, not "B"'),
        (
            ("1. 9h Kd | Qd 4c = P $3 banker 25.00 win +25.00",),
            6,
            "$3 banker 25.00 lose -25.00 by the rulebook, not $3 banker",
        ),
        (
            ("1. 9h Kd | Qd 4c = P", "2. void 9s 2c | Kd 3c 4d"),
            7,
            "player would be 9s 2c 4d by the rulebook, not 9s 2c",
        ),
        (("1. 9h Kd | Qd 4c = P $3 moon 25.00",), 6, "moon"),
        (("1. simulated 9h Kd | Qd 4c = P",), 6, "coup 1: simulated is not dealt again"),
        (("1. void 9h Kd | Qd", "2. 9h Kd | Qd 4c"), 7, "by the rulebook the end of the shoe comes before this"),
        (("1. void 9h x | Qd 4c",), 6, "rank and suit of every card that is turned, and x has not"),
        (("1. 9h Kd | Qd 4c = P", "last-hand"), 7, "the last hand does not come here"),
        (("last-hand", "1. 9h Kd | Qd 4c = P"), 6, "the last hand does not come here"),
        (("1. 9h Kd | Qd 4c = P", "3. 9s Kd | Qd 4c = P"), 7, "number would be 2 by the rulebook, not 3"),
        (("1. 9h Kd | Qd 4c = P", "Hello, world"), 7, "'Hello,' begins no line"),
        (("1. 9h Kd | Qd 4c = P", '2. 9s Kd | Qd 4c = P at="2026-01-01"'), 4, "times all or none"),
    ],
)
def test_a_shoe_that_cannot_be_a_record_is_set_aside_with_its_line(
    lines: tuple[str, ...], line_no: int, says: str
) -> None:
    told = aside(*HEAD, *lines)
    assert told.startswith(f"{line_no}: shoe T/1 becomes no record: ")
    assert says in told


def test_a_shoe_without_a_name_a_rulebook_or_a_cut_is_no_record() -> None:
    assert "its rulebook is not stated" in aside(HEAD[0], "cut 200")
    assert "named by table and number" in aside('[shoe "evening"]', '[rulebook "seneca"]')
    assert "by the rulebook the cut comes before this" in aside(*HEAD[:2], "burn As 2h")


def test_what_a_record_has_no_place_for_is_counted() -> None:
    lines = ["shoe-notation 1", *HEAD, '1. 9h~97 Kd | Qd 4c = P dealer="Ann" {slow} ; quick']
    (made,) = recorded(placed("notation", lines))
    assert isinstance(made, RecordLines)
    assert dict(made.left_out) == {"confidence": 1, "dealer": 1, "remark": 1, "comment": 1}
