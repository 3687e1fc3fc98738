"""`make dist`: builds wheel and sdist, checks them, installs the wheel into an empty environment, and uses it.

The wheel is built twice, from the checkout and from the unpacked sdist: both have the same bytes. The journey uses
what users get: nothing in it reads the package from the checkout.
"""

import gzip
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path

from release.manual import main as write_manual

__all__ = ["main"]

REPOSITORY = Path(__file__).resolve().parents[1]
OUTPUT = REPOSITORY / "dist"
EXTENSION = REPOSITORY / "editors" / "vscode" / "understudy.vsix"
NEEDED_FILES = (
    "understudy/py.typed",
    "understudy/commit.txt",
    "understudy/web/static/index.html",
    "understudy/nes/symbolic/weights.json",
    "understudy/nes/completion/weights.json",
    "understudy/editors/neovim/lua/understudy/init.lua",
    "understudy/editors/emacs/understudy.el",
    "understudy/editors/vscode/understudy.vsix",
    "understudy_acp-{version}.data/data/share/man/man1/understudy.1",
)
PROCESS_TIMEOUT_S = 600
ZIP_EPOCH = (1980, 1, 1, 0, 0, 0)


class DistributionError(Exception):
    """What was built is not fit to be published; the message says why."""


def main() -> int:
    try:
        _step("writing the man page")
        write_manual()
        _strip_times(EXTENSION)
        _step("building the sdist and the wheel, twice")
        wheel, sdist = _build_twice()
        _step("checking their contents")
        _check_contents(wheel)
        _run([_tool("twine"), "check", "--strict", str(wheel), str(sdist)])
        _run(
            [_tool("check-wheel-contents"), "--ignore", "W002", str(wheel)]
        )  # equal files: empty __init__ of editors
        _step("installing the wheel into an empty environment")
        with tempfile.TemporaryDirectory(prefix="understudy-dist-") as folder:
            _try_installation(wheel, Path(folder))
    except DistributionError as error:
        print(f"make dist: {error}", file=sys.stderr)
        return 1
    for path in (wheel, sdist):
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        print(f"{path.relative_to(REPOSITORY)}  {path.stat().st_size:,} bytes  sha256 {digest}")
    return 0


def _step(text: str) -> None:
    print(f"{text} …", flush=True)


def _tool(name: str) -> str:
    return str(Path(sys.executable).with_name(name))


def _run(
    command: Sequence[str | Path],
    *,
    cwd: Path | None = None,
    env: dict[str, str] | None = None,
    stdin: str = "",
) -> str:
    """Return what the command writes to stdout. Raises DistributionError if it fails."""
    done = subprocess.run(
        command,
        cwd=cwd,
        env=env,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=PROCESS_TIMEOUT_S,
        check=False,
    )
    if done.returncode != 0:
        shown = " ".join(map(str, command))
        raise DistributionError(f"`{shown}` ends with status {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def _strip_times(archive: Path) -> None:
    """Write the extension again without the times of its files, which differ with every build."""
    if not archive.exists():
        raise DistributionError(f"{archive.relative_to(REPOSITORY)} is not built: run `make vsix`.")
    buffer = io.BytesIO()
    with zipfile.ZipFile(archive) as source, zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            entry = zipfile.ZipInfo(name, ZIP_EPOCH)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            target.writestr(entry, source.read(name))
    if archive.read_bytes() != buffer.getvalue():
        archive.write_bytes(buffer.getvalue())


def _build_twice() -> tuple[Path, Path]:
    when = _run(["git", "-C", REPOSITORY, "log", "-1", "--format=%ct"]).strip()
    environ = {**os.environ, "SOURCE_DATE_EPOCH": when}
    shutil.rmtree(OUTPUT, ignore_errors=True)
    wheel, sdist = _build(REPOSITORY, OUTPUT, environ)
    with tempfile.TemporaryDirectory(prefix="understudy-sdist-") as folder:
        with tarfile.open(sdist) as archive:
            archive.extractall(folder, filter="data")
        (unpacked,) = Path(folder).iterdir()
        again, sdist_again = _build(unpacked, Path(folder) / "dist", environ)
        if again.read_bytes() != wheel.read_bytes():
            raise DistributionError(f"The wheel of the sdist differs: {_differences(wheel, again)}")
        if gzip.decompress(sdist_again.read_bytes()) != gzip.decompress(sdist.read_bytes()):
            raise DistributionError("The sdist of the sdist differs.")
    return wheel, sdist


def _build(source: Path, output: Path, environ: dict[str, str]) -> tuple[Path, Path]:
    _run([sys.executable, "-m", "hatchling", "build", "-d", output], cwd=source, env=environ)
    (wheel,), (sdist,) = output.glob("*.whl"), output.glob("*.tar.gz")
    return wheel, sdist


def _differences(first: Path, second: Path) -> str:
    def digests(path: Path) -> dict[str, str]:
        with zipfile.ZipFile(path) as archive:
            return {name: hashlib.sha256(archive.read(name)).hexdigest() for name in archive.namelist()}

    one, other = digests(first), digests(second)
    return ", ".join(sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name)))


