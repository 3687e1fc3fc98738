"""Functions: headers with names and parameters, and calls, read from masked code by regular expressions.

What a header looks like is declared by the language (`understudy.languages`). Not a parser of bodies.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from understudy.languages import FunctionSyntax, Language, compile_pattern, function_keywords
from understudy.nes.symbolic.consequences.limits import (
    MAX_CALLS_PER_NAME,
    MAX_ENCLOSING_FUNCTION_LINES,
    MAX_HEADER_LINES,
)
from understudy.nes.symbolic.consequences.rule_context import SourceText
from understudy.nes.symbolic.tokens import cache_by_line, matches_behind
from understudy.nes.syntax import ListItem, find_closing_bracket, split_list_items
from understudy.nes.text import Edit, Point, Replacement, Span

__all__ = [
    "CallSite",
    "FunctionHeader",
    "Parameter",
    "find_calls",
    "find_enclosing_function",
    "find_headers",
    "find_own_field",
    "find_owner_type",
    "find_read_member",
    "find_value_in_scope",
    "indent_width",
    "insert_argument",
    "may_change_parameters",
    "parse_call",
]

_NOT_FUNCTION_NAMES: Final = frozenset(
    {"await", "catch", "else", "for", "function", "if", "new", "return", "super", "switch", "throw", "typeof"}
    | {"while"}
)
_RECEIVER_PARAMETER: Final = re.compile(
    r"(?:&(?:'\w+\s+)?)?(?:mut\s+)?self(?:\s*:.*)?\Z|cls\Z|self\s*:.*\Z|this\s*:.*\Z"
)


_CLOSED_BRACKETS: Final = re.compile("{0}(?:\\({0}(?:\\({0}\\){0})*\\){0})*".format(r"""[^()"'`#/]*"""))
_METHOD_MODIFIERS: Final = re.compile(
    r"\A\s*(?:(?:public|private|protected|static|async|override)(?:\s+|\Z))*\Z"
)
_BODY_START: Final = re.compile(r"\)\s*(?::[^;]*)?\{\s*\Z")


_RECEIVERS: Final = {
    "go": re.compile(r"\s*func\s*\(\s*(\w+)\s"),
    "python": re.compile(r"\s*(?:async\s+)?def\s+\w+\s*\(\s*(self)\b"),
    "rust": re.compile(r"[^(]*\bfn\s[^(]*\(\s*&?\s*(?:'\w+\s+)?(?:mut\s+)?(self)\b"),
}
"""What the header of a method calls its object; in a class of JavaScript and TypeScript it is `this`."""
_DEFAULT_SIGN: Final = re.compile("=(?!>)")
_READ_MEMBER: Final = re.compile(r"(?:\w+\s*=\s*)?(\w+(?:\.|->))(\w+)(\(\))?\Z")
_NO_METHOD: Final = re.compile(r"\s*(?:export\s+|default\s+|async\s+|static\s+)*(?:function|static)\b")

_DECLARATION: Final = re.compile(
    r"\s+(?!(?:return|throw|new|await|yield|else|assert)\b)[\w.<>\[\], ?]*[\w>\]] \w+\s*\([^()]*\)[^;{=]*;\s*\Z"
)
"""A method of an interface in Java."""


class Parameter(NamedTuple):
    name: str
    is_optional: bool
    """It has a default, or is variadic."""


class FunctionHeader(NamedTuple):
    name: str
    line: int
    opening: Point
    closing: Point
    items: tuple[ListItem, ...]
    """The parameters as written, without the receiver."""
    parameters: tuple[Parameter, ...]
    indent: int
    syntax: FunctionSyntax
    keyword_only: frozenset[str] = frozenset()
    """Parameters that can only be passed by name."""

    @property
    def is_variadic(self) -> bool:
        """Whether it accepts any number of arguments."""
        return any(item.text.startswith(("*", "...")) or "..." in item.text for item in self.items)

    def parameter_names(self) -> list[str]:
        return [parameter.name for parameter in self.parameters]


def indent_width(line: str) -> int:
    return len(line) - len(line.lstrip())


def find_headers(
    language: Language,
    raw: Sequence[str],
    code: Sequence[str],
    first: int,
    last: int,
    *,
    with_prototypes: bool = False,
) -> Iterator[FunctionHeader]:
    """Return the headers that overlap the lines from `first` to `last`; on request also those without a body."""
    if language.functions is None:
        return
    find_opening = _header_search(language.functions.header)
    for number in range(max(0, first - MAX_HEADER_LINES), min(len(code), last + 1)):
        if "(" not in raw[number] or (number < first and _closes_its_brackets(raw[number])):
            continue  # no header, or one that ends above
        line = code[number]
        match = find_opening(line) if "(" in line else None
        if match is None:
            continue
        header = _parse_header(language.functions, raw, code, number, match, may_be_prototype=with_prototypes)
        if header is not None and header.closing.line >= first:
            yield header


