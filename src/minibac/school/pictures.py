"""What is wrong in this picture: hands, a call and settled wagers as they lie, with an error or with none."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from minibac.cards.card import Card
from minibac.play.coup import Coup, Hand, next_draw, play, take
from minibac.play.deal import announced
from minibac.play.decisions import decisions
from minibac.play.settlement import SettledWager, settle
from minibac.play.wagers import HOUSE_MONEY, Wager
from minibac.rules.house_rules import HouseRules
from minibac.rules.names import wager_name
from minibac.school.answers import LETTERS, one_of
from minibac.school.hands import INITIAL, MOST_CARDS, dealt, named, shown, some
from minibac.school.items import Item, Lesson, unique
from minibac.school.money import accepted, options_of, seats_of
from minibac.voice.said import Money, Said, many, said

PLAYER, BANKER, CALL, NOTHING = "player", "banker", "call", "nothing"
PLACES = {
    PLAYER: said("the Player's Hand"),
    BANKER: said("the Banker's Hand"),
    CALL: said("the call"),
    NOTHING: said("nothing"),
}
SEAT = "seat"
WRONG = {1: (PLAYER, BANKER, CALL), 2: (CALL, SEAT, SEAT), 3: (PLAYER, BANKER, CALL, SEAT)}
"""Where an error is planted at each level."""
SEATS = {1: 0, 2: 2, 3: 3}
"""How many seats have wagers in a picture of each level."""
DONE = {
    "win": said("{paid} paid"),
    "charged": said("{paid} paid, {vigorish} of vigorish"),
    "push": said("returned"),
    "lose": said("taken"),
}


class Settled(NamedTuple):
    """A wager as the picture shows it after the settlement."""

    seat: int
    wager: str
    stake_cents: int
    outcome: str
    """``win`` (paid), ``lose`` (taken) or ``push`` (returned)."""
    paid_cents: int
    vigorish_cents: int

    @property
    def done(self) -> Said:
        """What was done with it."""
        how = "charged" if self.outcome == "win" and self.vigorish_cents else self.outcome
        return DONE[how].about(paid=Money(self.paid_cents), vigorish=Money(self.vigorish_cents))

    @property
    def told(self) -> Said:
        row = said("seat {seat}, {stake} on {wager}: {done}", seat=self.seat, stake=Money(self.stake_cents))
        return row.about(wager=wager_name(self.wager), done=self.done)


class TablePicture(NamedTuple):
    """A table as it is seen: cards, what was called, what was done with each wager."""

    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    call: Said
    rows: tuple[Settled, ...] = ()

    @property
    def told(self) -> Said:
        """The picture in words, for a terminal and for who cannot see it."""
        hands = said("Player's Hand {player}, Banker's Hand {banker}. Called: {call}")
        hands = hands.about(player=shown(self.player), banker=shown(self.banker), call=self.call)
        if not self.rows:
            return hands
        rows = many((row.told for row in self.rows), ";")
        return said("{hands}. Settled: {rows}", hands=hands, rows=rows)

    def plain(self) -> dict[str, Any]:
        """The picture as data, to draw it."""
        rows = [
            row._asdict() | {"done": str(row.done), "done_said": row.done, "told": str(row.told), "told_said": row.told}
            for row in self.rows
        ]
        told = {"call": str(self.call), "call_said": self.call, "told": str(self.told), "told_said": self.told}
        return {"player": named(self.player), "banker": named(self.banker), "rows": rows, **told}


def pictures(lesson: Lesson, chance: Random, level: int) -> Iterator[Item]:
    """Two hands and a call; wagers of two seats too; and of three, where anything may be wrong."""
    rules = lesson.rules
    while True:
        cards = some(chance, MOST_CARDS)
        coup = play(cards, rules.drawing)
        where = chance.choice(WRONG[level]) if chance.random() < 0.8 else NOTHING
        coup = _another_hand(coup, where, chance)
        wagers = _wagers(lesson, rules, chance, SEATS[level])
        right = rightly(rules, coup, wagers)
        figure = _planted(rules, coup, right, where, chance)
        yield _item(rules, coup, wagers, figure, first_wrong(rules, right, figure))


def _another_hand(coup: Coup, where: str, chance: Random) -> Coup:
    """A hand with a card too many or one too few, where that is the error."""
    if where not in (PLAYER, BANKER):
        return coup
    hand = coup.player if where == PLAYER else coup.banker
    hand = hand[:INITIAL] if len(hand) > INITIAL else (*hand, *some(chance, 1))
    return coup._replace(player=hand) if where == PLAYER else coup._replace(banker=hand)


def _wagers(lesson: Lesson, rules: HouseRules, chance: Random, seats: int) -> list[Wager]:
    places = seats_of(rules, chance, seats, 2) if seats else []
    return accepted(rules, lesson, chance, 2, [(seat, wager) for seat, wager in places if wager != HOUSE_MONEY])


def rightly(rules: HouseRules, coup: Coup, wagers: Sequence[Wager]) -> TablePicture:
    """What is called and done with the cards as they lie."""
    settled = settle(rules, coup.result, wagers, (coup.player, coup.banker)).wagers
    return TablePicture(coup.player, coup.banker, announced(rules, coup.result).text, tuple(map(_row, settled)))


def _row(one: SettledWager) -> Settled:
    return Settled(one.seat, one.wager, one.stake_cents, one.outcome, one.winnings_cents, one.vigorish_cents)


def _planted(rules: HouseRules, coup: Coup, right: TablePicture, where: str, chance: Random) -> TablePicture:
    """The picture with an error in its call, or at one of its wagers."""
    if where == CALL:
        off = coup.result._replace(player_total=(coup.result.player_total + chance.choice((1, 3, 9))) % 10)
        if chance.random() < 0.5:
            swapped = coup.result.banker_total, coup.result.player_total
            off = coup.result._replace(player_total=swapped[0], banker_total=swapped[1])
        return right._replace(call=announced(rules, off).text)
    if where != SEAT or not right.rows:
        return right
    place = chance.randrange(len(right.rows))
    rows = (*right.rows[:place], _wrong(right.rows[place], chance), *right.rows[place + 1 :])
    return right._replace(rows=rows)


def _wrong(row: Settled, chance: Random) -> Settled:
    """A wager settled otherwise: taken instead of paid, paid too much, vigorish forgotten."""
    even = Settled(row.seat, row.wager, row.stake_cents, "win", row.stake_cents, 0)
    taken = even._replace(outcome="lose", paid_cents=0)
    others = [even, taken, even._replace(outcome="push", paid_cents=0)]
    if row.outcome == "win":
        others += [row._replace(paid_cents=row.paid_cents + chance.choice((100, 500, row.stake_cents)))]
        others += [row._replace(vigorish_cents=0), row._replace(vigorish_cents=2 * row.vigorish_cents)]
    return chance.choice([other for other in others if other != row])


def first_wrong(rules: HouseRules, right: TablePicture, figure: TablePicture) -> str:
    """The first thing that is wrong, in the order of the round: hands, call, the highest seat first; or nothing.

    ``right`` is what is called and done with the cards as they lie.
    """
    player, banker = figure.player, figure.banker
    coup = dealt((player[0], banker[0], player[1], banker[1]), rules)
    due = next_draw(coup)
    if (due is Hand.PLAYER) != (len(player) > INITIAL):
        return PLAYER
    if due is Hand.PLAYER:
        due = next_draw(take(coup, player[INITIAL], rules.drawing))
    if (due is Hand.BANKER) != (len(banker) > INITIAL):
        return BANKER
    if right.call != figure.call:
        return CALL
    wrong = [row.seat for row, as_due in zip(figure.rows, right.rows, strict=True) if row != as_due]
    return str(max(wrong)) if wrong else NOTHING


def _item(rules: HouseRules, coup: Coup, wagers: Sequence[Wager], figure: TablePicture, where: str) -> Item:
    seats = sorted({row.seat for row in figure.rows}, reverse=True)
    places = [PLAYER, BANKER, CALL, *map(str, seats), NOTHING]
    options = tuple(PLACES.get(place) or said("seat {seat}", seat=int(place)) for place in places)
    why, clauses = _why(rules, coup, wagers, where)
    asked = {"options": options_of(rules), "places": places, **_asked(figure)}
    question = said("What is wrong here, if anything: the first thing, in the order of the round?")
    letter = LETTERS[places.index(where)]
    return Item(question, one_of(len(options)), (letter,), why, clauses, asked, options, figure=figure)


def _asked(figure: TablePicture) -> dict[str, Any]:
    rows = [row._asdict() for row in figure.rows]
    return {"player": named(figure.player), "banker": named(figure.banker), "call": str(figure.call), "rows": rows}


def _why(rules: HouseRules, coup: Coup, wagers: Sequence[Wager], where: str) -> tuple[Said, tuple[str, ...]]:
    """What is right there, and the clauses that say so."""
    result = announced(rules, coup.result)
    if where in (PLAYER, BANKER):
        first = (coup.player[0], coup.banker[0], coup.player[1], coup.banker[1])
        third = coup.player[INITIAL:] if where == BANKER else ()
        made = list(decisions(dealt((*first, *third), rules), rules.rulebook))
        own = [one for one in made if str(one.hand) == where] or made
        return said("{reasons}", reasons=many((one.text for one in own), ";")), unique(*(one.clauses for one in own))
    if where == CALL:
        return said("the call is: {words}", words=result.text), result.clauses
    settled = settle(rules, coup.result, wagers, (coup.player, coup.banker)).wagers
    mine = [one for one in settled if where in (NOTHING, str(one.seat))]
    if where == NOTHING:
        return said("it is all as it should be"), unique(result.clauses, *(one.clauses for one in mine))
    right = many((_row(one).told for one in mine), ";")
    return said("right is: {rows}", rows=right), unique(*(one.clauses for one in mine))
