"""What an agent may ask of the client, and what becomes of it: one route table.

Questions for permission and updates are seen to here; the rest has an owner each, as far as it was offered.
Whatever is not in the table (methods with an underscore among them) is answered with "method not found".
"""

import logging
from collections.abc import Awaitable
from typing import Any, cast

import msgspec

from understudy.client.elicitation import Elicitations
from understudy.client.mcp import McpServers
from understudy.client.permissions import PermissionQuestions
from understudy.client.session.registry import SessionRegistry
from understudy.client.workspace_access import WorkspaceAccess
from understudy.rpc import INVALID_PARAMS, Inbound, Order, Route, RpcError
from understudy.schema import acp, decode

__all__ = ["build_routes"]

logger = logging.getLogger(__name__)


class _RawSessionUpdate(msgspec.Struct, rename="camel"):
    """A SessionNotification whose update is not read yet: one of a kind that we do not know is no error."""

    session_id: str
    update: msgspec.Raw


def build_routes(
    registry: SessionRegistry,
    questions: PermissionQuestions,
    workspace_access: WorkspaceAccess,
    elicitations: Elicitations | None,
    mcp: McpServers,
) -> dict[str, Route[Any]]:
    def updated(params: _RawSessionUpdate, inbound: Inbound) -> None:
        # Not a coroutine: an answer that follows must not overtake it.
        del inbound
        registry.receive(params.session_id, len(params.update), lambda: _decode_update(params.update))

    def permission(
        params: acp.RequestPermissionRequest, inbound: Inbound
    ) -> Awaitable[acp.RequestPermissionResponse]:
        del inbound
        session = registry.get(params.session_id)
        if session is None:
            raise RpcError(INVALID_PARAMS, f"There is no session {params.session_id[:100]!r} here.")
        return questions.answer(params, session.tool_kind(params.tool_call.tool_call_id))

    return {
        "session/update": Route(_RawSessionUpdate, updated, Order.IN_ORDER, notification=True),
        "session/request_permission": Route(acp.RequestPermissionRequest, permission),
        **workspace_access.routes(),
        **({} if elicitations is None else elicitations.routes()),
        **mcp.routes(),
    }


def _decode_update(raw: msgspec.Raw) -> acp.SessionUpdate | None:
    try:
        return cast(acp.SessionUpdate, decode(raw, cast(Any, acp.SessionUpdate)))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        logger.debug("an update of a kind that is not known: %.200r", bytes(raw)[:200])
        return None
