"""The other half of a new function of C and C++: its declaration, or its definition."""

from collections.abc import Mapping

import pytest

from nes_symbolic.rule_cases import RuleCase, describe, edit, run
from nes_symbolic.rule_harness import RuleHarness

HEADER = (
    "class Disk {\npublic:\n    void open(int mode);\n    int width() const;\n    ~Disk();\n\nprivate:\n"
    "    int width_;\n    int height_;\n};\n"
)
SOURCE = (
    '#include "disk.hpp"\n\nvoid Disk::open(int mode)\n{\n    use(mode);\n}\n\n'
    "int Disk::width() const\n{\n    return width_;\n}\n"
)
OPEN, WIDTH = "    void open(int mode);", "    int width() const;"
END = ("    return width_;\n}", "    return width_;\n}\n\n")


def declared(lines: str, *expected: str, behind: str = OPEN, source: str = SOURCE) -> RuleCase:
    """A declaration in the class; the lines that are added to the source."""
    return RuleCase(
        {"disk.hpp": HEADER, "disk.cpp": source},
        ((behind, f"{behind}\n{lines}"),),
        ["disk.cpp\n" + one for one in expected],
        "disk.cpp",
    )


def defined(lines: str, *expected: str, header: str = HEADER) -> RuleCase:
    """A definition at the end of the source."""
    return RuleCase(
        {"disk.cpp": SOURCE, "disk.hpp": header},
        ((END[0], END[1] + lines),),
        ["disk.hpp\n" + one for one in expected],
    )


