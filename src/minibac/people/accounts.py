"""Accounts: a name, a password hash or none, and what the house must know of a person to let them play.

A guest without a password is an account that lives as long as its cookie. Names of people with a password are unique,
whatever their letter case.
"""

import re
import unicodedata
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Final

import msgspec

from minibac.house.times import Clock
from minibac.records.store import Store
from minibac.records.world import random_bytes
from minibac.voice.said import NOTHING, Said, said

KIND: Final = "account"
NAMES: Final = "account-name"
REDEMPTIONS: Final = "redemption"
"""Numbers that guests say at the cage, each with its account."""
LONGEST_NAME: Final = 40
AN_ID: Final = re.compile(r"g-[0-9a-f]{16}|[pt]-[0-9]{4,}")
"""The id of somebody with an account: a guest's says nothing, one of the staff and a trainee have a number."""


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """One person."""

    id: str
    name: str
    created: int
    password: str = ""
    """The argon2 hash; empty for a guest without one."""
    last_access: int = 0
    of_age: bool = False
    """The guest has said to be of the age that the house asks for."""
    age: int = 0
    """In years, as it was said; 0 where nobody asked."""
    born: str = ""
    """The date of birth, as it was said in place of the age."""
    age_by: str = ""
    """Whose word the age is: the person's own, or that of somebody of the staff."""
    redemption: str = ""
    """The number that the person says at the cage to redeem chips; none while nobody has asked for it."""
    disabled: bool = False
    staff: bool = False
    address: str = ""
    """Where it was made from; kept as long as the account."""


class Accounts:
    """Every account of a house."""

    def __init__(self, store: Store, clock: Clock, alone: Callable[[str], AbstractAsyncContextManager[None]]) -> None:
        self._store, self._clock, self._alone = store, clock, alone

    async def get(self, person: str) -> Account | None:
        kept = await self._store.get(KIND, person)
        return msgspec.json.decode(kept, type=Account) if kept else None

    async def by_name(self, name: str) -> Account | None:
        """The account that signs in with a name."""
        kept = await self._store.get(NAMES, folded(name))
        return await self.get(kept.decode()) if kept else None

    async def all(self) -> list[Account]:
        kept = (await self._store.all(KIND)).values()
        return sorted((msgspec.json.decode(data, type=Account) for data in kept), key=lambda each: each.created)

    async def add(self, account: Account) -> None:
        """Keep an account; one with a password owns its name."""
        await self._store.put(KIND, [(account.id, msgspec.json.encode(account))])
        if account.password:
            await self._store.put(NAMES, [(folded(account.name), account.id.encode())])

    async def change(self, person: str, **facts: object) -> None:
        """Change what is kept about a person; what others change at the same moment stays, and who is gone is gone."""
        async with self._one(person):
            if (now := await self.get(person)) is not None:
                await self._store.put(KIND, [(person, msgspec.json.encode(msgspec.structs.replace(now, **facts)))])

    async def accessed(self, person: str) -> None:
        """The person was here (R29)."""
        await self.change(person, last_access=self._clock())

    def _one(self, person: str) -> AbstractAsyncContextManager[None]:
        return self._alone(f"account/{person[-2:]}")

    async def remove(self, account: Account) -> None:
        """Take an account away. What the person did stays in the logs, under an id that nobody can resolve any more."""
        async with self._one(account.id):
            await self._store.put(KIND, [(account.id, None)])
            if account.password:
                await self._store.put(NAMES, [(folded(account.name), None)])
            if account.redemption:
                await self._store.put(REDEMPTIONS, [(account.redemption, None)])


def guest_id() -> str:
    """An id that says nothing about its person."""
    return f"g-{random_bytes(8).hex()}"


def staff_id(number: int) -> str:
    """The number of somebody who works in the house, short enough to stand beside the name on a paper.

    >>> staff_id(12)
    'p-0012'
    """
    return f"p-{number:04d}"


def trainee_id(number: int) -> str:
    """The number of a trainee, which papers show where there is no name any more.

    >>> trainee_id(7)
    't-0007'
    """
    return f"t-{number:04d}"


def folded(name: str) -> str:
    """A name as it is compared.

    >>> folded(" Ann  LEE ")
    'ann lee'
    """
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def wrong_name(name: str) -> Said:
    """Why a name is not taken, or nothing.

    >>> str(wrong_name("   "))
    'a name has 1 to 40 characters'
    """
    clean = " ".join(name.split())
    if not 1 <= len(clean) <= LONGEST_NAME:
        return said("a name has 1 to {most} characters", most=LONGEST_NAME)
    if not clean.isprintable() or any(unicodedata.category(sign) in ("Cf", "Co", "Cs", "Cn") for sign in clean):
        return said("a name has printable characters only")
    if folded(clean).startswith(("automatic", "house")):
        return said("a name that starts with automatic or house is the house's own")
    return NOTHING
