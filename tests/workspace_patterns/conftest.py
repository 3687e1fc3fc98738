"""Oracles for the pattern tests: real JavaScript (one Node process) and real ripgrep."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

_NODE = r"""
const lines = require("readline").createInterface({ input: process.stdin });
const jobs = {
  replace: (job) => job.text.replace(new RegExp(job.pattern, job.flags), job.template),
  search: (job) => {
    const regexp = new RegExp(job.pattern, job.flags);
    return job.lines.map((line) => [...line.matchAll(regexp)].map((m) => [m.index, m.index + m[0].length]));
  },
};
lines.on("line", (line) => {
  const job = JSON.parse(line);
  let answer;
  try { answer = { result: jobs[job.do](job) }; } catch (error) { answer = { error: String(error) }; }
  process.stdout.write(JSON.stringify(answer) + "\n");
});
"""


class Node:
    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process
        self._last: dict[str, Any] | None = None

    def ask(self, **job: Any) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps(job) + "\n")
            self._process.stdin.flush()
            answer = json.loads(self._process.stdout.readline())
        except (BrokenPipeError, json.JSONDecodeError) as error:
            raise RuntimeError(
                f"node ended with {self._process.poll()} at or before {job}; before that: {self._last}"
            ) from error
        self._last = job
        return answer


@pytest.fixture(scope="session")
def node() -> Iterator[Node]:
    program = shutil.which("node")
    if program is None:
        pytest.skip("node is not installed; the differential tests need Node 20 or later")
    with subprocess.Popen(
        [program, "-e", _NODE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        yield Node(process)
        assert process.stdin is not None
        process.stdin.close()
        process.wait(240)


class Ripgrep:
    def __init__(self, program: str, folder: Path) -> None:
        self._program = program
        self._folder = folder

    def counts(self, pattern: str, ignore_case: bool, texts: list[bytes]) -> list[int]:
        """How often `pattern` matches in each text, by `--count-matches`."""
        for number, text in enumerate(texts):
            (self._folder / f"{number}").write_bytes(text)
        done = subprocess.run(
            [
                self._program,
                "--no-config",
                "--engine=default",
                "--encoding=none",
                "--no-mmap",
                "--threads=1",
                "--text",
                "--ignore-case" if ignore_case else "--case-sensitive",
                "--count-matches",
                "--include-zero",
                "--with-filename",
                "--null",
                f"--regexp={pattern}",
                "--",
                *(str(number) for number in range(len(texts))),
            ],
            cwd=self._folder,
            check=False,
            capture_output=True,
            timeout=240,
        )
        assert done.returncode in (0, 1), done.stderr.decode()
        assert done.stderr == b""
        found = dict(row.split(b"\0") for row in done.stdout.splitlines())
        return [int(found[str(number).encode()]) for number in range(len(texts))]


@pytest.fixture(scope="session")
def ripgrep(tmp_path_factory: pytest.TempPathFactory) -> Ripgrep:
    beside = Path(sys.executable).parent / "rg"
    program = str(beside) if beside.exists() else shutil.which("rg")
    assert program is not None, "ripgrep is a dependency on this platform"
    return Ripgrep(program, tmp_path_factory.mktemp("ripgrep"))
