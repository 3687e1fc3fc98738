"""One question at a time: a newer one takes the older back, and whoever awaited that gets an empty answer.

Not an exception: nothing went wrong, and no task of the caller was cancelled.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any

from understudy.client.editor.suggestions import Suggestions
from understudy.client.errors import AgentFailed
from understudy.rpc import CANCELLED

__all__ = ["LatestRequest"]


class LatestRequest:
    def __init__(self) -> None:
        self._task: asyncio.Task[Suggestions] | None = None
        self._closed = False

    async def run(self, request: Coroutine[Any, Any, Suggestions]) -> Suggestions:
        self.cancel()
        task = self._task = asyncio.ensure_future(request)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if self._task is task:  # it is the caller that was cancelled, and the question with it
                task.cancel()
                raise
            if (current := asyncio.current_task()) is not None and current.cancelling():
                raise
            return Suggestions.empty("closed" if self._closed else "superseded")
        except AgentFailed as error:
            if error.rpc_code != CANCELLED:
                raise
            return Suggestions.empty("superseded")  # an agent may see that there is a newer one before we do
        finally:
            if self._task is task:
                self._task = None

    def cancel(self, *, close: bool = False) -> None:
        self._closed = self._closed or close
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
