"""An agent on the official Python library. `foreign` documents what it does."""

import asyncio
import sys
from typing import Any

import acp
from acp import schema
from acp.helpers import update_available_commands, update_current_mode
from acp.stdio import stdio_streams
from sdk_next_edits import ABILITIES, NextEdits


class SdkAgent:
    def __init__(self) -> None:
        self._client: Any = None
        self._sessions: dict[str, schema.SessionInfo] = {}
        self._known = "--anonymous" not in sys.argv
        self._forms = False
        self._cancelled = asyncio.Event()
        self._options = [
            schema.SessionConfigOptionBoolean(id="loud", name="Loud", type="boolean", current_value=False)
        ]

    def on_connect(self, conn: Any) -> None:
        self._client = conn

    async def initialize(
        self,
        protocol_version: int,
        client_capabilities: schema.ClientCapabilities | None = None,
        **_: Any,
    ) -> acp.InitializeResponse:
        self._forms = client_capabilities is not None and client_capabilities.elicitation is not None
        return acp.InitializeResponse(
            protocol_version=acp.PROTOCOL_VERSION,
            agent_capabilities=schema.AgentCapabilities(
                load_session=True,
                session_capabilities=schema.SessionCapabilities(
                    list=schema.SessionListCapabilities(),
                    additional_directories=schema.SessionAdditionalDirectoriesCapabilities(),
                    fork=schema.SessionForkCapabilities(),
                    resume=schema.SessionResumeCapabilities(),
                    close=schema.SessionCloseCapabilities(),
                ),
                nes=ABILITIES,
                position_encoding="utf-16",
            ),
            auth_methods=[schema.AuthMethodAgent(id="key", name="Key")],
            agent_info=schema.Implementation(name="sdk-agent", version="1"),
        )

    async def authenticate(self, method_id: str, **_: Any) -> None:
        self._known = method_id == "key"

    # Sessions.

    async def new_session(
        self, cwd: str, additional_directories: list[str] | None = None, **_: Any
    ) -> acp.NewSessionResponse:
        if not self._known:
            raise acp.RequestError.auth_required()
        name = f"session-{len(self._sessions)}"
        self._sessions[name] = schema.SessionInfo(
            session_id=name, cwd=cwd, additional_directories=additional_directories
        )
        modes = schema.SessionModeState(
            current_mode_id="ask",
            available_modes=[
                schema.SessionMode(id="ask", name="Ask"),
                schema.SessionMode(id="code", name="Code"),
            ],
        )
        return acp.NewSessionResponse(session_id=name, modes=modes, config_options=list(self._options))

    async def load_session(self, cwd: str, session_id: str, **_: Any) -> None:
        if session_id not in self._sessions:
            raise acp.RequestError.resource_not_found(session_id)
        await self._update(session_id, acp.update_user_message_text("say it"))
        await self._say(session_id, "as I said")

    async def resume_session(self, cwd: str, session_id: str, **_: Any) -> schema.ResumeSessionResponse:
        return schema.ResumeSessionResponse()

    async def fork_session(self, cwd: str, session_id: str, **_: Any) -> schema.ForkSessionResponse:
        made = await self.new_session(cwd)
        return schema.ForkSessionResponse(session_id=made.session_id)

    async def close_session(self, session_id: str, **_: Any) -> None:
        del self._sessions[session_id]

    async def list_sessions(self, cursor: str | None = None, **_: Any) -> schema.ListSessionsResponse:
        """Each page of the list has one session."""
        at = int(cursor or 0)
        more = str(at + 1) if at + 1 < len(self._sessions) else None
        return schema.ListSessionsResponse(sessions=[list(self._sessions.values())[at]], next_cursor=more)

    async def set_session_mode(self, session_id: str, mode_id: str, **_: Any) -> None:
        return None

    async def set_config_option(self, config_id: str, session_id: str, value: str | bool, **_: Any) -> None:
        return None

    # Turns.

    async def cancel(self, session_id: str, **_: Any) -> None:
        self._cancelled.set()

    async def prompt(self, session_id: str, prompt: list[Any], **_: Any) -> acp.PromptResponse:
        self._cancelled.clear()
        word, *rest = prompt[0].text.split(" ")
        match word:
            case "read":
                found = await self._client.read_text_file(session_id=session_id, path=rest[0])
                await self._say(session_id, found.content)
            case "write":
                await self._client.write_text_file(session_id=session_id, path=rest[0], content=rest[1])
            case "run" | "kill":
                await self._say(session_id, await self._run(session_id, rest, kill=word == "kill"))
            case "ask":
                answer = await self._ask(session_id)
                await self._say(session_id, answer)
                if answer == "cancelled":
                    return acp.PromptResponse(stop_reason="cancelled")
            case "wait":
                await self._say(session_id, "waiting")
                await self._cancelled.wait()
                return acp.PromptResponse(stop_reason="cancelled")
            case "fill":
                await self._say(session_id, await self._fill(session_id))
            case "work":
                return await self._work(session_id)
            case _:
                await self._say(session_id, "what?")
        return acp.PromptResponse(stop_reason="end_turn")

    async def _run(self, session: str, command: list[str], *, kill: bool) -> str:
        made = await self._client.create_terminal(session_id=session, command=command[0], args=command[1:])
        terminal = {"session_id": session, "terminal_id": made.terminal_id}
        if kill:
            await self._client.kill_terminal(**terminal)
        status = await self._client.wait_for_terminal_exit(**terminal)
        output = await self._client.terminal_output(**terminal)
        await self._client.release_terminal(**terminal)
        return status.signal if kill else f"{status.exit_code}: {output.output}"

    async def _ask(self, session: str) -> str:
        answer = await self._client.request_permission(
            session_id=session,
            tool_call=schema.ToolCallUpdate(tool_call_id="c1", title="Try", kind="execute"),
            options=[
                schema.PermissionOption(option_id="y", name="Yes", kind="allow_once"),
                schema.PermissionOption(option_id="n", name="No", kind="reject_once"),
            ],
        )
        chosen = getattr(answer.outcome, "option_id", None)
        return f"{answer.outcome.outcome} {chosen}" if chosen else answer.outcome.outcome

    async def _fill(self, session: str) -> str:
        if not self._forms:
            return "no forms"
        name = schema.ElicitationStringPropertySchema(type="string")
        form = schema.ElicitationSchema(type="object", properties={"name": name}, required=["name"])
        mode = schema.ElicitationFormSessionMode(session_id=session, requested_schema=form)
        answer = await self._client.create_elicitation("Who?", mode)
        return f"accept {answer.content['name']}" if answer.action == "accept" else answer.action

    async def _work(self, session: str) -> acp.PromptResponse:
        path = f"{self._sessions[session].cwd}/a.txt"
        place = schema.ToolCallLocation(path=path, line=3)
        diff = acp.tool_diff_content(path, "b", "a")
        for update in (
            update_available_commands([schema.AvailableCommand(name="tidy", description="Tidy up")]),
            acp.update_agent_thought_text("Hm."),
            acp.update_plan([acp.plan_entry("Edit it")]),
            acp.start_tool_call("c1", "Edit", kind="edit", status="pending", locations=[place]),
            acp.update_tool_call("c1", status="completed", content=[diff]),
            update_current_mode("code"),
        ):
            await self._update(session, update)
        for number in range(50):
            await self._say(session, f"{number} ")
        usage = schema.Usage(total_tokens=3, input_tokens=1, output_tokens=2)
        return acp.PromptResponse(stop_reason="max_tokens", usage=usage)

    async def _say(self, session: str, text: str) -> None:
        await self._update(session, acp.update_agent_message_text(text))

    async def _update(self, session: str, update: Any) -> None:
        await self._client.session_update(session_id=session, update=update)


async def main() -> None:
    """Like `acp.run_agent`, with the routes that the library lacks."""
    reader, writer = await stdio_streams()
    connection = acp.AgentSideConnection(
        SdkAgent(), writer, reader, use_unstable_protocol=True, listening=False
    )
    NextEdits(sys.argv).add_to(connection)
    await connection.listen()


asyncio.run(main())
