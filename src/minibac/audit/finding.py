"""What an audit finds: each thing that is wrong, where it stands, and the clause of the rulebook that it breaks."""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from minibac.rules.refusal import Refusal
from minibac.voice.said import Said, said


class FindingCode(StrEnum):
    """The stable name of each kind of finding."""

    LINE_UNREAD = "line-unread"
    UNKNOWN_RULEBOOK = "unknown-rulebook"
    OPTIONS_REFUSED = "options-refused"

    TOO_FEW_CARDS = "too-few-cards"
    TOO_MANY_CARDS = "too-many-cards"
    WRONG_ORDER = "wrong-order"
    PLAYER_SHOULD_HAVE_DRAWN = "player-should-have-drawn"
    PLAYER_SHOULD_HAVE_STAYED = "player-should-have-stayed"
    BANKER_SHOULD_HAVE_DRAWN = "banker-should-have-drawn"
    BANKER_SHOULD_HAVE_STAYED = "banker-should-have-stayed"
    NO_SUCH_COUP = "no-such-coup"
    NO_SUCH_RESULT = "no-such-result"
    WRONG_COUNT = "wrong-count"
    WRONG_WINNER = "wrong-winner"
    WRONG_PAIR = "wrong-pair"
    VOID_WITH_RESULT = "void-with-result"

    WAGER_REFUSED = "wager-refused"
    WRONG_OUTCOME = "wrong-outcome"
    WRONG_PAYMENT = "wrong-payment"
    WRONG_VIGORISH = "wrong-vigorish"
    WRONG_ADDITION = "wrong-addition"

    TOO_MANY_COPIES = "too-many-copies"
    TOO_MANY_OF_A_RANK = "too-many-of-a-rank"
    MORE_CARDS_THAN_DECKS = "more-cards-than-decks"
    WRONG_BURN = "wrong-burn"
    WRONG_CUT = "wrong-cut"
    AFTER_LAST_HAND = "after-last-hand"
    PAST_CUTTING_CARD = "past-cutting-card"
    NUMBER_REPEATED = "number-repeated"
    NUMBER_MISSING = "number-missing"
    TIME_BACKWARDS = "time-backwards"
    TIME_UNREAD = "time-unread"
    NOT_THE_ORDER = "not-the-order"
    WRONG_ROAD = "wrong-road"
    REPEATED_SHOE = "repeated-shoe"
    SHOE_IN_PIECES = "shoe-in-pieces"


class Check(StrEnum):
    """What is looked at. Of each coup or shoe it is known, and then right or wrong, or it is not known."""

    NUMBER_OF_CARDS = "number-of-cards"
    DRAWS = "draws"
    TOTALS = "totals"
    WINNER = "winner"
    PAIRS = "pairs"
    PAYMENTS = "payments"
    TIMES = "times"
    COPIES = "copies"
    BURN = "burn"
    CUT = "cut"
    CUTTING_CARD = "cutting-card"
    ORDER = "order"
    ROADS = "roads"


OF_A_SHOE = frozenset({Check.COPIES, Check.BURN, Check.CUT, Check.CUTTING_CARD, Check.ORDER, Check.ROADS})
"""What is looked at once for each shoe; the rest is looked at in each coup."""

CHECKS = {
    Check.NUMBER_OF_CARDS: said("check|number of cards"),
    Check.DRAWS: said("check|who drew"),
    Check.TOTALS: said("check|Point Counts"),
    Check.WINNER: said("check|winner"),
    Check.PAIRS: said("check|pairs"),
    Check.PAYMENTS: said("check|payments and vigorish"),
    Check.TIMES: said("check|times"),
    Check.COPIES: said("check|copies of each card"),
    Check.BURN: said("check|burn"),
    Check.CUT: said("check|cut"),
    Check.CUTTING_CARD: said("check|cutting card and last hand"),
    Check.ORDER: said("check|the order that was revealed"),
    Check.ROADS: said("check|roads"),
}


class Level(StrEnum):
    """How much is known of a coup."""

    NOTHING = "nothing"
    RESULT = "result"
    TOTALS = "totals"
    SOME_CARDS = "some-cards"
    RANKS = "ranks"
    SUITS = "suits"


LEVELS = {
    Level.NOTHING: said("level|nothing but that it was dealt"),
    Level.RESULT: said("level|the result alone"),
    Level.TOTALS: said("level|Point Counts, no cards"),
    Level.SOME_CARDS: said("level|some of the cards"),
    Level.RANKS: said("level|every card by its rank"),
    Level.SUITS: said("level|every card by rank and suit"),
}


class Finding(NamedTuple):
    """One thing that is wrong: the shoe and coup (0: the shoe as a whole), the line it stands on, and why."""

    code: FindingCode
    shoe: str
    coup: int
    line: int
    clause: str
    """The clause it breaks; nothing where no print says so."""
    said: Said
    file: str = ""

    def plain(self) -> dict[str, object]:
        """The finding as JSON has it."""
        return {
            "code": self.code.value,
            "file": self.file,
            "shoe": self.shoe,
            "coup": self.coup or None,
            "line": self.line or None,
            "clause": self.clause or None,
            "sentence": str(self.said),
        }


class Flaw(NamedTuple):
    """What is wrong with a coup or a shoe, before it is known where it stands."""

    code: FindingCode
    said: Said
    clause: str = ""


def leading(clauses: Iterable[str]) -> str:
    """The clause that leads a list of them, or nothing."""
    return next(iter(clauses), "")


def flaw_of(code: FindingCode, refusal: Refusal) -> Flaw:
    """What the engine refuses is what an audit finds."""
    return Flaw(code, refusal.said, refusal.clause or "")
