"""The rulebook files: every citation exists, the tableaux are the printed ones, nothing is there that should not be."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import pytest

from minibac.rules.clauses import find_clause, inventory
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.rulebook import PREFIXES, RULEBOOKS, load, parse
from minibac.rules.rulings import rulings
from tests.naive import dealer

PACKAGE = Path(str(files("minibac.rulebooks")))
CLAUSE_ID = re.compile(r"\b(?:s42|ma|sem|sen)/[A-Za-z0-9/_-]+")
RULING_ID = re.compile(r"\b[A-F]\d\d\b")

COUNTS = {"section-42": 209, "massachusetts": 231, "seminole": 54, "seneca": 52}


def document_of(clause: str) -> str:
    return PREFIXES[clause.partition("/")[0]]


def document(rulebook_id: str) -> dict[str, Any]:
    return tomllib.loads((PACKAGE / f"{rulebook_id}.toml").read_text(encoding="utf-8"))


def strings(value: object, path: str = "") -> Iterator[tuple[str, str]]:
    """Every string of a TOML document with the path to it."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from strings(item, f"{path}.{key}")
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from strings(item, f"{path}[{number}]")


# --- citations -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*RULEBOOKS, "rulings"])
def test_every_clause_cited_is_in_the_inventory(name: str) -> None:
    """In the data, and in the comments beside it."""
    text = (PACKAGE / f"{name}.toml").read_text(encoding="utf-8")
    cited = set(CLAUSE_ID.findall(text))
    assert cited
    assert sorted(clause for clause in cited if clause not in inventory()) == []


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
def test_a_citation_stands_only_where_clauses_are_cited(rulebook_id: str) -> None:
    """A string of the form of a clause id is a whole one: nothing is cited inside a sentence for guests."""
    for path, text in strings(document(rulebook_id)):
        if CLAUSE_ID.search(text) and not text.startswith("paytable:"):
            assert text in inventory(), path


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
def test_every_ruling_named_exists_and_is_listed(rulebook_id: str) -> None:
    book, known = load(rulebook_id), rulings()
    named = [*book.rulings, *(o.ruling for o in book.option if o.ruling), *(b.entry for b in book.borrow)]
    if book.drawing.printed_stands:
        named += book.drawing.printed_stands.corrections.values()
    named += RULING_ID.findall((PACKAGE / f"{rulebook_id}.toml").read_text(encoding="utf-8"))
    assert sorted(set(named) - set(known)) == []
    assert len(set(book.rulings)) == len(book.rulings)


def test_every_ruling_belongs_to_a_rulebook_or_lies_between_them() -> None:
    claimed = {entry for rulebook_id in RULEBOOKS for entry in load(rulebook_id).rulings}
    assert {entry for entry in rulings() if not entry.startswith("E")} <= claimed
    letters = {"A": "section-42", "B": "massachusetts", "C": "seminole", "D": "seneca"}
    for entry in rulings():
        if entry[0] in letters:
            assert entry in load(letters[entry[0]]).rulings


def paragraph(clause: str) -> str:
    """``s42/e`` of ``s42/e/6/depth``."""
    return "/".join(clause.split("/")[:2])


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
def test_a_rulebook_cites_itself_and_what_it_borrows(rulebook_id: str) -> None:
    """A regulation cites its own clauses alone; a guide cites another document where it borrows, and says so."""
    book = load(rulebook_id)
    foreign = {
        text
        for path, text in strings(document(rulebook_id))
        if text in inventory() and document_of(text) != rulebook_id and not path.startswith((".borrow", ".handling"))
    }  # what guests may not touch is one rule for all (E37)
    if book.kind == "regulation":
        assert foreign == set()
        assert book.borrow == ()
        return
    assert {document_of(clause) for clause in foreign} <= {"section-42", "massachusetts"}
    lent = {paragraph(clause) for item in book.borrow for clause in item.clauses}
    assert sorted(clause for clause in foreign if paragraph(clause) not in lent) == []
    for item in book.borrow:
        assert all(document_of(clause) != rulebook_id for clause in item.clauses)
        assert item.entry in rulings()
        assert item.what


