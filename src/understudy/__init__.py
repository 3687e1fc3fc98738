"""Understudy: a workspace agent that watches a developer work and is ready with the next move."""

__all__ = ["__version__"]

__version__ = "0.1.0"