CASES: Mapping[str, RuleCase] = {
    "a definition": declared("    int seek(long at);", "@6\n+\n+int Disk::seek(long at)\n+{\n+}"),
    "a definition on one line": declared(
        "    int seek(long at);",
        "@4\n+\n+int Disk::seek(long at) {\n+}",
        source=SOURCE.replace("open(int mode)\n{\n    use(mode);\n}", "open(int mode) { use(mode); }"),
    ),
    "what only a declaration says": declared(
        "    virtual int seek(long at = 0) const;",
        "@6\n+\n+int Disk::seek(long at) const\n+{\n+}",
    ),
    "an override": declared("    int seek(long at) override;"),
    "a final override": declared("    int seek(long at) const noexcept final;"),
    "an override with the body of its twin": declared(
        "    int height() const override;",
        "@11\n+\n+int Disk::height() const\n+{\n+    return height_;\n+}",
        behind=WIDTH,
    ),
    "a static method": declared("    static int count();", "@6\n+\n+int Disk::count()\n+{\n+}"),
    "a definition with the body of its twin": declared(
        "    int height() const;",
        "@11\n+\n+int Disk::height() const\n+{\n+    return height_;\n+}",
        behind=WIDTH,
    ),
    "no twin": declared("    int depth() const;", "@11\n+\n+int Disk::depth() const\n+{\n+}", behind=WIDTH),
    "a twin with other parameters": declared(
        "    int height(int mode) const;", "@11\n+\n+int Disk::height(int mode) const\n+{\n+}", behind=WIDTH
    ),
    "a method with a body": declared("    int seek(long at) { return 1; }"),
    "a pure virtual method": declared("    virtual int seek(long at) = 0;"),
    "a deleted method": declared("    Disk(const Disk&) = delete;"),
    "an inline method": declared("    inline int seek(long at);"),
    "a field": declared("    int seek;"),
    "a method that is defined": declared(
        "    int seek(long at);", source=SOURCE + "\nint Disk::seek(long at)\n{\n}\n"
    ),
    "a class without definitions": declared(
        "    int seek(long at);", source="void Tape::open(int mode)\n{\n}\n"
    ),
    "a declaration": defined(
        "int Disk::depth() const noexcept\n{\n}", "@4\n+    int depth() const noexcept;"
    ),
    "a declaration of a long header": defined(
        "int Disk::depth(\n    int a,\n    int b)\n{\n}", "@4\n+    int depth(int a, int b);"
    ),
    "a constructor": defined("Disk::Disk(int a) : width_(a)\n{\n}", "@4\n+    Disk(int a);"),
    "a type of the class": defined("Disk::Mode Disk::mode()\n{\n}", "@4\n+    Disk::Mode mode();"),
    "a method that is declared": defined(
        "int Disk::depth()\n{\n}", header=HEADER.replace(WIDTH, f"{WIDTH}\n    int depth();")
    ),
    "another class": defined("int Tape::depth()\n{\n}"),
    "a function without a class": defined("int depth()\n{\n}"),
    "a method with another name": RuleCase(
        {"disk.cpp": SOURCE, "disk.hpp": HEADER},
        (("int Disk::width() const", "int Disk::breadth() const"),),
        [],
    ),
    "a function of C": RuleCase(
        {"disk.c": "int a(int x)\n{\n    return 1;\n}\n\n\n", "disk.h": "int a(int x);\n"},
        (("    return 1;\n}\n", "    return 1;\n}\n\nint b(char *s)\n{\n    return 2;\n}\n"),),
        ["disk.h\n@1\n+int b(char *s);"],
    ),
    "a static function of C": RuleCase(
        {"disk.c": "int a(int x)\n{\n    return 1;\n}\n\n\n", "disk.h": "int a(int x);\n"},
        (("    return 1;\n}\n", "    return 1;\n}\n\nstatic int b(char *s)\n{\n    return 2;\n}\n"),),
        [],
    ),
    "a function inside of another node": RuleCase(
        {"disk.c": "int a(int x)\n{\n    return 1;\n}\n\n\n", "disk.h": "int a(int x);\n"},
        (("    return 1;\n}\n", "    return 1;\n\nint b(char *s)\n{\n    return 2;\n}\n}\n"),),
        [],
    ),
    "a function in a conditional part": RuleCase(
        {"disk.c": "int a(int x)\n{\n    return 1;\n}\n\n\n", "disk.h": "int a(int x);\n"},
        (
            (
                "    return 1;\n}\n",
                "    return 1;\n}\n\n#ifdef B\nint b(char *s)\n{\n    return 2;\n}\n#endif\n",
            ),
        ),
        ["disk.h\n@1\n+int b(char *s);"],
    ),
    "a method that a macro makes constexpr": declared("    DISK_CONSTEXPR20 int seek(long at);"),
    "a prototype of C": RuleCase(
        {"disk.h": "int a(int x);\n", "disk.c": "int a(int x)\n{\n    return 1;\n}\n"},
        (("int a(int x);", "int a(int x);\nint b(char *s);"),),
        ["disk.c\n@4\n+\n+int b(char *s)\n+{\n+}"],
        "disk.c",
    ),
    "a prototype of another text": RuleCase(
        {"disk.h": "int a(int x);\n", "tape.c": "int a(int x)\n{\n    return 1;\n}\n"},
        (("int a(int x);", "int a(int x);\nint b(char *s);"),),
        [],
    ),
    "a parameter with another name than that of the twin": RuleCase(
        {
            "disk.hpp": "class Disk {\n    void setMin(int low);\n    int min_;\n    int max_;\n};\n",
            "disk.cpp": "void Disk::setMin(int low)\n{\n    min_ = low;\n}\n",
        },
        (("    void setMin(int low);", "    void setMin(int low);\n    void setMax(int high);"),),
        ["disk.cpp\n@4\n+\n+void Disk::setMax(int high)\n+{\n+}"],
        "disk.cpp",
    ),
    "a twin that calls a function": RuleCase(
        {
            "disk.hpp": "class Disk {\n    int open();\n};\n",
            "disk.cpp": "int Disk::open()\n{\n    return file.open(path);\n}\n",
        },
        (("    int open();", "    int open();\n    int close();"),),
        ["disk.cpp\n@4\n+\n+int Disk::close()\n+{\n+}"],
        "disk.cpp",
    ),
    "a function in a namespace without a name": RuleCase(
        {"disk.cpp": "int a(int x)\n{\n    return 1;\n}\n\n\n", "disk.hpp": "int a(int x);\n"},
        (
            (
                "    return 1;\n}\n",
                "    return 1;\n}\n\nnamespace {\nint b(int x)\n{\n    return 2;\n}\n}\n",
            ),
        ),
        [],
    ),
    "a function in a namespace": RuleCase(
        {"disk.cpp": "int a(int x)\n{\n    return 1;\n}\n\n\n", "disk.hpp": "int a(int x);\n"},
        (
            (
                "    return 1;\n}\n",
                "    return 1;\n}\n\nnamespace n {\nint b(int x)\n{\n    return 2;\n}\n}\n",
            ),
        ),
        ["disk.hpp\n@1\n+int b(int x);"],
    ),
    "a method of a class template": RuleCase(
        {
            "box.hpp": "template <class T>\nclass Box {\n    void put(T one);\n};\n\n"
            "template <class T>\nvoid Box<T>::put(T one)\n{\n}\n"
        },
        (("    void put(T one);", "    void put(T one);\n    void drop(T one);"),),
        [],
    ),
    "a type that the class declares": RuleCase(
        {"disk.hpp": HEADER.replace("public:", "public:\n    enum class Mode { A };"), "disk.cpp": SOURCE},
        ((OPEN, f"{OPEN}\n    Mode mode() const;"),),
        [],
        "disk.cpp",
    ),
    "a type that the class only uses": declared(
        "    Mode mode() const;", "@6\n+\n+Mode Disk::mode() const\n+{\n+}"
    ),
    "a signal": declared("signals:\n    void moved(int to);"),
    "another signal": declared("Q_SIGNALS:\n    void moved(int to);"),
    "a slot": declared("public slots:\n    void move(int to);", "@6\n+\n+void Disk::move(int to)\n+{\n+}"),
    "a first method": RuleCase(
        {"disk.hpp": HEADER, "disk.cpp": SOURCE},
        (("public:", "public:\n    int seek();"),),
        ["disk.cpp\n@2\n+int Disk::seek()\n+{\n+}\n+"],
        "disk.cpp",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_other_half_is_beside_that_of_a_neighbour(name: str) -> None:
    found = [line.replace("\n+\n@", "\n@") for line in run(CASES[name], "prototype")]
    assert [_without_blank_ends(one) for one in found] == [
        _without_blank_ends(one) for one in CASES[name].expected
    ]


def _without_blank_ends(change: str) -> tuple[str, ...]:
    """The lines that come: where blank lines are equal, a diff may show any of them."""
    return tuple(line for line in change.split("\n") if line != "+" and not line.startswith("@"))


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("int min = 0;\n    if (x < min)\n        min = x;\n    return min;", "if (x > max)"),
        ("int min = 0;\n    if (x<=min)\n        min = x;\n    return min;", "if (x>=max)"),
        ("int min = 0;\n    for (int i = 1; i < size_; ++i)\n        if (x < min) min = x;", "i < size_"),
        ("int min = 0;\n    for (int i = 1; i < size_; ++i)\n        if (x < min) min = x;", "if (x > max)"),
        ("if (size_ < 1)\n        return 0;\n    int min = x;\n    return min;", ""),
        ("int min = INT_MAX;\n    if (x < min)\n        min = x;\n    return min;", ""),
        ("int min = std::numeric_limits<int>::max();\n    if (x < min)\n        min = x;", ""),
        ("return std::min(x, min_);", ""),
    ],
)
def test_twins_of_which_one_compares_the_other_way(body: str, expected: str) -> None:
    harness = RuleHarness()
    header = "    int min(int x) const;"
    harness.put("a.hpp", f"class A {{\n{header}\n    int size_, min_, max_;\n}};\n")
    harness.put("a.cpp", f"int A::min(int x) const\n{{\n    {body}\n}}\n")
    edit(harness, "a.hpp", header, f"{header}\n    int max(int x) const;")
    (found,) = [one for one in harness.ask("a.cpp") if one.family == "prototype"]
    made = describe(harness, found)
    assert (expected in made) if expected else "+{\n+}" in made, made


def test_an_empty_definition_is_proposed_only_where_the_cursor_is() -> None:
    one = declared("    int seek(long at);")
    assert run(one, "prototype")
    assert not run(one._replace(asked="disk.hpp"), "prototype")
    twin = declared("    int height() const;", behind=WIDTH)
    assert run(twin._replace(asked="disk.hpp"), "prototype")


@pytest.mark.parametrize(("called", "section"), [("use(depth());", "private:"), ("use(mode);", "public:")])
def test_a_helper_of_other_methods_is_private(called: str, section: str) -> None:
    source = SOURCE.replace("use(mode);", called) + "\nvoid Disk::shut()\n{\n}\n"
    header = HEADER.replace("private:", "private:\n    void shut();")
    one = RuleCase(
        {"disk.cpp": source, "disk.hpp": header}, ((END[0], f"{END[1]}int Disk::depth()\n{{\n}}"),), []
    )
    (found,) = run(one, "prototype")
    line = int(found.split("\n")[1].removeprefix("@"))
    above = header.split("\n")[:line]
    assert next(one for one in reversed(above) if one.endswith(":")) == section
