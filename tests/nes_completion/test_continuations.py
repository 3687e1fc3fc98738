"""Which continuations of a line are found: the same line, a sibling in other words, rules, other files."""

import pytest

from nes_completion.completion_place import completions, continuations, situation_of
from understudy.nes.text import Edit

FIELDS = """\
class Shop:
    def __init__(self, names, prices, owners):
        self.names = names
        self.prices = prices
        self.{typed}
"""


@pytest.mark.parametrize(
    ("typed", "rest"),
    [
        ("|", "owners = owners"),
        ("own|", "ers = owners"),
        ("owners|", " = owners"),
        ("owners |", "= owners"),
        ("owners = |", "owners"),
    ],
)
def test_a_parameter_without_a_field_becomes_one(typed: str, rest: str) -> None:
    found = completions(situation_of(FIELDS.format(typed=typed)))
    assert next(iter(found)) == rest
    assert found[rest] >= 0.7


def test_a_line_that_is_there_already_is_continued_like_it() -> None:
    assert " run_all(tests)" in continuations("if a:\n    result = run_all(tests)\nelse:\n    result =|\n")


def test_the_words_of_the_place_replace_those_of_the_sibling() -> None:
    text = (
        "def load_user(path):\n    user_file = open_user_file(path)\n\n"
        "def load_order(path):\n    order_file =|\n"
    )
    assert " open_order_file(path)" in continuations(text)


def test_other_files_show_how_an_import_is_written() -> None:
    others = {"file:///project/b.py": "from collections.abc import Mapping, Sequence\n\nx = 1\n"}
    found = completions(situation_of("import os\nfrom collections|\n", others=others))
    assert ".abc import Mapping, Sequence" in found


def test_a_file_of_another_language_is_not_searched() -> None:
    others = {"file:///project/b.rs": "from collections.abc import Mapping, Sequence\n"}
    assert not completions(situation_of("import os\nfrom collections|\n", others=others))


def test_a_replaced_line_is_a_model_for_the_new_one() -> None:
    old = Edit(1, "file:///project/a.py", 0, ("total = compute_total(items, rate)",), ())
    found = completions(situation_of("amount = compute_total|\n", edits=[old]))
    assert "(items, rate)" in found


def test_arguments_come_from_the_signature_of_the_called_function() -> None:
    text = "def send(message, address):\n    pass\n\n\ndef main(message, address):\n    send(|\n"
    assert "message, address)" in continuations(text)


def test_arguments_that_the_place_does_not_have_are_not_made_up() -> None:
    text = "def send(message, address):\n    pass\n\n\n" + "\n" * 70 + "def main(x):\n    send(|\n"
    assert "message, address)" not in continuations(text)


def test_the_next_number_of_a_series_follows() -> None:
    text = "case_one = make(1, True)\ncase_two = make(2, True)\ncase_three = make|\n"
    assert "(3, True)" in continuations(text)


@pytest.mark.parametrize(
    ("begun", "expected"),
    [
        pytest.param("ma", ["ke(6, True)"], id="a word that is begun"),
        pytest.param("mo", [], id="another word"),
        pytest.param("m", ["ake(6, True)"], id="a letter"),
    ],
)
def test_the_next_number_of_a_series_follows_a_word_that_is_begun(begun: str, expected: list[str]) -> None:
    text = f"case_one = make(2, True)\ncase_two = make(4, True)\ncase_three = {begun}|\n"
    assert [one for one in continuations(text) if "6, True" in one] == expected


def test_a_block_is_completed_with_its_closing_bracket_or_not_at_all() -> None:
    text = (
        "func a() error {\n\tif err != nil {\n\t\treturn err\n\t}\n\treturn nil\n}\n\n"
        "func b() error {\n\tif err|\n"
    )
    found = continuations(text, uri="file:///project/a.go")
    assert " != nil {\n\t\treturn err\n\t}" in found
    assert " != nil {" not in found


@pytest.mark.parametrize(
    "text",
    [
        "x = call(a)[b]\ny = (call(a|\n",
        "values = [f(a) for a in (b, c)]\nvalues = [f((a|\n",
        'say("one two")\nsay("one two" + "one|\n',
    ],
)
def test_a_continuation_never_closes_what_is_not_open(text: str) -> None:
    before = text.partition("|")[0].rpartition("\n")[2]
    pairs = {")": "(", "]": "[", "}": "{"}
    for rest in continuations(text):
        stack: list[str] = []
        for char in before + rest:
            if char in "([{":
                stack.append(char)
            elif char in pairs:
                assert stack
                assert stack.pop() == pairs[char]
        assert (before + rest).count('"') % 2 == 0


def test_a_closing_bracket_may_close_what_the_lines_above_opened() -> None:
    text = "first = call(\n    a, b)\nsecond = call(\n    a, |\n"
    assert not continuations(text)  # "b)" has two characters: not worth a glance
    text = "first = call(\n    a, banana)\nsecond = call(\n    a, |\n"
    assert "banana)" in continuations(text)


def test_text_behind_the_cursor_ends_completion_unless_it_only_closes() -> None:
    assert not continuations("value = compute(first, second)\nvalue = compute(| + 1\n")
    assert "first, second" in continuations("value = compute(first, second)\nvalue = compute(|)\n")


def test_nothing_is_completed_at_the_beginning_of_a_line() -> None:
    assert not continuations("value = compute(first, second)\n|\n")


def test_lines_that_follow_the_same_lines_are_completed_together() -> None:
    text = (
        "def first():\n    setup()\n    client = connect(host, port)\n    client.login(name)\n"
        "    client.send(x)\n\n\n"
        "def second():\n    setup()\n    client = |\n"
    )
    found = continuations(text)
    assert "connect(host, port)" in found
    assert "connect(host, port)\n    client.login(name)" in found
    assert "connect(host, port)\n    client.login(name)\n    client.send(x)" in found


def test_a_line_below_is_not_completed_where_nothing_above_is_alike() -> None:
    text = "a = 1\nclient = connect(host, port)\nclient.login(name)\n\nprint(b)\nclient = |\n"
    assert all("\n" not in one for one in continuations(text))
