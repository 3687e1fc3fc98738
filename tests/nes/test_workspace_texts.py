"""Workspace texts: which text is returned for a URI or a search, and in which order."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from nes.index_fixtures import open_texts, opened, uris, write
from understudy.nes.index import store
from understudy.nes.index.grams import MAX_KNOWN_LITERALS
from understudy.nes.index.workspace_texts import SessionWorkspaceTexts
from understudy.nes.text.documents import ContentChange, Document
from understudy.nes.text.text_types import TextSnapshot
from understudy.workspace.paths import Root


@pytest.mark.requirement("NES-12")
def test_a_file_of_the_workspace_is_known_without_any_event(root: Path) -> None:
    uri = write(root / "src" / "a.py", "one\r\ntwo\rthree\n")
    with open_texts([root]) as texts:
        assert texts.snapshot(uri) == TextSnapshot(uri, "python", ["one", "two", "three", ""])
        assert uris(texts.find_containing(["two"], "", 5)) == [uri]
        assert texts.find_containing(["four"], "", 5) == []


def test_roots_are_verified_only_where_a_file_may_match(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(root / "a.py", "first")
    verified: list[Root] = []
    monkeypatch.setattr(store, "_is_valid_root", lambda one: verified.append(one) or True)
    with open_texts([root]) as texts:
        verified.clear()
        assert texts.find_containing(["nowhere"], "", 5) == []
        assert verified == []
        assert len(texts.find_containing(["first"], "", 5)) == len(verified) == 1


@pytest.fixture
def unread(root: Path) -> Iterator[SessionWorkspaceTexts]:
    texts = SessionWorkspaceTexts([root.as_uri()], {})
    yield texts
    texts.close()


@pytest.mark.requirement("NES-12")
def test_a_file_that_is_not_indexed_yet_is_read_on_the_spot(
    unread: SessionWorkspaceTexts, root: Path
) -> None:
    uri = write(root / "a.py", "text")
    page = unread.snapshot(uri)
    assert page is not None
    assert page.lines == ["text"]
    assert unread.find_containing(["text"], "", 5) == []
    write(root / "a.py", "next")
    page = unread.snapshot(uri)
    assert page is not None
    assert page.lines == ["next"]
    assert unread.snapshot(write(root / "node_modules" / "b.js", "asked for by name")) is not None
    for refused in (
        (root / "missing.py").as_uri(),
        root.as_uri(),
        write(root / "large.txt", "x\n" * (1 << 20)),
        write(root / "binary", b"\0\1\2"),
    ):
        assert unread.snapshot(refused) is None


@pytest.mark.requirement("NES-12")
def test_an_open_document_hides_its_file_until_it_is_closed(root: Path) -> None:
    documents: dict[str, Document] = {}
    uri = write(root / "a b.py", "written")
    with open_texts([root], documents) as texts:
        spelled = uri.replace("a%20b", "%61%20b")
        document = opened(documents, spelled, "typed")
        for asked in (uri, spelled):
            page = texts.snapshot(asked)
            assert page is not None
            assert (page.uri, page.lines) == (spelled, ["typed"])
        assert texts.find_containing(["written"], "", 5) == []
        assert uris(texts.find_containing(["typed"], "", 5)) == [spelled]
        assert texts.find_containing(["typed"], uri, 5) == []
        document.apply_changes(2, [ContentChange((0, 0, 0, 0), "re")], "utf-16")
        assert uris(texts.find_containing(["retyped"], "", 5)) == [spelled]
        del documents[spelled]
        assert uris(texts.find_containing(["written"], "", 5)) == [uri]


def test_a_document_reached_through_a_link_inside_the_root_is_the_same_text(root: Path) -> None:
    documents: dict[str, Document] = {}
    uri = write(root / "real" / "a.py", "written")
    (root / "link").symlink_to("real")
    linked = (root / "link" / "a.py").as_uri()
    with open_texts([root], documents) as texts:
        assert texts.snapshot(linked) == texts.snapshot(uri)
        opened(documents, linked, "typed")
        page = texts.snapshot(uri)
        assert page is not None
        assert page.uri == linked
        assert texts.find_containing(["written"], "", 5) == []


def test_a_document_out_of_sync_gives_neither_its_text_nor_its_file(root: Path) -> None:
    documents: dict[str, Document] = {}
    uri = write(root / "a.py", "same text")
    with open_texts([root], documents) as texts:
        document = opened(documents, uri, "same text")
        assert uris(texts.find_containing(["same"], "", 5)) == [uri]
        document.apply_changes(2, [ContentChange((9, 0, 9, 0), "x")], "utf-16")
        assert not document.is_in_sync
        assert texts.snapshot(uri) is None
        assert texts.find_containing(["same"], "", 5) == []
        document.apply_changes(2, [ContentChange(None, "healed same")], "utf-16")
        assert uris(texts.find_containing(["healed"], "", 5)) == [uri]


def test_unprocessable_documents_and_read_only_views_are_not_searched(root: Path) -> None:
    documents: dict[str, Document] = {}
    with open_texts([root], documents) as texts:
        opened(documents, "untitled:1", "needle" * 5_000)
        opened(documents, "git:/x/a.py?HEAD", "needle")
        opened(documents, "untitled:2", "needle")
        assert uris(texts.find_containing(["needle"], "", 5)) == ["untitled:2"]
        assert texts.snapshot("untitled:2") is not None


@pytest.mark.requirement("NES-12")
def test_a_tab_from_outside_the_roots_is_not_handed_out_to_be_changed(root: Path, tmp_path: Path) -> None:
    documents: dict[str, Document] = {}
    outside = write(tmp_path / "other" / "x.py", "needle")
    opened(documents, outside, "needle")
    with open_texts([root], documents) as texts:
        assert texts.find_containing(["needle"], "", 5) == []
        assert texts.snapshot(outside) is not None  # the user may still work in it


def test_open_documents_come_first_then_recent_files_then_the_disk(root: Path) -> None:
    documents: dict[str, Document] = {}
    near = write(root / "here" / "near.py", "needle")
    sibling = write(root / "here" / "sibling.py", "needle")
    far = write(root / "far" / "away" / "x.py", "needle")
    synced = write(root / "told.py", "stale")
    recent = {
        synced: TextSnapshot(synced, "python", ["needle told"]),
        "untitled:9": TextSnapshot("untitled:9", "python", ["needle"]),
    }
    open_ = write(root / "far" / "open.py", "needle")
    opened(documents, open_, "needle")
    with open_texts([root], documents, recent) as texts:
        found = texts.find_containing(["needle"], near, 9)
        assert uris(found) == [open_, synced, "untitled:9", sibling, far]
        assert uris(texts.find_containing(["needle"], near, 4)) == uris(found)[:4]
        assert texts.find_containing(["needle"], near, 0) == []
        assert texts.find_containing([], near, 3) == texts.find_containing([""], near, 3) == []
        page = texts.snapshot(synced)
        assert page is not None
        assert page.lines == ["needle told"]


def test_the_nearest_files_come_first_and_a_common_stem_is_near(root: Path) -> None:
    near = write(root / "src" / "app" / "parser.py", "needle")
    beside = write(root / "src" / "app" / "other.py", "needle")
    notes = write(root / "src" / "app" / "notes.md", "needle")
    above = write(root / "src" / "up.py", "needle")
    test = write(root / "tests" / "app" / "test_parser.py", "needle")
    far = write(root / "tests" / "deep" / "er" / "x.py", "needle")
    with open_texts([root]) as texts:
        assert uris(texts.find_containing(["needle"], near, 9)) == [beside, notes, above, test, far]


def test_any_of_the_literals_is_enough_and_they_may_span_lines(root: Path) -> None:
    one = write(root / "1.py", "first_name = 1\r\nsecond_name = 2\r\n")
    two = write(root / "2.py", "third_name")
    write(root / "3.py", "fourth_name")
    with open_texts([root]) as texts:
        assert uris(texts.find_containing(["= 1\nsecond", "third_n"], "", 9)) == [one, two]
        assert len(texts.find_containing(["_"], "", 9)) == 3


def test_what_was_searched_for_is_searched_for_again_in_a_changed_document(root: Path) -> None:
    documents: dict[str, Document] = {}
    document = opened(documents, (root / "open.py").as_uri(), "needle = 1\n")
    with open_texts([root], documents) as texts:
        for _ in range(2):
            assert uris(texts.find_containing(["needle"], "", 9)) == [document.uri]
            assert texts.find_containing(["thread"], "", 9) == []
        document.apply_changes(2, [ContentChange((0, 0, 0, 6), "thread")], "utf-16")
        assert texts.find_containing(["needle"], "", 9) == []
        assert uris(texts.find_containing(["needle", "thread"], "", 9)) == [document.uri]
        document.apply_changes(3, [ContentChange(None, "needle")], "utf-16")
        assert uris(texts.find_containing(["needle"], "", 9)) == [document.uri]


def test_few_literals_are_remembered_for_a_document(root: Path) -> None:
    documents: dict[str, Document] = {}
    document = opened(documents, (root / "open.py").as_uri(), "needle = 1\n")
    with open_texts([root], documents) as texts:
        for number in range(3 * MAX_KNOWN_LITERALS):
            assert texts.find_containing([f"word_{number}"], "", 9) == []
        found = texts._open_texts._joined_texts[document.uri]._found
        assert 0 < len(found) <= MAX_KNOWN_LITERALS + 1


def test_roots_that_are_no_folders_are_passed_over(root: Path, second: Path) -> None:
    one, two = write(root / "a.py", "needle"), write(second / "b.py", "needle")
    write(second / "file", "")
    roots = [
        "file:///c:/x",
        "untitled:x",
        str(root / "missing"),
        str(second / "file"),
        "",
        "file:///a%00b",
        "/a\0b",
        root,
        root.as_uri(),
        str(second),
    ]
    with open_texts(roots) as texts:
        assert uris(texts.find_containing(["needle"], two, 9)) == [one]
        assert uris(texts.find_containing(["needle"], one, 9)) == [two]


def test_without_any_root_only_what_the_client_gave_is_known(outside: Path) -> None:
    documents: dict[str, Document] = {}
    recent: dict[str, TextSnapshot] = {}
    uri = (outside / "secret.txt").as_uri()
    with open_texts([], documents, recent) as texts:
        assert texts.snapshot(uri) is None
        opened(documents, "untitled:1", "needle")
        assert uris(texts.find_containing(["needle"], uri, 9)) == ["untitled:1"]
        recent[uri] = TextSnapshot(uri, "plaintext", ["needle"])
        assert texts.snapshot(uri) == recent[uri]


@pytest.mark.attack(16)
def test_a_root_behind_a_link_keeps_the_spelling_of_the_client(root: Path, tmp_path: Path) -> None:
    write(root / "a.py", "needle")
    link = tmp_path / "link"
    link.symlink_to(root)
    with open_texts([link.as_uri()]) as texts:
        assert uris(texts.find_containing(["needle"], "", 9)) == [(link / "a.py").as_uri()]
        assert texts.snapshot((link / "a.py").as_uri()) is not None


@pytest.mark.requirement("NES-12")
def test_a_name_is_found_where_it_is_defined_and_imported(root: Path) -> None:
    documents: dict[str, Document] = {}
    near = write(root / "src" / "main.py", "")
    shop = write(root / "src" / "shop.py", "x = 1\nclass Order:\n    def pay(self): ...\n")
    write(root / "src" / "nested.py", "def f():\n    class Order: ...\n")
    write(root / "web" / "order.ts", "export class Order {}\nimport { Order } from './x'\n")
    one = write(root / "src" / "one.py", "from src.shop import Order\nOrder()\n")
    write(root / "src" / "two.py", "from src.shop import (\n    Basket,\n    Order,\n)\n")
    with open_texts([root], documents) as texts:
        assert texts.find_definitions("Order", near)[0] == (texts.snapshot(shop), 1)
        assert len(texts.find_definitions("Order", near)) == 2
        assert len(texts.find_definitions("Order")) == 3
        found = texts.find_imports("Order", near)
        assert [statement for _, _, statement in found] == ["from src.shop import Order"] * 2
        assert (found[0][0].uri, found[0][1]) == (one, 0)
        assert texts.find_definitions("no name") == texts.find_imports("") == []
        assert texts.find_definitions("Missing", near) == texts.find_imports("Missing", near) == []
        opened(documents, near, "class Unsaved: ...")
        assert [(page.uri, line) for page, line in texts.find_definitions("Unsaved", near)] == [(near, 0)]
