"""Each tool's result as a person likes to read it. Content from files is made harmless first."""

from collections.abc import Callable
from typing import Any, Final

from understudy.cli.terminal import Terminal, harmless
from understudy.tools import (
    execute_command,
    explore_files,
    get_workspace_info,
    modify_file,
    read_file,
    search_files,
    write_file,
)
from understudy.workspace import WorkspaceError

__all__ = ["render", "render_diff", "render_error"]


def render(terminal: Terminal, notes: Terminal, result: Any) -> None:
    """Show a tool's result: content on `terminal`, remarks about it on `notes`."""
    if isinstance(result, execute_command.Result):  # its output was shown while it ran
        _ended(notes, result)
    elif isinstance(result, read_file.Result):
        _read(terminal, notes, result)
    else:
        _RENDERERS[type(result)](terminal, result)


def render_error(terminal: Terminal, error: WorkspaceError) -> None:
    terminal.line(f"{terminal.style(error.code, 'red', 'bold')} {harmless(error.message)}")


def render_diff(terminal: Terminal, diff: str, indent: str = "") -> None:
    colours = {"+": ("green",), "-": ("red",), "@": ("cyan",)}
    for line in diff.splitlines():
        styles = ("bold",) if line.startswith(("---", "+++")) else colours.get(line[:1], ())
        terminal.line(indent + terminal.style(harmless(line), *styles))


def _explore(terminal: Terminal, result: explore_files.Result) -> None:
    for entry in result.files:
        size = ""
        if entry.metadata and not entry.is_directory:
            size = terminal.style(f"{_size(entry.metadata.size):>9}  ", "dim")
        elif entry.metadata:
            size = " " * 11
        name = harmless(entry.path, one_line=True)
        terminal.line(size + (terminal.style(name + "/", "blue", "bold") if entry.is_directory else name))
    _summary(terminal, len(result.files), result.total_found, "entries", result.is_truncated)


def _read(terminal: Terminal, notes: Terminal, result: read_file.Result) -> None:
    content = harmless(result.content)
    terminal.write(content if content.endswith("\n") or not content else content + "\n")
    if result.is_truncated:
        _summary(notes, result.returned_lines, result.total_lines, "lines", truncated=True)


def _write(terminal: Terminal, result: write_file.Result) -> None:
    if result.diff:
        render_diff(terminal, result.diff)
    done = "would write" if isinstance(result.diff, str) else "wrote"
    terminal.line(f"{done} {result.bytes_written} bytes to {harmless(result.path, one_line=True)}")


def _modify(terminal: Terminal, result: modify_file.Result) -> None:
    path = harmless(result.path, one_line=True)
    if isinstance(result.diff, str):
        render_diff(terminal, result.diff)
        terminal.line(f"would {'change' if result.changed else 'not change'} {path}")
    else:
        terminal.line(f"{'changed' if result.changed else 'nothing to change in'} {path}")


def _search(terminal: Terminal, result: search_files.Result) -> None:
    last = None
    for match in result.matches:
        if match.path != last:
            if last is not None:
                terminal.line()
            terminal.line(terminal.style(harmless(match.path, one_line=True), "magenta", "bold"))
            last = match.path
        for offset, text in enumerate(match.context_before, -len(match.context_before)):
            terminal.line(terminal.style(f"{match.line + offset:>6}  {harmless(text)}", "dim"))
        terminal.line(f"{terminal.style(f'{match.line:>6}', 'green')}  {_marked(terminal, match)}")
        for offset, text in enumerate(match.context_after, 1):
            terminal.line(terminal.style(f"{match.line + offset:>6}  {harmless(text)}", "dim"))
    _summary(terminal, len(result.matches), result.total_matches, "matches", result.is_truncated)


def _marked(terminal: Terminal, match: search_files.Match) -> str:
    before, found, after = match.line_text.partition(match.match_text)
    if not match.line_text.startswith("…") and match.line_text[match.column - 1 :].startswith(
        match.match_text
    ):
        before, after = match.line_text[: match.column - 1], match.line_text[match.column - 1 + len(found) :]
    return harmless(before) + terminal.style(harmless(found), "red", "bold") + harmless(after)


def _ended(notes: Terminal, result: execute_command.Result) -> None:
    colour = "green" if result.exit_code == 0 else "red"
    note = ", output truncated" if result.is_output_truncated else ""
    notes.line(notes.style(f"exit {result.exit_code} after {result.duration_ms} ms{note}", colour))


def _info(terminal: Terminal, result: get_workspace_info.Result) -> None:
    rows = [("root", result.root), *(("additional root", root) for root in result.additional_roots)]
    rows.append(("sandbox", f"{result.sandbox.name}: {result.sandbox.description}"))
    rows.append(("excluded", " ".join(result.default_exclusions)))
    limits = result.limits
    rows.append(
        (
            "limits",
            f"read {_size(limits.max_file_size)}, {limits.max_directory_entries} entries, "
            f"{limits.max_search_results} matches, output {_size(limits.max_output_size)}, "
            f"{limits.max_execution_time / 1000:g} s",
        )
    )
    if result.read_only:
        rows.append(("mode", "read-only"))
    for name, value in rows:
        terminal.line(f"{terminal.style(f'{name:<16}', 'bold')}{harmless(value, one_line=True)}")


def _summary(terminal: Terminal, shown: int, total: int, noun: str, truncated: bool) -> None:
    more = (
        f"; pass nextCursor (see --json) or narrow the call for the other {total - shown}"
        if truncated
        else ""
    )
    terminal.line(terminal.style(f"{shown} of {total} {noun}{more}", "dim"))


def _size(size: int) -> str:
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
    explore_files.Result: _explore,
    write_file.Result: _write,
    modify_file.Result: _modify,
    search_files.Result: _search,
    get_workspace_info.Result: _info,
}
