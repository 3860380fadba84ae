"""Deal shoes as the rulebook deals them, and set the wagers beside their exact price."""

import minibac as mb

rules = mb.house_rules("section-42")
counted = mb.simulate_shoes(rules, shoes=50, seed=7, device="pure")
print(f"{counted.shoes} shoes, {counted.coups} coups")
for found in mb.estimates(rules, counted):
    print(f"{found.wager:<7}{float(found.mean):+.4f} ± {found.standard_error:.4f}, exactly {float(found.exact):+.4f}")
