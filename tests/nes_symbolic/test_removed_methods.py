"""A method of C++ that was removed takes its declaration, or its definition, with it."""

import pytest

from nes_symbolic.rule_harness import RuleHarness
from understudy.nes.symbolic.consequences.definitions.removed_methods import PROBABILITY, _Features
from understudy.nes.symbolic.consequences.limits import MAX_FUNCTION_DEPTH
from understudy.nes.text import EditOrigin, apply_replacements

HEADER = """#pragma once
namespace shop {
class Cart {
public:
    Cart(int size);
    ~Cart();
    void add(const Item& item, int count = 1);
    void add(int code);
    // The sum of all prices.
    int total() const;

    // Items
    int size() const;
    bool empty() const;
    static Cart* find(int code);
    bool operator==(const Cart& other) const;
private:
    int size_ = 0;
};
struct Order {
    int total() const;
};
}
"""
SOURCE = """#include "cart.hpp"
namespace shop {
Cart::Cart(int size) : size_(size) {}

Cart::~Cart() { clear(); }

void Cart::add(const Item &thing, int count) {
    items.push(thing, count);
}

void Cart::add(int code) { add(find_item(code)); }

int Cart::total() const
{
    return sum;
}

int Cart::size() const { return size_; }

Cart* Cart::find(int code) { return all[code]; }

bool Cart::operator==(const Cart& other) const { return same(other); }

int Order::total() const { return 1; }
}
"""


def _ask(edited: str, old: str, *, header: str = HEADER, source: str = SOURCE, **more: str) -> list[str]:
    """What is removed, with `-`, and where a jump goes."""
    texts = {"cart__hpp": header, "cart__cpp": source, **more}
    harness = RuleHarness(**texts)
    harness.edit(edited, old, "")
    found: list[str] = []
    for one in harness.ask(edited):
        if one.family != "removed-use":
            continue
        lines = harness.workspace.texts[one.uri]
        if one.position is not None:
            found.append(f"jump to {lines[one.position.line]}")
        else:
            after = apply_replacements(one.edits, lines)
            start = one.edits[0].span.start.line
            count = len(lines) - len(after)
            assert after == [*lines[:start], *lines[start + count :]]
            found += [f"- {line}" for line in lines[start : start + count]]
    return found


@pytest.mark.parametrize(
    ("definition", "declaration"),
    [
        ("Cart::Cart(int size) : size_(size) {}", ["-     Cart(int size);"]),
        ("Cart::~Cart() { clear(); }", ["-     ~Cart();"]),
        (
            "void Cart::add(const Item &thing, int count) {\n    items.push(thing, count);\n}",
            ["-     void add(const Item& item, int count = 1);"],
        ),
        ("void Cart::add(int code) { add(find_item(code)); }", ["-     void add(int code);"]),
        (
            "int Cart::total() const\n{\n    return sum;\n}\n",
            ["-     // The sum of all prices.", "-     int total() const;"],
        ),
        ("int Cart::size() const { return size_; }", ["-     int size() const;"]),
        ("Cart* Cart::find(int code) { return all[code]; }", ["-     static Cart* find(int code);"]),
        (
            "bool Cart::operator==(const Cart& other) const { return same(other); }",
            ["-     bool operator==(const Cart& other) const;"],
        ),
        ("int Order::total() const { return 1; }", ["-     int total() const;"]),
    ],
)
def test_the_declaration_goes_with_the_definition(definition: str, declaration: list[str]) -> None:
    assert _ask("cart.cpp", definition) == declaration


def test_the_declaration_of_the_same_class_goes() -> None:
    harness = RuleHarness(cart__hpp=HEADER, cart__cpp=SOURCE)
    harness.edit("cart.cpp", "int Order::total() const { return 1; }", "")
    [found] = [one for one in harness.ask("cart.cpp") if one.family == "removed-use"]
    assert found.edits[0].span.start.line == HEADER.split("\n").index("struct Order {") + 1


