"""Options: what each rulebook leaves to the house, restated from the print, and what it refuses.

Every legal value builds with the clause that allows it. Every neighbour of a legal value, every value of another
rulebook and every kind of junk is refused in one sentence that names option, value, what is allowed, and the clause.
"""

from collections.abc import Mapping
from itertools import product
from types import MappingProxyType
from typing import NamedTuple

import pytest

from minibac.rules.house_rules import HouseRules, Reference, Setting, build
from minibac.rules.options import typed
from minibac.rules.refusal import Code, Refusal
from minibac.rules.rulebook import RULEBOOKS, Value, load
from tests.sightings import Sightings


class Printed(NamedTuple):
    """An option as a document prints it: its legal values, the default, the clause, and where it means anything."""

    name: str
    legal: list[object]
    default: object
    clause: str
    illegal: list[object]
    context: Mapping[str, object] = MappingProxyType({})
    also: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """Further clauses that a value rests on."""
    printed_limit: bool = True
    """Whether the document sets the limit; one that it does not set rests on no clause (E03)."""

    @property
    def broken(self) -> str | None:
        """The clause that a value beyond the limit breaks."""
        return self.clause if self.printed_limit else None


SAME_SET = {"shuffler": "automatic", "void_reshuffle": "same-set"}
AUTOMATIC, CONTINUOUS, EZ = {"shuffler": "automatic"}, {"shuffler": "continuous"}, {"vigorish_type": "ez"}
NO_BOUND = [8, 9, 12, "17/2", "8.5", "100", "25/3"]
BELOW_EIGHT = [7, 0, -8, "15/2", "7.999", "8 to 1", "eight", "1/0"]

BORROWED_BY_GUIDES = [
    Printed(
        "settlement_order",
        ["i", "ii", "iii", "iv"],
        "iv",
        "s42/j/3",
        ["v", "1", "IV", 4],
        also={order: (f"s42/j/2/{order}",) for order in ("i", "ii", "iii", "iv")},
    ),
    Printed("face_up_in_round", ["at-once", "after-round"], "at-once", "s42/k/3", ["never", True]),
    Printed(
        "finish",
        ["feather", "lace"],
        "feather",
        "s42/e/2",
        ["feathered", "wash"],
        also={"feather": ("s42/e/2/i",), "lace": ("s42/e/2/ii",)},
    ),
    Printed(
        "reshuffle_after_lace", ["none", "part", "all"], "none", "s42/e/2/ii/A", ["some", True], {"finish": "lace"}
    ),
    Printed("cut_card_depth", [14, 15, 399], 14, "s42/e/6/depth", [13, 0, -14, "14.5", 400, "deep"]),
    Printed("recut_by", ["next", "same"], "next", "s42/e/7/who", ["dealer", "last"]),
    Printed("dead_table_face", ["up", "down"], "up", "s42/e/8/face", ["either", False]),
    Printed("payment_correction", ["rebuilt-round"], "rebuilt-round", "s42/j/4", ["by-word", True]),
]

