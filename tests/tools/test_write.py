"""writeFile as WAP specifies it: whole files, in one step."""

import os
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from name_swapper import swapping_names
from understudy.tools import TOOLS, Call, ConsentRequest, modify_file
from understudy.workspace import Denied, InvalidArgument, Limits, NotFound, TooLarge, Workspace

Caller = Callable[..., Any]


def tree(root: Path) -> list[str]:
    return sorted(str(path.relative_to(root)) for path in root.rglob("*"))


@pytest.mark.requirement("WAP-03")
def test_the_three_modes(call: Caller, root: Path) -> None:
    result = call("writeFile", path="a.txt", content="é\n", mode="create")
    assert (result.success, result.path, result.bytes_written) == (True, "a.txt", 3)
    with pytest.raises(InvalidArgument) as caught:
        call("writeFile", path="a.txt", content="other", mode="create")
    assert caught.value.reason == "already_exists"
    assert (root / "a.txt").read_text() == "é\n"
    assert call("writeFile", path="a.txt", content="more\n", mode="append").bytes_written == 5
    assert (root / "a.txt").read_text() == "é\nmore\n"
    call("writeFile", path="a.txt", content="new")
    assert (root / "a.txt").read_text() == "new"
    call("writeFile", path="b.txt", content="made", mode="append")
    assert (root / "b.txt").read_text() == "made"
    assert tree(root) == ["a.txt", "b.txt"]


@pytest.mark.requirement("WAP-03")
def test_folders_are_made_only_when_asked_and_not_left_behind_by_a_failure(call: Caller, root: Path) -> None:
    with pytest.raises(NotFound) as caught:
        call("writeFile", path="x/y/a.txt", content="1")
    assert "createDirectories" in caught.value.message
    assert tree(root) == []
    call("writeFile", path="x/y/a.txt", content="1", createDirectories=True)
    assert tree(root) == ["x", "x/y", "x/y/a.txt"]
    with pytest.raises(InvalidArgument):
        call("writeFile", path="p/q/a.txt", content="1", createDirectories=True, expectedHash="0" * 64)
    call("writeFile", path="p/q/a.txt", content="1", createDirectories=True, dryRun=True)
    assert tree(root) == ["x", "x/y", "x/y/a.txt"]
    (root / "file").write_text("x")
    with pytest.raises(NotFound):
        call("writeFile", path="file/a.txt", content="1", createDirectories=True)


@pytest.mark.requirement("WAP-03")
@pytest.mark.attack(53)
@pytest.mark.parametrize(
    ("before", "after"), [(0o640, 0o640), (0o755, 0o755), (0o4755, 0o755), (0o6777, 0o777)]
)
def test_mode_bits_are_kept_and_set_user_id_is_never_gained(
    call: Caller, root: Path, before: int, after: int
) -> None:
    (root / "a.sh").write_text("old\n")
    os.chmod(root / "a.sh", before)
    for tool, arguments in (
        ("writeFile", {"content": "new\n"}),
        ("writeFile", {"content": "x\n", "mode": "append"}),
        ("modifyFile", {"operations": [{"type": "insert", "afterLine": 0, "newContent": "top"}]}),
    ):
        call(tool, path="a.sh", **arguments)
        assert stat.S_IMODE(os.stat(root / "a.sh").st_mode) == after


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_the_owner_is_kept(call: Caller, root: Path) -> None:
    (root / "a.txt").write_text("old")
    os.chown(root / "a.txt", 1234, 5678)
    call("writeFile", path="a.txt", content="new")
    status = os.stat(root / "a.txt")
    assert (status.st_uid, status.st_gid) == (1234, 5678)


def test_an_expected_hash_protects_what_others_changed(call: Caller, root: Path) -> None:
    (root / "a.txt").write_text("one")
    seen = call("readFile", path="a.txt").hash
    (root / "a.txt").write_text("two")
    for tool, arguments in (
        ("writeFile", {"content": "mine"}),
        ("writeFile", {"content": "mine", "mode": "append"}),
        ("modifyFile", {"operations": [{"type": "replaceText", "oldText": "two", "newText": "mine"}]}),
    ):
        with pytest.raises(InvalidArgument) as caught:
            call(tool, path="a.txt", expectedHash=seen, **arguments)
        assert caught.value.reason == "changed_since_read"
        assert caught.value.details["currentHash"] == call("readFile", path="a.txt").hash
    assert (root / "a.txt").read_text() == "two"
    fresh = call("readFile", path="a.txt").hash
    written = call("writeFile", path="a.txt", content="mine", expectedHash=fresh)
    assert written.hash == call("readFile", path="a.txt").hash


