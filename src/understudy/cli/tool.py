"""`understudy tool`: one call of one tool, for people and for scripts."""

import argparse
import shutil
import signal
import sys
import textwrap
from typing import Any

import msgspec

from understudy.cli.arguments import parse_json_arguments, parse_key_value_arguments
from understudy.cli.options import add_workspace_options, open_workspace
from understudy.cli.render import render_result, render_error
from understudy.cli.terminal import Terminal, escape_controls
from understudy.tools import TOOLS, Call, Tool, execute_command, find_tool
from understudy.workspace import InvalidArgument, WorkspaceError

__all__ = ["configure", "run"]


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
            return _print_json(terminal, _tool_description(tool))
        return _call_tool(terminal, tool, options)
    except WorkspaceError as error:
        if options.json:
            _print_json(terminal, error.payload())
        else:
            render_error(Terminal(sys.stderr), error)
        return 2 if isinstance(error, InvalidArgument) else 1


def _call_tool(terminal: Terminal, tool: Tool[Any, Any], options: argparse.Namespace) -> int:
    arguments = _read_arguments(tool, options.arguments)
    call = Call()
    # The first Ctrl-C stops the call in good order: children end, nothing is left half done.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: call.stop.cancel())
    notes = Terminal(sys.stderr)
    if not options.json:
        call.on_output = lambda stream, text: (terminal if stream == "stdout" else notes).write_flushed(escape_controls(text))
    with open_workspace(options) as workspace:
        result = tool.call(workspace, arguments, call)
    if options.json:
        _print_json(terminal, result)
    else:
        render_result(terminal, notes, result)
    return result.exit_code if isinstance(result, execute_command.Result) else 0


def _read_arguments(tool: Tool[Any, Any], words: list[str]) -> object:
    wanted = any(not name.endswith("?") for name in tool.parameter_names())
    piped = not words and wanted and sys.stdin is not None and not sys.stdin.isatty()
    if words == ["-"] or piped:
        data = b"" if sys.stdin is None else sys.stdin.buffer.read()
        return parse_json_arguments(data) if data.strip() else {}
    return parse_key_value_arguments(tool, words)


def _list_tools(terminal: Terminal, *, as_json: bool) -> int:
    if as_json:
        return _print_json(terminal, [_tool_description(tool) for tool in TOOLS.values()])
    width = min(shutil.get_terminal_size().columns, 110)
    for tool in TOOLS.values():
        terminal.write_line(f"{terminal.style(tool.name, 'bold', 'cyan')}  {' '.join(tool.parameter_names())}")
        terminal.write_line(textwrap.fill(tool.description, width, initial_indent="  ", subsequent_indent="  "))
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


def _print_json(terminal: Terminal, value: object) -> int:
    text = msgspec.json.encode(value)
    terminal.write_line((msgspec.json.format(text, indent=2) if terminal.is_interactive else text).decode())
    return 0
