"""Limits and timeouts of the conformance checks."""

from typing import Final

__all__ = [
    "BUSY_INTERVAL_S",
    "CHECK_TIMEOUT_S",
    "MAX_EVIDENCE_CHARS",
    "MAX_EVIDENCE_MESSAGES",
    "QUIET_TIMEOUT_S",
    "RESPONSE_TIMEOUT_S",
]

RESPONSE_TIMEOUT_S: Final = 30.0
"""For one response; `--timeout` changes it."""
CHECK_TIMEOUT_S: Final = 120.0
"""For one check, whatever it waits for."""
BUSY_INTERVAL_S: Final = 0.2
"""Between attempts to load a session that another connection has just left."""
QUIET_TIMEOUT_S: Final = 0.3
"""How long nothing more is waited for where something must not come."""
MAX_EVIDENCE_MESSAGES: Final = 12
"""Messages shown with a failed check; the last ones."""
MAX_EVIDENCE_CHARS: Final = 600
"""Of one message shown."""
