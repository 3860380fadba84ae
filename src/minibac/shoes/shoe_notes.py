"""Shoe by shoe: what somebody's file says of each shoe, as far as it is known."""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

from minibac.display.frames import Frame
from minibac.play.roads import WINNERS, Mark
from minibac.rules.words import counted
from minibac.shoes.mapping import ShoeMapping
from minibac.shoes.noted import SIMULATED, VOID, Fact, Item, NotedCoup, Unread
from minibac.shoes.reading import KINDS, Placed, kind_of, shoe_file


class ShoeNotes(NamedTuple):
    """What was noted of one shoe."""

    items: tuple[Item, ...]
    unread: tuple[Unread, ...] = ()
    """Lines that say nothing anybody could read."""

    def __repr__(self) -> str:
        unread = f", {counted(len(self.unread), 'line')} unread" if self.unread else ""
        return f"<ShoeNotes {self.facts.get('shoe', 'without a name')}: {counted(len(self.coups), 'coup')}{unread}>"

    @property
    def facts(self) -> dict[str, str]:
        """What is said of the shoe: ``shoe`` its name, ``rulebook``, ``source`` and whatever else."""
        return {item.name: item.value for item in self.items if isinstance(item, Fact)}

    @property
    def coups(self) -> tuple[NotedCoup, ...]:
        """Its coups in order, void and simulated ones too."""
        return tuple(item for item in self.items if isinstance(item, NotedCoup))

    @property
    def frame(self) -> Frame:
        """Its coups as rows."""
        from minibac.shoes.html import coup_rows

        return coup_rows(self.coups).frame

    def to_arrow(self) -> Any:
        """Its coups, as a ``pyarrow.Table`` (extra ``data``)."""
        return self.frame.to_arrow()

    def _repr_html_(self) -> str:
        from minibac.shoes.html import shoe_html

        return shoe_html(self)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """What its scoreboards keep; raises where the result of a coup is not noted, since no road goes on from there.

        >>> [notes] = shoe_notes([Placed(NotedCoup(number=4, winner="B", pairs="b"), 1)])
        >>> notes.marks
        (Mark(winner=<Winner.BANKER: 'banker'>, player_pair=False, banker_pair=True),)
        """
        played = [coup for coup in self.coups if coup.status not in (VOID, SIMULATED)]
        for coup in played:
            if coup.winner not in WINNERS:
                raise ValueError(f"the result of coup {coup.number} is not noted: the roads of this shoe are not known")
        return tuple(Mark(WINNERS[c.winner], "p" in (c.pairs or ""), "b" in (c.pairs or "")) for c in played)


def shoes_in(path: str | Path, kind: str | None = None, mapping: ShoeMapping | None = None) -> Iterator[ShoeNotes]:
    """The shoes of a file, one at a time: a notation, shoe records, results, a table or a log of others.

    What a file holds is said by its ending, or by ``kind``; how a table of others is read, by ``mapping``: without one
    it is guessed.
    """
    path = Path(path)
    kind = kind or kind_of(path.name, mapping)
    if kind is None or kind not in KINDS.values():
        kinds = ", ".join(dict.fromkeys(KINDS.values()))
        raise ValueError(f"{path}: its ending does not say what it holds; kind says it: {kinds}")
    with path.open("rb") as stream, ExitStack() as stack:
        yield from shoe_notes(shoe_file(kind, stream, mapping, stack).items)


def shoe_notes(placed: Iterable[Placed]) -> Iterator[ShoeNotes]:
    """Items parted where another shoe begins; a file that never says so is one row of coups."""
    items: list[Item] = []
    unread: list[Unread] = []
    begun = False
    for item, _ in placed:
        if isinstance(item, Unread):
            unread.append(item)
            continue
        if isinstance(item, Fact) and item.name == "shoe":
            if begun or any(isinstance(each, NotedCoup) for each in items):
                yield ShoeNotes(tuple(items), tuple(unread))
                items, unread = [], []
            begun = True
        items.append(item)
    if items or unread:
        yield ShoeNotes(tuple(items), tuple(unread))
