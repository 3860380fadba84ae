"""The terminal table: ``minibac play`` on the core in :mod:`minibac.table`.

What happens is decided in :mod:`~minibac.cli.terminal.game` and its neighbours, which know no terminal; the
widgets draw it and pass keys on.
"""
