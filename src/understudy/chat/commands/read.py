"""`/read PATH[:START[-END]]`: the text of a file."""

from collections.abc import Mapping
from typing import Any, Final

from understudy.chat.commands.command_api import (
    ArgumentError,
    CommandContext,
    LineRange,
    SlashCommand,
    parse_path_and_lines,
    quote_path,
)
from understudy.chat.commands.replies import (
    code_span,
    count_phrase,
    decode_result,
    escaped_block,
    failure_message,
    render_raw_outcome,
)
from understudy.chat.limits import MAX_ANSWER_CHARS
from understudy.tools.read_file import TOOL, Result

__all__ = ["COMMAND", "fence_language", "render"]

_LANGUAGE_BY_EXTENSION: Final[Mapping[str, str]] = {
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
_LANGUAGE_BY_NAME: Final[Mapping[str, str]] = {
    "cmakelists.txt": "cmake",
    "containerfile": "dockerfile",
    "dockerfile": "dockerfile",
    "gemfile": "ruby",
    "gnumakefile": "makefile",
    "justfile": "makefile",
    "makefile": "makefile",
    "rakefile": "ruby",
}


async def run(context: CommandContext, argument_text: str) -> None:
    try:
        path, lines = parse_path_and_lines(argument_text)
    except ArgumentError as error:
        return await context.reply(str(error))
    if path is None and context.linked_files:
        path, lines = context.linked_files[0].path, LineRange(*(context.linked_files[0].lines or ()))
    if path is None:
        return await context.reply("Name the file: `/read PATH`, `/read PATH:10` or `/read PATH:10-20`.")
    arguments: dict[str, Any] = {"path": path}
    if lines.start is not None:
        arguments["startLine"] = lines.start
    if lines.end is not None:
        arguments["endLine"] = lines.end
    outcome = await context.call_tool(TOOL.name, arguments)
    if outcome.failed:
        return await context.reply(failure_message(outcome))
    result = decode_result(outcome, Result)
    return await context.reply(render_raw_outcome(outcome) if result is None else render(path, lines, result))


def render(path: str, lines: LineRange, result: Result) -> str:
    if not result.total_lines:
        return f"{code_span(path)} is empty."
    content, returned = _truncate_content(result)
    parts = [_heading(path, lines, result, returned), escaped_block(content, fence_language(path))]
    if result.is_truncated or returned < result.returned_lines or len(content) < len(result.content):
        parts.append(_continuation_hint(path, lines, content, returned))
    return "\n\n".join(parts)


def _truncate_content(result: Result) -> tuple[str, int]:
    """The content within MAX_ANSWER_CHARS, truncated at a line end if there is one, and its number of lines."""
    if len(result.content) <= MAX_ANSWER_CHARS:
        return result.content, result.returned_lines
    content = result.content[:MAX_ANSWER_CHARS]
    content = content[: content.rfind("\n") + 1] or content
    return content, content.count("\n") or 1


def _heading(path: str, lines: LineRange, result: Result, returned: int) -> str:
    first = lines.start or 1
    if first == 1 and returned == result.total_lines:
        heading = f"{code_span(path)}: {count_phrase(returned, 'line')}"
    elif returned == 1:
        heading = f"{code_span(path)}: line {first} of {result.total_lines:,}"
    else:
        heading = f"{code_span(path)}: lines {first} to {first + returned - 1} of {result.total_lines:,}"
    return heading if result.encoding == "utf-8" else f"{heading}, {result.encoding}"


def _continuation_hint(path: str, lines: LineRange, content: str, returned: int) -> str:
    first = lines.start or 1
    if not content.endswith("\n"):
        return f"Line {first + returned - 1} is too long to be shown whole."
    end = "" if lines.end is None else f"-{lines.end}"
    return f"There is more: {code_span(f'/read {quote_path(path)}:{first + returned}{end}')}"


def fence_language(path: str) -> str:
    """The language of a file by its name, as editors call it behind a fence; "" if it is not listed."""
    name = path.rpartition("/")[2].lower()
    stem, dot, extension = name.rpartition(".")
    return _LANGUAGE_BY_NAME.get(name) or (_LANGUAGE_BY_EXTENSION.get(extension, "") if dot and stem else "")


COMMAND = SlashCommand("read", "Show a file, or some of its lines", "PATH[:START[-END]]", run)
