"""How probable the old name in a comment is to follow a rename, and where it stays."""

from contextlib import closing

import pytest

from nes_symbolic.builders import HERE
from nes_symbolic.scenes import Scene
from understudy.nes.bindings import Binding, BindingKind, resolver_for
from understudy.nes.symbolic.renames.detection import Rename
from understudy.nes.symbolic.renames.name_changes import corrects_spelling
from understudy.nes.symbolic.renames.proposals import _comment_probability, _function_lines, is_document
from understudy.nes.text import Point, TextSnapshot

DOCUMENTED, CODE, COMMENT, NEVER = 0.7, 0.55, 0.5, 0.0


@pytest.mark.parametrize(
    ("kind", "line", "probability"),
    [
        pytest.param("parameter", " * @param row The row.", DOCUMENTED, id="JSDoc"),
        pytest.param("parameter", "    :param row: the row", DOCUMENTED, id="Sphinx"),
        pytest.param("parameter", "    :param int row: the row", DOCUMENTED, id="Sphinx with a type"),
        pytest.param("parameter", "/// \\param row the row", DOCUMENTED, id="Doxygen"),
        pytest.param("parameter", " * @param {number} row The row.", DOCUMENTED, id="JSDoc with a type"),
        pytest.param("parameter", " * @param [row] The row.", DOCUMENTED, id="JSDoc, optional"),
        pytest.param(
            "parameter", " * @param {number} [row=1] It.", DOCUMENTED, id="JSDoc, optional with a type"
        ),
        pytest.param("parameter", "# @param [Integer] row the row", DOCUMENTED, id="YARD"),
        pytest.param("parameter", "/// \\param[in] row it", DOCUMENTED, id="Doxygen with a direction"),
        pytest.param("parameter", " * @param col the row of it", NEVER, id="the text about another, JSDoc"),
        pytest.param("parameter", " * @params the row", NEVER, id="a longer tag"),
        pytest.param("parameter", "    row: the row", DOCUMENTED, id="Google style"),
        pytest.param("parameter", "    row (int): the row", DOCUMENTED, id="Google style with a type"),
        pytest.param("parameter", "# - row: the row", DOCUMENTED, id="a list of parameters"),
        pytest.param("parameter", "    row of the table", NEVER, id="a sentence that begins with the word"),
        pytest.param("parameter", "    :param x: the row", NEVER, id="the text about another parameter"),
        pytest.param("parameter", "# the row: it is new", NEVER, id="a colon later in a sentence"),
        pytest.param(
            "local", " * @param row The row.", NEVER, id="a parameter of that name, a variable renamed"
        ),
        pytest.param("local", "    row: the row", NEVER, id="Google style, a variable renamed"),
        pytest.param("local", "# see `row` below", CODE, id="in backticks"),
        pytest.param("local", "# see row() below", CODE, id="called"),
        pytest.param("parameter", "# see `row` below", CODE, id="a parameter in backticks"),
        pytest.param("parameter", "# append row to it", COMMENT, id="a parameter that stands alone"),
        pytest.param("parameter", "# append the row to it", NEVER, id="a parameter behind an article"),
        pytest.param("parameter", "# what they row", NEVER, id="a parameter behind a pronoun"),
        pytest.param("parameter", "row", NEVER, id="a parameter with nothing before it"),
        pytest.param("parameter", "# row", NEVER, id="a parameter with the comment sign before it"),
        pytest.param("local", "# append row to it", NEVER, id="a variable that stands alone"),
        pytest.param("function", "// row counts all.", DOCUMENTED, id="the comment of a definition"),
        pytest.param(
            "function", " * row counts all.", DOCUMENTED, id="the comment of a definition, in a block"
        ),
        pytest.param("parameter", "// row counts all.", NEVER, id="the same comment, a parameter renamed"),
        pytest.param("import", "// row counts all.", NEVER, id="the same comment, another import"),
        pytest.param("import", "# see `row` below", CODE, id="another import in backticks"),
        pytest.param("function", "// row, the last", NEVER, id="the first word, with a comma"),
        pytest.param("function", "// The row counts.", NEVER, id="not the first word"),
    ],
)
def test_where_the_old_name_in_a_comment_follows(kind: BindingKind, line: str, probability: float) -> None:
    rename = Rename("row", "line", Binding("row", kind), HERE, [], [])
    assert _comment_probability(rename, [line], Point(0, line.index("row"))) == probability


