"""Misreadings by name: shoes dealt by a wrong engine, and the rule it obeys; the right rule is the engine's own."""

import random
from collections import Counter
from collections.abc import Callable, Sequence

import pytest
from msgspec.structs import replace

from minibac.audit.auditor import Auditor
from minibac.audit.coup_check import check_coup
from minibac.audit.page import other_rules
from minibac.audit.payments import MISPAID
from minibac.audit.possible import NO_SUIT
from minibac.audit.readings import DRAWS, TOLD, Draws, Origin, cell_of, explain_draws
from minibac.audit.report import Report
from minibac.cards.card import Card, Rank
from minibac.play.coup import Stage, play
from minibac.play.settlement import settle
from minibac.play.wagers import Wager
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.rulebook import RULEBOOKS, load
from minibac.shoes.notation import line_of
from minibac.shoes.noted import NotedCard, NotedCoup, NotedWager
from minibac.shoes.reading import placed
from tests.audit.planted import RANKS, faces, right_shoe
from tests.naive import dealer as naive


def dealt_by(draws: Draws, rng: random.Random) -> NotedCoup:
    """A coup as an engine with this reading deals it."""
    cards = [NotedCard(rng.choice(RANKS)) for _ in range(6)]
    for player in ((cards[0], cards[2]), (cards[0], cards[2], cards[4])):
        for banker in ((cards[1], cards[3]), (cards[1], cards[3], cards[5])):
            if draws.agrees(cell_of([Rank(c.face) for c in player], [Rank(c.face) for c in banker])):
                return noted(player, banker)
    raise AssertionError("every reading deals every coup")


def noted(player: Sequence[NotedCard], banker: Sequence[NotedCard]) -> NotedCoup:
    counts = naive.point_count(faces(player)), naive.point_count(faces(banker))
    winner = "T" if counts[0] == counts[1] else "P" if counts[0] > counts[1] else "B"
    pairs = "b" * naive.is_pair(faces(banker)) + "p" * naive.is_pair(faces(player))
    return NotedCoup(player=tuple(player), banker=tuple(banker), winner=winner, counts=counts, pairs=pairs)


def report_of(coups: Sequence[NotedCoup]) -> Report:
    auditor = Auditor()
    auditor.audit("wrong.shoe", placed("notation", ["shoe-notation 1", *map(line_of, coups)]))
    return auditor.done()


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_right_reading_is_what_the_engine_deals(rulebook: str) -> None:
    """The engine plays six cards at random; its own cell agrees, and the other three ways to draw do not."""
    tableau, rng = load(rulebook).tableau, random.Random(3)
    right = Draws(tableau)
    for _ in range(2_000):
        ranks = [Rank(rng.choice(RANKS)) for _ in range(6)]
        coup = play([Card(rank, NO_SUIT) for rank in ranks], tableau)
        assert coup.stage is Stage.COMPLETE
        for player in ((ranks[0], ranks[2]), (ranks[0], ranks[2], ranks[4])):
            for banker in ((ranks[1], ranks[3]), (ranks[1], ranks[3], ranks[5])):
                sizes = (len(player), len(banker)) == (len(coup.player), len(coup.banker))
                assert right.agrees(cell_of(player, banker)) == sizes


@pytest.mark.parametrize("reading", DRAWS, ids=lambda reading: reading.id)
def test_a_misreading_of_the_drawing_rules_is_named(reading: object) -> None:
    change = DRAWS[reading]  # type: ignore[index]
    draws, rng = change(Draws(load("section-42").tableau)), random.Random(str(reading))
    cells: Counter[int] = Counter()
    for _ in range(2_000):
        coup = dealt_by(draws, rng)
        cells[cell_of([Rank(c.face) for c in coup.player], [Rank(c.face) for c in coup.banker])] += 1
    explained = explain_draws(load("section-42").tableau, cells)
    assert [one.readings for one in explained] == [(reading,)]
    assert explained[0].coups == 2_000


def test_one_cell_two_misreadings_and_another_table_are_named_too() -> None:
    right, rng = Draws(load("seneca").tableau), random.Random(8)
    for draws, ids in (
        (right.with_cell(4, 1), [("banker-4-1",)]),
        (right.with_row(6, "").with_player(5, draws=False), [("banker-6-never", "player-stays-on-5")]),
        (right.with_row(6, "6789").with_cell(3, 8), [("banker-3-8", "banker-6-89")]),
    ):
        cells: Counter[int] = Counter()
        for _ in range(3_000):
            coup = dealt_by(draws, rng)
            cells[cell_of([Rank(c.face) for c in coup.player], [Rank(c.face) for c in coup.banker])] += 1
        explained = explain_draws(load("seneca").tableau, cells)
        assert [tuple(one.id for one in each.readings) for each in explained] == ids


