"""A name of the standard library that a text of C or C++ begins to use: its header is included."""

import pytest

from nes_symbolic.rule_cases import RuleCase, run
from understudy.nes.symbolic.consequences.includes import missing_includes
from understudy.nes.symbolic.consequences.limits import MAX_INSERTION_CANDIDATES

USE = ("void f();", "std::optional<int> f();")
ADDED = "+#include <optional>"


def case(above: str, path: str = "a.hpp", use: tuple[str, str] = USE, **others: str) -> list[str]:
    files = {path: f"{above}{use[0]}\n"} | {f"{name}.hpp": text for name, text in others.items()}
    found = run(RuleCase(files, (use,), []), "include-missing")
    return [line for one in found for line in one.split("\n")[1:]]


SORTED = "#include <map>\n#include <string>\n\n"


@pytest.mark.parametrize(
    ("above", "expected"),
    [
        pytest.param(SORTED, ["@1", ADDED], id="between others"),
        pytest.param("#include <array>\n#include <map>\n\n", ["@2", ADDED], id="behind the last one"),
        pytest.param("#include <string>\n#include <map>\n\n", ["@2", ADDED], id="no order"),
        pytest.param("#include <math.h>\n\n#include <map>\n\n", ["@3", ADDED], id="two groups"),
        pytest.param("#include <math.h>\n\n", ["@1", ADDED], id="headers of C only"),
        pytest.param(
            "#ifdef __linux__\n#include <fcntl.h>\n#endif\n\n#include <map>\n\n",
            ["@5", ADDED],
            id="a condition",
        ),
        pytest.param(
            "#ifdef A\n#ifndef B\n#define B\n#endif\n#include <map>\n#endif\n",
            ["@0", ADDED, "+"],
            id="only a condition",
        ),
        pytest.param(
            "#ifndef A\n\n#define A\n#if B\n#endif\n#include <map>\n#endif\n",
            ["@6", ADDED],
            id="a guard around",
        ),
        pytest.param("#ifndef A\n#define B\n#include <map>\n#endif\n", ["@0", ADDED, "+"], id="no guard"),
        pytest.param("#include <bits/stdc++.h>\n", [], id="a header of everything"),
        pytest.param("#include <mylib/types.h>\n", [], id="a header of a library"),
        pytest.param("#include <sys/stat.h>\n", ["@0", ADDED], id="a header of POSIX"),
        pytest.param("#include <utility>\n", ["@0", ADDED], id="a header without names"),
        pytest.param('#include "x/b.hpp"\n#include <map>\n\n', [], id="a header that is not known"),
        pytest.param("#pragma once\n\n", ["@1", "+", ADDED], id="a guard"),
        pytest.param("#pragma once\n", ["@1", "+", ADDED], id="a guard without a blank line"),
        pytest.param("#ifndef A_H\n#define A_H\n\n", ["@3", ADDED, "+"], id="a guard by a name"),
        pytest.param("// A comment.\n\n", ["@1", "+", ADDED], id="a comment"),
        pytest.param("#include <optional>\n", [], id="a header that is there"),
        pytest.param("#include <map>\nstd::optional<int> a;\n", [], id="a name that was used before"),
        pytest.param("#include <map>\nauto a = std::nullopt;\n", [], id="another name of the header"),
        pytest.param("#include <map>\nauto a = std::map();\n", ["@1", ADDED], id="a name of another header"),
        pytest.param("#include <map>\n// std::optional\n", ["@1", ADDED], id="a name in a comment"),
    ],
)
def test_where_a_header_is_included(above: str, expected: list[str]) -> None:
    assert case(above) == expected


OWN = '#include "b.hpp"\n\n'


def test_headers_of_its_own() -> None:
    assert case(OWN, b="int b;\n") == ["@1", "+", ADDED]
    assert case(OWN, b="#include <optional>\n") == []
    assert case(OWN, b="std::optional<int> b;\n") == []
    assert case(OWN, b="// optional\n") == ["@1", "+", ADDED]
    assert case(OWN, b='#include "c.hpp"\n', c="#include <optional>\n") == []
    assert case(OWN, b='#include "c.hpp"\n', c='#include "b.hpp"\n') == ["@1", "+", ADDED]
    assert case(OWN, b='#include "d.hpp"\n') == []
    chain = {name: f'#include "{other}.hpp"\n' for name, other in zip("bcde", "cdef", strict=True)}
    assert case(OWN, **chain, f="int f;\n") == []


