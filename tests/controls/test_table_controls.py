"""Controls at the table: what is dealt is what was committed to, what is bet is bet in time, what is owed is paid."""

import ast
import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from minibac.cards.card import ALL_CARDS
from minibac.house.live_table import LiveTable
from minibac.house.vault import PracticeVault
from minibac.machine.roles import THE_HOUSE, Actor, Role
from minibac.odds import prices
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.rulebook import RULEBOOKS, load
from minibac.shoes.check import check_record, turned
from minibac.shoes.record import make_record, read_record
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.irregular import KINDS
from minibac.table.machine import replay
from minibac.table.opening import HOUR_MS
from minibac.table.phases import COUP_PHASES
from minibac.table.state import Phase
from tests.play.perft_counts import GOLDEN
from tests.records.decided_again import decided_again
from tests.records.shoes import played, record, stored
from tests.table.helpers import STAFF, Table, at_phase
from tests.table.scenarios import SCENARIOS
from tests.table.seen import view

SOURCE = Path(__file__).parents[2] / "src/minibac"
START_MS = 1_800_000_000_000


def shown(log: list[e.Event]) -> list[tuple[int, str]]:
    """Every card that a log shows, in the order in which it was shown."""
    return [found for event in log for found in turned(event)]


# ---------------------------------------------------------------------------------------------- the order and the cards


@pytest.mark.control("R7")
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_shown_card_is_the_card_of_the_committed_order(rulebook):
    """The replay proof: the record of each shoe, decided again from its log, with every card in its committed place."""
    for shoe_no in (1, 2):
        found = check_record(read_record(record(rulebook, shoe_no)))
        assert (found.faults, found.not_replayed, found.committed) == ((), "", True)
        assert found.cards_count > 50


@pytest.mark.control("R7")
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_no_wager_and_no_result_changes_a_card_that_is_to_come(rulebook):
    """The same stack under quite different betting, winning and losing: the same cards in the same places."""

    def play(bets: dict[str, int]) -> list[tuple[int, str]]:
        table = Table(rulebook, seed=5, chips=1_000_000_00)
        table.to(Phase.BETTING)
        while table.state.shoe_no == 1:
            if table.at(Phase.BETTING) and not table.state.wagers:
                for wager, cents in bets.items():
                    table.bet(3, wager, cents)
            table.step()
        return shown(table.log)

    nothing = play({})
    assert len(nothing) > 350
    for bets in ({"player": 20}, {"banker": 5_000_00}, {"player": 100, "tie": 1_000_00}):
        assert sorted(set(play(bets))) == sorted(set(nothing))


@pytest.mark.control("R8")
@pytest.mark.parametrize("decks", [6, 8])
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_chances_are_those_of_the_physical_game(rulebook, decks):
    """Banker, Player and Tie of whole decks against the counts of all ordered six-card draws: equal, as fractions."""
    rules = build(load(rulebook), {"decks": decks})
    if not isinstance(rules, HouseRules):
        assert decks == 6, "eight decks are allowed everywhere"
        assert rules[0].clause, "this rulebook has its own number of decks, and says where"
        return
    outcomes = prices(rules).outcomes
    total = sum(GOLDEN[decks])
    for name, ways in zip(("banker", "player", "tie"), GOLDEN[decks], strict=True):
        assert outcomes[name] == Fraction(ways, total)
        assert abs(float(outcomes[name]) - ways / total) < 1e-12


@pytest.mark.control("R9")
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_card_that_was_removed_does_not_come_back_before_the_reshuffle(rulebook):
    table = Table(rulebook, seats=(3,))
    table.to(Phase.BETTING)
    decks, last, left = table.rules.decks_in_shoe, -1, table.state.cards_count
    assert left == decks * len(ALL_CARDS)
    while table.state.shoe_no == 1:
        number = len(table.log)
        table.step()
        seen = view(table.state, table.guest(3))
        assert seen["options"]["decks"] == table.rules.options["decks"], "the number of decks is shown"
        for event in table.log[number:]:
            if isinstance(event, e.CardDealt):
                assert event.position == last + 1 or last == -1, "the next card, never one that lies in the rack"
                last = event.position
            if isinstance(event, e.CardsBurned):
                last = event.positions[-1]
        if table.state.shoe_no == 1 and table.state.phase is not Phase.SHUFFLE:
            assert seen["cards_left"] <= left
            left = seen["cards_left"]
    copies = Counter(card for _, card in shown(table.log))
    assert max(copies.values()) <= decks
    assert [event.shoe_no for event in table.all(e.ShoeEnded)] == [1]
    ended = next(n for n, event in enumerate(table.log) if isinstance(event, e.ShoeEnded))
    assert sum(isinstance(event, e.StackCommitted) for event in table.log[:ended]) == 1, "one order, to its end"


