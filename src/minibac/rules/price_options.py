"""The options that change the price of a wager, as the rulebook's own lines say.

Those are the conditions on the wager and on its lines, the options and paytables its odds come from, and the vigorish.

>>> from minibac.rules.rulebook import load
>>> price_options(load("massachusetts"))["banker"]
('decks', 'vigorish_type', 'vigorish_rate', 'vigorish_rounding')
"""

from minibac.rules.rulebook import Rulebook


def price_options(book: Rulebook) -> dict[str, tuple[str, ...]]:
    """For each wager of a rulebook, the options that change its price, in the rulebook's order."""
    order = list(dict.fromkeys(option.name for option in book.option))
    shared = {proposition.id: proposition.lines for proposition in book.wager}
    by_wager = {}
    for proposition in book.wager:
        rows = proposition.lines or shared[proposition.same_lines_as or ""]
        names = {"decks", *proposition.only}
        for row in rows:
            names |= {*row.only}
            kind, _, name = (row.odds or "").rpartition(":")
            if kind == "option":
                names.add(name)
            elif kind == "paytable":
                names.add(book.paytable[name.partition("/")[0]].option)
        for text in book.vigorish.values():
            if text.wager == proposition.id:
                names |= {"vigorish_type", *([text.rate_option] if text.rate_option else [])}
                names |= {"vigorish_rounding"} if text.may_defer else set()
        by_wager[proposition.id] = tuple(name for name in order if name in names)
    return by_wager
