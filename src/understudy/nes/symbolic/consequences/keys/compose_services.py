"""Where commands name a service of compose: `docker compose up -d db`, `docker compose exec -T db psql`.

`exec` and `run` have one service, and what follows it is the command that runs in it.
"""

import re
from collections.abc import Iterator
from typing import Final

from understudy.nes.symbolic.consequences.limits import MAX_CODE_LINE_CHARS
from understudy.nes.symbolic.consequences.rule_context import SourceText

__all__ = ["find_service_commands"]

_COMMAND: Final = re.compile(
    r"\b(?:docker[ -]|podman[ -])compose\s+(?:(?!exec\b|run\b)[^\s|;&`]+\s+){0,6}?"
    r"(?P<verb>up|down|start|stop|restart|logs|build|pull|push|ps|rm|kill|create|exec|run|top|port|wait|watch"
    r"|pause|unpause|attach|images)\b(?P<rest>[^|;&`#\n]*)"
)
_RUNNING: Final = frozenset({"exec", "run", "port", "attach"})
"""Commands for one service, which is the first argument."""
_WORD: Final = re.compile(r"[^\s\"']+")


def find_service_commands(text: SourceText, service: str) -> Iterator[tuple[int, int]]:
    """Yield the line and the column of each argument that names the service."""
    for line in text.raw_lookup.iterate_containing("compose"):
        written = text.raw[line]
        if service not in written or len(written) > MAX_CODE_LINE_CHARS:
            continue
        for command in _COMMAND.finditer(written):
            is_value = False
            for word in _WORD.finditer(written, *command.span("rest")):
                if word[0].startswith("-"):
                    is_value = "=" not in word[0]
                    continue
                if word[0] == service:
                    yield line, word.start()
                if command["verb"] in _RUNNING and (word[0] == service or not is_value):
                    break
                is_value = False
