"""A type that says nothing about a name is given to another parameter only where that may be the same thing."""

import pytest

from nes_symbolic.rule_harness import RuleHarness


def proposed(annotation: str, header: str, *body: str, known: str = "item", is_method: bool = False) -> bool:
    """Whether a function gets the type that the user gave to a parameter of one of the same name.

    The user's function is beside it in a class, or a function of the text if the class is `Other`.
    """
    place = [f"    {line}" for line in (header, *(f"    {one}" for one in body or ("pass",)))]
    first = [f"def first({known}):", "    pass"]
    if not is_method:
        text = ["class A:", *(f"    {line}" for line in first), "", *place]
    else:
        text = [*first, "", "class A:", *place]
    harness = RuleHarness(m__py="\n".join([*text, ""]))
    indent = "" if is_method else "    "
    harness.edit("m.py", f"{indent}def first({known}):", f"{indent}def first({annotation}):")
    return any(one.family == "annotation" for one in harness.ask("m.py"))


@pytest.mark.parametrize(
    ("annotation", "header", "body", "expected"),
    [
        pytest.param("item: bool", "def second(item):", "show(item)", True, id="it may be one"),
        pytest.param("item: bool", "def second(item):", "item.show()", False, id="its members are used"),
        pytest.param("item: int", "def second(item):", "item[0]", False, id="its elements are used"),
        pytest.param("item: int", "def second(item):", "for a in item: b()", False, id="it is iterated"),
        pytest.param("item: int", "def second(item):", "a.item.show()", True, id="another member is used"),
        pytest.param("item: str", "def second(item):", "item.show()", True, id="a string has members"),
        pytest.param("item: str", "def second(item):", "item()", False, id="a string is not called"),
        pytest.param("item: tuple[int, str]", "def second(item):", "del a[item]", False, id="a key"),
        pytest.param("item: tuple[int, str]", "def second(item):", "show(item)", True, id="an argument"),
        pytest.param("item: list[int]", "def second(item):", "a, b = item", True, id="unpacked"),
        pytest.param("item: list[int]", "def second(item):", "return item[0]", True, id="elements of a list"),
        pytest.param("item: list[int]", "def second(item):", "pass", True, id="a parameter that is not used"),
        pytest.param("item: Item", "def second(item):", "item.show()", True, id="a class"),
    ],
)
def test_the_uses_of_a_parameter_allow_its_type(
    annotation: str, header: str, body: str, expected: bool
) -> None:
    assert proposed(annotation, header, body) is expected


@pytest.mark.parametrize(
    ("annotation", "header", "expected"),
    [
        pytest.param("item: bool", "def second(item):", False, id="a plain type"),
        pytest.param("item: typing.List[int] | None", "def second(item):", False, id="of a module"),
        pytest.param("item: Item", "def second(item):", True, id="a class"),
        pytest.param("item: bool", "def first(item):", True, id="a function of the same name"),
    ],
)
def test_a_plain_type_stays_in_its_class(annotation: str, header: str, expected: bool) -> None:
    assert proposed(annotation, header, is_method=True) is expected


@pytest.mark.parametrize(
    ("annotation", "default", "expected"),
    [
        ("bool", "True", True),
        ("bool", "1", False),
        ("int", "-1", True),
        ("int", "'a'", False),
        ("float", "0.5", True),
        ("str", "'a'", True),
        ("str", "b'a'", False),
        ("bytes", "b'a'", True),
    ],
)
def test_a_default_says_the_type(annotation: str, default: str, expected: bool) -> None:
    assert proposed(f"item: {annotation}", f"def second(item={default}):", is_method=True) is expected


def test_functions_of_two_texts_are_in_no_class() -> None:
    harness = RuleHarness(m__py="def first(item):\n    pass\n", n__py="def second(item):\n    pass\n")
    harness.edit("m.py", "def first(item):", "def first(item: int):")
    assert any(one.family == "annotation" for one in harness.ask("n.py"))
