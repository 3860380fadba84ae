"""Wagers that ask for cards: held against dealing every order, and against the engine of result codes."""

import random
from collections.abc import Iterator
from fractions import Fraction
from math import perm

import pytest
from click.testing import CliRunner

from minibac.cards.card import ALL_CARDS
from minibac.cli import cli
from minibac.odds import by_cards, card_hands, prices, read_own_wagers, removal
from minibac.odds.by_cards import tally_cards
from minibac.odds.card_questions import CardQuestions, classes_seen
from minibac.odds.many import price_many
from minibac.odds.prices import OddsError
from minibac.play.propositions import Priced
from minibac.simulate.runs import simulate
from tests.odds.naive_wagers import Hand, Pays, expected, points, red, total

WAGERS = """
[wager.perfect]
lines = [
  { when = { player_suited_pair = true, banker_suited_pair = true }, outcome = "win", odds = 200 },
  { when = { any = [{ player_suited_pair = true }, { banker_suited_pair = true }] }, outcome = "win", odds = 25 },
  { outcome = "lose" },
]
[wager.suited-winner]
hand = "banker"
lines = [
  { when = { winner = "banker", own_suited = true, own_third_colour = ["red", "none"] }, outcome = "win", odds = 5 },
  { when = { winner = "tie", other_third_suit = { not = "none" } }, outcome = "push" },
  { when = { lead = { from = -3, to = -1 } }, outcome = "lose", part = "1/2" },
  { outcome = "lose" },
]
[wager.colours]
lines = [
  { when = { coup_colour = { not = "mixed" } }, outcome = "win", odds = 12 },
  { when = { player_colour = "red", "count black in banker" = { from = 1 } }, outcome = "win", odds = 2 },
  { outcome = "lose" },
]
[wager.across]
lines = [
  { when = { "player_first_rank is banker_second_rank" = true }, outcome = "win", odds = 8 },
  { when = { "player_third_card is banker_first_card" = true }, outcome = "win", odds = 30 },
  { when = { "player_third_value + banker_third_value" = { from = 12 } }, outcome = "push" },
  { outcome = "win", odds = 1, when = { "player_total - player_two_card_total".from = 1, not.winner = "banker" } },
  { outcome = "lose" },
]
[wager.kings]
hand = "player"
lines = [
  { when = { "count K,Qh in coup" = [2, 4] }, outcome = "win", odds = 3 },
  { outcome = "push", when = { other_cards = 2, "count hearts in own_first_two - count hearts in other_first_two"=1 } },
  { when = { banker_two_card_total = 3, player_third_rank = 8 }, outcome = "win", odds = "3/2" },
  { outcome = "win", odds = 1, when.all = [
      { player_natural = false },
      { any = [{ margin = 1 }, { "count 9 in first_four" = 1 }] },
  ] },
  { outcome = "lose" },
]
[wager.mirror]
hand = "banker"
lines = [
  { when.any = [
      { "own_first_card is player_second_card" = true, "player_first_card is banker_second_card" = true },
      { "player_first_card is banker_first_card" = true, "player_second_card is own_second_card" = false },
      { "banker_second_card is player_second_card" = true, "own_first_card is other_first_card" = true },
  ], outcome = "win", odds = 70 },
  { when = { "own_first_rank is own_second_rank" = true, "own_first_value + own_second_value" = 8 }, outcome = "push" },
  { when = { winner = "tie" }, outcome = "push" },
  { when = { other_first_suit = "hearts", other_second_suit = "hearts" }, outcome = "lose", part = "1/3" },
  { outcome = "lose" },
]
"""


def _won(player: Hand, banker: Hand) -> int:
    return total(player) - total(banker)


def _perfect(player: Hand, banker: Hand) -> int:
    pairs = (player[0] == player[1]) + (banker[0] == banker[1])
    return (-1, 25, 200)[pairs]


def _suited_winner(player: Hand, banker: Hand) -> Fraction | int:
    won = _won(player, banker)
    if won < 0 and banker[0][1] == banker[1][1] and (len(banker) == 2 or red(banker[2])):
        return 5
    if won == 0 and len(player) == 3:
        return 0
    return Fraction(-1, 2) if 1 <= won <= 3 else -1


def _colours(player: Hand, banker: Hand) -> int:
    reds = [red(card) for card in player + banker]
    if all(reds) or not any(reds):
        return 12
    return 2 if all(map(red, player)) and not all(map(red, banker)) else -1


