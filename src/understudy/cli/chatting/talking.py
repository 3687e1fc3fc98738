"""The conversation itself: what is typed goes to the agent or is a command of ours, until somebody leaves."""

import contextlib
from collections.abc import Callable
from typing import Final

from understudy.cli.chatting.entry import Asks
from understudy.cli.chatting.opening import opened
from understudy.cli.chatting.options import Wishes
from understudy.cli.chatting.own_commands import help_text, offered, own_command
from understudy.cli.chatting.picking import pick
from understudy.cli.chatting.picture import Picture
from understudy.cli.chatting.setting import Setting, current_name, find_setting, settings
from understudy.cli.chatting.troubles import log_lines
from understudy.cli.chatting.turning import Stage
from understudy.cli.chatting.wording import usage_words, when
from understudy.cli.terminal import harmless
from understudy.client import AgentGone, ClientError, Connection, Session
from understudy.schema import acp

__all__ = ["Talk", "choose_session"]

MOST_SESSIONS: Final = 300
LOG_LINES: Final = 40


class Talk:
    def __init__(
        self,
        agent: Connection,
        wishes: Wishes,
        picture: Picture,
        stage: Stage,
        entry: Callable[["Talk"], Asks],
        *,
        drawn: bool,
    ) -> None:
        self._agent = agent
        self._wishes = wishes
        self._picture = picture
        self._stage = stage
        self._drawn = drawn
        self._context: list[acp.RuntimeContextItem] = []
        self._session: Session | None = None
        self._idle: list[acp.SessionUpdate] = []
        self._playing = False
        self._entry = entry(self)

    @property
    def session(self) -> Session:
        assert self._session is not None  # noqa: S101 - it is opened before anything else
        return self._session

    @property
    def name(self) -> str:
        info = self._agent.info
        return harmless((info.title or info.name) if info else "the agent", one_line=True)

    def offered(self) -> list[tuple[str, str]]:
        return list(offered(self.session.commands))

    def toolbar(self) -> str:
        parts = [self.name, "/help"]
        for category in ("mode", "model"):
            if (setting := find_setting(self.session, category)) is not None:
                parts.append(f"{category} {harmless(current_name(setting), one_line=True)}")
        if self._picture.usage is not None:
            parts.append(usage_words(self._picture.usage))
        return " · ".join(parts)

    async def open(self, resume: str | None, context: list[acp.RuntimeContextItem]) -> None:
        """Raises ClientError."""
        self._context = context
        session = await opened(self._agent, self._wishes, resume, replay=True)
        self._session, self._picture.usage = session, None
        for update in session.replayed:
            self._picture.update(update)
        self._picture.end()
        session.replayed.clear()
        session.on_update = self._overheard
        info = self._agent.info
        version = f" {info.version}" if info else ""
        place = "  ".join(session.roots)
        self._picture.remark(f"{self.name}{version} · {place}\n/help tells what can be typed")

    async def go_on(self) -> None:
        """Until the user leaves. Raises AgentGone."""
        while True:
            for update in self._idle:
                self._picture.update(update)
            self._idle.clear()
            self._picture.end()
            self._picture.gap()
            text = await self._entry.ask()
            self._picture.typed()
            if text is None:
                return
            own = own_command(text, {command.name for command in self.session.commands})
            if own is None:
                await self._say(text)
            elif own[0] == "quit":
                return
            else:
                await self._do(*own)

    async def _say(self, text: str) -> None:
        self._playing = True
        try:
            await self._stage.play(self.session, text, self._context)
        finally:
            self._playing = False

    def _overheard(self, update: acp.SessionUpdate) -> None:
        """Something came while nobody had asked; it is shown when the line is free."""
        if not self._playing and len(self._idle) < MOST_SESSIONS:
            self._idle.append(update)

    async def _do(self, name: str, rest: str) -> None:
        try:
            match name:
                case "help":
                    self._picture.markdown(help_text(self.session.commands, self.name))
                case "mode" | "model":
                    await self._change(find_setting(self.session, name), name, rest)
                case "options":
                    await self._options(rest)
                case "sessions":
                    chosen = await choose_session(self._agent, self._wishes, drawn=self._drawn)
                    if chosen is not None:
                        await self.open(chosen, self._context)
                case "new":
                    await self.open(None, self._context)
                case _:
                    lines = log_lines(self._agent.log_tail, LOG_LINES)
                    self._picture.remark("\n".join(lines) or "The agent has printed nothing on stderr.")
        except AgentGone:
            raise
        except ClientError as error:
            self._picture.remark(str(error), "red")

    async def _options(self, rest: str) -> None:
        wanted, _, value = rest.partition(" ")
        if wanted:
            await self._change(find_setting(self.session, wanted), wanted, value.strip())
            return
        rows = [f"{setting.id}: {current_name(setting)}" for setting in settings(self.session)]
        self._picture.remark("\n".join(rows) or "The agent has no options.", "")

    async def _change(self, setting: Setting | None, wanted: str, word: str) -> None:
        if setting is None:
            raise ClientError(f"The agent offers no choice of {wanted}.", "not_supported")
        if word:
            value = setting.value_named(word)
        else:
            at = next((n for n, (value, _) in enumerate(setting.choices) if value == setting.now), 0)
            picked = await pick(setting.name, setting.choices, at, drawn=self._drawn)
            if picked is None:
                return
            value = picked
        await setting.choose(self.session, value)
        again = find_setting(self.session, setting.category or setting.id)
        self._picture.remark(f"{setting.name}: {current_name(again or setting)}")


async def choose_session(agent: Connection, wishes: Wishes, *, drawn: bool) -> str | None:
    """One of the sessions of this folder, the newest first as agents list them. Raises ClientError."""
    rows: list[tuple[str, str]] = []
    async with contextlib.aclosing(agent.sessions(wishes.cwd)) as listed:
        async for info in listed:
            rows.append((info.session_id, f"{when(info.updated_at):<16}  {info.title or info.session_id}"))
            if len(rows) >= MOST_SESSIONS:
                break
    if not rows:
        raise ClientError("There are no sessions in this folder yet.", "no_session")
    return await pick("Which session?", rows, drawn=drawn)