@pytest.mark.control("R9")
@pytest.mark.parametrize("phase", COUP_PHASES)
def test_nothing_is_reshuffled_in_a_round(phase):
    table = at_phase(phase, "massachusetts", house_money="on", cards="2s Ah 2d 2h 3d 4s")
    table.no(c.DirectShuffle, reason="somebody wants other cards")
    table.no(c.ChangeDecks)
    table.no(c.EndShoe)
    table.no(c.CommitStack, commitment="0" * 64)
    table.no(c.DoStep, step="riffle")


@pytest.mark.control("R12")
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_delays_and_lost_connections_do_not_change_the_shoe(rulebook):
    """The same stack dealt without a pause, with a lag of 0 to 5 seconds before each step, and on a bad line."""

    def play(lag: Iterator[int], *, lossy: bool) -> list[tuple[int, str]]:
        now = [START_MS]

        def clock() -> int:
            now[0] += next(lag)
            return now[0]

        rules = build(load(rulebook), {"cut_card_depth": 250})
        assert isinstance(rules, HouseRules)
        live = LiveTable("T", rules, PracticeVault(99), clock)
        live.handle(c.TakeSeat(by=THE_HOUSE, at=clock(), seat=2, guest="g", age=40, attested_by="Fay"))
        for number in count():
            if live.state.shoe_no == 2:
                break
            if lossy and number % 7 == 0:
                live.handle(c.SayConnection(by=THE_HOUSE, at=clock(), seat=2, connected=number % 2 == 0))
            live.step()
        return shown(live.log)

    rng = random.Random(rulebook)
    at_once = play(iter(lambda: 0, 1), lossy=False)
    assert len(at_once) > 100
    assert play(iter(lambda: rng.randint(0, 5_000), -1), lossy=False) == at_once
    assert play(iter(lambda: rng.randint(0, 5_000), -1), lossy=True) == at_once


AIDS = (
    "odds",
    "probab",
    "chance",
    "edge",
    "expect",
    "predict",
    "advice",
    "count_",
    "running",
    "remaining",
    "composition",
)
"""Words of a key under which a table could help to predict."""


def keys(told: Any) -> Iterator[str]:
    if isinstance(told, dict):
        for key, value in told.items():
            yield str(key)
            yield from keys(value)
    elif isinstance(told, list | tuple):
        for value in told:
            yield from keys(value)


def floats(told: Any) -> Iterator[float]:
    if isinstance(told, dict):
        told = list(told.values())
    if isinstance(told, list | tuple):
        for value in told:
            yield from floats(value)
    elif isinstance(told, float):
        yield told


@pytest.mark.control("R13")
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_no_view_of_a_live_table_holds_a_prediction_or_a_probability(rulebook):
    """Nobody, guest or staff, in any moment of a shoe."""
    table = Table(rulebook, cut_card_depth=300)
    audiences = [*STAFF, *(Actor(f"guest-{seat}", Role.GUEST, seat) for seat in (1, 3, 7))]
    moments = set()
    while table.state.shoe_no < 2:
        table.step()
        moments.add(table.state.phase)
        for audience in audiences:
            told = view(table.state, audience)
            told.pop("options")  # the house's own settings: tie_odds is what a tie pays
            assert [key for key in keys(told) if any(word in key.lower() for word in AIDS)] == []
            assert list(floats(told)) == []
    assert len(moments) > 8


@pytest.mark.control("R13")
def test_nothing_that_deals_a_live_table_can_work_out_odds():
    wrong = [
        f"{file.name}:{node.lineno}"
        for package in ("table", "records", "house", "pits")
        for file in (SOURCE / package).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("minibac.odds", "minibac.simulate"))
    ]
    assert wrong == []


