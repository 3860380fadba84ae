"""What has happened, kept: event logs with a hash chain and the ledger; in memory, SQLite or PostgreSQL."""
