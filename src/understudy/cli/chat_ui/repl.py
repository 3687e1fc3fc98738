"""The loop of the chat: a line is a prompt to the agent or one of the chat's own slash commands.

`/name` is the agent's command if it offers that name, otherwise the chat's; `/help` is always the chat's, and so is
`//name`. `!command` is a command of the user's own, which nobody is asked about: the agent runs it if it has
`/run`, and a shell of the user's otherwise. Anything else is sent to the agent: agents may have commands that they
do not list, and a prompt may begin with a path.
"""

import asyncio
import contextlib
import os
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final

from understudy.cli.chat_ui.dialogs import pick
from understudy.cli.chat_ui.mentions import PathIndex, build_prompt_blocks
from understudy.cli.chat_ui.plain_output import log_tail_lines
from understudy.cli.chat_ui.prompt_input import PromptReader
from understudy.cli.chat_ui.session_setup import (
    SessionSetting,
    current_value_name,
    find_setting,
    list_settings,
    open_session,
)
from understudy.cli.chat_ui.tool_calls import format_timestamp, usage_text
from understudy.cli.chat_ui.transcript import TranscriptView
from understudy.cli.chat_ui.turn_display import TurnDisplay
from understudy.cli.limits import (
    MAX_COMMAND_OUTPUT_BYTES,
    MAX_IDLE_UPDATES,
    MAX_LOG_LINES,
    MAX_SESSIONS_LISTED,
)
from understudy.cli.options import AgentOptions
from understudy.cli.terminal import escape_controls
from understudy.client import AgentGone, ClientError, Connection, Session
from understudy.schema import acp

__all__ = [
    "OWN_COMMANDS",
    "Repl",
    "help_text",
    "list_commands",
    "parse_own_command",
    "pick_session",
    "read_tail",
]

OWN_COMMANDS: Final = {
    "help": "Tell what can be typed here",
    "mode": "See or change the mode: /mode [NAME]",
    "model": "See or change the model: /model [NAME]",
    "options": "See or change any option of the agent: /options [ID VALUE]",
    "sessions": "Go on with another session",
    "new": "Begin a new session",
    "log": "Show what the agent printed on its standard error",
    "quit": "Leave (also Ctrl-D)",
}
_COMMAND_PATTERN: Final = re.compile(r"\s*(//?)([a-z]+)(?:\s+(.*?))?\s*", re.DOTALL)


def parse_own_command(text: str, agent_commands: Collection[str]) -> tuple[str, str] | None:
    """Return the name of the chat's own command and its argument; None if the text is for the agent."""
    call = _COMMAND_PATTERN.fullmatch(text)
    if call is None:
        return None
    name = {"exit": "quit"}.get(call[2], call[2])
    if name not in OWN_COMMANDS or (call[1] == "/" and call[2] in agent_commands and name != "help"):
        return None
    return name, call[3] or ""


def list_commands(commands: Sequence[acp.AvailableCommand]) -> Iterator[tuple[str, str]]:
    """Return every command that can be typed, with its description."""
    commands = [command for command in commands if command.name != "help"]
    agent_names = {command.name for command in commands}
    for command in commands:
        yield f"/{command.name}", escape_controls(command.description, one_line=True)
    for name, purpose in OWN_COMMANDS.items():
        yield f"/{name}" if name not in agent_names else f"//{name}", purpose


def help_text(commands: Sequence[acp.AvailableCommand], agent: str) -> str:
    """Return the text of /help in Markdown: ours, and the agent's commands below."""
    commands = [command for command in commands if command.name != "help"]
    agent_names = {command.name for command in commands}
    lines = ["**Keys**", ""]
    lines += [
        "- `Enter` sends, `Alt-Enter` begins a new line; what is pasted keeps its lines",
        "- `Ctrl-C` cancels the turn; a second one leaves. `Ctrl-D` leaves. `Tab` completes",
        "- `↑` goes through earlier prompts, `Ctrl-R` searches them",
        "- `@path` mentions a file, a folder or an image, `@src/app.py:10-40` some of its lines",
        "- `!command` runs a command of yours without a question",
        "",
        "**Commands here**",
        "",
    ]
    lines += [
        f"- `{'//' if name in agent_names else '/'}{name}`: {purpose}"
        for name, purpose in OWN_COMMANDS.items()
    ]
    if commands:
        lines += ["", f"**Commands of {agent}**", ""]
        for command in commands:
            hint = f" {command.input.hint}" if command.input else ""
            lines.append(f"- `/{command.name}{hint}`: {command.description}")
    if agent_names & OWN_COMMANDS.keys():
        lines += ["", "Where both have a command, one slash is the agent's and two are ours."]
    return "\n".join(lines)


