"""``minibac deal``: the JSON of the design, the page for people, and one sentence for everything that is wrong."""

import pytest

from tests.rules.houses import sample_text

CARDS = "7h,9s,3c,2d,Kd,5c"  # Player 7 3 K: 0; Banker 9 2 5: 6
DRAGON_7 = "2h,2s,2c,2d,2h,3c"  # Player 2 2 2: 6; Banker 2 2 3: 7 in three cards
BANKER = ("deal", "section-42", "--cards", CARDS, "--wager", "banker=10000")


# ------------------------------------------------------------------------------------------------------- what it prints


def test_the_example_of_the_design(told):
    dealt = told(*BANKER)
    assert list(dealt) == ["rulebook", "options", "player", "banker", "result", "unused", "wagers", "postings"]
    assert dealt["rulebook"] == "section-42"
    assert dealt["options"]["decks"] == 8
    assert dealt["options"]["vigorish_rate"] == "5%"
    assert dealt["options"]["match_play"] is False
    assert dealt["player"] == {"cards": ["7h", "3c", "Kd"], "total": 0}
    assert dealt["banker"] == {"cards": ["9s", "2d", "5c"], "total": 6}
    assert dealt["result"] == "banker"
    assert dealt["unused"] == []
    assert dealt["wagers"] == [
        {
            "seat": 1,
            "wager": "banker",
            "stake_cents": 10000,
            "outcome": "win",
            "winnings_cents": 10000,
            "vigorish_cents": 500,
            "net_cents": 9500,
        }
    ]
    assert list(dealt["postings"][0]) == ["step", "seat", "wager", "account", "amount_cents", "clause"]
    assert sum(posting["amount_cents"] for posting in dealt["postings"]) == 0
    chips = sum(p["amount_cents"] for p in dealt["postings"] if p["account"] == "seat/1/chips")
    assert chips == 9500


def test_ez_and_its_dragon_7(told):
    dealt = told(
        *("deal", "massachusetts", "--set", "vigorish_type=ez", "--cards", DRAGON_7),
        *("--wager", "dragon-7=500", "--wager", "2:banker=1000"),
    )
    assert dealt["options"]["vigorish_type"] == "ez"
    assert "vigorish_rate" not in dealt["options"]
    assert [(w["seat"], w["wager"], w["outcome"], w["net_cents"]) for w in dealt["wagers"]] == [
        (1, "dragon-7", "win", 20000),
        (2, "banker", "push", 0),
    ]


def test_a_tie_under_tie_25_is_a_push_with_a_negative_net(told):
    dealt = told(
        *("deal", "section-42", "--set", "vigorish_type=tie-25", "--cards", "9h,9s,Kc,Kd", "--wager", "banker=1000")
    )
    (wager,) = dealt["wagers"]
    assert (wager["outcome"], wager["vigorish_cents"], wager["net_cents"]) == ("push", 250, -250)


def test_cards_left_over_are_listed(told):
    assert told("deal", "seneca", "--cards", "9h,2s,Kc,3d,As,Td")["unused"] == ["As", "Td"]


def test_explain_adds_every_step_with_its_clauses(told):
    dealt = told(*BANKER, "--explain")
    assert list(dealt)[-1] == "explanation"
    assert all(list(step) == ["step", "text", "clauses"] for step in dealt["explanation"])
    assert all(step["clauses"] for step in dealt["explanation"])
    draws = [step for step in dealt["explanation"] if step["step"] == "draw"]
    assert [step["clauses"][0] for step in draws] == ["s42/i/2/t1/0-5", "s42/i/3/b0-2"]


def test_house_money_is_taken_unless_it_is_added(told):
    call = ("deal", "massachusetts", "--set", "house_money=on", "--cards", "5h,9s,5c,9d")
    wagers = ("--wager", "3:banker=2000", "--wager", "3:house-money=500")
    taken = told(*call, *wagers)
    added = told(*call, *wagers, "--add-house-money", "3:banker")
    assert [w["net_cents"] for w in taken["wagers"]] == [1900, 7500]
    assert "added_cents" not in taken["wagers"][0]
    assert [w["net_cents"] for w in added["wagers"]] == [9025, 7500]  # 95 percent of $95
    assert added["wagers"][0]["added_cents"] == 7500
    assert "added_cents" not in added["wagers"][1]


def test_a_coupon_plays_beside_the_chips(told):
    dealt = told(
        *("deal", "section-42", "--set", "match_play=on", "--cards", "9h,2s,Kc,3d"),
        *("--wager", "player=1000", "--coupon", "player=500#A17"),
    )
    (wager,) = dealt["wagers"]
    assert (wager["stake_cents"], wager["coupon_cents"], wager["winnings_cents"]) == (1000, 500, 1500)


def test_large_numbers_stay_exact(told):
    odds = 10**17
    dealt = told(
        *(
            "deal",
            "section-42",
            "--set",
            f"tie_odds={odds}",
            "--cards",
            "9h,9s,Kc,Kd",
            "--wager",
            "tie=1000000000000000",
        )
    )
    assert dealt["wagers"][0]["winnings_cents"] == odds * 10**15


@pytest.mark.parametrize("rulebook", ["section-42", "massachusetts", "seminole", "seneca"])
def test_every_rulebook_deals_cards_alone(minibac, rulebook):
    result = minibac("deal", rulebook.upper(), "--cards", CARDS)
    assert result.exit_code == 0
    assert "7♥  3♣  K♦" in result.stdout
    assert "Player 0, Banker 6" in result.stdout
    assert "Postings" not in result.stdout


