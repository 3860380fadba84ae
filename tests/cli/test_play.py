"""``minibac play``: scripted sessions through whole shoes, and every way to leave."""

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import click
import pytest

from minibac.cards.shuffle import SeededBytes
from minibac.cli.play_session import (
    AmountError,
    Session,
    Stakes,
    choose_rulebook,
    read_dollars,
    read_stakes,
    short_road,
)
from minibac.play.propositions import priced
from minibac.play.roads import Mark, parse_marks
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.rulebook import RULEBOOKS, load

TABLES = {
    "section-42": {},
    "section-42 deferred, rounded": {"vigorish_collection": "deferred", "vigorish_rounding": "up-to-5c"},
    "section-42 tie-25": {"vigorish_type": "tie-25", "settlement_order": "i", "deal_mode": "tucked"},
    "section-42 automatic": {"shuffler": "automatic", "vigorish_type": "none-banker-6"},
    "massachusetts": {"house_money": "on", "dragon_bonus": "on", "vigorish_collection": "deferred"},
    "massachusetts ez": {"vigorish_type": "ez", "house_money_add": "1/2"},
    "seminole": {},
    "seneca": {},
}


def rules_of(name: str, options: dict[str, str] | None = None) -> HouseRules:
    rules = build(load(name.partition(" ")[0]), options or {})
    assert isinstance(rules, HouseRules)
    return rules


def repeatable(seed: int) -> Callable[[int], bytes]:
    """Bytes that a test can have again. A real session passes ``os.urandom``; a live shuffle refuses a bare seed."""
    return SeededBytes(seed).__call__


class Script:
    """What a guest types, and what the guest sees."""

    def __init__(self, lines: Iterator[str] | list[str]) -> None:
        self.lines = iter(lines)
        self.seen: list[str] = []

    def read(self, prompt: str) -> str:
        self.seen.append(prompt)
        line = next(self.lines, None)
        if line is None:
            raise EOFError
        if line == "^C":
            raise KeyboardInterrupt
        return line

    def write(self, text: str) -> None:
        self.seen.append(text)

    @property
    def text(self) -> str:
        return click.unstyle("\n".join(self.seen))


def sit_down(rules: HouseRules, lines: list[str], *, seed: int = 1, **options: Any) -> tuple[Session, Script]:
    script = Script(lines)
    session = Session(rules, script.read, script.write, repeatable(seed), **options)
    session.run()
    return session, script


class Guest(Script):
    """A guest who bets this and that through a number of shoes, and then leaves."""

    def __init__(self, rules: HouseRules, shoes: int, seed: int) -> None:
        super().__init__([])
        self.rules, self.shoes, self.chance = rules, shoes, random.Random(seed)
        self.session: Session | None = None
        self.marks: dict[int, list[Mark]] = {}

    def read(self, prompt: str) -> str:
        assert self.session is not None
        self.seen.append(prompt)
        if prompt.startswith("Cut"):
            return "quit" if self.session.shoe_no > self.shoes else self.chance.choice(["", "3", "200"])
        if "Enter takes it" in prompt:
            return self.chance.choice(["", "p", "b"])
        self.marks[self.session.shoe_no] = self.session.marks
        offered = list(priced(self.rules))
        wagers = self.chance.sample(offered, self.chance.randrange(3))
        if wagers and "house-money" in offered:
            wagers += ["house-money", self.chance.choice(["player", "banker"])]
        line = " ".join(f"{wager}={20 * self.chance.randint(1, 5)}" for wager in dict.fromkeys(wagers))
        return f"{line} d" if line else ""


