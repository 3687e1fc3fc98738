"""A name of C gets another type: variables that take its value and conversions that print it follow."""

from collections.abc import Mapping

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from nes_symbolic.test_explained_tables import Case
from nes_symbolic.test_explained_tables import run as is_kept
from understudy.nes.symbolic.consequences.limits import MAX_RETURN_CANDIDATES

HEAD = "{} get(int at);\nint other(int at);\n\n"


def function(line: str, *expected: str, old: str = "int", new: str = "float", path: str = "m.c") -> RuleCase:
    """The new lines at line 5, or a position of a jump."""
    text = f"{HEAD.format(old)}void f(void) {{\n    {line}\n}}\n"
    found = [f"{path}\n@5\n-    {line}\n+    {one}" if not one.startswith(path) else one for one in expected]
    return case(text, f"{old} get(int at);", f"{new} get(int at);", *found, path=path)


STRUCT = "struct upload {{\n    int files;\n    {} bytes;\n    int errors;\n}};\n\n"


def field(line: str, *expected: str, old: str = "int", new: str = "long") -> RuleCase:
    """The new lines at line 8, or a position of a jump."""
    text = f"{STRUCT.format(old)}void f(struct upload *u, int bytes) {{\n    {line}\n}}\n"
    found = [f"m.c\n@8\n-    {line}\n+    {one}" if not one.startswith("m.c") else one for one in expected]
    return case(text, f"    {old} bytes;", f"    {new} bytes;", *found, path="m.c")


def variable(line: str, *expected: str, old: str = "int", new: str = "double") -> RuleCase:
    """The new lines at line 3."""
    text = f"void f(void) {{\n    {old} sum = 0;\n    {line}\n}}\n"
    found = [f"m.c\n@3\n-    {line}\n+    {one}" for one in expected]
    return case(text, f"    {old} sum = 0;", f"    {new} sum = 0;", *found, path="m.c")


