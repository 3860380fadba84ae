"""Drive a table to the end of a round: a guest wagers, the automatic dealer deals."""

import minibac as mb

table = mb.LiveTable("corner", mb.house_rules("section-42"), mb.PracticeVault(seed=7))
table.do(mb.commands.TakeSeat(by=mb.THE_HOUSE, at=table.clock(), seat=3, guest="ann", age=40))
while table.state.phase is not mb.Phase.BETTING:
    table.step()  # opening, shuffle, cut, burn

ann = mb.Actor("ann", mb.Role.GUEST, seat=3)
table.do(mb.commands.BuyIn(by=ann, at=table.clock(), seat=3, cents=200_00, transfer="cage-1"))
table.do(mb.commands.PlaceWager(by=ann, at=table.clock(), seat=3, wager="player", cents=25_00))

happened = len(table.log)
while table.state.coup_no == 1:
    table.step()
for event in table.log[happened:]:
    print(mb.told(event))

print(mb.guest_view(table.state, 3)["chips_cents"], mb.table_view(table.state)["cards_left"])
print(mb.replay(table.log) == table.state)

answer = mb.decide(table.state, mb.commands.PlaceWager(by=ann, at=table.clock(), seat=3, wager="tie", cents=500_00))
if isinstance(answer, mb.Refusal):
    print(answer)
