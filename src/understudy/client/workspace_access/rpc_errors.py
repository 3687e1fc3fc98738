"""Why something was not served, as the answer that the agent gets.

| code   | data.reason                | when                                                         |
|--------|----------------------------|--------------------------------------------------------------|
| -32002 | no_session, no_terminal    | nobody here has it, or it belongs to another session         |
| -32002 | missing                    | the file does not exist                                      |
| -32602 | out_of_scope, bad_path, …  | the request cannot be served; the reasons of the workspace   |
| -32600 | too_many, refused          | not now, or not under this client's permissions              |
| -32603 | os_error, internal, …      | the system failed                                            |
"""

from typing import Any, Final

from understudy.rpc import CANCELLED, INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, RpcError
from understudy.workspace import NotFound, WorkspaceError

__all__ = ["NOT_FOUND", "not_found_error", "not_permitted_error", "refused_error", "to_rpc_error"]

NOT_FOUND: Final = -32002

# The workspace's own messages advise with names of tools that the agent may not have.
_PLAIN_MESSAGES: Final = {
    "missing": "{path!r} does not exist.",
    "line_out_of_range": "The line is past the end of the file.",
}


def to_rpc_error(error: WorkspaceError) -> RpcError:
    data: dict[str, Any] = {"code": error.code, **error.details}
    path = error.details.get("path")
    message = (
        _PLAIN_MESSAGES[error.reason].format(path=path) if error.reason in _PLAIN_MESSAGES else error.message
    )
    message = message.partition(" Use exploreFiles")[0].partition(" Use readFile")[0]
    if error.reason == "cancelled":
        return RpcError(CANCELLED, message, data)
    if isinstance(error, NotFound):
        return RpcError(NOT_FOUND, message, data)
    failed = error.reason in ("internal", "os_error", "time_limit")
    return RpcError(INTERNAL_ERROR if failed else INVALID_PARAMS, message, data)


def not_found_error(kind: str, name: str) -> RpcError:
    return RpcError(NOT_FOUND, f"There is no {kind} {name[:100]!r} here.", {"reason": f"no_{kind}"})


def refused_error(message: str, reason: str, **details: Any) -> RpcError:
    return RpcError(INVALID_REQUEST, message, {"reason": reason, **details})


def not_permitted_error(what: str) -> RpcError:
    return refused_error(f"This client's permissions allow no {what}.", "refused")
