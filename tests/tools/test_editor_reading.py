"""readFile through an editor: it returns the unsaved text and asks for nothing out of scope."""

import contextlib
import hashlib
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from name_swapper import swapping_names
from tools.live_editor import Editor
from understudy.tools import TOOLS, Call
from understudy.workspace import (
    Denied,
    ExecutionFailed,
    InvalidArgument,
    Limits,
    NotFound,
    Stop,
    Workspace,
    WorkspaceError,
)

Caller = Callable[..., Any]


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def test_the_unsaved_text_is_read_with_its_own_hash_and_counts(call: Caller, root: Path) -> None:
    (root / "a.txt").write_text("saved\n")
    editor = Editor()
    editor.type(root / "a.txt", "one\ntwo 😀\nthree")
    result = call("readFile", using=Call(buffers=editor), path="a.txt")
    assert result.content == "one\ntwo 😀\nthree"
    assert (result.total_lines, result.returned_lines, result.encoding) == (3, 3, "utf-8")
    assert result.hash == sha("one\ntwo 😀\nthree")
    assert (result.metadata.path, result.metadata.size) == (str(root / "a.txt"), 18)
    part = call("readFile", using=Call(buffers=editor), path="a.txt", startLine=2, endLine=2)
    assert (part.content, part.total_lines, part.hash) == ("two 😀\n", 3, result.hash)
    assert set(editor.reads) == {str(root / "a.txt")}
    assert (root / "a.txt").read_text() == "saved\n"


@pytest.mark.parametrize(
    ("text", "content", "encoding"),
    [
        ("a\r\nb\r\n", "a\r\nb\r\n", "utf-8"),
        ("no end", "no end", "utf-8"),
        ("", "", "utf-8"),
        ("\ufeffmarked\n", "marked\n", "utf-8 with BOM"),
        ("half \ud83d pair\n", "half \ufffd pair\n", "utf-8"),
        ("é\n", "é\n", "utf-8"),
    ],
)
def test_unsaved_texts_of_every_kind_are_read(
    call: Caller, root: Path, text: str, content: str, encoding: str
) -> None:
    (root / "a.txt").write_text("saved\n")
    editor = Editor()
    editor.type(root / "a.txt", text)
    result = call("readFile", using=Call(buffers=editor), path="a.txt")
    assert (result.content, result.encoding) == (content, encoding)


def test_a_long_text_comes_in_pages_and_a_cursor_notices_typing(root: Path) -> None:
    (root / "a.txt").write_text("saved\n")
    editor = Editor()
    text = "".join(f"line {number}\n" for number in range(100))
    editor.type(root / "a.txt", text)
    with Workspace([root], limits=Limits(max_file_size=200)) as workspace:
        pages: list[str] = []
        arguments: dict[str, Any] = {"path": "a.txt"}
        while True:
            page = TOOLS["readFile"].call(workspace, arguments, Call(buffers=editor))
            pages.append(page.content)
            if not page.is_truncated:
                break
            arguments["cursor"] = page.next_cursor
        assert "".join(pages) == text
        editor.type(root / "a.txt", text + "typed")
        with pytest.raises(InvalidArgument) as caught:
            TOOLS["readFile"].call(workspace, arguments, Call(buffers=editor))
        assert caught.value.reason == "changed_since_read"


def test_a_file_that_exists_only_in_the_editor_is_read_and_a_missing_file_is_an_error(
    call: Caller, root: Path
) -> None:
    editor = Editor()
    editor.type(root / "new" / "a.txt", "unsaved\n")
    result = call("readFile", using=Call(buffers=editor), path="new/a.txt")
    assert (result.content, result.metadata.size) == ("unsaved\n", 8)
    with pytest.raises(NotFound) as caught:
        call("readFile", using=Call(buffers=editor), path="b.txt")
    assert caught.value.reason == "missing"
    editor.type(root / "empty.txt", "")
    with pytest.raises(NotFound):
        call("readFile", using=Call(buffers=editor), path="empty.txt")
    before = len(editor.reads)
    with pytest.raises(NotFound):
        call("readFile", using=Call(buffers=editor), path="new/a.txt/")
    assert len(editor.reads) == before
    assert list(root.iterdir()) == []


