"""Every event of a pit and of the house is told, from facts that it has."""

import msgspec
import pytest

from minibac.machine.kinds import Event
from minibac.pits import house_events as h
from minibac.pits import pit_events as e
from minibac.pits.narrate import OTHERWISE, SAYS, told
from minibac.pits.papers import Copy
from minibac.voice.said import parts


def kinds() -> list[type[Event]]:
    return [*e.PitEvent.__subclasses__(), *h.HouseEvent.__subclasses__()]


def test_every_event_is_told() -> None:
    assert set(SAYS) == set(kinds())


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.__name__)
def test_what_is_told_is_a_fact_of_the_event(kind: type[Event]) -> None:
    fields = {field.name for field in msgspec.structs.fields(kind)}
    assert {name for _, name, _ in parts(SAYS[kind].template) if name} <= fields


def test_some_are_told_otherwise() -> None:
    signed = e.FormSigned(serial="CV-000007", role="pit-boss", complete=False)
    assert str(told(signed)) == "The pit boss signs form CV-000007."
    assert str(told(msgspec.structs.replace(signed, complete=True))).endswith("and it is complete.")
    assert set(OTHERWISE) == {"complete", "done", "closed", "surrendered", "forfeited"}
    stated = e.ReasonStated(serial="CV-000007", role="dealer", reason="gone", complete=True)
    assert "why the patron did not sign: gone" in str(told(stated))


def test_persons_have_names_and_sums_are_money() -> None:
    granted = h.ChipsGranted(guest="g-1", cents=50_00, transfer="t", postings=())
    assert str(told(granted, {"g-1": "Ann"}.__getitem__)) == "Ann (g-1) gets play chips for $50.00."
    received = e.DuplicatesReceived(copies=(Copy("CV-000007"),))
    assert str(told(received)) == "Accounting has 1 copy."
