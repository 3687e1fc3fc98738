"""A field takes its value in a wrapper now, or not any more: values that are written for it follow."""

from collections.abc import Mapping

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from nes_symbolic.test_explained_tables import Case
from nes_symbolic.test_explained_tables import run as is_kept
from understudy.nes.symbolic.consequences.limits import MAX_SIBLING_CANDIDATES

STRUCTS = "pub struct Wreck {\n    pub depth: f64,\n}\n\npub struct Buoy {\n    pub depth:  f64,\n}\n\n"
FIELD = "    pub depth: f64,"
OPTION = "    pub depth: Option<f64>,"
USE = "fn f() {{\n    {}\n}}\n"


def rust(line: str, *expected: str, old: str = "f64", new: str = "Option<f64>", use: str = USE) -> RuleCase:
    """The new lines at line 10, or a position of a jump there."""
    fields = [FIELD.replace("f64", one) for one in (old, new)]
    found = [f"m.rs\n@10\n-    {line}\n+    {one}" if not one.startswith("m.rs") else one for one in expected]
    return case(STRUCTS.replace(FIELD, fields[0]) + use.format(line), *fields, *found, path="m.rs")


RECORD = "record Wreck(String name, {} depth) {{}}"


def java(line: str, *expected: str, old: str = "double", new: str = "Optional<Double>") -> RuleCase:
    heads = [RECORD.format(one) for one in (old, new)]
    text = f"{heads[0]}\n\nclass Chart {{\n    void f() {{\n        {line}\n    }}\n}}\n"
    found = [
        f"M.java\n@5\n-        {line}\n+        {one}" if not one.startswith("M.java") else one
        for one in expected
    ]
    return case(text, *heads, *found, path="M.java")


