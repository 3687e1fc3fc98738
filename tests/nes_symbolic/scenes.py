"""A simulated editor session: a text, edits made one after the other, and requests for suggestions.

`Scene` runs the real service with the real engine. Only the clock is its own, so that edits are separated by
pauses as a user's are, and the engine has no deadline. A request that is held counts as one without a suggestion.
`situation` and `proposals` call the engine without a service.
"""

import asyncio
from collections.abc import Coroutine, Iterable, Sequence
from difflib import ndiff
from pathlib import Path, PurePosixPath
from textwrap import dedent
from typing import Any, TypeVar

import msgspec

from understudy.nes.engine_api import Candidate, EngineResult, Situation, SuggestionKind
from understudy.nes.reasons import Explanation
from understudy.nes.service import NesService
from understudy.nes.setup import NesClientCapabilities, NesSetup
from understudy.nes.symbolic.engine import SymbolicEngine
from understudy.nes.text import EditOrigin
from understudy.nes.text.documents import minimal_splice
from understudy.nes.text.history import History
from understudy.nes.text.line_changes import apply_replacements, can_apply
from understudy.nes.text.text_types import Point, TextSnapshot
from understudy.schema.acp import (
    AcceptNesNotification,
    CloseNesRequest,
    DidChangeDocumentNotification,
    DidOpenDocumentNotification,
    DidSaveDocumentNotification,
    NesEditSuggestion,
    NesJumpSuggestion,
    NesSuggestion,
    Position,
    Range,
    RejectNesNotification,
    StartNesRequest,
    SuggestNesRequest,
    SuggestNesResponse,
    TextDocumentContentChangeEvent,
    WorkspaceFolder,
)

LANGUAGES = {
    ".sh": "shellscript",
    ".py": "python",
    ".ts": "typescript",
    ".tsx": "typescriptreact",
    ".rb": "ruby",
    ".rs": "rust",
    ".go": "go",
    ".c": "c",
    ".cpp": "cpp",
    ".md": "markdown",
    ".yaml": "yaml",
    ".toml": "toml",
    ".html": "html",
    ".css": "css",
    ".java": "java",
    ".sql": "sql",
}
PAUSE_S = 5.0
"""Between two edits."""
MAX_ACCEPTED = 30
T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    async def limited() -> T:
        async with asyncio.timeout(240):
            return await work

    return asyncio.run(limited())


class EngineWithoutDeadline:
    """The symbolic engine without its deadline: a busy machine must not change its results."""

    def __init__(self) -> None:
        self.engine = SymbolicEngine()
        self.asked: Situation | None = None
        self.result = EngineResult()

    def propose(self, situation: Situation) -> EngineResult:
        self.asked = situation
        self.result = self.engine.propose(msgspec.structs.replace(situation, deadline=float("inf")))
        return self.result


class SceneClock:
    """The clock of a scene. It stands still while a request is held."""

    def __init__(self) -> None:
        self.time = 0.0
        self.is_slept_on = False

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        del seconds
        self.is_slept_on = True
        await asyncio.Event().wait()


