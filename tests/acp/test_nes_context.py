"""The context of a request is all that the agent knows of a client that sends no document events."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from time import time
from typing import Any, NamedTuple

import pytest

from acp_editor import run
from nes_editor import Following, following, span
from virtual_clock import VirtualClock


class Sample(NamedTuple):
    """A text in which `load_order` or `loadOrder` is defined and used twice."""

    suffix: str
    language: str
    old: str
    new: str
    text: str


SAMPLES = [
    Sample(
        ".py",
        "python",
        "load_order",
        "fetch_order",
        "def load_order(number):\n    return number\n\n\nfirst = load_order(1)\nsecond = load_order(2)\n",
    ),
    Sample(
        ".ts",
        "typescript",
        "loadOrder",
        "fetchOrder",
        "function loadOrder(n: number) {\n  return n;\n}\n\nconst first = loadOrder(1);\n"
        "const second = loadOrder(2);\n",
    ),
    Sample(
        ".go",
        "go",
        "loadOrder",
        "fetchOrder",
        "package main\n\nfunc loadOrder(n int) int {\n\treturn n\n}\n\nfunc main() {\n\tfirst := loadOrder(1)\n"
        "\tsecond := loadOrder(2)\n\tprintln(first, second)\n}\n",
    ),
    Sample(
        ".rs",
        "rust",
        "load_order",
        "fetch_order",
        "fn load_order(n: u32) -> u32 {\n    n\n}\n\nfn main() {\n    let first = load_order(1);\n"
        "    let second = load_order(2);\n}\n",
    ),
    Sample(
        ".java",
        "java",
        "loadOrder",
        "fetchOrder",
        "class Orders {\n    int loadOrder(int n) {\n        return n;\n    }\n\n    void all() {\n"
        "        int first = loadOrder(1);\n        int second = loadOrder(2);\n    }\n}\n",
    ),
    Sample(
        ".c",
        "c",
        "load_order",
        "fetch_order",
        "static int load_order(int n)\n{\n    return n;\n}\n\nint main(void)\n{\n    int first = load_order(1);\n"
        "    int second = load_order(2);\n    return first + second;\n}\n",
    ),
    Sample(
        ".rb",
        "ruby",
        "load_order",
        "fetch_order",
        "def load_order(number)\n  number\nend\n\nfirst = load_order(1)\nsecond = load_order(2)\n",
    ),
]
every_language = pytest.mark.parametrize("sample", SAMPLES, ids=[sample.language for sample in SAMPLES])


def renamed(sample: Sample) -> str:
    """The text after the user has renamed the definition."""
    return sample.text.replace(sample.old, sample.new, 1)


def uri(sample: Sample, name: str = "orders") -> str:
    return f"file:///project/{name}{sample.suffix}"


def recent(sample: Sample, text: str, name: str = "orders") -> dict[str, Any]:
    return {"uri": uri(sample, name), "languageId": sample.language, "text": text}


def rename_diff(sample: Sample) -> str:
    lines = sample.text.split("\n")
    at = next(number for number, line in enumerate(lines) if sample.old in line)
    new = lines[at].replace(sample.old, sample.new)
    return f"@@ -{at + 1} +{at + 1} @@\n-{lines[at]}\n+{new}\n"


def place(text: str, word: str, nth: int = 1) -> dict[str, int]:
    """The position behind the nth occurrence of a word."""
    end = -1
    for _ in range(nth):
        end = text.index(word, end + 1)
    end += len(word)
    return {"line": text.count("\n", 0, end), "character": end - (text.rfind("\n", 0, end) + 1)}


async def ask(session: Following, sample: Sample, text: str, **context: Any) -> dict[str, Any]:
    """Ask with the cursor behind the definition's name, or at the beginning."""
    word = sample.new if sample.new in text else text[:0]
    question = session.question(uri=uri(sample), position=place(text, word), version=1, context=context)
    return await session.editor.request("nes/suggest", question)


def changed_lines(answer: Mapping[str, Any], text: str) -> list[str]:
    """The changed lines after the suggestion, stripped."""
    (suggestion,) = answer["suggestions"]
    lines = text.split("\n")
    for one in reversed(suggestion["edits"]):
        start, end = one["range"]["start"], one["range"]["end"]
        head, tail = lines[start["line"]][: start["character"]], lines[end["line"]][end["character"] :]
        lines[start["line"] : end["line"] + 1] = (head + one["newText"] + tail).split("\n")
    before = text.split("\n")
    return [line.strip() for line in lines if line not in before]


def reason(answer: Mapping[str, Any]) -> str:
    assert answer["suggestions"] == [], answer
    return answer["_meta"]["understudy.dev/nes"]["reason"]


