"""The names that a Cargo.toml or a pyproject.toml gives to features, extras, groups and commands, and their uses.

A feature is used by other features, by `required-features`, by manifests that depend on the package, by
`cfg(feature = "…")` in the code of the package, and behind `--features`. An extra stands in brackets behind a
package or behind `--extra`, a group behind `--group`. A command stands where a command begins. A dependency is
named by the features of its manifest. The same word anywhere else is something else.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from understudy.nes.symbolic.consequences.keys.key_paths import read_keys_of
from understudy.nes.symbolic.consequences.limits import (
    MAX_NESTED_LINES,
    MAX_VALUE_LINE_CHARS,
    MAX_VALUE_TEXTS,
)
from understudy.nes.symbolic.consequences.rule_context import RuleContext, SourceText
from understudy.nes.text import find_fenced_block

__all__ = ["ManifestKind", "find_manifest_uses", "manifest_kind"]

ManifestKind = Literal["feature", "dependency", "extra", "group", "command"]

_CARGO: Final = "/Cargo.toml"
_PYPROJECT: Final = "/pyproject.toml"
_DEPENDENCIES: Final = ("dependencies", "dev-dependencies", "build-dependencies")
_KINDS: Final[dict[tuple[str, tuple[str, ...]], ManifestKind]] = {
    (_CARGO, ("features",)): "feature",
    **{(_CARGO, (one,)): "dependency" for one in _DEPENDENCIES},
    (_PYPROJECT, ("project", "optional-dependencies")): "extra",
    (_PYPROJECT, ("tool", "poetry", "extras")): "extra",
    (_PYPROJECT, ("dependency-groups",)): "group",
    (_PYPROJECT, ("project", "scripts")): "command",
    (_PYPROJECT, ("project", "gui-scripts")): "command",
    (_PYPROJECT, ("tool", "poetry", "scripts")): "command",
}
_PROSE: Final = (".md", ".markdown", ".rst", ".adoc", ".txt")
_STRING: Final = re.compile(r"\"([^\"\\]*)\"|'([^']*)'")
_HEADER: Final = re.compile(r"\s*\[\[?\s*([^\[\]\"']+?)\s*\]\]?\s*(?:#.*)?\Z")
_KEY: Final = re.compile(r"\s*([\w.-]+)\s*=")
_FEATURE_LIST: Final = re.compile(
    r"(?:--features|(?<=\s)-F)[= ]\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'`]+))|\bfeatures?\s*:\s*(.+)"
)
_COMMAND_START: Final = (
    r"(?:(?:^|[;&|(!>]|\$\(|\b(?:run|RUN|CMD|ENTRYPOINT|exec|sudo|then|do|time)\b)\s*(?:\[\s*)?[\"'`]?"
    r"|^\s*(?:[$%>]|- (?:run:)?)\s*[\"'`]?)"
)
_COMMAND_KEY: Final = (
    r"[\"']?(?:run|commands?|entry(?:point)?|(?:before_|after_)?script|args|cmds?|exec|test)[\"']?\s*:"
)
_YAML_COMMAND: Final = re.compile(rf"\s*(?:- +)*{_COMMAND_KEY}(?:\s|\Z)")
_YAML_KEY: Final = re.compile(r"\s*(?:- +)*[\"']?[\w.-]+[\"']?\s*:(?:\s|\Z)")


class _TomlString(NamedTuple):
    line: int
    start: int
    text: str
    table: str
    key: str
    is_feature: bool
    """Whether it is in a list of features of an inline table."""


_Place = tuple[SourceText, int, int]


def manifest_kind(uri: str, path: Sequence[str]) -> ManifestKind | None:
    """Return what a key of a manifest names; None for another key or file."""
    return _KINDS.get((f"/{uri.rpartition('/')[2]}", tuple(path[:-1]))) if uri.endswith(".toml") else None


def find_manifest_uses(
    context: RuleContext, text: SourceText, kind: ManifestKind, old: str
) -> Iterator[_Place]:
    """Yield where the workspace uses a name of a manifest: the texts, lines and columns."""
    if kind == "dependency":
        yield from ((text, *place) for place in _feature_strings(text, old, old))
        return
    package = _package_of(text)
    if kind == "feature":
        yield from _feature_uses(context, text, package, old)
    elif kind == "command":
        yield from _command_uses(context, text, old)
    else:
        pattern = _extra_pattern(package, old) if kind == "extra" else _group_pattern(old)
        literals = (
            [f"[{old}", f",{old}", f", {old}", "--extra"]
            if kind == "extra"
            else [f"group {old}", f"group={old}"]
        )
        texts = [text, *_others(context, text, literals)]
        for other in texts:
            yield from ((other, *place) for place in _matches(other, pattern, old))


def _package_of(text: SourceText) -> str:
    keys = read_keys_of(text.snapshot.uri, text.raw)
    named = (one.value for one in keys if one.path[-1] == "name" and one.path[0] in ("package", "project"))
    return next((one.split("#")[0].strip(" \"'") for one in named), "")


def _others(context: RuleContext, text: SourceText, literals: Sequence[str]) -> list[SourceText]:
    found = context.situation.workspace_texts.find_containing(literals, text.snapshot.uri, MAX_VALUE_TEXTS)
    return [context.source_text(one) for one in found]


def _matches(text: SourceText, pattern: re.Pattern[str], word: str) -> Iterator[tuple[int, int]]:
    for line in text.raw_lookup.iterate_containing(word):
        if len(text.raw[line]) <= MAX_VALUE_LINE_CHARS:
            for match in pattern.finditer(text.raw[line]):
                yield (
                    line,
                    next(match.start(at) for at in range(1, pattern.groups + 1) if match[at] is not None),
                )


def _toml_strings(text: SourceText, word: str) -> Iterator[_TomlString]:
    """Yield the strings of a manifest with a word, with the table and the key that they belong to."""
    if not any(True for _ in text.raw_lookup.iterate_containing(word)):
        return
    table = key = ""
    for number, line in enumerate(text.raw):
        if len(line) > MAX_VALUE_LINE_CHARS:
            continue
        header = _HEADER.match(line)
        if header is not None:
            table, key = header[1], ""
            continue
        own = _KEY.match(line)
        key = own[1] if own is not None else key
        for one in _STRING.finditer(line, own.end() if own is not None else 0) if word in line else ():
            group = 1 if one[1] is not None else 2
            before = line[: one.start()]
            yield _TomlString(number, one.start(group), one[group], table, key, "features" in before)


def _feature_strings(text: SourceText, dependency: str, feature: str) -> Iterator[tuple[int, int]]:
    """Yield where the features of a manifest name a dependency that was renamed."""
    named = re.compile(rf"(?:dep:)?({re.escape(dependency)})(?:\??/[\w-]+)?")
    for one in _toml_strings(text, feature):
        match = named.fullmatch(one.text) if one.table == "features" else None
        if match is not None:
            yield one.line, one.start + match.start(1)


def _feature_uses(context: RuleContext, text: SourceText, package: str, old: str) -> Iterator[_Place]:
    for one in _toml_strings(text, old):
        is_own = (
            one.table == "features"
            or one.key == "required-features"
            or one.table.startswith("package.metadata")
        )
        if one.text == old and (is_own or (one.key == package and one.is_feature)):
            yield text, one.line, one.start
    manifests = [
        one for one in _others(context, text, [f'"{old}"', f'/{old}"']) if one.snapshot.uri.endswith(_CARGO)
    ]
    for other in manifests:
        yield from ((other, *place) for place in _outer_features(other, package, old))
    condition = re.compile(rf"\bfeature\s*=\s*\"({re.escape(old)})\"")
    folder = text.snapshot.uri.removesuffix(_CARGO)
    for other in _others(context, text, [f'feature = "{old}"', f'feature="{old}"']):
        if other.snapshot.uri.endswith(".rs") and _is_nearest(context, folder, other.snapshot.uri):
            yield from ((other, *place) for place in _matches(other, condition, old))
    is_elsewhere = any(
        (one.path[:-1], one.path[-1]) == (("features",), old)
        for other in manifests
        for one in read_keys_of(other.snapshot.uri, other.raw)
    )
    item = re.compile(rf"(?<![\w./-])(?:{re.escape(package)}/)?({re.escape(old)})(?![\w/-])")
    named = re.compile(rf"(?<![\w-]){re.escape(package)}(?![\w-])")
    name = f"({re.escape(old)})"
    documented = re.compile(rf"\bfeatures?\s*=\s*\[?[^\]]*\"{name}\"|`{name}` feature|\bfeature `{name}`")
    for other in _others(context, text, ["--features", "features:", "features = [", f"`{old}`", "-F "]):
        uri = other.snapshot.uri
        if uri.endswith((_CARGO, ".rs")):
            continue
        for line in other.raw_lookup.iterate_containing(old):
            written = other.raw[line]
            if len(written) > MAX_VALUE_LINE_CHARS or (is_elsewhere and not named.search(written)):
                continue
            for listed in _FEATURE_LIST.finditer(written):
                group = next(at for at in range(1, 5) if listed[at] is not None)
                if group == 4 and not uri.endswith((".yml", ".yaml")):
                    continue
                for one in item.finditer(written, *listed.span(group)):
                    yield other, line, one.start(1)
            if uri.endswith(_PROSE):
                for match in documented.finditer(written):
                    if match[1] is not None and not named.search(written):
                        continue  # the feature of another package
                    yield other, line, next(match.start(at) for at in (1, 2, 3) if match[at] is not None)


def _outer_features(text: SourceText, package: str, old: str) -> Iterator[tuple[int, int]]:
    """Yield where the manifest of another package names a feature of this one."""
    forwarded = re.compile(rf"{re.escape(package)}\??/({re.escape(old)})")
    for one in _toml_strings(text, old):
        match = forwarded.fullmatch(one.text)
        if match is not None:
            yield one.line, one.start + match.start(1)
        elif one.text == old and (
            (one.key == package and one.is_feature)
            or (one.key == "features" and one.table.rpartition(".")[2] == package)
        ):
            yield one.line, one.start


def _is_nearest(context: RuleContext, top: str, uri: str) -> bool:
    """Whether a file belongs to the package in a folder, and not to one in a folder inside of it."""
    folder = uri.rpartition("/")[0]
    while folder.startswith(f"{top}/"):
        if context.situation.snapshot_at(f"{folder}{_CARGO}") is not None:
            return False
        folder = folder.rpartition("/")[0]
    return folder == top


def _extra_pattern(package: str, old: str) -> re.Pattern[str]:
    name = rf"({re.escape(old)})(?![\w-])"
    owner = (
        rf"(?:(?<![\w-]){re.escape(package)}|(?<=[\s\"'`/=])\.{{1,2}}|\.whl)"
        if package
        else r"(?<=[\s\"'`/=])\."
    )
    return re.compile(
        rf"{owner}\[(?:[\w-]+\s*,\s*)*{name}(?=\s*[,\]])|--extras?[= ](?:[\"'](?:\w[\w-]*[ ,])*)?{name}"
    )


def _group_pattern(old: str) -> re.Pattern[str]:
    name = rf"({re.escape(old)})(?![\w-])"
    return re.compile(
        rf"\b(?:uv|pdm|poetry|pip3?)\b.*?--(?:only-|no-)?group[= ]{name}|\binclude-group\s*=\s*[\"']{name}[\"']"
    )


def _command_uses(context: RuleContext, text: SourceText, old: str) -> Iterator[_Place]:
    command = re.compile(
        rf"(?:{_COMMAND_START}|{_COMMAND_KEY}\s*(?:\[\s*)?[\"'`]?)({re.escape(old)})(?=[\s\"'`;|&)]|\Z)"
    )
    in_prose = re.compile(rf"`(?:\$ )?({re.escape(old)})(?=[ `])|^\s*(?:[$%>] )({re.escape(old)})(?=\s|\Z)")
    in_block = re.compile(rf"^\s*(?:[$%>] )?({re.escape(old)})(?=\s+[\w\-./<\[]|\Z)")
    for other in _others(context, text, [f"{old} ", f'"{old}"', f"`{old}`"]):
        uri = other.snapshot.uri.lower()
        name = uri.rpartition("/")[2]
        if uri.endswith(_PROSE):
            for line, start in _matches(other, in_prose, old):
                yield other, line, start
            for line, start in _matches(other, in_block, old):
                if _is_in_block(other, line):
                    yield other, line, start
        elif uri.endswith((".yml", ".yaml", ".sh", ".bash")) or "dockerfile" in name or "makefile" in name:
            is_yaml = uri.endswith((".yml", ".yaml"))
            for line, start in _matches(other, command, old):
                if not is_yaml or _is_yaml_command(other, line):
                    yield other, line, start


def _is_yaml_command(text: SourceText, number: int) -> bool:
    """Whether a line of YAML is a command: the value of a key of commands, or a part of it."""
    indent = None
    for at in range(number, max(-1, number - MAX_NESTED_LINES), -1):
        line = text.raw[at]
        own = len(line) - len(line.lstrip())
        if not line.strip() or (indent is not None and own >= indent):
            continue
        if _YAML_KEY.match(line):
            return _YAML_COMMAND.match(line) is not None
        # The items of a list may stand below the first column of its key.
        indent = own + line.lstrip().startswith("- ")
    return False


def _is_in_block(text: SourceText, number: int) -> bool:
    """Whether a line of a document is in a block of code."""
    return text.raw[number].startswith("    ") or find_fenced_block(text.snapshot, number) is not None
