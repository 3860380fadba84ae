"""Result tables of many compositions at once, for studies that price every coup of every shoe (extra ``fast``).

The engine takes eight compositions side by side through the same arithmetic, one in each lane of a vector, and counts
them with another method than :mod:`minibac.odds.exact`, so that each engine can vouch for the other.

Draw order is exchangeable, so take the Player's third card ``x`` out first and let ``m`` count the cards left by value.
Indices are values or Point Counts, modulo ten; ``d[t]`` is 1 where the Banker's ``t`` draws against ``x``, else 0.

    o[u][a] = m[u-a] - [2a=u]                           cards that make u together with a given card of a points
    w[u][a] = m[a] · o[u][a]                            ordered two-card hands of total u whose first card has a points
    W[u]    = Σ_a w[u][a]                               ordered two-card hands of total u
    K[p][t] = Σ_a w[p][a] · o[t][a]                     first cards of Player hands p, each with its Banker partners
    J[p][t] = W[p] · (W[t] + 2[p=t]) - 4 K[p][t]        Player p beside Banker t
    U[s]    = Σ_t d[t] · (m[s-t] W[t] - 2 w[t][s-t])    Banker hands of three cards and total s
    R[a][s] = Σ_t d[t] · (2 w[s-a][t-a] - 2[2a=t] o[s-a][a]) + d[s-a] · (W[s-a] - 4 o[s-a][a])
                                                        those of them that hold one given card of a points
    G[p][s] = Σ_a w[p][a] (U[s] - 2 R[a][s]) + 2 m[s-p] R[s-p][s]        Player p beside Banker's three cards s

J and G are inclusion and exclusion over the Player's two cards: all Banker hands, less those that hold the first or the
second, plus those that hold both. A three-card hand ``s`` that holds both has one card more, of ``s-p`` points, and is
one of the R of that card. Then, with N cards, n[x] of them like the third card,

    three and three  +=  n[x] G[p][s]        at Player total p+x
    three and two    +=  n[x] (N-5) J[p][t]  at Player total p+x, where t stands against x
    two and three     =  (N-5) G[p][s]       without taking x out, with d for a Player who stood
    two and two       =  (N-4)(N-5) J[p][t]  likewise, where t stands or either is a natural

Everything but G is counted with all cards in, U and R once for each different column of the tableau, from the column
before: only totals whose d is another one are added or taken away. Taking ``x`` out then takes away what holds it. With
P[u] = o[u][x], its partners, and o on the right without the card,

    J[p][t] -= 2 P[p] (W[t] - 4 P[t] - 2 o[t][p-x]) + 2 P[t] (W[p] - 2 o[p][t-x])
    U[s]    -= R[x][s]
    R[a][s] -= 2 (d[s-a] + d[s-x] + d[a+x]) · o[s-x][a]
    w[p][x], w[p][p-x] -= P[p]

Counts are exact: float64 holds every whole number below 2^53, enough up to 8 decks (416^6 < 2^53); beyond, the same
code runs on int64, up to 27 decks. Larger compositions are refused.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, lru_cache, partial, reduce
from math import perm
from operator import add, mul, sub
from typing import Any, NamedTuple, TypeVar, cast

from minibac.play.results import POINT_CODES
from minibac.rules.drawing import STOOD, TOTALS, DrawingRules
from minibac.voice.extras import how_to_install

try:
    import numpy as np
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic, models, overload, register_model
    from numpy.typing import ArrayLike, NDArray

    from minibac.odds.compiled import kept
except ImportError as missing:
    raise ImportError(
        f"the batch engine needs NumPy and Numba ({missing}), the extra fast; {how_to_install('fast')}"
    ) from missing

VOID_COLUMN = POINT_CODES
"""The last column of a batch of tables: orders in which the coup cannot be completed."""

LANES = 8
"""Compositions side by side: eight 64-bit numbers fill the widest vector of today's processors."""

FLOAT_EXACT = 2**53
INT_EXACT = 2**63

Table = NDArray[np.int64]
Floats = NDArray[np.float64]


def result_tables(
    compositions: ArrayLike, drawing: DrawingRules, threads: int | None = None, out: Table | None = None
) -> Table:
    """The result table of each composition, as whole numbers: a row of 400 point codes and the void orders.

    ``compositions`` has a row for each, of 13 ranks (``A 2 … 9 T J Q K``) or of 10 values (0 to 9, tens and faces
    first). A row of the answer adds up to N(N-1)…(N-5), or N! below six cards. ``threads`` share the rows. Fresh memory
    for the answer can cost more than the counting: a study hands the array of its last call back as ``out``.
    """
    cards = _checked(compositions)
    tables = np.empty((len(cards), POINT_CODES + 1), np.int64) if out is None else out
    if tables.shape != (len(cards), POINT_CODES + 1) or tables.dtype != np.int64 or not tables.flags.c_contiguous:
        raise ValueError(f"out must be a contiguous int64 array of {len(cards)} rows and {POINT_CODES + 1} columns")
    plan = _plan(drawing, number_for(cards))
    shared_out(lambda rows: _count_tables(cards[rows], plan, tables[rows]), len(cards), threads)
    return tables


