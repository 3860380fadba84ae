"""Compiling plain functions that call one another.

A compiler such as Numba only follows calls to functions that it has compiled itself. The plain functions of
:mod:`minibac.simulate.dealing` know nothing of compilers, so each is compiled with its callees, compiled before it, in
the place of the plain ones.

A kernel that Numba keeps on disk takes its callees with it, under names that are only unique in the process that
compiled them. Two kernels out of two processes may so bring different functions of one name, and the linker would take
either for both. So callees get names that never come twice, and only the kernel itself, which is looked up by its name,
keeps one that it is given.
"""

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FunctionType
from typing import Any
from uuid import uuid4

Compiler = Callable[[Callable[..., Any]], Any]


def compile_together(
    functions: list[Callable[..., Any]], compiler: Compiler, given: Mapping[str, Any]
) -> dict[str, Any]:
    """Compile functions, callees first, and give them by name. ``given`` stands in for functions of the same names.

    >>> def double(number): return 2 * number
    >>> def quadruple(number): return double(double(number))
    >>> kept = {"double": lambda number: number}
    >>> compile_together([double, quadruple], lambda function: function, kept)["quadruple"](3)
    3
    """
    compiled = dict(given)
    tag = uuid4().hex
    for function in functions:
        if function.__name__ not in given:
            tagged = with_callees(function, compiled)
            tagged.__qualname__ += f"_{tag}"
            compiled[function.__name__] = compiler(tagged)
    return compiled


def with_callees(function: Callable[..., Any], callees: Mapping[str, Any]) -> Callable[..., Any]:
    """The same function, calling others."""
    assert isinstance(function, FunctionType)
    names = {**function.__globals__, **callees}
    again = FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
    again.__qualname__, again.__module__ = function.__qualname__, function.__module__
    return again


def after_sources(
    function: Callable[..., Any], callees: Mapping[str, Any], mark: str, *files: str
) -> Callable[..., Any]:
    """A kernel to be kept on disk: its name is one after its sources, so that it never outlives them."""
    kernel = with_callees(function, callees)
    digest = hashlib.sha256(b"".join(Path(file).read_bytes() for file in files)).hexdigest()
    kernel.__qualname__ += f"{mark}_{digest[:12]}"
    return kernel
