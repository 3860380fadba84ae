"""Invitations: a link that makes one account with one role, once, for a week; a join code makes many.

The token is in the link and nowhere else; the store knows its hash.
"""

from collections import Counter
from typing import Final

import msgspec

from minibac.house.times import Clock
from minibac.people.sessions import key_of
from minibac.records.store import Store, sweep
from minibac.records.world import random_bytes

KIND: Final = "invitation"
LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
CODE: Final = 10
"""A join code has so many letters and digits, without those that look alike."""
LIFE_MS: Final = 7 * 24 * 60 * 60 * 1000


class Invitation(msgspec.Struct, frozen=True):
    """What a link offers."""

    role: str
    created: int
    by: str
    pit: str = ""
    table: str = ""
    class_id: str = ""
    """The class that a trainee joins."""
    many: bool = False
    """Whether it is a join code, which a whole class may use."""


class Invitations:
    """The links that nobody has taken yet."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    async def make(self, role: str, by: str, *, pit: str = "", table: str = "", class_id: str = "") -> str:
        """A new link: its token."""
        invitation = Invitation(role, self._clock(), by, pit, table, class_id)
        token = random_bytes(16).hex()
        await self.stands(token, invitation)
        return token

    async def make_code(self, role: str, by: str, class_id: str) -> str:
        """A join code for a class, which can be typed."""
        code = "".join(LETTERS[byte % len(LETTERS)] for byte in random_bytes(CODE))
        await self.stands(code, Invitation(role, self._clock(), by, class_id=class_id, many=True))
        return code

    async def stands(self, token: str, invitation: Invitation) -> None:
        """A link may be taken, or once more after what it offers could not be given."""
        await self._store.put(KIND, [(key_of(token), msgspec.json.encode(invitation))])

    async def find(self, token: str) -> Invitation | None:
        kept = await self._store.get(KIND, key_of(token))
        found = msgspec.json.decode(kept, type=Invitation) if kept else None
        return found if found and self._clock() - found.created < LIFE_MS else None

    async def used(self, token: str, invitation: Invitation) -> None:
        """A link counts once; a join code until it is over."""
        if not invitation.many:
            await self.end(token)

    async def end(self, token: str) -> None:
        """A link or a code counts no more."""
        await self._store.put(KIND, [(key_of(token), None)])

    async def open_roles(self) -> dict[str, int]:
        """How many links wait for each role."""
        kept = (await self._store.all(KIND)).values()
        found = [msgspec.json.decode(invitation, type=Invitation) for invitation in kept]
        return Counter(each.role for each in found if self._clock() - each.created < LIFE_MS)

    async def sweep(self) -> None:
        old = self._clock() - LIFE_MS
        await sweep(self._store, KIND, Invitation, lambda invitation: invitation.created <= old)
