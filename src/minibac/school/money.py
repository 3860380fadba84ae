"""Drills on money: vigorish, payments of one wager and of a layout, chips, marker buttons, the order of settlement."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

from minibac.cards.card import Card, parse_cards
from minibac.play.chips import in_chips
from minibac.play.coup import Coup, play
from minibac.play.deal import DealtCoup, deal
from minibac.play.propositions import priced
from minibac.play.reasons import percent, reason
from minibac.play.settlement import check_actions, move_words
from minibac.play.vigorish import Terms, terms
from minibac.play.wagers import MAIN, Wager, check_wagers
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.names import wager_name
from minibac.rules.option_names import option_words
from minibac.rules.options import allowed_words, typed
from minibac.rules.refusal import Code
from minibac.rules.rulebook import load
from minibac.school.answers import CHIPS, MONEY, amounts, dollars, heap, order_of
from minibac.school.hands import MOST_CARDS, named, shown, some
from minibac.school.items import Item, Lesson, in_dollars, unique
from minibac.voice.said import NOTHING, Fact, Money, Said, many, said

TRIED = {"tie_odds": ("8", "9", "17/2")}
"""Values of an option that a rulebook leaves open; the rest it lists itself."""
PRICES = ("vigorish_type", "vigorish_rate", "vigorish_rounding", "tie_odds", "dragon_bonus_paytable", "house_money")
MOST_TRIES = 60
MOST_COUPS = 800
"""In which a rare line of a paytable is looked for."""
MOST_MOVES = 8
"""Moves of a settlement that somebody is asked to put in order."""
BANKER_WINS = parse_cards("6h,7s,Kc,Kd")
TIE = parse_cards("7h,7s,Kc,Kd")
PLAYER_WINS = parse_cards("7h,6s,Kc,Kd")
OUTCOMES = {"win": BANKER_WINS, "lose": PLAYER_WINS, "tie": TIE}
"""Coups of four cards that end as their name says for a wager on Banker."""


# ---------------------------------------------------------------------------------------------------- tables and stakes


@lru_cache(maxsize=512)
def _built(
    rulebook_id: str, stated: tuple[tuple[str, Any], ...], choices: tuple[tuple[str, Any], ...]
) -> HouseRules | None:
    """A table with these choices, and with what it states otherwise as far as that means something beside them."""
    book, kept = load(rulebook_id), dict(stated)
    for option in book.option:
        if option.switches_on and option.name in dict(choices):
            kept.pop(option.switches_on, None)
    while True:
        built = build(book, {**kept, **dict(choices)})
        if isinstance(built, HouseRules):
            return built
        idle = {refusal.said.facts.get("option") for refusal in built if refusal.code is Code.IDLE_OPTION}
        if not idle & kept.keys() - dict(choices).keys():
            return None
        kept = {name: value for name, value in kept.items() if name not in idle}


def with_choices(rules: HouseRules, **choices: str) -> HouseRules | None:
    """The same table with these options, or ``None`` where the rulebook does not allow it."""
    stated = {
        setting.name: setting.value for setting in rules.settings if setting.chosen and setting.name not in choices
    }
    return _built(rules.rulebook.id, tuple(sorted(stated.items())), tuple(sorted(choices.items())))


def another_table(rules: HouseRules, chance: Random, names: Sequence[str]) -> HouseRules:
    """A table under the same rulebook that has chosen some of these options otherwise."""
    known = {option.name: option for option in rules.rulebook.option if option.name in names}
    for _ in range(MOST_TRIES):
        values = {name: (*TRIED.get(name, ()), *allowed_words(option)) for name, option in known.items()}
        picked = {name: chance.choice([word for word in words if " " not in word]) for name, words in values.items()}
        kept = {name: word for name, word in picked.items() if chance.random() < 0.7}
        if other := with_choices(rules, **kept):
            return other
    return rules


def differs(rules: HouseRules, other: HouseRules, *more: str) -> Said:
    """What the other table has chosen otherwise of the prices, and of ``more``."""
    deferred = other.options.get("vigorish_collection") == "deferred"
    names = [*PRICES, *more, "vigorish_collection", *(["vigorish_rounded_at"] if deferred else [])]
    changed = [name for name in names if name in other.options and rules.options.get(name) != other.options[name]]
    words = option_words({name: other.options[name] for name in changed})
    return said("[{options}] ", options=words) if changed else NOTHING


def options_of(rules: HouseRules) -> dict[str, str]:
    """The options as they are typed, for whoever works the answer out anew."""
    return {name: typed(value) for name, value in rules.options.items()}


def stake(lesson: Lesson, chance: Random, level: int) -> int:
    """A stake in cents: in fives of dollars, in dollars, in the smallest chip."""
    unit = {1: 500, 2: 100, 3: min(lesson.chips_cents)}[level]
    return unit * chance.randint(1, {1: 100, 2: 500, 3: 4000}[level])


def accepted(
    rules: HouseRules, lesson: Lesson, chance: Random, level: int, places: Sequence[tuple[int, str]]
) -> list[Wager]:
    """Wagers that the table takes: none of them could split a cent."""
    while True:
        wagers = [Wager(seat, wager, stake(lesson, chance, level)) for seat, wager in places]
        if not check_wagers(rules, wagers):
            return wagers
        if chance.random() < 0.1:
            level = max(1, level - 1)  # some tables take whole dollars only


def wagers_plain(wagers: Sequence[Wager]) -> list[dict[str, Any]]:
    return [{"seat": w.seat_no, "wager": w.proposition, "stake_cents": w.stake_cents} for w in wagers]


def asked_of(rules: HouseRules, cards: tuple[Card, ...], wagers: Sequence[Wager]) -> dict[str, Any]:
    """A coup and its wagers as plain data."""
    return {"options": options_of(rules), "cards": named(cards), "wagers": wagers_plain(wagers)}


def hands_said(coup: Coup) -> Said:
    """Both hands of a coup."""
    hands = said("Player's Hand {player}, Banker's Hand {banker}")
    return hands.about(player=shown(coup.player), banker=shown(coup.banker))


# ------------------------------------------------------------------------------------------------------------- vigorish


def charged(rules: HouseRules) -> Terms | None:
    """How a table charges vigorish, where it charges any."""
    charge = terms(rules)
    return charge if charge and charge.wager == "banker" else None


def rounding_said(charge: Terms) -> Said:
    if not charge.rounding_cents:
        return said("not rounded")
    return said("rounded up to {multiple}", multiple=Money(charge.rounding_cents))


def vigorish(lesson: Lesson, chance: Random, level: int) -> Iterator[Item]:
    """The charge on one wager: round stakes, odd stakes, and each rate and rounding the rulebook allows."""
    if charged(lesson.rules) is None:
        return
    names = ("vigorish_type", "vigorish_rate", "vigorish_rounding")
    while True:
        rules = another_table(lesson.rules, chance, names) if level == 3 else lesson.rules
        charge = charged(rules)
        if charge is None:
            continue
        (wager,) = accepted(rules, lesson, chance, level, [(1, "banker")])
        cards = BANKER_WINS if charge.on == "win" else TIE
        (settled,) = deal(rules, cards, [wager]).settlement.wagers
        facts: dict[str, Fact] = {"stake": Money(wager.stake_cents), "rate": percent(charge.rate)}
        happened = said("{stake} on Banker wins") if charge.on == "win" else said("{stake} on Banker, and it is a tie")
        question = said("{happened}: what is the vigorish at {rate}, {rounding}?", rounding=rounding_said(charge))
        exact = charge.exact_cents(charge.base_cents(settled.winnings_cents, wager.chips_cents))
        why = said("{rate} of {stake} is {exact}, {rounding}", rounding=rounding_said(charge), exact=_exactly(exact))
        yield Item(
            question.about(happened=happened.about(**facts), **facts),
            MONEY,
            in_dollars(settled.vigorish_cents),
            why.about(**facts),
            charge.taking_clauses,
            asked_of(rules, cards, [wager]),
        )


def _exactly(cents: Fraction) -> Fact:
    """An amount before it is rounded, as somebody writes it down: half a cent is $0.005."""
    return Money(int(cents)) if cents.denominator == 1 else f"${Decimal(cents.numerator) / cents.denominator / 100}"


CHANGED = 0.4
"""How often a marker button that lies there is changed for another one."""


def marker_buttons(lesson: Lesson, chance: Random, level: int) -> Iterator[Item]:
    """What a marker button is changed to when its guest wins again; what it comes to, and what is collected for it
    before the cards are reshuffled."""
    while True:
        wanted = {"vigorish_collection": "deferred"}
        deferred = with_choices(lesson.rules, **wanted)
        if deferred is None or (charge := charged(deferred)) is None or not charge.deferred:
            return
        if level == 3:
            names = ("vigorish_rate", "vigorish_rounding", "vigorish_rounded_at")
            deferred = another_table(deferred, chance, names)
            charge = charged(deferred) or charge
        if chance.random() < CHANGED and (changed := _changed_button(lesson, deferred, chance, level)) is not None:
            yield changed
            continue
        rounds, owed, told = [], 0, []
        for _ in range(level + 1):
            how = "win" if level == 1 else chance.choice(("win", "win", "lose", "tie"))
            (wager,) = accepted(deferred, lesson, chance, level, [(1, "banker")])
            (settled,) = deal(deferred, OUTCOMES[how], [wager]).settlement.wagers
            owed += settled.vigorish_cents
            rounds.append(asked_of(deferred, OUTCOMES[how], [wager]))
            told.append(WENT[how].about(stake=Money(wager.stake_cents)))
        question = said("{table}A guest has on Banker {rounds}. What is collected for the marker button at the end?")
        why = said("the button comes to {owed}, and {collected} is collected")
        collected = charge.collected_cents(owed)
        text = deferred.rulebook.owed
        yield Item(
            question.about(table=differs(lesson.rules, deferred), rounds=many(told, ",")),
            MONEY,
            in_dollars(collected),
            why.about(owed=Money(owed), collected=Money(collected)),
            unique(text.marker, text.stays, text.before_reshuffle, charge.taking_clauses),
            {"rounds": rounds, "options": options_of(deferred)},
        )


def _changed_button(lesson: Lesson, deferred: HouseRules, chance: Random, level: int) -> Item | None:
    """The button that takes the place of the one that lies there, when its guest wins once more; nothing where a win is
    not charged."""

    def won() -> tuple[Wager, int]:
        (wager,) = accepted(deferred, lesson, chance, level, [(1, "banker")])
        (settled,) = deal(deferred, OUTCOMES["win"], [wager]).settlement.wagers
        return wager, settled.vigorish_cents

    before = sum(won()[1] for _ in range(level))
    wager, more = won()
    if not before or not more:
        return None
    question = said("{table}The button of a seat shows {before}; {stake} on Banker wins there. What does it show then?")
    facts = {"before": Money(before), "stake": Money(wager.stake_cents)}
    return Item(
        question.about(table=differs(lesson.rules, deferred), **facts),
        MONEY,
        in_dollars(before + more),
        said("{more} of vigorish is added to {before}").about(more=Money(more), before=Money(before)),
        unique(deferred.rulebook.owed.marker, deferred.rulebook.owed.stays),
        {"before": before, "rounds": [asked_of(deferred, OUTCOMES["win"], [wager])], "options": options_of(deferred)},
    )


WENT = {"win": said("{stake} (wins)"), "lose": said("{stake} (loses)"), "tie": said("{stake} (tie)")}


# ------------------------------------------------------------------------------------------------------------- payments


def coup_for(rules: HouseRules, wagers: Sequence[str], chance: Random) -> tuple[Card, ...]:
    """Cards of a coup; more often than chance has it, one in which some of these wagers do not lose."""
    prices = [priced(rules)[wager] for wager in wagers]
    patient = chance.random() < 0.7
    cards: tuple[Card, ...] = ()
    for _ in range(MOST_TRIES):
        cards = some(chance, MOST_CARDS)
        coup = play(cards, rules.drawing)
        if not patient or any(
            price.outcome(coup.result, (coup.player, coup.banker)).kind != "lose" for price in prices
        ):
            break
    return cards


def lines_of(rules: HouseRules, wagers: Sequence[str], chance: Random) -> Iterator[tuple[str, int]]:
    """Every line of the paytables of these wagers, in any order, so that rare ones come as often as the others."""
    lines = [(wager, line) for wager in wagers for line in range(len(priced(rules)[wager].lines))]
    while True:
        yield from chance.sample(lines, len(lines))


def coup_on(rules: HouseRules, wager: str, line: int, chance: Random) -> tuple[Card, ...]:
    """Cards of a coup that this line of a wager settles; of any, where it did not come in many."""
    price, cards = priced(rules)[wager], some(chance, MOST_CARDS)
    for _ in range(MOST_COUPS):
        coup = play(cards, rules.drawing)
        if price.line(coup.result, (coup.player, coup.banker)) == line:
            break
        cards = some(chance, MOST_CARDS)
    return cards


def payments(lesson: Lesson, chance: Random, level: int) -> Iterator[Item]:
    """What one wager brings: the main wagers, every wager of the table, and every paytable of the rulebook."""
    rules, lines = lesson.rules, None
    while True:
        if lines is None or level == 3:
            rules = another_table(lesson.rules, chance, PRICES) if level == 3 else lesson.rules
            offered = [p.id for p in rules.propositions if level > 1 or p.id in (*MAIN, "tie")]
            lines = lines_of(rules, offered, chance)
        name, line = next(lines)
        (wager,) = accepted(rules, lesson, chance, level, [(1, name)])
        cards = coup_on(rules, name, line, chance)
        dealt = deal(rules, cards, [wager])
        (settled,) = dealt.settlement.wagers
        question = said("{table}{hands}: {stake} on {wager}. What does it bring, vigorish taken off?")
        why = reason(rules, wager.proposition, dealt.coup.result, (dealt.coup.player, dealt.coup.banker))
        yield Item(
            question.about(
                table=differs(lesson.rules, rules),
                hands=hands_said(dealt.coup),
                stake=Money(wager.stake_cents),
                wager=wager_name(wager.proposition),
            ),
            MONEY,
            in_dollars(settled.net_cents),
            why.said,
            unique(settled.clauses, why.clauses),
            asked_of(rules, cards, [wager]),
        )


def seats_of(rules: HouseRules, chance: Random, seats: int, most: int) -> list[tuple[int, str]]:
    """Who has a wager where: some seats, up to so many wagers at each, Player or Banker among them."""
    offered = [p.id for p in rules.propositions if p.id not in MAIN]
    places = []
    for seat in sorted(chance.sample(range(1, rules.seats + 1), min(seats, rules.seats))):
        side = chance.sample(offered, min(len(offered), chance.randrange(most)))
        places += [(seat, wager) for wager in (chance.choice(MAIN), *side)]
    return places


def layout_said(wagers: Sequence[Wager]) -> Said:
    """The wagers on a layout, seat by seat."""
    one = said("seat {seat} {stake} on {wager}")
    rows = [one.about(seat=w.seat_no, stake=Money(w.stake_cents), wager=w.name) for w in wagers]
    return said("{rows}", rows=many(rows, ","))


def a_layout(
    lesson: Lesson, rules: HouseRules, chance: Random, level: int
) -> tuple[list[Wager], tuple[Card, ...], DealtCoup]:
    """A layout with wagers and the coup that settles it."""
    wagers = accepted(rules, lesson, chance, level, seats_of(rules, chance, level + 1, level))
    cards = coup_for(rules, [wager.proposition for wager in wagers], chance)
    return wagers, cards, deal(rules, cards, wagers)


def layouts(lesson: Lesson, chance: Random, level: int) -> Iterator[Item]:
    """What every seat of a layout wins or loses, the highest seat first, as the dealer goes."""
    while True:
        rules = another_table(lesson.rules, chance, PRICES) if level == 3 else lesson.rules
        wagers, cards, dealt = a_layout(lesson, rules, chance, level)
        nets: dict[int, int] = {}
        for settled in dealt.settlement.wagers:
            nets[settled.seat] = nets.get(settled.seat, 0) + settled.net_cents
        seats = sorted(nets, reverse=True)
        question = said("{table}{hands}; {wagers}. What does each seat win or lose in all, the highest seat first?")
        row = said("seat {seat} {wager}: {net}")
        rows = [
            row.about(seat=one.seat, wager=wager_name(one.wager), net=Money(one.net_cents))
            for one in sorted(dealt.settlement.wagers, key=lambda one: -one.seat)
        ]
        yield Item(
            question.about(
                table=differs(lesson.rules, rules), hands=hands_said(dealt.coup), wagers=layout_said(wagers)
            ),
            amounts(len(seats)),
            (" ".join(dollars(nets[seat]) for seat in seats),),
            said("{rows}", rows=many(rows, ";")),
            unique(*(settled.clauses for settled in dealt.settlement.wagers)),
            asked_of(rules, cards, wagers),
        )


def orders(lesson: Lesson, chance: Random, level: int) -> Iterator[Item]:
    """The moves of a settlement in their order: losers first, then the procedure of the table."""
    while True:
        rules = another_table(lesson.rules, chance, ("settlement_order",)) if level == 3 else lesson.rules
        wagers, cards, dealt = a_layout(lesson, rules, chance, min(level, 2))
        right = dealt.settlement
        backwards = check_actions(rules, right, right.actions[::-1])
        if not 2 <= len(right.actions) <= MOST_MOVES or backwards is None:  # nothing to put in order
            continue
        moves = list(right.actions)
        chance.shuffle(moves)
        text = rules.rulebook.settlement
        order = str(rules.options["settlement_order"])
        question = said("{hands}. Procedure {order}: in which order are these moves made?")

        def as_right(
            written: str, rules: HouseRules = rules, dealt: DealtCoup = dealt, moves: Any = tuple(moves)
        ) -> bool:
            return check_actions(rules, dealt.settlement, [moves[int(word) - 1] for word in written.split()]) is None

        yield Item(
            question.about(hands=hands_said(dealt.coup), order=order),
            order_of(len(moves)),
            (" ".join(str(moves.index(action) + 1) for action in right.actions),),
            said("{moves}", moves=many(map(move_words, right.actions), ";")),
            unique(text.losers_first, text.orders[order], text.then_pay),
            {**asked_of(rules, cards, wagers), "moves": [[m.step, m.seat, m.wager] for m in moves]},
            tuple(map(move_words, moves)),
            as_right,
        )


# ---------------------------------------------------------------------------------------------------------------- chips


def chips(lesson: Lesson, chance: Random, level: int) -> Iterator[Item]:
    """The chips for an amount, the fewest: the largest that fit come first."""
    values: Mapping[int, int] = {1: 500, 2: 100, 3: min(lesson.chips_cents)}
    clauses = tuple(lesson.rules.rulebook.wagers.chips)
    while True:
        cents = values[level] * chance.randint(1, {1: 200, 2: 2500, 3: 8000}[level])
        made = in_chips(cents, lesson.chips_cents)
        question = said("{sum} in the fewest chips of {chips}?", sum=Money(cents))
        yield Item(
            question.about(chips=many(map(Money, sorted(lesson.chips_cents, reverse=True)), "and")),
            CHIPS,
            (heap(made),),
            said("the largest that fit come first: {chips}", chips=heap(made)),
            clauses,
            {"cents": cents, "chips_cents": list(lesson.chips_cents)},
        )
