"""`understudy nes`: measures and explains next edit suggestions, and deletes what was learned from them.

Declares the options. The actions are in `understudy.cli.nes_actions`, imported when one runs.
"""

import argparse
import os
import sys
from typing import Final

from understudy.cli.config import SetupError, nes_feedback_file, nes_index_folder
from understudy.cli.options import parse_positive_int
from understudy.cli.terminal import Terminal, escape_controls
from understudy.replay import ReplayError
from understudy.settings import NesConfig, add_flags

__all__ = ["configure", "run"]

USAGE_ERROR_CODES: Final = frozenset({"bad_usage", "bad_revision", "bad_place"})


def configure(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (
        "examples:\n"
        "  understudy nes cases ~/src/flask --out flask.jsonl --most 60\n"
        "  understudy nes replay flask.jsonl --html report.html\n"
        "  understudy nes explain src/app.py:40\n"
        "  understudy nes stories tests/stories --kind rename-local --verbose\n"
        "  understudy nes bench --nes-url http://localhost:8081/v1\n"
        "\nexit status: 0 done, 1 it failed, 2 wrong usage."
    )
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    _add_replay_options(
        actions.add_parser("replay", help="replay commits against an agent and measure its suggestions")
    )
    _add_alarms_options(
        actions.add_parser("alarms", help="count the suggestions after unrelated edits, which should be none")
    )
    _add_stories_options(
        actions.add_parser("stories", help="type everyday edits key by key, and measure what is suggested")
    )
    _add_cases_options(actions.add_parser("cases", help="extract cases for the replay from a git repository"))
    _add_explain_options(actions.add_parser("explain", help="what would be suggested now, or why nothing"))
    _add_bench_options(
        actions.add_parser("bench", help="measure the server of a next-edit model, and what to expect of it")
    )
    forget = actions.add_parser(
        "forget", help="delete what was learned from accepted and rejected suggestions"
    )
    forget.add_argument(
        "--state-dir",
        metavar="DIR",
        help="the folder it is in (default: UNDERSTUDY_STATE_DIR, or the system's usual place)",
    )
    forget.add_argument(
        "--index",
        action="store_true",
        help="delete the stored indexes of all workspaces instead; they are built again when needed",
    )


def _add_replay_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="CASES", help="a file of cases, one JSON object a line")
    _add_agent_option(parser)
    parser.add_argument("--cases", type=parse_positive_int, metavar="N", help="only the first N of each file")
    parser.add_argument(
        "--half", choices=["dev", "unseen"], help="only one half of the cases (default: both)"
    )
    parser.add_argument(
        "--typing",
        action="store_true",
        help="type the new lines key by key, and measure the completions at the cursor",
    )
    parser.add_argument(
        "--jobs",
        type=parse_positive_int,
        metavar="N",
        help="play blocks of cases in N processes, each block with an agent that has learned nothing; "
        "the same result for every N",
    )
    parser.add_argument(
        "--ray",
        nargs="?",
        const="local",
        metavar="ADDRESS",
        help="play the blocks on a Ray cluster (default: one on this machine); needs the extra `ray`",
    )
    parser.add_argument(
        "--resume",
        metavar="FILE",
        help="keep finished blocks in FILE, and continue from it if it exists; deleted at the end",
    )
    parser.add_argument("--html", metavar="OUT.html", help="write a page with charts")
    parser.add_argument("--json", metavar="OUT.json", help="write everything as JSON ('-' prints it)")
    parser.add_argument("--verbose", action="store_true", help="show every suggestion")


def _add_alarms_options(parser: argparse.ArgumentParser) -> None:
    _add_agent_option(parser)
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="another seed, other edits (default: 1)"
    )
    parser.add_argument(
        "--scenes", type=parse_positive_int, default=140, metavar="N", help="how many files (default: 140)"
    )
    parser.add_argument(
        "--at-most",
        type=_parse_percentage,
        metavar="PERCENT",
        help="fail if a larger share gets a suggestion",
    )
    parser.add_argument("--json", metavar="OUT.json", help="write everything as JSON ('-' prints it)")
    parser.add_argument("--verbose", action="store_true", help="show every suggestion")


