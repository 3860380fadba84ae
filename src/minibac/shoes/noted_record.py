"""A shoe record of ours in the shoe notation: what was seen of each card, each coup, and what every wager came to.

A card that nobody turned stays hidden in its coup; the order that was revealed at the end, and the commitment to it,
are facts of the shoe, so that whoever reads the notation can still look.
"""

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime

import msgspec
from msgspec.structs import replace

from minibac.cards.share import shares_text
from minibac.play.results import Result
from minibac.play.settlement import SettledWager
from minibac.records.upcast import UnreadableError, read_event
from minibac.rules.house_rules import Approved
from minibac.rules.options import typed
from minibac.shoes.noted import (
    BROKEN_OFF,
    HIDDEN,
    SIMULATED,
    VOID,
    Fact,
    Fields,
    Item,
    NotedBurn,
    NotedCard,
    NotedCoup,
    NotedCut,
    NotedMoment,
    NotedWager,
)
from minibac.shoes.record import RecordError, ShoeRecord
from minibac.table import events as e
from minibac.table.snapshot import thaw


def noted(record: ShoeRecord) -> Iterator[Item]:
    """The items of a record, in the order in which they happened."""
    for item, _ in noted_lines(record):
        yield item


def noted_lines(record: ShoeRecord) -> Iterator[tuple[Item, int]]:
    """The items of a record, each with the line of the record that told it; raises :class:`RecordError`."""
    header, reveal, last = record.header, record.last.reveal, record.last_line_no
    yield Fact("shoe", f"{header.table}/{header.shoe}" if header.table else str(header.shoe)), 1
    yield Fact("rulebook", header.rulebook), 1
    for name, value in header.options.items():
        yield Fact(f"option.{name}", typed(value)), 1
    for approved in _approved(record):
        yield Fact(f"approved.{approved.wager.id}", msgspec.json.encode(approved).decode()), 1
    if header.commitment:
        yield Fact("commitment", header.commitment), 1
    walk = NotedTable()
    shares: dict[int, str] = {}
    for line_no, line in enumerate(record.lines, start=2):
        try:
            event = read_event(line)
        except UnreadableError as error:
            raise RecordError(str(error), line_no) from None
        note_share(shares, event)
        for item in walk.past(event):
            yield item, line_no
    if header.commitment:
        if shares:
            yield Fact("shares", shares_text(shares)), last
        yield Fact("order", " ".join(reveal.order)), last
        yield Fact("salt", reveal.salt), last


def note_share(shares: dict[int, str], event: e.Event) -> None:
    """Keep the values of the guests' shares in a shuffle; one that was withheld is empty."""
    match event:
        case e.ShareCommitted() if event.hash:
            shares[event.seat] = ""
        case e.ShareRevealed():
            shares[event.seat] = event.value
        case _:
            pass


def _approved(record: ShoeRecord) -> tuple[Approved, ...]:
    """The further wagers that the table took: in the state before the shoe, or as the table was opened."""
    before = bytes(record.header.before)
    if before != b"null":
        state = thaw(before)
        return state.rules.approved if state is not None else ()
    with suppress(UnreadableError):  # which is told where the line is read
        first = read_event(record.lines[0]) if record.lines else None
        return first.approved if isinstance(first, e.TableOpened) else ()
    return ()


