"""Wagers on the layout, and why the dealer would push one back.

A wager is a seat, a proposition and a stake in whole cents. Everything that could go wrong with it later is refused
before any card: a proposition the table does not offer, a coupon that may not lie there, and a stake that could pay or
owe a part of a cent (A03, A05, A09, F09).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from minibac.play.propositions import priced
from minibac.play.vigorish import Terms, terms
from minibac.rules.house_rules import HouseRules, rules_of
from minibac.rules.names import wager_called, wager_name
from minibac.rules.once import once
from minibac.rules.options import typed
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.words import did_you_mean, listed
from minibac.voice.said import NOTHING, Fact, Money, Said, many, said

WAGER_IDS = (
    "player",
    "banker",
    "tie",
    "dragon-bonus-player",
    "dragon-bonus-banker",
    "dragon-7",
    "panda-8",
    "player-pair",
    "banker-pair",
    "house-money",
)
"""Every wager the four documents know."""

MAIN = ("player", "banker")
HOUSE_MONEY = "house-money"
WHOLE_CENTS = said("a stake is a whole number of cents, and {stake} is none: $25.00 is 2500")


class Coupon(NamedTuple):
    """A match play coupon: a face amount that plays beside the chips, and its serial number (A44)."""

    face_cents: int
    serial: str


class Wager(NamedTuple):
    """A stake on an area of the layout. ``added_cents`` is House Money the dealer has put to it (ma/8/c/3/i/a)."""

    seat_no: int
    """From 1."""
    proposition: str
    """The id of the wager, one of ``WAGER_IDS``."""
    stake_cents: int
    """The chips that the guest has put down."""
    coupon: Coupon | None = None
    """A match play coupon that lies with them."""
    added_cents: int = 0
    """House Money that the dealer has put to them."""

    def plus(self, cents: int, coupon: Coupon | None = None) -> "Wager":
        """The same with more chips, or with fewer, and with a coupon where one comes."""
        return Wager(self.seat_no, self.proposition, self.stake_cents + cents, coupon or self.coupon, self.added_cents)

    @property
    def coupon_cents(self) -> int:
        """What its coupon stands for."""
        return self.coupon.face_cents if self.coupon else 0

    @property
    def chips_cents(self) -> int:
        """The chips on the area: the stake and what was added."""
        return self.stake_cents + self.added_cents

    @property
    def amount_cents(self) -> int:
        """What is at work: chips and coupon. Odds are paid on it."""
        return self.chips_cents + self.coupon_cents

    @property
    def area(self) -> str:
        """The account of the chips on the layout."""
        return f"layout/{self.seat_no}/{self.proposition}"

    @property
    def chips_account(self) -> str:
        """The account of the ledger with the chips of its seat."""
        return f"seat/{self.seat_no}/chips"

    @property
    def owed_account(self) -> str:
        """The account of the ledger with what its seat owes."""
        return f"seat/{self.seat_no}/owed"

    @property
    def name(self) -> Fact:
        """What the area is called."""
        return wager_called(self.proposition)


class Limits(NamedTuple):
    """The least and the most one guest, or one partnership, may put on each area (F07, D10)."""

    minimum_cents: Mapping[str, int]
    maximum_cents: Mapping[str, int]


ALL_AREAS = "all-areas"
"""Where a house adds up what partners have on every area (D09)."""


class PartnershipSum(NamedTuple):
    """What guests who bet together have on one area, or on all, beside the most that one bettor may have there."""

    seats: tuple[int, ...]
    area: str
    stake_cents: int
    maximum_cents: int
    clauses: tuple[str, ...]

    @property
    def told(self) -> Said:
        over = said("the partners at seats {seats} have {stake} on {wager}, over the table maximum of {most}")
        within = said("the partners at seats {seats} have {stake} on {wager}, within the table maximum of {most}")
        return (over if self.stake_cents > self.maximum_cents else within).about(
            seats=many(self.seats, "and"),
            stake=Money(self.stake_cents),
            wager=said("all areas together") if self.area == ALL_AREAS else wager_called(self.area),
            most=Money(self.maximum_cents),
        )


def check_wagers(
    rules: HouseRules | str,
    wagers: Sequence[Wager],
    limits: Limits | None = None,
    partnerships: Iterable[Collection[int]] = (),
) -> tuple[Refusal, ...]:
    """Every reason why these wagers, as they lie before the call, would not stand."""
    rules = rules_of(rules)
    found: list[Refusal] = []
    seen: set[tuple[int, str]] = set()
    serials: set[str] = set()
    for wager in wagers:
        if not isinstance(wager, Wager):  # a type checker says this earlier
            raise TypeError(f"wagers are a row, as [Wager(3, 'banker', 2500)], and {wager!r} is no Wager")
        refusal = check_wager(rules, wager)
        if refusal is None and (wager.seat_no, wager.proposition) in seen:
            sentence = said(
                "seat {seat} has {wager} twice: an area holds one stake, so add the two",
                seat=wager.seat_no,
                wager=wager.name,
            )
            refusal = refuse(Code.BAD_STAKE, sentence, *rules.rulebook.wagers.chips)
        if refusal is None and wager.coupon and wager.coupon.serial in serials:
            sentence = said("the coupon {serial} lies on the layout twice", serial=wager.coupon.serial)
            refusal = refuse(Code.COUPON, sentence, *rules.rulebook.wagers.coupons)
        if refusal is None and limits is not None:
            refusal = check_limits(wager, limits)
        seen.add((wager.seat_no, wager.proposition))
        if wager.coupon:
            serials.add(wager.coupon.serial)
        if refusal is not None:
            found.append(refusal)
    if not found:
        found += _check_house_money(rules, wagers, limits)
        found += check_partnerships(rules, wagers, limits, partnerships)
    return tuple(found)


def check_wager(rules: HouseRules, wager: Wager) -> Refusal | None:
    """Why the dealer would push this wager back, or ``None`` when it stands."""
    return (
        check_offered(rules, wager.proposition)
        or _check_seat(rules, wager.seat_no)
        or _check_stake(rules, wager)
        or _check_coupon(rules, wager)
        or check_whole_cents(rules, wager)
    )


def check_offered(rules: HouseRules, proposition: str) -> Refusal | None:
    """Why this table does not take such a wager, or ``None``."""
    offered = priced(rules)
    if proposition in offered:
        return None
    book = rules.rulebook
    names = many(map(wager_name, offered), "and")
    printed = next((p for p in book.wager if p.id == proposition), None)
    if printed is not None:
        needs = many((f"{name}={listed(map(typed, values))}" for name, values in printed.only.items()), "and")
        sentence = said(
            "{wager} is offered under {rulebook} only with {needs}; this table takes {wagers}",
            wager=wager_name(proposition),
            rulebook=book.short,
            needs=needs,
            wagers=names,
        )
        return refuse(Code.NOT_OFFERED, sentence, *printed.absent, *book.wagers.list, allowed=tuple(offered))
    if proposition in WAGER_IDS:
        unknown = said("{rulebook} knows no wager {wager}; this table takes {wagers}", rulebook=book.short)
        unknown = unknown.about(wager=wager_name(proposition))
    else:
        unknown = said("there is no wager '{wager}'{did_you_mean}; this table takes {wagers}", wager=proposition)
        unknown = unknown.about(did_you_mean=did_you_mean(proposition, offered))
    return refuse(
        Code.NOT_OFFERED, unknown.about(wagers=names), *book.wagers.others, *book.wagers.list, allowed=tuple(offered)
    )


def _check_seat(rules: HouseRules, seat_no: int) -> Refusal | None:
    if 1 <= seat_no <= rules.seats:
        return None
    sentence = said("there is no seat {seat}: the table has seats 1 to {seats}", seat=seat_no, seats=rules.seats)
    return refuse(Code.NO_SUCH_SEAT, sentence, *rules.rulebook.layout.seats_clauses, allowed=("1", str(rules.seats)))


def _check_stake(rules: HouseRules, wager: Wager) -> Refusal | None:
    if type(wager.stake_cents) is not int:  # a checker says so too, where there is one
        sentence = WHOLE_CENTS.about(stake=str(wager.stake_cents))
        return refuse(Code.BAD_STAKE, sentence, *rules.rulebook.wagers.chips)
    if wager.stake_cents > 0:
        return None
    if wager.coupon and wager.stake_cents == 0:
        sentence = said("a coupon alone is no wager: put chips on {wager} beside it", wager=wager.name)
        return refuse(Code.COUPON, sentence, *rules.rulebook.wagers.coupons, *rules.rulebook.wagers.chips)
    sentence = said(
        "a stake of {stake} on {wager} is no wager: chips for 1 cent or more make one",
        stake=Money(wager.stake_cents),
        wager=wager.name,
    )
    return refuse(Code.BAD_STAKE, sentence, *rules.rulebook.wagers.chips, allowed=("1",))


def _check_coupon(rules: HouseRules, wager: Wager) -> Refusal | None:
    if wager.coupon is None:
        return None
    book = rules.rulebook
    if rules.options.get("match_play") is not True:
        clauses = book.wagers.coupons or (*book.wagers.chips, *book.wagers.list)
        sentence = said(
            "match play coupons are not taken at this table under {rulebook}; stake chips alone", rulebook=book.short
        )
        return refuse(Code.COUPON, sentence, *clauses)
    areas = tuple(str(rules.options["match_play_on"]).split(","))
    if wager.proposition not in areas:
        sentence = said(
            "a match play coupon may not lie on {wager}, only on {areas}",
            wager=wager.name,
            areas=many(map(wager_name, areas)),
        )
        return refuse(Code.COUPON, sentence, *book.wagers.coupons, allowed=areas)
    if wager.coupon.face_cents <= 0:
        sentence = said(
            "the coupon {serial} has a face of {sum}; it must be worth something",
            serial=wager.coupon.serial,
            sum=Money(wager.coupon.face_cents),
        )
        return refuse(Code.COUPON, sentence, *book.wagers.coupons)
    return None


def check_whole_cents(rules: HouseRules, wager: Wager) -> Refusal | None:
    """Why this wager could pay or owe a part of a cent, or ``None``."""
    unit = _units(rules)[wager.proposition]
    if wager.amount_cents % unit == 0 and wager.chips_cents % unit == 0:
        return None
    proposition = priced(rules)[wager.proposition]
    charge = terms(rules)
    charge = charge if charge and charge.wager == wager.proposition else None
    for odds in sorted(proposition.wins):
        paid = wager.amount_cents * odds
        if paid.denominator != 1:
            clauses = next(o.clauses for _, o in proposition.lines if o.kind == "win" and o.odds == odds)
            why = said("it would be paid {odds} to 1, {cents} cents", odds=str(odds), cents=str(paid))
            return _split_cent(wager, why, clauses.beside("decides"), odds)
        if charge and charge.on == "win":
            base = charge.base_cents(int(paid), wager.chips_cents)
            if not charge.whole(base):
                why = said("the vigorish would be {cents} cents", cents=str(charge.exact_cents(base)))
                return _split_cent(wager, why, charge.clauses, odds * charge.rate)
    for part in sorted(proposition.splits - proposition.wins):
        if (wager.chips_cents * part).denominator != 1:
            clauses = next(o.clauses for _, o in proposition.lines if o.kind == "lose" and o.lost == part)
            why = said("it would lose {part} of itself, {cents} cents", part=str(part))
            return _split_cent(wager, why.about(cents=str(wager.chips_cents * part)), clauses, part)
    if charge and charge.on == "tie":
        base = charge.base_cents(0, wager.chips_cents)
        if not charge.whole(base):
            why = said("the vigorish on a tie would be {cents} cents", cents=str(charge.exact_cents(base)))
            return _split_cent(wager, why, charge.clauses, charge.rate)
    return None


@once
def _units(rules: HouseRules) -> dict[str, int]:
    """For each wager an amount whose multiples never split a cent on it, whatever it pays or owes."""
    units, charge = {}, terms(rules)
    for name, proposition in priced(rules).items():
        rate = charge.rate if charge and charge.wager == name else Fraction(1)
        parts = [part for odds in proposition.splits for part in (odds, odds * rate)]
        units[name] = lcm(rate.denominator, *(part.denominator for part in parts))
    return units


def _split_cent(wager: Wager, why: Said, clauses: Iterable[str], part: Fraction) -> Refusal:
    unit = part.denominator
    sentence = said(
        "{stake} on {wager} could split a cent: {why}; stake a multiple of {unit}",
        stake=Money(wager.amount_cents),
        wager=wager.name,
        why=why,
        unit=Money(unit),
    )
    return refuse(Code.SPLIT_CENT, sentence, *clauses, allowed=(str(unit),))


def check_limits(wager: Wager, limits: Limits) -> Refusal | None:
    """Why the stake is outside the table's limits, or ``None``. House Money that was added is no part of it (B07)."""
    low = limits.minimum_cents.get(wager.proposition)
    high = limits.maximum_cents.get(wager.proposition)
    facts: dict[str, Fact] = {"stake": Money(wager.stake_cents), "wager": wager.name}
    if low is not None and wager.stake_cents < low:
        under = said("{stake} on {wager} is under the table minimum of {least}", **facts, least=Money(low))
        return refuse(Code.BELOW_MINIMUM, under, allowed=(str(low),))
    if high is not None and wager.stake_cents > high:
        over = said("{stake} on {wager} is over the table maximum of {most}", **facts, most=Money(high))
        return refuse(Code.ABOVE_MAXIMUM, over, allowed=(str(high),))
    return None


