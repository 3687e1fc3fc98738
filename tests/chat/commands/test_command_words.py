"""What stands behind a command's name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.chat.commands.words import (
    Lines,
    MisreadWords,
    Sought,
    one_path,
    path_and_lines,
    quoted,
    sought,
)


@pytest.mark.parametrize(
    ("text", "path", "lines"),
    [
        ("a.py", "a.py", Lines()),
        ("a.py:3", "a.py", Lines(3)),
        ("a.py:3-", "a.py", Lines(3)),
        ("a.py:3-9", "a.py", Lines(3, 9)),
        ("  a.py:3-3  ", "a.py", Lines(3, 3)),
        ("'my file.txt':2-4", "my file.txt", Lines(2, 4)),
        ('"it\'s.txt"', "it's.txt", Lines()),
        ("my\\ file.txt", "my file.txt", Lines()),
        ("'odd:3'", "odd:3", Lines()),
        ("odd\\:3", "odd:3", Lines()),
        ("'odd:3':7", "odd:3", Lines(7)),
        ("a:b", "a:b", Lines()),
        ("", None, Lines()),
    ],
)
def test_a_path_may_have_lines_behind_it(text: str, path: str | None, lines: Lines) -> None:
    assert path_and_lines(text) == (path, lines)


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
def test_words_that_mean_nothing_are_answered_with_how_to_write_them(text: str, hint: str) -> None:
    with pytest.raises(MisreadWords, match=hint):
        path_and_lines(text)


@given(st.text(min_size=1))
def test_a_quoted_path_can_be_typed_back(path: str) -> None:
    assert path_and_lines(quoted(path)) == (path, Lines())
    assert path_and_lines(f"{quoted(path)}:3-4") == (path, Lines(3, 4))
    assert one_path(quoted(path)) == path


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("needle", Sought("needle")),
        ("two words", Sought("two words")),
        ('say "hi"', Sought('say "hi"')),
        ("it's", Sought("it's")),
        ("needle in src", Sought("needle", path="src")),
        ("for x in xs in .", Sought("for x in xs", path=".")),
        ("needle in 'my dir'", Sought("needle", path="my dir")),
        ("born in the USA", Sought("born in the USA")),
        ("don't in it's", Sought("don't in it's")),
        (" in src", Sought("in src")),
        ("--regex a+b in src", Sought("a+b", regex=True, path="src")),
        ("--regexp", Sought("--regexp")),
        ("-- --regex", Sought("--regex")),
        ("--regex", Sought("", regex=True)),
        ("", Sought("")),
    ],
)
def test_a_search_takes_its_text_as_it_is(text: str, wanted: Sought) -> None:
    assert sought(text) == wanted
