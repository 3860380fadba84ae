"""Right shoes, dealt and settled by the naive dealer, and faults planted in them, each with its name and its coup.

A shoe is a list of noted items. A kind of fault takes one and gives it back with the fault in it, the code an audit
must find and the coup it must find it in; a shoe in which it cannot be planted is answered with nothing.
"""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any

from msgspec.structs import replace as altered

from minibac.audit.auditor import Auditor
from minibac.audit.finding import Finding, FindingCode
from minibac.play.roads import parse_marks, roads
from minibac.shoes.notation import written
from minibac.shoes.noted import Fact, Item, NotedBurn, NotedCard, NotedCoup, NotedCut, NotedMoment, NotedWager
from minibac.shoes.reading import Placed, placed
from tests.naive import dealer as naive

DECKS = {"section-42": 6, "massachusetts": 6, "seminole": 8, "seneca": 8}
DEALT = 92
"""Cards before the cutting card, so that a shoe is some eighteen coups."""
SUITS = "shdc"
RANKS = "A23456789TJQK"
OPTIONS = {
    "section-42": ({}, {"vigorish_type": "none-banker-6"}, {"vigorish_type": "tie-25"}, {"tie_odds": "9"}),
    "massachusetts": ({"dragon_bonus": "on"}, {"house_money": "on"}, {"vigorish_type": "ez"}, {"house_money": "on"}),
    "seminole": ({}, {"tie_odds": "8"}),
    "seneca": ({},),
}
WAGERS = ((1, "player"), (3, "banker"), (5, "tie"), (4, "dragon-bonus-banker"), (6, "panda-8"), (2, "player-pair"))
STAKE = 20_00


@dataclass(frozen=True)
class Shoe:
    """A shoe as it is noted, in its parts."""

    rulebook: str
    options: dict[str, str]
    cut: NotedCut
    burn: NotedBurn
    coups: tuple[NotedCoup, ...]
    last_hand_after: int
    """How many coups came before the call."""
    order: tuple[str, ...]
    rest: tuple[str, ...]
    """Cards left in the shoe."""
    facts: tuple[tuple[str, str], ...] = ()
    more: tuple[Item, ...] = ()
    tell_order: bool = False
    name: str = "1"

    def items(self) -> list[Item]:
        found: list[Item] = [Fact("shoe", self.name), Fact("rulebook", self.rulebook)]
        found += [Fact(f"option.{name}", value) for name, value in self.options.items()]
        found += [Fact(name, value) for name, value in self.facts]
        found += [self.cut, self.burn, *self.coups[: self.last_hand_after]]
        found += [NotedMoment("last-hand")] if self.last_hand_after < len(self.coups) else []
        found += [*self.coups[self.last_hand_after :], *self.more]
        return found + ([Fact("order", " ".join(self.order))] if self.tell_order else [])

    def with_coup(self, number: int, coup: NotedCoup) -> "Shoe":
        return replace(self, coups=tuple(coup if at == number - 1 else one for at, one in enumerate(self.coups)))