def check_partnerships(
    rules: HouseRules, wagers: Iterable[Wager], limits: Limits | None, partnerships: Iterable[Collection[int]]
) -> list[Refusal]:
    """Guests who bet together are one bettor: their sum stays within the maximum (D09)."""
    return [
        refuse(Code.ABOVE_MAXIMUM, sum_.told, *sum_.clauses, allowed=(str(sum_.maximum_cents),))
        for sum_ in partnership_sums(rules, wagers, limits, partnerships)
        if sum_.stake_cents > sum_.maximum_cents
    ]


def partnership_sums(
    rules: HouseRules, wagers: Iterable[Wager], limits: Limits | None, partnerships: Iterable[Collection[int]]
) -> tuple[PartnershipSum, ...]:
    """What each partnership has on each area it bets on, or on all of them where the house adds them up (D09).

    A rulebook that says nothing of partnerships limits none. All areas together have the highest maximum of any.
    """
    clause = rules.rulebook.wagers.partnership
    if clause is None or limits is None:
        return ()
    wagers = tuple(wagers)
    maxima = limits.maximum_cents
    if rules.options["partnership_limit"] == ALL_AREAS:
        maxima = {ALL_AREAS: max(maxima.values())} if maxima else {}
    return tuple(
        PartnershipSum(tuple(sorted(partners)), area, together, high, (clause,))
        for partners in partnerships
        for area, high in maxima.items()
        if (
            together := sum(
                w.stake_cents for w in wagers if area in (w.proposition, ALL_AREAS) and w.seat_no in partners
            )
        )
    )


