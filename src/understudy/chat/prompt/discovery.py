"""What the roots tell an agent about themselves: instructions (AGENTS.md) and skills (SKILL.md).

Every root is looked at in order, and the earlier one wins. Found is not trusted: nothing is executed, no skill's
body is read, and what cannot be read safely is a trouble in one sentence, never an error. How it is put to the
model is the briefing's.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from understudy.chat.prompt.frontmatter import FrontMatterError, parse_front_matter
from understudy.chat.prompt.limits import (
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
from understudy.chat.text.excerpt import Excerpt, read_text_head, truncate_to_bytes
from understudy.chat.text.plain_text import one_line, unreadable_reason
from understudy.workspace import Place, Root, Workspace, WorkspaceError
from understudy.workspace.paths.filename_text import escape_filename

__all__ = ["Discovery", "Instruction", "Skill", "discover"]

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
    """As readFile takes it."""


@dataclass(frozen=True, slots=True)
class Discovery:
    instructions: tuple[Instruction, ...] = ()
    skills: tuple[Skill, ...] = ()
    shadowed: tuple[Skill, ...] = ()
    """Skills whose name was taken already by an earlier root."""
    warnings: tuple[str, ...] = ()


def discover(workspace: Workspace) -> Discovery:
    """Look into every root. Reads files: run it in a worker thread."""
    search = _RootScanner(workspace)
    for root in workspace.roots:
        search.read_instructions(root)
        search.read_skills(root)
    return search.result()


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
        troubles = self.warnings
        if len(troubles) > MAX_DISCOVERY_WARNINGS:
            troubles = [
                *troubles[:MAX_DISCOVERY_WARNINGS],
                f"{len(troubles) - MAX_DISCOVERY_WARNINGS} more things were not read.",
            ]
        return Discovery(
            tuple(self.instructions), tuple(self.skills.values()), tuple(self.shadowed), tuple(troubles)
        )

    def read_instructions(self, root: Root) -> None:
        place = Place(root, INSTRUCTIONS_FILE_NAME)
        found = self._read_head(place, MAX_INSTRUCTION_FILE_BYTES)
        if found is None or not found[0].text.strip():
            return
        head, canonical = found
        if canonical in self.seen_paths:  # two roots may lead to the same file
            return
        self.seen_paths.add(canonical)
        fitting = truncate_to_bytes(head.text, max(self.remaining_bytes, 0))
        if fitting.truncated and self.remaining_bytes < MIN_INSTRUCTION_BYTES:
            self._warn(place, f"all instructions together have at most {MAX_INSTRUCTIONS_BYTES} bytes")
            return
        self.remaining_bytes -= len(fitting.text.encode())
        self.instructions.append(
            Instruction(self.workspace.display_path(place), fitting.text, head.truncated or fitting.truncated)
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
        """The entries of a skills folder that could hold a skill, by name."""
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
        """The beginning of a file and where it really is; None, and mostly a trouble, if it cannot be read."""
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
