"""The semantics of glob patterns, and that no pattern is slow."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from understudy.workspace import InvalidArgument
from understudy.workspace.limits import MAX_GLOB_CHARS, MAX_GLOB_PATTERNS, MAX_GLOB_TOTAL_CHARS
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
        ("*[ab]x", "zax", False, True),
        ("*[ab]x", "azx", False, False),
        ("z*?x", "zyx", False, True),
        ("z*?x", "zx", False, False),
        (r"z*\*x", "zy*x", False, True),
        (r"z*\*x", "*zyx", False, False),
        ("a*b*c", "aXbYc", False, True),
        ("a*b*c", "aXcYb", False, False),
        ("a**c", "abc", False, True),
        ("*a*", "bab", False, True),
        ("a\\", "a\\", False, True),
        ("[b-a]x", "bx", False, False),
        ("[^ab].txt", "b.txt", False, False),
        ("[!a-c]x", "/x", False, False),
        ("[a/b]x", "a/b]x", False, False),
        ("a/b/", "a/b", True, True),
        ("a/b/", "x/a/b", True, False),
        ("a/b/", "a/b", False, False),
        ("a/b/", "a/b/c", False, True),
        ("x/**", "x/y/z", True, True),
        ("**/x/y", "x/y", False, True),
        ("**/x/y", "a/x/y", False, True),
        ("**/x/**", "x/y", False, False),
        ("{,a}b", "ab", False, True),
        ("{,a}b", "b", False, True),
        ("{a,b", "{a,b", False, True),
        (r"\{a,b}", "{a,b}", False, True),
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


@pytest.mark.parametrize(
    ("pattern", "exclude", "folder", "file_below"),
    [
        ("**/build/**", True, True, False),  # the folder is not entered
        ("**/build/**", False, True, True),
        ("build/", True, True, True),
        ("build/", False, True, True),
    ],
)
def test_a_pattern_for_a_folder(pattern: str, exclude: bool, folder: bool, file_below: bool) -> None:
    globs = compile_globs([pattern], "patterns", exclude=exclude)
    assert globs.matches("build", "build", "build", True) is folder
    assert globs.matches("x", "build/x", "build/x", False) is file_below


@pytest.mark.parametrize(
    ("pattern", "has_only_names", "is_rooted"),
    [
        ("**/build/**", True, False),
        ("*.log", False, False),
        ("build/", False, False),
        ("/build", False, True),
        ("src/*.js", False, True),
        ("src/lib/", False, True),
        ("src/**", False, True),
        ("**/src/*.js", False, False),
    ],
)
def test_which_paths_a_list_of_patterns_needs(pattern: str, has_only_names: bool, is_rooted: bool) -> None:
    globs = compile_globs([pattern], "patterns")
    assert (globs.has_only_names, globs.is_rooted) == (has_only_names, is_rooted)
    assert compile_globs([pattern, "**/x/**"], "patterns").has_only_names is has_only_names


@pytest.mark.parametrize(
    ("pattern", "excluding", "including"),
    [
        ("*.log", "*.log", "*.log"),
        ("src/*.js", "/src/*.js", "/src/*.js"),
        ("/src/*.js", "/src/*.js", "/src/*.js"),
        ("**/src/*.js", "**/src/*.js", "**/src/*.js"),
        ("build/", "build/", "**/build/**"),
        ("**/build/**", "**/build/", "**/build/**"),
        ("src/lib/", "/src/lib/", "/src/lib/**"),
        ("src/lib/**", "/src/lib/", "/src/lib/**"),
        ("a?c", None, None),
        ("[ab]", None, None),
    ],
)
def test_the_same_pattern_for_ripgrep(pattern: str, excluding: str | None, including: str | None) -> None:
    globs = compile_globs([pattern], "patterns")
    assert globs.to_ripgrep(exclude=True) == (None if excluding is None else (excluding,))
    assert globs.to_ripgrep(exclude=False) == (None if including is None else (including,))
    assert compile_globs(["a?c", "b"], "patterns").to_ripgrep(exclude=True) is None


@pytest.mark.parametrize(
    ("patterns", "is_accepted"),
    [
        (["a"] * MAX_GLOB_PATTERNS, True),
        (["a"] * (MAX_GLOB_PATTERNS + 1), False),
        (["a" * MAX_GLOB_CHARS], True),
        (["a" * (MAX_GLOB_CHARS + 1)], False),
        (["a" * MAX_GLOB_CHARS] * (MAX_GLOB_TOTAL_CHARS // MAX_GLOB_CHARS), True),
        ([*["a" * MAX_GLOB_CHARS] * (MAX_GLOB_TOTAL_CHARS // MAX_GLOB_CHARS), "a"], False),
        (["{" + ",".join(["a"] * MAX_GLOB_PATTERNS) + "}"], True),
        (["{" + ",".join(["a"] * (MAX_GLOB_PATTERNS + 1)) + "}"], False),
    ],
    ids=["count", "count + 1", "length", "length + 1", "total", "total + 1", "braces", "braces + 1"],
)
def test_how_many_and_how_long_patterns_may_be(patterns: list[str], is_accepted: bool) -> None:
    if is_accepted:
        name = "a" if patterns[0].startswith("{") else patterns[0]
        assert compile_globs(patterns, "patterns").matches(name, name, name, False)
        return
    with pytest.raises(InvalidArgument) as caught:
        compile_globs(patterns, "patterns")
    assert caught.value.reason == "bad_pattern"
