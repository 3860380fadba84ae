"""Read what somebody noted of a shoe, and draw its roads."""

from pathlib import Path

import minibac as mb

for shoe in mb.shoes_in(Path(__file__).with_name("evening.shoe")):
    print(shoe.facts["shoe"], len(shoe.coups), "coups")
    board = mb.roads(shoe.marks)
    print(mb.roads_text(board, width=60))
