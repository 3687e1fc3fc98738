"""The names of classes: blocks with elements and modifiers (BEM), nested selectors, and where code writes classes.

`dial__hand` is an element and `dial--small` a modifier of the block `dial`. In a nested stylesheet, `&__hand` is
written for `dial__hand` inside of `.dial`.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from understudy.nes.symbolic.consequences.limits import MAX_NESTED_LINES

__all__ = ["NESTED_NAME", "NEXT_PART", "ClassStem", "mask_other_text", "parent_class", "shared_stem"]

_NAME: Final = r"-?[A-Za-z_][\w-]*"
_PART: Final = re.compile(r"(?<=[A-Za-z0-9])(?:__|--)(?=[A-Za-z0-9])")
NEXT_PART: Final = r"(?:__|--)(?:[A-Za-z0-9]|\$\{|#\{|\{\{)"
"""The beginning of an element or a modifier; the rest may be computed."""
NESTED_NAME: Final = re.compile(r"&((?:__|--|-)[A-Za-z0-9][\w-]*)")
_LAST_CLASS: Final = re.compile(rf"\.({_NAME})\Z")
_CLASS_VALUE: Final = re.compile(r"(?<![\w:.-])class(?:Name)?\s*=\s*(?:\"([^\"\n]*)\"|'([^'\n]*)')")
_EXPRESSION: Final = re.compile(
    r"(?<![\w.-])(?:class(?:Name)?\s*=\s*\{|(?::|v-bind:)class\s*=\s*[\"']|class[nN]ames\(|clsx\(|c[nx]\(|cva\(|tw(?:Merge|Join)\()"
)
_STRING: Final = re.compile(r"(?<!=)(?<!= )(?:\"([^\"\n]*)\"|'([^'\n]*)'|`([^`\n]*)`)")
_BRACKET: Final = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'|`[^`\n]*`|[(\[{)\]}]")
"""A bracket, or a string, in which there is none."""
_COMPUTED: Final = re.compile(r"\$\{([^{}]*)\}")
_DIRECTIVE: Final = re.compile(rf"(?:(?<![\w-])class:|\[class\.)({_NAME})")
"""A class that Svelte or Angular sets by a condition."""


class ClassStem(NamedTuple):
    """What a renamed class begins with, and what it begins with now. Its elements and modifiers begin so, too."""

    old: str
    new: str


def shared_stem(old: str, new: str) -> ClassStem:
    """Return the names without the elements and modifiers that both end in."""
    for part in _PART.finditer(old):
        ending = old[part.start() :]
        if new.endswith(ending) and len(new) > len(ending):
            return ClassStem(old[: part.start()], new[: -len(ending)])
    return ClassStem(old, new)


def parent_class(lines: Sequence[str], number: int) -> str | None:
    """Return the class for which `&` stands in a line of a nested stylesheet."""
    indent, ending = _indent(lines[number]), ""
    for at in range(number - 1, max(-1, number - MAX_NESTED_LINES), -1):
        stripped = lines[at].strip()
        if not stripped or _indent(lines[at]) >= indent or stripped.startswith(("//", "/*", "*")):
            continue
        indent = _indent(lines[at])
        selector = stripped.rstrip("{ ")
        nested = NESTED_NAME.fullmatch(selector)
        if nested is not None:
            ending = f"{nested[1]}{ending}"
        elif not selector.startswith("@"):
            match = _LAST_CLASS.search(selector) if "&" not in selector else None
            return f"{match[1]}{ending}" if match is not None else None
    return None


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def mask_other_text(line: str) -> str:
    """Return a line of a page or a component with blanks for all that are not names of classes."""
    masked = [" "] * len(line)
    for start, end in _class_spans(line):
        masked[start:end] = line[start:end]
    return "".join(masked)


def _class_spans(line: str) -> Iterator[tuple[int, int]]:
    for match in _CLASS_VALUE.finditer(line):
        yield match.span(1 if match[1] is not None else 2)
    for match in _DIRECTIVE.finditer(line):
        yield match.span(1)
    end = 0
    while (expression := _EXPRESSION.search(line, end)) is not None:
        end = _expression_end(line, expression.end())
        yield from _string_spans(line, expression.end(), end)


def _expression_end(line: str, start: int) -> int:
    """Return where the bracket or the quote in front of a place is closed."""
    if line[start - 1] in "\"'":
        end = line.find(line[start - 1], start)
        return end if end >= 0 else len(line)
    depth = 1
    for match in _BRACKET.finditer(line, start):
        depth += (match[0] in "([{") - (match[0] in ")]}")
        if not depth:
            return match.start()
    return len(line)


def _string_spans(line: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for match in _STRING.finditer(line, start, end):
        if match[3] is None:
            yield match.span(1 if match[1] is not None else 2)
            continue
        at = match.start(3)
        for computed in _COMPUTED.finditer(line, *match.span(3)):
            yield at, computed.start(1)
            for one in _STRING.finditer(line, *computed.span(1)):
                yield one.span(1 if one[1] is not None else 2)
            at = computed.end(1)
        yield at, match.end(3)