def _add_stories_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "stories",
        nargs="*",
        metavar="DIR",
        help="a folder with files named *.story, or such a file (default: tests/stories)",
    )
    parser.add_argument(
        "--agent",
        metavar="'CMD'",
        help="the command of another agent, played on real time (default: this Understudy, on a virtual clock)",
    )
    parser.add_argument(
        "--asked",
        choices=["once", "again"],
        help="only one way of asking (default: both, one after the other)",
    )
    parser.add_argument("--kind", metavar="KIND", help="only stories of this kind, such as rename-local")
    parser.add_argument("--language", metavar="NAME", help="only stories in this language, such as python")
    parser.add_argument("--story", metavar="TEXT", help="only stories with this text in their name")
    parser.add_argument("--html", metavar="OUT.html", help="write a page with charts and every story")
    parser.add_argument("--json", metavar="OUT.json", help="write everything as JSON ('-' prints it)")
    parser.add_argument("-v", "--verbose", action="store_true", help="show what was expected and seen")
    parser.add_argument(
        "--explain",
        action="store_true",
        help="also write to stderr why each answer is as it is (own agent only)",
    )


def _add_cases_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("repository", metavar="REPO", help="a folder of a git repository")
    parser.add_argument("--out", metavar="FILE", help="write to FILE instead of printing")
    parser.add_argument(
        "--most", type=parse_positive_int, metavar="N", help="at most N cases, from the newest commits"
    )
    parser.add_argument("--since", metavar="REV", help="only commits after this one")
    parser.add_argument(
        "--languages", metavar="NAME,…", help="only files of these languages, such as python,typescript"
    )


def _add_explain_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "place", metavar="FILE[:LINE[:COLUMN]]", help="where the cursor is; both count from 1"
    )
    parser.add_argument(
        "--diff",
        metavar="PATCH",
        help="the latest edits, as a unified diff ('-' reads it; default: what git sees as changed)",
    )
    parser.add_argument("--manual", action="store_true", help="as if the user had requested a suggestion")
    parser.add_argument("--json", action="store_true", help="print JSON")


def _add_bench_options(parser: argparse.ArgumentParser) -> None:
    add_flags(parser, NesConfig, only=("url", "model", "api_key_env"))
    parser.add_argument(
        "--moves",
        type=parse_positive_int,
        default=4,
        metavar="N",
        help="how often the cursor moves, with three requests at each place (default: 4)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options: argparse.Namespace) -> int:
    stderr = Terminal(sys.stderr)
    try:
        if options.action == "forget":
            return _forget(options)
        from understudy.cli import nes_actions

        match options.action:
            case "replay":
                return nes_actions.run_replay(options)
            case "alarms":
                return nes_actions.run_alarms(options)
            case "stories":
                from understudy.cli import nes_stories

                return nes_stories.run_stories(options)
            case "bench":
                from understudy.cli import nes_bench

                return nes_bench.run_bench(options)
            case "cases":
                return nes_actions.run_cases(options)
            case _:
                return nes_actions.run_explain(options)
    except (ReplayError, SetupError) as error:
        stderr.write_line(f"{stderr.style(error.code, 'red', 'bold')} {escape_controls(error.message)}")
        return 2 if error.code in USAGE_ERROR_CODES else 1


def _forget(options: argparse.Namespace) -> int:
    """Delete the stored indexes with `--index`, otherwise what was learned from decisions on suggestions."""
    if options.index:
        from understudy.nes.index import delete_stored_indexes as delete

        path = nes_index_folder(os.environ, options.state_dir)
        deleted, nothing = "Deleted the stored indexes", "No index is stored"
    else:
        from understudy.nes.session import delete_feedback as delete

        path = nes_feedback_file(os.environ, options.state_dir)
        deleted, nothing = "Forgot what was learned", "Nothing was learned yet"
    try:
        found = delete(str(path))
    except OSError as error:
        raise ReplayError("os_error", f"{path} cannot be removed: {error.strerror}.") from None
    name = escape_controls(str(path), one_line=True)
    Terminal().write_line(f"{deleted if found else nothing} ({name}).")
    return 0


def _add_agent_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--agent",
        metavar="'CMD'",
        help="the agent's command (default: this Understudy, with your settings and nothing learned)",
    )


def _parse_percentage(text: str) -> float:
    try:
        value = float(text.removesuffix("%"))
    except ValueError:
        value = -1.0
    if not 0 <= value <= 100:
        raise argparse.ArgumentTypeError("a number from 0 to 100 is wanted")
    return value
