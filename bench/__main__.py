"""`make bench`: every measurement, as one table in Markdown."""

import argparse
import os
import platform
import sys
from collections.abc import Callable
from pathlib import Path

from bench import files, mcp
from bench.measure import Row, print_table

MEASUREMENTS: dict[str, Callable[[Path], list[Row]]] = {
    "search": files.measure_search,
    "small": files.measure_small_search,
    "explore": files.measure_explore,
    "containment": files.measure_containment,
    "mcp": mcp.measure_mcp,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("only", nargs="*", choices=[[], *MEASUREMENTS], help="which to run (default: all)")
    chosen = parser.parse_args().only or list(MEASUREMENTS)
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