# ------------------------------------------------------------------------------------------------------ wagers in time


@pytest.mark.control("R21")
@pytest.mark.parametrize(
    ("rulebook", "phase"),
    [
        (rulebook, phase)
        for rulebook in RULEBOOKS
        for phase in COUP_PHASES
        if phase is not Phase.HOUSE_MONEY or rulebook == "massachusetts"
    ],
)
def test_after_no_more_bets_nothing_is_placed_increased_or_withdrawn(rulebook, phase):
    """From the call to the rack, by a guest or a dealer, for every wager; House Money is the exception."""
    options: dict[str, Any] = {"house_money": "on"} if rulebook == "massachusetts" else {}
    table = at_phase(phase, rulebook, cards="2s Ah 2d 2h 3d 4s", **options)
    balances = dict(table.state.balances)
    for by in (table.guest(3), None, STAFF[0]):
        for proposition in table.rules.propositions:
            table.no(c.PlaceWager, by=by, seat=3, wager=proposition.id, cents=100)
            table.no(c.WithdrawWager, by=by, seat=3, wager=proposition.id)
            table.no(c.WithdrawWager, by=by, seat=3, wager=proposition.id, cents=1)
        table.no(c.SpeakWager, by=table.guest(3), seat=3, wager="player", cents=100, cash_cents=100)
        table.no(c.LeaveSeat, seat=3) if phase is not Phase.RACKING else None
    if phase is not Phase.HOUSE_MONEY:
        table.no(c.ChooseHouseMoney, seat=3, choice="player")
    assert dict(table.state.balances) == balances


@pytest.mark.control("R21")
def test_house_moneys_payout_is_the_one_thing_that_may_be_added_after_the_call():
    table = at_phase(Phase.HOUSE_MONEY, "massachusetts", house_money="on", cards="2s Ah 2d 2h 3d 4s")
    stake = table.state.wagers[1, "player"].stake_cents
    table.yes(c.ChooseHouseMoney, seat=1, choice="player")
    table.yes(c.SettleHouseMoney, seat=1)
    assert table.state.wagers[1, "player"].stake_cents == stake
    assert table.state.wagers[1, "player"].added_cents > 0
    table.to(Phase.DRAWING)
    table.no(c.ChooseHouseMoney, seat=3, choice="player")


# ----------------------------------------------------------------------------------------------------------- vigorish

BANKER_7_6 = "2s 3h 4d 4c"
ROUNDED = {
    ("section-42", "none"): 1,
    ("section-42", "up-to-5c"): 5,
    ("massachusetts", "none"): 1,
    ("massachusetts", "up-to-25c"): 25,
}


def banker_won(rulebook: str, stake_cents: int, **options: Any) -> Table:
    """Seat 3 has won on the Banker's Hand, and everything is settled."""
    table = Table(rulebook, seats=(3,), cards=BANKER_7_6, **options)
    table.to(Phase.BETTING)
    table.bet(3, "banker", stake_cents)
    table.coup()
    return table


@cache
def rounding_allowed(rulebook: str, rounding: str) -> bool:
    return isinstance(build(load(rulebook), {"vigorish_rounding": rounding}), HouseRules)


