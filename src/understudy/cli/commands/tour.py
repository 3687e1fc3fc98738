"""`understudy tour`: demonstrates next edits, the agent, the tools and what they reject. Changes nothing."""

import argparse
import json
import os
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from understudy import __version__
from understudy.cli.terminal import Terminal, escape_controls
from understudy.cli.tool_results import render_diff
from understudy.cli.tour_scenes import show_agent_demo, show_next_edits
from understudy.client import ClientError
from understudy.replay import ReplayError
from understudy.tools import TOOLS
from understudy.workspace import Workspace, WorkspaceError

__all__ = ["configure", "run"]

TOUR_COLUMNS = 96


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folder", nargs="?", default=".", help="the folder to read (default: the current one)"
    )


def run(options: argparse.Namespace) -> int:
    terminal = Terminal()
    try:
        with (
            tempfile.TemporaryDirectory(prefix="understudy-tour-") as scratch,
            tempfile.TemporaryDirectory(prefix="understudy-tour-home-") as home,
            Workspace([options.folder, scratch]) as workspace,
        ):
            _Tour(terminal, workspace, Path(scratch).resolve(), Path(home)).run()
    except (WorkspaceError, ReplayError, ClientError) as error:
        terminal.write_line(f"{terminal.style(error.code, 'red')} {escape_controls(str(error))}")
        return 1
    return 0