def expectations(
    compositions: ArrayLike, drawing: DrawingRules, payoffs: ArrayLike, threads: int | None = None
) -> Floats:
    """The expectation of each wager on each composition, for a unit staked: what a perfect player looks at.

    ``payoffs`` has a row for each of the 400 point codes and a column for each wager: what it pays net. A void coup
    returns the stake. The counts behind are exact, so the answer is off by the rounding of its last additions alone,
    some 10^-15. The tables are never written down, so there is no ``out`` to care about.
    """
    cards = _checked(compositions)
    pays = np.ascontiguousarray(payoffs, np.float64)
    if pays.ndim != 2 or pays.shape[0] != POINT_CODES:
        raise ValueError(f"payoffs must have {POINT_CODES} rows, one for each point code, and a column for each wager")
    answer = np.empty((len(cards), pays.shape[1]))
    plan = _plan(drawing, number_for(cards))
    shared_out(lambda rows: _count_expectations(cards[rows], plan, pays, answer[rows]), len(cards), threads)
    return answer


def pair_tables(compositions: ArrayLike) -> Table:
    """Ordered draws of each composition by pairs of the first two cards: neither, Player's, Banker's, both hands.

    The rows are those of :func:`result_tables`, which has no ranks, and have the same total; the compositions must be
    of 13 ranks. Four cards decide about pairs: with fewer, all four columns are 0; with four or five, pairs count
    even where a third card would be missing.
    """
    cards = _checked(compositions)
    if cards.shape[1] != 13:
        raise ValueError("pairs are counted by rank: compositions must have 13 columns, A to K")
    total = cards.sum(axis=1)
    one = cards * (cards - 1)
    one_pair = one.sum(axis=1)
    both = one_pair**2 - (one**2).sum(axis=1) + (one * (cards - 2) * (cards - 3)).sum(axis=1)
    behind_two, behind_four = np.ones_like(total), np.ones_like(total)
    for gone in range(2, 6):
        left = np.maximum(total - gone, 1)
        behind_two *= left
        if gone >= 4:
            behind_four *= left
    both *= behind_four
    single = one_pair * behind_two - both
    every = total * (total - 1) * behind_two
    return np.where((total < 4)[:, None], 0, np.column_stack([every - 2 * single - both, single, single, both]))


def _checked(compositions: ArrayLike) -> NDArray[np.int64]:
    given = np.asarray(compositions)
    if given.ndim != 2 or given.shape[1] not in (10, 13):
        raise ValueError(f"compositions must be rows of 13 ranks or 10 values, not an array of shape {given.shape}")
    if given.dtype.kind not in "iu":
        raise ValueError(f"compositions must be whole numbers, not {given.dtype}")
    cards = np.ascontiguousarray(given, np.int64)
    if cards.size and cards.min() < 0:
        row, column = np.argwhere(cards < 0)[0]
        raise ValueError(f"composition {row} has {cards[row, column]} cards in column {column}: no count is negative")
    return cards


def number_for(cards: NDArray[np.int64]) -> str:
    """The kind of number that holds every count of the largest composition exactly."""
    largest = int(cards.sum(axis=1).max(initial=0))
    if perm(largest, 6) >= INT_EXACT:
        raise ValueError(
            f"{largest} cards are too many for whole numbers of 64 bits: the batch engine goes to 27 decks"
        )
    return "float64" if largest**6 < FLOAT_EXACT else "int64"