@pytest.mark.parametrize("rulebook_id", ["seminole", "seneca"])
def test_borrowed_options_are_marked(rulebook_id: str) -> None:
    rules = build(load(rulebook_id))
    assert isinstance(rules, HouseRules)
    borrowed = {setting.name for setting in rules.settings if setting.borrowed}
    expected = {"settlement_order", "finish", "cut_card_depth", "recut_by", "face_up_in_round", "dead_table_face"}
    expected |= {"payment_correction"}
    assert borrowed == expected | ({"seats"} if rulebook_id == "seminole" else {"vigorish_collection"})
    for setting in rules.settings:
        if setting.clause not in rulings():  # where every document is silent, a ruling is cited
            assert setting.borrowed == (document_of(setting.clause) != rulebook_id), setting.name


@pytest.mark.parametrize("rulebook_id", ["section-42", "massachusetts"])
def test_a_regulation_borrows_nothing(rulebook_id: str) -> None:
    assert not any(option.borrowed for option in load(rulebook_id).option)
    assert load(rulebook_id).borrow_options == ()


# --- the inventory ---------------------------------------------------------------------------------------------------


def test_the_inventory_holds_all_clauses_in_print_order() -> None:
    counts = dict.fromkeys(RULEBOOKS, 0)
    for clause in inventory().values():
        counts[clause.document] += 1
        assert document_of(clause.id) == clause.document
        assert clause.kind in {"rule", "procedure", "option", "record", "role", "announce", "equipment", "out"}
        assert clause.says
        assert clause.software
        assert clause.capability
        assert bool(clause.values) <= (clause.kind == "option")
    assert counts == COUNTS
    assert sum(counts.values()) == 546 == len(inventory())
    for rulebook_id in RULEBOOKS:
        text = (PACKAGE / "inventory" / f"{rulebook_id}.toml").read_text(encoding="utf-8")
        stated = tomllib.loads(text)["document"]
        assert stated["clauses"] == COUNTS[rulebook_id]
        assert stated["prefix"] == load(rulebook_id).prefix
        assert stated["title"] == load(rulebook_id).title
        assert len({row["id"] for row in tomllib.loads(text)["clause"]}) == COUNTS[rulebook_id]


def test_what_a_clause_builds_on_exists_and_never_goes_round() -> None:
    clauses = inventory()
    depth: dict[str, int] = {}

    def measure(clause_id: str, above: tuple[str, ...]) -> int:
        assert clause_id in clauses, f"{above[-1]} depends on {clause_id}"
        assert clause_id not in above, f"{' → '.join((*above, clause_id))} goes round"
        if clause_id not in depth:
            found = (measure(other, (*above, clause_id)) for other in clauses[clause_id].depends)
            depth[clause_id] = 1 + max(found, default=0)
        return depth[clause_id]

    for clause_id in clauses:
        measure(clause_id, ())
    assert max(depth.values()) > 3


def test_a_wrong_clause_gets_the_nearest_right_one() -> None:
    with pytest.raises(LookupError, match="there is no clause 's42/i/33'"):
        find_clause("s42/i/33")


# --- the tableau -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
def test_the_tableau_is_the_one_the_naive_dealer_reads_from_the_print(rulebook_id: str) -> None:
    tableau = load(rulebook_id).tableau
    for total in range(10):
        assert tableau.natural[total] == (total in (8, 9))
    for player in range(8):
        assert tableau.player_draws[player] == dealer.player_draws(rulebook_id, player, 0)
        for banker in range(8):
            if dealer.player_draws(rulebook_id, player, banker):
                for third in range(10):
                    drawn = dealer.banker_draws(rulebook_id, player, banker, third)
                    assert tableau.banker_draws[banker][third] == drawn, (player, banker, third)
            else:
                drawn = dealer.banker_draws(rulebook_id, player, banker, None)
                assert tableau.banker_draws[banker][10] == drawn


