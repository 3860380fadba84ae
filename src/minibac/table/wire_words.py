"""Words of the wire with what they may be: a schema tells it, and the table refuses the rest with its clause."""

from typing import Annotated, Any

from msgspec import Meta


def _one_of(*words: str) -> Any:
    return Meta(extra_json_schema={"enum": list(words)})


Seat = Annotated[int, Meta(description="A seat, from 1 at the dealer's right; 0 is nobody or the dealer.")]
Cents = Annotated[int, Meta(description="A sum in whole cents.")]
Milliseconds = Annotated[int, Meta(description="Milliseconds since 1970 on the clock of the house.")]
Card = Annotated[
    str,
    Meta(description="Rank and suit, as `Td`.", extra_json_schema={"pattern": "^[A2-9TJQK][shdc]$"}),
]
Hand = Annotated[str, _one_of("player", "banker")]
Winning = Annotated[str, _one_of("player", "banker", "tie")]
WagerId = Annotated[str, Meta(description="The id of a wager, as `banker`; `areas` of a view lists those of a table.")]
Clause = Annotated[str, Meta(description="The id of a clause, a ruling or a control, as `ma/13/c/1`, `B10` or `R13`.")]
HouseMoneyChoice = Annotated[str, _one_of("take", "player", "banker")]
AssignedDuty = Annotated[str, _one_of("calling", "wagers", "floor", "pit", "shift")]
Move = tuple[Annotated[str, Meta(description="collect, pay, return, add, vigorish or mark")], Seat, WagerId, Cents]
"""One move of a settlement: step, seat, wager, cents."""
