"""The life of a table: groups of its phases."""

from minibac.table.state import Phase

PROCEDURES = (Phase.OPENING, Phase.SHUFFLE, Phase.DEAD)
"""What the rulebook states step by step."""
CUT_PHASES = (Phase.CUT_OFFER, Phase.CUT, Phase.CUT_DONE, Phase.COMPLETED, Phase.LOADED)
"""From the committed stack to the burn."""
CUTTING = (Phase.CUT_OFFER, Phase.CUT)
"""Somebody is asked to cut, or cuts."""
UNFINISHED = (Phase.DEALING, Phase.TURNING, Phase.HOUSE_MONEY, Phase.DRAWING)
"""A coup that still wants a card."""
UNCALLED = (*UNFINISHED, Phase.RESULT)
"""A coup whose result has not been announced."""
UNDECIDED = (*UNCALLED, Phase.SETTLING)
"""A coup that a void could still reverse, so nothing else touches chips (B10)."""
COUP_PHASES = (*UNDECIDED, Phase.RACKING)
"""From "no more bets" to the discard rack."""
DRAW_OR_RESULT = (Phase.DRAWING, Phase.RESULT)
"""The counts are announced: a hand is due a third card, or the result is."""
BETWEEN_COUPS = (Phase.BETTING, Phase.BETWEEN)
"""The shoe is loaded, and no coup is on the layout."""
IN_PLAY = (*BETWEEN_COUPS, *COUP_PHASES)
"""A card can be out of the shoe in error."""
STACKED = (*PROCEDURES, Phase.COMMIT, Phase.SHOE_OVER, Phase.CLOSED)
"""The cards are a stack, a spread or a batch in the shuffler, and have no positions."""
