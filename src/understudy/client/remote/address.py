"""The address of an agent on another machine, as users write it in place of a command."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from understudy.client.errors import ClientError

__all__ = ["TOKEN_VARIABLE", "RemoteAddress", "parse_address"]

TOKEN_VARIABLE: Final = "UNDERSTUDY_TOKEN"  # noqa: S105 - the name of a variable
_SCHEMES: Final = ("ws", "wss", "http", "https")


@dataclass(frozen=True, slots=True)
class RemoteAddress:
    url: str
    headers: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)

    @property
    def uses_http(self) -> bool:
        """Whether it names Streamable HTTP; otherwise a WebSocket."""
        return self.url.startswith("http")


def parse_address(
    command: str | Sequence[str], environ: Mapping[str, str], headers: Mapping[str, str] | None = None
) -> RemoteAddress | None:
    """Return the address if the agent is named by one, with the token of the environment; None for a command.

    Raises ClientError `bad_address`.
    """
    words = command.split() if isinstance(command, str) else list(command)
    if len(words) != 1 or "://" not in words[0]:
        return None
    url = words[0]
    parts = urlsplit(url)
    if parts.scheme not in _SCHEMES or not parts.hostname:
        raise ClientError(
            f"{url[:200]} is no address of an agent: it begins with wss://, ws://, https:// or http://.",
            "bad_address",
        )
    if parts.username is not None or parts.password is not None:
        raise ClientError(
            f"An address has no room for a secret: others can read it. Set {TOKEN_VARIABLE} instead.",
            "bad_address",
        )
    given = dict(headers or {})
    token = environ.get(TOKEN_VARIABLE)
    if token and not any(name.lower() == "authorization" for name in given):
        given["Authorization"] = f"Bearer {token}"
    return RemoteAddress(url, given)
