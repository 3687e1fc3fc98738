"""The tour's first part: next edits as an editor gets them. A real `understudy acp`, real messages, no model.

Plays an editor whose user renames a function at its definition and takes what is suggested next. Which suggestion
comes, and when none does, is the engine's affair: where it is silent too early, the user goes on by hand.

The tour's second part: the agent as an editor has it. A real `understudy acp`, asked over the protocol.
"""

import asyncio
import re
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from understudy.cli.limits import AGENT_DEMO_TIMEOUT_S, DEMO_PAUSE_S, MAX_DEMO_REQUESTS, NES_DEMO_TIMEOUT_S
from understudy.cli.terminal import Terminal, escape_controls
from understudy.nes import NesSetup
from understudy.replay import (
    ExplainRequest,
    FileChange,
    SuggestionClient,
    apply_edits,
    diff_regions,
    explain,
    launch_agent,
    parse_origin,
    region_change,
    utf16_length,
)
from understudy.rpc import Inbound, Order, Peer, Route
from understudy.schema import acp
from understudy.wire import LineChannel

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
_OLD_FUNCTION_PATTERN: Final = re.compile(rf"\b{OLD_FUNCTION}\b")


def show_next_edits(terminal: Terminal, home: Path, environ: Mapping[str, str]) -> None:
    """The files of the scene are below `home`, and so is all that the agent keeps. Raises ReplayError."""
    folder = home / "scene"
    folder.mkdir()
    for name, text in DEMO_FILES.items():
        (folder / name).write_text(text)
    scene = asyncio.run(_run_demo(terminal, folder, environ))
    scene.print_reason()


async def _run_demo(terminal: Terminal, folder: Path, environ: Mapping[str, str]) -> "_NesDemo":
    begin = time.perf_counter()
    command = (sys.executable, "-P", "-m", "understudy.cli.main", "acp")
    async with asyncio.timeout(NES_DEMO_TIMEOUT_S), launch_agent(command, environ) as suggester:
        scene = _NesDemo(terminal, suggester, folder)
        await scene.open_files(begin)
        await scene.rename()
        return scene


