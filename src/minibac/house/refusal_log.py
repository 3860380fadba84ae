"""The refused attempts at a table that surveillance wants to see, kept in a stream beside its log.

Each person leaves one trace for each kind of refusal in a round, however often they try: nobody can fill the disk.
"""

import asyncio

from minibac.books.refused import RefusedAttempt, refused, stream_of, write_refused
from minibac.house.premises import LOG, Premises
from minibac.records.leaves import Due, salt_for
from minibac.records.store import Conflict, StoreError, Write
from minibac.rules.refusal import Refusal
from minibac.table import commands as c
from minibac.table.state import TableState

TRIES = 3


class RefusalLog:
    """Written by the process that owns the table; a refusal never waits for it."""

    def __init__(self, premises: Premises, table: str) -> None:
        self._premises = premises
        self._stream = stream_of(table)
        self._lock = asyncio.Lock()
        self._round: tuple[int, int] = (0, 0)
        self._seen: set[tuple[str, str, str]] = set()

    def note(self, state: TableState, command: c.Command, refusal: Refusal) -> None:
        """Keep a refusal that tells something, once in a round."""
        found = refused(state, command, refusal)
        if found is None:
            return
        if self._round != (state.shoe_no, state.coup_no):
            self._round, self._seen = (state.shoe_no, state.coup_no), set()
        key = (found.by or getattr(command, "guest", "") or command.by.id, found.code, found.command)
        if key not in self._seen:
            self._seen.add(key)
            self._premises.spawn(self._keep(found), f"a refused attempt at {found.table}")

    async def _keep(self, found: RefusedAttempt) -> None:
        store = self._premises.store
        leaves = (Due(1, salt=salt_for(self._stream)),) if self._premises.open_log else ()
        async with self._lock:
            for _ in range(TRIES):
                after = (await store.version(self._stream)).version
                try:
                    written = write_refused(found)
                    await store.append(Write(stream=self._stream, after=after, events=(written,), leaves=leaves))
                except Conflict:
                    continue
                except StoreError as error:
                    LOG.error("%s: an attempt could not be written down: %s", self._stream, error)
                return
