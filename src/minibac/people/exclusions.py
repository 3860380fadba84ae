"""Who may not play: the lists of the house, by name and date of birth, also of people without an account.

They are kept with the people and in no log, so that an entry can be deleted for good. An entry holds from a day to a
day. Who surely is somebody of a list does not play; who perhaps is one is told to security, and plays. Every attempt is
told to security and compliance, and to nobody else: others see that a seat may not play, and never why (sem/banned,
sem/self-excluded).
"""

from collections.abc import Callable, Iterable
from contextlib import AbstractAsyncContextManager
from datetime import date
from typing import Any, Final

import msgspec

from minibac.house.times import Clock
from minibac.people.accounts import Account
from minibac.people.person_types import Attempt, EntryTold, Listed
from minibac.people.same_person import Likeness, NamedBirth, likeness, parts_of
from minibac.records.store import Store
from minibac.records.world import random_bytes
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.voice.said import Said, said
from minibac.voice.times import day_of, local

KIND: Final = "exclusion"
ALERTS: Final = "exclusion-alert"
EXCLUSION: Final = ("sem/banned", "sem/self-excluded")
LONGEST_REASON = 500
ALERTS_KEPT = 1_000


class Exclusion(msgspec.Struct, frozen=True, kw_only=True):
    """One person who may not play."""

    id: str
    name: str
    kind: Listed
    born: str = ""
    """As 1990-12-31; empty only where the entry is of an account."""
    account: str = ""
    """The account it is of, whatever its name; none for somebody without one."""
    since: str
    until: str = ""
    """The last day; empty while nobody has said one."""
    reason: str
    by: str
    at: int
    removed_by: str = ""
    removed_at: int = 0
    removed_reason: str = ""
    released_by: str = ""
    """Who has released chips that the house held."""


