"""Workspace texts and the disk: which files are read, how fresh they are, and how many."""

import os
import threading
import time
from collections import Counter
from pathlib import Path

import pytest

from nes.index_fixtures import WAIT_TIMEOUT_S, Clock, open_texts, opened, rescan, uris, write
from understudy.nes.index import files as files_module
from understudy.nes.index import store as store_module
from understudy.nes.index.files import FileContent
from understudy.nes.index.store import IndexLimits
from understudy.nes.index.workspace_texts import SessionWorkspaceTexts
from understudy.nes.limits import MAX_FILES_LOADED
from understudy.nes.text import Document
from understudy.workspace import Place


@pytest.mark.requirement("NES-12")
def test_a_file_that_changed_is_read_again_and_one_that_is_gone_is_left_out(root: Path) -> None:
    uri = write(root / "a.py", "needle old")
    gone = write(root / "b.py", "needle")
    with open_texts([root]) as texts:
        assert len(texts.find_containing(["needle"], "", 5)) == 2
        write(root / "a.py", "needle new")  # as long as before, and at nearly the same time
        (root / "b.py").unlink()
        assert [page.lines for page in texts.find_containing(["needle"], "", 5)] == [["needle new"]]
        assert texts.snapshot(gone) is None
        write(root / "a.py", "something else")
        assert texts.find_containing(["needle"], "", 5) == []
        assert uris(texts.find_containing(["something else"], "", 5)) == [uri]


@pytest.mark.requirement("NES-12")
def test_a_request_reads_a_young_file_once_and_the_next_one_reads_it_again(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files_module, "MIN_FILE_AGE_NS", 1 << 62)  # its timestamps never prove anything
    read: list[str] = []

    def read_file(place: Place, max_bytes: int) -> FileContent | None:
        read.append(place.relative)
        return files_module.read_file(place, max_bytes)

    uri = write(root / "a.py", "needle old")
    with open_texts([root]) as texts:
        monkeypatch.setattr(store_module, "read_file", read_file)
        with texts.one_request():
            for _ in range(3):
                assert uris(texts.find_containing(["needle"], "", 5)) == [uri]
                assert texts.snapshot(uri) is not None
        assert read == ["a.py"]
        write(root / "a.py", "needle new")
        with texts.one_request():
            assert [page.lines for page in texts.find_containing(["needle"], "", 5)] == [["needle new"]]
            assert read == ["a.py"] * 2
        (root / "a.py").unlink()
        with texts.one_request():
            assert texts.find_containing(["needle"], "", 5) == []


def test_new_files_are_found_by_a_refresh_but_not_more_often_than_the_pause_allows(root: Path) -> None:
    clock = Clock()
    write(root / "a.py", "needle")
    with open_texts([root], clock=clock) as texts:

        def after(seconds: float) -> list[str]:
            rescan(texts, clock, seconds)
            return [uri.rpartition("/")[2] for uri in uris(texts.find_containing(["needle"], "", 9))]

        write(root / "b.py", "needle")
        assert after(9.5) == ["a.py"]
        assert after(0.5) == ["a.py", "b.py"]
        (root / "a.py").unlink()
        write(root / ".gitignore", "b.py\n")
        write(root / "c.py", "needle")
        assert after(11) == ["c.py"]
        write(root / "c.py", b"\0binary")
        assert after(11) == []
        assert after(11) == []
        write(root / "c.py", "needle again")
        assert after(11) == ["c.py"]


def test_generated_ignored_and_binary_files_are_not_indexed(root: Path) -> None:
    kept = [
        write(root / "src" / "kept.py", "needle"),
        write(root / ".github" / "workflows" / "ci.yml", "needle"),
        write(root / "wide.js", "needle " + "x" * 4_993),
    ]
    write(root / ".gitignore", "/out/\n*.gen.py\n")
    for name in (
        ".git/x.py",
        "node_modules/x.js",
        "src/__pycache__/x.py",
        ".venv/x.py",
        ".hidden/x.py",
        ".env",
        "server.pem",
        "out/x.py",
        "src/x.gen.py",
        "app.min.js",
        "package-lock.json",
        "private/keys.py",
    ):
        write(root / name, "needle")
    write(root / "binary.dat", b"needle\0\1\2")
    write(root / "endless.js", "needle" + "x" * 5_000)
    write(root / "large.py", "needle\n" * 50_000)
    with open_texts([root], private=[root / "private"]) as texts:
        assert sorted(uris(texts.find_containing(["needle"], "", 50))) == sorted(kept)
        assert texts.snapshot((root / "private" / "keys.py").as_uri()) is None


