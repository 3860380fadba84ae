"""``minibac rules``: the books, a clause, a ruling, and how much is proven."""

import re

import pytest

from minibac.rules.clauses import inventory
from minibac.rules.proofs import by_document, coverage
from minibac.rules.rulebook import RULEBOOKS, load
from minibac.rules.rulings import rulings
from tests.rules.houses import sample_text


def test_the_four_rulebooks(minibac, told):
    assert [book["rulebook"] for book in told("rules")["rulebooks"]] == list(RULEBOOKS)
    assert all(name in minibac("rules").stdout for name in RULEBOOKS)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_rulebook_with_its_options_wagers_and_tableau(minibac, told, rulebook):
    book = told("rules", rulebook)
    assert book["title"] == load(rulebook).title
    assert {o["name"] for o in book["options"]} == {option.name for option in load(rulebook).option}
    assert {"player", "banker", "tie"} <= {w["id"] for w in book["wagers"]}
    assert [row["draws"] for row in book["drawing"]["banker"] if row["total"] == "6"] == ["67"]
    assert book["rulings"]
    assert bool(book["borrowed"]) == (load(rulebook).kind == "guide")
    text = minibac("rules", rulebook).stdout
    for part in ("Options", "Wagers", "Who draws", "Layout", "What the dealer announces", "Rulings"):
        assert part in text
    assert "6  ·  ·  ·  ·  ·  ·  ·  D  D  ·  ·" in text
    assert "as its SAMPLE house plays it" in text.splitlines()[0]


def test_a_house_of_ones_own_is_no_sample(minibac, tmp_path):
    house = tmp_path / "house.toml"
    house.write_text(sample_text("section-42"), encoding="utf-8")
    assert "SAMPLE" not in minibac("rules", "section-42", "--house", str(house)).stdout


def test_what_is_chosen_and_what_is_idle(told):
    options = {o["name"]: o for o in told("rules", "ma", "--set", "vigorish_type=ez")["options"]}
    assert options["vigorish_type"]["chosen"] is True
    assert options["vigorish_type"]["value"] == "ez"
    assert options["vigorish_rate"]["value"] is None
    assert options["decks"]["values"] == ["6", "7", "8"]
    automatic = {o["name"]: o for o in told("rules", "ma", "--set", "shuffler=automatic")["options"]}
    assert automatic["decks"]["values"] == ["12", "14", "16"]


VIGORISH = {
    "section-42": {
        "win": ["s42/c/3/extract", "s42/c/3/rate", "s42/c/3/i"],
        "tie-25": ["s42/c/4", "s42/c/4/collect", "s42/c/4/every-player", "s42/c/3/i"],
        "none-banker-6": ["s42/c/6"],
    },
    "massachusetts": {"win": ["ma/12/c/vigorish", "ma/12/c/rounding"], "ez": ["ma/12/c/ez", "ma/1/ez-baccarat"]},
    "seminole": {"win": ["sem/commission"], "none-banker-6": ["sem/no-commission"]},
    "seneca": {"win": ["sen/commission"]},
}


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_each_type_of_vigorish_with_its_clauses(minibac, told, rulebook):
    types = told("rules", rulebook)["vigorish"]
    assert {kind["type"]: kind["clauses"] for kind in types} == VIGORISH[rulebook]
    assert [kind["type"] for kind in types if kind["chosen"]] == ["win"]
    text = minibac("rules", rulebook).stdout
    assert "5% of the winnings of banker on a win" in text
    assert ("25% of the stake of banker on a tie" in text) == (rulebook == "section-42")


def test_where_no_vigorish_is_taken_the_clause_says_so(minibac):
    text = minibac("rules", "massachusetts", "--set", "vigorish_type=ez").stdout
    assert re.search(r"ez +nothing +ma/12/c/ez, ma/1/ez-baccarat", text)
    assert re.search(r"win +5% of the winnings of banker on a win", text)


