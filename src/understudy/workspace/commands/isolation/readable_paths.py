"""What a command may read besides the roots: an allow-list of system folders, toolchains and caches.

Everything else does not exist for a command, or cannot be opened: the rest of the home folder, the homes of other
users, other disks. Toolchains are found by what the environment names, by well-known places in the home folder, and
by the links in the folders of PATH. Credentials inside these places are hidden by `hidden_paths`.

Commands write to the roots, so nothing there may add to the list: a link or a file that one command leaves in an
environment or in a folder of PATH must not open another place to the next one.

Only the list; each sandbox grants the paths in its own way.
"""

import functools
import os
import pwd
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from understudy.workspace.commands.folders import contains
from understudy.workspace.limits import MAX_SCANNED_LINKS, MAX_SYMLINKS

__all__ = ["find_closed_system_files", "find_readable_paths", "home_folders"]


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


SYSTEM_FOLDERS: Final = _words(
    """
    /bin /sbin /lib /lib32 /lib64 /libx32 /usr /etc /opt /nix /gnu /snap /sys
    /var/lib/alternatives /var/lib/apt/lists /var/lib/ca-certificates /var/lib/dpkg /var/lib/gems /var/lib/ghc
    /var/lib/pacman /var/lib/rpm /var/lib/texmf /var/cache/fontconfig
    /run/systemd/resolve /run/resolvconf /run/NetworkManager/resolv.conf /run/current-system /run/booted-system
    /run/opengl-driver /run/wrappers
    """
)
_HOME_TOOLCHAINS: Final = _words(
    """
    .asdf .bun .cabal .cargo .composer/vendor .coursier .deno .dotnet .elan .fnm .gem .ghcup .go .goenv
    .gradle/caches .gradle/jdks .gradle/native .gradle/wrapper .ivy2 .jenv .julia .juliaup .konan .linuxbrew
    .local/bin .local/lib .local/pipx .local/share/fnm .local/share/gem .local/share/mise .local/share/pipx
    .local/share/pnpm .local/share/rtx .local/share/uv .local/share/virtualenvs .luarocks .m2/repository
    .m2/wrapper .mix .n .nix-defexpr .nix-profile .nodenv .npm .npm-global .npm-packages .nuget/packages .nvm
    .opam .phpenv .pixi
    .pnpm-store .poetry .proto .pub-cache .pyenv .rbenv .rustup .rvm .rye .sbt .sdkman .stack .swiftly .tfenv .volta
    .yarn Android/Sdk anaconda3 flutter go mambaforge miniconda3 miniforge3 perl5
    """
)
_HOME_CACHES: Final = _words(
    """
    .cache/bazel .cache/bazelisk .cache/ccache .cache/coursier .cache/Cypress .cache/deno .cache/electron
    .cache/fontconfig .cache/go-build .cache/golangci-lint .cache/ms-playwright .cache/node .cache/node-gyp
    .cache/npm
    .cache/pip .cache/pnpm .cache/pre-commit .cache/prisma .cache/puppeteer .cache/pypoetry .cache/sccache
    .cache/selenium .cache/torch .cache/turbo .cache/typescript .cache/uv .cache/yarn .cache/zig
    """
)
_HOME_SETTINGS: Final = _words(
    """
    .config/git .gitattributes .gitconfig .gitignore .gitignore_global .editorconfig .nvmrc .node-version
    .python-version .ruby-version .tool-versions
    """
)
_TOOLCHAIN_VARIABLES: Final = _words(
    """
    VIRTUAL_ENV CONDA_PREFIX PYENV_ROOT UV_PYTHON_INSTALL_DIR PIPX_HOME POETRY_HOME JAVA_HOME JDK_HOME MAVEN_HOME
    M2_HOME GRADLE_HOME ANDROID_HOME ANDROID_SDK_ROOT SDKMAN_DIR GOPATH GOROOT GOBIN GOMODCACHE CARGO_HOME
    RUSTUP_HOME NVM_DIR NVM_BIN FNM_DIR VOLTA_HOME PNPM_HOME BUN_INSTALL DENO_DIR COREPACK_HOME
    PLAYWRIGHT_BROWSERS_PATH RBENV_ROOT GEM_HOME ASDF_DIR ASDF_DATA_DIR MISE_DATA_DIR DOTNET_ROOT FLUTTER_ROOT
    OPAMROOT STACK_ROOT GHCUP_INSTALL_BASE_PREFIX HOMEBREW_PREFIX SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE
    REQUESTS_CA_BUNDLE NODE_EXTRA_CA_CERTS
    """
)
_PROGRAM_FOLDER_NAMES: Final = frozenset({"bin", "sbin", "shims", "libexec"})
_TOOLCHAIN_MARKS: Final = _words("lib lib64 libexec versions installs toolchains conda-meta pyvenv.cfg")
"""Names beside a folder of programs that show that its parent is a toolchain."""
_COLLECTIONS: Final = _words(
    ".local .local/share .local/state .config .cache Library Documents Desktop Downloads"
)
"""Folders of the home folder that hold things of many programs: never readable as a whole."""
_ENVIRONMENT_NAMES: Final = (".venv", "venv", "env")
_HOME_PARENTS: Final = ("/home", "/root", "/Users")