def raw(cards: Sequence[NotedCard], face: int = 0) -> int:
    return sum(naive.card_value(card.face) or face for card in cards)


def once(cards: Sequence[NotedCard]) -> int:
    """A sum from which ten is taken once, if at all."""
    count = raw(cards)
    return count - 10 if count > 9 else count


def valued(**otherwise: int) -> Callable[[NotedCoup], dict[str, object]]:
    """What an engine notes that counts these ranks otherwise, with a ten and a deuce after the cards of the coup."""

    def count(card: NotedCard) -> int:
        return otherwise.get(card.rank, naive.card_value(card.face))

    def told(coup: NotedCoup) -> dict[str, object]:
        player, banker = list(coup.player[:2]), list(coup.banker[:2])
        more = [*coup.player[2:], *coup.banker[2:], NotedCard("T"), NotedCard("2")]
        first = [sum(map(count, hand)) % 10 for hand in (player, banker)]
        if max(first) < 8:
            if first[0] <= 5:
                player.append(more.pop(0))
            rows = {3: (0, 1, 2, 3, 4, 5, 6, 7, 9), 4: range(2, 8), 5: range(4, 8), 6: (6, 7)}
            third = count(player[2]) if len(player) == 3 else None
            third = 0 if third and third > 9 else third
            if first[1] < 3 or (first[1] < 6 if third is None else third in rows.get(first[1], ())):
                banker.append(more.pop(0))
        counts = sum(map(count, player)) % 10, sum(map(count, banker)) % 10
        winner = "T" if counts[0] == counts[1] else "P" if counts[0] > counts[1] else "B"
        return {"player": tuple(player), "banker": tuple(banker), "counts": counts, "winner": winner}

    return told


def _tie(letter: str) -> Callable[[NotedCoup], dict[str, object]]:
    return lambda coup: {"winner": letter if coup.winner == "T" else coup.winner}


WRONG_ENGINES: dict[str, Callable[[NotedCoup], dict[str, object]]] = {
    "ace-as-ten": valued(A=0),
    "ten-as-one": valued(T=1),
    "faces-by-rank": valued(J=1, Q=2, K=3),
    "faces-above-ten": valued(J=11, Q=12, K=13),
    "totals-above-nine": lambda coup: {"counts": (raw(coup.player), raw(coup.banker))},
    "tens-count-ten": lambda coup: {"counts": (raw(coup.player, 10), raw(coup.banker, 10))},
    "ten-taken-off-once": lambda coup: {"counts": (once(coup.player), once(coup.banker))},
    "third-card-not-counted": lambda coup: {"counts": (raw(coup.player[:2]) % 10, raw(coup.banker[:2]) % 10)},
    "counts-swapped": lambda coup: {"counts": coup.counts and coup.counts[::-1]},
    "tie-for-banker": _tie("B"),
    "tie-for-player": _tie("P"),
    "winner-swapped": lambda coup: {"winner": {"P": "B", "B": "P", "T": "T"}[coup.winner]},
    "winner-by-sum": lambda coup: {
        "winner": "T" if raw(coup.player) == raw(coup.banker) else "P" if raw(coup.player) > raw(coup.banker) else "B"
    },
    "winner-by-ten-once": lambda coup: {
        "winner": "T"
        if once(coup.player) == once(coup.banker)
        else "P"
        if once(coup.player) > once(coup.banker)
        else "B"
    },
    "pairs-suited": lambda coup: {
        "pairs": "b" * (coup.banker[0] == coup.banker[1]) + "p" * (coup.player[0] == coup.player[1])
    },
    "pairs-by-value": lambda coup: {
        "pairs": "b" * (raw(coup.banker[:1]) == raw(coup.banker[1:2]))
        + "p" * (raw(coup.player[:1]) == raw(coup.player[1:2]))
    },
    "pairs-of-any-two": lambda coup: {
        "pairs": "b" * (len({card.face[0] for card in coup.banker}) < len(coup.banker))
        + "p" * (len({card.face[0] for card in coup.player}) < len(coup.player))
    },
    "pairs-swapped": lambda coup: {"pairs": {"b": "p", "p": "b", "bp": "bp", "": ""}[coup.pairs or ""]},
    "banker-third-first": lambda coup: ordered(coup, "PBPBBP"),
    "hand-by-hand": lambda coup: ordered(coup, "PPBBPB"),
    "banker-first": lambda coup: ordered(coup, "BPBPPB"),
}


