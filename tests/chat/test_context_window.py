"""Division of a window between the answer, the fixed parts, the history and the turn's context."""

from hypothesis import given
from hypothesis import strategies as st

from understudy.chat.prompt.context_window import ContextWindow
from understudy.chat.text.token_estimate import estimate_tokens
from understudy.models.model_api import ToolSpec, format_context_block
from understudy.schema.acp import RuntimeContextItem

TOOL = ToolSpec("read", "Read a file.", {"type": "object"})


def item(size: int) -> RuntimeContextItem:
    return RuntimeContextItem(text="word " * size)


def test_the_system_prompt_and_tools_are_subtracted_first() -> None:
    whole = ContextWindow.for_request(100_000, "", [], None)
    assert whole.available_tokens == 100_000 - 8_000 - 100_000 // 32 - estimate_tokens("[]")
    assert ContextWindow.for_request(
        100_000, "word " * 1000, [], None
    ).available_tokens == whole.available_tokens - estimate_tokens("word " * 1000)
    assert ContextWindow.for_request(
        100_000, "", [TOOL] * 10, None
    ).available_tokens < whole.available_tokens - 10 * estimate_tokens(TOOL.description)
    assert (
        ContextWindow.for_request(100_000, "", [], 20_000).available_tokens == whole.available_tokens - 12_000
    )


def test_a_window_that_was_too_large_is_halved() -> None:
    rooms = [
        ContextWindow.for_request(100_000, "", [], None, halvings).available_tokens for halvings in range(4)
    ]
    assert rooms == [rooms[0] >> halvings for halvings in range(4)]


def test_a_window_that_is_full_from_the_start_still_has_some_room() -> None:
    window = ContextWindow.for_request(4096, "word " * 10_000, [], None)
    assert window.available_tokens == 512
    assert window.allocate(10_000, [item(10_000)]).history_tokens >= 256


def test_without_context_history_gets_all_available_tokens() -> None:
    window = ContextWindow.for_request(100_000, "", [], None)
    assert window.allocate(10**9, []).history_tokens == window.available_tokens
    assert window.allocate(10, []).context.text is None


def test_context_gets_a_quarter_of_the_window_even_if_history_is_longer() -> None:
    window = ContextWindow.for_request(100_000, "", [], None)
    divided = window.allocate(10**9, [item(100_000)])
    assert divided.context.trimmed == [0]
    assert divided.context.text is not None
    assert 24_000 < estimate_tokens(divided.context.text) <= 25_000
    assert divided.history_tokens >= window.available_tokens - 25_000 - 100_000 // 16
    small = window.allocate(10**9, [item(3000)])
    assert (small.context.trimmed, small.context.omitted) == ([], [])


def test_context_that_varies_a_little_does_not_move_the_history_limit() -> None:
    window = ContextWindow.for_request(100_000, "", [], None)
    assert (
        len({window.allocate(10**9, [item(3000 + more)]).history_tokens for more in range(0, 800, 100)}) == 1
    )


@given(
    st.integers(500, 300_000),
    st.integers(0, 10),
    st.integers(0, 400_000),
    st.lists(st.integers(0, 20_000), max_size=4),
)
def test_history_and_context_never_exceed_the_available_tokens(
    size: int, halvings: int, history: int, sizes: list[int]
) -> None:
    window = ContextWindow.for_request(size, "Be brief.", [TOOL], None, halvings)
    divided = window.allocate(history, [item(words) for words in sizes])
    text = divided.context.text
    assert divided.history_tokens >= 0
    assert (
        divided.history_tokens + (0 if text is None else estimate_tokens(format_context_block(text)))
        <= window.available_tokens
    )
    if size > 4000 and not halvings:
        assert divided.history_tokens >= min(history, window.available_tokens // 4)
