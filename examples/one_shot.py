"""Sends one prompt to an agent and prints the streamed answer. Every permission request is rejected.

python examples/one_shot.py PROMPT [AGENT COMMAND ...]    (without one: understudy acp)
"""

import asyncio
import sys
from pathlib import Path

from understudy.client import ClientError, connect
from understudy.schema import acp


async def main(prompt: str, command: list[str]) -> str | None:
    async with connect(command) as agent:
        session = await agent.new_session(Path.cwd())
        turn = session.prompt(prompt)
        async for update in turn:
            match update:
                case acp.AgentMessageChunk(content=acp.TextContent(text=text)):
                    print(text, end="", flush=True)
                case acp.ToolCall(title=title):
                    print(f"[{title}]", file=sys.stderr)
                case _:
                    pass
        print()
        return turn.stop_reason


if len(sys.argv) < 2:
    sys.exit(__doc__)
try:
    reason = asyncio.run(main(sys.argv[1], sys.argv[2:] or ["understudy", "acp"]))
except ClientError as error:
    sys.exit(str(error))
sys.exit(None if reason == "end_turn" else f"The agent stopped: {reason}.")
