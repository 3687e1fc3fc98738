"""An editor with next edits in forty lines: one edit by hand, then the agent's suggestions until there are none.

python examples/next_edits.py [AGENT COMMAND ...]    (without one: understudy acp)
"""

import asyncio
import sys
import tempfile
from pathlib import Path

from understudy.client import ClientError, connect

TEXT = """\
def get_user(name):
    return USERS[name]

def greet(name):
    return "Hello, " + get_user(name).title

def delete_user(name):
    USERS.pop(get_user(name).name)
"""


async def main(command: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "users.py").write_text(TEXT)
        async with connect(command) as agent, agent.editor([folder]) as editor:
            where, cursor = await editor.open(Path(folder) / "users.py"), (0, 13)
            await editor.change(where, TEXT.replace("get_user", "find_user", 1))  # the user types
            while found := await editor.suggest(where, cursor):
                done = await editor.apply(found[0])  # the user presses Tab; Escape is editor.reject
                where, cursor = done.cursor_uri or where, done.cursor or cursor
                print(f"{found[0].kind}: {editor.text(where).splitlines()[cursor[0]].strip()}")


try:
    asyncio.run(main(sys.argv[1:] or ["understudy", "acp"]))
except ClientError as error:
    sys.exit(str(error))
