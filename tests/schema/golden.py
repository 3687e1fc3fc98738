"""Messages as they stand on the wire, written by hand from what the protocol says.

Each is of a definition of the schema. `sent`: our agent sends it; the others, it receives.
"""

from typing import Any, NamedTuple

from schema.golden_nes import GOLDEN_NES

__all__ = ["GOLDEN", "SESSION_UPDATES", "Golden"]


class Golden(NamedTuple):
    definition: str
    sent: bool
    message: dict[str, Any]


TEXT = {"type": "text", "text": "Hello"}
MODES = {
    "currentModeId": "ask",
    "availableModes": [
        {"id": "ask", "name": "Ask", "description": "Asks before it changes anything."},
        {"id": "full", "name": "Full"},
    ],
}
OPTIONS = [
    {
        "id": "mode",
        "name": "Mode",
        "description": "What is allowed.",
        "category": "mode",
        "type": "select",
        "currentValue": "ask",
        "options": [
            {"value": "ask", "name": "Ask"},
            {"value": "full", "name": "Full", "description": "All."},
        ],
    }
]
STDIO = {"name": "files", "command": "/bin/server", "args": ["--x"], "env": [{"name": "A", "value": "b"}]}
HTTP = {
    "type": "http",
    "name": "web",
    "url": "https://a.example/mcp",
    "headers": [{"name": "X", "value": "1"}],
}
SSE = {"type": "sse", "name": "old", "url": "https://a.example/sse", "headers": []}
OPENED = {"modes": MODES, "configOptions": OPTIONS}
META = {"_meta": {"cwd": "/not/this/one", "deep": {"er": [1, None]}}}

SESSION_UPDATES: list[dict[str, Any]] = [
    {"sessionUpdate": "user_message_chunk", "content": TEXT},
    {"sessionUpdate": "agent_message_chunk", "content": TEXT, "messageId": "m1"},
    {"sessionUpdate": "agent_thought_chunk", "content": TEXT, "messageId": "m2"},
    {
        "sessionUpdate": "tool_call",
        "toolCallId": "call_1",
        "title": "Read a.txt",
        "kind": "read",
        "status": "pending",
        "locations": [{"path": "/r/a.txt", "line": 3}],
        "rawInput": {"path": "a.txt"},
    },
    {
        "sessionUpdate": "tool_call_update",
        "toolCallId": "call_1",
        "status": "completed",
        "content": [
            {"type": "content", "content": TEXT},
            {"type": "diff", "path": "/r/a.txt", "oldText": "a\n", "newText": "b\n"},
            {"type": "diff", "path": "/r/new.txt", "newText": "b\n"},
            {"type": "terminal", "terminalId": "term_1"},
        ],
        "rawOutput": {"success": True},
    },
    {
        "sessionUpdate": "plan",
        "entries": [{"content": "look", "priority": "high", "status": "in_progress"}],
    },
    {
        "sessionUpdate": "available_commands_update",
        "availableCommands": [
            {"name": "help", "description": "List these"},
            {"name": "read", "description": "Show a file", "input": {"hint": "PATH"}},
        ],
    },
    {"sessionUpdate": "current_mode_update", "currentModeId": "full"},
    {"sessionUpdate": "config_option_update", "configOptions": OPTIONS},
    {"sessionUpdate": "session_info_update", "title": "A title", "updatedAt": "2026-01-02T03:04:05Z"},
    {"sessionUpdate": "usage_update", "used": 1200, "size": 128000},
]

