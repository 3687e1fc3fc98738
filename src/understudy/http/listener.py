"""A socket that listens, or a sentence that says why there is none."""

import socket

from understudy.http.allowed_hosts import is_loopback
from understudy.workspace import Denied, ExecutionFailed, InvalidArgument

__all__ = ["format_address", "listen"]


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; a name must lead to loopback if it is `localhost`.

    Raises InvalidArgument for an address that is none, ExecutionFailed for one that is taken, and Denied.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
    except (OSError, OverflowError, UnicodeError) as error:
        raise InvalidArgument(f"Cannot listen on {host!r}: {error}.", "bad_arguments", host=host) from None
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(128)
        if is_loopback(host) and not is_loopback(listener.getsockname()[0]):
            raise Denied(f"{host} does not lead to this machine's loopback here.", "bad_arguments", host=host)
    except OSError as error:
        listener.close()
        raise ExecutionFailed(
            f"Cannot listen on {host}:{port}: {error.strerror}. Choose another port.", "os_error"
        ) from None
    except Denied:
        listener.close()
        raise
    return listener


def format_address(host: str, listener: socket.socket) -> str:
    """`host:port` as it stands in a URL."""
    shown = f"[{host}]" if ":" in host else host or "0.0.0.0"  # noqa: S104 - only shown
    return f"{shown}:{listener.getsockname()[1]}"
