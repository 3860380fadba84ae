"""The wager lab: the dossier of a wager, printed or of one's own, from exact odds and dealt shoes.

`case` is a wager under study, `sample` coups with the cards not seen and what the wager is worth there, `search` finds
the best tags, `ruin` what a bankroll risks, `crosscheck` deals it, `dossier` puts all of it together; `dossier_text`
says it in words, JSON and CSV, `dossier_chart` draws it, and `report` sets it as a document that can be filed.
"""
