"""The two parts of the tour that talk to an agent: next edit suggestions, and slash commands of a session.

Each part starts a real `understudy acp` with `understudy.client` and uses it as an editor would, without a model.
The engine decides what it suggests: where it has no suggestion, the simulated user makes the next change by hand.
"""

import asyncio
import re
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from understudy.cli.limits import AGENT_DEMO_TIMEOUT_S, DEMO_PAUSE_S, MAX_DEMO_REQUESTS, NES_DEMO_TIMEOUT_S
from understudy.cli.options import OWN_AGENT
from understudy.cli.terminal import Terminal, escape_controls
from understudy.client import Editor, Permissions, Session, connect
from understudy.client.editor import Suggestion
from understudy.nes import NesSetup
from understudy.replay import ExplainRequest, FileChange, explain, parse_origin
from understudy.schema import acp

__all__ = ["show_agent_demo", "show_next_edits"]

OLD_FUNCTION: Final = "get_user"
NEW_FUNCTION: Final = "find_user"
DEMO_FILES: Final = {
    "users.py": """\
def get_user(name):
    return USERS[name]


def rename_user(name, new):
    user = get_user(name)
    user.name = new


def delete_user(name):
    USERS.pop(get_user(name).name)
""",
    "api.py": """\
import users


def show(name):
    return users.get_user(name).as_json()


def rename(name, new):
    users.rename_user(name, new)
    return users.get_user(new).as_json()
""",
}
FIRST_FILE: Final = "users.py"
AGENT_DEMO_COLUMNS: Final = 88
_OLD_FUNCTION_PATTERN: Final = re.compile(rf"\b{OLD_FUNCTION}\b")


def show_next_edits(terminal: Terminal, home: Path, environ: Mapping[str, str]) -> None:
    """Show a rename with suggestions, in files below `home`. Raises ClientError and ReplayError."""
    folder = home / "scene"
    folder.mkdir()
    for name, text in DEMO_FILES.items():
        (folder / name).write_text(text)
    demo = asyncio.run(_run_nes_demo(terminal, folder, environ))
    demo.print_reason()


async def _run_nes_demo(terminal: Terminal, folder: Path, environ: Mapping[str, str]) -> "_NesDemo":
    begin = time.perf_counter()
    async with (
        asyncio.timeout(NES_DEMO_TIMEOUT_S),
        connect(OWN_AGENT, environ=environ, files=False, terminals=False, nes=("jump",)) as agent,
        agent.editor([folder]) as editor,
    ):
        demo = _NesDemo(terminal, editor, folder)
        await demo.open_files(begin)
        await demo.rename()
        return demo


