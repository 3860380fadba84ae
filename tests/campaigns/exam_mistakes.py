"""Every kind of mistake at an exam table, noticed and not, under every rulebook and each value of its options.

    python3 go.py campaign exam_mistakes [--rulebook NAME] [--shoes 5] [--seed campaign] [--done FILE]

A program deals without a fault but for one mistake: it is recorded once, by its name, with a clause and with what was
right, noticed or not as it was, and the log gives the exam again. A program that makes none deals a whole shoe from its
opening on and has full marks. The first exam that comes out otherwise stops the campaign and is shown. With ``--done``
the tables that are through are kept, and a campaign that was stopped goes on after them.
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from minibac.rules.options import typed
from minibac.rules.rulebook import RULEBOOKS, Rulebook, Value, load
from minibac.school.fault_kinds import fault_kinds
from minibac.school.scenario import Scenario, read_scenario
from tests.campaigns._done import Done
from tests.school.exam_mistakes import EVERY_WRONG, NOT_UNDER, NOTICED, Program, Wrong, replays, written

WHOLE_SHOE = 88
"""More rounds than a shoe has."""
STYLED = (
    '[[guest]]\nseat = 5\nstyle = "late"\n[[guest]]\nseat = 3\nstyle = "short"\n'
    '[[guest]]\nseat = 7\nstyle = "disputes"\n'
    '[[mishap]]\nkind = "wager-touched"\nrate = 20\n[[mishap]]\nkind = "face-up-in-shoe"\nrate = 20\n'
)
"""Guests and mishaps, so that there is a moment for every kind of mistake."""
BESIDE = {
    "dragon_bonus_paytable": {"dragon_bonus": "on"}, "house_money_add": {"house_money": "on"},
    "house_money_over_maximum": {"house_money": "on"}, "house_money_on_void": {"house_money": "on"},
    "dragon_7_notice": {"vigorish_type": "ez"}, "match_play_on": {"match_play": "on"},
}  # fmt: skip
"""Options that mean something only beside others."""
NAMED = {"decks": ("6", "7"), "tie_odds": ("9", "17/2"), "cut_card_depth": ("20",), "house_money_add": ("1/2",)}
"""Values of options for which the print gives no list."""


def tables(book: Rulebook) -> Iterator[dict[str, str]]:
    """Choices for a table of a rulebook: the usual ones, and each other value of each option by itself."""
    yield {}
    for option in book.option:
        values = ("on", "off") if option.type == "switch" else (*option.values, *NAMED.get(option.name, ()))
        for value in dict.fromkeys(map(typed, values)):
            yield {**BESIDE.get(option.name, {}), option.name: value}


def table(rulebook: str, choices: dict[str, str], seed: str, *, opening: bool) -> Scenario | None:
    """An exam at such a table; ``None`` where the choices are none of this rulebook."""
    options = "".join(f"{name} = {json.dumps(value)}\n" for name, value in choices.items())
    top = f'seed = "{seed}"\nopening = {"true" if opening else "false"}\n'
    made = read_scenario(written(rulebook, WHOLE_SHOE, top, STYLED, options=f"[options]\n{options}"), "campaign.toml")
    return made if isinstance(made, Scenario) else None


def one_mistake(sat: Scenario, kind: str, wrong: Wrong, *, notices: bool) -> str | None:
    """What is wrong with the record of one mistake; nothing, or ``None`` where there was no moment for it."""
    program = Program(sat, {kind: wrong}, notices=notices).play(WHOLE_SHOE)
    if kind not in program.made:
        return None
    faults = program.state.faults
    if [fault.made.kind for fault in faults] != [kind]:
        return f"recorded were {[fault.made.kind for fault in faults]}"
    (fault,) = faults
    if not (fault.made.clauses and str(fault.made.right)):
        return "without a clause, or without what was right"
    by_hand, trainee = notices and kind in NOTICED, program.state.trainee
    if by_hand != (fault.noticed_by == trainee) or bool(fault.noticed_by) != (fault.noticed_after_ms is not None):
        return f"noticed by {fault.noticed_by!r}"
    if by_hand and not fault.stood and (fault.cents or not fault.put_right_by):
        return "noticed in time, and not put right"
    # A guest who objects has a payment looked into, and the floor puts it right; when a shoe is over it is too late.
    if fault.severity != (fault.kind.noticed if fault.noticed_by and not fault.stood else fault.kind.stood):
        return f"its class is {fault.severity}"
    if not fault.noticed_by and fault.stood != bool(fault.kind.until):
        return "nobody noticed it, and it does not stand"
    if program.refused:
        return f"refused: {program.refused[0]}"
    return replays(program)


def no_mistake(sat: Scenario) -> str:
    """What is wrong with the record of somebody who makes no mistake."""
    program = Program(sat, {}).play()
    result = program.audition.result()
    if result.faults or not result.passed:
        return f"faults {[fault.made.kind for fault in result.faults]}, {list(map(str, result.failed_for))}"
    return str(program.refused[0]) if program.refused else replays(program)


def at_table(rulebook: str, choices: dict[str, str], seeds: list[str]) -> tuple[str, Counter[str]]:
    """The first exam at a table that came out otherwise than it should, and how often each mistake was made."""
    made, hopeless = Counter[str](), set[tuple[str, bool]]()
    for seed in seeds:
        sat, whole = (table(rulebook, choices, seed, opening=opening) for opening in (False, True))
        assert sat is not None
        assert whole is not None
        if told := no_mistake(whole):
            return f"{seed}, no mistake: {told}", made
        for kind, wrong, opening in EVERY_WRONG:
            for notices in (False, True):
                if (kind, opening) in hopeless:
                    continue
                found = one_mistake(whole if opening else sat, kind, wrong, notices=notices)
                if found:
                    return f"{seed}, {kind}, {'noticed' if notices else 'not noticed'}: {found}", made
                made[kind] += found is not None
        hopeless |= {(kind, opening) for kind, _, opening in EVERY_WRONG if not made[kind]}
    return "", made


def main() -> int:
    parser = argparse.ArgumentParser(prog="exam_mistakes", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rulebook", choices=RULEBOOKS, help="this one alone")
    parser.add_argument("--shoes", type=int, default=5, help="how many shoes at each table (%(default)s)")
    parser.add_argument("--seed", default="campaign", help="where the cards come from (%(default)s)")
    Done.asked(parser)
    given = parser.parse_args()
    if given.shoes < 1:
        parser.error("shoes are a whole number from 1 up")
    done = Done.so_far(parser, given.done, rulebook=given.rulebook, shoes=given.shoes, seed=given.seed)
    for rulebook in (given.rulebook,) if given.rulebook else RULEBOOKS:
        met, laid = set[str](), list[Mapping[str, Value]]()
        for choices in tables(load(rulebook)):
            name = " ".join((rulebook, *(f"{option}={value}" for option, value in choices.items())))
            first = table(rulebook, choices, given.seed, opening=False)
            if first is None or first.rules.options in laid:  # no table of this rulebook, or one that was there before
                continue
            laid.append(first.rules.options)
            if name not in done.parts:
                started = time.process_time()
                wrong, made = at_table(rulebook, choices, [f"{given.seed}-{number}" for number in range(given.shoes)])
                if wrong:
                    print(f"{name}: {wrong}", flush=True)
                    return 1
                done.add(name, {"made": made, "seconds": time.process_time() - started})
                print(f"{name}: {_made(done).total():,} mistakes so far", flush=True)
            met |= {kind for kind, times in done.parts[name]["made"].items() if times}
        if lacking := fault_kinds().keys() - met - set(NOT_UNDER[rulebook]):
            print(f"{rulebook}: no moment for {', '.join(sorted(lacking))}", flush=True)
            return 1
    exams, seconds = _made(done), sum(facts["seconds"] for facts in done.parts.values())
    kinds = f"{exams.total():,} mistakes of {len(+exams)} kinds at {len(done.parts)} tables"
    print(f"{kinds}, each recorded once; no fault where none was made ({seconds:.0f} s of the processor)")
    return 0


def _made(done: Done) -> Counter[str]:
    """How often each mistake was made so far."""
    return sum((Counter[str](facts["made"]) for facts in done.parts.values()), Counter[str]())


if __name__ == "__main__":
    sys.exit(main())
