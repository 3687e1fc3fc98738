"""`understudy run`: one prompt to any agent, for people and for scripts. Loads nothing that draws."""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from understudy.cli.chatting.granting import TerminalAsker, allow_once, unattended
from understudy.cli.chatting.keys import Keyboard
from understudy.cli.chatting.opening import opened, taken_context
from understudy.cli.chatting.options import (
    BEGINNING,
    BadUse,
    Wishes,
    add_agent_options,
    add_answer_options,
    wishes_of,
)
from understudy.cli.chatting.speech import JsonLines, Speech
from understudy.cli.chatting.stopping import Stops, stoppable
from understudy.cli.chatting.troubles import tell_trouble
from understudy.cli.terminal import Terminal, harmless
from understudy.client import ClientError, Permissions, Session, connect
from understudy.schema import acp

__all__ = ["configure", "run"]

STATUS: Final = {
    "end_turn": 0,
    "refusal": 3,
    "max_tokens": 4,
    "max_turn_requests": 4,
    "cancelled": 130,
}
_TOLD: Final = {
    "refusal": "The agent refused to go on.",
    "max_tokens": "The agent ran out of tokens.",
    "max_turn_requests": "The agent ran out of requests for this turn.",
    "cancelled": "Cancelled.",
}
MOST_PROMPT: Final = 16 << 20
"""Bytes of a prompt from stdin."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (
        "The answer goes to stdout; tool calls, questions and warnings go to stderr.\n\n"
        "examples:\n"
        "  understudy run 'What does this project do?'\n"
        "  git diff | understudy run --deny - > review.md\n"
        "  understudy run --agent 'some-agent --acp' --yes --sandbox 'Fix the tests'\n"
        "  understudy run --json /info\n"
        "\nexit status: 0 the agent finished, 1 an error, 2 wrong usage, 3 the agent refused,\n"
        "4 it ran out of tokens or requests, 130 cancelled (Ctrl-C; a second one leaves at once)."
    )
    parser.add_argument("prompt", metavar="PROMPT", help="what to say to the agent; '-' reads it from stdin")
    add_agent_options(parser)
    group = parser.add_argument_group("conversation")
    group.add_argument("--resume", metavar="ID", help="go on with this session instead of a new one")
    group.add_argument("--timeout", type=_seconds, metavar="S", help="give up after so many seconds")
    group.add_argument(
        "--json", action="store_true", help="print every update as a line of JSON, and the stop reason last"
    )
    add_answer_options(parser)


def run(options: argparse.Namespace) -> int:
    notes = Terminal(sys.stderr)
    try:
        wishes = wishes_of(options)
        prompt = _prompt(options.prompt)
    except BadUse as error:
        notes.line(f"{notes.style('understudy run:', 'red', 'bold')} {harmless(str(error), one_line=True)}")
        return 2
    return stoppable(lambda stops: _Run(options, wishes, notes, stops).play(prompt))


class _Run:
    def __init__(self, options: argparse.Namespace, wishes: Wishes, notes: Terminal, stops: Stops) -> None:
        self._options = options
        self._wishes = wishes
        self._notes = notes
        self._stops = stops
        kind = JsonLines if options.json else Speech
        self._shown = kind(Terminal(), notes)

    async def play(self, prompt: str) -> int:
        log = ""
        try:
            async with connect(
                self._wishes.command,
                cwd=self._wishes.cwd,
                permissions=self._permissions(),
                roots=self._wishes.roots,
                sandbox=self._wishes.sandbox,
                writable=self._wishes.writable,
                nes=None,
                on_notice=self._shown.warn,
                timeout=min(BEGINNING, self._options.timeout or BEGINNING),
            ) as agent:
                try:
                    context = taken_context(agent, self._wishes, self._shown.warn)
                    session = await opened(agent, self._wishes, self._options.resume, replay=False)
                    return await self._turn(session, prompt, context)
                except ClientError:
                    log = agent.log_tail
                    raise
        except ClientError as error:
            self._shown.end()
            if isinstance(self._shown, JsonLines):
                self._shown.line({"error": {"code": error.code, "message": str(error)}})
            return tell_trouble(self._notes, "run", error, log)

    async def _turn(self, session: Session, prompt: str, context: Sequence[acp.RuntimeContextItem]) -> int:
        turn = session.prompt(prompt, context=context)

        async def call_off() -> None:
            if self._notes.interactive:
                self._shown.warn("Cancelling. Ctrl-C again leaves at once.")
            await session.cancel()

        self._stops.turn(call_off)
        called_off = False
        try:
            async with asyncio.timeout(self._options.timeout):
                async for update in turn:
                    self._shown.update(update)
            called_off = self._stops.called_off
        except TimeoutError:
            with suppress(ClientError):
                await session.cancel()
            limit = f"{self._options.timeout:g}"
            raise ClientError(f"The turn was cancelled after {limit} seconds.", "timeout") from None
        finally:
            self._stops.turn(None)
        self._shown.end()
        if isinstance(self._shown, JsonLines):
            self._shown.line({"stopReason": turn.stop_reason, "sessionId": session.id, "usage": turn.usage})
        # An agent may answer a cancelled turn as if it had come to its end; a script must not take it for that.
        reason = "cancelled" if called_off else turn.stop_reason or "none"
        if reason not in STATUS:
            named = harmless(reason, one_line=True)
            self._shown.warn(f"The agent ended the turn for a reason that is not known here: {named}.")
        elif reason in _TOLD and not self._options.json:
            self._shown.warn(_TOLD[reason])
        return STATUS.get(reason, 1)

    def _permissions(self) -> Permissions:
        if self._options.yes:
            return allow_once()
        if self._options.deny:
            return Permissions.deny()
        if sys.stdin.isatty() and self._notes.interactive:
            return Permissions.ask(TerminalAsker(self._notes, Keyboard(sys.stdin.fileno())))
        return unattended(self._shown.warn)


def _prompt(given: str) -> str:
    text = given
    if given == "-":
        data = sys.stdin.buffer.read(MOST_PROMPT + 1)
        if len(data) > MOST_PROMPT:
            raise BadUse(f"There is more on stdin than a prompt may have ({MOST_PROMPT >> 20} MiB).")
        text = data.decode("utf-8", "replace")
    # An argument that is no UTF-8 has characters that JSON does not have.
    text = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    if not text.strip():
        raise BadUse("The prompt is empty.")
    return text


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 1e9:
        raise argparse.ArgumentTypeError("a number of seconds above zero is wanted")
    return seconds
