"""Next edits in large workspaces: how soon uses in other folders are suggested, and what the index takes.

The trees are generated below bench/.work, the same on every machine: Python packages of 20 files a folder. In each,
a function is defined in the first folder and used once in a sibling folder, another one in the farthest folder.
Seconds are those of a person who waits; processor time counts all threads and the programs that the agent starts.
"""

import os
import random
import shutil
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.acp_client import UNDERSTUDY, Failed
from bench.goal import goal
from bench.measure import Row
from bench.nes_client import NesEditor

__all__ = ["FILES_VARIABLE", "make_workspace", "measure_large_file", "measure_workspace"]

FILES_VARIABLE = "BENCH_WORKSPACE_FILES"
DEFAULT_FILES = "5000,50000"
FILES_PER_FOLDER = 20
FOLDERS_PER_PACKAGE = 25
NEAR_NAME, FAR_NAME, NEW_NAME = "settle_invoice", "audit_ledger", "renewed_entry"
LIMIT_S = 120.0
QUIET_S = 1.5
"""Seconds with hardly any processor time after which the index counts as built."""
BASE_STARTS = 3
"""Starts in an empty workspace, whose median is what the other processor times are compared with."""
SECOND_STARTS = 3
WORD_TEXT = """
    value result index buffer request response handler session token parse render update remove insert config option
    error message stream length offset cursor window report account balance entry ledger invoice customer order item
"""
WORDS = WORD_TEXT.split()
MIB = 1 << 20


def make_workspace(base: Path, files: int) -> Path:
    """`files` modules of about 2.5 KB, 20 in a folder, 25 folders in a package."""
    root = base / f"workspace-{files}"
    done = root / ".complete"
    if done.exists():
        return root
    shutil.rmtree(root, ignore_errors=True)
    dice = random.Random(files)
    for number in range(files):
        path = root / _module(number)
        if number % FILES_PER_FOLDER == 0:
            path.parent.mkdir(parents=True)
        path.write_text(_source(number, dice))
    first, sibling, far = _module(0), _module(FILES_PER_FOLDER), _module(files - 1)
    (root / first).write_text(
        f"def {NEAR_NAME}(order, total):\n    return order.close(total)\n\n\n"
        f"def {FAR_NAME}(order, total):\n    return order.check(total)\n"
    )
    module = first.removesuffix(".py").replace("/", ".")
    for path, name in ((sibling, NEAR_NAME), (far, FAR_NAME)):
        use = f"from {module} import {name}\n\n\ndef use(order):\n    return {name}(order, 1)\n"
        (root / path).write_text(use)
    done.write_text("")
    return root


def _module(number: int) -> str:
    folder = number // FILES_PER_FOLDER
    return f"pkg{folder // FOLDERS_PER_PACKAGE:04}/part{folder:05}/module{number:06}.py"


def _source(number: int, dice: random.Random) -> str:
    parts = [f'"""Module {number}."""\n']
    for _ in range(12):
        one, two, three = (f"{word}_{dice.randrange(5000)}" for word in dice.choices(WORDS, k=3))
        parts.append(
            f"\n\ndef {one}({two}, total):\n"
            f'    """Return the {three} of a {dice.choice(WORDS)}."""\n'
            f"    {three} = {two}.{dice.choice(WORDS)}(total + {dice.randrange(100)})\n"
            f"    return {three} or {two}\n"
        )
    return "".join(parts)


