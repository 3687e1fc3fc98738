"""readJob: the model reads the output of a background command, or ends it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from understudy.chat.limits import MAX_JOB_WAIT_S, MAX_RESULT_CHARS
from understudy.chat.session import Job, Jobs
from understudy.chat.text import truncate_middle
from understudy.chat.toolset.presentation import output_block, sanitize_title, text_content
from understudy.chat.toolset.tool_api import CallContext, CallOutcome, CallPresentation
from understudy.models import ToolSpec
from understudy.tools import ToolArgs, WorkerPool
from understudy.workspace import Stop

__all__ = ["JOB_TOOL_NAME", "JobTool", "job_outcome"]

JOB_TOOL_NAME: Final = "readJob"


class _Args(ToolArgs, frozen=True):
    job_id: str
    wait_ms: Annotated[int, Meta(ge=0, le=MAX_JOB_WAIT_S * 1000)] = 0
    stop: bool = False


_SPEC: Final = ToolSpec(
    JOB_TOOL_NAME,
    "Returns the new output of a command that was started with background: true, and whether it still runs. waitMs "
    "waits for output; stop ends the command. Background commands end with the session.",
    {
        "type": "object",
        "properties": {
            "jobId": {"type": "string", "description": "As executeCommand returned it."},
            "waitMs": {"type": "integer", "minimum": 0, "maximum": MAX_JOB_WAIT_S * 1000},
            "stop": {"type": "boolean"},
        },
        "required": ["jobId"],
    },
)


def job_outcome(job: Job, output: str) -> CallOutcome:
    """The outcome of a call that starts, reads or ends a job."""
    shown = truncate_middle(output, MAX_RESULT_CHARS)
    result = {
        "jobId": job.id,
        "running": job.is_running,
        "exitCode": job.exit_code,
        "state": job.state,
        "output": shown,
    }
    content = [text_content(output_block(shown))] if shown.strip() else []
    return CallOutcome(
        msgspec.json.encode(result).decode(),
        content=[*content, text_content(f"{job.id} {job.state}")],
        output=result,
    )


@dataclass(frozen=True, slots=True)
class JobTool:
    jobs: Jobs
    workers: WorkerPool

    @property
    def spec(self) -> ToolSpec:
        return _SPEC

    @property
    def read_only(self) -> bool:
        return False  # in order with other calls: it may end what they need

    def describe_call(self, arguments: Any) -> CallPresentation:
        match arguments:
            case {"jobId": str(job_id), "stop": True}:
                return CallPresentation(sanitize_title(f"End {job_id}"), "execute")
            case {"jobId": str(job_id)}:
                return CallPresentation(sanitize_title(f"Read the output of {job_id}"), "execute")
            case _:
                return CallPresentation("Read the output of a background command", "execute")

    async def run(self, arguments: Mapping[str, Any], context: CallContext) -> CallOutcome:
        try:
            args = msgspec.convert(arguments, _Args)
        except msgspec.ValidationError as error:
            return CallOutcome(
                f"readJob: {error}.", failed=True, user_message="The model's call is not valid."
            )
        job = self.jobs.get(args.job_id)
        if job is None:
            known = ", ".join(one.id for one in self.jobs) or "none"
            missing = f"There is no background command {args.job_id[:40]!r}."
            return CallOutcome(f"{missing} There are: {known}.", failed=True, user_message=missing)
        await context.report_started()
        if args.stop:
            await self.jobs.stop(job)
        new = await self.workers.run(lambda: job.read_new(args.wait_ms / 1000), Stop())
        return job_outcome(job, new)
