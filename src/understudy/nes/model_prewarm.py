"""Prewarms the model of a session when the user opens or enters a document: opens the engine and tells it the text.

The engine decides whether anything is sent; a request for a suggestion does not depend on it.
"""

import asyncio
import logging

from understudy.nes.request import build_focus_situation
from understudy.nes.session import NesSession
from understudy.nes.setup import NesClientCapabilities, NesSetup, PrewarmableModel
from understudy.schema.acp import Position

__all__ = ["prewarm_model"]

logger = logging.getLogger("understudy.nes")


def prewarm_model(
    session: NesSession, uri: str, position: Position | None, setup: NesSetup, client: NesClientCapabilities
) -> None:
    """Do nothing for a session without a model, or while its model answers a request. Raises nothing."""
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