class Scene:
    def __init__(
        self,
        name: str,
        text: str,
        *,
        kinds: Iterable[SuggestionKind] = (),
        root: Path | None = None,
        **more: str,
    ) -> None:
        """`more` are other open documents by name, with `__` for the dot; files of `root` are on the disk only."""
        self.clock = SceneClock()
        self.engine = EngineWithoutDeadline()
        setup = NesSetup(remember=False, open_engine=lambda: self.engine, clock=self.clock)
        self.service = NesService(
            setup, NesClientCapabilities(encoding="utf-32", supported_kinds=frozenset(kinds))
        )
        self.base = "file:///project" if root is None else root.as_uri()
        folders = [WorkspaceFolder(uri=self.base, name="root")] if root is not None else None
        start = StartNesRequest(workspace_folders=folders)
        self.session = self.service.start(start).session_id
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self.cursor = Position(line=0, character=0)
        for other, written in more.items():
            self.open(other.replace("__", "."), written)
        self.uri = self.open(name, text)

    @property
    def now(self) -> float:
        return self.clock.time

    @now.setter
    def now(self, time: float) -> None:
        self.clock.time = time

    # User actions

    def open(self, name: str, text: str) -> str:
        uri = f"{self.base}/{name}"
        self.texts[uri], self.versions[uri] = dedent(text).lstrip("\n"), 1
        self.service.did_open(
            DidOpenDocumentNotification(
                session_id=self.session,
                uri=uri,
                language_id=LANGUAGES[PurePosixPath(name).suffix],
                version=1,
                text=self.texts[uri],
            )
        )
        return uri

    def go(self, name: str) -> None:
        """Switch to another open document."""
        self.uri = f"{self.base}/{name}"
        self.cursor = Position(line=0, character=0)

    def edit(self, old: str, new: str, nth: int = 1) -> None:
        """Replace the nth occurrence of `old` by `new`, after a pause."""
        self.now += PAUSE_S
        at = self._find(old, nth)
        self._change(at, at + len(old), new)

    def add(self, new: str, *, after: str, nth: int = 1) -> None:
        """Insert lines after the nth line that equals `after`, at any indentation."""
        self.now += PAUSE_S
        at = self._line_end(after, nth)
        self._change(at, at, "\n" + new)

    def delete(self, line: str, nth: int = 1) -> None:
        """Delete the nth line that equals `line`, at any indentation."""
        self.now += PAUSE_S
        end = self._line_end(line, nth)
        start = self.text.rfind("\n", 0, end) + 1
        self._change(start, min(end + 1, len(self.text)), "")

    def type(self, keys: str) -> None:
        """Letter by letter at the cursor, without a pause."""
        for key in keys:
            self.now += 0.1
            at = self._offset(self.cursor)
            self._change(at, at, key)

    def backspace(self, count: int) -> None:
        """Delete characters before the cursor one by one, without a pause."""
        for _ in range(count):
            self.now += 0.1
            at = self._offset(self.cursor)
            self._change(at - 1, at, "")

    def save(self) -> None:
        self.service.did_save(DidSaveDocumentNotification(session_id=self.session, uri=self.uri))

    def move(self, text: str, nth: int = 1) -> None:
        """Move the cursor to the end of the nth occurrence of a text."""
        self.cursor = self._position(self._find(text, nth) + len(text))

    # Suggestions

    def ask(self, *, manual: bool = False, selected: str | None = None) -> NesSuggestion | None:
        selection = None
        if selected is not None:
            at = self._find(selected)
            selection = Range(start=self._position(at), end=self._position(at + len(selected)))
            self.cursor = selection.end
        request = SuggestNesRequest(
            session_id=self.session,
            uri=self.uri,
            version=self.versions[self.uri],
            position=self.cursor,
            trigger_kind="manual" if manual else "automatic",
            selection=selection,
        )
        response = run(self._answered(request))
        if response is None:
            return None
        assert len(response.suggestions) <= 1
        return response.suggestions[0] if response.suggestions else None

    async def _answered(self, request: SuggestNesRequest) -> SuggestNesResponse | None:
        """The response; None if the request is held until the user pauses."""
        self.clock.is_slept_on = False
        answer = asyncio.create_task(self.service.suggest(request))
        while not answer.done() and not self.clock.is_slept_on:
            await asyncio.sleep(0)
        if self.clock.is_slept_on:
            answer.cancel()
            return None
        return answer.result()

    def asked(self) -> Situation:
        """The situation that the engine gets now."""
        self.ask()
        assert self.engine.asked is not None
        return self.engine.asked

    def shown(self, *, manual: bool = False, selected: str | None = None) -> list[str]:
        """The lines that the suggestion removes (`- `) and adds (`+ `), without indentation; [] for none."""
        suggestion = self.ask(manual=manual, selected=selected)
        return self.described(suggestion) if suggestion is not None else []

    def described(self, suggestion: NesSuggestion) -> list[str]:
        assert isinstance(suggestion, NesEditSuggestion), suggestion
        uri = suggestion.uri
        before = self.texts.get(uri) or _lines(self.library_page(uri))
        return compared(before, self._after(suggestion, before))

    def expect(self, *changed: str, manual: bool = False, selected: str | None = None) -> None:
        """Request a suggestion, which changes exactly these lines."""
        shown = self.shown(manual=manual, selected=selected)
        assert shown == list(changed), self.account()

    def silent(self, *, manual: bool = False) -> None:
        suggestion = self.ask(manual=manual)
        assert suggestion is None, self.account()

    def accept(self, suggestion: NesSuggestion | None = None) -> bool:
        """Accept the suggestion and apply it as an editor does. Return whether there was one."""
        suggestion = suggestion or self.ask()
        if suggestion is None:
            return False
        assert isinstance(suggestion, NesEditSuggestion), suggestion
        self.now += PAUSE_S
        self.service.accept(AcceptNesNotification(session_id=self.session, id=suggestion.id))
        self.uri = suggestion.uri
        for edit in reversed(suggestion.edits):
            self._change(self._offset(edit.range.start), self._offset(edit.range.end), edit.new_text)
        return True

    def accept_jump(self, jump: NesJumpSuggestion) -> None:
        """Accept a jump and move the cursor."""
        self.service.accept(AcceptNesNotification(session_id=self.session, id=jump.id))
        self.uri, self.cursor = jump.uri, jump.position

    def accept_all(self) -> str:
        """The text after accepting all suggestions, one after the other."""
        for _ in range(MAX_ACCEPTED):
            if not self.accept():
                return self.text
        raise AssertionError(f"The suggestions do not end. {self.account()}")

    def becomes(self, text: str) -> None:
        """After accepting all suggestions, the text is this."""
        assert self.accept_all() == dedent(text).lstrip("\n"), self.account()

    def reject(self, reason: Any = "rejected") -> NesSuggestion:
        suggestion = self.ask()
        assert suggestion is not None, self.account()
        self.service.reject(RejectNesNotification(session_id=self.session, id=suggestion.id, reason=reason))
        return suggestion

    # State

    @property
    def text(self) -> str:
        return self.texts[self.uri]

    @property
    def why(self) -> Explanation:
        explanation = self.service.explanation(self.session)
        assert explanation is not None
        return explanation

    def candidates(self) -> list[tuple[str, list[str], float]]:
        """The last candidates of the engine, displayed or not: kind and family, changed lines, probability."""
        made: list[tuple[str, list[str], float]] = []
        for one in self.engine.result.candidates:
            page = self.library_page(one.uri)
            lines = page.lines if page is not None else []
            changed = (
                compared("\n".join(lines), "\n".join(apply_replacements(one.edits, lines)))
                if one.edits
                else []
            )
            made.append((f"{one.kind} {one.family}", changed, round(one.probability, 3)))
        return made

    def offers(self, *changed: str) -> bool:
        """Whether the engine thought of this when it was asked last, however likely it found it."""
        return any(lines == list(changed) for _, lines, _ in self.candidates())

    def account(self) -> str:
        rows = [f"{chance:.3f} {what}: {lines}" for what, lines, chance in self.candidates()]
        edits = [
            f"{edit.origin.value} {edit.line}: {edit.old} → {edit.new}"
            for edit in self.service.find_session(self.session).history.edits
        ]
        fates = [f"{one.fate} {one.family} {one.chance}" for one in self.why.considered[:6]]
        return "\n".join([f"{self.why.word}: {self.why.sentence}", *fates, *edits, *rows])

    def library_page(self, uri: str) -> TextSnapshot | None:
        if uri in self.texts:
            return TextSnapshot(uri, "", self.texts[uri].split("\n"))
        return self.service.find_session(self.session).workspace_texts.snapshot(uri)

    def undone(self) -> bool:
        return self.service.find_session(self.session).history.edits[-1].origin is EditOrigin.UNDONE

    def close(self) -> None:
        self.service.close(CloseNesRequest(session_id=self.session))

    # ---

    def _find(self, text: str, nth: int = 1) -> int:
        at = -1
        for _ in range(nth):
            at = self.text.index(text, at + 1)
        return at

    def _line_end(self, wanted: str, nth: int) -> int:
        at = 0
        for line in self.text.split("\n"):
            at += len(line)
            if line.strip() == wanted.strip():
                nth -= 1
                if not nth:
                    return at
            at += 1
        raise ValueError(f"There is no line {wanted!r}.")

    def _change(self, start: int, end: int, text: str) -> None:
        before, uri = self.text, self.uri
        range_ = Range(start=self._position(start), end=self._position(end))
        self.texts[uri] = before[:start] + text + before[end:]
        self.versions[uri] += 1
        self.cursor = self._position(start + len(text))
        self.service.did_change(
            DidChangeDocumentNotification(
                session_id=self.session,
                uri=uri,
                version=self.versions[uri],
                content_changes=[TextDocumentContentChangeEvent(range=range_, text=text)],
            )
        )

    def _position(self, offset: int) -> Position:
        head = self.text[:offset]
        return Position(line=head.count("\n"), character=len(head) - (head.rfind("\n") + 1))

    def _offset(self, place: Position, text: str | None = None) -> int:
        lines = (self.text if text is None else text).split("\n")
        return sum(len(line) + 1 for line in lines[: place.line]) + place.character

    def _after(self, suggestion: NesEditSuggestion, before: str) -> str:
        after = before
        for edit in reversed(suggestion.edits):
            start, end = self._offset(edit.range.start, before), self._offset(edit.range.end, before)
            after = after[:start] + edit.new_text + after[end:]
        return after