PRINTED: dict[str, list[Printed]] = {
    "section-42": [
        Printed(
            "shuffler",
            ["manual", "automatic", "continuous"],
            "manual",
            "s42/e/1",
            ["auto", "none"],
            also={"automatic": ("s42/a/4",), "continuous": ("s42/l/1", "s42/l/1/controls")},
        ),
        Printed("decks", [6, 7, 8, 9, 12, 100], 8, "s42/a/1", [5, 0, -6, "6.5", "six"]),
        Printed("decks", [6, 8, 10], 8, "s42/a/1", [5], CONTINUOUS),
        Printed("decks", [12, 14, 16, 18, 100], 16, "s42/a/4", [8, 10, 11, 13, 15, "12.5"], AUTOMATIC),
        Printed("seats", [1, 2, 7, 9], 9, "s42/e/4/order", [0, 10, -1, "4.5"], printed_limit=False),
        Printed(
            "vigorish_type",
            ["win", "tie-25", "none-banker-6"],
            "win",
            "s42/c/3/extract",
            ["ez", "none", "tie"],
            also={"tie-25": ("s42/c/4", "s42/c/4/every-player"), "none-banker-6": ("s42/c/6",)},
        ),
        Printed("vigorish_rate", ["4%", "5%"], "5%", "s42/c/3/rate", ["3%", "6%", "4.5%", "0%", 5, "1/20"]),
        Printed("vigorish_rounding", ["none", "up-to-5c"], "none", "s42/c/3/i", ["up-to-25c", "down-to-5c", "nearest"]),
        Printed(
            "vigorish_rounded_at",
            ["mark", "collection"],
            "mark",
            "s42/c/3/i",
            ["never"],
            {"vigorish_rounding": "up-to-5c"},
        ),
        Printed(
            "tie_vigorish_rounded",
            ["no", "yes"],
            "no",
            "s42/c/4",
            ["up", True],
            {"vigorish_type": "tie-25"},
            also={"yes": ("s42/c/3/i",)},
        ),
        Printed("vigorish_collection", ["at-payout", "deferred"], "at-payout", "s42/c/3/ii", ["later", "never"]),
        Printed("vigorish_collection", ["at-payout"], "at-payout", "s42/c/3/ii", ["deferred"], CONTINUOUS),
        Printed("tie_odds", NO_BOUND, 8, "s42/c/2", BELOW_EIGHT),
        Printed(
            "deal_mode",
            ["face-up", "tucked", "handed"],
            "face-up",
            "s42/g/3/options",
            ["face-down", "macau"],
            also={"face-up": ("s42/g/3/i",), "tucked": ("s42/g/3/ii",), "handed": ("s42/g/3/iii",)},
        ),
        Printed("void_reshuffle", ["alternate", "same-set"], "alternate", "s42/k/4/reshuffle", ["both"], AUTOMATIC),
        Printed("finish", ["feather", "lace"], "feather", "s42/e/2", ["wash"], SAME_SET),
        *BORROWED_BY_GUIDES,
        Printed("match_play", [True, False], False, "s42/b/3/match-play", ["maybe", 2]),
        Printed(
            "match_play_on",
            ["player,banker", "player", "banker"],
            "player,banker",
            "s42/b/3/match-play",
            ["tie", "banker,player"],
            {"match_play": True},
        ),
        Printed("verbal_wagers", [True, False], False, "s42/b/3/verbal", ["shouted"]),
    ],
    "massachusetts": [
        Printed(
            "shuffler",
            ["manual", "automatic", "continuous"],
            "manual",
            "ma/5/a/method",
            ["auto"],
            also={"automatic": ("ma/3/b",), "continuous": ("ma/14", "ma/14/approval")},
        ),
        Printed("decks", [6, 7, 8], 8, "ma/3/a", [5, 9, 0, "7.5", 12, 16]),
        Printed("decks", [6, 7, 8], 8, "ma/3/a", [5, 9], CONTINUOUS),
        Printed("decks", [12, 14, 16], 16, "ma/3/b", [8, 10, 11, 13, 15, 17, 18], AUTOMATIC),
        Printed("seats", [1, 9], 9, "ma/2/a", [0, 10]),
        Printed(
            "vigorish_type",
            ["win", "ez"],
            "win",
            "ma/12/c/vigorish",
            ["tie-25", "none-banker-6"],
            also={"ez": ("ma/1/ez-baccarat", "ma/12/c/ez")},
        ),
        Printed("vigorish_rate", ["5%"], "5%", "ma/12/c/vigorish", ["4%", "6%", "5"]),
        Printed("vigorish_rounding", ["none", "up-to-25c"], "none", "ma/12/c/rounding", ["up-to-5c"]),
        Printed(
            "vigorish_rounded_at",
            ["mark", "collection"],
            "mark",
            "ma/12/c/rounding",
            ["shoe"],
            {"vigorish_rounding": "up-to-25c"},
        ),
        Printed(
            "vigorish_collection",
            ["at-payout", "deferred"],
            "at-payout",
            "ma/12/d",
            ["later"],
            also={"at-payout": ("ma/12/d/1",), "deferred": ("ma/12/d/2",)},
        ),
        Printed("vigorish_collection", ["at-payout"], "at-payout", "ma/12/d", ["deferred"], CONTINUOUS),
        Printed("tie_odds", NO_BOUND, 8, "ma/12/b", BELOW_EIGHT),
        Printed("dragon_bonus", [True, False], False, "ma/7/a/4", ["A", 2]),
        Printed(
            "dragon_bonus_paytable", ["A", "B", "C"], "A", "ma/12/e/paytable", ["D", "a", 1], {"dragon_bonus": True}
        ),
        Printed("house_money", [True, False], False, "ma/7/a/7", ["all"]),
        Printed(
            "house_money_add",
            ["all", "1/2", "0.25", "9/10", "1/1000"],
            "all",
            "ma/8/c/3/i/a",
            ["0", "1", "-1/2", "3/2", "half", 2],
            {"house_money": True},
        ),
        Printed("house_money_over_maximum", ["yes", "no"], "yes", "ma/8/c/3/i/a", ["cut", True], {"house_money": True}),
        Printed(
            "house_money_on_void",
            ["reverse", "stands"],
            "reverse",
            "ma/13/e/return",
            ["void"],
            {"house_money": True},
        ),
        Printed("deal_mode", ["handed"], "handed", "ma/8/c/face-down", ["face-up", "tucked"]),
        Printed("settlement_order", ["iv"], "iv", "ma/11/b/order", ["i", "ii", "iii"]),
        Printed("finish", ["feather"], "feather", "ma/5/a/feather", ["lace"]),
        Printed("cut_card_depth", [14, 15, 399], 14, "ma/5/d/depth", [13, 0, 400]),
        Printed("recut_by", ["next"], "next", "ma/5/e/who", ["same"]),
        Printed(
            "disclosed_third_card",
            [1, 2],
            1,
            "ma/13/c/option",
            [0, 3, "burn"],
            also={"1": ("ma/13/c/1",), "2": ("ma/13/c/2",)},
        ),
        Printed("exposed_in_dealing", ["simulated-round", "stays"], "simulated-round", "ma/13/d", ["burn", True]),
        Printed("void_reshuffle", ["alternate", "same-set"], "alternate", "ma/13/e/reshuffle", ["both"], AUTOMATIC),
        Printed("finish", ["feather"], "feather", "ma/5/a/feather", ["lace"], SAME_SET),
        Printed("wagers_before_simulated", ["frozen", "may-withdraw"], "frozen", "ma/13/d/dealt", ["free"]),
        Printed(
            "decks_received",
            ["plain", "preinspected-preshuffled"],
            "plain",
            "ma/4/e",
            ["preshuffled"],
            also={"preinspected-preshuffled": ("ma/5/a/preshuffled",)},
        ),
        Printed("payment_correction", ["rebuilt-round"], "rebuilt-round", "ma/11/c", ["by-word"]),
        Printed(
            "uncollected_vigorish",
            ["wait", "house-pays"],
            "wait",
            "ma/12/d/2/iii",
            ["form", True],
            {"vigorish_collection": "deferred"},
        ),
        Printed("verbal_wagers", [True, False], False, "ma/7/b/verbal", ["cash"]),
        Printed("dragon_7_notice", ["layout", "sign"], "layout", "ma/2/b/3/ii/sign", ["none"], EZ),
    ],
    "seminole": [
        Printed("shuffler", ["manual"], "manual", "sem/shuffle-shoe", ["automatic", "continuous"]),
        Printed("decks", [8], 8, "sem/decks", [6, 7, 9, 16]),
        Printed("seats", [1, 9], 9, "s42/e/4/order", [0, 10], printed_limit=False),
        Printed(
            "vigorish_type",
            ["win", "none-banker-6"],
            "win",
            "sem/commission",
            ["tie-25", "ez"],
            also={"none-banker-6": ("sem/no-commission",)},
        ),
        Printed("vigorish_rate", ["5%"], "5%", "sem/commission", ["4%"]),
        Printed("vigorish_rounding", ["none"], "none", "sem/commission", ["up-to-5c", "up-to-25c"]),
        Printed("vigorish_collection", ["deferred", "at-payout"], "deferred", "sem/commission-when", ["daily"]),
        Printed("tie_odds", [8], 8, "sem/tie-pay", [7, 9, "17/2"]),
        Printed(
            "deal_mode",
            ["face-up", "handed"],
            "face-up",
            "sem/dealer-deals",
            ["tucked", "macau"],
            also={"handed": ("sem/macau",)},
        ),
        *BORROWED_BY_GUIDES,
    ],
    "seneca": [
        Printed("shuffler", ["manual"], "manual", "sen/shuffle", ["automatic", "continuous"]),
        Printed("decks", [8], 8, "sen/decks", [6, 7, 9, 16]),
        Printed("seats", [1, 7], 7, "sen/seats", [0, 8, 9]),
        Printed("vigorish_type", ["win"], "win", "sen/commission", ["none-banker-6", "tie-25", "ez"]),
        Printed("vigorish_rate", ["5%"], "5%", "sen/commission", ["4%"]),
        Printed("vigorish_rounding", ["none"], "none", "sen/commission", ["up-to-5c"]),
        Printed("vigorish_collection", ["at-payout", "deferred"], "at-payout", "s42/c/3/ii", ["monthly"]),
        Printed("tie_odds", [8], 8, "sen/tie-pay", [7, 9, "17/2"]),
        Printed("partnership_limit", ["area", "all-areas"], "area", "sen/partnership", ["none", 100]),
        Printed("deal_mode", ["face-up"], "face-up", "sen/dealer-deals", ["tucked", "handed"]),
        *BORROWED_BY_GUIDES,
    ],
}
for _options in PRINTED.values():  # silences common to all
    _options.append(Printed("unfinishable_coup", ["return-all", "wait"], "return-all", "F14", ["void", True]))

