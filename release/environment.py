"""Makes the environment of a checkout and says how far it is, for `make run` and `make install`.

Needs the standard library alone, because nothing is installed yet. It installs what the lock file pins, with
hashes, and then the checkout itself. For `make run` modules are compiled when they are first imported, not here:
that halves the time, and most of what is installed is never imported. With `--compile` all are compiled, for the
tests, which start Python hundreds of times. A lock file that pins uv is installed by uv, which fetches several
packages at a time; pip does it where uv cannot. Usage: `python -m release.environment FOLDER LOCK [--compile]`.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

__all__ = ["count_packages", "find_pin", "main", "progress_lines", "uv_options"]

REPOSITORY = Path(__file__).resolve().parents[1]
PROGRESS_INTERVAL_S = 2.0


class InstallationError(Exception):
    """What could not be done, with the end of what pip said."""


def count_packages(lock: str) -> int:
    """Return how many packages a lock file names; some are for other systems."""
    return len(re.findall(r"(?m)^[A-Za-z0-9]", lock))


def find_pin(name: str, lock: str) -> str:
    """Return the lines of a lock file that pin this package, with its hashes; empty if it is not pinned."""
    found = re.search(rf"(?m)^{re.escape(name)}==.*\n(?:[ \t]+--hash=.*\n)+", lock + "\n")
    return found[0] if found else ""


def uv_options(pip_config: str) -> tuple[list[str], dict[str, str]]:
    """Turn what `pip config list` says into options and variables of uv, which does not read pip's settings."""
    options: list[str] = []
    variables: dict[str, str] = {}
    for key, value in re.findall(r"(?m)^\S*?\.([a-z-]+)='(.*)'$", pip_config):
        if key in ("index-url", "extra-index-url", "find-links"):
            options += [word for url in value.replace("\\n", " ").split() for word in (f"--{key}", url)]
        elif key == "cert":
            variables["SSL_CERT_FILE"] = value
    return options, variables


def progress_lines(
    output: Iterator[str], total: int, interval_s: float = PROGRESS_INTERVAL_S
) -> Iterator[str]:
    """Turn pip's output into few lines that say how far it is."""
    fetched = 0
    said_at = time.monotonic()
    for line in output:
        if line.startswith("Collecting "):
            fetched += 1
            if time.monotonic() - said_at >= interval_s:
                said_at = time.monotonic()
                yield f"Python packages: {fetched} of {total} fetched"
        elif line.startswith("Installing collected packages: "):
            yield f"Python packages: all fetched, installing {line.count(',') + 1}"


def _say(text: str) -> None:
    print(f"  {text}", flush=True)


def _pip(python: Path, *arguments: str, total: int = 0) -> None:
    command = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--no-compile", *arguments]
    with subprocess.Popen(
        command, cwd=REPOSITORY, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as process:
        assert process.stdout is not None
        last: list[str] = []

        def remember() -> Iterator[str]:
            assert process.stdout is not None
            for line in process.stdout:
                last.append(line.rstrip())
                del last[:-20]
                yield line

        for line in progress_lines(remember(), total):
            _say(line)
    if process.returncode != 0:
        raise InstallationError("\n".join(last))


def _uv(python: Path, lock: str, pin: str) -> bool:
    """Install the lock file with uv, which is installed first. Return whether that worked."""
    with tempfile.TemporaryDirectory() as folder:
        only_uv = Path(folder) / "uv.lock"
        only_uv.write_text(pin)
        _pip(python, "--no-deps", "--require-hashes", "-r", str(only_uv), total=1)
    asked = subprocess.run(
        [str(python), "-m", "pip", "config", "list"], capture_output=True, text=True, check=False
    )
    options, variables = uv_options(asked.stdout)
    command = [str(python), "-m", "uv", "pip", "install", "--quiet", "--python", str(python)]
    command += [
        "--no-deps",
        "--require-hashes",
        "--index-strategy",
        "unsafe-best-match",
        *options,
        "-r",
        lock,
    ]
    done = subprocess.run(
        command,
        cwd=REPOSITORY,
        env={**variables, **os.environ},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode != 0:
        _say("Python packages: uv cannot install them, so pip does: " + done.stdout.strip()[-300:])
    return done.returncode == 0


def _compile(python: Path) -> None:
    """Compile the installed modules. Some packages have templates that are no valid modules: no error."""
    packages = subprocess.run(
        [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    command = [str(python), "-W", "ignore", "-m", "compileall", "-q", "-q", "-j", "0", packages]
    subprocess.run(
        command, check=False, env={k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    )


def main(folder: str, lock: str, *, compiles: bool = False) -> int:
    started = time.monotonic()
    environment = REPOSITORY / folder
    python = environment / "bin" / "python"
    try:
        if not python.exists():
            _say(f"making {folder} with Python {sys.version.split()[0]}")
            subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
        pinned = (REPOSITORY / lock).read_text()
        total = count_packages(pinned)
        _say(f"Python packages: {total} of {lock}")
        # The lock file is complete, so nothing need look for what the packages depend on.
        pin = find_pin("uv", pinned)
        if not (pin and _uv(python, lock, pin)):
            _pip(python, "--no-deps", "--require-hashes", "-r", lock, total=total)
        _pip(python, "--no-deps", "--no-build-isolation", "--editable", ".")
        if compiles:
            _compile(python)
    except (InstallationError, subprocess.CalledProcessError) as error:
        print(
            f"{error}\n{folder} is not complete. Mend what is said above and run make again.", file=sys.stderr
        )
        return 1
    _say(f"Python packages: installed in {time.monotonic() - started:.0f} s")
    return 0


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--compile"]
    if len(words) != 2:
        sys.exit("Use: python -m release.environment FOLDER LOCK [--compile]")
    sys.exit(main(*words, compiles="--compile" in sys.argv))