def test_a_dry_run_shows_the_change_and_makes_none(call: Caller, root: Path) -> None:
    (root / "a.txt").write_text("one\ntwo\nthree\n")
    result = call("writeFile", path="a.txt", content="one\n2\nthree\n", dryRun=True)
    assert result.diff == "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n"
    assert (root / "a.txt").read_text() == "one\ntwo\nthree\n"
    assert call("writeFile", path="new.txt", content="x", dryRun=True).diff.endswith(
        "@@ -0,0 +1 @@\n+x\n\\ No newline at end of file\n"
    )
    assert tree(root) == ["a.txt"]


@pytest.mark.requirement("WAP-10")
def test_content_over_the_limit_is_refused(root: Path) -> None:
    with Workspace([root], limits=Limits(max_write_size=10)) as workspace:
        with pytest.raises(TooLarge) as caught:
            TOOLS["writeFile"].call(workspace, {"path": "a.txt", "content": "é" * 6})
        assert caught.value.payload()["code"] == "SIZE_LIMIT_EXCEEDED"
    assert tree(root) == []


@pytest.mark.parametrize("path", [".", "folder", "new/", "folder/"])
def test_a_folder_is_not_written_to(call: Caller, root: Path, path: str) -> None:
    (root / "folder").mkdir()
    with pytest.raises(InvalidArgument) as caught:
        call("writeFile", path=path, content="x")
    assert caught.value.reason == "not_a_file"


@pytest.mark.requirement("WAP-03")
def test_a_reader_sees_the_old_or_the_new_file_and_never_a_part(call: Caller, root: Path) -> None:
    contents = ["a" * 200_000, "b" * 200_000]
    (root / "a.txt").write_text(contents[0])
    stop = threading.Event()
    seen: set[str] = set()

    def watch() -> None:
        while not stop.is_set():
            seen.add((root / "a.txt").read_text())

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        for turn in range(60):
            call("writeFile", path="a.txt", content=contents[turn % 2])
    finally:
        stop.set()
        watcher.join()
    assert seen <= set(contents)


WRITER = """
import sys
from understudy.tools import TOOLS
from understudy.workspace import Workspace
with Workspace([sys.argv[1]]) as workspace:
    print("ready", flush=True)
    turn = 0
    while True:
        turn += 1
        TOOLS["writeFile"].call(workspace, {"path": "a.txt", "content": str(turn % 10) * 300_000})
        TOOLS["writeFile"].call(workspace, {"path": f"n{turn}.txt", "content": "n" * 300_000, "mode": "create"})
"""


@pytest.mark.requirement("WAP-03")
def test_kill_minus_nine_at_any_moment_leaves_whole_files_only(root: Path) -> None:
    (root / "a.txt").write_text("0" * 300_000)
    for delay in range(8):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(root)], stdout=subprocess.PIPE)
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"ready\n"
        known = len(os.listdir(root))
        while len(os.listdir(root)) < known + 2 + delay % 3:  # let it start, then kill it
            pass
        writer.send_signal(signal.SIGKILL)
        writer.wait()
        writer.stdout.close()
        for path in root.iterdir():
            if path.name.startswith(".understudy-"):
                path.unlink()  # the name between link and rename: a whole file, too
                continue
            text = path.read_text()
            assert len(text) == 300_000, path
            assert len(set(text)) == 1, path
            if path.name != "a.txt":
                path.unlink()


@pytest.mark.attack(42, 43, 44)
@pytest.mark.parametrize(
    "path",
    [
        ".git/config",
        ".git/hooks/pre-commit",
        ".GIT/config",
        "sub/.git/config",
        ".git",
        "sub/.git",
        ".mcp.json",
        ".vscode/tasks.json",
        ".vscode/settings.json",
        "real/config",
        "real/hooks/post-checkout",
    ],
)
def test_files_that_others_run_or_trust_need_consent(root: Path, workspace: Workspace, path: str) -> None:
    (root / "real" / "objects").mkdir(parents=True)
    (root / "real" / "refs").mkdir()
    (root / "real" / "HEAD").write_text("ref: refs/heads/main\n")
    (root / "sub").mkdir()
    before = tree(root)
    asked: list[ConsentRequest] = []

    def answer(reply: bool) -> Call:
        def consent(question: ConsentRequest) -> bool:
            asked.append(question)
            return reply

        return Call(ask_consent=consent)

    arguments = {"path": path, "content": "x", "createDirectories": True}
    for using in (None, answer(False)):
        with pytest.raises(Denied) as caught:
            TOOLS["writeFile"].call(workspace, arguments, using)
        assert caught.value.reason == "needs_approval"
    assert tree(root) == before
    TOOLS["writeFile"].call(workspace, arguments, answer(True))
    assert (root / path).read_text() == "x"
    assert len(asked) == 2
    operation = {"type": "insert", "afterLine": 0, "newContent": "y"}
    with pytest.raises(Denied):
        TOOLS["modifyFile"].call(workspace, {"path": path, "operations": [operation]})


