"""``minibac witness`` against a log that grows, and against logs that do everything else."""

import json
import threading
from base64 import b64encode
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from click.testing import CliRunner, Result
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from minibac.cli import cli
from minibac.tlog import merkle
from minibac.tlog.notes import (
    LOG,
    WITNESS,
    LogCheckpoint,
    NoteSignature,
    SignedNote,
    Signer,
    read_checkpoint,
    read_key,
    read_note,
)
from tests.tlog.dripping import dripping

NAME = "example.org/log"


class Shown:
    """A log as somebody shows it, honestly or not."""

    def __init__(self) -> None:
        self.name, self.private = NAME, Ed25519PrivateKey.from_private_bytes(b"k" * 32)
        self.leaves = [str(number).encode() for number in range(10)]
        self.answers: dict[str, tuple[int, str]] = {}
        self.taken: list[str] = []
        self.base = ""
        self.tiles = True

    @property
    def signer(self) -> Signer:
        return Signer(self.name, self.private)

    @property
    def hashes(self) -> list[bytes]:
        return [merkle.leaf_hash(leaf) for leaf in self.leaves]

    def tile(self, path: str) -> bytes:
        number, _, width = path.removeprefix("/log/tile/0/").partition(".p/")
        first = int(number) * 256
        return b"".join(self.hashes[first : first + int(width or 256)])

    def answer(self, path: str, body: bytes) -> tuple[int, str]:
        where = urlsplit(path)
        if where.path in self.answers:
            return self.answers[where.path]
        if where.path == "/log/key":
            return 200, f"{self.signer.public(LOG)}\n"
        if where.path == "/log/checkpoint":
            text = LogCheckpoint(self.name, len(self.leaves), merkle.root_of(self.hashes)).text
            return 200, str(SignedNote(text, (self.signer.sign(text),)))
        if where.path == "/api/log/consistency":
            old, new = (int(parse_qs(where.query)[name][0]) for name in ("old", "new"))
            parts = merkle.consistency(old, new)
            hashes = [b64encode(merkle.root_of(self.hashes[first:last])).decode() for first, last in parts]
            return 200, json.dumps({"hashes": hashes})
        if where.path == "/api/log/cosignatures":
            self.taken.append(json.loads(body)["checkpoint"])
            return 200, "{}"
        return 404, "{}"


@pytest.fixture
def shown() -> Iterator[Shown]:
    log = Shown()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            length = int(self.headers.get("content-length") or 0)
            status, text = log.answer(self.path, self.rfile.read(length))
            data = text.encode()
            if not status:  # no answer at all, to the byte
                self.wfile.write(data)
                return
            if self.path.startswith("/log/tile/") and log.tiles:
                status, data = 200, log.tile(self.path)
            self.send_response(status)
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        do_POST = do_GET  # noqa: N815 (the names are those of the library)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    log.base = f"http://127.0.0.1:{server.server_port}"
    yield log
    server.shutdown()
    server.server_close()


def witness(log: Shown, keep: Path, *words: str) -> Result:
    done = CliRunner().invoke(cli, ["witness", log.base, "--once", "--keep", str(keep), *words])
    assert "Traceback" not in done.output
    return done


def told(log: Shown, keep: Path, *words: str) -> dict[str, Any]:
    return dict(json.loads(witness(log, keep, "--json", *words).stdout))


def test_a_log_that_grows_is_signed_and_the_signature_is_brought_to_the_house(shown: Shown, tmp_path: Path) -> None:
    first = witness(shown, tmp_path, "--name", "example.net/w")
    assert first.exit_code == 0
    assert "first seen, with 10 leaves" in first.output
    assert told(shown, tmp_path)["found"] == "same"
    shown.leaves += [b"a", b"b", b"c"]
    grown = told(shown, tmp_path)
    assert (grown["found"], grown["holds"], grown["submitted"]) == ("grown", True, True)
    assert grown["sentence"] == "grown from 10 to 13 leaves, and nothing before was touched"
    assert grown["cosigned"] == shown.taken[-1]
    key = read_key(grown["witness"])
    assert (key.name, key.kind) == ("example.net/w", WITNESS)
    assert key.cosigned(read_note(grown["cosigned"])) is not None
    assert shown.signer.public(LOG).signed(read_note(grown["cosigned"]))
    assert next(tmp_path.glob("*.cosigned")).read_text(encoding="utf-8") == grown["cosigned"]
    assert told(shown, tmp_path, "--no-submit")["submitted"] is False
    assert (tmp_path / "witness.key").stat().st_mode & 0o077 == 0


