"""Files that the page's tree renames, moves, deletes and puts back, and the bytes that it shows."""

import json
import os
import tempfile
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from web_server import WebServer, agent

from understudy.web.entries import WorkspaceEntries
from understudy.web.entry_moves import move_entry
from understudy.web.limits import MAX_REQUEST_BYTES
from understudy.workspace import Workspace, WorkspaceError


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    (root / "src").mkdir(parents=True)
    (root / "a.txt").write_text("one\n")
    (root / "src" / "b.txt").write_text("two\n")
    return root


@pytest.fixture
def trash(tmp_path: Path) -> Path:
    return tmp_path / "Trash"


@pytest.fixture
def entries(root: Path, trash: Path) -> Iterator[WorkspaceEntries]:
    with Workspace([str(root)]) as workspace:
        yield WorkspaceEntries(workspace, trash)


def failed(work: Callable[[], Any]) -> str:
    with pytest.raises(WorkspaceError) as raised:
        work()
    return raised.value.reason


def test_a_file_and_a_folder_are_moved_with_missing_folders(entries: WorkspaceEntries, root: Path) -> None:
    assert entries.move(f"{root}/a.txt", f"{root}/new/deep/c.txt") == f"{root}/new/deep/c.txt"
    assert (root / "new" / "deep" / "c.txt").read_text() == "one\n"
    assert not (root / "a.txt").exists()
    entries.move(f"{root}/src", f"{root}/new/src")
    assert (root / "new" / "src" / "b.txt").read_text() == "two\n"


def test_nothing_is_overwritten(entries: WorkspaceEntries, root: Path) -> None:
    assert failed(lambda: entries.move(f"{root}/a.txt", f"{root}/src/b.txt")) == "already_exists"
    (root / "other").mkdir()
    assert failed(lambda: entries.move(f"{root}/src", f"{root}/other")) == "already_exists"
    (root / "link").symlink_to("nowhere")
    assert failed(lambda: entries.move(f"{root}/a.txt", f"{root}/link")) == "already_exists"
    assert (root / "src" / "b.txt").read_text() == "two\n"


def test_a_folder_is_not_moved_into_itself_and_a_root_is_not_moved(
    entries: WorkspaceEntries, root: Path
) -> None:
    assert failed(lambda: entries.move(f"{root}/src", f"{root}/src/inner")) == "bad_path"
    assert not (root / "src" / "inner").exists()
    assert failed(lambda: entries.delete(str(root))) == "out_of_scope"
    assert failed(lambda: entries.delete(f"{root}/src/..")) == "bad_path"


def test_what_is_outside_of_the_roots_is_out_of_reach(
    entries: WorkspaceEntries, root: Path, tmp_path: Path
) -> None:
    (tmp_path / "outside.txt").write_text("mine\n")
    (root / "out").symlink_to(tmp_path)
    for path in (f"{tmp_path}/outside.txt", f"{root}/out/outside.txt", f"{root}/../outside.txt"):
        assert failed(lambda path=path: entries.delete(path)) == "out_of_scope"
        assert failed(lambda path=path: entries.move(f"{root}/a.txt", f"{path}.new")) == "out_of_scope"
    assert (tmp_path / "outside.txt").read_text() == "mine\n"


def test_a_link_is_moved_and_deleted_not_its_target(entries: WorkspaceEntries, root: Path) -> None:
    (root / "link").symlink_to("src")
    entries.move(f"{root}/link", f"{root}/renamed")
    assert os.readlink(root / "renamed") == "src"
    entries.restore(entries.delete(f"{root}/renamed"))
    assert os.readlink(root / "renamed") == "src"
    assert (root / "src" / "b.txt").exists()


def test_what_is_deleted_is_in_the_trash_and_is_put_back(
    entries: WorkspaceEntries, root: Path, trash: Path
) -> None:
    first = entries.delete(f"{root}/src")
    (root / "src").mkdir()
    second = entries.delete(f"{root}/src")
    assert (first, second) == ("src", "src 2")
    info = (trash / "info" / "src.trashinfo").read_text()
    assert info.startswith(f"[Trash Info]\nPath={quote(str(root / 'src'))}\nDeletionDate=")
    assert (trash / "files" / "src" / "b.txt").read_text() == "two\n"
    assert entries.restore(first) == str(root / "src")
    assert (root / "src" / "b.txt").read_text() == "two\n"
    assert not (trash / "info" / "src.trashinfo").exists()
    assert failed(lambda: entries.restore(second)) == "already_exists"
    assert failed(lambda: entries.restore(first)) == "missing"