ROWS = [
    pytest.param(rulebook_id, printed, id=f"{rulebook_id}-{printed.name}-{number}")
    for rulebook_id, options in PRINTED.items()
    for number, printed in enumerate(options)
]


def built(rulebook_id: str, choices: dict[str, object]) -> HouseRules:
    rules = build(load(rulebook_id), choices)
    assert isinstance(rules, HouseRules), [str(refusal) for refusal in rules]
    return rules


def refused(rulebook_id: str, choices: dict[str, object]) -> tuple[Refusal, ...]:
    refusals = build(load(rulebook_id), choices)
    assert not isinstance(refusals, HouseRules), f"{choices} was built"
    return refusals


def echoed(value: object) -> object:
    """A value as JSON echoes it: whole numbers as numbers, fractions in lowest terms."""
    return {"8.5": "17/2", "100": 100, "0.25": "1/4"}.get(str(value), value)


@pytest.mark.parametrize(("rulebook_id", "printed"), ROWS)
def test_every_legal_value_builds_with_its_clause(rulebook_id: str, printed: Printed) -> None:
    for value in printed.legal:
        rules = built(rulebook_id, {**printed.context, printed.name: value})
        setting = rules.setting(printed.name)
        assert setting.value == echoed(value)
        assert type(setting.value) is type(echoed(value))
        assert setting.clause == printed.clause
        assert setting.chosen
        assert rules.options[printed.name] == setting.value
        assert set(printed.also.get(typed(setting.value), ())) <= set(setting.also)
        as_typed = built(rulebook_id, {**printed.context, printed.name: typed(setting.value)})
        assert as_typed.options == rules.options, "typed, it means the same"