def other(log: Shown) -> None:
    log.leaves[3] = b"other"


def anew(log: Shown) -> None:
    log.leaves[3] = b"other"
    log.leaves += [b"a"]


def swapped(log: Shown) -> None:
    log.leaves[3], log.leaves[4] = log.leaves[4], log.leaves[3]
    log.leaves += [b"a"]


def anew_and_without_proof(log: Shown) -> None:
    anew(log)
    log.answers["/api/log/consistency"] = (404, "{}")


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (other, "forked"),
        (anew, "rewritten"),
        (swapped, "rewritten"),
        (anew_and_without_proof, "rewritten"),
    ],
)
def test_a_house_that_contradicts_itself_is_caught_with_its_own_signatures(
    shown: Shown, tmp_path: Path, change: Any, found: str
) -> None:
    witness(shown, tmp_path)
    before = shown.answer("/log/checkpoint", b"")[1]
    signed = len(shown.taken)
    change(shown)
    done = witness(shown, tmp_path, "--json")
    caught = json.loads(done.stdout)
    assert done.exit_code == 1
    assert (caught["found"], caught["holds"], caught["cosigned"]) == (found, False, "")
    kept = json.loads(Path(caught["evidence"]).read_text(encoding="utf-8"))
    assert (kept["before"], kept["now"]) == (before, shown.answer("/log/checkpoint", b"")[1])
    for text in (kept["before"], kept["now"]):
        assert read_key(kept["key"]).signed(read_note(text))
    if found == "rewritten":  # then the leaves convict it: they lead to the one checkpoint and not to the other
        leaves = [bytes.fromhex(each) for each in kept["leaves"]]
        both = [read_checkpoint(kept[name])[0] for name in ("before", "now")]
        assert [merkle.root_of(leaves[: each.size]) == each.root for each in both] == [False, True]
    shown.leaves = [str(number).encode() for number in range(12)]  # it thinks better of it, and is not believed
    again = witness(shown, tmp_path)
    assert again.exit_code == 1
    assert "nothing of this log is signed any more" in again.output
    assert len(shown.taken) == signed


def test_an_old_checkpoint_convicts_nobody_and_one_that_extends_what_was_kept_goes_on(
    shown: Shown, tmp_path: Path
) -> None:
    """A cache may have kept it. Where the log was cut off indeed, it is as short at every look."""
    old = shown.answer("/log/checkpoint", b"")
    shown.leaves += [b"a", b"b"]
    assert told(shown, tmp_path)["found"] == "first"
    shown.answers["/log/checkpoint"] = old
    short: dict[str, Any] = {}
    for _ in range(2):
        done = witness(shown, tmp_path, "--json")
        short = json.loads(done.stdout)
        assert (done.exit_code, short["found"], short["holds"], short["cosigned"]) == (1, "truncated", False, "")
    kept = json.loads(Path(short["evidence"]).read_text(encoding="utf-8"))
    assert all(read_key(kept["key"]).signed(read_note(kept[which])) for which in ("before", "now"))
    shown.answers.clear()
    shown.leaves += [b"c"]
    assert told(shown, tmp_path)["found"] == "grown"
    state = next(tmp_path.glob("127*.json"))
    caught = json.loads(state.read_text(encoding="utf-8")) | {"caught": "truncated"}
    state.write_text(json.dumps(caught), encoding="utf-8")  # as it was once written
    assert told(shown, tmp_path)["found"] == "same"


