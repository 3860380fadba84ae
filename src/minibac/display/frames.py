"""Frames: rows under named columns, which a notebook shows and which polars, pandas and DuckDB take by Arrow.

A column has a kind. A number that is an exact fraction fills two columns, the number and, under ``NAME_exact``, the
fraction as text, so that nothing is lost on the way. Arrow comes with the extra ``data``; everything else here needs
nothing.

>>> frame = Frame({"wager": str, "edge": Fraction}, [("banker", Fraction(1, 95))])
>>> frame.names, list(frame)
(('wager', 'edge', 'edge_exact'), [('banker', 0.010526315789473684, '1/95')])
"""

import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from itertools import islice
from typing import Any, Generic, TypeVar, Union, get_args, get_origin, get_type_hints, overload

from minibac.display.tables import table_html
from minibac.voice.extras import needs_extra

EXACT = "_exact"
ERROR = "_error"
"""The endings of columns: an exact fraction, and the standard error of the number before it."""

BATCH = 8192
"""Rows that go into Arrow at a time."""

MOST_SHOWN = 24
"""Rows that a notebook shows; a longer frame says how much more there is."""

Columns = Mapping[str, type]
"""What each column is: ``str``, ``int``, ``float``, ``bool`` or ``Fraction``."""

Row = Sequence[object]
T_co = TypeVar("T_co", covariant=True)


class Frame:
    """Rows under named columns. It can be gone through as often as one likes.

    ``rows`` are given in the order of the columns, as a sequence or as a function that begins anew each time.
    """

    columns: dict[str, type]
    """The type of what stands in each column."""
    caption: str

    def __init__(self, columns: Columns, rows: Sequence[Row] | Callable[[], Iterable[Row]], caption: str = "") -> None:
        self.columns = dict(columns)
        self.caption = caption
        self._rows = rows

    def __repr__(self) -> str:
        caption = f" {self.caption}" if self.caption else ""
        return f"<Frame{caption}: {', '.join(self.names)}>"

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns as they leave, those of exact fractions among them."""
        return tuple(self._leaving)

    @property
    def _leaving(self) -> dict[str, type]:
        found: dict[str, type] = {}
        for name, kind in self.columns.items():
            found[name] = float if kind is Fraction else kind
            if kind is Fraction:
                found[name + EXACT] = str
        return found

    def _given(self) -> Iterator[Row]:
        return iter(self._rows() if callable(self._rows) else self._rows)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        """The rows as they leave: plain values, and text beside each fraction."""
        kinds = tuple(self.columns.values())
        for row in self._given():
            cells: list[object] = []
            for cell, kind in zip(row, kinds, strict=True):
                if kind is Fraction:
                    cells += (None, None) if cell is None else (float(cell), str(cell))  # type: ignore[arg-type]
                else:
                    cells.append(plain(cell, kind))
            yield tuple(cells)

    def to_arrow(self) -> Any:
        """The whole frame as a ``pyarrow.Table`` (extra ``data``)."""
        return self._reader().read_all()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The Arrow PyCapsule interface, by which polars, pandas and DuckDB take a frame without copying it."""
        return self._reader().__arrow_c_stream__(requested_schema)

    def _reader(self) -> Any:
        try:
            import pyarrow
        except ImportError as missing:
            needs = needs_extra("Arrow", missing)
            raise ImportError(str(needs or missing), name=missing.name) from None
        in_arrow = {
            str: pyarrow.string(), int: pyarrow.int64(), float: pyarrow.float64(), bool: pyarrow.bool_(),
        }  # fmt: skip
        schema = pyarrow.schema([(name, in_arrow[kind]) for name, kind in self._leaving.items()])

        def batches() -> Iterator[Any]:
            rows = iter(self)
            while piece := list(islice(rows, BATCH)):
                columns = zip(*piece, strict=True)
                arrays = [pyarrow.array(cells, field.type) for cells, field in zip(columns, schema, strict=True)]
                yield pyarrow.record_batch(arrays, schema=schema)

        return pyarrow.RecordBatchReader.from_batches(schema, batches())

    def _repr_html_(self) -> str:
        rows = list(islice(self._given(), MOST_SHOWN + 1))
        kinds, names = tuple(self.columns.values()), tuple(self.columns)
        errors = {place for place, name in enumerate(names) if place and name == names[place - 1] + ERROR}
        kept = [place for place in range(len(names)) if place not in errors]
        words = [place for place, of in enumerate(kept) if kinds[of] in (str, bool)]
        caption = self.caption
        if len(rows) > MOST_SHOWN:
            more = f"the first {MOST_SHOWN} rows"
            caption = f"{caption}, {more}" if caption else more
        lines = []
        for row in rows[:MOST_SHOWN]:
            cells = [in_words(cell, kind) for cell, kind in zip(row, kinds, strict=True)]
            for place in errors:
                cells[place - 1] += f" ± {cells[place]}"
            lines.append([cells[place] for place in kept])
        return table_html([names[place].replace("_", " ") for place in kept], lines, caption, words)


