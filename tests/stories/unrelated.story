==== a new unrelated helper
kind: unrelated
expect: silence
--- text_tools.py
"""Small helpers for texts."""


def shorten(text, width):
    if len(text) <= width:
        return text
    return text[: width - 1] + "…"


«→def is_blank(text):
    return not text.strip()


»def indent(text, by=4):
    return "\n".join(" " * by + line for line in text.splitlines())
