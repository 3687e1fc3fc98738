"""Finds model servers on this machine: Ollama and llama.cpp, at their usual ports or where their variables say.

Asks only loopback addresses, and takes an answer only from a server that says what it is: any program may listen
on port 8080.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

import httpx2
import msgspec

from understudy.models.limits import LOCAL_SERVER_TIMEOUT_S, MAX_BODY_BYTES
from understudy.models.model_list import parse_models
from understudy.models.providers import is_loopback
from understudy.tls import certificate_checks

__all__ = ["LocalServer", "find_local_servers"]

_OLLAMA_PORT: Final = 11434
_LLAMA_CPP_PORT: Final = 8080


@dataclass(frozen=True, slots=True)
class LocalServer:
    """A model server that runs on this machine.

    Example: `LocalServer("Ollama", "ollama", None, ("qwen3:8b",))`.
    """

    label: str
    provider: str
    """The provider whose API it has."""
    base_url: str | None
    """None if it is the provider's usual one."""
    models: tuple[str, ...]


async def find_local_servers(
    environment: Mapping[str, str], *, timeout_s: float = LOCAL_SERVER_TIMEOUT_S
) -> list[LocalServer]:
    """Return the servers that answer now. Never raises.

    Example: `await find_local_servers(os.environ)`.
    """
    # A proxy that the environment names is not used for servers on this machine.
    checks = certificate_checks("http:")
    async with httpx2.AsyncClient(
        timeout=timeout_s, trust_env=False, follow_redirects=False, verify=checks
    ) as http:
        found = await asyncio.gather(_find_ollama(http, environment), _find_llama_cpp(http, environment))
    return [server for server in found if server is not None]


async def _find_ollama(http: httpx2.AsyncClient, environment: Mapping[str, str]) -> LocalServer | None:
    usual = f"http://127.0.0.1:{_OLLAMA_PORT}"
    origin = _loopback_origin(environment.get("OLLAMA_HOST", ""), _OLLAMA_PORT) or usual
    # `/api/tags` is Ollama's own, so that no other server is taken for it.
    body = await _get(http, f"{origin}/api/tags")
    models = None if body is None else parse_models(body)
    if models is None:
        return None
    return LocalServer("Ollama", "ollama", None if origin == usual else f"{origin}/v1", tuple(models))


async def _find_llama_cpp(http: httpx2.AsyncClient, environment: Mapping[str, str]) -> LocalServer | None:
    port = environment.get("LLAMA_ARG_PORT", "")
    origin = _loopback_origin(f"127.0.0.1:{port}" if port.isdigit() else "", _LLAMA_CPP_PORT)
    origin = origin or f"http://127.0.0.1:{_LLAMA_CPP_PORT}"
    body = await _get(http, f"{origin}/v1/models")
    models = None if body is None else parse_models(body)
    if body is None or models is None or not _is_llama_cpp(body):
        return None
    return LocalServer("llama.cpp", "openai-chat", f"{origin}/v1", tuple(models))


def _is_llama_cpp(body: bytes) -> bool:
    match msgspec.json.decode(body):
        case {"data": [{"owned_by": "llamacpp"}, *_]}:
            return True
        case _:
            return False


def _loopback_origin(address: str, default_port: int) -> str | None:
    """Return `http://HOST:PORT` of an address as Ollama's variable has it; None if it is not on this machine."""
    if not address:
        return None
    try:
        parts = urlsplit(address if "://" in address else f"http://{address}")
        host, port = parts.hostname or "127.0.0.1", parts.port or default_port
    except ValueError:
        return None
    host = "127.0.0.1" if host == "0.0.0.0" else host  # noqa: S104 - where it listens, not where we do
    origin = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
    return origin if is_loopback(origin) else None


async def _get(http: httpx2.AsyncClient, address: str) -> bytes | None:
    """Return the body of a good answer; None for any other answer, and if there is none."""
    try:
        async with http.stream("GET", address, headers={"accept-encoding": "identity"}) as response:
            if response.status_code != 200:
                return None
            body = b""
            async for part in response.aiter_raw():
                body += part
                if len(body) > MAX_BODY_BYTES:
                    return None
            return body
    except (httpx2.HTTPError, OSError, TimeoutError):
        return None
