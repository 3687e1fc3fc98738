"""Discovery of a project's instructions (AGENTS.md) and skills (SKILL.md) in the roots of a session.

The roots are scanned in order, and an earlier root wins. The files are not trusted: nothing is executed, the
body of a skill is not read, and an unreadable file becomes a warning of one sentence, never an error. How the
model is given the result is up to `system_prompt`.

The parser of a skill's front matter is not a YAML parser: it supports `key: value`, quoted values, values that
continue in indented lines, and folded or literal blocks, because skills are written with these. It rejects
anything else and never guesses.
"""

import json
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from understudy.chat.limits import (
    MAX_DISCOVERY_WARNINGS,
    MAX_FRONT_MATTER_BYTES,
    MAX_INSTRUCTION_FILE_BYTES,
    MAX_INSTRUCTIONS_BYTES,
    MAX_SKILL_DESCRIPTION_CHARS,
    MAX_SKILL_FOLDER_ENTRIES,
    MAX_SKILL_NAME_CHARS,
    MAX_SKILLS,
    MIN_INSTRUCTION_BYTES,
)
from understudy.chat.text import Excerpt, one_line, read_text_head, truncate_to_bytes, unreadable_reason
from understudy.workspace import Place, Root, Workspace, WorkspaceError, escape_filename

__all__ = [
    "Discovery",
    "FrontMatterError",
    "Instruction",
    "Skill",
    "discover",
    "instruction_files",
    "parse_front_matter",
]

_REQUIRED_KEYS: Final = ("name", "description")
_FENCE: Final = "---"
_KEY_LINE: Final = re.compile(r"([A-Za-z0-9_-]+)[ \t]*:(?:[ \t]+(.*))?$")
_BLOCK_SCALAR: Final = re.compile(r"[>|][-+]?[1-9]?[-+]?(?:[ \t]+#.*)?$")
_SINGLE_QUOTED: Final = re.compile(r"'((?:[^']|'')*)'(?:[ \t]+#.*)?$")
_DOUBLE_QUOTED: Final = re.compile(r'("(?:[^"\\]|\\.)*")(?:[ \t]+#.*)?$')
_COMMENT: Final = re.compile(r"(?:^|[ \t])#.*$")
_RESERVED_PREFIXES: Final = tuple("[]{}&*!|>%@`'\",#")


class FrontMatterError(Exception):
    """The message is a clause that says what is wrong."""


def parse_front_matter(head: str) -> tuple[str, str]:
    """Parse name and description from the beginning of a SKILL.md. Raises FrontMatterError."""
    values = {
        key: _parse_value(key, lines) for key, lines in _required_entries(_front_matter_lines(head)).items()
    }
    for key in _REQUIRED_KEYS:
        if not values.get(key, "").strip():
            raise FrontMatterError(f"its front matter has no {key}")
    return values["name"], values["description"]


def _front_matter_lines(head: str) -> list[str]:
    lines = [line.rstrip() for line in head.split("\n")]
    if lines[0] != _FENCE:
        raise FrontMatterError("it does not begin with front matter (a line ---)")
    for number, line in enumerate(lines[1:], 1):
        if line in (_FENCE, "..."):
            return lines[1:number]
    raise FrontMatterError("its front matter has no end, or is too long")


def _required_entries(lines: list[str]) -> dict[str, list[str]]:
    """The lines of each required key: the text after the colon, then the indented lines below it."""
    found: dict[str, list[str]] = {}
    current: list[str] = []
    for line in lines:
        if not line or line[0] in " \t":
            current.append(line.strip())
            continue
        if line.startswith(("#", "- ")) or line == "-":
            current = []
            continue
        entry = _KEY_LINE.match(line)
        if entry is None:
            raise FrontMatterError("its front matter has a line that is no 'key: value'")
        current = [(entry[2] or "").strip()]
        if entry[1] not in _REQUIRED_KEYS:
            continue
        if entry[1] in found:
            raise FrontMatterError(f"its front matter has two of {entry[1]}")
        found[entry[1]] = current
    return found


def _parse_value(key: str, lines: list[str]) -> str:
    first, *rest = lines
    if _BLOCK_SCALAR.match(first):
        return " ".join(rest)
    text = " ".join([first, *rest]).strip()
    if quoted := _SINGLE_QUOTED.match(text):
        return quoted[1].replace("''", "'")
    if quoted := _DOUBLE_QUOTED.match(text):
        try:
            return str(json.loads(quoted[1], strict=False))
        except ValueError:
            raise FrontMatterError(f"its {key} has an escape that is not known") from None
    plain = " ".join(_COMMENT.sub("", line) for line in lines).strip()
    if plain.startswith(_RESERVED_PREFIXES):
        raise FrontMatterError(f"its {key} is written in a way that is not understood")
    return plain


INSTRUCTIONS_FILE_NAME: Final = "AGENTS.md"
SKILLS_FOLDER: Final = ".agents/skills"
SKILL_FILE_NAME: Final = "SKILL.md"


@dataclass(frozen=True, slots=True)
class Instruction:
    path: str
    text: str
    truncated: bool = False


@dataclass(frozen=True, slots=True)
class Skill:
    name: str
    description: str
    path: str
    """The path as readFile accepts it."""


@dataclass(frozen=True, slots=True)
class Discovery:
    instructions: tuple[Instruction, ...] = ()
    skills: tuple[Skill, ...] = ()
    shadowed: tuple[Skill, ...] = ()
    """Skills whose name an earlier root has already."""
    warnings: tuple[str, ...] = ()


