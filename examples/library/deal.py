"""Deal a coup from given cards, and settle what lies on the layout."""

import minibac as mb

rules = mb.house_rules("massachusetts", vigorish_type="ez")
dealt = mb.deal(rules, "Kh 2s Qd Ad 6c 4h", [mb.Wager(3, "banker", 25_00), mb.Wager(3, "dragon-7", 5_00)])
print(dealt.outcome, dealt.coup.player_total, dealt.coup.banker_total)
for wager in dealt.settlement.wagers:
    print(f"seat {wager.seat}: {wager.wager} {wager.outcome} {wager.net_cents:+}")
for line in dealt.explanation[-3:]:
    print(line.text, *line.clauses)
