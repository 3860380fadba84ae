"""A light page: a WebSocket that costs the machine so little that what is measured is the house.

A thousand spectators in one process must not be slower than the house that tells them. So this reads frames as they
come and hands their text on, and knows no more of RFC 6455 than a house on the same machine needs: text, close, ping,
no fragments, no extensions.
"""

import asyncio
import base64
import os
from collections.abc import Callable
from typing import Final, cast
from urllib.parse import urlsplit

from minibac.voice.said import said, words_of

TEXT: Final = 0x81
CLOSE: Final = 0x88
PING: Final = 0x89
PONG: Final = 0x8A
LOST: Final = 1006
"""The code of a connection that ended without one."""
OPENING_SECONDS: Final = 30.0


class HouseAnswerError(Exception):
    """The house said no, or nothing; the text is one sentence for whoever started the load."""


def no_house(address: str) -> HouseAnswerError:
    """Somebody else answers there."""
    return HouseAnswerError(said("what answers at {address} is no minibac house", address=address))


class Page(asyncio.Protocol):
    """One connection. ``heard`` is called with the bytes of each text, in the order they were sent."""

    def __init__(self, heard: Callable[["Page", bytes], None]) -> None:
        self._heard = heard
        self._rest = b""
        self._transport: asyncio.WriteTransport | None = None
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._open = self._leaving = False
        self.code = LOST
        """What the house ended it with."""
        self.ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        """The code, once the house has ended the connection."""

    @classmethod
    async def open(cls, address: str, heard: Callable[["Page", bytes], None], cookie: str = "") -> "Page":
        """Connect to ``http://HOST:PORT/PATH?QUERY`` as a WebSocket."""
        parts = urlsplit(address)
        loop = asyncio.get_running_loop()
        try:
            _, page = await loop.create_connection(lambda: cls(heard), parts.hostname or "localhost", parts.port or 80)
            page._ask(parts.netloc, f"{parts.path}?{parts.query}", cookie)
            try:
                await asyncio.wait_for(page._opened, OPENING_SECONDS)
            except BaseException:  # whoever no longer waits, and be it that the whole load ends, leaves nothing open
                page._leaving = True
                if page._transport is not None:
                    page._transport.abort()
                raise
        except TimeoutError:
            raise HouseAnswerError(said("{address} does not answer", address=parts.netloc)) from None
        except OSError as error:
            failed = said("the connection to {address} failed: {why}", why=words_of(error))
            raise HouseAnswerError(failed.about(address=parts.netloc)) from None
        return page

    def _ask(self, host: str, path: str, cookie: str) -> None:
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
            "Sec-WebSocket-Version: 13",
            *([f"Cookie: {cookie}"] if cookie else []),
        ]
        self._write(("\r\n".join(lines) + "\r\n\r\n").encode())

    def send(self, text: bytes) -> None:
        """Send a text; a page masks what it sends (RFC 6455, 5.3), and a mask of zeros is one."""
        self._frame(TEXT, text)

    def leave(self) -> None:
        """Go away; what comes after that is heard by nobody."""
        self._leaving = True
        if self._transport is not None:
            self._frame(CLOSE, (1000).to_bytes(2, "big"))
            self._transport.close()

    def _frame(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        head = bytes((kind, 0x80 | size)) if size < 126 else bytes((kind, 0xFE)) + size.to_bytes(2, "big")
        self._write(head + bytes(4) + payload)

    def _write(self, data: bytes) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(data)

    # --- the transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.WriteTransport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if not self._opened.done():
            self._opened.set_exception(exc or ConnectionResetError("the house hung up"))
        if not self.ended.done():
            self.ended.set_result(self.code)

    def data_received(self, data: bytes) -> None:
        if self._leaving or self._opened.cancelled():
            return
        if self._rest:
            data = self._rest + data
        at = 0 if self._open else self._answered(data)
        if self._open:
            at = self._frames(data, at)
        self._rest = data[at:]

    def _answered(self, data: bytes) -> int:
        """The answer to the handshake; how much of the data it was."""
        end = data.find(b"\r\n\r\n")
        if end < 0:
            return 0
        status = data[: data.find(b"\r\n")].split(b" ")[1:2]
        if status != [b"101"]:
            heard = status[0].decode() if status else "nothing"
            self._opened.set_exception(ConnectionRefusedError(f"the house answered with {heard}"))
            return end + 4
        self._open = True
        self._opened.set_result(None)
        return end + 4

    def _frames(self, data: bytes, at: int) -> int:
        """Take every whole frame from ``at`` on; where the first that is not whole begins."""
        end = len(data)
        while at + 2 <= end:
            kind, size, begin = data[at], data[at + 1], at + 2
            if size == 126:
                begin = at + 4
                size = int.from_bytes(data[at + 2 : begin], "big")
            elif size == 127:
                begin = at + 10
                size = int.from_bytes(data[at + 2 : begin], "big")
            if begin + size > end:
                break
            at = begin + size
            if kind == TEXT:
                self._heard(self, data[begin:at])
            elif kind == PING:
                self._frame(PONG, data[begin:at])
            elif kind == CLOSE:
                self.code = int.from_bytes(data[begin : begin + 2], "big") if size >= 2 else LOST
                if self._transport is not None:
                    self._transport.close()
        return at
