"""`understudy serve`: agents for many users over a network. Puts the server together from the settings."""

import argparse
import asyncio
import contextlib
import socket
import sys
from pathlib import Path

from understudy.cli.options import UsageError, resolve_folder
from understudy.cli.terminal import Terminal, escape_controls
from understudy.cli.tool_results import render_error
from understudy.settings import ChatSettings, CommandSettings, NesConfig, add_flags
from understudy.workspace import InvalidArgument, WorkspaceError

__all__ = ["configure", "run"]

DEFAULT_HOST = "127.0.0.1"
MISSING_EXTRA_MESSAGE = (
    "The server needs packages that are not installed. Install them with: pip install 'understudy-acp[serve]'"
)


def configure(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = (
        "examples:\n"
        "  understudy serve ~/project\n"
        "  understudy serve --users users.toml --add-user alice /srv/alice\n"
        "  understudy serve --users users.toml --host 0.0.0.0 --port 8421\n"
        "  understudy run --agent ws://127.0.0.1:8421/acp 'What is this?'   (with UNDERSTUDY_TOKEN set)\n"
        "\nWhoever has a token can read, write and run things in that user's folders. Put a proxy with TLS in\n"
        "front, or name a certificate. SIGTERM lets running turns end first.\n"
        "exit status: 0 it was stopped, 1 an error, 2 wrong usage."
    )
    parser.add_argument(
        "folders", nargs="*", metavar="DIR", help="the folders of users that have none of their own"
    )
    group = parser.add_argument_group("server")
    group.add_argument(
        "--host", default=DEFAULT_HOST, metavar="H", help="the address to listen on (default: this machine)"
    )
    group.add_argument("--port", type=_parse_port, metavar="P", help="where to listen (default: 8421)")
    group.add_argument(
        "--tls-cert", metavar="FILE", help="certificate chain, in PEM form: serve TLS without a proxy"
    )
    group.add_argument("--tls-key", metavar="FILE", help="its key")
    group.add_argument(
        "--replica", metavar="NAME", help="name of this process for load balancers (default: host and port)"
    )
    group.add_argument(
        "--drain-timeout",
        type=float,
        metavar="S",
        help="seconds that turns have to end after SIGTERM (default: 30)",
    )
    group = parser.add_argument_group("users")
    group.add_argument("--users", metavar="FILE", help="the users, with hashes of their tokens (TOML)")
    group.add_argument(
        "--add-user", metavar="NAME", help="add a user to the file, with these DIRs; print the token once"
    )
    group = parser.add_argument_group("model")
    add_flags(group, ChatSettings)
    group = parser.add_argument_group("next edits")
    group.add_argument("--no-nes", action="store_true", help="offer no next edit suggestions at all")
    add_flags(group, NesConfig)
    add_flags(parser.add_argument_group("commands"), CommandSettings)


def run(options: argparse.Namespace) -> int:
    stderr = Terminal(sys.stderr)

    def fail(message: str, status: int) -> int:
        text = escape_controls(message, one_line=True)
        stderr.write_line(f"{stderr.style('understudy serve:', 'red', 'bold')} {text}")
        return status

    from understudy.serve import UsersError

    try:
        folders = [resolve_folder("DIR", name) for name in options.folders]
        if options.add_user is not None:
            return _add_user(options, [str(folder) for folder in folders])
        return _serve(options, [str(folder) for folder in folders])
    except UsageError as error:
        return fail(str(error), 2)
    except UsersError as error:
        return fail(str(error), 1)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("understudy"):
            raise
        return fail(f"{MISSING_EXTRA_MESSAGE} ({error.name} is missing)", 1)
    except WorkspaceError as error:
        render_error(stderr, error)
        return 2 if isinstance(error, InvalidArgument) else 1


def _add_user(options: argparse.Namespace, folders: list[str]) -> int:
    from understudy.serve import add_user

    if options.users is None:
        raise UsageError("--add-user needs --users FILE, where the user is added.")
    token = add_user(Path(options.users), options.add_user, folders)
    print(f"token: {token}", flush=True)
    print("It is stored nowhere: only its hash is. Give it to the user now.", file=sys.stderr)
    return 0


def _serve(options: argparse.Namespace, folders: list[str]) -> int:
    from understudy.cli.serve_setup import HostedAgents
    from understudy.serve import (
        DEFAULT_PORT,
        DRAIN_TIMEOUT_S,
        Accounts,
        Certificate,
        Connections,
        ServeApp,
        Shutdown,
        TokenAuthenticator,
        Users,
        new_token,
        open_listener,
        run_server,
    )
    from understudy.wire import retain_freed_memory

    if (options.tls_cert is None) != (options.tls_key is None):
        raise UsageError("--tls-cert and --tls-key belong together.")
    certificate = None
    if options.tls_cert is not None:
        certificate = Certificate(Path(options.tls_cert), Path(options.tls_key))
    token = None
    if options.users is None:
        token = new_token()
        users = Users.single("user", token, folders or [str(Path.cwd())])
    else:
        users = Users(Path(options.users), folders)
    port = DEFAULT_PORT if options.port is None else options.port

    def announce(address: str) -> None:
        print(f"address: {address}", flush=True)
        if token is not None:
            print(f"token: {token}", flush=True)

    with contextlib.closing(open_listener(options.host, port)) as listener:
        replica = options.replica or f"{socket.gethostname()}-{listener.getsockname()[1]}"

        async def main() -> None:
            accounts = Accounts()
            agents = HostedAgents(options, users, accounts, replica)
            connections = Connections(agents.make_agent)
            shutdown = Shutdown(
                accounts,
                connections,
                DRAIN_TIMEOUT_S if options.drain_timeout is None else options.drain_timeout,
            )

            async def problem() -> str | None:
                return "shutting down" if shutdown.is_requested else await agents.find_problem()

            app = ServeApp(
                connections,
                TokenAuthenticator(users),
                replica=replica,
                is_ready=problem,
                render_metrics=lambda: ("", "text/plain"),
            )
            try:
                await run_server(
                    app, listener, shutdown, host=options.host, certificate=certificate, on_ready=announce
                )
            finally:
                await agents.close()

        retain_freed_memory()
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            runner.run(main())
    return 0


def _loop_factory():
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def _parse_port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return int(text)
