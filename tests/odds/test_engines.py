"""The exact engines: against each other, against the naive one, and against published numbers of permutations."""

import random
import subprocess
import sys
from math import factorial, perm

import pytest

from minibac.odds.exact import ResultTable, joint_table, pair_counts, result_table, table_after_four
from minibac.play.results import PAIR_LAYERS, POINT_CODES, Result, Winner
from minibac.rules.drawing import DrawingRules, parse_drawing
from tests.odds import naive_odds

np = pytest.importorskip("numpy", reason="the batch engine is the extra fast")
batch = pytest.importorskip("minibac.odds.batch", reason="the batch engine is the extra fast")

STANDARD_ROWS = dict.fromkeys("012", "-0123456789") | {"3": "-012345679", "4": "-234567", "5": "-4567", "6": "67"}

TABLEAUX = {
    "standard": ("89", "012345", STANDARD_ROWS),
    "nine is the only natural": ("9", "012345", STANDARD_ROWS),
    "no naturals": ("", "012345", STANDARD_ROWS),
    "Player draws on odd totals": ("89", "13579", STANDARD_ROWS),
    "Player never draws": ("89", "", STANDARD_ROWS),
    "Banker's row 3 stands against 5 as well": ("89", "012345", STANDARD_ROWS | {"3": "-01234679"}),
    "Banker stands on 1 and draws on 7": ("89", "012345", STANDARD_ROWS | {"1": "-", "7": "0123"}),
    "Banker draws on even totals": ("89", "012345", dict.fromkeys("02468", "-0123456789")),
    "Banker always draws": ("", "0123456789", dict.fromkeys("0123456789", "-0123456789")),
    "Banker never draws": ("89", "012345", {}),
    "naturals in the middle": ("34", "0156", dict.fromkeys("025679", "-13579") | {"1": "02468", "8": "-5"}),
}


def rules(name: str) -> DrawingRules:
    natural, player, banker = TABLEAUX[name]
    return parse_drawing(natural=natural, player=player, banker=banker)


STANDARD = rules("standard")


def shoe(decks: int) -> list[int]:
    return [4 * decks] * 13


def by_points(ranks: list[int]) -> list[int]:
    return [sum(ranks[9:]), *ranks[:9]]


def cells(table: ResultTable) -> dict[tuple[int, int, int, int], int]:
    found = {tuple(Result.from_code(code)[:4]): count for code, count in enumerate(table.by_code) if count}
    if table.void:
        found[naive_odds.VOID] = table.void
    return found  # type: ignore[return-value]


def degenerate() -> list[list[int]]:
    """Compositions that a real shoe never shows, and the ends of those that it does."""
    found = [[0] * 13, shoe(1), shoe(8), shoe(12), shoe(27)]
    for rank in range(13):
        found.append([0 if other == rank else 32 for other in range(13)])
        found += [[cards if other == rank else 0 for other in range(13)] for cards in (1, 3, 4, 5, 6, 7, 416)]
    found.append([0] * 9 + [104] * 4)
    return found


def random_compositions(number: int, seed: int) -> list[list[int]]:
    """Shoes at any depth, thin ones with ranks missing, a few cards, and up to twelve decks."""
    chance = random.Random(seed)
    found = []
    for i in range(number):
        kind = i % 5
        if kind == 0:
            found.append([chance.randint(0, 32) for _ in range(13)])
        elif kind == 1:
            found.append([chance.randint(0, 4) * chance.randint(0, 1) for _ in range(13)])
        elif kind == 2:
            found.append([chance.randint(0, 48) for _ in range(13)])
        else:
            cards = [0] * 13
            for _ in range(chance.randint(0, 9) if kind == 3 else chance.randint(6, 60)):
                cards[chance.randrange(13)] += 1
            found.append(cards)
    return found


