"""A gaming day with errors in it, for those who learn to close one: ``minibac books example``."""
