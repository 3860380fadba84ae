"""The house file: each refused configuration names its clause, and a choice that stands the one that allows it."""

from collections.abc import Callable, Mapping
from datetime import timedelta

import pytest

from minibac.house.law import opening
from minibac.houses.house import House, read_house
from minibac.houses.papers import ms_of
from minibac.pits.pit_opening import DAY_MS, open_pit_of
from minibac.rules.clauses import inventory
from minibac.rules.refusal import Code
from tests.rules.houses import AREAS, DECKS, FURTHER, GONE, LACE, LIMIT, NOW, TOO_EARLY, change, house, refused

CONTINUOUS = {"T.options.shuffler": "continuous", "T.options.cut_card_depth": GONE, "T.shuffle_recipe": GONE}

# ------------------------------------------------------------------------------------- refused configurations by clause

# (clause, the house it starts from, what is changed)
BROKEN: list[tuple[str, str, Mapping[str, object]]] = [
    ("s42/a/1", "section-42", {"T.options.decks": 5}),
    ("s42/a/1/cutting-cards", "section-42", {"T.equipment.cutting_cards.count": 1}),
    ("s42/a/1/cutting-card-look", "section-42", {"T.equipment.cutting_cards.colour": "Red"}),
    ("s42/a/1/cutting-card-look", "section-42", {"T.equipment.cutting_cards.colour": "white"}),
    ("s42/a/1/cutting-card-look", "section-42", {"T.equipment.cutting_cards.opaque": False}),
    ("s42/a/1/cutting-card-look", "section-42", {"T.equipment.cutting_cards.solid": False}),
    ("s42/a/1/cutting-card-look", "section-42", {"T.equipment.cutting_cards.solid": GONE}),
    ("s42/a/1/cutting-card-look", "section-42", {"T.equipment.cutting_cards.colour": "orange"}),
    ("s42/a/1/cutting-card-look", "section-42", {"T.equipment.cutting_cards.colour": "striped yellow"}),
    ("s42/a/1/cutting-card-look", "s42-automatic", {"T.equipment.cutting_cards.colour": "blue"}),
    ("s42/a/1/cutting-card-look", "seminole", {"T.equipment.cutting_cards.opaque": False}),
    ("s42/a/1/cutting-card-look", "seneca", {"T.equipment.cutting_cards.opaque": False}),
    ("s42/a/4", "s42-automatic", {"T.options.decks": 10}),
    ("s42/a/4", "s42-automatic", {"T.options.decks": 13}),
    ("s42/a/4/ii", "s42-automatic", {"T.equipment.decks.0.count": 10, "T.equipment.decks.1.count": 6}),
    ("s42/a/4/ii", "s42-automatic", {"T.equipment.decks.1.batch": "A"}),
    ("s42/a/4/iii", "s42-automatic", {"T.equipment.decks.1.colour": "red"}),
    (
        "s42/a/4/iii",
        "s42-automatic",
        {
            "T.equipment.decks": [
                DECKS,
                {**DECKS, "count": 4, "batch": "B"},
                {**DECKS, "count": 4, "batch": "B", "colour": "blue"},
            ]
        },
    ),
    ("s42/f/1", "section-42", {"T.equipment.decks": [{**DECKS, "count": 4}, {**DECKS, "count": 4, "design": "lined"}]}),
    ("s42/b/2/approval", "further", {"approved.lucky-6.approval": GONE}),
    ("s42/b/2/approval", "further", {"approved.lucky-6.approval.authority": "Gaming Commission"}),
    ("s42/b/2/approval", "section-42", {"T.wagers": ["player", "banker", "tie", "dragon-7"]}),
    ("s42/b/2", "section-42", {"T.wagers": ["player", "banker", "tie", "dragon-7"]}),
    ("s42/b/2/approval", "section-42", {"T.approved_wagers": ["lucky-6"]}),
    ("s42/b/1", "section-42", {"T.wagers": ["player", "banker"]}),
    ("s42/b/1/i", "section-42", {"T.wagers": ["player", "tie"]}),
    ("s42/b/1/ii", "section-42", {"T.wagers": ["banker", "tie"]}),
    ("ma/7/a/1", "massachusetts", {"T.wagers": ["player", "tie"]}),
    ("ma/7/a/2", "massachusetts", {"T.wagers": ["banker", "tie"]}),
    ("ma/7/a/3", "massachusetts", {"T.wagers": ["player", "banker"]}),
    ("s42/b/3", "section-42", {"T.layout.areas": ["player-hand", "banker-hand", "player", "banker"]}),
    ("s42/c/2", "section-42", {"T.options.tie_odds": 7}),
    ("s42/c/2", "section-42", {"T.options.tie_odds": "25/3"}),
    ("s42/c/3/rate", "section-42", {"T.options.vigorish_rate": "3%"}),
    ("s42/c/3/rate", "section-42", {"T.options.vigorish_rate": GONE}),
    ("s42/c/3/rate", "section-42", {"T.betting_unit_cents": 10, "T.chips_cents": [5]}),
    ("s42/c/3/i", "section-42", {"T.options.vigorish_rounding": "up-to-25c"}),
    ("s42/c/3/i", "section-42", {"T.options.vigorish_rounding": "up-to-5c", "T.chips_cents": [10, 500]}),
    ("s42/c/3/ii", "section-42", {"T.options.vigorish_collection": "never"}),
    ("s42/c/3/ii", "section-42", {"T.options.vigorish_collection": GONE}),
    ("s42/c/3/ii/marker", "s42-deferred", {"T.layout.areas": AREAS}),
    ("s42/c/3/iii/controls", "s42-deferred", {"controls.uncollected_vigorish": ["A", "B", "C", "D", "F", "our-own"]}),
    ("s42/c/3/iii/controls", "s42-deferred", {"controls": GONE}),
    ("s42/c/3/iii/controls", "s42-deferred", {"references.internal-controls": GONE}),
    ("s42/c/3/iii", "s42-deferred", {"references.internal-controls": GONE}),
    ("s42/c/4", "section-42", {"T.options.vigorish_type": "win,tie-25"}),
    ("s42/c/4", "section-42", {"T.options.vigorish_type": ["win", "tie-25"]}),
    ("s42/c/4", "tie-25", {"T.betting_unit_cents": 50, "T.chips_cents": [10]}),
    ("s42/c/4", "tie-25", {"T.betting_unit_cents": 10, "T.chips_cents": [5]}),
    ("s42/c/4/every-player", "tie-25", {"T.seats.3": {"vigorish_type": "win"}}),
    ("s42/c/5", "section-42", {"notices": GONE}),
    ("s42/c/5", "section-42", {"notices.vigorish_days": GONE}),
    ("s42/c/6/notice", "section-42", {"notices.vigorish_days": GONE}),
    ("s42/c/6/notice", "banker-6", {"T.vigorish_posted": GONE}),
    ("s42/c/6/notice", "banker-6", {"T.vigorish_posted": NOW - timedelta(days=6)}),
    ("s42/c/6/notice", "banker-6", {"T.vigorish_posted": NOW + timedelta(days=1)}),
    ("s42/c/5/uniform", "section-42", {"T.seats.3": {"vigorish_rate": "4%"}}),
    ("s42/c/6", "section-42", {"T.options.vigorish_type": "tie-25,none-banker-6"}),
    ("s42/c/6/banker-6", "banker-6", {"T.betting_unit_cents": 25, "T.chips_cents": [25]}),
    ("s42/c/6/banker-6", "banker-6", {"T.betting_unit_cents": 5, "T.chips_cents": [5]}),
    ("s42/e/1", "section-42", {"T.options.shuffler": "wash"}),
    ("s42/e/2", "section-42", {"pits.main.finish": GONE}),
    ("s42/e/2", "section-42", {"pits.main.finish": "square"}),
    ("s42/e/2/ii/A", "section-42", {"pits.main.reshuffle_after_lace": "all"}),
    ("s42/e/2/ii/A", "lace", {"pits.main.reshuffle_after_lace": "most"}),
    ("s42/e/2/ii/B", "lace", {"pits.main.surveillance_notice.effective": TOO_EARLY}),
    ("s42/e/2/ii/B", "lace", {"pits.main.surveillance_notice": GONE}),
    ("s42/e/2/ii/B", "lace", {"pits.main.surveillance_notice.given": NOW - timedelta(minutes=29)}),
    ("s42/e/3", "section-42", {"T.options.finish": "lace"}),
    ("s42/e/3", "lace", {"T.options.reshuffle_after_lace": "all"}),
    ("s42/e/3", "section-42", {"pits.main.finish": GONE, "T.options.finish": "feather"}),
    ("s42/e/6/depth", "section-42", {"T.options.cut_card_depth": 13}),
    ("s42/e/6/depth", "section-42", {"T.options.cut_card_depth": 400}),
    ("s42/e/7/who", "section-42", {"T.options.recut_by": "nobody"}),
    ("s42/e/8/face", "section-42", {"T.options.dead_table_face": "sideways"}),
    ("s42/g/3/options", "section-42", {"T.options.deal_mode": "thrown"}),
    ("s42/g/3/options", "section-42", {"T.options.deal_mode": GONE}),
    ("s42/g/3/i/areas", "section-42", {"T.layout.areas": ["banker-hand", "player", "banker", "tie"]}),
    ("s42/j/3", "section-42", {"pits.main.settlement_order": "v"}),
    ("s42/j/3", "section-42", {"pits.main.settlement_order": GONE}),
    ("s42/j/3/i", "section-42", {"T.options.settlement_order": "i"}),
    ("s42/j/3/ii", "section-42", {"pits.main.surveillance_notice.effective": TOO_EARLY}),
    ("s42/j/3/ii", "section-42", {"pits.main.surveillance_notice": GONE}),
    ("s42/j/3/ii", "section-42", {"pits.main.surveillance_notice.effective": NOW + timedelta(minutes=1)}),
    ("s42/j/3/ii", "section-42", {"pits.main.surveillance_notice.given": NOW - timedelta(minutes=29)}),
    ("s42/j/3/ii", "seminole", {"pits.main.surveillance_notice": GONE}),
    ("s42/j/3/ii", "seneca", {"pits.main.surveillance_notice": GONE}),
    ("s42/l/1", "section-42", {"T.options.shuffler": "continuous", "references.continuous-shuffler": GONE}),
    ("s42/l/1/controls", "section-42", {"T.options.shuffler": "continuous", "references.continuous-shuffler": GONE}),
    ("ma/1/ez-baccarat", "massachusetts", {"T.wagers": ["player", "banker", "tie", "dragon-7"]}),
    ("ma/1/ez-baccarat", "ez", {"T.wagers": ["player", "banker", "tie", "dragon-7"]}),
    ("ma/2/a", "massachusetts", {"T.options.seats": 10}),
    ("ma/2/a/sides", "massachusetts", {"T.layout.seats_on_one_side": False}),
    ("ma/2/b", "massachusetts", {"references.layout-approval": GONE}),
    ("ma/2/b", "massachusetts", {"references.layout-approval.authority": "Gaming Commission of Corner Street"}),
    ("ma/2/b", "massachusetts", {"references.layout-approval.authority": ""}),
    ("ma/2/b/1", "massachusetts", {"T.layout.areas": ["player-hand", "player", "banker", "tie"]}),
    ("ma/2/b/2", "bonus", {"T.layout.areas": [*AREAS, "dragon-bonus-player", "house-money"]}),
    ("ma/2/b/2", "massachusetts", {"T.layout.areas": [*AREAS, "dragon-bonus-player", "dragon-bonus-banker"]}),
    ("ma/2/b/3", "ez", {"T.layout.areas": AREAS}),
    ("ma/2/b/3/i", "ez", {"T.layout.areas": [*AREAS, "panda-8"]}),
    ("ma/2/b/3/i", "massachusetts", {"T.layout.areas": [*AREAS, "dragon-7"]}),
    ("ma/2/b/3/ii", "ez", {"T.layout.inscription": "none"}),
    ("ma/2/b/3/ii", "massachusetts", {"T.layout.inscription": "layout"}),
    ("ma/2/b/3/ii/sign", "ez", {"T.options.dragon_7_notice": "layout"}),
    ("ma/2/b/3/iii", "ez", {"T.layout.areas": [*AREAS, "dragon-7"]}),
    ("ma/2/b/3/iii", "massachusetts", {"T.layout.areas": [*AREAS, "panda-8"]}),
    ("ma/2/b/4", "bonus", {"T.layout.areas": [*AREAS, "dragon-bonus-player", "dragon-bonus-banker"]}),
    ("ma/2/b/4", "massachusetts", {"T.layout.areas": [*AREAS, "house-money"]}),
    ("ma/2/b/5", "ma-deferred", {"T.layout.areas": AREAS}),
    ("ma/2/b/5/exempt", "massachusetts", {"T.layout.areas": [*AREAS, "vigorish"]}),
    ("ma/2/b/5/exempt", "ez", {"T.layout.areas": [*AREAS, "dragon-7", "panda-8", "vigorish"]}),
    ("ma/3/a", "massachusetts", {"T.options.decks": 9}),
    ("ma/3/a", "massachusetts", {"T.equipment.decks.0.count": 6}),
    ("ma/3/a/cover-cards", "massachusetts", {"T.equipment.cutting_cards.count": 3}),
    ("ma/3/a/cover-cards", "massachusetts", {"T.equipment.cutting_cards": GONE}),
    (
        "ma/3/a/identical",
        "massachusetts",
        {"T.equipment.decks": [{**DECKS, "count": 7}, {**DECKS, "count": 1, "colour": "blue"}]},
    ),
    ("ma/3/b", "ma-automatic", {"T.options.decks": 18}),
    ("ma/3/b/1", "ma-automatic", {"T.equipment.decks.0.count": 9, "T.equipment.decks.1.count": 7}),
    ("ma/3/b/2", "ma-automatic", {"T.equipment.decks.1.colour": "RED"}),
    (
        "ma/3/b/2",
        "ma-automatic",
        {
            "T.equipment.decks": [
                {**DECKS, "batch": "A"},
                {**DECKS, "batch": "B", "count": 4, "colour": "blue"},
                {**DECKS, "batch": "B", "count": 4, "colour": "blue", "design": "lined"},
            ]
        },
    ),
    (
        "ma/4/e",
        "massachusetts",
        {"T.options.decks_received": "preinspected-preshuffled", "references.card-custody": GONE},
    ),
    (
        "ma/5/a/preshuffled",
        "massachusetts",
        {"T.options.decks_received": "preinspected-preshuffled", "references.card-custody": GONE},
    ),
    (
        "ma/5/a/preshuffled",
        "massachusetts",
        {"T.options.decks_received": "preinspected-preshuffled", "references.preshuffled-cards": GONE},
    ),
    ("ma/5/a/method", "massachusetts", {"T.options.shuffler": "wash"}),
    ("ma/5/a/feather", "massachusetts", {"pits.main.finish": "lace"}),
    ("ma/5/d/depth", "massachusetts", {"T.options.cut_card_depth": 13}),
    ("ma/5/e/who", "massachusetts", {"T.options.recut_by": "same"}),
    ("ma/5/h", "massachusetts", {"T.shuffle_recipe": ["plug", "riffle", "riffle", "strip", "cut"]}),
    ("ma/5/h/1", "massachusetts", {"T.shuffle_recipe": ["riffle", "riffle", "turn", "riffle", "strip", "cut"]}),
    ("ma/5/h/2", "massachusetts", {"T.shuffle_recipe": ["plug", "turn", "strip", "cut"]}),
    ("ma/5/h/3", "massachusetts", {"T.shuffle_recipe": ["plug", "riffle", "riffle", "turn", "strip", "cut"]}),
    ("ma/5/h/4", "massachusetts", {"T.shuffle_recipe": ["plug", "riffle", "strip", "turn", "riffle", "cut"]}),
    ("ma/5/h/5", "massachusetts", {"T.shuffle_recipe": ["plug", "riffle", "turn", "riffle", "cut", "strip"]}),
    ("ma/7/a", "massachusetts", {**FURTHER}),
    ("ma/7/a", "massachusetts", {"T.wagers": ["player", "banker", "tie", "player-pair"]}),
    (
        "ma/7/a/4",
        "massachusetts",
        {"T.wagers": ["player", "banker", "tie", "dragon-bonus-player", "dragon-bonus-banker"]},
    ),
    ("ma/7/a/5", "massachusetts", {"T.limits.dragon-7": LIMIT}),
    ("ma/7/a/6", "massachusetts", {"T.limits.panda-8": LIMIT}),
    ("ma/7/a/7", "massachusetts", {"T.wagers": ["player", "banker", "tie", "house-money"]}),
    ("ma/8/c/3/i/a", "bonus", {"T.options.house_money_add": "3/2"}),
    ("ma/8/c/3/i/a", "bonus", {"T.options.house_money_add": "1/2"}),
    ("ma/8/c/3/i/a", "bonus", {"references.rules-submission": GONE}),
    ("ma/8/c/face-down", "massachusetts", {"T.options.deal_mode": "face-up"}),
    ("ma/11/b/order", "massachusetts", {"pits.main.settlement_order": "i"}),
    ("ma/12/b", "massachusetts", {"T.options.tie_odds": "15/2"}),
    ("ma/12/c/vigorish", "massachusetts", {"T.options.vigorish_rate": "4%"}),
    ("ma/12/c/vigorish", "massachusetts", {"T.betting_unit_cents": 10, "T.chips_cents": [5]}),
    ("ma/12/c/vigorish", "massachusetts", {"T.betting_unit_cents": 100}),
    ("ma/12/c/rounding", "massachusetts", {"T.options.vigorish_rounding": "up-to-5c"}),
    ("ma/12/d", "massachusetts", {"references.rules-submission": GONE}),
    ("ma/12/d", "massachusetts", {"T.options.vigorish_collection": GONE}),
    ("ma/12/d", "massachusetts", {"references.rules-submission.authority": ""}),
    ("ma/12/d/2", "ma-deferred", {"T.layout.areas": AREAS}),
    ("ma/12/d/2/iii", "ma-deferred", {"T.options.uncollected_path": "form"}),
    ("ma/12/e/paytable", "bonus", {"T.options.dragon_bonus_paytable": "D"}),
    ("ma/12/e/paytable", "bonus", {"T.options.dragon_bonus_paytable": GONE}),
    ("ma/12/e/paytable", "bonus", {"references.rules-submission": GONE}),
    ("ma/13/c/option", "massachusetts", {"T.options.disclosed_third_card": 3}),
    ("ma/13/c/option", "massachusetts", {"T.options.disclosed_third_card": GONE}),
    ("ma/13/c/option", "massachusetts", {"references.rules-submission": GONE}),
    ("ma/14", "massachusetts", {"T.options.shuffler": "continuous", "references.continuous-shuffler": GONE}),
    ("ma/14/approval", "massachusetts", {"T.options.shuffler": "continuous", "references.continuous-shuffler": GONE}),
    (
        "ma/14/approval",
        "massachusetts",
        {**CONTINUOUS, "references.continuous-shuffler.authority": "Division of Gaming"},
    ),
    ("ma/5/g/2/ii", "ma-automatic", {"references.custody-procedures.authority": "Division of Gaming"}),
    ("sem/age-18", "seminole", {"eligibility.minimum_age": 18}),
    ("sem/age-21", "seminole", {"eligibility.minimum_age": 18}),
    ("sem/banned", "seminole", {"eligibility.ban_list": False}),
    ("sem/commission", "seminole", {"T.options.vigorish_rate": "4%"}),
    ("sem/commission", "seminole", {"T.betting_unit_cents": 10, "T.chips_cents": [5]}),
    ("sem/decisions", "seminole", {"T.wagers": ["player", "banker", "tie", "player-pair", "banker-pair", "panda-8"]}),
    ("sem/decks", "seminole", {"T.options.decks": 6}),
    ("sem/no-commission", "seminole", {"T.options.vigorish_type": "win,none-banker-6"}),
    (
        "sem/pairs-areas",
        "seminole",
        {
            "T.layout.areas": [
                "player-hand",
                "banker-hand",
                "vigorish",
                "player",
                "banker",
                "tie",
                "player-pair",
                "banker-pair",
            ]
        },
    ),
    (
        "sem/pairs-areas",
        "seminole",
        {"T.layout.areas": ["player-hand", "banker-hand", "vigorish", "player", "banker", "tie"]},
    ),
    ("sem/self-excluded", "seminole", {"eligibility.self_exclusion_list": False}),
    ("sem/tie-pay", "seminole", {"T.options.tie_odds": 9}),
    ("sen/commission", "seneca", {"T.options.vigorish_type": "none-banker-6"}),
    ("sen/commission", "seneca", {"T.options.vigorish_rate": "4%"}),
    ("sen/decks", "seneca", {"T.options.decks": 6}),
    ("sen/dealer-deals", "seneca", {"T.options.deal_mode": "handed"}),
    ("sen/house", "seneca", {"house.fax": ""}),
    ("sen/house", "seneca", {"house.telephone": GONE}),
    ("sen/house", "seneca", {"house.name": GONE}),
    ("sen/partnership", "seneca", {"T.limits.tie": GONE}),
    ("sen/reshuffle", "seneca", {"T.shuffle_recipe": ["shuffle"]}),
    ("sen/seats", "seneca", {"T.options.seats": 8}),
    ("sen/shuffle", "seneca", {"T.options.shuffler": "automatic"}),
    ("sen/three-bets", "seneca", {"T.wagers": ["player", "banker", "tie", "player-pair"]}),
    ("sen/tie-pay", "seneca", {"T.options.tie_odds": 9}),
]


