"""Prompts as Zed would send them: a rename at the top of an excerpt that begins at line 100 of its file."""

from msgspec.structs import replace

from understudy.nes.model.formats import FORMATS
from understudy.nes.model.prompt_types import DEFAULT_BUDGET, EditEvent, ModelContext

__all__ = ["PYTHON_RENAME", "RENAMES", "build"]


def _rename(path: str, text: str, old: str, new: str, first_use: int) -> ModelContext:
    """`text` has a `‸` at the end of the new name; the line `first_use` and all after it are outside the region."""
    head, _, tail = text.partition("‸")
    lines = tuple((head + tail).split("\n"))
    line, column = head.count("\n"), len(head.rpartition("\n")[2])
    edited = EditEvent(
        path, 100 + line, (lines[line].replace(new, old),), (lines[line],), None, lines[line + 1]
    )
    return ModelContext(
        path=path,
        region=lines[:first_use],
        after=lines[first_use:],
        cursor=(line, column),
        events=(edited,),
    )


PYTHON_RENAME = _rename(
    "app/users.py",
    "def find_user‸(id):\n    return db.load(id)\n\n\ndef show(id):\n    user = get_user(id)\n    print(user)\n"
    "    return get_user(id)\n\n\ndef late():\n    return get_user(3)",
    "get_user",
    "find_user",
    8,
)
RENAMES = {
    "python": PYTHON_RENAME,
    "typescript": _rename(
        "web/users.ts",
        "export function findUser‸(id: string) {\n  return db.load(id);\n}\n\nexport function show(id: string) {\n"
        "  console.log(getUser(id));\n}\n\nexport const late = 1;",
        "getUser",
        "findUser",
        7,
    ),
    "go": _rename(
        "users/users.go",
        "func findUser‸(id string) *User {\n\treturn db.load(id)\n}\n\nfunc show(id string) {\n"
        "\tfmt.Println(getUser(id))\n}\n\nvar late = 1",
        "getUser",
        "findUser",
        7,
    ),
    "rust": _rename(
        "src/users.rs",
        "fn find_user‸(id: u32) -> User {\n    db::load(id)\n}\n\nfn show(id: u32) {\n"
        '    println!("größer 𝔘"); let user = get_user(id);\n}\n\nconst LATE: u32 = 1;',
        "get_user",
        "find_user",
        7,
    ),
}
"""A rename in each of several languages, whose next use is in the region."""


def build(context: ModelContext, **changes: object) -> str:
    return FORMATS["zeta2"].build(replace(context, **changes), DEFAULT_BUDGET).text
