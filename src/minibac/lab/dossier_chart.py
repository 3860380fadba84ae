"""A dossier as pictures: the edge and the frequency by count, and the effects of removal. SVG written by hand."""

import math

from minibac.cards.card import ALL_CARDS, RANKS
from minibac.lab.case import WagerCase
from minibac.lab.dossier import AtCount, Dossier
from minibac.simulate.chart import BAND, INK, MARGIN, MARK, SOFT, box, page, text
from minibac.simulate.study_chart import COLOURS, ERRORS, PLOT, axes, line

BAR_HEIGHT = 0.55
"""How much of the plot the bars of the frequency may take."""


def dossier_chart(dossier: Dossier, title: str) -> str:
    """Edge and frequency by count; where nothing is counted, the effects of removal."""
    return count_chart(dossier, title) if drawn_steps(dossier) else effects_chart(dossier.case, title)


def drawn_steps(dossier: Dossier) -> list[AtCount]:
    """The steps of the count that begin somewhere and have coups."""
    return [at for at in dossier.by_count if not math.isinf(at.least) and at.here.bets]


def count_chart(dossier: Dossier, title: str) -> str:
    """The average edge by count with two standard errors to either side, over bars of how often the count is there."""
    shown = drawn_steps(dossier)
    width = min((at.most - at.least for at in shown if not math.isinf(at.most)), default=1.0)
    edges = [at.here.average_edge.times(100) for at in shown]
    ends = [each.value + side * ERRORS * each.error for each in edges for side in (-1, 1)]
    across = (shown[0].least, shown[-1].least + width)
    x, y, parts = axes(across, (min(0.0, *ends), max(0.0, *ends)), "count before the coup")
    bottom, top = y(min(0.0, *ends)), y(max(0.0, *ends))
    most = max(at.here.bet_share.value for at in shown)
    bars, marks = [], []
    for at, edge in zip(shown, edges, strict=True):
        tall = (bottom - top) * BAR_HEIGHT * at.here.bet_share.value / most
        wide = x(at.least + width) - x(at.least)
        bars.append(box(x(at.least) + 1, bottom - tall, wide - 2, tall, BAND))
        middle, reach = x(at.least + width / 2), ERRORS * edge.error
        marks.append(line([(middle, y(edge.value - reach)), (middle, y(edge.value + reach))], MARK))
        marks.append(f'<circle cx="{middle:.1f}" cy="{y(edge.value):.1f}" r="3.5" fill="{MARK}"/>')
    words = (
        f"average edge in percent of the stake, with two standard errors; bars: how often, at most {most:.2%} of coups"
    )
    parts = [*bars, *parts, line([(x(across[0]), y(0)), (x(across[1]), y(0))], INK, 0.8), *marks]
    parts.append(text(MARGIN, MARGIN + 44, words, fill=SOFT))
    trigger = dossier.closely.sought.system.trigger if dossier.closely else math.inf
    if across[0] <= trigger <= across[1]:
        parts.append(line([(x(trigger), top), (x(trigger), bottom)], COLOURS[1], 1.5))
        parts.append(text(x(trigger) + 5, top + 12, f"a bet from {trigger:g} on", fill=COLOURS[1]))
    return page(title, parts, PLOT + 140)


def effects_chart(case: WagerCase, title: str) -> str:
    """A bar for each rank, or for each card where suits matter: upward is good for the guest."""
    effects = case.effects
    bars = {rank.value: effects.effects[rank.value] for rank in RANKS}
    if effects.by_card:
        bars = {str(card): effects.by_card[str(card)] for card in ALL_CARDS}
    heights = [100 * float(effect) for effect in bars.values()]
    reach = max(map(abs, heights)) or 1.0
    x, y, parts = axes((0, len(bars)), (-reach, reach), "")
    parts = [part for part in parts if "middle" not in part]
    wide = (x(1) - x(0)) * 0.8
    for place, (name, height) in enumerate(zip(bars, heights, strict=True)):
        fill = MARK if height >= 0 else COLOURS[1]
        parts.append(box(x(place + 0.1), min(y(0), y(height)), wide, abs(y(height) - y(0)), fill))
        if len(bars) == len(RANKS) or place % len(RANKS) == 0:
            parts.append(text(x(place + 0.5), y(-reach) + 18, name, "middle", SOFT))
    parts.append(line([(x(0), y(0)), (x(len(bars)), y(0))], INK, 0.8))
    parts.append(text(MARGIN, MARGIN + 44, "effect of removing one card, in percent of the stake", fill=SOFT))
    return page(title, parts, PLOT + 140)
