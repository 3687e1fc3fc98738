"""A session over several folders. Reading is allowed; for everything else the user is asked in one line.

python examples/multi_root.py PROMPT FOLDER [FOLDER ...] [-- AGENT COMMAND ...]    (without one: understudy acp)
"""

import asyncio
import sys
from pathlib import Path

from understudy.client import ClientError, Permissions, connect
from understudy.schema import acp


async def ask(question: acp.RequestPermissionRequest) -> str | None:
    """The id of the option that the user chose by its number; None for none of them."""
    print(f"\n{question.tool_call.title}")
    for number, option in enumerate(question.options, 1):
        print(f"  {number}) {option.name}")
    line = await asyncio.to_thread(sys.stdin.readline)
    chosen = line.strip()
    in_range = chosen.isdecimal() and 1 <= int(chosen) <= len(question.options)
    return question.options[int(chosen) - 1].option_id if in_range else None


async def main(prompt: str, folders: list[Path], command: list[str]) -> None:
    permissions = Permissions.allow("read", "search").then(ask)
    async with connect(command, permissions=permissions) as agent:
        # The first folder is where relative paths begin. An agent that takes only one is told of no others:
        # this raises NotSupported before anything is sent.
        session = await agent.new_session(folders[0], additional=folders[1:])
        print("Working in", *session.roots)
        turn = session.prompt(prompt)
        async for update in turn:
            match update:
                case acp.AgentMessageChunk(content=acp.TextContent(text=text)):
                    print(text, end="", flush=True)
                case acp.ToolCall(title=title):
                    print(f"[{title}]", file=sys.stderr)
                case _:
                    pass
        print(f"\n[{turn.stop_reason}]")


arguments, command = sys.argv[1:], ["understudy", "acp"]
if "--" in arguments:
    at = arguments.index("--")
    arguments, command = arguments[:at], arguments[at + 1 :]
if len(arguments) < 2:
    sys.exit(__doc__)
try:
    asyncio.run(main(arguments[0], [Path(name).resolve() for name in arguments[1:]], command))
except ClientError as error:
    sys.exit(str(error))
