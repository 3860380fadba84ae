"""Drills on wagers that are not as they seem: over a limit, capped after the call, with House Money or a coupon."""

from collections.abc import Iterator
from random import Random

from minibac.machine.roles import Actor, Role
from minibac.play.deal import deal
from minibac.play.reasons import reason
from minibac.play.wagers import HOUSE_MONEY, MAIN, Coupon, Limits, Wager, check_addition, check_wagers
from minibac.rules.house_rules import HouseRules
from minibac.rules.names import wager_name
from minibac.rules.refusal import Refusal
from minibac.school.answers import MONEY, NUMBER, numbers
from minibac.school.duties import NO, YES, YES_NO
from minibac.school.items import Item, Lesson, in_dollars, unique
from minibac.school.money import (
    accepted,
    another_table,
    asked_of,
    coup_for,
    differs,
    hands_said,
    layout_said,
    options_of,
    stake,
    wagers_plain,
    with_choices,
)
from minibac.table import commands as c
from minibac.table.fold import apply_all
from minibac.table.machine import decide
from minibac.table.state import Phase, SeatState, TableState
from minibac.table.wagering import highest, holder
from minibac.voice.said import Money, said

SEAT, GUEST = 1, Actor("guest", Role.GUEST, 1)
FEWEST_SEATS = 5
"""With fewer there is little to choose who is handed the cards."""
PLENTY_CENTS = 100_000_00
CALLED = {True: said("No more bets has been called"), False: said("Betting is open")}


def capped(lesson: Lesson, chance: Random, level: int) -> Iterator[Item]:
    """A wager outside the limits; chips that are put to one or taken back, before the call and after; what it pays."""
    while True:
        yield _limited(lesson, chance) if level == 1 else _changed(lesson, chance, paid=level == 3)


def _limited(lesson: Lesson, chance: Random) -> Item:
    """Whether a wager stands: within the limits of its area or not."""
    rules, wager = lesson.rules, chance.choice(MAIN)
    least, most = 500 * chance.randint(1, 10), 10_000 * chance.randint(1, 20)
    (laid,) = accepted(rules, lesson, chance, 1, [(SEAT, wager)])
    laid = laid._replace(stake_cents=chance.choice((laid.stake_cents, least, most, most + 500, least - 500 or 500)))
    limits = Limits({wager: least}, {wager: most})
    state = _layout(rules, {}, Phase.BETTING, limits)
    decided = decide(state, c.PlaceWager(by=GUEST, at=1, seat=SEAT, wager=wager, cents=laid.stake_cents))
    question = said("{wager:^}: minimum {least}, maximum {most}. A guest puts {stake} there: does it stand?")
    facts = {"least": Money(least), "most": Money(most), "stake": Money(laid.stake_cents), "wager": wager_name(wager)}
    refused = isinstance(decided, Refusal)
    return Item(
        question.about(**facts),
        YES_NO,
        NO if refused else YES,
        decided.said if isinstance(decided, Refusal) else said("it is within the limits of the table"),
        decided.clauses if isinstance(decided, Refusal) else decided[0].clauses,
        {"least": least, "most": most, "stake": laid.stake_cents},
    )


def _layout(
    rules: HouseRules, wagers: dict[tuple[int, str], Wager], phase: Phase, limits: Limits | None = None
) -> TableState:
    """A table with one guest and these wagers."""
    return TableState(
        "",
        rules,
        minimum_cents=limits.minimum_cents if limits else {},
        maximum_cents=limits.maximum_cents if limits else {},
        phase=phase,
        seats={SEAT: SeatState(GUEST.id, GUEST.id)},
        wagers=wagers,
        balances={f"seat/{SEAT}/chips": PLENTY_CENTS} | {w.area: w.stake_cents for w in wagers.values()},
    )


