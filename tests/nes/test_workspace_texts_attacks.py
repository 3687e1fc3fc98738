"""Workspace texts never read outside the roots, never hang and never exceed their limits."""

import os
import socket
import subprocess
import time
from pathlib import Path

import pytest

from name_swapper import swapping_names
from nes.index_fixtures import WAIT_TIMEOUT_S, Clock, open_texts, rescan, uris, write
from understudy.nes.index.store import IndexLimits
from understudy.nes.index.workspace_texts import SessionWorkspaceTexts

SECRET = "outside secret"


@pytest.mark.attack(2, 3)
def test_what_is_outside_is_not_known(root: Path, outside: Path, tmp_path: Path) -> None:
    beside = write(tmp_path / "root-evil" / "x.txt", SECRET)
    with open_texts([root]) as texts:
        for uri in ((outside / "secret.txt").as_uri(), beside, f"{root.as_uri()}/../outside/secret.txt"):
            texts.refresh(uri)
            assert texts.snapshot(uri) is None
            assert texts.find_containing([SECRET], uri, 9) == []


@pytest.mark.attack(5, 6)
@pytest.mark.parametrize(
    "tail",
    [
        "/%2e%2e/outside/secret.txt",
        "/..%2foutside/secret.txt",
        "/a%00b",
        "/~",
        "/%2Fetc%2Fpasswd",
        "?x",
        "#x",
    ],
)
def test_odd_uris_lead_nowhere(root: Path, outside: Path, tail: str) -> None:
    with open_texts([root]) as texts:
        assert texts.snapshot(root.as_uri() + tail) is None


@pytest.mark.attack(7, 8, 9, 10)
def test_links_out_of_the_roots_and_in_circles_are_not_followed(root: Path, outside: Path) -> None:
    (root / "leaf.txt").symlink_to(outside / "secret.txt")
    (root / "folder").symlink_to(outside)
    (root / "chain.txt").symlink_to(root / "leaf.txt")
    (root / "loop").symlink_to(root / "loop")
    (root / "up").symlink_to("..")
    kept = write(root / "kept.txt", "outside sounds the same")
    with open_texts([root]) as texts:
        assert uris(texts.find_containing(["outside"], "", 9)) == [kept]
        for name in ("leaf.txt", "folder/secret.txt", "chain.txt", "loop", "up/outside/secret.txt"):
            assert texts.snapshot(f"{root.as_uri()}/{name}") is None


@pytest.mark.attack(7, 8)
def test_a_file_or_folder_that_became_a_link_is_dropped(root: Path, outside: Path) -> None:
    clock = Clock()
    uri = write(root / "a.txt", "needle")
    deep = write(root / "sub" / "secret.txt", "needle")
    with open_texts([root], clock=clock) as texts:
        assert len(texts.find_containing(["needle"], "", 9)) == 2
        write(outside / "secret.txt", "needle outside")
        (root / "a.txt").unlink()
        (root / "a.txt").symlink_to(outside / "secret.txt")
        (root / "sub").rename(root.parent / "moved")
        (root / "sub").symlink_to(outside)
        for _ in range(2):
            assert texts.find_containing(["needle"], "", 9) == []
            assert texts.snapshot(uri) is None
            assert texts.snapshot(deep) is None
            rescan(texts, clock, 20)


@pytest.mark.attack(17)
def test_a_root_that_was_replaced_gives_nothing_any_more(root: Path, outside: Path) -> None:
    clock = Clock()
    uri = write(root / "a.txt", "needle")
    with open_texts([root], clock=clock) as texts:
        assert len(texts.find_containing(["needle"], "", 9)) == 1
        root.rename(root.parent / "elsewhere")
        root.symlink_to(outside)
        write(outside / "a.txt", "needle outside")
        assert texts.find_containing(["needle"], "", 9) == []
        assert texts.snapshot(uri) is None
        rescan(texts, clock, 20)
        assert texts.find_containing(["needle"], "", 9) == []


@pytest.mark.attack(17)
def test_a_root_that_was_replaced_gives_nothing_to_the_next_request(root: Path, outside: Path) -> None:
    uri = write(root / "a.txt", "needle")
    with open_texts([root]) as texts:
        with texts.one_request():
            assert len(texts.find_containing(["needle"], "", 9)) == 1
            root.rename(root.parent / "elsewhere")
            root.symlink_to(outside)
            write(outside / "a.txt", "needle outside")
            found = texts.find_containing(["needle"], "", 9)
            assert [page.lines for page in found] == [
                ["needle"]
            ]  # the folder that was granted, wherever it is
        assert texts.find_containing(["needle"], "", 9) == []
        with texts.one_request():
            assert texts.find_containing(["needle"], "", 9) == []
            assert texts.snapshot(uri) is None


@pytest.mark.attack(18, 19)
@pytest.mark.parametrize("what", ["leaf", "folder"])
def test_nothing_outside_is_read_while_names_are_swapped(root: Path, outside: Path, what: str) -> None:
    clock = Clock()
    write(root / "sub" / "secret.txt", "needle inside")
    write(outside / "secret.txt", "needle OUTSIDE")
    if what == "leaf":
        (root / "sub" / "link.txt").symlink_to(outside / "secret.txt")
        names = ("sub/secret.txt", "sub/link.txt")
    else:
        (root / "link").symlink_to(outside)
        names = ("sub", "link")
    seen: set[str] = set()
    with open_texts([root], clock=clock) as texts, swapping_names(root, *names):
        deadline = time.monotonic() + WAIT_TIMEOUT_S
        for _ in range(150):
            assert time.monotonic() < deadline
            rescan(texts, clock, 20)
            pages = texts.find_containing(["needle"], "", 9)
            for name in ("sub/secret.txt", "sub/link.txt", "link/secret.txt"):
                page = texts.snapshot((root / name).as_uri())
                pages += [page] if page else []
            seen |= {line for page in pages for line in page.lines}
    assert seen == {"needle inside"}


