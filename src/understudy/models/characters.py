"""Text that can be sent and stored: no halves of characters."""

__all__ = ["replace_lone_surrogates"]


def replace_lone_surrogates(text: str) -> str:
    """Join surrogate pairs that JSON left apart, and put the replacement character for lone halves."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text
