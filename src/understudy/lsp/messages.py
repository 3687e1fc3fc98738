"""The LSP messages that the server takes and sends, as far as it reads and writes them.

Unknown fields are ignored. Params have only what is used, so that a client that gets another part wrong is served
all the same. `copilotInlineEdit`, `didFocus` and `didShowInlineEdit` are not part of the standard: their shapes are
what the editors' plugins send.
"""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

__all__ = [
    "Anything",
    "ApplyEditResult",
    "CodeAction",
    "CodeActionParams",
    "Command",
    "Diagnostic",
    "DidChangeConfigurationParams",
    "DidChangeParams",
    "DidChangeWorkspaceFoldersParams",
    "DidFocusParams",
    "DidOpenParams",
    "DidShowInlineEditParams",
    "DocumentParams",
    "EditedDocument",
    "ExecuteCommandParams",
    "InitializeParams",
    "InlineCompletionItem",
    "InlineCompletionList",
    "InlineCompletionParams",
    "InlineEdit",
    "InlineEditList",
    "InlineEditParams",
    "Position",
    "Range",
    "TextDocument",
    "TextEdit",
    "WorkspaceFolder",
]

_UnsignedInt = Annotated[int, Meta(ge=0, le=2**31 - 1)]
_Version = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]


class _Message(Struct, rename="camel", frozen=True, kw_only=True, omit_defaults=True): ...


class Anything(_Message, frozen=True, kw_only=True):
    """Params that are not read."""


class Position(Struct, frozen=True, order=True):
    line: _UnsignedInt
    character: _UnsignedInt


class Range(Struct, frozen=True):
    start: Position
    end: Position


class TextDocument(_Message, frozen=True, kw_only=True):
    """A document, and its version where the message has one."""

    uri: str
    version: _Version | None = None


class WorkspaceFolder(_Message, frozen=True, kw_only=True):
    uri: str
    name: str = ""


class InitializeParams(_Message, frozen=True, kw_only=True):
    root_uri: str | None = None
    workspace_folders: list[WorkspaceFolder] | None = None
    capabilities: dict[str, Any] = {}
    initialization_options: Any = None


class _OpenedDocument(_Message, frozen=True, kw_only=True):
    uri: str
    language_id: str = ""
    version: _Version
    text: str


class DidOpenParams(_Message, frozen=True, kw_only=True):
    text_document: _OpenedDocument


class _ContentChange(_Message, frozen=True, kw_only=True):
    range: Range | None = None
    text: str


class _VersionedDocument(_Message, frozen=True, kw_only=True):
    uri: str
    version: _Version


class DidChangeParams(_Message, frozen=True, kw_only=True):
    text_document: _VersionedDocument
    content_changes: list[_ContentChange]


class DocumentParams(_Message, frozen=True, kw_only=True):
    """The params of didSave and didClose."""

    text_document: TextDocument


class DidFocusParams(_Message, frozen=True, kw_only=True):
    """Neovim sends `textDocument`, Zed the URI alone; a window without a document sends neither."""

    text_document: TextDocument | None = None
    uri: str | None = None


class _WorkspaceFoldersChange(_Message, frozen=True, kw_only=True):
    added: list[WorkspaceFolder] = []
    removed: list[WorkspaceFolder] = []


class DidChangeWorkspaceFoldersParams(_Message, frozen=True, kw_only=True):
    event: _WorkspaceFoldersChange


class DidChangeConfigurationParams(_Message, frozen=True, kw_only=True):
    settings: Any = None


class _TriggerContext(_Message, frozen=True, kw_only=True):
    trigger_kind: int | None = None


class InlineCompletionParams(_Message, frozen=True, kw_only=True):
    text_document: TextDocument
    position: Position
    context: _TriggerContext | None = None


class InlineEditParams(InlineCompletionParams, frozen=True, kw_only=True):
    """The params of `textDocument/copilotInlineEdit`."""


class Command(_Message, frozen=True, kw_only=True):
    title: str
    command: str
    arguments: list[Any] | None = None


class _ShownItem(_Message, frozen=True, kw_only=True):
    command: Command | None = None


class DidShowInlineEditParams(_Message, frozen=True, kw_only=True):
    item: _ShownItem | None = None


class Diagnostic(_Message, frozen=True, kw_only=True):
    range: Range
    severity: int | None = None
    message: str


class _CodeActionContext(_Message, frozen=True, kw_only=True):
    diagnostics: list[Diagnostic] = []
    only: list[str] | None = None
    trigger_kind: int | None = None


class CodeActionParams(_Message, frozen=True, kw_only=True):
    text_document: TextDocument
    range: Range
    context: _CodeActionContext = _CodeActionContext()


class ExecuteCommandParams(_Message, frozen=True, kw_only=True):
    command: str
    arguments: list[Any] | None = None


class ApplyEditResult(_Message, frozen=True, kw_only=True):
    """The client's answer to `workspace/applyEdit`."""

    applied: bool = False
    failure_reason: str | None = None


# What the server sends


class TextEdit(_Message, frozen=True, kw_only=True):
    range: Range
    new_text: str


class InlineCompletionItem(_Message, frozen=True, kw_only=True):
    insert_text: str
    filter_text: str | UnsetType = UNSET
    range: Range
    command: Command


class InlineCompletionList(_Message, frozen=True, kw_only=True, omit_defaults=False):
    items: list[InlineCompletionItem] = []


class EditedDocument(_Message, frozen=True, kw_only=True, omit_defaults=False):
    uri: str
    version: int | None
    """None if the document is not open."""


class InlineEdit(_Message, frozen=True, kw_only=True, omit_defaults=False):
    text: str
    range: Range
    text_document: EditedDocument
    command: Command


class InlineEditList(_Message, frozen=True, kw_only=True, omit_defaults=False):
    edits: list[InlineEdit] = []
    jump: InlineEdit | UnsetType = UNSET
    """A place where something is likely to change, but not what: the text is empty, and so is the range."""
    reason: str | UnsetType = UNSET
    """Without an edit: the stable word for the reason. Only our own plugins read it."""
    sentence: str | UnsetType = UNSET


class CodeAction(_Message, frozen=True, kw_only=True):
    title: str
    kind: Literal["quickfix", "refactor.rewrite"]
    edit: dict[str, Any] | UnsetType = UNSET
    command: Command