def ordered(coup: NotedCoup, order: str) -> dict[str, object]:
    """The cards numbered as this engine deals them."""
    left = {"P": list(coup.player), "B": list(coup.banker)}
    drawn: dict[str, list[NotedCard]] = {"P": [], "B": []}
    number = 0
    for hand in order:
        if left[hand]:
            number += 1
            drawn[hand].append(NotedCard(left[hand].pop(0).face, number))
    return {"player": tuple(drawn["P"]), "banker": tuple(drawn["B"])}


def test_every_named_misreading_has_a_wrong_engine() -> None:
    assert set(WRONG_ENGINES) == {reading.id for readings in TOLD.values() for reading in readings}


@pytest.mark.parametrize("reading", WRONG_ENGINES)
def test_a_misreading_of_what_is_noted_is_named(reading: str) -> None:
    right = [replace(coup, wagers=(), fields=()) for seed in range(3) for coup in right_shoe("seneca", seed).coups]
    report = report_of([replace(coup, number=0, **WRONG_ENGINES[reading](coup)) for coup in right])
    assert [one.id for each in report.explained for one in each.readings] == [reading]
    assert all(each.coups >= each.wrong > 2 for each in report.explained)


def test_payments_by_another_option_are_named() -> None:
    """A file says vigorish on wins at 5%, and pays without it but half on a Banker's 6."""
    shoe = right_shoe("section-42", 4)  # vigorish_type=none-banker-6
    auditor = Auditor()
    lines = [line_of(coup) for coup in shoe.coups]
    auditor.audit("paid.shoe", placed("notation", ["shoe-notation 1", '[rulebook "section-42"]', *lines]))
    explained = [one.id for each in auditor.done().explained for one in each.readings]
    assert "section-42/vigorish_type=none-banker-6" in explained


