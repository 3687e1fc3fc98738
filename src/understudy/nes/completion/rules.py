"""Continuations that no single line shows: the next item of a series, the arguments of a call, a parameter's field,
the next line of a list.

Each rule looks at the lines around the cursor and adds at most a few continuations; `probability` weighs them
against those of the reference lines.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from understudy.nes.completion.continuations import Continuations, add_generated
from understudy.nes.completion.idioms import idiom_continuations
from understudy.nes.completion.limits import (
    MAX_HEADER_DISTANCE_LINES,
    MAX_LISTED_LINES,
    MIN_ASSIGNMENT_PROBABILITY,
    MIN_IDIOM_PROBABILITY,
    MIN_LISTED_NAME_CHARS,
    MIN_LISTED_NAME_PROBABILITY,
)
from understudy.nes.completion.line_tokens import LineTokens
from understudy.nes.completion.members import member_continuations
from understudy.nes.completion.sibling_lines import block_rest, counterpart_rest, paired_rest
from understudy.nes.completion.texts import Place, SearchedText

__all__ = ["add_rule_continuations"]

MEMBER_WEIGHT: Final = 6.0
"""How much a member counts among the references: like one that shares two tokens."""
_NUMBER: Final = re.compile(r"\d+")
_CALL: Final = re.compile(r"(\w+)\($")
_FIELD: Final = re.compile(r"\s*(self|this)\.(\w*)(\s*=?\s*)$")
_PARAMETER_NAME: Final = re.compile(r"[A-Za-z_$][\w$]*")
_DEFINITION: Final = (
    r"(?:\b(?:def|fn|func|function)\s+(?:\([^)]*\)\s*)?{name}\s*(?:<[^>]*>)?\("
    r"|^\s*(?:(?:public|private|protected|static|async|export|final)\s+)*(?:[\w<>\[\], ?]+\s+)?"
    r"{name}\([^()]*\)[^;=]*\{{\s*$)"
)
"""A function by its keyword, or a method by its body."""
_HEADER: Final = re.compile(
    r"\b(?:def|fn|func|function|constructor)\b|\)\s*(?:->[^:]+)?[:{]\s*$|\)[^;=]*\{\s*$"
)
_RECEIVERS: Final = frozenset({"self", "cls", "this", "mut"})


class _Header(NamedTuple):
    line: int
    parameters: list[str]


class _ListedLine(NamedTuple):
    """A line that repeats one name."""

    name: str
    rest: tuple[str, ...]
    """What follows behind the name, in pieces between which the name is repeated."""
    is_lowered: tuple[bool, ...]
    """For each repetition, whether it begins with a small letter where the name begins with a capital."""


def add_rule_continuations(place: Place, found: Continuations) -> None:
    edited = place.texts[0]
    for text, line in _series(place):
        add_generated(found, place, text, line, "series")
    for text, line in _call_arguments(place):
        add_generated(found, place, text, line, "arguments")
    end = _statement_end(place)
    for text in member_continuations(place):
        add_generated(found, place, text + end, place.line, "member", weight=MEMBER_WEIGHT)
    for text in _listed_name(place):
        add_generated(found, place, text, place.line - 1, "listed", MIN_LISTED_NAME_PROBABILITY)
    for text in _parallel_rest(place):
        add_generated(found, place, text, place.line - 1, "listed", MIN_LISTED_NAME_PROBABILITY)
    for text in _derived_name(place):
        add_generated(found, place, text, place.line - 1, "listed", MIN_LISTED_NAME_PROBABILITY)
    for text in (*paired_rest(place), *counterpart_rest(place), *block_rest(place)):
        add_generated(found, place, text, place.line - 1, "listed", MIN_LISTED_NAME_PROBABILITY)
    for text in idiom_continuations(place):
        add_generated(found, place, text, place.line - 1, "idiom", MIN_IDIOM_PROBABILITY)
    for text, line, is_certain in _field_assignment(place, edited):
        add_generated(found, place, text, line, "assignment", MIN_ASSIGNMENT_PROBABILITY * is_certain)


def _series(place: Place) -> Iterator[tuple[str, int]]:
    """The rest of the line above with its numbers one step further, if the two lines above show the step."""
    if len(place.above) < 2:
        return
    last, before = place.above[0], place.above[1]
    shape, count = place.prefix.shape, len(place.prefix.tokens)
    if not last.shape.startswith(shape) or last.shape != before.shape or "n" not in last.shape[count - 1 :]:
        return
    if len(last.tokens) <= count or (place.ends_in_word and place.prefix.shape[-1] == "n"):
        return
    pieces: list[str] = []
    at = last.ends[count - 1]
    stepped = False
    for index in range(count, len(last.tokens)):
        pieces.append(last.text[at : last.starts[index]])
        token, earlier = last.tokens[index], before.tokens[index]
        if last.shape[index] == "n" and token.isdigit() and earlier.isdigit() and token != earlier:
            token = str(2 * int(token) - int(earlier)).zfill(len(token) if token[0] == "0" else 0)
            stepped = True
        elif token != earlier and token in place.prefix.tokens:
            return
        pieces.append(token)
        at = last.ends[index]
    if stepped:
        rest = "".join([*pieces, last.text[at:]]).rstrip()
        typed = place.trailing_space
        if rest.startswith(typed):
            yield rest[len(typed) :], place.line - 1


def _call_arguments(place: Place) -> Iterator[tuple[str, int]]:
    """The parameters of the called function as arguments, if this place has words of these names."""
    match = _CALL.search(place.prefix.text)
    if match is None or match[1] in place.keywords:
        return
    pattern: re.Pattern[str] | None = None
    edited = place.texts[0]
    first = max(edited.first, place.line - MAX_HEADER_DISTANCE_LINES)
    words = {token for at in range(first, place.line) for token in edited.at(at).tokens}
    for text in place.texts:
        for at in text.lines_containing(match[1]):
            if text.is_edited and at == place.line:
                continue
            if pattern is None:
                pattern = re.compile(_DEFINITION.format(name=re.escape(match[1])))
            line = text.at(at)
            definition = pattern.search(line.text)
            if definition is None:
                continue
            names = _parameter_names(line.text[line.text.index("(", line.text.index(match[1])) :], place)
            if names and all(name in words for name in names):
                yield ", ".join(names) + ")" + _statement_end(place), at if text.is_edited else place.line - 1
                return


def _field_assignment(place: Place, edited: SearchedText) -> Iterator[tuple[str, int, bool]]:
    """`self.name = name` for a parameter of the enclosing function that has no field yet.

    It is certain if the name is typed, or if the line above does the same for the parameter before it.
    """
    match = _FIELD.match(place.prefix.text)
    if match is None:
        return
    header = _enclosing_header(place, edited)
    if header is None:
        return
    receiver, begun, rest = match.groups()
    assigned = {
        line.tokens[2]
        for at in range(header.line + 1, place.line)
        if len((line := edited.at(at)).tokens) > 3 and line.tokens[0] == receiver and line.tokens[3] == "="
    }
    end = _statement_end(place)
    for name in header.parameters:
        if name in assigned:
            continue
        if rest:
            if name == begun:
                yield f" = {name}"[len(rest) :] + end, header.line, bool(assigned)
        elif name == begun:
            yield f" = {name}{end}", header.line, bool(assigned)
        elif name.startswith(begun):
            at = header.parameters.index(name)
            is_next = at > 0 and header.parameters[at - 1] in place.above[0].tokens and bool(assigned)
            yield f"{name[len(begun) :]} = {name}{end}", header.line, is_next
            if not begun:
                return


def _enclosing_header(place: Place, edited: SearchedText) -> _Header | None:
    for at in range(place.line - 1, max(edited.first, place.line - MAX_HEADER_DISTANCE_LINES) - 1, -1):
        line = edited.at(at)
        if not line.stripped or len(line.indent) >= len(place.prefix.indent):
            continue
        if not _HEADER.search(line.text):
            return None
        begin = at
        while "(" not in edited.at(begin).text and begin > edited.first and at - begin < 20:
            begin -= 1
        text = " ".join(edited.at(one).stripped for one in range(begin, at + 1))
        at_bracket = text.find("(", text.find("func (") + 6 if "func (" in text else 0)
        return _Header(at, _parameter_names(text[at_bracket:], place)) if at_bracket >= 0 else None
    return None


def _parameter_names(text: str, place: Place) -> list[str]:
    """The names in a list of parameters that begins with its bracket; empty if it does not end in the text."""
    depth = 0
    parts = [""]
    for char in text:
        if char in "([{<":
            depth += 1
            if depth == 1:
                continue
        elif char in ")]}>":
            depth -= 1
            if depth == 0:
                break
        if char == "," and depth == 1:
            parts.append("")
        else:
            parts[-1] += char
    if depth:
        return []
    names: list[str] = []
    for part in parts:
        head = re.split(r"[:=?]", part.strip().lstrip("*&. "), maxsplit=1)[0]
        words = [word for word in _PARAMETER_NAME.findall(head) if word not in _RECEIVERS]
        if words:
            names.append(words[-1] if place.language.family in ("java", "c") else words[0])
    return names


def _parallel_rest(place: Place) -> Iterator[str]:
    """The rest of a line in which a name is typed where the two lines above have another one each.

    `r.x = a.x - b.x;` and `r.y = a.y - b.y;` differ in one name only, so that `r.z` goes on with ` = a.z - b.z;`.
    """
    if len(place.above) < 2:
        return
    (last, before), typed = place.above[:2], place.prefix.tokens
    count = len(typed)
    if not last.indent == before.indent == place.prefix.indent or last.shape != before.shape:
        return
    differing = [at for at, token in enumerate(last.tokens) if token != before.tokens[at]]
    if not differing or not differing[0] < count <= differing[-1]:
        return
    old, name = last.tokens[differing[0]], typed[differing[0]]
    is_one_name = {(last.tokens[at], before.tokens[at]) for at in differing} == {
        (old, before.tokens[differing[0]])
    }
    if not is_one_name or last.tokens.count(old) != len(differing) or last.shape[differing[0]] != "w":
        return
    if name in (old, before.tokens[differing[0]]) or not (name[0].isalpha() or name[0] == "_"):
        return
    if typed != tuple(name if at in differing else token for at, token in enumerate(last.tokens[:count])):
        return
    if place.ends_in_word and differing[0] == count - 1 and not _is_whole_name(place):
        return
    rest, end = "", last.ends[count - 1]
    for at in differing:
        if at >= count:
            rest, end = rest + last.text[end : last.starts[at]] + name, last.ends[at]
    rest = (rest + last.text[end:]).rstrip()
    if rest.startswith(place.trailing_space):
        yield rest[len(place.trailing_space) :]


def _is_whole_name(place: Place) -> bool:
    """Whether the typed name is complete: other lines have it behind the same token, and no longer one."""
    name, before = place.prefix.tokens[-1], place.prefix.tokens[-2:-1]
    found: set[str] = set()
    for text in place.texts:
        for number in text.lines_containing(name):
            if text.is_edited and number == place.line:
                continue
            tokens = text.at(number).tokens
            found.update(
                token
                for at, token in enumerate(tokens)
                if token.startswith(name) and (not before or tokens[max(0, at - 1) : at] == before)
            )
    return found == {name}


def _listed_name(place: Place) -> Iterator[str]:
    """The rest of a line whose neighbours above repeat one name: `total: order.total,`, `Level::Info => "info",`.

    The name that is typed is the only one that begins like this and that the lines above have not used.
    """
    above = place.above
    if not place.ends_in_word or len(above) < 2 or not above[0].stripped:
        return
    begun = place.prefix.tokens[-1]
    if len(begun) < MIN_LISTED_NAME_CHARS or place.prefix.shape[-1] != "w":
        return
    last, before = _listed_line(place, above[0]), _listed_line(place, above[1])
    if last is None or before is None or last[1:] != before[1:] or last.name == before.name:
        return
    name = _find_name(place, begun)
    if name is not None:
        yield name[len(begun) :] + _render(name, last)


def _listed_line(place: Place, line: LineTokens) -> _ListedLine | None:
    """Read a line that begins like the typed one and repeats the name where the typed one ends."""
    at = len(place.prefix.tokens) - 1
    if line.indent != place.prefix.indent or len(line.tokens) <= at or line.shape[at] != "w":
        return None
    if line.tokens[:at] != place.prefix.tokens[:at]:
        return None
    name = line.tokens[at]
    pieces: list[str] = []
    lowered: list[bool] = []
    end = line.ends[at]
    for index in range(at + 1, len(line.tokens)):
        token = line.tokens[index]
        if token in (name, _lower_first(name), name.lower()):
            pieces.append(re.sub(r" +", " ", line.text[end : line.starts[index]]))
            lowered.append(token != name)
            end = line.ends[index]
    pieces.append(line.text[end:].rstrip())
    return _ListedLine(name, tuple(pieces), tuple(lowered)) if lowered else None


def _derived_name(place: Place) -> Iterator[str]:
    """The rest of a line whose last name is derived from another one of the line, as in the two lines above:
    `"paid": handle_paid,` shows that `"shipped": ha` goes on with `ndle_shipped,`."""
    typed = place.prefix.tokens
    if not place.ends_in_word or len(place.above) < 2 or len(typed) < 2 or place.prefix.shape[-1] != "w":
        return
    last, before = place.above[:2]
    at = len(typed) - 1
    if not last.indent == before.indent == place.prefix.indent or len(last.tokens) <= at:
        return
    if last.shape != before.shape or not last.shape.startswith(place.prefix.shape):
        return
    for source in range(at):
        name, other = last.tokens[source], before.tokens[source]
        prefix, is_derived, suffix = last.tokens[at].partition(name)
        if name == other or not is_derived or last.shape[source] != "w" or not prefix + suffix:
            continue
        if before.tokens[at] != prefix + other + suffix:
            continue
        derived = prefix + typed[source] + suffix
        if derived.startswith(typed[at]) and derived != typed[at] and _occurs_elsewhere(place, derived):
            yield derived[len(typed[at]) :] + last.text[last.ends[at] :].rstrip()
            return


def _occurs_elsewhere(place: Place, name: str) -> bool:
    return any(
        name in text.at(number).tokens
        for text in place.texts
        for number in text.lines_containing(name)
        if not (text.is_edited and number == place.line)
    )


def _lower_first(name: str) -> str:
    return name[:1].lower() + name[1:]


def _find_name(place: Place, begun: str) -> str | None:
    """Return the only name that begins like this, apart from those of the lines above."""
    at = len(place.prefix.tokens) - 1
    edited = place.texts[0]
    used: set[str] = set()
    for number in range(place.line - 1, max(edited.first, place.line - MAX_LISTED_LINES) - 1, -1):
        line = edited.at(number)
        if line.indent != place.prefix.indent or len(line.tokens) <= at:
            break
        used.add(line.tokens[at])
    found: set[str] = set()
    for text in place.texts:
        if text.is_deleted:
            continue
        for number in text.lines_containing(begun):
            if text.is_edited and number == place.line:
                continue
            found.update(one for one in text.at(number).tokens if one.startswith(begun) and one != begun)
        found -= used
        if found:
            break  # the nearest text decides
    return found.pop() if len(found) == 1 else None


def _render(name: str, line: _ListedLine) -> str:
    written = line.rest[0]
    for is_lowered, piece in zip(line.is_lowered, line.rest[1:], strict=True):
        written += (_lower_first(name) if is_lowered else name) + piece
    return written


def _statement_end(place: Place) -> str:
    """A semicolon, if statements of this text end with one."""
    above: list[LineTokens] = [line for line in place.above if line.stripped]
    return ";" if any(line.stripped.endswith(";") for line in above) else ""
