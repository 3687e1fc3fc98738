"""A model in the same process, for chat tests that need no HTTP: it says what the test wrote, and keeps what it was
asked.

    model = ScriptedModel([["Let me look. ", CallPart("c1", "read_file", {"path": "/x"})], ["Done."]])

One list for each request. In it: a str is a text delta, a ThoughtPart a thought, a CallPart a call, a ModelError is
raised, an asyncio.Event is waited for, and any event of the port is handed out as it is. Finished comes by itself,
unless it was written.
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence

from understudy.models import (
    CallPart,
    Finished,
    ModelError,
    ModelEvent,
    ModelMessage,
    Request,
    TextDelta,
    TextPart,
    ThoughtDelta,
    ThoughtPart,
    TokenUsage,
)

__all__ = ["ScriptedModel", "Step"]

Step = str | ThoughtPart | CallPart | ModelError | asyncio.Event | ModelEvent

TIMEOUT_S = 600.0


class ScriptedModel:
    """Implements the port's Model."""

    def __init__(
        self,
        replies: Sequence[Sequence[Step]],
        *,
        name: str = "scripted:model",
        takes_images: bool = True,
        window: int = 128_000,
        usage: TokenUsage | None = None,
    ) -> None:
        self.requests: list[Request] = []
        self.closed = False
        self.left = 0
        """How many streams were closed before their end."""
        self.replies = list(replies)
        self._name = name
        self._takes_images = takes_images
        self._window = window
        self._usage = usage or TokenUsage(input=10, output=5)

    @property
    def name(self) -> str:
        return self._name

    @property
    def takes_images(self) -> bool:
        return self._takes_images

    @property
    def context_window(self) -> int:
        return self._window

    async def close(self) -> None:
        self.closed = True

    async def stream(self, request: Request) -> AsyncGenerator[ModelEvent]:
        self.requests.append(request)
        if len(self.requests) > len(self.replies):
            raise ModelError("rejected", f"the script of this test has no reply {len(self.requests)}")
        said: list[TextPart | ThoughtPart | CallPart] = []
        ended = False
        try:
            for step in self.replies[len(self.requests) - 1]:
                match step:
                    case str():
                        _add_text(said, step)
                        yield TextDelta(step)
                    case ThoughtPart(text):
                        said.append(step)
                        yield ThoughtDelta(text)
                    case CallPart():
                        said.append(step)
                    case ModelError():
                        ended = True
                        raise step
                    case asyncio.Event():
                        async with asyncio.timeout(TIMEOUT_S):
                            await step.wait()
                    case Finished():
                        ended = True
                        yield step
                        return
                    case _:
                        yield step
            ended = True
            cause = "calls" if any(isinstance(part, CallPart) for part in said) else "done"
            yield Finished(ModelMessage(tuple(said)), cause, self._usage)
        finally:
            self.left += not ended


def _add_text(said: list[TextPart | ThoughtPart | CallPart], text: str) -> None:
    if said and isinstance(said[-1], TextPart):
        said[-1] = TextPart(said[-1].text + text)
    else:
        said.append(TextPart(text))
