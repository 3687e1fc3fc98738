"""searchFiles: the same result from both engines, exact totals, pages that add up."""

import contextlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from name_swapper import swapping_names
from understudy.tools import TOOLS, Call
from understudy.workspace import ExecutionFailed, InvalidArgument, Limits, NotFound, Stop, Workspace
from understudy.workspace.commands import SandboxMode, choose_sandbox
from understudy.workspace.paths.walk import WalkFilter
from understudy.workspace.patterns import compile_search
from understudy.workspace.search import ripgrep, ripgrep_path, workspace_search

Caller = Callable[..., Any]


@pytest.fixture(params=["in process", "ripgrep"])
def engine_used(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run a test with both engines; the result must be the same."""
    if request.param == "ripgrep":
        if ripgrep_path() is None:
            pytest.skip("ripgrep is not installed")
        monkeypatch.setattr(workspace_search, "MIN_FILES_FOR_RIPGREP", 0)
    return request.param


def both_answers(workspace: Workspace, arguments: dict[str, Any]) -> list[Any]:
    """The results of ripgrep and of our own engine for the same query."""
    answers: list[Any] = []
    for many in (0, 500):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(workspace_search, "MIN_FILES_FOR_RIPGREP", many)
            answers.append(TOOLS["searchFiles"].call(workspace, arguments))
    return answers


def where(result: Any) -> list[tuple[str, int, int]]:
    return [(match.path, match.line, match.column) for match in result.matches]


@pytest.mark.requirement("WAP-06")
@pytest.mark.usefixtures("engine_used")
def test_matches_come_with_line_text_and_context(call: Caller, root: Path) -> None:
    (root / "a.py").write_text("zero\none TODO: first\ntwo\n\nTODO: second TODO: third\nlast")
    (root / "sub").mkdir()
    (root / "sub" / "b.py").write_text("# TODO: sub\r\n")
    found = call("searchFiles", paths=["."], query="TODO:", type="literal", recursive=True, contextLines=1)
    assert where(found) == [("a.py", 2, 5), ("a.py", 5, 1), ("a.py", 5, 14), ("sub/b.py", 1, 3)]
    assert (found.total_matches, found.is_truncated) == (4, False)
    first = found.matches[0]
    assert (first.match_text, first.line_text) == ("TODO:", "one TODO: first")
    assert (first.context_before, first.context_after) == (["zero"], ["two"])
    assert (found.matches[1].context_before, found.matches[1].context_after) == ([""], ["last"])
    assert found.matches[3].line_text == "# TODO: sub"


@pytest.mark.requirement("WAP-06")
@pytest.mark.usefixtures("engine_used")
@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (r"api\.(get|post)\(", ["api.get(", "api.post("]),
        (r"^\s*return\b.*;$", ["  return x;"]),
        (r"[A-Z]{2,}", ["API", "URL"]),
        (r"(?<!\w)x(?!\w)", ["x"]),
        (r"(\w)\1", ["ee", "tt"]),
        (r"\u00e9", ["é"]),
        (r"{", ["{"]),
        (r"nothing here", []),
    ],
)
def test_regular_expressions_are_javascripts(
    call: Caller, root: Path, query: str, expected: list[str]
) -> None:
    (root / "a.js").write_text("api.get(u)\napi.post(v) {\n  return x;\nAPI URL é\ntree attic\n")
    found = call("searchFiles", paths=["."], query=query, type="regex", recursive=True)
    assert [match.match_text for match in found.matches] == expected


@pytest.mark.usefixtures("engine_used")
def test_case_is_ignored_if_requested(call: Caller, root: Path) -> None:
    (root / "a.txt").write_text("Straße STRASSE straße É é\n")
    for query, count in (("straße", 2), ("É", 2), ("STRASSE", 1)):
        for kind in ("literal", "regex"):
            arguments = {"paths": ["."], "query": query, "type": kind, "recursive": True}
            assert call("searchFiles", **arguments, caseSensitive=False).total_matches == count
            assert call("searchFiles", **arguments).total_matches == 1


@pytest.mark.requirement("WAP-06", "WAP-11")
@pytest.mark.usefixtures("engine_used")
def test_folders_exclusions_and_inclusions(call: Caller, root: Path) -> None:
    for path in (
        "top.py",
        "src/a.py",
        "src/a.txt",
        "src/deep/b.py",
        "node_modules/m.js",
        ".git/c",
        ".hidden/d",
    ):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("needle\n")

    def files(**more: Any) -> list[str]:
        found = call(
            "searchFiles", **{"paths": ["."], "query": "needle", "type": "literal", "recursive": True, **more}
        )
        assert found.total_matches == len(found.matches)
        return [match.path for match in found.matches]

    assert files() == ["top.py", ".hidden/d", "src/a.py", "src/a.txt", "src/deep/b.py"]
    assert files(recursive=False) == ["top.py"]
    assert files(paths=["src"], recursive=False) == ["src/a.py", "src/a.txt"]
    assert files(excludePatterns=["src/**", ".git/**"]) == ["top.py", ".hidden/d", "node_modules/m.js"]
    assert len(files(excludePatterns=[])) == 7
    assert files(includePatterns=["*.py"]) == ["top.py", "src/a.py", "src/deep/b.py"]
    assert files(includePatterns=["src/*.py"], paths=["src"]) == ["src/a.py"]
    assert files(paths=["node_modules"]) == ["node_modules/m.js"]
    assert files(paths=["src", "src/deep", "src/a.py", "./src"]) == [
        "src/a.py",
        "src/a.txt",
        "src/deep/b.py",
    ]
    assert files(paths=["src/a.txt", "top.py"]) == ["top.py", "src/a.txt"]
    (root / ".gitignore").write_text("*.txt\n/top.py\n")
    assert files(respectGitignore=True) == [".hidden/d", "src/a.py", "src/deep/b.py"]
    assert files(respectGitignore=True, paths=["src"]) == ["src/a.py", "src/deep/b.py"]


@pytest.mark.requirement("WAP-06", "WAP-10")
def test_many_matches_are_truncated_with_the_true_total_and_can_be_continued(
    root: Path, engine_used: str
) -> None:
    for folder in range(4):
        (root / f"d{folder}").mkdir()
        for file in range(5):
            (root / f"d{folder}" / f"f{file}").write_text("x x\nnothing\nx\n" * (file + 1))
    total = 4 * sum(3 * (file + 1) for file in range(5))
    with Workspace([root], limits=Limits(max_search_results=7)) as workspace:

        def page(**more: Any) -> Any:
            arguments = {"paths": ["."], "query": "x", "type": "literal", "recursive": True, **more}
            return TOOLS["searchFiles"].call(workspace, arguments)

        result = page()
        found = where(result)
        assert (len(found), result.is_truncated, result.total_matches) == (7, True, total)
        while result.is_truncated:
            result = page(cursor=result.next_cursor)
            assert result.total_matches == total
            found += where(result)
        assert len(found) == len(set(found)) == total
        assert found == sorted(found, key=lambda hit: (hit[0].split("/"), hit[1:]))
        with pytest.raises(InvalidArgument) as caught:
            page(cursor=page().next_cursor, query="y")
        assert caught.value.reason == "bad_cursor"


@pytest.mark.usefixtures("engine_used")
def test_encodings_are_searched_and_binary_files_are_not(call: Caller, root: Path) -> None:
    (root / "utf16.txt").write_bytes("né needle\n".encode("utf-16"))
    (root / "bom.txt").write_bytes("needle é\n".encode("utf-8-sig"))
    (root / "latin.txt").write_bytes("needle é\n".encode("latin-1"))
    (root / "binary").write_bytes(b"needle\n\0needle\n")
    (root / "late").write_bytes(b"needle\n" * 50_000 + b"\0")
    found = call("searchFiles", paths=["."], query="needle", type="regex", recursive=True)
    assert where(found) == [("bom.txt", 1, 1), ("latin.txt", 1, 1), ("utf16.txt", 1, 4)]
    assert [match.line_text for match in found.matches] == ["needle é", "needle é", "né needle"]
    assert found.total_matches == 3
    anchored = call("searchFiles", paths=["."], query="^needle", type="regex", recursive=True)
    assert [match.path for match in anchored.matches] == ["bom.txt", "latin.txt"]


@pytest.mark.attack(33)
@pytest.mark.usefixtures("engine_used")
def test_a_pattern_that_is_slow_elsewhere_is_linear_here(call: Caller, root: Path) -> None:
    (root / "a.txt").write_text(("a" * 5000 + "b\n") * 20)
    found = call("searchFiles", paths=["."], query="(a+)+$", type="regex", recursive=True)
    assert found.total_matches == 0
    assert call("searchFiles", paths=["."], query="(a*)*b$", type="regex", recursive=True).total_matches == 20


@pytest.mark.attack(37, 38)
@pytest.mark.usefixtures("engine_used")
def test_neither_a_query_nor_the_environment_adds_options_to_ripgrep(
    call: Caller, root: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    config = tmp_path / "ripgreprc"
    config.write_text(f"--pre={tmp_path}/evil\n--files\n")
    (tmp_path / "evil").write_text(f"#!/bin/sh\ntouch {tmp_path}/pwned\n")
    os.chmod(tmp_path / "evil", 0o755)
    monkeypatch.setenv("RIPGREP_CONFIG_PATH", str(config))
    (root / "a.txt").write_text("x --pre=sh y\n-e\n")
    for query in ("--pre=sh", "-e", "--files", f"--pre={tmp_path}/evil"):
        found = call("searchFiles", paths=["."], query=query, type="literal", recursive=True)
        assert found.total_matches == (query in ("--pre=sh", "-e"))
    assert not (tmp_path / "pwned").exists()


@pytest.mark.attack(22, 39)
@pytest.mark.usefixtures("engine_used")
def test_pipes_and_links_in_the_tree_are_skipped(call: Caller, root: Path, outside: Path) -> None:
    os.mkfifo(root / "pipe")
    (root / "out").symlink_to(outside)
    (root / "leaf").symlink_to(outside / "secret.txt")
    (root / "loop").symlink_to(".")
    (root / "real.txt").write_text("a secret\n")
    found = call("searchFiles", paths=["."], query="secret", type="literal", recursive=True)
    assert [match.path for match in found.matches] == ["real.txt"]
    assert found.total_matches == 1


@pytest.mark.attack(27, 30)
@pytest.mark.usefixtures("engine_used")
def test_very_long_lines_and_unusual_characters_are_truncated(call: Caller, root: Path) -> None:
    (root / "min.js").write_text("a" * 3_000_000 + "needle" + "b" * 3_000_000)
    (root / "odd\nname \u202e.txt").write_text("\x1b[31mneedle\u202e\n")
    found = call("searchFiles", paths=["."], query="needle", type="literal", recursive=True, contextLines=3)
    assert [match.path for match in found.matches] == ["min.js", "odd\nname \u202e.txt"]
    assert "needle" in found.matches[0].line_text
    assert len(found.matches[0].line_text) < 500
    huge = call("searchFiles", paths=["min.js"], query="a+", type="regex")
    assert len(huge.matches[0].match_text) <= 2000


@pytest.mark.requirement("WAP-09")
@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"query": ""}, "bad_pattern"),
        ({"query": "a\nb"}, "bad_pattern"),
        ({"query": "(", "type": "regex"}, "bad_pattern"),
        ({"query": "x" * 20_000}, "bad_pattern"),
        ({"paths": []}, "bad_arguments"),
        ({"paths": "src"}, "bad_arguments"),
        ({"type": "glob"}, "bad_arguments"),
        ({"contextLines": -1}, "bad_arguments"),
        ({"contextLines": 1000}, "bad_arguments"),
        ({"excludePatterns": ["!x"]}, "bad_pattern"),
    ],
)
def test_invalid_searches_are_errors(
    call: Caller, root: Path, arguments: dict[str, Any], reason: str
) -> None:
    with pytest.raises(InvalidArgument) as caught:
        call("searchFiles", **{"paths": ["."], "query": "x", "type": "literal", **arguments})
    assert caught.value.reason == reason


def test_a_path_that_is_missing_is_an_error_even_beside_good_ones(call: Caller, root: Path) -> None:
    with pytest.raises(NotFound):
        call("searchFiles", paths=[".", "missing"], query="x", type="literal")


lines = st.lists(st.text("aA é\r\t.x1\u2028", max_size=8), max_size=6)
queries = st.sampled_from(
    ["a", "a.", "^a", "a$", "[^a]", "\\s", "\\w+", "a|x", "é", "(a)(x)?", "\\b", ".", "a*", "x{1,2}"]
)


@pytest.mark.requirement("WAP-06")
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(lines, min_size=1, max_size=4), queries, st.booleans(), st.sampled_from(["\n", "\r\n"]))
def test_both_engines_give_the_same_answer(
    workspace: Workspace, root: Path, files: list[list[str]], query: str, case: bool, newline: str
) -> None:
    assert ripgrep_path() is not None
    for old in root.iterdir():
        old.unlink()
    for number, content in enumerate(files):
        (root / f"{number}.txt").write_bytes(newline.join(content).encode())
    arguments = {"paths": ["."], "query": query, "type": "regex", "recursive": True, "caseSensitive": case}
    with_ripgrep, in_process = both_answers(workspace, arguments)
    assert with_ripgrep == in_process


@pytest.mark.requirement("WAP-06")
def test_a_file_of_many_blocks_is_searched_to_its_end(
    call: Caller, root: Path, monkeypatch: pytest.MonkeyPatch, engine_used: str
) -> None:
    from understudy.workspace.search import file_search

    monkeypatch.setattr(file_search, "SEARCH_BLOCK_BYTES", 1000)
    (root / "log").write_text(
        "".join(f"line {i} needle\n" if i % 100 == 0 else f"line {i}\n" for i in range(1, 2001))
    )
    found = call("searchFiles", paths=["."], query="needle", type="literal", recursive=True, contextLines=1)
    assert [match.line for match in found.matches] == list(range(100, 2001, 100))
    assert found.total_matches == 20
    assert found.matches[0].line_text == "line 100 needle"


def test_files_that_cannot_be_searched_with_a_pattern_are_listed(call: Caller, root: Path) -> None:
    (root / "min.js").write_text("a" * 200_000)
    (root / "ok.js").write_text("aab\n")
    found = call("searchFiles", paths=["."], query=r"(?=(a+))\1b", type="regex", recursive=True)
    assert [match.path for match in found.matches] == ["ok.js"]
    assert found.skipped_files == ["min.js"]


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc to see our children")
def test_cancelling_a_search_ends_ripgrep_too(
    workspace: Workspace, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workspace_search, "MIN_FILES_FOR_RIPGREP", 0)
    for number in range(2000):
        (root / f"{number}.txt").write_text("needle\n")
    stop = Stop()
    arguments = {"paths": ["."], "query": "needle", "type": "literal", "recursive": True}
    cancelling = Call(stop=stop, on_progress=lambda done, total, message: stop.cancel())
    with pytest.raises(ExecutionFailed) as caught:
        TOOLS["searchFiles"].call(workspace, arguments, cancelling)
    assert caught.value.reason == "cancelled"
    ours = []
    for status in Path("/proc").glob("[0-9]*/status"):
        with contextlib.suppress(OSError):  # it has ended since
            lines = status.read_text().splitlines()
            if "Name:\trg" in lines and f"PPid:\t{os.getpid()}" in lines:
                ours.append(status.parent.name)
    assert ours == []


@pytest.mark.usefixtures("engine_used")
def test_pages_over_several_paths_join_to_the_whole(root: Path, second: Path) -> None:
    for path in ("b/f", "a/c/x", "a/y", "top", "b.d/z"):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("needle needle\n")
    (second / "other").write_text("needle\n")
    for paths in (
        ["b", "a/c"],
        [".", str(second)],
        ["b", "b.d", "top", "a"],
        ["top", "b", str(second), "a/c"],
    ):
        arguments = {"paths": paths, "query": "needle", "type": "literal", "recursive": True}
        with Workspace([root, second]) as whole:
            expected = where(TOOLS["searchFiles"].call(whole, arguments))
        with Workspace([root, second], limits=Limits(max_search_results=1)) as workspace:
            result = TOOLS["searchFiles"].call(workspace, arguments)
            found = where(result)
            while result.is_truncated:
                assert len(found) <= len(expected)
                result = TOOLS["searchFiles"].call(workspace, {**arguments, "cursor": result.next_cursor})
                found += where(result)
        assert found == expected


def test_a_file_named_beside_its_folder_is_searched_once(call: Caller, root: Path) -> None:
    (root / "a.txt").write_text("needle\n")
    for recursive in (False, True):
        found = call("searchFiles", paths=[".", "a.txt"], query="needle", type="literal", recursive=recursive)
        assert found.total_matches == 1


def test_text_that_is_not_unicode_is_found_as_it_is_read(call: Caller, root: Path) -> None:
    (root / "latin.txt").write_bytes("café\n".encode("latin-1"))
    for query in ("café", "caf."):
        found = call("searchFiles", paths=["."], query=query, type="regex", recursive=True)
        assert [match.match_text for match in found.matches] == ["café"]


globs = st.sampled_from(
    ["src/**", "**/src/**", "src/", "lib/src/", "*.py", "src/*.py", "**/*.py", "/top.py", "docs/", "**/lib", "lib",
     "src/**/b.py", "{src,docs}/**", "*", "**", "t?p.py", "[st]*", "foo ", "./src/*"]
)  # fmt: skip
TREE = [
    "top.py",
    "src/a.py",
    "src/b.txt",
    "src/deep/b.py",
    "lib/src/c.py",
    "lib/d.py",
    "docs/e.md",
    "x/docs/f.py",
]


@pytest.mark.requirement("WAP-06", "WAP-11")
@settings(max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(globs, max_size=2),
    st.lists(globs, max_size=2),
    st.sampled_from([["."], ["src"], ["lib"], ["src", "lib"], [".", "src"]]),
)
def test_both_engines_read_globs_alike(
    workspace: Workspace, root: Path, exclude: list[str], include: list[str], paths: list[str]
) -> None:
    for name in (*TREE, "foo "):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("needle\n")
    arguments = {
        "paths": paths,
        "query": "needle",
        "type": "literal",
        "recursive": True,
        "excludePatterns": exclude,
        **({"includePatterns": include} if include else {}),
    }
    with_ripgrep, in_process = both_answers(workspace, arguments)
    assert with_ripgrep == in_process


def test_ripgrep_runs_confined(workspace: Workspace, root: Path) -> None:
    (root / "a.txt").write_text("needle needle\n")
    pattern = compile_search("needle", "literal")
    start = workspace.resolve(".")
    command = ripgrep.build_arguments(pattern, WalkFilter(), start, ())
    assert command is not None
    counted = list(ripgrep.count_matches(command, start, Stop(20), lambda: None))
    assert counted == [("a.txt", 2)]


@pytest.mark.requirement("DIR-09")
@pytest.mark.attack(18, 19)
@pytest.mark.skipif(not choose_sandbox(SandboxMode.LANDLOCK).abi, reason="the kernel has no Landlock")
def test_a_folder_replaced_during_a_large_search_is_not_counted(
    workspace: Workspace, root: Path, outside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workspace_search, "MIN_FILES_FOR_RIPGREP", 0)
    for place in (root / "d", outside / "d"):
        place.mkdir()
        for number in range(150):
            (place / f"{number}.txt").write_text("harmless\n" if place == root / "d" else "TOPSECRET\n")
    (root / "e").symlink_to(outside / "d")
    arguments = {"paths": ["."], "type": "literal", "recursive": True}
    seen = 0
    with swapping_names(root, "d", "e"):
        for _ in range(60):
            assert (
                TOOLS["searchFiles"].call(workspace, {**arguments, "query": "TOPSECRET"}).total_matches == 0
            )
            seen += TOOLS["searchFiles"].call(workspace, {**arguments, "query": "harmless"}).total_matches
    assert seen > 0


@pytest.mark.usefixtures("engine_used")
def test_an_included_file_may_still_be_ignored(call: Caller, root: Path) -> None:
    for name in ("shown.txt", "secret.txt", "out/deep.txt", "é.md"):
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text("needle\n")
    (root / ".gitignore").write_text("secret.txt\nout/\n")
    arguments = {"paths": ["."], "query": "needle", "type": "literal", "recursive": True}
    found = call("searchFiles", **arguments, respectGitignore=True, includePatterns=["*.txt"])
    assert [match.path for match in found.matches] == ["shown.txt"]
    found = call("searchFiles", **arguments, includePatterns=["?.md"])
    assert [match.path for match in found.matches] == ["é.md"]


@pytest.mark.usefixtures("engine_used")
def test_the_total_is_never_less_than_what_is_shown(call: Caller, root: Path) -> None:
    (root / "latin.txt").write_bytes("café caf\n".encode("latin-1"))
    found = call("searchFiles", paths=["."], query="caf.?", type="regex", recursive=True)
    assert found.total_matches == len(found.matches) == 2


def test_a_ripgrep_that_a_command_put_on_the_path_is_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PATH may begin with a folder of a root, as in an activated environment."""
    planted = tmp_path / "rg"
    planted.write_text("#!/bin/sh\n")
    planted.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr(ripgrep.sys, "executable", str(tmp_path / "bin/python"))
    assert ripgrep.ripgrep_path.__wrapped__() != str(planted)
