"""Agents for many users over a network: ACP over WebSocket and Streamable HTTP, in one process.

    client ── WebSocket or HTTP/2 ──► app ──► connections ──► acp.Agent ──► chat, nes

Only the `understudy serve` command imports this package. It knows no model and no settings: the command gives it a
function that makes an agent for a user.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.serve.accounts import Accounts
    from understudy.serve.app import Authenticator, NotAuthenticated, ServeApp, TokenAuthenticator
    from understudy.serve.connections import Connections
    from understudy.serve.limits import DEFAULT_PORT, DRAIN_TIMEOUT_S
    from understudy.serve.logs import JsonLogFormatter
    from understudy.serve.metrics import Metrics
    from understudy.serve.oidc import OidcAuthenticator, OidcIssuer
    from understudy.serve.server import Certificate, Shutdown, open_listener, run_server
    from understudy.serve.traces import Tracing
    from understudy.serve.users import User, UserLimits, Users, UsersError, add_user, new_token

__all__ = [
    "DEFAULT_PORT",
    "DRAIN_TIMEOUT_S",
    "Accounts",
    "Authenticator",
    "Certificate",
    "Connections",
    "JsonLogFormatter",
    "Metrics",
    "NotAuthenticated",
    "OidcAuthenticator",
    "OidcIssuer",
    "ServeApp",
    "Shutdown",
    "TokenAuthenticator",
    "Tracing",
    "User",
    "UserLimits",
    "Users",
    "UsersError",
    "add_user",
    "new_token",
    "open_listener",
    "run_server",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "accounts": ("Accounts",),
        "app": ("Authenticator", "NotAuthenticated", "ServeApp", "TokenAuthenticator"),
        "connections": ("Connections",),
        "limits": ("DEFAULT_PORT", "DRAIN_TIMEOUT_S"),
        "logs": ("JsonLogFormatter",),
        "metrics": ("Metrics",),
        "oidc": ("OidcAuthenticator", "OidcIssuer"),
        "server": ("Certificate", "Shutdown", "open_listener", "run_server"),
        "traces": ("Tracing",),
        "users": ("User", "UserLimits", "Users", "UsersError", "add_user", "new_token"),
    },
)