GOLDEN: list[Golden] = [
    # connection
    Golden("InitializeRequest", False, {"protocolVersion": 1}),
    Golden(
        "InitializeRequest",
        False,
        {
            "protocolVersion": 1,
            "clientCapabilities": {"fs": {"readTextFile": True, "writeTextFile": True}, "terminal": True},
            "clientInfo": {"name": "editor", "title": "Editor", "version": "1.0"},
            **META,
        },
    ),
    Golden(
        "InitializeResponse",
        True,
        {
            "protocolVersion": 1,
            "agentCapabilities": {
                "loadSession": True,
                "promptCapabilities": {"image": True, "embeddedContext": True},
                "mcpCapabilities": {"http": True, "sse": True},
                "sessionCapabilities": {
                    "list": {},
                    "delete": {},
                    "additionalDirectories": {},
                    "fork": {},
                    "resume": {},
                    "close": {},
                },
                "auth": {"logout": {}},
            },
            "authMethods": [
                {"id": "environment-key", "name": "Environment", "description": "A key."},
                {"type": "terminal", "id": "login", "name": "Log in", "args": ["--login"]},
            ],
            "agentInfo": {"name": "understudy", "title": "Understudy", "version": "0.1.0"},
        },
    ),
    Golden("AuthenticateRequest", False, {"methodId": "environment-key"}),
    Golden("AuthenticateResponse", True, {}),
    Golden("LogoutRequest", False, {}),
    Golden("LogoutResponse", True, {}),
    # sessions
    Golden("NewSessionRequest", False, {"cwd": "/r", "mcpServers": []}),
    Golden(
        "NewSessionRequest",
        False,
        {
            "cwd": "/r",
            "additionalDirectories": ["/s", "/t"],
            "mcpServers": [STDIO, HTTP, SSE],
            **META,
        },
    ),
    Golden("NewSessionResponse", True, {"sessionId": "s1", **OPENED}),
    Golden("LoadSessionRequest", False, {"sessionId": "s1", "cwd": "/r", "mcpServers": [STDIO]}),
    Golden("LoadSessionResponse", True, OPENED),
    Golden("ResumeSessionRequest", False, {"sessionId": "s1", "cwd": "/r"}),
    Golden(
        "ResumeSessionRequest",
        False,
        {"sessionId": "s1", "cwd": "/r", "additionalDirectories": ["/s"], "mcpServers": [HTTP]},
    ),
    Golden("ResumeSessionResponse", True, OPENED),
    Golden("ForkSessionRequest", False, {"sessionId": "s1", "cwd": "/r", "additionalDirectories": ["/s"]}),
    Golden("ForkSessionResponse", True, {"sessionId": "s2", **OPENED}),
    Golden("ListSessionsRequest", False, {}),
    Golden("ListSessionsRequest", False, {"cwd": "/r", "cursor": "c1"}),
    Golden("ListSessionsResponse", True, {"sessions": []}),
    Golden(
        "ListSessionsResponse",
        True,
        {
            "sessions": [
                {
                    "sessionId": "s1",
                    "cwd": "/r",
                    "additionalDirectories": ["/s"],
                    "title": "A title",
                    "updatedAt": "2026-01-02T03:04:05Z",
                },
                {"sessionId": "s2", "cwd": "/r", "additionalDirectories": []},
            ],
            "nextCursor": "c2",
        },
    ),
    Golden("CloseSessionRequest", False, {"sessionId": "s1"}),
    Golden("CloseSessionResponse", True, {}),
    Golden("DeleteSessionRequest", False, {"sessionId": "s1"}),
    Golden("DeleteSessionResponse", True, {}),
    Golden("SetSessionModeRequest", False, {"sessionId": "s1", "modeId": "full"}),
    Golden("SetSessionModeResponse", True, {}),
    Golden("SetSessionConfigOptionRequest", False, {"sessionId": "s1", "configId": "mode", "value": "full"}),
    Golden("SetSessionConfigOptionResponse", True, {"configOptions": OPTIONS}),
    # turns
    Golden(
        "PromptRequest",
        False,
        {
            "sessionId": "s1",
            "prompt": [
                TEXT,
                {"type": "image", "mimeType": "image/png", "data": "aGk=", "uri": "file:///r/a.png"},
                {"type": "audio", "mimeType": "audio/wav", "data": "aGk="},
                {"type": "resource_link", "uri": "file:///r/a.txt", "name": "a.txt", "size": 12},
                {
                    "type": "resource",
                    "resource": {"uri": "file:///r/b", "text": "b", "mimeType": "text/plain"},
                },
                {"type": "resource", "resource": {"uri": "file:///r/c", "blob": "aGk="}},
            ],
        },
    ),
    Golden("PromptResponse", True, {"stopReason": "end_turn"}),
    Golden(
        "PromptResponse",
        True,
        {
            "stopReason": "cancelled",
            "usage": {"totalTokens": 15, "inputTokens": 10, "outputTokens": 5, "cachedReadTokens": 3},
            "_meta": {"understudy/runtimeContext": {"omitted": [1]}},
        },
    ),
    Golden("CancelNotification", False, {"sessionId": "s1"}),
    *(
        Golden("SessionNotification", True, {"sessionId": "s1", "update": update})
        for update in SESSION_UPDATES
    ),
    # what the agent asks of the client
    Golden(
        "RequestPermissionRequest",
        True,
        {
            "sessionId": "s1",
            "toolCall": {"toolCallId": "call_1", "title": "Run ls", "kind": "execute", "status": "pending"},
            "options": [
                {"optionId": "allow", "name": "Allow", "kind": "allow_once"},
                {"optionId": "always", "name": "Always", "kind": "allow_always"},
                {"optionId": "reject", "name": "Reject", "kind": "reject_once"},
            ],
        },
    ),
    Golden("RequestPermissionResponse", False, {"outcome": {"outcome": "selected", "optionId": "allow"}}),
    Golden("RequestPermissionResponse", False, {"outcome": {"outcome": "cancelled"}}),
    Golden("ReadTextFileRequest", True, {"sessionId": "s1", "path": "/r/a", "line": 1, "limit": 10}),
    Golden("ReadTextFileResponse", False, {"content": "text"}),
    Golden("WriteTextFileRequest", True, {"sessionId": "s1", "path": "/r/a", "content": "text"}),
    Golden("WriteTextFileResponse", False, {}),
    Golden(
        "CreateTerminalRequest",
        True,
        {
            "sessionId": "s1",
            "command": "/bin/sh",
            "args": ["-c", "ls"],
            "env": [{"name": "A", "value": "b"}],
            "cwd": "/r",
            "outputByteLimit": 1000,
        },
    ),
    Golden("CreateTerminalResponse", False, {"terminalId": "t1"}),
    Golden("TerminalOutputRequest", True, {"sessionId": "s1", "terminalId": "t1"}),
    Golden(
        "TerminalOutputResponse", False, {"output": "x", "truncated": False, "exitStatus": {"exitCode": 0}}
    ),
    Golden("WaitForTerminalExitRequest", True, {"sessionId": "s1", "terminalId": "t1"}),
    Golden("WaitForTerminalExitResponse", False, {"signal": "SIGTERM"}),
    Golden("KillTerminalRequest", True, {"sessionId": "s1", "terminalId": "t1"}),
    Golden("KillTerminalResponse", False, {}),
    Golden("ReleaseTerminalRequest", True, {"sessionId": "s1", "terminalId": "t1"}),
    Golden("ReleaseTerminalResponse", False, {}),
    # next edits
    *(Golden(*golden) for golden in GOLDEN_NES),
]
