"""Settlement: what the dealer does with every wager, in the rulebook's order, and the postings it makes.

An *action* is a move of the dealer that anybody at the table can see; a *posting* is one signed line of the ledger.
Each action has postings that sum to zero. ``check_actions`` holds what a dealer did against what is right.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from minibac.play.postings import Posting, moved
from minibac.play.propositions import PUSH_VOID, Hands, Outcome, priced
from minibac.play.results import Result, Winner
from minibac.play.vigorish import Terms, terms
from minibac.play.wagers import HOUSE_MONEY, Coupon, Wager, addition_cents, charge_on, check_wagers
from minibac.rules.citing import Clauses
from minibac.rules.house_rules import HouseRules, rules_of
from minibac.rules.names import wager_called
from minibac.rules.refusal import Code, Refusal, Refused, refuse
from minibac.voice.said import Money, Said, many, said

TRAY = "tray"
VIGORISH = "vigorish"

PAY_FIRST = ("i", "iii")
"""The procedures that pay before they take vigorish; the others take it first (s42/j/2)."""

SEAT_BY_SEAT = ("iii", "iv")
"""The procedures that finish one seat before the next; the others make two passes."""

CHARGES = ("vigorish", "mark")
"""The actions that take vigorish, now or later."""

NO_MAXIMUM: Mapping[str, int] = {}

Cited = tuple[str, ...]
"""Clauses, the leading one first."""


class Action(NamedTuple):
    """A move of the dealer: collect, pay, return, add, vigorish (taken now) or mark (owed)."""

    step: str
    seat: int
    wager: str
    amount_cents: int


class Grounds(NamedTuple):
    """Why an action is done: ``own`` makes it due and sets its amount, ``order`` sets its turn (none: whenever)."""

    own: tuple[str, ...]
    order: tuple[str, ...]
    decides: str = ""
    """The clause of a payment by which the wager has won; the others set its amount."""

    @property
    def clauses(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.own, *self.order)))

    @property
    def amount(self) -> tuple[str, ...]:
        """The clauses that set the amount."""
        return tuple(clause for clause in self.own if clause != self.decides) or self.own


class SettledWager(NamedTuple):
    """What one wager came to, and under which clauses."""

    seat: int
    """From 1."""
    wager: str
    """Its id."""
    stake_cents: int
    """What lay there."""
    outcome: str
    """``win``, ``lose``, ``push`` or ``void``."""
    winnings_cents: int
    """What it pays, without the stake."""
    vigorish_cents: int
    """What the house charges on it."""
    net_cents: int
    """What the guest has more for it, or less."""
    added_cents: int
    """House Money that was added to it."""
    coupon_cents: int
    """What a coupon stood for."""
    marked: bool
    """The vigorish is owed, and lies on the layout as a marker button."""
    clauses: tuple[str, ...]
    """Why."""

    def plain(self) -> dict[str, object]:
        """The wager as JSON has it: House Money and coupons only where there are any."""
        told = self._asdict()
        del told["clauses"]
        rare = ("added_cents", "coupon_cents", "marked")
        return {name: value for name, value in told.items() if value or name not in rare}


class Settlement(NamedTuple):
    """The dealer's moves in order, the postings they make, and what each wager came to."""

    actions: tuple[Action, ...]
    postings: tuple[Posting, ...]
    wagers: tuple[SettledWager, ...]
    grounds: Mapping[Action, Grounds]

    def __add__(self, later: object) -> "Settlement":
        if not isinstance(later, Settlement):
            return NotImplemented
        return Settlement(
            self.actions + later.actions,
            self.postings + later.postings,
            self.wagers + later.wagers,
            {**self.grounds, **later.grounds},
        )

    def _repr_html_(self) -> str:
        from minibac.play.html import settlement_html

        return settlement_html(self)


EMPTY = Settlement((), (), (), {})


def lay(rules: HouseRules, wager: Wager, cents: int) -> tuple[Posting, ...]:
    """Chips go from a guest to an area of the layout; fewer than none come back from it."""
    clause = rules.rulebook.wagers.chips.one
    source, target = (wager.chips_account, wager.area) if cents > 0 else (wager.area, wager.chips_account)
    return moved("wager", abs(cents), source, target, clause, seat=wager.seat_no, wager=wager.proposition)


def place(rules: HouseRules, wagers: Sequence[Wager]) -> tuple[Posting, ...]:
    """The chips of accepted wagers go from the guests to the layout."""
    return tuple(posting for wager in wagers for posting in lay(rules, wager, wager.stake_cents))