@pytest.mark.parametrize("answer", [(404, "{}"), (200, "<html>please sign in</html>"), (200, '{"hashes": ["AAAA"]}')])
def test_a_proof_that_got_lost_on_the_way_convicts_nobody(
    shown: Shown, tmp_path: Path, answer: tuple[int, str]
) -> None:
    witness(shown, tmp_path)
    shown.leaves += [b"a"]
    shown.answers["/api/log/consistency"] = answer
    assert told(shown, tmp_path)["found"] == "grown"  # the leaves say it as well
    shown.leaves += [b"b"]
    shown.tiles = False
    for _ in range(2):
        done = witness(shown, tmp_path, "--json")
        found = json.loads(done.stdout)
        assert (done.exit_code, found["found"], found["cosigned"]) == (1, "unproved", "")
        assert "gives no proof that its 12 leaves begin with the 11 of before" in found["sentence"]
    assert len(list((tmp_path / "evidence").iterdir())) == 1  # the same is not kept again and again
    shown.answers.clear()
    assert told(shown, tmp_path)["found"] == "grown"


def test_one_log_at_two_addresses_is_one_log(shown: Shown, tmp_path: Path) -> None:
    """A house that shows one history at one address and another at the other is caught by a witness of both."""
    here, there = shown.base, shown.base.replace("127.0.0.1", "localhost")
    assert told(shown, tmp_path)["found"] == "first"
    shown.base = there
    assert told(shown, tmp_path)["found"] == "same"
    shown.base, mine = here, shown.private
    shown.leaves += [b"a"]
    assert told(shown, tmp_path)["found"] == "grown"
    shown.base = there
    shown.private = Ed25519PrivateKey.from_private_bytes(b"x" * 32)
    assert told(shown, tmp_path)["found"] == "unsigned"  # somebody else who takes the name is nobody
    shown.private = mine
    shown.leaves[-1] = b"b"
    assert told(shown, tmp_path)["found"] == "forked"
    shown.base, shown.leaves[-1] = here, b"a"
    again = witness(shown, tmp_path)
    assert again.exit_code == 1
    assert "nothing of this log is signed any more" in again.output


def test_two_witnesses_with_one_folder_never_sign_two_histories(shown: Shown, tmp_path: Path) -> None:
    """One that runs on and on knows what another one with its key signed meanwhile."""
    from minibac.cli.witness import Ask, Watching

    asked = {"name": "", "log_key": "", "once": False, "every": 60, "no_submit": True, "accept": ""}
    running = Watching(Ask(as_json=True, url=shown.base, keep=tmp_path, **asked))
    assert running.look(1).verdict.kind == "first"
    shown.leaves += [b"a"]
    assert told(shown, tmp_path)["found"] == "grown"
    shown.leaves[-1] = b"b"
    looked = running.look(2)
    assert (looked.verdict.kind, looked.signed) == ("forked", "")


def test_a_house_that_takes_the_name_of_another_convicts_it_of_nothing(shown: Shown, tmp_path: Path) -> None:
    """Whoever shows a name first has it in this folder, for one key; evidence is of one key alone."""
    here, there = shown.base, shown.base.replace("127.0.0.1", "localhost")
    true_key = str(shown.signer.public(LOG))
    shown.base, mine = there, shown.private
    shown.private = Ed25519PrivateKey.from_private_bytes(b"e" * 32)
    text = LogCheckpoint(NAME, 10**18, bytes(32)).text
    shown.answers["/log/checkpoint"] = (200, str(SignedNote(text, (shown.signer.sign(text),))))
    assert told(shown, tmp_path)["found"] == "first"
    shown.base, shown.private = here, mine
    shown.answers.clear()
    for words in ((), ("--log-key", true_key)):
        done = witness(shown, tmp_path, "--json", *words)
        found = json.loads(done.stdout)
        assert (done.exit_code, found["found"], found["evidence"], found["cosigned"]) == (1, "taken", "", "")
        assert f"{there} has shown a log of this name with another key" in found["sentence"]
    assert told(shown, tmp_path / "other", "--log-key", true_key)["found"] == "first"
    assert not (tmp_path / "evidence").exists()


