"""Which file a module specifier of TypeScript or JavaScript can be."""

from posixpath import dirname, normpath
from typing import Final

__all__ = ["GLOBAL_MODULE", "module_uris", "refers_to"]

GLOBAL_MODULE: Final = "<global>"
"""The module of names that are declared for all files of a project."""
_GLOBAL_FILES: Final = frozenset({"global.d.ts", "globals.d.ts", "env.d.ts", "vite-env.d.ts"})
_SUFFIXES: Final = (
    ".d.ts",
    ".d.mts",
    ".d.cts",
    ".tsx",
    ".ts",
    ".mts",
    ".cts",
    ".jsx",
    ".js",
    ".mjs",
    ".cjs",
    ".vue",
    ".svelte",
)
_SOURCE_SUFFIXES: Final = (".ts", ".tsx", ".js", ".jsx", ".mts", ".mjs", ".cts", ".cjs", ".d.ts")
_ALIAS_PREFIXES: Final = ("@/", "~/", "#/", "$lib/", "/")


def _without_suffix(path: str) -> str:
    for suffix in _SUFFIXES:
        if path.endswith(suffix):
            return path[: -len(suffix)]
    return path


def refers_to(importing_uri: str, module: str, target_uri: str) -> bool:
    """Whether a specifier, as written in one file, can be another file. An alias of a folder matches by the last
    segments of the path."""
    if module == GLOBAL_MODULE:
        return target_uri.rpartition("/")[2] in _GLOBAL_FILES
    target = _without_suffix(target_uri)
    if target == target_uri or not module:
        return False
    folder_target = target.removesuffix("/index")
    if module.startswith("."):
        scheme, separator, path = importing_uri.rpartition("://")
        wanted = f"{scheme}{separator}{normpath(f'{dirname(path)}/{module}')}"
        names = (wanted, _without_suffix(wanted))
        return target in names or (folder_target != target and folder_target in names)
    for prefix in _ALIAS_PREFIXES:
        if module.startswith(prefix):
            wanted = module[len(prefix) :]
            break
    else:
        if "/" not in module or module.startswith("@"):
            return False  # a package
        wanted = module
    if not wanted:
        return False
    names = (f"/{wanted}", f"/{_without_suffix(wanted)}")
    return target.endswith(names) or (folder_target != target and folder_target.endswith(names))


def module_uris(importing_uri: str, module: str) -> list[str]:
    """Return the files that a relative specifier can be."""
    if not module.startswith("."):
        return []
    scheme, separator, path = importing_uri.rpartition("://")
    wanted = f"{scheme}{separator}{normpath(f'{dirname(path)}/{module}')}"
    bare = _without_suffix(wanted)
    names = [wanted] if bare != wanted else []
    return names + [f"{bare}{ending}{suffix}" for ending in ("", "/index") for suffix in _SOURCE_SUFFIXES]
