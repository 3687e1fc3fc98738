"""A variable of a Makefile, or an argument or variable of a Dockerfile, was renamed where it is set: uses follow.

Uses are `$(SRC)` and `${SRC}`, other assignments of it in the Makefile, and `args` and `--build-arg` for an
argument of an image. The same word without a dollar is a word.
"""

import re
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.keys import is_dockerfile, is_makefile, read_keys, read_scalars
from understudy.nes.symbolic.consequences.limits import (
    MAX_CODE_LINE_CHARS,
    MAX_VALUE_TEXTS,
)
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.text_names.definitions import (
    match_renamed,
    propose_for_newest,
    text_of_change,
)
from understudy.nes.symbolic.consequences.values import (
    NamePlace,
    RenamedName,
    StaleFeatures,
    rename_candidates,
)
from understudy.nes.text import Point, Replacement, Span

__all__ = ["RenamedBuildVariable", "find_renamed_build_variable", "propose_build_variables"]

PROBABILITY: Final = RuleProbability(0.86, StaleFeatures(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT))

_SET_IN_MAKEFILE: Final = re.compile(
    r"(?:(?:export|override|define)\s+)*(?P<name>[A-Za-z_][\w-]*)\s*(?::{0,3}|[+?!])="
)
_SET_IN_DOCKERFILE: Final = re.compile(r"\s*(?P<kind>(?i:ARG|ENV))\s+(?P<name>[A-Za-z_]\w*)(?![^=\s])")
_FROM: Final = re.compile(r"(?i)\s*FROM\s")
_Kind = Literal["make", "arg", "env"]
_Place = tuple[SourceText, int, int]


class RenamedBuildVariable(NamedTuple):
    change: Change
    text: SourceText
    kind: _Kind
    old: str
    new: str

    @property
    def mention(self) -> re.Pattern[str]:
        return re.compile(rf"()(?<![\w-]){re.escape(self.old)}(?![\w-])")


def propose_build_variables(context: RuleContext) -> list[Candidate]:
    """Propose the new name of a variable of a Makefile or a Dockerfile where the old one is used."""
    return propose_for_newest(context, find_renamed_build_variable, _candidates)


def find_renamed_build_variable(context: RuleContext, change: Change) -> RenamedBuildVariable | None:
    """Return the variable that an edit renamed where it is set."""
    is_image = is_dockerfile(change.edit.uri)
    if not is_image and not is_makefile(change.edit.uri):
        return None
    lines = match_renamed(_SET_IN_DOCKERFILE if is_image else _SET_IN_MAKEFILE, change)
    text = text_of_change(context, change) if lines is not None else None
    if lines is None or text is None:
        return None
    before, after = lines
    kind: _Kind = "make" if not is_image else "arg" if after["kind"].lower() == "arg" else "env"
    return RenamedBuildVariable(change, text, kind, before["name"], after["name"])


def _candidates(context: RuleContext, renamed: RenamedBuildVariable) -> list[Candidate]:
    found: dict[tuple[str, int], list[Replacement]] = {}
    texts: dict[str, SourceText] = {}
    places = _make_places(renamed) if renamed.kind == "make" else _image_places(context, renamed)
    for text, line, start in places:
        texts[text.snapshot.uri] = text
        span = Span(Point(line, start), Point(line, start + len(renamed.old)))
        found.setdefault((text.snapshot.uri, line), []).append(Replacement(span, renamed.new))
    ordered = [NamePlace(texts[uri], line, tuple(sorted(edits))) for (uri, line), edits in found.items()]
    name = RenamedName("variable", renamed.old, renamed.new, renamed.change)
    return list(rename_candidates(context, "build-variable", name, ordered, PROBABILITY))


def _make_places(renamed: RenamedBuildVariable) -> Iterator[_Place]:
    name = re.escape(renamed.old)
    used = (
        rf"\$[({{]({name})(?=[):}}])"
        rf"|^(?:(?:export|override|define|unexport|undefine)\s+)*({name})(?=\s*(?::{{0,3}}|[+?!])=)"
        rf"|^(?:export|unexport|undefine|ifn?def)\s+({name})(?=\s*\Z)"
        rf"|^[^\t#=:][^#=:]*:\s*(?:export\s+)?({name})(?=\s*(?::{{0,3}}|[+?!])=)"
        rf"|\$\(origin ({name})\)"
    )
    yield from _matches(renamed.text, used, renamed.old, range(len(renamed.text.raw)))


def _image_places(context: RuleContext, renamed: RenamedBuildVariable) -> Iterator[_Place]:
    name, text, line = re.escape(renamed.old), renamed.text, renamed.change.edit.line
    stages = [number for number, one in enumerate(text.raw) if _FROM.match(one)]
    is_global = not stages or line < stages[0]
    end = next((one for one in stages if one > line), len(text.raw))
    used = rf"(?<!\\)\$(?:\{{({name})(?=[}}:])|({name})(?!\w))"
    if renamed.kind == "arg" and is_global:
        used += rf"|^\s*(?i:ARG)\s+({name})(?=\s*\Z)"
    # An argument ends with its stage; a variable is inherited by stages built on it.
    last = end if renamed.kind == "arg" and not is_global else len(text.raw)
    yield from _matches(text, used, renamed.old, range(line + 1, last))
    is_other = re.compile(
        rf"\s*(?i:ARG)\s+{name}(?![\w])(?!\s*\Z)" if is_global else rf"\s*(?i:ARG)\s+{name}(?!\w)"
    )
    if renamed.kind == "arg" and not any(is_other.match(one) for one in text.raw):
        yield from _passed_arguments(context, renamed)


def _passed_arguments(context: RuleContext, renamed: RenamedBuildVariable) -> Iterator[_Place]:
    """Yield where an argument gets its value: `--build-arg` of a command, `args` in compose."""
    others = context.situation.workspace_texts.find_containing(
        [renamed.old], renamed.text.snapshot.uri, MAX_VALUE_TEXTS
    )
    passed = rf"--build-arg[ =][\"']?({re.escape(renamed.old)})(?![\w.-])"
    for other in map(context.source_text, others):
        yield from _matches(other, passed, renamed.old, range(len(other.raw)))
        if not other.snapshot.uri.lower().endswith((".yml", ".yaml")):
            continue
        for key in read_keys(other.raw):
            if key.path[-3:] == ("build", "args", renamed.old):
                yield other, key.line, key.start
        for item in read_scalars(other.raw):
            if item.path[-2:] == ("build", "args") and item.text.partition("=")[0] == renamed.old:
                yield other, item.line, item.start


def _matches(text: SourceText, pattern: str, word: str, lines: range) -> Iterator[_Place]:
    compiled = re.compile(pattern)
    for line in text.raw_lookup.iterate_containing(word):
        if line in lines and len(text.raw[line]) <= MAX_CODE_LINE_CHARS:
            for match in compiled.finditer(text.raw[line]):
                yield text, line, match.start(match.lastindex or 0)
