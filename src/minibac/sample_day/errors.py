"""Errors for a simulated gaming day: what people do wrong, and what the list of exceptions must then say.

Most are attempts that a clause refuses, and which leave a trace; the others are papers, chips and cash that are not
where they should be, and come out when accounting compares.
"""

from collections.abc import Awaitable, Callable, Container

from msgspec.structs import replace

from minibac.machine.roles import THE_HOUSE, Actor, Role
from minibac.pits import house_commands as h
from minibac.pits import pit_commands as p
from minibac.pits.papers import Paper, serial_of
from minibac.pits.pit_opening import MINUTE_MS
from minibac.pits.pit_state import Form
from minibac.pits.series import register
from minibac.rules.remedies import Mishap
from minibac.sample_day.day import (
    ACCOUNTANT,
    ADMIN,
    CARRIED_CENTS,
    SERIES,
    Crew,
    Error,
    Expected,
    GamingDays,
    OnTheForm,
    copy_of,
    nothing,
)
from minibac.sample_day.scene import Dice, SceneTable
from minibac.table import commands as c
from minibac.table.settling import right_settlement
from minibac.table.state import Phase

ERRORS: dict[str, Error] = {}
Make = Callable[[GamingDays], Awaitable[list[Expected]]]


def error(name: str, says: str, when: str) -> Callable[[Make], Make]:
    """Register an error under its name."""

    def register(make: Make) -> Make:
        ERRORS[name] = Error(name, says, when, make)
        return make

    return register


def _any(day: GamingDays) -> SceneTable:
    return day.dice.one_of(list(day.tables.values()))


# -------------------------------------------------------------------------------------- forms that are not as they were


async def _form(day: GamingDays, wrong: OnTheForm = nothing) -> tuple[Form, list[Expected]]:
    """A guest goes away owing at one of the tables where vigorish may be owed; the form."""
    table = day.dice.one_of(day.deferred())
    serial, expected = await day.walk_away(table, wrong)
    return day.pits[table.pit].state.forms[serial], expected


@error("walks-away", "a guest goes away and owes vigorish", "play")
async def _walks_away(day: GamingDays) -> list[Expected]:
    return (await _form(day))[1]


@error("lost-original", "an original is not in the drop box", "play")
async def _lost_original(day: GamingDays) -> list[Expected]:
    form, expected = await _form(day)
    day.lost_originals.add(form.serial)
    return [*expected, Expected("missing-original", day.pit_of(form.table).id, form.table, form.serial)]


@error("lost-duplicate", "a duplicate does not reach accounting", "play")
async def _lost_duplicate(day: GamingDays) -> list[Expected]:
    form, expected = await _form(day)
    day.duplicates[form.serial] = []
    return [*expected, Expected("missing-duplicate", day.pit_of(form.table).id, form.table, form.serial)]


@error("repeated-duplicate", "a duplicate reaches accounting twice", "play")
async def _repeated_duplicate(day: GamingDays) -> list[Expected]:
    form, expected = await _form(day)
    day.duplicates[form.serial] = [copy_of(form, "duplicate")] * 2
    return [*expected, Expected("repeated-duplicate", day.pit_of(form.table).id, form.table, form.serial)]


@error("repeated-original", "an original lies in the drop box twice", "play")
async def _repeated_original(day: GamingDays) -> list[Expected]:
    form, expected = await _form(day)
    day.found_originals.setdefault(form.table, []).append(copy_of(form))
    return [*expected, Expected("repeated-original", day.pit_of(form.table).id, form.table, form.serial)]


@error("differing-copy", "the amount on a duplicate is another one", "play")
async def _differing_copy(day: GamingDays) -> list[Expected]:
    form, expected = await _form(day)
    day.duplicates[form.serial] = [replace(copy_of(form, "duplicate"), cents=form.cents + 5_00)]
    return [*expected, Expected("differing-copy", day.pit_of(form.table).id, form.table, form.serial)]


