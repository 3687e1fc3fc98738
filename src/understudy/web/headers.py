"""What every answer says to the browser about itself: what the page may load, and that nobody may frame it."""

from collections.abc import Sequence
from typing import Final

from starlette.types import Message, Scope, Send

from understudy.http.names import Headers

__all__ = ["with_security_headers"]

_SECURITY_HEADERS: Final[Sequence[tuple[bytes, bytes]]] = (
    (b"x-frame-options", b"DENY"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),  # the token stands in the address
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
)
# Monaco puts style elements into the page and positions its lines with style attributes, so styles may be inline;
# scripts never. Its icons are a font, which may be built into a style sheet, as images may.
_CSP_TEMPLATE: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self' data:; connect-src {connect}; worker-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_IMMUTABLE_CACHING: Final = b"public, max-age=31536000, immutable"


def with_security_headers(scope: Scope, send: Send) -> Send:
    """The same `send`, with our headers on the answer to a request whose Host is ours."""
    policy = _content_security_policy(scope["headers"]).encode()
    # The names of built files change with what is in them.
    caching = _IMMUTABLE_CACHING if scope["path"].startswith("/assets/") else b"no-store"

    async def sending(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            kept: list[tuple[bytes, bytes]] = [*message.get("headers", ()), *_SECURITY_HEADERS]
            kept.append((b"content-security-policy", policy))
            if not any(name.lower() == b"cache-control" for name, _ in kept):
                ok = message["status"] in (200, 206, 304)
                kept.append((b"cache-control", caching if ok else b"no-store"))
            message = {**message, "headers": kept}
        await send(message)

    return sending


def _content_security_policy(headers: Headers) -> str:
    """Older Safari does not count a WebSocket to the same host as 'self', so that is named as well.

    The Host was checked before, so nothing else can get into the policy; an IPv6 address cannot stand in one.
    """
    hosts = [value.decode("latin-1") for name, value in headers if name == b"host"]
    named = [f"ws://{host}" for host in hosts if "[" not in host]
    return _CSP_TEMPLATE.format(connect=" ".join(["'self'", *named]))
