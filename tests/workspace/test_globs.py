"""The semantics of glob patterns, and that no pattern is slow."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from understudy.workspace import InvalidArgument
from understudy.workspace.paths.globs import compile_globs


def matches(pattern: str, path: str, *, folder: bool = False, start: str = "") -> bool:
    below = path[len(start) + 1 :] if start else path
    return compile_globs([pattern], "excludePatterns").matches(path.rpartition("/")[2], below, path, folder)


@pytest.mark.requirement("WAP-11")
@pytest.mark.parametrize(
    ("pattern", "path", "folder", "expected"),
    [
        ("**/node_modules/**", "node_modules", True, True),
        ("**/node_modules/**", "a/b/node_modules", True, True),
        ("**/dist/**", "dist", False, False),
        ("**/node_modules/**", "node_modules_x", True, False),
        ("*.log", "a/b/c.log", False, True),
        ("*.log", "a/b/c.logs", False, False),
        ("/top.txt", "top.txt", False, True),
        ("/top.txt", "a/top.txt", False, False),
        ("src/**/*.js", "src/a.js", False, True),
        ("src/**/*.js", "src/a/b/c.js", False, True),
        ("src/**/*.js", "lib/src/a.js", False, False),
        ("**/src/*.js", "lib/src/a.js", False, True),
        ("src/*.js", "src/a/b.js", False, False),
        ("docs/", "docs", True, True),
        ("docs/", "docs", False, False),
        ("docs/", "a/docs", True, True),
        ("docs/**", "a/docs", True, False),
        ("docs/**", "docs", True, True),
        ("docs/**", "docs/a/b", False, True),
        ("**", "anything/at/all", False, True),
        ("*", "a/b", False, True),
        ("a?c", "abc", False, True),
        ("a?c", "a/c", False, False),
        ("[ab].txt", "b.txt", False, True),
        ("[!ab].txt", "b.txt", False, False),
        ("[!ab].txt", "c.txt", False, True),
        ("[a-c]x", "bx", False, True),
        ("[", "[", False, True),
        ("[!-a]x", "0x", False, True),
        ("[!-a]x", "-x", False, False),
        ("[!]a]x", "]x", False, False),
        ("[]a]x", "]x", False, True),
        ("[a-]x", "-x", False, True),
        ("[a--b]x", "ax", False, False),
        ("*.{js,ts}", "x.ts", False, True),
        ("*.{js,ts}", "x.py", False, False),
        ("{a,b}/**/{c,d}.txt", "b/x/d.txt", False, True),
        (r"\*.txt", "*.txt", False, True),
        (r"\*.txt", "a.txt", False, False),
        ("./src/*.py", "src/a.py", False, True),
        ("**/a/**/b/**/c", "x/a/y/b/z/c", False, True),
        ("**/a/**/b/**/c", "x/b/y/a/z/c", False, False),
        ("a.b", "axb", False, False),
        ("(a|b)+", "(a|b)+", False, True),
    ],
)
def test_patterns_mean_what_people_expect(pattern: str, path: str, folder: bool, expected: bool) -> None:
    assert matches(pattern, path, folder=folder) is expected


def test_patterns_that_begin_with_stars_match_below_the_start() -> None:
    assert not matches("**/node_modules/**", "node_modules/x/index.js", start="node_modules/x")
    assert matches("node_modules/**", "node_modules/x/index.js", start="node_modules/x")


@pytest.mark.attack(36)
@pytest.mark.parametrize(
    "pattern",
    [
        "*a" * 200 + "b",
        "**/a" * 200 + "/b",
        "*" * 500 + "b",
        "{a*,b*}" * 5 + "*c",
        "?*" * 300,
        "[a-z]*" * 150,
    ],
)
def test_no_pattern_takes_more_than_linear_time(pattern: str) -> None:
    path = "/".join(["a" * 100] * 35)
    assert isinstance(matches(pattern, path), bool)
    assert isinstance(matches(pattern, "a" * 250), bool)


@pytest.mark.parametrize("pattern", ["", "!x", "a\0b", "x" * 2000, "{a,b}" * 12, "{a,b}" * 7 + "?" * 900])
def test_patterns_that_cannot_be_used_are_refused(pattern: str) -> None:
    with pytest.raises(InvalidArgument) as caught:
        compile_globs([pattern], "excludePatterns")
    assert caught.value.reason == "bad_pattern"
    assert "excludePatterns" in caught.value.message


def slow_match(pattern: list[str], path: list[str]) -> bool:
    """A direct, slow implementation of path patterns."""
    if not pattern:
        return not path
    if pattern[0] == "**":
        if len(pattern) == 1:
            return bool(path)
        return any(slow_match(pattern[1:], path[i:]) for i in range(len(path) + 1))
    return bool(path) and slow_name(pattern[0], path[0]) and slow_match(pattern[1:], path[1:])


def slow_name(pattern: str, name: str) -> bool:
    if not pattern:
        return not name
    if pattern[0] == "*":
        return any(slow_name(pattern[1:], name[i:]) for i in range(len(name) + 1))
    return bool(name) and (pattern[0] in ("?", name[0])) and slow_name(pattern[1:], name[1:])


names = st.text("ab", min_size=1, max_size=3)
parts = st.one_of(
    st.just("**"), st.text("ab*?", min_size=1, max_size=4).filter(lambda part: "**" not in part)
)


@settings(max_examples=400)
@given(st.lists(parts, min_size=2, max_size=5), st.lists(names, min_size=1, max_size=5))
def test_the_quick_matcher_agrees_with_the_definition(pattern: list[str], path: list[str]) -> None:
    if pattern[-1] == "**":  # also means the folder itself, and only then; tested in the table
        return
    written = "/".join(pattern)
    assert matches(written, "/".join(path)) is slow_match(pattern, path)
