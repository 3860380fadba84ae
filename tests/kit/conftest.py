"""The command line, for the tests of the kit."""

from tests.command_line import minibac, refused, told  # noqa: F401 (fixtures)
