"""The auditor: what is wrong in anybody's shoes, as far as what was noted of them can tell."""