# Published numbers.


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("decks", "banker", "player", "tie"),
    [
        (1, 6737232640, 6548674432, 1372227328),
        (6, 403095751234560, 392220492728832, 83552962932288),
        (8, 2292252566437888, 2230518282592256, 475627426473216),
    ],
)
def test_permutations_of_six_cards(decks: int, banker: int, player: int, tie: int) -> None:
    table = result_table(shoe(decks), STANDARD)
    row = batch.result_tables([shoe(decks)], STANDARD)[0].tolist()
    assert tuple(row) == (*table.by_code, table.void)
    found = dict.fromkeys(Winner, 0)
    for code, count in enumerate(table.by_code):
        found[Result.from_code(code).winner] += count
    assert found == {Winner.BANKER: banker, Winner.PLAYER: player, Winner.TIE: tie}
    assert table.total == perm(52 * decks, 6) == banker + player + tie


def test_dragon_7_and_panda_8_of_eight_decks() -> None:
    table = result_table(shoe(8), STANDARD)
    results = [(Result.from_code(code), count) for code, count in enumerate(table.by_code)]
    assert sum(count for result, count in results if result.is_dragon_7) == 112633011329024
    assert sum(count for result, count in results if result.is_panda_8) == 172660763262976


# The three engines.


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", TABLEAUX)
def test_engines_agree_on_degenerate_compositions(name: str) -> None:
    drawing = rules(name)
    compositions = degenerate()
    tables = batch.result_tables(compositions, drawing)
    for composition, row in zip(compositions, tables.tolist(), strict=True):
        table = result_table(composition, drawing)
        assert (*table.by_code, table.void) == tuple(row), composition
        cards = sum(composition)
        assert sum(row) == table.total == (perm(cards, 6) if cards >= 6 else factorial(cards)), composition


@pytest.mark.exhaustive
def test_engines_agree_on_ten_thousand_random_compositions() -> None:
    compositions = random_compositions(10_000, seed=2026)
    tables = batch.result_tables(compositions, STANDARD, threads=2)
    for composition, row in zip(compositions, tables.tolist(), strict=True):
        table = result_table(composition, STANDARD)
        assert (*table.by_code, table.void) == tuple(row), composition


@pytest.mark.exhaustive
def test_engines_agree_on_random_tableaux() -> None:
    chance = random.Random(42)

    def coin(length: int) -> tuple[bool, ...]:
        return tuple(chance.random() < 0.5 for _ in range(length))

    for _ in range(40):
        natural = tuple(chance.random() < 0.2 for _ in range(10))
        drawing = DrawingRules(natural, coin(10), tuple(coin(11) for _ in range(10)))
        compositions = random_compositions(15, seed=chance.randrange(10**6))
        tables = batch.result_tables(compositions, drawing)
        for composition, row in zip(compositions, tables.tolist(), strict=True):
            table = result_table(composition, drawing)
            assert (*table.by_code, table.void) == tuple(row), (drawing, composition)


@pytest.mark.parametrize("name", TABLEAUX)
def test_naive_engine_agrees_on_few_cards(name: str) -> None:
    tableau = naive_odds.from_truth_tables(*TABLEAUX[name])
    chance = random.Random(7)
    for cards in (0, 3, 4, 4, 5, 5, 5, 6, 6, 7, 9):
        composition = [0] * 13
        for _ in range(cards):
            composition[chance.randrange(13)] += 1
        expected = naive_odds.draws_by_result(by_points(composition), tableau)
        assert cells(result_table(composition, rules(name))) == expected, composition


@pytest.mark.parametrize("ranks", [(0, 4, 8), (3, 5, 12), (1, 2, 6, 7), (5, 6, 10, 11)])
def test_naive_engine_agrees_by_weight_on_shoes_of_a_few_ranks(ranks: tuple[int, ...]) -> None:
    composition = [31 if rank in ranks else 0 for rank in range(13)]
    composition[ranks[0]] = 200
    expected = naive_odds.draws_by_result(by_points(composition))
    assert cells(result_table(composition, STANDARD)) == expected


