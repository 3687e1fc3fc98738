"""Handlers of `textDocument/inlineCompletion` and `textDocument/copilotInlineEdit`.

Both have the same suggestion. The first has it only if it changes the cursor's line, the second anywhere in the
document; in another document only for an editor whose settings say `otherDocuments`, because some plugins draw it
in the wrong one.
"""

import logging
from collections.abc import Awaitable
from typing import TYPE_CHECKING, Final

from msgspec import UNSET

from understudy.lsp.errors import request_failed
from understudy.lsp.messages import (
    Command,
    DidShowInlineEditParams,
    EditedDocument,
    InlineCompletionItem,
    InlineCompletionList,
    InlineCompletionParams,
    InlineEdit,
    InlineEditList,
    InlineEditParams,
    Range,
)

if TYPE_CHECKING:
    from understudy.lsp.next_edits import PendingAnswer
    from understudy.lsp.server import LanguageServer
    from understudy.nes import PlacedSuggestion

__all__ = ["accept_command", "did_show_inline_edit", "inline_completion", "inline_edit"]

logger = logging.getLogger("understudy.lsp")

_INVOKED: Final = 1


def inline_completion(
    server: "LanguageServer", params: InlineCompletionParams
) -> Awaitable[InlineCompletionList]:
    return _complete(server, params, _ask(server, params))


async def _complete(
    server: "LanguageServer", params: InlineCompletionParams, asked: "PendingAnswer"
) -> InlineCompletionList:
    from understudy.lsp.drawn_edits import is_drawn_after, to_inline_completion
    from understudy.lsp.edit_encoding import to_text_edit
    from understudy.nes.text import clamp_to_column

    answer = await asked
    placed = answer.placed
    line = params.position.line
    if placed is None or placed.kind != "edit" or placed.uri != params.text_document.uri:
        return InlineCompletionList()
    cursor = clamp_to_column(placed.lines[line], params.position.character, server.client.encoding)
    drawn = to_inline_completion(placed.edits, placed.lines, line)
    if drawn is None or not (_is_invoked(params) or is_drawn_after(drawn, placed.lines[line], cursor)):
        return InlineCompletionList()
    edit = to_text_edit(drawn, placed, server.client.encoding)
    replaced = placed.lines[line][drawn.span.start.column : drawn.span.end.column]
    item = InlineCompletionItem(
        insert_text=edit.new_text,
        # Editors filter by what is typed already, which the new text need not begin with.
        filter_text=UNSET if edit.new_text.startswith(replaced) else replaced,
        range=edit.range,
        command=accept_command(answer.id),
    )
    return InlineCompletionList(items=[item])


def inline_edit(server: "LanguageServer", params: InlineEditParams) -> Awaitable[InlineEditList]:
    return _suggest(server, _ask(server, params), params.text_document.uri)


async def _suggest(server: "LanguageServer", asked: "PendingAnswer", uri: str) -> InlineEditList:
    from understudy.lsp.drawn_edits import to_drawn_edits
    from understudy.lsp.edit_encoding import to_lsp_position, to_text_edit

    answer = await asked
    placed = answer.placed
    if placed is None:
        return InlineEditList(reason=answer.reason, sentence=answer.sentence)
    if placed.uri != uri and not server.draws_other_documents:
        return InlineEditList(reason="other-document", sentence=f"The next edit is in {placed.uri}.")
    encoding = server.client.encoding
    if placed.kind == "jump" and placed.position is not None:
        place = to_lsp_position(placed.position, placed.lines, encoding)
        jump = _to_inline_edit(answer.id, placed, Range(place, place), "")
        return InlineEditList(jump=jump, reason="jump", sentence=placed.why)
    drawn = [to_text_edit(one, placed, encoding) for one in to_drawn_edits(placed.edits, placed.lines)]
    return InlineEditList(
        edits=[_to_inline_edit(answer.id, placed, one.range, one.new_text) for one in drawn],
        sentence=placed.why,
    )


def did_show_inline_edit(server: "LanguageServer", params: DidShowInlineEditParams) -> None:
    del server
    command = None if params.item is None else params.item.command
    logger.debug("shown: %.100r", None if command is None else command.arguments)


def accept_command(suggestion_id: str) -> Command:
    """The command that an editor runs when it has applied the suggestion."""
    return Command(title="Accept the next edit", command="understudy.accept", arguments=[suggestion_id])


def _ask(server: "LanguageServer", params: InlineCompletionParams) -> "PendingAnswer":
    """Ask now, on the current documents. Raises an error if the document is not open."""
    from understudy.lsp.next_edits import Question

    document = params.text_document
    edits = server.next_edits
    version = edits.version(document.uri)
    if version is None:
        raise request_failed(
            "unknown_document",
            f"The document {document.uri[:200]} is not open. Send textDocument/didOpen before.",
        )
    return edits.ask(
        Question(
            uri=document.uri,
            version=version if document.version is None else document.version,
            position=params.position,
            trigger="manual" if _is_invoked(params) else "automatic",
        )
    )


def _is_invoked(params: InlineCompletionParams) -> bool:
    return params.context is not None and params.context.trigger_kind == _INVOKED


def _to_inline_edit(
    suggestion_id: str, placed: "PlacedSuggestion", lsp_range: Range, text: str
) -> InlineEdit:
    return InlineEdit(
        text=text,
        range=lsp_range,
        text_document=EditedDocument(uri=placed.uri, version=placed.version),
        command=accept_command(suggestion_id),
    )