class Repl:
    def __init__(
        self,
        agent: Connection,
        agent_options: AgentOptions,
        transcript: TranscriptView,
        turn_display: TurnDisplay,
        build_prompt_reader: Callable[["Repl"], PromptReader],
        *,
        can_draw: bool,
    ) -> None:
        self._agent = agent
        self._agent_options = agent_options
        self._transcript = transcript
        self._turn_display = turn_display
        self._can_draw = can_draw
        self._context: list[acp.RuntimeContextItem] = []
        self._session: Session | None = None
        self._idle_updates: list[acp.SessionUpdate] = []
        self._in_turn = False
        self._path_index: PathIndex | None = None
        self._prompt_reader = build_prompt_reader(self)

    @property
    def session(self) -> Session:
        assert self._session is not None  # noqa: S101 - it is opened before anything else
        return self._session

    @property
    def agent_name(self) -> str:
        info = self._agent.info
        return escape_controls((info.title or info.name) if info else "the agent", one_line=True)

    def list_commands(self) -> list[tuple[str, str]]:
        return list(list_commands(self.session.commands))

    def toolbar(self) -> str:
        parts = [self.agent_name, "/help"]
        for category in ("mode", "model"):
            if (setting := find_setting(self.session, category)) is not None:
                parts.append(f"{category} {escape_controls(current_value_name(setting), one_line=True)}")
        if self._transcript.usage is not None:
            parts.append(usage_text(self._transcript.usage))
        return " · ".join(parts)

    async def open_session(self, resume: str | None, context: list[acp.RuntimeContextItem]) -> None:
        """Raises ClientError."""
        self._context = context
        session = await open_session(self._agent, self._agent_options, resume, replay=True)
        self._session, self._transcript.usage = session, None
        for update in session.replayed:
            self._transcript.update(update)
        self._transcript.end_turn()
        session.replayed.clear()
        session.on_update = self._queue_idle_update
        info = self._agent.info
        version = f" {info.version}" if info else ""
        place = "  ".join(session.roots)
        self._transcript.add_notice(f"{self.agent_name}{version} · {place}\n/help lists the commands")

    async def run(self) -> None:
        """Run until the user leaves. Raises AgentGone."""
        while True:
            for update in self._idle_updates:
                self._transcript.update(update)
            self._idle_updates.clear()
            self._transcript.end_turn()
            self._transcript.ensure_blank_line()
            text = await self._prompt_reader.read_prompt()
            self._transcript.mark_user_line()
            if text is None:
                return
            if text.lstrip().startswith("!") and (line := text.lstrip()[1:].strip()):
                await self._run_user_command(line)
                continue
            own = parse_own_command(text, {command.name for command in self.session.commands})
            if own is None:
                await self._run_turn(text)
            elif own[0] == "quit":
                return
            else:
                await self._run_command(*own)

    async def _run_turn(self, text: str) -> None:
        self._in_turn = True
        try:
            blocks = build_prompt_blocks(
                text, self.session.roots.granted, self._agent.capabilities.prompt_capabilities
            )
            prompt = text if len(blocks) == 1 else blocks
            await self._turn_display.run_turn(self.session, prompt, self._context)
        finally:
            self._in_turn = False

    async def _run_user_command(self, line: str) -> None:
        """Run a command that the user typed: by the agent if it can, so that the model knows of it."""
        if any(command.name == "run" for command in self.session.commands):
            await self._run_turn(f"/run {line}")
            return
        shell = os.environ.get("SHELL") or "/bin/sh"
        process = await asyncio.create_subprocess_exec(
            shell,
            "-c",
            line,
            cwd=next(iter(self.session.roots.granted), None),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        try:
            assert process.stdout is not None  # noqa: S101 - it is a pipe
            output = await read_tail(process.stdout, MAX_COMMAND_OUTPUT_BYTES)
            await process.wait()
        except asyncio.CancelledError:
            process.kill()
            raise
        shown = "\n".join(output.decode(errors="replace").splitlines()[-MAX_LOG_LINES:])
        self._transcript.add_notice(f"{shown}\nexit code {process.returncode}".lstrip("\n"), "")

    def complete_path(self, typed: str) -> list[str]:
        """Return the paths for an unfinished mention."""
        roots = tuple(self.session.roots)
        if self._path_index is None or self._path_index.roots != roots:
            self._path_index = PathIndex(roots)
        return self._path_index.complete(typed)

    def _queue_idle_update(self, update: acp.SessionUpdate) -> None:
        """Queue an update that comes between two turns; it is shown before the next prompt is read."""
        if not self._in_turn and len(self._idle_updates) < MAX_IDLE_UPDATES:
            self._idle_updates.append(update)

    async def _run_command(self, name: str, rest: str) -> None:
        try:
            match name:
                case "help":
                    self._transcript.add_markdown(help_text(self.session.commands, self.agent_name))
                case "mode" | "model":
                    await self._change_setting(find_setting(self.session, name), name, rest)
                case "options":
                    await self._run_options_command(rest)
                case "sessions":
                    chosen = await pick_session(self._agent, self._agent_options, can_draw=self._can_draw)
                    if chosen is not None:
                        await self.open_session(chosen, self._context)
                case "new":
                    await self.open_session(None, self._context)
                case _:
                    lines = log_tail_lines(self._agent.log_tail, MAX_LOG_LINES)
                    self._transcript.add_notice(
                        "\n".join(lines) or "The agent has printed nothing on stderr."
                    )
        except AgentGone:
            raise
        except ClientError as error:
            self._transcript.add_notice(str(error), "red")

    async def _run_options_command(self, rest: str) -> None:
        name, _, value = rest.partition(" ")
        if name:
            await self._change_setting(find_setting(self.session, name), name, value.strip())
            return
        rows = [f"{setting.id}: {current_value_name(setting)}" for setting in list_settings(self.session)]
        self._transcript.add_notice("\n".join(rows) or "The agent has no options.", "")

    async def _change_setting(
        self, setting: SessionSetting | None, setting_name: str, value_text: str
    ) -> None:
        if setting is None:
            raise ClientError(f"The agent offers no choice of {setting_name}.", "not_supported")
        if value_text:
            value = setting.find_value(value_text)
        else:
            selected = next(
                (n for n, (value, _) in enumerate(setting.choices) if value == setting.current), 0
            )
            picked = await pick(setting.name, setting.choices, selected, can_draw=self._can_draw)
            if picked is None:
                return
            value = picked
        await setting.apply(self.session, value)
        changed = find_setting(self.session, setting.category or setting.id)
        self._transcript.add_notice(f"{setting.name}: {current_value_name(changed or setting)}")


async def read_tail(stream: asyncio.StreamReader, max_bytes: int) -> bytes:
    """Read a stream to its end; return the last `max_bytes` of it."""
    tail = b""
    while part := await stream.read(1 << 16):
        tail = (tail + part)[-max_bytes:]
    return tail


async def pick_session(agent: Connection, agent_options: AgentOptions, *, can_draw: bool) -> str | None:
    """Let the user choose a session of this folder, in the agent's order. Raises ClientError."""
    rows: list[tuple[str, str]] = []
    async with contextlib.aclosing(
        agent.sessions(None if agent_options.may_choose_cwd else agent_options.cwd)
    ) as listed:
        async for info in listed:
            rows.append(
                (info.session_id, f"{format_timestamp(info.updated_at):<16}  {info.title or info.session_id}")
            )
            if len(rows) >= MAX_SESSIONS_LISTED:
                break
    if not rows:
        raise ClientError("There are no sessions in this folder yet.", "no_session")
    return await pick("Which session?", rows, can_draw=can_draw)
