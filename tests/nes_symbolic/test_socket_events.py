"""A renamed event of Socket.IO: the other side of the connection follows."""

import pytest

from nes_symbolic.rule_cases import RuleCase, run

CLIENT = "socket.on('move', (piece) => show(piece));\n"
ON = (CLIENT.strip(), CLIENT.strip().replace("'move'", "'piece-moved'"))
EMIT = ("socket.emit('move', piece);", "socket.emit('piece-moved', piece);")


def other(text: str, *expected: str, path: str = "game.js", own: str = CLIENT) -> RuleCase:
    return RuleCase({"board.js": own, path: text}, (ON,), list(expected))


def sent(line: str) -> RuleCase:
    return other(f"{line}\n", f"game.js\n@1\n-{line}\n+{line.replace('move', 'piece-moved', 1)}")


CASES: dict[str, RuleCase] = {
    "sent to all": sent("io.emit('move', piece);"),
    "sent to a room": sent("io.to(room).emit('move', piece);"),
    "sent to the others": sent("socket.broadcast.emit('move', piece);"),
    "sent by a field": sent("this.gameSocket.emit('move', piece);"),
    "sent in TypeScript": other(
        'io.emit("move", piece);\n',
        'game.ts\n@1\n-io.emit("move", piece);\n+io.emit("piece-moved", piece);',
        path="game.ts",
    ),
    "the listener is removed": other(
        "",
        "board.js\n@2\n-socket.off('move');\n+socket.off('piece-moved');",
        own=f"{CLIENT}socket.off('move');\n",
    ),
    "the listener of what is sent": RuleCase(
        {"game.js": f"{EMIT[0]}\n", "board.js": CLIENT}, (EMIT,), [f"board.js\n@1\n-{ON[0]}\n+{ON[1]}"]
    ),
    "another emitter": other("mouse.emit('move', piece);\n"),
    "a string": other("const help = ['move'];\n"),
    "a comment": other("// io.emit('move', piece);\n"),
    "another event": other("io.emit('move-all', piece);\n"),
    "another program that listens to it": other("socket.on('move', f);\nio.emit('move', piece);\n"),
    "the own text sends it, too": other("", own=f"{CLIENT}socket.emit('move', 1);\n"),
    "another language": other("io.emit('move', piece)\n", path="game.py"),
}


@pytest.mark.parametrize("name", CASES)
def test_the_other_side_of_a_renamed_event(name: str) -> None:
    one = CASES[name]
    assert run(one, "socket-event") == one.expected


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("socket.on('disconnect', f);", "socket.on('leave', f);", id="an event of Socket.IO"),
        pytest.param("canvas.on('move', f);", "canvas.on('drag', f);", id="another emitter"),
        pytest.param("socket.on('move', f);", "socket.once('drag', f);", id="another method"),
        pytest.param("socket.on('move', f);", "socket.on('move', g);", id="another function"),
    ],
)
def test_other_changes_are_no_renames_of_events(old: str, new: str) -> None:
    files = {"board.js": f"{old}\n", "game.js": "io.emit('move', 1);\nio.emit('disconnect', 1);\n"}
    assert run(RuleCase(files, ((old, new),), []), "socket-event") == []