@pytest.mark.parametrize("name", ["build", "target"])
@pytest.mark.parametrize(
    ("rules", "is_indexed"),
    [
        ("/out/\n", True),
        ("/{name}/\n", True),  # only the one at the top is generated
        ("{name}/\n", False),
        ("# nothing is said about generated files\n", False),
        (None, False),
    ],
)
def test_a_folder_named_like_the_output_of_a_build_is_indexed_where_ignore_files_say_what_is_generated(
    root: Path, name: str, rules: str | None, is_indexed: bool
) -> None:
    clock = Clock()
    inside = write(root / "scripts" / name / "bundle.js", "needle")
    write(root / "node_modules" / name / "x.js", "needle")
    write(root / "dist" / "x.js", "needle")
    if rules is not None:
        write(root / ".gitignore", rules.format(name=name))
        if rules.startswith("/{name}"):
            write(root / name / "x.js", "needle")
    with open_texts([root], clock=clock) as texts:
        assert uris(texts.find_containing(["needle"], "", 9)) == [inside] * is_indexed
        added = write(root / "scripts" / name / "deep" / "later.js", "needle")
        rescan(texts, clock, 60, inside)
        expected = [inside, added] if is_indexed else []
        assert sorted(uris(texts.find_containing(["needle"], "", 9))) == sorted(expected)


def test_reading_a_dependency_does_not_index_it(root: Path) -> None:
    clock = Clock()
    inside = write(root / "node_modules" / "lib" / "x.js", "needle")
    with open_texts([root], clock=clock) as texts:
        rescan(texts, clock, 20, inside)
        assert texts.find_containing(["needle"], "", 9) == []


def test_texts_in_older_encodings_are_read_as_people_see_them(root: Path) -> None:
    write(root / "latin.py", "näme = 1".encode("latin-1"))
    write(root / "wide.py", "name = 'é'".encode("utf-16"))
    write(root / "bom.py", b"\xef\xbb\xbfname = 2")
    write(root / "bad.py", "name = é".encode() + b"\xff")
    with open_texts([root]) as texts:
        found = texts.find_containing(["name", "näme"], "", 9)
        assert {page.uri.rpartition("/")[2]: page.lines for page in found} == {
            "latin.py": ["näme = 1"],
            "wide.py": ["name = 'é'"],
            "bom.py": ["name = 2"],
            "bad.py": ["name = é\ufffd"],
        }


@pytest.mark.requirement("NES-04")
@pytest.mark.parametrize("waits", [True, False])
def test_closing_frees_the_descriptors_and_ends_the_thread(root: Path, waits: bool) -> None:
    for number in range(200):
        write(root / f"{number}.py", "needle\n" * 20)
    before = set(os.listdir("/proc/self/fd"))
    texts = SessionWorkspaceTexts([root], {})
    texts.refresh()
    assert not waits or texts.wait_for_scan(WAIT_TIMEOUT_S)
    texts.close()
    texts.close()
    texts.refresh()
    assert texts.find_containing(["needle"], "", 9) == []
    assert texts.snapshot((root / "1.py").as_uri()) is None
    assert texts.wait_for_scan(WAIT_TIMEOUT_S)
    assert set(os.listdir("/proc/self/fd")) <= before
    assert not [each for each in threading.enumerate() if each.name == "understudy-nes-index"]


def test_the_folders_near_the_user_are_read_first_and_far_files_make_room(root: Path) -> None:
    for folder in ("a", "m", "z"):
        for number in range(6):
            write(root / folder / "in" / f"{number}.py", f"needle {folder} {number}")
    clock = Clock()
    with open_texts([root], limits=IndexLimits(max_files=6), clock=clock) as texts:
        for folder in ("z", "m", "z"):
            near = (root / folder / "in" / "x.py").as_uri()
            rescan(texts, clock, 20, near)
            found = texts.find_containing(["needle"], near, 50)
            assert [page.lines[0] for page in found] == [f"needle {folder} {number}" for number in range(6)]


def test_no_more_text_is_kept_in_memory_than_is_allowed_and_other_files_are_read_when_needed(
    root: Path,
) -> None:
    for number in range(40):
        write(root / f"{number:02}.py", f"needle {number}\n" * 100)
    clock = Clock()
    with open_texts([root], limits=IndexLimits(max_total_bytes=20_000), clock=clock) as texts:
        for lines in (100, 150):  # what grows must not go over it either
            for number in range(40):
                write(root / f"{number:02}.py", f"needle {number}\n" * lines)
            assert len(texts.find_containing(["needle"], "", 99)) == 40
            assert 10_000 < texts.index_size[1] <= 20_000
            rescan(texts, clock, 20)
            assert texts.index_size[0] == 40
            assert 10_000 < texts.index_size[1] <= 20_000


def test_a_file_larger_than_the_memory_for_texts_is_still_found(root: Path) -> None:
    uri = write(root / "a.py", "needle\n" * 1_000)
    with open_texts([root], limits=IndexLimits(max_total_bytes=5_000)) as texts:
        assert uris(texts.find_containing(["needle"], "", 9)) == [uri]
        assert texts.index_size == (1, 0)


