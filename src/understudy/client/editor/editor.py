"""An editor's side of next edit suggestions: documents, what the agent is told of them, and what it suggests.

    async with agent.editor([project]) as editor:
        await editor.open(project / "a.py", text)
        await editor.change(project / "a.py", new_text)
        for suggestion in await editor.suggest(project / "a.py", (3, 0)):
            await editor.apply(suggestion)

The agent gets the events and the context that it asked for, and nothing else. Places are lines and columns of
code points, or wire positions (see `places`).
"""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, Self

import msgspec

from understudy.client.editor.applying import take_back, write
from understudy.client.editor.asking import Asking
from understudy.client.editor.context import assembled
from understudy.client.editor.document import Document
from understudy.client.editor.documents import Documents
from understudy.client.editor.files import Files
from understudy.client.editor.names import Name, key_of, short_name, uri_of
from understudy.client.editor.places import Anywhere, Diagnostic, Span
from understudy.client.editor.planning import Handler, Plan
from understudy.client.editor.session import Session
from understudy.client.editor.suggestions import Suggestion, Suggestions, read
from understudy.client.errors import ClientError, NotSupported
from understudy.client.line import Line
from understudy.schema import acp

__all__ = ["Editor"]

SECONDS: Final = 30.0
CLOSING: Final = 5.0


class _Answer(msgspec.Struct):
    """Every suggestion is read by itself, so that one of a kind of tomorrow spoils no other."""

    suggestions: list[Any] | None = None


