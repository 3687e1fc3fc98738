"""The chat service: creates, reopens, forks, lists, closes and deletes sessions, and starts turns.

Knows the schema's types but no connection. One service belongs to one client.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator, Sequence
from typing import Any, Final, Literal, TypeVar

from understudy.chat import commands
from understudy.chat.errors import BadRequest, TurnRunning, UnknownSession
from understudy.chat.events import Event, NoticeShown, TurnEnded, UserPrompted
from understudy.chat.history import find_checkpoints, replay_updates
from understudy.chat.limits import MAX_OPEN_SESSIONS, SESSIONS_PER_PAGE
from understudy.chat.permissions import Mode, Permissions
from understudy.chat.prompt import require_content
from understudy.chat.session import (
    ARCHIVED,
    NO_MODEL,
    NOT_ARCHIVED,
    Session,
    SessionLeases,
    SessionTasks,
    check_additional_roots,
    check_allowed_roots,
    check_path,
    check_roots,
    choose_mode,
    choose_model,
    config_options,
    connect_servers,
    is_archived,
    is_same_folder,
    list_filtered,
    normalize_title,
    parse_server_specs,
    run_with_timeout,
)
from understudy.chat.shared import AgentState
from understudy.chat.store import Page, StoredSession, StoreError
from understudy.chat.turn import Turn
from understudy.mcp_servers import ServerSpec
from understudy.schema.acp import (
    AvailableCommandsUpdate,
    ContentBlock,
    McpServer,
    RuntimeContextItem,
    SessionConfigOption,
)
from understudy.workspace import NetworkPolicy, SandboxMode, Stop, Workspace

__all__ = ["ChatService"]

T = TypeVar("T")
logger = logging.getLogger(__name__)

_INTERRUPTED_NOTICE: Final = (
    "This turn was interrupted: the process that ran it ended. What it had done by then stays done; nothing was "
    "run again. Send the message once more if you still want the rest.\n"
)


class ChatService:
    def __init__(self, state: AgentState, default_mode: Mode = Mode.ASK) -> None:
        self.state = state
        self._default_mode = default_mode
        self._open_sessions: dict[str, Session] = {}
        self._tasks = SessionTasks()
        self._leases = SessionLeases(state.store, state.lease_terms, self._drop_lost_session)
        self._is_shutting_down = False

    def get_open(self, session_id: str) -> Session:
        """Return an open session. Raises UnknownSession."""
        session = self._open_sessions.get(session_id)
        if session is None:
            raise UnknownSession(
                f"The session {session_id[:100]!r} is not open. Open it with session/load or session/resume."
            )
        return session

    async def create(self, cwd: str, roots: Sequence[str], servers: Sequence[McpServer]) -> Session:
        return await self._add_session(None, cwd, roots, servers)

    async def fork(
        self, source: str, cwd: str, roots: Sequence[str], servers: Sequence[McpServer]
    ) -> Session:
        """Create a session with the events and settings of `source`."""
        return await self._add_session(source, cwd, roots, servers)

    async def _add_session(
        self, source: str | None, cwd: str, roots: Sequence[str], servers: Sequence[McpServer]
    ) -> Session:
        """Store and open a new session, empty or a fork. A cancelled caller leaves no session behind."""
        cwd, checked = check_roots(cwd, roots)
        specs = parse_server_specs(servers, allowed=self.state.allows_mcp)
        store = self.state.store

        async def make() -> Session:
            self._require_capacity()
            if source is not None:
                await store.get(source)  # an unknown source is reported before a folder that cannot be opened
            workspace = await self._open_workspace(cwd, checked)
            with _closing_on_error(workspace):
                session_id = _new_id()
                async with self._admitted(session_id):
                    if source is None:
                        model = self.state.models.default
                        settings = {"mode": str(self._default_mode), "model": model or NO_MODEL}
                        stored = await store.create(session_id, cwd, checked, settings)
                    else:
                        stored = await store.fork(source, session_id, cwd, checked, NOT_ARCHIVED)
                    await self._leases.acquire(stored.id)
                    return self._open_session(stored, workspace, specs)

        return await self._tasks.run_or_undo(make(), lambda session: self.delete(session.id))

    async def reopen(
        self, session_id: str, cwd: str, roots: Sequence[str], servers: Sequence[McpServer]
    ) -> Session:
        """Open a stored session again, for load and resume, with the given roots in place of the stored ones."""
        cwd, checked = check_roots(cwd, roots)
        specs = parse_server_specs(servers, allowed=self.state.allows_mcp)

        async def make() -> Session:
            async with self._tasks.exclusive(session_id):
                stored = await self.state.store.get(session_id)
                if not await self._is_same_folder(cwd, stored.cwd):
                    raise BadRequest(
                        "cwd",
                        f"cwd is {cwd[:200]!r}, but the session was made in {stored.cwd!r}. "
                        "Open it there, or fork it.",
                    )
                self._require_idle(session_id)
                await self._leases.check_free(session_id)
                workspace = await self._open_workspace(cwd, checked)
                with _closing_on_error(workspace):
                    self._require_idle(session_id)
                    await self._close(session_id)
                    async with self._admitted(session_id):
                        await self._leases.acquire(session_id)
                        try:
                            await self._mark_interrupted_turn(session_id)
                            stored = await self.state.store.change(session_id, roots=checked)
                            return self._open_session(stored, workspace, specs)
                        except BaseException:
                            await self._tasks.run_shielded(self._leases.release(session_id))
                            raise

        return await self._tasks.run_or_undo(make(), self._close_if_current)

    async def load(
        self, session_id: str, cwd: str, roots: Sequence[str], servers: Sequence[McpServer]
    ) -> Session:
        """Reopen a session and send all its events to the client, in order."""
        session = await self.reopen(session_id, cwd, roots, servers)
        try:
            events = await self.state.store.events(session.id)
            session.last_stop_reason = _last_stop_reason(events)
            session.loaded_checkpoints = [(one.prompt_id, one.paths) for one in find_checkpoints(events)]
            for update in replay_updates(events, compactions=self.state.outbound.shows_compactions):
                await self.state.outbound.send_update(session.id, update)
        except BaseException:
            await self._tasks.run_shielded(self._close_if_current(session))
            raise
        return session

    async def list_page(
        self, cwd: str | None, roots: Sequence[str] | None, cursor: str | None, archived: str | None = None
    ) -> Page:
        """List sessions. `archived` is one of ARCHIVE_FILTERS; None excludes archived sessions."""
        if cwd is not None:
            cwd = check_path(cwd, "cwd")
        roots_filter = None if roots is None else check_additional_roots(roots)

        async def next_page(after: str | None) -> Page:
            page = await self.state.store.list_page(
                cwd=cwd, roots=roots_filter, cursor=after, limit=SESSIONS_PER_PAGE
            )
            # A session without a prompt and a title exists only for the client that has it open.
            shown = [
                one
                for one in page.sessions
                if one.events or one.title or one.id in self._open_sessions or is_archived(one)
            ]
            return Page(tuple(shown), page.next_cursor)

        return await list_filtered(next_page, cursor, archived)

    def is_archived(self, session: StoredSession) -> bool:
        return is_archived(session)

    async def status(self, session_id: str) -> Literal["open", "saved"]:
        """Return whether the session is open here, or only stored. Raises NoSession."""
        if session_id in self._open_sessions:
            return "open"
        await self.state.store.get(session_id)
        return "saved"

    async def set_title(self, session_id: str, title: str) -> str:
        """Store a title that the user chose; return it as stored. The session need not be open."""
        stored = normalize_title(title)
        await self.state.store.change(session_id, title=stored)
        session = self._open_sessions.get(session_id)
        if session is not None:
            session.has_title, session.is_empty = True, False
        return stored

    async def archive(self, session_id: str) -> None:
        """Close a session and hide it from lists. Raises NoSession."""
        async with self._tasks.exclusive(session_id):
            await self._close(session_id)
            await self.state.store.change(session_id, settings=ARCHIVED)

    async def unarchive(self, session_id: str) -> None:
        await self.state.store.change(session_id, settings=NOT_ARCHIVED)

    async def close(self, session_id: str) -> None:
        async with self._tasks.exclusive(session_id):
            if not await self._close(session_id):
                # Closing a closed session is fine; an unknown session is an error.
                await self.state.store.get(session_id)

    async def delete(self, session_id: str) -> None:
        """Delete a session. Deleting an unknown session is not an error."""
        async with self._tasks.exclusive(session_id):
            await self._close(session_id)
            await self.state.store.delete(session_id)

    async def run_in_worker(self, work: Callable[[], T]) -> T:
        """Run blocking work in a worker thread."""
        return await self.state.workers.run(work, Stop())

    async def use_model(self, spec: str) -> None:
        """New sessions answer with this model; models are opened again with the stored keys."""
        self.state.models.use_default(spec)
        await self.state.models.reset()

    async def keys_changed(self) -> None:
        await self.state.models.reset()

    async def shut_down(self, timeout_s: float) -> None:
        """The client has disconnected: end all turns and servers, and finish the queued writes of the store."""
        self._is_shutting_down = True
        sessions, self._open_sessions = list(self._open_sessions.values()), {}
        state = self.state

        async def end(session: Session) -> None:
            try:
                await self._tasks.run_shielded(self._end_session(session))
            except Exception:  # the other sessions are still ended
                logger.exception("a session could not be ended")

        await run_with_timeout(timeout_s, "ending sessions", asyncio.gather(*map(end, sessions)))
        await self._tasks.wait_all(timeout_s)
        self._leases.stop()
        for session in sessions:
            state.accounting.session_closed(session.id)
        for session in sessions:
            # A tab that was only opened. Where there are leases, its user may come back over another connection.
            if session.is_empty and not self._leases.in_use:
                await run_with_timeout(
                    timeout_s, "forgetting an empty session", state.store.delete(session.id)
                )
        if not state.owns_resources:
            return
        await run_with_timeout(timeout_s, "closing models", state.models.reset())
        await run_with_timeout(timeout_s, "closing the store", state.store.close(timeout_s))
        await state.workers.close(timeout_s)

    def begin_turn(
        self,
        session_id: str,
        blocks: Sequence[ContentBlock],
        context: Sequence[RuntimeContextItem],
        trace_parent: str | None = None,
    ) -> Turn:
        """Register a turn, so that a cancel that follows the prompt finds it. The caller runs the turn."""
        session = self.get_open(session_id)
        if session.turn is not None:
            raise TurnRunning(
                "The session is still busy with another prompt. Wait for it, or cancel it with session/cancel."
            )
        try:
            require_content(blocks)
        except ValueError as error:
            raise BadRequest("prompt", str(error)) from None
        account = self.state.accounting.begin_turn(session_id, trace_parent)
        session.turn = Turn(session, self.state, blocks, context, account)
        return session.turn

    def cancel(self, session_id: str) -> None:
        session = self._open_sessions.get(session_id)
        if session is not None and session.turn is not None:
            session.turn.cancel()

    def set_mode(self, session_id: str, mode: str) -> Coroutine[Any, Any, Session]:
        """Set the mode at once; awaiting the returned coroutine stores it and notifies the client."""
        session = self.get_open(session_id)
        try:
            parsed = Mode(mode)
        except ValueError:
            raise BadRequest(
                "modeId", f"There is no mode {mode[:100]!r}. The modes are: {', '.join(Mode)}."
            ) from None
        return choose_mode(session, self.state, parsed)

    def set_option(self, session_id: str, option: str, value: str | bool) -> Coroutine[Any, Any, Session]:
        session = self.get_open(session_id)
        match option, value:
            case "mode", str():
                return self.set_mode(session_id, value)
            case "model", str():
                return choose_model(session, self.state, value)
            case (("mode" | "model"), _):
                raise BadRequest("value", f"The option {option!r} takes one of its values as text.")
            case _:
                raise BadRequest(
                    "configId", f"There is no option {option[:100]!r}. The options are: mode, model."
                )

    def config_options(self, session: Session) -> list[SessionConfigOption]:
        return config_options(session, self.state)

    async def announce_commands(self, session: Session) -> None:
        """Send the list of slash commands to the client."""
        await self.state.outbound.send_update(
            session.id, AvailableCommandsUpdate(available_commands=commands.available_commands())
        )

    async def _open_workspace(self, cwd: str, roots: Sequence[str]) -> Workspace:
        state = self.state
        if state.allowed_roots is not None:
            await state.workers.run(
                lambda: check_allowed_roots([cwd, *roots], state.allowed_roots or ()), Stop()
            )

        def open_workspace() -> Workspace:
            workspace = Workspace(
                [cwd, *roots],
                sandbox=SandboxMode(state.commands.sandbox),
                network=NetworkPolicy(state.commands.network or "ask"),
                inherited_variables=state.commands.pass_env,
                readable=state.commands.readable,
                sensitive_patterns=state.settings.sensitive_files,
                private=state.private_folders,
            )
            if state.make_command_group is not None:
                workspace.command_group = state.make_command_group()
            return workspace

        return await state.workers.run(open_workspace, Stop())

    async def _is_same_folder(self, one: str, other: str) -> bool:
        return await self.state.workers.run(lambda: is_same_folder(one, other), Stop())

    def _open_session(
        self, stored: StoredSession, workspace: Workspace, specs: Sequence[ServerSpec]
    ) -> Session:
        if stored.id not in self._open_sessions:
            self._require_capacity()
        mode = _restored_mode(stored.settings.get("mode"), self._default_mode)
        session = Session(
            id=stored.id,
            cwd=stored.cwd,
            roots=stored.roots,
            workspace=workspace,
            permissions=Permissions(mode, self.state.permission_rules),
            stored_mode=mode,
            model=_restored_model(stored.settings.get("model"), self.state.models.default),
            has_title=stored.title is not None,
            is_empty=stored.events == 0,
            accounting=self.state.accounting,
        )
        if (notice := self.state.store.take_notice()) is not None:
            session.pending_notices.append(f"{notice}\n")
        self._open_sessions[session.id] = session
        connect_servers(session, self.state, specs)
        return session

    def _require_capacity(self) -> None:
        if self._is_shutting_down or len(self._open_sessions) >= MAX_OPEN_SESSIONS:
            raise BadRequest("cwd", f"{MAX_OPEN_SESSIONS} sessions are open, which is the most. Close some.")

    @contextlib.asynccontextmanager
    async def _admitted(self, session_id: str) -> AsyncGenerator[None]:
        """The session counts as open from now on, unless the block fails. Raises LimitReached."""
        await self.state.accounting.admit_session(session_id)
        try:
            yield
        except BaseException:
            self.state.accounting.session_closed(session_id)
            raise

    def _require_idle(self, session_id: str) -> None:
        session = self._open_sessions.get(session_id)
        if session is not None and session.turn is not None:
            raise TurnRunning(
                "The session is busy with a prompt. Wait for it, or cancel it, and open it then."
            )

    async def _close(self, session_id: str) -> bool:
        """Close a session; return whether it was open. A cancelled caller does not stop the closing."""
        session = self._open_sessions.pop(session_id, None)
        if session is not None:
            self.state.accounting.session_closed(session_id)
            await self._tasks.run_shielded(self._end_session(session))
        return session is not None

    async def _end_session(self, session: Session) -> None:
        """Close a session that is not listed as open any more, and then let others have it."""
        self.state.histories.pop(session.id, None)
        try:
            await session.close()
        finally:
            await self._leases.release(session.id)

    async def _mark_interrupted_turn(self, session_id: str) -> None:
        """Store the end of a turn whose process died. With the lease held, nobody else can be running it.

        The turn is not run again: its tools may have changed files already.
        """
        if self._leases.in_use and await self.state.store.is_turn_open(session_id):
            await self.state.store.append(
                session_id,
                [
                    NoticeShown(text=_INTERRUPTED_NOTICE, as_message=True, message_id=secrets.token_hex(8)),
                    TurnEnded(stop_reason="interrupted"),
                ],
            )

    async def _drop_lost_session(self, session_id: str, error: StoreError) -> None:
        """Another holder has the session: end its turn with the error, and close it here."""
        session = self._open_sessions.get(session_id)
        if session is None:
            return
        if session.turn is not None:
            session.turn.abort(error)
        await self._close_if_current(session)

    async def _close_if_current(self, session: Session) -> None:
        """Close this session object, but not another one that was opened under the same id in the meantime."""
        async with self._tasks.exclusive(session.id):
            if self._open_sessions.get(session.id) is session:
                await self._close(session.id)


def _last_stop_reason(events: Sequence[Event]) -> str | None:
    """How the last turn ended; None if there is no turn, or if its end is not stored."""
    last = next((event for event in reversed(events) if isinstance(event, TurnEnded | UserPrompted)), None)
    return last.stop_reason if isinstance(last, TurnEnded) else None


def _new_id() -> str:
    return f"sess_{secrets.token_hex(12)}"


def _restored_mode(stored: str | None, default: Mode) -> Mode:
    """The mode of a reopened session. Full access is never restored: the user has to choose it each time."""
    if stored not in set(Mode) or stored == Mode.FULL:
        return default
    return Mode(stored)


def _restored_model(stored: str | None, default: str | None) -> str | None:
    return default if stored in (None, NO_MODEL) else stored


@contextlib.contextmanager
def _closing_on_error(workspace: Workspace) -> Generator[None]:
    """Close the workspace if the block raises."""
    try:
        yield
    except BaseException:
        workspace.close()
        raise
