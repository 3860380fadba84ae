"""The view of a table on the wire: each part is encoded when it changes, and copied as often as somebody asks.

Nothing here looks at cards that lie face down: the parts are made from the state, and the state holds turned cards
only. What a single guest holds is told to that guest apart, as ``yours``.
"""

from collections.abc import Callable, Iterable

import msgspec

from minibac.books.recall import CoupFacts
from minibac.house.hosted_table import HostedTable
from minibac.house.training_tables import training_name
from minibac.houses.types import HouseTable
from minibac.play.reasons import reasons_plain
from minibac.play.settlement import SettledWager
from minibac.rules.house_rules import HouseRules
from minibac.server.wire import raw
from minibac.table.guest_view import seat_of
from minibac.table.guests import asked_age, least_age
from minibac.table.scoreboard import big_road
from minibac.table.state import TableState
from minibac.table.table_view import PARTS, areas, clock, printed, sign, without_zeros
from minibac.table.unaided import UNAIDED
from minibac.table.view_types import (
    AgesPart,
    CardsPart,
    FixedParts,
    LaidOut,
    LastPart,
    LobbyRow,
    PendingPart,
    TakesPart,
)
from minibac.voice.said import NOTHING, Said, said

PLAY_CHIPS = True
"""There is nothing else: no message of the protocol moves money (R14)."""


def shown_name(table: HostedTable) -> str | Said:
    """The name of a table: as somebody wrote it, or what a training table is called that nobody named."""
    own = training_name(table.id, table.state.rules.rulebook.id)
    return own if table.training and table.name == str(own) else table.name


def fixed_parts(table: HostedTable) -> FixedParts:
    """What does not change while a table is open under its rules."""
    return {
        "table": table.id,
        "name": shown_name(table),
        "pit": table.pit,
        "training": table.training,
        "help": table.house_table.help,
        "odds": table.odds_allowed,
        **laid_out(table.state, table.house_table),
    }


def laid_out(state: TableState, table: HouseTable) -> LaidOut:
    """The rules of a table, what is printed on its felt, and the chips it has."""
    rules = state.rules
    return {
        "rulebook": rules.rulebook.id,
        "rulebook_name": rules.rulebook.short,
        "options": rules.options,
        "play_chips": PLAY_CHIPS,
        "seats_count": rules.seats,
        "areas": areas(rules, dict(state.minimum_cents), dict(state.maximum_cents)),
        "layout": printed(rules),
        "takes": takes(state),
        "unit_cents": table.betting_unit_cents,
        "chips_cents": list(table.chips_cents),
        "notes_cents": list(table.notes_cents),
    }


def takes(state: TableState) -> TakesPart:
    """What a guest may do here beside chips on the areas: speak, lay a coupon, turn the cards, have partners; and how
    old a guest must be."""
    rules = state.rules
    coupons = str(rules.options.get("match_play_on", "")).split(",") if rules.options.get("match_play") else []
    return {
        "spoken": rules.options.get("verbal_wagers") is True,
        "coupons": coupons,
        "turning": rules.options["deal_mode"] == "handed",
        "partners": rules.rulebook.wagers.partnership is not None,
        **ages(state),
    }


def ages(state: TableState) -> AgesPart:
    """The age that is asked for in years, 0 where a word is enough; and the least age, 0 where none is named."""
    return {"age": asked_age(state.rules), "least_age": least_age(state)}


def last_part(facts: CoupFacts | None, rules: HouseRules) -> LastPart | None:
    """The coup that was decided last. Why a wager came to that is said once for all who had it."""
    if facts is None:
        return None
    return {
        "coup_no": facts.coup_no,
        "status": facts.status,
        **cards_part(facts),
        "why": reasons_plain(rules, (wager.wager for wager in facts.wagers), facts.result, facts.hands),
        "wagers": wagers_part(facts.wagers),
    }


def cards_part(facts: CoupFacts) -> CardsPart:
    """The cards of a coup, what they came to, and how that is said."""
    player_total, banker_total = facts.totals
    return {
        "player": list(facts.player),
        "banker": list(facts.banker),
        "player_total": player_total,
        "banker_total": banker_total,
        "result": facts.result.winner.value if facts.result else None,
        "says": str(facts.told),
        "said": facts.told,
    }


def wagers_part(wagers: Iterable[SettledWager]) -> dict[str, dict[str, list[int | str]]]:
    """What wagers came to, by seat and wager: outcome, stake, net, added, winnings, vigorish, coupon, owed vigorish."""
    found: dict[str, dict[str, list[int | str]]] = {}
    for wager in wagers:
        row: list[int | str] = [wager.outcome, wager.stake_cents, wager.net_cents, wager.added_cents]
        row += [wager.winnings_cents, wager.vigorish_cents, wager.coupon_cents]
        row.append(wager.vigorish_cents if wager.marked else 0)
        found.setdefault(str(wager.seat), {})[wager.wager] = without_zeros(row)
    return found


