"""A suggestion takes no word from a header that the block below it needs, though the grammar would accept it."""

import pytest

from nes_symbolic.builders import HERE, Texts, check_replacement, text_of
from understudy.nes.engine_api import Candidate, Situation
from understudy.nes.symbolic.filters.checks.name_checks import check_names
from understudy.nes.text import Point, Replacement, Span

SCRIPT = """test("waits", async () => {
  const row = await load();
});
test("is at once", async () => {
  check(load());
});
test("waits inside only", async () => {
  later(async () => { await load(); });
});
test("loops", async () => {
  for await (const row of rows()) { check(row); }
});
"""
PYTHON = """async def waits():
    return await load()


async def is_at_once():
    return load()
"""
RUST = """impl<'a> Named<'a> {
    fn name(&self) -> &'a str { self.name }
}

impl<'a> Unnamed<'a> {
    fn size(&self) -> usize { self.size }
}

fn first<'a>(rows: &'a Rows, letter: char) -> &'a str { rows.pick('b') }
"""


@pytest.mark.parametrize(
    ("text", "language", "old", "new", "reason"),
    [
        (SCRIPT, "typescript", '"waits", async ()', '"waits", ()', "still-used"),
        (SCRIPT, "javascript", '"is at once", async ()', '"is at once", ()', None),
        (SCRIPT, "typescript", '"waits inside only", async ()', '"waits inside only", ()', None),
        (SCRIPT, "typescript", '"loops", async ()', '"loops", ()', "still-used"),
        (PYTHON, "python", "async def waits", "def waits", "still-used"),
        (PYTHON, "python", "async def is_at_once", "def is_at_once", None),
        (RUST, "rust", "impl<'a> Named<'a>", "impl Named<'_>", "still-used"),
        (RUST, "rust", "impl<'a> Unnamed<'a>", "impl Unnamed<'_>", None),
        (RUST, "rust", "first<'a>(rows: &'a Rows", "first(rows: &Rows", "still-used"),
        (RUST, "rust", "first<'a>(rows: &'a Rows", "first<'a>(rows: &Rows", None),
    ],
)
def test_a_header_keeps_what_its_block_needs(
    text: str, language: str, old: str, new: str, reason: str | None
) -> None:
    assert check_replacement(text, language, old, new) == reason


def test_a_change_of_other_lines_above_does_not_hide_the_header() -> None:
    """The lines of the second change are counted in the text as it will be."""
    text = "// one\n" + SCRIPT
    snapshot = text_of(text, uri=f"{HERE}.x", language="typescript")
    edits = (
        Replacement(Span(Point(0, 0), Point(0, 6)), "// one\n// two\n// three"),
        Replacement(Span(Point(1, 14), Point(1, 20)), ""),
    )
    assert snapshot.lines[1][14:20] == "async "
    situation = Situation(snapshot=snapshot, cursor=Point(0, 0), edits=[], workspace_texts=Texts())
    candidate = Candidate(kind="edit", uri=snapshot.uri, probability=0.9, family="again", edits=edits)
    assert check_names(candidate, snapshot, situation) == "still-used"
