"""People: who is at the door, who signs in, who may sit, and what is kept about them."""

import hashlib
from contextlib import AbstractAsyncContextManager
from itertools import count
from typing import Any, NamedTuple

import msgspec

from minibac.house.exam_room import KeptExam, exams_of, forget_exams
from minibac.house.limits import Limits
from minibac.house.logs import log
from minibac.house.open_house import OpenHouse
from minibac.house.wallets import wallet
from minibac.machine.roles import Role
from minibac.people.accounts import Account, Accounts, guest_id, staff_id, wrong_name
from minibac.people.ages import Stated, years_of
from minibac.people.classes import Classes
from minibac.people.exclusions import EXCLUSION
from minibac.people.invitations import Invitation, Invitations
from minibac.people.keeping_out import MAY_NOT_PLAY, KeepingOut
from minibac.people.lockout import Lockout
from minibac.people.passwords import Passwords, weak
from minibac.people.person_types import (
    AccountExport,
    ExamLine,
    ExamRowOfAccount,
    PersonRow,
    PlaceOfRole,
    SessionTold,
    WalletRow,
)
from minibac.people.roster import Held, Roster
from minibac.people.sessions import Session, Sessions
from minibac.pits.duties import GRANTABLE
from minibac.pits.house_state import Person
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.school.exam_commands import WhisperNote
from minibac.voice.said import said

SAY_OF_AGE = said("a guest says to be of age before sitting down; play chips only")
UNSTATED = Stated()
SAME_WORDS = said("the name or the password is not right, or the name is closed for a while")
"""Whatever the reason is, so that nobody learns which names exist (R27)."""
NO_LINK = said("there is no such link, or it was taken, or it is older than a week")

MINUTE_MS = 60_000
LOW_CENTS = 50_000
"""A wallet below this may be filled again."""
TOP_UPS_PER_HOUR = 12
"""How often that may be: each time is a line of the house's log for ever."""


def _of_own_word(person: str, age: Stated) -> dict[str, Any]:
    """What an account keeps of an age that its own person has said, if any."""
    return {"age": age.age, "born": age.born, "age_by": person} if any(age) else {}


def _exam(kept: KeptExam) -> ExamRowOfAccount:
    """An exam as its person may know it: before its end nothing of what an instructor has laid into it."""
    lines: list[ExamLine] = [
        {"at": step.at, "line": step.line, "by": step.by}
        for step in kept.steps
        if kept.ended or not step.by or WhisperNote.__name__ in step.line
    ]
    return {
        "id": kept.id,
        "scenario": kept.scenario,
        "begun_at": kept.begun_at,
        "ended": kept.ended,
        "steps": lines,
    }


class SignedIn(NamedTuple):
    """Somebody, and the session that says so."""

    account: Account
    session: Session


