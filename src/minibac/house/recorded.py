"""Noted shoes as shoe records of ours: each is dealt again at a table that knows what was noted.

A record is what a table has decided, event by event, so nothing is translated: guests sit down where wagers were
noted, every step is taken by the automatic people, and each card is the one that stands in the notation. Then the
record is noted again and held against what was given: it says the same, or it is not given out. What a record needs and
the notation does not know, such as a suit, sets the shoe aside; what a record has no place for, such as a comment, is
counted as left out.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from minibac.cards.share import read_shares, share_hash
from minibac.cards.shoe import check_depth
from minibac.house.company import OF_AGE
from minibac.house.law import act, opening
from minibac.house.vault import Vault
from minibac.machine.roles import THE_HOUSE, Duty
from minibac.records.chain import GENESIS, link
from minibac.records.upcast import write_event
from minibac.rules.house_rules import Approved, HouseRules, build
from minibac.rules.refusal import Refusal
from minibac.rules.remedies import Mishap
from minibac.rules.rulebook import RULEBOOKS, load
from minibac.shoes.notation import card_word, wager_words
from minibac.shoes.noted import (
    HIDDEN,
    VOID,
    Comment,
    Fact,
    Item,
    NotedBurn,
    NotedCard,
    NotedCoup,
    NotedCut,
    NotedMoment,
    NotedWager,
    Unread,
    in_order,
    in_usual_order,
)
from minibac.shoes.noted_record import noted
from minibac.shoes.record import Gathered, read_record, sealed
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.automatic import crew, guest, next_command
from minibac.table.corrections import correctable
from minibac.table.guests import to_pay
from minibac.table.machine import opened
from minibac.table.phases import SHARING, UNCALLED, sharing
from minibac.table.settling import TAKE, choice_due
from minibac.table.state import Phase, TableState
from minibac.table.timing import ShareTimes
from minibac.voice.misread import in_our_words

DEALER = "the dealer of the notation"
"""Somebody who cut where it is noted; the automatic dealer's cut falls where the commitment says."""
NOTED_VOID = "it is noted as void"
UNFINISHABLE = f"incident {Mishap.UNFINISHABLE}"
"""The remark on a coup that could not be completed."""
LAST_HAND = "last-hand"
OPTION, APPROVED = "option.", "approved."
OF_THE_SHOE = ("commitment", "shares", "order", "salt")
SAID_BY: dict[type, type[e.Event]] = {
    NotedCut: e.StackCut,
    NotedBurn: e.CardsBurned,
    NotedCoup: e.CardsRacked,
    NotedMoment: e.LastHandCalled,
}
"""The event that tells each kind of item."""
WHAT: dict[type[e.Event], str] = {
    e.StackCut: "the cut",
    e.CardsBurned: "the burn",
    e.CardsRacked: "a coup",
    e.LastHandCalled: "the last hand",
}
MOST_STEPS = 2_000
"""No table needs so many steps from one item to the next."""

Happening = NotedCut | NotedBurn | NotedCoup | NotedMoment
Place = tuple[Item | Unread, int]


class RecordLines(NamedTuple):
    """The record of one shoe, and what it has no place for."""

    lines: tuple[bytes, ...]
    left_out: Counter[str]


class _AsideError(ValueError):
    """Why a shoe cannot be a record: one sentence, and the line it is about."""

    def __init__(self, line_no: int, sentence: str) -> None:
        super().__init__(sentence)
        self.line_no = line_no


def recorded(items: Iterable[Place]) -> Iterator[RecordLines | Unread]:
    """The records of noted shoes, one after the other; one shoe is held at a time.

    A line that was set aside takes its shoe along: a record with a hole in it would be another shoe.
    """
    rules: list[Fact] = []
    shoe: _NotedShoe | None = None
    for item, line_no in items:
        if isinstance(item, Fact) and item.name == "shoe":
            if shoe:
                yield shoe.record(rules)
            shoe = _NotedShoe(item.value, line_no)
        elif isinstance(item, Fact) and (item.name == "rulebook" or item.name.startswith((OPTION, APPROVED))):
            rules = [] if item.name == "rulebook" else rules
            rules.append(item)
        elif shoe:
            shoe.take(item, line_no)
        elif isinstance(item, Unread):
            yield item
        elif not isinstance(item, Comment | Fact):
            yield Unread(line_no, "", 'a shoe record is of one shoe: [shoe "TABLE/NUMBER"] says where it begins')
    if shoe:
        yield shoe.record(rules)


