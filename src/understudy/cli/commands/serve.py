"""`understudy serve`: agents for many users over a network. Puts the server together from the settings."""

import argparse
import asyncio
import contextlib
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from understudy.cli.options import UsageError, resolve_folder
from understudy.cli.terminal import Terminal, escape_controls
from understudy.cli.tool_results import render_error
from understudy.extras import install_command
from understudy.settings import ChatSettings, CommandSettings, NesConfig, add_flags
from understudy.workspace import InvalidArgument, WorkspaceError

if TYPE_CHECKING:
    from collections.abc import Callable

    from understudy.serve import Authenticator, Users

__all__ = ["configure", "run"]

DEFAULT_HOST = "127.0.0.1"
MISSING_EXTRA_MESSAGE = "The server needs packages that are not installed. Install them with: {command}"


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
    group.add_argument(
        "--oidc-issuer", metavar="URL", help="accept JWTs that this OpenID Connect issuer signed"
    )
    group.add_argument(
        "--oidc-audience",
        metavar="NAME",
        default="understudy",
        help="audience of the JWTs (default: understudy)",
    )
    group.add_argument(
        "--oidc-claim", metavar="NAME", default="sub", help="claim with the user's name (default: sub)"
    )
    group.add_argument(
        "--oidc-any-user",
        action="store_true",
        help="serve users of the issuer that are not in the users file too, in the folders given here",
    )
    group = parser.add_argument_group("sessions")
    group.add_argument(
        "--store",
        metavar="ADDRESS",
        help="sqlite:FOLDER, or postgresql://… for several replicas (default: the state folder)",
    )
    group.add_argument(
        "--migrate", action="store_true", help="create or upgrade the tables of the store, and end"
    )
    group.add_argument(
        "--lease",
        type=_parse_seconds,
        metavar="S",
        help="seconds after which the sessions of a replica that died are free (default: 10)",
    )
    group = parser.add_argument_group("observability")
    group.add_argument(
        "--log-level",
        choices=("debug", "info", "warning"),
        default="info",
        help="of the log on stderr (default: info)",
    )
    group.add_argument("--log-json", action="store_true", help="one JSON object a line")
    group.add_argument(
        "--traces", action="store_true", help="send OpenTelemetry traces (variables OTEL_EXPORTER_OTLP_…)"
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

    from understudy.acp import NotReady
    from understudy.chat import StoreError
    from understudy.serve import UsersError

    try:
        folders = [resolve_folder("DIR", name) for name in options.folders]
        if options.migrate:
            return _migrate(options)
        if options.add_user is not None:
            return _add_user(options, [str(folder) for folder in folders])
        return _serve(options, [str(folder) for folder in folders])
    except UsageError as error:
        return fail(str(error), 2)
    except (UsersError, NotReady) as error:
        return fail(str(error), 1)
    except StoreError as error:
        return fail(error.message, 1)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("understudy"):
            raise
        extra = "otel" if error.name.startswith("opentelemetry") else "serve"
        return fail(
            f"{MISSING_EXTRA_MESSAGE.format(command=install_command(extra))} ({error.name} is missing)", 1
        )
    except WorkspaceError as error:
        render_error(stderr, error)
        return 2 if isinstance(error, InvalidArgument) else 1


def _migrate(options: argparse.Namespace) -> int:
    from understudy.chat import describe_store, migrate_store
    from understudy.cli.serve_setup import store_address

    address = store_address(options)
    migrate_store(address)
    print(f"The tables of {describe_store(address)} are up to date.", flush=True)
    return 0


def _add_user(options: argparse.Namespace, folders: list[str]) -> int:
    from understudy.serve import add_user

    if options.users is None:
        raise UsageError("--add-user needs --users FILE, where the user is added.")
    token = add_user(Path(options.users), options.add_user, folders)
    print(f"token: {token}", flush=True)
    print("It is stored nowhere: only its hash is. Give it to the user now.", file=sys.stderr)
    return 0


def _serve(options: argparse.Namespace, folders: list[str]) -> int:
    from understudy.chat import LEASE_TTL_S
    from understudy.cli.serve_setup import HostedAgents
    from understudy.serve import (
        DEFAULT_PORT,
        DRAIN_TIMEOUT_S,
        Accounts,
        Certificate,
        Connections,
        Metrics,
        ServeApp,
        Shutdown,
        Tracing,
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
    if options.users is None and options.oidc_issuer is not None:
        users = Users(None, folders)
    elif options.users is None:
        token = new_token()
        users = Users.single("user", token, folders or [str(Path.cwd())])
    else:
        users = Users(Path(options.users), folders)
    port = DEFAULT_PORT if options.port is None else options.port

    def announce(address: str) -> None:
        print(f"address: {address}", flush=True)
        if token is not None:
            print(f"token: {token}", flush=True)

    _configure_logging(options)
    with contextlib.closing(open_listener(options.host, port)) as listener:
        replica = options.replica or f"{socket.gethostname()}-{listener.getsockname()[1]}"

        async def main() -> None:
            metrics = Metrics()
            tracing = Tracing(metrics, replica) if options.traces else None
            accounts = Accounts(tracing or metrics)
            lease_s = LEASE_TTL_S if options.lease is None else options.lease
            agents = HostedAgents(options, users, accounts, metrics, replica, lease_s)
            connections = Connections(agents.make_agent)
            metrics.watch(connections, accounts)
            shutdown = Shutdown(
                accounts,
                connections,
                DRAIN_TIMEOUT_S if options.drain_timeout is None else options.drain_timeout,
            )

            async def problem() -> str | None:
                return "shutting down" if shutdown.is_requested else await agents.find_problem()

            app = ServeApp(
                connections,
                _build_authenticator(options, users, folders),
                replica=replica,
                is_ready=problem,
                render_metrics=metrics.render,
                on_refusal=metrics.connection_refused,
            )
            try:
                await run_server(
                    app, listener, shutdown, host=options.host, certificate=certificate, on_ready=announce
                )
            finally:
                await agents.close()
                if tracing is not None:
                    tracing.close()

        retain_freed_memory()
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            runner.run(main())
    return 0


def _build_authenticator(options: argparse.Namespace, users: "Users", folders: list[str]) -> "Authenticator":
    from understudy.serve import OidcAuthenticator, OidcIssuer, TokenAuthenticator

    tokens = TokenAuthenticator(users)
    if options.oidc_issuer is None:
        return tokens
    return OidcAuthenticator(
        OidcIssuer(options.oidc_issuer),
        options.oidc_audience,
        users,
        user_claim=options.oidc_claim,
        allow_unknown=folders if options.oidc_any_user else None,
        fallback=tokens,
    )


def _configure_logging(options: argparse.Namespace) -> None:
    import logging

    handler = logging.StreamHandler(sys.stderr)
    if options.log_json:
        from understudy.serve import JsonLogFormatter

        handler.setFormatter(JsonLogFormatter())
    else:
        handler.setFormatter(logging.Formatter("%(asctime)s %(name)s %(levelname)s %(message)s"))
    logging.basicConfig(handlers=[handler], level=options.log_level.upper())
    for noisy in ("httpx", "httpx2", "httpcore", "openai", "anthropic"):  # they log addresses and bodies
        logging.getLogger(noisy).setLevel(logging.WARNING)


def _parse_seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 1e6:
        raise argparse.ArgumentTypeError("a number of seconds above zero is wanted")
    return seconds


def _loop_factory() -> "Callable[[], asyncio.AbstractEventLoop] | None":
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def _parse_port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return int(text)
