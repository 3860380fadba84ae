"""A script dealt at a table: cards in the order in which they leave the shoe, and what goes wrong with them when.

The table is the one that deals in a house; the automatic people do everything else, and the remedy is what its rulebook
gives. Nobody wagers: a script is about cards.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from minibac.cards.card import parse_card
from minibac.house.company import OF_AGE
from minibac.house.live_table import LiveTable
from minibac.house.vault import Vault
from minibac.machine.roles import THE_HOUSE
from minibac.play.results import Result
from minibac.rules.house_rules import HouseRules
from minibac.rules.refusal import Refusal
from minibac.rules.remedies import Mishap, RemedyStep
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.automatic import crew, next_command
from minibac.table.dealing import hand_due
from minibac.table.irregular import just_dealt
from minibac.table.phases import DRAW_OR_RESULT, IN_HAND
from minibac.table.state import Phase, TableState
from minibac.voice.said import many, said

BURN = ("As", "2h")
"""Burned before the script begins: an ace, and one more."""
MOST_STEPS = 5_000
LIVE, SIMULATED, VOID = "live", "simulated", "void"
UP, DOWN = "up", "down"

SCRIPTED = (
    Mishap.THIRD_CARD_TO_PLAYER,
    Mishap.THIRD_CARD_TO_BANKER,
    Mishap.CARD_IN_ERROR,
    Mishap.BURN_TOO_MANY,
    Mishap.FACE_UP_IN_SHOE,
    Mishap.WRONG_HAND,
    Mishap.EXPOSED_IN_DEALING,
)
"""What can happen in a script; that the cards run out is told by its end."""

Happening = Mapping[str, Any]


class DealtScript(NamedTuple):
    """What became of a script, as the kit writes it, and the clauses of the remedies."""

    told: dict[str, Any]
    clauses: tuple[str, ...]


class ScriptError(ValueError):
    """A script that cannot be dealt. The message is a sentence."""


class ScriptedShoe(Vault):
    """A shoe whose cards are those of a script, after the burn."""

    by_hand = True

    def __init__(self, cards: Sequence[str]) -> None:
        super().__init__(lambda _: b"")
        self.cards = (*BURN, *(str(parse_card(card)) for card in cards))

    def draw(self, decks: int, on_top: tuple[int, ...] = ()) -> str:
        """Nothing is shuffled: the script says what comes."""
        del decks, on_top
        return ""

    def cut(self, position: int) -> None:
        """Nor is anything cut."""

    def card(self, position: int) -> str:
        """The card at a position, as far as the script goes."""
        if position >= len(self.cards):
            raise ScriptError(said("the script has {cards:card|cards}, and needs more", cards=len(self.cards) - 2))
        return self.cards[position]


def dealt_script(
    rules: HouseRules, cards: Sequence[str], happens: Sequence[Happening], rounds: int, *, ends: bool
) -> DealtScript:
    """What becomes of every card: the rounds, what goes to the discard rack, and the steps of the remedies."""
    script = _Script(rules, cards, happens, ends=ends)
    for _ in range(MOST_STEPS):
        if script.is_over(rounds):
            return script.done()
        script.step()
    raise ScriptError(said("the script does not come to its end"))


class _Script:
    """The table, what is still to happen, and what has become of the cards."""

    def __init__(self, rules: HouseRules, cards: Sequence[str], happens: Sequence[Happening], *, ends: bool) -> None:
        self.shoe = ScriptedShoe(cards)
        self.waiting, self.ends = list(happens), ends
        self.rounds: list[dict[str, Any]] = []
        self.discarded: list[list[str]] = []
        self.do: list[str] = []
        self.open: set[int] = set()
        """Cards out in error that lie face up."""
        self.clauses: dict[str, None] = {}
        self.result = ""
        self.voided = False
        self.table = LiveTable("script", rules, self.shoe, lambda: 1, listener=self.see)
        self.give(c.TakeSeat(by=THE_HOUSE, at=1, seat=1, guest="watcher", **OF_AGE))

    @property
    def state(self) -> TableState:
        return self.table.state

    def is_over(self, rounds: int) -> bool:
        """Whether the rounds are dealt, and every remedy is carried out; a void round ends the script."""
        dealt = sum(one["round"] != SIMULATED for one in self.rounds)
        return self.voided or (dealt >= rounds and self.state.phase is Phase.BETTING)

    def step(self) -> None:
        """What happens now by the script, or the next step of the automatic people."""
        state = self.state
        if self.ends and state.phase is Phase.BETTING and state.cards_count != len(self.shoe.cards):
            # The shoe of the script ends where its cards do; the cutting card has nothing to say in it.
            self.table.state = replace(state, cards_count=len(self.shoe.cards), depth=0)
            return
        if self.waiting and self._due(self.waiting[0]):
            self.give(self._report(self.waiting.pop(0)))
            return
        wanted = next_command(state, state.at)
        if wanted is None:
            raise ScriptError(said("the table waits in the middle of the script"))
        self.give(wanted.command)

    def give(self, command: c.Command) -> None:
        answer = self.table.handle(command)
        if isinstance(answer, Refusal):
            raise ScriptError(str(answer))

    def _due(self, happening: Happening) -> bool:
        """Whether this is the moment: so many cards of that round lie on the layout."""
        state, mishap, coup = self.state, happening["mishap"], self.state.coup
        if mishap not in SCRIPTED:
            raise ScriptError(said("{mishap} does not happen in a script: {all}", mishap=mishap, all=many(SCRIPTED)))
        if coup is not None and coup.simulated:
            return False
        round_no = 1 + sum(one["round"] != SIMULATED for one in self.rounds)
        if happening["round"] != round_no or len(coup.in_order() if coup else ()) != happening["after"]:
            return False
        if not happening["after"]:
            return state.phase is Phase.BETTING
        if mishap == Mishap.EXPOSED_IN_DEALING:
            return just_dealt(state) is not None
        if mishap in (Mishap.WRONG_HAND, Mishap.FACE_UP_IN_SHOE):
            return state.phase in IN_HAND and hand_due(state) is not None
        return state.phase in DRAW_OR_RESULT

    def _report(self, happening: Happening) -> c.Report:
        facts = {name: happening[name] for name in ("disclosed", "hand", "count") if name in happening}
        by = crew(self.state).caller
        return c.Report(by=by, at=self.state.at, kind=Mishap(happening["mishap"]), **facts)

    def see(self, event: e.Event) -> None:
        """Keep what an event says about cards."""
        if isinstance(event, OF_A_REMEDY) or (isinstance(event, e.CardsTurned) and event.exposed):
            self.clauses |= dict.fromkeys(event.clauses)
        match event:
            case e.CardStrayed():
                self.open |= event.cards.keys()
                self.do += [step for step in event.do if step != RemedyStep.PLACE]
            case e.StrayDiscarded():
                up = self.open | event.shown.keys()
                self.discarded += [[self.shoe.card(p), UP if p in up else DOWN] for p in event.positions]
            case e.ResultCalled():
                self.result = Result.from_code(event.code).winner.value
            case e.CoupVoided():
                self.do += (RemedyStep.VOID, RemedyStep.RESHUFFLE)
            case e.CardsRacked():
                kind = VOID if event.voided else SIMULATED if event.simulated else LIVE
                hands = {
                    name: [self.shoe.card(position) for position in hand]
                    for name, hand in (("player", event.player), ("banker", event.banker))
                }
                self.rounds.append({"round": kind, **hands, "winner": VOID if event.voided else self.result})
                self.voided |= event.voided
            case _:
                pass

    def done(self) -> DealtScript:
        """The script at its end; what never came to its moment is told."""
        if self.waiting:
            never = said("{mishap} never comes to its moment in this script", mishap=self.waiting[0]["mishap"])
            raise ScriptError(never)
        told = {"do": list(map(str, self.do)), "rounds": self.rounds, "discarded": self.discarded}
        return DealtScript(told, tuple(self.clauses))


OF_A_REMEDY = (
    e.CardStrayed,
    e.CardMoved,
    e.CardCarried,
    e.StrayDiscarded,
    e.SimulatedRoundStarted,
    e.CoupVoided,
    e.IncidentOpened,
)
