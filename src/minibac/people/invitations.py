"""Invitations: a link that makes one account with one role, once, for a week.

The token is in the link and nowhere else; the store knows its hash.
"""

import os
from collections import Counter
from typing import Final

import msgspec

from minibac.house.times import Clock
from minibac.people.sessions import key_of
from minibac.records.store import Store, sweep

KIND: Final = "invitation"
LIFE_MS: Final = 7 * 24 * 60 * 60 * 1000


class Invitation(msgspec.Struct, frozen=True):
    """What a link offers."""

    role: str
    created: int
    by: str
    pit: str = ""
    table: str = ""


class Invitations:
    """The links that nobody has taken yet."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    async def make(self, role: str, by: str, *, pit: str = "", table: str = "") -> str:
        """A new link: its token."""
        token = os.urandom(16).hex()
        invitation = Invitation(role, self._clock(), by, pit, table)
        await self._store.put(KIND, [(key_of(token), msgspec.json.encode(invitation))])
        return token

    async def find(self, token: str) -> Invitation | None:
        kept = await self._store.get(KIND, key_of(token))
        found = msgspec.json.decode(kept, type=Invitation) if kept else None
        return found if found and self._clock() - found.created < LIFE_MS else None

    async def used(self, token: str) -> None:
        """A link counts once."""
        await self._store.put(KIND, [(key_of(token), None)])

    async def open_roles(self) -> dict[str, int]:
        """How many links wait for each role."""
        kept = (await self._store.all(KIND)).values()
        found = [msgspec.json.decode(invitation, type=Invitation) for invitation in kept]
        return Counter(each.role for each in found if self._clock() - each.created < LIFE_MS)

    async def sweep(self) -> None:
        old = self._clock() - LIFE_MS
        await sweep(self._store, KIND, Invitation, lambda invitation: invitation.created <= old)
