"""Programs from npm that the peers' scripts drive: installed once, in a folder of their own."""

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

__all__ = ["installed"]


def installed(name: str, about: str | None, packages: Mapping[str, str]) -> Path | None:
    """The folder with these packages in it; None, and why on stderr, if there is no Node to run them."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    parser.add_argument("--folder", type=Path, default=cache / name)
    folder: Path = parser.parse_args().folder.resolve()
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            print(f"{name}: {program} is not installed", file=sys.stderr)
            return None
    wanted = json.dumps({"private": True, "dependencies": dict(packages)}, indent=2)
    manifest = folder / "package.json"
    if not (manifest.is_file() and manifest.read_text() == wanted and (folder / "done").exists()):
        folder.mkdir(parents=True, exist_ok=True)
        manifest.write_text(wanted)
        subprocess.run(["npm", "install", "--no-audit", "--no-fund"], cwd=folder, check=True, timeout=600)
        (folder / "done").touch()
    return folder
