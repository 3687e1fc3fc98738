"""How each provider's API writes a scripted reply: paths, server-sent events, whole answers, errors."""

import json
from collections.abc import Iterator
from typing import Any

from provider_gemini import Gemini
from provider_responses import OpenAIResponses
from provider_steps import (
    Call,
    Dialect,
    Piece,
    Raw,
    Reply,
    Text,
    Thought,
    argument_pieces,
    arguments_text,
    event_bytes,
)

__all__ = ["DIALECTS"]


class OpenAIChat:
    """https://platform.openai.com/docs/api-reference/chat-streaming; thoughts as `reasoning_content`."""

    def answers(self, path: str) -> bool:
        return path == "/v1/chat/completions"

    def streams(self, path: str, body: dict[str, Any]) -> bool:
        return bool(body.get("stream"))

    def stream(self, reply: Reply, body: dict[str, Any]) -> Iterator[Piece]:
        def chunk(delta: dict[str, Any] | None, **more: Any) -> bytes:
            choice = {"index": 0, "delta": delta, "finish_reason": None}
            choices = (
                []
                if delta is None
                else [{**choice, **{k: v for k, v in more.items() if k == "finish_reason"}}]
            )
            usage = {"usage": more["usage"]} if "usage" in more else {}
            return event_bytes({**self._head(body, "chat.completion.chunk"), "choices": choices, **usage})

        yield chunk({"role": "assistant", "content": ""})
        index = 0
        for step in reply.steps:
            match step:
                case Text(text):
                    yield chunk({"content": text})
                case Thought(text):
                    yield chunk({"reasoning_content": text})
                case Call():
                    named = {"name": step.name, "arguments": ""}
                    opening = {
                        "index": index,
                        "id": step.id or f"call_{index}",
                        "type": "function",
                        "function": named,
                    }
                    yield chunk({"tool_calls": [opening]})
                    for piece in argument_pieces(step):
                        yield chunk({"tool_calls": [{"index": index, "function": {"arguments": piece}}]})
                    index += 1
                case Raw(text):
                    yield text.encode()
                case _:
                    yield step
        yield chunk({}, finish_reason=reply.ending)
        options: dict[str, Any] = body.get("stream_options") or {}
        if reply.usage and options.get("include_usage"):
            yield chunk(None, usage=self._usage(reply))
        yield b"data: [DONE]\n\n"

    def whole(self, reply: Reply, body: dict[str, Any]) -> dict[str, Any]:
        wanted = [step for step in reply.steps if isinstance(step, Call)]
        message: dict[str, Any] = {
            "role": "assistant",
            "content": "".join(step.text for step in reply.steps if isinstance(step, Text)) or None,
        }
        if wanted:
            message["tool_calls"] = [
                {
                    "id": call.id or f"call_{index}",
                    "type": "function",
                    "function": {"name": call.name, "arguments": arguments_text(call)},
                }
                for index, call in enumerate(wanted)
            ]
        choice = {"index": 0, "message": message, "finish_reason": reply.ending}
        usage = {"usage": self._usage(reply)} if reply.usage else {}
        return {**self._head(body, "chat.completion"), "choices": [choice], **usage}

    def error(self, reply: Reply) -> bytes:
        error_object = reply.error or {
            "message": reply.message,
            "type": "scripted",
            "param": None,
            "code": None,
        }
        return json.dumps({"error": error_object}).encode()

    @staticmethod
    def _head(body: dict[str, Any], kind: str) -> dict[str, Any]:
        return {"id": "chatcmpl-1", "object": kind, "created": 1_700_000_000, "model": body.get("model", "")}

    @staticmethod
    def _usage(reply: Reply) -> dict[str, Any]:
        assert reply.usage
        used = reply.usage
        return {
            "prompt_tokens": used.input,
            "completion_tokens": used.output,
            "total_tokens": used.input + used.output,
            "prompt_tokens_details": {"cached_tokens": used.cache_read},
            "completion_tokens_details": {"reasoning_tokens": used.thought},
        }


