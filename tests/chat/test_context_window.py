"""How a window is divided between the answer, what is always there, the history and the turn's context."""

from hypothesis import given
from hypothesis import strategies as st

from understudy.chat.tokens import estimate
from understudy.chat.window import Window
from understudy.models.context import context_block
from understudy.models.port import ToolSpec
from understudy.schema.acp import RuntimeContextItem

TOOL = ToolSpec("read", "Read a file.", {"type": "object"})


def item(size: int) -> RuntimeContextItem:
    return RuntimeContextItem(text="word " * size)


def test_what_is_always_sent_is_taken_off_first() -> None:
    whole = Window.of(100_000, "", [], None)
    assert whole.room == 100_000 - 8_000 - 100_000 // 32 - estimate("[]")
    assert Window.of(100_000, "word " * 1000, [], None).room == whole.room - estimate("word " * 1000)
    assert Window.of(100_000, "", [TOOL] * 10, None).room < whole.room - 10 * estimate(TOOL.description)
    assert Window.of(100_000, "", [], 20_000).room == whole.room - 12_000


def test_a_window_that_proved_too_large_is_halved() -> None:
    rooms = [Window.of(100_000, "", [], None, halvings).room for halvings in range(4)]
    assert rooms == [rooms[0] >> halvings for halvings in range(4)]


def test_a_window_that_is_full_from_the_start_still_has_some_room() -> None:
    window = Window.of(4096, "word " * 10_000, [], None)
    assert window.room == 512
    assert window.divide(10_000, [item(10_000)]).history >= 256


def test_without_context_history_has_it_all() -> None:
    window = Window.of(100_000, "", [], None)
    assert window.divide(10**9, []).history == window.room
    assert window.divide(10, []).context.text is None


def test_context_has_a_quarter_of_the_window_though_history_is_longer() -> None:
    window = Window.of(100_000, "", [], None)
    divided = window.divide(10**9, [item(100_000)])
    assert divided.context.trimmed == [0]
    assert divided.context.text is not None
    assert 24_000 < estimate(divided.context.text) <= 25_000
    assert divided.history >= window.room - 25_000 - 100_000 // 16
    small = window.divide(10**9, [item(3000)])
    assert (small.context.trimmed, small.context.omitted) == ([], [])


def test_context_that_varies_a_little_leaves_history_where_it_was() -> None:
    window = Window.of(100_000, "", [], None)
    assert len({window.divide(10**9, [item(3000 + more)]).history for more in range(0, 800, 100)}) == 1


@given(
    st.integers(500, 300_000),
    st.integers(0, 10),
    st.integers(0, 400_000),
    st.lists(st.integers(0, 20_000), max_size=4),
)
def test_history_and_context_never_have_more_than_there_is(
    size: int, halvings: int, history: int, sizes: list[int]
) -> None:
    window = Window.of(size, "Be brief.", [TOOL], None, halvings)
    divided = window.divide(history, [item(words) for words in sizes])
    text = divided.context.text
    assert divided.history >= 0
    assert divided.history + (0 if text is None else estimate(context_block(text))) <= window.room
    if size > 4000 and not halvings:
        assert divided.history >= min(history, window.room // 4)
