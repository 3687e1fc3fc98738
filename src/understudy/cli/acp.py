"""`understudy acp`: the agent for editors, on stdin and stdout. Light: what it needs later is loaded later."""

import argparse
import sys
from typing import TYPE_CHECKING, Final

from understudy.acp import serve_stdio

if TYPE_CHECKING:
    from understudy.acp import House

__all__ = ["configure", "run"]

SANDBOXES: Final = ("auto", "bubblewrap", "landlock", "off")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (
        "An editor starts this and speaks the Agent Client Protocol with it.\n\n"
        "examples:\n"
        "  understudy acp\n"
        "  understudy acp --model anthropic:claude-sonnet-5-5\n"
        "  understudy acp --model openai-chat:qwen3 --base-url http://localhost:8080/v1\n"
        "  understudy acp --login\n"
    )
    group = parser.add_argument_group("model")
    group.add_argument("--model", metavar="PROVIDER:NAME", help="the model that answers")
    group.add_argument("--base-url", metavar="URL", help="where that model's provider is, if not at home")
    group.add_argument(
        "--login", action="store_true", help="store a provider's key, in this terminal, instead of serving"
    )
    group = parser.add_argument_group("commands")
    group.add_argument(
        "--sandbox",
        choices=SANDBOXES,
        default="auto",
        help="what fences commands in (default: auto, the best that works here)",
    )
    group.add_argument(
        "--pass-env",
        action="append",
        default=[],
        metavar="NAME",
        help="let commands inherit this environment variable too",
    )


def run(options: argparse.Namespace) -> int:
    if options.login:
        from understudy.cli import login

        return login.run(argparse.Namespace(provider=None, stdin=False, base_url=options.base_url))
    if sys.stdin is not None and sys.stdin.isatty():
        print("understudy acp speaks ACP on stdin and stdout; an editor should start it.", file=sys.stderr)

    def furnish() -> "House":
        from understudy.cli.furnishing import furnish_house

        return furnish_house(options)

    serve_stdio(furnish)
    return 0
