"""A sample of the campaign of code: faults planted in the running program are noticed, and are gone afterwards."""

import pytest

from minibac.cards.card import parse_cards
from minibac.play import decisions
from minibac.rules.rulebook import load
from tests.campaigns._code_faults import ROOT, Fault, Planted, faults, files

DECISIONS = ROOT / "src/minibac/play/decisions.py"


def planted(function: str, kind: str) -> Fault:
    return next(fault for fault in faults(DECISIONS) if (fault.function, fault.kind) == (function, kind))


def test_there_are_faults_of_every_kind_in_every_room() -> None:
    every = [fault for file in files() for fault in faults(file)]
    assert {fault.kind for fault in every} == {
        "a comparison turned",
        "a bound moved",
        "a check skipped",
        "a guard negated",
        "a step dropped",
        "and for or",
        "or for and",
    }
    rooms = {"cards", "play", "table", "pits", "house", "houses", "machine", "rules"}
    assert {fault.file.split("/")[2] for fault in every} == rooms
    assert all(fault.line > 0 for fault in every)


@pytest.mark.parametrize(
    ("function", "kind", "wrong"),
    [("check_count", "a comparison turned", None), ("count_of", "a comparison turned", ValueError)],
)
def test_a_planted_fault_changes_the_answer_and_is_taken_out_again(
    function: str, kind: str, wrong: type[Exception] | None
) -> None:
    book, hand = load("section-42"), parse_cards("As 2h")
    right = decisions.check_count(hand, 4, book)
    assert right is not None
    with Planted(planted(function, kind)) as stands:
        assert stands
        if wrong:
            with pytest.raises(wrong):
                decisions.check_count(hand, 4, book)
        else:
            assert decisions.check_count(hand, 4, book) is None
    assert decisions.check_count(hand, 4, book) == right
