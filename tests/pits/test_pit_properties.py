"""Whatever people try in whatever order, the promises of a pit hold.

Random sequences of right and wrong commands: no number is issued twice or out of order, the copies of a form are void
together or not at all, a marker button is released only for a form that everybody signed and that was dropped before
its witnesses, comps are recorded once, sums are zero, and the log alone rebuilds the state.
"""

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from minibac.pits import pit_commands as c
from minibac.pits import pit_events as e
from minibac.pits.days import open_items
from minibac.pits.forms import unsigned
from minibac.pits.papers import Paper
from minibac.pits.pit_state import Form
from minibac.pits.who import WHO
from minibac.rules.refusal import Refusal
from tests.pits.pit_helpers import (
    ACCOUNTING,
    BOSS,
    BOSS_2,
    CAGE,
    CLERK,
    CLERK_2,
    COUNTER,
    COUNTER_2,
    DEALER,
    DEALER_2,
    EVERYBODY,
    FLOOR,
    GUARD,
    PATRON,
    STRANGER,
    Pit,
    copy_of,
)
from tests.pits.pit_words import RECEIVED, WORDS

Step = tuple[type[c.PitCommand], Any, dict[str, Any]]


def steps_for(pit: Pit, form: Form, rng: Random) -> list[Step]:
    """What people could sensibly do with a form."""
    serial = form.serial
    people = (DEALER, DEALER_2, BOSS, BOSS_2, CLERK, CLERK_2, PATRON, STRANGER, FLOOR, CAGE)
    owed = {"serial": serial, "owed_cents": form.cents if rng.random() < 0.9 else 0}
    return [
        *((c.SignForm, by, {"serial": serial}) for by in people),
        (c.StateReason, rng.choice((DEALER, BOSS)), {"serial": serial, "reason": "gone"}),
        *((c.ConfirmPresence, by, {"serial": serial}) for by in (BOSS, BOSS_2, CLERK, CLERK_2)),
        *((c.DropOriginal, by, owed) for by in (DEALER, DEALER_2)),
        (c.ReleaseMarker, BOSS, owed),
        (c.SignVoid, rng.choice((BOSS, FLOOR)), {"serial": serial, "reason": "torn"}),
        (c.VoidForm, rng.choice((CLERK, CAGE)), {"serial": serial, "reason": "torn"}),
        (c.PassDuplicate, rng.choice((CLERK, CLERK_2)), {"serial": serial, "to": rng.choice((CLERK, CLERK_2, BOSS))}),
        (c.PostComplimentary, ACCOUNTING, {"serial": serial}),
        (c.ReprintForm, CLERK, {"serial": serial}),
    ]


def right_step(pit: Pit, form: Form) -> Step | None:
    """What is due for a form, by the right person; ``None`` when nothing is."""
    serial, owed = form.serial, {"serial": form.serial, "owed_cents": form.cents}
    if form.void:
        return None
    people = {"dealer": DEALER, "pit-boss": BOSS, "pit-clerk": CLERK, "patron": PATRON, "cage": CAGE}
    people["security"] = GUARD
    if lacks := unsigned(form):
        return c.SignForm, people.get(lacks[0], FLOOR), {"serial": serial}
    if not form.dropped:
        away = [by for by in (BOSS, BOSS_2, CLERK, CLERK_2) if by.id in form.signed.values()]
        away = [by for by in away if by.id not in form.present.values()]
        if away:
            return c.ConfirmPresence, away[0], {"serial": serial}
        return c.DropOriginal, DEALER if form.signed.get("dealer") == DEALER.id else DEALER_2, owed
    if not form.released and form.kind != Paper.RECOVERY:
        return c.ReleaseMarker, BOSS, owed
    return None if form.posted else (c.PostComplimentary, ACCOUNTING, {"serial": serial})


