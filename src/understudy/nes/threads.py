"""Waiting for the background threads of next edits. Each owner starts its thread and clears it at its end."""

import threading

__all__ = ["wait_for_thread"]


def wait_for_thread(thread: threading.Thread | None, seconds: float) -> bool:
    """Wait for the thread up to `seconds`; return whether it has ended. Without a thread, it has."""
    if thread is not None:
        thread.join(seconds)
    return thread is None or not thread.is_alive()
