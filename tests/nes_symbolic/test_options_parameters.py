"""Parameters that became the fields of one: what the calls pass then."""

from collections.abc import Mapping

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run

GO = "package m\n\ntype Cfg struct {\n\tName string\n\tSize int\n\tWait time.Duration\n\tDebug bool\n}\n\n"
GO_OLD = "func Open(name string, size int, wait time.Duration) *File {"
TS = "interface Cfg {\n  name: string;\n  size: number;\n  tag?: string;\n}\n\n"
TS_OLD = "function open(name: string, size: number) {"
PY = "@dataclass\nclass Cfg:\n    name: str\n    size: int = 1\n\n\n"
PY_OLD = "def open_it(name: str, size: int):"
RUST = "struct Cfg {\n    name: String,\n    size: u8,\n}\n\n"
RUST_OLD = "fn open(name: String, size: u8) {"
LONG = "a" * 90


def go(call: str, *expected: str, new: str = "func Open(cfg Cfg) *File {") -> RuleCase:
    text = f"{GO}{GO_OLD}\n\treturn nil\n}}\n\nfunc run() {{\n\t{call}\n}}\n"
    return case(text, GO_OLD, new, *expected, path="m.go")


def ts(call: str, *expected: str, new: str = "function open(cfg: Cfg) {", old: str = TS_OLD) -> RuleCase:
    return case(f"{TS}{old}\n  return 1;\n}}\n\n{call}\n", old, new, *expected, path="m.ts")


def py(call: str, *expected: str, new: str = "def open_it(cfg: Cfg):") -> RuleCase:
    return case(f"{PY}{PY_OLD}\n    return 1\n\n\n{call}\n", PY_OLD, new, *expected)


def rust(parameter: str, *expected: str) -> RuleCase:
    text = f"{RUST}{RUST_OLD}\n}}\n\nfn main() {{\n    open(name, 2);\n}}\n"
    return case(text, RUST_OLD, f"fn open({parameter}) {{", *expected, path="m.rs")


def java(record: str, *expected: str, new: str = "Disk(Cfg cfg) {") -> RuleCase:
    text = (
        "class Disk {\n    Disk(String name, int size) {\n    }\n    Disk make() {\n"
        f'        return new Disk("a", 2);\n    }}\n}}\n\n{record}\n'
    )
    return case(text, "    Disk(String name, int size) {", f"    {new}", *expected, path="M.java")


def cpp(struct: str, *expected: str, new: str = "const Cfg& cfg", path: str = "m.cpp") -> RuleCase:
    old = "void open(int wide, int high) {"
    text = f"{old}\n}}\n\nvoid run() {{\n    open(1, 2);\n}}\n\n{struct}\n"
    return case(text, old, f"void open({new}) {{", *expected, path=path)


CPP = "struct Cfg {\n    int wide; // in pixels\n    int high;\n};\n"
CPP_NEW = "m.cpp\n@5\n-    open(1, 2);\n+    open(Cfg{1, 2});"
JAVA = "class Cfg {\n    String name;\n    int size;\n    Cfg(String name, final int size) {}\n}\n"
JAVA_NEW = 'M.java\n@5\n-        return new Disk("a", 2);\n+        return new Disk(new Cfg("a", 2));'
PY_CLASS = (
    "class Cfg:\n    def __init__(self, name: str, size=1):\n        self.name = name\n"
    "        self.size = size\n\n\n"
)
PY_CALL = f"{PY_OLD}\n    return 1\n\n\nopen_it('a', 2)\n"