def settle_house_money(
    rules: HouseRules,
    player_pair: bool,
    banker_pair: bool,
    wagers: Sequence[Wager],
    additions: Mapping[int, str],
    maximum_cents: Mapping[str, int] = NO_MAXIMUM,
) -> tuple[Settlement, tuple[Wager, ...]]:
    """Settle House Money on the first four cards, from seat 1 up; a winner's payout is taken, or added to a main wager.

    Gives the settlement and the wagers that go on, those with House Money enlarged by it. A guest who says nothing
    takes the payout (``ma/8/c/3/i/choice``); where the house states a portion, or does not let the wager grow over the
    maximum (B07), the rest of an added payout is handed over.
    """
    course = _Course(rules)
    text = rules.rulebook.settlement
    live = {(wager.seat_no, wager.proposition): wager for wager in wagers if wager.proposition != HOUSE_MONEY}
    for wager in sorted((w for w in wagers if w.proposition == HOUSE_MONEY), key=lambda w: w.seat_no):
        outcome = priced(rules)[HOUSE_MONEY].outcome(Result(0, 0, 2, 2, player_pair, banker_pair))
        payout = whole_cents(wager.stake_cents, outcome.odds)
        target = live.get((wager.seat_no, additions.get(wager.seat_no, "")))
        if outcome.kind == "lose":
            course.collect(wager, outcome, text.house_money, text.house_money.named("settled"), also=())
            course.done(wager, outcome, 0, 0, -wager.stake_cents, text.house_money)
            continue
        most = maximum_cents.get(target.proposition) if target else None
        added = whole_cents(1, addition_cents(rules, payout, target, most)) if target and payout else 0
        if target is None or not added:
            decides = (*text.house_money_choice, *text.house_money_dealer)
            course.pay(wager, outcome, payout, text.house_money, also=decides)
        else:
            decides = (*text.house_money_choice, *text.house_money_portion, *text.house_money_dealer)
            course.add(wager, target, outcome, payout, added, text.house_money, also=decides)
            live[wager.seat_no, target.proposition] = target._replace(added_cents=added)
        course.done(wager, outcome, payout, 0, payout, (*text.house_money, *text.house_money_untouched))
    return course.settlement(), tuple(live.values())


def settled_again(
    rules: HouseRules, result: Result, hands: Hands, paid: Sequence[SettledWager], maximum_cents: Mapping[str, int]
) -> tuple[SettledWager, ...]:
    """What the wagers of a coup come to with other cards: the same stakes, and House Money added where it was."""
    wagers = [
        Wager(one.seat, one.wager, one.stake_cents, Coupon(one.coupon_cents, "") if one.coupon_cents else None)
        for one in paid
    ]
    additions = {one.seat: one.wager for one in paid if one.added_cents}
    pairs = result.player_pair, result.banker_pair
    money, live = settle_house_money(rules, *pairs, wagers, additions, maximum_cents)
    return (*money.wagers, *settle_unchecked(rules, result, live, hands).wagers)


class Judged(NamedTuple):
    """A wager of a finished coup: how it came out, what it wins and owes, the clauses of House Money added to it."""

    wager: Wager
    outcome: Outcome
    winnings_cents: int
    owed_cents: int
    also: tuple[str, ...]

    @property
    def lost_cents(self) -> int:
        """What a loss takes: all of the wager, unless its line says a part."""
        return whole_cents(self.wager.chips_cents, self.outcome.lost)


def settle(rules: HouseRules | str, result: Result, wagers: Sequence[Wager], hands: Hands | None = None) -> Settlement:
    """Settle a finished coup: losers first, winners and vigorish by the chosen procedure, then what is returned.

    Wagers that ask for cards are settled by the ``hands``. Of a wager that loses a part, the rest is returned. Raises
    what the rules have against the wagers.
    """
    rules = rules_of(rules)
    if Result.from_code(result.code) != result:
        raise ValueError(f"{result} is no result: hands have two or three cards and count 0 to 9")
    if refusals := check_wagers(rules, wagers):
        raise Refused(refusals)
    return settle_unchecked(rules, result, wagers, hands)


