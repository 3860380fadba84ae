"""Records of our own tables with irregularities in them: what was remedied by the book is nothing to blame."""

import pytest

from minibac.audit.auditor import Auditor
from minibac.shoes.reading import placed
from minibac.shoes.record import make_record
from minibac.table.state import Phase
from tests.records.shoes import stored
from tests.table.helpers import Table
from tests.table.scenarios import SCENARIOS


def found_in(table: Table) -> list[str]:
    auditor = Auditor()
    record = b"".join(make_record(stored(table.log), 1))
    auditor.audit("a.jsonl", placed("record", record.decode().splitlines(keepends=True)))
    assert auditor.report.coups
    return [f"{f.code} {f.coup} {f.said}" for wrong in auditor.done().wrong for f in wrong.findings]


@pytest.mark.parametrize("rulebook", ["section-42", "massachusetts"])
@pytest.mark.parametrize("kind", ["card-in-error", "third-card-to-banker", "face-up-in-shoe"])
def test_an_irregularity_that_was_remedied(rulebook: str, kind: str) -> None:
    table = Table(rulebook, seats=(3,), cards="4s 3h 2d 4c 6h 9c 2d 5d 8s", cut_card_depth=380)
    table.to(Phase.BETTING)
    table.bet(3, "player", 50_00)
    table.to(Phase.RESULT)
    table.report(kind, disclosed=True)
    table.shoe()
    assert found_in(table) == []


@pytest.mark.parametrize("name", ["too-few-cards-section-42", "too-few-cards-for-a-simulated-round"])
def test_a_shoe_that_runs_out_of_cards(name: str) -> None:
    assert found_in(SCENARIOS[name]()) == []
