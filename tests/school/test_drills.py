"""Every key of every drill under every rulebook, held against the naive dealer; sheets, practice, answers as typed."""

import re
from itertools import chain, permutations, product

import pytest

from minibac.houses.house import sample_house
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.rulebook import RULEBOOKS, load
from minibac.school.answers import CARDS, CHIPS, MONEY, NUMBER, WORDS, AnswerForm, amounts, one_of, order_of
from minibac.school.drills import DRILLS
from minibac.school.items import Item, Lesson
from minibac.school.noting import of_sheet
from minibac.school.practice import COMES_BACK_AFTER, Practice, examined, fresh, score, sheet
from minibac.table.steps import book_of
from minibac.voice.languages import languages, render
from tests.school.second_opinion import disagreement

ITEMS = 150
HANDING = ("section-42", "massachusetts", "seminole")
OF_SOME_BOOKS = {"house-money": ("massachusetts",), "match-play": ("section-42",), "turning": HANDING}
"""Drills on what only these rulebooks have."""
NO_CLAUSE = ("sums",)
"""Arithmetic, for which no clause asks."""


def lesson(rulebook: str, **choices: str) -> Lesson:
    rules = build(load(rulebook), choices)
    table = sample_house(rulebook).table_for(rulebook)
    assert isinstance(rules, HouseRules)
    assert table is not None
    return Lesson(rules, table.chips_cents)


@pytest.mark.parametrize("drill", DRILLS)
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_key_is_what_the_naive_dealer_says(rulebook: str, drill: str) -> None:
    table = lesson(rulebook)
    steps = {key: step.says for key, step in book_of(table.rules).steps.items()}
    items = sheet(table, [DRILLS[drill]], "keys", ITEMS)
    assert len(items) == (ITEMS if rulebook in OF_SOME_BOOKS.get(drill, RULEBOOKS) else 0)
    assert [wrong for item in items if (wrong := disagreement(rulebook, item, steps))] == []
    for item in items:
        assert item.clauses or drill in NO_CLAUSE
        assert all(item.right(item.form.read(answer) or "") for answer in item.answers)


PLANTED = dict.fromkeys(("steps", "who", "remedies", "two-people", "relief", "picture"), "b")
"""A wrong letter where ``-1`` is none; an item whose answer it happens to be is passed over."""


@pytest.mark.parametrize("drill", DRILLS)
def test_a_wrong_key_is_noticed(drill: str) -> None:
    rulebook, *_ = OF_SOME_BOOKS.get(drill, ("massachusetts",))
    table = lesson(rulebook)
    steps = {key: step.says for key, step in book_of(table.rules).steps.items()}
    planted = PLANTED.get(drill, "-1")
    items = [item for item in sheet(table, [DRILLS[drill]], "planted", 12) if planted not in item.answers]
    wrong = [item._replace(answers=(planted,)) for item in items]
    assert any(disagreement(rulebook, item, steps) for item in wrong)


def asked(items: tuple[Item, ...]) -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    return [(str(item.question), tuple(map(str, item.options)), item.answers) for item in items]


def test_a_seed_makes_the_same_sheet_again_and_another_seed_another() -> None:
    drills = list(DRILLS.values())
    one, same, other = (asked(sheet(lesson("section-42"), drills, seed, 6)) for seed in ("7", "7", "8"))
    assert one == same
    assert one != other
    again = [item.drill for item in sheet(lesson("section-42"), drills, "7", 6)]
    known = [name for name in DRILLS if "section-42" in OF_SOME_BOOKS.get(name, RULEBOOKS)]
    assert again == [name for name in known for _ in range(6)]


def test_a_sheet_rises_from_easy_to_hard() -> None:
    counts = DRILLS["counts"]
    assert [item.level for item in sheet(lesson("seneca"), [counts], "1", 7)] == [1, 1, 2, 2, 3, 3, 3]
    assert {item.level for item in sheet(lesson("seneca"), [counts], "1", 7, level=2)} == {2}


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_usual_sheet_of_the_tableau_has_every_cell_once(rulebook: str) -> None:
    items = sheet(lesson(rulebook), [DRILLS["tableau"]], "1")
    assert len(items) == len({str(item.question) for item in items}) == 8 + 8 * 11


def test_a_table_without_vigorish_has_nothing_to_ask_about_it() -> None:
    table = lesson("massachusetts", vigorish_type="ez")
    assert sheet(table, [DRILLS["vigorish"], DRILLS["marker-buttons"]], "1") == ()
    assert any("Dragon 7" in item.shown for item in sheet(table, [DRILLS["announcements"]], "1", 300, level=3))


def test_a_continuous_shuffler_has_no_last_hand() -> None:
    table = lesson("section-42", shuffler="continuous")
    assert next(fresh(DRILLS["last-hand"], table, "1", 1), None) is None


def test_several_orders_are_right_where_no_clause_orders_the_moves() -> None:
    accepted = 0
    for item in sheet(lesson("section-42"), [DRILLS["order"]], "1", 40):
        right = item.shown.split()
        assert not item.right(" ".join(reversed(right)))
        steps = [item.asked["moves"][int(number) - 1][0] for number in right]
        if steps[:2] == ["collect", "collect"]:
            accepted += item.right(" ".join([right[1], right[0], *right[2:]]))
    assert accepted > 0


