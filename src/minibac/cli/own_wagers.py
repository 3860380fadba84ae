"""Wagers that are not the rulebook's, as every command takes them: from a file of one's own, or from the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from minibac.cli.common import CommandLine, option

if TYPE_CHECKING:
    from minibac.odds.known_wagers import Meant
    from minibac.rules.house_rules import HouseRules
    from minibac.rules.rulebook import Proposition


class WithOwn(CommandLine):
    """``--own``, for every command that prices, deals or studies wagers."""

    own_names: tuple[str, ...] = option(
        "--own",
        multiple=True,
        metavar="FILE|NAME",
        help="Take wagers of your own too, from a TOML file (docs/wagers.md), or by a name of the catalogue; may be "
        "repeated.",
    )

    def meant(self, rules: HouseRules) -> tuple[Meant, ...]:
        """What stands beside the printed wagers, if anything does."""
        if not self.own_names:
            return ()
        from minibac.odds.known_wagers import meant

        return tuple(meant(name, rules.rulebook) for name in dict.fromkeys(self.own_names))

    def own(self, rules: HouseRules) -> tuple[Proposition, ...]:
        """These wagers."""
        return tuple(wager for beside in self.meant(rules) for wager in beside.wagers)