def test_a_witness_passes_on_no_signature_of_somebody_else(shown: Shown, tmp_path: Path) -> None:
    """A wrong one in the witness's own name would spoil the right one beside it."""
    own = told(shown, tmp_path)["witness"]
    name, key_id, _ = own.split("+", 2)
    wrong = NoteSignature(name, bytes.fromhex(key_id), bytes(72))
    text = LogCheckpoint(NAME, len(shown.leaves), merkle.root_of(shown.hashes)).text
    many = tuple(NoteSignature(f"example.net/{number}", b"none", bytes(64)) for number in range(98))
    shown.answers["/log/checkpoint"] = (200, str(SignedNote(text, (shown.signer.sign(text), wrong, *many))))
    note = read_note(told(shown, tmp_path)["cosigned"])
    assert read_key(own).cosigned(note) is not None
    assert shown.signer.public(LOG).signed(note)
    assert [each.name for each in note.signatures] == [NAME, name]


def test_a_house_that_answers_by_the_byte_holds_up_no_other_one(shown: Shown, tmp_path: Path) -> None:
    """Each byte of its headers comes in good time. The folder is free meanwhile."""
    from minibac.cli.witness import Ask, Unreached, Watching

    asked = {"name": "", "log_key": "", "once": False, "every": 60, "no_submit": True, "accept": ""}
    ended: list[Unreached] = []
    with dripping() as (base, called):

        def look() -> None:
            try:
                Watching(Ask(as_json=True, url=base, keep=tmp_path, **asked)).look(1)
            except Unreached as error:
                ended.append(error)

        slow = threading.Thread(target=look, daemon=True)
        slow.start()
        called.wait()
        assert told(shown, tmp_path)["found"] == "first"
        assert slow.is_alive()
    slow.join()
    assert ended


def test_a_look_has_an_end_whatever_the_house_sends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["witness", "--once", "--keep", str(tmp_path)]
    for limit in ("cli.asking.ANSWER_S", "cli.witness.LOOK_S"):
        with monkeypatch.context() as patched, dripping() as (base, _):
            patched.setattr(f"minibac.{limit}", 0.5)
            done = CliRunner().invoke(cli, [*words, base])
        assert done.exit_code == 4
        assert "cannot be reached: timed out" in done.output


@pytest.mark.parametrize("root", [bytes(32), merkle.EMPTY])
def test_a_log_of_nothing_has_one_root(root: bytes, shown: Shown, tmp_path: Path) -> None:
    text = LogCheckpoint(NAME, 0, root).text
    shown.answers["/log/checkpoint"] = (200, str(SignedNote(text, (shown.signer.sign(text),))))
    done = witness(shown, tmp_path)
    assert done.exit_code == (0 if root == merkle.EMPTY else 4)
    assert ("no log of 0 leaves has that root" in done.output) == (root != merkle.EMPTY)
    shown.answers.clear()
    assert told(shown, tmp_path)["found"] == ("grown" if root == merkle.EMPTY else "first")


def test_a_log_under_a_new_name_is_not_followed_before_somebody_says_so(shown: Shown, tmp_path: Path) -> None:
    witness(shown, tmp_path)
    shown.name = "example.org/log-2"
    del shown.leaves[5:]
    done = witness(shown, tmp_path)
    assert done.exit_code == 3
    assert "goes by another name now: example.org/log-2" in done.output
    assert "--accept example.org/log-2" in done.output
    assert witness(shown, tmp_path, "--accept", "example.org/other").exit_code == 3
    shown.answers["/log/key"] = 200, "no key"
    done = witness(shown, tmp_path, "--accept", "example.org/log-2")
    assert done.exit_code == 4
    assert "shows no open log: this is no key of a log" in done.output
    shown.answers.clear()
    taken = told(shown, tmp_path, "--accept", "example.org/log-2")
    assert taken["found"] == "first"
    shown.leaves += [b"x"]
    assert told(shown, tmp_path)["found"] == "grown"


