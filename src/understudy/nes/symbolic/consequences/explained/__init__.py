"""Drops repetitions of an edit that the syntax explains otherwise: what follows from it, the rules know."""

from understudy.nes.symbolic.consequences.explained.changes import drop_explained, with_one_spelling

__all__ = ["drop_explained", "with_one_spelling"]
