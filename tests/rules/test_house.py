"""The house file: the samples load and play the defaults, and whatever stands in a file is answered."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minibac.houses.checks import check_money
from minibac.houses.house import House, parse_house, read_house, sample_house
from minibac.play.propositions import priced
from minibac.play.wagers import Limits, Wager, check_wagers
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.options import allowed_words
from minibac.rules.refusal import Code
from minibac.rules.rulebook import RULEBOOKS, load
from tests.rules.houses import HOUSES, NOW, TABLES, change, house, refusals_of, refused, sample, sample_text


@pytest.mark.parametrize("name", HOUSES)
def test_the_houses_these_tests_start_from_stand(name: str) -> None:
    read = read_house(house(name), "house.toml", NOW)
    assert isinstance(read, House), "\n".join(map(str, read))
    assert read.rules_for(HOUSES[name][0]) is not None


# ---------------------------------------------------------------------------------------------------------- the samples


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
def test_a_sample_house_plays_the_defaults_and_states_every_choice(rulebook_id: str) -> None:
    rules = sample_house(rulebook_id).rules_for(rulebook_id)
    default = build(load(rulebook_id))
    assert rules is not None
    assert isinstance(default, HouseRules)
    assert rules.options == default.options
    for setting in rules.settings:
        options = [option for option in rules.rulebook.option if option.name == setting.name]
        assert setting.chosen or len(allowed_words(options[0])) == 1, f"{setting.name} is left unsaid"
    assert all("SAMPLE" in paper.authority and "SAMPLE" in paper.reference for paper in rules.references.values())


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
def test_the_sample_house_serves_every_set_option_as_the_bare_rulebook_does(rulebook_id: str) -> None:
    """``--set`` on the sample house and on the rulebook itself agree, refusals included."""
    book, house = load(rulebook_id), sample_house(rulebook_id)
    for option in book.option:
        for word in (*allowed_words(option), "nonsense"):
            plain, stated = build(book, {option.name: word}), house.rules_with(rulebook_id, {option.name: word})
            if isinstance(plain, HouseRules):
                assert isinstance(stated, HouseRules), (option.name, word, stated)
                assert stated.options == plain.options, (option.name, word)
            else:
                assert stated == plain


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
def test_limits_and_backs_of_a_sample_fit_the_parts_that_read_them(rulebook_id: str) -> None:
    table = sample_house(rulebook_id).tables[TABLES[rulebook_id]]
    limits = Limits(table.minimum_cents, table.maximum_cents)
    assert set(limits.minimum_cents) == set(priced(table.rules))
    wagers = [Wager(1, proposition, limits.minimum_cents[proposition]) for proposition in priced(table.rules)]
    assert check_wagers(table.rules, wagers, limits) == ()
    assert [tuple(back) for back in table.equipment.backs] == [("red", "plain")]


def test_a_house_gives_the_rules_of_its_first_table_under_a_rulebook() -> None:
    document = sample("section-42")
    document["tables"]["second"] = change(document, {"T.options.decks": 6, "T.equipment.decks.0.count": 6})["tables"][
        "s42-1"
    ]
    house = read_house(document, "house.toml", NOW)
    assert isinstance(house, House)
    assert list(house.tables) == ["s42-1", "second"]
    assert house.rules_for("section-42") is house.tables["s42-1"].rules
    assert house.rules_for("seneca") is None
    (refusal,) = refusals_of(house.rules_with("seneca", {}))
    assert "has no table under seneca" in refusal.sentence


def test_what_is_set_replaces_what_the_house_states() -> None:
    house = sample_house("massachusetts")
    ez = house.rules_with("massachusetts", {"vigorish_type": "ez", "dragon_bonus_paytable": "C"})
    assert isinstance(ez, HouseRules)
    assert "vigorish_collection" not in ez.options
    assert (ez.options["dragon_bonus"], ez.options["dragon_bonus_paytable"]) == (True, "C")
    sets = {"vigorish_type": "ez", "vigorish_rate": "5%", "decks": "9"}
    refusals = refusals_of(house.rules_with("massachusetts", sets))
    assert [refusal.code for refusal in refusals] == [Code.ILLEGAL_VALUE, Code.IDLE_OPTION]


def test_a_house_file_holds_its_own_references() -> None:
    """Without its references a house may keep what needs none, and nothing is lent to it."""
    document = change(sample("section-42"), {"references": {}})
    house = read_house(document, "house.toml", NOW)
    assert isinstance(house, House)
    refusals = refusals_of(house.rules_with("section-42", {"shuffler": "continuous"}))
    assert [refusal.code for refusal in refusals] == [Code.MISSING_REFERENCE]


# --------------------------------------------------------------------------------------------- the rest of the promises


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
@given(data=st.data(), unit=st.integers(1, 600), chip=st.sampled_from([1, 5, 25]), times=st.integers(1, 40))
def test_a_betting_unit_that_stands_never_splits_a_cent(
    rulebook_id: str, data: st.DataObject, unit: int, chip: int, times: int
) -> None:
    """What the house file lets pass, the dealer takes: every multiple of the unit, on every area."""
    choices = {}
    for name in ("vigorish_type", "vigorish_rate", "vigorish_rounding", "vigorish_collection", "house_money_add"):
        option = next((option for option in load(rulebook_id).option if option.name == name), None)
        if option:
            choices[name] = data.draw(
                st.sampled_from([*option.values, *(["1/3"] if option.type == "rational" else [])])
            )
    rules = build(load(rulebook_id), choices)
    if not isinstance(rules, HouseRules):
        return
    wagers = [Wager(1, wager, unit * times) for wager in priced(rules)]
    if not list(check_money(rules, unit, chip)):
        assert check_wagers(rules, wagers) == ()


def test_the_tables_of_a_pit_are_alike_and_a_machine_needs_no_finish() -> None:
    document = house("section-42")
    document["tables"]["machine"] = house("s42-automatic")["tables"]["s42-1"]
    read = read_house(document, "house.toml", NOW)
    assert isinstance(read, House)
    assert "finish" not in read.tables["machine"].rules.options
    assert read.tables["machine"].rules.cards_in_shoe == 416
    del document["pits"]["main"]["finish"]
    (refusal,) = refused(document)
    assert refusal.sentence.startswith("house.toml: pits.main: finish is not stated")


def places(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every place of a document, tables and lists included."""
    items: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inside in items:
        yield (*path, key)
        yield from places(inside, (*path, key))


