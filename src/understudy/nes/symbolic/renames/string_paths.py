"""Strings that name a renamed definition by its path: what a test replaces, and entry points.

`"app.store.load"`, `"app.store:load"`, `patch.object(store, "load")`, the keys of a mocked module in JavaScript.
The path must lead to the text of the definition, or to one that imports it. One with the name of the module alone,
such as `store.load`, may be any word: it counts where a path must stand only. Not other words in strings.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from understudy.nes.bindings import NameResolver, resolver_for
from understudy.nes.engine_api import Situation
from understudy.nes.symbolic.renames.detection import Rename
from understudy.nes.symbolic.renames.limits import MAX_PATH_TEXTS
from understudy.nes.syntax import language_of, mask_when_read
from understudy.nes.text import Point, TextSnapshot

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["StringPlace", "find_string_paths"]

_KINDS: Final = frozenset({"function", "class", "method", "constant", "local", "type", "field"})
_FAMILIES: Final = frozenset({"python", "script"})
_REPLACING_CALL: Final = (
    r"(?:\bpatch\.object|\b[gs]etattr|\b(?:has|del)attr|\bspyOn|\bspy|\bstub|\breplaceProperty)"
    r"\(\s*(?P<target>[\w.$]+)\s*,\s*"
)
_PATH_CALL: Final = re.compile(r"\b(?:patch|[sd]e[tl]attr|import_string)\(\s*[\"']\Z")
_RUN: Final = re.compile(
    r"\b(?:uvicorn|gunicorn|hypercorn|daphne|granian|celery\b[^|;&]*(?:-A|--app))\b[^|;&]*\Z"
    r"|\b[hH]andler[\"']?\s*[:=]\s*[\"']?\Z"
)
"""What stands before the path of an application or a handler that is run."""
_ENTRY: Final = re.compile(r"\s*[\"']?[\w.-]+[\"']?\s*=\s*[\"']?\Z")
_ENTRY_TABLE: Final = re.compile(r"\s*\[[^\]]*(?:scripts|entry[_-]points|plugins)\b[^\]]*\]")
_TABLE: Final = re.compile(r"\s*\[[^\]]*\]\s*(?:#.*)?\Z")
_MOCKING_CALLS: Final = re.compile(r"(?:jest|vi)\.(?:mock|doMock|unstable_mockModule)\Z")
_SUFFIX: Final = re.compile(r"(?:/__init__|/index)?\.\w+\Z")


class StringPlace(NamedTuple):
    snapshot: TextSnapshot
    point: Point


def find_string_paths(rename: Rename, situation: Situation) -> Iterator[StringPlace]:
    """Yield where strings still have the old name of the definition."""
    binding = rename.binding
    defining = situation.snapshot_at(rename.uri)
    if not binding.is_public or binding.kind not in _KINDS or defining is None:
        return
    if language_of(defining).family not in _FAMILIES:
        return
    around = situation.snapshot
    found = situation.workspace_texts.find_containing([rename.old], around.uri, MAX_PATH_TEXTS)
    places = [
        (text, point, match)
        for text in (around, *found)
        for point, match in _mentions(rename, text)
        if _is_text(text, point, rename.old)
    ]
    stems: list[str] | None = None
    for text, point, match in places:
        stems = stems if stems is not None else _module_stems(rename, defining, situation)
        if match["target"] is not None:
            is_meant = _is_target(match["target"], binding.owner, text, stems)
        else:
            is_meant = _leads_to(match["path"], binding.owner, stems) and (
                match["path"].count(".") + match["path"].count(":") > 1
                or _must_be_path(text, Point(point.line, match.start()))
            )
        if is_meant:
            yield StringPlace(text, point)
    if language_of(defining).family == "script" and not binding.owner:
        yield from _mocked_members(rename, (around, *found))


def _mentions(rename: Rename, text: TextSnapshot) -> Iterator[tuple[Point, re.Match[str]]]:
    """Yield where a line has the old name behind a path, or as what is replaced in an object."""
    pattern = _mention_pattern(rename.old)
    for number, line in enumerate(text.lines):
        if rename.old in line:
            for match in pattern.finditer(line):
                yield Point(number, match.start("path_name" if match["path_name"] else "name")), match


@lru_cache(maxsize=64)
def _mention_pattern(name: str) -> re.Pattern[str]:
    escaped = re.escape(name)
    return re.compile(
        rf"{_REPLACING_CALL}[\"'](?P<name>{escaped})[\"']"
        rf"|(?<![\w./$-])(?P<path>(?:\w+\.)+|(?:\w+\.)*\w+:)(?P<path_name>{escaped})(?![\w$(-])"
    )


def _is_text(text: TextSnapshot, point: Point, name: str) -> bool:
    """Whether the name at a place is part of a string, or of a file that is no code; in a comment it is neither."""
    code = mask_when_read(text)
    line = text.lines[point.line]
    if code is None or language_of(text).functions is None:
        return True
    if code[point.line].startswith(name, point.column):
        return False
    before = line[: point.column]
    return any(before.count(quote) % 2 for quote in "\"'`")


def _module_stems(rename: Rename, defining: TextSnapshot, situation: Situation) -> list[str]:
    """Return the paths, without suffix, of the text with the definition and of those that import it."""
    stems = [_SUFFIX.sub("", defining.uri)]
    around = situation.snapshot
    for text in (
        around,
        *situation.workspace_texts.find_containing([rename.new], around.uri, MAX_PATH_TEXTS),
    ):
        resolver = resolver_for(text) if text.uri != defining.uri else None
        if resolver is None or not _imports(resolver, rename.new) or _imports(resolver, rename.old):
            continue
        stems.append(_SUFFIX.sub("", text.uri))
    return stems


def _imports(resolver: NameResolver, name: str) -> bool:
    return any(one.source is not None for one in resolver.resolve(name).bindings)


def _leads_to(path: str, owner: str, stems: Sequence[str]) -> bool:
    parts = path.rstrip(".:").split(".")
    if owner and parts.pop() != owner:
        return False
    return bool(parts) and any(f"/{stem}".endswith("/" + "/".join(parts)) for stem in stems)


def _must_be_path(text: TextSnapshot, at: Point) -> bool:
    """Whether the path of a definition is expected at a place: in a call that replaces it, or as an entry point."""
    before = text.lines[at.line][: at.column]
    if before.strip() in ("'", '"') and at.line:
        before = text.lines[at.line - 1].rstrip() + before.strip()
    if _PATH_CALL.search(before) or _RUN.search(before):
        return True
    name = text.uri.rpartition("/")[2]
    if name == "setup.py":
        return re.search(r"[\"'][\w.-]+\s*=\s*\Z", before) is not None
    if name not in ("pyproject.toml", "setup.cfg") or not _ENTRY.match(before):
        return False
    header = next((one for one in reversed(text.lines[: at.line]) if _TABLE.match(one)), "")
    return _ENTRY_TABLE.match(header) is not None


def _is_target(target: str, owner: str, text: TextSnapshot, stems: Sequence[str]) -> bool:
    """Whether the object whose member is replaced is the class of the definition, or a module that has it."""
    word = target.rpartition(".")[2]
    if owner:
        return word.replace("_", "").lower() == owner.lower()
    resolver = resolver_for(text)
    sources = [
        f"{one.source.module}/{one.source.name}"
        for one in (resolver.resolve(word).bindings if resolver else ())
        if one.source is not None
    ]
    names = {
        word,
        *(re.split(r"[/.]", re.sub(r"\.[jt]sx?(?=/)", "", source).rstrip("/*"))[-1] for source in sources),
    }
    return any(stem.rpartition("/")[2] in names for stem in stems)


def _mocked_members(rename: Rename, texts: Sequence[TextSnapshot]) -> Iterator[StringPlace]:
    """Yield the keys of the objects that stand for the module of the definition in tests of JavaScript."""
    stem = _SUFFIX.sub("", rename.uri).rpartition("/")[2]
    key = re.compile(rf"(?<![\w$.]){re.escape(rename.old)}(?=\s*:)")
    for text in texts:
        if not any(stem in line and "ock" in line for line in text.lines):
            continue  # no call that mocks the module
        resolver = resolver_for(text)
        for number, line in enumerate(text.lines if resolver is not None else ()):
            for match in key.finditer(line) if rename.old in line else ():
                point = Point(number, match.start())
                node = resolver.node_at(point) if resolver is not None else None
                if resolver is not None and node is not None and _is_key_of_mock(node, resolver, stem):
                    yield StringPlace(text, point)


def _is_key_of_mock(node: "Node", resolver: NameResolver, stem: str) -> bool:
    pair = node.parent
    if pair is None or pair.type != "pair" or pair.child_by_field_name("key") != node:
        return False
    value = pair.parent
    while value is not None and value.type != "call_expression":
        value = value.parent
        if value is not None and value.type == "pair":
            return False
    function = value.child_by_field_name("function") if value is not None else None
    arguments = value.child_by_field_name("arguments") if value is not None else None
    if function is None or arguments is None or not arguments.named_children:
        return False
    if not _MOCKING_CALLS.match(resolver.source[function.start_byte : function.end_byte]):
        return False
    module = arguments.named_children[0]
    written = resolver.source[module.start_byte : module.end_byte].strip("\"'`")
    return re.sub(r"(?:/index)?(?:\.[jt]sx?)?\Z", "", written).rpartition("/")[2] == stem
