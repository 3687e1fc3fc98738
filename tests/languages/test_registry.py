"""The table of languages: lookups, and a language that is added by one module."""

import subprocess
import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

from nes_symbolic.rule_harness import RuleHarness, only
from understudy import languages
from understudy.client.editor.open_documents import language_id_for as client_language_id_for
from understudy.languages import (
    FunctionSyntax,
    Grammar,
    ImportStyle,
    Language,
    definition_keywords,
    fence_name_for,
    find_language,
    forget_languages,
    import_group,
    language_by_id,
    language_id_for,
    language_id_of_text,
)
from understudy.languages.language import NAME_GROUP
from understudy.nes.index.definitions import find_definitions
from understudy.nes.index.imports import find_imports
from understudy.nes.symbolic.consequences import is_builtin_name
from understudy.nes.syntax import is_syntax_preserved, language_of, mask_strings_and_comments, trees
from understudy.nes.text.text_types import Point, Replacement, Span, TextSnapshot


@pytest.mark.parametrize(
    ("path", "language", "fence"),
    [
        ("/a/b.py", "python", "python"),
        ("b.PYI", "python", "python"),
        ("b.pyw", "plaintext", "python"),
        ("/a/x.spec.ts", "typescript", "typescript"),
        ("a.tsx", "typescriptreact", "tsx"),
        ("a.jsx", "javascriptreact", "jsx"),
        ("a.cjs", "javascript", "javascript"),
        ("a.h", "c", "c"),
        ("a.hxx", "cpp", "cpp"),
        ("a.zsh", "shellscript", "bash"),
        ("a.rst", "restructuredtext", "rst"),
        ("a.patch", "plaintext", "diff"),
        ("a.jsonl", "plaintext", "json"),
        ("Gemfile", "ruby", "ruby"),
        ("x/Dockerfile", "dockerfile", "dockerfile"),
        ("Containerfile", "plaintext", "dockerfile"),
        ("Justfile", "plaintext", "makefile"),
        ("CMakeLists.txt", "cmake", "cmake"),
        ("a.txt", "plaintext", ""),
        ("README", "plaintext", ""),
        ("", "plaintext", ""),
    ],
)
def test_a_path_has_a_language_id_and_a_fence(path: str, language: str, fence: str) -> None:
    assert language_id_for(path) == language
    assert fence_name_for(path) == fence


@pytest.mark.parametrize(
    ("language", "group"),
    [
        ("typescriptreact", "javascript"),
        ("vue", "javascript"),
        ("cuda-cpp", "c"),
        ("objective-c", "c"),
        ("scala", "java"),
        ("python", "python"),
        ("made-up", "made-up"),
    ],
)
def test_languages_that_import_from_each_other_are_one_group(language: str, group: str) -> None:
    assert import_group(language) == group


@pytest.mark.parametrize(
    ("language", "path", "found"),
    [
        ("typescript", "a.py", "typescript"),  # the client's word counts
        ("", "a.py", "python"),
        ("plaintext", "a.rs", "rust"),
        ("cuda-cpp", "a.cpp", "cpp"),  # no rules for its own id
        ("kotlin", "a", "kotlin"),
        ("", "a.unknown", "plaintext"),
    ],
)
def test_a_text_has_the_language_of_its_id_or_else_of_its_path(language: str, path: str, found: str) -> None:
    assert find_language(language, path).id == found


def test_every_suffix_and_id_belongs_to_one_language() -> None:
    known = [
        one for module in languages.MODULES for one in sys.modules[f"understudy.languages.{module}"].LANGUAGES
    ]
    for keys in (
        [one.id for one in known],
        [suffix for one in known for suffix in (*one.suffixes, *one.fence_suffixes)],
        [name for one in known for name in (*one.file_names, *one.fence_file_names)],
    ):
        assert len(keys) == len(set(keys))


def test_importing_the_package_imports_no_language_and_no_grammar() -> None:
    code = (
        "import sys, understudy.languages, understudy.client.editor;"
        "print([n for n in sys.modules if n.startswith(('understudy.languages.', 'tree_sitter'))])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=240
    )
    assert done.stdout.strip() == "['understudy.languages.language']"


