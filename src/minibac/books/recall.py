"""Recall: each round as it was, folded from the stored lines: its cards, its wagers, what they came to, and for whom.

Everything is read from the log in one pass, and nothing is kept that grows with it but the rounds that were asked for.
A round has, for each guest who had a wager in it, when it was, what lay in front of the guest before and after, what
was wagered, won and taken as vigorish, what the guest chose, and how it ended (R15). The rounds of the current shoe and
the last hundred can be rebuilt whole (R16).
"""

from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from typing import Final

import msgspec

from minibac.cards.card import parse_card, total
from minibac.play.propositions import Hands
from minibac.play.results import Result
from minibac.play.settlement import SettledWager
from minibac.records.store import Line
from minibac.records.upcast import read_event
from minibac.rules.words import named
from minibac.table import events as e
from minibac.table.names import reason_words
from minibac.table.state import TableState
from minibac.voice.said import NOTHING, Said, said

CHUNK: Final = 4_096
"""How many lines are read at first when the latest rounds are asked for: about a hundred rounds."""

Read = Callable[[int, int | None], AsyncIterator[Line]]
"""The lines of a stream after a version, up to another."""


class SeatFacts(msgspec.Struct, frozen=True):
    """One guest in one round (R15)."""

    seat: int
    guest: str
    name: str
    before_cents: int
    """What lay in front of the guest at the call, wagers included."""
    after_cents: int
    wagered_cents: int
    won_cents: int
    vigorish_cents: int
    choices: tuple[str, ...] = ()


class CoupFacts(msgspec.Struct, frozen=True, kw_only=True):
    """One round."""

    table: str
    rulebook: str
    shoe_no: int
    coup_no: int
    status: str
    """``settled``, ``void``, ``simulated``, or ``open`` while it is played."""
    opened_at: int = 0
    closed_at: int = 0
    ended_at: int = 0
    first_version: int = 0
    last_version: int = 0
    player: tuple[str, ...] = ()
    banker: tuple[str, ...] = ()
    code: int | None = None
    says: Said = NOTHING
    reason: str = ""
    """Why it is void."""
    wagers: tuple[SettledWager, ...] = ()
    seats: tuple[SeatFacts, ...] = ()

    @property
    def result(self) -> Result | None:
        return None if self.code is None else Result.from_code(self.code)

    @property
    def hands(self) -> Hands:
        """The cards of both hands."""
        return tuple(map(parse_card, self.player)), tuple(map(parse_card, self.banker))

    @property
    def told(self) -> Said:
        """What was called at the end, or why there was no end."""
        return self.says or said("{reason}", reason=reason_words(self.reason))

    @property
    def totals(self) -> tuple[int | None, int | None]:
        hands = (self.player, self.banker)
        return tuple(total([parse_card(card) for card in hand]) if hand else None for hand in hands)  # type: ignore[return-value]


class _Open:
    """A round that is being folded."""

    def __init__(self, no: int, shoe_no: int, at: int, version: int) -> None:
        self.no, self.shoe_no, self.at, self.first = no, shoe_no, at, version
        self.closed_at = self.ended_at = 0
        self.hands: dict[str, list[int]] = {"player": [], "banker": []}
        self.known: dict[int, str] = {}
        self.wagers: tuple[SettledWager, ...] = ()
        self.choices: dict[int, list[str]] = {}
        self.before: dict[int, int] = {}
        self.after: dict[int, int] = {}
        self.code: int | None = None
        self.says, self.reason = NOTHING, ""
        self.status = "open"

    def dealt(self, hand: str, position: int, card: str | None) -> None:
        """A card goes to a hand; one that lies face down is not known yet."""
        self.hands[hand].append(position)
        if card:
            self.known[position] = card

    def gone(self, *gone: int) -> None:
        """Cards that are in no hand any more."""
        for positions in self.hands.values():
            positions[:] = [position for position in positions if position not in gone]

    def shown(self, hand: str) -> tuple[str, ...]:
        """The cards of a hand that are known."""
        return tuple(self.known[position] for position in self.hands[hand] if position in self.known)


