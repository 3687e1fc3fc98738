"""A conversation with an agent, on a terminal: what `understudy run` and `understudy chat` are made of.

    Light, for both:  options, opening, deeds, questions, keys, granting, speech, stopping, troubles, wording
    What is seen:     blocks, painting, planning, printouts, picture, live
    What is done:     entry, picking, own_commands, setting, asking, filling, turning, talking

Only the chat loads rich and prompt_toolkit, so nothing is exported here.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.cli.chat_ui.dialogs import ElicitationPrompt, pick
    from understudy.cli.chat_ui.keyboard import Keyboard
    from understudy.cli.chat_ui.live_region import LiveRegion
    from understudy.cli.chat_ui.permissions import (
        TerminalPermissionPrompt,
        allow_once_permissions,
        unattended_permissions,
    )
    from understudy.cli.chat_ui.plain_output import JsonLinesOutput, PlainOutput, print_client_error
    from understudy.cli.chat_ui.prompt_input import PlainPromptInput, PromptInput, PromptReader
    from understudy.cli.chat_ui.render import TextRenderer
    from understudy.cli.chat_ui.repl import Repl, pick_session
    from understudy.cli.chat_ui.session_setup import open_session, supported_context
    from understudy.cli.chat_ui.signals import InterruptHandler, run_interruptible
    from understudy.cli.chat_ui.tool_calls import STOP_REASON_TEXT
    from understudy.cli.chat_ui.transcript import TranscriptView
    from understudy.cli.chat_ui.turn_display import ChatPermissionPrompt, StartupNotice, TurnDisplay

__all__ = [
    "STOP_REASON_TEXT",
    "ChatPermissionPrompt",
    "ElicitationPrompt",
    "InterruptHandler",
    "JsonLinesOutput",
    "Keyboard",
    "LiveRegion",
    "PlainOutput",
    "PlainPromptInput",
    "PromptInput",
    "PromptReader",
    "Repl",
    "StartupNotice",
    "TerminalPermissionPrompt",
    "TextRenderer",
    "TranscriptView",
    "TurnDisplay",
    "allow_once_permissions",
    "open_session",
    "pick",
    "pick_session",
    "print_client_error",
    "run_interruptible",
    "supported_context",
    "unattended_permissions",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "dialogs": ("ElicitationPrompt", "pick"),
        "keyboard": ("Keyboard",),
        "live_region": ("LiveRegion",),
        "permissions": ("TerminalPermissionPrompt", "allow_once_permissions", "unattended_permissions"),
        "plain_output": ("JsonLinesOutput", "PlainOutput", "print_client_error"),
        "prompt_input": ("PlainPromptInput", "PromptInput", "PromptReader"),
        "render": ("TextRenderer",),
        "repl": ("Repl", "pick_session"),
        "session_setup": ("open_session", "supported_context"),
        "signals": ("InterruptHandler", "run_interruptible"),
        "tool_calls": ("STOP_REASON_TEXT",),
        "transcript": ("TranscriptView",),
        "turn_display": ("ChatPermissionPrompt", "StartupNotice", "TurnDisplay"),
    },
)
