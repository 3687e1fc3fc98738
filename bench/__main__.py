"""`make bench`: runs the benchmarks, prints the rows of a Markdown table as they come, and writes them as JSON."""

import argparse
import os
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
    serve_rows,
    web_flood,
    web_page,
)
from bench.measure import Row, table_header
from bench.results import describe_machine, run_measurements

WORK = Path(__file__).parent / ".work"
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
    "web-flood": web_flood.measure_flood,
    "serve": serve_rows.measure_serve,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "only", nargs="*", metavar="NAME", help=f"which to run (default: all): {', '.join(MEASUREMENTS)}"
    )
    parser.add_argument(
        "--files",
        metavar="N,N",
        help="sizes of the workspaces for nes-workspace, such as 5000,50000,200000 (default: 5000,50000)",
    )
    parser.add_argument(
        "--json", type=Path, default=WORK / "results.json", metavar="FILE", help="where results are written"
    )
    options = parser.parse_args()
    unknown = [name for name in options.only if name not in MEASUREMENTS]
    if unknown:
        parser.error(f"there is no benchmark {unknown[0]}. They are: {', '.join(MEASUREMENTS)}")
    if options.files:
        os.environ[nes_workspace.FILES_VARIABLE] = options.files
    WORK.mkdir(exist_ok=True)
    print(f"{describe_machine()}\n\n{table_header()}", flush=True)
    results = run_measurements(options.only or list(MEASUREMENTS), MEASUREMENTS, WORK, options.json)
    failed = [result.name for result in results if result.error]
    if failed:
        print(f"Did not run to the end: {', '.join(failed)}", file=sys.stderr)
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
