"""Archived sessions: how the state is stored, and lists with and without them. Also titles that the user chose.

The state is a setting of the stored session, so that every session store has it.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from understudy.chat.errors import BadRequest
from understudy.chat.limits import MAX_SESSION_TITLE_CHARS
from understudy.chat.store import Page, StoredSession
from understudy.chat.text import one_line

__all__ = [
    "ARCHIVED",
    "ARCHIVE_FILTERS",
    "NOT_ARCHIVED",
    "is_archived",
    "list_filtered",
    "normalize_title",
]

ARCHIVED: Final[Mapping[str, str]] = {"archived": "yes"}
NOT_ARCHIVED: Final[Mapping[str, str]] = {"archived": ""}
ARCHIVE_FILTERS: Final = ("exclude", "include", "only")


def is_archived(session: StoredSession) -> bool:
    return session.settings.get("archived") == ARCHIVED["archived"]


async def list_filtered(
    list_page: Callable[[str | None], Awaitable[Page]], cursor: str | None, archived: str | None
) -> Page:
    """Return the next page that has a session of the wanted state, or the last one. Raises BadRequest."""
    wanted = archived or "exclude"
    if wanted not in ARCHIVE_FILTERS:
        raise BadRequest(
            "archived", f"There is no filter {wanted[:100]!r}. The filters are: {', '.join(ARCHIVE_FILTERS)}."
        )
    while True:
        page = await list_page(cursor)
        found = [
            one for one in page.sessions if wanted == "include" or is_archived(one) is (wanted == "only")
        ]
        if found or page.next_cursor is None:
            return Page(tuple(found), page.next_cursor)
        cursor = page.next_cursor


def normalize_title(title: str) -> str:
    """Return the title on one line, without invisible characters. Raises BadRequest if nothing is left."""
    normalized = one_line(title, MAX_SESSION_TITLE_CHARS).strip()
    if not normalized:
        raise BadRequest("title", "The title is empty. Give one with at least one visible character.")
    return normalized
