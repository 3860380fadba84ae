"""What a table would take from one of its staff now, so that a page offers nothing else: asked of the table itself, and
nothing is given.

What is not offered would have been refused, and an attempt is an exception; so no page leads anybody into one. A
command that turns cards is asked with cards that could still come: whether it is taken does not hang on which.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

from msgspec.structs import replace

from minibac.machine.roles import Actor, Duty
from minibac.rules.refusal import Refusal
from minibac.rules.remedies import Mishap
from minibac.table import commands as c
from minibac.table.automatic import next_command
from minibac.table.dealing import HANDS
from minibac.table.irregular import STRAYS
from minibac.table.machine import decide
from minibac.table.reveals import cards_wanted
from minibac.table.state import AUTOMATIC_STAFF, CARDS, TableState
from minibac.table.view_types import ReportField

TO_BE_SAID = "…"
"""Stands for what somebody will be asked to say."""
COUNTS = range(10)
PLAIN = (c.CallNoMoreBets, c.TuckBanker, c.RackCards, c.CallLastHand, c.EndShoe)
"""Steps of a round that name nothing."""


def would(state: TableState, command: c.Command) -> bool:
    """Whether the table would take a command now."""
    answer = decide(state, _with_cards(state, command))
    return bool(answer) and not isinstance(answer, Refusal)


def _with_cards(state: TableState, command: c.Command) -> c.Command:
    """The command with cards that could be those it turns; a burn is asked twice, as its first card says how many."""
    if "cards" not in command.__struct_fields__:
        return command
    while len(wanted := cards_wanted(state, command)) > len(command.cards):  # type: ignore[attr-defined]
        command = replace(command, cards=_possible(state, wanted))
    return command


def _possible(state: TableState, positions: Iterable[int]) -> tuple[str, ...]:
    """A card for each position: what is known to lie there, or one of which the shoe still holds another."""
    out = Counter(state.shown.values())
    cards = []
    for position in positions:
        card = state.shown.get(position) or next(card for card in CARDS if out[card] < state.rules.decks_in_shoe)
        out[card] += position not in state.shown
        cards.append(card)
    return tuple(cards)


# ----------------------------------------------------------------------------------------------------------- the dealer


def steps_by_hand(state: TableState, at: int, dealer: Actor) -> list[str]:
    """The steps of a round that the table would take from this dealer: each by its command, and the hand it names."""
    taken = (command for command in _by_hand(state, at, dealer) if would(state, command))
    return list(dict.fromkeys(f"{type(each).__name__} {getattr(each, 'hand', '')}".strip() for each in taken))


def _by_hand(state: TableState, at: int, dealer: Actor) -> Iterator[c.Command]:
    for plain in PLAIN:
        yield plain(by=dealer, at=at)
    for hand in HANDS:
        yield c.DealCard(by=dealer, at=at, hand=hand)
        yield c.TurnCards(by=dealer, at=at, hand=hand)
        yield c.HandCards(by=dealer, at=at, hand=hand, seat=state.coup.holders.get(hand, 0) if state.coup else 0)
        yield from (c.CallCount(by=dealer, at=at, hand=hand, count=count) for count in COUNTS)
    following = next_command(state, at)
    if following is not None and isinstance(following.command, c.CallResult | c.BurnCards):
        yield replace(following.command, by=dealer)


def reports(state: TableState, at: int, dealer: Actor, kinds: Iterable[str]) -> list[str]:
    """Those of these mishaps that the table would hear of from this dealer now."""
    return [kind for kind in kinds if any(would(state, report) for report in _reports(state, at, dealer, kind))]


def _reports(state: TableState, at: int, dealer: Actor, kind: str) -> Iterator[c.Report]:
    """A report of a kind, with each answer to what it asks."""
    bare = c.Report(by=dealer, at=at, kind=kind, note=TO_BE_SAID)
    asks = report_asks(kind)
    if "count" in asks:
        yield replace(bare, count=1)
    elif "disclosed" in asks:
        yield from (replace(bare, disclosed=disclosed) for disclosed in (True, False))
    elif "hand" in asks:
        yield from (replace(bare, hand=hand) for hand in HANDS)
    elif "seat" in asks:
        yield from (replace(bare, seat=seat) for seat in state.occupied)
    else:
        yield bare


def report_asks(kind: str) -> list[ReportField]:
    """The fields of a report that somebody must answer."""
    if kind == Mishap.FACE_UP_IN_SHOE:
        return ["count"]
    if kind in STRAYS:
        return ["disclosed"]
    if kind in (Mishap.WRONG_HAND, Mishap.CARD_EXPOSED):
        return ["hand"]
    if kind in (Mishap.UNCOLLECTED, Mishap.CASH_OVERDUE):
        return ["seat", "note"]
    return [] if kind in (Mishap.TOO_FEW_CARDS, Mishap.EXPOSED_IN_DEALING) else ["note"]


def collectable(state: TableState, at: int, dealer: Actor) -> list[int]:
    """The seats whose marker button this dealer may collect now."""
    owing = ((seat, state.owed(seat)) for seat in state.occupied)
    bills = (c.CollectVigorish(by=dealer, at=at, seat=seat, cents=cents) for seat, cents in owing if cents)
    return [bill.seat for bill in bills if would(state, bill)]


# ------------------------------------------------------------------------------------------------------------ the floor


def directed_by(state: TableState, at: int, supervisor: Actor) -> dict[str, list[int]]:
    """What the table would take from this supervisor now: each command with the incidents or the partnerships it may
    be about, and 0 where it names none."""
    may: dict[str, list[int]] = {}
    for command, about in _directions(state, at, supervisor):
        kind = type(command).__name__
        if about not in may.get(kind, ()) and would(state, command):
            may.setdefault(kind, []).append(about)
    return may


def _directions(state: TableState, at: int, by: Actor) -> Iterator[tuple[c.Command, int]]:
    for reasoned in (c.OrderRecut, c.DirectShuffle):
        yield reasoned(by=by, at=at, reason=TO_BE_SAID), 0
    for plain in (c.DeclareDead, c.ChangeDecks, c.CloseTable):
        yield plain(by=by, at=at), 0
    for incident in state.incidents:
        yield c.ResolveIncident(by=by, at=at, number=incident, resolution=TO_BE_SAID), incident
        yield c.ConfirmUnfinishable(by=by, at=at, number=incident), incident
    for each in state.partnerships:
        yield c.DissolvePartners(by=by, at=at, number=each.number), each.number
    for pair in combinations(state.occupied, 2):
        yield c.DeclarePartners(by=by, at=at, seats=pair), 0
    for racked in state.rack[-1:]:
        cards = (tuple(state.shown.get(position, "") for position in hand) for hand in (racked.player, racked.banker))
        player, banker = cards
        yield c.Reconstruct(by=by, at=at, coup_no=racked.coup_no, player_cards=player, banker_cards=banker), 0


def takes_the_floor(state: TableState, at: int, floorperson: Actor) -> bool:
    """Whether this floorperson may take the floor of the table now, or give it back."""
    back = state.staff.get(Duty.FLOOR) == floorperson.id
    person = AUTOMATIC_STAFF[Duty.FLOOR] if back else floorperson.id
    return would(state, c.AssignStaff(by=floorperson, at=at, duty=Duty.FLOOR, person=person))
