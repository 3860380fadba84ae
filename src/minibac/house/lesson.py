"""The lesson of the first minute: what cards are worth, who draws, and one round to watch with a caption for each step.

The round is a real one, dealt by the automatic dealer at a table of its own under the rules of the table one sits at:
what is said of it is what the rulebook decides. Its cards are always the same, and show every step of a round.
"""

from collections.abc import Iterator
from itertools import count
from typing import Any

from minibac.cards.card import Rank, parse_cards
from minibac.house.company import BANKROLL_CENTS, NAMES, OF_AGE
from minibac.house.live_table import LiveTable
from minibac.house.vault import PracticeVault
from minibac.machine.roles import THE_HOUSE
from minibac.play.decisions import Counted, count_of, decisions, value_of
from minibac.play.reasons import reasons_plain
from minibac.play.results import Result
from minibac.rules.house_rules import HouseRules
from minibac.rules.plain import drawing_plain
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.automatic import guest, next_command
from minibac.table.public_events import heard, public
from minibac.table.state import Phase, TableState
from minibac.table.table_view import PARTS
from minibac.voice.said import Money, Said, said

CARDS = ("2h", "Kd", "3c", "5s", "6d", "3h")
"""Both hands draw, eleven counts as one, and the Banker wins: in the order in which they are dealt."""
SHOWN = (
    *("phase", "betting", "strip", "coup", "wagers", "seats"),
    *("cards_left", "cards_count", "cut_card_depth", "burned"),
)
"""What of the table is seen to change."""
STAKE_CENTS, UNITS = 100_00, 4


class _Stated(PracticeVault):
    """After the burn these cards come; until then, and behind them, a shoe like any other."""

    def __init__(self) -> None:
        super().__init__(seed=1)
        self.first = 0

    def card(self, position: int) -> str:
        index = position - self.first
        return CARDS[index] if self.first and 0 <= index < len(CARDS) else super().card(position)


def lesson(rules: HouseRules, seat: int, minimum_cents: dict[str, int]) -> dict[str, Any]:
    """The whole lesson, as a page shows it; the chips of the round lie at ``seat``."""
    book = rules.rulebook
    values = [(rank, value_of(rank, book)) for rank in Rank]
    return {
        "values": [{"rank": rank.value, "points": worth.number, "clauses": worth.clauses} for rank, worth in values],
        "drawing": drawing_plain(book),
        "round": list(_round(rules, seat, minimum_cents)),
    }


def _round(rules: HouseRules, seat: int, minimum_cents: dict[str, int]) -> Iterator[dict[str, Any]]:
    """Each step of the round: its caption, its clauses, the parts of the view that changed, and what happened."""
    vault, ticks = _Stated(), count(1, 1000)
    live = LiveTable("lesson", rules, vault, lambda: next(ticks), minimum_cents=minimum_cents)
    sits = c.TakeSeat(by=THE_HOUSE, at=next(ticks), seat=seat, guest="lesson", name=NAMES[0], **OF_AGE)
    live.do(sits)
    while live.state.phase is not Phase.BETTING:
        assert live.step(), f"nothing is done at {live.state.phase}"
    vault.first = live.state.next_index
    by, stake_cents = guest(live.state, seat), max(STAKE_CENTS, UNITS * minimum_cents.get("banker", 0))
    live.do(c.BuyIn(by=by, at=next(ticks), seat=seat, cents=max(BANKROLL_CENTS, stake_cents), transfer="lesson"))
    live.do(c.PlaceWager(by=by, at=next(ticks), seat=seat, wager="banker", cents=stake_cents))
    wagers = said(
        "Guests wager on the hand that will come nearer to nine, or on a tie. Here {stake} lie on Banker.",
        stake=Money(stake_cents),
    )
    shown: dict[str, Any] = {}
    since: list[e.Event] = []
    events: tuple[e.Event, ...] = ()
    yield _frame("wagers", wagers, (), live.state, shown, since)
    while not any(isinstance(event, e.CardsRacked) for event in events):
        wanted = next_command(live.state, next(ticks))
        assert wanted is not None, f"nothing is done at {live.state.phase}"
        before = live.state
        events = live.do(wanted.command)
        since += events
        for step, caption, clauses in _captions(before, live.state, events):
            yield _frame(step, caption, clauses, live.state, shown, since)
            since = []