@pytest.mark.control("R34")
@pytest.mark.parametrize("collection", ["at-payout", "deferred"])
@pytest.mark.parametrize(("rulebook", "rounding"), ROUNDED)
def test_vigorish_is_rounded_as_the_rulebook_says_to_the_cent(rulebook, rounding, collection):
    chip = ROUNDED[rulebook, rounding]
    assert rounding_allowed(rulebook, rounding)
    for stake_cents in (20, 100, 105_00, 33_00, 1_20, 99_80, 12_340):
        if (stake_cents % 20) and chip == 1:
            continue
        table = banker_won(rulebook, stake_cents, vigorish_rounding=rounding, vigorish_collection=collection)
        exact = Fraction(stake_cents, 20)
        right = -(-exact // chip) * chip
        owed = table.state.owed(3)
        if collection == "deferred":
            assert view(table.state, table.guest(3))["seats"][0]["owed_cents"] == owed > 0
            (collected,) = table.yes(c.CollectVigorish, seat=3, cents=int(right))
            assert collected.cents == right
        assert table.state.owed(3) == 0
        assert table.state.chips(3) == 10_000_00 + stake_cents - right


@pytest.mark.control("R34")
@pytest.mark.parametrize("rulebook", ["section-42", "massachusetts"])
def test_a_marker_is_removed_by_collection_or_by_its_form_and_by_nothing_else(rulebook):
    table = banker_won(rulebook, 100_00, vigorish_collection="deferred")
    assert table.state.owed(3) == 5_00
    for cents in (0, 1, 4_99, 5_01):
        table.no(c.ChangeMarker, seat=3, cents=cents)
        table.no(c.CollectVigorish, seat=3, cents=cents)
    table.no(c.ClearVigorish, by=STAFF[0], seat=3, cents=5_00, reference="F1")
    if rulebook == "massachusetts":  # it knows collection only
        table.no(c.ClearVigorish, seat=3, cents=5_00, reference="F1")
        table.yes(c.CollectVigorish, seat=3, cents=5_00)
    else:
        table.no(c.ClearVigorish, seat=3, cents=5_00, reference=" ")
        table.yes(c.ClearVigorish, seat=3, cents=5_00, reference="F1")
    assert table.state.owed(3) == 0


@pytest.mark.control("R35")
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_no_debt_outlives_the_shoe_or_the_stay_of_its_guest(rulebook):
    table = banker_won(rulebook, 100_00, vigorish_collection="deferred")
    table.skip(table.state.timing.betting_ms)
    directed = [(c.DirectShuffle, {"reason": "an early shuffle"}), (c.ChangeDecks, {})]
    for kind, facts in (
        *(directed if rulebook == "massachusetts" else ()),
        (c.DeclareDead, {}),
        (c.CloseTable, {}),
        (c.LeaveSeat, {"seat": 3}),
        (c.ChangeSeat, {"seat": 3, "to": 4}),
    ):
        assert "owe" in table.no(kind, **facts).sentence
    table.to(lambda state: state.last_hand_played)
    assert "owe" in table.no(c.EndShoe).sentence
    table.to(lambda state: state.shoe_no == 2)
    ended = next(n for n, event in enumerate(table.log) if isinstance(event, e.ShoeEnded))
    at_the_end = replay(table.log[: ended + 1])
    assert all(at_the_end.owed(seat) == 0 for seat in range(1, 10))
    documented = [ev for ev in table.log[:ended] if isinstance(ev, e.VigorishCollected | e.VigorishCleared)]
    assert sum(event.cents for event in documented) >= 5_00


# ------------------------------------------------------------------------------------------ procedures, irregularities


@pytest.mark.control("R40")
@pytest.mark.parametrize("decks", [6, 8])
@pytest.mark.parametrize("rulebook", ["section-42", "massachusetts"])
def test_every_step_from_the_inspection_to_the_last_hand_is_in_the_log(rulebook, decks):
    log = [e.decode(line.bytes) for line in played(rulebook, decks=decks, cut_card_depth=200)]
    steps = [event for event in log if isinstance(event, e.StepDone)]
    done = {event.step for event in steps}
    assert {"receive", "inspect", "verify", "spread", "look", "turn-down", "wash", "stack", "feather"} <= done
    assert done & {"shuffle", "riffle"}
    assert all(event.by and event.clauses for event in steps)
    by = {event.step: event.by for event in steps}
    assert by["inspect"] != by["verify"], "a second person checks it"
    for kind in (
        e.CutOffered,
        e.CutAnswered,
        e.StackCut,
        e.CutCompleted,
        e.ShoeLoaded,
        e.CardsBurned,
        e.LastHandCalled,
    ):
        found = [event for event in log if isinstance(event, kind)]
        assert found, kind
        assert all(event.by and event.clauses for event in found)
    assert any(isinstance(event, e.CardDealt) and event.cut_card for event in log), "the cutting card came out"
    for order in (event.order for event in log if isinstance(event, e.ShoeRevealed)):
        assert Counter(order) == Counter(map(str, ALL_CARDS * decks)), f"{decks * 52} cards, each counted"
    assert {event.cards_count for event in log if isinstance(event, e.StackCommitted)} == {decks * 52}


@pytest.mark.control("R40")
def test_a_stack_with_a_card_too_few_does_not_go_to_the_shuffle():
    for rulebook, decks in (("section-42", 6), ("massachusetts", 8)):
        table = Table(rulebook, decks=decks)
        for step in ("receive", "spread", "stack"):
            while _next_step(table) != step:
                assert table.step()
            for wrong in (decks * 52 - 1, decks * 52 + 1):
                assert str(decks * 52) in table.no(c.DoStep, step=step, cards_count=wrong).sentence
            table.yes(c.DoStep, step=step, cards_count=decks * 52)


def _next_step(table: Table) -> str:
    command = table.next()
    return command.step if isinstance(command, c.DoStep) else ""


@pytest.mark.control("R40")
def test_decks_are_changed_after_twenty_four_hours():
    """Massachusetts prints it (ma/3/c): no further round with older decks."""
    table = Table("massachusetts")
    table.to(Phase.BETTING)
    table.skip(24 * HOUR_MS)
    assert table.no(c.CallNoMoreBets).clause == "ma/3/c"
    assert table.no(c.PlaceWager, seat=3, wager="player", cents=100).clause == "ma/3/c"
    table.yes(c.ChangeDecks)
    assert table.at(Phase.OPENING)


IRREGULAR = (
    e.CardStrayed,
    e.CardMoved,
    e.CardCarried,
    e.StrayDiscarded,
    e.SimulatedRoundStarted,
    e.CoupVoided,
    e.IncidentOpened,
    e.IncidentResolved,
    e.PaymentCorrected,
    e.CoupReconstructed,
)


OF_A_REMEDY = (e.CardMoved, e.CardCarried, e.StrayDiscarded, e.SimulatedRoundStarted)
"""Steps of a remedy: the report before them gives the reason."""


@pytest.mark.control("R41")
@pytest.mark.parametrize("name", SCENARIOS)
def test_an_irregularity_is_handled_as_the_rulebook_says_with_person_reason_and_replay(name):
    """Decided again, each step is what the rulebook gives; before and after are states that a replay leads to."""
    story = SCENARIOS[name]()
    decided_again(story.log)
    for number, event in enumerate(story.log):
        if not isinstance(event, IRREGULAR):
            continue
        assert event.by
        assert event.clauses, "the clause of the remedy"
        before, after = replay(story.log[:number]), replay(story.log[: number + 1])
        assert before != after or isinstance(event, e.PaymentCorrected | e.CoupReconstructed)
        if not isinstance(event, OF_A_REMEDY):
            assert any(getattr(event, word, None) for word in ("kind", "reason", "resolution", "player_cards")), event
        if isinstance(event, e.IncidentOpened):
            assert event.note
            assert event.staff == dict(before.staff), "who was on duty"


@pytest.mark.control("R41")
def test_every_kind_of_irregularity_can_be_reported_by_the_floor_and_unknown_ones_cannot():
    seen = set()
    for make in SCENARIOS.values():
        for event in make().log:
            if isinstance(event, e.CardStrayed | e.IncidentOpened):
                seen.add(event.kind)
    assert {"third-card-to-player", "card-in-error", "face-up-in-shoe", "wrong-hand", "omitted-card"} <= seen
    assert seen <= set(KINDS)
    table = Table("section-42")
    table.to(Phase.BETTING)
    for actor in (table.guest(3), *(person for person in STAFF if person.role in (Role.SPECTATOR, Role.SURVEILLANCE))):
        for kind in KINDS:
            table.no(c.Report, by=actor, kind=kind, note="seen")
    table.no(c.Report, kind="a dog on the table", note="seen")


@pytest.mark.control("R41")
@pytest.mark.parametrize("rulebook", ["section-42", "massachusetts"])
def test_a_shoe_with_irregularities_has_a_record_that_verifies(rulebook):
    table = Table(rulebook, seed=3, cut_card_depth=300)
    table.to(Phase.BETTING)
    table.bet(3, "player", 20_00)
    table.report("face-up-in-shoe", disclosed=True)
    table.report("wager-touched", note="a sleeve", seat=3)
    table.yes(c.ResolveIncident, number=table.state.incident_no, resolution="nothing moved")
    table.to(lambda state: state.shoe_no == 2)
    found = check_record(read_record(b"".join(make_record(stored(table.log), 1))))
    assert (found.faults, found.not_replayed) == ((), "")