class _NesDemo:
    def __init__(self, terminal: Terminal, suggester: SuggestionClient, folder: Path) -> None:
        self._terminal = terminal
        self._client = suggester
        self._folder = folder
        self._current = {name: text.split("\n") for name, text in DEMO_FILES.items()}
        self._cursor_file = FIRST_FILE
        self._cursor_line = 0

    async def open_files(self, begin: float) -> None:
        await self._client.start_session(self._folder)
        for name, text in DEMO_FILES.items():
            await self._client.open_document(self._uri(name), "python", text)
        words = f"an editor starts `understudy acp` and opens {' and '.join(DEMO_FILES)}"
        self._print_step("✓", "green", words, begin)

    async def rename(self) -> None:
        """The definition by hand; then whatever is suggested, until the old name is gone."""
        await self._edit_manually(f"you rename {OLD_FUNCTION} where it is defined")
        for _ in range(MAX_DEMO_REQUESTS):
            await asyncio.sleep(DEMO_PAUSE_S)
            place = acp.Position(
                line=self._cursor_line,
                character=utf16_length(self._current[self._cursor_file][self._cursor_line]),
            )
            begin = time.perf_counter()
            found = await self._client.suggest(self._uri(self._cursor_file), place, ())
            took = _elapsed_ms_text(begin)
            if found and await self._handle_suggestion(found[0], took):
                continue
            if not self._remaining_places():
                self._print_step("·", "yellow", f"asked again: nothing more is suggested, after {took}")
                return
            await self._edit_manually("nothing certain enough: you go on by hand")

    def print_reason(self) -> None:
        """Why nothing came: asked in this process, after the same changes, as `understudy nes explain` does it."""
        changes = [
            FileChange(self._folder / name, DEMO_FILES[name], "\n".join(lines))
            for name, lines in self._current.items()
        ]
        question = ExplainRequest(path=self._folder / self._cursor_file, line=self._cursor_line)
        account = explain(NesSetup(), self._folder, changes, question)
        if account.suggestion is None:
            why = f"why? `understudy nes explain` tells: {account.explanation.sentence}"
            self._terminal.write_line(f"      {self._dim(escape_controls(why, one_line=True))}")

    async def _handle_suggestion(self, raw: dict[str, Any], took: str) -> bool:
        """Accept it if it is a part of the renaming, as this user would; else reject it."""
        name = next((name for name in DEMO_FILES if self._uri(name) == raw.get("uri")), None)
        suggestion = msgspec.convert(raw, acp.NesSuggestion)
        if name is None or not isinstance(suggestion, acp.NesEditSuggestion):
            await self._client.reject(suggestion.id)
            return False
        now = self._current[name]
        then = apply_edits(now, suggestion.edits)
        if then == now or [_rename_in_line(line) for line in then] != [_rename_in_line(line) for line in now]:
            await self._client.reject(suggestion.id)
            return False
        line = suggestion.edits[0].range.start.line
        style = self._terminal.style
        where = style(f"{name}:{line + 1}", "magenta")
        why = self._dim(escape_controls(parse_origin(raw).why, one_line=True))
        self._print_step("→", "cyan", f"{where}  suggested in {took}, taken  {why}")
        await self._client.accept(suggestion.id)
        await self._apply_change(name, then)
        return True

    async def _edit_manually(self, words: str) -> None:
        name, line = self._remaining_places()[0]
        self._print_step("✎", "blue", f"{self._terminal.style(f'{name}:{line + 1}', 'magenta')}  {words}")
        now = self._current[name]
        await self._apply_change(name, [*now[:line], _rename_in_line(now[line]), *now[line + 1 :]])

    def _remaining_places(self) -> list[tuple[str, int]]:
        return [
            (name, number)
            for name, lines in self._current.items()
            for number, line in enumerate(lines)
            if _OLD_FUNCTION_PATTERN.search(line)
        ]

    async def _apply_change(self, name: str, then: list[str]) -> None:
        """Show and tell a change; none here changes the number of lines."""
        now = self._current[name]
        for region in diff_regions(now, then):
            new = then[region.new_start : region.new_stop]
            self._print_diff(now[region.start : region.stop], new)
            await self._client.change_document(self._uri(name), *region_change(now, region, new))
            self._cursor_file, self._cursor_line = name, region.start
        self._current[name] = then

    def _print_diff(self, old: list[str], new: list[str]) -> None:
        for sign, colour, lines in (("-", "red", old), ("+", "green", new)):
            for line in lines:
                self._terminal.write_line(f"      {self._terminal.style(f'{sign} {line.strip()}', colour)}")

    def _uri(self, name: str) -> str:
        return (self._folder / name).as_uri()

    def _print_step(self, mark: str, colour: str, words: str, begin: float | None = None) -> None:
        took = "" if begin is None else f"  {self._dim(_elapsed_ms_text(begin))}"
        self._terminal.write_line(f"  {self._terminal.style(mark, colour)} {words}{took}")

    def _dim(self, text: str) -> str:
        return self._terminal.style(text, "dim")


def _rename_in_line(line: str) -> str:
    return _OLD_FUNCTION_PATTERN.sub(NEW_FUNCTION, line)


def _elapsed_ms_text(begin: float) -> str:
    return f"{(time.perf_counter() - begin) * 1000:.1f} ms"


AGENT_DEMO_COLUMNS: Final = 88


def show_agent_demo(terminal: Terminal, roots: list[Path], environ: Mapping[str, str]) -> None:
    """Start an agent in those surroundings, and let it work in `roots`."""
    begin = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "understudy.cli.main", "acp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=dict(environ),
    ) as process:
        try:
            asyncio.run(_run_agent_demo(terminal, process, roots, begin))
        finally:
            process.kill()


async def _run_agent_demo(
    terminal: Terminal, process: "subprocess.Popen[bytes]", roots: list[Path], begin: float
) -> None:
    await _AgentDemo(terminal, process).run(roots, begin)


