"""OpenAI's responses API: https://platform.openai.com/docs/api-reference/responses-streaming. Every step is one
output item of its own; a thought's signature is its encrypted content."""

import json
from collections.abc import Iterator
from typing import Any

from provider_steps import (
    Call,
    Piece,
    Raw,
    Reply,
    Text,
    Thought,
    argument_pieces,
    arguments_text,
    event_bytes,
)

__all__ = ["OpenAIResponses"]


class OpenAIResponses:
    def answers(self, path: str) -> bool:
        return path == "/v1/responses"

    def streams(self, path: str, body: dict[str, Any]) -> bool:
        return bool(body.get("stream"))

    def stream(self, reply: Reply, body: dict[str, Any]) -> Iterator[Piece]:
        number = iter(range(1_000_000))

        def event(kind: str, **fields: Any) -> bytes:
            return event_bytes({"type": kind, "sequence_number": next(number), **fields}, kind)

        begun: dict[str, Any] = {
            **self.whole(reply, body),
            "status": "in_progress",
            "output": [],
            "usage": None,
        }
        yield event("response.created", response=begun)
        index = 0
        for step in reply.steps:
            match step:
                case Raw(text):
                    yield text.encode()
                    continue
                case Text() | Thought() | Call():
                    item = self._item(step, index)
                case _:
                    yield step
                    continue
            part: dict[str, Any]
            at: dict[str, Any] = {"item_id": item["id"], "output_index": index}
            yield event("response.output_item.added", output_index=index, item=self._opened(item))
            match step:
                case Text(text):
                    part = {"type": "output_text", "text": "", "annotations": []}
                    yield event("response.content_part.added", **at, content_index=0, part=part)
                    yield event("response.output_text.delta", **at, content_index=0, delta=text, logprobs=[])
                    yield event("response.output_text.done", **at, content_index=0, text=text, logprobs=[])
                case Thought(text):
                    part = {"type": "summary_text", "text": ""}
                    yield event("response.reasoning_summary_part.added", **at, summary_index=0, part=part)
                    yield event("response.reasoning_summary_text.delta", **at, summary_index=0, delta=text)
                    yield event("response.reasoning_summary_text.done", **at, summary_index=0, text=text)
                case Call():
                    for piece in argument_pieces(step):
                        yield event("response.function_call_arguments.delta", **at, delta=piece)
                    done = {"arguments": arguments_text(step), "name": step.name}
                    yield event("response.function_call_arguments.done", **at, **done)
            yield event("response.output_item.done", output_index=index, item=item)
            index += 1
        kind = "response.incomplete" if reply.ending in ("length", "content_filter") else "response.completed"
        yield event(kind, response=self.whole(reply, body))

    def whole(self, reply: Reply, body: dict[str, Any]) -> dict[str, Any]:
        spoken = [step for step in reply.steps if isinstance(step, Text | Thought | Call)]
        reasons = {"length": "max_output_tokens", "content_filter": "content_filter"}
        reason = reasons.get(reply.ending)
        used = reply.usage
        return {
            "id": "resp_1",
            "object": "response",
            "created_at": 1_700_000_000,
            "model": body.get("model", ""),
            "status": "incomplete" if reason else "completed",
            "incomplete_details": {"reason": reason} if reason else None,
            "error": None,
            "output": [self._item(step, index) for index, step in enumerate(spoken)],
            "parallel_tool_calls": True,
            "tool_choice": "auto",
            "tools": [],
            "usage": used
            and {
                "input_tokens": used.input,
                "input_tokens_details": {
                    "cached_tokens": used.cache_read,
                    "cache_write_tokens": used.cache_write,
                },
                "output_tokens": used.output,
                "output_tokens_details": {"reasoning_tokens": used.thought},
                "total_tokens": used.input + used.output,
            },
        }

    def error(self, reply: Reply) -> bytes:
        error_object = reply.error or {
            "message": reply.message,
            "type": "scripted",
            "param": None,
            "code": None,
        }
        return json.dumps({"error": error_object}).encode()

    @staticmethod
    def _item(step: Text | Thought | Call, index: int) -> dict[str, Any]:
        match step:
            case Text(text):
                content: list[dict[str, Any]] = [{"type": "output_text", "text": text, "annotations": []}]
                return {
                    "id": f"msg_{index}",
                    "type": "message",
                    "role": "assistant",
                    "status": "completed",
                    "content": content,
                }
            case Thought(text, signature):
                summary = [{"type": "summary_text", "text": text}]
                return {
                    "id": f"rs_{index}",
                    "type": "reasoning",
                    "summary": summary,
                    "encrypted_content": signature,
                }
            case Call():
                return {
                    "id": f"fc_{index}",
                    "type": "function_call",
                    "call_id": step.id or f"call_{index}",
                    "name": step.name,
                    "arguments": arguments_text(step),
                    "status": "completed",
                }

    @staticmethod
    def _opened(item: dict[str, Any]) -> dict[str, Any]:
        """The item before anything of it was streamed."""
        empty: dict[str, Any] = {"content": [], "summary": [], "arguments": "", "status": "in_progress"}
        return {**item, **{key: value for key, value in empty.items() if key in item}}
