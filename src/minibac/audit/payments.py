"""Every payment and the vigorish, held against the engine's settlement under the stated rulebook and options."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import NamedTuple

import msgspec

from minibac.audit.finding import FindingCode, Flaw, flaw_of, leading
from minibac.audit.readings import EVIDENCE, Explanation, Misreading
from minibac.play.propositions import Hands, priced
from minibac.play.reasons import reason
from minibac.play.results import Result, Winner
from minibac.play.settlement import SettledWager, settle_house_money, settle_unchecked
from minibac.play.vigorish import terms
from minibac.play.wagers import HOUSE_MONEY, MAIN, Coupon, Wager, check_addition, check_wager, check_wagers
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.names import OUTCOMES, rulebook_name
from minibac.rules.once import once
from minibac.rules.rulebook import RULEBOOKS, Rulebook, load
from minibac.shoes.noted import VOID, NotedWager
from minibac.voice.said import Fact, Money, Said, said

RETURNED = ("", "push", VOID)
"""What may be noted of a wager whose coup is void."""

MOST_RIGHT = 4_096
"""Coups of which the payments are remembered as right."""

Place = tuple[int, str]


class Payments(NamedTuple):
    """What is wrong with the wagers of a coup, and whether it was known what each comes to."""

    flaws: tuple[Flaw, ...]
    known: bool


def check_payments(
    rules: HouseRules, noted: Sequence[NotedWager], could: Sequence[Result], hands: Hands | None = None
) -> Payments:
    """Hold what is noted of each wager against what it comes to under one of the results that can have been.

    ``hands`` are the cards, where they are known with their suits; without them a wager on cards stays unknown.
    """
    if len(could) > 1:
        return _checked(rules, noted, could, hands)
    right, key = _right_so_far(rules), (*noted, could[0])
    if key in right:
        return Payments((), known=True)
    checked = _checked(rules, noted, could, hands)
    if checked.known and not checked.flaws and not any(priced(rules)[one.wager].asks_cards for one in noted):
        if len(right) >= MOST_RIGHT:
            right.clear()
        right.add(key)
    return checked


@once
def _right_so_far(_: HouseRules) -> set[tuple[object, ...]]:
    """Wagers with a result under which nothing was wrong with them: the same guests lay the same wagers all night."""
    return set()


def _checked(rules: HouseRules, noted: Sequence[NotedWager], could: Sequence[Result], hands: Hands | None) -> Payments:
    wagers = tuple(map(as_laid, noted))
    places = {(wager.seat_no, wager.proposition) for wager in wagers}
    added = {w.seat: w.wager for w in noted if w.added_cents and w.wager in MAIN and (w.seat, HOUSE_MONEY) in places}
    refused = [*check_wagers(rules, wagers)]
    refused += [r for seat, target in added.items() if (r := check_addition(rules, wagers, seat, target))]
    flaws = [flaw_of(FindingCode.WAGER_REFUSED, refusal) for refusal in refused]
    if refused and (len(places) < len(wagers) or all(check_wager(rules, wager) is None for wager in wagers)):
        return Payments(tuple(flaws), known=True)
    stands = tuple(wager for wager in wagers if check_wager(rules, wager) is None)
    if not stands:
        return Payments(tuple(flaws), known=True)
    unseen = {wager for wager in stands if hands is None and priced(rules)[wager.proposition].asks_cards}
    stands = tuple(wager for wager in stands if wager not in unseen)
    asked = tuple(
        dict.fromkeys(wager.proposition for wager in stands if not priced(rules)[wager.proposition].asks_cards)
    )
    ways = _ways(rules, tuple(could), asked)
    settled = [(result, _settled(rules, result, stands, added, hands)) for result in ways]
    for told in noted:
        place = (told.seat, told.wager)
        wrong = [
            list(_differences(rules, result, hands, told, right[place])) for result, right in settled if place in right
        ]
        if wrong and all(wrong):
            flaws += wrong[0]
    same = all(right == settled[0][1] for _, right in settled)
    return Payments(tuple(flaws), known=bool(settled) and same and not unseen)


def check_returned(rules: HouseRules, noted: Sequence[NotedWager]) -> Iterator[Flaw]:
    """In a void coup every wager goes back; House Money too, unless this house lets it stand."""
    void = rules.rulebook.settlement.void
    for told in noted:
        if told.wager == HOUSE_MONEY and rules.options.get("house_money_on_void") == "stands":
            continue
        if told.outcome not in RETURNED or told.net_cents or told.vigorish_cents:
            sentence = said("{wager}: the coup is void, so the wager is returned whole", wager=_wager(told))
            yield Flaw(FindingCode.WRONG_PAYMENT, sentence, void.names.get("decides", ""))


def as_laid(told: NotedWager) -> Wager:
    """The wager as it lay before the cards; a coupon's serial number is not noted, so it gets one."""
    coupon = Coupon(told.coupon_cents, f"{told.seat}/{told.wager}") if told.coupon_cents else None
    return Wager(told.seat, told.wager, told.stake_cents, coupon)