def plain(cell: object, kind: type) -> object:
    """A value as its column holds it: several things side by side are text with blanks between."""
    if cell is None or kind is not str:
        return cell
    if isinstance(cell, Enum):
        return str(cell.value)
    if isinstance(cell, str | bytes) or not isinstance(cell, Sequence) or type(cell).__str__ is not tuple.__str__:
        return str(cell)
    return " ".join(map(str, cell))


def in_words(cell: object, kind: type) -> str:
    """A value as a notebook shows it."""
    if cell is None:
        return ""
    if kind is bool:
        return "yes" if cell else "no"
    if kind is int:
        return f"{cell:,}"
    if kind is float or kind is Fraction:
        return f"{float(cell):.6g}"  # type: ignore[arg-type]
    return str(plain(cell, kind))


Lines = Callable[[Any], Iterable[Row]]


def no_lines(_thing: object) -> Iterable[Row]:
    """Of nothing there are no lines."""
    return ()


NO_KIND: tuple[Columns, Lines] = ({}, no_lines)


class Rows(Generic[T_co]):
    """Things of one kind in a row, as in a tuple, which are a frame too: a table in a notebook, columns in Arrow.

    The columns are the fields of the things, or what their class states in ``columns()``. ``kind`` says what they would
    be where there may be none. (A tuple it is not: whoever takes frames looks into tuples before asking for Arrow.)
    """

    frame: Frame

    def __init__(self, things: Iterable[T_co] = (), kind: type[T_co] | None = None, *, caption: str = "") -> None:
        self._things = tuple(things)
        kinds = {type(thing) for thing in self._things} | ({kind} if kind else set())
        if len(kinds) > 1:
            names = " and ".join(sorted(each.__name__ for each in kinds))
            raise TypeError(f"the rows of a frame are of one kind, and these are of {names}")
        columns, lines = read_by(kinds.pop()) if kinds else NO_KIND
        self.frame = Frame(columns, lambda: (line for thing in self._things for line in lines(thing)), caption)

    def __len__(self) -> int:
        return len(self._things)

    def __iter__(self) -> Iterator[T_co]:
        return iter(self._things)

    @overload
    def __getitem__(self, place: int) -> T_co: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[T_co, ...]: ...
    def __getitem__(self, place: int | slice) -> T_co | tuple[T_co, ...]:
        return self._things[place]

    def __eq__(self, other: object) -> bool:
        return tuple(other) == self._things if isinstance(other, Rows | tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._things)

    def __repr__(self) -> str:
        return f"Rows({list(self._things)!r})"

    def to_arrow(self) -> Any:
        """All of them as a ``pyarrow.Table`` (extra ``data``)."""
        return self.frame.to_arrow()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.frame.__arrow_c_stream__(requested_schema)

    def _repr_html_(self) -> str:
        return self.frame._repr_html_()


def read_by(kind: type) -> tuple[Columns, Lines]:
    """The columns of a class, and what reads the lines of one thing of it."""
    stated = getattr(kind, "columns", None)
    columns: Columns = stated() if callable(stated) else fields(kind)
    names = tuple(columns)
    lines = getattr(kind, "lines", None)
    return columns, lines or (lambda thing: (tuple([getattr(thing, name) for name in names]),))


def fields(kind: type) -> Columns:
    """The fields of a named tuple or a struct as columns; what no other column holds becomes text."""
    names = getattr(kind, "_fields", None) or getattr(kind, "__struct_fields__", None)
    if not names:
        raise TypeError(f"a {kind.__name__} has no fields that could be columns")
    hints = get_type_hints(kind)
    return {name: column_of(hints[name]) for name in names}


def column_of(hint: Any) -> type:
    """The column for a type: itself, or without its ``None``, or text.

    >>> column_of(int | None), column_of(tuple[str, ...])
    (<class 'int'>, <class 'str'>)
    """
    if get_origin(hint) in (Union, types.UnionType):
        some = [each for each in get_args(hint) if each is not type(None)]
        return column_of(some[0]) if len(some) == 1 else str
    return hint if hint in (int, float, bool, Fraction) else str
