"""Mini-baccarat by the book.

Four published rulebooks, as data: the table deals by them, the odds price them, the audit holds a record against
them, and every step, refusal and setting names the clause behind it.

>>> import minibac as mb
>>> rules = mb.house_rules("massachusetts", vigorish_type="ez")
>>> dealt = mb.deal(rules, "Kh 2s Qd Ad 6c 4h", [mb.Wager(3, "banker", 25_00), mb.Wager(3, "dragon-7", 5_00)])
>>> [(each.wager, each.outcome, each.net_cents) for each in dealt.settlement.wagers]
[('banker', 'push', 0), ('dragon-7', 'win', 20000)]

These names are the library, by subject; ``help(mb.deal)`` tells of one, and ``docs/library.md`` how they go together
and what can be relied upon:

    rules       house_rules build HouseRules rulebook Rulebook RULEBOOKS find_clause Clause Refused Refusal Code
    cards       Card Rank Suit parse_card parse_cards format_cards
    a coup      Coup Hand next_draw take Result Winner
    wagers      deal check_deal DealtCoup Wager WAGER_IDS check_wagers settle Settlement SettledWager Posting
    roads       roads Roads Mark parse_marks roads_text
    odds        prices Odds Price OddsError removal house_money_choice load_own_wagers
    simulation  simulate_shoes simulate_rows Histogram estimates Estimate SimulationError
    studies     count_study perfect_study depth_study bankroll_study Shoes Count Staking Finding Paths (extra fast)
    a table     LiveTable Vault PracticeVault commands events told Phase TableState Actor Role THE_HOUSE opening decide
                apply replay next_command deadline table_view guest_view dealer_view
    shoes       shoes_in ShoeNotes record_of read_record check_record ShoeRecord RecordError
    drills      DRILLS drill_sheet DrillItem
    rows        Frame Rows

Each is fetched from the package where it lives when it is first asked for. To learn the game from the code, start at
`minibac.rules`, which says what the books print and what a house may choose, and `minibac.play`, which plays a coup and
settles it.

Packages build on one another in one direction, and an import points left:

    rulebooks → rules → cards → play → machine → table → records → house → server → web

Play chips only: nothing here moves real money.
"""

__version__ = "0.2.0"

TYPE_CHECKING = (
    False  # for every checker this name is true; the module that has it takes longer to import than this one
)
if TYPE_CHECKING:
    from minibac.cards.card import Card, Rank, Suit, format_cards, parse_card, parse_cards
    from minibac.cli.roads_text import roads_text
    from minibac.display.frames import Frame, Rows
    from minibac.house.law import opening
    from minibac.house.live_table import LiveTable
    from minibac.house.vault import PracticeVault, Vault
    from minibac.machine.roles import THE_HOUSE, Actor, Role
    from minibac.odds.house_money import house_money_choice
    from minibac.odds.own_wagers import load_own_wagers
    from minibac.odds.prices import Odds, OddsError, Price, prices
    from minibac.odds.removal import removal
    from minibac.play.coup import Coup, Hand, next_draw, take
    from minibac.play.deal import DealtCoup, check_deal, deal
    from minibac.play.postings import Posting
    from minibac.play.results import Result, Winner
    from minibac.play.roads import Mark, Roads, parse_marks, roads
    from minibac.play.settlement import SettledWager, Settlement, settle
    from minibac.play.wagers import WAGER_IDS, Wager, check_wagers
    from minibac.rules.clauses import Clause, find_clause
    from minibac.rules.house_rules import HouseRules, build, house_rules
    from minibac.rules.refusal import Code, Refusal, Refused
    from minibac.rules.rulebook import RULEBOOKS, Rulebook
    from minibac.rules.rulebook import load as rulebook
    from minibac.school.drill_sheet import drill_sheet
    from minibac.school.drills import DRILLS
    from minibac.school.items import Item as DrillItem
    from minibac.shoes.check import check_record
    from minibac.shoes.record import RecordError, ShoeRecord, read_record, record_of
    from minibac.shoes.shoe_notes import ShoeNotes, shoes_in
    from minibac.simulate.bankroll import Paths, Staking, bankroll_study
    from minibac.simulate.counting import Count
    from minibac.simulate.findings import Finding
    from minibac.simulate.histogram import Histogram
    from minibac.simulate.plan import SimulationError
    from minibac.simulate.report import Estimate, estimates
    from minibac.simulate.rows import simulate_rows
    from minibac.simulate.runs import simulate as simulate_shoes
    from minibac.simulate.study import Shoes, count_study, depth_study, perfect_study
    from minibac.table import commands, events
    from minibac.table.automatic import next_command
    from minibac.table.deadlines import deadline
    from minibac.table.dealer_view import dealer_part as dealer_view
    from minibac.table.guest_view import guest_part as guest_view
    from minibac.table.machine import apply, decide, replay
    from minibac.table.narrate import told
    from minibac.table.state import Phase, TableState
    from minibac.table.table_view import table_view

