"""Everybody who comes to a simulated house: guests, a dealer, the floor, and somebody who reads the books.

None of them shares code with the house: they follow what their pages are told. A command that nobody answered is sent
again under its id, here or at another process, until the house says yes or no.
"""

import asyncio
import hashlib
import random
from base64 import b64decode
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec

from tests.simulation.network import Host, LostError, Network, Sees, SilenceError, Wire
from tests.simulation.oracle import Oracle, promise
from tests.simulation.shuffles import sha256

COOKIE = "minibac_session"
PASSWORD = "correct horse battery"
MAIN = ("player", "banker", "tie")
PATIENCE_S = 16.0
"""After so long without a word a page believes its connection lost."""
LOOK_S = 1.0
NOBODY, LOCKED = 4001, 4023
"""With these codes a connection ends whose session is over, or locked."""
KEPT = ("TakeSeat", "BuyIn", "PlaceWager", "LeaveSeat", "CommitShare", "RevealShare")
"""What a guest holds the house to, once it has said yes."""
ALWAYS = ("TakeSeat", "BuyIn", "PlaceWager", "LeaveSeat")
"""What a guest wants later too, where the house says that it is not now."""


class Given:
    """A command, and what became of it."""

    def __init__(self, name: str, kind: str, facts: dict[str, Any]) -> None:
        self.name, self.kind, self.facts = name, kind, facts
        self.answer = ""
        self.at_s = 0.0


