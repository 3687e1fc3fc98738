"""A file of stories is parsed into marks, and every mistake in it is reported with its place."""

from pathlib import Path

import pytest

from understudy.replay.errors import ReplayError
from understudy.replay.stories import parse_stories, read_stories
from understudy.replay.stories.limits import MAX_STORIES, MAX_STORY_FILE_BYTES
from understudy.replay.stories.story import EditMark, PlaceMark, Story

PLAIN = """\
Text before the first story is a comment.

==== a story
kind: rename-local
--- a.py
x = 1
«x→y» = ‹x→y¦z¦re:\\w¦@›
print(‹→1¦#2›, 2‹→, 1¦#2›)

==== another
kind: unrelated
keys: backspace
open: b.md
do: edit, pause 0.5, undo, save
expect: silence
--- src/a.ts
let «a→» = 1;
--- b.md
nothing ‹→here¦?›


"""


def parse(text: str) -> list[Story]:
    return list(parse_stories(text, "x.story"))


def test_the_parts_of_a_story() -> None:
    first, second = parse(PLAIN)
    assert (first.name, first.kind, first.language, first.source) == (
        "a story",
        "rename-local",
        "python",
        "x.story:3",
    )
    (file,) = first.files
    assert file.pieces == (
        "x = 1\n",
        EditMark("x", "y"),
        " = ",
        PlaceMark(old="x", texts=("y", "z"), patterns=("\\w",), jump=True),
        "\nprint(",
        PlaceMark(old="", texts=("1",), group="#2"),
        ", 2",
        PlaceMark(old="", texts=(", 1",), group="#2"),
        ")\n",
    )
    assert (first.steps, first.opened, first.keys, first.silence) == (("edit",), ("a.py",), "select", False)
    assert (second.language, second.keys, second.silence) == ("typescript", "backspace", True)
    assert second.steps == ("edit", "pause 0.5", "undo", "save")
    assert second.opened == ("b.md", "src/a.ts")
    assert second.files[1].pieces == ("nothing ", PlaceMark(old="", texts=("here",), optional=True), "\n")


def test_the_example_in_the_documentation_is_a_story() -> None:
    document = (Path(__file__).parents[2] / "docs" / "stories.md").read_text()
    example = document.split("```\n==== ")[1].split("```")[0]
    (story,) = parse("==== " + example)
    assert (story.kind, [file.path for file in story.files]) == (
        "rename-parameter",
        ["mailer.py", "orders.py"],
    )


HEAD = "==== s\nkind: k\n"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("==== s\nkind: k\n", "at least one file"),
        ("==== \nkind: k\n--- a.py\n«a→b»\n", "a name"),
        ("==== s\n--- a.py\n«a→b» ‹a→b›\n", "`kind` is missing"),
        (HEAD + "colour: red\n--- a.py\n«a→b» ‹a→b›\n", "'colour: red'"),
        (HEAD + "kind: other\n--- a.py\n«a→b» ‹a→b›\n", "repeated"),
        (HEAD + "--- a.py\n‹a→b›\n", "nothing is typed"),
        (HEAD + "--- a.py\n«a→b»\n", "`expect: silence`"),
        (HEAD + "expect: silence\n--- a.py\n«a→b» ‹a→b›\n", "`expect: silence`"),
        (HEAD + "expect: noise\n--- a.py\n«a→b» ‹a→b›\n", "`expect: silence`"),
        (HEAD + "do: edit, dance\n--- a.py\n«a→b» ‹a→b›\n", "`do` lists"),
        (HEAD + "do: edit, edit\n--- a.py\n«a→b» ‹a→b›\n", "`do` lists"),
        (HEAD + "keys: feet\n--- a.py\n«a→b» ‹a→b›\n", "`keys` is"),
        (HEAD + "open: b.py\n--- a.py\n«a→b» ‹a→b›\n", "`open` names"),
        (HEAD + "--- ../a.py\n«a→b» ‹a→b›\n", "'../a.py' is no path"),
        (HEAD + "--- /a.py\n«a→b» ‹a→b›\n", "'/a.py' is no path"),
        (HEAD + "--- a.py\n«a→b» ‹a→b›\n--- a.py\n\n", "same path"),
        (HEAD + "--- a.py\n«a→b» ‹a→b\n", "not closed"),
        (HEAD + "--- a.py\n«a‹b→c›→b»\n", "not closed"),
        (HEAD + "--- a.py\n«ab» ‹a→b›\n", "an arrow"),
        (HEAD + "--- a.py\n«a→a» ‹a→b›\n", "different"),
        (HEAD + "--- a.py\n«a→b» ‹a→b¦re:(›\n", "'(' is invalid"),
        (HEAD + "--- a.py\n«a→b» ‹a→b¦re:(?s)x›\n", "'(?s)x' is invalid"),
    ],
)
def test_a_mistake_is_reported_with_its_place(text: str, why: str) -> None:
    with pytest.raises(ReplayError) as caught:
        parse("\n" + text)
    assert caught.value.code == "bad_story"
    assert "x.story:2" in caught.value.message
    assert why in caught.value.message


def test_stories_are_read_from_folders_and_files(tmp_path: Path) -> None:
    (tmp_path / "in" / "deep").mkdir(parents=True)
    story = HEAD + "--- a.py\n«a→b» ‹a→b›\n"
    (tmp_path / "in" / "deep" / "b.story").write_text(story.replace("==== s", "==== two"))
    (tmp_path / "in" / "a.story").write_text(story)
    (tmp_path / "in" / "c.txt").write_text("==== broken")
    (tmp_path / "d.txt").write_text(story.replace("==== s", "==== three"))
    found = read_stories([tmp_path / "in", tmp_path / "d.txt"])
    assert [one.name for one in found] == ["s", "two", "three"]


@pytest.mark.parametrize("bad", ["missing", "empty", "twice", "binary", "folder", "large", "many"])
def test_what_cannot_be_read_is_an_error(tmp_path: Path, bad: str) -> None:
    story = HEAD + "--- a.py\n«a→b» ‹a→b›\n"
    path = tmp_path / "a.story"
    match bad:
        case "empty":
            path.write_text("")
        case "twice":
            path.write_text(story + story)
        case "binary":
            path.write_bytes(b"\xff\xfe")
        case "folder":
            path.mkdir()
        case "large":
            path.write_text(story + " " * MAX_STORY_FILE_BYTES)
        case "many":
            path.write_text("".join(story.replace("==== s", f"==== {n}") for n in range(MAX_STORIES + 1)))
        case _:
            pass
    with pytest.raises(ReplayError) as caught:
        read_stories([path])
    assert caught.value.code == "bad_story"
