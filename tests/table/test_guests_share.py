"""The guests' share of the shuffle: who gives it, who withholds it, and what becomes of the stack."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minibac.cards.share import mixed, mixing_seed, share_hash
from minibac.house.by_hand import ByHand
from minibac.house.live_table import LiveTable
from minibac.machine.roles import THE_HOUSE, Actor, Role
from minibac.rules.refusal import Code, Refusal
from minibac.rules.rulebook import RULEBOOKS
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.deadlines import deadline
from minibac.table.guest_view import guest_part
from minibac.table.machine import replay
from minibac.table.snapshot import freeze, thaw
from minibac.table.state import Phase
from minibac.table.table_view import share
from minibac.table.timing import NO_CLOCKS, USUAL_SHARE
from tests.table.helpers import Table, rules_of

SEATS = (2, 5, 7)
OF_SHARES = (e.ShareStated, e.ShareCommitted, e.SharesClosed, e.ShareRevealed, e.StackMixed)


def asked(rulebook: str = "section-42", seats: tuple[int, ...] = SEATS, **options: Any) -> Table:
    """Guests have a share here, and their programs are asked for its hash."""
    table = Table(rulebook, seats=seats, **options)
    table.share()
    table.to(Phase.SHARES)
    return table


def given_by_all(table: Table) -> dict[int, str]:
    """Every guest gives a share; their values by seat."""
    return {seat: table.give_share(seat) for seat in table.state.occupied}


def show(table: Table, seat: int, value: str) -> tuple[Any, ...]:
    return table.yes(c.RevealShare, seat=seat, value=value)


def dealt(table: Table) -> tuple[str, ...]:
    """The stack as it lies before the dealer, top first."""
    return tuple(table.live.vault.card(position) for position in range(table.state.cards_count))


# --- as it should be --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_stack_that_goes_to_the_cut_is_the_committed_one_mixed_by_all_shares(rulebook: str) -> None:
    table = asked(rulebook)
    values = given_by_all(table)
    assert table.at(Phase.MIXING), "the house has committed at once: everybody has given a hash"
    committed = dealt(table)
    show(table, 5, values[5])
    show(table, 2, values[2])
    *_, done, offered = show(table, 7, values[7])
    seed = mixing_seed(table.state.commitment, values)
    assert isinstance(done, e.StackMixed)
    assert (done.seats, done.withheld, done.seed) == ((2, 5, 7), (), seed)
    assert isinstance(offered, e.CutOffered)
    assert dealt(table) == mixed(committed, seed) != committed
    table.shoe()
    shown = table.last(e.ShoeRevealed)
    assert shown.order == committed, "what is revealed is what was committed to"


def test_without_the_option_nothing_of_it_is_ever_said() -> None:
    plain, never = Table("section-42", seats=SEATS), Table("section-42", seats=SEATS)
    never.share(None)
    plain.now()
    for table in (plain, never):
        table.to(lambda state: state.shoe_no == 2)
        assert not any(isinstance(event, OF_SHARES) for event in table.log)
        assert share(table.state) is None
    assert [*map(e.encode, plain.log)] == [*map(e.encode, never.log)], "byte for byte"


def test_a_table_without_guests_asks_nobody() -> None:
    table = Table("section-42", seats=(3,))
    table.share()
    table.to(Phase.SHUFFLE)
    table.yes(c.LeaveSeat, seat=3)
    table.sit(5, arriving=True)
    table.to(Phase.CUT_DONE)
    assert not table.all(e.SharesClosed), "who is still arriving is not waited for"


def test_when_all_answer_nobody_waits_for_the_time() -> None:
    table = asked()
    values = given_by_all(table)
    at = table.state.at
    for seat, value in values.items():
        show(table, seat, value)
    assert table.at(Phase.CUT_OFFER)
    assert table.state.at - at < USUAL_SHARE.commit_ms


def test_the_next_shuffle_asks_again_and_a_house_may_take_it_back() -> None:
    table = asked()
    for seat, value in given_by_all(table).items():
        show(table, seat, value)
    table.shoe()
    table.to(Phase.SHARES)
    assert not table.state.shares
    table.share(None)
    for seat in SEATS:
        table.give_share(seat)
    table.to(Phase.BETTING)
    assert table.all(e.StackMixed)[-1].withheld == SEATS, "what was asked is finished"
    table.shoe()
    table.to(Phase.BETTING)
    assert len(table.all(e.StackMixed)) == 2


def test_a_recut_mixes_nothing_anew() -> None:
    table = asked(recut_by="same")
    for seat, value in given_by_all(table).items():
        show(table, seat, value)
    table.to(Phase.CUT_DONE)
    before = table.state.share_seed
    table.yes(c.OrderRecut, reason="the dealer saw a card")
    table.to(Phase.BETTING)
    assert table.state.share_seed == before
    assert len(table.all(e.StackMixed)) == 1
    table.shoe()  # the reveal is held against the mixed stack, cut twice


# --- silence ----------------------------------------------------------------------------------------------------------


def test_who_says_nothing_in_time_has_no_share_and_the_others_do() -> None:
    table = asked()
    value = table.give_share(5)
    early = table.no(c.CloseShares, by=THE_HOUSE)
    assert early.code is Code.NOT_NOW
    due = deadline(table.state)
    assert due is not None
    assert due.at == table.state.since + USUAL_SHARE.commit_ms
    table.skip(USUAL_SHARE.commit_ms)
    assert table.yes(c.CloseShares, by=THE_HOUSE)[0].seats == (5,)
    assert show(table, 5, value)[1].withheld == ()


def test_a_withheld_value_is_named_and_the_others_mix_the_stack() -> None:
    table = asked()
    values = given_by_all(table)
    show(table, 2, values[2])
    table.yes(c.RevealShare, seat=5, value="")
    early = table.no(c.CloseShares, by=THE_HOUSE)
    assert early.code is Code.NOT_NOW
    table.skip(USUAL_SHARE.reveal_ms)
    done = table.yes(c.CloseShares, by=THE_HOUSE)[0]
    assert done.withheld == (5, 7), "one said so, the other said nothing"
    assert done.seed == mixing_seed(table.state.commitment, {2: values[2], 5: "", 7: ""})
    states = {row["seat"]: row["state"] for row in (share(table.state) or {"given": []})["given"]}
    assert states == {2: "shown", 5: "withheld", 7: "withheld"}
    late = table.no(c.RevealShare, seat=7, value=values[7])
    assert late.code is Code.NOT_NOW
    table.shoe()


def test_the_time_runs_where_there_are_no_clocks_since_programs_answer() -> None:
    table = Table("section-42", seats=SEATS)
    table.yes(c.StateTimes, by=THE_HOUSE, timing=NO_CLOCKS)
    table.share()
    table.to(Phase.SHARES)
    table.skip(USUAL_SHARE.commit_ms)
    assert table.yes(c.CloseShares, by=THE_HOUSE)[0].seats == ()
    assert table.at(Phase.CUT_OFFER), "nobody has a share: the committed stack goes to the cut as it is"


def test_delays_have_no_part_in_the_outcome() -> None:
    """The same values, shown at once or at the last moment and in another order, give the same stack (R12)."""
    stacks = set()
    for order, wait in ((SEATS, 0), (SEATS[::-1], 4_000), ((5, 2, 7), 1_000)):
        table = asked()
        for seat in order:
            table.skip(wait // 4)
            table.give_share(seat)
        for seat in order[::-1]:
            table.skip(wait)
            show(table, seat, f"{seat:02x}" * 32)
        stacks.add(dealt(table))
    assert len(stacks) == 1


def test_a_guest_who_leaves_withholds_and_is_not_waited_for() -> None:
    table = asked()
    values = given_by_all(table)
    table.yes(c.LeaveSeat, seat=7)
    show(table, 2, values[2])
    done = show(table, 5, values[5])[1]
    assert done.withheld == (7,)


def test_a_guest_who_leaves_before_the_commitment_leaves_a_hash_behind() -> None:
    table = asked()
    table.give_share(7)
    table.yes(c.LeaveSeat, seat=7)
    table.sit(7, guest="another")
    refusal = table.no(c.CommitShare, seat=7, hash="0" * 64)
    assert refusal.code is Code.WRONG_SHARE
    values = {seat: table.give_share(seat) for seat in (2, 5)}
    assert table.at(Phase.MIXING)
    assert table.no(c.RevealShare, seat=7, value="07" * 32).code is Code.WRONG_SHARE, "it is not this guest's"
    show(table, 2, values[2])
    assert show(table, 5, values[5])[1].withheld == (7,)


def test_a_lost_connection_has_its_time_to_come_back() -> None:
    table = asked()
    values = given_by_all(table)
    table.yes(c.SayConnection, seat=7, connected=False)
    for seat in (2, 5):
        show(table, seat, values[seat])
    assert table.at(Phase.MIXING)
    table.yes(c.SayConnection, seat=7, connected=True)
    assert show(table, 7, values[7])[1].withheld == ()


def test_a_guest_who_changes_seats_shows_what_was_given_at_the_first() -> None:
    table = asked()
    values = given_by_all(table)
    table.yes(c.ChangeSeat, seat=7, to=1)
    ask = guest_part(table.state, 1)["share"]
    assert ask == {"asks": "value", "shoe_no": 1, "seat": 7, "hash": table.state.shares[7].hash}
    assert table.yes(c.RevealShare, seat=1, value=values[7])[0].seat == 7
    for seat in (2, 5):
        show(table, seat, values[seat])
    assert table.last(e.StackMixed).withheld == ()


# --- who would have it otherwise --------------------------------------------------------------------------------------


def test_no_other_value_than_the_one_that_was_sealed() -> None:
    table = asked()
    values = given_by_all(table)
    assert table.no(c.RevealShare, seat=2, value="ff" * 32).code is Code.WRONG_SHARE
    assert table.no(c.RevealShare, seat=2, value=values[2].upper()[:-1] + "X").code is Code.WRONG_SHARE
    show(table, 2, values[2])
    assert table.no(c.RevealShare, seat=2, value=values[2]).code is Code.WRONG_SHARE, "once"
    stranger = Actor("guest-2", Role.GUEST, 2)
    assert table.no(c.RevealShare, by=stranger, seat=5, value=values[5]).code is Code.NOT_YOURS
    assert table.no(c.RevealShare, by=THE_HOUSE, seat=5, value=values[5]).code is Code.NOT_YOURS


def test_one_share_for_each_guest_and_none_after_the_commitment() -> None:
    table = asked()
    table.give_share(2)
    assert table.no(c.CommitShare, seat=2, hash="1" * 64).code is Code.WRONG_SHARE
    assert table.no(c.CommitShare, seat=5, hash="so long").code is Code.WRONG_SHARE
    table.yes(c.ChangeSeat, seat=2, to=1)
    assert table.no(c.CommitShare, seat=1, hash="1" * 64).code is Code.WRONG_SHARE
    for seat in (5, 7):
        table.give_share(seat)
    assert table.no(c.CommitShare, seat=1, hash="1" * 64).code is Code.NOT_NOW


def test_another_guests_hash_is_of_no_use() -> None:
    """Who copies a hash is refused; and it could not be opened, since it holds the seat of whoever made it."""
    table = asked()
    value = table.give_share(2)
    copied = table.state.shares[2].hash
    assert table.no(c.CommitShare, seat=5, hash=copied).code is Code.WRONG_SHARE
    mine = [share_hash("T1", 1, seat, value) for seat in (2, 5)] + [share_hash("T1", 2, 2, value)]
    assert len({*mine, share_hash("T2", 1, 2, value)}) == 4


def test_a_device_without_a_cut_and_a_real_shoe_have_no_such_shuffle() -> None:
    table = Table("section-42", shuffler="continuous")
    refusal = table.no(c.StateShare, by=THE_HOUSE, times=USUAL_SHARE)
    assert refusal.code is Code.ILLEGAL_EQUIPMENT
    assert "continuous device" in refusal.sentence
    real = LiveTable("T1", rules_of("section-42"), ByHand(), Table("section-42").now)
    answer = real.handle(c.StateShare(by=THE_HOUSE, at=real.state.at, times=USUAL_SHARE))
    assert isinstance(answer, Refusal)
    assert "a real shoe" in answer.sentence


def test_the_automatic_shuffler_with_two_batches_asks_too() -> None:
    table = asked("massachusetts", shuffler="automatic")
    for seat, value in given_by_all(table).items():
        show(table, seat, value)
    table.shoe()
    table.to(Phase.SHARES)
    assert table.state.in_play == "B"


@pytest.mark.parametrize("phase", [Phase.SHARES, Phase.MIXING, Phase.CUT_OFFER])
def test_a_replay_and_a_snapshot_know_it_again(phase: Phase) -> None:
    table = asked()
    if phase is not Phase.SHARES:
        values = given_by_all(table)
        for seat in SEATS if phase is Phase.CUT_OFFER else ():
            show(table, seat, values[seat])
    else:
        table.give_share(2)
    assert table.at(phase)
    assert replay(table.log) == table.state == thaw(freeze(table.state))


# --- the permutation --------------------------------------------------------------------------------------------------


@given(st.lists(st.integers(), max_size=60), st.text(max_size=20))
def test_a_stack_that_is_mixed_has_the_same_cards(stack: list[int], seed: str) -> None:
    assert Counter(mixed(stack, seed)) == Counter(stack)


def test_every_order_of_four_is_alike() -> None:
    """24,000 seeds over 24 orders: chi-square with 23 degrees of freedom, under 49.7 but once in a thousand."""
    counts = Counter("".join(mixed("ABCD", mixing_seed("c", {1: str(number)}))) for number in range(24_000))
    assert len(counts) == 24
    assert sum((count - 1_000) ** 2 / 1_000 for count in counts.values()) < 49.7


def test_a_card_goes_anywhere() -> None:
    """The first of 52 over 5,200 seeds: chi-square with 51 degrees of freedom, under 87.0 but once in a thousand."""
    stack = range(52)
    for card in (0, 51):
        found = Counter(mixed(stack, mixing_seed("c", {3: str(number)})).index(card) for number in range(5_200))
        assert sum((found[place] - 100) ** 2 / 100 for place in stack) < 87.0


def test_one_bit_of_one_value_changes_everything() -> None:
    one, other = (mixed(range(416), mixing_seed("c", {1: "00", 2: value})) for value in ("ab", "aa"))
    assert sum(a == b for a, b in zip(one, other, strict=True)) < 12
