"""How old a guest is: in years or as a date of birth, by the guest's own word or that of somebody who looked."""

from datetime import date
from typing import NamedTuple

from minibac.people.accounts import Account
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.table.guests import OLDEST
from minibac.voice.said import said
from minibac.voice.times import local


class Stated(NamedTuple):
    """An age as somebody says it: the one or the other."""

    age: int = 0
    born: str = ""


def stated(age: int | None, born: str, now: int, zone: str) -> Stated | Refusal:
    """What somebody says about an age, checked; nothing said is nothing."""
    if born:
        years = _years(born, now, zone)
        if age is not None or years is None or not 0 <= years <= OLDEST:
            sentence = said("a date of birth is written as 1990-12-31, and stands in place of the age")
            return refuse(Code.ILLEGAL_VALUE, sentence)
        return Stated(born=born)
    if age is not None and not 1 <= age <= OLDEST:
        return refuse(Code.ILLEGAL_VALUE, said("{age} is no age in years", age=age), allowed=("1", str(OLDEST)))
    return Stated(age or 0)


def years_of(account: Account, now: int, zone: str) -> int | None:
    """The age of a person today where the house is, as far as anybody has said it."""
    return _years(account.born, now, zone) if account.born else account.age or None


def _years(born: str, now: int, zone: str) -> int | None:
    """Whole years from a date of birth, written as 1990-12-31, to a time."""
    try:
        day = date.fromisoformat(born)
    except ValueError:
        return None
    today = local(now, zone).date()
    return today.year - day.year - ((today.month, today.day) < (day.month, day.day))