STRANGE = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.just(16**6000),
    st.floats(),
    st.text(max_size=20),
    st.sampled_from(
        ["", "none", "A", "1e999999999", "1/0", "-1", "massachusetts", "seneca", "on", "tie-25", "2026-01-01"]
    ),
    st.dates(),
    st.datetimes(),
    st.lists(st.one_of(st.text(max_size=5), st.integers(), st.dictionaries(st.text(max_size=5), st.integers()))),
    st.dictionaries(st.text(max_size=5), st.one_of(st.integers(), st.text(max_size=5), st.lists(st.integers()))),
)


@pytest.mark.parametrize("name", ["section-42", "ez", "bonus", "further", "seminole", "seneca"])
@given(data=st.data())
def test_whatever_stands_in_a_file_is_answered_with_a_house_or_sentences(name: str, data: st.DataObject) -> None:
    document = house(name)
    for _ in range(data.draw(st.integers(1, 4))):
        known = list(places(document))
        if not known:
            break
        *path, last = data.draw(st.sampled_from(known))
        place: Any = document
        for key in path:
            place = place[key]
        what = data.draw(st.sampled_from(["change", "delete", "rename"]))
        if what == "change":
            value = data.draw(STRANGE)
            place[last] = [] if value is None else value
        elif what == "rename" and isinstance(place, dict):
            place[data.draw(st.text(max_size=12))] = place.pop(last)
        else:
            del place[last]
    answer = read_house(document, "house.toml", NOW)
    if not isinstance(answer, House):
        assert answer
        assert all(isinstance(str(refusal), str) and refusal.sentence.startswith("house.toml") for refusal in answer)


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
@given(data=st.data())
def test_a_file_with_letters_lost_is_answered_with_a_house_or_sentences(rulebook_id: str, data: st.DataObject) -> None:
    text = sample_text(rulebook_id)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 40)))
    answer = parse_house(text[:start] + data.draw(st.text(max_size=3)) + text[end:], "house.toml", NOW)
    assert isinstance(answer, House) or answer


# ------------------------------------------------------------------------------------------------------------- the page


def test_the_example_of_the_page_about_house_files_stands() -> None:
    page = Path(__file__).parents[2].joinpath("docs/house-file.md").read_text(encoding="utf-8")
    (example,) = [
        block.partition("```")[0] for block in page.split("```toml\n")[1:] if block.startswith("# A complete")
    ]
    read = parse_house(example, "corner.toml", NOW)
    assert isinstance(read, House), "\n".join(map(str, read))
    assert {table.rules.rulebook.id for table in read.tables.values()} == {"section-42", "massachusetts"}


def test_a_table_may_leave_its_dealer_without_help() -> None:
    alone = read_house(change(sample("section-42"), {"T.help": False}), "house.toml", NOW)
    assert isinstance(alone, House)
    assert [table.help for table in alone.tables.values()] == [False, *[True] * (len(alone.tables) - 1)]
    (refusal,) = refused(change(sample("section-42"), {"T.help": "no"}))
    assert "help" in str(refusal)
    assert "true or false" in str(refusal)


def test_guests_have_a_share_in_the_shuffle_where_the_file_says_so_and_a_cut_follows() -> None:
    shared = read_house(change(sample("section-42"), {"T.guests_share": True}), "house.toml", NOW)
    assert isinstance(shared, House)
    assert [table.guests_share for table in shared.tables.values()] == [True, *[False] * (len(shared.tables) - 1)]
    device = {"T.guests_share": True, "T.options.shuffler": "continuous"}
    refusals = refused(change(sample("section-42"), device))
    assert any("guests_share" in str(each) and "continuous device" in str(each) for each in refusals), refusals
    assert any("guests_share" in str(each) for each in refused(change(sample("section-42"), {"T.guests_share": "y"})))
