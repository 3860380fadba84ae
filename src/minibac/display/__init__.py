"""How things look in a notebook, and how they leave as frames: tables, pictures, Arrow. It knows nothing of the game.

Each package says beside its own things what is shown of them (``odds/html.py``, ``play/html.py``, …); here is what all
of them are drawn with.
"""