@pytest.mark.parametrize(("drill", "level"), [("order", None), ("two-people", 3)])
def test_a_key_on_paper_tells_every_order_that_is_right(drill: str, level: int | None) -> None:
    """Whoever marks a sheet by hand sees what may change places: no more and no less than the engine takes."""
    several = 0
    for item in sheet(lesson("section-42"), [DRILLS[drill]], "1", 12, level):
        if item.judge is None or len(item.shown.split()) > 6:
            continue
        groups = [group.strip(" ()").split() for group in re.findall(r"\([^)]*\)|[^ ()]+", item.in_brackets)]
        told = {" ".join(chain(*order)) for order in product(*map(permutations, groups))}
        right = {" ".join(order) for order in permutations(item.shown.split()) if item.right(" ".join(order))}
        assert told == right
        several += len(right) > 1
    assert several


def test_nobody_passes_a_drill_of_yes_and_no_by_one_word() -> None:
    """Of the roles of a house hardly any two go together, and those few are asked about as often as the others."""
    for drill, level in (("two-people", 1), ("relief", 1), ("relief", 2), ("relief", 3), ("capped", 1)):
        for seed in ("1", "2", "3"):
            items = sheet(lesson("section-42"), [DRILLS[drill]], seed, 20, level)
            assert 2 <= sum(item.shown == "y" for item in items) <= 18, (drill, level, seed)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_no_two_options_are_the_same_in_any_language(rulebook: str) -> None:
    drills = [DRILLS[name] for name in ("steps", "who", "remedies", "two-people", "picture")]
    for item in sheet(lesson(rulebook), drills, "1", 30):
        for language in languages():
            assert len({render(option, language) for option in item.options}) == len(item.options)


# ------------------------------------------------------------------------------------------------------------- practice


def test_a_wrong_item_comes_back_spaced_until_it_is_right_twice() -> None:
    items = sheet(lesson("seminole"), [DRILLS["counts"]], "1", 20, level=1)
    practice, places = Practice(items), []
    for place in range(100):
        item = practice.next
        if item is None:
            break
        if item is items[0]:
            places.append(place)
        practice = practice.answered(place > 0)
    first, then = COMES_BACK_AFTER
    assert places == [0, first + 1, first + then + 2]
    assert practice.answers_count == 22
    assert practice.answered(False) == practice


def test_at_the_end_of_a_sheet_what_is_left_comes_at_once() -> None:
    items = sheet(lesson("seminole"), [DRILLS["counts"]], "1", 1)
    practice = Practice(items).answered(False).answered(False).answered(True)
    assert practice.next is items[0]
    assert practice.answered(True).next is None


def test_what_a_wrong_answer_is_besides_wrong_is_counted() -> None:
    seneca = lesson("seneca")
    for drill, others in (
        ("payments", {"overpaid": ("99999", "1000000"), "": ("-99999", "x", None)}),
        ("layout", {"overpaid": ("99999 -99999", "-99999 99999"), "": ("-99999 -99999", "1", None)}),
        ("picture", {"false_alarms": ("a", "b")}),
    ):
        items = sheet(seneca, [DRILLS[drill]], "7", 20, 1)
        right = [item for item in items if drill != "picture" or item.shown == item.labels[-1]]
        for kind, texts in others.items():
            for text in texts:
                tried = of_sheet(
                    right, [text] * len(right), way="test", rulebook="seneca", seed="7", level=1, seconds=9
                )
                assert tried is not None
                counted = {"overpaid": tried.overpaid, "false_alarms": tried.false_alarms}
                assert counted == {"overpaid": 0, "false_alarms": 0} | ({kind: len(right)} if kind else {})
    wrongly_none = [item for item in sheet(seneca, [DRILLS["picture"]], "7", 20, 1) if item.shown != item.labels[-1]]
    tried = of_sheet(wrongly_none, ["d"] * 20, way="test", rulebook="seneca", seed="7", level=1, seconds=9)
    assert tried is not None
    assert tried.false_alarms == 0


def test_the_score_counts_first_attempts_and_names_clauses() -> None:
    items = sheet(lesson("seneca"), [DRILLS["tableau"]], "1", 3, level=2)
    one, two, _ = items
    wrong = {"d": "s", "s": "d"}[one.shown]
    (row,) = score(items, [examined(one, wrong), examined(one, one.shown), examined(two, two.shown)])
    assert (row["items"], row["answered"], row["right"]) == (3, 2, 1)
    assert row["look_up"] == [*one.clauses][:1]
    assert not examined(one, "").right


# -------------------------------------------------------------------------------------------------------- what is typed


@pytest.mark.parametrize(
    ("form", "typed", "written"),
    [
        (NUMBER, " 07 ", "7"),
        (NUMBER, "seven", None),
        (NUMBER, "9" * 40, None),
        (MONEY, "$1,250", "1250.00"),
        (MONEY, "-.5", "-0.50"),
        (MONEY, "1.234", None),
        (MONEY, "", None),
        (amounts(2), "+95 -50", "95.00 -50.00"),
        (amounts(2), "95", None),
        (CHIPS, "2x25 1X100 1x25", "1x100 3x25"),
        (CHIPS, "100", None),
        (WORDS, "No more bets!", "no more bets"),
        (WORDS, " … ", None),
        (CARDS, "7H, 10d", "7h Td"),
        (CARDS, "1z", None),
        (one_of(3), "C", "c"),
        (one_of(3), "d", None),
        (one_of(3), "", None),
        (order_of(3), "3, 1 2", "3 1 2"),
        (order_of(3), "3 1", None),
        (order_of(3), "3 1 1", None),
    ],
)
def test_what_is_typed_is_read_in_one_form(form: AnswerForm, typed: str, written: str | None) -> None:
    assert form.read(typed) == written
