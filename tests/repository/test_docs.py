"""Commands, settings and links in the documents: they exist, parse, and name this version."""

import functools
import json
import os
import re
import shlex
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast
from xml.etree import ElementTree

import pytest

from forked_command import run_command
from understudy.chat.commands.catalogue import COMMANDS
from understudy.chat.permissions import SESSION_MODES
from understudy.cli.config.config_file import read_config
from understudy.models import PROVIDERS

REPOSITORY = Path(__file__).resolve().parents[2]
DOCUMENTS = (
    "README.md",
    "docs/chat.md",
    "docs/benchmarks.md",
    "docs/client.md",
    "docs/conformance.md",
    "docs/dependencies.md",
    "docs/editors.md",
    "docs/hosting.md",
    "docs/index.md",
    "docs/measurements.md",
    "docs/next-edits.md",
    "docs/stories.md",
    "docs/tools.md",
    "docs/workbench.md",
)

WITH_SETTINGS = ("README.md", "docs/chat.md", "docs/editors.md", "docs/tools.md")
"""Those that have settings to paste."""

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`\n]+)`")
OPTION = re.compile(r"(?<![\w-])--?[a-z][\w-]*")
LUA_COMMAND = re.compile(r'\{ "understudy"((?:, "[^"]*")*) \}')
ELISP_COMMAND = re.compile(
    r"""(?::command "understudy"\s+:command-params '\(|understudy-command '\("understudy")([^)]*)\)"""
)


def text_of(document: str) -> str:
    return (REPOSITORY / document).read_text()


def fences(document: str, language: str) -> list[str]:
    return [body for tag, body in FENCE.findall(text_of(document)) if tag == language]


def spans(document: str) -> list[str]:
    """The inline code: what stands between single backticks, outside of fences."""
    return SPAN.findall(FENCE.sub("", text_of(document)))


@functools.cache
def help_of(*command: str) -> str:
    done = run_command(*command, "--help", env={**os.environ, "COLUMNS": "200"})
    assert done.returncode == 0, (command, done.stderr)
    return done.stdout


def choices(help_text: str) -> list[str]:
    """The subcommands that a help text lists; none if it is the help of a leaf."""
    listed = re.search(r"^  (?:COMMAND|ACTION|WHAT)\n((?:    .*\n)+)", help_text, re.MULTILINE)
    return [] if listed is None else re.findall(r"^    (\w[\w-]*)", listed[1], re.MULTILINE)


def all_options(*path: str) -> Iterator[str]:
    """The options of every command and subcommand."""
    yield from OPTION.findall(help_of(*path))
    for name in choices(help_of(*path)):
        yield from all_options(*path, name)


def check_words(words: list[str]) -> None:
    """That `understudy WORDS...` names only subcommands and options that there are."""
    path: list[str] = []
    rest = iter(words)
    while (offered := choices(help_of(*path))) and (word := next(rest, None)) is not None:
        if not word.startswith("-"):
            assert word in offered, ("understudy", *words)
            path.append(word)
        else:
            assert word in OPTION.findall(help_of(*path)), ("understudy", *words)
    known = set(OPTION.findall(help_of(*path)))
    for word in rest:
        if word.startswith("-") and word != "-":
            assert word.partition("=")[0] in known, ("understudy", *words)


def typed(document: str) -> Iterator[list[str]]:
    """The command lines of Understudy in shell fences and in inline code, each without the program's name."""
    lines = [line for fence in fences(document, "sh") for line in fence.splitlines()]
    for line in [*lines, *spans(document)]:
        if "understudy " not in line:
            continue
        lexer = shlex.shlex(line, posix=True, punctuation_chars="|<>;&")
        lexer.whitespace_split = True
        words: list[str] | None = None
        for token in [*lexer, ";"]:
            if set(token) <= set("|<>;&"):
                if words is not None:
                    yield words
                words = None
            elif words is not None:
                words.append(token)
            elif token.rpartition("/")[2] == "understudy":
                words = []