def shared_out(work: Callable[[slice], None], size: int, threads: int | None) -> None:
    """Cut rows into one slice for each thread; the compiled code runs without the interpreter's lock."""
    shares = max(1, min(threads or 1, size // LANES))
    if shares == 1:
        work(slice(0, size))
        return
    edges = [size * share // shares // LANES * LANES for share in range(shares)] + [size]
    first, *others = map(slice, edges, edges[1:])
    waiting = [_helpers(shares - 1).submit(work, rows) for rows in others]
    work(first)
    for share in waiting:
        share.result()


@cache
def _helpers(threads: int) -> ThreadPoolExecutor:
    """Threads that stay: starting one costs as much as some hundred compositions."""
    return ThreadPoolExecutor(threads, thread_name_prefix="tables")


# The tableau as the compiled code reads it.


class _Plan(NamedTuple):
    """The drawing rules, laid out by the Player's third card ``x``, where x = 10 is a Player who stood."""

    at_total: NDArray[np.int64]
    """``[x][p]``: the row of a table for three and three, or two and three, where Player total p + x begins."""
    natural: NDArray[np.bool_]
    players: NDArray[np.int64]
    """The Player totals that draw and are no natural."""
    player_draws: NDArray[np.bool_]
    """The same as marks; ``player_stands`` likewise."""
    player_stands: NDArray[np.bool_]
    stands: NDArray[np.bool_]
    """``[x][t]``: the Banker stands, and ``t`` is no natural."""
    column: NDArray[np.int64]
    """``[x]``: which of the different columns of the tableau it is."""
    steps: NDArray[Any]
    """``[column][t]``: d[t] less that of the column before, in the numbers of the kernel."""
    with_both: NDArray[Any]
    """``[x][10 s + a]``: 4 (d[s-a] + d[s-x] + d[a+x])."""


@lru_cache
def _plan(drawing: DrawingRules, number: str) -> _Plan:
    natural = np.array(drawing.natural)
    player_draws = np.array(drawing.player_draws)
    tableau = np.array(drawing.banker_draws).T
    columns, column = np.unique(tableau & ~natural, axis=0, return_inverse=True)
    a = np.arange(TOTALS)
    s = third = a[:, None]
    by_card = columns.astype(number)[column.ravel()[:STOOD]]
    with_both = [4 * (d[(s - a) % 10] + d[(s - x) % 10] + d[(a + x) % 10]) for x, d in enumerate(by_card)]
    return _Plan(
        np.vstack([3 * _CELLS + (a + third) % 10 * 10, _CELLS + a * 10]),
        natural,
        np.flatnonzero(player_draws & ~natural),
        player_draws & ~natural,
        ~player_draws & ~natural,
        ~tableau & ~natural,
        column.ravel(),
        np.diff(columns.astype(number), axis=0, prepend=0),
        np.array(with_both).reshape(STOOD, -1),
    )


# Vectors. A row is LANES numbers side by side; a scratch is a block of rows on the stack, where the compiler knows that
# no two overlap. Arithmetic on rows becomes vector instructions, as few as the processor's width allows.

_Function = TypeVar("_Function", bound=Callable[..., Any])


def _compiled(function: _Function) -> _Function:
    return kept(function, error_model="numpy", fastmath={"contract"})


def _vector_code(function: Callable[..., Any]) -> Callable[..., Any]:
    """What the compiler writes where compiled code calls ``function``; the typing context is not an argument there."""
    return cast(Callable[..., Any], intrinsic(prefer_literal=True)(function))


class _Vector(types.Type):
    def __init__(self, number: Any) -> None:
        self.number = number
        super().__init__(name=f"Vector({number})")


class _Scratch(types.Type):
    def __init__(self, number: Any) -> None:
        self.number = number
        super().__init__(name=f"Scratch({number})")


def _vector(number: Any) -> Any:
    return ir.VectorType(ir.DoubleType() if number == types.float64 else ir.IntType(64), LANES)


def _everywhere(builder: Any, number: Any) -> Any:
    """A row with the number in every lane."""
    empty = ir.Constant(ir.VectorType(number.type, LANES), ir.Undefined)
    single = builder.insert_element(empty, number, ir.IntType(32)(0))
    return builder.shuffle_vector(single, empty, ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES))


def _instructions(builder: Any, number: Any) -> tuple[Callable[..., Any], ...]:
    """Multiplication and addition; a sum that takes up a product may become one instruction."""
    if number != types.float64:
        return builder.mul, builder.add, builder.sub
    floats = builder.fmul, builder.fadd, builder.fsub
    return tuple(partial(each, flags=("contract",)) for each in floats)


@register_model(_Vector)
class _VectorModel(models.PrimitiveModel):
    def __init__(self, manager: Any, vector: _Vector) -> None:
        super().__init__(manager, vector, _vector(vector.number))  # type: ignore[no-untyped-call]


@register_model(_Scratch)
class _ScratchModel(models.PrimitiveModel):
    def __init__(self, manager: Any, scratch: _Scratch) -> None:
        super().__init__(manager, scratch, _vector(scratch.number).as_pointer())  # type: ignore[no-untyped-call]


@_vector_code
def _scratch(_typing: Any, rows: Any, numbers: Any) -> Any:
    """A block of ``rows`` rows of the same kind of number as the array ``numbers``."""

    def emit(_context: Any, builder: Any, _signature: Any, _args: Any) -> Any:
        with builder.goto_entry_block():
            block = builder.alloca(ir.ArrayType(_vector(numbers.dtype), rows.literal_value))
            block.align = 8 * LANES
        return builder.bitcast(block, _vector(numbers.dtype).as_pointer())

    return _Scratch(numbers.dtype)(rows, numbers), emit


@_vector_code
def _get(_typing: Any, scratch: Any, row: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        at = context.cast(builder, args[1], signature.args[1], types.intp)
        return builder.load(builder.gep(args[0], [at]), align=8 * LANES)

    return _Vector(scratch.number)(scratch, row), emit


@_vector_code
def _put(_typing: Any, scratch: Any, row: Any, vector: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        at = context.cast(builder, args[1], signature.args[1], types.intp)
        builder.store(args[2], builder.gep(args[0], [at]), align=8 * LANES)
        return context.get_dummy_value()

    return types.void(scratch, row, vector), emit


@_vector_code
def _get_ten(_typing: Any, scratch: Any, row: Any) -> Any:
    """Ten rows from ``row`` on."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        first = builder.gep(args[0], [context.cast(builder, args[1], signature.args[1], types.intp)])
        rows = [builder.load(builder.gep(first, [ir.IntType(64)(i)]), align=8 * LANES) for i in range(TOTALS)]
        return context.make_tuple(builder, signature.return_type, rows)

    ten = types.UniTuple(_Vector(scratch.number), TOTALS)  # type: ignore[no-untyped-call]
    return ten(scratch, row), emit


@_vector_code
def _put_ten(_typing: Any, scratch: Any, row: Any, rows: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        first = builder.gep(args[0], [context.cast(builder, args[1], signature.args[1], types.intp)])
        for i in range(TOTALS):
            at = builder.gep(first, [ir.IntType(64)(i)])
            builder.store(builder.extract_value(args[2], i), at, align=8 * LANES)
        return context.get_dummy_value()

    return types.void(scratch, row, rows), emit


@_vector_code
def _plus_products(_typing: Any, rows: Any, factors: Any, numbers: Any, line: Any, at: Any) -> Any:
    """Ten rows, and to each its factor times ``numbers[line, at]`` and on."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        line_at, number_at = (context.cast(builder, args[i], signature.args[i], types.intp) for i in (3, 4))
        array = context.make_array(signature.args[2])(context, builder, args[2])
        width = builder.extract_value(array.shape, 1)
        first = builder.gep(array.data, [builder.add(builder.mul(line_at, width), number_at)])
        times, plus, _ = _instructions(builder, rows.dtype.number)
        sums = []
        for i in range(TOTALS):
            number = _everywhere(builder, builder.load(builder.gep(first, [ir.IntType(64)(i)])))
            row, factor = builder.extract_value(args[0], i), builder.extract_value(args[1], i)
            sums.append(plus(row, times(factor, number)))
        return context.make_tuple(builder, signature.return_type, sums)

    return rows(rows, factors, numbers, line, at), emit


@_vector_code
def _add_hands(
    _typing: Any, w: Any, wanted: Any, one: Any, two: Any, m: Any, r: Any, s: Any, factor: Any, table: Any, at: Any
) -> Any:
    """For each Player total p that is wanted, add factor (Σ_a w[p][a] one[a] - m[s-p] r[s-p]) to row ``at[p] + s``.

    The same of ``two``, of s+1 and of the next ten of ``r`` goes to the row behind: s is even, and w is loaded once for
    both. As w[p][a] and w[p][p-a] are the same, the rows of a and p-a are added first; only the lower of both is read.
    """

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        times, plus, minus = _instructions(builder, w.number)
        index = ir.IntType(64)

        def load(rows: Any, row: Any) -> Any:
            return builder.load(builder.gep(rows, [row]), align=8 * LANES)

        marks, starts = (context.make_array(signature.args[i])(context, builder, args[i]).data for i in (1, 9))
        banker = context.cast(builder, args[6], signature.args[6], types.intp)
        # The compiler must not know that w stays the same from call to call: it would copy the whole of it.
        hands = builder.asm(ir.FunctionType(args[0].type, [args[0].type]), "", "=r,0", [args[0]], True)
        for p in range(TOTALS):
            mark = builder.load(builder.gep(marks, [index(p)]))
            with builder.if_then(builder.icmp_unsigned("!=", mark, mark.type(0))):
                firsts = [a for a in range(TOTALS) if a <= (p - a) % TOTALS]
                ways = {a: load(hands, index(p * TOTALS + a)) for a in firsts}
                cell = builder.add(builder.load(builder.gep(starts, [index(p)])), banker)
                for step, rows in enumerate(args[2:4]):
                    products = []
                    for a, mate in ((a, (p - a) % TOTALS) for a in firsts):
                        row = builder.extract_value(rows, a)
                        if a != mate:
                            row = plus(row, builder.extract_value(rows, mate))
                        products.append(times(row, ways[a]))
                    third = builder.add(banker, index(step - p))
                    wrapped = builder.add(third, index(TOTALS))
                    third = builder.select(builder.icmp_signed("<", third, index(0)), wrapped, third)
                    once = times(load(args[4], third), load(args[5], builder.add(third, index(step * TOTALS))))
                    beside = minus(reduce(plus, products), once)
                    row = builder.gep(args[8], [builder.add(cell, index(step))])
                    builder.store(
                        plus(builder.load(row, align=8 * LANES), times(beside, args[7])), row, align=8 * LANES
                    )
        return context.get_dummy_value()

    return types.void(w, wanted, one, two, m, r, s, factor, table, at), emit


@_vector_code
def _plus_row(_typing: Any, rows: Any, row: Any) -> Any:
    """Ten rows, and to each the same other row."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        _, plus, _ = _instructions(builder, rows.dtype.number)
        sums = [plus(builder.extract_value(args[0], i), args[1]) for i in range(TOTALS)]
        return context.make_tuple(builder, signature.return_type, sums)

    return rows(rows, row), emit


@_vector_code
def _scalar_product(_typing: Any, rows: Any, factors: Any) -> Any:
    """The sum of ten rows, each times its factor."""

    def emit(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        times, plus, _ = _instructions(builder, rows.dtype.number)
        products = [times(*(builder.extract_value(arg, i) for arg in args)) for i in range(TOTALS)]
        return reduce(plus, products)

    return rows.dtype(rows, factors), emit


@_vector_code
def _half(_typing: Any, vector: Any) -> Any:
    """Half of a row of even numbers."""

    def emit(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        kind = _vector(vector.number)
        if vector.number == types.float64:
            return builder.fmul(args[0], ir.Constant(kind, [0.5] * LANES))
        return builder.ashr(args[0], ir.Constant(kind, [1] * LANES))

    return vector(vector), emit


@_vector_code
def _put_lane(_typing: Any, scratch: Any, row: Any, lane: Any, value: Any) -> Any:
    """Write one number into a row."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        at, lane_at = (context.cast(builder, args[i], signature.args[i], types.intp) for i in (1, 2))
        number = context.cast(builder, args[3], signature.args[3], scratch.number)
        first = builder.bitcast(builder.gep(args[0], [at]), number.type.as_pointer())
        builder.store(number, builder.gep(first, [lane_at]))
        return context.get_dummy_value()

    return types.void(scratch, row, lane, value), emit


@_vector_code
def _lane(_typing: Any, vector: Any, lane: Any) -> Any:
    """One number of a row."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.extract_element(args[0], context.cast(builder, args[1], signature.args[1], types.intp))

    return vector.number(vector, lane), emit


@_vector_code
def _floats(_typing: Any, vector: Any) -> Any:
    """The row as float64."""

    def emit(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        whole = vector.number == types.int64
        return builder.sitofp(args[0], _vector(types.float64)) if whole else args[0]

    return _Vector(types.float64)(vector), emit


@_vector_code
def _write_columns(_typing: Any, scratch: Any, row: Any, array: Any, at: Any, stride: Any) -> Any:
    """Turn LANES rows on their side: lane ``l`` of them goes to ``array.flat[at + l * stride]`` and on, as int64.

    The rows are those of LANES point codes in turn, the first of them on ``row``, and so lie in four parts of a table.
    """

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        row_at, flat_at, step = (context.cast(builder, args[i], signature.args[i], types.intp) for i in (1, 3, 4))
        first = builder.gep(args[0], [row_at])
        index = ir.IntType(32)
        rows = [code % 4 * _CELLS + code // 4 for code in range(LANES)]
        lines = [builder.load(builder.gep(first, [index(i)]), align=8 * LANES) for i in rows]
        if scratch.number == types.float64:
            lines = [builder.fptosi(line, _vector(types.int64)) for line in lines]
        lanes = ir.VectorType(index, LANES)
        pairs = [[i + odd + other for i in range(0, LANES, 2) for other in (0, LANES)] for odd in (0, 1)]
        fours = [[i + odd + j for i in range(0, 2 * LANES, 4) for j in (0, 1)] for odd in (0, 2)]
        for masks, apart in ((pairs, 1), (fours, 2), (fours, 4)):  # numbers of two rows side by side, then of 4, of 8
            for i in range(LANES):
                if not i & apart:
                    both = lines[i], lines[i | apart]
                    lines[i], lines[i | apart] = (
                        builder.shuffle_vector(*both, ir.Constant(lanes, mask)) for mask in masks
                    )
        data = context.make_array(signature.args[2])(context, builder, args[2]).data
        for line in lines:
            builder.store(line, builder.bitcast(builder.gep(data, [flat_at]), line.type.as_pointer()), align=8)
            flat_at = builder.add(flat_at, step)
        return context.get_dummy_value()

    return types.void(scratch, row, array, at, stride), emit


def _emit_operator(of_floats: str, of_ints: str) -> Callable[..., Any]:
    """The instruction between two vectors, or a vector and a number that stands in every lane."""

    @_vector_code
    def operation(_typing: Any, left: Any, right: Any) -> Any:
        vector = left if isinstance(left, _Vector) else right

        def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            operands = []
            for kind, value in zip(signature.args, args, strict=True):
                if not isinstance(kind, _Vector):
                    operands.append(_everywhere(builder, context.cast(builder, value, kind, vector.number)))
                else:
                    operands.append(value)
            return getattr(builder, of_floats if vector.number == types.float64 else of_ints)(*operands)

        return vector(left, right), emit

    return operation


def _overload_operator(symbol: Callable[..., Any], of_floats: str, of_ints: str) -> None:
    operation = _emit_operator(of_floats, of_ints)

    def between_vectors(left: Any, right: Any) -> Any:
        return operation(left, right)

    def chosen(left: Any, right: Any) -> Any:
        return between_vectors if isinstance(left, _Vector) or isinstance(right, _Vector) else None

    overload(symbol)(chosen)


_overload_operator(add, "fadd", "add")
_overload_operator(sub, "fsub", "sub")
_overload_operator(mul, "fmul", "mul")


# The kernel.

_CELLS = TOTALS * TOTALS
"""Rows of a table are in four parts of as many cells, ``10 p + s``: code 4 (10 p + s) + i is in part i."""


@_compiled
def _count_block(n: Any, plan: _Plan, table: Any) -> None:
    """Fill the rows of ``table`` for LANES compositions ``n``, by value, of at least six cards each.

    The table is zero at first, or was filled on the same plan: cells that no coup can reach are left alone.
    """
    d = plan.steps
    m, w, others = _scratch(20, d), _scratch(100, d), _scratch(100, d)
    hands, partners_2 = _scratch(10, d), _scratch(10, d)
    j, three, minus_2r, r_s = _scratch(100, d), _scratch(10, d), _scratch(100, d), _scratch(20, d)

    cards = _get(n, 0)
    for a in range(1, TOTALS):
        cards = cards + _get(n, a)
    zero = cards - cards
    any_one_left = cards - 5
    any_two_left = any_one_left * (cards - 4)
    for row in range(2 * _CELLS, 4 * _CELLS):
        _put(table, row, zero)
    for a in range(TOTALS):
        _put(m, a, _get(n, a))
        _put(m, a + 10, _get(n, a))
    for u in range(TOTALS):
        total = zero
        for a in range(TOTALS):
            mates = _get(m, u - a + 10)
            if (2 * a - u) % 10 == 0:
                mates = mates - 1
            ways = _get(m, a) * mates
            _put(others, u * 10 + a, mates)
            _put(w, u * 10 + a, ways)
            _put(minus_2r, u * 10 + a, zero)
            total = total + ways
        _put(hands, u, total)
        _put(three, u, zero)
    for p in range(TOTALS):
        first = _get_ten(w, p * 10)
        of_p = _get(hands, p)
        for t in range(p, TOTALS):
            shared = _scalar_product(first, _get_ten(others, t * 10))
            beside = _get(hands, t)
            if p == t:
                beside = beside + 2
            beside = of_p * beside - shared * 4
            _put(j, p * 10 + t, beside)
            _put(j, t * 10 + p, beside)

    for kind in range(len(plan.steps)):
        # Banker hands of three cards, U, and from those that hold a given card, -2 R.
        for t in range(TOTALS):
            step = plan.steps[kind, t]
            if step == 0:
                continue
            of_t = _get(hands, t) * step
            for s in range(TOTALS):
                third = s - t if s >= t else s - t + 10
                change = _get(m, third) * of_t - _get(w, t * 10 + third) * (2 * step)
                _put(three, s, _get(three, s) + change)
            for a in range(TOTALS):
                b = t - a if t >= a else t - a + 10
                for u in range(TOTALS):
                    s = u + a if u + a < 10 else u + a - 10
                    _put(minus_2r, s * 10 + a, _get(minus_2r, s * 10 + a) - _get(w, u * 10 + b) * (4 * step))
                s = t + a if t + a < 10 else t + a - 10
                change = _get(others, t * 10 + a) * (8 * step) - of_t * 2
                _put(minus_2r, s * 10 + a, _get(minus_2r, s * 10 + a) + change)
                if a == b:
                    for u in range(TOTALS):
                        s = u + a if u + a < 10 else u + a - 10
                        change = _get(others, u * 10 + a) * (4 * step)
                        _put(minus_2r, s * 10 + a, _get(minus_2r, s * 10 + a) + change)

        if kind == plan.column[STOOD]:  # two and three
            for s in range(TOTALS):
                for p in range(TOTALS):
                    if plan.player_stands[p]:
                        _put(table, _CELLS + p * 10 + s, zero)
            for s in range(0, TOTALS, 2):
                one, two = _get_ten(minus_2r, s * 10), _get_ten(minus_2r, s * 10 + 10)
                _put_ten(r_s, 0, one)
                _put_ten(r_s, 10, two)
                one, two = _plus_row(one, _get(three, s)), _plus_row(two, _get(three, s + 1))
                _add_hands(w, plan.player_stands, one, two, m, r_s, s, any_one_left, table, plan.at_total[STOOD])

        for x in range(STOOD):
            if kind != plan.column[x]:
                continue
            # Take a card of x points out.
            of_x = _get(n, x)
            _put(m, x, of_x - 1)
            _put(m, x + 10, of_x - 1)
            for u in range(TOTALS):
                mate = u - x if u >= x else u - x + 10
                _put(partners_2, u, _get(others, u * 10 + x) * 2)
                left = of_x - 1
                if mate == x:
                    left = left - 1
                _put(others, u * 10 + mate, left)
            for i in range(len(plan.players)):
                p = plan.players[i]
                mate = p - x if p >= x else p - x + 10
                gone, at = _get(partners_2, p), p * 10 + min(x, mate)
                if mate != x:
                    gone = _half(gone)
                _put(w, at, _get(w, at) - gone)

            # Three and three.
            for s in range(0, TOTALS, 2):
                rest = s - x if s >= x else s - x + 10
                next_rest = rest + 1 if rest < 9 else 0
                one = _plus_products(_get_ten(minus_2r, s * 10), _get_ten(others, rest * 10), plan.with_both, x, s * 10)
                two = _plus_products(
                    _get_ten(minus_2r, s * 10 + 10), _get_ten(others, next_rest * 10), plan.with_both, x, s * 10 + 10
                )
                _put_ten(r_s, 0, one)
                _put_ten(r_s, 10, two)
                one = _plus_row(one, _get(three, s) + _half(_get(minus_2r, s * 10 + x)))
                two = _plus_row(two, _get(three, s + 1) + _half(_get(minus_2r, s * 10 + 10 + x)))
                _add_hands(w, plan.player_draws, one, two, m, r_s, s, of_x, table, plan.at_total[x])

            # Three and two.
            weight = of_x * any_one_left
            for t in range(TOTALS):
                if plan.stands[x, t]:
                    mate_t = t - x if t >= x else t - x + 10
                    with_t = _get(partners_2, t)
                    of_t = _get(hands, t) - with_t * 2
                    for i in range(len(plan.players)):
                        p = plan.players[i]
                        p_final = p + x if p + x < 10 else p + x - 10
                        mate_p = p - x if p >= x else p - x + 10
                        beside = _get(j, p * 10 + t)
                        beside = beside - _get(partners_2, p) * (of_t - _get(others, t * 10 + mate_p) * 2)
                        beside = beside - with_t * (_get(hands, p) - _get(others, p * 10 + mate_t) * 2)
                        at = 2 * _CELLS + p_final * 10 + t
                        _put(table, at, _get(table, at) + weight * beside)

            # Put the card back.
            _put(m, x, of_x)
            _put(m, x + 10, of_x)
            for u in range(TOTALS):
                mate = u - x if u >= x else u - x + 10
                left = of_x
                if mate == x:
                    left = left - 1
                _put(others, u * 10 + mate, left)
            for i in range(len(plan.players)):
                p = plan.players[i]
                mate = p - x if p >= x else p - x + 10
                gone, at = _get(partners_2, p), p * 10 + min(x, mate)
                if mate != x:
                    gone = _half(gone)
                _put(w, at, _get(w, at) + gone)

    # Two and two: the Player stood, or a natural ended the coup.
    for p in range(TOTALS):
        for t in range(TOTALS):
            if plan.natural[p] or plan.natural[t] or (plan.player_stands[p] and plan.stands[STOOD, t]):
                _put(table, p * 10 + t, any_two_left * _get(j, p * 10 + t))


@_compiled
def _load_block(compositions: NDArray[np.int64], row: int, n: Any) -> None:
    """Read LANES compositions by value, from ``row`` on; the last one stands in for those beyond the end."""
    ranks = compositions.shape[1] == 13
    for lane in range(LANES):
        composition = compositions[min(row + lane, len(compositions) - 1)]
        if ranks:
            _put_lane(n, 0, lane, composition[9] + composition[10] + composition[11] + composition[12])
            for value in range(1, TOTALS):
                _put_lane(n, value, lane, composition[value - 1])
        else:
            for value in range(TOTALS):
                _put_lane(n, value, lane, composition[value])


@_compiled
def _count_few(composition: NDArray[np.int64], plan: _Plan, table: NDArray[np.int64]) -> None:
    """The table of fewer than six cards: deal every order of them."""
    values = np.zeros(5, np.int64)
    cards = 0
    for column in range(len(composition)):
        value = column if len(composition) == 10 else (column + 1 if column < 9 else 0)
        for _ in range(composition[column]):
            values[cards] = value
            cards += 1
    table[:] = 0
    if cards < 4:
        table[VOID_COLUMN] = 6 if cards == 3 else max(cards, 1)
        return
    for first in range(cards):
        for second in range(cards):
            for third in range(cards):
                for fourth in range(cards):
                    if len({first, second, third, fourth}) < 4:
                        continue
                    p, t = (values[first] + values[third]) % 10, (values[second] + values[fourth]) % 10
                    thirds = cards - 4
                    fifth = values[10 - first - second - third - fourth] if thirds else 0
                    if plan.natural[p] or plan.natural[t]:
                        table[p * 40 + t * 4] += 1
                    elif plan.player_draws[p]:
                        if thirds == 0 or not plan.stands[fifth, t]:
                            table[VOID_COLUMN] += 1
                        else:
                            table[(p + fifth) % 10 * 40 + t * 4 + 2] += 1
                    elif plan.stands[STOOD, t]:
                        table[p * 40 + t * 4] += 1
                    elif thirds == 0:
                        table[VOID_COLUMN] += 1
                    else:
                        table[p * 40 + (t + fifth) % 10 * 4 + 1] += 1


@_compiled
def _clear(table: Any) -> None:
    for row in range(POINT_CODES):
        for lane in range(LANES):
            _put_lane(table, row, lane, 0)


@_compiled
def _count_tables(compositions: NDArray[np.int64], plan: _Plan, tables: NDArray[np.int64]) -> None:
    n, table = _scratch(10, plan.steps), _scratch(POINT_CODES, plan.steps)
    _clear(table)
    size, width = tables.shape
    flat = tables.reshape(size * width)
    for row in range(0, size, LANES):
        _load_block(compositions, row, n)
        _count_block(n, plan, table)
        if row + LANES <= size:
            for code in range(0, POINT_CODES, LANES):
                _write_columns(table, code // 4, flat, row * width + code, width)
        else:
            for lane in range(size - row):
                for code in range(POINT_CODES):
                    tables[row + lane, code] = np.int64(_lane(_get(table, code % 4 * _CELLS + code // 4), lane))
        for lane in range(min(LANES, size - row)):
            tables[row + lane, VOID_COLUMN] = 0
            if compositions[row + lane].sum() < 6:
                _count_few(compositions[row + lane], plan, tables[row + lane])


@_compiled
def _count_expectations(
    compositions: NDArray[np.int64], plan: _Plan, payoffs: NDArray[np.float64], answer: NDArray[np.float64]
) -> None:
    n, table = _scratch(10, plan.steps), _scratch(POINT_CODES, plan.steps)
    _clear(table)
    few = np.zeros(POINT_CODES + 1, np.int64)
    wagers = payoffs.shape[1]
    pays = np.zeros((POINT_CODES, wagers + 3))
    pays[:, :wagers] = payoffs
    for row in range(0, len(compositions), LANES):
        _load_block(compositions, row, n)
        _count_block(n, plan, table)
        lanes = min(LANES, len(compositions) - row)
        for wager in range(0, wagers, 4):
            zero = _floats(_get(table, 0)) * 0
            first, second, third, fourth = zero, zero, zero, zero
            for code in range(POINT_CODES):
                ways = _floats(_get(table, code % 4 * _CELLS + code // 4))
                first = first + ways * pays[code, wager]
                second = second + ways * pays[code, wager + 1]
                third = third + ways * pays[code, wager + 2]
                fourth = fourth + ways * pays[code, wager + 3]
            for lane in range(lanes):
                answer[row + lane, wager] = _lane(first, lane)
                if wager + 1 < wagers:
                    answer[row + lane, wager + 1] = _lane(second, lane)
                if wager + 2 < wagers:
                    answer[row + lane, wager + 2] = _lane(third, lane)
                if wager + 3 < wagers:
                    answer[row + lane, wager + 3] = _lane(fourth, lane)
        for lane in range(lanes):
            cards = compositions[row + lane].sum()
            total = 1.0
            if cards >= 6:
                for gone in range(6):
                    total *= cards - gone
                for wager in range(wagers):
                    answer[row + lane, wager] /= total
            else:
                _count_few(compositions[row + lane], plan, few)
                for wager in range(wagers):
                    won = 0.0
                    for code in range(POINT_CODES):
                        won += few[code] * payoffs[code, wager]
                    answer[row + lane, wager] = won / few.sum()
