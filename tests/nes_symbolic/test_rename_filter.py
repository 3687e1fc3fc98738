"""What the generators propose for a renamed word where the rename itself proposes nothing."""

from contextlib import closing

import pytest

from nes_symbolic.builders import HERE, OTHER, asked, line_candidate, made, text_of
from nes_symbolic.scenes import Scene
from understudy.nes.bindings import Binding, Occurrence
from understudy.nes.symbolic.renames.detection import Rename, RenamePlace, find_renames
from understudy.nes.symbolic.renames.filter import RenameFilter
from understudy.nes.symbolic.renames.limits import COMMENT_PROBABILITY, OTHER_SPELLING_PROBABILITY

COMMENT, OTHER_FILE, SAME, DROPPED = COMMENT_PROBABILITY, OTHER_SPELLING_PROBABILITY, 0.9, None


def filtered(
    line: str, new: str, old_name: str, new_name: str, uri: str = HERE, language: str = "python"
) -> float | None:
    """The probability of a candidate after a variable was renamed; None if it is dropped."""
    rename = Rename(old_name, new_name, Binding(old_name, "local"), HERE, [], [])
    found = RenameFilter([rename]).filter([line_candidate(text_of(line, uri, language), 0, new)])
    return found[0].probability if found else DROPPED


@pytest.mark.parametrize(
    ("line", "name", "here", "elsewhere"),
    [
        pytest.param("# until max_row is seen", "max_row", COMMENT, OTHER_FILE, id="a comment"),
        pytest.param("# until row is seen", "row", DROPPED, DROPPED, id="an ordinary word of a comment"),
        pytest.param("x = 'at max_row'", "max_row", DROPPED, DROPPED, id="a string"),
        pytest.param("# until `max_row` is seen", "max_row", COMMENT, COMMENT, id="in code style"),
        pytest.param("# until `row` is seen", "row", DROPPED, DROPPED, id="an ordinary word in code style"),
        pytest.param("x = max_row", "max_row", DROPPED, DROPPED, id="another binding"),
        pytest.param("# max_row max_row", "max_row", COMMENT, OTHER_FILE, id="twice in a row"),
        pytest.param("# row row", "row", DROPPED, DROPPED, id="an ordinary word twice in a row"),
    ],
)
def test_the_old_name_in_comments_and_strings(
    line: str, name: str, here: float | None, elsewhere: float | None
) -> None:
    new = line.replace(name, "line")
    assert filtered(line, new, name, "line") == here
    assert filtered(line, new, name, "line", OTHER) == elsewhere


@pytest.mark.parametrize(
    ("line", "new", "expected"),
    [
        pytest.param("# row other", "# line another", SAME, id="another word beside it"),
        pytest.param("# row of it", "# line", SAME, id="words that go"),
        pytest.param("# other row, row x", "# other line, row x", DROPPED, id="one of two"),
        pytest.param("# a row", "# a column", SAME, id="another new word"),
    ],
)
def test_only_the_renamed_word_is_compared(line: str, new: str, expected: float | None) -> None:
    assert filtered(line, new, "row", "line") == expected


@pytest.mark.parametrize(("old", "expected"), [("seperator", COMMENT), ("divider", DROPPED)])
def test_a_misspelt_word_of_a_document_may_follow(old: str, expected: float | None) -> None:
    line = f"Give a {old}."
    new = line.replace(old, "separator")
    assert filtered(line, new, old, "separator", "file:///project/b.md", "markdown") == expected


def test_a_difference_that_joins_two_renames_is_checked_word_by_word() -> None:
    """`max_row` may follow, and `col`, an ordinary word, may not."""
    renames = [
        Rename("max_row", "line", Binding("max_row", "local"), HERE, [], []),
        Rename("col", "place", Binding("col", "local"), HERE, [], []),
    ]
    snapshot = text_of("# max_row col\n# max_row max_row")
    found = RenameFilter(renames).filter(
        [line_candidate(snapshot, 0, "# line place"), line_candidate(snapshot, 1, "# line line")]
    )
    assert [(one.line, one.probability) for one in found] == [(1, COMMENT)]


@pytest.mark.parametrize(
    ("columns", "expected"), [((2,), COMMENT), ((10,), COMMENT), ((2, 10), DROPPED)], ids=str
)
def test_each_word_that_a_difference_joins_has_its_own_column(
    columns: tuple[int, ...], expected: float | None
) -> None:
    """The rename itself proposes a line if all of its words are places of the rename."""
    occurrences = [Occurrence(0, column, column + len("max_row"), "reference") for column in columns]
    places = [RenamePlace(HERE, one.span, one, 0.9, True) for one in occurrences]
    rename = Rename("max_row", "line", Binding("max_row", "local"), HERE, [], places)
    found = RenameFilter([rename]).filter([line_candidate(text_of("# max_row max_row"), 0, "# line line")])
    assert [one.probability for one in found] == ([] if expected is None else [expected])


def test_a_comment_of_another_file_stays() -> None:
    other = "# Stop at max_row.\n\n\ndef stop():\n    return 1\n"
    text = "max_row = 5\n\n\ndef show():\n    return max_row\n"
    with closing(Scene("a.py", text, b__py=other)) as scene:
        scene.edit("max_row = 5", "last_row = 5")
        scene.accept_all()
        assert scene.texts[f"{scene.base}/b.py"] == other
        assert scene.texts[f"{scene.base}/a.py"] == text.replace("max_row", "last_row")


GO = """package a

func run(limit int, o *Options) {
	show(limit, o.limit)
	load(o.limit)
	store(p.limit)
}
"""


@pytest.mark.parametrize(
    ("changed", "line", "new", "is_kept"),
    [
        pytest.param("o.limit", 4, "\tload(o.size)", True, id="the member of the same variable"),
        pytest.param("o.limit", 5, "\tstore(p.size)", False, id="the member of another variable"),
        pytest.param("", 4, "\tload(o.size)", False, id="no member was changed"),
    ],
)
def test_a_member_that_the_user_has_changed_beside_a_local_name(
    changed: str, line: int, new: str, is_kept: bool
) -> None:
    lines = GO.split("\n")
    edits = [made(lines[2], lines[2].replace("limit", "size"), 2)]
    if changed:
        edits.append(made(lines[3], lines[3].replace("limit", "size"), 3, serial=2))
    for edit in edits:
        lines[edit.line] = edit.new[0]
    situation = asked("\n".join(lines), *edits, language="go")
    candidate = line_candidate(situation.snapshot, line, new)
    assert bool(RenameFilter(find_renames(situation)).filter([candidate])) is is_kept
