"""Walks over a small tree: which entries a filter leaves, in which order, and what .gitignore files mean."""

import os
from pathlib import Path

import pytest

from understudy.workspace import Workspace
from understudy.workspace.limits import MAX_GITIGNORE_LINE_CHARS, MAX_PATTERNS_PER_AUTOMATON
from understudy.workspace.paths import Walk, WalkFilter
from understudy.workspace.paths.globs import Globs, compile_globs
from understudy.workspace.paths.walk import GitIgnore


@pytest.fixture
def tree(root: Path) -> Path:
    """Files, folders, a link and a pipe."""
    for name in ("a.py", "b.txt", "docs/guide.md", "src/a.py", "src/deep/b.py", "src/deep/c.txt"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("x")
    (root / "link").symlink_to("docs")
    os.mkfifo(root / "pipe")
    return root


def globs(patterns: str, *, exclude: bool) -> Globs | None:
    return compile_globs(patterns.split(), "patterns", exclude=exclude) if patterns else None


def walked(workspace: Workspace, filters: WalkFilter, start: str = ".", depth: int | None = None) -> str:
    found = Walk(workspace.resolve(start), filters, max_depth=depth)
    return " ".join(folder.relative_path(name) for folder in found for name, _ in folder.entries)


EVERYTHING = "a.py b.txt docs link pipe src docs/guide.md src/a.py src/deep src/deep/b.py src/deep/c.txt"


@pytest.mark.parametrize(
    ("exclude", "include", "expected"),
    [
        ("", "", EVERYTHING),
        ("**/docs/**", "", "a.py b.txt link pipe src src/a.py src/deep src/deep/b.py src/deep/c.txt"),
        ("docs/", "", "a.py b.txt link pipe src src/a.py src/deep src/deep/b.py src/deep/c.txt"),
        ("**/link/**", "", EVERYTHING.replace(" link", "")),
        ("link/", "", EVERYTHING.replace(" link", "")),
        ("b.txt/", "", EVERYTHING),
        ("**/pipe/**", "", EVERYTHING),
        ("*.py", "", "b.txt docs link pipe src docs/guide.md src/deep src/deep/c.txt"),
        ("src/*.py", "", EVERYTHING.replace(" src/a.py", "")),
        ("", "*.py", "a.py docs src src/a.py src/deep src/deep/b.py"),
        ("", "src/**", "docs src src/a.py src/deep src/deep/b.py src/deep/c.txt"),
        ("", "link/", "docs link src src/deep"),
        ("", "b.txt/", "docs src src/deep"),
        ("**/deep/**", "*.py", "a.py docs src src/a.py"),
        ("*.txt", "*.py *.txt", "a.py docs src src/a.py src/deep src/deep/b.py"),
    ],
)
def test_which_entries_a_filter_leaves(
    workspace: Workspace, tree: Path, exclude: str, include: str, expected: str
) -> None:
    filters = WalkFilter(globs(exclude, exclude=True), globs(include, exclude=False))
    assert walked(workspace, filters) == expected


@pytest.mark.parametrize(
    ("start", "exclude", "expected"),
    [
        ("src", "", "src/a.py src/deep src/deep/b.py src/deep/c.txt"),
        ("src/deep", "", "src/deep/b.py src/deep/c.txt"),
        ("src", "**/a.py", "src/deep src/deep/b.py src/deep/c.txt"),
        ("src", "deep/*.py", "src/a.py src/deep src/deep/b.py src/deep/c.txt"),
        ("src", "src/deep/*.py", "src/a.py src/deep src/deep/c.txt"),
        ("src", "**/deep/*.py", "src/a.py src/deep src/deep/c.txt"),
        ("src/deep", "**/deep/*.py", "src/deep/b.py src/deep/c.txt"),
    ],
)
def test_patterns_in_a_walk_that_starts_below_the_root(
    workspace: Workspace, tree: Path, start: str, exclude: str, expected: str
) -> None:
    assert walked(workspace, WalkFilter(globs(exclude, exclude=True)), start) == expected


@pytest.mark.parametrize(
    ("depth", "count"), [(1, 6), (2, 6 + 1 + 2), (3, 6 + 1 + 2 + 2), (9, 11), (None, 11)]
)
def test_a_walk_ends_at_its_depth(workspace: Workspace, tree: Path, depth: int | None, count: int) -> None:
    assert len(walked(workspace, WalkFilter(), depth=depth).split()) == count


@pytest.mark.parametrize(
    ("exclude", "include"),
    [("", ""), ("**/docs/**", ""), ("**/link/**", ""), ("**/pipe/**", ""), ("*.py", ""), ("", "*.py")],
)
@pytest.mark.parametrize("depth", [1, 2, None])
def test_a_walk_that_only_counts_finds_as_many_entries(
    workspace: Workspace, tree: Path, exclude: str, include: str, depth: int | None
) -> None:
    filters = WalkFilter(globs(exclude, exclude=True), globs(include, exclude=False))
    counting = Walk(workspace.resolve("."), filters, max_depth=depth)
    counting.count_only = True
    count = sum(len(folder.entries) + folder.other_count for folder in counting)
    assert count == len(walked(workspace, filters, depth=depth).split())


def test_a_folder_that_vanished_is_skipped(workspace: Workspace, tree: Path) -> None:
    found: list[str] = []
    for folder in Walk(workspace.resolve("."), WalkFilter()):
        found.append(folder.folder)
        if folder.folder == "docs":
            os.rename(tree / "src", tree / "moved")
    assert found == ["", "docs"]


@pytest.mark.parametrize(
    ("lines", "path", "is_folder", "ignored"),
    [
        ("*.log", "a.log", False, True),
        ("*.log", "sub/a.log", False, True),
        ("*.log", "a.txt", False, False),
        ("build/", "build", True, True),
        ("build/", "build", False, False),
        ("/top", "top", False, True),
        ("/top", "sub/top", False, False),
        ("# *.log", "a.log", False, False),
        ("# *.log\n*.log", "a.log", False, True),
        ("*.log\r", "a.log", False, True),
        ("  \n*.log", "a.log", False, True),
        ("*.log\n!keep.log", "keep.log", False, False),
        ("*.log\n!keep.log", "a.log", False, True),
        ("!keep.log\n*.log", "keep.log", False, True),
        ("x" * MAX_GITIGNORE_LINE_CHARS, "x" * MAX_GITIGNORE_LINE_CHARS, False, True),
        ("x" * (MAX_GITIGNORE_LINE_CHARS + 1), "x" * (MAX_GITIGNORE_LINE_CHARS + 1), False, False),
        ("!\n*.log", "a.log", False, True),
        ("", "a.log", False, False),
    ],
)
def test_the_lines_of_a_gitignore(
    workspace: Workspace, root: Path, lines: str, path: str, is_folder: bool, ignored: bool
) -> None:
    (root / ".gitignore").write_text(lines)
    assert GitIgnore(workspace.resolve(".")).ignores(path, is_folder) is ignored


@pytest.mark.filterwarnings("ignore:Possible nested set:FutureWarning")  # of Python, about the last line
@pytest.mark.parametrize("invalid", ["a\\", "[z-a]", "[[:nothing:]]"], ids=["pathspec", "re", "RE2"])
def test_a_line_that_is_no_pattern_is_skipped(workspace: Workspace, root: Path, invalid: str) -> None:
    (root / ".gitignore").write_text(f"*.log\n{invalid}\n*.tmp\n")
    rules = GitIgnore(workspace.resolve("."))
    assert [rules.ignores(path, False) for path in ("a.log", "a.tmp", "a.txt")] == [True, True, False]


@pytest.mark.parametrize(
    ("path", "ignored"),
    [
        ("a.log", True),
        ("sub/a.log", False),
        ("sub/a.txt", True),
        ("sub/deep/a.log", False),
        ("sub/deep/a.txt", False),
        ("a.txt", False),
        ("other/a.log", True),
    ],
)
def test_the_closest_gitignore_decides(workspace: Workspace, root: Path, path: str, ignored: bool) -> None:
    (root / "sub" / "deep").mkdir(parents=True)
    (root / ".gitignore").write_text("*.log\n")
    (root / "sub" / ".gitignore").write_text("!*.log\n*.txt\n")
    (root / "sub" / "deep" / ".gitignore").write_text("!*.txt\n")
    assert GitIgnore(workspace.resolve(".")).ignores(path, False) is ignored


@pytest.mark.parametrize("count", [MAX_PATTERNS_PER_AUTOMATON, MAX_PATTERNS_PER_AUTOMATON + 1])
def test_later_lines_take_precedence_in_a_long_gitignore(
    workspace: Workspace, root: Path, count: int
) -> None:
    lines = ["*.log", "first", *(f"name{number}" for number in range(count - 3)), "!keep.log", "last"]
    (root / ".gitignore").write_text("\n".join(lines))
    rules = GitIgnore(workspace.resolve("."))
    ignored = [rules.ignores(name, False) for name in ("keep.log", "a.log", "first", "last", "name7", "x")]
    assert ignored == [False, True, True, True, True, False]


def test_ignored_entries_are_not_walked(workspace: Workspace, tree: Path) -> None:
    (tree / ".gitignore").write_text("deep/\n*.txt\n.gitignore\n")
    expected = "a.py docs link pipe src docs/guide.md src/a.py"
    assert walked(workspace, WalkFilter(gitignore=True)) == expected
    assert "b.txt" in walked(workspace, WalkFilter())