class NotedTable:
    """The items of a table, event by event: what has been turned so far, and what belongs to the coup on the layout."""

    def __init__(self) -> None:
        self._shown: dict[int, str] = {}
        self._revoked: dict[int, tuple[str, ...]] = {}
        self._strays: list[int] = []
        self._wagers: tuple[SettledWager, ...] = ()
        self._code: int | None = None
        self._remarks: list[str] = []

    def past(self, event: e.Event) -> Iterator[Item]:
        """What one event adds."""
        self._see(event)
        yield from self._items(event)

    def _see(self, event: e.Event) -> None:
        match event:
            case e.CardDealt() | e.CardMoved() | e.SimulatedRoundStarted() if event.card:
                self._shown[event.position] = event.card
            case e.CardsTurned() | e.CardStrayed():
                self._shown |= event.cards
            case e.CardsBurned() | e.StrayDiscarded():
                self._shown |= event.shown
            case e.CardCorrected():
                self._shown[event.position] = event.card
                self._revoked[event.position] = (*self._revoked.get(event.position, ()), event.before)
            case e.ResultCalled():
                self._code = event.code
            case e.CoupSettled() | e.CoupVoided():
                self._wagers = event.wagers
            case _:
                pass
        if isinstance(event, e.CardStrayed):
            self._strays += [position for position in event.positions if position not in self._strays]
            self._remarks.append(event.kind)
        elif isinstance(event, e.IncidentOpened):
            self._remarks.append(f"incident {event.kind}")

    def _items(self, event: e.Event) -> Iterator[Item]:
        match event:
            case e.StackCut():
                yield NotedCut(event.position, _fields(event, seat=str(event.seat) if event.seat else ""))
            case e.CardsBurned():
                yield NotedBurn(self._cards(event.positions), _fields(event))
            case e.LastHandCalled():
                yield NotedMoment("last-hand", fields=_fields(event))
            case e.StrayDiscarded():
                yield NotedMoment("discarded", self._cards(event.positions), _fields(event))
            case e.OptionsChanged():
                changed = ", ".join(f"{name}={typed(value)}" for name, value in event.changed.items())
                yield NotedMoment("options", fields=_fields(event), remarks=(changed,))
            case e.CardsRacked():
                yield self._coup(event)
            case _:
                pass

    def _coup(self, racked: e.CardsRacked) -> NotedCoup:
        """The coup that goes to the rack; what was gathered for it is gone then."""
        result = None if racked.voided or self._code is None else Result.from_code(self._code)
        coup = replace(
            self.broken_off(racked.coup_no, racked.player, racked.banker),
            status=VOID if racked.voided else SIMULATED if racked.simulated else "",
            winner=result.winner.value[0].upper() if result else "",
            pairs=("b" * result.banker_pair + "p" * result.player_pair) if result else None,
            counts=(result.player_total, result.banker_total) if result else None,
            wagers=tuple(map(_wager, () if racked.simulated else self._wagers)),
            fields=_fields(racked),
        )
        self._strays, self._code, self._remarks = [], None, []
        self._wagers = self._wagers if racked.simulated else ()
        return coup

    def broken_off(self, number: int, player: tuple[int, ...], banker: tuple[int, ...]) -> NotedCoup:
        """The coup on the layout, where nobody tells how it goes on."""
        strays = tuple(p for p in self._strays if p not in (*player, *banker))
        drawn = _drawn(player, banker, strays)
        return NotedCoup(
            number=number,
            status=BROKEN_OFF,
            player=self._cards(player, drawn),
            banker=self._cards(banker, drawn),
            over=self._cards(strays, drawn),
            remarks=tuple(self._remarks),
        )

    def _cards(self, positions: tuple[int, ...], drawn: dict[int, int] | None = None) -> tuple[NotedCard, ...]:
        order = drawn or {}
        return tuple(
            NotedCard(self._shown.get(p, HIDDEN), order.get(p, 0), revoked=self._revoked.get(p, ())) for p in positions
        )


def _drawn(player: tuple[int, ...], banker: tuple[int, ...], strays: tuple[int, ...]) -> dict[int, int]:
    """Which card of the coup each was, where they did not leave the shoe in the usual order; else nothing."""
    third = (*player[2:], *banker[2:])
    usual = [p for pair in zip(player[:2], banker[:2], strict=False) for p in pair]
    usual += [*player[len(banker[:2]) : 2], *banker[len(player[:2]) : 2], *third, *strays]
    if usual == sorted(usual):
        return {}
    return {position: number for number, position in enumerate(sorted(usual), start=1)}


def _wager(settled: SettledWager) -> NotedWager:
    return NotedWager(
        settled.seat,
        settled.wager,
        settled.stake_cents,
        settled.outcome,
        settled.net_cents,
        settled.vigorish_cents,
        settled.added_cents,
        settled.coupon_cents,
    )


def _fields(event: e.Event, **more: str) -> Fields:
    """When it was, as far as it is known: a shoe that was noted without times has none in its record either."""
    at = {"at": timed(event.at)} if event.at else {}
    return tuple((name, value) for name, value in (*at.items(), *more.items()) if value)


def timed(at: int) -> str:
    """A time in milliseconds since 1970 as the notation writes it."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