class People:
    """The door of the house."""

    def __init__(self, house: OpenHouse, passwords: Passwords | None = None) -> None:
        settings, store, clock = house.settings, house.store, house.now
        self.house = house
        self.accounts = Accounts(store, clock, house.premises.alone)
        self.roster = Roster(house)
        self.invitations = Invitations(store, clock)
        self.classes = Classes(house, self.accounts, self.invitations)
        self.passwords = passwords or Passwords()
        self.sessions = Sessions(
            store,
            clock,
            console_idle_ms=settings.console_idle_minutes * MINUTE_MS,
            guest_idle_ms=settings.guest_idle_minutes * MINUTE_MS,
        )
        self.keeping_out = KeepingOut(house, self.accounts, self.roster)
        self.lockout = Lockout(
            store, clock, most=settings.sign_in_failures_max, lock_ms=settings.lockout_minutes * MINUTE_MS
        )

        self._top_ups = Limits(clock, TOP_UPS_PER_HOUR / 3600, TOP_UPS_PER_HOUR)

    def door(self) -> AbstractAsyncContextManager[None]:
        """A link and a name are each given to one person, and a wallet filled once, also when two ask at once."""
        return self.house.premises.alone("door")

    # ------------------------------------------------------------------------------------------------------ signing in

    async def asking(self, token: str | None) -> SignedIn | None:
        """Who is behind a cookie."""
        session = await self.sessions.find(token)
        if session is None:
            return None
        account = await self.accounts.get(session.person)
        away = account is not None and not account.password and self.sessions.look(session)
        if account is None or away or await self._out(account):  # nobody can unlock what has no password
            await self.sessions.end(session)
            return None
        return SignedIn(account, session)

    async def sign_in(self, name: str, password: str, address: str) -> tuple[str, SignedIn] | Refusal:
        """Name and password to a session, or the same words for every reason."""
        account = await self.accounts.by_name(name)
        key = account.name if account else name
        async with self._one_try(key):
            closed = await self.lockout.closed_for(key)
            right = await self.passwords.fits(password, account.password if account else "")
            if closed or not right or account is None or await self._out(account):
                locks = False if closed else await self.lockout.failed(key)
                facts = {"name": name[:64], "address": address, "locked": bool(closed or locks)}
                log().warning("sign-in failed", kind="failed sign-in", **facts)
                return refuse(Code.NOT_YOURS, SAME_WORDS)
            await self.lockout.passed(key)
        await self.keeping_out.noticed(account, "sign-in", address=address)  # who may not play may still redeem chips
        return await self._begin(account, address)

    def _one_try(self, name: str) -> AbstractAsyncContextManager[None]:
        """Passwords for a name are tried one after the other: of many at once, no more than the lockout allows."""
        return self.house.premises.alone(f"password/{hashlib.sha256(name.encode()).hexdigest()[:2]}")

    async def _out(self, account: Account) -> bool:
        """Whether somebody is locked out: a guest by the account, the staff by the house's log."""
        if not account.staff:
            return account.disabled
        known = await self._staff(account.id)
        return known is None or known.disabled

    async def _staff(self, person: str) -> Person | None:
        """Somebody of the staff, also one whom another process has admitted a moment ago."""
        if self.roster.person(person) is None:
            await self.house.own.follow(doubting=True)
        return self.roster.person(person)

    async def _begin(self, account: Account, address: str) -> tuple[str, SignedIn]:
        token, session = await self.sessions.begin(account.id, staff=account.staff)
        await self.accounts.accessed(account.id)
        log().info("signed in", person=account.id, staff=account.staff, address=address)
        return token, SignedIn(account, session)

    async def sign_out(self, asking: SignedIn) -> None:
        """End a session, and the role its person works in."""
        await self.sessions.end(asking.session)
        await self.roster.stop_work(asking.account.id)

    async def unlock(self, asking: SignedIn, password: str, address: str) -> Refusal | None:
        """The person of a locked console says the password again."""
        account, session = asking
        if not account.password:
            return None  # a guest without one begins anew after being away: this session was not locked
        console = f"{account.name} at {session.key}"  # nobody who tries that name elsewhere closes this console
        async with self._one_try(console):
            closed = await self.lockout.closed_for(console)
            right = await self.passwords.fits(password, account.password)
            if closed or not right:
                locks = False if closed else await self.lockout.failed(console)
                log().warning("unlock failed", kind="failed sign-in", person=account.id, address=address, locked=locks)
                return refuse(Code.NOT_YOURS, SAME_WORDS)
            await self.lockout.passed(console)
        await self.sessions.unlock(session)
        return None

    # ---------------------------------------------------------------------------------------------------------- guests

    async def guest(
        self, name: str, address: str, *, of_age: bool, age: Stated = UNSTATED
    ) -> tuple[str, SignedIn] | Refusal:
        """Somebody sits down without a password: an account that lives as long as its cookie."""
        if problem := wrong_name(name):
            return refuse(Code.ILLEGAL_VALUE, problem)
        if not of_age:
            return refuse(Code.NOT_ELIGIBLE, SAY_OF_AGE)
        clean, new = " ".join(name.split()), guest_id()
        own = {"of_age": True, **_of_own_word(new, age)}
        account = Account(id=new, name=clean, created=self.house.now(), address=address, **own)
        if refusal := await self.keeping_out.turned_away(account):
            return refusal
        await self.accounts.add(account)
        if refusal := await self.roster.mint(account.id, self.house.settings.guest_wallet_cents, "first"):
            return refusal
        return await self._begin(account, address)

    async def state_age(self, account: Account, age: Stated, by: str) -> Refusal | None:
        """Keep how old a guest is, by the guest's own word or that of ``by``; nobody changes their own."""
        if not any(age):
            return refuse(Code.ILLEGAL_VALUE, said("say an age in years, or a date of birth"))
        if by == account.id and account.age_by:
            return refuse(Code.NOT_YOURS, said("your age is known to the house: the staff corrects it"))
        await self.accounts.change(account.id, age=age.age, born=age.born, age_by=by)
        log().info("age stated", kind="account", person=account.id, by=by)
        await self.keeping_out.look_at(account.id, "account")
        return None

    async def wallet_cents(self, person: str) -> int:
        return await self.house.store.balance(wallet(person))

    async def top_up(self, account: Account) -> int | Refusal:
        """Fill a wallet that is low; play chips cost nothing."""
        if await self.keeping_out.lists.kind_of(account):
            return refuse(Code.NOT_ELIGIBLE, MAY_NOT_PLAY)
        async with self.door():
            cents, full = await self.wallet_cents(account.id), self.house.settings.guest_wallet_cents
            if cents >= min(LOW_CENTS, full):
                return refuse(Code.NOT_NOW, said("the wallet is filled again when it is low"))
            if not self._top_ups.take(account.id):
                sentence = said("the wallet is filled {most} times in an hour at most", most=TOP_UPS_PER_HOUR)
                return refuse(Code.NOT_NOW, sentence)
            return await self.roster.mint(account.id, full - cents, f"top-up {self.house.now()}") or full

    # ----------------------------------------------------------------------------------------------------- invitations

    async def offered(self, token: str) -> Invitation | None:
        """What a link offers; one of somebody who may make none any more offers nothing."""
        found = await self.invitations.find(token)
        if found is None or found.by not in self.house.own.state.people:
            return found  # the house's own
        makes = Role.INSTRUCTOR if found.role == Role.TRAINEE else Role.ADMIN
        return found if any(held.role is makes for held in self.roster.held(found.by)) else None

    async def accept(
        self, token: str, name: str, password: str, address: str, *, of_age: bool = False, age: Stated = UNSTATED
    ) -> tuple[str, SignedIn] | Refusal | None:
        """Take a link: an account with its role, signed in. ``None``: there is no such link."""
        async with self.door():
            invitation = await self.offered(token)
            if invitation is None:
                return None
            if problem := wrong_name(name) or weak(password):
                return refuse(Code.ILLEGAL_VALUE, problem)
            clean = " ".join(name.split())
            trainee = invitation.role == Role.TRAINEE
            guest = trainee or invitation.role == Role.GUEST
            known = await self.accounts.by_name(clean)
            if known is not None and (guest or not await self._half_made(known, password)):
                return refuse(Code.SEAT_TAKEN, said("that name is taken; choose another"))
            if guest and not trainee and not of_age:
                return refuse(Code.NOT_ELIGIBLE, SAY_OF_AGE)
            account = known or await self._newcomer(clean, password, address, invitation, of_age and guest, age)
            if refusal := await self.keeping_out.turned_away(account):
                return refusal
            if known is None:
                await self.accounts.add(account)
            if not guest and self.roster.person(account.id) is None:
                await self.roster.admit(account.id, clean)
            await self.invitations.used(token, invitation)  # no link gives two roles; one of before may be taken again
            if refusal := await self._given(account, invitation):
                held = self.roster.held(account.id)
                if not invitation.many and not any(each.role == invitation.role for each in held):
                    await self.invitations.stands(token, invitation)  # it is sent again, as the refusal says
                return refusal
            log().info("invitation taken", kind="account", person=account.id, role=invitation.role, address=address)
            return await self._begin(account, address)

    async def _given(self, account: Account, invitation: Invitation) -> Refusal | None:
        """Give what a link offers: chips, a class, or a role."""
        if account.staff:
            role = Role(invitation.role)
            return await self.roster.grant(account.id, role, pit=invitation.pit, table=invitation.table)
        refusal = await self.roster.mint(account.id, self.house.settings.guest_wallet_cents, "first")
        if refusal is None and invitation.role == Role.TRAINEE:
            return await self.classes.enrol(account.id, invitation.class_id)
        return refusal

    async def _newcomer(
        self, name: str, password: str, address: str, invitation: Invitation, of_age: bool, age: Stated
    ) -> Account:
        """An account for whoever takes a link, under the next number of the kind."""
        hashed = await self.passwords.hash(password)
        if invitation.role == Role.TRAINEE:
            new = await self.classes.next_number()
        else:
            new = guest_id() if invitation.role == Role.GUEST else await self._next_staff_id()
        return Account(
            id=new,
            name=name,
            created=self.house.now(),
            password=hashed,
            of_age=of_age,
            staff=invitation.role not in (Role.TRAINEE, Role.GUEST),
            address=address,
            **_of_own_word(new, age),
        )

    async def _half_made(self, account: Account, password: str) -> bool:
        """Whether somebody of the staff has a name and no role yet, since the store failed in between."""
        if not account.staff:
            return False
        known = await self._staff(account.id)
        without = known is None or not (known.roles or known.disabled)
        return without and await self.passwords.fits(password, account.password)

    async def joins(self, token: str, account: Account) -> Refusal | None:
        """A trainee joins another class by its link or code, under the number there is."""
        async with self.door():
            invitation = await self.offered(token)
            if invitation is None or invitation.role != Role.TRAINEE:
                return refuse(Code.NOT_FOUND, NO_LINK)
            if not self.learns(account.id):
                return refuse(Code.NOT_YOURS, said("whoever is no trainee yet joins with a new name and password"))
            if refusal := await self.classes.enrol(account.id, invitation.class_id):
                return refusal
            await self.invitations.used(token, invitation)
        return None

    async def _next_staff_id(self) -> str:
        """The next number of the staff, in the order in which they came. None is given twice: who goes stays listed."""
        admitted = self.house.own.state.people
        numbers = (staff_id(number) for number in count(len(admitted) + 1))
        while (new := next(numbers)) in admitted or await self.accounts.get(new) is not None:
            pass
        return new

    async def invite(self, role: str, by: str, *, pit: str = "", table: str = "") -> str | Refusal:
        """A link for a role."""
        if role not in GRANTABLE:
            allowed = tuple(str(each) for each in GRANTABLE)
            return refuse(
                Code.ILLEGAL_VALUE, said("there is no role '{role}' to invite to", role=role), allowed=allowed
            )
        log().info("invitation made", kind="account", role=role, by=by, pit=pit, table=table)
        return await self.invitations.make(role, by, pit=pit, table=table)

    # ----------------------------------------------------------------------------------------------------------- roles

    def roles(self, account: Account) -> tuple[Held, ...]:
        held = self.roster.held(account.id) if account.staff else ()
        return (*held, Held(Role.TRAINEE)) if self.learns(account.id) else held

    def learns(self, person: str) -> bool:
        """Whether somebody is a trainee of the school."""
        school = self.house.school
        return school.exists and person in school.state.trainees and not school.state.trainees[person].removed

    async def may_be(self, account: Account, role: Role, table: str, pit: str) -> bool:
        """Whether a person may play a part at a table."""
        if role is Role.GUEST:
            return not account.staff
        if role is Role.DEALER and await self.roster.deals(account.id, table):
            return True  # whoever opens a training table to deal it may, guest or not
        return account.staff and self.roster.covers(account.id, role, table, pit)

    def has(self, account: Account, *roles: Role) -> bool:
        """Whether a person holds one of these roles, anywhere."""
        return any(held.role in roles for held in self.roles(account))

    def places(self, account: Account) -> list[PlaceOfRole]:
        """Each role of a person, with the place where it counts."""
        return [line for held in self.roles(account) for line in held.plain()]

    # ------------------------------------------------------------------------------------------- what is kept of them

    async def described(self, asking: SignedIn) -> SessionTold:
        """What a page may know about whoever it belongs to."""
        account, session = asking
        return {
            "person": {
                "id": account.id,
                "name": account.name,
                "roles": self.places(account),
                "guest": not account.staff,
                "has_password": bool(account.password),
                "age_known": bool(account.age_by),
                "may_play": not await self.keeping_out.lists.kind_of(account),
                "wallet_cents": await self.wallet_cents(account.id),
            },
            "csrf": session.csrf,
            "locked": self.sessions.look(session),
        }

    async def listed(self) -> list[PersonRow]:
        """The list of users that an auditor asks for (R29)."""
        found: list[PersonRow] = []
        for account in await self.accounts.all():
            known = self.roster.person(account.id)
            names = [str(each.role) for each in self.roles(account)] or ([] if account.staff else ["guest"])
            found.append(
                {
                    "id": account.id,
                    "name": account.name,
                    "guest": not account.staff,
                    "roles": self.places(account),
                    "functions": sorted({function for name in names for function in FUNCTIONS.get(name, ())}),
                    "created": account.created,
                    "last_access": account.last_access,
                    "age": years_of(account, self.house.now(), self.house.time_zone),
                    "age_by": account.age_by or None,
                    "disabled": account.disabled or (known is not None and known.disabled),
                }
            )
        return found

    async def export(self, account: Account) -> AccountExport:
        """Everything kept about one account."""
        rows: list[WalletRow] = [
            {"stream": row.stream, "version": row.version, "cents": row.posting.amount_cents, "cause": row.posting.step}
            async for row in self.house.store.ledger(account=wallet(account.id))
        ]
        return {
            "account": {
                "id": account.id,
                "name": account.name,
                "created": account.created,
                "last_access": account.last_access,
                "of_age": account.of_age,
                "age": account.age or None,
                "born": account.born or None,
                "age_by": account.age_by or None,
                "address": account.address,
                "has_password": bool(account.password),
                "disabled": account.disabled,
                "may_play": not await self.keeping_out.lists.kind_of(account),
            },
            "roles": self.places(account),
            "wallet_cents": await self.wallet_cents(account.id),
            "wallet": rows,
            "school": self._school_of(account.id),
            "exams": [_exam(one) for one in await exams_of(self.house.store, account.id)],
        }

    def _school_of(self, person: str) -> dict[str, Any] | None:
        """What the school has noted of somebody, as it is kept."""
        record = self.house.school.state.trainees.get(person) if self.house.school.exists else None
        return msgspec.to_builtins(record) if record else None

    async def remove(self, account: Account) -> Refusal | None:
        """Take an account away, once its person sits nowhere; the logs keep an id that leads to nobody."""
        if await self.keeping_out.lists.kind_of(account):
            return refuse(
                Code.NOT_NOW, said("this account is on a list of the house and stays: ask the house"), *EXCLUSION
            )
        for table in self.house.tables.values():
            if any(seat.guest == account.id for seat in table.state.seats.values()):
                return refuse(Code.NOT_NOW, said("you sit at {table}: leave the seat first", table=table.name))
        if account.staff:
            await self.roster.remove(account.id, "at the person's own request")
        await self.classes.remove(account.id)
        await forget_exams(self.house.store, account.id)
        await self.sessions.end_all(account.id)
        await self.accounts.remove(account)
        log().info("account removed", kind="account", person=account.id)
        return None

    async def sweep(self) -> None:
        """Forget what is over: sessions, links, failures."""
        await self.sessions.sweep()
        await self.invitations.sweep()
        await self.lockout.sweep()
        await self.keeping_out.look_at_lists()


FUNCTIONS: dict[str, tuple[str, ...]] = {
    "guest": ("take a seat", "wager", "cut", "turn handed cards"),
    "dealer": ("deal", "call", "settle", "report irregularities"),
    "floorperson": ("check decks", "resolve incidents", "correct payments", "order shuffles"),
    "pit-boss": ("resolve incidents", "sign forms", "give notices"),
    "shift-manager": ("resolve incidents", "approve corrections", "give notices"),
    "pit-clerk": ("prepare forms", "keep forms"),
    "surveillance": ("read everything but undealt cards", "receive notices"),
    "accounting": ("read the books", "match forms", "close days"),
    "cage": ("prepare fills and credits", "redeem chips"),
    "count-team": ("count drop boxes",),
    "security": ("remove drop boxes", "keep the exclusion lists"),
    "compliance": ("keep the exclusion lists",),
    "admin": ("invite", "grant and take roles", "disable accounts"),
    "instructor": ("open classes", "note hours and attempts", "sign off competencies"),
    "assessor": ("sign off competencies",),
    "trainee": ("drill", "read the own record"),
}
"""What each role may do, in words for the list of users (R29)."""
