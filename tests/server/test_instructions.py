"""What a dealer's hands do leaves nothing to check: the one who deals reads it, on the page, at its moment."""

import pytest

from tests.server.running import Live, running
from tests.sightings import Sightings

MOMENTS = {
    "s42-1": {"cut-offer": "s42/e/4/backs-away", "dealing": "s42/g/3/i/hands"},
    "ma-1": {"cut-offer": "ma/5/b/backs-away"},
}


@pytest.mark.clause("s42/e/4/backs-away", "s42/g/3/i/hands", "ma/5/b/backs-away")
def test_the_dealer_reads_how_the_hands_do_it(saw: Sightings) -> None:
    with running() as server, server.staff("dealer", "Dot") as dot:
        for table, moments in MOMENTS.items():
            with server.guest(f"Ann of {table}") as guest:
                desk, page = dot.live(table, "dealer"), guest.live(table)
                page.sit(3)
                while desk.view["phase"] != "settling":
                    if desk.view["phase"] == "betting":
                        page.give("PlaceWager", seat=3, wager="player", cents=10_00)
                    desk.read()
                assert read(desk, saw) == moments


def read(desk: Live, saw: Sightings) -> dict[str, str]:
    """What the dealer was told at which moment, by clause."""
    phase, found = "", {}
    for message in desk.told:
        phase = {**message.get("view", {}), **message.get("set", {})}.get("phase", phase)
        line = (message.get("yours") or {}).get("instruction")
        if line:
            assert line["says"]
            (found[phase],) = line["clauses"]
            saw(line)
    return found