@pytest.mark.parametrize(("rulebook_id", "exceptions"), [("seminole", {}), ("seneca", {"6/6": "D01"})])
def test_the_second_printed_list_is_the_complement_of_the_first(rulebook_id: str, exceptions: dict[str, str]) -> None:
    """Both lists together name each third card once, but for Seneca's Banker 6 against a 6, which D01 strikes out."""
    book = load(rulebook_id)
    stands = book.drawing.printed_stands
    assert stands is not None
    assert stands.corrections == exceptions
    assert sorted(stands.rows) == ["3", "4", "5", "6"]
    twice = set()
    for row, printed in stands.rows.items():
        draws = book.drawing.banker[row].replace("-", "")
        assert len(set(printed)) == len(printed)
        assert set(draws) | set(printed) == set("0123456789")
        twice |= {f"{row}/{third}" for third in set(draws) & set(printed)}
    assert twice == set(exceptions)
    for entry in exceptions.values():
        assert {"sen/banker-6", "sen/banker-6-no"} == set(rulings()[entry].clauses)


@pytest.mark.parametrize("rulebook_id", ["section-42", "massachusetts"])
def test_only_the_guides_print_a_second_list(rulebook_id: str) -> None:
    assert load(rulebook_id).drawing.printed_stands is None


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
def test_every_row_of_the_table_has_its_clauses(rulebook_id: str) -> None:
    clauses = load(rulebook_id).drawing.clauses
    assert list(clauses.rows) == [str(total) for total in range(10)]
    tableau = load(rulebook_id).tableau.banker_draws
    for total in range(10):
        cells = clauses.rows[str(total)]
        assert bool(cells.draws) == any(tableau[total][:10])
        assert bool(cells.stands) == (not all(tableau[total][:10]))


# --- the shape of a file ---------------------------------------------------------------------------------------------


