"""A game on the core: a guest sees the cards in the guest's own hands, and nobody else does."""

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
            for answers in view["answers"].values():
                facts = {name: fact for name, fact in answers[-1].items() if name != "command"}
                kind = getattr(mb.commands, str(answers[-1]["command"]))
                table.handle(kind(by=guest, at=table.clock(), **facts))
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
    assert mb.table_view(table.state)["coup"]["player"] == [None, None]
    with pytest.raises(LookupError, match="nobody sits at seat 7"):
        table.guest_view(7)
