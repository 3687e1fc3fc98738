"""Blocks of code in a document: where they begin and end."""

import pytest

from understudy.nes.text import TextSnapshot, find_fenced_block, join_snapshot

BLOCKS = {
    "a block": ("a\n```sh\nls\n```\nb", [(1, 3)]),
    "tildes": ("~~~\nls\n~~~", [(0, 2)]),
    "other signs inside": ("~~~\n```\n~~~\n```", [(0, 2), (3, 4)]),
    "a longer fence": ("````\n```\n````\nb", [(0, 2)]),
    "a shorter fence": ("```\nx\n`````\nb", [(0, 2)]),
    "a language is no end": ("```\n```sh\n```", [(0, 2)]),
    "no end": ("a\n```\nb", [(1, 3)]),
    "a quotation": ("> ```\n> ls\n> ```", [(0, 2)]),
    "indented": ("- a\n  ```\n  ls\n  ```", [(1, 3)]),
    "code in a sentence": ("```a``` b\n```", [(1, 2)]),
    "two blocks": ("```\n```\n\n```\nls\n```", [(0, 1), (3, 5)]),
    "none": ("a\n``\nb", []),
}


@pytest.mark.parametrize("name", BLOCKS)
def test_the_blocks_of_a_text(name: str) -> None:
    text, expected = BLOCKS[name]
    snapshot = TextSnapshot(f"file:///{name}.md", "markdown", text.split("\n"), 1)
    for line in range(len(snapshot.lines)):
        around = [(first, last) for first, last in expected if first <= line <= last]
        found = find_fenced_block(snapshot, line)
        assert ([] if found is None else [found]) == around


def test_a_text_is_read_once() -> None:
    joined = join_snapshot(TextSnapshot("file:///once.md", "markdown", ["a", "b"], 1))
    texts: list[str] = []

    def read(text: str, _: object) -> int:
        texts.append(text)
        return len(text)

    assert joined.remember(read) == joined.remember(read) == 3
    assert texts == ["a\nb"]
