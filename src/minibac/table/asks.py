"""What a command asks for: the event that would follow, and what that is called where it is not its time.

A command belongs to the phases in which its event can happen (:mod:`minibac.table.phases`). One without a row may come
at any time: what follows depends on more than its kind.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from minibac.rules.names import hand_name, wager_called
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.names import remedy_name
from minibac.voice.said import Said, said


class Ask(NamedTuple):
    """An event, and the words for it: as they are, or with facts of the command."""

    event: type[e.Event]
    words: Said | Callable[[Any], Said]


ASKS: dict[type[c.Command], Ask] = {
    c.DoStep: Ask(e.StepDone, lambda command: said("the step '{step}'", step=command.step)),
    c.DirectShuffle: Ask(e.ShoeEnded, lambda command: said("ending the shoe ({reason})", reason=command.reason)),
    c.DeclareDead: Ask(e.ShoeEnded, said("ending the shoe (no gaming activity)")),
    c.ChangeDecks: Ask(e.ShoeEnded, said("ending the shoe (change of decks)")),
    c.CloseTable: Ask(e.TableClosed, said("ending the shoe (the table closes)")),
    c.CommitShare: Ask(e.ShareCommitted, said("giving a share of the shuffle")),
    c.RevealShare: Ask(e.ShareRevealed, said("showing a share of the shuffle")),
    c.CloseShares: Ask(e.SharesClosed, said("closing the shares of the shuffle")),
    c.CommitStack: Ask(e.StackCommitted, said("committing to the order of the stack")),
    c.RevealShoe: Ask(e.ShoeRevealed, said("revealing the shoe")),
    c.AnswerCut: Ask(e.CutAnswered, said("answering the offer of the cut")),
    c.CutStack: Ask(e.StackCut, said("the cut")),
    c.OrderRecut: Ask(e.RecutOrdered, said("a re-cut")),
    c.CompleteCut: Ask(e.CutCompleted, said("completing the cut")),
    c.LoadShoe: Ask(e.ShoeLoaded, said("loading the shoe")),
    c.BurnCards: Ask(e.CardsBurned, said("the burn")),
    c.TakeSeat: Ask(e.SeatTaken, said("taking a seat")),
    c.BuyIn: Ask(e.ChipsBought, said("a buy-in")),
    c.SayReady: Ask(e.ReadySaid, said("saying that one is ready")),
    c.NameNotes: Ask(e.NotesNamed, said("naming notes")),
    c.WaiveTurning: Ask(e.TurningWaived, said("changing the waiver in the middle of a round")),
    c.PlaceWager: Ask(e.WagerPlaced, lambda command: said("a wager on {wager}", wager=wager_called(command.wager))),
    c.WithdrawWager: Ask(
        e.WagerWithdrawn, lambda command: said("taking {wager} back", wager=wager_called(command.wager))
    ),
    c.SpeakWager: Ask(e.WagerSpoken, said("a spoken wager")),
    c.ConfirmSpoken: Ask(e.SpokenConfirmed, said("confirming a spoken wager")),
    c.ConvertCash: Ask(e.CashConverted, said("converting cash")),
    c.CallNoMoreBets: Ask(e.BettingClosed, said("the call of no more bets")),
    c.DealCard: Ask(e.CardDealt, said("dealing a card")),
    c.TuckBanker: Ask(e.BankerTucked, said("putting the Banker's Hand under the shoe")),
    c.HandCards: Ask(e.CardsHanded, lambda command: said("handing out {hand} cards", hand=hand_name(command.hand))),
    c.ReturnCards: Ask(e.CardsTurned, lambda command: said("returning {hand} cards", hand=hand_name(command.hand))),
    c.TurnCards: Ask(e.CardsTurned, lambda command: said("turning {hand} cards", hand=hand_name(command.hand))),
    c.Relinquish: Ask(e.RightSurrendered, said("giving up the right to turn the cards")),
    c.RevokeRight: Ask(e.RightSurrendered, said("taking the right to turn the cards")),
    c.AnswerRight: Ask(e.RightAnswered, said("answering the offer to turn the cards")),
    c.CallCount: Ask(e.CountCalled, said("announcing a count")),
    c.ChooseHouseMoney: Ask(e.HouseMoneyChosen, said("choosing what becomes of House Money")),
    c.SettleHouseMoney: Ask(e.HouseMoneySettled, said("settling House Money")),
    c.CallResult: Ask(e.ResultCalled, said("announcing the result")),
    c.TakeActions: Ask(e.ActionsTaken, said("settling wagers")),
    c.RackCards: Ask(e.CardsRacked, said("racking the cards")),
    c.CallLastHand: Ask(e.LastHandCalled, said("calling the last hand")),
    c.EndShoe: Ask(e.ShoeEnded, said("ending the shoe")),
    c.CollectVigorish: Ask(e.VigorishCollected, said("collecting vigorish in the middle of a round")),
    c.ClearVigorish: Ask(e.VigorishCleared, said("clearing vigorish in the middle of a round")),
    c.RestartScoreboard: Ask(e.ScoreboardRestarted, said("starting the scoreboard anew")),
    c.CorrectCard: Ask(e.CardCorrected, said("naming a card again")),
    c.CorrectPayment: Ask(e.PaymentCorrected, said("correcting a payment in the middle of a round")),
    c.ConfirmExposure: Ask(e.CardsTurned, said("confirming how a card was disclosed")),
    c.CarryOut: Ask(e.StrayDiscarded, lambda command: said("carrying out '{do}'", do=remedy_name(command.do))),
}


def words(command: c.Command) -> Said:
    """What a command asks for, in words."""
    found = ASKS[type(command)].words
    return found if isinstance(found, Said) else found(command)