def _frame(
    step: str, caption: Said, clauses: tuple[str, ...], state: TableState, shown: dict[str, Any], events: list[e.Event]
) -> dict[str, Any]:
    parts = {name: PARTS[name].make(state) for name in SHOWN}
    changed = {name: part for name, part in parts.items() if shown.get(name) != part}
    shown |= parts
    told = [public(event, number) for number, event in enumerate(events, 1)]
    return {"id": step, "says": str(caption), "said": caption, "clauses": clauses, "set": changed, "events": told}


def _captions(
    before: TableState, now: TableState, events: tuple[e.Event, ...]
) -> Iterator[tuple[str, Said, tuple[str, ...]]]:
    """What is to be said of a command that has just been carried out; nothing of most of them."""
    for event in events:
        match event:
            case e.BettingClosed():
                says = said("“No more bets”: from now on no chip is put down or taken back.")
                yield "no-more-bets", says, event.clauses
            case e.CardsHanded():
                yield "turning", said("{told} Only that guest sees them first.", told=heard(event)), event.clauses
            case e.ResultCalled():
                yield "announce-result", heard(event), event.clauses
            case e.CoupSettled():
                yield _settled(now, event)
            case e.CardsRacked():
                says = said("The cards go to the discard rack, and the next round begins.")
                yield "discard", says, event.clauses
            case e.CardDealt() if before.phase is Phase.DEALING and now.phase is not Phase.DEALING:
                says = said("Four cards: the first and the third to Player, the second and the fourth to Banker.")
                yield "four-cards", says, event.clauses
            case e.CountCalled() if len(now.on_layout.called) == len(("player", "banker")):
                yield _counted(now)
            case e.CardDealt() | e.CardsTurned():
                yield from _third(before, now)


def _counted(state: TableState) -> tuple[str, Said, tuple[str, ...]]:
    """The first Point Counts, and how a count is made."""
    player, banker = (_count(state, hand) for hand in ("player", "banker"))
    says = said("The last digit of the sum counts. {player}; {banker}.", player=player.text, banker=banker.text)
    return "announce-counts", says, tuple(dict.fromkeys((*player.clauses, *banker.clauses)))


def _third(before: TableState, now: TableState) -> Iterator[tuple[str, Said, tuple[str, ...]]]:
    """A third card that lies open now: why it was drawn, and what the hand has with it."""
    for hand in ("player", "banker"):
        cards = now.on_layout.cards(hand)
        if cards is None or len(cards) <= len(CARDS) // 3 or before.on_layout.cards(hand) == cards:
            continue
        made = next(
            one for one in decisions(now.coup_so_far(), now.rules.rulebook) if one.hand and one.hand.value == hand
        )
        counted = _count(now, hand)
        yield "third-cards", said("{why}. {count}.", why=made.text, count=counted.text), made.clauses


def _count(state: TableState, hand: str) -> Counted:
    cards = state.on_layout.cards(hand)
    assert cards is not None
    return count_of(parse_cards(",".join(map(str, cards))), state.rules.rulebook)


def _settled(state: TableState, event: e.CoupSettled) -> tuple[str, Said, tuple[str, ...]]:
    code = state.on_layout.code
    why = reasons_plain(state.rules, ("banker",), None if code is None else Result.from_code(code))["banker"]["said"]
    says = said("Losing chips go to the float, winning ones are paid beside the stake. {why}.", why=why)
    return "settle", says, event.clauses
