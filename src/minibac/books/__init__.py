"""The books: what the logs say in money, for each table, pit and day, and what does not agree."""
