"""The path attacks of the attack table: nothing outside the roots is read, written, listed or named."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from name_swapper import swapping_names
from understudy.tools import TOOLS
from understudy.workspace import Denied, InvalidArgument, NotFound, Workspace, WorkspaceError

Caller = Callable[..., Any]

pytestmark = pytest.mark.usefixtures("way_of_opening")

READS = ("readFile", "exploreFiles", "searchFiles", "executeCommand")
WRITES = ("writeFile", "modifyFile")


def attempt(call: Caller, tool: str, path: str) -> Any:
    match tool:
        case "readFile" | "exploreFiles":
            return call(tool, path=path)
        case "searchFiles":
            return call(tool, paths=[path], query="secret", type="literal", recursive=True)
        case "executeCommand":
            return call(tool, command="cat secret.txt", workingDirectory=path)
        case "writeFile":
            return call(tool, path=path, content="x", createDirectories=True)
        case _:
            operation = {"type": "insert", "afterLine": 0, "newContent": "x"}
            return call(tool, path=path, operations=[operation])


@pytest.mark.requirement("DIR-09", "WAP-12")
@pytest.mark.attack(1, 2, 3, 4, 5, 6, 21)
@pytest.mark.parametrize("tool", READS + WRITES)
@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("../outside/secret.txt", "out_of_scope"),
        ("a/../../outside/secret.txt", "out_of_scope"),
        ("{outside}/secret.txt", "out_of_scope"),
        ("{root}-evil/secret.txt", "out_of_scope"),
        ("{root}/../outside/secret.txt", "out_of_scope"),
        ("..", "out_of_scope"),
        ("/", "out_of_scope"),
        ("/proc/self/root/etc/passwd", "out_of_scope"),
        ("/proc/self/environ", "out_of_scope"),
        ("/proc/self/fd/0", "out_of_scope"),
        ("/proc/self/cwd/x", "out_of_scope"),
        ("bad\0name", "bad_path"),
        ("", "bad_path"),
        ("x" * 5000, "bad_path"),
    ],
)
def test_a_path_that_leads_out_is_refused_by_every_tool(
    call: Caller, root: Path, outside: Path, tool: str, path: str, reason: str
) -> None:
    evil = Path(f"{root}-evil")
    evil.mkdir()
    (evil / "secret.txt").write_text("secret")
    before = sorted(str(p) for p in root.parent.rglob("*"))
    with pytest.raises(WorkspaceError) as caught:
        attempt(call, tool, path.format(root=root, outside=outside))
    assert caught.value.reason == reason
    assert "outside secret" not in str(caught.value.payload())
    assert sorted(str(p) for p in root.parent.rglob("*")) == before


@pytest.mark.attack(6)
@pytest.mark.parametrize("name", ["~", "~root", "file:///etc/passwd", "%2e%2e", "..%2fx", "$HOME"])
def test_names_that_look_special_stay_literal_names(call: Caller, root: Path, name: str) -> None:
    call("writeFile", path=name, content="literal", createDirectories=True)
    assert (root / name).read_text() == "literal"
    assert call("readFile", path=name).content == "literal"


@pytest.mark.attack(7, 8, 9)
@pytest.mark.parametrize("tool", READS + WRITES)
def test_links_that_lead_out_are_refused_by_every_tool(
    call: Caller, root: Path, outside: Path, tool: str
) -> None:
    (root / "leaf").symlink_to(outside / "secret.txt")
    (root / "folder").symlink_to(outside)
    (root / "chain").symlink_to("folder")
    (root / "relative").symlink_to("../outside")
    for path in ("leaf", "folder/secret.txt", "chain/secret.txt", "relative/secret.txt", "folder"):
        with pytest.raises(Denied) as caught:
            attempt(call, tool, path)
        assert caught.value.reason == "out_of_scope"
    assert (outside / "secret.txt").read_text() == "outside secret\n"
    assert sorted(p.name for p in outside.iterdir()) == ["secret.txt"]


@pytest.mark.attack(10)
def test_a_loop_of_links_ends_in_an_error(call: Caller, root: Path) -> None:
    (root / "a").symlink_to("b")
    (root / "b").symlink_to("a")
    with pytest.raises(InvalidArgument) as caught:
        call("readFile", path="a/x")
    assert caught.value.reason == "link_loop"


@pytest.mark.attack(11, 12, 13)
def test_nothing_is_created_or_changed_through_a_link_that_leads_out(
    call: Caller, root: Path, outside: Path
) -> None:
    (root / "dangling").symlink_to(outside / "new.txt")
    (root / "leaf").symlink_to(outside / "secret.txt")
    (root / "folder").symlink_to(outside)
    for arguments in (
        {"path": "dangling", "mode": "create"},
        {"path": "dangling", "mode": "overwrite"},
        {"path": "leaf", "mode": "append"},
        {"path": "leaf", "mode": "overwrite"},
        {"path": "folder/made/x.txt", "createDirectories": True},
    ):
        with pytest.raises(Denied):
            call("writeFile", content="x", **arguments)
    assert sorted(p.name for p in outside.iterdir()) == ["secret.txt"]
    assert (outside / "secret.txt").read_text() == "outside secret\n"


@pytest.mark.requirement("DIR-09")
@pytest.mark.attack(14, 15)
def test_links_inside_a_root_or_between_roots_work(call: Caller, root: Path, second: Path) -> None:
    (root / "real").mkdir()
    (root / "real" / "a.txt").write_text("inside\n")
    (second / "b.txt").write_text("second\n")
    (root / "absolute").symlink_to(root / "real")
    (root / "across").symlink_to(second)
    assert call("readFile", path="absolute/a.txt").content == "inside\n"
    assert call("readFile", path="across/b.txt").content == "second\n"
    call("writeFile", path="across/new.txt", content="new")
    assert (second / "new.txt").read_text() == "new"
    (root / "leaf").symlink_to(root / "real" / "a.txt")
    call("writeFile", path="leaf", content="through\n")
    assert (root / "leaf").is_symlink()
    assert (root / "real" / "a.txt").read_text() == "through\n"
    (root / "tocreate").symlink_to(root / "real" / "made.txt")
    call("writeFile", path="tocreate", content="made")
    assert (root / "real" / "made.txt").read_text() == "made"


@pytest.mark.attack(16)
def test_a_root_that_is_itself_a_link_works_under_both_names(root: Path, tmp_path: Path) -> None:
    (root / "a.txt").write_text("a")
    link = tmp_path / "link"
    link.symlink_to(root)
    with Workspace([link]) as workspace:
        for path in ("a.txt", f"{link}/a.txt", f"{root}/a.txt"):
            assert TOOLS["readFile"].call(workspace, {"path": path}).content == "a"


@pytest.mark.attack(17)
@pytest.mark.parametrize("replacement", ["folder", "link", "nothing"])
def test_a_root_that_was_replaced_is_refused(
    call: Caller, root: Path, outside: Path, tmp_path: Path, replacement: str
) -> None:
    (root / "secret.txt").write_text("mine")
    root.rename(tmp_path / "moved")
    if replacement == "folder":
        shutil.copytree(outside, root)
    elif replacement == "link":
        root.symlink_to(outside)
    for attack in (
        lambda: call("readFile", path="secret.txt"),
        lambda: call("readFile", path=str(root / "secret.txt")),
        lambda: call("writeFile", path="secret.txt", content="x"),
        lambda: call("exploreFiles", path="."),
        lambda: call("executeCommand", command="cat secret.txt"),
    ):
        with pytest.raises(Denied) as caught:
            attack()
        assert caught.value.reason in ("root_replaced", "out_of_scope")
    assert (tmp_path / "moved" / "secret.txt").read_text() == "mine"


@pytest.mark.requirement("DIR-09")
@pytest.mark.attack(18, 19)
@pytest.mark.skipif(sys.platform != "linux", reason="needs renameat2")
@pytest.mark.parametrize("tool", ["readFile", "writeFile", "append", "modifyFile", "explore", "search"])
def test_a_path_that_is_swapped_meanwhile_never_leads_out(
    call: Caller, root: Path, outside: Path, tool: str
) -> None:
    """Another process exchanges a folder and a file with links that lead out while the tool runs."""
    (outside / "in.txt").write_text("outside secret\n")
    (root / "d").mkdir()
    (root / "e").symlink_to(outside)
    (root / "d" / "in.txt").write_text("inside\n")
    (root / "leaf").write_text("inside\n")
    (root / "leaf-out").symlink_to(outside / "in.txt")
    edit = {"type": "replace", "startLine": 1, "endLine": 1, "newContent": "inside again"}

    def attack(path: str) -> str:
        match tool:
            case "readFile":
                return call("readFile", path=path).content
            case "writeFile":
                return str(call("writeFile", path=path, content="inside\n"))
            case "append":
                return str(call("writeFile", path=path, content="inside\n", mode="append"))
            case "modifyFile":
                return call("modifyFile", path=path, operations=[edit], dryRun=True).diff
            case "explore":
                return str(call("exploreFiles", path="d", returnMetadata=True).files)
            case _:
                return str(call("searchFiles", paths=[path], query="outside", type="literal").matches)

    done = {"d/in.txt": 0, "leaf": 0}
    with swapping_names(root, "d", "e", "leaf", "leaf-out"):
        for number in range(5_000):
            if number >= 250 and all(done.values()):
                break  # the swapping process and the calls can stay in step for long
            for path in done:
                try:
                    assert "outside" not in attack(path).replace(str(outside), "")
                    done[path] += 1
                except WorkspaceError:
                    pass
    assert all(done.values()), done
    assert (outside / "in.txt").read_text() == "outside secret\n"
    assert sorted(p.name for p in outside.iterdir()) == ["in.txt", "secret.txt"]


@pytest.mark.attack(20)
@pytest.mark.parametrize("mode", ["overwrite", "append"])
def test_writing_to_a_hard_link_leaves_the_outside_file_alone(
    call: Caller, root: Path, outside: Path, mode: str
) -> None:
    os.link(outside / "secret.txt", root / "hard.txt")
    call("writeFile", path="hard.txt", content="mine", mode=mode)
    assert (outside / "secret.txt").read_text() == "outside secret\n"
    call("modifyFile", path="hard.txt", operations=[{"type": "insert", "afterLine": 0, "newContent": "top"}])
    assert (outside / "secret.txt").read_text() == "outside secret\n"


@pytest.mark.attack(32)
@pytest.mark.skipif(os.geteuid() != 0, reason="mounting needs root")
def test_a_mount_inside_the_root_is_not_entered(call: Caller, root: Path, outside: Path) -> None:
    point = root / "mounted"
    point.mkdir()
    (root / "a.txt").write_text("a secret of our own")
    try:
        subprocess.run(["mount", "--bind", outside, point], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"this machine does not let us mount: {error}")
    try:
        for tool in READS + WRITES:
            with pytest.raises(Denied):
                attempt(call, tool, "mounted/secret.txt" if tool in ("readFile", *WRITES) else "mounted")
        found = call("searchFiles", paths=["."], query="secret", type="literal", recursive=True)
        assert [match.path for match in found.matches] == ["a.txt"]
        listed = [entry.path for entry in call("exploreFiles", path=".", recursive=True).files]
        assert "mounted/secret.txt" not in listed
        # Declared as a root of its own, the same folder may be used.
        with Workspace([root, point]) as workspace:
            assert (
                TOOLS["readFile"].call(workspace, {"path": "mounted/secret.txt"}).content
                == "outside secret\n"
            )
    finally:
        subprocess.run(["umount", point], check=True)


@pytest.mark.attack(22, 23, 24, 39)
@pytest.mark.parametrize("kind", ["fifo", "socket", "device"])
def test_special_files_are_never_opened_and_never_hang(call: Caller, root: Path, kind: str) -> None:
    special = root / "special"
    match kind:
        case "fifo":
            os.mkfifo(special)
        case "socket":
            server = socket.socket(socket.AF_UNIX)
            here = os.open(root, os.O_RDONLY)
            server.bind(f"/proc/self/fd/{here}/special")
            os.close(here)
            server.close()
        case _:
            try:
                os.mknod(special, 0o20666, os.makedev(1, 5))  # /dev/zero
            except PermissionError:
                pytest.skip("making a device needs root")
    for tool in ("readFile", "writeFile", "modifyFile"):
        with pytest.raises(InvalidArgument) as caught:
            attempt(call, tool, "special")
        assert caught.value.reason == "not_a_file"
    with pytest.raises(InvalidArgument):
        call("searchFiles", paths=["special"], query="x", type="literal")
    found = call("searchFiles", paths=["."], query="x", type="literal", recursive=True)
    assert found.total_matches == 0
    assert [entry.path for entry in call("exploreFiles", path=".").files] == ["special"]


@pytest.mark.requirement("DIR-08", "WAP-12")
def test_relative_paths_mean_the_primary_root_only(call: Caller, root: Path, second: Path) -> None:
    (second / "only-there.txt").write_text("x")
    with pytest.raises(NotFound):
        call("readFile", path="only-there.txt")
    assert call("readFile", path=str(second / "only-there.txt")).content == "x"


@pytest.mark.requirement("WAP-12")
def test_every_path_in_an_answer_can_be_passed_straight_back(call: Caller, root: Path, second: Path) -> None:
    (root / "a b").mkdir()
    (root / "a b" / "c.txt").write_text("needle\n")
    (second / "d.txt").write_text("needle\n")
    listed = call("exploreFiles", path=".", recursive=True).files
    listed += call("exploreFiles", path=str(second), recursive=True).files
    files = [entry.path for entry in listed if not entry.is_directory]
    assert files == ["a b/c.txt", str(second / "d.txt")]
    found = call("searchFiles", paths=[".", str(second)], query="needle", type="literal", recursive=True)
    assert [match.path for match in found.matches] == files
    for path in files:
        assert call("readFile", path=path).content == "needle\n"
        assert call("writeFile", path=path, content="new").path == path
        operation = {"type": "insert", "afterLine": 0, "newContent": "y"}
        assert call("modifyFile", path=path, operations=[operation]).path == path


@pytest.mark.requirement("DIR-05")
def test_duplicate_roots_are_dropped_and_nested_ones_kept_in_order(root: Path, second: Path) -> None:
    nested = root / "nested"
    nested.mkdir()
    with Workspace([root, second, root, nested, second]) as workspace:
        assert [r.path for r in workspace.roots] == [str(root), str(second), str(nested)]


@pytest.mark.requirement("DIR-09")
@pytest.mark.parametrize("bad", ["missing", "file", "", "nul\0"])
def test_a_root_that_cannot_be_granted_is_an_error_and_leaks_nothing(root: Path, bad: str) -> None:
    (root / "file").write_text("x")
    before = len(os.listdir("/proc/self/fd")) if os.path.exists("/proc/self/fd") else 0
    with pytest.raises(WorkspaceError):
        Workspace([root, str(root / bad) if bad in ("missing", "file") else bad])
    with pytest.raises(WorkspaceError):
        Workspace([])
    after = len(os.listdir("/proc/self/fd")) if os.path.exists("/proc/self/fd") else 0
    assert after == before


@pytest.mark.requirement("DIR-11")
def test_in_scope_does_not_mean_writable(root: Path) -> None:
    (root / "a.txt").write_text("a\n")
    with Workspace([root], read_only=True) as workspace:
        for tool, arguments in (
            ("writeFile", {"path": "a.txt", "content": "x"}),
            ("writeFile", {"path": "b.txt", "content": "x"}),
            (
                "modifyFile",
                {"path": "a.txt", "operations": [{"type": "delete", "startLine": 1, "endLine": 1}]},
            ),
        ):
            with pytest.raises(Denied) as caught:
                TOOLS[tool].call(workspace, arguments)
            assert caught.value.reason == "read_only"
    assert [p.name for p in root.iterdir()] == ["a.txt"]
    assert (root / "a.txt").read_text() == "a\n"


@pytest.mark.attack(29)
def test_a_name_that_is_not_utf8_is_shown_escaped_and_works_when_passed_back(
    call: Caller, root: Path
) -> None:
    name = b"caf\xe9.txt"
    with open(os.path.join(os.fsencode(root), name), "w") as file:
        file.write("needle\n")
    (entry,) = call("exploreFiles", path=".").files
    assert entry.path == "caf\\xe9.txt"
    assert call("readFile", path=entry.path).content == "needle\n"
    call("writeFile", path=entry.path, content="changed needle\n")
    assert os.listdir(os.fsencode(root)) == [name]
    found = call("searchFiles", paths=["."], query="needle", type="literal", recursive=True)
    assert [match.path for match in found.matches] == [entry.path]


@pytest.mark.attack(31)
def test_very_deep_folders_are_walked_as_far_as_paths_reach(call: Caller, root: Path) -> None:
    here = os.open(root, os.O_RDONLY)
    for _ in range(700):  # longer than PATH_MAX by half
        os.mkdir("deepdown", dir_fd=here)
        step = os.open("deepdown", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = step
    os.close(here)
    try:
        result = call("exploreFiles", path=".", recursive=True, maxDepth=10_000)
        assert 400 < result.total_found <= 700
        assert call("searchFiles", paths=["."], query="x", type="literal", recursive=True).total_matches == 0
    finally:
        subprocess.run(["rm", "-rf", root / "deepdown"], check=True)