def _across(player: Hand, banker: Hand) -> int:
    if player[0][0] == banker[1][0]:
        return 8
    if len(player) == 3 and player[2] == banker[0]:
        return 30
    if sum(points(hand[2]) for hand in (player, banker) if len(hand) == 3) >= 12:
        return 0
    return 1 if total(player) > total(player[:2]) and _won(player, banker) >= 0 else -1


def _kings(player: Hand, banker: Hand) -> Fraction | int:
    if sum(card[0] == "K" or card == "Qh" for card in player + banker) in (2, 4):
        return 3
    hearts = [sum(card[1] == "h" for card in hand[:2]) for hand in (player, banker)]
    if hearts[0] - hearts[1] == 1 and len(banker) == 2:
        return 0
    if total(banker[:2]) == 3 and len(player) == 3 and player[2][0] == "8":
        return Fraction(3, 2)
    natural = len(player) == 2 and total(player) >= 8
    nines = sum(card[0] == "9" for card in player[:2] + banker[:2])
    return 1 if not natural and (abs(_won(player, banker)) == 1 or nines == 1) else -1


def _mirror(player: Hand, banker: Hand) -> Fraction | int:
    crossed = player[0] == banker[1] and player[1] == banker[0]
    if crossed or player[0] == banker[0]:
        return 70
    if banker[0][0] == banker[1][0] == "4" or _won(player, banker) == 0:
        return 0
    return Fraction(-1, 3) if player[0][1] == player[1][1] == "h" else -1


PLAINLY: dict[str, Pays] = {
    "perfect": _perfect,
    "suited-winner": _suited_winner,
    "colours": _colours,
    "across": _across,
    "kings": _kings,
    "mirror": _mirror,
}


@pytest.fixture
def fresh_forms() -> Iterator[None]:
    """What hands can tell is laid out anew, before and after."""
    card_hands.forms_of.cache_clear()
    yield
    card_hands.forms_of.cache_clear()