MADE_UP = Language(
    "made-up",
    suffixes=("mup",),
    file_names=("mupfile",),
    fence="mup",
    family="made-up",
    grammar=Grammar("made-up", "tree_sitter_python", "(comment) @b (string_content) @b"),
    line_comment="--",
    strings=(r"\"[^\"\n]*\"",),
    builtin_names="sub say",
    definition_keywords="sub",
    functions=FunctionSyntax(
        header=rf"\bsub\s+{NAME_GROUP}\(",
        parameter=r"()([a-z]\w*)",
        keyword="sub",
        has_fixed_arity=True,
    ),
    imports=ImportStyle("dotted_path"),
)


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One module in the list, as if its file had been written."""
    module = ModuleType("understudy.languages.made_up")
    module.LANGUAGES = (MADE_UP,)  # pyright: ignore[reportAttributeAccessIssue]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(languages, "MODULES", [*languages.MODULES, "made_up"])
    forget_languages()
    yield
    monkeypatch.undo()
    forget_languages()
    trees._grammars.pop("made-up", None)


@pytest.mark.usefixtures("made_up")
class TestALanguageOfOneModule:
    def test_files_have_its_id_its_fence_and_its_record(self) -> None:
        assert language_id_for("/a/b.mup") == client_language_id_for("MUPFILE") == "made-up"
        assert fence_name_for("b.mup") == "mup"
        assert language_by_id("made-up") is find_language("", "file:///b.mup") is MADE_UP
        assert language_of(TextSnapshot("untitled:1", "made-up", [])) is MADE_UP

    def test_its_strings_and_comments_are_masked_by_its_grammar_and_without_it(self) -> None:
        # The borrowed grammar is Python's: it knows `#`, the patterns know `--`.
        lines = ['x = "in" # in']
        assert mask_strings_and_comments(TextSnapshot("file:///g.mup", "", lines)) == ['x = "  "     ']
        trees._grammars["made-up"] = None
        lines = ['x = "in" -- in']
        assert mask_strings_and_comments(TextSnapshot("file:///t.mup", "", lines)) == ['x = "  "      ']

    def test_an_edit_that_breaks_its_grammar_is_seen(self) -> None:
        page = TextSnapshot("file:///s.mup", "", ["f(a)"])
        assert not is_syntax_preserved(page, [Replacement(Span(Point(0, 3), Point(0, 4)), "")])

    def test_the_index_knows_its_definitions_and_imports(self) -> None:
        page = TextSnapshot("file:///i.mup", "made-up", ["import a.b.Cat;", "sub dog(x)"])
        assert "sub" in definition_keywords()
        assert list(find_definitions(page, "dog")) == [(1, 0)]
        assert [one.statement for one in find_imports(page, "Cat")] == ["import a.b.Cat;"]

    def test_its_own_names_are_builtin(self) -> None:
        assert is_builtin_name(MADE_UP, "say")
        assert not is_builtin_name(MADE_UP, "def")

    def test_a_parameter_that_was_removed_goes_from_its_calls(self) -> None:
        trees._grammars["made-up"] = None
        harness = RuleHarness(m__mup="sub dog(a, b)\n  say(a)\n\nsub f(x)\n  dog(x, 1)\n")
        harness.edit("m.mup", "sub dog(a, b)", "sub dog(a)")
        assert "  dog(x)\n" in harness.after(only(harness.ask("m.mup"), "signature-argument"))

    def test_an_import_without_a_use_goes(self) -> None:
        trees._grammars["made-up"] = None
        harness = RuleHarness(m__mup="import a.Cat;\nimport a.Dog;\nsub f(x)\n  Cat(x)\n  Dog(x)\n")
        harness.edit("m.mup", "  Dog(x)", "  -- Dog")
        assert harness.after(only(harness.ask("m.mup"), "import-unused")).startswith("import a.Cat;\nsub f")


def test_a_language_that_was_taken_out_of_the_list_is_unknown_again() -> None:
    assert language_by_id("made-up") is None


HEADERS = {
    "a class": ("class Canvas {\n};\n", "cpp"),
    "a class that is only declared": ("class Canvas;\n", "cpp"),
    "an access specifier": ("struct A {\nprivate:\n    int a;\n};\n", "cpp"),
    "a namespace": ("namespace app {\n", "cpp"),
    "a template": ("template <typename T>\n", "cpp"),
    "an alias": ("using Names = int;\n", "cpp"),
    "a virtual function": ("struct A {\n    virtual void a();\n};\n", "cpp"),
    "a header of the standard library": ("#include <string>\n", "cpp"),
    "a name of the standard library": ("void run(const std::string& text);\n", "cpp"),
    "a header of C": ("#include <stdio.h>\n\nstruct a { int class_id; };\nint run(char *text);\n", "c"),
    "prose": ("/* The class of a shape.\n * class Shape is std::vector\n */\nint run(void);\n", "c"),
    "a header for both": ('#ifdef __cplusplus\nextern "C" {\n#endif\n', "c"),
}


@pytest.mark.parametrize("name", HEADERS)
def test_a_header_is_cpp_by_its_text(name: str) -> None:
    text, expected = HEADERS[name]
    assert language_id_of_text("c", "src/a.h", text) == expected
    assert language_id_of_text("c", "src/a.c", text) == "c"
    assert language_id_of_text("python", "src/a.h", text) == "python"
