"""Pits and the house around the tables: notices, forms, slips, gaming days, people and their duties.

Each pit and the house have logs of their own, decided as purely as a table: a command against the state gives events or
a refusal that names the clause. Facts that live elsewhere (what a seat owes, what the ledger expects in a tray) come in
with the command, filled by the house. A citation is a clause of the inventory, or the number of a control (``R38``)
where no rulebook speaks.
"""