CASES: Mapping[str, RuleCase] = {
    "many fields of Go": go(
        'Open("a", 1, 2*time.Second)',
        'm.go\n@15\n-\tOpen("a", 1, 2*time.Second)\n+\tOpen(Cfg{Name: "a", Size: 1, Wait: 2 * time.Second})',
    ),
    "fields that are too long for a line": go(
        f'Open("{LONG}", 1, b)',
        f'm.go\n@15\n-\tOpen("{LONG}", 1, b)\n+\tOpen(Cfg{{\n+\t\tName: "{LONG}",\n'
        "+\t\tSize: 1,\n+\t\tWait: b,\n+\t})",
    ),
    "more fields than a line has": case(
        "package m\n\ntype C struct {\n\tA int\n\tB int\n\tC int\n\tLong int\n}\n\n"
        "func f(a int, b int, c int, long int) {\n}\n\nfunc g() {\n\tf(1, 2, 3, 4)\n}\n",
        "func f(a int, b int, c int, long int) {",
        "func f(o C) {",
        "m.go\n@14\n-\tf(1, 2, 3, 4)\n+\tf(C{\n+\t\tA:    1,\n+\t\tB:    2,\n+\t\tC:    3,\n+\t\tLong: 4,\n+\t})",
        path="m.go",
    ),
    "a pointer": go(
        'Open("a", 1, b)',
        'm.go\n@15\n-\tOpen("a", 1, b)\n+\tOpen(&Cfg{Name: "a", Size: 1, Wait: b})',
        new="func Open(cfg *Cfg) *File {",
    ),
    "a parameter that stays": go(
        'Open("a", 1, b)',
        'm.go\n@15\n-\tOpen("a", 1, b)\n+\tOpen(Cfg{Name: "a", Size: 1}, b)',
        new="func Open(cfg Cfg, wait time.Duration) *File {",
    ),
    "a call with another number of arguments": go('Open("a", 1)'),
    "an argument in several lines": go("Open(f(\n\t\t1,\n\t), 1, b)", "m.go 14:6"),
    "a type without these fields": go('Open("a", 1, b)', "m.go 14:6", new="func Open(cfg *File) *File {"),
    "a type that lacks a field": go(
        'Open("a", 1, b)', "m.go 14:6", new="func Open(cfg Cfg, waiting time.Duration) *File {"
    ),
    "an object of a type": ts("open(name, 2);", "m.ts\n@11\n-open(name, 2);\n+open({ name, size: 2 });"),
    "an object that is too long for a line": ts(
        f"open('{LONG}', 2);",
        f"m.ts\n@11\n-open('{LONG}', 2);\n+open({{\n+  name: '{LONG}',\n+  size: 2,\n+}});",
    ),
    "an object without a type": ts(
        "open('a', 2);",
        "m.ts\n@11\n-open('a', 2);\n+open({ name: 'a', size: 2 });",
        new="function open({ name, size = 1 }: { name: string; size?: number }) {",
    ),
    "an object with a name that no parameter had": ts(
        "open('a', 2);", new="function open({ name, size, tag }) {"
    ),
    "a spread argument": ts("open(...a, 2);"),
    "a required field that no parameter had": ts(
        "open('a', 2);",
        "m.ts 10:5",
        old="function open(name: string, tag: string) {",
    ),
    "one parameter": ts("open('a');", old="function open(name: string) {", new="function open({ name }) {"),
    "a class of Python": py(
        "open_it('a', 2)", "m.py\n@11\n-open_it('a', 2)\n+open_it(Cfg(name='a', size=2))"
    ),
    "keyword arguments": py(
        "open_it(size=2, name='a')",
        "m.py\n@11\n-open_it(size=2, name='a')\n+open_it(Cfg(name='a', size=2))",
    ),
    "positional and keyword arguments": py("open_it('a', size=2)", "m.py 10:8"),
    "arguments that are unpacked": py("open_it('a', *b)"),
    "a class of Python in several lines": py(
        f"open_it('{LONG}', 2)",
        f"m.py\n@11\n-open_it('{LONG}', 2)\n+open_it(\n+    Cfg(\n+        name='{LONG}',\n"
        "+        size=2,\n+    )\n+)",
    ),
    "a struct of Rust": case(
        f"{RUST}{RUST_OLD}\n}}\n\nfn main() {{\n    open(name, 2);\n}}\n",
        RUST_OLD,
        "fn open(cfg: &Cfg) {",
        "m.rs\n@10\n-    open(name, 2);\n+    open(&Cfg { name, size: 2 });",
        path="m.rs",
    ),
    "a method": case(
        f"{RUST}struct Disk;\n\nimpl Disk {{\n    fn open(&self, name: String, size: u8) {{\n    }}\n"
        "    fn run(&self) {\n        self.open(name, 2);\n    }\n}\n",
        "    fn open(&self, name: String, size: u8) {",
        "    fn open(&self, cfg: Cfg) {",
        "m.rs\n@12\n-        self.open(name, 2);\n+        self.open(Cfg { name, size: 2 });",
        path="m.rs",
    ),
    "a constructor": case(
        "class Disk {\n  constructor(name, size) {\n  }\n}\n\nnew Disk('a', 2);\n",
        "  constructor(name, size) {",
        "  constructor({ name, size }) {",
        "m.js\n@6\n-new Disk('a', 2);\n+new Disk({ name: 'a', size: 2 });",
        path="m.js",
    ),
    "a record of Java": case(
        "record Cfg(String name, int size) {}\n\nclass Disk {\n    Disk(String name, int size) {\n    }\n\n"
        '    static Disk make() {\n        return new Disk("a", 2);\n    }\n}\n',
        "    Disk(String name, int size) {",
        "    Disk(Cfg cfg) {",
        'M.java\n@8\n-        return new Disk("a", 2);\n+        return new Disk(new Cfg("a", 2));',
        path="M.java",
    ),
    "a struct of C++": case(
        "struct Cfg {\n    int wide;\n    int high;\n};\n\nvoid open(int wide, int high) {\n}\n\n"
        "void run() {\n    open(1, 2);\n}\n",
        "void open(int wide, int high) {",
        "void open(const Cfg& cfg) {",
        "m.cpp\n@10\n-    open(1, 2);\n+    open(Cfg{1, 2});",
        path="m.cpp",
    ),
    "a slice of Go": go('Open("a", 1, b)', "m.go 14:6", new="func Open(cfg []Cfg) *File {"),
    "several values of Go": go('Open("a", 1, b)', "m.go 14:6", new="func Open(cfg ...Cfg) *File {"),
    "a type of another package": go('Open("a", 1, b)', "m.go 14:6", new="func Open(cfg m.Cfg) *File {"),
    "a call in another package": RuleCase(
        {
            "m/m.go": f"{GO}{GO_OLD}\n\treturn nil\n}}\n",
            "n/n.go": 'package n\n\nimport "x/m"\n\nfunc run() {\n\tm.Open("a", 1, b)\n}\n',
        },
        ((GO_OLD, "func Open(cfg Cfg) *File {"),),
        ["n/n.go 5:8"],
    ),
    "a value of Rust": rust("cfg: Cfg", "m.rs\n@10\n-    open(name, 2);\n+    open(Cfg { name, size: 2 });"),
    "a reference that can change": rust(
        "cfg: &mut Cfg", "m.rs\n@10\n-    open(name, 2);\n+    open(&mut Cfg { name, size: 2 });"
    ),
    "a reference with a lifetime": rust(
        "cfg: &'a Cfg", "m.rs\n@10\n-    open(name, 2);\n+    open(&Cfg { name, size: 2 });"
    ),
    "an option": rust("cfg: Option<Cfg>", "m.rs 9:9"),
    "an array of TypeScript": ts("open('a', 2);", "m.ts 10:5", new="function open(cfg: Cfg[]) {"),
    "an optional parameter": ts(
        "open('a', 2);",
        "m.ts\n@11\n-open('a', 2);\n+open({ name: 'a', size: 2 });",
        new="function open(cfg?: Cfg) {",
    ),
    "a list of Python": py("open_it('a', 2)", "m.py 10:8", new="def open_it(cfg: list[Cfg]):"),
    "a type of Python in quotes": py(
        "open_it('a', 2)",
        "m.py\n@11\n-open_it('a', 2)\n+open_it(Cfg(name='a', size=2))",
        new='def open_it(cfg: "Cfg"):',
    ),
    "a class of Python with a constructor": case(
        f"{PY_CLASS}{PY_CALL}",
        PY_OLD,
        "def open_it(cfg: Cfg):",
        "m.py\n@11\n-open_it('a', 2)\n+open_it(Cfg(name='a', size=2))",
    ),
    "a class of Python with another constructor": case(
        PY_CLASS.replace("size=1", "bytes=1").replace("= size", "= bytes") + PY_CALL,
        PY_OLD,
        "def open_it(cfg: Cfg):",
        "m.py 10:8",
    ),
    "a class of Java": java(JAVA, JAVA_NEW),
    "a class of Java with another order": java(
        JAVA.replace("String name, final int size", "int size, String name"), "M.java 4:24"
    ),
    "a class of Java without a constructor": java(
        JAVA.replace("Cfg(String name, final int size) {}", ""), "M.java 4:24"
    ),
    "a list of Java": java(JAVA, "M.java 4:24", new="Disk(List<Cfg> cfg) {"),
    "a struct of C++ with a comment": cpp(CPP, CPP_NEW),
    "a value of C++": cpp(CPP, CPP_NEW, new="Cfg cfg"),
    "a value of C++ that is moved": cpp(CPP, CPP_NEW, new="Cfg&& cfg"),
    "a reference of C++ that can change": cpp(CPP, "m.cpp 4:9", new="Cfg& cfg"),
    "a pointer of C++": cpp(CPP, "m.cpp 4:9", new="const Cfg* cfg"),
    "a struct with a constructor": cpp(
        CPP.replace("\n};", "\n    Cfg(int high, int wide);\n};"), "m.cpp 4:9"
    ),
    "a struct with an array": cpp(CPP.replace("    int high", "    char tag[4];\n    int high"), "m.cpp 4:9"),
    "a struct with a base": cpp(CPP.replace("Cfg {", "Cfg : Base {"), "m.cpp 4:9"),
    "a struct that only the parameter is named like": cpp(
        CPP.replace("Cfg", "cfg"), "m.cpp 4:9", new="const Cfg& cfg"
    ),
    "a class of C++": cpp(CPP.replace("struct", "class"), "m.cpp 4:9"),
    "a struct of C": cpp(f"typedef {CPP}".replace("};", "} Cfg;"), "m.c 4:9", new="Cfg cfg", path="m.c"),
    "a type of another text": RuleCase(
        {"m.py": f"from cfg import Cfg\n\n\n{PY_OLD}\n    return 1\n\n\nopen_it('a', 2)\n", "cfg.py": PY},
        ((PY_OLD, "def open_it(cfg: Cfg):"),),
        ["m.py\n@8\n-open_it('a', 2)\n+open_it(Cfg(name='a', size=2))"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_parameters_become_the_fields_of_one(name: str) -> None:
    assert run(CASES[name], "signature-argument") == CASES[name].expected


REMOVED = {
    "an arrow function with statements": ("(err) => {\n  use(err);\n}", False),
    "a function with statements": ("function (err) {\n  use(err);\n}", False),
    "an async arrow function": ("async (err) => {\n  use(err);\n}", False),
    "an arrow function without statements": ("(err) => use(err)", True),
    "an empty function": ("() => {}", True),
    "an object": ("{ a: 1 }", True),
}


@pytest.mark.parametrize("name", REMOVED)
def test_a_function_with_statements_is_not_just_removed_from_a_call(name: str) -> None:
    argument, is_removed = REMOVED[name]
    old, new = "function load(path, done) {", "function load(path) {"
    text = f"{old}\n}}\n\nload('a', {argument});\n"
    found = run(case(text, old, new, path="m.js"), "signature-argument")
    assert len(found) == 1
    assert found[0].endswith("+load('a');") is is_removed
    assert (found[0] == "m.js 3:10") is not is_removed


def test_a_caller_that_becomes_async_returns_a_promise() -> None:
    text = "function load() {\n  return 1;\n}\n\nfunction run(): string {\n  load();\n  return 'a';\n}\n"
    one = case(text, "function load() {", "async function load() {", path="m.ts")
    assert run(one, "async-call") == [
        "m.ts\n@5\n-function run(): string {\n+async function run(): Promise<string> {"
    ]
