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

from understudy.workspace.commands import environment
from understudy.workspace.commands.command import (
    BoundedOutput,
    Command,
    CommandResult,
    OutputCallback,
    OutputSink,
    validate_command,
)
from understudy.workspace.commands.folders import open_outermost_roots, verify_roots
from understudy.workspace.commands.git_protection import (
    BareRepoGuard,
    ProtectedPaths,
    Restorer,
    RestoreResult,
    find_protected_paths,
)
from understudy.workspace.commands.isolation import (
    BubblewrapJob,
    LandlockRules,
    Sandbox,
    SandboxAccess,
    bubblewrap,
    find_hidden_paths,
    landlock,
    was_denied,
)
from understudy.workspace.commands.process import (
    Job,
    LimitMonitor,
    SupervisedJob,
    TerminationReason,
    pump_io,
)
from understudy.workspace.commands.scratch import ScratchFolder, scratch_folder
from understudy.workspace.errors import ExecutionFailed, TimedOut, WorkspaceError
from understudy.workspace.limits import MAX_WRITTEN_FILE_BYTES, OOM_SCORE_ADJUSTMENT
from understudy.workspace.stop import Stop

__all__ = ["CommandOutcome", "require_sandbox", "run", "run_streaming"]

_CANCELLED_TERMINATION: Final = TerminationReason(
    "cancelled", "The command was cancelled and ended with everything it started."
)


@dataclass(frozen=True, slots=True)
class CommandOutcome:
    """How a command came to its end."""

    exit_code: int | None
    """128 + n when signal n ended it; None if it was ended by a verdict."""
    termination: TerminationReason | None
    restore_result: RestoreResult
    """What it had changed that must not be, and what became of that."""
    access: SandboxAccess
    duration_ms: int


def run(
    command: Command,
    *,
    sandbox: Sandbox,
    stop: Stop,
    on_output: OutputCallback | None = None,
    inherited_variables: Iterable[str] = (),
) -> CommandResult:
    """Run a command to its end and return what it said.

    `on_output` gets the text as it comes, in this thread, up to the output limit. `inherit` names further
    variables of our own environment that the command may see.
    """
    output = BoundedOutput(command.limits.max_output_size, on_output)
    ended = run_streaming(
        command, sandbox=sandbox, stop=stop, output=output, inherited_variables=inherited_variables
    )
    return _build_result(command, sandbox, ended, output)


def run_streaming(
    command: Command,
    *,
    sandbox: Sandbox,
    stop: Stop,
    output: OutputSink,
    inherited_variables: Iterable[str] = (),
) -> CommandOutcome:
    """Be there for a command's whole life; what it says goes to `output`, in this thread."""
    require_sandbox(sandbox)
    validate_command(command)
    stop.check()
    verify_roots(command)
    started = time.monotonic()
    hidden = find_hidden_paths(os.environ, command.roots) if sandbox.name != "off" else []
    keeps = sandbox.name != "off" and not command.read_only
    guarded = find_protected_paths(command.roots, command.cwd, stop.check) if keeps else []
    kinds = BareRepoGuard(command.roots if keeps else ())
    with contextlib.closing(Restorer(guarded, stop.check)) as guard, scratch_folder() as place:
        try:
            job, tmp = _start_job(command, sandbox, place, hidden, guarded, inherited_variables)
        except OSError as error:
            raise ExecutionFailed(
                f"The command could not be started: {error.strerror}. Try again later.", "os_error"
            ) from error
        try:
            try:
                _drive_job(job, command, started, place, stop, output)
            finally:
                # Even when a listener failed: first no process is left, then what it changed is undone.
                job.close()
                changed = _restore_changes(guard, kinds, job.read_only_mounts)
            code = None if job.termination else job.exit_code()
        finally:
            output.close()
    duration = round((time.monotonic() - started) * 1000)
    return CommandOutcome(code, job.termination, changed, SandboxAccess(command, tmp, hidden), duration)


def require_sandbox(sandbox: Sandbox) -> None:
    """Refuse where nothing would hold a command."""
    if sandbox.name == "none":
        raise ExecutionFailed(
            f"No sandbox works here ({sandbox.problem}), so commands are refused. Install bubblewrap, or "
            "start with the sandbox switched off if commands may do whatever you may do.",
            "no_sandbox",
        )


