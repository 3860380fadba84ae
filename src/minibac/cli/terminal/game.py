"""A person at the terminal table: as a guest of the automatic dealer, or as the dealer of automatic guests.

The game owns a :class:`~minibac.house.live_table.LiveTable` and knows whose move it is. It draws nothing: screens look
at its state, call :meth:`Game.tick` to let the others move, and hand over keys and answers.
"""

import time
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Any

from minibac.cards.card import total
from minibac.cli.terminal.asks import Prompt
from minibac.cli.terminal.faces import PEELED
from minibac.cli.terminal.leaving import settle_owed
from minibac.cli.terminal.questions import how_old, question
from minibac.cli.terminal.score import Score
from minibac.cli.terminal.setup import Setup
from minibac.cli.terminal.stakes import Stakes
from minibac.cli.terminal.telling import YOU, Call, LogLine, WagerResult, line_of
from minibac.cli.terminal.typed_cards import cards_right, which_card
from minibac.cli.terminal.words import saying
from minibac.house.by_hand import ByHand, CardWantedError
from minibac.house.company import OF_AGE, Company
from minibac.house.live_table import LiveTable
from minibac.house.vault import Vault
from minibac.machine.roles import THE_HOUSE, Actor, Role
from minibac.machine.who import DUTIES_OF
from minibac.play.decisions import decisions
from minibac.play.reasons import Reason, reason
from minibac.play.results import Result
from minibac.play.roads import Mark, Roads, roads
from minibac.play.wagers import HOUSE_MONEY
from minibac.rules.house_rules import HouseRules
from minibac.rules.refusal import Code, Refusal
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.automatic import AUTOMATIC, next_command
from minibac.table.dealer_view import label
from minibac.table.guest_view import questions
from minibac.table.guests import to_pay
from minibac.table.phases import BETWEEN_COUPS
from minibac.table.settling import right_settlement
from minibac.table.state import CoupInPlay, Phase, TableState
from minibac.table.steps import due
from minibac.voice.said import NOTHING, Money, Said, said

LOG_LINES = 400
Clock = Callable[[], int]