@pytest.mark.parametrize(
    ("clause", "name", "changes"),
    [
        pytest.param(*broken, marks=pytest.mark.clause(broken[0], breaks=True), id=f"{broken[0]}-{number}")
        for number, broken in enumerate(BROKEN)
    ],
)
def test_a_refused_configuration_names_its_clause(
    saw: Callable[..., None], clause: str, name: str, changes: Mapping[str, object]
) -> None:
    refusals = refused(change(house(name), changes))
    saw(refusals)
    for refusal in refusals:
        assert refusal.sentence.startswith("house.toml: ")
        assert all(cited in inventory() for cited in refusal.clauses)


@pytest.mark.parametrize("authority", ["Investigations and Enforcement Bureau", "IEB", "a designee of the IEB"])
def test_procedures_come_from_the_bureau_by_its_name_or_its_letters_or_from_its_designee(authority: str) -> None:
    document = change(house("ma-automatic"), {"references.custody-procedures.authority": authority})
    assert isinstance(read_house(document, "house.toml", NOW), House)


def test_every_refused_configuration_of_the_inventory_has_its_house() -> None:
    wanted = {clause.id for clause in inventory().values() if "refused configuration" in clause.software}
    assert wanted - {clause for clause, _, _ in BROKEN} == set()


@pytest.mark.parametrize(
    ("clause", "name"),
    [
        pytest.param(clause, name, marks=pytest.mark.clause(clause), id=clause)
        for clause, name in {
            "ma/1/ez-baccarat": "ez",
            "ma/12/d/2": "ma-deferred",
            "ma/12/e/paytable": "bonus",
            "ma/13/c/option": "massachusetts",
            "s42/a/4": "s42-automatic",
            "s42/c/4": "tie-25",
            "s42/c/6": "banker-6",
            "s42/e/2/ii/A": "lace",
            "s42/j/3": "section-42",
        }.items()
    ],
)
def test_a_choice_that_stands_cites_the_clause_that_allows_it(saw: Callable[..., None], clause: str, name: str) -> None:
    read = read_house(house(name), "house.toml", NOW)
    assert isinstance(read, House)
    saw([table.rules.settings for table in read.tables.values()])


