"""The open log of a house: what outsiders can hold it to.

Its leaves are written with the events that they tell of (:mod:`minibac.records.leaves`); here its tree is kept, its
checkpoints are signed, and proofs are made.

A house never signs a checkpoint that contradicts one that it signed. What it signed last lies in a file beside its key.
Where the log in the store does not lead there any more (somebody put back a backup) the log goes on under a new name,
and its first leaf says so, with what is lost: whoever restores a backup has nothing to hide, and cannot hide it either.
"""

import asyncio
import contextlib
import logging
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from minibac.house.open_tree import SHOES, Tree
from minibac.pits import house_events as h
from minibac.pits import pit_events as p
from minibac.records.leaves import OPEN_LOG, RESTORED, Due, Epoch, entry_of, leaf_line, line_of, salt_for
from minibac.records.one_process import OneProcess
from minibac.records.store import Conflict, Store, StoreError, Write
from minibac.records.world import random_bytes
from minibac.table import events as e
from minibac.tlog import merkle
from minibac.tlog.notes import (
    LOG,
    LogCheckpoint,
    LogProof,
    NoteError,
    SignedNote,
    Signer,
    VerifierKey,
    read_checkpoint,
    read_key,
    read_note,
    with_signatures,
)
from minibac.voice.said import Said, said

TOLD = logging.getLogger("minibac.house")
EVERY: Final = 100
"""After so many events of a log its head is a leaf, whatever they were."""
COSIGNED: Final = "log-cosigned"
"""The kind of document that holds the newest checkpoint that a witness has signed."""
UNSIGNED: Final = "log-unsigned"
"""The kind of the document with the name under which nothing has been signed yet that lies in the file."""
AHEAD_MS: Final = 24 * 60 * 60 * 1000
"""A witness has a clock of its own; one that is so far ahead is wrong."""
ORIGIN: Final = "minibac.example/log/"
"""How the names of logs begin; nobody has to be there."""


# ------------------------------------------------------------------------------------------------------ what is due


def facts_of(event: object) -> dict[str, Any]:
    """What the leaf of an event says beside its log, number and hash; nothing where none is due by itself."""
    match event:
        case e.StackCommitted(commitment=commitment) if commitment:
            return {"shoe": event.shoe_no, "commitment": commitment}
        case e.ShoeRevealed():
            return {"shoe": event.shoe_no}
        case p.DayClosed() | h.HouseDayClosed():
            return {"day": event.day}
        case h.ReportSigned():
            return {"day": event.day, "report": event.sha256}
    return {}


def leaves_of(stream: str, after: int, events: Sequence[Any]) -> tuple[Due, ...]:
    """The leaves that a write of these events leaves behind."""
    facts = {number: each for number, event in enumerate(events, 1) if (each := facts_of(event))}
    last = len(events)
    if after == 0 or after // EVERY != (after + last) // EVERY:
        facts.setdefault(last, {})
    return tuple(Due(number, **each, salt=salt_for(stream)) for number, each in sorted(facts.items()))


# ---------------------------------------------------------------------------------------------------------- the keys


def log_key(vault_key: bytes) -> Ed25519PrivateKey:
    """The key that signs the open log, drawn from the key of the vault: there is one secret file to keep."""
    drawn = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"minibac open log 1").derive(vault_key)
    return Ed25519PrivateKey.from_private_bytes(drawn)


def verifier(epoch: Epoch) -> VerifierKey:
    """The public key of the log under its name in an epoch."""
    return VerifierKey(epoch.origin, LOG, bytes.fromhex(epoch.key))


# ----------------------------------------------------------------------------------------------------------- the log


def draft_of(file: Path) -> Path:
    """Where a process writes a checkpoint before it takes the place of the one before."""
    return file.with_name(f"{file.name}.{os.getpid()}.new")