@pytest.mark.parametrize(
    ("path", "use", "expected"),
    [
        ("a.c", ("int n;", "int n = strlen(a);"), "string.h"),
        ("a.c", ("int n;", "int n = a->strlen(b);"), ""),
        ("a.c", ("int n;", 'int n = "strlen";'), ""),
        ("a.c", ("int n = strlen(b);", "int n = strlen(a);"), ""),
        ("a.cpp", ("int n;", "auto n = std::sort(a);"), "algorithm"),
        ("a.cpp", ("int n;", "auto n = sort(a);"), ""),
        ("a.cpp", ("int n;", "auto n = own::std::sort(a);"), ""),
        ("a.cpp", ("int n;", "auto n = ::std::sort(a);"), "algorithm"),
        ("a.py", ("n", "n = strlen(a)"), ""),
        ("a.c", ("int n;", "int floor = 3;"), ""),
        ("a.c", ("int n;", "int n = floor;"), ""),
        ("a.c", ("int n;", "int n = a * floor(2.5);"), "math.h"),
        ("a.c", ("int n;", "return floor (2.5);"), "math.h"),
        ("a.c", ("int n;", "char *strdup(char *a) { return strdup(a); }"), ""),
        ("a.c", ("int n;", "int errno; errno = 2;"), ""),
        ("a.c", ("int n;", "if (errno == EINTR) {}"), "errno.h"),
        ("a.c", ("int n;", "FILE *a;"), "stdio.h"),
        ("a.c", ("int n;", "char a[INT_MAX];"), "limits.h"),
        ("a.c", ("int n;", "uint8_t a;"), "stdint.h"),
        ("a.c", ("int n;", "close(a);"), "unistd.h"),
    ],
)
def test_the_header_of_a_name(path: str, use: tuple[str, str], expected: str) -> None:
    added = ["@0", f"+#include <{expected}>", "+"] if expected else []
    assert case("", path, use) == added


def test_other_forms_of_a_header() -> None:
    strlen = ("int n;", "int n = strlen(a);")
    assert case("#include <string.h>\n", "a.c", strlen) == []
    assert case("#include <stdint.h>\n", "a.cpp", ("int n;", "std::int8_t n;")) == []
    assert case("#include <cstdint>\n", "a.cpp", ("int n;", "std::int8_t n;")) == []
    text = ("int n;", "std::string n;")
    assert case("#include <iostream>\n", "a.cpp", text) == []
    assert case("#include <vector>\n", "a.cpp", text) == ["@0", "+#include <string>"]


def test_one_header_for_two_names() -> None:
    both = ("int n;", "std::optional<int> n = std::nullopt;")
    assert case(SORTED, "a.cpp", both) == ["@1", ADDED]


@pytest.mark.parametrize(
    ("above", "is_added"),
    [
        ("static void free(char *a);\n", False),
        ("#define free(a)\n", False),
        ("char* free(char *a);\n", False),
        ("// void free(char *a);\n", True),
    ],
)
def test_a_function_that_the_text_declares(above: str, is_added: bool) -> None:
    use = ("int n;", "void f() { free(a); }")
    assert bool(case(f"#include <stdio.h>\n{above}", "a.c", use)) is is_added


def test_no_more_than_the_limit_and_one_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("optional", "string", "map", "vector", "set", "list", "deque", "array", "bitset", "tuple")
    use = ("int n;", " ".join(f"std::{one} {one[0]};" for one in names))
    passes: list[int] = []
    read = missing_includes._headers_used_before
    monkeypatch.setattr(
        missing_includes, "_headers_used_before", lambda *given: passes.append(1) or read(*given)
    )
    assert len(case("#include <any>\n", "a.cpp", use)) == 2 * MAX_INSERTION_CANDIDATES
    assert passes == [1]
