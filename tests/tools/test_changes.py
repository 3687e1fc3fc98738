"""The report of a change before it is made, and real runs that require the state that their dry run saw."""

import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tools.live_editor import Editor
from understudy.tools import TOOLS, Call
from understudy.tools.editor_api import ExpectedState, FileChange
from understudy.workspace import Denied, InvalidArgument, NotFound, Workspace, WorkspaceError

Caller = Callable[..., Any]
EDITORS = [pytest.param(None, id="on the disk"), pytest.param(Editor, id="through an editor")]


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def heard(buffers: Editor | None = None) -> tuple[Call, list[FileChange]]:
    changes: list[FileChange] = []
    return Call(on_change=changes.append, buffers=buffers), changes


def test_a_change_is_reported_just_before_it_is_made(call: Caller, root: Path, second: Path) -> None:
    (second / "a.txt").write_text("one\ntwo\n")
    seen: list[tuple[FileChange, str]] = []

    def listen(change: FileChange) -> None:
        seen.append((change, (second / "a.txt").read_text()))

    path = str(second / "a.txt")
    operation = {"type": "replaceText", "oldText": "two", "newText": "2"}
    call("modifyFile", using=Call(on_change=listen), path=path, operations=[operation])
    call("writeFile", using=Call(on_change=listen), path=path, content="more\n", mode="append")
    call("writeFile", using=Call(on_change=listen), path=path, content="all\n")
    assert seen == [
        (FileChange(path, path, "one\ntwo\n", "one\n2\n"), "one\ntwo\n"),
        (FileChange(path, path, "one\n2\n", "one\n2\nmore\n"), "one\n2\n"),
        (FileChange(path, path, "one\n2\nmore\n", "all\n"), "one\n2\nmore\n"),
    ]


def test_a_new_file_has_no_old_text_and_a_change_without_effect_is_not_reported(
    call: Caller, root: Path
) -> None:
    using, changes = heard()
    call("writeFile", using=using, path="new.txt", content="x")
    assert changes == [FileChange(str(root / "new.txt"), "new.txt", None, "x")]
    operation = {"type": "replaceText", "oldText": "x", "newText": "x"}
    assert call("modifyFile", using=using, path="new.txt", operations=[operation]).changed is False
    assert len(changes) == 1


def test_a_listener_that_raises_stops_the_change(call: Caller, root: Path) -> None:
    def refuse(change: FileChange) -> None:
        raise Denied("No.", "needs_approval")

    with pytest.raises(Denied):
        call("writeFile", using=Call(on_change=refuse), path="x/a.txt", content="x", createDirectories=True)
    assert list(root.iterdir()) == []


def test_undecodable_bytes_are_reported_as_replacement_characters(call: Caller, root: Path) -> None:
    (root / "a.txt").write_bytes(b"\xc3\xa9 \xff\n")
    using, changes = heard()
    call("writeFile", using=using, path="a.txt", content="x\n", mode="append")
    assert (changes[0].old, changes[0].new) == ("é \ufffd\n", "é \ufffd\nx\n")
    assert (root / "a.txt").read_bytes() == b"\xc3\xa9 \xff\nx\n"


@pytest.mark.parametrize(
    ("old", "content", "mode"),
    [
        (b"x" * (1 << 20) + b"x", "small", "overwrite"),
        (b"x" * (1 << 20), "x", "append"),
        (b"small", "x" * ((1 << 20) + 1), "overwrite"),
        (b"\x89PNG\0", "text", "overwrite"),
        (None, "x" * ((1 << 20) + 1), "create"),
    ],
)
def test_a_file_that_is_too_large_or_binary_is_reported_without_its_texts(
    call: Caller, root: Path, old: bytes | None, content: str, mode: str
) -> None:
    if old is not None:
        (root / "a").write_bytes(old)
    using, changes = heard()
    call("writeFile", using=using, path="a", content=content, mode=mode)
    assert changes == [FileChange(str(root / "a"), "a", None if old is None else "", "", too_large=True)]


