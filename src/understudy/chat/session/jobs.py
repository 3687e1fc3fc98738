"""Background commands of a session: started by a tool call, read later, ended with the session.

Owns their threads and the end of their output. What a command may do is decided before, as for any other command:
it runs in the same sandbox with the same limits except the time. Stores nothing.
"""

import asyncio
import codecs
import logging
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from understudy.chat.limits import (
    JOB_END_TIMEOUT_S,
    JOB_TIMEOUT_S,
    MAX_ENDED_JOBS,
    MAX_JOB_OUTPUT_CHARS,
    MAX_JOBS,
)
from understudy.chat.session.usage_accounts import NO_ACCOUNTING, Accounting
from understudy.tools import Call, execute_command
from understudy.workspace import Denied, ExecutionFailed, TooLarge, Workspace, WorkspaceError
from understudy.workspace.commands import StreamName, run_streaming

__all__ = ["Job", "Jobs"]

logger = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class Job:
    """One background command, and the end of its output."""

    id: str
    line: str
    call: Call
    started_at: float = field(default_factory=time.monotonic)
    ended: threading.Event = field(default_factory=threading.Event)
    changed: threading.Condition = field(default_factory=threading.Condition)
    exit_code: int | None = None
    problem: str = ""
    """Why it ended otherwise than by itself."""
    _text: str = ""
    _dropped: int = 0
    """Characters that are not kept any more."""
    _read: int = 0
    """Characters that were read, dropped ones included."""
    _decoders: dict[str, codecs.IncrementalDecoder] = field(
        default_factory=dict[str, codecs.IncrementalDecoder]
    )

    @property
    def is_running(self) -> bool:
        return not self.ended.is_set()

    @property
    def state(self) -> str:
        if self.is_running:
            return f"runs for {time.monotonic() - self.started_at:.0f} s"
        return self.problem or f"ended with exit code {self.exit_code}"

    @property
    def text(self) -> str:
        """The end of its output."""
        return self._text

    def feed(self, name: StreamName, chunk: bytes) -> None:
        """Add output. Called in the job's thread (`OutputSink`)."""
        decoder = self._decoders.setdefault(name, codecs.getincrementaldecoder("utf-8")("replace"))
        text = self._text + decoder.decode(chunk)
        with self.changed:
            self._dropped += max(0, len(text) - MAX_JOB_OUTPUT_CHARS)
            self._text = text[-MAX_JOB_OUTPUT_CHARS:]
            self.changed.notify_all()

    def close(self) -> None:
        """The command has ended; no output follows (`OutputSink`)."""

    def read_new(self, wait_s: float = 0.0) -> str:
        """Return the output since the last call; wait for some up to `wait_s`, or until the job has ended."""
        deadline = time.monotonic() + wait_s
        with self.changed:
            while self._dropped + len(self._text) == self._read and self.is_running:
                left = deadline - time.monotonic()
                if left <= 0 or self.call.stop.cancelled:
                    break
                self.changed.wait(left)
            new = self._text[max(0, self._read - self._dropped) :]
            lost = self._dropped - self._read
            self._read = self._dropped + len(self._text)
        return f"[{lost} characters before this are not kept any more]\n{new}" if lost > 0 else new

    def end(self, exit_code: int | None, problem: str) -> None:
        with self.changed:
            self.exit_code, self.problem = exit_code, problem
            self.ended.set()
            self.changed.notify_all()


class Jobs:
    """The background commands of one session."""

    def __init__(self, on_end: Callable[[Job], None], accounting: Accounting = NO_ACCOUNTING) -> None:
        """`on_end` is called in the event loop."""
        self._on_end = on_end
        self._accounting = accounting
        self._jobs: dict[str, Job] = {}
        self._count = 0

    def __iter__(self) -> Iterator[Job]:
        return iter(list(self._jobs.values()))

    def get(self, job_id: str) -> Job | None:
        return self._jobs.get(job_id.strip())

    def start(
        self,
        workspace: Workspace,
        args: execute_command.Args,
        call: Call,
        track: Callable[[Callable[[], None]], Callable[[], None]],
    ) -> Job:
        """Start a command in a thread of its own. Raises WorkspaceError."""
        if sum(job.is_running for job in self._jobs.values()) >= MAX_JOBS:
            raise TooLarge(
                f"{MAX_JOBS} background commands run already, which is the most.", "too_large", limit=MAX_JOBS
            )
        if workspace.sandbox.name == "landlock" and not workspace.read_only:
            # It copies repository internals back when a command ends, which would undo the user's own changes.
            raise Denied(
                "The Landlock sandbox runs no commands in the background. Install bubblewrap.", "no_sandbox"
            )
        self._count += 1
        job = Job(f"job{self._count}", args.command, call)
        self._jobs[job.id] = job
        self._forget_ended()
        self._accounting.background_command_started()
        loop = asyncio.get_running_loop()

        def report_end() -> None:
            self._accounting.background_command_ended()
            if not call.stop.cancelled:
                self._on_end(job)

        def work() -> None:
            try:
                _run(workspace, args, job)
            finally:
                try:
                    loop.call_soon_threadsafe(report_end)
                except RuntimeError:  # the loop is closed: the process is ending
                    logger.debug("a background command ended after the event loop")

        threading.Thread(target=track(work), name=f"understudy-{job.id}", daemon=True).start()
        return job

    def _forget_ended(self) -> None:
        """Forget the oldest commands that have ended, with their output."""
        ended = [job for job in self._jobs.values() if not job.is_running]
        for job in ended[: max(0, len(ended) - MAX_ENDED_JOBS)]:
            del self._jobs[job.id]

    async def stop(self, job: Job) -> None:
        """End a job with everything that it started."""
        job.call.stop.cancel()
        await asyncio.to_thread(job.ended.wait, JOB_END_TIMEOUT_S)

    async def close(self) -> None:
        """End all jobs."""
        running = [job for job in self._jobs.values() if job.is_running]
        await asyncio.gather(*(self.stop(job) for job in running))


def _run(workspace: Workspace, args: execute_command.Args, job: Job) -> None:
    """Run the job's command to its end. Runs in the job's thread."""
    exit_code: int | None = None
    problem = "ended for a reason that the agent's log says"
    try:
        with execute_command.open_command(workspace, args, job.call, JOB_TIMEOUT_S) as command:
            outcome = run_streaming(
                command,
                sandbox=workspace.sandbox,
                stop=job.call.stop,
                output=job,
                inherited_variables=workspace.inherited_variables,
            )
        exit_code = outcome.exit_code
        changed = [*outcome.restore_result.reverted, *outcome.restore_result.not_reverted, *outcome.planted]
        problem = "" if outcome.termination is None else outcome.termination.message
        if changed:
            problem = f"changed repository internals: {', '.join(changed[:5])}"
    except WorkspaceError as error:
        problem = error.user_message
        if isinstance(error, ExecutionFailed) and job.call.stop.cancelled:
            problem = "was ended"
    except Exception:
        logger.exception("a background command failed")
    finally:
        job.end(exit_code, problem)
