"""Undealt cards at rest: encrypted under a key the database does not hold, bound to their shoe, read by nobody."""

import asyncio
import os
import stat
from pathlib import Path

import msgspec
import pytest
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from hypothesis import given
from hypothesis import strategies as st

from minibac.cards.share import mixed, mixing_seed, share_hash
from minibac.cards.shuffle import SeededBytes
from minibac.house.keys import KEY_BYTES, open_key
from minibac.house.sealed_vault import SealedVault, break_open, close, seal_name, shoes_kept
from minibac.machine.roles import Actor, Role
from minibac.records.memory import MemoryStore
from minibac.records.store import Store
from minibac.records.upcast import read_event
from minibac.rules.refusal import Refusal
from minibac.table import commands as c
from minibac.table import events as e
from minibac.table.phases import COUP_PHASES, SHARING, UNFINISHED
from minibac.table.state import Phase
from tests.house.hosting import KEY, STORES, Hands, guest, hosting, open_store, replayed

RESTING = [p for p in Phase if p not in (Phase.COMMIT, Phase.SHOE_OVER, Phase.DEAD, Phase.CLOSED)]
"""Where a crash can find a table that plays: commitment and reveal are never apart from what leads to them."""
ORDER = ("As", "Kd", "7h")


@given(st.binary(min_size=32, max_size=32), st.integers(0, 2_000), st.integers(1, 255))
def test_a_seal_opens_with_its_key_and_name_alone(key: bytes, at: int, flip: int):
    name = seal_name("table/ma-1", 3)
    sealed = close(key, name, ORDER, b"salt")
    found = break_open(key, name, sealed)
    assert found is not None
    assert (found.order, found.salt) == (ORDER, b"salt")
    assert break_open(bytes(32 * [key[0] ^ 1]), name, sealed) is None
    assert break_open(key, seal_name("table/ma-1", 4), sealed) is None
    assert break_open(key, seal_name("table/ma-2", 3), sealed) is None
    altered = bytearray(sealed)
    altered[at % len(sealed)] ^= flip
    assert break_open(key, name, bytes(altered)) is None
    assert break_open(key, name, sealed[: at % len(sealed)]) is None
    assert break_open(key, name, None) is None
    assert msgspec.msgpack.encode(ORDER) not in sealed


def test_something_else_sealed_with_the_key_is_no_order() -> None:
    name, nonce = seal_name("table/ma-1", 3), bytes(12)
    assert break_open(KEY, name, nonce + ChaCha20Poly1305(KEY).encrypt(nonce, b"no order", name.encode())) is None


async def _everything(store: Store, folder: Path) -> bytes:
    """Every byte that a store holds."""
    if isinstance(store, MemoryStore):
        return repr(vars(store)).encode()
    target = folder / "copy"
    await store.backup(str(target))
    files = [target] if target.is_file() else sorted(target.rglob("*"))
    return b"".join(file.read_bytes() for file in files if file.is_file())


@pytest.mark.parametrize("kind", STORES)
def test_the_store_holds_no_undealt_card_and_not_the_key(kind, tmp_path, request):
    """The seal is there from the commitment to the reveal; the order itself is nowhere before the reveal."""

    async def play() -> None:
        async with open_store(kind, tmp_path, request) as store, hosting(store) as desk:
            table = desk.table()
            await desk.seat(table, 1)
            await desk.until(lambda: table.state.phase is Phase.BETTING)
            order, salt = table._vault._kept[-1]
            kept = await _everything(store, tmp_path)
            assert await store.seal(seal_name(table.stream, 1)) is not None
            for secret in (",".join(order[40:60]), salt.hex(), KEY.hex()):
                assert secret.encode() not in kept
            for secret_bytes in (salt, KEY):
                assert secret_bytes not in kept
            shown = set(table.state.shown.values())
            log = b"".join([line.bytes for line in await table.lines()])
            assert not any(f'"{card}"'.encode() in log for card in set(order) - shown)

    asyncio.run(play())