def test_the_disk_is_read_if_the_editor_has_no_text_or_cannot_read(call: Caller, root: Path) -> None:
    (root / "a.txt").write_text("saved\n")

    class Silent(Editor):
        def read(self, path: str) -> str | None:
            self.reads.append(path)
            return None

    silent = Silent()
    assert call("readFile", using=Call(buffers=silent), path="a.txt").content == "saved\n"
    assert silent.reads == [str(root / "a.txt")]
    blind = Editor(can_read=False)
    assert call("readFile", using=Call(buffers=blind), path="a.txt").content == "saved\n"
    assert blind.untouched


@pytest.mark.attack(22, 28)
def test_the_editor_is_not_asked_for_files_that_are_huge_or_not_utf8_text(call: Caller, root: Path) -> None:
    editor = Editor()
    (root / "latin").write_bytes("é\n".encode("latin-1"))
    assert call("readFile", using=Call(buffers=editor), path="latin").encoding == "latin-1"
    (root / "wide").write_bytes("é\n".encode("utf-16"))
    assert call("readFile", using=Call(buffers=editor), path="wide").content == "é\n"
    (root / "huge").write_bytes(b"x\n" * (5 << 20))
    assert call("readFile", using=Call(buffers=editor), path="huge").total_lines == 5 << 20
    (root / "image").write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    (root / "folder").mkdir()
    os.mkfifo(root / "pipe")
    for path, reason in (
        ("image", "binary_file"),
        ("folder", "not_a_file"),
        ("pipe", "not_a_file"),
        (".", "not_a_file"),
    ):
        with pytest.raises(InvalidArgument) as caught:
            call("readFile", using=Call(buffers=editor), path=path)
        assert caught.value.reason == reason
    assert editor.untouched


def test_a_text_with_nul_characters_is_binary(call: Caller, root: Path) -> None:
    (root / "a.txt").write_text("saved\n")
    editor = Editor()
    editor.type(root / "a.txt", "h\0i\0")
    with pytest.raises(InvalidArgument) as caught:
        call("readFile", using=Call(buffers=editor), path="a.txt")
    assert caught.value.reason == "binary_file"


@pytest.mark.attack(29)
def test_a_file_whose_name_is_not_utf8_is_read_from_the_disk(call: Caller, root: Path) -> None:
    name = os.fsdecode(b"n\xff.txt")
    (root / name).write_text("odd\n")
    editor = Editor()
    assert call("readFile", using=Call(buffers=editor), path="n\\xff.txt").content == "odd\n"
    assert editor.untouched


@pytest.mark.attack(1, 2, 3, 7, 8, 11)
@pytest.mark.parametrize(
    "path", ["leaf", "folder/secret.txt", "../outside/secret.txt", "dangling", "folder/new.txt", "{outside}"]
)
def test_no_path_that_leads_out_reaches_the_editor(
    call: Caller, root: Path, outside: Path, path: str
) -> None:
    (root / "leaf").symlink_to(outside / "secret.txt")
    (root / "folder").symlink_to(outside)
    (root / "dangling").symlink_to(outside / "nothing")
    editor = Editor()
    sent = path.format(outside=outside / "secret.txt")
    operation = {"type": "insert", "afterLine": 0, "newContent": "x"}
    for tool, arguments in (
        ("readFile", {}),
        ("writeFile", {"content": "x", "createDirectories": True}),
        ("writeFile", {"content": "x", "mode": "append", "dryRun": True}),
        ("modifyFile", {"operations": [operation]}),
    ):
        with pytest.raises(Denied) as caught:
            call(tool, using=Call(buffers=editor), path=sent, **arguments)
        assert caught.value.reason == "out_of_scope"
    assert editor.untouched
    assert os.listdir(outside) == ["secret.txt"]