@pytest.mark.parametrize(
    ("declaration", "definition"),
    [
        ("    int size() const;", ["- int Cart::size() const { return size_; }", "- "]),
        (
            "    int total() const;",
            ["- int Cart::total() const", "- {", "-     return sum;", "- }", "- "],
        ),
        ("    void add(int code);", ["- void Cart::add(int code) { add(find_item(code)); }", "- "]),
        ("    Cart(int size);", ["- Cart::Cart(int size) : size_(size) {}", "- "]),
    ],
)
def test_the_definition_goes_with_the_declaration(declaration: str, definition: list[str]) -> None:
    assert _ask("cart.hpp", declaration) == definition


def test_a_long_definition_is_a_jump() -> None:
    body = "\n".join(f"    step({number});" for number in range(20))
    source = SOURCE.replace("    return sum;", body)
    assert _ask("cart.hpp", "    int total() const;", source=source) == ["jump to int Cart::total() const"]


def test_a_method_that_is_still_defined_was_moved() -> None:
    definition = "int Cart::size() const { return size_; }"
    assert _ask("cart.cpp", definition, more__cpp=f'#include "cart.hpp"\n{definition}\n') == []


def test_a_method_that_is_only_declared_has_nothing_left() -> None:
    assert _ask("cart.hpp", "    bool empty() const;") == []


@pytest.mark.parametrize("part", ["int Cart::total() const\n{", "    return sum;\n}"])
def test_a_part_of_a_definition_takes_nothing_with_it(part: str) -> None:
    assert _ask("cart.cpp", part) == []


def test_a_template_goes_with_its_header() -> None:
    header = "class Bag {\n    template <class T>\n    T pick(T first) const;\n    int size();\n};\n"
    source = "template <class T>\nT Bag::pick(T one) const { return one; }\n\nint Bag::size() { return 1; }\n"
    removed = "template <class T>\nT Bag::pick(T one) const { return one; }"
    assert _ask("cart.cpp", removed, header=header, source=source) == [
        "-     template <class T>",
        "-     T pick(T first) const;",
    ]


def test_an_edit_that_writes_something_removes_no_method() -> None:
    harness = RuleHarness(cart__hpp=HEADER, cart__cpp=SOURCE)
    harness.edit("cart.cpp", "int Cart::size() const { return size_; }", "int Cart::size() { return size_; }")
    assert [one for one in harness.ask("cart.cpp") if one.family == "removed-use"] == []


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        pytest.param("    int size();", ["-     int size();"], id="alone"),
        pytest.param("    int size();\n\n    int more();", ["-     int size();"], id="a blank line below"),
        pytest.param("    int& size();", ["-     int& size();"], id="a reference"),
        pytest.param("    int **size();", ["-     int **size();"], id="a pointer"),
        pytest.param("    int more(); int size();", [], id="another one before it"),
        pytest.param("    int size(); int more();", [], id="another one behind it"),
        pytest.param("    int size(); // of all", [], id="a comment behind it"),
        pytest.param(
            "    // Sizes\n    int size();\n    int more();",
            ["-     int size();"],
            id="a comment for two",
        ),
        pytest.param(
            "    // The size\n    int size();\n    // More\n    int more();",
            ["-     // The size", "-     int size();"],
            id="a comment for each",
        ),
        pytest.param(
            "    /* The\n     * size */\n    int size();\nprivate:\n    int more();",
            ["-     /* The", "-      * size */", "-     int size();"],
            id="the last one of a section",
        ),
        pytest.param(
            "    // The size\n    int size();", ["-     // The size", "-     int size();"], id="the last one"
        ),
        pytest.param("    int size(int a);", [], id="other parameters"),
        pytest.param("    int size() const;", [], id="other qualifiers"),
        pytest.param("    int size(void);", ["-     int size(void);"], id="no parameters"),
        pytest.param("    int size() { return 2; }", [], id="defined in its class"),
    ],
)
def test_lines_of_a_declaration(header: str, expected: list[str]) -> None:
    result = "int&" if "&" in header else "int **" if "*size" in header else "int"
    definition = f"{result} Bag::size() {{ return 1; }}"
    assert (
        _ask("cart.cpp", definition, header=f"class Bag {{\n{header}\n}};\n", source=f"{definition}\n")
        == expected
    )


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param("{}\n\nint a;\n", ["- {}", "- "], id="first"),
        pytest.param("int a;\n{}\n\nint b;\n", ["- {}"], id="blank below only"),
        pytest.param("int a;\n\n{}\nint b;\n", ["- {}"], id="blank above only"),
        pytest.param("int a;\n\n// One.\n{}\n\nint b;\n", ["- // One.", "- {}", "- "], id="comment"),
        pytest.param("{}\n\nint a;\n// End.", ["- {}", "- "], id="first of a text with a comment at its end"),
        pytest.param("int a;\n\n/* x */ int b;\n{}\n", ["- {}"], id="a statement behind a comment"),
        pytest.param("int a;\n\n{}\n", ["- {}"], id="last"),
        pytest.param("int a;\n\n{}", [], id="last without a line end"),
        pytest.param("int a; {}\n\n", [], id="behind another statement"),
        pytest.param("int a;\n\n{} int b;\n\n", [], id="before another statement"),
    ],
)
def test_lines_of_a_definition(source: str, expected: list[str]) -> None:
    definition = "int Bag::size() { return 1; }"
    found = _ask(
        "cart.hpp",
        "    int size();",
        header="class Bag {\n    int size();\n    int more();\n};\n",
        source=source.replace("{}", definition),
    )
    assert found == [line.replace("{}", definition) for line in expected]


