"""Find repositories that a command made or changed and whose settings or hooks run programs.

Existing repositories near the roots are protected (`protected_paths`). Others are not: new ones, those in
`node_modules`, those deeper than the scan before the command goes. A command may make them, and git would run
what their settings name when a person or an editor looks at the folder. So after a command the roots are searched
for git folders that changed since its start, and those with more than ordinary settings are reported. So are hooks
and included configuration in the work tree, of any repository, where there were none before. Nothing is undone: a
person may have wanted them. Configuration files are read without git: a file that a command wrote must not run
anything.
"""

import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from understudy.workspace.commands.folders import contains, outermost_folders
from understudy.workspace.commands.git_protection.protected_paths import (
    GIT_FOLDER_NAMES,
    ProtectedPaths,
    is_git_folder,
)
from understudy.workspace.limits import (
    MAX_REPORTED_REPOSITORIES,
    MAX_SEARCHED_FOLDERS,
    MAX_SNAPSHOT_FILE_BYTES,
)
from understudy.workspace.sensitive import find_git_programs

__all__ = ["find_planted_repositories", "read_settings"]

# What `git init`, `git clone` and everyday commands write. Anything else may name a program.
_ORDINARY_TEXT: Final = """
    core.repositoryformatversion core.filemode core.bare core.logallrefupdates core.ignorecase
    core.precomposeunicode core.symlinks core.sparsecheckout core.sparsecheckoutcone core.autocrlf core.eol
    core.safecrlf core.quotepath core.longpaths core.abbrev extensions.objectformat extensions.worktreeconfig
    extensions.partialclone extensions.refstorage extensions.compatobjectformat remote.url remote.fetch
    remote.push remote.pushurl remote.tagopt remote.mirror remote.promisor remote.partialclonefilter
    branch.remote branch.merge branch.rebase branch.pushremote branch.description submodule.url
    submodule.active user.name user.email user.signingkey init.defaultbranch pull.rebase pull.ff push.default
    push.autosetupremote gc.auto gc.autodetach maintenance.auto maintenance.strategy
    lfs.repositoryformatversion commit.gpgsign tag.gpgsign advice.detachedhead
"""
_ORDINARY_SETTINGS: Final = frozenset(_ORDINARY_TEXT.split())
_HOOK_NAME: Final = re.compile(
    r"(pre|post|p4|prepare|applypatch|commit|push|sendemail|fsmonitor|reference|proc)-[a-z-]+|update"
)
_SECTION: Final = re.compile(r'\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]')
_KEY: Final = re.compile(r"([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*))?$")


def find_planted_repositories(
    roots: Iterable[str],
    guarded: Iterable[ProtectedPaths],
    since_ns: int,
    check: Callable[[], None] = lambda: None,
) -> list[str]:
    """Sentences about the repositories below the roots that changed since a time and that run programs.

    `guarded` are protected already. `check` is called at every folder and may raise.
    """
    protected = list(guarded)
    known = {paths.path for paths in protected}
    restored = {os.path.join(paths.path, name) for paths in protected for name in paths.names}
    outer_roots = outermost_folders(roots)
    found: list[str] = []
    for folder in _git_folders(outer_roots, check):
        reason = None if folder in known else _planted_reason(folder, since_ns)
        reason = reason or _planted_program(os.path.dirname(folder), outer_roots, restored, since_ns)
        if reason:
            found.append(f"{folder} ({reason})")
            if len(found) >= MAX_REPORTED_REPOSITORIES:
                break
    return found


def _git_folders(roots: list[str], check: Callable[[], None]) -> Iterator[str]:
    """The git folders below the roots, the less deep first; their own content is not searched."""
    level, remaining = roots, MAX_SEARCHED_FOLDERS
    while level and remaining > 0:
        below: list[str] = []
        for folder in level[:remaining]:
            check()
            try:
                with os.scandir(folder) as entries:
                    listed = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries]
            except OSError:
                continue
            if is_git_folder(name for name, _ in listed if name in GIT_FOLDER_NAMES):
                yield folder
                below += [
                    os.path.join(folder, name)
                    for name, is_folder in listed
                    if is_folder and name == "modules"
                ]
            else:
                below += [os.path.join(folder, name) for name, is_folder in listed if is_folder]
        remaining -= len(level)
        level = below


