"""Where the appliers of a table register: what each event does to the state.

Events are facts: applying one never asks whether it was right.
"""

from minibac.machine.fold import Register
from minibac.table.state import TableState

applies = Register[TableState, TableState]()
"""The one function that applies an event."""
