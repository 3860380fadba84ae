"""A house that answers by the byte, and for ever."""

import contextlib
import socket
import threading
from collections.abc import Iterator


@contextlib.contextmanager
def dripping() -> Iterator[tuple[str, threading.Event]]:
    """Its address, and whether it was called. Each byte of its headers comes soon after the one before."""
    called, over = threading.Event(), threading.Event()

    def drip(guest: socket.socket) -> None:
        with contextlib.suppress(OSError), guest:
            called.set()
            guest.sendall(b"HTTP/1.1 200 OK\r\nX-Slow: ")
            while not over.wait(0.02):
                guest.sendall(b"a")

    def serve() -> None:
        with contextlib.suppress(OSError):
            while True:
                threading.Thread(target=drip, args=(door.accept()[0],), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as door:
        threading.Thread(target=serve, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{door.getsockname()[1]}", called
        finally:
            over.set()
