"""A table in a house: decide, store, apply, tell.

This is the thin loop with everything in memory. A person's command goes in; the vault fills in the cards it turns;
events come out, are stored, and then applied. The house's own steps, committing and revealing, follow by themselves.
"""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from minibac.house.vault import Vault
from minibac.rules.house_rules import HouseRules, SampleReferences
from minibac.rules.refusal import Refusal
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.apply import apply, opened
from minibac.table.automatic import AUTOMATIC, Staff, next_command
from minibac.table.deadlines import USUAL, Timing, deadline
from minibac.table.decide import decide
from minibac.table.reveals import cards_wanted
from minibac.table.roles import THE_HOUSE
from minibac.table.state import Phase, TableState

TURNING = (c.BurnCards, c.DealCard, c.ReturnCards, c.TurnCards, c.Report, c.CarryOut)
"""Commands that can turn cards."""

Clock = Callable[[], int]
Listener = Callable[[e.Event], None]


class LiveTable:
    """One table: its state, its log, its vault. One writer."""

    def __init__(
        self,
        table: str,
        rules: HouseRules,
        vault: Vault,
        clock: Clock,
        *,
        minimum_cents: Mapping[str, int] | None = None,
        maximum_cents: Mapping[str, int] | None = None,
        minimum_age: int = 0,
        listener: Listener | None = None,
    ) -> None:
        self._clock = clock
        self._listener = listener
        self.vault = vault
        first = e.TableOpened(
            at=clock(),
            by=THE_HOUSE.id,
            table=table,
            rulebook=rules.rulebook.id,
            options=dict(rules.options),
            minimum_cents=dict(minimum_cents or {}),
            maximum_cents=dict(maximum_cents or {}),
            minimum_age=minimum_age,
            by_hand=vault.by_hand,
            references=None if isinstance(rules.references, SampleReferences) else dict(rules.references),
            approved=rules.approved,
            clauses=rules.rulebook.layout.seats_clauses,
        )
        self.state: TableState = opened(first)
        self.log: list[e.Event] = [first]
        if listener:
            listener(first)

    def handle(self, command: c.Command) -> tuple[e.Event, ...] | Refusal:
        """Answer a command. A refusal changes nothing; accepted events are stored, then applied, then told."""
        decision = decide(self.state, self._filled(command))
        if isinstance(decision, Refusal):
            return decision
        self._take(decision)
        return (*decision, *self._house_steps())

    def step(self, staff: Staff = AUTOMATIC) -> bool:
        """Let the automatic people do one step; false while the table waits."""
        wanted = next_command(self.state, self._clock(), staff)
        if wanted is None:
            return False
        answer = self.handle(wanted.command)
        if isinstance(answer, Refusal):
            raise AssertionError(
                f"the automatic dealer was refused at {self.state.phase}: {answer} <- {wanted.command}"
            )
        return True

    def tick(self, timing: Timing = USUAL, staff: Staff = AUTOMATIC) -> tuple[e.Event, ...]:
        """Say that time has passed, where it has: the answer of a silent guest, the call, a seat that is left."""
        now = self._clock()
        found = deadline(self.state, timing, staff)
        if found is None or found.at > now:
            return ()
        answer = self.handle(replace(found.command, at=max(now, self.state.at)))
        assert not isinstance(answer, Refusal), f"the house was refused at {self.state.phase}: {answer}"
        return answer

    def _take(self, events: tuple[e.Event, ...]) -> None:
        for event in events:
            self.log.append(event)
            self.state = apply(self.state, event)
            if isinstance(event, e.StackCut):
                self.vault.cut(event.position)
            if self._listener:
                self._listener(event)

    def _filled(self, command: c.Command) -> c.Command:
        """Fill in the cards a command turns; a burn is asked twice, since its first card says how many follow.

        At a live table nobody else names a card: what a command brings along is left out.
        """
        if not isinstance(command, TURNING):
            return command
        if command.cards:
            command = replace(command, cards=())
        while len(wanted := cards_wanted(self.state, command)) > len(command.cards):
            command = replace(command, cards=tuple(self.vault.card(position) for position in wanted))
        return command

    def _house_steps(self) -> tuple[e.Event, ...]:
        """Commit to a fresh order, or reveal a finished one, as soon as it is due."""
        made: tuple[e.Event, ...] = ()
        while self.state.phase in (Phase.COMMIT, Phase.SHOE_OVER):
            at = max(self._clock(), self.state.at)
            command: c.Command
            if self.state.phase is Phase.COMMIT:
                drawn = self.vault.draw(self.state.rules.decks_in_shoe, on_top=self.state.carried)
                command = c.CommitStack(by=THE_HOUSE, at=at, commitment=drawn)
            else:
                order, salt = self.vault.reveal()
                oldest = self.state.held_back[0].shoe_no if self.state.held_back else self.state.shoe_no
                command = c.RevealShoe(by=THE_HOUSE, at=at, order=order, salt=salt, shoe_no=oldest)
            decision = decide(self.state, command)
            assert not isinstance(decision, Refusal), decision
            self._take(decision)
            made += decision
        return made