@pytest.mark.exhaustive
def test_naive_engine_agrees_on_a_whole_deck() -> None:
    expected = naive_odds.draws_by_result(by_points(shoe(1)))
    assert cells(result_table(shoe(1), STANDARD)) == expected


def test_altering_any_reachable_cell_moves_the_table() -> None:
    standard = result_table(shoe(8), STANDARD)
    for total in range(8):
        for third in range(11):
            rows = [list(row) for row in STANDARD.banker_draws]
            rows[total][third] = not rows[total][third]
            altered = STANDARD._replace(banker_draws=tuple(map(tuple, rows)))
            assert result_table(shoe(8), altered) != standard, (total, third)


# Pairs.


@pytest.mark.parametrize(
    "composition",
    [
        shoe(8),
        [4, 0, 3, 2, 0, 1, 5, 0, 2, 9, 0, 3, 1],
        [0] * 9 + [20, 1, 0, 3],
        [2, 2] + [0] * 11,
        [2, 0, 0, 0, 2, 0, 0, 1] + [0] * 5,
        [0] * 9 + [2, 2, 1, 0],
        [3] + [0] * 12,
    ],
)
@pytest.mark.parametrize("name", ["standard", "Banker stands on 1 and draws on 7"])
def test_joint_table_adds_up_to_points_and_to_pairs(composition: list[int], name: str) -> None:
    drawing = rules(name)
    joint = joint_table(composition, drawing)
    points = result_table(composition, drawing)
    layers = [joint.by_code[POINT_CODES * layer : POINT_CODES * (layer + 1)] for layer in range(PAIR_LAYERS)]
    assert tuple(map(sum, zip(*layers, strict=True))) == points.by_code
    assert (joint.total, joint.void) == (points.total, points.void)
    pairs = pair_counts(composition, drawing)
    assert [sum(layer) for layer in layers] == [
        pairs.neither,
        pairs.player - pairs.both,
        pairs.banker - pairs.both,
        pairs.both,
    ]
    assert pairs.void == joint.void
    if sum(composition) >= 6:
        assert batch.pair_tables([composition])[0].tolist() == [sum(layer) for layer in layers]
        assert pairs == pair_counts(composition)


@pytest.mark.parametrize("ranks", [(0, 4, 9), (9, 10, 12), (3, 8, 11), (2, 6, 7)])
@pytest.mark.parametrize("each", [2, 3, 30])
def test_joint_table_agrees_with_the_naive_engine(ranks: tuple[int, ...], each: int) -> None:
    composition = [each if rank in ranks else 0 for rank in range(13)]
    composition[ranks[1]] = each + 2
    joint = joint_table(composition, STANDARD)
    found = {tuple(Result.from_code(code)): count for code, count in enumerate(joint.by_code) if count}
    assert found == naive_odds.draws_with_pairs(composition)


def test_pairs_of_few_cards() -> None:
    two_pairs = [2, 2] + [0] * 11
    assert pair_counts(two_pairs).both == 8, "four cards decide pairs"
    assert pair_counts(two_pairs, STANDARD) == (24, (0,) * 13, (0,) * 13, 0, 24), "but A2 against A2 needs more cards"
    assert batch.pair_tables([two_pairs, [1, 2] + [0] * 11]).tolist() == [[16, 0, 0, 8], [0, 0, 0, 0]]


# Four cards open.


def test_tables_after_four_cards_add_up_to_the_whole() -> None:
    composition = [3, 1, 0, 2, 2, 4, 1, 3, 1, 2, 0, 2, 1]
    whole = [0] * POINT_CODES
    left = list(composition)
    for a in range(13):
        for b in range(13):
            for c in range(13):
                for d in range(13):
                    weight = 1
                    for rank in (a, b, c, d):
                        weight *= left[rank]
                        left[rank] -= 1
                    if weight:
                        points = [rank + 1 if rank < 9 else 0 for rank in (a, b, c, d)]
                        player, banker = (points[0] + points[2]) % 10, (points[1] + points[3]) % 10
                        for code, count in enumerate(table_after_four(player, banker, left, STANDARD).by_code):
                            if count:
                                whole[code] += weight * count
                    for rank in (a, b, c, d):
                        left[rank] += 1
    assert tuple(whole) == result_table(composition, STANDARD).by_code