class Anthropic:
    """https://docs.anthropic.com/en/api/messages-streaming; thoughts as thinking blocks with a signature."""

    def answers(self, path: str) -> bool:
        return path.split("?")[0] == "/v1/messages"

    def streams(self, path: str, body: dict[str, Any]) -> bool:
        return bool(body.get("stream"))

    def stream(self, reply: Reply, body: dict[str, Any]) -> Iterator[Piece]:
        started: dict[str, Any] = {
            **self._head(body),
            "content": [],
            "stop_reason": None,
            "usage": self._usage(reply),
        }
        yield event_bytes({"type": "message_start", "message": started}, "message_start")
        index, kind = -1, ""
        block: dict[str, Any]
        for step in reply.steps:
            match step:
                case Text(text):
                    wanted, block, deltas = (
                        "text",
                        {"type": "text", "text": ""},
                        [("text_delta", "text", text)],
                    )
                case Thought(text, signature):
                    wanted, block = "thinking", {"type": "thinking", "thinking": "", "signature": ""}
                    deltas = [("thinking_delta", "thinking", text)]
                    if signature:
                        deltas.append(("signature_delta", "signature", signature))
                case Call():
                    wanted = f"call {index}"
                    block = {
                        "type": "tool_use",
                        "id": step.id or f"toolu_{index + 1}",
                        "name": step.name,
                        "input": {},
                    }
                    deltas = [("input_json_delta", "partial_json", piece) for piece in argument_pieces(step)]
                case Raw(text):
                    yield text.encode()
                    continue
                case _:
                    yield step
                    continue
            if wanted != kind:
                if index >= 0:
                    yield event_bytes({"type": "content_block_stop", "index": index}, "content_block_stop")
                index, kind = index + 1, wanted
                opening = {"type": "content_block_start", "index": index, "content_block": block}
                yield event_bytes(opening, "content_block_start")
            for name, key, value in deltas:
                delta = {"type": "content_block_delta", "index": index, "delta": {"type": name, key: value}}
                yield event_bytes(delta, "content_block_delta")
        if index >= 0:
            yield event_bytes({"type": "content_block_stop", "index": index}, "content_block_stop")
        stop = {"stop_reason": self._stop(reply), "stop_sequence": None}
        usage = {"output_tokens": reply.usage.output if reply.usage else 0}
        yield event_bytes({"type": "message_delta", "delta": stop, "usage": usage}, "message_delta")
        yield event_bytes({"type": "message_stop"}, "message_stop")

    def whole(self, reply: Reply, body: dict[str, Any]) -> dict[str, Any]:
        content: list[dict[str, Any]] = []
        for index, step in enumerate(reply.steps):
            match step:
                case Text(text):
                    content.append({"type": "text", "text": text})
                case Thought(text, signature):
                    content.append({"type": "thinking", "thinking": text, "signature": signature or ""})
                case Call(name, arguments, id):
                    block = {
                        "type": "tool_use",
                        "id": id or f"toolu_{index}",
                        "name": name,
                        "input": arguments,
                    }
                    content.append(block)
                case _:
                    pass
        return {
            **self._head(body),
            "content": content,
            "stop_reason": self._stop(reply),
            "usage": self._usage(reply),
        }

    def error(self, reply: Reply) -> bytes:
        error_object = reply.error or {"type": "scripted", "message": reply.message}
        return json.dumps({"type": "error", "error": error_object}).encode()

    @staticmethod
    def _stop(reply: Reply) -> str:
        words = {
            "stop": "end_turn",
            "length": "max_tokens",
            "tool_calls": "tool_use",
            "content_filter": "refusal",
        }
        return words.get(reply.ending, reply.ending)

    @staticmethod
    def _head(body: dict[str, Any]) -> dict[str, Any]:
        return {"id": "msg_1", "type": "message", "role": "assistant", "model": body.get("model", "")}

    @staticmethod
    def _usage(reply: Reply) -> dict[str, Any]:
        if reply.usage is None:
            return {"input_tokens": 0, "output_tokens": 0}
        used = reply.usage
        return {
            "input_tokens": used.input - used.cache_read - used.cache_write,
            "output_tokens": used.output,
            "cache_read_input_tokens": used.cache_read,
            "cache_creation_input_tokens": used.cache_write,
        }


DIALECTS: tuple[Dialect, ...] = (OpenAIChat(), OpenAIResponses(), Anthropic(), Gemini())
