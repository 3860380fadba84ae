"""A table over its WebSocket: the view is kept up to date, commands are answered, and a lost connection comes back.

docs/protocol.md, "Coming back": with the last version that was heard, and every command that has no answer yet under
its own id, so that none is done twice.
"""

import asyncio
import json
import secrets
import uuid
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self, cast
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from minibac.cards.share import VALUE_BYTES, share_hash, shares_text
from minibac.server.messages import AnswerMessage, NewsMessage, RefusalPart, ToldEvent, WelcomeMessage, You, Yours
from minibac.server.wire import read_message
from minibac.table.view_types import Question, SeatedYours, View, chosen_answer

STAYS_SO: Final = (4001, 4003, 4004, 4009, 4023)
"""Codes after which it makes no sense to come back as before."""
WAITS: Final = (0.0, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0)
"""Seconds before each attempt to come back; the last again and again."""
LOST: Final = 1006
"""The code of a connection that ended without one."""
REFUSED: Final = 409
"""The status of a route that is refused as a table refuses a command: not now, or not by the rules."""
OF_THIS_SEAT: Final = ("seat-taken", "vigorish-owed")
"""Why one seat cannot be taken while another one can."""
SILENT_SECONDS: Final = 45.0
"""A house asks every 15 seconds whether one is there: who hears nothing for so long has lost the connection."""
KEPT: Final = 1_000
"""Messages that wait for who reads them late; the oldest are forgotten, the view is whole all the same."""
NOT_ENTERED: Final = "a table is entered first: async with client.table(…) as table"
Heard = WelcomeMessage | NewsMessage


class HouseSaysNoError(Exception):
    """A route, or what was asked of a table, was refused; the text is the sentence of the house, with its clause."""

    status: int
    """That of the route, as HTTP has it; 409 for what was asked of a table."""
    refusal: RefusalPart
    """Why: ``refusal["code"]`` is what a program looks at."""

    def __init__(self, status: int, refusal: RefusalPart) -> None:
        clause = refusal["clause"]
        super().__init__(f"{refusal['sentence']} ({clause})" if clause else refusal["sentence"])
        self.status, self.refusal = status, refusal


class CameTo(NamedTuple):
    """What a wager came to, in cents."""

    outcome: str
    """``win``, ``lose``, ``push`` or ``void``."""
    stake_cents: int = 0
    net_cents: int = 0
    """What the guest has more for it, or less."""
    added_cents: int = 0
    """What House Money added."""
    winnings_cents: int = 0
    vigorish_cents: int = 0
    coupon_cents: int = 0
    """What a coupon stood for."""
    owed_cents: int = 0
    """The part of the vigorish that the marker button shows."""


