"""What is cached for a text by its list of lines and its version is not used for another state of the text."""

from collections.abc import Callable

import pytest
from tree_sitter import Tree

from understudy.nes.bindings import resolver_for
from understudy.nes.symbolic.consequences.rule_context import SourceText
from understudy.nes.symbolic.snapshot_index import SnapshotIndex
from understudy.nes.syntax import (
    is_syntax_preserved,
    mask_strings_and_comments,
    parse_snapshot,
    parse_with_replaced_lines,
    trees,
)
from understudy.nes.text import Document, Point, Replacement, Span, TextSnapshot, join_snapshot
from understudy.nes.text.documents import ContentChange

BEFORE = ["def load(path):", "    return path", ""]


def _joined(snapshot: TextSnapshot) -> object:
    joined = join_snapshot(snapshot)
    return joined.text, joined.line_starts, joined.lines


def _tree(snapshot: TextSnapshot) -> object:
    parsed = parse_snapshot(snapshot)
    return (parsed[0], str(parsed[1].root_node), parsed[1].root_node.end_byte) if parsed is not None else None


def _names(snapshot: TextSnapshot) -> object:
    resolver = resolver_for(snapshot)
    return (resolver.source, repr(resolver.resolve("path").bindings)) if resolver is not None else None


def _index(snapshot: TextSnapshot) -> object:
    index = SnapshotIndex(snapshot)
    return index.text, index.line_starts, [index.enclosing_scope(line) for line in range(len(index.lines))]


def _source_text(snapshot: TextSnapshot) -> object:
    text = SourceText(snapshot)
    return text.joined, text.point_at(len(text.joined)), text.raw_lookup.lines_containing("path")


READERS: dict[str, Callable[[TextSnapshot], object]] = {
    "joined text": _joined,
    "tree": _tree,
    "masked code": mask_strings_and_comments,
    "names": _names,
    "search index": _index,
    "source text": _source_text,
}


@pytest.mark.parametrize("reader", READERS)
def test_a_document_that_changes_in_place_is_read_again(reader: str) -> None:
    read = READERS[reader]
    document = Document(f"file:///in-place/{reader}.py", "python", 1, "\n".join(BEFORE))
    first = read(document.snapshot())
    # One line more, then the same number of lines as before, then an undo.
    changes = [
        ContentChange((1, 0, 1, 0), "    path += 'a path'\n"),
        ContentChange((0, 9, 0, 13), "root"),
        ContentChange((0, 9, 0, 13), "path"),
        ContentChange((1, 0, 2, 0), ""),
        ContentChange(None, "x = 1\n"),
    ]
    for version, change in enumerate(changes, 2):
        document.apply_changes(version, [change], "utf-16")
        snapshot = document.snapshot()
        fresh = snapshot._replace(uri=f"file:///new/{reader}/{version}.py", lines=list(snapshot.lines))
        assert read(snapshot) == read(fresh)
        if version == 5:
            assert read(snapshot) == first


@pytest.mark.parametrize("reader", READERS)
def test_a_text_with_another_language_is_read_again(reader: str) -> None:
    lines = ["let path = 1; // 'path", "f(path) # path"]
    for language in ("rust", "python", "javascript", "rust"):
        shared = TextSnapshot(f"file:///language/{reader}", language, lines, 1)
        fresh = shared._replace(uri=f"file:///language/{reader}/{language}", lines=list(lines))
        assert READERS[reader](shared) == READERS[reader](fresh)


def test_the_same_state_is_parsed_and_joined_once() -> None:
    snapshot = TextSnapshot("file:///once/m.py", "python", list(BEFORE), 3)
    same = TextSnapshot("file:///once/m.py", "python", snapshot.lines, 3)
    first, second = parse_snapshot(snapshot), parse_snapshot(same)
    assert first is not None
    assert second is not None
    assert first[1] is second[1]
    assert join_snapshot(snapshot) is join_snapshot(same)


def test_a_hypothetical_text_is_not_taken_for_the_real_one() -> None:
    snapshot = TextSnapshot("file:///hypothetical/m.py", "python", list(BEFORE), 1)
    other = snapshot._replace(lines=["x = 1"], variant="#other")
    for read in READERS.values():
        real = read(snapshot)
        assert read(other) != real
        assert read(snapshot) == real