class OpenLog:
    """The open log of one running house."""

    def __init__(self, store: Store, vault_key: bytes, beside: Path | None) -> None:
        """``beside`` is the file for the checkpoint that was signed last."""
        self._store = store
        self._private = log_key(vault_key)
        self._beside = beside
        self._refused = False
        """Whether the file could not be written."""
        self._signed: tuple[LogCheckpoint, str] | None = None
        self._signing = asyncio.Lock()
        self._marked = False
        """Whether the store says that nothing was signed yet."""
        self.tree = Tree(store)

    # --- opening

    async def open(self, now: int) -> tuple[Said, ...]:
        """Begin the log, or go on with it; what there is to say about that."""
        await self.tree.grow()
        last = self._kept()
        epoch = self.epoch
        restored = await self._store.get(RESTORED, "mark") is not None
        why, lost = "", None
        if epoch is None:
            why, lost = ("begun" if last is None else "rolled-back"), last
        elif epoch.key != self.key.key.hex():
            why = "key"
        elif last is not None and not await self._leads_to(last):
            why, lost = "rolled-back", last
        elif restored and (last is None or last.size < self.tree.size):
            why = "restored"  # somebody may have signed more since, on another machine or in another process
        elif last is None and await self._was_signed():
            why = "restored"  # what was signed is not known: a copy of the data came without the file
        if why:
            await self._begin(why, now, lost)
        if restored:
            await self._store.put(RESTORED, [("mark", None)])
        self._marked = await self._store.get(UNSIGNED, "mark") is not None
        if why == "restored" and not restored:
            gone = said(
                "the open log goes on under a new name, and says so in public: {file}, which knows what was "
                "signed last, is not there or cannot be read, as where a copy of the data was put in their place"
            )
            return (gone.about(file=str(self._beside)),)
        return _told(why, lost, self.tree.size)

    async def _was_signed(self) -> bool:
        """Whether a checkpoint under the present name was kept in the file, which is not there now.

        Where several processes share a store each machine has a file of its own, and a new one says nothing; nor does
        a folder in which none can be made.
        """
        if self._beside is None or not isinstance(self._store, OneProcess):
            return False
        if not os.access(self._beside.parent, os.W_OK):
            return False
        unsigned = await self._store.get(UNSIGNED, "mark")
        return self.epoch is not None and unsigned != self.epoch.origin.encode()

    async def _leads_to(self, last: LogCheckpoint) -> bool:
        """Whether the log still has everything that was signed last."""
        origins = {epoch.origin for epoch in self.tree.epochs.values()}
        within = last.origin in origins and last.size <= self.tree.size
        return within and await self.tree.root((0, last.size)) == last.root

    async def _begin(self, why: str, now: int, lost: LogCheckpoint | None) -> None:
        """From here on the log has a name of its own, which nobody had before: what two histories would share."""
        size, root = (lost.size, lost.root.hex()) if lost else (0, "")
        before = self.epoch
        while self.epoch is before:
            origin = f"{ORIGIN}{random_bytes(8).hex()}"
            first = line_of(Epoch(origin, self.key.key.hex(), now, why, size, root))
            there = () if before else await self._of_logs_before()
            await self._store.put(UNSIGNED, [("mark", origin.encode())])
            with contextlib.suppress(Conflict):  # another process of the house was first
                await self._store.append(Write(stream=OPEN_LOG, after=self.tree.size, events=(first, *there)))
            await self.tree.grow()

    async def _of_logs_before(self) -> tuple[bytes, ...]:
        """The leaves of logs that were there before the open log began: from its first moment on every log has one."""
        names = [name for name in await self._store.streams() if name != OPEN_LOG]
        stand = {name: await self._store.version(name) for name in sorted(names)}
        return tuple(leaf_line(Due(0, salt=salt_for(name)), name, *at) for name, at in stand.items() if at.version)

    def _kept(self) -> LogCheckpoint | None:
        """What was signed last here, if it is this house's own word."""
        try:
            text = self._beside.read_text(encoding="utf-8") if self._beside else ""
            checkpoint, note = read_checkpoint(text)
        except (OSError, ValueError):  # also of bytes that are no text
            return None
        return checkpoint if self.key_for(checkpoint.origin).signed(note) else None

    # --- what everybody may ask

    @property
    def epoch(self) -> Epoch | None:
        """Under which name and key the log goes now."""
        return self.tree.epochs[max(self.tree.epochs)] if self.tree.epochs else None

    @property
    def key(self) -> VerifierKey:
        """The public key."""
        return self.key_for(self.epoch.origin if self.epoch else ORIGIN)

    def key_for(self, origin: str) -> VerifierKey:
        return Signer(origin, self._private).public(LOG)

    async def checkpoint(self) -> str:
        """The log as it stands, signed. Raises where it contradicts what was signed before."""
        await self.tree.grow()
        async with self._signing:
            size, epoch = self.tree.size, self.epoch
            assert epoch is not None, "the log has not been opened"
            if self._signed and (self._signed[0].origin, self._signed[0].size) == (epoch.origin, size):
                return self._signed[1]
            if self._signed and await self.tree.root((0, self._signed[0].size)) != self._signed[0].root:
                raise StoreError("the open log in the store is not the one that was signed: no checkpoint is signed")
            now = LogCheckpoint(epoch.origin, size, await self.tree.root((0, size)))
            text = str(SignedNote(now.text, (Signer(epoch.origin, self._private).sign(now.text),)))
            if self._keep(text) and self._marked:
                with contextlib.suppress(StoreError):  # it says that later; what is signed lies in its file
                    await self._store.put(UNSIGNED, [("mark", None)])
                    self._marked = False
            self._signed = now, text
            return text

    def _keep(self, text: str) -> bool:
        """Write down beside the key what is signed; where that fails play goes on, and it is told once."""
        if self._beside is None:
            return False
        draft = draft_of(self._beside)
        try:
            draft.write_text(text, encoding="utf-8")
            draft.replace(self._beside)
        except OSError as error:
            if not self._refused:
                TOLD.error("%s: what is signed of the open log is not written down: %s", self._beside, error)
            with contextlib.suppress(OSError):
                draft.unlink(missing_ok=True)
            self._refused = True
        else:
            self._refused = False
        return not self._refused

    async def at(self, size: int) -> LogCheckpoint:
        """What the log was at a size, by its present name."""
        assert self.epoch is not None
        return LogCheckpoint(self.epoch.origin, size, await self.tree.root((0, size)))

    async def entry(self, index: int) -> bytes:
        """A leaf."""
        async for line in self._store.read(OPEN_LOG, index, index + 1):
            return entry_of(line.bytes)
        raise IndexError(index)

    async def entries(self, first: int, last: int) -> list[bytes]:
        """Leaves, from the first number to before the last."""
        return [entry_of(line.bytes) async for line in self._store.read(OPEN_LOG, first, last)]

    async def find(self, table: str, shoe: int) -> int | None:
        """The number of the leaf of a shoe's commitment."""
        await self.tree.grow()
        kept = await self._store.get(SHOES, f"table/{table}/{shoe}")
        return int(kept) if kept else None

    async def proof(self, index: int) -> LogProof:
        """That a leaf is in the log as it stands."""
        checkpoint = await self.checkpoint()
        size = read_checkpoint(checkpoint)[0].size
        return LogProof(index, await self.tree.roots(merkle.inclusion(index, size)), checkpoint)

    async def consistency(self, old: int, new: int) -> tuple[bytes, ...]:
        """That the log at one size is the beginning of what it was at another."""
        return await self.tree.roots(merkle.consistency(old, new))

    # --- witnesses

    async def take_cosignature(self, text: str, witnesses: Sequence[str], now: int) -> int | Said:
        """Keep a checkpoint that a known witness has signed: its size, or why not. Of each witness one signature."""
        try:
            checkpoint, note = read_checkpoint(text)
            known = [read_key(each) for each in witnesses]
        except NoteError as error:
            return error.said
        signers = {key: at for key in known if (at := key.cosigned(note)) is not None}
        if not signers:
            return said("no witness that this house knows has signed it: its settings list them, as log_witnesses")
        if not max(signers.values()):
            return said("the witness has signed without a time, and vouches for none")
        if max(signers.values()) * 1000 > now + AHEAD_MS:
            return said("the witness has signed with a time that is more than a day ahead of this house's")
        await self.tree.grow()
        within = 0 < checkpoint.size <= self.tree.size
        if not within or (await self.at(checkpoint.size)).text != note.text:
            return said("this is no checkpoint of this log as it goes now")
        own = Signer(checkpoint.origin, self._private).sign(checkpoint.text)
        for key, at in signers.items():
            before = await self._cosigned_by(key)
            if before is None or (_size(before), key.cosigned(read_note(before)) or 0) <= (checkpoint.size, at):
                whole = str(SignedNote(checkpoint.text, (own, max(key.of(note), key=lambda each: each.bytes))))
                await self._store.put(COSIGNED, [(row_of(key), whole.encode())])
        return checkpoint.size

    async def _cosigned_by(self, key: VerifierKey) -> str | None:
        """The newest checkpoint of the log as it goes now that a witness has signed with this key."""
        for name in (row_of(key), key.name):  # once a row was a name's, and two keys of one name shared it
            kept = await self._store.get(COSIGNED, name)
            with contextlib.suppress(NoteError, UnicodeError):
                checkpoint, note = read_checkpoint(kept.decode() if kept else "")
                if self.epoch and checkpoint.origin == self.epoch.origin and key.cosigned(note) is not None:
                    return str(note)
        return None

    async def cosignatures(self, witnesses: Sequence[str]) -> dict[VerifierKey, str]:
        """The newest checkpoint that each of these witnesses has signed."""
        kept = {key: await self._cosigned_by(key) for key in map(read_key, witnesses)}
        return {key: text for key, text in kept.items() if text is not None}

    async def cosigned(self, witnesses: Sequence[str]) -> str | None:
        """The newest checkpoint that one of these has signed, with the signatures of all who have signed that one."""
        kept = list((await self.cosignatures(witnesses)).values())
        if not kept:
            return None
        newest = max(kept, key=_size)
        same = [read_note(text) for text in kept if read_note(text).text == read_note(newest).text]
        return with_signatures(newest, (signature for note in same for signature in note.signatures))


def row_of(key: VerifierKey) -> str:
    """Under what name a witness's signature is kept."""
    return f"{key.name}+{key.key_id.hex()}"


def _size(text: str) -> int:
    """How many leaves a checkpoint has."""
    return read_checkpoint(text)[0].size


def _told(why: str, lost: LogCheckpoint | None, size: int) -> tuple[Said, ...]:
    """What the operator hears when the log goes on under a new name."""
    if why in ("", "begun"):
        return ()
    if lost is not None:
        gone = said(
            "the open log was rolled back: {signed} leaves of it were signed, and the store leads to {size}. It goes "
            "on under a new name and says so in public; witnesses will ask why, and a restored backup is a good answer"
        )
        return (gone.about(signed=str(lost.size), size=str(size - 1)),)
    if why == "key":
        return (said("the open log goes on under a new name: the key of the vault is another one than before"),)
    return (said("the open log goes on under a new name, and says in public that a backup was restored"),)