@pytest.mark.parametrize(("rulebook_id", "printed"), ROWS)
def test_the_default_is_the_printed_one(rulebook_id: str, printed: Printed) -> None:
    setting = built(rulebook_id, dict(printed.context)).setting(printed.name)
    assert setting.value == printed.default
    assert type(setting.value) is type(printed.default)
    assert not setting.chosen


JUNK: list[object] = ["", " ", "junk", "8 ", "nan", "inf", "1e3x", None, 1.5, [], ["win"], {}, b"8", object()]


@pytest.mark.parametrize(("rulebook_id", "printed"), ROWS)
def test_every_illegal_neighbour_is_refused_in_one_sentence(rulebook_id: str, printed: Printed) -> None:
    for value in printed.illegal:
        refusals = refused(rulebook_id, {**printed.context, printed.name: value})
        assert len(refusals) == 1, [str(refusal) for refusal in refusals]
        (refusal,) = refusals
        assert refusal.code is Code.ILLEGAL_VALUE
        assert refusal.clause == printed.broken
        shown = typed(value) if isinstance(value, bool | int | str) else str(value)
        if printed.printed_limit:
            short = load(rulebook_id).short
            assert refusal.sentence.startswith(f"{printed.name}={shown} is not allowed ")
            assert f"under {short}, which allows " in refusal.sentence
        else:
            assert "sets no number, and this program has " in refusal.sentence
        assert refusal.allowed
        assert "\n" not in str(refusal)
        assert str(refusal).endswith(f"({printed.broken})") or printed.broken is None


@pytest.mark.parametrize(("rulebook_id", "printed"), ROWS)
def test_junk_is_refused_or_read_as_what_it_plainly_is(rulebook_id: str, printed: Printed) -> None:
    for value in JUNK:
        made = build(load(rulebook_id), {**printed.context, printed.name: value})
        if isinstance(made, HouseRules):
            assert str(value).strip() == typed(made.setting(printed.name).value), (printed.name, value)
            continue
        refusal = made[0]
        assert refusal.code in (Code.ILLEGAL_VALUE, Code.MISSING_CHOICE)
        assert refusal.clause in (printed.broken, printed.clause)
        assert printed.name in refusal.sentence
        assert "\n" not in refusal.sentence


@pytest.mark.parametrize(("rulebook_id", "printed"), ROWS)
def test_a_switch_is_no_number_and_a_number_no_switch(rulebook_id: str, printed: Printed) -> None:
    is_switch = isinstance(printed.default, bool)
    for value in (True, False, 0, 1):
        made = build(load(rulebook_id), {**printed.context, printed.name: value})
        if isinstance(made, HouseRules):
            assert type(made.setting(printed.name).value) is type(value)
            assert is_switch == isinstance(value, bool)