def _changed(lesson: Lesson, chance: Random, *, paid: bool) -> Item:
    """What stands, and what it brings, when chips were put to a wager or taken back."""
    rules = lesson.rules
    while True:
        late, more = chance.random() < 0.6, chance.random() < 0.7
        (laid,) = accepted(rules, lesson, chance, 2, [(SEAT, chance.choice(MAIN))])
        (moved,) = accepted(rules, lesson, chance, 2, [(SEAT, laid.proposition)])
        cents = moved.stake_cents if more else min(moved.stake_cents, laid.stake_cents)
        cents = cents if more or cents < laid.stake_cents else laid.stake_cents // 2
        state = _layout(rules, {(SEAT, laid.proposition): laid}, Phase.DEALING if late else Phase.BETTING)
        kind = c.PlaceWager if more else c.WithdrawWager
        decided = decide(state, kind(by=GUEST, at=1, seat=SEAT, wager=laid.proposition, cents=cents))
        if not isinstance(decided, Refusal) or late:
            break
    stands = laid
    if not isinstance(decided, Refusal):
        stands = apply_all(state, decided).wager(SEAT, laid.proposition)
    happened = (
        said("{stake} are put to {before} on {wager}") if more else said("{stake} of {before} on {wager} go back")
    )
    facts = {"stake": Money(cents), "before": Money(laid.stake_cents), "wager": wager_name(laid.proposition)}
    question = said("{when}; {happened}: how much is settled?", when=CALLED[late], happened=happened.about(**facts))
    why = decided.said if isinstance(decided, Refusal) else said("before the call a guest may change the wager")
    clauses = decided.clauses if isinstance(decided, Refusal) else decided[0].clauses
    asked = {"late": late, "cents": cents if more else -cents, "before": laid.stake_cents, "wager": laid.proposition}
    if not paid:
        return Item(question, MONEY, in_dollars(stands.stake_cents), why, clauses, asked)
    cards = coup_for(rules, [laid.proposition], chance)
    dealt = deal(rules, cards, [stands])
    (settled,) = dealt.settlement.wagers
    question = said("{when}; {happened}. Then {hands}: what does the wager bring, vigorish taken off?")
    return Item(
        question.about(when=CALLED[late], happened=happened.about(**facts), hands=hands_said(dealt.coup)),
        MONEY,
        in_dollars(settled.net_cents),
        why,
        unique(tuple(clauses), settled.clauses),
        asked | asked_of(rules, cards, [stands]),
    )


# ------------------------------------------------------------------------------------------------- who turns the cards


def turning(lesson: Lesson, chance: Random, level: int) -> Iterator[Item]:
    """Who is handed the cards, where a table hands them: the highest wager on the hand, of equals the nearest."""
    rules = with_choices(lesson.rules, deal_mode="handed")
    if rules is None or rules.seats < FEWEST_SEATS:
        return
    text = rules.rulebook.handed
    while True:
        places = [(seat, chance.choice(MAIN)) for seat in sorted(chance.sample(range(1, rules.seats + 1), level + 2))]
        stakes = [2_500 * chance.randint(1, 4 if level > 1 else 40) for _ in places]
        wagers = [Wager(*place, cents) for place, cents in zip(places, stakes, strict=True)]
        state = TableState("", rules, phase=Phase.BETTING, wagers={(w.seat_no, w.proposition): w for w in wagers})
        hands = MAIN if level == 3 else (chance.choice(MAIN),)
        equal = [hand for hand in hands if len(highest(state, hand)) > 1]
        if (level == 1 and equal) or (level == 2 and not equal):
            continue
        named_hand = said("both hands, the Player's first") if level == 3 else HANDS[hands[0]]
        question = said("{wagers}. Who is handed the cards of {hand}? 0 is the dealer.")
        ties = [text.player_tie if hand == MAIN[0] else text.banker_tie for hand in equal]
        most = [text.player if hand == MAIN[0] else text.banker for hand in hands]
        yield Item(
            question.about(wagers=layout_said(wagers), hand=named_hand),
            numbers(len(hands)) if level == 3 else NUMBER,
            (" ".join(str(holder(state, hand)) for hand in hands),),
            said("the highest wager on the hand, of equals the nearest to the dealer's right; else the dealer"),
            unique(*ties, *most),
            {"wagers": wagers_plain(wagers), "hands": list(hands)},
        )


HANDS = {"player": said("the Player's Hand"), "banker": said("the Banker's Hand")}


# ---------------------------------------------------------------------------------------------- House Money, match play