def settle_unchecked(
    rules: HouseRules, result: Result, wagers: Sequence[Wager], hands: Hands | None = None
) -> Settlement:
    """:func:`settle` where the wagers were checked when they were laid."""
    course = _Course(rules)
    charge = course.charge
    text = rules.rulebook.settlement
    order = str(rules.options["settlement_order"])
    judged = [_judged(rules, charge, wager, result, hands) for wager in course.in_turn(wagers)]

    for one in judged:
        if one.outcome.kind == "lose":
            course.collect(one.wager, one.outcome, text.losers_first, text.losers_first.one, also=one.also)

    turn = (*text.orders[order], *text.then_pay, *(() if charge else text.without_vigorish))
    walk = [one for one in judged if one.outcome.kind == "win" or one.owed_cents]
    pays_first = order in PAY_FIRST

    def pay(stop: Sequence[Judged]) -> None:
        for one in stop:
            if one.outcome.kind == "win":
                course.pay(one.wager, one.outcome, one.winnings_cents, turn, also=one.also)
            else:
                course.give_back(one.wager, one.outcome, turn, also=one.also)

    def take(stop: Sequence[Judged]) -> None:
        for one in stop:
            if charge and one.owed_cents:
                course.take(one.wager, charge, one.owed_cents, turn, out_of_wager=not pays_first)

    seats = sorted({one.wager.seat_no for one in walk}, reverse=True)
    by_seat = [[one for one in walk if one.wager.seat_no == seat] for seat in seats]
    for stops in by_seat if order in SEAT_BY_SEAT else [walk]:
        for step in (pay, take) if pays_first else (take, pay):
            step(stops)

    for one in judged:
        kept = one.outcome.kind == "push" or (one.lost_cents < one.wager.chips_cents and one.outcome.kind == "lose")
        if kept and not one.owed_cents:
            course.give_back(one.wager, one.outcome, (), also=one.also)
    for one in judged:
        wager, outcome, winnings, owed, also = one
        gain = {"win": winnings, "push": 0, "lose": -one.lost_cents}[outcome.kind]
        vigorish = charge.taking_clauses if charge and owed else ()
        course.done(wager, outcome, winnings, owed, gain - owed, (*vigorish, *also))
    return course.settlement(in_order_of=wagers)


def _judged(rules: HouseRules, charge: Terms | None, wager: Wager, result: Result, hands: Hands | None) -> Judged:
    outcome = priced(rules)[wager.proposition].outcome(result, hands)
    winnings = whole_cents(wager.amount_cents, outcome.odds)
    owed = charge_on(charge, wager, outcome.kind, winnings, tie=result.winner is Winner.TIE)
    return Judged(
        wager, outcome, winnings, owed, rules.rulebook.settlement.house_money_added if wager.added_cents else ()
    )


def void(
    rules: HouseRules, wagers: Sequence[Wager], house_money: Settlement = EMPTY, grounds: Clauses | None = None
) -> Settlement:
    """A coup that cannot be completed: every stake goes back, and House Money with it unless the house lets it stand.

    The postings of House Money are reversed one by one (B10); what stands, an added payout included, goes to the guest.
    No clause orders these moves; they are listed from the highest seat down, as in any settlement. ``grounds`` are
    what it is void for, where that is not want of cards.
    """
    course = _Course(rules)
    push = PUSH_VOID._replace(clauses=grounds or rules.rulebook.settlement.void)
    reverse = rules.options.get("house_money_on_void", "reverse") == "reverse"
    if reverse:
        for posting in reversed(house_money.postings):
            returned = posting._replace(step="void", amount_cents=-posting.amount_cents)
            course.postings.append(returned._replace(clause=push.clauses.named("decides")))
    for wager in course.in_turn(wagers):
        settled_before = wager.proposition == HOUSE_MONEY and bool(house_money.wagers)
        if settled_before and not reverse:
            continue
        whole = wager._replace(added_cents=0) if reverse else wager
        course.give_back(whole, push, (), also=())
        course.done(whole, push, 0, 0, 0, ())
    return course.settlement()


