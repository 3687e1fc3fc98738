"""`understudy check`: conformance of any agent, any client, and any MCP server of the workspace tools."""

import argparse
import asyncio
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from understudy.cli.terminal import ProgressLine, Terminal, escape_controls, write_output_file
from understudy.client import ClientError

if TYPE_CHECKING:
    from understudy.conformance import Report

__all__ = ["configure", "run"]

_FORMATS: Final = {".json": "JSON", ".xml": "JUnit", ".html": "HTML", ".txt": "text"}


def configure(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (
        "examples:\n"
        "  understudy check agent 'npx some-agent --acp'\n"
        "  understudy check agent 'some-agent' --only NES --out report.html\n"
        "  understudy check agent wss://agents.example.org/acp --root /srv/shared    # with UNDERSTUDY_TOKEN set\n"
        "  understudy check mcp 'understudy mcp --root {root} --trust-all' --out report.xml\n"
        "  understudy check mcp http://127.0.0.1:8765/mcp --root /srv/empty    # with UNDERSTUDY_MCP_TOKEN set\n"
        "  understudy check client --out report.txt    # as an editor's agent; written when the editor ends\n"
        "exit status: 0 nothing failed, 1 something failed, 2 wrong usage or nothing to check."
    )
    actions = parser.add_subparsers(dest="action", metavar="WHAT", required=True)
    agent = actions.add_parser("agent", help="play a client against an ACP agent")
    agent.add_argument(
        "target",
        metavar="COMMAND|URL",
        help="the agent's command line, or its address: ws, wss, http or https",
    )
    mcp = actions.add_parser("mcp", help="play a client against an MCP server of the workspace tools")
    mcp.add_argument(
        "target",
        metavar="COMMAND|URL",
        help="the server's command line, {root} stands for its workspace; or its address: http or https",
    )
    client = actions.add_parser("client", help="be an agent on stdio, and watch the client that started it")
    client.add_argument(
        "--profile", choices=("full", "minimal"), default="full", help="what to advertise (default: full)"
    )
    for action in (agent, mcp):
        action.add_argument(
            "--only", action="append", default=[], metavar="RULE", help="a rule, or the beginning of its id"
        )
        action.add_argument(
            "--timeout", type=float, default=30.0, metavar="S", help="seconds for a response (default: 30)"
        )
        action.add_argument(
            "--root",
            type=Path,
            metavar="DIR",
            help="with an address: an empty folder that it serves (mcp), or one to make a folder in (agent)",
        )
        action.add_argument("--json", action="store_true", help="print the report as JSON")
    for action in (agent, mcp, client):
        action.add_argument(
            "--out",
            action="append",
            default=[],
            metavar="FILE",
            type=_parse_output,
            help="write the report too; the name ends in .json, .xml (JUnit), .html or .txt",
        )


def run(options: argparse.Namespace) -> int:
    from understudy.conformance import RULES, to_json, to_text

    if options.action == "client":
        report = _watch_client(options.profile)
        sys.stderr.write(escape_controls(to_text(report)))
    else:
        unknown = [one for one in options.only if not any(rule.startswith(one) for rule in RULES)]
        if unknown:
            sys.stderr.write(f"understudy: there is no rule {unknown[0]}. They are: {', '.join(RULES)}.\n")
            return 2
        try:
            report = _play(options)
        except ClientError as error:
            sys.stderr.write(f"understudy: {escape_controls(str(error))}\n")
            return 2
        terminal = Terminal()
        terminal.write(to_json(report).decode() if options.json else escape_controls(to_text(report)))
    for path in options.out:
        write_output_file(path, [_rendered(report, path.suffix)])
    return int(report.has_failures)


def _play(options: argparse.Namespace) -> "Report":
    from understudy.conformance import check_agent, check_mcp_server

    try:
        command = shlex.split(options.target)
    except ValueError as error:
        raise ClientError(
            f"The command {options.target!r} cannot be split: {error}.", "bad_command"
        ) from None
    if not command:
        raise ClientError("The command is empty.", "bad_command")
    with ProgressLine(Terminal(sys.stderr)) as progress:
        play = check_agent if options.action == "agent" else check_mcp_server
        return asyncio.run(
            play(
                command,
                timeout=options.timeout,
                only=tuple(options.only),
                on_progress=progress.update,
                root=None if options.root is None else options.root.absolute(),
            )
        )


def _watch_client(profile: str) -> "Report":
    from understudy.conformance import ClientWatcher
    from understudy.wire import LineChannel, run_on_stdio

    async def serve(source: int, sink: int) -> "Report":
        return await ClientWatcher(LineChannel(source, sink), profile).run()

    return run_on_stdio(serve)


def _rendered(report: "Report", suffix: str) -> bytes:
    from understudy.conformance import to_html, to_json, to_junit, to_text

    match suffix:
        case ".json":
            return to_json(report)
        case ".xml":
            return to_junit(report)
        case ".html":
            return to_html(report).encode()
        case _:
            return to_text(report).encode()


def _parse_output(text: str) -> Path:
    path = Path(text)
    if path.suffix not in _FORMATS:
        raise argparse.ArgumentTypeError(f"{text} ends in none of {', '.join(_FORMATS)}")
    if not path.absolute().parent.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {path.parent}")
    return path.absolute()
