"""The game behind ``minibac play``, without a terminal: as a guest, as the dealer, with typed cards."""

import dataclasses
from random import Random

import pytest

from minibac.cli.terminal.app import open_table
from minibac.cli.terminal.asks import Prompt
from minibac.cli.terminal.console import palette
from minibac.cli.terminal.felt import draw
from minibac.cli.terminal.game import Game
from minibac.cli.terminal.leaving import farewell, leave
from minibac.cli.terminal.widgets import waiting_words
from minibac.house.by_hand import ByHand, CardWantedError
from minibac.machine.roles import Role
from minibac.play.propositions import priced
from minibac.play.settlement import Action
from minibac.rules.refusal import Code, Refusal
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.machine import replay
from minibac.table.state import Phase
from tests.cli.play_tables import OPTIONS, clock, first_answer, game_of, play_rounds, right_step, setup_of


def no(game: Game) -> Refusal:
    """The refusal on the screen."""
    assert game.refusal is not None
    return game.refusal


def accepted(game: Game) -> bool:
    return game.refusal is None


def someplace(chance: Random):
    """Put a chip on a wager of the table, whichever."""

    def wager(game: Game) -> None:
        game.stakes.choose(2)
        for _ in range(2):
            game.put(chance.choice(list(priced(game.rules))))
        if chance.random() < 0.3:
            chance.choice([game.undo, game.repeat, game.double, game.clear])()

    return wager


# -------------------------------------------------------------------------------------------------------- as the guest


@pytest.mark.parametrize("name", OPTIONS)
def test_a_guest_plays_more_than_a_shoe_and_leaves_with_what_was_won(name):
    chance = Random(3)
    game = game_of(name, seed=4, bankroll_cents=100_000_00)
    play_rounds(game, 90, someplace(chance), chance)
    won = game.won_cents
    leave(game)
    assert sum(game.state.balances.values()) == 0
    assert game.you.seat not in game.state.seats
    assert replay(game.table.log) == game.state
    left = next(event for event in game.table.log if isinstance(event, e.SeatLeft))
    assert left.cents == 100_000_00 + won
    assert "90 rounds played" in farewell(game)[-1]


@pytest.mark.parametrize("early", [False, True])
def test_vigorish_owed_is_paid_by_a_key_or_on_leaving(early):
    game = game_of("seminole", seed=2)
    chance = Random(1)

    def banker(game: Game) -> None:
        game.stakes.choose(3)
        game.put("banker")

    for _ in range(30):
        play_rounds(game, 1, banker, chance)
        if game.state.owed(game.you.seat):
            break
    owed = game.state.owed(game.you.seat)
    assert owed
    seat = game.you.seat
    if early:
        game.pay()
        assert (game.state.owed(seat), str(game.notice)) == (0, f"You pay ${owed / 100:.2f} of vigorish.")
        game.pay()
        assert str(game.notice) == "You owe no vigorish."
    leave(game)
    assert farewell(game)[0] == f"You pay ${owed / 100:.0f} of vigorish."
    assert (game.state.owed(seat), seat in game.state.seats, sum(game.state.balances.values())) == (0, False, 0)


def test_leaving_in_the_middle_of_a_round_plays_it_out():
    game = game_of("massachusetts", seed=1)
    betting(game)
    game.stakes.choose(3)
    game.put("player")
    game.go()
    game.run()
    assert game.holding
    leave(game)
    assert game.rounds == 1
    assert sum(game.state.balances.values()) == 0
    assert "1 round played" in farewell(game)[-1]


def betting(game: Game, text: str = "y") -> None:
    """Answer everything until the betting is open."""
    for _ in range(40):
        game.run()
        if game.ask is None:
            break
        keys = {choice.key: choice.value for choice in game.ask.choices}
        game.answer(keys.get(text, first_answer(game.ask)))
    assert game.state.phase is Phase.BETTING