def test_a_search_reads_only_some_files_whose_texts_are_not_in_memory(root: Path) -> None:
    for number in range(MAX_FILES_LOADED + 5):
        write(root / f"{number:03}.py", f"needle {number}")
    with open_texts([root], limits=IndexLimits(max_total_bytes=0)) as texts:
        assert len(texts.find_containing(["needle"], "", 999)) == MAX_FILES_LOADED


def test_what_is_in_very_many_files_is_searched_for_in_the_nearest_folders(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(30):
        folder = root / f"{number % 10}" / "in"
        write(folder / f"{number}.py", "needle\nrare\n" if number == 5 else "needle\n")
        write(folder / f"{number}.ts", "needle\nclass Order {}\n")
    near = (root / "7" / "in" / "main.py").as_uri()
    clock = Clock()
    with open_texts([root], clock=clock) as texts:
        everything = uris(texts.find_containing(["needle", "in"], near, 99))
        monkeypatch.setattr(files_module, "MAX_FULLY_RANKED_FILES", 59)
        monkeypatch.setattr(files_module, "MAX_RANKED_FILES", 8)
        found = uris(texts.find_containing(["needle", "in"], near, 99))
        assert len(everything) == 60
        assert found[:6] == everything[:6]
        assert 8 <= len(found) <= 12
        assert uris(texts.find_containing(["rare"], near, 99)) == [(root / "5" / "in" / "5.py").as_uri()]
        assert texts.find_definitions("Order", near) == []
        new = write(root / "7" / "in" / "new" / "x.py", "needle")
        rescan(texts, clock, 20)
        assert new in uris(texts.find_containing(["needle"], near, 99))


def test_files_of_the_open_language_come_first_and_generated_ones_last(root: Path) -> None:
    for number in range(4):
        write(root / f"{number}.ts", "needle")
        write(root / "third_party" / f"{number}.py", "needle")
        write(root / "deep" / "down" / f"{number}.py", "needle")
    documents: dict[str, Document] = {}
    opened(documents, (root / "main.py").as_uri(), "")
    for limit, kinds in (
        (4, {"down": 4}),
        (8, {"down": 4, "root": 4}),
        (12, {"down": 4, "root": 4, "third_party": 4}),
    ):
        with open_texts([root], documents, limits=IndexLimits(max_files=limit)) as texts:
            found = [uri.split("/")[-2] for uri in uris(texts.find_containing(["needle"], "", 99))]
            assert Counter(found) == Counter(kinds)


def test_sessions_on_the_same_roots_share_one_index_with_uris_of_their_own(
    root: Path, tmp_path: Path
) -> None:
    write(root / "a.py", "needle")
    (tmp_path / "alias").symlink_to(root)
    clock = Clock()
    before = set(os.listdir("/proc/self/fd"))
    with open_texts([root], clock=clock) as first:
        other = SessionWorkspaceTexts([tmp_path / "alias"], {}, clock=clock)
        assert uris(other.find_containing(["needle"], "", 9)) == [f"{(tmp_path / 'alias').as_uri()}/a.py"]
        assert uris(first.find_containing(["needle"], "", 9)) == [(root / "a.py").as_uri()]
        with open_texts([root], limits=IndexLimits(max_files=0), clock=clock) as different:
            assert different.find_containing(["needle"], "", 9) == []
        other.close()
        assert other.find_containing(["needle"], "", 9) == []
        assert uris(first.find_containing(["needle"], "", 9)) == [(root / "a.py").as_uri()]
    assert set(os.listdir("/proc/self/fd")) <= before


def test_a_search_while_files_are_read_answers_with_what_is_there(root: Path) -> None:
    for number in range(300):
        write(root / f"{number % 20}" / f"{number}.py", f"needle {number}\n" * 50)
    texts = SessionWorkspaceTexts([root], {})
    try:
        texts.refresh()
        deadline = time.monotonic() + WAIT_TIMEOUT_S
        while not texts.wait_for_scan(0):
            assert time.monotonic() < deadline
            texts.refresh((root / "7" / "x.py").as_uri())
            for page in texts.find_containing(["needle"], (root / "3" / "x.py").as_uri(), 8):
                assert page.lines[0].startswith("needle")
        assert len(texts.find_containing(["needle"], "", 500)) == 300
    finally:
        texts.close()


def test_a_repeated_query_uses_the_current_texts(root: Path) -> None:
    clock = Clock()
    near = write(root / "main.py", "")
    shop = write(root / "shop.py", "class Order: ...\n")
    gone = write(root / "gone.py", "class Order: ...\n")
    with open_texts([root], clock=clock) as texts:

        def places() -> list[tuple[str, int]]:
            return [(page.uri, line) for page, line in texts.find_definitions("Order", near)]

        assert places() == [(gone, 0), (shop, 0)]
        (root / "gone.py").unlink()
        write(root / "shop.py", "\n\nclass Order: ...\n")
        assert places() == [(shop, 2)]
        write(root / "shop.py", "Order()\n")
        assert places() == []
        new = write(root / "new.py", "class Order: ...\n")
        rescan(texts, clock, 20)
        assert places() == [(new, 0)]