def test_what_is_not_signed_by_the_log_is_not_signed_by_the_witness(shown: Shown, tmp_path: Path) -> None:
    witness(shown, tmp_path)
    shown.private = Ed25519PrivateKey.from_private_bytes(b"x" * 32)
    done = witness(shown, tmp_path)
    assert done.exit_code == 1
    assert "not signed with the key of the log" in done.output
    shown.private = Ed25519PrivateKey.from_private_bytes(b"k" * 32)
    assert witness(shown, tmp_path).exit_code == 0  # somebody between the two may have said so
    known = witness(shown, tmp_path, "--log-key", str(Signer(NAME, Ed25519PrivateKey.generate()).public(LOG)))
    assert known.exit_code == 2
    assert "knows the log by another key" in known.output
    forged = Signer(NAME, Ed25519PrivateKey.generate()).public(LOG)
    assert told(shown, tmp_path / "new", "--log-key", str(forged))["found"] == "unsigned"  # heard from elsewhere


def test_a_house_that_shows_nonsense_at_every_look_does_not_fill_the_disk(
    shown: Shown, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("minibac.cli.witness.MOST_KEPT", 3)
    witness(shown, tmp_path)
    mine = shown.private
    for number in range(5):
        shown.private = Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32)
        found = told(shown, tmp_path)
        assert (found["found"], bool(found["evidence"])) == ("unsigned", number < 3)
    shown.private = mine
    shown.leaves[-1] = b"other"
    found = told(shown, tmp_path)
    assert (found["found"], bool(found["evidence"])) == ("forked", True), "what convicts the house is always kept"


def test_a_house_that_does_not_answer_or_has_no_log_is_told_in_a_sentence(shown: Shown, tmp_path: Path) -> None:
    shown.answers["/log/checkpoint"] = (200, "<html>hello</html>")
    no_log = witness(shown, tmp_path)
    assert no_log.exit_code == 4
    assert "shows no open log" in no_log.output
    shown.answers["/log/checkpoint"] = (503, '{"refusal": {"sentence": "the store of the house does not answer"}}')
    assert "the store of the house does not answer" in witness(shown, tmp_path).output
    shown.base = "http://127.0.0.1:1"
    away = witness(shown, tmp_path, "--json")
    assert (away.exit_code, json.loads(away.stdout)["found"]) == (4, "unreached")
    shown.base = "ftp://house"
    wrong = witness(shown, tmp_path)
    assert wrong.exit_code == 2
    assert "begins with http:// or https://" in wrong.output


DEEP = "[" * 500_000
TO_THE_TERMINAL = json.dumps({"refusal": {"sentence": "\x1b[2Jall is well\x1b]0;x\x07\x9b31m\u202e"}})


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ((0, "hello\r\n\r\n"), "hello"),
        ((0, "HTTP/1.1 409 No\r\nContent-Length: 9\r\n\r\nshort"), "the house answered with status 409"),
        ((0, "HTTP/1.1 302 No\r\nLocation: file:///x\r\nContent-Length: 0\r\n\r\n"), "with status 302"),
        ((409, DEEP), "the house answered with status 409"),
        ((409, TO_THE_TERMINAL), "take the signature: �[2Jall is well�]0;x��31m�\n"),
    ],
)
def test_whatever_a_house_answers_a_witness_goes_on_and_shows_it_plainly(
    answer: tuple[int, str], sentence: str, shown: Shown, tmp_path: Path
) -> None:
    shown.answers["/api/log/cosignatures"] = answer
    done = witness(shown, tmp_path)
    assert done.exit_code == 0
    assert sentence in done.output
    shown.answers["/log/checkpoint"] = answer
    asked = witness(shown, tmp_path)
    assert asked.exit_code == 4
    assert "a fault of minibac" not in asked.output
    assert not any(sign in asked.output for sign in "\x1b\x07\x9b\u202e")
    del shown.answers["/log/checkpoint"]
    shown.leaves += [b"x"]
    shown.tiles = False
    shown.answers["/api/log/consistency"] = (200, DEEP)
    assert told(shown, tmp_path)["found"] == "unproved"


