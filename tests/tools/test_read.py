"""readFile as WAP specifies it."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from understudy.tools import TOOLS
from understudy.tools.schema_types import encode_cursor
from understudy.workspace import InvalidArgument, Limits, NotFound, Workspace
from understudy.workspace.files.text_reader import LineWindow, _WindowCollector

Caller = Callable[..., Any]


@pytest.mark.requirement("WAP-02")
def test_a_whole_file_comes_with_its_metadata(call: Caller, root: Path) -> None:
    (root / "a.txt").write_text("one\ntwo\n")
    result = call("readFile", path="a.txt")
    assert result.content == "one\ntwo\n"
    assert (result.is_truncated, result.total_lines, result.returned_lines) == (False, 2, 2)
    assert (result.metadata.path, result.metadata.size) == (str(root / "a.txt"), 8)
    assert result.hash == hashlib.sha256(b"one\ntwo\n").hexdigest()
    assert result.encoding == "utf-8"


@pytest.mark.requirement("WAP-02")
@pytest.mark.parametrize(
    ("arguments", "content", "lines"),
    [
        ({"startLine": 2, "endLine": 3}, "2\n3\n", 2),
        ({"startLine": 4}, "4\n5", 2),
        ({"endLine": 1}, "1\n", 1),
        ({"startLine": 5, "endLine": 5}, "5", 1),
        ({"startLine": 4, "endLine": 99}, "4\n5", 2),
    ],
)
def test_a_range_of_lines_is_one_based_and_inclusive(
    call: Caller, root: Path, arguments: dict[str, int], content: str, lines: int
) -> None:
    (root / "a.txt").write_text("1\n2\n3\n4\n5")
    result = call("readFile", path="a.txt", **arguments)
    assert (result.content, result.returned_lines, result.total_lines) == (content, lines, 5)
    assert result.is_truncated is False


@pytest.mark.requirement("WAP-02")
@pytest.mark.parametrize(
    ("text", "lines"), [("", 0), ("\n", 1), ("a", 1), ("a\n", 1), ("a\n\n", 2), ("a\r\nb", 2)]
)
def test_lines_are_counted_as_git_and_grep_do(call: Caller, root: Path, text: str, lines: int) -> None:
    (root / "a.txt").write_bytes(text.encode())
    result = call("readFile", path="a.txt")
    assert (result.content, result.total_lines, result.returned_lines) == (text, lines, lines)


@pytest.mark.requirement("WAP-02", "WAP-09")
@pytest.mark.parametrize(
    "arguments",
    [
        {"startLine": 6},
        {"startLine": 0},
        {"startLine": -1},
        {"endLine": 0},
        {"startLine": 3, "endLine": 2},
        {"startLine": "1"},
        {"startLine": 1.5},
        {"startLine": True},
        {"startLine": None},
    ],
)
def test_impossible_line_ranges_are_an_error(call: Caller, root: Path, arguments: dict[str, Any]) -> None:
    (root / "a.txt").write_text("1\n2\n3\n4\n5\n")
    with pytest.raises(InvalidArgument):
        call("readFile", path="a.txt", **arguments)


@pytest.mark.requirement("WAP-02", "WAP-10")
def test_a_file_over_the_limit_is_truncated_at_a_line_end_with_the_true_total(
    call: Caller, root: Path
) -> None:
    line = "x" * 99 + "\n"
    (root / "big.txt").write_text(line * 50_000)
    result = call("readFile", path="big.txt")
    assert result.is_truncated is True
    assert result.total_lines == 50_000
    assert result.returned_lines == (1 << 20) // 100
    assert result.content == line * result.returned_lines
    tail = call("readFile", path="big.txt", startLine=49_999)
    assert (tail.content, tail.is_truncated) == (line * 2, False)


@pytest.mark.requirement("WAP-02")
@pytest.mark.parametrize("codec", ["utf-8", "utf-16", "latin-1"])
def test_pages_put_together_are_the_file(root: Path, codec: str) -> None:
    text = "".join(f"line {i} é {'y' * (i % 50)}\n" for i in range(400)) + "é" * 3000 + "\nend"
    (root / "a.txt").write_bytes(text.encode(codec))
    with Workspace([root], limits=Limits(max_file_size=1000)) as workspace:
        read = TOOLS["readFile"]
        result = read.call(workspace, {"path": "a.txt"})
        parts = [result.content]
        while result.is_truncated:
            result = read.call(workspace, {"path": "a.txt", "cursor": result.next_cursor})
            parts.append(result.content)
            assert len(result.content.encode()) <= 1000
        assert "".join(parts) == text


def test_a_page_of_a_file_that_changed_meanwhile_is_refused(root: Path) -> None:
    (root / "a.txt").write_text("x\n" * 1000)
    with Workspace([root], limits=Limits(max_file_size=100)) as workspace:
        read = TOOLS["readFile"]
        cursor = read.call(workspace, {"path": "a.txt"}).next_cursor
        (root / "a.txt").write_text("y\n" * 1000)
        with pytest.raises(InvalidArgument) as caught:
            read.call(workspace, {"path": "a.txt", "cursor": cursor})
        assert caught.value.reason == "changed_since_read"


@pytest.mark.requirement("WAP-09")
def test_a_missing_file_and_a_folder_are_told_apart(call: Caller, root: Path) -> None:
    with pytest.raises(NotFound) as missing:
        call("readFile", path="missing.txt")
    assert missing.value.payload()["code"] == "FILE_NOT_FOUND"
    assert "missing.txt" in missing.value.message
    with pytest.raises(InvalidArgument) as folder:
        call("readFile", path=".")
    assert folder.value.reason == "not_a_file"


@settings(max_examples=300)
@given(
    st.lists(st.text("aé\n", max_size=6), max_size=8),
    st.integers(1, 8),
    st.one_of(st.none(), st.integers(1, 8)),
    st.integers(1, 30),
)
def test_a_text_in_any_chunks_gives_the_same_window(
    chunks: list[str], start: int, end: int | None, limit: int
) -> None:
    whole, parts = (
        _WindowCollector(LineWindow(start, end), limit),
        _WindowCollector(LineWindow(start, end), limit),
    )
    text = "".join(chunks)
    whole.feed(text)
    for chunk in chunks:
        parts.feed(chunk)
    assert (
        whole.total_lines()
        == parts.total_lines()
        == len(text.split("\n")) - (not text or text.endswith("\n"))
    )
    lines = text.split("\n")
    lines = [line + "\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])
    wanted = "".join(lines[start - 1 : end])
    for collector in (whole, parts):
        content, rest = collector.result()
        assert wanted.startswith(content)
        assert rest is not None or content == wanted
        assert content or not wanted


@pytest.mark.attack(28)
def test_pages_of_a_text_with_undecodable_bytes_add_up(root: Path) -> None:
    data = b"caf\xc3\xa9 \xff\xfe bad \xf0\x28 \xe2\x82\xac" * 30
    (root / "a.txt").write_bytes(data)
    for limit in (1, 2, 3, 7, 50):
        with Workspace([root], limits=Limits(max_file_size=limit)) as workspace:
            read = TOOLS["readFile"]
            result = read.call(workspace, {"path": "a.txt"})
            parts = [result.content]
            while result.is_truncated:
                result = read.call(workspace, {"path": "a.txt", "cursor": result.next_cursor})
                parts.append(result.content)
            assert "".join(parts) == data.decode("utf-8", "surrogateescape").encode(
                "utf-16", "surrogatepass"
            ).decode("utf-16", "replace")


@pytest.mark.parametrize("tail", [b"x", b"\x00\xd8", b"\x00\xd8\x41\x00"])
def test_a_large_file_that_turns_out_to_be_no_text_is_refused(call: Caller, root: Path, tail: bytes) -> None:
    (root / "a.txt").write_bytes(b"\xff\xfe" + "text\n".encode("utf-16-le") * 600_000 + tail)
    if tail == b"x":
        with pytest.raises(InvalidArgument) as caught:
            call("readFile", path="a.txt")
        assert caught.value.reason == "binary_file"
    else:
        assert call("readFile", path="a.txt", endLine=1).content == "text\n"


def test_a_forged_cursor_reads_nothing_but_this_file(call: Caller, root: Path) -> None:
    (root / "a.txt").write_text("x\n")
    args = TOOLS["readFile"].decode({"path": "a.txt"})
    for position in ((10**30, 0, "x"), (-1, 0, "x"), (1, -5, "x"), (0, 0, "x"), ("a", 0, "x"), (1, 0)):
        try:
            cursor = encode_cursor(args, position)
        except OverflowError:
            continue
        with pytest.raises(InvalidArgument):
            call("readFile", path="a.txt", cursor=cursor)