@pytest.mark.parametrize(("rulebook_id", "printed"), ROWS)
def test_a_value_of_another_rulebook_is_refused_where_it_is_not_printed(rulebook_id: str, printed: Printed) -> None:
    legal = {typed(v) for v in printed.legal if isinstance(v, bool | int | str)}
    foreign = {
        v
        for other in RULEBOOKS
        for option in load(other).option
        if option.name == printed.name
        for v in option.values
        if typed(v) not in legal
    }
    for value in foreign:
        (refusal,) = refused(rulebook_id, {**printed.context, printed.name: value})
        assert refusal.clause == printed.clause


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
def test_the_table_above_names_every_option_of_the_data(rulebook_id: str) -> None:
    assert {printed.name for printed in PRINTED[rulebook_id]} == {option.name for option in load(rulebook_id).option}
    variants = [option.name for option in load(rulebook_id).option]
    assert all(variants.count(name) <= sum(p.name == name for p in PRINTED[rulebook_id]) for name in variants)


# --- idle options ----------------------------------------------------------------------------------------------------

IDLE = [
    # rulebook, the options that are idle, under these choices, the clause cited
    ("section-42", "vigorish_rate", {"vigorish_type": "tie-25"}, "s42/c/3/rate"),
    ("section-42", "vigorish_rate", {"vigorish_type": "none-banker-6"}, "s42/c/3/rate"),
    ("section-42", "vigorish_rounding", {"vigorish_type": "tie-25"}, "s42/c/3/i"),
    ("section-42", "vigorish_collection", {"vigorish_type": "tie-25"}, "s42/c/3/ii"),
    ("section-42", "vigorish_collection", {"vigorish_type": "none-banker-6"}, "s42/c/3/ii"),
    ("section-42", "vigorish_rounded_at", {}, "s42/c/3/i"),
    ("section-42", "finish", {"shuffler": "automatic"}, "s42/e/2"),
    ("section-42", "finish", {"shuffler": "continuous"}, "s42/e/2"),
    ("section-42", "reshuffle_after_lace", {}, "s42/e/2/ii/A"),
    ("section-42", "cut_card_depth", {"shuffler": "continuous"}, "s42/e/6/depth"),
    ("section-42", "recut_by", {"shuffler": "continuous"}, "s42/e/7/who"),
    ("massachusetts", "vigorish_rate", EZ, "ma/12/c/vigorish"),
    ("massachusetts", "vigorish_rounding", EZ, "ma/12/c/rounding"),
    ("massachusetts", "vigorish_collection", EZ, "ma/12/d"),
    ("massachusetts", "vigorish_rounded_at", {}, "ma/12/c/rounding"),
    ("massachusetts", "house_money_on_void", {}, "ma/13/e/return"),
    ("massachusetts", "dragon_7_notice", {}, "ma/2/b/3/ii/sign"),
    ("massachusetts", "cut_card_depth", {"shuffler": "continuous"}, "ma/5/d/depth"),
    ("massachusetts", "recut_by", {"shuffler": "continuous"}, "ma/5/e/who"),
    ("massachusetts", "finish", {"shuffler": "automatic"}, "ma/5/a/feather"),
    ("seminole", "vigorish_rate", {"vigorish_type": "none-banker-6"}, "sem/commission"),
    ("seminole", "vigorish_rounding", {"vigorish_type": "none-banker-6"}, "sem/commission"),
    ("seminole", "vigorish_collection", {"vigorish_type": "none-banker-6"}, "sem/commission-when"),
    ("seminole", "reshuffle_after_lace", {}, "s42/e/2/ii/A"),
]


@pytest.mark.parametrize(("rulebook_id", "name", "choices", "clause"), IDLE)
def test_an_idle_option_is_absent_and_refused_when_set(
    rulebook_id: str, name: str, choices: dict[str, object], clause: str
) -> None:
    assert name not in built(rulebook_id, dict(choices)).options
    for printed in PRINTED[rulebook_id]:
        if printed.name == name:
            (refusal,) = refused(rulebook_id, {**choices, name: printed.legal[0]})
            assert refusal.code is Code.IDLE_OPTION
            assert refusal.clause == clause
            assert refusal.sentence.startswith(f"{name} has no meaning while ")
            assert refusal.sentence.endswith("; leave it out")


def test_an_idle_option_says_what_makes_it_idle() -> None:
    (refusal,) = refused("massachusetts", {"vigorish_type": "ez", "vigorish_rate": "5%"})
    assert "while vigorish_type is ez under Massachusetts" in refusal.sentence
    (refusal,) = refused("section-42", {"vigorish_rounded_at": "mark"})
    assert "while vigorish_rounding is none under Section 42" in refusal.sentence