@lru_cache(64)
def right_shoe(rulebook: str, seed: int, *, name: str = "1") -> Shoe:
    """A shoe of this rulebook, shuffled, cut, burned, dealt and settled."""
    rng = random.Random(f"{rulebook}/{seed}")
    decks, depth = DECKS[rulebook], DECKS[rulebook] * 52 - DEALT
    options = {
        "decks": str(decks),
        "cut_card_depth": str(depth),
        **OPTIONS[rulebook][seed // 4 % len(OPTIONS[rulebook])],
    }
    loaded = [rank + suit for suit in SUITS for rank in RANKS] * decks
    rng.shuffle(loaded)
    cut = rng.randint(20, len(loaded) - 20)
    burned, _ = naive.burn(loaded)
    dealt = naive.coups_in_shoe(loaded, depth, rulebook)
    gone, called = len(burned), len(dealt)
    for number, cards in enumerate(dealt, start=1):
        gone += len(cards)
        if gone > DEALT:
            called = min(called, number)
    coups = [
        settled(rulebook, options, noted_hands(rulebook, cards, number), times=True)
        for number, cards in enumerate(dealt, start=1)
    ]
    return Shoe(
        rulebook,
        options,
        NotedCut(cut),
        NotedBurn(tuple(map(NotedCard, burned))),
        tuple(coups),
        called,
        tuple(loaded[len(loaded) - cut :] + loaded[: len(loaded) - cut]),
        tuple(loaded[gone:]),
        name=name,
    )


def noted_hands(rulebook: str, cards: list[str], number: int) -> NotedCoup:
    player, banker, _, _ = naive.deal_hands(rulebook, cards)
    return NotedCoup(number=number, player=tuple(map(NotedCard, player)), banker=tuple(map(NotedCard, banker)))


def settled(rulebook: str, options: dict[str, str], coup: NotedCoup, *, times: bool = False) -> NotedCoup:
    """The coup with what its hands come to as they lie, and with wagers and what they come to."""
    player, banker = faces(coup.player), faces(coup.banker)
    counts = naive.point_count(player), naive.point_count(banker)
    at = datetime(2026, 11, 14, 20, tzinfo=UTC) + timedelta(seconds=40 * coup.number)
    return altered(
        coup,
        counts=counts,
        winner="T" if counts[0] == counts[1] else "P" if counts[0] > counts[1] else "B",
        pairs="b" * naive.is_pair(banker) + "p" * naive.is_pair(player),
        wagers=wagers(rulebook, options, player, banker),
        fields=(("at", at.isoformat().replace("+00:00", "Z")),) if times else coup.fields,
    )


def wagers(rulebook: str, options: dict[str, str], player: list[str], banker: list[str]) -> tuple[NotedWager, ...]:
    chosen = naive.choose_options(rulebook, options)
    offered = naive.offered_wagers(rulebook, chosen)
    rows: list[dict[str, Any]] = [
        {"seat": seat, "wager": wager, "stake_cents": STAKE, "added_cents": 0, "net_cents": 0, "vigorish_cents": 0}
        for seat, wager in WAGERS
        if wager in offered
    ]
    rows += [dict(rows[0], wager="house-money")] if "house-money" in offered else []
    for row in rows:
        if row["wager"] == "house-money":
            add = {1: "player"}
            naive.settle_house_money(chosen, row, rows, add, player, banker, {})
    for row in rows:
        if row["wager"] != "house-money":
            naive.settle(chosen, row, 0, True, player, banker, {})
    return tuple(
        NotedWager(
            row["seat"], row["wager"], STAKE, row["outcome"], row["net_cents"], row["vigorish_cents"],
            row["added_cents"],
        )
        for row in rows
    )  # fmt: skip


def faces(cards: Iterable[NotedCard]) -> list[str]:
    return [card.face for card in cards]


def rank_only(shoe: Shoe) -> Shoe:
    """The same without suits."""

    def bare(cards: Sequence[NotedCard]) -> tuple[NotedCard, ...]:
        return tuple(altered(card, face=card.face[0]) for card in cards)

    return replace(
        shoe,
        burn=NotedBurn(bare(shoe.burn.cards)),
        coups=tuple(altered(coup, player=bare(coup.player), banker=bare(coup.banker)) for coup in shoe.coups),
    )


def audited(*shoes: Shoe, as_text: bool = True) -> list[Finding]:
    """Everything an audit finds in a file with these shoes, or in their items as they would be read from one."""
    auditor = Auditor()
    items = [item for shoe in shoes for item in shoe.items()]
    read = placed("notation", written(items)) if as_text else (Placed(item, at) for at, item in enumerate(items, 2))
    auditor.audit("planted.shoe", read)
    return [finding for wrong in auditor.done().wrong for finding in wrong.findings]


# ---------------------------------------------------------------------------------------------------- planted faults

Planted = tuple[Sequence[Shoe], FindingCode, int]
Kind = Callable[[random.Random, Shoe], Planted | None]
KINDS: dict[str, Kind] = {}


def kind(plant: Kind) -> Kind:
    KINDS[plant.__name__.replace("_", "-")] = plant
    return plant


def one_coup(
    code: FindingCode, fits: Callable[[NotedCoup], bool], change: Callable[[random.Random, Shoe, NotedCoup], NotedCoup]
) -> Kind:
    """A fault of one coup, planted in one that it fits."""

    def plant(rng: random.Random, shoe: Shoe) -> Planted | None:
        fitting = [coup for coup in shoe.coups if fits(coup)]
        if not fitting:
            return None
        coup = rng.choice(fitting)
        return [shoe.with_coup(coup.number, change(rng, shoe, coup))], code, coup.number

    return plant


def totals(coup: NotedCoup) -> tuple[int, int]:
    """The two-card totals."""
    return naive.point_count(faces(coup.player[:2])), naive.point_count(faces(coup.banker[:2]))


def natural(coup: NotedCoup) -> bool:
    return max(totals(coup)) > 7


def hands(shoe: Shoe, coup: NotedCoup, player: Sequence[NotedCard], banker: Sequence[NotedCard]) -> NotedCoup:
    """The coup with other hands, and everything noted of them as they lie."""
    return settled(shoe.rulebook, shoe.options, altered(coup, player=tuple(player), banker=tuple(banker)))


def bare_hands(coup: NotedCoup, player: Sequence[NotedCard], banker: Sequence[NotedCard]) -> NotedCoup:
    """The coup with other hands and nothing else."""
    return NotedCoup(number=coup.number, player=tuple(player), banker=tuple(banker))


def next_card(rng: random.Random, shoe: Shoe) -> NotedCard:
    return NotedCard(rng.choice(shoe.rest))


def drawn(coup: NotedCoup, order: str) -> NotedCoup:
    """The coup with its cards numbered by the hands they went to, one after the other."""
    numbers = {hand: [at for at, one in enumerate(order, start=1) if one == hand] for hand in "PB"}
    return altered(
        coup,
        player=tuple(altered(card, drawn=at) for card, at in zip(coup.player, numbers["P"], strict=True)),
        banker=tuple(altered(card, drawn=at) for card, at in zip(coup.banker, numbers["B"], strict=True)),
    )


def with_wager(coup: NotedCoup, wager: str, **change: Any) -> NotedCoup:
    return altered(coup, wagers=tuple(altered(one, **change) if one.wager == wager else one for one in coup.wagers))


def counted(coup: NotedCoup) -> tuple[int, int]:
    assert coup.counts
    return coup.counts


def wager_of(coup: NotedCoup, wager: str) -> NotedWager:
    """The wager, or one of no chips where nobody has it."""
    return next((one for one in coup.wagers if one.wager == wager), NotedWager(1, "", 0))


def came_out(wager: str, outcome: str) -> Callable[[NotedCoup], bool]:
    return lambda coup: wager_of(coup, wager).outcome == outcome


C = FindingCode
OTHER = {"P": "B", "B": "P"}

KINDS |= {
    "banker-third-missing": one_coup(
        C.BANKER_SHOULD_HAVE_DRAWN,
        lambda coup: len(coup.banker) == 3,
        lambda _, shoe, coup: hands(shoe, coup, coup.player, coup.banker[:2]),
    ),
    "banker-third-too-many": one_coup(
        C.BANKER_SHOULD_HAVE_STAYED,
        lambda coup: len(coup.banker) == 2 and not natural(coup),
        lambda rng, shoe, coup: hands(shoe, coup, coup.player, (*coup.banker, next_card(rng, shoe))),
    ),
    "banker-draws-after-natural": one_coup(
        C.BANKER_SHOULD_HAVE_STAYED,
        lambda coup: totals(coup)[0] > 7 and totals(coup)[1] < 6,
        lambda rng, shoe, coup: hands(shoe, coup, coup.player, (*coup.banker, next_card(rng, shoe))),
    ),
    "player-draws-on-six": one_coup(
        C.PLAYER_SHOULD_HAVE_STAYED,
        lambda coup: totals(coup)[0] in (6, 7) and not natural(coup),
        lambda rng, shoe, coup: hands(shoe, coup, (*coup.player, next_card(rng, shoe)), coup.banker),
    ),
    "player-draws-after-natural": one_coup(
        C.PLAYER_SHOULD_HAVE_STAYED,
        lambda coup: totals(coup)[1] > 7 and totals(coup)[0] < 6,
        lambda rng, shoe, coup: hands(shoe, coup, (*coup.player, next_card(rng, shoe)), coup.banker),
    ),
    "player-third-missing": one_coup(
        C.PLAYER_SHOULD_HAVE_DRAWN,
        lambda coup: len(coup.player) == 3 and len(coup.banker) == 2,
        lambda _, shoe, coup: hands(shoe, coup, coup.player[:2], coup.banker),
    ),
    "player-third-missing-banker-draws": one_coup(
        C.PLAYER_SHOULD_HAVE_DRAWN,
        lambda coup: len(coup.player) == len(coup.banker) == 3,
        lambda _, shoe, coup: hands(shoe, coup, coup.player[:2], coup.banker),
    ),
    "player-third-to-banker": one_coup(
        C.PLAYER_SHOULD_HAVE_DRAWN,
        lambda coup: len(coup.player) == 3 and len(coup.banker) == 2,
        lambda _, shoe, coup: hands(shoe, coup, coup.player[:2], (*coup.banker, coup.player[2])),
    ),
    "fourth-card-for-player": one_coup(
        C.TOO_MANY_CARDS,
        lambda coup: len(coup.player) == 3 and len(coup.banker) == 2,
        lambda rng, shoe, coup: bare_hands(coup, (*coup.player, next_card(rng, shoe)), coup.banker),
    ),
    "fourth-card-for-banker": one_coup(
        C.TOO_MANY_CARDS,
        lambda coup: len(coup.banker) == 3,
        lambda rng, shoe, coup: bare_hands(coup, coup.player, (*coup.banker, next_card(rng, shoe))),
    ),
    "four-unread-cards-in-a-hand": one_coup(
        C.TOO_MANY_CARDS,
        lambda coup: len(coup.player) == 2,
        lambda _, shoe, coup: bare_hands(coup, (*coup.player, NotedCard("?"), NotedCard("?")), coup.banker),
    ),
    "banker-has-one-card": one_coup(
        C.TOO_FEW_CARDS,
        lambda coup: len(coup.player) == 2,
        lambda _, shoe, coup: bare_hands(coup, coup.player, coup.banker[:1]),
    ),
    "player-has-one-card": one_coup(
        C.TOO_FEW_CARDS,
        lambda coup: len(coup.banker) == 2,
        lambda _, shoe, coup: bare_hands(coup, coup.player[:1], coup.banker),
    ),
    "third-card-to-banker-first": one_coup(
        C.WRONG_ORDER,
        lambda coup: len(coup.player) == len(coup.banker) == 3,
        lambda _, shoe, coup: drawn(coup, "PBPBBP"),
    ),
    "third-cards-alone-are-numbered": one_coup(
        C.WRONG_ORDER,
        lambda coup: len(coup.player) == len(coup.banker) == 3,
        lambda _, shoe, coup: altered(
            coup,
            player=(*coup.player[:2], altered(coup.player[2], drawn=6)),
            banker=(*coup.banker[:2], altered(coup.banker[2], drawn=5)),
        ),
    ),
    "two-cards-with-one-number": one_coup(
        C.WRONG_ORDER,
        lambda coup: len(coup.player) == len(coup.banker) == 2,
        lambda _, shoe, coup: altered(coup, player=tuple(altered(card, drawn=1) for card in coup.player)),
    ),
    "hand-by-hand": one_coup(
        C.WRONG_ORDER,
        lambda coup: len(coup.player) == len(coup.banker) == 2,
        lambda _, shoe, coup: drawn(coup, "PPBB"),
    ),
    "banker-first": one_coup(
        C.WRONG_ORDER,
        lambda coup: len(coup.player) == len(coup.banker) == 2,
        lambda _, shoe, coup: drawn(coup, "BPBP"),
    ),
    "player-count-wrong": one_coup(
        C.WRONG_COUNT,
        lambda coup: True,
        lambda rng, _, coup: altered(coup, counts=((counted(coup)[0] + rng.randint(1, 9)) % 10, counted(coup)[1])),
    ),
    "banker-count-wrong": one_coup(
        C.WRONG_COUNT,
        lambda coup: True,
        lambda rng, _, coup: altered(coup, counts=(counted(coup)[0], (counted(coup)[1] + rng.randint(1, 9)) % 10)),
    ),
    "count-above-nine": one_coup(
        C.WRONG_COUNT,
        lambda coup: sum(map(naive.card_value, faces(coup.player))) > 9,
        lambda _, __, coup: altered(coup, counts=(sum(map(naive.card_value, faces(coup.player))), counted(coup)[1])),
    ),
    "counts-swapped": one_coup(
        C.WRONG_COUNT, lambda coup: coup.winner != "T", lambda _, __, coup: altered(coup, counts=counted(coup)[::-1])
    ),
    "count-above-nine-without-cards": one_coup(
        C.WRONG_COUNT, lambda coup: True, lambda _, __, coup: NotedCoup(number=coup.number, counts=(3, 12), winner="B")
    ),
    "tie-for-banker": one_coup(
        C.WRONG_WINNER, lambda coup: coup.winner == "T", lambda _, __, coup: altered(coup, winner="B")
    ),
    "tie-for-player": one_coup(
        C.WRONG_WINNER, lambda coup: coup.winner == "T", lambda _, __, coup: altered(coup, winner="P")
    ),
    "winner-swapped": one_coup(
        C.WRONG_WINNER, lambda coup: coup.winner != "T", lambda _, __, coup: altered(coup, winner=OTHER[coup.winner])
    ),
    "tie-where-none-is": one_coup(
        C.WRONG_WINNER, lambda coup: coup.winner != "T", lambda _, __, coup: altered(coup, winner="T")
    ),
    "winner-against-counts-without-cards": one_coup(
        C.WRONG_WINNER,
        lambda coup: coup.winner != "T",
        lambda _, __, coup: NotedCoup(number=coup.number, counts=coup.counts, winner=OTHER[coup.winner]),
    ),
    "pair-where-none-is": one_coup(
        C.WRONG_PAIR,
        lambda coup: not coup.pairs,
        lambda rng, _, coup: altered(coup, pairs=rng.choice(["p", "b", "bp"])),
    ),
    "pair-not-noted": one_coup(
        C.WRONG_PAIR, lambda coup: bool(coup.pairs), lambda _, __, coup: altered(coup, pairs="")
    ),
    "pair-of-the-other-hand": one_coup(
        C.WRONG_PAIR,
        lambda coup: coup.pairs in ("b", "p"),
        lambda _, __, coup: altered(coup, pairs={"b": "p", "p": "b"}[coup.pairs or ""]),
    ),
    "void-with-a-result": one_coup(
        C.VOID_WITH_RESULT,
        lambda coup: True,
        lambda _, __, coup: altered(coup, status="void", wagers=()),
    ),
    "void-and-paid": one_coup(
        C.WRONG_PAYMENT,
        lambda coup: coup.winner == "P",
        lambda _, __, coup: altered(
            coup,
            status="void",
            winner="",
            pairs=None,
            counts=None,
            wagers=(NotedWager(1, "player", 5_00, "win", 5_00),),
        ),
    ),
    "void-and-drawn-too-far": one_coup(
        C.BANKER_SHOULD_HAVE_STAYED,
        lambda coup: len(coup.banker) == 2 and not natural(coup),
        lambda rng, shoe, coup: altered(
            bare_hands(coup, coup.player, (*coup.banker, next_card(rng, shoe))), status="void"
        ),
    ),
    "no-card-makes-it-right": one_coup(
        C.NO_SUCH_COUP,
        lambda coup: totals(coup)[0] > 7,
        lambda _, __, coup: bare_hands(coup, coup.player, (*coup.banker[:2], NotedCard("?"))),
    ),
    "no-card-makes-the-count": one_coup(
        C.NO_SUCH_COUP,
        lambda coup: len(coup.player) == 2 and totals(coup)[0] in (6, 7),
        lambda _, __, coup: altered(
            bare_hands(coup, coup.player, (NotedCard("x"), *coup.banker[1:])),
            winner="P",
            counts=(5, 4),
        ),
    ),
    "impossible-result-without-cards": one_coup(
        C.NO_SUCH_RESULT,
        lambda coup: coup.winner != "T",
        lambda _, __, coup: altered(
            bare_hands(coup, [NotedCard("?")] * 2, [NotedCard("?")] * 3), counts=(9, 3), winner="P"
        ),
    ),
    "net-wrong": one_coup(
        C.WRONG_PAYMENT, came_out("player", "win"), lambda _, __, coup: with_wager(coup, "player", net_cents=15_00)
    ),
    "loser-pays-too-little": one_coup(
        C.WRONG_PAYMENT, came_out("player", "lose"), lambda _, __, coup: with_wager(coup, "player", net_cents=-10_00)
    ),
    "outcome-flipped": one_coup(
        C.WRONG_OUTCOME, came_out("player", "win"), lambda _, __, coup: with_wager(coup, "player", outcome="lose")
    ),
    "loser-paid": one_coup(
        C.WRONG_OUTCOME,
        came_out("tie", "lose"),
        lambda _, __, coup: with_wager(coup, "tie", outcome="win", net_cents=8 * STAKE),
    ),
    "push-taken": one_coup(
        C.WRONG_OUTCOME,
        came_out("player", "push"),
        lambda _, __, coup: with_wager(coup, "player", outcome="lose", net_cents=-STAKE),
    ),
    "tie-paid-five": one_coup(
        C.WRONG_PAYMENT, came_out("tie", "win"), lambda _, __, coup: with_wager(coup, "tie", net_cents=5 * STAKE)
    ),
    "vigorish-wrong": one_coup(
        C.WRONG_VIGORISH,
        lambda coup: wager_of(coup, "banker").vigorish_cents > 0,
        lambda _, __, coup: with_wager(
            coup,
            "banker",
            vigorish_cents=50,
            net_cents=(wager_of(coup, "banker").net_cents or 0) + wager_of(coup, "banker").vigorish_cents - 50,
        ),
    ),
    "vigorish-forgotten": one_coup(
        C.WRONG_VIGORISH,
        lambda coup: came_out("banker", "win")(coup) and wager_of(coup, "banker").vigorish_cents > 0,
        lambda _, __, coup: with_wager(coup, "banker", vigorish_cents=0, net_cents=STAKE),
    ),
    "vigorish-on-a-loser": one_coup(
        C.WRONG_VIGORISH,
        came_out("banker", "lose"),
        lambda _, __, coup: with_wager(coup, "banker", vigorish_cents=1_00),
    ),
    "wager-not-offered": one_coup(
        C.WAGER_REFUSED,
        lambda coup: not wager_of(coup, "dragon-7").wager and not wager_of(coup, "panda-8").wager,
        lambda _, __, coup: altered(coup, wagers=(*coup.wagers, NotedWager(7, "dragon-7", STAKE, "lose", -STAKE))),
    ),
    "wager-twice": one_coup(
        C.WAGER_REFUSED,
        lambda coup: bool(coup.wagers),
        lambda _, __, coup: altered(coup, wagers=(*coup.wagers, coup.wagers[0])),
    ),
    "no-such-seat": one_coup(
        C.WAGER_REFUSED,
        came_out("player", "win"),
        lambda _, __, coup: altered(coup, wagers=(NotedWager(44, "player", STAKE, "win", STAKE),)),
    ),
    "split-cent": one_coup(
        C.WAGER_REFUSED,
        lambda coup: came_out("banker", "win")(coup) and wager_of(coup, "banker").vigorish_cents in (80, 100),
        lambda _, __, coup: altered(coup, wagers=(NotedWager(3, "banker", 10_01, "win"),)),
    ),
    "side-wager-paid-wrong": one_coup(
        C.WRONG_PAYMENT,
        came_out("dragon-bonus-banker", "win"),
        lambda _, __, coup: with_wager(coup, "dragon-bonus-banker", net_cents=7_77),
    ),
    "house-money-added-wrong": one_coup(
        C.WRONG_ADDITION,
        lambda coup: bool(wager_of(coup, "house-money").wager) and wager_of(coup, "player").added_cents > 0,
        lambda _, __, coup: with_wager(coup, "player", added_cents=STAKE),
    ),
    "time-backwards": one_coup(
        C.TIME_BACKWARDS,
        lambda coup: coup.number > 2,
        lambda _, __, coup: altered(coup, fields=(("at", "2026-11-14T19:00:00Z"),)),
    ),
    "time-unreadable": one_coup(
        C.TIME_UNREAD, lambda coup: True, lambda _, __, coup: altered(coup, fields=(("at", "ten past eight"),))
    ),
}


@kind
def number_repeated(rng: random.Random, shoe: Shoe) -> Planted:
    coup = rng.choice(shoe.coups[3:])
    return [shoe.with_coup(coup.number, altered(coup, number=2))], C.NUMBER_REPEATED, 2


@kind
def number_missing(rng: random.Random, shoe: Shoe) -> Planted:
    gone = rng.randint(2, shoe.last_hand_after - 1)
    coups = tuple(coup for coup in shoe.coups if coup.number != gone)
    return [replace(shoe, coups=coups, last_hand_after=shoe.last_hand_after - 1)], C.NUMBER_MISSING, gone + 1


@kind
def too_many_copies(rng: random.Random, shoe: Shoe) -> Planted | None:
    burned = faces(shoe.burn.cards)
    for rank in rng.sample(RANKS, 13):
        suit, copies = rng.choice(SUITS), sum(card[0] == rank for card in burned)
        if copies:
            continue
        for coup in shoe.coups:
            copies += sum(card.face[0] == rank for card in (*coup.player, *coup.banker))
            if copies > DECKS[shoe.rulebook]:
                return [_suited(shoe, rank, suit)], C.TOO_MANY_COPIES, coup.number
    return None


def _suited(shoe: Shoe, rank: str, suit: str) -> Shoe:
    def same(cards: Sequence[NotedCard]) -> tuple[NotedCard, ...]:
        return tuple(NotedCard(rank + suit) if card.face[0] == rank else card for card in cards)

    return replace(
        shoe, coups=tuple(altered(coup, player=same(coup.player), banker=same(coup.banker)) for coup in shoe.coups)
    )


@kind
def too_many_of_a_rank(_: random.Random, shoe: Shoe) -> Planted | None:
    """Every card worth nothing is a king."""
    kings = replace(
        rank_only(shoe),
        burn=NotedBurn(tuple(NotedCard("x" if at else card.face) for at, card in enumerate(shoe.burn.cards))),
    )
    copies = int(shoe.burn.cards[0].face[0] == "K")
    coups = []
    found = 0
    for coup in kings.coups:
        player, banker = (
            tuple(NotedCard("K") if naive.card_value(card.face) == 0 else card for card in hand)
            for hand in (coup.player, coup.banker)
        )
        coups.append(hands(shoe, coup, player, banker))
        copies += sum(card.face == "K" for card in (*player, *banker))
        found = found or (coup.number if copies > 4 * DECKS[shoe.rulebook] else 0)
    return ([replace(kings, coups=tuple(coups))], C.TOO_MANY_OF_A_RANK, found) if found else None


@kind
def more_cards_than_decks(_: random.Random, shoe: Shoe) -> Planted:
    gone = NotedBurn((NotedCard("x"),) * 400)
    return [replace(shoe, more=(gone,))], C.MORE_CARDS_THAN_DECKS, 0


@kind
def burn_too_short(_: random.Random, shoe: Shoe) -> Planted:
    return [replace(shoe, burn=NotedBurn(shoe.burn.cards[:-1]))], C.WRONG_BURN, 0


@kind
def burn_too_long(_: random.Random, shoe: Shoe) -> Planted:
    return [replace(shoe, burn=NotedBurn((*shoe.burn.cards, NotedCard("x"))))], C.WRONG_BURN, 0


@kind
def cut_near_the_end(rng: random.Random, shoe: Shoe) -> Planted:
    return [replace(shoe, cut=NotedCut(rng.choice([3, 9])))], C.WRONG_CUT, 0


def _one_more(shoe: Shoe) -> NotedCoup:
    player, banker, *_ = naive.deal_hands(shoe.rulebook, list(shoe.rest))
    number = len(shoe.coups) + 1
    return NotedCoup(number=number, player=tuple(map(NotedCard, player)), banker=tuple(map(NotedCard, banker)))


@kind
def after_the_last_hand(_: random.Random, shoe: Shoe) -> Planted:
    return [replace(shoe, coups=(*shoe.coups, _one_more(shoe)))], C.AFTER_LAST_HAND, len(shoe.coups) + 1


@kind
def past_the_cutting_card(_: random.Random, shoe: Shoe) -> Planted:
    """Nobody noted the call, but the cards are counted."""
    coups = (*shoe.coups, _one_more(shoe))
    return [replace(shoe, coups=coups, last_hand_after=len(coups))], C.PAST_CUTTING_CARD, len(coups)


@kind
def not_the_order(rng: random.Random, shoe: Shoe) -> Planted:
    coup = rng.choice(shoe.coups)
    card = coup.banker[0].face
    other = NotedCard(card[0] + SUITS[(SUITS.index(card[1]) + 1) % 4])
    changed = shoe.with_coup(coup.number, altered(coup, banker=(other, *coup.banker[1:])))
    return [replace(changed, tell_order=True)], C.NOT_THE_ORDER, coup.number


def _marks(shoe: Shoe) -> str:
    return "".join(coup.winner for coup in shoe.coups)


@kind
def bead_plate_wrong(rng: random.Random, shoe: Shoe) -> Planted:
    marks, at = _marks(shoe), rng.randrange(len(shoe.coups))
    plate = marks[:at] + rng.choice(sorted({*"BPT"} - {marks[at]})) + marks[at + 1 :]
    return [replace(shoe, facts=(("road.bead-plate", plate),))], C.WRONG_ROAD, at + 1


@kind
def bead_plate_short(_: random.Random, shoe: Shoe) -> Planted:
    return [replace(shoe, facts=(("road.bead-plate", _marks(shoe)[:-1]),))], C.WRONG_ROAD, 0


@kind
def derived_road_wrong(rng: random.Random, shoe: Shoe) -> Planted:
    name = rng.choice(["big_eye_boy", "small_road", "cockroach_pig"])
    marks = "".join(getattr(roads(parse_marks(_marks(shoe))), name).marks)
    return [replace(shoe, facts=((f"road.{name.replace('_', '-')}", marks + "R"),))], C.WRONG_ROAD, 0


@kind
def repeated_shoe(_: random.Random, shoe: Shoe) -> Planted:
    return [shoe, replace(shoe, name="2")], C.REPEATED_SHOE, 0


@kind
def shoe_in_pieces(rng: random.Random, shoe: Shoe) -> Planted:
    """Rows of two tables by turns: the shoe goes on behind another one."""
    at = rng.randrange(1, shoe.last_hand_after)
    first = replace(shoe, coups=shoe.coups[:at], last_hand_after=at)
    rest = replace(shoe, coups=shoe.coups[at:], last_hand_after=shoe.last_hand_after - at)
    return [first, right_shoe(shoe.rulebook, rng.randrange(10**6), name="2"), rest], C.SHOE_IN_PIECES, 0


@kind
def unknown_rulebook(_: random.Random, shoe: Shoe) -> Planted:
    return [replace(shoe, rulebook="section-43")], C.UNKNOWN_RULEBOOK, 0


@kind
def option_refused(_: random.Random, shoe: Shoe) -> Planted:
    return [replace(shoe, options={**shoe.options, "decks": "2"})], C.OPTIONS_REFUSED, 0
