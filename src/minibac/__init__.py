"""Mini-baccarat by the book.

Four published rulebooks, as data: the table deals by them, the odds price them, the audit holds a record against
them, and every step, refusal and setting names the clause behind it. Start reading at `minibac.rules`, which says
what the books print and what a house may choose, and `minibac.play`, which plays a coup and settles it.

Packages build on one another in one direction, and an import points left:

    rulebooks → rules → cards → play → machine → table → records → house → server → web

Play chips only: nothing here moves real money.
"""

__version__ = "0.1.0"