class _NotedShoe:
    """What was noted of one shoe."""

    def __init__(self, name: str, line_no: int) -> None:
        self.name, self.line_no = name, line_no
        self.facts: dict[str, str] = {}
        self.happenings: list[tuple[Happening, int]] = []
        self.left_out: Counter[str] = Counter()
        self.unread: Unread | None = None

    def take(self, item: Item | Unread, line_no: int) -> None:
        """One more item of it."""
        if isinstance(item, Unread):
            self.unread = self.unread or item
        elif isinstance(item, Comment):
            self.left_out["comment"] += 1
        elif isinstance(item, Fact):
            self.facts[item.name] = item.value
            self.left_out[item.name] += item.name not in OF_THE_SHOE
        else:
            self.happenings.append((item, line_no))

    def record(self, rules: Sequence[Fact]) -> RecordLines | Unread:
        """Its record, or why there is none."""
        try:
            if self.unread:
                raise _AsideError(self.unread.line_no, self.unread.why)
            wanted = [(self._plain(item, line_no), line_no) for item, line_no in self.happenings]
            lines = _Dealt(self, self._rules(rules), wanted).lines()
            self._same(lines, [item for item, _ in wanted])
        except _AsideError as error:
            return Unread(error.line_no, f"shoe {self.name}", f"shoe {self.name} becomes no record: {error}")
        return RecordLines(lines, +self.left_out)

    def named(self) -> tuple[str, int]:
        """Table and number: ``s42-1/3``, or a number alone."""
        table, _, number = self.name.rpartition("/")
        if not number.isascii() or not number.isdecimal() or str(int(number)) != number or number == "0":
            raise _AsideError(self.line_no, f"a shoe record is named by table and number, as s42-1/3, not {self.name}")
        if self.name != (f"{table}/{number}" if table else number):
            raise _AsideError(self.line_no, f"{self.name} names no table before its number")
        return table, int(number)

    def _rules(self, facts: Sequence[Fact]) -> HouseRules:
        book = next((fact.value for fact in facts if fact.name == "rulebook"), None)
        if book not in RULEBOOKS:
            raise _AsideError(
                self.line_no, f"its rulebook is not stated: [rulebook NAME] says one of {', '.join(RULEBOOKS)}"
            )
        choices = {fact.name.removeprefix(OPTION): fact.value for fact in facts if fact.name.startswith(OPTION)}
        try:
            approved = [msgspec.json.decode(f.value, type=Approved) for f in facts if f.name.startswith(APPROVED)]
        except msgspec.MsgspecError as error:
            raise _AsideError(self.line_no, f"a further wager cannot be read: {in_our_words(error)}") from None
        built = build(load(book), choices, approved=approved)
        if not isinstance(built, HouseRules):
            raise _AsideError(self.line_no, str(built[0]))
        return built

    def _plain(self, item: Happening, line_no: int) -> Happening:
        """What of an item a record can say; the rest is counted, or sets the shoe aside."""
        seat = ("seat",) if isinstance(item, NotedCut) else ()
        for name, _ in item.fields:
            self.left_out[name] += name not in ("at", *seat)
        fields = tuple((name, value) for name, value in item.fields if name in ("at", *seat))
        self.left_out["comment"] += bool(item.comment)
        if isinstance(item, NotedCut):
            return replace(item, fields=fields, comment="")
        if isinstance(item, NotedBurn):
            return replace(item, cards=self._cards(item.cards), fields=fields, comment="")
        if isinstance(item, NotedMoment):
            if item.what != LAST_HAND:
                raise _AsideError(line_no, f"{item.what} is not dealt again: a shoe with it stays a notation")
            self.left_out["remark"] += len(item.remarks)
            return NotedMoment(item.what, fields=fields)
        again = item.status in ("", VOID)
        for what, there in ((item.status, not again), ("a card of neither hand", item.over)):
            if there:
                raise _AsideError(
                    line_no, f"coup {item.number}: {what} is not dealt again: a shoe with it stays a notation"
                )
        if in_order(item) != in_usual_order(item.player, item.banker):
            raise _AsideError(line_no, f"coup {item.number}: its cards did not leave the shoe in the usual order")
        remarks = tuple(remark for remark in item.remarks if item.status == VOID and remark == UNFINISHABLE)
        self.left_out["remark"] += len(item.remarks) - len(remarks)
        return replace(
            item,
            player=self._cards(item.player),
            banker=self._cards(item.banker),
            fields=fields,
            remarks=remarks,
            comment="",
        )

    def _cards(self, cards: Iterable[NotedCard]) -> tuple[NotedCard, ...]:
        cards = tuple(cards)
        self.left_out["confidence"] += sum(card.sure is not None for card in cards)
        return tuple(NotedCard(card.face, revoked=card.revoked) for card in cards)

    def _same(self, lines: Iterable[bytes], wanted: Sequence[Happening]) -> None:
        """What the record says is what was noted, item by item."""
        again = [item for item in noted(read_record(b"".join(lines))) if not isinstance(item, Fact)]
        for (_, line_no), given, told in zip(self.happenings, wanted, again, strict=True):
            assert isinstance(told, Happening)
            if difference := _difference(given, told):
                raise _AsideError(line_no, difference)


