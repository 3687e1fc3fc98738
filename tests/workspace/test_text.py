"""Encodings, line endings, and bytes that were not edited."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.workspace import InvalidArgument
from understudy.workspace.files.encoding import decode, encode

Caller = Callable[..., Any]


@given(st.binary(max_size=200))
def test_any_bytes_that_count_as_text_come_back_unchanged(data: bytes) -> None:
    decoded = decode(data)
    if decoded is not None:
        assert encode(*decoded) == data


# Not st.characters(): building its table of all categories takes seconds where it is not cached.
CHARS = st.one_of(
    st.sampled_from("\0\ufeff\r\n\t aé\x80\xff\u2028漢😀"),
    st.integers(0, 0xD7FF).map(chr),
    st.integers(0xE000, 0x10FFFF).map(chr),
)


@given(st.text(CHARS, max_size=60), st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-32"]))
def test_text_in_a_known_encoding_is_read_right(text: str, codec: str) -> None:
    text = text.lstrip("\ufeff\0")  # a NUL behind UTF-16's mark would be UTF-32's mark
    if codec == "utf-8" and "\0" in text:
        return
    decoded = decode(text.encode(codec))
    assert decoded is not None
    assert decoded[0] == text


ENCODED = [
    pytest.param("one\r\ntwo é\r\nthree\r\n", "utf-8", id="utf-8 crlf"),
    pytest.param("one\ntwo é\nthree", "utf-8-sig", id="utf-8 bom, no last newline"),
    pytest.param("one\ntwo é 😀\nthree\n", "utf-16", id="utf-16"),
    pytest.param("one\r\ntwo é\r\nthree", "utf-16-be", id="utf-16 big endian without bom"),
    pytest.param("one\ntwo é\nthree\n", "latin-1", id="latin-1"),
    pytest.param("one\ntwo “é”\nthree\n", "cp1252", id="cp1252"),
]


@pytest.mark.attack("line ends")
@pytest.mark.requirement("WAP-04")
@pytest.mark.attack(28)
@pytest.mark.parametrize(("text", "codec"), ENCODED)
def test_an_edit_keeps_encoding_line_ends_and_the_missing_last_newline(
    call: Caller, root: Path, text: str, codec: str
) -> None:
    (root / "f").write_bytes(text.encode(codec))
    assert call("readFile", path="f").content == text
    operation = {"type": "replace", "startLine": 3, "endLine": 3, "newContent": "3a\n3b"}
    call("modifyFile", path="f", operations=[operation])
    newline = "\r\n" if "\r\n" in text else "\n"
    last = newline if text.endswith(newline) else ""
    expected = text[: text.index("three")] + f"3a{newline}3b{last}"
    assert (root / "f").read_bytes() == expected.encode(codec)


@pytest.mark.requirement("WAP-04")
@pytest.mark.attack(28)
def test_undecodable_bytes_survive_every_kind_of_edit(call: Caller, root: Path) -> None:
    data = b"caf\xc3\xa9 \xff\xfe bad\nsecond\n\xf0\x28\x8c third\n"
    (root / "f").write_bytes(data)
    assert "\ufffd" in call("readFile", path="f").content
    for operation, expected in (
        ({"type": "replace", "startLine": 2, "endLine": 2, "newContent": "2"}, data.replace(b"second", b"2")),
        ({"type": "insert", "afterLine": 3, "newContent": "end"}, data + b"end\n"),
        (
            {"type": "regexReplace", "pattern": "second", "replacement": "[$&]"},
            data.replace(b"second", b"[second]"),
        ),
        ({"type": "replaceText", "oldText": "third", "newText": "x"}, data.replace(b"third", b"x")),
    ):
        (root / "f").write_bytes(data)
        call("modifyFile", path="f", operations=[operation])
        assert (root / "f").read_bytes() == expected


@pytest.mark.requirement("WAP-04")
def test_a_character_that_the_encoding_lacks_is_refused_and_nothing_changes(call: Caller, root: Path) -> None:
    (root / "f").write_bytes("é\n".encode("latin-1"))
    with pytest.raises(InvalidArgument) as caught:
        call("modifyFile", path="f", operations=[{"type": "insert", "afterLine": 1, "newContent": "漢"}])
    assert caught.value.reason == "not_encodable"
    assert (root / "f").read_bytes() == "é\n".encode("latin-1")


@pytest.mark.requirement("WAP-03")
def test_appending_uses_the_encoding_of_the_file(call: Caller, root: Path) -> None:
    (root / "f").write_bytes("one\n".encode("utf-16"))
    assert call("writeFile", path="f", content="two é\n", mode="append").bytes_written == 12
    assert (root / "f").read_bytes() == "one\ntwo é\n".encode("utf-16")


@pytest.mark.requirement("WAP-02", "WAP-09")
@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "image/png"),
        (b"\x7fELF\x02\x01\0\0", "application/x-executable"),
        (b"text\0more", "application/octet-stream"),
    ],
)
def test_binary_files_are_refused_with_their_type_and_size(
    call: Caller, root: Path, data: bytes, kind: str
) -> None:
    (root / "f").write_bytes(data)
    for attempt in (
        lambda: call("readFile", path="f"),
        lambda: call("modifyFile", path="f", operations=[{"type": "delete", "startLine": 1, "endLine": 1}]),
        lambda: call("writeFile", path="f", content="x", mode="append"),
    ):
        with pytest.raises(InvalidArgument) as caught:
            attempt()
        assert caught.value.reason == "binary_file"
        assert caught.value.details["type"] == kind
        assert caught.value.details["size"] == len(data)
    assert (root / "f").read_bytes() == data


@pytest.mark.requirement("WAP-02")
@pytest.mark.attack(25)
def test_a_sparse_terabyte_is_refused_at_once(call: Caller, root: Path) -> None:
    with open(root / "sparse", "wb") as file:
        file.truncate(1 << 40)
    with open(root / "headed", "wb") as file:
        file.write(b"text\n" * 1_000_000)
        file.truncate(1 << 40)
    for name in ("sparse", "headed"):
        with pytest.raises(InvalidArgument) as caught:
            call("readFile", path=name)
        assert caught.value.reason == "binary_file"
    found = call("searchFiles", paths=["."], query="text", type="literal", recursive=True)
    assert found.total_matches == 0


@pytest.mark.requirement("WAP-02")
@pytest.mark.attack(27)
def test_a_huge_single_line_comes_in_pieces_that_add_up(call: Caller, root: Path) -> None:
    size = 100 << 20
    with open(root / "line", "wb") as file:
        for _ in range(size >> 20):
            file.write(b"x" * (1 << 20))
    first = call("readFile", path="line")
    assert (first.total_lines, first.returned_lines, first.is_truncated) == (1, 1, True)
    assert len(first.content) == 1 << 20
    second = call("readFile", path="line", cursor=first.next_cursor)
    assert len(second.content) == 1 << 20
    assert second.next_cursor != first.next_cursor


@pytest.mark.attack(26)
def test_a_file_that_grows_while_it_is_read_is_read_to_where_it_was(
    call: Caller, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = root / "log"
    path.write_text("line\n" * 1_000_000)  # more than one piece
    read = os.pread

    def read_and_grow(fd: int, size: int, offset: int) -> bytes:
        with open(path, "ab") as file:
            file.write(b"more\n" * 100_000)
        return read(fd, size, offset)

    monkeypatch.setattr(os, "pread", read_and_grow)
    assert call("readFile", path="log", endLine=1).total_lines == 1_000_000
    found = call("searchFiles", paths=["log"], query="more", type="literal")
    assert found.total_matches == path.read_text().count("more") - 100_000
