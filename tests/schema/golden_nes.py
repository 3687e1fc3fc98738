"""Next edit messages as they stand on the wire, written by hand: today's, and where the seed's dialect differs.

GOLDEN_NES are of the schema. SEED are not: they are of our extensions, which no schema has.
"""

from typing import Any, NamedTuple

__all__ = ["GOLDEN_NES", "SEED", "NesGolden"]


class NesGolden(NamedTuple):
    definition: str
    sent: bool
    message: dict[str, Any]


URI = "file:///r/a.py"
PLACE = {"line": 3, "character": 4}
RANGE = {"start": PLACE, "end": {"line": 3, "character": 9}}
EVENT = {"sessionId": "n1", "uri": URI}
META = {"_meta": {"sessionId": "another", "deep": {"er": [1, None]}}}
OPTIONS = [
    {"id": "enabled", "name": "Next edits", "type": "boolean", "currentValue": True},
    {
        "id": "eagerness",
        "name": "Eagerness",
        "type": "select",
        "currentValue": "medium",
        "options": [{"value": "low", "name": "Low"}, {"value": "medium", "name": "Medium"}],
    },
]
CONTEXT = {
    "recentFiles": [{"uri": "file:///r/b.py", "languageId": "python", "text": "b = 1\n"}],
    "relatedSnippets": [
        {"uri": "file:///r/c.py", "excerpts": [{"startLine": 2, "endLine": 4, "text": "def c():\n"}]}
    ],
    "editHistory": [{"uri": URI, "diff": "@@ -1 +1 @@\n-a\n+b\n"}],
    "userActions": [{"action": "insertChar", "uri": URI, "position": PLACE, "timestampMs": 1719400000000}],
    "openFiles": [{"uri": URI, "languageId": "python", "visibleRange": RANGE, "lastFocusedMs": 7}],
    "diagnostics": [{"uri": URI, "range": RANGE, "severity": "error", "message": "Unknown name."}],
}
SUGGEST = {**EVENT, "version": 4, "position": PLACE, "triggerKind": "automatic"}
EDIT = {"kind": "edit", "id": "e1", "uri": URI, "edits": [{"range": RANGE, "newText": "renamed"}]}
ACTIONS = {"rename": {}, "searchAndReplace": {}}

GOLDEN_NES: list[NesGolden] = [
    NesGolden(
        "InitializeRequest",
        False,
        {
            "protocolVersion": 1,
            "clientCapabilities": {
                "nes": {"jump": {}, "rename": {}, "searchAndReplace": {}},
                "positionEncodings": ["utf-32", "utf-16"],
            },
        },
    ),
    NesGolden(
        "InitializeResponse",
        True,
        {
            "protocolVersion": 1,
            "agentCapabilities": {
                "nes": {
                    "events": {
                        "document": {
                            "didOpen": {},
                            "didChange": {"syncKind": "incremental"},
                            "didClose": {},
                            "didSave": {},
                            "didFocus": {},
                        }
                    },
                    "context": {
                        "recentFiles": {"maxCount": 10},
                        "relatedSnippets": {},
                        "editHistory": {"maxCount": 50},
                        "userActions": {"maxCount": 50},
                        "openFiles": {},
                        "diagnostics": {},
                    },
                },
                "positionEncoding": "utf-32",
            },
        },
    ),
    NesGolden("StartNesRequest", False, {}),
    NesGolden(
        "StartNesRequest",
        False,
        {
            "workspaceUri": "file:///r",
            "workspaceFolders": [{"uri": "file:///r", "name": "r"}],
            "repository": {"name": "r", "owner": "me", "remoteUrl": "https://git.example/me/r.git"},
            **META,
        },
    ),
    NesGolden("StartNesResponse", True, {"sessionId": "n1"}),
    NesGolden("SuggestNesRequest", False, SUGGEST),
    NesGolden("SuggestNesRequest", False, {**SUGGEST, "triggerKind": "manual", "selection": RANGE}),
    NesGolden("SuggestNesRequest", False, {**SUGGEST, "triggerKind": "diagnostic", "context": CONTEXT}),
    NesGolden("SuggestNesResponse", True, {"suggestions": []}),
    NesGolden("SuggestNesResponse", True, {"suggestions": [EDIT]}),
    NesGolden("SuggestNesResponse", True, {"suggestions": [{**EDIT, "cursorPosition": PLACE}]}),
    NesGolden(
        "SuggestNesResponse",
        True,
        {"suggestions": [{"kind": "jump", "id": "j1", "uri": "file:///r/b.py", "position": PLACE}]},
    ),
    NesGolden(
        "SuggestNesResponse",
        True,
        {
            "suggestions": [
                {"kind": "rename", "id": "r1", "uri": URI, "position": PLACE, "newName": "renamed"}
            ]
        },
    ),
    NesGolden(
        "SuggestNesResponse",
        True,
        {
            "suggestions": [
                {
                    "kind": "searchAndReplace",
                    "id": "s1",
                    "uri": URI,
                    "search": r"\bold\b",
                    "replace": "new",
                    "isRegex": True,
                }
            ]
        },
    ),
    NesGolden("CloseNesRequest", False, {"sessionId": "n1"}),
    NesGolden("CloseNesResponse", True, {}),
    NesGolden("AcceptNesNotification", False, {"sessionId": "n1", "id": "e1"}),
    NesGolden("RejectNesNotification", False, {"sessionId": "n1", "id": "e1"}),
    *(
        NesGolden("RejectNesNotification", False, {"sessionId": "n1", "id": "e1", "reason": reason})
        for reason in ("rejected", "ignored", "replaced", "cancelled")
    ),
    NesGolden(
        "DidOpenDocumentNotification",
        False,
        {**EVENT, "languageId": "python", "version": 1, "text": "a\n", **META},
    ),
    NesGolden(
        "DidChangeDocumentNotification",
        False,
        {**EVENT, "version": 2, "contentChanges": [{"range": RANGE, "text": "x"}, {"text": "whole\n"}]},
    ),
    NesGolden("DidCloseDocumentNotification", False, EVENT),
    NesGolden("DidSaveDocumentNotification", False, EVENT),
    NesGolden(
        "DidFocusDocumentNotification",
        False,
        {**EVENT, "version": 2, "position": PLACE, "visibleRange": RANGE},
    ),
]


def _without_session(golden: NesGolden) -> NesGolden:
    left = {name: value for name, value in golden.message.items() if name != "sessionId"}
    return golden._replace(message=left)


SEED: list[NesGolden] = [
    NesGolden(
        "InitializeRequest",
        False,
        {
            "protocolVersion": 1,
            "clientCapabilities": {
                "nes": {"ideActions": ACTIONS},
                "general": {"positionEncodings": ["utf-8", "utf-16"]},
            },
        },
    ),
    NesGolden("StartNesResponse", True, {"sessionId": "n1", "configOptions": OPTIONS}),
    NesGolden(
        "SuggestNesRequest",
        False,
        {
            **SUGGEST,
            "context": {
                "userActions": [
                    {
                        "action": "insertChar",
                        "uri": URI,
                        "line": 5,
                        "offset": 12,
                        "timestampMs": 1719400000000,
                    }
                ]
            },
        },
    ),
    NesGolden(
        "SuggestNesResponse",
        True,
        {
            "suggestions": [
                {
                    "kind": "action",
                    "id": "a1",
                    "actionId": "rename",
                    "arguments": {"uri": URI, "position": PLACE, "newName": "renamed"},
                }
            ]
        },
    ),
    *(_without_session(golden) for golden in GOLDEN_NES if golden.definition.startswith("Did")),
]
