"""What a witness concludes from two checkpoints."""

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from minibac.tlog import merkle
from minibac.tlog.notes import LOG, LogCheckpoint, SignedNote, Signer
from minibac.tlog.witnessing import Found, judge

HERE = Signer("example.org/log", Ed25519PrivateKey.from_private_bytes(b"k" * 32))
KEY = HERE.public(LOG)
LEAVES = [merkle.leaf_hash(str(number).encode()) for number in range(20)]
OTHERS = [*LEAVES[:4], merkle.leaf_hash(b"other"), *LEAVES[5:]]


def shown(size: int, leaves: list[bytes] = LEAVES, by: Signer = HERE) -> str:
    text = LogCheckpoint(by.name, size, merkle.root_of(leaves[:size])).text
    return str(SignedNote(text, (by.sign(text),)))


def proofs(leaves: list[bytes]) -> object:
    def proved(old: int, new: int) -> list[bytes]:
        return [merkle.root_of(leaves[first:last]) for first, last in merkle.consistency(old, new)]

    return proved


def verdict(last: str, now: str, leaves: list[bytes] = LEAVES) -> Found:
    return judge(last, now, KEY, proofs(leaves), lambda size: leaves[:size]).kind  # type: ignore[arg-type]


def test_a_log_that_only_grows_holds() -> None:
    assert verdict("", shown(5)) is Found.FIRST
    assert verdict(shown(5), shown(5)) is Found.SAME
    assert verdict(shown(5), shown(17)) is Found.GROWN


def test_whatever_else_a_log_does_has_a_name() -> None:
    assert verdict(shown(17), shown(5)) is Found.TRUNCATED
    assert verdict(shown(17), shown(17, OTHERS)) is Found.FORKED
    assert verdict(shown(9), shown(17, OTHERS), OTHERS) is Found.REWRITTEN
    stranger = Signer("example.org/log", Ed25519PrivateKey.from_private_bytes(b"x" * 32))
    assert verdict(shown(9), shown(17, by=stranger)) is Found.UNSIGNED
    assert verdict(shown(9), "nothing") is Found.UNSIGNED
    assert verdict(shown(9), shown(17, by=Signer("example.org/new", HERE.private))) is Found.RENAMED


def test_a_proof_that_is_missing_or_wrong_convicts_nobody_and_the_leaves_are_asked() -> None:
    """What a log says of itself convicts it; what somebody on the way left out does not."""
    wrong = [bytes(32)] * 4
    for proof in (None, wrong):
        for leaves in (None, LEAVES[:16], [*LEAVES[:16], bytes(32)], OTHERS[:17]):
            found = judge(shown(9), shown(17), KEY, lambda *_, p=proof: p, lambda _, x=leaves: x)  # type: ignore[misc]
            assert found.kind is Found.UNPROVED
            assert not found.holds
            assert not found.contradicts
        whole = judge(shown(9), shown(17), KEY, lambda *_, p=proof: p, lambda size: LEAVES[:size])
        assert whole.kind is Found.GROWN
        other = judge(shown(9), shown(17, OTHERS), KEY, lambda *_, p=proof: p, lambda size: OTHERS[:size])
        assert other.kind is Found.REWRITTEN


def test_a_verdict_says_what_it_means() -> None:
    cut = judge(shown(17), shown(5), KEY, lambda _, __: None, lambda _: None)
    assert not cut.contradicts, "whoever carried it may have kept an old one"
    assert not cut.holds
    assert str(cut.said) == "the log had 17 leaves, and now it has 5: it was cut off, or this is an old answer"
