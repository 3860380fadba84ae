"""A run on disk: continued, merged, refused when it is another one, and never lost."""

from pathlib import Path

import pytest

from minibac.simulate.checkpoint import (
    Checkpoint,
    Subject,
    continued,
    joined,
    load,
    merged,
    save,
    start,
)
from minibac.simulate.histogram import empty
from minibac.simulate.plan import By, SimulationError, plan
from minibac.simulate.runs import back_end, run
from tests.simulate.shoes import house

RULES = house()
SHOES = plan(RULES, decks=1)
WORTH = (tuple(range(SHOES.codes)),)
SUBJECT = Subject.of("section-42", dict(RULES.options), SHOES, 5, ["banker"])


def dealt(first: int, shoes: int, before: Checkpoint | None = None) -> Checkpoint:
    checkpoint = before or start(SUBJECT, empty(SHOES.codes, 1))
    for step in run(SHOES, 5, checkpoint.missing(first, shoes), back_end("pure"), worth=WORTH, chunk_shoes=7):
        checkpoint = checkpoint.plus([(step.first_shoe, step.shoes)], step.histogram, 0.25)
    return checkpoint


def test_a_run_stopped_and_continued_is_the_run_unstopped(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    save(dealt(0, 11), path)
    save(dealt(0, 30, continued(SUBJECT, path)), path)
    whole = dealt(0, 30)
    found = load(path)
    assert (found.histogram, found.ranges) == (whole.histogram, ((0, 30),))
    assert list(tmp_path.iterdir()) == [path]


def test_runs_merge_in_any_order_and_leave_gaps_to_be_filled() -> None:
    one, two, three = dealt(0, 5), dealt(12, 6), dealt(5, 4)
    together = merged(merged(two, one), three)
    assert together.ranges == ((0, 9), (12, 6))
    assert together.missing(0, 20) == [(9, 3), (18, 2)]
    assert together.missing(2, 3) == []
    assert dealt(0, 20, together).histogram == dealt(0, 20).histogram


def test_a_shoe_is_not_counted_twice() -> None:
    with pytest.raises(SimulationError, match="shoe 4 is counted twice"):
        merged(dealt(0, 5), dealt(4, 2))
    with pytest.raises(SimulationError, match="counted twice"):
        joined([(0, 3), (1, 1)])


@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        (Subject.of("seneca", dict(RULES.options), SHOES, 5), "it has rulebook section-42, not seneca"),
        (Subject.of("section-42", dict(RULES.options), SHOES, 6), "it has seed 5, not 6"),
        (Subject.of("section-42", dict(RULES.options), plan(RULES), 5), "it has decks 1, not 8"),
        (Subject.of("section-42", dict(RULES.options) | {"tie_odds": 9}, SHOES, 5), "it has tie_odds=8, not 9"),
        (
            Subject.of("section-42", dict(RULES.options), plan(RULES, By.RANKS, 1), 5),
            "it has coups counted by points, not",
        ),
        (Subject.of("section-42", dict(RULES.options), SHOES, 5, ["tie"]), "other wagers followed"),
    ],
)
def test_another_run_is_refused(other: Subject, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    save(dealt(0, 2), path)
    before = path.read_bytes()
    with pytest.raises(SimulationError, match=sentence):
        continued(other, path)
    with pytest.raises(SimulationError, match="cannot be merged"):
        merged(start(other, empty(SHOES.codes)), load(path))
    assert path.read_bytes() == before


def test_a_damaged_file_is_said_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    save(dealt(0, 2), path)
    good = path.read_bytes()
    spoiled = [b"", b"{}", good[:-20], good.replace(b'"coups_squared":', b'"coups_squared":1'), b"\xff\xfe", b"[1,2]"]
    for content in spoiled:
        path.write_bytes(content)
        with pytest.raises(SimulationError, match="is damaged or no checkpoint"):
            load(path)
        assert path.read_bytes() == content


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(SimulationError, match="cannot be written: no such file or directory"):
        save(dealt(0, 1), tmp_path / "nowhere" / "run.json")
    with pytest.raises(SimulationError, match="cannot be read"):
        load(tmp_path / "nothing.json")