CASES: Mapping[str, RuleCase] = {
    "a literal": rust("let w = Wreck { depth: 1.5 };", "let w = Wreck { depth: Some(1.5) };"),
    "a literal of another struct": rust("let w = Buoy { depth: 1.5 };"),
    "a literal in a macro": rust(
        "let w = vec![Wreck { depth: 1.5 }, Buoy { depth: 1.5 }];",
        "let w = vec![Wreck { depth: Some(1.5) }, Buoy { depth: 1.5 }];",
    ),
    "a list in a macro": rust("vec![Wreck { depth: g(1, 2) }];", "vec![Wreck { depth: Some(g(1, 2)) }];"),
    "a pattern in a macro": rust("matches!(w, Wreck { depth: d });"),
    "another field in a macro": rust("vec![Wreck { name: depth, other: depth }];"),
    "an index in a macro": rust("vec![depth[0]];"),
    "an assignment": rust(
        "let mut w = wreck(); w.depth = 2.5;",
        "let mut w = wreck(); w.depth = Some(2.5);",
        use="fn wreck() -> Wreck {{ todo!() }} fn f() {{\n    {}\n}}\n",
    ),
    "a field that is read": rust(
        "let d: f64 = wreck().depth;", use="fn wreck() -> Wreck {{ todo!() }}\n{}\n"
    ),
    "a field that is compared": rust("w.depth == 2.5", use="fn f(w: &Wreck) -> bool {{\n    {}\n}}\n"),
    "a field whose value is assigned": rust(
        "d = w.depth;", use="fn f(w: &Wreck, mut d: f64) {{\n    {}\n}}\n"
    ),
    "a pattern": rust("let Wreck { depth: d } = w;"),
    "a pattern of the name": rust("let Wreck { depth } = w;"),
    "a variable of the name": rust(
        "let depth = read(); let w = Wreck { depth };",
        "let depth = read(); let w = Wreck { depth: Some(depth) };",
    ),
    "a parameter": rust("Wreck { depth }", use="fn f(depth: f64) -> Wreck {{\n    {}\n}}\n"),
    "a parameter of another name": rust("Wreck { depth: d }", use="fn f(d: f64) -> Wreck {{\n    {}\n}}\n"),
    "an expression": rust("Wreck { depth: a + b };", "Wreck { depth: Some(a + b) };"),
    "a value in the wrapper": rust("Wreck { depth: Some(1.5) };"),
    "nothing": rust("Wreck { depth: None };"),
    "a default": rust("Wreck { depth: Default::default() };"),
    "a value that is missing": rust("Wreck { depth: todo!() };"),
    "zero may stand for nothing": rust("Wreck { depth: 0.0 };", "m.rs 9:19"),
    "a number that is none": rust("Wreck { depth: f64::NAN };", "m.rs 9:19"),
    "a value taken out of a wrapper": rust("Wreck { depth: row.depth.unwrap_or(0.5) };", "m.rs 9:19"),
    "one is a number": rust("Wreck { depth: 1.0 };", "Wreck { depth: Some(1.0) };"),
    "a box": rust("Wreck { depth: 0.0 };", "Wreck { depth: Box::new(0.0) };", new="Box<f64>"),
    "two wrappers": rust(
        "Wreck { depth: 1.5 };", "Wreck { depth: Arc::new(Mutex::new(1.5)) };", new="Arc<Mutex<f64>>"
    ),
    "a path": rust("Wreck { depth: 1.5 };", "Wreck { depth: Arc::new(1.5) };", new="std::sync::Arc<f64>"),
    "a list": rust("Wreck { depth: 1.5 };", new="Vec<f64>"),
    "another type in the wrapper": rust("Wreck { depth: 1.5 };", new="Option<f32>"),
    "another type": rust("Wreck { depth: 1.5 };", new="f32"),
    "no wrapper any more": rust(
        "Wreck { depth: Some(1.5) };", "Wreck { depth: 1.5 };", old="Option<f64>", new="f64"
    ),
    "nothing, and no wrapper any more": rust(
        "Wreck { depth: None };", "m.rs 9:19", old="Option<f64>", new="f64"
    ),
    "another value, and no wrapper any more": rust(
        "Wreck { depth: Some(a).or(b) };", "m.rs 9:19", old="Option<f64>", new="f64"
    ),
    "a default, and no wrapper any more": rust(
        "Wreck { depth: Default::default() };", old="Option<f64>", new="f64"
    ),
    "an inner wrapper is gone": rust(
        "Wreck { depth: Arc::new(Mutex::new(a(1))) };",
        "Wreck { depth: a(1) };",
        old="Arc<Mutex<f64>>",
        new="f64",
    ),
    "another file": RuleCase(
        {
            "src/wreck.rs": STRUCTS,
            "src/chart.rs": "use crate::wreck::{Buoy, Wreck};\n\nfn f() {\n    Wreck { depth: 1.5 };\n}\n",
        },
        ((FIELD, OPTION),),
        ["src/chart.rs\n@4\n-    Wreck { depth: 1.5 };\n+    Wreck { depth: Some(1.5) };"],
    ),
    "a record": java('new Wreck("a", 1.5);', 'new Wreck("a", Optional.of(1.5));'),
    "a record of strings": java(
        'new Wreck("a", "b");', 'new Wreck("a", Optional.of("b"));', old="String", new="Optional<String>"
    ),
    "a value of a record that may be nothing": java('new Wreck("a", null);', "M.java 4:23"),
    "another number of arguments": java('new Wreck("a");'),
    "a record without the wrapper": java(
        'new Wreck("a", Optional.of(1.5));', 'new Wreck("a", 1.5);', old="Optional<Double>", new="double"
    ),
    "a class of Java": case(
        "class Wreck {\n    double depth;\n}\n\nclass A {\n    Wreck w = new Wreck(1.5);\n}\n",
        "    double depth;",
        "    Optional<Double> depth;",
        path="M.java",
    ),
    "a struct of Go": case(
        "package m\n\ntype A struct {\n\tDepth int\n}\n\nvar a = A{Depth: 1}\n",
        "\tDepth int",
        "\tDepth Option<int>",
        path="m.go",
    ),
    "not more than a few": case(
        STRUCTS + USE.format("Wreck { depth: 1.5 };\n    " * (MAX_SIBLING_CANDIDATES + 1)),
        FIELD,
        OPTION,
        *(
            f"m.rs\n@{number + 10}\n-    Wreck {{ depth: 1.5 }};\n+    Wreck {{ depth: Some(1.5) }};"
            for number in range(MAX_SIBLING_CANDIDATES)
        ),
        path="m.rs",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_values_of_a_field_follow(name: str) -> None:
    assert run(CASES[name], "field-wrapped") == CASES[name].expected


VALUES = (
    f"{STRUCTS}fn f(depth: f64) {{\n    Wreck {{ depth: 1.5 }};\n    Buoy {{ depth: 1.5 }};\n"
    "    g(depth, 1.5);\n"
    "    g(Wreck { depth: 1.5 }, Buoy { depth: 1.5 });\n    it.depth == 1.5;\n}\n"
)
RETYPED = ((FIELD, OPTION),)


@pytest.mark.parametrize(
    ("line", "edits", "kept"),
    [
        pytest.param("    Wreck { depth: 1.5 };", RETYPED, True, id="a literal of the struct"),
        pytest.param("    Buoy { depth: 1.5 };", RETYPED, False, id="a literal of another struct"),
        pytest.param("    Buoy { depth: 1.5 };", (), True, id="no field got another type"),
        pytest.param(
            "    Buoy { depth: 1.5 };",
            (*RETYPED, ("    pub depth:  f64,", "    pub depth:  Option<f64>,")),
            True,
            id="the fields of both structs got another type",
        ),
        pytest.param("    g(depth, 1.5);", RETYPED, True, id="a variable of the name"),
        pytest.param(
            "    g(Wreck { depth: 1.5 }, Buoy { depth: 1.5 });", RETYPED, True, id="literals of both"
        ),
        pytest.param("    it.depth == 1.5;", RETYPED, True, id="a value of an unknown type"),
    ],
)
def test_a_changed_value_is_not_repeated_at_the_field_of_another_type(
    line: str, edits: tuple[tuple[str, str], ...], kept: bool
) -> None:
    assert is_kept(Case("m.rs", VALUES, edits, (line, line.replace("1.5", "Some(1.5)")), kept)) == kept


def test_the_declaration_of_another_field_is_no_use_of_it() -> None:
    text = "class A:\n    tags: List[int]\n\n\nclass B:\n    tags: List[int]\n"
    changed = ("    tags: List[int]", "    tags: list[int]")
    assert is_kept(Case("m.py", text, (changed,), changed, is_kept=True))
