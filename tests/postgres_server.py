"""A PostgreSQL server of its own for the tests of one process, and PgBouncer in front of it.

Both listen only on Unix sockets in a temporary folder, and run as an unprivileged user, as PostgreSQL demands. They
end with the test process, even if it is killed. Nothing is synced to the disk: tests restart the server, not the
machine.
"""

import contextlib
import os
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any

import psycopg
import pytest

__all__ = ["PgBouncer", "PostgresServer", "find_postgres", "needs_postgres"]

_START_TIMEOUT_S = 240.0


def find_postgres() -> Path | None:
    """Return the folder of PostgreSQL's programs: Debian does not put them on the path."""
    on_path = shutil.which("postgres")
    folders = [*Path("/usr/lib/postgresql").glob("*/bin"), *([Path(on_path).parent] if on_path else [])]
    programs = ("postgres", "initdb", "pg_dump")
    return max((one for one in folders if all((one / name).exists() for name in programs)), default=None)


needs_postgres = pytest.mark.skipif(find_postgres() is None, reason="postgresql is not installed")


class PostgresServer:
    def __init__(self) -> None:
        programs = find_postgres()
        assert programs is not None
        self.programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="understudy-pg-", dir="/tmp"))
        _own(self.folder)
        self._process: subprocess.Popen[bytes] | None = None
        initdb = [programs / "initdb", "-D", self.folder / "data", "-U", "understudy", "-A", "trust"]
        options = ["-N", "--encoding=UTF8", "--locale=C"]
        done = subprocess.run(_unprivileged([*initdb, *options]), capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        self.start()

    def address(self, database: str = "postgres") -> str:
        return f"postgresql://understudy@/{database}?host={self.folder}"

    def start(self) -> None:
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.folder),
            "fsync": "off",
            "shared_buffers": "16MB",
            "max_connections": "60",
            "autovacuum": "off",
        }
        command: list[Any] = [self.programs / "postgres", "-D", self.folder / "data"]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        with (self.folder / "postgres.log").open("ab") as log:
            self._process = subprocess.Popen(_unprivileged(command, signal.SIGQUIT), stdout=log, stderr=log)
        _wait_for(self.address(), self._process, self.folder / "postgres.log")

    def stop(self) -> None:
        """Stop at once, as a crash would: transactions that run are lost, their clients get no answer."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(_START_TIMEOUT_S)
            self._process = None

    def execute(self, statement: str, database: str = "postgres") -> list[tuple[Any, ...]]:
        with psycopg.connect(self.address(database), autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    @contextlib.contextmanager
    def new_database(self) -> Generator[str]:
        """An empty database; yields its address."""
        name = f"test_{secrets.token_hex(6)}"
        self.execute(f"CREATE DATABASE {name}")
        yield self.address(name)
        self.execute(f"DROP DATABASE {name} WITH (FORCE)")

    def dump(self, database: str) -> str:
        """All that a database holds, as pg_dump writes it."""
        command = [self.programs / "pg_dump", "--dbname", self.address(database)]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class PgBouncer:
    """PgBouncer in transaction mode in front of a server, with few connections to it."""

    def __init__(self, server: PostgresServer) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="understudy-pgb-", dir="/tmp"))
        config = self.folder / "pgbouncer.ini"
        config.write_text(
            f"[databases]\n* = host={server.folder} user=understudy\n[pgbouncer]\n"
            f"listen_addr =\nlisten_port = 6432\nunix_socket_dir = {self.folder}\nauth_type = any\n"
            "pool_mode = transaction\ndefault_pool_size = 2\nserver_reset_query_always = 0\n"
            f"logfile = {self.folder}/log\npidfile = {self.folder}/pid\n"
        )
        _own(self.folder, config)
        program = shutil.which("pgbouncer") or "/usr/sbin/pgbouncer"
        self._process = subprocess.Popen(
            _unprivileged([program, "-q", config], signal.SIGKILL), stderr=subprocess.DEVNULL
        )
        _wait_for(self.address("postgres"), self._process, self.folder / "log")

    def address(self, database: str) -> str:
        return f"postgresql://understudy@/{database}?host={self.folder}&port=6432"

    def close(self) -> None:
        self._process.kill()
        self._process.wait(_START_TIMEOUT_S)
        shutil.rmtree(self.folder, ignore_errors=True)


def _own(*paths: Path) -> None:
    if os.geteuid() == 0:
        for path in paths:
            os.chown(path, 65534, 65534)


def _unprivileged(command: Sequence[Any], at_parent_death: signal.Signals | None = None) -> list[str]:
    options = ["--reuid=65534", "--regid=65534", "--clear-groups"] if os.geteuid() == 0 else []
    if at_parent_death is not None:
        options.append(f"--pdeathsig={at_parent_death.name}")
    return ["setpriv", *options, "--", *map(str, command)]


def _wait_for(address: str, process: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + _START_TIMEOUT_S
    while True:
        try:
            return psycopg.connect(address, connect_timeout=5).close()
        except psycopg.OperationalError:
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
        time.sleep(0.02)
