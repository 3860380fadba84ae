"""Why a hand draws or stands, with the clauses of the rulebook that say so.

``coup`` decides from the truth tables alone; this module explains the same decisions, and refuses a claim that differs.
"""

from typing import NamedTuple

from minibac.cards.card import Card, Rank, points, total
from minibac.play.coup import Coup, Hand, hand_total, next_draw
from minibac.rules.drawing import STOOD
from minibac.rules.names import hand_name
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.rulebook import Rulebook
from minibac.voice.said import Cards, Said, many, said

INITIAL_CARDS = 2
HAND_SIZES = (1, 2, 3)


class Decision(NamedTuple):
    """A draw or a stand, why, and under which clauses."""

    hand: Hand | None
    draws: bool
    text: Said
    clauses: tuple[str, ...]


def decisions(coup: Coup, book: Rulebook) -> tuple[Decision, ...]:
    """Every drawing decision a coup has met so far, in order."""
    if not coup.four_cards_out:
        return ()
    player, banker = coup.player[:INITIAL_CARDS], coup.banker[:INITIAL_CARDS]
    if natural := _natural(player, banker, book):
        return (natural,)
    first = _player(player, book)
    if not first.draws:
        return (first, _banker(banker, None, book))
    if len(coup.player) == INITIAL_CARDS:
        return (first,)
    return (first, _banker(banker, coup.player[2], book))


def _natural(player: tuple[Card, ...], banker: tuple[Card, ...], book: Rulebook) -> Decision | None:
    rules, clauses = book.tableau, book.drawing.clauses
    player_total, banker_total = hand_total(player), hand_total(banker)
    cited, words = list(clauses.natural), []
    if rules.natural[player_total]:
        cited += clauses.player_natural
        words.append(said("Player's Hand has {total}", total=player_total))
    if rules.natural[banker_total]:
        cited += clauses.banker_natural
        words.append(said("Banker's Hand has {total}", total=banker_total))
    if not words:
        return None
    text = said("{hands} in two cards: a natural, no more cards", hands=many(words, "and"))
    return Decision(None, False, text, tuple(cited))


def _player(player: tuple[Card, ...], book: Rulebook) -> Decision:
    rules, clauses = book.tableau, book.drawing.clauses
    count = hand_total(player)
    draws = rules.player_draws[count]
    cited = clauses.player_draws if draws else clauses.player_stands
    text = said("Player's Hand has {total} and draws") if draws else said("Player's Hand has {total} and stays")
    return Decision(Hand.PLAYER, draws, text.about(total=count), _unique(cited, clauses.player, clauses.no_discretion))


def _banker(banker: tuple[Card, ...], third: Card | None, book: Rulebook) -> Decision:
    rules, clauses = book.tableau, book.drawing.clauses
    count, column = hand_total(banker), STOOD if third is None else third.points
    draws = rules.banker_draws[count][column]
    row = clauses.rows[str(count)]
    if third is None:
        player = said("the Player's Hand stood")
        cells = clauses.banker_no_third
        cited = row.no_third or (cells.draws if draws else cells.stands)
    else:
        player = said("the Player's third card is {card}, worth {points}", card=Cards((str(third),)), points=column)
        example = clauses.example.get(f"{count}/{column}")
        cited = _unique(row.draws if draws else row.stands, clauses.banker_after_third, (example,) if example else ())
    text = said("Banker's Hand has {total}, {player}: it draws") if draws else BANKER_STAYS
    text = text.about(total=count, player=player)
    return Decision(Hand.BANKER, draws, text, _unique(cited, clauses.banker, clauses.no_discretion))


BANKER_STAYS = said("Banker's Hand has {total}, {player}: it stays")


def _unique(*groups: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clause for group in groups for clause in group))


def check_draw(coup: Coup, claimed: Hand | None, book: Rulebook) -> Refusal | None:
    """Why the next card may not go to this hand (``None``: to neither), or ``None`` when that is right."""
    due = next_draw(coup)
    if claimed is due:
        return None
    made = decisions(coup, book)
    right = said("the next card is {hand}", hand=hand_name(due)) if due else said("no more cards are dealt")
    wrong = said("no card for {hand} Hand", hand=hand_name(claimed)) if claimed else said("a card is still due")
    sentence = said("{wrong}; {right}")
    if made:
        sentence = said("{wrong}; {right}: {reason}", reason=made[-1].text)
    clauses, allowed = _broken(coup, claimed, made, book), (due.value if due else "none",)
    return refuse(Code.WRONG_HAND, sentence.about(wrong=wrong, right=right), *clauses, allowed=allowed)


def _broken(coup: Coup, claimed: Hand | None, made: tuple[Decision, ...], book: Rulebook) -> tuple[str, ...]:
    """The clauses of the decisions that a wrong claim contradicts."""
    if not made:
        return (next(step for step in book.procedure["round"] if step.id == "four-cards").clauses.named("alternate"),)
    if claimed and len(coup.player if claimed is Hand.PLAYER else coup.banker) > INITIAL_CARDS:
        return _unique(book.drawing.clauses.one_at_most, made[-1].clauses)
    if claimed is Hand.PLAYER:  # its own decision first, then that of the hand that is due
        return _unique(*(decision.clauses for decision in made))
    return made[-1].clauses


class Counted(NamedTuple):
    """A Value or a Point Count, and the clauses that make it so."""

    number: int
    text: Said
    clauses: tuple[str, ...]


def value_of(rank: Rank, book: Rulebook) -> Counted:
    """The Value of a rank under the clauses of this rulebook."""
    text = book.values
    number = points(rank)
    own = text.ace if rank is Rank.ACE else text.pips if number else text.tens
    deuce = text.deuce if rank is Rank.TWO else ()
    worth = said("{rank} is worth {number}", rank=Cards((str(rank),)), number=number)
    return Counted(number, worth, _unique(own, deuce, text.all))


def values_of(cards: tuple[Card, ...], book: Rulebook) -> tuple[str, ...]:
    """The clauses of what each of these cards is worth."""
    return _unique(*(value_of(card.rank, book).clauses for card in cards))


def count_of(cards: tuple[Card, ...], book: Rulebook) -> Counted:
    """The Point Count of a hand under the clauses of this rulebook, with the printed example it repeats, if any."""
    if len(cards) not in HAND_SIZES:
        raise ValueError(f"a hand has one, two or three cards, and this one has {len(cards)}")
    number, raw = total(cards), sum(card.points for card in cards)
    ranks = sorted(card.rank for card in cards)
    examples = tuple(example.clause for example in book.values.example if sorted(example.cards) == ranks)
    two_digits = book.values.two_digits if raw >= 10 else ()
    each = many((Cards((str(card),)) for card in cards), "and")
    words = said("{cards} make {sum}") if raw == number else said("{cards} make {sum}, so {number}", number=number)
    return Counted(number, words.about(cards=each, sum=raw), _unique(examples, two_digits, book.values.count))


def check_count(cards: tuple[Card, ...], claimed: int, book: Rulebook) -> Refusal | None:
    """Why this Point Count may not be announced for these cards, or ``None``."""
    right = count_of(cards, book)
    if claimed == right.number:
        return None
    sentence = said("{right}, not {claimed}", right=right.text, claimed=claimed)
    clauses = _unique(right.clauses, values_of(cards, book))
    return refuse(Code.WRONG_COUNT, sentence, *clauses, allowed=(str(right.number),))
