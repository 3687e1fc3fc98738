"""Languages that are known by their names only: they have an id, suffixes and a fence, and no rules."""

from typing import Final

from understudy.languages.language import ImportStyle, Language

__all__ = ["LANGUAGES"]

LANGUAGES: Final = (
    Language("cmake", file_names=("cmakelists.txt",)),
    Language(
        "csharp",
        suffixes=("cs",),
        definition_keywords="class enum interface namespace record struct",
        imports=ImportStyle("using_alias"),
    ),
    Language("css", suffixes=("css",)),
    Language("dart", suffixes=("dart",), definition_keywords="class enum extension mixin"),
    Language("diff", fence_suffixes=("diff", "patch")),
    Language("dockerfile", file_names=("dockerfile",), fence_file_names=("containerfile",)),
    Language("elixir", suffixes=("ex", "exs"), definition_keywords="def defmodule"),
    Language("erlang", fence_suffixes=("erl", "hrl")),
    Language("fish", fence_suffixes=("fish",)),
    Language("graphql", fence_suffixes=("graphql", "gql")),
    Language("haskell", suffixes=("hs",)),
    Language("html", suffixes=("html", "htm")),
    Language("ini", suffixes=("ini",), fence_suffixes=("cfg", "conf")),
    Language("json", suffixes=("json",), fence_suffixes=("jsonl", "webmanifest")),
    Language("jsonc", suffixes=("jsonc",), fence_suffixes=("json5",)),
    Language("julia", suffixes=("jl",)),
    Language("less", suffixes=("less",)),
    Language("lua", suffixes=("lua",), definition_keywords="function"),
    Language("makefile", file_names=("makefile",), fence_file_names=("gnumakefile", "justfile")),
    Language("markdown", suffixes=("md", "markdown")),
    Language("nix", fence_suffixes=("nix",)),
    Language("perl", suffixes=("pl", "pm")),
    Language("php", suffixes=("php",), imports=ImportStyle("use_backslash")),
    Language("powershell", fence_suffixes=("ps1",)),
    Language("protobuf", fence_suffixes=("proto",)),
    Language("r", suffixes=("r",)),
    Language("restructuredtext", suffixes=("rst",), fence="rst"),
    Language("scss", suffixes=("scss",)),
    Language("shellscript", suffixes=("sh", "bash", "zsh"), fence="bash"),
    Language("sql", suffixes=("sql",)),
    Language(
        "swift", suffixes=("swift",), definition_keywords="class enum extension func let protocol struct var"
    ),
    Language("terraform", fence_suffixes=("tf",)),
    Language("toml", suffixes=("toml",)),
    Language("xml", suffixes=("xml",), fence_suffixes=("svg", "xsd")),
    Language("yaml", suffixes=("yaml", "yml")),
    Language("zig", suffixes=("zig",)),
)