def test_small_chips_wait_until_they_make_the_minimum():
    game = game_of("section-42")
    betting(game)
    game.stakes.choose(1)  # $5 at a $10 table
    game.put("player")
    assert accepted(game)
    assert game.stakes.pending == {"player": 500}
    assert game.stakes.on_layout() == {}
    game.put("player")
    assert game.stakes.pending == {}
    assert game.stakes.on_layout() == {"player": 1000}
    game.undo()
    assert (game.stakes.pending, game.stakes.on_layout()) == ({"player": 500}, {})
    game.put("player")
    game.put("player")
    game.double()
    assert game.stakes.on_layout() == {"player": 3000}
    game.take("player")
    assert game.stakes.on_layout() == {"player": 2500}
    game.clear()
    assert game.stakes.on_layout() == {}
    game.undo()
    assert game.stakes.on_layout() == {"player": 2500}
    game.go()
    game.run()
    game.repeat()
    assert game.stakes.on_layout() == {"player": 2500}


def test_refusals_stay_in_place_with_their_clause():
    game = game_of("section-42", bankroll_cents=50_00)
    betting(game)
    game.stakes.choose(3)
    game.put("banker")
    assert no(game).code is Code.NOT_ENOUGH_CHIPS
    assert "banker" in game.stakes.refused
    game.buy()
    game.buy()
    game.put("banker")
    assert accepted(game)
    game.go()
    game.tick()
    game.put("banker")
    assert no(game).code is Code.BETTING_CLOSED
    assert no(game).clause


def test_the_cut_is_yours_with_a_position():
    game = game_of("section-42", others=0)
    for _ in range(3):
        game.run()
        assert game.ask is not None
        if "cut" in str(game.ask.title):
            break
        game.answer("n")
    game.answer("y")
    game.run()
    assert game.ask is not None
    game.answer("3")
    assert no(game).clause == "s42/e/5"
    game.run()
    game.answer("100")
    assert game.state.cut_position == 100


def test_cards_in_your_hands_are_peeled_then_turned():
    game = game_of("massachusetts", others=0)
    betting(game)
    game.stakes.choose(3)
    game.put("player")
    game.go()
    game.run()
    assert game.holding
    held = game.held()
    assert len(held) == 2
    assert not any(position in game.state.shown for position in held)
    for peel in (1, 2, 3):
        game.peel_more()
        assert game.peel == peel
    game.peel_more()
    assert all(game.state.shown[position] == card for position, card in held.items())


def test_who_waives_never_holds_the_cards():
    game = game_of("massachusetts", others=0)
    betting(game)
    game.waive()
    game.stakes.choose(3)
    game.put("player")
    game.go()
    game.run()
    assert game.rounds == 1
    assert game.state.phase is Phase.BETTING


def test_house_money_is_your_choice():
    game = game_of("massachusetts ez", seed=1, bankroll_cents=100_000_00)
    chosen: list[str] = []
    for _ in range(60):
        betting(game)
        game.stakes.choose(3)
        for wager in ("banker", "house-money"):
            game.put(wager)
        game.go()
        for _ in range(10):
            game.run()
            if game.ask is not None and "House Money" in str(game.ask.title):
                chosen.append("banker")
                game.answer("banker")
                added = game.state.coup
                assert added is not None
                assert added.choices[game.you.seat] == "banker"
            elif game.holding:
                game.turn()
            else:
                break
        if chosen:
            break
    assert chosen
    assert any(isinstance(event, e.HouseMoneySettled) and event.added_to == "banker" for event in game.table.log)


def test_what_is_not_turned_is_not_on_the_felt():
    from minibac.cli.terminal.felt import draw

    game = game_of("massachusetts", seed=3)
    betting(game)
    game.go()
    while game.state.phase is not Phase.TURNING:
        assert game.tick()
    drawn = draw(game, 80, 7).plain
    assert not any(suit in drawn for suit in "♠♥♦♣")


