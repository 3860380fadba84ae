"""Each planted fault is found and named with its coup, and nothing else is; right shoes give no finding."""

import random

import pytest

from minibac.rules.rulebook import RULEBOOKS
from tests.audit.planted import KINDS, Shoe, audited, rank_only, right_shoe

SHOES = 4
"""Right shoes for each rulebook; the campaign has more."""
TRIES = 16


def told(shoe: Shoe) -> str:
    return "\n".join(f"{f.code} coup {f.coup} line {f.line} {f.clause} {f.said}" for f in audited(shoe))


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("seed", range(0, 4 * SHOES, 4))
def test_a_right_shoe_gives_no_finding(rulebook: str, seed: int) -> None:
    shoe = right_shoe(rulebook, seed)
    assert told(shoe) == ""
    assert told(rank_only(shoe)) == ""


def test_there_are_forty_kinds_and_more() -> None:
    assert len(KINDS) >= 60


@pytest.mark.parametrize("kind", KINDS)
def test_a_planted_fault_is_found_and_named(kind: str) -> None:
    rng = random.Random(kind)
    planted = 0
    for number in range(TRIES):
        shoe = right_shoe(RULEBOOKS[number % 4], number)
        case = KINDS[kind](rng, shoe)
        if case is None:
            continue
        shoes, code, coup = case
        found = audited(*shoes)
        assert (code, coup) in [(finding.code, finding.coup) for finding in found], (number, found)
        assert {finding.coup for finding in found} <= {coup}, found
        planted += 1
        if planted == 2:
            return
    assert planted, f"{kind} fits none of {TRIES} shoes"
