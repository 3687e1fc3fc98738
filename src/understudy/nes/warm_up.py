"""Prepares the engines before the first request: the symbolic one in a thread, a session's model on the event loop.

Only an advance: an engine that is asked earlier prepares itself, and meanwhile the thread pauses, because the two
would share the interpreter's lock. Not the index of the workspace, which has its own thread.
"""

import asyncio
import logging
import threading
import time
from collections import deque
from collections.abc import Generator
from contextlib import contextmanager

from understudy.nes.limits import MAX_PREPARED_TEXTS
from understudy.nes.request import build_focus_situation
from understudy.nes.session import NesSession
from understudy.nes.setup import NesClientCapabilities, NesSetup, PrewarmableModel
from understudy.nes.text import TextSnapshot
from understudy.nes.threads import wait_for_thread
from understudy.schema.acp import Position

__all__ = ["WarmUp", "prewarm_model"]

logger = logging.getLogger("understudy.nes")


class WarmUp:
    """Loads grammars and learned models for opened texts, so that the first request meets them loaded."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._texts: deque[TextSnapshot] = deque(maxlen=MAX_PREPARED_TEXTS)
        self._thread: threading.Thread | None = None
        self._asked_uris: set[str] = set()
        """Texts that a request has prepared since they were added. Empty without a thread."""
        self._may_work = threading.Event()
        self._may_work.set()

    @contextmanager
    def pause(self, uri: str) -> Generator[None]:
        """Let the thread wait at its next step, until a request for that text is answered."""
        self._may_work.clear()
        with self._lock:
            if self._thread is not None:
                self._asked_uris.add(uri)
        try:
            yield
        finally:
            try:
                # When the answer is written: before, the thread would take the interpreter's lock from the request.
                asyncio.get_running_loop().call_soon(self._may_work.set)
            except RuntimeError:  # there is no event loop, as in another program
                self._may_work.set()

    def add(self, snapshot: TextSnapshot) -> None:
        """Prepare for that text, the newest first. Of many texts, the oldest are left out."""
        with self._lock:
            self._texts.append(snapshot._replace(lines=list(snapshot.lines)))
            self._asked_uris.discard(snapshot.uri)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="understudy-nes-warm-up", daemon=True)
                self._thread.start()

    def wait(self, seconds: float) -> bool:
        """Wait for the thread up to `seconds`; return whether it has ended."""
        return wait_for_thread(self._thread, seconds)

    def _begin_step(self) -> None:
        time.sleep(0)  # a request that waits for the interpreter's lock gets it
        self._may_work.wait()

    def _run(self) -> None:
        from understudy.nes.completion import prepare_completion
        from understudy.nes.symbolic import prepare

        while True:
            with self._lock:
                if not self._texts:
                    self._thread = None
                    self._asked_uris.clear()
                    return
                snapshot = self._texts.pop()
            try:
                self._begin_step()
                if snapshot.uri not in self._asked_uris:  # else its tree is newer than this text
                    prepare(snapshot)
                for _ in prepare_completion(snapshot):
                    self._begin_step()
            except Exception as error:
                logger.warning("preparing the engine failed: %s", type(error).__name__)
                logger.debug("where it failed", exc_info=error)


def prewarm_model(
    session: NesSession, uri: str, position: Position | None, setup: NesSetup, client: NesClientCapabilities
) -> None:
    """Open the model of a session when the user opens or enters a document, and tell it the text.

    Do nothing for a session without a model, or while its model answers a request. Raises nothing. The engine
    decides whether anything is sent; a request for a suggestion does not depend on it.
    """
    settings = session.settings
    if setup.open_model is None or settings.engine == "symbolic" or not settings.enabled:
        return
    if session.model_task is not None or setup.missing_key_message() is not None:
        return
    try:
        asyncio.get_running_loop()
        situation = build_focus_situation(session, uri, position, client)
        if situation is None:
            return
        if session.model_engine is None:
            session.model_engine = setup.open_model()
        if isinstance(session.model_engine, PrewarmableModel):
            session.model_engine.prewarm(situation)
    except Exception as error:
        logger.debug("prewarming the model failed", exc_info=error)