# ------------------------------------------------------------------------------------------------------- as the dealer


@pytest.mark.parametrize("name", OPTIONS)
def test_a_perfect_dealer_makes_no_error(name):
    game = game_of(name, you_deal=True)
    rounds = 12 if "continuous" in name else 200
    while game.rounds < rounds and not game.scores:
        assert right_step(game)
        assert accepted(game)
    score = (game.scores or [game.score])[0]
    assert score.share == 100
    assert not score.errors
    assert score.steps > 100
    if game.scores:
        assert game.finished is score


@pytest.mark.parametrize("name", ["section-42 handed", "massachusetts ez", "seminole"])
def test_any_step_at_any_time_is_taken_or_refused_with_a_clause(name):
    chance = Random(5)
    game = game_of(name, you_deal=True)
    words = ("1", "2", "14", "52", "200", "c", "p 10", "r", "v 1", "x", "", "6 8 b", "why", "0")
    for _ in range(1500):
        game.run()
        if chance.random() < 0.5:
            right_step(game)
            continue
        before = game.state
        game.refusal = None
        game.ask = chance.choice(chance.choice(palette(game)).actions).run() or game.ask
        while game.ask is not None:
            game.answer(chance.choice(game.ask.choices).value if game.ask.choices else chance.choice(words))
        if not accepted(game):
            assert game.state == before
            assert no(game).clause
        if game.state.phase is Phase.CLOSED:
            game = game_of(name, you_deal=True, seed=chance.randrange(1000))
    assert sum(game.state.balances.values()) == 0


def test_errors_are_counted_by_clause_and_hints_too():
    game = game_of("section-42", you_deal=True)
    game.run()
    game.deal(c.RackCards)
    assert game.score.errors[no(game).clause or ""] == 1
    right_step(game)
    assert (game.score.steps, game.score.first_time) == (1, 0)
    game.ask_hint()
    assert "inspect" in str(game.hint).lower()
    assert game.hint_clauses
    right_step(game)
    assert (game.score.steps, game.score.first_time, game.score.hints) == (2, 0, 1)
    right = game.score.first_time
    game.run()
    right_step(game)
    assert game.score.first_time == right + 1


def step_to(game: Game, phase: Phase) -> None:
    while game.state.phase is not phase:
        assert right_step(game)
    game.run()


def run_action(game: Game, group: str, label: str) -> Prompt | None:
    found = next(g for g in palette(game) if str(g.name) == group)
    action = next(action for action in found.actions if label in str(action.label))
    game.refusal = None
    game.ask = action.run() or game.ask
    return game.ask


def test_wrong_amounts_are_refused_with_the_clause():
    game = game_of("section-42", you_deal=True, seed=2)
    wanted: dict[tuple[int, str], int] = {}
    for _ in range(20):
        step_to(game, Phase.SETTLING)
        wanted = {(seat, wager): cents for (seat, wager), cents in _winners(game).items() if wager == "banker"}
        if wanted:
            break
        step_to(game, Phase.RACKING)
    (seat, _), cents = max(wanted.items())
    while (collect := next(iter(_due(game)), None)) and collect[0] == "collect":
        game.deal(c.TakeActions, actions=(collect,))
        assert accepted(game)
    run_action(game, "Settle", f"{seat} Banker")
    game.answer(f"v {cents / 100:.2f}")
    assert no(game).code is Code.WRONG_PAYMENT
    assert (no(game).clause or "").startswith("s42/c/3")
    run_action(game, "Settle", f"{seat} Banker")
    game.answer("nonsense")
    assert "a move is" in str(game.notice).lower()
    run_action(game, "Settle", f"{seat} Banker")
    game.answer(f"v {cents / 2000:.2f}")
    assert accepted(game)
    run_action(game, "Settle", "all that is left")
    assert game.state.phase is Phase.RACKING
    assert game.score.given == 1


