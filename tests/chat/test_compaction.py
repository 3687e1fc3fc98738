"""Compaction: what is dropped first, what is never dropped, and how rarely the beginning changes."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from understudy.chat.history.compaction import (
    MIN_PROMPT_TEXT_WEIGHT,
    OMITTED_STEPS_MESSAGE,
    OMITTED_TURNS_MESSAGE,
    cap_results,
    compact,
    fair_share_weight,
    omit_result,
    truncate_prompt,
    truncate_result,
)
from understudy.chat.text.token_estimate import (
    WEIGHT_PER_TOKEN,
    conversation_tokens,
    estimate_tokens,
    message_weight,
    result_weight,
    text_weight,
)
from understudy.models.model_api import (
    CallPart,
    ImagePart,
    Message,
    ModelMessage,
    ResultPart,
    TextPart,
    ToolMessage,
    UserMessage,
)

WORD = "word "


def user(text: str, *more: str) -> UserMessage:
    return UserMessage([TextPart(text), *map(TextPart, more)])


def said(text: str) -> ModelMessage:
    return ModelMessage([TextPart(text)])


def step(call: str, gave: str, **arguments: Any) -> list[Message]:
    return [
        ModelMessage([CallPart(call, "readFile", arguments)]),
        ToolMessage([ResultPart(call, "readFile", gave)]),
    ]


def turn(number: int, size: int = 200) -> list[Message]:
    return [user(f"question {number} " + WORD * size), said(f"answer {number} " + WORD * size)]


def results(conversation: list[Message]) -> list[str]:
    return [
        result.text
        for message in conversation
        if isinstance(message, ToolMessage)
        for result in message.results
    ]


def assert_paired(conversation: list[Message]) -> None:
    for index, message in enumerate(conversation):
        calls = (
            [part.id for part in message.parts if isinstance(part, CallPart)]
            if isinstance(message, ModelMessage)
            else []
        )
        after = conversation[index + 1] if index + 1 < len(conversation) else None
        answers = [result.id for result in after.results] if isinstance(after, ToolMessage) else []
        if isinstance(message, ModelMessage):
            assert calls == answers
        else:
            assert not answers


def test_a_conversation_that_fits_is_unchanged() -> None:
    story = [*turn(1), *turn(2)]
    assert compact(story, conversation_tokens(story)) == story


def test_old_results_are_dropped_before_any_text() -> None:
    story: list[Message] = [
        message
        for number in range(8)
        for message in (user(f"question {number}"), *step(str(number), WORD * 400), said("so"))
    ]
    fitted = compact(story, conversation_tokens(story) - 1)
    assert len(fitted) == len(story)
    short = [text.startswith("[left out to save room: ") for text in results(fitted)]
    assert short == sorted(short, reverse=True)
    assert True in short
    assert short[-2:] == [False, False]
    assert conversation_tokens(fitted) <= 0.7 * conversation_tokens(story)


def test_then_the_oldest_turns_are_replaced_by_one_note() -> None:
    story = [message for number in range(20) for message in turn(number)]
    fitted = compact([*story, user("now?")], 3000)
    assert fitted[0] == OMITTED_TURNS_MESSAGE
    assert fitted.count(OMITTED_TURNS_MESSAGE) == 1
    assert fitted[-1] == user("now?")
    assert fitted[1:-1] == story[-len(fitted[1:-1]) :]
    assert len(fitted) > 4
    assert conversation_tokens(fitted) <= 3000


def test_then_the_latest_results_lose_their_middles_the_largest_most() -> None:
    long = "".join(f"row {number}\n" for number in range(5000))
    story = [user("read both"), *step("a", long), *step("b", "short")]
    fitted = compact(story, 2000)
    first, second = results(fitted)
    assert second == "short"
    assert first.startswith("row 0\nrow 1\n")
    assert first.endswith("row 4998\nrow 4999\n")
    assert "\n[The middle was left out here to save room." in first
    assert 1000 < conversation_tokens(fitted) <= 2000


def test_the_latest_prompt_stays_and_only_its_long_attachment_is_cut() -> None:
    words = "Please explain this: why is it so?"
    story = [*turn(1), user(words, "line of a log\n" * 20_000)]
    fitted = compact(story, 2000)
    last = fitted[-1]
    assert isinstance(last, UserMessage)
    assert last.parts[0] == TextPart(words)
    assert "it did not fit" in getattr(last.parts[1], "text", "")
    assert conversation_tokens(fitted) <= 2000
    assert compact([*story, said("Because."), user("thanks")], 2000)[-3:] == [
        last,
        said("Because."),
        user("thanks"),
    ]


def test_a_turn_that_is_too_long_by_its_own_calls_loses_its_first_steps() -> None:
    steps = [message for number in range(30) for message in step(str(number), "done", text=WORD * 300)]
    fitted = compact([user("write it all"), *steps], 3000)
    assert fitted[:2] == [user("write it all"), OMITTED_STEPS_MESSAGE]
    assert fitted[2:] == steps[-len(fitted[2:]) :]
    assert conversation_tokens(fitted) <= 3000
    assert_paired(fitted)


def test_images_of_results_are_dropped_before_their_texts() -> None:
    result = ResultPart("a", "look", "a picture", images=(ImagePart(b"x", "image/png"),))
    shorter = truncate_result(result, 500 * WEIGHT_PER_TOKEN)
    assert shorter.images == ()
    assert shorter.text.startswith("a picture")
    assert truncate_result(shorter, 500 * WEIGHT_PER_TOKEN) == shorter
    assert omit_result(omit_result(result)) == omit_result(result)


def test_a_result_is_capped_and_the_others_of_its_message_are_not() -> None:
    message = ToolMessage([ResultPart("a", "read", WORD * 5000), ResultPart("b", "read", "small")])
    cut = cap_results(message, 300)
    assert estimate_tokens(cut.results[0].text) <= 300
    assert cut.results[1] == message.results[1]
    assert cap_results(cut, 300) == cut
    assert cap_results(message, 100_000) is message


@pytest.mark.parametrize(
    ("weights", "room", "level"),
    [([], 5, 0), ([5], 10, 5), ([10, 10], 10, 5), ([1, 2, 100], 23, 20), ([3, 3, 3], 9, 3), ([7], -1, 0)],
)
def test_small_texts_stay_whole_when_the_budget_is_shared(weights: list[int], room: int, level: int) -> None:
    assert fair_share_weight(weights, room) == level


def test_requests_of_a_growing_conversation_mostly_share_their_beginning() -> None:
    """The price of a cut is that a provider reads everything anew, so there must be few of them."""
    story: list[Message] = []
    before: list[Message] = []
    broken = asked = 0
    for number in range(120):
        story.append(user(f"question {number} " + WORD * 20))
        for call in range(3):
            story += step(f"{number}.{call}", WORD * (60 + 40 * (call + number % 3)))
            fitted = compact(story, 8000)
            assert conversation_tokens(fitted) <= 8000
            asked += 1
            broken += fitted[: len(before)] != before
            before = fitted
        story.append(said("so it is " + WORD * 30))
    assert asked == 360
    assert broken < asked / 8


texts = st.builds(
    lambda text, times: text * times,
    st.sampled_from(["a", "word ", "x\n", "日本", "0A{"]),
    st.integers(0, 900),
)
steps = st.lists(
    st.builds(
        lambda results, argument: (results, argument),
        st.lists(st.tuples(texts, st.booleans()), min_size=1, max_size=3),
        texts,
    ),
    max_size=4,
)
turns = st.tuples(st.lists(texts, min_size=1, max_size=3), steps, texts)


def conversation(drawn: list[Any], ends_with_prompt: bool) -> list[Message]:
    story: list[Message] = []
    for number, (prompt, worked, answer) in enumerate(drawn):
        story.append(UserMessage([TextPart(text) for text in prompt]))
        for place, (outcomes, argument) in enumerate(worked):
            ids = [f"{number}.{place}.{index}" for index in range(len(outcomes))]
            story.append(ModelMessage([CallPart(call, "tool", {"text": argument}) for call in ids]))
            image = ImagePart(b"x", "image/png")
            story.append(
                ToolMessage(
                    [
                        ResultPart(call, "tool", text, images=(image,) if pictured else ())
                        for call, (text, pictured) in zip(ids, outcomes, strict=True)
                    ]
                )
            )
        story.append(said(answer))
    if ends_with_prompt:
        story.append(user("and now?"))
    return story


def least(story: list[Message]) -> int:
    """What cannot be given up: the latest prompt, the model's last message with what is left of its results."""
    prompt = next(message for message in reversed(story) if isinstance(message, UserMessage))
    behind = story[story.index(prompt) + 1 :]
    last = [index for index, message in enumerate(behind) if isinstance(message, ModelMessage)][-1:]
    kept = [truncate_prompt(prompt, 0), *(behind[last[0] :] if last else [])]
    weight = message_weight(OMITTED_TURNS_MESSAGE) + message_weight(OMITTED_STEPS_MESSAGE)
    for message in kept:
        match message:
            case ToolMessage(gave):
                weight += sum(result_weight(omit_result(result)) for result in gave)
            case _:
                weight += message_weight(message)
    return -(-weight // WEIGHT_PER_TOKEN)


@settings(max_examples=150)
@given(st.lists(turns, min_size=1, max_size=6), st.booleans(), st.integers(0, 12_000))
def test_it_fits_whenever_possible_and_keeps_calls_and_results_together(
    drawn: list[Any], ends_with_prompt: bool, budget: int
) -> None:
    story = conversation(drawn, ends_with_prompt)
    fitted = compact(story, budget)
    assert_paired(fitted)
    assert conversation_tokens(fitted) <= conversation_tokens(story)
    assert compact(fitted, budget) == fitted
    if conversation_tokens(story) <= budget:
        assert fitted == story
    if least(story) <= budget:
        assert conversation_tokens(fitted) <= budget
    prompt = next(message for message in reversed(story) if isinstance(message, UserMessage))
    kept = next(
        message
        for message in reversed(fitted)
        if isinstance(message, UserMessage) and message not in (OMITTED_STEPS_MESSAGE, OMITTED_TURNS_MESSAGE)
    )
    assert len(kept.parts) == len(prompt.parts)
    for before, after in zip(prompt.parts, kept.parts, strict=True):
        assert before == after or text_weight(getattr(before, "text", "")) > MIN_PROMPT_TEXT_WEIGHT


@settings(max_examples=60)
@given(st.lists(turns, min_size=1, max_size=6), st.integers(500, 8000))
def test_the_beginning_is_the_same_until_the_limit_is_exceeded_again(drawn: list[Any], budget: int) -> None:
    story = conversation(drawn, True)
    for end in range(1, len(story)):
        if isinstance(story[end], ToolMessage) or isinstance(story[end - 1], ModelMessage):
            continue
        before = compact(story[:end], budget)
        later = compact(story[: end + 1], budget)
        if conversation_tokens(before) + conversation_tokens(story[end : end + 1]) <= budget:
            assert later[: len(before)] == before


@given(texts, st.integers(0, 400))
def test_a_truncated_result_fits_and_truncating_again_changes_nothing(text: str, tokens: int) -> None:
    room = tokens * WEIGHT_PER_TOKEN
    result = truncate_result(ResultPart("a", "tool", text), room)
    assert truncate_result(result, room) == result
    assert result.text == text or result_weight(result) <= max(room, 60 * WEIGHT_PER_TOKEN)
