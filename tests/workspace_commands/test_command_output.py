"""The limit of output: below it, output is returned unchanged."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.workspace_commands.command_harness import CommandHarness

from understudy.workspace.commands import Sandbox
from understudy.workspace.commands.command import BoundedOutput


@pytest.mark.attack(49)
@given(
    cap=st.integers(0, 300),
    chunks=st.lists(st.tuples(st.sampled_from(["stdout", "stderr"]), st.binary(max_size=120)), max_size=12),
)
def test_the_result_is_never_larger_than_the_limit_and_complete_if_it_fits(cap: int, chunks: list) -> None:
    heard = {"stdout": "", "stderr": ""}
    whole = {"stdout": b"", "stderr": b""}

    def listen(name: str, text: str) -> None:
        heard[name] += text

    output = BoundedOutput(cap, listen)
    for name, chunk in chunks:
        whole[name] += chunk
        output.feed(name, chunk)
    output.close()
    texts = dict(zip(("stdout", "stderr"), output.render(), strict=True))
    expected = {name: data.decode(errors="replace") for name, data in whole.items()}
    size = sum(len(text.encode()) for text in expected.values())
    assert output.truncated == (size > cap)
    if size <= cap:
        assert texts == expected
        assert heard == expected
    else:
        assert sum(len(text.encode()) for text in texts.values()) <= cap
        for name, text in texts.items():
            if found := re.search(r"\n\[\.\.\. (\d+) bytes left out \.\.\.\]\n", text):
                head, tail = text[: found.start()], text[found.end() :]
                assert expected[name].startswith(head)
                assert expected[name].endswith(tail)
                left = len(expected[name].encode()) - len(head.encode()) - len(tail.encode())
                assert int(found[1]) == left


@pytest.mark.attack(49)
def test_a_flood_does_not_grow_memory() -> None:
    output = BoundedOutput(1000)
    for _ in range(2000):
        output.feed("stdout", b"x" * 1000)
    stream = output._streams["stdout"]
    assert len(stream._head) + len(stream._tail._buffer) <= 4 * 1000
    assert len(output.render()[0]) <= 1000


@pytest.mark.attack(52)
def test_terminal_escapes_are_returned_unchanged(harness: CommandHarness, sandbox: Sandbox) -> None:
    """A result is data; code that shows it on a terminal has to escape it."""
    said = "a\x1b[2J\x07\r\tb\n\x9b31m\u202e\x7f\x00\x1b]0;title\x07 grün 日本"
    heard: list[str] = []
    finished = harness.run("cat", sandbox, stdin=said, on_output=lambda _, text: heard.append(text))
    assert finished.stdout == said
    assert "".join(heard) == said