@pytest.mark.parametrize("name", TABLES)
def test_whole_shoes(name):
    rules = rules_of(name, TABLES[name])
    guest = Guest(rules, shoes=2, seed=5)
    session = Session(rules, guest.read, guest.write, repeatable(8), bankroll_cents=100_000_00)
    guest.session = session
    session.run()

    nets = sum(wager.net_cents for dealt in session.history for wager in dealt.settlement.wagers)
    assert session.purse.chips_cents == 100_000_00 + nets
    assert session.purse.owed_cents == 0
    assert session.purse.won_cents == nets
    results = [dealt.coup.result.winner for dealt in session.history]
    assert [mark.winner for shoe in (1, 2) for mark in guest.marks[shoe]] == results
    assert session.shoe_no == 3
    assert len(results) > 2 * 60
    assert guest.text.count("is over after") == 2
    for ending in re.findall(r"Last hand!.*?is over after", guest.text, flags=re.DOTALL):
        assert ending.count("No more bets.") == 1
    if "deferred" in str(rules.options.get("vigorish_collection")):
        assert "marked and owed" in guest.text
        assert "of vigorish before the cards are shuffled again" in guest.text
    if "house_money" in rules.options:
        assert any(wager.added_cents for dealt in session.history for wager in dealt.settlement.wagers)


def test_batches_take_turns():
    rules = rules_of("section-42", {"shuffler": "automatic"})
    guest = Guest(rules, shoes=2, seed=1)
    guest.session = Session(rules, guest.read, guest.write, repeatable(1), bankroll_cents=100_000_00)
    guest.session.run()
    assert re.findall(r"batch (\w), (\w+) backs", guest.text) == [("A", "red"), ("B", "blue"), ("A", "red")]


def test_a_continuous_device_has_no_shoe():
    session, script = sit_down(
        rules_of("section-42", {"shuffler": "continuous"}), ["b 100 d"] * 210, bankroll_cents=10**7
    )
    assert len(session.history) == 210
    assert len(session.marks) == 10  # the scoreboard starts anew after 200 rounds (F10)
    assert "Cut the cards" not in script.text
    assert "Last hand" not in script.text


def test_the_burn_is_shown_or_face_down_by_rulebook():
    _, shown = sit_down(rules_of("section-42"), [""])
    _, hidden = sit_down(rules_of("massachusetts"), [""])
    assert re.search(r"The first card is A♠, so 1 more is burned: 3♦", shown.text)
    assert re.search(r"The first card is A♠, so 1 more is burned, face down", hidden.text)


def test_wagers_lie_until_enter():
    session, script = sit_down(
        rules_of("seneca"),
        ["", "b 100", "p 50 t 5", "clear", "banker=12", "double", "", "same", "b 0 p 10", "", "quit"],
    )
    stakes = [{w.wager: w.stake_cents for w in dealt.settlement.wagers} for dealt in session.history]
    assert stakes == [{"banker": 2400}, {"player": 1000}]
    assert "[banker $100.00, player $50.00, tie $5.00] >" in script.text


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("b 33.33", "could split a cent"),
        ("b 5000", "That takes $5,000.00, and you have $1,000.00 in chips"),
        ("dragon-7 5", "Seneca knows no wager dragon-7"),
        ("bankr 5", "there is no wager 'bankr' (did you mean banker?)"),
        ("b 12.505", "'12.505' is no amount"),
        ("b -5", "'-5' is no amount"),
        ("b", "A wager is a name and dollars"),
        ("b 1 b 2", "Banker is there twice"),
        ("b 0", "is no wager"),
        ("same", "There is no earlier wager to repeat"),
        ("hlep", "There is no command 'hlep' (did you mean help?)"),
        ("chips many", "'many' is no amount"),
        ("help", "the five scoreboards"),
        ("roads", "Cockroach pig"),
        ("rules", "The Player's Hand draws on 0, 1, 2, 3, 4 or 5"),
        ("chips 50", "You buy in for $50.00 and have $1,050.00"),
    ],
)
def test_answers_at_the_table(typed, answer):
    session, script = sit_down(rules_of("seneca"), ["", typed, "quit"])
    assert answer in script.text
    assert session.history == []
    assert session.purse.won_cents == 0


