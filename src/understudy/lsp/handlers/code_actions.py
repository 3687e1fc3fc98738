"""Handler of `textDocument/codeAction`: the next edit for editors that have no inline edits.

An editor asks by itself while the cursor moves (automatic), and when the user opens the menu. By itself it gets
what is known or being found already, or a new answer if there is neither; the user's request is a manual one.
Diagnostics of the request are tried first.
"""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

from msgspec import UNSET

from understudy.lsp.handlers.inline import accept_command
from understudy.lsp.limits import MAX_TITLE_TEXT_CHARS
from understudy.lsp.messages import CodeAction, CodeActionParams, Command

if TYPE_CHECKING:
    from understudy.lsp.next_edits import Answer, NextEdits
    from understudy.lsp.server import LanguageServer
    from understudy.nes import PlacedSuggestion

__all__ = ["code_action"]

_AUTOMATIC: Final = 2
_KINDS: Final = ("quickfix", "refactor.rewrite")
_RENAME_FAMILY: Final = "rename-"


def code_action(
    server: "LanguageServer", params: CodeActionParams
) -> Awaitable[list[CodeAction | Command]] | list[CodeAction | Command]:
    edits = server.next_edits
    uri, only = params.text_document.uri, params.context.only
    version = edits.version(uri)
    if version is None or (only is not None and not any(_is_wanted(kind, only) for kind in _KINDS)):
        return []
    if params.context.trigger_kind == _AUTOMATIC:
        displayed = edits.displayed()
        if displayed is not None and displayed.placed is not None:
            return _build_actions(server, params, displayed)
        joined = edits.join(uri, version)
        if joined is not None:
            return _answer(server, params, [lambda: joined])
    return _answer(server, params, _ask(edits, params, version))


def _ask(
    edits: "NextEdits", params: CodeActionParams, version: int
) -> "list[Callable[[], Awaitable[Answer]]]":
    """What to await, one after the other. The first question is asked now, on the current documents."""
    from understudy.lsp.next_edits import Question

    is_automatic = params.context.trigger_kind == _AUTOMATIC
    selected = params.range.start != params.range.end
    question = Question(
        uri=params.text_document.uri,
        version=version,
        position=params.range.start,
        selection=params.range if selected and not params.context.diagnostics else None,
        trigger="automatic" if is_automatic else "manual",
    )
    if not params.context.diagnostics:
        asked = edits.ask(question)
        return [lambda: asked]
    diagnosed = Question(
        uri=question.uri,
        version=version,
        position=question.position,
        trigger="diagnostic",
        diagnostics=tuple(params.context.diagnostics),
    )
    first = edits.ask(diagnosed)
    return [lambda: first, lambda: edits.ask(question)]


async def _answer(
    server: "LanguageServer", params: CodeActionParams, asked: "list[Callable[[], Awaitable[Answer]]]"
) -> list[CodeAction | Command]:
    """Await one question after the other until one has a suggestion."""
    for ask in asked:
        answer = await ask()
        if answer.placed is not None:
            return _build_actions(server, params, answer)
    return []


def _build_actions(
    server: "LanguageServer", params: CodeActionParams, answer: "Answer"
) -> list[CodeAction | Command]:
    from understudy.lsp.edit_encoding import to_workspace_edit

    placed, only = answer.placed, params.context.only
    assert placed is not None  # noqa: S101 - the callers have checked it
    kind: Any = "quickfix" if params.context.diagnostics else "refactor.rewrite"
    if only is not None and not _is_wanted(kind, only):
        kind = next(one for one in _KINDS if _is_wanted(one, only))
    edits, client = server.next_edits, server.client
    go = Command(title="Go to the next edit", command="understudy.next")
    reject = Command(title="Reject the next edit", command="understudy.reject", arguments=[answer.id])
    place = _describe_place(placed, params)
    if placed.kind == "jump":
        actions = [(f"Next edit: go to{place}", None, go), (f"Reject the next edit{place}", None, reject)]
        return [_to_action(server, kind, *one) for one in actions]
    others = edits.service.place_others(edits.session_id, answer.id)
    apply = Command(
        title="Accept the next edit", command="understudy.accept", arguments=[answer.id, {"apply": True}]
    )
    workspace_edit = to_workspace_edit([placed], client.encoding, versioned=client.versioned_edits)
    found: list[tuple[str, dict[str, Any] | None, Command]] = [
        (
            f"Next edit: {_describe_change(placed)}{place}",
            workspace_edit if client.code_action_literals else None,
            accept_command(answer.id) if client.code_action_literals else apply,
        )
    ]
    if others:
        everywhere = Command(
            title="Accept the next edit everywhere",
            command="understudy.accept",
            arguments=[answer.id, {"apply": True, "everywhere": True}],
        )
        found.append((_describe_everywhere(placed, others), None, everywhere))
    if place:
        found.append((f"Go to the next edit{place}", None, go))
    found.append(("Reject the next edit", None, reject))
    return [_to_action(server, kind, *one) for one in found]


def _to_action(
    server: "LanguageServer", kind: Any, title: str, edit: dict[str, Any] | None, command: Command
) -> CodeAction | Command:
    if not server.client.code_action_literals:
        return Command(title=title, command=command.command, arguments=command.arguments)
    return CodeAction(title=title, kind=kind, edit=UNSET if edit is None else edit, command=command)


def _is_wanted(kind: str, only: list[str]) -> bool:
    return any(kind == one or kind.startswith(f"{one}.") or not one for one in only)


def _describe_place(placed: "PlacedSuggestion", params: CodeActionParams) -> str:
    """The place, if it is not at the cursor."""
    line = placed.edits[0].span.start.line if placed.edits else placed.position.line if placed.position else 0
    if placed.uri != params.text_document.uri:
        return f" in {placed.uri.rsplit('/', 1)[-1]}, line {line + 1}"
    return "" if line == params.range.start.line else f" in line {line + 1}"


def _describe_change(placed: "PlacedSuggestion") -> str:
    from understudy.lsp.drawn_edits import to_drawn_edits

    (start, end), text = to_drawn_edits(placed.edits, placed.lines)[0]
    lines = placed.lines[start.line : end.line + 1]
    old = lines[0][start.column : end.column] if start.line == end.line else " ".join(lines)
    old, new = _shorten(old), _shorten(text)
    if not old:
        return f"add {new}" if new else "add a line"
    return f"{old} → {new}" if new else f"delete {old}"


def _describe_everywhere(placed: "PlacedSuggestion", others: "list[PlacedSuggestion]") -> str:
    count, files = len(others) + 1, len({placed.uri, *(one.uri for one in others)})
    where = f"{count} places" if files == 1 else f"{count} places of {files} files"
    if placed.family.startswith(_RENAME_FAMILY):
        return f"Rename everywhere: {_describe_change(placed)} ({where})"
    return f"Replace in {where}: {_describe_change(placed)}"


def _shorten(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= MAX_TITLE_TEXT_CHARS else f"{line[: MAX_TITLE_TEXT_CHARS - 1]}…"