def test_nobody_of_any_role_reads_an_undealt_card():
    async def play() -> None:
        async with hosting(MemoryStore(), rulebooks=["massachusetts"]) as desk:
            table = desk.table("massachusetts")
            await desk.seat(table, 3)
            await desk.until(lambda: table.state.phase is Phase.BETTING)
            await desk.bet(table, 3, "player")
            await desk.until(lambda: table.state.coup is not None and bool(table.state.coup.handed))
            for role in Role:
                seats = range(10) if role is Role.GUEST else (0,)
                for seat in seats:
                    who = Actor(f"guest-{seat}" if seat else "somebody", role, seat)
                    mine = table.state.coup.hand("player") if table.state.coup and who == guest(3) else ()
                    assert set(table.held_cards(who)) == set(mine)
            assert "Kd" not in repr(table._vault)

    asyncio.run(play())


@pytest.mark.parametrize("options", [{}, {"shuffler": "continuous"}, {"shuffler": "automatic"}])
def test_a_seal_is_kept_with_the_commitment_and_removed_with_the_reveal(options):
    """Over several shoes, of a device too: exactly the shoes whose order is secret are sealed."""

    async def play() -> None:
        store = MemoryStore()
        async with hosting(store) as desk:
            deep = None if options.get("shuffler") == "continuous" else 380
            made = await desk.house.add_training_table(
                "massachusetts", options, name="T", by="x", timing=None, depth=deep
            )
            assert not isinstance(made, tuple), made
            await desk.seat(made, 1)

            def told(news):
                if news.stream == made.stream:
                    names = {seal_name(made.stream, number) for number in shoes_kept(news.state)}
                    assert set(store._seals) == names

            desk.house.listen(told)
            await desk.until(lambda: made.state.shoe_no == 4)
            events = [read_event(line.bytes) for line in await made.lines()]
            assert [event.shoe_no for event in events if isinstance(event, e.ShoeRevealed)] == [1, 2, 3]

    asyncio.run(play())


def test_a_vault_is_restored_with_its_cut():
    """The same cards come out as without the interruption."""

    async def play() -> None:
        store = MemoryStore()
        hands = Hands()
        async with hosting(store, hands=hands, crash=True) as desk:
            table = desk.table()
            await desk.seat(table, 1)
            await desk.until(lambda: table.state.phase is Phase.BETTING)
            dealt = table._vault._dealt
            assert table.state.cut_position
        async with hosting(store, hands=hands) as desk:
            assert desk.table()._vault._dealt == dealt
            assert desk.table().lost == ()

    asyncio.run(play())


@pytest.mark.parametrize("crash_at", [Phase.SHARES, Phase.MIXING, Phase.CUT_OFFER])
def test_a_crash_among_the_guests_shares_loses_none_of_them(crash_at: Phase):
    """Who gave a hash before the house went down shows its value after it; the same cards come out."""

    async def play() -> None:
        store, hands, value = MemoryStore(), Hands(), "ab" * 32
        async with hosting(store, hands=hands, crash=True) as desk:
            made = await desk.house.add_training_table(
                "section-42", {}, name="T", by="x", timing=None, guests_share=True
            )
            assert not isinstance(made, tuple), made
            await desk.seat(made, 1, 5)
            await desk.until(lambda: made.state.phase is Phase.SHARES)
            sealed = share_hash(made.id, 1, 5, value)
            await desk.yes(made, c.CommitShare(by=guest(5), at=0, seat=5, hash=sealed))
            if crash_at is not Phase.SHARES:
                await desk.yes(made, c.CommitShare(by=guest(1), at=0, seat=1, hash=""))
            if crash_at is Phase.CUT_OFFER:
                await desk.yes(made, c.RevealShare(by=guest(5), at=0, seat=5, value=value))
            assert made.state.phase is crash_at
            stack = made._vault._dealt
        async with hosting(store, hands=hands) as desk:
            table = desk.house.tables[made.id]
            assert table.state.phase is crash_at
            assert table._vault._dealt == stack
            if crash_at is Phase.SHARES:
                await desk.until(lambda: table.state.phase is Phase.MIXING)
            if crash_at is not Phase.CUT_OFFER:
                await desk.yes(table, c.RevealShare(by=guest(5), at=0, seat=5, value=value))
            order, _ = table._vault._kept[-1]
            assert table._vault._dealt == mixed(order, mixing_seed(table.state.commitment, {5: value}))
            await desk.until(lambda: table.state.phase is Phase.BETTING)
            assert await replayed(table) == table.state

    asyncio.run(play())


