"""Procedures, remedies, conditions and calls: data that a table walks, held against the print and against itself."""

from collections.abc import Iterator, Mapping
from itertools import product

import pytest

from minibac.play.propositions import check_proposition
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.options import read_value
from minibac.rules.rulebook import RULEBOOKS, Remedy, Rulebook, Value, load

ROLES = {"dealer", "guest", "floorperson", "pit-boss", "shift-manager"}


def house(rulebook_id: str, **choices: object) -> HouseRules:
    rules = build(load(rulebook_id), choices)
    assert isinstance(rules, HouseRules)
    return rules


# --- conditions ------------------------------------------------------------------------------------------------------


def conditions(book: Rulebook) -> Iterator[tuple[str, Mapping[str, tuple[Value, ...]]]]:
    """Every condition of a rulebook, with the place it stands at."""
    for option in book.option:
        yield option.name, option.when
    for proposition in book.wager:
        yield proposition.id, proposition.only
        yield from ((proposition.id, row.only) for row in proposition.lines)
    for area in book.layout.area:
        yield area.id, area.only
    yield "inscription", book.layout.inscription_only
    for name, steps in book.procedure.items():
        yield from ((f"{name}/{step.id}", step.only) for step in steps)
    yield from ((remedy.kind, remedy.only) for remedy in book.remedy)


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
def test_a_condition_names_an_option_of_some_rulebook_and_values_it_can_have(rulebook_id: str) -> None:
    """A misspelt value would be a rule that silently never applies. What a guide borrows keeps its names."""
    books = [load(rulebook_id), load("section-42")]
    for where, only in conditions(load(rulebook_id)):
        for name, values in only.items():
            options = [option for book in books for option in book.option if option.name == name]
            assert options, f"{where}: there is no option {name}"
            for value in values:
                known = [read for option in options if (read := read_value(option, value)) is not None]
                assert value in known, f"{where}: {name} is never {value!r}"
                assert type(value) in {type(read) for read in known}


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
def test_every_line_of_every_wager_can_be_read(rulebook_id: str) -> None:
    rows = {proposition.id: proposition.lines for proposition in load(rulebook_id).wager}
    for proposition in load(rulebook_id).wager:
        assert proposition.lines or rows[proposition.same_lines_as or ""]
        if proposition.lines:
            check_proposition(proposition)


# --- procedures ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
def test_every_step_has_somebody_to_do_it_and_a_clause(rulebook_id: str) -> None:
    for name, steps in load(rulebook_id).procedure.items():
        for step in steps:
            assert step.roles, (name, step.id)
            assert set(step.roles) <= ROLES, (name, step.id)
            assert step.clauses, (name, step.id)
            assert step.says.endswith("."), (name, step.id)


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
def test_a_step_waits_for_steps_that_come_before_it(rulebook_id: str) -> None:
    procedures = load(rulebook_id).procedure
    for name, steps in procedures.items():
        known = [step.id for step in steps]
        for number, step in enumerate(steps):
            for needed in (*step.needs, *((step.asked,) if step.asked else ())):
                assert needed in known[:number], f"{name}/{step.id} waits for {needed}"
            for other in (*step.after, *((step.then,) if step.then else ())):
                assert other in known, f"{name}/{step.id} speaks of {other}"
            for begun in (step.starts, step.fails):
                assert begun is None or begun in procedures, f"{name}/{step.id} begins {begun}"


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
@pytest.mark.parametrize("shuffler", ["manual", "automatic", "continuous"])
def test_a_step_is_there_once_under_any_options(rulebook_id: str, shuffler: str) -> None:
    made = build(load(rulebook_id), {"shuffler": shuffler})
    if not isinstance(made, HouseRules):
        assert shuffler != "manual"
        return
    for name, steps in made.rulebook.procedure.items():
        live = [step.id for step in steps if made.applies(step.only)]
        assert len(live) == len(set(live)), name


ROUND = ["no-more-bets", "four-cards", "announce-counts", "third-cards"]
ROUND += ["announce-result", "settle", "discard", "last-hand"]


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
def test_a_round_goes_in_its_printed_order(rulebook_id: str) -> None:
    ids = list(dict.fromkeys(step.id for step in load(rulebook_id).procedure["round"]))
    house_money = ["house-money"] if rulebook_id == "massachusetts" else []
    assert ids == [*ROUND[:3], *house_money, *ROUND[3:]]
    assert all(step.roles == ("dealer",) for step in load(rulebook_id).procedure["round"])


# --- remedies --------------------------------------------------------------------------------------------------------

