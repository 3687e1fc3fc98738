"""A message about a text that was not understood: nothing is suggested for a text that may be another by now."""

import json
from pathlib import Path
from typing import Any

import pytest

from agent_program import AgentProgram
from nes_editor import TODAY, typed

HERE, ELSEWHERE = "file:///project/here.py", "file:///project/elsewhere.py"
CODE = "".join(
    f"def {name}(a):\n    log.warn('{name}', a)\n\n" for name in ("first", "second", "third", "fourth")
)


def change(session: str, version: int, *changes: Any, uri: str = HERE) -> dict[str, Any]:
    event = {"sessionId": session, "uri": uri, "version": version, "contentChanges": list(changes)}
    return {"jsonrpc": "2.0", "method": "document/didChange", "params": event}


def frame(message: Any) -> bytes:
    return json.dumps(message).encode() + b"\n"


LOST = {
    "a wrong number": lambda session: frame(change(session, 4, typed(-1, 0, 0, "x"))),
    "half a pair": lambda session: frame(change(session, 4, typed(0, 0, 0, "\ud83d"))),
    "another protocol": lambda session: frame(change(session, 4, typed(0, 0, 0, "x")) | {"jsonrpc": "1.0"}),
    "no UTF-8": lambda session: frame(change(session, 4, typed(0, 0, 0, "X"))).replace(b'"X"', b'"\xff"'),
    "no JSON": lambda session: frame(change(session, 4, typed(0, 0, 0, "x")))[:-4] + b"\n",
    "too long": lambda session: frame(change(session, 4, {"text": "x" * (33 << 20)})),
}
UNNAMED = {"no UTF-8", "no JSON", "too long"}
"""Nobody can say which document these were about."""


class Editing:
    def __init__(self, agent: AgentProgram) -> None:
        self.agent = agent
        self.session: str = agent.result("nes/start", {})["sessionId"]
        for uri in (HERE, ELSEWHERE):
            event = {"sessionId": self.session, "uri": uri, "languageId": "python", "version": 1}
            agent.notify("document/didOpen", {**event, "text": CODE})
            self.change(2, typed(1, 8, 12, "warning"), uri=uri)
            self.change(3, typed(4, 8, 12, "warning"), uri=uri)

    def change(self, version: int, *changes: Any, uri: str = HERE) -> None:
        self.agent.write(frame(change(self.session, version, *changes, uri=uri)))

    def suggests(self, uri: str, *versions: int, times: int = 20) -> bool:
        """Whether anything is suggested for one of these versions; a busy machine may need to be asked twice."""
        asked = {
            "sessionId": self.session,
            "uri": uri,
            "position": {"line": 4, "character": 15},
            "triggerKind": "manual",
        }
        return any(
            self.agent.result("nes/suggest", {**asked, "version": version})["suggestions"]
            for _ in range(times)
            for version in versions
        )


@pytest.mark.requirement("NES-07")
@pytest.mark.parametrize("how", LOST)
def test_after_a_lost_change_nothing_is_suggested_until_the_full_text(tmp_path: Path, how: str) -> None:
    with AgentProgram(tmp_path / "agent") as agent:
        agent.initialize(**TODAY)
        editing = Editing(agent)
        assert editing.suggests(HERE, 3)
        agent.write(LOST[how](editing.session))
        assert not editing.suggests(HERE, 3, 4, times=2)
        editing.change(5, typed(0, 0, 0, " "))
        assert not editing.suggests(HERE, 3, 4, 5, times=2)
        assert editing.suggests(ELSEWHERE, 3, times=5) == (how not in UNNAMED)
        editing.change(6, {"text": CODE})
        editing.change(7, typed(1, 8, 12, "warning"))
        editing.change(8, typed(4, 8, 12, "warning"))
        assert editing.suggests(HERE, 8)
        assert agent.end() == 0


@pytest.mark.requirement("NES-07")
@pytest.mark.parametrize(
    "message",
    [
        {"method": "document/didFocus", "params": {"uri": HERE}},
        {"method": "document/didFocus", "params": {"uri": HERE, "x": "\ud83d"}},
        {"method": "document/didSave", "params": {"uri": 5}},
        {"method": "nes/reject", "params": {"id": "\ud83d"}},
        {"method": "nobody/knows", "params": {"uri": HERE}},
        {"id": "q", "method": "nes/suggest", "params": {"uri": "\ud83d"}},
    ],
    ids=lambda message: message["method"],
)
def test_other_messages_that_are_lost_cost_no_document_its_trust(
    tmp_path: Path, message: dict[str, Any]
) -> None:
    with AgentProgram(tmp_path / "agent") as agent:
        agent.initialize(**TODAY)
        editing = Editing(agent)
        agent.write(frame({"jsonrpc": "2.0", **message}))
        assert editing.suggests(HERE, 3)
        assert agent.end() == 0
