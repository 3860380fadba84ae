"""How long the table pauses between two moves of the others."""

from minibac.table.state import Phase, TableState
from minibac.voice.said import vocabulary

NAMES = vocabulary("pace", "slow", "normal", "fast")
SPEEDS = {"slow": 1.8, "normal": 1.0, "fast": 0.35}
PAUSES = {
    Phase.OPENING: 0.3,
    Phase.SHUFFLE: 0.3,
    Phase.BETTING: 0.15,
    Phase.DEALING: 0.5,
    Phase.TURNING: 0.8,
    Phase.HOUSE_MONEY: 1.2,
    Phase.DRAWING: 1.0,
    Phase.RESULT: 1.0,
    Phase.SETTLING: 1.3,
    Phase.RACKING: 1.6,
}
OTHERWISE = 0.5


class Pace:
    """One of three speeds, or at once: for tests, and for whoever wants no motion.

    >>> pace = Pace("normal"); pace.next(); pace.name
    'fast'
    """

    def __init__(self, name: str = "normal", *, at_once: bool = False) -> None:
        self.name, self.at_once = name, at_once

    def next(self) -> None:
        """The next speed, around."""
        names = list(SPEEDS)
        self.name = names[(names.index(self.name) + 1) % len(names)]

    def seconds(self, state: TableState) -> float:
        """The pause before the next move at this table."""
        return PAUSES.get(state.phase, OTHERWISE) * SPEEDS[self.name]
