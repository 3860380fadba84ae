"""A table's own rulebook as the command line shows it: its options, its layout, its signs and its terms."""

from click.testing import CliRunner, Result

from minibac.cli import cli
from minibac.rules.house_rules import HouseRules
from minibac.rules.options import typed


def shown(rules: HouseRules) -> Result:
    """``minibac rules`` for a table with these rules."""
    sets = [f"--set={setting.name}={typed(setting.value)}" for setting in rules.settings if setting.chosen]
    result = CliRunner().invoke(cli, ["rules", rules.rulebook.id, *sets, "--json"])
    assert result.exit_code == 0, result.output
    return result
