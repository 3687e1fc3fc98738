"""Where Understudy keeps what it must remember: the state folder. Only the commands decide it."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

__all__ = ["state_folder"]


def state_folder(chosen: str | None, environment: Mapping[str, str] | None = None) -> Path:
    """The folder that an option named, else the environment's, else the system's usual one."""
    environment = os.environ if environment is None else environment
    if chosen or (chosen := environment.get("UNDERSTUDY_STATE_DIR")):
        return Path(chosen).expanduser().absolute()
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Understudy"
    base = environment.get("XDG_STATE_HOME", "")
    # The XDG rules: a relative path counts as none.
    return (Path(base) if os.path.isabs(base) else Path.home() / ".local" / "state") / "understudy"
