"""What the options of a rulebook are called, and their values, where a person reads them."""

from collections.abc import Iterable, Mapping
from typing import Any

from minibac.rules.limit_options import MAXIMUM, MINIMUM, limit_of
from minibac.rules.names import wager_name
from minibac.rules.options import typed
from minibac.rules.rulebook import Value
from minibac.voice.said import Fact, Many, Money, Said, many, said, vocabulary

OPTIONS = {
    "shuffler": said("Shuffler"),
    "decks": said("Decks"),
    "seats": said("Seats"),
    "vigorish_type": said("Kind of vigorish"),
    "vigorish_rate": said("Rate of vigorish"),
    "vigorish_rounding": said("Rounding of vigorish"),
    "tie_vigorish_rounded": said("Vigorish on a tie is rounded up"),
    "vigorish_rounded_at": said("When vigorish is rounded"),
    "vigorish_collection": said("Collection of vigorish"),
    "uncollected_vigorish": said("Vigorish that a guest does not pay"),
    "tie_odds": said("Tie pays"),
    "dragon_bonus": said("Dragon Bonus"),
    "dragon_bonus_paytable": said("Dragon Bonus paytable"),
    "house_money": said("House Money"),
    "house_money_add": said("How much House Money is added"),
    "house_money_over_maximum": said("House Money added over the maximum"),
    "house_money_on_void": said("House Money in a void round"),
    "partnership_limit": said("Limit of a partnership"),
    "deal_mode": said("How cards are dealt"),
    "settlement_order": said("Order of settlement"),
    "finish": said("End of the shuffle"),
    "reshuffle_after_lace": said("Shuffle again after lacing"),
    "void_reshuffle": said("Two batches after a void round"),
    "cut_card_depth": said("Depth of the cut card"),
    "recut_by": said("Who cuts again"),
    "dead_table_face": said("Cards of an idle table"),
    "match_play": said("Match play coupons"),
    "match_play_on": said("Match play is accepted on"),
    "verbal_wagers": said("Spoken wagers"),
    "disclosed_third_card": said("A third card shown by mistake"),
    "wagers_before_simulated": said("Wagers before a simulated round"),
    "exposed_in_dealing": said("A card turned over in dealing"),
    "face_up_in_round": said("A card found face up in a round"),
    "decks_received": said("Decks are received"),
    "dragon_7_notice": said("Where Dragon 7 is explained"),
    "payment_correction": said("A wrong payment is corrected by"),
    "unfinishable_coup": said("A round that cannot be completed"),
    "right_offered_to": said("Who is offered the cards to turn"),
    "shuffle_recipe": said("Steps of the shuffle"),
}
VALUES = {
    "settlement_order": vocabulary("order", "i", "ii", "iii", "iv"),
    "house_money_add": vocabulary("add", "all"),
    "vigorish_type": {
        "win": said("vigorish on a win"),
        "tie-25": said("vigorish on a tie"),
        "none-banker-6": said("no vigorish, a smaller win"),
        "ez": said("EZ, no vigorish"),
    },
    "deal_mode": {
        "face-up": said("dealt face up"),
        "tucked": said("dealt face down"),
        "handed": said("guests turn the cards"),
    },
    "partnership_limit": {"area": said("for each area"), "all-areas": said("for all areas together")},
    "vigorish_collection": {"at-payout": said("at the payout"), "deferred": said("marked, collected later")},
    "shuffler": {
        "manual": said("by hand"),
        "automatic": said("automatic shuffler"),
        "continuous": said("continuous shuffler"),
    },
    "vigorish_rounding": {"none": said("rounding|none"), "up-to-5c": said("up to 5¢"), "up-to-25c": said("up to 25¢")},
    "finish": {"feather": said("feathered"), "lace": said("laced")},
    "recut_by": {"next": said("the next guest"), "same": said("the same guest")},
    "dead_table_face": {"up": said("face up"), "down": said("face down")},
    "match_play_on": {"player,banker": said("Player and Banker"), "player": said("Player"), "banker": said("Banker")},
    "exposed_in_dealing": {"simulated-round": said("begins a simulated round"), "stays": said("stays in its hand")},
    "face_up_in_round": {"at-once": said("burned for at once"), "after-round": said("burned for after the round")},
    "wagers_before_simulated": {"frozen": said("stand"), "may-withdraw": said("may be taken back")},
    "decks_received": {
        "plain": said("as they come"),
        "preinspected-preshuffled": said("inspected and shuffled before"),
    },
    "void_reshuffle": {"alternate": said("the other batch"), "same-set": said("the same batch, shuffled by hand")},
    "reshuffle_after_lace": {"none": said("no"), "part": said("part"), "all": said("all")},
    "vigorish_rounded_at": {"mark": said("when it is marked"), "collection": said("when it is collected")},
    "uncollected_vigorish": {"wait": said("it waits"), "house-pays": said("the house pays")},
    "tie_vigorish_rounded": {"no": said("no"), "yes": said("up to 5¢")},
    "house_money_over_maximum": {"yes": said("yes"), "no": said("handed over")},
    "house_money_on_void": {"reverse": said("taken back"), "stands": said("stands")},
    "payment_correction": {"rebuilt-round": said("the round rebuilt from the rack")},
    "unfinishable_coup": {"return-all": said("every wager goes back"), "wait": said("it waits")},
    "right_offered_to": {"any-wager-of-the-round": said("any guest with a wager in the round")},
    "shuffle_recipe": {"shuffle,shuffle": said("shuffled twice")},
    "dragon_7_notice": {"layout": said("on the layout"), "sign": said("on the sign")},
}
SWITCH = {"on": said("on"), "off": said("off")}


def option_name(option: str) -> Fact:
    """What an option is called; a limit of a table by its wager."""
    if limit := limit_of(option):
        names = {MINIMUM: said("minimum on {wager}"), MAXIMUM: said("maximum on {wager}")}
        return names[limit.kind].about(wager=wager_name(limit.wager))
    return OPTIONS.get(option, option.replace("_", " "))


def value_name(option: str, value: Value) -> Fact:
    """A value of an option in words, or as it is typed.

    >>> str(value_name("finish", "lace")), value_name("decks", 8)
    ('laced', '8')
    """
    if limit_of(option) and isinstance(value, int):
        return said("{sum}", sum=Money(value))
    word = typed(value)
    return VALUES.get(option, SWITCH).get(word, word)


def named_options(options: Iterable[str]) -> dict[str, dict[str, Any]]:
    """What options are called and what their values are in words, for a page that says them in its own language."""
    return {name: {"said": option_name(name), "values": VALUES.get(name, SWITCH)} for name in options}


def option_words(options: Mapping[str, Value]) -> Many:
    """Options with their values, as a notice states them."""
    rows: list[Said] = [
        said("{option}: {value}", option=option_name(name), value=value_name(name, value))
        for name, value in options.items()
    ]
    return many(rows, ",")