@every_language
def test_an_edit_of_the_history_is_continued(tmp_path: Path, sample: Sample) -> None:
    async def scene() -> None:
        async with following(tmp_path) as session:
            text = renamed(sample)
            history = [{"uri": uri(sample), "diff": rename_diff(sample)}]
            answer = await ask(session, sample, text, recentFiles=[recent(sample, text)], editHistory=history)
            (line,) = changed_lines(answer, text)
            assert f"{sample.new}(1)" in line

    run(scene())


@every_language
def test_an_edit_of_the_history_is_continued_in_another_file(tmp_path: Path, sample: Sample) -> None:
    async def scene() -> None:
        async with following(tmp_path) as session:
            text = sample.text.replace(f"{sample.old}(2)", "api.load_all(2)")
            line = next(line for line in text.split("\n") if "api." in line).replace("second", "third")
            diff = f"@@ -8 +8 @@\n-{line}\n+{line.replace('load_all', 'fetch_all')}\n"
            history = [{"uri": uri(sample, "other"), "diff": diff}]
            answer = await ask(session, sample, text, recentFiles=[recent(sample, text)], editHistory=history)
            (changed,) = changed_lines(answer, text)
            assert "api.fetch_all(2)" in changed

    run(scene())


@every_language
def test_what_changed_between_two_requests_is_an_edit(tmp_path: Path, sample: Sample) -> None:
    async def scene() -> None:
        async with following(tmp_path) as session:
            first = await ask(session, sample, sample.text, recentFiles=[recent(sample, sample.text)])
            assert reason(first) == "no-edits"
            text = renamed(sample)
            answer = await ask(session, sample, text, recentFiles=[recent(sample, text)])
            (line,) = changed_lines(answer, text)
            assert f"{sample.new}(1)" in line

    run(scene())


@every_language
def test_a_text_on_the_disk_needs_no_event_either(tmp_path: Path, sample: Sample) -> None:
    async def scene() -> None:
        async with following(tmp_path / "state") as other:
            root = tmp_path / "project"
            root.mkdir()
            text = renamed(sample)
            (root / f"orders{sample.suffix}").write_text(text)
            folder = {"uri": root.as_uri(), "name": "project"}
            started = await other.editor.request("nes/start", {"workspaceFolders": [folder]})
            here = (root / f"orders{sample.suffix}").as_uri()
            question = {
                "sessionId": started["sessionId"],
                "uri": here,
                "version": 1,
                "position": place(text, sample.new),
                "triggerKind": "automatic",
                "context": {"editHistory": [{"uri": here, "diff": rename_diff(sample)}]},
            }
            answer = await other.editor.request("nes/suggest", question)
            assert f"{sample.new}(1)" in changed_lines(answer, text)[0]

    run(scene())


def test_a_suggestion_that_was_ignored_comes_again_after_the_next_reported_edit(tmp_path: Path) -> None:
    sample = SAMPLES[0]._replace(text=SAMPLES[0].text.replace("second = load_order(2)", "second = 2"))

    async def scene() -> None:
        async with following(tmp_path) as session:
            text = renamed(sample)
            files, rename = [recent(sample, text)], {"uri": uri(sample), "diff": rename_diff(sample)}
            first = await ask(session, sample, text, recentFiles=files, editHistory=[rename])
            await session.reject(first["suggestions"][0]["id"], "ignored")
            again = await ask(session, sample, text, recentFiles=files, editHistory=[rename])
            assert reason(again) == "refused"
            more = {"uri": "file:///project/notes.md", "diff": "@@ -1 +1 @@\n-one\n+two\n"}
            later = await ask(session, sample, text, recentFiles=files, editHistory=[rename, more])
            assert changed_lines(later, text) == changed_lines(first, text)

    run(scene())


def typing_action(sample: Sample, text: str, word: str, action: str, age_s: float = 0.0) -> dict[str, Any]:
    timestamp = int(1000 * (time() - age_s))
    return {
        "action": action,
        "uri": uri(sample),
        "position": place(text, word),
        "timestampMs": timestamp,
    }


