"""writeFile and modifyFile through an editor: its text is edited and checked for changes, and no byte is lost."""

import hashlib
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tools.live_editor import Editor
from understudy.tools import TOOLS, Call, ConsentRequest
from understudy.workspace import Denied, InvalidArgument, NotFound, Workspace

Caller = Callable[..., Any]


def sha(data: str | bytes) -> str:
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()


def swapped(old: str, new: str) -> list[dict[str, Any]]:
    return [{"type": "replaceText", "oldText": old, "newText": new}]


def test_the_unsaved_text_is_what_is_edited_and_what_the_hash_means(call: Caller, root: Path) -> None:
    (root / "a.txt").write_text("saved\n")
    editor = Editor()
    editor.type(root / "a.txt", "typed by a person\n")
    with pytest.raises(InvalidArgument) as caught:
        call(
            "modifyFile",
            using=Call(buffers=editor),
            path="a.txt",
            operations=swapped("typed", "kept"),
            expectedHash=sha("saved\n"),
        )
    assert caught.value.details["currentHash"] == sha("typed by a person\n")
    seen = call("readFile", using=Call(buffers=editor), path="a.txt").hash
    result = call(
        "modifyFile",
        using=Call(buffers=editor),
        path="a.txt",
        operations=swapped("typed", "kept"),
        expectedHash=seen,
    )
    assert editor.writes == [(str(root / "a.txt"), "kept by a person\n")]
    assert (result.old_hash, result.hash) == (seen, sha("kept by a person\n"))
    assert (root / "a.txt").read_text() == "kept by a person\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("one\r\ntwo\r\n", "one\r\n2\r\n"),
        ("one\ntwo", "one\n2"),
        ("\ufeffone\ntwo\n", "\ufeffone\n2\n"),
        ("😀 one\ntwo\n", "😀 one\n2\n"),
        ("one\u2028x\ntwo\n\n", "one\u2028x\n2\n\n"),
    ],
)
def test_line_endings_byte_order_marks_and_wide_characters_are_preserved(
    call: Caller, root: Path, before: str, after: str
) -> None:
    (root / "a.txt").write_text("saved\n")
    editor = Editor()
    editor.type(root / "a.txt", before)
    operation = {"type": "replace", "startLine": 2, "endLine": 2, "newContent": "2"}
    call("modifyFile", using=Call(buffers=editor), path="a.txt", operations=[operation])
    assert editor.writes == [(str(root / "a.txt"), after)]


def test_a_text_with_half_a_surrogate_pair_can_be_replaced_but_not_modified(call: Caller, root: Path) -> None:
    (root / "a.txt").write_text("saved\n")
    editor = Editor()
    editor.type(root / "a.txt", "half \ud83d pair\n")
    for tool, arguments in (
        ("modifyFile", {"operations": swapped("pair", "x")}),
        ("writeFile", {"content": "x", "mode": "append"}),
    ):
        with pytest.raises(InvalidArgument) as caught:
            call(tool, using=Call(buffers=editor), path="a.txt", **arguments)
        assert caught.value.reason == "not_encodable"
    assert editor.writes == []
    call("writeFile", using=Call(buffers=editor), path="a.txt", content="whole\n")
    assert editor.writes == [(str(root / "a.txt"), "whole\n")]


def test_the_three_modes_go_through_the_editor(call: Caller, root: Path) -> None:
    editor = Editor()
    made = call("writeFile", using=Call(buffers=editor), path="a.txt", content="1\n", mode="create")
    assert (made.success, made.path, made.bytes_written) == (True, "a.txt", 2)
    editor.type(root / "a.txt", "1\ntyped\n")
    call("writeFile", using=Call(buffers=editor), path="a.txt", content="2\n", mode="append")
    assert (root / "a.txt").read_text() == "1\ntyped\n2\n"
    call("writeFile", using=Call(buffers=editor), path="a.txt", content="all\n")
    assert [text for _, text in editor.writes] == ["1\n", "1\ntyped\n2\n", "all\n"]


def test_create_refuses_what_is_on_the_disk_or_in_the_editor(call: Caller, root: Path) -> None:
    (root / "disk.txt").write_text("x")
    editor = Editor()
    editor.type(root / "typed.txt", "unsaved\n")
    for path in ("disk.txt", "typed.txt"):
        with pytest.raises(InvalidArgument) as caught:
            call("writeFile", using=Call(buffers=editor), path=path, content="x", mode="create")
        assert caught.value.reason == "already_exists"
    assert editor.writes == []