def pasted(document: str) -> Iterator[list[str]]:
    """The arguments in editors' and clients' settings, each without the program's name."""
    for fence in fences(document, "json"):
        for entry in objects(json.loads(fence)):
            if str(entry.get("command", "")).rpartition("/")[2] == "understudy":
                yield entry["args"]
    for language, pattern in (("lua", LUA_COMMAND), ("elisp", ELISP_COMMAND)):
        for fence in fences(document, language):
            found = pattern.findall(fence)
            assert found, f"no command in a {language} example of {document}"
            yield from (re.findall(r'"([^"]*)"', arguments) for arguments in found)


def objects(value: object) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        value = cast("dict[str, Any]", value)
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for item in cast("list[object]", value):
            yield from objects(item)


@pytest.mark.parametrize("document", WITH_SETTINGS)
def test_every_json_example_parses(document: str) -> None:
    examples = fences(document, "json")
    assert examples
    for example in examples:
        json.loads(example)


@pytest.mark.parametrize("document", [*DOCUMENTS, "docs/stories.md"])
def test_every_command_line_in_a_document_exists_with_its_options(document: str) -> None:
    found = list(typed(document))
    assert len(found) > 2 or document == "docs/client.md"
    for words in found:
        check_words(words)


@pytest.mark.parametrize("document", WITH_SETTINGS)
def test_every_setting_to_paste_starts_a_command_that_exists(document: str) -> None:
    found = list(pasted(document))
    assert found
    for words in found:
        check_words(words)


def test_no_other_document_has_settings_that_are_not_checked() -> None:
    others = [document for document in DOCUMENTS if document not in WITH_SETTINGS]
    assert [document for document in others if any(list(pasted(document)))] == []
    assert [document for document in DOCUMENTS if re.search(r"^ +```", text_of(document), re.MULTILINE)] == []


def test_every_target_of_make_and_every_program_of_ours_that_is_named_is_there() -> None:
    targets = set(re.findall(r"^([a-z]+):", text_of("Makefile"), re.MULTILINE))
    for document in DOCUMENTS:
        text = "\n".join([*fences(document, "sh"), *spans(document)])
        for target in re.findall(r"(?:^|&& )make ([a-z]+)", text, re.MULTILINE):
            assert target in targets, (document, target)
        for module in re.findall(r"python -m ((?:bench|release|tests)[\w.]*)", text):
            path = REPOSITORY / module.replace(".", "/")
            assert path.with_suffix(".py").exists() or (path / "__main__.py").exists(), (document, module)


