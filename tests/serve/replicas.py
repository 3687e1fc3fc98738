"""Replicas of `understudy serve` on one PostgreSQL, behind the HAProxy of `deploy/`."""

import contextlib
import re
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx

from serve.certificates import CertificateFiles
from serve.serve_program import ServeProgram

__all__ = ["HAPROXY_CONFIG", "HaProxy", "free_port", "port_of"]

HAPROXY_CONFIG = Path(__file__).parents[2] / "deploy" / "haproxy" / "haproxy.cfg"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def port_of(server: ServeProgram) -> int:
    found = re.search(r":(\d+)/", server.address)
    assert found is not None
    return int(found[1])


class HaProxy:
    """The configuration of `deploy/`, with the addresses of these replicas; `r1` is the first of them."""

    def __init__(
        self, folder: Path, replicas: list[ServeProgram], certificate: CertificateFiles | None = None
    ) -> None:
        self.port = free_port()
        self._scheme = "ws" if certificate is None else "wss"
        bind = f"bind 127.0.0.1:{self.port}"
        if certificate is not None:
            pem = folder / "haproxy.pem"
            pem.write_text(certificate.chain.read_text() + certificate.key.read_text())
            bind += f" ssl crt {pem} alpn h2,http/1.1"
        text = HAPROXY_CONFIG.read_text().replace("bind :8080", bind)
        for number, replica in enumerate(replicas, 1):
            text = text.replace(f"replica{number}:8421", f"127.0.0.1:{port_of(replica)}")
        text = re.sub(r"^ +server .*replica\d:8421.*\n", "", text, flags=re.M)
        config = folder / "haproxy.cfg"
        config.write_text(text)
        self._log = (folder / "haproxy.log").open("wb")
        self._process = subprocess.Popen(
            ["haproxy", "-db", "-f", str(config)], stdout=self._log, stderr=subprocess.STDOUT
        )
        while not self._is_up():
            assert self._process.poll() is None, (folder / "haproxy.log").read_text()

    @property
    def address(self) -> str:
        return f"{self._scheme}://127.0.0.1:{self.port}/acp"

    def _is_up(self) -> bool:
        with contextlib.suppress(httpx.TransportError):
            return httpx.get(self.address.replace("ws", "http"), verify=False).status_code == 401
        return False

    def __enter__(self) -> "HaProxy":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        self._log.close()


def replica_programs(folder: Path, count: int, *options: str, **environ: str) -> Iterator[ServeProgram]:
    """Start replicas r1, r2, …; the caller ends them.

    They are not forked: the end of a forked program is noticed while its sockets may still be open.
    """
    for number in range(1, count + 1):
        words = (*options, "--replica", f"r{number}")
        yield ServeProgram(folder / f"r{number}", *words, is_forked=False, **environ)