def any_step(pit: Pit, rng: Random) -> Step:
    """What is due, a sensible step, or nonsense."""
    if pit.state.forms and rng.random() < 0.5:
        right = right_step(pit, rng.choice(list(pit.state.forms.values())[-3:]))
        if right is not None:
            return right
    if rng.random() < 0.15:
        kind = rng.choice(c.PIT_KINDS)
        words = {**WORDS, "copies": RECEIVED} if kind is c.ReceiveDuplicates else WORDS
        facts = {name: rng.choice(words[name]) for name in kind.__struct_fields__ if name not in ("by", "at")}
        return kind, rng.choice(EVERYBODY), facts
    if pit.state.forms and rng.random() < 0.6:
        forms = list(pit.state.forms.values())
        return rng.choice(steps_for(pit, rng.choice(forms[-3:]), rng))
    seat = rng.randint(1, 9)
    table = rng.choice(("T1", "T2"))
    chips = {500: rng.randint(1, 5)}
    request = rng.randint(1, 3)
    slip = rng.randint(1, 6)
    paid = next((f.serial for f in pit.state.forms.values() if f.posted), "")
    day = pit.state.day or "2026-11-16"
    steps: list[Step] = [
        (c.PrepareForm, CLERK, pit.prepare(seat=seat, table=table)),
        (c.PrepareForm, CLERK, pit.prepare(kind="recovery", against=paid, cents=2_00)),
        (c.RequestTransfer, FLOOR, {"kind": rng.choice(("fill", "credit")), "table": table, "chips": chips}),
        (c.PrepareSlip, CAGE, {"request": request}),
        (c.CountInventory, DEALER, {"table": table, "kind": rng.choice(("opener", "closer")), "chips": chips}),
        (c.AttestCount, FLOOR, {"slip": slip, "chips": _counted(pit, slip)}),
        (c.ForwardDuplicates, rng.choice((CLERK, CLERK_2)), {}),
        (c.ReceiveDuplicates, ACCOUNTING, {"copies": tuple(copy_of(f, "duplicate") for f in pit.state.of_day())}),
        (c.RemoveDropBox, GUARD, {"table": table, "box": "7" if rng.random() < 0.2 else ""}),
        (c.CountDrop, rng.choice((COUNTER, COUNTER_2)), {"table": table, "notes": {100: 3}}),
        (c.CompareForms, ACCOUNTING, {}),
        (c.CloseDay, ACCOUNTING, {"day": day}),
        (c.OpenDay, ACCOUNTING, {"day": day}),
    ]
    return rng.choice(steps)


def _counted(pit: Pit, slip: int) -> dict[int, int]:
    return dict(pit.state.slips[slip].chips) if slip in pit.state.slips else {}


class Promises:
    """A second, simple count of what must hold."""

    def __init__(self) -> None:
        self.issued: dict[str, list[int]] = {}
        self.void: set[str] = set()
        self.posted: set[str] = set()

    def see(self, pit: Pit, event: e.PitEvent) -> None:
        if isinstance(event, e.FormPrepared | e.SlipPrepared):
            prefix, _, number = event.serial.partition("-")
            before = self.issued.setdefault(prefix, [])
            assert int(number) == len(before) + 1, "numbers in order, none twice"
            before.append(int(number))
        if isinstance(event, e.FormVoided):
            assert set(event.copies) == set(pit.form(event.serial).copies)
            assert len(set(event.signed_by)) == 2
            assert event.serial not in self.void
            self.void.add(event.serial)
        if isinstance(event, e.OriginalDropped):
            form = pit.form(event.serial)
            assert not unsigned(form)
            assert len(set(form.signed.values())) == len(form.signed) >= 3
            assert event.by == form.signed["dealer"]
            assert event.witnesses == (form.signed["pit-boss"], form.signed["pit-clerk"])
            assert event.serial not in self.void
        if isinstance(event, e.MarkerReleased):
            assert pit.form(event.serial).dropped
        if isinstance(event, e.ComplimentaryPosted):
            assert event.serial not in self.posted
            self.posted.add(event.serial)
        if isinstance(event, e.DayClosed):
            assert all(f.posted for f in pit.state.forms.values() if f.released)


@settings(max_examples=60)
@given(seed=st.integers(0, 2**32))
def test_random_sequences_keep_the_promises(seed: int) -> None:
    rng = Random(seed)
    pit, promises = Pit(), Promises()
    for _ in range(150):
        kind, by, facts = any_step(pit, rng)
        before = pit.state
        answer = pit.do(kind, by, **facts)
        if isinstance(answer, Refusal):
            assert pit.state.forms == before.forms
            continue
        assert by.role in WHO[kind].roles
        for event in answer:
            promises.see(pit, event)
        assert sum(pit.state.balances.values()) == 0
        if answer and isinstance(answer[-1], e.DayClosed):
            assert not open_items(before)
        for form in pit.state.forms.values():
            assert 0 <= form.recovered_cents <= form.cents
            assert not (form.void and form.dropped)
            assert form.kind == Paper.RECOVERY or form.released <= form.dropped
    pit.check()
