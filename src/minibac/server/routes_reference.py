"""What can be looked up: the rules of a table, a clause, the price of a wager."""

import asyncio
from typing import Annotated, Any, NamedTuple, cast

from litestar import get, post
from litestar.params import FromPath, FromQuery, QueryParameter

from minibac.cards.composition import CARDS_OF_RANK
from minibac.house.lesson import lesson
from minibac.houses.house import sample_house
from minibac.machine.roles import Role
from minibac.rules.clauses import UnknownClauseError
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.plain import book_plain, entry_plain
from minibac.rules.refusal import as_it_is
from minibac.rules.rulebook import RULEBOOKS, load
from minibac.server.answers import Asked, Asking, entitled, no, refused, says, together
from minibac.server.front import front_of
from minibac.server.http_types import SelfCheckTold
from minibac.server.reference_types import ClauseTold, LessonTold, OddsTold, RemovalOdds, RulesTold
from minibac.table.state import CARDS
from minibac.voice.said import said

_ONE_AT_A_TIME = asyncio.Semaphore(1)
"""Exact odds take a processor for a moment; the table comes first."""


class Question(NamedTuple):
    """What is asked of the odds besides the rules."""

    counts: str | None = None
    removed: str | None = None
    stake: int | None = None
    effects: bool = False
    """Whether to price every wager again with one card less of each rank."""


@get("/api/tables/{table_id:str}/rules", responses=says(404))
async def table_rules(request: Asked, table_id: FromPath[str]) -> RulesTold:
    """The rulebook of a table with its options, wagers, odds and clauses."""
    table = front_of(request.app).table(table_id)
    if table is None:
        raise no(404, said("there is no such table"))
    return cast(RulesTold, book_plain(table.state.rules))


@get("/api/tables/{table_id:str}/lesson", responses=says(404))
async def table_lesson(request: Asked, table_id: FromPath[str], seat: FromQuery[int] = 0) -> LessonTold:
    """What cards are worth, who draws, and one round to watch with a caption for each step, by this table's rules."""
    table = front_of(request.app).table(table_id)
    if table is None:
        raise no(404, said("there is no such table"))
    rules, least = table.state.rules, dict(table.state.minimum_cents)
    there = seat if 1 <= seat <= rules.seats else (rules.seats + 1) // 2
    return cast(LessonTold, await asyncio.to_thread(lesson, rules, there, least))


@get("/api/rules/{rulebook:str}", responses=says(404))
async def book_rules(rulebook: FromPath[str]) -> RulesTold:
    """A rulebook as it plays where the house chooses nothing, with every option and its legal values."""
    if rulebook not in RULEBOOKS:
        raise no(404, said("there is no such rulebook"))
    rules = build(load(rulebook), {})
    assert isinstance(rules, HouseRules)
    return cast(RulesTold, book_plain(rules))


@get("/api/tables/{table_id:str}/odds", responses=says(404, 409))
async def table_odds(request: Asked, table_id: FromPath[str], effects: FromQuery[bool] = False) -> OddsTold:
    """Exact prices at the cards left, where the table allows it; a live table does not (R13)."""
    table = front_of(request.app).table(table_id)
    if table is None:
        raise no(404, said("there is no such table"))
    if not table.odds_allowed:
        raise no(409, said("this table gives no odds of the cards left: it is no training table"), "R13")
    state = table.state
    removed = [CARDS[card].rank.value for card in state.shown.values()]
    told = await _priced(state.rules, Question(removed=",".join(removed) or None, effects=effects))
    told |= {"table": table_id, "shoe_no": state.shoe_no, "coup_no": state.coup_no, "version": table.version}
    return told


@get("/api/odds", responses=says(404, 409))
async def odds_lab(
    rulebook: FromQuery[str],
    counts: Annotated[str | None, QueryParameter(max_length=100)] = None,
    removed: Annotated[str | None, QueryParameter(max_length=2000)] = None,
    sets: Annotated[list[str] | None, QueryParameter(name="set", max_items=40)] = None,
    effects: FromQuery[bool] = False,
    stake: Annotated[int | None, QueryParameter(ge=1, le=10**12)] = None,
) -> OddsTold:
    """The odds lab: exact prices for any options and any cards left; ``effects`` adds what one card less would do."""
    if rulebook not in RULEBOOKS:
        raise no(404, said("there is no such rulebook"))
    chosen = {}
    for item in sets or ():
        name, equals, value = item.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise no(400, said("set={text} cannot be read: write an option and its value as decks=6", text=item[:40]))
        chosen[name.strip().replace("-", "_")] = value.strip()
    rules = sample_house(rulebook).rules_with(rulebook, chosen)
    if not isinstance(rules, HouseRules):
        raise refused(rules[0]._replace(said=together(rules)))
    return await _priced(rules, Question(counts, removed, stake, effects))


async def _priced(rules: HouseRules, asked: Question) -> OddsTold:
    async with _ONE_AT_A_TIME:
        found = await asyncio.to_thread(_price, rules, asked)
    if isinstance(found, str):
        raise no(400, as_it_is(found))
    return found


def _price(rules: HouseRules, asked: Question) -> OddsTold | str:
    from minibac.odds import plain
    from minibac.odds.compositions import left
    from minibac.odds.prices import Odds
    from minibac.odds.removal import removal

    try:
        composition = None
        if asked.counts or asked.removed:
            composition = left(rules.decks_in_shoe, counts=asked.counts, removed=asked.removed)
        odds = Odds(rules, composition, stake_cents=asked.stake)
        told = cast(OddsTold, plain.odds_plain(odds))
        told["full"] = CARDS_OF_RANK * rules.decks_in_shoe
        if asked.effects:
            told["removal"] = cast(list[RemovalOdds], plain.removal_plain(removal(odds), levels=()))
        return told
    except (ValueError, LookupError) as error:
        return str(error)


@get("/api/clauses/{clause_id:path}", responses=says(404))
async def clause(clause_id: FromPath[str]) -> ClauseTold:
    """A clause, a ruling or a control, and what proves it."""
    try:
        return cast(ClauseTold, entry_plain(clause_id.strip("/")))
    except UnknownClauseError as error:
        raise no(404, as_it_is(error)) from None


@get("/api/selfcheck", responses=says(404))
async def selfcheck(request: Asked) -> SelfCheckTold:
    """What the program found in its own files when it last looked (R42)."""
    found = front_of(request.app).house.self_check.last
    if found is None:
        raise no(404, said("the program has not looked at its files yet"))
    return _finding(found, front_of(request.app).house.checked_at)


@post("/api/selfcheck", status_code=200, responses=says(401, 423))
async def look(request: Asked, asking: Asking) -> SelfCheckTold:
    """Look at the files of the program now; a difference stops new coups (R42)."""
    whose = said("the check is asked for by the administrator, surveillance or the shift manager")
    front, _ = entitled(request, asking, Role.ADMIN, Role.SURVEILLANCE, Role.SHIFT_MANAGER, whose=whose)
    return _finding(await front.house.check_self(), front.house.checked_at)


def _finding(found: Any, at: int) -> SelfCheckTold:
    return {
        "ok": found.ok,
        "digest": found.digest,
        "files": found.files_count,
        "at": at,
        "says": str(found),
        "changed": list(found.changed),
        "missing": list(found.missing),
        "added": list(found.added),
    }


ROUTES = (table_rules, table_lesson, book_rules, table_odds, odds_lab, clause, selfcheck, look)
