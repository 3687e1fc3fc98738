"""`understudy chat`: a conversation with any agent in the terminal. The only command that draws on the screen."""

import argparse
import asyncio
import os
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from understudy.cli.chat_ui import (
    ChatPermissionPrompt,
    ElicitationPrompt,
    InterruptHandler,
    Keyboard,
    LiveRegion,
    PlainPromptInput,
    PromptInput,
    PromptReader,
    Repl,
    StartupNotice,
    TextRenderer,
    TranscriptView,
    TurnDisplay,
    allow_once_permissions,
    pick,
    pick_session,
    print_client_error,
    run_interruptible,
    supported_context,
)
from understudy.cli.config import SetupError, state_folder
from understudy.cli.limits import AGENT_RESPONSE_TIMEOUT_S
from understudy.cli.options import (
    AgentOptions,
    UsageError,
    add_agent_options,
    add_permission_options,
    parse_agent_options,
)
from understudy.cli.terminal import Terminal, escape_controls
from understudy.client import ClientError, Connection, Permissions, connect
from understudy.schema import acp

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (
        "examples:\n"
        "  understudy chat\n"
        "  understudy chat --resume\n"
        "  understudy chat --agent 'some-agent --acp' --add-dir ../library --sandbox\n"
        "\nEnter sends, Alt-Enter begins a new line, Ctrl-C cancels the turn and a second one leaves,\n"
        "Ctrl-D leaves. /help lists the commands. exit status: 0 you left, 1 an error, 2 wrong usage."
    )
    add_agent_options(parser)
    group = parser.add_argument_group("conversation")
    group.add_argument(
        "--resume",
        nargs="?",
        const="",
        metavar="ID",
        help="continue this session; without ID, choose one from a list",
    )
    add_permission_options(parser)


def run(options: argparse.Namespace) -> int:
    stderr = Terminal(sys.stderr)
    try:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            raise UsageError("A chat needs a terminal. In a pipe use: understudy run PROMPT.")
        agent_options = parse_agent_options(options)
    except UsageError as error:
        stderr.write_line(
            f"{stderr.style('understudy chat:', 'red', 'bold')} {escape_controls(str(error), one_line=True)}"
        )
        return 2
    return run_interruptible(lambda interrupts: _Chat(options, agent_options, stderr, interrupts).run())


class _Chat:
    def __init__(
        self,
        options: argparse.Namespace,
        agent_options: AgentOptions,
        stderr: Terminal,
        interrupts: InterruptHandler,
    ) -> None:
        terminal = Terminal()
        self._options = options
        self._agent_options = agent_options
        self._stderr = stderr
        self._interrupts = interrupts
        self._can_draw = os.environ.get("TERM", "dumb") != "dumb"
        self._keyboard = Keyboard(sys.stdin.fileno())
        self._transcript = TranscriptView(
            LiveRegion(sys.stdout, self._can_draw), TextRenderer(terminal.use_colour)
        )
        self._permission_prompt = ChatPermissionPrompt(self._transcript, self._keyboard, self._can_draw)
        self._turn_display = TurnDisplay(
            self._transcript, self._keyboard, interrupts, self._permission_prompt
        )

    async def run(self) -> int:
        log = ""
        notice = StartupNotice(self._transcript, self._agent_options.command)
        try:
            async with connect(
                self._agent_options.command,
                cwd=self._agent_options.cwd,
                permissions=self._permissions(),
                authenticate=self._authenticate,
                run_terminal=self._run_login,
                elicit=ElicitationPrompt(
                    self._transcript,
                    self._turn_display,
                    self._permission_prompt,
                    self._keyboard,
                    self._can_draw,
                ),
                roots=self._agent_options.roots,
                sandbox=self._agent_options.sandbox,
                writable=self._agent_options.writable,
                sandbox_network=self._agent_options.agent_network,
                network=self._agent_options.network or "ask",
                agent_asks=self._agent_options.agent_asks,
                sensitive_files=self._agent_options.sensitive_files,
                on_output=lambda _, terminal, text: self._transcript.terminal_outputs.add(terminal, text),
                nes=None,
                on_notice=lambda text: self._transcript.add_notice(text, "yellow"),
                timeout=AGENT_RESPONSE_TIMEOUT_S,
            ) as agent:
                notice.close()
                try:
                    await self._converse(agent)
                except ClientError:
                    log = agent.log_tail
                    raise
        except ClientError as error:
            notice.close()
            return print_client_error(self._stderr, "chat", error, log)
        finally:
            notice.close()
        return 0

    async def _converse(self, agent: Connection) -> None:
        context = supported_context(
            agent, self._agent_options, lambda text: self._transcript.add_notice(text, "yellow")
        )
        resume: str | None = self._options.resume
        if resume == "":
            resume = await pick_session(agent, self._agent_options, can_draw=self._can_draw)
            if resume is None:
                return
        repl = Repl(
            agent,
            self._agent_options,
            self._transcript,
            self._turn_display,
            self._build_prompt_reader,
            can_draw=self._can_draw,
        )
        await repl.open_session(resume, context)
        await repl.run()
        if agent.capabilities.load_session or agent.capabilities.session_capabilities.resume is not None:
            name = shlex.quote(
                repl.session.id
            )  # an agent chose it, and the user will copy the line into a shell
            self._transcript.add_notice(f"To continue this session:\n  understudy chat --resume {name}")

    def _build_prompt_reader(self, repl: Repl) -> PromptReader:
        if not self._can_draw:
            return PlainPromptInput(self._keyboard)
        return PromptInput(_history_folder(os.environ), repl.list_commands, repl.toolbar, repl.complete_path)

    def _permissions(self) -> Permissions:
        if self._options.yes:
            return allow_once_permissions()
        return Permissions.deny() if self._options.deny else Permissions.ask(self._permission_prompt)

    async def _authenticate(self, methods: Sequence[acp.AuthMethod]) -> str | None:
        rows = [
            (method.id, f"{method.name}{f': {method.description}' if method.description else ''}")
            for method in methods
        ]
        self._turn_display.suspend()
        try:
            return await pick("The agent wants to know who you are. How?", rows, can_draw=self._can_draw)
        finally:
            self._turn_display.resume()

    async def _run_login(self, command: Sequence[str], variables: Mapping[str, str]) -> int:
        """Run the agent's own login in this terminal; return its exit status."""
        self._turn_display.suspend()
        try:
            with self._keyboard.cooked_mode():
                process = await asyncio.create_subprocess_exec(*command, env={**os.environ, **variables})
                return await process.wait()
        finally:
            self._turn_display.resume()


def _history_folder(environ: Mapping[str, str]) -> Path | None:
    try:
        return state_folder(environ)
    except SetupError:
        return None
