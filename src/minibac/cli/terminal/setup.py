"""What was chosen before sitting down at the terminal table."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from minibac.rules.house_rules import HouseRules


@dataclass(frozen=True)
class Setup:
    """What was chosen before sitting down."""

    rules: HouseRules
    language: str = "en"
    you_deal: bool = False
    typed: bool = False
    others: int = 2
    age: int | None = None
    """The age of whoever sits down, in years, where the rulebook asks for it."""
    bankroll_cents: int = 1000_00
    chips_cents: tuple[int, ...] = (1_00, 5_00, 25_00, 100_00, 500_00)
    minimum_cents: Mapping[str, int] = field(default_factory=dict)
    maximum_cents: Mapping[str, int] = field(default_factory=dict)
