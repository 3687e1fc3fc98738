"""HTTP clients read the certificates of the machine for https only."""

import asyncio
import ssl
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from understudy.client.remote.address import RemoteAddress
from understudy.client.remote.http_stream import HttpLink
from understudy.client.remote.web_socket import CookieJar
from understudy.conformance.mcp_http_channel import McpHttpChannel
from understudy.models.http_client import build_http_client
from understudy.models.settings import ModelSettings
from understudy.tls import certificate_checks

CLIENTS: dict[str, Callable[[str], Any]] = {
    "model": lambda scheme: build_http_client(ModelSettings("openai:gpt-5", "k", f"{scheme}://a.example/v1")),
    "checks": lambda scheme: McpHttpChannel(f"{scheme}://a.example/mcp", {}, 1.0),
    "agent": lambda scheme: HttpLink(RemoteAddress(f"{scheme}://a.example/acp", {}), CookieJar(), 1.0),
}


@pytest.fixture
def unusable_certificates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "certificates").write_text("unusable")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificates"))


async def open_client(name: str, scheme: str) -> None:
    client = CLIENTS[name](scheme)
    await getattr(client, "_client", client).aclose()


@pytest.mark.usefixtures("unusable_certificates")
@pytest.mark.parametrize("name", CLIENTS)
def test_certificates_are_not_read_without_https(name: str) -> None:
    asyncio.run(open_client(name, "http"))


@pytest.mark.usefixtures("unusable_certificates")
@pytest.mark.parametrize("name", ["model", "checks"])
def test_certificates_are_read_for_https(name: str) -> None:
    with pytest.raises(ssl.SSLError):
        asyncio.run(open_client(name, "https"))


@pytest.mark.parametrize("url", ["https://a.example", "HTTPS://a.example"])
def test_a_server_with_https_is_checked_with_the_certificates_of_the_machine(url: str) -> None:
    assert certificate_checks(url) is True


def test_without_https_no_server_would_be_trusted() -> None:
    checks = certificate_checks("http://a.example")
    assert isinstance(checks, ssl.SSLContext)
    assert checks.verify_mode is ssl.CERT_REQUIRED
    assert checks.check_hostname
    assert checks.cert_store_stats()["x509_ca"] == 0
