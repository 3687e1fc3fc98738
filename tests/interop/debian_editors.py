"""Editors from Debian's unstable release, unpacked into a folder and run from there: nothing is installed.

`apt` resolves and downloads with a configuration of its own, `dpkg-deb` unpacks, and the programs run by the loader
that they were built for. The folder is kept for the next run. What is missing is said in a sentence.
"""

import fcntl
import os
import platform
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

__all__ = ["Unavailable", "UnpackedEditor", "report_skip", "unpack_editor"]

TIMEOUT_S = 300
KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
SUITE = "sid"


class Unavailable(Exception):
    """The editor cannot be had here; the message says why."""


class UnpackedEditor:
    """A folder with the packages of an editor."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def command(self, program: str) -> list[str]:
        """The command line that runs `program` (a path below the root) with the libraries beside it."""
        loader = next(self.root.glob("usr/lib64/ld-linux-*.so.*"))
        libraries = [
            str(folder)
            for folder in (self.root / "usr/lib/x86_64-linux-gnu", self.root / "usr/lib")
            if folder.is_dir()
        ]
        return [str(loader), "--library-path", ":".join(libraries), str(self.root / program)]


def unpack_editor(name: str, packages: Sequence[str]) -> UnpackedEditor:
    """Return the folder with those packages and all that they need; download them if they are not there yet."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "understudy-editors"
    root, done = cache / name, cache / f"{name}.unpacked"
    wanted = "\n".join(packages)
    missing = [program for program in ("tmux", "apt-get", "dpkg-deb") if shutil.which(program) is None]
    if missing:
        raise Unavailable(f"there is no {' and no '.join(missing)} here.")
    cache.mkdir(parents=True, exist_ok=True)
    with (cache / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # other editors may be unpacked at the same time
        if not done.is_file() or done.read_text() != wanted:
            _download(cache, root, packages)
            done.write_text(wanted)
    return UnpackedEditor(root)


def report_skip(name: str, error: Unavailable) -> int:
    """Say that the editor was skipped; return the exit status: 1 where nothing may be skipped."""
    print(f"SKIPPED {name}: {error}")
    return 1 if os.environ.get("UNDERSTUDY_NO_SKIPS") else 0


def _download(cache: Path, root: Path, packages: Sequence[str]) -> None:
    if platform.machine() != "x86_64" or not KEYRING.is_file():
        raise Unavailable("only Debian and Ubuntu on x86-64, with Debian's keyring, can run it.")
    config = _write_apt_config(cache)
    _run(["apt-get", "update", "-qq"], config)
    _run(["apt-get", "install", "-qq", "-y", "--download-only", *packages], config)
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    for archive in sorted((cache / "apt/archives").glob("*.deb")):
        _run(["dpkg-deb", "-x", str(archive), str(root)], config)
        archive.unlink()


def _write_apt_config(cache: Path) -> Path:
    """A configuration that knows nothing of this machine's packages, so that every dependency is downloaded."""
    apt = cache / "apt"
    for folder in ("lists/partial", "archives/partial", "sources", "preferences"):
        (apt / folder).mkdir(parents=True, exist_ok=True)
    (apt / "status").touch()
    source = f"deb [signed-by={KEYRING}] {_find_mirror()} {SUITE} main\n"
    (apt / "sources/editors.list").write_text(source)
    config = apt / "apt.conf"
    settings = {
        "Dir::State": apt,
        "Dir::State::status": apt / "status",
        "Dir::State::lists": apt / "lists",
        "Dir::Cache": apt,
        "Dir::Cache::archives": apt / "archives",
        "Dir::Etc::sourcelist": "/dev/null",
        "Dir::Etc::sourceparts": apt / "sources",
        "Dir::Etc::preferencesparts": apt / "preferences",
        "APT::Architecture": "amd64",
        "APT::Install-Recommends": "0",
        "APT::Sandbox::User": "",
        "Acquire::Languages": "none",
        "Acquire::http::Timeout": "30",
    }
    config.write_text("".join(f'{name} "{value}";\n' for name, value in settings.items()))
    return config


def _find_mirror() -> str:
    """The Debian mirror that this machine uses."""
    listed = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(ORIGIN) $(COMPONENT) $(REPO_URI)", "Created-By: Packages"],
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    found = [line.split() for line in listed.stdout.splitlines()]
    for origin, component, uri in (parts for parts in found if len(parts) == 3):
        if (origin, component) == ("Debian", "main") and "security" not in uri:
            return uri
    raise Unavailable("this machine has no Debian mirror (run apt-get update once).")


def _run(command: Sequence[str], config: Path) -> None:
    done = subprocess.run(
        command,
        env={**os.environ, "APT_CONFIG": str(config), "DEBIAN_FRONTEND": "noninteractive"},
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    if done.returncode:
        raise Unavailable(f"{' '.join(command[:2])} failed: {done.stderr.strip()[-300:]}")