def _sorted(wagers: Iterable[NotedWager]) -> tuple[NotedWager, ...]:
    return tuple(sorted(wagers, key=lambda wager: (wager.seat, wager.wager)))


def _difference(given: Happening, told: Happening) -> str:
    """In which part two items differ, and how; what was not noted agrees with anything."""
    coup = f"coup {given.number}: " if isinstance(given, NotedCoup) else ""
    for name in given.__struct_fields__:
        one: Any = getattr(given, name)
        other: Any = getattr(told, name, None)
        if name == "wagers":
            one, other = _sorted(one), _sorted(other)
            other = tuple(map(_as_far_as, one, other)) if len(one) == len(other) else other
        unsaid = one in (None, "", 0) or (name == "remarks" and not one)
        if one != other and not unsaid:
            return f"{coup}{name} would be {_shown(other)} by the rulebook, not {_shown(one)}"
    return ""


def _as_far_as(given: NotedWager, told: NotedWager) -> NotedWager:
    """What a wager came to, as far as it was noted."""
    net_cents = None if given.net_cents is None else told.net_cents
    vigorish = told.vigorish_cents if given.vigorish_cents else 0
    return replace(told, outcome=given.outcome and told.outcome, net_cents=net_cents, vigorish_cents=vigorish)


def _shown(value: object) -> str:
    """What somebody reads in a sentence: cards and wagers as they are noted."""
    if not isinstance(value, tuple):
        return msgspec.json.encode(value).decode()
    words = (wager_words(one) if isinstance(one, NotedWager) else [_word(one)] for one in value)
    return " ".join(word for each in words for word in each) or "nothing"


def _word(value: object) -> str:
    return card_word(value) if isinstance(value, NotedCard) else str(value)


class _NotedCards(Vault):
    """In the vault's place: the cards as they were noted, and the order that a house had committed to."""

    def __init__(self, facts: dict[str, str], faces: Sequence[tuple[str, int]]) -> None:
        super().__init__(lambda _: b"")
        self._committed = facts.get("commitment", "")
        self._order, self._salt = tuple(facts.get("order", "").split()), facts.get("salt", "")
        self._faces = list(faces)
        self.by_hand = not self._committed

    def draw(self, decks: int, on_top: tuple[int, ...] = ()) -> str:
        del decks, on_top
        return self._committed

    def mix(self, seed: str) -> None:
        """The cards are noted as they left the shoe."""

    def cut(self, position: int) -> None:
        """As before the cut."""

    def card(self, position: int) -> str:
        if position >= len(self._faces):
            raise _AsideError(0, f"card {position + 1} of the shoe is not noted")
        face, line_no = self._faces[position]
        if len(face) != len("Kh"):
            raise _AsideError(
                line_no, f"a shoe record has rank and suit of every card that is turned, and {face} has not"
            )
        return face

    def correct(self, position: int, face: str) -> None:
        """From now on the card is known by its right name."""
        self._faces[position] = face, self._faces[position][1]

    def reveal(self) -> tuple[tuple[str, ...], str]:
        return self._order, self._salt


