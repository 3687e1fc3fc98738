"""Next edits for an agent on the official Python library, which has their messages but no handlers for them.

Every message is held against the library's model: nothing in it may be dropped or mended there, but for what a
user's action has besides for agents of an earlier text (`line` and `offset`).
"""

import json
from collections.abc import Callable
from typing import Any

import acp
from acp import schema
from acp.router import Route

ABILITIES = schema.NesCapabilities(
    events=schema.NesEventCapabilities(
        document=schema.NesDocumentEventCapabilities(
            did_open=schema.NesDocumentDidOpenCapabilities(),
            did_change=schema.NesDocumentDidChangeCapabilities(sync_kind="incremental"),
            did_close=schema.NesDocumentDidCloseCapabilities(),
            did_save=schema.NesDocumentDidSaveCapabilities(),
            did_focus=schema.NesDocumentDidFocusCapabilities(),
        )
    ),
    context=schema.NesContextCapabilities(
        recent_files=schema.NesRecentFilesCapabilities(max_count=2),
        related_snippets=schema.NesRelatedSnippetsCapabilities(),
        edit_history=schema.NesEditHistoryCapabilities(max_count=3),
        user_actions=schema.NesUserActionsCapabilities(),
        open_files=schema.NesOpenFilesCapabilities(),
    ),
)
REQUESTS: dict[str, Any] = {
    "nes/start": schema.StartNesRequest,
    "nes/suggest": schema.SuggestNesRequest,
    "nes/close": schema.CloseNesRequest,
}
NOTIFICATIONS: dict[str, Any] = {
    "document/didOpen": schema.DidOpenDocumentNotification,
    "document/didChange": schema.DidChangeDocumentNotification,
    "document/didClose": schema.DidCloseDocumentNotification,
    "document/didSave": schema.DidSaveDocumentNotification,
    "document/didFocus": schema.DidFocusDocumentNotification,
    "nes/accept": schema.AcceptNesNotification,
    "nes/reject": schema.RejectNesNotification,
}


class NextEdits:
    def __init__(self, arguments: list[str]) -> None:
        self._record = arguments[arguments.index("--record") + 1] if "--record" in arguments else None
        self._texts: dict[str, str] = {}
        self._offered = 0

    def add_to(self, connection: acp.AgentSideConnection) -> None:
        router: Any = connection._conn._handler
        for method, model in REQUESTS.items():
            router.add_route(Route(method, self._handler(method, model), "request"))
        for method, model in NOTIFICATIONS.items():
            router.add_route(Route(method, self._handler(method, model), "notification"))

    def _handler(self, method: str, model: Any) -> Callable[[Any], Any]:
        async def handle(params: Any) -> Any:
            message = model.model_validate(params)
            understood = message.model_dump(mode="json", by_alias=True, exclude_unset=True)
            self._note({"method": method, "params": params})
            for action in (params.get("context") or {}).get("userActions") or ():
                del action["line"], action["offset"]
            if understood != params:
                self._note({"method": method, "wrong": understood, "sent": params})
            return self._answer(message)

        return handle

    def _note(self, line: dict[str, Any]) -> None:
        if self._record is not None:
            with open(self._record, "a") as file:
                file.write(json.dumps(line) + "\n")

    def _answer(self, message: Any) -> Any:
        match message:
            case schema.StartNesRequest():
                return schema.StartNesResponse(session_id="nes-1")
            case schema.SuggestNesRequest():
                return schema.SuggestNesResponse(suggestions=self._suggestions(message.uri))
            case schema.CloseNesRequest():
                return schema.CloseNesResponse()
            case schema.DidOpenDocumentNotification():
                self._texts[message.uri] = message.text
            case schema.DidChangeDocumentNotification():
                for change in message.content_changes:
                    self._change(message.uri, change)
            case schema.DidCloseDocumentNotification():
                del self._texts[message.uri]
            case _:
                pass
        return None

    def _change(self, uri: str, change: schema.TextDocumentContentChangeEvent) -> None:
        text = self._texts[uri]
        assert change.range is not None
        start, end = (_offset(text, place) for place in (change.range.start, change.range.end))
        self._texts[uri] = text[:start] + change.text + text[end:]

    def _suggestions(self, uri: str) -> list[Any]:
        self._offered += 1
        name, text = str(self._offered), self._texts[uri]
        if "old" in text:
            at = text.index("old")
            span = schema.Range(start=_place(text, at), end=_place(text, at + 3))
            edit = schema.NesTextEdit(range=span, new_text="new")
            return [schema.NesEditSuggestionVariant(kind="edit", id=name, uri=uri, edits=[edit])]
        for other, its in self._texts.items():
            if "old" in its:
                place = _place(its, its.index("old"))
                return [schema.NesJumpSuggestionVariant(kind="jump", id=name, uri=other, position=place)]
        if "naem" in text:
            place = _place(text, text.index("naem"))
            return [
                schema.NesRenameSuggestionVariant(
                    kind="rename", id=name, uri=uri, position=place, new_name="name"
                )
            ]
        for other, its in self._texts.items():
            if "1" in its:
                return [
                    schema.NesSearchAndReplaceSuggestionVariant(
                        kind="searchAndReplace", id=name, uri=other, search="1", replace="2", is_regex=False
                    )
                ]
        return []


def _place(text: str, at: int) -> schema.Position:
    line = text.rfind("\n", 0, at) + 1
    return schema.Position(
        line=text.count("\n", 0, at), character=len(text[line:at].encode("utf-16-le")) // 2
    )


def _offset(text: str, place: schema.Position) -> int:
    lines = text.split("\n")
    line = lines[place.line].encode("utf-16-le")
    before = line[: 2 * place.character].decode("utf-16-le")
    return sum(len(line) + 1 for line in lines[: place.line]) + len(before)
