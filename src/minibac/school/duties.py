"""Drills on people: what takes two of them, who signs after whom, who relieves a dealer and what each may do then."""

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from random import Random

from minibac.machine.names import command_words, role_name
from minibac.machine.roles import Actor, Duty, Role
from minibac.machine.who import barred, cited
from minibac.pits import pit_commands as pit
from minibac.pits import who as pit_who
from minibac.pits.duties import GRANTABLE, conflict
from minibac.pits.forms import JOURNEYS, before_it, signers
from minibac.pits.papers import Paper, paper_name
from minibac.pits.pit_checks import APART, SLIPS
from minibac.pits.pit_state import Form
from minibac.rules.house_rules import HouseRules
from minibac.rules.refusal import Refusal
from minibac.school.answers import one_of, order_of, words_for
from minibac.school.items import Item, Lesson
from minibac.school.procedures import lettered, role_said
from minibac.table import commands as c
from minibac.table.machine import decide
from minibac.table.opening import duty_clauses
from minibac.table.state import Phase, TableState
from minibac.table.who import WHO
from minibac.voice.said import many, said

YES_NO = words_for(y=said("drill|yes"), n=said("drill|no"))
YES, NO = ("y",), ("n",)
MOST_OPTIONS = 5
TOGETHER = 0.4
"""How often two roles are asked about that one person may hold."""

CASINO = tuple(role for role in GRANTABLE if role not in (Role.INSTRUCTOR, Role.ASSESSOR, Role.TRAINEE))
"""The roles of a casino; those of its school are another matter."""
PIT_COMMANDS: tuple[type[pit.PitCommand], ...] = (
    pit.CountInventory, pit.AttestCount, pit.RequestTransfer, pit.PrepareSlip, pit.RemoveDropBox, pit.CountDrop,
    pit.PrepareForm, pit.DropOriginal, pit.SignVoid, pit.ApproveCorrection, pit.ReportWin, pit.ReceiveNotice,
)  # fmt: skip
"""What is done around a tray, a drop box and the forms; none of it by one person alone."""


def two_people(lesson: Lesson, chance: Random, level: int) -> Iterator[Item]:
    """What one person may not be together; who has which part around a tray; who signs a slip after whom."""
    del lesson
    if level == 1:
        for one, other in _pairs(chance):
            question = said("{one:^} and {other}: may one person be both?", one=role_name(one), other=role_name(other))
            apart = conflict(one, [other]) is not None
            kept = said("no account is {one} and {other}: two people are needed")
            why = kept if apart else said("nothing keeps {one} and {other} apart")
            why = why.about(one=role_name(one), other=role_name(other))
            yield Item(question, YES_NO, NO if apart else YES, why, (APART,), {"one": one.value, "other": other.value})
    elif level == 2:
        roles = list(dict.fromkeys(role for row in map(pit_who.WHO.get, PIT_COMMANDS) if row for role in row.roles))
        for command in chance.sample(PIT_COMMANDS, len(PIT_COMMANDS)):
            row = pit_who.WHO[command]
            right = [role_said(role) for role in row.roles]
            options, letters = lettered(
                chance, right[:1], [role_said(r) for r in roles if r not in row.roles], MOST_OPTIONS
            )
            yield Item(
                said("{command:^}: whose part is it?", command=command_words(command.__name__)),
                one_of(len(options)),
                letters,
                said("{roles:^}", roles=many(map(role_name, row.roles))),
                cited(row.clauses, None, None),
                {"command": command.__name__},
                options,
            )
    else:
        journeys = list(product(JOURNEYS, range(sum(map(len, JOURNEYS[Paper.FILL])))))
        chance.shuffle(journeys)
        for kind, signed in journeys:
            yield _signature(kind, signed, chance)
        for kind in chance.sample(list(JOURNEYS), len(JOURNEYS)):
            yield _journey(kind, chance)