@pytest.mark.attack(42)
def test_a_link_to_a_sensitive_file_is_sensitive_too(call: Caller, root: Path) -> None:
    (root / ".git").mkdir()
    (root / ".git" / "config").write_text("[core]\n")
    (root / "innocent.txt").symlink_to(".git/config")
    with pytest.raises(Denied) as caught:
        call("writeFile", path="innocent.txt", content="x")
    assert caught.value.reason == "needs_approval"


def test_with_trust_all_no_consent_is_requested(root: Path) -> None:
    with Workspace([root], trust_all=True) as workspace:
        TOOLS["writeFile"].call(workspace, {"path": ".mcp.json", "content": "{}"})
    assert (root / ".mcp.json").read_text() == "{}"


def test_ordinary_names_need_no_consent(call: Caller, root: Path) -> None:
    for path in (
        ".gitignore",
        ".github/FUNDING.yml",
        "config",
        "hooks/x",
        "docs/.git.md",
        "src/objects/HEAD",
    ):
        call("writeFile", path=path, content="x", createDirectories=True)


def test_edits_made_at_the_same_time_are_all_kept(workspace: Workspace, root: Path) -> None:
    (root / "list.txt").write_text("".join(f"item {i} open\n" for i in range(48)))
    failures: list[BaseException] = []

    def work(worker: int) -> None:
        for item in range(worker, 48, 8):
            operation = {
                "type": "replaceText",
                "oldText": f"item {item} open",
                "newText": f"item {item} done",
            }
            try:
                TOOLS["modifyFile"].call(workspace, {"path": "list.txt", "operations": [operation]})
                TOOLS["writeFile"].call(
                    workspace, {"path": "log.txt", "content": f"{item}\n", "mode": "append"}
                )
            except BaseException as error:
                failures.append(error)

    workers = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert failures == []
    assert "open" not in (root / "list.txt").read_text()
    assert sorted(map(int, (root / "log.txt").read_text().split())) == list(range(48))


@pytest.mark.attack(18, 42)
@pytest.mark.skipif(sys.platform != "linux", reason="needs renameat2")
def test_consent_cannot_be_raced_past(workspace: Workspace, root: Path) -> None:
    """While consent is requested for one file, the path is changed to lead to another."""
    for folder in ("safe", ".git"):
        (root / folder).mkdir()
        (root / folder / "config").write_text("old\n")
    (root / "link").symlink_to("safe")
    (root / "other").symlink_to(".git")
    written = 0
    with swapping_names(root, "link", "other"):
        for _ in range(600):
            try:
                TOOLS["writeFile"].call(workspace, {"path": "link/config", "content": "new\n"})
                written += 1
            except (Denied, NotFound):
                pass
    assert written > 0
    assert (root / ".git" / "config").read_text() == "old\n"


def test_the_time_limit_does_not_count_the_wait_for_consent(root: Path) -> None:
    def consent(question: ConsentRequest) -> bool:
        time.sleep(0.2)
        return True

    with Workspace([root], limits=Limits(max_execution_time=150)) as workspace:
        TOOLS["writeFile"].call(workspace, {"path": ".mcp.json", "content": "{}"}, Call(ask_consent=consent))
    assert (root / ".mcp.json").exists()


def test_a_dry_run_does_not_even_touch_the_folder(call: Caller, root: Path) -> None:
    before = root.stat().st_mtime_ns
    result = call("writeFile", path="a/b/c.txt", content="x\n", createDirectories=True, dryRun=True)
    assert result.diff.endswith("+x\n")
    assert root.stat().st_mtime_ns == before


