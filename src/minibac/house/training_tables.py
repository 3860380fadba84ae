"""Training tables: a table of one's own, with any legal options; gone when nobody has been there for a while."""

from collections.abc import Iterable, Mapping
from typing import Final, Literal

import msgspec

from minibac.house.settings import Settings
from minibac.houses.house import sample_house
from minibac.houses.types import HouseTable, Limit
from minibac.pits.house_state import TRAINING_PIT, TRAINING_TABLE
from minibac.rules.house_rules import HouseRules
from minibac.rules.names import rulebook_name
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.table.timing import Timing, stretched
from minibac.voice.said import Said, said

KIND = "training-table"
"""The kind of document under which a store keeps them."""
PIT = TRAINING_PIT
DEFAULT_LIMIT = Limit(100, 1_000_000)
"""For a wager that the sample house does not offer."""

Pace = Literal["slow", "usual", "fast"]
PACES: Final[dict[Pace, float]] = {"slow": 2.0, "usual": 1.0, "fast": 0.5}
"""How long a step of the automatic dealer takes at a training table, beside the usual. A result stands as long as
everywhere, and guests have more time where it is slow, never less."""


class TrainingTable(msgspec.Struct, frozen=True):
    """What a training table is made of; its log says the rest."""

    id: str
    name: str
    by: str
    rulebook: str
    options: dict[str, bool | int | str]
    """Those that were chosen; the sample house chooses the rest."""
    timing: Timing | None = None
    odds: bool = True
    guests: int = 0
    """How many seats automatic guests fill."""
    help: bool = True
    """Whether its dealer is helped."""
    pace: Pace = "usual"
    deals: bool = True
    """Whether whoever opened it may deal it; tables from before this was asked may be dealt by theirs."""
    guests_share: bool = False
    """Whether guests have a share in the shuffle."""
    address: str = ""
    """From where a guest opened it; empty for the staff."""


def no_room(kept: Iterable[TrainingTable], by: str, address: str, settings: Settings) -> Refusal | None:
    """Why the house has no room for one more, or ``None``: no guest, and no address, takes all of them."""
    tables = list(kept)
    if len(tables) >= settings.training_tables_max:
        sentence = said(
            "there are {training_count} training tables, and the house has room for no more",
            training_count=len(tables),
        )
        return refuse(Code.NOT_NOW, sentence)
    if not address:
        return None
    idle = settings.training_idle_minutes
    mine = sum(table.by == by for table in tables)
    if mine >= settings.training_tables_per_guest:
        sentence = said(
            "you have {training_count} training tables; one makes room when nobody has played there for {idle} minutes",
            training_count=mine,
            idle=idle,
        )
        return refuse(Code.NOT_NOW, sentence)
    near = sum(table.address == address for table in tables)
    if near >= settings.training_tables_per_address:
        sentence = said(
            "guests from your address have {training_count} training tables; one makes room when nobody has played "
            "there for {idle} minutes",
            training_count=near,
            idle=idle,
        )
        return refuse(Code.NOT_NOW, sentence)
    return None


def training_name(table: str, rulebook: str) -> Said:
    """What a training table is called that nobody has named."""
    number = table.removeprefix(TRAINING_TABLE)[:4]
    return said("Training table {number}, {rulebook}", number=number, rulebook=rulebook_name(rulebook))


def training_rules(rulebook: str, options: Mapping[str, object]) -> HouseRules | tuple[Refusal, ...]:
    """The rules of the sample house with these options, or every reason why not."""
    return sample_house(rulebook).rules_with(rulebook, options)


def training_times(table: TrainingTable, usual: Timing) -> Timing:
    """How long guests have there."""
    return stretched(table.timing or usual, max(1.0, PACES[table.pace]))


def training_house_table(table: TrainingTable, rules: HouseRules) -> HouseTable:
    """The table, with the limits and chips of the sample house."""
    sample = sample_house(table.rulebook).table_for(table.rulebook)
    assert sample is not None
    limits = {p.id: sample.limits.get(p.id, DEFAULT_LIMIT) for p in rules.propositions}
    return sample._replace(
        id=table.id,
        name=table.name,
        pit=PIT,
        rules=rules,
        stated=table.options,
        limits=limits,
        help=table.help,
        guests_share=table.guests_share,
    )
