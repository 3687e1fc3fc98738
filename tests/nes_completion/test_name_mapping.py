"""Words of another place as words of this one."""

import pytest

from understudy.nes.completion.name_mapping import NameMapping


@pytest.mark.parametrize(
    ("pair", "text", "expected"),
    [
        (("user", "order"), "get_user(user)", "get_order(order)"),
        (("user", "order"), "getUser(USER_ID)", "getOrder(ORDER_ID)"),
        (("load_user", "load_order"), "UserFile", "OrderFile"),
        (("userName", "orderName"), "users", "users"),
        (("a", "b"), "data(a)", "data(b)"),
        (("1", "2"), "item_1 = 1", "item_1 = 2"),
    ],
)
def test_a_pair_of_words_maps_names_that_contain_it(pair: tuple[str, str], text: str, expected: str) -> None:
    mapping = NameMapping()
    assert mapping.add_all([pair])
    assert mapping.apply(text)[0] == expected


def test_a_word_cannot_become_two_words() -> None:
    mapping = NameMapping()
    assert not mapping.add_all([("a", "b"), ("a", "c")])


def test_added_pairs_do_not_replace_known_ones() -> None:
    mapping = NameMapping()
    mapping.add_all([("a", "b")])
    mapping.add_missing([("a", "c"), ("x", "y")])
    assert mapping.apply("a x") == ("b y", 2)
