"""Passwords: hashed with argon2 beside the event loop, a few at a time; the same work for a name nobody has."""

import asyncio

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from minibac.voice.said import NOTHING, Said, said

SHORTEST = 8
LONGEST = 256
AT_ONCE = 2
"""Each takes tens of megabytes; more at once would be a gift to whoever wants to stop the house."""


class Passwords:
    """Hash and check passwords."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._nobody = ""

    async def hash(self, password: str) -> str:
        async with self._turn:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def fits(self, password: str, known: str) -> bool:
        """Whether a password is right; without a known hash it takes the same time to say no."""
        if not known and not self._nobody:
            self._nobody = await self.hash("nobody has this password")
        async with self._turn:
            right = await asyncio.to_thread(self._verify, known or self._nobody, password)
        return right and bool(known)

    def _verify(self, known: str, password: str) -> bool:
        try:
            return self._hasher.verify(known, password)
        except (Argon2Error, InvalidHashError):
            return False


def weak(password: str) -> Said:
    """Why a password is not taken, or nothing.

    >>> str(weak("short"))
    'a password has 8 to 256 characters'
    """
    if not SHORTEST <= len(password) <= LONGEST:
        return said("a password has {least} to {most} characters", least=SHORTEST, most=LONGEST)
    return said("a password of one character repeated is none") if len(set(password)) == 1 else NOTHING
