"""What the roots tell an agent about themselves: instructions (AGENTS.md) and skills (SKILL.md).

Every root is looked at in order, and the earlier one wins. Found is not trusted: nothing is executed, no skill's
body is read, and what cannot be read safely is a trouble in one sentence, never an error. How it is put to the
model is the briefing's.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from understudy.chat.excerpt import Excerpt, head_of, read_head
from understudy.chat.frontmatter import FrontMatterError, read_front_matter
from understudy.chat.wording import one_line, why_not
from understudy.workspace import Place, Root, Workspace, WorkspaceError
from understudy.workspace.names import shown

__all__ = ["Discovery", "Instruction", "Skill", "discover"]

INSTRUCTIONS: Final = "AGENTS.md"
SKILLS: Final = ".agents/skills"
SKILL: Final = "SKILL.md"

EACH_INSTRUCTION: Final = 32 << 10
ALL_INSTRUCTIONS: Final = 64 << 10
LEAST_INSTRUCTION: Final = 1 << 10
"""A shorter beginning of a file is not worth its heading."""
FRONT_MATTER: Final = 16 << 10
MOST_SKILLS: Final = 64
MOST_ENTRIES: Final = 512
"""Entries of one skills folder that are looked at."""
MOST_TROUBLES: Final = 32
LONGEST_NAME: Final = 64
LONGEST_DESCRIPTION: Final = 1024


@dataclass(frozen=True, slots=True)
class Instruction:
    path: str
    text: str
    cut: bool = False


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
    troubles: tuple[str, ...] = ()


def discover(workspace: Workspace) -> Discovery:
    """Look into every root. Reads files: run it in a worker thread."""
    search = _Search(workspace)
    for root in workspace.roots:
        search.instructions_of(root)
        search.skills_of(root)
    return search.found()


@dataclass(slots=True)
class _Search:
    workspace: Workspace
    instructions: list[Instruction] = field(default_factory=list[Instruction])
    skills: dict[str, Skill] = field(default_factory=dict[str, Skill])
    shadowed: list[Skill] = field(default_factory=list[Skill])
    troubles: list[str] = field(default_factory=list[str])
    room: int = ALL_INSTRUCTIONS
    seen: set[str] = field(default_factory=set[str])

    def found(self) -> Discovery:
        troubles = self.troubles
        if len(troubles) > MOST_TROUBLES:
            troubles = [
                *troubles[:MOST_TROUBLES],
                f"{len(troubles) - MOST_TROUBLES} more things were not read.",
            ]
        return Discovery(
            tuple(self.instructions), tuple(self.skills.values()), tuple(self.shadowed), tuple(troubles)
        )

    def instructions_of(self, root: Root) -> None:
        place = Place(root, INSTRUCTIONS)
        found = self._head(place, EACH_INSTRUCTION)
        if found is None or not found[0].text.strip():
            return
        head, canonical = found
        if canonical in self.seen:  # two roots may lead to the same file
            return
        self.seen.add(canonical)
        fitting = head_of(head.text, max(self.room, 0))
        if fitting.cut and self.room < LEAST_INSTRUCTION:
            self._trouble(place, f"all instructions together have at most {ALL_INSTRUCTIONS} bytes")
            return
        self.room -= len(fitting.text.encode())
        self.instructions.append(
            Instruction(self.workspace.show(place), fitting.text, head.cut or fitting.cut)
        )

    def skills_of(self, root: Root) -> None:
        folder = Place(root, SKILLS)
        for name in self._names(folder):
            place = folder.child(name).child(SKILL)
            if one_line(name, 255) != name:
                self._trouble(place, "its folder's name has characters that cannot be seen")
                continue
            found = self._head(place, FRONT_MATTER)
            if found is None:
                continue
            try:
                self._take(place, *read_front_matter(found[0].text))
            except FrontMatterError as error:
                self._trouble(place, str(error))

    def _take(self, place: Place, name: str, description: str) -> None:
        name = one_line(name, LONGEST_NAME + 1)
        skill = Skill(name, one_line(description, LONGEST_DESCRIPTION), self.workspace.show(place))
        if not name or not skill.description:
            raise FrontMatterError("its name or description has nothing that can be seen")
        if len(name) > LONGEST_NAME:
            raise FrontMatterError(f"its name is longer than {LONGEST_NAME} characters")
        if name in self.skills:
            self.shadowed.append(skill)
        elif len(self.skills) >= MOST_SKILLS:
            raise FrontMatterError(f"there are {MOST_SKILLS} skills already")
        else:
            self.skills[name] = skill

    def _names(self, folder: Place) -> Iterator[str]:
        """The entries of a skills folder that could hold a skill, by name."""
        names: list[str] = []
        try:
            with self.workspace.open_folder(folder.path) as (fd, _), os.scandir(fd) as scan:
                for number, entry in enumerate(scan):
                    if number >= MOST_ENTRIES:
                        self._trouble(
                            folder, f"it has more than {MOST_ENTRIES} entries", "not read to its end"
                        )
                        break
                    if entry.is_dir(follow_symlinks=False) or entry.is_symlink():
                        names.append(entry.name)
        except (WorkspaceError, OSError) as error:
            self._refused(folder, error)
        yield from sorted(names)

    def _head(self, place: Place, limit: int) -> tuple[Excerpt, str] | None:
        """The beginning of a file and where it really is; None, and mostly a trouble, if it cannot be read."""
        try:
            with self.workspace.open_file(place.path) as file:
                head = read_head(file.fd, limit)
        except (WorkspaceError, OSError) as error:
            self._refused(place, error)
            return None
        if head is None:
            self._trouble(place, "it is not a text file")
            return None
        return head, file.place.path

    def _refused(self, place: Place, error: WorkspaceError | OSError) -> None:
        match error:
            case WorkspaceError(reason="missing"):
                return
            case WorkspaceError():
                self._trouble(place, why_not(error))
            case OSError():
                self._trouble(place, "the operating system refused")

    def _trouble(self, place: Place, why: str, what: str = "not read") -> None:
        self.troubles.append(f"{one_line(shown(place.path), 300)} was {what}: {why}.")