class Alert(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody of a list, or somebody like one, was here: for security and compliance."""

    id: str
    at: int
    attempt: Attempt
    entry: str
    sure: bool
    """Whether it surely is the person of the entry, who was refused; else somebody looks, and nobody was."""
    name: str
    born: str = ""
    person: str = ""
    """The account, where there is one."""
    table: str = ""
    address: str = ""
    times: int = 1
    seen_by: str = ""


class Match(msgspec.Struct, frozen=True):
    """An entry in force, and whether it surely is this person's."""

    entry: Exclusion
    sure: bool


def fresh(prefix: str) -> str:
    """An id that says nothing about its person."""
    return f"{prefix}-{random_bytes(8).hex()}"


def person_of(account: Account, now: int, zone: str) -> NamedBirth:
    """What an account says of a person."""
    year = local(now, zone).year
    return NamedBirth(
        account.name, account.born, (year - account.age - 1, year - account.age) if account.age else (0, 0)
    )


class Exclusions:
    """The lists of a house, and who was told what about them."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        zone: Callable[[], str],
        alone: Callable[[str], AbstractAsyncContextManager[None]],
    ) -> None:
        self._store, self._clock, self._zone, self._alone = store, clock, zone, alone

    # ------------------------------------------------------------------------------------------------------ the list

    async def entries(self) -> list[Exclusion]:
        """Every entry, those that are over among them, the newest first."""
        kept = (await self._store.all(KIND)).values()
        return sorted((msgspec.json.decode(data, type=Exclusion) for data in kept), key=lambda each: -each.at)

    async def get(self, entry: str) -> Exclusion | None:
        kept = await self._store.get(KIND, entry)
        return msgspec.json.decode(kept, type=Exclusion) if kept else None

    async def put(self, entry: Exclusion) -> None:
        await self._store.put(KIND, [(entry.id, msgspec.json.encode(entry))])

    async def forget(self, entry: Exclusion) -> None:
        """Delete an entry and everything that was told about it, for good."""
        alerts = [alert for alert in await self.alerts() if alert.entry == entry.id]
        await self._store.put(KIND, [(entry.id, None)])
        await self._store.put(ALERTS, [(alert.id, None) for alert in alerts])

    def in_force(self, entry: Exclusion) -> bool:
        today = self.today()
        return not entry.removed_at and entry.since <= today and (not entry.until or today <= entry.until)

    def today(self) -> str:
        return day_of(self._clock(), self._zone())

    def match(self, entries: Iterable[Exclusion], account: Account) -> Match | None:
        """The entry in force that is a person's, a sure one before one that is alike; the staff is not looked up."""
        near, who = None, person_of(account, self._clock(), self._zone())
        for entry in entries if not account.staff else ():
            if not self.in_force(entry):
                continue
            like = likeness(who, NamedBirth(entry.name, entry.born))
            if like is Likeness.SAME or entry.account == account.id:
                return Match(entry, True)
            if like is Likeness.NEAR:
                near = near or Match(entry, False)
        return near

    async def of(self, account: Account) -> Match | None:
        """The same, of everything on the lists."""
        return self.match(await self.entries(), account)

    async def kind_of(self, account: Account | None) -> str:
        """The list that surely is a person's, or nothing."""
        match = await self.of(account) if account else None
        return match.entry.kind if match and match.sure else ""

    # -------------------------------------------------------------------------------------------------------- alerts

    async def alerts(self) -> list[Alert]:
        """What security and compliance were told, the newest first."""
        kept = (await self._store.all(ALERTS)).values()
        return sorted((msgspec.json.decode(data, type=Alert) for data in kept), key=lambda each: (-each.at, each.id))

    async def tell(self, match: Match, attempt: Attempt, who: NamedBirth, **facts: str) -> None:
        """Tell security; the same attempt again is counted, so that nobody can hide one under many."""
        same: dict[str, Any] = {
            "attempt": attempt,
            "entry": match.entry.id,
            "sure": match.sure,
            "name": who.name,
            "born": who.born,
        }
        same |= {"person": facts.get("person", ""), "table": facts.get("table", ""), "seen_by": ""}
        async with self._alone("exclusion-alerts"):
            alerts = await self.alerts()
            known = next((a for a in alerts if all(getattr(a, key) == value for key, value in same.items())), None)
            now = self._clock()
            alert = (
                msgspec.structs.replace(known, at=now, times=known.times + 1, address=facts.get("address", ""))
                if known
                else Alert(id=fresh("a"), at=now, **(same | facts))
            )
            over = [(each.id, None) for each in alerts[ALERTS_KEPT - 1 :]]
            await self._store.put(ALERTS, [*over, (alert.id, msgspec.json.encode(alert))])

    async def seen(self, alert: str, by: str) -> bool:
        """Somebody has looked at an alert; false where there is none."""
        kept = await self._store.get(ALERTS, alert)
        if kept is None:
            return False
        noted = msgspec.structs.replace(msgspec.json.decode(kept, type=Alert), seen_by=by)
        await self._store.put(ALERTS, [(alert, msgspec.json.encode(noted))])
        return True


def no_reason(reason: str) -> Said | None:
    """Why this is no reason, or ``None``."""
    if 1 <= len(reason) <= LONGEST_REASON and reason.isprintable():
        return None
    return said("a reason has 1 to {most} printable characters; it is kept with the entry", most=LONGEST_REASON)


def checked_entry(
    name: str, born: str, kind: Listed, since: str, until: str, reason: str, *, account: Account | None, today: str
) -> dict[str, Any] | Refusal:
    """The facts of a new entry, or why it is none."""
    born = born or (account.born if account else "")
    clean, why = " ".join((name or (account.name if account else "")).split()), " ".join(reason.split())
    if not parts_of(clean) or len(clean) > LONGEST_REASON or not clean.isprintable():
        return refuse(Code.ILLEGAL_VALUE, said("an entry names a person, with letters or digits"))
    if wrong := no_reason(why):
        return refuse(Code.ILLEGAL_VALUE, wrong)
    if not born and account is None:
        sentence = said("an entry of somebody without an account has a date of birth, as 1990-12-31")
        return refuse(Code.ILLEGAL_VALUE, sentence)
    since = since or today
    if not all(map(_is_day, filter(None, (born, since, until)))) or born > today or (until and until < since):
        sentence = said("dates are written as 1990-12-31; the last day is not before the first, nor a birth to come")
        return refuse(Code.ILLEGAL_VALUE, sentence)
    facts = {"name": clean, "born": born, "kind": kind, "since": since, "until": until, "reason": why}
    return facts | {"account": account.id if account else ""}


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def plain(entries: Iterable[Exclusion], in_force: Callable[[Exclusion], bool]) -> list[EntryTold]:
    """Entries as the protocol writes them."""
    return [msgspec.to_builtins(entry) | {"in_force": in_force(entry)} for entry in entries]
