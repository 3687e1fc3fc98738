"""What an editor has once its NES session is open: the session's id, and all that speaks for it."""

from collections.abc import Mapping, Sequence

from understudy.client.editor.document import Document
from understudy.client.editor.events import Events
from understudy.client.editor.files import Files, RootFiles
from understudy.client.editor.planning import Handler, Planner
from understudy.client.editor.verdicts import Verdicts
from understudy.client.line import Line
from understudy.schema import acp

__all__ = ["Session"]


class Session:
    def __init__(
        self,
        line: Line,
        name: str,
        offered: acp.NesCapabilities,
        roots: Sequence[str],
        files: Files | None,
        documents: Mapping[str, Document],
        handlers: Mapping[str, Handler],
    ) -> None:
        self.id = name
        self.roots = roots
        self.context = offered.context
        self.files = files or RootFiles(roots)
        self.events = Events(line, name, offered.events.document if offered.events else None)
        self.verdicts = Verdicts(line, name)
        self.planner = Planner(documents, roots, self.files, line.encoding, handlers)
        self.closed = False
