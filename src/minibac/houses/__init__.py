"""The house file: pits, tables, limits, people and references, read and checked whole."""