def _due(game: Game) -> list[Action]:
    from minibac.table.settling import right_settlement

    assert game.state.coup is not None
    done = set(game.state.coup.moves)
    return [action for action in right_settlement(game.state).actions if tuple(action) not in done]


def _winners(game: Game) -> dict[tuple[int, str], int]:
    return {(seat, wager): cents for step, seat, wager, cents in _due(game) if step == "pay"}


def test_the_dealer_counts_the_burn_and_calls_the_counts():
    game = game_of("section-42", you_deal=True)
    step_to(game, Phase.LOADED)
    ask = run_action(game, "Cut", "burn")
    assert ask is not None
    assert "The first card is" in str(ask.title)
    game.answer("12")
    assert no(game).code is Code.WRONG_BURN
    step_to(game, Phase.TURNING)
    assert game.total_of("player") is None
    run_action(game, "Call", "the Player's count")
    game.answer("11")
    assert no(game).code is Code.WRONG_COUNT
    right_step(game)
    assert game.total_of("player") is not None
    run_action(game, "Call", "the result")
    game.answer("1 2 b")
    assert no(game).clause


def test_an_irregularity_is_a_guided_choice():
    game = game_of("section-42", you_deal=True)
    step_to(game, Phase.BETTING)
    run_action(game, "Report", "report")
    assert game.ask is not None
    game.answer("card-in-error")
    assert game.ask is not None
    game.answer("y")
    assert accepted(game)
    assert game.state.strays
    run_action(game, "Report", "burn what it counts")
    assert accepted(game)
    assert not game.state.strays


def test_the_floor_is_called_for_what_only_it_may_order():
    game = game_of("section-42", you_deal=True)
    step_to(game, Phase.CUT_DONE)
    run_action(game, "Floor", "re-cut")
    game.answer("the cards were seen")
    assert accepted(game)
    assert game.state.phase in (Phase.CUT, Phase.CUT_OFFER)
    right_step(game)
    assert any(isinstance(event, e.RecutOrdered) for event in game.table.log)
    assert game.you.role is Role.DEALER


# --------------------------------------------------------------------------------------------------------- typed cards


def follow(game: Game, cards: list[str], wrong: str = "") -> list[str]:
    """Follow a real table for a round: wager, name its cards, and at the end find them right, or ``wrong`` first."""
    answers, asked = iter(cards), []
    for _ in range(60):
        game.run()
        if game.rounds:
            break
        if game.ask is None:
            game.stakes.choose(3)
            game.put("banker")
            game.go()
        elif "are these the cards" in str(game.ask.title):
            game.answer("n" if wrong else "y")
            if wrong:
                assert game.ask is not None
                if game.ask.choices:
                    game.answer(game.ask.choices[0].value)
                game.answer(wrong)
                wrong = ""
        elif game.ask.choices:
            game.answer(game.ask.choices[-1].value)
        else:
            asked.append(str(game.ask.title))
            game.answer(next(answers))
    return asked


def test_a_card_that_was_mistyped_is_named_again_before_the_next():
    """The Player's 3c was a 2c: 9, not 0, and no third card."""
    game = game_of("section-42", typed=True, others=0)
    for _ in range(40):
        game.run()
        if game.ask is None:
            game.stakes.choose(3)
            game.put("banker")
            game.go()
        elif game.ask.choices:
            game.answer(game.ask.choices[-1].value)
        elif "Player's" in str(game.ask.title):
            break
        else:
            game.answer("As 2c")
    game.answer("7h 9s 3c 2d")
    game.run()
    assert game.ask is not None
    assert str(game.ask.title).startswith("Which is the Player's card?")
    assert "- names an earlier one again" in str(game.ask.note)
    game.answer("-")
    assert game.ask is not None
    assert [str(choice.label) for choice in game.ask.choices] == [
        "the Banker's 2d",
        "the Player's 3c",
        "the Banker's 9s",
        "the Player's 7h",
    ]
    game.answer(game.ask.choices[1].value)
    assert game.ask is not None
    assert str(game.ask.title) == "It was named 3c. Which card is it?"
    game.answer("zz")
    assert game.ask is not None
    game.answer("2c 2d")
    assert "One card" in str(game.notice)
    game.answer("2c")
    game.run()
    assert game.ask is not None
    assert str(game.ask.title) == "Player 7h 2c, Banker 9s 2d: are these the cards?"
    game.answer("y")
    game.run()
    assert game.rounds == 1
    assert [event.before for event in game.table.log if isinstance(event, e.CardCorrected)] == ["3c"]
    assert game.results[0].outcome == "lose"
    assert replay(game.table.log) == game.state