class Person:
    """Somebody with a page: a cookie, a role, and what the page shows."""

    role = "guest"

    def __init__(self, street: "Street", name: str, seed: str) -> None:
        self.street, self.name = street, name
        self.dice = random.Random(f"person {seed} {name}")
        self.id = self.cookie = self.csrf = ""
        self.view: dict[str, Any] = {}
        self.yours: dict[str, Any] = {}
        self.version = 0
        self.table = ""
        self.given: list[Given] = []
        self.pending: dict[str, Given] = {}
        self.wire: Wire | None = None
        self.closed_with: tuple[int, str] = (0, "")
        self.answered_s = self.heard_s = 0.0

    @property
    def now_s(self) -> float:
        return self.street.network.scheduler.now_s

    # --- coming in

    async def live(self) -> None:
        """For ever: come in, and be at a table."""
        while not self.id:
            try:
                await self.sign_in()
            except LostError:
                await asyncio.sleep(0.2 + self.dice.random())
        while True:
            try:
                await self.attend()
            except LostError:
                await asyncio.sleep(0.05 + self.dice.random() / 4)
                if self.closed_with[0] in (NOBODY, LOCKED):
                    self.closed_with = (0, "")
                    await self.locked()

    async def sign_in(self) -> None:
        answer = await self.street.ask(self, "POST", "/api/guests", {"name": self.name, "of_age": True, "age": 30})
        self.signed(answer)

    async def by_link(self) -> None:
        """Take a link; who took one whose answer was lost has the name already, and signs in with it."""
        mine = {"name": self.name, "password": PASSWORD}
        token = await self.street.link(self.role)
        answer = await self.street.ask(self, "POST", f"/api/invitations/{token}", mine | {"of_age": True})
        if answer.status == 409 and answer.told["refusal"]["code"] != "not-now":
            answer = await self.street.ask(self, "POST", "/api/session", mine)
        self.signed(answer)

    async def locked(self) -> None:
        """The session was idle for too long, by a clock that jumped: a guest comes as a new one."""
        self.id = self.cookie = ""
        self.pending.clear()
        while not self.id:
            await asyncio.sleep(0.1)
            with suppress(LostError):
                await self.sign_in()

    def signed(self, answer: Any) -> None:
        if answer.status not in (200, 201):
            raise LostError(f"{answer.status} {answer.body[:200]!r}")
        told = answer.told
        self.cookie = answer.headers["set-cookie"].partition(";")[0]
        self.csrf, self.id = told["csrf"], told["person"]["id"]

    async def attend(self) -> None:
        """A page at a table, until it is lost or closed."""
        after = self.version if self.dice.random() < 0.5 else 0
        wire = self.wire = await self.street.connect(self, after)
        try:
            welcomed, silent = False, 0
            while True:
                try:
                    told = msgspec.json.decode(await wire.hear(LOOK_S))
                except SilenceError:
                    silent += 1
                    if silent * LOOK_S > PATIENCE_S:
                        raise
                else:
                    silent = 0
                    welcomed = self._hears(wire, told) or welcomed
                if welcomed:
                    self._again(wire)
                    await self.act(wire)
        finally:
            self.wire = None
            self.closed_with = wire.closed
            wire.close()

    def _hears(self, wire: Wire, told: dict[str, Any]) -> bool:
        """Take a message into the page; whether it was the welcome."""
        kind = told["tell"]
        if kind == "welcome":
            self.view, self.yours, self.version = told["view"], told["yours"], told["version"]
            for given in tuple(self.pending.values()):
                self._send(wire, given)
            return True
        if kind == "news":
            promise(told["version"] >= self.version, "news comes in another order:", self.version, told["version"])
            self.view |= told["set"]
            self.yours = told.get("yours", self.yours)
            self.version, self.heard_s = told["version"], self.now_s
        elif kind == "answer":
            self._answered(told)
        elif kind == "ping":
            wire.send('{"do":"pong"}')
        elif kind == "wrong":
            promise(False, "a page was not understood:", told)
        return False

    async def act(self, wire: Wire) -> None:
        """Do something about what the page shows."""

    # --- commands

    def give(self, wire: Wire, kind: str, name: str = "", /, **facts: Any) -> None:
        """Send a command, once under each id."""
        name = name or f"{kind}-{len(self.given)}"
        if any(name == given.name for given in self.given[-40:]):
            return
        given = Given(name, kind, facts)
        self.given.append(given)
        self.pending[name] = given
        self._send(wire, given)

    def _send(self, wire: Wire, given: Given) -> None:
        net = self.street.network
        given.at_s = net.scheduler.now_s
        text = msgspec.json.encode(
            {"do": "command", "id": given.name, "command": {"command": given.kind, **given.facts}}
        ).decode()
        self.street.sent(self, given)
        if net.dice.random() < net.weather.swapped:
            asyncio.get_running_loop().call_later(0.002 + net.late_s(), _send_late, wire, text)
        else:
            wire.send(text)
        if net.dice.random() < net.weather.doubled:
            asyncio.get_running_loop().call_later(net.dice.choice((0.0, 0.01, 0.7)), _send_late, wire, text)

    def _again(self, wire: Wire) -> None:
        """What was not answered for long is sent again."""
        now = self.street.network.scheduler.now_s
        for given in tuple(self.pending.values()):
            if now - given.at_s > 4.0:
                self._send(wire, given)

    def _answered(self, told: dict[str, Any]) -> None:
        given = self.pending.get(told["id"])
        code = "ok" if told["ok"] else told["refusal"]["code"]
        if given is None:
            before = next((each for each in reversed(self.given) if each.name == told["id"]), None)
            if before is not None and before.kind == "SayReady":  # said twice it is said once, and leaves no answer
                return
            if before is not None and before.answer == "ok" and code not in ("ok", "not-now"):
                promise(False, "accepted, and refused when it was sent again:", self.name, told)
            return
        if code == "not-now" and (given.kind in ALWAYS or "not known" in told["refusal"]["sentence"]):
            return
        del self.pending[told["id"]]
        given.answer = code
        self.answered_s = self.street.network.scheduler.now_s
        self.street.done[f"{given.kind} {code}"] += 1
        if code == "ok":
            self.acknowledged(given, told["version"])

    def acknowledged(self, given: Given, version: int) -> None:
        self.street.acknowledged(self, given, version)


def _send_late(wire: Wire, text: str) -> None:
    if not wire.over:
        wire.send(text)