# --- switches that other options turn on -----------------------------------------------------------------------------

SWITCHED = [
    ("massachusetts", "dragon_bonus_paytable", "B", "dragon_bonus", ["dragon-bonus-player", "dragon-bonus-banker"]),
    ("massachusetts", "house_money_add", "1/2", "house_money", ["house-money"]),
    ("section-42", "match_play_on", "banker", "match_play", []),
]


@pytest.mark.parametrize(("rulebook_id", "name", "value", "switch", "wagers"), SWITCHED)
def test_naming_a_part_switches_its_whole_on(
    rulebook_id: str, name: str, value: str, switch: str, wagers: list[str]
) -> None:
    rules = built(rulebook_id, {name: value})
    assert rules.options[switch] is True
    offered = [proposition.id for proposition in rules.propositions]
    assert [wager for wager in offered if wager in wagers] == wagers
    plain = built(rulebook_id, {})
    assert name not in plain.options
    assert not set(wagers) & {proposition.id for proposition in plain.propositions}
    (refusal,) = refused(rulebook_id, {name: value, switch: "off"})
    assert refusal.code is Code.IDLE_OPTION
    assert f"{switch} is off" in refusal.sentence


@pytest.mark.parametrize("word", ["on", "true", "yes", "On", " YES "])
def test_a_switch_understands_the_usual_words(word: str) -> None:
    assert built("massachusetts", {"dragon_bonus": word}).options["dragon_bonus"] is True


@pytest.mark.parametrize("word", ["off", "false", "no", "Off"])
def test_and_their_opposites(word: str) -> None:
    assert built("massachusetts", {"dragon_bonus": word}).options["dragon_bonus"] is False


# --- fixed settings --------------------------------------------------------------------------------------------------

FIXED: dict[str, dict[str, tuple[Value, str]]] = {
    "section-42": {
        "burn_exposure": ("all", "s42/e/6/burn-shown"),
        "recut_window": ("until-dealt", "s42/e/7/window"),
        "spread_style": ("rows", "s42/d/2/rows"),
        "batch_design": ("free", "s42/a/4/iii"),
        "uncollected_path": ("form", "s42/c/3/iii"),
        "verbal_confirmers": ("dealer,supervisor", "s42/b/3/verbal-confirm"),
        "disclosed_third_card": ("burn", "s42/k/1/disclosed"),
        "disclosed_card": ("burn", "s42/k/2/disclosed"),
        "face_up_card": ("burn", "s42/k/3/burn"),
        "csm_authority": ("internal-controls", "s42/l/1/controls"),
        "cutting_cards": (2, "s42/a/1/cutting-cards"),
    },
    "massachusetts": {
        "burn_exposure": ("first-only", "ma/5/f/face-down"),
        "recut_window": ("until-loaded", "ma/5/e/window"),
        "spread_style": ("fan", "ma/4/b/fan"),
        "batch_design": ("free", "ma/3/b/2"),
        "deck_change_hours": (24, "ma/3/c"),
        "dead_table_face": ("down", "ma/5/g/face"),
        "uncollected_path": ("collection", "ma/12/d/2/iii"),
        "verbal_confirmers": ("dealer", "ma/7/b/verbal-confirm"),
        "match_play": (False, "ma/7/b"),
        "shuffle_recipe": ("plug,riffle,turn,strip,cut", "ma/5/h"),
        "disclosed_card": ("simulated-round", "ma/13/d"),
        "face_up_card": ("simulated-round", "ma/13/d"),
        "csm_authority": ("commission", "ma/14/approval"),
        "cutting_cards": (2, "ma/3/a/cover-cards"),
    },
}
FIXED_GUIDE: dict[str, tuple[Value, str]] = {
    "burn_exposure": ("all", "s42/e/6/burn-shown"),
    "recut_window": ("until-dealt", "s42/e/7/window"),
    "spread_style": ("rows", "s42/d/2/rows"),
    "batch_design": ("free", "s42/a/4/iii"),
    "uncollected_path": ("form", "s42/c/3/iii"),
    "disclosed_third_card": ("burn", "s42/k/1/disclosed"),
    "disclosed_card": ("burn", "s42/k/2/disclosed"),
    "face_up_card": ("burn", "s42/k/3/burn"),
    "cutting_cards": (2, "s42/a/1/cutting-cards"),
}
FIXED["seminole"] = {
    **FIXED_GUIDE,
    "match_play": (False, "sem/decisions"),
    "verbal_wagers": (False, "sem/decisions"),
    "minimum_age": (21, "sem/age-21"),
}
FIXED["seneca"] = {
    **FIXED_GUIDE,
    "match_play": (False, "sen/three-bets"),
    "verbal_wagers": (False, "sen/three-bets"),
    "shuffle_recipe": ("shuffle,shuffle", "sen/reshuffle"),
}


