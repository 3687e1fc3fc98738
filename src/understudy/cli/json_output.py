"""JSON on standard output: as it is for programs, readable and without anything raw for a terminal."""

import json

import msgspec

from understudy.cli.terminal import Terminal

__all__ = ["ascii_json", "print_json"]


def print_json(terminal: Terminal, value: object) -> None:
    text = msgspec.json.encode(value)
    terminal.write_line(ascii_json(text, indent=2) if terminal.is_interactive else text.decode())


def ascii_json(text: bytes, indent: int | None = None) -> str:
    """The same to a program, and nothing that a terminal would obey."""
    return json.dumps(msgspec.json.decode(text), indent=indent)