def _ways(rules: HouseRules, could: tuple[Result, ...], asked: tuple[str, ...]) -> tuple[Result, ...]:
    """Of results that mean the same for these wagers one is enough."""
    if len(could) == 1:
        return could
    known = _ways_so_far(rules)
    if (could, asked) not in known:
        table = priced(rules)
        ways = {(tuple(table[name].outcome(result)[:2] for name in asked), result.winner): result for result in could}
        known[could, asked] = tuple(ways.values())
    return known[could, asked]


@once
def _ways_so_far(_: HouseRules) -> dict[tuple[tuple[Result, ...], tuple[str, ...]], tuple[Result, ...]]:
    """What was worked out under these rules; there are some hundred things to know of a result."""
    return {}


def _settled(
    rules: HouseRules, result: Result, wagers: tuple[Wager, ...], added: dict[int, str], hands: Hands | None
) -> dict[Place, SettledWager]:
    house_money, live = settle_house_money(rules, result.player_pair, result.banker_pair, wagers, added)
    whole = house_money + settle_unchecked(rules, result, live, hands)
    return {(settled.seat, settled.wager): settled for settled in whole.wagers}


def _differences(
    rules: HouseRules, result: Result, hands: Hands | None, told: NotedWager, right: SettledWager
) -> Iterator[Flaw]:
    def facts() -> dict[str, Fact]:
        # asked for only where something differs: nearly all payments are right
        return {"wager": _wager(told), "why": reason(rules, told.wager, result, hands).said}

    def clause(part: str) -> str:
        cited = priced(rules)[told.wager].outcome(result, hands).clauses.names
        return cited.get(part, cited.get("decides", ""))

    if told.outcome and told.outcome != right.outcome:
        sentence = said("{wager}: noted as {told}, and it is {right}. {why}", **facts())
        sentence = sentence.about(told=_outcome(told.outcome), right=_outcome(right.outcome))
        yield Flaw(FindingCode.WRONG_OUTCOME, sentence, clause("decides"))
        return
    if told.added_cents != right.added_cents:
        sentence = said("{wager}: {told} of House Money was added, and {right} is right", wager=_wager(told))
        sentence = sentence.about(told=Money(told.added_cents), right=Money(right.added_cents))
        portion = rules.rulebook.settlement.house_money_portion
        yield Flaw(FindingCode.WRONG_ADDITION, sentence, portion[0] if portion else "")
        return
    gain = right.net_cents + right.vigorish_cents
    charged = told.vigorish_cents
    uncharged = told.net_cents == gain and right.vigorish_cents != 0 and not charged
    if (charged and charged != right.vigorish_cents) or uncharged:
        sentence = said("{wager}: vigorish of {told} was taken, and {right} is right. {why}", **facts())
        sentence = sentence.about(told=Money(charged), right=Money(right.vigorish_cents))
        charge = terms(rules)
        clauses = charge.clauses if charge else rules.rulebook.settlement.without_vigorish
        yield Flaw(FindingCode.WRONG_VIGORISH, sentence, leading(clauses))
        if told.net_cents is None or told.net_cents == gain - charged:
            return
    if told.net_cents is not None and told.net_cents != right.net_cents:
        sentence = said("{wager}: the net is noted as {told}, and {right} is right. {why}", **facts())
        sentence = sentence.about(told=Money(told.net_cents), right=Money(right.net_cents))
        yield Flaw(FindingCode.WRONG_PAYMENT, sentence, clause("pays"))


def _wager(told: NotedWager) -> Said:
    laid = as_laid(told)
    return said("seat {seat}, {stake} on {wager}", seat=told.seat, stake=Money(told.stake_cents), wager=laid.name)


def _outcome(word: str) -> Fact:
    return said("outcome|void") if word == VOID else OUTCOMES[word]


