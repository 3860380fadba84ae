"""A race: you against a rival who follows the big road. Who first has twice the chips wins; the shoe decides.

The table does the rest: it shuffles, burns, deals, draws by its rulebook, pays, takes vigorish and keeps a log.
"""

import sys

import minibac as mb

YOU, RIVAL = 3, 5
START, STAKE = 200_00, 50_00
WORDS = {"p": "player", "b": "banker", "t": "tie"}


def seated(seed: int) -> mb.LiveTable:
    """A table with both of you at it, ready for the first wager."""
    table = mb.LiveTable("race", mb.house_rules("section-42", vigorish_type="tie-25"), mb.PracticeVault(seed=seed))
    for seat, name in ((YOU, "you"), (RIVAL, "rival")):
        table.do(mb.commands.TakeSeat(by=mb.THE_HOUSE, at=table.clock(), seat=seat, guest=name, age=30))
        guest = mb.Actor(name, mb.Role.GUEST, seat=seat)
        table.do(mb.commands.BuyIn(by=guest, at=table.clock(), seat=seat, cents=START, transfer=f"cage-{name}"))
    return table


def wager(table: mb.LiveTable, seat: int, what: str) -> mb.Refusal | None:
    """Put a stake down; a refusal says why the dealer pushed it back."""
    guest = mb.Actor(table.state.seats[seat].guest, mb.Role.GUEST, seat=seat)
    command = mb.commands.PlaceWager(by=guest, at=table.clock(), seat=seat, wager=what, cents=STAKE)
    answer = table.handle(command)
    return answer if isinstance(answer, mb.Refusal) else None


def played(table: mb.LiveTable) -> None:
    """One round, as the dealer calls it."""
    happened, coup = len(table.log), table.state.coup_no
    while table.state.coup_no == coup:
        table.step()
    for event in table.log[happened:]:
        if isinstance(event, mb.events.CountCalled | mb.events.ResultCalled):
            print("  ", mb.told(event))


def race(seed: int) -> str:
    """Who won."""
    table = seated(seed)
    while True:
        while table.state.phase is not mb.Phase.BETTING:
            table.step()
        chips = {seat: table.guest_view(seat)["chips_cents"] for seat in (YOU, RIVAL)}
        print(f"Round {table.state.coup_no}: you ${chips[YOU] / 100:,.2f}, your rival ${chips[RIVAL] / 100:,.2f}")
        if max(chips.values()) >= 2 * START or min(chips.values()) < STAKE:
            return "you" if chips[YOU] > chips[RIVAL] else "your rival" if chips[RIVAL] > chips[YOU] else "nobody"
        road = mb.table_view(table.state)["roads"]["big"]
        wager(table, RIVAL, WORDS[road[-1][2].lower()] if road and road[-1][2] else "banker")
        what = WORDS.get(input("p, b or t? ").strip().lower()[:1], "player")
        if refused := wager(table, YOU, what):
            print("  ", refused)
        played(table)


if __name__ == "__main__":
    try:
        print(f"{race(int(sys.argv[1]) if len(sys.argv) > 1 else 7).capitalize()} won.")
    except (EOFError, KeyboardInterrupt):
        print("\nThe race is off.")
