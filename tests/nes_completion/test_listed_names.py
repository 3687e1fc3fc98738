"""The next line of a list whose lines repeat one name each."""

import pytest

from nes_completion.completion_place import completions, situation_of
from understudy.nes.completion.limits import MAX_LISTED_LINES, MIN_LISTED_NAME_PROBABILITY

TABLE = "a = {\n    'name': user.name,\n    'mail': user.mail,\n    "


def first(text: str, name: str = "a.py", **others: str) -> tuple[str, float]:
    texts = {f"file:///project/{one.replace('__', '.')}": other for one, other in others.items()}
    found = completions(situation_of(text, uri=f"file:///project/{name}", others=texts))
    return next(iter(found.items()), ("", 0.0))


def is_offered(text: str, expected: str, name: str = "a.py", **others: str) -> bool:
    """Whether it is the first one, and as likely as this rule says."""
    found, probability = first(text, name, **others)
    return found == expected and probability > MIN_LISTED_NAME_PROBABILITY - 0.06


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        pytest.param(
            "a.ts",
            "interface Order {\n  id: string;\n  shippedAt: Date;\n}\n"
            "const a = {\n  id: order.id,\n  at: order.at,\n  shipp|",
            "edAt: order.shippedAt,",
            id="a member",
        ),
        pytest.param(
            "a.rs",
            "enum A {\n    Info,\n    Debug,\n    Error,\n}\n"
            'match a {\n    A::Info => "info",\n    A::Debug => "debug",\n    A::Er|',
            'ror => "error",',
            id="in small letters",
        ),
        pytest.param(
            "a.go",
            "func f(from, to, body string) {\n\treturn Mail{\n\t\tFrom: from,\n\t\tTo:   to,\n\t\tBod|",
            "",
            id="a name that no text has",
        ),
    ],
)
def test_the_name_and_the_rest_of_the_line(name: str, text: str, expected: str) -> None:
    assert is_offered(text, expected, name) == bool(expected)


def test_a_name_of_another_text_is_known() -> None:
    text = TABLE.replace("'", "") + "add|"
    assert not is_offered(text, "ress: user.address,")
    assert is_offered(text, "ress: user.address,", b__py="class User:\n    name = 1\n    address = 1\n")


@pytest.mark.parametrize(
    ("known", "is_known"),
    [
        pytest.param("address = 1", True, id="one name"),
        pytest.param("address = 1\naddressee = 1", False, id="two names"),
        pytest.param("add = 1", False, id="the name is what is typed"),
        pytest.param("ADDRESS = 1", False, id="another spelling"),
    ],
)
def test_only_one_name_begins_as_typed(known: str, is_known: bool) -> None:
    text = f"{known}\na = dict(\n    name=user.name,\n    mail=user.mail,\n    add|"
    assert is_offered(text, "ress=user.address,") == is_known


@pytest.mark.parametrize(
    ("above", "is_list"),
    [
        pytest.param("    name=user.name,\n    mail=user.mail,\n", True, id="two lines"),
        pytest.param("    mail=user.mail,\n", False, id="one line"),
        pytest.param("    name=team.name,\n    mail=user.mail,\n", False, id="of another thing"),
        pytest.param("    name=user.first,\n    mail=user.last,\n", False, id="other names"),
        pytest.param("    mail=user.mail,\n    mail=user.mail,\n", False, id="the same line twice"),
        pytest.param("    name=user.name,\n  mail=user.mail,\n", False, id="another indentation"),
        pytest.param("    name=user.name,\n    mail=user.mail,\n\n", False, id="a blank line"),
    ],
)
def test_the_lines_above_are_a_list(above: str, is_list: bool) -> None:
    assert is_offered(f"address = 1\na = dict(\n{above}    add|", "ress=user.address,") == is_list


def test_one_letter_is_too_little() -> None:
    text = "address = 1\na = dict(\n    name=user.name,\n    mail=user.mail,\n    a|"
    assert not is_offered(text, "ddress=user.address,")


@pytest.mark.parametrize(("count", "is_known"), [(0, True), (MAX_LISTED_LINES, False)])
def test_names_of_the_list_are_used_already(count: int, is_known: bool) -> None:
    used = "    address=user.address,\n" if count else ""
    text = f"address = 1\na = dict(\n{used}    name=user.name,\n    mail=user.mail,\n    add|"
    assert is_offered(text, "ress=user.address,") == is_known


SUM = "v.z = 0;\nr.x = a.x - b.x;\nr.y = a.y - b.y;\n"


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        pytest.param("a.c", SUM + "r.z|", " = a.z - b.z;", id="the name is typed"),
        pytest.param("a.c", SUM + "r.z |", "= a.z - b.z;", id="and a space"),
        pytest.param("a.c", SUM + "r.z =|", " a.z - b.z;", id="and a sign"),
        pytest.param("a.c", SUM + "r.w = a.w|", " - b.w;", id="and again, which makes a new name known"),
        pytest.param(
            "a.py",
            "def f(self, row):\n    self.size = row.size or 0\n    self.count = row.count or 0\n"
            "    self.total = row.total|",
            " or 0",
            id="of another language",
        ),
    ],
)
def test_the_rest_of_a_line_whose_name_is_typed(name: str, text: str, expected: str) -> None:
    found = completions(situation_of(text, uri=f"file:///project/{name}"))
    assert next(iter(found), "") == expected


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(SUM + "r.w|", id="a name that may be longer"),
        pytest.param("v.zoom = 0;\n" + SUM + "r.z|", id="a longer name is known"),
        pytest.param(SUM + "q.z|", id="another beginning"),
        pytest.param(SUM + "r.z = b|", id="another rest"),
        pytest.param(SUM + "r.y|", id="the same name again"),
        pytest.param("v.z = 0;\nr.x = a.x - b.y;\nr.y = a.y - b.x;\nr.z|", id="lines of two names"),
        pytest.param("v.z = 0;\nr.x = a.x - 1;\nr.y = a.y - 2;\nr.z|", id="lines with other differences"),
        pytest.param("v.z = 0;\nr.x = 1;\nr.y = 1;\nr.z|", id="a name that is not repeated"),
        pytest.param("v.z = 0;\nr.x = a.x;\n    r.y = a.y;\n    r.z|", id="another indentation"),
        pytest.param("v.z = 0;\nr.y = a.y - b.y;\nr.z|", id="one line"),
    ],
)
def test_which_lines_show_no_rest(text: str) -> None:
    found = completions(situation_of(text, uri="file:///project/a.c"))
    assert all(one < MIN_LISTED_NAME_PROBABILITY - 0.06 for one in found.values())
