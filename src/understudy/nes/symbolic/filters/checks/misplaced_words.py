"""Words that only some functions may have: `?`, `await`, `return` with or without a value, `goto` a label; in Go,
`%w` without an error.

A change that is repeated in another function must fit that one: in Rust, `?` needs a function that returns a
`Result` or an `Option` and a value whose error fits (`tried_values`), `await` needs an async function, and
`return err` one that returns as many values. The grammars accept such code anywhere, so that validation does not
notice it. `goto` needs its label further down: who jumps to where something is released has it by then (`jumps`).

A function that has such a word already may have another one, whatever its header says: the user is about to change
the header, or knows a type that is not known here.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.bindings import NameResolver
from understudy.nes.symbolic.filters.checks.jumps import may_jump
from understudy.nes.symbolic.filters.checks.tried_values import passes_other_error
from understudy.nes.symbolic.limits import MAX_FUNCTION_NODES
from understudy.nes.syntax import language_of
from understudy.nes.text import Splice

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["adds_restricted_word", "misplaces_word"]

_RESTRICTED: Final = re.compile(
    r"(\?)|(?<![\w$])(?:(await|async|goto)(?![\w$])|(return)(?![\w$]|[ \t]*(?:[;}]|$))|(return)(?![\w$]))",
    re.M,
)
"""A `return` with a value is another word than one without."""
_WRAPPING: Final = re.compile(r"\bErrorf\(\"([^\"\\]*)\"((?:,\s*[\w.]+)+)\)")
_VERB: Final = re.compile(r"%[-+# 0-9.]*([A-Za-z%])")
_ERROR_NAME: Final = re.compile(r"(?i)err|cause|failure|(?:\A|\.)e\Z|recovered")
_FUNCTIONS: Final = frozenset(
    {"function_definition", "function_declaration", "function_expression", "arrow_function", "lambda"}
    | {"method_definition", "generator_function", "generator_function_declaration", "method_declaration"}
    | {"function_item", "closure_expression", "async_block", "func_literal", "lambda_expression"}
    | {"constructor_declaration", "compact_constructor_declaration"}
)
"""Nodes whose `await` and `return` are their own."""
_LAMBDAS: Final = frozenset({"lambda", "lambda_expression", "closure_expression", "async_block"})
_TRIED_TYPES: Final = frozenset({"Option", "Poll", "ControlFlow"})
"""Types of Rust, besides results, that `?` returns early with."""
_TRIED_VALUES: Final = re.compile(r"\b(?:Ok|Err|Some)\s*(?:::<[^()]*>)?\(|\bNone\b")
_OUTER_TYPE: Final = re.compile(r"(?:\w+\s*::\s*)*(\w+)\s*(?:<|\Z)")
_OPTIONAL_RESULT: Final = re.compile(r"\b(?:void|undefined|any|unknown|never|null)\b")
_NO_VALUES: Final = frozenset({"None", "()", "void", "never"})


class _Word(NamedTuple):
    """A restricted word at its place in the tree."""

    kind: str
    """`try`, `await`, `goto`, or `return` with the number of values; `call` instead of a number for one call."""
    node: "Node"
    row: int


def adds_restricted_word(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether new lines have more words that only some functions may have. Much faster than to look at the tree."""
    after = _RESTRICTED.findall("\n".join(new))
    return bool(after) and sorted(after) != sorted(_RESTRICTED.findall("\n".join(old)))


def misplaces_word(changes: Sequence[Splice], after: NameResolver) -> bool:
    """Whether the changes write such a word where it cannot be; `after` has the changed text."""
    if after.snapshot.language == "go" and any(_wraps_no_error(change) for change in changes):
        return True
    shift = 0
    changed: list[tuple[range, Splice]] = []
    for change in changes:
        first = change.line + shift
        shift += len(change.new) - len(change.old)
        if adds_restricted_word(change.old, change.new):
            changed.append((range(first, first + len(change.new)), change))
    rows = frozenset(row for lines, _ in changed for row in lines)
    for lines, change in changed:
        before = "\n".join(change.old)
        for word in _words_in(after.root, lines):
            if (word.kind == "try" and "?" in before) or (word.kind == "await" and "await" in before):
                continue  # the line had one before
            if word.kind == "goto":
                if not may_jump(word.node, after.source):
                    return True
            elif not _is_allowed(word, rows, after):
                return True
    return False