@cache_by_line
def _closes_its_brackets(line: str) -> bool:
    """Return whether a line without strings and comments closes every round bracket that it opens."""
    return _CLOSED_BRACKETS.fullmatch(line) is not None


@cache
def _header_search(pattern: str) -> Callable[[str], re.Match[str] | None]:
    """Return the search of one language for the beginning of a header in a line.

    What it finds follows from the line alone. Several rules look at the lines near an edit, in each request.
    """
    return cache_by_line(compile_pattern(pattern).search)


def _parse_header(
    syntax: FunctionSyntax,
    raw: Sequence[str],
    code: Sequence[str],
    number: int,
    match: re.Match[str],
    *,
    may_be_prototype: bool = False,
) -> FunctionHeader | None:
    groups = match.groupdict()
    name = groups.get("name") or groups.get("variable") or groups.get("member") or groups.get("method") or ""
    if syntax.is_keyword_optional and name in _NOT_FUNCTION_NAMES:
        return None
    opening = Point(number, match.end() - 1)
    end = find_closing_bracket(code, opening)
    if end is None:
        return None
    after = code[end.line][end.column + 1 :]
    if groups.get("method") and not re.match(r"\s*(?::[^;]*)?\{", after):
        return None
    if groups.get("variable") and "function" not in match[0] and "=>" not in after:
        return None
    if syntax.requires_body and not may_be_prototype and not re.match(r"[^;]*\{|\s*\Z", after):
        return None
    items = split_list_items(code, raw, opening, end, angle_brackets=syntax.has_angle_brackets)
    indent = indent_width(code[number])
    if items and _RECEIVER_PARAMETER.match(items[0].text):
        items = items[1:]
    parsed = _parse_parameters(syntax, items)
    if parsed is None:
        return None
    parameters, keyword_only, parameter_items = parsed
    return FunctionHeader(
        name,
        number,
        opening,
        end,
        tuple(parameter_items),
        tuple(parameters),
        indent,
        syntax,
        frozenset(keyword_only),
    )


def _parse_parameters(
    syntax: FunctionSyntax, items: Sequence[ListItem]
) -> tuple[list[Parameter], set[str], list[ListItem]] | None:
    """Return the parameters, the names of the keyword-only ones, and their items; None if one cannot be parsed."""
    parameters: list[Parameter] = []
    parameter_items: list[ListItem] = []
    keyword_only: set[str] = set()
    is_keyword_only = False
    for item in items:
        if syntax.has_parameter_separators and item.text in ("*", "/"):
            is_keyword_only = is_keyword_only or item.text == "*"
            continue
        if item.text == syntax.empty_parameter:
            continue
        match = compile_pattern(syntax.parameter).match(item.text)
        if match is None:
            return None
        rest = item.text[match.end() :]
        is_keyword = syntax.keyword_sign.strip() == ":" and rest.startswith(":")
        is_variadic = bool(match[1]) or "..." in item.text
        is_optional = (
            is_variadic
            or (rest != ":" if is_keyword else _DEFAULT_SIGN.search(rest) is not None)
            or (syntax.optional_suffix != "" and rest.startswith(syntax.optional_suffix))
        )
        if is_keyword_only or is_keyword:
            keyword_only.add(match[2])
        is_keyword_only = is_keyword_only or (syntax.has_parameter_separators and match[1] == "*")
        parameters.append(Parameter(match[2], is_optional))
        parameter_items.append(item)
    return parameters, keyword_only, parameter_items


def find_enclosing_function(
    language: Language, raw: Sequence[str], code: Sequence[str], line: int
) -> FunctionHeader | None:
    """Return the header of the function around a line, judged by indentation."""
    if language.functions is None:
        return None
    opener = compile_pattern(language.functions.header)
    depth = indent_width(code[line])
    for number in range(line - 1, max(-1, line - MAX_ENCLOSING_FUNCTION_LINES), -1):
        text = code[number]
        if not text.strip():
            continue
        indent = indent_width(text)
        if indent >= depth:
            continue
        match = opener.search(text) if "(" in text else None
        header = _parse_header(language.functions, raw, code, number, match) if match else None
        if header is not None and header.closing < Point(line, 0):
            return header
        if not text.lstrip().startswith((")", "}", "]")):
            depth = indent
        if depth == 0:
            return None
    return None