@pytest.mark.parametrize("rulebook_id", RULEBOOKS)
def test_what_a_document_settles_by_itself_has_one_value(rulebook_id: str) -> None:
    fixed = load(rulebook_id).fixed
    assert {name: (f.value, f.clause) for name, f in fixed.items() if name in FIXED[rulebook_id]} == FIXED[rulebook_id]
    for name, (value, clause) in FIXED[rulebook_id].items():
        built(rulebook_id, {name: value})
        for wrong in ("something-else", 3, not value if isinstance(value, bool) else "off"):
            (refusal,) = refused(rulebook_id, {name: wrong})
            assert refusal.code is Code.ILLEGAL_VALUE
            assert refusal.clause == clause
            assert f"which allows only {typed(value)}" in refusal.sentence
            assert refusal.allowed == (typed(value),)


# --- unknown options -------------------------------------------------------------------------------------------------


def test_an_unknown_option_gets_the_nearest_right_word() -> None:
    (refusal,) = refused("section-42", {"deck": 8})
    assert refusal.code is Code.UNKNOWN_OPTION
    assert "there is no option deck (did you mean decks?)" in refusal.sentence


def test_an_option_of_another_rulebook_says_where_it_belongs() -> None:
    (refusal,) = refused("section-42", {"dragon_bonus": True})
    assert refusal.sentence == "Section 42 has no option dragon_bonus: it belongs to massachusetts"
    assert refusal.clause == "s42/b/2", "a side wager without approval"
    (refusal,) = refused("seneca", {"house_money_add": "1/2"})
    assert refusal.code is Code.UNKNOWN_OPTION


# --- combinations ----------------------------------------------------------------------------------------------------


def test_two_schemes_named_at_once_break_the_clause_of_each() -> None:
    for both in ("tie-25,none-banker-6", "none-banker-6+tie-25", ["tie-25", "none-banker-6"]):
        (refusal,) = refused("section-42", {"vigorish_type": both})
        assert {"s42/c/4", "s42/c/6"} <= set(refusal.clauses)
    (refusal,) = refused("massachusetts", {"vigorish_type": "win,ez"})
    assert "ma/1/ez-baccarat" in refusal.clauses


@pytest.mark.parametrize("given", ["3/2", "1/2", "12", "2.0", 21])
def test_a_number_that_is_none_of_the_values_cites_the_choice_alone(given: object) -> None:
    """3/2 ends in a 2, and is not procedure (2) of ma/13/c."""
    (refusal,) = refused("massachusetts", {"disclosed_third_card": given})
    assert refusal.clauses == ("ma/13/c/option",)


def test_every_reason_is_given_and_not_only_the_first() -> None:
    refusals = refused("section-42", {"decks": 5, "vigorish_rate": "3%", "seats": 10, "nonsense": 1, "tie_odds": 7})
    assert [refusal.clause for refusal in refusals] == [None, "s42/a/1", None, "s42/c/3/rate", "s42/c/2"]


def test_what_hangs_on_a_refused_choice_is_not_refused_twice() -> None:
    refusals = refused("section-42", {"shuffler": "magic", "decks": 8, "finish": "lace"})
    assert [refusal.clause for refusal in refusals] == ["s42/e/1"]


@pytest.mark.parametrize(
    ("rulebook_id", "choices"),
    [
        (rulebook_id, dict(zip(("shuffler", "vigorish_type", "deal_mode"), values, strict=True)))
        for rulebook_id in RULEBOOKS
        for values in product(
            ("manual", "automatic", "continuous"),
            ("win", "tie-25", "none-banker-6", "ez"),
            ("face-up", "tucked", "handed"),
        )
    ],
)
def test_each_combination_is_legal_exactly_when_each_choice_is(rulebook_id: str, choices: dict[str, object]) -> None:
    legal = all(
        any(value in printed.legal for printed in PRINTED[rulebook_id] if printed.name == name)
        for name, value in choices.items()
    )
    made = build(load(rulebook_id), choices)
    assert isinstance(made, HouseRules) == legal


