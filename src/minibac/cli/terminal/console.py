"""The dealer's console: every step a dealer can take, right or wrong at this moment, in groups.

Nothing here looks at what is due. A wrong step is sent like a right one, and the table says which clause it breaks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from minibac.cards.card import ALL_CARDS, CardError, parse_cards
from minibac.cli.terminal.asks import LETTERS, KeyedAnswer, Prompt, listed_choices
from minibac.cli.terminal.typed_cards import name_again
from minibac.cli.terminal.words import short_name
from minibac.rules.names import book_words, step_name
from minibac.rules.remedies import Mishap, RemedyStep
from minibac.rules.rulebook import Step
from minibac.table import commands as c
from minibac.table.dealer_view import REPORTS
from minibac.table.guests import NO_BATCH
from minibac.table.names import reason_words
from minibac.table.state import Phase
from minibac.table.steps import batch_names, procedures
from minibac.voice.said import Cards, Fact, Money, Said, said

if TYPE_CHECKING:
    from minibac.cli.terminal.game import Game

HANDS = {"player": said("Player's Hand"), "banker": said("Banker's Hand")}
MOVES = {"c": said("collect"), "p": said("pay"), "r": said("return"), "v": said("vigorish"), "m": said("mark")}
WINNERS = {"p": "player", "b": "banker", "t": "tie"}
DECK = len(ALL_CARDS)
CALLS = {"d7": "dragon-7", "p8": "panda-8"}


Run = Callable[[], Prompt | None]
"""Takes a step: sends a command, or asks what is missing first."""


class PaletteStep(NamedTuple):
    """A step on the palette."""

    key: str
    label: Fact
    run: Run


class Group(NamedTuple):
    """Steps that belong together."""

    key: str
    name: Said
    actions: tuple[PaletteStep, ...]


def palette(game: Game) -> tuple[Group, ...]:
    """All steps in their groups. What is listed depends on who sits where and what lies on the layout, no more."""
    opening = ("opening", "dead-table") if game.state.phase is Phase.DEAD else ("opening",)
    groups = {
        said("group|Open"): _procedures(game, *opening),
        said("group|Shuffle"): _procedures(game, "shuffle"),
        said("group|Cut"): _cut(game),
        said("group|Deal"): _deal(game),
        said("group|Call"): _call(game),
        said("group|Settle"): _settle(game),
        said("group|Close"): _close(game),
        said("group|Report"): _irregular(game),
        said("group|Floor"): _floor(game),
    }
    return tuple(Group(str(no), name, _keyed(steps)) for no, (name, steps) in enumerate(groups.items(), start=1))


Entry = tuple[Fact, Run]


def _keyed(entries: Iterable[Entry]) -> tuple[PaletteStep, ...]:
    return tuple(PaletteStep(key, label, run) for key, (label, run) in zip([*LETTERS, *"0123"], entries, strict=False))


# ----------------------------------------------------------------------------------------------- opening and shuffle


def _procedures(game: Game, *names: str) -> list[Entry]:
    entries: dict[tuple[str, str], Entry] = {}
    for procedure in names:
        for step in procedures(game.state).active[procedure, False]:
            batches = batch_names(game.state) if step.per_batch else ("A",)
            for batch in batches:
                label = step_name(step.id)
                if len(batches) > 1:
                    label = said("{step} {batch}", step=label, batch=batch)
                entries[step.id, batch] = (label, _step(game, step, batch))
    return list(entries.values())


SO_OR_NOT = (KeyedAnswer("y", said("yes, it is so"), "y"), KeyedAnswer("n", said("no, it is not so"), "n"))


def _step(game: Game, step: Step, batch: str) -> Run:
    """A step, once what it asks is said: how many cards there are, whether it is so."""
    do = partial(game.deal, c.DoStep, step=step.id, batch=batch)

    def so(**facts: int) -> Prompt | None:
        if "ok" not in step.asks:
            return do(**facts)
        return Prompt(
            book_words(step.says), lambda answer: do(ok=answer == "y", **facts), SO_OR_NOT, clauses=step.clauses
        )

    def counted() -> Prompt:
        size = DECK if step.id == "lace" else game.state.rules.cards_in_shoe
        title = said("How many cards do you lace?") if step.id == "lace" else said("How many cards do you count?")
        return _number(game, title, lambda count: so(cards_count=count), str(size))

    return counted if "cards_count" in step.asks else so


# ------------------------------------------------------------------------------------------------------- cut and burn


def _cut(game: Game) -> list[Entry]:
    state = game.state
    depth = str(state.rules.options.get("cut_card_depth", 14))
    cutting = str(state.rules.rulebook.fixed["cutting_cards"].value)

    def cut() -> Prompt:
        title = said("After how many cards does the cutting card go in?")
        return _number(game, title, lambda at: game.deal(c.CutStack, position=at), str(state.cards_count // 2))

    def complete() -> Prompt:
        title = said("How far from the end does the cutting card go?")
        return _number(game, title, lambda cards: game.deal(c.CompleteCut, depth=cards), depth)

    def load(count: int) -> Prompt | None:
        return game.deal(c.LoadShoe, batch=game.state.in_play, cutting_cards=count)

    def other_batch() -> Prompt | None:
        other = next(b for b in batch_names(game.state) if b != game.state.in_play)
        return game.deal(c.LoadShoe, batch=other, cutting_cards=int(cutting))

    return [
        (said("cut the stack yourself…"), cut),
        (said("complete the cut…"), complete),
        (said("load the shoe…"), lambda: _number(game, said("With how many cutting cards?"), load, cutting)),
        *([(said("load the other batch"), other_batch)] if len(batch_names(state)) > 1 else []),
        (said("burn…"), lambda: _burn(game)),
    ]


def _burn(game: Game) -> Prompt | None:
    """The first card is turned, and the dealer says how many it burns."""
    if len(batch_names(game.state)) == 1:
        return _burned(game, "")
    lying = {name: said("batch {batch}", batch=name) for name in batch_names(game.state)}
    answers = listed_choices({NO_BATCH: said("it is empty"), **lying})
    return Prompt(said("What lies in the discard rack?"), partial(_burned, game), answers)


def _burned(game: Game, rack: str) -> Prompt | None:
    first = game.first_card()
    if first is None:
        return game.deal(c.BurnCards, rack_batch=rack)
    title = said("The first card is {card}. How many more are burned?", card=Cards((first,)))
    return _number(game, title, lambda count: game.deal(c.BurnCards, burned_count=count, rack_batch=rack))


# ------------------------------------------------------------------------------------------------------------ dealing


def _deal(game: Game) -> list[Entry]:
    def give(hand: str) -> Run:
        hand_it = partial(game.deal, c.HandCards, hand=hand)
        title = said("Hand the {hand} to which seat?", hand=HANDS[hand])
        return lambda: _seat(game, title, lambda seat: hand_it(seat=seat))

    entries: list[Entry] = [
        (said("no more bets"), partial(game.deal, c.CallNoMoreBets)),
        (said("card to the Player"), partial(game.deal, c.DealCard, hand="player")),
        (said("card to the Banker"), partial(game.deal, c.DealCard, hand="banker")),
        (said("turn the Player's cards"), partial(game.deal, c.TurnCards, hand="player")),
        (said("turn the Banker's cards"), partial(game.deal, c.TurnCards, hand="banker")),
    ]
    if game.state.rules.options["deal_mode"] == "handed":
        entries += [
            (said("Banker's Hand under the shoe"), partial(game.deal, c.TuckBanker)),
            (said("hand out the Player's cards…"), give("player")),
            (said("hand out the Banker's cards…"), give("banker")),
        ]
    if game.state.by_hand:
        entries.append((said("name a card again…"), partial(name_again, game)))
    return entries


def _call(game: Game) -> list[Entry]:
    def count(hand: str) -> Run:
        call = partial(game.deal, c.CallCount, hand=hand)
        title = said("{hand}: which Point Count?", hand=HANDS[hand])
        return lambda: _number(game, title, lambda points: call(count=points))

    return [
        (said("no more bets"), partial(game.deal, c.CallNoMoreBets)),
        (said("the Player's count…"), count("player")),
        (said("the Banker's count…"), count("banker")),
        (said("the result…"), lambda: _result(game)),
        (said("last hand"), partial(game.deal, c.CallLastHand)),
    ]


def _result(game: Game) -> Prompt:
    special = game.state.rules.options["vigorish_type"] == "ez"
    example: Fact = said("6 8 b, or 6 7 b d7") if special else "6 8 b"

    def answer(text: str) -> Prompt | None:
        words = text.lower().replace(",", " ").split()
        if len(words) not in (3, 4) or not all(word.isdecimal() for word in words[:2]) or words[2][:1] not in WINNERS:
            return game.complain(said("a result is two counts and the winner, as {example}", example=example))
        call = CALLS.get(words[3], words[3]) if len(words) > 3 else ""
        return game.deal(
            c.CallResult, player=_small(words[0]), banker=_small(words[1]), result=WINNERS[words[2][0]], call=call
        )

    note = said("Player's count, Banker's count, then p, b or t.")
    if special:
        note = said("Player's count, Banker's count, then p, b or t, then d7 or p8 where it is one.")
    return Prompt(said("Announce the result"), answer, note=note, example=example)


# --------------------------------------------------------------------------------------------------------- settlement


def _settle(game: Game) -> list[Entry]:
    state = game.state
    entries: list[Entry] = []
    if state.rules.options.get("house_money"):
        title = said("Settle the House Money of which seat?")
        settle = partial(game.deal, c.SettleHouseMoney)
        entries.append((said("House Money of a seat…"), lambda: _seat(game, title, lambda seat: settle(seat=seat))))
    done = {(seat, wager) for step, seat, wager, _ in state.coup.moves if step != "vigorish"} if state.coup else set()
    for (seat, wager), found_wager in sorted(state.wagers.items(), key=lambda item: (-item[0][0], item[0][1])):
        mark = "✓ " if (seat, wager) in done else ""
        stake = Money(found_wager.chips_cents)
        label = said("{mark}{seat} {wager} {stake}…", mark=mark, seat=seat, wager=short_name(wager), stake=stake)
        entries.append((label, partial(_wager, game, seat, wager)))
    if state.spoken:
        spoken = state.spoken[0]
        entries.append(
            (said("convert the cash"), partial(game.deal, c.ConvertCash, seat=spoken.seat, wager=spoken.wager))
        )
    entries.append((said("all that is left (not counted)"), game.let_pass))
    return entries


def _wager(game: Game, seat: int, wager: str) -> Prompt:
    lies = game.state.wagers.get((seat, wager))
    chips = lies.chips_cents if lies else 0

    def answer(text: str) -> Prompt | None:
        words = text.lower().split()
        move = MOVES.get(words[0][:1]) if words else None
        if move is None:
            return game.complain(
                said("a move is c, p, r, v or m, and an amount, as p 95; c and r take the whole stake")
            )
        step = str(move)
        cents = chips if len(words) == 1 and step in ("collect", "return") else read_cents(" ".join(words[1:]))
        if cents is None:
            how_much = said("how much? {move} wants dollars, as {typed} 12.50", move=move, typed=words[0])
            return game.complain(how_much)
        return game.deal(c.TakeActions, actions=((step, seat, wager, cents),))

    note = said("c collect · p pay · r return · v take vigorish · m mark vigorish, and the amount in dollars.")
    title = said("Seat {seat}, {wager} {stake}", seat=seat, wager=short_name(wager), stake=Money(chips))
    return Prompt(title, answer, note=note, example="p 100")


def _close(game: Game) -> list[Entry]:
    def collect(seat: int) -> Prompt | None:
        def answer(text: str) -> Prompt | None:
            cents = read_cents(text)
            if cents is None:
                return game.complain(said("write dollars, as 12.50"))
            return game.deal(c.CollectVigorish, seat=seat, cents=cents)

        shown = Money(game.state.owed(seat) if seat in game.state.seats else 0)
        title = said("Seat {seat}: its marker button shows {shown}. How much do you collect?", seat=seat, shown=shown)
        return Prompt(title, answer, example="12.50")

    return [
        (said("cards to the discard rack"), partial(game.deal, c.RackCards)),
        (said("last hand"), partial(game.deal, c.CallLastHand)),
        (said("collect vigorish…"), lambda: _seat(game, said("Collect the vigorish of which seat?"), collect)),
        (said("end the shoe"), partial(game.deal, c.EndShoe)),
    ]


# ----------------------------------------------------------------------------------------------------- irregularities


SEEN_OR_NOT = (Mishap.THIRD_CARD_TO_PLAYER, Mishap.THIRD_CARD_TO_BANKER, Mishap.CARD_IN_ERROR, Mishap.BURN_TOO_MANY)
"""What happened to a card that may have been disclosed."""

REMEDIES = {
    RemedyStep.BURN_COUNTED: said("remedy: burn what it counts"),
    RemedyStep.DISCARD_TWO: said("remedy: discard it and one more"),
    RemedyStep.SIMULATED_ROUND: said("remedy: start the simulated round"),
}
WHICH_HAND = (KeyedAnswer("p", HANDS["player"], "player"), KeyedAnswer("b", HANDS["banker"], "banker"))


def _irregular(game: Game) -> list[Entry]:
    steps = dict.fromkeys(do for remedy in game.state.rules.rulebook.remedy for do in remedy.do)
    return [
        (said("report what happened…"), lambda: _report(game)),
        *((REMEDIES[do], partial(game.deal, c.CarryOut, do=do)) for do in steps if do in REMEDIES),
    ]


def _report(game: Game) -> Prompt:
    """What happened; was the card disclosed; on which hand it lay."""
    note = said("What has happened is reported; the remedy is the rulebook's.")
    return Prompt(said("What happened?"), partial(_reported, game), listed_choices(REPORTS), note=note)


def _reported(game: Game, kind: str) -> Prompt | None:
    report = partial(game.deal, c.Report, kind=kind)
    if kind in SEEN_OR_NOT:
        answers = (
            KeyedAnswer("n", said("no, it is face down"), "n"),
            KeyedAnswer("y", said("yes, it was disclosed"), "y"),
        )
        return Prompt(said("Has anybody seen the card?"), lambda seen: report(disclosed=seen == "y"), answers)
    if kind == Mishap.FACE_UP_IN_SHOE:
        return _number(game, said("How many cards lie face up?"), lambda count: report(count=count), "1")
    if kind in (Mishap.WRONG_HAND, Mishap.CARD_EXPOSED):
        title = said("On which hand did it land?") if kind == Mishap.WRONG_HAND else said("Whose card is it?")
        return Prompt(title, lambda hand: report(hand=hand), WHICH_HAND)
    if kind in (Mishap.TOO_FEW_CARDS, Mishap.EXPOSED_IN_DEALING):
        return report()
    if kind == Mishap.UNCOLLECTED:
        return _seat(game, said("Of which seat?"), lambda seat: report(seat=seat, note="vigorish was not collected"))
    return Prompt(said("What did you see?"), lambda note: report(note=note), note=said("The floor is called with it."))


def _floor(game: Game) -> list[Entry]:
    def reasoned(title: Said, kind: type[c.Command]) -> Run:
        note = said("The reason is kept in the record.")
        return lambda: Prompt(title, lambda why: game.order(kind, reason=why), note=note)

    def revoke(hand: str) -> Prompt | None:
        reasons = listed_choices({reason: reason_words(reason) for reason in game.state.rules.rulebook.handed.reasons})

        def because(why: str) -> Prompt | None:
            take = partial(game.deal, c.RevokeRight, hand=hand, reason=why)
            if why == game.state.rules.rulebook.handed.delay:
                return take()
            return Prompt(said("What did you see?"), lambda note: take(note=note))

        return Prompt(said("For which reason?"), because, reasons)

    return [
        (said("re-cut…"), reasoned(said("Why is the stack cut again?"), c.OrderRecut)),
        (said("shuffle now…"), reasoned(said("Why is it shuffled now?"), c.DirectShuffle)),
        (said("dead table"), partial(game.order, c.DeclareDead)),
        (said("fresh decks"), partial(game.order, c.ChangeDecks)),
        (said("take a right to turn…"), lambda: Prompt(said("The right to turn which hand?"), revoke, WHICH_HAND)),
        (said("rebuild a round…"), lambda: _rebuilding(game)),
        (said("correct a payment…"), lambda: _correction(game)),
        (said("close the table"), partial(game.order, c.CloseTable)),
    ]


def _correction(game: Game) -> Prompt:
    """A supervisor brings a seat to what the coup in the discard rack gives it (F06)."""
    example = said("3 12 a card was named wrong")

    def answer(text: str) -> Prompt | None:
        seat, _, rest = text.strip().partition(" ")
        coup_no, _, reason = rest.strip().partition(" ")
        if not reason or _whole(seat) is None or _whole(coup_no) is None:
            return game.complain(said("a correction is seat, round and the reason, as {example}", example=example))
        return game.order(c.CorrectPayment, seat=_small(seat), coup_no=_small(coup_no), reason=reason)

    note = said("Seat, number of the round, and the reason; how much it is, the rebuilt round says.")
    return Prompt(said("What does the supervisor correct?"), answer, note=note, example=example)


def _rebuilding(game: Game) -> Prompt:
    """The hands of a coup as they lie in the discard rack."""
    example = said("12 3s 4d / 3h 4c")

    def answer(text: str) -> Prompt | None:
        coup_no, _, hands = text.strip().partition(" ")
        if _whole(coup_no) is None or hands.count("/") != 1:
            wrong = said("write the round, the Player's cards, / and the Banker's, as {example}", example=example)
            return game.complain(wrong)
        try:
            player, banker = (tuple(map(str, parse_cards(hand))) for hand in hands.split("/"))
        except CardError as problem:
            return game.complain(problem.said)
        return game.deal(c.Reconstruct, coup_no=_small(coup_no), player_cards=player, banker_cards=banker)

    note = said("Number of the round, the Player's cards, a stroke, the Banker's cards.")
    return Prompt(said("Which cards lie in the rack?"), answer, note=note, example=example)


# ------------------------------------------------------------------------------------------------------------ answers


def _number(game: Game, title: Said, send: Callable[[int], Prompt | None], example: Fact = "") -> Prompt:
    def answer(text: str) -> Prompt | None:
        number = _whole(text)
        return game.complain(said("write a whole number")) if number is None else send(number)

    return Prompt(title, answer, example=example)


def _seat(game: Game, title: Said, send: Callable[[int], Prompt | None]) -> Prompt:
    return _number(game, title, send, said("seat number"))


def _whole(text: str) -> int | None:
    text = text.strip()
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else None


def _small(text: str) -> int:
    number = _whole(text)
    return -1 if number is None else number


def read_cents(text: str) -> int | None:
    """Dollars as typed, in cents, or ``None``.

    >>> read_cents("95"), read_cents("$1,000.50"), read_cents("x"), read_cents("-3")
    (9500, 100050, None, None)
    """
    whole, point, part = text.strip().removeprefix("$").replace(",", "").partition(".")
    if not whole.isascii() or not whole.isdecimal() or len(whole) > 10 or (point and not part.isdecimal()):
        return None
    if not part.isascii() or len(part) > 2:
        return None
    return int(whole) * 100 + int((part or "0").ljust(2, "0"))
