"""Prepares the symbolic engine for a text in a thread, so that the first request meets loaded grammars and models.

Only an advance: an engine that is asked earlier prepares itself. Not the index of the workspace, which has its own
thread.
"""

import logging
import threading
from collections import deque

from understudy.nes.limits import MAX_PREPARED_TEXTS
from understudy.nes.text import TextSnapshot
from understudy.nes.threads import wait_for_thread

__all__ = ["WarmUp"]

logger = logging.getLogger("understudy.nes")


class WarmUp:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._texts: deque[TextSnapshot] = deque(maxlen=MAX_PREPARED_TEXTS)
        self._thread: threading.Thread | None = None

    def add(self, snapshot: TextSnapshot) -> None:
        """Prepare for that text, the newest first. Of many texts, the oldest are left out."""
        with self._lock:
            self._texts.append(snapshot._replace(lines=list(snapshot.lines)))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="understudy-nes-warm-up", daemon=True)
                self._thread.start()

    def wait(self, seconds: float) -> bool:
        """Wait for the thread up to `seconds`; return whether it has ended."""
        return wait_for_thread(self._thread, seconds)

    def _run(self) -> None:
        from understudy.nes.completion import prepare_completion
        from understudy.nes.symbolic import prepare

        while True:
            with self._lock:
                if not self._texts:
                    self._thread = None
                    return
                snapshot = self._texts.pop()
            try:
                prepare(snapshot)
                prepare_completion(snapshot)
            except Exception as error:
                logger.warning("preparing the engine failed: %s", type(error).__name__)
                logger.debug("where it failed", exc_info=error)
