"""docs/hosting.md and deploy/: each command of the document that can run here runs; files fit their schemas."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from agent_program import agent_environ
from needs import needs
from serve.replicas import free_port
from serve.serve_program import LIMIT_S
from understudy.serve import Accounts, Connections, Metrics

if TYPE_CHECKING:
    from postgres_server import PostgresServer

REPOSITORY = Path(__file__).parents[2]
DEPLOY = REPOSITORY / "deploy"
DOCUMENT = (REPOSITORY / "docs" / "hosting.md").read_text()
NOT_RUN = {
    "pip install 'understudy-acp[serve,postgres,otel]'\n": "it needs a registry; `make dist` installs the wheel",
    "docker compose -f deploy/compose.yaml up --build\nkubectl apply -f deploy/kubernetes/understudy.yaml\n": (
        "no container engine runs here; the files fit their schemas"
    ),
}
"""Whole blocks, with the reason."""


def tool(name: str, *words: str | Path) -> None:
    command = [Path(sys.executable).parent / name, *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_S)
    assert done.returncode == 0, done.stdout + done.stderr


@needs("haproxy")
@needs("curl")
def test_the_commands_of_the_document_run(tmp_path: Path, postgres: "PostgresServer") -> None:
    blocks = re.findall(r"^```sh\n(.*?)^```$", DOCUMENT, flags=re.M | re.S)
    assert set(blocks) > set(NOT_RUN)
    blocks = [block for block in blocks if block not in NOT_RUN]
    assert len(blocks) == 5
    script = "set -eu -o pipefail\n" + "\n".join(blocks)
    for port in ("8421", "8431", "8432"):
        script = script.replace(port, str(free_port()))
    shutil.copytree(DEPLOY, tmp_path / "deploy")
    environ = agent_environ(tmp_path)
    environ["PATH"] = f"{Path(sys.executable).parent}:{environ['PATH']}:/usr/sbin"
    with postgres.new_database() as store:
        shell = subprocess.Popen(
            ["bash", "-c", script],
            cwd=tmp_path,
            env={**environ, "STORE": store},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,  # the servers that the document starts end with their group
        )
        try:
            assert shell.stdout is not None
            said = ""
            for line in shell.stdout:
                said += line
                if "understudy_turns_total{" in line:
                    break
            assert shell.wait(LIMIT_S) == 0, said
        finally:
            os.killpg(shell.pid, signal.SIGKILL)
            shell.wait(LIMIT_S)
            shell.stdout.close()
    assert said.count("token: us_") == 1, said
    assert said.count(str(tmp_path / "workspaces" / "alice")) >= 3, said
    assert "The tables of postgresql://" in said


def test_the_compose_file_fits_its_schema() -> None:
    tool("check-jsonschema", "--builtin-schema", "vendor.compose-spec", DEPLOY / "compose.yaml")


def test_the_kubernetes_manifests_fit_their_schemas() -> None:
    tool("kubernetes-validate", DEPLOY / "kubernetes" / "understudy.yaml")


def test_the_dockerfile_has_no_finding() -> None:
    tool("hadolint", DEPLOY / "Dockerfile")


def test_every_figure_of_the_dashboard_exists() -> None:
    dashboard = json.loads((DEPLOY / "grafana" / "dashboard.json").read_text())
    used = {
        name
        for panel in dashboard["panels"]
        for target in panel["targets"]
        for name in re.findall(r"understudy_\w+", target["expr"])
    }
    metrics = Metrics()
    metrics.watch(object.__new__(Connections), object.__new__(Accounts))
    offered = set(re.findall(r"^# TYPE (understudy_\w+)", describe(metrics), flags=re.M))
    assert {re.sub("_(bucket|count|sum)$", "", name) for name in used} <= offered


def describe(metrics: Metrics) -> str:
    """The names and kinds of the figures, without reading their values."""
    lines: list[str] = []
    for collector in list(metrics._registry._collector_to_names):  # pyright: ignore[reportPrivateUsage]
        for family in collector.describe():
            suffix = "_total" if family.type == "counter" else ""
            lines.append(f"# TYPE {family.name}{suffix} {family.type}")
    return "\n".join(lines)


@pytest.mark.parametrize("name", ["haproxy/haproxy.cfg", "compose.yaml", "kubernetes/understudy.yaml"])
def test_the_document_names_the_files(name: str) -> None:
    assert f"../deploy/{name}" in DOCUMENT
    assert (DEPLOY / name).is_file()
