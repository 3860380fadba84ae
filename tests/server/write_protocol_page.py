"""``python3 -m tests.server.write_protocol_page``: the tables of ``docs/protocol.md`` anew."""

from tests.server.protocol_page import PAGE, page_made

if __name__ == "__main__":
    PAGE.write_text(page_made(), encoding="utf-8")
