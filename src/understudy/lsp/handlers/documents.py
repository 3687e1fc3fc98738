"""Handlers of textDocument/did*: changes of the editor's documents, passed to the next-edit service in order."""

from typing import TYPE_CHECKING, Any, Final, cast

from understudy.lsp.limits import MAX_UNDECODABLE_EXAMINED_BYTES
from understudy.lsp.messages import (
    DidChangeParams,
    DidFocusParams,
    DidOpenParams,
    DocumentParams,
    Position,
    Range,
)

if TYPE_CHECKING:
    from understudy.lsp.server import LanguageServer
    from understudy.schema import acp

__all__ = ["did_change", "did_close", "did_focus", "did_open", "did_save", "report_undecodable"]

TEXT_CHANGING_METHODS: Final = ("textDocument/didOpen", "textDocument/didChange")
"""If one of these is lost, the text of the document is no longer known."""


def did_open(server: "LanguageServer", params: DidOpenParams) -> None:
    from understudy.schema import acp

    opened, edits = params.text_document, server.next_edits
    edits.service.did_open(
        acp.DidOpenDocumentNotification(
            session_id=edits.session_id,
            uri=opened.uri,
            language_id=opened.language_id,
            version=opened.version,
            text=opened.text,
        )
    )


def did_change(server: "LanguageServer", params: DidChangeParams) -> None:
    from understudy.schema import acp

    changed, edits = params.text_document, server.next_edits
    if edits.version(changed.uri) is None:
        server.log_message(f"textDocument/didChange for {changed.uri[:200]}, which is not open, is ignored.")
        return
    edits.service.did_change(
        acp.DidChangeDocumentNotification(
            session_id=edits.session_id,
            uri=changed.uri,
            version=changed.version,
            content_changes=[
                acp.TextDocumentContentChangeEvent(range=_to_acp_range(one.range), text=one.text)
                for one in params.content_changes
            ],
        )
    )
    last = params.content_changes[-1] if params.content_changes else None
    if last is not None and last.range is not None:
        edits.likely_cursor = (changed.uri, _end_of_insertion(last.range.start, last.text, edits.encoding))


def did_save(server: "LanguageServer", params: DocumentParams) -> None:
    from understudy.schema import acp

    edits = server.next_edits
    edits.service.did_save(
        acp.DidSaveDocumentNotification(session_id=edits.session_id, uri=params.text_document.uri)
    )


def did_close(server: "LanguageServer", params: DocumentParams) -> None:
    from understudy.schema import acp

    edits = server.next_edits
    edits.service.did_close(
        acp.DidCloseDocumentNotification(session_id=edits.session_id, uri=params.text_document.uri)
    )


def did_focus(server: "LanguageServer", params: DidFocusParams) -> None:
    uri = params.uri if params.text_document is None else params.text_document.uri
    if uri is not None:
        server.next_edits.service.focus_document(server.next_edits.session_id, uri)


def report_undecodable(server: "LanguageServer", method: str | None, data: bytes) -> None:
    """A message could not be decoded. If it changed a document, the text of that document is no longer known."""
    if not server.has_next_edits or (method is not None and method not in TEXT_CHANGING_METHODS):
        return
    message = _parse_leniently(data)
    if method is None and message is not None:
        if message.get("method") not in (*TEXT_CHANGING_METHODS, None):
            return
        message = _object(message.get("params"))
    uri = _object((message or {}).get("textDocument")).get("uri")
    server.next_edits.service.mark_message_lost(uri if isinstance(uri, str) else None)


def _to_acp_range(lsp_range: Range | None) -> "acp.Range | None":
    from understudy.schema import acp

    if lsp_range is None:
        return None
    start, end = lsp_range.start, lsp_range.end
    return acp.Range(
        start=acp.Position(line=start.line, character=start.character),
        end=acp.Position(line=end.line, character=end.character),
    )


def _end_of_insertion(start: Position, text: str, encoding: "acp.PositionEncodingKind") -> Position:
    from understudy.nes.text import to_character

    _, line_break, last = text.rpartition("\n")
    inserted = to_character(last, len(last), encoding)
    return Position(start.line + text.count("\n"), inserted if line_break else start.character + inserted)


def _parse_leniently(data: bytes) -> dict[str, Any] | None:
    """Decode with the standard library, which accepts a lone surrogate; None if that fails."""
    import json  # needed for such a message only

    if len(data) > MAX_UNDECODABLE_EXAMINED_BYTES:
        return None
    try:
        return _object(json.loads(data))
    except (ValueError, RecursionError):
        return None


def _object(value: object) -> dict[str, Any]:
    return cast(dict[str, Any], value) if isinstance(value, dict) else {}