@pytest.mark.parametrize(
    ("start", "stop", "new"),
    [
        (0, 1, ("def store(path, mode):",)),
        (1, 1, ("    mode = 1",)),
        (1, 2, ("    mode = 'é'", "    return mode")),
        (0, 2, ()),
        (0, 3, ()),
        (2, 3, ("x = 'é'", "y")),
        (3, 3, ("x = 1",)),
    ],
)
def test_replaced_lines_are_parsed_like_a_new_text(start: int, stop: int, new: tuple[str, ...]) -> None:
    snapshot = TextSnapshot("file:///replaced/m.py", "python", list(BEFORE), 1)
    lines = [*BEFORE[:start], *new, *BEFORE[stop:]]
    text, parsed = parse_with_replaced_lines(snapshot, start, stop, new)
    assert text == "\n".join(lines)
    assert parsed is not None
    assert (parsed[0], str(parsed[1].root_node), parsed[1].root_node.end_byte) == _tree(
        TextSnapshot("file:///replaced/new.py", "python", lines)
    )
    assert _tree(snapshot) == _tree(TextSnapshot("file:///replaced/old.py", "python", BEFORE))


def test_replaced_lines_that_take_too_long_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    snapshot = TextSnapshot("file:///replaced/slow.py", "python", list(BEFORE), 1)
    assert parse_snapshot(snapshot) is not None
    calls: list[bytes] = []

    def run_out_of_time(grammar: str, tree: object, before: bytes, after: bytes) -> None:
        calls.append(after)

    monkeypatch.setattr(trees, "reparse", run_out_of_time)
    for _ in range(10):
        assert parse_with_replaced_lines(snapshot, 0, 1, ("x",))[1] is None
    assert len(calls) == trees.MAX_PARSE_FAILURES
    assert parse_snapshot(snapshot) is not None


def test_a_replacement_is_checked_against_the_current_text() -> None:
    document = Document("file:///checked/m.py", "python", 1, "\n".join(BEFORE))
    edit = [Replacement(Span(Point(0, 14), Point(0, 15)), "")]
    assert not is_syntax_preserved(document.snapshot(), edit)
    document.apply_changes(2, [ContentChange((0, 14, 0, 15), "::")], "utf-16")
    assert is_syntax_preserved(document.snapshot(), edit)


@pytest.mark.parametrize(
    ("edits", "text"),
    [
        ([((0, 9), (0, 13), "name"), ((1, 11), (1, 15), "name")], "def load(name):\n    return name\n"),
        ([((0, 14), (1, 4), "\n    é = 1\n    ")], "def load(path)\n    é = 1\n    return path\n"),
        ([((1, 0), (2, 0), "")], "def load(path):\n"),
        ([((2, 0), (2, 0), "x")], "def load(path):\n    return path\nx"),
    ],
)
def test_what_is_parsed_is_the_text_after_the_edits(
    monkeypatch: pytest.MonkeyPatch, edits: list[tuple[tuple[int, int], tuple[int, int], str]], text: str
) -> None:
    parsed: list[bytes] = []
    reparse = trees.reparse

    def record(grammar: str, tree: Tree, before: bytes, after: bytes) -> Tree | None:
        parsed.append(after)
        return reparse(grammar, tree, before, after)

    monkeypatch.setattr(trees, "reparse", record)
    snapshot = TextSnapshot(f"file:///edited/{len(text)}.py", "python", list(BEFORE), 1)
    replacements = [Replacement(Span(Point(*start), Point(*end)), new) for start, end, new in edits]
    is_syntax_preserved(snapshot, replacements)
    assert parsed == [trees.encode_single_byte(text)]


def test_the_same_replacement_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[bytes] = []
    reparse = trees.reparse

    def count(grammar: str, tree: Tree, before: bytes, after: bytes) -> Tree | None:
        parsed.append(after)
        return reparse(grammar, tree, before, after)

    monkeypatch.setattr(trees, "reparse", count)
    text = TextSnapshot("file:///checked/once.py", "python", BEFORE)
    for new in ("name", "name", "(", "(", "name"):
        is_preserved = is_syntax_preserved(text, [Replacement(Span(Point(0, 9), Point(0, 13)), new)])
        assert is_preserved == (new == "name")
    assert [b"name" in after for after in parsed] == [True, False, True]


def test_a_replacement_is_parsed_with_the_grammar_of_its_text() -> None:
    """A client may open the same document again as another language."""
    edit = [Replacement(Span(Point(0, 0), Point(0, 1)), "let b")]
    for language, is_preserved in (("javascript", True), ("python", False)):
        assert (
            is_syntax_preserved(TextSnapshot("file:///checked/x", language, ["a = 1"]), edit) == is_preserved
        )