class Editor(Documents):
    """One NES session. Use it as a context manager, or `start` and `end` it."""

    def __init__(
        self,
        line: Line,
        roots: Iterable[Name] = (),
        *,
        repository: acp.NesRepository | None = None,
        files: Files | None = None,
        handlers: Mapping[str, Handler] | None = None,
        timeout: float = SECONDS,
        now: Callable[[], float] = time.time,
    ) -> None:
        """`files`: texts that are not open; left out, those on the disk inside the roots. Closed with the editor.
        `handlers`: who does a rename, a searchAndReplace or an action better than this does, by that name.
        `timeout`: seconds that an answer may take."""
        super().__init__(line, now)
        self._roots = list(roots)
        self._repository = repository
        self._files = files
        self._handlers = dict(handlers or {})
        self._timeout = timeout
        self._asking = Asking()
        self.options: list[acp.SessionConfigOption] = []
        """The agent's settings for this session."""

    # The session.

    async def start(
        self, roots: Iterable[Name] | None = None, repository: acp.NesRepository | None = None
    ) -> None:
        """Begin. Raises NotSupported, before anything is sent, if the agent offers no next edits."""
        offered = self._line.agent.agent_capabilities.nes
        if offered is None:
            raise NotSupported("next edit suggestions", "nes")
        if self._session is not None:
            raise ClientError("This editor has been started already. Make another one.", "already_started")
        uris = list(
            {key_of(uri): uri for uri in map(uri_of, self._roots if roots is None else roots)}.values()
        )
        request = acp.StartNesRequest(
            workspace_uri=uris[0] if uris else None,
            workspace_folders=[acp.WorkspaceFolder(uri=uri, name=short_name(uri, ())) for uri in uris]
            or None,
            repository=repository or self._repository,
        )
        answer = await self._line.call("nes/start", request, acp.StartNesResponse, timeout=self._timeout)
        self.options = answer.config_options
        self._session = Session(
            self._line, answer.session_id, offered, uris, self._files, self._documents, self._handlers
        )

    async def end(self) -> None:
        """Close the session. What is still awaited ends with an empty answer."""
        session = self._session
        if session is None or session.closed:
            return
        self._asking.take_back(for_good=True)
        session.closed = True
        session.files.close()
        with suppress(ClientError):  # an agent that has gone, or knows no `nes/close`, has nothing to close
            await session.verdicts.closed(None)
            closing = acp.CloseNesRequest(session_id=session.id)
            await self._line.call("nes/close", closing, acp.CloseNesResponse, timeout=CLOSING)

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.end()

    async def set_option(self, option: str, value: str | bool) -> None:
        """Change one of the agent's settings; `options` has them all afterwards."""
        if all(one.id != option for one in self.options):
            raise NotSupported(f"the setting {option!r}", "it among the session's configOptions")
        request = acp.SetSessionConfigOptionRequest(
            session_id=self._live().id,
            config_id=option,
            value=value,
            type="boolean" if isinstance(value, bool) else None,
        )
        answer = await self._line.call(
            "session/set_config_option", request, acp.SetSessionConfigOptionResponse, timeout=self._timeout
        )
        self.options = answer.config_options

    # Suggestions.

    async def suggest(
        self,
        name: Name,
        position: Anywhere,
        *,
        trigger: acp.NesTriggerKind = "automatic",
        selection: Span | None = None,
        diagnostics: Iterable[Diagnostic | acp.NesDiagnostic] = (),
        related: Sequence[acp.NesRelatedSnippet] = (),
    ) -> Suggestions:
        """Ask what comes next. A question that is still open is taken back: its caller gets an empty answer.

        Suggestions for a text that has changed meanwhile are not handed on. `missing` tells both.
        """
        self._live()
        document = self._document(name)

        async def question() -> Suggestions:
            async with self._order:
                pass  # every change so far has been told
            session = self._live()
            asked = {key: (one, one.version) for key, one in self._documents.items()}
            request = acp.SuggestNesRequest(
                session_id=session.id,
                uri=document.uri,
                version=document.version,
                position=document.position(position),
                selection=None if selection is None else document.range(selection),
                trigger_kind=trigger,
                context=assembled(
                    session.context,
                    document,
                    open_now=self._documents,
                    recent=self._recent,
                    history=self._history,
                    actions=self._actions,
                    related=related,
                    diagnostics=diagnostics,
                ),
            )
            version = document.version
            answer = await self._line.call("nes/suggest", request, _Answer, timeout=self._timeout)
            found = list(read(answer.suggestions or (), lambda uri: asked.get(key_of(uri))))
            return await self._sorted(session, document, version, found)

        return await self._asking.ask(question())

    async def _sorted(
        self, session: Session, document: Document, version: int, found: list[Suggestion]
    ) -> Suggestions:
        """Show what still fits."""
        fits = self._documents.get(key_of(document.uri)) is document and document.version == version
        fresh = Suggestions(one for one in found if fits and one.fits)
        await session.verdicts.drop(one for one in found if not fits or not one.fits)
        if found and not fresh:
            return Suggestions.none("outdated")
        if fits:
            await session.verdicts.show(fresh)
        return fresh if fits else Suggestions.none("outdated")

    async def preview(self, suggestion: Suggestion) -> Plan:
        """What `apply` would do. Raises as it does, but answers nothing."""
        return await self._live().planner.plan(suggestion)

    async def apply(self, suggestion: Suggestion) -> Plan:
        """Do what it says, tell the agent of the changes, and that it was accepted. All or nothing.

        Open documents are changed here; other files are written by `files`, and only inside the roots. What was
        changed comes back, and where the cursor should go. A jump opens its document and focuses it.

        Raises ClientError: `bad_suggestion` where it does not fit the texts (the agent is told, and nothing is
        changed), `outdated` where a text has changed since (ask again), `answered` where that was done before.
        """
        session = self._live()
        if not suggestion.fits:
            raise _outdated()
        if not session.verdicts.take(suggestion):
            raise ClientError("The suggestion was answered already, or another took its place.", "answered")
        try:
            plan = await self._put(session, await session.planner.plan(suggestion))
            if suggestion.kind == "jump" and plan.uri is not None and plan.place is not None:
                await self.open(plan.uri)
                await self.focus(plan.uri, plan.place)
        except BaseException as error:
            if isinstance(error, ClientError) and error.code == "bad_suggestion":
                await session.verdicts.tell_rejected(suggestion.id, None)
            else:
                session.verdicts.put_back(suggestion)
            raise
        await session.verdicts.tell_accepted(suggestion.id)
        return plan

    async def _put(self, session: Session, plan: Plan) -> Plan:
        plan, written = await write(session.files, plan)
        async with self._order:
            if any(self._documents.get(key_of(one.uri)) is not one.document for one in plan.changes) or any(
                one.document is not None and one.document.text != one.before for one in plan.changes
            ):
                await take_back(session.files, written)
                raise _outdated()
            for one in plan.changes:
                if one.document is not None:
                    await self._make(one.document, one.splices, alone=True)
        return plan

    async def reject(self, suggestion: Suggestion, reason: acp.NesRejectReason | None = "rejected") -> bool:
        """The user does not want it. False if it was answered before."""
        return await self._live().verdicts.reject(suggestion, reason)


def _outdated() -> ClientError:
    return ClientError("The text has changed since this was suggested. Ask again.", "outdated")
