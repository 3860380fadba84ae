"""Price a wager: exactly, for a full shoe or with cards gone."""

import minibac as mb

rules = mb.house_rules("massachusetts", vigorish_type="ez")
banker = mb.prices(rules)["banker"]
print(f"Banker costs {float(banker.edge):.4%} of the stake, exactly {banker.edge}")

late = mb.prices(rules, removed="3s 4s 5s 6s 4h 5h 6h 4d 5d 6d")
print(f"without these low cards Dragon 7 costs {float(late['dragon-7'].edge):.4%}; the best wager is {late.best.wager}")
