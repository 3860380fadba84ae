"""The server: HTTP for what is asked once, WebSocket for the table. What is said on the wire is in docs/protocol.md."""
