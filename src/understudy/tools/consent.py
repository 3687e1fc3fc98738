"""Asking for consent before a file is written that other programs run or trust."""

from understudy.tools.tool import Call, ConsentRequest
from understudy.workspace import Denied, Place, Workspace
from understudy.workspace.trust import sensitivity_reason

__all__ = ["require_consent"]


def require_consent(workspace: Workspace, call: Call, tool: str, place: Place) -> None:
    """Refuse a sensitive write unless somebody agrees to it."""
    if workspace.trust_all:
        return
    why = sensitivity_reason(place, workspace.roots)
    if why is None:
        return
    path = workspace.display_path(place)
    if not call.ask_consent(ConsentRequest(tool, path, why)):
        raise Denied(
            f"{path!r} was not changed: it is sensitive ({why}), so a person must agree to the change first. "
            "Ask the user to make it, or to start Understudy with --trust-all.",
            "needs_approval",
            path=path,
            why=why,
        )
