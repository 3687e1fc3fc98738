"""The context of a request for suggestions: what the agent requested, within its limits."""

from typing import Any

import pytest

from acp_editor import run
from client_editor import EVERYTHING, TEXT, URI, Suggesting, editing, span
from understudy.client.editor import Diagnostic, Edit, Editor
from understudy.nes.text.diffs import parse_diff
from understudy.schema import acp

OTHER = "file:///project/b.py"
SNIPPET = acp.NesRelatedSnippet(
    uri=OTHER, excerpts=[acp.NesExcerpt(start_line=0, end_line=1, text="def f():\n")]
)


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def wants(**context: Any) -> Suggesting:
    return Suggesting({**EVERYTHING, "context": context})


async def ask(agent: Suggesting, editor: Editor, uri: str = URI, **more: Any) -> dict[str, Any]:
    await editor.suggest(uri, (0, 0), **more)
    return agent.of("nes/suggest")[-1].get("context", {})


@pytest.mark.requirement("NES-22")
@pytest.mark.parametrize("name", sorted(EVERYTHING["context"]))
def test_only_the_context_that_the_agent_asked_for_is_sent(name: str) -> None:
    agent = wants(**{name: {}})

    async def scenario() -> None:
        async with editing(agent) as editor:
            await editor.open(URI, TEXT)
            await editor.change(URI, "new" + TEXT[3:])
            complaint = Diagnostic(URI, (0, 0), (0, 3), "not defined")
            context = await ask(agent, editor, diagnostics=[complaint], related=[SNIPPET])
            assert list(context) == [name]
            assert len(context[name]) == 1

    run(scenario())


@pytest.mark.requirement("NES-22")
@pytest.mark.parametrize("name", ["recentFiles", "editHistory", "userActions"])
@pytest.mark.parametrize("most", [0, 1, 2])
def test_no_more_is_sent_than_the_agent_can_use(name: str, most: int) -> None:
    agent = wants(**{name: {"maxCount": most}})

    async def scenario() -> None:
        async with editing(agent) as editor:
            for number in range(4):
                await editor.open(f"file:///project/{number}.py", TEXT)
                await editor.change(f"file:///project/{number}.py", "new" + TEXT[3:])
            context = await ask(agent, editor, "file:///project/0.py")
            assert len(context[name]) == most

    run(scenario())


def test_the_document_itself_comes_first_of_the_recent_files_and_closed_ones_are_among_them() -> None:
    agent = wants(recentFiles={}, openFiles={})

    async def scenario() -> None:
        async with editing(agent, now=Clock()) as editor:
            await editor.open(URI, TEXT)
            await editor.open(OTHER, "b\n")
            await editor.open("untitled:1", "notes\n", language="markdown")
            await editor.focus(OTHER, (0, 0), ((0, 0), (1, 0)))
            await editor.close("untitled:1")
            context = await ask(agent, editor)
            files = [(one["uri"], one["languageId"], one["text"]) for one in context["recentFiles"]]
            assert files == [
                (URI, "python", TEXT),
                (OTHER, "python", "b\n"),
                ("untitled:1", "markdown", "notes\n"),
            ]
            assert context["openFiles"] == [
                {"uri": URI, "languageId": "python"},
                {
                    "uri": OTHER,
                    "languageId": "python",
                    "visibleRange": span(0, 0, 0, 1),
                    "lastFocusedMs": 1_000_000,
                },
            ]

    run(scenario())


def test_diagnostics_are_sent_in_the_agreed_encoding() -> None:
    agent = wants(diagnostics={})

    async def scenario() -> None:
        async with editing(agent) as editor:
            await editor.open(URI, "😀 = x\n")
            diagnostic = acp.NesDiagnostic(
                uri=OTHER,
                range=acp.Range(
                    start=acp.Position(line=1, character=1), end=acp.Position(line=1, character=2)
                ),
                severity="hint",
                message="m",
            )
            complaints = [
                Diagnostic(URI, (0, 4), (0, 5), "x?", "warning"),
                diagnostic,
                Diagnostic(OTHER, (2, 1), (2, 3), "y?"),
            ]
            context = await ask(agent, editor, diagnostics=complaints, trigger="diagnostic")
            assert context["diagnostics"] == [
                {"uri": URI, "range": span(0, 5, 6), "severity": "warning", "message": "x?"},
                {"uri": OTHER, "range": span(1, 1, 2), "severity": "hint", "message": "m"},
                {"uri": OTHER, "range": span(2, 1, 3), "severity": "error", "message": "y?"},
            ]
            assert agent.of("nes/suggest")[-1]["triggerKind"] == "diagnostic"

    run(scenario())


