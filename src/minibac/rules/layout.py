"""The layout: the areas of the felt, made from the table's own rules so that it is never different from them.

A house may state the layout it has printed; :func:`check_layout` says every way in which it differs from the rulebook.
"""

from collections.abc import Sequence
from typing import NamedTuple

from minibac.rules.house_rules import HouseRules
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.voice.said import Said, many, said


class LayoutArea(NamedTuple):
    """An area of the felt, what is printed on it, and the clauses that ask for it."""

    id: str
    label: str
    per_seat: bool
    clauses: tuple[str, ...]


class Inscription(NamedTuple):
    """Words on the felt or on a sign at the table."""

    text: str
    where: str
    clauses: tuple[str, ...]


class TableLayout(NamedTuple):
    """The felt of one table: seats on one side, the dealer opposite, and the areas in between.

    Seat 1 is at the dealer's right and numbers rise counterclockwise, so clockwise is down (F01).
    """

    seats: tuple[int, ...]
    seats_clauses: tuple[str, ...]
    sides_clauses: tuple[str, ...]
    areas: tuple[LayoutArea, ...]
    inscriptions: tuple[Inscription, ...]
    left_out: tuple[LayoutArea, ...]
    """Areas the document asks for elsewhere and exempts here, with the clauses of the exemption."""


def layout(rules: HouseRules) -> TableLayout:
    """The layout of a table, from its rulebook and options."""
    book, text = rules.rulebook, rules.rulebook.layout
    hands = [area for area in text.area if rules.applies(area.only)]
    exempt = [area for area in text.area if not rules.applies(area.only) and area.exempt_clauses]
    wagers = [LayoutArea(p.id, p.area, True, p.area_clauses or text.wager_areas_clauses) for p in rules.propositions]
    if text.order:
        wagers.sort(key=lambda area: text.order.index(area.id) if area.id in text.order else -1)
    notice = "sign" if rules.options.get("dragon_7_notice") == "sign" else "layout"
    inscribed = text.inscription if rules.applies(text.inscription_only) else ()
    return TableLayout(
        seats=tuple(range(1, rules.seats + 1)),
        seats_clauses=text.seats_clauses,
        sides_clauses=text.sides_clauses,
        areas=(*(LayoutArea(area.id, area.label, area.per_seat, area.clauses) for area in hands), *wagers),
        inscriptions=(
            *(Inscription(line.text, notice, line.clauses) for line in inscribed),
            *(Inscription(sign.text, "sign", sign.clauses) for sign in book.signs),
        ),
        left_out=tuple(LayoutArea(area.id, area.label, area.per_seat, area.exempt_clauses) for area in exempt),
    )


def check_layout(
    rules: HouseRules,
    areas: Sequence[str],
    *,
    seats_on_one_side: bool = True,
    inscribed: bool = True,
    signs_posted: bool = True,
) -> tuple[Refusal, ...]:
    """Every way in which a stated layout differs from the one the rules ask for."""
    right = layout(rules)
    short = rules.rulebook.short
    found = []
    for area in right.areas:
        if area.id not in areas:
            sentence = said(
                "the layout has no area for {area}, which {rulebook} asks for", area=area.id, rulebook=short
            )
            found.append(refuse(Code.ILLEGAL_LAYOUT, sentence, *area.clauses, allowed=tuple(a.id for a in right.areas)))
    known = {area.id: area.clauses for area in right.areas}
    elsewhere = {p.id: (*p.area_clauses, *p.absent) for p in rules.rulebook.wager}
    elsewhere |= {area.id: area.exempt_clauses or area.clauses for area in rules.rulebook.layout.area}
    for name in areas:
        if name not in known:
            sentence = said("the layout has an area for {area}, which this table does not use", area=name)
            clauses = elsewhere.get(name) or rules.rulebook.layout.wager_areas_clauses
            found.append(refuse(Code.ILLEGAL_LAYOUT, sentence, *clauses, allowed=tuple(known)))
    found += _check_order(rules, areas)
    if not seats_on_one_side and right.sides_clauses:
        sentence = said("the seats stand on more than one side: guests sit along one side and the dealer opposite")
        found.append(refuse(Code.ILLEGAL_LAYOUT, sentence, *right.sides_clauses))
    for line in right.inscriptions:
        if not inscribed and line.text in [text.text for text in rules.rulebook.layout.inscription]:
            sentence = said("neither layout nor sign says: {text}", text=Said(line.text))
            found.append(refuse(Code.ILLEGAL_LAYOUT, sentence, *line.clauses, allowed=("layout", "sign")))
    for sign in rules.rulebook.signs if not signs_posted else ():
        sentence = said("no sign at the table says: {text}", text=Said(sign.text))
        found.append(refuse(Code.ILLEGAL_LAYOUT, sentence, *sign.clauses, allowed=("sign",)))
    return tuple(found)


def _check_order(rules: HouseRules, areas: Sequence[str]) -> list[Refusal]:
    """The areas that the document puts side by side, in their order and with nothing between them."""
    text = rules.rulebook.layout
    right = [name for name in text.order if name in areas]
    at = areas.index(right[0]) if right else 0
    if list(areas[at : at + len(right)]) == right:
        return []
    sentence = said(
        "the areas lie in the order {areas}; side by side lie {right}",
        areas=many(areas, ","),
        right=many(text.order, ","),
    )
    return [refuse(Code.ILLEGAL_LAYOUT, sentence, *text.order_clauses, allowed=text.order)]