@pytest.mark.parametrize("swap", [(0, 1), (400, 415)])
def test_an_order_that_was_sealed_anew_with_the_key_is_not_dealt(swap):
    """The key opens it, but it is not the order that was committed to: no card of it is played."""

    async def play() -> None:
        store = MemoryStore()
        hands = Hands()
        async with hosting(store, hands=hands, crash=True) as desk:
            table = desk.table()
            await desk.seat(table, 1)
            await desk.until(lambda: table.state.phase is Phase.BETTING)
            order, salt = table._vault._kept[-1]
        other, (one, two) = list(order), swap
        other[one], other[two] = "As" if order[two] == "Ks" else "Ks", order[one]
        name = seal_name(table.stream, 1)
        store._seals[name] = close(KEY, name, other, salt)
        async with hosting(store, hands=hands) as desk:
            table = desk.table()
            events = [read_event(line.bytes) for line in await table.lines()]
            assert [event.kind for event in events if isinstance(event, e.IncidentOpened)] == ["order-lost"]
            await desk.until(lambda: table.state.phase is Phase.BETTING and table.state.shoe_no == 2)
            await desk.bet(table, 1)
            coup = table.state.coup_no
            await desk.until(lambda: table.state.coup_no > coup)

    asyncio.run(play())


@pytest.mark.control("R17")
@pytest.mark.parametrize("phase", RESTING)
def test_a_lost_key_voids_the_shoe_as_an_incident_and_play_goes_on(phase, saw):
    """Whatever the table was doing: wagers go back or are settled, the cards are reshuffled, money is conserved."""

    async def play() -> None:
        store = MemoryStore()
        hands = Hands()
        rulebook = "massachusetts"
        reached = False
        async with hosting(store, hands=hands, rulebooks=[rulebook], crash=True) as desk:
            made = await desk.house.add_training_table(
                rulebook,
                {"house_money": "true"},
                name="T",
                by="x",
                timing=None,
                depth=380,
                guests_share=phase in SHARING,
            )
            assert not isinstance(made, tuple), made
            await desk.seat(made, 1, 5)
            wagered = 0, 0

            def at_phase() -> bool:
                return made.state.phase is phase and (
                    phase not in COUP_PHASES or bool(made.state.wagers) or phase is Phase.RACKING
                )

            for _ in range(2_000):
                if at_phase():
                    reached = True
                    break
                if made.state.phase is Phase.BETTING and (made.state.shoe_no, made.state.coup_no) > wagered:
                    wagered = made.state.shoe_no, made.state.coup_no
                    for seat in (1, 5):
                        await desk.bet(made, seat, "banker")
                        await desk.bet(made, seat, "house-money", 50_00)
                if made.state.phase is Phase.SHARES and phase is Phase.MIXING and not made.state.shares:
                    sealed = share_hash(made.id, made.state.shoe_no + 1, 1, "ab" * 32)
                    await desk.yes(made, c.CommitShare(by=guest(1), at=0, seat=1, hash=sealed))
                at = hands.next_at()
                assert at is not None
                hands.turn_to(at)
                await desk.quiet()
        assert reached
        before = made.state
        async with hosting(store, hands=hands, rulebooks=[rulebook], key=bytes(32)) as desk:
            table = desk.house.tables[made.id]
            saw(*[event for news in desk.news for event in news.events])
            shoe = before.shoe_no
            if before.commitment:
                events = [read_event(line.bytes) for line in await table.lines(after=made.version)]
                opened = next(event for event in events if isinstance(event, e.IncidentOpened))
                assert opened.kind == "order-lost"
                assert any("cannot be opened" in str(said) for said in desk.house.interrupted)
                shoe += 1
            await desk.until(lambda: table.state.phase is Phase.BETTING and table.state.shoe_no >= shoe)
            events = [read_event(line.bytes) for line in await table.lines()]
            void = [event for event in events if isinstance(event, e.CoupVoided)]
            said_so = [event.by for event in events if isinstance(event, e.IncidentOpened | e.IncidentResolved)]
            assert bool(void) == (before.phase in UNFINISHED and not before.coup_so_far().over)
            if void:
                assert said_so[1:3] == ["automatic dealer", "automatic floorperson"], "two people, one of them above"
            revealed = [event for event in events if isinstance(event, e.ShoeRevealed)]
            assert len(revealed) == (1 if before.commitment else 0)
            assert all(event.order == () for event in revealed)
            assert not table.state.incidents
            assert await replayed(table) == table.state
            assert sum((await store.balances()).values()) == 0
            coup = table.state.coup_no
            await desk.bet(table, 1, "banker")
            await desk.until(lambda: table.state.coup_no > coup)

    asyncio.run(play())


