"""The settlement at an exam table: moves as they are made, passed on to the table as the right ones they stand for."""

from collections.abc import Sequence

from minibac.play.chips import worth as of_chips
from minibac.play.settlement import Action, move_words
from minibac.play.wagers import check_offered
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.school import exam_events as x
from minibac.school.exam_moves import judge, missing, plain, worth
from minibac.school.exam_sitting import CANNOT, Sitting
from minibac.table import commands as c
from minibac.table.automatic import crew
from minibac.table.settling import right_settlement
from minibac.table.state import Phase
from minibac.voice.said import said


class SettlementSitting(Sitting):
    """What becomes of moves of a settlement, and of those that are left out."""

    def goes(self, command: c.Command) -> Refusal | None:
        """Give the trainee's command to the table; a settlement is taken move by move."""
        if isinstance(command, c.TakeActions) and self.table.phase is Phase.SETTLING:
            return self.moves(command)
        return self.take(command)

    def moves(self, command: c.TakeActions) -> Refusal | None:
        seats = {seat for seat, _ in self.table.wagers}
        moves = _moves(command)
        if refusal := self._no_such(moves):
            return refusal
        for move in moves:
            if move.seat not in seats:
                return refuse(
                    Code.NOT_SEATED,
                    said("no wager lies at seat {seat}", seat=move.seat),
                    allowed=tuple(map(str, seats)),
                )
            self.move(move)
        self.pass_on(command)
        return None

    def _no_such(self, moves: Sequence[Action]) -> Refusal | None:
        """Why hands cannot move chips like that: there is no such area on the felt, or no chip is moved."""
        for move in moves:
            if refusal := check_offered(self.table.rules, move.wager):
                return refusal
            if move.amount_cents <= 0:
                return refuse(Code.ILLEGAL_VALUE, said("say which chips are moved: an amount above zero"))
        return None

    def move(self, move: Action) -> None:
        done = tuple(Action(*each) for each in self.state.stand_for)
        faults, coup_no = self.state.faults, self.table.coup_no
        blamed = [fault.made.move for fault in faults if fault.made.move and fault.made.coup_no == coup_no]
        judged = judge(self.table.rules, right_settlement(self.table), done, move, blamed)
        stand_for = (plain(judged.stands_for),) if judged.stands_for else ()
        self.note(x.MovesMade, made=(plain(move),), stand_for=stand_for)
        if judged.kind:
            place = {"seat": move.seat, "wager": move.wager, "cents": judged.cents, "move": judged.early}
            did = move_words(Action(*judged.early)) if judged.early else move_words(move)
            self.fault(judged.kind, did, judged.right, judged.clauses, **place)

    def pass_on(self, command: c.Command) -> None:
        """The table takes the right moves, each as soon as its turn has come."""
        payer = crew(self.table).payer
        taken = True
        while taken and self.table.phase is Phase.SETTLING:
            taken = False
            before = set(self.table.on_layout.moves)
            for move in self.state.stand_for:
                take = self.take if move in self.state.moves else self.take_as_done
                if move not in before and take(c.TakeActions(by=payer, at=command.at, actions=(move,))) is None:
                    taken = True
                    break

    def rest_left_out(self) -> None:
        """The trainee goes on: what was due and was not done is recorded, and the table takes the rest."""
        right = right_settlement(self.table)
        done = tuple(Action(*each) for each in self.state.stand_for)
        for judged in missing(right, done):
            move = judged.stands_for
            assert move is not None
            did = said("left out: {step}", step=move_words(move))
            place = {"seat": move.seat, "wager": move.wager, "cents": judged.cents}
            self.fault(judged.kind, did, judged.right, judged.clauses, **place)
        before = set(self.table.on_layout.moves)
        rest = tuple(move for move in map(plain, right.actions) if move not in before)
        self.note(x.MovesMade, made=(), stand_for=rest)
        self.pass_on(c.TakeActions(by=crew(self.table).payer, at=self.given.at, actions=()))

    def without_cause(self, command: c.TakeActions, refusal: Refusal) -> Refusal | None:
        """Chips moved where no settlement is: they lie at the seat."""
        moves = _moves(command)
        if not moves:
            return CANNOT
        if (nobody := next((move.seat for move in moves if move.seat not in self.table.seats), None)) is not None:
            seats = tuple(map(str, self.table.seats))
            return refuse(Code.NOT_SEATED, said("nobody sits at seat {seat}", seat=nobody), allowed=seats)
        if no := self._no_such(moves):
            return no
        for move in moves:
            if cents := worth(move):
                place = {"seat": move.seat, "wager": move.wager, "cents": cents}
                self.fault("paid-without-cause", move_words(move), refusal.said, refusal.clauses, **place)
        return None


def _moves(command: c.TakeActions) -> list[Action]:
    """The moves of a command; where a payment names its chips, these are what lies there."""
    moves = [Action(*raw) for raw in command.actions]
    if command.chips and len(moves) == 1:
        return [moves[0]._replace(amount_cents=of_chips(command.chips))]
    return moves
