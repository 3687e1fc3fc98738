"""The state of a next-edit session: documents, edits, displayed suggestions, and the user's feedback on them.

Knows no messages except the client's edit history, and suggests nothing itself.
"""

from typing import TYPE_CHECKING

from understudy.lazy_exports import lazy_getattr

if TYPE_CHECKING:
    from understudy.nes.session.client_history import mark_typed_edit
    from understudy.nes.session.displayed import DisplayedSuggestion
    from understudy.nes.session.feedback_store import FeedbackStore, delete_feedback, feedback_name
    from understudy.nes.session.held_request import HeldAnswer, HeldRequest
    from understudy.nes.session.placed_suggestion import (
        Alternatives,
        PlacedSuggestion,
        place_candidate,
        place_others,
    )
    from understudy.nes.session.pre_session import PreSessionDocuments
    from understudy.nes.session.session import NesSession

__all__ = [
    "Alternatives",
    "DisplayedSuggestion",
    "FeedbackStore",
    "HeldAnswer",
    "HeldRequest",
    "NesSession",
    "PlacedSuggestion",
    "PreSessionDocuments",
    "delete_feedback",
    "feedback_name",
    "mark_typed_edit",
    "place_candidate",
    "place_others",
]

__getattr__ = lazy_getattr(
    __name__,
    {
        "client_history": ("mark_typed_edit",),
        "displayed": ("DisplayedSuggestion",),
        "feedback_store": ("FeedbackStore", "delete_feedback", "feedback_name"),
        "held_request": ("HeldAnswer", "HeldRequest"),
        "placed_suggestion": ("Alternatives", "PlacedSuggestion", "place_candidate", "place_others"),
        "pre_session": ("PreSessionDocuments",),
        "session": ("NesSession",),
    },
)
