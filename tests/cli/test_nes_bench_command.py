"""`understudy nes bench`: what it prints, and what it says if there is nothing to measure."""

import json
import os
import subprocess
import sys
from pathlib import Path

from agent_program import agent_environ
from nes_model.scripted_server import Raw, ScriptedServer, fails, says

UNDERSTUDY = [sys.executable, "-P", "-m", "understudy.cli.main", "nes", "bench"]


def bench(tmp_path: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [*UNDERSTUDY, *words],
        capture_output=True,
        text=True,
        timeout=240,
        env={**os.environ, **agent_environ(tmp_path)},
    )


def test_the_figures_are_printed_and_the_model_is_found_by_itself(tmp_path: Path) -> None:
    models = Raw(b'{"data": [{"id": "qwen2.5-coder-0.5b"}]}')
    with ScriptedServer([models, says("x = 1\ny")]) as server:
        done = bench(tmp_path, "--nes-url", server.url, "--moves", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"qwen2.5-coder-0.5b at 127.0.0.1:{server.port}, format qwen\n")
    for name in (
        "prompt ",
        "output ",
        "cold latency",
        "warm latency",
        "answered in time",
        "log probabilities",
    ):
        assert f"\n  {name}" in done.stdout
    assert "3 of 3 (100%) within 2.5 s" in done.stdout


def test_the_figures_as_json(tmp_path: Path) -> None:
    with ScriptedServer([says("x = 1\ny")]) as server:
        done = bench(tmp_path, "--nes-url", server.url, "--nes-model", "qwen:small", "--moves", "1", "--json")
    report = json.loads(done.stdout)
    assert (report["format"], report["requests"], report["answered_share"]) == ("qwen", 3, 1.0)
    assert report["cold_s"] > 0


def test_a_server_that_fails_or_is_missing_is_reported(tmp_path: Path) -> None:
    with ScriptedServer([fails(500)]) as server:
        done = bench(tmp_path, "--nes-url", server.url, "--nes-model", "qwen:small")
    assert done.returncode == 1
    assert done.stderr.startswith("model_failed small at 127.0.0.1:")
    done = bench(tmp_path)
    assert done.returncode == 1
    assert "--nes-url" in done.stderr
    done = bench(tmp_path, "--nes-url", "nonsense")
    assert done.returncode == 1
    assert "http://localhost:8080/v1" in done.stderr
