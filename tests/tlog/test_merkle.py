"""The tree of RFC 6962, held against its own definition, against known roots, and against proofs that are none."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minibac.tlog import merkle
from tests.tlog.proofs import included

# The leaves and roots that the reference implementations of Certificate Transparency test with
# (google/certificate-transparency, transparency-dev/merkle: "testonly" leaves and their root hashes).
LEAVES = [
    bytes.fromhex(text)
    for text in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f")
]
ROOTS = (
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)


def defined(hashes: Sequence[bytes]) -> bytes:
    """MTH of section 2.1, word for word."""
    if not hashes:
        return merkle.EMPTY
    if len(hashes) == 1:
        return hashes[0]
    k = merkle.split(len(hashes))
    return merkle.node_hash(defined(hashes[:k]), defined(hashes[k:]))


def path(m: int, hashes: Sequence[bytes]) -> list[bytes]:
    """PATH of section 2.1.1, word for word."""
    if len(hashes) == 1:
        return []
    k = merkle.split(len(hashes))
    if m < k:
        return [*path(m, hashes[:k]), defined(hashes[k:])]
    return [*path(m - k, hashes[k:]), defined(hashes[:k])]


def subproof(m: int, hashes: Sequence[bytes], *, known: bool) -> list[bytes]:
    """SUBPROOF of section 2.1.2, word for word."""
    if m == len(hashes):
        return [] if known else [defined(hashes)]
    k = merkle.split(len(hashes))
    if m <= k:
        return [*subproof(m, hashes[:k], known=known), defined(hashes[k:])]
    return [*subproof(m - k, hashes[k:], known=False), defined(hashes[:k])]


def leaves(count: int) -> list[bytes]:
    return [merkle.leaf_hash(str(number).encode()) for number in range(count)]


def found(hashes: Sequence[bytes], ranges: Sequence[merkle.Range]) -> list[bytes]:
    return [defined(hashes[first:last]) for first, last in ranges]


@pytest.mark.parametrize(("count", "root"), list(enumerate(ROOTS, 1)))
def test_known_leaves_have_their_known_roots(count: int, root: str) -> None:
    assert merkle.root_of([merkle.leaf_hash(leaf) for leaf in LEAVES[:count]]).hex() == root


@pytest.mark.parametrize("size", [*range(1, 40), 63, 64, 65])
def test_every_proof_is_that_of_the_definition_and_holds(size: int) -> None:
    hashes = leaves(size)
    root = defined(hashes)
    assert merkle.root_of(hashes) == root
    for index in range(size):
        proof = found(hashes, merkle.inclusion(index, size))
        assert proof == path(index, hashes)
        assert included(hashes[index], index, size, root, proof)
    for old in range(1, size + 1):
        proof = found(hashes, merkle.consistency(old, size))
        assert proof == subproof(old, hashes, known=True)
        assert merkle.consistent(old, defined(hashes[:old]), size, root, proof)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 21])
def test_a_range_of_a_proof_is_whole_subtrees_side_by_side(size: int) -> None:
    hashes = leaves(size)
    wanted = {part for index in range(size) for part in merkle.inclusion(index, size)}
    for part in {*wanted, *(part for old in range(1, size) for part in merkle.consistency(old, size))}:
        nodes = [defined(hashes[number << height : (number + 1) << height]) for height, number in merkle.whole(part)]
        assert merkle.joined(nodes) == defined(hashes[slice(*part)])


@given(st.integers(2, 40), st.data())
def test_a_proof_that_was_touched_anywhere_is_none(size: int, data: st.DataObject) -> None:
    hashes = leaves(size)
    root, index, old = defined(hashes), data.draw(st.integers(0, size - 1)), data.draw(st.integers(1, size - 1))
    other = merkle.leaf_hash(b"other")
    proof = found(hashes, merkle.inclusion(index, size))
    place = data.draw(st.integers(0, len(proof) - 1))
    touched = [other if at == place else each for at, each in enumerate(proof)]
    assert not included(hashes[index], index, size, root, touched)
    assert not included(other, index, size, root, proof)
    assert not included(hashes[index], (index + 1) % size, size, root, proof)
    assert not included(hashes[index], index, size, root, [*proof, other])
    assert not included(hashes[index], size, size, root, proof)
    grown, before = found(hashes, merkle.consistency(old, size)), defined(hashes[:old])
    place = data.draw(st.integers(0, len(grown) - 1))
    assert not merkle.consistent(old, before, size, root, [other if n == place else h for n, h in enumerate(grown)])
    assert not merkle.consistent(old, other, size, root, grown)
    assert not merkle.consistent(old, before, size, other, grown)
    assert not merkle.consistent(old, before, size, root, grown[:-1])
    assert not merkle.consistent(size, root, old, before, [])
    assert not merkle.consistent(size, root, size, other, [])