__all__ = [  # noqa: RUF022 - by subject, in the order of docs/library.md
    "__version__",
    "Clause", "Code", "HouseRules", "RULEBOOKS", "Refusal", "Refused", "Rulebook", "build", "find_clause",
    "house_rules", "rulebook",
    "Card", "Coup", "Hand", "Rank", "Result", "Suit", "Winner", "format_cards", "next_draw", "parse_card",
    "parse_cards", "take",
    "DealtCoup", "Posting", "SettledWager", "Settlement", "WAGER_IDS", "Wager", "check_deal", "check_wagers",
    "deal", "settle",
    "Mark", "Roads", "parse_marks", "roads", "roads_text",
    "Odds", "OddsError", "Price", "house_money_choice", "load_own_wagers", "prices", "removal",
    "Count", "Estimate", "Finding", "Histogram", "Paths", "Shoes", "SimulationError", "Staking", "bankroll_study",
    "count_study", "depth_study", "estimates", "perfect_study", "simulate_rows", "simulate_shoes",
    "Actor", "LiveTable", "Phase", "PracticeVault", "Role", "THE_HOUSE", "TableState", "Vault", "apply", "commands",
    "deadline", "dealer_view", "decide", "events", "guest_view", "next_command", "opening", "replay", "table_view",
    "told",
    "RecordError", "ShoeNotes", "ShoeRecord", "check_record", "read_record", "record_of", "shoes_in",
    "DRILLS", "DrillItem", "drill_sheet",
    "Frame", "Rows",
]  # fmt: skip

_HOMES = {
    # the rules
    "rules.rulebook": "RULEBOOKS Rulebook rulebook=load",
    "rules.house_rules": "HouseRules build house_rules",
    "rules.refusal": "Code Refusal Refused",
    "rules.clauses": "Clause find_clause",
    # cards and a coup
    "cards.card": "Card Rank Suit format_cards parse_card parse_cards",
    "play.coup": "Coup Hand next_draw take",
    "play.results": "Result Winner",
    # wagers and what becomes of them
    "play.wagers": "WAGER_IDS Wager check_wagers",
    "play.deal": "DealtCoup check_deal deal",
    "play.settlement": "SettledWager Settlement settle",
    "play.postings": "Posting",
    # scoreboards
    "play.roads": "Mark Roads parse_marks roads",
    "cli.roads_text": "roads_text",
    # exact odds
    "odds.prices": "Odds OddsError Price prices",
    "odds.removal": "removal",
    "odds.house_money": "house_money_choice",
    "odds.own_wagers": "load_own_wagers",
    # shoes by the billion, and studies of them
    "simulate.runs": "simulate_shoes=simulate",
    "simulate.rows": "simulate_rows",
    "simulate.histogram": "Histogram",
    "simulate.report": "Estimate estimates",
    "simulate.plan": "SimulationError",
    "simulate.counting": "Count",
    "simulate.findings": "Finding",
    "simulate.study": "Shoes count_study depth_study perfect_study",
    "simulate.bankroll": "Paths Staking bankroll_study",
    # a table
    "house.live_table": "LiveTable",
    "house.vault": "PracticeVault Vault",
    "house.law": "opening",
    "table": "commands events",
    "table.state": "Phase TableState",
    "table.machine": "apply decide replay",
    "table.automatic": "next_command",
    "table.deadlines": "deadline",
    "table.table_view": "table_view",
    "table.guest_view": "guest_view=guest_part",
    "table.dealer_view": "dealer_view=dealer_part",
    "table.narrate": "told",
    "machine.roles": "THE_HOUSE Actor Role",
    # what was written down of a shoe
    "shoes.shoe_notes": "ShoeNotes shoes_in",
    "shoes.record": "RecordError ShoeRecord read_record record_of",
    "shoes.check": "check_record",
    # the school
    "school.drills": "DRILLS",
    "school.items": "DrillItem=Item",
    "school.drill_sheet": "drill_sheet",
    # in a notebook, and as frames
    "display.frames": "Frame Rows",
}
"""Where each name lives, and what it is called there if it has another name (``public=there``)."""

_PLACES = {
    word.partition("=")[0]: (f"minibac.{module}", word.rpartition("=")[2])
    for module, names in _HOMES.items()
    for word in names.split()
}

_FAST = {"minibac.simulate." + module for module in ("counting", "findings", "study", "bankroll")}
"""The studies: they need the extra ``fast``."""

_GOING: dict[str, tuple[str, str]] = {}
"""Names that go: what to use instead, and from which version on they are gone. Until then they work, and warn."""

if not TYPE_CHECKING:  # a checker knows the names above and no others

    def __getattr__(name: str) -> object:
        if name in _GOING:
            from warnings import warn

            instead, until = _GOING[name]
            words = f"minibac.{name} goes with version {until}: use minibac.{instead}"
            warn(words, DeprecationWarning, stacklevel=2)
            return __getattr__(instead)
        if name not in _PLACES:
            hint = ""
            if not name.startswith("_"):  # whoever mistypes a name; tools ask for the others
                from minibac.rules.words import did_you_mean

                hint = str(did_you_mean(name, __all__))
            raise AttributeError(f"module 'minibac' has no attribute {name!r}{hint}")
        module, there = _PLACES[name]
        try:
            home = __import__(module, fromlist=[there])  # what the module defines, or a module in it
        except ImportError as error:
            from minibac.voice.extras import needs_extra

            if needs := needs_extra(f"minibac.{name}", error):
                raise ImportError(str(needs), name=error.name) from error
            raise
        value = globals()[name] = getattr(home, there)
        return value


def __dir__() -> list[str]:
    """What can be had here: ``help(minibac)`` asks for every name that is listed, and must not end at a study."""
    from importlib.util import find_spec

    if find_spec("numpy") and find_spec("numba"):
        return __all__
    return [name for name in __all__ if name == "__version__" or _PLACES[name][0] not in _FAST]