def test_a_key_is_made_on_the_first_run_for_the_house_alone(tmp_path):
    path = tmp_path / "data" / "vault.key"
    made = open_key(path)
    assert isinstance(made, bytes)
    assert len(made) == KEY_BYTES
    assert open_key(path) == made
    assert list(path.parent.iterdir()) == [path]
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_credential_of_systemd_is_a_key_though_its_access_list_looks_like_a_groups_right(tmp_path, monkeypatch):
    """From systemd 254 on a service of a dynamic user finds its credentials with mode 0440."""
    path = tmp_path / "vault.key"
    path.write_text("ab" * KEY_BYTES, encoding="utf-8")
    path.chmod(0o440)
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path / "elsewhere"))
    assert isinstance(open_key(path), Refusal)
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    assert open_key(path) == bytes.fromhex("ab" * KEY_BYTES)
    path.chmod(0o444)
    assert isinstance(open_key(path), Refusal)


def test_a_key_that_others_can_read_or_that_is_no_key_is_refused_in_a_sentence(tmp_path):
    path = tmp_path / "vault.key"
    path.write_text("ab" * KEY_BYTES, encoding="utf-8")
    path.chmod(0o640)
    refused = open_key(path)
    assert isinstance(refused, Refusal)
    assert "can be read by others (mode 0640)" in refused.sentence
    path.chmod(0o600)
    assert open_key(path) == bytes.fromhex("ab" * KEY_BYTES)
    for text, words in (("ab" * 16, "holds 16 bytes"), ("no key", "64 hexadecimal digits"), ("", "holds 0 bytes")):
        path.write_text(text, encoding="utf-8")
        refused = open_key(path)
        assert isinstance(refused, Refusal)
        assert words in refused.sentence
    refused = open_key(tmp_path)
    assert isinstance(refused, Refusal)


@pytest.mark.skipif(os.name != "posix", reason="pipes and devices as POSIX has them")
def test_what_is_no_plain_file_is_no_key_and_is_not_opened(tmp_path):
    """A pipe that nobody writes to would hold the start for ever; and nobody is told to lock a folder up."""
    pipe = tmp_path / "pipe"
    for place, words in (("/dev/null", "it is no plain file"), (tmp_path, "it is a folder"), (pipe, "no plain file")):
        if place is pipe:  # the last, as a start that opens it goes no further
            os.mkfifo(pipe, 0o600)
        refused = open_key(place)
        assert isinstance(refused, Refusal)
        assert words in refused.sentence
        assert "chmod" not in refused.sentence


def test_the_vault_itself_seals_nothing_for_a_shoe_dealt_by_hand():
    vault = SealedVault(SeededBytes(1), KEY, "table/x")
    assert vault.seals([e.StackCommitted(shoe_no=1, cards_count=416, commitment="")]) == ()
