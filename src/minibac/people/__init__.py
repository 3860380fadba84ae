"""People of the house: accounts, invitations, passwords, sessions, and who may come in as what."""