def test_the_diff_of_repetitive_files_takes_no_time(call: Caller, root: Path) -> None:
    (root / "a.txt").write_text("a\n" * 4000)
    result = call("writeFile", path="a.txt", content="a\nb\n" * 4000, dryRun=True)
    assert result.diff.startswith("--- a/a.txt\n+++ b/a.txt\n@@")


def test_appending_looks_at_the_whole_file_for_its_encoding(call: Caller, root: Path) -> None:
    head = b"ascii\n" * 1_000_000
    (root / "f").write_bytes(head + "é\n".encode("latin-1"))
    call("writeFile", path="f", content="ü\n", mode="append")
    assert (root / "f").read_bytes() == head + "é\nü\n".encode("latin-1")


@pytest.mark.attack(43, 44)
def test_a_repository_cannot_be_put_together_piece_by_piece(call: Caller, root: Path) -> None:
    """In any order: the write that would make a folder a repository requests consent."""
    orders = (
        ["config", "HEAD", "objects/x", "refs/x"],
        ["refs/x", "objects/x", "config", "HEAD"],
        ["objects/x", "HEAD", "hooks/pre-commit", "refs/x"],
        ["config", "commondir", "HEAD"],
    )
    for number, order in enumerate(orders):
        *first, last = [f"b{number}/{name}" for name in order]
        for path in first:
            call("writeFile", path=path, content="x", createDirectories=True)
        with pytest.raises(Denied) as caught:
            call("writeFile", path=last, content="x", createDirectories=True)
        assert caught.value.reason == "needs_approval"
        assert not (root / last).exists()


@pytest.mark.attack(44)
def test_a_repository_with_linked_parts_is_detected_too(call: Caller, root: Path) -> None:
    store = root / "store"
    (store / "o").mkdir(parents=True)
    (store / "refs").mkdir()
    (store / "HEAD").write_text("ref: refs/heads/main\n")
    (store / "objects").symlink_to("o")
    for path in ("store/config", "store/hooks/pre-commit", "store/commondir", "store/HEAD"):
        with pytest.raises(Denied):
            call("writeFile", path=path, content="x", createDirectories=True)


@pytest.mark.attack(43)
def test_a_root_inside_a_sensitive_folder_of_another_root_is_still_sensitive(root: Path) -> None:
    (root / ".vscode").mkdir()
    with Workspace([root, root / ".vscode"]) as workspace:
        for path in (".vscode/tasks.json", str(root / ".vscode" / "tasks.json")):
            with pytest.raises(Denied):
                TOOLS["writeFile"].call(workspace, {"path": path, "content": "{}"})
    bare = root / "bare"
    for part in ("objects", "refs", "hooks"):
        (bare / part).mkdir(parents=True)
    (bare / "HEAD").write_text("ref: refs/heads/main\n")
    with Workspace([root, bare / "hooks"]) as workspace, pytest.raises(Denied):
        TOOLS["writeFile"].call(workspace, {"path": str(bare / "hooks" / "pre-commit"), "content": "x"})
    with Workspace([root / ".vscode"]) as workspace, pytest.raises(Denied):
        TOOLS["writeFile"].call(workspace, {"path": "tasks.json", "content": "{}"})


def test_a_path_spelled_as_a_folder_is_one(call: Caller, root: Path) -> None:
    (root / "a.txt").write_text("x")
    for path in ("a.txt/", "a.txt/."):
        with pytest.raises(NotFound):
            call("readFile", path=path)
    for path in ("new/", "new/."):
        with pytest.raises(InvalidArgument):
            call("writeFile", path=path, content="x")
    assert tree(root) == ["a.txt"]


@pytest.mark.parametrize("how", ["in place", "replaced", "removed"])
def test_a_change_by_another_program_in_between_is_not_lost(
    call: Caller, root: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """Another program saves the file after we read it and before we replace it."""
    path = root / "a.txt"
    path.write_text("one\n")
    read = modify_file.decode

    def read_and_save(data: bytes) -> Any:
        if how == "removed":
            path.unlink()
        elif how == "replaced":
            (root / "new").write_text("theirs\n")
            os.replace(root / "new", path)
        else:
            path.write_text("theirs\n")
        return read(data)

    monkeypatch.setattr(modify_file, "decode", read_and_save)
    with pytest.raises(InvalidArgument) as caught:
        call("modifyFile", path="a.txt", operations=[{"type": "insert", "afterLine": 0, "newContent": "x"}])
    assert caught.value.reason == "changed_since_read"
    assert (path.read_text() if path.exists() else None) == (None if how == "removed" else "theirs\n")