def test_what_is_owed_cannot_be_staked():
    session, script = next(
        (session, script)
        for seed in range(20)
        for session, script in [sit_down(rules_of("seminole"), ["", "b 1000 d", "b 2000", "quit"], seed=seed)]
        if session.history[0].settlement.wagers[0].outcome == "win"
    )
    assert "you have $1,950.00 in chips beside the vigorish you owe" in script.text
    assert "The dealer collects $50.00 of vigorish before you leave" in script.text
    assert session.purse.chips_cents == 1950_00


def test_why_each_wager_won_or_lost():
    _, script = sit_down(rules_of("section-42"), ["", "b 100 d", "b 200 d", "p 50 t 5 b 20 d", "q"])
    assert "banker $100.00 loses -$100.00: Player 6, Banker 5 (s42/b/1/i/B)" in script.text
    assert "banker $20.00 wins +$19.00: the Banker's Hand wins; pays $20.00; $1.00 of vigorish is taken" in script.text
    assert "Together -$36.00" in script.text
    assert "“Player 6, Banker 8, Banker's Hand wins.”" in script.text


def test_a_cut_too_near_an_end_is_offered_again():
    session, script = sit_down(rules_of("section-42"), ["3", "410", "x", "100", "quit"])
    assert script.text.count("Cut the cards") == 4
    assert "(s42/e/5)" in script.text
    assert session.purse.won_cents == 0


@pytest.mark.parametrize(
    "end", [["quit"], ["Q"], [], ["^C"], ["", "quit"], ["", "b 100", "quit"], ["", "b 100", "^C"], ["", "b 100"]]
)
def test_leaving_without_a_round_costs_nothing(end):
    session, script = sit_down(rules_of("seminole"), end)
    assert session.purse.chips_cents == 1000_00
    assert script.text.endswith("You broke even and leave with $1,000.00 in play chips.")


def test_ctrl_c_while_the_cards_come_finishes_the_round():
    def interrupt(_: float) -> None:
        raise KeyboardInterrupt

    session, script = sit_down(rules_of("seminole"), ["", "b 100 d", "b 100 d"], pause=interrupt)
    assert len(session.history) == 1
    (wager,) = session.history[0].settlement.wagers
    assert session.purse.chips_cents == 1000_00 + wager.net_cents
    assert "1 round played" in script.text


def test_silence_takes_house_money():
    rules = rules_of("massachusetts", {"house_money": "on"})
    session = next(
        session
        for seed in range(60)
        for session, script in [sit_down(rules, ["", "b 20 hm 5 d", "^C"], seed=seed)]
        if "Enter takes it" in script.text
    )
    by_name = {wager.wager: wager for wager in session.history[0].settlement.wagers}
    assert by_name["house-money"].outcome == "win"
    assert by_name["banker"].added_cents == 0
    assert session.purse.chips_cents == 1000_00 + sum(wager.net_cents for wager in by_name.values())


# --------------------------------------------------------------------------------------------------------- small things


def test_the_menu_of_rulebooks():
    assert choose_rulebook(Script([""]).read, lambda _: None) == RULEBOOKS[0]
    assert choose_rulebook(Script(["3"]).read, lambda _: None) == RULEBOOKS[2]
    script = Script(["9", "senca", "Seneca"])
    assert choose_rulebook(script.read, script.write) == "seneca"
    assert "(did you mean seneca?)" in script.text


@pytest.mark.parametrize("text", ["", "x", "1.234", "1,00", "-1", "1e3", "$", "0x10", "٣"])
def test_no_amounts(text):
    with pytest.raises(AmountError):
        read_dollars(text)


def test_stakes_as_typed():
    assert read_stakes("B 100") == Stakes({"banker": 10000}, deals=False)
    assert read_stakes("player_pair=5 go") == Stakes({"player-pair": 500}, deals=True)


def test_the_short_road():
    assert click.unstyle(short_road(list(parse_marks("BBTPPTBP")))) == "BBT PPT B P"


def test_without_a_terminal(refused, process):
    assert refused("play", "seneca") == [
        "minibac play needs a terminal; minibac deal plays a round from given cards without one"
    ]
    done = process("play", stdin=-3)
    assert (done.returncode, done.stdout) == (2, "")
