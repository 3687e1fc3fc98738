"""Running one command from its first check to its last trace.

The order of things: check, snapshot, start, watch, pump, end, put back, judge. What a sandbox is and how
it is entered stands in `bubblewrap` and `supervised`; what is guarded, in `guard` and `planted`.
"""

import contextlib
import os
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, assert_never

from understudy.workspace.commands import bubblewrap, environment, landlock
from understudy.workspace.commands.bubblewrap import BubblewrapJob
from understudy.workspace.commands.command import Command, Finished, check
from understudy.workspace.commands.denial import Reach, was_denied
from understudy.workspace.commands.folders import check_roots, held_roots
from understudy.workspace.commands.guard import Guard, Mended
from understudy.workspace.commands.hidden import hidden_places
from understudy.workspace.commands.job import Job
from understudy.workspace.commands.output import Output, OutputCallback, Sink
from understudy.workspace.commands.planted import RootKinds
from understudy.workspace.commands.pump import pump
from understudy.workspace.commands.repository import Guarded, find
from understudy.workspace.commands.sandbox import Sandbox
from understudy.workspace.commands.scratch import Scratch, scratch
from understudy.workspace.commands.supervised import Confinement, SupervisedJob
from understudy.workspace.commands.watch import Verdict, Watch
from understudy.workspace.errors import ExecutionFailed, TimedOut, WorkspaceError
from understudy.workspace.stop import Stop

__all__ = ["Ended", "live", "require_sandbox", "run"]

_FILE_SIZE: Final = 4 << 30
"""The largest single file that a command may write."""
_OOM_SCORE: Final = 500
"""When memory runs out, the kernel takes the command before the editor and us."""
_CANCELLED: Final = Verdict("cancelled", "The command was cancelled and ended with everything it started.")


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command came to its end."""

    code: int | None
    """128 + n when signal n ended it; None if it was ended by a verdict."""
    verdict: Verdict | None
    changed: Mended
    """What it had changed that must not be, and what became of that."""
    reach: Reach
    duration_ms: int


def run(
    command: Command,
    *,
    sandbox: Sandbox,
    stop: Stop,
    on_output: OutputCallback | None = None,
    inherit: Iterable[str] = (),
) -> Finished:
    """Run a command to its end and return what it said.

    `on_output` gets the text as it comes, in this thread, up to the output limit. `inherit` names further
    variables of our own environment that the command may see.
    """
    output = Output(command.limits.max_output_size, on_output)
    ended = live(command, sandbox=sandbox, stop=stop, output=output, inherit=inherit)
    return _judge(command, sandbox, ended, output)


def live(
    command: Command, *, sandbox: Sandbox, stop: Stop, output: Sink, inherit: Iterable[str] = ()
) -> Ended:
    """Be there for a command's whole life; what it says goes to `output`, in this thread."""
    require_sandbox(sandbox)
    check(command)
    stop.check()
    check_roots(command)
    started = time.monotonic()
    hidden = hidden_places(os.environ, command.roots) if sandbox.name != "off" else []
    keeps = sandbox.name != "off" and not command.read_only
    guarded = find(command.roots, command.cwd, stop.check) if keeps else []
    kinds = RootKinds(command.roots if keeps else ())
    with contextlib.closing(Guard(guarded, stop.check)) as guard, scratch() as place:
        try:
            job, tmp = _start(command, sandbox, place, hidden, guarded, inherit)
        except OSError as error:
            raise ExecutionFailed(
                f"The command could not be started: {error.strerror}. Try again later.", "os_error"
            ) from error
        try:
            try:
                _attend(job, command, started, place, stop, output)
            finally:
                # Even when a listener failed: first no process is left, then what it changed is undone.
                job.close()
                changed = _put_back(guard, kinds, job.held)
            code = None if job.verdict else job.exit_code()
        finally:
            output.close()
    duration = round((time.monotonic() - started) * 1000)
    return Ended(code, job.verdict, changed, Reach(command, tmp, hidden), duration)


def require_sandbox(sandbox: Sandbox) -> None:
    """Refuse where nothing would hold a command."""
    if sandbox.name == "none":
        raise ExecutionFailed(
            f"No sandbox works here ({sandbox.problem}), so commands are refused. Install bubblewrap, or "
            "start with the sandbox switched off if commands may do whatever you may do.",
            "no_sandbox",
        )


