"""Writes the generated pages of the documentation: `python -m release.pages`.

docs/conformance.md has a section for each rule of `understudy check`; docs/security.md and docs/contributing.md are
SECURITY.md and CONTRIBUTING.md with the links of the site; docs/benchmarks.md is made of the results of
`make bench`, and so is the figure in README.md.
"""

import json
import re
import sys
from pathlib import Path

from understudy.conformance import AGENT_CHECKS, RULES, Rule
from understudy.conformance.tool_rules import MCP_REGISTRY

__all__ = [
    "PAGES",
    "benchmarks_page",
    "conformance_page",
    "contributing_page",
    "readme_page",
    "security_page",
]

REPOSITORY = Path(__file__).resolve().parents[1]
INTRODUCTION = """\
# Conformance: `understudy check`

A client for any ACP agent, an agent for any ACP client, and an MCP client for any server of the workspace tools.
Each checks rule by rule, and a failure comes with the messages that prove it.

```sh
understudy check agent 'some-agent --acp'                       # plays a client
understudy check agent 'some-agent --acp' --only NES --out report.html
understudy check agent wss://agents.example.org/acp --root /srv/project     # at an address, with UNDERSTUDY_TOKEN
understudy check mcp 'some-server {root}' --out report.xml      # plays an MCP client in a temporary workspace
understudy check mcp http://127.0.0.1:8765/mcp --root /srv/empty        # at an address, with UNDERSTUDY_MCP_TOKEN
understudy check client --out report.txt                        # an agent that an editor can be pointed at
```

`--out` writes JSON, JUnit, HTML or text, by the name's ending; `--json` prints JSON. The exit status is 0 if
nothing failed, 1 if something failed, 2 if nothing could be checked. Every line of a report links to the section of
its rule below. A rule is *passed*, *failed*, *not advertised*
(the other side does not offer it) or *not testable* (it cannot be seen from outside, or did not happen).

An agent at an address may be confined to some folders: `--root` names one of them, and the check works in a new
folder inside it; without it, sessions are mostly not testable. An MCP server at an address serves a folder of its
own: `--root` names it, it is on this machine and empty, and it is empty again at the end.

`check client` advertises everything (`--profile full`) or little (`--profile minimal`), so that a client shows what
it sends and what it leaves out. It suggests the word `understudy_check` at the end of a document: accept it, reject
it, send a prompt, and close the editor; then the report is written.

{results}
## Rules

The ids are those of the requirements that Understudy itself is tested by. *Proposal* means the specifications that
next edits, additional directories and the runtime context began as; `understudy check` knows both dialects.
"""
SIDES = {"agent": "agents", "client": "clients", "mcp": "MCP servers"}


def conformance_page() -> str:
    return "\n".join(
        [INTRODUCTION.replace("{results}\n", _results()), *(_section(rule) for rule in RULES.values())]
    )


def _results() -> str:
    """A table of what was found at agents and servers; a finding is about this version and this machine."""
    found = json.loads((REPOSITORY / "release" / "conformance_results.json").read_text())
    lines = [
        f"## Results of {found['date']}",
        "",
        "`make conformance` runs the checks against these. The two agents of our tests are scripts that do only",
        "what these tests need: what they fail is no finding about the SDKs. The real agents have no account here,",
        "so much of them is not testable.",
        "",
        "| | checked as | passed | failed | not advertised | not testable |",
        "|---|---|---|---|---|---|",
    ]
    for row in found["rows"]:
        counts = row["counts"]
        failed = f"{counts['failed']}: {', '.join(row['failed'])}" if row["failed"] else "0"
        others = f"{counts['not advertised']} | {counts['not testable']}"
        lines.append(f"| {row['name']} | {row['side']} | {counts['passed']} | {failed} | {others} |")
    return "\n".join([*lines, "", ""])