def test_a_text_that_only_the_editor_has_can_be_modified(call: Caller, root: Path) -> None:
    editor = Editor()
    editor.type(root / "new.txt", "unsaved\n")
    call("modifyFile", using=Call(buffers=editor), path="new.txt", operations=swapped("un", ""))
    assert (root / "new.txt").read_text() == "saved\n"
    with pytest.raises(NotFound):
        call("modifyFile", using=Call(buffers=editor), path="none.txt", operations=swapped("a", "b"))


def test_folders_are_created_by_us_and_removed_if_the_editor_refuses(call: Caller, root: Path) -> None:
    editor = Editor()
    with pytest.raises(NotFound) as caught:
        call("writeFile", using=Call(buffers=editor), path="x/y/a.txt", content="1")
    assert "createDirectories" in caught.value.message
    assert editor.untouched
    editor.refuses = True
    with pytest.raises(Denied) as refused:
        call("writeFile", using=Call(buffers=editor), path="x/y/a.txt", content="1", createDirectories=True)
    assert refused.value.message == "The editor says no."
    assert list(root.iterdir()) == []
    editor.refuses = False
    call("writeFile", using=Call(buffers=editor), path="x/y/a.txt", content="1", createDirectories=True)
    assert (root / "x" / "y" / "a.txt").read_text() == "1"


def test_a_dry_run_never_writes_and_makes_nothing(call: Caller, root: Path) -> None:
    (root / "a.txt").write_text("saved\n")
    editor = Editor()
    editor.type(root / "a.txt", "typed\n")
    using = Call(buffers=editor)
    shown = call("modifyFile", using=using, path="a.txt", operations=swapped("typed", "x"), dryRun=True)
    assert shown.diff == "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-typed\n+x\n"
    for mode in ("overwrite", "append"):
        diff = call("writeFile", using=using, path="a.txt", content="y\n", mode=mode, dryRun=True).diff
        assert ("-typed\n" in diff) is (mode == "overwrite")
        assert "saved" not in diff
    call("writeFile", using=using, path="p/q.txt", content="y\n", createDirectories=True, dryRun=True)
    assert editor.writes == []
    assert [path.name for path in root.iterdir()] == ["a.txt"]


@pytest.mark.attack(28)
@pytest.mark.parametrize(
    "data",
    ["é one\n".encode("latin-1"), "é one\n".encode("utf-16"), b"\xc3\xa9 one \xff\n"],
    ids=["latin-1", "utf-16", "a bad byte"],
)
def test_a_file_that_is_not_utf8_is_written_to_the_disk_so_that_no_byte_is_lost(
    call: Caller, root: Path, data: bytes
) -> None:
    (root / "a.txt").write_bytes(data)
    editor = Editor()
    using = Call(buffers=editor)
    seen = call("readFile", using=using, path="a.txt").hash
    assert seen == sha(data)
    call("modifyFile", using=using, path="a.txt", operations=swapped("one", "two"), expectedHash=seen)
    call("writeFile", using=using, path="a.txt", content="more\n", mode="append")
    one, two = ("one".encode("utf-16-le"), "two".encode("utf-16-le")) if b"\0" in data else (b"one", b"two")
    end = "more\n".encode("utf-16-le") if b"\0" in data else b"more\n"
    assert (root / "a.txt").read_bytes() == data.replace(one, two) + end
    assert editor.untouched


def test_a_byte_order_mark_survives_an_editor_that_only_writes(call: Caller, root: Path) -> None:
    (root / "a.txt").write_bytes(b"\xef\xbb\xbfone\n")
    editor = Editor(can_read=False)
    call("modifyFile", using=Call(buffers=editor), path="a.txt", operations=swapped("one", "two"))
    assert (root / "a.txt").read_bytes() == b"\xef\xbb\xbftwo\n"
    assert editor.untouched


def test_an_editor_may_only_read_or_only_write(call: Caller, root: Path) -> None:
    (root / "a.txt").write_text("saved\n")
    reader = Editor(can_write=False)
    reader.type(root / "a.txt", "typed\n")
    call("modifyFile", using=Call(buffers=reader), path="a.txt", operations=swapped("typed", "both"))
    assert (root / "a.txt").read_text() == "both\n"
    writer = Editor(can_read=False)
    with pytest.raises(InvalidArgument):
        call(
            "modifyFile",
            using=Call(buffers=writer),
            path="a.txt",
            operations=swapped("both", "x"),
            expectedHash=sha("saved\n"),
        )
    call("modifyFile", using=Call(buffers=writer), path="a.txt", operations=swapped("both", "sent"))
    assert writer.writes == [(str(root / "a.txt"), "sent\n")]