class Recall:
    """The fold: hand it the events of a table in order; it gives each round when it ends."""

    def __init__(
        self,
        table: str = "",
        rulebook: str = "",
        *,
        shoe_no: int = 0,
        balances: Mapping[str, int] | None = None,
        seats: Mapping[int, tuple[str, str]] | None = None,
    ) -> None:
        self.table, self.rulebook, self.shoe_no = table, rulebook, shoe_no
        self._balances: dict[str, int] = dict(balances or {})
        self._seats: dict[int, tuple[str, str]] = dict(seats or {})
        self._now: _Open | None = None
        self._waiting: _Open | None = None
        self.last: CoupFacts | None = None
        """The round that was decided last: settled or void, whether its cards are racked or not."""

    def feed(self, version: int, event: e.Event) -> CoupFacts | None:
        """Take one event; the round it ended, or nothing."""
        for account, cents in _moved(event):
            self._balances[account] = self._balances.get(account, 0) + cents
        self._people(event)
        now = self._now
        match event:
            case e.TableOpened():
                self.table, self.rulebook = event.table, event.rulebook
            case e.StackCommitted():
                self.shoe_no = event.shoe_no
            case e.BettingOpened():
                if now is None or now.no != event.coup_no:
                    self._now = _Open(event.coup_no, self.shoe_no, event.at, version)
            case e.SimulatedRoundStarted():
                self._waiting = now
                no = now.no if now else 0
                self._now = _Open(no, self.shoe_no, event.at, version)
                self._now.dealt("player", event.position, event.card)
            case e.CardsRacked() if now is not None:
                return self._racked(event, now, version)
            case _ if now is not None:
                self._within(event, now)
        return None

    def _within(self, event: e.Event, now: _Open) -> None:
        match event:
            case e.BettingClosed():
                now.closed_at = event.at
                now.before = {seat: self._in_front(seat) for seat in self._wagering()}
            case e.RightAnswered():
                word = "takes" if event.accept else "declines"
                now.choices.setdefault(event.seat, []).append(f"{word} the right to {event.hand}")
            case e.HouseMoneyChosen():
                now.choices.setdefault(event.seat, []).append(f"House Money: {event.choice}")
            case e.ResultCalled():
                now.code, now.says = event.code, event.announcement
            case e.CoupSettled():
                self._decided(now, event, "settled")
            case e.CoupVoided():
                now.reason, now.code = event.reason, None
                self._decided(now, event, "void")
            case _:
                self._cards(event, now)

    def _cards(self, event: e.Event, now: _Open) -> None:
        match event:
            case e.CardDealt():
                now.dealt(event.hand, event.position, event.card)
            case e.CardsTurned():
                now.known |= event.cards
            case e.CardCorrected() | e.ExposureReported():
                now.known[event.position] = event.card
            case e.CardStrayed():
                now.gone(*event.positions)
            case e.CardMoved():
                now.gone(event.position)
                now.dealt(event.hand, event.position, event.card)

    def _decided(self, now: _Open, event: e.CoupSettled | e.CoupVoided, status: str) -> None:
        now.ended_at, now.status, now.wagers = event.at, status, event.wagers
        now.after = {seat: self._in_front(seat) for seat in now.before}
        self.last = self._facts(now)

    def _racked(self, event: e.CardsRacked, now: _Open, version: int) -> CoupFacts:
        if event.simulated:
            now.status, now.ended_at = "simulated", event.at
        facts = self._facts(now, version)
        self._now, self._waiting = self._waiting if event.simulated else None, None
        if not event.simulated:
            self.last = facts
        return facts

    def _facts(self, now: _Open, version: int = 0) -> CoupFacts:
        return CoupFacts(
            **named(self, "table", "rulebook"),
            **named(now, "shoe_no", "status", "closed_at", "ended_at", "code", "says", "reason", "wagers"),
            coup_no=now.no,
            opened_at=now.at,
            first_version=now.first,
            last_version=version,
            player=now.shown("player"),
            banker=now.shown("banker"),
            seats=tuple(self._seat(now, seat) for seat in sorted(now.before)),
        )

    def _seat(self, now: _Open, seat: int) -> SeatFacts:
        guest, name = self._seats.get(seat, ("", ""))
        mine = [wager for wager in now.wagers if wager.seat == seat]
        return SeatFacts(
            seat,
            guest,
            name,
            before_cents=now.before[seat],
            after_cents=now.after.get(seat, now.before[seat]),
            wagered_cents=sum(wager.stake_cents for wager in mine),
            won_cents=sum(wager.winnings_cents for wager in mine),
            vigorish_cents=sum(wager.vigorish_cents for wager in mine),
            choices=tuple(now.choices.get(seat, ())),
        )

    def _wagering(self) -> set[int]:
        """The seats that have chips on the layout."""
        areas = (account for account, cents in self._balances.items() if cents and account.startswith("layout/"))
        return {int(account.split("/")[1]) for account in areas}

    def _in_front(self, seat: int) -> int:
        """The chips of a guest: those in front of the seat, and those on its areas."""
        area = f"layout/{seat}/"
        on_layout = sum(cents for account, cents in self._balances.items() if account.startswith(area))
        return self._balances.get(f"seat/{seat}/chips", 0) + on_layout

    def _people(self, event: e.Event) -> None:
        match event:
            case e.SeatTaken():
                self._seats[event.seat] = (event.guest, event.name)
            case e.SeatLeft():
                self._seats.pop(event.seat, None)
            case e.SeatChanged():
                self._seats[event.to] = self._seats.pop(event.seat, ("", ""))


