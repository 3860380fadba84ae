"""Vigorish: who owes it, how much to the cent, how it is rounded, and what a dealer may not do about it."""

from datetime import timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minibac.houses.house import House, read_house
from minibac.play.settlement import Action
from minibac.play.vigorish import round_up, terms
from minibac.rules.refusal import Code
from tests.play import tables
from tests.play.tables import dealt, mistake, refusals, settled, steps, table, unwanted, wager
from tests.postings import balances
from tests.rules.houses import NOW, sample
from tests.sightings import Sightings

TIE_25 = {"vigorish_type": "tie-25"}
NO_6 = {"vigorish_type": "none-banker-6"}
EZ = {"vigorish_type": "ez"}

# -- on a win --------------------------------------------------------------------------------------

# 5 percent, or 4, of the amount won; the stake that comes back is not charged.
ON_WIN: list[tuple[str, str, dict[str, str], int, int]] = [
    ("s42/c/3/extract", "section-42", {}, 60_00, 3_00),
    ("s42/c/3/rate", "section-42", {}, 60_00, 3_00),
    ("s42/c/3/rate", "section-42", {"vigorish_rate": "4%"}, 60_00, 2_40),
    ("s42/c/3/rate", "section-42", {"vigorish_rate": "4%"}, 25, 1),
    ("ma/12/c/vigorish", "massachusetts", {}, 33_00, 1_65),
    ("ma/12/c/vigorish", "massachusetts", {"dragon_bonus": "on"}, 20, 1),
    ("sem/commission", "seminole", {"vigorish_collection": "at-payout"}, 33_00, 1_65),
    ("sem/commission", "seminole", {"vigorish_collection": "deferred"}, 33_00, 1_65),
    ("sen/commission", "seneca", {}, 100_00, 5_00),
    ("sen/commission", "seneca", {"vigorish_collection": "deferred"}, 100_00, 5_00),
]


def on_win(*, breaks: bool = False) -> list[object]:
    return [
        pytest.param(
            book,
            choices,
            stake,
            owed,
            id="-".join((clause, *choices.values(), str(stake))),
            marks=pytest.mark.clause(clause, breaks=True) if breaks else pytest.mark.clause(clause),
        )
        for clause, book, choices, stake, owed in ON_WIN
    ]


@pytest.mark.parametrize(("rulebook", "choices", "stake", "owed"), on_win())
def test_vigorish_on_a_banker_win(
    rulebook: str, choices: dict[str, str], stake: int, owed: int, saw: Sightings
) -> None:
    coup = dealt(table(rulebook, **choices), tables.BANKER_7_6, wager("banker", stake))
    result = settled(coup, "banker")
    assert (result.winnings_cents, result.vigorish_cents, result.net_cents) == (stake, owed, stake - owed)
    deferred = choices.get("vigorish_collection") == "deferred"
    debtor = "seat/1/owed" if deferred else "seat/1/chips"
    paid = {account: cents for account, cents in balances(coup.postings).items() if cents}
    assert paid == {
        "tray": -stake,
        "vigorish": owed,
        "seat/1/chips": stake if deferred else stake - owed,
        debtor: -owed if deferred else stake - owed,
    }
    saw(result, [posting for posting in coup.postings if posting.step in ("vigorish", "mark")])


@pytest.mark.parametrize(("rulebook", "choices", "stake", "owed"), on_win(breaks=True))
def test_another_vigorish_on_a_banker_win_is_refused(
    rulebook: str, choices: dict[str, str], stake: int, owed: int, saw: Sightings
) -> None:
    rules = table(rulebook, **choices)
    coup = dealt(rules, tables.BANKER_7_6, wager("banker", stake))
    charge, pay = coup.settlement.actions
    assert (charge.amount_cents, pay) == (owed, Action("pay", 1, "banker", stake))
    for wrong in (owed - 1, owed + 1, 2 * owed, 0):
        refusal = mistake(rules, coup, charge.step, charge._replace(amount_cents=wrong))
        assert refusal.allowed == (str(owed),)
        saw(refusal)


