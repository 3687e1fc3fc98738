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
