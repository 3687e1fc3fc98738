"""The version of a project changed in its manifest: the lock file beside it states the same version.

The entries of other packages stay, also those with the same number.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from understudy.nes.engine_api import Candidate
from understudy.nes.symbolic.consequences.keys.key_paths import read_keys_of
from understudy.nes.symbolic.consequences.limits import MAX_LOCK_FOLDERS, MAX_REWRITTEN_LINES
from understudy.nes.symbolic.consequences.rule_context import Change, RuleContext, SourceText
from understudy.nes.symbolic.consequences.rules import STALE_SHIFT, RuleProbability, StaleFeatures
from understudy.nes.symbolic.consequences.versions import (
    NPM_LOCKS,
    TABLE_LOCKS,
    find_npm_versions,
    find_table_versions,
)
from understudy.nes.text import Point, Replacement, Span

__all__ = ["propose_locked_versions"]


PROBABILITY: Final = RuleProbability(0.86, StaleFeatures(stale=STALE_SHIFT / 3))

_PACKAGE: Final = "package.json"
_VERSION: Final = re.compile(r"(?P<head>\s*\"?version\"?\s*[:=]\s*\")(?P<version>[^\"]+)\"")
_SECTIONS: Final = {_PACKAGE: (), "Cargo.toml": ("package",), "pyproject.toml": ("project",)}
"""By the manifest: the path of the keys that describe the project."""


class _Release(NamedTuple):
    change: Change
    name: str
    """The name of the project; empty if its manifest has none."""
    old: str
    new: str


def propose_locked_versions(context: RuleContext) -> list[Candidate]:
    """Propose the new version of the project in its lock file."""
    for change in context.without_dormant(context.cause_changes):
        manifest = change.edit.uri.rpartition("/")[2]
        if manifest not in _SECTIONS or context.is_past_deadline:
            continue
        text = context.text_at(change.edit.uri)
        release = _find_release(text, change, manifest) if text is not None else None
        if release is not None:
            return list(_candidates(context, release, manifest))
    return []


def _find_release(text: SourceText, change: Change, manifest: str) -> _Release | None:
    edit, section = change.edit, _SECTIONS[manifest]
    if len(edit.old) != len(edit.new) or len(edit.new) > MAX_REWRITTEN_LINES or not change.is_current(text):
        return None
    for line, (old, new) in enumerate(zip(edit.old, edit.new, strict=True), edit.line):
        before, after = _VERSION.match(old), _VERSION.match(new)
        if before is None or after is None or before["version"] == after["version"]:
            continue
        keys = read_keys_of(edit.uri, text.raw)
        if not any(one.line == line and one.path == (*section, "version") for one in keys):
            return None
        name = next((one.value for one in keys if one.path == (*section, "name")), "")
        return _Release(change, name.strip("\"'"), before["version"], after["version"])
    return None


def _candidates(context: RuleContext, release: _Release, manifest: str) -> Iterator[Candidate]:
    for text in _lock_files(context, release.change.edit.uri, manifest):
        for line in _own_versions(text.raw, release, manifest):
            match = _VERSION.match(text.raw[line])
            if match is None or match["version"] != release.old:
                continue
            yield Candidate(
                kind="edit",
                uri=text.snapshot.uri,
                family="locked-version",
                pattern=f"{release.old} → {release.new}",
                topic=release.old,
                why=f"The version of the project is {release.new} now.",
                edits=(
                    Replacement(
                        Span(Point(line, match.start("version")), Point(line, match.end("version"))),
                        release.new,
                    ),
                ),
                probability=PROBABILITY.estimate(StaleFeatures(release.change.age)),
            )


def _lock_files(context: RuleContext, uri: str, manifest: str) -> Iterator[SourceText]:
    """Yield the lock files of a manifest. That of a member of a workspace is in a folder above."""
    folder = uri.rpartition("/")[0]
    if manifest == _PACKAGE:
        paths = [f"{folder}/{name}" for name in NPM_LOCKS]
    else:
        parts = folder.split("/")
        folders = ("/".join(parts[: len(parts) - up]) for up in range(MAX_LOCK_FOLDERS))
        paths = [f"{one}/{TABLE_LOCKS[manifest]}" for one in folders]
    for path in paths:
        text = context.text_at(path)
        if text is not None:
            yield text


def _own_versions(lines: Sequence[str], release: _Release, manifest: str) -> Iterator[int]:
    if manifest == _PACKAGE:
        return find_npm_versions(lines)
    name = release.name
    if manifest == "pyproject.toml":
        name = re.sub(r"[-_.]+", "-", name).lower()
    return find_table_versions(lines, name)
