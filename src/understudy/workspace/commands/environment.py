"""The variables that a command sees: a short list of our own, and the caller's after a check.

It is an allow-list, so that no token, key or password of our own process is inherited, whatever its
name. Pure functions over mappings; nothing here reads `os.environ`.
"""

import os
import re
from collections.abc import Iterable, Mapping
from typing import Final

from understudy.workspace.commands.dangerous_variables import is_dangerous
from understudy.workspace.errors import Denied, InvalidArgument

__all__ = [
    "build_environment",
    "is_encodable",
    "private_cache_variables",
    "toolchain_folders",
    "validate_variables",
]

_INHERITED_TEXT: Final = """
    PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ VIRTUAL_ENV CONDA_PREFIX CONDA_DEFAULT_ENV PYENV_ROOT
    PYENV_VERSION UV_PYTHON_INSTALL_DIR PIPX_HOME POETRY_HOME JAVA_HOME JDK_HOME MAVEN_HOME M2_HOME
    GRADLE_HOME GRADLE_USER_HOME ANDROID_HOME ANDROID_SDK_ROOT SDKMAN_DIR GOPATH GOROOT GOBIN GOMODCACHE
    GOPROXY GOTOOLCHAIN CARGO_HOME RUSTUP_HOME RUSTUP_TOOLCHAIN NVM_DIR NVM_BIN FNM_DIR VOLTA_HOME
    PNPM_HOME BUN_INSTALL DENO_DIR COREPACK_HOME PLAYWRIGHT_BROWSERS_PATH RBENV_ROOT GEM_HOME GEM_PATH
    ASDF_DIR ASDF_DATA_DIR MISE_DATA_DIR DOTNET_ROOT FLUTTER_ROOT OPAMROOT STACK_ROOT
    GHCUP_INSTALL_BASE_PREFIX SDKROOT DEVELOPER_DIR HOMEBREW_PREFIX NIX_PATH NIX_PROFILES HTTP_PROXY
    HTTPS_PROXY FTP_PROXY ALL_PROXY NO_PROXY SSL_CERT_FILE SSL_CERT_DIR NIX_SSL_CERT_FILE CURL_CA_BUNDLE
    REQUESTS_CA_BUNDLE NODE_EXTRA_CA_CERTS GIT_SSL_CAINFO CARGO_HTTP_CAINFO PIP_CERT PIP_INDEX_URL
    PIP_EXTRA_INDEX_URL PIP_TRUSTED_HOST PIP_PROXY PIP_FIND_LINKS PIP_NO_INDEX UV_INDEX_URL
    UV_EXTRA_INDEX_URL UV_DEFAULT_INDEX UV_NATIVE_TLS UV_FIND_LINKS NPM_CONFIG_REGISTRY NPM_CONFIG_CAFILE
    NPM_CONFIG_PROXY NPM_CONFIG_HTTPS_PROXY NPM_CONFIG_NOPROXY NPM_CONFIG_STRICT_SSL YARN_REGISTRY
"""
_INHERITED: Final = frozenset(_INHERITED_TEXT.split())
_URL_CREDENTIALS: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^/\s@]+@")
_VARIABLE_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_DEFAULT_PATH: Final = "/usr/local/bin:/usr/bin:/bin"


def build_environment(
    own_environment: Mapping[str, str],
    requested: Mapping[str, str],
    *,
    inherited_variables: Iterable[str] = (),
    tmp: str | None = None,
) -> dict[str, str]:
    """The whole environment of a command.

    `inherit` names further variables of ours that the person who set this up wants passed on; they are
    passed as they are. `asked` must have gone through `check_variables`.
    """
    named = frozenset(inherited_variables)
    result = {
        name: value
        for name, value in own_environment.items()
        if name in named or (_is_inherited(name) and not _URL_CREDENTIALS.search(value))
    }
    # A relative entry would let a file of the workspace stand in for any program.
    entries = [entry for entry in result.get("PATH", "").split(":") if entry.startswith("/")]
    result["PATH"] = ":".join(entries) or _DEFAULT_PATH
    result |= {"TERM": "dumb", "NO_COLOR": "1"}
    result |= requested
    if tmp is not None:
        result |= {"TMPDIR": tmp, "TMP": tmp, "TEMP": tmp}
    return result


def toolchain_folders(own_environment: Mapping[str, str]) -> list[str]:
    """The home and the toolchain that the environment names, canonical."""
    named = [
        own_environment.get("HOME", ""),
        own_environment.get("VIRTUAL_ENV", ""),
        *own_environment.get("PATH", "").split(":"),
    ]
    return [os.path.realpath(folder) for folder in named if folder.startswith("/")]


def private_cache_variables(tmp: str) -> dict[str, str]:
    """Caches for tools that fail, rather than go without, when the one in the home folder is read-only."""
    return {
        "npm_config_cache": f"{tmp}/npm",
        "YARN_CACHE_FOLDER": f"{tmp}/yarn",
        "UV_CACHE_DIR": f"{tmp}/uv",
        "GOCACHE": f"{tmp}/go-build",
        "PIP_CACHE_DIR": f"{tmp}/pip",
    }


def validate_variables(requested: Mapping[str, str]) -> None:
    """Refuse names that no variable can have, and variables that change what the command line means."""
    for name, value in requested.items():
        if not _VARIABLE_NAME.match(name):
            raise InvalidArgument(
                f"{name!r} cannot be the name of an environment variable: use letters, digits and _.",
                "bad_arguments",
                name=name,
            )
        if "\0" in value or not is_encodable(value):
            raise InvalidArgument(
                f"The value of {name} contains a NUL byte or a lone surrogate.", "bad_arguments", name=name
            )
    refused = sorted(name for name in requested if is_dangerous(name))
    if refused:
        raise Denied(
            f"The environment may not set {', '.join(refused)}: it can change which program a command runs "
            "or what that program does. Set it inside the command line, where whoever approves it sees it.",
            "dangerous_variable",
            names=refused,
        )
    if sum(len(name) + len(value.encode()) + 2 for name, value in requested.items()) > 96 * 1024:
        raise InvalidArgument(
            "The environment is larger than 96 KiB. Put large values into a file or stdin.", "too_large"
        )


def _is_inherited(name: str) -> bool:
    # Proxies and npm's settings are spelled in either case.
    return name in _INHERITED or name.startswith("LC_") or (name.islower() and name.upper() in _INHERITED)


def is_encodable(text: str) -> bool:
    """Whether a process can be given this text: it has no lone surrogate."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
