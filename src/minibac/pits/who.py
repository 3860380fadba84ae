"""Who may give which command in a pit, and what is cited to everybody else.

Surveillance receives notices and does nothing else here: it reads everything and changes nothing (R31). A form or a
slip asks further who signs it as what; that is decided with the form.
"""

from minibac.machine.roles import SUPERVISORS, Role
from minibac.machine.who import Who
from minibac.pits import commands as c
from minibac.pits.commands import PitCommand
from minibac.pits.pit_checks import APART, COUNTS, FORM, FORMS, SLIPS, TRACES
from minibac.rules.rulebook import load

TEXT = load("section-42").house
TOLD = tuple(TEXT.surveillance_notice.values())
POSTED = TEXT.vigorish_notice
SHARED = tuple(dict.fromkeys(TEXT.pit_options.values()))
BOSSES = (Role.PIT_BOSS, Role.SHIFT_MANAGER)


WHO: dict[type[PitCommand], Who] = {
    c.GiveNotice: Who(BOSSES, TOLD),
    c.ReceiveNotice: Who((Role.SURVEILLANCE,), TOLD),
    c.PostNotice: Who((*BOSSES, Role.FLOORPERSON), POSTED),
    c.ScheduleChange: Who(BOSSES, (*TOLD, *POSTED)),
    c.CancelChange: Who(BOSSES, (*TOLD, *POSTED)),
    c.TellTime: Who((Role.HOUSE,), (*TOLD, *POSTED)),
    c.ConfirmChange: Who((Role.HOUSE,), SHARED),
    c.AddTable: Who((Role.HOUSE, Role.SHIFT_MANAGER), SHARED),
    c.RegisterSeries: Who((Role.ACCOUNTING,), (FORM.serial, FORM.account)),
    c.ReadStock: Who((Role.PIT_CLERK, Role.CAGE), (FORM.access,)),
    c.AccountSeries: Who((Role.PIT_CLERK, Role.CAGE), (FORM.account, FORM.access)),
    c.PrepareForm: Who((Role.PIT_CLERK,), (FORM.prepare, FORM.access)),
    c.SignForm: Who(
        (Role.DEALER, *SUPERVISORS, Role.PIT_CLERK, Role.CAGE, Role.GUEST), (FORM.signatures, FORM.patron_signature)
    ),
    c.StateReason: Who((Role.DEALER, Role.PIT_BOSS), (FORM.patron_signature,)),
    c.ConfirmPresence: Who((Role.PIT_BOSS, Role.PIT_CLERK), (FORM.witness,)),
    c.DropOriginal: Who((Role.DEALER,), (FORM.drop,)),
    c.ReleaseMarker: Who((Role.PIT_BOSS, Role.HOUSE), (FORM.drop,)),
    c.SignVoid: Who(SUPERVISORS, (FORM.void_signatures,)),
    c.VoidForm: Who((Role.PIT_CLERK, Role.CAGE), (FORM.void, FORM.void_signatures)),
    c.PassDuplicate: Who((Role.PIT_CLERK,), (FORM.duplicate, FORM.retain)),
    c.ForwardDuplicates: Who((Role.PIT_CLERK,), (FORM.forward, FORM.retain)),
    c.ReceiveDuplicates: Who((Role.ACCOUNTING,), (FORM.forward,)),
    c.CompareForms: Who((Role.ACCOUNTING,), (FORM.compare,)),
    c.PostComplimentary: Who((Role.ACCOUNTING,), (FORM.complimentary,)),
    c.ReprintForm: Who((Role.PIT_CLERK, Role.ACCOUNTING), (FORM.account, FORMS)),
    c.CountInventory: Who((Role.DEALER,), (COUNTS,)),
    c.AttestCount: Who(SUPERVISORS, (COUNTS,)),
    c.RequestTransfer: Who(SUPERVISORS, (SLIPS,)),
    c.CancelRequest: Who(SUPERVISORS, (SLIPS,)),
    c.PrepareSlip: Who((Role.CAGE,), (SLIPS,)),
    c.RemoveDropBox: Who((Role.COUNT_TEAM, Role.SECURITY), (FORM.drop, APART)),
    c.CountDrop: Who((Role.COUNT_TEAM, Role.ACCOUNTING), (FORM.compare, APART)),
    c.ReportWin: Who((Role.ACCOUNTING,), (FORM.win,)),
    c.OpenDay: Who((Role.ACCOUNTING,), (FORM.forward, APART)),
    c.CloseDay: Who((Role.ACCOUNTING,), (FORM.forward, APART)),
    c.ProposeCorrection: Who((Role.ACCOUNTING, Role.SHIFT_MANAGER), (TRACES,)),
    c.ApproveCorrection: Who((Role.ACCOUNTING, Role.SHIFT_MANAGER), (TRACES,)),
    c.ResolveException: Who((Role.ACCOUNTING, Role.SHIFT_MANAGER), (TRACES,)),
}
"""One row for each command of a pit."""
