"""exploreFiles as WAP specifies it, and its pages."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from understudy.tools import TOOLS
from understudy.workspace import DEFAULT_EXCLUSIONS, InvalidArgument, Limits, NotFound, TimedOut, Workspace

Caller = Callable[..., Any]


def grow(root: Path, *files: str) -> None:
    for file in files:
        path = root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file)


def paths(result: Any) -> list[str]:
    return [entry.path for entry in result.files]


@pytest.mark.requirement("WAP-01")
def test_a_folder_is_listed_without_its_subfolders_content(call: Caller, root: Path) -> None:
    grow(root, "b.txt", "a/x.txt", ".hidden")
    result = call("exploreFiles", path=".")
    assert [(e.path, e.is_directory) for e in result.files] == [
        (".hidden", False),
        ("a", True),
        ("b.txt", False),
    ]
    assert (result.is_truncated, result.total_found) == (False, 3)
    assert result.files[0].metadata is not result.files[0]


@pytest.mark.requirement("WAP-01")
def test_recursion_goes_three_levels_deep_by_default(call: Caller, root: Path) -> None:
    grow(root, "1/2/3/4/5.txt")
    assert paths(call("exploreFiles", path=".", recursive=True)) == ["1", "1/2", "1/2/3"]
    assert paths(call("exploreFiles", path=".", recursive=True, maxDepth=1)) == ["1"]
    assert paths(call("exploreFiles", path=".", recursive=True, maxDepth=9))[-1] == "1/2/3/4/5.txt"
    assert paths(call("exploreFiles", path=".", maxDepth=9)) == ["1"]


@pytest.mark.requirement("WAP-01")
def test_metadata_is_returned_when_asked_for(call: Caller, root: Path) -> None:
    grow(root, "a.txt")
    os.utime(root / "a.txt", (0, 1_700_000_000.5))
    (entry,) = call("exploreFiles", path=".", returnMetadata=True).files
    assert entry.metadata.path == str(root / "a.txt")
    assert entry.metadata.size == 5
    assert entry.metadata.is_directory is False
    assert entry.metadata.last_modified == "2023-11-14T22:13:20.500Z"


@pytest.mark.requirement("WAP-11")
def test_default_exclusions_hold_for_recursive_calls_and_can_be_replaced(call: Caller, root: Path) -> None:
    names = [pattern.split("/")[1] for pattern in DEFAULT_EXCLUSIONS]
    assert len(names) == 8
    grow(root, "src/main.py", *(f"{name}/inside.txt" for name in names))
    assert paths(call("exploreFiles", path=".", recursive=True)) == ["src", "src/main.py"]
    assert sorted(paths(call("exploreFiles", path="."))) == sorted([*names, "src"])
    replaced = call("exploreFiles", path=".", recursive=True, excludePatterns=["**/src/**"])
    assert "node_modules/inside.txt" in paths(replaced)
    assert "src/main.py" not in paths(replaced)
    assert call("exploreFiles", path=".", recursive=True, excludePatterns=[]).total_found == 18
    assert paths(call("exploreFiles", path="node_modules", recursive=True)) == ["node_modules/inside.txt"]


@pytest.mark.requirement("WAP-11")
def test_a_workspace_may_have_its_own_exclusions(root: Path) -> None:
    grow(root, "node_modules/a", "private/b")
    with Workspace([root], exclusions=["**/private/**"]) as workspace:
        result = TOOLS["exploreFiles"].call(workspace, {"path": ".", "recursive": True})
        assert paths(result) == ["node_modules", "node_modules/a"]
        assert TOOLS["getWorkspaceInfo"].call(workspace, {}).default_exclusions == ["**/private/**"]


def test_include_patterns_keep_only_the_files_that_match(call: Caller, root: Path) -> None:
    grow(root, "a.py", "a.txt", "d/b.py", "d/e/c.py", "d/e/c.md")
    result = call("exploreFiles", path=".", recursive=True, includePatterns=["*.py"])
    assert paths(result) == ["a.py", "d/b.py", "d/e/c.py"]
    result = call(
        "exploreFiles", path=".", recursive=True, includePatterns=["d/**"], excludePatterns=["*.md"]
    )
    assert paths(result) == ["d", "d/b.py", "d/e", "d/e/c.py"]


def test_gitignore_is_respected_when_asked(call: Caller, root: Path) -> None:
    grow(root, "keep.txt", "a.log", "out/x", "sub/b.log", "sub/keep.log", "sub/deep/c.log")
    (root / ".gitignore").write_text("*.log\n/out/\n")
    (root / "sub" / ".gitignore").write_text("!keep.log\n")
    result = call("exploreFiles", path=".", recursive=True, respectGitignore=True)
    assert paths(result) == [".gitignore", "keep.txt", "sub", "sub/.gitignore", "sub/deep", "sub/keep.log"]
    below = call("exploreFiles", path="sub", recursive=True, respectGitignore=True)
    assert paths(below) == ["sub/.gitignore", "sub/deep", "sub/keep.log"]


@pytest.mark.requirement("WAP-01", "WAP-10")
def test_a_long_listing_is_truncated_with_the_true_total_and_can_be_continued(root: Path) -> None:
    grow(root, *(f"d{i}/f{j:02}" for i in range(5) for j in range(20)), "z")
    with Workspace([root], limits=Limits(max_directory_entries=7)) as workspace:

        def page(**more: Any) -> Any:
            return TOOLS["exploreFiles"].call(workspace, {"path": ".", "recursive": True, **more})

        result = page()
        found = paths(result)
        assert (len(found), result.is_truncated, result.total_found) == (7, True, 106)
        while result.is_truncated:
            result = page(cursor=result.next_cursor)
            found += paths(result)
            assert result.total_found == 106
        assert len(found) == len(set(found)) == 106
        with pytest.raises(InvalidArgument) as caught:
            page(cursor=page().next_cursor, maxDepth=2)
        assert caught.value.reason == "bad_cursor"
        for bad in ("", "x", "!!!", "eyJhIjoxfQ", "é"):
            with pytest.raises(InvalidArgument) as caught:
                page(cursor=bad)
            assert caught.value.reason == "bad_cursor"


def test_links_are_listed_but_not_followed(call: Caller, root: Path, outside: Path) -> None:
    grow(root, "real/a.txt")
    (root / "in").symlink_to("real")
    (root / "out").symlink_to(outside)
    (root / "loop").symlink_to("loop")
    result = call("exploreFiles", path=".", recursive=True, returnMetadata=True)
    assert [(e.path, e.is_directory) for e in result.files] == [
        ("in", True),
        ("loop", False),
        ("out", False),
        ("real", True),
        ("real/a.txt", False),
    ]
    out = next(entry for entry in result.files if entry.path == "out")
    assert out.metadata.size == len(str(outside))


@pytest.mark.requirement("WAP-09")
def test_a_missing_folder_and_a_file_are_told_apart(call: Caller, root: Path) -> None:
    grow(root, "a.txt")
    with pytest.raises(NotFound):
        call("exploreFiles", path="missing")
    with pytest.raises(InvalidArgument) as caught:
        call("exploreFiles", path="a.txt")
    assert caught.value.reason == "not_a_directory"
    with pytest.raises(NotFound):
        call("exploreFiles", path="a.txt/x")


@pytest.mark.attack(30)
def test_odd_names_arrive_unchanged(call: Caller, root: Path) -> None:
    names = ["new\nline", "esc\x1b[31m", "bidi\u202egnp.exe", "tab\t", "quote'\"", " lead", "-rf", "\\", "*"]
    for name in names:
        (root / name).write_text("needle")
    assert sorted(paths(call("exploreFiles", path="."))) == sorted(names)
    for name in names:
        assert call("readFile", path=name).content == "needle"
    found = call("searchFiles", paths=["."], query="needle", type="literal", recursive=True)
    assert sorted(match.path for match in found.matches) == sorted(names)


@pytest.mark.attack(36)
def test_a_hostile_gitignore_is_neither_slow_nor_fatal(call: Caller, root: Path) -> None:
    grow(root, "a" * 200, "kept", "sub/ignored", "late")
    hostile = ["*a" * 40 + "b", "!", "\\", "[z-a]", "[", "", "#", "x" * 5000, "*?" * 100_000]
    rules = [*hostile, "ignored", *(f"pattern{i}/*.x" for i in range(1200)), "late"]
    (root / ".gitignore").write_bytes("\r\n".join(rules).encode() + b"\n\xff\xfe*\n")
    result = call("exploreFiles", path=".", recursive=True, respectGitignore=True)
    assert paths(result) == [".gitignore", "a" * 200, "kept", "sub"]


def test_one_unusual_link_does_not_break_the_listing(call: Caller, root: Path) -> None:
    grow(root, "file")
    (root / "through-file").symlink_to("file/x")
    (root / "long").symlink_to("x" * 300)
    (root / "gone").symlink_to("nowhere")
    assert paths(call("exploreFiles", path=".", returnMetadata=True)) == [
        "file",
        "gone",
        "long",
        "through-file",
    ]


def test_include_patterns_may_match_a_folder(call: Caller, root: Path) -> None:
    grow(root, "tests/a.py", "src/tests/deep/b.py", "src/c.py")
    for patterns in (["**/tests/**"], ["tests/"]):
        result = call("exploreFiles", path=".", recursive=True, maxDepth=9, includePatterns=patterns)
        assert [path for path in paths(result) if path.endswith(".py")] == [
            "src/tests/deep/b.py",
            "tests/a.py",
        ]


@pytest.mark.attack(29)
def test_pages_may_end_at_names_that_are_not_utf8(root: Path) -> None:
    for number in range(5):
        with open(os.path.join(os.fsencode(root), b"n\xff%d" % number), "w") as file:
            file.write("needle\n")
    with Workspace([root], limits=Limits(max_directory_entries=1, max_search_results=1)) as workspace:
        for tool, arguments, key in (
            ("exploreFiles", {"path": "."}, "files"),
            ("searchFiles", {"paths": ["."], "query": "needle", "type": "literal"}, "matches"),
        ):
            result = TOOLS[tool].call(workspace, arguments)
            found = [getattr(result, key)[0].path]
            while result.is_truncated:
                result = TOOLS[tool].call(workspace, {**arguments, "cursor": result.next_cursor})
                found.append(getattr(result, key)[0].path)
            assert found == [f"n\\xff{number}" for number in range(5)]


@pytest.mark.requirement("WAP-10")
def test_no_operation_outlasts_the_time_limit(root: Path) -> None:
    grow(root, *(f"d{i}/f{j}" for i in range(40) for j in range(40)))
    with Workspace([root], limits=Limits(max_execution_time=1)) as workspace:
        for tool, arguments in (
            ("exploreFiles", {"path": ".", "recursive": True}),
            ("searchFiles", {"paths": ["."], "query": "x", "type": "literal", "recursive": True}),
            ("executeCommand", {"command": "sleep 30"}),
        ):
            with pytest.raises(TimedOut) as caught:
                TOOLS[tool].call(workspace, arguments)
            assert caught.value.payload()["code"] == "TIMEOUT"
