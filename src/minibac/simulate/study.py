"""Studies of whole shoes: counting systems and perfect play (extra ``fast``).

A *counting system* watches the cards with a tag for each and bets when its count is high enough. *Perfect play* knows
the exact expectation of every wager before every coup and bets when it is positive. Both are judged by the exact
expectation of each coup they bet on, which is far less noisy than how the coup fell; how it fell is kept beside it.

Shoes are studied piece by piece, on any number of threads, and added up in the order of the shoes: the same study gives
the same numbers, to the last digit, whatever the number of threads.
"""

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from minibac.display.frames import Columns, Rows
from minibac.odds.prices import Odds, Own, own_wagers
from minibac.rules.house_rules import CARDS_IN_DECK, LONGEST_BURN, LONGEST_COUP, HouseRules, rules_of
from minibac.rules.names import wager_name
from minibac.rules.words import one_or_more
from minibac.simulate import cpu, judging
from minibac.simulate.counting import Count
from minibac.simulate.findings import Finding, Sums, sums_of
from minibac.simulate.judging import judged
from minibac.simulate.known import burn_is_seen
from minibac.simulate.plan import By, Plan, WrongRequestError, plan
from minibac.simulate.pricing import Pricing
from minibac.simulate.runs import Range, back_end, check, chunks, in_order, threads_for
from minibac.simulate.sights import Sight
from minibac.simulate.trace import Room, Trace, kernel_for, trace
from minibac.voice.said import said

CHUNK_SHOES = 128
"""Shoes of one piece of work: some ten thousand coups, whose compositions fit in a processor's own memory."""

GPU_MOST_DECKS = 8

Progress = Callable[[int, int], None]
"""Called with the shoes and the coups studied so far."""


class Shoes(NamedTuple):
    """Which shoes are studied, and how."""

    shoes: int
    seed: int = 1
    first_shoe: int = 0
    decks: int | None = None
    """A number of decks in the shoe beside the rulebook's."""
    depth: int | None = None
    """Cards behind the cutting card, where they are not the rulebook's."""
    burn_seen: int | None = None
    """Whether the guest sees the burned cards, or ``NO_BURN``; ``None`` is as the rulebook says."""
    threads: int | None = None
    progress: Progress | None = None

    def plan(self, rules: HouseRules, by: By, sights: tuple[Sight, ...] = ()) -> Plan:
        """The shoes as kernels deal them; raises where they mean nothing."""
        check(self.seed, [(self.first_shoe, self.shoes)])
        found = plan(rules, by, self.decks, sights)
        return found if self.depth is None else at_depth(found, self.depth)

    def sees_burn(self, rules: HouseRules) -> int:
        """Whether the guests see the burned cards, or ``NO_BURN``: as stated, or else as the rulebook says."""
        return burn_is_seen(rules) if self.burn_seen is None else self.burn_seen


def at_depth(found: Plan, depth: int) -> Plan:
    """The same shoes with the cutting card elsewhere."""
    if found.coups:
        raise WrongRequestError(said("a continuous shuffler has no cutting card whose depth could be studied"))
    most = found.decks * CARDS_IN_DECK - LONGEST_BURN - LONGEST_COUP
    if not 2 * LONGEST_COUP <= depth <= most:
        raise WrongRequestError(
            said(
                "a cutting card {depth} cards from the back cannot be studied in a shoe of {cards} cards: {least} to "
                "{most} can, so that two rounds fit behind it",
                depth=str(depth),
                cards=str(found.decks * CARDS_IN_DECK),
                least=2 * LONGEST_COUP,
                most=str(most),
            )
        )
    return found._replace(depth=depth)


def count_study(rules: HouseRules | str, count: Count, shoes: Shoes, own: Own = ()) -> Finding:
    """Play a counting system through shoes."""
    rules = rules_of(rules)
    pricing = Pricing.over(Odds(rules, own=own, decks_in_shoe=shoes.decks), [count.wager])
    count.checked(suits=bool(pricing.sights))
    by = By.RANKS if By.RANKS in (count.by, pricing.by) else By.POINTS

    def judge(traced: Trace, shoe_plan: Plan) -> list[Sums]:
        bets = count.counts(traced, shoe_plan) >= count.trigger
        gains = np.zeros((len(bets), 1))
        if bets.any():
            gains[bets] = pricing.expected(traced.compositions[bets], shoe_plan.drawing)
        return judged(traced, bets[:, None], gains, pricing.won(traced))

    (sums,) = _study(rules, judge, shoes.plan(rules, by, pricing.sights), 1, shoes)
    return Finding(count.wager, sums)


def perfect_study(
    rules: HouseRules | str, wagers: Iterable[str], shoes: Shoes, device: str = "cpu", own: Own = ()
) -> Rows[Finding]:
    """Know the exact expectation of each wager before every coup, and bet one unit wherever it is positive.

    Without ``wagers`` all wagers of the table are studied, and those of one's ``own``. ``device`` is ``cpu``, ``gpu``,
    or ``auto`` for a GPU where there is one and it can price these wagers.
    """
    rules = rules_of(rules)
    pricing = Pricing.over(Odds(rules, own=own, decks_in_shoe=shoes.decks), wagers)
    shoe_plan = shoes.plan(rules, pricing.by, pricing.sights)
    if _on_gpu(device, pricing, shoe_plan):
        found = _gpu_study(rules, pricing, shoes)
    else:

        def judge(traced: Trace, shoe_plan: Plan) -> list[Sums]:
            expected = pricing.expected(traced.compositions, shoe_plan.drawing)
            return judged(traced, expected > 0, expected, pricing.won(traced))

        found = _study(rules, judge, shoe_plan, len(pricing.wagers), shoes)
    return Rows((Finding(name, sums) for name, sums in zip(pricing.wagers, found, strict=True)), Finding)