def test_the_config_file_in_the_document_of_next_edits_is_accepted(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("\n".join(fences("docs/next-edits.md", "toml")))
    read_config(tmp_path / "config.toml")


def test_a_command_or_an_option_that_there_is_not_would_be_noticed() -> None:
    for words in (["nothing"], ["acp", "--nothing"], ["sessions", "nothing"], ["--nothing", "acp"]):
        with pytest.raises(AssertionError):
            check_words(words)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_option_that_is_named_alone_belongs_to_some_command(document: str) -> None:
    known = set(all_options())
    named = {OPTION.findall(span)[0] for span in spans(document) if span.startswith("--")}
    assert named - known == set()


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_variable_of_ours_that_is_named_is_one_that_the_program_reads(document: str) -> None:
    sources = "\n".join(path.read_text() for path in (REPOSITORY / "src" / "understudy").rglob("*.py"))
    named = set(re.findall(r"\bUNDERSTUDY_[A-Z_]+\b", text_of(document)))
    assert {name for name in named if f'"{name}"' not in sources} == set()


def test_the_instructions_for_all_editors_name_the_same_command() -> None:
    assert [fences("docs/editors.md", language) != [] for language in ("json", "lua", "elisp")] == [True] * 3
    agents = [words for words in pasted("docs/editors.md") if words != ["lsp"]]
    assert agents == [["acp"]] * 4
    assert ["lsp"] in pasted("docs/editors.md")


def test_the_config_file_in_the_editors_document_is_accepted(tmp_path: Path) -> None:
    (example,) = (one for one in fences("docs/editors.md", "toml") if "language-server" not in one)
    (tmp_path / "config.toml").write_text(example)
    config = read_config(tmp_path / "config.toml")
    assert config["model"] in config["models"]


def test_the_config_file_in_the_document_of_the_chat_is_accepted(tmp_path: Path) -> None:
    (example,) = fences("docs/chat.md", "toml")
    (tmp_path / "config.toml").write_text(example)
    assert {"permissions", "hooks", "web_fetch"} <= set(read_config(tmp_path / "config.toml"))


def test_the_editors_document_lists_the_modes_and_the_slash_commands_that_there_are() -> None:
    named = spans("docs/editors.md")
    assert {mode.id for mode in SESSION_MODES} <= set(named)
    assert {span.split()[0].removeprefix("/") for span in named if re.match(r"/[a-z]+( |$)", span)} == set(
        COMMANDS
    )


def test_every_link_inside_the_documents_leads_somewhere() -> None:
    for document in DOCUMENTS:
        text = text_of(document)
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            if "://" in target:
                continue
            file, _, anchor = target.partition("#")
            there = (REPOSITORY / document).parent / file if file else REPOSITORY / document
            assert there.exists(), (document, target)
            if anchor:
                headings = re.findall(r"^#+ (.+)$", there.read_text(), re.MULTILINE)
                anchors = {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}
                assert anchor in anchors, (document, target)


def test_the_registry_entry_is_of_this_package_and_this_version() -> None:
    project = tomllib.loads(text_of("pyproject.toml"))["project"]
    entry = json.loads(text_of("agent.json"))
    assert f"{entry['id']}-acp" == f"{entry['name'].lower()}-acp" == project["name"]
    assert entry["version"] == project["version"]
    assert entry["description"] == project["description"]
    assert entry["license"] == project["license"]
    # With the SDKs of all providers: an editor that installs it asks for a model next.
    extras = "openai,anthropic,google"
    assert set(extras.split(",")) == {provider.extra for provider in PROVIDERS.values()}
    assert entry["distribution"]["uvx"]["package"] == f"{project['name']}[{extras}]=={project['version']}"
    # `uvx PACKAGE` runs the script that has the package's name.
    assert project["name"] in project["scripts"]
    check_words(entry["distribution"]["uvx"]["args"])


INSTALLER = r"(?:uvx|uv tool (?:install|run)|uv add|pipx (?:install|run)|pip3? install(?: -[-\w]+)*)"
OTHER_PROJECT = re.compile(rf"{INSTALLER} +['\"]?understudy(?:-agent)?(?![-\w])")
"""On PyPI, `understudy` and `understudy-agent` belong to other people."""


def test_no_file_advises_to_install_another_project_of_a_similar_name() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=REPOSITORY, capture_output=True, check=True)
    names = listed.stdout.decode().split("\0")[:-1]
    assert len(names) > 500
    found: list[str] = []
    for name in names:
        path = REPOSITORY / name
        if path.is_file() and path != Path(__file__) and path.suffix not in {".png", ".gif", ".gz"}:
            found += [
                f"{name}: {advice}" for advice in OTHER_PROJECT.findall(path.read_text(errors="replace"))
            ]
    assert found == []


def test_advice_to_install_another_project_would_be_noticed() -> None:
    for advice in (
        "uvx understudy acp",
        "pip install understudy",
        "pipx install understudy-agent",
        "uv add understudy",
    ):
        assert OTHER_PROJECT.search(advice), advice
    for advice in (
        "uvx understudy-acp",
        "pip install 'understudy-acp[postgres]'",
        "pip install --user understudy-acp",
    ):
        assert not OTHER_PROJECT.search(advice), advice


def test_the_registry_entry_has_the_form_that_the_registry_demands() -> None:
    entry = json.loads(text_of("agent.json"))
    assert {"id", "name", "version", "description", "distribution"} <= set(entry)
    assert re.fullmatch(r"[a-z][a-z0-9-]*", entry["id"])
    assert re.fullmatch(r"\d+\.\d+\.\d+", entry["version"])
    assert set(entry["distribution"]) == {"uvx"}
    assert set(entry["distribution"]["uvx"]) <= {"package", "cmd", "args", "env"}


def test_the_icon_is_of_one_colour_which_the_editor_chooses() -> None:
    icon = ElementTree.fromstring(text_of("icon.svg"))
    assert (icon.get("width"), icon.get("height"), icon.get("viewBox")) == ("16", "16", "0 0 16 16")
    paints = [node.get(name) for node in icon.iter() for name in ("fill", "stroke") if node.get(name)]
    assert set(paints) <= {"currentColor", "none"}
    assert "currentColor" in paints