@pytest.mark.attack(14)
def test_a_link_inside_the_root_reaches_the_editor_as_its_canonical_path(call: Caller, root: Path) -> None:
    (root / "real.txt").write_text("saved\n")
    (root / "link.txt").symlink_to("real.txt")
    editor = Editor()
    editor.type(root / "real.txt", "typed\n")
    assert call("readFile", using=Call(buffers=editor), path="link.txt").content == "typed\n"
    assert editor.reads == [str(root / "real.txt")]


@pytest.mark.attack(19)
def test_a_text_read_through_a_replaced_parent_is_not_returned(
    call: Caller, root: Path, outside: Path
) -> None:
    (root / "folder").mkdir()
    (root / "folder" / "secret.txt").write_text("inside\n")
    editor = Editor()

    def swap() -> None:
        (root / "folder").rename(root / "away")
        (root / "folder").symlink_to(outside)

    editor.before_answer = swap
    with pytest.raises(Denied):
        call("readFile", using=Call(buffers=editor), path="folder/secret.txt")


@pytest.mark.attack(18, 19)
@pytest.mark.skipif(sys.platform != "linux", reason="needs renameat2")
def test_a_process_that_keeps_swapping_folders_gets_nothing_written_outside(
    workspace: Workspace, root: Path, outside: Path
) -> None:
    """An editor's own way to the file is a race that only the editor can close: this one checks its roots."""
    (root / "real").mkdir()
    (root / "real" / "secret.txt").write_text("inside\n")
    (root / "out").symlink_to(outside)

    class Careful(Editor):
        def write(self, path: str, text: str) -> None:
            with Workspace([root]) as own, open(own.resolve(path).open(os.O_WRONLY), "w") as file:
                file.write(text)

        def read(self, path: str) -> str | None:
            self.reads.append(path)
            try:
                with Workspace([root]) as own, own.open_file(path) as file:
                    return os.pread(file.fd, 1 << 20, 0).decode()
            except WorkspaceError:
                return None

    editor = Careful()
    operation = {"type": "insert", "afterLine": 0, "newContent": "more"}
    with swapping_names(root, "real", "out"):
        for _ in range(400):
            with contextlib.suppress(WorkspaceError):
                read = TOOLS["readFile"].call(workspace, {"path": "real/secret.txt"}, Call(buffers=editor))
                assert "outside" not in read.content
            with contextlib.suppress(WorkspaceError):
                TOOLS["modifyFile"].call(
                    workspace, {"path": "real/secret.txt", "operations": [operation]}, Call(buffers=editor)
                )
    assert editor.reads
    assert (outside / "secret.txt").read_text() == "outside secret\n"


@pytest.mark.parametrize("tool", ["readFile", "modifyFile", "writeFile"])
def test_a_call_can_be_cancelled_while_it_waits_for_the_editor(
    workspace: Workspace, root: Path, tool: str
) -> None:
    (root / "a.txt").write_text("saved\n")
    stop = Stop()
    asked = threading.Event()

    class Slow(Editor):
        def read(self, path: str) -> str | None:
            freed = threading.Event()
            asked.set()
            with stop.on_cancel(freed.set):
                assert freed.wait(240)
            return None

    def cancel() -> None:
        assert asked.wait(240)
        stop.cancel()

    canceller = threading.Thread(target=cancel)
    canceller.start()
    editor = Slow()
    arguments: dict[str, Any] = {
        "readFile": {},
        "modifyFile": {"operations": [{"type": "delete", "startLine": 1, "endLine": 1}]},
        "writeFile": {"content": "x"},
    }[tool]
    with pytest.raises(ExecutionFailed) as caught:
        TOOLS[tool].call(workspace, {"path": "a.txt", **arguments}, Call(stop=stop, buffers=editor))
    canceller.join()
    assert caught.value.reason == "cancelled"
    assert editor.writes == []
    assert (root / "a.txt").read_text() == "saved\n"
    # The file's turn was given back.
    TOOLS["writeFile"].call(workspace, {"path": "a.txt", "content": "free\n"})