def test_the_largest_reported_texts_are_complete(call: Caller, root: Path) -> None:
    (root / "a").write_bytes(b"x" * ((1 << 20) - 1))
    using, changes = heard()
    call("writeFile", using=using, path="a", content="y", mode="append")
    assert len(changes[0].new) == 1 << 20
    assert not changes[0].too_large


@pytest.mark.attack(29)
def test_a_reported_path_can_be_sent_as_json(call: Caller, root: Path) -> None:
    (root / os.fsdecode(b"n\xff")).write_text("x")
    using, changes = heard()
    call("writeFile", using=using, path="n\\xff", content="y")
    assert (changes[0].path, changes[0].display_path) == (f"{root}/n\\xff", "n\\xff")


@pytest.mark.parametrize("kind", EDITORS)
@pytest.mark.parametrize("mode", ["create", "overwrite", "append"])
def test_a_dry_run_of_every_mode_reports_the_change_and_the_expected_state(
    workspace: Workspace, root: Path, mode: str, kind: type[Editor] | None
) -> None:
    arguments = {"path": "p/q/a.txt", "content": "new\n", "mode": mode, "createDirectories": True}
    using, changes = heard(kind and kind())
    dry = TOOLS["writeFile"].call(workspace, {**arguments, "dryRun": True}, using)
    assert list(root.iterdir()) == []
    assert changes == [FileChange(str(root / "p/q/a.txt"), "p/q/a.txt", None, "new\n")]
    assert dry.to_expected_state() == ExpectedState(None, "p/q/a.txt")
    assert dry.hash == sha(b"new\n")
    using.expected_state = dry.to_expected_state()
    made = TOOLS["writeFile"].call(workspace, arguments, using)
    assert (root / "p/q/a.txt").read_text() == "new\n"
    assert made.hash == dry.hash
    if mode == "create":
        return
    using.expected_state = None
    again = TOOLS["writeFile"].call(workspace, {**arguments, "dryRun": True}, using)
    assert again.to_expected_state() == ExpectedState(sha(b"new\n"), "p/q/a.txt")
    using.expected_state = again.to_expected_state()
    assert TOOLS["writeFile"].call(workspace, arguments, using).hash == again.hash


@pytest.mark.parametrize("kind", EDITORS)
def test_a_file_that_changed_after_the_dry_run_is_not_changed(
    workspace: Workspace, root: Path, kind: type[Editor] | None
) -> None:
    (root / "a.txt").write_text("shown\n")
    operation = {"type": "insert", "afterLine": 0, "newContent": "top"}
    for tool, arguments in (
        ("modifyFile", {"path": "a.txt", "operations": [operation]}),
        ("writeFile", {"path": "a.txt", "content": "x"}),
        ("writeFile", {"path": "a.txt", "content": "x", "mode": "append"}),
    ):
        editor = kind and kind()
        (root / "a.txt").write_text("shown\n")
        dry = TOOLS[tool].call(workspace, {**arguments, "dryRun": True}, Call(buffers=editor))
        assert dry.old_hash == sha(b"shown\n")
        if editor is None:
            (root / "a.txt").write_text("other\n")
        else:
            editor.type(root / "a.txt", "other\n")
        using, changes = heard(editor)
        using.expected_state = dry.to_expected_state()
        with pytest.raises(InvalidArgument) as caught:
            TOOLS[tool].call(workspace, arguments, using)
        assert caught.value.reason == "changed_since_read"
        assert changes == []
        assert editor is None or editor.writes == []


@pytest.mark.parametrize("kind", EDITORS)
@pytest.mark.parametrize("mode", ["overwrite", "append"])
def test_a_file_that_appeared_after_the_dry_run_is_not_changed(
    workspace: Workspace, root: Path, mode: str, kind: type[Editor] | None
) -> None:
    editor = kind and kind()
    arguments = {"path": "a.txt", "content": "x", "mode": mode}
    dry = TOOLS["writeFile"].call(workspace, {**arguments, "dryRun": True}, Call(buffers=editor))
    if editor is None:
        (root / "a.txt").write_text("theirs")
    else:
        editor.type(root / "a.txt", "theirs")
    with pytest.raises(InvalidArgument) as caught:
        TOOLS["writeFile"].call(
            workspace, arguments, Call(expected_state=dry.to_expected_state(), buffers=editor)
        )
    assert caught.value.reason == "changed_since_read"


