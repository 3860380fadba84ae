"""Connections as uvicorn speaks them, held to what a house can bear: how large a request is, how many frames come.

uvicorn itself reads a head of any size, waits for its end for ever, and answers every ping of a page at once.
"""

import asyncio
import sys
from http import HTTPStatus
from typing import Any, Final, NoReturn, cast

from httptools import HttpParserError
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from minibac.house.limits import Bucket
from minibac.house.logs import log
from minibac.server.answers import RefusedError, no
from minibac.server.app import LARGEST_BODY
from minibac.server.connection import TOO_MANY
from minibac.server.front import front_of
from minibac.server.live import BURST_SECONDS
from minibac.server.security import HEADERS
from minibac.server.wire import ENCODER, refusal_plain
from minibac.voice.said import Said

LONGEST_LINE: Final = 8_000
"""Bytes of an address with its query, and of one header; what opens a WebSocket takes no more either."""
LARGEST_HEAD: Final = 16_384
MOST_HEADERS: Final = 100
LARGEST_REQUEST: Final = LARGEST_HEAD + 8 * LARGEST_BODY
"""With all that stands around a body which comes in pieces of a byte."""
MOST_AHEAD: Final = 8
"""Requests that may come on one connection before the first of them is answered."""
SLICE: Final = 4_096
"""Bytes of a page that are looked at in one go: a flood is noticed after so many."""


class HttpCaller(HttpToolsProtocol):
    """A connection that asks for pages and routes, until it becomes a page's."""

    def __init__(self, config: Config, *args: Any, **more: Any) -> None:
        super().__init__(config, *args, **more)
        self.front = front_of(config.app)
        self.address = ""
        self._bytes = self._head_bytes = 0
        self._in_head = True
        self._begun = self._told = False
        """Whether a request has begun to arrive, and whether the connection was told to go."""
        self._fault: RefusedError | None = None

    # ---------------------------------------------------------------------------------------------- coming and going

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        full = self.front.doorway.came(self)
        self._fault = no(503, full) if full else None  # said once it has asked for something

    def connection_lost(self, exc: Exception | None) -> None:
        self.front.doorway.went(self)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self.front.doorway.went(self)
        super().handle_websocket_upgrade()

    def is_closing(self) -> bool:
        return self.transport.is_closing()

    def turn_away(self, status: int, sentence: Said) -> None:
        if self._begun:
            self._go(no(status, sentence))
        else:
            self.transport.close()
            self.front.doorway.leaves(self)

    def cut(self) -> None:
        self.transport.abort()

    def _go(self, why: RefusedError) -> None:
        """Say why and end: what still comes is read for a while and thrown away, or the answer was lost with it."""
        self._told = True
        self.front.doorway.leaves(self)
        begun, cycle = False, self._unanswered()
        answered = cycle is None and not self._in_head  # before the rest of its body came
        if cycle is not None:
            begun, cycle.disconnected = cycle.response_started, True  # nobody waits for the rest of it any more
            cycle.message_event.set()
        if begun or self.flow.write_paused or self.is_closing():
            self.cut()
            return
        self.front.metrics.refused.labels(str(why.status_code)).inc()
        if not answered:
            self.transport.write(_answer(why))
        self.transport.write_eof()

    # --------------------------------------------------------------------------------------------- what it sends

    def data_received(self, data: bytes) -> None:
        self._bytes += len(data)
        if not self._told:
            super().data_received(data)
        if self._bytes > (LARGEST_HEAD if self._in_head else LARGEST_REQUEST):
            if not self._told:
                self._go(no(431 if self._in_head else 413))
            elif self._bytes > LARGEST_REQUEST:
                self.flow.pause_reading()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """uvicorn has met what is no HTTP, or a callback below has raised a fault: the caller's, or one of ours."""
        raised = sys.exc_info()[1]
        ours = raised and raised.__context__
        if ours and not self._fault and not isinstance(ours, HttpParserError | ValueError):  # an address it cannot read
            log().error("program error", kind="program error", exc_info=ours)
        self._go(self._fault or no(400))

    def _refuse(self, status: int) -> NoReturn:
        self._fault = no(status)
        raise self._fault

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._bytes = self._head_bytes = 0
        self._in_head = self._begun = True
        self.front.doorway.waits(self)

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > LONGEST_LINE:
            self._refuse(414)

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        size = len(name) + len(value)
        self._head_bytes += size
        if size > LONGEST_LINE or self._head_bytes > LARGEST_HEAD or len(self.headers) > MOST_HEADERS:
            self._refuse(431)

    def on_headers_complete(self) -> None:
        if self._fault:
            raise self._fault
        if len(self.pipeline) >= MOST_AHEAD:
            self._refuse(429)
        super().on_headers_complete()
        self._in_head = False

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._begun = False
        self._works()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._works()

    # --------------------------------------------------------------------------------------------- what it reads

    def pause_writing(self) -> None:
        super().pause_writing()
        self.front.doorway.waits(self)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._works()

    def _works(self) -> None:
        """Whether the house has something to do for it now, or waits."""
        if self._begun or self._unanswered() is None:
            self.front.doorway.waits(self)
        else:
            self.front.doorway.works(self)

    def _unanswered(self) -> RequestResponseCycle | None:
        cycle = cast(RequestResponseCycle | None, self.cycle)
        return None if cycle is None or cycle.response_complete else cycle


class PageCaller(WebSocketsSansIOProtocol):
    """The connection of a page at a table."""

    def __init__(self, config: Config, *args: Any, **more: Any) -> None:
        super().__init__(config, *args, **more)
        self.front = front_of(config.app)
        self.address = ""
        pace = self.front.settings.messages_per_second
        self._most_waiting = pace * BURST_SECONDS
        self._frames = Bucket(self.front.house.now, pace, self._most_waiting)
        """Pings, pongs and pieces of a message, which no table hears of; messages have a bucket of their own."""
        self._flood = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self.front.doorway.joined(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.front.doorway.went(self)
        super().connection_lost(exc)

    def is_closing(self) -> bool:
        return self.transport.is_closing()

    def turn_away(self, status: int, sentence: Said) -> None:  # noqa: ARG002
        """It does not read, so it would not hear why."""
        self.front.doorway.leaves(self)
        self.cut()

    def cut(self) -> None:
        self.transport.abort()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.front.doorway.waits(self)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.front.doorway.works(self)

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), SLICE):
            super().data_received(data[start : start + SLICE])
            if self.is_closing():
                return
            if self._flood or self.queue.qsize() > self._most_waiting:
                self.front.metrics.dropped.labels(str(TOO_MANY)).inc()
                self.conn.fail(TOO_MANY, "too many messages")
                if self.conn.close_sent is None:  # it has not even been let in
                    self.cut()
                else:
                    self.handle_parser_exception()
                return

    def handle_ping(self) -> None:
        self._count()
        super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        self._count()
        super().handle_pong(event)

    def handle_cont(self, event: Any) -> None:
        self._count()
        super().handle_cont(event)

    def _count(self) -> None:
        self._flood = self._flood or not self._frames.take()


def _answer(why: RefusedError) -> bytes:
    """A refusal as a route would say it, by a connection that has got to none."""
    body = ENCODER.encode({"refusal": refusal_plain(why.refusal)})
    headers = HEADERS | {
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        "Cache-Control": "no-store",
        "Connection": "close",
    }
    lines = [f"HTTP/1.1 {why.status_code} {HTTPStatus(why.status_code).phrase}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode() + body
