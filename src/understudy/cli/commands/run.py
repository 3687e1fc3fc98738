"""`understudy run`: sends one prompt to any agent, for people and for scripts. Imports no drawing library."""

import argparse
import asyncio
import sys
from collections.abc import Mapping, Sequence
from contextlib import nullcontext, suppress
from typing import Any, Final

from understudy.cli import limits
from understudy.cli.chat_ui import (
    STOP_REASON_TEXT,
    CancelLimits,
    InterruptHandler,
    JsonLinesOutput,
    Keyboard,
    LoginPrompt,
    PlainOutput,
    TerminalPermissionPrompt,
    allow_once_permissions,
    open_session,
    print_client_error,
    run_interruptible,
    supported_context,
    unattended_permissions,
)
from understudy.cli.limits import AGENT_RESPONSE_TIMEOUT_S, MAX_PROMPT_BYTES
from understudy.cli.options import (
    AgentOptions,
    UsageError,
    add_agent_options,
    add_permission_options,
    parse_agent_options,
)
from understudy.cli.silence import SilenceNotice
from understudy.cli.terminal import Terminal, escape_controls
from understudy.client import AuthRequired, ClientError, Permissions, Session, connect
from understudy.schema import acp

__all__ = ["configure", "run"]

EXIT_STATUS: Final = {
    "end_turn": 0,
    "refusal": 3,
    "max_tokens": 4,
    "max_turn_requests": 4,
    "cancelled": 130,
}
STDIN_HEADING: Final = "The text on standard input:"
"""Before a text that begins like a command."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (
        "The answer goes to stdout; tool calls, questions and warnings go to stderr.\n\n"
        "examples:\n"
        "  understudy run 'What does this project do?'\n"
        "  git diff | understudy run --deny - > review.md\n"
        "  understudy run --agent 'some-agent --acp' --yes --sandbox 'Fix the tests'\n"
        "  understudy run --agent 'some-agent acp' --auth api-key 'What changed?'\n"
        "  understudy run --json /info\n"
        "\nexit status: 0 the agent finished, 1 an error, also one of its model, 2 wrong usage,\n"
        "3 the agent refused, 4 it ran out of tokens or requests,\n"
        "130 cancelled (Ctrl-C; it ends within two seconds)."
    )
    parser.add_argument(
        "prompt", metavar="PROMPT", help="the prompt; '-' reads it from stdin, as text and never as a command"
    )
    add_agent_options(parser)
    parser.add_argument_group("login").add_argument(
        "--auth",
        metavar="METHOD",
        help="if the agent wants a login, use this one of its methods (default: ask at the terminal)",
    )
    group = parser.add_argument_group("conversation")
    group.add_argument("--resume", metavar="ID", help="continue this session instead of a new one")
    group.add_argument(
        "--timeout", type=_parse_seconds, metavar="S", help="cancel the turn after this many seconds"
    )
    group.add_argument(
        "--json", action="store_true", help="print every update as a line of JSON, and the stop reason last"
    )
    add_permission_options(parser)


def run(options: argparse.Namespace) -> int:
    stderr = Terminal(sys.stderr)
    try:
        agent_options = parse_agent_options(options)
        prompt = _read_prompt(options.prompt)
    except UsageError as error:
        stderr.write_line(
            f"{stderr.style('understudy run:', 'red', 'bold')} {escape_controls(str(error), one_line=True)}"
        )
        return 2
    return run_interruptible(
        lambda interrupts: _Run(options, agent_options, stderr, interrupts).run(prompt),
        CancelLimits(limits.RUN_CANCEL_TIMEOUT_S, limits.RUN_EXIT_TIMEOUT_S),
    )


class _Run:
    def __init__(
        self,
        options: argparse.Namespace,
        agent_options: AgentOptions,
        stderr: Terminal,
        interrupts: InterruptHandler,
    ) -> None:
        self._options = options
        self._agent_options = agent_options
        self._stderr = stderr
        self._interrupts = interrupts
        kind = JsonLinesOutput if options.json else PlainOutput
        self._output = kind(Terminal(), stderr)
        self._silence = SilenceNotice(self._output.warn)
        is_attended = sys.stdin.isatty() and stderr.is_interactive
        self._keyboard = Keyboard(sys.stdin.fileno()) if is_attended else None
        self._login = LoginPrompt(stderr, self._keyboard, options.auth)

    async def run(self, prompt: str) -> int:
        # What a script reads from stderr does not depend on how long anything takes.
        with self._silence.watching() if self._stderr.is_interactive else nullcontext():
            return await self._run(prompt)

    async def _run(self, prompt: str) -> int:
        log, has_methods = "", False
        try:
            async with connect(
                self._agent_options.command,
                cwd=self._agent_options.cwd,
                permissions=self._permissions(),
                authenticate=self._choose_login if self._login.can_choose else None,
                run_terminal=self._run_login if self._keyboard is not None else None,
                roots=self._agent_options.roots,
                sandbox=self._agent_options.sandbox,
                writable=self._agent_options.writable,
                sandbox_network=self._agent_options.agent_network,
                network=self._agent_options.network or "ask",
                agent_asks=self._agent_options.agent_asks,
                sensitive_files=self._agent_options.sensitive_files,
                nes=None,
                on_notice=self._output.warn,
                timeout=min(AGENT_RESPONSE_TIMEOUT_S, self._options.timeout or AGENT_RESPONSE_TIMEOUT_S),
            ) as agent:
                self._silence.read_log = lambda: agent.log_tail
                has_methods = bool(agent.auth_methods)
                try:
                    context = supported_context(agent, self._agent_options, self._output.warn)
                    session = await open_session(
                        agent, self._agent_options, self._options.resume, replay=False
                    )
                    return await self._run_turn(session, prompt, context)
                except ClientError:
                    log = agent.log_tail
                    raise
        except ClientError as error:
            self._output.end()
            if isinstance(self._output, JsonLinesOutput):
                self._output.write_value({"error": {"code": error.code, "message": str(error)}})
            status = print_client_error(self._stderr, "run", error, log)
            if isinstance(error, AuthRequired) and has_methods and not self._login.can_choose:
                self._stderr.write_line("Choose one of these methods with --auth METHOD.")
            return status

    async def _run_turn(
        self, session: Session, prompt: str, context: Sequence[acp.RuntimeContextItem]
    ) -> int:
        turn = session.prompt(prompt, context=context)
        self._silence.begin_turn()

        async def cancel() -> None:
            if self._stderr.is_interactive:
                self._output.warn("Cancelling. Ctrl-C again leaves at once.")
            await session.cancel()

        self._interrupts.set_turn_cancel(cancel)
        was_cancelled = False
        try:
            async with asyncio.timeout(self._options.timeout):
                async for update in turn:
                    self._silence.record(update)
                    self._output.update(update)
            was_cancelled = self._interrupts.is_cancelling
        except TimeoutError:
            with suppress(ClientError):
                await session.cancel()
            limit = f"{self._options.timeout:g}"
            raise ClientError(f"The turn was cancelled after {limit} seconds.", "timeout") from None
        finally:
            self._interrupts.set_turn_cancel(None)
        self._output.end()
        error = _agent_error(turn.meta)
        if isinstance(self._output, JsonLinesOutput):
            last = {"stopReason": turn.stop_reason, "sessionId": session.id, "usage": turn.usage}
            self._output.write_value(last if error is None else {**last, "error": error})
        # An agent may answer a cancelled turn as if it had ended normally; a script must see the cancellation.
        reason = "cancelled" if was_cancelled else turn.stop_reason or "none"
        if reason not in EXIT_STATUS:
            shown = escape_controls(reason, one_line=True)
            self._output.warn(f"The agent ended the turn for a reason that is not known here: {shown}.")
        elif reason in STOP_REASON_TEXT and not self._options.json:
            self._output.warn(STOP_REASON_TEXT[reason])
        if error is not None and reason == "end_turn":
            return print_client_error(self._stderr, "run", ClientError(error["message"], error["code"]), "")
        return EXIT_STATUS.get(reason, 1)

    def _permissions(self) -> Permissions:
        if self._options.yes:
            return allow_once_permissions()
        if self._options.deny:
            return Permissions.deny()
        if self._keyboard is not None:
            prompt = TerminalPermissionPrompt(self._stderr, self._keyboard)

            async def ask(request: acp.RequestPermissionRequest) -> str | None:
                with self._silence.paused():
                    return await prompt(request)

            return Permissions.ask(ask)
        return unattended_permissions(self._output.warn)

    async def _choose_login(self, methods: Sequence[acp.AuthMethod]) -> str | None:
        with self._silence.paused():
            return await self._login.choose(methods)

    async def _run_login(self, command: Sequence[str], variables: Mapping[str, str]) -> int:
        with self._silence.paused():
            return await self._login.run_login(command, variables)


def _read_prompt(given: str) -> str:
    text = given
    if given == "-":
        data = sys.stdin.buffer.read(MAX_PROMPT_BYTES + 1)
        if len(data) > MAX_PROMPT_BYTES:
            raise UsageError(f"There is more on stdin than a prompt may have ({MAX_PROMPT_BYTES >> 20} MiB).")
        text = _as_plain_text(data.decode("utf-8", "replace"))
    # An argument that is not UTF-8 has surrogates, which JSON cannot hold.
    text = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    if not text.strip():
        raise UsageError("The prompt is empty.")
    return text


def _as_plain_text(text: str) -> str:
    """Return a text that no agent takes for a command.

    What a pipe brings may be somebody else's (an issue, a log), and the user's own commands need no permission.
    """
    begins_as_command = text.lstrip().lstrip("\ufeff").lstrip().startswith(("/", "!"))
    return f"{STDIN_HEADING}\n\n{text}" if begins_as_command else text


def _agent_error(meta: Mapping[str, Any]) -> dict[str, str] | None:
    """Why the agent's model gave no answer, if the agent says so."""
    match meta.get("understudy.dev/error"):
        case {"reason": str(reason), "userMessage": str(message)}:
            return {"code": reason, "message": message}
        case _:
            return None


def _parse_seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 1e9:
        raise argparse.ArgumentTypeError("a number of seconds above zero is wanted")
    return seconds