def find_owner_type(code: Sequence[str], header: FunctionHeader) -> str:
    """Return the class, type or `impl` that a method belongs to; empty if none is found."""
    if header.syntax.owner_in_header:
        match = compile_pattern(header.syntax.owner_in_header).match(code[header.line])
        return match[1] if match else ""
    for number in range(header.line - 1, -1, -1):
        line = code[number]
        if line.strip() and indent_width(line) < header.indent:
            match = re.match(
                r"\s*(?:export\s+|default\s+|abstract\s+|public\s+|final\s+)*(?:class\s+(\w+)|impl(?:<[^>]*>)?\s+(?:[\w:<>]+\s+for\s+)?(\w+))",
                line,
            )
            return (match[1] or match[2]) if match else ""
    return ""


class CallSite(NamedTuple):
    opening: Point
    closing: Point
    arguments: tuple[ListItem, ...]
    positional_count: int
    """The number of arguments before the first keyword argument."""
    keyword_indexes: dict[str, int]
    """The index of each keyword argument by its name."""


_CALL_BEHIND_NAME: Final = re.compile(r"(?:\s*::)?(?:<[^<>()]*>)?(?:::new)?\(")


def find_calls(text: SourceText, name: str, in_lines: range | None = None) -> list[CallSite]:
    """Return the calls of that name without its definitions, at most `MAX_CALLS_PER_NAME`.

    With `in_lines`, only those that begin there.
    """
    definition_keyword = compile_pattern(rf"\b(?:{function_keywords()}|class|struct|macro_rules!)\Z")
    found: list[CallSite] = []
    lines = text.code_lookup.iterate_containing(name) if in_lines is None else in_lines
    for number in lines if text.code else ():
        line = text.code[number]
        for match in matches_behind(name, _CALL_BEHIND_NAME, line, "$"):
            before = line[: match.start() - len(name)].rstrip()
            if definition_keyword.search(before) or before.startswith("func ("):
                continue
            if _METHOD_MODIFIERS.match(before) and _BODY_START.search(line):
                continue
            opening = Point(number, match.end() - 1)
            end = find_closing_bracket(text.code, opening)
            if end is None:
                continue
            found.append(parse_call(text, opening, end))
            if len(found) == MAX_CALLS_PER_NAME:
                return found
    return found


_KEYWORD_ARGUMENTS: Final = {"=": re.compile(r"(\w+)\s*=(?!=)"), ": ": re.compile(r"(\w+):(?!:)")}
"""An argument with its name, by the sign behind the name."""


def parse_call(text: SourceText, opening: Point, end: Point) -> CallSite:
    """Return the call whose arguments are between two brackets."""
    arguments = split_list_items(text.code, text.raw, opening, end)
    sign = text.language.functions.keyword_sign if text.language.functions is not None else ""
    pattern = _KEYWORD_ARGUMENTS.get(sign)
    keywords: dict[str, int] = {}
    for index, item in enumerate(arguments):
        keyword = pattern.match(item.text) if pattern is not None else None
        if keyword:
            keywords[keyword[1]] = index
    positional = min(keywords.values(), default=len(arguments))
    return CallSite(opening, end, tuple(arguments), positional, keywords)


def find_value_in_scope(text: SourceText, call: CallSite, name: str) -> str | None:
    """Return the name if it is a parameter or a variable of the function around the call, or of the module."""
    binding = re.compile(
        rf"(?<![\w$.]){re.escape(name)}\s*(?::[^=(]+)?(?::=|=(?!=))"
        rf"|\b(?:let|const|var)\s+(?:mut\s+)?{re.escape(name)}\b"
    )

    def is_bound(lines: range, *, in_module: bool = False) -> bool:
        return any(
            binding.search(text.code[line]) and not text.code[line].rstrip().endswith(",")
            for line in text.code_lookup.lines_containing(name)
            if line in lines and not (in_module and text.code[line][:1].isspace())
        )

    enclosing = find_enclosing_function(text.language, text.raw, text.code, call.opening.line)
    if enclosing is None:
        return name if is_bound(range(call.opening.line), in_module=True) else None
    if name in enclosing.parameter_names():
        return name
    if is_bound(range(enclosing.closing.line + 1, call.opening.line)):
        return name
    return name if is_bound(range(len(text.code)), in_module=True) else None