RATES = [
    ("s42/c/3/rate", "section-42", ("3%", "6%", "0%", "4.5%", "5", "25%")),
    ("ma/12/c/vigorish", "massachusetts", ("4%", "0%")),
    ("sem/commission", "seminole", ("4%", "25%")),
    ("sen/commission", "seneca", ("4%", "0%")),
]


@pytest.mark.parametrize(
    ("rulebook", "rates"),
    [pytest.param(book, rates, marks=pytest.mark.clause(clause, breaks=True)) for clause, book, rates in RATES],
)
def test_another_rate_is_no_configuration(rulebook: str, rates: tuple[str, ...], saw: Sightings) -> None:
    for rate in rates:
        (refusal,) = refusals(rulebook, vigorish_rate=rate)
        assert refusal.code is Code.ILLEGAL_VALUE
        assert rate in refusal.sentence
        saw(refusal)


@pytest.mark.clause("sen/commission", breaks=True)
def test_seneca_knows_no_game_without_commission(saw: Sightings) -> None:
    for scheme in ("none-banker-6", "ez", "tie-25"):
        saw(*refusals("seneca", vigorish_type=scheme))


def test_losses_and_ties_owe_nothing_on_a_win_table() -> None:
    for rulebook in ("section-42", "massachusetts", "seminole", "seneca"):
        for text in (tables.PLAYER_7_6, tables.TIE_6_6):
            assert settled(dealt(table(rulebook), text, wager("banker")), "banker").vigorish_cents == 0


# -- rounding --------------------------------------------------------------------------------------

ROUNDED = [
    # 5 percent of 33.00 is 1.65: a multiple of 5 cents, and 25 cents make it 1.75
    ("s42/c/3/i", "section-42", "up-to-5c", 33_00, 1_65),
    ("ma/12/c/rounding", "massachusetts", "up-to-25c", 33_00, 1_75),
    # of 35.00 it is 1.75, a multiple of both
    ("s42/c/3/i", "section-42", "up-to-5c", 35_00, 1_75),
    ("ma/12/c/rounding", "massachusetts", "up-to-25c", 35_00, 1_75),
    # of 35.01 it is 1.7505: the smallest step over
    ("s42/c/3/i", "section-42", "up-to-5c", 35_01, 1_80),
    ("ma/12/c/rounding", "massachusetts", "up-to-25c", 35_01, 2_00),
    # of one cent it is a twentieth of one: the smallest charge is one multiple
    ("s42/c/3/i", "section-42", "up-to-5c", 1, 5),
    ("ma/12/c/rounding", "massachusetts", "up-to-25c", 1, 25),
]


@pytest.mark.parametrize(
    ("rulebook", "rounding", "stake", "owed"),
    [pytest.param(*row, marks=pytest.mark.clause(id_)) for id_, *row in ROUNDED],
)
@pytest.mark.parametrize("collection", ["at-payout", "deferred"])
def test_vigorish_is_rounded_up_only(
    rulebook: str, rounding: str, stake: int, owed: int, collection: str, saw: Sightings
) -> None:
    rules = table(rulebook, vigorish_rounding=rounding, vigorish_collection=collection)
    coup = dealt(rules, tables.BANKER_7_6, wager("banker", stake))
    assert settled(coup, "banker").vigorish_cents == owed
    saw(settled(coup, "banker"), [s for s in rules.settings if s.name == "vigorish_rounding"])


@pytest.mark.parametrize(
    ("rulebook", "rounding", "exact"),
    [
        pytest.param("section-42", "up-to-5c", 1_66, marks=pytest.mark.clause("s42/c/3/i", breaks=True)),
        pytest.param("massachusetts", "up-to-25c", 1_66, marks=pytest.mark.clause("ma/12/c/rounding", breaks=True)),
    ],
)
def test_another_rounding_is_refused(rulebook: str, rounding: str, exact: int, saw: Sightings) -> None:
    """33.20 owe 1.66: rounded down, to the nearest or not at all it is a wrong amount; another multiple is none."""
    rules = table(rulebook, vigorish_rounding=rounding)
    coup = dealt(rules, tables.BANKER_7_6, wager("banker", 33_20))
    for wrong in (exact, 1_65, 1_50, 2_00):
        saw(mistake(rules, coup, "vigorish", Action("vigorish", 1, "banker", wrong)))
    for other in {"up-to-5c", "up-to-25c", "down-to-5c", "nearest", "up-to-1c"} - {rounding}:
        (refusal,) = refusals(rulebook, vigorish_rounding=other)
        assert rounding in refusal.sentence
        saw(refusal)


