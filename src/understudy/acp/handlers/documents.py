"""document/*: what happens to the texts in the editor. Told to the next edit suggestions, in the order it happened.

Before the first `nes/start` there is no session to follow anything, so nothing is loaded for these.
"""

from typing import TYPE_CHECKING

from understudy.schema.acp import (
    DidChangeDocumentNotification,
    DidCloseDocumentNotification,
    DidFocusDocumentNotification,
    DidOpenDocumentNotification,
    DidSaveDocumentNotification,
)

if TYPE_CHECKING:
    from understudy.acp.agent import Agent

__all__ = ["did_change", "did_close", "did_focus", "did_open", "did_save"]


def did_open(agent: "Agent", params: DidOpenDocumentNotification) -> None:
    if agent.has_nes:
        agent.nes.did_open(params)


def did_change(agent: "Agent", params: DidChangeDocumentNotification) -> None:
    if agent.has_nes:
        agent.nes.did_change(params)


def did_close(agent: "Agent", params: DidCloseDocumentNotification) -> None:
    if agent.has_nes:
        agent.nes.did_close(params)


def did_save(agent: "Agent", params: DidSaveDocumentNotification) -> None:
    if agent.has_nes:
        agent.nes.did_save(params)


def did_focus(agent: "Agent", params: DidFocusDocumentNotification) -> None:
    if agent.has_nes:
        agent.nes.did_focus(params)