@error("unmatched-number", "a form is found whose number was never issued", "play")
async def _unmatched(day: GamingDays) -> list[Expected]:
    form, expected = await _form(day)
    serial = serial_of("X", 1_000 + day.dice.below(9_000))
    day.found_originals.setdefault(form.table, []).append(replace(copy_of(form), serial=serial))
    return [*expected, Expected("unmatched-number", day.pit_of(form.table).id, form.table, serial)]


@error("stray-duplicate", "a duplicate arrives whose number was never issued", "play")
async def _stray_duplicate(day: GamingDays) -> list[Expected]:
    form, expected = await _form(day)
    serial = serial_of("Y", 1_000 + day.dice.below(9_000))
    pit = day.pit_of(form.table).id
    day.stray_copies.append((pit, replace(copy_of(form, "duplicate"), serial=serial)))
    return [*expected, Expected("unmatched-number", pit, "", serial)]


# ---------------------------------------------------------------------------------------------- attempts with the forms


def _on_form(stage: str, attempt: Callable[[GamingDays, p.PrepareForm, str], p.PitCommand], code: str) -> Make:
    """A form on whose way somebody tries something at a stage."""

    async def make(day: GamingDays) -> list[Expected]:
        async def wrong(now: str, command: p.PrepareForm, serial: str) -> list[Expected]:
            if now != stage:
                return []
            pit = day.pit_of(command.table)
            tried = attempt(day, command, serial)
            await pit.refuses(tried)
            about = getattr(tried, "serial", None)  # a command about several forms, or none, names no table
            table = command.table if about is not None else ""
            return [Expected(f"refused-{code}", pit.id, table, about or "")]

        return (await _form(day, wrong))[1]

    return make


def _crew_sign(day: GamingDays, command: p.PrepareForm, serial: str) -> p.PitCommand:
    return p.SignForm(by=day.crew_of(command.table).floor, at=day.at(), serial=serial)


def _skip(day: GamingDays, command: p.PrepareForm, _: str) -> p.PitCommand:
    after = register(day.pit_of(command.table).state, command.kind).unused[1]
    return replace(command, at=day.at(), serial=after)


def _one_copy(day: GamingDays, command: p.PrepareForm, _: str) -> p.PitCommand:
    return replace(command, at=day.at(), copies=("original",))


def _less(day: GamingDays, command: p.PrepareForm, _: str) -> p.PitCommand:
    return replace(command, at=day.at(), cents=command.cents + 1_00)


def _drop_early(day: GamingDays, command: p.PrepareForm, serial: str) -> p.PitCommand:
    table = day.tables[command.table]
    return p.DropOriginal(by=day.dealer(table), at=day.at(), serial=serial, owed_cents=command.cents)


def _release_early(day: GamingDays, command: p.PrepareForm, serial: str) -> p.PitCommand:
    boss = day.crew_of(command.table).boss
    return p.ReleaseMarker(by=boss, at=day.at(), serial=serial, owed_cents=command.cents)


def _other_witness(day: GamingDays, command: p.PrepareForm, serial: str) -> p.PitCommand:
    return p.ConfirmPresence(by=day.crew_of(command.table).second_clerk, at=day.at(), serial=serial)


def _forward_others(day: GamingDays, command: p.PrepareForm, serial: str) -> p.PitCommand:
    return p.ForwardDuplicates(by=day.crew_of(command.table).second_clerk, at=day.at(), serials=(serial,))


def _dealer_opens(day: GamingDays, command: p.PrepareForm, _: str) -> p.PitCommand:
    return replace(command, at=day.at(), by=day.dealer(day.tables[command.table]))


for _name, _says, _stage, _attempt, _code in (
    ("wrong-signature", "a floorperson signs where the pit boss should", "sign", _crew_sign, "wrong-signature"),
    ("skipped-number", "a form is taken out of order", "prepare", _skip, "wrong-serial"),
    ("one-copy", "a form is filled in without its duplicate", "prepare", _one_copy, "one-copy"),
    ("wrong-amount", "the amount on a form is not the marker button's", "prepare", _less, "wrong-payment"),
    ("dealer-takes-form", "a dealer takes a form from the stock", "prepare", _dealer_opens, "not-yours"),
    ("unsigned-drop", "an original goes to the drop box unsigned", "sign", _drop_early, "incomplete-form"),
    ("early-release", "a marker button is released before the drop", "drop", _release_early, "vigorish-owed"),
    ("other-witness", "somebody else stands in for a witness", "drop", _other_witness, "wrong-signature"),
    ("not-the-keeper", "a clerk forwards a duplicate that another one keeps", "drop", _forward_others, "custody"),
):
    error(_name, _says, "play")(_on_form(_stage, _attempt, _code))


