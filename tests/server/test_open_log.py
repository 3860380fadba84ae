"""The open log over HTTP: checkpoints, tiles, proofs and signatures of witnesses, checked by a program of no kin."""

import base64
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from minibac.cli import cli
from minibac.house.open_log import COSIGNED, row_of
from minibac.house.settings import load_settings
from minibac.records.leaves import Due
from minibac.records.store import Write
from minibac.tlog import merkle
from minibac.tlog.notes import (
    LOG,
    WITNESS,
    LogCheckpoint,
    LogProof,
    SignedNote,
    Signer,
    read_checkpoint,
    read_key,
    read_note,
)
from tests.server.running import Client, RunningServer, running
from tests.server.whole_shoes import DEEP, STANDING, play_shoe
from tests.tlog.dripping import dripping
from tests.tlog.proofs import included

PROGRAM = Path(__file__).parents[2] / "src/minibac/web/static/verify_log.py"
WATCHES = Signer("example.net/w", Ed25519PrivateKey.from_private_bytes(b"w" * 32))
KEY = str(WATCHES.public(WITNESS))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running(tmp_path_factory.mktemp("house"), log_witnesses=(KEY,), **STANDING) as found:
        yield found


@pytest.fixture(scope="module")
def table(server: RunningServer) -> str:
    """A table on which a shoe was played to its end."""
    with server.guest("Ann") as ann:
        table = server.training(ann, "section-42", depth=DEEP)
        page = ann.live(table)
        page.sit(3)
        play_shoe(server, [(page, 3, "player")], [])
        page.until_view(lambda view: view["shoe_no"] == 2 and view["phase"] == "betting")
    return table


@pytest.fixture
def client(server: RunningServer) -> Iterator[Client]:
    with server.client() as client:
        yield client