@pytest.mark.parametrize(
    ("name", "probability"), [("last_row", COMMENT), ("lastRow", COMMENT), ("last", NEVER)]
)
def test_a_name_that_is_no_ordinary_word_follows_anywhere(name: str, probability: float) -> None:
    rename = Rename(name, "line", Binding(name, "local"), HERE, [], [])
    line = f"# until the {name} is seen"
    assert _comment_probability(rename, [line], Point(0, line.index(name))) == probability


def test_the_comments_of_another_function_are_about_its_own_parameter() -> None:
    text = """
    def distance(start, end):
        \"\"\"Return the way from start to end.\"\"\"
        return end - start


    def bearing(start, end):
        \"\"\"Return the angle from start to end.\"\"\"
        return turn(start, end)


    far = distance(1, end=2)
    """
    with closing(Scene("way.py", text)) as scene:
        scene.edit("def distance(start, end):", "def distance(start, target):")
        scene.accept_all()
        lines = scene.text.split("\n")
    assert '    """Return the way from start to target."""' in lines
    assert '    """Return the angle from start to end."""' in lines


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("markdown", True),
        ("plaintext", True),
        ("", True),
        ("yaml", False),
        ("makefile", False),
        ("python", False),
    ],
)
def test_a_document_has_no_grammar_and_is_written_for_people(language: str, expected: bool) -> None:
    assert is_document(TextSnapshot("untitled:1", language, [])) is expected


@pytest.mark.parametrize(
    ("name", "line", "probability"),
    [
        pytest.param("to", "# append rows to it", NEVER, id="a preposition"),
        pytest.param("row", "# append row to it", COMMENT, id="another word"),
        pytest.param("to", "# append `to` it", CODE, id="in backticks"),
        pytest.param("to", " * @param to The end.", DOCUMENTED, id="documented"),
        pytest.param("since", "# read since it began", NEVER, id="a longer preposition"),
    ],
)
def test_a_preposition_is_mostly_a_part_of_a_sentence(name: str, line: str, probability: float) -> None:
    rename = Rename(name, "target", Binding(name, "parameter"), HERE, [], [])
    assert _comment_probability(rename, [line], Point(0, line.index(f"{name}"))) == probability


PYTHON = """# About all.

# About one.
@cached
def one(row):
    # In one.
    return row


def two(row):
    return row
"""
SCRIPT = """/**
 * About one.
 */
function one(
  row,
) {
  return rows.map((row) => {
    return row;
  });
}

const two = (row) => row;
"""


@pytest.mark.parametrize(
    ("language", "text", "line", "expected"),
    [
        pytest.param("python", PYTHON, 4, (2, 6), id="with comment and decorator"),
        pytest.param("python", PYTHON, 9, (9, 10), id="without a comment"),
        pytest.param("python", PYTHON, 0, (0, 0), id="no function"),
        pytest.param("javascript", SCRIPT, 4, (0, 9), id="a header of several lines"),
        pytest.param("javascript", SCRIPT, 11, (11, 11), id="an arrow function"),
    ],
)
def test_the_lines_of_the_function_of_a_parameter(
    language: str, text: str, line: int, expected: tuple[int, int]
) -> None:
    snapshot = TextSnapshot(f"file:///lines/{language}/{len(text)}", language, text.split("\n"))
    resolver = resolver_for(snapshot)
    assert resolver is not None
    assert _function_lines(resolver, line) == expected


CALLER = """
def main():
    # Wait for place.
    return fetch(place="a")


# Ask place for it.
def fetch(place):
    # Wait for place.
    return get(place)
"""


