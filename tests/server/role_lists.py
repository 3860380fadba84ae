"""What each role may be granted at a table at all, and a command of every kind to try it with."""

from typing import Any

import msgspec

from minibac.table import commands as c

READERS = ("spectator", "surveillance", "accounting", "pit-clerk")
SUPERVISORS = ("floorperson", "pit-boss", "shift-manager")
ROLES = ("guest", "dealer", *SUPERVISORS, *READERS)

GUEST = {
    "TakeSeat", "LeaveSeat", "ChangeSeat", "BuyIn", "DeclarePartners", "DissolvePartners", "WaiveTurning", "PlaceWager",
    "WithdrawWager", "SpeakWager", "DoStep", "AnswerCut", "CutStack", "ReturnCards", "Relinquish", "AnswerRight",
    "ChooseHouseMoney", "SayArrived", "SayReady", "CommitShare", "RevealShare",
}  # fmt: skip
DEALER = {
    "DoStep", "CutStack", "CompleteCut", "LoadShoe", "BurnCards", "CallNoMoreBets", "DealCard", "TuckBanker",
    "HandCards", "TurnCards", "RevokeRight", "CallCount", "SettleHouseMoney", "CallResult", "TakeActions", "RackCards",
    "CallLastHand", "EndShoe", "CollectVigorish", "ChangeMarker", "ConfirmSpoken", "ConvertCash", "CarryOut", "Report",
    "AssignStaff", "Reconstruct", "ConfirmUnfinishable", "AskFill",
}  # fmt: skip
FLOOR = {
    "AssignStaff", "DoStep", "DirectShuffle", "DeclareDead", "ChangeDecks", "CloseTable", "OrderRecut",
    "DeclarePartners", "DissolvePartners", "ConfirmSpoken", "RevokeRight", "ClearVigorish", "RestartScoreboard",
    "CorrectPayment", "Reconstruct", "Report", "ResolveIncident", "ConfirmUnfinishable", "ChangeRules",
    "AskFill",
}  # fmt: skip
MAY: dict[str, set[str]] = {
    "guest": GUEST,
    "dealer": DEALER,
    **dict.fromkeys(SUPERVISORS, FLOOR),
    **{role: set() for role in READERS},
}
"""What each role may be granted at all; a moment may refuse it still."""

SUPERVISES = {"SignForm", "SignVoid", "RequestTransfer", "CancelRequest"}
CHANGES = {"GiveNotice", "PostNotice", "ScheduleChange", "CancelChange"}
REOPENS = {"AskReopening", "ReopenDay", "ProposeCorrection", "ApproveCorrection", "ResolveException"}
REVIEWS = {"AssignException", "LookAtException", "ExplainException", "CloseException", "ReopenException"}
OVER_HTTP: dict[str, set[str]] = {
    "accounting": {
        "RegisterSeries", "ReceiveDuplicates", "CompareForms", "PostComplimentary", "ReprintForm", "ReportWin",
        "OpenDay", "CloseDay", "OpenHouseDay", "CloseHouseDay", "AskHouseReopening", "ReopenHouseDay",
        "CountersignReport", "RegisterCoupons", *REOPENS, *REVIEWS,
    },
    "admin": {"ChangeParameter", "RecordReference"},
    "assessor": {"NoteAttempt", "SignOff", "WithdrawSignOff"},
    "cage": {"ReadStock", "AccountSeries", "SignForm", "VoidForm", "PrepareSlip", "CountCage"},
    "count-team": {"RemoveDropBox", "CountDrop"},
    "dealer": {"SignForm", "StateReason", "DropOriginal", "CountInventory"},
    "floorperson": {"PostNotice", "AttestCount", *SUPERVISES},
    "guest": {"SignForm"},
    "instructor": {
        "StateMarks", "OpenClass", "EnrolTrainee", "WithdrawTrainee", "NoteAttempt", "NoteHours", "SignOff",
        "WithdrawSignOff",
    },
    "pit-boss": {"StateReason", "ConfirmPresence", "ReleaseMarker", "AttestCount", *CHANGES, *SUPERVISES},
    "pit-clerk": {
        "ReadStock", "AccountSeries", "PrepareForm", "SignForm", "ConfirmPresence", "VoidForm", "PassDuplicate",
        "ForwardDuplicates", "ReprintForm",
    },
    "security": {"SignForm", "RemoveDropBox"},
    "shift-manager": {
        "AddTable", "RecordReference", "AskHouseReopening", "ReopenHouseDay", "CountersignReport", *CHANGES,
        *SUPERVISES, *REOPENS, *REVIEWS,
    },
    "surveillance": {"ReceiveNotice", *REVIEWS},
    "trainee": {"WithdrawTrainee"},
}  # fmt: skip
"""What each role may be granted of a pit's, the house's and the school's commands, given over their routes."""

PLAIN: dict[str, Any] = {
    "seat": 3, "to": 4, "cents": 2_500, "wager": "player", "hand": "player", "count": 0, "duty": "floor",
    "person": "automatic floorperson",
    "step": "receive", "reason": "as the test wants it", "accept": True, "position": 200, "depth": 14,
    "choice": "take", "player": 0, "banker": 0, "result": "tie", "kind": "other", "note": "seen by the test",
    "do": "carry", "number": 1, "resolution": "looked into", "reference": "form 1", "coup_no": 1, "salt": "",
    "commitment": "0" * 64, "connected": False, "order": [], "waive": True, "seats": [3, 5], "cash_cents": 2_500,
    "notes": {}, "times": {}, "hash": "0" * 64, "value": "",
    "transfer": "t", "guest": "Ann", "actions": [["pay", 3, "player", 2_500]], "player_cards": [], "banker_cards": [],
    "options": {}, "card": "7h", "timing": {}, "excluded": False, "in_dealing": True, "day": "2026-11-15", "chips": {},
}  # fmt: skip
"""A value for each field a command cannot do without."""


def facts_of(kind: type[c.Command], seat: int = 3) -> dict[str, Any]:
    """A command of that kind with nothing but what it must have, about a seat."""
    fields = [field for field in msgspec.structs.fields(kind) if field.name not in ("by", "at") and field.required]
    return {field.name: (PLAIN | {"seat": seat}).get(field.name, 1) for field in fields}
