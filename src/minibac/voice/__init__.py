"""One voice: what is said to people, as a template and its facts, and the languages it is said in.

Nothing here knows the game. Who says something writes it in English where it is said; the English template is its own
key, and a catalogue gives it in another language.
"""