def test_the_terms_that_a_document_defines(minibac, told):
    terms = told("rules", "massachusetts")["terms"]
    assert [(term["term"], term["clauses"]) for term in terms] == [
        ("Defined terms", ["ma/1"]),
        ("Dragon 7", ["ma/1/dragon-7"]),
        ("Panda 8", ["ma/1/panda-8"]),
        ("Natural", ["ma/1/natural"]),
    ]
    assert [term["says"] for term in terms] == [
        inventory()[clause].says for term in terms for clause in term["clauses"]
    ]
    assert "Terms" in minibac("rules", "massachusetts").stdout
    assert told("rules", "section-42")["terms"] == []
    assert "Terms" not in minibac("rules", "section-42").stdout


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_what_happens_when_something_goes_wrong(minibac, told, rulebook):
    """The remedies that apply under the options; the right to turn cards passes on as the handed mode has it."""
    rules = told("rules", rulebook)
    handed = load(rulebook).handed
    (passed_on,) = (remedy for remedy in rules["remedies"] if remedy["kind"] == "right-relinquished")
    assert passed_on["clauses"] == [*handed.revoke, *handed.offer, *handed.remainder, *handed.dealer_turns]
    text = minibac("rules", rulebook).stdout
    assert "third card to player, disclosed, Banker stays" in text
    assert "card in error, face down" in text


def test_the_remedies_are_those_of_the_options(told):
    first = told("rules", "massachusetts")["remedies"]
    second = told("rules", "massachusetts", "--set", "disclosed_third_card=2")["remedies"]
    assert [r["clauses"][0] for r in first if r not in second] == ["ma/13/c/1"]
    assert [r["clauses"][0] for r in second if r not in first] == ["ma/13/c/2"]


def test_settings_come_first_among_the_rulings(told):
    entries = told("rules", "massachusetts")["rulings"]
    with_options = ["massachusetts" in entry["options"] for entry in entries]
    assert with_options == sorted(with_options, reverse=True)


def test_a_line_that_never_applies_is_left_out(told):
    wagers = {w["id"]: w["lines"] for w in told("rules", "massachusetts", "--set", "vigorish_type=ez")["wagers"]}
    assert [line["result"] for line in wagers["banker"]] == ["push", "win", "push", "lose"]


def test_a_clause(minibac, told):
    clause = told("rules", "ma/13/c/1")
    assert clause["document"] == "massachusetts"
    assert clause["options"] == ["disclosed_third_card"]
    assert {"keeps", "breaks"} <= set(clause)
    text = minibac("rules", "ma/13/c/1").stdout
    assert inventory()["ma/13/c/1"].says.split()[0] in text
    assert told("rules", "S42/B/1/I/a")["id"] == "s42/b/1/i/A"


def test_a_ruling(minibac, told):
    assert told("rules", "a17")["title"] == rulings()["A17"].title
    assert told("rules", "A04")["options"]["section-42"] == ["vigorish_rounded_at"]
    assert "Resolution" in minibac("rules", "A17").stdout


def test_a_ruling_shows_its_option_with_the_default_and_the_legal_values(minibac, told):
    (setting,) = told("rules", "B28")["settings"]["massachusetts"]
    assert (setting["name"], setting["default"]) == ("exposed_in_dealing", "simulated-round")
    assert setting["values"] == ["simulated-round", "stays"]
    words = " ".join(minibac("rules", "B28").stdout.split())
    assert "exposed_in_dealing=simulated-round unless chosen: simulated-round or stays" in words
    (fixed,) = told("rules", "D03")["settings"]["seneca"]
    assert (fixed["name"], fixed["values"]) == ("shuffle_recipe", ["shuffle,shuffle"])
    offered = told("rules", "A41")["options"]
    assert offered == {book: ["right_offered_to"] for book in ("section-42", "massachusetts", "seminole")}