class _Dealt:
    """The table at which a noted shoe is dealt again."""

    def __init__(self, shoe: _NotedShoe, rules: HouseRules, wanted: Sequence[tuple[Happening, int]]) -> None:
        self._wanted, self._start_line = wanted, shoe.line_no
        self._timed = self._times()
        self._at = self._timed[0] if self._timed else 0
        table, self._number = shoe.named()
        cards = [(card, line_no) for item, line_no in wanted for card in _left_the_shoe(item)]
        self._corrections = {
            position: [*card.revoked[1:], card.face] for position, (card, _) in enumerate(cards) if card.revoked
        }
        faces = [(card.revoked[0] if card.revoked else card.face, line_no) for card, line_no in cards]
        if "commitment" in shoe.facts and not {"order", "salt"} <= shoe.facts.keys():
            raise _AsideError(shoe.line_no, "what was committed to was never revealed, or was not noted")
        self._shares = _shares(shoe)
        self._vault = _NotedCards(shoe.facts, faces)
        self._depth = _depth(rules, wanted)
        first = opening(table, rules, self._at, by_hand=self._vault.by_hand)
        self._state = opened(first)
        self._log: list[e.Event] = [first]
        self._before = None
        coup_no = next((item.number for item, _ in wanted if isinstance(item, NotedCoup) and item.number), 1)
        if self._number > 1 or coup_no > 1:  # the table has dealt before, and its rounds are counted through
            self._before = self._state = replace(self._state, shoe_no=self._number - 1, coup_no=coup_no - 1)
            self._log = []
        self._table = table
        self._do(c.AssignStaff(by=THE_HOUSE, at=self._at, duty=Duty.CALLING, person=DEALER))
        self._cutter = next(
            (int(dict(item.fields).get("seat", 0)) for item, _ in wanted if isinstance(item, NotedCut)), 0
        )
        seats = {wager.seat for item, _ in wanted if isinstance(item, NotedCoup) for wager in item.wagers}
        seats |= {*self._shares, *([self._cutter] if self._cutter else [])}
        for seat in sorted(seats or {1}):
            self._do(c.TakeSeat(by=THE_HOUSE, at=self._at, seat=seat, guest=f"guest-{seat}", **OF_AGE))
        if self._shares:
            self._do(c.StateShare(by=THE_HOUSE, at=self._at, times=ShareTimes()))

    def _times(self) -> list[int]:
        """When each item was; every one is timed, or none is."""
        times = [(_milliseconds(dict(item.fields).get("at"), line_no), line_no) for item, line_no in self._wanted]
        if untimed := [line_no for at, line_no in times if at is None]:
            if len(untimed) < len(times):
                raise _AsideError(
                    untimed[0], "it has no time (at) where others have one: a shoe record times all or none"
                )
            return []
        return [at for at, _ in times if at is not None]

    def lines(self) -> tuple[bytes, ...]:
        """Deal the shoe to its end: the lines of its record."""
        for number, (item, line_no) in enumerate(self._wanted):
            self._at = self._timed[number] if self._timed else 0
            self._until(item, line_no)
        self._finish()
        lines, head = [], GENESIS
        for event in self._log:
            line = write_event(event)
            head = link(head, line)
            lines.append(line)
            if isinstance(event, e.ShoeRevealed):
                return tuple(sealed(Gathered(self._before, 1, GENESIS, lines), self._table, event, head))
        raise _AsideError(self._start_line, "the shoe does not come to its end")

    # ------------------------------------------------------------------------------------------------------- one item

    def _until(self, item: Happening, line_no: int) -> None:
        """Deal on until the next thing that is noted happens; it must be this one."""
        wagered = False
        for _ in range(MOST_STEPS):
            if self._state.phase is Phase.BETTING and not wagered:
                if not isinstance(item, NotedCoup):
                    raise _AsideError(line_no, f"{WHAT[SAID_BY[type(item)]]} does not come here by the rulebook")
                self._wager(item, line_no)
                wagered = True
            for event in self._step(item, line_no):
                if type(event) is SAID_BY[type(item)]:
                    return
                if type(event) in WHAT or isinstance(event, e.ShoeEnded):
                    comes = WHAT.get(type(event), "the end of the shoe")
                    raise _AsideError(line_no, f"by the rulebook {comes} comes before this")
        raise AssertionError(f"the table does not come from {self._state.phase} to {item}")

    def _step(self, item: Happening, line_no: int) -> tuple[e.Event, ...]:
        """One step of the people at the table, or a card that is named again."""
        state = self._state
        for position in correctable(state):
            if names := self._corrections.get(position):
                name = names.pop(0)
                made = self._do(
                    c.CorrectCard(by=crew(state).caller, at=self._now, position=position, card=name), line_no
                )
                self._vault.correct(position, name)
                return made
        chosen = self._chosen(item) or self._voided(item)
        if chosen is None:
            wanted = next_command(state, self._now)
            if wanted is None:
                raise _AsideError(line_no, f"the table waits in {state.phase} and nothing that is noted moves it")
            chosen = wanted.command
        return self._do(chosen, line_no)

    def _chosen(self, item: Happening) -> c.Command | None:
        """What somebody decides as it was noted: who cuts and where, and where House Money goes."""
        state = self._state
        if self._shares and state.phase in SHARING and (silent := sharing(state)):
            return self._share(state, silent[0])
        if state.phase is Phase.CUT_OFFER and state.cut_seat == self._cutter:
            return c.AnswerCut(by=guest(state, state.cut_seat), at=self._now, accept=True)
        if state.phase is Phase.CUT and isinstance(item, NotedCut):
            by = guest(state, state.cut_seat) if state.cut_seat else crew(state).caller
            return c.CutStack(by=by, at=self._now, position=item.position)
        if state.phase is Phase.CUT_DONE and self._depth:
            return c.CompleteCut(by=crew(state).caller, at=self._now, depth=self._depth)
        if state.phase is Phase.HOUSE_MONEY and isinstance(item, NotedCoup) and (seat := choice_due(state)):
            added = next((w.wager for w in item.wagers if w.seat == seat and w.added_cents), TAKE)
            return c.ChooseHouseMoney(by=guest(state, seat), at=self._now, seat=seat, choice=added)
        return None

    def _share(self, state: TableState, seat: int) -> c.Command:
        """What a guest's program gave to the shuffle: the hash that the value tells, and then the value."""
        value, by = self._shares.get(seat, ""), guest(state, seat)
        if state.phase is Phase.MIXING:
            return c.RevealShare(by=by, at=self._now, seat=seat, value=value)
        told = share_hash(self._table, self._number, seat, value) if value else ""
        return c.CommitShare(by=by, at=self._now, seat=seat, hash=told)

    def _voided(self, item: Happening) -> c.Command | None:
        """A void coup is reported when its cards lie as noted, and confirmed (F14); without cards, the rules void it.

        Two people said so where it was dealt: here the dealer of the notation and the floor.
        """
        state = self._state
        coup = state.coup
        if not isinstance(item, NotedCoup) or item.status != VOID or coup is None or state.phase not in UNCALLED:
            return None
        if (incident := state.stopped) and incident.kind == Mishap.UNFINISHABLE and incident.by == DEALER:
            return c.ConfirmUnfinishable(by=crew(state).floor, at=self._now, number=incident.number)
        lies, cards = coup.in_order(), in_order(item)
        turned = all(card.face == HIDDEN or place in coup.known for place, card in zip(lies, cards, strict=False))
        if len(lies) < len(cards) or not turned or not state.cards_left or state.stopped:
            return None
        return c.Report(by=crew(state).caller, at=self._now, kind=Mishap.UNFINISHABLE, note=NOTED_VOID)

    def _wager(self, coup: NotedCoup, line_no: int) -> None:
        """Chips on the areas as they were noted; whoever lacks chips buys them."""
        for number, wager in enumerate(coup.wagers):
            seat, by = wager.seat, guest(self._state, wager.seat)
            staked = sum(one.stake_cents for one in coup.wagers if one.seat == seat)
            if self._state.chips(seat) < 2 * staked + self._state.owed(seat):
                transfer = f"noted-{coup.number}-{number}"
                self._do(
                    c.BuyIn(
                        by=by, at=self._now, seat=seat, cents=20 * staked + self._state.owed(seat), transfer=transfer
                    )
                )
            serial = f"noted-{coup.number}-{number}" if wager.coupon_cents else ""
            facts = {"wager": wager.wager, "cents": wager.stake_cents, "coupon_cents": wager.coupon_cents}
            self._do(c.PlaceWager(by=by, at=self._now, seat=seat, coupon_serial=serial, **facts), line_no)  # type: ignore[arg-type]

    def _finish(self) -> None:
        """The end of the shoe by its cutting card; a shoe that was left before that ends as the table closes."""
        if self._state.phase is Phase.BETTING:
            for seat in self._state.occupied:
                if owed := to_pay(self._state, seat):
                    self._do(c.CollectVigorish(by=crew(self._state).payer, at=self._now, seat=seat, cents=owed))
                self._do(c.LeaveSeat(by=guest(self._state, seat), at=self._now, seat=seat))
            self._do(c.CloseTable(by=crew(self._state).floor, at=self._now))
            return
        line_no = self._wanted[-1][1] if self._wanted else self._start_line
        for _ in range(MOST_STEPS):
            wanted = next_command(self._state, self._now)
            made = self._do(wanted.command, line_no) if wanted else ()
            if extra := next((WHAT[type(event)] for event in made if type(event) in WHAT), None):
                raise _AsideError(line_no, f"by the rulebook {extra} follows this, and is not noted")
            if not made or any(isinstance(event, e.ShoeRevealed) for event in made):
                return

    @property
    def _now(self) -> int:
        return max(self._at, self._state.at)

    def _do(self, command: c.Command, line_no: int = 0) -> tuple[e.Event, ...]:
        try:
            steps = act(self._state, command, self._vault, lambda: self._now)
        except _AsideError as error:
            raise _AsideError(error.line_no or line_no, str(error)) from None
        if isinstance(steps, Refusal):
            raise _AsideError(line_no or self._start_line, str(steps))
        self._log += [event for event, _ in steps]
        if steps:
            self._state = steps[-1].state
        return tuple(event for event, _ in steps)


