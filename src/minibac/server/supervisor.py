"""What systemd is told: that the house is open, that it is alive, that it is closing.

A datagram to the socket that ``NOTIFY_SOCKET`` names; where there is none, nobody is told. The watchdog is fed from the
event loop, so a house that hangs is not.
"""

import asyncio
import contextlib
import os
import socket

READY, STOPPING, ALIVE = "READY=1", "STOPPING=1", "WATCHDOG=1"


def supervised() -> bool:
    """Whether somebody supervises this process, and what it prints goes into a journal."""
    return bool(os.environ.get("NOTIFY_SOCKET"))


def tell(word: str) -> None:
    """Say a word to whoever supervises this process."""
    place = os.environ.get("NOTIFY_SOCKET", "")
    if not place or not hasattr(socket, "AF_UNIX"):
        return
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as to:
        to.connect(f"\0{place[1:]}" if place.startswith("@") else place)
        to.sendall(word.encode())


def patience_s() -> float:
    """After how long a silence the supervisor ends this process, or 0: it does not."""
    mine = os.environ.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    microseconds = os.environ.get("WATCHDOG_USEC", "")
    return int(microseconds) / 1_000_000 if mine and microseconds.isdecimal() else 0.0


async def keep_alive() -> None:
    """Say that this process is alive, as long as its loop turns."""
    while seconds := patience_s():
        tell(ALIVE)
        await asyncio.sleep(seconds / 3)
