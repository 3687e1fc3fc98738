"""Whether a path in a text is that of a file which the workspace has: relative to a folder around the text."""

from collections.abc import Iterator

from understudy.nes.symbolic.consequences.rule_context import RuleContext

__all__ = ["has_file", "is_moved_file"]


def is_moved_file(context: RuleContext, uri: str, old: str, new: str) -> bool:
    """Whether there is a file at a new path, and none at the old one any more."""
    return has_file(context, uri, new) and not has_file(context, uri, old)


def has_file(context: RuleContext, uri: str, path: str) -> bool:
    """Whether a path that is written in a text leads to a file."""
    return any(context.situation.snapshot_at(f"{one}/{path}") is not None for one in _folders(uri))


def _folders(uri: str) -> Iterator[str]:
    folder = uri.rpartition("/")[0]
    while "/" in folder.partition("://")[2]:
        yield folder
        folder = folder.rpartition("/")[0]
