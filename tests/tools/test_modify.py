"""modifyFile as WAP specifies it: all operations or none."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from understudy.tools import TOOLS
from understudy.workspace import (
    InvalidArgument,
    Limits,
    NotFound,
    TimedOut,
    TooLarge,
    Workspace,
    WorkspaceError,
)

Caller = Callable[..., Any]
TEXT = "one\ntwo\nthree\nfour\n"


@pytest.fixture
def modify(call: Caller, root: Path) -> Callable[..., str]:
    (root / "f").write_text(TEXT)

    def run(*operations: dict[str, Any], **more: Any) -> str:
        result = call("modifyFile", path="f", operations=list(operations), **more)
        assert (result.success, result.path) == (True, "f")
        return (root / "f").read_bytes().decode()

    return run


@pytest.mark.requirement("WAP-04")
def test_the_line_operations(modify: Callable[..., str]) -> None:
    assert (
        modify(
            {"type": "replace", "startLine": 2, "endLine": 3, "newContent": "TWO\nTHREE"},
            {"type": "insert", "afterLine": 0, "newContent": "zero"},
            {"type": "insert", "afterLine": 4, "newContent": "five\n"},
            {"type": "delete", "startLine": 1, "endLine": 1},
        )
        == "zero\nTWO\nTHREE\nfour\nfive\n"
    )


@pytest.mark.requirement("WAP-04", "WAP-05")
@pytest.mark.parametrize(
    ("operation", "expected"),
    [
        ({"pattern": "o", "replacement": "0"}, "0ne\ntwo\nthree\nfour\n"),
        ({"pattern": "o", "replacement": "0", "flags": "g"}, "0ne\ntw0\nthree\nf0ur\n"),
        ({"pattern": "^(t)(\\w+)$", "replacement": "$2-$1", "flags": "gm"}, "one\nwo-t\nhree-t\nfour\n"),
        ({"pattern": "(?<a>T)WO", "replacement": "[$<a>$&$$]", "flags": "i"}, "one\n[ttwo$]\nthree\nfour\n"),
        ({"pattern": "one.two", "replacement": "x", "flags": "s"}, "x\nthree\nfour\n"),
        ({"pattern": "\\n", "replacement": ";", "flags": "g"}, "one;two;three;four;"),
        ({"pattern": "(?<=t)w(?=o)", "replacement": "W"}, "one\ntWo\nthree\nfour\n"),
        ({"pattern": "nowhere", "replacement": "x"}, TEXT),
    ],
)
def test_regex_replace_has_javascripts_meaning(
    modify: Callable[..., str], operation: dict[str, str], expected: str
) -> None:
    assert modify({"type": "regexReplace", **operation}) == expected


@pytest.mark.requirement("WAP-04")
def test_operations_take_effect_in_order_with_the_original_line_numbers(modify: Callable[..., str]) -> None:
    assert (
        modify(
            {"type": "regexReplace", "pattern": "one\\n", "replacement": "1\n1\n1\n"},
            {"type": "replace", "startLine": 3, "endLine": 3, "newContent": "3 one"},
            {"type": "replaceText", "oldText": "3 one", "newText": "3!"},
        )
        == "1\n1\n1\ntwo\n3!\nfour\n"
    )


@pytest.mark.parametrize(
    ("operation", "reason"),
    [
        ({"type": "replaceText", "oldText": "nowhere", "newText": "x"}, "no_match"),
        ({"type": "replaceText", "oldText": "o", "newText": "x"}, "not_unique"),
        ({"type": "replaceText", "oldText": "", "newText": "x"}, "bad_arguments"),
        ({"type": "replace", "startLine": 4, "endLine": 5, "newContent": "x"}, "line_out_of_range"),
        ({"type": "replace", "startLine": 3, "endLine": 2, "newContent": "x"}, "line_out_of_range"),
        ({"type": "replace", "startLine": 0, "endLine": 2, "newContent": "x"}, "bad_arguments"),
        ({"type": "insert", "afterLine": 5, "newContent": "x"}, "line_out_of_range"),
        ({"type": "insert", "afterLine": -1, "newContent": "x"}, "bad_arguments"),
        ({"type": "delete", "startLine": 2, "endLine": 9}, "line_out_of_range"),
        ({"type": "delete", "startLine": 1, "endLine": 2}, "overlap"),
        ({"type": "regexReplace", "pattern": "(", "replacement": "x"}, "bad_pattern"),
        ({"type": "regexReplace", "pattern": "a", "replacement": "x", "flags": "y"}, "bad_pattern"),
        ({"type": "regexReplace", "pattern": "a", "replacement": "x", "flags": "gg"}, "bad_pattern"),
        ({"type": "unheard", "x": 1}, "bad_arguments"),
        ({"type": "delete", "startLine": 1}, "bad_arguments"),
        ({"type": "delete", "startLine": 1, "endLine": 1, "extra": 1}, "bad_arguments"),
        ({"startLine": 1, "endLine": 1}, "bad_arguments"),
        ("delete", "bad_arguments"),
    ],
)
@pytest.mark.requirement("WAP-04", "WAP-09")
def test_one_bad_operation_and_nothing_is_done(call: Caller, root: Path, operation: Any, reason: str) -> None:
    (root / "f").write_text(TEXT)
    before = (root / "f").stat()
    good = {"type": "replace", "startLine": 1, "endLine": 1, "newContent": "changed"}
    with pytest.raises(InvalidArgument) as caught:
        call("modifyFile", path="f", operations=[good, operation])
    assert caught.value.reason == reason
    assert (root / "f").read_text() == TEXT
    assert (root / "f").stat().st_ino == before.st_ino
    assert len(list(root.iterdir())) == 1


def test_replace_text_replaces_all_if_requested_and_matches_the_files_line_endings(
    call: Caller, root: Path
) -> None:
    (root / "f").write_bytes(b"a\r\nb\r\na\r\n")
    call(
        "modifyFile",
        path="f",
        operations=[{"type": "replaceText", "oldText": "a", "newText": "A", "all": True}],
    )
    call("modifyFile", path="f", operations=[{"type": "replaceText", "oldText": "b\nA", "newText": "x\ny"}])
    assert (root / "f").read_bytes() == b"A\r\nx\r\ny\r\n"


def test_a_dry_run_shows_the_diff_and_whether_anything_would_change(call: Caller, root: Path) -> None:
    (root / "f").write_text(TEXT)
    operation = {"type": "replace", "startLine": 2, "endLine": 2, "newContent": "2"}
    result = call("modifyFile", path="f", operations=[operation], dryRun=True)
    assert result.changed is True
    assert result.diff == "--- a/f\n+++ b/f\n@@ -1,4 +1,4 @@\n one\n-two\n+2\n three\n four\n"
    assert (root / "f").read_text() == TEXT
    same = {"type": "replace", "startLine": 2, "endLine": 2, "newContent": "two"}
    before = (root / "f").stat().st_mtime_ns
    assert call("modifyFile", path="f", operations=[same]).changed is False
    assert (root / "f").stat().st_mtime_ns == before


@pytest.mark.attack(34)
def test_a_catastrophic_pattern_ends_and_leaves_the_file(call: Caller, root: Path) -> None:
    (root / "f").write_text("a" * 40 + "b\n")
    with pytest.raises(TimedOut) as caught:
        call(
            "modifyFile",
            path="f",
            operations=[{"type": "regexReplace", "pattern": "(a+)+$", "replacement": "x"}],
        )
    assert caught.value.payload()["code"] == "TIMEOUT"
    assert (root / "f").read_text() == "a" * 40 + "b\n"


@pytest.mark.attack(35)
@pytest.mark.parametrize("operation", ["regexReplace", "replaceText"])
def test_a_replacement_that_blows_up_is_refused(call: Caller, root: Path, operation: str) -> None:
    (root / "f").write_text("a" * 1_000_000)
    arguments: dict[str, Any] = (
        {"pattern": "a", "replacement": "$&" * 10_000, "flags": "g"}
        if operation == "regexReplace"
        else {"oldText": "a", "newText": "x" * 10_000, "all": True}
    )
    with pytest.raises(TooLarge):
        call("modifyFile", path="f", operations=[{"type": operation, **arguments}])
    assert (root / "f").stat().st_size == 1_000_000


@pytest.mark.requirement("WAP-10")
def test_a_file_too_large_to_modify_is_refused(root: Path) -> None:
    (root / "f").write_text("x" * 100)
    with Workspace([root], limits=Limits(max_write_size=50)) as workspace:
        for arguments in ({"path": "f", "operations": [{"type": "delete", "startLine": 1, "endLine": 1}]},):
            with pytest.raises(TooLarge):
                TOOLS["modifyFile"].call(workspace, arguments)


@pytest.mark.requirement("WAP-09")
def test_a_missing_file_is_not_created(call: Caller, root: Path) -> None:
    with pytest.raises(NotFound):
        call("modifyFile", path="f", operations=[{"type": "insert", "afterLine": 0, "newContent": "x"}])
    with pytest.raises(WorkspaceError):
        call("modifyFile", path="f", operations=[])
    assert list(root.iterdir()) == []
