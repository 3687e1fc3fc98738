"""A report as text, JSON, JUnit XML and HTML."""

import html
import re
from datetime import UTC, datetime
from typing import Any
from xml.etree import ElementTree

import msgspec

from understudy.conformance.report import Outcome, Report, RuleResult

__all__ = ["to_html", "to_json", "to_junit", "to_text"]

_CONTROL_CHARS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
"""XML has no way to write them."""


def to_json(report: Report) -> bytes:
    return msgspec.json.format(msgspec.json.encode(_as_dict(report)), indent=2) + b"\n"


def to_text(report: Report) -> str:
    """One line for each rule; with a failure, how it shows and the messages that prove it."""
    lines: list[str] = []
    for result in report.results:
        lines.append(f"{result.rule.id}  {result.outcome:<14}  {result.rule.text}  {result.rule.link}")
        if result.outcome is not Outcome.PASSED:
            lines += [f"        {note}" for note in result.notes]
        if result.outcome is Outcome.FAILED:
            lines += [f"          {line}" for line in _evidence(result)]
    lines += ["", f"{report.subject}: {_count_text(report)}"]
    return "\n".join(lines) + "\n"


def to_junit(report: Report) -> bytes:
    counts = report.counts
    suite = ElementTree.Element(
        "testsuite",
        name=f"understudy check {report.side}: {report.subject}",
        tests=str(len(report.results)),
        failures=str(counts[Outcome.FAILED]),
        skipped=str(counts[Outcome.NOT_ADVERTISED] + counts[Outcome.NOT_TESTABLE]),
        errors="0",
    )
    for result in report.results:
        case = ElementTree.SubElement(
            suite, "testcase", classname=f"{report.side}.{result.rule.id}", name=result.rule.text
        )
        properties = ElementTree.SubElement(case, "properties")
        ElementTree.SubElement(properties, "property", name="rule", value=result.rule.link)
        note = _CONTROL_CHARS.sub("?", "; ".join(result.notes))
        if result.outcome is Outcome.FAILED:
            failure = ElementTree.SubElement(case, "failure", message=note)
            failure.text = _CONTROL_CHARS.sub("?", "\n".join(_evidence(result)))
        elif result.outcome is not Outcome.PASSED:
            ElementTree.SubElement(case, "skipped", message=f"{result.outcome}: {note}")
    return ElementTree.tostring(suite, encoding="utf-8", xml_declaration=True)


def to_html(report: Report) -> str:
    rows: list[str] = []
    for result in report.results:
        notes = "".join(
            f"<p>{html.escape(note)}</p>" for note in result.notes if result.outcome is not Outcome.PASSED
        )
        evidence = "\n".join(_evidence(result)) if result.outcome is Outcome.FAILED else ""
        if evidence:
            notes += f"<details><summary>messages</summary><pre>{html.escape(evidence)}</pre></details>"
        rows.append(
            f'<tr class="{result.outcome.name.lower()}"><td><a href="{result.rule.link}">{result.rule.id}</a></td>'
            f"<td>{html.escape(result.outcome)}</td>"
            f"<td>{html.escape(result.rule.text)}{notes}</td></tr>"
        )
    title = html.escape(f"{report.subject}: {_count_text(report)}")
    return _PAGE.replace("{title}", title).replace("{rows}", "\n".join(rows))


def _as_dict(report: Report) -> dict[str, Any]:
    return {
        "side": report.side,
        "subject": report.subject,
        "date": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "counts": {outcome.value: report.counts[outcome] for outcome in Outcome},
        "rules": [
            {
                "id": result.rule.id,
                "outcome": result.outcome.value,
                "text": result.rule.text,
                "notes": result.notes,
                "evidence": _evidence(result) if result.outcome is Outcome.FAILED else [],
                "link": result.rule.link,
            }
            for result in report.results
        ],
    }


def _evidence(result: RuleResult) -> list[str]:
    return [line for check in result.checks if check.outcome is Outcome.FAILED for line in check.evidence]


def _count_text(report: Report) -> str:
    return ", ".join(f"{report.counts[outcome]} {outcome}" for outcome in Outcome if report.counts[outcome])


_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>{title}</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
td { border-top: 1px solid #8884; padding: .4rem .6rem; vertical-align: top; }
td:nth-child(1), td:nth-child(2) { white-space: nowrap; }
p { color: #777; margin: .2rem 0 0; }
pre { overflow-x: auto; white-space: pre-wrap; }
.passed td:nth-child(2) { color: #197a3d; }
.failed td:nth-child(2) { color: #c02626; font-weight: 600; }
.not_advertised td:nth-child(2), .not_testable td:nth-child(2) { color: #8a6d00; }
</style>
<h1>{title}</h1>
<table>
{rows}
</table>
</html>
"""
