"""A sheet of questions for dealers, with the answers and why they are right."""

import minibac as mb

rules = mb.house_rules("seminole")
for item in mb.drill_sheet(rules, "payments", seed=7, count=3):
    print(f"{item.question} {item.shown}")
    print(f"    {item.why}")