CASES: Mapping[str, RuleCase] = {
    "a variable that takes the result": function("int a = get(1);", "float a = get(1);"),
    "a type that stands behind the parameters": function(
        "int a = get(1);", old="int", new="auto", path="m.cpp"
    ),
    "a type that stood behind them": function("auto a = get(1);", old="auto", new="int", path="m.cpp"),
    "a constant that takes it": function("const int a = get(1);", "const float a = get(1);"),
    "a static variable": function("static int a = get(1);", "static float a = get(1);"),
    "a result in brackets": function("int a = (get(1));", "float a = (get(1));"),
    "a variable of another type": function("long a = get(1);"),
    "a variable that takes the result of another function": function("int a = other(1);"),
    "a calculation": function("int a = get(1) + 1;"),
    "a cast": function("int a = (int)get(1);"),
    "two variables": function("int a = get(1), b;"),
    "a list": function("int a[] = {get(1)};"),
    "an assignment": function("int a; a = get(1);"),
    "the argument of another function": function("int a = other(get(1));"),
    "a longer type": function("int a = get(1);", "unsigned long int a = get(1);", new="unsigned long int"),
    "another spelling of the type": function(
        "unsigned int a = get(1);", "long a = get(1);", old="unsigned", new="long"
    ),
    "a pointer": function("char *a = get(1);", "const char *a = get(1);", old="char *", new="const char *"),
    "no pointer any more": function("int *a = get(1);", "int a = get(1);", old="int *", new="int"),
    "a pointer to a constant": function("const char *a = get(1);", old="char *", new="void *"),
    "a struct": function("struct a b = get(1);", "struct c b = get(1);", old="struct a", new="struct c"),
    "a conversion": function('printf("%d", get(1));', 'printf("%f", get(1));'),
    "a conversion among others": function(
        'printf("%s %5d%% %d\\n", name, get(1), other(1));',
        'printf("%s %5f%% %d\\n", name, get(1), other(1));',
    ),
    "a conversion in a call of another name": function(
        'log_line(file, "%d", get(1));', 'log_line(file, "%f", get(1));'
    ),
    "a width that is an argument": function('printf("%*d", 4, get(1));', 'printf("%*f", 4, get(1));'),
    "another number of arguments": function('printf("%d %d", get(1));'),
    "a conversion of another type": function('printf("%s", get(1));'),
    "a string behind the value": function('show(get(1), "%d");'),
    "a conversion of a calculation": function('printf("%d", get(1) * 2);'),
    "a type without a conversion": function('printf("%d", get(1));', "m.c 4:12", new="int64_t"),
    "a number in another base": function('printf("%#06x", get(1));', 'printf("%#06lx", get(1));', new="long"),
    "a number without a sign": function('printf("%i", get(1));', 'printf("%zu", get(1));', new="size_t"),
    "a whole number": function('printf("%.2f", get(1));', 'printf("%d", get(1));', old="double", new="int"),
    "a float and a double are printed alike": function('printf("%.2f", get(1));', old="float", new="double"),
    "a string": function('printf("%d", get(1));', 'printf("%s", get(1));', new="const char *"),
    "C++": function("int a = get(1);", "float a = get(1);", path="m.cpp"),
    "a type that is inferred": function("auto a = get(1);", path="m.cpp"),
    "a reference": function("int &a = get(1);", path="m.cpp"),
    "a field that is printed": field('printf("%d", u->bytes);', 'printf("%ld", u->bytes);'),
    "a field that is read": field('scanf("%d", &u->bytes);', 'scanf("%ld", &u->bytes);'),
    "a float that is read": field('scanf("%d", &u->bytes);', 'scanf("%lf", &u->bytes);', new="double"),
    "an address that is printed": field('printf("%d", &u->bytes);'),
    "a field that a variable takes": field("int a = u->bytes;", "long a = u->bytes;"),
    "a member of a field": field("int a = u->bytes.size;"),
    "another field": field('printf("%d", u->errors);'),
    "a parameter of the name": field('printf("%d", bytes);'),
    "a variable that is printed": variable('printf("%d", sum);', 'printf("%f", sum);'),
    "a variable that another one takes": variable("int all = sum;", "double all = sum;"),
    "a shadowed variable": variable('{ int sum = 1; printf("%d", sum); }'),
    "a parameter": case(
        'void f(int a) {\n    printf("%d", a);\n}\n',
        "void f(int a) {",
        "void f(long a) {",
        'm.c\n@2\n-    printf("%d", a);\n+    printf("%ld", a);',
        path="m.c",
    ),
    "a method": RuleCase(
        {
            "a.hpp": "struct A {\n    int get(int at) const;\n};\n\nstruct B {\n    int get(int at);\n};\n",
            "a.cpp": '#include "a.hpp"\n\nvoid f(A& a, B& b) {\n    int x = a.get(1);\n    int y = b.get(1);\n}\n',
        },
        (("    int get(int at) const;", "    long get(int at) const;"),),
        ["a.cpp\n@4\n-    int x = a.get(1);\n+    long x = a.get(1);"],
    ),
    "a function in another file": RuleCase(
        {"a.h": HEAD.format("int"), "a.c": '#include "a.h"\n\nvoid f(void) {\n    int x = get(1);\n}\n'},
        (("int get(int at);", "float get(int at);"),),
        ["a.c\n@4\n-    int x = get(1);\n+    float x = get(1);"],
    ),
    "a declaration and a definition": RuleCase(
        {"a.c": f"{HEAD.format('int')}int get(int at) {{\n}}\n\nvoid f(void) {{\n    int x = get(1);\n}}\n"},
        (("int get(int at);", "float get(int at);"), ("int get(int at) {", "float get(int at) {")),
        ["a.c\n@8\n-    int x = get(1);\n+    float x = get(1);"],
    ),
    "a renamed function": case(
        "int get(int at);\n\nvoid f(void) {\n    int a = get(1);\n}\n",
        "int get(int at);",
        "float read(int at);",
        path="m.c",
    ),
    "another language": case(
        "int get() {}\nint a = get();\n", "int get() {}", "long get() {}", path="M.java"
    ),
    "not more than a few": case(
        "int get(void);\n\nvoid f(void) {\n" + "    int a = get();\n" * (MAX_RETURN_CANDIDATES + 1) + "}\n",
        "int get(void);",
        "long get(void);",
        *(
            f"m.c\n@{number + 4}\n-    int a = get();\n+    long a = get();"
            for number in range(MAX_RETURN_CANDIDATES)
        ),
        path="m.c",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_takes_the_value_follows(name: str) -> None:
    assert run(CASES[name], "type-follows") == CASES[name].expected


TEXT = f"""{HEAD.format("int")}void f(void) {{
    int a = get(1);
    int b = other(1);
    printf("%d", get(2));
    printf("%d", other(2));
    printf("%d", 3);
}}
"""
CHANGED = (("int get(int at);", "float get(int at);"),)


@pytest.mark.parametrize(
    ("old", "new", "edits", "kept"),
    [
        pytest.param("    int a = get(1);", "    float a = get(1);", CHANGED, True, id="its variable"),
        pytest.param(
            "    int b = other(1);", "    float b = other(1);", CHANGED, False, id="another variable"
        ),
        pytest.param("    int b = other(1);", "    float b = other(1);", (), True, id="nothing was changed"),
        pytest.param("    int b = other(1);", "    long b = other(1);", CHANGED, True, id="another type"),
        pytest.param(
            "    int b = other(1);",
            "    float b = other(1);",
            (*CHANGED, ("int other(int at);", "float other(int at);")),
            True,
            id="two functions were changed",
        ),
        pytest.param(
            '    printf("%d", get(2));', '    printf("%f", get(2));', CHANGED, True, id="its conversion"
        ),
        pytest.param(
            '    printf("%d", other(2));', '    printf("%f", other(2));', CHANGED, False, id="another one"
        ),
        pytest.param('    printf("%d", 3);', '    print("%d", 3);', CHANGED, True, id="no conversion"),
    ],
)
def test_a_type_is_not_repeated_where_the_value_is_not_taken(
    old: str, new: str, edits: tuple[tuple[str, str], ...], *, kept: bool
) -> None:
    assert is_kept(Case("m.c", TEXT, edits, (old, new), kept)) == kept