@every_language
def test_a_user_action_tells_that_the_name_is_still_being_typed(tmp_path: Path, sample: Sample) -> None:
    clock = VirtualClock()

    async def scene() -> None:
        async with following(tmp_path, clock=clock) as session:
            text = renamed(sample)
            context = {
                "recentFiles": [recent(sample, text)],
                "editHistory": [{"uri": uri(sample), "diff": rename_diff(sample)}],
            }
            typed = [typing_action(sample, text, sample.new, "insertChar")]
            asking = asyncio.ensure_future(ask(session, sample, text, **context, userActions=typed))
            await session.editor.until(lambda: asking.done() or clock.sleepers > 0)
            assert not asking.done()
            await clock.advance(0.5)
            assert f"{sample.new}(1)" in changed_lines(await asking, text)[0]
            long_ago = [typing_action(sample, text, sample.new, "insertChar", 60)]
            assert (await ask(session, sample, text, **context, userActions=long_ago))["suggestions"]

    run(scene())


@every_language
def test_nothing_is_suggested_after_an_undo_that_only_a_user_action_tells_of(
    tmp_path: Path, sample: Sample
) -> None:
    async def scene() -> None:
        async with following(tmp_path) as session:
            text = renamed(sample)
            actions = [
                typing_action(sample, text, sample.new, "insertChar", 60),
                typing_action(sample, text, sample.new, "undo", 30),
            ]
            answer = await ask(
                session,
                sample,
                text,
                recentFiles=[recent(sample, text)],
                editHistory=[{"uri": uri(sample), "diff": rename_diff(sample)}],
                userActions=actions,
            )
            assert reason(answer) == "undo"

    run(scene())


@every_language
def test_a_word_of_a_related_snippet_is_known(tmp_path: Path, sample: Sample) -> None:
    """A known word counts as finished after 0.3 s, any other one that was made longer after 1 s."""
    longer = f"{sample.old}_now"
    clock, grown = VirtualClock(), sample._replace(new=longer)

    async def answered_after(seconds: float, snippet: str) -> bool:
        async with following(tmp_path, clock=clock) as session:
            text = renamed(grown)
            excerpt = {"startLine": 7, "endLine": 8, "text": snippet}
            asking = asyncio.ensure_future(
                ask(
                    session,
                    grown,
                    text,
                    recentFiles=[recent(grown, text)],
                    editHistory=[{"uri": uri(grown), "diff": rename_diff(grown)}],
                    userActions=[typing_action(grown, text, longer, "insertChar")],
                    relatedSnippets=[{"uri": uri(grown, "other"), "excerpts": [excerpt]}],
                )
            )
            await session.editor.until(lambda: asking.done() or clock.sleepers > 0)
            await clock.advance(seconds)
            return asking.done()

    assert run(answered_after(0.4, f"x = {longer}(1)"))
    assert not run(answered_after(0.4, f"x = {longer}_and_here(1)"))
    assert run(answered_after(1.1, "x = 1"))


@every_language
def test_the_places_on_the_screen_come_first(tmp_path: Path, sample: Sample) -> None:
    text = renamed(sample)
    first, second = (place(text, f"{sample.old}({number})")["line"] for number in (1, 2))

    async def line_shown(*visible_lines: int) -> int:
        async with following(tmp_path) as session:
            start, end = ({"line": line, "character": 0} for line in visible_lines)
            visible = {"start": start, "end": end}
            answer = await ask(
                session,
                sample,
                text,
                recentFiles=[recent(sample, text)],
                editHistory=[{"uri": uri(sample), "diff": rename_diff(sample)}],
                openFiles=[{"uri": uri(sample), "languageId": sample.language, "visibleRange": visible}],
            )
            return answer["suggestions"][0]["edits"][0]["range"]["start"]["line"]

    assert run(line_shown(0, second)) == first
    assert run(line_shown(second, second + 1)) == second


UNDEFINED = {
    "python": 'Undefined variable "{}"',
    "typescript": "Cannot find name '{}'.",
    "go": "undefined: {}",
    "rust": "cannot find function `{}` in this scope",
    "java": "cannot find symbol\n  symbol:   method {}(int)",
    "c": "use of undeclared identifier '{}'",
    "ruby": "undefined local variable or method `{}' for main:Object",
}


@every_language
def test_a_diagnostic_is_fixed(tmp_path: Path, sample: Sample) -> None:
    async def scene() -> None:
        async with following(tmp_path) as session:
            wrong = sample.old.replace("load", "laod")
            text = sample.text.replace(f"{sample.old}(2)", f"{wrong}(2)")
            end = place(text, wrong)
            diagnostic = {
                "uri": uri(sample),
                "range": span(end["line"], end["character"] - len(wrong), end["character"]),
                "severity": "error",
                "message": UNDEFINED[sample.language].format(wrong),
            }
            answer = await ask(
                session, sample, text, recentFiles=[recent(sample, text)], diagnostics=[diagnostic]
            )
            (line,) = changed_lines(answer, text)
            assert f"{sample.old}(2)" in line

    run(scene())