@error("void-unsigned", "a form is voided without the pit boss", "play")
async def _void_unsigned(day: GamingDays) -> list[Expected]:
    async def wrong(stage: str, command: p.PrepareForm, serial: str) -> list[Expected]:
        if stage != "void":
            return []
        pit, crew = day.pit_of(command.table), day.crew_of(command.table)
        void = p.VoidForm(by=crew.clerk, at=day.at(), serial=serial, reason="written in the wrong place")
        await pit.refuses(void)
        await pit.must(p.SignVoid(by=crew.boss, at=day.at(), serial=serial, reason="written in the wrong place"))
        await pit.must(replace(void, at=day.at()))
        where = (pit.id, command.table, serial)
        return [Expected("refused-wrong-signature", *where), Expected("void-form", *where)]

    return (await _form(day, wrong))[1]


@error("missing-comp", "the day is to be closed before a comp is recorded", "closing")
async def _missing_comp(day: GamingDays) -> list[Expected]:
    found = []
    for pit in day.pits.values():
        if any(f.released and not f.posted for f in pit.state.of_day(Paper.COMPLIMENTARY, Paper.UNCOLLECTED)):
            await pit.refuses(p.CloseDay(by=ACCOUNTANT, at=day.at(), day=day.day))
            found.append(Expected("refused-still-open", pit.id))
    return found


@error("win-omits-form", "a report of the win leaves out a form", "closing")
async def _win_omits(day: GamingDays) -> list[Expected]:
    for pit in day.pits.values():
        for form in pit.state.of_day(Paper.COMPLIMENTARY, Paper.UNCOLLECTED):
            if form.dropped:
                await pit.refuses(p.ReportWin(by=ACCOUNTANT, at=day.at(), table=form.table, cents=0))
                return [Expected("refused-still-open", pit.id, form.table)]
    return []


@error("dealer-reads-stock", "a dealer looks at the unused forms", "play")
async def _dealer_reads(day: GamingDays) -> list[Expected]:
    table = _any(day)
    read = p.ReadStock(by=day.dealer(table), at=day.at(), kind=Paper.COMPLIMENTARY)
    await day.pits[table.pit].refuses(read)
    return [Expected("refused-not-yours", table.pit)]


@error("missing-number", "a form is gone from the stock", "evening")
async def _missing_number(day: GamingDays) -> list[Expected]:
    pit = day.pits[_any(day).pit]
    stock = [s for s in pit.state.series if s.kind == Paper.COMPLIMENTARY]
    gone = day.dice.one_of(register(pit.state, Paper.COMPLIMENTARY).unused)
    number = int(gone.rpartition("-")[2])
    ranges = [(s.next, s.last) for s in stock if not s.next <= number <= s.last]
    ranges += [r for s in stock if s.next <= number <= s.last for r in ((s.next, number - 1), (number + 1, s.last))]
    unused = tuple((SERIES[Paper.COMPLIMENTARY], first, last) for first, last in ranges if first <= last)
    clerk = day.crews[pit.id].clerk
    await pit.must(p.AccountSeries(by=clerk, at=day.at(), kind=Paper.COMPLIMENTARY, unused=unused))
    return [Expected("missing-number", pit.id, "", gone)]


# -------------------------------------------------------------------------------------------------------------- notices


@error("late-notice", "an order of settlement is to change ten minutes after surveillance was told", "morning")
async def _late_notice(day: GamingDays) -> list[Expected]:
    pit = day.pits[next(iter(day.pits))]
    await pit.refuses(await day.noticed(pit, "from ten minutes on", 10))
    return [Expected("refused-too-early", pit.id)]