class _Course:
    """The course of a settlement: moves, postings and settled wagers as they come."""

    def __init__(self, rules: HouseRules) -> None:
        self.rules = rules
        self.charge = terms(rules)
        self.actions: list[Action] = []
        self.postings: list[Posting] = []
        self.wagers: dict[tuple[int, str], SettledWager] = {}
        self.grounds: dict[Action, Grounds] = {}
        self._taken: Counter[tuple[int, str]] = Counter()

    def in_turn(self, wagers: Iterable[Wager]) -> list[Wager]:
        """From the highest seat down; inside a seat Player or Banker, Tie, side wagers, as the rulebook lists them.

        The order inside a seat is a ruling (F08).
        """
        ranks = {name: rank for rank, name in enumerate(priced(self.rules))}
        return sorted(wagers, key=lambda wager: (-wager.seat_no, ranks[wager.proposition]))

    def collect(self, wager: Wager, outcome: Outcome, order: Cited, clause: str, *, also: Cited) -> None:
        lost = whole_cents(wager.chips_cents, outcome.lost)
        self._taken[wager.seat_no, wager.proposition] += lost
        self._act("collect", wager, lost, (*outcome.clauses, *also), order)
        self._post("collect", wager, clause, {wager.area: -lost, TRAY: lost})

    def pay(self, wager: Wager, outcome: Outcome, winnings: int, order: Cited, *, also: Cited) -> None:
        decides = outcome.clauses.named("decides")
        pays = outcome.clauses.names.get("pays", decides)
        left = self._left(wager)
        self._act("pay", wager, winnings, (*outcome.clauses, *also), order, decides)
        self._post("pay", wager, pays, {TRAY: -winnings, wager.chips_account: winnings})
        self._post("pay", wager, decides, {wager.area: -left, wager.chips_account: left})

    def add(
        self, wager: Wager, target: Wager, outcome: Outcome, payout: int, added: int, order: Cited, *, also: Cited
    ) -> None:
        """Put a House Money payout to a main wager; its own stake, and what is not added, go to the guest (B07)."""
        decides, pays = outcome.clauses.named("decides"), outcome.clauses.named("pays")
        self._act("add", wager, added, (*outcome.clauses, *also), order, decides)
        self._post("add", wager, pays, {TRAY: -added, target.area: added})
        if payout > added:
            self._act("pay", wager, payout - added, (*outcome.clauses, *also), order, decides)
            self._post("pay", wager, pays, {TRAY: added - payout, wager.chips_account: payout - added})
        stake = wager.stake_cents
        self._post("pay", wager, decides, {wager.area: -stake, wager.chips_account: stake})

    def give_back(self, wager: Wager, outcome: Outcome, order: Cited, *, also: Cited) -> None:
        left = self._left(wager)
        back = left if outcome.kind == "lose" else wager.chips_cents
        self._act("return", wager, back, (*outcome.clauses, *also), order)
        self._post("return", wager, outcome.clauses.named("decides"), {wager.area: -left, wager.chips_account: left})

    def take(self, wager: Wager, charge: Terms, cents: int, order: Cited, *, out_of_wager: bool) -> None:
        """Take vigorish, or mark it. Before the payment it comes out of the wager, so that all can pay it (A25)."""
        clause = charge.clauses.named("type")
        if charge.deferred:
            self._act("mark", wager, cents, charge.taking_clauses, order)
            self._post("mark", wager, clause, {wager.owed_account: -cents, VIGORISH: cents})
            return
        from_area = min(cents, wager.chips_cents) if out_of_wager else 0
        self._taken[wager.seat_no, wager.proposition] += from_area
        self._act("vigorish", wager, cents, charge.taking_clauses, order)
        sources = {wager.area: -from_area, wager.chips_account: from_area - cents}
        self._post("vigorish", wager, clause, {**sources, VIGORISH: cents})

    def done(self, wager: Wager, outcome: Outcome, winnings: int, vigorish: int, net: int, clauses: Cited) -> None:
        self.wagers[wager.seat_no, wager.proposition] = SettledWager(
            wager.seat_no,
            wager.proposition,
            wager.stake_cents,
            outcome.kind,
            winnings,
            vigorish,
            net,
            wager.added_cents,
            wager.coupon_cents,
            bool(vigorish and self.charge and self.charge.deferred),
            tuple(dict.fromkeys((*outcome.clauses, *clauses))),
        )

    def settlement(self, in_order_of: Sequence[Wager] = ()) -> Settlement:
        assert sum(posting.amount_cents for posting in self.postings) == 0, "postings must sum to zero"
        keys = [(wager.seat_no, wager.proposition) for wager in in_order_of] or list(self.wagers)
        settled = tuple(self.wagers[key] for key in keys)
        return Settlement(tuple(self.actions), tuple(self.postings), settled, self.grounds)

    def _left(self, wager: Wager) -> int:
        return wager.chips_cents - self._taken[wager.seat_no, wager.proposition]

    def _act(self, step: str, wager: Wager, cents: int, own: Cited, order: Cited, decides: str = "") -> None:
        action = Action(step, wager.seat_no, wager.proposition, cents)
        self.actions.append(action)
        self.grounds[action] = Grounds(own, order, decides)

    def _post(self, step: str, wager: Wager, clause: str, amounts: Mapping[str, int]) -> None:
        for account, cents in amounts.items():
            if cents:
                self.postings.append(Posting(step, wager.seat_no, wager.proposition, account, cents, clause))