@pytest.mark.attack(20)
def test_a_hard_link_to_a_file_outside_is_never_written_through(
    call: Caller, root: Path, outside: Path
) -> None:
    os.link(outside / "secret.txt", root / "a.txt")
    editor = Editor()
    call("writeFile", using=Call(buffers=editor), path="a.txt", content="mine\n")
    assert (outside / "secret.txt").read_text() == "outside secret\n"
    assert (root / "a.txt").read_text() == "mine\n"
    assert editor.writes == []


@pytest.mark.attack(18)
@pytest.mark.parametrize("swap", ["link", "folder", "leaf", "gone"])
def test_a_parent_or_file_replaced_while_the_editor_answers_prevents_the_write(
    call: Caller, root: Path, outside: Path, swap: str
) -> None:
    (root / "folder").mkdir()
    (root / "folder" / "secret.txt").write_text("inside\n")
    editor = Editor()

    def exchange() -> None:
        if swap == "leaf":
            (root / "folder" / "secret.txt").unlink()
            (root / "folder" / "secret.txt").symlink_to(outside / "secret.txt")
            return
        (root / "folder").rename(root / "away")
        if swap == "link":
            (root / "folder").symlink_to(outside)
        elif swap == "folder":
            (root / "folder").mkdir()

    editor.before_answer = exchange
    with pytest.raises((Denied, NotFound)):
        call("writeFile", using=Call(buffers=editor), path="folder/secret.txt", content="x")
    assert editor.writes == []
    assert (outside / "secret.txt").read_text() == "outside secret\n"


def test_a_file_saved_by_another_program_meanwhile_is_not_overwritten(call: Caller, root: Path) -> None:
    """The editor only writes, so the disk is what the change was made from."""
    (root / "a.txt").write_text("saved\n")
    editor = Editor(can_read=False)

    def save_meanwhile(change: object) -> None:
        (root / "a.txt").write_text("somebody else\n")

    using = Call(buffers=editor, on_change=save_meanwhile)
    with pytest.raises(InvalidArgument) as caught:
        call("modifyFile", using=using, path="a.txt", operations=swapped("saved", "x"))
    assert caught.value.reason == "changed_since_read"
    assert editor.writes == []


def test_a_file_that_appears_meanwhile_is_not_replaced_by_create(call: Caller, root: Path) -> None:
    editor = Editor()

    def appear(change: object) -> None:
        (root / "a.txt").write_text("somebody else\n")

    using = Call(buffers=editor, on_change=appear)
    with pytest.raises(InvalidArgument) as caught:
        call("writeFile", using=using, path="a.txt", content="x", mode="create")
    assert caught.value.reason == "already_exists"
    assert editor.writes == []


@pytest.mark.attack(42)
def test_consent_and_read_only_are_checked_before_the_editor_is_asked(root: Path, call: Caller) -> None:
    editor = Editor()
    with pytest.raises(Denied) as caught:
        call("writeFile", using=Call(buffers=editor), path=".mcp.json", content="{}")
    assert caught.value.reason == "needs_approval"

    def agree(question: ConsentRequest) -> bool:
        assert editor.untouched
        return True

    with Workspace([root], read_only=True) as workspace, pytest.raises(Denied):
        TOOLS["writeFile"].call(workspace, {"path": "a", "content": "x"}, Call(buffers=editor))
    assert editor.untouched
    call("writeFile", using=Call(buffers=editor, ask_consent=agree), path=".mcp.json", content="{}")
    assert editor.writes == [(str(root / ".mcp.json"), "{}")]


def test_a_text_too_large_for_the_editor_goes_to_the_disk(call: Caller, root: Path) -> None:
    editor = Editor()
    call("writeFile", using=Call(buffers=editor), path="a.txt", content="x" * (9 << 20))
    assert (root / "a.txt").stat().st_size == 9 << 20
    assert editor.writes == []


def test_edits_made_at_the_same_time_are_all_kept_by_the_editor(workspace: Workspace, root: Path) -> None:
    (root / "list.txt").write_text("saved\n")
    editor = Editor()
    editor.type(root / "list.txt", "".join(f"item {i} open\n" for i in range(24)))
    failures: list[BaseException] = []

    def work(worker: int) -> None:
        for item in range(worker, 24, 4):
            operations = swapped(f"item {item} open", f"item {item} done")
            try:
                TOOLS["modifyFile"].call(
                    workspace, {"path": "list.txt", "operations": operations}, Call(buffers=editor)
                )
            except BaseException as error:
                failures.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert (root / "list.txt").read_text() == "".join(f"item {i} done\n" for i in range(24))