def places(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The path of every table of a document."""
    if isinstance(value, dict):
        yield path
        for key, item in value.items():
            yield from places(item, (*path, key))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from places(item, (*path, number))


@pytest.mark.exhaustive
@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
def test_an_unknown_key_anywhere_in_a_rulebook_file_is_an_error(rulebook_id: str) -> None:
    """In a table of named fields the key is unknown; where keys are data (totals, options) the value is wrong."""
    unknown: list[str] = []
    for path in places(document(rulebook_id)):
        broken: Any = document(rulebook_id)
        table = broken
        for step in path:
            table = table[step]
        table["misspelt"] = {"nested": {}}
        with pytest.raises(msgspec.ValidationError) as caught:
            parse(broken)
        if "unknown field `misspelt`" in str(caught.value):
            unknown.append(".".join(str(step) for step in path if isinstance(step, str)))
    named = {"", "values", "equipment", "cut", "drawing", "drawing.clauses", "wagers", "wager", "wager.lines", "option"}
    named |= {"settlement", "layout", "layout.area", "procedure.round", "values.example"}
    assert named - ({"values.example"} if rulebook_id == "seneca" else set()) <= set(unknown)


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
def test_a_missing_part_of_a_rulebook_file_is_an_error(rulebook_id: str) -> None:
    for key in ("id", "option", "wager", "drawing", "cut", "settlement", "layout", "announcements", "result"):
        broken = document(rulebook_id)
        del broken[key]
        with pytest.raises(msgspec.ValidationError):
            parse(broken)


@pytest.mark.parametrize(
    ("part", "row", "printed"),
    [
        ("banker", "6", "77"),
        ("banker", "6", "x"),
        ("banker", "10", "1"),
        ("natural", None, "8-"),
        ("player", None, "00"),
    ],
)
def test_a_tableau_that_names_a_cell_twice_or_not_at_all_is_an_error(part: str, row: str | None, printed: str) -> None:
    broken = document("section-42")
    if row is None:
        broken["drawing"][part] = printed
    else:
        broken["drawing"][part][row] = printed
    with pytest.raises(ValueError, match=r"must name each of|no Banker row"):
        _ = parse(broken).tableau


def test_there_are_four_rulebooks_and_a_typo_gets_the_nearest() -> None:
    assert RULEBOOKS == ("section-42", "massachusetts", "seminole", "seneca")
    for rulebook_id in RULEBOOKS:
        assert load(rulebook_id).id == rulebook_id
    with pytest.raises(LookupError, match=r"no rulebook 'sectoin-42' \(did you mean section-42\?\)"):
        load("sectoin-42")


# --- the defaults of the design --------------------------------------------------------------------------------------

EVERYWHERE = {
    "shuffler": "manual",
    "decks": 8,
    "seats": 9,
    "vigorish_type": "win",
    "vigorish_rate": "5%",
    "vigorish_rounding": "none",
    "vigorish_collection": "at-payout",
    "tie_odds": 8,
    "deal_mode": "face-up",
    "settlement_order": "iv",
    "finish": "feather",
    "cut_card_depth": 14,
    "recut_by": "next",
    "payment_correction": "rebuilt-round",
    "unfinishable_coup": "return-all",
}
BURNS: dict[str, object] = {"face_up_in_round": "at-once", "dead_table_face": "up"}
BY_RULEBOOK: dict[str, dict[str, object]] = {
    "section-42": {"match_play": False, "verbal_wagers": False, **BURNS},
    "massachusetts": {
        "deal_mode": "handed",
        "dragon_bonus": False,
        "house_money": False,
        "disclosed_third_card": 1,
        "wagers_before_simulated": "frozen",
        "exposed_in_dealing": "simulated-round",
        "decks_received": "plain",
        "verbal_wagers": False,
    },
    "seminole": {"vigorish_collection": "deferred", **BURNS},
    "seneca": {"seats": 7, "partnership_limit": "area", **BURNS},
}


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
def test_the_defaults_are_those_of_the_design(rulebook_id: str) -> None:
    rules = build(load(rulebook_id))
    assert isinstance(rules, HouseRules)
    assert rules.options == {**EVERYWHERE, **BY_RULEBOOK[rulebook_id]}
    assert not any(setting.chosen for setting in rules.settings)


@pytest.mark.parametrize("rulebook_id", ["section-42", "massachusetts"])
def test_an_automatic_shuffler_brings_sixteen_decks(rulebook_id: str) -> None:
    rules = build(load(rulebook_id), {"shuffler": "automatic"})
    assert isinstance(rules, HouseRules)
    assert (rules.options["decks"], rules.decks_in_shoe) == (16, 8)


def test_ez_brings_its_two_wagers_and_paytable_a_is_the_first() -> None:
    ez = build(load("massachusetts"), {"vigorish_type": "ez"})
    assert isinstance(ez, HouseRules)
    assert {"dragon-7", "panda-8"} <= {proposition.id for proposition in ez.propositions}
    assert ez.options["dragon_7_notice"] == "layout"
    bonus = build(load("massachusetts"), {"dragon_bonus": "on", "house_money": "on"})
    assert isinstance(bonus, HouseRules)
    assert bonus.options["dragon_bonus_paytable"] == "A"
    assert (bonus.options["house_money_add"], bonus.options["house_money_on_void"]) == ("all", "reverse")


# --- nothing printed -------------------------------------------------------------------------------------------------

PRINTED_PHRASES = [
    # sentences of the four prints that no paraphrase would repeat
    "shall be opaque and in a solid color readily distinguishable",
    "the left digit of such number shall be discarded having no value",
    "shall extract a commission known as",
    "in accordance with the licensee's approved internal controls",
    "unless the context clearly indicates otherwise",
    "so that the floorperson can verify that the shuffle did not result in any uneven distribution",
    "the dealer shall take all cards in front of the cutting card",
    "involves just a few decisions, how much",
    "These betting areas are identified",
    "an ancient game of chance",
    "The object of the game is to come as close to the number nine as possible",
    "are taken from the shoe by the dealer. Two cards referred to as",
]


def test_no_printed_text_is_in_the_package() -> None:
    for file in sorted(PACKAGE.parent.rglob("*")):
        if file.suffix in {".toml", ".json", ".py", ".txt", ".md"}:
            text = " ".join(file.read_text(encoding="utf-8").split())
            for phrase in PRINTED_PHRASES:
                assert phrase not in text, f"{file.name} prints: {phrase}"
    assert [file.name for file in PACKAGE.rglob("*.txt")] == []


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
def test_paytables_are_whole(rulebook_id: str) -> None:
    book = load(rulebook_id)
    for table in book.paytable.values():
        option = next(option for option in book.option if option.name == table.option)
        assert tuple(option.values) == table.columns
        assert all(len(row) == len(table.columns) for row in table.rows.values())
    odds = {row.odds or "" for proposition in book.wager for row in proposition.lines}
    asked = {text for text in odds if text.startswith("paytable:")}
    stated = {f"paytable:{table_id}/{row}" for table_id, table in book.paytable.items() for row in table.rows}
    assert asked == stated
