"""Commands and the network: by default none, and no socket of other programs; both addresses after consent."""

import contextlib
import http.server
import json
import os
import secrets
import socket
import tarfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.workspace_commands.command_harness import CommandHarness

from needs import needs
from understudy.workspace.commands import Sandbox
from understudy.workspace.errors import ExecutionFailed

pytestmark = pytest.mark.requirement("WAP-07")

CONNECT = """
import socket, sys
family, address = sys.argv[1], sys.argv[2]
try:
    one = socket.socket(getattr(socket, family), socket.SOCK_STREAM)
    one.settimeout(20)
    if family.startswith("AF_INET"):
        host, _, port = address.rpartition(":")
        one.connect((host, int(port)))
    else:
        one.connect("\\0" + address[1:] if address.startswith("@") else address)
    print("reached", one.recv(100).decode())
except OSError as error:
    print("not reached", error.errno)
"""

SECRET = "service-of-the-user"


def serve(listener: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while True:
            with listener.accept()[0] as client:
                client.sendall(SECRET.encode())


@contextlib.contextmanager
def service(listener: socket.socket) -> Iterator[None]:
    """A service of the user outside the sandbox, which tells everybody who connects a secret."""
    thread = threading.Thread(target=serve, args=(listener,))
    thread.start()
    try:
        yield
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join()


@contextlib.contextmanager
def loopback_service(host: str = "127.0.0.1") -> Iterator[str]:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.create_server((host, 0), family=family)
    with service(listener):
        yield f"{host}:{listener.getsockname()[1]}"


@contextlib.contextmanager
def unix_service(address: str) -> Iterator[str]:
    listener = socket.socket(socket.AF_UNIX)
    listener.bind("\0" + address[1:] if address.startswith("@") else address)
    if not address.startswith("@"):
        os.chmod(address, 0o777)
    listener.listen()
    with service(listener):
        yield address


def connect(harness: CommandHarness, sandbox: Sandbox, family: str, address: str, **changes: object) -> str:
    script = harness.root / "connect.py"
    script.write_text(CONNECT)
    return harness.run(f"python3 connect.py {family} '{address}'", sandbox, **changes).stdout


@pytest.mark.attack(58)
@pytest.mark.attack(57)
@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_a_service_on_loopback_is_out_of_reach_without_the_network_and_in_reach_with_it(
    any_user: CommandHarness, real_sandbox: Sandbox, host: str
) -> None:
    family = "AF_INET6" if ":" in host else "AF_INET"
    with loopback_service(host) as address:
        assert connect(any_user, real_sandbox, family, address).startswith("not reached")
        assert connect(any_user, real_sandbox, family, address, network=True) == f"reached {SECRET}\n"


@pytest.mark.attack(58)
def test_without_the_network_nobody_outside_reaches_a_command_that_listens(
    any_user: CommandHarness, real_sandbox: Sandbox
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    lines: list[str] = []
    reached: list[bool] = []

    def listening(_: str, text: str) -> None:
        lines.append(text)
        try:
            socket.create_connection(("127.0.0.1", port), timeout=20).close()
            reached.append(True)
        except OSError:
            reached.append(False)

    line = 'python3 -c \'import socket; s = socket.create_server(("0.0.0.0", %d)); print("listens", flush=True)\''
    with contextlib.suppress(ExecutionFailed):
        # The ordinary user's command runs in another process, which cannot call us while it runs.
        more = {"on_output": listening} if type(any_user) is CommandHarness else {}
        any_user.run(line % port, real_sandbox, **more)
    assert True not in reached
    if real_sandbox.name == "landlock":
        assert lines == [] or "listens" not in lines[0]


@pytest.mark.attack(58)
def test_a_command_can_serve_itself_in_a_network_namespace(
    any_user: CommandHarness, bubblewrap: Sandbox
) -> None:
    script = """
import socket
with socket.create_server(("127.0.0.1", 0)) as server:
    client = socket.create_connection(server.getsockname())
    server.accept()[0].sendall(b"own")
    print(client.recv(10).decode())
"""
    (any_user.root / "own.py").write_text(script)
    assert any_user.run("python3 own.py", bubblewrap).stdout == "own\n"


@pytest.mark.attack(60)
@pytest.mark.parametrize("network", [False, True])
def test_abstract_sockets_of_other_programs_are_out_of_reach(
    any_user: CommandHarness, real_sandbox: Sandbox, network: bool
) -> None:
    with unix_service(f"@understudy-{secrets.token_hex(8)}") as address:
        assert connect(any_user, real_sandbox, "AF_UNIX", address, network=network).startswith("not reached")


@pytest.mark.attack(59)
@pytest.mark.parametrize("network", [False, True])
@pytest.mark.parametrize("place", ["home", "/run", "/tmp", "/var/tmp"])
def test_path_sockets_outside_the_roots_are_out_of_reach(
    any_user: CommandHarness,
    real_sandbox: Sandbox,
    network: bool,
    place: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if place != "home" and not os.access(place, os.W_OK):
        pytest.skip(f"only a superuser can put a socket into {place}")
    name = f"understudy-{secrets.token_hex(8)}"
    home = Path("/var/tmp") / f"{name}-home"
    home.mkdir()
    home.chmod(0o777)
    monkeypatch.setenv("HOME", str(home))
    folder = home if place == "home" else Path(place)
    path = folder / f"{name}.sock"
    try:
        with unix_service(str(path)):
            shown = connect(any_user, real_sandbox, "AF_UNIX", str(path), network=network)
            assert shown.startswith("not reached")
    finally:
        path.unlink(missing_ok=True)
        home.rmdir()


@pytest.mark.attack(59)
def test_a_pair_of_sockets_cannot_be_turned_to_another_address(
    any_user: CommandHarness, landlock: Sandbox
) -> None:
    path = f"/var/tmp/understudy-{secrets.token_hex(8)}.sock"
    script = f"""
import socket
for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET):
    for call in ("connect", "sendto", "reconnect"):
        try:
            one, other = socket.socketpair(socket.AF_UNIX, kind)
            if call == "sendto":
                one.sendto(b"x", {path!r})
            else:
                if call == "reconnect":
                    other.close()
                    one.shutdown(socket.SHUT_RDWR)
                one.connect({path!r})
        except OSError:
            pass
"""
    (any_user.root / "pair.py").write_text(script)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(path)
        os.chmod(path, 0o777)
        try:
            any_user.run("python3 pair.py", landlock)
            listener.setblocking(False)
            with pytest.raises(BlockingIOError):
                listener.recv(10)
        finally:
            os.unlink(path)


def test_a_pair_of_sockets_between_processes_works(any_user: CommandHarness, real_sandbox: Sandbox) -> None:
    script = "import socket; a, b = socket.socketpair(); a.sendall(b'x'); print(b.recv(1).decode())"
    assert any_user.run(f'python3 -c "{script}"', real_sandbox).stdout == "x\n"


@pytest.mark.parametrize(
    "line",
    [
        "python3 -c 'import socket; socket.create_connection((\"192.0.2.1\", 80), timeout=20)'",
        "python3 -c 'import urllib.request; urllib.request.urlopen(\"http://registry.example\")'",
        pytest.param("git -c safe.directory=* ls-remote https://registry.example/x.git", marks=needs("git")),
        pytest.param("npm view left-pad --no-update-notifier", marks=needs("npm")),
        pytest.param("node -e 'fetch(\"http://registry.example\")'", marks=needs("node")),
    ],
)
def test_a_command_that_fails_for_want_of_a_network_says_so_and_how_to_get_it(
    harness: CommandHarness, real_sandbox: Sandbox, line: str
) -> None:
    with pytest.raises(ExecutionFailed) as caught:
        harness.run(line, real_sandbox)
    error = caught.value
    assert error.reason == "network_denied", error.details
    assert "network: true" in error.message
    assert "--network" in error.message
    assert error.details["exitCode"] != 0
    assert {"stdout", "stderr", "durationMs", "isOutputTruncated"} <= set(error.details)


def test_a_command_that_had_the_network_is_not_told_that_it_had_none(
    harness: CommandHarness, real_sandbox: Sandbox
) -> None:
    line = "echo 'connect: Network is unreachable' >&2; exit 3"
    assert harness.run(line, real_sandbox, network=True).exit_code == 3
    assert harness.run("echo 'Network is unreachable' >&2", real_sandbox).exit_code == 0


class Registry(http.server.BaseHTTPRequestHandler):
    """As much of an npm registry as the installation of one package needs."""

    archive = b""

    def do_GET(self) -> None:
        if self.path.endswith(".tgz"):
            body, kind = self.archive, "application/octet-stream"
        else:
            host, port = self.server.server_address[:2]
            version = {
                "name": "tiny-part",
                "version": "1.0.0",
                "dist": {"tarball": f"http://{host}:{port}/tiny-part/-/tiny-part-1.0.0.tgz"},
            }
            document = {
                "name": "tiny-part",
                "dist-tags": {"latest": "1.0.0"},
                "versions": {"1.0.0": version},
            }
            body, kind = json.dumps(document).encode(), "application/json"
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Write nothing to stderr."""


@pytest.fixture
def registry(tmp_path: Path) -> Iterator[str]:
    package = tmp_path / "package"
    package.mkdir()
    (package / "package.json").write_text('{"name": "tiny-part", "version": "1.0.0", "main": "index.js"}')
    (package / "index.js").write_text("module.exports = 'installed';\n")
    with tarfile.open(tmp_path / "package.tgz", "w:gz") as archive:
        archive.add(package, "package")
    handler = type("Handler", (Registry,), {"archive": (tmp_path / "package.tgz").read_bytes()})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()
        thread.join()


@needs("npm")
def test_npm_install_works_with_the_network_and_fails_at_once_without(
    harness: CommandHarness, real_sandbox: Sandbox, registry: str
) -> None:
    (harness.root / "package.json").write_text('{"name": "x", "version": "1.0.0"}')
    line = f"npm install tiny-part --no-audit --no-fund --no-update-notifier --registry {registry}"
    with pytest.raises(ExecutionFailed) as caught:
        harness.run(line, real_sandbox)
    assert caught.value.reason == "network_denied"
    assert not (harness.root / "node_modules").exists()
    finished = harness.run(f"{line} && node -p 'require(\"tiny-part\")'", real_sandbox, network=True)
    assert finished.exit_code == 0, finished.stderr
    assert finished.stdout.endswith("installed\n")
