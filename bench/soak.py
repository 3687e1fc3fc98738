"""`make soak`: the memory of a server and of an agent over many calls and edits, for as long as you like.

    python -m bench.soak [mcp] [nes] [--seconds N] [--rounds N]

The first rounds fill caches and the allocator; what is resident after WARM_ROUNDS is compared with the end. It
fails if the growth is more than MAX_GROWTH_BYTES. The growth of the second half says whether it levels off.
"""

import argparse
import itertools
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from bench.acp_client import UNDERSTUDY
from bench.nes_client import NesEditor, Session

__all__ = ["main"]

MAX_GROWTH_BYTES: Final = 4 << 20
WARM_ROUNDS: Final = 4_000
"""Calls or edits before the first value that counts."""
PARALLEL_CALLS: Final = 16
FILES: Final = 50
MIB: Final = 1 << 20


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.soak", description=__doc__.splitlines()[0])
    parser.add_argument("only", nargs="*", choices=[[], *SOAKS], help="which to run (default: both)")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long each of them (default: 60)")
    parser.add_argument("--rounds", type=int, default=0, help="end each of them after this many rounds")
    options = parser.parse_args()
    grown = [soak(name, options.seconds, options.rounds) for name in options.only or list(SOAKS)]
    return 1 if any(growth > MAX_GROWTH_BYTES for growth in grown) else 0


def soak(name: str, seconds: float, rounds: int = 0) -> int:
    """Print the memory ten times; return its growth in bytes since the end of the warm-up."""
    begin = time.monotonic()
    base = shown = resident = count = 0
    history: list[tuple[int, int]] = []
    for count, resident in SOAKS[name]():
        if not history or count >= history[-1][0] + 1000:
            history.append((count, resident))
        passed = time.monotonic() - begin
        if passed >= seconds * (shown + 1) / 10:
            shown += 1
            print(f"{name}: {passed:6.0f} s, {count:9,} rounds, {resident / MIB:6.1f} MiB", flush=True)
        if not base and count >= WARM_ROUNDS:
            base = resident
        if passed > seconds or (rounds and count >= rounds):
            break
    if not base:
        print(f"{name}: too short to judge, it did not reach {WARM_ROUNDS:,} rounds; give --seconds")
        return 0
    middle, then = history[len(history) // 2]
    rate = (resident - then) / max(count - middle, 1) * 10_000
    print(
        f"{name}: {history[0][1] / MIB:.1f} MiB at first, {then / MIB:.1f} after {middle:,} rounds, "
        f"{resident / MIB:.1f} at the end; "
        f"{(resident - base) / MIB:+.2f} MiB since round {WARM_ROUNDS:,} in {count:,} rounds; "
        f"{rate / MIB:+.2f} MiB for 10,000 rounds in the second half"
    )
    return resident - base


def soak_mcp() -> Iterator[tuple[int, int]]:
    """Calls of four tools, sixteen at a time; after each round, the number of calls and the server's memory."""
    with tempfile.TemporaryDirectory() as root:
        for number in range(FILES):
            Path(root, f"f{number}.txt").write_text("line one\nline two\n" * (10 * number + 1))
        command = [UNDERSTUDY[0], "mcp", "--root", root]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
            assert server.stdin is not None
            assert server.stdout is not None
            send_line, read_line = _line_writer(server.stdin), server.stdout.readline
            hello = {
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "soak", "version": "0"},
            }
            send_line({"id": 0, "method": "initialize", "params": hello})
            read_line()
            send_line({"method": "notifications/initialized"})
            try:
                for first in itertools.count(1, PARALLEL_CALLS):
                    for number in range(first, first + PARALLEL_CALLS):
                        send_line({"id": number, "method": "tools/call", "params": _call(number)})
                    for _ in range(PARALLEL_CALLS):
                        answer = json.loads(read_line())
                        if answer["result"]["isError"]:
                            raise SystemExit(f"A call failed: {answer}")
                    yield first + PARALLEL_CALLS - 1, _resident(server.pid)
            finally:
                server.kill()


def _line_writer(pipe: Any) -> Callable[[dict[str, Any]], None]:
    def write(message: dict[str, Any]) -> None:
        pipe.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        pipe.flush()

    return write


def _call(number: int) -> dict[str, Any]:
    calls: tuple[tuple[str, dict[str, Any]], ...] = (
        ("readFile", {"path": f"f{number % FILES}.txt"}),
        ("searchFiles", {"query": "two", "paths": ["."], "type": "literal"}),
        ("writeFile", {"path": f"g{number % 97}.txt", "content": "x\n" * (number % 3000)}),
        ("exploreFiles", {"path": "."}),
    )
    name, arguments = calls[number % len(calls)]
    return {"name": name, "arguments": arguments}


def soak_nes() -> Iterator[tuple[int, int]]:
    """Edits of a file with a question after every tenth."""
    with tempfile.TemporaryDirectory() as home, NesEditor(UNDERSTUDY, Path(home)) as editor:
        session = Session(editor, 200)
        for count in itertools.count(1):
            session.type()
            if count % 10 == 0:
                session.ask()
                yield count, editor.memory() or 0


def _resident(pid: int) -> int:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


SOAKS: Final = {"mcp": soak_mcp, "nes": soak_nes}

if __name__ == "__main__":
    sys.exit(main())