def _start(
    command: Command,
    sandbox: Sandbox,
    place: Scratch,
    hidden: list[str],
    guarded: list[Guarded],
    inherit: Iterable[str],
) -> tuple[Job, str]:
    """Start the command in its sandbox; also where its temporary folder is for it."""
    own = os.environ

    def variables(tmp: str) -> dict[str, str]:
        caches = environment.private_caches(tmp) if sandbox.name != "off" else {}
        return environment.build({**own}, command.environment, inherit=inherit, tmp=tmp) | caches

    def supervised(confinement: Confinement | None) -> Job:
        return SupervisedJob(
            command, variables(place.tmp), confinement, file_size=_FILE_SIZE, oom_score=_OOM_SCORE
        )

    match sandbox.name:
        case "bubblewrap":
            needed = environment.folders(own)
            made = bubblewrap.plan(command, place, hidden=hidden, guarded=guarded, needed=needed)
            program = sandbox.program or "bwrap"
            job: Job = BubblewrapJob(
                program, made, command, variables(made.tmp), file_size=_FILE_SIZE, oom_score=_OOM_SCORE
            )
            return job, made.tmp
        case "landlock":
            with held_roots(command) as held:
                roots = list(held.values())
                writable = [place.tmp] if command.read_only else [place.tmp, *roots]
                rules = landlock.rules(sandbox.abi, writable=writable, readable=roots, hidden=hidden)
                handled, scoped = landlock.handled(sandbox.abi), landlock.scoped(sandbox.abi)
                return supervised(Confinement(handled, scoped, rules)), place.tmp
        case "off" | "none":
            return supervised(None), place.tmp
        case _:
            assert_never(sandbox.name)


def _attend(job: Job, command: Command, started: float, place: Scratch, stop: Stop, output: Sink) -> None:
    """Be there until the command has ended, by itself or by a verdict."""
    seconds = command.timeout
    watch = Watch(
        job.process.pid,
        overhead=job.overhead,
        deadline=started + seconds,
        timeout=seconds,
        limits=command.limits,
        folders=(*command.roots, place.base),
        end=job.end,
    )
    with stop.on_cancel(lambda: job.end(_CANCELLED)), watch:
        job.ready()
        pump(job, None if command.stdin is None else command.stdin.encode(), output)


def _put_back(guard: Guard, kinds: RootKinds, held: frozenset[str]) -> Mended:
    """Undo what must not stay, and say what it was."""
    changed = guard.restore(held=held)
    try:
        changed.undone += kinds.undo()
    except OSError as error:
        changed.left.append(f"a root that became a bare repository ({error.strerror})")
    return changed


def _complaint(changed: Mended, sandbox: Sandbox) -> str:
    names = ", ".join([*changed.undone, *changed.left][:5])
    said = f"The command changed repository internals ({names}), which the {sandbox.name} sandbox protects; "
    if not changed.left:
        return f"{said}the change was undone. Make it yourself, or start with the sandbox off."
    left = ", ".join(changed.left[:5])
    rest = "the rest was undone; " if changed.undone else ""
    return f"{said}{rest}NOT undone: {left}. Look at it before a program such as git uses it."


def _judge(command: Command, sandbox: Sandbox, ended: Ended, output: Output) -> Finished:
    """Turn the end into a result, or into the error that explains it."""
    verdict, code, changed, duration = ended.verdict, ended.code, ended.changed, ended.duration_ms
    stdout, stderr = output.texts()
    said = {"stdout": stdout, "stderr": stderr, "isOutputTruncated": output.truncated, "durationMs": duration}
    if changed.undone or changed.left:
        raise ExecutionFailed(
            _complaint(changed, sandbox),
            "sandbox_denied",
            changed=[*changed.undone, *changed.left],
            notUndone=changed.left,
            exitCode=code,
            **said,
        )
    if verdict is not None:
        error: type[WorkspaceError] = TimedOut if verdict.reason == "time_limit" else ExecutionFailed
        if verdict.reason == "time_limit":
            said["limitMs"] = round(command.timeout * 1000)
        raise error(verdict.message, verdict.reason, **said)
    if code is None:
        raise RuntimeError("a command that came to its own end has an exit code")
    if code != 0 and sandbox.name != "off" and was_denied(sandbox, ended.reach, stderr):
        advice = (
            "nothing can be written to in a workspace that is open for reading only."
            if command.read_only
            else "only the roots can be written to, repository configuration and hooks cannot. Add the folder it "
            "needs as a root, or start with the sandbox off."
        )
        raise ExecutionFailed(
            f"The {sandbox.name} sandbox kept the command from something outside its reach: {advice}",
            "sandbox_denied",
            exitCode=code,
            **said,
        )
    return Finished(stdout, stderr, code, output.truncated, duration)