class Guest(Person):
    """Somebody who plays: sits down, buys chips, wagers, answers what the table asks, and goes."""

    def __init__(self, street: "Street", name: str, seed: str, table: str, seat: int) -> None:
        super().__init__(street, name, seed)
        self.table, self.seat = table, seat
        self._laid: tuple[int, int] = (0, 0)
        self._bought_s = -1.0
        self._values: dict[str, str] = {}
        """What this guest gave to the shuffles, by its hash."""
        self._manners: dict[tuple[int, str], str] = {}

    async def act(self, wire: Wire) -> None:
        view, yours = self.view, self.yours
        if not yours["seat"]:
            if not any(given.kind == "TakeSeat" for given in self.pending.values()) and not self.street.going_home:
                taken = {row["seat"] for row in view["seats"]}
                free = [seat for seat in range(1, view["seats_count"] + 1) if seat not in taken]
                if free:
                    seat = self.seat if self.seat in free else self.dice.choice(free)
                    self.give(wire, "TakeSeat", seat=seat)
            return
        if any(given.kind in ("LeaveSeat", "TakeSeat") for given in self.pending.values()):
            return
        if yours["share"]:
            self._share(wire, yours["share"])
        for ask, answers in yours["answers"].items():
            likely = answers[0] if self.dice.random() < 0.7 or ask == "look" else self.dice.choice(answers)
            if ask == "look":
                likely = answers[-1]
            facts = {name: value for name, value in likely.items() if name != "command"}
            if likely["command"] == "CutStack":
                facts["position"] = self.dice.randint(60, 300)
            self.give(
                wire, likely["command"], f"{likely['command']}-{ask}-{self.version}-{self.now_s // 2:.0f}", **facts
            )
        if view["phase"] == "betting":
            self._bet(wire)

    def _share(self, wire: Wire, ask: dict[str, Any]) -> None:
        """A share in the shuffle: mostly a hash now and the value behind it later; or none, in words or in silence."""
        if any(given.kind in ("CommitShare", "RevealShare") for given in self.pending.values()):
            return
        place = ask["shoe_no"], ask["asks"]
        manner = self._manners.get(place) or self._manners.setdefault(
            place, self.dice.choices(("gives", "has none", "is silent"), (8, 1, 1))[0]
        )
        if manner == "is silent":
            return
        kind = "CommitShare" if ask["asks"] == "hash" else "RevealShare"
        name, gives = f"{kind}-{ask['shoe_no']}-{self.now_s // 2:.0f}", manner == "gives"
        if kind == "CommitShare":
            value = self.dice.randbytes(32).hex()
            sealed = sha256(f"share/{self.table}/{ask['shoe_no']}/{ask['seat']}/{value}")
            self._values[sealed] = value
            self.give(wire, kind, name, seat=ask["seat"], hash=sealed if gives else "")
        elif ask["hash"] in self._values:
            self.give(wire, kind, name, seat=self.yours["seat"], value=self._values[ask["hash"]] if gives else "")

    def _bet(self, wire: Wire) -> None:
        view, yours, seat = self.view, self.yours, self.yours["seat"]
        round_no = (view["shoe_no"], view["coup_no"])
        chips, now_s = yours["chips_cents"], self.now_s
        if self._laid == round_no or self.street.going_home:
            return
        if chips < 60_000 and self.yours.get("wallet_cents", 0) >= 100_000:
            if self._bought_s + 1 < now_s:
                self._bought_s = now_s
                self.give(wire, "BuyIn", seat=seat, cents=100_000)
            return
        self._laid = round_no
        draw = self.dice.random()
        if draw < 0.03 and not yours["leaving"]["pay_cents"]:
            self.give(wire, "LeaveSeat", seat=seat)
            return
        if draw < 0.06 and yours["owed_cents"]:
            self.give(wire, "CollectVigorish", seat=seat, cents=yours["owed_cents"])
        wagers = [self.dice.choice(MAIN)]
        if self.dice.random() < 0.3:
            wagers.append(self.dice.choice([area["id"] for area in view["areas"]]))
        for wager in dict.fromkeys(wagers):
            area = next((area for area in view["areas"] if area["id"] == wager), None)
            if area is None:
                continue
            least = max(area["minimum_cents"], 2_000)
            cents = least * self.dice.choice((1, 1, 2, 3))
            if area["maximum_cents"]:
                cents = min(cents, area["maximum_cents"])
            if cents * 3 < chips:
                self.give(wire, "PlaceWager", seat=seat, wager=wager, cents=cents)
                if self.dice.random() < 0.04:
                    self.give(wire, "WithdrawWager", seat=seat, wager=wager)
        if self.dice.random() < 0.7:
            self.give(wire, "SayReady", f"SayReady-{round_no[0]}-{round_no[1]}-{len(self.given)}", seat=seat)