def _wraps_no_error(change: Splice) -> bool:
    """Whether a changed line of Go wraps by `%w` what is not named as an error."""
    for line in change.new:
        match = _WRAPPING.search(line) if "%w" in line and line not in change.old else None
        if match is not None:
            verbs = [verb for verb in _VERB.findall(match[1]) if verb != "%"]
            values = [value.strip() for value in match[2].split(",")[1:]]
            if any(
                verb == "w" and not _ERROR_NAME.search(value)
                for verb, value in zip(verbs, values, strict=False)
            ):
                return True
    return False


def _words_in(root: "Node", rows: range) -> Iterator[_Word]:
    """The restricted words in these rows, also inside of functions that begin there."""
    pending, visited = [root], 0
    while pending and visited < MAX_FUNCTION_NODES:
        node = pending.pop()
        visited += 1
        if node.end_point.row < rows.start or node.start_point.row >= rows.stop:
            continue
        word = _word_of(node)
        if word is not None and word.row in rows:
            yield word
        pending.extend(reversed(node.named_children))


def _word_of(node: "Node") -> _Word | None:
    match node.type:
        case "try_expression":
            return _Word("try", node, node.end_point.row)
        case "token_tree":
            token = _tried_token(node)
            return _Word("try", token, token.end_point.row) if token is not None else None
        case "await" | "await_expression":
            token = next((one for one in node.children if one.type == "await"), None)
            return _Word("await", node, (token or node).start_point.row)
        case "with_statement" | "for_statement" | "for_in_clause" | "for_in_statement":
            token = next((one for one in node.children if one.type in ("async", "await")), None)
            return _Word("await", node, token.start_point.row) if token is not None else None
        case "return_statement" | "return_expression":
            return _Word(f"return {_value_count(node)}", node, node.start_point.row)
        case "goto_statement":
            return _Word("goto", node, node.start_point.row)
        case _:
            return None


def _tried_token(tree: "Node") -> "Node | None":
    """Return the `?` behind a value in the arguments of a macro of Rust, which the grammar does not parse."""
    kinds = [one.type for one in tree.children]
    at = kinds.index("?") if "?" in kinds else 0
    if not at or kinds[at - 1] not in ("token_tree", "identifier"):
        return None
    around: Node | None = tree
    while around is not None and around.type == "token_tree":
        if any(one.type in ("|", "async") or one.text == b"async" for one in around.children):
            return None  # of a closure, or of a block of its own
        around = around.parent
    return tree.children[at]


def _value_count(node: "Node") -> int | str:
    values = [one for one in node.named_children if not one.type.endswith("comment")]
    if len(values) == 1 and values[0].type == "expression_list":  # of Go
        values = [one for one in values[0].named_children if not one.type.endswith("comment")]
    return "call" if len(values) == 1 and values[0].type.startswith(("call", "method_inv")) else len(values)


def _is_allowed(word: _Word, rows: frozenset[int], after: NameResolver) -> bool:
    function = word.node.parent
    while function is not None and function.type not in _FUNCTIONS:
        if function.type in ("macro_definition", "ERROR"):
            return True
        function = function.parent
    language = language_of(after.snapshot).id
    if function is None:
        is_script = language not in ("rust", "python", "java", "go", "c", "cpp")
        return is_script or word.kind not in ("try", "await") or _has_other(after.root, word.kind, rows)
    if word.kind == "try":
        if passes_other_error(word.node, function, rows, after):
            return False
        is_fitting = _returns_tried(function, after)
    elif word.kind == "await":
        is_fitting = _is_async(function, after)
    else:
        is_fitting = _returns_so(function, word, language, after)
    return is_fitting or _has_other(function, word.kind, rows)