def test_four_cards_open_and_too_few_behind() -> None:
    none, ace = [0] * 13, [1] + [0] * 12
    assert table_after_four(7, 6, none, STANDARD)[::2] == (1, 0)
    assert table_after_four(5, 6, none, STANDARD)[::2] == (1, 1)
    assert table_after_four(5, 7, ace, STANDARD).by_code[Result(6, 7, 3, 2).code] == 1
    assert table_after_four(5, 3, ace, STANDARD).void == 1


# Expectations.


@pytest.mark.exhaustive
def test_expectations_are_the_table_times_the_payoffs() -> None:
    compositions = random_compositions(203, seed=5)
    payoffs = np.random.default_rng(5).integers(-1, 40, (POINT_CODES, 9))
    found = batch.expectations(compositions, STANDARD, payoffs, threads=2)
    for composition, row in zip(compositions, found, strict=True):
        table = result_table(composition, STANDARD)
        for wager in range(payoffs.shape[1]):
            exact = sum(count * pays for count, pays in zip(table.by_code, payoffs[:, wager].tolist(), strict=True))
            assert row[wager] == pytest.approx(exact / table.total, rel=1e-12, abs=1e-12)


def test_ten_values_are_as_good_as_thirteen_ranks() -> None:
    compositions = random_compositions(50, seed=8)
    by_value = [by_points(composition) for composition in compositions]
    assert (batch.result_tables(by_value, STANDARD) == batch.result_tables(compositions, STANDARD)).all()


def test_out_is_written_and_returned() -> None:
    out = np.full((3, POINT_CODES + 1), -1, np.int64)
    assert batch.result_tables([shoe(6), shoe(7), [1] * 13], STANDARD, out=out) is out
    assert out.sum(axis=1).tolist() == [perm(312, 6), perm(364, 6), perm(13, 6)]
    with pytest.raises(ValueError, match="out must be"):
        batch.result_tables([shoe(8)], STANDARD, out=out)


# What cannot be counted.


@pytest.mark.parametrize(
    ("counts", "sentence"),
    [
        ([4] * 12, "13 counts"),
        ([4] * 12 + [-1], "cannot be negative"),
        ([4] * 12 + [0.5], "whole cards"),
        ([4] * 12 + ["4"], "whole cards"),
    ],
)
def test_impossible_compositions_are_refused_in_a_sentence(counts: list[int], sentence: str) -> None:
    for engine in (result_table, joint_table, pair_counts):
        with pytest.raises(ValueError, match=sentence):
            engine(counts, STANDARD)


@pytest.mark.parametrize(
    ("compositions", "sentence"),
    [
        ([4] * 13, "rows of 13 ranks or 10 values"),
        ([[4] * 12], "rows of 13 ranks or 10 values"),
        ([[4] * 12 + [-1]], "no count is negative"),
        ([[4.0] * 13], "whole numbers"),
        ([shoe(28)], "27 decks"),
    ],
)
def test_impossible_batches_are_refused_in_a_sentence(compositions: list[list[int]], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        batch.result_tables(compositions, STANDARD)


def test_no_compositions_give_no_tables() -> None:
    assert batch.result_tables(np.zeros((0, 13), np.int64), STANDARD).shape == (0, POINT_CODES + 1)


def test_the_pure_engine_needs_neither_numpy_nor_numba() -> None:
    check = "import sys, minibac.odds.exact; assert not {'numpy', 'numba'} & set(sys.modules)"
    subprocess.run([sys.executable, "-S", "-c", check], check=True, env={"PYTHONPATH": ":".join(sys.path)})


def test_the_batch_engine_names_its_extra_when_numba_is_missing() -> None:
    check = "import sys; sys.modules['numba'] = None; import minibac.odds.batch"
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "pip install 'minibac[fast]'" in done.stderr
