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

    own_name: str | None = option(
        "--own",
        metavar="FILE|NAME",
        help="Take wagers of your own too, from a TOML file (docs/wagers.md), or by a name of the catalogue.",
    )

    def meant(self, rules: HouseRules) -> Meant | None:
        """What stands beside the printed wagers, if anything does."""
        if self.own_name is None:
            return None
        from minibac.odds.known_wagers import meant

        return meant(self.own_name, rules.rulebook)

    def own(self, rules: HouseRules) -> tuple[Proposition, ...]:
        """These wagers."""
        beside = self.meant(rules)
        return beside.wagers if beside else ()
