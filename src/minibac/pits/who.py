"""Who may give which command in a pit, and what is cited to everybody else.

Surveillance receives notices and does nothing else here: it reads everything and changes nothing (R31). A form or a
slip asks further who signs it as what; that is decided with the form.
"""

from minibac.machine.roles import SUPERVISORS, Role
from minibac.machine.who import Clauses, Who
from minibac.pits import pit_commands as c
from minibac.pits.papers import Paper
from minibac.pits.pit_checks import APART, COUNTS, FORMS, SLIPS, TRACES, cites
from minibac.pits.pit_commands import PitCommand
from minibac.rules.rulebook import load

REOPENERS = (Role.ACCOUNTING, Role.SHIFT_MANAGER)
"""Who opens a day again that was closed by mistake, two of them together."""
BOSSES = (Role.PIT_BOSS, Role.SHIFT_MANAGER)
ATTESTS = (Role.FLOORPERSON, Role.PIT_BOSS)
"""Supervisors who count a tray. The shift manager reads the books, and so what is expected; differences are told there,
and the count is made by those who do not know (R38)."""


def told_clauses(*_: object) -> tuple[str, ...]:
    """The clauses by which surveillance is told."""
    return tuple(load("section-42").house.surveillance_notice.values())


def posted_clauses(*_: object) -> tuple[str, ...]:
    """The clauses by which a change of vigorish is posted at its table."""
    return load("section-42").house.vigorish_notice


def told_and_posted(*_: object) -> tuple[str, ...]:
    return (*told_clauses(), *posted_clauses())


def shared_clauses(*_: object) -> tuple[str, ...]:
    """The clauses by which the tables of a pit are alike."""
    return tuple(dict.fromkeys(load("section-42").house.pit_options.values()))


def of_form(*names: str, also: tuple[str, ...] = ()) -> Clauses:
    """Clauses of the Complimentary Vigorish Form, by what they ask for."""
    return lambda *_: (*cites(Paper.COMPLIMENTARY, *names), *also)


WHO: dict[type[PitCommand], Who] = {
    c.GiveNotice: Who(BOSSES, told_clauses),
    c.ReceiveNotice: Who((Role.SURVEILLANCE,), told_clauses),
    c.PostNotice: Who((*BOSSES, Role.FLOORPERSON), posted_clauses),
    c.ScheduleChange: Who(BOSSES, told_and_posted),
    c.CancelChange: Who(BOSSES, told_and_posted),
    c.TellTime: Who((Role.HOUSE,), told_and_posted),
    c.ConfirmChange: Who((Role.HOUSE,), shared_clauses),
    c.AddTable: Who((Role.HOUSE, Role.SHIFT_MANAGER), shared_clauses),
    c.RegisterSeries: Who((Role.ACCOUNTING,), of_form("serial", "account")),
    c.ReadStock: Who((Role.PIT_CLERK, Role.CAGE), of_form("access")),
    c.AccountSeries: Who((Role.PIT_CLERK, Role.CAGE), of_form("account", "access")),
    c.PrepareForm: Who((Role.PIT_CLERK,), of_form("prepare", "access")),
    c.SignForm: Who(
        (Role.DEALER, *SUPERVISORS, Role.PIT_CLERK, Role.CAGE, Role.SECURITY, Role.GUEST),
        of_form("signatures", "patron_signature"),
    ),
    c.StateReason: Who((Role.DEALER, Role.PIT_BOSS), of_form("patron_signature")),
    c.ConfirmPresence: Who((Role.PIT_BOSS, Role.PIT_CLERK), of_form("witness")),
    c.DropOriginal: Who((Role.DEALER,), of_form("drop")),
    c.ReleaseMarker: Who((Role.PIT_BOSS, Role.HOUSE), of_form("drop")),
    c.TellUncleared: Who((Role.HOUSE,), of_form("drop")),
    c.SignVoid: Who(SUPERVISORS, of_form("void_signatures")),
    c.VoidForm: Who((Role.PIT_CLERK, Role.CAGE), of_form("void", "void_signatures")),
    c.PassDuplicate: Who((Role.PIT_CLERK,), of_form("duplicate", "retain")),
    c.ForwardDuplicates: Who((Role.PIT_CLERK,), of_form("forward", "retain")),
    c.ReceiveDuplicates: Who((Role.ACCOUNTING,), of_form("forward")),
    c.CompareForms: Who((Role.ACCOUNTING,), of_form("compare")),
    c.PostComplimentary: Who((Role.ACCOUNTING,), of_form("complimentary")),
    c.ReprintForm: Who((Role.PIT_CLERK, Role.ACCOUNTING), of_form("account", also=(FORMS,))),
    c.CountInventory: Who((Role.DEALER,), (COUNTS,)),
    c.AttestCount: Who(ATTESTS, (COUNTS,)),
    c.RequestTransfer: Who(SUPERVISORS, (SLIPS,)),
    c.CancelRequest: Who(SUPERVISORS, (SLIPS,)),
    c.PrepareSlip: Who((Role.CAGE,), (SLIPS,)),
    c.RemoveDropBox: Who((Role.COUNT_TEAM, Role.SECURITY), of_form("drop", also=(APART,))),
    c.CountDrop: Who((Role.COUNT_TEAM,), of_form("compare", also=(APART,))),
    c.ReportWin: Who((Role.ACCOUNTING,), of_form("win")),
    c.OpenDay: Who((Role.ACCOUNTING,), of_form("forward", also=(APART,))),
    c.CloseDay: Who((Role.ACCOUNTING,), of_form("forward", also=(APART,))),
    c.AskReopening: Who(REOPENERS, of_form("forward", also=(TRACES, APART))),
    c.ReopenDay: Who(REOPENERS, of_form("forward", also=(TRACES, APART))),
    c.ProposeCorrection: Who((Role.ACCOUNTING, Role.SHIFT_MANAGER), (TRACES,)),
    c.ApproveCorrection: Who((Role.ACCOUNTING, Role.SHIFT_MANAGER), (TRACES,)),
    c.ResolveException: Who((Role.ACCOUNTING, Role.SHIFT_MANAGER), (TRACES,)),
}
"""One row for each command of a pit."""