def test_the_comments_of_a_caller_are_not_about_the_parameter() -> None:
    with closing(Scene("fetch.py", CALLER)) as scene:
        scene.edit("def fetch(place)", "def fetch(server)")
        head, tail = CALLER.lstrip("\n").split("\n\n\n")
        changed = f"{head.replace('place=', 'server=')}\n\n\n{tail.replace('place', 'server')}"
        assert scene.accept_all() == changed, scene.account()


def described(name: str, returned: str, other: str = "") -> str:
    return f"class Oven:\n    def {name}(self):\n        return {returned}\n{other}"


SCRIPT_CLASS = "class Oven {{\n  {0}() {{\n    return `Oven(${{this.name}})`;\n  }}\n}}\n"
DESCRIPTIONS = {
    "repr": ("oven.py", described("__repr__", 'f"<Oven {self.name}>"'), True),
    "str": ("oven.py", described("__str__", '"Oven()"'), True),
    "a word of a sentence": ("oven.py", described("__str__", '"Oven " + self.name'), False),
    "a word alone": ("oven.py", described("__str__", '"Oven"'), False),
    "a longer beginning": ("oven.py", described("__repr__", '"My Oven()"'), False),
    "a longer name": ("oven.py", described("__repr__", '"<OvenFull>"'), False),
    "another method": ("oven.py", described("kind", '"<Oven>"'), False),
    "another class": (
        "oven.py",
        described("kind", "1", "\n\nclass Other:\n    def __repr__(self):\n        return '<Oven>'\n"),
        False,
    ),
    "TypeScript": ("oven.ts", SCRIPT_CLASS.format("toString"), True),
    "another method of TypeScript": ("oven.ts", SCRIPT_CLASS.format("show"), False),
    "Java": (
        "Oven.java",
        'class Oven {\n    public String toString() {\n        return "Oven[" + name + "]";\n    }\n}\n',
        True,
    ),
    "Go": (
        "oven.go",
        'package a\n\ntype Oven struct{}\n\nfunc (o *Oven) String() string {\n\treturn "Oven{" + o.name\n}\n',
        True,
    ),
    "another type of Go": (
        "oven.go",
        'package a\n\ntype Oven struct{}\n\nfunc (o *Other) String() string {\n\treturn "Oven{" + o.name\n}\n',
        False,
    ),
    "Ruby": ("oven.rb", 'class Oven\n  def to_s\n    "#<Oven #{@name}>"\n  end\nend\n', True),
}


@pytest.mark.parametrize("name", DESCRIPTIONS)
def test_what_an_object_says_of_itself_follows_its_type(name: str) -> None:
    path, text, is_renamed = DESCRIPTIONS[name]
    old = "type Oven" if path.endswith(".go") else "class Oven"
    new = old.replace("Oven", "DeckOven")
    with closing(Scene(path, text)) as scene:
        scene.edit(old, new)
        after = scene.accept_all()
    assert after == (text.replace("Oven", "DeckOven") if is_renamed else text.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new", "is_corrected"),
    [
        ("seperator", "separator", True),
        ("recieve", "receive", True),
        ("occured", "occurred", True),
        ("reciept_id", "receipt_id", True),
        ("trial", "trail", False),  # two other words
        ("status", "stats", False),
        ("handler", "handlers", False),
        ("chunks_read", "chunk_read", False),
        ("handler1", "handler2", False),
        ("left_pad", "right_pad", False),
        ("maxRows", "maxrows", False),
        ("esparator", "separator", False),  # nothing tells that it is the same word
    ],
)
def test_a_misspelt_name_is_corrected(old: str, new: str, is_corrected: bool) -> None:
    assert corrects_spelling(old, new) is is_corrected


def test_a_misspelt_word_of_a_sentence_is_corrected_too() -> None:
    rename = Rename("seperator", "separator", Binding("seperator", "parameter"), HERE, [], [])
    line = "    The seperator is put between."
    assert _comment_probability(rename, [line], Point(0, line.index("seperator"))) == DOCUMENTED