@pytest.mark.parametrize("kind", EDITORS)
@pytest.mark.parametrize("there", [False, True])
@pytest.mark.parametrize("target", ["src", "second"])
def test_a_path_that_leads_elsewhere_after_the_dry_run_changes_nothing(
    workspace: Workspace, root: Path, second: Path, there: bool, target: str, kind: type[Editor] | None
) -> None:
    folders = {"docs": root / "docs", "src": root / "src", "second": second}
    for folder in folders.values():
        folder.mkdir(exist_ok=True)
        if there:
            (folder / "a.txt").write_text("same\n")
    operation = {"type": "insert", "afterLine": 0, "newContent": "top"}
    tool_calls = [
        ("writeFile", {"path": "link/a.txt", "content": "x", "mode": mode})
        for mode in ("overwrite", "append")
    ]
    for tool, arguments in [*tool_calls, ("modifyFile", {"path": "link/a.txt", "operations": [operation]})][
        : 2 + there
    ]:
        (root / "link").unlink(missing_ok=True)
        (root / "link").symlink_to(folders["docs"])
        editor = kind and kind()
        dry = TOOLS[tool].call(workspace, {**arguments, "dryRun": True}, Call(buffers=editor))
        assert dry.to_expected_state().path == "docs/a.txt"
        (root / "link").unlink()
        (root / "link").symlink_to(folders[target])
        using = Call(expected_state=dry.to_expected_state(), buffers=editor)
        with pytest.raises(InvalidArgument) as caught:
            TOOLS[tool].call(workspace, arguments, using)
        assert caught.value.reason == "changed_since_read"
        for folder in folders.values():
            assert [path.read_text() for path in folder.iterdir()] == (["same\n"] if there else [])
        assert editor is None or editor.writes == []


def test_a_path_that_leads_to_a_sensitive_file_after_the_dry_run_asks_for_no_consent(
    workspace: Workspace, root: Path
) -> None:
    (root / "docs").mkdir()
    (root / ".git").mkdir()
    (root / "link").symlink_to("docs")
    arguments = {"path": "link/config", "content": "x"}
    pin = TOOLS["writeFile"].call(workspace, {**arguments, "dryRun": True}, Call()).to_expected_state()
    (root / "link").unlink()
    (root / "link").symlink_to(".git")

    def consent(question: Any) -> bool:
        raise AssertionError(question)

    with pytest.raises(InvalidArgument) as caught:
        TOOLS["writeFile"].call(workspace, arguments, Call(expected_state=pin, ask_consent=consent))
    assert caught.value.reason == "changed_since_read"
    assert list((root / ".git").iterdir()) == []


@pytest.mark.parametrize("kind", EDITORS)
@pytest.mark.parametrize("mode", ["overwrite", "append"])
def test_a_file_that_appears_at_the_last_moment_is_not_changed(
    workspace: Workspace, root: Path, mode: str, kind: type[Editor] | None
) -> None:
    def appear(change: FileChange) -> None:
        (root / "a.txt").write_text("theirs")

    using = Call(expected_state=ExpectedState(None), on_change=appear, buffers=kind and kind())
    with pytest.raises(InvalidArgument) as caught:
        TOOLS["writeFile"].call(workspace, {"path": "a.txt", "content": "x", "mode": mode}, using)
    assert caught.value.reason == "changed_since_read"
    assert (root / "a.txt").read_text() == "theirs"


def test_a_file_that_was_removed_after_the_dry_run_is_not_created(call: Caller, root: Path) -> None:
    with pytest.raises(InvalidArgument) as caught:
        call("writeFile", using=Call(expected_state=ExpectedState(sha(b"x"))), path="a.txt", content="y")
    assert caught.value.reason == "changed_since_read"
    assert list(root.iterdir()) == []


def test_real_runs_return_the_old_hash_too(call: Caller, root: Path) -> None:
    assert call("writeFile", path="a.txt", content="1").to_expected_state() == ExpectedState(None, "a.txt")
    assert call("writeFile", path="a.txt", content="2").old_hash == sha(b"1")
    operation = {"type": "replaceText", "oldText": "2", "newText": "3"}
    assert call("modifyFile", path="a.txt", operations=[operation]).old_hash == sha(b"2")
    assert call("writeFile", path="a.txt", content="4", mode="append").old_hash == sha(b"3")