@error("no-notice", "an order of settlement is to change and nobody was told", "morning")
async def _no_notice(day: GamingDays) -> list[Expected]:
    pit = day.pits[next(iter(day.pits))]
    options, boss, at = day.other_order(pit), day.crews[pit.id].boss, day.at()
    await pit.refuses(p.ScheduleChange(by=boss, at=at, options=options, effective_at=day.clock() + 60 * MINUTE_MS))
    return [Expected("refused-no-notice", pit.id)]


# ----------------------------------------------------------------------------------------------------- chips and counts


def _another(day: GamingDays, *taken: Container[str]) -> SceneTable:
    """A table with which nothing of that kind has happened yet."""
    return day.dice.one_of([table for table in day.tables.values() if not any(table.id in each for each in taken)])


@error("miscount", "a closer is short", "evening")
async def _miscount(day: GamingDays) -> list[Expected]:
    table = _another(day, day.miscounts)
    day.miscounts[table.id] = -25 * day.dice.between(1, 400)
    return [Expected("count-discrepancy", table.pit, table.id)]


@error("closer-over", "a closer is over", "evening")
async def _closer_over(day: GamingDays) -> list[Expected]:
    table = _another(day, day.miscounts)
    day.miscounts[table.id] = 25 * day.dice.between(1, 400)
    return [Expected("count-discrepancy", table.pit, table.id)]


@error("counts-differ", "the two who count a tray do not find the same", "play")
async def _counts_differ(day: GamingDays) -> list[Expected]:
    table = _any(day)
    pit, chips, cents = day.pits[table.pit], day.chips_for(table), day.in_tray(table)
    await pit.must(
        p.CountInventory(
            by=day.dealer(table), at=day.at(), table=table.id, kind="shift", chips=chips, expected_cents=cents
        )
    )
    other = day.chips_for(table, -25)
    await pit.must(p.AttestCount(by=day.crews[pit.id].floor, at=day.at(), slip=pit.state.slip_no, chips=other))
    await day.count(table, "shift", chips, cents)
    return [Expected("counts-differ", pit.id, table.id)]


@error("closes-with-guests", "a tray is to be closed while guests sit at the table", "play")
async def _closes_with_guests(day: GamingDays) -> list[Expected]:
    table = _any(day)
    chips, dealer = day.chips_for(table), day.dealer(table)
    count = p.CountInventory(by=dealer, at=day.at(), table=table.id, kind="closer", chips=chips)
    await day.pits[table.pit].refuses(count)
    return [Expected("refused-still-open", table.pit, table.id)]


async def _drop_off(day: GamingDays, cents: int) -> list[Expected]:
    table = _another(day, day.drop_short, day.notes_changed)
    day.drop_short[table.id] = cents
    corrected = Expected("correction", table.pit, table.id, f"drop box of {table.id}")
    return [Expected("drop-discrepancy", table.pit, table.id), corrected]


@error("drop-short", "there is less cash in a drop box than went in", "evening")
async def _drop_short(day: GamingDays) -> list[Expected]:
    return await _drop_off(day, -1_00 * day.dice.between(1, 100))


@error("drop-over", "there is more cash in a drop box than went in", "evening")
async def _drop_over(day: GamingDays) -> list[Expected]:
    return await _drop_off(day, 1_00 * day.dice.between(1, 100))


@error("drop-notes", "a drop box holds other notes of the same worth than fell into it", "evening")
async def _drop_notes(day: GamingDays) -> list[Expected]:
    table = _another(day, day.drop_short, day.notes_changed)
    day.notes_changed[table.id] = {100_00: -1, 20_00: 5}
    return [Expected("drop-discrepancy", table.pit, table.id)]


@error("wrong-notes", "a guest's notes do not come to the sum of the buy-in", "play")
async def _wrong_notes(day: GamingDays) -> list[Expected]:
    table = _any(day)
    seat = table.state.occupied[0]
    buys = c.BuyIn(by=day.guest(table, seat), at=day.at(), seat=seat, cents=500_00, transfer="", notes={100_00: 4})
    await table.refuses(buys)
    return [Expected("refused-wrong-count", table.pit, table.id)]


