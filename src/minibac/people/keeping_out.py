"""Keeping out who may not play: at the door, at every table, and at the cage.

The lists themselves are :mod:`minibac.people.exclusions`. A table hears that a seat may not play; the house's log, that
the lists were changed and by whom; security and compliance, who it is and what was tried.
"""

import secrets
from contextlib import AbstractAsyncContextManager
from typing import Any

import msgspec

from minibac.house.full_check import EXCLUSION_LIST
from minibac.house.logs import log
from minibac.house.open_house import OpenHouse
from minibac.house.wallets import wallet
from minibac.houses.types import CHIPS_OF_EXCLUDED
from minibac.machine.automatic_people import is_automatic
from minibac.machine.roles import Actor
from minibac.people.accounts import REDEMPTIONS, Account, Accounts
from minibac.people.ages import years_of
from minibac.people.exclusions import EXCLUSION, Exclusion, Exclusions, Match, fresh, person_of
from minibac.people.person_types import Attempt, RedemptionTold
from minibac.people.roster import Roster
from minibac.pits.house_events import ParameterChanged
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.voice.said import said

MAY_NOT_PLAY = said("this person cannot play here; the house tells them why in private")
REDEEMABLE, _, FORFEITED = CHIPS_OF_EXCLUDED


class KeepingOut:
    """What the house does about its lists."""

    def __init__(self, house: OpenHouse, accounts: Accounts, roster: Roster) -> None:
        self.house, self.accounts, self.roster = house, accounts, roster
        self.lists = Exclusions(house.store, house.now, lambda: house.time_zone, house.premises.alone)

    def _door(self) -> AbstractAsyncContextManager[None]:
        return self.house.premises.alone("door")

    # ------------------------------------------------------------------------------------------------- who is noticed

    async def turned_away(self, account: Account) -> Refusal | None:
        """Why no account is made for somebody on a list; somebody like one gets it, and security is told of both."""
        match = await self.lists.of(account)
        if match is None:
            return None
        await self._tell(match, "account", account, person="" if match.sure else account.id, address=account.address)
        return refuse(Code.NOT_ELIGIBLE, MAY_NOT_PLAY) if match.sure else None

    async def _tell(self, match: Match, attempt: Attempt, account: Account, **facts: str) -> None:
        """Security and compliance learn who tried what; the log of the program only that somebody did."""
        who = person_of(account, self.house.now(), self.house.time_zone)
        await self.lists.tell(match, attempt, who, **({"person": account.id} | facts))
        table = facts.get("table", "")
        log().warning("significant", kind="excluded person", severity="high", attempt=attempt, table=table)

    async def noticed(self, account: Account | None, attempt: Attempt, **facts: str) -> None:
        """Somebody is here, or tries to play: where a list knows them, security is told."""
        match = await self.lists.of(account) if account else None
        if account and match:
            await self._tell(match, attempt, account, **facts)

    # --------------------------------------------------------------------------------------------- lists and tables

    async def exclude(self, facts: dict[str, Any], by: str) -> Exclusion:
        """Put a person on a list of the house; the house's log keeps that somebody did, and no more.

        It reaches the tables at once, wherever the person sits and whichever process deals there. Accounts that are
        the person's, or perhaps are, are told to security.
        """
        entry = Exclusion(id=fresh("x"), by=by, at=self.house.now(), **facts)
        await self.lists.put(entry)
        await self._list_changed(by, "an entry was made", -1)
        for account in await self.accounts.all():
            if match := self.lists.match([entry], account):
                await self._noticed_now(match, "entry", account)
        return entry

    async def take_off(self, entry: Exclusion, by: str, reason: str) -> None:
        """An entry is over before its last day, with a reason; it is kept until somebody deletes it."""
        facts = {"removed_by": by, "removed_at": self.house.now(), "removed_reason": reason}
        await self.lists.put(msgspec.structs.replace(entry, **facts))
        await self._list_changed(by, "an entry was ended", 0)
        await self.look_at_lists()

    async def forget_entry(self, entry: Exclusion, by: str) -> None:
        """Delete an entry that is over, and what was told about it."""
        await self.lists.forget(entry)
        await self._list_changed(by, "an entry was deleted", 1)

    async def _list_changed(self, by: str, what: str, before: int) -> None:
        count = len(await self.lists.entries())
        was, now = str(count + before), str(count)
        changed = ParameterChanged(by=by, clauses=EXCLUSION, name=EXCLUSION_LIST, before=was, after=now, reason=what)
        await self.house.own.write_down(changed)
        log().info("significant", kind="exclusion", by=by)

    async def look_at(self, person: str, attempt: Attempt) -> None:
        """Hold one account against the lists and the ages of the tables, when the house has learnt more about its
        person."""
        account = await self.accounts.get(person)
        if account is None:
            return
        if match := await self.lists.of(account):
            await self._tell(match, attempt, account)
        await self._told_tables(account, match.entry.kind if match and match.sure else "")

    async def _noticed_now(self, match: Match, attempt: Attempt, account: Account) -> None:
        """The tables hear at once that somebody may not play, and security hears who it is."""
        await self._tell(match, attempt, account)
        if match.sure:
            await self._told_tables(account, match.entry.kind)

    async def _told_tables(self, account: Account, kind: str) -> None:
        for table in list(self.house.tables.values()):
            await table.say_excluded(account.id, kind, self._age(account))

    def _age(self, account: Account) -> int | None:
        return years_of(account, self.house.now(), self.house.time_zone)

    async def look_at_lists(self) -> None:
        """Hold everybody who sits against the lists: another day begins, or nobody could tell the tables before."""
        entries = await self.lists.entries()
        for table in list(self.house.tables.values()):
            seats = list(table.state.seats.values()) if table.exists else []
            for sits in seats if entries or any(each.excluded for each in seats) else ():
                account = None if is_automatic(sits.guest) else await self.accounts.get(sits.guest)
                match = self.lists.match(entries, account) if account else None
                age = self._age(account) if account else None
                await table.say_excluded(sits.guest, match.entry.kind if match and match.sure else "", age)

    # ---------------------------------------------------------------------------------------------------- at the cage

    async def _wallet_cents(self, account: Account) -> int:
        return await self.house.store.balance(wallet(account.id))

    async def redemption(self, account: Account) -> RedemptionTold:
        """What a guest says at the cage: a number that leads to the chips and to no name, and what they come to."""
        number = account.redemption
        if not number:
            number = f"{secrets.randbelow(10**10):010}"
            await self.accounts.change(account.id, redemption=number)
            await self.house.store.put(REDEMPTIONS, [(number, account.id.encode())])
        held = await self._chips_stay(account)
        return {"number": number, "cents": await self._wallet_cents(account), "redeemable": held is None}

    async def redeemed_by(self, number: str) -> Account | None:
        """The account behind a number of the cage."""
        kept = await self.house.store.get(REDEMPTIONS, number)
        return await self.accounts.get(kept.decode()) if kept else None

    async def redeem(self, account: Account, by: Actor) -> int | Refusal:
        """The cage redeems everything in a guest's wallet."""
        return await self._chips_stay(account) or await self._emptied(account, by)

    async def forfeit(self, account: Account, by: Actor) -> int | Refusal:
        """What is in the wallet of a person on a list goes to the house, where the house file says so."""
        if self.house.excluded_chips != FORFEITED:
            return refuse(Code.NOT_NOW, said("the house file of this house forfeits nobody's chips"))
        return await self._emptied(account, by, forfeited=True) if await self._wallet_cents(account) else 0

    async def _emptied(self, account: Account, by: Actor, *, forfeited: bool = False) -> int | Refusal:
        async with self._door():
            cents = await self._wallet_cents(account)
            refusal = await self.roster.redeem(account.id, cents, str(self.house.now()), by, forfeited=forfeited)
        if refusal is None:
            await self.noticed(account, "chips")
        return refusal or cents

    async def _chips_stay(self, account: Account) -> Refusal | None:
        """Why the cage does not redeem a guest's chips now, or ``None``; it hears no reason."""
        for table in self.house.tables.values():
            if any(seat.guest == account.id for seat in table.state.seats.values()):
                sentence = said("this guest has chips at a table: they are counted when the seat is left")
                return refuse(Code.NOT_NOW, sentence)
        match = await self.lists.of(account)
        held = match is not None and match.sure and not match.entry.released_by
        if held and self.house.excluded_chips != REDEEMABLE:
            return refuse(Code.NOT_NOW, said("these chips are not redeemed now: security is asked"))
        return None
