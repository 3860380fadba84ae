"""What the command line tells people in Chinese has no English word left in it."""

import re

import pytest

from minibac.rules.rulebook import RULEBOOKS, load

NAMES = {
    "minibac", "House", "Money",  # the program, and a wager that has no other name
    "pure", "cpu", "gpu", "auto",  # devices
    "help", "shoes", "json", "csv", "all", "compare", "decks", "set", "stake", "report", "checkpoint", "FILE", "CENTS",
    "cards", "wager", "tail", "down", "sticky", "roads", "odds", "deal", "simulate", "study", "bankroll", "count",
    "rules", "BPPTB", "RULEBOOK", "TEXT", "coups", "removed", "counts", "html", "pdf", "example", "books", "tray",
}  # fmt: skip
"""What is typed as it is in every language: commands, options, placeholders, file names."""

TOLD = [
    "odds massachusetts --set vigorish_rounding=up-to-25c --set house_money=on --covariances",
    "odds section-42 --wager banker --effects",
    "odds section-42 --compare vigorish_type=tie-25",
    "odds massachusetts --set vigorish_rounding=up-to-25c --stake 500-700:100",
    "simulate section-42 --shoes 2 --device pure --per-shoe banker",
    "simulate section-42 --show-shoe 7",
    "deal section-42 --cards 7h,9s,3c,2d,Kd,5c,2c --wager 1:banker=10000 --wager 4:tie=500 --explain",
    "roads BPPTBBbp",
]
STUDIED = [
    "study bankroll section-42 --wager banker --fraction 0.1",
    "study count section-42 --wager tie --tags 0,0,0,-1,-1,-1,-1,2,2,0 --trigger 4 --burn unseen",
    "study depth section-42 --wager tie --depths 14",
]
WRONG = [
    "odd",
    "odds",
    "odds masachusetts",
    "odds section-42 --frob",
    "odds section-42 --decks x",
    "odds section-42 --set decks",
    "odds section-42 --set decks=0",
    "odds section-42 --stake 5-x",
    "odds section-42 --wager ties",
    "odds section-42 --all --compare decks=6",
    "odds section-42 --csv --json",
    "odds section-42 --removed Z",
    "odds section-42 --counts 1,2",
    "odds section-42 --report prices.txt",
    "odds section-42 --house-money",
    "odds section-42 more",
    "simulate section-42",
    "simulate section-42 --shoes",
    "simulate section-42 --shoes 1 --device gup",
    "study cont",
    "study bankroll section-42",
    "roads",
    "roads BX",
    "roads B --tail x",
    "deal section-42 --cards 7h,zz --wager banker",
    "deal section-42 --cards 7h,9s",
    "rules foo",
    "books foo",
]


def words_left(text: str, typed: str) -> set[str]:
    """The English words of a text, other than names, options with their values, clauses, and what was typed."""
    options = {word for book in map(load, RULEBOOKS) for option in book.option for word in option.name.split("_")}
    known = NAMES | options | set(RULEBOOKS) | set(re.findall(r"[a-zA-Z]{3,}", typed))
    plain = re.sub(r"\w+=[\w%./-]+|\b(?:ma|s42|seat|layout)/\S+|\b(?:" + "|".join(RULEBOOKS) + r")\b", "", text)
    return set(re.findall(r"[a-zA-Z]{3,}", plain)) - known


@pytest.mark.parametrize("line", TOLD)
def test_what_is_told(minibac, line):
    result = minibac("--language", "zh", *line.split())
    assert (result.exit_code, result.stderr) == (0, "")
    assert words_left(result.stdout, line) == set()


@pytest.mark.parametrize("line", STUDIED)
def test_what_is_studied(minibac, line, monkeypatch):
    """With findings that nobody had to deal shoes for."""
    pytest.importorskip("numba")
    import numpy as np

    from minibac.simulate.bankroll import Paths
    from minibac.simulate.findings import Finding, Sums
    from minibac.simulate.study import AtDepth

    found = Finding("tie", Sums(2, (160.0, 10.0, 1.0, 3.0), (1.0,) * 16))
    one, two = np.zeros(2, np.int64), np.ones((2, 2))
    paths = Paths("banker", 100.0, 1, one, two, two[0], one, one, two[0])
    monkeypatch.setattr("minibac.simulate.study.count_study", lambda *_: found)
    monkeypatch.setattr("minibac.simulate.study.depth_study", lambda *_: (AtDepth(14, (found,)),))
    monkeypatch.setattr("minibac.simulate.bankroll.bankroll_study", lambda *_: paths)
    test_what_is_told(minibac, line)


@pytest.mark.parametrize("line", WRONG)
def test_a_wrong_call(minibac, line):
    result = minibac("--language", "zh", *line.split())
    assert result.exit_code in (1, 2)
    assert result.stdout == ""
    assert result.stderr.startswith("minibac: ")
    assert words_left(result.stderr, line) == set()


def test_the_environment_chooses_too(minibac, tmp_path):
    chosen = {"MINIBAC_LANGUAGE": "zh"}
    assert "没有命令" in minibac("odd", env=chosen).stderr
    assert "没有赌场的数据" in minibac("books", "day", "--data", str(tmp_path), env=chosen).stderr


def test_columns_stand_under_one_another(minibac):
    """A Chinese character is as wide as two others."""
    from minibac.voice.languages import columns

    lines = minibac(
        "--language", "zh", "simulate", "section-42", "--shoes", "2", "--device", "pure"
    ).stdout.splitlines()
    first = next(place for place, line in enumerate(lines) if line.startswith("投注"))
    assert len({columns(line) for line in lines[first : first + 4]}) == 1
