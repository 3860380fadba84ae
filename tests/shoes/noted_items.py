"""Whatever can be noted of a shoe, as strategies of Hypothesis: every kind of item, with every part it can have."""

from decimal import Decimal

from hypothesis import strategies as st

from minibac.shoes.noted import (
    OUTCOMES,
    STATUSES,
    Comment,
    Fact,
    NotedBurn,
    NotedCard,
    NotedCoup,
    NotedCut,
    NotedMoment,
    NotedWager,
)

WINNERS = ("P", "B", "T")
FACES = [rank + suit for rank in "A23456789TJQK" for suit in ("s", "h", "d", "c", "")]

names = st.from_regex("[a-z][a-z0-9._-]{0,12}", fullmatch=True)
texts = st.text(st.characters(codec="utf-8"), max_size=30)
percents = st.decimals(0, 99, places=2).map(lambda found: Decimal(str(found))) | st.sampled_from([None, Decimal(100)])
revoked = st.lists(st.sampled_from(FACES), max_size=2).map(tuple)
read_cards = st.builds(NotedCard, st.sampled_from(FACES), st.integers(0, 12), percents, revoked)
cards = read_cards | st.builds(NotedCard, st.sampled_from("?x"), st.integers(0, 12), st.none(), revoked)
hands = st.lists(cards, max_size=3).map(tuple)
fields = st.lists(st.tuples(names, texts), max_size=2).map(tuple)
cents = st.integers(0, 10**12)
wagers = st.builds(
    NotedWager,
    st.integers(1, 99),
    names,
    cents,
    st.sampled_from(("", *OUTCOMES)),
    st.none() | st.integers(-(10**12), 10**12),
    cents,
    cents,
    cents,
)


@st.composite
def coups(draw: st.DrawFn) -> NotedCoup:
    winner = draw(st.sampled_from(("", *WINNERS)))
    return NotedCoup(
        number=draw(st.integers(0, 10**8)),
        status=draw(st.sampled_from(("", *STATUSES))),
        player=draw(hands),
        banker=draw(hands),
        over=draw(hands),
        winner=winner,
        pairs=draw(st.sampled_from([None, "", "b", "p", "bp"])) if winner else None,
        counts=draw(st.none() | st.tuples(st.integers(0, 27), st.integers(0, 27))),
        wagers=draw(st.lists(wagers, max_size=2).map(tuple)),
        fields=draw(fields),
        remarks=draw(st.lists(texts, max_size=2).map(tuple)),
        comment=draw(texts),
    )


moments = st.builds(
    NotedMoment,
    names.filter(lambda name: name not in ("burn", "cut", *STATUSES, "x")),
    hands,
    fields,
    st.lists(texts, max_size=2).map(tuple),
    texts,
)
items = (
    coups()
    | moments
    | st.builds(Fact, names, texts)
    | st.builds(NotedBurn, hands, fields, texts)
    | st.builds(NotedCut, st.integers(0, 99_999), fields, texts)
    | st.builds(Comment, texts)
)
