"""Ask for what a rulebook does not allow: an exception with the clauses, or a value."""

import minibac as mb

try:
    mb.house_rules("massachusetts", decks=9, vigorish_rate="3%")
except mb.Refused as no:
    print(no)
    print(no.clauses, [refusal.allowed for refusal in no.refusals])

rules = mb.house_rules("massachusetts")
for refusal in mb.check_deal(rules, mb.parse_cards("Kh 2s Qd Ad"), [mb.Wager(3, "panda-8", 5_00)]):
    print(refusal.code, refusal.clause)
