"""Changes that are meant for one place: what is left above, values of other things, members, comments, names."""

from contextlib import closing

import pytest

from nes_symbolic.scenes import Scene
from understudy.languages import find_language
from understudy.languages.language import names_by_module

CALLS = "\n".join(
    f"fn {name}() -> String {{\n    fs::read_to_string({name!r}).unwrap()\n}}\n"
    for name in ("one", "two", "six", "ten")
).replace("'", '"')
"""Four functions with a like line each."""


def changed_line(path: str, text: str, *edits: tuple[str, str, int]) -> str | None:
    """Make the edits, each at the occurrence with that number; return the line that a suggestion changes."""
    with closing(Scene(path, text)) as scene:
        for old, new, number in edits:
            scene.edit(old, new, nth=number)
        before = scene.text.split("\n")
        suggestion = scene.ask()
        if suggestion is None or not scene.accept(suggestion):
            return None
        after = scene.text.split("\n")
        return next((new for old, new in zip(before, after, strict=False) if old != new), "")


@pytest.mark.parametrize(
    ("edits", "expected"),
    [
        pytest.param([("unwrap()", "unwrap_or_default()", 1)], '"two"', id="first"),
        pytest.param([("unwrap()", "unwrap_or_default()", 2)], None, id="second-after-one-that-is-left"),
        pytest.param(
            [("unwrap()", "unwrap_or_default()", 2), ("unwrap()", "unwrap_or_default()", 2)],
            '"ten"',
            id="two",
        ),
    ],
)
def test_a_like_line_that_is_left_above_makes_a_typed_change_a_single_one(
    edits: list[tuple[str, str, int]], expected: str | None
) -> None:
    line = changed_line("load.rs", CALLS, *edits)
    assert line is None if expected is None else line is not None and expected in line


def test_a_line_above_that_is_not_alike_says_nothing() -> None:
    text = "use std::fs;\n\nfn zero() -> u8 { parse().unwrap() }\n\n" + CALLS
    line = changed_line("load.rs", text, ("unwrap()", "unwrap_or_default()", 2))
    assert line is not None
    assert '"two"' in line


@pytest.mark.parametrize(
    ("path", "text", "edit"),
    [
        pytest.param(
            "a.css", ".a {\n  width: 220px;\n}\n\n.b {\n  width: 220px;\n}\n", ("220px", "260px"), id="rule"
        ),
        pytest.param(
            "a.css", ".a { color: #fff; }\n.b { color: #fff; }\n", ("#fff", "#eee"), id="short-color"
        ),
        pytest.param(
            "a.yaml",
            'python: "3.11"\nrun: pip install black==24.3.11\n',
            ("3.11", "3.13"),
            id="part-of-version",
        ),
        pytest.param(
            "a.py",
            "data = shape.dict()\nother = dict(meta)\n",
            (".dict()", ".as_map()"),
            id="function-with-the-name-of-a-method",
        ),
        pytest.param(
            "a.py",
            "def read():\n    try:\n        return load()\n    except Exception:\n        return 1\n\n\n"
            "def ask():\n    try:\n        return fetch()\n    except Exception:\n        return 2\n",
            ("Exception", "OSError"),
            id="caught-errors",
        ),
        pytest.param(
            "A.java",
            "class A {\n    /** Moves all to the start. */\n    void a() {}\n\n"
            "    /** Copies all from the start. */\n    void b() {}\n}\n",
            ("start", "finish"),
            id="comment",
        ),
        pytest.param(
            "a.css",
            ".a-link {\n  top: 0;\n}\n\n.a-link-icon {\n  top: 1px;\n}\n",
            ("link", "entry"),
            id="longer-class",
        ),
        pytest.param(
            "a.sql",
            "CREATE TABLE a (\n  label TEXT NOT NULL\n);\n\nCREATE TABLE b (\n  label TEXT NOT NULL\n);\n",
            ("label", "pen_name"),
            id="column",
        ),
    ],
)
def test_a_change_of_one_thing_is_not_repeated_at_another(
    path: str, text: str, edit: tuple[str, str]
) -> None:
    assert changed_line(path, text, (*edit, 1)) is None


@pytest.mark.parametrize(
    ("path", "text", "edit", "expected"),
    [
        pytest.param(
            "a.css",
            ".a {\n  margin: 16px;\n}\n\n.b {\n  margin: 16px;\n}\n",
            ("16px", "1rem"),
            "  margin: 1rem;",
            id="unit",
        ),
        pytest.param(
            "a.py",
            "a = shape.old_map()\nb = other.old_map()\n",
            ("old_map", "new_map"),
            "b = other.new_map()",
            id="method",
        ),
    ],
)
def test_a_change_of_the_same_kind_follows(
    path: str, text: str, edit: tuple[str, str], expected: str
) -> None:
    assert changed_line(path, text, (*edit, 1)) == expected


def test_names_of_standard_libraries_are_listed_by_module() -> None:
    assert names_by_module("a.b : One Two\n    c : Three\n") == {"One": "a.b", "Two": "a.b", "Three": "c"}
    for path, name, module in (
        ("a.py", "Path", "pathlib"),
        ("A.java", "Optional", "java.util"),
        ("a.rs", "HashMap", "std::collections"),
        ("a.tsx", "useMemo", "react"),
    ):
        imports = find_language("", path).imports
        assert imports is not None
        assert imports.known_names[name] == module
