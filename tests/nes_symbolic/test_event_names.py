"""An event that a class emits was renamed: what listens to objects of that class follows, and nothing else."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run
from nes_symbolic.rule_harness import RuleHarness
from nes_symbolic.test_explained_tables import Line
from understudy.nes.symbolic.consequences.explained import drop_explained
from understudy.nes.symbolic.consequences.rule_context import RuleContext

DOOR = """import { EventEmitter } from "node:events";

export class Door extends EventEmitter {
  lock() {
    this.emit("close", 1);
  }
}
"""
EMITTED = ('    this.emit("close", 1);', '    this.emit("locked", 1);')
IMPORTED = 'import { Door } from "./door.js";\nconst door = new Door();\n'


def listener(line: str, expected: str = "", before: str = IMPORTED, path: str = "porter.js") -> RuleCase:
    number = before.count("\n") + 1
    found = [f"{path}\n@{number}\n-{line}\n+{expected}"] if expected else []
    return RuleCase({"door.js": DOOR, path: f"{before}{line}\n"}, (EMITTED,), found)


def own(line: str, expected: str = "", head: str = DOOR) -> RuleCase:
    number = head.count("\n") + 1
    found = [f"door.js\n@{number}\n-{line}\n+{expected}"] if expected else []
    return case(f"{head}{line}\n", *EMITTED, *found, path="door.js")


ROWS = {
    "a listener": listener('door.on("close", stop);', 'door.on("locked", stop);'),
    "a listener for one time": listener("door.once('close', stop);", "door.once('locked', stop);"),
    "a listener that goes": listener('door.off("close", stop);', 'door.off("locked", stop);'),
    "all listeners": listener('door.removeAllListeners("close");', 'door.removeAllListeners("locked");'),
    "a listener of a new object": listener('new Door().on("close", stop);', 'new Door().on("locked", stop);'),
    "another event": listener('door.on("open", stop);'),
    "another emitter": listener('socket.on("close", stop);', before=f"{IMPORTED}const socket = connect();\n"),
    "a parameter of an unknown type": listener('door.on("close", stop);', before="function f(door) {\n"),
    "a parameter of the type": listener(
        '  door.on("close", stop);',
        '  door.on("locked", stop);',
        'import { Door } from "./door.js";\nfunction f(door: Door) {\n',
        "porter.ts",
    ),
    "a field of the type": listener(
        '  m() { this.door.on("close", 1); }',
        '  m() { this.door.on("locked", 1); }',
        'import { Door } from "./door.js";\nclass House {\n  private door: Door;\n',
        "porter.ts",
    ),
    "an import under another name": listener(
        'gate.on("close", 1);',
        'gate.on("locked", 1);',
        'import { Door as Gate } from "./door.js";\nconst gate = new Gate();\n',
    ),
    "a class of that name from elsewhere": listener(
        'door.on("close", 1);', before='import { Door } from "./other.js";\nconst door = new Door();\n'
    ),
    "a class that inherits": listener(
        '  m() { this.on("close", 1); }',
        '  m() { this.on("locked", 1); }',
        'import { Door } from "./door.js";\nclass Gate extends Door {\n',
    ),
    "another string": listener('if (door.state === "close") stop("close");'),
    "another text": listener('door.on("close", stop);', path="porter.md"),
    "the class itself": own('new Door().on("close", stop);', 'new Door().on("locked", stop);'),
    "another class of the text": own('new Socket().on("close", 1);', head=f"{DOOR}class Socket {{}}\n"),
    "a class that inherits in the text": own(
        '  m() { this.emit("close"); }',
        '  m() { this.emit("locked"); }',
        f"{DOOR}class Gate extends Door {{\n",
    ),
    "a stream emits it by itself": own(
        'new Door().on("close", 1);',
        head=DOOR.replace("{ EventEmitter }", "{ Readable }").replace(
            "extends EventEmitter", "extends Readable"
        ),
    ),
    "an emitter of an unknown type": case(
        'bus.emit("close");\nbus.on("close", 1);\n', 'bus.emit("close");', 'bus.emit("shut");', path="m.js"
    ),
    "another argument": case(
        DOOR.replace(", 1", ', "a"'),
        '    this.emit("close", "a");',
        '    this.emit("close", "b");',
        path="m.js",
    ),
    "an event of the page": case(
        'class Bell extends HTMLElement {\n  ring() {\n    this.dispatchEvent(new Event("ring"));\n  }\n}\n'
        'new Bell().addEventListener("ring", f);\n',
        '    this.dispatchEvent(new Event("ring"));',
        '    this.dispatchEvent(new Event("rung"));',
        'm.js\n@6\n-new Bell().addEventListener("ring", f);\n+new Bell().addEventListener("rung", f);',
        path="m.js",
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_listeners_of_a_renamed_event_follow(name: str) -> None:
    assert run(ROWS[name], "event-name") == ROWS[name].expected


@pytest.mark.parametrize(("emitter", "is_kept"), [("this", False), ("bus", True)])
def test_the_same_word_elsewhere_is_no_repetition(emitter: str, is_kept: bool) -> None:
    harness = RuleHarness(door__js=f'{DOOR.replace("this", emitter)}\nif (x === "close") stop();\n')
    harness.edit("door.js", *(line.replace("this", emitter) for line in EMITTED))
    context = RuleContext(harness.situation("door.js"))
    candidate = Line(context.current_text.snapshot, 8, 1, ('if (x === "locked") stop();',))
    assert bool(drop_explained(context, [candidate])) is is_kept
