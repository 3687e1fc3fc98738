"""Parsing of the arguments of slash commands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.chat.commands.command_api import (
    ArgumentError,
    LineRange,
    SearchQuery,
    parse_path,
    parse_path_and_lines,
    parse_search,
    quote_path,
)


@pytest.mark.parametrize(
    ("text", "path", "lines"),
    [
        ("a.py", "a.py", LineRange()),
        ("a.py:3", "a.py", LineRange(3)),
        ("a.py:3-", "a.py", LineRange(3)),
        ("a.py:3-9", "a.py", LineRange(3, 9)),
        ("  a.py:3-3  ", "a.py", LineRange(3, 3)),
        ("'my file.txt':2-4", "my file.txt", LineRange(2, 4)),
        ('"it\'s.txt"', "it's.txt", LineRange()),
        ("my\\ file.txt", "my file.txt", LineRange()),
        ("'odd:3'", "odd:3", LineRange()),
        ("odd\\:3", "odd:3", LineRange()),
        ("'odd:3':7", "odd:3", LineRange(7)),
        ("a:b", "a:b", LineRange()),
        ("", None, LineRange()),
    ],
)
def test_a_path_may_be_followed_by_lines(text: str, path: str | None, lines: LineRange) -> None:
    assert parse_path_and_lines(text) == (path, lines)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("my file.txt", "quotes"),
        ("don't.txt", "no partner"),
        ("end\\", "no partner"),
        ("a:0", "from 1"),
        ("a:9-3", "before line 9"),
    ],
)
def test_invalid_arguments_are_answered_with_how_to_write_them(text: str, hint: str) -> None:
    with pytest.raises(ArgumentError, match=hint):
        parse_path_and_lines(text)


@given(st.text(min_size=1))
def test_a_quoted_path_parses_to_the_same_path(path: str) -> None:
    assert parse_path_and_lines(quote_path(path)) == (path, LineRange())
    assert parse_path_and_lines(f"{quote_path(path)}:3-4") == (path, LineRange(3, 4))
    assert parse_path(quote_path(path)) == path


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("needle", SearchQuery("needle")),
        ("two words", SearchQuery("two words")),
        ('say "hi"', SearchQuery('say "hi"')),
        ("it's", SearchQuery("it's")),
        ("needle in src", SearchQuery("needle", path="src")),
        ("for x in xs in .", SearchQuery("for x in xs", path=".")),
        ("needle in 'my dir'", SearchQuery("needle", path="my dir")),
        ("born in the USA", SearchQuery("born in the USA")),
        ("don't in it's", SearchQuery("don't in it's")),
        (" in src", SearchQuery("in src")),
        ("--regex a+b in src", SearchQuery("a+b", regex=True, path="src")),
        ("--regexp", SearchQuery("--regexp")),
        ("-- --regex", SearchQuery("--regex")),
        ("--regex", SearchQuery("", regex=True)),
        ("", SearchQuery("")),
    ],
)
def test_a_search_takes_its_text_as_it_is(text: str, wanted: SearchQuery) -> None:
    assert parse_search(text) == wanted
