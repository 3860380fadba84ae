"""What lies on one table of a house: its decks by batch, their backs and edges, and the cutting cards."""

from collections.abc import Iterator
from typing import NamedTuple

from minibac.rules.house_rules import HouseRules
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.voice.said import many, said


class Lot(NamedTuple):
    """Decks that look alike and belong to one batch."""

    batch: str
    decks: int
    colour: str
    design: str
    edge: str

    @property
    def back(self) -> tuple[str, str]:
        """Colour and design of the back, compared without regard to letter case."""
        return self.colour.casefold(), self.design.casefold()


class CuttingCards(NamedTuple):
    """The cards that cut the stack and mark its end; cover cards in Massachusetts."""

    number: int
    colour: str
    opaque: bool
    solid: bool


COLOURS = ("black", "white", "grey", "red", "orange", "yellow", "green", "blue", "purple", "pink", "brown")
"""The colours that backs, edges and cutting cards are told by, where a document wants them told apart."""
CLOSE = frozenset(
    map(
        frozenset,
        (
            ("black", "grey"), ("black", "blue"), ("black", "brown"), ("white", "grey"), ("red", "orange"),
            ("red", "pink"), ("red", "brown"), ("red", "purple"), ("orange", "yellow"), ("orange", "brown"),
            ("blue", "purple"), ("pink", "purple"),
        ),
    )
)  # fmt: skip
"""Colours that are not readily told from each other across a table."""


class TableEquipment(NamedTuple):
    """The cards of one table. A table with a continuous device needs no cutting cards (F10)."""

    lots: tuple[Lot, ...]
    cutting: CuttingCards | None
    clauses: tuple[str, ...] = ()
    """What it fulfils, once it has been checked."""

    @property
    def batches(self) -> dict[str, tuple[Lot, ...]]:
        """The lots by batch, in the order they were stated."""
        names = dict.fromkeys(lot.batch for lot in self.lots)
        return {name: tuple(lot for lot in self.lots if lot.batch == name) for name in names}

    @property
    def backs(self) -> tuple[tuple[str, str], ...]:
        """Colour and design of the backs of each batch."""
        return tuple((lots[0].colour, lots[0].design) for lots in self.batches.values())


BACKS, EDGES = said("the backs of the cards"), said("the edges of the cards")


def check_equipment(rules: HouseRules, equipment: TableEquipment) -> list[Refusal]:
    """Every reason why this table may not be played with that equipment."""
    return [*_check_cutting(rules, equipment), *_check_batches(rules, equipment), *_check_backs(rules, equipment)]


def asked_for(rules: HouseRules) -> tuple[str, ...]:
    """The clauses that say what lies on this table."""
    text = rules.rulebook.equipment
    cutting = () if rules.options["shuffler"] == "continuous" else (*text.cutting_clauses, *text.look_clauses)
    return (*cutting, *text.backs_clauses, *(text.batch_clauses if rules.options["shuffler"] == "automatic" else ()))


def _check_cutting(rules: HouseRules, equipment: TableEquipment) -> Iterator[Refusal]:
    text, cutting = rules.rulebook.equipment, equipment.cutting
    right = int(rules.rulebook.fixed["cutting_cards"].value)
    if cutting is None:
        if rules.options["shuffler"] == "continuous":
            return
        sentence = said(
            "no cutting cards are stated; {rulebook} wants {right}", rulebook=rules.rulebook.short, right=right
        )
        yield refuse(Code.MISSING_CHOICE, sentence, *text.cutting_clauses, allowed=(str(right),))
        return
    if cutting.number != right:
        sentence = said(
            "the number of cutting cards is {number}; {rulebook} wants exactly {right}",
            number=cutting.number,
            rulebook=rules.rulebook.short,
            right=right,
        )
        yield refuse(Code.ILLEGAL_EQUIPMENT, sentence, *text.cutting_clauses, allowed=(str(right),))
    if not text.look_clauses:  # the document says how many there are, and nothing of how they look
        return
    if not cutting.opaque:
        sentence = said("the cutting cards are not opaque; nothing may be seen through them")
        yield refuse(Code.ILLEGAL_EQUIPMENT, sentence, *text.look_clauses, allowed=("opaque",))
    if not cutting.solid:
        sentence = said("nobody says that the cutting cards are of one solid colour")
        yield refuse(Code.ILLEGAL_EQUIPMENT, sentence, *text.look_clauses, allowed=("solid",))
    if cutting.colour.casefold() not in COLOURS:
        sentence = said(
            "the cutting cards are '{colour}', which is no solid colour of the list: {colours}",
            colour=cutting.colour,
            colours=many(COLOURS),
        )
        yield refuse(Code.ILLEGAL_EQUIPMENT, sentence, *text.look_clauses, allowed=COLOURS)
    looks = {(what, c) for lot in equipment.lots for what, c in ((BACKS, lot.colour), (EDGES, lot.edge))}
    for what, colour in sorted(looks, key=str):
        pair = frozenset((colour.casefold(), cutting.colour.casefold()))
        if colour.casefold() not in COLOURS:
            sentence = said("{what} are '{colour}', which is no colour of the list: {colours}", what=what)
            sentence = sentence.about(colour=colour, colours=many(COLOURS))
            yield refuse(Code.ILLEGAL_EQUIPMENT, sentence, allowed=COLOURS)
        elif len(pair) == 1 or pair in CLOSE:
            sentence = said(
                "the cutting cards are {colour}, which is not readily told from the {other} of {what}; choose another",
                colour=cutting.colour,
                other=colour,
                what=what,
            )
            far = tuple(c for c in COLOURS if c not in pair and frozenset((c, colour.casefold())) not in CLOSE)
            yield refuse(Code.ILLEGAL_EQUIPMENT, sentence, *text.look_clauses, allowed=far)


