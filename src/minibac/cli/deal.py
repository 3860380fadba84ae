"""``minibac deal``: one coup from given cards, from the first card to the last posting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import click

from minibac.cli import text as show
from minibac.cli.common import Command, WithJson, WithRulebook, Wrong, asks, fail, option
from minibac.cli.text import say
from minibac.voice.said import Said, many, said, vocabulary

if TYPE_CHECKING:
    from minibac.cards.card import Card
    from minibac.play.deal import DealtCoup
    from minibac.play.wagers import Coupon, Wager
    from minibac.rules.house_rules import HouseRules

STAKE_MOST_CENTS = 10**15
"""No limit of a table, only of what a book of accounts should be asked to hold."""


class Ask(WithRulebook, WithJson):
    """The cards, and what lies on the layout."""

    cards_text: str = option(
        "--cards", required=True, metavar="CARDS", help="Cards in the order they leave the shoe, as 7h,9s,3c,2d."
    )
    wager_texts: tuple[str, ...] = option(
        "--wager",
        multiple=True,
        metavar="[SEAT:]ID=CENTS",
        help="A wager in whole cents, as banker=10000 or 3:tie=500; seat 1 unless given; may be repeated.",
    )
    addition_texts: tuple[str, ...] = option(
        "--add-house-money",
        multiple=True,
        metavar="[SEAT:]player|banker",
        help="Add House Money winnings to that wager; without it they are taken.",
    )
    coupon_texts: tuple[str, ...] = option(
        "--coupon",
        multiple=True,
        metavar="[SEAT:]ID=CENTS[#SERIAL]",
        help="A match play coupon beside the chips of a wager, where the house takes coupons.",
    )
    explain: bool = option(is_flag=True, help="Cite the clause of each step.")


@click.command(
    cls=Command,
    short_help="One coup from given cards, to the last posting.",
    examples=(
        "minibac deal section-42 --cards 7h,9s,3c,2d,Kd,5c --wager banker=10000",
        "minibac deal section-42 --cards 7h,9s,3c,2d,Kd,5c --wager 1:banker=10000 --wager 4:tie=500 --explain",
        "minibac deal massachusetts --set vigorish_type=ez --cards 2h,2s,2c,2d,2h,3c --wager dragon-7=500 --json",
        "minibac deal massachusetts --set house_money=on --cards 5h,9s,5c,9d --wager player=20 --wager house-money=5",
        "minibac deal section-42 --set match_play=on --cards 9h,2s,Kc,3d --wager player=1000 --coupon player=1000#A17",
    ),
)
@asks(Ask)
def deal(ask: Ask) -> None:
    """Deal one coup from given cards: who drew, the result, what became of each wager, every posting.

    Cards are written rank then suit: A 2 … 9 T J Q K and s h d c. Those left over are listed as unused. Table limits
    do not apply.
    """
    from minibac.play.deal import check_deal
    from minibac.play.deal import deal as deal_coup

    rules = ask.house_rules(ask.rulebook)
    reader = _Reader(tuple(proposition.id for proposition in rules.propositions))
    cards = reader.cards(ask.cards_text)
    wagers = reader.wagers(ask.wager_texts, ask.coupon_texts)
    additions = reader.additions(ask.addition_texts)
    if reader.faults:
        fail(reader.faults)
    # Whatever the rulebook refuses here was typed here: the call is wrong, as it is for the odds.
    short = too_few_cards(rules, cards)
    faults: list[Wrong] = [*check_deal(rules, cards, wagers, additions), *([short] if short else [])]
    if faults:
        fail(faults)
    dealt = deal_coup(rules, cards, wagers, additions)
    ask.tell(lambda: deal_json(rules, dealt, explain=ask.explain), lambda: deal_text(rules, dealt, explain=ask.explain))


# ----------------------------------------------------------------------------------------------- reading what was typed


class _Place(NamedTuple):
    """A seat and a wager, and the text after them."""

    seat: int
    wager: str
    rest: str


class _Reader:
    """Reads the texts of the command line to the end and keeps every fault it meets."""

    def __init__(self, offered: Sequence[str]) -> None:
        self.offered = offered
        self.faults: list[Wrong] = []

    def cards(self, text: str) -> list[Card]:
        from minibac.cards.card import CardError, parse_card

        cards = []
        for word in text.replace(",", " ").split():
            try:
                cards.append(parse_card(word))
            except CardError as error:
                self.faults.append(error)
        return cards

    def wagers(self, texts: Sequence[str], coupon_texts: Sequence[str]) -> list[Wager]:
        from minibac.play.wagers import Wager

        coupons = self._coupons(coupon_texts)
        wagers = []
        for text in texts:
            place = self._place("--wager", text, "banker=10000", "3:banker=10000")
            stake = self._cents(said("the stake on {wager}", wager=place.wager), place.rest) if place else None
            if place and stake is not None:
                wagers.append(Wager(place.seat, place.wager, stake, coupons.pop((place.seat, place.wager), None)))
        # A coupon without chips is a wager of nothing, which the rulebook refuses in its own words.
        return wagers + [Wager(seat, wager, 0, coupon) for (seat, wager), coupon in coupons.items()]

    def _coupons(self, texts: Sequence[str]) -> dict[tuple[int, str], Coupon]:
        from minibac.play.wagers import Coupon

        coupons: dict[tuple[int, str], Coupon] = {}
        for number, text in enumerate(texts, start=1):
            place = self._place("--coupon", text, "player=1000#A17")
            if place is None:
                continue
            amount, _, serial = place.rest.partition("#")
            face = self._cents(said("the coupon on {wager}", wager=place.wager), amount)
            if (place.seat, place.wager) in coupons:
                two = said("seat {seat} has two coupons on {wager}: one lies beside each wager", seat=str(place.seat))
                self.faults.append(two.about(wager=place.wager))
            elif face is not None:
                coupons[place.seat, place.wager] = Coupon(face, serial or f"C{number}")
        return coupons

    def additions(self, texts: Sequence[str]) -> dict[int, str]:
        targets: dict[int, str] = {}
        for text in texts:
            seat, target = self._seat("--add-house-money", text)
            if seat is None:
                continue
            if targets.setdefault(seat, target) != target:
                twice = said("seat {seat} adds House Money twice: name player or banker, not both", seat=str(seat))
                self.faults.append(twice)
        return targets

    def _place(self, option: str, text: str, *examples: str) -> _Place | None:
        seat_text, equals, rest = text.partition("=")
        if not equals:
            misread = said("{option} {text} cannot be read: write a wager and its cents as {example}", option=option)
            self.faults.append(misread.about(text=text, example=many(examples)))
            return None
        seat, wager = self._seat(option, seat_text)
        return None if seat is None else _Place(seat, wager, rest)

    def _seat(self, option: str, text: str) -> tuple[int | None, str]:
        seat, colon, name = text.rpartition(":")
        name = name.strip()
        if name not in self.offered:
            name = name.lower().replace("_", "-")
        if not colon:
            return 1, name
        number = whole(seat)
        if number is None:
            misread = said("{option} {text}: the seat '{seat}' is not a number, as in 3:{name}", option=option)
            self.faults.append(misread.about(text=text, seat=seat, name=name))
        return number, name

    def _cents(self, what: Said, text: str) -> int | None:
        cents = whole(text)
        if cents is None:
            misread = said("{what} is '{text}', which is not a number of whole cents, such as 10000 for $100")
            self.faults.append(misread.about(what=what, text=text))
        elif cents > STAKE_MOST_CENTS:
            more = said("{what} is more than {most} cents, the most that is settled here", what=what)
            self.faults.append(more.about(most=str(STAKE_MOST_CENTS)))
            return None
        return cents


def whole(text: str) -> int | None:
    """A whole number in plain digits, perhaps with a sign, or ``None``.

    >>> whole(" 12 "), whole("-5"), whole("12.5"), whole("1_000"), whole("")
    (12, -5, None, None, None)
    """
    word = text.strip()
    digits = word[1:] if word[:1] in ("+", "-") else word
    return int(word) if digits.isascii() and digits.isdigit() and len(digits) < 100 else None


ORDER = (said("card|first"), said("card|second"), said("card|third"))


def too_few_cards(rules: HouseRules, cards: Sequence[Card]) -> Said | None:
    """Why these cards do not make a whole coup, or ``None``."""
    from minibac.play.coup import START, next_draw, take
    from minibac.rules.wager_words import HANDS

    coup = START
    for card in cards:
        if next_draw(coup) is None:
            return None
        coup = take(coup, card, rules.drawing)
    due = next_draw(coup)
    if due is None:
        return None
    hand = coup.player if due == "player" else coup.banker
    few = said("{cards:card is|cards are} too few: {hand} is still due its {which} card, so give more with --cards")
    return few.about(cards=len(cards), hand=HANDS[due], which=ORDER[len(hand)])


# ----------------------------------------------------------------------------------------------------------------- JSON


def deal_json(rules: HouseRules, dealt: DealtCoup, *, explain: bool) -> dict[str, object]:
    """The coup as the design fixes it."""
    coup = dealt.coup
    told: dict[str, object] = {
        "rulebook": rules.rulebook.id,
        "options": rules.options,
        "player": {"cards": list(map(str, coup.player)), "total": coup.player_total},
        "banker": {"cards": list(map(str, coup.banker)), "total": coup.banker_total},
        "result": dealt.outcome,
        "unused": list(map(str, dealt.unused)),
        "wagers": [settled.plain() for settled in dealt.settlement.wagers],
        "postings": [posting._asdict() for posting in dealt.postings],
    }
    if explain:
        told["explanation"] = [step._asdict() for step in dealt.explanation]
    return told


# ----------------------------------------------------------------------------------------------------------------- text


COLUMNS = vocabulary(
    "column", "seat", "wager", "stake", "added", "coupon", "outcome", "winnings", "vigorish", "net", "step", "account",
    "amount", "clause",
)  # fmt: skip

SHORT_STORY = ("draw", "stand")
"""The steps told without ``--explain``: who drew and why."""


def deal_text(rules: HouseRules, dealt: DealtCoup, *, explain: bool) -> str:
    """The coup for a person to read."""
    chosen = show.choices(rules)
    parts = [
        show.bold(say(rules.rulebook.title)) + (f"\n{show.faint(show.wrapped(chosen))}" if chosen else ""),
        hands_text(dealt),
        _story(dealt, explain=explain),
    ]
    if dealt.settlement.wagers:
        parts += [
            show.heading(say(said("Wagers"))) + "\n" + wagers_text(dealt),
            show.heading(say(said("Postings"))) + "\n" + _postings(dealt),
        ]
    if dealt.unused:
        parts.append(say(said("Unused: {cards}", cards=show.cards(dealt.unused))))
    return "\n\n".join(parts)


def hands_text(dealt: DealtCoup) -> str:
    """Both hands with their Point Counts."""
    coup = dealt.coup
    lines = []
    for name, hand, total in (
        (said("Player's Hand"), coup.player, coup.player_total),
        (said("Banker's Hand"), coup.banker, coup.banker_total),
    ):
        cards = show.cards(hand)
        lines.append(f"  {say(name)}   {cards}{' ' * max(2, 16 - show.visible(cards))}{show.bold(str(total))}")
    return "\n".join(lines)


def _story(dealt: DealtCoup, *, explain: bool) -> str:
    lines = []
    for step in dealt.explanation:
        if explain:
            lines.append(show.wrapped(say(step.text), "  ", "    "))
            lines.append(show.faint(show.wrapped(", ".join(step.clauses), "    ")))
        elif step.step in SHORT_STORY:
            lines.append(show.wrapped(say(step.text), "  ", "    "))
        elif step.step == "result":
            lines.append(show.bold(show.wrapped(say(step.text), "  ", "    ")))
    return "\n".join(lines)


def wagers_text(dealt: DealtCoup) -> str:
    """What became of each wager, in dollars."""
    from minibac.rules.names import OUTCOMES

    colours = {"win": "green", "lose": "red"}
    wagers = dealt.settlement.wagers
    columns = {
        "seat": [str(settled.seat) for settled in wagers],
        "wager": [show.wager(settled.wager) for settled in wagers],
        "stake": [show.money(settled.stake_cents) for settled in wagers],
    }
    if any(settled.added_cents for settled in wagers):
        columns["added"] = [show.money(settled.added_cents) for settled in wagers]
    if any(settled.coupon_cents for settled in wagers):
        columns["coupon"] = [show.money(settled.coupon_cents) for settled in wagers]
    columns |= {
        "outcome": [click.style(say(OUTCOMES[s.outcome]), fg=colours.get(s.outcome)) for s in wagers],
        "winnings": [show.money(settled.winnings_cents) for settled in wagers],
        "vigorish": [show.money(settled.vigorish_cents) for settled in wagers],
        "net": [show.gain(settled.net_cents) for settled in wagers],
    }
    right = [index for index, head in enumerate(columns) if head not in ("wager", "outcome")]
    return show.table([*zip(*columns.values(), strict=True)], [say(COLUMNS[head]) for head in columns], right)


def _postings(dealt: DealtCoup) -> str:
    rows = []
    for p in dealt.postings:
        amount, clause = show.money(p.amount_cents, sign=True), show.faint(p.clause or "")
        rows.append([say(p.step), str(p.seat), show.wager(p.wager), p.account, amount, clause])
    heads = [say(COLUMNS[head]) for head in ("step", "seat", "wager", "account", "amount", "clause")]
    return show.table(rows, heads, right=[1, 4])
