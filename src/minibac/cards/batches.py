"""Decks and batches: what the cards in use look like, and how many there must be.

Back colours are how two batches are told apart when they alternate through an automatic shuffler.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from minibac.cards.card import ALL_CARDS, Card
from minibac.houses.equipment import TableEquipment, check_equipment
from minibac.rules.house_rules import HouseRules, Reference
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.voice.said import said


class Back(NamedTuple):
    """The back of a card."""

    colour: str
    design: str = "plain"

    def __str__(self) -> str:
        return f"{self.colour} {self.design}"


class Batch(NamedTuple):
    """Decks that are shuffled and dealt together; at a table without an automatic shuffler, all of them."""

    name: str
    decks: int
    back: Back

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card of the batch, deck by deck, by suit and in sequence."""
        return ALL_CARDS * self.decks


class Deck(NamedTuple):
    """A deck as it comes to the table: its back, and the paper that attests it to meet the card standard."""

    back: Back
    attestation: Reference | None = None


class Received(NamedTuple):
    """Decks taken in at the table, as the batches they make."""

    batches: tuple[Batch, ...]
    clauses: tuple[str, ...]


def receive(rules: HouseRules, decks: Sequence[Deck]) -> Received | tuple[Refusal, ...]:
    """Take the decks in at the opening, or every reason why they stay off the table.

    All are attested where the rulebook refers to a card standard, and alike; with an automatic shuffler they make two
    equal batches of two colours.
    """
    equipment = rules.rulebook.equipment
    automatic = rules.options["shuffler"] == "automatic"
    found = [_check_number(rules, decks), *(_check_standard(rules, n, deck) for n, deck in enumerate(decks, start=1))]
    made: dict[str, list[Back]] = {}
    for deck in decks:
        made.setdefault(deck.back.colour if automatic else "all", []).append(deck.back)
    clauses = equipment.batch_clauses if automatic else equipment.backs_clauses
    found += [_check_alike(backs, clauses) for backs in made.values()]
    if automatic:
        firsts = [backs[0] for backs in made.values()]
        found.append(check_batch_backs(rules, firsts if len(firsts) > 1 else firsts * 2))
        found.append(_check_equal(rules, made))
    refusals = tuple(refusal for refusal in found if refusal)
    if refusals:
        return refusals
    batch_clauses = equipment.batch_clauses if automatic else ()
    clauses = (*equipment.standard_clauses, *equipment.backs_clauses, *batch_clauses)
    return Received(batches(rules, [backs[0] for backs in made.values()]), clauses)


def _check_number(rules: HouseRules, decks: Sequence[Deck]) -> Refusal | None:
    needed = int(rules.options["decks"])
    if len(decks) == needed:
        return None
    sentence = said(
        "{decks_count} decks have come to the table, which is played with {needed}",
        decks_count=len(decks),
        needed=needed,
    )
    return refuse(Code.ILLEGAL_EQUIPMENT, sentence, rules.setting("decks").clause, allowed=(str(needed),))


def _check_equal(rules: HouseRules, made: Mapping[str, Sequence[Back]]) -> Refusal | None:
    if len(made) < 2 or {len(backs) for backs in made.values()} == {rules.decks_in_shoe}:
        return None
    numbers = " and ".join(f"{len(backs)} {colour}" for colour, backs in made.items())
    sentence = said(
        "the batches are {numbers} decks; they are two of {decks_in_shoe}",
        numbers=numbers,
        decks_in_shoe=rules.decks_in_shoe,
    )
    return refuse(Code.ILLEGAL_EQUIPMENT, sentence, rules.setting("decks").clause, allowed=(str(rules.decks_in_shoe),))


def _check_standard(rules: HouseRules, number: int, deck: Deck) -> Refusal | None:
    clauses = rules.rulebook.equipment.standard_clauses
    if not clauses or (deck.attestation and all((deck.attestation.authority, deck.attestation.reference))):
        return None
    sentence = said("deck {number} is not received: nothing attests that it meets the card standard", number=number)
    return refuse(Code.MISSING_REFERENCE, sentence, *clauses, allowed=("an attestation",))


BATCH_BACKS = (Back("red"), Back("blue"))


