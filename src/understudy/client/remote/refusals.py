"""The errors for a server of a remote agent that cannot be reached, refuses a connection, or is not trusted.

One text for each cause, whichever transport met it. What another attempt cannot change is a RemoteRefused.
"""

import ssl
from collections.abc import Mapping
from typing import Final

from understudy.client.errors import AgentGone, RemoteRefused
from understudy.client.remote.address import TOKEN_VARIABLE

__all__ = ["refused", "unreachable"]

LASTING_REFUSALS: Final = (400, 401, 403, 404, 405, 410)
_OTHER_NAME_CODES: Final = (62, 64)
"""OpenSSL's codes for a certificate of another name, and of another address."""
_EXPIRED_CODE: Final = 10
_MAX_BODY_CHARS: Final = 300


def refused(url: str, status: int, body: str, headers: Mapping[str, str]) -> AgentGone:
    """The error for an answer with this status. `headers` are those of the request."""
    if status == 401:
        has_token = any(name.lower() == "authorization" for name in headers)
        advice = "the token is not accepted there" if has_token else f"it needs a token. Set {TOKEN_VARIABLE}"
        return RemoteRefused(f"{url} refuses the connection: {advice}.", "unauthorized")
    kind = RemoteRefused if status in LASTING_REFUSALS else AgentGone
    shown = body[:_MAX_BODY_CHARS].strip()
    return kind(f"{url} refuses the connection with status {status}{f': {shown}' if shown else ''}.")


def unreachable(url: str, error: BaseException) -> AgentGone:
    """The error for a connection that could not be made."""
    failure = _find_tls_error(error)
    if isinstance(failure, ssl.SSLCertVerificationError):
        return RemoteRefused(
            f"{url} is not trusted: {failure.verify_message}. {_certificate_advice(failure)}",
            "untrusted_certificate",
        )
    if failure is not None and failure.reason in ("WRONG_VERSION_NUMBER", "HTTP_REQUEST", "UNKNOWN_PROTOCOL"):
        plain = "ws://" if url.startswith("wss") else "http://"
        return RemoteRefused(
            f"{url} does not speak TLS. Check the port; on a network that you trust, {plain} does without.",
            "no_tls",
        )
    return AgentGone(f"{url} cannot be reached: {error or type(error).__name__}.")


def _certificate_advice(failure: ssl.SSLCertVerificationError) -> str:
    if failure.verify_code in _OTHER_NAME_CODES:
        return "Connect by a name that the certificate has."
    if failure.verify_code == _EXPIRED_CODE:
        return "The server needs a new certificate; if it has one, check this machine's clock."
    return "If the certificate is your organisation's, set SSL_CERT_FILE to the file of its authority, in PEM form."


def _find_tls_error(error: BaseException | None) -> ssl.SSLError | None:
    """HTTP clients raise errors of their own; the one of TLS is their cause."""
    while error is not None and not isinstance(error, ssl.SSLError):
        error = error.__cause__ or error.__context__
    return error
