"""Gemini's way to write a scripted reply: https://ai.google.dev/api/generate-content. A call comes in one piece."""

import json
from collections.abc import Iterator
from typing import Any

from provider_steps import Call, Piece, Raw, Reply, Text, Thought, event_bytes

__all__ = ["Gemini"]

_ENDINGS = {"stop": "STOP", "tool_calls": "STOP", "length": "MAX_TOKENS", "content_filter": "SAFETY"}
_STATUS = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    422: "INVALID_ARGUMENT",
    429: "RESOURCE_EXHAUSTED",
    503: "UNAVAILABLE",
}


class Gemini:
    def answers(self, path: str) -> bool:
        return "GenerateContent" in path or ":generateContent" in path

    def streams(self, path: str, body: dict[str, Any]) -> bool:
        return ":streamGenerateContent" in path

    def stream(self, reply: Reply, body: dict[str, Any]) -> Iterator[Piece]:
        for step in reply.steps:
            match step:
                case Text() | Thought() | Call():
                    yield event_bytes({"candidates": [{"index": 0, "content": self._content(step)}]})
                case Raw(text):
                    yield text.encode()
                case _:
                    yield step
        ending = {
            "index": 0,
            "content": {"role": "model", "parts": [{"text": ""}]},
            "finishReason": self._end(reply),
        }
        yield event_bytes({"candidates": [ending], **self._usage(reply)})

    def whole(self, reply: Reply, body: dict[str, Any]) -> dict[str, Any]:
        spoken = [step for step in reply.steps if isinstance(step, Text | Thought | Call)]
        parts = [part for step in spoken for part in self._content(step)["parts"]]
        candidate = {
            "index": 0,
            "content": {"role": "model", "parts": parts},
            "finishReason": self._end(reply),
        }
        return {"candidates": [candidate], **self._usage(reply)}

    def error(self, reply: Reply) -> bytes:
        status = _STATUS.get(reply.status, "INTERNAL")
        error_object = reply.error or {"code": reply.status, "message": reply.message, "status": status}
        return json.dumps({"error": error_object}).encode()

    @staticmethod
    def _content(step: Text | Thought | Call) -> dict[str, Any]:
        part: dict[str, Any]
        match step:
            case Text(text):
                part = {"text": text}
            case Thought(text):
                part = {"text": text, "thought": True}
            case Call():
                part = {"functionCall": {"id": step.id or "fc_0", "name": step.name, "args": step.arguments}}
        if not isinstance(step, Text) and step.signature:
            part["thoughtSignature"] = step.signature
        return {"role": "model", "parts": [part]}

    @staticmethod
    def _end(reply: Reply) -> str:
        return _ENDINGS.get(reply.ending, reply.ending)

    @staticmethod
    def _usage(reply: Reply) -> dict[str, Any]:
        if reply.usage is None:
            return {}
        used = reply.usage
        return {
            "usageMetadata": {
                "promptTokenCount": used.input,
                "candidatesTokenCount": used.output,
                "cachedContentTokenCount": used.cache_read,
                "thoughtsTokenCount": used.thought,
                "totalTokenCount": used.input + used.output + used.thought,
            }
        }
