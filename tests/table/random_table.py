"""Random play at one table: good commands and bad, from everybody, at any moment, with everything checked after each.

``play(rulebook, commands_count, seed)`` is small in the tests and long in ``campaigns/random_play.py``; the same seed
plays the same table again.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import Any

import msgspec
from msgspec.structs import replace

from minibac.cards.card import ALL_CARDS
from minibac.cards.share import share_hash
from minibac.house.live_table import LiveTable
from minibac.house.vault import PracticeVault
from minibac.machine.roles import THE_HOUSE, Actor, Role
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.refusal import Refusal
from minibac.rules.rulebook import Option, load
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.automatic import crew, next_command
from minibac.table.deadlines import deadline
from minibac.table.guest_view import may_see
from minibac.table.irregular import KINDS
from minibac.table.machine import TABLE, apply, decide, replay
from minibac.table.phases import COUP_PHASES, PHASES, SHARING, sharing
from minibac.table.places import misplaced
from minibac.table.state import Phase, TableState
from minibac.table.timing import USUAL_SHARE
from tests.table.auditor import Auditor
from tests.table.helpers import BOSS, DEALER, FLOOR, STAFF
from tests.table.nonsense import OURS, WORDS
from tests.table.seen import view
from tests.table.whose_turn import PEOPLE, on_whose_page

CARD = re.compile(r'"([A2-9TJQK][shdc])"')
HOUR_MS = 3_600_000
STAKES = (100, 500, 2_000, 240, 10_000, 33, 7, 1_000_000)
STEPS_TO_THE_END = 40_000
"""More than any shoe needs; a table that is not done by then goes round in circles."""


def random_options(rng: random.Random, rulebook: str) -> dict[str, Any]:
    """Options drawn at random, some of them deep cutting cards, so that shoes are short and their ends common."""
    chosen: dict[str, Any] = {}
    for option in load(rulebook).option:
        if rng.random() < 0.5 and option.name not in chosen:
            chosen[option.name] = _value(rng, option)
    return chosen


def _value(rng: random.Random, option: Option) -> Any:
    if option.name == "cut_card_depth":
        return rng.choice((14, 20, 60, 200, 280))
    if option.type == "switch":
        return rng.choice((True, False))
    if option.values:
        return rng.choice(option.values)
    if option.name == "decks":
        return rng.choice((6, 7, 8, 12, 14, 16))
    if option.name == "house_money_add":
        return rng.choice(("1/2", "2/5"))
    if option.name == "tie_odds":
        return rng.choice((8, 9, "17/2"))
    return rng.choice((option.default, rng.randint(1, 9)))


def random_rules(rng: random.Random, rulebook: str) -> HouseRules:
    """House rules that random options make."""
    while True:
        built = build(load(rulebook), random_options(rng, rulebook))
        if isinstance(built, HouseRules):
            return built


class RandomTable:
    """A table, its vault, an auditor who watches, and people who do as chance has it."""

    def __init__(self, rulebook: str, seed: str) -> None:
        self.rng = random.Random(f"{rulebook} {seed}")
        self.clock = count(1_800_000_000_000, 700)
        self.rules = random_rules(self.rng, rulebook)
        self.auditor = Auditor(dict(self.rules.options))
        self.vault = PracticeVault(self.rng.randrange(1 << 30))
        self.answers: Counter[str] = Counter()
        maximum = {p.id: 50_000_00 for p in self.rules.propositions} if self.rng.random() < 0.3 else {}
        self.live = LiveTable("T", self.rules, self.vault, self.now, maximum_cents=maximum)
        self.hidden: dict[int, str] = {}

    @property
    def state(self) -> TableState:
        return self.live.state

    def now(self) -> int:
        return max(next(self.clock), self.live.state.at if hasattr(self, "live") else 0)

    # -------------------------------------------------------------------------------------------------- one command

    def give(self, command: c.Command) -> tuple[e.Event, ...] | Refusal:
        """Give a command and check everything that must hold after it."""
        before, length = self.state, len(self.live.log)
        answer = self.live.handle(command)
        if isinstance(answer, Refusal):
            self.answers["refused"] += 1
            sealed = bool(getattr(command, "cards", ()))  # nobody names the cards of a sealed shoe
            ours = isinstance(command, OURS) or sealed
            assert answer.clause or ours, f"a refusal without a clause: {command} -> {answer}"
            assert self.state is before
            assert len(self.live.log) == length
            return answer
        self.answers["accepted"] += 1
        for event in answer:
            self.answers[type(event).__name__] += 1
            self.auditor.see(event)
            assert event.clauses or isinstance(event, e.TimesStated | e.ReadySaid | e.GuestArrived), event
            assert event.at >= before.at, "time never runs backwards"
            if isinstance(event, e.ShoeRevealed):
                self._revealed(event)
        self.auditor.agrees(self.state)
        assert not misplaced(self.state), f"{command}: {misplaced(self.state)} of {self.state}"
        if self.state.phase is not Phase.CLOSED:
            assert on_whose_page(replace(self.state, staff=PEOPLE)), f"nobody's page has a step after {command}"
        if self.state.phase is not Phase.SHOE_OVER:
            assert {**self.state.shown} == self.auditor.turned or self.state.shoe_no != self.auditor.shoe_no
        return answer

    def _revealed(self, event: e.ShoeRevealed) -> None:
        decks = self.rules.decks_in_shoe
        assert Counter(event.order) == Counter(map(str, ALL_CARDS * decks)), "the revealed order is the decks"

    def check_views(self) -> None:
        """No audience sees a card that was not turned, but for the guest who holds it."""
        everything = {position: self.vault.card(position) for position in range(self.state.cards_count)}
        turned = set(self.auditor.turned) if self.state.shown else set()
        guests = [Actor(sits.guest, Role.GUEST, seat) for seat, sits in self.state.seats.items()]
        for audience in (*STAFF, *guests, Actor("Mallory", Role.GUEST, 3)):
            allowed = may_see(self.state, audience)
            coup = self.state.coup
            holds = set()
            if coup is not None and coup.handed and audience in guests and coup.holders[coup.handed] == audience.seat:
                holds = set(coup.hand(coup.handed))
            assert allowed <= turned | holds, (audience, allowed - turned - holds)
            seen = view(self.state, audience, held=everything)
            legal = Counter(everything[position] for position in turned | holds)
            for part in (seen.pop("yours", {}), seen):  # a guest's own part may repeat what lies on the layout
                cards = Counter(CARD.findall(msgspec.json.encode(part).decode()))
                assert not cards - legal, f"{audience} sees too much: {cards - legal}"

    def check_deadline(self) -> None:
        """What the house will say when time has passed is something that it may say."""
        due = deadline(self.state)
        if due is not None:
            assert due.at == due.command.at >= self.state.at
            answer = decide(self.state, due.command)
            assert not isinstance(answer, Refusal), f"{due.command} -> {answer}"

    def check_log(self) -> None:
        """The log alone, and the log read back from its lines, lead to the same state."""
        state = TABLE.opened(self.live.log[0])
        for event in self.live.log[1:]:
            leads = PHASES.leads(state.phase, type(event))
            state = apply(state, event)
            assert state.phase in leads, event
        assert state == self.state
        lines = [e.encode(event) for event in self.live.log]
        assert replay(map(e.decode, lines)) == self.state

    def check_way_out(self) -> None:
        """The automatic people find their way from here to the end of the shoe."""
        if self.state.phase is Phase.CLOSED:
            return
        if not self.state.seats:
            seat = next(seat for seat in range(1, 8) if seat not in self.state.left_owing)
            self.give(c.TakeSeat(by=THE_HOUSE, at=self.now(), seat=seat, guest="late", age=40, attested_by="Fay"))
        ended = self.answers["ShoeEnded"]
        for _ in range(STEPS_TO_THE_END):
            if self.answers["ShoeEnded"] > ended:
                return
            wanted = next_command(self.state, self.now())
            if wanted is None and self._what_is_waited_for():
                continue
            assert wanted is not None, f"the automatic people wait at {self.state.phase}"
            answer = self.give(wanted.command)
            assert not isinstance(answer, Refusal), f"{wanted.command} -> {answer}"
        raise AssertionError(f"no end of the shoe in {STEPS_TO_THE_END} steps; the table is at {self.state.phase}")

    def _what_is_waited_for(self) -> bool:
        """Two houses wait: for a round that can be completed after all (F14), and for vigorish that is paid (B37)."""
        state, at = self.state, self.now()
        if state.stopped:
            number = state.stopped.number
            floor = crew(state).floor
            answer = self.give(c.ResolveIncident(by=floor, at=at, number=number, resolution="it can be completed"))
            assert not isinstance(answer, Refusal), f"nobody ends {state.stopped} -> {answer}"
        elif state.owing:
            seat = state.owing[0]
            if seat in state.left_owing:
                guest = state.left_owing[seat].guest
                self.give(c.TakeSeat(by=THE_HOUSE, at=at, seat=seat, guest=guest, age=40, attested_by="Fay"))
            self.give(c.BuyIn(by=THE_HOUSE, at=self.now(), seat=seat, cents=1_000_00, transfer=f"back-{at}"))
        return bool(state.stopped or state.owing)

    # ------------------------------------------------------------------------------------------------ what they may do

    def person(self) -> Actor:
        """Anybody: mostly those with something to do here."""
        rng = self.rng
        seats = self.state.occupied
        if seats and rng.random() < 0.5:
            seat = rng.choice(seats)
            return Actor(self.state.seats[seat].guest, Role.GUEST, seat)
        return rng.choice((DEALER, FLOOR, BOSS, THE_HOUSE, *STAFF))

    def seat(self) -> int:
        return self.rng.choice((*self.state.occupied, *self.state.occupied, self.rng.randint(-1, 10)))

    def wager(self) -> str:
        return self.rng.choice((*(p.id for p in self.rules.propositions), "player", "banker", "lucky"))

    def command(self) -> c.Command:
        """The next command: the right one, a guest's, a supervisor's, a report, or nonsense."""
        rng, phase = self.rng, self.state.phase
        if len(self.state.seats) < 3 and rng.random() < 0.15:
            return self._sit()
        if phase is Phase.BETTING and rng.random() < (0.2 if self.state.strays or self.state.stopped else 0.7):
            return self._at_betting()
        if phase in (Phase.CUT_DONE, Phase.COMPLETED, Phase.LOADED) and rng.random() < 0.2:
            return c.OrderRecut(by=rng.choice((FLOOR, BOSS)), at=self.now(), reason="too near the end")
        if phase in (Phase.CUT_OFFER, Phase.CUT) and rng.random() < 0.3:
            return c.AnswerCut(by=self._sitter(self.state.cut_seat), at=self.now(), accept=rng.random() < 0.8)
        if phase in SHARING and sharing(self.state) and rng.random() < 0.7:
            return self._share()
        right = next_command(self.state, self.state.at)
        draw = rng.random()
        if right is not None and draw < 0.75:
            return type(right.command)(by=right.command.by, at=self.now(), **facts_of(right.command))
        if draw < 0.83:
            return self._guest_like()
        if draw < 0.91:
            return self._report()
        if draw < 0.96:
            return self._floor_like()
        return self._nonsense(right.command if right else None)

    def _sit(self) -> c.Command:
        seat = self.rng.randint(1, self.rules.seats)
        guest = f"g{self.rng.randint(1, 30)}"
        return c.TakeSeat(
            by=THE_HOUSE,
            at=self.now(),
            seat=seat,
            guest=guest,
            age=self.rng.choice((33, 33, 33, 19)),
            attested_by="Fay",
        )

    def _share(self) -> c.Command:
        """The program of a guest gives its share of the shuffle, or shows it; sometimes another value than it gave."""
        state, rng = self.state, self.rng
        seat = rng.choice(sharing(state))
        value = f"{seat:02x}" * 32
        if state.phase is Phase.SHARES:
            sealed = share_hash(state.table, state.shoe_no + 1, seat, value)
            return c.CommitShare(by=self._sitter(seat), at=self.now(), seat=seat, hash=sealed)
        there = state.seats_of((state.shares[seat].guest,))[0]
        told = value if rng.random() < 0.9 else "00" * 32
        return c.RevealShare(by=self._sitter(there), at=self.now(), seat=there, value=told)

    def _at_betting(self) -> c.Command:
        rng, seat, at = self.rng, self.seat(), self.now()
        sits = self.state.seats.get(seat)
        by = Actor(sits.guest if sits else "x", Role.GUEST, seat)
        draw = rng.random()
        if sits and not self.state.chips(seat) and draw < 0.5:
            return c.BuyIn(by=by, at=at, seat=seat, cents=rng.choice((300, 10_000_00)), transfer=f"t{at}")
        if draw < 0.75:
            coupon = {"coupon_cents": 500, "coupon_serial": f"C{rng.randint(1, 20)}"} if rng.random() < 0.1 else {}
            return c.PlaceWager(
                by=by,
                at=at,
                seat=seat,
                wager=self.wager(),
                cents=rng.choice(STAKES),
                **coupon,  # type: ignore[arg-type]
            )
        if draw < 0.82:
            return c.WithdrawWager(by=by, at=at, seat=seat, wager=self.wager(), cents=rng.choice((None, None, 100)))
        if draw < 0.92:
            cents = rng.choice(STAKES)
            return c.SpeakWager(by=by, at=at, seat=seat, wager=self.wager(), cents=cents, cash_cents=cents + 500)
        if draw < 0.93:
            return c.SayReady(by=by, at=at, seat=seat, ready=rng.random() < 0.5)
        if draw < 0.95:
            return c.WaiveTurning(by=by, at=at, seat=seat, waive=rng.random() < 0.7)
        if draw < 0.985:
            return c.BuyIn(by=by, at=at, seat=seat, cents=rng.choice((10_000, 10_000_00)), transfer=f"t{at}")
        return c.LeaveSeat(by=by, at=at, seat=seat)

    def _guest_like(self) -> c.Command:
        rng, at, seat = self.rng, self.now(), self.seat()
        sits = self.state.seats.get(seat)
        by = Actor(sits.guest if sits else "x", Role.GUEST, seat)
        coup = self.state.coup
        if coup is not None and self.state.phase in COUP_PHASES:
            hand = rng.choice((coup.handed or "player", coup.offering or "banker"))
            who = coup.offered if coup.offering else coup.holders.get(hand, 0)
            holder = Actor(self.state.seats[who].guest, Role.GUEST, who) if who in self.state.seats else by
            return rng.choice(
                (
                    c.Relinquish(by=holder, at=at, hand=hand),
                    c.RevokeRight(by=rng.choice((DEALER, FLOOR)), at=at, hand=hand, reason="delay"),
                    c.AnswerRight(by=holder, at=at, hand=hand, accept=rng.random() < 0.6),
                    c.ChooseHouseMoney(by=by, at=at, seat=seat, choice=rng.choice(("take", "player", "banker"))),
                    c.PlaceWager(by=by, at=at, seat=seat, wager=self.wager(), cents=100),
                    c.LeaveSeat(by=by, at=at, seat=seat),
                )
            )
        cutter = self.state.cut_seat
        return rng.choice(
            (
                c.TakeSeat(
                    by=THE_HOUSE,
                    at=at,
                    seat=rng.randint(1, 9),
                    guest=f"g{rng.randint(1, 12)}",
                    age=33,
                    attested_by="Fay",
                ),
                c.TakeSeat(
                    by=THE_HOUSE,
                    at=at,
                    seat=rng.randint(1, 9),
                    guest=f"g{rng.randint(1, 12)}",
                    age=33,
                    attested_by="Fay",
                ),
                c.LeaveSeat(by=THE_HOUSE, at=at, seat=seat),
                c.ChangeSeat(by=by, at=at, seat=seat, to=rng.randint(0, 10)),
                c.SayConnection(by=THE_HOUSE, at=at, seat=seat, connected=rng.random() < 0.5),
                c.DeclarePartners(by=FLOOR, at=at, seats=(seat, rng.randint(1, 9))),
                c.AnswerCut(by=self._sitter(cutter), at=at, accept=True),
                c.CutStack(by=self._sitter(cutter), at=at, position=rng.randint(0, 416)),
            )
        )

    def _sitter(self, seat: int) -> Actor:
        sits = self.state.seats.get(seat)
        return Actor(sits.guest, Role.GUEST, seat) if sits else DEALER

    def _report(self) -> c.Command:
        rng = self.rng
        return c.Report(
            by=rng.choice((DEALER, DEALER, FLOOR)),
            at=self.now(),
            kind=rng.choice(KINDS),
            disclosed=rng.random() < 0.5,
            hand=rng.choice(("player", "banker")),
            seat=self.seat(),
            count=rng.choice((0, 0, 0, 1, 2, 3)),
            note=rng.choice(("seen", "seen", "")),
        )

    def _floor_like(self) -> c.Command:
        rng, at, by = self.rng, self.now(), self.rng.choice((FLOOR, BOSS))
        number = self.state.incident_no
        if self.state.incidents and rng.random() < 0.6:
            if rng.random() < 0.5:
                return c.ConfirmUnfinishable(by=rng.choice((by, DEALER)), at=at, number=number)
            return c.ResolveIncident(by=by, at=at, number=number, resolution="settled")
        owing = next((seat for seat in self.state.occupied if self.state.owed(seat)), self.seat())
        options = [
            c.DirectShuffle(by=by, at=at, reason="the floor wants it"),
            c.DeclareDead(by=by, at=at),
            c.ChangeDecks(by=by, at=at),
            c.OrderRecut(by=by, at=at, reason="near the end"),
            c.AssignStaff(by=by, at=at, duty=rng.choice(("calling", "wagers", "floor")), person=self._name()),
            c.CorrectPayment(by=by, at=at, seat=self.seat(), coup_no=max(1, self.state.coup_no - 1), reason="misread"),
            c.RestartScoreboard(by=by, at=at, reason="a new party"),
            c.CollectVigorish(by=DEALER, at=at, seat=owing, cents=self.state.owed(owing)),
            c.ClearVigorish(by=by, at=at, seat=owing, cents=self.state.owed(owing), reference=str(number or "F1")),
        ]
        if rng.random() < 0.01:
            options.append(c.CloseTable(by=by, at=at))
        return rng.choice(options)

    def _name(self) -> str:
        return self.rng.choice((DEALER.id, DEALER.id, FLOOR.id, "Ann", "Ben"))

    def _nonsense(self, right: c.Command | None) -> c.Command:
        """A command of somebody else, or with other facts, or any command at all."""
        rng = self.rng
        if right is not None and rng.random() < 0.5:
            return type(right)(by=self.person(), at=self.now(), **facts_of(right))
        kind = rng.choice(c.KINDS)
        if kind in (c.CommitStack, c.RevealShoe, c.CloseTable):
            kind = c.RackCards
        facts = {name: rng.choice(WORDS[name]) for name in kind.__struct_fields__ if name not in ("by", "at")}
        return kind(by=self.person(), at=self.now(), **facts)


def facts_of(command: c.Command) -> dict[str, Any]:
    """What a command says, apart from who and when."""
    return {name: getattr(command, name) for name in command.__struct_fields__ if name not in ("by", "at")}


def play(rulebook: str, commands_count: int, seed: str, *, views_every: int = 25) -> Iterator[Counter[str]]:
    """Play tables of a rulebook with random options until that many commands have been given.

    Yields what happened at each table. A table lives for a few hundred to a few thousand commands; at its end the log
    is replayed and the automatic people find their way out.
    """
    given = 0
    for number in count():
        if given >= commands_count:
            return
        table = RandomTable(rulebook, f"{seed} {number}")
        life = min(commands_count - given, table.rng.choice((200, 1_000, 3_000)))
        for seat in (1, 3, 7):
            if seat <= table.rules.seats:
                table.give(
                    c.TakeSeat(by=THE_HOUSE, at=table.now(), seat=seat, guest=f"g{seat}", age=33, attested_by="Fay")
                )
                table.give(c.BuyIn(by=THE_HOUSE, at=table.now(), seat=seat, cents=10_000_00, transfer="1"))
        if not table.state.continuous and table.rng.random() < 0.4:
            table.give(c.StateShare(by=THE_HOUSE, at=table.now(), times=USUAL_SHARE))
        for _ in range(life):
            table.give(table.command())
            if table.rng.random() < 1 / views_every:
                table.check_views()
                table.check_deadline()
            if table.rng.random() < 0.0005:
                table.clock = count(table.now() + 26 * HOUR_MS, 700)
            if table.state.phase is Phase.CLOSED:
                break
        given += life
        table.check_log()
        table.check_way_out()
        yield table.answers
