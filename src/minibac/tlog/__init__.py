"""The formats of a transparency log, as C2SP and RFC 6962 state them: trees, notes, checkpoints, proofs, witnesses.

Nothing in here knows the game or the house: a witness and a checker of any log could be built on it.
"""