# ------------------------------------------------------------------------------------------------------ papers, notices


def test_a_paper_needs_a_number_and_a_date_that_is_not_to_come_which_is_our_own_demand() -> None:
    """No clause is cited for it: the documents say who gives a paper, not how it is numbered."""
    at = "references.layout-approval"
    for changes, words in (
        ({f"{at}.reference": ""}, "reference not stated"),
        ({f"{at}.date": ""}, "date not stated"),
        ({f"{at}.date": "2026-11-16"}, "still to come"),
        ({f"{at}.reference": "SAMPLE-layout-approval"}, "still says SAMPLE"),
        ({f"{at}.authority": "sample Massachusetts Gaming Commission"}, "still says SAMPLE"),
        ({f"{at}.reference": "SAMPLE_layout_1"}, "still says SAMPLE"),
        ({f"{at}.reference": "Sample2"}, "still says SAMPLE"),
    ):
        (refusal,) = refused(change(house("massachusetts"), changes))
        assert words in refusal.sentence
        assert refusal.clauses == ()
    for mine in ({f"{at}.date": "2026-11-15"}, {f"{at}.reference": "Sampleton 7"}):
        assert isinstance(read_house(change(house("massachusetts"), mine), "house.toml", NOW), House)
    for part in ("reference", "date"):
        (refusal,) = refused(change(house("further"), {f"approved.lucky-6.approval.{part}": ""}))
        assert refusal.clauses == ()


