"""Related snippets are evidence for names, and no places to edit."""

import pytest

from nes_symbolic.builders import HERE, OTHER, Texts, text_of
from understudy.nes.engine_api import NameIndex, Snippet
from understudy.nes.index import TextsWithSnippets

FAR = "file:///project/far.py"


def with_snippets(*snippets: tuple[str, str], known: str | None = None) -> TextsWithSnippets:
    """`known` is the whole text of `FAR`, which the search of the workspace does not find."""

    class Unsearched(Texts):
        def find_containing(self, literals: object, near: str, max_texts: int) -> list[object]:  # type: ignore[override]
            return []

    texts = Unsearched(*([] if known is None else [text_of(known, FAR)]))
    return TextsWithSnippets(texts, [Snippet(uri, 40, text) for uri, text in snippets])


def test_it_has_an_index_of_names() -> None:
    assert isinstance(with_snippets(), NameIndex)


def test_a_definition_in_an_excerpt_is_found() -> None:
    texts = with_snippets((FAR, "x = 1"), (FAR, "def load():\n    pass"))
    ((found, line),) = texts.find_definitions("load", HERE)
    assert (found.uri, found.lines[line], found.language) == (FAR, "def load():", "python")
    assert texts.find_definitions("store", HERE) == []


def test_an_import_in_an_excerpt_is_found() -> None:
    texts = with_snippets((FAR, "from orders import load, store"))
    ((found, line, statement),) = texts.find_imports("load", HERE)
    assert (found.uri, line, statement) == (FAR, 0, "from orders import load")


@pytest.mark.parametrize("uri", [HERE, "file:///project/far.go"])
def test_excerpts_of_the_text_itself_and_of_other_languages_do_not_count(uri: str) -> None:
    texts = with_snippets((uri, "from orders import load\ndef load(): pass"))
    assert (texts.find_definitions("load", HERE), texts.find_imports("load", HERE)) == ([], [])


def test_lines_are_those_of_the_file_if_its_text_is_known() -> None:
    texts = with_snippets((FAR, "def load():"), known="# top\n\ndef load():\n    pass")
    ((found, line),) = texts.find_definitions("load", HERE)
    assert (len(found.lines), line) == (4, 2)


def test_only_a_file_whose_whole_text_is_known_is_searched() -> None:
    assert with_snippets((FAR, "load(1)")).find_containing(["load"], HERE, 3) == []
    known = with_snippets((FAR, "load(1)"), known="load(1)\n")
    assert [found.uri for found in known.find_containing(["load"], HERE, 3)] == [FAR]
    assert known.find_containing(["load"], FAR, 3) == []
    assert known.find_containing(["store"], HERE, 3) == []
    assert known.find_containing(["load"], HERE, 0) == []
    changed = with_snippets((FAR, "load(1)"), known="store(1)\n")
    assert changed.find_containing(["load"], HERE, 3) == []


def test_what_the_workspace_finds_comes_first_and_once() -> None:
    texts = Texts(text_of("load(1)", OTHER), text_of("load(2)", FAR))
    both = TextsWithSnippets(texts, [Snippet(FAR, 0, "load(2)")])
    assert [found.uri for found in both.find_containing(["load"], HERE, 5)] == [OTHER, FAR]
    assert both.snapshot(OTHER) is texts.snapshot(OTHER)
