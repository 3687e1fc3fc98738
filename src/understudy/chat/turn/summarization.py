"""The summary of a conversation: asks the model for it, shows it to the client, and stores it as an event.

Whether and when is up to the agent loop and `/compact`. What the model sees of a summary is in `history.messages`.
"""

import contextlib
import secrets
from collections.abc import Sequence
from typing import Final

from understudy.chat.events import HistoryCompacted
from understudy.chat.limits import MAX_SUMMARY_CHARS, MAX_SUMMARY_TOKENS
from understudy.chat.outbound import Outbound
from understudy.chat.turn.recorder import Recorder
from understudy.models import (
    Finished,
    Message,
    Model,
    ModelError,
    Request,
    TextDelta,
    TextPart,
    TokenUsage,
    ToolSpec,
    UserMessage,
)
from understudy.schema.acp import CompactionSummaryChunk, CompactionUpdate, TextContent

__all__ = ["summarize"]

_INSTRUCTION: Final = """\
Summarise our conversation so far. Your summary replaces it: you will see only the summary and what follows.
Write it so that you can go on with the work without asking again. Use these headings, and leave out what is empty:

## Task
What the user wants, in their own words where they matter, with every preference and restriction they stated.
## State
What is done, what was found out, which commands were run and how they ended.
## Files
Each file that matters, by path: what it holds, what was changed in it.
## Open
What remains to be done, and the exact next step.

Call no tool. Answer with the summary alone."""
_FOCUS: Final = "\n\nThe user asks you to keep this in particular: "
_NO_SUMMARY: Final = "The model wrote no summary, so the conversation stays as it is."


async def summarize(
    model: Model,
    *,
    system: str,
    messages: Sequence[Message],
    tools: Sequence[ToolSpec],
    recorder: Recorder,
    outbound: Outbound,
    focus: str = "",
    automatic: bool = False,
) -> tuple[HistoryCompacted, TokenUsage]:
    """Have the model write the summary, stream it to the client, and store it. Raises ModelError.

    The system prompt and the tools are those of the conversation, so that the provider's cache of it is used.
    """
    compaction_id = f"compaction_{secrets.token_hex(8)}"
    await recorder.flush()

    async def update(status: str, error: str | None = None) -> None:
        if outbound.shows_compactions:
            await recorder.send_update(
                CompactionUpdate(compaction_id=compaction_id, status=status, error=error)
            )

    await update("in_progress")
    instruction = _INSTRUCTION + (_FOCUS + focus if focus else "")
    request = Request(
        system=system,
        messages=[*messages, UserMessage([TextPart(instruction)])],
        tools=tools,
        max_tokens=MAX_SUMMARY_TOKENS,
    )
    try:
        summary, usage = await _stream_summary(model, request, compaction_id, recorder, outbound)
    except ModelError as error:
        await update("failed", error.message)
        raise
    except BaseException:
        await update("cancelled")
        raise
    event = HistoryCompacted(id=compaction_id, summary=summary, automatic=automatic, keeps_prompt=automatic)
    await recorder.record(event)
    return event, usage


async def _stream_summary(
    model: Model, request: Request, compaction_id: str, recorder: Recorder, outbound: Outbound
) -> tuple[str, TokenUsage]:
    async with contextlib.aclosing(model.stream(request)) as stream:
        async for event in stream:
            match event:
                case TextDelta(text=text) if outbound.shows_compactions:
                    chunk = CompactionSummaryChunk(
                        compaction_id=compaction_id, content=TextContent(text=text)
                    )
                    await recorder.send_update(chunk)
                case Finished():
                    texts = [part.text for part in event.message.parts if isinstance(part, TextPart)]
                    summary = "".join(texts).strip()[:MAX_SUMMARY_CHARS]
                    if not summary or event.finish_reason == "refusal":
                        raise ModelError("rejected", _NO_SUMMARY)
                    return summary, event.usage
                case _:
                    pass
    raise ModelError("unreachable", "The summary broke off, so the conversation stays as it is. Try again.")
