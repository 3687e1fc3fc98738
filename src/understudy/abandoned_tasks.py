"""Done callbacks for tasks that nothing awaits. asyncio would log their exceptions late, and as never retrieved."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

__all__ = ["failure_logger", "retrieve_exception"]


def retrieve_exception(task: "asyncio.Future[Any]") -> None:
    """Retrieve the exception of an abandoned task so that asyncio does not log it."""
    if not task.cancelled():
        task.exception()


def failure_logger(logger: logging.Logger, what: str) -> "Callable[[asyncio.Future[Any]], None]":
    """Return a callback that logs the exception of a task as "<what> failed"."""

    def log_failure(task: "asyncio.Future[Any]") -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.warning("%s failed", what, exc_info=error)

    return log_failure
