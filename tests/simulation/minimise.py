"""A plan that breaks a promise, made as small as it still breaks it: fewer troubles and people, a calmer day."""

from collections.abc import Callable, Iterator

import msgspec

from tests.simulation.network import Weather
from tests.simulation.simulation import Plan, Result, play

Plays = Callable[[Plan], Result]


def smaller(plan: Plan, plays: Plays = play, told: Callable[[str], None] = lambda _: None) -> tuple[Plan, Result]:
    """The smallest plan found that still breaks something, and what came of it; the plan itself must."""
    found = plays(plan)
    assert found.broken, "nothing is broken"
    going = True
    while going:
        going = False
        for one in shorter(plan):
            result = plays(one)
            if result.broken:
                told(f"{size(one)}: {result.broken.splitlines()[0][:100]}")
                plan, found, going = one, result, True
                break
    return plan, found


def size(plan: Plan) -> str:
    people = plan.guests + len(plan.staff) + plan.watchers + plan.clerk
    return f"{len(plan.troubles)} troubles, {people} people, {plan.coups} coups"


def shorter(plan: Plan) -> Iterator[Plan]:
    """Plans that are a little smaller, the boldest first."""
    change = msgspec.structs.replace
    if plan.troubles:
        yield change(plan, troubles=())
    for number in range(len(plan.troubles)):
        yield change(plan, troubles=plan.troubles[:number] + plan.troubles[number + 1 :])
    for coups in (1, plan.coups // 4, plan.coups // 2, plan.coups - 1):
        if 0 < coups < plan.coups:
            yield change(plan, coups=coups)
    for guests in (1, plan.guests - 1):
        if 0 < guests < plan.guests:
            yield change(plan, guests=guests)
    if plan.staff:
        yield change(plan, staff=())
    if plan.watchers:
        yield change(plan, watchers=0)
    if plan.clerk:
        yield change(plan, clerk=False)
    if plan.guests_share:
        yield change(plan, guests_share=False)
    if len(plan.rulebooks) > 1:
        yield change(plan, rulebooks=plan.rulebooks[:1])
    if plan.processes > 2 or (plan.processes > 1 and plan.kind != "shared"):
        yield change(plan, processes=plan.processes - 1)
    calm = Weather()
    for name in calm.__struct_fields__:
        if getattr(plan.weather, name) > getattr(calm, name):
            yield change(plan, weather=change(plan.weather, **{name: getattr(calm, name)}))


def as_test(plan: Plan) -> str:
    """The lines of ``tests/simulation/kept.py`` that keep a plan as a test."""
    return f"    {plan!r},"
