"""A small editor for these tests: some texts, edits made in them one after the other, and the question."""

from collections.abc import Sequence
from pathlib import PurePosixPath

from understudy.nes.engine_api import Candidate, Diagnostic, Situation, Trigger
from understudy.nes.symbolic import consequences
from understudy.nes.text import Edit, EditOrigin
from understudy.nes.text.line_changes import apply_replacements, can_apply
from understudy.nes.text.text_types import Point, Span, TextSnapshot

LANGUAGES = {
    ".py": "python",
    ".js": "javascript",
    ".ts": "typescript",
    ".tsx": "typescriptreact",
    ".rs": "rust",
    ".go": "go",
    ".java": "java",
    ".c": "c",
}


class Shelf:
    """A plain library: it knows texts, and nothing of names."""

    def __init__(self) -> None:
        self.texts: dict[str, list[str]] = {}
        self.versions: dict[str, int] = {}

    def snapshot(self, uri: str) -> TextSnapshot | None:
        if uri not in self.texts:
            return None
        language = LANGUAGES.get(PurePosixPath(uri).suffix, "plaintext")
        return TextSnapshot(uri, language, self.texts[uri], self.versions[uri])

    def find_containing(self, literals: Sequence[str], near: str, max_texts: int) -> list[TextSnapshot]:
        found: list[TextSnapshot] = []
        for uri, lines in self.texts.items():
            if uri != near and any(literal in line for literal in literals for line in lines):
                page = self.snapshot(uri)
                assert page is not None
                found.append(page)
        return found[:max_texts]


class Desk:
    def __init__(self, **files: str) -> None:
        """Texts by name; `__` in a name is a dot or, twice, a slash: `src____a__py` is src/a.py."""
        self.shelf = Shelf()
        self.edits: list[Edit] = []
        for name, text in files.items():
            self.put(name.replace("____", "/").replace("__", "."), text)

    def put(self, path: str, text: str) -> str:
        uri = f"file:///project/{path}"
        self.shelf.texts[uri] = text.split("\n")
        self.shelf.versions[uri] = 1
        return uri

    def edit(self, path: str, old: str, new: str, origin: EditOrigin = EditOrigin.TYPED) -> None:
        """Some whole lines of the text become others."""
        uri = f"file:///project/{path}"
        lines = list(self.shelf.texts[uri])
        was, now = old.split("\n") if old else [], new.split("\n") if new else []
        at = next(i for i in range(len(lines) + 1) if lines[i : i + len(was)] == was)
        self._splice(uri, lines, at, tuple(was), tuple(now), origin)

    def insert(self, path: str, behind: str, new: str) -> None:
        """New lines behind the first line that is `behind`."""
        uri = f"file:///project/{path}"
        lines = list(self.shelf.texts[uri])
        self._splice(uri, lines, lines.index(behind) + 1, (), tuple(new.split("\n")), EditOrigin.TYPED)

    def _splice(
        self,
        uri: str,
        lines: list[str],
        at: int,
        was: tuple[str, ...],
        now: tuple[str, ...],
        origin: EditOrigin,
    ) -> None:
        above = lines[at - 1] if at else None
        below = lines[at + len(was)] if at + len(was) < len(lines) else None
        lines[at : at + len(was)] = now
        self.shelf.texts[uri] = lines
        self.shelf.versions[uri] += 1
        for edit in self.edits:
            if edit.uri == uri and edit.line >= at:
                edit.line += len(now) - len(was)
        self.edits.append(Edit(len(self.edits) + 1, uri, at, was, now, above, below, origin))

    def situation(self, path: str, line: int = 0, **more: object) -> Situation:
        page = self.shelf.snapshot(f"file:///project/{path}")
        assert page is not None
        return Situation(
            snapshot=page,
            cursor=Point(line, 0),
            edits=self.edits,
            workspace_texts=self.shelf,
            supported_kinds=frozenset({"edit", "jump"}),
            **more,  # pyright: ignore[reportArgumentType]
        )

    def ask(self, path: str, line: int = 0) -> list[Candidate]:
        """What follows from the edits; every edit in it fits its text."""
        return self.checked(consequences.propose(self.situation(path, line)))

    def diagnose(
        self, path: str, *found: tuple[int, int, str], trigger: Trigger = Trigger.AUTOMATIC
    ) -> list[Candidate]:
        uri = f"file:///project/{path}"
        diagnostics = [
            Diagnostic(uri, Span(Point(line, column), Point(line, column)), "error", message)
            for line, column, message in found
        ]
        made = diagnostics.propose(self.situation(path, diagnostics=diagnostics, trigger=trigger))
        return self.checked(made)

    def checked(self, made: list[Candidate]) -> list[Candidate]:
        for candidate in made:
            assert 0 < candidate.probability < 1
            assert candidate.family
            assert candidate.pattern
            assert candidate.why
            if candidate.kind == "edit":
                assert candidate.edits
                assert can_apply(candidate.edits, self.shelf.texts[candidate.uri])
            else:
                assert candidate.position is not None
        return made

    def after(self, candidate: Candidate) -> str:
        return "\n".join(apply_replacements(candidate.edits, self.shelf.texts[candidate.uri]))


def only(made: list[Candidate], family: str) -> Candidate:
    found = [candidate for candidate in made if candidate.family == family]
    assert len(found) == 1, made
    return found[0]
