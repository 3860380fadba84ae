"""What roles and duties are called where they stand in a sentence."""

from collections.abc import Iterable
from typing import Literal

from minibac.rules.names import step_name
from minibac.voice.said import Fact, Many, many, said, vocabulary

ROLES = vocabulary(
    "role", "dealer", "floorperson", "pit boss", "shift manager", "pit clerk", "surveillance", "accounting", "cage",
    "count team", "security", "compliance", "admin", "guest", "spectator", "house", "patron", "supervisor",
    "instructor", "assessor", "trainee",
)  # fmt: skip
COMMANDS = {
    "GiveNotice": said("command|giving notice to surveillance"),
    "ReceiveNotice": said("command|receiving a notice"),
    "PostNotice": said("command|posting a notice"),
    "ScheduleChange": said("command|setting the time of a change"),
    "CancelChange": said("command|calling a change off"),
    "TellTime": said("command|telling the time"),
    "ConfirmChange": said("command|confirming a change"),
    "AddTable": said("command|adding a table"),
    "RegisterSeries": said("command|entering a series of forms"),
    "ReadStock": said("command|looking at the stock of forms"),
    "AccountSeries": said("command|accounting for a series"),
    "PrepareForm": said("command|preparing a form"),
    "SignForm": said("command|signing a form"),
    "StateReason": said("command|stating why the patron did not sign"),
    "ConfirmPresence": said("command|witnessing a deposit"),
    "DropOriginal": said("command|dropping the original"),
    "ReleaseMarker": said("command|releasing a marker button"),
    "TellUncleared": said("command|telling what was not cleared"),
    "RegisterCoupons": said("command|entering coupons"),
    "ClaimCoupon": said("command|claiming a coupon"),
    "ClaimNumbers": said("command|claiming printed numbers"),
    "SettleCoupon": said("command|settling a coupon"),
    "SignVoid": said("command|signing a void form"),
    "VoidForm": said("command|voiding a form"),
    "PassDuplicate": said("command|passing a duplicate on"),
    "ForwardDuplicates": said("command|forwarding duplicates"),
    "ReceiveDuplicates": said("command|receiving duplicates"),
    "CompareForms": said("command|comparing the forms"),
    "PostComplimentary": said("command|recording a complimentary"),
    "ReprintForm": said("command|printing a form again"),
    "CountInventory": said("command|counting a tray"),
    "AttestCount": said("command|attesting a count"),
    "RequestTransfer": said("command|asking for a fill or a credit"),
    "CancelRequest": said("command|taking a request back"),
    "PrepareSlip": said("command|preparing a slip"),
    "RemoveDropBox": said("command|taking a drop box away"),
    "CountDrop": said("command|counting a drop box"),
    "ReportWin": said("command|reporting the win of a table"),
    "OpenDay": said("command|opening the gaming day"),
    "CloseDay": said("command|closing the gaming day"),
    "AskReopening": said("command|asking to open a day again"),
    "ReopenDay": said("command|opening a day again"),
    "ProposeCorrection": said("command|asking for a correction"),
    "ApproveCorrection": said("command|approving a correction"),
    "ResolveException": said("command|closing an exception"),
    "AdmitPerson": said("command|entering a person"),
    "GrantRole": said("command|giving a role"),
    "TakeRole": said("command|taking a role away"),
    "DisablePerson": said("command|locking a person out"),
    "EnablePerson": said("command|letting a person in again"),
    "RemovePerson": said("command|taking a person off the list"),
    "StartProfile": said("command|starting to work in a role"),
    "EndProfile": said("command|ending work in a role"),
    "GrantChips": said("command|giving play chips"),
    "CountCage": said("command|counting the cage"),
    "RedeemChips": said("command|redeeming chips"),
    "TellPitDay": said("command|telling the day of a pit"),
    "OpenHouseDay": said("command|opening the day of the house"),
    "CloseHouseDay": said("command|closing the day of the house"),
    "AskHouseReopening": said("command|asking to open the day of the house again"),
    "ReopenHouseDay": said("command|opening the day of the house again"),
    "SignReport": said("command|signing the day-end report"),
    "CountersignReport": said("command|signing the day-end report as the second"),
    "ChangeParameter": said("command|changing a parameter"),
    "RecordReference": said("command|entering a reference"),
    "AssignException": said("command|assigning an exception"),
    "LookAtException": said("command|looking at an exception"),
    "ExplainException": said("command|explaining an exception"),
    "CloseException": said("command|closing an exception"),
    "ReopenException": said("command|opening an exception again"),
    "WriteDown": said("command|writing down what the house noticed"),
    "StateMarks": said("command|stating the marks"),
    "OpenClass": said("command|opening a class"),
    "EnrolTrainee": said("command|enrolling a trainee"),
    "WithdrawTrainee": said("command|leaving a class"),
    "RemoveTrainee": said("command|removing a trainee"),
    "NoteAttempt": said("command|noting an attempt"),
    "NoteHours": said("command|noting hours"),
    "SignOff": said("command|signing off a competency"),
    "WithdrawSignOff": said("command|taking a signature back"),
    "AssignStaff": said("command|putting somebody on duty"),
    "DoStep": said("command|a step of the procedure"),
    "DirectShuffle": said("command|directing a shuffle"),
    "DeclareDead": said("command|declaring the table dead"),
    "ChangeDecks": said("command|changing the decks"),
    "CloseTable": said("command|closing the table"),
    "ChangeOptions": said("command|changing options"),
    "StateTimes": said("command|stating the times"),
    "OpenTray": said("command|opening a tray"),
    "CloseTray": said("command|closing a tray"),
    "AskFill": said("command|asking for a fill"),
    "MoveChips": said("command|moving chips of a fill or a credit"),
    "StateShare": said("command|stating whether guests have a share in the shuffle"),
    "CommitShare": said("command|giving a share of the shuffle"),
    "RevealShare": said("command|showing a share of the shuffle"),
    "CloseShares": said("command|closing the shares of the shuffle"),
    "CommitStack": said("command|committing to the order of the stack"),
    "RevealShoe": said("command|revealing the shoe"),
    "AnswerCut": said("command|answering the offer of the cut"),
    "CutStack": said("command|cutting the stack"),
    "OrderRecut": said("command|ordering a re-cut"),
    "CompleteCut": said("command|completing the cut"),
    "LoadShoe": said("command|loading the shoe"),
    "BurnCards": said("command|burning cards"),
    "TakeSeat": said("command|taking a seat"),
    "SayExcluded": said("command|saying who is on a list"),
    "LeaveSeat": said("command|leaving a seat"),
    "ChangeSeat": said("command|changing seats"),
    "SayConnection": said("command|saying who is connected"),
    "BuyIn": said("command|buying in"),
    "NameNotes": said("command|naming notes"),
    "DeclarePartners": said("command|declaring partners"),
    "DissolvePartners": said("command|ending a partnership"),
    "SayArrived": said("command|saying that one is at the game"),
    "SayReady": said("command|saying that one is ready"),
    "WaiveTurning": said("command|waiving the right to turn cards"),
    "PlaceWager": said("command|placing a wager"),
    "WithdrawWager": said("command|taking a wager back"),
    "SpeakWager": said("command|speaking a wager"),
    "ConfirmSpoken": said("command|confirming a spoken wager"),
    "ConvertCash": said("command|converting cash"),
    "CallNoMoreBets": said("command|calling no more bets"),
    "DealCard": said("command|dealing a card"),
    "TuckBanker": said("command|putting the Banker's Hand under the shoe"),
    "HandCards": said("command|handing out cards"),
    "ReturnCards": said("command|returning cards"),
    "TurnCards": said("command|turning cards"),
    "Relinquish": said("command|giving up the right to turn cards"),
    "RevokeRight": said("command|taking the right to turn cards away"),
    "AnswerRight": said("command|answering the offer to turn cards"),
    "CallCount": said("command|announcing a count"),
    "ChooseHouseMoney": said("command|choosing what becomes of House Money"),
    "SettleHouseMoney": said("command|settling House Money"),
    "CallResult": said("command|announcing the result"),
    "TakeActions": said("command|settling wagers"),
    "RackCards": said("command|racking the cards"),
    "CallLastHand": said("command|calling the last hand"),
    "CollectVigorish": said("command|collecting vigorish"),
    "ClearVigorish": said("command|clearing vigorish"),
    "ChangeMarker": said("command|changing a marker button"),
    "EndShoe": said("command|ending the shoe"),
    "RestartScoreboard": said("command|starting the scoreboard anew"),
    "CorrectPayment": said("command|correcting a payment"),
    "CorrectCard": said("command|naming a card again"),
    "Reconstruct": said("command|rebuilding a round"),
    "Report": said("command|reporting an irregularity"),
    "ConfirmExposure": said("command|confirming an exposed card"),
    "CarryOut": said("command|carrying out a remedy"),
    "ResolveIncident": said("command|resolving an incident"),
    "ConfirmUnfinishable": said("command|confirming that a round cannot be completed"),
}
"""What each command is called by people; its kind is what a program sends."""
DUTIES = vocabulary("duty", "calling", "wagers", "floor", "pit", "shift")


def role_name(role: str) -> Fact:
    return ROLES.get(role, role)


def role_names(roles: Iterable[str], last: Literal["or", "and"] = "or") -> Many:
    return many(map(role_name, roles), last)


def duty_name(duty: str) -> Fact:
    return DUTIES.get(duty, duty)


def command_words(name: str) -> Fact:
    """What a command of that kind is called."""
    return COMMANDS.get(name, name)


def command_name(command: object) -> Fact:
    """What a command is called to one who may not give it; a step is called by its name."""
    step = getattr(command, "step", "")
    return said("the step '{step}'", step=step_name(step)) if step else command_words(type(command).__name__)


def seat_or_role(role: str, seat: int) -> Fact:
    """Somebody in a role; of the guests, the one at that seat."""
    return said("the guest at seat {seat}", seat=seat) if role == "guest" and seat else role_name(role)