def home_folders(own_environment: Mapping[str, str]) -> list[str]:
    """The home folders of our user: the one that the environment names, and that of the account."""
    homes = [own_environment.get("HOME", "")]
    try:
        homes.append(pwd.getpwuid(os.getuid()).pw_dir)
    except KeyError:
        # A numeric user in a container has no entry; then HOME is all there is.
        homes += []
    return [home for home in dict.fromkeys(homes) if home.startswith("/") and home != "/"]


def find_readable_paths(
    own_environment: Mapping[str, str], roots: Iterable[str], extra: Iterable[str] = ()
) -> list[str]:
    """The existing paths that a command may read besides its roots: absolute, but not canonical.

    `extra` are paths that the user adds. A part of the list may be inside another part.
    """
    homes = home_folders(own_environment)
    wide = _WideFolders(homes)
    named = [own_environment.get(name, "") for name in _TOOLCHAIN_VARIABLES]
    path_folders = tuple(
        folder.rstrip("/") for folder in own_environment.get("PATH", "").split(":") if folder.startswith("/")
    )
    candidates = [path for path in named if path.startswith("/") and not wide.holds(path)]
    for folder in path_folders:
        candidates += _toolchain_of(folder, wide)
    canonical_roots = tuple(map(os.path.realpath, roots))
    for link in _outward_links(path_folders, tuple(map(_modification_time, path_folders))):
        if not _leads_through(link, canonical_roots):
            candidates += _toolchain_of(os.path.dirname(os.path.realpath(link)), wide)
    for prefix in (sys.prefix, sys.base_prefix, *_environment_homes(canonical_roots)):
        candidates += _toolchain_of(os.path.join(prefix, "bin"), wide)
    candidates += [
        f"{home}/{name}" for home in homes for name in (*_HOME_TOOLCHAINS, *_HOME_CACHES, *_HOME_SETTINGS)
    ]
    found = dict.fromkeys([*candidates, *(path.rstrip("/") or "/" for path in extra)])
    existing = [path for path in found if os.path.exists(path) and not _leads_through(path, canonical_roots)]
    return [*(path for path in SYSTEM_FOLDERS if os.path.exists(path)), *existing]


def _leads_through(path: str, roots: Iterable[str]) -> bool:
    """Whether a part of the path, or of the links on its way, is inside one of the canonical roots."""
    roots = tuple(roots)
    remaining = path.split("/")[::-1]
    current, links = "/", 0
    while remaining:
        part = remaining.pop()
        if part in ("", "."):
            continue
        current = os.path.dirname(current) if part == ".." else os.path.join(current, part)
        if any(contains(root, current) for root in roots):
            return True
        try:
            target = os.readlink(current)
        except OSError:
            continue
        links += 1
        if links > MAX_SYMLINKS:
            return True
        current = "/" if target.startswith("/") else os.path.dirname(current)
        remaining += target.split("/")[::-1]
    return False


