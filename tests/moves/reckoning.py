"""A second count of a house, from what its guests were told and what its database holds; nothing of minibac is asked.

The log of each table is folded by a few lines of its own: chips, wagers, and what the cards that lie there make of
them. Held against it are the ledger and the balances, what every page said, what every guest left with, and the
answers: each acknowledged command is in the log once, and nothing is there that was refused.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import psycopg

from tests.moves.guests import TABLES, Chair, Given
from tests.moves.processes import SETTINGS

SNAPSHOT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"
EVENTS = "SELECT stream, version, line, head FROM events JOIN unnest(%s::text[], %s::bigint[]) AS row (stream, after) \
USING (stream) WHERE version > after ORDER BY stream, version"
ANSWERS = "SELECT stream, command, version FROM answers WHERE command LIKE 'g-%'"
"""Commands of guests; what processes ask of each other is kept under names of theirs."""
BALANCES = "SELECT owner, account, cents FROM balances"
UNEQUAL = """SELECT coalesce(kept.owner, summed.owner), coalesce(kept.account, summed.account), kept.cents, summed.cents
    FROM (SELECT CASE WHEN account LIKE 'guest/%' THEN '' ELSE stream END AS owner, account, sum(amount_cents) AS cents
        FROM ledger GROUP BY 1, 2) AS summed
    FULL JOIN balances AS kept ON kept.owner = summed.owner AND kept.account = summed.account
    WHERE coalesce(kept.cents, 0) <> coalesce(summed.cents, 0)"""
UNEVEN = "SELECT stream, version, sum(amount_cents) FROM ledger GROUP BY 1, 2 HAVING sum(amount_cents) <> 0"
HEADS = """SELECT stream, streams.version, last.version FROM streams
    LEFT JOIN (SELECT stream, max(version) AS version FROM events GROUP BY stream) AS last USING (stream)
    WHERE streams.version <> coalesce(last.version, 0)"""
EVENT_OF = {"TakeSeat": "SeatTaken", "BuyIn": "ChipsBought", "PlaceWager": "WagerPlaced", "LeaveSeat": "SeatLeft"}
POINTS = {rank: points for points, rank in enumerate("A23456789", 1)} | dict.fromkeys("TJQK", 0)
PAYS = {
    ("player", "player"): (1, 1),
    ("banker", "banker"): (19, 20),  # even money less five in a hundred
    ("tie", "tie"): (8, 1),
    ("player", "tie"): (0, 1),
    ("banker", "tie"): (0, 1),
}
"""What a wager pays on a result, beside the stake; a pair that is absent loses it."""


class Kept(NamedTuple):
    """What the database holds at one moment."""

    events: list[tuple[str, int, bytes, bytes]]
    answers: dict[tuple[str, str], int]
    balances: dict[tuple[str, str], int]
    wrong: list[str]


class Table:
    """One table, folded from its log."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.version = 0
        self.head = bytes(32)
        self.guests: dict[int, str] = {}
        self.chips: Counter[int] = Counter()
        self.wagers: Counter[tuple[int, str]] = Counter()
        self.cards: dict[str, dict[int, str]] = {"player": {}, "banker": {}}
        self.settling = False
        """Between the call of the result and the end of the settlement."""
        self.shoe: dict[str, Any] = {}
        """What was committed to."""
        self.cut = 0
        self.turned: dict[int, str] = {}
        """The cards of the shoe that were shown, by their place."""
        self.revealed = 0
        self.at: dict[tuple[int, int], int] = {}
        """What lay before each seat at each version that is to be held against pages."""
        self.done: dict[int, tuple[str, dict[str, Any]]] = {}
        """What guests did, by version."""

    def take(self, version: int, line: bytes, head: bytes) -> list[str]:
        """Fold an event; what is wrong with it."""
        self.version += 1
        self.head = hashlib.sha256(self.head + line).digest()
        wrong = (
            [] if (version, head) == (self.version, self.head) else [f"the chain of {self.name} breaks at {version}"]
        )
        event = json.loads(line)
        kind, seat = event["event"], event.get("seat", 0)
        if kind in EVENT_OF.values():
            self.done[version] = kind, event
        if kind == "SeatTaken":
            self.guests[seat] = event["guest"]
        elif kind == "ChipsBought":
            self.chips[seat] += event["cents"]
        elif kind == "WagerPlaced":
            self.chips[seat] -= event["cents"]
            self.wagers[seat, event["wager"]] += event["cents"]
        elif kind == "SeatLeft":
            if event["cents"] != self.chips.pop(seat, 0):
                wrong.append(f"{self.name} {version}: seat {seat} left with {event['cents']}")
            del self.guests[seat]
        elif kind == "BettingOpened":
            self.cards = {"player": {}, "banker": {}}
        elif kind in ("CardDealt", "CardsTurned"):
            self.cards[event["hand"]] |= shown(event)
        elif kind == "StackCommitted":
            self.shoe, self.cut, self.turned = event, 0, {}
        elif kind == "StackCut":
            self.cut = event["position"]
        elif kind == "ShoeRevealed":
            wrong += [f"{self.name} {version}: {what}" for what in self._reveal(event["order"], event["salt"])]
        elif kind == "ResultCalled":
            self.settling = True
        elif kind in ("CoupSettled", "CoupVoided"):
            self._settle(void=kind == "CoupVoided")
        self.turned |= shown(event)
        if not self.settling:
            self.at |= {(version, taken): self.chips[taken] for taken in self.guests}
        return wrong

    def _reveal(self, order: list[str], salt: str) -> list[str]:
        """Whether every card that was shown is the one that the order had in its place, which was committed to."""
        self.revealed += 1
        promised = hashlib.sha256(bytes.fromhex(salt) + ",".join(order).encode()).hexdigest()
        wrong = [] if promised == self.shoe["commitment"] else ["the revealed order is not the one committed to"]
        stack = order[self.cut :] + order[: self.cut]
        wrong += [
            f"card {place} is {stack[place]}: {card}" for place, card in self.turned.items() if stack[place] != card
        ]
        return wrong

    def _settle(self, *, void: bool) -> None:
        player, banker = (sum(POINTS[card[0]] for card in self.cards[hand].values()) % 10 for hand in self.cards)
        result = "tie" if player == banker else "player" if player > banker else "banker"
        for (seat, wager), stake in self.wagers.items():
            over, under = (0, 1) if void else PAYS.get((wager, result), (-1, 1))
            self.chips[seat] += stake + stake * over // under
        self.wagers.clear()
        self.settling = False