def _check_contents(wheel: Path) -> None:
    version = wheel.name.split("-")[1]
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    missing = [
        name.format(version=version) for name in NEEDED_FILES if name.format(version=version) not in names
    ]
    if missing:
        raise DistributionError(f"The wheel lacks {', '.join(missing)}.")


def _try_installation(wheel: Path, folder: Path) -> None:
    environment = folder / "venv"
    venv.create(environment, with_pip=True)
    pip = [environment / "bin" / "python", "-m", "pip", "--disable-pip-version-check"]
    # Without extras, as `pip install understudy-acp` does it, in the versions that the tests ran with.
    pins = re.findall(r"(?m)^[A-Za-z0-9._-]+==[^ ]+", (REPOSITORY / "requirements.lock").read_text())
    (folder / "constraints.txt").write_text("\n".join(pins) + "\n")
    before = _installed_size(environment)
    _run([*pip, "install", "--quiet", "-c", folder / "constraints.txt", wheel])
    _run([*pip, "check"])
    packages, size = (now - then for now, then in zip(_installed_size(environment), before, strict=True))
    _step(f"{packages} packages, {size / 1e6:.0f} MB")
    home = folder / "home"
    project = folder / "project"
    home.mkdir()
    project.mkdir()
    (project / "app.py").write_text("def area(w, h):\n    return w * h\n\n\nprint(area(2, 3))\n")
    environ = {
        "HOME": str(home),
        "PATH": f"{environment / 'bin'}:/usr/local/bin:/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "CI": "true",
    }
    _step("using it: the smoke journey")
    _journey(environment / "bin", project, environ)


def _installed_size(environment: Path) -> tuple[int, int]:
    """Return the number of packages in an environment and the bytes of its files, without compiled modules."""
    files = [path for path in environment.glob("lib/python*/site-packages/**/*") if path.is_file()]
    programs = [path for path in (environment / "bin").iterdir() if path.is_file() and not path.is_symlink()]
    size = sum(path.stat().st_size for path in (*files, *programs) if path.suffix != ".pyc")
    return sum(path.name == "METADATA" for path in files), size


def _journey(programs: Path, project: Path, environ: dict[str, str]) -> None:
    commit = _run(["git", "-C", REPOSITORY, "rev-parse", "--short=12", "HEAD"]).strip()
    for name in ("understudy", "understudy-acp"):
        version = _run([programs / name, "--version"], cwd=project, env=environ)
        _expect(commit in version, f"{name} --version does not name the commit: {version}")
    program = programs / "understudy"
    report = json.loads(_run([program, "doctor", "--json"], cwd=project, env=environ))
    by_name = {check["name"]: check for check in report["checks"]}
    for name in ("understudy", "page", "ripgrep", "grammars", "editor files"):
        _expect(by_name[name]["status"] == "ok", f"doctor: {by_name[name]}")
    for editor in ("neovim", "emacs", "vscode"):
        path = Path(_run([program, "editors", editor], cwd=project, env=environ).strip())
        _expect(path.exists() and programs.parent in path.parents, f"the files for {editor} are at {path}")
    for shell in ("bash", "zsh", "fish"):
        _expect("understudy" in _run([program, "completion", shell], cwd=project, env=environ), shell)
    found = _run(
        [program, "tool", "searchFiles", 'paths=["."]', "type=literal", "query=area"],
        cwd=project,
        env=environ,
    )
    _expect("app.py" in found, f"searchFiles finds {found}")
    tour = _run([program, "tour"], cwd=project, env=environ)
    _expect("1  The next edit" in tour, tour)
    with_key = environ | {"ANTHROPIC_API_KEY": "of-nobody"}
    prompt = [program, "run", "--model", "anthropic:any", "hello"]
    said = _run(prompt, cwd=project, env=with_key)
    _expect("pip install 'understudy-acp[anthropic]'" in said, f"run says: {said}")
    _initialize(program, project, environ)
    _open_workbench(program, project, environ)


def _initialize(program: Path, project: Path, environ: dict[str, str]) -> None:
    request = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": 1}}
    answer = json.loads(
        _run([program, "acp"], cwd=project, env=environ, stdin=json.dumps(request) + "\n").partition("\n")[0]
    )
    _expect(answer["result"]["agentInfo"]["name"] == "understudy", str(answer))


def _open_workbench(program: Path, project: Path, environ: dict[str, str]) -> None:
    server = subprocess.Popen(
        [program, "web", "--no-browser", "--port", "0"],
        cwd=project,
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert server.stdout is not None
        address = next(
            (word for line in server.stdout for word in line.split() if word.startswith("http://")), ""
        )
        _expect(bool(address), "`understudy web` prints no address")
        # The first load replaces the token in the address with a cookie.
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with opener.open(address, timeout=60) as response:
            page = response.read().decode()
        _expect("<title>" in page, page[:200])
    finally:
        server.terminate()
        server.wait(60)


def _expect(is_true: bool, otherwise: str) -> None:
    if not is_true:
        raise DistributionError(otherwise)


if __name__ == "__main__":
    sys.exit(main())