class _WideFolders:
    """The folders that hold much more than a toolchain."""

    def __init__(self, homes: Iterable[str]) -> None:
        all_homes = {spelling for home in homes for spelling in (home, os.path.realpath(home))}
        self._paths = {
            *_HOME_PARENTS,
            *all_homes,
            *(f"{home}/{name}" for home in all_homes for name in _COLLECTIONS),
        }

    def holds(self, path: str) -> bool:
        """Whether the path is one of these folders or contains one."""
        path = os.path.normpath(path)
        return any(
            contains(spelling, wide) for spelling in (path, os.path.realpath(path)) for wide in self._paths
        )


def _toolchain_of(folder: str, wide: _WideFolders) -> Iterator[str]:
    """A folder of programs, and the toolchain that it belongs to."""
    head, inside, _ = folder.partition("/node_modules/")
    if inside and not wide.holds(f"{head}/node_modules"):
        yield f"{head}/node_modules"
    if not wide.holds(folder):
        yield folder
    prefix = os.path.dirname(folder)
    is_toolchain = any(os.path.exists(os.path.join(prefix, mark)) for mark in _TOOLCHAIN_MARKS)
    if os.path.basename(folder) in _PROGRAM_FOLDER_NAMES and is_toolchain and not wide.holds(prefix):
        yield prefix


@functools.lru_cache(maxsize=8)
def _outward_links(folders: tuple[str, ...], times: tuple[int, ...]) -> tuple[str, ...]:
    """The links in these folders whose targets are outside the system folders. `times` renews the cache."""
    del times
    targets: dict[str, str] = {}
    remaining = MAX_SCANNED_LINKS
    for folder in folders:
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    remaining -= 1
                    if remaining < 0:
                        break
                    if entry.is_symlink():
                        targets[entry.path] = os.path.realpath(entry.path)
        except OSError:
            continue
    return tuple(
        link
        for link, target in targets.items()
        if not any(contains(system, target) for system in SYSTEM_FOLDERS)
    )


def _modification_time(path: str) -> int:
    try:
        return os.stat(path).st_mtime_ns
    except OSError:
        return 0


def _environment_homes(roots: Sequence[str]) -> Iterator[str]:
    """The prefixes of the interpreters that Python environments in the roots were made with.

    A command can write what an environment says, so only installations of Python count.
    """
    for root in roots:
        for name in _ENVIRONMENT_NAMES:
            try:
                with open(os.path.join(root, name, "pyvenv.cfg"), encoding="utf-8", errors="replace") as file:
                    lines = file.read(4096).splitlines()
            except OSError:
                continue
            for line in lines:
                key, _, value = line.partition("=")
                home = value.strip()
                if key.strip() == "home" and home.startswith("/") and "\0" not in home:
                    prefix = os.path.dirname(os.path.realpath(home))
                    if not _leads_through(home, roots) and _is_python_installation(prefix):
                        yield prefix


def _is_python_installation(prefix: str) -> bool:
    """Whether the standard library of Python is below a prefix."""
    try:
        names = os.listdir(os.path.join(prefix, "lib"))
    except OSError:
        return False
    return any(
        name.startswith(("python", "pypy")) and os.path.isfile(os.path.join(prefix, "lib", name, "os.py"))
        for name in names
    )


@functools.lru_cache(maxsize=1)
def find_closed_system_files() -> tuple[str, ...]:
    """For a superuser, who may read everything: what is in /etc and closed to other users, such as /etc/shadow."""
    if os.geteuid() != 0:
        return ()
    closed: list[str] = []
    for folder, folders, files in os.walk("/etc"):
        for name in (*folders, *files):
            path = os.path.join(folder, name)
            try:
                mode = os.lstat(path).st_mode
            except OSError:
                continue
            wanted = stat.S_IROTH | stat.S_IXOTH if stat.S_ISDIR(mode) else stat.S_IROTH
            if not stat.S_ISLNK(mode) and mode & wanted != wanted:
                closed.append(path)
        folders[:] = [name for name in folders if os.path.join(folder, name) not in closed]
    return tuple(closed)