def shown(event: dict[str, Any]) -> dict[int, str]:
    """The cards that an event shows, by their place in the shoe."""
    one = {event["position"]: event["card"]} if event.get("card") else {}
    more = [event.get(name) for name in ("cards", "shown")]
    return one | {int(place): card for cards in more if isinstance(cards, dict) for place, card in cards.items()}


class Reckoning:
    """Every table of a house, as far as it has been looked at."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.tables = {f"table/{name}": Table(f"table/{name}") for name in TABLES}

    def read(self) -> Kept:
        """Ask the database, as of one moment."""
        with psycopg.connect(self._address, options="-c search_path=minibac") as database:
            database.execute(SNAPSHOT)
            after = [list(self.tables), [table.version for table in self.tables.values()]]
            events = database.execute(EVENTS, after).fetchall()
            answers = {(stream, command): version for stream, command, version in database.execute(ANSWERS)}
            balances = {(owner, account): cents for owner, account, cents in database.execute(BALANCES)}
            wrong = [f"balances and ledger differ: {row}" for row in database.execute(UNEQUAL)]
            wrong += [f"an event does not balance: {row}" for row in database.execute(UNEVEN)]
            wrong += [f"a stream is not as long as it says: {row}" for row in database.execute(HEADS)]
        return Kept(events, answers, balances, wrong)

    def wrong(self, kept: Kept, before: dict[tuple[str, str], int], chairs: Sequence[Chair]) -> list[str]:
        """Everything that is wrong; ``before``: the versions of what was acknowledged before the database was asked."""
        wrong = list(kept.wrong)
        for stream, version, line, head in kept.events:
            wrong += self.tables[stream].take(version, bytes(line), bytes(head))
        for name, version in before.items():
            if kept.answers.get(name) != version:
                wrong.append(f"{name} was acknowledged at {version}, and is kept at {kept.answers.get(name)}")
        given = {name: given for chair in chairs for name, given in named(chair)}
        done = {(table.name, version): what for table in self.tables.values() for version, what in table.done.items()}
        for (stream, command), version in kept.answers.items():
            what = done.pop((stream, version), None) or done.pop((stream, version - 1), None)  # then the cut goes on
            wrong += _as_given(stream, command, given.get((stream, command)), what)
        wrong += [f"{place} came from nobody: {what}" for place, what in done.items()]
        for chair in chairs:
            wrong += self._as_seen(chair)
        wallets: Counter[str] = Counter()
        for table in self.tables.values():
            seats = {seat: cents for seat, cents in table.chips.items() if not table.settling and cents}
            for seat, cents in seats.items():
                if kept.balances.get((table.name, f"seat/{seat}/chips")) != cents:
                    wrong.append(f"{table.name}: before seat {seat} lie {cents}, and not what balances say")
            for kind, event in table.done.values():
                if kind == "SeatLeft":
                    wallets[event["guest"]] += event["cents"]
            for _, event in (bought for bought in table.done.values() if bought[0] == "ChipsBought"):
                wallets[event["by"]] -= event["cents"]
        for guest in {chair.guest for chair in chairs}:
            cents = int(SETTINGS["guest_wallet_cents"]) + wallets[guest.id]
            if kept.balances.get(("", f"guest/{guest.id}/wallet")) != cents:
                wrong.append(f"{guest.name} has {cents} by the log, and not what balances say")
        return wrong

    def _as_seen(self, chair: Chair) -> list[str]:
        """Hold what pages said against the log, and forget it."""
        table = self.tables[f"table/{chair.table}"]
        wrong, later = [], []
        for version, cents in chair.seen:
            if version > table.version:
                later.append((version, cents))
            elif table.at.get((version, chair.seat), cents) != cents:
                wrong.append(f"{chair.table} {version}: a page of seat {chair.seat} said {cents}\n{chair}")
        chair.seen = later
        return wrong


def named(chair: Chair) -> list[tuple[tuple[str, str], Given]]:
    """The commands of a chair, by stream and the name under which the house keeps them."""
    return [((f"table/{chair.table}", f"{chair.guest.id}:{given.id}"), given) for given in chair.given]


def _as_given(stream: str, command: str, given: Given | None, done: tuple[str, dict[str, Any]] | None) -> list[str]:
    """Whether what is kept under the name of a command is what its guest gave."""
    if given is None:
        return [f"{stream} keeps {command}, which nobody gave"]
    wrong = []
    if given.answer not in ("", "ok"):
        wrong.append(f"{stream} keeps {command}, which was refused: {given}")
    if done is None:
        return [*wrong, f"{stream} keeps the answer to {command} and not what it did: {given}"]
    kind, event = done
    if kind != EVENT_OF[given.kind] or any(event[name] != value for name, value in given.facts.items()):
        wrong.append(f"{stream} keeps {event} under {given}")
    return wrong
