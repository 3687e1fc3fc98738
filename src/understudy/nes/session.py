"""One next-edit session: the documents it follows, what the user did, took and refused. Knows no messages.

What is answered when the session is asked is in `suggesting`. A session shares nothing with another one but
the memory of the service.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from understudy.nes.documents import Change, Document, Step
from understudy.nes.history import History
from understudy.nes.index_uris import language_of
from understudy.nes.memory import Memory
from understudy.nes.options import Settings
from understudy.nes.port import Edit, Engine, Origin, Verdict
from understudy.nes.reasons import Explanation
from understudy.nes.refusals import FORGIVEN, WEIGHTS, Refusals, Stamp, Trust, Verb
from understudy.nes.setup import Encoding, ModelEngine, Shelves
from understudy.nes.showing import Showing, Shown
from understudy.nes.telling import Told
from understudy.nes.values import Page

__all__ = ["NesSession"]

logger = logging.getLogger("understudy.nes")

MOST_DOCUMENTS: Final = 500
MOST_TOLD: Final = 50
MOST_TOLD_CHARACTERS: Final = 24 << 20
"""Of all texts that came with requests; more than one request may bring."""
MOST_STEPS: Final = 200
"""Of one change. Who changes more places at once, as by "replace all", gives no examples by that."""

_Open = Callable[[Mapping[str, Document], Mapping[str, Page]], Shelves]


class NesSession:
    def __init__(
        self,
        session_id: str,
        settings: Settings,
        encoding: Encoding,
        memory: Memory,
        engine: Engine,
        library: _Open,
    ) -> None:
        self.id = session_id
        self.settings = settings
        self.encoding: Encoding = encoding
        self.memory = memory
        self.engine = engine
        self.model: ModelEngine | None = None
        """Opened when it is first needed."""
        self.documents: dict[str, Document] = {}
        """What the client opened, the one that was touched last at the end."""
        self.recent: dict[str, Page] = {}
        """Texts that are only known from a request's context."""
        self.history = History()
        self.told = Told()
        self.showing = Showing()
        self.refusals = Refusals()
        self.trust = Trust()
        self.visible: dict[str, tuple[int, int]] = {}
        self.failures: set[str] = set()
        """Kinds of failures that were logged."""
        self.last_explanation: Explanation | None = None
        self.asked = 0
        """Rises with every request."""
        self.work: asyncio.Future[Verdict] | None = None
        """A model that is being asked."""
        self.closed = False
        self.size = 0
        """Characters of the open documents, or a little more."""
        self._sizes: dict[str, int] = {}
        self._followed: set[str] = set()
        self._told_documents: dict[str, tuple[str, Document]] = {}
        self.library = library(self.documents, self.recent)

    @property
    def stamp(self) -> Stamp:
        edits = self.history.edits
        return (edits[-1].serial, edits[-1].revision) if edits else (0, 0)

    def explain(self) -> Explanation | None:
        """The account of the last answer."""
        return self.last_explanation

    def followed(self, uri: str) -> bool:
        """Whether the session has seen that text change."""
        return uri in self._followed

    def lines(self, uri: str) -> Sequence[str] | None:
        """The lines of a text that is in memory, if it can be relied on."""
        document = self.documents.get(uri)
        if document is not None:
            return document.lines if document.trusted else None
        told = self._told_documents.get(uri)
        return told[1].lines if told is not None else None

    def document(self, uri: str) -> Document | None:
        """The text of an open document, or of one that came with a request."""
        told = self._told_documents.get(uri)
        return self.documents.get(uri) or (told[1] if told is not None else None)

    # What the editor tells

    def opened(self, document: Document) -> None:
        uri = document.uri
        before = self.lines(uri)
        self._told_documents.pop(uri, None)
        self.recent.pop(uri, None)
        if before is not None and (list(before) != document.lines or not document.trusted):
            self._lose(uri)
        self._followed.discard(uri)
        self._keep(document)
        self._weigh(uri)
        self.library.refresh(uri)

    def changed(self, uri: str, version: int, changes: Sequence[Change]) -> None:
        document = self.documents.get(uri)
        if document is None:
            self.opened(_unopened(uri, version, changes))
            return
        self._keep(document)
        self._followed.add(uri)
        self._follow(uri, document.follow(version, changes, self.encoding))
        if not document.trusted:
            self._lose(uri)
        if any(change.range is None for change in changes):
            self._weigh(uri)
        else:
            self._grow(uri, sum(len(change.text) for change in changes))

    def doubt(self, uri: str) -> None:
        """What was told of that document is not known: it may be another text by now, until a full one comes."""
        document = self.documents.get(uri)
        if document is not None and document.trusted:
            document.trusted, document.trouble = False, "message-lost"
            self._lose(uri)

    def shut(self, uri: str) -> None:
        if self.documents.pop(uri, None) is None:
            return
        self._lose(uri)
        self._followed.discard(uri)
        self.visible.pop(uri, None)
        self.size -= self._sizes.pop(uri, 0)

    def saved(self, uri: str) -> None:
        self.history.saved(uri)
        self.library.refresh(uri)

    def focused(self, uri: str, visible: tuple[int, int]) -> None:
        document = self.documents.pop(uri, None)
        if document is not None:
            self.documents[uri] = document
            self.visible[uri] = visible
        self.library.refresh(uri)

    def drop_oldest(self) -> str | None:
        """Forget the document that was not touched for longest: its URI."""
        uri = next(iter(self.documents), None)
        if uri is not None:
            self.shut(uri)
        return uri

    def tell(self, uri: str, language: str, text: str, *, recent: bool, learn: bool) -> Document:
        """A text that came with a request or from the disk. What changed in it since is an edit too (`learn`)."""
        known = self._told_documents.pop(uri, None)
        if known is None:
            document = Document(uri, language, 1, text)
            steps: list[Step] = []
        else:
            same, document = known[0] == text, known[1]
            steps = [] if same else document.follow(document.version + 1, [Change(None, text)], self.encoding)
        self._told_documents[uri] = (text, document)
        if recent and document.trusted:
            self.recent[uri] = document.page()
        self._follow(uri, steps, learn=learn)
        while self._is_told_too_much():
            oldest = next(iter(self._told_documents))
            del self._told_documents[oldest]
            self.recent.pop(oldest, None)
            self._lose(oldest)
        return document

    def knows(self, uri: str, text: str) -> bool:
        """Whether exactly that text was told before, or is followed anyway."""
        told = self._told_documents.get(uri)
        return uri in self.documents or (told is not None and told[0] == text)

    def untell(self, uris: set[str]) -> None:
        """Those texts were not told again, so they may have changed since."""
        for uri in uris:
            self.recent.pop(uri, None)

    # What the user thinks of it

    def accepted(self, suggestion_id: str) -> None:
        shown = self.showing.settle(suggestion_id)
        if shown is None:
            return
        candidate = shown.candidate
        self.trust.taken(candidate)
        self._remember(shown, taken=1.0)
        if not shown.valid:
            return
        for line, old, new in shown.changes():
            if old != new:
                self.history.expect(candidate.uri, old, new, line, follows=candidate.follows)
        self.showing.took(shown)

    def rejected(self, suggestion_id: str, verb: Verb) -> None:
        shown = self.showing.settle(suggestion_id)
        if shown is None or verb in FORGIVEN:
            return
        self.trust.refused(shown.candidate, verb)
        self._remember(shown, refused=WEIGHTS[verb])
        if shown.valid:
            candidate = shown.current()
            self.refusals.add(candidate, verb, self.text_of(candidate.uri), self.stamp)

    def text_of(self, uri: str) -> Sequence[str] | None:
        """Like `lines`, but looks into the workspace too."""
        if (lines := self.lines(uri)) is not None or uri in self.documents:
            return lines
        page = self.library.page(uri)
        return None if page is None else page.lines

    # ---

    def _is_told_too_much(self) -> bool:
        texts = [text for text, _ in self._told_documents.values()]
        return len(texts) > MOST_TOLD or (len(texts) > 1 and sum(map(len, texts)) > MOST_TOLD_CHARACTERS)

    def _keep(self, document: Document) -> None:
        self.documents.pop(document.uri, None)
        self.documents[document.uri] = document
        if len(self.documents) > MOST_DOCUMENTS:
            self.drop_oldest()

    def _follow(self, uri: str, steps: Sequence[Step], *, learn: bool = True) -> None:
        if len(steps) > MOST_STEPS:
            self._lose(uri)
            for step in steps:
                self.refusals.moved(uri, step.splice)
            return
        for step in steps:
            if step.blind:
                self._lose(uri)
                continue
            if learn:
                self.history.note(
                    uri, step.splice, step.above, step.below, whole=step.whole, keyed=step.keyed
                )
            self.refusals.moved(uri, step.splice)
            self.showing.moved(uri, step.splice, self.stamp)
        newest = self.history.edits[-1:] if steps else ()
        if newest and newest[0].origin is Origin.UNDONE:
            self._undone(newest[0])

    def _undone(self, edit: Edit) -> None:
        """An undo of what was taken is the plainest refusal there is."""
        shown = self.showing.undone(edit)
        if shown is not None:
            self.refusals.undone(shown.candidate, edit.line, edit.old)
            self.trust.refused(shown.candidate, "rejected")
            self._remember(shown, refused=WEIGHTS["rejected"])

    def _remember(self, shown: Shown, *, taken: float = 0.0, refused: float = 0.0) -> None:
        if self.settings.remember:
            self.memory.count(shown.candidate.family, taken, refused)

    def _lose(self, uri: str) -> None:
        """Where things were in that text means nothing any more."""
        self.history.closed(uri)
        self.showing.lost(uri)

    def _weigh(self, uri: str) -> None:
        document = self.documents.get(uri)
        if document is not None:
            self._grow(uri, sum(map(len, document.lines)) - self._sizes.get(uri, 0))

    def _grow(self, uri: str, characters: int) -> None:
        """What is deleted is not taken off: a typist does not fill the memory in a lifetime."""
        self._sizes[uri] = self._sizes.get(uri, 0) + characters
        self.size += characters


def _unopened(uri: str, version: int, changes: Sequence[Change]) -> Document:
    """A change came for a document that nobody opened: it is known if the change is its full text."""
    language = language_of(uri)
    if len(changes) == 1 and changes[0].range is None:
        return Document(uri, language, version, changes[0].text)
    document = Document(uri, language, version, "")
    document.trusted, document.trouble = False, "not-open"
    return document
