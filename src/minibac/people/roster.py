"""The roster: which person may play which part, in which pit and at which table, as the house's own log has it.

The log is the authority: it knows every person of the staff, what each may do and where, and that duties which must be
apart are never held by one person (R30). A person works in one role at a time; whoever begins in another has ended
the first.
"""

import asyncio
from typing import Final

import msgspec

from minibac.house.open_house import OpenHouse
from minibac.house.training_tables import KIND as TRAINING
from minibac.house.training_tables import TrainingTable
from minibac.machine.names import role_name
from minibac.machine.roles import THE_HOUSE, Actor, Role
from minibac.people.person_types import PlaceOfRole
from minibac.pits import house_commands as pc
from minibac.pits.house_state import Person
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.voice.said import Somebody, many, said

AT_TABLES: Final = (
    Role.DEALER,
    Role.FLOORPERSON,
    Role.PIT_BOSS,
    Role.SHIFT_MANAGER,
    Role.PIT_CLERK,
    Role.SURVEILLANCE,
    Role.ACCOUNTING,
)
"""The staff that a table knows."""


class Held(msgspec.Struct, frozen=True):
    """A role somebody holds; no pits and no tables is everywhere."""

    role: Role
    pits: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()

    def covers(self, table: str, pit: str) -> bool:
        return not (self.pits or self.tables) or pit in self.pits or table in self.tables

    def plain(self) -> list[PlaceOfRole]:
        """As the protocol writes it: one line for each place."""
        places: list[tuple[str | None, str | None]] = [
            *((pit, None) for pit in self.pits),
            *((None, table) for table in self.tables),
        ]
        return [{"role": str(self.role), "pit": pit, "table": table} for pit, table in places or [(None, None)]]


class Roster:
    """The roles of everybody."""

    def __init__(self, house: OpenHouse) -> None:
        self._house = house
        self._changing = asyncio.Lock()
        """Held while somebody begins or ends to work in a role: a page of many tables asks for it many times."""

    def person(self, person: str) -> Person | None:
        found = self._house.own.state.people.get(person)
        return None if found is None or found.removed else found

    def held(self, person: str) -> tuple[Held, ...]:
        found = self.person(person)
        if found is None or found.disabled:
            return ()
        return tuple(Held(role, scope.pits, scope.tables) for role, scope in found.roles.items())

    def covers(self, person: str, role: Role, table: str, pit: str) -> bool:
        return any(held.role is role and held.covers(table, pit) for held in self.held(person))

    async def deals(self, person: str, table: str) -> bool:
        """Whether somebody opened this training table to deal it."""
        kept = await self._house.store.get(TRAINING, table)
        if kept is None:
            return False
        found = msgspec.json.decode(kept, type=TrainingTable)
        return found.deals and found.by == person

    async def admit(self, person: str, name: str) -> Refusal | None:
        return await self._give(pc.AdmitPerson(by=THE_HOUSE, at=0, person=person, name=name))

    async def grant(
        self, person: str, role: Role, *, pit: str = "", table: str = "", by: Actor = THE_HOUSE
    ) -> Refusal | None:
        """Give a role, or one more place for it, unless a duty that must be apart stands against it."""
        known = next((held for held in self.held(person) if held.role is role), None)
        pits = tuple(dict.fromkeys((*(known.pits if known else ()), *((pit,) if pit else ()))))
        tables = tuple(dict.fromkeys((*(known.tables if known else ()), *((table,) if table else ()))))
        if not pit and not table:
            pits = tables = ()
        return await self._give(pc.GrantRole(by=by, at=0, person=person, role=role, pits=pits, tables=tables))

    async def take(
        self, person: str, role: Role, *, pit: str = "", table: str = "", by: Actor = THE_HOUSE
    ) -> Refusal | None:
        """Take a role, or one place of it: the last place takes the role."""
        known = next((held for held in self.held(person) if held.role is role), None)
        if known is not None and (pit or table):
            if pit not in ("", *known.pits) or table not in ("", *known.tables):
                places = (*known.pits, *known.tables)
                known_at = (
                    said("{person} is {role} at {places}: there is no such place to take", places=many(places, "and"))
                    if places
                    else said("{person} is {role} in the whole house: there is no such place to take")
                )
                return refuse(
                    Code.NOT_FOUND, known_at.about(person=Somebody(person), role=role_name(role)), allowed=places
                )
            pits = tuple(name for name in known.pits if name != pit)
            tables = tuple(name for name in known.tables if name != table)
            if pits or tables:
                return await self._give(pc.GrantRole(by=by, at=0, person=person, role=role, pits=pits, tables=tables))
        return await self._give(pc.TakeRole(by=by, at=0, person=person, role=role))

    async def disable(self, person: str, reason: str, by: Actor) -> Refusal | None:
        return await self._give(pc.DisablePerson(by=by, at=0, person=person, reason=reason))

    async def enable(self, person: str, by: Actor) -> Refusal | None:
        return await self._give(pc.EnablePerson(by=by, at=0, person=person))

    async def remove(self, person: str, reason: str) -> Refusal | None:
        return await self._give(pc.RemovePerson(by=THE_HOUSE, at=0, person=person, reason=reason))

    async def work_as(self, person: str, role: Role, *, elsewhere: bool) -> Refusal | None:
        """Begin to work in a role. ``elsewhere``: the person has pages open in another one, which is ended nowhere."""
        async with self._changing:
            found = self.person(person)
            if found is None or role not in found.roles:
                return refuse(Code.NOT_YOURS, said("you are no {role} in this house", role=role_name(role)), "R30")
            if found.active is role:
                return None
            if found.active is not None:
                if elsewhere:
                    works = role_name(found.active)
                    sentence = said("you work as {role} on another page: one role at a time", role=works)
                    return refuse(Code.NOT_YOURS, sentence, "R30", allowed=(str(found.active),))
                await self._stop(person)
            return await self._give(pc.StartProfile(by=THE_HOUSE, at=0, person=person, role=role))

    async def stop_work(self, person: str) -> None:
        """End the role a person works in, if there is one."""
        async with self._changing:
            await self._stop(person)

    async def _stop(self, person: str) -> None:
        found = self.person(person)
        if found is not None and found.active is not None:
            await self._give(pc.EndProfile(by=THE_HOUSE, at=0, person=person))

    async def mint(self, guest: str, cents: int, transfer: str) -> Refusal | None:
        """Play chips for a guest."""
        grant = pc.GrantChips(by=THE_HOUSE, at=0, guest=guest, cents=cents, transfer=transfer)
        return await self._give(grant, f"grant:{guest}:{transfer}")

    async def redeem(
        self, guest: str, cents: int, transfer: str, by: Actor, *, forfeited: bool = False
    ) -> Refusal | None:
        """Take play chips out of a guest's wallet: redeemed by the cage, or forfeited."""
        redeemed = pc.RedeemChips(by=by, at=0, guest=guest, cents=cents, transfer=transfer, forfeited=forfeited)
        return await self._give(redeemed, f"redeem:{guest}:{transfer}")

    async def _give(self, command: pc.HouseCommand, command_id: str = "") -> Refusal | None:
        return (await self._house.own.command(command, command_id)).refusal
