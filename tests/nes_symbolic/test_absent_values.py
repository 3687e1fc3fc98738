"""A function that may return nothing now does so where it has returned a value that stood for nothing."""

import pytest

from nes_symbolic.rule_cases import RuleCase, run

CPP = ("std::string a(int b) {", "std::optional<std::string> a(int b) {")
PYTHON = ("def a(b) -> int:", "def a(b) -> int | None:")
SCRIPT = ("function a(b: X): string {", "function a(b: X): string | undefined {")


def returned(path: str, header: tuple[str, str], first: str, second: str) -> list[str]:
    """What the value of the first of two returns becomes."""
    if path.endswith(".py"):
        text = f"{header[0]}\n    if b:\n        return {first}\n    return {second}\n"
    else:
        text = f"{header[0]}\n    if (b) {{\n        return {first};\n    }}\n    return {second};\n}}\n"
    found = run(RuleCase({path: text}, (header,), []), "return-value", ("edit",))
    return [line.removeprefix("+").strip(" ;") for one in found for line in one.split("\n") if line[0] == "+"]


@pytest.mark.parametrize(
    ("path", "header", "value", "expected"),
    [
        ("a.cpp", CPP, '""', "std::nullopt"),
        ("a.cpp", CPP, "std::string{}", "std::nullopt"),
        ("a.cpp", CPP, "{}", ""),
        ("a.cpp", CPP, '"a"', ""),
        ("a.cpp", (CPP[0], "std::optional<int> a(int b) {"), '""', ""),
        ("a.cpp", (CPP[0], "std::shared<std::string> a(int b) {"), '""', ""),
        ("m.py", PYTHON, "-1", "None"),
        ("m.py", PYTHON, "0", ""),
        ("m.py", (PYTHON[0], "def a(b) -> Optional[int]:"), "-1", "None"),
        ("m.py", (PYTHON[0], "def a(b) -> None | int:"), "-1", "None"),
        ("m.py", (PYTHON[0], "def a(b) -> str | None:"), "-1", ""),
        ("m.ts", SCRIPT, '""', "undefined"),
        ("m.ts", (SCRIPT[0], "function a(b: X): string | null {"), "''", "null"),
        ("m.tsx", SCRIPT, '""', "undefined"),
        ("a.go", ("func a(b bool) string {", "func a(b bool) *string {"), '""', "nil"),
        ("a.c", ("int a(int b) {", "long a(int b) {"), "-1", ""),
    ],
)
def test_the_value_that_stood_for_nothing(
    path: str, header: tuple[str, str], value: str, expected: str
) -> None:
    assert returned(path, header, value, "c[b]") == ([f"return {expected}"] if expected else [])


def test_a_function_that_returns_nothing_else() -> None:
    assert returned("m.py", PYTHON, "-1", "-1") == []
    assert returned("m.py", PYTHON, "-1", "b, -1") == ["return None"]


@pytest.mark.parametrize(
    ("values", "count"), [(("-1", "1", "0"), 0), (("-1", "+2", "b"), 0), (("-1", "-1", "b"), 2)]
)
def test_the_result_of_a_comparison_stays(values: tuple[str, ...], count: int) -> None:
    text = PYTHON[0] + "".join(f"\n    if b:\n        return {one}" for one in values)
    assert len(run(RuleCase({"m.py": text}, (PYTHON,), []), "return-value", ("edit",))) == count
