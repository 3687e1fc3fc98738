"""Names in workflows of GitHub Actions that expressions use: steps, keys of a matrix, inputs, outputs of jobs.

`steps.meta.outputs.version` and `matrix.node` refer to names of their own job, `inputs.name` and
`needs.build.outputs.version` to those of the whole file.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from understudy.nes.symbolic.consequences.keys.key_paths import KeyLine
from understudy.nes.symbolic.consequences.rule_context import SourceText

__all__ = ["find_workflow_uses", "is_step", "is_workflow"]

_WORKFLOW: Final = re.compile(r"/\.github/workflows/[^/]+\.ya?ml\Z|/action\.ya?ml\Z")
_STEP: Final = ("steps", "id")
_MATRIX: Final = ("strategy", "matrix")
_ITEMS: Final = frozenset({"include", "exclude"})


def is_workflow(uri: str) -> bool:
    return _WORKFLOW.search(uri) is not None


def is_step(path: Sequence[str]) -> bool:
    """Whether this is the path of the `id` of a step."""
    return tuple(path[-2:]) == _STEP


def find_workflow_uses(
    text: SourceText, path: tuple[str, ...], old: str, line: int, keys: Sequence[KeyLine]
) -> Iterator[tuple[int, int]]:
    """Yield the lines and columns where expressions refer to the old name; `line` and `path` are those of the new
    one."""
    lines = _job_lines(text, path, line, keys)
    if is_step(path):
        pattern = "steps"
    elif path[2:4] == _MATRIX:
        pattern = "matrix"
        for one in keys:
            if one.line in lines and len(one.path) == 6 and one.path[4] in _ITEMS and one.key == old:
                yield one.line, one.start
    elif "inputs" in path[-2:-1]:
        pattern, lines = r"(?:github\.event\.)?inputs", range(len(text.raw))
    elif path[:1] == ("jobs",) and path[2:-1] == ("outputs",):
        pattern, lines = rf"(?:needs|jobs)\.{re.escape(path[1])}\.outputs", range(len(text.raw))
    else:
        return
    name = re.compile(rf"(?<![\w.-]){pattern}(?:\.|\[')({re.escape(old)})(?![\w-])")
    for number in text.raw_lookup.iterate_containing(old):
        if number in lines:
            yield from ((number, match.start(1)) for match in name.finditer(text.raw[number]))


def _job_lines(text: SourceText, path: Sequence[str], line: int, keys: Sequence[KeyLine]) -> range:
    """Return the lines of the job around a line; the whole text if it is in none."""
    if path[:1] != ("jobs",):
        return range(len(text.raw))
    starts = [one.line for one in keys if len(one.path) == 2 and one.path[0] == "jobs"]
    first = max((one for one in starts if one <= line), default=0)
    others = (one.line for one in keys if one.line > first and len(one.path) <= 2)
    return range(first, next(others, len(text.raw)))