@pytest.mark.parametrize(
    ("edited", "removed", "opened", "features"),
    [
        ("cart.cpp", "int Cart::size() const { return size_; }", "cart.hpp", {}),
        ("cart.cpp", "int Cart::size() const { return size_; }", "cart.cpp", {"elsewhere": 1}),
        ("cart.hpp", "    int size() const;", "cart.cpp", {"is_definition": 1}),
        ("cart.hpp", "    int total() const;", "cart.cpp", {"is_definition": 1, "jump": 1}),
    ],
)
def test_how_probable_the_other_half_is(
    edited: str, removed: str, opened: str, features: dict[str, int]
) -> None:
    body = "\n".join(f"    step({number});" for number in range(20))
    harness = RuleHarness(cart__hpp=HEADER, cart__cpp=SOURCE.replace("    return sum;", body))
    harness.edit(edited, removed, "")
    [found] = [one for one in harness.ask(opened) if one.family == "removed-use"]
    assert found.probability == pytest.approx(PROBABILITY.estimate(_Features(**features)))


def test_a_definition_that_the_user_accepted_to_remove_takes_nothing_with_it() -> None:
    harness = RuleHarness(cart__hpp=HEADER, cart__cpp=SOURCE)
    harness.edit("cart.cpp", "int Cart::size() const { return size_; }", "", EditOrigin.ACCEPTED)
    assert [one for one in harness.ask("cart.cpp") if one.family == "removed-use"] == []


def test_a_text_that_is_gone_takes_nothing_with_it() -> None:
    harness = RuleHarness(cart__hpp=HEADER, cart__cpp=SOURCE)
    harness.edit("cart.cpp", "int Cart::size() const { return size_; }", "")
    del harness.workspace.texts["file:///project/cart.cpp"]
    assert [one for one in harness.ask("cart.hpp") if one.family == "removed-use"] == []


@pytest.mark.parametrize("depth", [MAX_FUNCTION_DEPTH // 2 - 1, MAX_FUNCTION_DEPTH // 2])
def test_how_deep_a_definition_is_found(depth: int) -> None:
    definition = "int Bag::size() { return 1; }"
    namespaces = "namespace n {\n" * depth + definition + "\n" + "}\n" * depth
    found = _ask(
        "cart.hpp",
        "    int size();",
        header="class Bag {\n    int size();\n};\n",
        source=f"#ifdef A\n{namespaces}#endif\n",
    )
    assert found == ([f"- {definition}"] if depth < MAX_FUNCTION_DEPTH // 2 else [])
