"""What roles and duties are called where they stand in a sentence."""

from collections.abc import Iterable
from typing import Literal

from minibac.voice.said import Fact, Many, many, said, vocabulary

ROLES = vocabulary(
    "role", "dealer", "floorperson", "pit-boss", "shift-manager", "pit-clerk", "surveillance", "accounting", "cage",
    "count-team", "security", "admin", "guest", "spectator", "house", "patron", "supervisor",
)  # fmt: skip
COMMANDS = vocabulary(
    "command",
    "GiveNotice", "ReceiveNotice", "PostNotice", "ScheduleChange", "CancelChange", "TellTime", "ConfirmChange",
    "AddTable", "RegisterSeries", "ReadStock", "AccountSeries", "PrepareForm", "SignForm", "StateReason",
    "ConfirmPresence", "DropOriginal", "ReleaseMarker", "SignVoid", "VoidForm", "PassDuplicate",
    "ForwardDuplicates", "ReceiveDuplicates", "CompareForms", "PostComplimentary", "ReprintForm",
    "CountInventory", "AttestCount", "RequestTransfer", "CancelRequest", "PrepareSlip", "RemoveDropBox",
    "CountDrop", "ReportWin", "OpenDay", "CloseDay", "ProposeCorrection", "ApproveCorrection",
    "ResolveException", "AdmitPerson", "GrantRole", "TakeRole", "DisablePerson", "EnablePerson", "RemovePerson",
    "StartProfile", "EndProfile", "GrantChips", "TellPitDay", "OpenHouseDay", "CloseHouseDay",
    "ChangeParameter", "RecordReference", "WriteDown", "AssignStaff", "DoStep", "DirectShuffle", "DeclareDead",
    "ChangeDecks", "CloseTable", "ChangeOptions", "StateTimes", "CommitStack", "RevealShoe", "AnswerCut", "CutStack",
    "OrderRecut", "CompleteCut", "LoadShoe", "BurnCards", "TakeSeat", "SayExcluded", "LeaveSeat", "ChangeSeat",
    "SayConnection", "BuyIn", "DeclarePartners", "DissolvePartners", "WaiveTurning", "PlaceWager", "WithdrawWager",
    "SpeakWager",
    "ConfirmSpoken", "ConvertCash", "CallNoMoreBets", "DealCard", "TuckBanker", "HandCards", "ReturnCards",
    "TurnCards", "Relinquish", "RevokeRight", "AnswerRight", "CallCount", "ChooseHouseMoney",
    "SettleHouseMoney", "CallResult", "TakeActions", "RackCards", "CallLastHand", "CollectVigorish",
    "ClearVigorish", "ChangeMarker", "EndShoe", "RestartScoreboard", "CorrectPayment", "CorrectCard",
    "Reconstruct", "Report", "ConfirmExposure", "CarryOut", "ResolveIncident", "ConfirmUnfinishable",
)  # fmt: skip
DUTIES = vocabulary("duty", "calling", "wagers", "floor")


def role_name(role: str) -> Fact:
    return ROLES.get(role, role)


def role_names(roles: Iterable[str], last: Literal["or", "and"] = "or") -> Many:
    return many(map(role_name, roles), last)


def duty_name(duty: str) -> Fact:
    return DUTIES.get(duty, duty)


def command_words(name: str) -> Fact:
    """A command by the name of its kind, as it is typed."""
    return COMMANDS.get(name, name)


def command_name(command: object) -> Fact:
    """A command by its kind, for one who may not give it."""
    return command_words(type(command).__name__)


def seat_or_role(role: str, seat: int) -> Fact:
    """Somebody in a role; of the guests, the one at that seat."""
    return said("the guest at seat {seat}", seat=seat) if role == "guest" and seat else role_name(role)