def _has_other(function: "Node", kind: str, rows: frozenset[int]) -> bool:
    """Whether the function has such a word of its own outside of these rows."""
    pending, visited = list(function.named_children), 0
    while pending and visited < MAX_FUNCTION_NODES:
        node = pending.pop()
        visited += 1
        word = _word_of(node)
        if word is not None and word.kind == kind and word.row not in rows:
            return True
        if node.type not in _FUNCTIONS:
            pending.extend(node.named_children)
    return False


def _text(node: "Node | None", resolver: NameResolver) -> str:
    return resolver.source[node.start_byte : node.end_byte] if node is not None else ""


def _header(function: "Node", resolver: NameResolver) -> str:
    body = function.child_by_field_name("body")
    return resolver.source[function.start_byte : body.start_byte if body is not None else function.end_byte]


def _is_async(function: "Node", resolver: NameResolver) -> bool:
    if function.type == "async_block":
        return True
    name = function.child_by_field_name("name") or function.child_by_field_name("parameters")
    header = _header(function, resolver)
    return "async" in header[: name.start_byte - function.start_byte if name is not None else None].split()


def _returns_tried(function: "Node", resolver: NameResolver) -> bool:
    """Whether `?` may return early from a function of Rust."""
    if function.type in ("closure_expression", "async_block"):
        returned = function.child_by_field_name("return_type")
        if returned is None:
            return _TRIED_VALUES.search(_text(function, resolver)) is not None
        return _is_tried_type(_text(returned, resolver), resolver.source)
    return _is_tried_type(_text(function.child_by_field_name("return_type"), resolver), resolver.source)


def _is_tried_type(written: str, source: str, *, follows_alias: bool = True) -> bool:
    found = _OUTER_TYPE.match(written.strip())
    if found is None:
        return False
    name = found[1]
    if name in _TRIED_TYPES or name.endswith("Result"):
        return True
    alias = re.search(rf"\btype\s+{name}\b[^;=]*=\s*([^;]+);", source) if follows_alias else None
    return alias is not None and _is_tried_type(alias[1], source, follows_alias=False)


def _returns_so(function: "Node", word: _Word, language: str, resolver: NameResolver) -> bool:
    """Whether a function may return this number of values, as far as its header says."""
    count = word.kind.removeprefix("return ")
    if function.type in _LAMBDAS:
        return True
    if language == "go":
        return _go_results(function, count)
    if function.type.endswith("constructor_declaration"):
        return count == "0"
    returned = _text(
        function.child_by_field_name("return_type") or function.child_by_field_name("type"), resolver
    )
    returned = returned.lstrip(": ")
    match language:
        case "rust":
            returns_nothing = returned in ("", "()")
        case "python":
            if returned != "None" or count == "0":
                return True
            return count == "call" or _text(word.node, resolver).split() == ["return", "None"]
        case "java" | "typescript" | "typescriptreact" | "c" | "cpp":
            declarator = function.child_by_field_name("declarator")
            if not returned or (declarator is not None and declarator.type != "function_declarator"):
                return True
            returns_nothing = returned in _NO_VALUES
            if language.startswith("typescript") and _OPTIONAL_RESULT.search(returned):
                return count != "1" or not returns_nothing
        case _:
            return True
    if count == "call" and language != "java":
        return True  # a call that returns nothing
    return (count == "0") is returns_nothing


def _go_results(function: "Node", count: str) -> bool:
    result = function.child_by_field_name("result")
    if result is None:
        return count == "0"
    if result.type != "parameter_list":
        return count in ("1", "call")
    declared = [one for one in result.named_children if one.type == "parameter_declaration"]
    names = [one.children_by_field_name("name") for one in declared]
    if count == "0":
        return any(names)
    return count == "call" or int(count) == sum(max(1, len(one)) for one in names)
