"""The repetition of a renamed key at places that it says nothing about.

A key of one section is not the key of that name in another section, in this file or in another one: `smtp.server`
is not `imap.server`. Entries of a list share their path, so the same key of the next entry may follow. What other
files run under the name of a target or a script is known: the same word behind another command is something else.
"""

import re
from collections.abc import Sequence
from typing import Final

from understudy.nes.symbolic.consequences.keys.key_paths import KeyLine, has_keys, read_keys_of
from understudy.nes.symbolic.consequences.keys.references import RenamedKey
from understudy.nes.symbolic.consequences.line_candidates import LineCandidate
from understudy.nes.text import Edit, TextSnapshot, common_affix_lengths

__all__ = ["OtherKeys"]

_PROSE: Final = (".md", ".markdown", ".rst", ".adoc", ".txt")
_KEY: Final = r"\s*(?:- +)*[\"']?{}[\"']?\s*[:=]"


class OtherKeys:
    """Tells which candidates rename a key of another path."""

    def __init__(self, renamed: RenamedKey, *, is_pattern: bool, previous: Edit | None = None) -> None:
        """`is_pattern`: the user has renamed two keys so, and may rename those of all sections.

        `previous`: the edit before, which may have changed another name in the same way.
        """
        self._is_pattern = is_pattern
        self._renamed = renamed
        self._changes = [_change_of(one) for one in (renamed.change.edit, previous) if one is not None]
        self._old_path = (*renamed.path[:-1], renamed.old)
        self._old_key = re.compile(_KEY.format(re.escape(renamed.old)))
        self._new_key = re.compile(_KEY.format(re.escape(renamed.new)))
        self._argument = re.compile(rf"`[^`]*[^`\s]\s+{re.escape(renamed.old)}(?![\w-])[^`]*`")
        self._keys: dict[str, Sequence[KeyLine]] = {}

    def may_follow(self, candidate: LineCandidate) -> bool:
        """Whether the candidate begins at the same key of the same path, or of any if that is the pattern."""
        return self._is_key_line(candidate) and (self._is_pattern or self._has_own_path(candidate))

    def renames_other(self, candidate: LineCandidate) -> bool:
        """Whether the candidate gives the new name to a key of another path."""
        if candidate.line_count != 1 or len(candidate.new) != 1 or not self._is_key_line(candidate):
            return False
        return self._new_key.match(candidate.new[0]) is not None and not self._has_own_path(candidate)

    def makes_same_change(self, candidate: LineCandidate) -> bool:
        """Whether the candidate changes another line as the edit changed a name whose uses are all known."""
        if not self._renamed.is_known_everywhere or len(set(self._changes)) != len(self._changes):
            return False
        old = candidate.snapshot.lines[candidate.line : candidate.line + candidate.line_count]
        return _replaced_part("\n".join(old), "\n".join(candidate.new)) == self._changes[0]

    def may_be_other_command(self, candidate: LineCandidate) -> bool:
        """Whether another file has the name where it may be something else.

        That is the name of a target or a script as the argument of any command; a feature and the like anywhere.
        """
        renamed, snapshot = self._renamed, candidate.snapshot
        if renamed.is_known_everywhere:
            return True
        if snapshot.uri == renamed.text.snapshot.uri or not renamed.is_run:
            return False
        is_prose = snapshot.uri.lower().endswith(_PROSE)
        return not is_prose or self._argument.search(snapshot.lines[candidate.line]) is not None

    def is_other_path(self, candidate: LineCandidate) -> bool:
        """Whether a line of a document has the name behind that of another section, as in `log.level`."""
        parent, snapshot = self._old_path[-2:-1], candidate.snapshot
        if not parent or not snapshot.uri.lower().endswith(_PROSE):
            return False
        sections = re.findall(
            rf"(\w[\w-]*)\.{re.escape(self._renamed.old)}(?![\w-])", snapshot.lines[candidate.line]
        )
        return bool(sections) and parent[0] not in sections

    def _is_key_line(self, candidate: LineCandidate) -> bool:
        snapshot = candidate.snapshot
        return has_keys(snapshot.uri) and self._old_key.match(snapshot.lines[candidate.line]) is not None

    def _has_own_path(self, candidate: LineCandidate) -> bool:
        return self._path_at(candidate.snapshot, candidate.line) == self._old_path

    def _path_at(self, snapshot: TextSnapshot, line: int) -> tuple[str, ...]:
        if snapshot.uri not in self._keys:
            self._keys[snapshot.uri] = read_keys_of(snapshot.uri, snapshot.lines)
        return next((one.path for one in self._keys[snapshot.uri] if one.line == line), ())


def _change_of(edit: Edit) -> tuple[str, str]:
    return _replaced_part("\n".join(edit.old), "\n".join(edit.new))


def _replaced_part(old: str, new: str) -> tuple[str, str]:
    head, tail = common_affix_lengths(old, new)
    return old[head : len(old) - tail], new[head : len(new) - tail]
