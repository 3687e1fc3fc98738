"""`understudy tool`: calls one tool, for people and for scripts.

Its arguments are `key=value` words or one JSON object.
"""

import argparse
import shutil
import signal
import sys
import textwrap
import types
from collections.abc import Sequence
from typing import Any, get_args, get_origin

import msgspec

from understudy.cli.options import add_workspace_options, open_workspace
from understudy.cli.terminal import Terminal, escape_controls, print_json
from understudy.cli.tool_results import render_error, render_result
from understudy.tools import TOOLS, Call, Tool, execute_command, find_tool
from understudy.workspace import InvalidArgument, WorkspaceError

__all__ = ["configure", "parse_json_arguments", "parse_key_value_arguments", "run"]


def parse_json_arguments(data: bytes) -> object:
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidArgument(f"The arguments are not valid JSON: {error}.", "bad_arguments") from None


def parse_key_value_arguments(tool: Tool[Any, Any], words: Sequence[str]) -> dict[str, Any]:
    """Parse `path=src recursive=true paths=a paths=b`: text stays text, everything else is parsed as JSON."""
    kinds = {field.encode_name: _plain_type(field.type) for field in msgspec.structs.fields(tool.args)}
    found: dict[str, Any] = {}
    for word in words:
        key, mark, value = word.partition("=")
        if not mark:
            raise InvalidArgument(
                f"{word!r} is not key=value. {tool.name} takes: {', '.join(tool.parameter_names())}.",
                "bad_arguments",
            )
        kind = kinds.get(key)
        if key in found and kind is not list:
            raise InvalidArgument(f"{key} is given twice.", "bad_arguments")
        if kind is str:
            found[key] = value
        elif kind is list and not value.startswith(("[", "{")):
            found.setdefault(key, []).append(value)
        else:
            found[key] = _parse_json_or_text(value)
    return found


def _parse_json_or_text(value: str) -> object:
    try:
        return msgspec.json.decode(value)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return value  # the tool's own validation reports what it expects


def _plain_type(annotation: Any) -> type:
    """Return the type under Annotated, Literal and `… | UnsetType`."""
    while hasattr(annotation, "__metadata__"):
        annotation = annotation.__origin__
    origin = get_origin(annotation)
    if origin is types.UnionType or str(origin) == "typing.Union":
        parts = [_plain_type(part) for part in get_args(annotation) if part is not msgspec.UnsetType]
        return parts[0] if len(parts) == 1 else object
    if str(origin) == "typing.Literal":
        return str
    return origin or annotation


def configure(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (
        "examples:\n"
        "  understudy tool exploreFiles path=src recursive=true\n"
        "  understudy tool searchFiles --root app --root lib paths=. query=TODO type=literal recursive=true\n"
        '  echo \'{"path": "README.md", "endLine": 5}\' | understudy tool readFile --json -\n'
        "\nexit status: 0 done, 1 the tool refused or failed, 2 wrong usage; for executeCommand the command's own."
    )
    parser.add_argument("name", nargs="?", metavar="NAME", help="the tool (see --list)")
    parser.add_argument(
        "arguments",
        nargs="*",
        metavar="key=value",
        help="its arguments; '-' reads one JSON object from stdin",
    )
    parser.add_argument("--list", action="store_true", help="list the tools and their arguments")
    parser.add_argument("--schema", action="store_true", help="print the tool's JSON Schemas")
    parser.add_argument("--json", action="store_true", help="print the result, or the error, as JSON")
    add_workspace_options(parser)


def run(options: argparse.Namespace) -> int:
    terminal = Terminal()
    try:
        if options.list:
            return _list_tools(terminal, as_json=options.json)
        if options.name is None:
            raise InvalidArgument("Name a tool; 'understudy tool --list' shows them.", "unknown_tool")
        tool = find_tool(options.name)
        if options.schema:
            print_json(terminal, _tool_description(tool))
            return 0
        return _call_tool(terminal, tool, options)
    except WorkspaceError as error:
        if options.json:
            print_json(terminal, error.payload())
        else:
            render_error(Terminal(sys.stderr), error)
        return 2 if isinstance(error, InvalidArgument) else 1


def _call_tool(terminal: Terminal, tool: Tool[Any, Any], options: argparse.Namespace) -> int:
    arguments = _read_arguments(tool, options.arguments)
    call = Call()
    # Ctrl-C cancels the call: its child processes end, and no file is left half written.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: call.stop.cancel())
    stderr = Terminal(sys.stderr)
    if not options.json:
        call.on_output = lambda stream, text: (terminal if stream == "stdout" else stderr).write_flushed(
            escape_controls(text)
        )
    with open_workspace(options) as workspace:
        result = tool.call(workspace, arguments, call)
    if options.json:
        print_json(terminal, result)
    else:
        render_result(terminal, stderr, tool, result)
    return result.exit_code if isinstance(result, execute_command.Result) else 0


def _read_arguments(tool: Tool[Any, Any], words: list[str]) -> object:
    has_required = any(not name.endswith("?") for name in tool.parameter_names())
    piped = not words and has_required and sys.stdin is not None and not sys.stdin.isatty()
    if words == ["-"] or piped:
        data = b"" if sys.stdin is None else sys.stdin.buffer.read()
        return parse_json_arguments(data) if data.strip() else {}
    return parse_key_value_arguments(tool, words)


def _list_tools(terminal: Terminal, *, as_json: bool) -> int:
    if as_json:
        print_json(terminal, [_tool_description(tool) for tool in TOOLS.values()])
        return 0
    width = min(shutil.get_terminal_size().columns, 110)
    for tool in TOOLS.values():
        terminal.write_line(
            f"{terminal.style(tool.name, 'bold', 'cyan')}  {' '.join(tool.parameter_names())}"
        )
        terminal.write_line(
            textwrap.fill(tool.description, width, initial_indent="  ", subsequent_indent="  ")
        )
        terminal.write_line()
    return 0


def _tool_description(tool: Tool[Any, Any]) -> dict[str, Any]:
    return {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": tool.input_schema(),
        "outputSchema": tool.output_schema(),
        "examples": [{"purpose": e.purpose, "arguments": dict(e.arguments)} for e in tool.examples],
    }