class Staff(Person):
    """Somebody who works at a table: comes in by a link, and does what the page says is next."""

    def __init__(self, street: "Street", name: str, seed: str, table: str, role: str) -> None:
        super().__init__(street, name, seed)
        self.table, self.role = table, role
        self._tried: deque[str] = deque(maxlen=50)
        self._reported = 0

    async def sign_in(self) -> None:
        await self.by_link()

    async def locked(self) -> None:
        """The console says who it is again."""
        with suppress(LostError):
            await self.street.ask(self, "POST", "/api/session/unlock", {"password": PASSWORD})

    async def act(self, wire: Wire) -> None:
        yours = self.yours
        if not yours or self.pending:
            return
        if self.role == "dealer":
            on_duty = yours["on_duty"]
            if not yours.get("tray", {"open": True})["open"]:  # automatic people count it, where nobody is on duty
                for duty in on_duty:
                    self._once(wire, "AssignStaff", duty=duty, person="automatic dealer")
                return
            if not on_duty and yours["may_deal"]:
                self._once(wire, "AssignStaff", duty="calling")
                return
            if on_duty and "wagers" not in on_duty and self.dice.random() < 0.2:
                self._once(wire, "AssignStaff", duty="wagers")
            if on_duty and self._mishap(wire):
                return
            step = yours["next"]
            if on_duty and yours["at_hand"] and self.now_s - self.heard_s > 3:
                step = self.dice.choice(yours["at_hand"])
        else:
            step = yours["asked"]
            for incident in yours["incidents"]:
                if self.dice.random() < 0.5:
                    number = incident["number"]
                    self._once(wire, "ResolveIncident", number=number, resolution="it was looked into")
        if step and step.get("role", self.role) == self.role:
            command = dict(step["command"])
            if "note" in step.get("asks", ()):
                command["note"] = "it was seen"
            kind = command.pop("command")
            if kind == "CallNoMoreBets" and self.dice.random() < 0.5:
                return
            self._once(wire, kind, **command)

    def _mishap(self, wire: Wire) -> bool:
        """Now and then something goes wrong, and is reported."""
        kinds = self.yours["irregularities"]
        coup = self.view["coup_no"]
        if not kinds or self._reported == coup or self.dice.random() > 0.02:
            return False
        self._reported = coup
        row = self.dice.choice(kinds)
        facts: dict[str, Any] = {"kind": row["kind"]}
        for field in row["asks"]:
            name = field if isinstance(field, str) else field.get("field", field.get("name", ""))
            if name == "disclosed":
                facts[name] = self.dice.random() < 0.5
            elif name == "hand":
                facts[name] = self.dice.choice(("player", "banker"))
            elif name in ("seat", "count"):
                facts[name] = 1
            elif name == "note":
                facts[name] = "it was seen"
        self._once(wire, "Report", **facts)
        return True

    def _once(self, wire: Wire, kind: str, /, **facts: Any) -> None:
        key = f"{kind} {self.version} {self.now_s // 2:.0f}"
        if key not in self._tried:
            self._tried.append(key)
            self.give(wire, kind, f"{kind}-{len(self.given)}-{self.version}", **facts)


class Watcher(Person):
    """A spectator: sees what everybody may see, and does nothing."""

    role = "spectator"

    def __init__(self, street: "Street", name: str, seed: str, table: str) -> None:
        super().__init__(street, name, seed)
        self.table = table

    async def sign_in(self) -> None:
        self.id = "nobody"

    async def act(self, wire: Wire) -> None:
        if self.dice.random() < 0.005:
            raise LostError("somebody goes on to another table")