def batches(rules: HouseRules, backs: Sequence[Back] = BATCH_BACKS) -> tuple[Batch, ...]:
    """The batches a table plays: two equal ones with an automatic shuffler, otherwise one (s42/a/4/ii, ma/3/b/1)."""
    names = ("A", "B") if rules.options["shuffler"] == "automatic" else ("A",)
    return tuple(Batch(name, rules.decks_in_shoe, back) for name, back in zip(names, backs, strict=False))


def check_backs(rules: HouseRules, backs: Iterable[Back]) -> Refusal | None:
    """Why cards with these backs may not be loaded together, or ``None`` when all are alike."""
    return _check_alike(backs, rules.rulebook.equipment.backs_clauses)


def _check_alike(backs: Iterable[Back], clauses: tuple[str, ...]) -> Refusal | None:
    kinds = Counter(backs)
    if len(kinds) <= 1:
        return None
    (common, _), *foreign = kinds.most_common()
    strays = ", ".join(f"{number} {back}" for back, number in foreign)
    sentence = said(
        "the backs are not alike: among {common} cards there are {strays}; nothing is loaded until they are out",
        common=str(common),
        strays=strays,
    )
    return refuse(Code.ILLEGAL_EQUIPMENT, sentence, *clauses, allowed=(str(common),))


def check_batch_backs(rules: HouseRules, backs: Sequence[Back]) -> Refusal | None:
    """Why two batches may not have these backs, or ``None``: colours differ, designs as the rulebook says (E04)."""
    if rules.options["shuffler"] != "automatic":
        return None
    clauses = rules.rulebook.equipment.batch_clauses
    first, second = backs[:2]
    if first.colour == second.colour:
        return refuse(
            Code.ILLEGAL_EQUIPMENT,
            said("both batches have {colour} backs; the two batches must differ in colour", colour=first.colour),
            *clauses,
            allowed=("two colours",),
        )
    if rules.rulebook.fixed["batch_design"].value == "same" and first.design != second.design:
        return refuse(
            Code.ILLEGAL_EQUIPMENT,
            said(
                "the batches have the designs {design} and {design_2}; both must share one design",
                design=first.design,
                design_2=second.design,
            ),
            *clauses,
            allowed=("one design",),
        )
    return None


def foreign_back(rules: HouseRules, batch: Batch, back: Back) -> Refusal | None:
    """The incident of a card in play whose back is not its batch's, or ``None``: the round stops for it."""
    if back == batch.back:
        return None
    clauses = rules.rulebook.equipment.batch_clauses or rules.rulebook.equipment.backs_clauses
    sentence = said(
        "a card with a {back} back came out of a shoe of {back_2} backs; the round stops for a supervisor",
        back=str(back),
        back_2=str(batch.back),
    )
    return refuse(Code.ILLEGAL_EQUIPMENT, sentence, *clauses, allowed=(str(batch.back),))


class Looked(NamedTuple):
    """Something that can be seen of the cards on a table, and the clauses it fulfils."""

    text: str
    clauses: tuple[str, ...]


def look_over(rules: HouseRules, equipment: TableEquipment) -> tuple[Looked, ...] | tuple[Refusal, ...]:
    """Look over what lies on a table: what is as it should be, or everything that is not."""
    if refusals := check_equipment(rules, equipment):
        return tuple(refusals)
    text, cutting = rules.rulebook.equipment, equipment.cutting
    backs = {name: lots[0].colour for name, lots in equipment.batches.items()}
    seen = [Looked(f"all backs of batch {name} are {colour}", text.backs_clauses) for name, colour in backs.items()]
    if cutting:
        seen.append(Looked(f"{cutting.number} cutting cards are at hand", text.cutting_clauses))
        if text.look_clauses:
            told = f"they are opaque, and {cutting.colour} is told from backs and edges"
            seen.append(Looked(told, text.look_clauses))
    if rules.options["shuffler"] == "automatic":
        seen.append(Looked("the two batches differ in colour", text.batch_clauses))
    return tuple(seen)


def check_copies(cards: Iterable[Card], decks: int) -> Refusal | None:
    """Why these cards cannot all come out of that many decks, or ``None``."""
    for card, copies in Counter(cards).items():
        if copies > decks:
            sentence = said(
                "{card} is there {copies} times, but {decks} decks hold it {decks} times",
                card=str(card),
                copies=copies,
                decks=decks,
            )
            return refuse(Code.WRONG_CARD, sentence, allowed=(str(decks),))
    return None
