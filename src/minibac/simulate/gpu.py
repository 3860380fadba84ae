"""Shoes on a GPU: each thread deals whole shoes with the plain functions, and counts into its block's shared memory.

This is the one module that imports CUDA. A thread holds the prefix counts of its shoe in registers; the loops over them
have a constant length and are unrolled. With ``NUMBA_ENABLE_CUDASIM=1`` the same kernel runs in Numba's simulator, on a
machine without a GPU.
"""

from functools import cache
from typing import Any

import numpy as np

from minibac.simulate import compiling, dealing, philox
from minibac.simulate.dealing import BURN, LEFT, Row, burn_first_card, cards_dealt, deal_coup, draw_numbers, fill
from minibac.simulate.histogram import NOTHING, Histogram, Worth
from minibac.simulate.plan import Plan
from minibac.simulate.runs import check_for_gpu

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # numba-cuda 0.30 looks for the old name, which NumPy 2.5 has dropped

import numba.cuda

config: Any = numba.config
cuda: Any = numba.cuda

SIMULATED = bool(config.ENABLE_CUDASIM)

NAME = "gpu"
CHUNK_SHOES = 1 << 24
BLOCKS, THREADS = (2, 4) if SIMULATED else (2048, 128)
"""Enough blocks that every part of a large GPU has several to choose from."""

WORK_TYPE = np.int64 if SIMULATED else np.int32

PREFIXES = dealing.BY_POINTS
CODES = 400
WORK_ROWS = dealing.PREFIX + PREFIXES
"""These three are constants of the kernel, which has a version for points and one for ranks."""


def is_there() -> bool:
    """Whether there is a GPU to deal on."""
    return bool(cuda.is_available())


def deal(plan: Plan, seed: int, first_shoe: int, shoes: int, worth: Worth = NOTHING) -> Histogram:
    """Deal shoes and count their coups."""
    check_for_gpu(plan, worth)
    counts = cuda.to_device(np.zeros(plan.codes, np.int64))
    sums = cuda.to_device(np.zeros(1, np.int64))
    kernel(plan.prefixes, plan.codes)[BLOCKS, THREADS](
        counts,
        sums,
        first_shoe,
        shoes,
        *philox.halves(seed),
        *plan.numbers,
        cuda.to_device(np.array(plan.banker_rules, WORK_TYPE)),
    )
    by_code = tuple(map(int, counts.copy_to_host()))
    return Histogram(by_code, shoes, int(sums.copy_to_host()[0]))


def deal_shoes(
    counts: Row, sums: Row, first_shoe: int, shoes: int, seed_low: int, seed_high: int, decks: int, depth: int, coups:
    int, natural: int, player_rule: int, banker_rules: Row,
) -> None:  # fmt: skip
    """What each thread does: every so many shoes one of its own, from the burn to the last coup."""
    counted = cuda.shared.array(CODES, np.int32)
    rules = cuda.shared.array(10, WORK_TYPE)
    work = cuda.local.array(WORK_ROWS, WORK_TYPE)
    for code in range(cuda.threadIdx.x, CODES, cuda.blockDim.x):
        counted[code] = 0
    for total in range(cuda.threadIdx.x, 10, cuda.blockDim.x):
        rules[total] = banker_rules[total]
    cuda.syncthreads()

    squared = 0
    for index in range(cuda.grid(1), shoes, cuda.gridsize(1)):
        shoe = first_shoe + index
        fill(work, 0, 1, PREFIXES, decks)
        burned = 0
        if coups == 0:
            draw_numbers(work, 0, 1, BURN, shoe, seed_low, seed_high)
            burned = burn_first_card(work, 0, 1, PREFIXES)
        coup = 0
        stage = 0
        while stage < 2:
            coup += 1
            draw_numbers(work, 0, 1, coup, shoe, seed_low, seed_high)
            code = deal_coup(work, 0, 1, PREFIXES, natural, player_rule, rules)
            cuda.atomic.add(counted, code, 1)
            if coups == 0:
                work[LEFT] -= cards_dealt(code)
                stage += work[LEFT] - burned < depth
            else:
                fill(work, 0, 1, PREFIXES, decks)
                stage = 2 if coup == coups else 0
        squared += coup * coup
    cuda.atomic.add(sums, 0, squared)

    cuda.syncthreads()
    for code in range(cuda.threadIdx.x, CODES, cuda.blockDim.x):
        cuda.atomic.add(counts, code, counted[code])


def narrow(number: int) -> int:
    """Registers of a GPU have 32 bits."""
    return np.int32(number)  # type: ignore[return-value]


@cache
def kernel(prefixes: int, codes: int) -> Any:
    """``deal_shoes``, compiled for points or for ranks."""
    return cuda.jit(device_code(prefixes, codes))


def device_code(prefixes: int, codes: int) -> Any:
    """``deal_shoes`` with its callees compiled for the device, itself not yet compiled."""
    # The simulator runs plain Python; a cast would only get in its way.
    inlined = (lambda function: function) if SIMULATED else cuda.jit(device=True, inline="always")
    given = {} if SIMULATED else {"narrow": inlined(narrow)}
    by_name = compiling.compile_together(
        [
            philox.block,
            dealing.bit,
            dealing.row_for,
            dealing.two_numbers,
            dealing.is_one_too_many,
            dealing.draw_numbers,
            *dealing.WITH_CARDS,
        ],
        inlined,
        given,
    )
    constants = {"PREFIXES": prefixes, "CODES": codes, "WORK_ROWS": dealing.PREFIX + prefixes}
    return compiling.with_callees(deal_shoes, by_name | constants)