class TableView:
    """The view of one table, kept up to date part by part."""

    def __init__(self, table: HostedTable, pending: Callable[[], PendingPart | None] = lambda: None) -> None:
        self._table = table
        self._pending = pending
        """The change of vigorish that the sign at the table announces."""
        self._parts: dict[str, msgspec.Raw] = {}
        self._from: dict[str, tuple[object, ...]] = {}
        self._fixed()

    def _fixed(self) -> None:
        self._rules = self._table.state.rules
        self._parts |= {name: raw(value) for name, value in fixed_parts(self._table).items()}

    def update(self, last: CoupFacts | None) -> dict[str, msgspec.Raw]:
        """Bring every part up to date; those that changed."""
        state = self._table.state
        changed: dict[str, msgspec.Raw] = {}
        if state.rules is not self._rules:  # the options of the pit changed between shoes
            before = dict(self._parts)
            self._fixed()
            changed |= {name: part for name, part in self._parts.items() if part != before.get(name)}
        for name, part in PARTS.items():
            if self._differs(name, part.depends(state)):
                make = part.make if self._table.house_table.help else UNAIDED.get(name, part.make)
                self._take(name, make(state), changed)
        staffed = self._table.staffed
        self._take("clock", clock(state, staffed=staffed), changed)
        self._take("staffed", staffed, changed)
        pending = self._pending()
        if self._differs("sign", (id(state.rules), pending)):
            self._take("sign", sign(state.rules, pending), changed)
        if self._differs("last", (last,)):
            self._take("last", last_part(last, state.rules), changed)
        return changed

    def _differs(self, name: str, made_from: tuple[object, ...]) -> bool:
        """Whether a part is to be made anew; what did not change is the same object, so this is quick."""
        before, self._from[name] = self._from.get(name), made_from
        return before != made_from

    def _take(self, name: str, value: object, changed: dict[str, msgspec.Raw]) -> None:
        made = raw(value)
        if self._parts.get(name) != made:
            self._parts[name] = changed[name] = made

    @property
    def whole(self) -> dict[str, msgspec.Raw]:
        """Every part, as of the last update."""
        return self._parts


def tags(rules: HouseRules) -> list[Said]:
    """What a guest wants to know of the rules before sitting down; the rest is on the rules page."""
    options = rules.options
    vigorish = {
        "win": said("{rate} vigorish on Banker", rate=str(options.get("vigorish_rate", ""))),
        "tie-25": said("25% vigorish on a tie"),
        "none-banker-6": said("No vigorish, Banker 6 pays half"),
        "ez": said("EZ: no vigorish"),
    }
    dealt = {
        "face-up": said("dealt face up"),
        "tucked": said("dealt face down"),
        "handed": said("guests turn the cards"),
    }
    found = [
        vigorish[str(options["vigorish_type"])],
        said("marker buttons") if options.get("vigorish_collection") == "deferred" else NOTHING,
        dealt[str(options["deal_mode"])],
        said("Tie {odds} to 1", odds=str(options["tie_odds"])),
        said("Dragon Bonus") if options.get("dragon_bonus") else NOTHING,
        said("House Money") if options.get("house_money") else NOTHING,
        said("{decks} decks", decks=str(options["decks"])),
    ]
    return [tag for tag in found if tag]


def lobby_row(table: HostedTable, watching: int, person: str = "") -> LobbyRow:
    """A table as the lobby shows it, with the seat of the person who looks, 0 where they do not sit there."""
    state = table.state
    rules = state.rules
    return {
        "id": table.id,
        "name": shown_name(table),
        "pit": table.pit,
        "rulebook": rules.rulebook.id,
        "rulebook_name": rules.rulebook.short,
        "options": rules.options,
        "tags": [{"says": str(tag), "said": tag} for tag in tags(rules)],
        "limits": {
            wager: {"minimum_cents": low, "maximum_cents": state.maximum_cents.get(wager, 0)}
            for wager, low in state.minimum_cents.items()
        },
        "seats": rules.seats,
        "taken": list(state.occupied),
        "your_seat": seat_of(state, person) if person else 0,
        **ages(state),
        "phase": PARTS["phase"].make(state) if table.house_table.help else UNAIDED["phase"](state),
        "shoe_no": state.shoe_no,
        "coup_no": state.coup_no,
        "big_road": big_road(state.results),
        "training": table.training,
        "help": table.house_table.help,
        "odds": table.odds_allowed,
        "guests_share": state.share is not None,
        "staffed": table.staffed,
        "watching": watching,
    }
