"""The felt: both hands with their cards and counts, Player left and blue, Banker right and red."""

from typing import NamedTuple

from rich.cells import cell_len
from rich.text import Text

from minibac.cli.terminal import faces
from minibac.cli.terminal.canvas import Canvas, clipped
from minibac.cli.terminal.game import Game
from minibac.cli.terminal.words import printed
from minibac.play.results import Result, Winner
from minibac.rules.layout import layout
from minibac.table.dealing import under_shoe
from minibac.table.state import CoupInPlay, Phase
from minibac.voice.said import NOTHING, Said, said

FELT = "#0b4a33"
FELT_LINE = "#2a7a58"
GOLD = "#e8c66a"
PLAYER = "#7db8ff"
BANKER = "#ff8585"
TIE = "#6fdc9a"
PALE = "#b9d3c6"
SIGN = "#4aa27c"
COLOURS = {"player": PLAYER, "banker": BANKER, "tie": TIE}
LABELS = {"player": said("PLAYER"), "banker": said("BANKER")}
WIN = {Winner.PLAYER: "player", Winner.BANKER: "banker"}
GAP = 1
DIGIT_WIDTH = 3


class Sizes(NamedTuple):
    """How large cards are drawn."""

    large: bool
    width: int
    height: int
    side_width: int
    side_height: int


SMALL = Sizes(False, faces.WIDTH, faces.HEIGHT, faces.SIDE_WIDTH, faces.SIDE_HEIGHT)
LARGE = Sizes(True, faces.LARGE_WIDTH, faces.LARGE_HEIGHT, faces.LARGE_SIDE_WIDTH, faces.LARGE_SIDE_HEIGHT)


def draw(game: Game, width: int, height: int) -> Text:
    """The felt at a given size."""
    canvas = Canvas(width, height, f"on {FELT}")
    sizes = LARGE if height >= LARGE.height + 2 and width >= 2 * (2 * LARGE.width + LARGE.side_width + 10) else SMALL
    top = max(0, (height - sizes.height - 1) // 2)
    middle = width // 2
    for row in range(height):
        canvas.put(middle, row, "│", FELT_LINE)
    coup = game.shown_coup
    for hand in ("player", "banker"):
        _hand(canvas, game, hand, top, middle, sizes)
    if coup is not None and coup.simulated:
        canvas.put(middle - 8, top + sizes.height, f" {game.say(said('simulated round'))} ", f"bold {GOLD}")
    if coup is None:
        _empty(canvas, game, top, middle)
    _signs(canvas, game, height, top + sizes.height + 1)
    return canvas.text()


def _hand(canvas: Canvas, game: Game, hand: str, top: int, middle: int, sizes: Sizes) -> None:
    coup = game.shown_coup
    left = hand == "player"
    colour = COLOURS[hand]
    winner = Result.from_code(coup.code).winner if coup is not None and coup.code is not None else None
    won = WIN.get(winner) == hand if winner is not None else False
    label = game.say(LABELS[hand])
    note = game.say(said(" ★ wins") if won else said(" · tie") if winner is Winner.TIE else _note(game, coup, hand))
    anchor = middle - 2 if left else middle + 3
    start = anchor - cell_len(label + note) if left else anchor
    canvas.put(start, top, label, f"bold {colour}")
    canvas.put(start + cell_len(label), top, note, f"bold {GOLD}" if won or winner else PALE)
    count = game.total_of(hand)
    if count is not None:
        digit_at = anchor - DIGIT_WIDTH if left else anchor
        style = f"bold {GOLD}" if won else f"bold {colour}"
        canvas.stamp(digit_at, top + sizes.height // 2, faces.digit(count, style))
    if coup is None:
        return
    away = DIGIT_WIDTH + (1 if sizes.large else 2)
    at = anchor - away - sizes.width if left else anchor + away
    step = -(sizes.width + GAP) if left else sizes.width + GAP
    held = game.held() if game.state.coup is not None else {}
    positions = coup.hand(hand)
    # The first card lies towards the outside: the second is laid beside it, nearer to the middle.
    for position in positions[:2][::-1] if left else positions[:2]:
        canvas.stamp(at, top + 1, _card(game, coup, position, held, sizes))
        at += step
    if len(positions) > 2:
        third = positions[2]
        if third in held:
            canvas.stamp(at, top + 1, _card(game, coup, third, held, sizes))
            return
        at = at + sizes.width - sizes.side_width if left else at
        drawn = faces.sideways(coup.known.get(third), large=sizes.large)
        canvas.stamp(at, top + 1 + (sizes.height - sizes.side_height) // 2, drawn)


def _card(game: Game, coup: CoupInPlay, position: int, held: dict[int, str], sizes: Sizes) -> faces.Lines:
    shown = coup.known.get(position) or (held.get(position) if game.peel >= faces.PEELED else None)
    if shown:
        return faces.large_face(shown) if sizes.large else faces.face(shown)
    drawn = faces.peeled(held[position], game.peel) if position in held else faces.back()
    return faces.enlarged(drawn) if sizes.large else drawn


def _note(game: Game, coup: CoupInPlay | None, hand: str) -> Said:
    """Who holds a hand, or may turn it."""
    if coup is None or coup.code is not None:
        return NOTHING
    yours = {coup.offered if coup.offering else coup.holders.get(hand, 0)} == {game.you.seat} and not game.you_deal
    if coup.offering == hand:
        return said(" · offered to you") if yours else said(" · offered to seat {seat}", seat=coup.offered)
    if coup.handed == hand:
        return said(" · you hold it") if yours else said(" · seat {seat} holds it", seat=coup.holders.get(hand, 0))
    if hand == "banker" and game.state.coup is coup and under_shoe(game.state):
        return said(" · under the shoe")
    return NOTHING


def _empty(canvas: Canvas, game: Game, top: int, middle: int) -> None:
    """Before the first cards: what the house is doing."""
    state = game.state
    told = {
        Phase.OPENING: said("the table is opened"),
        Phase.SHUFFLE: said("the cards are shuffled"),
        Phase.DEAD: said("no gaming activity"),
        Phase.CUT_OFFER: said("the stack is offered to be cut"),
        Phase.CUT: said("the stack is cut"),
        Phase.BETTING: said("guests place their wagers") if game.you_deal else said("place your wagers"),
        Phase.CLOSED: said("the table is closed"),
    }.get(state.phase, NOTHING)
    if words := game.say(told):
        canvas.put(middle - cell_len(words) // 2, top + 3, f" {words} ", f"italic {GOLD}")


def _signs(canvas: Canvas, game: Game, height: int, below: int) -> None:
    """What is written on the felt or on a sign beside it, where there is room."""
    room = height - below
    lines = (game.say(printed(line.text)) for line in layout(game.rules).inscriptions)
    for number, line in enumerate(lines):
        if number >= room:
            return
        shown = clipped(line, canvas.width - 4)
        canvas.put((canvas.width - cell_len(shown)) // 2, height - 1 - number, shown, f"italic {SIGN}")
