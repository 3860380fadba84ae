"""Old lines are read by a new program: step by step from their schema to ours, and nothing newer is guessed at."""

import pytest

from minibac.records.upcast import STEPS, UnreadableError, Upcast, read_event, write_event
from minibac.table import events as e
from tests.records.shoes import played

OFFER = e.CutOffered(at=5, by="Ann", seat=7)


def seat_was_chair(facts):
    """As if schema 1 had called a seat a chair."""
    return {"seat" if name == "chair" else name: value for name, value in facts.items()}


def offer_was_renamed(facts):
    """As if schema 2 had called the event otherwise."""
    return facts | {"event": "CutOffered"} if facts["event"] == "OfferMade" else facts


TOMORROW: tuple[Upcast, ...] = (seat_was_chair, offer_was_renamed)


def test_a_line_without_a_number_is_of_schema_one_and_is_written_so():
    assert STEPS == (), "from the first step on, lines carry their number"
    assert write_event(OFFER) == e.encode(OFFER)
    assert read_event(e.encode(OFFER)) == OFFER
    for line in played("massachusetts")[:300]:
        assert read_event(line.bytes) == e.decode(line.bytes)
        assert write_event(read_event(line.bytes)) == line.bytes


@pytest.mark.parametrize(
    "line",
    [
        b'{"event":"OfferMade","chair":7,"at":5,"by":"Ann","clauses":[]}',
        b'{"event":"OfferMade","chair":7,"at":5,"by":"Ann","clauses":[],"schema":1}',
        b'{"event":"OfferMade","seat":7,"at":5,"by":"Ann","clauses":[],"schema":2}',
        b'{"event":"CutOffered","seat":7,"at":5,"by":"Ann","clauses":[],"schema":3}',
        write_event(OFFER, TOMORROW),
    ],
)
def test_a_line_passes_through_every_step_from_its_own_schema_on(line):
    assert read_event(line, TOMORROW) == OFFER


def test_from_schema_two_on_a_line_carries_its_number():
    assert write_event(OFFER, TOMORROW) == e.encode(OFFER)[:-1] + b',"schema":3}'


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b'{"event":"CutOffered","seat":7,"schema":2}', "is of schema 2, and this program reads up to 1"),
        (b'{"event":"CutOffered","seat":7,"schema":0}', "is of schema 0"),
        (b'{"event":"CutOffered","seat":7,"schema":"x"}', "the line is no event"),
        (b'{"event":"CardEaten","seat":7}', "there is no event 'CardEaten'"),
        (
            b'{"event":"CutOffered","seat":"seven"}',
            "the event CutOffered cannot be read: seat: a whole number is expected, not a text",
        ),
        (b'{"event":"CutOffered","seat":7,"chair":7}', "the event CutOffered cannot be read: there is no chair here"),
        (b'{"event":"CutOffered"}', "the event CutOffered cannot be read: seat is missing"),
        (b'{"seat":7}', "the line is no event"),
        (b"[]", "the line is no event"),
        (b"", "the line is no event"),
        (b'{"event":"CutOffered","seat":7', "the line is no event"),
        (b"\xff", "the line is no event"),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(line, sentence):
    with pytest.raises(UnreadableError, match=sentence) as refused:
        read_event(line)
    assert "\n" not in str(refused.value)