@error("foreign-note", "a drop box is counted with a note that the house does not take", "evening")
async def _foreign_note(day: GamingDays) -> list[Expected]:
    table = _another(day, day.drop_foreign)
    day.drop_foreign.add(table.id)
    return [Expected("refused-wrong-count", table.pit, table.id)]


@error("cage-short", "the cage lacks chips when it is closed", "evening")
async def _cage_short(day: GamingDays) -> list[Expected]:
    day.cage_chips_off = {500_00: -day.dice.between(1, 5)}
    return [Expected("cage-discrepancy")]


@error("cage-notes", "the cage holds other notes of the same worth when it is closed", "evening")
async def _cage_notes(day: GamingDays) -> list[Expected]:
    day.cage_cash_off = {100_00: -1, 50_00: 2}
    return [] if day.cage_chips_off else [Expected("cage-discrepancy")]


@error("cage-counts-differ", "the two who count the cage do not find the same", "evening")
async def _cage_counts_differ(day: GamingDays) -> list[Expected]:
    day.cage_recounted = True
    return [Expected("counts-differ")]


@error("accounting-counts-cage", "accounting counts the cage", "evening")
async def _accounting_counts_cage(day: GamingDays) -> list[Expected]:
    await day.log.refuses(h.CountCage(by=ACCOUNTANT, at=day.at(), kind="closer", chips={}, cash={}))
    return [Expected("refused-not-yours")]


@error("drop-counts-differ", "the two who count a drop box do not find the same", "evening")
async def _drop_counts_differ(day: GamingDays) -> list[Expected]:
    table = _another(day, day.drop_recounted)
    day.drop_recounted.add(table.id)
    return [Expected("counts-differ", table.pit, table.id)]


@error("carrier-counts", "the person who carried a drop box counts what is in it", "evening")
async def _carrier_counts(day: GamingDays) -> list[Expected]:
    table = _another(day, day.drop_carrier_counts)
    day.drop_carrier_counts.add(table.id)
    return [Expected("refused-wrong-signature", table.pit, table.id)]


@error("accounting-counts", "accounting counts a drop box", "evening")
async def _accounting_counts(day: GamingDays) -> list[Expected]:
    table = _any(day)
    await day.pits[table.pit].refuses(p.CountDrop(by=ACCOUNTANT, at=day.at(), table=table.id, notes={}))
    return [Expected("refused-not-yours", table.pit, table.id)]


@error("counts-alone", "one person counts a tray and attests it", "play")
async def _counts_alone(day: GamingDays) -> list[Expected]:
    table = _any(day)
    pit, dealer, cents = day.pits[table.pit], day.dealer(table), day.in_tray(table)
    count = p.CountInventory(
        by=dealer, at=day.at(), table=table.id, kind="shift", chips={1: cents}, expected_cents=cents
    )
    await pit.must(count)
    alone = Actor(dealer.id, Role.FLOORPERSON)
    attest = p.AttestCount(by=alone, at=day.at(), slip=pit.state.slip_no, chips={1: cents})
    await pit.refuses(attest)
    await pit.must(replace(attest, by=day.crews[pit.id].floor, at=day.at()))
    return [Expected("refused-wrong-signature", pit.id)]


@error("void-fill", "a fill slip is voided", "play")
async def _void_fill(day: GamingDays) -> list[Expected]:
    table = _any(day)
    pit, crew = day.pits[table.pit], day.crews[table.pit]
    await pit.must(p.RequestTransfer(by=crew.floor, at=day.at(), kind=Paper.FILL, table=table.id, chips={500: 100}))
    await pit.must(p.PrepareSlip(by=crew.cage, at=day.at(), request=pit.state.request_no))
    serial = list(pit.state.forms)[-1]
    await pit.must(p.SignVoid(by=crew.floor, at=day.at(), serial=serial, reason="asked for twice"))
    await pit.must(p.VoidForm(by=crew.cage, at=day.at(), serial=serial, reason="asked for twice"))
    return [Expected("void-form", pit.id, table.id, serial)]