def _depth(rules: HouseRules, wanted: Sequence[tuple[Happening, int]]) -> int:
    """Where the cutting card lay, so that it came out in the coup before the last hand was called; 0 as usual."""
    left = began = rules.cards_in_shoe
    for item, _ in wanted:
        if isinstance(item, NotedMoment):
            usual = left < int(rules.options.get("cut_card_depth", 0)) <= began
            return 0 if usual or check_depth(rules, rules.cards_in_shoe, began) else began
        began, left = left, left - len(_left_the_shoe(item))
    return 0


def _shares(shoe: _NotedShoe) -> dict[int, str]:
    """What guests gave to the shuffle, by seat. The hash of a value that was withheld is nowhere in a notation."""
    try:
        shares = read_shares(shoe.facts.get("shares", ""))
    except ValueError:
        raise _AsideError(shoe.line_no, "what guests gave to the shuffle cannot be read") from None
    if "" in shares.values():
        raise _AsideError(shoe.line_no, "a guest withheld a share, and its hash is in the record of the shoe alone")
    return shares


def _left_the_shoe(item: Happening) -> list[NotedCard]:
    if isinstance(item, NotedBurn):
        return list(item.cards)
    return in_order(item) if isinstance(item, NotedCoup) else []


def _milliseconds(at: str | None, line_no: int) -> int | None:
    if at is None:
        return None
    try:
        when = datetime.fromisoformat(at)
    except ValueError:
        raise _AsideError(line_no, f"{at} is no time by ISO 8601") from None
    return round((when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp() * 1000)
