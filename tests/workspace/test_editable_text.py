"""Line numbers refer to the original text; operations on changed lines are refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.workspace import InvalidArgument
from understudy.workspace.files.editable_text import EditableText

TEXT = "1\n2\n3\n4\n5\n"


@pytest.mark.requirement("WAP-04")
def test_line_numbers_refer_to_the_text_before_the_call() -> None:
    draft = EditableText(TEXT)
    draft.insert_lines(0, "top", "a")
    draft.replace_lines(2, 3, "two\nthree\nmore", "b")
    draft.replace_lines(5, 5, "", "c")
    draft.insert_lines(4, "after four", "d")
    draft.insert_lines(4, "and again", "e")
    assert draft.text == "top\n1\ntwo\nthree\nmore\n4\nafter four\nand again\n"


@pytest.mark.requirement("WAP-04")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("replace", 2, 3), ("replace", 3, 4)),
        (("replace", 2, 3), ("replace", 2, 3)),
        (("replace", 2, 4), ("insert", 2)),
        (("insert", 3), ("replace", 3, 4)),
        (("span", 2), ("replace", 2, 2)),
    ],
)
def test_operations_on_the_same_lines_are_refused(
    first: tuple[object, ...], second: tuple[object, ...]
) -> None:
    draft = EditableText(TEXT)

    def apply(operation: tuple[object, ...]) -> None:
        match operation:
            case ("replace", int(begin), int(end)):
                draft.replace_lines(begin, end, "x", "op")
            case ("insert", int(after)):
                draft.insert_lines(after, "x", "op")
            case ("span", int(line)):
                draft.replace_spans([((line - 1) * 2, (line - 1) * 2 + 1, "changed")])

    apply(first)
    with pytest.raises(InvalidArgument) as caught:
        apply(second)
    assert caught.value.reason == "overlap"


@pytest.mark.parametrize(
    ("text", "after", "expected"),
    [
        ("", 0, "x\n"),
        ("a", 1, "a\nx"),
        ("a\n", 1, "a\nx\n"),
        ("a", 0, "x\na"),
        ("a\r\nb\r\n", 1, "a\r\nx\r\nb\r\n"),
    ],
)
def test_inserting_keeps_the_last_newline_as_it_was(text: str, after: int, expected: str) -> None:
    draft = EditableText(text)
    draft.insert_lines(after, "x", "op")
    assert draft.text == expected


@pytest.mark.parametrize(("line", "lowest"), [(0, 1), (6, 1), (-1, 0), (6, 0)])
def test_lines_outside_the_file_are_refused(line: int, lowest: int) -> None:
    draft = EditableText(TEXT)
    with pytest.raises(InvalidArgument) as caught:
        if lowest:
            draft.replace_lines(line, line, "x", "op")
        else:
            draft.insert_lines(line, "x", "op")
    assert caught.value.reason == "line_out_of_range"
    assert draft.text == TEXT


@pytest.mark.requirement("WAP-04")
@given(st.data())
def test_apart_line_operations_equal_editing_a_list_of_lines(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 8))
    lines = [f"{i}\n" for i in range(1, size + 1)]
    expected: list[list[str]] = [[line] for line in lines]
    draft = EditableText("".join(lines))
    order = data.draw(st.permutations(range(1, size + 1)))
    for line in order:
        new = data.draw(st.sampled_from(["", "x\n", "x\ny\n"]))
        draft.replace_lines(line, line, new, "op")
        expected[line - 1] = [new]
    assert draft.text == "".join(part for parts in expected for part in parts)


@pytest.mark.parametrize(
    ("text", "deleted", "after", "expected"),
    [("a\nb", 2, 2, "a\nc"), ("a\nb\n", 2, 2, "a\nc\n"), ("a", 1, 1, "c"), ("a\nb", 1, 0, "c\nb")],
)
def test_inserting_where_lines_were_deleted_leaves_no_gap(
    text: str, deleted: int, after: int, expected: str
) -> None:
    draft = EditableText(text)
    draft.replace_lines(deleted, deleted, "", "delete")
    draft.insert_lines(after, "c", "insert")
    assert draft.text == expected


@pytest.mark.requirement("WAP-04")
def test_text_that_a_search_inserted_before_a_line_belongs_to_that_line() -> None:
    def commented() -> EditableText:
        draft = EditableText("a\nb\nc\n")
        draft.replace_spans([(2, 2, "# ")])
        return draft

    for first, last in ((2, 2), (1, 2), (2, 3)):
        with pytest.raises(InvalidArgument) as caught:
            commented().replace_lines(first, last, "", "op")
        assert caught.value.reason == "overlap"
    draft = commented()
    draft.insert_lines(1, "new", "op")
    draft.replace_lines(1, 1, "A", "op")
    assert draft.text == "A\nnew\n# b\nc\n"


@pytest.mark.requirement("WAP-04")
def test_text_that_a_search_inserted_at_the_very_end_belongs_to_the_last_line() -> None:
    draft = EditableText("a\nb")
    draft.replace_spans([(3, 3, "!")])
    with pytest.raises(InvalidArgument):
        draft.replace_lines(2, 2, "", "op")
    draft.insert_lines(2, "c", "op")
    assert draft.text == "a\nb!\nc"


@pytest.mark.requirement("WAP-04")
@pytest.mark.parametrize(
    ("text", "operations", "expected"),
    [
        ("x\ny\nz\n", [("delete", 2), ("insert", 2, "B"), ("insert", 1, "A")], "x\nA\nB\nz\n"),
        ("x\ny\n", [("delete", 1), ("insert", 1, "after"), ("insert", 0, "top")], "top\nafter\ny\n"),
        ("x\na", [("insert", 2, "b"), ("delete", 2)], "x\nb"),
        ("a", [("insert", 1, "b"), ("delete", 1)], "b"),
        ("a\r\nb", [("insert", 2, "c"), ("delete", 2)], "a\r\nc"),
        ("x\ny\nz\n", [("insert", 1, ""), ("delete", 1), ("delete", 2)], "z\n"),
        ("x\ny\n", [("insert", 1, "one"), ("insert", 1, "two"), ("delete", 2)], "x\none\ntwo\n"),
    ],
)
def test_inserts_keep_the_order_of_the_lines_that_they_follow(
    text: str, operations: list[tuple[object, ...]], expected: str
) -> None:
    draft = EditableText(text)
    for operation in operations:
        match operation:
            case ("delete", int(line)):
                draft.replace_lines(line, line, "", "op")
            case ("insert", int(after), str(content)):
                draft.insert_lines(after, content, "op")
    assert draft.text == expected


@given(st.data())
def test_any_inserts_and_deletes_equal_editing_line_by_line(data: st.DataObject) -> None:
    """Every original line is a slot with what was inserted behind it, whatever the order of operations."""
    count = data.draw(st.integers(1, 5))
    closed = data.draw(st.booleans())
    lines = [f"{number}" for number in range(1, count + 1)]
    draft = EditableText("\n".join(lines) + ("\n" if closed else ""))
    kept: list[list[str]] = [[], *([line] for line in lines)]
    inserted: list[list[str]] = [[] for _ in range(count + 1)]
    for step in range(data.draw(st.integers(0, 8))):
        if data.draw(st.booleans()):
            after = data.draw(st.integers(0, count))
            draft.insert_lines(after, f"n{step}", "op")
            inserted[after].append(f"n{step}")
        else:
            alive = [line for line in range(1, count + 1) if kept[line]]
            if alive:
                line = data.draw(st.sampled_from(alive))
                draft.replace_lines(line, line, "", "op")
                kept[line] = []
    wanted = [text for line in range(count + 1) for text in (*kept[line], *inserted[line])]
    assert draft.text.removesuffix("\n") == "\n".join(wanted)
