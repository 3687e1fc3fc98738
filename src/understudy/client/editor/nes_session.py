"""What an editor has once its NES session is open: the session's id, and all that speaks for it."""

from collections.abc import Mapping, Sequence

from understudy.client.editor.document import Document
from understudy.client.editor.document_events import DocumentNotifier
from understudy.client.editor.edit_plan import Planner, SuggestionHandler
from understudy.client.editor.files import Files, RootFiles
from understudy.client.editor.outcomes import SuggestionOutcomes
from understudy.client.editor.rpc_port import RpcPort
from understudy.schema import acp

__all__ = ["NesSession"]


class NesSession:
    def __init__(
        self,
        port: RpcPort,
        session_id: str,
        capabilities: acp.NesCapabilities,
        roots: Sequence[str],
        files: Files | None,
        documents: Mapping[str, Document],
        handlers: Mapping[str, SuggestionHandler],
    ) -> None:
        self.id = session_id
        self.roots = roots
        self.requested_context = capabilities.context
        self.files = files or RootFiles(roots)
        self.notifier = DocumentNotifier(
            port, session_id, capabilities.events.document if capabilities.events else None
        )
        self.outcomes = SuggestionOutcomes(port, session_id)
        self.planner = Planner(documents, roots, self.files, port.encoding, handlers)
        self.closed = False
