"""Functions by their headers: the name, where the brackets are, the parameters. Read off blanked code by tokens.

Calls of a function: where they stand and what they are given.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from understudy.nes.symbolic.consequences.rule_context import SourceText
from understudy.nes.symbolic.limits import MAX_CALLS_PER_NAME, MAX_HEADER_LINES
from understudy.nes.syntax import LanguageFamily, ListItem, find_closing_bracket, split_list_items
from understudy.nes.text import Point

__all__ = [
    "CallSite",
    "FunctionHeader",
    "Parameter",
    "find_calls",
    "find_enclosing_function",
    "find_headers",
    "find_owner_type",
    "find_value_in_scope",
]

_NAME_GROUP: Final = r"(?P<name>[A-Za-z_$][\w$]*)"
_HEADER_START: Final[dict[LanguageFamily, re.Pattern[str]]] = {
    "python": re.compile(rf"\bdef\s+{_NAME_GROUP}\s*(?:\[[^\]]*\])?\("),
    "rust": re.compile(rf"\bfn\s+{_NAME_GROUP}\s*(?:<[^(]*>)?\("),
    "go": re.compile(rf"\Afunc\s+(?P<receiver>\([^)]*\)\s*)?{_NAME_GROUP}\s*(?:\[[^\]]*\])?\("),
    "ruby": re.compile(rf"\bdef\s+(?:self\.)?{_NAME_GROUP}[?!]?\("),
    "script": re.compile(
        rf"\bfunction\*?\s+{_NAME_GROUP}\s*(?:<[^(]*>)?\("
        r"|\b(?:const|let|var)\s+(?P<variable>[\w$]+)\s*(?::[^=]+)?=\s*(?:async\s*)?(?:function\*?\s*)?(?:<[^(]*>)?\("
        r"|(?P<member>[\w$]+)\s*[:=]\s*(?:async\s+)?function\*?\s*[\w$]*\s*\("
        r"|\A\s+(?:(?:public|private|protected|static|async|override|readonly)\s+)*\*?(?P<method>[\w$]+)\s*(?:<[^(]*>)?\("
    ),
    "java": re.compile(
        rf"\A\s+(?:(?:[\w.]+(?:<[^(=]*>)?(?:\[\])*)\s+)+{_NAME_GROUP}\s*\(|\A\s+(?P<member>[A-Z]\w*)\s*\("
    ),
    "c": re.compile(rf"\A(?:[\w:*&<>]+\s+)*[\w:*&<>]+[\s*&]+(?:\w+::)?{_NAME_GROUP}\s*\("),
}
_NOT_FUNCTION_NAMES: Final = frozenset(
    (
        "if",
        "for",
        "while",
        "switch",
        "catch",
        "return",
        "function",
        "new",
        "throw",
        "await",
        "typeof",
        "super",
        "else",
    )
)
_PARAMETER_NAME: Final[dict[LanguageFamily, re.Pattern[str]]] = {
    "python": re.compile(r"(\*{0,2})([A-Za-z_]\w*)"),
    "rust": re.compile(r"()(?:mut\s+)?([a-z_]\w*)\s*:"),
    "go": re.compile(r"()([A-Za-z_]\w*)"),
    "ruby": re.compile(r"(\*{0,2}|&)([a-z_]\w*)"),
    "script": re.compile(r"(\.{0,3})(?:(?:public|private|protected|readonly)\s+)*([A-Za-z_$][\w$]*)"),
    "java": re.compile(r"().*?([A-Za-z_]\w*)\s*(?:\[\])?\Z"),
    "c": re.compile(r"().*?([A-Za-z_]\w*)\s*(?:\[\w*\])*\Z"),
}
_RECEIVER_PARAMETER: Final = re.compile(
    r"(?:&(?:'\w+\s+)?)?(?:mut\s+)?self(?:\s*:.*)?\Z|cls\Z|self\s*:.*\Z|this\s*:.*\Z"
)


class Parameter(NamedTuple):
    name: str
    is_optional: bool
    """It has a default, or takes whatever is left."""


class FunctionHeader(NamedTuple):
    name: str
    line: int
    opening: Point
    closing: Point
    items: tuple[ListItem, ...]
    """Without the receiver."""
    parameters: tuple[Parameter, ...]
    is_method: bool
    indent: int
    keyword_only: frozenset[str] = frozenset()
    """Parameters that can be given by name only."""

    @property
    def is_variadic(self) -> bool:
        """Whether it takes any number of arguments."""
        return any(item.text.startswith(("*", "...")) or "..." in item.text for item in self.items)

    def parameter_names(self) -> list[str]:
        return [parameter.name for parameter in self.parameters]


def find_headers(
    language_family: LanguageFamily, raw: Sequence[str], code: Sequence[str], first: int, last: int
) -> Iterator[FunctionHeader]:
    """The headers that stand on, or reach into, the lines from `first` to `last`."""
    opener = _HEADER_START.get(language_family)
    if opener is None:
        return
    for number in range(max(0, first - MAX_HEADER_LINES), min(len(code), last + 1)):
        match = opener.search(code[number]) if "(" in code[number] else None
        header = _parse_header(language_family, raw, code, number, match) if match else None
        if header is not None and header.closing.line >= first:
            yield header


def _parse_header(
    language_family: LanguageFamily,
    raw: Sequence[str],
    code: Sequence[str],
    number: int,
    match: re.Match[str],
) -> FunctionHeader | None:
    groups = match.groupdict()
    name = groups["name"] or groups.get("variable") or groups.get("member") or groups.get("method") or ""
    if name in _NOT_FUNCTION_NAMES and language_family in ("script", "java", "c"):
        return None  # where no keyword says that something is defined
    opening = Point(number, match.end() - 1)
    end = find_closing_bracket(code, opening)
    if end is None:
        return None
    after = code[end.line][end.column + 1 :]
    if groups.get("method") and not re.match(r"\s*(?::[^;]*)?\{", after):
        return None
    if groups.get("variable") and "function" not in match[0] and "=>" not in after:
        return None
    if language_family in ("java", "c") and not re.match(r"[^;]*\{|\s*\Z", after):
        return None
    listed = split_list_items(
        code, raw, opening, end, angle_brackets=language_family in ("rust", "script", "java", "c")
    )
    indent = len(code[number]) - len(code[number].lstrip())
    method = bool(groups.get("receiver") or groups.get("method")) or (
        language_family in ("java", "ruby") and indent > 0
    )
    if listed and _RECEIVER_PARAMETER.match(listed[0].text):
        listed, method = listed[1:], True
    parameters, keywords, kept = _parse_parameters(language_family, listed)
    if parameters is None:
        return None
    return FunctionHeader(
        name, number, opening, end, tuple(kept), tuple(parameters), method, indent, frozenset(keywords)
    )


def _parse_parameters(
    language_family: LanguageFamily, parameter_items: Sequence[ListItem]
) -> tuple[list[Parameter] | None, set[str], list[ListItem]]:
    made: list[Parameter] = []
    kept: list[ListItem] = []
    keywords: set[str] = set()
    named = False
    for item in parameter_items:
        if language_family == "python" and item.text in ("*", "/"):
            named = named or item.text == "*"
            continue
        if language_family == "c" and item.text == "void":
            continue
        match = _PARAMETER_NAME[language_family].match(item.text)
        if match is None:
            return None, keywords, kept
        rest = item.text[match.end() :]
        loose = bool(match[1]) or "..." in item.text
        optional = loose or "=" in rest or (language_family == "script" and rest.startswith("?"))
        if named:
            keywords.add(match[2])
        named = named or (language_family == "python" and match[1] == "*")
        made.append(Parameter(match[2], optional))
        kept.append(item)
    return made, keywords, kept


def find_enclosing_function(
    language_family: LanguageFamily, raw: Sequence[str], code: Sequence[str], line: int
) -> FunctionHeader | None:
    """The function that a line stands in, as its indentation tells."""
    opener = _HEADER_START.get(language_family)
    if opener is None:
        return None
    depth = len(code[line]) - len(code[line].lstrip())
    for number in range(line - 1, max(-1, line - 400), -1):
        text = code[number]
        if not text.strip():
            continue
        indent = len(text) - len(text.lstrip())
        if indent >= depth:
            continue
        match = opener.search(text) if "(" in text else None
        header = _parse_header(language_family, raw, code, number, match) if match else None
        if header is not None and header.closing < Point(line, 0):
            return header
        if not text.lstrip().startswith((")", "}", "]")):
            depth = indent
        if depth == 0:
            return None
    return None


def find_owner_type(language_family: LanguageFamily, code: Sequence[str], header: FunctionHeader) -> str:
    """The class, type or `impl` that a method belongs to, if it can be seen."""
    if language_family == "go":
        match = re.match(r"func\s+\(\w*\s*\*?(\w+)", code[header.line])
        return match[1] if match else ""
    for number in range(header.line - 1, -1, -1):
        line = code[number]
        if line.strip() and len(line) - len(line.lstrip()) < header.indent:
            match = re.match(
                r"\s*(?:export\s+|default\s+|abstract\s+|public\s+|final\s+)*(?:class\s+(\w+)|impl(?:<[^>]*>)?\s+(?:[\w:<>]+\s+for\s+)?(\w+))",
                line,
            )
            return (match[1] or match[2]) if match else ""
    return ""


_DEFINITION_KEYWORD: Final = re.compile(r"\b(?:def|fn|func|function|class|struct|macro_rules!)\Z")
_METHOD_MODIFIERS: Final = re.compile(r"\A\s*(?:(?:public|private|protected|static|async|override)\s+)*\Z")
_BODY_START: Final = re.compile(r"\)\s*(?::[^;]*)?\{\s*\Z")


class CallSite(NamedTuple):
    opening: Point
    closing: Point
    arguments: tuple[ListItem, ...]
    has_receiver: bool
    """It is called on something."""
    positional_count: int
    """How many arguments have no name, from the first on."""
    keyword_indexes: dict[str, int]
    """Which argument has which name."""


@lru_cache(maxsize=256)
def _call_pattern(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w$]){re.escape(name)}(?:\s*::)?(?:<[^<>()]*>)?(?:::new)?\(")


def find_calls(text: SourceText, name: str) -> list[CallSite]:
    """Calls of that name, definitions left out; so many at most that looking at each is quick."""
    pattern = _call_pattern(name)
    found: list[CallSite] = []
    for number in text.code_lookup.lines_containing(name):
        line = text.code[number]
        for match in pattern.finditer(line):
            before = line[: match.start()].rstrip()
            if _DEFINITION_KEYWORD.search(before) or before.startswith("func ("):
                continue
            if _METHOD_MODIFIERS.match(before) and _BODY_START.search(line):
                continue
            opening = Point(number, match.end() - 1)
            end = find_closing_bracket(text.code, opening)
            if end is None:
                continue
            found.append(_parse_call(text, opening, end, before.endswith((".", "::", "->"))))
            if len(found) == MAX_CALLS_PER_NAME:
                return found
    return found


def _parse_call(text: SourceText, opening: Point, end: Point, has_receiver: bool) -> CallSite:
    arguments = split_list_items(text.code, text.raw, opening, end)
    keywords: dict[str, int] = {}
    for index, item in enumerate(arguments):
        named = re.match(r"(\w+)\s*=(?!=)", item.text) if text.language_family == "python" else None
        if named:
            keywords[named[1]] = index
    positional = min(keywords.values(), default=len(arguments))
    return CallSite(opening, end, tuple(arguments), has_receiver, positional, keywords)


def find_value_in_scope(text: SourceText, call: CallSite, name: str) -> str | None:
    """How the value of that name is written where the call stands: a parameter or a variable of the function."""
    around = find_enclosing_function(text.language_family, text.raw, text.code, call.opening.line)
    if around is None:
        return None
    if name in around.parameter_names():
        return name
    word = re.escape(name)
    binding = re.compile(
        rf"(?<![\w$.]){word}\s*(?::[^=(]+)?(?::=|=(?!=))|\b(?:let|const|var)\s+(?:mut\s+)?{word}\b"
    )
    for line in range(around.closing.line + 1, call.opening.line):
        if binding.search(text.code[line]) and not text.code[line].rstrip().endswith(","):
            return name
    return None
