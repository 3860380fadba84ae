"""One coup from given cards: who drew, the result, every posting, and the clause of each step.

>>> from minibac.rules.house_rules import house_rules
>>> dealt = deal(house_rules("section-42"), "7h,9s,3c,2d,Kd,5c", [Wager(1, "banker", 100_00)])
>>> dealt.coup.result.winner, dealt.settlement.wagers[0].net_cents, dealt.unused
(<Winner.BANKER: 'banker'>, 9500, ())
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from minibac.cards.card import Card, cards_of
from minibac.play.coup import Coup, Stage, play
from minibac.play.decisions import count_of, decisions, values_of
from minibac.play.postings import Posting
from minibac.play.propositions import priced
from minibac.play.results import Result, Winner
from minibac.play.settlement import EMPTY, Action, Settlement, place, settle_house_money, settle_unchecked, void
from minibac.play.wagers import HOUSE_MONEY, Wager, check_addition, check_wagers
from minibac.rules.house_rules import HouseRules, rules_of
from minibac.rules.refusal import Code, Refusal, Refused, refuse
from minibac.rules.remedies import Mishap
from minibac.voice.said import Cards, Fact, Money, Said, many, said

INITIAL_CARDS = 2

NO_ADDITIONS: Mapping[int, str] = {}


class Explained(NamedTuple):
    """One step of the coup in words, with the clauses it fulfils."""

    step: str
    text: Said
    clauses: tuple[str, ...]


class DealtCoup(NamedTuple):
    """A coup from the first card to the last posting."""

    coup: Coup
    """The cards and their totals."""
    unused: tuple[Card, ...]
    """Cards that were given and not needed."""
    settlement: Settlement
    """What the wagers came to."""
    postings: tuple[Posting, ...]
    """Every movement of money."""
    explanation: tuple[Explained, ...]
    """What happened, step by step, with clauses."""

    @property
    def is_void(self) -> bool:
        """Whether the cards ended too early: every stake went back."""
        return self.coup.stage is Stage.VOID

    @property
    def outcome(self) -> str:
        """``player``, ``banker``, ``tie`` or ``void``."""
        return "void" if self.is_void else self.coup.result.winner.value

    def __repr__(self) -> str:
        wagers = (f", seat {each.seat} {each.wager} {each.net_cents:+}" for each in self.settlement.wagers)
        player, banker = (" ".join(map(str, hand)) for hand in (self.coup.player, self.coup.banker))
        return f"<DealtCoup {self.outcome}: Player {player}, Banker {banker}{''.join(wagers)}>"

    def _repr_html_(self) -> str:
        from minibac.play.html import deal_html

        return deal_html(self)


def check_deal(
    rules: HouseRules | str,
    cards: Sequence[Card | str] | str,
    wagers: Sequence[Wager] = (),
    additions: Mapping[int, str] = NO_ADDITIONS,
) -> tuple[Refusal, ...]:
    """Every reason why these cards and wagers make no coup at this table."""
    rules = rules_of(rules)
    copies = check_copies(cards_of(cards), rules.decks_in_shoe)
    return (
        *((copies,) if copies else ()),
        *check_wagers(rules, wagers),
        *(r for seat, target in additions.items() if (r := check_addition(rules, wagers, seat, target))),
    )


def deal(
    rules: HouseRules | str,
    cards: Sequence[Card | str] | str,
    wagers: Sequence[Wager] = (),
    additions: Mapping[int, str] = NO_ADDITIONS,
) -> DealtCoup:
    """Deal and settle a coup from cards in the order they leave the shoe; with too few cards it is void.

    ``rules`` are house rules, or the name of a rulebook: then the house chooses nothing.
    ``additions`` name, by seat, the wager that a House Money payout is added to; without one it is taken. Raises what
    :func:`check_deal` has against it.
    """
    rules, cards = rules_of(rules), cards_of(cards)
    if refusals := check_deal(rules, cards, wagers, additions):
        raise Refused(refusals)
    coup = play(cards, rules.drawing)
    placed = place(rules, wagers)
    house_money, live = EMPTY, tuple(wagers)
    if coup.four_cards_out:
        player, banker = coup.player, coup.banker
        pairs = player[0].rank == player[1].rank, banker[0].rank == banker[1].rank
        house_money, live = settle_house_money(rules, *pairs, wagers, additions)
    if coup.stage is Stage.VOID:
        returned = tuple(w for w in wagers if w.proposition == HOUSE_MONEY)
        settlement = void(rules, (*live, *returned) if coup.four_cards_out else wagers, house_money)
        whole = _void_with(rules, house_money, settlement)
    else:
        settlement = settle_unchecked(rules, coup.result, live, (coup.player, coup.banker))
        whole = house_money + settlement
    order = {(wager.seat_no, wager.proposition): number for number, wager in enumerate(wagers)}
    whole = whole._replace(wagers=tuple(sorted(whole.wagers, key=lambda settled: order[settled.seat, settled.wager])))
    unused = tuple(cards[len(coup.player) + len(coup.banker) :])
    return DealtCoup(coup, unused, whole, placed + whole.postings, tuple(explain(rules, coup, wagers, whole)))


def check_copies(cards: Iterable[Card], decks: int) -> Refusal | None:
    """Why these cards cannot all come out of that many decks, or ``None``."""
    for card, copies in Counter(cards).items():
        if copies > decks:
            sentence = said(
                "{card} is there {copies} times, but {decks} decks hold it {decks} times",
                card=Cards((str(card),)),
                copies=copies,
                decks=decks,
            )
            return refuse(Code.WRONG_CARD, sentence, allowed=(str(decks),))
    return None


def _void_with(rules: HouseRules, house_money: Settlement, voided: Settlement) -> Settlement:
    """What is left of House Money when its coup is void: its moves were made, and are reversed or stand."""
    if rules.options.get("house_money_on_void") == "stands":
        return house_money + voided
    return house_money._replace(wagers=()) + voided


def explain(rules: HouseRules, coup: Coup, wagers: Sequence[Wager], settlement: Settlement) -> Iterable[Explained]:
    """The coup in words, step by step."""
    book = rules.rulebook
    steps = {step.id: step for step in book.procedure["round"]}
    hands = ((said("Player's Hand"), coup.player), (said("Banker's Hand"), coup.banker))
    for wager in wagers:
        label = Said(priced(rules)[wager.proposition].proposition.label)
        facts: dict[str, Fact] = {"seat": wager.seat_no, "stake": Money(wager.stake_cents), "wager": label}
        text = said("Seat {seat} puts {stake} on {wager}", **facts)
        if wager.coupon:
            facts |= {"serial": wager.coupon.serial, "coupon": Money(wager.coupon_cents)}
            text = said("Seat {seat} puts {stake} on {wager} with the coupon {serial} for {coupon}", **facts)
        yield Explained("wager", text, tuple(dict.fromkeys(wager_clauses(rules, wager))))
    yield Explained("no-more-bets", Said(book.announcements["no_more_bets"].text), steps["no-more-bets"].clauses)
    if coup.four_cards_out:
        four = steps["four-cards"]
        yield Explained("four-cards", Said(four.says), (*four.clauses, *book.cut.shoe_clauses))
        for name, hand in hands:
            yield _counted(rules, "count", name, hand[:INITIAL_CARDS])
    # House Money is settled before third cards; in a void coup it may come back, which is not yet known.
    early = [action for action in settlement.actions if action.wager == HOUSE_MONEY and action.step != "return"]
    for action in early:
        yield Explained(action.step, _action_text(rules, action), settlement.grounds[action].clauses)
    made = decisions(coup, book)
    for decision in made:
        yield Explained("draw" if decision.draws else "stand", decision.text, decision.clauses)
    if coup.stage is Stage.VOID:
        remedy = next(remedy for remedy in book.remedy if remedy.kind == Mishap.TOO_FEW_CARDS)
        yield Explained("void", Said(remedy.says), remedy.clauses)
    else:
        for name, hand in hands:
            if len(hand) > INITIAL_CARDS:
                yield _counted(rules, "count", name, hand)
        yield announced(rules, coup.result)
    for action in settlement.actions[len(early) :]:
        yield Explained(action.step, _action_text(rules, action), settlement.grounds[action].clauses)


def wager_clauses(rules: HouseRules, wager: Wager) -> tuple[str, ...]:
    """What lets this wager stand: its own clauses, the list it is on or the approval that adds it, chips and coupon."""
    text = rules.rulebook.wagers
    printed = any(proposition.id == wager.proposition for proposition in rules.rulebook.wager)
    permits = (*text.list, *text.others) if printed else (text.approval,) if text.approval else ()
    coupon = text.coupons if wager.coupon else ()
    return (*priced(rules)[wager.proposition].proposition.clauses, *permits, *text.chips, *coupon)


def _counted(rules: HouseRules, step: str, name: Said, hand: tuple[Card, ...]) -> Explained:
    counted = count_of(hand, rules.rulebook)
    values = values_of(hand, rules.rulebook)
    text = said("{hand}: {count}", hand=name, count=counted.text)
    return Explained(step, text, tuple(dict.fromkeys((*counted.clauses, *values))))


def announced(rules: HouseRules, result: Result) -> Explained:
    """What the dealer calls at the end: final counts and the winner, tie hand, and at EZ Dragon 7 or Panda 8."""
    calls = rules.rulebook.announcements
    ez = rules.options["vigorish_type"] == "ez"
    special = "dragon_7" if result.is_dragon_7 else "panda_8" if result.is_panda_8 else None
    final = calls["final"]
    totals = {"player": result.player_total, "banker": result.banker_total}
    words = [Said(final.text, totals), Said(calls[result.winner.value].text)]
    clauses = [*final.clauses, *calls[result.winner.value].clauses]
    if ez and special:
        words.append(Said(calls[special].text))
        clauses += calls[special].clauses
    if result.winner is Winner.TIE:
        clauses += rules.rulebook.result.tie
    text = said("{calls}", calls=many(words, ","))
    return Explained("result", text, tuple(dict.fromkeys((*clauses, *rules.rulebook.result.announced))))


ACTIONS = {
    "collect": said("The dealer collects {sum}: seat {seat}, {wager}"),
    "pay": said("The dealer pays {sum}: seat {seat}, {wager}"),
    "return": said("The dealer returns {sum}: seat {seat}, {wager}"),
    "add": said("The dealer adds {sum} of the payout to the main wager: seat {seat}, {wager}"),
    "vigorish": said("The dealer takes {sum} of vigorish: seat {seat}, {wager}"),
    "mark": said("The dealer marks {sum} of vigorish: seat {seat}, {wager}"),
}


def _action_text(rules: HouseRules, action: Action) -> Said:
    label = Said(priced(rules)[action.wager].proposition.label)
    return ACTIONS[action.step].about(sum=Money(action.amount_cents), seat=action.seat, wager=label)
