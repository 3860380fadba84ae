"""The log of a table, as a house keeps it, in items: one shoe after the other, with who dealt each coup."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from minibac.cards.share import shares_text
from minibac.rules.options import typed
from minibac.shoes.noted import Fact, Item, NotedCoup
from minibac.shoes.noted_record import NotedTable, note_share
from minibac.table import events as e


class NotedLog:
    """The items of one table's whole log, event by event."""

    def __init__(self, table: str) -> None:
        self._table = table
        self._shoe_no = 0
        self._shares: dict[int, str] = {}
        self._noted = NotedTable()

    def past(self, event: e.Event) -> Iterator[Item]:
        """What one event adds."""
        if isinstance(event, e.ProcedureFinished):
            self._shares = {}
        note_share(self._shares, event)
        if isinstance(event, e.TableOpened):
            yield Fact("rulebook", event.rulebook)
            for name, value in event.options.items():
                yield Fact(f"option.{name}", typed(value))
            for approved in event.approved:
                yield Fact(f"approved.{approved.wager.id}", msgspec.json.encode(approved).decode())
        elif isinstance(event, e.StackCommitted):
            self._shoe_no, self._noted = event.shoe_no, NotedTable()
            yield Fact("shoe", f"{self._table}/{event.shoe_no}")
            if event.commitment:
                yield Fact("commitment", event.commitment)
        elif isinstance(event, e.ShoeRevealed):
            if event.shoe_no == self._shoe_no and event.order:
                if self._shares:
                    yield Fact("shares", shares_text(self._shares))
                yield Fact("order", " ".join(event.order))
                yield Fact("salt", event.salt)
        else:
            for item in self._noted.past(event):
                yield (
                    replace(item, fields=(*item.fields, ("dealer", event.by))) if isinstance(item, NotedCoup) else item
                )
