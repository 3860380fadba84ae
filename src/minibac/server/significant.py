"""Significant events: what a supervisor of the house wants to find in the log without reading all of it (R26)."""

from typing import Any

from minibac.books.recall import CoupFacts
from minibac.house.logs import log
from minibac.house.news import News
from minibac.table import events as e

LARGE_CENTS = 500_000
"""From this amount on a wager or a win is large."""

NOTABLE: dict[type[e.Event], str] = {
    e.CoupVoided: "void",
    e.PaymentCorrected: "correction",
    e.VigorishCleared: "balance adjustment",
    e.IncidentOpened: "incident",
    e.IncidentResolved: "incident resolved",
    e.DecksRejected: "decks rejected",
    e.RecutOrdered: "override",
    e.CoupReconstructed: "reconstruction",
    e.TableOpened: "table opened",
    e.TableClosed: "table closed",
    e.ChipsBought: "balance",
    e.StaffAssigned: "staff",
    e.OptionsChanged: "parameter change",
}


def note_events(news: News) -> None:
    """Write down what is significant in the news of a table; of a pit and of the house everything is."""
    if not news.stream.startswith("table/"):
        for event in news.events:
            log().info("significant", kind=type(event).__name__, stream=news.stream, version=news.version)
        return
    for event in news.events:
        assert isinstance(event, e.Event)
        kind = NOTABLE.get(type(event))
        if isinstance(event, e.WagerPlaced) and event.cents >= LARGE_CENTS:
            kind = "large wager"
        elif isinstance(event, e.ChipsBought) and event.cents < LARGE_CENTS:
            kind = None
        if kind:
            facts: dict[str, Any] = {"kind": kind, "event_kind": type(event).__name__, "by": getattr(event, "by", "")}
            log().info("significant", stream=news.stream, version=news.version, **facts)


def note_coup(facts: CoupFacts) -> None:
    """Write down large wins."""
    for wager in facts.wagers:
        if wager.winnings_cents >= LARGE_CENTS:
            log().info(
                "significant",
                kind="large win",
                stream=f"table/{facts.table}",
                coup_no=facts.coup_no,
                seat=wager.seat,
                wager=wager.wager,
                cents=wager.winnings_cents,
            )
