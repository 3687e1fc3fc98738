"""The workspace texts together with the excerpts that the client sent as related snippets.

An excerpt is evidence for definitions and imports. It is no place to edit, because its text is not the file's: it
counts as a text to search only if the whole text of its file is known.
"""

from collections.abc import Iterator, Sequence

from understudy.languages import import_group, language_id_for
from understudy.nes.engine_api import NameIndex, Snippet, WorkspaceTexts
from understudy.nes.index.definitions import find_definitions
from understudy.nes.index.imports import find_imports
from understudy.nes.text import TextSnapshot
from understudy.uris import uri_to_path

__all__ = ["TextsWithSnippets"]


class TextsWithSnippets:
    def __init__(self, texts: WorkspaceTexts, snippets: Sequence[Snippet]) -> None:
        self._texts = texts
        self._excerpts: dict[str, str] = {}
        """All excerpts of a file as one text, by URI."""
        for snippet in snippets:
            before = self._excerpts.get(snippet.uri)
            self._excerpts[snippet.uri] = snippet.text if before is None else f"{before}\n{snippet.text}"

    def snapshot(self, uri: str) -> TextSnapshot | None:
        return self._texts.snapshot(uri)

    def find_containing(self, literals: Sequence[str], near: str, max_texts: int) -> list[TextSnapshot]:
        """Return the texts of the workspace, and then the files of excerpts that the search did not find."""
        found = list(self._texts.find_containing(literals, near, max_texts))
        wanted = [literal for literal in literals if literal]
        known = {near, *(snapshot.uri for snapshot in found)}
        for uri, excerpt in self._excerpts.items():
            if len(found) >= max_texts:
                break
            if uri in known or not any(literal in excerpt for literal in wanted):
                continue
            snapshot = self._texts.snapshot(uri)
            if snapshot is not None and any(literal in "\n".join(snapshot.lines) for literal in wanted):
                found.append(snapshot)
        return found

    def find_definitions(self, name: str, near: str = "") -> list[tuple[TextSnapshot, int]]:
        texts = self._texts
        found = list(texts.find_definitions(name, near)) if isinstance(texts, NameIndex) else []
        for other in self._further_texts(name, near, {snapshot.uri for snapshot, _ in found}):
            found += [(other, line) for line, _ in find_definitions(other, name)]
        return found

    def find_imports(self, name: str, near: str = "") -> list[tuple[TextSnapshot, int, str]]:
        texts = self._texts
        found = list(texts.find_imports(name, near)) if isinstance(texts, NameIndex) else []
        for other in self._further_texts(name, near, {snapshot.uri for snapshot, _, _ in found}):
            found += [(other, one.line, one.statement) for one in find_imports(other, name)]
        return found

    def _further_texts(self, name: str, near: str, known: set[str]) -> Iterator[TextSnapshot]:
        """The texts of the excerpts with that name, in the language family of `near` and not known already.

        The whole text of the file, if there is one: the lines of an excerpt are not those of the file.
        """
        family = import_group(_language(near)) if near else None
        for uri, excerpt in self._excerpts.items():
            language = _language(uri)
            is_wanted = name in excerpt and uri != near and uri not in known
            if is_wanted and (family is None or import_group(language) == family):
                yield self._texts.snapshot(uri) or TextSnapshot(uri, language, excerpt.split("\n"))


def _language(uri: str) -> str:
    return language_id_for(uri_to_path(uri) or "")