S42_REMEDIES = {
    # what happened, disclosed, must the Banker draw: the clause, what is done
    ("third-card-to-player", False, True): ("s42/k/1", ("banker-third",)),
    ("third-card-to-player", True, True): ("s42/k/1", ("banker-third",)),
    ("third-card-to-player", False, False): ("s42/k/1/stay", ("carry",)),
    ("third-card-to-player", True, False): ("s42/k/1/disclosed", ("burn-counted",)),
    ("card-in-error", False, None): ("s42/k/2", ("carry",)),
    ("card-in-error", True, None): ("s42/k/2/disclosed", ("burn-counted",)),
    ("face-up-in-shoe", None, None): ("s42/k/3", ("burn-counted",)),
    ("too-few-cards", None, None): ("s42/k/4", ("void", "reshuffle")),
    ("right-relinquished", None, None): ("s42/k/5", ("offer-right", "offer-onward", "dealer-turns")),
}
MA_REMEDIES = {
    ("third-card-to-player", False, True): ("ma/13/b", ("banker-third",)),
    ("third-card-to-player", False, False): ("ma/13/b/stay", ("carry",)),
    ("third-card-to-player", True, True): ("ma/13/c", ("banker-third",)),
    ("third-card-to-player", True, False): ("ma/13/c/1", ("discard-two",)),
    ("card-in-error", False, None): ("ma/13/a", ("carry",)),
    ("card-in-error", True, None): ("ma/13/d", ("simulated-round",)),
    ("face-up-in-shoe", None, None): ("ma/13/d", ("simulated-round",)),
    ("exposed-in-dealing", None, None): ("ma/13/d", ("simulated-round",)),
    ("too-few-cards", None, None): ("ma/13/e", ("void", "reshuffle")),
    ("right-relinquished", None, None): ("ma/8/d", ("offer-right", "offer-onward", "dealer-turns")),
}


def remedies(rules: HouseRules, kind: str, disclosed: bool | None, banker_draws: bool | None) -> list[Remedy]:
    return [
        remedy
        for remedy in rules.rulebook.remedy
        if remedy.kind == kind
        and rules.applies(remedy.only)
        and (remedy.disclosed is None or disclosed is None or remedy.disclosed == disclosed)
        and (remedy.banker_draws is None or banker_draws is None or remedy.banker_draws == banker_draws)
    ]


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
def test_each_irregularity_has_exactly_the_printed_remedy(rulebook_id: str) -> None:
    """Section 42 (k) and Massachusetts 13; a guide has none of its own and takes those of Section 42."""
    rules = house(rulebook_id)
    printed = MA_REMEDIES if rulebook_id == "massachusetts" else S42_REMEDIES
    for what, (clause, do) in printed.items():
        (remedy,) = remedies(rules, *what)
        assert remedy.clauses[0] == clause, what
        assert remedy.do == do, what
    assert {remedy.kind for remedy in rules.rulebook.remedy} == {what[0] for what in printed}


def test_massachusetts_chooses_what_becomes_of_a_disclosed_third_card() -> None:
    (remedy,) = remedies(house("massachusetts", disclosed_third_card=2), "third-card-to-player", True, False)
    assert (remedy.clauses[0], remedy.do) == ("ma/13/c/2", ("simulated-round",))


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
def test_no_irregularity_has_two_remedies(rulebook_id: str) -> None:
    rules = house(rulebook_id)
    for kind, disclosed, banker_draws in product(
        {remedy.kind for remedy in rules.rulebook.remedy}, (True, False), (True, False)
    ):
        assert len(remedies(rules, kind, disclosed, banker_draws)) == 1


# --- the calls -------------------------------------------------------------------------------------------------------

CALLS = {
    "section-42": {
        "no_more_bets": ("No more bets", "s42/g/2"),
        "player_count": ("Player's Hand: {player}", "s42/h/1"),
        "banker_count": ("Banker's Hand: {banker}", "s42/h/1"),
        "final": ("Player {player}, Banker {banker}", "s42/j/1"),
        "player": ("Player's Hand wins", "s42/j/1"),
        "banker": ("Banker's Hand wins", "s42/j/1"),
        "tie": ("Tie Hand", "s42/j/1/tie"),
        "last_hand": ("Last hand", "s42/h/5/announce"),
    },
    "massachusetts": {
        "no_more_bets": ("No more bets", "ma/8/b"),
        "player_count": ("Player's Hand: {player}", "ma/8/c/1/announce"),
        "banker_count": ("Banker's Hand: {banker}", "ma/8/c/2/announce"),
        "final": ("Player {player}, Banker {banker}", "ma/11/a"),
        "player": ("Player's Hand wins", "ma/11/a"),
        "banker": ("Banker's Hand wins", "ma/11/a"),
        "tie": ("Tie hand", "ma/11/a/tie"),
        "dragon_7": ("Dragon 7", "ma/11/a/ez"),
        "panda_8": ("Panda 8", "ma/11/a/ez"),
        "last_hand": ("Last hand", "ma/9/e/announce"),
    },
    "seminole": {
        "no_more_bets": ("No more bets", "sem/no-more-bets"),
        "player_count": ("Player {player}", "s42/h/1"),
        "banker_count": ("Banker {banker}", "s42/h/1"),
        "final": ("Player {player}, Banker {banker}", "s42/j/1"),
        "player": ("Player wins", "sem/closest-nine"),
        "banker": ("Banker wins", "sem/closest-nine"),
        "tie": ("Tie Hand", "sem/tie"),
        "last_hand": ("Last hand", "s42/h/5/announce"),
    },
    "seneca": {
        "no_more_bets": ("No more bets", "sen/no-more-bets"),
        "player_count": ("Player {player}", "sen/announce-counts"),
        "banker_count": ("Banker {banker}", "sen/announce-counts"),
        "final": ("Player {player}, Banker {banker}", "sen/announce-counts"),
        "player": ("Player wins", "sen/closest-nine"),
        "banker": ("Banker wins", "sen/closest-nine"),
        "tie": ("Tie", "sen/tie"),
        "last_hand": ("Last hand", "s42/h/5/announce"),
    },
}


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
def test_the_calls_are_those_of_the_print(rulebook_id: str) -> None:
    calls = load(rulebook_id).announcements
    assert {name: (call.text, call.clauses[0]) for name, call in calls.items()} == CALLS[rulebook_id]
