"""Decides whose instructions the model is given: those of folders that the user trusts.

AGENTS.md and skills come with a folder, and whoever made it may not be the user. Before the first prompt of a
session is sent to a model, each root that has such files and was never trusted is asked about, by a permission
request. The tools are not affected: they ask by themselves for what they do.
"""

import secrets
from collections.abc import Sequence
from typing import Final

from understudy.chat.outbound import OutboundError
from understudy.chat.permissions import Mode
from understudy.chat.prompt import instruction_files
from understudy.chat.session import Session
from understudy.chat.shared import AgentState
from understudy.chat.text import one_line
from understudy.chat.toolset import text_content
from understudy.chat.turn.recorder import Recorder
from understudy.chat.turn.tool_runner import TurnCancelled
from understudy.schema.acp import (
    PermissionOption,
    ToolCall,
    ToolCallLocation,
    ToolCallProgress,
    ToolCallUpdate,
)
from understudy.workspace import Root, Stop, escape_filename

__all__ = ["choose_trusted_roots"]

_OPTIONS: Final = (
    PermissionOption(option_id="once", name="Read them in this session", kind="allow_once"),
    PermissionOption(option_id="trust", name="Trust this folder", kind="allow_always"),
    PermissionOption(option_id="reject", name="Do not read them", kind="reject_once"),
)


async def choose_trusted_roots(session: Session, state: AgentState, recorder: Recorder) -> list[Root]:
    """Return the roots whose instructions may be read, in order. Raises TurnCancelled."""
    trusted: list[Root] = []
    for root in session.workspace.roots:
        scan = session.workspace_usage.track(lambda root=root: instruction_files(root))
        files = await state.workers.run(scan, Stop())
        if files and await _is_trusted(session, state, recorder, root, files):
            trusted.append(root)
    return trusted


async def _is_trusted(
    session: Session, state: AgentState, recorder: Recorder, root: Root, files: Sequence[str]
) -> bool:
    shown = one_line(escape_filename(root.path), 300)
    if state.settings.trust_folders == "always" or session.permissions.mode is Mode.FULL:
        return True
    if state.settings.trust_folders == "never":
        session.pending_notices.append(f"The instructions in {shown} were not read: the settings say so.\n")
        return False
    if await state.workers.run(lambda: state.trusted_folders.contains(root.path), Stop()):
        return True
    try:
        answer = await _ask(session, state, recorder, shown, files)
    except OutboundError as error:
        session.pending_notices.append(
            f"The instructions in {shown} were not read: your editor could not ask whether you trust that folder "
            f"({error}).\n"
        )
        return False
    if answer == "trust":
        await state.workers.run(lambda: state.trusted_folders.add(root.path), Stop())
    elif answer != "once":
        session.pending_notices.append(f"The instructions in {shown} were not read: it is not trusted.\n")
    return answer in ("once", "trust")


async def _ask(
    session: Session, state: AgentState, recorder: Recorder, folder: str, files: Sequence[str]
) -> str:
    """Ask the user; the question is shown as a tool call, which is not stored and ends with the answer."""
    call_id = f"trust_{secrets.token_hex(8)}"
    title = f"Trust this folder? {folder}"
    names = ", ".join(one_line(escape_filename(file), 300) for file in files)
    text = (
        f"It has instructions for agents ({names}). If you trust whoever made this folder, the model is given "
        "them. Otherwise the agent works without them."
    )
    locations = [ToolCallLocation(path=file) for file in files]
    await recorder.send_update(
        ToolCall(
            tool_call_id=call_id,
            title=title,
            kind="other",
            status="pending",
            content=[text_content(text)],
            locations=locations,
        )
    )
    status = "failed"
    try:
        answer = await state.outbound.request_permission(
            session.id,
            ToolCallUpdate(
                tool_call_id=call_id,
                title=title,
                kind="other",
                status="pending",
                content=[text_content(text)],
                locations=locations,
            ),
            _OPTIONS,
        )
        if answer is None:
            raise TurnCancelled
        status = "completed" if answer in ("once", "trust") else "failed"
        return answer
    finally:
        await recorder.send_update(ToolCallProgress(tool_call_id=call_id, status=status))