def compared(before: str, after: str) -> list[str]:
    """The lines that went and came, without their depth. What changed place for place goes pairwise."""
    marked = (line for line in ndiff(before.split("\n"), after.split("\n"), charjunk=None))
    return [f"{line[0]} {line[2:].strip()}" for line in marked if line[0] in "+-"]


class EmptyWorkspace:
    """Workspace texts without any text."""

    def snapshot(self, uri: str) -> TextSnapshot | None:
        return None

    def find_containing(self, literals: Sequence[str], near: str, max_texts: int) -> list[TextSnapshot]:
        return []


def situation(
    name: str, text: str, *edits: tuple[str, str], kinds: Iterable[SuggestionKind] = ()
) -> Situation:
    """The situation after these replacements, each of the first occurrence of the old text."""
    uri = f"file:///project/{name}"
    now = 0.0
    history = History(clock=lambda: now)
    lines = dedent(text).lstrip("\n").split("\n")
    line = 0
    for old, new in edits:
        now += PAUSE_S
        after = "\n".join(lines).replace(old, new, 1).split("\n")
        splice = minimal_splice(0, tuple(lines), tuple(after))
        line, end = splice.line, splice.line + len(splice.old)
        below = lines[end] if end < len(lines) else None
        history.record_splice(uri, splice, lines[line - 1] if line else None, below)
        lines = after
    page = TextSnapshot(uri, LANGUAGES[PurePosixPath(name).suffix], lines, len(edits) + 1)
    line = min(line, len(lines) - 1)
    return Situation(
        snapshot=page,
        cursor=Point(line, len(lines[line])),
        edits=history.edits,
        workspace_texts=EmptyWorkspace(),
        supported_kinds=frozenset[SuggestionKind]([*kinds, "edit"]),
    )


def proposals(asked: Situation) -> list[Candidate]:
    """The candidates of the engine, the best first; every edit in them applies to its text."""
    result = SymbolicEngine().propose(asked)
    assert result.candidates or result.reason
    for candidate in result.candidates:
        assert 0 <= candidate.probability < 1
        assert candidate.family
        assert candidate.why
        assert candidate.kind in asked.supported_kinds
        assert can_apply(candidate.edits, asked.snapshot.lines)
    return list(result.candidates)


def changes(asked: Situation) -> list[list[str]]:
    """The lines that each candidate removes and adds."""
    lines = asked.snapshot.lines
    edits = [candidate.edits for candidate in proposals(asked) if candidate.edits]
    return [compared("\n".join(lines), "\n".join(apply_replacements(one, lines))) for one in edits]


def _lines(page: TextSnapshot | None) -> str:
    assert page is not None
    return "\n".join(page.lines)