PAID_WRONGLY: dict[str, Callable[[NotedWager, int], dict[str, object]]] = {
    "tie-loses": lambda told, _: (
        {"outcome": "lose", "net_cents": -told.stake_cents}
        if told.outcome == "push" and told.wager in ("player", "banker")
        else {}
    ),
    "no-vigorish": lambda told, _: {"net_cents": (told.net_cents or 0) + told.vigorish_cents, "vigorish_cents": 0},
    "stake-in-net": lambda told, _: (
        {"net_cents": (told.net_cents or 0) + told.stake_cents} if told.outcome == "win" else {}
    ),
    "odds-for-one": lambda told, _: (
        {"net_cents": (told.net_cents or 0) - told.stake_cents} if told.wager == "tie" and told.outcome == "win" else {}
    ),
    "vigorish-rounded-down": lambda _, exact: {"vigorish_cents": exact // 25 * 25},
    "vigorish-rounded-nearest": lambda _, exact: {"vigorish_cents": (2 * exact + 25) // 50 * 25},
}
"""What a house that pays otherwise notes of a wager; the exact vigorish is told it."""


def test_one_option_otherwise_is_named_and_not_another_rulebook_with_it() -> None:
    """A tie that pays nine is one thing read otherwise; under Massachusetts with that option it would be two."""
    rules = build(load("section-42"))
    assert isinstance(rules, HouseRules)
    rng, lines = random.Random(5), ['[rulebook "section-42"]']
    for coup in (dealt_by(Draws(rules.drawing), rng) for _ in range(120)):
        net = 45_00 if coup.winner == "T" else -5_00
        told = NotedWager(1, "tie", 5_00, "win" if coup.winner == "T" else "lose", net)
        lines.append(line_of(replace(coup, wagers=(told,))))
    auditor = Auditor()
    auditor.audit("paid.shoe", placed("notation", ["shoe-notation 1", *lines]))
    explained = [one.id for each in auditor.done().explained for one in each.readings]
    assert explained == ["stake-in-net", "section-42/tie_odds=9"]  # with ties alone nobody can tell which


def test_every_misreading_of_payments_has_a_wrong_house() -> None:
    assert set(PAID_WRONGLY) == {reading.id for reading in MISPAID}


@pytest.mark.parametrize("reading", PAID_WRONGLY)
def test_a_misreading_of_payments_is_named(reading: str) -> None:
    """Stakes whose vigorish of a twentieth is now nearer the quarter below, now nearer the one above."""
    rules = build(load("massachusetts"), {"vigorish_rounding": "up-to-25c"})
    assert isinstance(rules, HouseRules)
    rng, lines = random.Random(3), ['[rulebook "massachusetts"]', '[option.vigorish_rounding "up-to-25c"]']
    for coup in (dealt_by(Draws(rules.drawing), rng) for _ in range(120)):
        result = check_coup(rules, coup).result
        assert result
        wagers = []
        laid = (("player", 40_00), ("banker", 33_00), ("banker", 26_00), ("tie", 5_00))
        for seat, (wager, stake) in enumerate(laid, start=1):
            right = settle(rules, result, (Wager(seat, wager, stake),)).wagers[0]
            told = NotedWager(seat, wager, stake, right.outcome, right.net_cents, right.vigorish_cents)
            if right.vigorish_cents or "vigorish" not in reading:
                told = replace(told, **PAID_WRONGLY[reading](told, stake // 20))
            if "rounded" in reading and right.vigorish_cents:
                told = replace(told, net_cents=right.winnings_cents - told.vigorish_cents)
            wagers.append(told)
        lines.append(line_of(replace(coup, wagers=tuple(wagers))))
    auditor = Auditor()
    auditor.audit("paid.shoe", placed("notation", ["shoe-notation 1", *lines]))
    explained = auditor.done().explained
    assert [one.id for each in explained for one in each.readings] == [reading]
    assert all(each.about == "payments" and each.wrong > 10 for each in explained)


def test_of_several_files_and_tables_the_one_that_obeys_another_rule_is_named() -> None:
    """A right file, and one of two tables of which the second never draws on the Banker's 6."""
    rng, right = random.Random(5), Draws(load("seneca").tableau)

    def lines(table: str, draws: Draws) -> list[str]:
        return [f'[shoe "{table}/1"]', *(line_of(dealt_by(draws, rng)) for _ in range(2_000))]

    files = {"one.shoe": lines("T1", right), "two.shoe": lines("T2", right) + lines("T3", right.with_row(6, ""))}
    auditor = Auditor()
    for name, told in files.items():
        auditor.audit(name, placed("notation", ["shoe-notation 1", *told]))
    (explained,) = auditor.done().explained
    assert explained.source == Origin("two.shoe", "T3")
    assert [one.id for one in explained.readings] == ["banker-6-never"]
    assert explained.coups == 2_000
    plain = explained.plain()
    assert (plain["file"], plain["table"], plain["device"]) == ("two.shoe", "T3", None)


def test_slips_beside_a_rule_leave_it_named_and_are_counted() -> None:
    """A Banker that draws on 6 always, and three hands in which a card was lost; by slips alone no rule is named."""
    right = Draws(load("seneca").tableau)
    change = next(change for reading, change in DRAWS.items() if reading.id == "banker-6-always")
    rng = random.Random(6)
    slip = noted([NotedCard("2"), NotedCard("3")], [NotedCard("K"), NotedCard("7")])
    coups = [dealt_by(change(right), rng) for _ in range(1_000)]
    (explained,) = report_of([*coups, slip, slip, slip]).explained
    assert [one.id for one in explained.readings] == ["banker-6-always"]
    assert (explained.coups, explained.contradicted) == (1_003, 3)
    wrong = report_of([*coups, slip, slip, slip]).wrong_coups
    assert explained.wrong == wrong - 3
    told = str(other_rules(report_of([*coups, slip, slip, slip]))[0])
    assert told.endswith("of 1,003, and 3 coups do not agree with it: so few may be slips.")
    assert report_of([*coups[:40], *[slip] * 5]).explained == []


def test_payments_of_one_rulebook_are_explained_beside_those_of_another() -> None:
    half = right_shoe("section-42", 4)  # vigorish_type=none-banker-6, which nobody states here
    fair = right_shoe("seminole", 0)
    lines = ["shoe-notation 1", '[rulebook "seminole"]', *(line_of(coup) for coup in fair.coups)]
    lines += ['[rulebook "section-42"]', *(line_of(coup) for coup in half.coups)]
    auditor = Auditor()
    auditor.audit("paid.shoe", placed("notation", lines))
    explained = [one.id for each in auditor.done().explained for one in each.readings]
    assert "section-42/vigorish_type=none-banker-6" in explained


def test_two_mistakes_are_no_rule() -> None:
    right = noted([NotedCard("K"), NotedCard("6")], [NotedCard("Q"), NotedCard("6"), NotedCard("2")])
    assert report_of([right, right]).explained == []
    assert len(report_of([right, right, right]).explained) == 3