@given(st.integers(1, 10**9), st.sampled_from([5, 25]), st.sampled_from([Fraction(1, 25), Fraction(1, 20)]))
def test_rounding_never_takes_a_whole_multiple_more(winnings: int, multiple: int, rate: Fraction) -> None:
    exact = winnings * rate
    rounded = round_up(exact, multiple)
    assert exact <= rounded < exact + multiple
    assert rounded % multiple == 0
    assert rounded >= multiple
    assert (rounded == exact) == (exact % multiple == 0)


@given(st.lists(st.integers(1, 500).map(lambda units: 20 * units), min_size=1, max_size=30))
def test_rounding_at_collection_is_never_more_for_the_guest(winnings: list[int]) -> None:
    """A04: once on what is collected, or each winning wager when the vigorish arises."""
    choices = {"vigorish_rounding": "up-to-25c", "vigorish_collection": "deferred"}
    mark = terms(table("massachusetts", **choices, vigorish_rounded_at="mark"))
    collection = terms(table("massachusetts", **choices, vigorish_rounded_at="collection"))
    assert mark is not None
    assert collection is not None
    marked = sum(mark.cents(won) for won in winnings)
    assert mark.collected_cents(marked) == marked
    owed = sum(collection.cents(won) for won in winnings)
    assert owed == Fraction(sum(winnings), 20)
    assert owed <= collection.collected_cents(owed) <= marked
    assert collection.collected_cents(owed) % 25 == 0


# -- on a tie --------------------------------------------------------------------------------------