class Game:
    """One table, one person, and automatic people for the rest."""

    def __init__(self, setup: Setup, vault: Vault, *, clock: Clock | None = None, chance: Random | None = None) -> None:
        self.setup = setup
        self.vault = vault
        self.you_deal = setup.you_deal
        self.log: deque[LogLine] = deque(maxlen=LOG_LINES)
        self.say = saying(setup.language)
        self.call = Call()
        self.caption = NOTHING
        self.refusal: Refusal | None = None
        self.notice = NOTHING
        self.ask: Prompt | None = None
        self.score = Score()
        self.finished: Score | None = None
        """The score of the shoe that has just ended."""
        self.scores: list[Score] = []
        self.collected = NOTHING
        self.hint = NOTHING
        self.hint_clauses: tuple[str, ...] = ()
        self.peel = 0
        self.last_coup: CoupInPlay | None = None
        self.results: list[WagerResult] = []
        self.rounds = 0
        self.left = False
        self.paused = False
        """A card was asked for and not named; Enter asks again."""
        self.confirmed = 0
        """The round whose typed cards were found right."""
        self.bought_cents = 0
        self.called = False
        self._transfers = 0
        self._clock = clock or (lambda: int(time.time() * 1000))
        self.chance = chance or Random()
        self.table = LiveTable(
            "terminal",
            setup.rules,
            vault,
            self.now,
            minimum_cents=setup.minimum_cents,
            maximum_cents=setup.maximum_cents,
            listener=self._hear,
        )
        middle = (setup.rules.seats + 1) // 2
        self.you = Actor(YOU, Role.DEALER, 0) if self.you_deal else Actor(YOU, Role.GUEST, middle)
        free = [seat for seat in range(1, setup.rules.seats + 1) if seat != self.you.seat]
        seats = sorted(self.chance.sample(free, min(setup.others, len(free))))
        self.company = Company(seats, self.chance, self.now)
        self.stakes = Stakes(self)
        for duty in DUTIES_OF.get(self.you.role, ()):
            self.attempt(c.AssignStaff(by=THE_HOUSE, at=self.now(), duty=duty, person=self.you.id), quiet=True)
        self._seat_everybody()

    # ------------------------------------------------------------------------------------------------- what is known

    @property
    def state(self) -> TableState:
        return self.table.state

    @property
    def rules(self) -> HouseRules:
        return self.table.state.rules

    @property
    def typed(self) -> bool:
        """The cards are those of a real table, typed in as they are turned."""
        return self.vault.by_hand

    def now(self) -> int:
        """The time of the next command; it never runs backwards."""
        table = getattr(self, "table", None)
        return max(self._clock(), table.state.at if table else 0)

    def send(self, kind: type[c.Command], /, **facts: Any) -> Refusal | None:
        """A command of the person at the screen."""
        return self.attempt(kind(by=self.you, at=self.now(), **facts))

    @property
    def chips_cents(self) -> int:
        return self.state.chips(self.you.seat)

    @property
    def won_cents(self) -> int:
        """What you have won so far; chips on the layout are still yours, vigorish owed is not."""
        seat = self.you.seat
        lies = sum(w.chips_cents for (no, _), w in self.state.wagers.items() if no == seat)
        return self.chips_cents + lies - self.state.owed(seat) - self.bought_cents

    def board(self) -> Roads:
        """The five scoreboards of this shoe, from its settled coups."""
        results = map(Result.from_code, self.state.results)
        return roads([Mark(result.winner, result.player_pair, result.banker_pair) for result in results])

    def held(self) -> dict[int, str]:
        """The cards in your hands, which nobody else sees; none while they are only known at a real table."""
        coup = self.state.coup
        if coup is None or not self.holding:
            return {}
        held = {}
        for position in coup.hand(coup.handed):
            if position not in coup.known:
                try:
                    held[position] = self.vault.card(position)
                except CardWantedError:
                    return {}
        return held

    @property
    def asks(self) -> list[str]:
        """What the table waits for from your seat, as the page is told it; from a dealer in other ways."""
        return [] if self.you_deal else list(questions(self.state, self.you.seat))

    @property
    def holding(self) -> bool:
        """Whether a hand lies with you to be turned."""
        return "turn" in self.asks

    @property
    def shown_coup(self) -> CoupInPlay | None:
        """The coup on the felt, or the last one until the next is called."""
        return self.state.coup or (self.last_coup if self.state.phase in BETWEEN_COUPS else None)

    def total_of(self, hand: str) -> int | None:
        """The count that may stand beside a hand. A dealer has to call it first."""
        coup = self.shown_coup
        if coup is None:
            return None
        cards = coup.cards(hand)
        if not cards:
            return None
        if self.you_deal and coup.code is None and (hand not in coup.called or len(cards) > 2):
            return None
        return total(cards)

    # ------------------------------------------------------------------------------------------------ moving the table

    def tick(self) -> bool:
        """Let the others make one move; false while the table waits for the person at the screen."""
        if self.left or self.paused or self.ask is not None or self.state.phase is Phase.CLOSED:
            return False
        company = self.company.next_command(self.state)
        if company is not None:
            self.attempt(company, quiet=True)
            return True
        wanted = next_command(self.state, self.now())
        if wanted is None:
            return False
        if self._is_yours(wanted.command):
            self.ask = question(self, wanted.command)
            return False
        if self._unconfirmed(wanted.command):
            self.ask = cards_right(self)
            return False
        return self._automatic(wanted.command)

    def _unconfirmed(self, command: c.Command) -> bool:
        """Whether the result of cards that were typed would be announced without a last look at them."""
        typed = self.typed and not self.you_deal and self.confirmed != self.state.coup_no
        return typed and isinstance(command, c.CallResult)

    def run(self, most: int = 10_000) -> int:
        """Let the others move until it is your turn; for the impatient, and for tests."""
        count = 0
        while count < most and self.tick():
            count += 1
        return count

    @property
    def waits_for_you(self) -> bool:
        """Whether nothing moves until you do."""
        if self.ask is not None or self.holding:
            return True
        if self.state.phase is Phase.BETTING and not self.you_deal:
            return not self.called
        wanted = next_command(self.state, self.now())
        return wanted is None or self._is_yours(wanted.command)

    def _is_yours(self, command: c.Command) -> bool:
        if command.by.role is Role.DEALER and self.you_deal:
            return True
        if self.you_deal:
            return False
        if isinstance(command, c.CallNoMoreBets):
            return not self.called
        return command.by.role is Role.GUEST and command.by.seat == self.you.seat

    def _automatic(self, command: c.Command) -> bool:
        refusal = self.attempt(command, quiet=True)
        if refusal is None:
            return self.ask is None
        if refusal.code is Code.DECKS_TOO_OLD:
            return self.attempt(c.ChangeDecks(by=AUTOMATIC.floor, at=self.now())) is None
        if refusal.code is Code.NOT_ENOUGH_CHIPS and isinstance(command, c.CollectVigorish):
            self.buy_in(command.seat, command.cents)
            return self.attempt(command) is None
        self.refusal = refusal
        return refusal.code is Code.WRONG_CARD and self.typed

    def attempt(self, command: c.Command, quiet: bool = False) -> Refusal | None:
        """Send a command. A refusal is shown unless somebody else was refused."""
        try:
            answer = self.table.handle(command)
        except CardWantedError as wanted:
            self.ask = which_card(self, command, wanted.position)
            return None
        if isinstance(answer, Refusal):
            if isinstance(self.vault, ByHand):
                self.vault.forget(self.state.shown)
            if not quiet or (self.typed and answer.code is Code.WRONG_CARD):
                self.refusal = answer
            return answer
        if not quiet:
            self.refusal = None
        return None

    # -------------------------------------------------------------------------------------------------- as the guest

    def go(self) -> None:
        """Enter: have the cards dealt, or turn what you hold."""
        self.notice = NOTHING
        if self.paused:
            self.paused = False
        elif self.holding:
            self.turn()
        elif self.state.phase is Phase.BETTING and not self.you_deal and not self.called:
            self.called = True
            self.refusal = None

    def peel_more(self) -> None:
        """Space: peel the cards a little further; once they are open, turn them."""
        if not self.holding:
            return
        if not self.held() or self.peel >= PEELED:
            self.turn()
        else:
            self.peel += 1

    def turn(self) -> None:
        """Return the cards face up."""
        coup = self.state.coup
        if coup is not None and self.holding:
            self.send(c.ReturnCards, hand=coup.handed)

    def waive(self) -> None:
        """Give up the right to turn these cards, or say that the dealer turns yours from now on."""
        coup = self.state.coup
        if self.you_deal:
            return
        if coup is not None and self.holding:
            self.send(c.Relinquish, hand=coup.handed)
            return
        waives = self.state.seats[self.you.seat].waives
        if self.send(c.WaiveTurning, seat=self.you.seat, waive=not waives) is None:
            self.notice = (
                said("You turn your cards again.") if waives else said("The dealer turns your cards from now on.")
            )

    def put(self, wager: str) -> None:
        """A chip on an area."""
        self.refusal = self.stakes.put(wager)

    def take(self, wager: str) -> None:
        """A chip back from an area."""
        self.refusal = self.stakes.take(wager)

    def undo(self) -> None:
        self.refusal = self.stakes.undo()

    def repeat(self) -> None:
        if not self.stakes.last:
            self.notice = said("There is no earlier wager to repeat.")
        self.refusal = self.stakes.repeat()

    def double(self) -> None:
        self.refusal = self.stakes.double()

    def clear(self) -> None:
        self.refusal = self.stakes.clear()

    def buy(self) -> None:
        """Another bankroll of play chips."""
        if not self.you_deal:
            self.buy_in(self.you.seat, self.setup.bankroll_cents)
            self.notice = said("You buy {sum} in play chips.", sum=Money(self.setup.bankroll_cents))

    def pay(self) -> None:
        """Pay the vigorish that your marker button shows."""
        if not to_pay(self.state, self.you.seat):
            self.notice = said("You owe no vigorish.")
        settle_owed(self)

    # ------------------------------------------------------------------------------------------------ as the dealer

    def deal(self, kind: type[c.Command], /, **facts: Any) -> Prompt | None:
        """A step of the person who deals, counted as right or wrong."""
        refusal = self.send(kind, **facts)
        if self.ask is None:  # otherwise a card is to be named first, and the step goes on afterwards
            self.count_step(refusal)
        return None

    def count_step(self, refusal: Refusal | None) -> None:
        if refusal is None:
            self.score.right()
            self.hint, self.hint_clauses, self.notice = NOTHING, (), NOTHING
        else:
            self.score.wrong(refusal)

    def order(self, kind: type[c.Command], /, **facts: Any) -> Prompt | None:
        """Have the floorperson order something."""
        self.attempt(kind(by=AUTOMATIC.floor, at=self.now(), **facts))
        return None

    def first_card(self) -> str | None:
        """The first card of a loaded shoe, which the dealer turns before the burn."""
        if self.state.phase is not Phase.LOADED:
            return None
        try:
            return self.vault.card(self.state.next_index)
        except CardWantedError:
            return None

    def let_pass(self) -> Prompt | None:
        """Have the rest of the settlement done; it does not count."""
        if self.state.phase is not Phase.SETTLING:
            return self.deal(c.TakeActions, actions=())
        wanted = next_command(self.state, self.now())
        if wanted is not None:
            self._automatic(wanted.command)
            self.score.passed()
        return None

    def complain(self, sentence: Said) -> Prompt | None:
        """Something typed could not be read."""
        self.notice = said("{sentence:^}.", sentence=sentence)
        return None

    def ask_hint(self) -> None:
        """Tell the next right step and its clause, and count the hint."""
        says, clauses = due(self.state)
        wanted = next_command(self.state, self.now())
        step = label(wanted.command) if wanted else NOTHING
        self.hint = said("{step}. {says}", step=step, says=says) if step else said("{says}", says=says)
        self.hint_clauses = clauses
        self.score.hinted()

    # ------------------------------------------------------------------------------------------------- the questions

    def answer(self, text: str | None) -> None:
        """An answer to the question on the screen; ``None`` turns away from it."""
        ask, self.ask = self.ask, None
        if ask is None:
            return
        self.notice = NOTHING
        if text is None:
            text = ask.escape
        if text is not None:
            following = ask.answer(text)
            self.ask = following or self.ask

    # ------------------------------------------------------------------------------------------------------- the seats

    def _seat_everybody(self) -> None:
        for seat in self.company.seats:
            name, facts = self.company.name(seat), {"guest": f"guest-{seat}", **OF_AGE}
            refusal = self.attempt(c.TakeSeat(by=THE_HOUSE, at=self.now(), seat=seat, name=name, **facts))
            assert refusal is None, refusal
            self.buy_in(seat, 5_000_00)
        if not self.you_deal:
            self.sit_down(self.setup.age)

    def sit_down(self, age: int | None) -> None:
        """Take your seat; where the rulebook asks for an age, you are asked until you have said one that is enough."""
        seat, name = self.you.seat, self.say(said("You"))
        take = c.TakeSeat(by=THE_HOUSE, at=self.now(), seat=seat, guest=YOU, name=name, age=age, attested_by=YOU)
        if self.attempt(take, quiet=age is None) is not None:
            self.ask = how_old(self)
        else:
            self.buy_in(self.you.seat, self.setup.bankroll_cents)

    def buy_in(self, seat: int, cents: int) -> None:
        self._transfers += 1
        transfer = f"buy-in-{self._transfers}"
        self.attempt(c.BuyIn(by=THE_HOUSE, at=self.now(), seat=seat, cents=cents, transfer=transfer), quiet=True)
        if seat == self.you.seat and not self.you_deal:
            self.bought_cents += cents

    # --------------------------------------------------------------------------------------------------- what is told

    def _hear(self, event: e.Event) -> None:
        """Take in what has happened: the log, the announcement, your results."""
        you = getattr(self, "you", None)
        self.log.append(line_of(event, you.seat if you else 0))
        if announcement := getattr(event, "announcement", NOTHING):
            self.call, self.caption = Call(announcement, event.clauses), NOTHING
        if not hasattr(self, "table"):
            return
        if isinstance(event, e.BettingClosed):
            if not self.you_deal:
                self.stakes.closed()
            self.results, self.last_coup = [], None
        elif isinstance(event, e.CardsHanded | e.CardsTurned | e.RightSurrendered):
            self.peel = 0
        elif isinstance(event, e.BettingOpened):
            self.called = False
        elif isinstance(event, e.HouseMoneySettled) and event.seat == self.you.seat:
            money = event.wager
            why = said("its pair came") if money.outcome == "win" else said("its pair did not come")
            its_reason = Reason(why, event.clauses, None)
            self.results.append(WagerResult(HOUSE_MONEY, money.stake_cents, money.outcome, money.net_cents, its_reason))
        elif isinstance(event, e.ResultCalled):
            self._result()
        elif isinstance(event, e.CardsRacked):
            self.rounds += not event.simulated
        elif isinstance(event, e.ShoeEnded) and self.you_deal and self.rules.options["shuffler"] != "continuous":
            self.finished = self.score
            self.scores.append(self.score)
            self.score = Score()
        if isinstance(event, e.CardDealt | e.CountCalled | e.CardsTurned) and not self.you_deal:
            self._say_why()
        if self.state.coup is not None:
            self.last_coup = self.state.coup

    def _say_why(self) -> None:
        """A caption of what dealers say anyway: natural, draws, stands."""
        coup = self.state.coup
        if coup is None or self.state.phase not in (Phase.DRAWING, Phase.RESULT, Phase.HOUSE_MONEY):
            return
        made = decisions(self.state.coup_so_far(), self.rules.rulebook)
        if made:
            cited = f" ({made[-1].clauses[0]})" if made[-1].clauses else ""
            self.caption = said("{why}{clause}", why=made[-1].text, clause=cited)

    def _result(self) -> None:
        coup = self.state.coup
        if coup is None or coup.code is None or coup.simulated or not self.state.wagers:
            return
        result, dealt = Result.from_code(coup.code), self.state.coup_so_far()
        hands = dealt.player, dealt.banker
        for wager in right_settlement(self.state).wagers:
            if wager.seat == self.you.seat:
                why = reason(self.rules, wager.wager, result, hands)
                self.results.append(WagerResult(wager.wager, wager.stake_cents, wager.outcome, wager.net_cents, why))