@dataclass(slots=True)
class _Tour:
    terminal: Terminal
    workspace: Workspace
    scratch: Path
    home: Path
    """A temporary folder for the agents' configuration and state."""

    def run(self) -> None:
        line, style = self.terminal.write_line, self.terminal.style
        line()
        title = "next edits, an agent, and tools in a sandbox"
        line(f"{style('understudy', 'bold', 'magenta')} {__version__}  {title}")
        line(
            style(
                "Your folder is only read; changes happen in a scratch folder that is deleted afterwards.",
                "dim",
            )
        )
        environ = _agent_environ(self.home)
        self._print_heading("1  The next edit, before you make it (no model, no network)")
        show_next_edits(self.terminal, self.home, environ)
        self._print_heading("2  An agent for editors (here without a model: slash commands)")
        show_agent_demo(self.terminal, [Path(self.workspace.primary.path), self.scratch], environ)
        self._show_reading()
        self._show_changes()
        self._show_rejections()
        line()
        for label, command, purpose in (
            ("Next:", "docs/editors.md", "let your editor start it: Zed, JetBrains, Neovim, Emacs"),
            ("", "understudy login", "store a model provider's key"),
            ("", "understudy chat", "talk to it here, or to any other agent (--agent 'CMD')"),
            ("", "understudy nes explain FILE", "what would be suggested after your last edits, and why"),
            ("", "understudy tool --list", "the tools and their arguments"),
            ("", "understudy mcp --root .", "serve them to any agent that speaks MCP"),
            ("", "make test", "run the full test suite"),
        ):
            line(f"{style(f'{label:<6}', 'bold')}{command:<30}{style(purpose, 'dim')}")
        line()

    def _show_reading(self) -> None:
        self._print_heading("3  Look around")
        info = self._call_tool("getWorkspaceInfo", {})
        self._print_detail(f"root {info.root} and one more; sandbox for commands: {info.sandbox.name}")
        listed = self._call_tool("exploreFiles", {"path": ".", "recursive": True, "respectGitignore": True})
        folders = [entry.path for entry in listed.files if entry.is_directory and "/" not in entry.path]
        self._print_detail(f"{listed.total_found} entries; top folders: {', '.join(folders[:8]) or 'none'}")
        query = {
            "paths": ["."],
            "query": r"\b(TODO|FIXME|def|class|function)\b",
            "type": "regex",
            "recursive": True,
            "respectGitignore": True,
        }
        found = self._call_tool("searchFiles", query)
        self._print_detail(f"{found.total_matches} matches; the first of them:")
        for match in found.matches[:3]:
            place = self.terminal.style(
                f"{escape_controls(match.path, one_line=True)}:{match.line}", "magenta"
            )
            self._print_detail(f"{place}  {escape_controls(match.line_text.strip())[:60]}")
        name = next(
            (e.path for e in listed.files if not e.is_directory and e.path.endswith((".md", ".txt", ".py"))),
            None,
        )
        if name is not None:
            read = self._call_tool(
                "readFile", {"path": name, "startLine": 1, "endLine": 2}, ignored_errors=(WorkspaceError,)
            )
            if read is not None:
                self._print_detail(f"{read.total_lines} lines, {read.encoding}, hash {read.hash[:12]}…")

    def _show_changes(self) -> None:
        self._print_heading("4  Change, in one step or not at all")
        path = str(self.scratch / "greet.py")
        self._call_tool("writeFile", {"path": path, "content": "def greet(name):\n    print('hi ' + name)\n"})
        operation = {"type": "regexReplace", "pattern": r"'(\w+) ' \+ (\w+)", "replacement": "f'$1 {$2}'"}
        shown = self._call_tool("modifyFile", {"path": path, "operations": [operation], "dryRun": True})
        render_diff(self.terminal, shown.diff[shown.diff.index("@@") :], indent="    ")
        self._call_tool("modifyFile", {"path": path, "operations": [operation]})
        command = {
            "command": "python3 -c 'import greet; greet.greet(\"newcomer\")'",
            "workingDirectory": str(self.scratch),
        }
        ran = self._call_tool("executeCommand", command, ignored_errors=(WorkspaceError,))
        if ran is not None:
            self._print_detail(
                f"it printed {escape_controls(ran.stdout.strip() or ran.stderr.strip())[:70]!r}"
            )

    def _show_rejections(self) -> None:
        self._print_heading("5  Reject what leaves the workspace, hangs or is dangerous")
        (self.scratch / "innocent.txt").symlink_to("/etc/passwd")
        greet = str(self.scratch / "greet.py")
        slow = {"type": "regexReplace", "pattern": "(.*)*x$", "replacement": ""}
        (self.scratch / "slow.txt").write_text("a" * 5000)
        for tool, arguments in (
            ("readFile", {"path": "../../../../etc/passwd"}),
            ("readFile", {"path": str(self.scratch / "innocent.txt")}),
            ("writeFile", {"path": str(self.scratch / ".git/hooks/pre-commit"), "content": "#!/bin/sh"}),
            ("modifyFile", {"path": greet, "operations": [{"type": "delete", "startLine": 7, "endLine": 9}]}),
            ("modifyFile", {"path": str(self.scratch / "slow.txt"), "operations": [slow]}),
            ("executeCommand", {"command": "touch /etc/understudy"}),
            ("executeCommand", {"command": "(setsid sleep 60 &); sleep 60", "timeout": 300}),
        ):
            self._call_tool(tool, arguments, expect_error=True)

    def _print_heading(self, title: str) -> None:
        self.terminal.write_line()
        self.terminal.write_line(self.terminal.style(title, "bold", "cyan"))

    def _print_detail(self, text: str) -> None:
        self.terminal.write_line(f"    {text}")

    def _call_tool(
        self,
        name: str,
        arguments: dict[str, Any],
        *,
        expect_error: bool = False,
        ignored_errors: tuple[type[Exception], ...] = (),
    ) -> Any:
        style = self.terminal.style
        begin = time.perf_counter()
        try:
            result, error = TOOLS[name].call(self.workspace, arguments), None
        except WorkspaceError as problem:
            if not expect_error and not isinstance(problem, ignored_errors):
                raise
            result, error = None, problem
        elapsed = f"{(time.perf_counter() - begin) * 1000:.1f} ms"
        mark = style("✗", "red") if error else style("✓", "green")
        shown = escape_controls(_format_arguments(arguments, self.scratch), one_line=True)
        room = TOUR_COLUMNS - len(name) - 14
        shown = shown if len(shown) <= room else shown[: room - 1] + "…"
        self.terminal.write_line(f"  {mark} {style(name, 'bold')} {shown}  {style(elapsed, 'dim')}")
        if error:
            sentence = _first_sentence(error.message.replace(str(self.scratch), "scratch"))
            self._print_detail(
                f"{style(error.code, 'red')} {style(_truncate(escape_controls(sentence), TOUR_COLUMNS), 'dim')}"
            )
        return result


def _agent_environ(home: Path) -> dict[str, str]:
    """Return the environment of the agents: temporary folders, and no model of the user's settings."""
    model_variables = ("UNDERSTUDY_MODEL", "UNDERSTUDY_NES_MODEL", "UNDERSTUDY_NES_URL")
    return {name: value for name, value in os.environ.items() if name not in model_variables} | {
        "UNDERSTUDY_STATE_DIR": str(home / "state"),
        "UNDERSTUDY_CONFIG_DIR": str(home / "config"),
    }


def _format_arguments(arguments: dict[str, Any], scratch: Path) -> str:
    parts = [
        f"{key}={value if isinstance(value, str) else json.dumps(value)}"
        if isinstance(value, str | int)
        else f"{key}=…"
        for key, value in arguments.items()
        if key != "content"
    ]
    return " ".join(parts).replace(str(scratch), "scratch")


def _first_sentence(text: str) -> str:
    return text.split(". ")[0].removesuffix(".") + "."


def _truncate(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"
