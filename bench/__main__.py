"""`make bench`: runs the benchmarks and prints one Markdown table."""

import argparse
import os
import platform
import sys
from collections.abc import Callable
from pathlib import Path

from bench import (
    acp_cancel,
    acp_sessions,
    acp_start,
    acp_turns,
    acp_wire,
    files,
    lsp_start,
    mcp,
    nes_change,
    nes_memory,
    nes_suggest,
    nes_workspace,
    web_page,
)
from bench.measure import Row, print_table

MEASUREMENTS: dict[str, Callable[[Path], list[Row]]] = {
    "search": files.measure_search,
    "small": files.measure_small_search,
    "explore": files.measure_explore,
    "containment": files.measure_containment,
    "mcp": mcp.measure_mcp,
    "acp-start": acp_start.measure_start,
    "acp-wire": acp_wire.measure_wire,
    "acp-sessions": acp_sessions.measure_sessions,
    "acp-cancel": acp_cancel.measure_cancel,
    "acp-turns": acp_turns.measure_turns,
    "lsp-start": lsp_start.measure_lsp_start,
    "nes-change": nes_change.measure_change,
    "nes-suggest": nes_suggest.measure_suggest,
    "nes-memory": nes_memory.measure_memory,
    "nes-workspace": nes_workspace.measure_workspace,
    "nes-large-file": nes_workspace.measure_large_file,
    "web": web_page.measure_web,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("only", nargs="*", choices=[[], *MEASUREMENTS], help="which to run (default: all)")
    parser.add_argument(
        "--files",
        metavar="N,N",
        help="sizes of the workspaces for nes-workspace, such as 5000,50000,200000 (default: 5000,50000)",
    )
    options = parser.parse_args()
    if options.files:
        os.environ[nes_workspace.FILES_VARIABLE] = options.files
    chosen = options.only or list(MEASUREMENTS)
    work = Path(__file__).parent / ".work"
    work.mkdir(exist_ok=True)
    print(
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}\n"
    )
    rows: list[Row] = []
    for name in chosen:
        print(f"measuring {name} …", file=sys.stderr)
        rows += MEASUREMENTS[name](work)
    print_table(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
