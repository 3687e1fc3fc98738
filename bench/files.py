"""Search, directory walk and path containment in process, compared with ripgrep and fd."""

import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from bench.measure import Row, compare
from bench.tree import make_tree
from understudy.tools import TOOLS
from understudy.workspace import Workspace
from understudy.workspace.search import ripgrep_path

__all__ = ["measure_containment", "measure_explore", "measure_search", "measure_small_search"]

EXCLUDED = ("node_modules", ".git", "dist", "build", ".venv", "target", "__pycache__", "vendor")


def measure_search(work: Path) -> list[Row]:
    rg = ripgrep_path()
    if rg is None:
        return [Row("search", "-", "rg is not installed", "-", "≤ 1.3")]
    root = make_tree(work)
    rows: list[Row] = []
    with Workspace([root]) as workspace:
        for kind, query in (
            ("literal", "NeedleError(code=42)"),
            ("regex", r"raise \w+Error\(code=\d+\)"),
            ("regex", r"session \w+ token"),
        ):
            arguments = {"paths": ["."], "query": query, "type": kind, "recursive": True}
            base = [
                rg,
                "--no-config",
                "--hidden",
                "--no-ignore",
                *(f"--glob=!**/{name}/" for name in EXCLUDED),
            ]
            base += [f"--regexp={query}"] if kind == "regex" else ["--fixed-strings", f"--regexp={query}"]
            found: list[Any] = []

            def ours(arguments: dict[str, Any] = arguments, found: list[Any] = found) -> None:
                found[:] = [TOOLS["searchFiles"].call(workspace, arguments)]

            def peer(command: list[str] = base) -> bytes:
                return subprocess.run(
                    [*command, "--json", "./"], cwd=root, capture_output=True, check=False
                ).stdout

            def counting(command: list[str] = base) -> bytes:
                words = [*command, "--count-matches", "./"]
                return subprocess.run(words, cwd=root, capture_output=True, check=False).stdout

            for name, other in (("rg --json", peer), ("rg --count-matches", counting)):
                result = compare(ours, other)
                rows.append(
                    Row(
                        f"search {kind} `{query}` in 55,000 files ({found[0].total_matches:,} matches)",
                        f"{result.ours * 1000:.0f} ms",
                        f"{name} {result.peer * 1000:.0f} ms",
                        f"{result.ratio:.2f}",
                        "≤ 1.3",
                    )
                )
    return rows


def measure_small_search(work: Path) -> list[Row]:
    root = make_tree(work, folders=1, files_each=20)
    rows: list[Row] = []
    with Workspace([root]) as workspace:
        for kind, query in (("literal", "NeedleError"), ("regex", r"raise \w+Error")):
            arguments = {"paths": ["."], "query": query, "type": kind, "recursive": True}
            times: list[float] = []
            for _ in range(200):
                begin = time.perf_counter()
                TOOLS["searchFiles"].call(workspace, arguments)
                times.append(time.perf_counter() - begin)
            took = f"{statistics.median(times) * 1000:.2f} ms"
            rows.append(Row(f"search {kind} in 20 files, in process", took, "-", "-", "≤ 2 ms"))
    return rows


def measure_explore(work: Path) -> list[Row]:
    root = make_tree(work)
    arguments = {"path": ".", "recursive": True, "maxDepth": 100}
    rows: list[Row] = []
    fd = shutil.which("fd") or shutil.which("fdfind")
    with Workspace([root]) as workspace:
        total = TOOLS["exploreFiles"].call(workspace, arguments).total_found
        if fd is None:
            rows.append(Row(f"explore {total:,} entries", "-", "fd is not installed", "-", "≤ 1.3"))
        else:
            words = [
                fd,
                "--hidden",
                "--no-ignore",
                *(word for name in EXCLUDED for word in ("--exclude", name)),
                ".",
            ]
            result = compare(
                lambda: TOOLS["exploreFiles"].call(workspace, arguments),
                lambda: subprocess.run(words, cwd=root, capture_output=True, check=True),
            )
            ours, peer = f"{result.ours * 1000:.0f} ms", f"fd {result.peer * 1000:.0f} ms"
            rows.append(Row(f"explore {total:,} entries", ours, peer, f"{result.ratio:.2f}", "≤ 1.3"))
    if not Path("/proc/self/status").exists():
        return rows
    small, large = (_peak_memory(make_tree(work, folders), arguments) for folders in (250, 2_500))
    growth = f"{large / small:.2f}"
    rows.append(
        Row("peak memory, 57,000 against 5,700 entries", f"{large} KiB", f"{small} KiB", growth, "flat")
    )
    return rows


def measure_containment(work: Path) -> list[Row]:
    root = make_tree(work, folders=1, files_each=20)
    folder = next(path for path in root.rglob("part0"))
    link = folder / "link.py"
    if not link.is_symlink():
        link.symlink_to("file1.py")
    rows: list[Row] = []
    with Workspace([root]) as workspace:
        base = os.path.relpath(folder, root)
        for what, path in (
            ("plain path", f"{base}/file0.py"),
            ("path through a link", f"{base}/link.py"),
            ("absolute path", str(folder / "file0.py")),
        ):
            begin = time.perf_counter()
            for _ in range(10_000):
                workspace.resolve(path)
            each = (time.perf_counter() - begin) / 10_000
            begin = time.perf_counter()
            for _ in range(10_000):
                os.path.realpath(root / path)
            peer = (time.perf_counter() - begin) / 10_000
            took, other = f"{each * 1e6:.1f} µs", f"os.path.realpath {peer * 1e6:.1f} µs"
            rows.append(
                Row(f"10,000 containment checks, {what}", took, other, f"{each / peer:.2f}", "µs each")
            )
    return rows


def _peak_memory(root: Path, arguments: dict[str, Any]) -> int:
    code = (
        "import re, sys\nfrom understudy.tools import TOOLS\nfrom understudy.workspace import Workspace\n"
        f"with Workspace([sys.argv[1]]) as w: TOOLS['exploreFiles'].call(w, {arguments!r})\n"
        "print(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1])"
    )
    done = subprocess.run([sys.executable, "-c", code, str(root)], capture_output=True, text=True, check=True)
    return int(done.stdout)
