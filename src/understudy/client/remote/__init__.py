"""Agents on other machines: the channel to an address, which connects again when the connection breaks.

Loaded only for an address; an agent that is a command needs nothing of it.
"""

from typing import TYPE_CHECKING

from understudy.client.remote.address import RemoteAddress, parse_address
from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.client.remote.channel import open_link, open_remote_channel
    from understudy.client.remote.web_socket import CookieJar, open_socket

__all__ = ["CookieJar", "RemoteAddress", "open_link", "open_remote_channel", "open_socket", "parse_address"]

__getattr__ = lazy_getattr(
    __name__, {"channel": ("open_link", "open_remote_channel"), "web_socket": ("CookieJar", "open_socket")}
)
