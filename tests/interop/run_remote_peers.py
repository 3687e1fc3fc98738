"""ACP over a network with peers from npm: `make remotepeers`.

The TypeScript SDK's WebSocket and HTTP clients against `understudy serve`, our client against the SDK's server, and
tokens of npm's `oidc-provider`. The peers are not modified. Installs them once into a folder of its own.
"""

import asyncio
import subprocess
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import httpx
from npm_peers import installed

from serve.replicas import free_port
from serve.serve_program import ServeProgram
from understudy.client import connect
from understudy.serve import add_user

HERE = Path(__file__).parent
PACKAGES = {"@agentclientprotocol/sdk": "2.4.0", "ws": "8.18.3", "oidc-provider": "9.13.3"}
SECRET = "a-secret-of-this-test-and-of-nothing-else"
LIMIT_S = 240


@contextmanager
def node(folder: Path, script: str, *words: str) -> Generator[str]:
    """A program that prints one line when it is ready; yields the line."""
    (folder / script).write_text((HERE / script).read_text())
    process = subprocess.Popen(["node", script, *words], cwd=folder, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
    finally:
        process.kill()
        process.wait()


def run_clients(folder: Path, server: ServeProgram, root: Path) -> None:
    script = "remote_acp_client.mjs"
    (folder / script).write_text((HERE / script).read_text())
    for kind in ("ws", "http"):
        command = ["node", script, server.address, server.token, kind, str(root)]
        subprocess.run(command, cwd=folder, check=True, timeout=LIMIT_S)


def run_our_client(folder: Path, root: Path) -> None:
    async def talk(address: str) -> str:
        async with connect(address) as agent:
            session = await agent.new_session(root)
            return await session.prompt("Is anybody there?").text()

    with node(folder, "remote_acp_server.mjs") as port:
        for scheme in ("ws", "http"):
            said = asyncio.run(asyncio.wait_for(talk(f"{scheme}://127.0.0.1:{port}/acp"), LIMIT_S))
            assert said == "Is anybody there?", said
            print(f"our client, {scheme}: a turn with the TypeScript SDK's server")


def run_oidc(folder: Path, scratch: Path, root: Path) -> None:
    issuer = f"http://127.0.0.1:{(port := free_port())}"
    users = scratch / "users.toml"
    add_user(users, "alice", [str(root)])
    with (
        node(folder, "oidc_issuer.mjs", str(port), f"alice={SECRET}", f"mallory={SECRET}") as ready,
        ServeProgram(scratch / "oidc", "--users", str(users), "--oidc-issuer", issuer) as server,
    ):
        assert ready == "ready", ready

        def token(name: str) -> str:
            form = {"grant_type": "client_credentials", "scope": "agent"}
            answer = httpx.post(f"{issuer}/token", data=form, auth=(name, SECRET))
            return answer.raise_for_status().json()["access_token"]

        with server.connect(token("alice")) as client:
            client.initialize()
            session = client.new_session(root)
            assert client.prompt(session, "/info")["stopReason"] == "end_turn"
        print("oidc-provider: a user of the file is served by a JWT of the issuer")
        for refused in (token("mallory"), token("alice")[:-4] + "AAAA"):
            answer = httpx.post(f"{server.http}/acp", headers={"Authorization": f"Bearer {refused}"}, json={})
            assert answer.status_code == 401, answer.text
        print("oidc-provider: another user and a changed signature are refused")


def main() -> int:
    folder = installed("understudy-remote-peers", __doc__, PACKAGES)
    if folder is None:
        return 1
    with tempfile.TemporaryDirectory() as temporary:
        scratch, root = Path(temporary), Path(temporary, "root")
        root.mkdir()
        with ServeProgram(scratch / "serve", str(root)) as server:
            run_clients(folder, server, root)
        run_our_client(folder, root)
        run_oidc(folder, scratch, root)
    return 0


if __name__ == "__main__":
    sys.exit(main())