def test_only_what_was_deleted_here_is_put_back(root: Path, trash: Path) -> None:
    with Workspace([str(root)]) as workspace:
        _delete_many(WorkspaceEntries(workspace, trash, max_remembered=3), root, trash)


def _delete_many(entries: WorkspaceEntries, root: Path, trash: Path) -> None:
    (trash / "files").mkdir(parents=True)
    (trash / "files" / "foreign").write_text("x")
    assert failed(lambda: entries.restore("foreign")) == "missing"
    assert failed(lambda: entries.restore("../files/foreign")) == "missing"
    first = entries.delete(f"{root}/a.txt")
    for _ in range(3):
        (root / "x").touch()
        entries.delete(f"{root}/x")
    assert failed(lambda: entries.restore(first)) == "missing"
    assert (trash / "files" / "a.txt").exists()


@pytest.fixture
def far_trash(tmp_path: Path) -> Iterator[Path]:
    """A trash on another file system, where there is one."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else tmp_path) as folder:
        yield Path(folder)


def test_a_trash_on_another_file_system_is_used_too(root: Path, far_trash: Path) -> None:
    (root / "src" / "link").symlink_to("/etc")
    (root / "a.txt").chmod(0o750)
    os.utime(root / "a.txt", (1, 2))
    with Workspace([str(root)]) as workspace:
        entries = WorkspaceEntries(workspace, far_trash)
        for name in ("a.txt", "src"):
            trashed = entries.delete(f"{root}/{name}")
            assert not (root / name).exists()
            entries.restore(trashed)
    assert (root / "a.txt").read_text() == "one\n"
    assert ((root / "a.txt").stat().st_mode & 0o7777, (root / "a.txt").stat().st_mtime) == (0o750, 2)
    assert (root / "src" / "b.txt").read_text() == "two\n"
    assert os.readlink(root / "src" / "link") == "/etc"


def test_what_cannot_be_copied_to_the_trash_stays(root: Path, far_trash: Path) -> None:
    os.mkfifo(root / "src" / "pipe")
    with Workspace([str(root)]) as workspace:
        assert failed(lambda: WorkspaceEntries(workspace, far_trash).delete(f"{root}/src"))
    if far_trash.stat().st_dev != root.stat().st_dev:
        assert (root / "src" / "b.txt").read_text() == "two\n"
        assert os.listdir(far_trash / "files") == os.listdir(far_trash / "info") == []


def test_a_folder_that_becomes_a_link_leads_no_move_outside(
    root: Path, far_trash: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the check of the folder and the copy: what is outside is neither read nor written."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "b.txt").write_text("secret\n")
    with Workspace([str(root)]) as workspace:
        entries = WorkspaceEntries(workspace, far_trash)

        def swapped(*arguments: Any) -> None:
            (root / "src").rename(root / "moved")
            (root / "src").symlink_to(outside)
            move_entry(*arguments)
            (root / "src").unlink()
            (root / "moved").rename(root / "src")

        monkeypatch.setattr("understudy.web.entries.move_entry", swapped)
        trashed = entries.delete(f"{root}/src/b.txt")
        assert (far_trash / "files" / trashed).read_text() == "two\n"
        assert (outside / "b.txt").read_text() == "secret\n"
        (outside / "b.txt").unlink()
        entries.restore(trashed)
    assert os.listdir(outside) == []
    assert (root / "src" / "b.txt").read_text() == "two\n"


def test_other_users_do_not_reach_the_trash(entries: WorkspaceEntries, root: Path, trash: Path) -> None:
    (root / "a.txt").chmod(0o644)
    entries.delete(f"{root}/a.txt")
    for part in ("files", "info"):
        assert (trash / part).stat().st_mode & 0o077 == 0


def test_a_sensitive_place_needs_approval_and_a_read_only_workspace_stays(
    entries: WorkspaceEntries, root: Path, trash: Path
) -> None:
    target = f"{root}/.vscode/tasks.json"
    assert failed(lambda: entries.move(f"{root}/a.txt", target)) == "needs_approval"
    assert (root / "a.txt").exists()
    assert not (root / ".vscode").exists()
    assert entries.move(f"{root}/a.txt", target, is_approved=True) == target
    assert failed(lambda: entries.delete(target)) == "needs_approval"
    for folder in (".idea", ".github", ".yarn", "sub/.GIT"):  # what is in the folder would be sensitive there
        assert (
            failed(lambda folder=folder: entries.move(f"{root}/src", f"{root}/{folder}")) == "needs_approval"
        )
    entries.move(entries.move(f"{root}/src", f"{root}/bin/other"), f"{root}/src")
    with Workspace([str(root)], read_only=True) as workspace:
        assert failed(lambda: WorkspaceEntries(workspace, trash).delete(f"{root}/src")) == "read_only"


@pytest.fixture(scope="module")
def server(static: Path, project: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    home = tmp_path_factory.mktemp("home")
    with WebServer(static, str(project), *agent("echo"), XDG_DATA_HOME=str(home)) as running:
        yield running


def post(server: WebServer, body: Any, **headers: str) -> tuple[int, dict[str, Any]]:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    origin = f"http://{server.host}:{server.port}"
    status, _, answer = server.ask("/file", "POST", data, bearer=server.token, Origin=origin, **headers)
    return status, json.loads(answer)


def test_the_page_moves_deletes_and_restores_over_http(server: WebServer, project: Path) -> None:
    (project / "x.txt").write_text("x")
    moved = post(server, {"action": "move", "from": f"{project}/x.txt", "to": f"{project}/y.txt"})
    assert moved == (200, {"path": f"{project}/y.txt"})
    status, deleted = post(server, {"action": "delete", "path": f"{project}/y.txt"})
    assert status == 200
    assert not (project / "y.txt").exists()
    assert post(server, {"action": "restore", "id": deleted["id"]}) == (200, {"path": f"{project}/y.txt"})
    status, error = post(server, {"action": "delete", "path": f"{project}/none"})
    assert (status, error["code"], error["reason"]) == (404, "FILE_NOT_FOUND", "missing")


def test_other_requests_are_refused(server: WebServer, project: Path) -> None:
    deep = b"[" * 30_000
    for body in (
        b"[]",
        b"{",
        b'{"a\xf0": 1}',
        deep,
        {"action": "burn"},
        {"action": "move", "from": 1, "to": "x"},
    ):
        status, error = post(server, body)
        assert (status, error["reason"]) == (400, "bad_arguments")
    assert post(server, b" " * (MAX_REQUEST_BYTES + 1))[0] == 400
    assert server.ask("/file", "POST", b"{}")[0] == 401
    assert server.ask(f"/file?path={quote(str(project / 'y.txt'))}")[0] == 401
    assert server.ask("/file", "POST", b"{}", Cookie=server.cookie())[0] == 401  # without an Origin


def test_the_bytes_of_a_file_are_served_as_an_image_that_runs_nothing(
    server: WebServer, project: Path
) -> None:
    (project / "p.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>")
    (project / "data.bin").write_bytes(bytes(range(256)) * 40)
    picture = f"http://{server.host}:{server.port}/file?path={quote(str(project / 'p.svg'))}"
    request = urllib.request.Request(picture, headers={"Authorization": f"Bearer {server.token}"})
    with urllib.request.urlopen(request) as response:
        assert response.headers["content-type"] == "image/svg+xml"
        assert any("sandbox" in policy for policy in response.headers.get_all("content-security-policy"))
        assert response.read().startswith(b"<svg")
    path = f"/file?part=head&path={quote(str(project / 'data.bin'))}"
    _, headers, body = server.ask(path, bearer=server.token)
    assert (headers["content-type"], headers["x-file-size"], len(body)) == (
        "application/octet-stream",
        "10240",
        4096,
    )
    for bad in ("/etc/passwd", "data.bin", ""):
        assert server.ask(f"/file?path={quote(bad)}", bearer=server.token)[0] in (400, 403)