async def type_word(editor: Editor, line: int, column: int, word: str) -> None:
    for at, letter in enumerate(word):
        await editor.change(URI, edits=[Edit((line, column + at), (line, column + at), letter)])


@pytest.mark.requirement("NES-22")
def test_keystrokes_that_belong_together_are_one_edit_of_the_history() -> None:
    agent, clock = wants(editHistory={}), Clock()

    async def scenario() -> None:
        async with editing(agent, now=clock) as editor:
            await editor.open(URI, "a\nb\nc\nd\ne\nf\ng\nh\n")
            await type_word(editor, 0, 1, " word")
            (entry,) = (await ask(agent, editor))["editHistory"]
            assert entry["uri"] == URI
            assert entry["diff"].startswith("--- a/a.py\n+++ b/a.py\n@@ -1,4 +1,4 @@\n-a\n+a word\n b\n")
            await type_word(editor, 1, 1, "!")  # the next line, at once
            clock.now += 60
            await type_word(editor, 1, 2, "!")  # the same line, later
            assert len((await ask(agent, editor))["editHistory"]) == 1
            clock.now += 60
            await type_word(editor, 2, 1, "!")  # the next line, later
            await type_word(editor, 6, 1, "?")  # far away
            diffs = [parse_diff(one["diff"]) for one in (await ask(agent, editor))["editHistory"]]
            changed = [(hunk.splice.line, hunk.splice.old, hunk.splice.new) for (hunk,) in diffs]
            assert changed == [(0, ("a", "b"), ("a word", "b!!")), (2, ("c",), ("c!",)), (6, ("g",), ("g?",))]

    run(scenario())


def test_undone_and_very_large_changes_are_not_in_the_history() -> None:
    agent = wants(editHistory={})

    async def scenario() -> None:
        async with editing(agent) as editor:
            await editor.open(URI, TEXT)
            await editor.change(URI, "x" + TEXT)
            await editor.change(URI, TEXT)
            assert (await ask(agent, editor))["editHistory"] == []
            await editor.change(URI, "".join(f"line {number}\n" for number in range(5000)))
            assert (await ask(agent, editor))["editHistory"] == []

    run(scenario())


def test_inserted_and_deleted_lines_move_the_edit_in_progress() -> None:
    agent, clock = wants(editHistory={}), Clock()

    async def scenario() -> None:
        async with editing(agent, now=clock) as editor:
            await editor.open(URI, "a\nb\nc\n")
            await editor.change(URI, "a\n1\n2\n3\nb\nc\n")
            clock.now += 60
            await editor.change(URI, "a\n1\n2\n3!\nb\nc\n")
            assert len((await ask(agent, editor))["editHistory"]) == 1
            await editor.change(URI, "a\n1\nb\nc\n")
            clock.now += 60
            await editor.change(URI, "a\n1\nb\nc!\n")
            assert len((await ask(agent, editor))["editHistory"]) == 2

    run(scenario())


def test_actions_are_sent_in_the_fields_of_both_dialects() -> None:
    agent = wants(userActions={})

    async def scenario() -> None:
        async with editing(agent, now=Clock()) as editor:
            await editor.open(URI, TEXT)
            for new in ("x" + TEXT, TEXT, "xyz" + TEXT, TEXT, "new" + TEXT[3:]):
                await editor.change(URI, new)
            editor.record("cursorMovement", URI, (1, 2))
            actions = (await ask(agent, editor))["userActions"]
            assert [one["action"] for one in actions] == [
                "insertChar",
                "deleteChar",
                "insertText",
                "deleteText",
                "replaceText",
                "cursorMovement",
            ]
            assert actions[-1] == {
                "action": "cursorMovement",
                "uri": URI,
                "position": {"line": 1, "character": 2},
                "timestampMs": 1_000_000,
                "line": 1,
                "offset": 2,
            }

    run(scenario())
