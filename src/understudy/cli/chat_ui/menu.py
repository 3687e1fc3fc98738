"""One of several, chosen with the arrow keys; in a terminal that cannot draw, by its number."""

import sys
from collections.abc import Sequence
from typing import TypeVar

from prompt_toolkit.application import Application, get_app
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import FormattedTextControl, HSplit, Layout, Window
from prompt_toolkit.utils import get_cwidth

from understudy.cli.chat_ui.keyboard import Keyboard
from understudy.cli.chat_ui.limits import MENU_ROWS
from understudy.cli.terminal import escape_controls

__all__ = ["pick"]

T = TypeVar("T")


async def pick(
    title: str, choices: Sequence[tuple[T, str]], selected: int = 0, *, can_draw: bool = True
) -> T | None:
    """The chosen one; None for Escape or Ctrl-C. All words may be an agent's."""
    if not choices:
        return None
    title = escape_controls(title, one_line=True)
    labels = [escape_controls(label, one_line=True) for _, label in choices]
    chosen = await (
        _pick_with_arrows(title, labels, selected) if can_draw else _pick_by_number(title, labels)
    )
    return None if chosen is None else choices[chosen][0]


async def _pick_with_arrows(title: str, labels: Sequence[str], selected: int) -> int | None:
    place = [selected]
    keys = KeyBindings()

    def moves(*names: str, by: int) -> None:
        def move(event: KeyPressEvent) -> None:
            place[0] = max(0, min(len(labels) - 1, place[0] + by))
            event.app.invalidate()

        for name in names:
            keys.add(name)(move)

    moves("up", "c-p", by=-1)
    moves("down", "c-n", by=1)
    moves("pageup", by=-MENU_ROWS)
    moves("pagedown", by=MENU_ROWS)
    moves("home", by=-len(labels))
    moves("end", by=len(labels))

    @keys.add("enter")
    def take(event: KeyPressEvent) -> None:
        event.app.exit(result=place[0])

    @keys.add("escape")
    @keys.add("c-c")
    @keys.add("c-d")
    def leave(event: KeyPressEvent) -> None:
        event.app.exit(result=None)

    del take, leave

    def rows() -> StyleAndTextTuples:
        width = get_app().output.get_size().columns
        first = max(0, min(place[0] - MENU_ROWS // 2, len(labels) - MENU_ROWS))
        return [
            (
                "bold" if number == place[0] else "",
                f"{'❯' if number == place[0] else ' '} {_truncate_to_width(label, width - 3)}\n",
            )
            for number, label in enumerate(labels[first : first + MENU_ROWS], first)
        ]

    head = Window(FormattedTextControl([("bold", title)]), height=1)
    foot = Window(FormattedTextControl("↑ ↓ choose, Enter takes it, Esc leaves"), height=1)
    body = Window(
        FormattedTextControl(rows, focusable=True, show_cursor=False), height=min(MENU_ROWS, len(labels))
    )
    app: Application[int | None] = Application(
        Layout(HSplit([head, body, foot])), key_bindings=keys, erase_when_done=True
    )
    app.ttimeoutlen = 0.1
    return await app.run_async(handle_sigint=False)


async def _pick_by_number(title: str, labels: Sequence[str]) -> int | None:
    print(title)
    for number, label in enumerate(labels, 1):
        print(f"{number:>4}  {label}")
    keyboard = Keyboard(sys.stdin.fileno())
    while True:
        print("Number (empty leaves): ", end="", flush=True)
        with keyboard.cooked_mode():
            answer = (await keyboard.read_line() or "").strip()
        if not answer:
            return None
        if answer.isascii() and answer.isdigit() and 1 <= int(answer[:9]) <= len(labels):
            return int(answer) - 1


def _truncate_to_width(text: str, width: int) -> str:
    if get_cwidth(text) <= width:
        return text
    while get_cwidth(text) > width - 1:
        text = text[:-1]
    return text + "…"