@pytest.mark.attack(22, 23, 24)
@pytest.mark.parametrize("kind", ["fifo", "socket", "device"])
def test_special_files_are_never_opened_and_never_hang(root: Path, kind: str) -> None:
    clock = Clock()
    was_text = write(root / "was.txt", "needle")
    with open_texts([root], clock=clock) as texts:
        assert uris(texts.find_containing(["needle"], "", 9)) == [was_text]
        (root / "was.txt").unlink()
        match kind:
            case "fifo":
                os.mkfifo(root / "was.txt")
            case "socket":
                here = os.open(root, os.O_RDONLY)
                with socket.socket(socket.AF_UNIX) as server:
                    server.bind(f"/proc/self/fd/{here}/was.txt")
                os.close(here)
            case _:
                try:
                    os.mknod(root / "was.txt", 0o20666, os.makedev(1, 5))  # /dev/zero
                except PermissionError:
                    pytest.skip("making a device needs root")
        assert texts.snapshot(was_text) is None
        assert texts.find_containing(["needle"], "", 9) == []
        rescan(texts, clock, 20)
        assert texts.snapshot(was_text) is None


@pytest.mark.attack(25, 26)
def test_a_huge_file_and_one_that_grows_are_left_out(root: Path) -> None:
    clock = Clock()
    with open(root / "sparse.txt", "wb") as file:
        file.truncate(1 << 40)
    growing = write(root / "grows.txt", "needle")
    with open_texts([root], clock=clock) as texts:
        assert texts.snapshot((root / "sparse.txt").as_uri()) is None
        assert len(texts.find_containing(["needle"], "", 9)) == 1
        os.truncate(root / "grows.txt", 1 << 40)
        assert texts.find_containing(["needle"], "", 9) == []
        assert texts.snapshot(growing) is None


@pytest.mark.attack(29, 30)
def test_odd_names_are_named_by_uris_that_lead_back(root: Path) -> None:
    for name in (b"bad\xff.py", b"new\nline.py", b"per%cent #?.py", "\u202ebidi.py".encode()):
        (root / os.fsdecode(name)).write_text("needle")
    with open_texts([root]) as texts:
        pages = texts.find_containing(["needle"], "", 9)
        assert len(pages) == 4
        for page in pages:
            assert page.uri.isascii()
            assert page.uri.isprintable()
            assert texts.snapshot(page.uri) == page


@pytest.mark.attack(31)
def test_very_deep_folders_end_the_way_down_and_nothing_else(root: Path) -> None:
    here = os.open(root, os.O_RDONLY)
    try:
        for _ in range(60):
            os.mkdir("d" * 200, dir_fd=here)
            below = os.open("d" * 200, os.O_RDONLY, dir_fd=here)
            os.close(here)
            here = below
    finally:
        os.close(here)
    kept = write(root / "z" / "a.py", "needle")
    with open_texts([root]) as texts:
        assert uris(texts.find_containing(["needle"], "", 9)) == [kept]


@pytest.mark.attack(32)
@pytest.mark.skipif(os.geteuid() != 0, reason="mounting needs root")
def test_a_mount_inside_the_root_is_not_entered(root: Path, outside: Path) -> None:
    point = root / "mounted"
    point.mkdir()
    try:
        subprocess.run(["mount", "--bind", outside, point], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"this machine does not let us mount: {error}")
    try:
        with open_texts([root]) as texts:
            assert texts.snapshot((point / "secret.txt").as_uri()) is None
            assert texts.find_containing([SECRET], "", 9) == []
    finally:
        subprocess.run(["umount", point], check=True)


def test_files_that_cannot_be_read_are_passed_over(root: Path) -> None:
    kept = write(root / "kept.py", "needle")
    write(root / "closed.py", "needle")
    (root / "closed.py").chmod(0)
    write(root / "shut" / "x.py", "needle")
    (root / "shut").chmod(0)
    (root / ".gitignore").mkdir()
    try:
        with open_texts([root]) as texts:
            found = uris(texts.find_containing(["needle"], "", 9))
            assert kept in found
            assert len(found) == (3 if os.geteuid() == 0 else 1)  # nothing is closed to root
    finally:
        (root / "shut").chmod(0o700)


def test_a_tree_of_fifty_thousand_files_stays_within_the_bounds(root: Path) -> None:
    write(root / "0" / "0.py", "needle in every one of them\n" * 10)
    for folder in range(100):
        (root / str(folder)).mkdir(exist_ok=True)
        for number in range(500):
            if folder or number:
                os.link(root / "0" / "0.py", root / str(folder) / f"{number}.py")
    near = (root / "77" / "x.py").as_uri()
    texts = SessionWorkspaceTexts([root], {}, limits=IndexLimits(max_files=700))
    try:
        texts.refresh(near)
        assert texts.wait_for_scan(WAIT_TIMEOUT_S)
        found = texts.find_containing(["needle"], near, 100_000)
        assert len(found) == 700
        assert {page.uri.split("/")[-2] for page in found[:500]} == {"77"}
    finally:
        texts.close()


def test_hostile_ignore_files_do_not_stop_the_reading(root: Path) -> None:
    write(root / ".gitignore", "*a" * 400 + "\n[\n" + "**/" * 200 + "x\n\0\n" + "b.py\n" * 20_000)
    kept = write(root / ("a" * 200 + ".py"), "needle")
    with open_texts([root]) as texts:
        assert uris(texts.find_containing(["needle"], "", 9)) == [kept]