async def _carried_wrong(day: GamingDays, brought: int) -> list[Expected]:
    """A fill of twenty chips by the book, of which so many come into the tray."""
    table = _any(day)
    day.stays_away.add(table.id)
    await day.transfer(table, Paper.FILL, {CARRIED_CENTS: 20})
    day.stays_away.discard(table.id)
    if brought:
        request, chips = day.pits[table.pit].state.request_no, {CARRIED_CENTS: brought}
        await table.must(c.MoveChips(by=THE_HOUSE, at=day.at(), kind="fill", request=request, chips=chips))
    return [Expected("tray-differs", table.pit, table.id)]


@error("fill-not-brought", "the chips of a fill that everybody signed never come into the tray", "play")
async def _fill_not_brought(day: GamingDays) -> list[Expected]:
    return await _carried_wrong(day, 0)


@error("fill-too-small", "fewer chips of a fill come into the tray than its slip says", "play")
async def _fill_too_small(day: GamingDays) -> list[Expected]:
    return await _carried_wrong(day, 19)


@error("chips-without-slip", "chips come into a tray by a request that nobody made", "play")
async def _chips_without_slip(day: GamingDays) -> list[Expected]:
    table = _any(day)
    await table.must(
        c.MoveChips(by=THE_HOUSE, at=day.at(), kind="fill", request=1_000 + day.dice.below(9_000), chips={500: 1})
    )
    return [Expected("tray-differs", table.pit, table.id)]


@error("opened-without-count", "a tray is closed and opened again by a count that nobody made", "play")
async def _opened_without_count(day: GamingDays) -> list[Expected]:
    table, slip = _any(day), 1_000 + day.dice.below(9_000)
    await day.to_betting(table)
    await table.must(c.CloseTray(by=THE_HOUSE, at=day.at(), slip=slip))
    await table.must(c.OpenTray(by=THE_HOUSE, at=day.at(), day=day.day, slip=slip, chips=table.state.tray))
    return [Expected("tray-differs", table.pit, table.id)]


@error("plays-without-tray", "a guest wants chips of a table whose tray is closed", "play")
async def _plays_without_tray(day: GamingDays) -> list[Expected]:
    table, slip = _any(day), 1_000 + day.dice.below(9_000)
    await day.to_betting(table)
    seat = table.state.occupied[0]
    await table.must(c.CloseTray(by=THE_HOUSE, at=day.at(), slip=slip))
    await table.refuses(c.BuyIn(by=day.guest(table, seat), at=day.at(), seat=seat, cents=100_00, transfer="late"))
    await table.must(c.OpenTray(by=THE_HOUSE, at=day.at(), day=day.day, slip=slip, chips=table.state.tray))
    where = (table.pit, table.id)
    return [Expected("refused-tray-closed", *where), Expected("tray-differs", *where)]


def _on_fill(stage: str, attempt: Callable[[GamingDays, Crew, p.PrepareSlip, str], p.PitCommand], code: str) -> Make:
    """A fill on whose way somebody tries something at a stage."""

    async def make(day: GamingDays) -> list[Expected]:
        table = _any(day)
        pit, crew = day.pits[table.pit], day.crews[table.pit]

        async def wrong(now: str, command: p.PrepareSlip, serial: str) -> list[Expected]:
            if now != stage:
                return []
            tried = attempt(day, crew, command, serial)
            await pit.refuses(tried)
            about = getattr(tried, "serial", "")
            return [Expected(f"refused-{code}", pit.id, table.id if serial else "", about)]

        return await day.transfer(table, Paper.FILL, {5_00: 100}, wrong)

    return make


def _slip_out_of_order(day: GamingDays, crew: Crew, _: p.PrepareSlip, serial: str) -> p.PitCommand:
    return p.SignForm(by=crew.floor, at=day.at(), serial=serial)