def _planted_reason(git_folder: str, since_ns: int) -> str | None:
    """What makes a git folder run programs, if it or one of its trusted files changed; None otherwise."""
    trusted = [os.path.join(git_folder, name) for name in ("config", "config.worktree", "hooks", "commondir")]
    hooks = list(_programs_in(os.path.join(git_folder, "hooks")))
    if not any(_changed(path, since_ns) for path in (git_folder, *trusted, *hooks)):
        return None
    for name in ("config", "config.worktree"):
        if reason := _unusual_setting(os.path.join(git_folder, name)):
            return f"its {name} {reason}"
    if hooks:
        return f"it has the hook {os.path.basename(hooks[0])[:60]!r}"
    if os.path.islink(os.path.join(git_folder, "hooks")):
        return "its hooks are a link"
    return None


def _unusual_setting(file: str) -> str | None:
    """What a configuration file does that may run a program; None if it does nothing of that kind."""
    settings = read_settings(file)
    if settings is None:
        return "cannot be read"
    for key, value in settings:
        # `ext::` and other helpers of a URL are programs.
        if key not in _ORDINARY_SETTINGS or (key in ("remote.url", "submodule.url") and "::" in value):
            return f"sets {key[:60]}"
    return None


def _planted_program(tree: str, roots: list[str], restored: set[str], since_ns: int) -> str | None:
    """A hook or an included configuration file in the roots that is new or changed, and that was not protected."""
    if not os.path.lexists(os.path.join(tree, ".git")):
        return None

    def is_new(path: str) -> bool:
        return any(contains(root, path) for root in roots) and path not in restored

    programs = find_git_programs(tree)
    for hooks in filter(is_new, programs.hook_folders):
        for program in _programs_in(hooks):
            name = os.path.basename(program)
            # Hooks beside the files of the project: not each of its programs is one.
            if _changed(program, since_ns) and (not contains(hooks, tree) or _HOOK_NAME.fullmatch(name)):
                return f"git runs {program[:200]!r} for it"
    for file in filter(is_new, programs.included_files):
        if _changed(file, since_ns) and (reason := _unusual_setting(file)):
            return f"its configuration includes {file[:200]!r}, which {reason}"
    return None


def _programs_in(folder: str) -> Iterator[str]:
    """The hooks that git would run."""
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if (
                    not entry.name.endswith(".sample")
                    and os.access(entry.path, os.X_OK)
                    and not entry.is_dir()
                ):
                    yield entry.path
    except OSError:
        return


def _changed(path: str, since_ns: int) -> bool:
    try:
        return os.lstat(path).st_ctime_ns >= since_ns
    except OSError:
        return False


def read_settings(path: str) -> list[tuple[str, str]] | None:
    """The settings of a git configuration file as (section.key, value), without subsections.

    Empty if there is no file; None if it cannot be read or understood.
    """
    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):
            return None
        with open(path, "rb") as file:
            data = file.read(MAX_SNAPSHOT_FILE_BYTES + 1)
    except FileNotFoundError:
        return []
    except OSError:
        return None
    if len(data) > MAX_SNAPSHOT_FILE_BYTES:
        return None
    settings: list[tuple[str, str]] = []
    section = ""
    # A backslash at the end of a line continues the value.
    for line in data.decode(errors="replace").replace("\\\n", "").split("\n"):
        rest = line.strip()
        while (header := _SECTION.match(rest)) is not None:
            section = header[1].partition(".")[0].casefold()
            rest = rest[header.end() :].strip()
        if not rest or rest[0] in "#;":
            continue
        key = _KEY.match(rest)
        if key is None:
            return None
        settings.append((f"{section}.{key[1].casefold()}", (key[2] or "").strip().strip('"')))
    return settings
