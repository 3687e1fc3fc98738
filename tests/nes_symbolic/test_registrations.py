"""A new definition is added where its siblings are listed."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from understudy.nes.symbolic.consequences.limits import MAX_INDEX_CANDIDATES

START = "def handle_start(args):\n    return 1\n\n\n"
STOP = "def handle_stop(args):\n    return 2\n\n\n"
NEW = "def handle_reload(args):\n    return 3\n\n\n"
TABLE = 'HANDLERS = {\n    "start": handle_start,\n    "stop": handle_stop,\n}\n'
ADDED = 'm.py\n@15\n+    "reload": handle_reload,'


def python(rest: str, *expected: str, head: str = START + STOP, new: str = NEW) -> RuleCase:
    first = rest.partition("\n")[0]
    return case(f"{head}{rest}", first, f"{new}{first}", *expected)


ROWS = {
    "a table": python(TABLE, ADDED),
    "a list": python(
        "ALL = [handle_start, handle_stop]\n",
        "m.py\n@13\n-ALL = [handle_start, handle_stop]\n+ALL = [handle_start, handle_stop, handle_reload]",
    ),
    "calls": python(
        'def register(app):\n    app.add("/start", handle_start)\n    app.add("/stop", handle_stop)\n',
        'm.py\n@15\n+    app.add("/reload", handle_reload)',
    ),
    "a table with texts of its own": python(
        "HANDLERS = {\n    'a': (handle_start, 'Begins.'),\n    'b': (handle_stop, 'Ends.'),\n}\n",
        "m.py 14:32",
    ),
    "calls with texts of their own": python(
        "def register(app):\n    app.add('Begins.', handle_start)\n    app.add('Ends.', handle_stop)\n"
    ),
    "a table of one sibling": python("HANDLERS = {\n    'start': handle_start,\n}\n"),
    "one sibling": python(TABLE, head=START),
    "not all siblings are in the table": python(
        TABLE, head=f"{START}{STOP}def handle_debug(args):\n    return 4\n\n\n"
    ),
    "another name": python(TABLE, new="def reload(args):\n    return 3\n\n\n"),
    "another kind of definition": python(TABLE, new="class handle_reload:\n    pass\n\n\n"),
    "it is used already": python(f"{TABLE}\n\nhandle_reload(1)\n"),
    "it is in the table already": python(
        TABLE.replace("}", "    'reload': handle_reload,\n}"),
    ),
    "two definitions at once": python(TABLE, new=NEW + NEW.replace("reload", "debug")),
    "a definition that has an error": python(TABLE, new="def handle_reload(args:\n    return 3\n\n\n"),
    "a definition in place of another one": case(
        f"{START}{STOP}def handle_debug(args):\n    return 4\n\n\n{TABLE}",
        "def handle_debug(args):\n    return 4",
        "def handle_reload(args):\n    x = 1\n    return 4",
    ),
    "as many lists as are proposed": python(
        f"{TABLE}\n\n" * (MAX_INDEX_CANDIDATES + 1),
        *(f'm.py\n@{9 + 6 * at}\n+    "reload": handle_reload,' for at in range(1, MAX_INDEX_CANDIDATES + 1)),
    ),
    "names that share their last word": case(
        "const addCommand = { a: 1 };\nconst removeCommand = { a: 2 };\n\n"
        "const commands = {\n  add: addCommand,\n  remove: removeCommand,\n};\n",
        "const removeCommand = { a: 2 };",
        "const removeCommand = { a: 2 };\nconst renameCommand = { a: 3 };",
        "m.js\n@7\n+  rename: renameCommand,",
        path="m.js",
    ),
    "classes that share their last word": case(
        "class StartHandler {}\nclass StopHandler {}\n\n"
        "const handlers = {\n  start: new StartHandler(),\n  stop: new StopHandler(),\n};\n",
        "class StopHandler {}",
        "class StopHandler {}\nclass ReloadHandler {}",
        "m.js\n@7\n+  reload: new ReloadHandler(),",
        path="m.js",
    ),
    "methods of a class": case(
        "class App:\n    def on_open(self):\n        return 1\n\n    def on_close(self):\n        return 2\n\n"
        "    def table(self):\n        return [self.on_open, self.on_close]\n",
        "    def table(self):",
        "    def on_save(self):\n        return 3\n\n    def table(self):",
        "m.py\n@12\n-        return [self.on_open, self.on_close]\n"
        "+        return [self.on_open, self.on_close, self.on_save]",
    ),
    "functions of C": case(
        "static void test_a(void) { a(); }\nstatic void test_b(void) { b(); }\n\n"
        "static void (*const tests[])(void) = {\n    test_a,\n    test_b,\n};\n",
        "static void test_b(void) { b(); }",
        "static void test_b(void) { b(); }\nstatic void test_c(void) { c(); }",
        "m.c\n@7\n+    test_c,",
        path="m.c",
    ),
    "a file that names the module": RuleCase(
        {"m.py": START + STOP + "x = 1\n", "n.py": "import m\n\nALL = [m.handle_start, m.handle_stop]\n"},
        (("x = 1", f"{NEW}x = 1"),),
        [
            "n.py\n@3\n-ALL = [m.handle_start, m.handle_stop]\n"
            "+ALL = [m.handle_start, m.handle_stop, m.handle_reload]"
        ],
    ),
    "a file that imports the names": RuleCase(
        {
            "m.py": START + STOP + "x = 1\n",
            "n.py": "from m import handle_start, handle_stop\n\nALL = [handle_start, handle_stop]\n",
        },
        (("x = 1", f"{NEW}x = 1"),),
        ["n.py 2:32"],
    ),
    "a file of the same package in Go": RuleCase(
        {
            "a.go": "package a\n\nfunc doOne() {\n}\n\nfunc doTwo() {\n}\n\nvar x = 1\n",
            "b.go": "package a\n\nvar all = []func(){\n\tdoOne,\n\tdoTwo,\n}\n",
        },
        (("var x = 1", "func doThree() {\n}\n\nvar x = 1"),),
        ["b.go\n@5\n+\tdoThree,"],
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_a_definition_is_added_beside_its_siblings(name: str) -> None:
    assert run(ROWS[name], "registration") == ROWS[name].expected
