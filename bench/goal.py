"""Formats a benchmark's goal for the table, with whether this run reached it."""

__all__ = ["goal"]


def goal(wanted: str, reached: bool) -> str:
    return f"{wanted}: {'holds' if reached else 'MISSED'}"
