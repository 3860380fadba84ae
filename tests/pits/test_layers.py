"""The map that years of a log are kept in: it reads like a dictionary, never changes, and is not copied whole."""

from hypothesis import given
from hypothesis import strategies as st

from minibac.machine.layers import Layers, layered

STEPS = st.lists(st.tuples(st.booleans(), st.integers(0, 12), st.integers()), max_size=60)


@given(STEPS)
def test_it_is_a_dictionary_that_never_changes(steps: list[tuple[bool, int, int]]) -> None:
    found, plain = Layers[int, int](), dict[int, int]()
    versions = [(found, dict(plain))]
    for put, key, value in steps:
        if put:
            found, plain = found.put(key, value), {**plain, key: value}
        else:
            found, plain = found.without(key), {k: v for k, v in plain.items() if k != key}
        versions.append((found, plain))
    for kept, same in versions:
        assert kept == same
        assert len(kept) == len(same)
        assert {key: kept.get(key) for key in range(13)} == {key: same.get(key) for key in range(13)}
        assert {key for key in range(13) if key in kept} == set(same)
        assert sorted(kept.keys()) == sorted(same)
        assert sorted(kept.values()) == sorted(same.values())
        assert sorted(kept.items()) == sorted(same.items())


@given(st.lists(st.integers(0, 40)))
def test_entries_come_in_the_order_in_which_they_were_first_put(keys: list[int]) -> None:
    found = Layers[int, int]()
    for number, key in enumerate(keys):
        found = found.put(key, number)
    assert list(found) == list(dict.fromkeys(keys))
    assert dict(found) == {key: number for number, key in enumerate(keys)}


def test_a_plain_map_is_taken_as_it_is() -> None:
    plain = {"a": 1}
    found = layered(plain)
    assert layered(found) is found
    assert found.put("b", 2) == {"a": 1, "b": 2}
    assert plain == {"a": 1}
    assert repr(found.without("a")) == "Layers({})"
    assert found.without("nobody") is found