class AtDepth(NamedTuple):
    """What a study found with the cutting card at one depth."""

    depth: int
    findings: tuple[Finding, ...]

    @staticmethod
    def columns() -> Columns:
        """The depth, and what stands in the row of a finding."""
        return {"depth": int, **Finding.columns()}

    def lines(self) -> Iterator[tuple[object, ...]]:
        """A row for each finding."""
        for finding in self.findings:
            for line in finding.lines():
                yield (self.depth, *line)


def depth_study(
    rules: HouseRules | str,
    depths: Sequence[int],
    shoes: Shoes,
    count: Count | None = None,
    wagers: Iterable[str] = (),
    device: str = "cpu",
    own: Own = (),
) -> Rows[AtDepth]:
    """The same study at several depths of the cutting card: of a counting system, or else of perfect play."""
    if not depths:
        raise WrongRequestError(said("no depth of the cutting card is given to be studied"))
    rules = rules_of(rules)
    wanted, beside = one_or_more(wagers), own_wagers(own, rules.rulebook)
    for depth in depths:
        shoes._replace(depth=depth).plan(rules, By.POINTS)  # a depth that cannot be is told before the first is dealt
    found: list[AtDepth] = []
    for depth in dict.fromkeys(depths):
        there = shoes._replace(depth=depth, progress=_behind(found, shoes.progress))
        if count is not None:
            found.append(AtDepth(depth, (count_study(rules, count, there, beside),)))
        else:
            found.append(AtDepth(depth, tuple(perfect_study(rules, wanted, there, device, beside))))
    return Rows(found, AtDepth)


def _behind(done: Sequence[AtDepth], progress: Progress | None) -> Progress | None:
    """Progress that starts where the depths before have ended."""
    if progress is None:
        return None
    shoes_done = sum(at.findings[0].shoes for at in done)
    coups_done = sum(at.findings[0].coups for at in done)
    return lambda shoes, coups: progress(shoes_done + shoes, coups_done + coups)


Judge = Callable[[Trace, Plan], list[Sums]]


def _study(rules: HouseRules, judge: Judge, shoe_plan: Plan, columns: int, shoes: Shoes) -> list[Sums]:
    """Trace shoes piece by piece, judge each piece, and add up."""
    seen = shoes.sees_burn(rules)
    kernel_for(shoe_plan)  # made once, before the threads ask for it; so is the next
    judging.kernel()
    rooms = threading.local()

    def work(piece: Range) -> list[Sums]:
        if not hasattr(rooms, "own"):
            rooms.own = Room.of(shoe_plan, CHUNK_SHOES)  # fresh memory for every piece costs as much as the dealing
        return judge(trace(shoe_plan, shoes.seed, *piece, burn_seen=seen, room=rooms.own), shoe_plan)

    pieces = chunks([(shoes.first_shoe, shoes.shoes)], CHUNK_SHOES)
    return _added(in_order(work, pieces, threads_for(cpu, shoes.threads)), columns, shoes.progress)


def _added(steps: Iterable[list[Sums]], columns: int, progress: Progress | None) -> list[Sums]:
    total = [Sums() for _ in range(columns)]
    for step in steps:
        total = [one + other for one, other in zip(total, step, strict=True)]
        if progress is not None:
            progress(total[0].shoes, round(total[0].totals[0]))
    return total


def _on_gpu(device: str, pricing: Pricing, shoe_plan: Plan) -> bool:
    """Whether a GPU does the work."""
    fits = pricing.points_alone and shoe_plan.decks <= GPU_MOST_DECKS
    if device == "auto":
        return fits and back_end("auto").NAME == "gpu"
    if device not in ("cpu", "gpu"):
        raise WrongRequestError(said("a study runs on the device cpu or gpu, not on {device}", device=device))
    looking = next((each.wager.id for each in pricing.laid if each.wager.asks_pairs or each.wager.asks_cards), None)
    if device == "gpu" and looking is not None:
        pairs_or_cards = said("{wager} asks for pairs or cards, and the GPU prices Point Counts: choose the device cpu")
        raise WrongRequestError(pairs_or_cards.about(wager=wager_name(looking)))
    if device == "gpu" and not fits:
        raise WrongRequestError(
            said("the GPU prices up to 8 decks exactly, not {decks}: choose the device cpu", decks=shoe_plan.decks)
        )
    return device == "gpu" and back_end("gpu").NAME == "gpu"


def _gpu_study(rules: HouseRules, pricing: Pricing, shoes: Shoes) -> list[Sums]:
    from minibac.simulate import gpu_exact

    shoe_plan, seen = shoes.plan(rules, By.POINTS), shoes.sees_burn(rules)

    def work(piece: Range) -> list[Sums]:
        played = gpu_exact.perfect(shoe_plan, shoes.seed, *piece, pricing.point_pays, burn_seen=seen)
        columns = zip(played.bets.T, played.gains.T, played.won.T, strict=True)
        return [sums_of(np.column_stack((played.coups, *column)).astype(np.float64)) for column in columns]

    pieces = chunks([(shoes.first_shoe, shoes.shoes)], gpu_exact.CHUNK_SHOES)
    return _added(map(work, pieces), len(pricing.wagers), shoes.progress)