class Clerk(Person):
    """Somebody who reads the books and the open log, and holds them against what was kept."""

    role = "accounting"
    _number = 0
    PATHS = ("/api/books", "/api/books/exceptions", "/api/house/day", "/api/house/log", "/api/house/cage", "/api/log")

    async def sign_in(self) -> None:
        await self.by_link()

    async def attend(self) -> None:
        seen: dict[str, int] = {}
        while True:
            await self._open_day()
            await asyncio.sleep(3 + 6 * self.dice.random())
            answer = await self.street.ask(self, "GET", "/log/checkpoint")
            if answer.status == 200:
                self._holds(answer.body.decode(), seen)
            path = self.dice.choice((*self.PATHS, *(f"/api/tables/{name}/shoes" for name in self.street.tables)))
            answer = await self.street.ask(self, "GET", path)
            self.street.done[f"GET {answer.status}"] += 1
            promise(answer.status in (200, 401, 409, 423, 503), "a book could not be read:", path, answer.body[:300])

    async def _open_day(self) -> None:
        """Where a person has the books nobody else opens the day."""
        for pit in self.street.pits:
            view = await self.street.ask(self, "GET", f"/api/pits/{pit}")
            if view.status == 423:
                await self.street.ask(self, "POST", "/api/session/unlock", {"password": PASSWORD})
            elif view.status == 200 and not view.told["day"]:
                answer = await self.street.ask(self, "GET", "/api/house/day")
                if answer.status != 200:
                    return
                house = answer.told
                if day := house["opens"]:
                    await self._gives("/api/house", "OpenHouseDay", day=day)
                await self._gives(f"/api/pits/{pit}", "OpenDay", day=day or house["day"])

    async def _gives(self, where: str, kind: str, **facts: Any) -> None:
        self._number += 1
        body = {"id": f"clerk-{self._number}", "role": "", "command": {"command": kind, **facts}}
        told = await self.street.ask(self, "POST", f"{where}/commands", body)
        self.street.done[f"{kind} {told.status}"] += 1

    def _holds(self, checkpoint: str, seen: dict[str, int]) -> None:
        """A checkpoint is of the log as it was kept, and none takes anything back."""
        origin, size, root = checkpoint.splitlines()[:3]
        leaves = [line.partition(b"\n")[0] for line in self.street.oracle.lines["log"][: int(size)]]
        promise(len(leaves) == int(size), "a checkpoint of leaves that were not kept:", size, len(leaves))
        promise(b64decode(root) == tree(leaves), "a checkpoint is not of the log that was kept:", size)
        promise(seen.get(origin, 0) <= int(size), "a checkpoint takes leaves back:", origin, seen, size)
        seen[origin] = int(size)


def tree(leaves: list[bytes]) -> bytes:
    """The root of a tree of leaves, as RFC 6962 says."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return hashlib.sha256(b"\0" + leaves[0]).digest()
    half = 1
    while half * 2 < len(leaves):
        half *= 2
    return hashlib.sha256(b"\1" + tree(leaves[:half]) + tree(leaves[half:])).digest()


class Street:
    """The way from everybody to the house."""

    def __init__(
        self,
        network: Network,
        oracle: Oracle,
        hosts: Callable[[], list[Host]],
        tables: tuple[str, ...],
        pits: tuple[str, ...],
        seed: str,
    ) -> None:
        self.network, self.oracle, self._hosts = network, oracle, hosts
        self.tables, self.pits = tables, pits
        self.dice = random.Random(f"street {seed}")
        self.going_home = False
        self.done: Counter[str] = Counter()
        self.acked: dict[tuple[str, str], int] = {}
        """What was acknowledged: by stream and name of the command, its version."""
        self.given: dict[str, dict[str, tuple[str, str, dict[str, Any]]]] = {}
        """What was sent, by stream and name: the kind, the person, and its facts."""
        self.make_link: Any = None

    def host(self) -> Host:
        """Some process of the house; a page goes to any of them."""
        hosts = [host for host in self._hosts() if host.open]
        if not hosts:
            raise LostError("the house is closed")
        return self.dice.choice(hosts)

    async def connect(self, person: Person, after: int) -> Wire:
        host = self.host()
        sees: Sees = self.oracle.sees
        wire = await self.network.connect(host, person.table, person.role, person.cookie, person.csrf, sees, after)
        wire.person = person.id
        return wire

    async def ask(self, person: Person, method: str, path: str, body: object = None) -> Any:
        return await self.network.ask(self.host(), method, path, body, person.cookie, person.csrf)

    async def link(self, role: str) -> str:
        """A link that somebody who opened the house has made."""
        return str(await self.make_link(self.host(), role))

    def sent(self, person: Person, given: Given) -> None:
        stream = self.given.setdefault(f"table/{person.table}", {})
        stream.setdefault(f"{person.id}:{given.name}", (given.kind, person.id, given.facts))

    def acknowledged(self, person: Person, given: Given, version: int) -> None:
        if given.kind in KEPT:
            name = f"table/{person.table}", f"{person.id}:{given.name}"
            known = self.acked.setdefault(name, version)
            promise(known == version, "acknowledged with two versions:", name, known, version)
            self.oracle.acknowledged(*name, version)
