"""A key of YAML, JSON, TOML or INI was renamed: what refers to it by its name follows.

`needs: test` refers to the job `test`, `- db` below `depends_on` to a service, `*base` to an anchor, `#/a/b` and
"a.b" to a path, `--from=build` to a stage of a Dockerfile, the host of `redis://cache:6379` and the argument of
`docker compose up cache` to a service. A key such as `needs` refers to the entries of a mapping if all its values
in the text are keys of that mapping. How code reads a path, a script of package.json is run, a target of a Makefile
is named and a name of a workflow or a manifest is used: see `key_reads`, `npm_scripts`, `make_targets`,
`workflow_names` and `manifest_names`.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.keys.compose_services import find_service_commands
from understudy.nes.symbolic.consequences.keys.data_reads import find_data_reads, is_record_key
from understudy.nes.symbolic.consequences.keys.key_paths import (
    KeyLine,
    find_renamed_table,
    has_keys,
    is_keyed,
    read_keys_of,
    read_scalars,
)
from understudy.nes.symbolic.consequences.keys.key_reads import find_key_reads, find_section_reads
from understudy.nes.symbolic.consequences.keys.make_targets import (
    calls_of_target,
    find_renamed_target,
    find_target_calls,
    find_target_names,
    is_makefile,
)
from understudy.nes.symbolic.consequences.keys.manifest_names import find_manifest_uses, manifest_kind
from understudy.nes.symbolic.consequences.keys.npm_scripts import (
    PACKAGE,
    find_script_hooks,
    find_script_runs,
    runs_scripts_of,
)
from understudy.nes.symbolic.consequences.keys.workflow_names import (
    find_workflow_uses,
    is_step,
    is_workflow,
)
from understudy.nes.symbolic.consequences.limits import (
    MAX_CODE_LINE_CHARS,
    MAX_VALUE_CANDIDATES,
    MAX_VALUE_TEXTS,
)
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import ELSEWHERE_SHIFT, STALE_SHIFT, RuleProbability
from understudy.nes.symbolic.consequences.values import (
    NamePlace,
    RenamedName,
    StaleFeatures,
    rename_candidates,
)
from understudy.nes.text import Edit, Point, Replacement, Span, common_affix_lengths

__all__ = ["RenamedKey", "find_renamed_key", "is_dockerfile", "propose_key_references"]

PROBABILITY: Final = RuleProbability(0.86, StaleFeatures(stale=STALE_SHIFT / 3, elsewhere=ELSEWHERE_SHIFT))

_NAME: Final = re.compile(r"[\w$./:@-]+")
_ANCHOR: Final = re.compile(r"&([\w-]+)\s*\Z")
_ANCHORED: Final = re.compile(r"\s*(?:- +)?(?P<key>[\w.$-]+):\s+&(?P<name>[\w-]+)\s*\Z")
_STAGE: Final = re.compile(r"(?i)\s*FROM\s+\S+\s+AS\s+(\S+)\s*\Z")
_DOCKERFILE: Final = re.compile(r"(?i)/(?:[\w.-]+\.)?(?:dockerfile|containerfile)(?:\.[\w.-]+)?\Z")
_API: Final = re.compile(r"\s*[\"']?openapi[\"']?\s*:")
_COMPONENTS: Final = "#/components/"
_SECURITY_SCHEMES: Final = "securitySchemes"
"""The only components of OpenAPI that are not referred to by paths: the keys of `security` name them."""
_SECURITY: Final = "security"
_MIN_PATH_KEYS: Final = 2
"""A path of one key is an ordinary word."""


class RenamedKey(NamedTuple):
    kind: str
    old: str
    new: str
    change: Change
    text: SourceText
    path: tuple[str, ...] = ()
    """The new path of a key; empty for an anchor, a stage and a target."""

    @property
    def is_run(self) -> bool:
        """Whether it is the name of commands: a target of a Makefile, a script of package.json."""
        is_script = self.path[:-1] == ("scripts",) and self.text.snapshot.uri.endswith(PACKAGE)
        return self.kind == "target" or is_script

    @property
    def is_known_everywhere(self) -> bool:
        """Whether all uses in the workspace are found: those of a feature, an extra, a group or a command."""
        kind = manifest_kind(self.text.snapshot.uri, self.path)
        return self.kind == "key" and kind is not None and kind != "dependency"

    @property
    def are_references_known(self) -> bool:
        """Whether the values of the text that refer to it are found. Most of those of TOML and INI are not."""
        return self.kind not in ("key", "table") or is_keyed(self.text.snapshot.uri)


def is_dockerfile(uri: str) -> bool:
    return not has_keys(uri) and _DOCKERFILE.search(uri) is not None


def propose_key_references(context: RuleContext) -> list[Candidate]:
    """Propose the new name of a key where the old one is used to refer to it."""
    for change in context.without_dormant(context.cause_changes):
        renamed = find_renamed_key(context, change)
        if renamed is not None and not context.is_past_deadline:
            beside = _key_of_anchor(renamed)
            found = [*_candidates(context, renamed), *(_candidates(context, beside) if beside else ())]
            return found[:MAX_VALUE_CANDIDATES]
    return []


def _key_of_anchor(renamed: RenamedKey) -> RenamedKey | None:
    """Return the key of a line if it was renamed together with its anchor."""
    line = renamed.change.edit.line
    before = _ANCHORED.match(renamed.change.edit.old[0]) if renamed.kind == "anchor" else None
    after = _ANCHORED.match(renamed.change.edit.new[0]) if before is not None else None
    if before is None or after is None or before["key"] == after["key"]:
        return None
    keys = read_keys_of(renamed.text.snapshot.uri, renamed.text.raw)
    path = next((one.path for one in keys if one.line == line), ())
    return renamed._replace(kind="key", old=before["key"], new=after["key"], path=path) if path else None


def find_renamed_key(context: RuleContext, change: Change) -> RenamedKey | None:
    """Return the key, the anchor, the stage or the target of a Makefile that an edit renamed."""
    edit = change.edit
    if is_makefile(edit.uri):
        return _renamed_target(context, change)
    is_image = is_dockerfile(edit.uri)
    if len(edit.old) != 1 or len(edit.new) != 1 or not (is_image or has_keys(edit.uri)):
        return None
    words = (
        _replaced_anchor(edit) or _replaced_word(edit) if len(edit.new[0]) <= MAX_CODE_LINE_CHARS else None
    )
    text = context.text_at(edit.uri) if words is not None else None
    if words is None or text is None or not change.is_current(text):
        return None
    old, new, start = words
    line = edit.new[0]
    if is_image:
        stage = _STAGE.match(line)
        is_stage = stage is not None and stage.start(1) == start
        return RenamedKey("stage", old, new, change, text) if is_stage else None
    anchor = _ANCHOR.search(line)
    if anchor is not None and anchor.start(1) == start:
        return RenamedKey("anchor", old, new, change, text)
    table = find_renamed_table(edit.uri, edit.old[0], line)
    if table is not None:
        return RenamedKey("table", old.rpartition(".")[2], table[-1], change, text, table)
    own = next((one for one in read_keys_of(edit.uri, text.raw) if one.line == edit.line), None)
    if own is not None and is_step(own.path) and own.value.strip("\"'") == new and is_workflow(edit.uri):
        return RenamedKey("step", old, new, change, text, own.path)
    if own is None or own.start != start or own.key != new:
        return None
    return RenamedKey("key", old, new, change, text, own.path)


def _renamed_target(context: RuleContext, change: Change) -> RenamedKey | None:
    edit = change.edit
    names = find_renamed_target(edit) if len(edit.old) == len(edit.new) == 1 else None
    text = context.text_at(edit.uri) if names is not None else None
    if names is None or text is None or not change.is_current(text):
        return None
    return RenamedKey("target", *names, change, text)


def _replaced_anchor(edit: Edit) -> tuple[str, str, int] | None:
    """Return the old and the new anchor, if it was renamed together with the key before it, and its column."""
    if "&" not in edit.old[0]:
        return None
    before, after = _ANCHORED.match(edit.old[0]), _ANCHORED.match(edit.new[0])
    if before is None or after is None or before["key"] == after["key"] or before["name"] == after["name"]:
        return None
    return before["name"], after["name"], after.start("name")


def _replaced_word(edit: Edit) -> tuple[str, str, int] | None:
    """Return the old and the new word, if one word of the line was replaced, and its column."""
    old, new = edit.old[0], edit.new[0]
    head, tail = common_affix_lengths(old, new)
    start, end = head, len(new) - tail
    while start and _NAME.match(new[start - 1]):
        start -= 1
    while end < len(new) and _NAME.match(new[end]):
        end += 1
    before, after = old[start : len(old) - (len(new) - end)].rstrip(":"), new[start:end].rstrip(":")
    if before == after or not (_NAME.fullmatch(before) and _NAME.fullmatch(after)):
        return None
    return before, after, start


def _candidates(context: RuleContext, renamed: RenamedKey) -> list[Candidate]:
    places: dict[tuple[str, int], list[Replacement]] = {}
    texts: dict[str, SourceText] = {}
    for text, line, start in _places(context, renamed):
        texts[text.snapshot.uri] = text
        span = Span(Point(line, start), Point(line, start + len(renamed.old)))
        found = places.setdefault((text.snapshot.uri, line), [])
        if Replacement(span, renamed.new) not in found:
            found.append(Replacement(span, renamed.new))
    for text, line, start, end, written in _data_reads(context, renamed):
        texts[text.snapshot.uri] = text
        found = places.setdefault((text.snapshot.uri, line), [])
        if all(one.span.start != Point(line, start) for one in found):
            found.append(Replacement(Span(Point(line, start), Point(line, end)), written))
    name = RenamedName(renamed.kind, renamed.old, renamed.new, renamed.change)
    ordered = [NamePlace(texts[uri], line, tuple(sorted(edits))) for (uri, line), edits in places.items()]
    return list(rename_candidates(context, "key-reference", name, ordered, PROBABILITY))


def _data_reads(context: RuleContext, renamed: RenamedKey) -> Iterator[tuple[SourceText, int, int, int, str]]:
    """Yield where code reads the key of a record in a file of data."""
    text = renamed.text
    if renamed.kind != "key" or not is_keyed(text.snapshot.uri) or is_workflow(text.snapshot.uri):
        return
    keys = read_keys_of(text.snapshot.uri, text.raw)
    own = next(one for one in keys if one.line == renamed.change.edit.line)
    if not renamed.is_run and is_record_key(own, renamed.old, keys, text.raw):
        yield from find_data_reads(context, text, renamed.old, renamed.new, {one.key for one in keys})


_Place = tuple[SourceText, int, int]


def _places(context: RuleContext, renamed: RenamedKey) -> Iterator[_Place]:
    text, old = renamed.text, re.escape(renamed.old)
    if renamed.kind == "anchor":
        yield from _matches(text, rf"(?<![\w*])\*({old})(?![\w-])", renamed.old)
        return
    if renamed.kind == "stage":
        yield from _matches(text, rf"--from=({old})(?![\w.-])", renamed.old)
        yield from _matches(text, rf"(?i:\A\s*FROM)\s+({old})(?![\w./:-])", renamed.old)
        yield from _stage_builds(context, renamed)
        return
    if renamed.kind == "target":
        yield from _target_places(context, renamed)
        return
    if is_workflow(text.snapshot.uri):
        keys, line = read_keys_of(text.snapshot.uri, text.raw), renamed.change.edit.line
        uses = find_workflow_uses(text, renamed.path, renamed.old, line, keys)
        yield from ((text, *place) for place in uses)
    if renamed.kind == "step":
        return
    if renamed.is_run:
        yield from _script_places(context, renamed)
        return
    manifest = manifest_kind(text.snapshot.uri, renamed.path) if renamed.kind == "key" else None
    if manifest is not None:
        yield from find_manifest_uses(context, text, manifest, renamed.old)
        return
    pointer = "".join(f"{one}/" for one in ("#", *renamed.path[:-1]))
    if not _is_pointed_to(text, pointer if len(renamed.path) > 1 else pointer + renamed.old):
        yield from _references(renamed) if renamed.are_references_known else ()
    elif renamed.path[-2:-1] == (_SECURITY_SCHEMES,):
        keys = read_keys_of(text.snapshot.uri, text.raw)
        uses = (one for one in keys if one.path[-2:] == (_SECURITY, renamed.old))
        yield from ((text, one.line, one.start) for one in uses)
    yield from _matches(text, rf"{re.escape(pointer)}({old})(?=[\"'/]|\s|\Z)", renamed.old)
    is_service = renamed.path[:-1] == ("services",)
    lines = read_keys_of(text.snapshot.uri, text.raw)
    inner = {one.key for one in lines if one.path[:-1] == renamed.path}
    if len(renamed.path) < _MIN_PATH_KEYS and not inner:
        return
    dotted = r"\.".join(map(re.escape, renamed.path[-_MIN_PATH_KEYS:-1]))
    head = "".join(rf"(?:{re.escape(key)}\.)?" for key in renamed.path[:-_MIN_PATH_KEYS])
    others = context.situation.workspace_texts.find_containing(
        [renamed.old], text.snapshot.uri, MAX_VALUE_TEXTS
    )
    old_path = (*renamed.path[:-1], renamed.old)
    keys = {one.key for one in lines}
    for other in (text, *map(context.source_text, others)):
        if other is not text and is_workflow(text.snapshot.uri):
            break  # the jobs of another workflow have names of their own
        if is_service and not has_keys(other.snapshot.uri):
            yield from ((other, *place) for place in find_service_commands(other, renamed.old))
        if is_service:
            yield from _matches(other, rf"://(?:[^\s/@\"']*@)?({old})(?=:[\d$])", renamed.old)
        if other is text or has_keys(other.snapshot.uri):
            yield from _same_table(renamed, other) if renamed.kind == "table" else _same_path(renamed, other)
        else:
            reads = find_section_reads(other, old_path, renamed.new, inner, keys) if inner else ()
            yield from ((other, *place) for place in reads)
            if len(renamed.path) < _MIN_PATH_KEYS:
                continue
            reads = find_key_reads(other, old_path, renamed.new, keys)
            yield from ((other, *place) for place in reads)
            yield from _matches(other, rf"[\"'`]{head}{dotted}\.({old})(?=[\"'`.])", renamed.old)


def _is_pointed_to(text: SourceText, pointer: str) -> bool:
    """Whether the entries of a mapping are referred to by paths, as in OpenAPI, and not by their names."""
    if any(True for _ in text.raw_lookup.iterate_containing(pointer)):
        return True
    is_api = any(_API.match(text.raw[line]) for line in text.raw_lookup.iterate_containing("openapi"))
    return is_api and pointer.startswith(_COMPONENTS)


def _stage_builds(context: RuleContext, renamed: RenamedKey) -> Iterator[_Place]:
    """Yield where a stage is built: `--target` of a command, `target` of the `build` of a service in compose."""
    others = context.situation.workspace_texts.find_containing(
        [f"{key}{renamed.old}" for key in ("target ", "target=", "target: ")],
        renamed.text.snapshot.uri,
        MAX_VALUE_TEXTS,
    )
    for other in map(context.source_text, others):
        yield from _matches(
            other, rf"\bdocker\b.*\s--target[ =]({re.escape(renamed.old)})(?![\w.-])", renamed.old
        )
        if is_keyed(other.snapshot.uri):
            for one in read_scalars(other.raw):
                if one.path[-2:] == ("build", "target") and one.text == renamed.old:
                    yield other, one.line, one.start


def _script_places(context: RuleContext, renamed: RenamedKey) -> Iterator[_Place]:
    text, old = renamed.text, renamed.old
    others = context.situation.workspace_texts.find_containing([old], text.snapshot.uri, MAX_VALUE_TEXTS)
    yield from ((text, *place) for place in find_script_hooks(text, old))
    for other in (text, *map(context.source_text, others)):
        places = list(find_script_runs(other, old, text))
        if places and runs_scripts_of(context, text, other):
            yield from ((other, *place) for place in places)


def _target_places(context: RuleContext, renamed: RenamedKey) -> Iterator[_Place]:
    text, old = renamed.text, renamed.old
    folder = text.snapshot.uri.rpartition("/")[0]
    calls = calls_of_target(text, old)
    others = context.situation.workspace_texts.find_containing([old], text.snapshot.uri, MAX_VALUE_TEXTS)
    yield from ((text, *place) for place in find_target_names(text, old))
    for other in map(context.source_text, others):
        if is_makefile(other.snapshot.uri) or not other.snapshot.uri.startswith(f"{folder}/"):
            continue
        yield from ((other, *place) for place in find_target_calls(other, calls, old))


def _matches(text: SourceText, pattern: str, word: str) -> Iterator[_Place]:
    compiled = re.compile(pattern)
    for line in text.raw_lookup.iterate_containing(word):
        for match in compiled.finditer(text.raw[line]):
            yield text, line, match.start(1)


def _references(renamed: RenamedKey) -> Iterator[_Place]:
    """Yield the values that name an entry of the mapping that the key belongs to."""
    text, old = renamed.text, renamed.old
    keys = read_keys_of(text.snapshot.uri, text.raw)
    entries = {one.key for one in keys if one.path[:-1] == renamed.path[:-1]} - {renamed.new} | {
        old,
        renamed.new,
    }
    own = _own_lines(keys, renamed)
    by_key: dict[str, list[_Place]] = {}
    other_keys: set[str] = set()
    for one in read_scalars(text.raw):
        key = one.path[-1]
        is_mount = key == renamed.path[-2] if len(renamed.path) > 1 else False
        if one.text in entries:
            if one.text == old and one.line not in own:
                by_key.setdefault(key, []).append((text, one.line, one.start))
        elif is_mount and one.text.startswith(f"{old}:") and one.line not in own:
            yield text, one.line, one.start
        elif not one.text.startswith("*"):
            other_keys.add(key)
    for key, places in by_key.items():
        if key in other_keys:
            continue
        yield from places
        yield from _matches(text, rf"\b{re.escape(key)}\.({re.escape(old)})(?=\.\w)", old)


def _own_lines(keys: list[KeyLine], renamed: RenamedKey) -> range:
    """Return the lines of the entry itself, whose values do not refer to it."""
    at = next(index for index, one in enumerate(keys) if one.line == renamed.change.edit.line)
    depth = len(renamed.path)
    end = next((one.line for one in keys[at + 1 :] if len(one.path) <= depth), len(renamed.text.raw))
    return range(renamed.change.edit.line, end)


def _same_table(renamed: RenamedKey, other: SourceText) -> Iterator[_Place]:
    """Yield the tables inside of this one, and the same tables of a file beside it."""
    if other is renamed.text or _is_beside(renamed, other):
        outer = "".join(rf"{re.escape(one)}\s*\.\s*" for one in renamed.path[:-1])
        yield from _matches(other, rf"^\s*\[\[?\s*{outer}({re.escape(renamed.old)})\s*[.\]]", renamed.old)


def _is_beside(renamed: RenamedKey, other: SourceText) -> bool:
    """Whether another file of the same format is in the same folder."""
    uri, own_uri = other.snapshot.uri, renamed.text.snapshot.uri
    if uri == own_uri or uri.rpartition("/")[0] != own_uri.rpartition("/")[0]:
        return False
    return uri.rpartition(".")[2] == own_uri.rpartition(".")[2]


def _same_path(renamed: RenamedKey, other: SourceText) -> Iterator[_Place]:
    """Yield the same key in a file beside this one, unless it has the new one, too."""
    if not _is_beside(renamed, other):
        return
    keys = read_keys_of(other.snapshot.uri, other.raw)
    old_path = (*renamed.path[:-1], renamed.old)
    if len(old_path) < _MIN_PATH_KEYS:  # a section of that name may be about something else
        inner = {
            one.key
            for one in read_keys_of(renamed.text.snapshot.uri, renamed.text.raw)
            if one.path[:-1] == renamed.path
        }
        if inner.isdisjoint(one.key for one in keys if one.path[:-1] == old_path):
            return
    if not any(one.path == renamed.path for one in keys):
        yield from ((other, one.line, one.start) for one in keys if one.path == old_path)