class _AgentDemo:
    def __init__(self, terminal: Terminal, process: "subprocess.Popen[bytes]") -> None:
        assert process.stdin is not None  # noqa: S101
        assert process.stdout is not None  # noqa: S101
        self._terminal = terminal
        self._titles: dict[str, str] = {}
        self._call_started = asyncio.Event()
        routes: dict[str, Route[Any]] = {
            "session/update": Route(
                acp.SessionNotification, self._on_update, Order.IN_ORDER, notification=True
            ),
            "session/request_permission": Route(acp.RequestPermissionRequest, self._on_permission_request),
        }
        self._peer = Peer(LineChannel(process.stdout.fileno(), process.stdin.fileno()), routes)

    async def run(self, roots: list[Path], begin: float) -> None:
        serving = asyncio.ensure_future(self._peer.run())
        try:
            async with asyncio.timeout(AGENT_DEMO_TIMEOUT_S):
                await self._run_steps(roots, begin)
        finally:
            self._peer.stop()
            await serving

    async def _run_steps(self, roots: list[Path], begin: float) -> None:
        await self._request("initialize", {"protocolVersion": 1})
        self._print_step("✓", "green", "an editor starts `understudy acp`; initialize is answered", begin)
        begin = time.perf_counter()
        first, *others = [str(root) for root in roots]
        made = await self._request("session/new", {"cwd": first, "additionalDirectories": others})
        session = made["sessionId"]
        self._print_step("✓", "green", f"session/new over {len(roots)} roots", begin)
        for text in ("/explore", "/read ../../../../etc/passwd", "/run echo hello from the sandbox"):
            await self._prompt(session, text)
        self._call_started.clear()
        turn = asyncio.ensure_future(self._prompt(session, "/run sleep 60"))
        begun = asyncio.ensure_future(self._call_started.wait())
        await asyncio.wait({turn, begun}, return_when=asyncio.FIRST_COMPLETED)
        begun.cancel()
        begin = time.perf_counter()
        await self._peer.notify("session/cancel", {"sessionId": session})
        reason = await turn
        self._print_step("✓", "green", f"session/cancel while it runs: stop reason {reason}", begin)

    async def _prompt(self, session: str, text: str) -> str:
        style = self._terminal.style
        self._terminal.write_line(f"  {style('›', 'magenta')} {style(text, 'bold')}")
        params = {"sessionId": session, "prompt": [{"type": "text", "text": text}]}
        return (await self._request("session/prompt", params))["stopReason"]

    async def _request(self, method: str, params: object) -> dict[str, Any]:
        return await self._peer.request(method, params, dict[str, Any], timeout=AGENT_DEMO_TIMEOUT_S)

    def _on_update(self, params: acp.SessionNotification, inbound: Inbound) -> None:
        del inbound
        match params.update:
            case acp.ToolCall(tool_call_id=name, title=title):
                self._titles[name] = title
            case acp.ToolCallProgress(status="in_progress"):
                self._call_started.set()
            case acp.ToolCallProgress(tool_call_id=name, status="completed" | "failed" as status):
                mark, colour = ("✓", "green") if status == "completed" else ("✗", "red")
                self._print_step(mark, colour, self._titles.get(name, name), indent=4)
            case acp.AgentMessageChunk(content=acp.TextContent(text=text)):
                self._print_answer(text)
            case _:
                pass

    def _on_permission_request(self, params: acp.RequestPermissionRequest, inbound: Inbound) -> object:
        """The person behind the editor says yes."""
        del inbound
        names = [option.name for option in params.options]
        self._print_step("?", "yellow", f"the editor asks: {' · '.join(names)}", indent=4)
        return {"outcome": {"outcome": "selected", "optionId": params.options[0].option_id}}

    def _print_answer(self, text: str) -> None:
        lines = [line for line in text.splitlines() if line.strip() and not line.startswith("```")]
        for line in lines[:3]:
            shown = escape_controls(line, one_line=True).split(". ")[0]
            shown = shown if len(shown) <= AGENT_DEMO_COLUMNS else shown[: AGENT_DEMO_COLUMNS - 1] + "…"
            self._terminal.write_line(f"      {self._terminal.style(shown, 'dim')}")

    def _print_step(
        self, mark: str, colour: str, text: str, begin: float | None = None, indent: int = 2
    ) -> None:
        style = self._terminal.style
        took = "" if begin is None else style(f"  {(time.perf_counter() - begin) * 1000:.0f} ms", "dim")
        self._terminal.write_line(
            f"{' ' * indent}{style(mark, colour)} {escape_controls(text, one_line=True)}{took}"
        )
