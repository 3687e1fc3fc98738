"""Bytes in any chunks → the same lines, within a limit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.wire import OVERSIZED_FRAME
from understudy.wire.line_splitter import LineSplitter

lines_of_text = st.lists(
    st.binary(max_size=12).map(lambda line: line.replace(b"\n", b"").replace(b"\r", b""))
)


def cut(data: bytes, sizes: list[int]) -> list[bytes]:
    chunks: list[bytes] = []
    for size in sizes:
        chunks.append(data[:size])
        data = data[size:]
    return [chunk for chunk in (*chunks, data) if chunk]


@given(lines=lines_of_text, ends=st.sampled_from([b"\n", b"\r\n"]), sizes=st.lists(st.integers(1, 9)))
def test_lines_are_the_same_however_they_are_cut(lines: list[bytes], ends: bytes, sizes: list[int]) -> None:
    splitter = LineSplitter()
    got = [
        line for chunk in cut(b"".join(line + ends for line in lines), sizes) for line in splitter.feed(chunk)
    ]
    assert got == [line for line in lines if line.strip()]


@given(lines=lines_of_text, sizes=st.lists(st.integers(1, 9)))
def test_every_line_that_is_too_long_is_reported_once_and_in_its_place(
    lines: list[bytes], sizes: list[int]
) -> None:
    splitter = LineSplitter(max_line_bytes=5)
    got = [
        line
        for chunk in cut(b"".join(line + b"\n" for line in lines), sizes)
        for line in splitter.feed(chunk)
    ]
    wanted = [OVERSIZED_FRAME if len(line) > 5 else line for line in lines if line.strip() or len(line) > 5]
    assert got == wanted
    assert [line is OVERSIZED_FRAME for line in got] == [
        len(line) > 5 for line in lines if line.strip() or len(line) > 5
    ]


def test_the_bytes_of_the_marker_are_not_the_marker() -> None:
    (line,) = LineSplitter().feed(b"\0\n")
    assert line is not OVERSIZED_FRAME


def test_a_line_without_end_is_reported_as_soon_as_it_is_too_long() -> None:
    splitter = LineSplitter(max_line_bytes=10)
    assert splitter.feed(b"x" * 8) == []
    assert splitter.feed(b"x" * 8) == [OVERSIZED_FRAME]
    assert splitter.feed(b"x" * 80) == []
    assert splitter.feed(b'x\n{"a":1}\n') == [b'{"a":1}']


@pytest.mark.parametrize(
    ("rest", "frames"),
    [
        (b'{"a":1}', [b'{"a":1}']),
        (b'{"a":1}\r', [b'{"a":1}\r']),
        (b'{"a":', []),
        (b'{"a":"\xc3', []),
        (b"", []),
        (b"[" * 100_000, []),
    ],
)
def test_at_the_end_only_a_complete_last_line_counts(rest: bytes, frames: list[bytes]) -> None:
    splitter = LineSplitter()
    assert splitter.feed(b"{}\n" + rest) == [b"{}"]
    assert splitter.finish() == frames


def ends_of(head: bytes, tail: bytes) -> tuple[bytes, bytes]:
    return head, tail


@given(lines=lines_of_text, sizes=st.lists(st.integers(1, 9)))
def test_a_summary_takes_the_place_of_a_line_that_is_too_long(lines: list[bytes], sizes: list[int]) -> None:
    """The head has at least one byte more than the limit; how much more depends on the chunks."""
    splitter = LineSplitter(
        max_line_bytes=5, summarize_overlong=lambda head, tail: (head[:6], tail), keep_blank=True
    )
    got = [
        line
        for chunk in cut(b"".join(line + b"\n" for line in lines), sizes)
        for line in splitter.feed(chunk)
    ]
    assert got == [(line[:6], line) if len(line) > 5 else line for line in lines]


def test_a_summary_has_256_bytes_of_either_end_and_comes_when_the_line_ends() -> None:
    splitter = LineSplitter(max_line_bytes=1000, summarize_overlong=ends_of)
    assert splitter.feed(b"head" + b"x" * 2000) == []
    assert splitter.feed(b"x" * 500) == []
    ((head, tail), after) = splitter.feed(b"tail\nnext\n")
    assert head == b"head" + b"x" * 252
    assert tail == b"x" * 252 + b"tail"
    assert after == b"next"


def test_a_line_of_exactly_the_limit_is_not_too_long() -> None:
    for chunks in ([b"12345\n"], [b"123", b"45\n"], [b"12345", b"\n"], [b"\n12345\n1"]):
        splitter = LineSplitter(max_line_bytes=5)
        assert [line for chunk in chunks for line in splitter.feed(chunk)] == [b"12345"]


def test_blank_lines_are_dropped_unless_they_are_wanted() -> None:
    assert LineSplitter().feed(b"\n \na\n\r\n") == [b"a"]
    assert LineSplitter(keep_blank=True).feed(b"\n \na\n\r\n") == [b"", b" ", b"a", b""]