@pytest.mark.usefixtures("fresh_forms")
@pytest.mark.parametrize("holding", [0, card_hands.WORTH_HOLDING, 10**9], ids=["held", "as it pays", "taken out"])
@pytest.mark.parametrize("merging", [0, card_hands.WORTH_MERGING], ids=["line by line", "merged"])
@pytest.mark.parametrize("seed", range(3))
def test_every_order_dealt_gives_the_same_prices(
    seed: int, merging: int, holding: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eight or nine cards of a few kinds, so that equal cards are frequent, and once too few for a coup."""
    monkeypatch.setattr(card_hands, "WORTH_HOLDING", holding)
    monkeypatch.setattr(card_hands, "WORTH_MERGING", merging)
    if merging == 0:  # and read rows as soon as there is one
        monkeypatch.setattr(by_cards, "MOST_HELD", 0)
    rng = random.Random(seed)
    kinds = ["Kh", "Qh", "Kd", "Ts", "9h", "8c", "8h", "3d", "As", "2h", "6c", "5d"]
    cards = rng.choices(rng.sample(kinds, 7), k=5 if seed == 0 else 8)
    left = [cards.count(str(card)) for card in ALL_CARDS]
    odds = prices("section-42", left, own=read_own_wagers(WAGERS))
    for name, (expectation, ends) in expected(cards, PLAINLY).items():
        assert odds[name].expectation == expectation, name
        found = {chance.pays: chance.combinations for chance in odds[name].outcomes}
        assert found == ends, name


def test_wagers_that_mix_facts_of_all_cards_on_a_whole_shoe() -> None:
    """Counted in 2026 by a program in C that deals each of the 52 kinds of card to each place, and shares no code."""
    own = read_own_wagers(
        """
[wager.red-third]
lines = [
  { when = { player_third_colour = "red", banker_third_colour = "red" }, outcome = "win", odds = 11 },
  { when = { player_third_suit = "none", banker_third_suit = "none" }, outcome = "push" },
  { when = { "player_total + banker_total" = { from = 12 } }, outcome = "lose", part = "1/3" },
  { outcome = "lose" },
]
[[wager.echo.lines]]
outcome = "win"
odds = 500
when."player_first_card is banker_first_card" = true
when."player_second_card is banker_second_card" = true
[[wager.echo.lines]]
outcome = "win"
odds = 40
when."player_first_card is banker_first_card" = true
[[wager.echo.lines]]
outcome = "win"
odds = "7/2"
when."player_second_rank is banker_second_rank" = true
when."player_total - player_two_card_total".not = [0]
[[wager.echo.lines]]
outcome = "lose"
[wager.hearts]
hand = "banker"
lines = [
  { when = { "count hearts in coup" = { from = 4 } }, outcome = "win", odds = 30 },
  { when = { "count hearts in coup" = 3, lead = { from = 1 } }, outcome = "win", odds = 8 },
  { outcome = "win", odds = 1, when = { "count K,Q in first_four".from = 2, not.own_two_card_total = [0, 1] } },
  { when = { any = [{ own_suited = true }, { other_suited = true }] }, outcome = "push" },
  { outcome = "lose" },
]
"""
    )
    odds = prices("section-42", own=own)
    found = {name: [each.combinations for each in odds[name].outcomes] for name in ("red-third", "echo", "hearts")}
    assert found == {
        "red-third": [396025682158720, 1893735611458560, 699359769832704, 2009277212053376],
        "echo": [1423071546624, 82887260811264, 128829274195968, 4785258668949504],
        "hearts": [87836633562432, 193587577251840, 313391318374656, 1847770871424192, 2555811874890240],
    }


def test_two_engines_count_the_same_results() -> None:
    """A wager on results and pairs, counted over classes of cards too."""
    own = read_own_wagers(
        """
[wager.both]
hand = "player"
lines = [
  { when = { dragon_7 = true }, outcome = "win", odds = 40 },
  { when = { lead = 4, own_natural = false, player_pair = true }, outcome = "win", odds = 9 },
  { when = { winner = "tie", banker_cards = 3 }, outcome = "push" },
  { when = { panda_8 = true }, outcome = "win", odds = 25 },
  { when = { margin = [1, 2], "player_cards + banker_cards" = 5 }, outcome = "win", odds = 2 },
  { when = { "player_pair is banker_pair" = false }, outcome = "lose", part = "1/4" },
  { outcome = "lose" },
]
"""
    )
    rng = random.Random(7)
    for counts in ([32] * 13, [rng.randint(0, 5) for _ in range(13)]):
        odds = prices("massachusetts", counts, own=own)
        laid = odds.laid["both"]
        ends = tally_cards([laid.wager], odds.by_card(laid.wager), odds.rules.drawing)
        counted: dict[Fraction, int] = {}
        for end, combinations in ends.items():
            assert end is not None
            counted[end[0][0].pays] = counted.get(end[0][0].pays, 0) + combinations
        assert counted == {chance.pays: chance.combinations for chance in odds["both"].outcomes}


@pytest.mark.parametrize(
    ("when", "turning"),
    [
        ("player_first_rank = 3, player_second_rank = 4", "banker"),
        ("any = [{ player_first_suit = 'hearts' }, { player_second_suit = 'hearts' }]", "player banker"),
        ('"player_second_card is banker_first_card" = true', ""),
        ('"player_first_value - player_second_value" = 3', "banker"),
        ('"player_first_value + player_second_value + banker_first_value" = 3', "player"),
        ('"count K in player_first_two" = 1, "player_first_rank is player_second_rank" = true', "player banker"),
        ('"player_second_rank is player_third_rank" = true, banker_suited = true', "banker"),
    ],
)
def test_first_two_cards_may_change_places_where_the_lines_say_so(when: str, turning: str) -> None:
    """Ends are those of dealing every order above; this is what is found in the lines."""
    asked = CardQuestions([_one(when)])
    assert [side for side in ("player", "banker") if asked.turns(side)] == turning.split()


def test_a_wager_with_more_pairs_of_hands_than_a_table_holds_is_priced_and_told_so() -> None:
    own = read_own_wagers(
        """
[[wager.twins.lines]]
outcome = "win"
odds = 2000
when.any = [
  { "player_first_card is banker_first_card" = true, "player_second_card is banker_second_card" = true },
  { "player_first_card is banker_second_card" = true, "player_second_card is banker_first_card" = true },
]
[[wager.twins.lines]]
outcome = "push"
when.winner = "tie"
[[wager.twins.lines]]
outcome = "lose"
"""
    )
    rules = prices("section-42").rules
    with pytest.raises(OddsError, match="twins tells 93,620,800 pairs of hands apart, too many for shoes to be dealt"):
        simulate(rules, 5, own=own)
    few = (0,) * 46 + (1,) * 6
    odds = prices("section-42", few, own=own, wagers=["twins"])
    many = list(price_many(odds, [few, (1, *few[1:])], batch=True))
    assert many[0]["twins"].outcomes == odds["twins"].outcomes
    assert many[1]["twins"].total == perm(7, 6)


def _one(when: str) -> Priced:
    own = read_own_wagers(
        f'[wager.x]\nlines = [{{ when = {{ {when} }}, outcome = "win", odds = 1 }}, {{ outcome = "lose" }}]'
    )
    return prices("section-42", own=own).laid["x"].wager


@pytest.mark.parametrize(
    ("when", "classes"),
    [
        ("banker_two_card_total = 3, player_third_value = 8", 10),
        ('"count 8 in coup" = 2', 10),
        ('"count K in coup" = 2', 11),
        ('"player_first_rank is banker_first_rank" = true', 13),
        ('coup_colour = "red"', 20),
        ('"count hearts in coup" = 4', 20),
        ("player_suited = true", 40),
        ("player_suited_pair = true", 52),
    ],
)
def test_cards_are_told_apart_no_further_than_the_wager_asks(when: str, classes: int) -> None:
    assert len(set(classes_seen([_one(when)]))) == classes


def test_effects_of_removal_by_card_add_up_to_nothing() -> None:
    own = read_own_wagers(
        """
[wager.red-pair]
lines = [{ when = { player_pair = true, player_colour = "red" }, outcome = "win", odds = 30 }, { outcome = "lose" }]
"""
    )
    few_ranks = (2, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 1, 1) * 4
    odds = prices("section-42", few_ranks, own=own, wagers=["red-pair", "banker"])
    effects = removal(odds)["red-pair"]
    assert effects.weighted_sum == 0
    assert sum(few_ranks[kind] * effects.by_card.get(str(card), 0) for kind, card in enumerate(ALL_CARDS)) == 0
    assert effects.by_card["Ah"] < 0 < effects.by_card["As"]
    assert not removal(odds)["banker"].by_card


def test_wagers_on_cards_move_together_with_others() -> None:
    own = read_own_wagers(WAGERS)
    odds = prices("section-42", (1,) * 20 + (0,) * 32, own=own, wagers=["banker", "suited-winner", "perfect"])
    assert odds.covariance("suited-winner", "suited-winner") == odds["suited-winner"].variance
    assert odds.covariance("banker", "suited-winner") > 0
    assert odds["perfect"].expectation == -1


def test_thirteen_counts_do_where_suits_are_known_or_do_not_matter() -> None:
    own = read_own_wagers(WAGERS)
    with pytest.raises(OddsError, match="perfect looks at suits, and those of the 31 cards of rank K are not known"):
        prices("section-42", [32] * 12 + [31], own=own)["perfect"]
    full, given = prices("section-42", [32] * 12 + [0], own=own), prices("section-42", ((8,) * 12 + (0,)) * 4, own=own)
    assert full["perfect"].outcomes == given["perfect"].outcomes


ACROSS = '"player_first_card is banker_third_card" = true, "player_second_suit is banker_first_suit" = true'
MUCH = (
    f"{{ when = {{ {ACROSS} }}, outcome = 'win', odds = 500 }}",
    "{ when = { 'player_third_rank is banker_second_rank' = true, 'count hearts,K in coup' = 3 }, outcome = 'push' }",
    "{ when = { 'player_total + banker_total' = 7, player_suited_pair = true }, outcome = 'push' }",
    "{ outcome = 'lose' }",
)


@pytest.mark.parametrize(("lines", "minutes"), [(MUCH, True), (MUCH[::3], False)])
def test_only_a_wager_that_compares_much_of_both_hands_takes_minutes(lines: tuple[str, ...], minutes: bool) -> None:
    odds = prices("section-42", own=read_own_wagers(f"[wager.x]\nlines = [{', '.join(lines)}]"))
    wager = odds.laid["x"].wager
    assert by_cards.takes_minutes(wager, odds.by_card(wager), odds.rules.drawing) == minutes


def test_who_would_wait_for_minutes_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ["odds", "section-42", "--own", "all-red", "--wager", "all-red"]
    quick = CliRunner().invoke(cli, asked)
    assert (quick.exit_code, quick.stderr) == (0, "")
    monkeypatch.setattr(by_cards, "LONG_WORK", 10_000_000)
    slow = CliRunner().invoke(cli, asked)
    assert slow.stdout == quick.stdout
    assert slow.stderr == "all-red asks so much of both hands at once that its price takes minutes\n"
