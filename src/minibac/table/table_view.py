"""The table as everybody sees it, part by part.

Each part is one key of the view, a function of the state, and says what it depends on; whoever keeps a view up to date
makes a part again only when that has changed. No part looks at anything but turned cards: ``state.shown`` holds no
other, so a view cannot tell what lies face down.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, Literal, NamedTuple, TypeVar, cast

from minibac.cards.card import total
from minibac.machine.roles import Role
from minibac.play.results import Result
from minibac.play.wagers import Wager
from minibac.rules.house_rules import HouseRules
from minibac.rules.layout import layout
from minibac.rules.remedies import Mishap
from minibac.rules.wager_words import odds_text, vigorish_sign
from minibac.table import commands as c
from minibac.table.deadlines import waiting
from minibac.table.dealing import HANDS, under_shoe
from minibac.table.phases import CUTTING
from minibac.table.scoreboard import scoreboard
from minibac.table.settling import house_money_due
from minibac.table.state import CoupInPlay, Phase, Share, TableState
from minibac.table.strip import strip, strip_depends
from minibac.table.view_types import (
    AreaPart,
    ClockPart,
    CoupPart,
    GivenShare,
    PendingPart,
    PrintedPart,
    SeatPart,
    SharePart,
    SignPart,
    SpokenPart,
    ViewNow,
)

T = TypeVar("T")
TWO = 2
VIGORISH = "vigorish"
"""The area for marker buttons, a numbered space for each seat, where vigorish is deferred (ma/2/b/5)."""

LIES: dict[str, str] = {
    Mishap.THIRD_CARD_TO_PLAYER: "player",
    Mishap.THIRD_CARD_TO_BANKER: "banker",
    Mishap.BURN_TOO_MANY: "rack",
}
"""Beside what a card lies that is out of the shoe in error and lay on no hand; every other one lies before the shoe."""


class Part(NamedTuple):
    """One key of the view: how it is made, and from what."""

    make: Callable[[TableState], Any]
    depends: Callable[[TableState], tuple[object, ...]]


# ------------------------------------------------------------------------------------------------------- what is fixed


def areas(rules: HouseRules, minimum: dict[str, int], maximum: dict[str, int]) -> list[AreaPart]:
    """The wager areas of the felt in their order, with what they pay and what may lie on them."""
    offered = {proposition.id: proposition for proposition in rules.propositions}
    felt = layout(rules)
    words = {line.text for line in felt.inscriptions if line.where == "layout"}
    return [
        {
            "id": area.id,
            "label": area.label,
            "odds": str(odds_text(rules, area.id)),
            "said": odds_text(rules, area.id),
            "inscription": next((text for text in words if area.id == "banker" and "Banker" in text), ""),
            "minimum_cents": minimum.get(area.id, 0),
            "maximum_cents": maximum.get(area.id, 0),
        }
        for area in felt.areas
        if area.id in offered
    ]


def printed(rules: HouseRules) -> PrintedPart:
    """What else is printed on the felt: which areas lie side by side, and the name of the spaces for marker buttons."""
    felt = layout(rules)
    return {
        "beside": [area for area in rules.rulebook.layout.order if area in {there.id for there in felt.areas}],
        "markers": next((area.label for area in felt.areas if area.id == VIGORISH), ""),
    }


def sign(rules: HouseRules, pending: PendingPart | None = None) -> SignPart:
    """The sign at the table: the vigorish as it is now, and what else is posted there, not printed on the layout."""
    return {
        "vigorish": str(vigorish_sign(rules)),
        "said": vigorish_sign(rules),
        "clause": rules.vigorish.clauses.named("type"),
        "pending": pending,
        "texts": [line.text for line in layout(rules).inscriptions if line.where == "sign"],
    }


# ------------------------------------------------------------------------------------------------------- what changes


def _cards(state: TableState, positions: tuple[int, ...]) -> list[str | None]:
    return [state.shown.get(position) for position in positions]


def _total(coup: CoupInPlay, hand: str) -> int | None:
    cards = coup.cards(hand)
    return total(cards) if cards else None


def _natural(state: TableState, coup: CoupInPlay, hand: str) -> bool:
    """Whether two open cards of a hand are a natural: what a dealer says beside the count."""
    cards = coup.cards(hand)
    return cards is not None and len(cards) == TWO and state.rules.drawing.natural[total(cards)]


def coup(state: TableState) -> CoupPart | None:
    """The coup on the layout; a card that lies face down is ``None``, whoever looks."""
    found = state.coup
    if found is None:
        return None
    return {
        "no": found.no,
        "player": [found.known.get(position) for position in found.player],
        "banker": [found.known.get(position) for position in found.banker],
        "player_total": _total(found, "player"),
        "banker_total": _total(found, "banker"),
        "result": None if found.code is None else Result.from_code(found.code).winner.value,
        "holders": dict(found.holders),
        "handed": found.handed or None,
        "offered": {"hand": found.offering, "seat": found.offered} if found.offering else None,
        "called": list(found.called),
        "natural": [hand for hand in HANDS if _natural(state, found, hand)],
        "third": [hand for hand in HANDS if len(found.hand(hand)) > TWO],
        "simulated": found.simulated,
        "tucked": under_shoe(state),
    }


def seats(state: TableState) -> list[SeatPart]:
    return [
        {
            "seat": seat,
            "name": state.seats[seat].name,
            "connected": state.seats[seat].connected,
            "chips_cents": state.chips(seat),
            "owed_cents": state.owed(seat),
            "waives": state.seats[seat].waives,
        }
        for seat in state.occupied
    ]


def wagers(state: TableState) -> dict[str, dict[str, list[int]]]:
    """What lies on the layout, by seat and wager: the stake, what House Money added, what a coupon stands for, and what
    has been paid beside it. What the dealer has taken, or given back, lies there no more."""
    return lying(state.wagered, state.coup.moves if state.coup else ())


def lying(wagered: Iterable[Wager], moves: Iterable[tuple[str, int, str, int]]) -> dict[str, dict[str, list[int]]]:
    """The same of these wagers after these moves."""
    found: dict[str, dict[str, list[int]]] = {}
    made: Counter[tuple[str, int, str]] = Counter()
    for step, seat, name, cents in moves:
        made[step, seat, name] += cents
    for wager in wagered:
        key = wager.seat_no, wager.proposition
        taken, paid = made["collect", *key], made["pay", *key]
        if ("return", *key) not in made and taken < wager.chips_cents:
            amounts = [wager.stake_cents - taken, wager.added_cents, wager.coupon_cents, paid]
            found.setdefault(str(wager.seat_no), {})[wager.proposition] = without_zeros(amounts)
    return found


def without_zeros(row: list[T]) -> list[T]:
    """A row without the zeros at its end: every wager of every seat is in a view, and most have nothing special.

    >>> without_zeros([500, 0, 25]), without_zeros([500, 0, 0])
    ([500, 0, 25], [500])
    """
    while row and not row[-1]:
        row = row[:-1]
    return row


def spoken(state: TableState) -> list[SpokenPart]:
    return [
        {"seat": s.seat, "wager": s.wager, "cents": s.cents, "cash_cents": s.cash_cents, "accepted": s.accepted}
        for s in state.spoken
    ]


def share(state: TableState) -> SharePart | None:
    """What guests have given to this shuffle; ``None`` where they are not asked and have given nothing."""
    if state.share is None and not state.shares:
        return None
    given: list[GivenShare] = [
        {"seat": seat, "hash": share.hash, "state": _share_state(share, over=bool(state.share_seed))}
        for seat, share in sorted(state.shares.items())
        if share.hash
    ]
    return {"given": given, "mixed": bool(state.share_seed)}


def _share_state(share: Share, *, over: bool) -> Literal["sealed", "shown", "withheld"]:
    if share.value:
        return "shown"
    return "withheld" if over or share.value == "" else "sealed"


def _cut_seat(state: TableState) -> int | None:
    return state.cut_seat if state.phase in CUTTING and state.cut_seat > 0 else None


def _money_seat(state: TableState) -> int | None:
    return house_money_due(state) if state.phase is Phase.HOUSE_MONEY else None


PARTS: dict[str, Part] = {
    "phase": Part(lambda s: s.phase.value, lambda s: (s.phase,)),
    "betting": Part(lambda s: s.phase is Phase.BETTING, lambda s: (s.phase,)),
    "shoe_no": Part(lambda s: s.shoe_no, lambda s: (s.shoe_no,)),
    "coup_no": Part(lambda s: s.coup_no, lambda s: (s.coup_no,)),
    "cards_left": Part(lambda s: s.cards_left, lambda s: (s.cards_count, s.next_index)),
    "cards_count": Part(lambda s: s.cards_count, lambda s: (s.cards_count,)),
    "cut_card_depth": Part(lambda s: s.depth, lambda s: (s.depth,)),
    "commitment": Part(lambda s: s.commitment, lambda s: (s.commitment,)),
    "share": Part(share, lambda s: (s.share, s.shares, s.share_seed)),
    "last_hand": Part(lambda s: s.last_hand_called, lambda s: (s.last_hand_called,)),
    "burned": Part(lambda s: _cards(s, s.burned), lambda s: (_cards(s, s.burned),)),
    "waiting": Part(
        lambda s: len(s.carried) + (len(s.coup.waiting) if s.coup else 0),
        lambda s: (s.carried, s.coup.waiting if s.coup else ()),
    ),
    "set_aside": Part(
        lambda s: [
            [card, stray.hand or LIES.get(stray.kind, "shoe")]
            for stray in s.strays
            for card in _cards(s, stray.positions)
        ],
        lambda s: (s.strays, *(_cards(s, stray.positions) for stray in s.strays)),
    ),
    "strip": Part(strip, strip_depends),
    "seats": Part(seats, lambda s: (s.seats, s.balances)),
    "wagers": Part(wagers, lambda s: (s.wagers, s.coup.moves if s.coup else ())),
    "spoken": Part(spoken, lambda s: (s.spoken,)),
    "coup": Part(coup, lambda s: (s.coup, s.phase)),
    "cut_offered_to": Part(_cut_seat, lambda s: (s.phase, s.cut_seat)),
    "house_money_due": Part(_money_seat, lambda s: (s.phase, s.wagers)),
    "roads": Part(lambda s: scoreboard(s.results), lambda s: (s.results,)),
    "incidents": Part(lambda s: sum(i.stops_play for i in s.incidents.values()), lambda s: (s.incidents,)),
}
"""Every key of the view that follows from the state alone."""


def table_view(state: TableState) -> ViewNow:
    """What everybody may see of a table. A house adds to it what it knows besides: names, clock, the last round."""
    return cast("ViewNow", {name: part.make(state) for name, part in PARTS.items()})


CLOCKS: dict[type[c.Command], tuple[str, str]] = {
    c.CallNoMoreBets: ("betting", "betting_ms"),
    c.DoStep: ("look", "look_ms"),
    c.AnswerCut: ("cut", "cut_ms"),
    c.RevokeRight: ("turning", "turning_ms"),
    c.AnswerRight: ("offer", "offer_ms"),
    c.ChooseHouseMoney: ("house-money", "house_money_ms"),
}
"""What the table waits for, by the command the house gives when the time is up."""


def clock(state: TableState, *, staffed: bool = False) -> ClockPart | None:
    """The clock that everybody sees: what is waited for, until when, and how long it was from the start.

    Where a person deals (``staffed``), that person's patience is no clock.
    """
    found = waiting(state)
    if found is None or type(found.command) not in CLOCKS or (staffed and found.command.by.role is Role.DEALER):
        return None
    name, length = CLOCKS[type(found.command)]
    return {"for": name, "until": found.at, "length": getattr(state.timing, length)}
