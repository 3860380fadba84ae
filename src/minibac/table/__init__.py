"""The table: commands are decided against the state and give events or a refusal; events are applied to the state.

The whole life of a table is a fold over its events. Time, randomness and identities come in with the commands, so
everything here is a pure function, and replaying a log gives the same state, always.
"""
