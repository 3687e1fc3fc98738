"""How an HTTP client checks certificates. Loads nothing but the standard library."""

import ssl

__all__ = ["certificate_checks"]


def certificate_checks(url: str) -> ssl.SSLContext | bool:
    """Return `verify` of an HTTP client that sends requests to this URL and follows no redirects.

    For `https:` the client reads the certificates of the machine, which takes 20 ms. Without it, return a context
    without certificates, with which no server would be trusted.
    """
    return True if url[:6].lower() == "https:" else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