@pytest.mark.clause("s42/c/4", "s42/c/4/every-player", "s42/c/4/collect")
def test_the_tie_vigorish_is_a_quarter_of_each_tied_banker_wager(saw: Sightings) -> None:
    """Every seat with a Banker wager owes it, no other wager does, and it is collected in the round that tied."""
    rules = table("section-42", **TIE_25)
    stakes = {1: 4, 4: 100_00, 9: 33_32}
    wagers = [wager("banker", stake, seat_no) for seat_no, stake in stakes.items()]
    coup = dealt(rules, tables.TIE_6_6, *wagers, wager("player", 50_00, 2), wager("tie", 1_00, 4))
    for seat_no, stake in stakes.items():
        result = settled(coup, "banker", seat_no)
        assert (result.outcome, result.vigorish_cents, result.net_cents) == ("push", stake // 4, -(stake // 4))
        assert ("vigorish", seat_no, "banker") in steps(coup)
        saw(result)
    assert settled(coup, "player", 2).net_cents == 0
    assert settled(coup, "tie", 4).net_cents == 8_00
    accounts = balances(coup.postings)
    assert accounts["vigorish"] == sum(stakes.values()) // 4
    assert not any(account.endswith("/owed") for account in accounts), "it is collected, never marked"


@pytest.mark.clause("s42/c/4/excludes-win")
def test_a_banker_win_is_free_where_ties_are_charged(saw: Sightings) -> None:
    coup = dealt(table("section-42", **TIE_25), tables.BANKER_7_6, wager("banker", 33_00))
    assert steps(coup) == [("pay", 1, "banker")]
    assert settled(coup, "banker").net_cents == 33_00
    saw(settled(coup, "banker"))


@pytest.mark.clause("s42/c/4/excludes-win", breaks=True)
def test_vigorish_on_a_win_is_refused_where_ties_are_charged(saw: Sightings) -> None:
    rules = table("section-42", **TIE_25)
    coup = dealt(rules, tables.BANKER_7_6, wager("banker", 100_00))
    for step in ("vigorish", "mark"):
        saw(mistake(rules, coup, "pay", Action(step, 1, "banker", 5_00)))


@pytest.mark.clause("s42/c/4", breaks=True)
def test_another_tie_vigorish_is_refused(saw: Sightings) -> None:
    rules = table("section-42", **TIE_25)
    coup = dealt(rules, tables.TIE_6_6, wager("banker", 100_00))
    for wrong in (5_00, 24_99, 50_00):
        saw(mistake(rules, coup, "vigorish", Action("vigorish", 1, "banker", wrong)))
    split = unwanted(rules, wager("banker", 99))
    assert split is not None, "a quarter of 99 cents is no whole number (A03)"
    assert split.allowed == ("4",)


SCHEMES = [
    ("s42/c/4", "section-42", ("win,tie-25", "tie-25+none-banker-6")),
    ("s42/c/6", "section-42", ("win,none-banker-6", "tie-25+none-banker-6")),
    ("sem/no-commission", "seminole", ("win,none-banker-6",)),
]


@pytest.mark.parametrize(
    ("rulebook", "both"),
    [pytest.param(book, both, marks=pytest.mark.clause(id_, breaks=True)) for id_, book, both in SCHEMES],
)
def test_two_schemes_at_once_are_no_configuration(rulebook: str, both: tuple[str, ...], saw: Sightings) -> None:
    for given_ in both:
        (refusal,) = refusals(rulebook, vigorish_type=given_)
        assert "which allows win" in refusal.sentence
        saw(refusal)
    idle = refusals(rulebook, vigorish_type="none-banker-6", vigorish_rate="5%")
    assert [refusal.code for refusal in idle] == [Code.IDLE_OPTION]


@pytest.mark.clause("s42/c/4/collect", breaks=True)
def test_the_tie_vigorish_is_never_marked(saw: Sightings) -> None:
    rules = table("section-42", settlement_order="iii", **TIE_25)
    coup = dealt(rules, tables.TIE_6_6, wager("banker", 100_00))
    marked = mistake(rules, coup, "vigorish", Action("mark", 1, "banker", 25_00))
    saw(marked)
    assert [r.code for r in refusals("section-42", vigorish_collection="deferred", **TIE_25)] == [Code.IDLE_OPTION]


# -- no vigorish -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param("section-42", marks=pytest.mark.clause("s42/c/6")),
        pytest.param("seminole", marks=pytest.mark.clause("sem/no-commission")),
    ],
)
def test_banker_wins_are_free_and_sixes_pay_half(rulebook: str, saw: Sightings) -> None:
    rules = table(rulebook, **NO_6)
    for text, paid in ((tables.BANKER_7_6, 100_00), (tables.BANKER_6_IN_TWO, 50_00), (tables.BANKER_6_IN_THREE, 50_00)):
        coup = dealt(rules, text, wager("banker"))
        assert steps(coup) == [("pay", 1, "banker")]
        assert settled(coup, "banker").net_cents == paid
        saw(settled(coup, "banker"))
    lost = dealt(rules, tables.PLAYER_7_6, wager("banker"))
    assert settled(lost, "banker").net_cents == -100_00, "a losing six loses the whole wager"
    saw([setting for setting in rules.settings if setting.name == "vigorish_type"])


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param("section-42", marks=pytest.mark.clause("s42/c/6", breaks=True)),
        pytest.param("seminole", marks=pytest.mark.clause("sem/no-commission", breaks=True)),
    ],
)
def test_vigorish_is_refused_where_none_is_collected(rulebook: str, saw: Sightings) -> None:
    rules = table(rulebook, **NO_6)
    coup = dealt(rules, tables.BANKER_7_6, wager("banker"))
    saw(mistake(rules, coup, "pay", Action("vigorish", 1, "banker", 5_00)))


