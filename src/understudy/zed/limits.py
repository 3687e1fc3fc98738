"""Limits and timeouts of `understudy.zed` that a person may want to tune."""

from typing import Final

__all__ = ["MAX_REQUEST_BYTES", "MAX_STOPS", "REQUEST_BODY_TIMEOUT_S", "SHUTDOWN_TIMEOUT_S"]

MAX_REQUEST_BYTES: Final = 256 * 1024
"""Zed's prompts have about 12 KB."""
MAX_STOPS: Final = 16
REQUEST_BODY_TIMEOUT_S: Final = 10.0
"""Seconds for a client to send the body of a request."""
SHUTDOWN_TIMEOUT_S: Final = 2.0
"""Seconds that closing the sessions may take at the end."""