def test_the_last_card_is_looked_at_once_more_before_the_result():
    game = game_of("section-42", typed=True, others=0)
    follow(game, ["As", "2c", "7h", "9s", "3c", "2d", "Kd", "5c"], wrong="8c")
    corrected = [(event.before, event.card) for event in game.table.log if isinstance(event, e.CardCorrected)]
    assert corrected == [("5c", "8c")]
    called = next(event for event in game.table.log if isinstance(event, e.ResultCalled))
    assert str(called.announcement).startswith("Player 0, Banker 9")
    assert replay(game.table.log) == game.state


def test_where_no_card_can_be_named_again_it_says_why():
    game = game_of("section-42", typed=True, others=0)
    while game.ask is None or game.ask.choices:
        game.run()
        if game.ask is not None and game.ask.choices:
            game.answer(game.ask.choices[-1].value)
    assert "names an earlier" not in str(game.ask.note)
    game.answer("-")
    assert "can be named again" in str(game.notice)
    assert game.ask is not None
    assert str(game.ask.title).startswith("Which is the card?")


def test_a_dealer_of_real_cards_names_one_again():
    game = game_of("section-42", typed=True, you_deal=True)
    cards = iter(["As", "2c", "7h", "9s", "3c", "2d"])
    while game.state.coup is None or len(game.state.coup.known) < 4:
        if game.ask is not None:
            game.answer(next(cards))
        else:
            assert right_step(game) or game.ask is not None
    run_action(game, "Deal", "name a card again")
    assert game.ask is not None
    game.answer(game.ask.choices[0].value)
    game.answer("3d")
    assert accepted(game)
    assert game.state.coup.known[game.state.coup.banker[1]] == "3d"
    shoe = game_of("section-42", you_deal=True)
    deal = next(group for group in palette(shoe) if str(group.name) == "Deal")
    assert not any("name a card" in str(action.label) for action in deal.actions)


def test_cards_of_a_real_table_are_asked_for_one_by_one():
    game = game_of("section-42", typed=True, others=0)
    asked = follow(game, ["As", "2c", "7h", "9s", "nonsense", "3c", "2d Kd 5c"])
    assert game.rounds == 1
    assert len(asked) == 7
    assert asked[0].startswith("Which is the card?")
    assert asked[2].startswith("Which is the Player's card?")
    assert game.results[0].net_cents == 95_00
    assert game.state.commitment == ""
    committed = next(event for event in game.table.log if isinstance(event, e.StackCommitted))
    assert committed.commitment == ""
    assert not any(isinstance(event, e.ShoeRevealed) for event in game.table.log)
    assert replay(game.table.log) == game.state


def test_too_many_of_one_card_are_asked_for_again():
    game = game_of("section-42", typed=True, others=0)
    while game.ask is None or game.ask.choices:
        game.run()
        if game.ask is not None and game.ask.choices:
            game.answer(game.ask.choices[-1].value)
    game.answer("Ks " * 11)
    assert no(game).code is Code.WRONG_CARD
    game.run()
    assert game.ask is not None
    game.answer(None)
    assert game.paused
    assert not game.tick()
    game.go()
    game.run()
    assert game.ask is not None


