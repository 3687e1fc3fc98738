"""The terminal user interface of a conversation with an agent: the parts of `understudy run` and `understudy chat`.

    For both commands:  session_setup, tool_calls, permissions, login_prompt, keyboard, plain_output, signals
    Drawing:            render (text to lines), transcript (the conversation), live_region (bottom of the screen)
    Interaction:        prompt_input, dialogs, turn_display, repl

The facade is lazy because only `understudy chat` may import rich and prompt_toolkit.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.cli.chat_ui.dialogs import ElicitationPrompt, pick
    from understudy.cli.chat_ui.keyboard import Keyboard
    from understudy.cli.chat_ui.live_region import LiveRegion
    from understudy.cli.chat_ui.login_prompt import LoginPrompt
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
    from understudy.cli.chat_ui.signals import CancelLimits, InterruptHandler, run_interruptible
    from understudy.cli.chat_ui.tool_calls import STOP_REASON_TEXT
    from understudy.cli.chat_ui.transcript import TranscriptView
    from understudy.cli.chat_ui.turn_display import ChatPermissionPrompt, StartupNotice, TurnDisplay

__all__ = [
    "STOP_REASON_TEXT",
    "CancelLimits",
    "ChatPermissionPrompt",
    "ElicitationPrompt",
    "InterruptHandler",
    "JsonLinesOutput",
    "Keyboard",
    "LiveRegion",
    "LoginPrompt",
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
        "login_prompt": ("LoginPrompt",),
        "permissions": ("TerminalPermissionPrompt", "allow_once_permissions", "unattended_permissions"),
        "plain_output": ("JsonLinesOutput", "PlainOutput", "print_client_error"),
        "prompt_input": ("PlainPromptInput", "PromptInput", "PromptReader"),
        "render": ("TextRenderer",),
        "repl": ("Repl", "pick_session"),
        "session_setup": ("open_session", "supported_context"),
        "signals": ("CancelLimits", "InterruptHandler", "run_interruptible"),
        "tool_calls": ("STOP_REASON_TEXT",),
        "transcript": ("TranscriptView",),
        "turn_display": ("ChatPermissionPrompt", "StartupNotice", "TurnDisplay"),
    },
)