@pytest.mark.parametrize("entry", [e.id for e in rulings().values() if e.is_choice])
def test_every_ruling_a_regulator_could_decide_otherwise_has_a_named_option_or_one_value(told, entry):
    assert told("rules", entry)["settings"], entry


@pytest.mark.parametrize("topic", [*list(inventory())[::7], *rulings()])
def test_every_topic_has_a_page(minibac, topic):
    result = minibac("rules", topic)
    assert result.exit_code == 0
    assert result.stdout.startswith(topic)


HOW = ("enforced", "attested", "shown")


def test_coverage(minibac, told):
    counted = told("rules", "--coverage")
    assert list(counted) == ["clauses", "proven", *HOW, "out", "missing", "out_clauses", "documents"]
    assert counted["clauses"] == len(inventory())
    assert counted["clauses"] == counted["proven"] + counted["out"] + len(counted["missing"])
    assert counted["proven"] == sum(counted[held] for held in HOW)
    assert counted["missing"] == list(coverage().missing)
    assert {name: d["proven"] for name, d in counted["documents"].items()} == {
        name: c.proven for name, c in by_document().items()
    }
    assert list(told("rules", "seneca", "--coverage")["documents"]) == ["seneca"]
    out = [clause for clause in inventory().values() if clause.is_out]
    assert len(out) == counted["out"]
    assert counted["out_clauses"] == [{"clause": c.id, "says": c.says, "why": c.software} for c in out]
    assert [c["clause"] for d in counted["documents"].values() for c in d["out_clauses"]] == [c.id for c in out]
    text = minibac("rules", "--coverage").stdout
    assert "all" in text
    for clause in out:
        assert clause.id in text
        assert clause.software in " ".join(text.split())


def test_every_clause_has_its_row(minibac, told):
    rows = told("rules", "--proofs")["clauses"]
    assert [row["id"] for row in rows] == list(inventory())
    for row in rows:
        assert row["held"] == inventory()[row["id"]].held
        assert bool(row["out"]) == (row["held"] == "out")
    text = minibac("rules", "seneca", "--proofs").stdout
    assert [line.split()[0] for line in text.splitlines() if line.startswith("sen/")] == [
        clause.id for clause in inventory().values() if clause.document == "seneca"
    ]


def test_coverage_names_what_is_missing(minibac, monkeypatch):
    monkeypatch.setattr("minibac.rules.proofs.proofs", dict)
    text = minibac("rules", "seneca", "--coverage").stdout
    missing = text.partition("Missing: not proven yet\n")[2].replace(",", " ").split()
    assert missing == [c.id for c in inventory().values() if c.document == "seneca" and not c.is_out]


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("massachusets",), "(did you mean massachusetts?)"),
        (("ma/13/c/11",), "(did you mean ma/13/c/1?)"),
        (("A99",), "there is no clause, ruling or control 'A99'"),
        (("ma/1", "--coverage"), "'ma/1' is no rulebook"),
        (("--set", "decks=6"), "--set and --house choose the options of a rulebook"),
        (("seneca", "--set", "decks=6"), "decks=6 is not allowed under Seneca"),
    ],
)
def test_what_is_wrong(refused, args, sentence):
    (said,) = refused("rules", *args)
    assert sentence in said


def test_the_rules_in_chinese(minibac):
    """The language is a choice of the whole command line, by an option or in the environment; ids stay as typed."""
    asked = ("rules", "section-42", "--set", "vigorish_type=none-banker-6")
    text = minibac("--language", "zh", *asked).stdout
    assert "庄家赢，且庄家为 6 点" in text
    assert "2 赔 1" in text
    assert "vigorish_type" in text
    assert text == minibac(*asked, env={"MINIBAC_LANGUAGE": "zh"}).stdout
    assert minibac("--language", "zh", *asked, "--json").stdout == minibac(*asked, "--json").stdout


def test_a_language_that_nobody_speaks_here(refused):
    assert refused("--language", "zz", "rules") == ["there is no language 'zz': en or zh"]