def test_the_page_for_people(minibac):
    text = minibac(*BANKER, "--wager", "4:tie=500").stdout
    assert "Player's Hand   7♥  3♣  K♦      0" in text
    assert "Player's Hand has 0 and draws" in text
    assert "Banker's Hand wins" in text
    assert "1  banker  $100.00  win       $100.00     $5.00  +$95.00" in text
    assert "collect      4  tie     layout/4/tie       -$5.00  s42/j/2" in text
    assert "\x1b" not in text
    assert "s42/i/2/t1/0-5" not in text
    assert "s42/i/2/t1/0-5" in minibac(*BANKER, "--explain").stdout


# -------------------------------------------------------------------------------------------------------- what is wrong


def deal(refused, *args, status=2, rulebook="section-42", cards=CARDS):
    return refused("deal", rulebook, "--cards", cards, *args, status=status)


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("--wager", "bankr=100"), "there is no wager 'bankr' (did you mean banker?)"),
        (("--wager", "dragon-7=500"), "Section 42 knows no wager dragon-7"),
        (("--wager", "banker=0"), "a stake of $0.00 on banker is no wager"),
        (("--wager", "banker=-100"), "a stake of -$1.00 on banker is no wager"),
        (("--wager", "banker=12.5"), "the stake on banker is '12.5', which is not a number of whole cents"),
        (("--wager", "banker=ten"), "the stake on banker is 'ten', which is not a number of whole cents"),
        (("--wager", "banker="), "the stake on banker is '', which is not a number of whole cents"),
        (("--wager", "banker=1_000"), "not a number of whole cents"),
        (("--wager", "banker=٣"), "not a number of whole cents"),
        (("--wager", "banker=" + "9" * 5000), "not a number of whole cents"),
        (("--wager", "banker=" + "9" * 20), "the stake on banker is more than"),
        (("--wager", "banker"), "--wager banker cannot be read"),
        (("--wager", "0:banker=100"), "there is no seat 0: the table has seats 1 to 9"),
        (("--wager", "10:banker=100"), "there is no seat 10"),
        (("--wager", "x:banker=100"), "the seat 'x' is not a number"),
        (("--wager", "banker=100", "--wager", "banker=200"), "seat 1 has banker twice"),
        (("--add-house-money", "player"), "seat 1 has no house-money wager"),
        (("--add-house-money", "tie"), "House Money winnings are added to player or banker, not to tie"),
        (("--coupon", "player=100"), "a coupon alone is no wager"),
        (("--wager", "player=100", "--coupon", "player=100"), "match play coupons are not taken"),
        (("--set", "decks=5"), "decks=5 is not allowed under Section 42, which allows 6 or more (s42/a/1)"),
        (("--set", "deks=6"), "there is no option deks (did you mean decks?)"),
        (("--set", "vigorish_type=ez"), "vigorish_type=ez is not allowed under Section 42"),
        (("--set", "vigorish_type=tie-25", "--set", "vigorish_rate=4%"), "vigorish_rate has no meaning while"),
        (("--set", "decks"), "--set decks cannot be read"),
        (("--set", "decks=6", "--set", "decks=7"), "decks is set twice, to 6 and to 7"),
        (("--set", "tie_odds=1e999999999"), "tie_odds=1e999999999 is not allowed"),
        (("--house", "/nowhere/house.toml"), "/nowhere/house.toml: cannot be read"),
    ],
)
def test_one_sentence_for_each_fault(refused, args, sentence):
    (said,) = deal(refused, *args)
    assert sentence in said


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ("7h,9s,3c,2x", "there is no card '2x'"),
        ("7h,9s,3c,", "3 cards are too few: the Banker's Hand is still due its second card"),
        ("", "0 cards are too few: the Player's Hand is still due its first card"),
        ("7h,9s,3c,2d", "4 cards are too few: the Player's Hand is still due its third card"),
        ("7h,9s,3c,2d,Kd", "5 cards are too few: the Banker's Hand is still due its third card"),
        ("7h,9s,3c,2d,Kd,5c" + ",As" * 9, "As is there 9 times, but 8 decks hold it 8 times"),
    ],
)
def test_cards_that_make_no_coup(refused, cards, sentence):
    (said,) = deal(refused, cards=cards)
    assert sentence in said


def test_a_wager_of_another_rulebook(refused):
    (said,) = deal(refused, "--wager", "dragon-7=500", rulebook="massachusetts")
    assert said.startswith("dragon-7 is offered under Massachusetts only with vigorish_type=ez")


def test_a_stake_that_could_split_a_cent_is_a_wrong_call_as_it_is_for_the_odds(refused):
    (said,) = deal(refused, "--wager", "banker=1001")
    assert "could split a cent" in said
    assert "a multiple of $0.20" in said


def test_every_fault_is_told(refused):
    said = deal(refused, "--wager", "banker=1001", "--wager", "tie=0", cards="7h")
    assert [s.partition(":")[0] for s in said] == [
        "$10.01 on banker could split a cent",
        "a stake of $0.00 on tie is no wager",
        "1 card is too few",
    ]


def test_several_cards_and_wagers_that_cannot_be_read(refused):
    assert len(deal(refused, "--wager", "banker=x", "--coupon", "player", cards="7h,1s,3c,Zd")) == 4


def test_a_house_file_replaces_the_sample_house(told, refused, tmp_path):
    text = sample_text("section-42")
    house = tmp_path / "house.toml"
    house.write_text(text, encoding="utf-8")
    call = ("deal", "section-42", "--cards", CARDS, "--house", str(house))
    assert told(*call)["options"] == told("deal", "section-42", "--cards", CARDS)["options"]
    assert told(*call, "--set", "decks=6")["options"]["decks"] == 6
    assert refused("deal", "seneca", "--cards", CARDS, "--house", str(house))
    house.write_text("[house]\n", encoding="utf-8")
    assert len(refused(*call)) > 1
