"""Which language a file's name speaks for, as editors call it behind a fence; none if it is not listed."""

from collections.abc import Mapping
from typing import Final

__all__ = ["fence_language"]

_BY_EXTENSION: Final[Mapping[str, str]] = {
    extension: language
    for language, extensions in {
        "bash": "sh bash zsh",
        "c": "c h",
        "cpp": "cc cpp cxx hh hpp",
        "csharp": "cs",
        "css": "css",
        "diff": "diff patch",
        "dart": "dart",
        "elixir": "ex exs",
        "erlang": "erl hrl",
        "fish": "fish",
        "go": "go",
        "graphql": "graphql gql",
        "haskell": "hs",
        "html": "html htm",
        "ini": "ini cfg conf",
        "java": "java",
        "javascript": "js mjs cjs",
        "json": "json jsonl webmanifest",
        "jsonc": "jsonc json5",
        "jsx": "jsx",
        "julia": "jl",
        "kotlin": "kt kts",
        "lua": "lua",
        "markdown": "md markdown",
        "nix": "nix",
        "perl": "pl pm",
        "php": "php",
        "powershell": "ps1",
        "protobuf": "proto",
        "python": "py pyi pyw",
        "r": "r",
        "ruby": "rb",
        "rust": "rs",
        "scala": "scala",
        "scss": "scss",
        "sql": "sql",
        "svelte": "svelte",
        "swift": "swift",
        "terraform": "tf",
        "toml": "toml",
        "tsx": "tsx",
        "typescript": "ts mts cts",
        "vue": "vue",
        "xml": "xml svg xsd",
        "yaml": "yml yaml",
        "zig": "zig",
    }.items()
    for extension in extensions.split()
}
_BY_NAME: Final[Mapping[str, str]] = {
    "cmakelists.txt": "cmake",
    "containerfile": "dockerfile",
    "dockerfile": "dockerfile",
    "gemfile": "ruby",
    "gnumakefile": "makefile",
    "justfile": "makefile",
    "makefile": "makefile",
    "rakefile": "ruby",
}


def fence_language(path: str) -> str:
    name = path.rpartition("/")[2].lower()
    stem, dot, extension = name.rpartition(".")
    return _BY_NAME.get(name) or (_BY_EXTENSION.get(extension, "") if dot and stem else "")
