"""Names the command that starts this program in the user's shell. Looks at no other installation."""

import os
import shlex
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

__all__ = ["own_program"]


def own_program(environ: Mapping[str, str], started_as: str) -> str:
    """Return `understudy` if the PATH has this program, otherwise words for a shell that start it.

    `started_as` is `sys.argv[0]`.
    """
    own = Path(started_as)
    for name in ("understudy", "understudy-acp"):
        found = shutil.which(name, path=environ.get("PATH"))
        if found is not None and _is_same(Path(found), own):
            return name
    if own.name.startswith("understudy") and os.access(own, os.X_OK):
        return shlex.quote(str(own.absolute()))
    return shlex.join([sys.executable, "-m", "understudy.cli.main"])


def _is_same(one: Path, other: Path) -> bool:
    """Scripts of one environment: launchers of the same name in the same folder."""
    try:
        return one.resolve() == other.resolve()
    except OSError:
        return False