class _NesDemo:
    """A user who renames a function at its definition and accepts the suggestions that continue the rename."""

    def __init__(self, terminal: Terminal, editor: Editor, folder: Path) -> None:
        self._terminal = terminal
        self._editor = editor
        self._folder = folder
        self._texts = dict(DEMO_FILES)
        self._cursor_file = FIRST_FILE
        self._cursor_line = 0

    async def open_files(self, begin: float) -> None:
        for name, text in DEMO_FILES.items():
            await self._editor.open(self._folder / name, text)
        words = f"an editor starts `understudy acp` and opens {' and '.join(DEMO_FILES)}"
        self._print_step("✓", "green", words, begin)

    async def rename(self) -> None:
        """Rename the definition by hand, then accept suggestions until the old name is gone."""
        await self._edit_manually(f"you rename {OLD_FUNCTION} where it is defined")
        for _ in range(MAX_DEMO_REQUESTS):
            await asyncio.sleep(DEMO_PAUSE_S)
            column = len(self._lines(self._cursor_file)[self._cursor_line])
            begin = time.perf_counter()
            suggestions = await self._editor.suggest(
                self._folder / self._cursor_file, (self._cursor_line, column)
            )
            elapsed = _elapsed_ms_text(begin)
            if suggestions and await self._handle_suggestion(suggestions[0], elapsed):
                continue
            if not self._remaining_places():
                self._print_step("·", "yellow", f"asked again: nothing more is suggested, after {elapsed}")
                return
            await self._edit_manually("nothing certain enough: you go on by hand")

    def print_reason(self) -> None:
        """Print why nothing is suggested: the same changes are explained in this process, as by `nes explain`."""
        changes = [
            FileChange(self._folder / name, DEMO_FILES[name], text) for name, text in self._texts.items()
        ]
        request = ExplainRequest(path=self._folder / self._cursor_file, line=self._cursor_line)
        result = explain(NesSetup(), self._folder, changes, request)
        if result.suggestion is None:
            why = f"why? `understudy nes explain` tells: {result.explanation.sentence}"
            self._terminal.write_line(f"      {self._dim(escape_controls(why, one_line=True))}")

    async def _handle_suggestion(self, suggestion: Suggestion, elapsed: str) -> bool:
        """Accept the suggestion if it is a part of the rename; reject it otherwise."""
        if not isinstance(suggestion.payload, acp.NesEditSuggestion):
            await self._editor.reject(suggestion)
            return False
        plan = await self._editor.preview(suggestion)
        if not plan.changes or any(
            change.before == change.after or _rename(change.before) != _rename(change.after)
            for change in plan.changes
        ):
            await self._editor.reject(suggestion)
            return False
        place = suggestion.payload.edits[0].range.start
        name = Path(suggestion.payload.uri).name
        where = self._terminal.style(f"{name}:{place.line + 1}", "magenta")
        why = self._dim(escape_controls(_reason(suggestion.payload), one_line=True))
        self._print_step("→", "cyan", f"{where}  suggested in {elapsed}, accepted  {why}")
        await self._editor.apply(suggestion)
        self._show_changes()
        return True

    async def _edit_manually(self, words: str) -> None:
        name, line = self._remaining_places()[0]
        self._print_step("✎", "blue", f"{self._terminal.style(f'{name}:{line + 1}', 'magenta')}  {words}")
        lines = self._lines(name)
        lines[line] = _rename(lines[line])
        await self._editor.change(self._folder / name, "\n".join(lines))
        self._show_changes()

    def _remaining_places(self) -> list[tuple[str, int]]:
        return [
            (name, number)
            for name in self._texts
            for number, line in enumerate(self._lines(name))
            if _OLD_FUNCTION_PATTERN.search(line)
        ]

    def _show_changes(self) -> None:
        """Print the lines that have changed in the editor, and move the cursor there. No change adds a line."""
        for name in self._texts:
            before, self._texts[name] = self._lines(name), self._editor.text(self._folder / name)
            for number, (old, new) in enumerate(zip(before, self._lines(name), strict=True)):
                if old != new:
                    self._print_diff(old, new)
                    self._cursor_file, self._cursor_line = name, number

    def _print_diff(self, old: str, new: str) -> None:
        for sign, colour, line in (("-", "red", old), ("+", "green", new)):
            self._terminal.write_line(f"      {self._terminal.style(f'{sign} {line.strip()}', colour)}")

    def _lines(self, name: str) -> list[str]:
        return self._texts[name].split("\n")

    def _print_step(self, mark: str, colour: str, words: str, begin: float | None = None) -> None:
        elapsed = "" if begin is None else f"  {self._dim(_elapsed_ms_text(begin))}"
        self._terminal.write_line(f"  {self._terminal.style(mark, colour)} {words}{elapsed}")

    def _dim(self, text: str) -> str:
        return self._terminal.style(text, "dim")


def _rename(text: str) -> str:
    return _OLD_FUNCTION_PATTERN.sub(NEW_FUNCTION, text)


def _reason(suggestion: acp.NesEditSuggestion) -> str:
    """Return the sentence in a suggestion's `_meta` that says why our agent makes it."""
    return parse_origin({"_meta": suggestion.meta}).why


