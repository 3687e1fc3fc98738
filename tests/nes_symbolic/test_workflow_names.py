"""A renamed step, key of a matrix, input or output of a workflow: the expressions that use it follow."""

import pytest

from nes_symbolic.rule_cases import RuleCase, case, run

PATH = ".github/workflows/ci.yml"
JOB = """on:
  workflow_dispatch:
    inputs:
      kind:
        type: string
jobs:
  build:
    strategy:
      matrix:
        node: [18]
        include:
          - os: a
            node: 20
    outputs:
      version: 1
    steps:
      - id: meta
        run: meta
      - run: LINE
  other:
    steps:
      - run: OTHER
"""
STEP = ("      - id: meta", "      - id: info")
NODE = ("        node: [18]", "        runtime: [18]")
INPUT = ("      kind:", "      level:")
OUTPUT = ("      version: 1", "      tag: 1")


def uses(edit: tuple[str, str], line: str, expected: str = "", *, elsewhere: bool = False) -> RuleCase:
    """A line of the same job, or of the other one."""
    found = f"{PATH}\n@{22 if elsewhere else 19}\n-      - run: {line}\n+      - run: {expected}"
    text = JOB.replace("OTHER" if elsewhere else "LINE", line)
    return case(text, *edit, *([found] if expected else []), path=PATH)


ROWS = {
    "an output of a step": uses(STEP, "x ${{ steps.meta.outputs.a }}", "x ${{ steps.info.outputs.a }}"),
    "a step in brackets": uses(STEP, "x ${{ steps['meta'].outcome }}", "x ${{ steps['info'].outcome }}"),
    "a step of another job": uses(STEP, "x ${{ steps.meta.outputs.a }}", elsewhere=True),
    "a longer step": uses(STEP, "x ${{ steps.meta-2.outputs.a }}"),
    "a word that is called like a step": uses(STEP, "meta meta.outputs"),
    "a key of a matrix": uses(NODE, "x ${{ matrix.node }}", "x ${{ matrix.runtime }}")._replace(
        expected=[
            f"{PATH}\n@13\n-            node: 20\n+            runtime: 20",
            f"{PATH}\n@19\n-      - run: x ${{{{ matrix.node }}}}\n+      - run: x ${{{{ matrix.runtime }}}}",
        ]
    ),
    "a key of the matrix of another job": uses(NODE, "x ${{ matrix.node }}", elsewhere=True)._replace(
        expected=[f"{PATH}\n@13\n-            node: 20\n+            runtime: 20"]
    ),
    "an input": uses(INPUT, "x ${{ inputs.kind }}", "x ${{ inputs.level }}", elsewhere=True),
    "an input of the event": uses(
        INPUT, "x ${{ github.event.inputs.kind }}", "x ${{ github.event.inputs.level }}"
    ),
    "an output of a job": uses(
        OUTPUT, "x ${{ needs.build.outputs.version }}", "x ${{ needs.build.outputs.tag }}", elsewhere=True
    ),
    "an output of another job": uses(OUTPUT, "x ${{ needs.test.outputs.version }}", elsewhere=True),
    "an output of a step with that name": uses(OUTPUT, "x ${{ steps.meta.outputs.version }}"),
    "another file": uses(STEP, "x ${{ steps.meta.outputs.a }}")._replace(
        files={"a.yml": JOB.replace("LINE", "x ${{ steps.meta.outputs.a }}")}
    ),
    "the job of another workflow": case(
        JOB,
        "  build:",
        "  compile:",
        path=PATH,
    )._replace(files={PATH: JOB, ".github/workflows/old.yml": JOB}),
    "an action": case(
        "inputs:\n  kind:\n    default: a\nruns:\n  steps:\n    - run: x ${{ inputs.kind }}\n",
        "  kind:",
        "  level:",
        "action.yml\n@6\n-    - run: x ${{ inputs.kind }}\n+    - run: x ${{ inputs.level }}",
        path="action.yml",
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_expressions_of_a_workflow_follow(name: str) -> None:
    assert run(ROWS[name], "key-reference") == ROWS[name].expected
