"""Notes, keys, checkpoints and cosignatures: the examples of C2SP, and whatever is none of them."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from minibac.tlog.notes import (
    LOG,
    WITNESS,
    LogCheckpoint,
    LogProof,
    NoteError,
    SignedNote,
    Signer,
    check_key_name,
    cosigned_message,
    read_checkpoint,
    read_hashes,
    read_key,
    read_note,
    read_signature,
    with_signatures,
)

# c2sp.org/signed-note, "Example".
KEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
NOTE = (
    "This is an example message.\n\n— example.com/foo "
    "Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
)
# c2sp.org/tlog-cosignature, its first example: a checkpoint with the signature of its log and one of a witness.
COSIGNED = (
    "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n"
    "— example.com/behind-the-sofa "
    "Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n"
    "— witness.example.com/w1 "
    "jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n"
)
ROOT = f"{'A' * 43}="
TEXT = "example.org/log\n7\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n"


def signer(name: str, seed: int = 1) -> Signer:
    return Signer(name, Ed25519PrivateKey.from_private_bytes(bytes([seed]) * 32))


def test_the_note_of_the_specification_is_signed_with_its_key() -> None:
    key, note = read_key(KEY), read_note(NOTE)
    assert str(key) == KEY
    assert str(note) == NOTE
    assert key.signed(note)
    assert not key.signed(note._replace(text="This is another message.\n"))
    assert not key._replace(name="example.com/bar").signed(note)


def test_the_checkpoint_of_the_specification_reads_back_to_the_byte() -> None:
    checkpoint, note = read_checkpoint(COSIGNED)
    assert (checkpoint.origin, checkpoint.size) == ("example.com/behind-the-sofa", 20852163)
    assert checkpoint.root.hex().startswith("0ac5186a91863e8e")
    assert checkpoint.text == note.text
    assert str(note) == COSIGNED
    witness = note.signatures[1]
    assert int.from_bytes(witness.bytes[:8], "big") == 1679315147  # as its text says
    assert cosigned_message(note.text, 1679315147).startswith(
        b"cosignature/v1\ntime 1679315147\nexample.com/behind-the-sofa\n20852163\n"
    )


def test_a_log_signs_and_a_witness_signs_with_the_time() -> None:
    log, witness = signer("example.org/log"), signer("example.net/w", 2)
    signed = str(SignedNote(TEXT, (log.sign(TEXT),)))
    cosigned = with_signatures(signed, [witness.cosign(TEXT, 1_800_000_000), witness.cosign(TEXT, 1_800_000_000)])
    note = read_note(cosigned)
    assert len(note.signatures) == 2
    assert log.public(LOG).signed(note)
    assert witness.public(WITNESS).cosigned(note) == 1_800_000_000
    assert witness.public(WITNESS).cosigned(read_note(signed)) is None
    assert signer("example.net/w", 3).public(WITNESS).cosigned(note) is None
    moved = note.signatures[1]._replace(bytes=(1_700_000_000).to_bytes(8, "big") + note.signatures[1].bytes[8:])
    assert witness.public(WITNESS).cosigned(note._replace(signatures=(note.signatures[0], moved))) is None
    assert not log.public(LOG).signed(
        note._replace(signatures=(*note.signatures, note.signatures[0]._replace(bytes=b"x" * 64)))
    )
    assert str(read_key(str(witness.public(WITNESS)))) == str(witness.public(WITNESS))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no note",
        "text\n\nno signature\n",
        "text\n\n— name !!!!\n",
        "text\n\n— name AAAA\n",
        "te\tt\n\n— name AAAAAAAA\n",
        "text\n\n— na+me AAAAAAAA\n",
        "text\n\n— name AAAAAAAA",
        "text\n\n" + "— name AAAAAAAA\n" * 101,
        "text\n\n— name AAAAAAB=\n",  # another spelling of the same bytes
        "x" * 70_000 + "\n\n— name AAAAAAAA\n",
    ],
)
def test_what_is_no_note_is_told_in_a_sentence(text: str) -> None:
    with pytest.raises(NoteError, match=r"^(this|a key)"):
        read_note(text)


@pytest.mark.parametrize(
    "body",
    [
        "one line\n",
        "origin\n07\nAAAA\n",
        "origin\n7\nAAAA\n",
        f"origin\n-7\n{'A' * 43}=\n",
        f"origin\n7\n{'A' * 43}=\n\nmore\n",
    ],
)
def test_what_is_no_checkpoint_is_told_in_a_sentence(body: str) -> None:
    with pytest.raises(NoteError, match="no checkpoint"):
        read_checkpoint(f"{body}\n— name AAAAAAAA\n")


@pytest.mark.parametrize(
    "key",
    ["", "name", "name+00000000+AAAA", KEY.replace("530d903a", "530d903b"), KEY.replace("+A", "+B"), f"a b{KEY[15:]}"],
)
def test_what_is_no_key_is_told_in_a_sentence(key: str) -> None:
    with pytest.raises(NoteError):
        read_key(key)


def test_a_proof_is_written_as_the_specification_has_it() -> None:
    checkpoint = str(SignedNote(TEXT, (signer("example.org/log").sign(TEXT),)))
    lines = str(LogProof(3, (bytes(32),), checkpoint, b"leaf")).split("\n")
    assert lines[:5] == ["c2sp.org/tlog-proof@v1", "extra bGVhZg==", "index 3", f"{'A' * 43}=", ""]
    assert str(LogProof(0, (), checkpoint)) == f"c2sp.org/tlog-proof@v1\nindex 0\n\n{checkpoint}"
    assert read_hashes([f"{'A' * 43}="]) == (bytes(32),)
    for wrong in (["AAAA"], [f"{'A' * 43}="] * 64, ["!"]):
        with pytest.raises(NoteError):
            read_hashes(wrong)
    assert LogCheckpoint("example.org/log", 7, read_checkpoint(checkpoint)[0].root).text == TEXT
    assert read_signature(str(signer("w").sign(TEXT)).rstrip("\n")).name == "w"
    with pytest.raises(NoteError):
        check_key_name("a b")
