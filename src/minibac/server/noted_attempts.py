"""What somebody tried, noted in the record of the school by the house: when it begins, and when it is handed in."""

from minibac.machine.roles import THE_HOUSE
from minibac.school.record_commands import NoteAttempt
from minibac.school.record_events import AttemptNoted, Performance
from minibac.server.front import Front


async def note_attempt(front: Front, trainee: str, tried: Performance, number: int = 0) -> int:
    """The number of the attempt in the trainee's record; 0 where the school keeps none. ``number`` is that of the
    attempt that was begun and is handed in now."""
    if not front.people.learns(trainee):
        return 0
    school = front.house.school
    answer = await school.command(NoteAttempt(by=THE_HOUSE, at=0, trainee=trainee, tried=tried, number=number))
    if not answer.ok:
        return 0
    (line,) = await school.lines(answer.version - 1, answer.version)
    noted = school.machine.read(line.bytes)
    assert isinstance(noted, AttemptNoted)
    return noted.number
