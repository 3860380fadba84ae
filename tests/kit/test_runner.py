"""``minibac kit run``: engines that are right, wrong by a misreading, slow, silent, broken and talkative."""

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from minibac.kit.engine import answer
from minibac.kit.judging import BURN_READINGS, DERIVED, JUDGES, NOTHING_ENDS, ROAD_READINGS, SHOE_READINGS
from minibac.kit.vectors import vectors

PAGE = Path(__file__).parents[2] / "docs" / "kit.md"
TWENTY = re.search(r"```python\n(import json, sys\n.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)

Run = Callable[..., Any]


@pytest.fixture
def run(minibac: Any, tmp_path: Path) -> Run:
    """Put the kit to an engine that is written here: its report, exit status and words."""

    def call(source: str, *options: str) -> Any:
        (tmp_path / "engine.py").write_text(source, encoding="utf-8")
        result = minibac("kit", "run", "--json", *options, "--", sys.executable, str(tmp_path / "engine.py"))
        told = json.loads(result.stdout)
        told["status"], told["stderr"] = result.exit_code, result.stderr
        return told

    return call


def twenty(old: str = "", new: str = "") -> str:
    """The engine of the documentation, with something in it read otherwise."""
    assert TWENTY
    assert old in TWENTY[1]
    return TWENTY[1].replace(old, new) if old else TWENTY[1]


def chapter(told: Any, name: str = "drawing") -> Any:
    return next(one for one in told["chapters"] if one["chapter"] == name)


def test_the_engine_of_the_documentation_is_right_in_twenty_lines(run: Run) -> None:
    told = run(twenty())
    assert (told["status"], told["passed"], told["engine"]) == (0, True, "twenty lines")
    assert chapter(told)["right"] == chapter(told)["asked"] == chapter(told)["vectors"]
    assert chapter(told, "roads")["asked"] == 0
    assert len([line for line in twenty().splitlines() if line.strip()]) <= 22


@pytest.mark.parametrize(
    ("old", "new", "reading"),
    [
        ("6: (6, 7)}", "6: range(10)}", "the Banker's Hand draws on 6 against any third card"),
        ("if max(points(player), points(banker)) < 8:", "if True:", "a natural does not end the drawing"),
        ("[cards[0], cards[2]], [cards[1], cards[3]]", "cards[:2], cards[2:4]", "the Player's Hand gets two cards"),
        ('"tie" if mine == theirs', '"banker" if mine == theirs', "ties are called for the Banker's Hand"),
        ("third = points(player[2:])", "third = points(player)", "the Player's new total is looked up"),
        ("third = points(player[2:])", "third = points(player[:2])", "the total of the Player's first two cards"),
        ('"A23456789"', '"0123456789"[1:].replace("1", "0")', "an ace counts nothing, as a ten does"),
        ('"A23456789"', '"A23456789TJQK"', "a jack counts 1, a queen 2 and a king 3"),
        ("banker)) < 8:", "banker)) < 9:", "two cards of 8 are no natural"),
    ],
)
def test_a_misreading_is_named(run: Run, old: str, new: str, reading: str) -> None:
    told = run(twenty(old, new), "--only", "drawing")
    drawn = chapter(told)
    assert told["status"] == 1
    assert any(reading in each["sentence"] for each in drawn["misreadings"])
    assert drawn["wrong"]
    assert all(wrong["sentences"] and wrong["clauses"] for wrong in drawn["wrong"])
    assert drawn["right"] + len(drawn["wrong"]) == drawn["asked"]


def test_the_words_for_a_person(minibac: Any, tmp_path: Path) -> None:
    engine = tmp_path / "engine.py"
    engine.write_text(twenty("6: (6, 7)}", "6: range(10)}"), encoding="utf-8")
    call = ("kit", "run", "--only", "drawing", "--", sys.executable, str(engine))
    english, chinese = minibac(*call), minibac("--language", "zh", *call)
    assert english.exit_code == chinese.exit_code == 1
    assert "a misreading explains 66 wrong answers: the Banker's Hand draws on 6" in english.stdout
    assert "it stays (s42/i/3/b6)" in " ".join(english.stdout.split())
    assert "误读" in chinese.stdout


LOOP = """import json, sys, time
n = 0
for line in sys.stdin:
    q = json.loads(line)
    n += 1
    if q["ask"] == "hello":
        print(json.dumps({"id": q["id"], "answers": ["remedy"]}), flush=True)
        continue
"""


@pytest.mark.parametrize(
    ("does", "sentence", "stopped"),
    [
        ("    sys.exit('no more')", "the engine ended with status 1 in place of an answer; it said: no more", True),
        (
            "    sys.exit('TypeError: no cards\\n\\nversion 20')",
            "the engine ended with status 1 in place of an answer; it said: TypeError: no cards",
            True,
        ),
        ("    time.sleep(60)", "no answer within 0.1 seconds: the engine was ended", True),
        ("    print('hm', flush=True)", "the answer is no JSON: hm", False),
        ("    print('[]', flush=True)", "the answer is no JSON object: []", False),
        ("    print('[' * 9_999, flush=True)", "the answer is nested too deeply: [[[", False),
        (
            "    print('{\"id\": %d, \"do\": %s}' % (q['id'], '[' * 900 + ']' * 900), flush=True)",
            'the answer is nested too deeply: {"id": 2, "do": [[[',
            False,
        ),
        ("    print('{}', flush=True)", "the answer has the id null, and the question had 2", False),
        ("    print(json.dumps({'id': q['id']}), flush=True)", "the answer lacks do", False),
        ("    print(json.dumps({'id': q['id'], 'do': 1}), flush=True)", "do: 1 is told, and", False),
    ],
)
def test_an_engine_that_does_not_answer(run: Run, does: str, sentence: str, stopped: bool) -> None:
    told = run(LOOP + does, "--only", "remedies", "--timeout", "0.1" if "sleep" in does else "60")
    assert told["status"] == 1
    assert chapter(told, "remedies")["wrong"][0]["sentences"][0].startswith(sentence)
    assert bool(told["stopped"]) is stopped
    assert chapter(told, "remedies")["right"] == 0
    if stopped:
        assert told["stderr"].strip().endswith("the engine was started 4 times and did not stay: nothing more is asked")


def test_what_an_engine_cannot_answer_is_neither_right_nor_wrong(run: Run) -> None:
    told = run(LOOP + "    print(json.dumps({'id': q['id'], 'cannot': 'no'}), flush=True)", "--only", "remedies")
    asked = chapter(told, "remedies")
    assert (asked["cannot"], asked["wrong"], told["passed"], told["status"]) == (asked["asked"], [], False, 1)


def test_a_whole_number_may_be_written_with_a_point(run: Run, tmp_path: Path) -> None:
    """Lua writes every number so, and Python what it has divided: ``80.0`` is ``80`` to JSON."""

    answers = {
        json.dumps(vector.question, sort_keys=True): json.loads(json.dumps(vector.answer), parse_int=float)
        for name in ("settlement", "roads")
        for vector in vectors(name)
    }
    (tmp_path / "engine.py.json").write_text(json.dumps(answers), encoding="utf-8")
    told = run(ANSWERS.replace('"id": q["id"]', '"id": float(q["id"])'), "--only", "settlement")
    assert (told["status"], chapter(told, "settlement")["wrong"]) == (0, [])
    assert chapter(run(ANSWERS, "--only", "roads"), "roads")["wrong"] == []


def test_an_engine_that_is_not_there_and_one_that_does_not_introduce_itself(minibac: Any, run: Run) -> None:
    result = minibac("kit", "run", "no-such-engine-at-all")
    assert result.exit_code == 1
    assert result.stderr == "minibac: no-such-engine-at-all cannot be started: no such file or directory\n"
    told = run("import sys\nfor line in sys.stdin: print('{\"id\": 1}', flush=True)")
    assert told["stopped"] == "the answer to hello needs answers, a list of words"


ANSWERS = """import json, sys
answers = json.load(open(sys.argv[0] + ".json"))
for line in sys.stdin:
    q = json.loads(line)
    key = json.dumps({k: v for k, v in q.items() if k not in ("id", "kit")}, sort_keys=True)
    told = {"answers": ["settle", "roads", "odds", "script"]} if q["ask"] == "hello" else answers[key]
    print(json.dumps({"id": q["id"], **told}), flush=True)
"""


EXPOSED = "exposed-in-dealing"


def test_misread_payments_roads_odds_and_remedies(run: Run, tmp_path: Path) -> None:
    """Another rate, a tail that always keeps to its row, a shoe that never gets smaller, another book's remedies."""
    answers = {}
    for name in ("settlement", "roads", "odds", "scripts"):
        for vector in vectors(name):
            question, right = vector.question, vector.answer
            options = question.get("options", {})
            if name == "settlement" and options.get("vigorish_rate") == "4%":
                right = answer({**question, "options": {**options, "vigorish_rate": "5%"}})
            elif name == "roads":
                right = answer({**question, "tail": "sticky"})
            elif name == "odds" and "rulebook" not in question and sum(question["counts"]) > 5:
                right = answer({**question, "counts": [count * 10**9 for count in question["counts"]]})
            elif name == "scripts" and question["happens"][:1] and question["happens"][0]["mishap"] != EXPOSED:
                right = answer({**question, "rulebook": "section-42", "options": {}})
            answers[json.dumps(question, sort_keys=True)] = right
    (tmp_path / "engine.py.json").write_text(json.dumps(answers), encoding="utf-8")
    told = run(ANSWERS, "--only", "settlement", "--only", "roads", "--only", "odds", "--only", "scripts")
    assert "wagers are settled as under Section 42 with vigorish_rate=5%" in [
        each["sentence"] for each in chapter(told, "settlement")["misreadings"]
    ]
    wrong = chapter(told, "settlement")["wrong"]
    assert wrong
    assert all(one["question"]["options"]["vigorish_rate"] == "4%" for one in wrong)
    assert "vigorish of" in wrong[0]["sentences"][0]
    (road,) = chapter(told, "roads")["misreadings"]
    assert road["sentence"].startswith("a tail always keeps to its row")
    assert [each["sentence"] for each in chapter(told, "odds")["misreadings"]] == [
        "the chances are those of a shoe that never gets smaller"
    ]
    scripts = chapter(told, "scripts")
    assert [each["sentence"] for each in scripts["misreadings"]] == ["remedies are those of Section 42"]
    assert {one["question"]["rulebook"] for one in scripts["wrong"]} == {"massachusetts"}
    assert all(one["clauses"] and one["reason"] and one["sentences"] for one in scripts["wrong"])


def test_our_own_engine_and_the_naive_dealer(minibac: Any) -> None:
    naive = Path(__file__).with_name("naive_engine.py")
    result = minibac("kit", "run", "--json", "--", sys.executable, str(naive))
    told = json.loads(result.stdout)
    assert [wrong["sentences"] for one in told["chapters"] for wrong in one["wrong"]] == []
    assert result.exit_code == 0
    assert chapter(told)["right"] == 728
    for name in ("settlement", "shoes", "scripts"):
        assert chapter(told, name)["right"] == chapter(told, name)["vectors"] >= 30
    few = ("--only", "remedies", "--only", "shoes", "--only", "roads", "--only", "scripts")
    own = minibac("kit", "run", "--json", *few, "--", sys.executable, "-m", "minibac", "kit", "engine")
    assert own.exit_code == 0
    assert all(one["right"] == one["vectors"] for one in json.loads(own.stdout)["chapters"])


def test_an_engine_that_ends_at_once_is_told_in_one_sentence(minibac: Any) -> None:
    result = minibac("kit", "run", "--", sys.executable, "-c", "")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "ended with status 0 in place of an answer" in result.stderr


def test_vectors_are_written_and_a_folder_that_cannot_be_is_refused(minibac: Any, tmp_path: Path) -> None:
    result = minibac("kit", "vectors", str(tmp_path / "v"), "--only", "remedies", "--json")
    (written,) = json.loads(result.stdout)
    data = (tmp_path / "v" / "remedies.jsonl").read_bytes()
    assert written["bytes"] == len(data)
    assert len(data.splitlines()) == 1 + len(vectors("remedies"))
    (tmp_path / "file").write_text("", encoding="utf-8")
    refused = minibac("kit", "vectors", str(tmp_path / "file" / "v"), "--only", "remedies")
    assert refused.exit_code == 1
    assert "cannot be written" in refused.stderr


def test_our_engine_says_what_it_cannot_answer(minibac: Any) -> None:
    lines = [
        '{"id": 1, "ask": "coup", "cards": ["Zz"]}',
        "what",
        '{"id": 3, "ask": "tea"}',
        '{"id": 4, "ask": "settle"}',
        '{"id": 5, "ask": "settle", "rulebook": "section-42", "cards": [], "wagers": [], "options": {"decks": 5}}',
        '{"id": 6, "ask": "remedy", "rulebook": "seneca", "mishap": "burn-too-many"}',
        '{"id": 7, "ask": "settle", "cards": [], "wagers": [{"seat": 99, "wager": "tie", "stake_cents": 5}]}',
        '{"id": 8, "ask": "script", "cards": ["7h"], "rounds": 1, "happens": [], "ends": false}',
    ]
    script = {"ask": "script", "cards": ["7h", "8s", "Kd", "Kc"], "rounds": 1, "ends": False}
    for number, mishap in ((9, "card-in-error"), (10, "earthquake")):
        happens = [{"round": 1, "after": 2, "mishap": mishap}]
        lines.append(json.dumps({**script, "id": number, "happens": happens}))
    result = minibac("kit", "engine", input="\n".join(lines))
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [one["id"] for one in answers] == [1, None, 3, 4, 5, 6, 7, 8, 9, 10]
    assert all(one["cannot"] for one in answers)
    assert "there is no card 'Zz'" in answers[0]["cannot"]
    assert "decks=5 is not allowed" in answers[4]["cannot"]
    assert answers[7]["cannot"] == "the script has 1 card, and needs more"
    assert "card-in-error never comes to its moment" in answers[8]["cannot"]
    assert "earthquake does not happen in a script" in answers[9]["cannot"]


NONSENSE: list[Any] = [
    None, True, -1, 10**40, 0.5, "", "1/0", "1e999999999", "Zz", [], [1], ["7h"] * 9, [[]], {}, [{}], {"a": 1},
    [{"seat": [1], "wager": {}}], [["pay", 1, "none", 5]], [["dance", 1, "tie", 5]], [["pay", 10**40, "tie", -5]],
    [{"seat": 1, "wager": "player", "outcome": "maybe", "net_cents": 10**40, "vigorish_cents": []}],
]  # fmt: skip


@pytest.mark.parametrize("name", JUDGES)
def test_nonsense_in_any_field_is_wrong_and_told_in_a_sentence(name: str) -> None:
    vector = vectors(name)[-1]
    judge = JUDGES[name](frozenset())
    for field in vector.answer:
        for value in NONSENSE:
            told = {**vector.answer, field: value}
            if json.dumps(value) != json.dumps(vector.answer[field]):
                assert all(map(str, judge.faults(vector, told))), (field, value)
                assert judge.faults(vector, told), (field, value)
    judge.misread()


@pytest.mark.parametrize("reading", SHOE_READINGS, ids=str)
def test_misread_shoes_are_named(reading: Any) -> None:
    judge = JUDGES["shoes"](frozenset())
    for vector in vectors("shoes"):
        judge.faults(vector, SHOE_READINGS[reading](vector))
    (found,) = judge.misread()
    assert (found.said, found.wrong >= 3) == (reading, True)


@pytest.mark.parametrize("reading", BURN_READINGS, ids=str)
def test_a_misread_burn_is_named_whatever_else_is_wrong_or_left_out(reading: Any) -> None:
    """An engine that forgets the round in which the cards run out; and one that never says how many are burned."""
    for leaves_out, shown in ((), slice(0, -1)), (("burned",), slice(None)):
        judge = JUDGES["shoes"](frozenset({"cutting_card", "last_hand", *leaves_out}))
        for vector in vectors("shoes"):
            would = SHOE_READINGS[reading](vector)
            judge.faults(vector, {**would, "coups": would["coups"][shown]})
        assert [each.said for each in judge.misread()] == [reading]


def test_payments_misread_in_every_table_are_named_once() -> None:
    """Without vigorish Massachusetts pays as at EZ, and only there: what explains every table is told alone."""
    judge = JUDGES["settlement"](frozenset({"actions"}))
    for vector in vectors("settlement"):
        wagers = [
            one | {"net_cents": one["net_cents"] + one["vigorish_cents"], "vigorish_cents": 0}
            for one in vector.answer["wagers"]
        ]
        judge.faults(vector, vector.answer | {"wagers": wagers})
    (found,) = judge.misread()
    assert str(found.said) == "no vigorish is taken"
    assert found.wrong > 200


@pytest.mark.parametrize("reading", ROAD_READINGS, ids=str)
def test_misread_roads_are_named(reading: Any) -> None:
    """Whatever else is wrong: this engine never has a big road of one coup."""
    judge = JUDGES["roads"](frozenset({"ask"}))
    derived = set(ROAD_READINGS[reading](vectors("roads")[-1])) <= set(DERIVED)
    for vector in vectors("roads"):
        told = {**vector.answer, **ROAD_READINGS[reading](vector)}
        judge.faults(vector, {**told, "big_road": told["big_road"][1:]} if derived else told)
    (found,) = judge.misread()
    assert (found.said, found.wrong >= 3) == (reading, True)


def test_derived_roads_that_are_looked_at_by_the_grid_and_misread() -> None:
    """An engine with a grid in place of lengths: what a published one makes of ``BBPPPB``, and of the second column."""
    judge = JUDGES["roads"](frozenset({"ask", "bead_plate", "big_road", "small_road", "cockroach_pig"}))
    for vector in vectors("roads"):
        columns: list[int] = []
        marks, last = "", ""
        for letter in vector.question["coups"].replace("T", ""):
            columns = [*columns[:-1], columns[-1] + 1] if letter == last else [*columns, 1]
            column, row = len(columns) - 1, columns[-1] - 1
            if row and column >= 1:
                marks += "R" if row < columns[column - 1] else "B"
            elif not row and column >= 2:
                marks += "R" if columns[column - 1] == columns[column - 2] else "B"
            last = letter
        judge.faults(vector, {"big_eye_boy": marks})
    (found,) = judge.misread()
    assert str(found.said).startswith("in derived roads every cell past the end of the column it looks back at is blue")


def test_an_engine_that_keeps_the_roads_of_the_shoe_before_is_named() -> None:
    judge, before = JUDGES["roads"](frozenset()), ""
    for vector in vectors("roads")[:20]:
        before += vector.question["coups"]
        judge.faults(vector, answer({**vector.question, "coups": before}))
    (found,) = judge.misread()
    assert found.said == NOTHING_ENDS


def test_the_marks_of_a_derived_road_may_be_told_alone() -> None:
    vector = next(one for one in vectors("roads") if one.question["coups"] == "BBPPPP")
    marks = {name: "".join(mark for *_, mark in vector.answer[name]) for name in ("big_eye_boy", "small_road")}
    judge = JUDGES["roads"](frozenset({"ask"}))
    assert marks["big_eye_boy"] == "RBR"
    assert judge.faults(vector, {**vector.answer, **marks}) == []
    (wrong,) = judge.faults(vector, {**vector.answer, **marks, "big_eye_boy": "RB"})
    assert str(wrong) == 'big_eye_boy: "RB" is told, and "RBR" is right'


def test_edges_of_wagers_that_an_engine_does_not_have_are_not_looked_at() -> None:
    vector = next(one for one in vectors("odds") if "panda-8" in one.answer.get("edges", {}))
    edges = {name: edge for name, edge in vector.answer["edges"].items() if name != "panda-8"}
    assert JUDGES["odds"](frozenset({"panda-8"})).faults(vector, {"edges": edges}) == []
    (lacking,) = JUDGES["odds"](frozenset()).faults(vector, {"edges": edges})
    assert str(lacking).startswith("edges, panda-8: null is told, and")
    (wrong,) = JUDGES["odds"](frozenset({"panda-8"})).faults(vector, {"edges": {**edges, "tie": 0.5}})
    assert str(wrong).startswith("edges, tie: 0.5 is told, and")
