"""The house: the loop decide, store, apply, tell; the vault that keeps undealt cards; the clock."""
