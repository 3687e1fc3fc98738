"""Messages that the user passed to a structured logger, with a key for each value: the others follow.

`log.Printf("loading %d", cars)` became `slog.Info("loading", "cars", cars)`, or `zap.Int("cars", cars)`, a chain
of `.Int("cars", cars)`, `cars=cars` in Python or `{ cars }` in JavaScript. One example is enough: its form is
rarely an accident. But what only prints may be the output of the program: in other functions than that of the
example, it follows after a second one. Where a key or the text is not certain, the place is a jump.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.functions import CallSite, find_calls, find_enclosing_function
from understudy.nes.symbolic.consequences.limits import MAX_REWRITE_CANDIDATES, MAX_REWRITE_EDITS
from understudy.nes.symbolic.consequences.rewrites.call_template import CallExample, read_rewritten_call
from understudy.nes.symbolic.consequences.rewrites.composed_message import ComposedMessage, read_message
from understudy.nes.symbolic.consequences.rewrites.rewritten_places import RewritePattern, rewrite_candidate
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText
from understudy.nes.symbolic.tokens import join_name_parts, split_name
from understudy.nes.text import Edit, EditOrigin, Point, Replacement, Span

__all__ = ["propose_structured_messages"]

_TEXT: Final = re.compile(r"[\"'](?:\\.|[^\"'\\])*[\"']\Z")
_VERB: Final = re.compile(r"%[-+# 0-9.*]*[A-Za-z]|\{[^{}]*\}")
_VALUE: Final = re.compile(r"[&*]?[A-Za-z_$][\w$]*(?:(?:\.|->)[A-Za-z_$][\w$]*)*(?:\(\))?\Z")
_ERROR: Final = re.compile(r"(?i)(?:\A|\.)(?:\w*err|error|e|ex|exc)\Z")
_EDGES: Final = re.compile(r"(?:\\n|[\s:=,;(\[])+\Z|\A[\s)\],.;]+")
_PREPOSITION: Final = re.compile(r"\b(?:at|as|after|by|for|from|in|into|of|on|to|with|because|and|is)\Z")
_LEVEL: Final = re.compile(r"(?<![A-Za-z])(Info|Debug|info|debug)(?![a-z])")
_OUTPUT: Final = re.compile(r"(?:print(?:ln!)?|puts|printf|fmt\.Print\w*|console\.log|System\.out\.\w+)\Z")
"""Functions that also write what a program is for."""
_PRINTED: Final = re.compile(r"(.*\bPrint)(?:f|ln)?\Z")
_LEVELS: Final = ("Debug", "Info", "Warn", "Warning", "Error")
_LEVEL_NAME: Final = re.compile(rf"\b({'|'.join(_LEVELS)}|{'|'.join(map(str.lower, _LEVELS))})(?=\w?\Z)")


class _Form(NamedTuple):
    """How a logger gets a value with its key."""

    example: str
    """A regular expression of one value, with the groups `key`, and `function` if the type has one of its own."""
    joiner: str
    written: str


_FORMS: Final = (
    _Form(r', "(?P<key>[\w.-]+)", {value}', "", ', "{key}", {value}'),
    _Form(r', (?P<function>[\w.]+)\("(?P<key>[\w.-]+)", {value}\)', "", ', {function}("{key}", {value})'),
    _Form(r'\.(?P<function>\w+)\("(?P<key>[\w.-]+)", {value}\)', "", '.{function}("{key}", {value})'),
    _Form(r", (?P<key>\w+)={value}", "", ", {key}={value}"),
    _Form(r'"(?P<key>[\w.-]+)": {value}', ", ", '"{key}": {value}'),
    _Form(r"(?P<key>\w+): {value}", ", ", "{key}: {value}"),
    _Form(r"(?<=[{{ ])(?P<key>{value})(?=[ ,}}])", ", ", "{value}"),
)


class _Rewrite(NamedTuple):
    callee: str
    form: _Form
    head: str
    """The new call as far as the values or the message, of which the other one follows in `tail`."""
    tail: str
    functions: frozenset[str]
    error_key: str
    shows_error: bool
    """Whether an example had an error; else one is no mere information."""
    is_snake_case: bool
    line: int
    """That of the newest example."""
    pattern: RewritePattern

    def written(self, message: ComposedMessage) -> str | None:
        """Return the new call; None if a key or the text is not certain."""
        text = _plain_text(message)
        keys = [self.error_key if _ERROR.search(one) else self._key_of(one) for one in message.values]
        if text is None or len(set(keys)) < len(keys) or not all(keys):
            return None
        if self.functions and (len(self.functions) > 1 or any(map(_ERROR.search, message.values))):
            return None
        function = next(iter(self.functions), "")
        if self.form.written == "{value}" and any(
            key != one for key, one in zip(keys, message.values, strict=True)
        ):
            return None
        values = self.form.joiner.join(
            self.form.written.format(key=key, value=value, function=function)
            for key, value in zip(keys, message.values, strict=True)
        )
        head, tail = self.head.replace("\0", text), self.tail.replace("\0", text)
        if any(map(_ERROR.search, message.values)) and not self.shows_error:
            head = _LEVEL.sub(lambda found: "Error" if found[1][0].isupper() else "error", head, count=1)
        return f"{head}{values}{tail}"

    def _key_of(self, value: str) -> str:
        return _key_of(value, is_snake_case=self.is_snake_case)


def propose_structured_messages(context: RuleContext) -> list[Candidate]:
    """Propose structured messages for the calls of the old logger."""
    rewrite, text = context.once(_find_rewrite), context.current_text
    if rewrite is None:
        return []
    candidates: list[Candidate] = []
    cursor = context.situation.cursor.line
    is_everywhere = rewrite.pattern.agreeing > 1 or not _OUTPUT.match(rewrite.callee)
    function = _function_around(text, rewrite.line) if not is_everywhere else None
    calls = [(call, one) for one in _variants(rewrite) for call in find_calls(text, one.callee)]
    for call, one in sorted(calls, key=lambda pair: (pair[0].opening.line < cursor, pair[0].opening)):
        start = Point(call.opening.line, call.opening.column - len(one.callee))
        before = text.code[start.line][: start.column]
        message = _message_of(tuple(item.text for item in call.arguments), text.language.family)
        if message is None or call.opening.line != call.closing.line or before.endswith((".", "->")):
            continue
        if not is_everywhere and _function_around(text, start.line) != function:
            continue
        new = one.written(message) if message.values else None
        edits = [Replacement(Span(start, _behind(call)), new)] if new is not None else []
        candidates.append(rewrite_candidate(context, text, rewrite.pattern, start, edits))
    return candidates[:MAX_REWRITE_CANDIDATES]


def _variants(rewrite: _Rewrite) -> Iterator[_Rewrite]:
    """The rewriting itself, and those of the other functions of the old logger: with a format or without, and of
    the other levels if the new logger has the same."""
    yield rewrite
    printed = _PRINTED.match(rewrite.callee)
    if printed is not None:
        for end in ("", "f", "ln"):
            if printed[1] + end != rewrite.callee:
                yield rewrite._replace(callee=printed[1] + end)
    level = _LEVEL_NAME.search(rewrite.callee)
    if level is not None and (new := re.search(rf"\b{level[1]}(?=\w?\()", rewrite.head)) is not None:
        for name in _LEVELS:
            other = name if level[1][0].isupper() else name.lower()
            if other != level[1]:
                yield rewrite._replace(
                    callee=f"{rewrite.callee[: level.start(1)]}{other}{rewrite.callee[level.end(1) :]}",
                    head=f"{rewrite.head[: new.start()]}{other}{rewrite.head[new.end() :]}",
                )


def _function_around(text: SourceText, line: int) -> Point | None:
    """Return where the parameters of the function around a line begin."""
    if not 0 <= line < len(text.code):
        return None
    header = find_enclosing_function(text.language, text.raw, text.code, line)
    return header.opening if header is not None else None


def _behind(call: CallSite) -> Point:
    return Point(call.closing.line, call.closing.column + 1)


def _find_rewrite(context: RuleContext) -> _Rewrite | None:
    """The newest way in which messages were passed to a structured logger."""
    family = context.current_text.language.family
    found: list[_Rewrite] = []
    others: list[CallExample] = []
    for age, edit in enumerate(reversed(context.situation.edits[-MAX_REWRITE_EDITS:])):
        if edit.origin in (EditOrigin.UNDONE, EditOrigin.EXTERNAL):
            break
        if not len(edit.old) == len(edit.new) == 1 or edit.is_consequence or "(" not in edit.old[0]:
            continue
        if edit.origin is EditOrigin.ACCEPTED or edit.uri != context.current_text.snapshot.uri:
            continue
        example = read_rewritten_call(edit.old[0], edit.new[0])
        message = _message_of(example.arguments, family) if example is not None else None
        if example is None or message is None or not message.values:
            continue
        seen = [*_read_rewrite(example, message, age, edit)]
        found += seen
        others += [example] if not seen else []
    if not found:
        return None
    first = found[0]
    if any(
        one.callee == first.callee and one.new.startswith(first.head.partition("\0")[0]) for one in others
    ):
        return None  # the keys, or the text, have other words than the old call
    same = [one for one in found if (one.callee, one.form) == (first.callee, first.form)]
    errors = [one.error_key for one in same if one.error_key]
    pattern = first.pattern._replace(
        agreeing=len(same), first_serial=min(one.pattern.first_serial for one in same)
    )
    functions = frozenset(function for one in same for function in one.functions)
    return first._replace(
        error_key=errors[0] if errors else "err",
        shows_error=bool(errors),
        functions=functions,
        pattern=pattern,
    )


def _read_rewrite(example: CallExample, message: ComposedMessage, age: int, edit: Edit) -> Iterator[_Rewrite]:
    """Yield what an example shows; nothing if its text or its keys follow from the old call in another way."""
    text = _plain_text(message)
    for form in _FORMS if text is not None else ():
        pieces = [form.example.format(value=re.escape(one)) for one in message.values]
        for at in range(len(pieces)):
            pieces[at] = (
                pieces[at].replace("?P<key>", f"?P<key{at}>").replace("<function>", f"<function{at}>")
            )
        match = re.search(re.escape(form.joiner).join(pieces), example.new)
        if match is None:
            continue
        head, tail = example.new[: match.start()], example.new[match.end() :]
        quoted = re.compile(rf"(?<=[\"'`]){re.escape(text or '')}(?=[\"'`])")
        if len(quoted.findall(head)) + len(quoted.findall(tail)) != 1:
            continue
        keys = [match[f"key{at}"] for at in range(len(pieces))]
        is_snake_case = any("_" in key for key in keys)
        errors = [key for key, one in zip(keys, message.values, strict=True) if _ERROR.search(one)]
        if any(
            key != _key_of(one, is_snake_case=is_snake_case)
            for key, one in zip(keys, message.values, strict=True)
            if not _ERROR.search(one)
        ):
            continue
        functions = {name for at in range(len(pieces)) if (name := match.groupdict().get(f"function{at}"))}
        yield _Rewrite(
            callee=example.callee,
            form=form,
            head=quoted.sub("\0", head),
            tail=quoted.sub("\0", tail),
            functions=frozenset(functions),
            error_key=errors[0] if errors else "",
            shows_error=bool(errors),
            is_snake_case=is_snake_case,
            line=edit.line,
            pattern=RewritePattern(
                family="call-rewritten",
                pattern=f"{example.callee} is structured",
                topic=example.callee,
                why=f"You wrote a structured message in place of a call of {example.callee}.",
                agreeing=1,
                age=age,
                first_serial=edit.serial,
            ),
        )
        return


def _message_of(arguments: Sequence[str], family: str) -> ComposedMessage | None:
    """Return the message of a call, with or without a format; None if it is none, or has other arguments."""
    if not arguments:
        return None
    if len(arguments) == 1:
        return read_message(arguments[0], family)
    if not _TEXT.match(arguments[0]) or "%%" in arguments[0]:
        return None
    pieces = tuple(_VERB.split(arguments[0][1:-1]))
    values = tuple(arguments[1:])
    if len(pieces) == 1 and len(values) == 1:
        pieces = (*pieces, "")  # as `log.Println` takes it
    return ComposedMessage(pieces, values) if len(pieces) == len(values) + 1 else None


def _plain_text(message: ComposedMessage) -> str | None:
    """Return the text of a message whose values are all at its end; None if something is left of them."""
    first, *others = [_trimmed(one) for one in message.pieces]
    if any(others) or not first or _PREPOSITION.search(first):
        return None
    return first


def _trimmed(piece: str) -> str:
    while (shorter := _EDGES.sub("", piece)) != piece:
        piece = shorter
    return piece


def _key_of(value: str, *, is_snake_case: bool) -> str:
    """Return the key of a value, which is its last name; empty for an expression."""
    if not _VALUE.match(value):
        return ""
    name = re.split(r"\.|->", value.removesuffix("()"))[-1].lstrip("&*_$")
    parts = split_name(name)
    return join_name_parts(parts, "snake" if is_snake_case or "_" in name else "camel") if parts else ""