def _pairs(chance: Random) -> Iterator[tuple[Role, Role]]:
    """Every two roles; the few that one person may hold together come among the first, so that no answer is a habit."""
    both: dict[bool, list[tuple[Role, Role]]] = {True: [], False: []}
    for one, other in combinations(CASINO, 2):
        both[conflict(one, [other]) is None].append((one, other))
    for rows in both.values():
        chance.shuffle(rows)
    while both[True] and both[False]:
        yield both[chance.random() < TOGETHER].pop()
    yield from (*both[True], *both[False])


def _signature(kind: str, signed: int, chance: Random) -> Item:
    """Who signs a slip next, after some have."""
    roles = signers(kind)
    form = Form("", kind, "", 0, "", (), "", signed=dict.fromkeys(roles[:signed], ""))
    next_ = [role for role in roles if role not in form.signed and not before_it(form, role)]
    options, letters = lettered(
        chance, [role_said(one) for one in next_], [role_said(one) for one in roles], len(roles)
    )
    done = many(map(role_name, form.signed), "and") if form.signed else said("nobody")
    return Item(
        said("A slip for a {paper}, signed by {done}: who signs next?", paper=paper_name(kind), done=done),
        one_of(len(options)),
        letters,
        said("it is signed in the order of the journey of its chips: {roles}", roles=many(map(role_name, roles), ",")),
        (SLIPS,),
        {"paper": kind, "signed": list(form.signed)},
        options,
    )


def _journey(kind: str, chance: Random) -> Item:
    """The signatures of a slip in their order; dealer and supervisor receive chips together, in either order."""
    right = signers(kind)
    roles = chance.sample(right, len(right))

    def as_right(written: str, roles: tuple[str, ...] = tuple(roles)) -> bool:
        form = Form("", kind, "", 0, "", (), "")
        for word in written.split():
            role = roles[int(word) - 1]
            if before_it(form, role):
                return False
            form = Form("", kind, "", 0, "", (), "", signed={**form.signed, role: ""})
        return True

    return Item(
        said("A slip for a {paper}: who signs it, in which order?", paper=paper_name(kind)),
        order_of(len(roles)),
        (" ".join(str(roles.index(role) + 1) for role in right),),
        said("it is signed in the order of the journey of its chips: {roles}", roles=many(map(role_name, right), ",")),
        (SLIPS,),
        {"paper": kind, "roles": list(roles)},
        tuple(map(role_said, roles)),
        as_right,
    )


# --------------------------------------------------------------------------------------------------- relief of a dealer

LEAVES, COMES, FLOOR, AWAY, BOSS, SHIFT, CLERK, GUEST = (
    Actor("leaves", Role.DEALER), Actor("comes", Role.DEALER), Actor("floor", Role.FLOORPERSON),
    Actor("away", Role.FLOORPERSON), Actor("boss", Role.PIT_BOSS), Actor("shift", Role.SHIFT_MANAGER),
    Actor("clerk", Role.PIT_CLERK), Actor("guest", Role.GUEST),
)  # fmt: skip
PEOPLE = {
    LEAVES: said("the dealer who leaves"),
    COMES: said("the dealer who comes"),
    FLOOR: said("the floorperson of the table"),
    AWAY: said("the floorperson of another table"),
    BOSS: said("the pit boss on duty"),
    SHIFT: said("the shift manager on duty"),
    CLERK: said("the pit clerk"),
    GUEST: said("a guest"),
}
MOMENTS = {
    Phase.BETTING: said("between two rounds"),
    Phase.DEALING: said("in the middle of a round"),
    Phase.SHUFFLE: said("during the shuffle"),
}
SENDERS = (FLOOR, BOSS, SHIFT)
COMERS = (
    (COMES, Duty.CALLING), (FLOOR, Duty.CALLING), (BOSS, Duty.CALLING),
    (AWAY, Duty.FLOOR), (LEAVES, Duty.FLOOR), (BOSS, Duty.FLOOR),
)  # fmt: skip
"""Who might take whose place: somebody who is free, and people who have another duty at the table."""
AFTERWARDS: Mapping[type[c.Command], Mapping[str, str]] = {
    c.CallNoMoreBets: {}, c.CallLastHand: {}, c.EndShoe: {}, c.RackCards: {}, c.OrderRecut: {"reason": "-"},
    c.DirectShuffle: {"reason": "-"}, c.DeclareDead: {}, c.CloseTable: {},
}  # fmt: skip
"""What somebody may or may not do after a relief, and what is said with it."""


