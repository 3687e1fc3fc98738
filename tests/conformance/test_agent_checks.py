"""`understudy check agent`: our own agent passes every rule, and each fault of a broken agent is noticed."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from forked_command import forked_understudy
from understudy.conformance import RULES, Outcome, Report, check_agent, to_html, to_json, to_junit, to_text
from understudy.conformance.agent_check import AGENT_CHECKS
from understudy.conformance.report import CheckResult

BROKEN = [sys.executable, str(Path(__file__).with_name("broken_agent.py"))]
UNDERSTUDY = [sys.executable, "-P", "-m", "understudy.cli.main"]
TIMEOUT_S = 120.0


def run_checks(command: list[str], **options: Any) -> Report:
    return asyncio.run(check_agent(command, **options))


def failed(report: Report) -> dict[str, list[str]]:
    return {result.rule.id: result.notes for result in report.results if result.outcome is Outcome.FAILED}


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return {**kept, "HOME": str(tmp_path), "UNDERSTUDY_NES_CPU_S": "5"}


def test_our_own_agent_passes_every_rule(environ: dict[str, str]) -> None:
    report = run_checks([*forked_understudy(), "acp"], environ=environ, timeout=TIMEOUT_S)
    assert failed(report) == {}
    unseen = [result.rule.id for result in report.results if result.outcome is not Outcome.PASSED]
    assert unseen == ["NES-19", "DIA-05"]  # it needs no authentication
    assert report.subject.startswith("understudy ")


def test_an_agent_without_faults_fails_nothing(environ: dict[str, str]) -> None:
    report = run_checks(BROKEN, environ=environ, timeout=TIMEOUT_S)
    assert failed(report) == {}
    outcomes = {result.rule.id: result.outcome for result in report.results}
    assert outcomes["ACP-10"] is Outcome.NOT_ADVERTISED
    assert outcomes["DIA-04"] is Outcome.NOT_ADVERTISED
    assert outcomes["NES-20"] is Outcome.NOT_TESTABLE
    assert outcomes["NES-14"] is Outcome.PASSED


@pytest.mark.parametrize(
    ("fault", "rule", "words"),
    [
        ("odd-errors", "ACP-02", "gets 0, not -32601"),
        ("fragile", "ACP-04", "no JSON"),
        ("twice", "ACP-05", "2 responses"),
        ("text-ids", "ACP-05", "not answered"),
        ("same-id", "ACP-06", "the same id"),
        ("odd-stop-reason", "ACP-07", "'because'"),
        ("same-id", "NES-03", "the same id"),
        ("open-after-close", "NES-04", "closed session succeeds"),
        ("wrong-encoding", "NES-05", "does not count as the encoding says"),
        ("trusts-anything", "NES-07", "cannot know"),
        ("old-versions", "NES-10", "older version"),
        ("outside", "NES-14", "behind the end"),
        ("overlap", "NES-14", "overlap"),
        ("unasked-kind", "NES-17", "jump"),
        ("deaf", "NES-18", "suggested again"),
        ("any-directories", "DIR-03", "is accepted"),
        ("any-directories", "DIR-04", "is accepted"),
        ("sorted-directories", "DIR-06", "are listed as"),
        ("untyped-titles", "CTX-02", "is accepted"),
        ("mute", "ACP-01", "initialize fails"),
    ],
)
def test_a_fault_is_noticed(fault: str, rule: str, words: str, environ: dict[str, str]) -> None:
    timeout = 1.0 if fault == "text-ids" else TIMEOUT_S  # there the answer never comes
    report = run_checks([*BROKEN, fault], environ=environ, timeout=timeout, only=[rule])
    assert list(failed(report)) == [rule]
    assert words in " ".join(failed(report)[rule])
    (result,) = report.results
    assert any(check.evidence for check in result.checks) or fault == "mute"


def test_rules_about_sessions_are_not_testable_where_no_session_opens(environ: dict[str, str]) -> None:
    report = run_checks(
        [*BROKEN, "no-sessions"],
        environ=environ,
        timeout=TIMEOUT_S,
        only=["DIR-03", "DIR-04", "ACP-07", "ACP-09"],
    )
    assert {result.outcome for result in report.results} == {Outcome.NOT_TESTABLE}
    assert "no account" in report.results[0].notes[0]


def test_every_rule_of_an_agent_has_a_check() -> None:
    checked = {check.rule for check in AGENT_CHECKS}
    assert {rule.id for rule in RULES.values() if "agent" in rule.sides} == checked
    assert all(check.name for check in AGENT_CHECKS)


def sample_report() -> Report:
    report = Report("agent", "an <agent> 1", only=("ACP-01", "ACP-02", "ACP-03", "ACP-04"))
    report.add("ACP-01", CheckResult("one", Outcome.PASSED))
    report.add("ACP-02", CheckResult("two", Outcome.FAILED, "a <note>", ('→ {"id":1}', "← \x00 junk")))
    report.add("ACP-03", CheckResult("three", Outcome.NOT_ADVERTISED, "not offered"))
    return report


def test_a_report_is_written_in_four_formats() -> None:
    report = sample_report()
    text = to_text(report)
    assert "ACP-02  failed" in text
    assert '          → {"id":1}' in text
    assert all("  docs/conformance.md#" in line for line in text.splitlines() if line.startswith("ACP-"))
    assert text.endswith("an <agent> 1: 1 passed, 1 failed, 1 not advertised, 1 not testable\n")
    data = json.loads(to_json(report))
    assert data["counts"] == {"passed": 1, "failed": 1, "not advertised": 1, "not testable": 1}
    assert data["rules"][1]["evidence"] == ['→ {"id":1}', "← \x00 junk"]
    suite = ElementTree.fromstring(to_junit(report))
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("4", "1", "2")
    assert [entry.get("value") for entry in suite.iter("property")][1] == "docs/conformance.md#acp-02"
    assert [case.get("classname") for case in suite.iter("testcase")][1] == "agent.ACP-02"
    page = to_html(report)
    assert "a &lt;note&gt;" in page
    assert "an &lt;agent&gt; 1" in page
    assert '<a href="docs/conformance.md#acp-02">ACP-02</a>' in page
    assert '<tr class="failed">' in page


def understudy(*words: str, environ: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*UNDERSTUDY, *words], env=environ, capture_output=True, text=True, timeout=240)


def test_the_command_prints_a_report_and_writes_files(environ: dict[str, str], tmp_path: Path) -> None:
    files = [tmp_path / f"report{suffix}" for suffix in (".json", ".xml", ".html", ".txt")]
    out = [word for path in files for word in ("--out", str(path))]
    done = understudy("check", "agent", " ".join(BROKEN), "--only", "DIR-0", *out, environ=environ)
    assert done.returncode == 0, done.stderr
    assert "DIR-03  passed" in done.stdout
    assert "NES" not in done.stdout
    assert all(path.stat().st_size > 100 for path in files)
    wrong = understudy(
        "check", "agent", f"{' '.join(BROKEN)} any-directories", "--only", "DIR-03", "--json", environ=environ
    )
    assert wrong.returncode == 1
    assert json.loads(wrong.stdout)["rules"][0]["outcome"] == "failed"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("agent", "no-such-program-anywhere"), "was not found"),
        (("agent", "some-agent", "--only", "XYZ-1"), "there is no rule XYZ-1"),
        (("agent", "'"), "cannot be split"),
        (("agent", "some-agent", "--out", "report.pdf"), "ends in none of"),
    ],
)
def test_wrong_usage_is_explained(words: tuple[str, ...], sentence: str, environ: dict[str, str]) -> None:
    done = understudy("check", *words, environ=environ)
    assert done.returncode == 2
    assert sentence in done.stderr
