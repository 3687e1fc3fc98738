"""What a client and a remote agent have said to each other, as far as it is needed to connect again.

Follows the messages of both directions: the `initialize` request, the open sessions, requests without an answer.
After a break it says what the client has to be told and what the new connection has to be asked. It does no input
or output, and changes nothing else in a message than the ids of the agent's requests, which begin anew with each
connection while an answer of the client may still be for an older one.
"""

from dataclasses import dataclass, field
from typing import Any, Final, cast

import msgspec

from understudy.client.remote.replay import ShownTurn

__all__ = ["CONNECTION_LOST", "Conversation", "RemoteSession", "as_object", "encode", "error_answer"]

CONNECTION_LOST: Final = -32603
OPENING_METHODS: Final = ("session/new", "session/load", "session/resume", "session/fork")
CLOSING_METHODS: Final = ("session/close", "session/delete")
PROMPT_METHOD: Final = "session/prompt"
LOST_MESSAGE: Final = "The connection to the agent was lost before it answered."

Json = dict[str, Any]


def encode(message: Json) -> bytes:
    return msgspec.json.encode({"jsonrpc": "2.0", **message})


def error_answer(request_id: object, message: str) -> bytes:
    error = {"code": CONNECTION_LOST, "message": message, "data": {"reason": "connection_lost"}}
    return encode({"id": request_id, "error": error})


@dataclass(slots=True)
class RemoteSession:
    """An open session, with what opens it again."""

    id: str
    params: Json
    """`cwd`, `additionalDirectories` and `mcpServers`, as the client sent them last."""
    prompt_id: object = None
    """The id of the prompt that has no answer; None if no turn runs."""
    turn: ShownTurn | None = None

    def load_params(self) -> Json:
        return {**self.params, "sessionId": self.id}


@dataclass(slots=True)
class Conversation:
    initialize: Json | None = None
    """The request, once it was answered."""
    sessions: dict[str, RemoteSession] = field(default_factory=dict[str, RemoteSession])
    _pending: dict[object, Json] = field(default_factory=dict[object, Json])
    _questions: dict[object, object] = field(default_factory=dict[object, object])
    """Requests of the agent without an answer: the id that the client knows, and the agent's own."""
    _generation: int = 0

    def outgoing(self, frame: bytes) -> bytes | None:
        """Follow a message of the client. Return what is sent; None for an answer that nobody awaits."""
        message = _decode(frame)
        if message is None:
            return frame
        if "method" not in message:
            return self._answer_question(frame, message)
        if "id" in message:
            self._pending[message["id"]] = message
            if message["method"] == PROMPT_METHOD:
                self._begin_turn(message)
        return frame

    def incoming(self, frame: bytes) -> bytes:
        """Follow a message of the agent. Return what the client gets."""
        message = _decode(frame)
        if message is None:
            return frame
        if "method" not in message:
            self._on_answer(message)
            return frame
        if "id" in message:
            return self._on_question(frame, message)
        if message["method"] == "session/update":
            params = as_object(message.get("params"))
            session = self.sessions.get(str(params.get("sessionId")))
            if session is not None and session.turn is not None:
                session.turn.add(as_object(params.get("update")))
        return frame

    def lose_connection(self) -> list[bytes]:
        """The connection is gone. Return messages for the client: answers to all requests but those of turns, which
        the replay will answer, and cancellations of the agent's questions."""
        self._generation += 1
        lost: list[bytes] = []
        for request_id, message in list(self._pending.items()):
            if message["method"] == PROMPT_METHOD and self._session_of(message) is not None:
                continue
            del self._pending[request_id]
            lost.append(error_answer(request_id, LOST_MESSAGE))
        for known_id in self._questions:
            lost.append(encode({"method": "$/cancel_request", "params": {"requestId": known_id}}))
        self._questions.clear()
        return lost

    def end_turn(self, session: RemoteSession, answer: bytes) -> bytes:
        """The turn that ran when the connection broke has this answer."""
        self._pending.pop(session.prompt_id, None)
        session.prompt_id = session.turn = None
        return answer

    def forget(self, session: RemoteSession) -> None:
        self.sessions.pop(session.id, None)

    def _begin_turn(self, message: Json) -> None:
        session = self._session_of(message)
        if session is not None:
            session.prompt_id = message["id"]
            session.turn = ShownTurn(as_object(message.get("params")).get("prompt"))

    def _session_of(self, message: Json) -> RemoteSession | None:
        return self.sessions.get(str(as_object(message.get("params")).get("sessionId")))

    def _on_answer(self, message: Json) -> None:
        request = self._pending.pop(message.get("id"), None)
        if request is None or "error" in message:
            if request is not None:
                self._finish_turn(request)
            return
        method, params, result = (
            request["method"],
            as_object(request.get("params")),
            as_object(message.get("result")),
        )
        if method == "initialize":
            self.initialize = request
        elif method in OPENING_METHODS:
            session_id = (
                result.get("sessionId")
                if method in ("session/new", "session/fork")
                else params.get("sessionId")
            )
            opening = {
                key: params[key] for key in ("cwd", "additionalDirectories", "mcpServers") if key in params
            }
            self.sessions[str(session_id)] = RemoteSession(str(session_id), opening)
        elif method in CLOSING_METHODS:
            self.sessions.pop(str(params.get("sessionId")), None)
        else:
            self._finish_turn(request)

    def _finish_turn(self, request: Json) -> None:
        session = self._session_of(request)
        if session is not None and session.prompt_id == request["id"]:
            session.prompt_id = session.turn = None

    def _on_question(self, frame: bytes, message: Json) -> bytes:
        own_id = message["id"]
        known_id = own_id if not self._generation else f"{self._generation}:{own_id}"
        self._questions[known_id] = own_id
        return frame if known_id is own_id else encode({**message, "id": known_id})

    def _answer_question(self, frame: bytes, message: Json) -> bytes | None:
        known_id = message.get("id")
        if known_id not in self._questions:
            return None
        own_id = self._questions.pop(known_id)
        return frame if own_id is known_id or own_id == known_id else encode({**message, "id": own_id})


def _decode(frame: bytes) -> Json | None:
    try:
        message: Any = msgspec.json.decode(frame)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return cast(Json, message) if isinstance(message, dict) else None


def as_object(value: object) -> Json:
    return cast(Json, value) if isinstance(value, dict) else {}