def _moved(event: e.Event) -> Iterator[tuple[str, int]]:
    """What an event does to the accounts in front of guests."""
    for posting in getattr(event, "postings", ()):
        if posting.account.startswith(("seat/", "layout/")):
            yield posting.account, posting.amount_cents


def recalled(state: TableState, events: Iterable[tuple[int, e.Event]]) -> Recall:
    """A fold that begins in the middle of a log: what was before is worked out backwards from the state at the end."""
    known = list(events)
    balances = dict(state.balances)
    seats = {no: (seat.guest, seat.name) for no, seat in state.seats.items()}
    shoe_no = state.shoe_no
    for _, event in reversed(known):
        for account, cents in _moved(event):
            balances[account] = balances.get(account, 0) - cents
        match event:
            case e.SeatTaken():
                seats.pop(event.seat, None)
            case e.SeatLeft():
                seats[event.seat] = (event.guest, "")
            case e.SeatChanged():
                seats[event.seat] = seats.pop(event.to, ("", ""))
            case e.StackCommitted():
                shoe_no = event.shoe_no - 1
    rules = state.rules.rulebook.id
    return Recall(state.table, rules, shoe_no=shoe_no, balances=balances, seats=seats)


async def latest(
    read: Read, state: TableState, version: int, *, coups: int = 100
) -> tuple[tuple[CoupFacts, ...], Recall]:
    """The rounds of the current shoe and at least the last ``coups`` (as far as there are so many), oldest first.

    Lines are read from the end in pieces that double, so that the whole work is in proportion to what is asked for and
    not to the age of the table. The fold that found them goes on with what happens next.
    """
    size = CHUNK
    while True:
        after = max(0, version - size)
        events = [(line.version, read_event(line.bytes)) async for line in read(after, version)]
        fold = recalled(state, events)
        found = [facts for at, event in events if (facts := fold.feed(at, event)) is not None]
        whole_shoe = after == 0 or any(facts.shoe_no < state.shoe_no for facts in found)
        if after == 0 or (len(found) >= coups and whole_shoe):
            shoe = [facts for facts in found if facts.shoe_no == state.shoe_no]
            return tuple(found[-max(coups, len(shoe)) :] if found else ()), fold
        size *= 2


async def find_coup(read: Read, version: int, coup_no: int) -> tuple[int, int] | None:
    """The versions between which a round lies: its betting opened with the one, its cards were racked with the other.

    Rounds are numbered through the life of a table, so the log is searched by halves.
    """
    low, high = 0, version
    while low < high:
        middle = (low + high) // 2
        found = await _opened_after(read, middle, high)
        if found is None or found[1] > coup_no:
            high = middle
        elif found[1] < coup_no:
            low = max(found[0], middle + 1)
        else:
            high, low = found[0] - 1, found[0] - 1
    first = await _opened_after(read, low, None)
    if first is None or first[1] != coup_no:
        return None
    last = first[0]
    async for line in read(first[0] - 1, None):
        event = read_event(line.bytes)
        if isinstance(event, e.BettingOpened) and event.coup_no != coup_no:
            break
        last = line.version
        if isinstance(event, e.CardsRacked) and not event.simulated:
            break
    return first[0], last


async def _opened_after(read: Read, after: int, until: int | None) -> tuple[int, int] | None:
    """The next opening of betting: its version, and the number of the round."""
    async for line in read(after, until):
        if b'"BettingOpened"' in line.bytes[:40]:
            event = read_event(line.bytes)
            if isinstance(event, e.BettingOpened):
                return line.version, event.coup_no
    return None
