"""The state of a table is the fold of its events."""

from minibac.machine.fold import Fold
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.rulebook import load
from minibac.table import apply_coup, apply_guests, apply_shoe, apply_tray
from minibac.table import events as e
from minibac.table.applies import applies
from minibac.table.phases import PHASES
from minibac.table.state import TableState

__all__ = ["FOLD", "apply_all", "apply_coup", "apply_guests", "apply_shoe", "apply_tray", "opened"]


def opened(event: e.TableOpened) -> TableState:
    """The first state of a table. The house rules come from the event, so that a log stands alone."""
    rules = build(load(event.rulebook), event.options, references=event.references, approved=event.approved)
    if not isinstance(rules, HouseRules):
        raise ValueError(f"a log opens a table under options that are no house rules: {rules[0]}")
    return TableState(
        table=event.table,
        rules=rules,
        minimum_cents=event.minimum_cents,
        maximum_cents=event.maximum_cents,
        minimum_age=event.minimum_age,
        by_hand=event.by_hand,
        timing=event.timing,
        kept=event.kept,
        at=event.at,
        since=event.at,
    )


FOLD = Fold[TableState, e.Event](
    "table", e.TableOpened, opened, applies.functions, PHASES, besides=apply_tray.chips_moved
)
apply_all = FOLD.apply_all
