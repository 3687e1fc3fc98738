"""Which prototypes and definitions follow a changed signature of C and C++, and what they become."""

# pyright: reportPrivateUsage=false

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from nes_symbolic.rule_harness import RuleHarness, only
from understudy.nes.symbolic.consequences.limits import MAX_FUNCTION_DEPTH
from understudy.nes.symbolic.consequences.signatures import prototypes

DEFINITION = "int parse(int a) {\n    return a;\n}\n"
OLD, NEW = "int parse(int a) {", "int parse(long a) {"


def above(prototype: str, *expected: str, path: str = "m.c") -> RuleCase:
    """The prototype is above the definition, whose parameter gets another type."""
    return case(f"{prototype}\n\n{DEFINITION}", OLD, NEW, *expected, path=path)


def nested(prototype: str, depth: int) -> str:
    return "namespace a {\n" * depth + prototype + "\n}" * depth


def renamed(comment: str, *expected: str) -> RuleCase:
    """The parameter of the definition gets another name, and there is a comment above the prototype."""
    text = f"{comment}\nint parse(int a);\n\n{DEFINITION}"
    return case(text, OLD, "int parse(int value) {", *expected, path="m.c")


DEEPEST = MAX_FUNCTION_DEPTH // 2 - 1
CASES = {
    "a macro that defines a test": case(
        "TEST(suite, other) {\n    a();\n}\n\nTEST(suite, first) {\n    a();\n}\n",
        "TEST(suite, first) {",
        "TEST(suite, second) {",
        path="m.cpp",
    ),
    "a return type that stands behind the parameters now": case(
        "Text parse(int a);\n\nText parse(int a) {\n    return a;\n}\n",
        "Text parse(int a) {",
        "auto parse(int a) -> Text {",
        path="m.cpp",
    ),
    "a prototype": above("int parse(int a);", "m.c\n@1\n-int parse(int a);\n+int parse(long a);"),
    "one with other spaces": above(
        "int parse( int  a );", "m.c\n@1\n-int parse( int  a );\n+int parse( long a );"
    ),
    "one with a comment": renamed(
        "/**\n * Reads a.\n * @param a  the number\n * @param[in] b\n */",
        "m.c\n@3\n- * @param a  the number\n+ * @param value  the number"
        "\n@6\n-int parse(int a);\n+int parse(int value);",
    ),
    "one with a comment of lines": renamed(
        "/// \\param[out] a the number",
        "m.c\n@1\n-/// \\param[out] a the number\n-int parse(int a);"
        "\n+/// \\param[out] value the number\n+int parse(int value);",
    ),
    "a comment of another parameter": renamed(
        "/// @param b a number", "m.c\n@2\n-int parse(int a);\n+int parse(int value);"
    ),
    "a comment that is not directly above": renamed(
        "/// @param a the number\n", "m.c\n@3\n-int parse(int a);\n+int parse(int value);"
    ),
    "one of another function": above("int print(int a);"),
    "one with other parameters": above("int parse(char a);"),
    "a call": above("int x = parse(a);"),
    "a definition that has an error": case(
        f"int parse(int a);\n\n{DEFINITION}", OLD, "int parse(int a, ) {", path="m.c"
    ),
    "a function that a parameter points to": case(
        "int run(void (*done)(int a));\nint stop(void (*done)(int a));\n\n"
        "int run(void (*done)(int a)) {\n    return 1;\n}\n",
        "int run(void (*done)(int a)) {",
        "int run(void (*done)(long a)) {",
        "m.c\n@1\n-int run(void (*done)(int a));\n+int run(void (*done)(long a));",
        path="m.c",
    ),
    "a constructor": case(
        "class Shape {\n    Shape(int size);\n};\n\nShape::Shape(int size) {\n}\n",
        "Shape::Shape(int size) {",
        "Shape::Shape(int size, int color) {",
        "m.cpp\n@2\n-    Shape(int size);\n+    Shape(int size, int color);",
        path="m.cpp",
    ),
    "the return type": case(
        f"int parse(int a);\nchar parse(int a);\n\n{DEFINITION}",
        OLD,
        "long parse(int a) {",
        "m.c\n@1\n-int parse(int a);\n+long parse(int a);",
        path="m.c",
    ),
    "a prototype in as many namespaces as are read": above(
        nested("int parse(int a);", DEEPEST),
        f"m.cpp\n@{DEEPEST + 1}\n-int parse(int a);\n+int parse(long a);",
        path="m.cpp",
    ),
    "one that is a step deeper": above(nested("int *parse(int a);", DEEPEST), path="m.cpp"),
    "a text of another language is asked about": RuleCase(
        {"m.c": DEFINITION, "n.py": "x = 1\n"}, ((OLD, NEW),), [], asked="n.py"
    ),
    "another language": case(
        "def parse(a):\n    return a\n", "def parse(a):", "def parse(a, b):", path="m.py"
    ),
    "a header in another file": RuleCase(
        {"m.c": DEFINITION, "m.h": "int parse(int a);\n", "notes.txt": "int parse(int a);\n"},
        ((OLD, NEW),),
        ["m.h\n@1\n-int parse(int a);\n+int parse(long a);"],
    ),
    "the whole return type, with its qualifiers": case(
        "class Person {\n    virtual std::string name() const;\n};\n\n"
        'std::string Person::name() const { return "ann"; }\n',
        "    virtual std::string name() const;",
        "    virtual const std::string& name() const;",
        'm.cpp\n@5\n-std::string Person::name() const { return "ann"; }\n'
        '+const std::string& Person::name() const { return "ann"; }',
        path="m.cpp",
    ),
    "a return type on a line of its own": case(
        "int\nparse(int a) {\n    return a;\n}\n\nint parse(int a);\n",
        "int parse(int a);",
        "long parse(int a);",
        "m.c\n@1\n-int\n+long",
        path="m.c",
    ),
    "a method becomes const": case(
        "class Person {\n    int age();\n};\n\nint Person::age() { return 1; }\n",
        "    int age();",
        "    int age() const;",
        "m.cpp\n@5\n-int Person::age() { return 1; }\n+int Person::age() const { return 1; }",
        path="m.cpp",
    ),
    "an override says more": case(
        "class A {\n    virtual float area() const = 0;\n};\nclass B : public A {\n"
        "    float area() const override;\n};\n",
        "    virtual float area() const = 0;",
        "    virtual double area() const = 0;",
        "m.cpp\n@5\n-    float area() const override;\n+    double area() const override;",
        path="m.cpp",
    ),
    "a declaration keeps its default": case(
        "class Log {\n    void write(int level = 1);\n};\n\nvoid Log::write(int level) {\n}\n",
        "void Log::write(int level) {",
        "void Log::write(int level, bool flush) {",
        "m.cpp\n@2\n-    void write(int level = 1);\n+    void write(int level = 1, bool flush);",
        path="m.cpp",
    ),
    "a definition gets no default": case(
        "class Log {\n    void write(int level);\n};\n\nvoid Log::write(int level) {\n}\n",
        "    void write(int level);",
        "    void write(int level, bool flush = false);",
        "m.cpp\n@5\n-void Log::write(int level) {\n+void Log::write(int level, bool flush) {",
        path="m.cpp",
    ),
    "only a default": case(
        "class Log {\n    void write(int level = 1);\n};\n\nvoid Log::write(int level) {\n}\n",
        "    void write(int level = 1);",
        "    void write(int level = 2);",
        path="m.cpp",
    ),
    "a parameter in front": case(
        f"int parse(int a);\n\n{DEFINITION}",
        OLD,
        "int parse(char *text, int a) {",
        "m.c\n@1\n-int parse(int a);\n+int parse(char *text, int a);",
        path="m.c",
    ),
    "the first parameter goes": case(
        "int add(int a, int b);\n\nint add(int a, int b) {\n}\n",
        "int add(int a, int b) {",
        "int add(int b) {",
        "m.c\n@1\n-int add(int a, int b);\n+int add(int b);",
        path="m.c",
    ),
    "the last parameter goes": case(
        "int add(int a, int b);\n\nint add(int a, int b) {\n}\n",
        "int add(int a, int b) {",
        "int add(int a) {",
        "m.c\n@1\n-int add(int a, int b);\n+int add(int a);",
        path="m.c",
    ),
    "the first of all parameters": case(
        "int add();\n\nint add() {\n}\n",
        "int add() {",
        "int add(int a) {",
        "m.c\n@1\n-int add();\n+int add(int a);",
        path="m.c",
    ),
    "a parameter on a line of its own": case(
        "int add(int a,\n        int b);\n\nint add(int a, int b) {\n}\n",
        "int add(int a, int b) {",
        "int add(int a, int b, int c) {",
        "m.c\n@2\n-        int b);\n+        int b,\n+        int c);",
        path="m.c",
    ),
    "a prototype whose lines break elsewhere": case(
        "int add(int a, int b,\n        int c);\n\nint add(int a, int b, int c) {\n}\n",
        "int add(int a, int b, int c) {",
        "int add(int a, int b, int c, int d) {",
        "m.c\n@2\n-        int c);\n+        int c, int d);",
        path="m.c",
    ),
    "an example of another language": RuleCase(
        {"m.c": DEFINITION, "m.py": "int parse(int a);\n"}, ((OLD, NEW),), []
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_prototypes(name: str) -> None:
    assert run(CASES[name], "prototype") == CASES[name].expected


@pytest.mark.parametrize(("asked", "elsewhere"), [("m.h", 0), ("m.c", 1)])
def test_a_prototype_in_the_text_that_is_asked_about_is_likelier(asked: str, elsewhere: float) -> None:
    harness = RuleHarness(m__c=DEFINITION, m__h="int parse(int a);\n")
    harness.edit("m.c", OLD, NEW)
    found = only(harness.ask(asked), "prototype")
    assert found.probability == prototypes.PROBABILITY.estimate(prototypes._Features(elsewhere=elsewhere))
    assert len(found.edits) == 1  # the return type stays
