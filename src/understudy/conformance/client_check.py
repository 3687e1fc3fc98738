"""The agent that a client is pointed at: it answers like one, watches what the client sends, and reports on it.

It runs until the client closes the connection. What it suggests is the word `understudy_check` at the end of the
document, so that a person sees what to accept or to reject.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, Final

from understudy.conformance.limits import RESPONSE_TIMEOUT_S
from understudy.conformance.message_log import JsonObject, MessageLog, as_list, object_at
from understudy.conformance.report import CheckFailed, CheckResult, Outcome, Report
from understudy.conformance.watched_document import WatchedDocument
from understudy.wire import Channel

__all__ = ["CLIENT_PROFILES", "ClientWatcher"]

SUGGESTED_WORD: Final = "understudy_check"
REASONS: Final = {"rejected", "ignored", "replaced", "cancelled"}
NES, DIR, CTX, ACP = "NES-22", "DIR-13", "CTX-06", "ACP-11"


@dataclass(frozen=True, slots=True)
class Profile:
    """What the watching agent advertises."""

    events: JsonObject
    context: JsonObject
    session_capabilities: JsonObject


CLIENT_PROFILES: Final = {
    "full": Profile(
        {
            "didOpen": {},
            "didChange": {"syncKind": "incremental"},
            "didClose": {},
            "didSave": {},
            "didFocus": {},
        },
        {
            "recentFiles": {"maxCount": 5},
            "relatedSnippets": {},
            "editHistory": {"maxCount": 5},
            "userActions": {"maxCount": 5},
            "openFiles": {},
            "diagnostics": {},
        },
        {"additionalDirectories": {}, "runtimeContext": {}},
    ),
    "minimal": Profile({"didOpen": {}, "didChange": {"syncKind": "full"}}, {}, {}),
}
"""`full` shows how a client uses everything, `minimal` whether it leaves out what was not advertised."""


class ClientWatcher:
    """One connection of a client. `run` returns the report when the client has closed it."""

    def __init__(self, channel: Channel, profile: str = "full", timeout: float = RESPONSE_TIMEOUT_S) -> None:
        self._profile = CLIENT_PROFILES[profile]
        self._log = MessageLog(channel, timeout, answers=False)
        self._report = Report("client", "the client")
        self._failures: list[tuple[str, str, int]] = []
        self._seen: set[str] = set()
        """Rules that the client had occasion to break."""
        self._encoding = "utf-16"
        self._roots: dict[str, list[str]] = {}
        self._documents: dict[str, WatchedDocument] = {}
        self._nes_sessions: set[str] = set()
        self._expected: dict[str, tuple[str, str]] = {}
        """The URI and the text after each suggestion, by its id."""
        self._texts: dict[str, set[str]] = {}
        """Every text that a document has had."""
        self._accepted: list[str] = []
        self._ids: set[str] = set()
        self._client_capabilities: JsonObject = {}
        self._turns = 0

    async def run(self) -> Report:
        done = 0
        while True:
            await self._log.wait_for(lambda at=done: len(self._log.received) > at, timeout=float("inf"))
            if len(self._log.received) == done:
                break
            while done < len(self._log.received):
                message = self._log.received[done]
                done += 1
                self._handle(message)
        return self._finish()

    def _handle(self, message: JsonObject) -> None:
        method = message.get("method")
        if method is None:
            self._check_response(message)
            return
        fields = object_at(message, "params")
        self._seen.add(ACP)
        if not self._client_capabilities and method != "initialize":
            self._fail(ACP, f"{method} comes before initialize")
        if "id" in message:
            if repr(message["id"]) in self._ids:
                self._fail(ACP, f"the id {message['id']!r} is used twice")
            self._ids.add(repr(message["id"]))
        handler = self._handlers().get(str(method))
        try:
            result = handler(fields) if handler is not None else None
        except CheckFailed as failure:
            self._fail(self._rule_of(str(method)), str(failure))
            result = {}
        except (KeyError, TypeError, AttributeError) as error:
            self._fail(
                self._rule_of(str(method)), f"{method} lacks a field or has one of another type: {error}"
            )
            result = {}
        if "id" in message:
            if handler is None:
                self._log.send(
                    {"id": message["id"], "error": {"code": -32601, "message": f"Method not found: {method}"}}
                )
            else:
                self._log.send({"id": message["id"], "result": result or {}})

    def _handlers(self) -> dict[str, Callable[[JsonObject], JsonObject | None]]:
        return {
            "initialize": self._initialize,
            "session/new": self._new_session,
            "session/prompt": self._prompt,
            "session/cancel": lambda _params: None,
            "nes/start": self._start_nes,
            "nes/close": self._close_nes,
            "nes/suggest": self._suggest,
            "nes/accept": self._accept,
            "nes/reject": self._reject,
            **{f"document/{name}": self._event_handler(name) for name in CLIENT_PROFILES["full"].events},
        }

    @staticmethod
    def _rule_of(method: str) -> str:
        if method.startswith(("nes/", "document/")):
            return NES
        return DIR if method == "session/new" else ACP

    def _initialize(self, params: JsonObject) -> JsonObject:
        capabilities = object_at(params, "clientCapabilities")
        self._client_capabilities = {"known": True, **capabilities}
        info = object_at(params, "clientInfo")
        if info.get("name"):
            self._report.subject = f"{info['name']} {info.get('version', '')}".strip()
        if not isinstance(params.get("protocolVersion"), int):
            raise CheckFailed("initialize has no protocolVersion")
        named = capabilities.get("positionEncodings") or object_at(capabilities, "general").get(
            "positionEncodings"
        )
        known = [one for one in as_list(named) or [] if one in ("utf-8", "utf-16", "utf-32")]
        self._encoding = known[0] if known else "utf-16"
        return {
            "protocolVersion": 1,
            "agentInfo": {"name": "understudy-check", "title": "Understudy check", "version": "1"},
            "authMethods": [],
            "agentCapabilities": {
                "loadSession": False,
                "positionEncoding": self._encoding,
                "sessionCapabilities": self._profile.session_capabilities,
                "nes": {"events": {"document": self._profile.events}, "context": self._profile.context},
            },
        }

    # Chat sessions.

    def _new_session(self, params: JsonObject) -> JsonObject:
        self._seen.add(DIR)
        session = f"watched-{len(self._roots) + 1}"
        folders = params.get("additionalDirectories")
        if folders is not None and "additionalDirectories" not in self._profile.session_capabilities:
            self._fail(DIR, "additionalDirectories is sent to an agent that does not advertise it")
        roots: list[Any] = [params["cwd"], *(as_list(folders) or [])]
        for root in roots:
            if not isinstance(root, str) or not PurePosixPath(root).is_absolute():
                self._fail(DIR, f"the root {root!r} is no absolute path")
        if len(set(roots)) < len(roots):
            self._fail(DIR, f"a root is sent twice: {roots}")
        self._roots[session] = [str(root) for root in roots]
        return {"sessionId": session}

    def _prompt(self, params: JsonObject) -> JsonObject:
        session = params["sessionId"]
        if session not in self._roots:
            self._fail(ACP, f"a prompt for the session {session!r}, which does not exist")
        self._check_context(params)
        self._turns += 1
        text = {"type": "text", "text": f"Understudy check: turn {self._turns} is watched."}
        update = {"sessionUpdate": "agent_message_chunk", "content": text}
        self._log.notify("session/update", {"sessionId": session, "update": update})
        if object_at(self._client_capabilities, "fs").get("readTextFile") and session in self._roots:
            # Outside of every root: a client that answers with a content serves more than it said.
            self._log.begin(
                "fs/read_text_file", {"sessionId": session, "path": "/etc/passwd"}, f"outside-{self._turns}"
            )
        return {"stopReason": "end_turn"}

    def _check_context(self, params: JsonObject) -> None:
        if "runtimeContext" not in params:
            if "runtimeContext" in self._profile.session_capabilities:
                return  # a client need not send it
            self._seen.add(CTX)
            return
        self._seen.add(CTX)
        if "runtimeContext" not in self._profile.session_capabilities:
            self._fail(CTX, "runtimeContext is sent to an agent that does not advertise it")
        items = as_list(params["runtimeContext"])
        if items is None or not all(_is_context_item(object_at(item)) for item in items):
            self._fail(CTX, "runtimeContext is no list of {title?, text}")

    def _check_response(self, message: JsonObject) -> None:
        if str(message.get("id")).startswith("outside-"):
            self._seen.add(DIR)
            if "result" in message:
                self._fail(DIR, "the client serves a file outside of the session's roots")

    # Next edits.

    def _start_nes(self, _params: JsonObject) -> JsonObject:
        self._seen.add(NES)
        session = f"next-edits-{len(self._nes_sessions) + 1}"
        self._nes_sessions.add(session)
        return {"sessionId": session}

    def _close_nes(self, params: JsonObject) -> JsonObject:
        self._check_nes_session(params)
        self._nes_sessions.discard(params["sessionId"])
        return {}

    def _check_nes_session(self, params: JsonObject) -> None:
        session = params.get("sessionId")
        if session is not None and session not in self._nes_sessions:
            raise CheckFailed(f"a message for the next-edit session {session!r}, which is not open")

    def _event_handler(self, name: str) -> Callable[[JsonObject], JsonObject | None]:
        def handle(params: JsonObject) -> None:
            self._seen.add(NES)
            if name not in self._profile.events:
                raise CheckFailed(f"document/{name} is sent to an agent that does not advertise it")
            self._check_nes_session(params)
            uri = params["uri"]
            match name:
                case "didOpen":
                    self._documents[uri] = WatchedDocument(params, self._encoding)
                case "didChange":
                    self._document(uri, name).change(params)
                    if self._profile.events["didChange"]["syncKind"] == "full" and any(
                        change.get("range") is not None for change in params["contentChanges"]
                    ):
                        raise CheckFailed("a range is sent to an agent that takes whole texts")
                case "didClose":
                    self._document(uri, name)
                    del self._documents[uri]
                case "didFocus":
                    self._document(uri, name).offset(params["position"])
                case _:
                    self._document(uri, name)
            if uri in self._documents:
                self._texts.setdefault(uri, set()).add(self._documents[uri].text)

        return handle

    def _document(self, uri: str, method: str) -> WatchedDocument:
        if uri not in self._documents:
            raise CheckFailed(f"{method} names a document that is not open: {uri}")
        return self._documents[uri]

    def _suggest(self, params: JsonObject) -> JsonObject:
        self._seen.add(NES)
        self._check_nes_session(params)
        unasked = sorted(set(params.get("context") or {}) - set(self._profile.context) - {"_meta"})
        if unasked:
            self._fail(NES, f"context that was not advertised: {', '.join(unasked)}")
        document = self._document(params["uri"], "nes/suggest")
        if params["version"] != document.version:
            self._fail(
                NES, f"nes/suggest is for version {params['version']}, the document has {document.version}"
            )
        document.offset(params["position"])
        if SUGGESTED_WORD in document.text:
            return {"suggestions": []}
        end = document.position_at(len(document.text))
        edit = {"range": {"start": end, "end": end}, "newText": SUGGESTED_WORD}
        suggestion = f"suggestion-{len(self._expected) + 1}"
        self._expected[suggestion] = (params["uri"], document.text + SUGGESTED_WORD)
        return {"suggestions": [{"kind": "edit", "id": suggestion, "uri": params["uri"], "edits": [edit]}]}

    def _accept(self, params: JsonObject) -> None:
        self._check_nes_session(params)
        if params["id"] not in self._expected:
            raise CheckFailed(f"nes/accept names the suggestion {params['id']!r}, which was never made")
        self._accepted.append(params["id"])

    def _reject(self, params: JsonObject) -> None:
        self._check_nes_session(params)
        reason = params.get("reason", "rejected")
        if reason not in REASONS:
            raise CheckFailed(f"nes/reject has the reason {reason!r}")
        if params["id"] in self._accepted:
            raise CheckFailed(f"{params['id']} is rejected after it was accepted")

    # The report.

    def _fail(self, rule: str, note: str) -> None:
        self._seen.add(rule)
        self._failures.append((rule, note, len(self._log.lines)))

    def _finish(self) -> Report:
        for suggestion in self._accepted:
            uri, text = self._expected[suggestion]
            if text not in self._texts.get(uri, set()):
                self._fail(NES, "an accepted edit was not applied as it was suggested")
        for text in self._log.junk:
            self._fail(ACP, f"a message that is no JSON object: {text[:80]!r}")
        for rule, note, at in self._failures:
            lines = tuple(self._log.lines[max(0, at - 3) : at])
            self._report.add(rule, CheckResult("watched", Outcome.FAILED, note, lines))
        for rule in self._seen - {rule for rule, _, _ in self._failures}:
            self._report.add(rule, CheckResult("watched", Outcome.PASSED))
        return self._report


def _is_context_item(item: JsonObject) -> bool:
    return isinstance(item.get("text"), str) and isinstance(item.get("title", ""), str)
