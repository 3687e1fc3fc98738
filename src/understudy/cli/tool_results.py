"""Renders the results of tools for a person. Control characters in file contents are escaped."""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from understudy.cli.terminal import Terminal, escape_controls
from understudy.tools import (
    CommandOutput,
    ResultPart,
    TextBlock,
    TextLine,
    Tool,
    execute_command,
    explore_files,
    get_workspace_info,
    modify_file,
    read_file,
    search_files,
    write_file,
)
from understudy.workspace import WorkspaceError

__all__ = ["render_diff", "render_error", "render_result"]


def render_result(terminal: Terminal, notes: Terminal, tool: Tool[Any, Any], result: Any) -> None:
    """Show a tool's result: content on `terminal`, remarks about it on `notes`.

    A result type without a renderer of its own is shown as its tool's definition says, else as JSON.
    """
    if isinstance(result, execute_command.Result):  # its output was shown while it ran
        _render_exit(notes, result)
    elif isinstance(result, read_file.Result):
        _render_file(terminal, notes, result)
    elif type(result) in _RENDERERS:
        _RENDERERS[type(result)](terminal, result)
    elif tool.format_result is None:
        terminal.write_line(msgspec.json.format(msgspec.json.encode(result), indent=2).decode())
    else:
        for part in tool.result_parts(result):
            _render_part(terminal, notes, part)


def _render_part(terminal: Terminal, notes: Terminal, part: ResultPart) -> None:
    match part:
        case TextLine(text):
            notes.write_line(notes.style(escape_controls(text, one_line=True), "dim"))
        case TextBlock(text):
            terminal.write_line(escape_controls(text).removesuffix("\n"))
        case CommandOutput():
            pass  # it was shown while the command ran


def render_error(terminal: Terminal, error: WorkspaceError) -> None:
    terminal.write_line(f"{terminal.style(error.code, 'red', 'bold')} {escape_controls(error.message)}")


def render_diff(terminal: Terminal, diff: str, indent: str = "") -> None:
    colours = {"+": ("green",), "-": ("red",), "@": ("cyan",)}
    for line in diff.splitlines():
        styles = ("bold",) if line.startswith(("---", "+++")) else colours.get(line[:1], ())
        terminal.write_line(indent + terminal.style(escape_controls(line), *styles))


def _render_entries(terminal: Terminal, result: explore_files.Result) -> None:
    for entry in result.files:
        size = ""
        if entry.metadata and not entry.is_directory:
            size = terminal.style(f"{_format_size(entry.metadata.size):>9}  ", "dim")
        elif entry.metadata:
            size = " " * 11
        name = escape_controls(entry.path, one_line=True)
        terminal.write_line(
            size + (terminal.style(name + "/", "blue", "bold") if entry.is_directory else name)
        )
    _render_summary(terminal, len(result.files), result.total_found, "entries", result.is_truncated)


def _render_file(terminal: Terminal, notes: Terminal, result: read_file.Result) -> None:
    content = escape_controls(result.content)
    terminal.write(content if content.endswith("\n") or not content else content + "\n")
    if result.is_truncated:
        _render_summary(notes, result.returned_lines, result.total_lines, "lines", truncated=True)


def _render_write(terminal: Terminal, result: write_file.Result) -> None:
    if result.diff:
        render_diff(terminal, result.diff)
    done = "would write" if isinstance(result.diff, str) else "wrote"
    terminal.write_line(
        f"{done} {result.bytes_written} bytes to {escape_controls(result.path, one_line=True)}"
    )


def _render_modification(terminal: Terminal, result: modify_file.Result) -> None:
    path = escape_controls(result.path, one_line=True)
    if isinstance(result.diff, str):
        render_diff(terminal, result.diff)
        terminal.write_line(f"would {'change' if result.changed else 'not change'} {path}")
    else:
        terminal.write_line(f"{'changed' if result.changed else 'nothing to change in'} {path}")


def _render_matches(terminal: Terminal, result: search_files.Result) -> None:
    last = None
    for match in result.matches:
        if match.path != last:
            if last is not None:
                terminal.write_line()
            terminal.write_line(terminal.style(escape_controls(match.path, one_line=True), "magenta", "bold"))
            last = match.path
        for offset, text in enumerate(match.context_before, -len(match.context_before)):
            terminal.write_line(terminal.style(f"{match.line + offset:>6}  {escape_controls(text)}", "dim"))
        terminal.write_line(
            f"{terminal.style(f'{match.line:>6}', 'green')}  {_highlight_match(terminal, match)}"
        )
        for offset, text in enumerate(match.context_after, 1):
            terminal.write_line(terminal.style(f"{match.line + offset:>6}  {escape_controls(text)}", "dim"))
    _render_summary(terminal, len(result.matches), result.total_matches, "matches", result.is_truncated)


def _highlight_match(terminal: Terminal, match: search_files.Match) -> str:
    before, found, after = match.line_text.partition(match.match_text)
    if not match.line_text.startswith("…") and match.line_text[match.column - 1 :].startswith(
        match.match_text
    ):
        before, after = match.line_text[: match.column - 1], match.line_text[match.column - 1 + len(found) :]
    return (
        escape_controls(before)
        + terminal.style(escape_controls(found), "red", "bold")
        + escape_controls(after)
    )


def _render_exit(notes: Terminal, result: execute_command.Result) -> None:
    colour = "green" if result.exit_code == 0 else "red"
    note = ", output truncated" if result.is_output_truncated else ""
    notes.write_line(notes.style(f"exit {result.exit_code} after {result.duration_ms} ms{note}", colour))


def _render_workspace_info(terminal: Terminal, result: get_workspace_info.Result) -> None:
    rows = [("root", result.root), *(("additional root", root) for root in result.additional_roots)]
    rows.append(("sandbox", f"{result.sandbox.name}: {result.sandbox.description}"))
    rows.append(("excluded", " ".join(result.default_exclusions)))
    limits = result.limits
    rows.append(
        (
            "limits",
            f"read {_format_size(limits.max_file_size)}, {limits.max_directory_entries} entries, "
            f"{limits.max_search_results} matches, output {_format_size(limits.max_output_size)}, "
            f"{limits.max_execution_time / 1000:g} s",
        )
    )
    if result.read_only:
        rows.append(("mode", "read-only"))
    for name, value in rows:
        terminal.write_line(f"{terminal.style(f'{name:<16}', 'bold')}{escape_controls(value, one_line=True)}")


def _render_summary(terminal: Terminal, shown: int, total: int, noun: str, truncated: bool) -> None:
    more = (
        f"; pass nextCursor (see --json) or narrow the call for the other {total - shown}"
        if truncated
        else ""
    )
    terminal.write_line(terminal.style(f"{shown} of {total} {noun}{more}", "dim"))


def _format_size(size: int) -> str:
    value = float(size)
    for unit in ("B", "KiB", "MiB", "GiB"):
        if value < 1024:
            return (
                f"{value:.0f} {unit}"
                if unit == "B" or value >= 10 or value.is_integer()
                else f"{value:.1f} {unit}"
            )
        value /= 1024
    return f"{value:.1f} TiB"


_RENDERERS: Final[dict[type[Any], Callable[[Terminal, Any], None]]] = {
    explore_files.Result: _render_entries,
    write_file.Result: _render_write,
    modify_file.Result: _render_modification,
    search_files.Result: _render_matches,
    get_workspace_info.Result: _render_workspace_info,
}