def _slip_twice(day: GamingDays, crew: Crew, _: p.PrepareSlip, serial: str) -> p.PitCommand:
    return p.SignForm(by=Actor(crew.cage.id, Role.SECURITY), at=day.at(), serial=serial)


def _slip_of_one_part(day: GamingDays, _crew: Crew, command: p.PrepareSlip, _: str) -> p.PitCommand:
    return replace(command, at=day.at(), copies=("original",))


def _slip_skipped(day: GamingDays, crew: Crew, command: p.PrepareSlip, _: str) -> p.PitCommand:
    pit = next(pit for pit, each in day.crews.items() if each is crew)
    return replace(command, at=day.at(), serial=register(day.pits[pit].state, Paper.FILL).unused[1])


for _name, _says, _when, _try, _code in (
    (
        "fill-out-of-order",
        "a fill is signed for before anybody has carried it",
        "sign",
        _slip_out_of_order,
        "wrong-order",
    ),
    (
        "fill-signed-twice",
        "one person signs a fill for the cage and for security",
        "sign",
        _slip_twice,
        "wrong-signature",
    ),
    ("slip-of-one-part", "a fill slip is written without its other parts", "prepare", _slip_of_one_part, "one-copy"),
    ("slip-skipped", "a fill slip is taken out of order", "prepare", _slip_skipped, "wrong-serial"),
):
    error(_name, _says, "play")(_on_fill(_when, _try, _code))


@error("house-closes-early", "the house is to close its day before its pits have", "closing")
async def _house_closes_early(day: GamingDays) -> list[Expected]:
    await day.log.refuses(h.CloseHouseDay(by=ACCOUNTANT, at=day.at(), day=day.day))
    return [Expected("refused-still-open")]


@error("boss-closes-day", "a pit boss closes the day", "closing")
async def _boss_closes(day: GamingDays) -> list[Expected]:
    pit = day.pits[_any(day).pit]
    await pit.refuses(p.CloseDay(by=day.crews[pit.id].boss, at=day.at(), day=day.day))
    return [Expected("refused-not-yours", pit.id)]


@error("correction", "an account is corrected by two people, after one has tried alone", "closing")
async def _correction(day: GamingDays) -> list[Expected]:
    table = _any(day)
    pit, entry = day.pits[table.pit], f"closer of {table.id}"
    number = await day.propose(table, "tray", -25, entry, "a chip was found")
    await pit.refuses(day.approval(pit, number, by=ACCOUNTANT))
    await pit.must(day.approval(pit, number))
    return [Expected("refused-wrong-signature", pit.id), Expected("correction", pit.id, table.id, entry)]


# --------------------------------------------------------------------------------------------------------- at the table


@error("late-wager", "a guest bets after the call", "play")
async def _late_wager(day: GamingDays) -> list[Expected]:
    table = _any(day)
    await day.to_betting(table)
    seat = table.state.occupied[0]
    await day.bet(table, seat)
    while table.state.phase is Phase.BETTING:
        await day.step(table)
    late = c.PlaceWager(by=day.guest(table, seat), at=day.at(), seat=seat, wager="tie", cents=5_00)
    await table.refuses(late)
    await day.to_betting(table)
    return [Expected("late-wager", table.pit, table.id)]


@error("excluded-guest", "somebody whom the house does not let play wants a seat", "play")
async def _excluded_guest(day: GamingDays) -> list[Expected]:
    table = _any(day)
    seat = next(seat for seat in range(1, 10) if seat not in table.state.seats)
    sits = c.TakeSeat(by=THE_HOUSE, at=day.at(), seat=seat, guest="stranger", age=40, attested_by="stranger")
    await table.refuses(replace(sits, excluded=True))
    return [Expected("excluded-person", table.pit, table.id)]


@error("coupon-without-number", "a guest bets with a coupon that has no number", "play")
async def _coupon(day: GamingDays) -> list[Expected]:
    table = _any(day)
    await day.to_betting(table)
    seat = table.state.occupied[0]
    guest, least = day.guest(table, seat), table.house_table.limits["player"].minimum_cents
    wager = c.PlaceWager(by=guest, at=day.at(), seat=seat, wager="player", cents=least, coupon_cents=5_00)
    await table.refuses(wager)
    return [Expected("refused-coupon", table.pit, table.id)]


