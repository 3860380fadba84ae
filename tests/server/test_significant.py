"""What stands in the log of the house without anybody reading all of it."""

import pytest
from structlog.testing import capture_logs

from minibac.house.news import News
from minibac.server.significant import note_events
from minibac.table import events as e


@pytest.mark.control("R26")
def test_a_change_of_parameters_at_a_table_is_written_down() -> None:
    changed = e.OptionsChanged(by="Flo", options={"decks": 8}, changed={"decks": 8})
    with capture_logs() as lines:
        note_events(News("table/s42-1", 7, (changed,), None))
    (line,) = lines
    assert (line["kind"], line["by"], line["stream"]) == ("parameter change", "Flo", "table/s42-1")