def _check_batches(rules: HouseRules, equipment: TableEquipment) -> Iterator[Refusal]:
    automatic = rules.options["shuffler"] == "automatic"
    decks, needed = int(rules.options["decks"]), 2 if automatic else 1
    clause = next(setting.clause for setting in rules.settings if setting.name == "decks")
    equal = tuple(filter(None, (rules.rulebook.house.equal_batches,)))
    sizes = {name: sum(lot.decks for lot in lots) for name, lots in equipment.batches.items()}
    if len(sizes) != needed:
        clauses = equal if automatic else rules.rulebook.equipment.backs_clauses
        two, one = said("two batches, one in play and one in the shuffler"), said("one set of cards")
        wanted = two if automatic else one
        sentence = said(
            "the decks make {batches:batch|batches}; shuffler={shuffler} wants {wanted}",
            batches=len(sizes),
            shuffler=rules.options["shuffler"],
            wanted=wanted,
        )
        yield refuse(Code.ILLEGAL_EQUIPMENT, sentence, *clauses, allowed=(str(needed),))
    elif automatic and len(set(sizes.values())) > 1:
        shares = many(
            (said("{decks:deck|decks} in {batch}", decks=size, batch=name) for name, size in sizes.items()), "and"
        )
        sentence = said("the batches are not equal: {shares}; both hold as many", shares=shares)
        allowed = (str(decks // 2),)
        yield refuse(Code.ILLEGAL_EQUIPMENT, sentence, *equal, clause, allowed=allowed)
    if sum(sizes.values()) != decks:
        sentence = said(
            "{stated} decks are stated, while the option decks is {decks}", stated=sum(sizes.values()), decks=decks
        )
        yield refuse(Code.ILLEGAL_EQUIPMENT, sentence, clause, allowed=(str(decks),))


def _check_backs(rules: HouseRules, equipment: TableEquipment) -> Iterator[Refusal]:
    text = rules.rulebook.equipment
    automatic = rules.options["shuffler"] == "automatic"
    for name, lots in equipment.batches.items():
        kinds = dict.fromkeys(f"{lot.colour} {lot.design}" for lot in lots)
        if len({lot.back for lot in lots}) > 1:
            sentence = said(
                "the decks of batch {batch} are not alike: {kinds}; one colour and design for all",
                batch=name,
                kinds=many(kinds, "and"),
            )
            clauses = (*text.backs_clauses, *(text.batch_clauses if automatic else ()))
            yield refuse(Code.ILLEGAL_EQUIPMENT, sentence, *clauses, allowed=("one colour and design",))
    if not automatic or len(equipment.backs) != 2:
        return
    (colour, _), (other_colour, _) = equipment.backs
    if colour.casefold() == other_colour.casefold():
        sentence = said("both batches have {colour} backs; the two batches must differ in colour", colour=colour)
        yield refuse(Code.ILLEGAL_EQUIPMENT, sentence, *text.batch_clauses, allowed=("two colours",))
