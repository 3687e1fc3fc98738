"""A benchmark's goal in the words of the table, and whether this run reached it."""

__all__ = ["goal"]


def goal(wanted: str, reached: bool) -> str:
    return f"{wanted}: {'holds' if reached else 'MISSED'}"
