"""``minibac rules --controls``: what regulators and test labs ask, and which tests prove it."""

import pytest

from minibac.rules.controls import controls


def test_controls_are_counted_and_listed(told):
    found = told("rules", "--controls")
    assert list(found) == ["controls", "proven", "out", "missing", "list"]
    assert found["controls"] == 44 == len(found["list"])
    assert found["proven"] + found["out"] + len(found["missing"]) == 44
    assert [entry["id"] for entry in found["list"]] == list(controls())
    for entry in found["list"]:
        assert entry["says"]
        assert entry["source"]
        assert entry["proven"] == (bool(entry["keeps"]) and entry["out"] is None)
        assert (entry["id"] in found["missing"]) == (not entry["proven"] and entry["out"] is None)


def test_controls_as_a_table(minibac):
    result = minibac("rules", "--controls")
    assert result.exit_code == 0
    assert "44 controls" in result.stdout
    assert all(f"\n  {control_id} " in result.stdout for control_id in controls())


@pytest.mark.parametrize("word", ["R7", "r7"])
def test_one_control(minibac, told, word):
    entry = told("rules", word)
    assert entry["id"] == "R7"
    assert entry["source"] == "GLI-19 4.5.2b,c; NJ 1.28G(c)"
    text = minibac("rules", word).stdout
    assert "No adaptive behaviour" in text
    assert all(test in text for test in entry["keeps"])


@pytest.mark.parametrize("also", [("section-42",), ("--coverage",), ("R7",)])
def test_controls_stand_alone(refused, also):
    assert refused("rules", *also, "--controls") == [
        "--controls counts all controls and stands alone; minibac rules R7 shows one"
    ]