def test_an_answer_that_comes_by_the_byte_is_none(
    shown: Shown, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each byte comes in good time, and the whole never would."""
    monkeypatch.setattr("minibac.cli.asking.ANSWER_S", -1)
    dripped = witness(shown, tmp_path)
    assert dripped.exit_code == 4
    assert "cannot be reached: timed out" in dripped.output


@pytest.mark.parametrize(
    "change",
    [
        lambda _: [],
        lambda _: {},
        lambda _: 5,
        lambda _: None,
        lambda state: {"key": state["key"]},
        lambda state: {"checkpoint": state["checkpoint"]},
        lambda state: state | {"checkpoint": 5},
        lambda state: state | {"checkpoint": "hello"},
        lambda state: state | {"checkpoint": state["checkpoint"].replace("\n10\n", "\n9\n")},
        lambda state: state | {"key": ["x"]},
        lambda state: state | {"key": "x"},
        lambda state: state | {"caught": "zzz"},
        lambda state: state | {"at": "now"},
        lambda state: state | {"before": {"key": "x"}},
        DEEP,
        '{"before": ' * 20_000,
    ],
)
def test_what_a_witness_kept_is_whole_or_it_says_so(change: Any, shown: Shown, tmp_path: Path) -> None:
    """Damage is not taken for a log that is seen for the first time, in this file or in one beside it."""
    witness(shown, tmp_path)
    state = next(tmp_path.glob("127*.json"))
    text = state.read_text(encoding="utf-8")
    wrong = change if isinstance(change, str) else json.dumps(change(json.loads(text)))
    for file in (state, tmp_path / "foreign.json"):
        state.write_text(text, encoding="utf-8")
        file.write_text(wrong, encoding="utf-8")
        done = witness(shown, tmp_path)
        assert done.exit_code == 2
        assert f"{file} cannot be read" in done.output
        assert "what was seen last is not known" in done.output


def test_what_cannot_be_written_whole_is_not_signed(shown: Shown, tmp_path: Path) -> None:
    """A disk that is full takes the first part of a file, and then no more."""
    resource = pytest.importorskip("resource")
    witness(shown, tmp_path)
    before = {file: file.read_bytes() for file in tmp_path.iterdir()}
    shown.leaves += [b"a"]
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        done = witness(shown, tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert done.exit_code == 4
    assert "cannot be used" in done.output
    assert {file: file.read_bytes() for file in tmp_path.iterdir()} == before
    assert len(shown.taken) == 1
    assert told(shown, tmp_path)["found"] == "grown"


def test_two_witnesses_that_begin_at_once_sign_with_one_key(tmp_path: Path) -> None:
    from minibac.cli.witness import _own_key

    for number in range(20):
        folder = tmp_path / str(number)
        folder.mkdir()
        keys: list[str] = []
        both = threading.Barrier(2)

        def begin(folder: Path = folder, keys: list[str] = keys, both: threading.Barrier = both) -> None:
            both.wait()
            keys.append(str(_own_key(folder, "").public(WITNESS)))

        threads = [threading.Thread(target=begin) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(keys) == 2
        assert len(set(keys)) == 1


def test_a_refused_signature_and_damaged_files_are_told_in_a_sentence(shown: Shown, tmp_path: Path) -> None:
    shown.answers["/api/log/cosignatures"] = (409, '{"refusal": {"sentence": "no witness that this house knows"}}')
    refused = witness(shown, tmp_path)
    assert refused.exit_code == 0
    assert "did not take the signature: no witness that this house knows" in refused.output
    next(tmp_path.glob("127*.json")).write_text("{", encoding="utf-8")
    damaged = witness(shown, tmp_path)
    assert damaged.exit_code == 2
    assert "what was seen last is not known" in damaged.output
    (tmp_path / "witness.key").write_text("no key", encoding="utf-8")
    assert "is no key of a witness" in witness(shown, tmp_path).output
    assert "no spaces and no plus" in witness(shown, tmp_path / "new", "--name", "a b").output
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert witness(shown, tmp_path / "file").exit_code == 2