@pytest.mark.requirement("WAP-09")
@pytest.mark.parametrize("kind", EDITORS)
@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"path": "there.txt", "mode": "create"}, "already_exists"),
        ({"path": "none/a.txt"}, "missing"),
        ({"path": "there.txt/a.txt", "createDirectories": True}, "not_a_directory"),
        ({"path": "../a.txt"}, "out_of_scope"),
        ({"path": "folder"}, "not_a_file"),
        ({"path": "new/"}, "not_a_file"),
        ({"path": "pipe"}, "not_a_file"),
        ({"path": ".git/config", "createDirectories": True}, "needs_approval"),
        ({"path": f"none/{'n' * 300}/a.txt", "createDirectories": True}, "bad_path"),
        ({"path": "image", "mode": "append"}, "binary_file"),
        ({"path": "latin", "mode": "append", "content": "→"}, "not_encodable"),
        ({"path": "there.txt", "expectedHash": "0" * 64}, "changed_since_read"),
    ],
)
def test_a_dry_run_fails_as_the_real_run_would(
    workspace: Workspace, root: Path, arguments: dict[str, Any], reason: str, kind: type[Editor] | None
) -> None:
    (root / "there.txt").write_text("x")
    (root / "folder").mkdir()
    os.mkfifo(root / "pipe")
    (root / "image").write_bytes(b"\x89PNG\0")
    (root / "latin").write_bytes(b"\xe9")
    reasons: list[str] = []
    for dry in (True, False):
        editor = kind and kind()
        with pytest.raises(WorkspaceError) as caught:
            TOOLS["writeFile"].call(
                workspace, {"content": "y", **arguments, "dryRun": dry}, Call(buffers=editor)
            )
        reasons.append(caught.value.reason)
        assert editor is None or editor.writes == []
    assert reasons == [reason, reason]
    assert sorted(path.name for path in root.iterdir()) == ["folder", "image", "latin", "pipe", "there.txt"]


def test_a_dry_run_in_a_read_only_workspace_fails(root: Path) -> None:
    (root / "a").write_text("x")
    with Workspace([root], read_only=True) as workspace, pytest.raises(Denied) as caught:
        TOOLS["writeFile"].call(workspace, {"path": "a", "content": "y", "dryRun": True})
    assert caught.value.reason == "read_only"


def test_a_dry_run_detects_that_the_folder_is_not_writable() -> None:
    operation = {"type": "insert", "afterLine": 0, "newContent": "top"}
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made).resolve()
        (folder / "a.txt").write_text("x")
        folder.chmod(0o555)
        own = os.geteuid()
        with Workspace([folder]) as workspace:
            if own == 0:
                os.seteuid(65534)  # nothing is closed to the superuser
            try:
                for tool, arguments in (
                    ("writeFile", {"path": "a.txt", "content": "y"}),
                    ("writeFile", {"path": "new.txt", "content": "y"}),
                    ("writeFile", {"path": "p/q/new.txt", "content": "y", "createDirectories": True}),
                    ("modifyFile", {"path": "a.txt", "operations": [operation]}),
                ):
                    for dry in (True, False):
                        with pytest.raises(Denied) as caught:
                            TOOLS[tool].call(workspace, {**arguments, "dryRun": dry})
                        assert caught.value.reason == "os_error"
            finally:
                os.seteuid(own)
                folder.chmod(0o755)


def test_modifying_a_missing_file_fails_whatever_state_is_expected(call: Caller, root: Path) -> None:
    operation = {"type": "insert", "afterLine": 0, "newContent": "top"}
    with pytest.raises(NotFound):
        call(
            "modifyFile", using=Call(expected_state=ExpectedState(None)), path="a.txt", operations=[operation]
        )
    (root / "a.txt").write_text("x")
    with pytest.raises(InvalidArgument):
        call(
            "modifyFile", using=Call(expected_state=ExpectedState(None)), path="a.txt", operations=[operation]
        )
