"""Reads prompts from the user: history, completion of commands and paths, folded pastes, and the keys that leave.

A long paste is shown as a mark such as `[pasted 40 lines #1]`, and sent as the text that it stands for.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, Protocol

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition, is_searching
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.styles import Style

from understudy.cli.chat_ui.keyboard import Keyboard
from understudy.cli.chat_ui.mentions import mention_at
from understudy.cli.limits import (
    COMPLETION_MENU_ROWS,
    MAX_HISTORY_BYTES,
    MAX_UNFOLDED_PASTE_CHARS,
    MAX_UNFOLDED_PASTE_LINES,
)

__all__ = ["PlainPromptInput", "PromptInput", "PromptReader"]

_STYLE: Final = Style.from_dict(
    {"bottom-toolbar": "noreverse", "prompt": "bold ansimagenta", "completion-menu.completion": ""}
)

ListCommands = Callable[[], Iterable[tuple[str, str]]]


class PromptReader(Protocol):
    async def read_prompt(self) -> str | None:
        """Return the next prompt; None if the user leaves."""
        ...


class PromptInput:
    def __init__(
        self,
        folder: Path | None,
        list_commands: ListCommands,
        toolbar: Callable[[], str],
        complete_path: Callable[[str], Iterable[str]] = lambda _: (),
    ) -> None:
        """`folder` holds the history; without it, it is kept in memory. `toolbar` returns one escaped line.
        `complete_path` returns the paths for an unfinished mention."""
        self._interrupted = False
        self._pastes: dict[str, str] = {}
        self._toolbar = toolbar
        self._session: PromptSession[str] = PromptSession(
            history=_open_history(folder),
            completer=_PromptCompleter(list_commands, complete_path),
            # Only then, because room for the menu is kept as long as something could be completed.
            complete_while_typing=Condition(lambda: _can_complete(self._session.default_buffer.document)),
            enable_system_prompt=False,
            multiline=True,
            key_bindings=self._key_bindings(),
            prompt_continuation="  ",
            bottom_toolbar=self._bottom_toolbar,
            style=_STYLE,
            reserve_space_for_menu=COMPLETION_MENU_ROWS,
        )

    async def read_prompt(self) -> str | None:
        self._interrupted = False
        while True:
            try:
                text = await self._session.prompt_async([("class:prompt", "› ")], handle_sigint=False)
            except EOFError:
                return None
            except KeyboardInterrupt:
                if self._interrupted:
                    return None
                self._interrupted = True
                continue
            if text.strip():
                return self._unfold(text)
            self._interrupted = False

    def _unfold(self, text: str) -> str:
        """Return the text with every paste in place of its mark."""
        for mark, pasted in self._pastes.items():
            text = text.replace(mark, pasted)
        self._pastes.clear()
        return text

    def _fold(self, pasted: str) -> str:
        """Return what is shown of a paste: itself, or a mark for a long one."""
        lines = pasted.count("\n") + 1
        if lines <= MAX_UNFOLDED_PASTE_LINES and len(pasted) <= MAX_UNFOLDED_PASTE_CHARS:
            return pasted
        size = f"{lines} lines" if lines > 1 else f"{len(pasted)} characters"
        mark = f"[pasted {size} #{len(self._pastes) + 1}]"
        self._pastes[mark] = pasted
        return mark

    def _bottom_toolbar(self) -> StyleAndTextTuples:
        if self._interrupted and not self._session.default_buffer.text:
            return [("", "Ctrl-C again leaves")]
        return [("", self._toolbar())]

    def _key_bindings(self) -> KeyBindings:
        keys = KeyBindings()

        # While the history is searched, Enter takes what was found and Ctrl-C ends the search.
        @keys.add("enter", filter=~is_searching)
        @keys.add("c-j", filter=~is_searching)  # Enter that was typed before the terminal was in raw mode
        def send(event: KeyPressEvent) -> None:
            state = event.current_buffer.complete_state
            if state is not None and state.current_completion is not None:
                event.current_buffer.complete_state = None
            else:
                event.current_buffer.validate_and_handle()

        @keys.add("escape", "enter")
        @keys.add("escape", "c-j")
        def break_line(event: KeyPressEvent) -> None:
            event.current_buffer.insert_text("\n")

        @keys.add(Keys.BracketedPaste)
        def paste(event: KeyPressEvent) -> None:
            text = event.data.replace("\r\n", "\n").replace("\r", "\n")
            event.current_buffer.insert_text(self._fold(text))

        @keys.add("c-c", filter=~is_searching)
        def interrupt(event: KeyPressEvent) -> None:
            if event.current_buffer.text:  # the first Ctrl-C clears the text
                event.current_buffer.reset()
            else:
                event.app.exit(exception=KeyboardInterrupt())

        del send, break_line, paste, interrupt
        return keys


class PlainPromptInput:
    """The same on a terminal that cannot draw: its own line editing, without escape sequences."""

    def __init__(self, keyboard: Keyboard) -> None:
        self._keyboard = keyboard

    async def read_prompt(self) -> str | None:
        while True:
            sys.stdout.write("› ")
            sys.stdout.flush()
            text = await self._keyboard.read_line()
            if text is None or text.strip():
                return text


def _can_complete(document: Document) -> bool:
    text = document.text_before_cursor
    is_command = text.startswith("/") and not any(char.isspace() for char in text)
    return is_command or mention_at(text) is not None


class _PromptCompleter(Completer):
    """Completes the name of a command at the beginning of a prompt, and the path of a mention anywhere."""

    def __init__(self, list_commands: ListCommands, complete_path: Callable[[str], Iterable[str]]) -> None:
        self._list_commands = list_commands
        self._complete_path = complete_path

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        del complete_event
        text = document.text_before_cursor
        mention = mention_at(text)
        if mention is not None:
            for path in self._complete_path(mention):
                spelled = f'"{path}"' if " " in path and not text.endswith(f'"{mention}') else path
                yield Completion(spelled, -len(mention), display=path)
            return
        if not text.startswith("/") or any(char.isspace() for char in text):
            return
        for name, purpose in self._list_commands():
            if name.startswith(text):
                yield Completion(name, -len(text), display_meta=purpose)


def _open_history(folder: Path | None) -> History:
    if folder is None:
        return InMemoryHistory()
    path = folder / "chat-history"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_APPEND | os.O_RDWR, 0o600))  # readable by its owner only
        data = path.read_bytes()
        if len(data) > MAX_HISTORY_BYTES:
            newer_half = data[len(data) // 2 :]
            path.write_bytes(newer_half[newer_half.find(b"\n\n#") + 1 :])
    except OSError:
        return InMemoryHistory()
    return FileHistory(str(path))