def _start_job(
    command: Command,
    sandbox: Sandbox,
    scratch: ScratchFolder,
    hidden: list[str],
    protected: list[ProtectedPaths],
    inherited_variables: Iterable[str],
) -> tuple[Job, str]:
    """Start the command in its sandbox; also where its temporary folder is for it."""
    own = os.environ

    def variables(tmp: str) -> dict[str, str]:
        caches = environment.private_cache_variables(tmp) if sandbox.name != "off" else {}
        return (
            environment.build_environment(
                {**own}, command.environment, inherited_variables=inherited_variables, tmp=tmp
            )
            | caches
        )

    def supervised(confinement: LandlockRules | None) -> Job:
        return SupervisedJob(
            command,
            variables(scratch.tmp),
            confinement,
            file_size=MAX_WRITTEN_FILE_BYTES,
            oom_score=OOM_SCORE_ADJUSTMENT,
        )

    match sandbox.name:
        case "bubblewrap":
            needed = environment.toolchain_folders(own)
            made = bubblewrap.build_plan(
                command, scratch, hidden=hidden, protected=protected, readable_folders=needed
            )
            program = sandbox.program or "bwrap"
            job: Job = BubblewrapJob(
                program,
                made,
                command,
                variables(made.tmp),
                file_size=MAX_WRITTEN_FILE_BYTES,
                oom_score=OOM_SCORE_ADJUSTMENT,
            )
            return job, made.tmp
        case "landlock":
            with open_outermost_roots(command) as held:
                roots = list(held.values())
                writable = [scratch.tmp] if command.read_only else [scratch.tmp, *roots]
                rules = landlock.build_rules(sandbox.abi, writable=writable, readable=roots, hidden=hidden)
                return supervised(rules), scratch.tmp
        case "off" | "none":
            return supervised(None), scratch.tmp
        case _:
            assert_never(sandbox.name)


def _drive_job(
    job: Job, command: Command, started: float, scratch: ScratchFolder, stop: Stop, output: OutputSink
) -> None:
    """Be there until the command has ended, by itself or by a verdict."""
    seconds = command.timeout
    watch = LimitMonitor(
        job.process.pid,
        sandbox_process_count=job.sandbox_process_count,
        deadline=started + seconds,
        timeout=seconds,
        limits=command.limits,
        folders=(*command.roots, scratch.base),
        terminate=job.terminate,
    )
    with stop.on_cancel(lambda: job.terminate(_CANCELLED_TERMINATION)), watch:
        job.wait_until_ready()
        pump_io(job, None if command.stdin is None else command.stdin.encode(), output)


def _restore_changes(
    restorer: Restorer, bare_repos: BareRepoGuard, read_only_mounts: frozenset[str]
) -> RestoreResult:
    """Undo what must not stay, and say what it was."""
    changed = restorer.restore(read_only_mounts=read_only_mounts)
    try:
        changed.reverted += bare_repos.revert()
    except OSError as error:
        changed.not_reverted.append(f"a root that became a bare repository ({error.strerror})")
    return changed


def _changed_files_message(changed: RestoreResult, sandbox: Sandbox) -> str:
    names = ", ".join([*changed.reverted, *changed.not_reverted][:5])
    said = f"The command changed repository internals ({names}), which the {sandbox.name} sandbox protects; "
    if not changed.not_reverted:
        return f"{said}the change was undone. Make it yourself, or start with the sandbox off."
    left = ", ".join(changed.not_reverted[:5])
    rest = "the rest was undone; " if changed.reverted else ""
    return f"{said}{rest}NOT undone: {left}. Look at it before a program such as git uses it."


def _build_result(
    command: Command, sandbox: Sandbox, outcome: CommandOutcome, output: BoundedOutput
) -> CommandResult:
    """Turn the end into a result, or into the error that explains it."""
    verdict, code, changed, duration = (
        outcome.termination,
        outcome.exit_code,
        outcome.restore_result,
        outcome.duration_ms,
    )
    stdout, stderr = output.render()
    said = {"stdout": stdout, "stderr": stderr, "isOutputTruncated": output.truncated, "durationMs": duration}
    if changed.reverted or changed.not_reverted:
        raise ExecutionFailed(
            _changed_files_message(changed, sandbox),
            "sandbox_denied",
            changed=[*changed.reverted, *changed.not_reverted],
            notUndone=changed.not_reverted,
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
    if code != 0 and sandbox.name != "off" and was_denied(sandbox, outcome.access, stderr):
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
    return CommandResult(stdout, stderr, code, output.truncated, duration)