class _Agent:
    """The real agent with sessions on one workspace."""

    def __init__(self, editor: NesEditor, root: Path) -> None:
        self.editor = editor
        self._root = root
        self._uri = (root / _module(0)).as_uri()
        self._session = ""
        self._version = 0
        self._lines: list[str] = []
        self.start_session()

    def start_session(self) -> None:
        self._session = self.editor.request("nes/start", {"workspaceUri": self._root.as_uri()})["sessionId"]
        text = (self._root / _module(0)).read_text()
        self._version, self._lines = 1, text.split("\n")
        opened = {"sessionId": self._session, "uri": self._uri, "languageId": "python"}
        self.editor.notify("document/didOpen", {**opened, "version": 1, "text": text})

    def replace(self, line: int, old: str, new: str) -> None:
        start = self._lines[line].index(old)
        self._lines[line] = self._lines[line].replace(old, new, 1)
        self._version += 1
        places = {
            "start": {"line": line, "character": start},
            "end": {"line": line, "character": start + len(old)},
        }
        event = {"sessionId": self._session, "uri": self._uri, "version": self._version}
        self.editor.notify(
            "document/didChange", {**event, "contentChanges": [{"range": places, "text": new}]}
        )

    def ask(self, line: int, trigger: str = "automatic") -> tuple[str, float]:
        """The URI that something is suggested for, and the seconds that it took."""
        begin = time.perf_counter()
        answer = self.editor.request(
            "nes/suggest",
            {
                "sessionId": self._session,
                "uri": self._uri,
                "version": self._version,
                "position": {"line": line, "character": 0},
                "triggerKind": trigger,
            },
        )
        suggestions = answer["suggestions"]
        return (suggestions[0].get("uri", "") if suggestions else ""), time.perf_counter() - begin

    def seconds_until_suggested(self, name: str, line: int, target: str) -> float:
        """Rename a definition, and ask until the use in that file is suggested."""
        wanted = (self._root / target).as_uri()
        begin = time.perf_counter()
        self.replace(line, name, NEW_NAME)
        while time.perf_counter() - begin < LIMIT_S:
            uri, _ = self.ask(line)
            if uri == wanted:
                seconds = time.perf_counter() - begin
                self.replace(line, NEW_NAME, name)
                return seconds
            time.sleep(0.02)
        raise Failed(f"no suggestion for {target} within {LIMIT_S:.0f} s")

    def type_and_ask(self, count: int) -> list[float]:
        """Rename the definition to and fro; the seconds of each answer."""
        times: list[float] = []
        for number in range(count):
            self.replace(0, *((NEW_NAME, NEAR_NAME) if number % 2 else (NEAR_NAME, NEW_NAME)))
            times.append(self.ask(0, "manual")[1])
            time.sleep(0.02)
        return times

    def cpu_s(self) -> float:
        return process_cpu_s(self.editor.pid)

    def wait_until_quiet(self) -> None:
        deadline = time.perf_counter() + 5 * LIMIT_S
        while time.perf_counter() < deadline:
            before = self.cpu_s()
            time.sleep(QUIET_S)
            if self.cpu_s() - before <= 0.03:
                return
        raise Failed("the index is still being built")


@contextmanager
def _agent(home: Path, root: Path) -> Iterator[_Agent]:
    with NesEditor(UNDERSTUDY, home) as editor:
        yield _Agent(editor, root)


def measure_workspace(work: Path) -> list[Row]:
    sizes = [int(one) for one in os.environ.get(FILES_VARIABLE, DEFAULT_FILES).split(",")]
    return [row for files in sizes for row in _measure(work, files)]


