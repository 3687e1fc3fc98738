"""The empty value that a new field of a type has mostly."""

import pytest

from understudy.languages import find_language


@pytest.mark.parametrize(
    ("uri", "type_text", "value"),
    [
        ("a.rs", "Option<String>", "None"),
        ("a.rs", " Option <String>", "None"),
        ("a.rs", "Vec<Option<u8>>", "Vec::new()"),
        ("a.rs", "Option", ""),
        ("a.rs", "Box<Option<u8>>", ""),
        ("a.rs", "String", ""),
        ("a.ts", "Option<string>", ""),
    ],
)
def test_the_empty_value_of_a_type(uri: str, type_text: str, value: str) -> None:
    members = find_language("", uri).members
    assert members is not None
    assert members.empty_value(type_text) == value