def instruction_files(root: Root) -> list[str]:
    """The paths of the files and folders of a root that `discover` would read, without reading them."""
    paths = [Place(root, name).path for name in (INSTRUCTIONS_FILE_NAME, SKILLS_FOLDER)]
    return [path for path in paths if os.path.lexists(path)]


def discover(workspace: Workspace, roots: Sequence[Root]) -> Discovery:
    """Scan these roots, which the user trusts. Reads files: run it in a worker thread."""
    scanner = _RootScanner(workspace)
    for root in roots:
        scanner.read_instructions(root)
        scanner.read_skills(root)
    return scanner.result()


@dataclass(slots=True)
class _RootScanner:
    workspace: Workspace
    instructions: list[Instruction] = field(default_factory=list[Instruction])
    skills: dict[str, Skill] = field(default_factory=dict[str, Skill])
    shadowed: list[Skill] = field(default_factory=list[Skill])
    warnings: list[str] = field(default_factory=list[str])
    remaining_bytes: int = MAX_INSTRUCTIONS_BYTES
    seen_paths: set[str] = field(default_factory=set[str])

    def result(self) -> Discovery:
        warnings = self.warnings
        if len(warnings) > MAX_DISCOVERY_WARNINGS:
            warnings = [
                *warnings[:MAX_DISCOVERY_WARNINGS],
                f"{len(warnings) - MAX_DISCOVERY_WARNINGS} more things were not read.",
            ]
        return Discovery(
            tuple(self.instructions), tuple(self.skills.values()), tuple(self.shadowed), tuple(warnings)
        )

    def read_instructions(self, root: Root) -> None:
        place = Place(root, INSTRUCTIONS_FILE_NAME)
        found = self._read_head(place, MAX_INSTRUCTION_FILE_BYTES)
        if found is None or not found[0].text.strip():
            return
        head, canonical = found
        if canonical in self.seen_paths:  # two roots may contain the same file
            return
        self.seen_paths.add(canonical)
        excerpt = truncate_to_bytes(head.text, max(self.remaining_bytes, 0))
        if excerpt.truncated and self.remaining_bytes < MIN_INSTRUCTION_BYTES:
            self._warn(place, f"all instructions together have at most {MAX_INSTRUCTIONS_BYTES} bytes")
            return
        self.remaining_bytes -= len(excerpt.text.encode())
        self.instructions.append(
            Instruction(self.workspace.display_path(place), excerpt.text, head.truncated or excerpt.truncated)
        )

    def read_skills(self, root: Root) -> None:
        folder = Place(root, SKILLS_FOLDER)
        for name in self._skill_folder_names(folder):
            place = folder.child(name).child(SKILL_FILE_NAME)
            if one_line(name, 255) != name:
                self._warn(place, "its folder's name has characters that cannot be seen")
                continue
            found = self._read_head(place, MAX_FRONT_MATTER_BYTES)
            if found is None:
                continue
            try:
                self._add_skill(place, *parse_front_matter(found[0].text))
            except FrontMatterError as error:
                self._warn(place, str(error))

    def _add_skill(self, place: Place, name: str, description: str) -> None:
        name = one_line(name, MAX_SKILL_NAME_CHARS + 1)
        skill = Skill(
            name, one_line(description, MAX_SKILL_DESCRIPTION_CHARS), self.workspace.display_path(place)
        )
        if not name or not skill.description:
            raise FrontMatterError("its name or description has nothing that can be seen")
        if len(name) > MAX_SKILL_NAME_CHARS:
            raise FrontMatterError(f"its name is longer than {MAX_SKILL_NAME_CHARS} characters")
        if name in self.skills:
            self.shadowed.append(skill)
        elif len(self.skills) >= MAX_SKILLS:
            raise FrontMatterError(f"there are {MAX_SKILLS} skills already")
        else:
            self.skills[name] = skill

    def _skill_folder_names(self, folder: Place) -> Iterator[str]:
        """The folders and links in a skills folder, sorted by name."""
        names: list[str] = []
        try:
            with self.workspace.open_folder(folder.path) as (fd, _), os.scandir(fd) as scan:
                for number, entry in enumerate(scan):
                    if number >= MAX_SKILL_FOLDER_ENTRIES:
                        self._warn(
                            folder,
                            f"it has more than {MAX_SKILL_FOLDER_ENTRIES} entries",
                            "not read to its end",
                        )
                        break
                    if entry.is_dir(follow_symlinks=False) or entry.is_symlink():
                        names.append(entry.name)
        except (WorkspaceError, OSError) as error:
            self._warn_unreadable(folder, error)
        yield from sorted(names)

    def _read_head(self, place: Place, limit: int) -> tuple[Excerpt, str] | None:
        """The beginning of a file and its resolved path; None, mostly with a warning, if it is unreadable."""
        try:
            with self.workspace.open_file(place.path) as file:
                head = read_text_head(file.fd, limit)
        except (WorkspaceError, OSError) as error:
            self._warn_unreadable(place, error)
            return None
        if head is None:
            self._warn(place, "it is not a text file")
            return None
        return head, file.place.path

    def _warn_unreadable(self, place: Place, error: WorkspaceError | OSError) -> None:
        match error:
            case WorkspaceError(reason="missing"):
                return
            case WorkspaceError():
                self._warn(place, unreadable_reason(error))
            case OSError():
                self._warn(place, "the operating system refused")

    def _warn(self, place: Place, reason: str, verb: str = "not read") -> None:
        self.warnings.append(f"{one_line(escape_filename(place.path), 300)} was {verb}: {reason}.")
