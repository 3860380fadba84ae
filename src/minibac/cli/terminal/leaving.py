"""Getting up from the terminal table: the round is finished, what is owed is paid, and a word is said."""

from typing import TYPE_CHECKING

from minibac.cli.terminal.score import Score
from minibac.rules.refusal import Code, Refusal
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.automatic import next_command
from minibac.table.guests import to_pay
from minibac.table.phases import COUP_PHASES
from minibac.voice.said import NOTHING, Money, said

if TYPE_CHECKING:
    from minibac.cli.terminal.game import Game

MOST_ERRORS = 8


def leave(game: "Game") -> list[str]:
    """Finish what is in play, settle what is owed, and go; what is said when the screen has closed."""
    if not game.left:
        game.ask = None
        if not game.you_deal:
            finish_round(game)
            game.stakes.clear()
            settle_owed(game)
            game.send(c.LeaveSeat, seat=game.you.seat)
        game.left = True
    return farewell(game)


def finish_round(game: "Game") -> None:
    """The round is played out; at a real table whose cards nobody names any more it stays as it is."""
    game.called = True
    staked = any(seat == game.you.seat for seat, _ in game.state.wagers)
    for _ in range(200):
        if game.state.phase not in COUP_PHASES or not staked:
            return
        wanted = next_command(game.state, game.now())
        if wanted is None or game.attempt(wanted.command, quiet=True) is not None or game.ask is not None:
            break
    game.ask = None


def settle_owed(game: "Game") -> Refusal | None:
    """Pay the vigorish that is owed, with chips bought for it where there are too few; or why it cannot be paid now."""
    seat, cents = game.you.seat, to_pay(game.state, game.you.seat)
    if not cents:
        return None
    refusal = game.send(c.CollectVigorish, seat=seat, cents=cents)
    if refusal is not None and refusal.code is Code.NOT_ENOUGH_CHIPS:
        game.buy_in(seat, cents - game.chips_cents)
        refusal = game.send(c.CollectVigorish, seat=seat, cents=cents)
    if refusal is None:
        game.notice = game.collected = said("You pay {sum} of vigorish.", sum=Money(cents))
    return refusal


def farewell(game: "Game") -> list[str]:
    """What is said when the screen has closed."""
    if game.you_deal:
        whole = Score()
        for score in (*game.scores, game.score):
            whole.steps += score.steps
            whole.first_time += score.first_time
            whole.hints += score.hints
            whole.given += score.given
            whole.errors.update(score.errors)
            whole.examples.update(score.examples)
        dealt = said("You dealt {rounds:round|rounds}. {right}", rounds=game.rounds, right=whole.lines()[0])
        worst = whole.errors.most_common(MOST_ERRORS)
        errors = (f"  {count} × {clause}: {game.say(whole.examples[clause])}" for clause, count in worst)
        return [game.say(dealt), game.say(whole.lines()[1]), *errors]
    event = next((event for event in reversed(game.table.log) if isinstance(event, e.SeatLeft)), None)
    carried = event.cents if event else game.chips_cents
    left = sum(wager.stake_cents for (seat, _), wager in game.state.wagers.items() if seat == game.you.seat)
    won = carried + left - game.bought_cents
    came = said("You won {sum}", sum=Money(won)) if won > 0 else said("You lost {sum}", sum=Money(-won))
    played = said(
        "{rounds:round|rounds} played. {came} and leave with {carried} in play chips.",
        rounds=game.rounds,
        came=came if won else said("You broke even"),
        carried=Money(carried),
    )
    lies = said("Your {sum} stay on the layout: the round was not finished.", sum=Money(left)) if left else NOTHING
    return [game.say(told) for told in (game.collected, lies, played) if told]
