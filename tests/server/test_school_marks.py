"""The house file names the marks of its school: read at each start, told where they are wrong, shown on the page."""

from pathlib import Path

from minibac.houses.house import House, load_house
from tests.rules.houses import NOW, sample_text
from tests.server.running import running

OURS = """format = "minibac-marks/1"
name = "{name}"
[competency.calls]
title = "Calls"
needs = ["announcements"]
[mark.announcements]
items = 5
right = 4
"""


def read(folder: Path) -> House:
    """The house file, which names the marks by a file beside it."""
    path = folder / "house.toml"
    path.write_text(sample_text("seneca") + '\n[school]\nmarks = "ours.toml"\n', encoding="utf-8")
    house = load_house(path, NOW)
    assert isinstance(house, House), house
    return house


def test_the_marks_of_the_house_file_hold_until_somebody_states_others_and_a_wrong_file_changes_nothing(
    tmp_path: Path,
) -> None:
    file, data = tmp_path / "ours.toml", tmp_path / "data"
    data.mkdir()
    house = read(tmp_path)
    with running(data, houses=[house]) as server:
        (refusal,) = server.house.not_taken
        assert refusal.sentence.startswith("the marks of the school stay as they are: ")
        assert "ours.toml: cannot be read" in refusal.sentence
    file.write_text(OURS.format(name="Corner"), encoding="utf-8")
    with running(data, houses=[house]) as server, server.staff("instructor", "Ina") as ina:
        assert server.house.not_taken == ()
        told = ina.get("/api/school")
        assert (told["marks"]["name"], told["marks_by"], told["marks_at"] > 0) == ("Corner", "house", True)
        (row,) = told["marks_said"]
        assert [need["what"] for need in row["needs"]] == ["announcements"]
        ina.post("/api/school/marks", {"toml": OURS.format(name="Ina's")})
    with running(data, houses=[house]) as server:
        assert server.house.school.state.marks.name == "Ina's", "the file says nothing new"
    file.write_text(OURS.format(name="Corner again"), encoding="utf-8")
    with running(data, houses=[house]) as server:
        assert server.house.school.state.marks.name == "Corner again"
    file.write_text(
        OURS.format(name="Worse").replace("right = 4", "right = 6").replace("title", "titel"), encoding="utf-8"
    )
    with running(data, houses=[house]) as server:
        told = "\n".join(refusal.sentence for refusal in server.house.not_taken)
        for fault in ("mark.announcements: a drill has items", "there is no 'titel'", "title is a text"):
            assert f"ours.toml: {fault}" in told or fault in told
        assert len(server.house.not_taken) == 3
        assert server.house.school.state.marks.name == "Corner again"


def test_an_entry_that_is_none_is_told(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(sample_text("seneca") + "\n[school]\nmarks = 7\nmark = 'x'\n", encoding="utf-8")
    faults = load_house(path, NOW)
    assert isinstance(faults, tuple)
    told = "\n".join(map(str, faults))
    assert "school.marks" in told
    assert "school.mark: there is no such key (did you mean marks?)" in told