# ---------------------------------------------------------------------------------------------------- by another rule

ALTERNATIVES: tuple[Mapping[str, str], ...] = (
    {},
    {"vigorish_rate": "4%"},
    {"vigorish_rate": "5%"},
    {"vigorish_rounding": "none"},
    {"vigorish_rounding": "up-to-5c"},
    {"vigorish_rounding": "up-to-25c"},
    {"vigorish_type": "win"},
    {"vigorish_type": "tie-25"},
    {"vigorish_type": "none-banker-6"},
    {"vigorish_type": "ez"},
    {"tie_odds": "8"},
    {"tie_odds": "9"},
    {"tie_odds": "17/2"},
    {"dragon_bonus_paytable": "A"},
    {"dragon_bonus_paytable": "B"},
    {"dragon_bonus_paytable": "C"},
)
"""One option otherwise, under the rulebook that is stated; the first under each other one."""

Paid = Callable[[HouseRules, Result, SettledWager], SettledWager]
"""What a misreading would have made of a wager that is settled right."""


def _lost_on_a_tie(_: HouseRules, result: Result, right: SettledWager) -> SettledWager:
    if result.winner is not Winner.TIE or right.wager not in MAIN or right.outcome != "push":
        return right
    return right._replace(outcome="lose", vigorish_cents=0, net_cents=-right.stake_cents)


def _without_vigorish(_: HouseRules, __: Result, right: SettledWager) -> SettledWager:
    return right._replace(vigorish_cents=0, net_cents=right.net_cents + right.vigorish_cents)


def _with_the_stake(_: HouseRules, __: Result, right: SettledWager) -> SettledWager:
    return right._replace(net_cents=right.net_cents + right.stake_cents) if right.outcome == "win" else right


def _for_one(_: HouseRules, __: Result, right: SettledWager) -> SettledWager:
    """At 8 for 1 the stake is in the eight, at 8 to 1 it is beside them."""
    if right.outcome != "win" or right.wager in MAIN:
        return right
    return right._replace(net_cents=right.net_cents - right.stake_cents)


def _rounded(rounding: Callable[[Fraction], int]) -> Paid:
    """Vigorish rounded to the same multiple in another direction than up."""

    def paid(rules: HouseRules, _: Result, right: SettledWager) -> SettledWager:
        charge = terms(rules)
        if not right.vigorish_cents or charge is None or not charge.rounding_cents:
            return right
        if charge.deferred and charge.rounded_when_collected:  # which is after the coup
            return right
        exact = charge.exact_cents(charge.base_cents(right.winnings_cents, right.stake_cents))
        taken = rounding(exact / charge.rounding_cents) * charge.rounding_cents
        return right._replace(vigorish_cents=taken, net_cents=right.net_cents + right.vigorish_cents - taken)

    return paid


MISPAID: Mapping[Misreading, Paid] = {
    Misreading("tie-loses", said("wagers on Player and Banker lose on a tie")): _lost_on_a_tie,
    Misreading("no-vigorish", said("no vigorish is taken")): _without_vigorish,
    Misreading("stake-in-net", said("the stake of a wager that wins is counted in its net")): _with_the_stake,
    Misreading("odds-for-one", said("odds are read as 8 for 1, with the stake in them, and not as 8 to 1")): _for_one,
    Misreading("vigorish-rounded-down", said("vigorish is rounded down, and not up")): _rounded(floor),
    Misreading("vigorish-rounded-nearest", said("vigorish is rounded to the nearest multiple, and not up")): (
        _rounded(lambda multiples: floor(multiples + Fraction(1, 2)))
    ),
}
"""Misreadings of the payments."""

PRICES = frozenset(
    {
        "seats", "vigorish_type", "vigorish_rate", "vigorish_rounding", "vigorish_collection", "vigorish_rounded_at",
        "tie_odds", "dragon_bonus", "dragon_bonus_paytable", "match_play", "match_play_on",
    }
)  # fmt: skip
"""The options that matter to a settled wager."""
MOST_SEEN = 50_000
"""Different wagers with what became of them; a house with more stakes than that is not judged."""
PAID = frozenset(
    {FindingCode.WRONG_OUTCOME, FindingCode.WRONG_PAYMENT, FindingCode.WRONG_VIGORISH, FindingCode.WAGER_REFUSED}
)


class RoomLeft:
    """How many different wagers are still kept, by all who keep some."""

    def __init__(self) -> None:
        self.left = MOST_SEEN


