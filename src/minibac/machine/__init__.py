"""What a table, a pit and the house are: who may give which command, phases, deciders, appliers, and a fold."""
