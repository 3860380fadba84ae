"""A table that follows an electronic shoe: each card is named when the device has told it, and play goes on from there.

The device is only listened to. Everything at the table is decided by the rulebook as at any other: a card that the
device draws and no rule gives is reported, with its remedy; a card that is taken for another is corrected while nothing
rests on it; a coup whose frames were lost is void (F14). What the two do not agree about is noted, and nothing stops.
No odds are given beside it (R13): it is a live table.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Final, NamedTuple

from minibac.house.by_hand import ByHand, CardWantedError
from minibac.house.company import OF_AGE
from minibac.house.live_table import Listener, LiveTable
from minibac.house.times import Clock
from minibac.machine.roles import THE_HOUSE
from minibac.play.results import Result
from minibac.rules.house_rules import HouseRules
from minibac.rules.refusal import Refusal
from minibac.rules.remedies import Mishap
from minibac.shoes.angel_eye import Noise, PlacedCard, Signal
from minibac.shoes.angel_eye_noted import ToldBurn
from minibac.shoes.noted import HIDDEN
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.automatic import crew, next_command
from minibac.table.corrections import correctable
from minibac.table.dealing import next_position
from minibac.table.state import Phase, TableState
from minibac.table.steps import due
from minibac.voice.said import Cards, Said, said

MOST_STEPS: Final = 5_000
WATCHER: Final = "watcher"
UNHEARD: Final = "the device did not tell the round whole"
WINNER_OF: Final = {"P": "player", "B": "banker", "T": "tie"}


class FollowNote(NamedTuple):
    """Something that device and table do not agree about, or that could not be heard."""

    frame: int
    said: Said


class FollowingTable:
    """One table and the device it follows. ``hear`` takes what the device says, one signal at a time."""

    def __init__(
        self, table: str, rules: HouseRules, clock: Clock, listener: Listener, note: Callable[[FollowNote], None]
    ) -> None:
        self._clock, self._listener = clock, listener
        self._table, self._rules = table, rules
        self._tell = note
        self.coups = 0
        self.shoes = 0
        """Shoes that came to their end."""
        self._frame = 0
        self._open()

    def _open(self) -> None:
        """The table is opened, or opened anew after it could not follow any further."""
        self._vault = ByHand()
        self._burn = ToldBurn()
        self._lost = False
        self._told: dict[tuple[str, int], str] = {}
        self._over: dict[tuple[str, int], str] = {}
        self._begun = False
        """Whether the first card of the next coup has been told."""
        self._called = False
        """Whether the device has called the result: until then a card may be drawn too many, or named again."""
        self._device_winner = ""
        self.live = LiveTable(self._table, self._rules, self._vault, self._now, listener=self._heard)
        self._do(c.TakeSeat(by=THE_HOUSE, at=self._now(), seat=1, guest=WATCHER, **OF_AGE))
        self._go_on()

    @property
    def state(self) -> TableState:
        return self.live.state

    def hear(self, signal: Signal | Noise) -> None:
        """Take in one signal, and go on as far as the cards are known."""
        if isinstance(signal, Noise):
            self._frame = signal.number
            self._note(said("line|{why}", why=signal.why))
            return
        self._frame = signal.frame
        card = signal.card
        if signal.what == "started":
            self._new_shoe()
        elif self._lost:
            return
        elif signal.what == "standing-by":
            self._coup_over()
            self._burn = ToldBurn()
        elif signal.what == "result":
            self._device_winner, self._called = signal.winner, True
            self._go_on()
        elif signal.what in ("error", "cleared"):
            told = said("the device says: {what} {code}", what=signal.what, code=signal.code)
            self._note(told)
        elif card is not None and card.number == 0:
            self._burn.take(signal.what, card.face)
            self._go_on()
        elif card is not None and signal.what.startswith("overdrawn"):
            self._overdrawn(card)
        elif card is not None:
            self._card(card, again=signal.what != "drawn")

    # ------------------------------------------------------------------------------------------------------ one coup

    def _card(self, card: PlacedCard, *, again: bool) -> None:
        """A card was drawn, shown, or told again; another face for a place takes the first one's name back."""
        place = card.hand, card.number
        if self.state.phase is Phase.BETTING and place == ("player", 1):
            self._begun = True
        elif self.state.coup is None:
            self._go_on()
            if self.state.phase is not Phase.BETTING:
                self._give_up()
                return
        before = self._told.get(place, "")
        if card.face:
            self._told[place] = card.face
        if before and card.face and before != card.face:
            self._corrected(place, card.face)
        elif card.face:
            self._disagrees(place, card.face)
        self._go_on()
        coup = self.state.coup
        dealt = len(coup.hand(card.hand)) if coup else 0
        complete = coup is not None and self.state.phase in (Phase.RESULT, Phase.HOUSE_MONEY)
        if not again and complete and card.number > dealt:
            self._overdrawn(card)

    def _corrected(self, place: tuple[str, int], face: str) -> None:
        position = self._position(place)
        if position is None:
            self._note(said("{card} is told for a card that was not turned yet: it has this name", card=Cards((face,))))
            return
        if position not in correctable(self.state):
            late = said("{card} is told for a card that the round rests on already: it keeps its name")
            self._note(late.about(card=Cards((face,))))
            return
        by = crew(self.state).caller
        if self._do(c.CorrectCard(by=by, at=self._now(), position=position, card=face)):
            self._vault.correct(position, face)

    def _disagrees(self, place: tuple[str, int], face: str) -> None:
        """A card that lies there already, as one drawn in error does after its remedy, and is told by another name."""
        position = self._position(place)
        known = self.state.coup.known[position] if self.state.coup and position is not None else face
        if known != face:
            cards = {"told": Cards((face,)), "card": Cards((known,))}
            self._note(said("{told} is told for a card that the table has as {card}: it keeps its name", **cards))

    def _position(self, place: tuple[str, int]) -> int | None:
        hand, number = place
        coup = self.state.coup
        lies = coup.hand(hand) if coup else ()
        known = coup.known if coup else {}
        return lies[number - 1] if number <= len(lies) and lies[number - 1] in known else None

    def _overdrawn(self, card: PlacedCard) -> None:
        """A card came out that no rule gives: it is reported once, and the remedy is the rulebook's."""
        place = card.hand, card.number
        if place in self._over or self.state.coup is None:
            return
        self._over[place] = card.face
        self._go_on()
        if card.face:
            self._vault.correct(next_position(self.state), card.face)
        by, disclosed = crew(self.state).caller, bool(card.face)
        report = c.Report(by=by, at=self._now(), kind=Mishap.CARD_IN_ERROR, hand=card.hand, disclosed=disclosed)
        with suppress(CardWantedError):
            self._do(report)
        self._go_on()

    def _result(self, code: int) -> None:
        """The device's result against that of the cards, which is the one that counts."""
        right = Result.from_code(code).winner.value
        told = WINNER_OF.get(self._device_winner, right)
        if told != right:
            self._note(said("the device calls {told}, and the cards give {right}", told=told, right=right))

    def _coup_over(self) -> None:
        """The device stands by: what is still on the layout was not heard whole, and is void (F14)."""
        self._called = True
        self._go_on()
        if self._told and self.state.coup is not None:
            self._note(said("round {round} cannot be completed as the device tells it", round=self.state.coup_no))
            by = crew(self.state).caller
            if self._do(c.Report(by=by, at=self._now(), kind=Mishap.UNFINISHABLE, note=UNHEARD)):
                self._go_on()
            else:
                self._give_up()
        self._next_coup()

    def _next_coup(self) -> None:
        self._told, self._over, self._begun, self._called, self._device_winner = {}, {}, False, False, ""

    def _give_up(self) -> None:
        """What is due at the table was not told by the device: the rest of this shoe goes by unheard."""
        self._note(said("the table follows again from the next shoe on: {due:_.}", due=due(self.state)[0]))
        self._lost = True

    def _new_shoe(self) -> None:
        """The device has been started: the shoe before is over, whether its cutting card came or not."""
        self._coup_over()
        if self._lost:
            self._open()
        elif self.state.phase is Phase.BETTING and self.state.rack:
            self._do(c.DirectShuffle(by=crew(self.state).floor, at=self._now(), reason="the device was started"))
        self._burn = ToldBurn()
        self._go_on()

    # ------------------------------------------------------------------------------------------------ the table's steps

    def _go_on(self) -> None:
        """Let the automatic people work as far as the cards are known."""
        for _ in range(MOST_STEPS):
            if self.state.phase is Phase.BETTING and not self._begun:
                return
            wanted = next_command(self.state, self._now())
            if wanted is None or (isinstance(wanted.command, c.CallResult) and not self._called):
                return
            if not self._named(wanted.command):
                return
        raise AssertionError(f"the table goes round in {self.state.phase}")

    def _named(self, command: c.Command) -> bool:
        """Give a command, naming the cards it turns; false where one of them has not been told yet."""
        for _ in range(CARDS_AT_ONCE):
            try:
                return self._do(command)
            except CardWantedError as wanted:
                face = self._face(command, wanted.position)
                if not face:
                    self._vault.forget(self.state.shown)  # whatever else it turns may be told otherwise until then
                    return False
                self._vault.correct(wanted.position, face)
        return False

    def _face(self, command: c.Command, position: int) -> str:
        """What the device has told of the card that a step turns."""
        if isinstance(command, c.BurnCards | c.CarryOut):
            index = position - self.state.next_index
            told = self._burn.cards[index].face if index < len(self._burn.cards) else HIDDEN
            return "" if told == HIDDEN else told
        coup = self.state.coup
        for hand in ("player", "banker"):
            lies = coup.hand(hand) if coup else ()
            if position in lies:
                return self._told.get((hand, lies.index(position) + 1), "")
        hand = getattr(command, "hand", "")
        return self._told.get((hand, len(coup.hand(hand)) + 1), "") if coup and hand else ""

    def _do(self, command: c.Command) -> bool:
        answer = self.live.handle(command)
        if isinstance(answer, Refusal):
            self._note(said("the table refuses: {why}", why=answer.said))
            self._vault.forget(self.state.shown)
            return False
        return True

    def _heard(self, event: e.Event) -> None:
        if isinstance(event, e.ResultCalled):
            self._result(event.code)
        elif isinstance(event, e.CardsRacked):
            self.coups += not event.simulated
            self._next_coup()
        elif isinstance(event, e.CardsBurned | e.StrayDiscarded):
            self._burn = ToldBurn()
        elif isinstance(event, e.ShoeEnded):
            self.shoes += 1
            self._burn = ToldBurn()
        self._listener(event)

    def _note(self, told: Said) -> None:
        self._tell(FollowNote(self._frame, told))

    def _now(self) -> int:
        live = getattr(self, "live", None)
        return max(self._clock(), live.state.at if live else 0)


CARDS_AT_ONCE: Final = 12
"""A burn shows as many cards at most, and one more."""