@pytest.mark.clause("ma/12/c/ez")
def test_ez_takes_no_vigorish_on_any_wager(saw: Sightings) -> None:
    rules = table("massachusetts", dragon_bonus="on", house_money="on", **EZ)
    for text in (tables.BANKER_7_6, tables.DRAGON_7, tables.TIE_6_6, tables.PANDA_8, tables.NATURAL_8_9):
        coup = dealt(rules, text, *(wager(proposition.id) for proposition in rules.propositions))
        assert all(result.vigorish_cents == 0 for result in coup.settlement.wagers)
        assert "vigorish" not in balances(coup.postings)
    coup = dealt(rules, tables.BANKER_7_6, wager("banker", 33_33))
    assert settled(coup, "banker").net_cents == 33_33
    saw(settled(coup, "banker"))


@pytest.mark.clause("ma/12/c/ez", breaks=True)
def test_vigorish_at_ez_is_refused(saw: Sightings) -> None:
    rules = table("massachusetts", **EZ)
    coup = dealt(rules, tables.BANKER_7_6, wager("banker"))
    for step in ("vigorish", "mark"):
        saw(mistake(rules, coup, "pay", Action(step, 1, "banker", 5_00)))


# -- one type and one rate for all -----------------------------------------------------------------


@pytest.mark.clause("s42/c/5/uniform")
@pytest.mark.parametrize(
    ("choices", "text", "rate"),
    [
        ({}, tables.BANKER_7_6, Fraction(5, 100)),
        ({"vigorish_rate": "4%"}, tables.BANKER_7_6, Fraction(4, 100)),
        (TIE_25, tables.TIE_6_6, Fraction(25, 100)),
    ],
)
def test_type_and_rate_bind_every_seat(choices: dict[str, str], text: str, rate: Fraction, saw: Sightings) -> None:
    """They are settings of the table; a wager has no place for another one."""
    rules = table("section-42", **choices)
    wagers = [wager("banker", 100 * seat_no, seat_no) for seat_no in range(1, 10)]
    coup = dealt(rules, text, *wagers)
    for result in coup.settlement.wagers:
        assert result.vigorish_cents == result.stake_cents * rate
        saw(result)


@pytest.mark.parametrize(
    ("scheme", "exempt"),
    [
        pytest.param("win", {"vigorish_rate": "4%"}, marks=pytest.mark.clause("s42/c/5/uniform", breaks=True)),
        pytest.param("tie-25", {"vigorish_type": "win"}, marks=pytest.mark.clause("s42/c/5/uniform", breaks=True)),
        pytest.param(
            "none-banker-6", {"vigorish_type": "win"}, marks=pytest.mark.clause("s42/c/5/uniform", breaks=True)
        ),
        pytest.param("tie-25", {"vigorish_type": "win"}, marks=pytest.mark.clause("s42/c/4/every-player", breaks=True)),
    ],
)
def test_a_house_file_has_nothing_for_one_seat_alone(scheme: str, exempt: dict[str, str], saw: Sightings) -> None:
    """A10: nor under the third scheme."""
    document = sample("section-42")
    options = document["tables"]["s42-1"]["options"]
    options["vigorish_type"] = scheme
    if scheme != "win":
        for idle in ("vigorish_rate", "vigorish_rounding", "vigorish_collection"):
            del options[idle]
        document["tables"]["s42-1"]["vigorish_posted"] = NOW - timedelta(days=30)
    assert isinstance(read_house(document, "house.toml", NOW), House)
    document["tables"]["s42-1"]["seats"] = {"3": exempt}
    refused = read_house(document, "house.toml", NOW)
    assert not isinstance(refused, House)
    assert [refusal.code for refusal in refused] == [Code.PER_SEAT]
    saw(*refused)


@pytest.mark.clause("s42/c/5/uniform", breaks=True)
def test_a_dealer_takes_no_other_rate_from_one_seat(saw: Sightings) -> None:
    rules = table("section-42")
    coup = dealt(rules, tables.BANKER_7_6, wager("banker", 100_00, 1), wager("banker", 100_00, 2))
    refusal = mistake(rules, coup, "vigorish", Action("vigorish", 1, "banker", 4_00))
    assert refusal.allowed == ("500",)
    saw(refusal)