def added_portion(rules: HouseRules) -> Fraction:
    """How much of a House Money payout goes to the wager when the guest adds it: all, or the stated portion."""
    portion = rules.options["house_money_add"]
    return Fraction(1) if portion == "all" else Fraction(str(portion))


def addition_cents(rules: HouseRules, payout_cents: int, target: Wager, most_cents: int | None) -> Fraction:
    """What of a House Money payout is added to a wager; over the maximum only where the house lets it (B07)."""
    portion = payout_cents * added_portion(rules)
    if most_cents is None or rules.options["house_money_over_maximum"] == "yes":
        return portion
    return min(portion, Fraction(max(0, most_cents - target.stake_cents)))


def _check_house_money(rules: HouseRules, wagers: Sequence[Wager], limits: Limits | None) -> Iterator[Refusal]:
    """A House Money stake whose addition could split a cent, by itself or in the wager it joins, is refused (F09)."""
    by_seat = {(wager.seat_no, wager.proposition): wager for wager in wagers}
    for money in (wager for wager in wagers if wager.proposition == HOUSE_MONEY):
        for odds in sorted(priced(rules)[HOUSE_MONEY].wins):
            payout = int(money.stake_cents * odds)
            targets = [by_seat[money.seat_no, main] for main in MAIN if (money.seat_no, main) in by_seat]
            most = limits.maximum_cents if limits else {}
            adds = [(t, addition_cents(rules, payout, t, most.get(t.proposition))) for t in targets]
            text = rules.rulebook.settlement
            why, clauses = NOTHING, text.house_money_portion
            portion = payout * added_portion(rules)
            if split := next((cents for _, cents in [*adds, (None, portion)] if cents.denominator != 1), None):
                why = said("the portion of its payout that may be added is {cents} cents", cents=str(split))
            else:
                enlarged = (check_whole_cents(rules, target._replace(added_cents=int(cents))) for target, cents in adds)
                if refusal := next(filter(None, enlarged), None):
                    why = said("with its payout added, {refusal}", refusal=refusal.said)
                    clauses = (*text.house_money_added, *refusal.clauses)
            if why:
                sentence = said(
                    "{stake} on house-money at seat {seat} could split a cent: {why}",
                    stake=Money(money.stake_cents),
                    seat=money.seat_no,
                    why=why,
                )
                yield refuse(Code.SPLIT_CENT, sentence, *clauses)
                break


