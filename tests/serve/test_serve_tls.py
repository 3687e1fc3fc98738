"""TLS with a certificate that is made here: by the server itself, and by HAProxy in front of it."""

import asyncio
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agent_program import COMMAND, agent_environ
from forked_command import run_command
from needs import needs
from serve.certificates import CertificateFiles, make_certificate
from serve.replicas import HaProxy
from serve.serve_program import LIMIT_S, ServeProgram
from terminal_window import Window
from understudy.client import ClientError, RemoteRefused, connect
from web.web_server import WebServer, built_page

pytestmark = needs("openssl")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tls")


@pytest.fixture(scope="module")
def certificate(folder: Path) -> CertificateFiles:
    return make_certificate(folder)


@pytest.fixture(scope="module")
def server(folder: Path, certificate: CertificateFiles) -> Iterator[ServeProgram]:
    with ServeProgram(folder / "serve", str(folder), *certificate.options) as program:
        yield program


def environ(server: ServeProgram, **more: str) -> dict[str, str]:
    return agent_environ(server.folder, UNDERSTUDY_TOKEN=server.token, **more)


def run(address: str, variables: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    return run_command("run", "--agent", address, "/info", env=variables, cwd=Path(variables["HOME"]))


@pytest.mark.parametrize("scheme", ["wss", "https"])
def test_a_certificate_that_the_client_trusts_is_enough(
    server: ServeProgram, certificate: CertificateFiles, scheme: str
) -> None:
    assert server.address.startswith("wss://")
    address = server.address.replace("wss", scheme)
    done = run(address, environ(server, SSL_CERT_FILE=str(certificate.chain)))
    assert done.returncode == 0, done.stderr
    assert f"- Root: `{server.folder}`" in done.stdout


@pytest.mark.parametrize("scheme", ["wss", "https"])
def test_an_untrusted_certificate_is_refused_with_what_to_do(server: ServeProgram, scheme: str) -> None:
    done = run(server.address.replace("wss", scheme), environ(server))
    assert done.returncode != 0
    assert "is not trusted: self-signed certificate" in done.stderr
    assert "set SSL_CERT_FILE to the file of its authority" in done.stderr


def refusal(address: str, **options: Any) -> ClientError:
    async def open_once() -> None:
        async with connect(address, timeout=LIMIT_S, **options):
            pass

    with pytest.raises(ClientError) as caught:
        asyncio.run(open_once())
    return caught.value


def test_a_certificate_of_another_name_is_refused_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = make_certificate(tmp_path, "DNS:elsewhere.example")
    monkeypatch.setenv("SSL_CERT_FILE", str(other.chain))
    with ServeProgram(tmp_path / "serve", str(tmp_path), *other.options) as program:
        for address in (program.address, program.address.replace("wss", "https")):
            error = refusal(address, headers={"Authorization": f"Bearer {program.token}"})
            assert isinstance(error, RemoteRefused), "another attempt would change nothing"
            assert error.code == "untrusted_certificate"
            assert "Connect by a name that the certificate has." in str(error)


def test_a_server_without_tls_is_said_to_have_none(tmp_path: Path) -> None:
    with ServeProgram(tmp_path / "serve", str(tmp_path)) as program:
        for scheme, plain in (("wss", "ws://"), ("https", "http://")):
            error = refusal(program.address.replace("ws", scheme))
            assert error.code == "no_tls", str(error)
            assert plain in str(error)


@needs("haproxy")
def test_haproxy_may_have_the_certificate_and_the_workbench_connects_through_it(
    tmp_path: Path, certificate: CertificateFiles
) -> None:
    with (
        ServeProgram(tmp_path / "serve", str(tmp_path), "--replica", "r1") as program,
        HaProxy(tmp_path, [program], certificate) as proxy,
    ):
        assert proxy.address.startswith("wss://")
        variables = environ(program, SSL_CERT_FILE=str(certificate.chain))
        done = run(proxy.address, variables)
        assert done.returncode == 0, done.stderr
        trusting = {"UNDERSTUDY_TOKEN": program.token, "SSL_CERT_FILE": str(certificate.chain)}
        page = built_page(tmp_path / "page" / "static")
        with WebServer(page, str(tmp_path), "--agent", proxy.address, **trusting) as web, web.tab() as tab:
            params = {"protocolVersion": 1, "clientCapabilities": {}}
            tab.send(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}))
            assert json.loads(tab.recv(LIMIT_S))["result"]["protocolVersion"] == 1


def test_the_terminal_chat_connects_over_tls(server: ServeProgram, certificate: CertificateFiles) -> None:
    variables = environ(server, SSL_CERT_FILE=str(certificate.chain), TERM="xterm")
    with Window([COMMAND, "chat", "--agent", server.address], variables, server.folder) as window:
        window.see("/help lists the commands")
