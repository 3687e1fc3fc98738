"""Type the new lines of cases and record the features of every completion with whether it was right.

CASES… → a features file. Follows the rules of `understudy nes replay --typing`: a request after each token,
right if the line is then as the commit has it. Nothing is accepted: every line is typed to its end. Of each line
one request is made inside a word, where an editor may ask too.
"""

import argparse
import random
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from training.distribution import add_worker_options, play_in_order, workers_of
from training.rows import TrainingError, is_held_out, project_of
from training.simulation import CaseTexts
from understudy.languages import language_id_for
from understudy.nes.completion.engine import CompletionEngine
from understudy.nes.completion.features import FEATURE_NAMES
from understudy.nes.engine_api import Situation
from understudy.nes.text import Edit, Point, TextSnapshot
from understudy.replay.cases import Case, Hunk, read_cases
from understudy.replay.distribution import fingerprint
from understudy.replay.typed_lines import is_typed_line, token_borders

__all__ = ["TypedLine", "TypedRequest", "configure", "run", "type_case"]

HELP = "cases → features of completions"
MAX_LINES_PER_CASE: Final = 40
MAX_LINE_CHARS: Final = 200
"""Longer lines are prose or data, and one of them has as many requests as ten lines of code."""
DIGITS: Final = 3


class TypedRequest(msgspec.Struct, array_like=True):
    is_in_word: bool
    candidates: list[tuple[int, int, list[float]]]
    """Whether it is right, the number of lines that it finishes, and its features."""
    texts: list[int]
    """Identifies what the line becomes."""
    first_lines: list[int]
    """The same for the first line of each."""


class TypedLine(msgspec.Struct):
    project: str
    """The name of the file of cases; projects are evaluated with a fit that has seen none of their lines."""
    length: int
    requests: list[TypedRequest]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="CASES", help="a file of cases, one a line")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the features file")
    parser.add_argument("-n", type=int, metavar="N", help="only the first N cases of each file")
    add_worker_options(parser)


def run(options: argparse.Namespace) -> int:
    count = 0
    jobs = ((path.stem, case) for path in options.files for case in _permitted_cases(path, options.n))
    encoder = msgspec.json.Encoder()
    with options.out.open("wb") as out:
        for lines in play_in_order(
            _type_case,
            jobs,
            workers_of(options),
            kind=list[TypedLine],
            key=lambda job: fingerprint(job[0], msgspec.json.encode(job[1])),
            resume=options.resume,
            total=sum(1 for path in options.files for _ in read_cases(path, options.n)),
        ):
            for line in lines:
                out.write(encoder.encode(line) + b"\n")
                count += 1
    print(f"{count} lines in {options.out}")
    return 0


def _permitted_cases(path: Path, most: int | None) -> Iterator[Case]:
    for case in read_cases(path, most):
        if is_held_out(path.stem) or is_held_out(project_of(case.id)):
            raise TrainingError(f"{path}: {case.id} is of a project that is measured on. Leave it out.")
        yield case


def _type_case(job: tuple[str, Case]) -> list[TypedLine]:
    return type_case(*job)


def type_case(project: str, case: Case) -> list[TypedLine]:
    """Type the new lines of a case, in order."""
    typist = _Typist(project, case)
    for hunk in case.hunks:
        typist.type_hunk(hunk)
        if len(typist.typed) >= MAX_LINES_PER_CASE:
            break
    return typist.typed


class _Typist:
    def __init__(self, project: str, case: Case) -> None:
        self.typed: list[TypedLine] = []
        self._project = project
        self._lines = {path: text.split("\n") for path, text in case.files.items()}
        self._offsets: Counter[str] = Counter()
        self._engine = CompletionEngine()
        self._edits: list[Edit] = []
        self._random = random.Random(case.id)  # noqa: S311 - the same features each time
        self._version = 0

    def type_hunk(self, hunk: Hunk) -> None:
        lines = self._lines[hunk.path]
        at = hunk.start + self._offsets[hunk.path]
        del lines[at : at + len(hunk.old)]
        edit = Edit(len(self._edits), hunk.path, at, tuple(hunk.old), ())
        self._edits.append(edit)
        old = {line.strip() for line in hunk.old}
        for index, line in enumerate(hunk.new):
            indent = line[: len(line) - len(line.lstrip())]
            lines.insert(at + index, indent)
            if is_typed_line(line, old) and len(line) <= MAX_LINE_CHARS:
                self._type_line(hunk, at, index)
            lines[at + index] = line
            edit.new = tuple(hunk.new[: index + 1])
        self._offsets[hunk.path] += len(hunk.new) - len(hunk.old)

    def _type_line(self, hunk: Hunk, at: int, index: int) -> None:
        if len(self.typed) >= MAX_LINES_PER_CASE:
            return
        lines, want = self._lines[hunk.path], hunk.new[index]
        indent = len(want) - len(want.lstrip())
        borders = token_borders(want[indent:])
        inside = [one for one in range(2, len(want) - indent - 4) if one not in borders]
        requests = [(one, False) for one in borders]
        if inside:
            requests.append((self._random.choice(inside), True))
        typed = TypedLine(self._project, len(want) - indent, [])
        for border, is_in_word in sorted(requests):
            lines[at + index] = want[: indent + border]
            typed.requests.append(self._request(hunk, at, index, is_in_word))
        self.typed.append(typed)

    def _request(self, hunk: Hunk, at: int, index: int, is_in_word: bool) -> TypedRequest:
        lines = self._lines[hunk.path]
        self._version += 1
        situation = Situation(
            snapshot=TextSnapshot(hunk.path, language_id_for(hunk.path), lines, self._version),
            cursor=Point(at + index, len(lines[at + index])),
            edits=self._edits,
            workspace_texts=CaseTexts(self._lines),
        )
        request = TypedRequest(is_in_word, [], [], [])
        for one, features in self._engine.scored_continuations(situation):
            result = (lines[at + index] + one.text).split("\n")
            right = result == hunk.new[index : index + len(result)]
            values = [round(features[name], DIGITS) for name in FEATURE_NAMES]
            request.candidates.append((int(right), len(result), values))
            request.texts.append(zlib.crc32("\n".join(result).encode()))
            request.first_lines.append(zlib.crc32(result[0].encode()))
        return request