def house_money(lesson: Lesson, chance: Random, level: int) -> Iterator[Item]:
    """House Money: what it brings by itself; taken or added to a wager; a portion added, vigorish taken off."""
    offered = with_choices(lesson.rules, house_money="on")
    if offered is None or HOUSE_MONEY not in {p.id for p in offered.propositions}:
        return
    while True:
        rules = another_table(offered, chance, ("house_money_add", "vigorish_rate")) if level == 3 else offered
        target = chance.choice(MAIN)
        wagers = [Wager(SEAT, HOUSE_MONEY, stake(lesson, chance, 1))]
        if level > 1:
            wagers.append(Wager(SEAT, target, stake(lesson, chance, 1)))
        if check_wagers(rules, wagers):
            continue
        adds = level > 1 and chance.random() < 0.7
        additions = {SEAT: target} if adds and check_addition(rules, wagers, SEAT, target) is None else {}
        cards = coup_for(rules, [HOUSE_MONEY], chance)
        dealt = deal(rules, cards, wagers, additions)
        net = sum(one.net_cents for one in dealt.settlement.wagers)
        laid = said("{stake} on {wager}", stake=Money(wagers[0].stake_cents), wager=wager_name(HOUSE_MONEY))
        if level > 1:
            both = said("{one} and {stake} on {wager}", one=laid, stake=Money(wagers[1].stake_cents))
            laid = both.about(wager=wager_name(target))
        choice = said("the guest adds a payout to it") if additions else said("the guest takes a payout")
        question = said("{table}{hands}; {laid}, and {choice}. What does the guest win or lose in all?")
        result, hands = dealt.coup.result, (dealt.coup.player, dealt.coup.banker)
        reasons = [reason(rules, wager.proposition, result, hands) for wager in wagers]
        yield Item(
            question.about(
                table=differs(offered, rules, "house_money_add"), hands=hands_said(dealt.coup), laid=laid, choice=choice
            ),
            MONEY,
            in_dollars(net),
            reasons[0].said,
            unique(*(one.clauses for one in dealt.settlement.wagers), *(one.clauses for one in reasons)),
            asked_of(rules, cards, wagers) | {"add": {str(seat): wager for seat, wager in additions.items()}},
        )


def match_play(lesson: Lesson, chance: Random, level: int) -> Iterator[Item]:
    """A coupon beside the chips: it is paid like them, and is no money; where it may lie; with vigorish taken off."""
    taken = with_choices(lesson.rules, match_play="on")
    if taken is None or taken.options.get("match_play") is not True:
        return
    names = ("match_play_on", "vigorish_rate", "vigorish_rounding") if level == 3 else ("match_play_on",)
    while True:
        rules = taken if level == 1 else another_table(taken, chance, names)
        if rules.options.get("match_play") is not True:
            continue
        offered = [p.id for p in rules.propositions]
        wager = Wager(SEAT, chance.choice(MAIN if level == 1 else offered), stake(lesson, chance, min(level, 2)))
        wager = wager._replace(coupon=Coupon(500 * chance.randint(1, 20), "MP-000001"))
        facts = {
            "table": differs(taken, rules, "match_play_on"),
            "stake": Money(wager.stake_cents),
            "coupon": Money(wager.coupon_cents),
            "wager": wager.name,
        }
        asked = {"options": options_of(rules), "wager": wager.proposition, "coupon_cents": wager.coupon_cents}
        refused = check_wagers(rules, [wager])
        if level == 2:
            question = said("{table}{stake} and a coupon of {coupon} lie on {wager}: do they stand?", **facts)
            why = refused[0].said if refused else said("a coupon plays beside chips where the house takes it")
            clauses = refused[0].clauses if refused else tuple(rules.rulebook.wagers.coupons)
            asked |= {"stake_cents": wager.stake_cents}
            yield Item(question, YES_NO, NO if refused else YES, why, clauses, asked)
            continue
        if refused:
            continue
        cards = coup_for(rules, [wager.proposition], chance)
        dealt = deal(rules, cards, [wager])
        (settled,) = dealt.settlement.wagers
        question = said("{table}{hands}; {stake} and a coupon of {coupon} lie on {wager}. What do they bring?")
        decided = reason(rules, wager.proposition, dealt.coup.result, (dealt.coup.player, dealt.coup.banker))
        plain = asked_of(rules, cards, [wager])
        plain["wagers"][0]["coupon_cents"] = wager.coupon_cents
        yield Item(
            question.about(**facts, hands=hands_said(dealt.coup)),
            MONEY,
            in_dollars(settled.net_cents),
            decided.said,
            unique(settled.clauses, decided.clauses, tuple(rules.rulebook.wagers.coupons)),
            plain,
        )
