"""Dialogs of the chat: a menu, and the elicitations of an agent (a form, or a web page to visit).

A menu is used with the arrow keys, or by number in a terminal that cannot draw. A form is filled in field by
field. The URL of a page is shown; it is not opened here.
"""

import sys
from collections.abc import Sequence
from typing import Any, Final, TypeVar

from prompt_toolkit import PromptSession
from prompt_toolkit.application import Application, get_app
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import FormattedTextControl, HSplit, Layout, Window
from prompt_toolkit.utils import get_cwidth

from understudy.cli.chat_ui.keyboard import Keyboard
from understudy.cli.chat_ui.transcript import TranscriptView
from understudy.cli.chat_ui.turn_display import ChatPermissionPrompt, TurnDisplay
from understudy.cli.limits import MAX_FORM_ATTEMPTS, MENU_ROWS
from understudy.cli.terminal import escape_controls
from understudy.client import ClientError, check_answer
from understudy.schema import acp

__all__ = ["ElicitationPrompt", "pick"]

T = TypeVar("T")


async def pick(
    title: str, choices: Sequence[tuple[T, str]], selected: int = 0, *, can_draw: bool = True
) -> T | None:
    """Return the chosen value, or None for Escape and Ctrl-C. Title and labels may come from an agent."""
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

    def bind_move(*names: str, by: int) -> None:
        def move(event: KeyPressEvent) -> None:
            place[0] = max(0, min(len(labels) - 1, place[0] + by))
            event.app.invalidate()

        for name in names:
            keys.add(name)(move)

    bind_move("up", "c-p", by=-1)
    bind_move("down", "c-n", by=1)
    bind_move("pageup", by=-MENU_ROWS)
    bind_move("pagedown", by=MENU_ROWS)
    bind_move("home", by=-len(labels))
    bind_move("end", by=len(labels))

    @keys.add("enter")
    def choose(event: KeyPressEvent) -> None:
        event.app.exit(result=place[0])

    @keys.add("escape")
    @keys.add("c-c")
    @keys.add("c-d")
    def leave(event: KeyPressEvent) -> None:
        event.app.exit(result=None)

    del choose, leave

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
    foot = Window(FormattedTextControl("↑ ↓ move, Enter chooses, Esc cancels"), height=1)
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


SKIPPED: Final = object()
"""The value of an optional field that was left empty."""


class _FormCancelled(Exception):
    """The user has cancelled the form."""


class ElicitationPrompt:
    """Answers elicitation requests. Shares the lock of the permission prompt, because there is one keyboard."""

    def __init__(
        self,
        transcript: TranscriptView,
        turn_display: TurnDisplay,
        permission_prompt: ChatPermissionPrompt,
        keyboard: Keyboard,
        can_draw: bool,
    ) -> None:
        self._transcript = transcript
        self._turn_display = turn_display
        self._permission_prompt = permission_prompt
        self._keyboard = keyboard
        self._can_draw = can_draw

    async def __call__(self, request: acp.CreateElicitationRequest) -> acp.CreateElicitationResponse | None:
        async with self._permission_prompt.lock:
            self._turn_display.suspend()
            try:
                return await self._answer(request)
            except _FormCancelled:
                return None
            finally:
                self._turn_display.resume()

    async def _answer(self, request: acp.CreateElicitationRequest) -> acp.CreateElicitationResponse:
        self._transcript.add_notice(f"? {request.message}", "bold")
        form = request.requested_schema
        if form is None:
            self._transcript.add_notice(request.url or "", "", compact=True)
        self._keyboard.flush_input()
        label = "I go to this page" if form is None else "Answer"
        action = await self._pick("The agent asks", [("accept", label), ("decline", "Decline")])
        self._transcript.add_notice(f"→ {label if action == 'accept' else 'Decline'}", "bold", compact=True)
        if action != "accept" or form is None:
            return acp.CreateElicitationResponse(action=action)
        for _ in range(MAX_FORM_ATTEMPTS):
            answer = acp.CreateElicitationResponse(action="accept", content=await self._fill_form(form))
            try:
                check_answer(request, answer)
            except ClientError as error:
                self._transcript.add_notice(str(error), "red")
            else:
                return answer
        raise _FormCancelled

    async def _fill_form(self, form: acp.ElicitationSchema) -> dict[str, Any]:
        content: dict[str, Any] = {}
        for name, field in (form.properties or {}).items():
            is_required = name in (form.required or ())
            if field.description:
                self._transcript.add_notice(field.description)
            value = await self._ask_field(field.title or name, field, is_required)
            if value is not SKIPPED:
                content[name] = value
        return content

    async def _ask_field(self, title: str, field: acp.ElicitationPropertySchema, is_required: bool) -> object:
        choices = _field_choices(field)
        if choices and field.type != "array":
            skip = [] if is_required else [(SKIPPED, "(leave it out)")]
            selected = next((n for n, (value, _) in enumerate(choices) if value == field.default), 0)
            return await self._pick(title, [*choices, *skip], selected)
        names = ", ".join(str(value) for value, _ in choices)
        hint = f" ({names}; with commas between)" if choices else ""
        text = (await self._read_line(f"{title}{hint}: ", _default_text(field.default))).strip()
        if not text and not is_required:
            return SKIPPED
        return _parse_value(field.type, text)

    async def _pick(self, title: str, choices: Sequence[tuple[Any, str]], selected: int = 0) -> Any:
        chosen = await pick(title, choices, selected, can_draw=self._can_draw)
        if chosen is None:
            raise _FormCancelled
        return chosen

    async def _read_line(self, label: str, default: str) -> str:
        label = escape_controls(label, one_line=True)
        if not self._can_draw:
            print(label, end="", flush=True)
            with self._keyboard.cooked_mode():
                text = await self._keyboard.read_line()
            if text is None:
                raise _FormCancelled
            return text.strip() or default
        session: PromptSession[str] = PromptSession()
        try:
            return await session.prompt_async(label, default=default, handle_sigint=False)
        except (EOFError, KeyboardInterrupt):
            raise _FormCancelled from None


def _field_choices(field: acp.ElicitationPropertySchema) -> list[tuple[object, str]]:
    if field.type == "boolean":
        return [(True, "yes"), (False, "no")]
    items = field.items
    plain = [*(field.enum or ()), *(items.enum if items else ())]
    titled = [*(field.one_of or ()), *(items.any_of if items else ())]
    return [*((value, value) for value in plain), *((one.const, one.title) for one in titled)]


def _parse_value(kind: str, text: str) -> object:
    """Convert the text to the field's type. Invalid text is returned as it is: the check of the form reports it."""
    try:
        match kind:
            case "integer":
                return int(text)
            case "number":
                return float(text)
            case "array":
                return [part.strip() for part in text.split(",") if part.strip()]
            case _:
                return text
    except ValueError:
        return text


def _default_text(default: object) -> str:
    match default:
        case None:
            return ""
        case list():
            return ", ".join(map(str, default))  # pyright: ignore[reportUnknownArgumentType]
        case _:
            return escape_controls(str(default), one_line=True)