def _section(rule: Rule) -> str:
    sides = " and ".join(SIDES[side] for side in rule.sides)
    lines = [f"### {rule.id}", "", f"For {sides}. {rule.text}", ""]
    checks = [check.name for check in (*AGENT_CHECKS, *MCP_REGISTRY.checks) if check.rule == rule.id]
    if checks:
        lines += [f"- {name}" for name in checks] + [""]
    return "\n".join(lines)


def security_page() -> str:
    text = (REPOSITORY / "SECURITY.md").read_text()
    text = text.replace("](docs/", "](").replace("[docs/", "[")
    return re.sub(r"\[([^\]]+)\]\(((?:src/|[A-Z]+\.md)[^)]*)\)", r"\1 (`\2`)", text)


def contributing_page() -> str:
    """CONTRIBUTING.md with the links of the site; files of the checkout are named, not linked."""
    text = (REPOSITORY / "CONTRIBUTING.md").read_text()
    text = text.replace("](docs/", "](").replace("[docs/", "[")
    return re.sub(r"\[([^\]]+)\]\((?:training|tests|src)/[^)]*\)", r"`\1`", text)


BENCHMARKS = """\
# Benchmarks

Generated from `release/bench_results.json`{when}. Each row was measured in turn with its peer, in the
same run, so that the load of the machine concerns both: the ratio says more than the two times. *Load* is how many
processes wanted the {cores} when the measurement began. {machine}.

```sh
make bench                       # all of them; rows are printed as they come
make bench mcp acp-start         # some
.venv/bin/python -m bench --json release/bench_results.json && .venv/bin/python -m release.pages
```

Other measurements (large workspaces, completion, memory over time, names): [Measurements](measurements.md).

"""


def benchmarks_page() -> str:
    found = json.loads((REPOSITORY / "release" / "bench_results.json").read_text())
    machine: str = found["machine"]
    cores = next((part.strip() for part in machine.split(",") if "core" in part), "cores")
    dates = {result["date"] for result in found["results"].values()}
    when = f", measured on {max(dates)}" if len(dates) == 1 else ""
    header = ["what", "ours", "peer", "ratio", "goal", "load", *(["date"] if len(dates) > 1 else [])]
    lines = [BENCHMARKS.format(machine=machine, cores=cores, when=when).rstrip(), ""]
    lines += [f"| {' | '.join(header)} |", "|---" * len(header) + "|"]
    failed: list[str] = []
    for name, result in found["results"].items():
        if result["error"]:
            failed.append(f"`{name}` did not run to its end: {result['error']}")
        for row in result["rows"]:
            cells = [row[column].replace("|", "\\|") for column in ("what", "ours", "peer", "ratio", "goal")]
            cells.append(f"{result['load']:.0f}")
            lines.append(f"| {' | '.join([*cells, *([result['date']] if len(dates) > 1 else [])])} |")
    return "\n".join([*lines, *([""] if failed else []), *failed]) + "\n"


def readme_page() -> str:
    """README.md with the figure that is measured; the ratio, since the seconds are those of one machine."""
    found = json.loads((REPOSITORY / "release" / "bench_results.json").read_text())
    bare = next(row for row in found["results"]["acp-start"]["rows"] if "import asyncio" in row["peer"])
    sentence = f"It starts in {float(bare['ratio']):.1f} times the time of a bare Python"
    text, count = re.subn(
        r"It starts in [\d.]+ times the time of a bare Python",
        sentence,
        (REPOSITORY / "README.md").read_text(),
    )
    if count != 1:
        raise ValueError("README.md has no sentence about the time of a start")
    return text


PAGES = {
    "README.md": readme_page,
    "docs/benchmarks.md": benchmarks_page,
    "docs/conformance.md": conformance_page,
    "docs/contributing.md": contributing_page,
    "docs/security.md": security_page,
}


def main() -> int:
    for name, make in PAGES.items():
        (REPOSITORY / name).write_text(make())
        print(name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