def verified(*words: object) -> str:
    """What the small program says, which needs nothing but Python."""
    done = subprocess.run(
        [sys.executable, "-I", str(PROGRAM), *map(str, words)], capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr
    return done.stdout if done.returncode == 0 else done.stderr


def kept(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def test_the_commitment_of_a_shoe_is_proven_to_somebody_who_shares_no_code(
    table: str, client: Client, server: RunningServer, tmp_path: Path
) -> None:
    key = client.get("/log/key").strip()
    proof = kept(tmp_path, "proof", client.get(f"/log/proof/{table}/1"))
    record = kept(tmp_path, "record", client.get(f"/api/tables/{table}/shoes/1/record"))
    said = verified("proof", proof, key, record)
    assert f"record: shoe 1 of {table} has the commitment and the hash of the leaf" in said
    assert said.endswith("All is well.\n")
    text = proof.read_text(encoding="utf-8")
    lines = text.split("\n")
    leaf = base64.b64decode(lines[1].removeprefix("extra "))
    for wrong, sentence in (
        (text.replace(lines[1], f"extra {base64.b64encode(leaf.replace(b'shoe', b'shoo')).decode()}"), "does not lead"),
        (text.replace(lines[3], lines[4]), "does not lead"),
        (text.replace(f"\n{lines[3]}", "", 1), "too short"),
        (text.replace(lines[2], "index 0"), "does not lead"),
        (text[:-8] + "AAAA=\n", "WRONG"),
        ("hello", "no proof"),
    ):
        assert sentence in verified("proof", kept(tmp_path, "wrong", wrong), key)
    other = record.read_text(encoding="utf-8").replace(json.loads(leaf)["commitment"], "ab" * 32)
    assert "WRONG" in verified("proof", proof, key, kept(tmp_path, "other", other))
    told = client.get(f"/api/log/inclusion?table={table}&shoe=1")
    assert json.loads(told["entry"])["commitment"] == json.loads(leaf)["commitment"]
    now, _ = read_checkpoint(told["checkpoint"])
    hashes = [base64.b64decode(each) for each in told["hashes"]]
    assert included(merkle.leaf_hash(told["entry"].encode()), told["leaf"], now.size, now.root, hashes)
    client.get(f"/api/log/inclusion?table={table}&shoe=77", status=404)
    client.get(f"/log/proof/{table}/77", status=404)
    client.get("/log/proof/none/1", status=404)


def test_everything_that_a_house_shows_leads_to_what_it_signed(
    table: str, server: RunningServer, client: Client, tmp_path: Path
) -> None:
    assert table
    before = kept(tmp_path, "before", client.get("/log/checkpoint"))
    size = read_checkpoint(before.read_text(encoding="utf-8"))[0].size
    stream = "table/long"
    server.call(server.store.append(Write(stream=stream, after=0, events=(b"{}",))))
    for _ in range(6):
        server.call(server.store.append(Write(stream=stream, after=1, events=(), leaves=(Due(0),) * 100)))
    after = kept(tmp_path, "after", client.get("/log/checkpoint"))
    grown = read_checkpoint(after.read_text(encoding="utf-8"))[0].size
    assert grown == size + 600
    said = verified("house", server.base, before)
    assert f"root: {grown} leaves lead to it" in said
    assert f"the first {size} leaves are those of the checkpoint you kept" in said
    consistency = kept(tmp_path, "proof", json.dumps(client.get(f"/api/log/consistency?old={size}&new={grown}")))
    key = client.get("/log/key").strip()
    assert f"grown: {size} leaves became {grown}" in verified("grown", before, after, consistency, key)
    assert "other sizes" in verified("grown", after, before, consistency, key)
    forged = Signer(read_key(key).name, Ed25519PrivateKey.generate())
    text = read_note(after.read_text(encoding="utf-8")).text
    assert "not signed" in verified(
        "house", server.base, kept(tmp_path, "x", str(SignedNote(text, (forged.sign(text),)))), key
    )
    for path in ("0/000", "0/001", "1/000.p/2", "0/002.p/1", "entries/000", "entries/002.p/5"):
        assert client.request("GET", f"/log/tile/{path}").status_code == 200
    tile = client.request("GET", "/log/tile/1/000.p/2").content
    assert [len(client.request("GET", f"/log/tile/0/00{n}").content) for n in (0, 1)] == [8192, 8192]
    first = client.request("GET", "/log/tile/0/000").content
    assert tile[:32] == merkle.root_of([first[at : at + 32] for at in range(0, 8192, 32)])
    for path in ("0/999", "1/000", "0/000.p/256", "64/000", "0/x", "entries/9", "0/000.p/0", "0/x999/999", "63/000"):
        client.get(f"/log/tile/{path}", status=404)
    for query in ("old=5&new=3", f"old=1&new={grown + 1}"):
        client.get(f"/api/log/consistency?{query}", status=404)
    client.get("/api/log/consistency?old=-1&new=3", status=400)
    client.get(f"/api/log/inclusion?leaf={grown}", status=404)
    assert client.get("/api/log/inclusion?leaf=0")["leaf"] == 0


HEAD = {"leaf": "head", "log": "table/t", "version": 5, "head": "ab" * 32}


def shown_as_files(folder: Path, leaves: Sequence[dict[str, Any]], spelt: Callable[[str], str] = str) -> Path:
    """A log as files lie behind an address: the small program reads either."""
    signer = Signer("example.org/log", Ed25519PrivateKey.from_private_bytes(b"k" * 32))
    epoch = {"leaf": "epoch", "origin": signer.name, "key": signer.public(LOG).key.hex(), "at": 1}
    entries = [json.dumps(leaf).encode() for leaf in (epoch, *leaves)]
    text = spelt(LogCheckpoint(signer.name, len(entries), merkle.root_of(list(map(merkle.leaf_hash, entries)))).text)
    bundle = folder / f"log/tile/entries/000.p/{len(entries)}"
    bundle.parent.mkdir(parents=True)
    bundle.write_bytes(b"".join(len(each).to_bytes(2, "big") + each for each in entries))
    (folder / "log/checkpoint").write_text(str(SignedNote(text, (signer.sign(text),))), encoding="utf-8")
    (folder / "log/key").write_text(str(signer.public(LOG)), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("later", "sentence"),
    [
        ({}, "All is well."),
        ({"version": 6, "head": "cd" * 32}, "All is well."),
        ({"log": "table/u", "version": 1}, "All is well."),
        ({"version": 4}, "leaf 2 tells of event 4 of table/t, after event 5 was told: that log was written anew"),
        ({"head": "cd" * 32}, "leaf 2 has another hash for event 5 of table/t than one before it"),
        ({"leaf": "note"}, "leaf 2 is of a kind that nobody knows: note"),
    ],
)
def test_a_log_that_only_grows_but_tells_an_event_in_two_ways_is_found(
    later: dict[str, Any], sentence: str, tmp_path: Path
) -> None:
    """Who writes a table's log anew and adds leaves of the new one has a tree that holds, and leaves that do not."""
    folder = shown_as_files(tmp_path, [HEAD, HEAD | later])
    assert sentence in verified("house", folder, folder / "log/checkpoint")


def test_what_a_house_writes_is_shown_plainly_and_counted(tmp_path: Path) -> None:
    """A name that would clear the screen of whoever checks it, leaves without end, JSON without end."""
    folder = shown_as_files(tmp_path / "a", [HEAD, HEAD | {"leaf": "\x1b[2J\x9b8m"}])
    said = verified("house", folder)
    assert "leaf 2 is of a kind that nobody knows: ?[2J?8m" in said
    bundle = folder / "log/tile/entries/000.p/3"
    bundle.write_bytes(bundle.read_bytes() + b"\0\0" * 1000)
    assert "the leaves of 000 are not the 3 that were asked for" in verified("house", folder)
    deep = kept(tmp_path, "deep", "[" * 500_000)
    checkpoint = folder / "log/checkpoint"
    assert "it is damaged, RecursionError" in verified("grown", checkpoint, checkpoint, deep, folder / "log/key")


@pytest.mark.parametrize("wrong", ["+3", "03", " 3", "3_", "٣", str(2**63)])
def test_a_number_that_no_log_writes_is_none(wrong: str, tmp_path: Path) -> None:
    folder = shown_as_files(tmp_path, [HEAD, HEAD], lambda text: text.replace("\n3\n", f"\n{wrong}\n"))
    assert "is no number as a log writes one" in verified("house", folder)


def test_a_checkpoint_of_the_name_that_the_log_had_before_still_counts(tmp_path: Path) -> None:
    before = Signer("example.org/before", Ed25519PrivateKey.from_private_bytes(b"b" * 32))
    entry = {"leaf": "epoch", "origin": before.name, "key": before.public(LOG).key.hex(), "at": 2}
    folder = shown_as_files(tmp_path, [HEAD, entry])
    bundle = (folder / "log/tile/entries/000.p/3").read_bytes()
    first = bundle[2 : 2 + int.from_bytes(bundle[:2], "big")]
    for root, sentence in ((merkle.leaf_hash(first), "All is well."), (bytes(32), "the log was written anew")):
        text = LogCheckpoint(before.name, 1, root).text
        note = kept(tmp_path, "kept", str(SignedNote(text, (before.sign(text),))))
        assert sentence in verified("house", folder, note)


def test_a_new_name_of_the_log_is_told(tmp_path: Path) -> None:
    """Nothing of what is there is wrong, and something that was signed may be gone."""
    entry = {"leaf": "epoch", "origin": "example.org/\u001bnew", "key": "00", "at": 2}
    lost = entry | {"why": "rolled-back", "lost_size": 46, "lost_root": "AA=="}
    folder = shown_as_files(tmp_path / "new", [HEAD, lost, HEAD, entry])
    said = verified("house", folder)
    assert (
        "name: from leaf 2 on it is example.org/?new (rolled-back; 46 leaves had been signed before): ask why" in said
    )
    assert "name: from leaf 4 on it is example.org/?new (begun): ask why" in said
    assert "name:" not in verified("house", shown_as_files(tmp_path / "old", [HEAD]))


def test_a_witness_signs_and_the_house_shows_it(
    table: str, server: RunningServer, client: Client, tmp_path: Path
) -> None:
    assert table
    client.get("/log/cosigned", status=404)
    (tmp_path / "witness.key").write_text(f"{WATCHES.name}\n{'77' * 32}\n", encoding="utf-8")
    words = ["witness", server.base, "--once", "--keep", str(tmp_path), "--json"]
    done = CliRunner().invoke(cli, words)
    told = json.loads(done.stdout)
    assert (done.exit_code, told["found"], told["submitted"]) == (0, "first", True)
    cosigned = client.get("/log/cosigned")
    assert cosigned == told["cosigned"]
    assert client.get("/api/log")["witnesses"][0]["size"] == read_checkpoint(cosigned)[0].size
    key, file = client.get("/log/key").strip(), kept(tmp_path, "cosigned", cosigned)
    assert f"cosigned: {WATCHES.name} saw" in verified("cosigned", file, key, KEY)
    stranger = Signer("example.net/other", Ed25519PrivateKey.generate())
    text = read_note(cosigned).text
    for signature in (stranger.cosign(text, 1), WATCHES.cosign(text.replace("log", "lag", 1), 1)):
        refused = client.post("/api/log/cosignatures", {"checkpoint": str(SignedNote(text, (signature,)))}, status=409)
        assert "no witness that this house knows" in refused["refusal"]["sentence"]
    made_up = text.replace(f"\n{read_checkpoint(cosigned)[0].size}\n", "\n5\n")
    wrong = str(SignedNote(made_up, (WATCHES.cosign(made_up, 1),)))
    refused = client.post("/api/log/cosignatures", {"checkpoint": wrong}, status=409)
    assert "no checkpoint of this log" in refused["refusal"]["sentence"]
    longer = f"{text}more\n"  # a line behind the three would be signed, and is none of this log's
    wrong = str(SignedNote(longer, (WATCHES.cosign(longer, 1),)))
    refused = client.post("/api/log/cosignatures", {"checkpoint": wrong}, status=409)
    assert "no checkpoint of this log" in refused["refusal"]["sentence"]
    client.post("/api/log/cosignatures", {"checkpoint": "hello"}, status=409)
    assert client.get("/log/cosigned") == cosigned


def test_a_witness_who_means_ill_spoils_nothing(table: str, server: RunningServer, client: Client) -> None:
    """Signatures without number, times that will never come, a log of nothing: the house shows one and goes on."""
    assert table
    text = read_note(client.get("/log/checkpoint")).text
    origin, size, _ = text.split("\n")[:3]
    now_s = server.house.now() // 1000

    def brings(note: str, *times: int, status: int = 200) -> Any:
        signed = str(SignedNote(note, tuple(WATCHES.cosign(note, at) for at in times)))
        return client.post("/api/log/cosignatures", {"checkpoint": signed}, status=status)

    brings(text, *range(now_s - 99, now_s + 1))
    (_, mine) = read_note(client.get("/log/cosigned")).signatures
    assert read_key(KEY).cosigned(SignedNote(text, (mine,))) == now_s
    (told,) = client.get("/api/log")["witnesses"]
    assert (told["size"], told["at"]) == (int(size), now_s)
    for far in (now_s + 2 * 24 * 60 * 60, 2**64 - 1):
        refused = brings(text, now_s, far, status=409)
        assert "more than a day ahead" in refused["refusal"]["sentence"]
    nothing = LogCheckpoint(origin, 0, merkle.EMPTY).text
    assert "no checkpoint of this log" in brings(nothing, now_s, status=409)["refusal"]["sentence"]
    server.call(server.store.put(COSIGNED, [(row_of(read_key(KEY)), b"spoilt before")]))
    assert client.get("/api/log")["witnesses"][0]["size"] == 0
    client.get("/log/cosigned", status=404)
    brings(text, now_s)
    assert client.get("/api/log")["witnesses"][0]["size"] == int(size)


def test_of_a_witness_the_newest_signature_is_shown_while_the_house_lists_it(
    table: str, server: RunningServer, client: Client
) -> None:
    assert table
    text = read_note(client.get("/log/checkpoint")).text
    now_s = server.house.now() // 1000
    namesake = Signer(WATCHES.name, Ed25519PrivateKey.from_private_bytes(b"n" * 32))
    before = server.front.settings
    server.call(server.store.put(COSIGNED, [(row_of(read_key(KEY)), None)]))

    def brings(witness: Signer, at: int, status: int = 200) -> Any:
        signed = str(SignedNote(text, (witness.cosign(text, at),)))
        return client.post("/api/log/cosignatures", {"checkpoint": signed}, status=status)

    def told(*witnesses: str) -> list[int]:
        server.front.settings = replace(before, log_witnesses=witnesses)
        return [each["at"] for each in client.get("/api/log")["witnesses"]]

    other = str(namesake.public(WITNESS))
    assert told(KEY, other) == [0, 0]
    brings(WATCHES, now_s - 5)
    brings(WATCHES, now_s - 9)
    brings(namesake, now_s - 7)
    assert told(KEY, other) == [now_s - 5, now_s - 7]
    assert len(read_note(client.get("/log/cosigned")).signatures) == 3
    assert "without a time" in brings(WATCHES, 0, status=409)["refusal"]["sentence"]
    assert told(KEY) == [now_s - 5]
    assert len(read_note(client.get("/log/cosigned")).signatures) == 2
    assert told() == []
    client.get("/log/cosigned", status=404)
    assert client.get("/api/log")["cosigned"] == ""
    (kept,) = [(WATCHES.name, server.call(server.store.get(COSIGNED, row_of(read_key(KEY)))))]
    server.call(server.store.put(COSIGNED, [kept, (row_of(read_key(KEY)), None)]))  # as it was kept by name alone
    assert told(KEY, other) == [now_s - 5, now_s - 7]
    server.front.settings = before


def test_numbers_without_end_are_no_place_in_the_log(table: str, client: Client) -> None:
    """A number of thousands of digits is none that a program reads."""
    assert table
    for path in (f"/log/tile/entries/{'x000/' * 1434}000", f"/log/tile/0/{'x999/' * 5}999"):
        client.get(path, status=404)
    many = "9" * 5000
    client.get(f"/log/proof/{table}/{many}", status=404)
    client.get(f"/api/tables/{table}/shoes/{many}/record", status=404)
    client.get(f"/api/tables/{table}/coups/{many}/1", status=404)
    client.get(f"/api/log/inclusion?table={table}&shoe={many}", status=400)
    client.get(f"/api/log/consistency?old=1&new={many}", status=400)


def test_data_are_held_against_a_checkpoint_without_our_program(
    table: str, server: RunningServer, client: Client, tmp_path: Path
) -> None:
    assert table
    checkpoint = kept(tmp_path, "checkpoint", client.get("/log/checkpoint"))
    server.call(server.store.backup(str(tmp_path / "copy.sqlite")))
    said = verified("data", tmp_path / "copy.sqlite", checkpoint)
    assert "leaves that name their hashes" in said
    forged = checkpoint.read_text(encoding="utf-8").split("\n")
    later = "\n".join([forged[0], str(int(forged[1]) + 1), *forged[2:]])
    assert "WRONG: the signature of the checkpoint is wrong" in verified(
        "data", tmp_path / "copy.sqlite", kept(tmp_path, "later", later)
    )


def test_a_leaf_without_a_hash_says_nothing_of_a_record(tmp_path: Path) -> None:
    """It is in the tree, it names the shoe and its commitment, and no event of the record has its number."""
    signer = Signer("example.org/log", Ed25519PrivateKey.from_private_bytes(b"k" * 32))
    header = {"table": "t", "shoe": 1, "commitment": "ab", "previous_head": "00" * 32, "first_version": 1}
    record = kept(tmp_path, "record", "".join(f"{json.dumps(line)}\n" for line in (header, {"event": 1}, {"end": 1})))
    leaf = {"leaf": "head", "log": "table/t", "version": 9, "head": "", "shoe": 1, "commitment": "ab"}
    entry = json.dumps(leaf).encode()
    text = LogCheckpoint(signer.name, 1, merkle.leaf_hash(entry)).text
    checkpoint = str(SignedNote(text, (signer.sign(text),)))
    proof = kept(tmp_path, "proof", str(LogProof(0, (), checkpoint, entry)))
    key = signer.public(LOG)
    assert "All is well." in verified("proof", proof, key)
    assert "WRONG: the record has another hash at event 9 than the leaf" in verified("proof", proof, key, record)


def test_a_log_that_began_with_nothing_has_grown(tmp_path: Path) -> None:
    signer = Signer("example.org/log", Ed25519PrivateKey.from_private_bytes(b"k" * 32))

    def checkpoint(size: int, root: bytes) -> Path:
        text = LogCheckpoint(signer.name, size, root).text
        return kept(tmp_path, f"{size}{root.hex()[:4]}", str(SignedNote(text, (signer.sign(text),))))

    empty, one, wrong = checkpoint(0, merkle.EMPTY), checkpoint(1, merkle.leaf_hash(b"a")), checkpoint(0, bytes(32))
    proof = kept(tmp_path, "grown", json.dumps({"old": 0, "new": 1, "hashes": []}))
    same = kept(tmp_path, "same", json.dumps({"old": 0, "new": 0, "hashes": []}))
    back = kept(tmp_path, "back", json.dumps({"old": 1, "new": 0, "hashes": []}))
    key = signer.public(LOG)
    assert "grown: 0 leaves became 1" in verified("grown", empty, one, proof, key)
    assert "All is well." in verified("grown", empty, empty, same, key)
    assert "its root is not that of nothing" in verified("grown", wrong, one, proof, key)
    assert "or this is older than what you kept" in verified("grown", one, empty, back, key)


def test_a_house_that_never_ends_an_answer_does_not_hold_up_the_small_program(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Each byte of its headers comes in good time, and the last one never does."""
    program: dict[str, Any] = {"__name__": "verify_log"}
    exec(compile(PROGRAM.read_text(encoding="utf-8"), str(PROGRAM), "exec"), program)
    program["ANSWER_S"] = 0.5
    with dripping() as (base, _):
        assert program["main"](["house", base]) == 2
    assert "has not answered in 0.5 seconds" in capsys.readouterr().err


def test_wrong_calls_of_the_small_program(tmp_path: Path) -> None:
    assert "python3 verify_log.py house URL" in verified()
    assert "python3 verify_log.py" in verified("proof", "one")
    assert "cannot be read" in verified("proof", tmp_path / "none", KEY)


# RFC 8032, section 7.1: public key, message, signature of TEST 1, TEST 2 and TEST 3.
VECTORS = (
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
)


def test_the_small_program_knows_the_signatures_of_the_standard() -> None:
    program: dict[str, object] = {"__name__": "verify_log"}
    exec(compile(PROGRAM.read_text(encoding="utf-8"), str(PROGRAM), "exec"), program)
    signed = program["signed"]
    for key, message, signature in VECTORS:
        facts = [bytes.fromhex(each) for each in (key, message, signature)]
        assert signed(*facts)  # type: ignore[operator]
        for place in range(3):
            touched = [bytearray(each) for each in facts]
            touched[place] = (touched[place] or bytearray(b"\0")) if place == 1 and not facts[1] else touched[place]
            touched[place][len(touched[place]) // 2] ^= 1
            if place == 1 and not facts[1]:
                touched[place] = bytearray(b"x")
            assert not signed(*map(bytes, touched))  # type: ignore[operator]
    large = (2**252 + 27742317777372353535851937790883648493).to_bytes(32, "little")
    assert not signed(bytes.fromhex(VECTORS[0][0]), b"", bytes.fromhex(VECTORS[0][2])[:32] + large)  # type: ignore[operator]


def test_a_witness_is_named_by_its_key_in_the_settings() -> None:
    settings = load_settings(environ={"MINIBAC_LOG_WITNESSES": KEY})
    assert not isinstance(settings, tuple)
    assert settings.log_witnesses == (KEY,)
    wrong = load_settings(environ={"MINIBAC_LOG_WITNESSES": KEY[:-4]})
    assert isinstance(wrong, tuple)
    assert "no key of a witness" in str(wrong[0])
    assert replace(settings, key_file="/keys/vault.key").checkpoint_path == Path("/keys/log.checkpoint")
