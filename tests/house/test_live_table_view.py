"""A game on the core: a guest sees the cards in the guest's own hands, and nobody else does."""

import pickle
from contextlib import suppress

import pytest

import minibac as mb


def handed() -> mb.LiveTable:
    """A table under Massachusetts whose guest of seat 1 holds the Player's Hand."""
    rules = mb.house_rules("massachusetts", deal_mode="handed")
    table = mb.LiveTable("corner", rules, mb.PracticeVault(seed=3))
    for seat, name in ((1, "ann"), (2, "bob")):
        table.do(mb.commands.TakeSeat(by=mb.THE_HOUSE, at=table.clock(), seat=seat, guest=name, age=40))
        guest = mb.Actor(name, mb.Role.GUEST, seat=seat)
        table.do(mb.commands.BuyIn(by=guest, at=table.clock(), seat=seat, cents=100_00, transfer=name))
    while not (table.state.coup and table.state.coup.handed):
        for seat in table.state.occupied:
            view = table.guest_view(seat)
            guest = mb.Actor(table.state.seats[seat].guest, mb.Role.GUEST, seat=seat)
            for question, answers in view["answers"].items():
                with suppress(mb.Refused):  # all look at the cards, and one of them may have answered for all
                    table.answer(seat, question, len(answers) - 1)
            if seat == 1 and table.state.phase is mb.Phase.BETTING and not table.state.wagered:
                wager = mb.commands.PlaceWager(by=guest, at=table.clock(), seat=1, wager="player", cents=25_00)
                table.do(wager)
        table.step()
    return table


def test_who_holds_the_cards_sees_them_and_nobody_else() -> None:
    table = handed()
    held = table.guest_view(1)["cards"]["player"]
    assert held == [table.vault.card(position) for position in table.state.on_layout.player]
    assert [str(mb.parse_card(str(card))) for card in held] == held
    assert mb.guest_view(table.state, 1)["cards"]["player"] == [None, None]
    assert table.guest_view(2)["cards"] == {}
    coup = mb.table_view(table.state)["coup"]
    assert coup is not None
    assert coup["player"] == [None, None]
    with pytest.raises(LookupError, match="nobody sits at seat 7"):
        table.guest_view(7)


def test_a_guest_answers_by_number_or_by_facts_and_only_what_is_asked() -> None:
    table = handed()
    assert table.guest_view(1)["asks"] == ["turn"]
    with pytest.raises(ValueError, match="does not ask 'cut' of this seat"):
        table.answer(1, "cut")
    with pytest.raises(ValueError, match="does not ask 'turn' of this seat"):
        table.answer(2, "turn")
    with pytest.raises(ValueError, match=r"no such answer to 'turn': there are .*ReturnCards"):
        table.answer(1, "turn", hand="banker")
    with pytest.raises(ValueError, match="no such answer"):
        table.answer(1, "turn", 2)
    (turned,) = table.answer(1, "turn", hand="player")
    assert isinstance(turned, mb.events.CardsTurned)
    assert turned.by == "ann"


def test_a_step_speaks_for_a_guest_who_has_not_answered() -> None:
    table = handed()
    assert table.step()
    turned = table.log[-1]
    assert isinstance(turned, mb.events.CardsTurned)
    assert (turned.by, turned.seat) == ("ann", 1)
    assert table.guest_view(1)["asks"] == []


def test_a_table_is_kept_and_goes_on_where_it_was() -> None:
    table = handed()
    later = pickle.loads(pickle.dumps(table))
    for each in (table, later):
        each.answer(1, "turn")
        while each.state.coup_no == 1:
            each.step()
    facts = [[mb.told(event) for event in each.log] for each in (table, later)]
    assert facts[0] == facts[1]
    assert mb.replay([mb.events.decode(mb.events.encode(event)) for event in table.log]) == table.state
