"""Generates a project-like tree to search and walk, the same on every machine."""

import random
from pathlib import Path

__all__ = ["make_tree"]

FOLDERS = 2_500
FILES_EACH = 22
VOCABULARY = (
    "value result index buffer request response handler session token parse render update delete insert "
    "config option error message stream length offset cursor window return import class function const"
)


def make_tree(base: Path, folders: int = FOLDERS, files_each: int = FILES_EACH) -> Path:
    """`folders` × `files_each` files of 20 to 120 lines, nested three deep, beside things to leave out."""
    root = base / f"tree-{folders}x{files_each}"
    done = root / ".complete"
    if done.exists():
        return root
    dice = random.Random(42)
    words = VOCABULARY.split()
    lines = [" ".join(dice.choices(words, k=dice.randint(3, 9))) for _ in range(4000)]
    for number in range(folders):
        folder = root / f"pkg{number % 50:02}" / f"mod{number // 50 % 10}" / f"part{number}"
        folder.mkdir(parents=True, exist_ok=True)
        for file in range(files_each):
            body = dice.choices(lines, k=dice.randint(20, 120))
            if (number * files_each + file) % 500 == 0:
                body.insert(10, "    raise NeedleError(code=42)  # the needle")
            (folder / f"file{file}.py").write_text("\n".join(body) + "\n")
    for name in ("node_modules", "build"):
        for number in range(2000):
            folder = root / name / f"dep{number % 40}"
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"m{number}.js").write_text("// NeedleError(code=42)\n")
    done.write_text("")
    return root
