"""The checks of `understudy doctor`: what is found on this machine, what each part is for, how to mend it.

A check reports facts only: no key, no value of a variable, no name of a file of the user's. The home folder is
written as `~`, so that a report can be published.
"""

import argparse
import logging
import os
import platform
import re
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module, metadata
from pathlib import Path
from typing import Final, Literal

from understudy.cli.config import (
    Credentials,
    Settings,
    SetupError,
    config_folder,
    load_nes_settings,
    load_settings,
    state_folder,
)
from understudy.cli.installation.editor_files import EDITORS, find_editor_files
from understudy.cli.installation.version import PACKAGE_FOLDER, source_commit, version_text
from understudy.cli.limits import MIN_FREE_BYTES, PROGRAM_VERSION_TIMEOUT_S
from understudy.extras import install_command, missing_modules
from understudy.models import PROVIDERS, ModelError, describe_missing_sdk, parse_model_name
from understudy.workspace import SandboxMode
from understudy.workspace.commands import NoControlGroups, choose_sandbox, examine_control_groups
from understudy.workspace.search import ripgrep_path

__all__ = ["Check", "CheckStatus", "check_installation"]

logger: Final = logging.getLogger(__name__)

CheckStatus = Literal["ok", "missing", "problem"]

MIN_PYTHON: Final = (3, 11)
MIN_NODE: Final = 20
_NO_GROUPS_ADVICE: Final = (
    "For a server: start it as a systemd service with Delegate=yes, or as root where the groups are of version 1. "
    "In a container, mount /sys/fs/cgroup writable."
)
BROWSERS: Final = ("chromium", "google-chrome", "firefox", "xdg-open", "open")


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the report."""

    name: str
    status: CheckStatus
    """`missing`: something optional is not there; `problem`: something does not work."""
    found: str
    purpose: str
    """What this part is for."""
    advice: str = ""
    """How to mend it; empty if there is nothing to mend."""


def check_installation(environ: Mapping[str, str]) -> list[Check]:
    """Return the report. No check changes anything; one that fails is reported as a problem of its own."""
    home = environ.get("HOME", "")
    return [_hide_home(check, home) for check in _run_checks(environ)]


def _run_checks(environ: Mapping[str, str]) -> Iterable[Check]:
    for check in _CHECKS:
        try:
            yield from check(environ)
        except Exception as error:
            logger.exception("the check %s failed", check.__name__)
            name = check.__name__.removeprefix("_check_").replace("_", " ")
            yield Check(
                name, "problem", f"the check failed: {type(error).__name__}", "", "Report it with this line."
            )


def _hide_home(check: Check, home: str) -> Check:
    if len(home) < 2:
        return check
    folder = re.compile(re.escape(home.rstrip("/")) + r"(?![\w.-])")
    return Check(
        check.name, check.status, folder.sub("~", check.found), check.purpose, folder.sub("~", check.advice)
    )


def _check_program(environ: Mapping[str, str]) -> Iterable[Check]:
    on_path = shutil.which("understudy", path=environ.get("PATH"))
    own = Path(sys.argv[0]).resolve() if sys.argv and sys.argv[0] else None
    version = version_text().removeprefix("understudy ")
    yield Check("understudy", "ok", f"{version}, in {PACKAGE_FOLDER}", "this program")
    purpose = "editors and other agents start the command by its name"
    if on_path is None:
        folder = str(own.parent) if own is not None else "the folder of the program"
        yield Check(
            "command",
            "missing",
            "`understudy` is not on the PATH",
            purpose,
            f"Add {folder} to the PATH, or give editors the full path of the program.",
        )
    else:
        yield Check("command", "ok", on_path, purpose)


def _check_python(_environ: Mapping[str, str]) -> Iterable[Check]:
    is_new = sys.version_info >= MIN_PYTHON
    found = f"{platform.python_implementation()} {platform.python_version()}, {sys.executable}"
    advice = "" if is_new else "Install Python 3.11 or newer, and Understudy into it."
    yield Check("Python", "ok" if is_new else "problem", found, "runs Understudy", advice)


def _check_system(_environ: Mapping[str, str]) -> Iterable[Check]:
    found = f"{platform.system()} {platform.release()}, {platform.machine()}, {os.cpu_count()} cores"
    is_linux = sys.platform == "linux"
    advice = "" if is_linux else _OTHER_SYSTEMS.get(sys.platform, _UNKNOWN_SYSTEM)
    yield Check(
        "system", "ok" if is_linux else "missing", found, "the kernel's features hold commands", advice
    )


def _check_sandbox(_environ: Mapping[str, str]) -> Iterable[Check]:
    sandbox = choose_sandbox(SandboxMode.AUTO)
    purpose = "keeps commands inside the workspace"
    match sandbox.name:
        case "bubblewrap":
            yield Check("sandbox", "ok", _program_version(str(sandbox.program)) or "bubblewrap", purpose)
        case "landlock":
            yield Check(
                "sandbox", "missing", f"Landlock, version {sandbox.abi}; bubblewrap is missing", purpose,
                "Install bubblewrap for the stronger sandbox: apt-get install bubblewrap",
            )  # fmt: skip
        case _:
            advice = (
                "Install bubblewrap (apt-get install bubblewrap), or use Linux 5.13 or newer with Landlock."
            )
            if sys.platform != "linux":
                advice = (
                    "Only Linux has the sandboxes that Understudy knows. Where commands may do whatever you may "
                    "do, start with --sandbox off."
                )
            found = f"none works, so commands are refused ({sandbox.problem})"
            yield Check("sandbox", "problem", found, purpose, advice)


def _check_control_groups(_environ: Mapping[str, str]) -> Iterable[Check]:
    purpose = "`understudy serve` limits memory, processes and CPU of all commands of a session with them"
    try:
        version = examine_control_groups()
    except NoControlGroups as error:
        found = "none" if error.version is None else f"version {error.version}"
        yield Check(
            "control groups",
            "missing",
            f"{found}, not usable here: {error}; each command is limited by itself",
            purpose,
            _NO_GROUPS_ADVICE if sys.platform == "linux" else "Only Linux has them: run the server there.",
        )
    else:
        yield Check(
            "control groups", "ok", f"version {version}, usable by a server that is started here", purpose
        )


def _check_ripgrep(_environ: Mapping[str, str]) -> Iterable[Check]:
    program = ripgrep_path()
    purpose = "searches large workspaces; smaller ones are searched without it"
    if program is None:
        yield Check(
            "ripgrep", "missing", "not installed", purpose, "Install Understudy again, or ripgrep (rg)."
        )
        return
    version = _program_version(program)
    advice = "" if version else "It does not start: install Understudy again."
    yield Check(
        "ripgrep", "ok" if version else "problem", f"{version or 'broken'}, {program}", purpose, advice
    )


def _check_git(environ: Mapping[str, str]) -> Iterable[Check]:
    yield _optional_program(
        environ,
        "git",
        "`nes explain` reads your uncommitted changes, `nes cases` the history",
        "Install git.",
    )


def _check_node(environ: Mapping[str, str]) -> Iterable[Check]:
    purpose = "builds the workbench's page from a checkout; not needed to run it"
    node = _optional_program(environ, "node", purpose, f"Install Node {MIN_NODE} or newer with npm.")
    major = re.match(r"v(\d+)", node.found)
    if major and int(major[1]) < MIN_NODE:
        node = Check(
            "node", "missing", f"{node.found} is too old", purpose, f"Install Node {MIN_NODE} or newer."
        )
    yield node


def _check_page(_environ: Mapping[str, str]) -> Iterable[Check]:
    page = PACKAGE_FOLDER / "web" / "static" / "index.html"
    purpose = "`understudy web` serves it"
    if page.exists():
        yield Check("page", "ok", "built", purpose)
    else:
        yield Check(
            "page", "missing", "not built", purpose, "Run `make install` in the checkout, with Node and npm."
        )


def _check_browser(environ: Mapping[str, str]) -> Iterable[Check]:
    names = [name for name in BROWSERS if shutil.which(name, path=environ.get("PATH"))]
    purpose = "shows the workbench; any recent one works"
    if names:
        yield Check("browser", "ok", ", ".join(names), purpose)
    else:
        advice = "Install one, or open the address that `understudy web` prints through a tunnel from your machine."
        yield Check("browser", "missing", "none found on the PATH", purpose, advice)


def _check_grammars(_environ: Mapping[str, str]) -> Iterable[Check]:
    names = sorted(
        distribution.name
        for distribution in metadata.distributions()
        if distribution.name and re.match(r"tree[-_]sitter[-_]", distribution.name)
    )
    broken: list[str] = []
    for name in names:
        try:
            import_module(name.replace("-", "_"))
        except ImportError as error:
            logger.debug("the grammar %s cannot be loaded: %s", name, error)
            broken.append(name)
    purpose = "next edits read code with them"
    if broken:
        yield Check(
            "grammars",
            "problem",
            f"{', '.join(broken)} cannot be loaded",
            purpose,
            "Install Understudy again.",
        )
    else:
        languages = ", ".join(re.sub(r"tree[-_]sitter[-_]", "", name) for name in names)
        yield Check("grammars", "ok", languages or "none", purpose)


def _check_config(environ: Mapping[str, str]) -> Iterable[Check]:
    purpose = "your defaults"
    path = config_folder(environ) / "config.toml"
    try:
        settings = load_settings(environ, argparse.Namespace())
        nes = load_nes_settings(environ, argparse.Namespace())
    except SetupError as error:
        yield Check("config.toml", "problem", str(error), purpose, f"Edit {path}.")
        return
    yield Check(
        "config.toml", "ok", f"{path}{'' if path.exists() else ' (not there: defaults are used)'}", purpose
    )
    yield _describe_model(settings)
    found = f"{nes.options.engine}, " + (
        "no model" if nes.model is None else "a model at a server that you named"
    )
    yield Check("next edits", "ok", found, "suggests your next edit; works without a model")


def _describe_model(settings: Settings) -> Check:
    purpose = "answers prompts; next edits and the tools work without it"
    spec = settings.chat.model
    if spec is None:
        return Check("model", "missing", "none chosen", purpose, "Run `understudy login`.")
    try:
        found = settings.model_settings(spec)
    except ModelError as error:
        return Check("model", "problem", f"{spec}: {error}", purpose, "Run `understudy login`.")
    provider = PROVIDERS[parse_model_name(spec).provider]
    if found.api_key is None and provider.key_variables:
        return Check("model", "problem", f"{spec}, without a key", purpose, "Run `understudy login`.")
    missing = describe_missing_sdk(provider)
    if missing is not None:
        return Check("model", "problem", f"{spec}, without its package", purpose, missing)
    return Check("model", "ok", f"{spec}{', key found' if found.api_key is not None else ''}", purpose)


def _check_extras(_environ: Mapping[str, str]) -> Iterable[Check]:
    for extra, (modules, purpose) in _EXTRAS.items():
        if missing_modules(modules):
            advice = f"If you want it: {install_command(extra)}"
            yield Check(f"extra {extra}", "missing", "not installed", purpose, advice)
        else:
            yield Check(f"extra {extra}", "ok", "installed", purpose)


def _check_state(environ: Mapping[str, str]) -> Iterable[Check]:
    folder = state_folder(environ)
    purpose = "holds sessions, the index and counts of suggestions"
    if not folder.exists():
        yield Check("state folder", "ok", f"{folder} (made at the first use)", purpose)
        return
    if not os.access(folder, os.W_OK | os.X_OK):
        yield Check(
            "state folder", "problem", f"{folder} is not writable", purpose, f"Run: chmod u+rwx {folder}"
        )
        return
    if stat.S_IMODE(folder.stat().st_mode) & 0o077:
        yield Check(
            "state folder",
            "problem",
            f"{folder} is open to other users",
            purpose,
            f"Run: chmod go-rwx {folder}",
        )
        return
    free = shutil.disk_usage(folder).free
    if free < MIN_FREE_BYTES:
        yield Check(
            "state folder", "problem", f"{folder}: {free >> 20} MiB are free", purpose, "Free some space."
        )
    else:
        yield Check("state folder", "ok", f"{folder}, {free >> 30} GiB free", purpose)


def _check_keys(environ: Mapping[str, str]) -> Iterable[Check]:
    purpose = "keys of model providers, readable only for your user"
    try:
        providers = Credentials(config_folder(environ)).providers()
    except SetupError as error:
        advice = "Delete the file and run `understudy login`."
        yield Check("keys", "problem", str(error), purpose, advice)
        return
    found = f"stored for {', '.join(providers)}" if providers else "none stored"
    named = {name for provider in PROVIDERS.values() for name in provider.key_variables}
    variables = sorted(name for name in named if environ.get(name))
    if variables:
        found += f"; in the environment: {', '.join(variables)}"
    yield Check("keys", "ok", found, purpose)


def _check_editor_files(_environ: Mapping[str, str]) -> Iterable[Check]:
    found = [editor for editor in EDITORS if find_editor_files(editor).is_present]
    missing = [editor for editor in EDITORS if editor not in found]
    purpose = "plugins for editors; `understudy editors` says where they are"
    advice = "Run `make vsix` in the checkout." if missing == ["vscode"] else ""
    status: CheckStatus = "missing" if missing else "ok"
    text = ", ".join(found) + (f"; not {', '.join(missing)}" if missing else "")
    yield Check("editor files", status, text, purpose, advice)


def _check_versions(_environ: Mapping[str, str]) -> Iterable[Check]:
    names = (
        "msgspec",
        "tree-sitter",
        "mcp",
        "pydantic-ai-slim",
        "starlette",
        "uvicorn",
        "websockets",
        "uvloop",
    )
    found: list[str] = [f"SQLite {sqlite3.sqlite_version}"]
    for name in names:
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            found.append(f"no {name}")
    yield Check("packages", "ok", ", ".join(found), "what Understudy is built on")
    if source_commit() is None:
        yield Check("commit", "missing", "unknown", "tells which sources this is", "")


def _labels_of_sdks() -> dict[tuple[str, str], list[str]]:
    found: dict[tuple[str, str], list[str]] = {}
    for provider in PROVIDERS.values():
        found.setdefault((provider.extra, provider.sdk), []).append(provider.label)
    return found


def _optional_program(environ: Mapping[str, str], name: str, purpose: str, advice: str) -> Check:
    program = shutil.which(name, path=environ.get("PATH"))
    if program is None:
        return Check(name, "missing", "not installed", purpose, advice)
    return Check(name, "ok", f"{_program_version(program)}, {program}", purpose)


def _program_version(program: str) -> str:
    """Return the first line that `PROGRAM --version` prints; empty if it fails."""
    try:
        done = subprocess.run(
            [program, "--version"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=PROGRAM_VERSION_TIMEOUT_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        logger.debug("%s prints no version: %s", program, error)
        return ""
    return done.stdout.partition("\n")[0][:80] if done.returncode == 0 else ""


_UNKNOWN_SYSTEM: Final = (
    "Understudy is tested on Linux alone; docs/dependencies.md says what works elsewhere."
)
_OTHER_SYSTEMS: Final = {
    "darwin": "Understudy has not been run on macOS itself. Its tests run the paths that macOS takes on Linux: "
    "next edits, files and search work without openat2, and commands are refused for want of a sandbox.",
    "win32": "Understudy does not work on Windows. Use it in WSL 2, which is Linux.",
}

_EXTRAS: Final = {
    **{
        extra: (("pydantic_ai", sdk), f"models of {', '.join(labels)}")
        for (extra, sdk), labels in _labels_of_sdks().items()
    },
    "serve": (("hypercorn", "prometheus_client", "jwt"), "`understudy serve`"),
    "postgres": (("psycopg", "psycopg_pool"), "sessions in PostgreSQL"),
    "otel": (("opentelemetry.sdk", "opentelemetry.exporter.otlp.proto.http"), "traces of `understudy serve`"),
    "ray": (("ray",), "`understudy nes replay --ray`"),
}
"""The modules of each extra, and what it is for."""

_CHECKS: Final[tuple[Callable[[Mapping[str, str]], Iterable[Check]], ...]] = (
    _check_program,
    _check_python,
    _check_system,
    _check_sandbox,
    _check_control_groups,
    _check_ripgrep,
    _check_git,
    _check_node,
    _check_page,
    _check_browser,
    _check_grammars,
    _check_config,
    _check_extras,
    _check_keys,
    _check_state,
    _check_editor_files,
    _check_versions,
)