@error("leaves-owing", "a guest wants to leave without paying", "play")
async def _leaves_owing(day: GamingDays) -> list[Expected]:
    table = day.dice.one_of(day.deferred())
    seat = await day.debtor(table)
    await table.refuses(c.LeaveSeat(by=day.guest(table, seat), at=day.at(), seat=seat))
    return [Expected("refused-vigorish-owed", table.pit, table.id)]


@error("wrong-payment", "a dealer pays too much", "play")
async def _wrong_payment(day: GamingDays) -> list[Expected]:
    table = _any(day)
    for _ in range(100):
        await day.all_bet(table)
        await day.until(table, Phase.SETTLING)
        actions = right_settlement(table.state).actions
        if actions and actions[0].step in ("pay", "collect"):
            step, seat, wager, cents = actions[0]
            moves = ((step, seat, wager, cents + 5_00),)
            answer = await table.refuses(c.TakeActions(by=day.dealer(table), at=day.at(), actions=moves))
            await day.to_betting(table)
            return [Expected(f"refused-{answer.code}", table.pit, table.id)]
        await day.to_betting(table)
    raise AssertionError("no payment came")


@error("card-in-error", "a card is drawn that no hand is due", "play")
async def _card_in_error(day: GamingDays) -> list[Expected]:
    table = _any(day)
    await day.to_betting(table)
    await table.must(c.Report(by=day.dealer(table), at=day.at(), kind=Mishap.CARD_IN_ERROR, disclosed=False))
    await day.play_coup(table)
    return [Expected("dealer-error", table.pit, table.id)]


@error("void-round", "a round cannot be completed, and every wager goes back", "play")
async def _void_round(day: GamingDays) -> list[Expected]:
    table = _any(day)
    await day.all_bet(table)
    await day.until(table, Phase.DEALING)
    floor = day.crews[table.pit].floor
    note = "the shoe was knocked over"
    await table.must(c.Report(by=day.dealer(table), at=day.at(), kind=Mishap.UNFINISHABLE, note=note))
    await table.must(c.ConfirmUnfinishable(by=floor, at=day.at(), number=table.state.incident_no))
    await day.to_betting(table)
    return [Expected("unfinishable", table.pit, table.id), Expected("void-round", table.pit, table.id)]


@error("payment-corrected", "a floorperson wants to correct what was rightly paid", "play")
async def _payment_corrected(day: GamingDays) -> list[Expected]:
    table = _any(day)
    await day.play_coup(table)
    while not table.state.rack:
        await day.play_coup(table)
    seat, coup_no = table.state.occupied[0], table.state.rack[-1].coup_no
    floor, why = day.crews[table.pit].floor, "paid one chip too few"
    answer = await table.refuses(c.CorrectPayment(by=floor, at=day.at(), seat=seat, coup_no=coup_no, reason=why))
    return [Expected(f"refused-{answer.code}", table.pit, table.id)]


# --------------------------------------------------------------------------------------------------------------- duties


@error("two-duties", "a dealer is to work in accounting", "play")
async def _two_duties(day: GamingDays) -> list[Expected]:
    dealer = day.dealer(_any(day))
    grant = h.GrantRole(by=ADMIN, at=day.at(), person=dealer.id, role=Role.ACCOUNTING)
    await day.log.refuses(grant)
    return [Expected("refused-duties-conflict")]


NEED_A_FORM = ("missing-comp", "win-omits-form")
"""Errors that only a day with a form can have."""


def choose_errors(seed: int, count: int) -> list[Error]:
    """So many errors, each once, as a seed chooses them; where one needs a form, a guest walks away first."""
    chosen = Dice(seed).some_of(list(ERRORS.values()), min(count, len(ERRORS)))
    if any(error.name in NEED_A_FORM for error in chosen) and ERRORS["walks-away"] not in chosen:
        chosen.insert(0, ERRORS["walks-away"])
    return chosen