def _measure(work: Path, files: int) -> list[Row]:
    root = make_workspace(work, files)
    sibling, far = _module(FILES_PER_FOLDER), _module(files - 1)
    what = f"{files:,} files"
    rows: list[Row] = []

    empty = work / "workspace-empty"
    empty.mkdir(exist_ok=True)
    (empty / _module(0)).parent.mkdir(parents=True, exist_ok=True)
    (empty / _module(0)).write_text("def first():\n    pass\n")
    base_cpus, base_memory = list[float](), 0
    for _ in range(
        1 + BASE_STARTS
    ):  # the first start may compile modules; with the others the rest is compared
        with _agent(_new_home(work), empty) as agent:
            agent.wait_until_quiet()
            base_cpus.append(agent.cpu_s())
            base_memory = agent.editor.memory() or 0
    base_cpu = statistics.median(base_cpus[1:])

    home = _new_home(work)
    with _agent(home, root) as agent:
        near_s = agent.seconds_until_suggested(NEAR_NAME, 0, sibling)
        far_s = agent.seconds_until_suggested(FAR_NAME, 4, far)
        times = agent.type_and_ask(200)  # while the index is being built, if the tree is large
        agent.wait_until_quiet()
        quiet_times = agent.type_and_ask(200)
        cpu, memory = agent.cpu_s() - base_cpu, (agent.editor.memory() or 0) - base_memory
        one_session = agent.editor.memory() or 0
        for _ in range(9):
            agent.start_session()
            agent.ask(0)
        agent.wait_until_quiet()
        ten_sessions = agent.editor.memory() or 0
    p50, p99 = _quantiles(times)
    quiet_p50, quiet_p99 = _quantiles(quiet_times)
    stored = sum(path.stat().st_size for path in (home / "state").rglob("*") if path.is_file())

    second_cpus: list[float] = []
    for _ in range(SECOND_STARTS - 1):
        with _agent(home, root) as agent:
            agent.seconds_until_suggested(NEAR_NAME, 0, sibling)
            second_cpus.append(agent.cpu_s() - base_cpu)
    with _agent(home, root) as agent:
        second_near_s = agent.seconds_until_suggested(NEAR_NAME, 0, sibling)
        second_cpus.append(agent.cpu_s() - base_cpu)
        second_far_s = agent.seconds_until_suggested(FAR_NAME, 4, far)
        agent.wait_until_quiet()
        checked_cpu = agent.cpu_s() - base_cpu

    rows.append(
        _row(f"{what}: first right suggestion in a sibling folder, after the start", f"{near_s:.2f} s")
    )
    rows.append(_row(f"{what}: the same in the farthest folder", f"{far_s:.2f} s"))
    rows.append(
        _row(f"{what}: processor time and memory of the index", f"{cpu:.1f} s, {memory / MIB:.0f} MiB")
    )
    rows.append(
        _row(
            f"{what}: `nes/suggest` while it is built",
            f"p50 {p50 * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms "
            f"(afterwards {quiet_p50 * 1000:.1f} and {quiet_p99 * 1000:.1f} ms)",
            goal("p99 ≤ 50 ms", p99 <= 0.05),
        )
    )
    ratio = ten_sessions / one_session
    rows.append(
        _row(
            f"{what}: memory of 10 sessions over that of one",
            f"{ratio:.2f} × ({ten_sessions / MIB:.0f} over {one_session / MIB:.0f} MiB)",
            goal("≤ 1.3 ×", ratio <= 1.3),
        )
    )
    rows.append(
        _row(
            f"{what}: second start, until the suggestion in a sibling folder",
            f"{min(second_cpus):.2f} to {max(second_cpus):.2f} CPU s in {SECOND_STARTS} starts, "
            f"{second_near_s:.2f} s (farthest: {second_far_s:.2f} s)",
            goal("≤ 0.3 CPU s", max(second_cpus) <= 0.3),
        )
    )
    rows.append(
        _row(f"{what}: second start, until every file is compared with the disk", f"{checked_cpu:.2f} CPU s")
    )
    rows.append(_row(f"{what}: the stored index", f"{stored / MIB:.1f} MiB"))
    return rows


def measure_large_file(work: Path) -> list[Row]:
    """A file of 100,000 lines in the real agent."""
    from bench.nes_client import Session

    home = _new_home(work)
    with NesEditor(UNDERSTUDY, home) as editor:
        session = Session(editor, 16_667)
        times: list[float] = []
        cpu_s = 0.0
        for number in range(220):
            if number == 20:
                cpu_s = process_cpu_s(editor.pid)
            session.type()
            seconds = session.ask()
            if number >= 20:
                times.append(seconds)
        cpu_s = process_cpu_s(editor.pid) - cpu_s
    p50, p99 = _quantiles(times)
    figures = (
        f"p50 {p50 * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms, {1000 * cpu_s / len(times):.1f} CPU ms a request"
    )
    what = f"`nes/suggest` in a file of 100,000 lines; {100 * session.suggested // 220} % with a suggestion"
    return [_row(what, figures, goal("p50 ≤ 20 ms", p50 <= 0.02))]


def process_cpu_s(pid: int) -> float:
    """Processor time of a program, and of those that it has started and that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def _quantiles(times: list[float]) -> tuple[float, float]:
    return statistics.median(times), sorted(times)[len(times) * 99 // 100]


def _row(what: str, ours: str, wanted: str = "-") -> Row:
    return Row(what, ours, "-", "-", wanted)


def _new_home(work: Path) -> Path:
    home = work / "workspace-home"
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir()
    return home