@pytest.mark.parametrize(
    ("clause", "path", "name", "authority"),
    [
        pytest.param(clause, *facts, marks=pytest.mark.clause(clause), id=clause)
        for clause, *facts in (
            ("ma/2/b", "layout-approval", "massachusetts", "the  Massachusetts Gaming Commission"),
            ("ma/2/b", "layout-approval", "massachusetts", "Bureau, designee of the Massachusetts Gaming Commission"),
            ("ma/14/approval", "continuous-shuffler", "continuous", "designee of Massachusetts Gaming Commission"),
        )
    ],
)
def test_a_paper_comes_from_the_authority_that_the_document_names_or_its_designee(
    saw: Callable[..., None], clause: str, path: str, name: str, authority: str
) -> None:
    start = change(house("massachusetts"), CONTINUOUS) if name == "continuous" else house(name)
    read = read_house(change(start, {f"references.{path}.authority": authority}), "house.toml", NOW)
    assert isinstance(read, House), read
    table = next(iter(read.tables.values()))
    opened = opening(table.id, table.rules, 0)
    saw(opened, table.rules.settings)


@pytest.mark.clause("s42/j/3/ii", "s42/e/2/ii/B", "s42/c/6/notice")
def test_a_pit_opens_when_surveillance_was_told_and_the_game_without_vigorish_was_posted(
    saw: Callable[..., None],
) -> None:
    read = read_house(change(house("banker-6"), LACE), "house.toml", NOW)
    assert isinstance(read, House), read
    opened = open_pit_of(read, "main", ms_of(NOW) or 0)
    assert not isinstance(opened, tuple)
    assert opened.told_at == ms_of(read.pits["main"].notice_given)
    saw(opened)


