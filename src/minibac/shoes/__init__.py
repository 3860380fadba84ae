"""Shoe records: what was written down about one shoe, and the check that anybody can repeat."""
