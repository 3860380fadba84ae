"""The fixture ``saw`` cannot be cheated: a citation counts if a product entry returned it, and not otherwise."""

import json
from typing import Any

import pytest
from click.testing import CliRunner

from minibac.cli import cli
from minibac.machine.machine import Machine
from minibac.play.decisions import check_count
from minibac.play.wagers import check_wager
from minibac.rules.house_rules import HouseRules, build
from minibac.rules.layout import layout
from minibac.rules.refusal import Code, Refusal, refuse
from minibac.rules.rulebook import load
from minibac.table import commands as c
from minibac.table.state import Phase
from minibac.voice.said import said
from tests.play.felt import Felt
from tests.play.tables import cards, dealt, table, unwanted, wager
from tests.sightings import Sightings


def test_what_a_helper_made_is_no_proof(saw: Sightings) -> None:
    rules = table("section-42")
    made = (
        check_count(cards("As 2h"), 4, rules.rulebook),
        check_wager(rules, wager("dragon-7")),
        layout(rules).areas,
        refuse(Code.NOT_NOW, said("no"), "s42/a/1"),
    )
    for thing in made:
        with pytest.raises(AssertionError, match="no product entry returned this"):
            saw(thing)
    assert not saw.keeps
    assert not saw.breaks


def test_data_at_rest_are_no_proof(saw: Sightings) -> None:
    book = load("massachusetts")
    for thing in (book.terms, book.procedure["round"], book.wager, table("massachusetts").propositions):
        with pytest.raises(AssertionError, match="no product entry returned this"):
            saw(thing)
    (refusal,) = table_refusals()
    copied = refusal._replace(also=("s42/a/1",))
    with pytest.raises(AssertionError, match="no product entry returned this"):
        saw(copied)
    saw(refusal)
    assert saw.breaks == {refusal.clause: "build"}


def table_refusals() -> tuple[Refusal, ...]:
    refusals = build(load("section-42"), {"decks": 5})
    assert not isinstance(refusals, HouseRules)
    return refusals


def test_every_door_says_where_it_came_from(saw: Sightings) -> None:
    rules = table("section-42")
    saw(rules.setting("decks"))
    assert saw.keeps == {"s42/a/1": "build"}
    saw(dealt(rules, "5s 5h 4d 3c", wager("player")).explanation[0])
    assert saw.keeps["s42/b/1"] == "deal"
    saw(unwanted(rules, wager("dragon-7")))
    assert saw.breaks["s42/b/2"] == "deal"
    felt = Felt(rules, cards("5s 5h 4d 3c"))
    saw(felt.no(c.DealCard, hand="player"))
    assert saw.breaks["s42/g/2"] == "the table"
    saw(felt.yes(c.CallNoMoreBets))
    assert saw.keeps["s42/g/2"] == "the table"


def test_a_rulebook_on_the_command_line_proves_what_it_makes_of_a_table_alone(saw: Sightings) -> None:
    result = CliRunner().invoke(cli, ["rules", "section-42", "--json"])
    assert {clause["id"] for clause in json.loads(result.stdout)["clauses"]} >= {"s42/a/1", "s42/j/2"}
    saw(result)
    assert saw.keeps["s42/b/3"] == "minibac rules"
    assert "s42/j/2" not in saw.keeps
    assert not saw.breaks


def test_a_refused_command_line_is_the_answer_to_a_violation(saw: Sightings) -> None:
    result = CliRunner().invoke(cli, ["deal", "section-42", "--cards", "5s,5h,4d,3c", "--wager", "dragon-7=500"])
    assert result.exit_code == 2
    saw(result)
    assert saw.breaks == dict.fromkeys(("s42/b/2", "s42/b/1"), "minibac deal")
    assert not saw.keeps


def test_a_refusal_that_moves_the_state_is_seen(saw: Sightings) -> None:
    class Moving:
        """A state that changes under its decider's hands."""

        __struct_fields__ = ("at", "seats")

        def __init__(self) -> None:
            self.at, self.seats = 0, {1: "Ann"}

    def decider(state: Any, command: Any) -> Refusal:
        del command
        state.seats[2] = "Bob"
        return refuse(Code.NOT_NOW, said("no"))

    felt = Felt(table("section-42"))
    machine: Any = object.__new__(Machine)
    rows: dict[str, Any] = {"who": felt_row(), "deciders": {c.CallNoMoreBets: decider}}
    for name, value in {"fold": Quiet, "stopped": lambda *_: None, **rows}.items():
        object.__setattr__(machine, name, value)
    assert felt.state.phase is Phase.BETTING
    with pytest.raises(AssertionError, match="a refusal moved the state"):
        machine.decide(Moving(), felt.make(c.CallNoMoreBets))
    assert not saw.breaks


class Quiet:
    """A fold without phases."""

    name, phases = "test", None


def felt_row() -> dict[type[c.Command], Any]:
    from minibac.machine.roles import Role
    from minibac.machine.who import Who

    return {c.CallNoMoreBets: Who((Role.DEALER,))}