class PaymentReadings:
    """Other rulebooks and options under which every wager that was seen under these rules is settled right."""

    def __init__(self, rules: HouseRules, room: RoomLeft) -> None:
        self.rules = rules
        self.coups = 0
        self.wrong = 0
        self._room = room
        self._seen: set[tuple[NotedWager, Result]] | None = set()

    def see(self, wagers: Sequence[NotedWager], result: Result, codes: Collection[FindingCode]) -> None:
        """Keep what became of each wager; House Money moves others, so a coup with it is left out."""
        self.coups += 1
        self.wrong += not PAID.isdisjoint(codes)
        if self._seen is None or any(w.wager == HOUSE_MONEY for w in wagers):
            return
        before = len(self._seen)
        self._seen.update((msgspec.structs.replace(wager, seat=1), result) for wager in wagers)
        self._room.left -= len(self._seen) - before
        if self._room.left < 0:
            self._seen = None

    def add(self, other: "PaymentReadings") -> None:
        """What was seen elsewhere under the same rules."""
        self.coups += other.coups
        self.wrong += other.wrong
        self._seen = None if self._seen is None or other._seen is None else self._seen | other._seen

    def explained(self) -> list[Explanation]:
        """The misreadings by name and the alternatives that explain every wrong payment."""
        if self.wrong < EVIDENCE or not self._seen:
            return []
        named = (reading for reading, paid in MISPAID.items() if self.agrees(paid))
        found = [
            other
            for other in _alternatives(self.rules)
            if not any(check_payments(other.rules, (wager,), (result,)).flaws for wager, result in self._seen)
        ]
        alone = [other for other in found if not other.both] or found  # whoever misread one thing did not misread two
        others = (other.reading for other in alone)
        return [Explanation("payments", (reading,), self.coups, self.wrong) for reading in (*named, *others)]

    def agrees(self, paid: Paid) -> bool:
        """Whether every wager is noted as this misreading would have it; where too many were seen, nobody knows."""
        if self._seen is None:
            return False
        return not any(_paid_otherwise(self.rules, wager, result, paid) for wager, result in self._seen)


def _paid_otherwise(rules: HouseRules, told: NotedWager, result: Result, paid: Paid) -> bool:
    """Whether a wager is noted otherwise than this misreading would have it; one on cards tells nothing about it."""
    laid = as_laid(told)
    if check_wager(rules, laid) is not None:
        return True
    if priced(rules)[told.wager].asks_cards:
        return False
    right = _settled(rules, result, (laid,), {}, None)[told.seat, told.wager]
    return any(_differences(rules, result, None, told, paid(rules, result, right)))


class _Alternative(NamedTuple):
    """Other rules than those that are stated."""

    reading: Misreading
    rules: HouseRules
    both: bool
    """Whether they are those of another rulebook, and with an option otherwise besides."""


def _alternatives(rules: HouseRules) -> Iterator[_Alternative]:
    """The stated rulebook with one option otherwise, and every other rulebook with as many of the options as it has."""
    for book in (rules.rulebook, *(load(name) for name in RULEBOOKS if name != rules.rulebook.id)):
        for change in ALTERNATIVES:
            other = _changed(book, rules, change)
            if other is None or (book is rules.rulebook and other.options == rules.options):
                continue
            told = said("wagers are settled as under {rulebook}", rulebook=rulebook_name(book.id))
            if change:
                ((name, value),) = change.items()
                told = said("wagers are settled as under {rulebook} with {option}", rulebook=rulebook_name(book.id))
                told = told.about(option=f"{name}={value}")
            reading = Misreading("/".join((book.id, *(f"{name}={value}" for name, value in change.items()))), told)
            yield _Alternative(reading, other, both=bool(change) and book is not rules.rulebook)


def _changed(book: Rulebook, rules: HouseRules, change: Mapping[str, str]) -> HouseRules | None:
    """A rulebook with one option otherwise and as many of the stated ones as go with it; nothing where it has none."""
    choices: dict[str, object] = dict(change)
    built = build(book, choices)
    for setting in rules.settings:
        if isinstance(built, HouseRules) and setting.name in PRICES and setting.name not in choices:
            more = build(book, {**choices, setting.name: setting.value})
            if isinstance(more, HouseRules):
                choices[setting.name], built = setting.value, more
    return built if isinstance(built, HouseRules) else None
