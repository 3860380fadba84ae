"""``minibac roads``: the scoreboards as text and as JSON."""

import click
import pytest

from minibac.play.roads import Tail, parse_marks, roads, roads_json


def test_the_example_of_the_design(told):
    board = told("roads", "BPPPB")
    assert list(board) == ["bead_plate", "big_road", "big_eye_boy", "small_road", "cockroach_pig", "ask"]
    assert board["big_eye_boy"] == {"marks": "BRB", "cells": [[0, 0], [1, 0], [2, 0]]}
    assert board["ask"]["cockroach_pig"] == {"B": None, "P": None}
    assert {"column", "row", "mark", "ties"} <= set(board["big_road"][0])


@pytest.mark.parametrize("tail", ["down", "sticky"])
def test_both_tails(told, tail):
    coups = "B" * 9 + "P" * 10
    assert told("roads", coups, "--tail", tail) == roads_json(roads(parse_marks(coups), Tail(tail)))


def test_standard_input_and_several_words(minibac):
    plain = minibac("roads", "BPPTB").stdout
    assert minibac("roads", "-", input="BPP\nTB\n").stdout == plain
    assert minibac("roads", "BP", "PT,B").stdout == plain
    assert "Cockroach pig" in plain
    assert "\x1b" not in plain


def test_a_terminal_sees_the_same_in_colour(minibac):
    plain, shown = minibac("roads", "BPPTB").stdout, minibac("roads", "BPPTB", color=True).stdout
    assert "\x1b[41m" in shown
    assert click.unstyle(shown) == plain


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("BPX",), "'X' at position 3 cannot be read"),
        ((), "the coups are missing"),
        (("B", "--tail", "up"), "--tail: 'up' is not one of 'down', 'sticky'"),
        (("B", "--tail", "stikcy"), "--tail: 'stikcy' is not one of 'down', 'sticky' (did you mean sticky?)"),
    ],
)
def test_what_is_wrong(refused, args, sentence):
    (said,) = refused("roads", *args)
    assert sentence in said
