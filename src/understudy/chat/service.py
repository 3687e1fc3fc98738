"""The chat service: sessions are made, opened again, forked, listed, closed and deleted here, and turns begun.

Knows the schema's words but no connection. One service belongs to one client.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Coroutine, Generator, Sequence
from typing import Any, Final, TypeVar

from understudy.chat import commands
from understudy.chat.connecting import connect_servers, specs_of
from understudy.chat.content import check_blocks
from understudy.chat.engine import Engine
from understudy.chat.errors import BadRequest, TurnRunning, UnknownSession
from understudy.chat.options import NO_MODEL, choose_mode, choose_model, options
from understudy.chat.permissions import Mode, Permissions
from understudy.chat.replay import updates
from understudy.chat.roots import check_each, check_path, check_roots, same_folder
from understudy.chat.servers import ServerSpec
from understudy.chat.session import Session
from understudy.chat.store import Page, StoredSession
from understudy.chat.turn import Turn
from understudy.chat.upkeep import Upkeep, within
from understudy.schema.acp import (
    AvailableCommandsUpdate,
    ContentBlock,
    McpServer,
    RuntimeContextItem,
    SessionConfigOption,
)
from understudy.workspace import Stop, Workspace

__all__ = ["ChatService"]

T = TypeVar("T")

MOST_OPEN: Final = 256
PAGE: Final = 50


class ChatService:
    def __init__(self, engine: Engine, default_mode: Mode = Mode.ASK) -> None:
        self.engine = engine
        self._default_mode = default_mode
        self._open: dict[str, Session] = {}
        self._upkeep = Upkeep()
        self._ended = False

    def find(self, session_id: str) -> Session:
        """An open session."""
        session = self._open.get(session_id)
        if session is None:
            raise UnknownSession(
                f"The session {session_id[:100]!r} is not open. Open it with session/load or session/resume."
            )
        return session

    async def new(self, cwd: str, roots: Sequence[str], servers: Sequence[McpServer]) -> Session:
        cwd, checked = check_roots(cwd, roots)
        specs = specs_of(servers)

        async def make() -> Session:
            self._require_room()
            workspace = await self._grant(cwd, checked)
            with _closing_on_error(workspace):
                model = self.engine.models.default
                settings = {"mode": str(self._default_mode), "model": model or NO_MODEL}
                stored = await self.engine.keeper.create(_new_id(), cwd, checked, settings)
                return self._session(stored, workspace, specs)

        return await self._upkeep.whole(make(), lambda session: self.delete(session.id))

    async def reopen(
        self, session_id: str, cwd: str, roots: Sequence[str], servers: Sequence[McpServer]
    ) -> Session:
        """For load and resume: with the roots that are named now, and no others."""
        cwd, checked = check_roots(cwd, roots)
        specs = specs_of(servers)

        async def make() -> Session:
            async with self._upkeep.alone(session_id):
                stored = await self.engine.keeper.get(session_id)
                if not await self._same_folder(cwd, stored.cwd):
                    raise BadRequest(
                        "cwd",
                        f"cwd is {cwd[:200]!r}, but the session was made in {stored.cwd!r}. "
                        "Open it there, or fork it.",
                    )
                self._require_idle(session_id)
                workspace = await self._grant(cwd, checked)
                with _closing_on_error(workspace):
                    self._require_idle(session_id)
                    await self._close(session_id)
                    stored = await self.engine.keeper.change(session_id, roots=checked)
                    return self._session(stored, workspace, specs)

        return await self._upkeep.whole(make(), self._discard)

    async def fork(
        self, source: str, cwd: str, roots: Sequence[str], servers: Sequence[McpServer]
    ) -> Session:
        cwd, checked = check_roots(cwd, roots)
        specs = specs_of(servers)

        async def make() -> Session:
            self._require_room()
            await self.engine.keeper.get(source)
            workspace = await self._grant(cwd, checked)
            with _closing_on_error(workspace):
                stored = await self.engine.keeper.fork(source, _new_id(), cwd, checked, {})
                return self._session(stored, workspace, specs)

        return await self._upkeep.whole(make(), lambda session: self.delete(session.id))

    async def load(
        self, session_id: str, cwd: str, roots: Sequence[str], servers: Sequence[McpServer]
    ) -> Session:
        """Open it again and send everything that happened, in order."""
        session = await self.reopen(session_id, cwd, roots, servers)
        try:
            for update in updates(await self.engine.keeper.events(session.id)):
                await self.engine.outbound.update(session.id, update)
        except BaseException:
            await self._upkeep.through(self._discard(session))
            raise
        return session

    async def page(self, cwd: str | None, roots: Sequence[str] | None, cursor: str | None) -> Page:
        if cwd is not None:
            cwd = check_path(cwd, "cwd")
        exact = None if roots is None else check_each(roots)
        return await self.engine.keeper.page(cwd=cwd, roots=exact, cursor=cursor, limit=PAGE)

    async def close(self, session_id: str) -> None:
        async with self._upkeep.alone(session_id):
            if not await self._close(session_id):
                # Closing what is closed is fine; what never was is not.
                await self.engine.keeper.get(session_id)

    async def delete(self, session_id: str) -> None:
        """Forget it. Deleting what is not there is no error: the wish is fulfilled."""
        async with self._upkeep.alone(session_id):
            await self._close(session_id)
            await self.engine.keeper.delete(session_id)

    async def aside(self, work: Callable[[], T]) -> T:
        """Do something that may wait for the disk where it holds nobody up."""
        return await self.engine.workers.run(work, Stop())

    async def keys_changed(self) -> None:
        await self.engine.models.forget()

    async def end(self, seconds: float) -> None:
        """The client has gone: end every turn and every server, and let what was handed over be written."""
        self._ended = True
        sessions, self._open = list(self._open.values()), {}
        engine = self.engine
        closing = (self._upkeep.through(session.close()) for session in sessions)
        await within(seconds, "ending sessions", asyncio.gather(*closing, return_exceptions=True))
        await self._upkeep.settled(seconds)
        await within(seconds, "closing models", engine.models.forget())
        await within(seconds, "closing the store", engine.keeper.close(seconds))
        await engine.workers.close(seconds)

    def begin(
        self, session_id: str, blocks: Sequence[ContentBlock], context: Sequence[RuntimeContextItem]
    ) -> Turn:
        """Register a turn, so that a cancel behind it finds it; whoever called runs it."""
        session = self.find(session_id)
        if session.turn is not None:
            raise TurnRunning(
                "The session is still busy with another prompt. Wait for it, or cancel it with session/cancel."
            )
        try:
            check_blocks(blocks)
        except ValueError as error:
            raise BadRequest("prompt", str(error)) from None
        session.turn = Turn(session, self.engine, blocks, context)
        return session.turn

    def cancel(self, session_id: str) -> None:
        session = self._open.get(session_id)
        if session is not None and session.turn is not None:
            session.turn.cancel()

    def set_mode(self, session_id: str, mode: str) -> Coroutine[Any, Any, Session]:
        """The mode holds at once; what is returned keeps it and tells of it."""
        session = self.find(session_id)
        try:
            chosen = Mode(mode)
        except ValueError:
            raise BadRequest(
                "modeId", f"There is no mode {mode[:100]!r}. The modes are: {', '.join(Mode)}."
            ) from None
        return choose_mode(session, self.engine, chosen)

    def set_option(self, session_id: str, option: str, value: str | bool) -> Coroutine[Any, Any, Session]:
        session = self.find(session_id)
        match option, value:
            case "mode", str():
                return self.set_mode(session_id, value)
            case "model", str():
                return choose_model(session, self.engine, value)
            case (("mode" | "model"), _):
                raise BadRequest("value", f"The option {option!r} takes one of its values as text.")
            case _:
                raise BadRequest(
                    "configId", f"There is no option {option[:100]!r}. The options are: mode, model."
                )

    def options(self, session: Session) -> list[SessionConfigOption]:
        return options(session, self.engine)

    async def announce(self, session: Session) -> None:
        """Tell the client which slash commands there are."""
        await self.engine.outbound.update(
            session.id, AvailableCommandsUpdate(available_commands=commands.available())
        )

    async def _grant(self, cwd: str, roots: Sequence[str]) -> Workspace:
        engine = self.engine
        return await engine.workers.run(
            lambda: Workspace(
                [cwd, *roots], sandbox=engine.sandbox, inherit=engine.inherit, private=engine.private
            ),
            Stop(),
        )

    async def _same_folder(self, one: str, other: str) -> bool:
        return await self.engine.workers.run(lambda: same_folder(one, other), Stop())

    def _session(self, stored: StoredSession, workspace: Workspace, specs: Sequence[ServerSpec]) -> Session:
        if stored.id not in self._open:
            self._require_room()
        mode = _mode(stored.settings.get("mode"), self._default_mode)
        session = Session(
            id=stored.id,
            cwd=stored.cwd,
            roots=stored.roots,
            workspace=workspace,
            permissions=Permissions(mode),
            kept_mode=mode,
            model=_model(stored.settings.get("model"), self.engine.models.default),
            titled=stored.title is not None,
        )
        if (notice := self.engine.keeper.notice()) is not None:
            session.troubles.append(f"{notice}\n")
        self._open[session.id] = session
        connect_servers(session, self.engine, specs)
        return session

    def _require_room(self) -> None:
        if self._ended or len(self._open) >= MOST_OPEN:
            raise BadRequest("cwd", f"{MOST_OPEN} sessions are open, which is the most. Close some.")

    def _require_idle(self, session_id: str) -> None:
        session = self._open.get(session_id)
        if session is not None and session.turn is not None:
            raise TurnRunning(
                "The session is busy with a prompt. Wait for it, or cancel it, and open it then."
            )

    async def _close(self, session_id: str) -> bool:
        """Whether it was open. Once begun it goes on, whoever stops waiting for it."""
        session = self._open.pop(session_id, None)
        if session is not None:
            await self._upkeep.through(session.close())
        return session is not None

    async def _discard(self, session: Session) -> None:
        """Close this very session; another that was opened under its id meanwhile stays."""
        async with self._upkeep.alone(session.id):
            if self._open.get(session.id) is session:
                await self._close(session.id)


def _new_id() -> str:
    return f"sess_{secrets.token_hex(12)}"


def _mode(stored: str | None, default: Mode) -> Mode:
    """The mode that a session comes back in. Full access is given by hand each time."""
    if stored not in set(Mode) or stored == Mode.FULL:
        return default
    return Mode(stored)


def _model(stored: str | None, default: str | None) -> str | None:
    return default if stored in (None, NO_MODEL) else stored


@contextlib.contextmanager
def _closing_on_error(workspace: Workspace) -> Generator[None]:
    try:
        yield
    except BaseException:
        workspace.close()
        raise
