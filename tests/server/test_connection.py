"""A connection: a page that can take a message gets it at once, one that cannot delays nobody, and order is kept."""

import asyncio
import random
import socket as sockets
from collections.abc import Awaitable, Callable

from minibac.house.settings import Settings
from minibac.machine.roles import Role
from minibac.server.connection import GOING, QUEUE_MESSAGES, SLOW, Connection
from minibac.server.serving import bind
from tests.server.running import WAIT


class Socket:
    """What lies below a connection: it takes messages while it is open, and waits otherwise."""

    def __init__(self) -> None:
        self.taken: list[str] = []
        self.writable = asyncio.Event()
        self.writable.set()
        self.gone = False

    async def send(self, text: str) -> None:
        await self.writable.wait()
        if self.gone:
            raise ConnectionResetError
        self.taken.append(text)


def attended(script: Callable[[Connection, Socket, "asyncio.Task[None]"], Awaitable[None]]) -> None:
    async def run() -> None:
        socket = Socket()
        connection = Connection(socket.send, role=Role.SPECTATOR)
        pump = asyncio.create_task(connection.pump())
        await asyncio.sleep(0)
        await script(connection, socket, pump)
        pump.cancel()
        await asyncio.gather(pump, return_exceptions=True)

    asyncio.run(run())


def test_a_page_that_can_take_a_message_has_it_at_once() -> None:
    async def script(connection: Connection, socket: Socket, _: "asyncio.Task[None]") -> None:
        connection.put("one")
        connection.put("two")
        assert socket.taken == ["one", "two"]
        assert connection.waiting == 0

    attended(script)


def test_python_s_own_loop_too_keeps_no_message_back_until_the_last_is_acknowledged() -> None:
    async def run() -> None:
        made: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        class Heard(asyncio.Protocol):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                socket = transport.get_extra_info("socket")
                made.set_result(socket.getsockopt(sockets.IPPROTO_TCP, sockets.TCP_NODELAY))

        listening = bind(Settings(host="127.0.0.1", port=0))
        with sockets.create_connection(listening.getsockname()):
            async with await asyncio.get_running_loop().create_server(Heard, sock=listening):
                assert await made

    asyncio.run(run())


def test_what_is_put_before_anybody_pumps_is_sent_by_the_pump() -> None:
    async def run() -> None:
        socket = Socket()
        connection = Connection(socket.send, role=Role.SPECTATOR)
        connection.put("welcome")
        connection.put("news")
        assert socket.taken == []
        connection.end(GOING, "the house is going")
        await connection.pump()
        assert socket.taken == ["welcome", "news"]

    asyncio.run(run())


def test_order_is_kept_however_often_the_page_stops_reading() -> None:
    async def script(connection: Connection, socket: Socket, _: "asyncio.Task[None]") -> None:
        rng = random.Random(5)
        texts = [str(number) for number in range(2_000)]
        for text in texts:
            match rng.randrange(6):
                case 0:
                    socket.writable.clear()
                case 1 | 2:
                    socket.writable.set()
                case 3:
                    await asyncio.sleep(0)
            if connection.waiting > QUEUE_MESSAGES // 2:
                socket.writable.set()
                await asyncio.sleep(0)
            connection.put(text)
        socket.writable.set()
        for _turn in range(10):
            await asyncio.sleep(0)
        assert socket.taken == texts
        assert not connection.closing

    attended(script)


def test_a_page_that_does_not_read_is_dropped_and_nobody_waits_for_it() -> None:
    async def script(connection: Connection, socket: Socket, pump: "asyncio.Task[None]") -> None:
        socket.writable.clear()
        for number in range(QUEUE_MESSAGES + 2):
            connection.put(str(number))
        assert connection.closing == SLOW
        assert connection.over.is_set()
        assert connection.waiting == 0
        connection.put("after the end")
        socket.writable.set()
        await asyncio.wait_for(pump, WAIT)
        assert socket.taken == ["0"], "what was on its way arrives; what waited is not sent any more"

    attended(script)


def test_a_page_that_is_gone_ends_the_pump() -> None:
    async def script(connection: Connection, socket: Socket, pump: "asyncio.Task[None]") -> None:
        socket.gone = True
        connection.put("into the void")
        await asyncio.wait_for(pump, WAIT)
        connection.put("and again")
        assert socket.taken == []

    attended(script)


def test_a_page_that_goes_while_a_message_is_on_its_way_ends_the_pump() -> None:
    async def script(connection: Connection, socket: Socket, pump: "asyncio.Task[None]") -> None:
        socket.writable.clear()
        connection.put("on its way")
        await asyncio.sleep(0)
        socket.gone = True
        socket.writable.set()
        await asyncio.wait((pump,), timeout=WAIT)
        assert isinstance(pump.exception(), ConnectionResetError)

    attended(script)


def test_a_pump_that_is_cancelled_leaves_the_message_that_waits() -> None:
    async def script(connection: Connection, socket: Socket, pump: "asyncio.Task[None]") -> None:
        socket.writable.clear()
        connection.put("on its way")
        await asyncio.sleep(0)
        pump.cancel()
        await asyncio.wait((pump,), timeout=WAIT)
        assert pump.cancelled()
        socket.writable.set()
        await asyncio.sleep(0)
        assert socket.taken == []

    attended(script)
