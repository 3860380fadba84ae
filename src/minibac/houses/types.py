"""A house as its file describes it: who runs it, its pits, and its tables with what they play and what lies on them."""

import re
from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from minibac.houses.choices import with_sets
from minibac.houses.equipment import TableEquipment
from minibac.rules.house_rules import HouseRules, Reference, build
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.voice.said import many, said
from minibac.voice.times import NO_ZONE


class Identity(NamedTuple):
    """Who runs the house, as a guide prints it (sen/house)."""

    operator: str = ""
    address: str = ""
    telephone: str = ""
    fax: str = ""


NOTES_CENTS = (1, 5, 10, 25, 100, 500, 1000, 2000, 5000, 10000)
"""The notes and coins of a house that names no others."""

CHIPS_OF_EXCLUDED = ("redeemable", "held", "forfeited")
"""Redeemed at the cage; held until security or compliance releases them; forfeited to the house. The strictest last."""


class Eligibility(NamedTuple):
    """Who may sit down. No age is assumed: each house states its own (E38)."""

    minimum_age: int
    ban_list: bool
    self_exclusion_list: bool
    excluded_chips: str = "redeemable"
    """What becomes of the chips of a person who may not play any more: one of :data:`CHIPS_OF_EXCLUDED`."""

    @property
    def lists(self) -> tuple[str, ...]:
        """The lists that are looked at before somebody plays."""
        kept = {"banned": self.ban_list, "self-excluded": self.self_exclusion_list}
        return tuple(name for name, looked_at in kept.items() if looked_at)


class Limit(NamedTuple):
    """The least and the most on one area, in cents."""

    minimum_cents: int
    maximum_cents: int


class Inventory(StrEnum):
    """How a house counts its trays, and whether play waits for it (R38)."""

    CLOSES = "closes"
    """A table closes with the closer of the day: nobody is seated, no marker button is out."""
    PLAYS_THROUGH = "plays-through"
    """Trays are counted between two rounds at the change of days: the closer is the next opener, guests stay."""
    NONE = "none"
    """Play waits for no count; every report of such a house says so."""


class Pit(NamedTuple):
    """Tables that share the finish of the shuffle and the order of settlement (s42/e/3, s42/j/3/i)."""

    id: str
    name: str
    options: Mapping[str, object]
    notice_given: datetime | None = None
    """When surveillance was told in writing of these options."""


class HouseTable(NamedTuple):
    """One table: what it plays, what may be staked, and what lies on it."""

    id: str
    name: str
    pit: str
    rules: HouseRules
    stated: Mapping[str, object]
    """The options as the file states them, those of the pit among them."""
    limits: Mapping[str, Limit]
    betting_unit_cents: int
    chips_cents: tuple[int, ...]
    equipment: TableEquipment
    shuffle_recipe: tuple[str, ...] = ()
    vigorish_posted: datetime | None = None
    """Since when it has been posted that the table plays without vigorish."""
    notes_cents: tuple[int, ...] = NOTES_CENTS
    """The notes and coins that the house takes."""
    help: bool = True
    """Whether the dealer's page helps: the next right step, the counts of the hands, sums and payments."""
    guests_share: bool = False
    """Whether guests have a share in the shuffle."""

    @property
    def minimum_cents(self) -> dict[str, int]:
        """The least that may be staked on each area."""
        return {wager: limit.minimum_cents for wager, limit in self.limits.items()}

    @property
    def maximum_cents(self) -> dict[str, int]:
        """The most that one guest, or one partnership, may stake on each area."""
        return {wager: limit.maximum_cents for wager, limit in self.limits.items()}


COUPON_PREFIX = re.compile(r"[A-Z][A-Z0-9]{0,7}")
"""What stands before the number of a match play coupon."""


class House(NamedTuple):
    """A house as its file describes it, checked whole."""

    name: str
    identity: Identity
    eligibility: Eligibility
    vigorish_notice_days: int | None
    uncollected_vigorish: tuple[str, ...]
    """The steps of the internal controls for vigorish that nobody collected."""
    references: Mapping[str, Reference]
    pits: Mapping[str, Pit]
    tables: Mapping[str, HouseTable]
    time_zone: str = NO_ZONE
    """Where the house is: its days turn by the clock there, and its reports show it."""
    inventory: Inventory = Inventory.CLOSES
    """Whether play waits for the counts of the trays, and how a day ends."""
    coupons: Mapping[str, int] = {}
    """The match play coupons that the house issues: the prefix of their numbers, and their face in cents (A44)."""
    marks_file: str = ""
    """The file of its school's own marks; none: those that hold already, at first the proposed ones."""
    sample: bool = False
    """Whether it is one of ours, whose papers are samples."""

    def table_for(self, rulebook_id: str) -> HouseTable | None:
        """The first table under a rulebook."""
        return next((table for table in self.tables.values() if table.rules.rulebook.id == rulebook_id), None)

    def rules_for(self, rulebook_id: str) -> HouseRules | None:
        """What the first table under a rulebook plays."""
        table = self.table_for(rulebook_id)
        return table.rules if table else None

    def rules_with(self, rulebook_id: str, sets: Mapping[str, object]) -> HouseRules | tuple[Refusal, ...]:
        """The rules of the first table under a rulebook with some options set otherwise, or every reason why not.

        >>> from minibac.houses.house import sample_house
        >>> sample_house("section-42").rules_with("section-42", {"shuffler": "automatic"}).options["decks"]
        16
        """
        table = self.table_for(rulebook_id)
        if table is None:
            has = many(dict.fromkeys(table.rules.rulebook.id for table in self.tables.values()), "and")
            sentence = said(
                "{house} has no table under {rulebook}; its tables play by {rulebooks}",
                house=self.name,
                rulebook=rulebook_id,
                rulebooks=has,
            )
            return (refuse(Code.HOUSE_FILE, sentence),)
        book = table.rules.rulebook
        choices = with_sets(book, table.stated, sets)
        return build(book, choices, references=self.references, approved=table.rules.approved)