# --- references ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rulebook_id", "choices", "reference", "clauses"),
    [
        ("section-42", CONTINUOUS, "continuous-shuffler", ["s42/l/1/controls"]),
        ("massachusetts", CONTINUOUS, "continuous-shuffler", ["ma/14/approval"]),
        ("massachusetts", {"vigorish_collection": "deferred"}, "rules-submission", ["ma/12/d"]),
        ("massachusetts", {"dragon_bonus_paytable": "B"}, "rules-submission", ["ma/12/e/paytable"]),
        ("massachusetts", {"house_money_add": "1/2"}, "rules-submission", ["ma/8/c/3/i/a"]),
        ("massachusetts", {"disclosed_third_card": 2}, "rules-submission", ["ma/13/c/option"]),
        ("massachusetts", {"decks_received": "preinspected-preshuffled"}, "card-custody", ["ma/4/e"]),
    ],
)
def test_a_choice_that_needs_a_paper_is_refused_without_it(
    rulebook_id: str, choices: dict[str, object], reference: str, clauses: list[str]
) -> None:
    refusals = build(load(rulebook_id), choices, references={})
    assert not isinstance(refusals, HouseRules)
    asked = [refusal for refusal in refusals if refusal.code is Code.MISSING_REFERENCE]
    assert asked == list(refusals)
    assert set(clauses) <= {refusal.clause for refusal in asked}
    assert reference in {word for refusal in asked for word in refusal.allowed}
    paper = Reference("Massachusetts Gaming Commission", "RS-1", "2026-01-01")
    held = dict.fromkeys(("continuous-shuffler", "rules-submission", "card-custody"), paper)
    assert isinstance(build(load(rulebook_id), choices, references=held), HouseRules)


def test_the_sample_house_marks_its_references() -> None:
    rules = built("massachusetts", {})
    assert rules.references["rules-submission"].reference == "SAMPLE-rules-submission"
    assert rules.references["rules-submission"].authority == "SAMPLE"


# --- the clauses on decks --------------------------------------------------------------------------------------------

DECKS = [
    # rulebook, clause, choices, legal, illegal, decks in the shoe for each legal one
    ("section-42", "s42/a/1", {}, [6, 7, 8, 20], [5, 1, 0], [6, 7, 8, 20]),
    ("section-42", "s42/a/4", AUTOMATIC, [12, 14, 40], [8, 11, 13], [6, 7, 20]),
    ("massachusetts", "ma/3/a", {}, [6, 7, 8], [5, 9], [6, 7, 8]),
    ("massachusetts", "ma/3/b", AUTOMATIC, [12, 14, 16], [10, 11, 13, 15, 17, 18], [6, 7, 8]),
    ("seminole", "sem/decks", {}, [8], [6, 7, 9], [8]),
    ("seneca", "sen/decks", {}, [8], [6, 7, 9], [8]),
]


@pytest.mark.parametrize(
    ("rulebook_id", "clause", "choices", "legal", "illegal", "in_shoe"),
    [pytest.param(*row, marks=pytest.mark.clause(row[1]), id=row[1]) for row in DECKS],
)
def test_a_table_is_played_with_that_many_decks(
    rulebook_id: str,
    clause: str,
    choices: dict[str, object],
    legal: list[int],
    illegal: list[int],
    in_shoe: list[int],
    saw: Sightings,
) -> None:
    for decks, shoe in zip(legal, in_shoe, strict=True):
        rules = built(rulebook_id, {**choices, "decks": decks})
        assert rules.setting("decks").clause == clause
        assert (rules.decks_in_shoe, rules.cards_in_shoe) == (shoe, 52 * shoe), "the shoe is one of two batches"
        saw(rules.setting("decks"))


@pytest.mark.parametrize(
    ("rulebook_id", "clause", "choices", "legal", "illegal", "in_shoe"),
    [pytest.param(*row, marks=pytest.mark.clause(row[1], breaks=True), id=row[1]) for row in DECKS],
)
def test_any_other_number_of_decks_is_refused(
    rulebook_id: str,
    clause: str,
    choices: dict[str, object],
    legal: list[int],
    illegal: list[int],
    in_shoe: list[int],
    saw: Sightings,
) -> None:
    for decks in illegal:
        refusals = refused(rulebook_id, {**choices, "decks": decks})
        assert [refusal.clauses for refusal in refusals] == [(clause,)]
        saw(refusals)


def test_a_setting_knows_its_clauses_and_where_it_came_from() -> None:
    setting = built("section-42", {"vigorish_type": "tie-25"}).setting("vigorish_type")
    assert isinstance(setting, Setting)
    assert setting.clauses[:3] == ("s42/c/3/extract", "s42/c/4", "s42/c/4/every-player")
    assert (setting.ruling, setting.borrowed, setting.chosen) == ("A01", False, True)
