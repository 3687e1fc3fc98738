"""`understudy chat`: a conversation with any agent in the terminal. The one command that draws."""

import argparse
import asyncio
import os
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from understudy.cli.chatting.asking import Asker
from understudy.cli.chatting.entry import Asks, Entry, PlainEntry
from understudy.cli.chatting.filling import Filler
from understudy.cli.chatting.granting import allow_once
from understudy.cli.chatting.keys import Keyboard
from understudy.cli.chatting.live import Live
from understudy.cli.chatting.opening import taken_context
from understudy.cli.chatting.options import (
    BEGINNING,
    BadUse,
    Wishes,
    add_agent_options,
    add_answer_options,
    wishes_of,
)
from understudy.cli.chatting.painting import Painter
from understudy.cli.chatting.picking import pick
from understudy.cli.chatting.picture import Picture
from understudy.cli.chatting.starting import Starting
from understudy.cli.chatting.stopping import Stops, stoppable
from understudy.cli.chatting.talking import Talk, choose_session
from understudy.cli.chatting.troubles import tell_trouble
from understudy.cli.chatting.turning import Stage
from understudy.cli.errors import SetupError
from understudy.cli.folders import state_folder
from understudy.cli.terminal import Terminal, harmless
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
        "Ctrl-D leaves. /help tells more. exit status: 0 you left, 1 an error, 2 wrong usage."
    )
    add_agent_options(parser)
    group = parser.add_argument_group("conversation")
    group.add_argument(
        "--resume",
        nargs="?",
        const="",
        metavar="ID",
        help="go on with this session; without ID, choose one from a list",
    )
    add_answer_options(parser)


def run(options: argparse.Namespace) -> int:
    notes = Terminal(sys.stderr)
    try:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            raise BadUse("A chat needs a terminal. In a pipe use: understudy run PROMPT.")
        wishes = wishes_of(options)
    except BadUse as error:
        notes.line(f"{notes.style('understudy chat:', 'red', 'bold')} {harmless(str(error), one_line=True)}")
        return 2
    return stoppable(lambda stops: _Chat(options, wishes, notes, stops).play())


class _Chat:
    def __init__(self, options: argparse.Namespace, wishes: Wishes, notes: Terminal, stops: Stops) -> None:
        terminal = Terminal()
        self._options = options
        self._wishes = wishes
        self._notes = notes
        self._stops = stops
        self._drawn = os.environ.get("TERM", "dumb") != "dumb"
        self._keyboard = Keyboard(sys.stdin.fileno())
        self._picture = Picture(Live(sys.stdout, self._drawn), Painter(terminal.colours))
        self._asker = Asker(self._picture, self._keyboard, self._drawn)
        self._stage = Stage(self._picture, self._keyboard, stops, self._asker)

    async def play(self) -> int:
        log = ""
        note = Starting(self._picture, self._wishes.command)
        try:
            async with connect(
                self._wishes.command,
                cwd=self._wishes.cwd,
                permissions=self._permissions(),
                authenticate=self._authenticate,
                run_terminal=self._login,
                elicit=Filler(self._picture, self._stage, self._asker, self._keyboard, self._drawn),
                roots=self._wishes.roots,
                sandbox=self._wishes.sandbox,
                writable=self._wishes.writable,
                on_output=lambda _, terminal, text: self._picture.printouts.add(terminal, text),
                nes=None,
                on_notice=lambda text: self._picture.remark(text, "yellow"),
                timeout=BEGINNING,
            ) as agent:
                note.over()
                try:
                    await self._talk(agent)
                except ClientError:
                    log = agent.log_tail
                    raise
        except ClientError as error:
            note.over()
            return tell_trouble(self._notes, "chat", error, log)
        finally:
            note.over()
        return 0

    async def _talk(self, agent: Connection) -> None:
        context = taken_context(agent, self._wishes, lambda text: self._picture.remark(text, "yellow"))
        resume: str | None = self._options.resume
        if resume == "":
            resume = await choose_session(agent, self._wishes, drawn=self._drawn)
            if resume is None:
                return
        talk = Talk(
            agent,
            self._wishes,
            self._picture,
            self._stage,
            self._entry,
            drawn=self._drawn,
        )
        await talk.open(resume, context)
        await talk.go_on()
        if agent.capabilities.load_session or agent.capabilities.session_capabilities.resume is not None:
            name = shlex.quote(talk.session.id)  # an agent's word, in a line that will be copied
            self._picture.remark(f"To go on with this session:\n  understudy chat --resume {name}")

    def _entry(self, talk: Talk) -> Asks:
        if not self._drawn:
            return PlainEntry(self._keyboard)
        return Entry(_history_folder(os.environ), talk.offered, talk.toolbar)

    def _permissions(self) -> Permissions:
        if self._options.yes:
            return allow_once()
        return Permissions.deny() if self._options.deny else Permissions.ask(self._asker)

    async def _authenticate(self, methods: Sequence[acp.AuthMethod]) -> str | None:
        rows = [
            (method.id, f"{method.name}{f': {method.description}' if method.description else ''}")
            for method in methods
        ]
        self._stage.lower()
        try:
            return await pick("The agent wants to know who you are. How?", rows, drawn=self._drawn)
        finally:
            self._stage.rise()

    async def _login(self, command: Sequence[str], variables: Mapping[str, str]) -> int:
        """The agent's own login, here in the terminal."""
        self._stage.lower()
        try:
            with self._keyboard.ordinary():
                process = await asyncio.create_subprocess_exec(*command, env={**os.environ, **variables})
                return await process.wait()
        finally:
            self._stage.rise()


def _history_folder(environ: Mapping[str, str]) -> Path | None:
    try:
        return state_folder(environ)
    except SetupError:
        return None
