"""What has happened, kept: event logs with a hash chain, the ledger, shoe records; in memory, SQLite or PostgreSQL."""