def whole_cents(cents: int, odds: Fraction) -> int:
    """What so many cents win, which :func:`~minibac.play.wagers.check_wagers` has promised to be whole."""
    won, part = divmod(cents * odds.numerator, odds.denominator)
    if part:
        raise ValueError(f"{cents * odds} cents is no whole number: the wager should have been refused")
    return won


def check_actions(rules: HouseRules, right: Settlement, done: Sequence[Action]) -> Refusal | None:
    """Why the dealer's moves are wrong, or ``None`` while everything done is right.

    The first wrong move is refused: one that is not due, or of a wrong amount, with the clauses that make another one
    due; one out of its turn with the clauses of the order. What is only returned has no turn, but for losers first.
    """
    if tuple(done) == right.actions[: len(done)]:
        return None
    left = list(right.actions)
    for action in done:
        if action not in left:
            return _not_due(rules, right, left, action)
        for due in left[: left.index(action)]:
            if _goes_before(right, due, action):
                sentence = said(
                    "{move} is out of turn: {due} comes first", move=move_words(action), due=move_words(due)
                )
                order = (*right.grounds[due].order, *right.grounds[action].order)
                return refuse(Code.WRONG_ORDER, sentence, *dict.fromkeys(order))
        left.remove(action)
    return None


def _goes_before(right: Settlement, due: Action, action: Action) -> bool:
    """Whether a clause wants one action done before the other: nothing orders losers, nor payments inside a seat."""
    if not right.grounds[due].order:
        return False
    if due.wager == HOUSE_MONEY:
        return True
    if due.step == "collect":
        return action.step != "collect"
    one_stop = due.seat == action.seat and (due.step in CHARGES) == (action.step in CHARGES)
    return bool(right.grounds[action].order) and not one_stop


def _not_due(rules: HouseRules, right: Settlement, left: Sequence[Action], action: Action) -> Refusal:
    place = (action.seat, action.wager)
    mine = [other for other in right.actions if (other.seat, other.wager) == place]
    if not mine:
        sentence = said("{move} is not due: there is no such wager", move=move_words(action))
        return refuse(Code.WRONG_PAYMENT, sentence, *rules.rulebook.wagers.chips)
    same = next((other for other in mine if other.step == action.step), None)
    if same and same in left:
        sentence = said("{move} is wrong: it is {right}", move=move_words(action), right=Money(same.amount_cents))
        return refuse(Code.WRONG_PAYMENT, sentence, *right.grounds[same].amount, allowed=(str(same.amount_cents),))
    if same:
        sentence = said("{move} is not due: it has been done", move=move_words(action))
        return refuse(Code.WRONG_PAYMENT, sentence, *right.grounds[same].own)
    charges = action.step in CHARGES
    instead = [other for other in mine if (other.step in CHARGES) == charges] or mine
    grounds = [right.grounds[other] for other in instead]
    clauses = [clause for due in grounds for clause in (due.amount if charges else due.own)]
    if charges and terms(rules) is None:
        clauses += rules.rulebook.settlement.without_vigorish
    due = many(map(move_words, instead), "and")
    sentence = said("{move} is not due: right is {due}", move=move_words(action), due=due)
    return refuse(Code.WRONG_PAYMENT, sentence, *dict.fromkeys(clauses))


MOVES = {
    "collect": said("collecting {sum} for {wager} at seat {seat}"),
    "pay": said("paying {sum} for {wager} at seat {seat}"),
    "return": said("returning {sum} for {wager} at seat {seat}"),
    "add": said("adding {sum} for {wager} at seat {seat}"),
    "mark": said("marking {sum} for {wager} at seat {seat}"),
    "vigorish": said("taking vigorish of {sum} for {wager} at seat {seat}"),
}


def move_words(action: Action) -> Said:
    move = MOVES.get(action.step, MOVES["vigorish"])
    return move.about(sum=Money(action.amount_cents), wager=wager_called(action.wager), seat=action.seat)
