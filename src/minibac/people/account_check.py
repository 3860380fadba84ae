"""Accounts held against the logs of the house and its school: who was let in, got play chips, learns, is on a list."""

import msgspec

from minibac.house.full_check import Report
from minibac.people.accounts import AN_ID, KIND, NAMES, Account, folded
from minibac.people.exclusions import KIND as EXCLUSIONS
from minibac.pits.house_state import HouseState
from minibac.records.store import Whole
from minibac.school.record_state import SchoolState
from minibac.voice.said import Said, said


async def check_accounts(store: Whole, report: Report) -> None:
    """Tell what is wrong with the accounts. A password, an age, a list and a last visit are no matter of the log."""
    house = report.house
    if house is None:
        return
    gone = {person for person in report.admitted if AN_ID.fullmatch(person) and not house.people[person].removed}
    for _, school in report.states(SchoolState):
        gone |= {name for name, each in school.trainees.items() if name.startswith("t-") and not each.removed}
    owners: dict[str, str] = {}
    listed = 0
    async for kind, name, document in store.rows("documents"):
        listed += kind == EXCLUSIONS
        if kind == KIND:
            gone.discard(name)
            try:
                account = msgspec.json.decode(document, type=Account)
            except msgspec.DecodeError:
                report.found("", 0, said("the account {person} cannot be read", person=name))
                continue
            if account.password:
                owners[folded(account.name)] = account.id
            if fault := _fault(account, name, report, house):
                report.found("", 0, fault.about(person=name))
        elif kind == NAMES and owners.pop(name, "") != document.decode(errors="replace"):
            report.found("", 0, said("the name '{name}' signs in to an account that has another one", name=name))
    for name, person in owners.items():
        report.found("", 0, said("the account {person} does not own its name '{name}'", person=person, name=name))
    if listed != report.listed:
        entries = said("the exclusion lists have {kept:entry|entries}, and by the house's log {listed}", kept=listed)
        report.found("", 0, entries.about(listed=report.listed))
    for person in sorted(gone):
        report.found("", 0, said("the account {person} is gone, and nobody has removed the person", person=person))


def _fault(account: Account, name: str, report: Report, house: HouseState) -> Said | None:
    known = house.people.get(account.id)
    if account.id != name:
        return said("the account {person} is kept for {other}", other=account.id)
    if account.staff and (known is None or known.removed or known.name != account.name):
        return said("the account {person} is one of the staff, and the house's log has admitted nobody of that name")
    if not account.staff and account.id not in report.granted:
        return said("the account {person} is a guest's to whom the house's log has given no play chips")
    return None