class ConnectionOverError(Exception):
    """The house ended the connection for good, or it was closed here."""

    code: int
    """As the protocol lists them: 4001 nobody is signed in, 4004 there is no such table; 1000: closed here."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason or f"the connection is over ({code})")
        self.code = code


class ClientTable:
    """A table as one person sees it.

    ``view`` is the table, ``yours`` what only this person sees, ``you`` who that is; all three as of ``version``.
    ``async for`` gives each welcome and each piece of news as it comes.
    """

    view: View
    """The table as everybody sees it."""
    yours: Yours | None
    """What only this person sees; ``None`` for who only watches."""
    you: You
    """Who this person is at the table."""
    version: int
    """The version of the table that they are of."""
    shares: dict[str, str]
    """What was given to the shuffles of a table where guests have a share: values by their hashes. It is given by
    itself; ``minibac verify --share VALUE`` finds it in the record of the shoe."""
    given: dict[str, str]
    """What all seats had given when a value was shown, as ``2:ab… 5:cd…``, by the value's hash. ``minibac verify
    --given`` holds the record against it: no share was made up by who knew the value."""
    commitments: dict[str, str]
    """What the house had committed to when a value was shown, by the value's hash. ``minibac verify --commitment``
    holds the record against it: no order was chosen by who knew the value."""

    def __init__(self, address: str, cookies: Callable[[], str]) -> None:
        self._address, self._cookies = address, cookies
        self.yours = None
        self.version = 0
        self._seen: int | None = None
        self._heard: deque[Heard] = deque(maxlen=KEPT)
        self.shares, self.given = {}, {}
        self.commitments = {}
        self._share_asked: tuple[object, ...] = ()
        self._giving: set[asyncio.Task[None]] = set()
        self._awaited: dict[str, tuple[str, asyncio.Future[AnswerMessage]]] = {}
        self._moved = asyncio.Event()
        self._over: ConnectionOverError | None = None
        self._socket: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None

    if not TYPE_CHECKING:  # a checker is told of a name that is not there

        def __getattr__(self, name: str) -> Any:
            unknown = f"{type(self).__name__} has no {name}"
            raise AttributeError(NOT_ENTERED if name in ("view", "you", "came_to") else unknown, name=name, obj=self)

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._attend())
        await self._until(lambda: self._seen is not None)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Leave the page; the seat stays for a while, as after any lost connection."""
        for giving in self._giving:
            giving.cancel()
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        self._end(ConnectionOverError(1000, "the page was left"))

    async def __aiter__(self) -> AsyncIterator[Heard]:
        while True:
            await self._until(lambda: bool(self._heard))
            yield self._heard.popleft()

    async def happened(self) -> AsyncIterator[list[ToldEvent]]:
        """What has happened since one last asked, with ``view`` and ``yours`` as they are after all of it.

        While a program awaits the answer to a command the table goes on, so ``async for`` of the table itself gives
        news that the view has left behind; who counts, counts by this. What was missed comes with it.
        """
        while True:
            await self._until(lambda: bool(self._heard))
            heard = [*self._heard]
            self._heard.clear()
            yield [
                event for each in heard for event in (each["missed"] if each["tell"] == "welcome" else each)["events"]
            ]

    # ---------------------------------------------------------------------------------------------------- what is done

    async def give(self, command: str, **facts: Any) -> AnswerMessage:
        """Give a command. Its answer, once the view shows what it did; a refusal is an answer too."""
        command_id = uuid.uuid4().hex
        text = json.dumps({"do": "command", "id": command_id, "command": {"command": command, **facts}})
        answered: asyncio.Future[AnswerMessage] = asyncio.get_running_loop().create_future()
        self._awaited[command_id] = text, answered
        try:
            await self._send(text)
            await self._until(answered.done)
        finally:
            self._awaited.pop(command_id, None)
        answer = answered.result()
        if answer["ok"]:
            await self._until(lambda: self.version >= answer["version"])
        return answer

    async def do(self, command: str, **facts: Any) -> None:
        """Give a command; raises :class:`HouseSaysNoError` where it is refused, and then nothing has changed."""
        answer = await self.give(command, **facts)
        if "refusal" in answer:
            raise HouseSaysNoError(REFUSED, answer["refusal"])

    async def sit(self, seat: int, chips_cents: int) -> None:
        """Take a seat and buy chips. Seat 0 is any that is free; ``seated["seat"]`` says which it was.

        Where the chips are refused the seat is given back, unless one sat there already.
        """
        stood = not self._seat
        seat = seat or self._seat or await self._any_seat()
        if seat != self._seat:
            await self.do("TakeSeat", seat=seat)
        try:
            await self.do("BuyIn", seat=seat, cents=chips_cents)
        except (HouseSaysNoError, ValueError):
            if stood:
                await self.give("LeaveSeat", seat=seat)
            raise

    async def _any_seat(self) -> int:
        """Take a seat that nobody has; somebody else may be quicker, and take it first."""
        taken, tried = {sits["seat"] for sits in self.view["seats"]}, set[int]()
        free = [seat for seat in range(1, self.view["seats_count"] + 1) if seat not in taken] or [1]
        while True:
            seat = free[0]
            answer = await self.give("TakeSeat", seat=seat)
            if "refusal" not in answer:
                return seat
            refusal = answer["refusal"]
            tried.add(seat)
            if refusal["code"] == "seat-taken":
                free = [*map(int, refusal["allowed"])]
            free = [seat for seat in free if seat not in tried]
            if not free or refusal["code"] not in OF_THIS_SEAT:
                raise HouseSaysNoError(REFUSED, refusal)

    async def wager(self, wager: str, cents: int) -> None:
        """Put chips on an area."""
        await self.do("PlaceWager", seat=self._seat, wager=wager, cents=cents)

    async def ready(self) -> AnswerMessage:
        """Say that all wagers are laid: when everybody has, nobody waits for the clock. To be late is no fault."""
        return await self.give("SayReady", seat=self._seat)

    async def answer(self, question: Question, which: int = 0, /, **facts: Any) -> AnswerMessage:
        """Answer one of ``asks``: the first of its answers is that of a guest who plays along.

        Another one is taken by its number, or by its facts: ``answer("house-money", choice="banker")``. Where the
        clock was quicker, the house has answered; what is returned says so, and nothing is raised.
        """
        seated = self.seated
        return await self.give(**chosen_answer(seated["answers"] if seated else {}, question, which, facts))

    async def peel(self, card: int, how: float, *, edge: str = "bottom") -> None:
        """Show the table how far a card in one's hands is peeled: ``how`` from 0 to 1, ``card`` counted from 0.

        The guest sees the card as soon as it is in the hand (``seated["cards"]``); to the others it stays a back. To be
        late is no fault: once the cards have left the hand nothing is shown.
        """
        coup, seated = self.view["coup"], self.seated
        hand = coup["handed"] if coup else None
        peel = json.dumps({"do": "peel", "hand": hand or "player", "card": card, "edge": edge, "how": how})
        read_message(peel)
        if seated and hand in seated["cards"]:
            await self._send(peel)

    def _share(self) -> None:
        """Where the table asks for a share in the shuffle: a hash now, the value behind it later."""
        ask = self.seated["share"] if self.seated else None
        asked = (ask["asks"], ask["shoe_no"], ask["seat"]) if ask else ()
        if ask is None or asked == self._share_asked:
            return
        if ask["asks"] == "hash":
            value = secrets.token_hex(VALUE_BYTES)
            sealed = share_hash(self.view["table"], ask["shoe_no"], ask["seat"], value)
            self.shares[sealed] = value
            facts = {"command": "CommitShare", "seat": ask["seat"], "hash": sealed}
        elif not self.view["commitment"] or not (share := self.view["share"]):  # nothing is shown before it is sealed
            return
        elif ask["hash"] in self.shares:
            self.commitments.setdefault(ask["hash"], self.view["commitment"])
            self.given.setdefault(ask["hash"], shares_text({one["seat"]: one["hash"] for one in share["given"]}))
            facts = {"command": "RevealShare", "seat": self._seat, "value": self.shares[ask["hash"]]}
        else:  # given by another program of this guest, which shows it too
            return
        self._share_asked = asked
        giving = asyncio.create_task(self._say(facts))
        self._giving.add(giving)
        giving.add_done_callback(self._giving.discard)

    async def _say(self, facts: dict[str, Any]) -> None:
        with suppress(ConnectionOverError):
            await self.give(**facts)

    async def leave(self) -> None:
        """Leave the seat; the chips go into the wallet."""
        await self.do("LeaveSeat", seat=self._seat)

    @property
    def seated(self) -> SeatedYours | None:
        """What only the guest of a seat sees, or ``None`` for who stands, watches or works."""
        yours = cast(Any, self.yours)
        return cast(SeatedYours, yours) if yours and "chips_cents" in yours else None

    @property
    def came_to(self) -> dict[str, CameTo]:
        """What the wagers of this seat came to in the round that was decided last, by wager."""
        last = self.view["last"]
        rows = last["wagers"].get(str(self._seat), {}) if last else {}
        return {wager: CameTo(*cast(Any, row)) for wager, row in rows.items()}

    @property
    def _seat(self) -> int:
        seated = self.seated
        return seated["seat"] if seated else 0

    # --------------------------------------------------------------------------------------------------- the connection

    async def _attend(self) -> None:
        """Be connected, again and again, until the house says that it is over; a house must be there at first."""
        attempt, clock = 0, asyncio.get_running_loop().time
        while self._over is None:
            await asyncio.sleep(WAITS[min(attempt, len(WAITS) - 1)])
            begun = clock()
            try:
                await self._connected()
            except ConnectionClosed as closed:
                code, reason = (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else (LOST, "")
                if code in STAYS_SO or self._seen is None:
                    self._end(ConnectionOverError(code, reason))
            except (OSError, TimeoutError) as error:
                if self._seen is None:
                    there = urlsplit(self._address).netloc
                    self._end(
                        ConnectionOverError(LOST, f"nobody answers at {there}: {str(error) or 'it takes too long'}")
                    )
            except InvalidHandshake as error:
                if self._seen is None:
                    self._end(ConnectionOverError(LOST, str(error)))
            except Exception as error:
                self._end(ConnectionOverError(LOST, f"the house said something strange: {error!r}"))
            attempt = 0 if clock() - begun > WAITS[1] else attempt + 1

    async def _connected(self) -> None:
        after = "" if self._seen is None else f"&after={self._seen}"
        headers = {"Cookie": self._cookies()}
        async with connect(
            self._address + after, additional_headers=headers, max_size=None, ping_interval=None
        ) as socket:
            try:
                self._socket = socket
                await self._listen(socket)
            finally:
                self._socket = None

    async def _listen(self, socket: ClientConnection) -> None:
        while True:
            # Not wait_for: on Python 3.11 that swallows a cancellation that comes together with a message.
            async with asyncio.timeout(SILENT_SECONDS):
                message = json.loads(await socket.recv())
            if message["tell"] == "ping":
                await socket.send('{"do": "pong"}')
            elif message["tell"] == "welcome":
                self._take(message)
                for text, answered in list(self._awaited.values()):
                    if not answered.done():
                        await socket.send(text)
            else:
                self._take(message)

    def _take(self, message: Any) -> None:
        """What a message says becomes what is known here."""
        tell = message["tell"]
        if tell == "answer":
            _, answered = self._awaited.get(message["id"], ("", None))
            if answered is not None and not answered.done():
                answered.set_result(message)
        elif tell == "wrong":  # answers come in the order of the commands, so it was the first that has none
            waiting = (answered for _, answered in self._awaited.values() if not answered.done())
            if (answered := next(waiting, None)) is not None:
                answered.set_exception(ValueError(message["sentence"]))
        elif tell in ("welcome", "news"):
            self._seen = self.version = message["version"]
            if tell == "welcome":
                self.view, self.you = message["view"], message["you"]
            else:
                self.view = cast(View, {**self.view, **message["set"]})
            self.yours = message.get("yours", self.yours)
            self._share()
            self._heard.append(message)
        elif tell == "wallet":
            self.you = {**self.you, "wallet_cents": message["cents"]}
            if "wallet_cents" in (self.yours or {}):
                self.yours = cast(Yours, {**cast(Any, self.yours), "wallet_cents": message["cents"]})
        self._wake()

    async def _send(self, text: str) -> None:
        """Send what can be sent; what cannot goes out with the next welcome."""
        if self._socket is not None and self._seen is not None:
            with suppress(ConnectionClosed):
                await self._socket.send(text)

    def _end(self, over: ConnectionOverError) -> None:
        self._over = self._over or over
        self._wake()

    def _wake(self) -> None:
        self._moved.set()
        self._moved = asyncio.Event()

    async def _until(self, holds: Callable[[], bool]) -> None:
        while not holds():
            if self._over is not None:
                raise self._over
            if self._task is None:
                raise RuntimeError(NOT_ENTERED)
            await self._moved.wait()
