"""Mistakes that somebody makes at an exam table: for each kind a moment, what is done there, and how it is noticed."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from minibac.cards.card import total
from minibac.house.audition import Audition
from minibac.machine.kinds import Command, encode, kinds_of, reader
from minibac.play.results import Winner
from minibac.rules.refusal import Refusal
from minibac.rules.remedies import Mishap
from minibac.school import exam_commands as xc
from minibac.school.exam_events import ExamEvent
from minibac.school.exam_state import ExamFault, ExamState, replay
from minibac.school.model_dealer import right_command
from minibac.school.scenario import Scenario, read_scenario
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.automatic import next_command
from minibac.table.machine import TABLE
from minibac.table.phases import CUT_PHASES, PROCEDURES
from minibac.table.state import Phase
from minibac.voice.said import said

Wrong = Callable[[Audition, Command], list[Command] | None]
STEP_MS, MOST_STEPS = 4_000, 4_000
read_event = reader((*kinds_of(e.Event), *kinds_of(ExamEvent)))


def written(rulebook: str, rounds: int, *more: str, options: str = "") -> str:
    """The file of a scenario with four guests, and whatever else is said."""
    seats = "".join(f"[[guest]]\nseat = {seat}\n" for seat in (1, 2, 4, 6))
    head = f'format = "minibac-scenario/1"\nname = "x"\nrulebook = "{rulebook}"\nrounds = {rounds}\n'
    top = "".join(line for line in more if not line.startswith("["))
    tables = "".join(line for line in more if line.startswith("["))
    return f"{head}{top}{options}{seats}{tables}"


def scenario(rulebook: str, rounds: int, *more: str, options: str = "") -> Scenario:
    """A scenario with four guests, and whatever else is written."""
    made = read_scenario(written(rulebook, rounds, *more, options=options), "test.toml")
    assert isinstance(made, Scenario), [str(refusal) for refusal in made]
    return made


class Program:
    """Deals an audition without a mistake but for those it is told to make, each once and no two in a round."""

    def __init__(self, sat: Scenario, wrong: dict[str, Wrong], *, notices: bool = False, seed: str = "") -> None:
        self.time = 0
        self.audition = Audition(sat, lambda: self.time, seed)
        self.wrong, self.notices = dict(wrong), notices
        self.made: dict[str, tuple[ExamFault, ...]] = {}
        self.refused: list[Refusal] = []
        self._round = -1

    @property
    def state(self) -> ExamState:
        return self.audition.state

    def play(self, rounds: int = 0) -> "Program":
        """Deal to the end; or so many rounds at most, and no further than a round beyond the last mistake."""
        for _ in range(MOST_STEPS):
            self.audition.others()
            if self.state.ended_at is not None:
                return self
            beyond = self.state.coups > (rounds if self.wrong else self._round + 1)
            if rounds and beyond and not self.state.table.strays:
                self.audition.end(said("it was dealt far enough"))
                return self
            self.time += STEP_MS
            right = self._right()
            if right is not None and not self._mistake(right):
                self._do(right)
        raise AssertionError(f"the exam does not end: {self.state.table.phase}")

    def _right(self) -> Command | None:
        """The right step; whoever has not noticed a card in error sees none."""
        state = self.state
        if any(fault.kind.about == "cards" for fault in state.open_faults):
            state = replace(state, table=replace(state.table, strays=()))
        return right_command(state, self.audition.now(), self.audition.first_card())

    def _do(self, command: Command) -> None:
        answer = self.audition.handle(command)
        if isinstance(answer, Refusal):
            self.refused.append(answer)

    def _mistake(self, right: Command) -> bool:
        if self._round == self.state.coups and self.state.table.phase not in (*PROCEDURES, *CUT_PHASES):
            return False
        waiting = (self.state.laid, self.state.mishap, self.state.disputed, self.state.table.strays)
        if sum(map(bool, waiting)) > 1:  # whoever goes on now makes two mistakes at once
            return False
        for kind, wrong in self.wrong.items():
            commands = wrong(self.audition, right)
            if commands is None:
                continue
            before = len(self.state.faults)
            del self.wrong[kind]
            self._round = self.state.coups
            if kind == "card-omitted" and not self.notices:
                commands.append(_at(self.audition, c.TakeActions, actions=()))
            for command in commands:
                self._do(command)
            self.made[kind] = self.state.faults[before:]
            if self.notices and kind in NOTICED and self.made[kind]:
                self.time += STEP_MS
                for command in NOTICED[kind](self.audition, self.made[kind][0]):
                    self._do(command)
            return True
        return False


# ------------------------------------------------------------------------------------------------------ the mistakes


def _at(audition: Audition, kind: type[Command], /, **facts: Any) -> Command:
    return kind(by=audition.by, at=audition.now(), **facts)


def _coup_like(audition: Audition) -> bool:
    coup = audition.state.table.coup
    return coup is not None and not coup.simulated


def card_in_error(a: Audition, right: Command) -> list[Command] | None:
    if not isinstance(right, c.CallResult) or not _coup_like(a) or len(a.state.table.on_layout.player) != 2:
        return None
    return [_at(a, c.DealCard, hand="player")]


def card_to_wrong_hand(a: Audition, right: Command) -> list[Command] | None:
    if not isinstance(right, c.DealCard) or a.state.table.phase is not Phase.DEALING:
        return None
    return [_at(a, c.DealCard, hand="banker" if right.hand == "player" else "player")]


def card_omitted(a: Audition, right: Command) -> list[Command] | None:
    table = a.state.table
    if not isinstance(right, c.DealCard) or table.phase is not Phase.DRAWING or not _coup_like(a):
        return None
    player, banker = (total(table.on_layout.cards(hand) or ()) for hand in ("player", "banker"))
    winner = Winner.TIE if player == banker else Winner.PLAYER if player > banker else Winner.BANKER
    return [_at(a, c.CallResult, player=player, banker=banker, result=winner.value)]


def dealt_before_call(a: Audition, right: Command) -> list[Command] | None:
    ready = isinstance(right, c.CallNoMoreBets) and a.state.table.wagers
    return [_at(a, c.DealCard, hand="player")] if ready else None


def cards_not_racked(a: Audition, right: Command) -> list[Command] | None:
    ready = isinstance(right, c.RackCards) and not a.state.table.last_hand_due
    return [_at(a, c.CallNoMoreBets)] if ready else None


def remedy_wrong(a: Audition, right: Command) -> list[Command] | None:
    if not isinstance(right, c.CarryOut):
        return None
    return [replace(right, do="discard-two" if right.do != "discard-two" else "burn-counted")]


def remedy_left_out(a: Audition, right: Command) -> list[Command] | None:
    return [_at(a, c.CallNoMoreBets)] if isinstance(right, c.CarryOut) else None


def overlooked(kind: str) -> Wrong:
    def wrong(a: Audition, right: Command) -> list[Command] | None:
        wanted = next_command(a.state.table, a.now())
        if not isinstance(right, c.Report) or right.kind != kind or wanted is None or wanted.command.by != a.by:
            return None
        return [wanted.command]

    return wrong


def settles(change: Callable[[list[tuple[str, int, str, int]]], list[tuple[str, int, str, int]] | None]) -> Wrong:
    """The settlement, changed."""

    def wrong(a: Audition, right: Command) -> list[Command] | None:
        if not isinstance(right, c.TakeActions):
            return None
        actions = change(list(right.actions))
        return None if actions is None else [_at(a, c.TakeActions, actions=tuple(actions))]

    return wrong


def changed(step: str, to: str = "", more: int = 0) -> Wrong:
    """The first move of a kind, made otherwise."""

    def change(actions: list[tuple[str, int, str, int]]) -> list[tuple[str, int, str, int]] | None:
        for number, (made, seat, wager, cents) in enumerate(actions):
            if made == step:
                other = (to or made, seat, wager, cents + more)
                return [*actions[:number], other, *actions[number + 1 :]]
        return None

    return settles(change)


def left_out(step: str) -> Wrong:
    """All but the first move of a kind, and on to the rack."""

    def wrong(a: Audition, right: Command) -> list[Command] | None:
        if not isinstance(right, c.TakeActions):
            return None
        first = next((action for action in right.actions if action[0] == step), None)
        if first is None:
            return None
        rest = tuple(action for action in right.actions if action != first)
        return [*([_at(a, c.TakeActions, actions=rest)] if rest else []), _at(a, c.RackCards)]

    return wrong


def order_wrong(a: Audition, right: Command) -> list[Command] | None:
    """A winner is paid before the last loser is taken."""
    if not isinstance(right, c.TakeActions):
        return None
    taken = [action for action in right.actions if action[0] == "collect"]
    rest = [action for action in right.actions if action[0] != "collect"]
    if not taken or not rest or rest[0][0] != "pay":
        return None
    return [_at(a, c.TakeActions, actions=(*taken[:-1], rest[0], taken[-1], *rest[1:]))]


def paid_twice(a: Audition, right: Command) -> list[Command] | None:
    if not isinstance(right, c.TakeActions) or not any(action[0] == "pay" for action in right.actions):
        return None
    place = next(number for number, action in enumerate(right.actions) if action[0] == "pay")
    first, pay, rest = right.actions[:place], right.actions[place], right.actions[place + 1 :]
    return [_at(a, c.TakeActions, actions=(*first, pay, pay, *rest))] if rest else None


def laid_kept(*, late: bool) -> Wrong:
    def wrong(a: Audition, right: Command) -> list[Command] | None:
        wanted = next_command(a.state.table, a.now())
        if not isinstance(right, xc.RefuseWager) or a.state.laid[0].late is not late or wanted is None:
            return None
        return [wanted.command]

    return wrong


def wager_refused(a: Audition, right: Command) -> list[Command] | None:
    if not isinstance(right, c.CallNoMoreBets) or not a.state.table.wagers:
        return None
    seat, wager = next(iter(a.state.table.wagers))
    return [_at(a, xc.RefuseWager, seat=seat, wager=wager)]


def count_wrong(a: Audition, right: Command) -> list[Command] | None:
    return [replace(right, count=(right.count + 1) % 10)] if isinstance(right, c.CallCount) else None


def count_missing(a: Audition, right: Command) -> list[Command] | None:
    """The Banker's count without the Player's, where both hands lie face up."""
    if not isinstance(right, c.CallCount) or right.hand != "player":
        return None
    cards = a.state.table.on_layout.cards("banker")
    return [_at(a, c.CallCount, hand="banker", count=total(cards))] if cards else None


def result_wrong(a: Audition, right: Command) -> list[Command] | None:
    if not isinstance(right, c.CallResult) or not _coup_like(a):
        return None
    return [replace(right, result="tie" if right.result != "tie" else "banker")]


def result_missing(a: Audition, right: Command) -> list[Command] | None:
    ready = isinstance(right, c.CallResult) and _coup_like(a) and a.state.table.wagers
    return [_at(a, c.TakeActions, actions=())] if ready else None


def last_hand_missing(a: Audition, right: Command) -> list[Command] | None:
    return [_at(a, c.CallNoMoreBets)] if isinstance(right, c.CallLastHand) else None


def call_out_of_place(a: Audition, right: Command) -> list[Command] | None:
    ready = isinstance(right, c.CallNoMoreBets) and not a.state.table.cut_card_seen
    return [_at(a, c.CallLastHand)] if ready else None


def two_person_rule(a: Audition, right: Command) -> list[Command] | None:
    wanted = next_command(a.state.table, a.now())
    if not isinstance(right, xc.CallFloor) or wanted is None or not isinstance(wanted.command, c.DoStep):
        return None
    return [replace(wanted.command, by=a.by)]


def floor_not_called(a: Audition, right: Command) -> list[Command] | None:
    """A guest objects, and the next round is called."""
    return [_at(a, c.CallNoMoreBets)] if isinstance(right, xc.CallFloor) and a.state.disputed else None


def false_alarm(a: Audition, right: Command) -> list[Command] | None:
    ready = isinstance(right, c.CallNoMoreBets)
    return [_at(a, c.Report, kind=Mishap.CARD_HANDLED, note="I thought so")] if ready else None


def step_left_out(a: Audition, right: Command) -> list[Command] | None:
    """The next step of the dealer without this one."""
    table = a.state.table
    if not isinstance(right, c.DoStep) or table.phase is not Phase.SHUFFLE:
        return None
    after = TABLE.decide(table, right)
    assert not isinstance(after, Refusal)
    following = next_command(TABLE.apply_all(table, after), a.now())
    if following is None or not isinstance(following.command, c.DoStep) or following.command.by != a.by:
        return None
    skipped = TABLE.decide(table, following.command)
    return [following.command] if isinstance(skipped, Refusal) else None


def step_wrong(a: Audition, right: Command) -> list[Command] | None:
    """The cutting card too near to the end."""
    return [replace(right, depth=right.depth - 4)] if isinstance(right, c.CompleteCut) else None


def burn_wrong(a: Audition, right: Command) -> list[Command] | None:
    if not isinstance(right, c.BurnCards):
        return None
    return [replace(right, burned_count=(right.burned_count or 0) + 1)]


def burn_left_out(a: Audition, right: Command) -> list[Command] | None:
    return [_at(a, c.CallNoMoreBets)] if isinstance(right, c.BurnCards) else None


def to_wrong_guest(a: Audition, right: Command) -> list[Command] | None:
    if not isinstance(right, c.HandCards):
        return None
    return [replace(right, seat=next(seat for seat in a.state.table.seats if seat != right.seat))]


def right_passed_over(a: Audition, right: Command) -> list[Command] | None:
    return [_at(a, c.TurnCards, hand=right.hand)] if isinstance(right, c.HandCards) else None


def vigorish_uncollected(a: Audition, right: Command) -> list[Command] | None:
    ready = isinstance(right, c.CollectVigorish) and len(a.state.table.owing) == 1
    return [_at(a, c.EndShoe)] if ready else None


def house_money_wrong(a: Audition, right: Command) -> list[Command] | None:
    if not isinstance(right, c.SettleHouseMoney) or not right.actions:
        return None
    step, seat, wager, cents = right.actions[0]
    return [replace(right, actions=((step, seat, wager, cents + 100), *right.actions[1:]))]


ROUND: dict[str, Wrong] = {
    "card-in-error": card_in_error,
    "card-to-wrong-hand": card_to_wrong_hand,
    "card-omitted": card_omitted,
    "dealt-before-call": dealt_before_call,
    "cards-not-racked": cards_not_racked,
    "irregularity-overlooked": overlooked(Mishap.WAGER_TOUCHED),
    "payment-wrong": changed("pay", more=500),
    "taking-wrong": changed("collect", more=-100),
    "loser-paid": changed("collect", to="pay"),
    "loser-not-taken": left_out("collect"),
    "winner-taken": changed("pay", to="collect"),
    "winner-not-paid": left_out("pay"),
    "push-taken": changed("return", to="collect"),
    "push-paid": changed("return", to="pay"),
    "paid-without-cause": paid_twice,
    "order-wrong": order_wrong,
    "late-wager-accepted": laid_kept(late=True),
    "bad-wager-accepted": laid_kept(late=False),
    "wager-refused": wager_refused,
    "count-wrong": count_wrong,
    "result-wrong": result_wrong,
    "result-missing": result_missing,
    "last-hand-missing": last_hand_missing,
    "call-out-of-place": call_out_of_place,
    "floor-not-called": floor_not_called,
    "false-alarm": false_alarm,
}
"""Under every rulebook."""
AT_ONCE: dict[str, Wrong] = {"vigorish-wrong": changed("vigorish", more=25), "vigorish-not-taken": left_out("vigorish")}
DEFERRED: dict[str, Wrong] = {
    "marker-button-wrong": changed("mark", more=25),
    "marker-button-missing": left_out("mark"),
}
FACE_UP: dict[str, Wrong] = {"remedy-wrong": remedy_wrong, "remedy-left-out": remedy_left_out}
HANDED: dict[str, Wrong] = {"cards-to-wrong-guest": to_wrong_guest, "right-passed-over": right_passed_over}
FACE_UP_DEALT: dict[str, Wrong] = {"count-missing": count_missing}
HOUSE_MONEY: dict[str, Wrong] = {"house-money-wrong": house_money_wrong}
SHOE_OVER: dict[str, Wrong] = {"vigorish-not-taken": vigorish_uncollected}
NO_BURN: dict[str, Wrong] = {"burn-left-out": burn_left_out}
OPENING: dict[str, Wrong] = {
    "step-left-out": step_left_out,
    "step-wrong": step_wrong,
    "two-person-rule": two_person_rule,
    "burn-wrong": burn_wrong,
}


# --------------------------------------------------------------------------------------------------------- noticing


def _report(kind: str) -> Callable[[Audition, ExamFault], list[Command]]:
    return lambda a, fault: [_at(a, c.Report, kind=kind, hand=fault.made.hand, disclosed=True, note="mine")]


def _money(a: Audition, fault: ExamFault) -> list[Command]:
    return [_at(a, xc.PutRight, seat=fault.made.seat, wager=fault.made.wager, cents=-fault.made.cents)]


def _floor_money(a: Audition, fault: ExamFault) -> list[Command]:
    return [_at(a, xc.CallFloor, about="money", seat=fault.made.seat)]


def _count(a: Audition, fault: ExamFault) -> list[Command]:
    cards = a.state.table.on_layout.cards(fault.made.hand)
    assert cards is not None
    return [_at(a, c.CallCount, hand=fault.made.hand, count=total(cards))]


def _result(a: Audition, fault: ExamFault) -> list[Command]:
    result = a.state.table.coup_so_far().result
    counts = {"player": result.player_total, "banker": result.banker_total}
    return [_at(a, c.CallResult, **counts, result=result.winner.value)]


def _dealt(a: Audition, fault: ExamFault) -> list[Command]:
    return [_at(a, c.DealCard, hand=fault.made.hand)]


NOTICED: dict[str, Callable[[Audition, ExamFault], list[Command]]] = {
    "card-in-error": _report(Mishap.THIRD_CARD_TO_PLAYER),
    "card-to-wrong-hand": _report(Mishap.WRONG_HAND),
    "card-omitted": _dealt,
    "payment-wrong": _money,
    "taking-wrong": _money,
    "loser-paid": _money,
    "loser-not-taken": _floor_money,
    "winner-taken": _money,
    "winner-not-paid": _floor_money,
    "push-taken": _money,
    "push-paid": _money,
    "paid-without-cause": _money,
    "vigorish-wrong": _money,
    "vigorish-not-taken": _floor_money,
    "marker-button-wrong": _money,
    "marker-button-missing": _floor_money,
    "count-wrong": _count,
    "count-missing": _count,
    "result-wrong": _result,
    "burn-wrong": _report(Mishap.BURN_TOO_MANY),
    "step-left-out": lambda a, fault: [_at(a, c.DoStep, step=fault.made.step)],
}


EVERY_WRONG: tuple[tuple[str, Wrong, bool], ...] = (
    *((kind, wrong, False) for kind, wrong in (ROUND | AT_ONCE | DEFERRED | FACE_UP | HANDED | FACE_UP_DEALT).items()),
    *((kind, wrong, False) for kind, wrong in (HOUSE_MONEY | SHOE_OVER).items()),
    *((kind, wrong, True) for kind, wrong in (OPENING | NO_BURN).items()),
)
"""Each mistake with its kind, and whether it is made before the first round."""
NOT_UNDER: dict[str, tuple[str, ...]] = {
    "section-42": ("house-money-wrong",),
    "massachusetts": (),
    "seminole": ("house-money-wrong",),
    "seneca": ("house-money-wrong", *HANDED),
}
"""What cannot go wrong under a rulebook, which has no House Money, or hands no cards to guests."""


def replays(program: Program) -> str:
    """What is wrong with the log: it gives the exam again, and the table's part of it alone is the log of a table."""
    log = [read_event(encode(event)) for event in program.audition.log]
    if replay(log) != program.state:
        return "the log does not give the exam again"
    of_table = TABLE.replay(event for event in log if isinstance(event, e.Event))
    return "" if of_table == program.state.table else "the table's part of the log is another table's"