@pytest.mark.clause("s42/j/3/ii", "s42/e/2/ii/B", "s42/c/6/notice", breaks=True)
def test_a_pit_does_not_open_before_a_notice_is_due(saw: Callable[..., None]) -> None:
    """The clock of the house decides, not the one that read the file."""
    read = read_house(change(house("banker-6"), LACE), "house.toml", NOW)
    assert isinstance(read, House), read
    posted, told = ms_of(read.tables["s42-1"].vigorish_posted), ms_of(read.pits["main"].notice_given)
    assert posted
    assert told
    unposted = open_pit_of(read, "main", posted + 7 * DAY_MS - 1)
    untold = open_pit_of(read, "main", told + 30 * 60_000 - 1)
    for refusals in (unposted, untold):
        assert isinstance(refusals, tuple)
        assert {refusal.code for refusal in refusals} == {Code.TOO_EARLY}
    saw(unposted, untold)


@pytest.mark.parametrize(
    ("clause", "name"),
    [
        pytest.param(clause, name, marks=pytest.mark.clause(clause), id=clause)
        for clause, name in {
            "s42/a/1/cutting-card-look": "section-42",
            "s42/a/4/iii": "s42-automatic",
            "s42/f/1": "section-42",
            "ma/3/a/identical": "massachusetts",
            "ma/3/b/2": "ma-automatic",
        }.items()
    ],
)
def test_equipment_that_stands_cites_what_it_fulfils(saw: Callable[..., None], clause: str, name: str) -> None:
    read = read_house(house(name), "house.toml", NOW)
    assert isinstance(read, House)
    saw([table.equipment for table in read.tables.values()])