def _elapsed_ms_text(begin: float) -> str:
    return f"{(time.perf_counter() - begin) * 1000:.1f} ms"


def show_agent_demo(terminal: Terminal, roots: list[Path], environ: Mapping[str, str]) -> None:
    """Start an agent with these environment variables and send it slash commands in `roots`. Raises ClientError."""
    asyncio.run(_AgentDemo(terminal).run(roots, environ))


class _AgentDemo:
    """An editor whose user allows everything once."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._titles: dict[str, str] = {}

    async def run(self, roots: list[Path], environ: Mapping[str, str]) -> None:
        begin = time.perf_counter()
        async with (
            asyncio.timeout(AGENT_DEMO_TIMEOUT_S),
            connect(
                OWN_AGENT,
                environ=environ,
                files=False,
                terminals=False,
                nes=None,
                permissions=Permissions.ask(self._allow),
            ) as agent,
        ):
            text = "an editor starts `understudy acp`; initialize is answered"
            self._print_step("✓", "green", text, begin)
            begin = time.perf_counter()
            session = await agent.new_session(roots[0], additional=roots[1:])
            self._print_step("✓", "green", f"session/new over {len(roots)} roots", begin)
            for text in ("/explore", "/read ../../../../etc/passwd", "/run echo hello from the sandbox"):
                await self._run_turn(session, text)
            await self._run_turn(session, "/run sleep 60", cancel=True)

    async def _run_turn(self, session: Session, text: str, *, cancel: bool = False) -> None:
        """Send a prompt and print what comes; with `cancel`, cancel it as soon as its tool call runs."""
        style = self._terminal.style
        self._terminal.write_line(f"  {style('›', 'magenta')} {style(text, 'bold')}")
        turn = session.prompt(text)
        begin: float | None = None
        async for update in turn:
            self._print_update(update)
            is_running = isinstance(update, acp.ToolCallProgress) and update.status == "in_progress"
            if cancel and is_running and begin is None:
                begin = time.perf_counter()
                await session.cancel()
        if cancel:
            words = f"session/cancel while it runs: stop reason {turn.stop_reason}"
            self._print_step("✓", "green", words, begin)

    def _print_update(self, update: acp.SessionUpdate) -> None:
        match update:
            case acp.ToolCall(tool_call_id=call_id, title=title):
                self._titles[call_id] = title
            case acp.ToolCallProgress(tool_call_id=call_id, status="completed" | "failed" as status):
                mark, colour = ("✓", "green") if status == "completed" else ("✗", "red")
                self._print_step(mark, colour, self._titles.get(call_id, call_id), indent=4)
            case acp.AgentMessageChunk(content=acp.TextContent(text=text)):
                self._print_message(text)
            case _:
                pass

    async def _allow(self, request: acp.RequestPermissionRequest) -> str | None:
        names = [option.name for option in request.options]
        self._print_step("?", "yellow", f"the editor asks: {' · '.join(names)}", indent=4)
        return request.options[0].option_id

    def _print_message(self, text: str) -> None:
        lines = [line for line in text.splitlines() if line.strip() and not line.startswith("```")]
        for line in lines[:3]:
            shown = escape_controls(line, one_line=True).split(". ")[0]
            shown = shown if len(shown) <= AGENT_DEMO_COLUMNS else shown[: AGENT_DEMO_COLUMNS - 1] + "…"
            self._terminal.write_line(f"      {self._terminal.style(shown, 'dim')}")

    def _print_step(
        self, mark: str, colour: str, text: str, begin: float | None = None, indent: int = 2
    ) -> None:
        style = self._terminal.style
        elapsed = "" if begin is None else style(f"  {(time.perf_counter() - begin) * 1000:.0f} ms", "dim")
        self._terminal.write_line(
            f"{' ' * indent}{style(mark, colour)} {escape_controls(text, one_line=True)}{elapsed}"
        )
