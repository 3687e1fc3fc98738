"""A harness for the rules: texts of a workspace, edits of them in order, and the candidates that follow."""

from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath

from understudy.nes.engine_api import Candidate, Diagnostic, Situation, SuggestionKind, Trigger
from understudy.nes.symbolic import consequences, diagnostics
from understudy.nes.text import Edit, EditOrigin
from understudy.nes.text.documents import minimal_splice
from understudy.nes.text.line_changes import apply_replacements, can_apply
from understudy.nes.text.text_types import Point, Span, Splice, TextSnapshot

LANGUAGES = {
    ".py": "python",
    ".js": "javascript",
    ".ts": "typescript",
    ".tsx": "typescriptreact",
    ".rb": "ruby",
    ".rs": "rust",
    ".go": "go",
    ".java": "java",
    ".c": "c",
    ".h": "c",
    ".cpp": "cpp",
    ".hpp": "cpp",
    ".md": "markdown",
    ".sh": "shellscript",
}


class FakeWorkspaceTexts:
    """`WorkspaceTexts` over a dict of lines, without an index of names."""

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
                snapshot = self.snapshot(uri)
                assert snapshot is not None
                found.append(snapshot)
        return found[:max_texts]


class RuleHarness:
    def __init__(self, **files: str) -> None:
        """`files` maps names to texts; `__` in a name is a dot, and `____` a slash: `src____a__py` is src/a.py."""
        self.workspace = FakeWorkspaceTexts()
        self.edits: list[Edit] = []
        for name, text in files.items():
            self.put(name.replace("____", "/").replace("__", "."), text)

    def put(self, path: str, text: str) -> str:
        uri = f"file:///project/{path}"
        self.workspace.texts[uri] = text.split("\n")
        self.workspace.versions[uri] = 1
        return uri

    def edit(self, path: str, old: str, new: str, origin: EditOrigin = EditOrigin.TYPED) -> None:
        """Replace whole lines of a text by others."""
        uri = f"file:///project/{path}"
        lines = list(self.workspace.texts[uri])
        old_lines, new_lines = old.split("\n") if old else [], new.split("\n") if new else []
        at = next(i for i in range(len(lines) + 1) if lines[i : i + len(old_lines)] == old_lines)
        self._splice(uri, lines, at, tuple(old_lines), tuple(new_lines), origin)

    def edit_lines(self, path: str, splice: Splice) -> None:
        """Replace whole lines of a text by others, at a line that is given."""
        uri = f"file:///project/{path}"
        self._splice(uri, list(self.workspace.texts[uri]), *splice, EditOrigin.TYPED)

    def insert(self, path: str, behind: str, new: str) -> None:
        """Insert lines after the first line that equals `behind`."""
        uri = f"file:///project/{path}"
        lines = list(self.workspace.texts[uri])
        self._splice(uri, lines, lines.index(behind) + 1, (), tuple(new.split("\n")), EditOrigin.TYPED)

    def splice(self, path: str, at: int, old: Sequence[str], new: Sequence[str], origin: EditOrigin) -> None:
        """Replace the lines `old`, which begin at a line, by others."""
        uri = f"file:///project/{path}"
        self._splice(uri, list(self.workspace.texts[uri]), at, tuple(old), tuple(new), origin)

    def accept(self, candidate: Candidate) -> None:
        """Apply an edit; edits whose lines it overwrites have no place any more."""
        lines = self.workspace.texts[candidate.uri]
        after = apply_replacements(candidate.edits, lines)
        splice = minimal_splice(0, tuple(lines), tuple(after))
        for edit in self.edits:
            is_overwritten = edit.line < splice.line + len(splice.old) and splice.line < edit.line + len(
                edit.new
            )
            if edit.uri == candidate.uri and is_overwritten:
                edit.line = -1
        self._splice(
            candidate.uri, list(lines), splice.line, tuple(splice.old), tuple(splice.new), EditOrigin.ACCEPTED
        )

    def _splice(
        self,
        uri: str,
        lines: list[str],
        at: int,
        old: tuple[str, ...],
        new: tuple[str, ...],
        origin: EditOrigin,
    ) -> None:
        above = lines[at - 1] if at else None
        below = lines[at + len(old)] if at + len(old) < len(lines) else None
        lines[at : at + len(old)] = new
        self.workspace.texts[uri] = lines
        self.workspace.versions[uri] += 1
        for edit in self.edits:
            if edit.uri == uri and edit.line >= at:
                edit.line += len(new) - len(old)
        self.edits.append(Edit(len(self.edits) + 1, uri, at, old, new, above, below, origin))

    def situation(self, path: str, line: int = 0, **more: object) -> Situation:
        snapshot = self.workspace.snapshot(f"file:///project/{path}")
        assert snapshot is not None
        return Situation(
            snapshot=snapshot,
            cursor=Point(line, 0),
            edits=self.edits,
            workspace_texts=self.workspace,
            **{"supported_kinds": frozenset({"edit", "jump"}), **more},  # pyright: ignore[reportArgumentType]
        )

    def ask(
        self, path: str, line: int = 0, kinds: Iterable[SuggestionKind] = ("edit", "jump")
    ) -> list[Candidate]:
        """Return the candidates that follow from the edits, checked to fit their texts."""
        situation = self.situation(path, line, supported_kinds=frozenset(kinds))
        return self.checked(consequences.propose(situation))

    def diagnose(
        self, path: str, *found: tuple[int, int, str], trigger: Trigger = Trigger.AUTOMATIC
    ) -> list[Candidate]:
        uri = f"file:///project/{path}"
        reported = [
            Diagnostic(uri, Span(Point(line, column), Point(line, column)), "error", message)
            for line, column, message in found
        ]
        candidates = diagnostics.propose(self.situation(path, diagnostics=reported, trigger=trigger))
        return self.checked(candidates)

    def checked(self, candidates: list[Candidate]) -> list[Candidate]:
        for candidate in candidates:
            assert 0 < candidate.probability < 1
            assert candidate.family
            assert candidate.pattern
            assert candidate.why
            if candidate.kind == "edit":
                assert candidate.edits
                assert can_apply(candidate.edits, self.workspace.texts[candidate.uri])
            else:
                assert candidate.position is not None
        return candidates

    def after(self, candidate: Candidate) -> str:
        return "\n".join(apply_replacements(candidate.edits, self.workspace.texts[candidate.uri]))


def only(candidates: list[Candidate], family: str) -> Candidate:
    found = [candidate for candidate in candidates if candidate.family == family]
    assert len(found) == 1, candidates
    return found[0]