def find_read_member(
    text: SourceText, call: CallSite, parameters: Sequence[str], name: str, called: str
) -> str | None:
    """Return the member of the object whose other members are passed: `row.width` beside `row.height`.

    A copy of an object of the called type has the member; another object must be known to have it.
    """
    read = [
        (match[1], match[3] or "")
        for item, parameter in zip(call.arguments, parameters, strict=False)
        if (match := _READ_MEMBER.match(item.text)) is not None and match[2] == parameter
    ]
    if len(read) < 2 or len(set(read)) > 1:
        return None
    owner, brackets = read[0]
    is_copied = owner.rstrip(".->").lower() in (called.lower(), "self", "this", "other")
    is_known = is_copied or any(
        re.search(rf"(?:\.|->){re.escape(name)}\b", text.code[line])
        for line in text.code_lookup.lines_containing(name)
    )
    return f"{owner}{name}{brackets}" if is_known else None


def insert_argument(text: SourceText, call: CallSite, at: int, argument: str) -> tuple[Replacement, ...]:
    """Return the edit that inserts an argument at an index; none where arguments have several lines each."""
    if not call.arguments:
        after = Point(call.opening.line, call.opening.column + 1)
        return (Replacement(Span(after, after), argument),)
    if at > len(call.arguments):
        return ()
    if any(item.span.start.line != item.span.end.line for item in call.arguments):
        return ()
    is_one_line = call.arguments[0].span.start.line == call.arguments[-1].span.end.line
    if at == 0 and is_one_line:
        start = call.arguments[0].span.start
        return (Replacement(Span(start, start), f"{argument}, "),)
    if is_one_line:
        end = call.arguments[at - 1].span.end
        return (Replacement(Span(end, end), f", {argument}"),)
    line = call.arguments[at - 1].span.end.line + 1 if at else call.arguments[0].span.start.line
    example = call.arguments[max(0, at - 1)].span
    indent = text.raw[example.start.line][: example.start.column]
    if indent.strip() or not text.raw[example.end.line][example.end.column :].lstrip().startswith(","):
        return ()
    return (Replacement(Span(Point(line, 0), Point(line, 0)), f"{indent}{argument},\n"),)


def find_own_field(text: SourceText, call: CallSite, name: str) -> str | None:
    """Return how a call reads the field of that name of the object around it; None if there is none."""
    family = text.language.family
    enclosing = find_enclosing_function(text.language, text.raw, text.code, call.opening.line)
    line = enclosing.line if enclosing is not None else call.opening.line
    members = _members_around(text.code, line)
    numbers = [one for one in text.code_lookup.lines_containing(name) if one in members]
    if family == "java":
        is_static = re.search(r"\bstatic\b", text.code[line]) is not None
        indent = indent_width(text.code[line])
        field = re.compile(
            rf"\s*(?=[^=(;]*\b(?:private|protected|public|final)\b)[^=(;]*[\w>\]]\s+{re.escape(name)}\s*[=;]"
        )
        is_found = any(
            field.match(text.code[one])
            and indent_width(text.code[one]) == indent
            and (enclosing is not None or one < line)
            and (not is_static or re.search(r"\bstatic\b", text.code[one]))
            for one in numbers
        )
        return name if is_found else None
    if enclosing is None:
        return None
    if family == "script":
        receiver = "this" if not _NO_METHOD.match(text.code[line]) else None
    else:
        pattern = _RECEIVERS.get(family)
        match = pattern.match(text.code[line]) if pattern is not None else None
        receiver = match[1] if match is not None else None
    if receiver is None:
        return None
    use = re.compile(rf"(?<![\w$.]){receiver}\.{re.escape(name)}\b(?!\s*\()")
    return f"{receiver}.{name}" if any(use.search(text.code[one]) for one in numbers) else None


def _members_around(code: Sequence[str], line: int) -> range:
    """Return the lines of the class, or of the block `impl`, around a member of it; the whole text without one."""
    indent = indent_width(code[line])
    if not indent:
        return range(len(code))
    first, last = line, line
    while first > 0 and not (code[first].strip() and indent_width(code[first]) < indent):
        first -= 1
    while last < len(code) and not (code[last].strip() and indent_width(code[last]) < indent):
        last += 1
    return range(first, last)


def may_change_parameters(text: SourceText, edit: Edit) -> bool:
    """Rule out most edits before the text is parsed: no new line looks like the header of a function."""
    if any(map(_may_be_header, edit.new)):
        return True
    return edit.line > 0 and text.raw[edit.line - 1].rstrip().endswith(("(", ","))


@cache_by_line
def _may_be_header(line: str) -> bool:
    return _header_hint().search(line) is not None or _DECLARATION.match(line) is not None


@cache
def _header_hint() -> re.Pattern[str]:
    return re.compile(
        rf"\b(?:{function_keywords()}|fun|constructor|void|public|private|static)\b"
        r"|\)\s*(?::[^{]*)?\{\s*$|=>|\)\s*->|^[A-Za-z_][\w\s*&:<>~]*[\s*&]\w+\s*\("
    )