def test_a_real_table_that_is_left_gives_the_wager_back():
    game = game_of("section-42", typed=True, others=0)
    for _ in range(40):
        game.run()
        if game.ask is None:
            game.stakes.choose(3)
            game.put("banker")
            game.go()
        elif game.ask.choices:
            game.answer(game.ask.choices[-1].value)
        elif "Player's" in str(game.ask.title):
            break
        else:
            game.answer("As 2c")
    leave(game)
    assert "You broke even" in farewell(game)[-1]
    assert sum(game.state.balances.values()) == 0


def test_a_dealer_of_real_cards_names_them_too():
    game = game_of("section-42", typed=True, you_deal=True)
    cards = iter(["As", "2c", "7h", "9s", "3c", "2d", "Kd", "5c"])
    while game.rounds == 0:
        if game.ask is not None:
            game.answer(next(cards))
        else:
            assert right_step(game) or game.ask is not None
    assert game.score.share == 100
    assert game.state.results


def test_a_hand_that_names_nothing_has_no_cards():
    hand = ByHand()
    assert hand.draw(8) == ""
    with pytest.raises(CardWantedError, match="card 4 of the shoe"):
        hand.card(3)
    hand.name(["As", "Kd"])
    assert (hand.card(3), hand.card(3), hand.card(4)) == ("As", "As", "Kd")
    hand.forget([3])
    assert hand.card(3) == "As"
    with pytest.raises(CardWantedError):
        hand.card(4)
    assert hand.reveal() == ((), "")


def test_a_supervisor_corrects_nothing_that_was_rightly_paid():
    game = game_of("section-42", you_deal=True)
    while game.rounds < 1:
        right_step(game)
    game.run()
    seat = game.company.seats[0]
    run_action(game, "Floor", "correct")
    game.answer("what")
    assert "a correction is" in str(game.notice).lower()
    before = game.state.balances
    for coup_no in (1, 99):
        run_action(game, "Floor", "correct")
        game.answer(f"{seat} {coup_no} paid too little")
        assert no(game).code is Code.WRONG_PAYMENT
    run_action(game, "Floor", "rebuild")
    game.answer("1 As Zz / 2d")
    assert "Zz" in str(game.notice)
    run_action(game, "Floor", "rebuild")
    game.answer("1 As")
    assert "write the round" in str(game.notice).lower()
    run_action(game, "Floor", "rebuild")
    lie = game.state.rack[0]
    player, banker = (" ".join(game.state.shown[p] for p in hand) for hand in (lie.player, lie.banker))
    game.answer(f"1 {player} / {banker}")
    assert accepted(game)
    assert game.state.balances == before


def test_the_table_speaks_chinese_where_it_is_asked_to() -> None:
    """What the table waits for and what wagers came to is said in the language of the screen."""
    english = setup_of("section-42")
    game = open_table(dataclasses.replace(english, language="zh"), 1, clock())
    betting(game)
    assert "请投注" in draw(game, 80, 12).plain
    assert game.say(waiting_words(game)).startswith("选筹码和区域")
    game.stakes.choose(2)
    game.put("banker")
    game.go()
    game.run()
    assert "庄 $25" in game.say(game.results[0].said)


def test_where_the_rulebook_states_an_age_you_are_asked_for_yours_before_you_sit():
    game = game_of("seminole", age=None)
    assert game.ask is not None
    assert game.ask.clauses == ("sem/age-21",)
    for text in ("", "old", None, "20"):
        game.answer(text)
        assert not game.tick()
        assert game.you.seat not in game.state.seats
        draw(game, 100, 30)
    assert no(game).clause == "sem/age-21"
    game.answer("21")
    assert game.state.seats[game.you.seat].guest == game.you.id
    assert game.chips_cents == game.setup.bankroll_cents
    taken = next(line for line in game.table.log if isinstance(line, e.SeatTaken) and line.guest == game.you.id)
    assert (taken.least_age, taken.attested_by) == (21, game.you.id)
    assert game.tick()
