"""A table without help: nobody is sent the next step, a count before its call, or what is to be paid."""

from collections.abc import Iterator

import pytest

from minibac.machine.roles import Role
from minibac.table import commands as c
from minibac.table.automatic import next_command
from minibac.table.dealer_view import command_plain
from minibac.table.state import Phase
from tests.page.guests import hosted_at, time_passes, waiting_house
from tests.server.running import Live, RunningServer, wait_until

ROUND = (c.CallNoMoreBets, c.DealCard, c.CallCount, c.CallResult, c.TakeActions, c.RackCards)
"""What a dealer does by hand in a round that is dealt face up; all the rest is offered by its name."""


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with waiting_house() as found:
        yield found


def withheld(live: Live, desk: Live) -> None:
    """What neither the dealer nor anybody else is told."""
    assert desk.yours is not None
    assert (desk.yours["next"], desk.yours["payouts"], desk.yours.get("instruction")) == (None, [], None)
    assert all("remedies" not in row and "otherwise" not in row for row in desk.yours["irregularities"])
    for view in (live.view, desk.view):
        assert view["strip"] == []
        assert view["phase"] != Phase.RESULT
        coup = view["coup"]
        for hand in ("player", "banker") if coup and not coup["result"] else ():
            if hand not in coup["called"] or len(coup[hand]) > 2:
                assert coup[f"{hand}_total"] is None
                assert hand not in coup["natural"]


@pytest.mark.parametrize("rulebook", ["section-42", "seminole"])
def test_a_whole_round_is_dealt_unaided(server: RunningServer, rulebook: str) -> None:
    with server.guest("Dee") as dee, server.guest("Ann") as ann:
        table = server.training(dee, rulebook, {"deal_mode": "face-up"}, dealer="me", guests=3, clock=True, help=False)
        assert next(row["help"] for row in dee.get("/api/house")["tables"] if row["id"] == table) is False
        hosted, desk, live = hosted_at(server, table), dee.live(table, "dealer"), ann.live(table, "")
        desk.ok("AssignStaff", duty="calling")
        desk.ok("AssignStaff", duty="wagers")
        done = set()
        while hosted.state.coup_no < 2:
            if hosted.state.phase is Phase.BETTING:
                wait_until(lambda: len(hosted.state.wagers) > 0)
            for page in (desk, live):
                while page.version < hosted.version:
                    page.read()
            withheld(live, desk)
            wanted = next_command(hosted.state, server.clock())
            if wanted is None or wanted.role is not Role.DEALER:
                time_passes(server, table)
                continue
            facts = command_plain(wanted.command)
            kind = facts.pop("command")
            assert desk.yours is not None
            names = {(row["command"]["command"], row["command"].get("step")) for row in desk.yours["at_hand"]}
            assert isinstance(wanted.command, ROUND) or (kind, facts.get("step")) in names
            desk.ok(kind, **facts)
            done.add(kind)
        assert {"DoStep", "LoadShoe", "BurnCards", "CallNoMoreBets", "TakeActions"} <= done
