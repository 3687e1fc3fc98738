"""What the next-edit service predicts for a prompt, in process."""

import asyncio

import pytest
from msgspec.structs import replace

from understudy.nes import NesSetup
from understudy.nes.model.formats import RecentEdit, parse_prompt
from understudy.nes.model.prompt_types import EditEvent, ModelContext
from understudy.zed import Prediction, RegionPredictor
from understudy.zed.hunk_lines import place_in_excerpt
from zed.zed_prompts import PYTHON_RENAME, RENAMES, build


def predict(context: ModelContext, times: int = 1) -> Prediction:
    async def ask() -> Prediction:
        predictor = RegionPredictor(NesSetup())
        try:
            found = [await predictor.predict(parse_prompt(build(context))) for _ in range(times)]
        finally:
            await predictor.shut_down(5)
        return found[-1]

    return asyncio.run(ask())


@pytest.mark.parametrize("language", RENAMES)
def test_a_rename_is_continued_at_every_use_in_the_region(language: str) -> None:
    context = RENAMES[language]
    old, new = ("get_user", "find_user") if "find_user" in context.region_text else ("getUser", "findUser")
    assert old in context.region_text
    prediction = predict(context)
    assert prediction.region == tuple(line.replace(old, new) for line in context.region)


def test_a_use_after_the_region_is_no_prediction() -> None:
    cut = replace(
        PYTHON_RENAME,
        region=PYTHON_RENAME.region[:5],
        after=(*PYTHON_RENAME.region[5:], *PYTHON_RENAME.after),
    )
    prediction = predict(cut)
    assert prediction.region is None
    assert prediction.reason == "outside-region"


def test_a_use_before_the_region_is_no_prediction_and_the_lines_are_counted_from_there() -> None:
    before = ("def early():", "    return get_user(1)", "", "")
    only_before = replace(
        PYTHON_RENAME, before=before, region=PYTHON_RENAME.region[:2], after=(), cursor=(0, 13)
    )
    assert predict(only_before).reason == "outside-region"
    both = predict(replace(PYTHON_RENAME, before=before))
    assert both.region == tuple(line.replace("get_user", "find_user") for line in PYTHON_RENAME.region)


def test_without_edits_there_is_a_reason_and_no_prediction() -> None:
    prediction = predict(replace(PYTHON_RENAME, events=()))
    assert prediction.region is None
    assert prediction.reason
    assert prediction.sentence


def test_an_edit_of_another_file_counts_too() -> None:
    event = PYTHON_RENAME.events[0]
    other = EditEvent(
        "app/other.py", 7, ("    return get_user(1)",), ("    return find_user(1)",), "def g():"
    )
    prediction = predict(replace(PYTHON_RENAME, events=(other, replace(event, path="app/api.py"))))
    assert prediction.region == tuple(line.replace("get_user", "find_user") for line in PYTHON_RENAME.region)


def test_prompts_do_not_influence_each_other() -> None:
    assert predict(PYTHON_RENAME, times=3) == predict(PYTHON_RENAME)


def test_paths_of_the_prompt_are_never_read(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("project")
    (folder / "api.py").write_text("from users import get_user\nget_user(1)\n")
    (folder / "users.py").write_text("something else\n")
    context = replace(PYTHON_RENAME, path=str(folder / "users.py"))
    event = replace(PYTHON_RENAME.events[0], path=context.path)
    # The text is the prompt's, so that its last use is renamed and no other file is next.
    done = tuple(line.replace("get_user", "find_user") for line in context.region)
    prediction = predict(replace(context, region=done, after=(), events=(event,)))
    assert prediction.region is None
    assert prediction.reason != "outside-region"


def test_line_numbers_of_the_file_become_those_of_the_excerpt() -> None:
    excerpt = ["a", "b", "x", "b", "c"]
    newest = RecentEdit("f", "@@ -103,2 +103,2 @@\n-y\n+x\n b\n")
    older = RecentEdit("f", "@@ -104 +105,2 @@\n b\n+c\n")
    above = RecentEdit("f", "@@ -7 +7 @@\n-p\n+q\n")
    other = RecentEdit("g", "@@ -7 +7 @@\n-p\n+q\n")
    assert [edit.diff for edit in place_in_excerpt([above, other, older, newest], "f", excerpt)] == [
        "@@ @@\n-p\n+q\n",
        other.diff,
        "@@ -4 +5,2 @@\n b\n+c\n",
        "@@ -3,2 +3,2 @@\n-y\n+x\n b\n",
    ]


@pytest.mark.parametrize(
    ("excerpt", "why"),
    [(["x", "b", "x", "b"], "twice"), (["a", "b"], "not there")],
)
def test_line_numbers_are_left_out_if_the_place_is_unknown(excerpt: list[str], why: str) -> None:
    edit = RecentEdit("f", "@@ -103,2 +103,2 @@\n-y\n+x\n b\n")
    assert place_in_excerpt([edit], "f", excerpt)[0].diff == "@@ @@\n-y\n+x\n b\n", why
