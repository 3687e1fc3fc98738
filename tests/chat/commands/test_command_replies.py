"""Each slash command over real files and real commands: what the user reads."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from chat.commands.fake_command_context import FakeCommandContext, ask
from understudy.chat.commands import COMMANDS
from understudy.chat.commands.replies import decode_result, failure_message, render_raw_outcome
from understudy.chat.prompt.links import LinkTarget
from understudy.chat.toolset import CallOutcome
from understudy.tools.read_file import Result
from understudy.workspace import Limits, Workspace

Answer = Callable[[str], str]


def test_help_lists_every_command_with_its_hint(answer: Answer) -> None:
    lines = answer("/help").splitlines()
    assert lines[: len(COMMANDS)] == [
        f"- `{command.usage}`: {command.description}" for command in COMMANDS.values()
    ]
    assert "- `/search [--regex] TEXT [in PATH]`: Find a text, or a pattern, in the files" in lines
    assert lines[-1].endswith("Put quotes around a path with spaces: `/read 'my notes.txt':1-20`.")


def test_explore_shows_a_tree_with_counts_and_the_other_roots(
    answer: Answer, root: Path, second: Path
) -> None:
    (root / "src" / "deep" / "deeper").mkdir(parents=True)
    (root / "src" / "a.py").touch()
    (root / "src" / "deep" / "hidden.py").touch()
    (root / "README.md").touch()
    (root / "node_modules").mkdir()
    assert answer("/explore") == (
        "`.`: 2 folders and 2 files, 2 levels deep\n\n"
        "```\n"
        "├── README.md\n"
        "└── src/\n"
        "    ├── a.py\n"
        "    └── deep/\n"
        "```\n\n"
        f"Other roots: `/explore {second}`."
    )


def test_explore_takes_paths_of_every_root(answer: Answer, root: Path, second: Path) -> None:
    (root / "my dir" / "sub").mkdir(parents=True)
    (root / "my dir" / "sub" / "x.py").touch()
    (second / "sub").mkdir()
    (second / "sub" / "y.py").touch()
    tree = "```\n└── sub/\n    └── {}\n```"
    for path, file in (("'my dir'", "x.py"), (f"'{root}/my dir'", "x.py"), (str(second), "y.py")):
        said = answer(f"/explore {path}")
        assert tree.format(file) in said
        assert "1 folder and 1 file," in said
    assert answer("/explore 'my dir/sub'").endswith("```\n└── x.py\n```")


def test_explore_says_when_there_is_more(root: Path) -> None:
    for number in range(7):
        (root / f"{number}.txt").touch()
    with Workspace([root], limits=Limits(max_directory_entries=3)) as workspace:
        said = ask(FakeCommandContext(workspace), "/explore .")
    assert said.startswith("`.`: 7 entries")
    assert said.endswith(
        "Shown: the first 3 of 7 entries. For more look into a single folder: `/explore FOLDER`."
    )


def test_explore_says_so_if_there_is_nothing(answer: Answer, root: Path) -> None:
    (root / "empty").mkdir()
    assert answer("/explore empty").startswith("`empty`: nothing to show.")


def test_read_shows_the_text_with_its_language(answer: Answer, root: Path) -> None:
    (root / "a.py").write_text("one = 1\ntwo = 2\nthree = 3\n")
    assert answer("/read a.py") == "`a.py`: 3 lines\n\n```python\none = 1\ntwo = 2\nthree = 3\n```"
    assert answer("/read a.py:2") == "`a.py`: lines 2 to 3 of 3\n\n```python\ntwo = 2\nthree = 3\n```"
    assert answer("/read a.py:2-2") == "`a.py`: line 2 of 3\n\n```python\ntwo = 2\n```"


def test_read_takes_quoted_names(answer: Answer, root: Path) -> None:
    (root / "it's mine.txt").write_text("x\n")
    (root / "odd:3").write_text("y\n")
    assert "```\nx\n```" in answer('/read "it\'s mine.txt":1-1')
    assert "```\ny\n```" in answer("/read 'odd:3'")
    assert "quotes" in answer("/read it is mine.txt")


def test_read_says_where_to_continue(root: Path) -> None:
    (root / "long one.txt").write_text("".join(f"line {n}\n" for n in range(1, 101)))
    with Workspace([root], limits=Limits(max_file_size=64)) as workspace:
        context = FakeCommandContext(workspace)
        said = ask(context, "/read 'long one.txt':11-50")
        again = re.search(r"There is more: `(.*)`$", said)
        assert again is not None
        assert said.startswith("`long one.txt`: lines 11 to 18 of 100")
        assert again[1] == "/read 'long one.txt':19-50"
        assert ask(context, again[1]).startswith("`long one.txt`: lines 19 to ")


def test_read_shows_only_as_much_as_an_editor_can_render(answer: Answer, root: Path) -> None:
    (root / "big.txt").write_text("0123456789abcde\n" * 10_000)
    (root / "wide.txt").write_text("x" * 200_000 + "\nend\n")
    said = answer("/read big.txt")
    assert said.startswith("`big.txt`: lines 1 to 1024 of 10,000")
    assert said.endswith("There is more: `/read big.txt:1025`")
    assert answer("/read wide.txt").endswith("Line 1 is too long to be shown whole.")


def test_read_of_an_empty_file_and_of_none(answer: Answer, root: Path) -> None:
    (root / "empty").touch()
    assert answer("/read empty") == "`empty` is empty."
    assert answer("/read").startswith("Name the file")


def test_search_groups_by_file_and_shows_the_true_total(answer: Answer, root: Path, second: Path) -> None:
    (root / "a.py").write_text("x = 1\nneedle = needle\n" + "\n" * 8 + "needle\n")
    (second / "b.py").write_text("a needle\n")
    assert answer("/search needle") == (
        "4 matches for `needle`, in 2 files\n\n"
        "`a.py`\n```\n 2  needle = needle\n11  needle\n```\n\n"
        f"`{second}/b.py`\n```\n1  a needle\n```"
    )
    assert answer("/search needle = in a.py").startswith("1 match for `needle =` in `a.py`, in 1 file\n")
    assert answer("/search --regex ^needle$ in .").startswith("1 match for `^needle$` in `.`")
    assert answer("/search ^needle$") == "No matches for `^needle$`."


def test_search_says_when_there_is_more(root: Path) -> None:
    (root / "a.txt").write_text("needle\n" * 9)
    with Workspace([root], limits=Limits(max_search_results=4)) as workspace:
        said = ask(FakeCommandContext(workspace), "/search needle")
    assert said.startswith("9 matches for `needle`\n")
    assert "Shown: the first 4 of 9 matches." in said


def test_a_text_that_contains_in_can_be_searched(answer: Answer, root: Path) -> None:
    (root / "a.py").write_text("for x in xs:\n")
    assert "put ` in .` behind it" in answer("/search for x in xs:")
    assert answer("/search for x in xs: in .").startswith("1 match for `for x in xs:`")


def test_run_shows_the_exit_code_and_both_streams(answer: Answer) -> None:
    said = answer("/run echo out; printf '\\033[31mred\\033[0m\\n'; echo bad >&2; exit 3")
    assert re.fullmatch(
        r"Exit code 3 after \d+(\.\d)? m?s\.\n\n```\nout\nred\n```\n\nOn stderr:\n```\nbad\n```", said
    )
    assert answer("/run true").endswith("It said nothing.")
    assert answer("/run").startswith("Say what to run")


def test_run_takes_a_line_as_it_is(answer: Answer) -> None:
    assert '```\na  "b"\n```' in answer("/run echo 'a  \"b\"'")
    assert "```\n1\n2\n```" in answer("/run for i in 1 2\ndo echo $i\ndone")


def test_run_that_is_stopped_still_shows_its_output(root: Path) -> None:
    with Workspace([root], limits=Limits(max_execution_time=1000)) as workspace:
        said = ask(FakeCommandContext(workspace), "/run echo begun; sleep 60")
    assert said.endswith("```\nbegun\n```")
    assert not said.startswith("Exit code")


def test_run_shows_the_beginning_and_the_end_of_long_output(answer: Answer) -> None:
    said = answer("/run echo first; yes 0123456789abcde | head -n 5000; echo last")
    assert "\n```\nfirst\n" in said
    assert said.endswith("\nlast\n```")
    assert "… 63,627 characters are not shown …" in said


def test_run_output_cannot_break_out_of_its_fence(answer: Answer) -> None:
    said = answer("/run printf '```\\n# Title\\n````js\\n'")
    assert said.endswith("\n\n`````\n```\n# Title\n````js\n`````")


def test_info_and_roots_show_the_workspace(answer: Answer, root: Path, second: Path) -> None:
    assert answer("/roots") == f"1. `{root}` (relative paths start here)\n2. `{second}`"
    said = answer("/info")
    assert said.startswith(f"- Root: `{root}`\n- Further root: `{second}`\n- Model: none")
    assert "`**/node_modules/**`" in said
    assert said.endswith("- Limits: 1 MiB of a file, 500 entries, 100 matches, 1 MiB of output, 30 s")


def test_model_shows_and_chooses_the_model(workspace: Workspace) -> None:
    context = FakeCommandContext(workspace, ["openai:small", "ollama:tiny", "anthropic:twin", "google:twin"])
    assert "No model is chosen" in ask(context, "/model")
    assert "- `/model ollama:tiny`" in ask(context, "/model")
    assert ask(context, "/model tiny") == "From now on `ollama:tiny` answers."
    assert context.model == "ollama:tiny"
    assert "Several models" in ask(context, "/model twin")
    assert ask(context, "/model nothing") == "'nothing' is no PROVIDER:NAME."
    assert ask(context, "/model openai:new") == "From now on `openai:new` answers."
    assert ask(context, "/model").startswith("The model is `openai:new`.")
    assert ask(context, "/model none") == "No model answers from now on. These commands go on working."


@pytest.mark.parametrize("as_text", [False, True])
def test_a_failed_tool_is_one_clear_sentence(workspace: Workspace, outside: Path, as_text: bool) -> None:
    context = FakeCommandContext(workspace, errors_as_text=as_text)
    for text in (
        "/read missing.txt",
        f"/read {outside}/secret.txt",
        "/explore missing",
        "/search x in missing",
    ):
        said = ask(context, text)
        assert "\n" not in said
        assert "{" not in said
        assert said.endswith((".", "?"))
    assert ask(context, "/search --regex (").count("\n") == 0


def test_advice_names_commands_and_not_tools(answer: Answer, root: Path) -> None:
    (root / "sub").mkdir()
    assert (
        answer("/read nope_file.py") == r"'nope\_file.py' does not exist. Use /explore to see what is there."
    )
    assert answer("/read sub").endswith("Use /explore for its entries.")
    (root / "file").write_text("x\n")
    assert answer("/explore file") == "'file' is a file, not a folder. Use /read for its content."


def test_an_invalid_pattern_is_reported_with_a_hint(answer: Answer) -> None:
    said = answer("/search --regex (")
    assert said.startswith("The regular expression ")
    assert said.endswith(" Leave `--regex` out to search for the text as it is.")
    assert "literal" not in said


def test_an_attached_file_takes_the_place_of_the_path(context: FakeCommandContext, root: Path) -> None:
    (root / "src").mkdir()
    (root / "src" / "a.py").write_text("one\ntwo in\n")
    (root / "b.py").write_text("one\n")
    context.linked_files = [LinkTarget(str(root / "src" / "a.py"), (2, 2))]
    assert ask(context, "/read ").endswith("line 2 of 2\n\n```python\ntwo in\n```")
    assert ask(context, "/read b.py").endswith("```python\none\n```")
    for words in ("one", "one in "):
        assert ask(context, f"/search {words}").startswith(f"1 match for `one` in `{root}/src/a.py`")
    context.linked_files = [LinkTarget(str(root / "src"))]
    assert "└── a.py" in ask(context, "/explore")


def test_hostile_names_and_contents_cannot_break_out_of_their_place(answer: Answer, root: Path) -> None:
    name = "x\n```\n# gotcha ![](evil) \u202etxt`.md"
    (root / name).write_text("needle\n```\n![](http://evil)\n\x1b[2J\u2066\r~~~\n")
    quoted = f"'{name}'"
    for said in (answer("/explore ."), answer("/search needle"), answer(f"/read {quoted}")):
        assert not re.search("[\u202a-\u202e\u2066-\u2069\x1b\r]", said)
        outside_of_fences: list[str] = []
        fence = None
        for line in said.split("\n"):
            mark = re.match("`{3,}", line)
            if fence is None and mark and "`" not in line[mark.end() :]:
                fence = mark[0]
            elif fence is not None and line == fence:
                fence = None
            elif fence is None:
                outside_of_fences.append(re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", line))
        assert fence is None
        assert "evil" not in "".join(outside_of_fences)
        assert "#" not in "".join(outside_of_fences)
    missing = answer(f"/read '{name}x'")
    assert "![" not in missing
    assert "\n" not in missing


def test_an_outcome_of_unknown_shape_is_shown_as_the_model_would_get_it() -> None:
    odd = CallOutcome(failed=False, text="done ```", output={"other": 1})
    assert decode_result(odd, Result) is None
    assert render_raw_outcome(odd) == "````\ndone ```\n````"
    assert (
        failure_message(CallOutcome(failed=True, text="The user *refused* this."))
        == "The user \\*refused\\* this."
    )
    declined = "The user declined this. Do not try to reach the same by other means."
    assert failure_message(CallOutcome(failed=True, text=declined)) == "The user declined this."
    assert (
        failure_message(CallOutcome(failed=True, text=declined, user_message="You rejected this."))
        == "You rejected this."
    )
    for advice, shown in (
        ("Use exploreFiles to see.", "No. Use /explore to see."),
        ("Use readFile for its content.", "No. Use /read for its content."),
        ("Use searchFiles.", "No. Use /search."),
        ("Use writeFile to create it.", "No."),
        ("Read the file again.", "No."),
        ("", "No."),
    ):
        outcome = CallOutcome(failed=True, text=f"No. {advice}", user_message="No.", advice=advice)
        assert failure_message(outcome) == shown
    assert failure_message(CallOutcome(failed=True, text="")) == "The tool failed and said nothing more."
