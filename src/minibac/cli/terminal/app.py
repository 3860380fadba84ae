"""The application: the first screen where nothing was chosen, then the table, then what was won."""

import os
from collections.abc import Callable
from random import Random

from textual.app import App
from textual.binding import Binding
from textual.theme import Theme

from minibac.cli.terminal.game import Game
from minibac.cli.terminal.leaving import leave
from minibac.cli.terminal.pace import Pace
from minibac.cli.terminal.screen import TableScreen
from minibac.cli.terminal.setup import Setup
from minibac.cli.terminal.start import Make, StartScreen
from minibac.house.by_hand import ByHand
from minibac.house.vault import PracticeVault, Vault

THEME = Theme(
    name="felt",
    primary="#e8c66a",
    secondary="#2a7a58",
    foreground="#dfe9e2",
    background="#07261b",
    surface="#0a3325",
    panel="#0d3f2d",
    warning="#ffb86b",
    error="#ff8585",
    success="#6fdc9a",
    dark=True,
)


def open_table(setup: Setup, seed: int | None = None, clock: Callable[[], int] | None = None) -> Game:
    """Open a table: cards of a real shoe, of a practice shoe that the seed gives again, or of chance."""
    vault: Vault
    if setup.typed:
        vault = ByHand()
    elif seed is not None:
        vault = PracticeVault(seed)
    else:
        vault = Vault(os.urandom)
    return Game(setup, vault, clock=clock, chance=Random(seed) if seed is not None else None)


class TableApp(App[list[str]]):
    """``minibac play``. It ends with the sentences to say when the screen has closed."""

    CSS_PATH = "terminal.tcss"
    TITLE = "minibac"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [Binding("ctrl+c,ctrl+q", "leave_table", show=False, priority=True)]  # noqa: RUF012

    def __init__(
        self,
        setup: Setup | None,
        make: Make | None = None,
        *,
        you_deal: bool = False,
        typed: bool = False,
        seed: int | None = None,
        pace: Pace | None = None,
        clock: Callable[[], int] | None = None,
    ) -> None:
        super().__init__()
        self._setup, self._make = setup, make
        self._you_deal, self._typed, self._seed, self._clock = you_deal, typed, seed, clock
        self._pace = pace or Pace()
        self.game: Game | None = None
        self.fault: Exception | None = None
        """An error nobody foresaw, for the command to own up to once the screen has closed."""

    def on_mount(self) -> None:
        self.register_theme(THEME)
        self.theme = "felt"
        if self._setup is not None:
            self._sit_down(self._setup)
        elif self._make is not None:
            self.push_screen(StartScreen(self._make, you_deal=self._you_deal, typed=self._typed))

    def on_start_screen_ready(self, message: StartScreen.Ready) -> None:
        self.pop_screen()
        self._sit_down(message.setup)

    def _sit_down(self, setup: Setup) -> None:
        self.game = open_table(setup, self._seed, self._clock)
        self.push_screen(TableScreen(self.game, self._pace))

    def _handle_exception(self, error: Exception) -> None:
        if self.is_headless:  # a test wants to see it
            super()._handle_exception(error)
            return
        self.fault = self.fault or error
        self.exit([], return_code=1)

    def action_leave_table(self) -> None:
        """Ctrl-C from anywhere: settle and go."""
        self.exit(leave(self.game) if self.game else [])