def check_addition(rules: HouseRules, wagers: Sequence[Wager], seat_no: int, target: str) -> Refusal | None:
    """Why the guest at this seat may not add House Money to that wager, or ``None`` (B06)."""
    clauses = rules.rulebook.settlement.house_money_choice or rules.rulebook.wagers.list
    if target not in MAIN:
        sentence = said("House Money winnings are added to player or banker, not to {target}", target=target)
        return refuse(Code.ADDITION, sentence, *clauses, allowed=MAIN)
    placed = {wager.proposition for wager in wagers if wager.seat_no == seat_no}
    if HOUSE_MONEY not in placed:
        sentence = said("seat {seat} has no house-money wager whose winnings it could add", seat=seat_no)
        return refuse(Code.ADDITION, sentence, *clauses)
    if target not in placed:
        sentence = said(
            "seat {seat} has no {wager} wager to add House Money to; without one the payout is taken",
            seat=seat_no,
            wager=wager_called(target),
        )
        return refuse(Code.ADDITION, sentence, *clauses, allowed=tuple(w for w in MAIN if w in placed))
    return None


def charge_on(charge: Terms | None, wager: Wager, outcome: str, winnings_cents: int, *, tie: bool) -> int:
    """The vigorish a settled wager owes, in cents. A coupon has no money to charge the tie vigorish from (A44)."""
    if charge is None or charge.wager != wager.proposition:
        return 0
    due = outcome == "win" if charge.on == "win" else tie
    return charge.cents(charge.base_cents(winnings_cents, wager.chips_cents)) if due else 0
