"""Functions compiled by Numba and kept on disk, so that the next process need not compile them again."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

F = TypeVar("F", bound=Callable[..., Any])


def kept(function: F, **options: Any) -> F:
    """The function compiled, kept beside its source or at home; where neither can be written, for this process."""
    try:
        return cast(F, njit(cache=True, nogil=True, **options)(function))
    except RuntimeError:  # Numba finds no place to keep it
        return cast(F, njit(nogil=True, **options)(function))