def _table(rules: HouseRules, phase: Phase, dealer: Actor) -> TableState:
    """A table with its people on duty; one dealer calls the game and looks after the wagers."""
    on_duty = {Duty.CALLING: dealer, Duty.WAGERS: dealer, Duty.FLOOR: FLOOR, Duty.PIT: BOSS, Duty.SHIFT: SHIFT}
    return TableState("", rules, phase=phase, staff={duty.value: person.id for duty, person in on_duty.items()})


def relief(lesson: Lesson, chance: Random, level: int) -> Iterator[Item]:
    """Who may send a relief; who may be one; what each of them may do afterwards."""
    rules = lesson.rules
    if level == 3:
        places = list(product(AFTERWARDS, (LEAVES, COMES, FLOOR, AWAY, BOSS, GUEST)))
        chance.shuffle(places)
        for kind, person in places:
            yield _afterwards(rules, kind, person)
        return
    phases = tuple(MOMENTS)
    cases = list(product(phases, PEOPLE, ((COMES, Duty.CALLING),)) if level == 1 else product(phases, SENDERS, COMERS))
    chance.shuffle(cases)
    for phase, sender, (comer, duty) in cases:
        if sender != comer and not (duty is Duty.FLOOR and sender is FLOOR):  # a duty of one's own is another question
            yield _relieved(_table(rules, phase, LEAVES), sender, comer, duty)


def _relieved(state: TableState, sender: Actor, comer: Actor, duty: Duty) -> Item:
    """Whether somebody may put somebody else on a duty."""
    command = c.AssignStaff(by=sender, at=1, duty=duty.value, person=comer.id)
    refused = decide(state, command)
    why = said("a duty is assigned by a supervisor on duty at the table, also in mid-shoe")
    if isinstance(refused, Refusal) and not barred(WHO[c.AssignStaff], state, command):
        why = said("nobody has two of these duties at one table: who checks is never who deals")
    question = said("{moment:^}: may {sender} put {comer} in the place of {duty}?", moment=MOMENTS[state.phase])
    place = said("the dealer") if duty is Duty.CALLING else said("the floorperson")
    return Item(
        question.about(sender=PEOPLE[sender], comer=PEOPLE[comer], duty=place),
        YES_NO,
        NO if isinstance(refused, Refusal) else YES,
        why,
        refused.clauses if isinstance(refused, Refusal) else duty_clauses(state, duty),
        {"sender": sender.id, "comer": comer.id, "duty": duty.value},
    )


def _afterwards(rules: HouseRules, kind: type[c.Command], person: Actor) -> Item:
    """Whether somebody may do something once another dealer is on duty."""
    state = _table(rules, Phase.BETTING, COMES)
    command = kind(by=person, at=1, **AFTERWARDS[kind])
    row = WHO[kind]
    refusal = barred(row, state, command)
    who = row if not callable(row) else row(state, command)
    question = said("A dealer was relieved. {command:^}: may {person} do it now?", command=command_words(kind.__name__))
    return Item(
        question.about(person=PEOPLE[person]),
        YES_NO,
        NO if refusal else YES,
        said("that is for {roles} on duty", roles=many(map(role_name, who.roles))),
        cited(who.clauses, state, command),
        {"command": kind.__name__, "person": person.id},
    )
