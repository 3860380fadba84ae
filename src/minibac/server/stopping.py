"""SIGINT and SIGTERM, from the first moment of the start to the last of the end.

Whenever somebody says stop, what is under way is brought to its end or undone, and nothing is left half-written. A
second time means that nobody waits for pages that are slow to go.
"""

import asyncio
import contextlib
import signal
from collections.abc import Callable, Iterator


class Stopping:
    """Whether somebody has said stop, and what is to be done about it at this point of the way."""

    def __init__(self) -> None:
        self.asked = False
        self._act: Callable[[], object] = lambda: None

    def then(self, act: Callable[[], object]) -> None:
        """From here on this is what stop means; it is done at once where somebody has said it already."""
        self._act = act
        if self.asked:
            act()

    def ask(self) -> None:
        """Somebody says stop."""
        self.asked = True
        self._act()

    @contextlib.contextmanager
    def signals(self) -> Iterator[None]:
        """Hear the signals; where a loop cannot, Python's own way of interrupting a program is left."""
        loop = asyncio.get_running_loop()
        heard = []
        try:
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(number, self.ask)
                heard.append(number)
        except (NotImplementedError, RuntimeError, ValueError):
            pass
        try:
            yield
        finally:
            for number in heard:
                loop.remove_signal_handler(number)
