"""Maps domain errors to ACP errors: the one place where error codes are chosen.

| code   | data.reason      | when                                                          |
|--------|------------------|---------------------------------------------------------------|
| -32602 | bad_request, …   | a parameter cannot be used; `field` or `path` names it        |
| -32002 | no_session       | there is no such session                                      |
| -32000 | auth_required    | a provider's key is missing or wrong                          |
| -32603 | not_ready, store_… | the store or the system failed; the message says what to do   |
| -32600 | turn_running, …  | not now: a turn runs, too many sessions, or no `initialize` yet |
| -32600 | limit_reached    | a limit of the user's; `limit` names it, `until` says when more is admitted |
| -32600 | session_busy, lease_lost | another process has the session; `holder` and `until` say who and how long |
"""

import sys
from typing import Any, Final

from understudy.acp.dependencies import AuthRequired, NotReady
from understudy.rpc import INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, RpcError

__all__ = ["AUTH_REQUIRED", "NOT_FOUND", "to_rpc_error"]

AUTH_REQUIRED: Final = -32000
NOT_FOUND: Final = -32002


def to_rpc_error(error: Exception) -> RpcError | None:
    """The error to send, or None if it is unexpected."""
    if isinstance(error, AuthRequired):
        return RpcError(AUTH_REQUIRED, str(error), {"reason": "auth_required"})
    if isinstance(error, NotReady):
        return RpcError(INTERNAL_ERROR, str(error), {"reason": "not_ready"})
    # Only a loaded module can have raised it, and this must not load any.
    for name, map_error in _ERROR_MAPPERS.items():
        module = sys.modules.get(name)
        if module is not None and (mapped := map_error(module, error)) is not None:
            return mapped
    return None


def _map_chat_error(module: Any, error: Exception) -> RpcError | None:
    match error:
        case module.BadRequest():
            return RpcError(INVALID_PARAMS, error.message, {"reason": error.code, "field": error.field})
        case module.UnknownSession():
            return RpcError(NOT_FOUND, error.message, {"reason": error.code})
        case module.LimitReached():
            data = {"reason": error.code, "limit": error.limit, "until": error.until}
            return RpcError(INVALID_REQUEST, error.message, data)
        case module.ChatError():
            return RpcError(INVALID_REQUEST, error.message, {"reason": error.code})
        case _:
            return None


def _map_nes_error(module: Any, error: Exception) -> RpcError | None:
    match error:
        case module.BadRequest():
            return RpcError(INVALID_PARAMS, error.message, {"reason": error.code, "field": error.field})
        case module.UnknownSession():
            return RpcError(NOT_FOUND, error.message, {"reason": error.code})
        case module.AuthRequired():
            return RpcError(AUTH_REQUIRED, error.message, {"reason": error.code})
        case module.NesError():
            return RpcError(INVALID_REQUEST, error.message, {"reason": error.code})
        case _:
            return None


def _map_store_error(module: Any, error: Exception) -> RpcError | None:
    match error:
        case module.NoSession():
            return RpcError(NOT_FOUND, error.message, {"reason": error.code})
        case module.BadCursor():
            return RpcError(INVALID_PARAMS, error.message, {"reason": error.code, "field": "cursor"})
        case module.SessionBusy() | module.LeaseLost():
            data = {"reason": error.code, "holder": error.holder, "until": error.until}
            return RpcError(INVALID_REQUEST, error.message, data)
        case module.StoreError():
            return RpcError(INTERNAL_ERROR, error.message, {"reason": error.code})
        case _:
            return None


def _map_model_error(module: Any, error: Any) -> RpcError | None:
    if not isinstance(error, module.ModelError):
        return None
    if error.kind == "auth":
        return RpcError(AUTH_REQUIRED, error.message, {"reason": "auth_required"})
    code = INVALID_PARAMS if error.kind in ("bad_setting", "unknown_model") else INTERNAL_ERROR
    return RpcError(code, error.message, {"reason": error.kind})


def _map_workspace_error(module: Any, error: Any) -> RpcError | None:
    if not isinstance(error, module.WorkspaceError):
        return None
    data: dict[str, Any] = {"code": error.code, **error.details}
    code = INTERNAL_ERROR if error.reason in ("internal", "too_large", "cancelled") else INVALID_PARAMS
    return RpcError(code, error.message, data)


_ERROR_MAPPERS: Final = {
    "understudy.chat.errors": _map_chat_error,
    "understudy.chat.store": _map_store_error,
    "understudy.nes.errors": _map_nes_error,
    "understudy.models.model_api": _map_model_error,
    "understudy.workspace.errors": _map_workspace_error,
}
