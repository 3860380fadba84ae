"""Ask a house over HTTP. Whatever it sends is an answer or none, and it has so long and no longer."""

import contextlib
import http.client
import io
import json
import math
import socket
import time
import urllib.error
import urllib.request
from functools import partial
from http import HTTPStatus
from typing import Any

from minibac.voice.said import Said, said

LARGEST = 1 << 20
PATIENCE_S = 20
"""So long a house may be silent."""
ANSWER_S = 120
"""So long an answer may take from the call to its last byte, headers and all; one that drips for ever is none."""
PART = 1 << 16


class NotAnswered(Exception):  # noqa: N818
    """Nothing that is an answer came, and why."""


def answered(request: str | urllib.request.Request, until: float = math.inf) -> tuple[int, bytes]:
    """The status of an answer, and what it brings; none comes later than ``until``, by the monotonic clock."""
    opener = urllib.request.OpenerDirector()
    until = min(until, time.monotonic() + ANSWER_S)
    for handler in (
        urllib.request.ProxyHandler(),
        urllib.request.UnknownHandler(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPRedirectHandler(),
        urllib.request.HTTPErrorProcessor(),
        _Plain(until),
        _Secure(until),
    ):
        opener.add_handler(handler)
    try:
        try:
            with opener.open(request) as answer:
                return answer.status, _whole(answer)
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code, _whole(refused)
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise NotAnswered(as_words(getattr(error, "reason", None) or error)) from None


def is_success(status: int) -> bool:
    return HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES


def refusal(status: int, answer: bytes) -> Said:
    """Why the house refused, in its own words where it has some."""
    with contextlib.suppress(ValueError, LookupError, TypeError, RecursionError):
        if why := shown_plainly(str(json.loads(answer)["refusal"]["sentence"])):
            return said("{why}", why=why)
    return said("the house answered with status {status}", status=status)


def as_words(error: object) -> str:
    """What a library says of its error, with a small letter."""
    return shown_plainly((getattr(error, "strerror", None) or str(error)).lower())


def shown_plainly(text: str) -> str:
    """What somebody else wrote, as one line that a terminal shows and does not obey."""
    return "".join(sign if sign.isprintable() else "�" for sign in text.strip())


def _whole(answer: Any) -> bytes:
    """All that an answer brings, up to the most that is taken."""
    data = b""
    while len(data) < LARGEST and (part := answer.read1(min(PART, LARGEST - len(data)))):
        data += part
    return data


# --- each wait on the network is for what is left of the time


def _left(until: float) -> float:
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError("timed out")
    return min(left, PATIENCE_S)


class _InTime(urllib.request.AbstractHTTPHandler):
    """Opens addresses on connections that keep to the time, those of a redirection too."""

    def __init__(self, until: float) -> None:
        super().__init__()
        self._until = until

    def do_open(self, http_class: Any, req: urllib.request.Request, **more: Any) -> Any:
        req.timeout = _left(self._until)
        return super().do_open(partial(_connection, self._until, http_class), req, **more)


class _Plain(_InTime, urllib.request.HTTPHandler):
    pass


class _Secure(_InTime, urllib.request.HTTPSHandler):
    pass


def _connection(until: float, kind: Any, host: str, **more: Any) -> Any:
    connection = kind(host, **more)
    connection.response_class = partial(_Answer, until)
    connection._create_connection = partial(_connected, until)
    return connection


def _connected(until: float, address: tuple[str, int], *_: object) -> socket.socket:
    """To the first of a house's addresses that answers."""
    why = OSError("no address")
    for *_kind, at in socket.getaddrinfo(*address, type=socket.SOCK_STREAM):
        try:
            return socket.create_connection((str(at[0]), int(at[1])), _left(until))
        except OSError as error:
            why = error
    raise why


class _Answer(http.client.HTTPResponse):
    def __init__(self, until: float, connected: socket.socket, *rest: Any, **more: Any) -> None:
        super().__init__(connected, *rest, **more)
        self.fp = io.BufferedReader(_Coming(until, connected, self.fp.detach()))


class _Coming(io.RawIOBase):
    """The bytes of an answer, as they come."""

    def __init__(self, until: float, connected: socket.socket, raw: io.RawIOBase) -> None:
        self._until, self._connected, self._raw = until, connected, raw

    def readable(self) -> bool:
        return True

    def readinto(self, into: Any) -> int | None:
        self._connected.settimeout(_left(self._until))
        return self._raw.readinto(into)

    def close(self) -> None:
        self._raw.close()
        super().close()
