"""What an agent asks besides permission: a form, filled in field by field, or a page to go to.

Nothing is opened here: the address is shown, and the person goes there, or does not.
"""

from collections.abc import Sequence
from typing import Any, Final

from prompt_toolkit import PromptSession

from understudy.cli.chatting.asking import Asker
from understudy.cli.chatting.keys import Keyboard
from understudy.cli.chatting.picking import pick
from understudy.cli.chatting.picture import Picture
from understudy.cli.chatting.turning import Stage
from understudy.cli.terminal import harmless
from understudy.client import ClientError
from understudy.client.elicitation import check_answer
from understudy.schema import acp

__all__ = ["Filler"]

TRIES: Final = 3
LEFT_OUT: Final = object()
"""The value of a field that need not be filled in, and was not."""


class _Left(Exception):
    """The person does not want to go on."""


class Filler:
    """Takes turns with the questions of permission: there is one keyboard."""

    def __init__(self, picture: Picture, stage: Stage, asker: Asker, keyboard: Keyboard, drawn: bool) -> None:
        self._picture = picture
        self._stage = stage
        self._asker = asker
        self._keyboard = keyboard
        self._drawn = drawn

    async def __call__(self, request: acp.CreateElicitationRequest) -> acp.CreateElicitationResponse | None:
        async with self._asker.turn:
            self._stage.lower()
            try:
                return await self._answered(request)
            except _Left:
                return None
            finally:
                self._stage.rise()

    async def _answered(self, request: acp.CreateElicitationRequest) -> acp.CreateElicitationResponse:
        self._picture.remark(f"? {request.message}", "bold")
        form = request.requested_schema
        if form is None:
            self._picture.remark(request.url or "", "", close=True)
        self._keyboard.forget()
        words = "I go to this page" if form is None else "Answer"
        action = await self._picked("The agent asks", [("accept", words), ("decline", "Decline")])
        self._picture.remark(f"→ {words if action == 'accept' else 'Decline'}", "bold", close=True)
        if action != "accept" or form is None:
            return acp.CreateElicitationResponse(action=action)
        for _ in range(TRIES):
            answer = acp.CreateElicitationResponse(action="accept", content=await self._filled(form))
            try:
                check_answer(request, answer)
            except ClientError as error:
                self._picture.remark(str(error), "red")
            else:
                return answer
        raise _Left

    async def _filled(self, form: acp.ElicitationSchema) -> dict[str, Any]:
        content: dict[str, Any] = {}
        for name, field in (form.properties or {}).items():
            needed = name in (form.required or ())
            if field.description:
                self._picture.remark(field.description)
            value = await self._value(field.title or name, field, needed)
            if value is not LEFT_OUT:
                content[name] = value
        return content

    async def _value(self, title: str, field: acp.ElicitationPropertySchema, needed: bool) -> object:
        choices = _choices(field)
        if choices and field.type != "array":
            more = [] if needed else [(LEFT_OUT, "(leave it out)")]
            at = next((n for n, (value, _) in enumerate(choices) if value == field.default), 0)
            return await self._picked(title, [*choices, *more], at)
        names = ", ".join(str(value) for value, _ in choices)
        hint = f" ({names}; with commas between)" if choices else ""
        text = (await self._line(f"{title}{hint}: ", _written(field.default))).strip()
        if not text and not needed:
            return LEFT_OUT
        return _read(field.type, text)

    async def _picked(self, title: str, choices: Sequence[tuple[Any, str]], at: int = 0) -> Any:
        chosen = await pick(title, choices, at, drawn=self._drawn)
        if chosen is None:
            raise _Left
        return chosen

    async def _line(self, label: str, default: str) -> str:
        label = harmless(label, one_line=True)
        if not self._drawn:
            print(label, end="", flush=True)
            with self._keyboard.ordinary():
                text = await self._keyboard.line()
            if text is None:
                raise _Left
            return text.strip() or default
        session: PromptSession[str] = PromptSession()
        try:
            return await session.prompt_async(label, default=default, handle_sigint=False)
        except (EOFError, KeyboardInterrupt):
            raise _Left from None


def _choices(field: acp.ElicitationPropertySchema) -> list[tuple[object, str]]:
    if field.type == "boolean":
        return [(True, "yes"), (False, "no")]
    items = field.items
    plain = [*(field.enum or ()), *(items.enum if items else ())]
    titled = [*(field.one_of or ()), *(items.any_of if items else ())]
    return [*((value, value) for value in plain), *((one.const, one.title) for one in titled)]


def _read(kind: str, text: str) -> object:
    """What is no number stays text; the form's check says what was wanted."""
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


def _written(default: object) -> str:
    match default:
        case None:
            return ""
        case list():
            return ", ".join(map(str, default))  # pyright: ignore[reportUnknownArgumentType]
        case _:
            return harmless(str(default), one_line=True)
