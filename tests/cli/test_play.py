"""``minibac play``: what the command takes, and the table it sets up."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from minibac.cli import cli
from minibac.cli.play import set_up
from minibac.cli.terminal.console import read_cents
from minibac.cli.terminal.setup import Setup
from minibac.rules.rulebook import RULEBOOKS


def test_without_a_terminal(refused, process):
    sentence = "minibac play needs a terminal; minibac deal plays a round from given cards without one"
    assert refused("play", "seneca") == [sentence]
    assert refused("play", "--deal", "me", "--cards", "typed") == [sentence]
    done = process("play", stdin=-3)
    assert (done.returncode, done.stdout) == (2, "")


def test_the_help_page_names_every_choice():
    shown = CliRunner().invoke(cli, ["play", "--help"]).output
    for word in ("--deal", "auto|me", "--cards", "shoe|typed", "--seats", "--seed", "--speed", "--house", "--set"):
        assert word in shown


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_sample_house_brings_limits_and_chips(rulebook):
    setup = set_up(rulebook)
    assert isinstance(setup, Setup)
    assert {"player", "banker", "tie"} <= set(setup.minimum_cents)
    assert 4 <= len(setup.chips_cents) <= 6
    assert setup.others == 2
    dealing = set_up(rulebook, you_deal=True)
    assert isinstance(dealing, Setup)
    assert dealing.others == 4


def test_a_wrong_choice_is_refused_with_its_clause():
    made = set_up("section-42", (("decks", "5"),))
    assert isinstance(made, tuple)
    assert "(s42/a/1)" in str(made[0])
    many = set_up("section-42", (("decks", "100"),))
    assert isinstance(many, tuple)
    assert "too long for a terminal" in str(many[0])
    broken = set_up("section-42", (), Path("no-such-house.toml"))
    assert isinstance(broken, tuple)
    assert "cannot be read" in str(broken[0])


@pytest.mark.parametrize("text", ["", "x", "1.234", "-1", "1e3", "$", "0x10", "٣", "1.x", "12345678901"])
def test_no_amounts(text):
    assert read_cents(text) is None
